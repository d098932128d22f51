package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// nearestOnEdges returns the points of the segments p0 p1 and q0 q1 that are nearest to each other, as fractions s and
// t of their lengths in [0, 1]. Of parallel segments it returns one pair of nearest points.
func nearestOnEdges(p0, p1, q0, q1 geom.Vec) (s, t float64) {
	d1, d2, r := p1.Sub(p0), q1.Sub(q0), p0.Sub(q0)
	a, e, f := d1.LenSq(), d2.LenSq(), d2.Dot(r)
	if a == 0 {
		if e == 0 {
			return 0, 0
		}
		return 0, clamp01(f / e)
	}
	c := d1.Dot(r)
	if e == 0 {
		return clamp01(-c / a), 0
	}
	b := d1.Dot(d2)
	// |d1 × d2|² by the cross product: a·e - b·b cancels for edges that are nearly parallel.
	if den := d1.Cross(d2).LenSq(); den > 0 {
		s = clamp01((float64(b*f) - float64(c*e)) / den)
	}
	t = (float64(b*s) + f) / e
	if t < 0 {
		return clamp01(-c / a), 0
	}
	if t > 1 {
		return clamp01((b - c) / a), 1
	}
	return s, t
}

func clamp01(x float64) float64 {
	if !(x > 0) {
		return 0
	}
	if x > 1 {
		return 1
	}
	return x
}

// nearestInBox returns the point of the box of half extents h around the origin that is nearest to p, and the box's
// feature there: the vertex or edge within tol, or else the face. A point within the box is its own nearest point.
func nearestInBox(p, h geom.Vec, tol float64) (q geom.Vec, kind, index int) {
	var s [3]int
	q.X, s[0] = nearestInInterval(p.X, h.X, tol)
	q.Y, s[1] = nearestInInterval(p.Y, h.Y, tol)
	q.Z, s[2] = nearestInInterval(p.Z, h.Z, tol)
	free, out, n := 0, 0, 0
	for a := 0; a < 3; a++ {
		if s[a] == 0 {
			free = a
		} else {
			out = a
			n++
		}
	}
	switch n {
	case 0:
		a, plus := nearestFace(p, h)
		return q, FeatureFace, boxFace(a, plus)
	case 1:
		return q, FeatureFace, boxFace(out, s[out] > 0)
	case 2:
		return q, FeatureEdge, boxEdge(free, s[axes1[free]] > 0, s[axes2[free]] > 0)
	}
	return q, FeatureVertex, boxVertex(0, s[0] > 0, s[1] > 0, s[2] > 0)
}

// nearestInInterval returns the point of [-h, h] nearest to x and at which end it is, -1 or 1, or 0 when it is farther
// than tol from both.
func nearestInInterval(x, h, tol float64) (float64, int) {
	if x < tol-h {
		if x < -h {
			x = -h
		}
		return x, -1
	}
	if x > h-tol {
		if x > h {
			x = h
		}
		return x, 1
	}
	return x, 0
}

// nearestFace returns the face of a box that is nearest to a point within it.
func nearestFace(p, h geom.Vec) (axis int, plus bool) {
	x, y, z := h.X-math.Abs(p.X), h.Y-math.Abs(p.Y), h.Z-math.Abs(p.Z)
	if x <= y && x <= z {
		return 0, p.X >= 0
	}
	if y <= z {
		return 1, p.Y >= 0
	}
	return 2, p.Z >= 0
}
