package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const (
	planWidth  = 1000.0 // [px]
	ghostEvery = 0.5    // between two pale outlines, where there are no more than manyGhosts of a vehicle [s]
	manyGhosts = 120
	wholeScene = 120.0 // wider scenes are shown from shortly before the first mark or collision of each vehicle on [m]
	runUp      = 0.5   // [s]
	manyCars   = 8     // of more vehicles only the names are written
	farthest   = 2.0   // how much larger what is thrown may make the plan
	moved      = 0.5   // what has not gone as far is not thrown [m]
	manyBadges = 15    // of more collisions only those with a third of the largest delta-v are marked
)

// plan draws the scene from above: statics, paths, skid marks, the vehicles at the start, at their collisions and at
// the end, pale ones between, and the collisions by number with the impulse on the first vehicle.
func (s *Scene) plan(r *runs.Report, b *reconstruct.Builder) string {
	list := encounters(r)
	c := newCanvas(s.planArea(r), planWidth)
	c.grid(math.Max(1, round(c.area.Size().X/6)))
	s.drawStatics(c)
	for i := range s.others {
		s.drawOther(c, &s.others[i])
	}
	for i := range r.Vehicles {
		drawMarks(c, &r.Vehicles[i])
	}
	for i := range r.Vehicles {
		s.drawCar(c, r, b, i, list)
	}
	for i := range s.others {
		s.nameOther(c, &s.others[i])
	}
	strongest := 0.0
	for i := range list {
		strongest = math.Max(strongest, impulse(&list[i]).Len())
	}
	for i := len(list) - 1; i >= 0; i-- {
		e := &list[i]
		if len(list) > manyBadges && e.size < largest(list)/3 {
			continue
		}
		j := impulse(e)
		if j.Len() < 0.15*strongest {
			c.badge(e.point, e.number, 5.5)
			continue
		}
		j = j.Scale(70 / strongest)
		c.arrow(e.point, j.X, j.Y, "#111", 2, false)
		c.badge(e.point, e.number, 8)
	}
	var taken []geom.Vec
	for i := range r.Vehicles {
		for _, p := range r.Vehicles[i].Path {
			taken = append(taken, geom.Vec{X: p.Position[0], Y: p.Position[1]})
		}
	}
	for i := range s.others {
		taken = append(taken, s.others[i].path...)
	}
	c.axes(taken)
	return c.svg("plan of the scene")
}

func impulse(e *encounter) geom.Vec {
	j := e.sides[0].Impulse
	return geom.Vec{X: j[0], Y: j[1], Z: j[2]}
}

// badge draws the number of a collision.
func (c *canvas) badge(p geom.Vec, number int, radius float64) {
	x, y := c.px(p)
	c.put(`<circle cx="%.1f" cy="%.1f" r="%.1f" fill="#111" stroke="#fff" stroke-width="1.2"/><text x="%.1f" y="%.1f" font-size="%.1f" font-weight="bold" fill="#fff" text-anchor="middle">%d</text>`,
		x, y, radius, x, y+0.46*radius, 1.3*radius, number)
}

// planArea returns the bounds of all paths with room for a car around them, not too narrow in either direction.
func (s *Scene) planArea(r *runs.Report) geom.AABB {
	a, whole := pathArea(r, false), true
	if a.Size().MaxAbs() > wholeScene {
		if crash := pathArea(r, true); crash.Size().MaxAbs() < 0.8*a.Size().MaxAbs() {
			a, whole = crash, false
		}
	}
	a = a.Grow(math.Max(4, 0.05*a.Size().MaxAbs()))
	return shaped(s.withThrown(a, whole))
}

// withThrown returns an area that also holds what the vehicles have thrown, such as a person, from the nearest on, as long as
// that makes it no more than farthest times as large; with whole the ways there too.
func (s *Scene) withThrown(a geom.AABB, whole bool) geom.AABB {
	const margin = 1.0 // [m]
	most := farthest * a.Size().MaxAbs()
	var wider []geom.AABB
	for i := range s.others {
		o := &s.others[i]
		if len(o.path) == 0 || o.last.P.Sub(o.path[0]).Len() < moved {
			continue
		}
		ends := geom.AABB{Min: o.last.P, Max: o.last.P}
		for _, p := range o.path {
			if whole {
				ends = ends.Union(geom.AABB{Min: p, Max: p})
			}
		}
		object := &s.objects[o.object]
		wider = append(wider, a.Union(ends.Grow(margin+object.Half.Add(object.Offset.Abs()).Len())))
	}
	slices.SortStableFunc(wider, func(a, b geom.AABB) int { return cmp.Compare(a.Size().MaxAbs(), b.Size().MaxAbs()) })
	for i := range wider {
		if all := a.Union(wider[i]); all.Size().MaxAbs() <= most {
			a = all
		}
	}
	return a
}

// shaped returns an area that holds a, neither too narrow nor too low for a page.
func shaped(a geom.AABB) geom.AABB {
	size := a.Size()
	if most := 0.95 * size.X; size.Y > most {
		grow := (size.Y/0.95 - size.X) / 2
		a.Min.X, a.Max.X = a.Min.X-grow, a.Max.X+grow
	}
	if least := 0.36 * size.X; size.Y < least {
		grow := (least - size.Y) / 2
		a.Min.Y, a.Max.Y = a.Min.Y-grow, a.Max.Y+grow
	}
	return a
}

