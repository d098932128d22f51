package scenariofile_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const outlined = `
name: outline
duration: 1 s
gravity: [0, 0, -9.81]
materials: {m: {friction: 0.5}}
statics:
  - {name: road, plane: {height: 0}, material: m}
bodies:
  - {name: v, outline: {kind: %s, size: [%g, %g, %g]}, mass: 2 t,%s origin: [3, 4, 0], attitude: {yaw: 90 deg}, material: m, vehicle: {class: %s, friction: 0.7}}
`

// TestParse_Outlines: each outline fills its size, is alike on both sides and closed by its hulls, stands on its
// class's wheels where its origin says, without touching the road, and its wheels are below it; so do a caravan, which
// is a trailer on the wheels of a car, and what is given the place of its centre of mass, or its height.
func TestParse_Outlines(t *testing.T) {
	for _, c := range []struct {
		kind, class string
		l, w, h     float64
		center      string
	}{
		{"car", "car", 4.5, 1.8, 1.45, ""}, {"van", "van", 5.5, 2, 2.4, ""}, {"lorry", "lorry", 9, 2.5, 3.6, ""},
		{"trailer", "car", 5.5, 2.2, 2.6, ""}, {"car", "car", 4.5, 1.8, 1.45, " center_of_mass: [0, 0, 0.65],"},
		{"car", "car, center_height: 0.65", 4.5, 1.8, 1.45, ""}, {"van", "van, center_height: 1 mm", 5.5, 2, 2.4, ""}, {"lorry", "lorry, center_height: 1.4 m", 9, 2.5, 3.6, ""},
	} {
		s, err := scenariofile.Parse("outline.yaml", fmt.Appendf(nil, outlined, c.kind, c.l, c.w, c.h, c.center, c.class), nil)
		if err != nil {
			t.Fatal(err)
		}
		b := &s.Definition.Bodies[0]
		box := geom.EmptyAABB()
		for i := range b.Shapes {
			for _, p := range b.Shapes[i].Shape.Hull.Vertices {
				p = p.Add(geom.FromMGL(b.Shapes[i].Position))
				box.Min, box.Max = box.Min.Min(p), box.Max.Max(p)
				found := false
				for _, q := range b.Shapes[i].Shape.Hull.Vertices {
					q = q.Add(geom.FromMGL(b.Shapes[i].Position))
					found = found || math.Abs(p.X-q.X)+math.Abs(p.Y+q.Y)+math.Abs(p.Z-q.Z) < 1e-9
				}
				if !found {
					t.Errorf("%s: %v has no other side", c.kind, p)
				}
			}
		}
		if d := box.Max.Sub(box.Min); math.Abs(d.X-c.l) > 1e-9 || math.Abs(d.Y-c.w) > 1e-9 || !(d.Z < c.h) {
			t.Errorf("%s: %v", c.kind, d)
		}
		height := b.Position[2]
		if top := box.Max.Z + height; math.Abs(top-c.h) > 1e-9 || box.Min.Z+height < 0.1 {
			t.Errorf("%s: from %g to %g m above the road", c.kind, box.Min.Z+height, top)
		}
		for _, w := range s.Definition.Vehicles[0].Wheels {
			if w.Contact[0] > box.Max.X-0.3 || w.Contact[0] < box.Min.X+0.3 || math.Abs(w.Contact[1]) > box.Max.Y || w.Contact[2] != -height {
				t.Errorf("%s: wheel at %v in %v", c.kind, w.Contact, box)
			}
		}
		w, err := sim.New(s.Definition)
		if err != nil {
			t.Fatal(err)
		}
		for range 240 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
		}
		v := w.Frame().Values
		if math.Abs(v[2]-height) > 1e-9 || math.Abs(v[0]-3) > 1e-9 {
			t.Errorf("%s: stands at %v", c.kind, v[:3])
		}
	}
	if _, err := scenariofile.Parse("outline.yaml", fmt.Appendf(nil, outlined, "bus", 9.0, 2.0, 3.0, "", "car"), nil); err == nil || !strings.Contains(err.Error(), "no outline") {
		t.Errorf("a bus: %v", err)
	}
}

