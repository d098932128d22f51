package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// fallen has every kind of object, shape and event that a document may tell of.
const fallen = `name: fallen
duration: 0.5 s
step: 1/240 s
gravity: [0, 0, -9.81]
record: {contacts: true}
parameters: {speed: 3}
statics:
  - {name: floor, plane: {height: 0}}
  - {name: wedge, hull: {points: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, position: [4, 0, 0], attitude: {quaternion: [0.6, 0, 0, 0.8]}}
bodies:
  - {name: box, box: {size: [1, 2, 3]}, mass: 12, position: [0, 0, 1.6], attitude: {yaw: 90 deg}, velocity: [$speed, 0, -2]}
  - {name: dumbbell, shapes: [{sphere: {radius: 0.2}, offset: [-1, 0, 0]}, {sphere: {radius: 0.2}, offset: [1, 0, 0]}], mass: 2, position: [0, 5, 0.3]}
  - {name: car, box: {size: [4, 2, 1]}, mass: 1500, position: [-9, 0, 0.7], speed: 10, accelerometers: [{name: seat, at: [0, 0, 0]}],
     vehicle: {front_axle: 1.2, rear_axle: -1.4, track: 1.5, center_height: 0.7, friction: 0.7}}
  - {name: cart, box: {size: [2, 2, 1]}, mass: 500, position: [-13, 0, 0.7]}
movers:
  - {name: walker, radii: [0.3, 0.3, 0.9], position: [9, 9, 0.9], program: [{time: 0, velocity: [1, 0, 0]}]}
joints: [{name: bar, between: [car, cart], point: [-11.5, 0, 0.7]}]
`

// fallenLog returns the paths of the scenario and of its log.
func fallenLog(t *testing.T) (file, log string) {
	t.Helper()
	dir := t.TempDir()
	file, log = filepath.Join(dir, "fallen.scenario.yaml"), filepath.Join(dir, "fallen.prang")
	if err := os.WriteFile(file, []byte(fallen), 0o666); err != nil {
		t.Fatal(err)
	}
	a, _, stderr := testApp()
	if code := a.main(t.Context(), []string{"run", file, "-o", log, "-q"}); code != exitOK {
		t.Fatal(stderr)
	}
	return file, log
}

// Every document names its form, has keys in lower case, and vectors as lists of numbers: also those of the objects of
// a log. L is the angular momentum, as a column of the log is called. A list of nothing is empty, not null.
func TestJSON_HasOneStyle(t *testing.T) {
	file, log := fallenLog(t)
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(t.TempDir(), "cut.prang")
	if err := os.WriteFile(cut, data[:len(data)*9/10], 0o666); err != nil {
		t.Fatal(err)
	}
	a, _, _ := testApp()
	a.main(t.Context(), []string{"test", filepath.Dir(file), "--update", "-q"})
	style := regexp.MustCompile(`^([a-z][a-z0-9_.]*|L|L_[a-z_]*)$`)
	var walk func(path string, v any)
	walk = func(path string, v any) {
		switch v := v.(type) {
		case map[string]any:
			for k, e := range v {
				if walk(path+"."+k, e); !style.MatchString(k) {
					t.Errorf("%s: the key %q", path, k)
				}
			}
			if _, ok := v["x"].(float64); ok && len(v) == 3 {
				t.Errorf("%s: a vector is %v", path, v)
			}
		case []any:
			for _, e := range v {
				walk(path, e)
			}
		case nil:
			t.Errorf("%s: is null", path)
		}
	}
	for _, args := range [][]string{
		{"run", file, "-o", log, "--refine", "--json"}, {"run", file, "--vary", "speed=3..4:2", "--json"}, {"replay", log, "--json"}, {"replay", log, "--ledger", "--json"},
		{"replay", log, "--contacts", "--json"}, {"replay", log, "--report", "--json"}, {"replay", log, "--verify", "--json"},
		{"resume", cut, "--json"}, {"compare", log, log, "--json"}, {"info", log, "--json"}, {"info", "../../recorder/testdata/v1.3.prang", "--json"}, {"export", log, "--to", "json"}, {"env", "--json"},
		{"test", filepath.Dir(file), "--json"}, {"bench", "S1", "--seconds", "0.1", "--json"},
	} {
		a, out, stderr := testApp()
		if code := a.main(t.Context(), append(args, "-q")); code != exitOK {
			t.Errorf("%v: exit code %d: %s", args, code, stderr)
		}
		documents := 0
		for d := json.NewDecoder(bytes.NewReader(out.Bytes())); ; documents++ {
			var v map[string]any
			err := d.Decode(&v)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%v: %v", args, err)
			}
			if s, _ := v["schema"].(string); !regexp.MustCompile(`^prang\.[a-z_]+/[1-9]$`).MatchString(s) {
				t.Errorf("%v: the schema %q", args, s)
			}
			walk(args[0], v)
		}
		if documents == 0 {
			t.Errorf("%v: nothing", args)
		}
	}
}

