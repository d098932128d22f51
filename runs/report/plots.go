package report

import (
	"bytes"
	"fmt"
	"html"
	"image/color"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/prang-sim/prang/sim/geom"
)

// curve is a line of a plot.
type curve struct {
	color  string // "#rrggbb"
	dashes []vg.Length
	x, y   []float64
}

const (
	plotWidth  = 90 * vg.Millimeter
	plotHeight = 46 * vg.Millimeter
	mostPoints = 700 // of a curve
	leastSpan  = 0.1 // of the values of a plot, in km/h, g or degrees: less is noise
)

// styled returns an empty plot in the style of the page.
func styled(title, xLabel string) *plot.Plot {
	p := plot.New()
	style := func(size vg.Length) font.Font {
		return font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}
	}
	grey := color.Gray{Y: 70}
	p.Title.Text, p.Title.TextStyle.Font, p.Title.Padding = title, style(8.5), vg.Points(4)
	p.X.Label.Text, p.X.Label.TextStyle.Font = xLabel, style(7)
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		a.Tick.Label.Font, a.LineStyle.Color, a.Tick.LineStyle.Color, a.Tick.Length = style(7), grey, grey, vg.Points(3)
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.6), vg.Points(0.5)
		a.Padding = 0
	}
	g := plotter.NewGrid()
	g.Vertical.Color, g.Horizontal.Color = color.Gray{Y: 214}, color.Gray{Y: 214}
	g.Vertical.Width, g.Horizontal.Width = vg.Points(0.5), vg.Points(0.5)
	p.Add(g)
	return p
}

// render returns a plot as SVG.
func render(p *plot.Plot, width, height vg.Length, title string) (string, error) {
	canvas := vgsvg.New(width, height)
	p.Draw(draw.New(canvas))
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return "", fmt.Errorf("plot %q: %w", title, err)
	}
	return inline(b.String(), title), nil
}

// drawPlot returns a plot of curves as SVG. Thin vertical lines stand at the times in at.
func drawPlot(title, xLabel string, curves []curve, at []float64) (string, error) {
	p := styled(title, xLabel)
	room := boundsOf(curves)
	for _, c := range curves {
		l, err := plotter.NewLine(withoutStraight(thin(c.x, c.y, mostPoints), room))
		if err != nil {
			return "", fmt.Errorf("plot %q: %w", title, err)
		}
		l.Color, l.Width, l.Dashes = parseColor(c.color), vg.Points(1), c.dashes
		p.Add(l)
	}
	if span := p.Y.Max - p.Y.Min; span < leastSpan {
		p.Y.Min, p.Y.Max = p.Y.Min-(leastSpan-span)/2, p.Y.Max+(leastSpan-span)/2
	}
	widen(&p.Y)
	p.X.Tick.Marker, p.Y.Tick.Marker = across, up
	for _, t := range at {
		l, err := plotter.NewLine(plotter.XYs{{X: t, Y: p.Y.Min}, {X: t, Y: p.Y.Max}})
		if err != nil {
			return "", fmt.Errorf("plot %q: %w", title, err)
		}
		l.Color, l.Width, l.Dashes = color.Gray{Y: 120}, vg.Points(0.5), []vg.Length{vg.Points(2), vg.Points(2)}
		p.Add(l)
	}
	return render(p, plotWidth, plotHeight, title)
}

// inline prepares an SVG file for embedding in a page: scaled by the page, with fonts that every machine has, and a title for those who
// do not see it.
func inline(s, title string) string {
	if i := strings.Index(s, "<svg"); i > 0 {
		s = s[i:]
	}
	if i := strings.Index(s, "viewBox"); i > 0 {
		s = `<svg role="img" aria-label="` + html.EscapeString(title) + `" ` + s[i:]
	}
	for {
		i := strings.Index(s, "<!--")
		k := strings.Index(s, "-->")
		if i < 0 || k < i {
			break
		}
		s = s[:i] + s[k+3:]
	}
	return strings.ReplaceAll(strings.TrimSpace(s), "font-family:Liberation Sans", "font-family:Arial,Liberation Sans,Helvetica,sans-serif")
}

