package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Convex shapes that lie flush with each other, such as the segments of a barrier, the slabs of a road or the parts of a
// body, make one surface. What slides along it overlaps it by up to the slop, and would catch on the side or the edge of
// the next shape, which are inside the surface. Meshes know which of their edges are inside (geom.Join); for convex shapes
// a contact is looked at when it is found: it is none if all its points are hidden. A point on the surface of a shape is
// hidden by a neighbour if what is before it, along the normal of the contact, is nearer to the neighbour than to the
// point, and the shape does not rise above the neighbour there. Where it does, as a wall above a floor, it stops what
// comes along.

// partRef is a part of a static.
type partRef struct{ static, part int32 }

// The lengths of seams, in units of the slop: how far before a point its neighbour is looked for, which gaps up to that
// belong to a surface; how far the neighbour's face may be below the point; how far a shape rises that hides nothing; and
// how far inside it that is looked for.
const (
	seamAhead = 10
	seamBelow = 1
	seamRise  = 2
	seamDepth = 0.01
	// seamTurn is the sine of the angle between normals from which they differ.
	seamTurn = 1e-3
)

// findSeams lists, for each part of a body or static, the other parts of the body, and those of all statics, that may hide
// points of it.
func (w *World) findSeams() {
	for i := range w.bodies {
		b := &w.bodies[i]
		if len(b.parts) == 1 {
			continue
		}
		b.beside = make([][]int32, len(b.parts))
		for k := range b.parts {
			for j := range b.parts {
				x, y := b.parts[k].In(geom.Transform{Q: geom.IdentityQuat()}), b.parts[j].In(geom.Transform{Q: geom.IdentityQuat()})
				if j != k && w.flush(&x, &y) {
					b.beside[k] = append(b.beside[k], int32(j))
				}
			}
		}
	}
	for i := range w.statics {
		s := &w.statics[i]
		if s.sensor {
			continue
		}
		for k := range s.placed {
			near := s.placed[k].bounds.Grow(float64(seamAhead * w.set.Slop))
			for j := range w.statics {
				o := &w.statics[j]
				if o.sensor || !o.bounds.Overlaps(&near) {
					continue
				}
				for n := range o.placed {
					if (i != j || k != n) && o.placed[n].bounds.Overlaps(&near) && w.flush(&s.placed[k].Convex, &o.placed[n].Convex) {
						if s.beside == nil {
							s.beside = make([][]partRef, len(s.placed))
						}
						s.beside[k] = append(s.beside[k], partRef{int32(j), int32(n)})
					}
				}
			}
		}
	}
}

// flush reports whether b may hide points of a.
func (w *World) flush(a, b *narrowphase.Convex) bool {
	if !a.Shape.Polyhedral() || !b.Shape.Polyhedral() && b.Shape.Kind != geom.ShapePlane {
		return false
	}
	sep, _ := narrowphase.Separation(a, b)
	return sep <= float64(seamAhead*w.set.Slop)
}

// atSeam reports whether all points of a manifold, of candidate c of a pair, are hidden on one of its sides. a and b are
// the shapes, and own and other the states of their bodies.
func (w *World) atSeam(p *pair, c *candidate, a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	hidden, all := uint32(0), uint32(1)<<m.Count-1
	hidden = w.hiddenOn(p.a, c.part, a, m.N, m, hidden)
	if hidden == all {
		return true
	}
	if p.b >= 0 {
		return w.hiddenOn(p.b, c.other, b, m.N.Neg(), m, hidden) == all
	}
	s := &w.statics[-1-p.b]
	if s.beside == nil {
		return false
	}
	for _, r := range s.beside[c.other] {
		if !w.ignores(p.a, -1-r.static) {
			hidden |= w.hiddenBy(&w.statics[r.static].placed[r.part].Convex, b, m.N.Neg(), m)
		}
	}
	return hidden == all
}

// hiddenOn adds to a set of points of a manifold those on part k of a body that its other parts hide; a is that part.
func (w *World) hiddenOn(i, k int32, a *narrowphase.Convex, out geom.Vec, m *narrowphase.Manifold, hidden uint32) uint32 {
	b := &w.bodies[i]
	if b.beside == nil || len(b.beside[k]) == 0 {
		return hidden
	}
	at := &b.parts[k].At
	body := geom.Transform{Q: a.Pose.Q.Mul(at.Q.Conj())}
	body.P = a.Pose.P.Sub(body.Q.Rotate(at.P))
	for _, j := range b.beside[k] {
		other := narrowphase.Convex{Shape: b.parts[j].Shape, Pose: body.Mul(b.parts[j].At)}
		hidden |= w.hiddenBy(&other, a, out, m)
	}
	return hidden
}

// hiddenBy returns the set of points of a manifold, on shape a with the outward normal out, that another shape hides.
func (w *World) hiddenBy(other, a *narrowphase.Convex, out geom.Vec, m *narrowphase.Manifold) (hidden uint32) {
	slop := w.set.Slop
	ahead := float64(seamAhead * slop)
	for i := range m.Count {
		q := &m.Points[i]
		at := q.P.AddScaled(out, -float64(0.5*q.Separation)) // on the surface of a
		height, up := outermost(other, at.AddScaled(out, ahead))
		cos := up.Dot(out)
		if !(height < ahead) || height-float64(ahead*cos) > float64(seamBelow*slop) {
			continue
		}
		rise, back := up.AddScaled(out, -cos), out.AddScaled(up, -cos)
		if !(rise.Len() > seamTurn) {
			continue
		}
		// Along its own surface, and straight up from the side of the neighbour.
		in := -float64(seamDepth * slop)
		over := at.AddScaled(out, in).AddScaled(rise.Normalize(), float64(seamRise*slop))
		above := at.AddScaled(back.Normalize(), in).AddScaled(up, float64(seamRise*slop))
		if !inside(a, over) && !inside(a, above) {
			hidden |= 1 << i
		}
	}
	return hidden
}

// inside reports whether a point is in a polyhedron or a half space.
func inside(c *narrowphase.Convex, x geom.Vec) bool {
	depth, _ := outermost(c, x)
	return depth <= 0
}

// outermost returns the largest distance of a point from the planes of the faces of a polyhedron or a plane, negative
// inside, and the outward normal of that face.
func outermost(c *narrowphase.Convex, x geom.Vec) (distance float64, n geom.Vec) {
	at := c.Pose.ApplyInv(x)
	if c.Shape.Kind == geom.ShapePlane {
		return at.Z, c.Pose.Q.Rotate(geom.Vec{Z: 1})
	}
	distance = math.Inf(-1)
	for f := range c.Shape.Hull.Faces {
		if d := c.Shape.Hull.Faces[f].Plane.N.Dot(at) - c.Shape.Hull.Faces[f].Plane.D; d > distance {
			distance, n = d, c.Shape.Hull.Faces[f].Plane.N
		}
	}
	return distance, c.Pose.Q.Rotate(n)
}
