package runs

import (
	"math"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// LedgerReader computes the ledger of each step from the frames of a run or a log: its rows are columns of the world,
// and the totals of the bodies follow from their states.
type LedgerReader struct {
	gravity geom.Vec
	step    float64
	rows    []ledgerColumn
	bodies  []trail
	wheels  []spinColumn
}

type ledgerColumn struct {
	cause record.Cause
	at    int
}

type spinColumn struct {
	inertia float64
	at      int
}

// NewLedgerReader returns a reader for frames with the given header. ok is false if they have no ledger.
func NewLedgerReader(h *recorder.Header) (l *LedgerReader, ok bool) {
	l = &LedgerReader{gravity: h.Gravity, step: h.Step}
	at := 0
	for i := range h.Columns {
		c := &h.Columns[i]
		if name, is := strings.CutPrefix(c.Name, record.LedgerPrefix); is && c.Owner < 0 && c.Count == record.LedgerValues {
			if cause, known := record.CauseNamed(name); known {
				l.rows = append(l.rows, ledgerColumn{cause, at})
			}
		}
		if c.Inertia > 0 {
			l.wheels = append(l.wheels, spinColumn{c.Inertia, at})
		}
		at += int(c.Count)
	}
	for _, t := range trailsOf(h.Objects, h.Columns) {
		if t.kind == record.Body && !h.Objects[t.object].Driven {
			l.bodies = append(l.bodies, t)
		}
	}
	return l, len(l.rows) > 0
}

// Read returns the ledger of the step that ends with a frame. Its potential energy is that of gravity. It is valid
// until the next call.
func (l *LedgerReader) Read(f *record.Frame, into *record.Ledger) {
	*into = record.Ledger{Rows: into.Rows[:0]}
	for i := range l.bodies {
		t := &l.bodies[i]
		v := f.Values[t.at:]
		s := rigid.State{
			X: geom.Vec{X: v[0], Y: v[1], Z: v[2]}, Q: geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}},
			V: geom.Vec{X: v[7], Y: v[8], Z: v[9]}, L: geom.Vec{X: v[10], Y: v[11], Z: v[12]},
		}
		into.AddBody(t.mass.M, s.X, s.V, s.L, t.mass.AngularVelocity(s.Q, s.L), l.gravity, l.step)
	}
	for _, s := range l.wheels {
		into.AddWheel(s.inertia, f.Values[s.at])
	}
	for _, r := range l.rows {
		v := f.Values[r.at:]
		into.Rows = append(into.Rows, record.LedgerRow{
			Cause: r.cause, Energy: v[0],
			P: geom.Vec{X: v[1], Y: v[2], Z: v[3]}, L: geom.Vec{X: v[4], Y: v[5], Z: v[6]},
		})
	}
}

// LedgerReport is the balance of a run: where its energy and momentum went.
type LedgerReport struct {
	Start  LedgerState `json:"start"`
	End    LedgerState `json:"end"`
	Rows   []LedgerSum `json:"rows"`    // of the causes that gave or took something, over all steps
	InPlay LedgerSizes `json:"in_play"` // largest kinetic energy and momenta so far, plus the sizes of all rows
	Open   LedgerSizes `json:"open"`    // what start, rows and end leave unaccounted for
	Closes bool        `json:"closes"`  // Open is within 1e-9 (energy) and 1e-12 (momenta) of InPlay, plus what rounding has left of the momenta
}

// LedgerState is the total energy and momentum of all bodies at a time.
type LedgerState struct {
	Kinetic   recorder.Number `json:"kinetic"`          // [J]
	Potential recorder.Number `json:"potential"`        // by gravity, with reference to the origin [J]
	Momentum  numbers         `json:"momentum"`         // [N s]
	Angular   numbers         `json:"angular_momentum"` // about the origin [N m s]
}

// LedgerSum is the total that a cause has added to all bodies.
type LedgerSum struct {
	Cause    string          `json:"cause"`
	Energy   recorder.Number `json:"energy"`           // kinetic [J]
	Momentum numbers         `json:"momentum"`         // [N s]
	Angular  numbers         `json:"angular_momentum"` // about the origin [N m s]
}

// LedgerSizes are sizes of energy [J], momentum [N s] and angular momentum [N m s].
type LedgerSizes struct {
	Energy   recorder.Number `json:"energy"`
	Momentum recorder.Number `json:"momentum"`
	Angular  recorder.Number `json:"angular_momentum"`
}

type numbers [3]recorder.Number

func numbersOf(v geom.Vec) numbers {
	return numbers{recorder.Number(v.X), recorder.Number(v.Y), recorder.Number(v.Z)}
}

// NewLedgerState returns the totals of a ledger.
func NewLedgerState(l *record.Ledger) LedgerState {
	return LedgerState{recorder.Number(l.Kinetic), recorder.Number(l.Potential), numbersOf(l.P), numbersOf(l.L)}
}

// NewLedgerSum returns a row for a report.
func NewLedgerSum(r *record.LedgerRow) LedgerSum {
	return LedgerSum{r.Cause.String(), recorder.Number(r.Energy), numbersOf(r.P), numbersOf(r.L)}
}

// NewLedgerReport returns the report of a balance.
func NewLedgerReport(b *record.Balance) *LedgerReport {
	e, p, l := b.Gaps()
	r := &LedgerReport{
		Start: NewLedgerState(&b.Start), End: NewLedgerState(&b.End), Rows: []LedgerSum{},
		InPlay: LedgerSizes{recorder.Number(b.Energy), recorder.Number(b.Momentum), recorder.Number(b.Angular)},
		Open:   LedgerSizes{recorder.Number(math.Abs(e)), recorder.Number(p.Len()), recorder.Number(l.Len())},
		Closes: b.Closes(),
	}
	for c := range b.Sums {
		if s := &b.Sums[c]; !s.IsZero() {
			r.Rows = append(r.Rows, NewLedgerSum(s))
		}
	}
	return r
}
