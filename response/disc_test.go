package response

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestDisc_LeavesNoSlipOrOpposesIt solves random discs: inside, no slip is left; on the rim, what is left is opposed to
// the impulse. K has condition numbers up to 1e6.
func TestDisc_LeavesNoSlipOrOpposesIt(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 9))
	stick, slide := 0, 0
	for range 20000 {
		large, small := 1.0, math.Pow(10, -6*rng.Float64())
		angle := 2 * math.Pi * rng.Float64()
		sin, cos := math.Sincos(angle)
		a := large*cos*cos + small*sin*sin
		b := (large - small) * sin * cos
		c := large*sin*sin + small*cos*cos
		k := newDisc(a, b, c)
		limit := rng.Float64()
		j := [2]float64{rng.NormFloat64(), rng.NormFloat64()}
		u1, u2 := rng.NormFloat64(), rng.NormFloat64()
		g := k.solve(j, u1, u2, limit)
		v1 := u1 + a*(g[0]-j[0]) + b*(g[1]-j[1])
		v2 := u2 + b*(g[0]-j[0]) + c*(g[1]-j[1])
		size := math.Hypot(u1, u2) + math.Hypot(j[0], j[1])
		if l := math.Hypot(g[0], g[1]); l < limit*(1-1e-9) {
			stick++
			if math.Hypot(v1, v2) > 1e-9*size {
				t.Fatalf("inside the disc a slip of %g is left", math.Hypot(v1, v2))
			}
			continue
		} else if l > limit*(1+1e-12) {
			t.Fatalf("impulse %g outside of the disc %g", l, limit)
		}
		slide++
		cross, dot := g[0]*v2-g[1]*v1, g[0]*v1+g[1]*v2
		if math.Abs(cross) > 1e-8*size*limit || dot > 1e-8*size*limit {
			t.Fatalf("slip (%g, %g) is not opposed to the impulse (%g, %g)", v1, v2, g[0], g[1])
		}
	}
	if stick < 100 || slide < 1000 {
		t.Errorf("only %d that stick and %d that slide", stick, slide)
	}
}

func TestDisc_SolvesAlikeFromWhereItIs(t *testing.T) {
	k := newDisc(3, 1, 2)
	first := k.solve([2]float64{}, 5, -4, 1)
	// The slip that is left with the solution gives the solution again.
	u1, u2 := 5+3*first[0]+first[1], -4+first[0]+2*first[1]
	again := k.solve(first, u1, u2, 1)
	if math.Hypot(again[0]-first[0], again[1]-first[1]) > 1e-12 {
		t.Errorf("%v becomes %v", first, again)
	}
}

// TestDisc_TinyLimit: a disc whose radius has no cube holds nothing, and what it returns is a number.
func TestDisc_TinyLimit(t *testing.T) {
	k := newDisc(0.4, 0.1, 0.5)
	for _, limit := range []float64{0, 5e-324, 1e-200, 1e-107} {
		if j := k.solve([2]float64{1e-107, -1e-107}, 1e-108, -1e-107, limit); j != [2]float64{} {
			t.Errorf("limit %g: %v", limit, j)
		}
	}
	if j := k.solve([2]float64{}, -1, 0, 1e-80); !(math.Hypot(j[0], j[1]) > 0.99e-80 && math.Hypot(j[0], j[1]) < 1.01e-80) {
		t.Errorf("limit 1e-80: %v", j)
	}
}
