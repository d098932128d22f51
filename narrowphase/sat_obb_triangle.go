package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// triangleAxes is a box and a triangle in the box's frame, with the 13 axes of the pair.
type triangleAxes struct {
	v, e [3]geom.Vec // vertices; edge k from vertex k to vertex k+1
	h    geom.Vec    // half extents of the box
	eps  float64     // bound of the rounding error of a separation [m]
	n    int
	ax   [14]satAxis // the triangle's normal counts once for each side
	best int         // index in ax of the largest separation, an earlier axis where a later is not better by more than rounding
}

func (s *triangleAxes) set(a *geom.OBB, t *geom.Triangle) {
	s.v = [3]geom.Vec{a.Axes.Apply(t.A.Sub(a.C)), a.Axes.Apply(t.B.Sub(a.C)), a.Axes.Apply(t.C.Sub(a.C))}
	s.e = [3]geom.Vec{s.v[1].Sub(s.v[0]), s.v[2].Sub(s.v[1]), s.v[0].Sub(s.v[2])}
	s.h = a.Half
	reach := math.Max(s.v[0].MaxAbs(), math.Max(s.v[1].MaxAbs(), s.v[2].MaxAbs()))
	s.eps = float64(satRounding * (reach + a.Size()))
	s.n, s.best = 0, 0
}

// normal returns the triangle's unit normal in the box's frame, and the zero vector for a triangle without area.
func (s *triangleAxes) normal() geom.Vec {
	n := s.e[0].Cross(s.e[1])
	if n.LenSq() < parallelEdges*float64(s.e[0].LenSq()*s.e[1].LenSq()) {
		return geom.Vec{}
	}
	return n.Normalize()
}

// radius returns half the length of the box's projection on n times |n|.
func (s *triangleAxes) radius(n geom.Vec) float64 { return n.Abs().Dot(s.h) }

// project returns the triangle's projection on n.
func (s *triangleAxes) project(n geom.Vec) (lo, hi float64) {
	lo = n.Dot(s.v[0])
	hi = lo
	for k := 1; k < 3; k++ {
		if d := n.Dot(s.v[k]); d < lo {
			lo = d
		} else if d > hi {
			hi = d
		}
	}
	return lo, hi
}

// OverlapOBBTriangle reports whether box a and triangle t have a point in common; touching counts. It tests the 13 axes
// of a box and a triangle and stops at the first that separates them. Axes that vanish are skipped: the cross products
// of parallel edges, and all that a triangle lacks that is only a segment or a point. A box and a triangle that are apart
// by no more than rounding can tell (1e-14 of their size and distance) touch.
//
// Source: 004, section on box and triangle, static test; E4.
func OverlapOBBTriangle(a *geom.OBB, t *geom.Triangle) bool {
	var s triangleAxes
	s.set(a, t)
	lo, hi := s.v[0].Min(s.v[1]).Min(s.v[2]), s.v[0].Max(s.v[1]).Max(s.v[2])
	if lo.X-s.h.X > s.eps || lo.Y-s.h.Y > s.eps || lo.Z-s.h.Z > s.eps ||
		-hi.X-s.h.X > s.eps || -hi.Y-s.h.Y > s.eps || -hi.Z-s.h.Z > s.eps {
		return false
	}
	if n := s.e[0].Cross(s.e[1]); s.apart(n, float64(s.e[0].LenSq()*s.e[1].LenSq())) {
		return false
	}
	for k := 0; k < 3; k++ {
		e, e2 := s.e[k], s.e[k].LenSq()
		if s.apart(geom.Vec{Y: -e.Z, Z: e.Y}, e2) || s.apart(geom.Vec{X: e.Z, Z: -e.X}, e2) ||
			s.apart(geom.Vec{X: -e.Y, Y: e.X}, e2) {
			return false
		}
	}
	return true
}

// apart reports whether the axis n, a cross product of edges whose squared lengths have the product len2, separates.
func (s *triangleAxes) apart(n geom.Vec, len2 float64) bool {
	if n.LenSq() <= parallelEdges*len2 {
		return false
	}
	lo, hi := s.project(n)
	r := s.radius(n) + float64(s.eps*n.MaxAbs())
	return lo > r || -hi > r
}

