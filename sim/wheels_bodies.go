package sim

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Wheels stand on bodies as they do on statics: the bed of a transporter, a plate, another vehicle. What a wheel presses
// is pressed back: load and driving force act on both for the step (tread), friction of the tyre in the rows of the
// contact solver. Slip is relative to the body. A vehicle and the body under a wheel are in one island, and fall asleep
// and wake together.

// footing is a body that wheels of a vehicle may stand on, as it is predicted at a time of the step.
type footing struct {
	body   int32
	parts  span           // in scratch.footingParts
	bounds geom.AABB      // of all of them
	pose   geom.Transform // [m]
	v, w   geom.Vec       // velocities [m/s], [rad/s]
	// settled is its index among the footings of the vehicle whose tyres are being settled, -1 if it is none yet.
	settled int
}

// tread is what one wheel presses the body under it with, held over the step.
type tread struct {
	on            int32
	force, torque geom.Vec // [N], [N m] about its centre of mass
	under         geom.Vec // lever of the force [m]
	cause, works  record.Cause
	done          bool // it acts
}

// findFootings lists the bodies that wheels of body i may stand on in the step, and places them in its middle, from the
// place of its own centre of mass then. It lists those that may come beside its tyres, too: of a vehicle that sleeps,
// what moves.
func (w *World) findFootings(i int32, at geom.Vec, h float64) {
	w.footings, w.footingParts, w.beside = w.footings[:0], w.footingParts[:0], w.beside[:0]
	way := float64(w.flights[i].s.V.Len() * h)
	far := w.vehicles[w.bodies[i].vehicle].Reach() + float64(0.5*way)
	beside := float64(besideWays*way) + float64(2*w.set.Speculative)
	for k := range w.bodies {
		b, s := &w.bodies[k], &w.flights[k].s
		if int32(k) == i || b.sensor {
			continue
		}
		// A body moves by less than its way in the whole step.
		moved := float64(s.V.Len() * h)
		reach := far + b.radius + moved
		look := reach + float64(besideWays*moved) + beside
		d := s.X.Sub(at).LenSq()
		if d > float64(look*look) || w.ignores(i, int32(k)) {
			continue
		}
		if !w.flights[k].still || !w.flights[i].still {
			w.beside = append(w.beside, int32(k))
		}
		if d <= float64(reach*reach) {
			w.addFootingOf(int32(k), h)
		}
	}
}

// addFootingOf lists one body that wheels may stand on.
func (w *World) addFootingOf(k int32, h float64) {
	b, f := &w.bodies[k], &w.flights[k]
	o := footing{body: k, parts: span{first: int32(len(w.footingParts))}, settled: -1}
	if !f.still {
		o.v, o.w = f.s.V, b.mass.AngularVelocity(f.s.Q, f.s.L)
		if b.driven { // its forces are known by now: its velocities are those of the middle
			o.v, o.w = o.v.AddScaled(f.field, float64(0.5*h)), o.w.AddScaled(f.torque, float64(0.5*h))
		}
	}
	for range b.parts {
		w.footingParts = append(w.footingParts, placed{})
	}
	o.parts.end = int32(len(w.footingParts))
	w.placeFooting(&o, float64(0.5*h))
	w.footings = append(w.footings, o)
}

// placeFooting moves a body that wheels may stand on to where it is at a time of the step [s].
func (w *World) placeFooting(o *footing, t float64) {
	b, f := &w.bodies[o.body], &w.flights[o.body]
	if o.pose = f.s.Transform(); !f.still {
		o.pose = poseAfter(&f.s, o.w, t)
	}
	o.bounds = geom.EmptyAABB()
	at := rigid.State{X: o.pose.P, Q: o.pose.Q}
	for n := range b.parts {
		p := &w.footingParts[int(o.parts.first)+n]
		p.place(&b.parts[n], &at)
		p.fillBounds()
		o.bounds = o.bounds.Union(p.bounds)
	}
}

// placeFootings moves all bodies that wheels of a vehicle may stand on to where they are at a time of the step [s].
func (w *World) placeFootings(t float64) {
	for n := range w.footings {
		w.placeFooting(&w.footings[n], t)
	}
}

