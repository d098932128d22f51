package narrowphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// satExactOBBTriangle returns the exact separation of the parallelepiped that the floats of a box are and a triangle,
// and whether the triangle has area.
func satExactOBBTriangle(a *geom.OBB, tri *geom.Triangle) (float64, bool) {
	var dir, half [3]satBig
	for k, v := range []geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z} {
		dir[k] = satExact(v)
		half[k] = dir[k].scale([]float64{a.Half.X, a.Half.Y, a.Half.Z}[k])
	}
	c := satExact(a.C)
	v := [3]satBig{satExact(tri.A).sub(c), satExact(tri.B).sub(c), satExact(tri.C).sub(c)}
	var axes []satBig
	for k := range dir {
		axes = append(axes, dir[(k+1)%3].cross(dir[(k+2)%3]))
		for l := range v {
			axes = append(axes, dir[k].cross(v[(l+1)%3].sub(v[l])))
		}
	}
	normal := v[1].sub(v[0]).cross(v[2].sub(v[0]))
	axes = append(axes, normal)
	gap := math.Inf(-1)
	for _, l := range axes {
		len2 := satFloat(l.dot(l))
		if len2 == 0 {
			continue
		}
		lo, hi := v[0].dot(l), v[0].dot(l)
		for _, p := range v[1:] {
			d := p.dot(l)
			if d.Cmp(lo) < 0 {
				lo = d
			}
			if d.Cmp(hi) > 0 {
				hi = d
			}
		}
		r := satNumber()
		for _, h := range half {
			p := h.dot(l)
			r.Add(r, p.Abs(p))
		}
		for _, s := range []*big.Float{satNumber().Sub(lo, r), satNumber().Sub(satNumber().Neg(hi), r)} {
			if g := satFloat(s) / math.Sqrt(len2); g > gap {
				gap = g
			}
		}
	}
	return gap, satFloat(normal.dot(normal)) > 0
}

// satTriangle returns a triangle of one of the kinds that make trouble: any, with an edge along an axis of the box, in
// the plane of a face of the box, a needle, a segment, a point.
func satTriangle(r *rand.Rand, a *geom.OBB, kind int) geom.Triangle {
	t := geom.Triangle{A: satRandomVec(r, 1.5), B: satRandomVec(r, 1.5), C: satRandomVec(r, 1.5)}
	switch kind % 6 {
	case 1:
		t.B = t.A.AddScaled(a.Axes.Y, 2*r.Float64())
	case 2:
		t.B = t.A.AddScaled(a.Axes.Y, 2*r.Float64())
		t.C = t.A.AddScaled(a.Axes.Z, 2*r.Float64()-1)
	case 3:
		t.C = t.A.AddScaled(t.B.Sub(t.A), r.Float64()).Add(satRandomVec(r, math.Ldexp(1, -r.IntN(60))))
	case 4:
		t.C = t.A.AddScaled(t.B.Sub(t.A), 0.5)
		if r.IntN(2) == 0 {
			t.C = t.B
		}
	case 5:
		t.B, t.C = t.A, t.A
	}
	return t
}

// satTouchTriangle moves a so that it is apart from t by gap along the axis of the largest separation.
func satTouchTriangle(a *geom.OBB, t *geom.Triangle, gap float64) {
	for i := 0; i < 4; i++ {
		var s triangleAxes
		s.set(a, t)
		n := s.normal()
		s.collect(n.Neg(), n, math.Inf(1))
		x := s.axis(s.best())
		a.C = a.C.AddScaled(a.Axes.ApplyT(x.N), x.Sep-gap)
	}
}

