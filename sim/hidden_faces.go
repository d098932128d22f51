package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Of statics that lie flush side by side, such as the slabs of a floor, the faces between them are hidden: nothing can
// come to them from outside. What slides from one to the next, or lies across both, does not touch these.

// hiddenSunk is how much deeper than into a hidden face a body may be in the one beside it, in units of the slop.
const hiddenSunk = 20

// hiddenLean is the least cosine between the normal of a contact and that of a face that it leans to.
const hiddenLean = 1e-9

// visible reports whether the manifold of two parts, a and b, is one of faces that are not hidden; see showsOf. It may become one of
// others.
func (w *World) visible(own, other *part, a, b *narrowphase.Convex, margin float64, m *narrowphase.Manifold) bool {
	if (other.hidden != nil || other.walls != nil) && !w.showsOf(other, a, b, margin, m) {
		return false
	}
	if own.hidden == nil && own.walls == nil {
		return true
	}
	m.Flip()
	shows := w.showsOf(own, b, a, margin, m)
	m.Flip()
	return shows
}

// showsOf reports whether the manifold of shape a and a part with hidden faces or walls, b, is one of faces that are not hidden. Where
// it is of a hidden one but corners or edges of a have come into b, as those of a body that has sunk in beside a seam do when it
// slides over that, it becomes one of those and the face that is the nearest way out for them. Where none have, or they are
// deeper than a body may have sunk in, it stays. So it is with one that leans across an edge of a hidden face; of a round shape, it
// becomes that of the face beside. So does one that leans into a wall on an edge, of any shape that is no deeper. One of the end of an
// edge that goes on beside b is none.
func (w *World) showsOf(part *part, a, b *narrowphase.Convex, margin float64, m *narrowphase.Manifold) bool {
	if a.Shape.Kind == geom.ShapePlane {
		return true // it is below all of b, and its points are corners, edges or rims of that
	}
	hidden := part.hidden
	across := hidden != nil && w.acrossHidden(part, b, m, !a.Shape.Polyhedral())
	if across && !a.Shape.Polyhedral() {
		return w.overVisible(hidden, a, b, margin, m)
	}
	deepest := deepestOf(m)
	if !across && deepest > -float64(hiddenSunk*w.set.Slop) {
		if f := w.atWall(part, b, m); f >= 0 {
			return over(a, b, f, margin, m)
		}
	}
	if hidden == nil {
		return true
	}
	if f := w.faceOf(b, m); across || f >= 0 && hidden[f] {
		if !(deepest < 0) {
			return false
		}
		if !a.Shape.Polyhedral() && w.overNearest(hidden, a, b, deepest, m) || w.sunkIn(hidden, a, b, deepest, false, m) || w.sunkIn(hidden, a, b, deepest, true, m) {
			return true
		}
	}
	return !w.atHiddenEnd(hidden, b, m)
}

// sunkIn makes a manifold of a and a hidden face of b, which a has come into to the given depth, one of the corners of a that are
// in b, or of its edges there, and the visible face, or edge between two, that is the nearest way out for them, and reports whether
// there are any.
func (w *World) sunkIn(hidden []bool, a, b *narrowphase.Convex, deepest float64, edges bool, m *narrowphase.Manifold) bool {
	best, sep := -1, math.Inf(-1)
	faces := b.Shape.Hull.Faces
	for f := range faces {
		if s := deepestWithin(a, b, f, edges); !hidden[f] && s < 0 && s > sep && s > deepest-float64(hiddenSunk*w.set.Slop) {
			best, sep = f, s
		}
	}
	if edges && overEdge(hidden, a, b, math.Max(sep, deepest-float64(hiddenSunk*w.set.Slop)), m) {
		return true
	}
	if best < 0 {
		return false
	}
	m.N, m.Count = b.Pose.Q.Rotate(faces[best].Plane.N).Neg(), 0
	within(a, b, best, edges, func(feature narrowphase.FeatureID, p geom.Vec, s float64) {
		had := func(q narrowphase.ManifoldPoint) bool { return q.Feature == feature }
		if !(s <= math.Min(0, sep+w.set.Slop)) || m.Count == narrowphase.MaxManifold || slices.ContainsFunc(m.Points[:m.Count], had) {
			return
		}
		p = b.Pose.Apply(p)
		m.Points[m.Count] = narrowphase.ManifoldPoint{P: p.AddScaled(m.N, float64(0.5*s)), Separation: s, Feature: feature}
		m.Count++
	})
	return true
}

