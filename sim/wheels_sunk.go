package sim

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Nothing holds the wheels of a vehicle that lies on its side, or rolls over, out of the ground, and its springs do not press them
// there. Where it turns so far upright again that they would, a wheel may be deep in the ground: pressed that far at once, its spring
// would have energy from nothing. Such a wheel is sunk: it passes through as much ground as it had over it when it was first found there,
// and through less as it comes out. Once the vehicle is upright it is lifted out slowly. Bodies need none of this, see rollsOn.

const (
	// sunkTilt is the cosine between up and the upward direction of a vehicle below which its wheels, where they are pressed by nothing,
	// may be found sunk: well above that below which none is pressed, since ground slopes.
	sunkTilt = 0.6
	// sunkUpright is that above which a wheel that is sunk is lifted, with the speed sunkRises [m/s]: in a second or two, of a vehicle
	// whose weight then falls back by less than 1 mm.
	sunkUpright = 0.8
	sunkRises   = 0.1
	// sunkAll is deeper than any wheel is [m].
	sunkAll = 1e6
)

// sinkInto lowers the ground of a wheel among statics by what it is sunk.
func sinkInto(ground *vehicle.Ground, p *vehicle.Probe, droop float64, m *wheelMotion) {
	if !ground.Hit || m.was.on >= 0 || !(m.was.lift > 0) {
		return
	}
	by := m.sunk(ground, p, droop)
	ground.Lift -= by
	ground.P = ground.P.AddScaled(p.Up, 0-by)
}

// sunk returns how deep a wheel on the given ground is sunk: what it may have come since the middle of the step before is none of it.
func (m *wheelMotion) sunk(ground *vehicle.Ground, p *vehicle.Probe, droop float64) float64 {
	deep := max(0, ground.Lift+droop)
	if m.was.lift < sunkAll {
		return min(m.was.lift, deep)
	}
	u := m.v.Add(m.w.Cross(ground.P.Sub(m.p)))
	if came := -float64(float64(rollBack*(m.h+m.t))*u.Dot(ground.N)) / p.Up.Dot(ground.N); deep <= came {
		return 0
	}
	return deep
}

// wheelSunk returns how deep a wheel that stands on no body is sunk after a step, from the motion of its vehicle in the middle and its
// pose there.
func (w *World) wheelSunk(i int32, k int, mid geom.Transform, m wheelMotion) float64 {
	b := &w.bodies[i]
	at := int(b.wheels) + k
	was, size := w.state.wheels[at], w.gravity.Len()
	if was.on >= 0 {
		was.on, was.lift = -1, 0
	}
	upright := -mid.Q.Rotate(geom.Vec{Z: 1}).Dot(w.gravity)
	tilted := upright < float64(sunkTilt*size)
	if was.lift == 0 && (w.grounds[k].Hit || !tilted) {
		return 0
	}
	p := w.vehicles[b.vehicle].Probe(k, mid, w.grips[at].input.Steer)
	c := w.castDisc(i, &p)
	switch {
	case c.ground.Hit:
	case tilted || c.above:
		return sunkAll
	default:
		return 0
	}
	m.was = &was
	deep := m.sunk(&c.ground, &p, p.Droop)
	if upright >= float64(sunkUpright*size) {
		deep = max(0, deep-float64(sunkRises*m.h))
	}
	return deep
}
