package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// solvePoint returns the impulse of one point in its frame (X normal, Y and Z tangential) under Coulomb's law on the
// final slip: with u = q + K p it is 0 <= p_n, u_n >= 0, one of them zero, and |p_t| <= mu p_n, against u_t where that
// is not zero. q holds the velocity without this impulse less the normal velocity asked for. K is symmetric, K_nn > 0.
//
// A point that separates gets nothing; without friction p_n = -q_n/K_nn. Else p_n is eliminated, which leaves
//
//	S p_t + g = u_t,   S = K_tt - K_tn K_nt/K_nn,   g = q_t - K_tn q_n/K_nn.
//
// Sticking is u_t = 0. Sliding is u_t = -l p_t with l > 0, so that p_t(l) = -(S + l E)⁻¹ g. For q_n < 0 the function
// |p_t| - mu p_n is above zero at l = 0 where sticking leaves the cone, and below zero for large l, where p_t vanishes
// and p_n = -q_n/K_nn: there is always a solution, also where the slip reverses or the friction of the initial slip
// would jam. Where there are several, bisection and Newton's method from l = 0 choose.
//
// Source: Bonnefon and Daviet, "Quartic formulation of Coulomb 3D frictional contact", INRIA RT-0400 (2011), whose
// quartic has the same unknown l.
func solvePoint(k *geom.Mat3, q geom.Vec, mu float64) geom.Vec {
	if q.X >= 0 {
		return geom.Vec{}
	}
	if mu == 0 {
		return geom.Vec{X: -q.X / k.X.X}
	}
	c := newSlip(k, q, mu)
	if p, ok := c.stick(q.MaxAbs()); ok {
		return p
	}
	p := c.at(c.root())
	size := math.Sqrt(float64(p.Y*p.Y) + float64(p.Z*p.Z))
	if size == 0 {
		return geom.Vec{X: -q.X / k.X.X}
	}
	dY, dZ := p.Y/size, p.Z/size
	n := -q.X / (k.X.X + float64(mu*(float64(k.X.Y*dY)+float64(k.X.Z*dZ))))
	if !(n >= 0 && n <= math.MaxFloat64) {
		return projectCone(p, mu)
	}
	t := float64(mu * n)
	return geom.Vec{X: n, Y: float64(t * dY), Z: float64(t * dZ)}
}

// slip is the one-dimensional problem that is left of a point, see solvePoint.
type slip struct {
	s11, s12, s22 float64 // S
	g1, g2        float64
	n0, n1, n2    float64 // p_n = n0 + n1 p_Y + n2 p_Z
	mu            float64
}

// newSlip eliminates the normal impulse of a point from K p + q, so that its normal velocity is zero.
func newSlip(k *geom.Mat3, q geom.Vec, mu float64) slip {
	inv := 1 / k.X.X
	n0, n1, n2 := -float64(q.X*inv), -float64(k.X.Y*inv), -float64(k.X.Z*inv)
	return slip{
		s11: k.Y.Y + float64(k.X.Y*n1),
		s12: k.Y.Z + float64(k.X.Y*n2),
		s22: k.Z.Z + float64(k.X.Z*n2),
		g1:  q.Y + float64(k.X.Y*n0),
		g2:  q.Z + float64(k.X.Z*n0),
		n0:  n0, n1: n1, n2: n2,
		mu: mu,
	}
}

// det returns the determinant of S + l E.
func (c *slip) det(l float64) float64 {
	return float64((c.s11+l)*(c.s22+l)) - float64(c.s12*c.s12)
}

// singularSlip is the determinant of S over the square of its trace below which it is rounding, and singularSpeed the
// speed over the largest one below which the slip that no impulse changes is. S is singular for what a joint holds at a
// point: an impulse along the line d to that moves nothing.
const (
	singularSlip  = 16 * 0x1p-52
	singularSpeed = 1e-12
)

