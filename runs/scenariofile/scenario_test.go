package scenariofile_test

import (
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
)

func TestParse_ReadsEveryKey(t *testing.T) {
	s := scenariotest.MustParse(t, scenariotest.Everything)
	d := s.Definition
	if s.Name != "everything" || s.Steps != 240 || !s.UntilRest {
		t.Errorf("name %q, steps %d, until rest %v", s.Name, s.Steps, s.UntilRest)
	}
	want := sim.Settings{
		Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}, ImpactSpeed: 0.25, MaxImpacts: 7, Crowd: 32, ContactTolerance: 1e-8,
		Substeps: 3, Passes: 50, Residual: 1e-7, Slop: 2e-4, PushRate: 30, MaxPush: 1, Speculative: 0.01, SleepSpeed: 0.005, SleepTime: 0.25,
	}
	if d.Settings != want {
		t.Errorf("settings %+v\nwant %+v", d.Settings, want)
	}
	if want := []sim.Material{{Name: "default", Friction: 0.5}, {Name: "asphalt", Friction: 0.7, Restitution: 0.1}, {Name: "steel", Friction: 0.4}}; !reflect.DeepEqual(d.Materials, want) {
		t.Errorf("materials %+v", d.Materials)
	}
	if want := []sim.MaterialPair{{
		A: 1, B: 2, Friction: 0.3, Model: sim.KudlichSlibar, CrushTime: 0.056,
		RestitutionTable: []sim.RestitutionPoint{{Speed: 0, Restitution: 0.5}, {Speed: 10, Restitution: 0.05}},
	}}; !reflect.DeepEqual(d.Pairs, want) {
		t.Errorf("pairs %+v", d.Pairs)
	}
	if g := d.Statics[0]; g.Mesh == nil || len(g.Mesh.Tris) != 2 || g.Asset != "square.obj" || g.Material != 1 || g.Color != "#112233" {
		t.Errorf("ground %+v", g)
	}
	if p := d.Statics[1]; p.Mesh != nil || p.Half != (mgl64.Vec3{0.1, 0.2, 1.5}) || p.Position != (mgl64.Vec3{5, 0, 1.5}) || p.Material != 0 {
		t.Errorf("post %+v", p)
	}
	if len(s.Files) != 2 || s.Files[0].Name != "test.yaml" || s.Files[1].Name != "square.obj" || string(s.Files[1].Data) != scenariotest.SquareOBJ {
		t.Errorf("files %v", s.Files)
	}
	checkEverythingBodies(t, d)
	m := d.Movers[0]
	if m.Radii != (mgl64.Vec3{0.4, 0.4, 0.9}) || !reflect.DeepEqual(m.Program, []sim.MoverVelocity{{Velocity: mgl64.Vec3{1, 0, 0}}, {Time: 2, Velocity: mgl64.Vec3{0, 1, 0}}}) {
		t.Errorf("mover %+v", m)
	}
}

