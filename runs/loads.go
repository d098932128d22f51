package runs

import (
	"fmt"
	"math"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// Ends are the names of what a joint or spring is between.
type Ends struct {
	A string `json:"a"`
	B string `json:"b,omitempty"` // absent for the world
}

// endsOf returns the ends of a joint or spring on two bodies of a definition. A is one that has a body.
func endsOf(d *sim.Definition, a, b int) Ends {
	var names []string
	for _, body := range [2]int{a, b} {
		if body != sim.WorldEnd {
			names = append(names, d.Bodies[body].Name)
		}
	}
	if len(names) == 1 {
		return Ends{A: names[0]}
	}
	return Ends{names[0], names[1]}
}

// OtherEnd returns the name of what A is joined to: B, or the world.
func (e *Ends) OtherEnd() string {
	if e.B == "" {
		return "the world"
	}
	return e.B
}

// Peak is the largest of something, of lengths also the least, and when it was first there.
type Peak struct {
	Size float64 `json:"size"`
	Time float64 `json:"time"` // [s]
	Step int64   `json:"step"`
}

// take takes in a size.
func (p *Peak) take(size, time float64, step int64) {
	if size > p.Size {
		*p = Peak{min(size, math.MaxFloat64), time, step}
	}
}

// keep makes peaks, which may be nil, the caller's.
func keep(list ...**Peak) {
	for _, p := range list {
		if *p != nil {
			*p = new(**p)
		}
	}
}

// noLoad is a load that is none but rounding [N, N m, N s].
const noLoad = 1e-6

// Any reports whether a peak, which may be nil, is more than rounding.
func (p *Peak) Any() bool { return p != nil && p.Size >= noLoad }

// Text writes a peak, which may be nil, and its time.
func (p *Peak) Text() []string {
	switch {
	case p == nil:
		return []string{"–", "–"}
	case !p.Any():
		return []string{"0", "–"}
	}
	return []string{fmt.Sprintf("%.4g", p.Size), fmt.Sprintf("%.3f", p.Time)}
}

// LoadsOf returns what the joints and the springs of the scenario of a log held, as the report of the log has it; nil of those that
// it does not have. What cannot be read of the log is left out.
func LoadsOf(r *recorder.Reader, s *scenariofile.Scenario) (joints []JointLoad, springs []SpringLoad) {
	h := r.Header()
	j, k := newJointLoads(h.Objects, h.Columns, s), newSpringLoads(h.Objects, h.Columns, s)
	if j == nil && k == nil {
		return nil, nil
	}
	reader, ok := NewLedgerReader(h)
	var step record.Ledger
	var ledger *record.Ledger
	if ok = ok && k != nil; ok {
		ledger = &step
	}
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil {
			continue
		}
		if ok {
			reader.Read(f, ledger)
		}
		j.frame(f)
		k.frame(f, ledger)
	}
	return j.report(), k.report()
}

// aboveZero writes a quantity, none of zero.
func aboveZero(v float64, unit string) []string {
	if v > 0 {
		return []string{wording.SI(v, unit)}
	}
	return nil
}

// brokeText writes what breaks a joint or spring, and when it did; nil for one that held.
func brokeText(breaksAt string, broke *float64) string {
	if broke != nil {
		return breaksAt + fmt.Sprintf(", broke at %.3f s", *broke)
	}
	return breaksAt
}

// firstRows is a table of at most so many rows below the first, and a line of how many more there are.
func firstRows(b *strings.Builder, rows [][]string, most int, align string) {
	wording.Table(b, rows[:min(len(rows), most+1)], align)
	if n := len(rows) - 1 - most; n > 0 {
		fmt.Fprintf(b, "  … and %d more (all are in --json)\n", n)
	}
}
