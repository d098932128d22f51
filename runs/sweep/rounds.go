package sweep

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/runs/sweep/sampling"
	"github.com/prang-sim/prang/runs/wording"
)

// aim draws the values of the runs of a scenario round by round, each from the results of the rounds before, so that more and more of
// them fit what was measured: see sampling.Rounds. Equal results give equal values.
type aim struct {
	plan     *Plan
	scenario int
	rows     []*Row     // of the scenario; nil without a result
	measured []Measured // of its bodies
	rounds   *sampling.Rounds
	drawn    int // rounds
}

// aimsOf returns the aims of the scenarios of a plan, with all its rows; none for a plan without rounds.
func aimsOf(p *Plan, rows []*Row) []*aim {
	if p.Rounds <= 1 {
		return nil
	}
	var list []*aim
	for i := range p.Scenarios {
		s := &p.Scenarios[i]
		a := &aim{plan: p, scenario: i, rows: rows[i*p.each() : (i+1)*p.each()], drawn: 1}
		for _, m := range p.Measured {
			if slices.Contains(s.free, m.Body) {
				a.measured = append(a.measured, m)
			}
		}
		var names []string
		for _, r := range s.Ranges {
			names = append(names, r.Name)
		}
		a.rounds = sampling.NewRounds(names, p.Seed, p.Repeats)
		list = append(list, a)
	}
	return list
}

// reaches draws rounds until there is the one of an index, and reports whether there is: all runs of the rounds before need results.
func (a *aim) reaches(round int) bool {
	for a.drawn <= round {
		done := a.rows[:a.drawn*a.plan.Repeats]
		if slices.Contains(done[(a.drawn-1)*a.plan.Repeats:], nil) {
			return false
		}
		logs := make([]float64, len(done))
		for i, r := range done {
			logs[i] = math.Inf(-1)
			if misfit, _, ok := r.misfit(a.measured); ok && r.Failed == "" {
				logs[i] = -float64(0.5 * float64(float64(len(a.measured))*float64(misfit*misfit)))
			}
		}
		a.rounds.Next(logs)
		a.drawn++
	}
	return true
}

// run returns a run of a round after the first, that has been reached.
func (a *aim) run(number int) *Variation {
	v := a.plan.fixed(number)
	point := a.rounds.Points()[number-1-a.scenario*a.plan.each()]
	ranges := a.plan.Scenarios[a.scenario].Ranges
	for i := range ranges {
		v.Set = append(v.Set, ranges[i].at(point[i]))
	}
	return v
}

// run returns a run of the sweep without a result, and the index of its scenario; false while it depends on runs without one.
func (s *Sweep) run(number int) (v *Variation, scenario int, ok bool) {
	scenario, round, _ := s.plan.place(number)
	if s.aims == nil || round == 0 {
		v, scenario = s.plan.Run(number)
		return v, scenario, true
	}
	if !s.aims[scenario].reaches(round) {
		return nil, scenario, false
	}
	return s.aims[scenario].run(number), scenario, true
}

// Run returns a run that has been handed out, without a result, and the index of its scenario.
func (s *Sweep) Run(number int) (v *Variation, scenario int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, scenario, _ = s.run(number)
	return v, scenario
}

// priorsOf returns for each run of a scenario the density of the plan over the mean of those with which the rounds have drawn; nil without
// rounds.
func priorsOf(aims []*aim, s *Spread) []float64 {
	for _, a := range aims {
		if a.plan.Scenarios[a.scenario].Name != s.Scenario {
			continue
		}
		all := a.rounds.Weights()
		priors := make([]float64, len(s.Variations))
		for i, v := range s.Variations {
			priors[i] = all[v.Number-1-a.scenario*a.plan.each()]
		}
		return priors
	}
	return nil
}

// FitRound is what a round of runs contributes to a fit.
type FitRound struct {
	Round   int      `json:"round"`                    // from 1
	Runs    int      `json:"runs"`                     // that have all that was measured
	Nearest *float64 `json:"nearest_misfit,omitempty"` // absent without such runs
	Share   float64  `json:"share"`                    // in the weight of all runs
}

// addRounds adds what each round of the plan contributes.
func (f *Fit) addRounds(p *Plan, s *Spread) {
	if p.Rounds <= 1 {
		return
	}
	f.Rounds = make([]FitRound, p.Rounds)
	for i := range f.Rounds {
		f.Rounds[i].Round = i + 1
	}
	for _, v := range s.Variations {
		share, ok := f.shares[v.Number]
		if !ok {
			continue
		}
		misfit, _, _ := v.misfit(f.Measured)
		_, round, _ := p.place(v.Number)
		r := &f.Rounds[round]
		if r.Nearest == nil || misfit < *r.Nearest {
			r.Nearest = &misfit
		}
		r.Runs, r.Share = r.Runs+1, r.Share+share
	}
}

// Rounds returns the number of rounds of the plan; 0 for none.
func (s *Summary) Rounds() int {
	if s.plan.Rounds <= 1 {
		return 0
	}
	return s.plan.Rounds
}

// Round returns the round of a run, from 1.
func (s *Summary) Round(v *Variation) int {
	_, group, _ := s.plan.place(v.Number)
	return group + 1
}

// RoundTable returns the table of what the rounds contribute, with its header; nil without rounds, or runs.
func (f *Fit) RoundTable() [][]string {
	if f.Rounds == nil || f.Runs == 0 {
		return nil
	}
	rows := [][]string{{"round", "runs", "nearest misfit", "share of the weight [%]"}}
	for _, r := range f.Rounds {
		row := []string{fmt.Sprint(r.Round), fmt.Sprint(r.Runs), "–", "–"}
		if r.Nearest != nil {
			row[2], row[3] = wording.Fixed(*r.Nearest, 2), wording.Fixed(100*r.Share, 1)
		}
		rows = append(rows, row)
	}
	return rows
}
