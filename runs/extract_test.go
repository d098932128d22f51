package runs

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// logWith returns a log of no steps with assets, and its bytes.
func logWith(t *testing.T, scenario string, assets []recorder.Asset) (*recorder.Reader, []byte) {
	t.Helper()
	var b bytes.Buffer
	h := recorder.Header{Scenario: scenario, Step: 0.1, Objects: []record.Object{{Name: "floor", Kind: record.Static, Shape: "box", Half: geom.Vec{X: 1, Y: 1, Z: 1}}}}
	w, err := recorder.NewWriter(&b, h, assets)
	if err == nil {
		err = w.Close(recorder.Summary{Ended: recorder.Complete})
	}
	if err != nil {
		t.Fatal(err)
	}
	return readLog(t, b.Bytes()), b.Bytes()
}

func readLog(t *testing.T, log []byte) *recorder.Reader {
	t.Helper()
	r, err := recorder.NewReader(bytes.NewReader(log), int64(len(log)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestExtract_KeepsPlaces: files stand as seen from the scenario as they did, none outside of the directory, whatever the log
// calls them.
func TestExtract_KeepsPlaces(t *testing.T) {
	tests := []struct {
		scenario string
		assets   []string
		want     []string // the scenario first; nil for an error
	}{
		{"a", []string{"s.yaml"}, []string{"s.yaml"}},
		{"a", []string{"s.yaml", "m.obj", "sub/h.csv"}, []string{"s.yaml", "m.obj", "sub/h.csv"}},
		{"crash", []string{"s.yaml", "../m.obj", "../crash/n.obj"}, []string{"crash/s.yaml", "crash/n.obj", "m.obj"}},
		{"crash", []string{"s.yaml", "../../meshes/m.obj", "../x/../y.yaml"}, []string{"scenarios/crash/s.yaml", "meshes/m.obj", "scenarios/y.yaml"}},
		{"großer Unfall", []string{"s.yaml", "../m.obj"}, []string{"großer Unfall/s.yaml", "m.obj"}},
		{"..", []string{"s.yaml", "../m.obj"}, []string{"scenario/s.yaml", "m.obj"}},
		{"../../a:b", []string{"s.yaml", "../m.obj"}, []string{"a_b/s.yaml", "m.obj"}},
		{"a", []string{"s.yaml", "/etc/m.obj", "/../n.obj"}, []string{"s.yaml", "etc/m.obj", "n.obj"}},
		{"a", []string{"s.yaml", "../a/s.yaml"}, []string{"a_/s.yaml", "a/s.yaml"}}, // its directory had another name
		{"a", []string{"s.yaml", "m.obj", "../../x/A/M.obj", "../a_/n.obj"}, []string{"scenarios/a/s.yaml", "scenarios/a/m.obj", "x/A/M.obj", "scenarios/a_/n.obj"}},
		{"a", []string{"s.yaml", "m.obj", "../A/M.obj", "../a_/m.obj"}, []string{"a__/s.yaml", "a__/m.obj", "A/M.obj", "a_/m.obj"}},
		{"a", []string{"s.yaml", "../a"}, []string{"a_/s.yaml", "a"}}, // a file where its directory would be
		{"a", []string{"s.yaml", "m.obj", "/m.obj"}, nil},             // two files in one place
		{"a", []string{"s.yaml", "m.obj", "m.obj/n.obj"}, nil},        // a file where a directory is needed
		{"a", []string{"s.yaml", ".."}, nil},
		{"a", []string{"s.yaml", "m\n.obj"}, nil},
		{"a", []string{"s.yaml", strings.Repeat("../", 33) + "m.obj"}, nil},
	}
	for _, test := range tests {
		var assets []recorder.Asset
		for _, name := range test.assets {
			assets = append(assets, recorder.Asset{Name: name, Data: []byte("content of " + name)})
		}
		outer := t.TempDir()
		dir := filepath.Join(outer, "in", "here")
		if err := os.MkdirAll(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		r, _ := logWith(t, test.scenario, assets)
		got, err := Extract(r, dir, func(err error) { t.Error(err) })
		found := textsBelow(t, outer)
		for name := range found {
			if !strings.HasPrefix(name, "in/here/") {
				t.Errorf("%q: %s is outside", test.assets, name)
			}
		}
		if test.want == nil {
			if err == nil || strings.Contains(err.Error(), outer) {
				t.Errorf("%q: error %v, and %q", test.assets, err, slices.Collect(maps.Keys(found)))
			}
			continue
		}
		if err != nil || got != test.want[0] || len(found) != len(test.want) {
			t.Errorf("%q: %q, %v, %q; want %q", test.assets, got, err, slices.Collect(maps.Keys(found)), test.want)
			continue
		}
		for _, name := range test.assets {
			place := slashed(filepath.Join(filepath.Dir(got), slashed(name)))
			if text := found["in/here/"+place]; text != "content of "+name || !slices.Contains(test.want, place) {
				t.Errorf("%q: %s has %q", test.assets, place, text)
			}
		}
	}
}

// TestExtract_WritesOverNothing: a file that is there, as on a disk that takes its name for that of another, is as it was.
func TestExtract_WritesOverNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "m.obj"), []byte("another"), 0o666); err != nil {
		t.Fatal(err)
	}
	r, _ := logWith(t, "a", []recorder.Asset{{Name: "s.yaml", Data: []byte("the scenario")}, {Name: "m.obj", Data: []byte("the mesh")}})
	_, err := Extract(r, dir, func(err error) { t.Error(err) })
	if !errors.Is(err, fs.ErrExist) || !strings.HasPrefix(err.Error(), "m.obj: cannot be written: ") || textsBelow(t, dir)["m.obj"] != "another" {
		t.Errorf("%v, %q", err, textsBelow(t, dir))
	}
}

// textsBelow returns the files below a directory.
func textsBelow(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		found[filepath.ToSlash(name)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestExtract_OfDamage: of a log with a file that cannot be read the others are written, and that one is named.
func TestExtract_OfDamage(t *testing.T) {
	_, log := logWith(t, "a", []recorder.Asset{{Name: "s.yaml", Data: []byte("the scenario")}, {Name: "m.obj", Data: []byte("the mesh")}, {Name: "h.csv", Data: []byte("the table")}})
	for text, want := range map[string]string{"the mesh": "s.yaml h.csv", "the scenario": ""} {
		bad := bytes.Replace(log, []byte(text), []byte(strings.ToUpper(text)), 1)
		if bytes.Equal(bad, log) {
			t.Fatalf("%q is not in the log", text)
		}
		dir := t.TempDir()
		var missing []string
		_, err := Extract(readLog(t, bad), dir, func(err error) { missing = append(missing, err.Error()) })
		found := textsBelow(t, dir)
		if want == "" {
			if err == nil || len(found) > 0 {
				t.Errorf("damaged scenario: %v, %q", err, found)
			}
			continue
		}
		if err != nil || len(missing) != 1 || !strings.Contains(missing[0], `"m.obj"`) || len(found) != 2 || found["h.csv"] != "the table" {
			t.Errorf("%v, %q, %q", err, missing, found)
		}
	}
	r, _ := logWith(t, "a", nil)
	if _, err := Extract(r, t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "carries no scenario") {
		t.Errorf("of no files: %v", err)
	}
}
