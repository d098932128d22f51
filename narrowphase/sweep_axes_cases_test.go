package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestSweepAxes_OneAxis: two intervals, the gaps worked out by hand.
func TestSweepAxes_OneAxis(t *testing.T) {
	x := geom.Vec{X: 1}
	inf := math.Inf(1)
	for _, c := range []struct {
		name          string
		lo, hi, speed float64
		goesOn        bool
		enter, exit   float64
		n             geom.Vec
	}{
		{"closing from above", 3, 7, -2, true, 1.5, 3.5, x},
		{"closing from below", -7, -3, 2, true, 1.5, 3.5, x.Neg()},
		{"parting above", 3, 7, 2, false, sweepOpen, inf, x},
		{"parting below", -7, -3, -2, false, sweepOpen, inf, x.Neg()},
		{"apart at rest", 3, 7, 0, false, sweepOpen, inf, x},
		{"apart below at rest", -7, -3, 0, false, sweepOpen, inf, x.Neg()},
		{"overlap at rest", -3, 7, 0, true, sweepOpen, inf, x},
		{"overlap leaving upwards", -3, 7, 2, true, sweepOpen, 1.5, x},
		{"overlap leaving downwards", -3, 7, -2, true, sweepOpen, 3.5, x},
		{"overlap below leaving downwards", -7, 3, -2, true, sweepOpen, 1.5, x.Neg()},
		{"touching, closing", 0, 4, -2, true, 0, 2, x},
		{"touching, parting", 0, 4, 2, false, sweepOpen, inf, x},
		{"touching at rest", 0, 4, 0, true, sweepOpen, inf, x},
		{"touching below, closing", -4, 0, 2, true, 0, 2, x.Neg()},
		{"beyond the duration", 30, 34, -2, false, 15, 17, x},
		{"at the duration", 20, 24, -2, true, 10, 12, x},
	} {
		var w sweepAxes
		w.start(1, 1, x.Scale(2), geom.Vec{}, 10)
		on := w.test(x, c.lo, c.hi, c.speed)
		if on != c.goesOn || w.enter != c.enter || w.exit != c.exit || w.gapN != c.n {
			t.Errorf("%s: goes on %v enter %v exit %v n %v", c.name, on, w.enter, w.exit, w.gapN)
		}
	}
}

// TestSweepAxes_LatestEntryBeforeEarliestExit: an axis that is left before another is entered ends the sweep, in
// whichever order they come.
func TestSweepAxes_LatestEntryBeforeEarliestExit(t *testing.T) {
	x, y := geom.Vec{X: 1}, geom.Vec{Y: 1}
	for _, first := range []bool{true, false} {
		var w sweepAxes
		w.start(1, 1, x, y, 10)
		var on bool
		if first {
			on = w.test(x, 3, 7, -2) && w.test(y, -1, 2, 1)
		} else {
			on = w.test(y, -1, 2, 1) && w.test(x, 3, 7, -2)
		}
		if on {
			t.Errorf("left at 1, entered at 1.5: not a miss")
		}
	}
}

// TestSweepAxes_TiesGiveBisector: distinct axes of the same entry give their bisector, parallel ones count once, and an
// axis with a later entry removes the others.
func TestSweepAxes_TiesGiveBisector(t *testing.T) {
	x, y, z := geom.Vec{X: 1}, geom.Vec{Y: 1}, geom.Vec{Z: 1}
	var w sweepAxes
	var s Sweep
	w.start(1, 1, x, y, 10)
	w.test(z, 1, 5, -1)
	w.test(x, 4, 8, -2)
	w.test(x.Neg(), -8, -4, 2) // the same axis again
	w.test(y, 6, 9, -3)
	if w.result(&s); s.Time != 2 || s.N.Sub(geom.Vec{X: math.Sqrt2 / 2, Y: math.Sqrt2 / 2}).MaxAbs() > 1e-15 {
		t.Errorf("time %v n %v", s.Time, s.N)
	}
	w.test(z, 5, 9, -2)
	if w.result(&s); s.Time != 2.5 || s.N != z {
		t.Errorf("time %v n %v", s.Time, s.N)
	}
}

