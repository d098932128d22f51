package recorder

import (
	"errors"
	"fmt"

	"github.com/prang-sim/prang/sim/record"
)

// Errors of reading a log of the level verify.
var (
	// ErrNoStates is the error of reading a frame without a Simulation.
	ErrNoStates = errors.New("the log is of the level verify: it holds hashes, not states: read it with the version that wrote it, or record the run with prang run --level full")
	// ErrNotReproduced is the error of a simulation whose state differs from the recorded one.
	ErrNotReproduced = errors.New("the simulation does not reproduce the recorded state")
)

// Simulation provides the frames of a run by simulating it again.
type Simulation interface {
	// Frame reads the step into dst, as Reader.Frame does.
	Frame(step int64, dst *record.Frame) error
}

// Simulate makes a log of the level verify take its frames from a simulation, so that it can be read like one of the
// level full. Each frame is checked by the hash in the log; the error for a different one wraps ErrNotReproduced.
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
	dst.Turned, dst.Spins = dst.Turned[:0], dst.Spins[:0]
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

// StepHash returns the engine's hash of a step: of every step in a log of the level verify; otherwise of the last step
// of a chunk, and 0 for others. Errors are those of Frame.
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
