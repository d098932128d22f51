package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// KeepsApart returns a time in [0, duration] [s] up to which the separation of two moving and turning convex shapes certainly stays
// above floor [m], which may be negative: up to then they are no deeper in each other than -floor. n is the axis, from A to B, along which they
// are separated best now (Separation), or any other unit vector: it only says how good the answer is. acc is the acceleration
// of B against A [m/s²], held; sa and sb have the velocities of the beginning. Where they are not above floor along n now it is 0. A half
// space may only be B, without turning, with its own axis.
//
// The separation along an axis that turns with the angular velocity w is at least
//
//	n·z + s (n·ż - n·(w × z)) - hA(n + s n × (wA - w)) - hB(-n - s n × (wB - w)) - M s²/2
//
// with z the way from A's centre of rotation to B's, h the support functions about these, and M a bound of the second derivative of all
// points: it is concave in s, and of first order right for all shapes, in touch, apart or in each other. Of the axes that stand still, turn
// with B and turn with A the one counts that lasts longest.
//
// Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, for the advancement; that it goes on in
// overlap is because a separating axis is asked for and not a distance.
func KeepsApart(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, acc, n geom.Vec, floor, duration float64) float64 {
	var k keeper
	k.a.set(a, sa)
	k.b.set(b, sb)
	k.z, k.v, k.acc = sb.C.Sub(sa.C), sb.V.Sub(sa.V), acc
	return k.longest(n, floor, duration, b.Shape.Kind != geom.ShapePlane)
}

// KeepsApartTriangle is KeepsApart for a shape and a triangle at rest.
func KeepsApartTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, acc, n geom.Vec, floor, duration float64) float64 {
	var k keeper
	k.a.set(a, sa)
	mid := t.Centroid()
	k.b.tri = [3]geom.Vec{t.A.Sub(mid), t.B.Sub(mid), t.C.Sub(mid)}
	for i := range k.b.tri {
		k.b.reach = math.Max(k.b.reach, k.b.tri[i].Len())
	}
	k.z, k.v, k.acc = mid.Sub(sa.C), sa.V.Neg(), acc
	return k.longest(n, floor, duration, true)
}

// keeper is the state of KeepsApart, in world axes.
type keeper struct {
	a, b      keptBody
	z, v, acc geom.Vec // from A's centre of rotation to B's

	n      geom.Vec
	rate   float64
	mA, mB geom.Vec
	bend   float64
}

// keptBody is a shape that turns about its centre of rotation, or a triangle at rest.
type keptBody struct {
	shape        *geom.Shape // nil for a triangle
	tri          [3]geom.Vec // from its middle
	r            geom.Mat3   // the shape's attitude
	o            geom.Vec    // its origin, from the centre of rotation
	w            geom.Vec
	reach, round float64
}

func (b *keptBody) set(part *Part, s *geom.Sweep) {
	b.shape, b.w, b.round = part.Shape, s.W, part.Shape.Radius()
	q := s.Q.Mul(part.At.Q)
	b.r, b.o = q.Mat3(), s.Q.Rotate(part.At.P)
	if part.Shape.Kind != geom.ShapePlane {
		b.reach = part.Shape.Reach(part.At.ApplyInv(geom.Vec{}))
	}
}

// support returns the support function along d, which need not be of unit length.
func (b *keptBody) support(d geom.Vec) float64 {
	if b.shape == nil {
		return math.Max(b.tri[0].Dot(d), math.Max(b.tri[1].Dot(d), b.tri[2].Dot(d)))
	}
	l := b.r.ApplyT(d)
	h := b.o.Dot(d) + b.shape.Core(l).Dot(l)
	if b.round > 0 {
		h += float64(b.round * d.Len())
	}
	return h
}

// longest tries the axes.
func (k *keeper) longest(n geom.Vec, floor, duration float64, turns bool) float64 {
	if !(duration > 0) {
		return 0
	}
	k.n = n
	best := 0.0
	for _, w := range [3]geom.Vec{k.b.w, {}, k.a.w} {
		if w != (geom.Vec{}) && !turns {
			continue
		}
		k.set(w, duration)
		best = math.Max(best, k.until(floor, duration))
		if best == duration || k.a.w == (geom.Vec{}) && k.b.w == (geom.Vec{}) {
			break
		}
	}
	return best
}

// set prepares the bound for an axis that turns with w.
func (k *keeper) set(w geom.Vec, duration float64) {
	dA, dB := k.a.w.Sub(w), k.b.w.Sub(w)
	k.mA, k.mB = k.n.Cross(dA), k.n.Cross(dB)
	k.rate = k.n.Dot(k.v.Sub(w.Cross(k.z)))
	size, acc := w.Len(), k.acc.Len()
	k.bend = float64((dA.LenSq()+w.Cross(k.a.w).Len())*k.a.reach) + float64((dB.LenSq()+w.Cross(k.b.w).Len())*k.b.reach)
	// n'' z + 2 n' ż, linear in time but for the acceleration, and n z̈.
	now := w.Cross(k.z).Sub(k.v.Scale(2)).Len()
	end := w.Cross(k.z.AddScaled(k.v, duration)).Sub(k.v.Scale(2)).Len()
	k.bend += float64(size * math.Max(now, end))
	k.bend += float64(float64(acc*float64(size*duration))*(3+float64(0.5*float64(size*duration)))) - k.n.Dot(k.acc)
	k.bend = math.Max(k.bend, 0)
}

// value returns the bound of the separation at s seconds from now.
func (k *keeper) value(s float64) float64 {
	dA, dB := k.n.AddScaled(k.mA, s), k.n.AddScaled(k.mB, s)
	return k.n.Dot(k.z) + float64((k.rate-float64(float64(0.5*k.bend)*s))*s) - k.a.support(dA) - k.b.support(dB.Neg())
}

// keepPasses bounds the passes of a search for a root.
const keepPasses = 12

// until returns a time in [0, duration] up to which the bound is above floor: the last, but for a hundredth. It is concave, so that the roots of its
// chords are before its own.
func (k *keeper) until(floor, duration float64) float64 {
	lo, x := 0.0, k.value(0)-floor
	if !(x > 0) {
		return 0
	}
	hi, y := duration, k.value(duration)-floor
	if y >= 0 {
		return duration
	}
	for i := 0; i < keepPasses && hi-lo > float64(0.01*lo); i++ {
		at := lo + float64((hi-lo)*float64(0.999*(x/(x-y)))) // a little short, for rounding
		if v := k.value(at) - floor; at > lo && v > 0 {
			lo, x = at, v
		} else {
			break
		}
		at = lo + float64(0.5*(hi-lo))
		if v := k.value(at) - floor; v > 0 {
			lo, x = at, v
		} else {
			hi, y = at, v
		}
	}
	return lo
}
