package runs

import (
	"bytes"
	"encoding/json"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
)

func compileSchema(t *testing.T) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	return compile(t, Schema)
}

func compile(t *testing.T, schema []byte) (*jsonschema.Schema, map[string]any) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", doc); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s, doc.(map[string]any)
}

// instance makes of a scenario's text what a JSON Schema validator sees.
func instance(t *testing.T, text []byte) any {
	t.Helper()
	root, problems := parseTree("test.yaml", text)
	if root == nil {
		t.Fatal(problems)
	}
	return instanceOf(root)
}

func instanceOf(n *yaml.Node) any {
	n = resolve(n)
	switch n.Kind {
	case yaml.MappingNode:
		m := map[string]any{}
		new(decoder).entries(n, "", func(k, v *yaml.Node) { m[k.Value] = instanceOf(v) })
		return m
	case yaml.SequenceNode:
		l := []any{}
		for _, c := range n.Content {
			l = append(l, instanceOf(c))
		}
		return l
	}
	switch n.ShortTag() {
	case "!!int", "!!float":
		if v, err := strconv.ParseFloat(n.Value, 64); err == nil && !math.IsInf(v, 0) && !math.IsNaN(v) {
			return v
		}
	case "!!null":
		return nil
	case "!!bool":
		return n.Value == "true"
	}
	return n.Value
}

func TestSchema_KnowsTheKeysOfTheDecoder(t *testing.T) {
	_, doc := compileSchema(t)
	defs := doc["$defs"].(map[string]any)
	_, plan := compile(t, PlanSchema)
	defs["plan"], defs["measured"] = plan, plan["$defs"].(map[string]any)["measured"]
	for kind, keys := range keysOf {
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
		if def.(map[string]any)["type"] == "object" && keysOf[name] == nil {
			t.Errorf("the decoder has no kind %s", name)
		}
	}
}

func TestSchema_AcceptsWhatTheDecoderAccepts(t *testing.T) {
	schema, _ := compileSchema(t)
	texts := map[string][]byte{"minimal": []byte(minimal), "everything": []byte(everything)}
	paths, err := filepath.Glob("scenarios/*/scenario.yaml")
	if err != nil || len(paths) < 3 {
		t.Fatalf("%d scenarios, %v", len(paths), err)
	}
	for _, p := range paths {
		data, err := readBounded(p, maxScenarioSize)
		if err != nil {
			t.Fatal(err)
		}
		texts[p] = data
	}
	for name, text := range texts {
		if err := schema.Validate(instance(t, text)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSchema_ReadsQuantitiesAsTheDecoderDoes(t *testing.T) {
	schema, _ := compileSchema(t)
	for _, mass := range []string{"5", "1e-3", "1.4 t", "0.5", ".5", "5.", "10/3 kg", "2 kg m/m", "3 kg·s/s", "5kg"} {
		text := []byte(strings.Replace(minimal, "mass: 1", "mass: "+mass, 1))
		if _, err := Parse("test.yaml", text, nil); err != nil {
			t.Errorf("decoder: %v", err)
		}
		if err := schema.Validate(instance(t, text)); err != nil {
			t.Errorf("mass: %s: %v", mass, err)
		}
	}
}

func TestSchema_RefusesWhatEditorsCanCatch(t *testing.T) {
	schema, _ := compileSchema(t)
	const wheels = "mass: 1\n    vehicle: {class: car, friction: 0.7, "
	good := strings.Replace(minimal, "mass: 1", wheels+`power: $p, drag_area: "0.65 m^2", anti_roll: 0, tyre: fiala, wheel_inertia: 1.2 kg m^2, stiffness: {front: {a: 317 lbf/in, b: 5.6e1 lbf/in^2}}}`, 1) +
		"parameters: {p: 90 kW}\nmaterials: {m: {friction: 1, rolling_resistance: 0, spin_friction: 1 mm}}\n"
	if err := schema.Validate(instance(t, []byte(good))); err != nil {
		t.Errorf("what is right: %v", err)
	}
	mustParse(t, good)
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
		text := strings.Replace(minimal, c.from, c.to, 1)
		if text == minimal {
			t.Fatalf("%q is not in the scenario", c.from)
		}
		if err := schema.Validate(instance(t, []byte(text))); err == nil {
			t.Errorf("%s passed", c.to)
		}
		if _, err := parseTest(text); err == nil {
			t.Errorf("%s passed the decoder", c.to)
		}
	}
}

// TestPlanSchema_AcceptsWhatReadPlanAccepts, and refuses what is wrong by its form.
func TestPlanSchema_AcceptsWhatReadPlanAccepts(t *testing.T) {
	schema, _ := compile(t, PlanSchema)
	for _, c := range []struct {
		old, new string
		valid    bool
	}{
		{"", "", true}, {"[4 m/s, 6 m/s]", "4..6 m/s:5", true}, {"[4 m/s, 6 m/s]", "[4, 6]", true}, {"mu: 0.3..0.6", "'m*': 0.3±0.01", true},
		{"repeats: 3", "set: {a: 1}", true},
		{"name: both\n", "", false}, {"repeats: 3", "repeat: 3", false}, {"repeats: 3", "repeats: 0", false}, {"seed: 9", "seed: -1", false},
		{"[4 m/s, 6 m/s]", "[]", false}, {"[4 m/s, 6 m/s]", "4..6 m/s", false}, {"mu: 0.3..0.6", "mu: 0.3", false},
		{"[4 m/s, 6 m/s]", "[4 m/s, 4 m/s]", false}, {"[slide.yaml, pole.yaml]", "[]", false}, {"mu: 0.3", "'m-u': 0.3", false},
	} {
		if err := schema.Validate(instance(t, []byte(strings.Replace(sweepPlan, c.old, c.new, 1)))); (err == nil) != c.valid {
			t.Errorf("%q: %v", c.new, err)
		}
	}
}

// TestIncludedSchema_SaysWhatItIsOf: editors show its description.
func TestIncludedSchema_SaysWhatItIsOf(t *testing.T) {
	var of, scenario struct{ Title, Description string }
	if err := json.Unmarshal(IncludedSchema(), &of); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(Schema, &scenario); err != nil {
		t.Fatal(err)
	}
	if of.Title != "prang included file" || !strings.HasPrefix(of.Description, "A file that scenarios of the rigid-body simulator prang include: ") || !strings.HasPrefix(scenario.Description, "A scenario of ") {
		t.Errorf("%+v, %+v", of, scenario)
	}
}
