package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// curvedFloor is a floor z = 0 of right triangles with legs of 1 m, n by n squares about the origin; z bends it.
func curvedFloor(t testing.TB, n int, z func(x, y float64) float64) *geom.Mesh {
	t.Helper()
	m := &geom.Mesh{}
	for j := 0; j <= n; j++ {
		for i := 0; i <= n; i++ {
			x, y := float64(i)-float64(n)/2, float64(j)-float64(n)/2
			m.Vertices = append(m.Vertices, geom.Vec{X: x, Y: y, Z: z(x, y)})
		}
	}
	for j := range n {
		for i := range n {
			a := int32(j*(n+1) + i)
			b, c, d := a+1, a+int32(n)+1, a+int32(n)+2
			m.Tris = append(m.Tris, geom.Tri{a, b, d}, geom.Tri{a, d, c})
		}
	}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return m
}

// curvedTouch is the manifold of a shape with a triangle of a mesh.
type curvedTouch struct {
	Manifold
	tri int
}

// curvedOnMesh returns the manifolds of a shape with all triangles of a mesh.
func curvedOnMesh(a *Convex, m *geom.Mesh, margin float64) []curvedTouch {
	var out []curvedTouch
	for i := range m.Tris {
		t, beyond := m.Triangle(int32(i)), planesBeyond(m, i)
		var c Manifold
		if CollideCurvedTriangle(a, &t, m.Planes[i], &m.Edges[i], &beyond, margin, &c) {
			out = append(out, curvedTouch{c, i})
		}
	}
	return out
}

// TestCollideCurvedTriangle_FlatFloor checks that a floor of triangles is one plane to every shape: normals are those
// of the plane, the lowest point of the shape is a point of the manifolds, no point is deeper or beyond the margin, and
// each is a point of the shape.
func TestCollideCurvedTriangle_FlatFloor(t *testing.T) {
	r := newCurvedRand(5)
	floor := curvedFloor(t, 12, func(x, y float64) float64 { return 0 })
	const margin = 0.02
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone}
	flat := map[geom.ShapeKind]int{}
	for i := range geomtest.Trials(600) {
		kind := kinds[i%len(kinds)]
		var s *geom.Shape
		for s == nil || s.Extent() > 3 {
			s = r.shape(t, kind)
		}
		q := r.quat()
		switch i / len(kinds) % 4 {
		case 0: // upright, but for less than 2 mrad
			q = geom.AxisAngle(r.unit(), 1e-3*r.Float64())
		case 1: // lying, at any heading, but for some hundredths
			q = geom.AxisAngle(geom.Vec{Z: 1}, 6*r.Float64()).Mul(curvedAlongX).Mul(geom.AxisAngle(geom.Vec{Y: 1}, 0.03*r.sym()))
		}
		a := Convex{s, geom.Transform{Q: q}}
		down := geom.Vec{Z: -1}
		low := q.Rotate(s.Support(q.RotateInv(down)))
		depth := margin * r.sym()
		a.Pose.P = geom.Vec{X: r.sym(), Y: r.sym(), Z: depth - low.Z}
		if i%8 == 3 { // the lowest point on an edge or a corner
			a.Pose.P.X, a.Pose.P.Y = math.Round(low.X)-low.X, float64(i%16)/16-low.Y
		}
		lowest, points := math.Inf(1), 0
		for _, m := range curvedOnMesh(&a, floor, margin) {
			if m.N.Sub(down).Len() > 2.1e-3 {
				t.Fatalf("case %d: %v at %v: normal %v", i, kind, depth, m.N)
			}
			for _, p := range m.Points[:m.Count] {
				lowest = math.Min(lowest, p.Separation)
				at := q.RotateInv(p.P.AddScaled(m.N, -0.5*p.Separation).Sub(a.Pose.P))
				// The points of a capsule's side are those of its core moved along N, not at right angles to its axis.
				slope := q.Rotate(geom.Vec{Z: 1}).Dot(m.N)
				if d := curvedSurface(s, at); d > 1e-6+0.6*s.Size.X*slope*slope {
					t.Fatalf("case %d: %v: point %v is %g off the shape", i, kind, p, d)
				}
				if p.Separation > margin {
					t.Fatalf("case %d: %v: separation %v", i, kind, p.Separation)
				}
				points++
			}
		}
		if math.Abs(lowest-depth) > 3e-6*s.Extent() {
			t.Fatalf("case %d: %v: lowest at %v, not %v", i, kind, lowest, depth)
		}
		if points > 3 {
			flat[kind]++
		}
	}
	t.Log(flat)
}

