package narrowphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// penetrationDepth is the closed form of how far A must go along -n to be clear of B.
func penetrationDepth(a, b *Convex, n geom.Vec) float64 {
	return distHeight(a, a.Pose.P, n) + distHeight(b, a.Pose.P, n.Neg())
}

// penetrationLeast is the least depth over all directions: the best of many, each improved by ever smaller steps about
// it.
func penetrationLeast(a, b *Convex, directions []geom.Vec) float64 {
	type start struct {
		n geom.Vec
		d float64
	}
	starts := make([]start, 0, len(directions))
	for _, n := range directions {
		starts = append(starts, start{n, penetrationDepth(a, b, n)})
	}
	slices.SortFunc(starts, func(x, y start) int {
		if x.d < y.d {
			return -1
		}
		return 1
	})
	least := math.Inf(1)
	for k := range 5 {
		n, d := starts[k*k].n, starts[k*k].d
		for step := 0.1; step > 1e-9; {
			u := n.Perpendicular()
			v := n.Cross(u)
			moved := false
			for i := range 8 {
				s, c := math.Sincos(float64(i) * math.Pi / 4)
				m := n.AddScaled(u, c*step).AddScaled(v, s*step).Normalize()
				if x := penetrationDepth(a, b, m); x < d-1e-16 {
					n, d, moved = m, x, true
					break
				}
			}
			if !moved {
				step *= 0.6
			}
		}
		least = math.Min(least, d)
	}
	return least
}

// All pairs of kinds of which one is curved: moving by the MTV parts the shapes, and no direction searched needs less.
func TestPenetration_IsLeastOfAllDirections(t *testing.T) {
	directions := distRound(800)
	rounds, enough := 5, 100 // in turn the even and the odd ones of each pair
	if geomtest.Long {
		rounds, enough = 60, 2400
	}
	deep, over := 0, 0.0
	for ka := geom.ShapeBox; ka <= geom.ShapeCone; ka++ {
		for kb := geom.ShapeBox; kb <= geom.ShapeCone; kb++ {
			r := rand.New(rand.NewPCG(uint64(ka), 20+uint64(kb)))
			for i := 0; i < rounds; i++ {
				aspect := []float64{1.5, 5, 20, 200}[i%4]
				a := Convex{distShape(t, r, ka, aspect), geom.Transform{P: satRandomVec(r, 3), Q: distTurn(r)}}
				b := Convex{distShape(t, r, kb, aspect), geom.Transform{Q: distTurn(r)}}
				b.Pose.P = a.Pose.P.AddScaled(sweepUnit(r), sweepLog(r, 1e-3, 1)*a.Shape.Extent())
				if i%11 == 0 {
					b.Pose.P = a.Pose.P
				}
				if !geomtest.Long && (int(ka+kb)+i)%2 != 0 {
					continue
				}
				m, ok := Penetration(&a, &b)
				d := Distance(&a, &b)
				if ok != (d.Status != DistanceApart) {
					t.Fatalf("%v %v %d: %v %v, distance %+v", ka, kb, i, m, ok, d)
				}
				if !ok {
					continue
				}
				if d.Status == DistanceDeep {
					deep++
				}
				if x := penetrationDepth(&a, &b, m.N); math.Abs(x-m.Depth) > 1e-12 || math.Abs(m.N.Len()-1) > 1e-14 {
					t.Fatalf("%v %v %d: depth %v, along N %v", ka, kb, i, m.Depth, x)
				}
				least := penetrationLeast(&a, &b, directions)
				over = math.Max(over, m.Depth-least)
				if m.Depth > least+1e-9 {
					t.Errorf("%v %v %d: depth %v, but %v is enough (%.2g)", ka, kb, i, m.Depth, least, m.Depth-least)
				}
				a.Pose.P = a.Pose.P.AddScaled(m.N, -(m.Depth + 1e-9))
				if d := Distance(&a, &b); d.Status != DistanceApart {
					t.Fatalf("%v %v %d: moved, and still %+v", ka, kb, i, d)
				}
			}
		}
	}
	t.Logf("%d deep, too deep by %.1e at most", deep, over)
	if deep < enough {
		t.Errorf("only %d deep", deep)
	}
}

