package runs

import (
	"math"
	"strconv"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim/vehicle"
)

// The wheels of a vehicle, in order: front left, front right, rear left, rear right. y points left.
var wheelNames = [4]string{"fl", "fr", "rl", "rr"}

// readVehicle reads the vehicle of a body, if it has one.
func (r *reader) readVehicle(body *object, index int) {
	o, ok := body.object("vehicle", "vehicle")
	if !ok {
		return
	}
	class, sized := r.readClass(o, index)
	front, rear := readAxles(o, sized)
	for _, need := range []struct{ key, remedy string }{
		{"track", `add track: "1.5 m", the distance of the left from the right wheels`},
		{"center_height", `add center_height: "0.55 m", of the centre of mass above the road`},
		{"friction", "add friction: 0.7, of the tyres on the road"},
	} {
		if !o.has(need.key) && (sized == nil || need.key == "friction") {
			o.missing(need.key, need.remedy)
		}
	}
	track, _ := o.positive("track", dimLength)
	height, _ := o.positive("center_height", dimLength)
	if sized != nil {
		track, height = orElse(track, float64(class.Track*sized.width)), orElse(height, class.Height)
		r.estimateInertia(body, index, front-rear, sized.length)
	}
	wheel := vehicle.WheelDef{}
	wheel.Friction, _ = o.notNegative("friction", dimOne)
	wheel.Frequency, _ = o.positive("frequency", dimRate)
	wheel.Damping, _ = o.positive("damping", dimOne)
	wheel.Travel, _ = o.positive("travel", dimLength)
	wheel.Radius, _ = o.positive("wheel_radius", dimLength)
	wheel.Inertia, _ = o.positive("wheel_inertia", dimInertia)
	readTyre(o, &wheel)
	v := vehicle.Def{Body: index}
	for i, name := range wheelNames {
		w := wheel
		x, y := front, float64(track/2)
		if i >= 2 {
			x = rear
		}
		if i%2 == 1 {
			y = 0 - y
		}
		w.Name, w.Contact = name, mgl64.Vec3{x, y, -height}
		v.Wheels = append(v.Wheels, w)
	}
	readInputs(o, v.Wheels)
	r.readDriver(o, &v)
	if sized != nil && !o.has("rolling_resistance") {
		if v.Driver == nil {
			v.Driver = &vehicle.DriverDef{}
		}
		v.Driver.Rolling = class.Rolling
	}
	if a, ok := o.object("after_impact", "after_impact"); ok {
		if !a.has("brake") {
			a.missing("brake", "add brake: 1")
		}
		v.AfterImpact = &vehicle.Input{}
		v.AfterImpact.Brake, _ = a.share("brake")
	}
	def := r.scenario.Definition
	def.Vehicles = append(def.Vehicles, v)
}

// readTyre reads the model of the tyres.
func readTyre(o *object, wheel *vehicle.WheelDef) {
	if name, ok := o.text("tyre"); ok {
		m, err := vehicle.ParseTyreModel(name)
		if err != nil {
			o.fail("tyre", "%v", err)
		}
		wheel.Tyre = m
	}
	wheel.Stiffening, _ = o.positive("tyre_stiffness", dimOne)
	if o.has("wheel_inertia") && wheel.Tyre == vehicle.Coulomb {
		o.fail("wheel_inertia", "a wheel with a tyre of coulomb rolls or is locked, and has no spin of its own: give tyre: fiala, tmeasy or magic-formula, or remove the key")
	}
	if o.has("tyre_stiffness") && wheel.Tyre == vehicle.Coulomb {
		o.fail("tyre_stiffness", "a tyre of coulomb does not slip: give tyre: fiala, tmeasy or magic-formula, or remove the key")
	}
}

// readRoad reads what a material does to the friction of tyres: the name of a road or a factor. 0 stands for none given.
func readRoad(o *object) float64 {
	n := o.values["road"]
	if n == nil {
		return 0
	}
	if _, err := strconv.ParseFloat(n.Value, 64); err == nil || n.Kind != yaml.ScalarNode {
		f, _ := o.positive("road", dimOne)
		return f
	}
	f, err := vehicle.RoadFactor(n.Value)
	if err != nil {
		o.fail("road", "%v", err)
	}
	return f
}

