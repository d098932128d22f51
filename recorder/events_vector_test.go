package recorder

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestGridStep_StoresWhatItsLinesAre: a component of an event's vector is so many lines from its prediction as rows count them, and
// comes back, also where what is predicted is no number, or out of reach.
func TestGridStep_StoresWhatItsLinesAre(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		g := newGridStep(int32(r.IntN(60) - 40))
		v := float64(r.Int64N(1<<40)-1<<39) * g.size
		p := v + r.NormFloat64()*g.size*10
		switch r.IntN(8) {
		case 0:
			p = math.NaN()
		case 1:
			p = math.Inf(1 - 2*r.IntN(2))
		case 2:
			p = g.reach * (1.5 - 3*float64(r.IntN(2)))
		case 3:
			p = math.Copysign(0, -1)
		}
		n := g.stored(v, p)
		base := g.base(math.Float64bits(p))
		if want := g.lines(math.Float64bits(v), base); n != want {
			t.Fatalf("%g predicted as %g: %d lines, want %d", v, p, n, want)
		}
		if back := g.restored(n, p); back != v || n != 0 && math.Float64bits(back) != g.from(n, base) || n == 0 && math.Float64bits(back) != base {
			t.Fatalf("%g predicted as %g comes back as %g", v, p, back)
		}
	}
}
