package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The squared lengths of the cross product of two unit edges that set apart what is no axis, what needs the whole
// projection of both shapes, and what can be followed as it turns with its edges.
const (
	toiParallel = 1e-26
	toiNearly   = 1e-4
	toiTurning  = 1e-8
)

// SeparationOBBs returns the largest separation of two boxes over their 15 axes and the unit axis, from A to B. It is a
// lower bound of their distance when positive, and not positive exactly when they overlap, but for rounding (some
// 1e-15 of the distance of the centres and the size). Cross products of edges below 1e-13 are no axes: the faces decide.
// Half extents may be zero.
//
// Source: 002, "Separating Axis Theorem", 15 axes of two boxes.
func SeparationOBBs(a, b *geom.OBB) (sep float64, n geom.Vec) {
	var p toiPair
	p.ax = [3]geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z}
	p.bx = [3]geom.Vec{b.Axes.X, b.Axes.Y, b.Axes.Z}
	p.hA = [3]float64{a.Half.X, a.Half.Y, a.Half.Z}
	p.hB = [3]float64{b.Half.X, b.Half.Y, b.Half.Z}
	p.d = b.C.Sub(a.C)
	p.separateBoxes()
	return p.sep[p.best], p.normal(p.best)
}

// setBoxes sets the pair to two boxes.
func (p *toiPair) setBoxes(a *Box, sa *geom.Sweep, b *Box, sb *geom.Sweep, target float64) {
	p.setA(a, sa)
	p.sb = sb
	p.wB, p.magB = sb.W, sb.W.Len()
	p.offB, p.hB, p.reachB = b.Offset, [3]float64{b.Half.X, b.Half.Y, b.Half.Z}, toiReach(b)
	p.bx = toiAxes(sb.Q)
	p.oB = toiWorld(&p.bx, p.offB)
	p.turns = p.turns || p.wB != geom.Vec{}
	for k := range p.kB {
		p.kB[k] = p.wB.Cross(p.bx[k]).Len()
	}
	p.wR = p.wB.Sub(p.wA)
	p.magR, p.magX = p.wR.Len(), p.wA.Cross(p.wB).Len()
	p.z0 = sb.C.Sub(sa.C)
	p.v = sb.V.Sub(sa.V)
	p.speed = p.v.Len()
	p.target = target
	p.size = math.Max(a.Half.MaxAbs(), b.Half.MaxAbs())
	p.tol = float64(toiTolerance * p.size)
}

// separateBoxes finds the separations along the 15 axes: 0 to 2 the faces of A, 3 to 5 the faces of B, and 6 + 3k + l the
// edges k of A with the edges l of B.
func (p *toiPair) separateBoxes() {
	p.clear(15)
	for k := range p.ax {
		p.da[k] = p.ax[k].Dot(p.d)
		reach := p.hA[k]
		for l := range p.bx {
			p.r[k][l] = p.ax[k].Dot(p.bx[l])
			reach += float64(p.hB[l] * math.Abs(p.r[k][l]))
		}
		p.note(k, math.Abs(p.da[k])-reach, math.Copysign(1, p.da[k]))
	}
	for l := range p.bx {
		p.db[l] = p.bx[l].Dot(p.d)
		reach := p.hB[l] + float64(p.hA[0]*math.Abs(p.r[0][l])) + float64(p.hA[1]*math.Abs(p.r[1][l])) +
			float64(p.hA[2]*math.Abs(p.r[2][l]))
		p.note(3+l, math.Abs(p.db[l])-reach, math.Copysign(1, p.db[l]))
	}
	for k := 0; k < 3; k++ {
		for l := 0; l < 3; l++ {
			p.separateEdges(k, l)
		}
	}
}

// separateEdges finds the separation along the cross product of A's edge k and B's edge l. In A's frame it is
// (0, -r[k2][l], r[k1][l]) along axes k, k1, k2.
func (p *toiPair) separateEdges(k, l int) {
	k1, k2, l1, l2 := axes1[k], axes2[k], axes1[l], axes2[l]
	c1, c2 := -p.r[k2][l], p.r[k1][l]
	dot := float64(c1*p.da[k1]) + float64(c2*p.da[k2])
	len2 := float64(c1*c1) + float64(c2*c2)
	if len2 < toiParallel {
		return
	}
	if len2 > toiNearly {
		sep := math.Abs(dot) - (float64(p.hA[k1]*math.Abs(c1)) + float64(p.hA[k2]*math.Abs(c2)) +
			float64(p.hB[l1]*math.Abs(p.r[k][l2])) + float64(p.hB[l2]*math.Abs(p.r[k][l1])))
		if sep <= 0 && sep < p.sep[p.best]-p.tol {
			return
		}
		p.note(6+3*k+l, sep/math.Sqrt(len2), math.Copysign(1, dot))
		return
	}
	// The cross product is not exact enough here for what is at right angles to it to be left out.
	inv := 1 / math.Sqrt(len2)
	c1, c2 = float64(c1*inv), float64(c2*inv)
	dot = float64(c1*p.da[k1]) + float64(c2*p.da[k2])
	sep := math.Abs(dot) - (float64(p.hA[k1]*math.Abs(c1)) + float64(p.hA[k2]*math.Abs(c2)))
	for i := 0; i < 3; i++ {
		sep -= float64(p.hB[i] * math.Abs(float64(c1*p.r[k1][i])+float64(c2*p.r[k2][i])))
	}
	p.note(6+3*k+l, sep, math.Copysign(1, dot))
}

