package response

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestNewton_SkipsZerosOnly: in random loads, of whose points many bear nothing, both steps are the same, to the last bit, as those of
// sums over all columns that the layout has.
func TestNewton_SkipsZerosOnly(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 1))
	set := contactSettings
	skipped, aligned := 0, 0
	for n := range 60 {
		s := randomLoad(r, 1.0/240, &set)
		s.warmStart()
		w := &s.newton
		if !s.placeNewton() || !s.fillNewton() {
			t.Fatalf("case %d: no matrix", n)
		}
		for i := range w.rows {
			if i%3 > 0 { // it parts
				w.rows[i].u0.X += 100
			}
		}
		w.takeLimits(false)
		w.evaluateCoupled()
		for _, way := range []struct {
			name               string
			fill               func(r *newtonRow)
			factor, substitute func() bool
		}{
			{"even", w.addRow, w.factor, w.substitute},
			{"coupled", w.addCoupledRow, w.factorCoupled, w.substituteCoupled},
		} {
			w.clearMatrix()
			w.coupled.upper = resized(w.coupled.upper, len(w.h))
			clear(w.coupled.upper)
			for i := range w.rows {
				way.fill(&w.rows[i])
			}
			h, upper := slices.Clone(w.h), slices.Clone(w.coupled.upper)
			if !way.factor() || !way.substitute() {
				t.Fatalf("case %d, %s: no step", n, way.name)
			}
			step := slices.Clone(w.step)
			for i := range w.filled {
				switch less := w.filled[i] - w.first[6*i]; {
				case less < 0:
					t.Fatalf("case %d, %s: body %d fills columns from %d on, of %d", n, way.name, i, w.filled[i], w.first[6*i])
				case less > 0:
					skipped++
					if less%4 == 0 {
						aligned++
					}
				}
				w.filled[i] = w.first[6*i]
			}
			copy(w.h, h)
			copy(w.coupled.upper, upper)
			if !way.factor() || !way.substitute() || !slices.Equal(step, w.step) {
				t.Fatalf("case %d, %s: the step is another one without what is skipped", n, way.name)
			}
			if slices.IndexFunc(step, func(x [6]float64) bool { return x != [6]float64{} }) < 0 {
				t.Fatalf("case %d, %s: the step is zero", n, way.name)
			}
		}
	}
	if skipped < 200 || aligned == 0 || aligned == skipped {
		t.Errorf("of few bodies columns are skipped: %d, by a multiple of four: %d", skipped, aligned)
	}
}
