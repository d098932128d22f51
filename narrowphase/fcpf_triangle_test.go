package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestFCPFTriangle_EqualsFaceOfTetrahedron: a polyhedron that first touches a tetrahedron in nothing but its top
// touches the triangle there at the same time and in the same points; otherwise not before. All points are on both.
func TestFCPFTriangle_EqualsFaceOfTetrahedron(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 31))
	same, later, kinds := 0, 0, [4]int{}
	for i := range 600 {
		body := convexOf(t, dispatchVec(r, 1), dispatchVec(r, 1), dispatchVec(r, 1), dispatchVec(r, 1), dispatchVec(r, 1), dispatchVec(r, 1), dispatchVec(r, 1))
		motion := geom.Sweep{
			C: geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: 3}, Q: geom.AxisAngle(dispatchVec(r, 1), 3*r.Float64()),
			V: geom.Vec{X: 2*r.Float64() - 1, Y: 2*r.Float64() - 1, Z: -3}, W: dispatchVec(r, 5),
		}
		if i%4 == 0 { // a box that comes down flat, turning about the vertical: a face or an edge on the face
			body = boxAsHull(t, 0.5, 0.4, 0.3)
			motion.Q, motion.W = geom.IdentityQuat(), geom.Vec{Z: 3}
			if i%8 == 0 {
				motion.Q, motion.W = geom.AxisAngle(geom.Vec{Y: 1}, 0.4), geom.Vec{}
			}
		}
		tri := geom.Triangle{
			A: geom.Vec{X: -1 - r.Float64(), Y: -1 - r.Float64()}, B: geom.Vec{X: 1 + r.Float64(), Y: -1 - r.Float64()}, C: geom.Vec{Y: 1 + r.Float64()},
		}
		under := convexOf(t, tri.A, tri.B, tri.C, geom.Vec{Z: -8})
		rest := geom.Sweep{Q: geom.IdentityQuat()}
		want := FCPF(&body, &motion, &under, &rest, 3)
		got := FCPFTriangle(&body, &motion, &tri, 3)
		top := want.Status == Hit
		for k := range want.Set.Count {
			top = top && math.Abs(want.Set.Points[k].Z) < 1e-8
		}
		switch {
		case !top:
			later++
			if got.Status == Hit && want.Status == Hit && got.Time < want.Time-1e-9 {
				t.Errorf("%d: %v before the tetrahedron's %v", i, got.Time, want.Time)
			}
		case got.Status != Hit || math.Abs(got.Time-want.Time) > 1e-9:
			t.Errorf("%d: %v at %v, tetrahedron %v at %v", i, got.Status, got.Time, want.Status, want.Time)
			continue
		default:
			same++
			kinds[min(got.Set.Count, 3)]++
			if !sweepSetHas(&got.Set, want.Set.Points[:want.Set.Count], 1e-7) || got.N.Sub(want.N).Len() > 1e-6 {
				t.Errorf("%d: %v along %v, tetrahedron %v along %v", i, got.Set.Points[:got.Set.Count], got.N, want.Set.Points[:want.Set.Count], want.N)
			}
		}
		if got.Status != Hit {
			continue
		}
		at := body.In(motion.At(got.Time))
		for k := range got.Set.Count {
			p := got.Set.Points[k]
			dot := geom.Triangle{A: p, B: p, C: p}
			pin := convexOfPoint(t, p)
			if d := DistanceTriangle(&at, &dot); d.Status == DistanceApart && d.Gap > 1e-8 {
				t.Errorf("%d: %v is %g off the polyhedron", i, p, d.Gap)
			}
			if d := DistanceTriangle(&pin, &tri); d.Status == DistanceApart && d.Gap > 1e-8 {
				t.Errorf("%d: %v is %g off the triangle", i, p, d.Gap)
			}
		}
	}
	if same < 300 || later < 20 || kinds[1] < 100 || kinds[2] < 20 || kinds[3] < 20 {
		t.Errorf("%d the same, %d later, kinds %v", same, later, kinds)
	}
}

// convexOfPoint returns a ball at p that is as good as a point.
func convexOfPoint(t *testing.T, p geom.Vec) Convex {
	s, err := geom.NewSphere(1e-9)
	if err != nil {
		t.Fatal(err)
	}
	return Convex{&s, geom.Transform{P: p, Q: geom.IdentityQuat()}}
}

