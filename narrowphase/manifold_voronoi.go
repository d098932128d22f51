package narrowphase

import (
	"github.com/prang-sim/prang/sim/geom"
)

// How deep a point may be along an axis that stands in for the best because that does not count. Along the triangle's
// normal 8 times as deep as the best axis plus 1e-4 of the box's size: a tip of 14 degrees is four times as deep as it
// is wide; but a box beside a step, of which a triangle on top knows only by a vertex, overlaps that triangle by next
// to nothing and its plane by the height of the step. Along another axis 1.25 times, for that is no more than nearly as
// good.
const (
	standInFace  = 8
	standInDepth = 1e-4
	standInOther = 1.25
)

// everyAxisCounts reports whether no edge leaves out a normal.
func (s *triangleContact) everyAxisCounts() bool {
	for k := 0; s.edges != nil && k < 3; k++ {
		if kind := s.edges[k].Kind; kind != geom.EdgeBorder && (kind == geom.EdgeFlat || s.neighbors != nil) {
			return false
		}
	}
	return true
}

// counts reports whether the axis n lies in the Voronoi region of the triangle's feature that it touches.
func (s *triangleContact) counts(n geom.Vec) bool {
	k := 0
	lo := n.Dot(s.v[0])
	for i := 1; i < 3; i++ {
		if d := n.Dot(s.v[i]); d < lo {
			k, lo = i, d
		}
	}
	// The slopes of -n along the two edges that leave the vertex; both are at most zero.
	next, prev := k, axes2[k]
	f := -n.Dot(s.unit(next))
	g := n.Dot(s.unit(prev))
	if g > f {
		next, prev, f, g = prev, next, g, f
	}
	return s.edgeCounts(n, next) || f-g < parallelSine && s.edgeCounts(n, prev)
}

// edgeCounts reports whether -n lies in the wedge of an edge.
func (s *triangleContact) edgeCounts(n geom.Vec, k int) bool {
	if s.edges == nil || s.edges[k].Kind == geom.EdgeBorder {
		return true
	}
	if s.edges[k].Kind == geom.EdgeFlat {
		return false
	}
	if s.neighbors == nil {
		return true
	}
	// The neighbour lies in the direction edge × its normal from the edge, and -n may not rise in it. In the triangle
	// it does not, whose vertex is the nearest along n.
	if s.units>>(k+3)&1 == 0 {
		s.units |= 1 << (k + 3)
		s.into[k] = s.unit(k).Cross(s.box.Axes.Apply(s.neighbors[k].N))
	}
	return -n.Dot(s.into[k]) <= parallelSine
}

// unit returns the direction of edge k.
func (s *triangleContact) unit(k int) geom.Vec {
	if s.units>>k&1 == 0 {
		s.units |= 1 << k
		s.dir[k] = s.e[k].Normalize()
	}
	return s.dir[k]
}

// inner reports whether all edges are flat, so that only the face's normal counts.
func (s *triangleContact) inner() bool {
	return s.edges != nil && s.edges[0].Kind == geom.EdgeFlat && s.edges[1].Kind == geom.EdgeFlat &&
		s.edges[2].Kind == geom.EdgeFlat
}

// standIn removes the points that are too deep for an axis that replaces the best one, whose separation is top, and
// those of neighbours.
func (s *triangleContact) standIn(axis *satAxis, top float64) {
	lo := float64(standInOther*top) - s.tol.tie
	if axis.Kind == axisFaceB {
		lo = float64(standInFace*top) - float64(standInDepth*s.box.Size())
	}
	n := 0
	for i := 0; i < s.m.Count; i++ {
		p := &s.m.Points[i]
		if p.Separation >= lo && (axis.Kind != axisFaceB || s.isOwn(p.Feature)) {
			s.m.Points[n] = *p
			n++
		}
	}
	s.m.Count = n
}

// isOwn reports whether a point belongs to this triangle and to no neighbour: a vertex of the box over its face, or an
// edge of the box over a valley, in which a vertex can be below both faces and over neither.
func (s *triangleContact) isOwn(f FeatureID) bool {
	switch f >> 30 {
	case FeatureFace:
		return f>>14&3 == FeatureVertex
	case FeatureEdge:
		return s.valley(int(f >> 16 & 3))
	}
	return false
}

// valley reports whether the box's centre is on the open side of both faces at edge k: in front of a concave one, or
// behind a convex one. From behind a concave edge of a solid would be one, of which a box on top of it is no part.
func (s *triangleContact) valley(k int) bool {
	if s.edges == nil || s.neighbors == nil {
		return false
	}
	front := s.neighbors[k].N.Dot(s.box.C) > s.neighbors[k].D
	if s.side() == triangleFront {
		return front && s.edges[k].Kind == geom.EdgeConcave
	}
	return !front && s.edges[k].Kind == geom.EdgeConvex
}
