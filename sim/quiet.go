package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// quietTravel is the largest travel of the bodies of a quiet island in a step, in units of Settings.Slop.
const quietTravel = 0.01

// quiet reports whether almost nothing moves in an island whose contacts already carry load, so that one substep is
// enough for the rest of the step. Its contacts keep their places, and the forces of the last step hold it except for
// what the solver adds. Wheels and joints always have substeps.
func (w *World) quiet(isl *island) bool {
	loaded := false
	for _, i := range isl.bodies {
		b, f := &w.bodies[i], &w.flights[i]
		if b.vehicle >= 0 || len(w.jointsOf[i]) > 0 || !w.hardlyMoves(i, f.s.V.Len(), w.angularSpeed(i)) {
			return false
		}
	}
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			if r := w.warmFor(k); !loaded && w.ownsPair(i, k) && r.first < r.end {
				loaded = true
			}
		}
	}
	return loaded
}

// cold reports whether none of an island's contacts had an impulse before.
func (isl *island) cold() bool {
	for _, i := range isl.warmed {
		if i >= 0 {
			return false
		}
	}
	return len(isl.solver.Tyres)+len(isl.solver.Joints) == 0
}

// roundingOfLoads is the change by rounding of impulses that hold an island, relative to the largest of them. Such
// impulses are found without passes, from those of the last step.
const roundingOfLoads = 1e-11

// loadsAsBefore reports whether the impulses found by the contact solver over the time h equal those of the last step
// to rounding.
func (w *World) loadsAsBefore(isl *island, h float64) bool {
	s := &isl.solver
	if len(s.Points) == 0 || len(s.Tyres)+len(s.Joints)+len(s.Turns)+len(s.Dampers) > 0 {
		return false
	}
	largest := 0.0
	for i := range s.Points {
		largest = math.Max(largest, s.Points[i].Jn)
	}
	most := float64(roundingOfLoads * largest)
	for i := range s.Points {
		p, last := &s.Points[i], contact{}
		if from := isl.warmed[i]; from >= 0 {
			last = w.warmRows[from]
		}
		d := p.T1.Scale(p.Jt[0]).AddScaled(p.T2, p.Jt[1]).AddScaled(last.ft, -h)
		if math.Abs(p.Jn-float64(last.fn*h)) > most || d.Len() > most {
			return false
		}
	}
	return true
}

// atRest reports whether nothing of an island has a velocity, as after a step in which it has come to rest.
func (w *World) atRest(isl *island) bool {
	for _, i := range isl.bodies {
		if s := &w.flights[i].s; s.V != (geom.Vec{}) || s.L != (geom.Vec{}) {
			return false
		}
	}
	return true
}

// staysQuiet reports whether a quiet island is still quiet at the end of the substep, with the velocities found by the
// contact solver.
func (w *World) staysQuiet(isl *island) bool {
	if w.leftOut(isl) {
		return w.staysLeftOut(isl)
	}
	return isl.found && w.movesWithin(isl, quietTravel)
}

// movesWithin reports whether no body of an island would move in a step by more than most, in units of Settings.Slop, at
// the velocities found by the contact solver.
func (w *World) movesWithin(isl *island, most float64) bool {
	for slot, i := range isl.bodies {
		b := &isl.solver.Bodies[slot]
		if !w.travelsWithin(i, b.V.Len(), b.W.Len(), most) {
			return false
		}
	}
	return true
}

// hardlyMoves reports whether body i moves by no more than quietTravel in a step at the given speeds [m/s], [rad/s].
func (w *World) hardlyMoves(i int32, speed, turn float64) bool {
	return w.travelsWithin(i, speed, turn, quietTravel)
}

// travelsWithin is hardlyMoves for a travel of most, in units of Settings.Slop.
func (w *World) travelsWithin(i int32, speed, turn, most float64) bool {
	far := float64((speed + float64(turn*w.bodies[i].radius)) * w.set.Step)
	return far <= float64(most*w.set.Slop)
}

// The error that the passes leave in a large island is no motion, but it persists: bodies would ring on it for ever,
// and each step would have to solve the contact forces anew. So a large island comes to rest, and stays where it was at
// the start of the step, if nothing in it is faster than settledSpeed times the residual, nor than settledAcceleration
// [m/s²] gives in a step. Motion that begins more slowly never begins: a slope of 20 µrad does not start a pile to
// slide. Islands of up to settledPoints points are solved directly where passes do not converge, and need no settling.
const (
	settledSpeed        = 30
	settledAcceleration = 2e-4
	settledPoints       = 24
)

// settledSpeed returns the largest speed in an island at rest, an error of the passes [m/s].
func (w *World) settledSpeed() float64 {
	return math.Min(float64(settledSpeed*w.set.Residual), float64(settledAcceleration*w.set.Step))
}

// settles reports whether an island has come to rest at the end of the step with the velocities that the contact solver
// has found.
func (w *World) settles(isl *island) bool {
	most := w.settledSpeed()
	for slot, i := range isl.bodies {
		if b := &isl.solver.Bodies[slot]; b.V.Len()+float64(b.W.Len()*w.bodies[i].radius) > most {
			return false
		}
	}
	return true
}

// settleIslands finds the quiet islands that have come to rest in this step and were as slow at its start. A body that
// has fallen for a part of the step is not where it was.
func (w *World) settleIslands() {
	most := w.settledSpeed()
	for n := range w.islands {
		isl := &w.islands[n]
		isl.settled = isl.quiet && !isl.creeps && isl.t == 0 && !isl.dead && isl.points > settledPoints
		for _, i := range isl.bodies {
			if f := &w.flights[i]; isl.settled && f.s.V.Len()+float64(w.angularSpeed(i)*w.bodies[i].radius) > most {
				isl.settled = false
			}
		}
	}
}
