package sim

import (
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// evaluateForces evaluates the forces on each body that are held over the step: gravity, and the springs of wheels at
// the predicted middle of the step, which press the bodies that wheels stand on too.
func (w *World) evaluateForces() {
	h := w.set.Step
	w.sidewalls, w.tyreSides = w.sidewalls[:0], w.tyreSides[:0]
	clear(w.sidewallSpans)
	for i := range w.bodies {
		b, f := &w.bodies[i], &w.flights[i]
		*f = flight{s: w.state.bodies[i], t1: h, field: w.gravity, stamp: f.stamp + 1, island: -1, still: w.state.asleep[i], foreseen: b.foreseen}
		if b.driven {
			f.field = geom.Vec{}
			if !f.still {
				w.accelerateDriven(int32(i))
			}
		}
	}
	w.treads, w.woken = w.treads[:0], w.woken[:0]
	w.listLoaded()
	clear(w.onLegs)
	for i := range w.bodies {
		if w.bodies[i].vehicle >= 0 && !w.flights[i].still {
			w.wheelForces(int32(i), h)
		}
	}
	w.findAsleepSidewalls(h)
	w.applyTreads(0)
	w.applyForces()
	for i := range w.bodies {
		f := &w.flights[i]
		f.acc, f.tau = f.field, f.torque
		if f.still {
			f.acc, f.tau = geom.Vec{}, geom.Vec{}
		}
	}
}

// wheelForces adds the spring and damper forces of a vehicle. The pose is that in the middle of the step; the velocity
// there follows from the forces, and those of the tyres in the last step, by one fixed-point pass. On a spring k and a
// damper c a mass m with a constant force f, of which the pass knows g, is moved from z, v by
//
//	s = -k (z + h v/2),  u = v + h/2 (s - c v + g)/m,  v' = v + h (s - c u + f)/m
//
// which leaves it where it is if v = 0 and k z (1 - c h/(2 m)) = f - g c h/(2 m): with g = f at f/k, whatever the step
// and the damper are, with g = 0 too far by the share of its velocity that the damper takes in half a step.
func (w *World) wheelForces(i int32, h float64) {
	b, f := &w.bodies[i], &w.flights[i]
	v := w.vehicles[b.vehicle]
	s := &f.s
	turn := b.mass.AngularVelocity(s.Q, s.L)
	mid := poseAfter(s, turn, float64(0.5*h))
	w.findFootings(i, mid.P, h)
	t := w.time() + float64(0.5*h)
	leg := &w.state.legs[b.vehicle]
	hit, slope := w.state.crashed[b.vehicle], 0.0
	if v.Keeps(t, hit) {
		slope = w.slope(v, mid, &wheelMotion{p: mid.P, v: s.V, w: turn, h: h})
	}
	*leg = v.Decide(t, mid, s.V, slope, hit, w.driverPedals(i, t), *leg)
	inv := b.mass.WorldInvInertia(mid.Q)
	w.grounds = w.grounds[:0]
	for k := range v.Wheels {
		g := &w.grips[int(b.wheels)+k]
		*g = grip{input: v.Input(k, t, w.state.crashed[b.vehicle]).After(w.state.wheels[int(b.wheels)+k].damage)}
		w.grounds = append(w.grounds, w.findGround(g, k, mid, &wheelMotion{p: mid.P, v: s.V, w: turn, h: h}, i))
	}
	w.findSidewalls(i)
	var force, torque geom.Vec
	if w.onLegs[b.vehicle] = w.standsOnLegs(i, mid, turn, &inv, h); w.onLegs[b.vehicle] {
		w.pressLegs(i, mid, turn, &inv, h)
	} else if pieces := w.unevenPieces(i, turn, h); pieces > 1 {
		force, torque = w.pressUneven(i, mid, turn, &inv, h, pieces)
	} else {
		force, torque, _, _ = w.pressWheels(i, mid, w.grounds, s.V, turn, inv.Apply(s.L), &inv, h)
		if w.loaded[b.vehicle] {
			force, torque = w.pressByLoads(i, mid, force, torque)
		}
	}
	f.field = w.gravity.AddScaled(force, b.mass.Inv)
	f.torque = torque
	if v.Slips() {
		w.settleTyres(i, turn, &inv, h)
	}
	w.ledger.wrenches = append(w.ledger.wrenches, wrench{i, record.BySuspension, record.BySuspension, force, torque})
	w.treadOn(i, mid, w.engine(i))
}

// findGround returns the ground under wheel k of body i in a pose, and sets what it stands on, and its lift, in its grip.
func (w *World) findGround(g *grip, k int, body geom.Transform, m *wheelMotion, i int32) vehicle.Ground {
	b := &w.bodies[i]
	p := w.vehicles[b.vehicle].Probe(k, body, g.input.Steer)
	ground := w.probe(i, &p)
	m.was, g.on, g.under, g.lift = &w.state.wheels[int(b.wheels)+k], -1, geom.Vec{}, -p.Droop
	sinkInto(&ground, &p, p.Droop, m)
	ground.Hit = ground.Hit && ground.Lift > -p.Droop
	w.standOn(g, &ground, &p, m)
	if ground.Hit {
		g.lift = ground.Lift
	}
	return ground
}

// pressWheels sets the grips of a vehicle's wheels on their grounds, in the middle of a time h that begins with the
// velocities vel and turn, and returns the force on the vehicle, the torque about its centre of mass, and its velocities
// in the middle. free is the angular velocity there without torques: in a steady bend turn is that of the middle, and free
// is not, by what the tyres' torque turns the angular momentum.
func (w *World) pressWheels(i int32, mid geom.Transform, grounds []vehicle.Ground, vel, turn, free geom.Vec, inv *geom.Mat3, h float64) (force, torque, v, spin geom.Vec) {
	b := &w.bodies[i]
	of := w.vehicles[b.vehicle]
	of.Stand(grounds)
	v, spin = vel, turn
	for pass := 0; pass < 2; pass++ {
		force, torque = geom.Vec{}, geom.Vec{}
		held, turned := geom.Vec{}, geom.Vec{}
		for k := range of.Wheels {
			ground, g := &grounds[k], &w.grips[int(b.wheels)+k]
			in := g.input
			r := ground.P.Sub(mid.P)
			got, ok := of.Grip(k, mid, ground, v.Add(spin.Cross(r)), in)
			if !ok {
				*g = grip{input: in, on: g.on, under: g.under, lift: g.lift}
				continue
			}
			atStart := g.atStart
			if pass == 0 {
				atStart = got.Damped
			}
			*g = grip{Grip: got, atStart: atStart, input: in, local: mid.ApplyInv(got.P), lever: r, on: g.on, under: g.under, lift: g.lift}
			n := got.N.Scale(got.Load)
			force, torque = force.Add(n), torque.Add(r.Cross(n))
			last := &w.state.tyres[int(b.wheels)+k]
			t := got.F.Scale(last[0] + w.state.wheels[int(b.wheels)+k].drive).Add(got.G.Scale(last[1]))
			held, turned = held.Add(t), turned.Add(r.Cross(t))
		}
		v = vel.AddScaled(w.gravity.AddScaled(force.Add(held), b.mass.Inv), float64(0.5*h))
		spin = free.AddScaled(inv.Apply(torque.Add(turned)), float64(0.5*h))
	}
	return force, torque, v, spin
}

// slope returns the acceleration by gravity of a vehicle along the road under its wheels, forwards; in the air none
// [m/s²].
func (w *World) slope(v *vehicle.Vehicle, body geom.Transform, m *wheelMotion) float64 {
	n := geom.Vec{}
	for k := range v.Wheels {
		p := v.Probe(k, body, 0)
		g := w.probe(v.Body, &p)
		m.was = &w.state.wheels[int(w.bodies[v.Body].wheels)+k]
		w.standOn(&grip{}, &g, &p, m)
		if g.Hit {
			n = n.Add(g.N)
		}
	}
	if n == (geom.Vec{}) {
		return 0
	}
	n = n.Normalize()
	ahead := body.Q.Rotate(geom.Vec{X: 1})
	return w.gravity.Dot(ahead.AddScaled(n, -ahead.Dot(n)).Normalize())
}

// engine adds the force of a vehicle's engine through its wheels: through the slip of wheels with inertia, whose spin
// gets the engine's energy. It returns the cause that the work of the force counts for.
func (w *World) engine(i int32) (works record.Cause) {
	b, f := &w.bodies[i], &w.flights[i]
	wheels := w.vehicles[b.vehicle].Wheels
	force, torque := geom.Vec{}, geom.Vec{}
	works = record.ByEngines
	for k := range wheels {
		if g := &w.grips[int(b.wheels)+k]; g.Drive != 0 {
			d := g.F.Scale(g.Drive)
			force, torque = force.Add(d), torque.Add(g.lever.Cross(d))
			if wheels[k].Tread > 0 {
				works = record.ByTyres
			}
		}
	}
	if (force != geom.Vec{}) {
		f.field = f.field.AddScaled(force, b.mass.Inv)
		f.torque = f.torque.Add(torque)
		w.ledger.wrenches = append(w.ledger.wrenches, wrench{i, record.ByTyres, works, force, torque})
	}
	return works
}

// settleTyres sets the limits of a vehicle's tyres by their slip.
func (w *World) settleTyres(i int32, turn geom.Vec, inv *geom.Mat3, h float64) {
	b, f := &w.bodies[i], &w.flights[i]
	v := w.vehicles[b.vehicle]
	v.StartTyres()
	for k := range v.Wheels {
		at := int(b.wheels) + k
		if g := &w.grips[at]; g.Limit > 0 {
			g.asked, g.from = g.Grip, float64(w.state.wheels[at].spin*v.Wheels[k].Radius)
			v.AddTyre(&g.Grip, g.lever, w.state.tyres[at][1], g.from, w.addFooting(v, g.on), g.under)
		}
	}
	v.Settle(&vehicle.Motion{V: f.s.V, W: turn, A: f.field, B: inv.Apply(f.torque), InvMass: b.mass.Inv, Inv: *inv, Step: h})
}

// onWheels reports whether a body stands on at least one wheel in this step.
func (w *World) onWheels(i int32) bool {
	b := &w.bodies[i]
	if b.vehicle < 0 {
		return false
	}
	if w.onLegs[b.vehicle] {
		return true
	}
	for k := range w.vehicles[b.vehicle].Wheels {
		if w.grips[int(b.wheels)+k].Limit > 0 {
			return true
		}
	}
	return false
}
