package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// triangleHull is a triangle as a polyhedron with two faces, front and back, whose vertices, edges and faces are
// numbered as those of a triangle: edge k runs from vertex k to vertex k+1, face 0 is the front.
type triangleHull struct {
	v     [3]geom.Vec
	faces [2]geom.HullFace
	thin  bool // without area: the normal is one at right angles to the longest edge
}

// The adjacency of every triangle. Edge 2 is that from vertex 0 to 2, so that its front is on the right.
var (
	triangleHullEdges   = []geom.HullEdge{{A: 0, B: 1, Left: 0, Right: 1}, {A: 1, B: 2, Left: 0, Right: 1}, {A: 0, B: 2, Left: 1, Right: 0}}
	triangleHullCorners = []int32{0, 1, 2, 0, 2, 1}
	triangleHullSides   = []int32{0, 1, 2, 2, 1, 0}
	triangleHullRings   = []int32{0, 2, 0, 1, 1, 2}
	triangleHullRingAt  = []int32{0, 2, 4, 6}
)

// set makes f the triangle, given in the frame of the shape at pose t.
func (f *triangleHull) set(t *geom.Triangle, at geom.Transform) {
	m := at.Q.Mat3()
	f.v = [3]geom.Vec{m.ApplyT(t.A.Sub(at.P)), m.ApplyT(t.B.Sub(at.P)), m.ApplyT(t.C.Sub(at.P))}
	e := [3]geom.Vec{f.v[1].Sub(f.v[0]), f.v[2].Sub(f.v[1]), f.v[0].Sub(f.v[2])}
	n := e[0].Cross(e[1])
	if n.LenSq() <= parallelEdges*float64(e[0].LenSq()*e[1].LenSq()) {
		f.thin = true
		long := e[0]
		for _, s := range e[1:] {
			if s.LenSq() > long.LenSq() {
				long = s
			}
		}
		n = geom.Vec{Z: 1}
		if long != (geom.Vec{}) {
			n = long.Normalize().Perpendicular()
		}
	}
	f.setNormal(n.Normalize())
}

// setNormal fills in the faces. Each lies at the farthest vertex, so that no vertex is above its plane.
func (f *triangleHull) setNormal(n geom.Vec) {
	up := n.Dot(f.v[0])
	down := up
	for _, p := range f.v[1:] {
		up, down = max(up, n.Dot(p)), min(down, n.Dot(p))
	}
	f.faces[triangleFront] = geom.HullFace{Plane: geom.Plane{N: n, D: up}, First: 0, Count: 3}
	f.faces[triangleBack] = geom.HullFace{Plane: geom.Plane{N: n.Neg(), D: -down}, First: 3, Count: 3}
}

// hull returns f as a hull, which refers to f.
func (f *triangleHull) hull() geom.Hull {
	return geom.Hull{Vertices: f.v[:], Faces: f.faces[:], Edges: triangleHullEdges, Corners: triangleHullCorners, Sides: triangleHullSides,
		Rings: triangleHullRings, RingAt: triangleHullRingAt, Bounds: geom.AABBOf(f.v[0], f.v[1], f.v[2])}
}
