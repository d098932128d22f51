package report

import (
	_ "embed"
	"html/template"
	"io"
	"strconv"
	"strings"
	"unicode"

	"github.com/prang-sim/prang/runs"
)

//go:embed sweep.html
var sweepText string

var sweepTemplate = template.Must(template.New("sweep").Funcs(functions).Parse(sweepText))

// sweepPage is the data of the template of a sweep.
type sweepPage struct {
	*runs.SweepSummary
	Style     template.CSS
	Scenarios []sweepScenario
	Head      []string
	Rows      [][]string
	More      int // combinations that are not in Rows
	Failures  []*runs.SweepRow
	MoreFails int
}

// sweepScenario is a scenario of a sweep, with its runs of all combinations.
type sweepScenario struct {
	Name    string
	Runs    int
	Drawn   int // runs in the pictures, fewer than Runs where these are too many
	Legend  []legend
	Ends    string
	Plots   []string
	Figures []figureRow
}

const (
	// mostDrawn is the largest number of runs that a picture has the points of.
	mostDrawn = 3000
	// mostFailures is the largest number of runs without a result that a page lists.
	mostFailures = 50
)

// WriteSweep writes the page of a sweep: of each scenario the rest positions in all runs, the distribution of delta-v and
// its dependence on each parameter that varies; the table of combinations; and the runs without a result. colors gives
// the colors of a scenario's bodies by their names.
func WriteSweep(w io.Writer, s *runs.SweepSummary, colors func(scenario string) map[string]string) error {
	p := &sweepPage{SweepSummary: s, Style: template.CSS(styleText)}
	for _, spread := range s.Spreads() {
		part, err := sweptScenario(spread, colors(spread.Scenario))
		if err != nil {
			return err
		}
		p.Scenarios = append(p.Scenarios, *part)
	}
	rows, more := s.Table()
	p.Head, p.Rows, p.More = rows[0], rows[1:], more
	s.Failures(func(r *runs.SweepRow) bool {
		p.Failures = append(p.Failures, r)
		return len(p.Failures) < mostFailures
	})
	p.MoreFails = s.Failed - len(p.Failures)
	return sweepTemplate.Execute(w, p)
}

// sweptScenario draws the runs of a scenario.
func sweptScenario(s *runs.Spread, colors map[string]string) (*sweepScenario, error) {
	p := &sweepScenario{Name: s.Scenario, Runs: len(s.Variations), Figures: figureRows(s.Figures)}
	bodies := s.Bodies()
	for _, b := range bodies {
		p.Legend = append(p.Legend, legend{Name: b, Color: colors[b]})
	}
	drawn := sampled(s, mostDrawn)
	p.Drawn = len(drawn.Variations)
	var err error
	if p.Ends, err = scatter("rest positions: x, y [m]", "", cloudsOf(drawn, bodies, colors, func(_ *runs.Variation, o *runs.Outcome) (float64, float64) { return o.X, o.Y }), 2*plotWidth, true); err != nil {
		return nil, err
	}
	for _, b := range bodies {
		svg, err := histogram(s, b, colors[b], "runs")
		if err != nil {
			return nil, err
		}
		p.Plots = append(p.Plots, svg)
	}
	for k := range len(s.Variations[0].Set) {
		name, unit, ok := varies(s, k)
		if !ok {
			continue
		}
		label := name
		if unit != "" {
			label += " [" + unit + "]"
		}
		clouds := cloudsOf(drawn, bodies, colors, func(v *runs.Variation, o *runs.Outcome) (float64, float64) {
			x, _, _ := quantity(v.Set[k].Value)
			return x, o.DeltaV * 3.6
		})
		svg, err := scatter("delta-v [km/h] over "+name, label, clouds, plotWidth, false)
		if err != nil {
			return nil, err
		}
		p.Plots = append(p.Plots, svg)
	}
	return p, nil
}

// sampled returns a spread with at most so many of the variations, evenly from all.
func sampled(s *runs.Spread, most int) *runs.Spread {
	n := len(s.Variations)
	if n <= most {
		return s
	}
	few := &runs.Spread{Scenario: s.Scenario}
	for k := range most {
		few.Variations = append(few.Variations, s.Variations[k*n/most])
	}
	return few
}

// varies returns the name and unit of parameter k of the runs, and whether it has more than one value, all of them
// numbers with the same unit. All runs of a scenario have the same parameters in the same order.
func varies(s *runs.Spread, k int) (name, unit string, ok bool) {
	first := s.Variations[0].Set[k]
	x, unit, ok := quantity(first.Value)
	more := false
	for _, v := range s.Variations {
		y, u, number := quantity(v.Set[k].Value)
		ok = ok && number && u == unit
		more = more || y != x
	}
	return first.Name, unit, ok && more
}

// quantity splits a value into its number and its unit.
func quantity(s string) (x float64, unit string, ok bool) {
	s = strings.TrimSpace(s)
	end := strings.IndexFunc(s, func(r rune) bool { return !unicode.IsDigit(r) && !strings.ContainsRune("+-.eE", r) })
	if end < 0 {
		end = len(s)
	}
	for ; end > 0; end-- { // the e of 3 eV is none of the number
		if x, err := strconv.ParseFloat(s[:end], 64); err == nil {
			return x, strings.TrimSpace(s[end:]), true
		}
	}
	return 0, "", false
}