// ticks are the marks of an axis, at round numbers.
type ticks struct {
	about   int     // how many
	letters int     // number of letters of labels that fit beside each other; 0 for any
	least   float64 // between two marks
}

// across and up are the marks of plots' axes, counts those of numbers of things.
var across, up, counts = ticks{8, 48, 0}, ticks{5, 0, 0}, ticks{5, 0, 1}

// Ticks implements plot.Ticker.
func (t ticks) Ticks(lo, hi float64) []plot.Tick {
	for step := math.Max(t.least, round((hi-lo)/float64(t.about))); ; step = round(2.6 * step) {
		var list []plot.Tick
		letters := 0
		for k := math.Ceil(lo / step); k*step <= hi; k++ {
			label := strconv.FormatFloat(k*step+0, 'g', 6, 64)
			letters += len(label) + 2
			list = append(list, plot.Tick{Value: k * step, Label: strings.Replace(label, "-", "−", 1)})
		}
		if many := float64(len(list)) > 1.7*float64(t.about); !(many || t.letters > 0 && letters > t.letters) || len(list) <= 3 {
			return list
		}
	}
}

// widen widens an axis a little, and gives an axis of zero width some width.
func widen(a *plot.Axis) {
	if span := a.Max - a.Min; span < 1e-6*math.Max(1, math.Abs(a.Max)) {
		a.Min, a.Max = a.Min-1, a.Max+1
	} else {
		a.Min, a.Max = a.Min-0.04*span, a.Max+0.04*span
	}
}

// thin returns at most about n points of a curve: of each stretch the first, the lowest, the highest and the last, in
// order.
func thin(x, y []float64, n int) plotter.XYs {
	var out plotter.XYs
	each := max(1, (4*len(x)+n-1)/n)
	for i := 0; i < len(x); i += each {
		end := min(i+each, len(x))
		lo, hi := i, i
		for k := i; k < end; k++ {
			if y[k] < y[lo] {
				lo = k
			}
			if y[k] > y[hi] {
				hi = k
			}
		}
		last := -1
		for _, k := range [4]int{i, min(lo, hi), max(lo, hi), end - 1} {
			if k > last {
				out = append(out, plotter.XY{X: x[k], Y: y[k]})
				last = k
			}
		}
	}
	return out
}

// boundsOf returns the least and the largest values of curves, with the times as X.
func boundsOf(curves []curve) geom.AABB {
	room := geom.EmptyAABB()
	for _, c := range curves {
		for i := range c.x {
			p := geom.Vec{X: c.x[i], Y: c.y[i]}
			room = room.Union(geom.AABB{Min: p, Max: p})
		}
	}
	return room
}

// withoutStraight returns the points of a curve without those on straight stretches of it, as it is drawn in a plot of the values in room.
func withoutStraight(points plotter.XYs, room geom.AABB) plotter.XYs {
	const off = 0.03 // [pt]
	size := room.Size()
	width, height := float64(plotWidth)/math.Max(size.X, 1e-9), float64(plotHeight)/math.Max(size.Y, leastSpan)
	line := make([]geom.Vec, len(points))
	for i, p := range points {
		line[i] = geom.Vec{X: p.X * width, Y: p.Y * height, Z: float64(i)} // the place says which is left
	}
	var left plotter.XYs
	for _, p := range bends(line, off) {
		left = append(left, points[int(p.Z)])
	}
	return left
}

func parseColor(s string) color.Color {
	n, err := strconv.ParseUint(strings.TrimPrefix(s, "#"), 16, 32)
	if err != nil {
		return color.RGBA{A: 255}
	}
	return color.RGBA{R: uint8(n >> 16), G: uint8(n >> 8), B: uint8(n), A: 255}
}
