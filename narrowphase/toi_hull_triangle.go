package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// The adjacency of a triangle as a flat polyhedron.
var (
	triangleCorners = []int32{0, 1, 2, 0, 2, 1}
	triangleSides   = []int32{0, 1, 2, 2, 1, 0}
	triangleRings   = []int32{0, 2, 0, 1, 1, 2}
	triangleRingAt  = []int32{0, 2, 4, 6}
	triangleEdges   = []geom.HullEdge{{A: 0, B: 1, Left: 0, Right: 1}, {A: 1, B: 2, Left: 0, Right: 1}, {A: 0, B: 2, Left: 1, Right: 0}}
)

// flatHull returns the vertices of t, from its first, and the faces of t as a flat polyhedron. The normal of one
// without area is zero. Vertices, edges and faces are numbered as features.go says.
func flatHull(t *geom.Triangle) (v [3]geom.Vec, f [2]geom.HullFace) {
	v = [3]geom.Vec{{}, t.B.Sub(t.A), t.C.Sub(t.A)}
	// Of the unit edges, for the product of edges of a small triangle may underflow.
	n := v[1].Normalize().Cross(v[2].Sub(v[1]).Normalize())
	if n.LenSq() < toiParallel {
		n = geom.Vec{}
	}
	n = n.Normalize()
	f[0] = geom.HullFace{Plane: geom.Plane{N: n}, First: 0, Count: 3}
	f[1] = geom.HullFace{Plane: geom.Plane{N: n.Neg()}, First: 3, Count: 3}
	return v, f
}

// flatPolyhedron returns the polyhedron of what flatHull has returned.
func flatPolyhedron(v *[3]geom.Vec, f *[2]geom.HullFace) geom.Hull {
	return geom.Hull{
		Vertices: v[:], Faces: f[:], Edges: triangleEdges,
		Corners: triangleCorners, Sides: triangleSides, Rings: triangleRings, RingAt: triangleRingAt,
		Bounds: geom.AABBOf(v[0], v[1], v[2]),
	}
}
