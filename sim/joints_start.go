package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// matchJointVelocities begins the run with velocities that agree with the joints. Where the ends of one part faster
// than maxJointClosing at the start, all joints give their bodies the impulses that make the ends equally fast, at
// once: spread over a substep, an impulse of that size would turn a body with a long lever so far that no integration
// finds it.
func (w *World) matchJointVelocities() {
	if w.state.step != 0 || len(w.joints) == 0 || !w.jointsPartAtStart() {
		return
	}
	w.impactBodies, w.impactPoints, w.impactJoints, w.impactJointIDs = w.impactBodies[:0], w.impactPoints[:0], w.impactJoints[:0], w.impactJointIDs[:0]
	for k := range w.joints {
		for _, i := range w.joints[k].body {
			if i >= 0 {
				w.impactSlot(i)
			}
		}
		w.impactJointIDs = append(w.impactJointIDs, int32(k))
	}
	w.fillImpactJoints()
	w.addImpactStops()
	w.noteTwists()
	for n := range w.impactBodies {
		w.slotOf[w.impactMembers[n]] = -1
	}
	w.impacts.Join(w.impactJoints)
	w.impacts.Solve(w.impactBodies, w.impactPoints, response.ImpactOptions{})
	for n := range w.impactPoints {
		q := &w.impactPoints[n]
		w.applyImpulse(q.A, q.P, q.Impulse)
		w.applyImpulse(q.B, q.P, q.Impulse.Neg())
	}
	w.applyJointImpulses()
	w.bookImpactJoints()
	w.bookImpactStops()
	w.jointEvents(0, false, false)
}

// jointsPartAtStart reports whether the ends of some joint part, or meet, faster than maxJointClosing.
func (w *World) jointsPartAtStart() bool {
	fastest := 0.0
	for k := range w.joints {
		j := &w.joints[k]
		x, p := w.jointPlace(j)
		var u geom.Vec
		for e, i := range j.body {
			if i >= 0 {
				t := w.bodies[i].twist(&w.flights[i].s)
				u = u.Add(forceOnEnd(e, t.V.Add(t.W.Cross(p.Sub(x[e])))))
			}
		}
		fastest = max(fastest, u.Len())
	}
	return fastest > maxJointClosing
}
