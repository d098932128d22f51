package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestPlaneTriangle_ByHand: a triangle 3 m above a plane that faces up, its lowest corner two thirds below the others.
func TestPlaneTriangle_ByHand(t *testing.T) {
	plane := geom.NewPlane()
	a := Convex{&plane, geom.Transform{P: geom.Vec{X: 5, Z: -1}, Q: geom.IdentityQuat()}}
	tri := geom.Triangle{A: geom.Vec{Z: 4}, B: geom.Vec{X: 1, Z: 2}, C: geom.Vec{Y: 1, Z: 4}}
	up := geom.Vec{Z: 1}
	if sep, n := SeparationTriangle(&a, &tri); sep != 3 || n != up {
		t.Errorf("separation %g along %v", sep, n)
	}
	s := CastTriangle(&a, &tri, geom.Vec{Z: 2}, geom.Vec{X: 9, Z: 1}, 10, 0)
	if s.Status != Hit || s.Time != 3 || s.N != up || s.Set.Count != 1 || s.Set.Points[0] != (geom.Vec{X: 28, Z: 5}) || !math.IsInf(s.Exit, 1) {
		t.Errorf("cast %+v", s)
	}
	if s := CastTriangle(&a, &tri, geom.Vec{Z: 2}, geom.Vec{Z: 1}, 2.9, 0); s.Status != Miss {
		t.Errorf("short cast %+v", s)
	}
	part, sweep := Part{&plane, geom.Transform{Q: geom.IdentityQuat()}}, geom.Sweep{C: a.Pose.P, Q: a.Pose.Q, V: geom.Vec{Z: 2}, W: geom.Vec{X: 9}}
	if toi := TimeOfImpactTriangle(&part, &sweep, &tri, 10, 1); toi.Status != Hit || math.Abs(toi.Time-1) > 1e-9 || toi.Time > 1 || !(toi.Separation > 1) || toi.N != up {
		t.Errorf("impact %+v", toi)
	}
	if toi := TimeOfImpactTriangle(&part, &sweep, &tri, 0.9, 1); toi.Status != Miss || toi.Time != 0.9 {
		t.Errorf("short impact %+v", toi)
	}
	sweep.V = geom.Vec{}
	if toi := TimeOfImpactTriangle(&part, &sweep, &tri, 10, 3-1e-10); toi.Status != Miss {
		t.Errorf("at rest %+v", toi)
	}
	if toi := TimeOfImpactTriangle(&part, &sweep, &tri, 10, 3); toi.Status != Overlapping {
		t.Errorf("at rest at the target %+v", toi)
	}
	var m Manifold
	if CollideTriangle(&a, &tri, geom.Plane{N: up}, nil, nil, 2.9, &m) {
		t.Errorf("contact %+v", m)
	}
	tri.B.Z = -1.5
	want := ManifoldPoint{geom.Vec{X: 1, Z: -1.25}, -0.5, MakeFeatureID(FeatureFace, 0, FeatureVertex, 1)}
	if !CollideTriangle(&a, &tri, geom.Plane{N: up}, nil, nil, 0.1, &m) || m.Count != 1 || m.Points[0] != want || m.N != up {
		t.Errorf("contact %+v, want %+v", m, want)
	}
	if sep, n := SeparationTriangle(&a, &tri); sep != -0.5 || n != up {
		t.Errorf("overlap %g along %v", sep, n)
	}
	if s := CastTriangle(&a, &tri, geom.Vec{Z: 2}, geom.Vec{}, 10, 0); s.Status != Overlapping {
		t.Errorf("cast from overlap %+v", s)
	}
	if toi := TimeOfImpactTriangle(&part, &sweep, &tri, 10, 0); toi.Status != Overlapping || toi.Time != 0 {
		t.Errorf("impact from overlap %+v", toi)
	}
}

