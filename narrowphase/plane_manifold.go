package narrowphase

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// CollidePlane fills m with the points of shape a that are in the half space b or nearer to it than margin [m], and
// reports whether there is any. N is the normal from a to b; each point lies midway between a's point and the plane.
//
// A box or a hull: all its vertices within margin; where they are more than MaxManifold, the lowest, the two lowest that
// have an edge with it, and those farthest out in MaxManifold - 3 directions that are fixed in the hull's lowest face. A
// sphere or an ellipsoid: one point. A capsule: one of each end within margin. A cylinder or a cone whose round face
// looks down by less than 45° of tilt: eight points of the rim, which are fixed in the shape and so turn with it, and the
// lowest point of the rim, where it is another; otherwise, the ends of the lowest line on its side, a cone's apex being
// one of them. A cone's apex counts whenever it is within margin.
//
// Features: a's vertex, edge (a rim: index 0 to 7 for the points that are fixed, 15 for the lowest; 16 more for the rim
// of a cylinder at +z) or surface (face 0), and face 0 of b. Boxes number their vertices like geom.OBB, hulls like
// geom.Hull; the ends of a capsule are its vertices 0 (at -z) and 1, a cone's apex is vertex 0.
//
// Source: 003, all contact points of a polyhedron on a plane.
func CollidePlane(a, b *Convex, margin float64, m *Manifold) bool {
	v := viewPlane(a, b)
	m.Count, m.N = 0, v.n
	if a.Shape.Kind == geom.ShapePlane {
		return false
	}
	eps := float64(satRounding * (math.Abs(v.h) + a.Shape.Extent()))
	if a.Shape.Polyhedral() {
		v.vertices(a, margin+eps, m)
		return m.limit(margin, eps)
	}
	var c planePoints
	c.collect(a.Shape, v.up)
	one := float64(manifoldTouch * a.Shape.Extent())
	for i := c.n - 1; i >= 0; i-- { // the lowest point of a rim before those that are fixed
		if p := &c.p[i]; v.height(p.x) <= margin+eps {
			v.add(a, p.x, int(p.kind), int(p.index), one, m)
		}
	}
	return m.limit(margin, eps)
}

// add appends the point x of shape a.
func (v *planeView) add(a *Convex, x geom.Vec, kind, index int, tol float64, m *Manifold) {
	sep := v.height(x)
	p := a.Pose.Apply(x).AddScaled(v.n, float64(0.5*sep))
	m.add(p, sep, MakeFeatureID(kind, index, FeatureFace, 0), tol)
}

// vertices adds the vertices of a polyhedron that are no higher than limit.
func (v *planeView) vertices(a *Convex, limit float64, m *Manifold) {
	n, within, lowest, low := polyhedronVertices(a.Shape), 0, 0, math.Inf(1)
	for i := 0; i < n; i++ {
		h := v.height(polyhedronVertex(a.Shape, i))
		if h <= limit {
			within++
		}
		if h < low {
			lowest, low = i, h
		}
	}
	if within > MaxManifold {
		v.spanning(a, limit, lowest, m)
		return
	}
	for i := 0; i < n && within > 0; i++ {
		if x := polyhedronVertex(a.Shape, i); v.height(x) <= limit {
			v.add(a, x, FeatureVertex, i, 0, m)
		}
	}
}

// spanning adds the lowest vertex of a hull, two beside it, which may be the lowest in turn, and those below limit that
// reach farthest in directions of its lowest face. The directions begin at an odd angle to the side of the face, so that
// those of a regular polygon decide between no two of its corners.
func (v *planeView) spanning(a *Convex, limit float64, lowest int, m *Manifold) {
	hull := a.Shape.Hull
	face := int32(0)
	for f := range hull.Faces {
		if hull.Faces[f].Plane.N.Dot(v.up) < hull.Faces[face].Plane.N.Dot(v.up) {
			face = int32(f)
		}
	}
	ring := hull.Face(face)
	e1 := hull.Vertices[ring[1]].Sub(hull.Vertices[ring[0]]).Normalize()
	e2 := hull.Faces[face].Plane.N.Cross(e1)
	var taken [MaxManifold]int
	take := func(i int) {
		taken[m.Count] = i
		v.add(a, hull.Vertices[i], FeatureVertex, i, 0, m)
	}
	take(lowest)
	for range 2 {
		if i := v.lowestBeside(hull, lowest, taken[:m.Count]); i >= 0 && v.height(hull.Vertices[i]) <= limit {
			take(i)
		}
	}
	const directions = MaxManifold - 3
	for k := range directions {
		sin, cos := geom.SinCos(0.1234 + float64(float64(k+1)*(2*math.Pi/directions)))
		d := e1.Scale(cos).AddScaled(e2, sin)
		best, far := lowest, math.Inf(-1)
		for i, x := range hull.Vertices {
			if r := d.Dot(x); r > far && v.height(x) <= limit {
				best, far = i, r
			}
		}
		known := false
		for _, i := range taken[:m.Count] {
			known = known || i == best
		}
		if !known {
			take(best)
		}
	}
}

// lowestBeside returns the lowest vertex that has an edge with a vertex of a hull, but for those taken; -1 if there is none.
func (v *planeView) lowestBeside(hull *geom.Hull, vertex int, taken []int) int {
	least, low := -1, math.Inf(1)
	for _, e := range hull.Ring(int32(vertex)) {
		i := int(hull.Edges[e].A + hull.Edges[e].B - int32(vertex))
		if h := v.height(hull.Vertices[i]); h < low && !slices.Contains(taken, i) {
			least, low = i, h
		}
	}
	return least
}
