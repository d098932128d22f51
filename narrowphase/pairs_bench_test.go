package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The pairs and motions of these benchmarks are those of a C++ harness for other libraries, number by number, so that
// times can be compared in one run.

// draw returns number i of a fixed sequence, uniform in [0, 1): splitmix64.
func draw(i uint64) float64 {
	z := (i + 1) * 0x9E3779B97F4A7C15
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	z ^= z >> 31
	return float64(z>>11) / (1 << 53)
}

func drawSigned(i uint64) float64 { return 2*draw(i) - 1 }

func drawVec(i uint64, s float64) geom.Vec {
	return geom.Vec{X: s * drawSigned(i), Y: s * drawSigned(i+1), Z: s * drawSigned(i+2)}
}

// drawTurn returns a turn of up to most radians.
func drawTurn(i uint64, most float64) geom.Quat {
	return geom.AxisAngle(drawVec(i, 1), most*draw(i+3))
}

const benchPairs = 20000

type boxPair struct {
	halfA, halfB geom.Vec
	poseA, poseB geom.Transform
	a, b         geom.OBB
}

// drawBoxes returns pairs of boxes of half sizes from 0.3 to 1 with centres in a cube of half size 1.2.
func drawBoxes() []boxPair {
	pairs := make([]boxPair, benchPairs)
	for i := range pairs {
		k := 100000000 + 64*uint64(i)
		half := func(k uint64) geom.Vec {
			return geom.Vec{X: 0.3 + 0.7*draw(k), Y: 0.3 + 0.7*draw(k+1), Z: 0.3 + 0.7*draw(k+2)}
		}
		p := &pairs[i]
		p.halfA, p.halfB = half(k), half(k+3)
		p.poseA = geom.Transform{P: drawVec(k+6, 1.2), Q: drawTurn(k+12, math.Pi)}
		p.poseB = geom.Transform{P: drawVec(k+9, 1.2), Q: drawTurn(k+16, math.Pi)}
		p.a, p.b = geom.NewOBB(p.poseA, p.halfA), geom.NewOBB(p.poseB, p.halfB)
	}
	return pairs
}

func drawTriangles() []geom.Triangle {
	list := make([]geom.Triangle, benchPairs)
	for i := range list {
		k := 500000000 + 64*uint64(i)
		list[i] = geom.Triangle{A: drawVec(k, 1.6), B: drawVec(k+3, 1.6), C: drawVec(k+6, 1.6)}
	}
	return list
}

// hull42 returns an icosphere of 42 vertices and 80 faces, with half axes of about 0.5, 0.3 and 0.25 m.
func hull42(t testing.TB) geom.Shape {
	p := (1 + math.Sqrt(5)) / 2
	corners := []geom.Vec{
		{X: -1, Y: p}, {X: 1, Y: p}, {X: -1, Y: -p}, {X: 1, Y: -p}, {Y: -1, Z: p}, {Y: 1, Z: p}, {Y: -1, Z: -p}, {Y: 1, Z: -p},
		{X: p, Z: -1}, {X: p, Z: 1}, {X: -p, Z: -1}, {X: -p, Z: 1},
	}
	var points []geom.Vec
	for i, a := range corners {
		points = append(points, a.Normalize())
		for _, b := range corners[:i] {
			if d := a.Sub(b).Len(); d < 2.1 {
				points = append(points, a.Add(b).Normalize())
			}
		}
	}
	for i := range points {
		points[i] = points[i].Mul(geom.Vec{X: 0.5, Y: 0.3, Z: 0.25})
	}
	s, err := geom.NewConvex(points)
	if err != nil || len(s.Hull.Vertices) != 42 {
		t.Fatalf("%d vertices: %v", len(s.Hull.Vertices), err)
	}
	return s
}

// drawMotions returns motions, over one second, of two bodies 4 m apart that cross: 5 m and up to 1.5 rad each.
func drawMotions() [][2]geom.Sweep {
	list := make([][2]geom.Sweep, 200)
	for i := range list {
		k := 900000000 + 64*uint64(i)
		s := &list[i]
		for n := range s {
			x, j := -2.0, 4*uint64(n)
			if n == 1 {
				x = 2
			}
			from := geom.Vec{X: x, Y: 0.5 * drawSigned(k+j), Z: 0.5 * drawSigned(k+j+1)}
			to := geom.Vec{X: -1.5 * x, Y: 0.5 * drawSigned(k+j+2), Z: 0.5 * drawSigned(k+j+3)}
			turn := k + 16 + 4*uint64(n)
			s[n] = geom.Sweep{
				C: from, Q: drawTurn(k+8+4*uint64(n), math.Pi), V: to.Sub(from),
				W: drawVec(turn, 1).Normalize().Scale(1.5 * draw(turn+3)),
			}
		}
	}
	return list
}

// each runs f over n cases again and again and reports the share of them that are hits.
func each(b *testing.B, n int, f func(i int) bool) {
	b.ReportAllocs()
	hits, i := 0, 0
	for b.Loop() {
		if f(i % n) {
			hits++
		}
		i++
	}
	b.ReportMetric(float64(hits)/float64(i), "hits/op")
}

