package runs

import (
	"fmt"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// Simulate makes a log of the level verify readable like one of the level full: its frames come from running the stored
// scenario, from the last snapshot on, and each is checked by its hash. It returns an error for a log of another
// engine, which this one cannot simulate. A log of the level full is not changed.
func Simulate(r *recorder.Reader) error {
	h := r.Header()
	if h.Level != recorder.LevelVerify {
		return nil
	}
	if NoStates(r) {
		return fmt.Errorf("the log is of the level verify and of %s, this is %s: its states can be had only from that version, or from the scenario in it, by prang export --to scenario, if prang replay --verify finds the run equal", h.Engine, Engine())
	}
	s, err := scenariofile.FromLog(r)
	if err != nil {
		return err
	}
	w, err := NewWorld(s)
	if err != nil {
		return err
	}
	if d := differentTables(h, w); d != "" {
		return fmt.Errorf("the scenario in the log does not match its header: %s", d)
	}
	r.Simulate(&simulation{log: r, scenario: s, world: w})
	return nil
}

// NoStates reports whether a log is of the level verify and of another engine, so that there is no way to its states.
func NoStates(r *recorder.Reader) bool {
	h := r.Header()
	return h.Level == recorder.LevelVerify && h.Engine != Engine()
}

// simulation is a run that is made again to have its frames.
type simulation struct {
	log      *recorder.Reader
	scenario *scenariofile.Scenario
	world    *sim.World // after step at
	at       int64
}

// Frame brings the world to the step: on from where it is, or from a snapshot.
func (s *simulation) Frame(step int64, dst *record.Frame) error {
	const far = 240 // steps that are sooner made than a snapshot is looked for
	if step < s.at || step > s.at+far {
		if err := s.seek(step); err != nil {
			return err
		}
	}
	for s.at < step {
		if err := s.world.Step(); err != nil {
			return fmt.Errorf("step %d: %w", s.at+1, err)
		}
		s.at++
	}
	f := s.world.Frame()
	dst.Step, dst.Time, dst.Hash = f.Step, f.Time, f.Hash
	dst.Values = append(dst.Values[:0], f.Values...)
	dst.Events = append(dst.Events[:0], f.Events...)
	dst.Contacts = append(dst.Contacts[:0], f.Contacts...)
	dst.Wheels = append(dst.Wheels[:0], f.Wheels...)
	for i := range dst.Events {
		dst.Events[i].Points = append([]record.Point(nil), dst.Events[i].Points...)
	}
	return nil
}

// seek brings the world to a snapshot before the step, or to the start, where that is nearer than where it is. A world
// just restored does not know what happened in its last step: at least one is made.
func (s *simulation) seek(step int64) error {
	at, data, err := s.log.Snapshot(step - 1)
	if err != nil {
		return err
	}
	if step > s.at && at <= s.at {
		return nil
	}
	if at > 0 && s.world.Restore(data) == nil {
		s.at = at
		return nil
	}
	if step > s.at {
		return nil
	}
	w, err := NewWorld(s.scenario)
	if err != nil {
		return err
	}
	s.world, s.at = w, 0
	return nil
}
