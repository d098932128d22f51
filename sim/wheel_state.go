package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// wheelState is the rotational state of a wheel. It is part of the state.
type wheelState struct {
	spin   float64 // angular velocity about its axle, positive where the wheel rolls forwards [rad/s]
	slide  float64 // speed at which the tyre slides over the road [m/s]; 0 where it adheres, or is in the air
	on     int32   // the body that it stands on, -1 for none
	lift   float64 // of the wheel on that body above its level place; on none, how deep it is sunk [m]
	damage vehicle.Damage
	drive  float64 // of the engine on the road in the last step [N]
	more   float64 // what its damper, of a vehicle with a load, is to give in the next step besides what is foreseen without it [N]
}

// minSlide is the speed below which no tyre slides [m/s].
const minSlide = 0.2

// rollingWheels returns wheels that roll straight on without slip.
func rollingWheels(v *vehicle.Vehicle, s *rigid.State, m *rigid.Mass) []wheelState {
	turn := m.AngularVelocity(s.Q, s.L)
	list := make([]wheelState, len(v.Wheels))
	for k := range list {
		wheel := &v.Wheels[k]
		u := s.V.Add(turn.Cross(s.Q.Rotate(wheel.Contact)))
		list[k].spin, list[k].on = s.Q.Rotate(geom.Vec{X: 1}).Dot(u)/wheel.Radius, -1
	}
	return list
}

// turnWheels moves the wheels of all vehicles to the end of the step. The spin of a wheel with inertia was found with
// the forces of its tyre. A wheel without inertia rolls without slip or is locked, and keeps its spin in the air.
func (w *World) turnWheels() {
	for i := range w.bodies {
		b := &w.bodies[i]
		if b.vehicle < 0 || w.flights[i].still {
			continue
		}
		v := w.vehicles[b.vehicle]
		s := &w.state.bodies[i]
		turn := b.mass.AngularVelocity(s.Q, s.L)
		for k := range v.Wheels {
			g, to := &w.grips[int(b.wheels)+k], &w.state.wheels[int(b.wheels)+k]
			wheel := &v.Wheels[k]
			radius := wheel.Radius
			to.more, to.drive = g.learned, 0
			if !(g.Limit > 0) {
				from := float64(to.spin * radius)
				end, by := v.FreeSpin(k, g.input, from, w.set.Step)
				w.bookTurning(&by, w.set.Step, from, end)
				to.spin, to.slide = end/radius, 0
				continue
			}
			to.drive = g.Drive
			u := s.V.Add(turn.Cross(g.lever)).Sub(w.velocityOf(g.on, g.under))
			uf, ug := g.F.Dot(u), g.G.Dot(u)
			tread := w.turnTo(wheel, g, uf, w.set.Step)
			to.spin = tread / radius
			slip := math.Sqrt(float64((tread-uf)*(tread-uf)) + float64(ug*ug))
			to.slide = 0
			if slip > minSlide && slip > float64(g.Slides*math.Max(math.Abs(uf), math.Abs(tread))) {
				to.slide = slip
			}
		}
	}
}

// turnTo turns a wheel on the road to time t of the step, where the vehicle moves at uf over what it stands on, in the
// wheel's direction [m/s], and returns the speed of its tread there.
func (w *World) turnTo(wheel *vehicle.Wheel, g *grip, uf, t float64) float64 {
	tread, settled := 0.0, g.Tread
	if t < w.set.Step {
		settled = g.from + float64((t-g.since)/(w.set.Step-g.since)*(g.Tread-g.from))
	}
	if !g.Locked {
		share := g.Turns
		if wheel.Tread > 0 {
			share = math.Max(share, vehicle.SlipShare(math.Abs(uf))) // it stood: the road has not turned it yet
		}
		tread = uf + float64(share*(settled-uf))
	}
	w.bookSpin(wheel, g, settled, tread, t)
	g.from, g.since = tread, t
	return tread
}

// damage applies the damage by the impact of a row, with known impulses, to the wheels of body i near it. The place of
// the impact is the mean of the points, weighted by their impulses.
func (w *World) damage(i int32, row *impactRow) {
	if i < 0 || w.bodies[i].vehicle < 0 {
		return
	}
	sum, at, weight := geom.Vec{}, geom.Vec{}, 0.0
	for n := row.first; n < row.end; n++ {
		q := &w.impactPoints[n]
		size := q.Impulse.Len()
		sum, at, weight = sum.Add(q.Impulse), at.AddScaled(q.P, size), weight+size
	}
	if !(weight > 0) {
		return
	}
	w.damageAt(i, &w.flights[i].s, sum, at.Scale(1/weight))
}

// damageAt applies the damage by an impulse on body i in a state, at a place in the world, to the wheels near it.
func (w *World) damageAt(i int32, s *rigid.State, j, at geom.Vec) {
	b := &w.bodies[i]
	if b.vehicle < 0 {
		return
	}
	place := s.Transform().ApplyInv(at)
	v := w.vehicles[b.vehicle]
	for k := range v.Wheels {
		to := &w.state.wheels[int(b.wheels)+k]
		if d := v.Damages(k, float64(j.Len()*b.mass.Inv), place); d != vehicle.Sound {
			to.damage = d
		}
	}
}
