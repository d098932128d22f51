package scenariofile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// Scenario is a scenario file that has been read and checked, or one made in code: a name for its log, Steps and a
// Definition are enough for Run, which refuses one without a step, and names that no object of its world has. The log of
// one made in code has all frames, but no Files to run it again from: Verify and Resume refuse it. To verify it, run it
// again and compare the logs.
type Scenario struct {
	Name        string
	Description string
	Parameters  []Parameter // in the order of the file
	Cases       []Case      // in the order of the file
	// Steps is the largest number of steps, at least 1: the duration over the step, rounded up where it is not whole.
	Steps int64
	// UntilRest ends the run at the first step at which everything is at rest; Steps is then the limit.
	UntilRest  bool
	Until      Until
	Definition *sim.Definition
	// Accelerometers are points of bodies whose accelerations are reported; they change nothing in a run.
	Accelerometers []AccelerometerDef
	// Stiffness is used to report the crush of vehicles; it changes nothing in a run.
	Stiffness []StiffnessDef
	// Files are the sources of the scenario: the scenario file first, under its base name, then the files that it includes,
	// and each mesh and time history once, under the names that the scenario gives them, in order of first use.
	Files []document.File

	ofCase     *Case                       // that of Case, if it made the scenario
	set        []Setting                   // the values that parameters were given, those of the case too
	file       string                      // the path of the scenario file, as it was given
	pathOf     func(string) string         // the path of a file that the scenario names, for messages
	warned     []document.Problem          // what is valid, but hardly meant, as far as reading it says so
	springs    []document.Problem          // where each spring of the definition stands, without what is wrong
	joints     []document.Problem          // the same of joints
	collisions []document.Problem          // of collisions
	vehicles   []document.Problem          // and of vehicles
	objects    map[string]document.Problem // and of bodies, movers and statics, by kind and name
	places     map[string]document.Problem // where other fields that are judged later stand, by their paths
}

// maxMeshSize bounds a mesh file [bytes].
const maxMeshSize = 256 << 20

// maxSteps bounds a run: at 240 steps a second, almost five days of simulated time.
const maxSteps = 100_000_000

// Load reads the scenario file at a path; what it includes, and meshes, are found relative to it. If its content is invalid, the error is an
// *document.InvalidError with every problem that was found. What is no regular file is refused, as to open a pipe is to wait for its
// writer: Read reads those.
func Load(path string) (*Scenario, error) { return LoadWith(path, nil) }

// LoadWith is Load with other values of parameters.
func LoadWith(path string, set []Setting) (*Scenario, error) {
	if document.IsStream(path) {
		return nil, fmt.Errorf("%s: is no regular file: write the scenario to a file, or remove this one", path)
	}
	load, err := Read(path)
	if err != nil {
		return nil, err
	}
	return load(set)
}

// Read reads a scenario file, which may be a pipe, once, and returns a function that loads it with given values of
// parameters, any number of times. What it includes, and meshes, are found relative to the file, or to the working directory
// if it is not a regular file.
func Read(path string) (load func([]Setting) (*Scenario, error), err error) {
	if recorder.IsLog(path) {
		return nil, fmt.Errorf("%s: is the log of a run, not a scenario: read it with prang info or prang replay", path)
	}
	if IsSweep(path) {
		return nil, fmt.Errorf("%s: has results of a sweep, not a scenario: prang compare takes two such, prang sweep has --csv and --html of one", path)
	}
	data, err := document.ReadBounded(path, document.MaxSize+1)
	if err != nil {
		return nil, scenarioReadError(path, err)
	}
	store := &meshStore{}
	return func(set []Setting) (*Scenario, error) {
		place := func(name string) string { return document.PathBeside(path, name) }
		return parseWith(path, data, store, func(name string) ([]byte, error) {
			file := place(name)
			if document.IsStream(file) {
				return nil, errors.New("it is no regular file: give one")
			}
			return document.ReadBounded(file, maxMeshSize)
		}, place, set)
	}, nil
}

