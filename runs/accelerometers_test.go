package runs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim/geom"
)

const wallCar = `
name: wall
duration: 1 s
gravity: [0, 0, 0]
materials: {m: {friction: 0, restitution: 0.2}}
statics: [{name: wall, box: {size: [1, 4, 4]}, position: [8, 0, 0], material: m}]
bodies:
  - {name: car, box: {size: [4, 2, 1]}, mass: 1000, position: [0, 0, 0], speed: 20, material: m, accelerometers: %s}
`

// 20 m/s into a wall with e = 0.2 is 24 m/s in half a sine of 0.1 s: at its peak 24 π / 0.2 m/s². The occupant meets
// the front after 0.6 m: 24 (t/2 - T/(2π) sin(π t/T)) = 0.6 at t = 74.4 ms, at 12 (1 - cos(π t/T)) = 20.3 m/s.
func TestAccelerometers_OfACarAgainstAWall(t *testing.T) {
	r, log := runText(t, fmt.Sprintf(wallCar, "[{name: middle}, {name: seat, at: [50 cm, 0.4, 0.1]}]"))
	if len(r.Accelerometers) != 2 || r.Accelerometers[1].At != (Vec{0.5, 0.4, 0.1}) {
		t.Fatalf("%+v", r.Accelerometers)
	}
	for _, a := range r.Accelerometers {
		peak := 24 * math.Pi / 0.2 / 9.80665
		if math.Abs(a.CFC180.X+peak) > 0.005*peak || math.Abs(a.CFC180.Y) > 1e-6 {
			t.Errorf("%s: %+v", a.Name, a.CFC180)
		}
		meet := 0.05
		for gone := 0.0; gone < 0.6; meet += 1e-5 {
			gone = 24 * (meet/2 - 0.1/(2*math.Pi)*math.Sin(math.Pi*meet/0.1))
		}
		o := a.Severity.OIV
		if math.Abs(o.Time-*a.Hit-meet) > 5e-4 || math.Abs(o.Longitudinal-12*(1-math.Cos(math.Pi*meet/0.1))) > 0.05 {
			t.Errorf("%s: %+v, want it %g s after the impact", a.Name, o, meet)
		}
	}
	replayed(t, log, r)
	// In JSON what is in g says so, and the time is called that of the touch.
	var out bytes.Buffer
	if err := r.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	var report struct {
		Accelerometers []map[string]json.RawMessage `json:"accelerometers"`
	}
	if err := json.Unmarshal(out.Bytes(), &report); err != nil {
		t.Fatal(err)
	}
	for _, a := range report.Accelerometers {
		for _, filter := range []string{"cfc60", "cfc180"} {
			var peaks map[string]float64
			if err := json.Unmarshal(a[filter], &peaks); err != nil || !slices.Equal(slices.Sorted(maps.Keys(peaks)), []string{"resultant_g", "time", "x_g", "y_g", "z_g"}) {
				t.Errorf("%s: %v, %v", filter, peaks, err)
			}
		}
		if a["first_touch"] == nil || a["first_impact"] != nil {
			t.Errorf("%s", a)
		}
	}
}

func TestAccelerometers_ErrorsHaveTheirPlace(t *testing.T) {
	for list, want := range map[string]string{
		"[{}]":                     "test.yaml:8:115: bodies[0].accelerometers[0]: has no name: add name: b-pillar",
		"[{name: a}, {name: a}]":   "accelerometers[1].name: \"a\" is used already on line 8",
		"[{name: a, at: [1, 2]}]":  "accelerometers[0].at: a list of 2 where three numbers are needed",
		"[{name: a, at: 1 kg}]":    "accelerometers[0].at: the text",
		"[{name: '?'}]":            "cannot name an accelerometer",
		"[{name: a, on: [0,0,0]}]": "accelerometers[0].on: unknown key",

		"[{name: a, criteria: hic15}]":           "accelerometers[0].criteria: the text",
		"[{name: a, criteria: []}]":              "accelerometers[0].criteria: an empty list: name some of hic15, hic36, clip3ms, asi, oiv, thiv, olc, or remove the key",
		"[{name: a, criteria: [olc, hic]}]":      "accelerometers[0].criteria[1]: \"hic\" is no criterion: write one of hic15, hic36",
		"[{name: a, criteria: [olc, 3]}]":        "accelerometers[0].criteria[1]: the number 3 where a criterion is needed: write one of hic15",
		"[{name: a, criteria: [olc, asi, olc]}]": "accelerometers[0].criteria[2]: \"olc\" is in the list already: remove one",
		"[{name: a, pulse: 15}]":                 "accelerometers[0].pulse: 15 is no length of a blow: write 1 ms to 1 s",
		"[{name: a, pulse: 0.5 ms}]":             "accelerometers[0].pulse: 0.5 ms is no length of a blow",
		"[{name: a, pulse: 15 mm}]":              "accelerometers[0].pulse:",
	} {
		_, err := scenariofile.Parse("test.yaml", []byte(fmt.Sprintf(wallCar, list)), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", list, err)
		}
	}
	s, err := scenariofile.Parse("test.yaml", []byte(fmt.Sprintf(wallCar, "[{name: a, at: [1, 2, 3 mm]}]")), nil)
	if err != nil || s.Accelerometers[0] != (scenariofile.AccelerometerDef{Body: "car", Name: "a", At: geom.Vec{X: 1, Y: 2, Z: 0.003}}) {
		t.Errorf("%+v %v", s, err)
	}
	all := "[{name: a, criteria: [hic15, hic36, clip3ms, asi, oiv, thiv, olc], pulse: 15 ms}]"
	if s, err = scenariofile.Parse("test.yaml", []byte(fmt.Sprintf(wallCar, all)), nil); err != nil || s.Accelerometers[0].Criteria != reconstruct.LoadCriteria|reconstruct.VehicleCriteria ||
		s.Accelerometers[0].Pulse != 0.015 {
		t.Errorf("%+v %v", s, err)
	}
	schema, _ := scenariotest.CompileSchema(t)
	if err := schema.Validate(scenariotest.Instance(t, []byte(fmt.Sprintf(wallCar, all)))); err != nil {
		t.Error(err)
	}
	if err := schema.Validate(scenariotest.Instance(t, []byte(fmt.Sprintf(wallCar, "[{name: a, criteria: [hic]}]")))); err == nil {
		t.Error("the schema knows a criterion that is none")
	}
	if err := schema.Validate(scenariotest.Instance(t, []byte(fmt.Sprintf(wallCar, "[{name: a, at: [1, 2, 3 mm]}]")))); err != nil {
		t.Error(err)
	}
}
