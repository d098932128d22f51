package narrowphase

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// distPair returns two random shapes, apart by 1e-9 to 10 or in shallow or deep overlap.
func distPair(t testing.TB, r *rand.Rand, ka, kb geom.ShapeKind, aspect float64) (a, b Convex) {
	a = Convex{distShape(t, r, ka, aspect), geom.Transform{P: satRandomVec(r, 3), Q: distTurn(r)}}
	b = Convex{distShape(t, r, kb, aspect), geom.Transform{Q: distTurn(r)}}
	n := sweepUnit(r)
	if r.IntN(5) == 0 {
		n = geom.Vec{X: 1}
	}
	b.Pose.P = a.Pose.P.AddScaled(n, 4)
	gap := sweepLog(r, 1e-9, 10)
	if r.IntN(8) == 0 {
		gap = -sweepLog(r, 1e-9, 2)
	}
	d := Distance(&a, &b)
	b.Pose.P = b.Pose.P.AddScaled(d.N, gap-d.Gap)
	return a, b
}

// Every pair of kinds, slender and stout, near and far, proved by duality (see distProve): 1e-12 of the size.
func TestDistance_ProvedByDuality(t *testing.T) {
	count := map[DistanceStatus]int{}
	near, worst, steps := 0, 0.0, 0
	for _, aspect := range []float64{1.5, 20, 1000} {
		for ka := geom.ShapeBox; ka <= geom.ShapePlane; ka++ {
			for kb := geom.ShapeBox; kb <= geom.ShapePlane; kb++ {
				if ka == geom.ShapePlane && kb == ka {
					continue
				}
				r := rand.New(rand.NewPCG(uint64(ka), uint64(kb)))
				for i := 0; i < geomtest.Trials(150); i++ {
					a, b := distPair(t, r, ka, kb, aspect)
					d := Distance(&a, &b)
					distProve(t, &a, &b, &d, 1e-12)
					count[d.Status]++
					if d.Status == DistanceApart {
						worst, steps = math.Max(worst, d.Gap-d.Lower), max(steps, d.Iterations)
						if d.Gap < 1e-6 {
							near++
						}
					}
				}
			}
		}
	}
	t.Logf("apart, shallow, deep: %v; nearer than 1e-6: %d; bounds apart by %.1e at most; %d iterations at most", count, near, worst, steps)
	if count[DistanceApart] < geomtest.Trials(10000) || count[DistanceShallow] < geomtest.Trials(400) || count[DistanceDeep] < geomtest.Trials(400) || near < geomtest.Trials(1000) {
		t.Errorf("too few hard cases: %v, near %d", count, near)
	}
	if worst > 1e-13 || steps > maxGJK/2 {
		t.Errorf("bounds apart by %g, %d iterations", worst, steps)
	}
}

// Polyhedra and triangles, needles too, against all pairs of features.
func TestDistance_EqualsAllPairsOfFeatures(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	apart := 0
	for i := 0; i < geomtest.Trials(1500); i++ {
		aspect := []float64{1.5, 20, 1000}[i%3]
		a, b := distPair(t, r, geom.ShapeKind(r.IntN(2)), geom.ShapeBox, aspect)
		ma, mb := distMeshOf(&a), distMeshOf(&b)
		d := Distance(&a, &b)
		distProve(t, &a, &b, &d, 1e-12)
		if want := distBrute(&ma, &mb); d.Status == DistanceApart && math.Abs(d.Gap-want) > 1e-14*20 {
			t.Fatalf("%d: gap %v, want %v", i, d.Gap, want)
		}
		// The surfaces of overlapping shapes have points in common, or one is inside.
		if d.Status == DistanceDeep && i%8 == 0 {
			inside := distOff(&a, b.Pose.P) < 1e-12 || distOff(&b, a.Pose.P) < 1e-12 || distBrute(&ma, &mb) < 2.5
			if !inside {
				t.Fatalf("%d: deep without overlap", i)
			}
		}
		tri := satTriangle(r, &geom.OBB{Axes: geom.Identity(), Half: geom.Vec{X: 1, Y: 1, Z: 1}}, i%3)
		if i%7 == 0 { // a needle, and a segment as a triangle
			tri.C = tri.A.Add(tri.B).Scale(0.5).AddScaled(sweepUnit(r), float64(i%14)*1e-9)
		}
		mt := distMeshOfTriangle(&tri)
		e := DistanceTriangle(&a, &tri)
		if e.Status == DistanceApart {
			apart++
			want := distBrute(&ma, &mt)
			if math.Abs(e.Gap-want) > 2e-13 || math.Abs(e.Gap-e.Lower) > 2e-13 || math.Abs(e.PB.Sub(e.PA).Len()-e.Gap) > 2e-13 {
				t.Fatalf("%d: triangle: gap %v, lower %v, want %v", i, e.Gap, e.Lower, want)
			}
			if off := distOff(&a, e.PA); math.Abs(off) > 1e-13 {
				t.Fatalf("%d: PA off by %g", i, off)
			}
			p := e.PB
			if off := distOriginTriangle(tri.A.Sub(p), tri.B.Sub(p), tri.C.Sub(p)); off > 1e-13 {
				t.Fatalf("%d: PB off by %g", i, off)
			}
		}
	}
	if apart < geomtest.Trials(500) {
		t.Errorf("only %d triangles apart", apart)
	}
}

