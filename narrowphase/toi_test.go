package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// toiSlack is the part of the tolerance that is left to rounding in the promises: 1e-12 of the size, where separations
// of shapes of size 1 to 100 at distances to 20 are rounded by less than 1e-13.
const toiSlack = 1e-3

// toiClass is a kind of random query, with how many of each end it must have reached.
type toiClass struct {
	name            string
	triangle        bool
	spinA, spinB    float64
	duration        float64
	hits, miss, in  int
	through, beyond int // hits of shapes that are apart again at the end; hits after more than half a turn
}

var toiClasses = []toiClass{
	{"both turn", false, 8, 8, 1.0 / 60, 150, 100, 150, 30, 0},
	{"both turn, short", false, 8, 8, 1.0 / 240, 80, 150, 180, 10, 0},
	{"one turns", false, 8, 0, 1.0 / 60, 130, 100, 150, 30, 0},
	{"other turns", false, 0, 8, 1.0 / 60, 130, 100, 150, 30, 0},
	{"none turns", false, 0, 0, 1.0 / 60, 130, 100, 150, 30, 0},
	{"both spin", false, 200, 200, 1.0 / 60, 200, 70, 130, 120, 0},
	{"one spins", false, 200, 0, 1.0 / 60, 180, 70, 150, 100, 0},
	{"slow and fast", false, 0.5, 200, 1.0 / 60, 180, 70, 150, 100, 0},
	{"long", false, 8, 8, 1, 300, 60, 50, 250, 80},
	{"triangle", true, 8, 0, 1.0 / 60, 120, 120, 150, 30, 0},
	{"triangle, spin", true, 200, 0, 1.0 / 60, 200, 90, 120, 130, 0},
	{"triangle, no turn", true, 0, 0, 1.0 / 60, 100, 130, 150, 30, 0},
	{"triangle, long", true, 8, 0, 1, 300, 70, 40, 250, 50},
}

// The oracle certifies the promise itself: that the distance stays above the target until Time (or duration), by steps
// no longer than the gap over the largest speed, and that the separation at Time is within the tolerance.
func TestTimeOfImpact_IsNeverLateNorEarly(t *testing.T) {
	n := 200
	if geomtest.Long {
		n = 600
	}
	looks, undecided, timed, total, most, left := 0, 0, 0, 0, 0, 0
	for i, class := range toiClasses {
		r := newToiRand(uint64(i))
		var got toiClass
		for k := 0; k < n; k++ {
			c := r.query(class.triangle, class.spinA, class.spinB, class.duration)
			if k%5 == 4 {
				c.target = 1e-3 * c.size()
			}
			o := c.oracle()
			out := c.run()
			total += out.Iterations
			most = max(most, out.Iterations)
			tol := 1e-9 * c.size()
			start := o.separation(0)
			if start <= c.target+toiSlack*tol && out.Status != Overlapping {
				left++
				if at, ok := toiStaysAbove(o, out.Time, start-(1+toiSlack)*tol); !ok {
					t.Errorf("%s %d: %+v; starts in contact at %g, and nearer at %g", class.name, k, out, start, at)
				}
				continue
			}
			until := out.Time
			switch out.Status {
			case Hit:
				got.hits++
				s := o.separation(out.Time)
				if s > c.target+(1+toiSlack)*tol || out.Separation <= c.target || out.Separation > c.target+tol ||
					math.Abs(o.along(out.Time, out.N)-out.Separation) > toiSlack*tol {
					t.Errorf("%s %d: %+v; separation is %g, target %g", class.name, k, out, s, c.target)
				}
				if o.separation(c.duration) > c.target+tol {
					got.through++
				}
				if math.Max(c.sa.W.Len(), c.sb.W.Len())*out.Time > math.Pi {
					got.beyond++
				}
				if toiCompareTime(t, class.name, k, &c, o, out, tol) {
					timed++
				}
			case Miss:
				got.miss++
				if until != c.duration {
					t.Errorf("%s %d: a miss at %g of %g", class.name, k, until, c.duration)
				}
			case Overlapping:
				got.in++
				if start > c.target+toiSlack*tol || out.Time != 0 {
					t.Errorf("%s %d: %+v; separation at 0 is %g, target %g", class.name, k, out, start, c.target)
				}
				continue
			default:
				t.Errorf("%s %d: %+v", class.name, k, out)
			}
			o.hint = out.N
			ok, at, l := o.clear(0, until, c.target-toiSlack*tol, 0)
			looks += l
			if l > toiLooks {
				undecided++
			} else if !ok {
				t.Errorf("%s %d: %+v; but contact at %g", class.name, k, out, at)
			}
		}
		t.Logf("%-18s hits %d (through %d, beyond π %d), misses %d, overlapping %d", class.name, got.hits, got.through,
			got.beyond, got.miss, got.in)
		if got.hits < geomtest.Eighth(class.hits) || got.miss < geomtest.Eighth(class.miss) || got.in < geomtest.Eighth(class.in) ||
			got.through < geomtest.Eighth(class.through) || got.beyond < geomtest.Eighth(class.beyond) {
			t.Errorf("%s: too few: %+v, want %+v", class.name, got, class)
		}
	}
	queries := n * len(toiClasses)
	t.Logf("%d queries, %.2f iterations each, %d at most; oracle: %.0f looks each, %d undecided, %d times compared; %d left from contact",
		queries, float64(total)/float64(queries), most, float64(looks)/float64(queries), undecided, timed, left)
	if undecided > queries/500 || timed < geomtest.Eighth(2000) || left < geomtest.Eighth(5) || most > 100 {
		t.Error("too many undecided, too few times compared, or too many iterations")
	}
}