// acrossHidden reports whether all points of a manifold of a shape and b are on edges of hidden faces of b, where what hides them
// goes on level, and its normal leans to that side; if the shape is round, also where it leans so little that it has been turned to
// that of the other face. What is there is nearer then, or has the same points. A ball of radius r that has sunk in by d, and comes
// from there, would catch on the edge: at the angle sqrt(2 d/r).
func (w *World) acrossHidden(part *part, b *narrowphase.Convex, m *narrowphase.Manifold, round bool) bool {
	n, least, leans := b.Pose.Q.RotateInv(m.N).Neg(), hiddenLean, false
	for f, h := range part.hidden {
		leans = leans || h && part.Shape.Hull.Faces[f].Plane.N.Dot(n) > least
	}
	if !leans && round {
		for f, h := range part.hidden {
			leans = leans || !h && part.Shape.Hull.Faces[f].Plane.N.Sub(n).MaxAbs() <= coplanar
		}
		least = -hiddenLean
	}
	if !leans {
		return false
	}
	for i := range m.Count {
		q := &m.Points[i]
		if x := b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation))); !w.leansAcross(part, x, n, least) {
			return false
		}
	}
	return true
}

// leansAcross reports whether the place x is on an edge of a hidden face of a part, level with what hides it, and the direction n
// out of the part leads to that side, by the given cosine at least; both in the part's axes.
func (w *World) leansAcross(part *part, x, n geom.Vec, least float64) bool {
	h := part.Shape.Hull
	on := func(f int32) bool { return h.Faces[f].Plane.N.Dot(x)-h.Faces[f].Plane.D > -w.set.Slop }
	for k := range h.Edges {
		e := &h.Edges[k]
		if part.hidden[e.Left] == part.hidden[e.Right] || !on(e.Left) || !on(e.Right) {
			continue
		}
		along := h.Vertices[e.B].Sub(h.Vertices[e.A])
		at := along.Dot(x.Sub(h.Vertices[e.A])) / along.Len()
		if r := &part.rises[k]; at > r.from-float64(2*w.set.Slop) && at < r.to+float64(2*w.set.Slop) {
			continue
		}
		side := e.Left
		if part.hidden[e.Right] {
			side = e.Right
		}
		if h.Faces[side].Plane.N.Dot(n) > least {
			return true
		}
	}
	return false
}

// overVisible makes a manifold of a round shape and b that is across hidden faces one of the points over the visible face
// beside them, and reports whether there are any. Where there is no such face it becomes that of overNearest, or stays.
func (w *World) overVisible(hidden []bool, a, b *narrowphase.Convex, margin float64, m *narrowphase.Manifold) bool {
	best, most, n := -1, seamCosine, b.Pose.Q.RotateInv(m.N).Neg()
	for f := range b.Shape.Hull.Faces {
		if c := b.Shape.Hull.Faces[f].Plane.N.Dot(n); !hidden[f] && c > most {
			best, most = f, c
		}
	}
	if best < 0 {
		w.overNearest(hidden, a, b, deepestOf(m), m)
		return true
	}
	return narrowphase.CollideOver(a, b, best, margin, m)
}

