package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// KeepsApart returns a time in [0, duration] [s] up to which the separation of two moving and rotating convex shapes
// certainly stays above floor [m]. floor may be negative: up to then they penetrate no deeper than -floor. n is the
// axis, from A to B, along which they are separated best now (Separation), or any other unit vector; end is that at the
// end, or zero. Both affect only the quality of the result. acc is the constant acceleration of B relative to A [m/s²];
// sa and sb have the initial velocities. If the separation along n is not above floor now the result is 0. A half space
// can only be B, without rotation, with its own axis.
//
// The separation along an axis that turns with the angular velocity w is at least
//
//	n·z + s (n·ż - n·(w × z)) - hA(n + s n × (wA - w)) - hB(-n - s n × (wB - w)) - M s²/2
//
// where shapes of revolution about a line through their centre of rotation turn, for an axis that is fixed, with what
// turns that line only, with z the vector from A's centre of rotation to B's, h the support functions about these, and M a bound of the
// second derivative of all points. It is concave in s, and correct to first order for all shapes, touching, separated
// or overlapping. Of the axes that are fixed, turn with B, turn with A and turn to end, as that of two edges does, the
// one with the highest bound at the end is used.
//
// Source: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996, for the advancement; it extends
// to overlap because it uses a separating axis and not a distance.
func KeepsApart(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, acc, n, end geom.Vec, floor, duration float64) float64 {
	var k keeper
	k.a.set(a, sa)
	k.b.set(b, sb)
	k.z, k.v, k.acc = sb.C.Sub(sa.C), sb.V.Sub(sa.V), acc
	return k.longest(n, end, floor, duration, b.Shape.Kind != geom.ShapePlane)
}

// KeepsApartTriangle is KeepsApart for a shape and a triangle at rest.
func KeepsApartTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, acc, n, end geom.Vec, floor, duration float64) float64 {
	var k keeper
	k.a.set(a, sa)
	mid := t.Centroid()
	k.b.tri = [3]geom.Vec{t.A.Sub(mid), t.B.Sub(mid), t.C.Sub(mid)}
	for i := range k.b.tri {
		k.b.reach = math.Max(k.b.reach, k.b.tri[i].Len())
	}
	k.z, k.v, k.acc = mid.Sub(sa.C), sa.V.Neg(), acc
	return k.longest(n, end, floor, duration, true)
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
	reach, round float64 // of its core, and the radius about that

	revolves bool     // about a line through the centre of rotation
	tilting  geom.Vec // the angular velocity without its part along that
	tiltBend float64  // bound of the second derivative of all points as that line turns
}

func (b *keptBody) set(part *Part, s *geom.Sweep) {
	b.shape, b.w, b.round = part.Shape, s.W, part.Shape.Radius()
	q := s.Q.Mul(part.At.Q)
	b.r, b.o = q.Mat3(), s.Q.Rotate(part.At.P)
	if part.Shape.Kind != geom.ShapePlane {
		b.reach = part.Shape.Reach(part.At.ApplyInv(geom.Vec{})) - b.round
	}
	if axis := part.Shape.Axis(); axis >= 0 && axis < 3 {
		u := b.r.Col(axis)
		b.revolves = b.o.Cross(u).LenSq() <= float64(keepCentred*keepCentred*float64(b.reach*b.reach))
		along := b.w.Dot(u)
		b.tilting = b.w.AddScaled(u, -along)
		turn := b.w.Cross(u).Len()
		b.tiltBend = float64(float64(turn*(turn+math.Abs(along))) * b.reach)
	}
}

// keepCentred is how far from the centre of rotation, over the reach, the line of a shape of revolution counts as going
// through it: by rounding.
const keepCentred = 1e-15

// turn returns the angular velocity with which the shape turns for an axis that turns with w, and a bound of the second
// derivative of all points.
func (b *keptBody) turn(w geom.Vec) (d geom.Vec, bend float64) {
	if b.revolves && w == (geom.Vec{}) {
		return b.tilting, b.tiltBend
	}
	d = b.w.Sub(w)
	return d, float64((d.LenSq() + w.Cross(b.w).Len()) * b.reach)
}

// support returns the support function along d, near an axis of unit length: a round shape extends by its radius along
// that, however it turns.
func (b *keptBody) support(d geom.Vec) float64 {
	if b.shape == nil {
		return math.Max(b.tri[0].Dot(d), math.Max(b.tri[1].Dot(d), b.tri[2].Dot(d)))
	}
	l := b.r.ApplyT(d)
	return b.o.Dot(d) + b.shape.Core(l).Dot(l) + b.round
}

// longest tries the axes, and follows the one that ends highest.
func (k *keeper) longest(n, end geom.Vec, floor, duration float64, turns bool) float64 {
	k.n = n
	now := k.value(0) - floor
	if !(duration > 0 && now > 0) {
		return 0
	}
	var best geom.Vec
	most := math.Inf(-1)
	for i, w := range [4]geom.Vec{k.b.w, {}, k.a.w, n.Cross(end).Scale(1 / duration)} {
		if i > 0 && w == k.b.w || i > 1 && w == (geom.Vec{}) || w != (geom.Vec{}) && !turns {
			continue
		}
		k.set(w, duration)
		y := k.value(duration) - floor
		if y >= 0 {
			return duration
		}
		if y > most {
			best, most = w, y
		}
	}
	k.set(best, duration)
	return k.until(floor, duration, now, most)
}

// set prepares the bound for an axis that turns with w.
func (k *keeper) set(w geom.Vec, duration float64) {
	dA, bendA := k.a.turn(w)
	dB, bendB := k.b.turn(w)
	k.mA, k.mB = k.n.Cross(dA), k.n.Cross(dB)
	k.rate = k.n.Dot(k.v.Sub(w.Cross(k.z)))
	size, acc := w.Len(), k.acc.Len()
	k.bend = bendA + bendB
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

// keepPasses bounds the passes of a search for a root, keepShare is how near to it they come.
const (
	keepPasses = 12
	keepShare  = 0.05
)

// until returns a time in [0, duration] up to which the bound is above floor: the last, but for a share. It is concave,
// so that the roots of its chords are before its own. x and y are what it is above floor now and at the end.
func (k *keeper) until(floor, duration, x, y float64) float64 {
	lo, hi := 0.0, duration
	for i := 0; i < keepPasses && hi-lo > float64(keepShare*lo); i++ {
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
