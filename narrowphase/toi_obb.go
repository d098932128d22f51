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
	toiTurning  = 1e-10
)

// SeparationOBBs returns the largest separation of two boxes over their 15 axes and the unit axis, from A to B. It is a
// lower bound of their distance when positive, and not positive exactly when they overlap, but for rounding (some
// 1e-15 of the distance of the centres and the size). Cross products of edges below 1e-13 are no axes: the faces
// decide. Near 1e-8, rounding turns the cross product, and the separation along it, a lower bound still, may be less
// than in exact arithmetic by up to 1e-8 of the size. Half extents may be zero.
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
	p.sb = *sb
	p.wB, p.magB = sb.W, sb.W.Len()
	p.offB, p.hB, p.reachB = b.Offset, [3]float64{b.Half.X, b.Half.Y, b.Half.Z}, toiReach(b)
	p.bx = toiAxes(sb.Q)
	p.oB = toiWorld(&p.bx, p.offB)
	p.spinB = toiSpin(b, &p.bx, p.wB)
	p.turns = p.turns || p.wB != geom.Vec{}
	for k := range p.kB {
		p.kB[k] = p.wB.Cross(p.bx[k]).Len()
	}
	p.wR = p.wB.Sub(p.wA)
	p.magR, p.magX = p.wR.Len(), p.wA.Cross(p.wB).Len()
	p.turnA = math.Min(float64(p.magR*p.reachA), p.spinA+float64(p.magB*p.reachA))
	p.turnB = math.Min(float64(p.magR*p.reachB), p.spinB+float64(p.magA*p.reachB))
	p.z0 = sb.C.Sub(sa.C)
	p.v = sb.V.Sub(sa.V)
	p.speed = p.v.Len()
	p.target = target
	p.size = math.Max(a.Half.MaxAbs(), b.Half.MaxAbs())
	p.tol = float64(toiTolerance * p.size)
}

// separateBoxes finds the separations along the 15 axes: 0 to 2 the faces of A, 3 to 5 the faces of B, and 6 + 3k + l
// the edges k of A with the edges l of B.
func (p *toiPair) separateBoxes() {
	p.clear(15)
	for k := range p.ax {
		p.da[k] = p.ax[k].Dot(p.d)
		reach := p.hA[k]
		for l := range p.bx {
			p.r[k][l] = p.ax[k].Dot(p.bx[l])
			reach += float64(p.hB[l] * math.Abs(p.r[k][l]))
		}
		p.setAxis(k, math.Abs(p.da[k])-reach, math.Copysign(1, p.da[k]))
	}
	for l := range p.bx {
		p.db[l] = p.bx[l].Dot(p.d)
		reach := p.hB[l] + float64(p.hA[0]*math.Abs(p.r[0][l])) + float64(p.hA[1]*math.Abs(p.r[1][l])) +
			float64(p.hA[2]*math.Abs(p.r[2][l]))
		p.setAxis(3+l, math.Abs(p.db[l])-reach, math.Copysign(1, p.db[l]))
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
		p.setAxis(6+3*k+l, sep/math.Sqrt(len2), math.Copysign(1, dot))
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
	p.setAxis(6+3*k+l, sep, math.Copysign(1, dot))
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
