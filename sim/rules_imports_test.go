package sim_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/prang-sim/prang/"

// drawn is the picture of the layout: which packages of the module each package may import. Imports point down only.
var drawn = map[string][]string{
	"sim/geom":            {},
	"sim/geom/geomtest":   {},
	"sim/geom/meshio":     {"sim/geom"},
	"sim/rigid":           {"sim/geom"},
	"sim/record":          {"sim/geom"},
	"broadphase":          {"sim/geom"},
	"narrowphase":         {"sim/geom"},
	"response":            {"sim/geom", "sim/rigid", "broadphase", "narrowphase"},
	"sim/vehicle":         {"sim/geom", "sim/rigid", "broadphase", "narrowphase"},
	"recorder/parts":      {},
	"recorder/rangecoder": {},
	"recorder":            {"sim/geom", "sim/rigid", "sim/record", "recorder/parts", "recorder/rangecoder"},
	"recorder/compare":    {"sim/geom", "sim/rigid", "sim/record", "recorder"},
	"recorder/export":     {"sim/geom", "sim/geom/meshio", "sim/record", "recorder"},
	"recorder/view":       {"sim/geom", "sim/rigid", "sim/record", "recorder", "recorder/export"},
	"sim":                 {"sim/geom", "sim/rigid", "sim/record", "broadphase", "narrowphase", "response", "sim/vehicle"},
	"runs/reconstruct":    {"sim/geom", "sim/rigid", "sim/record"},
	"runs/sweep/sampling": {},
	"runs/wording":        {},
	"runs/units":          {"runs/wording"},
	"runs/document":       {"sim", "runs/units", "runs/wording"},
	"runs/scenariofile":   {"sim", "sim/geom", "sim/geom/meshio", "sim/rigid", "sim/record", "sim/vehicle", "broadphase", "narrowphase", "recorder", "runs/reconstruct", "runs/document", "runs/units", "runs/wording"},

	"runs/scenariofile/scenariotest": {"recorder", "runs/document", "runs/scenariofile"},

	"runs":         {"sim", "sim/geom", "sim/geom/meshio", "sim/rigid", "sim/record", "sim/vehicle", "broadphase", "narrowphase", "recorder", "recorder/compare", "runs/document", "runs/reconstruct", "runs/scenariofile", "runs/units", "runs/wording"},
	"runs/sweep":   {"sim/geom", "recorder", "recorder/compare", "runs/reconstruct", "runs", "runs/document", "runs/scenariofile", "runs/sweep/sampling", "runs/units", "runs/wording"},
	"runs/report":  {"runs", "runs/scenariofile", "runs/sweep", "runs/reconstruct", "sim/geom", "sim/record"},
	"runs/remote":  {"runs", "runs/document", "runs/scenariofile", "runs/sweep"},
	"runs/meshgen": {"sim/geom", "sim/geom/meshio"},
	"runs/bench":   {"sim", "sim/geom", "sim/record"},
	"runs/tosses":  {"sim", "sim/geom"},
	"cmd/prang":    {"runs", "runs/bench", "runs/document", "runs/reconstruct", "runs/remote", "runs/report", "runs/scenariofile", "runs/sweep", "runs/units", "runs/wording", "recorder", "recorder/compare", "recorder/export", "recorder/view", "sim/record", "sim/geom"},
}

// outside names the packages that alone may import a library.
var outside = map[string][]string{
	"github.com/schollz/progressbar/v3":     {"cmd/prang"},
	"github.com/spf13/cobra":                {"cmd/prang"},
	"github.com/spf13/pflag":                {"cmd/prang"},
	"github.com/klauspost/compress/zstd":    {"recorder/parts"},
	"github.com/qmuntal/gltf":               {"sim/geom/meshio", "recorder/export"},
	"github.com/parquet-go/parquet-go":      {"recorder/export"},
	"gonum.org/v1/plot":                     {"runs/report"},
	"github.com/foxglove/mcap":              {"recorder/export"},
	"google.golang.org/protobuf":            {"recorder/export"},
	"github.com/rivo/uniseg":                {"runs/wording"},
	"net/http":                              {"recorder/view", "runs/remote", "cmd/prang"},
	"testing":                               {"sim/geom/geomtest", "runs/scenariofile/scenariotest"},
	"go.yaml.in/yaml/v4":                    {"runs/document", "runs/scenariofile", "runs/scenariofile/scenariotest", "runs/sweep"},
	"github.com/santhosh-tekuri/jsonschema": {"runs/scenariofile/scenariotest"},
}

type listed struct {
	ImportPath string
	Imports    []string
}

func goList(t *testing.T, args ...string) []byte {
	t.Helper()
	c := exec.Command("go", append([]string{"list"}, args...)...)
	c.Dir = ".."
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list %v: %v", args, err)
	}
	return out
}

func TestImports_PointDownOnly(t *testing.T) {
	t.Parallel()
	dec := json.NewDecoder(strings.NewReader(string(goList(t, "-json=ImportPath,Imports", "./..."))))
	seen := 0
	for dec.More() {
		var p listed
		if err := dec.Decode(&p); err != nil {
			t.Fatal(err)
		}
		name := strings.TrimPrefix(p.ImportPath, module)
		allowed, ok := drawn[name]
		if !ok {
			t.Errorf("package %s does not stand in the drawn layout", name)
			continue
		}
		seen++
		for _, imp := range p.Imports {
			if inner, ok := strings.CutPrefix(imp, module); ok {
				if !slices.Contains(allowed, inner) {
					t.Errorf("%s imports %s, which is not drawn below it", name, inner)
				}
				continue
			}
			for lib, who := range outside {
				if (imp == lib || strings.HasPrefix(imp, lib+"/")) && !slices.Contains(who, name) {
					t.Errorf("%s imports %s: only %v may", name, imp, who)
				}
			}
		}
	}
	if seen != len(drawn) {
		t.Errorf("%d of the %d drawn packages exist", seen, len(drawn))
	}
}

// TestTopLevel_IsWhatWasAgreed leaves out dot-files and the program that "go build ./cmd/prang" makes, which git
// ignores.
func TestTopLevel_IsWhatWasAgreed(t *testing.T) {
	want := []string{"README.md", "broadphase", "cmd", "go.mod", "go.sum", "narrowphase", "recorder", "response", "runs", "sim"}
	entries, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		if built := !e.IsDir() && e.Name() == "prang"; !built && !strings.HasPrefix(e.Name(), ".") {
			got = append(got, e.Name())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("the top level holds %v, want %v", got, want)
	}
	if _, err := os.Stat(filepath.Join("..", "recorder", "FORMAT.md")); err != nil {
		t.Error(err)
	}
}
