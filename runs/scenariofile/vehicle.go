package scenariofile

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/vehicle"
)

// readVehicle reads the vehicle of a body, if it has one.
func (r *reader) readVehicle(body *document.Object, index int) {
	o, ok := body.Object("vehicle", "vehicle")
	if !ok {
		return
	}
	class, sized := r.readClass(body, o, index)
	r.readStiffness(o, r.scenario.Definition.Bodies[index].Name)
	axles, known := readAxleList(o), true
	if !o.Has("axles") {
		axles = []axle{{steered: true}, {}}
		axles[0].x, axles[1].x, known = readAxles(o, sized)
	}
	if known && !r.offOutline(o, index, sized, axles) {
		if o.Has("axles") {
			checkEnds(o, axles)
		} else {
			checkSides(o, sized, axles[0].x, axles[1].x)
		}
	}
	for _, need := range []struct{ key, remedy string }{
		{"track", `add track: "1.5 m", the distance of the left from the right wheels`},
		{"center_height", `add center_height: "0.55 m", of the centre of mass above the road`},
		{"friction", "add friction: 0.7, of the tyres on the road"},
	} {
		if !o.Has(need.key) && (sized == nil || need.key == "friction") && !(need.key == "track" && haveTracks(axles)) {
			o.Missing(need.key, need.remedy)
		}
	}
	track, _ := o.Positive("track", units.Length)
	height, _ := o.Positive("center_height", units.Length)
	if own, ok := r.outlined[index]; ok && height > 0 && own.height > 0 && height != own.height {
		o.Fail("center_height", "is %g m, but by center_of_mass it is %g m above the road, on which the outline stands: remove one of them", height, own.height)
	}
	if sized != nil {
		track, height = orElse(track, float64(class.Track*sized.width)), orElse(height, sized.height)
		if own, ok := r.outlined[index]; ok && !o.Has("center_height") && height > own.size[2] {
			o.Fail("class", "takes the centre of mass to be %g m above the road, but the outline is %g m high: add center_height, and track, travel and wheel_radius of this size", height, own.size[2])
		}
		base := axles[0].x - axles[len(axles)-1].x
		if o.Has("hitch") {
			base = sized.base // its axles stand together
		}
		r.estimateInertia(body, index, base, sized.length)
	}
	wheel := vehicle.WheelDef{}
	wheel.Friction, _ = o.Friction("friction")
	if wheel.Friction > mostGrip {
		r.warn(o, "friction", "%g is more than tyres hold: 0.7 to 0.9 on a dry road, those of racing cars up to 1.8", wheel.Friction)
	}
	readSpring(o, &wheel)
	wheel.Inertia, _ = o.Positive("wheel_inertia", units.Inertia)
	readTyre(o, &wheel)
	v := vehicle.Def{Body: index}
	bar, _ := o.NotNegative("anti_roll", units.Stiffness)
	addAxles(&v, axles, wheel, track, height, bar)
	splits := r.readInputs(o, v.Wheels)
	r.readDriver(o, &v)
	if sized != nil && !o.Has("rolling_resistance") {
		if v.Driver == nil {
			v.Driver = &vehicle.DriverDef{}
		}
		v.Driver.Rolling = class.Rolling
	}
	if o.Has("ackermann") || sized != nil {
		readAckermann(o, &v, splits)
	}
	if a, ok := o.Object("after_impact", "after_impact"); ok {
		if !a.Has("brake") {
			a.Missing("brake", "add brake: 1")
		}
		v.AfterImpact = &vehicle.Input{}
		v.AfterImpact.Brake, _ = a.Share("brake")
	}
	v.Damage = readDamage(o)
	if o.Has("hitch") {
		h, _ := o.Vector("hitch", units.Length)
		v.Hitch = &h
		r.note(o, "hitch")
		if !o.Has("axles") {
			o.Missing("axles", `add axles: [{position: "-1 m"}], those of the trailer`)
		}
	}
	r.scenario.vehicles = append(r.scenario.vehicles, r.spot(o.Node, o.Path))
	r.noteSuspension(body, o, axles)
	def := r.scenario.Definition
	def.Vehicles, r.wheeled = append(def.Vehicles, v), append(r.wheeled, wheeled{body, o, axles})
}

// wheeled is where a vehicle is.
type wheeled struct {
	body, o *document.Object
	axles   []axle
}

