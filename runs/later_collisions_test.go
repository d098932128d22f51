package runs

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// The report tells the wall, and that it does: in its text, in JSON, and where the log is replayed. Of one collision it tells nothing more.
func TestAccelerometers_TellTheWorstCollision(t *testing.T) {
	r, log := runText(t, scenariotest.Touched)
	replayed(t, log, r)
	a := &r.Accelerometers[0]
	// Half a sine of 0.1 s, in which a free occupant moves by 0.6 m before it is over.
	v, meet := 15.0*1500/1560, 0.0
	for v/2*(meet-0.1/math.Pi*math.Sin(math.Pi*meet/0.1)) < 0.6 {
		meet += 1e-6
	}
	v *= (1 - math.Cos(math.Pi*meet/0.1)) / 2
	if o := a.Severity.OIV; math.Abs(o.Longitudinal-v) > 0.02 || math.Abs(a.THIV.Value-v) > 0.02 || o.From < 2.5 || len(a.Later) != 1 || math.Abs(*a.Hit-7.75/15) > 1e-6 {
		t.Errorf("%+v %+v %v", o, a.THIV, a.Later)
	}
	text := func(r *Report) string {
		var b bytes.Buffer
		if err := r.WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	got := text(r)
	for _, line := range []string{
		"  car, cg: 2 collisions, and of each criterion the worst: OIV from 2.579 s, THIV from 2.579 s, OLC from 2.579 s\n" +
			"  car, nose: 2 collisions, and of each criterion the worst: OLC from 2.579 s\n" +
			"  a collision begins after 0.5 s without an impulse, with the occupant at rest in his place\n",
	} {
		if !strings.Contains(got, line) {
			t.Errorf("no %q in:\n%s", line, got)
		}
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var report struct {
		List []struct {
			Later    []float64 `json:"later_collisions"`
			THIV     struct{ From float64 }
			Severity struct {
				OIV struct{ From float64 }
			}
			Collision struct {
				OLC struct{ From float64 }
			}
		} `json:"accelerometers"`
	}
	if err := json.Unmarshal(b.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	l := report.List[0]
	for _, from := range []float64{l.THIV.From, l.Severity.OIV.From, l.Collision.OLC.From} {
		if len(l.Later) != 1 || from != l.Later[0] {
			t.Errorf("from %g s, the later collision %v", from, l.Later)
		}
	}
	one, _ := runText(t, strings.Replace(scenariotest.Touched, "position: [0, 0, 0]", "position: [0, 9, 0]", 1))
	if got := text(one); strings.Contains(got, "2 collisions") || strings.Contains(got, "a collision begins") {
		t.Errorf("of one collision:\n%s", got)
	}
}