// TestCollideCurvedTriangle_Terrain checks a sphere on hills: every point it touches is one that no point of the
// surface near it is nearer than, and the nearest point of all is touched.
func TestCollideCurvedTriangle_Terrain(t *testing.T) {
	r := newCurvedRand(6)
	hills := curvedFloor(t, 8, func(x, y float64) float64 { return 0.5 * r.sym() })
	ridges, valleys := 0, 0
	for i := range 600 {
		radius := 0.3 + 0.5*r.Float64()
		s := mustSphere(t, radius)
		at := geom.Vec{X: 3 * r.sym(), Y: 3 * r.sym(), Z: 5}
		// Let down until the nearest point touches, and a little deeper or not quite.
		near := func() (geom.Vec, float64) {
			best, p := math.Inf(1), geom.Vec{}
			for k := range hills.Tris {
				var q curvedPair
				tri := hills.Triangle(int32(k))
				q.tri, q.normal = [3]geom.Vec{tri.A, tri.B, tri.C}, hills.Planes[k].N
				for e := range q.edge {
					q.edge[e] = q.tri[axes1[e]].Sub(q.tri[e])
				}
				if x, _ := q.nearestOnTriangle(at); x.Sub(at).Len() < best {
					best, p = x.Sub(at).Len(), x
				}
			}
			return p, best
		}
		_, d := near()
		for d > radius*(1+1e-9) {
			at.Z -= d - radius
			_, d = near()
		}
		at.Z -= 0.02 * r.sym() * radius
		p, d := near()
		a := Convex{s, geom.Transform{P: at, Q: r.quat()}}
		found := false
		touched := 0
		for _, m := range curvedOnMesh(&a, hills, 0.05*radius) {
			c := &m.Points[0]
			if m.Count != 1 {
				t.Fatalf("case %d: %d points", i, m.Count)
			}
			pb := c.P.AddScaled(m.N, 0.5*c.Separation)
			if math.Abs(c.Separation-(d-radius)) < 1e-9 && pb.Sub(p).Len() < 1e-6 {
				found = true
			}
			touched++
			for k := range hills.Tris {
				tri := hills.Triangle(int32(k))
				if e := hills.Edges[m.tri]; c.Feature>>30 == FeatureVertex && k != m.tri &&
					int32(k) != e[0].Neighbor && int32(k) != e[1].Neighbor && int32(k) != e[2].Neighbor {
					continue // of a corner a triangle knows its neighbours only
				}
				for range 20 {
					u, v := r.Float64(), r.Float64()
					if u+v > 1 {
						u, v = 1-u, 1-v
					}
					x := tri.A.Add(tri.B.Sub(tri.A).Scale(u)).Add(tri.C.Sub(tri.A).Scale(v))
					x = pb.Add(x.Sub(pb).Scale(0.02)) // on the surface only if the triangle has pb
					q := geom.Triangle{A: tri.A.Sub(pb), B: tri.B.Sub(pb), C: tri.C.Sub(pb)}
					if !touchesOrigin(&q) {
						break
					}
					if x.Sub(at).Len() < pb.Sub(at).Len()-4e-3*x.Sub(pb).Len() {
						t.Fatalf("case %d: touches %v, but %v is nearer: feature %x", i, pb, x, c.Feature)
					}
				}
			}
		}
		if !found {
			t.Fatalf("case %d: nearest point %v at %v is not touched", i, p, d-radius)
		}
		if touched >= 2 {
			valleys++
		} else {
			ridges++
		}
	}
	if ridges < 100 || valleys < 50 {
		t.Errorf("%d of one point, %d of several: too few", ridges, valleys)
	}
}

