package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// oneOfEach returns a shape of every kind, about 1 m in size.
func oneOfEach(t testing.TB) []geom.Shape {
	t.Helper()
	var list []geom.Shape
	add := func(s geom.Shape, err error) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	add(geom.NewBox(geom.Vec{X: 0.5, Y: 0.4, Z: 0.3}))
	add(geom.NewConvex([]geom.Vec{{X: 0.5}, {X: -0.4, Y: 0.3}, {X: -0.3, Y: -0.4}, {Z: 0.6}, {X: 0.1, Z: -0.5}}))
	add(geom.NewSphere(0.4))
	add(geom.NewEllipsoid(geom.Vec{X: 0.3, Y: 0.4, Z: 0.5}))
	add(geom.NewCapsule(0.25, 0.3))
	add(geom.NewCylinder(0.3, 0.4))
	add(geom.NewCone(0.4, 0.7))
	return append(list, geom.NewPlane())
}

// TestDispatch_KnowsEveryPair asks all queries of every pair of kinds at random poses, both ways round. Separation,
// overlap, manifold and time of impact agree with each other, and with those of the exchanged pair.
func TestDispatch_KnowsEveryPair(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	kinds := oneOfEach(t)
	apart, touching, hits := 0, 0, 0
	for i := range kinds {
		for j := range kinds {
			if kinds[i].Kind == geom.ShapePlane && kinds[j].Kind == geom.ShapePlane {
				continue
			}
			for range 40 {
				pose := func(size float64) geom.Transform {
					return geom.Transform{P: dispatchVec(r, size), Q: geom.AxisAngle(dispatchVec(r, 1), 3*r.Float64())}
				}
				a, b := Convex{&kinds[i], pose(0.6)}, Convex{&kinds[j], pose(0.6)}
				sep, n := Separation(&a, &b)
				back, m := Separation(&b, &a)
				if math.Abs(sep-back) > 2e-9 {
					t.Errorf("%v and %v: separation %g, exchanged %g", kinds[i].Kind, kinds[j].Kind, sep, back)
				}
				if d := n.Add(m).Len(); sep > 1e-3 && d > 1e-4 {
					t.Errorf("%v and %v at %g m: normals %v and %v", kinds[i].Kind, kinds[j].Kind, sep, n, m)
				}
				mtv, over := Overlap(&a, &b)
				if over != (sep <= 0) && math.Abs(sep) > 1e-9 || over && math.Abs(mtv.Depth+sep) > 2e-9 {
					t.Errorf("%v and %v: separation %g, overlap %v by %g", kinds[i].Kind, kinds[j].Kind, sep, over, mtv.Depth)
				}
				var mf Manifold
				touch := Collide(&a, &b, 0.01, &mf)
				switch {
				case sep > 0.02:
					apart++
					if touch && !(kinds[i].Polyhedral() && kinds[j].Polyhedral()) {
						t.Errorf("%v and %v at %g m touch", kinds[i].Kind, kinds[j].Kind, sep)
					}
				case sep < 0:
					touching++
					deep := math.Inf(1)
					for k := range mf.Count {
						deep = math.Min(deep, mf.Points[k].Separation)
					}
					if !touch || deep > 0.5*sep {
						t.Errorf("%v and %v at %g m: manifold %v, deepest point %g", kinds[i].Kind, kinds[j].Kind, sep, touch, deep)
					}
				}
				hits += dispatchTOI(t, r, &kinds[i], &kinds[j])
			}
		}
	}
	if apart < 200 || touching < 500 || hits < 500 {
		t.Errorf("%d pairs were apart, %d touched, %d times of impact", apart, touching, hits)
	}
}

// dispatchTOI shoots a at b, both turning unless b is a plane, and compares the time of impact with that of the
// exchanged pair and the separation then. It returns 1 for a hit.
func dispatchTOI(t *testing.T, r *rand.Rand, a, b *geom.Shape) int {
	t.Helper()
	if a.Kind == geom.ShapePlane {
		return 0
	}
	pa := Part{a, geom.Transform{P: dispatchVec(r, 0.3), Q: geom.AxisAngle(dispatchVec(r, 1), 2)}}
	pb := Part{b, geom.Transform{Q: geom.IdentityQuat()}}
	sa := geom.Sweep{C: geom.Vec{Z: 4}, Q: geom.AxisAngle(dispatchVec(r, 1), 1), V: geom.Vec{Z: -20}, W: dispatchVec(r, 10)}
	sb := geom.Sweep{Q: geom.IdentityQuat()}
	if b.Kind != geom.ShapePlane {
		sb.W = dispatchVec(r, 10)
	}
	const target = 1e-8
	x, y := TimeOfImpact(&pa, &sa, &pb, &sb, 0.5, target), TimeOfImpact(&pb, &sb, &pa, &sa, 0.5, target)
	if x.Status != y.Status || math.Abs(x.Time-y.Time) > 1e-8 {
		t.Errorf("%v at %v: %v at %g s, exchanged %v at %g s", a.Kind, b.Kind, x.Status, x.Time, y.Status, y.Time)
		return 0
	}
	if x.Status != Hit {
		return 0
	}
	ca, cb := pa.In(sa.At(x.Time)), pb.In(sb.At(x.Time))
	if sep, _ := Separation(&ca, &cb); sep > target+2e-9 || sep < -1e-9 {
		t.Errorf("%v at %v: separation %g at the time of impact", a.Kind, b.Kind, sep)
	}
	return 1
}

