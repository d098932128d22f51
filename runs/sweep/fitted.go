package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/wording"
)

// What the runs that fit tell of the parameters together, and of the bodies.

// FitPair is the correlation of two parameters of a fit, each run with its weight: near 1 or -1 what was measured tells a combination
// of them better than either.
type FitPair struct {
	A           string  `json:"a"`
	B           string  `json:"b"`
	Correlation float64 `json:"correlation"`
}

// FitFigure is what a fit tells of a quantity of a body, each run with its weight.
type FitFigure struct {
	Body      string  `json:"body"`
	Quantity  string  `json:"quantity"` // as in Figure, in the same units
	Mean      float64 `json:"mean"`
	Deviation float64 `json:"standard_deviation"`
	Share     float64 `json:"share"` // of the runs that have it in the weight of all
}

// closePair is the magnitude of a correlation from which on people are told of it: half of the variance of one parameter is that
// of the other.
const closePair = 0.7

// addPairs adds the correlations of the parameters, with their values.
func (f *Fit) addPairs(columns [][]float64, weights []float64) {
	for i := range f.Params {
		for j := range i {
			a, b := &f.Params[j], &f.Params[i]
			p := FitPair{A: a.Name, B: b.Name}
			sum, squares, product := 0.0, 0.0, 0.0
			for k, w := range weights {
				sum, squares = sum+w, squares+float64(w*w)
				product += float64(w * float64(((columns[j][k]-a.Mean)/a.Deviation)*((columns[i][k]-b.Mean)/b.Deviation)))
			}
			// Deviations are those of a sample, as weightedMean has them.
			if c := product / sum / (1 - squares/float64(sum*sum)); !math.IsNaN(c) && !math.IsInf(c, 0) {
				p.Correlation = math.Max(-1, math.Min(1, c))
			}
			f.Pairs = append(f.Pairs, p)
		}
	}
}

// addFigures adds the weighted means of the quantities of bodies. Angles are counted on over a full turn around that of the
// heaviest run.
func (f *Fit) addFigures(s *Spread, weights []float64) {
	total := 0.0
	for _, w := range weights {
		total += w
	}
	for _, body := range s.Bodies() {
		for i := range quantities {
			q := &quantities[i]
			var values, own []float64
			share, heaviest := 0.0, 0
			for k, v := range s.Variations {
				n := slices.IndexFunc(v.Outcomes, func(o Outcome) bool { return o.Body == body })
				if n < 0 {
					continue
				}
				if x, ok := q.of(&v.Outcomes[n]); ok && weights[k] > 0 {
					values, own, share = append(values, x), append(own, weights[k]), share+weights[k]/total
					if own[heaviest] < weights[k] {
						heaviest = len(own) - 1
					}
				}
			}
			if len(values) == 0 {
				continue
			}
			if q.angle {
				at := values[heaviest]
				for k := range values {
					values[k] += float64(360 * math.RoundToEven((at-values[k])/360))
				}
			}
			g := FitFigure{Body: body, Quantity: q.name, Share: math.Min(share, 1)}
			g.Mean, g.Deviation = weightedMean(values, own)
			if q.angle {
				g.Mean -= float64(360 * math.Floor((g.Mean-q.low)/360))
			}
			f.Figures = append(f.Figures, g)
		}
	}
}

// Together says which parameters vary together among the runs that fit; "" if none do.
func (f *Fit) Together() string {
	var list []string
	for _, p := range f.Pairs {
		if math.Abs(p.Correlation) >= closePair {
			list = append(list, fmt.Sprintf("%s and %s (%s)", p.A, p.B, wording.Fixed(p.Correlation, 2)))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "correlated: " + strings.Join(list, ", ") + ": a combination of them is known better than each alone"
}

// FigureTable returns the table of what a fit tells of the bodies, with its header: means and standard deviations, dashes for
// what a body has not in more than a tenth of the weight.
func (f *Fit) FigureTable() [][]string {
	rows := [][]string{{"body"}}
	for i := range quantities {
		name, _ := Figure{Quantity: quantities[i].name}.Shown()
		rows[0] = append(rows[0], name)
	}
	for i := range f.Figures {
		g := &f.Figures[i]
		if i == 0 || g.Body != f.Figures[i-1].Body {
			rows = append(rows, append([]string{g.Body}, slices.Repeat([]string{"–"}, len(quantities))...))
		}
		if g.Share < 0.9 {
			continue
		}
		at := slices.IndexFunc(quantities[:], func(q quantity) bool { return q.name == g.Quantity })
		_, shown := Figure{Quantity: g.Quantity, Mean: g.Mean, Deviation: g.Deviation}.Shown()
		rows[len(rows)-1][1+at] = wording.Fixed(shown.Mean, 2) + " ± " + wording.Fixed(shown.Deviation, 2)
	}
	return rows
}
