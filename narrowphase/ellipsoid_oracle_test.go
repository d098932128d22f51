package narrowphase

import (
	"math/big"

	"github.com/prang-sim/prang/sim/geom"
)

// The oracle of the swept ellipsoid: distances in sphere space between a segment, the way of the centre, and a
// triangle, from the doubles of the query in 160 bits. It shares no formula with the code: no quadratic, no plane
// interval.

const ellipsoidPrec = 160

type ellipsoidBig [3]*big.Float

func ellipsoidF(x float64) *big.Float { return new(big.Float).SetPrec(ellipsoidPrec).SetFloat64(x) }

func ellipsoidOp() *big.Float { return new(big.Float).SetPrec(ellipsoidPrec) }

func ellipsoidBigVec(v geom.Vec) ellipsoidBig {
	return ellipsoidBig{ellipsoidF(v.X), ellipsoidF(v.Y), ellipsoidF(v.Z)}
}

func (a ellipsoidBig) sub(b ellipsoidBig) (c ellipsoidBig) {
	for i := range c {
		c[i] = ellipsoidOp().Sub(a[i], b[i])
	}
	return c
}

func (a ellipsoidBig) quo(b ellipsoidBig) (c ellipsoidBig) {
	for i := range c {
		c[i] = ellipsoidOp().Quo(a[i], b[i])
	}
	return c
}

func (a ellipsoidBig) along(b ellipsoidBig, s *big.Float) (c ellipsoidBig) {
	for i := range c {
		c[i] = ellipsoidOp().Mul(b[i], s)
		c[i].Add(c[i], a[i])
	}
	return c
}

func (a ellipsoidBig) dot(b ellipsoidBig) *big.Float {
	s, p := ellipsoidOp().Mul(a[0], b[0]), ellipsoidOp()
	s.Add(s, p.Mul(a[1], b[1]))
	return s.Add(s, p.Mul(a[2], b[2]))
}

func (a ellipsoidBig) cross(b ellipsoidBig) (c ellipsoidBig) {
	p := ellipsoidOp()
	for i := range c {
		j, k := (i+1)%3, (i+2)%3
		c[i] = ellipsoidOp().Mul(a[j], b[k])
		c[i].Sub(c[i], p.Mul(a[k], b[j]))
	}
	return c
}

// ellipsoidSpace takes a query to sphere space, relative to the centre at the start.
func ellipsoidSpace(e *geom.Ellipsoid, move geom.Vec, t *geom.Triangle) (tri [3]ellipsoidBig, v ellipsoidBig) {
	c, r := ellipsoidBigVec(e.C), ellipsoidBigVec(e.R)
	for i, p := range [3]geom.Vec{t.A, t.B, t.C} {
		tri[i] = ellipsoidBigVec(p).sub(c).quo(r)
	}
	return tri, ellipsoidBigVec(move).quo(r)
}

// ellipsoidClamp returns x/y limited to [0, 1], y >= 0; 0 for y = 0.
func ellipsoidClamp(x, y *big.Float) *big.Float {
	if x.Sign() <= 0 || y.Sign() == 0 {
		return ellipsoidF(0)
	}
	if x.Cmp(y) >= 0 {
		return ellipsoidF(1)
	}
	return ellipsoidOp().Quo(x, y)
}

func ellipsoidMin(a, b *big.Float) *big.Float {
	if b.Cmp(a) < 0 {
		return b
	}
	return a
}

// ellipsoidPointSegment returns the squared distance of p from the segment from a along d.
func ellipsoidPointSegment(p, a, d ellipsoidBig) *big.Float {
	q := p.sub(a)
	x := q.along(d, ellipsoidOp().Neg(ellipsoidClamp(q.dot(d), d.dot(d))))
	return x.dot(x)
}

// ellipsoidPointTriangle returns the squared distance of p from the triangle.
func ellipsoidPointTriangle(p ellipsoidBig, t *[3]ellipsoidBig) *big.Float {
	n := t[1].sub(t[0]).cross(t[2].sub(t[0]))
	inside := n.dot(n).Sign() > 0
	var best *big.Float
	for i := range t {
		d := t[(i+1)%3].sub(t[i])
		inside = inside && n.dot(d.cross(p.sub(t[i]))).Sign() >= 0
		s := ellipsoidPointSegment(p, t[i], d)
		if best == nil {
			best = s
		}
		best = ellipsoidMin(best, s)
	}
	if inside {
		h := n.dot(p.sub(t[0]))
		best = ellipsoidMin(best, ellipsoidOp().Quo(ellipsoidOp().Mul(h, h), n.dot(n)))
	}
	return best
}

// ellipsoidSegmentSegment returns the squared distance of the segments from p along v and from a along d where it lies
// between inner points of their lines, nil otherwise: the ends are others' business.
func ellipsoidSegmentSegment(p, v, a, d ellipsoidBig) *big.Float {
	n := v.cross(d)
	nn := n.dot(n)
	if nn.Sign() == 0 {
		return nil
	}
	q := a.sub(p)
	s, u := q.cross(d).dot(n), q.cross(v).dot(n)
	if s.Sign() < 0 || u.Sign() < 0 || s.Cmp(nn) > 0 || u.Cmp(nn) > 0 {
		return nil
	}
	h := q.dot(n)
	return ellipsoidOp().Quo(ellipsoidOp().Mul(h, h), nn)
}

// ellipsoidWay returns the squared distance from the triangle of the way p + v s, s in [0, 1].
func ellipsoidWay(p, v ellipsoidBig, t *[3]ellipsoidBig) *big.Float {
	end := p.along(v, ellipsoidF(1))
	best := ellipsoidMin(ellipsoidPointTriangle(p, t), ellipsoidPointTriangle(end, t))
	n := t[1].sub(t[0]).cross(t[2].sub(t[0]))
	// The way goes through the triangle where its ends lie on both sides and it passes all edges on one side.
	pierces := n.dot(p.sub(t[0])).Sign()*n.dot(end.sub(t[0])).Sign() < 0
	side := [3]int{}
	for i := range t {
		d := t[(i+1)%3].sub(t[i])
		side[i] = v.dot(d.cross(t[i].sub(p))).Sign()
		if s := ellipsoidSegmentSegment(p, v, t[i], d); s != nil {
			best = ellipsoidMin(best, s)
		}
		best = ellipsoidMin(best, ellipsoidPointSegment(t[i], p, v))
	}
	if pierces && side[0] == side[1] && side[1] == side[2] {
		return ellipsoidF(0)
	}
	return best
}

// ellipsoidExcess returns √x - 1 in double precision, x near 1 without loss.
func ellipsoidExcess(x *big.Float) float64 {
	y := ellipsoidOp().Sub(ellipsoidOp().Sqrt(x), ellipsoidF(1))
	f, _ := y.Float64()
	return f
}