func BenchmarkPairs_OverlapOBBs(b *testing.B) {
	p := drawBoxes()
	each(b, len(p), func(i int) bool { return OverlapOBBs(&p[i].a, &p[i].b) })
}

func BenchmarkPairs_CollideOBBs(b *testing.B) {
	p := drawBoxes()
	var m Manifold
	each(b, len(p), func(i int) bool { return CollideOBBs(&p[i].a, &p[i].b, 0, &m) })
}

func BenchmarkPairs_OverlapOBBTriangle(b *testing.B) {
	p, t := drawBoxes(), drawTriangles()
	each(b, len(p), func(i int) bool { return OverlapOBBTriangle(&p[i].a, &t[i]) })
}

func BenchmarkPairs_CollideOBBTriangle(b *testing.B) {
	p, t := drawBoxes(), drawTriangles()
	planes := make([]geom.Plane, len(t))
	for i := range t {
		n := t[i].Normal()
		planes[i] = geom.Plane{N: n, D: n.Dot(t[i].A)}
	}
	var edges [3]geom.EdgeInfo
	for k := range edges {
		edges[k].Neighbor = -1
	}
	var beyond [3]geom.Plane
	var m Manifold
	each(b, len(p), func(i int) bool { return CollideOBBTriangle(&p[i].a, &t[i], planes[i], &edges, &beyond, 0, &m) })
}

func BenchmarkPairs_SweepOBBs(b *testing.B) {
	p := drawBoxes()
	each(b, len(p), func(i int) bool {
		return SweepOBBs(&p[i].a, &p[i].b, geom.Vec{X: 3}, geom.Vec{Y: -3}, 1, 0).Status == Hit
	})
}

func BenchmarkPairs_TimeOfImpactBoxes(b *testing.B) {
	m := drawMotions()
	box := Box{Half: geom.Vec{X: 0.5, Y: 0.3, Z: 0.25}}
	each(b, len(m), func(i int) bool {
		return TimeOfImpactBoxes(&box, &m[i][0], &box, &m[i][1], 1, 0).Status == Hit
	})
}

func BenchmarkPairs_TimeOfImpactHulls(b *testing.B) {
	m, s := drawMotions(), hull42(b)
	part := Part{&s, geom.Transform{Q: geom.IdentityQuat()}}
	each(b, len(m), func(i int) bool {
		return TimeOfImpactHulls(&part, &m[i][0], &part, &m[i][1], 1, 0).Status == Hit
	})
}

func BenchmarkPairs_FCPF(b *testing.B) {
	m, s := drawMotions(), hull42(b)
	part := Part{&s, geom.Transform{Q: geom.IdentityQuat()}}
	each(b, len(m), func(i int) bool { return FCPF(&part, &m[i][0], &part, &m[i][1], 1).Status == Hit })
}

// drawHulls returns hull42 at the poses of drawBoxes, 0.4 times as far from the origin.
func drawHulls(b *testing.B) [][2]Convex {
	p, s := drawBoxes(), hull42(b)
	list := make([][2]Convex, len(p))
	for i := range p {
		list[i] = [2]Convex{{&s, p[i].poseA}, {&s, p[i].poseB}}
		for k := range list[i] {
			list[i][k].Pose.P = list[i][k].Pose.P.Scale(0.4)
		}
	}
	return list
}

func BenchmarkPairs_OverlapHulls(b *testing.B) {
	p := drawHulls(b)
	each(b, len(p), func(i int) bool { return OverlapHulls(&p[i][0], &p[i][1]) })
}

func BenchmarkPairs_MTVHulls(b *testing.B) {
	p := drawHulls(b)
	each(b, len(p), func(i int) bool { _, hit := MTVHulls(&p[i][0], &p[i][1]); return hit })
}

func BenchmarkPairs_CollideHulls(b *testing.B) {
	p := drawHulls(b)
	var m Manifold
	each(b, len(p), func(i int) bool { return CollideHulls(&p[i][0], &p[i][1], 0, &m) })
}

func BenchmarkPairs_DistanceHulls(b *testing.B) {
	p := drawHulls(b)
	each(b, len(p), func(i int) bool { return Distance(&p[i][0], &p[i][1]).Status != DistanceApart })
}

func BenchmarkPairs_DistanceBoxes(b *testing.B) {
	p := drawBoxes()
	boxes := make([][2]geom.Shape, len(p))
	for i := range p {
		for k, half := range [2]geom.Vec{p[i].halfA, p[i].halfB} {
			s, err := geom.NewBox(half)
			if err != nil {
				b.Fatal(err)
			}
			boxes[i][k] = s
		}
	}
	each(b, len(p), func(i int) bool {
		x, y := Convex{&boxes[i][0], p[i].poseA}, Convex{&boxes[i][1], p[i].poseB}
		return Distance(&x, &y).Status != DistanceApart
	})
}