// overNearest makes a manifold of a round shape and a hidden face of b, which has come in to the given depth, one of the points
// over the visible face that is the nearest way out. Where there is none, or they are deeper than a body may have sunk in, it stays.
func (w *World) overNearest(hidden []bool, a, b *narrowphase.Convex, deepest float64, m *narrowphase.Manifold) bool {
	sep, found := deepest-float64(hiddenSunk*w.set.Slop), false
	for f := range b.Shape.Hull.Faces {
		var over narrowphase.Manifold
		if hidden[f] || !narrowphase.CollideOver(a, b, f, 0, &over) {
			continue
		}
		if s := deepestOf(&over); s > sep {
			*m, sep, found = over, s, true
		}
	}
	return found
}

// deepestOf returns the least separation in a manifold.
func deepestOf(m *narrowphase.Manifold) float64 {
	deepest := math.Inf(1)
	for i := range m.Count {
		deepest = math.Min(deepest, m.Points[i].Separation)
	}
	return deepest
}

// atHiddenEnd reports whether a point of a manifold of a shape and b is the end of an edge of b at a hidden face, and all are
// on the borders of such faces, and its normal is none of that edge or its sides: it would be one if these did not go on. As
// it is, what slides along them has sunk in by up to some slops, and would catch on the end.
func (w *World) atHiddenEnd(hidden []bool, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	n, corner := b.Pose.Q.RotateInv(m.N).Neg(), false
	for i := range m.Count {
		q := &m.Points[i]
		x := b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation)))
		var sides [2]geom.Vec
		count, ends := 0, false
		for f := range b.Shape.Hull.Faces {
			face := &b.Shape.Hull.Faces[f].Plane
			switch {
			case face.N.Dot(x)-face.D <= -w.set.Slop:
			case hidden[f]:
				ends = ends || face.N.Dot(n) > 0
			case count == len(sides):
				return false // a corner of more sides than an edge has
			default:
				sides[count] = face.N
				count++
			}
		}
		if !ends || count == 0 || q.Separation < -float64(seamDepth*w.set.Slop) || cosineBetween(n, sides[0], sides[count-1]) > seamCosine {
			return false
		}
		corner = corner || count == len(sides)
	}
	return corner
}

// cosineBetween returns the cosine of the angle between n and the nearest direction between a and b; all are unit vectors.
func cosineBetween(n, a, b geom.Vec) float64 {
	c, x, y := a.Dot(b), n.Dot(a), n.Dot(b)
	if s := 1 - float64(c*c); s > 1e-9 && x > float64(c*y) && y > float64(c*x) {
		return math.Sqrt(math.Max(0, (float64(x*x)+float64(y*y)-float64(2*c*x*y))/s))
	}
	return math.Max(x, y)
}

// faceOf returns the face of shape b of a manifold: of those that one of its points is on, the one that looks most against its
// normal; -1 if there is none.
func (w *World) faceOf(b *narrowphase.Convex, m *narrowphase.Manifold) int {
	n, nearest, most := b.Pose.Q.RotateInv(m.N), -1, math.Inf(1)
	for f := range b.Shape.Hull.Faces {
		face := &b.Shape.Hull.Faces[f].Plane
		d := face.N.Dot(n)
		for i := 0; i < m.Count && d < most; i++ {
			q := &m.Points[i]
			if x := b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation))); face.N.Dot(x)-face.D > -w.set.Slop {
				nearest, most = f, d
			}
		}
	}
	return nearest
}

// within calls each for the corners of a that are in b, or for the places where edges of a come into it or leave it by a face other
// than f: with a feature, the place in b's frame and its height above f. Corners come several times; round shapes have none.
func within(a, b *narrowphase.Convex, f int, edges bool, each func(feature narrowphase.FeatureID, p geom.Vec, height float64)) {
	if !a.Shape.Polyhedral() {
		return
	}
	h, faces := a.Shape.Hull, b.Shape.Hull.Faces
	above := &faces[f].Plane
	for k := range h.Edges {
		e := &h.Edges[k]
		p, q := b.Pose.ApplyInv(a.Pose.Apply(h.Vertices[e.A])), b.Pose.ApplyInv(a.Pose.Apply(h.Vertices[e.B]))
		from, to, in, out := pieceWithin(p, q, faces, f)
		if !(from <= to) {
			continue
		}
		end := func(at float64, cut int, corner int32, x geom.Vec) {
			feature := narrowphase.MakeFeatureID(narrowphase.FeatureVertex, int(corner), narrowphase.FeatureFace, f)
			if cut >= 0 {
				feature, x = narrowphase.MakeFeatureID(narrowphase.FeatureEdge, k, narrowphase.FeatureFace, cut), p.AddScaled(q.Sub(p), at)
			}
			if s := above.N.Dot(x) - above.D; s <= 0 && edges == (cut >= 0) {
				each(feature, x, s)
			}
		}
		end(from, in, e.A, p)
		end(to, out, e.B, q)
	}
}

