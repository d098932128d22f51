package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// rootDepth is how often [0, 1] is halved before a case is left to exact arithmetic. Two simple roots nearer to
	// each other than 2^-20, and a double one, are left to it.
	rootDepth = 20
	// rootFlat is how often it is halved where the four points lie in one plane.
	rootFlat = 6
	// rootWidth is the widest bracket of a root that is given as a time.
	rootWidth = 1e-7
	// rootUnit bounds the relative error of one rounding.
	rootUnit = 0x1p-53
	// rootError bounds the error of a coefficient of the cubic, relative to the product of the largest coordinates of
	// a, b and c. A determinant has six terms of three factors that are rounded once each; with two products and five
	// sums that is less than 6·(3+2+5)·2^-53, a mean of three adds little. Each halving of an interval adds three
	// roundings of numbers below 6: rootDepth of them, 6·60·2^-53. Together below 2^9·2^-53.
	rootError = 0x1p-44
	// The sizes in which no product leaves the range of doubles.
	rootSmall, rootLarge = 1e-60, 1e60
)

// cubicPiece is the cubic on the interval from t, width w, by its Bernstein coefficients.
type cubicPiece struct {
	t, w float64
	b    [4]float64
}

// fast answers in double precision, and returns false where that does not decide.
func (m *rootQuery) fast() (FeatureTOI, bool) {
	if !m.prepare() {
		return FeatureTOI{}, false
	}
	var stack [rootDepth + 2]cubicPiece
	stack[0] = m.cubic()
	for n := 1; n > 0; {
		n--
		p := stack[n]
		lo, hi := p.bounds()
		if lo > m.eps || hi < -m.eps {
			continue
		}
		flat := lo >= -m.eps && hi <= m.eps
		if flat && m.apart(p.t, p.w) {
			continue
		}
		if p.simple(m.eps) {
			switch from, to, ok := p.root(m.eps); {
			case !ok || to-from > rootWidth:
				return FeatureTOI{}, false
			default:
				in, sure := m.meets(from, to)
				if !sure {
					return FeatureTOI{}, false
				}
				if in {
					return FeatureTOI{Status: Hit, Time: from}, true
				}
			}
			continue
		}
		if p.w <= 1.0/(1<<rootDepth) || flat && p.w <= 1.0/(1<<rootFlat) {
			return FeatureTOI{}, false
		}
		stack[n], stack[n+1] = p.split()
		n += 2
	}
	return FeatureTOI{Status: Miss}, true
}

// prepare sets the differences and the error of the cubic, and returns false where products could leave the range.
func (m *rootQuery) prepare() bool {
	end := m.differences(&m.at[1])
	m.base = m.differences(&m.at[0])
	product := 1.0
	for k := range end {
		m.rate[k] = end[k].Sub(m.base[k])
		m.size[k] = math.Max(m.base[k].MaxAbs(), end[k].MaxAbs())
		if !(m.size[k] >= rootSmall && m.size[k] <= rootLarge) {
			return false
		}
		product = float64(product * m.size[k])
	}
	m.eps = float64(rootError * product)
	return true
}

// cubic returns the cubic on [0, 1]: its coefficients are the means of the determinants that take one, two or three of
// a, b, c from the end.
func (m *rootQuery) cubic() cubicPiece {
	a0, b0, c0 := m.base[0], m.base[1], m.base[2]
	d := m.differences(&m.at[1])
	a1, b1, c1 := d[0], d[1], d[2]
	n00, n11, n01, n10 := a0.Cross(b0), a1.Cross(b1), a0.Cross(b1), a1.Cross(b0)
	mixed := n01.Add(n10)
	return cubicPiece{0, 1, [4]float64{
		n00.Dot(c0),
		(n00.Dot(c1) + mixed.Dot(c0)) / 3,
		(n11.Dot(c0) + mixed.Dot(c1)) / 3,
		n11.Dot(c1),
	}}
}

// bounds returns the least and the largest coefficient, which bound the cubic.
func (p *cubicPiece) bounds() (lo, hi float64) {
	lo, hi = p.b[0], p.b[0]
	for _, x := range p.b[1:] {
		if x < lo {
			lo = x
		}
		if x > hi {
			hi = x
		}
	}
	return lo, hi
}

// simple reports whether the cubic certainly runs from one sign to the other, always in one direction.
func (p *cubicPiece) simple(eps float64) bool {
	if p.b[0] > 0 {
		return p.b[0] > eps && p.b[3] < -eps && p.b[1]-p.b[0] < -2*eps && p.b[2]-p.b[1] < -2*eps && p.b[3]-p.b[2] < -2*eps
	}
	return p.b[0] < -eps && p.b[3] > eps && p.b[1]-p.b[0] > 2*eps && p.b[2]-p.b[1] > 2*eps && p.b[3]-p.b[2] > 2*eps
}

// split halves the interval.
func (p *cubicPiece) split() (right, left cubicPiece) {
	mid := func(x, y float64) float64 { return float64(0.5*x) + float64(0.5*y) }
	ab, bc, cd := mid(p.b[0], p.b[1]), mid(p.b[1], p.b[2]), mid(p.b[2], p.b[3])
	abc, bcd := mid(ab, bc), mid(bc, cd)
	all := mid(abc, bcd)
	h := float64(0.5 * p.w)
	return cubicPiece{p.t + h, h, [4]float64{all, bcd, cd, p.b[3]}}, cubicPiece{p.t, h, [4]float64{p.b[0], ab, abc, all}}
}