// TestSweepAxes_TiesDependOnAngle: a gap of 5e-10 behind the latest entry, at right angles to its axis, is a tie within
// the tolerance of 1e-9; at 0.001 rad it is not, since there it moves the common edge by 5e-7.
func TestSweepAxes_TiesDependOnAngle(t *testing.T) {
	for _, c := range []struct {
		sine float64
		tie  bool
	}{{1, true}, {0.6, true}, {0.4, false}, {1e-3, false}} {
		x := geom.Vec{X: 1}
		n := geom.Vec{X: math.Sqrt(1 - c.sine*c.sine), Y: c.sine}
		var w sweepAxes
		var s Sweep
		w.start(1, 0, x, geom.Vec{}, 10)
		if !w.test(n, 2-5e-10, 6, -1) || !w.test(x, 2, 6, -1) || !w.result(&s) {
			t.Fatal("miss")
		}
		if (s.N != x) != c.tie || s.Time != 2 {
			t.Errorf("sine %v: n %v", c.sine, s.N)
		}
	}
}

// TestSweepCross_RightAngles: the axis of two edges is at right angles to both within rounding down to the smallest
// angle, changes only its sign when they are exchanged, and below that angle there is none.
func TestSweepCross_RightAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	near := 0
	for range 20000 {
		a := sweepUnit(rng).Normalize()
		sine := sweepLog(rng, 1e-12, 1)
		c := a.Cross(sweepUnit(rng)).Normalize()
		b := a.AddScaled(c, sine).Normalize()
		if rng.IntN(2) == 0 {
			b = b.Neg()
		}
		n, ok := sweepCross(a, b)
		m, ok2 := sweepCross(b, a)
		if ok != ok2 || m != n.Neg() {
			t.Fatalf("exchange: %v %v", n, m)
		}
		if ok != (sine >= 5e-10) && math.Abs(sine-5e-10) > 1e-15 {
			t.Fatalf("sine %v: axis %v", sine, ok)
		}
		if !ok {
			continue
		}
		if sine < 1e-6 {
			near++
		}
		if e := max(math.Abs(n.Dot(a)), math.Abs(n.Dot(b)), math.Abs(n.Len()-1)); e > 30*0x1p-53 {
			t.Fatalf("sine %v: off by %v", sine, e)
		}
	}
	if near < 1000 {
		t.Errorf("only %d near parallel pairs", near)
	}
}

// TestSweepBoxFeature_EqualsVertices: the feature is the set of corners within the tolerance of the farthest along n.
func TestSweepBoxFeature_EqualsVertices(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var seen [5]int
	for range 3000 {
		b := geom.NewOBB(geom.Transform{Q: randomQuat(rng)}, geom.Vec{X: 1, Y: 2, Z: 0.5})
		n := b.Axes.ApplyT(geom.Vec{X: float64(rng.IntN(3) - 1), Y: float64(rng.IntN(3) - 1), Z: float64(rng.IntN(3) - 1)}).Normalize()
		if n == (geom.Vec{}) {
			continue
		}
		far := math.Inf(-1)
		for i := range 8 {
			far = max(far, n.Dot(b.Vertex(i)))
		}
		var dst [4]geom.Vec
		k := sweepBoxFeature(&b, b.C, n, 1e-9, &dst)
		seen[k]++
		for i := range 8 {
			v := b.Vertex(i)
			found := 0
			for _, p := range dst[:k] {
				if p.Sub(v).MaxAbs() < 1e-14 {
					found++
				}
			}
			if want := n.Dot(v) > far-1e-9; found > 1 || (found == 1) != want {
				t.Fatalf("corner %d: found %d, want %v", i, found, want)
			}
		}
		if k == 4 && dst[0].Sub(dst[1]).Dot(dst[1].Sub(dst[2])) > 1e-12 {
			t.Fatal("corners not in order")
		}
	}
	if seen[1] == 0 || seen[2] == 0 || seen[4] == 0 {
		t.Errorf("features seen: %v", seen)
	}
}

// The mistakes of the sources, each of which a test must find.
const (
	sweepRight            = iota
	sweepMinusYTwice      // 000: the difference of vectors has y in place of z
	sweepUnscaledAxes     // 002: depths compared on axes of different lengths
	sweepZeroCross        // 000: the cross product of parallel edges tested as an axis
	sweepStillIsContact   // speed 0 and overlapping ends the search
	sweepStillLimits      // speed 0 and overlapping limits the contact to time 0
	sweepStillIgnored     // speed 0 and separated goes on
	sweepOpeningIsContact // touching at 0 and parting is a contact
	sweepExitBefore0      // an earliest exit before 0 is not looked at
	sweepMaxAboveMinusR   // 004: max R in place of max < -R, nothing is apart on the negative side
	sweepApartAtBothEnds  // 004: apart at both ends of the interval, on whichever side
	sweepAnyOverlap       // apart on one axis only is contact
	sweepMistakes
)
