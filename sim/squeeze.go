package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// A driven body moves whatever it meets. A body between it and a wall, or between two driven bodies, has no room. Its
// contacts on both sides then ask for velocities that only a turn without bounds can give it, the faster the nearer to
// each other their lines of action are. Such a body is squeezed: nothing driven touches it for the rest of the step,
// and it overlaps the bodies that press it. If joints hold it on a driven body, they press it, and do not give way:
// then it is what it is pressed against that does not touch it.

// escapeFactor bounds the speed that contacts may give a body in a step, relative to that of the fastest body of its
// island at the start of the step, or after its impacts, driven ones included. A pip that is pressed out of a wedge of 6° is
// 10 times as fast as the press. Pressed bodies that may become 30 times as fast spin so fast along the wall that friction
// there gives them more yet.
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
		most = math.Max(most, math.Max(w.topSpeed(i, v, turn), f.struckSpeed)+float64(w.topSpeed(i, f.field, forces)*w.set.Step))
	}
	some, forced, gains := false, isl.forced(most), w.gainsByDrive(isl)
	for slot, i := range isl.members {
		f, b := &w.flights[i], &isl.solver.Bodies[slot]
		if f.squeezed {
			continue
		}
		top := w.topSpeed(i, b.V, b.W)
		if forced {
			top = math.Max(top, w.wedged(isl, slot))
		}
		escapes := !(top <= float64(escapeFactor*most))
		if !escapes && (gains || forced) {
			// With joints, levers that are less than those of the whole substep, or a point that is not reached, end the balance.
			hung, pressed := w.bodies[i].hung, isl.pressedByDriven(int32(slot))
			jammed := hung || pressed && len(w.jointsOf[i]) > 0 || isl.crushed(int32(slot), most)
			escapes = gains && (hung || pressed) || forced && jammed
		}
		if escapes {
			f.squeezed, some = true, true
			w.addEvent(record.Event{Kind: record.Limit, A: i, B: -1, Time: w.time() + isl.t, Detail: "squeezed"})
		}
	}
	return some
}

// pressedByDriven reports whether a driven body presses a member.
func (isl *island) pressedByDriven(slot int32) bool {
	driven := func(b int32) bool { return int(b) >= len(isl.members) }
	for n := range isl.solver.Points {
		p := &isl.solver.Points[n]
		if (p.A == slot && driven(p.B) || p.B == slot && driven(p.A)) && !(p.Jn <= 0) {
			return true
		}
	}
	return false
}

// wedged bounds what the end of a substep before its time would add to the speed of the points of a member [m/s]. Impulses
// without bound, between what is driven and what does not give way, may be in balance with the levers of the whole substep;
// with those of a part of it they are not.
func (w *World) wedged(isl *island, slot int) float64 {
	i := isl.members[slot]
	turn := isl.solver.Bodies[slot].InvInertia.Apply(isl.solver.Wedged(int32(slot)))
	return float64(0.25 * float64(turn.Len()*w.bodies[i].radius))
}

// forced reports whether an impulse of an island at the speed most does more work than all of its bodies have energy for at
// escapeFactor times that speed: contacts and joints press against each other along nearly the same line.
func (isl *island) forced(most float64) bool {
	bound := float64(float64(escapeFactor*escapeFactor*isl.mass()) * most)
	for n := range isl.solver.Points {
		if !(isl.solver.Points[n].Jn <= bound) {
			return true
		}
	}
	for n := range isl.solver.Joints {
		if !(isl.solver.Joints[n].J.Len() <= bound) {
			return true
		}
	}
	return false
}

// crushFactor bounds the impulse with which a driven body presses another, in units of that which gives all bodies of the
// island the speed of the driven one. Beyond it the last digits of impulses that are in balance are more than what is
// left to move the body.
const crushFactor = 1e5

// crushed reports whether a driven body presses a member with an impulse beyond all bounds, at the speed most. The body
// may be slow, in balance with what it is pressed against.
func (isl *island) crushed(slot int32, most float64) bool {
	bound := float64(float64(crushFactor*isl.mass()) * most)
	driven := func(b int32) bool { return int(b) >= len(isl.members) }
	for n := range isl.solver.Points {
		p := &isl.solver.Points[n]
		if (p.A == slot && driven(p.B) || p.B == slot && driven(p.A)) && !(p.Jn <= bound) {
			return true
		}
	}
	return false
}