// at returns value and slope at x in [0, 1] of the interval.
func (p *cubicPiece) at(x float64) (f, df float64) {
	y := 1 - x
	ab, bc, cd := float64(y*p.b[0])+float64(x*p.b[1]), float64(y*p.b[1])+float64(x*p.b[2]), float64(y*p.b[2])+float64(x*p.b[3])
	abc, bcd := float64(y*ab)+float64(x*bc), float64(y*bc)+float64(x*cd)
	return float64(y*abc) + float64(x*bcd), float64(3 * (bcd - abc))
}

// root brackets the root of a simple piece: the signs at both ends are certain.
func (p *cubicPiece) root(eps float64) (from, to float64, ok bool) {
	sign := math.Copysign(1, p.b[0])
	lo, hi, x := 0.0, 1.0, 0.5
	for i := 0; i < 100; i++ {
		f, df := p.at(x)
		if f = float64(f * sign); f > 0 {
			lo = x
		} else {
			hi = x
		}
		next := x + f/math.Abs(df)
		if !(next > lo && next < hi) {
			next = lo + float64(0.5*(hi-lo))
		}
		step := math.Abs(next - x)
		if x = next; step <= float64(rootUnit*x) || float64(step*math.Abs(df)) <= eps {
			break
		}
	}
	_, df := p.at(x)
	room := float64(4*eps)/math.Abs(df) + float64(4*rootUnit*x)
	for i := 0; i < 8; i++ {
		lo, hi = math.Max(0, x-room), math.Min(1, x+room)
		fl, _ := p.at(lo)
		fh, _ := p.at(hi)
		if float64(sign*fl) > eps && float64(sign*fh) < -eps {
			from, to = p.t+float64(p.w*lo), p.t+float64(p.w*hi)
			return math.Max(0, from-float64(4*rootUnit*from)), math.Min(1, to+float64(4*rootUnit*to)), true
		}
		room = float64(room * 4)
	}
	return 0, 0, false
}

// meets reports whether the features meet at a root of the cubic that is somewhere in [from, to], and whether that is
// sure. A vector x known to hx, all coordinates, has |x × y| to 2 (|x| hy + |y| hx + hx hy) and x·y to 3 times the
// same.
func (m *rootQuery) meets(from, to float64) (in, sure bool) {
	t, w := float64(0.5*(from+to)), to-from
	var d [3]geom.Vec
	var l, h [3]float64
	for k := range d {
		d[k] = m.base[k].AddScaled(m.rate[k], t)
		h[k] = float64(8*rootUnit*m.size[k]) + float64(w*m.rate[k].MaxAbs())
		l[k] = d[k].MaxAbs() + h[k]
	}
	cross := func(i, j int) (n geom.Vec, size, err float64) {
		size = float64(2 * float64(l[i]*l[j]))
		return d[i].Cross(d[j]), size, float64(2*(float64(l[i]*h[j])+float64(l[j]*h[i]))) + float64(4*rootUnit*size)
	}
	n, ln, hn := cross(0, 1)
	cb, lcb, hcb := cross(2, 1)
	ac, lac, hac := cross(0, 2)
	room := func(la, ha, lb, hb float64) float64 {
		return float64(3*(float64(la*hb)+float64(lb*ha))) + float64(24*rootUnit*float64(la*lb))
	}
	n2, u, v := n.LenSq(), n.Dot(cb), n.Dot(ac)
	en, eu, ev := room(ln, hn, ln, hn), room(ln, hn, lcb, hcb), room(ln, hn, lac, hac)
	if m.edges {
		v = -v
		return rootInside(u, eu, n2-u, en+eu, v, ev, n2-v, en+ev)
	}
	e := en + eu + ev
	return rootInside(u, eu, v, ev, n2-u-v, e, n2-u-v, e)
}

// rootInside reports whether all four numbers, each known to the error beside it, are above zero, and whether that is
// sure.
func rootInside(a, ea, b, eb, c, ec, d, ed float64) (in, sure bool) {
	if a < -ea || b < -eb || c < -ec || d < -ed {
		return false, true
	}
	in = a > ea && b > eb && c > ec && d > ed
	return in, in
}

// apart reports whether the features are certainly apart in all the interval: the direction between their nearest
// points in the middle separates the points at both ends.
func (m *rootQuery) apart(t, w float64) bool {
	var mid [4]geom.Vec
	for k := range mid {
		s := t + float64(0.5*w)
		mid[k] = m.at[0][k].Scale(1-s).AddScaled(m.at[1][k], s)
	}
	d := m.differences(&mid)
	var n geom.Vec
	if m.edges {
		u, v := nearestOnEdges(mid[0], mid[1], mid[2], mid[3])
		n = d[2].AddScaled(d[1], v).AddScaled(d[0], -u)
	} else {
		u, v := nearestInFace(d[0], d[1], d[2])
		n = d[2].AddScaled(d[0], -u).AddScaled(d[1], -v)
	}
	// The differences of a point of one and a point of the other are c, c - a and so on. Each is rounded less than 16
	// times.
	room := float64(64 * rootUnit * float64(n.MaxAbs()*(m.size[0]+m.size[1]+m.size[2])))
	for _, s := range [2]float64{t, t + w} {
		var x [3]float64
		for k := range x {
			x[k] = n.Dot(m.base[k].AddScaled(m.rate[k], s))
		}
		low := x[2] - math.Max(x[0], 0)
		if m.edges {
			low += math.Min(x[1], 0)
		} else {
			low = x[2] - math.Max(math.Max(x[0], x[1]), 0)
		}
		if !(low > room) {
			return false
		}
	}
	return true
}
