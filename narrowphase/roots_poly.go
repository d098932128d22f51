package narrowphase

import (
	"math"
	"math/big"

	"github.com/prang-sim/prang/sim/geom"
)

// exactScale returns the least exponent of a last bit among the coordinates: all are integers times two to that power.
func exactScale(at *[2][4]geom.Vec) int {
	scale := math.MaxInt32
	for k := range at {
		for _, p := range at[k] {
			for _, x := range [3]float64{p.X, p.Y, p.Z} {
				if x != 0 {
					if _, e := math.Frexp(x); e-53 < scale {
						scale = e - 53
					}
				}
			}
		}
	}
	return scale
}

// exactInt returns x divided by two to the power of scale.
func exactInt(x float64, scale int) *big.Int {
	if x == 0 {
		return new(big.Int)
	}
	frac, e := math.Frexp(x)
	const mantissa = 1<<52 - 1
	n := new(big.Int).SetUint64(math.Float64bits(frac)&mantissa | (mantissa + 1))
	if n.Lsh(n, uint(e-53-scale)); x < 0 {
		n.Neg(n)
	}
	return n
}

// poly is a polynomial with integer coefficients, the lowest first; the last one is not zero. It is not changed once
// made.
type poly []*big.Int

func polyOf(c ...int64) poly {
	p := make(poly, len(c))
	for i, x := range c {
		p[i] = big.NewInt(x)
	}
	return p.trim()
}

func (p poly) trim() poly {
	for len(p) > 0 && p[len(p)-1].Sign() == 0 {
		p = p[:len(p)-1]
	}
	return p
}

func (p poly) isZero() bool { return len(p) == 0 }

func (p poly) add(q poly) poly {
	if len(p) < len(q) {
		p, q = q, p
	}
	r := append(poly(nil), p...)
	for i := range q {
		r[i] = new(big.Int).Add(p[i], q[i])
	}
	return r.trim()
}

func (p poly) neg() poly {
	r := make(poly, len(p))
	for i := range p {
		r[i] = new(big.Int).Neg(p[i])
	}
	return r
}

func (p poly) sub(q poly) poly { return p.add(q.neg()) }

func (p poly) mul(q poly) poly {
	if p.isZero() || q.isZero() {
		return nil
	}
	r := make(poly, len(p)+len(q)-1)
	for i := range r {
		r[i] = new(big.Int)
	}
	var x big.Int
	for i := range p {
		for j := range q {
			r[i+j].Add(r[i+j], x.Mul(p[i], q[j]))
		}
	}
	return r.trim()
}

// derivative returns dp/dt.
func (p poly) derivative() poly {
	if len(p) < 2 {
		return nil
	}
	r := make(poly, len(p)-1)
	for i := range r {
		r[i] = new(big.Int).Mul(p[i+1], big.NewInt(int64(i+1)))
	}
	return r.trim()
}

// primitive returns p divided by the greatest common divisor of its coefficients.
func (p poly) primitive() poly {
	var g big.Int
	for _, c := range p {
		g.GCD(nil, nil, &g, new(big.Int).Abs(c))
	}
	if g.Sign() == 0 || g.IsInt64() && g.Int64() == 1 {
		return p
	}
	r := make(poly, len(p))
	for i := range p {
		r[i] = new(big.Int).Quo(p[i], &g)
	}
	return r
}

// divide returns quotient and remainder of p by q, which is not zero, both times one positive integer.
func (p poly) divide(q poly) (quotient, rest poly) {
	lead := q[len(q)-1]
	scale := new(big.Int).Abs(lead)
	for len(p) >= len(q) {
		shift, top := len(p)-len(q), new(big.Int).Set(p[len(p)-1])
		if lead.Sign() < 0 {
			top.Neg(top)
		}
		r := make(poly, len(p)-1)
		for i := range r {
			r[i] = new(big.Int).Mul(p[i], scale)
			if i >= shift {
				r[i].Sub(r[i], new(big.Int).Mul(q[i-shift], top))
			}
		}
		step := make(poly, shift+1)
		for i := range step {
			step[i] = new(big.Int)
		}
		step[shift] = top
		quotient = quotient.mul(poly{scale}).add(step)
		p = r.trim()
	}
	return quotient, p
}

// gcd returns the greatest common divisor of p and q, primitive; that of zero and q is q.
func (p poly) gcd(q poly) poly {
	p, q = p.primitive(), q.primitive()
	for !q.isZero() {
		_, rest := p.divide(q)
		p, q = q, rest.primitive()
	}
	return p
}

// squarefree returns the polynomial with the roots of p, once each, other than 0.
func (p poly) squarefree() poly {
	for len(p) > 0 && p[0].Sign() == 0 {
		p = p[1:]
	}
	if g := p.gcd(p.derivative()); len(g) > 1 {
		p, _ = p.divide(g)
	}
	return p.primitive()
}

// dyadic is the number n/2^k.
type dyadic struct {
	n *big.Int
	k uint
}

// middle returns the number midway between a and b, which have one k.
func (a dyadic) middle(b dyadic) dyadic { return dyadic{new(big.Int).Add(a.n, b.n), a.k + 1} }

// finer returns the same number with the next k.
func (a dyadic) finer() dyadic { return dyadic{new(big.Int).Lsh(a.n, 1), a.k + 1} }

// value returns p(x) times 2^(k·degree).
func (p poly) value(x dyadic) *big.Int {
	v := new(big.Int)
	var c big.Int
	for i := len(p) - 1; i >= 0; i-- {
		v.Mul(v, x.n)
		v.Add(v, c.Lsh(p[i], uint(len(p)-1-i)*x.k))
	}
	return v
}

// sturm returns Sturm's chain of a polynomial without multiple roots.
func (p poly) sturm() []poly {
	chain := []poly{p, p.derivative()}
	for {
		q := chain[len(chain)-1]
		if q.isZero() {
			return chain[:len(chain)-1]
		}
		_, rest := chain[len(chain)-2].divide(q)
		chain = append(chain, rest.neg().primitive())
	}
}

// changes returns the changes of sign of a chain at x. The number of roots in (a, b] is that at a less that at b.
func changes(chain []poly, x dyadic) int {
	n, last := 0, 0
	for _, p := range chain {
		if s := p.value(x).Sign(); s != 0 {
			if s == -last {
				n++
			}
			last = s
		}
	}
	return n
}
