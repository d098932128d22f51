package report

import (
	"fmt"
	"html"
	"math"
	"slices"

	"github.com/prang-sim/prang/runs/sweep"
	"github.com/prang-sim/prang/sim/geom"
)

const (
	placeWidth  = 480.0 // of a picture of a measured place [px]
	headingLong = 70.0  // of the arrow of a measured heading [px]
	headingNear = 42.0  // of that of a run
)

// place is a body of which the place, or a part of it, was measured: x, y [m] and heading [degrees], nil for what was not.
type place struct {
	body          string
	x, y, heading *sweep.Measured
}

// ending is where a body was at the end of one of the nearest runs.
type ending struct {
	run     *sweep.NearRun
	outcome *sweep.Outcome
}

// drawPlaces draws what was measured of the places of bodies, each in a picture of its own: the standard deviations of x and y as an
// ellipse, that of the heading as a wedge, and where the body was at the end of the nearest runs. Bodies of which neither x nor
// y was measured have none.
func drawPlaces(f *sweep.Fit, s *sweep.Spread, colors map[string]string) (list []sketch) {
	var places []place
	for i := range f.Measured {
		m := &f.Measured[i]
		k := slices.IndexFunc(places, func(p place) bool { return p.body == m.Body })
		if k < 0 {
			k, places = len(places), append(places, place{body: m.Body})
		}
		switch p := &places[k]; m.Quantity {
		case "x":
			p.x = m
		case "y":
			p.y = m
		case "heading_deg":
			p.heading = m
		}
	}
	for i := range places {
		if p := &places[i]; p.x != nil || p.y != nil {
			if ends := endings(f, s, p.body); len(ends) > 0 {
				color := colors[p.body]
				if color == "" {
					color = "#333"
				}
				list = append(list, sketch{p.draw(ends, color), p.caption(ends)})
			}
		}
	}
	return list
}

// endings returns where a body was at the end of the nearest runs, the nearest first.
func endings(f *sweep.Fit, s *sweep.Spread, body string) (list []ending) {
	for i := range f.Nearest {
		for _, v := range s.Variations {
			if v.Number != f.Nearest[i].Number {
				continue
			}
			for k := range v.Outcomes {
				if v.Outcomes[k].Body == body {
					list = append(list, ending{&f.Nearest[i], &v.Outcomes[k]})
				}
			}
		}
	}
	return list
}

// draw draws a place and ends, the nearest last, so that it is on top.
func (p *place) draw(ends []ending, color string) string {
	c := newCanvas(p.area(ends), placeWidth)
	c.grid(round(c.area.Size().X / 5))
	at := geom.Vec{X: ends[0].outcome.X, Y: ends[0].outcome.Y} // where there is nothing measured, it is as in the nearest run
	var reach geom.Vec
	if p.x != nil {
		at.X, reach.X = p.x.Mean, p.x.Deviation
	}
	if p.y != nil {
		at.Y, reach.Y = p.y.Mean, p.y.Deviation
	}
	x, y := c.px(at)
	style := fmt.Sprintf(`fill="%s" fill-opacity="0.10" stroke="%s" stroke-width="1.2"`, color, color)
	for k := 1.0; k <= 2; k++ {
		switch rx, ry := k*reach.X*c.scale, k*reach.Y*c.scale; {
		case p.x == nil:
			c.put(`<rect x="-2" y="%.1f" width="%.1f" height="%.1f" %s/>`, y-ry, c.width+4, 2*ry, style)
		case p.y == nil:
			c.put(`<rect x="%.1f" y="-2" width="%.1f" height="%.1f" %s/>`, x-rx, 2*rx, c.height+4, style)
		default:
			c.put(`<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f" %s/>`, x, y, rx, ry, style)
		}
		style += ` stroke-dasharray="4 3"`
	}
	if p.heading != nil {
		p.drawHeading(c, at, color)
	}
	c.put(`<path d="M%.1f %.1fh12M%.1f %.1fv12" stroke="#111" stroke-width="1.6" fill="none"/>`, x-6, y, x, y-6)
	for i := len(ends) - 1; i >= 0; i-- {
		ends[i].draw(c, color, i == 0, p.heading != nil)
	}
	taken := []geom.Vec{at}
	for _, e := range ends {
		taken = append(taken, geom.Vec{X: e.outcome.X, Y: e.outcome.Y})
	}
	c.axes(taken)
	return c.svg("measured place of " + p.body + " and the nearest runs")
}