// of returns the object that gives an axle what a key says, and the key: that of the axle itself, or that of the vehicle;
// false where neither does.
func (w *wheeled) of(axle int, own, key string) (*document.Object, string, bool) {
	if e := w.axles[axle].o; e != nil && e.Has(own) {
		return e, own, true
	}
	return w.o, key, w.o.Has(key)
}

// noteSuspension remembers where a vehicle has what the springs on its axles depend on.
func (r *reader) noteSuspension(body, o *document.Object, axles []axle) {
	note := func(o *document.Object, keys ...string) {
		for _, k := range keys {
			if o != nil && o.Has(k) {
				r.note(o, k)
			}
		}
	}
	note(body, "inertia")
	note(o, "frequency", "damping", "anti_roll", "track", axleKeys[0], axleKeys[1], "wheelbase")
	for i := range axles {
		note(axles[i].o, "frequency", "damping", "anti_roll", "track", "position")
	}
}

// wheelPlace returns the place of what an error of a vehicle is about, that of the vehicle where none of its keys says it.
func (s *Scenario) wheelPlace(vehicleAt document.Problem, body int, e *vehicle.WheelError) document.Problem {
	own, keys := "", []string(nil)
	switch e.Field {
	case vehicle.Frequency:
		own, keys = "frequency", []string{"frequency"}
	case vehicle.Damping:
		own, keys = "damping", []string{"damping"}
	case vehicle.Bars:
		own, keys = "anti_roll", []string{"anti_roll"}
	case vehicle.Aside:
		own, keys = "track", []string{"track"}
	case vehicle.Along:
		own, keys = "position", []string{axleKeys[min(e.Wheel/2, 1)], axleKeys[0], axleKeys[1], "wheelbase"}
	}
	paths := []string{document.Join(document.At(document.Join(vehicleAt.Path, "axles"), e.Wheel/2), own)}
	for _, k := range keys {
		paths = append(paths, document.Join(vehicleAt.Path, k))
	}
	if e.Field == vehicle.Along || e.Field == vehicle.Aside {
		paths = append(paths, document.Join(document.At("bodies", body), "inertia"))
	}
	for _, path := range paths {
		if p, ok := s.places[path]; ok {
			return p
		}
	}
	return vehicleAt
}

// readDamage reads what impacts do to wheels near them.
func readDamage(o *document.Object) *vehicle.DamageDef {
	e, ok := o.Object("damage", "damage")
	if !ok {
		return nil
	}
	d := &vehicle.DamageDef{}
	for _, need := range [3][2]string{
		{"above", `add above: "20 km/h", the delta-v from which an impact damages`},
		{"reach", `add reach: "0.6 m", of the impact from the wheel`}, {"wheels", "add wheels: lock or free"},
	} {
		if !e.Has(need[0]) {
			e.Missing(need[0], need[1])
		}
	}
	d.Above, _ = e.NotNegative("above", units.Speed)
	d.Reach, _ = e.NotNegative("reach", units.Length)
	does, _ := e.Word("wheels", "nothing that damaged wheels do", "write lock or free", "lock", "free")
	d.Free = does == "free"
	return d
}

// readTyre reads the model of the tyres.
func readTyre(o *document.Object, wheel *vehicle.WheelDef) {
	if name, ok := o.Word("tyre", "no tyre model", "write coulomb, fiala, tmeasy or magic-formula", "coulomb", "fiala", "tmeasy", "magic-formula"); ok {
		wheel.Tyre, _ = vehicle.ParseTyreModel(name)
	}
	wheel.Stiffening, _ = o.Positive("tyre_stiffness", units.One)
	if o.Has("wheel_inertia") && wheel.Tyre == vehicle.Coulomb {
		o.Fail("wheel_inertia", "a wheel with a coulomb tyre rolls or is locked, and has no spin state: give tyre: fiala, tmeasy or magic-formula, or remove the key")
	}
	if o.Has("tyre_stiffness") && wheel.Tyre == vehicle.Coulomb {
		o.Fail("tyre_stiffness", "a tyre of coulomb does not slip: give tyre: fiala, tmeasy or magic-formula, or remove the key")
	}
}