// wheelMotion is the motion of a wheel's vehicle at a time of a step of length h, and the state of the wheel before it.
type wheelMotion struct {
	p, v, w geom.Vec // centre of mass, and velocities [m], [m/s], [rad/s]
	was     *wheelState
	h       float64
	t       float64 // the time, from the middle of the step on [s]
}

const (
	// mostGive is how far a body may give way in a step under a wheel's spring, over how far the spring is pressed. The
	// load of a wheel is held over a step: it would throw a lighter body away, with more energy than the spring, on its bump
	// stop, has. Wheels go over it as if it were not there.
	mostGive = 0.5
	// rollSlack is how deep in the disc, over its radius, a point is outside of it.
	rollSlack = 0.03
	// rollBack is how far the motion is followed back to where a point was, over the time since the middle of the step
	// before.
	rollBack = 1.2
)

// rollsOn reports whether a wheel has come onto a point of a body by rolling or falling: in the step before, for a time
// back, the point was outside of the disc, in its plane, and no higher than the axle, for nothing gets from there under the
// wheel in a step. from is the lift of the wheel then, and u the velocity of the wheel's material point relative to the
// body.
func rollsOn(p *vehicle.Probe, at, u geom.Vec, from, back float64) bool {
	d := at.Sub(p.Origin).AddScaled(u, float64(rollBack*back))
	x, z := d.Dot(p.Ahead), d.Dot(p.Up)-(from+p.Radius)
	least := float64((1 - rollSlack) * p.Radius)
	return z <= 0 && float64(x*x)+float64(z*z) >= float64(least*least)
}

// standOn lets a wheel that has found the given ground among the statics stand on a body, if one lifts it higher. A
// wheel rolls onto a body, or falls on it. What comes in beside its tyre does not lift it: the tyre's side stops it
// (sidewalls_bodies.go), or it passes. A wheel stays on a body that it has stood on in the step before, as long as that lifts it by no
// more than what is no wall is high: where stops slow it down, or throw it back, velocities do not tell where it was.
func (w *World) standOn(g *grip, ground *vehicle.Ground, p *vehicle.Probe, m *wheelMotion) {
	if len(w.footings) == 0 {
		return
	}
	best, level := -p.Droop, -p.Droop
	if ground.Hit {
		best, level = ground.Lift, ground.Lift
	}
	box := p.Bounds()
	for n := range w.footings {
		o := &w.footings[n]
		if !o.bounds.Overlaps(&box) {
			continue
		}
		got := w.probeFooting(o, p, &box)
		if !got.Hit || !(got.Lift > best) {
			continue
		}
		under := got.P.Sub(o.pose.P)
		got.Vel = o.v.Add(o.w.Cross(under))
		from := level
		if m.was.on >= 0 {
			from = max(from, m.was.lift)
		}
		stays := m.was.on == o.body && got.Lift <= m.was.lift+float64(leastWall*p.Radius)
		if u := m.v.Add(m.w.Cross(got.P.Sub(m.p))).Sub(got.Vel); !stays && !rollsOn(p, got.P, u, from, m.h+m.t) {
			continue
		}
		mass, inv := w.bodies[o.body].inverse(o.pose.Q)
		turn := under.Cross(got.N)
		if got.Give = float64(m.h * (mass + turn.Dot(inv.Apply(turn)))); float64(float64(0.5*float64(m.h*p.Stiff(got.Lift)))*got.Give) > mostGive {
			continue
		}
		best, *ground = got.Lift, got
		g.on, g.under = o.body, under
	}
}

// footingOf returns a body among those that wheels of the vehicle may stand on.
func (w *World) footingOf(on int32) *footing {
	return &w.footings[slices.IndexFunc(w.footings, func(o footing) bool { return o.body == on })]
}

