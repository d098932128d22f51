package scenariofile

import (
	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/sim/vehicle"
)

// estimate is what a vehicle's class makes of the box of its body [m].
type estimate struct {
	length, width float64
	height        float64 // of the centre of mass above the road; of an outline, which stands on it, where that has it
	base          float64 // wheelbase
	front         float64 // share of the wheelbase from the front axle to the centre of mass
	// middle is the middle of the body ahead of the centre of mass, shifted how far the centre of mass is ahead of
	// where the class has it in an outline, or of the middle of a box: the axles stay where they are in the body.
	middle, shifted float64
}

// anyCar stands in for what cannot be estimated because the class or the body is refused: nothing else is missed then.
var anyCar = estimate{length: 4.5, width: 1.8, height: 0.55, base: 2.6, front: 0.45}

// readClass reads the class of a vehicle, which needs a box as its body; nil where none is given.
func (r *reader) readClass(body, o *document.Object, index int) (vehicle.Class, *estimate) {
	name, ok := o.Word("class", "no class of vehicles", "write car, van or lorry", "car", "van", "lorry")
	if !o.Has("class") {
		return vehicle.Class{}, nil
	}
	c, err := vehicle.ParseClass(name)
	if err != nil || !ok {
		return c, &anyCar
	}
	b := &r.scenario.Definition.Bodies[index]
	half, height, ahead, from := b.Half, c.Height, 0-b.Offset[0], 0.0
	if own, ok := r.outlined[index]; ok {
		half, height, ahead, from = own.size.Mul(0.5), own.height, own.ahead, own.byClass
	}
	if !(half[0] > 0 && half[1] > 0) {
		if !body.Has("outline") && !body.Has("box") { // else it has been refused
			o.Fail("class", "estimates from a box or an outline, but the body has none: give front_axle, wheelbase, track and center_height instead")
		}
		return c, &anyCar
	}
	e := &estimate{length: float64(2 * half[0]), width: float64(2 * half[1]), height: height, front: c.Front, middle: 0 - ahead, shifted: ahead - from}
	e.base = float64(c.Wheelbase * e.length)
	return c, e
}

// estimateInertia gives a body without one the inertia of its class.
func (r *reader) estimateInertia(body *document.Object, index int, base, length float64) {
	b := &r.scenario.Definition.Bodies[index]
	if body.Has("inertia") || !(b.Mass > 0) {
		return
	}
	roll, pitch, yaw := vehicle.EstimateInertia(b.Mass, base, length)
	b.Inertia = mgl64.Diag3(mgl64.Vec3{roll, pitch, yaw})
}

// orElse returns x, or where that is zero y.
func orElse(x, y float64) float64 {
	if x == 0 {
		return y
	}
	return x
}