// TestPlaneTriangle_AgreesWithDistance of random planes and triangles, at the start and at the time of a cast.
func TestPlaneTriangle_AgreesWithDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	vec := func() geom.Vec { return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()} }
	plane, hits := geom.NewPlane(), 0
	for range 1000 {
		a := Convex{&plane, geom.Transform{P: vec(), Q: geom.QuatExp(vec())}}
		tri := geom.Triangle{A: vec(), B: vec(), C: vec()}
		sep, n := SeparationTriangle(&a, &tri)
		if d := DistanceTriangle(&a, &tri); math.Abs(sep-d.Gap) > 1e-14 || n.Sub(d.N).Len() > 1e-15 {
			t.Fatalf("separation %g, distance %g", sep, d.Gap)
		}
		if mtv, ok := PenetrationTriangle(&a, &tri); ok != (sep <= 0) || ok && math.Abs(mtv.Depth+sep) > 1e-14 {
			t.Fatalf("separation %g, penetration %+v %v", sep, mtv, ok)
		}
		va := vec()
		s := CastTriangle(&a, &tri, va, geom.Vec{}, 5, 0)
		if s.Status != Hit {
			continue
		}
		hits++
		a.Pose.P = a.Pose.P.AddScaled(va, s.Time)
		if sep, _ := SeparationTriangle(&a, &tri); math.Abs(sep) > 1e-13 {
			t.Fatalf("a cast ends %g m apart", sep)
		}
	}
	if hits < 100 {
		t.Errorf("%d hits", hits)
	}
}

// TestQueries_OfWhatIsNotFinite: sweeps, casts and rays of all kinds of shapes are Unresolved.
func TestQueries_OfWhatIsNotFinite(t *testing.T) {
	box, _ := geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})
	sphere, _ := geom.NewSphere(1)
	capsule, _ := geom.NewCapsule(1, 1)
	cylinder, _ := geom.NewCylinder(1, 1)
	cone, _ := geom.NewCone(1, 1)
	ellipsoid, _ := geom.NewEllipsoid(geom.Vec{X: 1, Y: 2, Z: 3})
	plane := geom.NewPlane()
	kinds := []*geom.Shape{&box, &sphere, &capsule, &cylinder, &cone, &ellipsoid, &plane}
	tri := geom.Triangle{B: geom.Vec{X: 1}, C: geom.Vec{Y: 1}}
	at := geom.Transform{P: geom.Vec{Z: 9}, Q: geom.IdentityQuat()}
	v := geom.Vec{Z: -1}
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		no := geom.Vec{Y: bad}
		for _, x := range kinds {
			a := Convex{x, at}
			lost := Convex{x, geom.Transform{P: no, Q: geom.IdentityQuat()}}
			turned := Convex{x, geom.Transform{Q: geom.Quat{W: 1, V: no}}}
			for i, s := range []Status{
				CastTriangle(&lost, &tri, v, geom.Vec{}, 9, 0).Status, CastTriangle(&a, &tri, no, geom.Vec{}, 9, 0).Status,
				CastTriangle(&a, &tri, v, geom.Vec{}, 9, bad).Status, CastTriangle(&a, &tri, v, geom.Vec{}, math.NaN(), 0).Status,
				Raycast(&lost, v, v, 9).Status, Raycast(&turned, v, v, 9).Status, Raycast(&a, no, v, 9).Status, Raycast(&a, v, no, 9).Status,
				Raycast(&a, v, v, math.NaN()).Status,
			} {
				if s != Unresolved {
					t.Errorf("%v, %g, query %d: status %v", x.Kind, bad, i, s)
				}
			}
			for _, y := range kinds {
				b := Convex{y, geom.Transform{Q: geom.IdentityQuat()}}
				for i, s := range []Status{
					Cast(&lost, &b, v, geom.Vec{}, 9, 0).Status, Cast(&turned, &b, v, geom.Vec{}, 9, 0).Status, Cast(&a, &b, no, geom.Vec{}, 9, 0).Status,
					Cast(&a, &b, v, geom.Vec{}, 9, bad).Status, Cast(&a, &b, v, geom.Vec{}, math.NaN(), 0).Status,
				} {
					// Two spheres have no attitude.
					if s != Unresolved && !(i == 1 && x.Kind == geom.ShapeSphere && y.Kind == geom.ShapeSphere) {
						t.Errorf("%v and %v, %g, query %d: status %v", x.Kind, y.Kind, bad, i, s)
					}
				}
			}
		}
	}
}

func TestOutlineSolver_OfNoOutline(t *testing.T) {
	square := AppendOutline(nil, []Point2{{0, 0}, {1, 0}, {1, 1}, {0, 1}})
	var s OutlineSolver
	for _, o := range []Outline{nil, {}, {{0.5, 0.5}}, {{0.2, 0.5}, {0.8, 0.5}}} {
		if r, ok := s.SolveSwept(o, square, Point2{1, 0}); ok {
			t.Errorf("%v: %+v", o, r)
		}
		if r, ok := s.SolveSwept(square, o, Point2{1, 0}); ok {
			t.Errorf("%v: %+v", o, r)
		}
	}
}
