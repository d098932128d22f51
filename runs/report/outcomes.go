package report

import (
	_ "embed"
	"fmt"
	"html"
	"html/template"
	"image/color"
	"math"
	"sync"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/prang-sim/prang/runs/sweep"
)

// What the pages of a spread and of a sweep have in common: pictures and figures of the outcomes of many runs.

//go:embed figures.html
var figuresText string

// outcomesTemplate returns the template of a page that has the table of figures.
func outcomesTemplate(name, text string) func() *template.Template {
	return sync.OnceValue(func() *template.Template {
		return template.Must(template.Must(template.New(name).Funcs(functions).Parse(figuresText)).Parse(text))
	})
}

// drawings are pictures and figures of the outcomes of many runs.
type drawings struct {
	Legend []legend
	Moving string // which bodies were moving at the end
	Ends   string
	Plots  []string
	Rows   []figureRow
}

type figureRow struct {
	First bool
	Name  string
	sweep.Figure
}

// drawOutcomes draws the positions of the bodies at the end, the distribution of their delta-v, and its dependence on the parameters.
// Points are those of the runs in few, figures and distributions those of all; counted is what there is a number of.
func drawOutcomes(all, few *sweep.Spread, colors map[string]string, counted string, parameters []string) (*drawings, error) {
	d := &drawings{Rows: figureRows(all.Figures), Moving: all.StillMoving()}
	bodies := all.Bodies()
	for _, b := range bodies {
		d.Legend = append(d.Legend, legend{Name: b, Color: colors[b]})
	}
	var err error
	if d.Ends, err = scatter("positions at the end: x, y [m]", "", cloudsOf(few, bodies, colors, func(_ *sweep.Variation, o *sweep.Outcome) (float64, float64) { return o.X, o.Y }), 2*plotWidth, true); err != nil {
		return nil, err
	}
	for _, b := range bodies {
		svg, err := histogram(all, b, colors[b], counted)
		if err != nil {
			return nil, err
		}
		d.Plots = append(d.Plots, svg)
	}
	for _, name := range parameters {
		label := name
		if len(few.Variations) > 0 {
			if _, unit, _ := few.Variations[0].Value(name); unit != "" {
				label += " [" + unit + "]"
			}
		}
		clouds := cloudsOf(few, bodies, colors, func(v *sweep.Variation, o *sweep.Outcome) (float64, float64) {
			x, _, _ := v.Value(name)
			return x, o.DeltaV * 3.6
		})
		svg, err := scatter("delta-v [km/h] over "+name, label, clouds, plotWidth, false)
		if err != nil {
			return nil, err
		}
		d.Plots = append(d.Plots, svg)
	}
	return d, nil
}

// figureRows are the rows of the table of figures.
func figureRows(figures []sweep.Figure) (rows []figureRow) {
	last := ""
	for _, f := range figures {
		name, g := f.Shown()
		rows = append(rows, figureRow{f.Body != last, name, g})
		last = f.Body
	}
	return rows
}

// cloud is the points of a body.
type cloud struct {
	color  string
	points plotter.XYs
}

func cloudsOf(s *sweep.Spread, bodies []string, colors map[string]string, at func(*sweep.Variation, *sweep.Outcome) (x, y float64)) []cloud {
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

// glyphs are the marks of the bodies on plots of points, in their order, which are told apart by more than their colors; drawn is
// what the legend has, %s the color.
var glyphs = []struct {
	shape draw.GlyphDrawer
	drawn string
}{
	{draw.CircleGlyph{}, `<circle cx="6" cy="6" r="4" fill="%s"/>`},
	{draw.BoxGlyph{}, `<path d="M2.5 2.5h7v7h-7z" fill="%s"/>`},
	{draw.PyramidGlyph{}, `<path d="M6 2 10.5 9.5h-9z" fill="%s"/>`},
	{draw.RingGlyph{}, `<circle cx="6" cy="6" r="3.6" fill="none" stroke="%s" stroke-width="1.4"/>`},
	{draw.SquareGlyph{}, `<path d="M2.5 2.5h7v7h-7z" fill="none" stroke="%s" stroke-width="1.4"/>`},
	{draw.TriangleGlyph{}, `<path d="M6 2 10.5 9.5h-9z" fill="none" stroke="%s" stroke-width="1.4"/>`},
	{draw.PlusGlyph{}, `<path d="M6 2v8M2 6h8" fill="none" stroke="%s" stroke-width="1.6"/>`},
	{draw.CrossGlyph{}, `<path d="m3 3 6 6M9 3 3 9" fill="none" stroke="%s" stroke-width="1.6"/>`},
}

// glyph returns the mark of the ith body for a legend.
func glyph(i int, color string) template.HTML {
	return template.HTML(`<svg viewBox="0 0 12 12" aria-hidden="true">` + fmt.Sprintf(glyphs[i%len(glyphs)].drawn, html.EscapeString(color)) + `</svg> `)
}

// scatter draws points; equal gives both axes one scale.
func scatter(title, xLabel string, clouds []cloud, width vg.Length, equal bool) (string, error) {
	p := styled(title, xLabel)
	for i, c := range clouds {
		if len(c.points) == 0 {
			continue
		}
		d, err := plotter.NewScatter(c.points)
		if err != nil {
			return "", fmt.Errorf("plot %q: %w", title, err)
		}
		paint := parseColor(c.color).(color.RGBA)
		d.GlyphStyle = draw.GlyphStyle{Color: color.NRGBA{R: paint.R, G: paint.G, B: paint.B, A: 150}, Radius: vg.Points(1.6), Shape: glyphs[i%len(glyphs)].shape}
		p.Add(d)
	}
	widen(&p.X)
	widen(&p.Y)
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
func histogram(s *sweep.Spread, body, paint, counted string) (string, error) {
	var values plotter.Values
	for _, v := range s.Variations {
		for i := range v.Outcomes {
			if o := &v.Outcomes[i]; o.Body == body {
				values = append(values, o.DeltaV*3.6)
			}
		}
	}
	title := "delta-v of " + body
	p := styled("delta-v of "+shortened(body)+": "+counted, "[km/h]")
	if len(values) > 0 {
		h, err := plotter.NewHist(values, 1+int(math.Ceil(math.Log2(float64(len(values))))))
		if err != nil {
			return "", fmt.Errorf("plot %q: %w", title, err)
		}
		h.FillColor, h.LineStyle.Color, h.LineStyle.Width = parseColor(paint), color.White, vg.Points(0.5)
		p.Add(h)
	}
	widen(&p.X)
	p.Y.Min, p.Y.Max = 0, math.Max(1.05*p.Y.Max, 1)
	p.X.Tick.Marker, p.Y.Tick.Marker = across, counts
	return render(p, plotWidth, plotHeight, title+": "+counted)
}
