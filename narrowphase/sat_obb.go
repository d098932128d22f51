package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// satRounding bounds the rounding error of a separation, relative to the sum of the centres' distance and both half
// extents: some twenty operations of half an ulp each, 2.3e-15, rounded up. Shapes that are apart by less count as
// touching, for no computation in double precision can tell.
const satRounding = 1e-14

// parallelEdges is the squared sine below which two edges count as parallel: their cross product is rounding noise.
const parallelEdges = 1e-28

// The kinds of separating axes.
const (
	axisFaceA = iota
	axisFaceB
	axisEdges
)

// satAxis is one candidate axis with the separation of the two shapes along it.
type satAxis struct {
	N    geom.Vec // unit, from A to B
	Sep  float64  // [m], negative when the shapes overlap along N
	Kind uint8
	I, J uint8 // axis of A's face or edge; axis of B's face, or index of B's edge or edge direction
}

// obbPair is two boxes as they see each other: what the separations along the 15 axes are made of.
type obbPair struct {
	a, b   *geom.OBB
	d      geom.Vec    // from the centre of a to that of b
	da, db geom.Vec    // d in the frames of a and b
	r, q   [3]geom.Vec // the axes of a in the frame of b, and the sizes of their components
}

// facesOfA returns the separations along the axes of a, and fills in r, q and da.
func (p *obbPair) facesOfA() geom.Vec {
	a, b := &p.a.Axes, &p.b.Axes
	p.da = a.Apply(p.d)
	reach := geom.Vec{X: p.row(0, b.Apply(a.X)), Y: p.row(1, b.Apply(a.Y)), Z: p.row(2, b.Apply(a.Z))}
	return p.da.Abs().Sub(p.a.Half.Add(reach))
}

// row sets row i of r and q, and returns how far b reaches along that axis of a.
func (p *obbPair) row(i int, r geom.Vec) float64 {
	q := r.Abs()
	p.r[i], p.q[i] = r, q
	return q.Dot(p.b.Half)
}

// facesOfB returns the separations along the axes of b, and fills in db.
func (p *obbPair) facesOfB() geom.Vec {
	p.db = p.b.Axes.Apply(p.d)
	h := p.a.Half
	reach := p.q[0].Scale(h.X).Add(p.q[1].Scale(h.Y)).Add(p.q[2].Scale(h.Z))
	return p.db.Abs().Sub(reach.Add(p.b.Half))
}

// edges returns the separations along the cross products of an axis of a with those of b, times the lengths of the
// cross products. q0 is p.q of that axis; 1 and 2 are the two axes of a that follow it, d1 and d2 their components of
// da.
func (p *obbPair) edges(q0, q1, q2, r1, r2 *geom.Vec, d1, d2, h1, h2 float64) geom.Vec {
	h := &p.b.Half
	t := r1.Scale(d2).Sub(r2.Scale(d1)).Abs()
	ra := q2.Scale(h1).Add(q1.Scale(h2))
	rb := geom.Vec{
		X: float64(h.Y*q0.Z) + float64(h.Z*q0.Y),
		Y: float64(h.Z*q0.X) + float64(h.X*q0.Z),
		Z: float64(h.X*q0.Y) + float64(h.Y*q0.X),
	}
	return t.Sub(ra.Add(rb))
}

func exceeds(v geom.Vec, limit float64) bool { return v.X > limit || v.Y > limit || v.Z > limit }

// OverlapOBBs reports whether a and b have a point in common; touching counts. It tests the 15 axes of two boxes and
// stops at the first that separates them. Cross products of parallel edges are no axes and are skipped: the faces
// decide. Boxes that are apart by no more than rounding can tell (1e-14 of their size) touch. Half extents may be zero.
//
// Source: 002, "Separating Axis Theorem", 15 axes of two boxes; 004, section on OBB and OBB, static test.
func OverlapOBBs(a, b *geom.OBB) bool {
	p := obbPair{a: a, b: b, d: b.C.Sub(a.C)}
	eps := float64(satRounding * (p.d.MaxAbs() + a.Size() + b.Size()))
	if exceeds(p.facesOfA(), eps) || exceeds(p.facesOfB(), eps) {
		return false
	}
	q, r, d, h := &p.q, &p.r, p.da, a.Half
	return !p.apart(a.Axes.X, p.edges(&q[0], &q[1], &q[2], &r[1], &r[2], d.Y, d.Z, h.Y, h.Z), eps) &&
		!p.apart(a.Axes.Y, p.edges(&q[1], &q[2], &q[0], &r[2], &r[0], d.Z, d.X, h.Z, h.X), eps) &&
		!p.apart(a.Axes.Z, p.edges(&q[2], &q[0], &q[1], &r[0], &r[1], d.X, d.Y, h.X, h.Y), eps)
}

// apart reports whether an edge of a and one of b separate by more than eps, given the result of edges. As that is not
// of axes of unit length, near zero only the exact direction decides.
func (p *obbPair) apart(edge, gap geom.Vec, eps float64) bool {
	if !exceeds(gap, -eps) {
		return false
	}
	return exceeds(gap, eps) ||
		gap.X > -eps && edgeSeparation(p.a, p.b, p.d, edge, p.b.Axes.X) > eps ||
		gap.Y > -eps && edgeSeparation(p.a, p.b, p.d, edge, p.b.Axes.Y) > eps ||
		gap.Z > -eps && edgeSeparation(p.a, p.b, p.d, edge, p.b.Axes.Z) > eps
}

// edgeSeparation returns the separation along the cross product of two edges, and -Inf for parallel edges.
func edgeSeparation(a, b *geom.OBB, d, ea, eb geom.Vec) float64 {
	c := ea.Cross(eb)
	if c.LenSq() < parallelEdges {
		return math.Inf(-1)
	}
	n := c.Normalize()
	return math.Abs(d.Dot(n)) - (a.Radius(n) + b.Radius(n))
}
