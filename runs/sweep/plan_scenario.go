package sweep

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// readScenario reads a scenario, and tries the values of the plan with it.
func (r *planReader) readScenario(n *yaml.Node, path string) {
	if n.Kind != yaml.ScalarNode || n.Value == "" {
		r.Report(n, path, "%s where the path of a scenario is needed", document.Describe(n))
		return
	}
	file := filepath.FromSlash(n.Value)
	if !filepath.IsAbs(file) {
		file = document.PathBeside(r.File, n.Value)
	}
	s, err := r.load(file)
	if err != nil {
		r.Report(n, path, "%s", wording.FirstLine(err))
		return
	}
	if slices.ContainsFunc(r.plan.Scenarios, func(o PlanScenario) bool { return o.Name == s.Name }) {
		r.Report(n, path, "another scenario is named %q too: give them names of their own", s.Name)
		return
	}
	ps := PlanScenario{Name: s.Name, Path: file, Files: s.Files, free: freeBodies(s)}
	var random []planValue
	for i, span := range r.vary {
		path := document.Join("vary", span.Name)
		list, err := ExpandRanges(s, r.vary[i:i+1])
		if err != nil {
			r.Report(r.at[i], path, "%s", wording.FirstLine(err))
			return
		}
		for _, v := range list {
			if key, ok := r.named[v.Name]; ok && span.Name != v.Name {
				r.Report(r.at[i], path, "parameter %q of scenario %s has values in %s too: leave one of them out", v.Name, s.Name, key)
				return
			}
			if slices.ContainsFunc(ps.Ranges, func(o Range) bool { return o.Name == v.Name }) {
				r.Report(r.at[i], path, "parameter %q of scenario %s is varied twice: leave one of them out", v.Name, s.Name)
				return
			}
			ps.Ranges = append(ps.Ranges, v)
			random = append(random, planValue{v.middle(), r.at[i], path, true})
		}
	}
	r.plan.Scenarios = append(r.plan.Scenarios, ps)
	for _, name := range ps.free {
		if !slices.Contains(r.free, name) {
			r.free = append(r.free, name)
		}
	}
	if r.tryValues(s, &ps, random) {
		r.tryRuns(n, path, len(r.plan.Scenarios)-1)
	}
}

// planValue is a value of a parameter with its place in the plan.
type planValue struct {
	scenariofile.Setting
	node   *yaml.Node
	path   string
	random bool // the middle of those that are drawn
}

// tryValues reports the values that the scenario cannot have whatever the other values are: those of a parameter that it
// does not have, of a wrong unit, or of a number that the parameter's place does not allow. The first values of all
// parameters are tried together, then the second ones, and so on. It reports whether all can be had, as far as that is so.
func (r *planReader) tryValues(s *scenariofile.Scenario, ps *PlanScenario, random []planValue) bool {
	var lists [][]planValue // of each parameter
	for i, v := range r.plan.Set {
		lists = append(lists, []planValue{{v, r.sets[i], document.Join("set", v.Name), false}})
	}
	for i, a := range r.plan.Grid {
		var list []planValue
		for k, v := range a.Values {
			list = append(list, planValue{scenariofile.Setting{Name: a.Name, Value: v}, r.axes[i][k], document.Join("grid", a.Name), false})
		}
		lists = append(lists, list)
	}
	for _, v := range random {
		lists = append(lists, []planValue{v})
	}
	before, longest := len(r.Problems), 0
	for _, list := range lists {
		v := &list[0]
		if err := s.CanSet(v.Setting); err != nil {
			r.Report(v.node, v.path, "%s", wording.FirstLine(err))
		}
		longest = max(longest, len(list))
	}
	if len(r.Problems) > before {
		return false
	}
	load := ps.Loader()
	for k := range longest {
		var set []scenariofile.Setting
		for _, list := range lists {
			set = append(set, list[min(k, len(list)-1)].Setting)
		}
		_, err := load(set)
		var invalid *document.InvalidError
		if !errors.As(err, &invalid) {
			continue
		}
		for _, list := range lists {
			if k >= len(list) {
				continue // it has been tried
			}
			v := &list[k]
			if i := slices.IndexFunc(invalid.Problems, func(p document.Problem) bool { return v.isWrong(&p) }); i >= 0 {
				r.Report(v.node, v.path, "with %s: %v", wording.Clip(v.String()), invalid.Problems[i])
			}
		}
	}
	return len(r.Problems) == before
}

// isWrong reports whether a problem of a scenario is that of the value alone. One that is drawn may have a number that is
// allowed where the middle of them has none.
func (v *planValue) isWrong(p *document.Problem) bool {
	return p.Parameter == v.Name && (p.Unread || !v.random) || p.Path == document.Join("parameters", v.Name)
}

// mostTried is how many runs of a scenario are tried before it is refused. Where there are more, they are left to the
// sweep, which says of each why it cannot be made.
const mostTried = 20

// tryRuns reports a scenario none of whose runs can be made.
func (r *planReader) tryRuns(n *yaml.Node, path string, scenario int) {
	p := r.plan
	count := p.Points() * p.Repeats // in the first round, on which all others depend
	if count > mostTried {
		return
	}
	load := p.Scenarios[scenario].Loader()
	var first []scenariofile.Setting
	why := ""
	for k := range count {
		v, _ := p.Run(scenario*p.each() + k + 1)
		s, err := load(v.Set)
		if err == nil {
			_, err = runs.NewWorld(s)
		}
		if err == nil {
			return
		}
		if k == 0 {
			first, why = v.Set, wording.FirstLine(err)
		}
	}
	var values []string
	for _, v := range first {
		values = append(values, v.String())
	}
	with := strings.Join(values, ", ")
	switch {
	case count > 1:
		r.Report(n, path, "none of its %d runs can be made; the first, with %s: %s", count, with, why)
	case with != "":
		r.Report(n, path, "its run cannot be made with %s: %s", with, why)
	default:
		r.Report(n, path, "its run cannot be made: %s", why)
	}
}

// Loader returns a function that loads the scenario, from its files in memory, with given values of parameters. Errors name
// the file without its directories, so that they are the same everywhere.
func (s *PlanScenario) Loader() func([]scenariofile.Setting) (*scenariofile.Scenario, error) {
	return scenariofile.LoaderOf(s.Name, s.Files)
}
