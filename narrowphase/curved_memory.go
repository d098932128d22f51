package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Memory remembers separations of curved shapes: a step asks for that of two shapes at the same poses time and again, for their
// contact points within one margin and another, and for where a search begins. Its answers are those of the functions of the same
// name, bit for bit, whatever it holds. The zero value remembers nothing. It is for one goroutine at a time.
type Memory struct{ kept []keptSeparation }

// keptSeparation is the answer of separate, and all that this depends on. Of a triangle b is nil.
type keptSeparation struct {
	a, b   *geom.Shape
	at     [4]geom.Vec // A's origin; of a triangle its corners and its normal
	qA     geom.Quat
	sep    float64
	n      geom.Vec
	pa, pb geom.Vec
	fa, fb feature
}

// NewMemory returns a memory of the given number of separations, rounded up to a power of two; 0 or less for none.
func NewMemory(size int) Memory {
	if size <= 0 {
		return Memory{}
	}
	n := 1
	for n < size {
		n *= 2
	}
	return Memory{make([]keptSeparation, n)}
}

// Separation is Separation.
func (m *Memory) Separation(a, b *Convex) (sep float64, n geom.Vec) {
	if pairingOf(a.Shape, b.Shape) != pairCurved {
		return Separation(a, b)
	}
	var q curvedPair
	q.setConvex(a, b)
	m.separate(&q)
	return q.sep, q.world()
}

// Collide is Collide.
func (m *Memory) Collide(a, b *Convex, margin float64, to *Manifold) bool {
	if pairingOf(a.Shape, b.Shape) != pairCurved {
		return Collide(a, b, margin, to)
	}
	return m.collideCurved(a, b, margin, to)
}

// SeparationTriangle is SeparationTriangle.
func (m *Memory) SeparationTriangle(a *Convex, t *geom.Triangle) (sep float64, n geom.Vec) {
	if a.Shape.Polyhedral() || a.Shape.Kind == geom.ShapePlane {
		return SeparationTriangle(a, t)
	}
	var q curvedPair
	q.setTriangle(a, t)
	m.separate(&q)
	return q.sep, q.n
}

// CollideTriangle is CollideTriangle.
func (m *Memory) CollideTriangle(a *Convex, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo, beyond *[3]geom.Plane,
	margin float64, to *Manifold) bool {
	if a.Shape.Polyhedral() || a.Shape.Kind == geom.ShapePlane {
		return CollideTriangle(a, t, plane, edges, beyond, margin, to)
	}
	return m.collideCurvedTriangle(a, t, plane, edges, beyond, margin, to)
}

// separate is separate of a pair that has been placed and not yet separated.
func (m *Memory) separate(q *curvedPair) {
	if len(m.kept) == 0 {
		q.separate()
		return
	}
	at := [4]geom.Vec{q.cA}
	if q.b == nil {
		at = [4]geom.Vec{q.tri[0], q.tri[1], q.tri[2], q.normal}
	}
	k := &m.kept[hashPose(&at, &q.qA)&uint64(len(m.kept)-1)]
	if k.a == q.a && k.b == q.b && samePose(&k.at, &at) && sameBits(&k.qA.V, &q.qA.V) && math.Float64bits(k.qA.W) == math.Float64bits(q.qA.W) {
		q.sep, q.n, q.pa, q.pb, q.fa, q.fb = k.sep, k.n, k.pa, k.pb, k.fa, k.fb
		return
	}
	q.separate()
	*k = keptSeparation{q.a, q.b, at, q.qA, q.sep, q.n, q.pa, q.pb, q.fa, q.fb}
}

// hashPose mixes bits of a pose: two corners tell a triangle from those beside it.
func hashPose(at *[4]geom.Vec, q *geom.Quat) uint64 {
	h := uint64(0)
	for _, x := range [10]float64{at[0].X, at[0].Y, at[0].Z, at[1].X, at[1].Y, at[2].X, q.W, q.V.X, q.V.Y, q.V.Z} {
		h = (h ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

// samePose reports whether two places have the same bits.
func samePose(x, y *[4]geom.Vec) bool {
	return sameBits(&x[0], &y[0]) && sameBits(&x[1], &y[1]) && sameBits(&x[2], &y[2]) && sameBits(&x[3], &y[3])
}

// sameBits reports whether two vectors are the same, with the signs of zeros.
func sameBits(x, y *geom.Vec) bool {
	return math.Float64bits(x.X) == math.Float64bits(y.X) && math.Float64bits(x.Y) == math.Float64bits(y.Y) && math.Float64bits(x.Z) == math.Float64bits(y.Z)
}
