package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestSeparateCylinder_EqualsTheSearch: cylinders and boxes, hulls or other cylinders, at random, flush, parallel, and tilted from
// that by 1e-9 to 1e-2 rad, far apart to deep in each other. Where the closed form answers, the separation is that of the search, the
// normal too unless it is another of the same depth, and no direction of a thousand parts them sooner. The points are on both
// surfaces, and opposite to each other.
func TestSeparateCylinder_EqualsTheSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 5))
	u := func() float64 { return 0.1 + 0.9*rng.Float64() }
	var closed, all [6]int
	for i := range geomtest.Trials(6000) {
		a, b := mustCylinder(t, 0.5*u(), 2*u()), mustBox(t, u(), u(), u())
		kind := i % 3
		switch kind {
		case 1:
			b = mustCylinder(t, 0.5*u(), 2*u())
		case 2:
			points := make([]geom.Vec, 12)
			for k := range points {
				points[k] = randomDir(rng).Scale(u())
			}
			h, err := geom.NewConvex(points)
			if err != nil {
				t.Fatal(err)
			}
			b = &h
		}
		turn := randomQuat(rng)
		way := randomDir(rng)
		tilted := i/3%4 > 0
		if tilted {
			turn = []geom.Quat{geom.IdentityQuat(), curvedAlongX, geom.QuatExp(geom.Vec{X: math.Pi / 2})}[rng.IntN(3)]
			turn = geom.QuatExp(geom.Vec{Z: 6 * rng.Float64()}).Mul(turn)
			if rng.IntN(4) > 0 {
				turn = geom.QuatExp(randomDir(rng).Scale(math.Pow(10, -2-7*rng.Float64()))).Mul(turn)
			}
			way = []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}, {X: 0.6, Y: 0.8}, {X: -0.6, Z: 0.8}}[rng.IntN(5)]
			way = way.Add(randomDir(rng).Scale(0.3)).Normalize()
		}
		p := Convex{a, geom.Transform{P: way, Q: turn}}
		o := Convex{b, geom.Transform{Q: geom.IdentityQuat()}}
		s, n := SeparationCurved(&p, &o)
		gap := []float64{0, 1e-9, -1e-9, 1e-4, -1e-4, 0.1, -0.02, -0.2}[rng.IntN(8)]
		p.Pose.P = p.Pose.P.AddScaled(n, s-gap)
		if i%40 < 3 { // one in the middle of the other
			p.Pose = geom.Transform{P: geom.Vec{Z: 0.1 * float64(rng.IntN(3))}, Q: geom.IdentityQuat()}
		}
		var q, f curvedPair
		q.setConvex(&p, &o)
		f = q
		which := kind
		if tilted {
			which += 3
		}
		all[which]++
		if !q.separateCylinder() {
			continue
		}
		closed[which]++
		f.search()
		if math.Abs(q.sep-f.sep) > 1e-9 {
			t.Errorf("case %d (%v): separation %v along %v, by search %v along %v", i, which, q.sep, q.n, f.sep, f.n)
		}
		if d := q.n.Sub(f.n).Len(); d > 1e-4 && math.Abs(q.along(f.n)-q.sep) > 1e-9 {
			t.Errorf("case %d: normal %v, by search %v", i, q.n, f.n)
		}
		if g := q.along(q.n); math.Abs(g-q.sep) > 1e-13 {
			t.Errorf("case %d: separation %v, along its normal %v", i, q.sep, g)
		}
		for range 1000 {
			if d := randomDir(rng); q.along(d) > q.sep+1e-13 {
				t.Fatalf("case %d: separation %v, along %v %v", i, q.sep, d, q.along(d))
			}
		}
		if d := q.pb.Sub(q.pa).AddScaled(q.n, -q.sep); d.Len() > 1e-13 {
			t.Errorf("case %d: points are %v beside each other", i, d)
		}
		if x, y := q.depthInA(q.pa), q.depthInB(q.pb); math.Abs(x) > 1e-13 || math.Abs(y) > 1e-13 {
			t.Errorf("case %d: points are %v and %v in their shapes", i, x, y)
		}
	}
	t.Logf("of %v pairs %v", all, closed)
	least := [6]float64{0.7, 0, 0.6, 0.7, 0.3, 0.7} // of cylinders at random most cross: that is for separateTubes
	for k := range closed {
		if float64(closed[k]) < least[k]*float64(all[k]) {
			t.Errorf("only %v of %v pairs", closed, all)
			break
		}
	}
}
