package narrowphase

import "math/big"

// exactTime is a real number in [0, 1]: lo itself, or the only root of poly in (lo, hi), where poly has no root at lo
// and at hi.
type exactTime struct {
	poly   poly // without multiple roots
	lo, hi dyadic
	exact  bool
	end    int // sign of poly at hi
}

// rootsInUnit calls f with the roots in (0, 1] of p, which is not zero, in ascending order, until it returns true.
func (p poly) rootsInUnit(f func(*exactTime) bool) {
	if p = p.squarefree(); len(p) < 2 {
		return
	}
	chain := p.sturm()
	lo, hi := dyadic{new(big.Int), 0}, dyadic{big.NewInt(1), 0}
	p.isolate(chain, lo, hi, changes(chain, lo), changes(chain, hi), f)
}

// isolate does so in (lo, hi], where the chain changes its sign as often as given. Each level of it halves the
// interval, and ends where it is shorter than the distance of two roots.
func (p poly) isolate(chain []poly, lo, hi dyadic, atLo, atHi int, f func(*exactTime) bool) bool {
	switch atLo - atHi {
	case 0:
		return false
	case 1:
		t := exactTime{poly: p, lo: lo, hi: hi, end: p.value(hi).Sign()}
		if t.end == 0 {
			t.lo, t.exact = hi, true
		}
		for !t.exact && p.value(t.lo).Sign() == 0 {
			t.refine()
		}
		return f(&t)
	}
	mid := lo.middle(hi)
	at := changes(chain, mid)
	return p.isolate(chain, lo.finer(), mid, atLo, at, f) || p.isolate(chain, mid, hi.finer(), at, atHi, f)
}

// refine halves the interval.
func (t *exactTime) refine() {
	if t.exact {
		return
	}
	mid := t.lo.middle(t.hi)
	switch s := t.poly.value(mid).Sign(); s {
	case 0:
		t.lo, t.exact = mid, true
	case t.end:
		t.lo, t.hi = t.lo.finer(), mid
	default:
		t.lo, t.hi = mid, t.hi.finer()
	}
}

// sign returns the sign of p at t: zero when the greatest common divisor of p and t's polynomial has t as a root, and
// otherwise that at lo, once the interval is too short for p to reach zero in it.
func (t *exactTime) sign(p poly) int {
	if p.isZero() {
		return 0
	}
	if !t.exact {
		if g := t.poly.gcd(p); len(g) > 1 && g.value(t.lo).Sign() != g.value(t.hi).Sign() {
			return 0
		}
	}
	var slope big.Int // bound of |dp/dt| in [0, 1]
	for i, c := range p {
		slope.Add(&slope, new(big.Int).Mul(new(big.Int).Abs(c), big.NewInt(int64(i))))
	}
	for !t.exact {
		v := p.value(t.lo)
		var room big.Int
		room.Sub(t.hi.n, t.lo.n)
		room.Mul(&room, &slope)
		if len(p) > 1 {
			room.Lsh(&room, uint(len(p)-2)*t.lo.k)
		}
		if v.CmpAbs(&room) > 0 {
			return v.Sign()
		}
		t.refine()
	}
	return p.value(t.lo).Sign()
}

// below returns the largest double that is no larger than t, or one less by 2^-60.
func (t *exactTime) below() float64 {
	for !t.exact && t.lo.k < 60 {
		t.refine()
	}
	f := new(big.Float).SetPrec(53).SetMode(big.ToNegativeInf).SetInt(t.lo.n)
	x, _ := f.SetMantExp(f, -int(t.lo.k)).Float64()
	return x
}