// area returns the bounds of what was measured, to two standard deviations, and of the ends, with room around them.
func (p *place) area(ends []ending) geom.AABB {
	a := geom.EmptyAABB()
	for _, e := range ends {
		at := geom.Vec{X: e.outcome.X, Y: e.outcome.Y}
		a = a.Union(geom.AABB{Min: at, Max: at})
	}
	if p.x != nil {
		a.Min.X, a.Max.X = math.Min(a.Min.X, p.x.Mean-2*p.x.Deviation), math.Max(a.Max.X, p.x.Mean+2*p.x.Deviation)
	}
	if p.y != nil {
		a.Min.Y, a.Max.Y = math.Min(a.Min.Y, p.y.Mean-2*p.y.Deviation), math.Max(a.Max.Y, p.y.Mean+2*p.y.Deviation)
	}
	const ratio = 0.66 // of height and width
	size := a.Size()
	width := 1.35 * math.Max(size.X, size.Y/ratio)
	middle := a.Min.Add(a.Max).Scale(0.5)
	half := geom.Vec{X: width / 2, Y: width * ratio / 2}
	return geom.AABB{Min: middle.Sub(half), Max: middle.Add(half)}
}

// drawHeading draws a measured heading with a wedge of its standard deviation to both sides.
func (p *place) drawHeading(c *canvas, at geom.Vec, color string) {
	x, y := c.px(at)
	const degree = math.Pi / 180
	middle, side := p.heading.Mean*degree, math.Min(p.heading.Deviation, 180)*degree
	corner := func(angle float64) (float64, float64) {
		return x + headingLong*math.Cos(angle), y - headingLong*math.Sin(angle)
	}
	ax, ay := corner(middle - side)
	bx, by := corner(middle + side)
	large := 0
	if side > math.Pi/2 {
		large = 1
	}
	c.put(`<path d="M%.1f %.1fL%.1f %.1fA%.1f %.1f 0 %d 0 %.1f %.1fZ" fill="%s" fill-opacity="0.22"/>`, x, y, ax, ay, headingLong, headingLong, large, bx, by, color)
	c.arrow(at, headingLong*math.Cos(middle), headingLong*math.Sin(middle), "#111", 1.6, true)
}

// draw draws where a body was at the end of a run: hollow if it was still moving. The nearest run has its number.
func (e *ending) draw(c *canvas, color string, nearest, heading bool) {
	at := geom.Vec{X: e.outcome.X, Y: e.outcome.Y}
	x, y := c.px(at)
	fill, opacity, radius := color, 0.55, 3.2
	if nearest {
		opacity, radius = 1, 4.6
	}
	c.put(`<g opacity="%.2f">`, opacity)
	if h := e.outcome.Heading; heading && h != nil {
		s, cos := math.Sincos(*h * math.Pi / 180)
		c.arrow(at, headingNear*cos, headingNear*s, color, 1.1, false)
	}
	if !e.outcome.Resting {
		fill = "#fff"
	}
	c.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="%s" stroke-width="1.3"><title>%s</title></circle>`, x, y, radius, fill, color,
		html.EscapeString(fmt.Sprintf("run %d, misfit %s", e.run.Number, number(e.run.Misfit, 2))))
	c.put(`</g>`)
	if nearest {
		c.text(at, 8, 14, "start", fmt.Sprintf(`font-size="11" fill="%s"`, ink(color)), fmt.Sprintf("run %d", e.run.Number))
	}
}

// caption says what was measured, and which run came how near.
func (p *place) caption(ends []ending) string {
	text := p.body + ": measured"
	between := ""
	for _, q := range []struct {
		name, unit string
		m          *sweep.Measured
	}{{"x", " m", p.x}, {"y", " m", p.y}, {"heading", "°", p.heading}} {
		if q.m == nil {
			continue
		}
		text += fmt.Sprintf("%s %s %s ± %s%s", between, q.name, number(q.m.Mean, 2), number(q.m.Deviation, 2), q.unit)
		between = ","
	}
	e := &ends[0]
	text += fmt.Sprintf("; run %d: x %s m, y %s m", e.run.Number, number(e.outcome.X, 2), number(e.outcome.Y, 2))
	if h := e.outcome.Heading; h != nil {
		text += fmt.Sprintf(", heading %s°", number(*h, 1))
	}
	return text
}
