package rigid

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Predictor 8 of recorded logs is predictor 4, to the last bit but for signs of zeros, where less is to be done: without
// friction nothing along the plane of contact counts.

// Predict8Impulse is Predict4Impulse, but for the signs of components that are zeros.
func Predict8Impulse(sides *[2]Predict4Side, n, u geom.Vec, e, mu float64) geom.Vec {
	if mu == 0 && p8Plain(sides, n) {
		if j, ok := p8Push(sides, n, u, e); ok {
			return j
		}
	}
	return Predict4Impulse(sides, n, u, e, mu)
}

// p8Plain reports whether an impact is one of usual masses: the matrix of what impulses do to velocities at its point is
// then far from singular, and all that is computed with it far from infinite.
func p8Plain(sides *[2]Predict4Side, n geom.Vec) bool {
	weight, turns := 0.0, 0.0
	for i := range sides {
		s := &sides[i]
		if !(s.M > 0) {
			continue
		}
		// Symmetric and positive: no row's diagonal is below what else is in it.
		x, y, z := s.InvI.X, s.InvI.Y, s.InvI.Z
		if x.Y != y.X || x.Z != z.X || y.Z != z.Y ||
			!(math.Abs(x.Y)+math.Abs(x.Z) <= x.X && math.Abs(y.X)+math.Abs(y.Z) <= y.Y && math.Abs(z.X)+math.Abs(z.Y) <= z.Z) {
			return false
		}
		trace, lever := x.X+y.Y+z.Z, p1Dot(s.R, s.R)
		if !(float64(s.Q.W*s.Q.W)+p1Dot(s.Q.V, s.Q.V) < 1.1 && trace < 1e100 && lever < 1e100) {
			return false
		}
		weight += 1 / s.M
		turns += float64(trace * lever)
	}
	size := p1Dot(n, n)
	return weight > 1e-30 && weight < 1e30 && turns < float64(1e4*weight) && size > 0.9 && size < 1.1
}

// p8Push returns the impulse without friction of a plain impact, and whether it is known: not where a slip is so small
// or so large that its square may be zero or infinite.
func p8Push(sides *[2]Predict4Side, n, u geom.Vec, e float64) (j geom.Vec, ok bool) {
	q := float64(p1Dot(n, u) * (1 + e))
	if !(q < 0) {
		return geom.Vec{}, true
	}
	v := p1Add(sides[0].response(n), sides[1].response(n))
	x := 0 - q/p1Dot(n, v)
	// What is left along the plane: Predict4Impulse finds in 40 steps that a friction of 0 changes nothing of it.
	a := geom.Vec{X: 1}
	if math.Abs(n.X) > 0.5 {
		a = geom.Vec{Y: 1}
	}
	a = p1Cross(n, a)
	a = p1Scale(a, 1/math.Sqrt(p1Dot(a, a)))
	b := p1Cross(n, a)
	g := math.Abs(p1Dot(a, u)+float64(p1Dot(a, v)*x)) + math.Abs(p1Dot(b, u)+float64(p1Dot(b, v)*x))
	return p1Scale(n, x), x < 1e60 && (g == 0 || g > 1e-60 && g < 1e60)
}
