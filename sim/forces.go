package sim

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// forces evaluates what acts on each body and is held over the step: gravity, and the springs of wheels at the predicted
// middle of the step.
func (w *World) forces() {
	h := w.set.Step
	for i := range w.bodies {
		b, f := &w.bodies[i], &w.flights[i]
		*f = flight{s: w.state.bodies[i], t1: h, field: w.gravity, stamp: f.stamp + 1, island: -1, still: w.state.asleep[i]}
		if b.vehicle >= 0 && !f.still {
			w.wheelForces(int32(i), h)
		}
		f.acc, f.tau = f.field, f.torque
		if f.still {
			f.acc, f.tau = geom.Vec{}, geom.Vec{}
		}
	}
}

// wheelForces adds the springs' and dampers' forces of a vehicle. The pose is that in the middle of the step; the
// velocity there follows from the forces by one fixed-point pass.
func (w *World) wheelForces(i int32, h float64) {
	b, f := &w.bodies[i], &w.flights[i]
	v := w.vehicles[b.vehicle]
	s := &f.s
	turn := b.mass.AngularVelocity(s.Q, s.L)
	mid := geom.Transform{
		P: s.X.AddScaled(s.V, float64(0.5*h)),
		Q: geom.QuatExp(turn.Scale(float64(0.5 * h))).Mul(s.Q).Normalize(),
	}
	t := w.time() + float64(0.5*h)
	for k := range v.Wheels {
		g := &w.grips[int(b.wheels)+k]
		g.Limit = 0
	}
	inv := b.mass.WorldInvInertia(mid.Q)
	force, torque := geom.Vec{}, geom.Vec{}
	vel, spin := s.V, turn
	for pass := 0; pass < 2; pass++ {
		force, torque = geom.Vec{}, geom.Vec{}
		for k := range v.Wheels {
			ground := w.probe(v.Probe(k, mid))
			r := ground.P.Sub(mid.P)
			got, ok := v.Grip(k, mid, &ground, vel.Add(spin.Cross(r)), v.Input(k, t, w.state.crashed[b.vehicle]))
			g := &w.grips[int(b.wheels)+k]
			if !ok {
				*g = grip{}
				continue
			}
			*g = grip{Grip: got, local: mid.ApplyInv(got.P), lever: r}
			n := got.N.Scale(got.Load)
			force, torque = force.Add(n), torque.Add(r.Cross(n))
		}
		vel = s.V.AddScaled(w.gravity.AddScaled(force, b.mass.Inv), float64(0.5*h))
		spin = turn.AddScaled(inv.Apply(torque), float64(0.5*h))
	}
	f.field = w.gravity.AddScaled(force, b.mass.Inv)
	f.torque = torque
}

// probe casts a wheel's ray against the static meshes.
func (w *World) probe(p vehicle.Probe) vehicle.Ground {
	g := vehicle.Ground{Distance: p.Length}
	for i := range w.statics {
		st := &w.statics[i]
		if st.tree == nil {
			continue
		}
		hit, ok := st.tree.Raycast(p.Origin, p.Dir, g.Distance)
		if !ok || g.Hit && hit.T >= g.Distance {
			continue
		}
		n := hit.N
		if n.Dot(p.Dir) > 0 {
			n = n.Neg()
		}
		g = vehicle.Ground{Hit: true, Distance: hit.T, P: hit.P, N: n}
	}
	return g
}

// tyreForces reports whether a body stands on at least one wheel in this step.
func (w *World) onWheels(i int32) bool {
	b := &w.bodies[i]
	if b.vehicle < 0 {
		return false
	}
	for k := range w.vehicles[b.vehicle].Wheels {
		if w.grips[int(b.wheels)+k].Limit > 0 {
			return true
		}
	}
	return false
}