// addFooting adds the body that a wheel stands on to those whose motion its vehicle's tyres follow, and returns its
// index there, -1 for none.
func (w *World) addFooting(v *vehicle.Vehicle, on int32) int {
	if on < 0 {
		return -1
	}
	b, f := &w.bodies[on], &w.flights[on]
	o := w.footingOf(on)
	if o.settled >= 0 {
		return o.settled
	}
	m := vehicle.Motion{}
	if !f.still {
		m.V, m.W = f.s.V, b.mass.AngularVelocity(f.s.Q, f.s.L)
	}
	if b.driven {
		m.A, m.B = f.field, f.torque
	}
	m.InvMass, m.Inv = b.inverse(f.s.Q)
	o.settled = v.AddFooting(&m)
	return o.settled
}

// treadOn records what the wheels of vehicle i press the bodies under them with, and on which they stand. driven is the
// cause that the work of its engine's force counts for.
func (w *World) treadOn(i int32, mid geom.Transform, driven record.Cause) {
	b := &w.bodies[i]
	v := w.vehicles[b.vehicle]
	f := &w.flights[i]
	m := wheelMotion{p: mid.P, v: f.s.V, w: b.mass.AngularVelocity(f.s.Q, f.s.L), h: w.set.Step}
	for k := range v.Wheels {
		g, s := &w.grips[int(b.wheels)+k], &w.state.wheels[int(b.wheels)+k]
		if g.on < 0 {
			s.lift = w.wheelSunk(i, k, mid, m)
			s.on = -1
			continue
		}
		s.on, s.lift = g.on, w.grounds[k].Lift
		if !(g.Load > 0) {
			continue // the ground is too steep, or the wheel rebounds
		}
		force := g.N.Scale(-g.Load)
		if g.parts {
			force = g.onto
		}
		if !w.onLegs[b.vehicle] {
			w.addTread(g, force, record.BySuspension, record.BySuspension)
		}
		if g.Drive != 0 {
			w.addTread(g, g.F.Scale(-g.Drive), record.ByTyres, driven)
		}
	}
}

func (w *World) addTread(g *grip, force geom.Vec, cause, works record.Cause) {
	w.treads = append(w.treads, tread{on: g.on, force: force, torque: g.under.Cross(force), under: g.under, cause: cause, works: works})
}

// applyTreads lets wheels press the bodies under them that are awake, from time t of the step on. At the start of the
// step their forces are still being collected; after that a body takes them as it wakes.
func (w *World) applyTreads(t float64) {
	for n := range w.treads {
		d := &w.treads[n]
		b, f := &w.bodies[d.on], &w.flights[d.on]
		if d.done || f.still {
			continue
		}
		if b.driven {
			w.bookTreadOnDriven(d)
			d.done = true
			continue
		}
		woken := slices.Contains(w.woken, d.on)
		if t > 0 && !woken {
			continue // it is under way: the next step finds the wheel on it
		}
		d.done = true
		f.field = f.field.AddScaled(d.force, b.mass.Inv)
		f.torque = f.torque.Add(d.torque)
		w.ledger.wrenches = append(w.ledger.wrenches, wrench{d.on, d.cause, d.works, d.force, d.torque})
		if woken {
			f.acc, f.tau = f.field, f.torque
			w.widen(d.on, w.set.Step-t)
		}
	}
}

// bookTreadOnDriven enters the work of a wheel on a driven body, and that of the drive that withstands it.
func (w *World) bookTreadOnDriven(d *tread) {
	b, f, h := &w.bodies[d.on], &w.flights[d.on], w.set.Step
	u := f.s.V.AddScaled(f.field, float64(0.5*h))
	turn := b.mass.AngularVelocity(f.s.Q, f.s.L).AddScaled(f.torque, float64(0.5*h))
	work := float64(h * d.force.Dot(u.Add(turn.Cross(d.under))))
	w.book(d.works, work, geom.Vec{}, geom.Vec{})
	w.book(record.ByDrives, 0-work, geom.Vec{}, geom.Vec{})
}

// linkWheels unites vehicles with the bodies under their wheels, and wakes those that sleep and are pressed.
func (w *World) linkWheels() {
	for n := range w.treads {
		if on := w.treads[n].on; w.flights[on].still && !w.bodies[on].driven {
			w.wake(on, 0)
		}
	}
	for _, v := range w.vehicles {
		if w.flights[v.Body].still {
			continue
		}
		b := &w.bodies[v.Body]
		for k := range v.Wheels {
			if on := w.state.wheels[int(b.wheels)+k].on; on >= 0 && w.flights[on].still && !w.bodies[on].driven {
				w.wake(on, 0)
			}
		}
		w.uniteWheels(v.Body)
	}
}