// axisBoxes returns axis k as a unit vector, on either side.
func (p *toiPair) axisBoxes(k int) geom.Vec {
	switch {
	case k < 3:
		return p.ax[k]
	case k < 6:
		return p.bx[k-3]
	}
	k, l := (k-6)/3, (k-6)%3
	n := p.ax[axes2[k]].Scale(p.r[axes1[k]][l]).Sub(p.ax[axes1[k]].Scale(p.r[axes2[k]][l]))
	return n.Normalize()
}

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
		p.cA[l] = p.wR.Cross(p.ax[l]).Len() + turn
		p.cB[l] = q.Len() + turn
		for k := range p.ax {
			p.dr[k][l] = p.ax[k].Dot(q)
		}
	}
}

// curveBoxes sets c to the bound along axis k.
//
// In the frame of A, a vector that is fixed in B turns with wR, which itself turns with -wA: its second derivative along n
// is no more than |wA × wB| + |n × wR| |wR| of its length. B's centre of rotation, at z, moves with v - wA × z there, and
// its second derivative is wA × (wA × z) - 2 wA × v. The same holds with A and B exchanged.
func (p *toiPair) curveBoxes(k int, c *toiCurve) {
	switch {
	case k < 3:
		s := p.side[k]
		c.lead(float64(s*p.da[k])-p.hA[k], float64(s*p.ax[k].Dot(p.ea)),
			float64(p.kA[k]*(float64(p.magA*p.zMax)+float64(2*p.speed)))+
				float64((p.magX+float64(p.cA[k]*p.magR))*p.reachB))
		for l := 0; l < 3; l++ {
			c.part(float64(p.hB[l]*p.r[k][l]), float64(p.hB[l]*p.dr[k][l]))
		}
	case k < 6:
		s, l := p.side[k], k-3
		c.lead(float64(s*p.db[l])-p.hB[l], float64(s*p.bx[l].Dot(p.eb)),
			float64(p.kB[l]*(float64(p.magB*p.zMax)+float64(2*p.speed)))+
				float64((p.magX+float64(p.cB[l]*p.magR))*p.reachA))
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
	a, b := p.ax[k], p.bx[l]
	g := float64(p.r[k1][l]*p.da[k2]) - float64(p.r[k2][l]*p.da[k1])
	dg := a.Dot(p.wR.Cross(b).Cross(p.d).Add(b.Cross(p.ea)))
	c.scale, c.rate = math.Sqrt(len2), p.magR
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

// bendEdges bounds the second derivative of (a × b)·d, with edge a of A, edge b of B, and d = z + oB - oA. Where one of
// the bodies does not turn, only the distance of the other from the line of its edge counts.
func (p *toiPair) bendEdges(k, l int) float64 {
	if p.magB == 0 {
		b, c := p.bx[l], p.z.Add(p.oB)
		u := math.Sqrt(math.Max(b.Cross(c).LenSq(), b.Cross(p.zEnd.Add(p.oB)).LenSq()))
		return float64(p.kA[k]*(float64(p.magA*u)+float64(2*b.Cross(p.v).Len()))) +
			float64(p.magA*p.magA*p.oA.Len())
	}
	if p.magA == 0 {
		a, c := p.ax[k], p.z.Sub(p.oA)
		u := math.Sqrt(math.Max(a.Cross(c).LenSq(), a.Cross(p.zEnd.Sub(p.oA)).LenSq()))
		return float64(p.kB[l]*(float64(p.magB*u)+float64(2*a.Cross(p.v).Len()))) +
			float64(p.magB*p.magB*p.oB.Len())
	}
	// In the frame of the body that turns less, of angular speed w, the other's edge turns by at most e a second.
	w, e := p.magA, p.cB[l]
	if p.magB < w {
		w, e = p.magB, p.cA[k]
	}
	m := float64((p.magX+float64(p.magR*e))*p.zMax) + float64(2*e*(p.speed+float64(w*p.zMax))) +
		float64(w*(float64(w*p.zMax)+float64(2*p.speed)))
	return m + float64((p.magX+float64(p.cA[k]*p.magR))*p.oB.Len()) +
		float64((p.magX+float64(p.cB[l]*p.magR))*p.oA.Len())
}

// curveStillBoxes sets c to the bound along the resting unit axis n, from A to B.
func (p *toiPair) curveStillBoxes(n geom.Vec, c *toiCurve) {
	c.lead(n.Dot(p.d), n.Dot(p.dd), float64(p.wA.Cross(n).Len()*p.magA*p.reachA)+
		float64(p.wB.Cross(n).Len()*p.magB*p.reachB))
	for i := 0; i < 3; i++ {
		c.part(float64(p.hA[i]*n.Dot(p.ax[i])), float64(p.hA[i]*n.Dot(p.wA.Cross(p.ax[i]))))
		c.part(float64(p.hB[i]*n.Dot(p.bx[i])), float64(p.hB[i]*n.Dot(p.wB.Cross(p.bx[i]))))
	}
}
