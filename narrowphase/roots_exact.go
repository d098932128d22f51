package narrowphase

import "math/big"

// exactVec is a vector of polynomials of the time.
type exactVec [3]poly

func (a exactVec) sub(b exactVec) exactVec {
	return exactVec{a[0].sub(b[0]), a[1].sub(b[1]), a[2].sub(b[2])}
}

func (a exactVec) dot(b exactVec) poly {
	return a[0].mul(b[0]).add(a[1].mul(b[1])).add(a[2].mul(b[2]))
}

func (a exactVec) cross(b exactVec) exactVec {
	return exactVec{
		a[1].mul(b[2]).sub(a[2].mul(b[1])),
		a[2].mul(b[0]).sub(a[0].mul(b[2])),
		a[0].mul(b[1]).sub(a[1].mul(b[0])),
	}
}

// exactEnd is a point that may meet an edge: the point is on it when cross is zero and dot no more than zero.
type exactEnd struct {
	cross exactVec // (p - q) × (r - q)
	dot   poly     // (p - q)·(p - r)
}

// exactCrossing is a query in integers.
type exactCrossing struct {
	n      exactVec // a × b
	inside []poly   // none below zero where the features meet, n not zero and the cubic zero
	ends   []exactEnd
	cubic  poly
}

// exact decides a query. A meeting is at 0, or at a root of the cubic; where that is zero at all times, all moves in
// one plane at a time, and a first meeting after 0 is one of a vertex and an edge: at a common root of the coordinates
// of the cross product, or where they are zero at all times, at one of the dot product.
func (m *rootQuery) exact() FeatureTOI {
	q := m.exactly()
	zero := exactTime{lo: dyadic{new(big.Int), 0}, exact: true}
	if q.meets(&zero) {
		return FeatureTOI{Status: Overlapping}
	}
	candidates := q.cubic
	if q.cubic.isZero() {
		candidates = polyOf(1)
		for i := range q.ends {
			if p := q.ends[i].times(); !p.isZero() {
				candidates = candidates.mul(p)
			}
		}
	}
	out := FeatureTOI{Status: Miss}
	candidates.rootsInUnit(func(t *exactTime) bool {
		if !q.meets(t) {
			return false
		}
		out = FeatureTOI{Status: Hit, Time: t.below()}
		return true
	})
	return out
}

// exactly returns the query in integers: coordinates times a power of two.
func (m *rootQuery) exactly() *exactCrossing {
	var x [4]exactVec
	scale := exactScale(&m.at)
	for k := range x {
		a := [3]float64{m.at[0][k].X, m.at[0][k].Y, m.at[0][k].Z}
		b := [3]float64{m.at[1][k].X, m.at[1][k].Y, m.at[1][k].Z}
		for i := range a {
			from := exactInt(a[i], scale)
			x[k][i] = poly{from, new(big.Int).Sub(exactInt(b[i], scale), from)}.trim()
		}
	}
	var a, b, c exactVec
	var ends [][3]int
	if m.edges {
		a, b, c = x[1].sub(x[0]), x[3].sub(x[2]), x[2].sub(x[0])
		ends = [][3]int{{0, 2, 3}, {1, 2, 3}, {2, 0, 1}, {3, 0, 1}}
	} else {
		a, b, c = x[2].sub(x[1]), x[3].sub(x[1]), x[0].sub(x[1])
		ends = [][3]int{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}
	}
	q := &exactCrossing{n: a.cross(b)}
	q.cubic = q.n.dot(c)
	n2, u, v := q.n.dot(q.n), q.n.dot(c.cross(b)), q.n.dot(a.cross(c))
	if m.edges {
		v = poly{}.sub(v)
		q.inside = []poly{u, n2.sub(u), v, n2.sub(v)}
	} else {
		q.inside = []poly{u, v, n2.sub(u).sub(v)}
	}
	for _, e := range ends {
		p, r, s := x[e[0]], x[e[1]], x[e[2]]
		q.ends = append(q.ends, exactEnd{p.sub(r).cross(s.sub(r)), p.sub(r).dot(p.sub(s))})
	}
	return q
}

// times returns a polynomial whose roots hold the times after 0 at which the point first meets the edge; zero for none.
func (e *exactEnd) times() poly {
	g := e.cross[0].gcd(e.cross[1]).gcd(e.cross[2])
	if g.isZero() {
		return e.dot
	}
	return g
}

// meets reports whether the features meet at a time at which the cubic is zero, or at time 0.
func (q *exactCrossing) meets(t *exactTime) bool {
	if t.sign(q.cubic) != 0 {
		return false
	}
	if t.sign(q.n[0]) != 0 || t.sign(q.n[1]) != 0 || t.sign(q.n[2]) != 0 {
		for _, p := range q.inside {
			if t.sign(p) < 0 {
				return false
			}
		}
		return true
	}
	for i := range q.ends {
		e := &q.ends[i]
		if t.sign(e.cross[0]) == 0 && t.sign(e.cross[1]) == 0 && t.sign(e.cross[2]) == 0 && t.sign(e.dot) <= 0 {
			return true
		}
	}
	return false
}
