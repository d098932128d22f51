package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// driverPedals returns the braking of a vehicle's driver who has seen danger at time t [s], as a share of friction;
// zero before. A driver sees danger in the first step at whose start a collision with a body or mover ahead, at the
// current velocities, is nearer in time than his reaction setting. Statics are no danger: he drives along them. Events tell
// when he sees it, at the start of that step, and from the start of which step he brakes, unless he no longer drives.
func (w *World) driverPedals(i int32, t float64) float64 {
	b := &w.bodies[i]
	r := w.vehicles[b.vehicle].Reaction()
	if r == nil {
		return 0
	}
	seen := &w.state.seen[b.vehicle]
	told := w.vehicles[b.vehicle].Drives(w.state.crashed[b.vehicle])
	if !(*seen >= 0) {
		time, other := w.nextCollision(i, r.Within)
		if !(time < r.Within) {
			return 0
		}
		*seen = w.time()
		if told {
			w.addEvent(record.Event{Kind: record.Driver, A: i, B: other, Time: *seen, Detail: record.DriverSees})
		}
	}
	brakes := *seen + r.Delay
	if !(t >= brakes) {
		return 0
	}
	before := w.timeAfter(w.state.step-1) + float64(0.5*w.set.Step) // t of the step before, to the bit
	if told && before < brakes && r.Brake > 0 {
		w.addEvent(record.Event{Kind: record.Driver, A: i, B: -1, Time: w.time(), Detail: record.DriverBrakes})
	}
	return r.Brake
}

// nextCollision returns the time until a body would meet another, or a mover, whose end is ahead of its nose, if neither
// turned nor changed its velocity [s], and that object; +Inf if never, for bodies that it passes through, and for those too far
// away to be reached in the time within. Bodies and movers are boxes on the road's plane, all along the body's own axes.
func (w *World) nextCollision(i int32, within float64) (least float64, object int32) {
	b, s := &w.bodies[i], &w.state.bodies[i]
	own := b.bounds(&rigid.State{Q: geom.IdentityQuat()})
	least, object = math.Inf(1), -1
	meet := func(t float64, o int) {
		if t < least {
			least, object = t, int32(o)
		}
	}
	for k := range w.bodies {
		if o := &w.bodies[k]; int32(k) == i || o.sensor || w.ignores(i, int32(k)) {
			continue
		}
		at := &w.state.bodies[k]
		// No point of a body is farther from its centre than its radius; the boxes around both extend at most twice
		// as far.
		reach := float64(within*at.V.Sub(s.V).Len()) + float64(2*(b.radius+w.bodies[k].radius))
		if at.X.Sub(s.X).LenSq() > float64(reach*reach) {
			continue
		}
		box := w.bodies[k].bounds(&rigid.State{X: s.Q.RotateInv(at.X.Sub(s.X)), Q: s.Q.Conj().Mul(at.Q)})
		meet(meetsAhead(&own, &box, s.Q.RotateInv(at.V.Sub(s.V))), k)
	}
	for k := range w.movers {
		at := &w.state.movers[k]
		box := w.movers[k].shape.Bounds(geom.Transform{P: s.Q.RotateInv(at.x.Sub(s.X)), Q: s.Q.Conj()})
		meet(meetsAhead(&own, &box, s.Q.RotateInv(at.v.Sub(s.V))), len(w.bodies)+k)
	}
	return least, object
}

// meetsAhead returns the time until a box that moves at v overlaps one that stands, on the plane, and whose nose is on
// the side of x; +Inf if never, or if the moving one is not ahead of the nose.
func meetsAhead(own, box *geom.AABB, v geom.Vec) float64 {
	if !(box.Max.X > own.Max.X) {
		return math.Inf(1)
	}
	x0, x1 := meets(own.Min.X, own.Max.X, box.Min.X, box.Max.X, v.X)
	y0, y1 := meets(own.Min.Y, own.Max.Y, box.Min.Y, box.Max.Y, v.Y)
	if from := math.Max(math.Max(x0, y0), 0); from <= math.Min(x1, y1) {
		return from
	}
	return math.Inf(1)
}

// meets returns the times from and to which the interval lo to hi, moving at v, overlaps the interval a to b.
func meets(a, b, lo, hi, v float64) (from, to float64) {
	if v == 0 {
		if lo <= b && hi >= a {
			return math.Inf(-1), math.Inf(1)
		}
		return math.Inf(1), math.Inf(-1)
	}
	from, to = (b-lo)/v, (a-hi)/v
	if from > to {
		from, to = to, from
	}
	return from, to
}
