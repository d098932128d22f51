package runs

import (
	"bytes"
	"encoding/xml"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// foreignLog returns a log as another writer may make it, of a box that moves along x: change may change its header, and
// before are values that stand before those of the box.
func foreignLog(t *testing.T, change func(h *recorder.Header), before ...float64) *recorder.Reader {
	t.Helper()
	h := recorder.Header{Step: 0.1, Objects: []record.Object{{
		Name: "box", Kind: record.Body, Shape: "box", Half: geom.Vec{X: 2, Y: 1, Z: 1}, Mass: 1, Inertia: geom.Identity(),
	}}}
	for _, c := range []record.Column{{Name: "x", Count: 3}, {Name: "q", Count: 4}, {Name: "v", Count: 3}, {Name: "L", Count: 3}} {
		c.Predictor = "rigid1"
		h.Columns = append(h.Columns, c)
	}
	change(&h)
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, h, nil)
	if err != nil {
		t.Fatal(err)
	}
	for step := range int64(20) {
		x := float64(step)
		f := record.Frame{Step: step, Time: x * 0.1, Values: append(slices.Clone(before), 10+x, 20, 1, 1, 0, 0, 0, 10, 0, 0, 0, 0, 0)}
		if err := w.Write(&f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	r, err := recorder.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func drawn(t *testing.T, r *recorder.Reader) string {
	t.Helper()
	var b bytes.Buffer
	if err := DrawLog(&b, r, Drawing{Every: 0.5}, nil); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestDrawLog_TakesNoTextForAColor: a picture of a log with another text for a color is well-formed, and the one with a
// color of the palette.
func TestDrawLog_TakesNoTextForAColor(t *testing.T) {
	want := drawn(t, foreignLog(t, func(h *recorder.Header) {}))
	for _, color := range []string{"red", "#12", `red"/><script>alert(1)</script>`} {
		svg := drawn(t, foreignLog(t, func(h *recorder.Header) { h.Objects[0].Color = color }))
		if svg != want {
			t.Errorf("%q: another picture", color)
		}
		x := xml.NewDecoder(strings.NewReader(svg))
		var err error
		for err == nil {
			_, err = x.Token()
		}
		if err != io.EOF {
			t.Errorf("%q: %v", color, err)
		}
	}
	if svg := drawn(t, foreignLog(t, func(h *recorder.Header) { h.Objects[0].Color = "#123ABC" })); !strings.Contains(svg, `stroke="#123ABC"`) {
		t.Error("a color is not taken")
	}
}

// TestLogs_OfOtherColumnsToo: the picture and the report of a log in which a body has a column before x are those
// without it.
func TestLogs_OfOtherColumnsToo(t *testing.T) {
	plain := foreignLog(t, func(h *recorder.Header) {})
	other := foreignLog(t, func(h *recorder.Header) {
		h.Columns = append([]record.Column{{Owner: 0, Name: "heat", Unit: "K", Count: 2, Predictor: "linear"}}, h.Columns...)
	}, 300, 301)
	if drawn(t, other) != drawn(t, plain) {
		t.Error("another picture")
	}
	report := func(r *recorder.Reader) string {
		reporter := NewReporter(r.Header())
		for f, err := range r.Frames(0, r.Steps()) {
			if err != nil {
				t.Fatal(err)
			}
			reporter.Frame(f)
		}
		var b bytes.Buffer
		if err := reporter.Report(recorder.Summary{Ended: recorder.Complete}).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if got, want := report(other), report(plain); got != want || !strings.Contains(want, "box") {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// TestTopView_LeavesOutWhatHasNoPose: a body without all of its columns, and a mover without x.
func TestTopView_LeavesOutWhatHasNoPose(t *testing.T) {
	objects := []record.Object{{Name: "a", Kind: record.Body, Shape: "box"}, {Name: "m", Kind: record.Mover, Shape: "ellipsoid"}}
	v := newTopView(objects, []record.Column{{Owner: 0, Name: "x", Count: 3}, {Owner: 0, Name: "v", Count: 3}, {Owner: 1, Name: "v", Count: 3}}, nil, Drawing{Every: 1})
	v.Observe(&record.Frame{Values: make([]float64, 9)})
	if len(v.tracks) > 0 {
		t.Errorf("%d are drawn", len(v.tracks))
	}
}
