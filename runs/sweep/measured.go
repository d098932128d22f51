package sweep

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep/sampling"
	"github.com/prang-sim/prang/runs/wording"
)

// Fit compares the runs of a scenario of a sweep with what was measured of the real crash.
//
// The misfit of a run is the root mean square of its differences from the measured values, each over the standard deviation of
// its measurement: of a run with the true values it is about 1. Its weight is the likelihood of what was measured, exp(-½ Σ
// difference²), for measurements that are independent and normally distributed. The runs themselves are the prior: what the
// grid and the ranges of the plan say of the parameters. Where rounds have drawn them otherwise, the weight is multiplied by the
// density that the plan has at their values over that with which they were drawn. Source: Smith and Gelfand, Bayesian statistics without tears, The
// American Statistician 46 (1992) 84; Kong, Liu and Wong, JASA 89 (1994) 278 (effective number).
type Fit struct {
	Scenario  string         `json:"scenario"`
	Measured  []Measured     `json:"measured"`
	Runs      int            `json:"runs"`           // that have all that was measured
	Lacking   int            `json:"lacking"`        // that have not, such as a heading of what lies on its side
	Effective float64        `json:"effective_runs"` // (Σ weight)² over Σ weight²: how many of the runs count
	Rounds    []FitRound     `json:"rounds,omitempty"`
	Nearest   []NearRun      `json:"nearest"` // the first ten, by misfit
	Params    []FitParameter `json:"parameters"`
	Pairs     []FitPair      `json:"correlations"` // of all pairs of parameters
	Figures   []FitFigure    `json:"figures"`      // of all bodies

	shares map[int]float64 // of runs in the weight of all, by their numbers
}

// NearRun is a run with its misfit.
type NearRun struct {
	Number int                    `json:"number"`
	Misfit float64                `json:"misfit"`
	Set    []scenariofile.Setting `json:"set"`
	Values []float64              `json:"values"` // of what was measured, in its order and units; angles within half a turn of it
	Moving []string               `json:"moving_at_the_end"`
}

// FitParameter is a parameter of which the runs have more than one value, in the unit of the plan.
type FitParameter struct {
	Name      string  `json:"name"`
	Unit      string  `json:"unit"`
	Mean      float64 `json:"mean"` // weighted
	Deviation float64 `json:"standard_deviation"`
	// CutOff says that the values end where runs still fit, so that others beyond may fit as well: more than a fortieth of the weight
	// is within the outer twentieth of the values on one side.
	CutOff bool `json:"cut_off"`
	// OfAll and DeviationOfAll are those of the runs without likelihoods: of what the plan says.
	OfAll          float64 `json:"mean_of_all"`
	DeviationOfAll float64 `json:"standard_deviation_of_all"`
}

// nearestRuns is how many runs a fit lists.
const nearestRuns = 10

// fewEffective is the effective number of runs below which a weighted mean says little.
const fewEffective = 10

// Misfit returns the misfit of a run; false if it has none, for it lacks a result, or what was measured.
func (f *Fit) Misfit(v *Variation) (misfit float64, ok bool) {
	if v.Failed != "" {
		return 0, false
	}
	misfit, _, ok = v.misfit(f.Measured)
	return misfit, ok
}

// misfit returns the misfit of a run, and its values of what was measured; false if it lacks one.
func (v *Variation) misfit(measured []Measured) (misfit float64, values []float64, ok bool) {
	sum := 0.0
	for _, m := range measured {
		i := slices.IndexFunc(v.Outcomes, func(o Outcome) bool { return o.Body == m.Body })
		if i < 0 {
			return 0, nil, false
		}
		q := slices.IndexFunc(quantities[:], func(q quantity) bool { return q.name == m.Quantity })
		x, ok := quantities[q].of(&v.Outcomes[i])
		if !ok {
			return 0, nil, false
		}
		if quantities[q].angle {
			x += float64(360 * math.RoundToEven((m.Mean-x)/360))
		}
		z := (x - m.Mean) / m.Deviation
		sum, values = sum+float64(z*z), append(values, x)
	}
	return math.Sqrt(sum / float64(len(measured))), values, true
}

