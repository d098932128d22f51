package runs

import (
	_ "embed"
	"fmt"
	"sync"
)

// Version is the version of the program.
const Version = "0.1.0"

// Engine returns the engine's name in the header of a log: its version and fingerprint, as in "prang 0.1.0 (674e96b0)".
// The fingerprint is the upper half of the hash of the state that the engine reaches in a small scenario with an
// example of everything that moves bodies. It is the same on every machine, and changes when a change of the engine
// changes bits of it. Equal scenarios give equal bits under equal engines.
var Engine = sync.OnceValue(func() string { return fmt.Sprintf("prang %s (%08x)", Version, fingerprint()) })

// fingerprint runs the engine's own scenario.
func fingerprint() uint64 {
	s, err := Parse("engine.yaml", engineScenario, nil)
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
