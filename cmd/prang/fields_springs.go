package main

import (
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// springPrefix begins the fields of springs: spring.NAME.force.
const springPrefix = "spring."

// springFields are the quantities of a spring: see runs.SpringState.
var springFields = []struct {
	name, unit string
	of         func(s *runs.SpringState) float64
}{
	{"length", "m", func(s *runs.SpringState) float64 { return s.Length }},
	{"elongation", "m", func(s *runs.SpringState) float64 { return s.Elongation }},
	{"rate", "m/s", func(s *runs.SpringState) float64 { return s.Rate }},
	{"elastic", "N", func(s *runs.SpringState) float64 { return s.Elastic }},
	{"damping", "N", func(s *runs.SpringState) float64 { return s.Damping }},
	{"force", "N", func(s *runs.SpringState) float64 { return s.Force }},
}

// springsFor returns the springs of a log if a list of fields asks for some, nil if the log has none.
func springsFor(r *recorder.Reader, spec string) (*runs.Springs, error) {
	if !strings.Contains(spec, springPrefix) {
		return nil, nil
	}
	s, err := scenariofile.FromLog(r)
	if err != nil || len(s.Definition.Springs) == 0 {
		return nil, err
	}
	return runs.NewSprings(r, s)
}

// findSpring returns a quantity of a spring: spring.rope.force.
func (o *fieldOwner) findSpring(name string) (field, bool) {
	if o.springs == nil {
		return field{}, false
	}
	for i := range o.springs.Len() {
		for _, q := range springFields {
			if name != springPrefix+o.springs.Name(i)+"."+q.name {
				continue
			}
			return field{name: name, world: true, unit: q.unit, derived: func(o *fieldOwner, values []float64) []float64 {
				s := o.springs.State(i, o.step, values)
				return []float64{q.of(&s)}
			}}, true
		}
	}
	return field{}, false
}

// springNames lists the fields of the forces of springs.
func (o *fieldOwner) springNames() (names []string) {
	if o.springs == nil {
		return nil
	}
	for i := range o.springs.Len() {
		names = append(names, springPrefix+o.springs.Name(i)+".force")
	}
	return names
}

// springRemedy is the remedy for an unknown field of a spring.
func (o *fieldOwner) springRemedy(name string) string {
	names := o.springNames()
	if len(names) == 0 {
		return "the log has no springs"
	}
	var quantities []string
	for _, q := range springFields {
		quantities = append(quantities, q.name)
	}
	return "the log has no such spring or quantity; " + wording.Choices(name, names) + "; the quantities are " + strings.Join(quantities, ", ")
}
