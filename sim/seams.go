package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Shapes that lie flush with each other, such as the segments of a barrier, the slabs of a road or the parts of a body, make
// one surface. What slides along it overlaps it by up to the slop, and would catch on the side or the edge of the next
// shape, which are inside the surface. Meshes know which of their edges are inside (geom.Join); for convex shapes, and the
// borders of meshes, a contact is looked at when it is found: it is none if all its points are hidden. A point on the
// surface of a shape is hidden by a neighbour if what is before it, along the normal of the contact, is nearer to the
// neighbour than to the point, and the shape does not rise above the neighbour there. Where it does, as a wall above a
// floor, it stops what comes along.
//
// Across a gap, such as that of two planks or beams, there is no neighbour. But what lies on something, and above the face of
// a shape that stands still, but for the slop, is not stopped by the side of that shape either.

// partRef is a part of a static, -1 for its mesh.
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
	// ledgeCosine is the largest cosine between the normal of a contact and that of a face across a gap.
	ledgeCosine = 0.5
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
		if !w.statics[i].sensor {
			w.findSeamsOf(int32(i))
		}
	}
}

// findSeamsOf is findSeams for a static. A mesh has one list for all its triangles.
func (w *World) findSeamsOf(i int32) {
	s := &w.statics[i]
	s.beside = make([][]partRef, max(1, len(s.placed)))
	found := false
	for k := range s.beside {
		near := s.bounds
		if s.mesh == nil {
			near = s.placed[k].bounds
		}
		near = near.Grow(float64(seamAhead * w.set.Slop))
		for j := range w.statics {
			o := &w.statics[j]
			if o.sensor || !o.bounds.Overlaps(&near) {
				continue
			}
			if o.mesh != nil {
				if s.mesh == nil && s.placed[k].Shape.Polyhedral() {
					s.beside[k], found = append(s.beside[k], partRef{int32(j), -1}), true
				}
				continue
			}
			for n := range o.placed {
				if int(i) == j && k == n || !o.placed[n].bounds.Overlaps(&near) {
					continue
				}
				if s.mesh != nil && w.hides(&o.placed[n].Convex) || s.mesh == nil && w.flush(&s.placed[k].Convex, &o.placed[n].Convex) {
					s.beside[k], found = append(s.beside[k], partRef{int32(j), int32(n)}), true
				}
			}
		}
	}
	if !found {
		s.beside = nil
	}
}

// hides reports whether a shape may hide points of others.
func (w *World) hides(c *narrowphase.Convex) bool {
	return c.Shape.Polyhedral() || c.Shape.Kind == geom.ShapePlane
}