// MTVOBBTriangle returns the minimum translation of box a and triangle t, and false when they have no point in common.
// The triangle counts from both sides. Depth is the smallest distance, over the 13 axes, by which the box can leave in
// one or the other direction; of equal ones the box's faces come first, then the triangle's, then pairs of edges.
//
// Source: 004, section on box and triangle; 002, "Minimum Translation Vector".
func MTVOBBTriangle(a *geom.OBB, t *geom.Triangle) (MTV, bool) {
	var s triangleAxes
	s.set(a, t)
	n := s.normal()
	if !s.collect(n.Neg(), n, 0) {
		return MTV{}, false
	}
	best := &s.ax[s.best]
	return MTV{s.worldNormal(a, best, t.Normal()), math.Max(0, -best.Sep)}, true
}

// worldNormal returns an axis in world coordinates, exactly that of the face where it is one. front is the normal of the
// triangle's front.
func (s *triangleAxes) worldNormal(a *geom.OBB, x *satAxis, front geom.Vec) geom.Vec {
	if x.Kind == axisFaceB {
		if x.J == triangleFront {
			return front.Neg()
		}
		return front
	}
	return a.Axes.ApplyT(x.N)
}

// collect fills s with the axes, each in the direction in which the separation is larger, and returns false as soon as
// one separates by more than limit beyond rounding. front is the axis of a box in front of the triangle, the opposite of its
// normal; back is that of a box behind it. A zero vector is no axis.
func (s *triangleAxes) collect(front, back geom.Vec, limit float64) bool {
	limit += s.eps
	lo, hi := s.v[0].Min(s.v[1]).Min(s.v[2]), s.v[0].Max(s.v[1]).Max(s.v[2])
	if s.addSides(geom.Vec{X: 1}, lo.X, hi.X, s.h.X, axisFaceA, 0, 0) > limit ||
		s.addSides(geom.Vec{Y: 1}, lo.Y, hi.Y, s.h.Y, axisFaceA, 1, 0) > limit ||
		s.addSides(geom.Vec{Z: 1}, lo.Z, hi.Z, s.h.Z, axisFaceA, 2, 0) > limit {
		return false
	}
	if !s.addFace(front, triangleFront, limit) || !s.addFace(back, triangleBack, limit) {
		return false
	}
	for k := 0; k < 3; k++ {
		e, e2 := s.e[k], s.e[k].LenSq()
		for i := 0; i < 3; i++ {
			n := unitVec(i, 1).Cross(e)
			l2 := n.LenSq()
			if l2 <= parallelEdges*e2 {
				continue
			}
			n = n.Scale(1 / math.Sqrt(l2))
			lo, hi := s.project(n)
			if s.addSides(n, lo, hi, s.radius(n), axisEdges, i, k) > limit {
				return false
			}
		}
	}
	return true
}

// addFace appends the axis of one side of the triangle, and returns false when it separates by more than limit.
func (s *triangleAxes) addFace(n geom.Vec, side int, limit float64) bool {
	if n == (geom.Vec{}) {
		return true
	}
	lo, _ := s.project(n)
	sep := lo - s.radius(n)
	s.add(satAxis{n, sep, axisFaceB, 0, uint8(side)})
	return sep <= limit
}

// addSides appends the axis n, on which the triangle spans [lo, hi] and the box [-r, r], in the direction in which the
// separation is larger, and returns that.
func (s *triangleAxes) addSides(n geom.Vec, lo, hi, r float64, kind uint8, i, j int) float64 {
	sep := lo - r
	if back := -hi - r; back > sep {
		n, sep = n.Neg(), back
	}
	s.add(satAxis{n, sep, kind, uint8(i), uint8(j)})
	return sep
}

func (s *triangleAxes) add(x satAxis) {
	s.ax[s.n] = x
	if x.Sep > s.ax[s.best].Sep+s.eps {
		s.best = s.n
	}
	s.n++
}