// uniteWheels unites an awake vehicle with the awake bodies under its wheels; other bodies have none.
func (w *World) uniteWheels(i int32) {
	b := &w.bodies[i]
	if b.vehicle < 0 || w.flights[i].still {
		return
	}
	for k := range w.vehicles[b.vehicle].Wheels {
		on := w.state.wheels[int(b.wheels)+k].on
		if on < 0 || w.flights[on].still && !w.bodies[on].driven {
			continue
		}
		w.held[i] = true
		if w.bodies[on].driven {
			w.grounded[i] = true
			continue
		}
		w.held[on] = true
		w.merge(i, on)
	}
}

// wakeRidden wakes the sleeping bodies that stand on body n with their wheels, and those that its own wheels stand on,
// at time t of the step, and puts them on the stack.
func (w *World) wakeRidden(n int32, t float64) {
	wake := func(i int32) {
		if i >= 0 && w.flights[i].still && !w.bodies[i].driven {
			w.wakeBody(i, t)
			w.stack = append(w.stack, i)
		}
	}
	for k, v := range w.vehicles {
		for _, s := range w.wheelsOf(k) {
			switch n {
			case v.Body:
				wake(s.on)
			case s.on:
				wake(v.Body)
			}
		}
	}
}

// addRiddenDriven adds the driven bodies under the wheels of an island's members to the bodies of its solver.
func (w *World) addRiddenDriven(isl *island) {
	for _, i := range isl.members {
		b := &w.bodies[i]
		if b.vehicle < 0 {
			continue
		}
		for k := range w.vehicles[b.vehicle].Wheels {
			on := w.state.wheels[int(b.wheels)+k].on
			if on >= 0 && w.bodies[on].driven && !slices.Contains(isl.bodies[len(isl.members):], on) {
				isl.bodies = append(isl.bodies, on)
			}
		}
	}
}

// standsOnWorld reports whether a body stands on at least one wheel in this step, on a static or on a driven body that
// stands still.
func (w *World) standsOnWorld(i int32) bool {
	b := &w.bodies[i]
	if b.vehicle < 0 {
		return false
	}
	for k := range w.vehicles[b.vehicle].Wheels {
		if g := &w.grips[int(b.wheels)+k]; g.Limit > 0 && (g.on < 0 || w.standsStill(g.on)) {
			return true
		}
	}
	return false
}

// velocityOf returns the velocity after the step of body i at a lever from its centre of mass, zero for none.
func (w *World) velocityOf(i int32, r geom.Vec) geom.Vec {
	if i < 0 {
		return geom.Vec{}
	}
	s := &w.state.bodies[i]
	return s.V.Add(w.bodies[i].mass.AngularVelocity(s.Q, s.L).Cross(r))
}

// rollOnBodies lets the wheels that stand on bodies at the start roll over them without slip.
func (w *World) rollOnBodies() {
	for i := range w.bodies {
		w.flights[i] = flight{s: w.state.bodies[i]}
	}
	for n, v := range w.vehicles {
		s, m := &w.state.bodies[v.Body], &w.bodies[v.Body].mass
		w.findFootings(v.Body, s.X, 0)
		turn, ahead, wheels := m.AngularVelocity(s.Q, s.L), s.Q.Rotate(geom.Vec{X: 1}), w.wheelsOf(n)
		for k := range v.Wheels {
			p := v.Probe(k, s.Transform(), 0)
			ground, g := w.probe(v.Body, &p), grip{on: -1}
			w.standOn(&g, &ground, &p, &wheelMotion{s.X, s.V, turn, &wheelState{lift: p.Radius + p.Travel}, 0, 0})
			if g.on < 0 {
				continue
			}
			u := s.V.Add(turn.Cross(ground.P.Sub(s.X))).Sub(ground.Vel)
			wheels[k].spin, wheels[k].on, wheels[k].lift = ahead.Dot(u)/v.Wheels[k].Radius, g.on, ground.Lift
		}
	}
}
