package sim

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Wheels appends the output of each wheel in the last step to dst, vehicle by vehicle, and returns the list. Before the
// first step no wheel has touched the road; a restored world must take a step first. The wheels of a sleeping vehicle
// are where they were.
func (w *World) Wheels(dst []record.Wheel) []record.Wheel {
	for i := range w.bodies {
		b := &w.bodies[i]
		if b.vehicle < 0 {
			continue
		}
		s := &w.state.bodies[i]
		pose := geom.Transform{P: s.X, Q: s.Q}
		turn := b.mass.AngularVelocity(s.Q, s.L)
		v := w.vehicles[b.vehicle]
		for k := range v.Wheels {
			g := &w.grips[int(b.wheels)+k]
			r := record.Wheel{Body: int32(i), Name: v.Wheels[k].Name, On: -1}
			if g.Load > 0 && w.state.step > 0 {
				r.Ground, r.Load, r.P = true, g.Load, pose.Apply(g.local)
				r.On = g.on
				on := geom.Vec{}
				if g.on >= 0 {
					on = w.velocityOf(g.on, r.P.Sub(w.state.bodies[g.on].X))
				}
				r.Along, r.Across = g.Slip(s.V.Add(turn.Cross(r.P.Sub(s.X))).Sub(on))
				r.Slides = w.state.wheels[int(b.wheels)+k].slide > 0
			}
			dst = append(dst, r)
		}
	}
	return dst
}
