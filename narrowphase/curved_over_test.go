package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestCollideCurved_LineTiltedAcrossAnEdge: a line that is tilted so little that the normal is the face's, and leaves a face across an edge, lies on
// the face from its end to the edge, and has no third point beside these: the nearest points of the line and the edge are
// 1e-5 m off the first.
func TestCollideCurved_LineTiltedAcrossAnEdge(t *testing.T) {
	slab := mustBox(t, 1, 1, 0.5)
	for _, a := range []*geom.Shape{mustCapsule(t, 0.1, 0.4), mustCylinder(t, 0.1, 0.4)} {
		for _, tilt := range []float64{0, 1e-5, 1e-4, 2e-4} {
			for _, heading := range []float64{0, 0.3, 0.5} {
				q := geom.AxisAngle(geom.Vec{Z: 1}, heading).Mul(geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2+tilt))
				at := geom.Vec{X: 0.95, Y: 0.1, Z: 0.6}
				var m Manifold
				if !Collide(&Convex{Shape: a, Pose: geom.Transform{P: at, Q: q}}, &Convex{Shape: slab, Pose: geom.Transform{Q: geom.IdentityQuat()}}, 0.01, &m) {
					t.Fatal("no contact")
				}
				axis := q.Rotate(geom.Vec{Z: 1})
				inner := at.AddScaled(axis, -0.4)
				if axis.X < 0 {
					inner = at.AddScaled(axis, 0.4)
				}
				edge := at.AddScaled(axis, (1-at.X)/axis.X)
				if m.Count != 2 {
					t.Errorf("tilt %g, heading %g: %d points", tilt, heading, m.Count)
					continue
				}
				for _, want := range []geom.Vec{inner, edge} {
					near := math.Inf(1)
					for _, p := range m.Points[:2] {
						near = min(near, math.Hypot(p.P.X-want.X, p.P.Y-want.Y)+math.Abs(p.Separation-(want.Z-0.6)))
					}
					if near > 1.1*0.1*tilt+1e-12 { // the lowest line is below the axis but for the tilt
						t.Errorf("tilt %g, heading %g: nearest point to %v is off by %g", tilt, heading, want, near)
					}
				}
			}
		}
	}
}

// TestCollideOver_IsCollideCurved: where the nearest points are along the normal of a face, the points over the face are those of
// CollideCurved; a shape beside the face has none over it, whatever its nearest points are.
func TestCollideOver_IsCollideCurved(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 1))
	slab := Convex{Shape: mustBox(t, 1, 0.8, 0.5), Pose: geom.Transform{P: geom.Vec{X: 3, Y: -1, Z: 2}, Q: geom.AxisAngle(geom.Vec{X: 0.6, Y: 0.8}, 0.7)}}
	shapes := []*geom.Shape{mustSphere(t, 0.2), mustCapsule(t, 0.2, 0.3), mustCylinder(t, 0.2, 0.3), mustCone(t, 0.2, 0.3)}
	face, same, beside := 0, 0, 0
	for f := range slab.Shape.Hull.Faces {
		if slab.Shape.Hull.Faces[f].Plane.N.Z > 0.5 {
			face = f
		}
	}
	for range geomtest.Trials(2000) {
		a := Convex{Shape: shapes[r.IntN(len(shapes))], Pose: geom.Transform{Q: geom.IdentityQuat()}}
		if r.IntN(2) == 0 {
			a.Pose.Q = geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Normalize(), 6*r.Float64())
		}
		low := -a.Shape.Bounds(a.Pose).Min.Z
		a.Pose.P = geom.Vec{X: 3*r.Float64() - 1.5, Y: 3*r.Float64() - 1.5, Z: 0.5 + low + 0.01*r.Float64() - 0.005}
		out := math.Abs(a.Pose.P.X) > 1.6 || math.Abs(a.Pose.P.Y) > 1.4
		a.Pose = slab.Pose.Mul(a.Pose)
		var got, want Manifold
		over := CollideOver(&a, &slab, face, 0.02, &got)
		if out {
			beside++
			if over {
				t.Errorf("%v: %d points beside the face", a.Shape.Kind, got.Count)
			}
			continue
		}
		down := slab.Pose.Q.Rotate(geom.Vec{Z: -1})
		if !CollideCurved(&a, &slab, 0.02, &want) || want.N.Sub(down).Len() > 1e-12 {
			continue
		}
		same++
		alike := got.N.Sub(want.N).Len() <= 1e-12 && got.Count == want.Count
		for i := 0; alike && i < got.Count; i++ {
			x, y := &got.Points[i], &want.Points[i]
			alike = x.Feature == y.Feature && x.P.Sub(y.P).Len() <= 1e-14 && math.Abs(x.Separation-y.Separation) <= 1e-14
		}
		if !alike {
			t.Errorf("%v: over the face %+v, want %+v", a.Shape.Kind, got.Points[:got.Count], want.Points[:want.Count])
		}
	}
	if same < geomtest.Trials(300) || beside < geomtest.Trials(10) {
		t.Errorf("%d with the normal of the face, %d beside it", same, beside)
	}
}

// TestCollideCurvedTriangle_FlatEdgeBesideAConvexOne: a round shape whose lowest point is just beyond the flat diagonal of the top
// of a box has no contact with the triangle that leans: there is nothing to lean over. It had one at 2.0 to 2.8 mrad, which is the
// slope along the convex side of the triangle at 45 degrees to it.
func TestCollideCurvedTriangle_FlatEdgeBesideAConvexOne(t *testing.T) {
	box, err := geom.NewBox(geom.Vec{X: 5, Y: 5, Z: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	mesh := &geom.Mesh{Name: "box", Vertices: box.Hull.Vertices}
	for f := range box.Hull.Faces {
		c := box.Hull.Face(int32(f))
		mesh.Tris = append(mesh.Tris, geom.Tri{int32(c[0]), int32(c[1]), int32(c[2])}, geom.Tri{int32(c[0]), int32(c[2]), int32(c[3])})
	}
	if err := mesh.Finish(); err != nil {
		t.Fatal(err)
	}
	egg, err := geom.NewEllipsoid(geom.Vec{X: 0.3, Y: 0.2, Z: 0.1})
	for _, a := range []*geom.Shape{mustSphere(t, 0.1), curvedShape(t, egg, err)} {
		found := 0
		for i := range 2000 {
			off := float64(i-1000) * 2e-6
			c := Convex{Shape: a, Pose: geom.Transform{P: geom.Vec{X: -0.17 + off, Y: 0.17 + off, Z: 0.6 - 1e-6}, Q: geom.AxisAngle(geom.Vec{Z: 1}, 0.4)}}
			if i&1 == 1 {
				c.Pose.P.X = 0.17 - off // the other diagonal
			}
			deepest := math.Inf(1)
			for _, m := range curvedOnMesh(&c, mesh, 0.01) {
				if mesh.Planes[m.tri].N.Z < 0.5 {
					continue
				}
				for _, p := range m.Points[:m.Count] {
					deepest = min(deepest, p.Separation)
				}
				if lean := math.Hypot(m.N.X, m.N.Y); lean > 1e-9 {
					t.Errorf("%v: triangle %d at %g: leans by %g", a.Kind, m.tri, off, lean)
				}
			}
			if math.Abs(deepest+1e-6) < 1e-9 {
				found++
			}
		}
		if found != 2000 {
			t.Errorf("%v: the depth is found at %d of 2000 places", a.Kind, found)
		}
	}
}
