package report

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/prang-sim/prang/sim/geom"
)

// canvas draws a plan of the world as SVG: x to the right, y up.
type canvas struct {
	b             strings.Builder
	area          geom.AABB
	scale         float64     // pixels a metre
	width, height float64     // [px]
	names         []geom.AABB // what names cover [px]
}

// newCanvas returns a canvas that shows an area at the given width [px].
func newCanvas(area geom.AABB, width float64) *canvas {
	size := area.Size()
	c := &canvas{area: area, scale: width / size.X, width: width}
	c.height = size.Y * c.scale
	return c
}

// svg returns the drawing.
func (c *canvas) svg(label string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" role="img" aria-label="%s">`,
		c.width, c.height, html.EscapeString(label)) + c.b.String() + "</svg>"
}

func (c *canvas) px(p geom.Vec) (x, y float64) {
	return (p.X - c.area.Min.X) * c.scale, (c.area.Max.Y - p.Y) * c.scale
}

// put writes an element; format has no newline.
func (c *canvas) put(format string, args ...any) { fmt.Fprintf(&c.b, format+"\n", args...) }

// line draws a polyline, closed when closed; of an open one the points that matter.
func (c *canvas) line(points []geom.Vec, closed bool, style string) {
	if len(points) == 0 {
		return
	}
	if !closed {
		points = bends(points, offLine/c.scale)
	}
	c.put(`<path d="%s" %s/>`, c.path(points, closed), style)
}

func (c *canvas) path(points []geom.Vec, closed bool) string {
	var d strings.Builder
	for i, p := range points {
		x, y := c.px(p)
		fmt.Fprintf(&d, "%c%.1f %.1f", "ML"[min(i, 1)], x, y)
	}
	if closed {
		d.WriteString("Z")
	}
	return d.String()
}

// arrow draws an arrow from p along d [px to the right, up].
func (c *canvas) arrow(p geom.Vec, dx, dy float64, color string, width float64, dashed bool) {
	length := math.Hypot(dx, dy)
	if length < 1 {
		return
	}
	x, y := c.px(p)
	ex, ey := x+dx, y-dy
	ux, uy := dx/length, -dy/length
	head := math.Min(3.2*width+3, length)
	dash := ""
	if dashed {
		dash = ` stroke-dasharray="5 3"`
	}
	c.put(`<path d="M%.1f %.1fL%.1f %.1f" stroke="%s" stroke-width="%.1f" fill="none"%s/>`, x, y, ex-ux*head*0.8, ey-uy*head*0.8, color, width, dash)
	c.put(`<path d="M%.1f %.1fL%.1f %.1fL%.1f %.1fZ" fill="%s"/>`, ex, ey,
		ex-ux*head-uy*head*0.38, ey-uy*head+ux*head*0.38, ex-ux*head+uy*head*0.38, ey-uy*head-ux*head*0.38, color)
}

// text writes text at a place with an offset to the right and down [px], with a rim in the colour of the background.
func (c *canvas) text(p geom.Vec, dx, dy float64, anchor, style, s string) {
	x, y := c.px(p)
	c.textAt(x+dx, y+dy, anchor, style, s)
}

func (c *canvas) textAt(x, y float64, anchor, style, s string) {
	c.put(`<text x="%.1f" y="%.1f" text-anchor="%s" paint-order="stroke" stroke="#fff" stroke-width="3" stroke-linejoin="round" %s>%s</text>`,
		x, y, anchor, style, html.EscapeString(s))
}

// name writes the name of something above a place, or below it where another is written above, inside of the canvas; not where
// there is one too.
func (c *canvas) name(p geom.Vec, rise, size float64, color, name string) {
	x, y := c.px(p)
	half := 0.29 * size * float64(utf8.RuneCountInString(name))
	x = math.Max(half, math.Min(x, c.width-half))
	for _, y := range [2]float64{y - rise, y + rise + size} {
		y = math.Max(size+3, math.Min(y, c.height-16))
		box := geom.AABB{Min: geom.Vec{X: x - half, Y: y - size}, Max: geom.Vec{X: x + half, Y: y}}
		if !slices.ContainsFunc(c.names, func(a geom.AABB) bool { return a.Overlaps(&box) }) {
			c.names = append(c.names, box)
			c.textAt(x, y, "middle", fmt.Sprintf(`font-size="%g" fill="%s"`, size, ink(color)), name)
			return
		}
	}
}

// grid draws lines at the given distance [m], with their coordinates at the edges.
func (c *canvas) grid(each float64) {
	c.put(`<rect width="%.0f" height="%.0f" fill="#fcfcfa"/>`, c.width, c.height)
	c.put(`<g stroke="#e4e4de" stroke-width="1" font-size="9.5" fill="#6b6b62">`)
	for k := math.Ceil(c.area.Min.X / each); k*each <= c.area.Max.X; k++ {
		x, _ := c.px(geom.Vec{X: k * each})
		c.put(`<path d="M%.1f 0V%.0f"/><text x="%.1f" y="%.1f" stroke="none">%.9g</text>`, x, c.height, x+2, c.height-3, k*each+0)
	}
	for k := math.Ceil(c.area.Min.Y / each); k*each <= c.area.Max.Y; k++ {
		_, y := c.px(geom.Vec{Y: k * each})
		c.put(`<path d="M0 %.1fH%.0f"/><text x="2" y="%.1f" stroke="none">%.9g</text>`, y, c.width, y-2, k*each+0)
	}
	c.put(`</g>`)
}

// axes draws the directions of x and y and, below them, a scale of a length that is round and about a sixth of the
// width, in the corner that is farthest from the points taken.
func (c *canvas) axes(taken []geom.Vec) {
	length := round(c.width / c.scale / 6)
	wide := length*c.scale + 40
	best, room := geom.Vec{}, -1.0
	for _, corner := range [4][2]float64{{c.width - wide - 10, c.height - 82}, {c.width - wide - 10, 8}, {22, 8}, {22, c.height - 82}} {
		near := math.Inf(1)
		for _, p := range taken {
			x, y := c.px(p)
			near = math.Min(near, math.Hypot(x-corner[0]-wide/2, y-corner[1]-30))
		}
		if near > room+1 {
			best, room = geom.Vec{X: corner[0], Y: corner[1]}, near
		}
	}
	c.put(`<rect x="%.1f" y="%.1f" width="%.1f" height="66" rx="3" fill="#fff" fill-opacity="0.85"/>`, best.X, best.Y, wide)
	x, y := best.X+20, best.Y+54
	c.put(`<path d="M%.1f %.1fv5h%.1fv-5" fill="none" stroke="#222" stroke-width="1.4"/>`, x, y, length*c.scale)
	c.textAt(x+length*c.scale/2, y, "middle", `font-size="11" fill="#222"`, fmt.Sprintf("%g m", length))
	o := geom.Vec{X: c.area.Min.X + (x+length*c.scale/2-12)/c.scale, Y: c.area.Max.Y - (best.Y+38)/c.scale}
	c.arrow(o, 24, 0, "#555", 1.1, false)
	c.arrow(o, 0, 24, "#555", 1.1, false)
	c.text(o, 27, 3, "start", `font-size="10.5" fill="#555"`, "x")
	c.text(o, 7, -18, "middle", `font-size="10.5" fill="#555"`, "y")
}

// round returns the largest of 1, 2, 5 times a power of ten that is not above x.
func round(x float64) float64 {
	p := 1.0
	for p > x {
		p /= 10
	}
	for p*10 <= x {
		p *= 10
	}
	switch {
	case x >= 5*p:
		return 5 * p
	case x >= 2*p:
		return 2 * p
	}
	return p
}