// A curved shape and a triangle, proved by duality: the triangle's height is the largest of its corners'.
func TestDistanceTriangle_OfCurvedShapesIsProved(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1))
	apart := 0
	for i := 0; i < 3000; i++ {
		a := Convex{distShape(t, r, geom.ShapeSphere+geom.ShapeKind(i%5), 30), geom.Transform{P: satRandomVec(r, 1), Q: distTurn(r)}}
		tri := satTriangle(r, &geom.OBB{C: satRandomVec(r, 3), Axes: geom.Identity(), Half: geom.Vec{X: 1, Y: 1, Z: 1}}, i%3)
		d := DistanceTriangle(&a, &tri)
		if d.Status == DistanceDeep {
			continue
		}
		apart++
		o := a.Pose.P
		low := math.Min(d.N.Dot(tri.A.Sub(o)), math.Min(d.N.Dot(tri.B.Sub(o)), d.N.Dot(tri.C.Sub(o))))
		if width := low - distHeight(&a, o, d.N); math.Abs(width-d.Gap) > 1e-12 {
			t.Fatalf("%d: %v: gap %v, width %v", i, a.Shape.Kind, d.Gap, width)
		}
		p := d.PB
		if off := distOriginTriangle(tri.A.Sub(p), tri.B.Sub(p), tri.C.Sub(p)); off > 1e-12 || math.Abs(distOff(&a, d.PA)) > 1e-12 {
			t.Fatalf("%d: %v: points off by %g, %g", i, a.Shape.Kind, off, distOff(&a, d.PA))
		}
	}
	if apart < 1500 {
		t.Errorf("only %d apart", apart)
	}
}

// Point and ellipsoid in 200 bits, to radii of 1:1000.
func TestDistance_OfEllipsoidAndPointInHighPrecision(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1))
	for i := 0; i < geomtest.Trials(300); i++ {
		s, _ := geom.NewEllipsoid(geom.Vec{X: sweepLog(r, 1e-3, 1), Y: sweepLog(r, 1e-3, 1), Z: 1})
		p := sweepUnit(r).Mul(s.Size).Scale(1 + sweepLog(r, 1e-8, 10))
		ball, _ := geom.NewSphere(1e-12)
		a, b := Convex{&s, geom.Transform{Q: geom.IdentityQuat()}}, Convex{&ball, geom.Transform{P: p, Q: geom.IdentityQuat()}}
		if p.Div(s.Size).Len() < 1+1e-9 {
			continue
		}
		d, want := Distance(&a, &b), distEllipsoidPoint(s.Size, p)
		if math.Abs(d.Gap+1e-12-want) > 1e-14*(1+p.Len()) {
			t.Errorf("%v %v: %v, want %v", s.Size, p, d.Gap, want)
		}
	}
}

func distAt(t testing.TB, s geom.Shape, err error, x, y, z float64, q geom.Quat) Convex {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return Convex{&s, geom.Transform{P: geom.Vec{X: x, Y: y, Z: z}, Q: q}}
}

