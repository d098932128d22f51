package vehicle

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The largest phase of a body's oscillation on its springs in a step, and the largest share of a velocity that its
// dampers take in a step [1]. The forces of a step are those at its predicted middle, and the velocity there is that
// after half a step of the forces at its start. With the phase p and the share c of a step this multiplies position and
// velocity by a matrix of trace 2 - a/2 - b and determinant 1 - b + a/2, where a = (1 - c/2) p² and
// b = (1 - c/2) (p²/2 + c). Its eigenvalues are within the unit circle where c < 2 and b < 2, thus for c < 2 and p <= 2.
const (
	maxSwing = 2
	maxDecay = 2
)

// CheckStep refuses a step [s] in which the springs on their bump stops, or the dampers, would add energy to a body with
// the inverse mass (1/kg) and inertia [1/(kg m²), vehicle axes]. The error is a *WheelError: it names the leg that matters
// most, and what makes it so.
func (v *Vehicle) CheckStep(step, invMass float64, inv *geom.Mat3) error {
	bars, stiffest, most := 0.0, Bar{}, 0.0
	for _, b := range v.bars {
		left, right := v.Wheels[b.Left].arm(), v.Wheels[b.Right].arm()
		swing := float64(b.Stiffness * give(left.Sub(right), left.Sub(right), 0, inv))
		if bars += swing; swing > most {
			stiffest, most = b, swing
		}
	}
	worst, leg := 0.0, 0
	for i := range v.Wheels {
		spring, damper := v.gives(i, invMass, inv)
		swing := math.Sqrt(float64((1+bumpStiffening)*spring) + bars)
		if rate := max(float64(swing/maxSwing), float64(damper/maxDecay)); rate > worst {
			worst, leg = rate, i
		}
	}
	if float64(worst*step) < 1 {
		return nil
	}
	remedy := "make "
	if worst < mostRate {
		remedy = fmt.Sprintf("make the step at most 1/%.0f s, or ", math.Floor(worst)+1)
	}
	if spring, _ := v.gives(leg, invMass, inv); bars > float64((1+bumpStiffening)*spring) {
		return &WheelError{stiffest.Left, Bars, fmt.Errorf("wheel %q: its anti-roll bar of %.3g kN/m is too stiff for the step: %sit softer",
			v.Wheels[stiffest.Left].Name, stiffest.Stiffness/1000, remedy)}
	}
	return v.tooStiff(leg, remedy, invMass, inv)
}

// mostRate is the most steps a second that an error asks for.
const mostRate = 1e6

// turns is how many times what wheels do that move a body evenly they do together at one of them, for them to be far out for
// its moment of inertia [1]. Those of vehicles do some 1.7 times as much.
const turns = 4

// tooStiff is the error of a spring and damper that are too stiff for the step: by themselves, or because they are far out.
func (v *Vehicle) tooStiff(leg int, remedy string, invMass float64, inv *geom.Mat3) error {
	w := &v.Wheels[leg]
	spring, damper := v.gives(leg, invMass, inv)
	even, field, total := 0.0, Frequency, spring
	damps := damper/maxDecay > math.Sqrt(float64((1+bumpStiffening)*spring))/maxSwing
	if damps {
		field, total = Damping, damper
	}
	for k := range v.Wheels {
		if damps {
			even += float64(v.Wheels[k].Damping * invMass)
		} else {
			even += float64(v.Wheels[k].Stiffness * invMass)
		}
	}
	const parts = "its spring of %.3g kN/m, on the bump stop, and damper of %.3g kN s/m"
	if arm := w.arm(); total > float64(turns*even) {
		roll, pitch := float64(float64(arm.X*arm.X)*inv.X.X), float64(float64(arm.Y*arm.Y)*inv.Y.Y)
		field, out, inertia, which := Aside, math.Abs(arm.X), 1/inv.X.X, "to the side of"
		nearer := "the track smaller"
		if pitch > roll {
			field, out, inertia, which, nearer = Along, math.Abs(arm.Y), 1/inv.Y.Y, "along x from", "the axles nearer"
		}
		return &WheelError{leg, field, fmt.Errorf("wheel %q: %.4g m %s the centre of mass "+parts+" are too stiff for the step and a moment of inertia of %.4g kg m²: %s%s, or the inertia larger",
			w.Name, out, which, w.Stiffness/1000, w.Damping/1000, inertia, remedy, nearer)}
	}
	return &WheelError{leg, field, fmt.Errorf("wheel %q: "+parts+" are too stiff for the step: %sfrequency and damping lower",
		w.Name, w.Stiffness/1000, w.Damping/1000, remedy)}
}

// gives returns what the springs, and the dampers, of all wheels do together at wheel i: the sums of their stiffness
// [1/s²] and damping [1/s] times the size of the acceleration at i for a force at each. No oscillation of the body on its
// wheels is faster than at the wheel of the largest sum: that bounds the eigenvalues of the matrix.
func (v *Vehicle) gives(i int, invMass float64, inv *geom.Mat3) (spring, damper float64) {
	at := v.Wheels[i].arm()
	for k := range v.Wheels {
		w := &v.Wheels[k]
		g := math.Abs(give(at, w.arm(), invMass, inv))
		spring, damper = spring+float64(w.Stiffness*g), damper+float64(w.Damping*g)
	}
	return spring, damper
}

// arm returns the torque about the centre of mass for a unit force along the vehicle's z at the wheel's contact.
func (w *Wheel) arm() geom.Vec { return w.Contact.Cross(geom.Vec{Z: 1}) }

// give returns the acceleration along z at a wheel with the arm a for a unit force along z at one with the arm b.
func give(a, b geom.Vec, invMass float64, inv *geom.Mat3) float64 {
	return invMass + a.Dot(inv.Apply(b))
}
