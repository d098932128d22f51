package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// rates finds the rates of what place has found, and the bounds for the rest of the interval.
func (p *toiPair) rates() {
	if p.tri {
		p.ratesTriangle()
		return
	}
	p.dd = p.v.Add(p.wB.Cross(p.oB)).Sub(p.wA.Cross(p.oA))
	p.ea, p.eb = p.dd.Sub(p.wA.Cross(p.d)), p.dd.Sub(p.wB.Cross(p.d))
	p.zMax = math.Sqrt(math.Max(p.z.LenSq(), p.zEnd.LenSq()))
	if p.magR == 0 {
		return
	}
	turn := float64(p.magX * p.left)
	for l := range p.bx {
		q := p.wR.Cross(p.bx[l])
		p.cA[l] = math.Min(p.wR.Cross(p.ax[l]).Len()+turn, p.magR)
		p.cB[l] = math.Min(q.Len()+turn, p.magR)
		for k := range p.ax {
			p.dr[k][l] = p.ax[k].Dot(q)
		}
	}
}

// curveBoxes sets c to the bound along axis k.
//
// In the frame of A, a vector r that is fixed in B turns with wR, which itself turns with -wA: its second derivative
// along n is no more than |wA × wB| |r| + |n × wR| |wR × r|. B's centre of rotation, at z, moves with v - wA × z there,
// and its second derivative is wA × (wA × z) - 2 wA × v. The same holds with A and B exchanged.
func (p *toiPair) curveBoxes(k int, c *toiCurve) {
	switch {
	case k < 3 && p.magB == 0 && p.turns:
		p.curveFaceAtRest(k, c)
	case k < 3:
		s := p.side[k]
		c.lead(float64(s*p.da[k])-p.hA[k], float64(s*p.ax[k].Dot(p.ea)),
			float64(p.kA[k]*(float64(p.magA*p.zMax)+float64(2*p.speed)))+
				float64(p.magX*p.reachB)+float64(p.cA[k]*p.turnB))
		for l := 0; l < 3; l++ {
			c.part(float64(p.hB[l]*p.r[k][l]), float64(p.hB[l]*p.dr[k][l]))
		}
	case k < 6:
		s, l := p.side[k], k-3
		c.lead(float64(s*p.db[l])-p.hB[l], float64(s*p.bx[l].Dot(p.eb)),
			float64(p.kB[l]*(float64(p.magB*p.zMax)+float64(2*p.speed)))+
				float64(p.magX*p.reachA)+float64(p.cB[l]*p.turnA))
		for i := 0; i < 3; i++ {
			c.part(float64(p.hA[i]*p.r[i][l]), float64(p.hA[i]*p.dr[i][l]))
		}
	default:
		p.curveEdges(k, c)
	}
}

// curveEdges sets c to the bound along the cross product of two edges, as long as it is.
func (p *toiPair) curveEdges(axis int, c *toiCurve) {
	k, l := (axis-6)/3, (axis-6)%3
	k1, k2, l1, l2 := axes1[k], axes2[k], axes1[l], axes2[l]
	len2 := float64(p.r[k1][l]*p.r[k1][l]) + float64(p.r[k2][l]*p.r[k2][l])
	if len2 < toiTurning {
		p.curveStillBoxes(p.normal(axis), c)
		c.loose = p.turns
		return
	}
	// The length of c is at most |c + c's| + |c''|s²/2, and |c + c's| is at most |c| + (2c·c's + c'²s²) / 2|c|.
	c.scale, c.rate = math.Sqrt(len2), p.magR
	c.grow = -float64(p.r[k][l]*p.dr[k][l]) / c.scale
	c.bend = p.magX + float64(p.magR*p.cB[l]) + float64(p.cB[l]*p.cB[l])/c.scale
	if p.magB == 0 && p.turns {
		p.curveEdgesAtRest(k, l, p.side[axis], c)
		return
	}
	a, b := p.ax[k], p.bx[l]
	g := float64(p.r[k1][l]*p.da[k2]) - float64(p.r[k2][l]*p.da[k1])
	dg := a.Dot(p.wR.Cross(b).Cross(p.d).Add(b.Cross(p.ea)))
	c.lead(float64(p.side[axis]*g), float64(p.side[axis]*dg), p.bendEdges(k, l))
	p.edgePart(c, k2, l, p.hA[k1])
	p.edgePart(c, k1, l, p.hA[k2])
	p.edgePart(c, k, l2, p.hB[l1])
	p.edgePart(c, k, l1, p.hB[l2])
}

