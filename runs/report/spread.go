package report

import (
	_ "embed"
	"html/template"
	"io"

	"github.com/prang-sim/prang/runs/sweep"
)

//go:embed spread.html
var spreadText string

var spreadTemplate = outcomesTemplate("spread", spreadText)

// spreadPage is the data of the template of a spread.
type spreadPage struct {
	*sweep.Spread
	drawings
	Style     template.CSS
	Listed    []*sweep.Variation
	MoreRuns  int
	Failed    int
	Scenarios string
}

// mostListed is the largest number of variations that a page lists.
const mostListed = 150

// WriteSpread writes the page of a spread: the final positions of the bodies, the distribution of their delta-v and its
// dependence on each parameter, figures, and the settings to run each variation alone. colors gives the colors of
// bodies by name; file is the scenario's, for the command lines.
func WriteSpread(w io.Writer, s *sweep.Spread, colors map[string]string, file string) error {
	var varied []string
	for _, r := range s.Ranges {
		varied = append(varied, r.Name)
	}
	d, err := drawOutcomes(s, s, colors, "variations", varied)
	if err != nil {
		return err
	}
	p := &spreadPage{Spread: s, drawings: *d, Style: template.CSS(styleText), Scenarios: file}
	p.Failed = len(s.WithoutResult())
	p.Listed = s.Variations[:min(len(s.Variations), mostListed)]
	p.MoreRuns = len(s.Variations) - len(p.Listed)
	return spreadTemplate().Execute(w, p)
}