// Worked out by hand; turned is z to x.
func TestDistance_ByHand(t *testing.T) {
	id, turned := geom.IdentityQuat(), geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)
	box := func(hx, hy, hz, x, y, z float64) Convex {
		s, err := geom.NewBox(geom.Vec{X: hx, Y: hy, Z: hz})
		return distAt(t, s, err, x, y, z, id)
	}
	sphere := func(r, x, y, z float64) Convex {
		s, err := geom.NewSphere(r)
		return distAt(t, s, err, x, y, z, id)
	}
	capsule := func(r, h, x, y, z float64, q geom.Quat) Convex {
		s, err := geom.NewCapsule(r, h)
		return distAt(t, s, err, x, y, z, q)
	}
	cylinder := func(r, h, x, y, z float64, q geom.Quat) Convex {
		s, err := geom.NewCylinder(r, h)
		return distAt(t, s, err, x, y, z, q)
	}
	cone := func(r, h, x, y, z float64, q geom.Quat) Convex {
		s, err := geom.NewCone(r, h)
		return distAt(t, s, err, x, y, z, q)
	}
	plane := Convex{distShape(t, nil, geom.ShapePlane, 1), geom.Transform{P: geom.Vec{Z: -3}, Q: id}}
	x, z := geom.Vec{X: 1}, geom.Vec{Z: 1}
	for _, c := range []struct {
		name   string
		a, b   Convex
		status DistanceStatus
		gap    float64
		n      geom.Vec
	}{
		{"spheres", sphere(1, 0, 0, 0), sphere(2, 5, 0, 0), DistanceApart, 2, x},
		{"spheres touch", sphere(1, 0, 0, 0), sphere(2, 3, 0, 0), DistanceShallow, 0, x},
		{"spheres overlap", sphere(1, 0, 0, 0), sphere(2, 2, 0, 0), DistanceShallow, -1, x},
		{"spheres with one centre", sphere(1, 4, 0, 0), sphere(2, 4, 0, 0), DistanceDeep, 0, geom.Vec{}},
		{"capsules crossed", capsule(0.5, 2, 0, 0, 1, turned), capsule(0.25, 3, 0, 0, 2, id), DistanceDeep, 0, geom.Vec{}},
		{"capsules end to end", capsule(0.5, 2, 0, 0, 0, id), capsule(0.25, 3, 0, 0, 6, id), DistanceApart, 0.25, z},
		{"capsules side by side", capsule(0.5, 2, 0, 0, 0, id), capsule(0.25, 3, 1, 0, 4, id), DistanceApart, 0.25, x},
		{"boxes face to face", box(1, 1, 1, 0, 0, 0), box(1, 2, 3, 2.5, 0.5, 0), DistanceApart, 0.5, x},
		{"boxes touch", box(1, 1, 1, 0, 0, 0), box(1, 2, 3, 2, 0.5, 0), DistanceDeep, 0, geom.Vec{}},
		{"boxes overlap", box(1, 1, 1, 0, 0, 0), box(1, 2, 3, 1, 0.5, 0), DistanceDeep, 0, geom.Vec{}},
		{"boxes corner to corner", box(1, 1, 1, 0, 0, 0), box(1, 1, 1, 3, 4, 4), DistanceApart, 3, geom.Vec{X: 1. / 3, Y: 2. / 3, Z: 2. / 3}},
		{"cylinders side by side", cylinder(1, 5, 0, 0, 0, id), cylinder(2, 1, 4, 0, 0, id), DistanceApart, 1, x},
		{"cylinders cap to cap", cylinder(1, 5, 0, 0, 0, id), cylinder(2, 1, 1, 0, 6.5, id), DistanceApart, 0.5, z},
		{"cylinders cap to side", cylinder(1, 5, 0, 0, 0, id), cylinder(2, 7, 0, 0, 8, turned), DistanceApart, 1, z},
		{"cone's apex and cylinder", cone(1, 3, 0, 0, 0, id), cylinder(2, 1, 0, 0, 6, id), DistanceApart, 2, z},
		{"cone's base and sphere", cone(1, 3, 0, 0, 0, id), sphere(1, 0, 0, -3), DistanceApart, 2, z.Neg()},
		{"cone lying and box", cone(1, 3, 0, 0, 0, turned), box(1, 1, 1, 6, 0, 0), DistanceApart, 2, x},
		{"cone's side (3, 4, 5) and sphere", cone(3, 4, 0, 0, 0, id), sphere(1, 5.5, 0, 5), DistanceApart, 4, geom.Vec{X: 0.8, Z: 0.6}},
		{"sphere above the ground", sphere(1, 0, 0, 0), plane, DistanceApart, 2, z.Neg()},
		{"ground below a box in it", plane, box(1, 1, 1, 0, 0, -3), DistanceShallow, -1, z},
		{"two grounds", plane, plane, DistanceDeep, 0, geom.Vec{}},
	} {
		d := Distance(&c.a, &c.b)
		if d.Status != c.status || math.Abs(d.Gap-c.gap) > 4e-15 || d.N.Sub(c.n).Len() > 4e-15 {
			t.Errorf("%s: %+v, want %v %v %v", c.name, d, c.status, c.gap, c.n)
		}
		if c.status != DistanceDeep {
			distProve(t, &c.a, &c.b, &d, 1e-14)
		}
		if s := Distance(&c.b, &c.a); s.Status != d.Status || math.Abs(s.Gap-d.Gap) > 4e-15 || s.N.Add(d.N).Len() > 4e-15 {
			t.Errorf("%s, swapped: %+v, want %+v", c.name, s, d)
		}
	}
}

