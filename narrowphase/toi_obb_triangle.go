package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// SeparationOBBTriangle returns the largest separation of a box and a triangle over their 13 axes and the unit axis,
// from A to the triangle; see SeparationOBBs. A triangle without area has no normal, and an edge without length no
// axes: the rest decides for the segment or the point that it is.
//
// Source: 002, "Separating Axis Theorem", 13 axes of a box and a triangle.
func SeparationOBBTriangle(a *geom.OBB, t *geom.Triangle) (sep float64, n geom.Vec) {
	var p toiPair
	p.tri = true
	p.ax = [3]geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z}
	p.hA = [3]float64{a.Half.X, a.Half.Y, a.Half.Z}
	p.setVertices(t, a.C)
	p.y = p.y0
	p.separateTriangle()
	return p.sep[p.best], p.normal(p.best)
}

// setVertices sets the triangle, relative to o.
func (p *toiPair) setVertices(t *geom.Triangle, o geom.Vec) {
	p.y0 = [3]geom.Vec{t.A.Sub(o), t.B.Sub(o), t.C.Sub(o)}
	for k := range p.edge {
		p.edge[k] = p.y0[axes1[k]].Sub(p.y0[k]).Normalize()
	}
	// Of the unit edges, for the product of edges of a small triangle may underflow.
	p.front = p.edge[0].Cross(p.edge[1])
	if p.front.LenSq() < toiParallel {
		p.front = geom.Vec{}
	}
	p.front = p.front.Normalize()
}

// setTriangle sets the pair to a box and a triangle at rest.
func (p *toiPair) setTriangle(a *Box, sa *geom.Sweep, t *geom.Triangle, target float64) {
	p.tri = true
	p.setA(a, sa)
	p.setVertices(t, sa.C)
	for k := range p.edge {
		p.kB[k] = p.wA.Cross(p.edge[k]).Len()
	}
	p.v = sa.V.Neg()
	p.speed = p.v.Len()
	b := t.Bounds()
	p.target = target
	p.size = math.Max(a.Half.MaxAbs(), float64(0.5*b.Max.Sub(b.Min).MaxAbs()))
	p.tol = float64(toiTolerance * p.size)
}

// project sets the separation of axis k, of length scale and direction n, from the triangle's vertices and the extent
// of the box.
func (p *toiPair) project(k int, n geom.Vec, extent, scale float64) {
	o := n.Dot(p.oA)
	lo := n.Dot(p.y[0])
	hi := lo
	for _, y := range [2]geom.Vec{p.y[1], p.y[2]} {
		x := n.Dot(y)
		lo, hi = math.Min(lo, x), math.Max(hi, x)
	}
	ahead, behind := (lo-o)-extent, (o-hi)-extent
	if ahead >= behind {
		p.setAxis(k, ahead/scale, 1)
	} else {
		p.setAxis(k, behind/scale, -1)
	}
}

// separateTriangle finds the separations along the 13 axes: 0 the triangle's normal, 1 to 3 the faces of A, and 4 + 3k
// + l the edges k of A with the edges l of the triangle.
func (p *toiPair) separateTriangle() {
	p.clear(13)
	if p.front != (geom.Vec{}) {
		p.project(0, p.front, p.extent(p.front), 1)
	}
	for k := range p.ax {
		p.project(1+k, p.ax[k], p.hA[k], 1)
		for l := range p.edge {
			p.r[k][l] = p.ax[k].Dot(p.edge[l])
		}
	}
	for k := range p.ax {
		k1, k2 := axes1[k], axes2[k]
		for l := range p.edge {
			c1, c2 := -p.r[k2][l], p.r[k1][l]
			len2 := float64(c1*c1) + float64(c2*c2)
			if len2 < toiParallel {
				continue
			}
			n := p.ax[k1].Scale(c1).AddScaled(p.ax[k2], c2)
			if len2 > toiNearly {
				p.project(4+3*k+l, n, float64(p.hA[k1]*math.Abs(c1))+float64(p.hA[k2]*math.Abs(c2)), math.Sqrt(len2))
				continue
			}
			n = n.Normalize()
			p.project(4+3*k+l, n, p.extent(n), 1)
		}
	}
}

// extent returns half the length of the projection of A on the unit direction n.
func (p *toiPair) extent(n geom.Vec) float64 {
	return float64(p.hA[0]*math.Abs(n.Dot(p.ax[0]))) + float64(p.hA[1]*math.Abs(n.Dot(p.ax[1]))) +
		float64(p.hA[2]*math.Abs(n.Dot(p.ax[2])))
}

