package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// maxTriangleAxes is the largest number of axes of two triangles: 2 normals, 9 pairs of edges and 6 in their planes.
const maxTriangleAxes = 17

// trianglePair is two triangles, relative to the first one's vertex A.
type trianglePair struct {
	a, b  triangleSide
	limit float64 // squared sine below which directions are parallel
	reach float64 // largest coordinate [m]
	eps   float64 // bound of the rounding error of a separation [m]
}

// triangleSide is one triangle of a pair.
type triangleSide struct {
	v, e [3]geom.Vec // vertices; edge k from vertex k to vertex k+1
	n    geom.Vec    // normal, not of unit length; zero for a triangle without area
	line geom.Vec    // longest edge; zero for a point
}

// set fills s. Limit is the squared sine below which edges and planes are parallel and a triangle is a segment.
func (s *trianglePair) set(a, b *geom.Triangle, limit float64) {
	s.limit = limit
	s.a.set(geom.Vec{}, a.B.Sub(a.A), a.C.Sub(a.A), limit)
	s.b.set(b.A.Sub(a.A), b.B.Sub(a.A), b.C.Sub(a.A), limit)
	s.reach = math.Max(s.a.reach(), s.b.reach())
	s.eps = float64(satRounding * s.reach)
}

// set fills t for the corners p, q, r. limit is as for trianglePair.set.
func (t *triangleSide) set(p, q, r geom.Vec, limit float64) {
	t.v = [3]geom.Vec{p, q, r}
	t.e = [3]geom.Vec{q.Sub(p), r.Sub(q), p.Sub(r)}
	long := 0
	for k := 1; k < 3; k++ {
		if t.e[k].LenSq() > t.e[long].LenSq() {
			long = k
		}
	}
	t.line = t.e[long]
	t.n, _ = triangleCross(t.e[(long+1)%3], t.e[(long+2)%3], limit) // the shorter edges: least rounding
}

func (t *triangleSide) reach() float64 {
	return math.Max(t.v[0].MaxAbs(), math.Max(t.v[1].MaxAbs(), t.v[2].MaxAbs()))
}

// project returns the projection on n.
func (t *triangleSide) project(n geom.Vec) (lo, hi float64) {
	lo = n.Dot(t.v[0])
	hi = lo
	for k := 1; k < 3; k++ {
		if d := n.Dot(t.v[k]); d < lo {
			lo = d
		} else if d > hi {
			hi = d
		}
	}
	return lo, hi
}

// triangleCross returns a vector along a × b, and the zero vector and false where the squared sine is at most limit.
// However small the angle, it is at right angles to both within a few units of rounding: nearly parallel vectors are
// crossed after the part along the longer has been taken off the shorter.
func triangleCross(a, b geom.Vec, limit float64) (geom.Vec, bool) {
	n := a.Cross(b)
	a2, b2 := a.LenSq(), b.LenSq()
	l2 := float64(a2 * b2)
	if n.LenSq() < float64(0.01*l2) {
		if a2 >= b2 {
			n = a.Cross(b.AddScaled(a, -a.Dot(b)/a2))
		} else {
			n = a.AddScaled(b, -a.Dot(b)/b2).Cross(b)
		}
	}
	if !(n.LenSq() > float64(limit*l2)) {
		return geom.Vec{}, false
	}
	return n, true
}

// axes writes the axes that decide whether the triangles have a point in common to dst, not of unit length, and returns
// their number. Not parallel: both normals and the cross products of the edges, and beside these, where the planes or
// two edges are nearly parallel, those in the planes at right angles to the edges. Parallel: the normal of the triangle
// that is less of a needle, and those in the planes.
//
// A triangle without area is a segment or a point. The Minkowski difference of two of these, and of one of these in a
// plane parallel to the triangle, is flat as well, and has axes in its plane.
func (s *trianglePair) axes(dst *[maxTriangleAxes]geom.Vec) int {
	zero := geom.Vec{}
	switch {
	case s.a.n != zero && s.b.n != zero:
		return s.faceAxes(dst)
	case s.a.n != zero:
		return s.lineFaceAxes(&s.a, s.b.line, dst)
	case s.b.n != zero:
		return s.lineFaceAxes(&s.b, s.a.line, dst)
	}
	return s.lineAxes(dst)
}

// faceAxes is axes for two triangles with an area.
func (s *trianglePair) faceAxes(dst *[maxTriangleAxes]geom.Vec) int {
	na2, nb2 := s.a.n.LenSq(), s.b.n.LenSq()
	sine2 := s.a.n.Cross(s.b.n).LenSq() / float64(na2*nb2)
	if sine2 <= s.limit {
		dst[0] = s.a.n
		if float64(nb2*float64(s.a.line.LenSq()*s.a.line.LenSq())) > float64(na2*float64(s.b.line.LenSq()*s.b.line.LenSq())) {
			dst[0] = s.b.n
		}
		return s.planeAxes(dst, 1)
	}
	dst[0], dst[1] = s.a.n, s.b.n
	k := 2
	level := sine2 < 0.01
	for _, e := range s.a.e {
		for _, f := range s.b.e {
			if n, ok := triangleCross(e, f, s.limit); ok {
				dst[k] = n
				k++
			} else {
				level = true
			}
		}
	}
	if level {
		return s.planeAxes(dst, k)
	}
	return k
}