// toiStaysAbove looks, for shapes that start in contact and part along an axis within the tolerance of the best,
// whether they are ever nearer than level before end, at times close to each other at the start.
func toiStaysAbove(o *toiOracle, end, level float64) (float64, bool) {
	for t := 1e-9; t < end; t *= 1.2 {
		if s := o.separation(t); s < level && (s < 1e-12 || o.distance(t) < level) {
			return t, false
		}
	}
	return end, true
}

// toiCompareTime compares the time of a hit with the one that the oracle finds by itself, where the shapes close in
// fast enough and evenly enough for the tolerance to give the time, and reports whether it did.
func toiCompareTime(t *testing.T, name string, k int, c *toiCase, o *toiOracle, out TOI, tol float64) bool {
	const d = 1e-7
	at := o.separation(out.Time)
	closing := (o.separation(out.Time-d) - at) / d
	after := (at - o.separation(out.Time+d)) / d
	if out.Time < d || closing < 0.05*o.fast || math.Abs(after-closing) > 0.01*closing || 2*tol/closing > d {
		return false
	}
	ok, first, looks := o.clear(0, out.Time+2*tol/closing, c.target, 0.01*tol)
	if looks > toiLooks || ok || o.distance(out.Time) > c.target+1.02*tol {
		return false // the nearest features are vertices, of whose distance the separation says less
	}
	if early := first - out.Time; early > 1.2*tol/closing {
		t.Errorf("%s %d: time %.17g, oracle %.17g, %g tolerances early", name, k, out.Time, first, early*closing/tol)
	}
	return true
}

// Exchanging the shapes, moving the world and turning it by 90° change nothing but the normal.
func TestTimeOfImpact_DoesNotDependOnOrderOrPlace(t *testing.T) {
	turn := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/2)
	move := geom.Vec{X: 1000, Y: -2000, Z: 500}
	hits := 0
	for i, class := range toiClasses {
		r := newToiRand(uint64(200 + i))
		for k := 0; k < 200; k++ {
			c := r.query(class.triangle, class.spinA, class.spinB, class.duration)
			want := c.run()
			if want.Status == Hit {
				hits++
			}
			tol := 1e-9 * c.size()
			if want.Status == Overlapping || want.Status == Hit && want.Time > 0 && c.oracle().separation(want.Time-1e-6) < 1e-8 {
				continue // touching or grazing: rounding decides
			}
			// The closing speed is above 0.01 m/s. Moved by 2291 m, coordinates are rounded to 2.3e-13 m.
			o := c.oracle()
			same := func(what string, got TOI, n geom.Vec, lengths float64) {
				if got.Status != want.Status || math.Abs(got.Time-want.Time) > (tol+lengths)/0.01 {
					t.Errorf("%s %d, %s: %+v, was %+v", class.name, k, what, got, want)
				}
				if want.Status == Hit && math.Abs(got.Separation-want.Separation) > tol+lengths {
					t.Errorf("%s %d, %s: separation %g, was %g", class.name, k, what, got.Separation, want.Separation)
				}
				// Of axes that separate alike, rounding may choose another one.
				if want.Status == Hit && math.Abs(o.along(got.Time, n)-got.Separation) > 1e-12*c.size()+lengths {
					t.Errorf("%s %d, %s: normal %v, was %v", class.name, k, what, got.N, want.N)
				}
			}
			if c.tri == nil {
				s := c
				s.a, s.b, s.sa, s.sb = c.b, c.a, c.sb, c.sa
				x := s.run()
				same("exchanged", x, x.N.Neg(), 0)
			} else {
				s := c
				s.tri = &geom.Triangle{A: c.tri.C, B: c.tri.B, C: c.tri.A}
				x := s.run()
				same("triangle turned over", x, x.N, 0)
			}
			m := c
			m.sa.C, m.sb.C = c.sa.C.Add(move), c.sb.C.Add(move)
			if c.tri != nil {
				m.tri = &geom.Triangle{A: c.tri.A.Add(move), B: c.tri.B.Add(move), C: c.tri.C.Add(move)}
			}
			x := m.run()
			same("moved", x, x.N, 1e-12)
			q := c
			for _, w := range []*geom.Sweep{&q.sa, &q.sb} {
				*w = geom.Sweep{C: turn.Rotate(w.C), Q: turn.Mul(w.Q).Normalize(), V: turn.Rotate(w.V), W: turn.Rotate(w.W)}
			}
			if c.tri != nil {
				q.tri = &geom.Triangle{A: turn.Rotate(c.tri.A), B: turn.Rotate(c.tri.B), C: turn.Rotate(c.tri.C)}
			}
			x = q.run()
			same("turned", x, turn.RotateInv(x.N), 1e-13)
		}
	}
	if hits < 250 {
		t.Errorf("only %d hits", hits)
	}
}

