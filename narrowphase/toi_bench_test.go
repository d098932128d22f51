package narrowphase

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// toiBenchmark runs the queries in turn and reports the iterations a query takes and the share that hits.
func toiBenchmark(b *testing.B, queries []toiCase) {
	n, its, hits := 0, 0, 0
	b.ReportAllocs()
	for b.Loop() {
		r := queries[n%len(queries)].run()
		its += r.Iterations
		if r.Status == Hit {
			hits++
		}
		n++
	}
	b.ReportMetric(float64(its)/float64(n), "iterations/op")
	b.ReportMetric(float64(hits)/float64(n), "hits/op")
}

// toiCars returns cars that drive and yaw close by each other: half of the queries are hits.
func toiCars(r toiRand) []toiCase {
	half := geom.Vec{X: 2.25, Y: 0.9, Z: 0.7}
	up := geom.Vec{Z: 1}
	var queries []toiCase
	for hits := 0; len(queries) < 128; {
		c := toiCase{a: Box{Half: half}, b: Box{Half: half}, duration: 1.0 / 240, target: 1e-9}
		qa, qb := geom.AxisAngle(up, r.between(0, 7)), geom.AxisAngle(up, r.between(0, 7))
		n := geom.QuatExp(up.Scale(r.between(0, 7))).Rotate(geom.Vec{X: 1})
		d := n.Scale(toiSupport(&c.a, qa, n) + toiSupport(&c.b, qb, n.Neg()) + r.between(-0.1, 0.1))
		t := r.between(0, c.duration)
		c.sa = toiBackFrom(geom.Vec{Z: 0.7}, qa, qa.Rotate(geom.Vec{X: 30}), r.vec(0.5).AddScaled(up, r.between(-4, 4)), t)
		c.sb = toiBackFrom(d.AddScaled(up, 0.75), qb, qb.Rotate(geom.Vec{X: 20}), r.vec(0.5).AddScaled(up, r.between(-4, 4)), t)
		out := c.run()
		if out.Iterations == 0 || out.Status == Overlapping || out.Status == Hit && hits >= 64 || out.Status == Miss && len(queries)-hits >= 64 {
			continue
		}
		if out.Status == Hit {
			hits++
		}
		queries = append(queries, c)
	}
	return queries
}

// toiBar returns query k of n of validation case E3: a bar that turns about y against a post.
func toiBar(w float64, k, n int) toiCase {
	const dt = 1.0 / 60
	turn := -min(w*dt, 1) * (float64(k) + 0.5) / float64(n)
	return toiCase{
		a:        Box{Half: geom.Vec{X: 1.5, Y: 0.05, Z: 0.05}},
		b:        Box{Half: geom.Vec{X: 0.05, Y: 1, Z: 0.05}},
		sa:       geom.Sweep{Q: geom.AxisAngle(geom.Vec{Y: 1}, turn), W: geom.Vec{Y: w}},
		sb:       geom.Sweep{C: geom.Vec{Z: -1.2}, Q: geom.IdentityQuat()},
		duration: dt,
		target:   1e-9,
	}
}

func BenchmarkTimeOfImpact_Cars(b *testing.B) { toiBenchmark(b, toiCars(newToiRand(5))) }

func BenchmarkTimeOfImpact_BarAndPost(b *testing.B) {
	var queries []toiCase
	for k := 0; k < 100; k++ {
		queries = append(queries, toiBar(200, k, 100))
	}
	toiBenchmark(b, queries)
}

func BenchmarkTimeOfImpact_BoxAndTriangle(b *testing.B) {
	r := newToiRand(6)
	var queries []toiCase
	for hits := 0; len(queries) < 128; {
		c := r.query(true, 5, 0, 1.0/60)
		out := c.run()
		if out.Iterations == 0 || out.Status == Overlapping || out.Status == Hit && hits >= 64 || out.Status == Miss && len(queries)-hits >= 64 {
			continue
		}
		if out.Status == Hit {
			hits++
		}
		queries = append(queries, c)
	}
	toiBenchmark(b, queries)
}

func BenchmarkTimeOfImpact_Far(b *testing.B) {
	c := toiCars(newToiRand(5))[0]
	c.sb.C = c.sb.C.Add(geom.Vec{X: 30, Y: 30})
	toiBenchmark(b, []toiCase{c})
}