// stick returns the impulse of a sticking point, and whether there is one in the cone of friction; fastest is the largest
// speed involved. If S is singular, nothing sticks that slips along d, as does what rebounds. Else there are many
// impulses, p + t d: the one in the cone with the smallest t >= 0 is taken, that is from the one without an impulse
// along d, towards where the contact is pressed more, and so held by more friction.
func (c *slip) stick(fastest float64) (p geom.Vec, ok bool) {
	trace := c.s11 + c.s22
	if c.det(0) > float64(singularSlip*float64(trace*trace)) {
		p = c.at(0)
		return p, c.excess(p) <= 0
	}
	// S = trace e eᵀ, d is at right angles to e, the larger column of S, and -S⁺ g is -S g/trace².
	d := geom.Vec{Y: c.s12, Z: -c.s11}
	if c.s22 > c.s11 {
		d = geom.Vec{Y: c.s22, Z: -c.s12}
	}
	d = d.Scale(1 / math.Sqrt(d.LenSq()))
	if !(math.Abs(float64(d.Y*c.g1)+float64(d.Z*c.g2)) <= float64(singularSpeed*fastest)) {
		return p, false
	}
	by := -1 / float64(trace*trace)
	p.Y = float64(by * (float64(c.s11*c.g1) + float64(c.s12*c.g2)))
	p.Z = float64(by * (float64(c.s12*c.g1) + float64(c.s22*c.g2)))
	p.X = c.n0 + float64(c.n1*p.Y) + float64(c.n2*p.Z)
	if c.excess(p) <= 0 {
		return p, true
	}
	if d.X = float64(c.n1*d.Y) + float64(c.n2*d.Z); d.X < 0 {
		d = d.Neg()
	}
	// |p_t|² + t² = mu² (p_n + t d_n)²
	mu2 := float64(c.mu * c.mu)
	square, half := float64(mu2*float64(d.X*d.X))-1, float64(mu2*float64(p.X*d.X))
	rest := float64(mu2*float64(p.X*p.X)) - float64(p.Y*p.Y) - float64(p.Z*p.Z)
	t := -rest / (half + math.Sqrt(float64(half*half)-float64(square*rest)))
	if !(t > 0 && t <= math.MaxFloat64) {
		return p, false
	}
	return p.AddScaled(d, t), true
}

// solve returns -(S + l E)⁻¹ (x, y).
func (c *slip) solve(l, x, y float64) (float64, float64) {
	d := -1 / c.det(l)
	return float64(d * (float64((c.s22+l)*x) - float64(c.s12*y))),
		float64(d * (float64((c.s11+l)*y) - float64(c.s12*x)))
}

// at returns the impulse for l.
func (c *slip) at(l float64) geom.Vec {
	y, z := c.solve(l, c.g1, c.g2)
	return geom.Vec{X: c.n0 + float64(c.n1*y) + float64(c.n2*z), Y: y, Z: z}
}

// excess returns |p_t| - mu p_n.
func (c *slip) excess(p geom.Vec) float64 {
	return math.Sqrt(float64(p.Y*p.Y)+float64(p.Z*p.Z)) - float64(c.mu*p.X)
}

// root returns an l > 0 at which the excess vanishes.
func (c *slip) root() float64 {
	lo, hi := 0.0, c.s11+c.s22
	for range 1100 {
		if c.excess(c.at(hi)) < 0 {
			break
		}
		lo, hi = hi, hi+hi
	}
	l := float64(0.5 * (lo + hi))
	if lo == 0 {
		l = float64(1e-3 * hi)
	}
	for range 200 {
		p := c.at(l)
		f := c.excess(p)
		if f > 0 {
			lo = l
		} else {
			hi = l
		}
		// The derivative of p_t with respect to l is -(S + l E)⁻¹ p_t.
		y, z := c.solve(l, p.Y, p.Z)
		size := math.Sqrt(float64(p.Y*p.Y) + float64(p.Z*p.Z))
		slope := (float64(p.Y*y)+float64(p.Z*z))/size - float64(c.mu*(float64(c.n1*y)+float64(c.n2*z)))
		next := l - f/slope
		if !(next > lo && next < hi) {
			next = float64(0.5 * (lo + hi))
		}
		if f == 0 || next == l || math.Abs(next-l) <= float64(1e-16*l) {
			return l
		}
		l = next
	}
	return l
}