// What info tells of objects: lengths are halved, of an inertia m (b² + c²) / 12 are the diagonal.
func TestInfo_ReportsObjectsInLists(t *testing.T) {
	_, log := fallenLog(t)
	a, out, stderr := testApp()
	if code := a.main(t.Context(), []string{"info", log, "--json"}); code != exitOK {
		t.Fatal(stderr)
	}
	var got struct{ Objects []map[string]json.RawMessage }
	if err := json.Unmarshal(out.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ object, key, want string }{
		{"box", "half", "[0.5,1,1.5]"}, {"box", "inertia", "[[13,0,0],[0,10,0],[0,0,5]]"}, {"box", "mass", "12"}, {"box", "position", ""}, {"box", "attitude", ""},
		{"dumbbell", "parts", `[{"shape":"sphere","size":[0.2,0.2,0.2],"position":[-1,0,0],"attitude":[1,0,0,0]},{"shape":"sphere","size":[0.2,0.2,0.2],"position":[1,0,0],"attitude":[1,0,0,0]}]`},
		{"wedge", "position", "[4,0,0]"}, {"wedge", "attitude", "[0.6,0,0,0.8]"}, {"wedge", "inertia", ""},
		{"walker", "half", "[0.3,0.3,0.9]"}, {"car", "vehicle", "true"}, {"floor", "kind", `"static"`},
	} {
		for _, o := range got.Objects {
			var compact bytes.Buffer
			if string(o["name"]) != `"`+c.object+`"` {
				continue
			}
			if o[c.key] != nil {
				if err := json.Compact(&compact, o[c.key]); err != nil {
					t.Fatal(err)
				}
			}
			if compact.String() != c.want {
				t.Errorf("%s of %s is %s, want %s", c.key, c.object, &compact, c.want)
			}
		}
	}
}

// TestInfo_ObjectsAsTheyStand: statics have a place and an attitude [w, x, y, z], bodies an inertia.
func TestInfo_ObjectsAsTheyStand(t *testing.T) {
	_, log := fallenLog(t)
	a, out, stderr := testApp()
	if code := a.main(t.Context(), []string{"info", log, "--json"}); code != exitOK {
		t.Fatal(stderr)
	}
	var info struct{ Objects []infoObject }
	if err := json.Unmarshal(out.Bytes(), &info); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, o := range info.Objects {
		switch o.Name {
		case "wedge":
			found++
			if o.Attitude == nil || *o.Attitude != [4]float64{0.6, 0, 0, 0.8} || o.Position == nil || o.Position[0] != 4 || o.Inertia != nil {
				t.Errorf("wedge: %+v", o)
			}
		case "box":
			found++
			// 12 kg of 1 × 2 × 3 m.
			if o.Inertia == nil || *o.Inertia != [3][3]float64{{13, 0, 0}, {0, 10, 0}, {0, 0, 5}} || o.Position != nil || o.Half != [3]float64{0.5, 1, 1.5} {
				t.Errorf("box: %+v", o)
			}
		}
	}
	if found != 2 {
		t.Errorf("%d of 2 objects", found)
	}
}
