package scenariofile_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// storedScene has a floor of two files, and a body with the hull of a third.
const storedScene = `name: stored
step: 1/60 s
duration: 1 s
gravity: [0, 0, -9.81]
parameters: {speed: 1 m/s}
materials: {m: {friction: 0.3}}
statics: [{name: floor, mesh: floor.gltf, material: m}]
bodies: [{name: a, hull: {file: a.obj}, mass: 1, position: [0, 0, 3], velocity: [$speed, 0, 0], material: m}]
`

// triangle returns the buffer of a horizontal triangle at a height.
func triangle(height float32) []byte {
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, []float32{-9, height, 9, 9, height, 9, 0, height, -9})
	return b.Bytes()
}

// TestRead_MeshesAreShared: scenarios of one file have the same meshes, whatever their parameters, for as long as the files
// that the meshes are of stay the same; then they have the new ones, as one that is read anew has.
func TestRead_MeshesAreShared(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, data []byte) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	corner := "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 %d\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"
	write("scenario.yaml", []byte(storedScene))
	write("floor.gltf", []byte(`{"asset": {"version": "2.0"}, "buffers": [{"uri": "floor.bin", "byteLength": 36}], "bufferViews": [{"buffer": 0, "byteLength": 36}],
		"accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
		"nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0}`))
	write("floor.bin", triangle(0))
	write("a.obj", fmt.Appendf(nil, corner, 1))
	path := filepath.Join(dir, "scenario.yaml")
	load, err := scenariofile.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	with := func(speed string) *scenariofile.Scenario {
		t.Helper()
		s, err := load([]scenariofile.Setting{{"speed", speed}})
		if err != nil {
			t.Fatal(err)
		}
		anew, err := scenariofile.LoadWith(path, []scenariofile.Setting{{"speed", speed}})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(s.Files, anew.Files, func(a, b document.File) bool { return a.Name == b.Name && bytes.Equal(a.Data, b.Data) }) {
			t.Errorf("speed %s: other files than of the scenario read anew", speed)
		}
		return s
	}
	height := func(s *scenariofile.Scenario) float64 { return s.Definition.Statics[0].Mesh.Bounds.Max.Z }
	tip := func(s *scenariofile.Scenario) float64 {
		most := 0.0
		for _, v := range s.Definition.Bodies[0].Shapes[0].Shape.Hull.Vertices {
			most = max(most, v.Z)
		}
		return most
	}
	first, second := with("1"), with("2")
	if first.Definition.Statics[0].Mesh != second.Definition.Statics[0].Mesh {
		t.Error("the meshes of two scenarios of a file are two")
	}
	if tree := first.Definition.Statics[0].Tree; tree == nil || tree != second.Definition.Statics[0].Tree {
		t.Error("the trees of two scenarios of a file are two, or none")
	}
	if first.Definition.Bodies[0].Velocity == second.Definition.Bodies[0].Velocity {
		t.Error("the scenarios are the same")
	}
	if h := height(second); h != 0 {
		t.Errorf("the floor is at %g m", h)
	}
	write("floor.bin", triangle(0.5))
	if s := with("3"); height(s) != 0.5 {
		t.Errorf("with another file beside it the floor is at %g m", height(s))
	}
	before := tip(first)
	write("a.obj", fmt.Appendf(nil, corner, 2))
	if s := with("1"); !(tip(s) > before) {
		t.Errorf("the hull of another file reaches up to %g m, as of the first", tip(s))
	}
	write("floor.bin", triangle(0)[:20])
	if _, err := load(nil); err == nil || !strings.Contains(err.Error(), "floor.gltf") {
		t.Errorf("a bad file beside it: %v", err)
	}
	write("floor.bin", triangle(0.25))
	if s := with("1"); height(s) != 0.25 {
		t.Errorf("after a bad file the floor is at %g m", height(s))
	}
}
