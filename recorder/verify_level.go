package recorder

import (
	"errors"
	"fmt"

	"github.com/prang-sim/prang/sim/record"
)

// Errors of reading a log of the level verify.
var (
	// ErrNoStates is the error of asking it for a frame when it has no Simulation.
	ErrNoStates = errors.New("the log is of the level verify: it holds hashes, not states: run its scenario again, as prang replay does, or record it with prang run --level full")
	// ErrNotReproduced is the error of a simulation that comes to another state than the run did.
	ErrNotReproduced = errors.New("the simulation does not reproduce the recorded state")
)

// Simulation gives the frames of a run by simulating it again.
type Simulation interface {
	// Frame brings the step into dst, with what Reader.Frame promises of it.
	Frame(step int64, dst *record.Frame) error
}

// Simulate lets a log of the level verify have its frames from a simulation, so that it is read as one of the level full. Each
// frame is checked by the hash in the log: one that is another wraps ErrNotReproduced.
func (r *Reader) Simulate(s Simulation) { r.simulation = s }

// simulated is Frame for a log of the level verify.
func (r *Reader) simulated(step int64, dst *record.Frame) error {
	want, err := r.StepHash(step)
	if err != nil {
		return err
	}
	if r.simulation == nil {
		return ErrNoStates
	}
	if err := r.simulation.Frame(step, dst); err != nil {
		return err
	}
	if dst.Hash != want {
		return fmt.Errorf("step %d: hash %016x, recorded %016x: %w", step, dst.Hash, want, ErrNotReproduced)
	}
	if len(dst.Values) != r.layout.values {
		return fmt.Errorf("step %d: %d values, the columns have %d: %w", step, len(dst.Values), r.layout.values, ErrNotReproduced)
	}
	if step != r.cached.first+int64(r.cached.steps)-1 {
		dst.Hash = 0 // as in a log of the level full
	}
	return nil
}

// StepHash returns the engine's hash of a step: of a log of the level verify of each one, else of the last one of a chunk,
// and 0 of the others. Errors are those of Frame.
func (r *Reader) StepHash(step int64) (uint64, error) {
	if err := r.load(step); err != nil {
		return 0, err
	}
	c := &r.cached
	i := int(step - c.first)
	switch {
	case r.layout.verify:
		return c.rows[i], nil
	case i == c.steps-1:
		return c.hashes.state, nil
	}
	return 0, nil
}
