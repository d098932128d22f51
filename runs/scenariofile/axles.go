package scenariofile

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/sim/vehicle"
)

// axle is a pair of wheels. What is zero is as the vehicle says.
type axle struct {
	o               *document.Object // nil for one without an object of its own
	known           bool             // the place of one that has an object
	x, track        float64          // [m]
	steered, driven bool
	bar             float64 // stiffness of the anti-roll bar [N/m]
	hasBar          bool
	wheel           vehicle.WheelDef
}

// readAxleList reads axles from the first to the last, in place of front_axle and rear_axle.
func readAxleList(o *document.Object) []axle {
	var list []axle
	any := false
	each(o, "axles", "axle", func(e *document.Object) {
		a := axle{o: e}
		if !e.Has("position") {
			e.Missing("position", `add position: "2.1 m", along x from the centre of mass`)
		}
		a.x, a.known = e.Number("position", units.Length)
		a.track, _ = e.Positive("track", units.Length)
		a.steered, _ = e.Flag("steered")
		a.driven, _ = e.Flag("driven")
		a.bar, _ = e.NotNegative("anti_roll", units.Stiffness)
		a.hasBar = e.Has("anti_roll")
		readSpring(e, &a.wheel)
		if n := len(list); n > 0 && a.known && list[n-1].known && !(a.x < list[n-1].x) {
			a.known = false
			e.Fail("position", "%g m is not behind %g m: give the axles from front to rear", a.x, list[n-1].x)
		}
		any = any || a.steered
		list = append(list, a)
	})
	if !o.Has("axles") {
		return nil
	}
	if n, ok := o.Length("axles"); len(list) < 2 && !(len(list) == 1 && o.Has("hitch")) {
		if ok && n == len(list) { // otherwise it is told already what is no list, or no axle
			o.Fail("axles", "a list of %d: a vehicle stands on two axles or more, a trailer with a hitch on one", n)
		}
		return []axle{{x: 1, steered: true}, {x: -1}}
	}
	for _, k := range []string{"front_axle", "rear_axle", "wheelbase", "driven"} {
		if o.Has(k) {
			o.Fail(k, "the vehicle has axles, which say so: remove the key")
		}
	}
	list[0].steered = list[0].steered || !any && !o.Has("hitch")
	return list
}

// checkEnds refuses axles that are all on one side of the centre of mass, unless a hitch carries the other.
func checkEnds(o *document.Object, axles []axle) {
	if o.Has("hitch") {
		return
	}
	first, last := &axles[0], &axles[len(axles)-1]
	for _, a := range [2]*axle{first, last} {
		if !first.known || !last.known || (a == first && first.x > 0) || (a == last && last.x < 0) {
			continue
		}
		a.o.Fail("position", "the axles are from %.6g m to %.6g m: one is ahead of the centre of mass (above zero), one behind it (below zero)", first.x, last.x)
		return
	}
}

// readSpring reads spring, travel and size of wheels.
func readSpring(o *document.Object, w *vehicle.WheelDef) {
	w.Frequency, _ = o.Positive("frequency", units.Rate)
	w.Damping, _ = o.Positive("damping", units.One)
	w.Travel, _ = o.Positive("travel", units.Length)
	w.Rebound, _ = o.Positive("rebound", units.Length)
	w.Radius, _ = wheelSize(o, "wheel_radius")
	w.Width, _ = wheelSize(o, "wheel_width")
}

// largestWheel is more than the radius and the width of any wheel [m]: those of the largest mining trucks are 2 m and 1.5 m.
const largestWheel = 5.0

// wheelSize reads a length that a wheel can have.
func wheelSize(o *document.Object, key string) (float64, bool) {
	v, ok := o.Positive(key, units.Length)
	if ok && v > largestWheel {
		o.Wrong(key, "%g m is more than any wheel has, %g m: write it in metres, or with its unit, such as 0.3 or \"300 mm\"", v, largestWheel)
		return 0, false
	}
	return v, ok
}

func haveTracks(axles []axle) bool {
	for i := range axles {
		if axles[i].track == 0 {
			return false
		}
	}
	return true
}

// addAxles gives a vehicle the wheels of its axles, the left one first: fl, fr, rl, rr of two axles, 1l, 1r, 2l, … of
// more.
func addAxles(v *vehicle.Def, axles []axle, wheel vehicle.WheelDef, track, height, bar float64) {
	for i := range axles {
		a := &axles[i]
		w := wheel
		w.Frequency, w.Damping = orElse(a.wheel.Frequency, w.Frequency), orElse(a.wheel.Damping, w.Damping)
		w.Travel, w.Rebound = orElse(a.wheel.Travel, w.Travel), orElse(a.wheel.Rebound, w.Rebound)
		w.Radius, w.Width = orElse(a.wheel.Radius, w.Radius), orElse(a.wheel.Width, w.Width)
		w.Steered, w.Driven = a.steered, a.driven
		half := float64(orElse(a.track, track) / 2)
		for k, side := range [2]string{"l", "r"} {
			w.Name = fmt.Sprint(i+1, side)
			if len(axles) == 2 {
				w.Name = [2]string{"f", "r"}[i] + side
			}
			w.Contact = mgl64.Vec3{a.x, half, -height}
			if k == 1 {
				w.Contact[1] = 0 - half
			}
			v.Wheels = append(v.Wheels, w)
		}
		stiff := bar
		if a.hasBar {
			stiff = a.bar
		}
		if stiff > 0 {
			v.Bars = append(v.Bars, vehicle.Bar{Left: 2 * i, Right: 2*i + 1, Stiffness: stiff})
		}
	}
}
