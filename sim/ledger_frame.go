package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// findCauses lists the causes that can arise in the run; the log has a column for each.
func (w *World) findCauses() {
	var can [record.Causes]bool
	n := len(w.bodies)
	can[record.ByGravity] = n > 0 && w.gravity != geom.Vec{}
	touch := n > 1 || n > 0 && len(w.statics) > 0
	for _, c := range [5]record.Cause{record.ByRestitution, record.ByFriction, record.ByLimits, record.ByContacts, record.ByCorrection} {
		can[c] = touch
	}
	for _, c := range [4]record.Cause{record.BySuspension, record.ByTyres, record.ByEngines, record.ByBrakes} {
		can[c] = len(w.vehicles) > 0
	}
	can[record.ByAttitude], can[record.ByNumerical] = n > 0, n > 0
	can[record.ByDrag], can[record.ByScripts] = len(w.dragged) > 0, len(w.scripts) > 0
	can[record.BySprings], can[record.ByDampers] = len(w.springs) > 0, len(w.springs) > 0
	can[record.ByJoints] = len(w.joints) > 0
	for i := range w.joints {
		can[record.ByFriction] = can[record.ByFriction] || w.joints[i].friction > 0
		can[record.ByDampers] = can[record.ByDampers] || w.joints[i].damping > 0
	}
	touch = touch || len(w.joints) > 0
	can[record.BySleep] = touch && w.set.SleepTime >= 0
	for i := range w.bodies {
		can[record.ByDrives] = can[record.ByDrives] || touch && w.bodies[i].driven
	}
	for i := range w.movers {
		can[record.ByDrives] = can[record.ByDrives] || n > 0 && w.movers[i].mass > 0
	}
	w.ledger.causes = w.ledger.causes[:0]
	if n > 0 {
		w.columns = append(w.columns, record.Column{Owner: -1, Name: record.LedgerGrid, Unit: "1", Count: 3, Predictor: "hold"})
	}
	for c := range can {
		if can[c] {
			w.ledger.causes = append(w.ledger.causes, record.Cause(c))
			w.columns = append(w.columns, record.Column{
				Owner: -1, Name: record.LedgerPrefix + record.Cause(c).String(), Unit: "J, N s, N m s", Count: record.LedgerValues,
				Predictor: "ledger",
			})
		}
	}
	w.state.remainders, w.ledger.remainders = make([]remainder, len(w.ledger.causes)), make([]remainder, len(w.ledger.causes))
}

// observeLedger writes the balance into the frame.
func (w *World) observeLedger(v []float64) []float64 {
	f := &w.frame.Ledger
	*f = record.Ledger{Potential: w.springEnergy(), Rows: f.Rows[:0]}
	for i := range w.bodies {
		b, s := &w.bodies[i], &w.state.bodies[i]
		if b.driven {
			continue
		}
		spin := &w.frame.Spins[i]
		*spin = b.mass.AngularVelocity(s.Q, s.L)
		f.AddBody(b.mass.M, s.X, s.V, s.L, *spin, w.gravity, w.set.Step)
	}
	at := 0
	for _, v := range w.vehicles {
		for k := range v.Wheels {
			f.AddWheel(v.Wheels[k].Inertia(), w.state.wheels[at].spin)
			at++
		}
	}
	energy, p, l := f.Kinetic, f.SizeP, f.SizeL
	for _, c := range w.ledger.causes {
		r := &w.ledger.rows[c]
		energy += math.Abs(r.Energy)
		p += r.P.Len()
		l += r.L.Len()
	}
	grid := [3]int32{exponentOf(energy, record.RowBits), exponentOf(p, record.RowBits), exponentOf(l, record.RowBits)}
	energy, p, l = grainOf(grid[0]), grainOf(grid[1]), grainOf(grid[2])
	if len(w.ledger.causes) > 0 {
		v = append(v, float64(grid[0]), float64(grid[1]), float64(grid[2]))
	}
	for i, c := range w.ledger.causes {
		r, over := w.ledger.rows[c], &w.ledger.remainders[i]
		if *over = w.state.remainders[i]; !r.IsZero() {
			r.Energy, r.P, r.L = roundWithRemainder(r.Energy, &over.energy, energy), roundVecWithRemainder(r.P, &over.p, p), roundVecWithRemainder(r.L, &over.l, l)
		}
		f.Rows = append(f.Rows, r)
		v = append(v, r.Energy, r.P.X, r.P.Y, r.P.Z, r.L.X, r.L.Y, r.L.Z)
	}
	return v
}

// remainder is the rounding remainder of the rows of a cause so far. Rows are rounded to 2^-record.RowBits to twice
// that of the energy, and momenta, in play: those that exist and those that the rows carry. More digits have no use in
// a balance, but logs would have to store them. The remainder is added to the cause's next row, so that sums over any
// number of steps are rounded once; otherwise a constant force would be rounded the same way step after step.
type remainder struct {
	energy float64
	p, l   geom.Vec
}

// keepRemainders stores the remainders of the rows of the step.
func (w *World) keepRemainders() { copy(w.state.remainders, w.ledger.remainders) }

// roundWithRemainder returns x plus the remainder of a cause, rounded to the grid, and stores the new remainder.
func roundWithRemainder(x float64, over *float64, grain float64) float64 {
	x += *over
	told := onGrid(x, grain)
	if *over = x - told; *over != *over {
		*over = 0
	}
	return told
}

// roundVecWithRemainder is roundWithRemainder for each component.
func roundVecWithRemainder(x geom.Vec, over *geom.Vec, grain float64) geom.Vec {
	return geom.Vec{X: roundWithRemainder(x.X, &over.X, grain), Y: roundWithRemainder(x.Y, &over.Y, grain), Z: roundWithRemainder(x.Z, &over.Z, grain)}
}

// exponentOf returns the exponent of the grid for a size.
func exponentOf(size float64, bits int32) int32 { return exponent(size) + 1 - bits }

// onGrid rounds x to a grid, given by its grain: 1.5·2^52 times its spacing.
func onGrid(x, grain float64) float64 {
	if math.Abs(x) > grain {
		return x // the grid is finer than the number's last digit
	}
	return float64(x+grain) - grain
}

func onGridVec(v geom.Vec, grain float64) geom.Vec {
	return geom.Vec{X: onGrid(v.X, grain), Y: onGrid(v.Y, grain), Z: onGrid(v.Z, grain)}
}
