package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
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
				r.Ground, r.Load, r.P = true, g.pressed(), pose.Apply(g.local)
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

// The output of wheels in frames is rounded, so that a log of it is small: angles to 2⁻¹⁴ rad (0.004°), lengths to 2⁻¹¹
// to 2⁻¹² of the wheel's radius (0.1 mm), loads to 2⁻¹² to 2⁻¹³ of the vehicle's weight (2 N).
const (
	steerGrid = -14
	placeBits = 11
	loadBits  = 12
)

// lines is a grid through zero with the largest output on it.
type lines struct{ grain, most float64 }

func linesOf(e int32) lines {
	return lines{grainOf(e), math.Ldexp(record.MaxWheelLines, int(e))}
}

// round returns the nearest line; zero for what is no number.
func (l lines) round(x float64) float64 {
	switch {
	case math.Abs(x) <= l.most:
		return onGrid(x, l.grain)
	case x > 0:
		return l.most
	case x < 0:
		return -l.most
	}
	return 0
}

func (l lines) roundVec(v geom.Vec) geom.Vec {
	return geom.Vec{X: l.round(v.X), Y: l.round(v.Y), Z: l.round(v.Z)}
}

// wheelLines is the grids of a wheel's output.
type wheelLines struct{ steer, place, load lines }

// wheelOutput is the output of a wheel: a record.WheelState without the wheel.
type wheelOutput struct {
	steer, lift    float64
	ground, slides bool
	on             int32
	p              geom.Vec
	load           float64
}

// mountWheels adds the wheels of a vehicle to its object, and their output before the first step.
func (w *World) mountWheels(v *vehicle.Vehicle, mass float64) {
	weight := float64(mass * w.gravity.Len())
	if !(weight > 0) {
		weight = mass
	}
	for k := range v.Wheels {
		wheel := &v.Wheels[k]
		grid := record.WheelGrid{Steer: steerGrid, Place: exponent(wheel.Radius) - placeBits, Load: exponent(weight) - loadBits}
		w.objects[v.Body].Wheels = append(w.objects[v.Body].Wheels, record.MountedWheel{
			Name: wheel.Name, Center: wheel.Contact.Add(geom.Vec{Z: wheel.Radius}), Radius: wheel.Radius, Width: wheel.Width, Grid: grid,
		})
		l := wheelLines{linesOf(grid.Steer), linesOf(grid.Place), linesOf(grid.Load)}
		w.wheelLines = append(w.wheelLines, l)
		w.state.rolled = append(w.state.rolled, wheelOutput{steer: l.steer.round(v.Input(k, 0, false).Steer), on: -1})
	}
}

// outputWheels rounds what the wheels of the vehicles that are awake did in the step.
func (w *World) outputWheels() {
	for _, v := range w.vehicles {
		if w.flights[v.Body].still {
			continue
		}
		for k := range v.Wheels {
			at := int(w.bodies[v.Body].wheels) + k
			g, l, r := &w.grips[at], &w.wheelLines[at], &w.state.rolled[at]
			*r = wheelOutput{steer: l.steer.round(g.input.Steer), lift: l.place.round(g.lift), on: -1}
			if !(g.Load > 0) {
				continue
			}
			wheel := &w.objects[v.Body].Wheels[k]
			r.ground, r.slides, r.on, r.load = true, w.state.wheels[at].slide > 0, g.on, l.load.round(g.pressed())
			r.p = l.place.roundVec(g.local.Sub(wheel.Center.Add(geom.Vec{Z: r.lift})))
		}
	}
}

// observeWheels gives the frame the wheels, object by object.
func (w *World) observeWheels() {
	w.frame.Wheels = w.frame.Wheels[:0]
	for i := range w.bodies {
		b := &w.bodies[i]
		if b.vehicle < 0 {
			continue
		}
		for k := range w.vehicles[b.vehicle].Wheels {
			r := &w.state.rolled[int(b.wheels)+k]
			w.frame.Wheels = append(w.frame.Wheels, record.WheelState{
				Body: int32(i), Wheel: int32(k), Steer: r.steer, Lift: r.lift, Ground: r.ground, Slides: r.slides, On: r.on, P: r.p, Load: r.load,
			})
		}
	}
}