// touchesOrigin reports whether the origin is on a triangle, within 1e-9.
func touchesOrigin(t *geom.Triangle) bool {
	q := curvedPair{tri: [3]geom.Vec{t.A, t.B, t.C}, normal: t.Normal()}
	for e := range q.edge {
		q.edge[e] = q.tri[axes1[e]].Sub(q.tri[e])
	}
	p, _ := q.nearestOnTriangle(geom.Vec{})
	return p.Len() < 1e-9
}

// TestCollideCurvedTriangle_RollingKeepsIDs checks that a sphere, a capsule and a cylinder that roll over a triangle
// keep the ids of their points.
func TestCollideCurvedTriangle_RollingKeepsIDs(t *testing.T) {
	tri := geom.Triangle{A: geom.Vec{X: -20, Y: -10}, B: geom.Vec{X: 20, Y: -10}, C: geom.Vec{Y: 30}}
	plane := geom.Plane{N: geom.Vec{Z: 1}}
	for _, s := range []*geom.Shape{mustSphere(t, 1), mustCapsule(t, 1, 2), mustCylinder(t, 1, 2)} {
		var first Manifold
		for i := range 200 {
			x := 0.05 * float64(i-100)
			q := geom.AxisAngle(geom.Vec{Y: 1}, x).Mul(geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2))
			a := Convex{s, geom.Transform{P: geom.Vec{X: x, Z: 1 - 1e-3*float64(i%3)}, Q: q}}
			var m Manifold
			if !CollideCurvedTriangle(&a, &tri, plane, nil, nil, 0.01, &m) {
				t.Fatalf("%v at %v: no contact", s.Kind, x)
			}
			if i == 0 {
				first = m
			}
			if m.Count != first.Count {
				t.Fatalf("%v at %v: %d points", s.Kind, x, m.Count)
			}
			for k := range m.Count {
				if m.Points[k].Feature != first.Points[k].Feature {
					t.Errorf("%v at %v: feature %x, was %x", s.Kind, x, m.Points[k].Feature, first.Points[k].Feature)
				}
			}
		}
	}
}

// TestCollideCurvedTriangle_Side checks that a capsule that stands in a triangle is pushed out on the side of its
// middle.
func TestCollideCurvedTriangle_Side(t *testing.T) {
	tri := geom.Triangle{A: geom.Vec{X: -20, Y: -10}, B: geom.Vec{X: 20, Y: -10}, C: geom.Vec{Y: 30}}
	plane := geom.Plane{N: geom.Vec{Z: 1}}
	flat := [3]geom.EdgeInfo{{Kind: geom.EdgeFlat}, {Kind: geom.EdgeFlat}, {Kind: geom.EdgeFlat}}
	beyond := [3]geom.Plane{plane, plane, plane}
	for _, s := range []*geom.Shape{mustCapsule(t, 1, 2), mustCylinder(t, 1, 2), mustSphere(t, 1)} {
		for _, z := range []float64{-0.5, 0.5} {
			for _, at := range []geom.Vec{{}, {Y: -9.9}} { // in the middle, and where the way over an edge is shorter
				var m Manifold
				a := Convex{s, geom.Transform{P: at.Add(geom.Vec{Z: z}), Q: geom.IdentityQuat()}}
				low := -0.5 + z*math.Copysign(1, z) - s.Size.Z
				if s.Kind != geom.ShapeCylinder && s.Kind != geom.ShapeSphere {
					low--
				}
				low += 0.5
				want := geom.Vec{Z: -math.Copysign(1, z)}
				if !CollideCurvedTriangle(&a, &tri, plane, &flat, &beyond, 0.1, &m) || m.N.Sub(want).Len() > 1e-9 {
					t.Errorf("%v at %v: %+v", s.Kind, a.Pose.P, m)
					continue
				}
				deep := m.Points[0].Separation
				if math.Abs(deep-low) > 1e-9 {
					t.Errorf("%v at %v: depth %v, not %v", s.Kind, a.Pose.P, deep, low)
				}
			}
		}
	}
}
