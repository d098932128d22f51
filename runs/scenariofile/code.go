package scenariofile

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// Check refuses what a scenario made in code says beside its definition and no run could heed: a file that says the same
// has been refused by Parse. w is its world.
func (s *Scenario) Check(w *sim.World) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("scenario %s: %w", s.Name, fmt.Errorf(format, args...))
	}
	objects := make(map[string]*record.Object)
	list := w.Objects()
	for i := range list {
		objects[list[i].Name] = &list[i]
	}
	if d := s.Definition; d != nil && len(list) != len(d.Bodies)+len(d.Movers)+len(d.Statics) {
		return fail("its world has %d objects, its definition %d: give one that NewWorld has made of it", len(list), len(d.Bodies)+len(d.Movers)+len(d.Statics))
	}
	if s.Steps < 1 {
		return fail("steps: %d: give 1 or more", s.Steps)
	}
	if a := s.Until.After; !(a >= 0) || math.IsInf(a, 0) {
		return fail("until: after %g s: give a finite time, not below zero", a)
	}
	if name := s.Until.Of; name != "" && objects[name] == nil {
		return fail("until: impact of %q: there is no such object", name)
	}
	if name := s.Until.Sensor; name != "" && (objects[name] == nil || !objects[name].Sensor) {
		return fail("until: %q: there is no such sensor", name)
	}
	for i := range s.Accelerometers {
		d := &s.Accelerometers[i]
		if o := objects[d.Body]; o == nil || o.Kind != record.Body {
			return fail("accelerometers[%d]: body %q: there is none", i, d.Body)
		}
		if !d.At.IsFinite() {
			return fail("accelerometers[%d]: at %v m: give finite lengths", i, d.At)
		}
		if p := d.Pulse; p != 0 && !(p >= shortestPulse && p <= longestPulse) {
			return fail("accelerometers[%d]: pulse %g s: give %g to %g s, or 0", i, p, float64(shortestPulse), float64(longestPulse))
		}
	}
	for i := range s.Stiffness {
		d := &s.Stiffness[i]
		if o := objects[d.Body]; o == nil || !o.Vehicle {
			return fail("stiffness[%d]: vehicle %q: there is none", i, d.Body)
		}
	}
	return nil
}
