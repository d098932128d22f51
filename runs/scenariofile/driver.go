package scenariofile

import (
	"math"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/sim/vehicle"
)

// airDensity is that of air at 15 °C at sea level, by the standard atmosphere [kg/m³].
const airDensity = 1.225

// driverKeys are those of a vehicle that make it one with a driver.
var driverKeys = []string{"driven", "power", "rolling_resistance", "drag_area", "abs", "steer_limit", "steer_rate", "ackermann", "keep_speed", "path", "reaction"}

// leastPower is what hardly any vehicle's engine has less of [W]: what is less is given in another unit.
const leastPower = 500.0

// readDriver reads engine, steering, resistances and programs of the last body, whose vehicle is v.
func (r *reader) readDriver(o *document.Object, v *vehicle.Def) {
	throttle := false
	for i := range v.Wheels {
		for _, in := range v.Wheels[i].Program {
			throttle = throttle || in.Throttle > 0
		}
	}
	given := false
	for _, k := range driverKeys {
		given = given || o.Has(k)
	}
	if throttle && !o.Has("power") {
		o.Missing("power", `add power: "80 kW", of the engine whose throttle the program opens`)
	}
	if !given {
		return
	}
	d := &vehicle.DriverDef{}
	v.Driver = d
	power, ok := o.Positive("power", units.Power)
	if d.Power = power; ok && power < leastPower {
		r.warn(o, "power", "%.4g W is less than %g W: write it in watts, or with its unit, such as 90000 or \"90 kW\"", power, leastPower)
	}
	d.Rolling, _ = o.Share("rolling_resistance")
	d.ABS, _ = o.Flag("abs")
	limit, ok := o.Positive("steer_limit", units.Angle)
	if d.SteerLimit = limit; ok && limit > math.Pi/2 {
		o.Wrong("steer_limit", "%.4g deg is more than a right angle, the angle of the wheels, not of the steering wheel: write, for example, \"35 deg\"", float64(limit*(180/math.Pi)))
	}
	d.SteerRate, _ = o.Positive("steer_rate", units.AngularSpeed)
	if area, ok := o.Positive("drag_area", units.Area); ok {
		d.Air = float64(float64(0.5*airDensity) * area)
		body := &r.scenario.Definition.Bodies[v.Body]
		body.Drag.Quadratic += d.Air
	}
	readDriven(o, v)
	if n, ok := o.Length("keep_speed"); ok && n == 0 {
		o.Fail("keep_speed", "is an empty list: write keep_speed: [{time: 0, speed: 50 km/h}], or remove the key")
	}
	if r.readHistory(o, "keep_speed", "speed_at") {
		last := math.Inf(-1)
		each(o, "keep_speed", "speed_at", func(e *document.Object) {
			t := readTime(e, &last, true)
			if !e.Has("speed") {
				e.Missing("speed", `add speed: "50 km/h"`)
			}
			s, _ := e.NotNegative("speed", units.Speed)
			d.Speed = append(d.Speed, vehicle.SpeedAt{Time: t, Speed: s})
		})
	}
	if r.readHistory(o, "path", pathPoint) {
		d.Path = readPath(o)
	}
	if e, ok := o.Object("reaction", "reaction"); ok {
		d.React = readReaction(e)
	}
}

// readAckermann reads how the linkage turns the steered wheels: in full where a class says nothing else, but not where
// an entry of the program steers single wheels.
func readAckermann(o *document.Object, v *vehicle.Def, splits *document.Object) {
	share := 1.0
	if o.Has("ackermann") {
		share, _ = o.Share("ackermann")
	}
	wrong := unlinked(v.Wheels)
	switch {
	case share > 0 && o.Has("ackermann") && wrong != "":
		o.Fail("ackermann", "%s", wrong)
	case share > 0 && o.Has("ackermann") && splits != nil:
		splits.Fail("wheels", "ackermann turns the steered wheels together, and no others: remove wheels, or write ackermann: 0")
	case wrong == "" && splits == nil:
		v.Driver.Ackermann = share
	}
}

// unlinked returns why steered wheels have no point to turn about, empty where they have.
func unlinked(wheels []vehicle.WheelDef) string {
	middle, others := 0.0, 0.0
	for i := range wheels {
		if w := &wheels[i]; !w.Steered {
			middle, others = middle+w.Contact[0], others+1
		}
	}
	ahead, behind := false, false
	for i := range wheels {
		if w := &wheels[i]; w.Steered {
			x := float64(w.Contact[0]*others) - middle // times the number of others
			ahead, behind = ahead || !(x < 0), behind || !(x > 0)
		}
	}
	switch {
	case others == 0:
		return "all axles are steered, and there is none to turn about: remove the key"
	case !ahead && !behind:
		return "no axle is steered: remove the key"
	case ahead && behind:
		return "steered axles are ahead of and behind those that are not steered: remove the key"
	}
	return ""
}

func readReaction(o *document.Object) *vehicle.ReactionDef {
	d := &vehicle.ReactionDef{Brake: 1}
	if !o.Has("within") {
		o.Missing("within", `add within: "2.5 s", the time to a collision that is danger`)
	}
	if !o.Has("delay") {
		o.Missing("delay", `add delay: "0.8 s", from seeing the danger to the brakes`)
	}
	d.Within, _ = o.NotNegative("within", units.Time)
	d.Delay, _ = o.NotNegative("delay", units.Time)
	if b, ok := o.Share("brake"); ok {
		d.Brake = b
	}
	return d
}

func readDriven(o *document.Object, v *vehicle.Def) {
	if o.Has("axles") {
		return
	}
	name := "front"
	if text, ok := o.Word("driven", "no choice of wheels", "write front, rear or all", "front", "rear", "all"); ok {
		name = text
	}
	for i := range v.Wheels {
		v.Wheels[i].Driven = name == "all" || (i < 2) == (name == "front")
	}
}

// readPath reads the points [x, y] that a vehicle follows.
func readPath(o *document.Object) []mgl64.Vec2 {
	nodes, ok := o.List("path")
	if !ok {
		return nil
	}
	if len(nodes) < 2 {
		o.Fail("path", "a list of %d where two points or more are needed: write [[0, 0], [50, 0]]", len(nodes))
	}
	var path []mgl64.Vec2
	for i, n := range nodes {
		n = document.Resolve(n)
		place := document.At(document.Join(o.Path, "path"), i)
		if n.Kind != yaml.SequenceNode || len(n.Content) != 2 {
			o.Decoder.Report(n, place, "%s where a point is needed: write [x, y]", document.Describe(n))
			return nil
		}
		x, _, okX := o.Decoder.Quantity(n.Content[0], document.At(place, 0), units.Length)
		y, _, okY := o.Decoder.Quantity(n.Content[1], document.At(place, 1), units.Length)
		if !okX || !okY {
			return nil
		}
		p := mgl64.Vec2{x, y}
		if i > 0 && p == path[i-1] {
			o.Decoder.Report(n, place, "is the point before again: remove one")
		}
		path = append(path, p)
	}
	return path
}