// readRoad reads what a material does to the friction of tyres: the name of a road or a factor. 0 stands for none
// given.
func readRoad(o *document.Object) float64 {
	n := o.Values["road"]
	if n == nil {
		return 0
	}
	if n.Kind != yaml.ScalarNode {
		o.Fail("road", "%s is no road: write dry, wet, grass, snow or ice, or a factor on the friction of tyres", document.Describe(n))
		return 0
	}
	if _, err := strconv.ParseFloat(n.Value, 64); err == nil {
		if f, ok := o.Positive("road", units.One); ok && o.IsFriction("road", f) {
			return f
		}
		return 0
	}
	f, err := vehicle.RoadFactor(wording.Clip(n.Value))
	if err != nil {
		o.Fail("road", "%v", err)
	}
	return f
}

// readAxles reads where the axles are along x from the centre of mass: front_axle with rear_axle or wheelbase. It is
// false where one of them is missing or refused.
func readAxles(o *document.Object, sized *estimate) (front, rear float64, ok bool) {
	front, ok = o.Number("front_axle", units.Length)
	base, based := o.Positive("wheelbase", units.Length)
	if !o.Has("front_axle") && sized != nil {
		length := sized.base
		if based {
			length = base
		}
		front, ok = float64(sized.front*length)-sized.shifted, true
		if rear, good := o.Number("rear_axle", units.Length); good && !o.Has("wheelbase") {
			front = -float64((rear+sized.shifted)*sized.front)/(1-sized.front) - sized.shifted
		}
	} else if !o.Has("front_axle") {
		o.Missing("front_axle", `add front_axle: "1.2 m", where it is ahead of the centre of mass`)
	}
	switch {
	case o.Has("rear_axle") && o.Has("wheelbase"):
		o.Fail("wheelbase", "the vehicle has a rear_axle too: keep one of them")
		return front, rear, false
	case o.Has("rear_axle"):
		r, good := o.Number("rear_axle", units.Length)
		rear, ok = r, ok && good
	case o.Has("wheelbase"):
		rear, ok = front-base, ok && based
	case sized != nil:
		rear = front - sized.base
	default:
		o.Missing("rear_axle", `add rear_axle: "-1.4 m" or wheelbase: "2.6 m"`)
		ok = false
	}
	return front, rear, ok
}

// axleKeys are the keys of the axles of a vehicle without a list of them.
var axleKeys = [2]string{"front_axle", "rear_axle"}

// axleFrom returns the key that an axle without one of its own follows from; its own where it follows from the class
// alone.
func axleFrom(o *document.Object, own string) string {
	for _, k := range [3]string{axleKeys[0], axleKeys[1], "wheelbase"} {
		if o.Has(k) {
			return k
		}
	}
	return own
}

// checkSides refuses axles that are not on either side of the centre of mass. It names the one at fault: one that is
// given, before one that follows from it.
func checkSides(o *document.Object, sized *estimate, front, rear float64) {
	key := ""
	switch {
	case !(front > 0) && o.Has(axleKeys[0]):
		key = axleKeys[0]
	case !(rear < 0) && o.Has(axleKeys[1]):
		key = axleKeys[1]
	case front > 0 && rear < 0 || sized == &anyCar:
		return
	default:
		key = axleFrom(o, axleKeys[0])
	}
	remedy := ""
	if sized != nil && sized.shifted != 0 {
		remedy = fmt.Sprintf("; its class has them at %.6g m and %.6g m from the middle of the body, between which the centre of mass is, or say where they are",
			front-sized.middle, rear-sized.middle)
	}
	o.Fail(key, "the axles are at %.6g m and %.6g m: one is ahead of the centre of mass (above zero), one behind it (below zero)%s", front, rear, remedy)
}

// offOutline refuses axles that are ahead of or behind the outline of their vehicle, and reports whether one is: those
// that are given, or else the first that follows from them.
func (r *reader) offOutline(o *document.Object, index int, sized *estimate, axles []axle) (off bool) {
	own, ok := r.outlined[index]
	if !ok || sized == &anyCar {
		return false
	}
	nose, tail := float64(0.5*own.size[0])-own.ahead, float64(-0.5*own.size[0])-own.ahead
	check := func(o *document.Object, key string, x float64) {
		if !(x <= nose && x >= tail) {
			off = true
			o.Fail(key, "an axle is at %.6g m, off the outline, which is from %.6g m to %.6g m: places are along x from the centre of mass, which is %.6g m ahead of the outline's middle",
				x, tail, nose, own.ahead)
		}
	}
	if o.Has("axles") {
		for i := range axles {
			if axles[i].known {
				check(axles[i].o, "position", axles[i].x)
			}
		}
		return off
	}
	for i, k := range axleKeys {
		if o.Has(k) {
			check(o, k, axles[i].x)
		}
	}
	for i, k := range axleKeys {
		if !o.Has(k) && !off {
			check(o, axleFrom(o, k), axles[i].x)
		}
	}
	return off
}

