package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// impactStop is a stop among the points of an impact problem.
type impactStop struct {
	joint int32 // of impactJoints
	point int32 // of impactPoints
}

// addImpactStops adds to an impact problem that has its joints the stops that are closed, as points behind all others: a blow on a
// shin passes through a stretched knee to the thigh. The others are as if they were not there.
func (w *World) addImpactStops() {
	w.impactStops = w.impactStops[:0]
	for n, k := range w.impactJointIDs {
		j := &w.joints[k]
		q := w.attitudes(j)
		for s := range j.stops {
			l := &j.stops[s]
			u, v := l.axes(q)
			angle, axis := angleOf(u, v, geom.Vec{})
			if angle < l.angle-closedStop || axis == (geom.Vec{}) {
				continue
			}
			at := &w.impactJoints[n]
			w.impactStops = append(w.impactStops, impactStop{int32(n), int32(len(w.impactPoints))})
			w.impactPoints = append(w.impactPoints, response.ImpactPoint{A: at.A, B: at.B, P: at.P.AddScaled(v, l.arm), N: stopNormal(axis, v)})
		}
	}
}

// impactPairPoints returns the number of points of an impact problem that are not stops.
func (w *World) impactPairPoints() int { return len(w.impactPoints) - len(w.impactStops) }

// passedOn returns what a joint of an impact problem, with the impulse p, and its stops have passed on to its first body.
func (w *World) passedOn(n int32, p geom.Vec) geom.Vec {
	for i := range w.impactStops {
		if s := &w.impactStops[i]; s.joint == n {
			p = p.Add(w.impactPoints[s.point].Impulse)
		}
	}
	return p
}

// detachStops takes the stops of joint n, which has broken, from an impact problem: points of the world alone get nothing.
func (w *World) detachStops(n int32) {
	for i := range w.impactStops {
		if s := &w.impactStops[i]; s.joint == n {
			p := &w.impactPoints[s.point]
			p.A, p.B = -1, -1
		}
	}
}

// attachStops gives the stops of an impact problem their bodies again.
func (w *World) attachStops() {
	for i := range w.impactStops {
		s := &w.impactStops[i]
		p, j := &w.impactPoints[s.point], &w.impactJoints[s.joint]
		p.A, p.B = j.A, j.B
	}
}

// bookImpactStops enters the impulses of stops in an impact in the ledger, under joints.
func (w *World) bookImpactStops() {
	for i := range w.impactStops {
		p := &w.impactPoints[w.impactStops[i].point]
		var u [2]geom.Vec
		var out [2]bool
		for e, slot := range [2]int32{p.A, p.B} {
			if out[e] = slot < 0; out[e] {
				continue
			}
			before, b := &w.impactTwists[slot], &w.impactBodies[slot]
			after := record.Twist{V: b.V, W: b.W}
			u[e] = w.meanVelocity(w.impactMembers[slot], before, &after, p.P)
			out[e] = w.bodies[w.impactMembers[slot]].driven
		}
		w.bookImpulse(record.ByJoints, p.Impulse.Neg(), p.P, u[0], u[1], out[0], out[1])
	}
}
