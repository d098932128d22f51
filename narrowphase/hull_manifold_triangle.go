package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// CollideHullTriangle fills m with the points at which polyhedron a touches or is closer than margin [m] to triangle t
// of a mesh, and reports whether there are any. N points from the polyhedron to the triangle. plane is the triangle's.
// edges and beyond give the kinds of its edges and the planes of the triangles across them: with nil edges all are
// borders; with nil beyond, a convex or concave edge admits every normal. A plane without normal and a triangle without
// area give no contact.
//
// The triangle has two sides; the one on which the mean of the hull's vertices is counts, the front if it is in the
// plane. Which axes and points count at edges inside the mesh is as in CollideOBBTriangle, the rest as in CollideHulls.
//
// Source: 004, section on box and triangle; ALGORITHMS.md C4, E4.
func CollideHullTriangle(a *Convex, t *geom.Triangle, plane geom.Plane, edges *[3]geom.EdgeInfo, beyond *[3]geom.Plane,
	margin float64, m *Manifold) bool {
	m.Count = 0
	var f triangleHull
	f.set(t, a.Pose)
	if f.thin || plane.N == (geom.Vec{}) {
		return false
	}
	world := a.Pose.Q.Mat3()
	f.setNormal(world.ApplyT(plane.N))
	h := f.hull()
	size := a.Shape.Extent()
	centre := meanVertex(a.Shape.Hull)
	box := geom.OBB{C: a.Pose.P.Add(world.Apply(centre)), Axes: world.Transpose(), Half: geom.Vec{X: size, Y: size, Z: size}}
	tri := triangleContact{box: &box, planeN: plane.N, edges: edges, neighbors: beyond, tol: toleranceOf(size), m: m}
	tri.v = f.v
	tri.e = [3]geom.Vec{f.v[1].Sub(f.v[0]), f.v[2].Sub(f.v[1]), f.v[0].Sub(f.v[2])}
	tri.normal = f.faces[triangleFront].Plane.N
	side := triangleFront
	if tri.normal.Dot(f.v[0].Sub(centre)) > 0 {
		side = triangleBack
	}
	tri.face = satAxis{N: f.faces[side].Plane.N.Neg(), Kind: axisFaceB, J: uint8(side)}
	c := hullContact{a: a, world: world, margin: margin, m: m, tri: &tri, tol: tri.tol,
		x:  hullAxes{a: a.Shape.Hull, b: &h, tri: &tri},
		fa: hullFrame{h: a.Shape.Hull, r: geom.Identity()},
		fb: hullFrame{h: &h, r: geom.Identity()}}
	c.x.setFlat()
	c.x.limit = margin
	return c.x.search() && c.collide()
}

// meanVertex returns the mean of a hull's vertices, a point within it.
func meanVertex(h *geom.Hull) geom.Vec {
	var sum geom.Vec
	for _, v := range h.Vertices {
		sum = sum.Add(v)
	}
	return sum.Scale(1 / float64(len(h.Vertices)))
}
