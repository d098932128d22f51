package record

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The largest gaps of a balance that closes, relative to the amounts in play.
const (
	EnergyCloses   = 1e-9
	MomentumCloses = 1e-12
)

// RowBits gives the precision of the rows of a ledger: they are rounded to 2^-RowBits to twice that of what is in play
// in their step.
const RowBits = 42

// endOpens is what the rounding of each cause leaves open besides at an end of the balance, over the momenta in play:
// half a grain of three components. At the start of a run it leaves nothing.
const endOpens = 0x1p-42 * 1.7320508075688772

// Balance adds up the ledgers of a run, step by step from its start.
type Balance struct {
	// Part says that the start is not that of the run. The rows then include rounding remainders of earlier steps, and
	// those of these steps are in later rows.
	Part    bool
	Steps   int64 // added so far, the start not counted
	Start   Ledger
	End     Ledger            // the rows of neither are kept
	Sums    [Causes]LedgerRow // over all steps
	Present [Causes]bool      // the causes that have rows

	// What is in play: the largest kinetic energy so far and the sum of the sizes of all rows [J]; the same of the
	// momentum [N s] and of the angular momentum [N m s].
	Energy, Momentum, Angular float64

	started               bool
	kinetic, sizeP, sizeL float64 // largest so far
	flow, flowP, flowL    float64 // sums of the rows' sizes

	lost [Causes]LedgerRow // what rounding has taken from Sums: they are sums of many numbers that may be all the same
}

// Add adds the ledger of a step; the first one is that of the start.
func (b *Balance) Add(l *Ledger) {
	for i := range l.Rows {
		b.Present[l.Rows[i].Cause] = true
	}
	if !b.started {
		b.started = true
		b.Start = *l
		b.Start.Rows = nil
	} else {
		b.Steps++
	}
	b.End = *l
	b.End.Rows = nil
	for i := range l.Rows {
		r := &l.Rows[i]
		s := &b.Sums[r.Cause]
		s.Cause = r.Cause
		o := &b.lost[r.Cause]
		s.Energy, o.Energy = geom.AddTo(s.Energy, r.Energy, o.Energy)
		s.P, o.P = geom.AddVecTo(s.P, r.P, o.P)
		s.L, o.L = geom.AddVecTo(s.L, r.L, o.L)
		b.flow += math.Abs(r.Energy)
		b.flowP += r.P.Len()
		b.flowL += r.L.Len()
	}
	b.kinetic = math.Max(b.kinetic, l.Kinetic)
	b.sizeP = math.Max(b.sizeP, l.SizeP)
	b.sizeL = math.Max(b.sizeL, l.SizeL)
	b.Energy, b.Momentum, b.Angular = b.kinetic+b.flow, b.sizeP+b.flowP, b.sizeL+b.flowL
}

// Gaps returns the part of the final energy [J], momentum [N s] and angular momentum [N m s] that neither the start nor
// a row accounts for.
func (b *Balance) Gaps() (energy float64, p, l geom.Vec) {
	energy = b.End.Kinetic - b.Start.Kinetic
	p, l = b.End.P.Sub(b.Start.P), b.End.L.Sub(b.Start.L)
	for c := range b.Sums {
		energy = energy - b.Sums[c].Energy - b.lost[c].Energy
		p, l = p.Sub(b.Sums[c].P).Sub(b.lost[c].P), l.Sub(b.Sums[c].L).Sub(b.lost[c].L)
	}
	return energy, p, l
}

// Closes reports whether the gaps are within EnergyCloses and MomentumCloses of what is in play, plus the rounding
// remainders of the momenta.
func (b *Balance) Closes() bool {
	e, p, l := b.Gaps()
	momenta := MomentumCloses
	for c := range b.Present {
		if b.Present[c] {
			momenta += endOpens
		}
		if b.Present[c] && b.Part {
			momenta += endOpens
		}
	}
	return math.Abs(e) <= EnergyCloses*b.Energy && p.Len() <= momenta*b.Momentum && l.Len() <= momenta*b.Angular
}