// Without turning, every step is exact: the times are those of the swept test, which works with intervals. Both have a
// tolerance of 1e-9 of the size.
func TestTimeOfImpact_EqualsSweptTestWithoutTurning(t *testing.T) {
	r := newToiRand(300)
	hits, misses, grazing := 0, 0, 0
	for k := 0; k < 2000; k++ {
		c := r.query(false, 0, 0, 1)
		c.target = 0
		out := c.run()
		a := geom.NewOBB(geom.Transform{P: c.sa.C.Add(c.sa.Q.Rotate(c.a.Offset)), Q: c.sa.Q}, c.a.Half)
		b := geom.NewOBB(geom.Transform{P: c.sb.C.Add(c.sb.Q.Rotate(c.b.Offset)), Q: c.sb.Q}, c.b.Half)
		want := SweepOBBs(&a, &b, c.sa.V, c.sb.V, c.duration, 0)
		closing := c.sa.V.Sub(c.sb.V).Dot(want.N)
		switch {
		case want.Status == Overlapping || want.Status == Hit && (want.Exit-want.Time < 1e-6 || closing < 0.1):
			continue
		case out.Status == Hit && want.Status == Miss && toiGrazes(&c):
			grazing++
		case out.Status != want.Status:
			t.Errorf("%d: %+v, swept test %v at %g", k, out, want.Status, want.Time)
		case out.Iterations > 4:
			t.Errorf("%d: %d iterations", k, out.Iterations)
		case out.Status == Hit:
			hits++
			early := (want.Time - out.Time) * closing
			if size := c.size(); early < -1e-12*size || early > 2.01e-9*size {
				t.Errorf("%d: time %.17g, swept test %.17g: early by %g m", k, out.Time, want.Time, early)
			}
		default:
			misses++
		}
	}
	if hits < 300 || misses < 300 || grazing > 20 {
		t.Errorf("%d hits, %d misses, %d grazing", hits, misses, grazing)
	}
}

// toiGrazes reports whether the shapes come as near as the tolerance, but never go deeper into each other: the swept
// test may then find them or not.
func toiGrazes(c *toiCase) bool {
	o := c.oracle()
	apart, _, _ := o.clear(0, c.duration, -1e-9*c.size(), 0)
	clear, _, _ := o.clear(0, c.duration, 0, 1e-9*c.size())
	return apart && !clear
}

func TestTimeOfImpact_AllocatesNothing(t *testing.T) {
	queries := append(toiCars(newToiRand(5))[:8], toiBar(200, 3, 100))
	r := newToiRand(6)
	for k := 0; k < 8; k++ {
		queries = append(queries, r.query(true, 200, 0, 1.0/60))
	}
	if n := testing.AllocsPerRun(10, func() {
		for k := range queries {
			queries[k].run()
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestTimeOfImpact_EndsOnBadInput(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	base := toiBar(60, 50, 100)
	tri := geom.Triangle{A: geom.Vec{Z: -1.2}, B: geom.Vec{X: 1, Z: -1.2}, C: geom.Vec{Y: 1, Z: -1.2}}
	for k, bad := range []func(c *toiCase, x float64){
		func(c *toiCase, x float64) { c.duration = x },
		func(c *toiCase, x float64) { c.target = x },
		func(c *toiCase, x float64) { c.sa.C.X = x },
		func(c *toiCase, x float64) { c.sa.V.Y = x },
		func(c *toiCase, x float64) { c.sa.W.Z = x },
		func(c *toiCase, x float64) { c.sa.Q.W = x },
		func(c *toiCase, x float64) { c.a.Half.X = x },
		func(c *toiCase, x float64) { c.a.Offset.X = x },
	} {
		for _, x := range []float64{nan, inf, -inf} {
			for _, tr := range []*geom.Triangle{nil, &tri} {
				c := base
				c.tri = tr
				bad(&c, x)
				out := c.run()
				if out.Status == Hit && (math.IsNaN(out.Time) || out.Time > 0) {
					t.Errorf("%d, %g: %+v", k, x, out)
				}
				if math.IsNaN(x) && out.Status != Unresolved {
					t.Errorf("%d, %g: %+v, want Unresolved", k, x, out)
				}
			}
		}
	}
	base.duration = -1
	if out := base.run(); out.Status != Miss {
		t.Errorf("negative duration: %+v", out)
	}
}