// misfitText returns the misfit of a run; "" if nothing was measured of its bodies, or it lacks what was.
func (s *Summary) misfitText(r *Row) string {
	i := slices.IndexFunc(s.Fits, func(f *Fit) bool { return f.Scenario == r.Scenario })
	if i < 0 {
		return ""
	}
	misfit, ok := s.Fits[i].Misfit(&r.Variation)
	if !ok {
		return ""
	}
	return strconv.FormatFloat(misfit, 'g', -1, 64)
}

// weightText returns the share of a run in the weight of all of its scenario; 0 if it lacks what was measured.
func (s *Summary) weightText(r *Row) string {
	share := 0.0
	if i := slices.IndexFunc(s.Fits, func(f *Fit) bool { return f.Scenario == r.Scenario }); i >= 0 {
		share = s.Fits[i].shares[r.Number]
	}
	return strconv.FormatFloat(share, 'g', -1, 64)
}

// fitOf compares the runs of a scenario with what was measured of its bodies; nil if nothing was. priors has for each run the
// density of the plan over that with which it was drawn; nil where these are equal.
func fitOf(s *Spread, all []Measured, priors []float64) *Fit {
	bodies := s.Bodies()
	f := &Fit{Scenario: s.Scenario, Measured: []Measured{}, Nearest: []NearRun{}, Params: []FitParameter{}, Pairs: []FitPair{}, Figures: []FitFigure{}}
	for _, m := range all {
		if slices.Contains(bodies, m.Body) {
			f.Measured = append(f.Measured, m)
		}
	}
	if len(f.Measured) == 0 {
		return nil
	}
	var fitting []*Variation
	var fittingPriors []float64
	for i, v := range s.Variations {
		if v.Failed != "" {
			continue
		}
		misfit, values, ok := v.misfit(f.Measured)
		if !ok {
			f.Lacking++
			continue
		}
		fitting = append(fitting, v)
		if priors != nil {
			fittingPriors = append(fittingPriors, priors[i])
		}
		f.Nearest = append(f.Nearest, NearRun{v.Number, misfit, v.Set, values, v.moving()})
	}
	f.Runs = len(fitting)
	if f.Runs == 0 {
		return f
	}
	weights := weightsOf(f.Nearest, len(f.Measured))
	sum, squares := 0.0, 0.0
	for i := range weights {
		if priors != nil {
			weights[i] = float64(weights[i] * fittingPriors[i])
		}
		sum, squares = sum+weights[i], squares+float64(weights[i]*weights[i])
	}
	f.shares = map[int]float64{}
	for i, v := range fitting {
		f.shares[v.Number] = weights[i] / sum
	}
	f.Effective = float64(sum*sum) / squares
	of := &Spread{Variations: fitting}
	var columns [][]float64 // values of the parameters
	for _, name := range of.Varied() {
		p := FitParameter{Name: name}
		values := make([]float64, len(fitting))
		for i, v := range fitting {
			values[i], p.Unit, _ = v.Value(name)
		}
		p.Mean, p.Deviation = weightedMean(values, weights)
		p.OfAll, p.DeviationOfAll = weightedMean(values, fittingPriors)
		p.CutOff = atAnEnd(values, weights)
		f.Params, columns = append(f.Params, p), append(columns, values)
	}
	f.addPairs(columns, weights)
	f.addFigures(of, weights)
	slices.SortStableFunc(f.Nearest, func(a, b NearRun) int { return cmp.Compare(a.Misfit, b.Misfit) })
	f.Nearest = f.Nearest[:min(len(f.Nearest), nearestRuns)]
	return f
}

// moving returns the names of the bodies that were moving at the end.
func (v *Variation) moving() []string {
	names := []string{}
	for i := range v.Outcomes {
		if o := &v.Outcomes[i]; !o.Resting {
			names = append(names, o.Body)
		}
	}
	return names
}

