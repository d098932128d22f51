package narrowphase

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// hullQuery is one query of two polyhedra, or of one and a triangle.
type hullQuery struct {
	a, b             Part
	sa, sb           geom.Sweep
	tri              *geom.Triangle
	duration, target float64
}

func (c *hullQuery) run() TOI {
	if c.tri != nil {
		return TimeOfImpactHullTriangle(&c.a, &c.sa, c.tri, c.duration, c.target)
	}
	return TimeOfImpactHulls(&c.a, &c.sa, &c.b, &c.sb, c.duration, c.target)
}

// hullBenchmark runs the queries in turn.
func hullBenchmark(b *testing.B, queries []hullQuery) {
	n, its := 0, 0
	b.ReportAllocs()
	for b.Loop() {
		its += queries[n%len(queries)].run().Iterations
		n++
	}
	b.ReportMetric(float64(its)/float64(n), "iterations/op")
}

// hullPairs returns 128 queries of two balls of 42 vertices that turn by up to spin·duration and fly past each other,
// that end with the given status after more than one look.
func hullPairs(b testing.TB, seed uint64, triangle bool, want Status) []hullQuery {
	r := newToiRand(seed)
	sa, sb := hullBall(b, 42, geom.Vec{X: 1, Y: 0.7, Z: 0.5}), hullBall(b, 42, geom.Vec{X: 0.6, Y: 0.9, Z: 0.8})
	var queries []hullQuery
	for len(queries) < 128 {
		c := hullQuery{a: Part{&sa, geom.Transform{Q: geom.IdentityQuat()}}, b: Part{&sb, geom.Transform{Q: geom.IdentityQuat()}}, duration: 1.0 / 60, target: 1e-9}
		c.sa = geom.Sweep{Q: r.quat(), V: r.vec(1), W: r.vec(10)}
		c.sb = geom.Sweep{C: r.dir().Scale(r.between(1.2, 2.5)), Q: r.quat(), W: r.vec(10)}
		c.sb.V = c.sb.C.Neg().Add(r.vec(0.5)).Scale(30)
		if triangle {
			c.tri = &geom.Triangle{A: c.sb.C.Add(r.vec(2)), B: c.sb.C.Add(r.vec(2)), C: c.sb.C.Add(r.vec(2))}
			c.sa.V = c.sb.V.Neg()
		}
		if out := c.run(); out.Status == want && out.Iterations > 1 {
			queries = append(queries, c)
		}
	}
	return queries
}

func BenchmarkTimeOfImpactHulls_BallsHit(b *testing.B) { hullBenchmark(b, hullPairs(b, 1, false, Hit)) }

func BenchmarkTimeOfImpactHulls_BallsMiss(b *testing.B) {
	hullBenchmark(b, hullPairs(b, 2, false, Miss))
}

func BenchmarkTimeOfImpactHullTriangle_Hit(b *testing.B) {
	hullBenchmark(b, hullPairs(b, 3, true, Hit))
}

func BenchmarkTimeOfImpactHullTriangle_Miss(b *testing.B) {
	hullBenchmark(b, hullPairs(b, 4, true, Miss))
}

// BenchmarkTimeOfImpactHulls_Cars is BenchmarkTimeOfImpact_Cars with hulls.
func BenchmarkTimeOfImpactHulls_Cars(b *testing.B) {
	var queries []hullQuery
	for _, c := range toiCars(newToiRand(5)) {
		q := geom.IdentityQuat()
		queries = append(queries, hullQuery{a: hullOf(b, &c.a, q), b: hullOf(b, &c.b, q), sa: c.sa, sb: c.sb, duration: c.duration, target: c.target})
	}
	hullBenchmark(b, queries)
}

// hullResting returns queries of two shapes that rest on each other, face on face, and of one that has just bounced.
func hullResting(b testing.TB, part Part, up float64) []hullQuery {
	q := geom.IdentityQuat()
	lower := geom.Sweep{Q: q}
	var queries []hullQuery
	for _, v := range []geom.Vec{{}, {X: 0.1}, {Z: 0.1}} {
		queries = append(queries, hullQuery{a: part, b: part, sa: geom.Sweep{C: geom.Vec{Z: up}, Q: q, V: v, W: geom.Vec{Z: 0.1}}, sb: lower, duration: 1.0 / 240, target: 1e-9})
	}
	return queries
}

func BenchmarkTimeOfImpactHulls_RestingBoxes(b *testing.B) {
	hullBenchmark(b, hullResting(b, boxAsHull(b, 0.5, 0.5, 0.5), 1))
}

// BenchmarkTimeOfImpactHulls_RestingPrisms has faces of 20 corners.
func BenchmarkTimeOfImpactHulls_RestingPrisms(b *testing.B) {
	h, err := geom.NewPrism(20, 0.5, 0.5)
	if err != nil {
		b.Fatal(err)
	}
	s := geom.HullShape(h)
	hullBenchmark(b, hullResting(b, Part{&s, geom.Transform{Q: geom.IdentityQuat()}}, 1))
}

func BenchmarkFCPF_Balls(b *testing.B) {
	queries := hullPairs(b, 1, false, Hit)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		c := &queries[n%len(queries)]
		FCPF(&c.a, &c.sa, &c.b, &c.sb, c.duration)
		n++
	}
}
