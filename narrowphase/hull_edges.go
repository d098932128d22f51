package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// edges tests the pairs of edges whose arcs cross, by a walk over A for each edge of B.
func (x *hullAxes) edges() bool {
	for f := range x.b.Faces {
		d0 := x.r.Apply(x.b.Faces[f].Plane.N).Neg()
		v := int32(-1)
		if f < hullSupports {
			v = x.nears[f]
		}
		for _, e := range x.b.FaceEdges(int32(f)) {
			p := &x.b.Edges[e]
			if p.Left != int32(f) {
				continue
			}
			w := hullWalk{e: e, p: x.r.Apply(x.b.Vertices[p.A]).Add(x.p)}
			d1 := x.r.Apply(x.b.Faces[p.Right].Plane.N).Neg()
			if x.skipsArc(w.p, d0, d1) {
				continue
			}
			if v < 0 {
				v = x.farthestA(d0, x.vA)
			}
			if !x.edge(&w, v, d0, d1) {
				return false
			}
		}
	}
	return true
}

// skipsArc reports whether no axis along the arc from d0 to d1 can matter, p being a point of the edge. The separation
// along an axis n is at most n·(p - a) for any vertex a of A. n being (s d0 + t d1) / |s d0 + t d1| with s, t >= 0, and
// that length no more than s + t, n·w is at most the larger of d0·w and d1·w where both are negative.
func (x *hullAxes) skipsArc(p, d0, d1 geom.Vec) bool {
	if d0.Dot(d1) <= -0.5 {
		return false
	}
	w := p.Sub(x.pivotA)
	if x.sweep != nil {
		return x.sweep.skipsArc(w, p.Sub(x.sweep.outA), d0, d1)
	}
	most := max(w.Dot(d0), w.Dot(d1))
	return most < 0 && most <= x.floor
}

// edge walks along the arc of an edge of B from d0, in which v is the farthest vertex of A, to d1.
func (x *hullAxes) edge(w *hullWalk, v int32, d0, d1 geom.Vec) bool {
	p := &x.b.Edges[w.e]
	w.u = x.r.Apply(x.b.Vertices[p.B].Sub(x.b.Vertices[p.A])).Normalize()
	if w.u == (geom.Vec{}) {
		return true
	}
	x.vB = p.A
	if d0.Dot(d1) > -0.5 {
		_, ok := x.arc(w, v, d0, d1)
		return ok
	}
	mid := w.u.Cross(d0.Sub(d1)).Normalize()
	far, ok := x.arc(w, v, d0, mid)
	if ok {
		_, ok = x.arc(w, far, mid, d1)
	}
	if ok && x.thin { // the map of a segment is the whole circle
		if far, ok = x.arc(w, v, d0, mid.Neg()); ok {
			_, ok = x.arc(w, far, mid.Neg(), d1)
		}
	}
	return ok
}

// hullWalk is an edge of B while its arc is walked, in A's frame.
type hullWalk struct {
	e    int32
	p, u geom.Vec // a point of the edge and its unit direction
}

// arc walks from direction d0, in which v is the farthest vertex of A, to d1, and returns that in direction d1.
func (x *hullAxes) arc(w *hullWalk, v int32, d0, d1 geom.Vec) (int32, bool) {
	t := 0.0
	for range len(x.a.Edges) { // each step goes farther along d1; the bound is for rounding
		at := x.a.Vertices[v]
		next, edge, when, steep := int32(-1), int32(0), math.Inf(1), 0.0
		var along geom.Vec
		for _, e := range x.a.Ring(v) {
			far := x.a.Far(e, v)
			k := x.a.Vertices[far].Sub(at)
			g1 := k.Dot(d1)
			if g1 <= 0 {
				continue
			}
			g0 := k.Dot(d0)
			s := t
			if g0 < 0 {
				s = max(t, g0/(g0-g1))
			}
			if s < when || s == when && g1-g0 > steep {
				next, edge, when, steep, along = far, e, s, g1-g0, k
			}
		}
		if next < 0 {
			return v, true
		}
		x.vA = v
		if !x.cross(w, edge, at, along, d0.AddScaled(d1.Sub(d0), when)) {
			return v, false
		}
		v, t = next, when
	}
	return v, true
}

// cross tests the axis of an edge of A, which starts at the point at and runs along k, and the edge of B that w walks,
// in about the direction d.
func (x *hullAxes) cross(w *hullWalk, e int32, at, k, d geom.Vec) bool {
	n := k.Cross(w.u)
	l2 := n.LenSq()
	if l2 < float64(0.01*k.LenSq()) {
		var ok bool
		if n, ok = hullCross(k.Normalize(), w.u); !ok {
			return true
		}
		l2 = 1
	}
	if n.Dot(d) < 0 {
		n = n.Neg()
	}
	l := math.Sqrt(l2)
	gap := n.Dot(w.p.Sub(at))
	if x.sweep != nil {
		if !x.sweep.matters(n, gap, gap, l) {
			return true
		}
	} else if gap <= float64(x.floor*l) {
		return true
	}
	n = n.Scale(1 / l)
	return x.add(hullAxis{N: n, Sep: x.separation(n), Kind: axisEdges, I: e, J: w.e})
}

// hullParallel is the sine below which two edges give no axis. The facet of B - A that they span is a strip of 1e-14 of
// their length, and what its absence costs is of that order.
const hullParallel = 1e-14

// hullCross returns the unit vector along a × b for unit vectors a and b, and false where they are parallel. Nothing
// cancels in it; see sweepCross.
func hullCross(a, b geom.Vec) (geom.Vec, bool) {
	var n geom.Vec
	if a.Dot(b) < 0 {
		n = a.Sub(b).Cross(b.Add(a)).Scale(0.5)
	} else {
		n = a.Add(b).Cross(b.Sub(a)).Scale(0.5)
	}
	l := n.Len()
	if !(l >= hullParallel) {
		return geom.Vec{}, false
	}
	return n.Scale(1 / l), true
}
