package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// quadric is the form a t² + 2 b t + c along a ray, at most zero within a convex body, and the root s of its
// discriminant.
type quadric struct {
	a, b, c, s float64
	ok         bool // the discriminant is not below zero
}

// sphereForm is the quadric of the ball |p| <= r.
func sphereForm(o, d geom.Vec, r float64) quadric {
	l, v := o.Len(), d.Len()
	side, reach := o.Cross(d).Len(), float64(r*v)
	disc := float64((reach - side) * (reach + side))
	return quadric{float64(v * v), o.Dot(d), float64((l - r) * (l + r)), math.Sqrt(max(disc, 0)), disc >= 0}
}

// first returns the root (-b - s)/a without cancellation, second the other.
func (q *quadric) first() float64 {
	if q.b > 0 {
		return (-q.b - q.s) / q.a
	}
	return q.c / (q.s - q.b)
}

func (q *quadric) second() float64 {
	if q.b > 0 {
		return -q.c / (q.b + q.s)
	}
	return (q.s - q.b) / q.a
}

// enters clips by a quadric with a > 0. Entered says that the ray now enters there; meets is false if it is
// outside from 0 on.
func (r *ray) enters(q *quadric) (entered, meets bool) {
	if q.c > 0 {
		if !q.ok || !(q.b < 0) {
			return false, false
		}
		out := q.second()
		r.out = min(r.out, out)
		if t := min(q.first(), out); t > r.in { // equal but for rounding where the ray is tangent
			r.in = t
			return true, true
		}
		return false, true
	}
	if q.a > 0 {
		r.out = min(r.out, q.second())
	}
	return false, true
}

// at returns the point at the time of entry.
func (r *ray) at() geom.Vec { return r.o.AddScaled(r.d, r.in) }

// ellipsoid clips by an ellipsoid, as a unit ball in scaled space.
func (r *ray) ellipsoid(radii geom.Vec) bool {
	var q quadric
	if radii.X == radii.Y && radii.Y == radii.Z {
		q = sphereForm(r.o, r.d, radii.X)
	} else {
		q = sphereForm(r.o.Div(radii), r.d.Div(radii), 1)
	}
	entered, meets := r.enters(&q)
	if entered {
		r.n = r.at().Div(radii).Div(radii).Scale(radii.MaxAbs())
	}
	return meets
}

// tube clips by the endless cylinder about the z axis.
func (r *ray) tube(radius float64) bool {
	q := sphereForm(geom.Vec{X: r.o.X, Y: r.o.Y}, geom.Vec{X: r.d.X, Y: r.d.Y}, radius)
	entered, meets := r.enters(&q)
	if entered {
		p := r.at()
		r.n = geom.Vec{X: p.X, Y: p.Y}
	}
	return meets
}

// capsule clips by a capsule: it is entered by the side between the ends, and otherwise by the ball at the end beyond
// which the ray comes into the endless cylinder.
func (r *ray) capsule(radius, half float64) bool {
	z := r.o.Z
	side := *r
	if !side.tube(radius) {
		return false
	}
	if side.in > side.out {
		return false
	}
	if !math.IsInf(side.in, -1) {
		z = side.at().Z
	}
	if math.Abs(z) <= half {
		*r = side
		return true
	}
	end := geom.Vec{Z: math.Copysign(half, z)}
	q := sphereForm(r.o.Sub(end), r.d, radius)
	entered, meets := r.enters(&q)
	if entered {
		r.n = r.at().Sub(end)
	}
	return meets
}

// cone clips by the endless cone below the apex at z = height, of the given radius at z = 0: the points with rho <= k u
// and u >= 0, where u is the depth below the apex and k the slope. The quadric rho² - k² u² <= 0 also has a part with
// u < 0, which is left out.
func (r *ray) cone(radius, height float64) bool {
	k := radius / height
	u, du := height-r.o.Z, -r.d.Z
	o, d := geom.Vec{X: r.o.X, Y: r.o.Y}, geom.Vec{X: r.d.X, Y: r.d.Y}
	rho, v, ku, kdu := o.Len(), d.Len(), float64(k*u), float64(k*du)
	side := math.Abs(float64(o.X*d.Y) - float64(o.Y*d.X))
	reach := o.Scale(kdu).AddScaled(d, -ku).Len()
	disc := float64((reach - side) * (reach + side))
	q := quadric{
		a: float64((v - kdu) * (v + kdu)), b: o.Dot(d) - float64(ku*kdu), c: float64((rho - ku) * (rho + ku)),
		s: math.Sqrt(max(disc, 0)), ok: disc >= 0,
	}
	inside := q.c <= 0 && u >= 0
	switch {
	case q.a > 0: // both roots on one part
		if !inside && (!q.ok || u+float64(du*(-q.b/q.a)) < 0 || !(q.first() >= 0)) {
			return false
		}
		r.out = min(r.out, q.second())
	case du > 0: // into the depth: within from the root on
		if !inside && !(q.first() >= 0) {
			return false
		}
	default: // towards the apex: within up to the root
		if !inside {
			return false
		}
		if q.s-q.b != 0 || q.b > 0 {
			r.out = min(r.out, max(q.second(), 0))
		}
	}
	if inside {
		return true
	}
	if t := q.first(); t > r.in {
		r.in = t
		p := r.at()
		r.n = geom.Vec{Z: k}
		if l := math.Sqrt(float64(p.X*p.X) + float64(p.Y*p.Y)); l > 0 {
			r.n.X, r.n.Y = p.X/l, p.Y/l
		}
	}
	return true
}