func checkEverythingBodies(t *testing.T, d *sim.Definition) {
	t.Helper()
	near := func(what string, got, want mgl64.Vec3) {
		t.Helper()
		if got.Sub(want).Len() > 1e-14*math.Max(1, want.Len()) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	car, crate := d.Bodies[0], d.Bodies[1]
	if car.Mass != 1400 || car.Offset != (mgl64.Vec3{-0.1, 0, 0.3}) || car.Material != 2 || car.Inertia != mgl64.Diag3(mgl64.Vec3{500, 2000, 2400}) {
		t.Errorf("car %+v", car)
	}
	near("car's velocity along its nose, which points along +y", car.Velocity, mgl64.Vec3{0, 10, 0})
	near("car's angular velocity", car.AngularVelocity, mgl64.Vec3{0, 0, math.Pi})
	if crate.Mass != 500 || crate.Inertia.At(0, 1) != 1 || crate.Inertia.At(2, 2) != 12 || crate.Velocity != (mgl64.Vec3{1, 2, 3}) {
		t.Errorf("crate %+v", crate)
	}
	near("half a turn about z takes x to", crate.Attitude.Rotate(mgl64.Vec3{1, 0, 0}), mgl64.Vec3{-1, 0, 0})
	if q := d.Bodies[2].Attitude; q.W != 0.6 || q.V != (mgl64.Vec3{0, 0.8, 0}) {
		t.Errorf("quaternion %v", q)
	}
	// Rolled by 90° about x first (y to z), then pitched nose down by 90° about y (x to -z, z to x).
	tilted := d.Bodies[3].Attitude
	near("nose", tilted.Rotate(mgl64.Vec3{1, 0, 0}), mgl64.Vec3{0, 0, -1})
	near("left", tilted.Rotate(mgl64.Vec3{0, 1, 0}), mgl64.Vec3{1, 0, 0})

	v := d.Vehicles[0]
	if len(d.Vehicles) != 1 || v.Body != 0 || v.AfterImpact == nil || v.AfterImpact.Brake != 0.6 {
		t.Fatalf("vehicle %+v", v)
	}
	steer := math.Pi / 36
	for i, want := range []struct {
		contact mgl64.Vec3
		program [][3]float64
	}{
		{mgl64.Vec3{1.2, 0.75, -0.5}, [][3]float64{{0, 0, steer}, {1, 1, steer}}},
		{mgl64.Vec3{1.2, -0.75, -0.5}, [][3]float64{{0, 0, steer}}},
		{mgl64.Vec3{-1.4, 0.75, -0.5}, [][3]float64{{1, 0.5, 0}}},
		{mgl64.Vec3{-1.4, -0.75, -0.5}, [][3]float64{{1, 1, 0}}},
	} {
		w := v.Wheels[i]
		near("wheel "+w.Name, w.Contact, want.contact)
		if w.Friction != 0.8 || w.Frequency != 1.2 || w.Damping != 0.3 || w.Travel != 0.08 || len(w.Program) != len(want.program) {
			t.Errorf("wheel %+v", w)
			continue
		}
		for k, p := range w.Program {
			if [3]float64{p.Time, p.Brake, p.Steer} != want.program[k] {
				t.Errorf("wheel %s, entry %d: %+v, want %v", w.Name, k, p, want.program[k])
			}
		}
	}
}

func TestParse_NamesEveryKindOfProblemWithPlaceAndRemedy(t *testing.T) {
	body := func(replace ...string) string { return strings.NewReplacer(replace...).Replace(scenariotest.Minimal) }
	static := func(s string) string { return scenariotest.Minimal + "statics:\n  - " + s + "\n" }
	vehicle := "vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.5, friction: 0.7"
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", body("mass: 1", "masss: 1\n    mass: 2"), `test.yaml:7:5: bodies[0].masss: unknown key: did you mean "mass"?`},
		{"unknown key far from any", body("mass: 1", "xyzzy: 1\n    mass: 2"), `bodies[0].xyzzy: unknown key: the keys are name, box,`},
		{"key given twice", body("mass: 1", "mass: 1\n    mass: 2"), `test.yaml:8:5: bodies[0].mass: is given twice, first on line 7: remove one`},
		{"text for a number", body("mass: 1", "mass: heavy"), `test.yaml:7:11: bodies[0].mass: "heavy" is not a number: write a mass [kg], for example 1400 or "1.4 t"`},
		{"list for a number", body("mass: 1", "mass: [1]"), `bodies[0].mass: a list where a mass [kg] is needed`},
		{"nothing for a number", body("mass: 1", "mass:"), `bodies[0].mass: nothing where a mass [kg] is needed`},
		{"truth for a number", body("mass: 1", "mass: true"), `bodies[0].mass: "true" (true or false) where a mass [kg] is needed`},
		{"tagged number", body("mass: 1", "mass: !!float 1"), `bodies[0].mass: the number 1 where a mass [kg] is needed`},
		{"number for a list", body("[0, 0, 1]", "5"), `test.yaml:8:15: bodies[0].position: the number 5 where three numbers are needed: write [x, y, z]`},
		{"short list", body("[0, 0, 1]", "[0, 0]"), `bodies[0].position: a list of 2 where three numbers are needed`},
		{"text for a mapping", body("{size: [1, 1, 1]}", "big"), `bodies[0].box: the text "big" where a mapping is needed: write keys such as size`},
		{"number for a name", body("name: a", "name: 7"), `test.yaml:5:11: bodies[0].name: the number 7 where text is needed: write it in quotes`},
		{"bad name", body("name: a", "name: a/b"), `"a/b" cannot name a body`},
		{"mapping for a list", body("  - name: a", "    name: a"), `test.yaml:5:5: bodies: a mapping where a list is needed: start each entry with -`},
		{"wrong unit", body("mass: 1", "mass: 1.4 m"), `test.yaml:7:11: bodies[0].mass: "1.4 m" is a length [m], but a mass [kg] is needed: write, for example, 1400 or "1.4 t"`},
		{"unknown unit", body("mass: 1", "mass: 1.4 tn"), `unknown unit "tn": did you mean "t"?`},
		{"octal", body("mass: 1", "mass: 010"), `test.yaml:7:11: bodies[0].mass: 010 has a leading zero, which some programs read as octal: write 10`},
		{"underscore", body("mass: 1", "mass: 1_000"), `bodies[0].mass: 1_000 has an underscore, which some programs read as a number and others as text: write 1000`},
		{"infinite", body("[0, 0, 1]", "[0, .inf, 1]"), `test.yaml:8:19: bodies[0].position[1]: .inf is not a finite number`},
		{"not a number", body("mass: 1", "mass: .nan"), `bodies[0].mass: .nan is not a finite number: write a number such as 1400`},
		{"beyond every place", body("[0, 0, 1]", "[1, -10001 km, 1]"), `bodies[0].position[1]: -10001 km is more than 10,000 km: places and sizes must lie closer`},
		{"faster than light", body("mass: 1", "mass: 1\n    speed: 299792459"), `bodies[0].speed: 299792459 is faster than light: write, for example, 13.9`},
		{"comma in a flow", body("mass: 1", "drag: {linear: 1,5 N s/m}\n    mass: 1"), `bodies[0].drag.5 N s/m: unknown key: a comma ends a value: write a decimal with a point, such as 1.5`},
		{"comma in a number", body("mass: 1", "mass: 1,5 t"), `bodies[0].mass: "1,5 t" has a comma: write a decimal with a point`},
		{"overflow", body("mass: 1", "mass: 1e400"), `bodies[0].mass: "1e400" is not a finite number`},
		{"no mass", body("    mass: 1\n", ""), `test.yaml:5:5: bodies[0]: has no mass: add mass: "1.4 t" or density: 600`},
		{"mass and density", body("mass: 1", "mass: 1\n    density: 2"), `bodies[0].density: the body has a mass too: keep one of them`},
		{"a mass too small", body("mass: 1", "mass: 1e-31"), `test.yaml:7:11: bodies[0].mass: 1e-31 kg is less than 1e-30 kg`},
		{"density of a box too small", body("mass: 1", "density: 1e-31"), `test.yaml:7:14: bodies[0].density: makes a mass of 1e-31 kg: give the body one from 1e-30 to 1e+30 kg`},
		{"density too small", body("mass: 1", "density: 1e-31", "box: {size: [1, 1, 1]}", "sphere: {radius: 1}"), `test.yaml:7:14: bodies[0].density: makes a mass of 4.189e-31 kg`},
		{"density beyond doubles", body("mass: 1", "density: 1e-300", "box: {size: [1, 1, 1]}", "sphere: {radius: 1e-5}"), `test.yaml:7:14: bodies[0].density: makes a mass beyond double precision`},
		{"densities too small", body("    mass: 1\n", "", "box: {size: [1, 1, 1]}", "shapes: [{sphere: {radius: 1}, density: 1e-31}]"), `test.yaml:6:13: bodies[0].shapes: makes a mass of 4.189e-31 kg`},
		{"mass of zero", body("mass: 1", "mass: 0"), `bodies[0].mass: 0 is not above zero`},
		{"negative size with a unit", body("[1, 1, 1]", "[1, -10 cm, 1]"), `bodies[0].box.size[1]: -10 cm is not above zero: write`},
		{"negative size", body("[1, 1, 1]", "[1, -1, 1]"), `test.yaml:6:21: bodies[0].box.size[1]: -1 is not above zero: write, for example, 1.2 or "120 cm"`},
		{"no shape", body("    box: {size: [1, 1, 1]}\n", ""), `bodies[0]: has no shape: add box`},
		{"mesh body", body("box: {size: [1, 1, 1]}", "mesh: a.obj"), `test.yaml:6:5: bodies[0].mesh: a body that moves is convex, or made of convex shapes: write hull: {file: …}`},
		{"no position", body("    position: [0, 0, 1]\n", ""), `bodies[0]: has no position`},
		{"velocity and speed", body("mass: 1", "mass: 1\n    velocity: [1, 0, 0]\n    speed: 1"), `bodies[0].speed: the body has a velocity too`},
		{"inertia not symmetric", body("mass: 1", "mass: 1\n    inertia: [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]"), `bodies[0].inertia: is not symmetric`},
		{"inertia of no solid", body("mass: 1", "mass: 1\n    inertia: [1, 1, 2.5]"), `bodies[0].inertia: is not that of a solid`},
		{"inertia beyond all bodies", body("mass: 1", "mass: 1\n    inertia: [1e50, 1e50, 1e50]"), `bodies[0].inertia[0]: 1e50 is more than 1e+44 kg m^2: write, for example, 2400`},
		{"inertia not definite", body("mass: 1", "mass: 1\n    inertia: [[1, 1.5, 0], [1.5, 1, 0], [0, 0, 1]]"), `bodies[0].inertia: is not that of a solid`},
		{"attitude two ways", body("mass: 1", "mass: 1\n    attitude: {yaw: 1, axis: [0, 0, 1], angle: 1}"), `bodies[0].attitude: is given in more than one way`},
		{"attitude empty", body("mass: 1", "mass: 1\n    attitude: {}"), `bodies[0].attitude: says nothing`},
		{"axis of length zero", body("mass: 1", "mass: 1\n    attitude: {axis: [0, 0, 0], angle: 1}"), `bodies[0].attitude.axis: has length 0`},
		{"axis without angle", body("mass: 1", "mass: 1\n    attitude: {axis: [0, 0, 1]}"), `bodies[0].attitude: has no angle`},
		{"quaternion not of length 1", body("mass: 1", "mass: 1\n    attitude: {quaternion: [1, 1, 0, 0]}"), `bodies[0].attitude.quaternion: has length 1.41421`},
		{"degrees without unit", body("mass: 1", "mass: 1\n    attitude: {yaw: 90}"), `bodies[0].attitude.yaw: 90 without a unit is in radians, more than a full turn: write "90 deg"`},
		{"color as a comment", body("mass: 1", "mass: 1\n    color: #ff0000"), `bodies[0].color: is empty, because # starts a comment: write the color in quotes`},
		{"no color", body("mass: 1", "mass: 1\n    color: red"), `bodies[0].color: "red" is no color`},
		{"overlap", scenariotest.Minimal + "  - {name: b, box: {size: [1, 1, 1]}, mass: 1, position: [0.75, 0, 1]}\n", `test.yaml:9:58: bodies[1]: "b" overlaps "a" by 0.25 m at the start: move it by (0.25, 0, 0) m or more`},
		{"cut by a mesh", strings.Replace(static("{name: floor, mesh: square.obj}"), "[0, 0, 1]", "[0, 0, -0.3]", 1), `test.yaml:8:15: bodies[0]: "a" is cut by the surface of "floor" at the start: move it by (0, 0, 0.8) m or more, or to its back by (0, 0, -0.2) m`},
		{"cut by a height field", strings.Replace(static("{name: hill, heightfield: {spacing: [9, 9], heights: [[0, 0], [0, 0]], origin: [-4, -4, 0]}}"), "[0, 0, 1]", "[0, 0, 0.4]", 1), `"a" is cut by the surface of "hill" at the start: move it by (0, 0, 0.1) m or more, or to its back by (0, 0, -0.9) m`},
		{"overlap with a static", static("{name: wall, box: {size: [1, 9, 9]}, position: [-0.9, 0, 0]}"), `"a" overlaps "wall"`},
		{"a list for a name", body("name: a", "name: [a]"), `test.yaml:5:11: bodies[0].name: a list where text is needed: write what is in it, without [ ]`},
		{"a mapping for a name", body("name: a", "name: {a: b}"), `bodies[0].name: a mapping where text is needed: write a word or a line in its place`},
		{"nothing for a name", body("name: a", "name:"), `bodies[0].name: nothing where text is needed: write it behind the colon, or remove the key`},
		{"true for a name", body("name: a", "name: true"), `bodies[0].name: "true" (true or false) where text is needed: write a word in its place`},
		{"a date for a name", body("name: a", "name: 2026-01-02"), `bodies[0].name: `},
		{"keys of a mesh that are not indented", scenariotest.Minimal + "statics:\n  - name: s\n    mesh:\n    file: a.obj\n    unit: mm\n", `test.yaml:11:10: statics[0].mesh: nothing where the name of a file is needed: indent its keys (file, unit) below it, by more than it is itself`},
		{"keys of a hull that are not indented", body("box: {size: [1, 1, 1]}", "hull:\n    file: a.obj\n    up: y"), `test.yaml:6:10: bodies[0].hull: nothing where a mapping is needed: indent its keys (file, up) below it, by more than it is itself`},
		{"tag at a name", body("name: a", "name: !x a"), `bodies[0].name: the text "a" with the tag !x where text is needed: leave out the tag`},
		{"duplicate name of what is read first", scenariotest.Minimal + "statics:\n  - {name: a, plane: {height: -9}}\n", `test.yaml:10:12: statics[0].name: "a" is used already on line 5`},
		{"duplicate name", scenariotest.Minimal + "movers:\n  - {name: a, radii: [1, 1, 1], position: [0, 0, 0]}\n", `test.yaml:10:12: movers[0].name: "a" is used already on line 5`},
		{"unknown material", body("mass: 1", "mass: 1\n    material: defualt"), `test.yaml:8:15: bodies[0].material: there is no material "defualt": did you mean "default"?`},
		{"pair of unknown material", scenariotest.Minimal + "pairs: [{between: [default, ice], friction: 0.1}]\n", `pairs[0].between[1]: there is no material "ice": define it under materials`},
		{"pair twice", scenariotest.Minimal + "pairs: [{between: [default, default], friction: 0.1}, {between: [default, default], friction: 0.1}]\n", `pairs[1].between: these two materials have a pair already, on line 9`},
		{"pair of three", scenariotest.Minimal + "pairs: [{between: [default, default, default], friction: 0.1}]\n", `pairs[0].between: a list of 3 where two materials are needed`},
		{"restitution table", scenariotest.Minimal + "materials: {m: {friction: 0.5, restitution: [[5, 0.5], [\"10 km/h\", 0.1]]}}\n", `materials.m.restitution[1]: 2.7777777777777777 m/s: write closing speeds in ascending order, from zero on`},
		{"restitution of a table", scenariotest.Minimal + "materials: {m: {friction: 0.5, restitution: [[5, 1.5]]}}\n", `materials.m.restitution[0]: 1.5 is outside 0 to 1`},
		{"restitution of one number", scenariotest.Minimal + "materials: {m: {friction: 0.5, restitution: [0.5]}}\n", `materials.m.restitution[0]: the number 0.5 where a pair is needed`},
		{"restitution empty", scenariotest.Minimal + "materials: {m: {friction: 0.5, restitution: []}}\n", `materials.m.restitution: is an empty list`},
		{"impact model", scenariotest.Minimal + "pairs: [{between: [default, default], friction: 0.1, impact_model: routh}]\n", `pairs[0].impact_model: "routh" is no model: write newton, kudlich-slibar, brach or poisson-routh`},
		{"crush time", scenariotest.Minimal + "pairs: [{between: [default, default], friction: 0.1, crush_time: 56}]\n", `pairs[0].crush_time: 56 s is longer than 1 s: write the time from first touch to impulse`},
		{"crush time below zero", scenariotest.Minimal + "pairs: [{between: [default, default], friction: 0.1, crush_time: -1 ms}]\n", `pairs[0].crush_time: -1 ms is below zero`},
		{"restitution", scenariotest.Minimal + "materials: {m: {friction: 0.5, restitution: 1.5}}\n", `test.yaml:9:45: materials.m.restitution: 1.5 is outside 0 to 1: write a number from 0 to 1`},
		{"friction", scenariotest.Minimal + "materials: {m: {friction: -0.5}}\n", `materials.m.friction: -0.5 is below zero`},
		{"much friction", scenariotest.Minimal + "materials: {m: {friction: 1e10}}\n", `test.yaml:9:27: materials.m.friction: 1e+10 is more than 1e+09: write, for example, 0.7`},
		{"much friction of a pair", scenariotest.Minimal + "pairs: [{between: [default, default], friction: 1e10}]\n", `test.yaml:9:49: pairs[0].friction: 1e+10 is more than 1e+09`},
		{"much friction of tyres", body("mass: 1", "mass: 1\n    "+strings.Replace(vehicle, "0.7", "1e30}", 1)), `bodies[0].vehicle.friction: 1e+30 is more than 1e+09`},
		{"much friction of a road", scenariotest.Minimal + "materials: {m: {friction: 1, road: 1e30}}\n", `test.yaml:9:36: materials.m.road: 1e+30 is more than 1e+09`},
		{"no road", scenariotest.Minimal + "materials: {m: {friction: 1, road: 0}}\n", `materials.m.road: 0 is not above zero`},
		{"no friction", scenariotest.Minimal + "materials: {m: {}}\n", `materials.m: has no friction: add friction: 0.7`},
		{"materials as a list", scenariotest.Minimal + "materials: [m]\n", `materials: a list where a mapping is needed`},
		{"mesh missing", static("{name: s, mesh: none.obj}"), `test.yaml:10:21: statics[0].mesh: there is no file "none.obj" beside the scenario: correct the path`},
		{"mesh with bad content", static("{name: s, mesh: bad.obj}"), `statics[0].mesh: is not a usable mesh: bad.obj:3:`},
		{"mesh in other units", static("{name: s, mesh: far.obj}"), `statics[0].mesh: has a vertex at 2e+07 m: this is more than 10,000 km`},
		{"mesh format", static("{name: s, mesh: a.fbx}"), `statics[0].mesh: meshes with the extension ".fbx" cannot be read: convert the file to one of .obj, .stl, .ply, .gltf, .glb`},
		{"mesh by absolute path", static("{name: s, mesh: /a.obj}"), `statics[0].mesh: "/a.obj" is not a relative path`},
		{"a sensor of a mesh", static("{name: s, mesh: square.obj, sensor: true}"), `test.yaml:10:41: statics[0].sensor: a mesh has no inside that something could enter: give the sensor a box`},
		{"a sensor of a height field", static("{name: s, sensor: true, heightfield: {spacing: [1, 1], heights: [[0, 0], [0, 0]]}}"), `test.yaml:10:23: statics[0].sensor: a height field has no inside`},
		{"a slope that overhangs", scenariotest.Minimal + "movers: [{name: m, radii: [1, 1, 1], position: [9, 0, 2], falls: true, slope: 120 deg}]\n", `movers[0].slope: 120 deg is more than a right angle`},
		{"a road of less than nothing", scenariotest.Minimal + "materials: {m: {friction: 1, road: -1}}\n", `materials.m.road: -1 is not above zero`},
		{"a tiny mover", scenariotest.Minimal + "movers: [{name: m, radii: [1, 1e-13, 1], position: [9, 0, 0]}]\n", `test.yaml:9:27: movers[0].radii: ellipsoid: no shape has this size: 1e-13 m; give lengths from 1e-12 to 1e+12 m`},
		{"a step above the mover", scenariotest.Minimal + "movers: [{name: m, radii: [1, 1, 0.9], position: [9, 0, 2], falls: true, step_height: 20}]\n", `test.yaml:9:87: movers[0].step_height: 20 m is more than the height of the mover, 1.8 m: write it in metres, or with its unit, such as 0.2 or "20 cm"`},
		{"plane with a position", static("{name: s, plane: {height: 0}, position: [0, 0, 0]}"), `statics[0].position: a plane stands where its normal and point say`},
		{"mesh and box", static("{name: s, mesh: square.obj, box: {size: [1, 1, 1]}}"), `statics[0].box: the static has a mesh too`},
		{"static without shape", static("{name: s}"), `statics[0]: has no shape: add mesh: file.obj, plane: {height: 0}`},
		{"program out of order", scenariotest.Minimal + "movers: [{name: m, radii: [1, 1, 1], position: [9, 0, 0], program: [{time: 2, velocity: [0, 0, 0]}, {time: 1, velocity: [0, 0, 0]}]}]\n", `movers[0].program[1].time: 1 s does not come after 2 s of the entry before: put the entries in ascending time`},
		{"program twice at a time", scenariotest.Minimal + "movers: [{name: m, radii: [1, 1, 1], position: [9, 0, 0], program: [{time: 2, velocity: [0, 0, 0]}, {time: 2, velocity: [0, 0, 0]}]}]\n", `movers[0].program[1].time: 2 s does not come after 2 s`},
		{"program before the start", scenariotest.Minimal + "movers: [{name: m, radii: [1, 1, 1], position: [9, 0, 0], program: [{time: -1, velocity: [0, 0, 0]}]}]\n", `movers[0].program[0].time: -1 is below zero`},
		{"driver's program out of order", body("mass: 1", "mass: 1\n    "+vehicle+", program: [{time: 2, brake: 1}, {time: 1, brake: 0}]}"), `bodies[0].vehicle.program[1].time: 1 s does not come after 2 s`},
		{"driver does nothing", body("mass: 1", "mass: 1\n    "+vehicle+", program: [{time: 2}]}"), `bodies[0].vehicle.program[0]: has no brake or steer`},
		{"speeds of none", body("mass: 1", "mass: 1\n    "+vehicle+", keep_speed: []}"), `test.yaml:8:108: bodies[0].vehicle.keep_speed: is an empty list: write keep_speed: [{time: 0, speed: 50 km/h}], or remove the key`},
		{"brake beyond 1", body("mass: 1", "mass: 1\n    "+vehicle+", after_impact: {brake: 60}}"), `bodies[0].vehicle.after_impact.brake: 60 is outside 0 to 1`},
		{"class of crush", body("mass: 1", "mass: 1\n    "+vehicle+", stiffness: limousine}"), `bodies[0].vehicle.stiffness: "limousine" is no class of CRASH3: write one of mini, subcompact, compact`},
		{"side without b", body("mass: 1", "mass: 1\n    "+vehicle+", stiffness: {front: {a: 55 kN/m}}}"), `bodies[0].vehicle.stiffness.front: has no b: add b: "390 kN/m^2"`},
		{"stiffness of nothing", body("mass: 1", "mass: 1\n    "+vehicle+", stiffness: {}}"), `bodies[0].vehicle.stiffness: says nothing`},
		{"stiffness per width", body("mass: 1", "mass: 1\n    "+vehicle+", stiffness: {side: {a: 55 kN/m, b: 390 kN/m}}}"), `bodies[0].vehicle.stiffness.side.b: "390 kN/m" is a stiffness [N/m], but a stiffness per width [N/m^2] is needed`},
		{"no such wheel", body("mass: 1", "mass: 1\n    "+vehicle+", program: [{time: 2, brake: 1, wheels: [fl, f]}]}"), `bodies[0].vehicle.program[0].wheels: the text "f" is no wheel: write all, front, rear, or a list of fl, fr, rl, rr`},
		{"axles on one side", body("mass: 1", "mass: 1\n    vehicle: {front_axle: 1.2, wheelbase: 1, track: 1.5, center_height: 0.5, friction: 0.7}"), `bodies[0].vehicle.front_axle: the axles are at 1.2 m and 0.2 m`},
		{"rear axle twice", body("mass: 1", "mass: 1\n    "+vehicle+", wheelbase: 2.6}"), `bodies[0].vehicle.wheelbase: the vehicle has a rear_axle too`},
		{"wheels by hand", body("mass: 1", "mass: 1\n    "+vehicle+", wheels: []}"), `bodies[0].vehicle.wheels: wheels are given by front_axle`},
		{"no name", body("name: minimal\n", ""), `test.yaml:1:1: has no name: add name: my-crash`},
		{"no duration", body("duration: 1 s\n", ""), `has no duration`},
		{"no gravity", body("gravity: [0, 0, -9.81]\n", ""), `has no gravity: add gravity: [0, 0, -9.81]`},
		{"nothing to simulate", "name: a\nduration: 1\ngravity: [0, 0, 0]\n", `has no bodies: add at least one body or mover`},
		{"an empty list", "name: a\nduration: 1\ngravity: [0, 0, 0]\nbodies: []\n", `test.yaml:4:9: bodies: is empty, so that there is nothing to simulate`},
		{"an empty list of movers", "name: a\nduration: 1\ngravity: [0, 0, 0]\nmovers: []\n", `test.yaml:4:9: movers: is empty, so that there is nothing to simulate`},
		{"step of zero", scenariotest.Minimal + "step: 0\n", `test.yaml:9:7: step: 0 is not above zero and up to 1 s`},
		{"endless", body("duration: 1 s", "duration: 1e30"), `duration: makes more than 100000000 steps`},
		{"negative duration", body("duration: 1 s", "duration: -1 s"), `duration: -1 s is not above zero`},
		{"until", scenariotest.Minimal + "until: sleep\n", `until: the text "sleep" is no stop condition: write rest, impact`},
		{"slop below a nanometre", scenariotest.Minimal + "settings: {slop: 0.5e-9}\n", `test.yaml:9:18: settings.slop: 5e-10 m is less than 1e-09 m, with which contacts do not persist: write, for example, 0.1 mm`},
		{"contact tolerance", scenariotest.Minimal + "settings: {contact_tolerance: 1e8}\n", `test.yaml:9:31: settings.contact_tolerance: 1e8 is more than 0.1: write, for example, 1e-7`},
		{"a slop that swallows bodies", scenariotest.Minimal + "settings: {slop: 1 km}\n", `test.yaml:9:18: settings.slop: 1 km is more than 1 m: write, for example, 0.1 mm`},
		{"residual", scenariotest.Minimal + "settings: {residual: 10 m/s}\n", `settings.residual: 10 m/s is more than 1 m/s: write, for example, 1e-7`},
		{"push rate", scenariotest.Minimal + "settings: {push_rate: 1e300}\n", `settings.push_rate: 1e300 is more than 1e+06 1/s: write, for example, 60`},
		{"push", scenariotest.Minimal + "settings: {max_push: 1e6 m/s}\n", `settings.max_push: 1e6 m/s is more than 1000 m/s: write, for example, 2 m/s`},
		{"speculative gap", scenariotest.Minimal + "settings: {speculative: 1 km}\n", `settings.speculative: 1 km is more than 100 m: write, for example, 20 mm`},
		{"sleep speed", scenariotest.Minimal + "settings: {sleep_speed: 1 km/s}\n", `settings.sleep_speed: 1 km/s is more than 100 m/s: write, for example, 10 mm/s`},
		{"a tiny step", body("duration: 1 s", "duration: 1e-10\nstep: 1e-13"), `test.yaml:3:7: step: 1e-13 s is less than 1e-12 s: write, for example, 1/240 s`},
		{"zero that would mean a default", scenariotest.Minimal + "settings: {slop: 0}\n", `settings.slop: 0 is not above zero`},
		{"a crowd of one", scenariotest.Minimal + "settings: {crowd: 1}\n", `settings.crowd: 1 is neither 0, for never, nor a whole number from 2 to 1000000: write, for example, 24`},
		{"half a crowd", scenariotest.Minimal + "settings: {crowd: 2.5}\n", `settings.crowd: 2.5 is neither 0`},
		{"a negative crowd", scenariotest.Minimal + "settings: {crowd: -24}\n", `settings.crowd: -24 is neither 0`},
		{"half a substep", scenariotest.Minimal + "settings: {substeps: 2.5}\n", `settings.substeps: 2.5 is not a whole number from 1 to 1000000`},
		{"impacts", scenariotest.Minimal + "settings: {impacts: some}\n", `settings.impacts: the text "some" is no choice: write all or`},
		{"step among the settings", scenariotest.Minimal + "settings: {step: 1}\n", `settings.step: the step stands at the top of the scenario`},
		{"not YAML", "name: [a\nb: c\n", `test.yaml:2:2: is not YAML or JSON: did not find expected ',' or ']': add a comma, or close the bracket before`},
		{"a tab", "bodies:\n\t- {name: a}\n", `test.yaml:2:1: is not YAML or JSON: a tab begins the line: indent with spaces`},
		{"a colon", "name: a: b\n", `test.yaml:1:8: is not YAML or JSON: mapping values are not allowed in this context: put the text in quotes`},
		{"a key without a colon", "name: a\nduration 1 s\nstep: 1\n", `test.yaml:2:1: is not YAML or JSON: could not find expected ':': write a key, a colon and a space before the value`},
		{"a colon without a space", "bodies:\n  - name: a\n    mass:1\n    speed: 1\n", `test.yaml:3:5: is not YAML or JSON: could not find expected ':': write a key, a colon and a space before the value`},
		{"a dash without a space", "bodies:\n  - name: a\n  -name: b\n", `test.yaml:3:3: is not YAML or JSON: did not find expected '-' indicator: give the entries of a list the same indent, with a space after each -`},
		{"open quotes", "name: \"a\nduration: 1 s\n", `test.yaml:1:7: is not YAML or JSON: found unexpected end of stream: close the quotes`},
		{"a cut document", "{\"name\": \"a\", \"bodies\": [", `is not YAML or JSON: did not find expected node content: write the value that is missing, and close each bracket`},
		{"text after the document", "{\"name\": \"a\"}\n{\"name\": \"b\"}\n", `test.yaml:2:1: is not YAML or JSON: did not find expected <document start>: leave out what is after the end of the document`},
		{"an escape", "name: \"C:\\q\"\n", `is not YAML or JSON: found unknown escape character: write a backslash as \\, or the text in single quotes`},
		{"empty", "", `test.yaml: is empty`},
		{"several documents", "a: 1\n---\nb: 2\n", `holds several documents`},
		{"a list", "- a\n", `test.yaml:1:1: a list where a mapping is needed`},
		{"not text", "a: \xff\xfe", `test.yaml: is not UTF-8 text`},
		{"alias in itself", "name: &a [*a]\n", `has an alias inside the value that it refers to`},
		{"unknown alias", "name: *a\n", `test.yaml:1:7: is not YAML or JSON: unknown anchor 'a' referenced`},
		{"another version of YAML", "%YAML 9.9\n---\nname: a\n", `test.yaml:1:1: is not YAML or JSON: found incompatible YAML document: remove the line that begins with %YAML`},
		{"no version of YAML", "%YAML new\n---\nname: a\n", `test.yaml:1:7: is not YAML or JSON: did not find expected version number: remove the line that begins with %YAML`},
		{"a directive", "%PRANG 1\n---\nname: a\n", `test.yaml:1:7: is not YAML or JSON: found unknown directive name: remove the line that begins with %, or put the text in quotes`},
		{"nested too deep", strings.Repeat("[", 100), `is nested more than 32 deep`},
		{"a mapping as a key", "{a: 1}: 2\n", `a mapping as a key: write a word`},
		{"merge of a scalar", "<<: 5\n", `<<: the number 5 where a mapping is needed`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := scenariotest.ParseTest(c.text)
			var invalid *document.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("got %v, want an *InvalidError", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("got  %s\nwant %s", err, c.want)
			}
			for _, line := range strings.Split(err.Error(), "\n") {
				if !strings.HasPrefix(line, "test.yaml:") {
					t.Errorf("line without the file: %q", line)
				}
			}
		})
	}
}