// TestParse_ReportsARefusedVehicleOnce: what a refused class or outline would have given is not missed besides.
func TestParse_ReportsARefusedVehicleOnce(t *testing.T) {
	good := fmt.Sprintf(outlined, "car", 4.5, 1.8, 1.45, "", "car")
	for _, c := range []struct{ old, new, want string }{
		{"class: car", "class: bus", `bodies[0].vehicle.class: "bus" is no class`},
		{"class: car", "class: [car]", "bodies[0].vehicle.class: a list is no class of vehicles: write car, van or lorry"},
		{"kind: car", "kind: tank", `bodies[0].outline.kind: "tank" is no outline`},
		{", size: [4.5, 1.8, 1.45]", "", "bodies[0].outline: has no size"},
		{"mass: 2 t", "mass: 2 t, center_of_mass: [0, 0, 0]", "bodies[0].center_of_mass: is 0 m above the road"},
		{"material: m, vehicle: {class: car", "material: m, center_of_mass: [0, 0, 0.6], vehicle: {center_height: 0.5, class: car", "bodies[0].vehicle.center_height: is 0.5 m, but by center_of_mass it is 0.6 m"},
		{"size: [4.5, 1.8, 1.45]", "size: [0.45, 0.18, 0.145]", "bodies[0].vehicle.class: takes the centre of mass to be 0.55 m above the road, but the outline is 0.145 m high"},
		{"friction: 0.7", "friction: 0.7, center_height: 0", "bodies[0].vehicle.center_height: 0 is not above zero"},
		{"mass: 2 t", "mass: 2 t, sensor: true", "bodies[0].sensor: a sensor touches nothing and cannot stand on wheels"},
		{"outline: {kind: car, size: [4.5, 1.8, 1.45]}", "hull: {points: [[0, 0, 1], [1, 0, 1], [0, 1, 1], [0, 0, 2]]}", "bodies[0].vehicle.class: estimates from a box or an outline"},
	} {
		_, err := scenariofile.Parse("a.yaml", []byte(strings.Replace(good, c.old, c.new, 1)), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q alone", c.new, err, c.want)
		}
	}
}

// TestNewWorld_PlacesASuspensionTooStiffForTheStep: the error is where the vehicle is, or its frequency f, with a step that
// is taken; the default of a class counts too. Heave alone allows 1/(pi f sqrt(21)) s, 1/22 s at 1.5 Hz and 1/58 s at 4 Hz;
// the bound for roll and pitch with it is up to 1.4 times as short.
func TestNewWorld_PlacesASuspensionTooStiffForTheStep(t *testing.T) {
	for _, c := range []struct{ step, more, at, key, want string }{
		{"1/4 s", "", "{class: car", "", "1/29 s"},
		{"1/60 s", ", frequency: 4 Hz", "4 Hz", ".frequency", "1/78 s"},
	} {
		text := fmt.Sprintf("step: "+c.step+outlined, "car", 4.5, 1.8, 1.45, "", "car")
		text = strings.Replace(text, "friction: 0.7", "friction: 0.7"+c.more, 1)
		before, _, _ := strings.Cut(text, c.at)
		line, column := 1+strings.Count(before, "\n"), len(before)-strings.LastIndex(before, "\n")
		want := fmt.Sprintf(":%d:%d: bodies[0].vehicle%s: wheel \"rl\": its spring of ", line, column, c.key)
		if _, err := runs.NewWorld(scenariotest.MustParse(t, text)); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "at most "+c.want) {
			t.Errorf("step %s%s: %v\nwant %s… %s", c.step, c.more, err, want, c.want)
		}
		if _, err := runs.NewWorld(scenariotest.MustParse(t, strings.Replace(text, c.step, c.want, 1))); err != nil {
			t.Errorf("the step asked for: %v", err)
		}
	}
}