// edgePart adds the extent h times the cosine of two edges.
func (p *toiPair) edgePart(c *toiCurve, k, l int, h float64) {
	c.part(float64(h*p.r[k][l]), float64(h*p.dr[k][l]))
	c.shrink(float64(h * (p.magX + float64(p.cA[k]*p.cB[l]))))
}

// bendEdges bounds the second derivative of (a × b)·d, with edge a of A, edge b of B, and d = z + oB - oA. In the frame
// of the body that turns less, of angular speed w, the other's edge turns by at most e a second.
func (p *toiPair) bendEdges(k, l int) float64 {
	w, e := p.magA, p.cB[l]
	if p.magB < w {
		w, e = p.magB, p.cA[k]
	}
	m := float64((p.magX+float64(p.magR*e))*p.zMax) + float64(2*e*(p.speed+float64(w*p.zMax))) +
		float64(w*(float64(w*p.zMax)+float64(2*p.speed)))
	return m + float64((p.magX+float64(p.cA[k]*p.magR))*p.oB.Len()) +
		float64((p.magX+float64(p.cB[l]*p.magR))*p.oA.Len())
}

// curveFaceAtRest sets c to the bound along face k of A, where B does not turn: the second derivative of a vertex of B
// grows with its own distance, and those far away, of a large body, are not near the face.
func (p *toiPair) curveFaceAtRest(k int, c *toiCurve) {
	n := p.ax[k].Scale(p.side[k])
	q := p.wA.Cross(n)
	o, v := n.Dot(p.oA)+p.hA[k], n.Dot(p.v)
	travel := p.zEnd.Sub(p.z)
	for i := 0; i < 8; i++ {
		y := p.vertexB(i, 7)
		far := math.Sqrt(math.Max(y.LenSq(), y.Add(travel).LenSq()))
		c.lead(n.Dot(y)-o, q.Dot(y)+v, float64(p.kA[k]*(float64(p.magA*far)+float64(2*p.speed))))
	}
}

// vertexB returns vertex i of B, relative to A's centre of rotation, without the half extents that mask leaves out.
func (p *toiPair) vertexB(i, mask int) geom.Vec {
	y := p.z.Add(p.oB)
	for l := range p.bx {
		if mask>>l&1 == 0 {
			continue
		}
		if i>>l&1 == 0 {
			y = y.AddScaled(p.bx[l], -p.hB[l])
		} else {
			y = y.AddScaled(p.bx[l], p.hB[l])
		}
	}
	return y
}

// curveEdgesAtRest is curveEdges where B does not turn: each of B's four edges counts with its own distance.
func (p *toiPair) curveEdgesAtRest(k, l int, side float64, c *toiCurve) {
	b := p.bx[l]
	n := p.ax[k].Cross(b).Scale(side)
	q := p.wA.Cross(p.ax[k]).Cross(b).Scale(side)
	o, do := n.Dot(p.oA), n.Dot(p.dd)-q.Dot(p.oA)
	m := float64(p.cB[l]*p.armA[k]) + float64(p.kA[k]*2*b.Cross(p.v).Len())
	travel := p.zEnd.Sub(p.z)
	for i := 0; i < 4; i++ {
		// Two bits choose the signs along the two other axes.
		y := p.vertexB(i<<(l+1)|i>>(2-l), 7&^(1<<l))
		u := math.Sqrt(math.Max(b.Cross(y).LenSq(), b.Cross(y.Add(travel)).LenSq()))
		c.lead(n.Dot(y)-o, q.Dot(y)+do, m+float64(p.kA[k]*p.magA*u))
	}
	k1, k2 := axes1[k], axes2[k]
	c.part(float64(p.hA[k1]*p.r[k2][l]), float64(p.hA[k1]*p.dr[k2][l]))
	c.part(float64(p.hA[k2]*p.r[k1][l]), float64(p.hA[k2]*p.dr[k1][l]))
}

// curveStillBoxes sets c to the bound along the resting unit axis n, from A to B.
func (p *toiPair) curveStillBoxes(n geom.Vec, c *toiCurve) {
	c.lead(n.Dot(p.d), n.Dot(p.dd), float64(p.wA.Cross(n).Len()*p.spinA)+
		float64(p.wB.Cross(n).Len()*p.spinB))
	for i := 0; i < 3; i++ {
		c.part(float64(p.hA[i]*n.Dot(p.ax[i])), float64(p.hA[i]*n.Dot(p.wA.Cross(p.ax[i]))))
		c.part(float64(p.hB[i]*n.Dot(p.bx[i])), float64(p.hB[i]*n.Dot(p.wB.Cross(p.bx[i]))))
	}
}