// TestNewWorld_NamesFileAndObject: what only the world can tell has the path of the file as it was given, and the object, a
// line each.
func TestNewWorld_NamesFileAndObject(t *testing.T) {
	text := strings.Replace(scenariotest.Minimal, "position: [0, 0, 1]", "origin: [1e7, 0, 1]\n    center_of_mass: [1, 0, 0]", 1) +
		"  - {name: b, box: {size: [1, 1, 1]}, mass: 1, origin: [-1e7, 0, 1], center_of_mass: [-1, 0, 0]}\n"
	s, err := scenariofile.Parse("some/where/test.yaml", []byte(text), nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = runs.NewWorld(s)
	want := []string{"some/where/test.yaml:5:5: bodies[0]: position: ", "some/where/test.yaml:10:5: bodies[1]: position: "}
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Problems) != len(want) {
		t.Fatalf("%v", err)
	}
	for i, line := range strings.Split(err.Error(), "\n") {
		if !strings.HasPrefix(line, want[i]) {
			t.Errorf("%s, want %s", line, want[i])
		}
	}
	s.Definition.Bodies, s.Definition.Settings.Slop = nil, 1e-10
	if _, err := runs.NewWorld(s); err == nil || !strings.HasPrefix(err.Error(), "some/where/test.yaml: settings: slop: ") {
		t.Errorf("%v", err)
	}
}

