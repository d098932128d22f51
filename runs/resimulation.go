package runs

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// Resimulation runs the scenario stored in a log in parallel with the log's frames, for what a log does not hold: the
// motion of the wheels in each step. For a log without vehicles it takes no step.
type Resimulation struct {
	world  *sim.World // nil if it cannot be run, or no longer
	wheels []record.Wheel
	why    string
}

// NewResimulation reads the scenario of a log.
func NewResimulation(r *recorder.Reader) *Resimulation {
	a := &Resimulation{}
	h := r.Header()
	vehicles := false
	for i := range h.Objects {
		vehicles = vehicles || h.Objects[i].Vehicle
	}
	if !vehicles {
		return a
	}
	if h.Engine != Engine() {
		a.why = fmt.Sprintf("the log is of %s, this is %s, which may move otherwise", h.Engine, Engine())
		return a
	}
	s, err := ScenarioOf(r)
	if err == nil {
		a.world, err = NewWorld(s)
	}
	if err != nil {
		a.why = err.Error()
		return a
	}
	if d := differentTables(h, a.world); d != "" {
		a.world, a.why = nil, "the scenario in the log does not match its header: "+d
	}
	return a
}

// Wheels returns the motion of the wheels in the step of a frame of the log, nil if it is not known. Frames must come
// in order. The list is valid until the next call.
func (a *Resimulation) Wheels(f *record.Frame) []record.Wheel {
	if a.world == nil {
		return nil
	}
	for a.world.Frame().Step < f.Step {
		if err := a.world.Step(); err != nil {
			a.stop(f, err.Error())
			return nil
		}
	}
	own := a.world.Frame().Values
	for i, v := range f.Values {
		if i >= len(own) || v != own[i] {
			a.stop(f, "the scenario no longer gives the run in the log")
			return nil
		}
	}
	a.wheels = a.world.Wheels(a.wheels[:0])
	return a.wheels
}

func (a *Resimulation) stop(f *record.Frame, why string) {
	a.world, a.why = nil, fmt.Sprintf("from step %d on: %s", f.Step, why)
}

// Missing returns why the wheels' motion is not known, "" if it is.
func (a *Resimulation) Missing() string { return a.why }
