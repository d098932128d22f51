package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestSeparateTubes_EqualsTheSearch: capsules and cylinders whose axes cross, apart and in each other by up to a fifth: separation and
// normal are those of the search that all other shapes take, and no direction of a thousand parts them sooner. The nearest points are
// on both surfaces. Where the axes are nearest at an end, or are parallel, the search answers.
func TestSeparateTubes_EqualsTheSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 4))
	u := func() float64 { return 0.1 + 0.9*rng.Float64() }
	closed := 0
	for i := range geomtest.Trials(1500) {
		a, b := mustCylinder(t, 0.5*u(), 2*u()), mustCylinder(t, 0.5*u(), 2*u())
		if i%3 == 0 {
			a = mustCapsule(t, 0.5*u(), 2*u())
		}
		turn := randomQuat(rng)
		if i%4 == 0 {
			turn = geom.QuatExp(randomDir(rng).Scale(math.Pow(10, -5*rng.Float64())))
		}
		apart := (a.Size.X + b.Size.X) * (0.8 + 0.4*rng.Float64())
		p := Convex{a, geom.Transform{P: randomDir(rng).Scale(apart).Add(geom.Vec{Z: rng.NormFloat64()}), Q: turn}}
		o := Convex{b, geom.Transform{Q: geom.IdentityQuat()}}
		var q, s curvedPair
		q.setConvex(&p, &o)
		s = q
		if !q.separateTubes() {
			continue
		}
		closed++
		s.search()
		if math.Abs(q.sep-s.sep) > 1e-9 || q.n.Sub(s.n).Len() > 1e-4 {
			t.Errorf("case %d: separation %v along %v, by search %v along %v", i, q.sep, q.n, s.sep, s.n)
		}
		if g := q.along(q.n); math.Abs(g-q.sep) > 1e-12 {
			t.Errorf("case %d: separation %v, along its normal %v", i, q.sep, g)
		}
		for range 1000 {
			if d := randomDir(rng); q.along(d) > q.sep+1e-12 {
				t.Fatalf("case %d: separation %v, along %v %v", i, q.sep, d, q.along(d))
			}
		}
		if gap := q.pb.Sub(q.pa).Dot(q.n); math.Abs(gap-q.sep) > 1e-12 {
			t.Errorf("case %d: points are %v apart, separation %v", i, gap, q.sep)
		}
		l := q.rA.ApplyT(q.pa.Sub(q.cA))
		if math.Abs(math.Hypot(l.X, l.Y)-q.a.Size.X) > 1e-9 || math.Abs(l.Z) > q.a.Size.Z || math.Abs(math.Hypot(q.pb.X, q.pb.Y)-q.b.Size.X) > 1e-9 || math.Abs(q.pb.Z) > q.b.Size.Z {
			t.Errorf("case %d: points %v and %v are not on the sides", i, l, q.pb)
		}
	}
	if closed < geomtest.Trials(200) {
		t.Errorf("only %d crossing pairs", closed)
	}
}

// TestSeparateTubes_NearACap: the axis of a cylinder that crosses another's so near a cap that a tilted direction parts them sooner, or
// as soon, is left to the search; just within reach the closed form holds, in each order and at both caps.
func TestSeparateTubes_NearACap(t *testing.T) {
	long, across := mustCylinder(t, 0.3, 1), mustCylinder(t, 0.2, 2)
	turn := geom.QuatExp(geom.Vec{Y: math.Pi / 2})
	for _, c := range []struct {
		from   float64 // of the cap
		closed bool
	}{{0.31, true}, {0.299, false}, {0.01, false}, {-0.1, false}} {
		for _, cap := range []float64{-1, 1} {
			at := geom.Vec{Y: 0.45, Z: cap * (1 - c.from)} // in each other by 5 cm
			for _, swapped := range []bool{false, true} {
				a, b := Convex{long, geom.Transform{Q: geom.IdentityQuat()}}, Convex{across, geom.Transform{P: at, Q: turn}}
				if swapped {
					a, b = b, a
				}
				var q curvedPair
				q.setConvex(&a, &b)
				if got := q.separateTubes(); got != c.closed {
					t.Errorf("%v m from the cap %v, swapped %v: closed form %v", c.from, cap, swapped, got)
				}
				q.setConvex(&a, &b)
				if q.separate(); q.sep > 0 || math.Abs(q.along(q.n)-q.sep) > 1e-9 || c.closed && math.Abs(q.sep+0.05) > 1e-12 {
					t.Errorf("%v m from the cap %v, swapped %v: separation %v, along its normal %v", c.from, cap, swapped, q.sep, q.along(q.n))
				}
			}
		}
	}
}