// Swapped, the gap is the same within rounding and N opposite where nothing is parallel; turned by 90°, all turns; far
// from the origin, places exact, the gap keeps its bits.
func TestDistance_SymmetricUnderSwapTurnAndMove(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	turn := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/2)
	move := geom.Vec{X: 1 << 20, Y: -3 << 19, Z: 1 << 18}
	grid := func(x float64) float64 { return math.Round(x*(1<<28)) / (1 << 28) }
	for i := 0; i < geomtest.Trials(3000); i++ {
		a, b := distPair(t, r, geom.ShapeKind(r.IntN(7)), geom.ShapeKind(r.IntN(7)), 20)
		for _, c := range []*Convex{&a, &b} {
			c.Pose.P = geom.Vec{X: grid(c.Pose.P.X), Y: grid(c.Pose.P.Y), Z: grid(c.Pose.P.Z)}
		}
		d := Distance(&a, &b)
		if d.Status == DistanceDeep {
			continue
		}
		s := Distance(&b, &a)
		if s.Status != d.Status || math.Abs(s.Gap-d.Gap) > 1e-13 {
			t.Fatalf("%d: %v %v: %+v, swapped %+v", i, a.Shape.Kind, b.Shape.Kind, d, s)
		}
		ta, tb := a, b
		for _, c := range []*Convex{&ta, &tb} {
			c.Pose = geom.Transform{P: turn.Rotate(c.Pose.P), Q: turn.Mul(c.Pose.Q)}
		}
		u := Distance(&ta, &tb)
		if u.Status != d.Status || math.Abs(u.Gap-d.Gap) > 1e-13 || d.Gap > 1e-3 && u.N.Sub(turn.Rotate(d.N)).Len() > 1e-9 {
			t.Fatalf("%d: %v %v: %+v, turned %+v", i, a.Shape.Kind, b.Shape.Kind, d, u)
		}
		a.Pose.P, b.Pose.P = a.Pose.P.Add(move), b.Pose.P.Add(move)
		if m := Distance(&a, &b); m.Gap != d.Gap || m.N != d.N || m.PA.Sub(d.PA.Add(move)).Len() > 1e-9 {
			t.Fatalf("%d: %+v, moved %+v", i, d, m)
		}
	}
}

// Large hulls are climbed, and the bounds still meet.
func TestDistance_OfLargeHulls(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	for i := 0; i < 40; i++ {
		points := make([]geom.Vec, 600)
		size := geom.Vec{X: 1, Y: sweepLog(r, 1e-3, 1), Z: sweepLog(r, 1e-3, 1)}
		for k := range points {
			points[k] = sweepUnit(r).Mul(size)
			if k%3 == 0 && k > 0 { // short edges
				points[k] = points[k-1].AddScaled(sweepUnit(r), 1e-6)
			}
		}
		s, err := geom.NewConvex(points)
		if err != nil {
			t.Fatal(err)
		}
		a, b := Convex{&s, geom.Transform{Q: distTurn(r)}}, Convex{&s, geom.Transform{P: sweepUnit(r).Scale(2.5), Q: distTurn(r)}}
		d := Distance(&a, &b)
		b.Pose.P = b.Pose.P.AddScaled(d.N, sweepLog(r, 1e-9, 1)-d.Gap)
		d = Distance(&a, &b)
		distProve(t, &a, &b, &d, 1e-13)
	}
}

