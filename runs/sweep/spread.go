package sweep

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/wording"
)

// Figure is the distribution of a quantity of a body over the variations.
type Figure struct {
	Body     string  `json:"body"`
	Quantity string  `json:"quantity"` // delta_v, ees, impact_speed [m/s]; pdof_deg, heading_deg; x, y [m]; that of a CriterionValue
	Count    int     `json:"count"`    // of the variations that have it
	Mean     float64 `json:"mean"`
	// Deviation is the standard deviation of the sample; 0 of one value.
	Deviation float64 `json:"standard_deviation"`
	Least     float64 `json:"least"`
	P05       float64 `json:"p05"` // quantiles, linear between the order statistics
	Median    float64 `json:"median"`
	P95       float64 `json:"p95"`
	Most      float64 `json:"most"`
}

// quantity is what figures are made of. Angles, whose range begins at low, are counted on over a full turn around their mean.
type quantity struct {
	name  string
	angle bool
	low   float64
	of    func(o *Outcome) (float64, bool)
}

var quantities = [...]quantity{
	{"delta_v", false, 0, func(o *Outcome) (float64, bool) { return o.DeltaV, true }},
	{"pdof_deg", true, 0, func(o *Outcome) (float64, bool) {
		if o.PDOF == nil {
			return 0, false
		}
		return *o.PDOF, true
	}},
	{"ees", false, 0, func(o *Outcome) (float64, bool) { return o.EES, o.EES > 0 }},
	{"impact_speed", false, 0, func(o *Outcome) (float64, bool) {
		if o.ImpactSpeed == nil {
			return 0, false
		}
		return *o.ImpactSpeed, true
	}},
	{"x", false, 0, func(o *Outcome) (float64, bool) { return o.X, true }},
	{"y", false, 0, func(o *Outcome) (float64, bool) { return o.Y, true }},
	{"heading_deg", true, -180, func(o *Outcome) (float64, bool) {
		if o.Heading == nil {
			return 0, false
		}
		return *o.Heading, true
	}},
}

// figures returns the statistics of each quantity of each body, over the variations that have it.
func (s *Spread) figures() []Figure {
	list := []Figure{}
	for _, body := range s.Bodies() {
		for i := range quantities {
			if values := s.values(body, i); len(values) > 0 {
				f := figure(values)
				f.Body, f.Quantity = body, quantities[i].name
				list = append(list, f)
			}
		}
		for _, name := range criteriaOfBody(s.Variations, body) {
			f := figure(s.criterion(body, name))
			f.Body, f.Quantity = body, name
			list = append(list, f)
		}
	}
	return list
}

// values returns a quantity of a body in all variations that have it; angles as unroll has them.
func (s *Spread) values(body string, quantity int) (values []float64) {
	q := &quantities[quantity]
	for _, v := range s.Variations {
		for i := range v.Outcomes {
			o := &v.Outcomes[i]
			if o.Body != body {
				continue
			}
			if x, ok := q.of(o); ok {
				values = append(values, x)
			}
		}
	}
	if q.angle && len(values) > 0 {
		unroll(values, q.low)
	}
	return values
}

