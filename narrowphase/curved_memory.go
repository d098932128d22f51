package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Memory remembers separations of curved shapes: a step asks for that of two shapes at the same poses time and again, for their
// contact points within one margin and another, and for where a search begins. Its answers are those of the functions of the same
// name, bit for bit, whatever it holds. The zero value remembers nothing. It is for one goroutine at a time.
type Memory struct{ kept []keptSeparation }

// keptSeparation is the answer of separate, and all that this depends on.
type keptSeparation struct {
	a, b   *geom.Shape
	cA     geom.Vec
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

// separate is separate of a pair that has been placed and not yet separated.
func (m *Memory) separate(q *curvedPair) {
	if len(m.kept) == 0 {
		q.separate()
		return
	}
	k := &m.kept[hashPose(&q.cA, &q.qA)&uint64(len(m.kept)-1)]
	if k.a == q.a && k.b == q.b && sameBits(&k.cA, &q.cA) && sameBits(&k.qA.V, &q.qA.V) && math.Float64bits(k.qA.W) == math.Float64bits(q.qA.W) {
		q.sep, q.n, q.pa, q.pb, q.fa, q.fb = k.sep, k.n, k.pa, k.pb, k.fa, k.fb
		return
	}
	q.separate()
	*k = keptSeparation{q.a, q.b, q.cA, q.qA, q.sep, q.n, q.pa, q.pb, q.fa, q.fb}
}

// hashPose mixes the bits of a pose.
func hashPose(p *geom.Vec, q *geom.Quat) uint64 {
	h := uint64(0)
	for _, x := range [7]float64{p.X, p.Y, p.Z, q.W, q.V.X, q.V.Y, q.V.Z} {
		h = (h ^ math.Float64bits(x)) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h
}

// sameBits reports whether two vectors are the same, with the signs of zeros.
func sameBits(x, y *geom.Vec) bool {
	return math.Float64bits(x.X) == math.Float64bits(y.X) && math.Float64bits(x.Y) == math.Float64bits(y.Y) && math.Float64bits(x.Z) == math.Float64bits(y.Z)
}
