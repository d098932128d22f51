package report

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
)

const (
	manySketches = 4
	sketchWidth  = 480.0 // [px]
)

// Sketch is a drawing of a collision with its caption.
type sketch struct {
	SVG, Caption string
}

// sketches draws the largest collisions, in the order of time.
func (s *Scene) sketches(b *reconstruct.Builder, list []encounter) []encounter {
	order := slices.Clone(list)
	slices.SortStableFunc(order, func(x, y encounter) int {
		switch {
		case x.size > y.size:
			return -1
		case x.size < y.size:
			return 1
		}
		return 0
	})
	order = order[:min(len(order), manySketches)]
	for len(order) > 1 && order[len(order)-1].size < 0.15*order[0].size {
		order = order[:len(order)-1]
	}
	slices.SortStableFunc(order, func(x, y encounter) int { return x.number - y.number })
	return order
}

// sketch draws one collision: the vehicles just before it, their velocities before (full) and after (dashed), and the
// force on each.
func (s *Scene) sketch(b *reconstruct.Builder, e *encounter) string {
	a := geom.AABB{Min: e.point, Max: e.point}
	fastest, strongest := 0.0, 0.0
	for _, side := range e.sides {
		if pose, _, ok := s.before(b, s.index(side.Body), e.time); ok {
			r := s.objects[s.index(side.Body)].Half.Len() * 0.95
			a = a.Union(geom.AABB{Min: pose.P, Max: pose.P}.Grow(r))
		}
		fastest = math.Max(fastest, math.Max(side.SpeedBefore, side.SpeedAfter))
		strongest = math.Max(strongest, math.Hypot(side.Impulse[0], side.Impulse[1]))
	}
	a = a.Grow(1.2)
	size := a.Size()
	if want := 0.66 * size.X; size.Y < want {
		a.Min.Y, a.Max.Y = a.Min.Y-(want-size.Y)/2, a.Max.Y+(want-size.Y)/2
	} else {
		grow := (size.Y/0.66 - size.X) / 2
		a.Min.X, a.Max.X = a.Min.X-grow, a.Max.X+grow
	}
	c := newCanvas(a, sketchWidth)
	c.grid(math.Max(1, round(c.area.Size().X/5)))
	s.drawStatics(c)
	s.drawSides(c, b, e)
	s.drawOthersAt(c, e)
	for _, side := range e.sides {
		s.drawVectors(c, b, e, side, 110/fastest, 80/math.Max(strongest, 1))
	}
	c.badge(e.point, e.number, 8)
	return c.svg(fmt.Sprintf("collision %d", e.number))
}

func (s *Scene) drawSides(c *canvas, b *reconstruct.Builder, e *encounter) {
	for i := range b.Objects() {
		object := b.Objects()[i]
		pose, _, _ := s.before(b, object, e.time)
		fill := 0.06
		for _, side := range e.sides {
			if s.objects[object].Name == side.Body {
				fill = 0.3
			}
		}
		if o := &s.objects[object]; c.reaches(o, pose.P) || fill > 0.1 {
			c.drawObject(o, pose, runs.ColorOf(s.objects, object), fill, 0.9)
		}
	}
}

// drawOthersAt draws the bodies that are no vehicles where they are just before a collision, that which is struck darker.
func (s *Scene) drawOthersAt(c *canvas, e *encounter) {
	for i, pose := range s.at(e.time) {
		object := s.others[i].object
		o, fill := &s.objects[object], 0.06
		if slices.ContainsFunc(e.sides, func(side runs.Collided) bool { return side.With == o.Name }) {
			fill = 0.3
		}
		if c.reaches(o, pose.P) {
			c.drawObject(o, pose, runs.ColorOf(s.objects, object), fill, 0.9)
		}
	}
}

func (s *Scene) drawVectors(c *canvas, b *reconstruct.Builder, e *encounter, side runs.Collided, speed, force float64) {
	object := s.index(side.Body)
	pose, v, ok := s.before(b, object, e.time)
	if !ok {
		return
	}
	color := runs.ColorOf(s.objects, object)
	after := v.AddScaled(geom.Vec{X: side.Impulse[0], Y: side.Impulse[1], Z: side.Impulse[2]}, 1/s.objects[object].Mass)
	c.arrow(pose.P, v.X*speed, v.Y*speed, color, 2.2, false)
	c.arrow(pose.P, after.X*speed, after.Y*speed, color, 1.6, true)
	x, y := c.px(pose.P)
	c.put(`<circle cx="%.1f" cy="%.1f" r="3" fill="#fff" stroke="%s" stroke-width="1.4"/>`, x, y, color)
	j := geom.Vec{X: side.Impulse[0], Y: side.Impulse[1]}.Scale(force)
	// The arrow of the force ends at the badge of the point of impact, or at the coupling: it shows where the force
	// comes from.
	n := math.Hypot(j.X, j.Y)
	if n == 0 {
		return
	}
	at := e.point
	if side.Via != "" {
		at = geom.Vec{X: side.Point[0], Y: side.Point[1], Z: side.Point[2]}
	}
	tail := at.Sub(j.Scale((1 + 10/n) / c.scale))
	c.arrow(tail, j.X, j.Y, "#111", 2, false)
}