func TestParse_ReportsSeveralProblemsInOrder(t *testing.T) {
	_, err := scenariotest.ParseTest("name: 5\nduration: 1 kg\nbodies:\n  - name: a\n    box: {size: [1, 0, -1]}\n    color: x\n")
	want := []string{
		"test.yaml:1:1: has no gravity: add gravity: [0, 0, -9.81], or [0, 0, 0] for none",
		"test.yaml:1:7: name: the number 5 where text is needed: write it in quotes",
		`test.yaml:2:11: duration: "1 kg" is a mass [kg], but a time [s] is needed: write, for example, 0.01 or "10 ms"`,
		`test.yaml:4:5: bodies[0]: has no mass: add mass: "1.4 t" or density: 600`,
		"test.yaml:4:5: bodies[0]: has no position: add position: [x, y, z]",
		`test.yaml:5:21: bodies[0].box.size[1]: 0 is not above zero: write, for example, 1.2 or "120 cm"`,
		`test.yaml:5:24: bodies[0].box.size[2]: -1 is not above zero: write, for example, 1.2 or "120 cm"`,
		`test.yaml:6:12: bodies[0].color: "x" is no color: write six hexadecimal digits in quotes, "#c0392b"`,
	}
	if err == nil || err.Error() != strings.Join(want, "\n") {
		t.Errorf("got\n%v\nwant\n%s", err, strings.Join(want, "\n"))
	}
}

