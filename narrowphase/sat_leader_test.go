package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLeader_EqualsAJump: the leader of numbers that are often equal or differ by about the tolerance is that of the
// rule spelt out with a jump.
func TestLeader_EqualsAJump(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 62))
	kept := 0
	for i := 0; i < 20000; i++ {
		const tol = 1e-3
		var x [6]float64
		for k := range x {
			x[k] = float64(r.IntN(3)-1) * (1 + 0.4*tol*float64(r.IntN(6)))
		}
		l, best, largest := leading(x[0], 0), 0, 0
		for k := 1; k < len(x); k++ {
			l = l.or(x[k], k, tol)
			if x[k] > x[best]+tol {
				best = k
			}
			if x[k] > x[largest] {
				largest = k
			}
		}
		if l.k != best || l.value() != x[best] {
			t.Fatalf("leader of %v is %d (%v), want %d", x, l.k, l.value(), best)
		}
		if best != largest {
			kept++
		}
	}
	if kept < 1000 {
		t.Errorf("only %d cases in which a larger number is within the tolerance", kept)
	}
}

// TestEdgeCut_LeavesOutOnlyWhatIsBelow: what the squares leave out is below the cut by the root too, in numbers of all
// sizes and within a few ulp of the cut; and of what is below by more than 1e-11 the squares leave out all.
func TestEdgeCut_LeavesOutOnlyWhatIsBelow(t *testing.T) {
	r := rand.New(rand.NewPCG(63, 64))
	out, close := 0, 0
	for i := 0; i < 200000; i++ {
		value := (2*r.Float64() - 1.5) * math.Ldexp(1, r.IntN(600)-300)
		length2 := r.Float64() * math.Ldexp(1, r.IntN(90)-90)
		gap := value * math.Sqrt(length2)
		off := (2*r.Float64() - 1) * math.Ldexp(1, -r.IntN(52))
		gap += gap * off
		if i%50 == 0 {
			gap = -gap
		}
		cut := cutAt(value)
		switch left := cut.leavesOut(gap, length2); {
		case left && !(gap < value*math.Sqrt(length2)):
			t.Fatalf("gap %v of length² %v is left out by a cut at %v", gap, length2, value)
		case left:
			out++
		case value < -1e-90 && gap < 0 && off > 1e-11:
			t.Fatalf("gap %v of length² %v is not left out by a cut at %v", gap, length2, value)
		case value < 0 && math.Abs(off) < 1e-12:
			close++
		}
	}
	if out < 20000 || close < 5000 {
		t.Errorf("%d left out, %d within rounding", out, close)
	}
}
