package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// levelStart begins the run with velocities that agree with the joints. Where the ends of one part faster than
// jointPull at the start, all joints give their bodies the impulses that make the ends equally fast, at once: spread
// over a substep, an impulse of that size would turn a body with a long lever so far that no integration finds it.
func (w *World) levelStart() {
	if w.state.step != 0 || len(w.joints) == 0 || !w.partsAtStart() {
		return
	}
	w.impactB, w.impactP, w.impactJ, w.impactL = w.impactB[:0], w.impactP[:0], w.impactJ[:0], w.impactL[:0]
	for k := range w.joints {
		for _, i := range w.joints[k].body {
			if i >= 0 {
				w.impactSlot(i)
			}
		}
		w.impactL = append(w.impactL, int32(k))
	}
	w.fillImpactJoints()
	for n := range w.impactB {
		w.slotOf[w.impactI[n]] = -1
	}
	w.impacts.Join(w.impactJ)
	w.impacts.Solve(w.impactB, w.impactP, response.ImpactOptions{})
	w.pushJoints()
	w.bookImpactJoints()
	w.jointEvents(0)
}

// partsAtStart reports whether the ends of some joint part, or meet, faster than jointPull.
func (w *World) partsAtStart() bool {
	fastest := 0.0
	for k := range w.joints {
		j := &w.joints[k]
		x, p := w.jointPlace(j)
		var u geom.Vec
		for e, i := range j.body {
			if i >= 0 {
				t := w.bodies[i].twist(&w.flights[i].s)
				u = u.Add(sign(e, t.V.Add(t.W.Cross(p.Sub(x[e])))))
			}
		}
		fastest = math.Max(fastest, u.Len())
	}
	return fastest > jointPull
}
