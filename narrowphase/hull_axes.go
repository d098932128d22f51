package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// hullAxis is one axis of two polyhedra with their separation along it. It is a facet of the Minkowski difference B -
// A: a face of A (index I), a face of B (index J), or an edge of each (I, J).
type hullAxis struct {
	N    geom.Vec // unit, from A to B, in A's frame
	Sep  float64  // [m], negative when the shapes overlap along N
	I, J int32
	Kind uint8
}

// hullSupports is the number of faces of B up to which A's vertices that are farthest towards them are kept; with more
// they are found anew.
const hullSupports = 96

// hullAxes goes through the axes of two polyhedra A and B, which are all of: the faces of A, those of B, and those
// pairs of edges whose arcs on the Gauss sphere cross. An edge's arc goes from the normal of one of its faces to that
// of the other, and that of an edge of B is turned round to -normal. Pairs whose arcs do not cross are no facets of B -
// A and cannot decide.
//
// The crossings are found by a walk. In direction d the vertex v of A is the farthest; as d moves along the arc of an
// edge of B, d(t) = (1-t) d0 + t d1, the first neighbour w with (w - v)·d(t) > 0 takes over, and there the arc crosses
// that of the edge v w. So the cost is the number of crossings and not that of pairs. Rounding, parallel edges, and
// arcs through a corner of another's map can make the walk take a crossing too many or leave one out that is no wider
// than rounding. Neither does harm: the separation along an axis is always that of the farthest vertices of both
// shapes, so a wrong axis is only of no use, and one left out lies within rounding of a neighbour on the arc.
//
// A flat triangle is a polyhedron of two faces. The arc of its edge is half a circle, and is walked in two halves.
type hullAxes struct {
	a, b  *geom.Hull
	r     geom.Mat3 // from B's frame to A's
	p     geom.Vec  // origin of B's frame in A's [m]
	eps   float64   // bound of the rounding error of a separation [m]
	limit float64   // a separation beyond it ends the walk [m]

	best   [3]hullAxis // by kind
	seen   [3]bool
	top    hullAxis // of all kinds, also of axes that do not count
	anyTop bool
	floor  float64 // pairs of edges with no more separation cannot matter [m]

	ties           *hullTies // where not nil: takes the axes instead
	pivotA, pivotB geom.Vec  // a vertex of each shape near the other
	least          float64   // faces of the kind in turn with no more separation cannot matter [m]

	whole bool             // look at all vertices for the farthest
	thin  bool             // B is a triangle without area
	tri   *triangleContact // where not nil: says which axes of B count
	sweep *hullSweep       // where not nil: takes the axes instead
	vA    int32            // vertex of A from which the search for the farthest goes on
	vB    int32
	nears [hullSupports]int32
}

// hullTies is the directions along which the separation is no less than floor, without those that are nearly parallel
// to an earlier one.
type hullTies struct {
	floor float64
	n     int
	v     [16]hullAxis
}

// setHulls makes x ready for two polyhedra.
func (x *hullAxes) setHulls(a, b *Convex) {
	ra, rb := a.Pose.Q.Mat3(), b.Pose.Q.Mat3()
	at := ra.Transpose()
	x.a, x.b = a.Shape.Hull, b.Shape.Hull
	x.r, x.p = at.Mul(&rb), at.Apply(b.Pose.P.Sub(a.Pose.P))
	x.start(x.p.MaxAbs() + hullReach(x.a) + hullReach(x.b))
}

// setFlat makes x, whose two hulls are given in A's frame, ready.
func (x *hullAxes) setFlat() {
	x.r = geom.Identity()
	x.start(hullReach(x.a) + hullReach(x.b))
}

func (x *hullAxes) start(reach float64) {
	x.eps = float64(satRounding * reach)
	x.limit, x.floor = math.Inf(1), math.Inf(-1)
}

// hullReach returns the largest coordinate of a hull's vertices in its frame.
func hullReach(h *geom.Hull) float64 { return max(h.Bounds.Min.MaxAbs(), h.Bounds.Max.MaxAbs()) }

// search goes through the axes and returns false when one, which then is top, separates by more than the limit beyond
// rounding.
func (x *hullAxes) search() bool {
	ok := x.walk()
	if x.whole || !x.doubtful() {
		return ok
	}
	x.whole, x.anyTop, x.seen, x.floor = true, false, [3]bool{}, math.Inf(-1)
	return x.walk()
}

func (x *hullAxes) walk() bool {
	x.setPivots()
	return x.facesA() && x.facesB() && x.edges()
}

// doubtful reports whether there are vertices farther along the best axis than the search along edges has found: in a
// hull whose faces are nearly in one plane, rounding can end it early.
func (x *hullAxes) doubtful() bool {
	const small = 32 // below it the search looks at all vertices anyway
	if len(x.a.Vertices) < small && len(x.b.Vertices) < small || !x.anyTop {
		return false
	}
	return x.wholeSeparation(x.top.N) < x.top.Sep-float64(4*x.eps)
}

// wholeSeparation returns the separation along n from all vertices.
func (x *hullAxes) wholeSeparation(n geom.Vec) float64 {
	va, vb := x.a.Support(n), x.b.Support(x.r.ApplyT(n).Neg())
	return n.Dot(x.r.Apply(x.b.Vertices[vb]).Add(x.p).Sub(x.a.Vertices[va]))
}

// separation returns the separation along the unit vector n, and moves vA and vB to the farthest vertices.
func (x *hullAxes) separation(n geom.Vec) float64 {
	down := x.r.ApplyT(n).Neg()
	if x.whole {
		x.vA, x.vB = x.a.Support(n), x.b.Support(down)
	} else {
		x.vA, x.vB = x.a.SupportFrom(n, x.vA), x.b.SupportFrom(down, x.vB)
	}
	return n.Dot(x.r.Apply(x.b.Vertices[x.vB]).Add(x.p).Sub(x.a.Vertices[x.vA]))
}

// add takes an axis into account, and returns false when it separates by more than the limit.
func (x *hullAxes) add(n hullAxis) bool {
	if x.sweep != nil {
		return x.sweep.test(n.N, n.Sep)
	}
	if x.ties != nil {
		x.addTie(&n)
		return true
	}
	if x.tri != nil && n.Kind == axisFaceB && int(n.J) != x.tri.side() {
		return true
	}
	if n.Sep > x.top.Sep+x.eps || !x.anyTop {
		x.top, x.anyTop = n, true
	}
	if n.Sep > x.limit+x.eps {
		return false
	}
	if best := &x.best[n.Kind]; !x.seen[n.Kind] || n.Sep > best.Sep+x.eps {
		if x.tri != nil && !x.counts(&n) {
			return true
		}
		*best, x.seen[n.Kind] = n, true
	}
	x.floor = max(x.floor, n.Sep)
	return true
}

// addTie keeps the axis if it ties and counts.
func (x *hullAxes) addTie(n *hullAxis) {
	s := x.ties
	if n.Sep < s.floor || s.n == len(s.v) || x.tri != nil && !x.counts(n) {
		return
	}
	for i := range s.n {
		if nearlyParallel(s.v[i].N, n.N) {
			return
		}
	}
	s.v[s.n] = *n
	s.n++
}

// counts reports whether an axis of a polyhedron and a triangle of a mesh counts.
func (x *hullAxes) counts(n *hullAxis) bool {
	if n.Kind == axisFaceB {
		return int(n.J) == x.tri.side()
	}
	return x.tri.counts(n.N)
}
