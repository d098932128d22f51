package report

import (
	_ "embed"
	"html/template"
	"io"
	"strings"

	"github.com/prang-sim/prang/runs/sweep"
)

//go:embed sweep.html
var sweepText string

var sweepTemplate = outcomesTemplate("sweep", sweepText)

// sweepPage is the data of the template of a sweep.
type sweepPage struct {
	*sweep.Summary
	Style     template.CSS
	Scenarios []sweepScenario
	Fitted    []sweepFit
	Head      []string
	Rows      [][]string
	More      int // combinations that are not in Rows
	Failures  []*sweep.Row
	MoreFails int
}

// sweepScenario is a scenario of a sweep, with its runs of all combinations.
type sweepScenario struct {
	drawings
	Name  string
	Runs  int
	Drawn int // runs whose points the pictures have, fewer than Runs where these are too many
}

// sweepFit compares the runs of a scenario with what was measured.
type sweepFit struct {
	Scenario, Words  string
	Alone            string     // flags of the nearest run
	Runs, Parameters [][]string // tables with their headers, nil for none
	Rounds, Bodies   [][]string
	Together         string
	Places           []sketch // of what was measured
	Misfits          []string // plots, over each parameter
	Drawn            string   // what these plots have
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
// its dependence on each parameter that varies; what was measured and the runs nearest to it; the table of combinations; and the
// runs without a result. colors gives the colors of a scenario's bodies by their names.
func WriteSweep(w io.Writer, s *sweep.Summary, colors func(scenario string) map[string]string) error {
	p := &sweepPage{Summary: s, Style: template.CSS(styleText)}
	spreads := s.Spreads()
	for _, spread := range spreads {
		few := sampled(spread, mostDrawn)
		d, err := drawOutcomes(spread, few, colors(spread.Scenario), "runs", spread.Varied())
		if err != nil {
			return err
		}
		p.Scenarios = append(p.Scenarios, sweepScenario{*d, spread.Scenario, len(spread.Variations), len(few.Variations)})
	}
	for _, f := range s.Fits {
		fit := sweepFit{Scenario: f.Scenario, Words: f.Words(), Alone: f.Alone()}
		if f.Runs > 0 {
			fit.Runs, fit.Parameters = f.Tables()
			if fit.Parameters != nil {
				fit.Bodies, fit.Together = f.FigureTable(), f.Together()
			}
			fit.Rounds = f.RoundTable()
			minusSigns(fit.Runs, textColumns)
			minusSigns(fit.Parameters, 1)
			minusSigns(fit.Bodies, 1)
			for _, spread := range spreads {
				if spread.Scenario != f.Scenario {
					continue
				}
				fit.Places = drawPlaces(f, spread, colors(f.Scenario))
				var err error
				if fit.Misfits, fit.Drawn, err = drawMisfits(f, spread, s); err != nil {
					return err
				}
			}
		}
		p.Fitted = append(p.Fitted, fit)
	}
	rows, more := s.Table()
	p.Head, p.Rows, p.More = rows[0], rows[1:], more
	minusSigns(p.Rows, textColumns)
	s.Failures(func(r *sweep.Row) bool {
		p.Failures = append(p.Failures, r)
		return len(p.Failures) < mostFailures
	})
	p.MoreFails = s.Failed - len(p.Failures)
	return sweepTemplate().Execute(w, p)
}

// minusSigns gives the numbers of a table, from a column on, the minus sign of the other tables of the page.
func minusSigns(rows [][]string, from int) {
	for _, row := range rows {
		for i := from; i < len(row); i++ {
			if rest, negative := strings.CutPrefix(row[i], "-"); negative {
				row[i] = "−" + rest
			}
		}
	}
}

// sampled returns a spread with at most so many of the variations, evenly from all.
func sampled(s *sweep.Spread, most int) *sweep.Spread {
	n := len(s.Variations)
	if n <= most {
		return s
	}
	few := &sweep.Spread{Scenario: s.Scenario}
	for k := range most {
		few.Variations = append(few.Variations, s.Variations[k*n/most])
	}
	return few
}