// planeAxes appends the axes in both planes at right angles to the edges.
func (s *trianglePair) planeAxes(dst *[maxTriangleAxes]geom.Vec, k int) int {
	for i := 0; i < 3; i++ {
		dst[k], dst[k+1] = s.a.n.Cross(s.a.e[i]), s.b.n.Cross(s.b.e[i])
		k += 2
	}
	return k
}

// lineFaceAxes is axes for a triangle and a segment along line, or a point.
func (s *trianglePair) lineFaceAxes(t *triangleSide, line geom.Vec, dst *[maxTriangleAxes]geom.Vec) int {
	dst[0] = t.n
	k := 1
	along := t.n.Dot(line)
	if float64(along*along) > float64(s.limit*float64(t.n.LenSq()*line.LenSq())) {
		for _, e := range t.e {
			if n, ok := triangleCross(line, e, s.limit); ok {
				dst[k] = n
				k++
			}
		}
	}
	for _, e := range t.e {
		dst[k] = t.n.Cross(e)
		k++
	}
	dst[k] = t.n.Cross(line)
	return k + 1
}

// lineAxes is axes for two segments or points.
func (s *trianglePair) lineAxes(dst *[maxTriangleAxes]geom.Vec) int {
	e := s.a.line
	if n, ok := triangleCross(e, s.b.line, s.limit); ok {
		dst[0], dst[1], dst[2] = n, n.Cross(e), n.Cross(s.b.line)
		return 3
	}
	if s.b.line.LenSq() > e.LenSq() {
		e = s.b.line
	}
	d := s.b.v[0].Sub(s.a.v[0])
	if e == (geom.Vec{}) {
		if e = d; e == (geom.Vec{}) {
			e = geom.Vec{X: 1}
		}
		u := e.Normalize().Perpendicular()
		dst[0], dst[1], dst[2] = e, u, e.Cross(u)
		return 3
	}
	u, ok := triangleCross(e, d, s.limit)
	if !ok {
		u = e.Normalize().Perpendicular()
	}
	dst[0], dst[1], dst[2] = u.Cross(e), e, u // the first points from one line to the other
	return 3
}

// OverlapTriangles reports whether triangles a and b have a point in common; touching counts. It tests 11 axes, both
// normals and the nine pairs of edges, and stops at the first that separates; where the planes are nearly parallel also
// the six in them, and those alone where they are parallel. A triangle without area (sine of its angles below 1e-14)
// counts as the segment or point that it is. Triangles that are apart by no more than rounding can tell (1e-14 of their
// size and distance) touch. Sizes and distances may be between 1e-35 and 1e35 m.
//
// Source: 004, section 2.4.2, static test of two triangles (ALGORITHMS.md E5). Unlike the source, edges of nearly
// parallel direction have an accurate cross product, and nearly parallel planes the axes of both cases.
func OverlapTriangles(a, b *geom.Triangle) bool {
	var s trianglePair
	s.set(a, b, parallelEdges)
	if s.apart(s.a.n) || s.apart(s.b.n) {
		return false
	}
	var axes [maxTriangleAxes]geom.Vec
	for k := range s.axes(&axes) {
		if s.apart(axes[k]) {
			return false
		}
	}
	return true
}

// apart reports whether the axis n, of any length, separates by more than rounding. The zero vector does not.
func (s *trianglePair) apart(n geom.Vec) bool {
	loA, hiA := s.a.project(n)
	loB, hiB := s.b.project(n)
	limit := float64(s.eps * n.MaxAbs())
	return loB-hiA > limit || loA-hiB > limit
}

// MTVTriangles returns the minimum translation of triangles a and b, and false when they have no point in common.
// Triangles in one plane have the least one in that plane, since across it they have no depth; the same holds for
// segments in one plane or line. Points that coincide have N = +X and no depth. Of equal translations the normals come
// first, then pairs of edges, and that along the axis before that against it.
//
// Source: 004, section 2.4.2; 002, "Minimum Translation Vector" (ALGORITHMS.md C, E5).
func MTVTriangles(a, b *geom.Triangle) (MTV, bool) {
	var s trianglePair
	s.set(a, b, parallelEdges)
	var axes [maxTriangleAxes]geom.Vec
	best := MTV{N: geom.Vec{X: 1}, Depth: math.Inf(1)}
	for k := range s.axes(&axes) {
		n := axes[k].Normalize()
		loA, hiA := s.a.project(n)
		loB, hiB := s.b.project(n)
		depth := hiA - loB // of a translation of B along n
		if back := hiB - loA; back < depth-s.eps {
			depth, n = back, n.Neg()
		}
		if depth < -s.eps {
			return MTV{}, false
		}
		flat := hiA-loA <= float64(2*s.eps) && hiB-loB <= float64(2*s.eps)
		if n != (geom.Vec{}) && !flat && depth < best.Depth-s.eps {
			best = MTV{n, math.Max(depth, 0)}
		}
	}
	if math.IsInf(best.Depth, 1) {
		best.Depth = 0
	}
	return best, true
}
