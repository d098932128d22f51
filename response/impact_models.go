package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// kudlichSlibar solves the one row by the model of that name with e times factor. Sliding that would reverse, or that
// would jam (n·K(n + mu d) <= 0), takes Coulomb's solution on the final slip of the impact without restitution, times 1
// + e.
//
// Source: Kudlich, "Beitrag zur Mechanik des Kraftfahrzeug-Verkehrsunfalls" (1966); Slibar, "Die mechanischen
// Grundsätze des Stoßvorganges" (1966).
func (s *ImpactSolver) kudlichSlibar(factor float64) bool {
	r, k := &s.rows[0], &s.k[0]
	grow := 1 + float64(factor*r.e)
	stop, ok := stopped(k, r.u0, r.mu)
	if !ok || !inCone(stop, r.mu) {
		slide, slides := initialSlip(k, r.u0, r.u0, stop, r.mu)
		if !slides {
			slide = solvePoint(k, r.u0, r.mu)
		}
		stop = slide
	}
	return s.take(stop.Scale(grow))
}

// brach solves the one row by the model of that name. Sliding that would reverse or jam takes Newton's solution.
func (s *ImpactSolver) brach() bool {
	r, k := &s.rows[0], &s.k[0]
	q := r.u0
	q.X -= r.target
	p, ok := stopped(k, q, r.mu)
	if !ok || !inCone(p, r.mu) {
		slide, slides := initialSlip(k, r.u0, q, p, r.mu)
		if !slides {
			if slide = solvePoint(k, q, r.mu); slide == (geom.Vec{}) {
				slide = solvePoint(k, r.u0, r.mu) // what a joint holds may jam if it rebounds
			}
		}
		p = slide
	}
	return s.take(p)
}

// stopped returns the impulse that brings q to zero, and whether there is one. What a joint holds at a point has a
// singular K and many such impulses: stick takes one of them in the cone of friction, if there is any.
func stopped(k *geom.Mat3, q geom.Vec, mu float64) (geom.Vec, bool) {
	c := newSlip(k, q, mu)
	if trace := c.s11 + c.s22; c.det(0) > float64(singularSlip*float64(trace*trace)) {
		return k.Solve(q.Neg())
	}
	return c.stick(q.MaxAbs())
}

// take makes p the impulse of the one row.
func (s *ImpactSolver) take(p geom.Vec) bool {
	s.rows[0].p = p
	s.velocities()
	s.residual = 0
	return p.IsFinite()
}

func inCone(p geom.Vec, mu float64) bool {
	return p.X >= 0 && math.Sqrt(float64(p.Y*p.Y)+float64(p.Z*p.Z)) <= float64(mu*p.X)
}

// initialSlip returns the impulse that brings q_n to zero with friction against the slip of u; where there is no slip,
// along the tangential part of the sticking impulse. It reports false where that jams or the slip reverses.
func initialSlip(k *geom.Mat3, u, q, stick geom.Vec, mu float64) (geom.Vec, bool) {
	y, z := -u.Y, -u.Z
	if y == 0 && z == 0 {
		y, z = stick.Y, stick.Z
	}
	size := math.Sqrt(float64(y*y) + float64(z*z))
	if size == 0 {
		return geom.Vec{X: -q.X / k.X.X}, true
	}
	d := geom.Vec{X: 1, Y: float64(mu * y / size), Z: float64(mu * z / size)}
	reach := k.X.Dot(d)
	if reach <= 0 {
		return geom.Vec{}, false
	}
	p := d.Scale(-q.X / reach)
	after := u.Add(k.Apply(p))
	return p, float64(after.Y*y)+float64(after.Z*z) <= 0
}
