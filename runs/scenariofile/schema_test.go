package scenariofile_test

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/runs/sweep"
)

func TestSchema_KnowsTheKeysOfTheDecoder(t *testing.T) {
	_, doc := scenariotest.CompileSchema(t)
	defs := doc["$defs"].(map[string]any)
	_, plan := scenariotest.Compile(t, sweep.PlanSchema)
	defs["plan"], defs["measured"] = plan, plan["$defs"].(map[string]any)["measured"]
	for kind, keys := range document.KeysOf {
		def, ok := defs[kind].(map[string]any)
		if !ok {
			t.Errorf("the schema has no $defs/%s", kind)
			continue
		}
		props := slices.Sorted(maps.Keys(def["properties"].(map[string]any)))
		if want := slices.Sorted(slices.Values(keys)); !slices.Equal(props, want) {
			t.Errorf("%s: the schema has %v, the decoder %v", kind, props, want)
		}
		if def["additionalProperties"] != false {
			t.Errorf("%s: the schema lets unknown keys pass", kind)
		}
	}
	for name, def := range defs {
		if def.(map[string]any)["type"] == "object" && document.KeysOf[name] == nil {
			t.Errorf("the decoder has no kind %s", name)
		}
	}
}

func TestSchema_AcceptsWhatTheDecoderAccepts(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	texts := map[string][]byte{"minimal": []byte(scenariotest.Minimal), "everything": []byte(scenariotest.Everything)}
	paths, err := filepath.Glob("../scenarios/*/scenario.yaml")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	for _, p := range paths {
		data, err := document.ReadBounded(p, document.MaxSize)
		if err != nil {
			t.Fatal(err)
		}
		texts[p] = data
	}
	for name, text := range texts {
		if err := schema.Validate(scenariotest.Instance(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSchema_ReadsQuantitiesAsTheDecoderDoes(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	for _, mass := range []string{"5", "1e-3", "1.4 t", "0.5", ".5", "5.", "10/3 kg", "2 kg m/m", "3 kg·s/s", "5kg"} {
		text := []byte(strings.Replace(scenariotest.Minimal, "mass: 1", "mass: "+mass, 1))
		if _, err := scenariofile.Parse("test.yaml", text, nil); err != nil {
			t.Errorf("decoder: %v", err)
		}
		if err := schema.Validate(scenariotest.Instance(t, text)); err != nil {
			t.Errorf("mass: %s: %v", mass, err)
		}
	}
}

func TestSchema_RefusesWhatEditorsCanCatch(t *testing.T) {
	schema, _ := scenariotest.CompileSchema(t)
	const wheels = "mass: 1\n    vehicle: {class: car, friction: 0.7, "
	good := strings.Replace(scenariotest.Minimal, "mass: 1", wheels+`power: $p, drag_area: "0.65 m^2", anti_roll: 0, tyre: fiala, wheel_inertia: 1.2 kg m^2, stiffness: {front: {a: 317 lbf/in, b: 5.6e1 lbf/in^2}}}`, 1) +
		"parameters: {p: 90 kW}\nmaterials: {m: {friction: 1, rolling_resistance: 0, spin_friction: 1 mm}}\n"
	if err := schema.Validate(scenariotest.Instance(t, []byte(good))); err != nil {
		t.Errorf("what is right: %v", err)
	}
	scenariotest.MustParse(t, good)
	for _, c := range []struct{ from, to string }{
		{"mass: 1", "masss: 1"}, {"mass: 1", "mass: [1]"}, {"mass: 1", "mass: 0"}, {"mass: 1", "mass: heavy"}, {"    mass: 1\n", ""},
		{"mass: 1", "mass: '010'"}, {"mass: 1", "mass: '1_000'"}, {"mass: 1", "mass: 1\n    density: 1"},
		{"[0, 0, 1]", "[0, 0]"}, {"[1, 1, 1]", "[1, -1, 1]"}, {"box: {size: [1, 1, 1]}", "mesh: a.obj"},
		{"mass: 1", "mass: 1\n    attitude: {yaw: 90}"}, {"mass: 1", "mass: 1\n    attitude: {axis: [0, 0, 1]}"}, {"mass: 1", "mass: 1\n    attitude: {}"},
		{"mass: 1", "mass: 1\n    speed: 1\n    velocity: [1, 0, 0]"}, {"name: minimal\n", ""}, {"duration: 1 s", "duration: 1 s\nuntil: sleep"},
		{"duration: 1 s", "duration: 1 s\nmaterials: {m: {friction: 1, restitution: 2}}"}, {"duration: 1 s", "duration: 1 s\nsettings: {substeps: 2.5}"},
		{"duration: 1 s", "duration: 1 s\nmaterials: {m: {friction: 1, rolling_resistance: -1}}"}, {"duration: 1 s", "duration: 1 s\nmaterials: {m: {friction: 1, spin_friction: -1 mm}}"},
		{"mass: 1", wheels + "power: abc}"}, {"mass: 1", wheels + "power: ''}"}, {"mass: 1", wheels + "power: -5 m}"}, {"mass: 1", wheels + "power: 0}"},
		{"mass: 1", wheels + "drag_area: abc}"}, {"mass: 1", wheels + "drag_area: -1 m^2}"}, {"mass: 1", wheels + "anti_roll: abc}"}, {"mass: 1", wheels + "anti_roll: -1}"},
		{"mass: 1", wheels + "axles: [{position: 1, anti_roll: ''}, {position: -1}]}"}, {"mass: 1", wheels + "tyre: fiala, wheel_inertia: abc}"},
		{"mass: 1", wheels + "stiffness: {front: {a: abc, b: 1}}}"}, {"mass: 1", wheels + "stiffness: {front: {a: 1, b: abc}}}"}, {"mass: 1", wheels + "stiffness: {front: {a: -1 N/m, b: 1}}}"},
		{"mass: 1", wheels + "keep_speed: []}"},
		{"duration: 1 s", "duration: 1 s\nstatics: [{name: s, plane: {}, position: [0, 0, 0]}]"},
	} {
		text := strings.Replace(scenariotest.Minimal, c.from, c.to, 1)
		if text == scenariotest.Minimal {
			t.Fatalf("%q is not in the scenario", c.from)
		}
		if err := schema.Validate(scenariotest.Instance(t, []byte(text))); err == nil {
			t.Errorf("%s passed", c.to)
		}
		if _, err := scenariotest.ParseTest(text); err == nil {
			t.Errorf("%s passed the decoder", c.to)
		}
	}
}

// TestIncludedSchema_SaysWhatItIsOf: editors show its description.
func TestIncludedSchema_SaysWhatItIsOf(t *testing.T) {
	var of, scenario struct{ Title, Description string }
	if err := json.Unmarshal(scenariofile.IncludedSchema(), &of); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(scenariofile.Schema, &scenario); err != nil {
		t.Fatal(err)
	}
	if of.Title != "prang included file" || !strings.HasPrefix(of.Description, "A file that scenarios of the rigid-body simulator prang include: ") || !strings.HasPrefix(scenario.Description, "A scenario of ") {
		t.Errorf("%+v, %+v", of, scenario)
	}
}