// Bodies returns the names of the bodies that have outcomes.
func (s *Spread) Bodies() []string {
	var names []string
	for _, v := range s.Variations {
		for i := range v.Outcomes {
			if n := v.Outcomes[i].Body; !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}

// Ending says in how many runs a body was not at rest at their end: its position is then where it was, not where it came
// to rest.
type Ending struct {
	Body   string `json:"body"`
	Count  int    `json:"count"` // of the runs that have a result
	Moving int    `json:"moving_at_the_end"`
}

// Endings returns how each body ended.
func (s *Spread) Endings() []Ending {
	list := []Ending{}
	for _, body := range s.Bodies() {
		e := Ending{Body: body}
		for _, v := range s.Variations {
			for i := range v.Outcomes {
				if o := &v.Outcomes[i]; o.Body == body {
					e.Count++
					if !o.Resting {
						e.Moving++
					}
				}
			}
		}
		list = append(list, e)
	}
	return list
}

// StillMoving lists the bodies that were moving at the end of some runs, for people; "none" if there are none.
func (s *Spread) StillMoving() string {
	var list []string
	for _, e := range s.Endings() {
		if e.Moving > 0 {
			list = append(list, fmt.Sprintf("%s in %d of %d", e.Body, e.Moving, e.Count))
		}
	}
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, ", ")
}

func figure(values []float64) Figure {
	f := Figure{Count: len(values)}
	for _, v := range values {
		f.Mean += v / float64(len(values))
	}
	f.Deviation = deviation(values, f.Mean)
	sorted := slices.Sorted(slices.Values(values))
	f.Least, f.Most = sorted[0], sorted[len(sorted)-1]
	f.P05, f.Median, f.P95 = quantile(sorted, 0.05), quantile(sorted, 0.5), quantile(sorted, 0.95)
	return f
}

// deviation returns the standard deviation of a sample. It is reckoned in a power of two as unit, which changes no bit,
// so that no square of a huge value is infinite.
func deviation(values []float64, mean float64) float64 {
	if len(values) < 2 {
		return 0
	}
	most := 0.0
	for _, v := range values {
		most = math.Max(most, math.Abs(v))
	}
	_, unit := math.Frexp(most)
	sum := 0.0
	for _, v := range values {
		d := math.Ldexp(v, -unit) - math.Ldexp(mean, -unit)
		sum += float64(d * d)
	}
	return math.Ldexp(math.Sqrt(sum/float64(len(values)-1)), unit)
}

// quantile is linear between the order statistics: the definition 7 of Hyndman and Fan (1996).
func quantile(sorted []float64, p float64) float64 {
	at := float64(p * float64(len(sorted)-1))
	i := int(at)
	if i >= len(sorted)-1 {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + float64((at-float64(i))*(sorted[i+1]-sorted[i]))
}

// WriteJSON writes the spread as indented JSON.
func (s *Spread) WriteJSON(w io.Writer) error { return wording.WriteJSON(w, s) }

// manyVariations is how many variations a text lists.
const manyVariations = 20

// Shown returns a figure in the units of text reports, speeds in km/h, with the name of its quantity.
func (f Figure) Shown() (name string, g Figure) {
	g = f
	names := map[string]string{"delta_v": "delta-v [km/h]", "ees": "EES [km/h]", "impact_speed": "impact speed [km/h]", "pdof_deg": "PDOF [°]", "heading_deg": "heading [°]", "x": "x [m]", "y": "y [m]"}
	name, criterion := names[f.Quantity], false
	if name == "" {
		name, criterion = shownCriterion(f.Quantity)
	}
	if f.Quantity == "delta_v" || f.Quantity == "ees" || f.Quantity == "impact_speed" || criterion {
		for _, v := range []*float64{&g.Mean, &g.Deviation, &g.Least, &g.P05, &g.Median, &g.P95, &g.Most} {
			*v *= 3.6
		}
	}
	if f.Quantity == "pdof_deg" && f.Mean >= 359.995 { // a full turn, as tables round it, is none
		for _, v := range []*float64{&g.Mean, &g.Least, &g.P05, &g.Median, &g.P95, &g.Most} {
			*v -= 360
		}
	}
	return name, g
}

// WriteText writes the spread for people.
func (s *Spread) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s, ", s.Scenario, s.Made())
	without := len(s.WithoutResult())
	if without > 0 {
		fmt.Fprintf(&b, "%d of them without a result, ", without)
	}
	fmt.Fprintf(&b, "seed %d\n", s.Seed)
	for _, r := range s.Ranges {
		fmt.Fprintf(&b, "  %v\n", r)
	}
	b.WriteString("\n")
	if without < len(s.Variations) {
		s.figuresText(&b)
	}
	s.variationsText(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// Made says how many variations there are, for people: of how many, where an interrupt has left some out.
func (s *Spread) Made() string {
	if s.Asked > 0 {
		return fmt.Sprintf("interrupted after %d of %s", len(s.Variations), variations(s.Asked))
	}
	return variations(len(s.Variations))
}

// variations returns a number of variations with its noun.
func variations(n int) string {
	if n == 1 {
		return "1 variation"
	}
	return fmt.Sprintf("%d variations", n)
}

func (s *Spread) figuresText(b *strings.Builder) {
	rows := [][]string{{"body", "quantity", "mean", "s.d.", "least", "5 %", "median", "95 %", "most", "of"}}
	for _, f := range s.Figures {
		name, g := f.Shown()
		row := []string{f.Body, name}
		for _, v := range []float64{g.Mean, g.Deviation, g.Least, g.P05, g.Median, g.P95, g.Most} {
			row = append(row, wording.Fixed(v, 2))
		}
		if f.Count < 2 {
			row[3] = "–" // one value has no deviation
		}
		rows = append(rows, append(row, fmt.Sprint(f.Count)))
	}
	wording.Table(b, rows, "ll")
	b.WriteString("  angles are counted on over a full turn around their mean\n")
	fmt.Fprintf(b, "  moving at the end: %s\n\n", s.StillMoving())
}

// longestCommand is how long the settings of a variation may be to stand in a column; longer ones are listed below the table.
const longestCommand = 60

func (s *Spread) variationsText(b *strings.Builder) {
	shown := s.Variations[:min(len(s.Variations), manyVariations)]
	below := slices.ContainsFunc(shown, func(v *Variation) bool { return len(v.Command()) > longestCommand })
	rows := [][]string{{"", "run alone with", "body", "delta-v [km/h]", "PDOF [°]", "x [m]", "y [m]", "heading [°]"}}
	for _, v := range shown {
		head := []string{fmt.Sprint(v.Number), v.Command()}
		if v.Failed != "" {
			rows = append(rows, append(head, v.Failed))
		}
		for i := range v.Outcomes {
			o := &v.Outcomes[i]
			rows = append(rows, append(head, o.Body, wording.KMH(o.DeltaV), strings.TrimSuffix(wording.Degrees(o.PDOF), "°"), wording.Fixed(o.X, 2), wording.Fixed(o.Y, 2), wording.FixedOrDash(o.Heading, 1)))
			head = []string{"", ""}
		}
	}
	if below {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], 1, 2)
		}
		wording.Table(b, rows, "rl")
		b.WriteString("\n  run alone with\n")
		rows = nil
		for _, v := range shown {
			rows = append(rows, []string{fmt.Sprint(v.Number), v.Command()})
		}
		wording.Table(b, rows, "rl")
	} else {
		wording.Table(b, rows, "rll")
	}
	if n := len(s.Variations) - manyVariations; n > 0 {
		fmt.Fprintf(b, "  … and %d more (all are in --json)\n", n)
	}
}
