package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// turnCurve is a bound from below of the separation of two turning polyhedra along one axis, from now on for the rest
// of the interval: the least over vertices u of A and v of B, in the shapes' frames, of
//
//	g + nB·v - nA·u + (dg + qB·v - qA·u)·s - m·s²/2
//
// at s seconds from now. Values and rates are exact; m bounds the second derivative of every pair in the whole
// interval. Where B does not turn, a vertex at distance y from A's centre of rotation, or whose cross product with edge
// has length y, adds base + arm·y to m: those far away, of a large body, are not near the axis. All is scaled by the
// length of the axis, which is scale now, and at s no more than scale + grow·s + bend·s²/2 and no less than scale -
// rate·s.
type turnCurve struct {
	g, dg, m  float64
	nA, qA    geom.Vec
	nB, qB    geom.Vec
	arm, base float64
	edge      geom.Vec
	scale     float64
	grow      float64
	bend      float64
	rate      float64
	len2      float64 // squared length of the cross product of edges, 1 for other axes
}

// level returns a bound from above of the length of the axis times a separation: now, its rate, and its bend.
func (c *turnCurve) level(sep float64) (g, dg, m float64) {
	if sep < 0 {
		return float64(sep * c.scale), float64(-sep * c.rate), 0
	}
	return float64(sep * c.scale), float64(sep * c.grow), float64(sep * c.bend)
}

// curve sets c to the bound along axis x.
//
// In the frame of A, a vector r that is fixed in B turns with wR = wB - wA, which itself turns with -wA: its second
// derivative along a resting n is no more than |wA × wB| |r| + |n × wR| |wR × r|. B's centre of rotation, at z, moves
// with v - wA × z there, and its second derivative is wA × (wA × z) - 2 wA × v. The same holds with A and B exchanged.
// Along a direction that rests in the world, that of a vertex r is no more than |w × n| |w × r|.
func (p *turnPair) curve(x *turnAxis, c *turnCurve) {
	*c = turnCurve{scale: 1, len2: 1}
	a, b, n := &p.a, &p.b, x.n
	switch x.kind {
	case turnWithEdges:
		if p.curveEdges(x, c) {
			return
		}
		p.curveStill(n, c)
	case turnWithA:
		q := a.w.Cross(n)
		k := q.Len()
		c.qB = b.r.ApplyT(n.Cross(p.wR))
		c.dg = q.Dot(p.z)
		if p.rest {
			c.arm, c.base = float64(k*a.mag), float64(2*k*p.speed)
		} else {
			turn := math.Min(n.Cross(p.wR).Len()+float64(p.magX*p.left), p.magR)
			c.m = float64(k*(float64(a.mag*p.zMax)+float64(2*p.speed))) + float64(p.magX*b.reach) + float64(turn*p.turnB)
		}
	case turnWithB:
		q := b.w.Cross(n)
		k := q.Len()
		c.qA = a.r.ApplyT(p.wR.Cross(n))
		c.dg = q.Dot(p.z)
		turn := math.Min(n.Cross(p.wR).Len()+float64(p.magX*p.left), p.magR)
		c.m = float64(k*(float64(b.mag*p.zMax)+float64(2*p.speed))) + float64(p.magX*a.reach) + float64(turn*p.turnA)
	default:
		p.curveStill(n, c)
	}
	p.values(n, c)
}

// values sets the values of c along n, and the rate of what moves with v.
func (p *turnPair) values(n geom.Vec, c *turnCurve) {
	c.nA, c.nB = p.a.r.ApplyT(n), p.b.r.ApplyT(n)
	c.g = n.Dot(p.b.o.Sub(p.a.o))
	c.dg += n.Dot(p.v) - c.qB.Dot(p.b.pivot) + c.qA.Dot(p.a.pivot)
}

// curveStill sets the rates and the bound along a direction at rest.
func (p *turnPair) curveStill(n geom.Vec, c *turnCurve) {
	a, b := n.Cross(p.a.w), n.Cross(p.b.w)
	c.qA, c.qB = p.a.r.ApplyT(a), p.b.r.ApplyT(b)
	c.m = float64(a.Len()*p.a.spin) + float64(b.Len()*p.b.spin)
}

// curveEdges sets c along the cross product of two edges, as long as it is, and returns false where they are so nearly
// parallel that it cannot be followed as it turns.
func (p *turnPair) curveEdges(x *turnAxis, c *turnCurve) bool {
	a, b := &p.a, &p.b
	n := x.ea.Cross(x.eb)
	c.len2 = n.LenSq()
	if c.len2 < toiTurning || !p.turns {
		return false
	}
	ra, rb := x.ea.Cross(p.wR), p.wR.Cross(x.eb)
	c.qA, c.qB = a.r.ApplyT(x.ea.Cross(rb)), b.r.ApplyT(ra.Cross(x.eb))
	turn := float64(p.magX * p.left)
	cA, cB := math.Min(ra.Len()+turn, p.magR), math.Min(rb.Len()+turn, p.magR)
	// The length of n is at most |n + n's| + |n''|s²/2, and |n + n's| is at most |n| + (2n·n's + n'²s²) / 2|n|.
	c.scale, c.rate = math.Sqrt(c.len2), p.magR
	c.grow = -float64(x.ea.Dot(x.eb)*x.ea.Dot(rb)) / c.scale
	c.bend = p.magX + float64(p.magR*cB) + float64(cB*cB)/c.scale
	ka := a.w.Cross(x.ea)
	c.dg = ka.Cross(x.eb).Add(x.ea.Cross(b.w.Cross(x.eb))).Dot(p.z)
	if p.rest {
		k := ka.Len()
		c.m = float64(float64(cB*a.mag) * a.across(x.ea))
		c.edge, c.arm, c.base = x.eb, float64(k*a.mag), float64(2*k*x.eb.Cross(p.v).Len())
	} else {
		c.m = p.bendCentre(cA, cB) + float64((p.magX+float64(cA*p.magR))*b.across(x.eb)) +
			float64((p.magX+float64(cB*p.magR))*a.across(x.ea))
	}
	p.values(n, c)
	return true
}

// turnFew is the number of vertices up to which a closer bound is worth a look at all of them.
const turnFew = 16

// across bounds the distance of the vertices from the line along the unit direction e through the pivot.
func (b *turnBody) across(e geom.Vec) float64 {
	if len(b.hull.Vertices) > turnFew {
		return b.reach
	}
	e = b.r.ApplyT(e)
	far := 0.0
	for _, v := range b.hull.Vertices {
		if d := e.Cross(v.Sub(b.pivot)).LenSq(); d > far {
			far = d
		}
	}
	return math.Sqrt(far)
}

// bendCentre bounds the second derivative of (a × b)·z, with edge a of A, edge b of B. In the frame of the body that
// turns less, of angular speed w, the other's edge turns by at most e a second.
func (p *turnPair) bendCentre(cA, cB float64) float64 {
	w, e := p.a.mag, cB
	if p.b.mag < w {
		w, e = p.b.mag, cA
	}
	return float64((p.magX+float64(p.magR*e))*p.zMax) + float64(2*e*(p.speed+float64(w*p.zMax))) +
		float64(w*(float64(w*p.zMax)+float64(2*p.speed)))
}
