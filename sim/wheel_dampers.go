package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// What the dampers of wheels give is foreseen for a step as if nothing but gravity, springs and tyres moved the vehicle. What bears a
// cargo, draws a trailer or is pushed by a force of the scenario would be foreseen to rise, or to sink, by what that does in the step,
// and its dampers to hold against it. So each of its wheels has a row in the contact solver, which makes of the damper's force what it is
// at the velocity that the vehicle has with all that acts on it, see response.DamperRow: where the vehicle stands still, none. What tyres
// hold follows from loads that are foreseen with the acceleration of the step before, by which the vehicle moved otherwise than foreseen;
// impacts, which change its velocity at once, are not in that. Other vehicles have no rows, and move as without them to the last bit.

// listLoaded finds the vehicles on which something else than gravity and wheels acts: what they touched in the last step, joints,
// springs, forces of the scenario, and wheels that stand on them.
func (w *World) listLoaded() {
	if len(w.vehicles) == 0 {
		return
	}
	clear(w.loaded)
	load := func(i int32) {
		if i >= 0 && w.bodies[i].vehicle >= 0 {
			w.loaded[w.bodies[i].vehicle] = true
		}
	}
	for n := range w.state.contacts {
		if c := &w.state.contacts[n]; c.fn > 0 {
			load(c.key.a)
			load(c.key.b)
		}
	}
	for n := range w.state.wheels {
		load(w.state.wheels[n].on)
	}
	for n := range w.scripts {
		load(w.scripts[n].body)
	}
	for k := range w.springs {
		if !w.isTorn(k) {
			load(w.springs[k].body[0])
			load(w.springs[k].body[1])
		}
	}
	for n, v := range w.vehicles {
		w.loaded[n] = w.loaded[n] || len(w.jointsOf[v.Body]) > 0
	}
}

// pressByLoads adds to the loads of the wheels of a vehicle, and to the force and torque that they give it, what the last step lets its
// dampers give besides.
func (w *World) pressByLoads(i int32, mid geom.Transform, force, torque geom.Vec) (f, tau geom.Vec) {
	b := &w.bodies[i]
	v := w.vehicles[b.vehicle]
	for k := range v.Wheels {
		if g := &w.grips[int(b.wheels)+k]; g.Load > 0 {
			n := g.N.Scale(w.pressByLoad(v, g, k, mid, &w.grounds[k]))
			force, torque = force.Add(n), torque.Add(g.lever.Cross(n))
		}
	}
	return force, torque
}

// pressByLoad adds to the load of wheel k of a vehicle what the last step lets its damper give besides, unless that lifts the wheel off or
// the ground is uneven with bodies that it stands on, whose shares of the load are known, and returns it [N].
func (w *World) pressByLoad(v *vehicle.Vehicle, g *grip, k int, mid geom.Transform, ground *vehicle.Ground) float64 {
	more := w.state.wheels[int(w.bodies[v.Body].wheels)+k].more
	g.learned = 0 - (g.Damped - g.atStart)
	if more == 0 || g.parts || !(g.Load+more > 0) {
		return 0
	}
	damped, damping := g.Damped, g.Damping
	g.Grip = v.Pressed(k, mid, ground, g.Load+more, g.input)
	g.Damped, g.Damping = damped+more, damping
	return more
}

// addIslandWheels adds the dampers of the wheels of an island's members to its solver, after those of springs, if they are vehicles with
// a load, and their legs, if these act.
func (w *World) addIslandWheels(isl *island, h float64) {
	for _, i := range isl.members {
		b := &w.bodies[i]
		if b.vehicle >= 0 && w.onLegs[b.vehicle] {
			w.addLegs(isl, i, h)
			continue
		}
		if b.vehicle < 0 || !w.loaded[b.vehicle] {
			continue
		}
		for k := range w.vehicles[b.vehicle].Wheels {
			w.addWheelDamper(isl, i, b.wheels+int32(k), h)
		}
	}
}

// addWheelDamper adds the damper of a wheel of body i, if it has one that stands on something.
func (w *World) addWheelDamper(isl *island, i, at int32, h float64) {
	g := &w.grips[at]
	ground := w.slotIn(g.on)
	if !(g.Load > 0 && g.Damping > 0) || g.on >= 0 && ground < 0 {
		return
	}
	held := float64(g.Damped * h)
	isl.solver.Dampers = append(isl.solver.Dampers, response.DamperRow{
		A: ground, B: w.slotOf[i], N: g.N, RA: g.under, RB: g.lever, Damping: float64(g.Damping * h),
		Held: held, Least: held - float64(g.Load*h), Most: math.Inf(1), Weak: true,
	})
	isl.wheels = append(isl.wheels, at)
}

// bookWheelDamper enters what the row of a wheel's damper gives, at the mean velocities computed by bookRows, adds it to the load of the
// wheel, and learns from the motion in the substep what the damper is to give in the next step.
func (w *World) bookWheelDamper(isl *island, d *response.DamperRow, at int32) {
	g := &w.grips[at]
	g.more += float64(d.J / w.set.Step)
	for e, slot := range [2]int32{d.A, d.B} {
		if slot < 0 {
			continue
		}
		m, q, r := &w.ledger.before[slot], forceOnEnd(e, d.N.Scale(d.J)), [2]geom.Vec{d.RA, d.RB}[e]
		u := m.V.Add(m.W.Cross(r))
		start := w.bodies[isl.bodies[slot]].twist(&isl.start[slot])
		faster := u.Sub(start.V.Add(start.W.Cross(r))) // in the mean
		g.learned -= float64(g.Damping * forceOnEnd(e, d.N).Dot(faster))
		if w.external(isl.bodies, slot) {
			w.bookOutside(record.BySuspension, q.Dot(u))
			continue
		}
		w.book(record.BySuspension, q.Dot(u), q, isl.centres[slot].Add(r).Cross(q))
	}
}

// pressed returns the mean load of a wheel in the step, along the normal of its ground [N].
func (g *grip) pressed() float64 {
	if g.onLeg {
		return g.more
	}
	return max(0, g.Load+g.more)
}