// readInputs reads the driver's program. An entry changes the wheels that it names and what it names of brake and
// steer; the rest stays as it was. Without wheels, brake means all and steer means the front wheels. It returns the first
// entry that steers other wheels than all those that are steered, nil for none.
func (r *reader) readInputs(o *document.Object, wheels []vehicle.WheelDef) (splits *document.Object) {
	if !r.readHistory(o, "program", "input") {
		return nil
	}
	last := math.Inf(-1)
	each(o, "program", "input", func(e *document.Object) {
		t := readTime(e, &last, false)
		chosen, ok := readWheels(e, wheels)
		brake, hasBrake := e.Share("brake")
		steer, hasSteer := e.Number("steer", units.Angle)
		if end := r.duration(); t >= end && !e.IsMeasured() {
			r.warn(e, "time", "%g s is not before the end of the run, after %g s: lengthen the duration, or write an earlier time", t, end)
		}
		if hasSteer && math.Abs(steer) >= math.Pi/2 {
			e.Wrong("steer", "%g rad is a right angle or more: write, for example, \"5 deg\"", steer)
		}
		throttle, hasThrottle := e.Share("throttle")
		hand, hasHand := e.Share("handbrake")
		blown, hasBlown := e.Flag("blown")
		if hasBlown && !e.Has("wheels") {
			e.Missing("wheels", "add wheels: fl, for which tyre it is about")
		}
		if !e.Has("brake") && !e.Has("steer") && !e.Has("throttle") && !e.Has("handbrake") && !e.Has("blown") {
			e.Missing("brake or steer", "add what the driver does then")
		}
		if !ok {
			return
		}
		overruled := false
		if hasSteer && e.Has("wheels") && splits == nil && splitsSteering(wheels, chosen) {
			splits = e
		}
		for i := range wheels {
			setsBrake := hasBrake && chosen[i]
			setsSteer := hasSteer && chosen[i] && (e.Has("wheels") || wheels[i].Steered)
			overruled = overruled || setsSteer && wheels[i].Steered
			setsHand := hasHand && chosen[i] && (e.Has("wheels") || wheels[i].Contact[0] < 0)
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
		if overruled && o.Has("path") {
			r.warn(e, "steer", "the vehicle follows its path, whatever the program steers: remove the path, or this")
		}
	})
	return splits
}

// splitsSteering reports whether other wheels are chosen than those that the linkage turns, all of them.
func splitsSteering(wheels []vehicle.WheelDef, chosen []bool) bool {
	for i := range wheels {
		if wheels[i].Steered != chosen[i] {
			return true
		}
	}
	return false
}

// readWheels reads which wheels an entry is about: all, front, rear, or a list of names. Absent is all.
func readWheels(o *document.Object, wheels []vehicle.WheelDef) (chosen []bool, ok bool) {
	chosen = make([]bool, len(wheels))
	n := o.Values["wheels"]
	names := []*yaml.Node{n}
	if n == nil {
		names[0] = &yaml.Node{Kind: yaml.ScalarNode, Value: "all"}
	} else if n.Kind == yaml.SequenceNode {
		names = n.Content
	}
	ok = true
	for _, c := range names {
		c = document.Resolve(c)
		known := false
		for i := range wheels {
			w := &wheels[i]
			if c.Value == "all" || c.Value == w.Name || c.Value == "front" && w.Contact[0] > 0 || c.Value == "rear" && w.Contact[0] < 0 {
				chosen[i], known = true, true
			}
		}
		if !known || c.Kind != yaml.ScalarNode {
			o.Decoder.Report(c, document.Join(o.Path, "wheels"), "%s is no wheel: write all, front, rear, or a list of %s", document.Describe(c), listed(wheels))
			ok = false
		}
	}
	if ok && len(names) == 0 {
		o.Fail("wheels", "is an empty list: write all, front, rear, or a list of %s", listed(wheels))
		ok = false
	}
	return chosen, ok
}

func listed(wheels []vehicle.WheelDef) string {
	var names []string
	for i := range wheels {
		names = append(names, wheels[i].Name)
	}
	return strings.Join(names, ", ")
}
