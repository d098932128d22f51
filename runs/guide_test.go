package runs_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
	"github.com/prang-sim/prang/sim"
)

// Every example of the guide is a scenario as soon as it has what each scenario needs, or a plan of one of these; that of
// tolerances is one of a golden.
func TestGuide_ExamplesAreRead(t *testing.T) {
	const needed = "name: guide\nstep: 1/240 s\nduration: 1 s\ngravity: [0, 0, -9.81]\n"
	files := map[string]string{
		"stone.obj":         "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n",
		"../materials.yaml": "materials: {rubber: {friction: 0.8}, ice: {friction: 0.1}}\n",
		"rocks.obj":         "v 20 0 0\nv 21 0 0\nv 20 1 0\nf 1 2 3\n",
		"edr.csv":           "Time (s),Vehicle Speed (km/h),Brake\n-5,82,Off\n-0.5,51,On\n0,43,On\n",
		"track.csv":         "x,y\n0,0\n50,0\n",
		"sled.csv":          "time [ms],velocity_x [km/h]\n0,0\n80,50\n",
		"pillar.stl":        "solid p\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 300 0 0\nvertex 0 2000 0\nendloop\nendfacet\nendsolid p\n",
	}
	read := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, errors.New("there is none")
	}
	scenarios, plans, tolerances, pipelines := 0, 0, 0, 0
	varied := "" // the one with parameters
	for i, block := range strings.Split(runs.Guide, "```") {
		kind, text, _ := strings.Cut(block, "\n")
		switch {
		case i%2 == 0: // between two blocks
		case kind == "yaml" && strings.Contains(text, "scenarios:"):
			dir := t.TempDir()
			if err := errors.Join(os.WriteFile(filepath.Join(dir, "crash.yaml"), []byte(varied), 0o666), os.WriteFile(filepath.Join(dir, "night.yaml"), []byte(text), 0o666)); err != nil {
				t.Fatal(err)
			}
			if p, err := sweep.ReadPlan(filepath.Join(dir, "night.yaml")); err != nil || p.Runs() != 100 {
				t.Errorf("%v in\n%s", err, text)
			}
			plans++
		case kind == "yaml":
			scenarios++
			if !strings.HasPrefix(text, "name:") {
				text = needed + text
			}
			if !strings.Contains(text, "bodies:") && !strings.Contains(text, "movers:") {
				text += "bodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 1]}]\n"
			}
			if strings.Contains(text, "parameters:") {
				varied = text
			}
			s, err := scenariofile.Parse(fmt.Sprintf("block %d", scenarios), []byte(text), read)
			if err == nil {
				_, err = runs.NewWorld(s)
			}
			if err != nil {
				t.Errorf("%v in\n%s", err, text)
			}
		case kind == "yml": // of continuous integration
			var v map[string]any
			if err := yaml.Unmarshal([]byte(text), &v); err != nil || v["crash"] == nil && v["jobs"] == nil || strings.Count(text, "go tool prang test crash -j 4 --junit prang.xml\n") != 1 {
				t.Errorf("%v in\n%s", err, text)
			}
			pipelines++
		case kind == "":
			tolerances += strings.Count(text, "\n")
			if bad := runs.BadLines("golden.txt", []byte(text)); len(bad) > 0 || !strings.HasPrefix(text, "tolerance ") {
				t.Errorf("%q", bad)
			}
		}
	}
	if scenarios != 14 || plans != 1 || tolerances != 3 || pipelines != 2 {
		t.Errorf("%d scenarios, %d plans, %d tolerances and %d pipelines were read", scenarios, plans, tolerances, pipelines)
	}
}

// The guide names each setting, with the default that the engine has: what stands in brackets behind a setting, given as
// its value, changes nothing.
func TestGuide_HasTheDefaultsOfSettings(t *testing.T) {
	_, section, ok := strings.Cut(runs.Guide, "\n## Settings\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !ok {
		t.Fatal("it has no settings")
	}
	told := map[string]string{}
	for _, m := range regexp.MustCompile("`([a-z_]+)` \\(`?([^)`]*)`?\\)").FindAllStringSubmatch(section, -1) {
		told[m[1]] = m[2]
	}
	for _, key := range document.KeysOf["settings"] {
		text := fmt.Sprintf("name: guide\nduration: 1 s\ngravity: [0, 0, 0]\nsettings: {%s: %s}\nbodies: [{name: a, box: {size: [1, 1, 1]}, mass: 1, position: [0, 0, 0]}]\n", key, told[key])
		s, err := scenariofile.Parse(key, []byte(text), nil)
		if err != nil {
			t.Errorf("%s, %q in the guide: %v", key, told[key], err)
			continue
		}
		if got := s.Definition.Settings; got == (sim.Settings{Step: got.Step}) || got.WithDefaults() != (sim.Settings{Step: got.Step}).WithDefaults() {
			t.Errorf("%s: %s in the guide gives %+v", key, told[key], got)
		}
	}
	if len(told) != len(document.KeysOf["settings"]) {
		t.Errorf("%d settings in the guide, %d keys", len(told), len(document.KeysOf["settings"]))
	}
}