// Boxes on which FCL's GJK failed: the sign of the largest separation in quadruple precision, and all pairs of
// features.
func TestDistance_BoxesThatWereHardForFCL(t *testing.T) {
	n := 0
	for _, c := range distHardBoxes(t) {
		n++
		d := Distance(&c.a, &c.b)
		ma, mb := distMeshOf(&c.a), distMeshOf(&c.b)
		want := distBrute(&ma, &mb)
		if c.gap > 1e-9 && (d.Status != DistanceApart || math.Abs(d.Gap-want) > 1e-15 || d.Gap < c.gap-1e-9) || c.gap < -1e-9 && d.Status != DistanceDeep {
			t.Errorf("%s: %+v, want %v, separation %v", c.name, d, want, c.gap)
		}
		distProve(t, &c.a, &c.b, &d, 1e-14)
	}
	if n != 7 {
		t.Errorf("%d cases", n)
	}
}

type distHardBox struct {
	name string
	a, b Convex
	gap  float64
}

func distHardBoxes(t testing.TB) (cases []distHardBox) {
	data, err := os.ReadFile(geomtest.Shared(t, "data", "collision", "fcl-hard-boxes.json"))
	if err != nil {
		t.Fatal(err)
	}
	var in struct {
		Cases []struct {
			Name         string
			Size1, Size2 [3]float64
			R1, R2       [3][3]float64
			P1, P2       [3]float64
			Gap          float64 `json:"sat_gap_float128"`
		}
	}
	if err := json.Unmarshal(data, &in); err != nil {
		t.Fatal(err)
	}
	vec := func(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }
	for _, c := range in.Cases {
		h := distHardBox{name: c.Name, gap: c.Gap}
		for i, s := range [2][3]float64{c.Size1, c.Size2} {
			shape, err := geom.NewBox(vec(s).Scale(0.5))
			if err != nil {
				t.Fatal(err)
			}
			to, m, p := &h.a, c.R1, c.P1
			if i == 1 {
				to, m, p = &h.b, c.R2, c.P2
			}
			*to = Convex{&shape, geom.Transform{P: vec(p), Q: distQuat(m)}}
		}
		cases = append(cases, h)
	}
	return cases
}

// distQuat returns the attitude of a rotation matrix given by rows.
func distQuat(m [3][3]float64) geom.Quat {
	best := geom.Quat{}
	for _, q := range []geom.Quat{
		{W: 1 + m[0][0] + m[1][1] + m[2][2], V: geom.Vec{X: m[2][1] - m[1][2], Y: m[0][2] - m[2][0], Z: m[1][0] - m[0][1]}},
		{W: m[2][1] - m[1][2], V: geom.Vec{X: 1 + m[0][0] - m[1][1] - m[2][2], Y: m[0][1] + m[1][0], Z: m[0][2] + m[2][0]}},
		{W: m[0][2] - m[2][0], V: geom.Vec{X: m[0][1] + m[1][0], Y: 1 - m[0][0] + m[1][1] - m[2][2], Z: m[1][2] + m[2][1]}},
		{W: m[1][0] - m[0][1], V: geom.Vec{X: m[0][2] + m[2][0], Y: m[1][2] + m[2][1], Z: 1 - m[0][0] - m[1][1] + m[2][2]}},
	} {
		if q.Len() > best.Len() {
			best = q
		}
	}
	return best.Normalize()
}

func TestDistance_DoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	tri := geom.Triangle{A: geom.Vec{X: 3}, B: geom.Vec{X: 4, Y: 1}, C: geom.Vec{X: 3, Z: 1}}
	for ka := geom.ShapeBox; ka <= geom.ShapePlane; ka++ {
		a, b := distPair(t, r, ka, geom.ShapeKind(r.IntN(7)), 5)
		if n := testing.AllocsPerRun(10, func() { Distance(&a, &b); DistanceTriangle(&a, &tri) }); n != 0 {
			t.Errorf("%v %v: %v allocations", a.Shape.Kind, b.Shape.Kind, n)
		}
	}
}

func BenchmarkDistance(b *testing.B) {
	hull, _ := geom.NewConvex(distRound(42))
	for _, k := range []struct {
		name   string
		ka, kb geom.ShapeKind
		hull   int
	}{
		{"box-box", geom.ShapeBox, geom.ShapeBox, 0}, {"hull42-hull42", geom.ShapeHull, geom.ShapeHull, 2},
		{"capsule-hull42", geom.ShapeCapsule, geom.ShapeHull, 1}, {"capsule-capsule", geom.ShapeCapsule, geom.ShapeCapsule, 0},
		{"ellipsoid-ellipsoid", geom.ShapeEllipsoid, geom.ShapeEllipsoid, 0}, {"box-ellipsoid", geom.ShapeBox, geom.ShapeEllipsoid, 0},
		{"cylinder-cylinder", geom.ShapeCylinder, geom.ShapeCylinder, 0}, {"cone-box", geom.ShapeCone, geom.ShapeBox, 0},
	} {
		b.Run(k.name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(9, 1))
			var pairs [256][2]Convex
			for i := range pairs {
				pairs[i][0], pairs[i][1] = distPair(b, r, k.ka, k.kb, 3)
				if k.hull > 0 {
					pairs[i][1].Shape = &hull
				}
				if k.hull > 1 {
					pairs[i][0].Shape = &hull
				}
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				p := &pairs[i&255]
				Distance(&p[0], &p[1])
			}
		})
	}
}

