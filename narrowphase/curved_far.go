package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// Spheres that are far from a triangle or a box are known to be without a closer look: most of what is near by bounds
// is so. By far more than rounding, which is why the answer is that of the closer look.
const (
	roundFar   = 1e-6 // over the square of the reach
	roundWide  = 1e5  // the largest coordinate of a triangle, over the reach
	roundSharp = 1e-6 // the least square of the sine of a triangle's corner A
)

// reachOf returns the distance from the centre of a sphere up to which it touches something within margin, 0 for other
// shapes.
func reachOf(s *geom.Shape, margin float64) float64 {
	if s.Kind != geom.ShapeSphere {
		return 0
	}
	return max(0, s.Size.X+margin)
}

// farFromTriangle reports whether a triangle is farther than reach from the point p, for certain. It may miss that
// beside a corner, and for slivers.
func farFromTriangle(p geom.Vec, t *geom.Triangle, reach float64) bool {
	v := [3]geom.Vec{t.A.Sub(p), t.B.Sub(p), t.C.Sub(p)}
	e := [3]geom.Vec{v[1].Sub(v[0]), v[2].Sub(v[1]), v[0].Sub(v[2])}
	n := e[0].Cross(e[1])
	n2, wide := n.LenSq(), max(v[0].MaxAbs(), v[1].MaxAbs(), v[2].MaxAbs())
	if !(wide <= roundWide*reach) || !(n2 > roundSharp*float64(e[0].LenSq()*e[1].LenSq())) {
		return false
	}
	h, r2 := n.Dot(v[0]), float64(float64(reach*reach)*(1+roundFar))
	if float64(h*h) > float64(r2*n2) {
		return true
	}
	for k := range e {
		// Beyond an edge, x/(|e| |n|) in the plane and h/|n| from it.
		if x := e[k].Cross(n).Dot(v[k]); x < 0 {
			if l2 := e[k].LenSq(); float64(h*h*l2)+float64(x*x) > float64(r2*float64(l2*n2)) {
				return true
			}
		}
	}
	return false
}

// farFromBox reports whether a box with the given half extents, in its own frame, is farther than reach from the point
// p, for certain.
func farFromBox(p, half geom.Vec, reach float64) bool {
	d := p.Abs().Sub(half).Max(geom.Vec{})
	return d.LenSq() > float64(float64(reach*reach)*(1+roundFar))
}