func scenarioReadError(path string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		if path == "-" {
			return &document.MissingError{Text: "-: there is no such file: give the path of a scenario" + wording.OrDevice("/dev/stdin", runtime.GOOS)}
		}
		return &document.MissingError{Text: path + ": there is no such file: give the path of a scenario"}
	}
	if info, e := os.Stat(path); e == nil && info.IsDir() {
		only := ""
		if found := scenarioFiles(path); len(found) == 1 {
			only = ": " + found[0]
		}
		return fmt.Errorf("%s: is a directory: give the path of the scenario file in it%s", path, only)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: cannot be read: %w: make the file readable, or give another one", path, wording.WithoutPath(err))
	}
	return fmt.Errorf("%s: cannot be read: %w", path, wording.WithoutPath(err))
}

// scenarioFiles returns the paths of the YAML files in a directory.
func scenarioFiles(dir string) (paths []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if ext := filepath.Ext(e.Name()); !e.IsDir() && (ext == ".yaml" || ext == ".yml") {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// Parse reads a scenario from data. The name is that of the file, for messages and, without its directories, for Files.
// open returns the content of an included file, a mesh or a time history by the name that the scenario uses, with / between directories.
// Equal data give equal definitions, bit for bit, on every machine. Errors are as for Load.
func Parse(name string, data []byte, open func(name string) ([]byte, error)) (*Scenario, error) {
	return parse(name, data, nil, open, lexicalPlace(name))
}

// parse is Parse with the paths, for messages, of the files that the scenario names, and a store of meshes, which may be nil.
func parse(name string, data []byte, store *meshStore, open opener, place func(string) string) (*Scenario, error) {
	root, problems := parseTree(name, data)
	if root == nil {
		return nil, document.NewInvalidError(problems, document.File{Name: name, Data: data})
	}
	if IsPlan(root) {
		return nil, fmt.Errorf("%s: is a plan, not a scenario: make its runs with prang sweep", name)
	}
	if isIncluded(root) {
		what := "is a file to include, not a scenario: give the path of a scenario with include: " + path.Base(filepath.ToSlash(name))
		return nil, document.NewInvalidError([]document.Problem{{File: name, What: what}}, document.File{Name: name, Data: data})
	}
	r := &reader{
		Decoder:  document.Decoder{File: name},
		open:     open,
		store:    store,
		pathOf:   place,
		sources:  []document.File{{Name: name, Data: data}},
		scenario: &Scenario{Definition: &sim.Definition{}, Files: []document.File{{Name: path.Base(filepath.ToSlash(name)), Data: data}}, file: name, pathOf: place},
		names:    map[string]namedAt{},
		tearing:  map[string]int{},
		material: map[string]int{}, undefined: map[string]bool{},
		meshes: map[meshUse]meshFile{}, spelled: map[string]string{},
	}
	r.filed = map[string]bool{r.scenario.Files[0].Name: true}
	r.read(root)
	if len(r.Problems) > 0 {
		return nil, document.NewInvalidError(r.Problems, r.sources...)
	}
	return r.scenario, nil
}

// reader is the state of reading one scenario.
type reader struct {
	document.Decoder
	open       opener
	store      *meshStore          // of meshes that have been read before, nil for none
	pathOf     func(string) string // the path of a file that the scenario names, for messages
	sources    []document.File     // the scenario and what it includes, by their paths
	scenario   *Scenario
	included   []*document.Object // what it includes
	names      map[string]namedAt // where an object's name was given
	tearing    map[string]int     // lines on which springs that break were given their names
	groups     []string           // by number, from 1 on
	material   map[string]int     // index by name
	undefined  map[string]bool    // names of materials that have been reported as missing, or are given but wrong
	meshes     map[meshUse]meshFile
	spelled    map[string]string // of each file of a mesh, as its shortest path, the path as it is written first
	hulls      map[sizedFile]*geom.Shape
	sized      []sizedMesh
	filed      map[string]bool          // names of the scenario's files
	tables     map[string]*historyTable // time histories by the names of their files, nil for one with a problem
	placed     []placedObject
	octrees    map[*geom.Mesh]*broadphase.Octree
	joined     [][2]int            // bodies that a joint lets pass through each other, also one with problems; anyEnd for one it does not tell
	wheeled    []wheeled           // where each vehicle is
	crushing   []crushing          // pairs of materials with a crush time
	movers     []*yaml.Node        // where each mover's position is
	outlined   map[int]outlineSize // by body
	weightless bool                // there is no gravity

	bodyNames, staticNames nameIndex
}

// parseTree reads the YAML of a scenario.
func parseTree(file string, data []byte) (*yaml.Node, []document.Problem) {
	return document.Scenario.Parse(file, data)
}