// TestNewWorld_PlacesWhatIsTooStiff: what makes a suspension too stiff for the step is blamed, where it stands, and mends it.
func TestNewWorld_PlacesWhatIsTooStiff(t *testing.T) {
	outline := fmt.Sprintf(outlined, "car", 4.5, 1.8, 1.45, "", "car")
	for _, c := range []struct{ more, at, want string }{
		{"track: 15", "15", `vehicle.track: wheel "fl": 7.5 m to the side of the centre of mass its spring of 48.9 kN/m, on the bump stop, and damper of 3.63 kN s/m are too stiff for the step and a moment of inertia of 878.8 kg m²: make the step at most 1/423 s, or the track smaller, or the inertia larger`},
		{"anti_roll: 1e30", "1e30", `vehicle.anti_roll: wheel "fl": its anti-roll bar of 1e+27 kN/m is too stiff for the step: make it softer`},
		{"anti_roll: 1e8", "1e8", `vehicle.anti_roll: wheel "fl": its anti-roll bar of 1e+05 kN/m is too stiff for the step: make the step at most 1/367 s, or it softer`},
		{"damping: 50", "50", `vehicle.damping: wheel "rl": its spring of 40 kN/m, on the bump stop, and damper of 424 kN s/m are too stiff`},
		{"axles: [{position: 1}, {position: -1, anti_roll: 1e30}]", "1e30", `vehicle.axles[1].anti_roll: wheel "rl": its anti-roll bar`},
		{"axles: [{position: 1}, {position: -1, frequency: 99}]", "99", `vehicle.axles[1].frequency: wheel "rl": its spring`},
		{"axles: [{position: 1, track: 15}, {position: -1}]", "15", `vehicle.axles[0].track: wheel "fl": 7.5 m to the side`},
		{"axles: [{position: 2}, {position: 0.2}, {position: -0.1}]", "2}", `vehicle.axles[0].position: wheel "1l": at (2, 0.765) m from the centre of mass it would have to pull, not carry: place`},
		{"axles: [{position: 1}], hitch: [0.5, 0, 0]", "1}", `vehicle.axles[0].position: wheel "1l": at (1, 0.765) m`},
		{"axles: [{position: -1}], hitch: [-1, 0, 0]", "-1}", `vehicle.axles[0].position: wheels: all that carries the vehicle is on one line`},
	} {
		text := strings.Replace(outline, "friction: 0.7", "friction: 0.7, "+c.more, 1)
		column := strings.Index(c.more, ": "+c.at) + strings.Index(strings.Split(outline, "\n")[8], "friction: 0.7") + len("friction: 0.7, : ") + 1
		want := fmt.Sprintf("test.yaml:9:%d: bodies[0].%s", column, c.want)
		_, err := runs.NewWorld(scenariotest.MustParse(t, text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v\nwant %s", c.more, err, want)
			continue
		}
		if _, rest, asks := strings.Cut(err.Error(), "make the step at most "); asks {
			step, _, _ := strings.Cut(rest, ",")
			if _, err := runs.NewWorld(scenariotest.MustParse(t, "step: "+step+text)); err != nil {
				t.Errorf("%s: the step asked for: %v", c.more, err)
			}
		}
	}
	text := strings.Replace(outline, "mass: 2 t,", "mass: 2 t, inertia: [9, 2000, 2000],", 1)
	want := "bodies[0].inertia: wheel "
	if _, err := runs.NewWorld(scenariotest.MustParse(t, text)); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestParse_NamesTheAxleAtFault: one that is given, before one that follows from it; each fault once. The outline
// reaches from -2.415 m to 2.085 m, the class has a wheelbase of 2.565 m.
func TestParse_NamesTheAxleAtFault(t *testing.T) {
	outline := fmt.Sprintf(outlined, "car", 4.5, 1.8, 1.45, "", "car")
	box := strings.NewReplacer("outline: {kind: car, size: [4.5, 1.8, 1.45]}", "box: {size: [4.5, 1.8, 1.45]}", "origin: [3, 4, 0]", "position: [3, 4, 0.8]").Replace(outline)
	for _, c := range []struct{ text, axles, want string }{
		{outline, "front_axle: 9", "front_axle: an axle is at 9 m, off the outline"},
		{outline, "rear_axle: -9", "rear_axle: an axle is at -9 m, off the outline"},
		{outline, "wheelbase: 9", "wheelbase: an axle is at"},
		{outline, "wheelbase: -2", "wheelbase: -2 is not above zero"},
		{outline, "front_axle: 0.1", "front_axle: an axle is at -2.465 m, off the outline"},
		{outline, "front_axle: -1, rear_axle: -2", "front_axle: the axles are at -1 m and -2 m"},
		{outline, "front_axle: 2, rear_axle: 1", "rear_axle: the axles are at 2 m and 1 m"},
		{outline, "axles: [{position: -1}, {position: -2}]", "axles[0].position: the axles are from -1 m to -2 m: one is ahead of"},
		{outline, "axles: [{position: 2}, {position: 1}]", "axles[1].position: the axles are from 2 m to 1 m: one is ahead of"},
		{outline, "axles: [{position: 2}, {position: 1 kg}]", "axles[1].position: \"1 kg\" is a mass"},
		{box, "front_axle: 9", "front_axle: the axles are at 9 m and 6.435 m"},
		{box, "rear_axle: 9", "rear_axle: the axles are at -7.36364 m and 9 m"},
		{box, "front_axle: 9, wheelbase: 2", "front_axle: the axles are at 9 m and 7 m"},
		{box, "front_axle: 9, wheelbase: -2", "wheelbase: -2 is not above zero"},
	} {
		_, err := scenariofile.Parse("a.yaml", []byte(strings.Replace(c.text, "class: car", "class: car, "+c.axles, 1)), nil)
		if err == nil || !strings.Contains(err.Error(), "bodies[0].vehicle."+c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q alone", c.axles, err, c.want)
		}
	}
}

// TestParse_CentreOfMassLeavesTheAxles: a centre of mass of one's own moves no axle in the body, whether it has an
// outline or a box, its class's wheelbase or its own.
func TestParse_CentreOfMassLeavesTheAxles(t *testing.T) {
	const text = `name: axles
duration: 1 s
gravity: [0, 0, -9.81]
statics: [{name: road, plane: {height: 0}}]
bodies:
  - {name: v, %s, mass: 3 t,%s position: [10, 0, 1.8], vehicle: {class: van, %s friction: 0.7}}
`
	// Ahead of the middle of the body: with an outline 0.33 of its length and 0.60 of it behind that; a box has its
	// middle half-way between them. A wheelbase of 3 m is shared out about the place that the class's centre of mass
	// has: 0.165 m ahead of the middle in an outline.
	for _, c := range []struct {
		shape, vehicle string
		front, rear    float64
	}{
		{"outline: {kind: van, size: [5.5, 2, 2.4]}", "", 0.33 * 5.5, -0.27 * 5.5},
		{"outline: {kind: van, size: [5.5, 2, 2.4]}", "wheelbase: 3 m,", 0.03*5.5 + 1.5, 0.03*5.5 - 1.5},
		{"box: {size: [5.5, 2, 1.4]}", "", 0.3 * 5.5, -0.3 * 5.5},
		{"box: {size: [5.5, 2, 1.4]}", "wheelbase: 3 m,", 1.5, -1.5},
	} {
		for _, ahead := range []string{"", "-1.2", "0", "1.1"} {
			center := ""
			if ahead != "" {
				center = " center_of_mass: [" + ahead + ", 0, 0.8]," // above the road
				if strings.HasPrefix(c.shape, "box") {
					center = " center_of_mass: [" + ahead + ", 0, 0]," // in the box
				}
			}
			s, err := scenariofile.Parse("axles.yaml", fmt.Appendf(nil, text, c.shape, center, c.vehicle), nil)
			if err != nil {
				t.Fatal(err)
			}
			b, wheels := &s.Definition.Bodies[0], s.Definition.Vehicles[0].Wheels
			middle := b.Offset[0] // of the body, from its centre of mass
			if len(b.Shapes) > 0 {
				box := geom.EmptyAABB()
				for i := range b.Shapes {
					for _, p := range b.Shapes[i].Shape.Hull.Vertices {
						p = p.Add(geom.FromMGL(b.Shapes[i].Position))
						box.Min, box.Max = box.Min.Min(p), box.Max.Max(p)
					}
				}
				middle = box.Center().X
			}
			if f, r := wheels[0].Contact[0]-middle, wheels[2].Contact[0]-middle; math.Abs(f-c.front) > 1e-12 || math.Abs(r-c.rear) > 1e-12 {
				t.Errorf("%s, %s centre of mass %s: axles at %g and %g m, want %g and %g", c.shape, c.vehicle, ahead, f, r, c.front, c.rear)
			}
		}
	}
	// A rear axle of one's own has the front one where the class shares the wheelbase so: 1.4 m behind a centre of mass
	// 1 m behind its place, 1.4 m ahead of that place.
	s, err := scenariofile.Parse("axles.yaml", fmt.Appendf(nil, text, "box: {size: [5.5, 2, 1.4]}", " center_of_mass: [-1, 0, 0],", "rear_axle: -0.4 m,"), nil)
	if err != nil || math.Abs(s.Definition.Vehicles[0].Wheels[0].Contact[0]-2.4) > 1e-12 {
		t.Errorf("%v, %+v", err, s)
	}
	for _, c := range []struct{ center, vehicle, want string }{
		{"[-1.6, 0, 0.8]", "", "vehicle.front_axle: the axles are at 3.415 m and 0.115 m: one is ahead of the centre of mass (above zero), one behind it (below zero); its class has them at 1.815 m and -1.485 m from the middle of the body"},
		{"[0.165, 0, 0.8]", "wheelbase: 5.2 m,", "vehicle.wheelbase: an axle is at 2.6 m, off the outline, which is from -2.915 m to 2.585 m"},
		{"[0.5, 0, 0.8]", "front_axle: 1 m, rear_axle: -3.3 m,", "vehicle.rear_axle: an axle is at -3.3 m, off the outline, which is from -3.25 m to 2.25 m"},
		{"[0.5, 0, 0.8]", "axles: [{position: 2.3 m}, {position: -1 m}],", "vehicle.axles[0].position: an axle is at 2.3 m, off the outline"},
		{"[0.5, 0, 0.8]", "axles: [{position: 2 m}, {position: -1 m}, {position: -4 m}],", ":6:200: bodies[0].vehicle.axles[2].position: an axle is at -4 m, off the outline"},
	} {
		_, err := scenariofile.Parse("axles.yaml", fmt.Appendf(nil, text, "outline: {kind: van, size: [5.5, 2, 2.4]}", " center_of_mass: "+c.center+",", c.vehicle), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.vehicle, err, c.want)
		}
	}
}

// A vehicle whose shape reaches below its tyres would lie on the road, as a box about the centre of mass of a class does
// that is not lower in it.
func TestParse_ShapeBelowTheTyres(t *testing.T) {
	text := func(body, more string) string {
		return "name: low\nduration: 1 s\ngravity: [0, 0, -9.81]\nstatics: [{name: road, plane: {height: 0}}]\nbodies:\n  - name: v\n    mass: 1.5 t\n    position: [0, 0, 2]\n    " +
			body + "\n    vehicle: {class: car, friction: 0.7}\n" + more
	}
	_, err := scenariofile.Parse("low.yaml", []byte(text("box: {size: [4.5, 1.8, 1.4]}\n    attitude: {yaw: 30 deg, roll: 10 deg}", "")), nil)
	want := "low.yaml:11:14: bodies[0].vehicle: the shape of the body reaches 0.15 m below the tyres, which touch the road 0.55 m below the centre of mass: add a center_of_mass"
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
	for _, c := range [][2]string{
		{"box: {size: [4.5, 1.8, 1.4]}\n    center_of_mass: [0, 0, -0.35]", ""},
		{"box: {size: [4.5, 1.8, 1.1]}", ""},
		{"outline: {kind: car, size: [4.5, 1.8, 1.4]}", ""},
		{"box: {size: [4.5, 1.8, 1.4]}", "ignore: [{between: [v, road]}]\n"},
	} {
		if _, err := scenariofile.Parse("low.yaml", []byte(text(c[0], c[1])), nil); err != nil {
			t.Errorf("%s %s: %v", c[0], c[1], err)
		}
	}
}

// TestParse_RefusesWhatNoVehicleHas: sizes in millimetres without a unit, and the angle of a steering wheel, are refused
// where they stand; the largest that there are pass.
func TestParse_RefusesWhatNoVehicleHas(t *testing.T) {
	good := fmt.Sprintf(outlined, "car", 4.5, 1.8, 1.45, "", "car")
	for _, c := range []struct{ old, new, want string }{
		{"[4.5, 1.8, 1.45]", "[4500, 1800, 1450]", `a.yaml:9:43: bodies[0].outline.size[0]: 4500 m is more than any vehicle has, 100 m: write it in metres, or with its unit, such as 4.5 or "4500 mm"`},
		{"[4.5, 1.8, 1.45]", "[4.5, 1.8, 145]", `a.yaml:9:53: bodies[0].outline.size[2]: 145 m is more than any vehicle has`},
		{"friction: 0.7", "friction: 0.7, wheel_radius: 30", `a.yaml:9:180: bodies[0].vehicle.wheel_radius: 30 m is more than any wheel has, 5 m: write it in metres, or with its unit, such as 0.3 or "300 mm"`},
		{"friction: 0.7", "friction: 0.7, wheel_width: 200", `bodies[0].vehicle.wheel_width: 200 m is more than any wheel has`},
		{"friction: 0.7", "friction: 0.7, axles: [{position: 1, wheel_radius: 300}, {position: -1}]", `bodies[0].vehicle.axles[0].wheel_radius: 300 m is more than any wheel has`},
		{"friction: 0.7", "friction: 0.7, steer_limit: 400 deg", `a.yaml:9:179: bodies[0].vehicle.steer_limit: 400 deg is more than a right angle, the angle of the wheels, not of the steering wheel: write, for example, "35 deg"`},
	} {
		_, err := scenariofile.Parse("a.yaml", []byte(strings.Replace(good, c.old, c.new, 1)), nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q alone", c.new, err, c.want)
		}
	}
	for old, more := range map[string]string{"[4.5, 1.8, 1.45]": "[54, 2.5, 4]", "friction: 0.7": "friction: 0.7, steer_limit: 90 deg, wheel_radius: 2 m, wheel_width: 1.5"} {
		if _, err := scenariofile.Parse("a.yaml", []byte(strings.Replace(good, old, more, 1)), nil); err != nil {
			t.Errorf("%s: %v", more, err)
		}
	}
}

// TestOutlines_MeetUpright: fronts of vehicles push each other along the road, whichever is a little higher; with edges
// for fronts 0.1 mm decided which of the two dived, and took 12 % of the delta-v.
func TestOutlines_MeetUpright(t *testing.T) {
	for _, kinds := range [][2]string{{"car", "car"}, {"car", "van"}, {"van", "van"}, {"lorry", "lorry"}} {
		height := map[string]float64{"car": 1.45, "van": 2.2, "lorry": 3.6}
		for _, higher := range []float64{-0.05, -1e-4, 0, 1e-4, 0.05} {
			yaml := "name: upright\nduration: 1\nstep: 1/240\ngravity: [0, 0, 0]\nmaterials: {m: {friction: 0.05, restitution: 0.1}}\nbodies:\n"
			for i, kind := range kinds {
				h := height[kind]
				if i == 1 {
					h += higher
				}
				yaml += fmt.Sprintf("  - {name: %c, outline: {kind: %s, size: [5, 2, %g m]}, mass: 1500, origin: [%d, 0, 0], attitude: {yaw: %d deg}, speed: 60 km/h, material: m, vehicle: {class: %s, friction: 0.7}}\n",
					'a'+i, kind, h, 20*i-10, 180*i, kind)
			}
			s, err := scenariofile.Parse("upright.yaml", []byte(yaml), nil)
			if err != nil {
				t.Fatal(err)
			}
			w, err := sim.New(s.Definition)
			if err != nil {
				t.Fatal(err)
			}
			first := true
			for range s.Steps {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				for _, e := range w.Frame().Events {
					if e.Kind == record.Impact && first {
						first = false
						if math.Abs(e.N.Z) > 1e-9 || math.Abs(e.Impulse.Z) > 0.06*math.Abs(e.Impulse.X) {
							t.Errorf("%s and %s, %g m higher: normal %v, impulse %v", kinds[0], kinds[1], higher, e.N, e.Impulse)
						}
					}
				}
			}
			if first {
				t.Errorf("%s and %s do not meet", kinds[0], kinds[1])
			}
		}
	}
}