func TestOverlapOBBTriangle_EqualsExactArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	var overlaps, apart, close [6]int
	flat := 0
	for i := 0; i < 1020; i++ {
		kind := i % 6
		a, _ := satPair(r, i/6%2)
		a.C = a.C.Scale(0.5)
		tri := satTriangle(r, &a, kind)
		if r.IntN(3) > 0 {
			satTouchTriangle(&a, &tri, (2*r.Float64()-1)*math.Ldexp(1, -r.IntN(46)))
		}
		gap, area := satExactOBBTriangle(&a, &tri)
		if !area {
			flat++
		}
		got := OverlapOBBTriangle(&a, &tri)
		eps := satRounding * (4 + a.Size())
		mtv, ok := MTVOBBTriangle(&a, &tri)
		if ok != got || mtv.Depth < 0 {
			t.Fatalf("case %d: MTV says %v %v, overlap %v, gap %v", i, ok, mtv, got, gap)
		}
		for _, p := range []geom.Triangle{{A: tri.B, B: tri.C, C: tri.A}, {A: tri.A, B: tri.C, C: tri.B}} {
			w, _ := MTVOBBTriangle(&a, &p)
			if math.Abs(gap) > 2*eps && OverlapOBBTriangle(&a, &p) != got || math.Abs(w.Depth-mtv.Depth) > 2*eps {
				t.Fatalf("case %d: depends on the order of the vertices: %v, %v", i, w, mtv)
			}
		}
		switch {
		case gap <= 0:
			overlaps[kind]++
			if !got {
				t.Fatalf("case %d: gap %v is no overlap", i, gap)
			}
		case gap > 2*eps:
			apart[kind]++
			if got {
				t.Fatalf("case %d: gap %v is an overlap", i, gap)
			}
		}
		if math.Abs(gap) < 1e-9 {
			close[kind]++
		}
	}
	for k := range overlaps {
		if overlaps[k] < 40 || apart[k] < 40 || close[k] < 20 {
			t.Errorf("kind %d: %d overlaps, %d apart, %d within 1e-9", k, overlaps[k], apart[k], close[k])
		}
	}
	if flat < 200 {
		t.Errorf("only %d triangles without area", flat)
	}
}

func TestOverlapOBBTriangle_TouchingCounts(t *testing.T) {
	a := satBox(geom.Vec{}, geom.Vec{X: 1, Y: 1, Z: 1})
	for _, tt := range []struct {
		name string
		t    geom.Triangle
	}{
		{"face in plane of face", geom.Triangle{A: geom.Vec{X: -3, Y: -3, Z: 1}, B: geom.Vec{X: 3, Y: -3, Z: 1}, C: geom.Vec{Y: 3, Z: 1}}},
		{"vertex on face", geom.Triangle{A: geom.Vec{X: 1}, B: geom.Vec{X: 2, Y: 1}, C: geom.Vec{X: 2, Z: 1}}},
		{"edge on edge", geom.Triangle{A: geom.Vec{X: 1, Y: -3, Z: 1}, B: geom.Vec{X: 1, Y: 3, Z: 1}, C: geom.Vec{X: 2, Z: 2}}},
		{"crossed edges", geom.Triangle{A: geom.Vec{X: 0.5, Y: 1, Z: 1.5}, B: geom.Vec{X: 1.5, Y: 1, Z: 0.5}, C: geom.Vec{X: 2, Y: 1, Z: 2}}},
		{"vertex on vertex", geom.Triangle{A: geom.Vec{X: 1, Y: 1, Z: 1}, B: geom.Vec{X: 2, Y: 1, Z: 1}, C: geom.Vec{X: 1, Y: 2, Z: 3}}},
		{"vertex in face of triangle", geom.Triangle{A: geom.Vec{X: 3}, B: geom.Vec{Y: 3}, C: geom.Vec{Z: 3}}},
	} {
		if !OverlapOBBTriangle(&a, &tt.t) {
			t.Errorf("%s: no contact", tt.name)
		}
		if mtv, ok := MTVOBBTriangle(&a, &tt.t); !ok || mtv.Depth > 1e-15 {
			t.Errorf("%s: %v %v", tt.name, mtv, ok)
		}
		less := a
		less.Half = less.Half.Scale(1 - 1e-12)
		if OverlapOBBTriangle(&less, &tt.t) {
			t.Errorf("%s: contact of a box smaller by 1e-12", tt.name)
		}
	}
}

