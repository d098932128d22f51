package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/prang-sim/prang/runs"
)

//go:embed sweep.html
var sweepText string

var sweepTemplate = outcomesTemplate("sweep", sweepText)

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
	drawings
	Name  string
	Runs  int
	Drawn int // runs whose points the pictures have, fewer than Runs where these are too many
}

const (
	// mostDrawn is the largest number of runs that a picture has the points of.
	mostDrawn = 3000
	// mostFailures is the largest number of runs without a result that a page lists.
	mostFailures = 50
	// textColumns is how many columns of the table of combinations have text: scenario, values and body.
	textColumns = 3
)

// WriteSweep writes the page of a sweep: of each scenario the positions at the end of all runs, the distribution of delta-v and
// its dependence on each parameter that varies; the table of combinations; and the runs without a result. colors gives
// the colors of a scenario's bodies by their names.
func WriteSweep(w io.Writer, s *runs.SweepSummary, colors func(scenario string) map[string]string) error {
	p := &sweepPage{SweepSummary: s, Style: template.CSS(styleText)}
	for _, spread := range s.Spreads() {
		few := sampled(spread, mostDrawn)
		d, err := drawOutcomes(spread, few, colors(spread.Scenario), "runs", varied(spread))
		if err != nil {
			return err
		}
		p.Scenarios = append(p.Scenarios, sweepScenario{*d, spread.Scenario, len(spread.Variations), len(few.Variations)})
	}
	rows, more := s.Table()
	p.Head, p.Rows, p.More = rows[0], rows[1:], more
	for _, row := range p.Rows {
		for i := textColumns; i < len(row); i++ {
			row[i] = strings.Replace(row[i], "-", "−", 1) // as in the other tables of the page
		}
	}
	s.Failures(func(r *runs.SweepRow) bool {
		p.Failures = append(p.Failures, r)
		return len(p.Failures) < mostFailures
	})
	p.MoreFails = s.Failed - len(p.Failures)
	return sweepTemplate.Execute(w, p)
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

// varied returns the parameters of which the runs have more than one value, all of them numbers with the same unit. All
// runs of a scenario have the same parameters.
func varied(s *runs.Spread) (names []string) {
	for _, setting := range s.Variations[0].Set {
		x, unit, ok := setting.Number()
		more := false
		for _, v := range s.Variations {
			y, u, number := valueOf(v, setting.Name)
			ok = ok && number && u == unit
			more = more || y != x
		}
		if ok && more {
			names = append(names, setting.Name)
		}
	}
	return names
}
