package report

import (
	"fmt"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// upright is the cosine of the tilt up to which a vehicle is drawn with its roof.
const upright = 0.9

// reaches reports whether an object at a place may be seen, at least in part.
func (c *canvas) reaches(o *record.Object, p geom.Vec) bool {
	shown := c.area.Grow(o.Half.Add(o.Offset.Abs()).Len())
	return p.X >= shown.Min.X && p.X <= shown.Max.X && p.Y >= shown.Min.Y && p.Y <= shown.Max.Y
}

// drawObject draws an object at a pose: its outlines, and of a box on its wheels the glass and the bonnet. fill is the
// opacity of its colour.
func (c *canvas) drawObject(o *record.Object, pose geom.Transform, color string, fill, stroke float64) {
	style := fmt.Sprintf(`fill="%s" fill-opacity="%.2f" stroke="%s" stroke-opacity="%.2f" stroke-width="1.1" stroke-linejoin="round"`, color, fill, color, stroke)
	if o.Kind == record.Mover {
		x, y := c.px(pose.P)
		c.put(`<ellipse cx="%.1f" cy="%.1f" rx="%.1f" ry="%.1f" %s/>`, x, y, o.Half.X*c.scale, o.Half.Y*c.scale, style)
		return
	}
	if !(o.Vehicle && o.Shape == "box" && pose.Q.Rotate(geom.Vec{Z: 1}).Z > upright) {
		for _, l := range runs.Outlines(o, pose) {
			c.line(l, true, style)
		}
		if o.Vehicle {
			nose := pose.Apply(o.Offset.Add(geom.Vec{X: o.Half.X}))
			c.line([]geom.Vec{pose.Apply(o.Offset), nose}, false, fmt.Sprintf(`stroke="%s" stroke-opacity="%.2f" fill="none"`, color, stroke))
		}
		return
	}
	at := func(x, y float64) geom.Vec {
		return pose.Apply(o.Offset.Add(geom.Vec{X: x * o.Half.X, Y: y * o.Half.Y}))
	}
	sides := func(half [][2]float64) []geom.Vec {
		var list []geom.Vec
		for _, p := range half {
			list = append(list, at(p[0], p[1]))
		}
		for i := len(half) - 1; i >= 0; i-- {
			list = append(list, at(half[i][0], -half[i][1]))
		}
		return list
	}
	c.line(sides([][2]float64{{1, 0.55}, {0.95, 0.86}, {0.85, 1}, {-0.9, 1}, {-0.97, 0.88}, {-1, 0.6}}), true, style)
	glass := fmt.Sprintf(`fill="#fff" fill-opacity="%.2f" stroke="%s" stroke-opacity="%.2f" stroke-width="0.7"`, min(1, 1.6*fill), color, 0.8*stroke)
	c.line(sides([][2]float64{{0.42, 0.5}, {0.34, 0.84}, {0.12, 0.7}, {0.14, 0.4}}), true, glass)  // windscreen
	c.line(sides([][2]float64{{-0.62, 0.4}, {-0.6, 0.7}, {-0.8, 0.8}, {-0.84, 0.5}}), true, glass) // rear window
	c.line([]geom.Vec{at(0.95, 0.5), at(0.45, 0.55)}, false, fmt.Sprintf(`stroke="%s" stroke-opacity="%.2f" stroke-width="0.6" fill="none"`, color, 0.7*stroke))
	c.line([]geom.Vec{at(0.95, -0.5), at(0.45, -0.55)}, false, fmt.Sprintf(`stroke="%s" stroke-opacity="%.2f" stroke-width="0.6" fill="none"`, color, 0.7*stroke))
}