// flush reports whether b may hide points of a.
func (w *World) flush(a, b *narrowphase.Convex) bool {
	if !a.Shape.Polyhedral() || !w.hides(b) {
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
	if hidden == all || w.liesOver(p, a, b, m) {
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
		switch o := &w.statics[r.static]; {
		case w.ignores(p.a, -1-r.static):
		case r.part < 0:
			hidden |= w.hiddenByMesh(o, b, m.N.Neg(), m)
		default:
			hidden |= w.hiddenBy(&o.placed[r.part].Convex, b, m.N.Neg(), m)
		}
	}
	return hidden == all
}

// atBorder reports whether all points of a manifold of body i and a triangle at the border of the mesh of static o are
// hidden.
func (w *World) atBorder(i, o, t int32, m *narrowphase.Manifold) bool {
	s := &w.statics[o]
	if s.beside == nil || !slices.ContainsFunc(s.mesh.Edges[t][:], func(e geom.EdgeInfo) bool { return e.Kind == geom.EdgeBorder }) {
		return false
	}
	hidden, tri := uint32(0), s.mesh.Triangle(t)
	for _, r := range s.beside[0] {
		if w.ignores(i, -1-r.static) {
			continue
		}
		c := &w.statics[r.static].placed[r.part]
		for n := range m.Count {
			q := w.seamPoint(m, n, m.N.Neg())
			if around := c.bounds.Grow(q.ahead); !around.Contains(q.before) {
				continue
			}
			height, up := outermost(&c.Convex, q.before)
			if !q.flushWith(up, height) {
				continue
			}
			rise := math.Max(tri.A.Sub(q.at).Dot(up), math.Max(tri.B.Sub(q.at).Dot(up), tri.C.Sub(q.at).Dot(up)))
			if rise <= float64(seamRise*w.set.Slop) {
				hidden |= 1 << n
			}
		}
	}
	return hidden == uint32(1)<<m.Count-1
}

// liesOver reports whether one side of a pair stands still, the other touches something, and a face of one of them is below
// all of the other, but for the slop, and below the points of a manifold whose normal is not that of the face.
func (w *World) liesOver(p *pair, a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	free := p.a
	if w.outside(p.a) {
		free = p.b
	} else if !w.outside(p.b) {
		return false
	}
	return !w.outside(free) && w.touching[free] && (w.overFace(a, b, m) || w.overFace(b, a, m))
}

// overFace reports whether the points of a manifold, and all of shape b, are above a face of a, but for the slop. The normal
// of the face is not that of the contact.
func (w *World) overFace(a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	if !a.Shape.Polyhedral() || b.Shape.Kind == geom.ShapePlane {
		return false
	}
	n, at, least := a.Pose.Q.RotateInv(m.N), a.Pose.ApplyInv(m.Points[0].P), -float64(seamRise*w.set.Slop)
	for f := range a.Shape.Hull.Faces {
		plane := &a.Shape.Hull.Faces[f].Plane
		if height := plane.N.Dot(at) - plane.D; height < least || math.Abs(plane.N.Dot(n)) > ledgeCosine {
			continue
		}
		down := b.Pose.Q.RotateInv(a.Pose.Q.Rotate(plane.N.Neg()))
		if low := b.Pose.Apply(b.Shape.Support(down)); plane.N.Dot(a.Pose.ApplyInv(low))-plane.D >= least {
			return true
		}
	}
	return false
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
	for i := range m.Count {
		q := w.seamPoint(m, i, out)
		if height, up := outermost(other, q.before); q.flushWith(up, height) && !q.risesOn(a, up) {
			hidden |= 1 << i
		}
	}
	return hidden
}

// hiddenByMesh is hiddenBy of the front of the triangles of a static.
func (w *World) hiddenByMesh(s *static, a *narrowphase.Convex, out geom.Vec, m *narrowphase.Manifold) (hidden uint32) {
	var list [64]int32
	for i := range m.Count {
		q := w.seamPoint(m, i, out)
		box := geom.AABB{Min: q.before, Max: q.before}.Grow(q.ahead)
		for _, t := range s.tree.Query(&box, list[:0]) {
			plane := &s.mesh.Planes[t]
			height := plane.N.Dot(q.before) - plane.D
			if tri := s.mesh.Triangle(t); height > -q.ahead && q.flushWith(plane.N, height) && q.over(&tri, plane.N) && !q.risesOn(a, plane.N) {
				hidden |= 1 << i
			}
		}
	}
	return hidden
}

// seamPoint is a point of a contact.
type seamPoint struct {
	at, out geom.Vec // on the surface of a shape, and the normal of the contact, outwards
	before  geom.Vec // a point before it, and how far
	ahead   float64
	slop    float64
}

// seamPoint returns point i of a manifold, on the shape whose outward normal is out.
func (w *World) seamPoint(m *narrowphase.Manifold, i int, out geom.Vec) seamPoint {
	p, ahead := &m.Points[i], float64(seamAhead*w.set.Slop)
	at := p.P.AddScaled(out, -float64(0.5*p.Separation))
	return seamPoint{at, out, at.AddScaled(out, ahead), ahead, w.set.Slop}
}

// flushWith reports whether the face of a neighbour with the normal up, above which the point before q has a height, is
// nearer to that than q, and q is no higher than the face.
func (q *seamPoint) flushWith(up geom.Vec, height float64) bool {
	cos := up.Dot(q.out)
	return height < q.ahead && height-float64(q.ahead*cos) <= float64(seamBelow*q.slop) && up.AddScaled(q.out, -cos).Len() > seamTurn
}

// risesOn reports whether a shape rises at q above a neighbour's face with the normal up: along its own surface, or
// straight up from the side of the neighbour.
func (q *seamPoint) risesOn(a *narrowphase.Convex, up geom.Vec) bool {
	in, rise, cos := -float64(seamDepth*q.slop), float64(seamRise*q.slop), up.Dot(q.out)
	along, back := up.AddScaled(q.out, -cos).Normalize(), q.out.AddScaled(up, -cos).Normalize()
	return inside(a, q.at.AddScaled(q.out, in).AddScaled(along, rise)) || inside(a, q.at.AddScaled(back, in).AddScaled(up, rise))
}

// over reports whether the point before q is above or below a triangle with the normal n, or beside it by less than the
// slop.
func (q *seamPoint) over(t *geom.Triangle, n geom.Vec) bool {
	for _, e := range [3][2]geom.Vec{{t.A, t.B}, {t.B, t.C}, {t.C, t.A}} {
		if in := n.Cross(e[1].Sub(e[0])); q.before.Sub(e[0]).Dot(in) < -float64(q.slop*in.Len()) {
			return false
		}
	}
	return true
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
