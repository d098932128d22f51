package report

import (
	_ "embed"
	"fmt"
	"html/template"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/prang-sim/prang/runs"
)

//go:embed spread.html
var spreadText string

var spreadTemplate = template.Must(template.New("spread").Funcs(functions).Parse(spreadText))

// spreadPage is the data of the template of a spread.
type spreadPage struct {
	*runs.Spread
	Style     template.CSS
	Legend    []legend
	Ends      string
	Plots     []string
	Rows      []figureRow
	Listed    []*runs.Variation
	MoreRuns  int
	Failed    int
	Scenarios string
}

type figureRow struct {
	First bool
	Name  string
	runs.Figure
}

// mostListed is the largest number of variations that a page lists.
const mostListed = 150

// WriteSpread writes the page of a spread: the final positions of the bodies, the distribution of their delta-v and its
// dependence on each parameter, figures, and the settings to run each variation alone. colors gives the colors of
// bodies by name; file is the scenario's, for the command lines.
func WriteSpread(w io.Writer, s *runs.Spread, colors map[string]string, file string) error {
	p := &spreadPage{Spread: s, Style: template.CSS(styleText), Scenarios: file}
	bodies := s.Bodies()
	for _, b := range bodies {
		p.Legend = append(p.Legend, legend{Name: b, Color: colors[b]})
	}
	p.Rows = figureRows(s.Figures)
	p.Failed = len(s.WithoutResult())
	p.Listed = s.Variations[:min(len(s.Variations), mostListed)]
	p.MoreRuns = len(s.Variations) - len(p.Listed)
	var err error
	if p.Ends, err = scatter("rest positions: x, y [m]", "", cloudsOf(s, bodies, colors, func(_ *runs.Variation, o *runs.Outcome) (float64, float64) { return o.X, o.Y }), 2*plotWidth, true); err != nil {
		return err
	}
	for _, b := range bodies {
		svg, err := histogram(s, b, colors[b], "variations")
		if err != nil {
			return err
		}
		p.Plots = append(p.Plots, svg)
	}
	for k, r := range s.Ranges {
		label := r.Name
		if r.Unit != "" {
			label += " [" + r.Unit + "]"
		}
		clouds := cloudsOf(s, bodies, colors, func(v *runs.Variation, o *runs.Outcome) (float64, float64) {
			return leading(v.Set[k].Value), o.DeltaV * 3.6
		})
		svg, err := scatter("delta-v [km/h] over "+r.Name, label, clouds, plotWidth, false)
		if err != nil {
			return err
		}
		p.Plots = append(p.Plots, svg)
	}
	return spreadTemplate.Execute(w, p)
}

// figureRows are the rows of the table of figures.
func figureRows(figures []runs.Figure) (rows []figureRow) {
	last := ""
	for _, f := range figures {
		name, g := f.Shown()
		rows = append(rows, figureRow{f.Body != last, name, g})
		last = f.Body
	}
	return rows
}

// leading returns the number at the front of a value.
func leading(s string) float64 {
	var v float64
	// Draw writes a number first; nothing else comes here.
	_, _ = fmt.Sscan(s, &v)
	return v
}

// cloud is the points of a body.
type cloud struct {
	color  string
	points plotter.XYs
}

func cloudsOf(s *runs.Spread, bodies []string, colors map[string]string, at func(*runs.Variation, *runs.Outcome) (x, y float64)) []cloud {
	var list []cloud
	for _, b := range bodies {
		c := cloud{color: colors[b]}
		for _, v := range s.Variations {
			for i := range v.Outcomes {
				if o := &v.Outcomes[i]; o.Body == b {
					x, y := at(v, o)
					c.points = append(c.points, plotter.XY{X: x, Y: y})
				}
			}
		}
		list = append(list, c)
	}
	return list
}

// scatter draws points; equal gives both axes one scale.
func scatter(title, xLabel string, clouds []cloud, width vg.Length, equal bool) (string, error) {
	p := styled(title, xLabel)
	for _, c := range clouds {
		if len(c.points) == 0 {
			continue
		}
		d, err := plotter.NewScatter(c.points)
		if err != nil {
			return "", fmt.Errorf("plot %q: %w", title, err)
		}
		paint := parseColor(c.color).(color.RGBA)
		d.GlyphStyle = draw.GlyphStyle{Color: color.NRGBA{R: paint.R, G: paint.G, B: paint.B, A: 150}, Radius: vg.Points(1.6), Shape: draw.CircleGlyph{}}
		p.Add(d)
	}
	room(&p.X)
	room(&p.Y)
	height := plotHeight
	if equal {
		spanX, spanY := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
		height = 0.55 * width
		if want := spanX * float64(height/width); spanY < want {
			p.Y.Min, p.Y.Max = p.Y.Min-(want-spanY)/2, p.Y.Max+(want-spanY)/2
		} else {
			want = spanY * float64(width/height)
			p.X.Min, p.X.Max = p.X.Min-(want-spanX)/2, p.X.Max+(want-spanX)/2
		}
	}
	p.X.Tick.Marker, p.Y.Tick.Marker = across, up
	return render(p, width, height, title)
}

// histogram draws the distribution of the delta-v of a body, with the number of bars by Sturges' rule. counted is what
// there is a number of.
func histogram(s *runs.Spread, body, paint, counted string) (string, error) {
	var values plotter.Values
	for _, v := range s.Variations {
		for i := range v.Outcomes {
			if o := &v.Outcomes[i]; o.Body == body {
				values = append(values, o.DeltaV*3.6)
			}
		}
	}
	title := "delta-v of " + body
	p := styled(title+": "+counted, "[km/h]")
	if len(values) > 0 {
		h, err := plotter.NewHist(values, 1+int(math.Ceil(math.Log2(float64(len(values))))))
		if err != nil {
			return "", fmt.Errorf("plot %q: %w", title, err)
		}
		h.FillColor, h.LineStyle.Color, h.LineStyle.Width = parseColor(paint), color.White, vg.Points(0.5)
		p.Add(h)
	}
	room(&p.X)
	p.Y.Min, p.Y.Max = 0, math.Max(1.05*p.Y.Max, 1)
	p.X.Tick.Marker, p.Y.Tick.Marker = across, up
	return render(p, plotWidth, plotHeight, title)
}