func TestInvalidError_ExcerptPointsAtTheColumn(t *testing.T) {
	_, err := scenariotest.ParseTest(strings.Replace(scenariotest.Minimal, "mass: 1", "mass: 5 m # äöü", 1))
	var invalid *document.InvalidError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	want := "\n    7 |     mass: 5 m # äöü\n      |           ^"
	if got := invalid.Excerpts(); !strings.HasSuffix(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestParse_ReadsJSONAndAnchorsAlike(t *testing.T) {
	want := scenariotest.MustParse(t, scenariotest.Minimal).Definition
	for name, text := range map[string]string{
		"JSON":           `{"name": "minimal", "duration": "1 s", "gravity": [0, 0, -9.81], "bodies": [{"name": "a", "box": {"size": [1, 1, 1]}, "mass": 1, "position": [0, 0, 1]}]}`,
		"JSON with tabs": "{\n\t\"name\": \"minimal\", \"duration\": \"1 s\",\n\t\"gravity\": [0, 0, -9.81],\n\t\t\"bodies\": [{\"name\": \"a\", \"box\": {\"size\": [1, 1, 1]}, \"mass\": 1e0, \"position\": [0, 0, 1]}]}",
		"anchors":        strings.NewReplacer("[1, 1, 1]", "[&one 1, *one, *one]", "mass: 1", "mass: *one").Replace(scenariotest.Minimal),
		"merge":          strings.NewReplacer("mass: 1", "<<: {mass: 1, name: b, <<: {mass: 7, position: [9, 9, 9]}}").Replace(scenariotest.Minimal),
		"merged list":    strings.NewReplacer("mass: 1", "<<: [{mass: 1}, {mass: 2, name: c}]").Replace(scenariotest.Minimal),
	} {
		s, err := scenariotest.ParseTest(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(s.Definition, want) {
			t.Errorf("%s: %+v, want %+v", name, s.Definition, want)
		}
	}
}

func TestParse_RoundsPartialStepsUp(t *testing.T) {
	for _, c := range []struct {
		step, duration string
		want           int64
	}{
		{"1/240 s", "8 s", 1920}, {"1/240 s", "8.001 s", 1921}, {"0.1", "0.3", 3}, {"0.1", "0.30000001", 4}, {"1/3", "1", 3}, {"10 ms", "1 ms", 1},
	} {
		s := scenariotest.MustParse(t, "step: "+c.step+"\n"+strings.Replace(scenariotest.Minimal, "duration: 1 s", "duration: "+c.duration, 1))
		if s.Steps != c.want {
			t.Errorf("%s of %s: %d steps, want %d", c.duration, c.step, s.Steps, c.want)
		}
	}
}

func TestParse_ImpactsAndSleepHaveWordsOfTheirOwn(t *testing.T) {
	s := scenariotest.MustParse(t, scenariotest.Minimal+"settings: {impacts: all, sleep_time: never}\n").Definition.Settings
	if s.ImpactSpeed >= 0 || s.SleepTime >= 0 {
		t.Errorf("impact speed %g, sleep time %g; want both below zero", s.ImpactSpeed, s.SleepTime)
	}
	if s := scenariotest.MustParse(t, scenariotest.Minimal+"settings: {impacts: {above: 0}}\n").Definition.Settings; s.ImpactSpeed >= 0 {
		t.Errorf("above 0: %g", s.ImpactSpeed)
	}
}

// Every setting of the engine can be said in a scenario, under its name in snake_case but for three.
func TestKeys_CoverEverySetting(t *testing.T) {
	renamed := map[string]string{"ImpactSpeed": "impacts", "Step": "", "Gravity": ""}
	typ := reflect.TypeFor[sim.Settings]()
	for i := range typ.NumField() {
		name := typ.Field(i).Name
		key, ok := renamed[name]
		if !ok {
			for k, r := range name {
				if k > 0 && r >= 'A' && r <= 'Z' {
					key += "_"
				}
				key += strings.ToLower(string(r))
			}
		}
		if key != "" && !strings.Contains(" "+strings.Join(document.KeysOf["settings"], " ")+" ", " "+key+" ") {
			t.Errorf("setting %s has no key %q", name, key)
		}
	}
}

func TestLoad_NamesFilesThatCannotBeRead(t *testing.T) {
	dir := t.TempDir()
	if _, err := scenariofile.Load(filepath.Join(dir, "none.yaml")); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "there is no such file") {
		t.Errorf("missing: %v", err)
	}
	if _, err := scenariofile.Load(dir); err == nil || !strings.Contains(err.Error(), "is a directory: give the path of the scenario file in it") {
		t.Errorf("directory: %v", err)
	}
	path := filepath.Join(dir, "s.yaml")
	if err := os.WriteFile(path, []byte(scenariotest.Minimal+"statics: [{name: g, mesh: sub/square.obj}]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := scenariofile.Load(dir); err == nil || !strings.HasSuffix(err.Error(), "the scenario file in it: "+path) {
		t.Errorf("directory of one scenario: %v", err)
	}
	if _, err := scenariofile.Load(path); err == nil || !strings.Contains(err.Error(), path+":9:27: statics[0].mesh: there is no file") {
		t.Errorf("mesh: %v", err)
	}
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sub", "square.obj"), []byte(scenariotest.SquareOBJ), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenariofile.Load(path)
	if err != nil || s.Files[0].Name != "s.yaml" || s.Files[1].Name != "sub/square.obj" {
		t.Errorf("%v, %v", s, err)
	}
}