// weightsOf returns the likelihoods of n measurements in runs, over the largest.
func weightsOf(runs []NearRun, n int) []float64 {
	least := math.Inf(1)
	for i := range runs {
		least = math.Min(least, runs[i].Misfit)
	}
	weights := make([]float64, len(runs))
	for i := range runs {
		m := runs[i].Misfit
		weights[i] = sampling.Exp(float64(-0.5 * float64(n) * float64((m-least)*(m+least))))
	}
	return weights
}

// atAnEnd reports whether much of the weight is at an end of the values.
func atAnEnd(values, weights []float64) bool {
	least, most := slices.Min(values), slices.Max(values)
	outer := float64(0.05 * (most - least))
	low, high, sum := 0.0, 0.0, 0.0
	for i, v := range values {
		sum += weights[i]
		if v <= least+outer {
			low += weights[i]
		}
		if v >= most-outer {
			high += weights[i]
		}
	}
	return math.Max(low, high) > float64(0.025*sum)
}

// weightedMean returns the mean and the standard deviation, as of a sample of the effective number, of values with weights, nil for
// equal ones.
func weightedMean(values, weights []float64) (mean, deviation float64) {
	weight := func(i int) float64 {
		if weights == nil {
			return 1
		}
		return weights[i]
	}
	sum, most, shares := 0.0, 0.0, 0.0
	for i, v := range values {
		sum, most = sum+weight(i), math.Max(most, math.Abs(v))
	}
	for i, v := range values {
		mean += float64(v * float64(weight(i)/sum))
	}
	_, unit := math.Frexp(most) // no square of a huge value is infinite
	squares := 0.0
	for i, v := range values {
		d := math.Ldexp(v-mean, -unit)
		share := weight(i) / sum
		squares, shares = squares+float64(float64(d*d)*share), shares+float64(share*share)
	}
	if shares < 1 {
		squares /= 1 - shares
	}
	return mean, math.Ldexp(math.Sqrt(squares), unit)
}

// Tables returns the tables of a fit with their headers: the nearest runs, and the parameters, nil where too few runs count.
func (f *Fit) Tables() (runs, parameters [][]string) {
	head := []string{"run", "misfit", "with"}
	measured := []string{"", "", "measured"}
	for _, m := range f.Measured {
		name, g := Figure{Quantity: m.Quantity, Mean: m.Mean, Deviation: m.Deviation}.Shown()
		head, measured = append(head, m.Body+" "+name), append(measured, wording.Fixed(g.Mean, 2)+" ± "+wording.Fixed(g.Deviation, 2))
	}
	runs = [][]string{append(head, "moving at the end"), append(measured, "")}
	for i := range f.Nearest {
		r := &f.Nearest[i]
		var with []string
		for _, p := range f.Params {
			k := slices.IndexFunc(r.Set, func(s scenariofile.Setting) bool { return s.Name == p.Name })
			x, unit, _ := r.Set[k].Number()
			with = append(with, strings.TrimSpace(fmt.Sprintf("%s=%.5g %s", p.Name, x, unit)))
		}
		row := []string{fmt.Sprint(r.Number), wording.Fixed(r.Misfit, 2), strings.Join(with, ", ")}
		for k, m := range f.Measured {
			_, g := Figure{Quantity: m.Quantity, Mean: r.Values[k]}.Shown()
			row = append(row, wording.Fixed(g.Mean, 2))
		}
		moving := "–"
		if len(r.Moving) > 0 {
			moving = strings.Join(r.Moving, ", ")
		}
		runs = append(runs, append(row, moving))
	}
	if !f.telling() {
		return runs, nil
	}
	before := "of all runs"
	if f.Rounds != nil {
		before = "planned"
	}
	parameters = [][]string{{"parameter", "mean", "s.d.", before, "s.d."}}
	for _, p := range f.Params {
		name := p.Name
		if p.Unit != "" {
			name += " [" + p.Unit + "]"
		}
		row := []string{name}
		for _, x := range []float64{p.Mean, p.Deviation, p.OfAll, p.DeviationOfAll} {
			row = append(row, fmt.Sprintf("%.4g", x))
		}
		parameters = append(parameters, row)
	}
	return runs, parameters
}