// pieceWithin returns the piece of the segment from p to q that is between all faces but one, as fractions of its length, and the
// faces that cut it, -1 where it is not cut. The end is before the beginning if there is none.
func pieceWithin(p, q geom.Vec, faces []geom.HullFace, except int) (from, to float64, in, out int) {
	from, to, in, out = 0, 1, -1, -1
	for g := range faces {
		x, y := faces[g].Plane.N.Dot(p)-faces[g].Plane.D, faces[g].Plane.N.Dot(q)-faces[g].Plane.D
		switch {
		case g == except:
		case x > 0 && y > 0:
			to = -1
		case x > 0 && x/(x-y) > from:
			from, in = x/(x-y), g
		case y > 0 && x/(x-y) < to:
			to, out = x/(x-y), g
		}
	}
	return from, to, in, out
}

// overEdge makes a manifold one of an edge of a and the edge of b between two visible faces that cut it, and reports whether there is
// one that overlaps by less than sep says, which is negative: of these, that of the least overlap.
func overEdge(hidden []bool, a, b *narrowphase.Convex, sep float64, m *narrowphase.Manifold) bool {
	if !a.Shape.Polyhedral() {
		return false
	}
	h, g, found := a.Shape.Hull, b.Shape.Hull, false
	for k := range h.Edges {
		p, q := b.Pose.ApplyInv(a.Pose.Apply(h.Vertices[h.Edges[k].A])), b.Pose.ApplyInv(a.Pose.Apply(h.Vertices[h.Edges[k].B]))
		from, to, in, out := pieceWithin(p, q, g.Faces, -1)
		if !(from < to) || in < 0 || out < 0 || hidden[in] || hidden[out] {
			continue
		}
		for j := range g.Edges {
			e := &g.Edges[j]
			if int(min(e.Left, e.Right)) != min(in, out) || int(max(e.Left, e.Right)) != max(in, out) {
				continue
			}
			o := g.Vertices[e.A]
			n := q.Sub(p).Cross(g.Vertices[e.B].Sub(o)).Normalize()
			if up := g.Faces[in].Plane.N.Add(g.Faces[out].Plane.N); n.Dot(up) < 0 {
				n = n.Neg()
			}
			s := p.Sub(o).Dot(n)
			if n == (geom.Vec{}) || !(s < 0) || !(s > sep) {
				continue
			}
			sep, found = s, true
			x := b.Pose.Apply(p.AddScaled(q.Sub(p), float64(0.5*(from+to))))
			m.N, m.Count = b.Pose.Q.Rotate(n).Neg(), 1
			m.Points[0] = narrowphase.ManifoldPoint{P: x.AddScaled(m.N, float64(0.5*s)), Separation: s, Feature: narrowphase.MakeFeatureID(narrowphase.FeatureEdge, k, narrowphase.FeatureEdge, j)}
		}
	}
	return found
}

// deepestWithin returns how high the lowest of the places of within is above face f of b, +Inf if there is none.
func deepestWithin(a, b *narrowphase.Convex, f int, edges bool) float64 {
	low := math.Inf(1)
	within(a, b, f, edges, func(_ narrowphase.FeatureID, _ geom.Vec, height float64) { low = math.Min(low, height) })
	return low
}