// readAxles reads where the axles are along x from the centre of mass: front_axle with rear_axle or wheelbase.
func readAxles(o *object, sized *estimate) (front, rear float64) {
	front, ok := o.number("front_axle", dimLength)
	if !o.has("front_axle") && sized != nil {
		base := sized.base
		if b, good := o.positive("wheelbase", dimLength); good {
			base = b
		}
		front, ok = float64(sized.front*base), true
		if rear, good := o.number("rear_axle", dimLength); good && !o.has("wheelbase") {
			front = -float64(rear*sized.front) / (1 - sized.front)
		}
	} else if !o.has("front_axle") {
		o.missing("front_axle", `add front_axle: "1.2 m", where it is ahead of the centre of mass`)
	}
	switch {
	case o.has("rear_axle") && o.has("wheelbase"):
		o.fail("wheelbase", "the vehicle has a rear_axle too: keep one of them")
		return front, rear
	case o.has("rear_axle"):
		r, good := o.number("rear_axle", dimLength)
		rear, ok = r, ok && good
	case o.has("wheelbase"):
		base, good := o.positive("wheelbase", dimLength)
		rear, ok = front-base, ok && good
	case sized != nil:
		rear = front - sized.base
	default:
		o.missing("rear_axle", `add rear_axle: "-1.4 m" or wheelbase: "2.6 m"`)
		return front, rear
	}
	if ok && !(front > 0 && rear < 0) {
		o.fail("front_axle", "the axles are at %g m and %g m: one is ahead of the centre of mass (above zero), one behind it (below zero)", front, rear)
	}
	return front, rear
}

// readInputs reads the driver's program. An entry changes the wheels that it names and what it names of brake and steer;
// the rest stays as it was. Without wheels, brake means all and steer means the front wheels.
func readInputs(o *object, wheels []vehicle.WheelDef) {
	last := math.Inf(-1)
	each(o, "program", "input", func(e *object) {
		t := readTime(e, &last, false)
		chosen, ok := readWheels(e)
		brake, hasBrake := e.share("brake")
		steer, hasSteer := e.number("steer", dimAngle)
		if hasSteer && math.Abs(steer) >= math.Pi/2 {
			e.fail("steer", "%g rad is a right angle or more: write, for example, \"5 deg\"", steer)
		}
		throttle, hasThrottle := e.share("throttle")
		hand, hasHand := e.share("handbrake")
		blown, hasBlown := e.flag("blown")
		if hasBlown && !e.has("wheels") {
			e.missing("wheels", "add wheels: fl, for which tyre it is about")
		}
		if !e.has("brake") && !e.has("steer") && !e.has("throttle") && !e.has("handbrake") && !e.has("blown") {
			e.missing("brake or steer", "add what the driver does then")
		}
		if !ok {
			return
		}
		for i := range wheels {
			setsBrake := hasBrake && chosen[i]
			setsSteer := hasSteer && chosen[i] && (e.has("wheels") || i < 2)
			setsHand := hasHand && chosen[i] && (e.has("wheels") || i >= 2)
			setsBlown := hasBlown && chosen[i]
			if !setsBrake && !setsSteer && !setsHand && !setsBlown && !hasThrottle {
				continue
			}
			p := &wheels[i].Program
			in := vehicle.Input{}
			if n := len(*p); n > 0 {
				in = (*p)[n-1]
				if in.Time == t {
					*p = (*p)[:n-1]
				}
			}
			in.Time = t
			if setsBrake {
				in.Brake = brake
			}
			if setsSteer {
				in.Steer = steer
			}
			if hasThrottle {
				in.Throttle = throttle
			}
			if setsHand {
				in.Handbrake = hand
			}
			if setsBlown {
				in.Blown = blown
			}
			*p = append(*p, in)
		}
	})
}

// readWheels reads which wheels an entry is about: all, front, rear, or a list of fl, fr, rl, rr. Absent is all.
func readWheels(o *object) (chosen [4]bool, ok bool) {
	sets := map[string][4]bool{
		"all": {true, true, true, true}, "front": {true, true, false, false}, "rear": {false, false, true, true},
	}
	for i, name := range wheelNames {
		var one [4]bool
		one[i] = true
		sets[name] = one
	}
	n := o.values["wheels"]
	if n == nil {
		return sets["all"], true
	}
	names := []*yaml.Node{n}
	if n.Kind == yaml.SequenceNode {
		names = n.Content
	}
	ok = true
	for _, c := range names {
		c = resolve(c)
		set, known := sets[c.Value]
		if !known || c.Kind != yaml.ScalarNode {
			o.d.report(c, join(o.path, "wheels"), "%s is no wheel: write all, front, rear, or a list of fl, fr, rl, rr", describe(c))
			ok = false
		}
		for i := range chosen {
			chosen[i] = chosen[i] || set[i]
		}
	}
	if ok && len(names) == 0 {
		o.fail("wheels", "is an empty list: write all, front, rear, or a list of fl, fr, rl, rr")
		ok = false
	}
	return chosen, ok
}
