package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// setPivots chooses a vertex of each shape that is near the other. Since the separation along n is the least of n·(b -
// a) over the vertices of both, that of the pivots bounds it from above, and most axes need no search for the farthest
// vertices. For a sweep they are those by which shapes that move straight at each other would meet, and a second pair
// those by which they would part.
func (x *hullAxes) setPivots() {
	d := x.r.Apply(x.b.Bounds.Center()).Add(x.p).Sub(x.a.Bounds.Center())
	if s := x.sweep; s != nil {
		if d = s.vA.Neg(); d == (geom.Vec{}) {
			d = s.dA
		}
		s.outA, s.outB = x.pivots(d.Neg())
	}
	x.pivotA, x.pivotB = x.pivots(d)
}

// pivots returns the vertices of A farthest along d and of B farthest against it, and moves vA and vB there.
func (x *hullAxes) pivots(d geom.Vec) (a, b geom.Vec) {
	x.vA, x.vB = x.a.SupportFrom(d, x.vA), x.b.SupportFrom(x.r.ApplyT(d).Neg(), x.vB)
	return x.a.Vertices[x.vA], x.r.Apply(x.b.Vertices[x.vB]).Add(x.p)
}

// facesA tests the faces of A, first the one that is likely to be the best, then all that can be better.
func (x *hullAxes) facesA() bool {
	first, most := 0, math.Inf(-1)
	for f := range x.a.Faces {
		pl := &x.a.Faces[f].Plane
		if s := x.score(pl.N, pl.N.Dot(x.pivotB)-pl.D); s > most {
			first, most = f, s
		}
	}
	sep := x.faceA(first)
	if x.ends(axisFaceA, x.a.Faces[first].Plane.N, sep) {
		return false
	}
	x.setLeast(axisFaceA, x.a.Faces[first].Plane.N, sep)
	if x.sweep != nil {
		last := x.lastFaceA()
		x.sweep.test(x.a.Faces[last].Plane.N, x.faceA(last))
	}
	for f := range x.a.Faces {
		pl := &x.a.Faces[f].Plane
		if x.skipsFaceA(pl) {
			continue
		}
		if !x.add(hullAxis{N: pl.N, Sep: x.faceA(f), Kind: axisFaceA, I: int32(f)}) {
			return false
		}
	}
	return true
}

// lastFaceA returns the face of A that a sweep is likely to leave by.
func (x *hullAxes) lastFaceA() int {
	last, most := 0, math.Inf(-1)
	for f := range x.a.Faces {
		if d := x.a.Faces[f].Plane.N.Dot(x.sweep.vA); d > most {
			last, most = f, d
		}
	}
	return last
}

// skipsFaceA reports whether a face of A cannot matter.
func (x *hullAxes) skipsFaceA(pl *geom.Plane) bool {
	upper := pl.N.Dot(x.pivotB) - pl.D
	if s := x.sweep; s != nil {
		return !s.matters(pl.N, upper, pl.N.Dot(s.outB)-pl.D, 1)
	}
	return x.skips(axisFaceA, upper)
}

// faceA returns the separation along a face of A.
func (x *hullAxes) faceA(f int) float64 {
	pl := &x.a.Faces[f].Plane
	down := x.r.ApplyT(pl.N).Neg()
	if x.whole {
		x.vB = x.b.Support(down)
	} else {
		x.vB = x.b.SupportFrom(down, x.vB)
	}
	return pl.N.Dot(x.r.Apply(x.b.Vertices[x.vB]).Add(x.p)) - pl.D
}

// facesB tests the faces of B, in the same way.
func (x *hullAxes) facesB() bool {
	first, most := 0, math.Inf(-1)
	pivot := x.r.ApplyT(x.pivotA.Sub(x.p))
	for f := range x.b.Faces {
		pl := &x.b.Faces[f].Plane
		s := pl.N.Dot(pivot) - pl.D
		if x.sweep != nil {
			s = x.score(x.r.Apply(pl.N).Neg(), s)
		}
		if s > most {
			first, most = f, s
		}
	}
	d, sep := x.faceB(first)
	if x.ends(axisFaceB, d, sep) {
		return false
	}
	x.setLeast(axisFaceB, d, sep)
	for f := range x.b.Faces {
		if f < hullSupports {
			x.nears[f] = -1
		}
		if x.skipsFaceB(&x.b.Faces[f].Plane, pivot) {
			continue
		}
		n, sep := x.faceB(f)
		if f < hullSupports {
			x.nears[f] = x.vA
		}
		if !x.add(hullAxis{N: n, Sep: sep, Kind: axisFaceB, J: int32(f)}) {
			return false
		}
	}
	return true
}

// skipsFaceB reports whether a face of B cannot matter. The pivot of A is given in B's frame.
func (x *hullAxes) skipsFaceB(pl *geom.Plane, pivot geom.Vec) bool {
	upper := pl.N.Dot(pivot) - pl.D
	if s := x.sweep; s != nil {
		n := x.r.Apply(pl.N)
		return !s.matters(n.Neg(), upper, n.Dot(s.outA.Sub(x.p))-pl.D, 1)
	}
	return x.skips(axisFaceB, upper)
}

// faceB returns the axis of a face of B and the separation along it.
func (x *hullAxes) faceB(f int) (geom.Vec, float64) {
	pl := &x.b.Faces[f].Plane
	n := x.r.Apply(pl.N)
	x.vA = x.farthestA(n.Neg(), x.vA)
	return n.Neg(), n.Dot(x.a.Vertices[x.vA].Sub(x.p)) - pl.D
}

func (x *hullAxes) farthestA(d geom.Vec, from int32) int32 {
	if x.whole {
		return x.a.Support(d)
	}
	return x.a.SupportFrom(d, from)
}

// score orders faces by how likely each is to be the best: by upper, a bound of the separation along its axis n, for a
// sweep at the start of the motion.
func (x *hullAxes) score(n geom.Vec, upper float64) float64 {
	if x.sweep != nil {
		return upper + n.Dot(x.sweep.dA)
	}
	return upper
}

// ends reports whether a separation ends the search. The first axis of a kind is tested before its turn.
func (x *hullAxes) ends(kind uint8, n geom.Vec, sep float64) bool {
	return x.sweep == nil && x.ties == nil && sep > x.limit+x.eps && !(x.tri != nil && kind == axisFaceB) && x.confirms(n, sep)
}

// confirms reports whether the axis n really separates by more than the limit: the search along edges may have missed
// the farthest vertex, so all are looked at, unless that was done.
func (x *hullAxes) confirms(n geom.Vec, sep float64) bool {
	return x.whole || x.wholeSeparation(n) > x.limit+x.eps
}

// setLeast sets the separation that the other faces of a kind must reach to matter, given that of the first one, sep
// along n.
func (x *hullAxes) setLeast(kind uint8, n geom.Vec, sep float64) {
	switch {
	case x.ties != nil:
		x.least = x.ties.floor
	case x.tri != nil && (kind == axisFaceB || !x.tri.counts(n)):
		x.least = math.Inf(-1)
	default:
		x.least = sep - float64(2*x.eps)
	}
	if x.sweep != nil {
		x.sweep.test(n, sep)
	}
}

// skips reports whether a face along which the separation is at most upper cannot matter.
func (x *hullAxes) skips(kind uint8, upper float64) bool {
	return upper < x.least || x.ties == nil && x.seen[kind] && upper < x.best[kind].Sep-float64(2*x.eps)
}
