package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// add appends a point, or where there is one already within tol keeps the deeper of the two.
func (m *Manifold) add(p geom.Vec, sep float64, id FeatureID, tol float64) {
	tol2 := float64(tol * tol)
	for i := 0; i < m.Count; i++ {
		q := &m.Points[i]
		if x := q.P.X - p.X; float64(x*x) <= tol2 && q.P.Sub(p).LenSq() <= tol2 {
			if sep < q.Separation {
				*q = ManifoldPoint{p, sep, id}
			}
			return
		}
	}
	if m.Count < MaxManifold {
		q := &m.Points[m.Count]
		q.P, q.Separation, q.Feature = p, sep, id
		m.Count++
	}
}

// deepest returns the smallest separation of m's points, +Inf for none.
func (m *Manifold) deepest() float64 {
	d := math.Inf(1)
	for i := 0; i < m.Count; i++ {
		if m.Points[i].Separation < d {
			d = m.Points[i].Separation
		}
	}
	return d
}

// limit removes the points whose separation exceeds margin by more than the rounding eps, cuts the others to margin,
// and reports whether any is left.
func (m *Manifold) limit(margin, eps float64) bool {
	n := 0
	for i := 0; i < m.Count; i++ {
		p := &m.Points[i]
		if p.Separation > margin+eps {
			continue
		}
		if p.Separation > margin {
			p.Separation = margin
		}
		if n < i {
			m.Points[n] = *p
		}
		n++
	}
	m.Count = n
	return n > 0
}

// farFromParallel is a cosine below which unit vectors are not nearly parallel for certain.
const farFromParallel = 0.99

// nearlyParallel reports whether the unit vectors a and b are within parallelSine of one direction.
func nearlyParallel(a, b geom.Vec) bool {
	return a.Dot(b) > farFromParallel && a.Cross(b).LenSq() < parallelSine*parallelSine
}

// bisector returns the normalised sum of the different directions among the axes whose separation is within tol of
// top, and the separation along it of two shapes that are apart by top along each. It returns false when there is but
// one.
func bisector(axes []satAxis, top, tol float64) (geom.Vec, float64, bool) {
	var dirs [16]geom.Vec
	k := 0
	var sum geom.Vec
next:
	for i := range axes {
		if axes[i].Sep < top-tol {
			continue
		}
		for j := 0; j < k; j++ {
			if nearlyParallel(dirs[j], axes[i].N) {
				continue next
			}
		}
		dirs[k] = axes[i].N
		sum = sum.Add(dirs[k])
		k++
	}
	l := sum.Len()
	if k < 2 || l < parallelSine {
		return geom.Vec{}, 0, false
	}
	return sum.Normalize(), float64(float64(k)*top) / l, true
}
