package sweep

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
)

// TestLoad_FollowsLinksAsTheSystemDoes: of a scenario in a directory that a link leads to, and of one in a plan, .. is the
// directory above the one that the link leads to.
func TestLoad_FollowsLinksAsTheSystemDoes(t *testing.T) {
	dir := t.TempDir()
	for _, d := range []string{"far/away/scenarios", "far/away/meshes", "near"} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.FromSlash(d)), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"far/away/meshes/square.obj":  scenariotest.SquareOBJ,
		"far/away/scenarios/s.yaml":   scenariotest.Minimal + "statics: [{name: g, mesh: ../meshes/square.obj}]\n",
		"far/away/scenarios/not.yaml": scenariotest.Minimal + "statics: [{name: g, mesh: ../meshes/none.obj}]\n",
		"far/away/plan.yaml":          "name: p\nscenarios: [../away/scenarios/s.yaml]\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	link, above := filepath.Join(dir, "near", "link"), filepath.Join(dir, "near", "above")
	if err := os.Symlink(filepath.Join(dir, "far", "away", "scenarios"), link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "far", "away"), above); err != nil {
		t.Fatal(err)
	}
	s, err := scenariofile.Load(filepath.Join(link, "s.yaml"))
	if err != nil || len(s.Files) != 2 || s.Files[1].Name != "../meshes/square.obj" || s.Definition.Statics[0].Asset != "../meshes/square.obj" {
		t.Errorf("%v, %+v", err, s)
	}
	if _, err := scenariofile.Load(filepath.Join(link, "not.yaml")); err == nil || !strings.Contains(err.Error(), `statics[0].mesh: there is no file "../meshes/none.obj" beside the scenario`) {
		t.Errorf("a mesh that is missing: %v", err)
	}
	p, err := ReadPlan(filepath.Join(above, "plan.yaml"))
	if err != nil || len(p.Scenarios) != 1 || p.Scenarios[0].Files[0].Name != "s.yaml" {
		t.Errorf("%v, %+v", err, p)
	}
}