func dispatchVec(r *rand.Rand, size float64) geom.Vec {
	u := func() float64 { return size * (2*r.Float64() - 1) }
	return geom.Vec{X: u(), Y: u(), Z: u()}
}

// TestDispatch_ABoxInATurnedFrameIsABox compares times of impact of boxes whose axes are not those of their bodies with
// those of the same boxes as hulls, against boxes and against triangles.
func TestDispatch_ABoxInATurnedFrameIsABox(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	box, err := geom.NewBox(geom.Vec{X: 0.5, Y: 0.2, Z: 0.3})
	if err != nil {
		t.Fatal(err)
	}
	hull := geom.HullShape(box.Hull)
	hits := 0
	for n := range 400 {
		at := geom.Transform{P: dispatchVec(r, 0.5), Q: geom.AxisAngle(dispatchVec(r, 1), 3*r.Float64())}
		sa := geom.Sweep{C: geom.Vec{X: dispatchVec(r, 0.5).X, Z: 3}, Q: geom.AxisAngle(dispatchVec(r, 1), 2), V: geom.Vec{Z: -10}, W: dispatchVec(r, 20)}
		sb := geom.Sweep{Q: geom.AxisAngle(dispatchVec(r, 1), 1), W: dispatchVec(r, 20)}
		tri := geom.Triangle{A: geom.Vec{X: -1, Y: -1}, B: geom.Vec{X: 1, Y: -1, Z: 0.2}, C: geom.Vec{Y: 1}}
		p, q := Part{&box, at}, Part{&hull, at}
		compare := func(what string, x, y TOI) {
			t.Helper()
			// Of polyhedra it is the distance that counts, of boxes the separation, which beside corners is less: at a
			// target of 1e-9 m by no more than that.
			if x.Status != y.Status || math.Abs(x.Time-y.Time) > 1e-9 {
				t.Errorf("case %d, %s: %v at %.12g s, as a hull %v at %.12g s", n, what, x.Status, x.Time, y.Status, y.Time)
			}
			if x.Status == Hit {
				hits++
			}
		}
		compare("boxes", TimeOfImpact(&p, &sa, &p, &sb, 0.6, 1e-9), TimeOfImpact(&q, &sa, &q, &sb, 0.6, 1e-9))
		compare("triangle", TimeOfImpactTriangle(&p, &sa, &tri, 0.6, 1e-9), TimeOfImpactTriangle(&q, &sa, &tri, 0.6, 1e-9))
	}
	if hits < 400 {
		t.Errorf("only %d hits", hits)
	}
}

// TestDispatch_AllocatesNothing asks all queries of every pair of kinds.
func TestDispatch_AllocatesNothing(t *testing.T) {
	kinds := oneOfEach(t)
	var m Manifold
	tri := geom.Triangle{A: geom.Vec{X: -1, Y: -1}, B: geom.Vec{X: 1, Y: -1}, C: geom.Vec{Y: 1}}
	plane := geom.Plane{N: geom.Vec{Z: 1}}
	for i := range kinds[:len(kinds)-1] {
		for j := range kinds {
			at := geom.Transform{Q: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 1)}
			pa, pb := &Part{&kinds[i], at}, &Part{&kinds[j], at}
			a, b := &Convex{&kinds[i], geom.Transform{P: geom.Vec{X: 0.7, Z: 0.1}, Q: at.Q}}, &Convex{&kinds[j], at}
			sa := &geom.Sweep{C: geom.Vec{Z: 3}, Q: at.Q, V: geom.Vec{Z: -20}, W: geom.Vec{X: 3}}
			sb := &geom.Sweep{Q: at.Q}
			if n := testing.AllocsPerRun(3, func() {
				Separation(a, b)
				Overlap(a, b)
				Collide(a, b, 0.1, &m)
				TimeOfImpact(pa, sa, pb, sb, 0.5, 1e-9)
				SeparationTriangle(a, &tri)
				CollideTriangle(a, &tri, plane, nil, nil, 0.1, &m)
				TimeOfImpactTriangle(pa, sa, &tri, 0.5, 1e-9)
			}); n != 0 {
				t.Errorf("%v and %v: %g allocations", kinds[i].Kind, kinds[j].Kind, n)
			}
		}
	}
}