// wedgedIn finds that the contacts of an island without driven bodies press against each other without bound: bodies are wedged
// in by friction, or between shapes that overlap, and are to be pushed out in directions in which they cannot go. No impulses
// do that. Then the points yield for this substep. It reports whether they are to, and did not before, and raises a limit
// event, once per step.
func (w *World) wedgedIn(isl *island) bool {
	if isl.yields || isl.solver.Unchanged || len(isl.bodies) > len(isl.members) {
		return false
	}
	most := float64(2 * w.set.MaxPush)
	if !isl.forced(most) {
		return false // nor at any higher speed
	}
	for _, i := range isl.members {
		f, m := &w.flights[i], &w.bodies[i].mass
		most = math.Max(most, w.topSpeed(i, f.s.V, m.AngularVelocity(f.s.Q, f.s.L)))
	}
	if isl.yields = isl.forced(most); isl.yields && !w.wedgedReported {
		w.wedgedReported = true
		w.addEvent(record.Event{Kind: record.Limit, A: isl.bodies[isl.mostPressed()], B: -1, Time: w.time() + isl.t, Detail: "wedged"})
	}
	return isl.yields
}

// mostPressed returns the slot of a body of an island that has the largest impulse at a point.
func (isl *island) mostPressed() int32 {
	slot, most := int32(0), 0.0
	for n := range isl.solver.Points {
		if p := &isl.solver.Points[n]; !(p.Jn <= most) {
			slot, most = max(p.A, p.B), p.Jn
		}
	}
	return slot
}

// mass returns the mass of an island's members [kg].
func (isl *island) mass() float64 {
	mass := 0.0
	for slot := range isl.members {
		mass += 1 / isl.solver.Bodies[slot].InvMass
	}
	return mass
}

// topSpeed bounds the speed of the points of a body [m/s].
func (w *World) topSpeed(i int32, v, turn geom.Vec) float64 {
	return v.Len() + float64(turn.Len()*w.bodies[i].radius)
}

// topImpactSpeed bounds the speed of the points of the bodies in the current impact problem [m/s].
func (w *World) topImpactSpeed() float64 {
	top := 0.0
	for n := range w.impactBodies {
		top = math.Max(top, w.topSpeed(w.impactMembers[n], w.impactBodies[n].V, w.impactBodies[n].W))
	}
	return top
}

// escapes reports whether the current impact problem has a driven body, and impulses as in forced, or a body held on a
// driven one, and no solution was found, or one that gives it more than escapeFactor times the largest speed before, most.
func (w *World) escapes(result *response.ImpactResult, most float64) bool {
	mass, held, driven := 0.0, false, false
	for n := range w.impactBodies {
		i, b := w.impactMembers[n], &w.impactBodies[n]
		if w.bodies[i].hung {
			if held = true; !(w.topSpeed(i, b.V, b.W) <= float64(escapeFactor*most)) {
				return true
			}
		}
		if b.InvMass > 0 {
			mass += 1 / b.InvMass
		}
		driven = driven || w.bodies[i].driven
	}
	if !held && !driven {
		return false
	}
	if held && result.Status == response.OutOfIterations && !(result.Residual <= toldError) {
		return true
	}
	if w.gainsInImpact() {
		return true
	}
	for n := range w.impactPoints {
		if !(w.impactPoints[n].Impulse.Len() <= float64(float64(escapeFactor*escapeFactor*mass)*most)) {
			return true
		}
	}
	return false
}

// squeezeStruck finds the bodies that driven bodies squeeze in an impact problem without a solution: all that they, or
// what joints hold on them, strike. No body of the problem gets an impulse, and all leave their contacts to the contact
// solver for the rest of the step. It reports whether there are any.
func (w *World) squeezeStruck(t float64) bool {
	some := false
	for n := range w.impactRows {
		p := &w.pairs[w.impactRows[n].pair]
		for _, side := range [2][2]int32{{p.a, p.b}, {p.b, p.a}} {
			i, other := side[0], side[1]
			if i >= 0 && !w.bodies[i].driven && (w.bodies[i].hung || other >= 0 && w.bodies[other].driven) {
				w.flights[i].squeezed, some = true, true
			}
		}
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

// passesSqueezed reports whether the bodies of a pair pass through each other, because one of them is squeezed and the
// other one driven, or the squeezed one held on what is driven.
func (w *World) passesSqueezed(p *pair) bool {
	if w.holdsSqueezed(p.a) || p.b >= 0 && w.holdsSqueezed(p.b) {
		return true
	}
	return p.b >= 0 && (w.bodies[p.a].driven && w.flights[p.b].squeezed || w.bodies[p.b].driven && w.flights[p.a].squeezed)
}

// holdsSqueezed reports whether a body is squeezed, and joints hold it on a driven one.
func (w *World) holdsSqueezed(i int32) bool { return w.bodies[i].hung && w.flights[i].squeezed }