// pathArea returns the bounds of the paths of all vehicles; with crash, from shortly before the first mark or collision
// of each vehicle on, and of one that has neither only its end.
func pathArea(r *runs.Report, crash bool) geom.AABB {
	a := geom.EmptyAABB()
	for i := range r.Vehicles {
		v := &r.Vehicles[i]
		from := math.Inf(-1)
		if crash {
			from = v.End.Time
			for k := range v.Collisions {
				from = math.Min(from, v.Collisions[k].Time-runUp)
			}
			for k := range v.Marks {
				from = math.Min(from, v.Marks[k].From-runUp)
			}
		}
		for _, p := range v.Path {
			if p.Time >= from {
				at := geom.Vec{X: p.Position[0], Y: p.Position[1]}
				a = a.Union(geom.AABB{Min: at, Max: at})
			}
		}
	}
	return a
}

func (s *Scene) drawStatics(c *canvas) {
	area := c.area
	area.Min.Z, area.Max.Z = math.Inf(-1), math.Inf(1)
	c.put(`<g stroke="#8d8d84" stroke-width="0.9" fill="none">`)
	for _, l := range runs.StaticLines(s.objects, s.meshes) {
		box := geom.AABBOf(l[0], l[1])
		if box.Overlaps(&area) {
			c.line(l[:], false, "")
		}
	}
	c.put(`</g>`)
}

// drawOther draws a body that is no vehicle, or a mover, at the start, pale, and at the end, with its path.
func (s *Scene) drawOther(c *canvas, o *other) {
	color := runs.ColorOf(s.objects, o.object)
	c.line(o.path, false, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="0.8" stroke-dasharray="4 3"`, color))
	c.drawObject(&s.objects[o.object], o.first, color, 0, 0.4)
	c.drawObject(&s.objects[o.object], o.last, color, 0.2, 0.9)
}

// nameOther writes the name of what drawOther has drawn where it is at the end, if it is there and nothing else is named there.
func (s *Scene) nameOther(c *canvas, o *other) {
	if len(o.path) > 0 && c.holds(o.last.P) {
		c.name(o.last.P, 6, 10, runs.ColorOf(s.objects, o.object), s.objects[o.object].Name)
	}
}

func drawMarks(c *canvas, v *reconstruct.Vehicle) {
	width := math.Max(1.2, math.Min(0.18*c.scale, 5))
	for i := range v.Marks {
		var line []geom.Vec
		for _, p := range v.Marks[i].Points {
			line = append(line, geom.Vec{X: p[0], Y: p[1]})
		}
		c.line(line, false, fmt.Sprintf(`fill="none" stroke="#1a1a1a" stroke-opacity="0.38" stroke-width="%.1f" stroke-linecap="round" stroke-linejoin="round"`, width))
	}
}

// ghostTime returns the time between two pale outlines of vehicles that are simulated for a time [s].
func ghostTime(whole float64) float64 {
	every := ghostEvery
	for k := 0; whole > manyGhosts*every; k++ {
		every *= [3]float64{2, 2, 2.5}[k%3] // 0.5, 1, 2, 5, 10, …
	}
	return every
}

// drawCar draws a vehicle's path and its outline at chosen times.
func (s *Scene) drawCar(c *canvas, r *runs.Report, b *reconstruct.Builder, i int, list []encounter) {
	object := b.Objects()[i]
	o, color, m := &s.objects[object], runs.ColorOf(s.objects, object), b.Samples(i)
	var path []geom.Vec
	every := ghostTime(r.Time)
	next := every
	for k := range m {
		if n := len(path); n == 0 || k == len(m)-1 || path[n-1].Sub(m[k].Pose.P).Len() > 0.1 {
			path = append(path, m[k].Pose.P)
		}
		if m[k].Time >= next-1e-6 {
			next += every
			if m[k].V.Len() > 0.3 && c.reaches(o, m[k].Pose.P) {
				c.drawObject(o, m[k].Pose, color, 0.05, 0.32)
			}
		}
	}
	c.line(path, false, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1.1" stroke-dasharray="7 3 1.5 3"`, color))
	v := &r.Vehicles[i]
	for k := range list {
		for _, side := range list[k].sides {
			if side.Body == v.Body && list[k].size > 0.25*largest(list) {
				c.drawObject(o, b.Before(i, side.Time).Pose, color, 0.22, 0.8)
			}
		}
	}
	first, last := m[0], m[len(m)-1]
	c.drawObject(o, first.Pose, color, 0.15, 0.8)
	c.drawObject(o, last.Pose, color, 0.5, 1)
	begin, end := fmt.Sprintf("%s, %.0f km/h", isolated(v.Body), v.Start.Speed*3.6), fmt.Sprintf("%s, end %.2f s", isolated(v.Body), v.End.Time)
	if v.AtRest {
		end = isolated(v.Body) + ", at rest"
	}
	if len(r.Vehicles) > manyCars {
		begin, end = v.Body, v.Body
	}
	c.label(o, first.Pose, color, begin)
	if v.Travelled > 1 {
		c.label(o, last.Pose, color, end)
	}
}

// label writes text above an object at a pose.
func (c *canvas) label(o *record.Object, pose geom.Transform, color, s string) {
	if !c.holds(pose.P) {
		return
	}
	nose := pose.Q.Rotate(geom.Vec{X: 1})
	rise := math.Abs(nose.Y)*o.Half.X + math.Abs(nose.X)*o.Half.Y
	c.name(pose.P, rise*c.scale+5, 11, color, s)
}

// holds reports whether a place is on the canvas.
func (c *canvas) holds(p geom.Vec) bool {
	return p.X >= c.area.Min.X && p.X <= c.area.Max.X && p.Y >= c.area.Min.Y && p.Y <= c.area.Max.Y
}

func largest(list []encounter) float64 {
	most := 0.0
	for i := range list {
		most = math.Max(most, list[i].size)
	}
	return most
}
