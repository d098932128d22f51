package runs

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// BreakReport is a joint or spring that has broken: by a force, or in an impact by an impulse.
type BreakReport struct {
	Time float64 `json:"time"` // [s]
	Step int64   `json:"step"`
	Name string  `json:"name"`
	Ends
	Point   Vec  `json:"point"`             // where it is; of a spring its end on A [m]
	Force   *Vec `json:"force,omitempty"`   // on A, the mean over the step [N]
	Impulse *Vec `json:"impulse,omitempty"` // on A, all that it has passed on in the impact; B received the opposite [N s]
	// Size is that of the force [N], or of the impulse [N s].
	Size float64 `json:"size"`
}

// broke adds the event of what has broken.
func (r *Reporter) broke(f *record.Frame, e *record.Event) {
	b := BreakReport{Time: e.Time, Step: f.Step, Name: e.Detail, Ends: Ends{r.name(e.A), r.name(e.B)}}
	if len(e.Points) > 0 {
		b.Point = vecOf(e.Points[0].P)
	}
	if v := vecOf(e.Impulse); e.Impulse.Len() > 0 {
		b.Impulse, b.Size = &v, size(e.Impulse)
	} else {
		v = vecOf(e.Force())
		b.Force, b.Size = &v, size(e.Force())
	}
	r.report.Breaks = append(r.report.Breaks, b)
}

// Load writes what broke it.
func (b *BreakReport) Load() string {
	if b.Impulse != nil {
		return wording.SI(b.Size, "N s")
	}
	return wording.SI(b.Size, "N")
}

// breaksText is a table of what has broken.
func (r *Report) breaksText(b *strings.Builder) {
	if len(r.Breaks) == 0 {
		return
	}
	fmt.Fprintf(b, "\nbroken: %d\n", len(r.Breaks))
	rows := [][]string{{"time [s]", "joint or spring", "A", "B", "at [m]", "by"}}
	for i := range r.Breaks {
		e := &r.Breaks[i]
		rows = append(rows, []string{fmt.Sprintf("%.6f", e.Time), e.Name, e.A, e.OtherEnd(), wording.Vec(e.Point, 3), e.Load()})
	}
	firstRows(b, rows, manyImpacts, "rllll")
}

// breakLines writes what has broken, for a golden.
func breakLines(b *bytes.Buffer, list []BreakReport) {
	for i := range list[:min(len(list), comparedEvents)] {
		e, what := &list[i], "force"
		if e.Impulse != nil {
			what = "impulse"
		}
		fmt.Fprintf(b, "break %d %q %q %q: time %s %s %s\n", i+1, e.Name, e.A, e.OtherEnd(), number(e.Time), what, number(e.Size))
	}
}

// canBreak reports whether a joint or spring of a scenario can break.
func canBreak(d *sim.Definition) bool {
	return slices.ContainsFunc(d.Joints, func(j sim.JointDef) bool { return j.BreakForce > 0 || j.BreakImpulse > 0 }) ||
		slices.ContainsFunc(d.Springs, func(s sim.SpringDef) bool { return s.BreakForce > 0 })
}
