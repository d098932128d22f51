package response

import "math"

// disc is the friction of one contact: the symmetric 2×2 matrix K of its tangent plane, which maps an impulse to a
// change of slip, as its eigenvalues and the rotation to its axes.
type disc struct {
	large, small float64 // eigenvalues of K [1/kg]
	cos, sin     float64 // of the angle from the first tangent to the axis of large
}

// newDisc takes the matrix (a b; b c) apart.
func newDisc(a, b, c float64) disc {
	mean, d := float64(0.5*(a+c)), float64(0.5*(a-c))
	r := math.Sqrt(float64(d*d) + float64(b*b))
	k := disc{large: mean + r, small: mean - r, cos: 1}
	if r == 0 {
		return k
	}
	// cos 2θ = d/r, sin 2θ = b/r; the larger of cos θ and sin θ first.
	if d >= 0 {
		k.cos = math.Sqrt(float64(0.5 * (1 + d/r)))
		k.sin = b / float64(2*float64(r*k.cos))
	} else {
		k.sin = math.Copysign(math.Sqrt(float64(0.5*(1-d/r))), b)
		k.cos = math.Abs(b) / float64(2*float64(r*math.Abs(k.sin)))
	}
	return k
}

// leastLimit is the radius of a disc below which it counts as a point: cubes of smaller numbers cannot be divided by [N
// s].
const leastLimit = 1e-90

// solve returns the impulse within the disc of radius limit that satisfies Coulomb's law, where j is the previous
// impulse and u the slip with it: the slip becomes zero, or, on the rim, the remaining slip is opposed to the impulse.
// The impulse J minimises ½ J·K J + b·J over the disc, b = u - K j: (K + s) J = -b with s = 0 inside, or s > 0 such
// that |J| = limit.
func (k *disc) solve(j [2]float64, u1, u2, limit float64) [2]float64 {
	if limit < leastLimit || !(k.small > 0) {
		return [2]float64{}
	}
	// Into the axes of K.
	j1 := float64(k.cos*j[0]) + float64(k.sin*j[1])
	j2 := float64(k.cos*j[1]) - float64(k.sin*j[0])
	b1 := float64(k.cos*u1) + float64(k.sin*u2) - float64(k.large*j1)
	b2 := float64(k.cos*u2) - float64(k.sin*u1) - float64(k.small*j2)
	g1, g2 := -b1/k.large, -b2/k.small
	if float64(g1*g1)+float64(g2*g2) > float64(limit*limit) {
		s := k.shift(b1, b2, limit)
		g1, g2 = -b1/(k.large+s), -b2/(k.small+s)
		// Onto the rim, which the iteration reaches to rounding.
		f := limit / math.Sqrt(float64(g1*g1)+float64(g2*g2))
		g1, g2 = float64(g1*f), float64(g2*f)
	}
	return [2]float64{float64(k.cos*g1) - float64(k.sin*g2), float64(k.cos*g2) + float64(k.sin*g1)}
}

// shift returns the s >= 0 at which the impulse has the length limit, 0 where it is shorter without. Newton's iteration
// on 1/|J(s)|, which is nearly linear in s, rises to the root from below and ends when it no longer rises.
func (k *disc) shift(b1, b2, limit float64) float64 {
	s := 0.0
	for range 30 {
		p, q := k.large+s, k.small+s
		g1, g2 := b1/p, b2/q
		sq := float64(g1*g1) + float64(g2*g2)
		if sq <= float64(limit*limit) {
			return s
		}
		l := math.Sqrt(sq)
		slope := float64(g1*g1)/p + float64(g2*g2)/q
		next := s + float64(float64(sq/slope)*((l-limit)/limit))
		if !(next > s) {
			return s
		}
		s = next
	}
	return s
}