// telling reports whether runs are near enough, and enough of them, for weighted means to say something.
func (f *Fit) telling() bool {
	return f.Runs > 0 && f.Effective >= fewEffective && len(f.Params) > 0 && f.Nearest[0].Misfit <= farMisfit(len(f.Measured))
}

// Alone returns the flags that make the nearest run alone; "" where there is none.
func (f *Fit) Alone() string {
	if f.Runs == 0 {
		return ""
	}
	return (&Variation{Set: f.Nearest[0].Set}).Command()
}

// Words says for people what a fit tells of the parameters, or why it tells nothing.
func (f *Fit) Words() string {
	text := fmt.Sprintf("misfit: root mean square of the differences over their standard deviations; %.3g of %d runs count", f.Effective, f.Runs)
	switch {
	case f.Runs == 0:
		return fmt.Sprintf("no run has all that was measured: %d lack some of it", f.Lacking)
	case f.Lacking > 0:
		text += fmt.Sprintf("; %d more lack what was measured", f.Lacking)
	}
	if near := f.Nearest[0].Misfit; near > farMisfit(len(f.Measured)) {
		text += fmt.Sprintf("; no run is near: the nearest is off by %.2f standard deviations, look for what the scenario lacks", near)
		if len(f.Measured) > 1 {
			text += fmt.Sprintf(" (true values are off by more than %.1f in one of 1000 cases)", farMisfit(len(f.Measured)))
		}
	}
	var cut []string
	for i := range f.Params {
		if f.Params[i].CutOff {
			cut = append(cut, f.Params[i].Name)
		}
	}
	if len(cut) > 0 {
		text += fmt.Sprintf("; the values of %s end where runs still fit: make them wider", strings.Join(cut, ", "))
	}
	if f.Effective < fewEffective && len(f.Params) > 0 {
		text += fmt.Sprintf("; too few for means of the parameters, which need %d: ", fewEffective)
		if f.Rounds == nil {
			text += "let rounds look for them, or make ranges narrower, or more runs"
		} else {
			text += "more rounds, or more repeats in each, come nearer"
		}
	}
	return text
}

// farMisfit returns the misfit of n measurements that the true values exceed in one of 1000 cases: the root of the quantile of
// chi-squared over n, to 2 %. Source: Wilson and Hilferty, PNAS 17 (1931) 684.
func farMisfit(n int) float64 {
	const quantile = 3.0902 // of the normal distribution, at 0.999
	v := 2 / float64(9*n)
	root := 1 - v + float64(quantile*math.Sqrt(v))
	return math.Sqrt(float64(root*root) * root)
}

// fitText writes a fit for people.
func (f *Fit) fitText(b *strings.Builder) {
	fmt.Fprintf(b, "\n%s: runs nearest to what was measured\n", f.Scenario)
	runs, parameters := f.Tables()
	if f.Runs > 0 {
		wording.Table(b, runs, "rrl")
	}
	fmt.Fprintf(b, "  %s\n", f.Words())
	if alone := f.Alone(); alone != "" {
		fmt.Fprintf(b, "  run %d alone with %s\n", f.Nearest[0].Number, alone)
	}
	if rounds := f.RoundTable(); rounds != nil {
		b.WriteString("\n")
		wording.Table(b, rounds, "r")
	}
	if parameters == nil {
		return
	}
	b.WriteString("\n")
	wording.Table(b, parameters, "l")
	if together := f.Together(); together != "" {
		fmt.Fprintf(b, "  %s\n", together)
	}
	b.WriteString("\n")
	wording.Table(b, f.FigureTable(), "l")
}
