package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// quietTravel is how far a body of an island goes in a step at most, over Settings.Slop, for the island to be quiet.
const quietTravel = 0.01

// quiet reports whether next to nothing moves in an island whose contacts carry loads already, so that one substep does for what is left
// of the step. Its contacts stay where they are, and the forces of the step before hold it but for what the solver adds.
// Wheels and joints have substeps always.
func (w *World) quiet(isl *island) bool {
	loaded := false
	for _, i := range isl.bodies {
		b, f := &w.bodies[i], &w.flights[i]
		if b.vehicle >= 0 || len(w.jointsOf[i]) > 0 || !w.hardlyMoves(i, f.s.V.Len(), w.turnRate(i)) {
			return false
		}
	}
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			if r := w.warmFor(k); !loaded && w.owns(i, k) && r.first < r.end {
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

// roundingOfLoads is what rounding changes of impulses that hold, over the largest of their island: they are found without passes, from what they were in the step before.
const roundingOfLoads = 1e-11

// loadsAsBefore reports whether the impulses that the contact solver has found over the time h are to rounding those of the step before.
func (w *World) loadsAsBefore(isl *island, h float64) bool {
	s := &isl.solver
	if len(s.Points) == 0 || len(s.Tyres)+len(s.Joints)+len(s.Turns) > 0 {
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

// staysQuiet reports whether a quiet island is one at the end of the substep too, with the velocities that the contact solver has found.
func (w *World) staysQuiet(isl *island) bool {
	if !isl.found {
		return false
	}
	for slot, i := range isl.bodies {
		b := &isl.solver.Bodies[slot]
		if !w.hardlyMoves(i, b.V.Len(), b.W.Len()) {
			return false
		}
	}
	return true
}

// hardlyMoves reports whether body i goes nowhere in a step at the given speeds [m/s], [rad/s].
func (w *World) hardlyMoves(i int32, speed, turn float64) bool {
	far := float64((speed + float64(turn*w.bodies[i].radius)) * w.set.Step)
	return far <= float64(quietTravel*w.set.Slop)
}

// What the passes over a large island leave is no motion, but it goes on from step to step: bodies ring on it for ever, and each
// step has to find the contacts' forces anew. Where nothing in it is faster than settledSpeed times the residual, nor than settledAcceleration [m/s²] makes it in a
// step, it has come to rest: it stays where it was at the start of the step. Small islands are solved without passes where these do not do it, and are not made to settle. What begins to move more slowly than that
// stays where it is: what a slope of 20 µrad pulls at, in a pile.
const (
	settledSpeed        = 30
	settledAcceleration = 2e-4
	settledPoints       = 24
)

// settledSpeed returns the speed that the passes may have left of what has come to rest [m/s].
func (w *World) settledSpeed() float64 {
	return math.Min(float64(settledSpeed*w.set.Residual), float64(settledAcceleration*w.set.Step))
}

// settles reports whether an island has come to rest at the end of the step with the velocities that the contact solver has found.
func (w *World) settles(isl *island) bool {
	most := w.settledSpeed()
	for slot, i := range isl.bodies {
		if b := &isl.solver.Bodies[slot]; b.V.Len()+float64(b.W.Len()*w.bodies[i].radius) > most {
			return false
		}
	}
	return true
}

// settleIslands finds the quiet islands that have come to rest in this step, and were as quiet at its start: what has fallen for a part of it is not where it was.
func (w *World) settleIslands() {
	most := w.settledSpeed()
	for n := range w.islands {
		isl := &w.islands[n]
		isl.settled = isl.quiet && isl.t == 0 && !isl.dead && isl.points > settledPoints
		for _, i := range isl.bodies {
			if f := &w.flights[i]; isl.settled && f.s.V.Len()+float64(w.turnRate(i)*w.bodies[i].radius) > most {
				isl.settled = false
			}
		}
	}
}
