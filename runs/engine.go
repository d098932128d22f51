package runs

import (
	_ "embed"
	"fmt"
	"sync"

	"github.com/prang-sim/prang/runs/scenariofile"
)

// Version is the version of the program.
const Version = "0.1.0"

// fingerprint is that of the engine, as measure finds it, written down: to find it takes longer than most runs. A change
// of the engine that changes it also changes this line; TestEngine_HasItsFingerprint tells its value.
const fingerprint = 0x5a237d81

// Engine returns the engine's name in the header of a log: its version and fingerprint, as in "prang 0.1.0 (674e96b0)".
// The fingerprint is the upper half of the hash of the state that the engine reaches in a small scenario with an
// example of everything that moves bodies. It is the same on every machine, and changes when a change of the engine
// changes bits of it. Equal scenarios give equal bits under equal engines.
func Engine() string { return engineName(fingerprint) }

// MeasuredEngine is Engine with the fingerprint that this program finds on this machine, which takes as long as a run the
// first time. It is another where the engine was changed and the fingerprint was not, or a compiler or machine computes
// otherwise: what joins the work of several programs or machines, as a sweep does, goes by it.
var MeasuredEngine = sync.OnceValue(func() string { return engineName(measure()) })

func engineName(fingerprint uint64) string {
	return fmt.Sprintf("prang %s (%08x)", Version, fingerprint)
}

// measure runs the engine's own scenario and returns the fingerprint.
func measure() uint64 {
	s, err := scenariofile.Parse("engine.yaml", engineScenario, nil)
	if err != nil {
		panic("runs: " + err.Error())
	}
	w, err := NewWorld(s)
	for n := int64(0); err == nil && n < s.Steps; n++ {
		err = w.Step()
	}
	if err != nil {
		panic("runs: engine.yaml: " + err.Error())
	}
	return w.Frame().Hash >> 32
}

//go:embed engine.yaml
var engineScenario []byte