// axisTriangle returns axis k as a unit vector, on either side.
func (p *toiPair) axisTriangle(k int) geom.Vec {
	switch {
	case k == 0:
		return p.front
	case k < 4:
		return p.ax[k-1]
	}
	k, l := (k-4)/3, (k-4)%3
	n := p.ax[axes2[k]].Scale(p.r[axes1[k]][l]).Sub(p.ax[axes1[k]].Scale(p.r[axes2[k]][l]))
	return n.Normalize()
}

// ratesTriangle finds the rates of what place has found.
func (p *toiPair) ratesTriangle() {
	p.dd = p.v.Sub(p.wA.Cross(p.oA))
	for k := range p.ax {
		q := p.wA.Cross(p.ax[k])
		for l := range p.edge {
			p.dr[k][l] = q.Dot(p.edge[l])
		}
	}
}

// curveTriangle sets c to the bound along axis k. The triangle is at rest: a vector r that is fixed in A turns with wA,
// and the second derivative of its part along the resting n is no more than |wA × n| |wA × r|.
func (p *toiPair) curveTriangle(k int, c *toiCurve) {
	switch {
	case k == 0:
		p.curveStillTriangle(p.front.Scale(p.side[0]), c)
	case k < 4:
		n := p.ax[k-1].Scale(p.side[k])
		q := p.wA.Cross(n)
		o := n.Dot(p.oA) + p.hA[k-1]
		for i := range p.y {
			y := p.y[i]
			far := math.Sqrt(math.Max(y.LenSq(), p.yEnd[i].LenSq()))
			c.lead(n.Dot(y)-o, q.Dot(y)+n.Dot(p.v),
				float64(p.kA[k-1]*(float64(p.magA*far)+float64(2*p.speed))))
		}
	default:
		p.curveEdgesTriangle(k, c)
	}
}

// curveEdgesTriangle sets c to the bound along the cross product of an edge of A and one of the triangle, as long as it
// is: two of the triangle's vertices lie together along it.
func (p *toiPair) curveEdgesTriangle(axis int, c *toiCurve) {
	k, l := (axis-4)/3, (axis-4)%3
	k1, k2 := axes1[k], axes2[k]
	len2 := float64(p.r[k1][l]*p.r[k1][l]) + float64(p.r[k2][l]*p.r[k2][l])
	if len2 < toiTurning {
		p.curveStillTriangle(p.normal(axis), c)
		c.loose = p.turns
		return
	}
	e := p.edge[l]
	n := p.ax[k].Cross(e).Scale(p.side[axis])
	q := p.wA.Cross(p.ax[k]).Cross(e).Scale(p.side[axis])
	o, do := n.Dot(p.oA), n.Dot(p.dd)
	do -= q.Dot(p.oA)
	m := float64(p.kB[l] * p.armA[k])
	ev := float64(2 * e.Cross(p.v).Len())
	c.scale, c.rate = math.Sqrt(len2), p.magA // see curveEdges
	c.grow = -float64(p.r[k][l]*p.dr[k][l]) / c.scale
	c.bend = float64(p.magA*p.kA[k]) + float64(p.kA[k]*p.kA[k])/c.scale
	for _, i := range [2]int{l, axes2[l]} {
		y := p.y[i]
		u := math.Sqrt(math.Max(e.Cross(y).LenSq(), e.Cross(p.yEnd[i]).LenSq()))
		c.lead(n.Dot(y)-o, q.Dot(y)+do, m+float64(p.kA[k]*(float64(p.magA*u)+ev)))
	}
	c.part(float64(p.hA[k1]*p.r[k2][l]), float64(p.hA[k1]*p.dr[k2][l]))
	c.part(float64(p.hA[k2]*p.r[k1][l]), float64(p.hA[k2]*p.dr[k1][l]))
}

// curveStillTriangle sets c to the bound along the resting unit axis n, from A to the triangle.
func (p *toiPair) curveStillTriangle(n geom.Vec, c *toiCurve) {
	near := math.Min(n.Dot(p.y[0]), math.Min(n.Dot(p.y[1]), n.Dot(p.y[2])))
	c.lead(near-n.Dot(p.oA), n.Dot(p.dd), float64(p.wA.Cross(n).Len()*p.spinA))
	for i := 0; i < 3; i++ {
		c.part(float64(p.hA[i]*n.Dot(p.ax[i])), float64(p.hA[i]*n.Dot(p.wA.Cross(p.ax[i]))))
	}
}