func TestMTVOBBTriangle_EqualsMinkowskiDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(23, 24))
	kinds := map[string]int{}
	for i := 0; i < 600; i++ {
		a, _ := satPair(r, i%2)
		tri := satTriangle(r, &a, i%3)
		a.C = tri.Centroid().Add(satRandomVec(r, 1))
		mtv, ok := MTVOBBTriangle(&a, &tri)
		if !ok {
			continue
		}
		var points []geom.Vec
		for p := 0; p < 8; p++ {
			for _, v := range []geom.Vec{tri.A, tri.B, tri.C} {
				points = append(points, v.Sub(a.Vertex(p)))
			}
		}
		n, depth, inside := satHullDepth(points)
		if !inside {
			t.Fatalf("case %d: origin outside, depth %v", i, mtv.Depth)
		}
		// Facets are found from triangles of points with an area above 1e-3, whose normals are good to 1e-12.
		if math.Abs(depth-mtv.Depth) > 4e-12 {
			t.Fatalf("case %d: depth %v, want %v", i, mtv.Depth, depth)
		}
		if mtv.N.Add(n).Len() < 1e-9 {
			kinds["unique"]++
		}
		face := false
		for _, x := range []geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z} {
			face = face || math.Abs(x.Dot(mtv.N)) > 1-1e-12
		}
		switch {
		case face:
			kinds["box"]++
		case math.Abs(tri.Normal().Dot(mtv.N)) > 1-1e-12:
			kinds["triangle"]++
		default:
			kinds["edges"]++
		}
		// The box moved by it touches.
		moved := a
		moved.C = a.C.AddScaled(mtv.N, -mtv.Depth)
		if rest, _ := MTVOBBTriangle(&moved, &tri); rest.Depth > 1e-12*a.Size() {
			t.Fatalf("case %d: %v left", i, rest.Depth)
		}
		for _, s := range []float64{-1, 1} {
			moved.C = a.C.AddScaled(mtv.N, -mtv.Depth-s*5e-10)
			if OverlapOBBTriangle(&moved, &tri) != (s < 0) {
				t.Fatalf("case %d: overlap %v at %v beyond touching", i, s > 0, s*5e-10)
			}
		}
	}
	if kinds["box"] < 30 || kinds["triangle"] < 30 || kinds["edges"] < 30 || kinds["unique"] < kinds["box"]+kinds["triangle"]+kinds["edges"]-20 {
		t.Error(kinds)
	}
}

// satBoxTriangles returns pairs for benchmarks: half of them apart, half overlapping.
func satBoxTriangles() (a []geom.OBB, t []geom.Triangle) {
	r := rand.New(rand.NewPCG(25, 26))
	for len(a) < 64 {
		x, _ := satPair(r, 0)
		y := satTriangle(r, &x, 0)
		if OverlapOBBTriangle(&x, &y) == (len(a)%2 == 0) {
			a, t = append(a, x), append(t, y)
		}
	}
	return a, t
}

func TestOBBTriangle_AllocatesNothing(t *testing.T) {
	as, ts := satBoxTriangles()
	var edges [3]geom.EdgeInfo
	var near [3]geom.Plane
	var m Manifold
	if n := testing.AllocsPerRun(10, func() {
		for i := range as {
			OverlapOBBTriangle(&as[i], &ts[i])
			MTVOBBTriangle(&as[i], &ts[i])
			n := ts[i].Normal()
			CollideOBBTriangle(&as[i], &ts[i], geom.Plane{N: n, D: n.Dot(ts[i].A)}, &edges, &near, 0.1, &m)
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkOverlapOBBTriangle(b *testing.B) {
	as, ts := satBoxTriangles()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		OverlapOBBTriangle(&as[i&63], &ts[i&63])
		i++
	}
}

func BenchmarkMTVOBBTriangle(b *testing.B) {
	as, ts := satBoxTriangles()
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		MTVOBBTriangle(&as[i&63], &ts[i&63])
		i++
	}
}

func BenchmarkCollideOBBTriangle(b *testing.B) {
	as, ts := satBoxTriangles()
	var planes []geom.Plane
	for i := range ts {
		n := ts[i].Normal()
		planes = append(planes, geom.Plane{N: n, D: n.Dot(ts[i].A)})
	}
	var m Manifold
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		k := i & 63
		CollideOBBTriangle(&as[k], &ts[k], planes[k], nil, nil, 0.01, &m)
		i++
	}
}
