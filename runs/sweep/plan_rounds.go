package sweep

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/sweep/sampling"
)

// mostRounds bounds the rounds of a plan: each has to wait for the one before.
const mostRounds = 1000

// readRounds reads the number of rounds.
func (r *planReader) readRounds(o *document.Object) {
	n, ok := r.wholeOf(o, "rounds", mostRounds)
	if !ok {
		return
	}
	r.plan.Rounds = int(n)
	if n == 1 {
		return
	}
	if o.Has("grid") {
		o.Fail("rounds", "needs random values alone: give the parameters of grid under vary, as speed_a: 40..60 km/h")
	}
	if len(r.vary) == 0 && !o.Has("vary") {
		o.Fail("rounds", "needs parameters to look for: add vary: {speed_a: 40..60 km/h}")
	}
	if !o.Has("measured") {
		o.Fail("rounds", "needs what to look for: add measured: {car: {x: 31.2±0.5 m, heading: 84±5 deg}}")
	}
}

// checkRounds reports what leaves the rounds of scenarios without an aim: too few runs in each for the number of parameters, or
// nothing that was measured of it.
func (r *planReader) checkRounds(o *document.Object, nodes []*yaml.Node) {
	p := r.plan
	if p.Rounds <= 1 || len(p.Scenarios) < len(nodes) {
		return
	}
	for i := range p.Scenarios {
		s := &p.Scenarios[i]
		if least := sampling.LeastEach(len(s.Ranges)); p.Repeats < least {
			key := "repeats"
			if !o.Has(key) {
				key = "rounds"
			}
			o.Fail(key, "too few runs in a round, %d, for the random parameters of scenario %s, %d: write repeats: %d, or more", p.Repeats, s.Name, len(s.Ranges), least)
			return
		}
		if !slices.ContainsFunc(p.Measured, func(m Measured) bool { return slices.Contains(s.free, m.Body) }) {
			r.Report(document.Resolve(nodes[i]), document.At("scenarios", i), "has none of the bodies that are measured, so that its rounds have no aim: leave it out")
		}
	}
}
