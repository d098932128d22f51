package runs

import "github.com/prang-sim/prang/runs/scenariofile"

// Scenario is what Run runs: one that Load has read, or one made in code. Package scenariofile has the rest of it.
type Scenario = scenariofile.Scenario

// Setting gives a parameter of a scenario a value.
type Setting = scenariofile.Setting

// Load reads the scenario file at a path; what it includes, and meshes, are found relative to it. Errors are those of
// scenariofile.Load: all that is wrong with the file, each with its place and a remedy.
func Load(path string) (*Scenario, error) { return scenariofile.Load(path) }

// LoadWith is Load with other values of parameters.
func LoadWith(path string, set []Setting) (*Scenario, error) { return scenariofile.LoadWith(path, set) }
