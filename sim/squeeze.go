package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// A driven body moves whatever it meets. A body between it and a wall, or between two driven bodies, has no room. Its
// contacts on both sides then ask for velocities that only a turn without bounds can give it, the faster the nearer to
// each other their lines of action are. Such a body is squeezed: nothing driven touches it for the rest of the step,
// and it overlaps the bodies that press it.

// escapeFactor bounds the speed that contacts may give a body in a step, relative to that of the fastest body of its
// island at the start of the step, driven ones included. A pip that is pressed out of a wedge of 6° is 10 times as fast
// as the press. Pressed bodies that may become 30 times as fast spin so fast along the wall that friction there gives
// them more yet.
const escapeFactor = 10

// squeeze finds the members of an island that driven bodies squeeze, and reports whether one of them was not found
// before.
func (w *World) squeeze(isl *island) bool {
	if len(isl.bodies) == len(isl.members) {
		return false
	}
	most := float64(2 * w.set.MaxPush)
	for slot, i := range isl.bodies {
		f, s, m := &w.flights[i], &w.state.bodies[i], &w.bodies[i].mass
		v, turn, forces := s.V, m.AngularVelocity(s.Q, s.L), m.AngularVelocity(s.Q, f.torque)
		if slot >= len(isl.members) { // for a driven body L and the torque are the angular velocity and its change
			v, turn, forces = f.s.V, f.s.L, f.torque
		}
		most = math.Max(most, w.topSpeed(i, v, turn)+float64(w.topSpeed(i, f.field, forces)*w.set.Step))
	}
	some := false
	for slot, i := range isl.members {
		f, b := &w.flights[i], &isl.solver.Bodies[slot]
		if !f.squeezed && w.topSpeed(i, b.V, b.W) > float64(escapeFactor*most) {
			f.squeezed, some = true, true
			w.addEvent(record.Event{Kind: record.Limit, A: i, B: -1, Time: w.time() + isl.t, Detail: "squeezed"})
		}
	}
	return some
}

// topSpeed bounds the speed of the points of a body [m/s].
func (w *World) topSpeed(i int32, v, turn geom.Vec) float64 {
	return v.Len() + float64(turn.Len()*w.bodies[i].radius)
}

// squeezeStruck finds the bodies that driven bodies squeeze in an impact problem without a solution: all that they
// strike. No body of the problem gets an impulse, and all leave their contacts to the contact solver for the rest of
// the step. It reports whether there are any.
func (w *World) squeezeStruck(t float64) bool {
	some := false
	for n := range w.impactRows {
		p := &w.pairs[w.impactRows[n].pair]
		if p.b < 0 || w.bodies[p.a].driven == w.bodies[p.b].driven {
			continue
		}
		i := p.a
		if w.bodies[i].driven {
			i = p.b
		}
		w.flights[i].squeezed, some = true, true
	}
	if some {
		for n := range w.impactRows {
			p := &w.pairs[w.impactRows[n].pair]
			w.limitEvent(p, t, "squeezed")
			w.leaveToSolver(p.a)
			w.leaveToSolver(p.b)
			w.unite(p)
		}
	}
	return some
}

// passesSqueezed reports whether a pair is that of a squeezed body and a driven one, which pass through each other.
func (w *World) passesSqueezed(p *pair) bool {
	return p.b >= 0 && (w.bodies[p.a].driven && w.flights[p.b].squeezed || w.bodies[p.b].driven && w.flights[p.a].squeezed)
}
