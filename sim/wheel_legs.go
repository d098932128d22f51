package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// Springs that are held over a step, with their force in its middle, swing as they do on the road, where they follow their lines. A
// wheel that meets its bump stop, or the ground, within a step has another force in its middle than in the mean: with the stops as
// stiff as the step allows, a vehicle would come off them with more energy than it fell with. So where one swings so far that a wheel
// may leave the line of its spring, its springs and dampers are rows of the contact solver, see response.Leg, in substeps: these give
// as much as they have taken, on what the wheels stand on and under any load. Whether they act is a function of the state at the
// start of the step. Ground must be a plane under each wheel in the step; where it is none, the step is followed in pieces, see
// pressUneven.

// leg is the ground of a wheel in the step: a plane, in the world, or in the frame of the body that it stands on.
type leg struct {
	hit  bool
	p, n geom.Vec // point and unit normal
}

// standsOnLegs reports whether the suspension of a vehicle acts by legs in the step, and sets their grounds. mid is its pose in the
// middle, turn its angular velocity at the start; its wheels have looked for their grounds in the middle.
func (w *World) standsOnLegs(i int32, mid geom.Transform, turn geom.Vec, inv *geom.Mat3, h float64) bool {
	if !w.swingsFar(i, mid, turn, inv, h) {
		return false
	}
	b, s := &w.bodies[i], &w.flights[i].s
	v := w.vehicles[b.vehicle]
	// How far the ground may come up in half a step, and gravity pull down.
	deeper := float64(h * (math.Abs(s.V.Dot(mid.Q.Rotate(geom.Vec{Z: 1}))) + float64(turn.Len()*v.Reach()) + float64(w.gravity.Len()*h)))
	stands := false
	for k := range v.Wheels {
		g, l := &w.grips[int(b.wheels)+k], &w.wheelLegs[int(b.wheels)+k]
		*l = leg{}
		ground := w.findGroundBelow(g, k, mid, &wheelMotion{p: mid.P, v: s.V, w: turn, h: h}, i, deeper)
		if !ground.Hit {
			continue
		}
		if _, l.hit = vehicle.Support(mid, ground.N); !l.hit {
			continue
		}
		stands = true
		w.grounds[k] = ground
		l.p, l.n = ground.P, ground.N
		if g.on >= 0 {
			on := &w.footingOf(g.on).pose
			l.p, l.n = on.ApplyInv(l.p), on.Q.RotateInv(l.n)
		}
	}
	if stands && w.onPlanes(i, turn, h, deeper) {
		return true
	}
	for k := range v.Wheels { // as it was
		g := &w.grips[int(b.wheels)+k]
		w.grounds[k] = w.findGround(g, k, mid, &wheelMotion{p: mid.P, v: s.V, w: turn, h: h}, i)
	}
	return false
}

// swingsFar reports whether a vehicle swings so far on its springs, by itself, that a wheel may leave the line of its spring, or has.
// Wheels without a spring, as all are without gravity, have no line.
func (w *World) swingsFar(i int32, mid geom.Transform, turn geom.Vec, inv *geom.Mat3, h float64) bool {
	b, s := &w.bodies[i], &w.flights[i].s
	v := w.vehicles[b.vehicle]
	for k := range v.Wheels {
		ground, wheel := &w.grounds[k], &v.Wheels[k]
		if !(wheel.Stiffness > 0) {
			continue
		}
		if !ground.Hit {
			return true
		}
		r := ground.P.Sub(mid.P)
		cos, _ := vehicle.Support(mid, ground.N)
		rate := s.V.Add(turn.Cross(r)).Sub(ground.Vel).Dot(ground.N) / cos
		arm := r.Cross(ground.N)
		give := b.mass.Inv + arm.Dot(inv.Apply(arm))
		swing := math.Sqrt(float64(wheel.Stiffness * give)) // [1/s]
		room := min(wheel.Travel, wheel.Droop)
		// What swings through its middle at a speed comes as far as exp(-z acos(z)/sqrt(1-z²)) times that over its frequency, with the
		// damping z: within 5 %, 1/(1 + 1.6 z) times.
		far := rate / (swing + float64(0.8*float64(wheel.Damping*give)))
		if !(float64(far*far)+float64(ground.Lift*ground.Lift) <= float64(room*room)) || math.Abs(ground.Lift)+float64(h*math.Abs(rate)) > room {
			return true
		}
	}
	return false
}

// findGroundBelow is findGround for ground that may be so much deeper than the wheel comes down, among statics.
func (w *World) findGroundBelow(g *grip, k int, body geom.Transform, m *wheelMotion, i int32, deeper float64) vehicle.Ground {
	if ground := w.findGround(g, k, body, m, i); ground.Hit {
		return ground
	}
	v := w.vehicles[w.bodies[i].vehicle]
	p := v.Probe(k, body, g.input.Steer)
	p.Droop += deeper
	ground := w.probe(i, &p)
	m.was = &w.state.wheels[int(w.bodies[i].wheels)+k]
	sinkInto(&ground, &p, v.Wheels[k].Droop, m)
	return ground
}

