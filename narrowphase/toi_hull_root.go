package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// bend bounds the second derivative of the pairs of vertex v of B.
func (p *turnPair) bend(c *turnCurve, v geom.Vec) float64 {
	if c.arm == 0 {
		return c.m + c.base
	}
	y := p.b.o.Add(p.b.r.Apply(v))
	e := y.AddScaled(p.v, p.left)
	if c.edge != (geom.Vec{}) {
		y, e = c.edge.Cross(y), c.edge.Cross(e)
	}
	return c.m + c.base + float64(c.arm*math.Sqrt(math.Max(y.LenSq(), e.LenSq())))
}

// pair returns value, rate and bend of a pair of vertices.
func (p *turnPair) pair(c *turnCurve, i, j int32) (f, df, m float64) {
	u, v := p.a.hull.Vertices[i], p.b.hull.Vertices[j]
	f = c.g + c.nB.Dot(v) - c.nA.Dot(u)
	df = c.dg + c.qB.Dot(v) - c.qA.Dot(u)
	return f, df, p.bend(c, v)
}

// lowest returns the pair of vertices that is lowest at s.
func (p *turnPair) lowest(c *turnCurve, s float64) (i, j int32) {
	i = p.a.support(c.nA.AddScaled(c.qA, s))
	d := c.nB.AddScaled(c.qB, s)
	if c.arm == 0 {
		return i, p.b.support(d.Neg())
	}
	least := math.Inf(1)
	for k, v := range p.b.hull.Vertices {
		if x := d.Dot(v) - float64(float64(float64(0.5*s)*s)*p.bend(c, v)); x < least {
			least, j = x, int32(k)
		}
	}
	return i, j
}

// above reports whether the bound is above level at s, and so until then.
func (p *turnPair) above(c *turnCurve, level, s float64) bool {
	g, dg, m0 := c.level(level)
	f, df, m := p.lowestPair(c, s)
	return f-g+float64((df-dg-float64(float64(0.5*(m+m0))*s))*s) > 0
}

// lowestPair is pair for the lowest pair at s.
func (p *turnPair) lowestPair(c *turnCurve, s float64) (f, df, m float64) {
	i, j := p.lowest(c, s)
	return p.pair(c, i, j)
}

// turnPasses ends the search for the lowest pair of vertices; 3 is usual.
const turnPasses = 100

// root returns the first s in [0, limit] at which the bound may fall to level, limit where it stays above, and 0 where
// it is below now. The bound is the least of parabolas open below: the first root of any of them is at or after the
// root sought, and so is that of the one that is lowest there.
func (p *turnPair) root(c *turnCurve, level, limit float64) float64 {
	g, dg, m0 := c.level(level)
	s := limit
	f, df, m := p.lowestPair(c, 0)
	for k := 0; k < turnPasses; k++ {
		if f < g {
			return 0
		}
		r := toiDown(f-g, df-dg, float64(0.5*(m+m0)))
		switch {
		case r < s:
			s = r
		case k > 0:
			return s
		}
		f, df, m = p.lowestPair(c, s)
	}
	return 0
}
