package sweep

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
)

// SummarySchema names the form of the summary of a sweep in JSON.
const SummarySchema = "prang.sweep_summary/1"

// Summary has the statistics of a sweep, for each scenario and combination of the grid.
type Summary struct {
	Schema string  `json:"schema"`
	Name   string  `json:"name"`
	Engine string  `json:"engine"`
	Plan   string  `json:"plan_hash"`
	Runs   int     `json:"runs"`
	Done   int     `json:"done"`   // that have results
	Failed int     `json:"failed"` // of these, without an outcome
	Points []Point `json:"points"`
	Fits   []*Fit  `json:"fits,omitempty"` // of each scenario of whose bodies something was measured

	rows []*Row
	plan *Plan
}

// Point is a scenario with a combination of the grid: the statistics are over its repeats.
type Point struct {
	Scenario string                 `json:"scenario"`
	Point    int                    `json:"point"`
	Round    int                    `json:"round,omitempty"` // of a plan with rounds: the statistics are over its runs
	Set      []scenariofile.Setting `json:"set"`             // of the grid
	Repeats  int                    `json:"repeats"`
	Failed   int                    `json:"failed"`
	Figures  []Figure               `json:"figures"`
	Endings  []Ending               `json:"endings"`
}

// newSummary returns the summary of rows by number - 1, of which those that are nil have no result yet, with the aims of a plan
// with rounds.
func newSummary(p *Plan, rows []*Row, aims []*aim) *Summary {
	s := &Summary{Schema: SummarySchema, Name: p.Name, Engine: runs.MeasuredEngine(), Plan: p.Hash(), Runs: p.Runs(), Points: []Point{}, plan: p}
	for first := 0; first < len(rows); first += p.Repeats {
		_, group, _ := p.place(first + 1)
		all := Spread{}
		for _, r := range rows[first : first+p.Repeats] {
			if r != nil {
				s.rows = append(s.rows, r)
				all.Variations = append(all.Variations, &r.Variation)
			}
		}
		done := len(all.Variations)
		if done == 0 {
			continue
		}
		row := p.row(first + 1)
		at := Point{Scenario: row.Scenario, Point: row.Point, Round: row.Round, Set: p.at(group), Repeats: done, Failed: len(all.WithoutResult()), Figures: all.figures(), Endings: all.Endings()}
		s.Done, s.Failed = s.Done+done, s.Failed+at.Failed
		s.Points = append(s.Points, at)
	}
	if len(p.Measured) > 0 {
		for _, spread := range s.Spreads() {
			if f := fitOf(spread, p.Measured, priorsOf(aims, spread)); f != nil {
				f.addRounds(p, spread)
				s.Fits = append(s.Fits, f)
			}
		}
	}
	return s
}

// Spreads returns the runs of each scenario that has any, with their statistics over all combinations.
func (s *Summary) Spreads() []*Spread {
	var list []*Spread
	for _, r := range s.rows {
		if n := len(list); n == 0 || list[n-1].Scenario != r.Scenario {
			list = append(list, &Spread{Scenario: r.Scenario, Seed: s.plan.Seed})
		}
		last := list[len(list)-1]
		last.Variations = append(last.Variations, &r.Variation)
	}
	for _, v := range list {
		v.Figures = v.figures()
	}
	return list
}

// Failures calls f for each run without an outcome, in order, until it returns false.
func (s *Summary) Failures(f func(r *Row) bool) {
	for _, r := range s.rows {
		if r.Failed != "" && !f(r) {
			return
		}
	}
}

// WriteJSON writes the summary as indented JSON.
func (s *Summary) WriteJSON(w io.Writer) error { return wording.WriteJSON(w, s) }

// manyPoints is how many points a table lists.
const manyPoints = 200