// onPlane returns the plane of a leg at a time of the step, by the pose of what the wheel stands on.
func (l *leg) onPlane(on int32, pose *geom.Transform) (p, n geom.Vec) {
	if on < 0 {
		return l.p, l.n
	}
	return pose.Apply(l.p), pose.Q.Rotate(l.n)
}

// onPlanes reports whether the ground under each wheel of a vehicle is its leg's plane all over the step, as far as it comes near it.
func (w *World) onPlanes(i int32, turn geom.Vec, h, deeper float64) bool {
	b, s := &w.bodies[i], &w.flights[i].s
	v := w.vehicles[b.vehicle]
	least := math.Inf(1)
	for k := range v.Wheels {
		least = min(least, v.Wheels[k].Radius)
	}
	way := float64((w.speedOverGround(i) + float64(turn.Len()*v.Reach())) * h)
	parts := 2 * countUp(1, mostPieces/2, way/float64(2*lookEvery*least))
	even := true
	for n := 0; n <= parts && even; n++ {
		if 2*n == parts {
			continue
		}
		t := float64(h*float64(n)) / float64(parts)
		w.placeFootings(t)
		body := poseAfter(s, turn, t)
		for k := range v.Wheels {
			g, l := w.grips[int(b.wheels)+k], &w.wheelLegs[int(b.wheels)+k]
			on, lift, p := g.on, -v.Wheels[k].Droop, v.Probe(k, body, g.input.Steer)
			var normal geom.Vec
			if l.hit {
				pose := geom.Transform{}
				if on >= 0 {
					pose = w.footingOf(on).pose
				}
				var at geom.Vec
				at, normal = l.onPlane(on, &pose)
				lift, _ = p.OnPlane(at, normal)
			}
			ground := w.findGroundBelow(&g, k, body, &wheelMotion{p: body.P, v: s.V, w: turn, h: h, t: t - float64(0.5*h)}, i, deeper)
			tol := float64(unevenBy * v.Wheels[k].Radius)
			found := -v.Wheels[k].Droop
			if ground.Hit {
				found = max(found, ground.Lift)
				if l.hit && !(ground.N.Sub(normal).Len() <= unevenTurn) {
					even = false
				}
			}
			if !(math.Abs(found-max(lift, -v.Wheels[k].Droop)) <= tol) {
				even = false
			}
		}
	}
	w.placeFootings(float64(0.5 * h))
	return even
}

// pressLegs sets the grips of a vehicle that stands on legs to their mean loads in the step, as they are foreseen for the vehicle alone:
// by these its tyres hold. Those of a vehicle with a load are foreseen as without legs.
func (w *World) pressLegs(i int32, mid geom.Transform, turn geom.Vec, inv *geom.Mat3, h float64) {
	b, s := &w.bodies[i], &w.flights[i].s
	v := w.vehicles[b.vehicle]
	if w.loaded[b.vehicle] {
		for k := range v.Wheels {
			w.grounds[k].Hit = w.grounds[k].Hit && w.grounds[k].Lift > -v.Wheels[k].Droop
		}
		w.pressWheels(i, mid, w.grounds, s.V, turn, inv.Apply(s.L), inv, h)
		w.pressByLoads(i, mid, geom.Vec{}, geom.Vec{})
		for k := range v.Wheels {
			g := &w.grips[int(b.wheels)+k]
			g.onLeg, g.lift = true, max(g.lift, -v.Wheels[k].Droop)
		}
		return
	}
	w.listLegRows(i, s.Transform(), mid, h, func(on int32) (start, mid geom.Transform) {
		o := w.footingOf(on)
		mid = o.pose
		w.placeFooting(o, 0)
		start = o.pose
		w.placeFooting(o, float64(0.5*h))
		return start, mid
	})
	w.foreseeLegs(i, turn, inv, h, true)
	for k := range w.legRows {
		g, r, droop := &w.grips[int(b.wheels)+k], &w.legRows[k], v.Wheels[k].Droop
		*g = grip{input: g.input, on: g.on, under: g.under, lift: max(w.grounds[k].Lift, -droop), onLeg: true}
		if !w.wheelLegs[int(b.wheels)+k].hit {
			g.lift = -droop
		}
		if r.J > 0 {
			g.Grip = v.Pressed(k, mid, &w.grounds[k], r.J/h, g.input)
			g.lever = w.grounds[k].P.Sub(mid.P)
			g.local = mid.ApplyInv(w.grounds[k].P)
		}
	}
}

// foreseePasses is the number of passes in which the loads of the wheels on legs are foreseen.
const foreseePasses = 8