// Depths worked out by hand, where the origins of both coincide and all is symmetric too.
func TestPenetration_ByHand(t *testing.T) {
	id := geom.IdentityQuat()
	turned := geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)
	one := func(s geom.Shape, err error, x, y, z float64, q geom.Quat) Convex {
		return distAt(t, s, err, x, y, z, q)
	}
	sphere := func(r, x, y, z float64) Convex {
		s, err := geom.NewSphere(r)
		return one(s, err, x, y, z, id)
	}
	capsule := func(r, h, x, y, z float64, q geom.Quat) Convex {
		s, err := geom.NewCapsule(r, h)
		return one(s, err, x, y, z, q)
	}
	cylinder := func(r, h, x, y, z float64, q geom.Quat) Convex {
		s, err := geom.NewCylinder(r, h)
		return one(s, err, x, y, z, q)
	}
	box := func(hx, hy, hz, x, y, z float64) Convex {
		s, err := geom.NewBox(geom.Vec{X: hx, Y: hy, Z: hz})
		return one(s, err, x, y, z, id)
	}
	ellipsoid := func(rx, ry, rz, x, y, z float64) Convex {
		s, err := geom.NewEllipsoid(geom.Vec{X: rx, Y: ry, Z: rz})
		return one(s, err, x, y, z, id)
	}
	ground := Convex{distShape(t, nil, geom.ShapePlane, 1), geom.Transform{Q: id}}
	for _, c := range []struct {
		name  string
		a, b  Convex
		depth float64
		n     geom.Vec // zero where several are as good
	}{
		{"spheres", sphere(1, 0, 0, 0), sphere(2, 2, 0, 0), 1, geom.Vec{X: 1}},
		{"spheres with one centre", sphere(1, 7, 7, 7), sphere(2, 7, 7, 7), 3, geom.Vec{}},
		{"sphere in a box", sphere(1, 1.5, 0, 0), box(2, 3, 4, 0, 0, 0), 1.5, geom.Vec{X: -1}},
		{"sphere on a capsule's axis", sphere(1, 0, 0, 1), capsule(2, 3, 0, 0, 0, id), 3, geom.Vec{}},
		{"crossed capsules", capsule(1, 3, 0, 0, 0, id), capsule(2, 3, 0, 0, 0, turned), 3, geom.Vec{}},
		{"capsules on one axis", capsule(1, 3, 0, 0, 0, id), capsule(2, 3, 0, 0, 1, id), 3, geom.Vec{}},
		{"cylinders on one axis", cylinder(1, 3, 0, 0, 0, id), cylinder(2, 3, 0, 0, 5, id), 1, geom.Vec{Z: 1}},
		{"cylinders in each other", cylinder(1, 9, 0, 0, 0, id), cylinder(2, 9, 0, 0, 1, id), 3, geom.Vec{}},
		{"ellipsoids", ellipsoid(1, 2, 3, 0, 0, 0), ellipsoid(2, 3, 4, 0, 0, 0), 3, geom.Vec{}},
		{"ellipsoids beside each other", ellipsoid(1, 2, 3, 0, 0, 0), ellipsoid(2, 3, 4, 1, 0, 0), 2, geom.Vec{X: 1}},
		{"box and ellipsoid in it", box(5, 6, 7, 0, 0, 0), ellipsoid(1, 1, 2, -3, 0, 0), 3, geom.Vec{X: -1}},
		{"box and ball that touch", box(1, 1, 1, 0, 0, 0), sphere(1, 0, 2, 0), 0, geom.Vec{Y: 1}},
		{"box and ellipsoid that touch", box(1, 1, 1, 0, 0, 0), ellipsoid(1, 2, 3, 0, 3, 0), 0, geom.Vec{Y: 1}},
		{"cylinder and ground", cylinder(1, 2, 0, 0, 1, id), ground, 1, geom.Vec{Z: -1}},
	} {
		m, ok := Penetration(&c.a, &c.b)
		s, _ := Penetration(&c.b, &c.a)
		if !ok || math.Abs(m.Depth-c.depth) > 1e-14 || math.Abs(s.Depth-c.depth) > 1e-14 || math.Abs(m.N.Len()-1) > 1e-15 {
			t.Errorf("%s: %+v %v, swapped %+v, want %v", c.name, m, ok, s, c.depth)
		}
		if c.n != (geom.Vec{}) && (m.N.Sub(c.n).Len() > 1e-7 || s.N.Add(c.n).Len() > 1e-7) {
			t.Errorf("%s: %+v, swapped %+v, want %v", c.name, m, s, c.n)
		}
	}
}

// Shapes and triangles: moving by the MTV parts them, and no direction needs less.
func TestPenetrationTriangle_IsLeast(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 1))
	directions := distRound(600)
	deep := 0
	for i := range 300 {
		a := Convex{distShape(t, r, geom.ShapeKind(i%7), 5), geom.Transform{Q: distTurn(r)}}
		tri := satTriangle(r, &geom.OBB{Axes: geom.Identity(), Half: geom.Vec{X: 0.3, Y: 0.3, Z: 0.3}}, i%3)
		m, ok := PenetrationTriangle(&a, &tri)
		if !ok {
			continue
		}
		deep++
		depth := func(n geom.Vec) float64 {
			low := math.Min(n.Dot(tri.A), math.Min(n.Dot(tri.B), n.Dot(tri.C)))
			return distHeight(&a, geom.Vec{}, n) - low
		}
		if math.Abs(depth(m.N)-m.Depth) > 1e-13 {
			t.Fatalf("%d: %v: depth %v, along N %v", i, a.Shape.Kind, m.Depth, depth(m.N))
		}
		for _, n := range directions {
			if depth(n) < m.Depth-1e-12 {
				t.Fatalf("%d: %v: depth %v, but %v is enough", i, a.Shape.Kind, m.Depth, depth(n))
			}
		}
	}
	if deep < 20 {
		t.Errorf("only %d deep", deep)
	}
}

func BenchmarkPenetration(b *testing.B) {
	for _, k := range [][2]geom.ShapeKind{
		{geom.ShapeEllipsoid, geom.ShapeEllipsoid}, {geom.ShapeBox, geom.ShapeCylinder}, {geom.ShapeSphere, geom.ShapeBox},
		{geom.ShapeCapsule, geom.ShapeHull}, {geom.ShapeCylinder, geom.ShapeCylinder},
	} {
		b.Run(k[0].String()+"-"+k[1].String(), func(b *testing.B) {
			r := rand.New(rand.NewPCG(22, 1))
			var pairs [64][2]Convex
			for i := range pairs {
				p := &pairs[i]
				*p = [2]Convex{{distShape(b, r, k[0], 3), geom.Transform{Q: distTurn(r)}}, {distShape(b, r, k[1], 3), geom.Transform{Q: distTurn(r)}}}
				p[1].Pose.P = sweepUnit(r).Scale(0.3)
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				Penetration(&pairs[i&63][0], &pairs[i&63][1])
			}
		})
	}
}
