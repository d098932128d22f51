package runs

import (
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// TestVerify_NamesWhatOneHasAlone: of a log with fewer columns or objects than the run, as one of an older engine, or more.
func TestVerify_NamesWhatOneHasAlone(t *testing.T) {
	s, err := scenariofile.Parse("s.yaml", []byte("name: s\nduration: 1 s\ngravity: [0, 0, 0]\nbodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}]\n"), nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		change func(h *recorder.Header)
		want   string
	}{
		{func(h *recorder.Header) { h.Columns = h.Columns[:4] }, "; in the run alone: ledger.grid, ledger.attitude, ledger.numerical"},
		{func(h *recorder.Header) {
			h.Columns = append(h.Columns, record.Column{Owner: 0, Name: "heat", Count: 1})
		}, "; in the log alone: a.heat"},
		{func(h *recorder.Header) {
			for _, name := range []string{"a", "b", "c", "d"} {
				h.Columns = append(h.Columns, record.Column{Owner: -1, Name: name, Count: 1})
			}
		}, "; in the log alone: a, b, c and 1 more"},
		{func(h *recorder.Header) { h.Objects = append(h.Objects, record.Object{Name: "b"}) }, "; in the log alone: b"},
	} {
		h := recorder.Header{Step: w.Settings().Step, Objects: slices.Clone(w.Objects()), Columns: slices.Clone(w.Columns())}
		if d := differentTables(&h, w); d != "" {
			t.Fatal(d)
		}
		test.change(&h)
		if d := differentTables(&h, w); !strings.Contains(d, test.want) || strings.Contains(d, "more") != strings.Contains(test.want, "more") {
			t.Errorf("%q, want %q in it", d, test.want)
		}
	}
}