// foreseeLegs sets the impulses of the rows listed for a vehicle to what they give to it alone, in a time h that begins with its state
// and the angular velocity turn: of the step, or of a substep.
func (w *World) foreseeLegs(i int32, turn geom.Vec, inv *geom.Mat3, h float64, step bool) {
	b, s := &w.bodies[i], &w.flights[i].s
	vel, spin := s.V.AddScaled(w.gravity, h), inv.Apply(s.L)
	for range foreseePasses {
		for k := range w.legRows {
			r, g := &w.legRows[k], &w.grips[int(b.wheels)+k]
			if !(r.Leg.Time > 0) {
				continue
			}
			arm := r.RB.Cross(r.N)
			turns := inv.Apply(arm)
			own := b.mass.Inv + arm.Dot(turns)
			of, gives := geom.Vec{}, 0.0
			if step {
				of, gives = w.grounds[k].Vel, w.grounds[k].Give/h
			} else if g.on >= 0 {
				of = w.flights[g.on].s.V.Add(w.angularVelocity(g.on).Cross(r.RA))
			}
			u0 := s.V.Add(turn.Cross(r.RB)).Sub(of).Dot(r.N)
			free := vel.Add(spin.Cross(r.RB)).Sub(of).Dot(r.N) - float64(own*r.J)
			j := r.Leg.Solve(u0, free, own+gives)
			vel, spin = vel.AddScaled(r.N, float64((j-r.J)*b.mass.Inv)), spin.AddScaled(turns, j-r.J)
			r.J = j
		}
	}
}

// foreseeSubstep lists the legs of a vehicle for the substep of length h from its present state, for its tyres, and foresees what they
// give to one without a load. It reports whether the vehicle stands on legs, and whether it has no load.
func (w *World) foreseeSubstep(i int32, h float64) (listed, foreseen bool) {
	b := &w.bodies[i]
	if !w.onLegs[b.vehicle] {
		return false, false
	}
	turn := w.angularVelocity(i)
	w.listSubstepLegs(i, h)
	if w.loaded[b.vehicle] {
		return true, false
	}
	_, inv := b.inverse(w.flights[i].s.Q)
	w.foreseeLegs(i, turn, &inv, h, false)
	return true, true
}

// listSubstepLegs lists the rows of a vehicle's legs for a substep of length h from its present state.
func (w *World) listSubstepLegs(i int32, h float64) {
	half := float64(0.5 * h)
	poses := func(i int32) (start, mid geom.Transform) {
		f := &w.flights[i]
		return f.s.Transform(), poseAfter(&f.s, w.angularVelocity(i), half)
	}
	start, mid := poses(i)
	w.listLegRows(i, start, mid, h, poses)
}

// listLegRows lists the rows of all wheels of a vehicle on legs, with a leg for each that may stand, over a time h from its pose at the
// start, with that in the middle. bodies returns those of what a wheel stands on.
func (w *World) listLegRows(i int32, start, mid geom.Transform, h float64, bodies func(on int32) (start, mid geom.Transform)) {
	b := &w.bodies[i]
	v := w.vehicles[b.vehicle]
	w.legRows, w.pieceGrounds = w.legRows[:0], w.pieceGrounds[:0]
	for k := range v.Wheels {
		at := int(b.wheels) + k
		l, g := &w.wheelLegs[at], &w.grips[at]
		row, ground := response.DamperRow{}, vehicle.Ground{}
		if l.hit {
			var onStart, onMid geom.Transform
			if g.on >= 0 {
				onStart, onMid = bodies(g.on)
			}
			atStart, atMid := v.Probe(k, start, g.input.Steer), v.Probe(k, mid, g.input.Steer)
			p0, n0 := l.onPlane(g.on, &onStart)
			p, n := l.onPlane(g.on, &onMid)
			cos, ok := vehicle.Support(mid, n)
			if _, stood := vehicle.Support(start, n0); ok && stood {
				from, _ := atStart.OnPlane(p0, n0)
				lift, foot := atMid.OnPlane(p, n)
				ground.Hit, ground.Lift = lift > -v.Wheels[k].Droop, lift
				damping := v.Wheels[k].Damping
				row = response.DamperRow{
					N: n, RA: foot.Sub(onMid.P), RB: foot.Sub(mid.P), Damping: float64(damping*h) / float64(cos*cos), Least: 0, Most: math.Inf(1), Weak: true,
					Leg: response.Leg{Lift: from, Time: h / cos, Damping: damping / cos},
				}
			}
		}
		w.legRows, w.pieceGrounds = append(w.legRows, row), append(w.pieceGrounds, ground)
	}
	v.Stand(w.pieceGrounds)
	for k := range w.legRows {
		for n, r := range v.Ramps(k) {
			w.legRows[k].Leg.Ramps[n] = response.Ramp{From: r.From, Stiffness: r.Stiffness}
		}
	}
}

// addLegs adds the legs of a vehicle to the rows of its island, for a substep of length h.
func (w *World) addLegs(isl *island, i int32, h float64) {
	w.listSubstepLegs(i, h)
	for k := range w.legRows {
		r, at := &w.legRows[k], w.bodies[i].wheels+int32(k)
		on := w.grips[at].on
		if r.A, r.B = w.slotIn(on), w.slotOf[i]; !(r.Leg.Time > 0) || on >= 0 && r.A < 0 {
			continue
		}
		isl.solver.Dampers, isl.wheels = append(isl.solver.Dampers, *r), append(isl.wheels, at)
	}
}