// distRound returns n points spread over the unit sphere on a spiral.
func distRound(n int) []geom.Vec {
	p := make([]geom.Vec, n)
	for i := range p {
		z := 1 - (2*float64(i)+1)/float64(n)
		s, c := math.Sincos(float64(i) * math.Pi * (3 - math.Sqrt(5)))
		p[i] = geom.Vec{X: c * math.Sqrt(1-z*z), Y: s * math.Sqrt(1-z*z), Z: z}
	}
	return p
}

// Sizes, places and attitudes on a grid: shapes whose faces, caps and edges lie in each other's planes, meet exactly at
// corners and rims, and have many nearest points. Nudged by as little as rounding too.
func TestDistance_OfShapesOnAGrid(t *testing.T) {
	r := rand.New(rand.NewPCG(10, 1))
	length := func() float64 { return float64(1+r.IntN(4)) / 4 }
	turns := []geom.Quat{geom.IdentityQuat(), {W: math.Sqrt2 / 2, V: geom.Vec{X: math.Sqrt2 / 2}}, {W: math.Sqrt2 / 2, V: geom.Vec{Y: math.Sqrt2 / 2}}, {V: geom.Vec{X: 1}}}
	shape := func(kind geom.ShapeKind) *geom.Shape {
		var s geom.Shape
		var err error
		switch kind {
		case geom.ShapeBox:
			s, err = geom.NewBox(geom.Vec{X: length(), Y: length(), Z: length()})
		case geom.ShapeHull:
			x := length()
			s, err = geom.NewConvex([]geom.Vec{{X: x}, {X: -x}, {Y: x}, {Y: -x}, {Z: x}, {Z: -x}})
		case geom.ShapeSphere:
			s, err = geom.NewSphere(length())
		case geom.ShapeEllipsoid:
			s, err = geom.NewEllipsoid(geom.Vec{X: length(), Y: length(), Z: length()})
		case geom.ShapeCapsule:
			s, err = geom.NewCapsule(length(), length())
		case geom.ShapeCylinder:
			s, err = geom.NewCylinder(length(), length())
		default:
			s, err = geom.NewCone(length(), length())
		}
		if err != nil {
			t.Fatal(err)
		}
		return &s
	}
	grid := func() float64 {
		x := float64(r.IntN(17)-8) / 4
		if r.IntN(4) == 0 {
			x += sweepLog(r, 1e-16, 1e-6)
		}
		return x
	}
	// The bounds of a distance of at most 1 of the cores, 4e-15·scale apart, leave the points this far beside each
	// other.
	beside := math.Sqrt(2 * 4e-15 * 8)
	rounds := 75
	if geomtest.Long {
		rounds = 1500
	}
	touch := 0
	for ka := geom.ShapeBox; ka <= geom.ShapeCone; ka++ {
		for kb := geom.ShapeBox; kb <= geom.ShapeCone; kb++ {
			for range rounds {
				a := Convex{shape(ka), geom.Transform{Q: turns[r.IntN(4)]}}
				b := Convex{shape(kb), geom.Transform{P: geom.Vec{X: grid(), Y: grid(), Z: grid()}, Q: turns[r.IntN(4)]}}
				d := Distance(&a, &b)
				distProveBeside(t, &a, &b, &d, 1e-12, beside)
				if d.Status != DistanceApart && d.Gap == 0 {
					touch++
				}
				if m, ok := Penetration(&a, &b); ok != (d.Status != DistanceApart) || ok && math.Abs(penetrationDepth(&a, &b, m.N)-m.Depth) > 1e-12 {
					t.Fatalf("%v %v: %+v, but %+v %v, along N %v", ka, kb, d, m, ok, penetrationDepth(&a, &b, m.N))
				}
			}
		}
	}
	if touch < 3*rounds {
		t.Errorf("only %d touch or overlap", touch)
	}
}