// A rod that turns and falls on a triangle, and on the point and segment that degenerate ones are.
func TestFCPFTriangle_ByHand(t *testing.T) {
	motion := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.AxisAngle(geom.Vec{Y: 1}, 0.3), V: geom.Vec{Z: -3}, W: geom.Vec{Y: 7}}
	rod, box := rodPart(t), boxAsHull(t, 0.5, 0.5, 0.5)
	fall := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.IdentityQuat(), V: geom.Vec{Z: -1}, W: geom.Vec{Z: 1}}
	for _, c := range []struct {
		name   string
		part   *Part
		motion *geom.Sweep
		tri    geom.Triangle
		time   float64
		points int
	}{
		{"rod", &rod, &motion, geom.Triangle{A: geom.Vec{X: -5, Y: -5}, B: geom.Vec{X: 5, Y: -5}, C: geom.Vec{Y: 5}}, 0.5354416482669, 1},
		{"rod, from behind", &rod, &motion, geom.Triangle{A: geom.Vec{X: -5, Y: -5}, C: geom.Vec{X: 5, Y: -5}, B: geom.Vec{Y: 5}}, 0.5354416482669, 1},
		{"box and triangle", &box, &fall, geom.Triangle{A: geom.Vec{X: -0.1, Y: -0.1}, B: geom.Vec{X: 0.1, Y: -0.1}, C: geom.Vec{Y: 0.1}}, 1.5, 3},
		{"box and segment", &box, &fall, geom.Triangle{A: geom.Vec{X: -0.1}, B: geom.Vec{X: 0.1}, C: geom.Vec{X: 0.05}}, 1.5, 2},
		{"box and point", &box, &fall, geom.Triangle{}, 1.5, 1},
	} {
		out := FCPFTriangle(c.part, c.motion, &c.tri, 3)
		if out.Status != Hit || math.Abs(out.Time-c.time) > 1e-9 || out.Set.Count != c.points || out.N.Sub(geom.Vec{Z: -1}).Len() > 1e-9 {
			t.Errorf("%s: %+v, want %d points at %v", c.name, out, c.points, c.time)
		}
	}
	tri := geom.Triangle{A: geom.Vec{X: -5, Y: -5}, B: geom.Vec{X: 5, Y: -5}, C: geom.Vec{Y: 5}}
	if n := testing.AllocsPerRun(20, func() { FCPFTriangle(&rod, &motion, &tri, 3) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestFCPFTriangle_Needle: where a box's edge meets a needle 1e-7 as wide as long, the point is on both: directions
// between points that touch are too far off the normal.
func TestFCPFTriangle_Needle(t *testing.T) {
	box := boxAsHull(t, 1000, 1000, 1000)
	box.At = geom.Transform{
		P: geom.Vec{X: 63.59942778527472, Y: 255.08021434871858, Z: -32.25417200748444},
		Q: geom.Quat{W: 0.9101696775938176, V: geom.Vec{X: -0.2460119759679995, Y: 0.32131831145233136, Z: 0.08845229445587724}},
	}
	motion := geom.Sweep{
		C: geom.Vec{X: 5966.901620423681, Y: -10678.217813663965, Z: -9915.17405414792},
		Q: geom.Quat{W: -0.5755922856057225, V: geom.Vec{X: 0.7467424288749728, Y: 0.20468245875977964, Z: -0.26301018372895324}},
		V: geom.Vec{X: -13.096124555239374, Y: 23.37360422658493, Z: 22.142983610643874},
	}
	tri := geom.Triangle{
		A: geom.Vec{X: 1536.1868199243704, Y: -909.3638979888968, Z: 549.4678247186426},
		B: geom.Vec{X: 764.5797521810164, Y: -2422.8896720398216, Z: 1706.494916213991},
		C: geom.Vec{X: 764.57968534707, Y: -2422.889677153067, Z: 1706.494824183601},
	}
	out := FCPFTriangle(&box, &motion, &tri, 1000)
	if out.Status != Hit || out.Set.Count != 1 {
		t.Fatalf("%+v", out)
	}
	p, at := out.Set.Points[0], box.In(motion.At(out.Time))
	dot, pin := geom.Triangle{A: p, B: p, C: p}, convexOfPoint(t, p)
	x, y := DistanceTriangle(&at, &dot), DistanceTriangle(&pin, &tri)
	if x.Status == DistanceApart && x.Gap > 1e-6 || y.Status == DistanceApart && y.Gap > 1e-6 {
		t.Errorf("%v is %g off the box and %g off the triangle", p, x.Gap, y.Gap)
	}
}