// WriteText writes the summary for people: a line for each body and combination of the grid.
func (s *Summary) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %d of %d runs", s.Name, s.Done, s.Runs)
	if s.Failed > 0 {
		fmt.Fprintf(&b, ", %d of them without a result", s.Failed)
	}
	if of := s.countEach(); s.plan.Repeats > 1 && of != "" {
		fmt.Fprintf(&b, "; means and standard deviations of %s each", of)
	}
	b.WriteString("\n\n")
	rows, n := s.Table()
	wording.Table(&b, rows, "lll")
	if n > 0 {
		fmt.Fprintf(&b, "  … and %d more combinations (all are in --json, and the runs in --csv)\n", n)
	}
	for _, f := range s.Fits {
		f.fitText(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// countEach says of how many runs the statistics of a combination are, "" where none has any.
func (s *Summary) countEach() string {
	var counts []int
	for i := range s.Points {
		if n := s.Points[i].Repeats - s.Points[i].Failed; n > 0 {
			counts = append(counts, n)
		}
	}
	if len(counts) == 0 {
		return ""
	}
	least, most := slices.Min(counts), slices.Max(counts)
	if least == most {
		return strconv.Itoa(most)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// Table returns the table of the summary, with its header: a row for each body and combination of the grid, of which it
// leaves out those beyond the first 200, more in number. It has impact speeds where the plan has measured one.
func (s *Summary) Table() (rows [][]string, more int) {
	head, names := []string{"scenario", "with", "body"}, []string{"delta_v", "x", "y", "heading_deg"}
	if slices.ContainsFunc(s.plan.Measured, func(m Measured) bool { return m.Quantity == "impact_speed" }) {
		names = slices.Insert(names, 1, "impact_speed")
	}
	for _, name := range names {
		shown, _ := Figure{Quantity: name}.Shown()
		head = append(head, shown, "s.d.")
	}
	rows = [][]string{append(head, "moving at the end")}
	for i := range s.Points[:min(len(s.Points), manyPoints)] {
		rows = append(rows, s.Points[i].lines(names)...)
	}
	return rows, max(0, len(s.Points)-manyPoints)
}

// lines returns the rows of a point in the table of the summary, one for each body, with some quantities.
func (p *Point) lines(names []string) [][]string {
	var with []string
	for _, s := range p.Set {
		with = append(with, s.String())
	}
	if p.Round > 0 {
		with = append(with, fmt.Sprintf("round %d", p.Round))
	}
	head := []string{p.Scenario, strings.Join(with, ", ")}
	if p.Failed == p.Repeats {
		return [][]string{append(head, fmt.Sprintf("%d of %d without a result", p.Failed, p.Repeats))}
	}
	if len(p.Endings) == 0 {
		return [][]string{append(head, "no body moves freely")}
	}
	var list [][]string
	for _, e := range p.Endings {
		row := append(head, e.Body)
		for _, quantity := range names {
			i := slices.IndexFunc(p.Figures, func(f Figure) bool { return f.Body == e.Body && f.Quantity == quantity })
			if i < 0 { // no run has it
				row = append(row, "–", "–")
				continue
			}
			_, f := p.Figures[i].Shown()
			deviation := "–"
			if f.Count > 1 {
				deviation = wording.Fixed(f.Deviation, 2)
			}
			row = append(row, wording.Fixed(f.Mean, 2), deviation)
		}
		list, head = append(list, append(row, fmt.Sprintf("%d of %d", e.Moving, e.Count))), []string{"", ""}
	}
	return list
}

// Columns of the table of runs that are of no parameter and of no body; the last two only where there are rounds.
var (
	firstColumns = []string{"run", "scenario", "point", "repeat"}
	lastColumns  = []string{"failed", "final_hash", "misfit"}
	roundColumns = []string{"round", "weight"}
)

// column returns the name of a parameter's column, which no other column has: those of bodies end in a quantity.
func (s *Summary) column(parameter string) string {
	taken := slices.Concat(firstColumns, lastColumns)
	if s.Rounds() > 0 {
		taken = append(taken, roundColumns...)
	}
	if slices.Contains(taken, parameter) {
		return "parameter." + parameter
	}
	return parameter
}

// WriteCSV writes a table with a line for each run: its settings, in a column for each parameter, its misfit where something was
// measured, of a plan with rounds its round and its share in the weight of all runs of the scenario, and what happened to each body.
// SI units, but for _deg. A parameter with the name of another column has one of parameter.NAME.
func (s *Summary) WriteCSV(w io.Writer) error {
	var parameters, bodies []string
	for _, r := range s.rows {
		for _, v := range r.Set {
			if !slices.Contains(parameters, v.Name) {
				parameters = append(parameters, v.Name)
			}
		}
		for i := range r.Outcomes {
			if body := r.Outcomes[i].Body; !slices.Contains(bodies, body) {
				bodies = append(bodies, body)
			}
		}
	}
	variations := make([]*Variation, len(s.rows))
	for i, r := range s.rows {
		variations[i] = &r.Variation
	}
	criteria := map[string][]string{} // of each body
	for _, body := range bodies {
		criteria[body] = criteriaOfBody(variations, body)
	}
	out := csv.NewWriter(w)
	line := slices.Clone(firstColumns)
	for _, name := range parameters {
		line = append(line, s.column(name))
	}
	line = append(line, lastColumns[:2]...)
	if len(s.Fits) > 0 {
		line = append(line, lastColumns[2])
	}
	if s.Rounds() > 0 {
		line = append(line, roundColumns...)
	}
	for _, body := range bodies {
		for i := range quantities {
			line = append(line, body+"."+quantities[i].name)
		}
		line = append(line, body+".at_rest")
		for _, name := range criteria[body] {
			line = append(line, body+"."+name)
		}
	}
	if err := out.Write(line); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, r := range s.rows {
		line = append(line[:0], strconv.Itoa(r.Number), r.Scenario, strconv.Itoa(r.Point), strconv.Itoa(r.Repeat))
		for _, name := range parameters {
			value := ""
			if i := slices.IndexFunc(r.Set, func(v scenariofile.Setting) bool { return v.Name == name }); i >= 0 {
				value = r.Set[i].Value
			}
			line = append(line, value)
		}
		line = append(line, r.Failed, r.Hash)
		if len(s.Fits) > 0 {
			line = append(line, s.misfitText(r))
		}
		if s.Rounds() > 0 {
			line = append(line, strconv.Itoa(r.Round), s.weightText(r))
		}
		for _, body := range bodies {
			i := slices.IndexFunc(r.Outcomes, func(o Outcome) bool { return o.Body == body })
			if i < 0 {
				line = append(line, make([]string, len(quantities)+1+len(criteria[body]))...)
				continue
			}
			o := &r.Outcomes[i]
			for i := range quantities {
				value := ""
				if v, ok := quantities[i].of(o); ok {
					value = number(v)
				}
				line = append(line, value)
			}
			line = append(line, strconv.FormatBool(o.Resting))
			for _, name := range criteria[body] {
				value := ""
				if v, ok := o.criterion(name); ok {
					value = number(v)
				}
				line = append(line, value)
			}
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
