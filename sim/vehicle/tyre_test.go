package vehicle

import (
	"math"
	"testing"
)

var slipping = []TyreModel{Fiala, TMeasy, MagicFormula}

// TestTyreAt_HasThePublishedValues: TMeasy's table at 4 and 8 kN, the Magic Formula's D and BCD by hand, and the brush
// model's cubic at half of its slip of full sliding, 7/8 of the peak.
func TestTyreAt_HasThePublishedValues(t *testing.T) {
	near := func(what string, got, want, tol float64) {
		t.Helper()
		if math.Abs(got-want) > tol*math.Abs(want) {
			t.Errorf("%s: %.6g, want %.6g", what, got, want)
		}
	}
	a, b := tyreAt(TMeasy, 4000, 4000, 1.05, 1), tyreAt(TMeasy, 8000, 4000, 1.05, 1)
	near("TMeasy peak at 4 kN", a.force(0.2), 4200, 1e-12)
	near("TMeasy sliding at 4 kN", a.force(5), 4150, 1e-12)
	near("TMeasy slope at 4 kN", a.force(1e-9)/1e-9, 55000, 1e-6)
	near("TMeasy peak at 8 kN", b.force(0.22), 7500, 1e-12)
	near("TMeasy sliding at 8 kN", b.force(1), 7400, 1e-12)
	near("TMeasy slope at 8 kN", b.force(1e-9)/1e-9, 80000, 1e-6)
	m := tyreAt(MagicFormula, 4000, 4000, 0.9226, 1) // (1011 - 22.1·4)·4 = 3690.4 N
	near("Magic Formula peak at 4 kN", m.peak, 3690.4, 1e-12)
	// 1078 sin(1.82 atan(0.832)) = 1078 sin(1.26335) = 1027.5 N a degree
	near("Magic Formula slope at 4 kN", m.slope, 1027.5*180/math.Pi, 2e-4)
	near("Magic Formula at a small slip", m.force(1e-6)/1e-6, m.slope, 1e-6)
	f := tyreAt(Fiala, 4000, 4000, 0.8, 1)
	near("Fiala at half", f.force(1.5*3200/55000), 3200*7.0/8, 1e-12)
	near("Fiala sliding", f.force(1), 3200, 0)
}

// TestSide_RisesToItsPeakAndKeepsItsSlope over friction, load and stiffness: the slope at no slip is that of dry road,
// the largest force is the peak, and no force is negative.
func TestSide_RisesToItsPeakAndKeepsItsSlope(t *testing.T) {
	for _, m := range slipping {
		for _, friction := range []float64{0.05, 0.3, 0.7, 1.1} {
			for _, load := range []float64{1, 1500, 4000, 9000, 40000} {
				for _, stiff := range []float64{0.5, 1, 2} {
					s := tyreAt(m, load, 4000, friction, stiff)
					dry := tyreAt(m, load, 4000, 1, stiff)
					if math.Abs(s.slope-dry.slope) > 1e-12*dry.slope || !(s.peak > 0) || s.slide > s.peak {
						t.Fatalf("%v at %g N: slope %g and %g, peak %g, sliding %g", m, load, s.slope, dry.slope, s.peak, s.slide)
					}
					top := 0.0
					for k := 0; k <= 4000; k++ {
						f := s.force(float64(k) / 1000)
						if !(f >= 0) || f > s.peak*(1+1e-12) || math.IsNaN(f) {
							t.Fatalf("%v: force %g at slip %g, peak %g", m, f, float64(k)/1000, s.peak)
						}
						top = math.Max(top, f)
					}
					if top < 0.98*s.peak {
						t.Errorf("%v friction %g load %g stiffness %g: largest force %g of %g", m, friction, load, stiff, top, s.peak)
					}
				}
			}
		}
	}
}

// TestTyreAt_FrictionFallsWithTheLoad, but for the brush model.
func TestTyreAt_FrictionFallsWithTheLoad(t *testing.T) {
	for _, m := range slipping {
		one, two := tyreAt(m, 4000, 4000, 0.8, 1), tyreAt(m, 8000, 4000, 0.8, 1)
		ratio := two.peak / one.peak
		if m == Fiala && ratio != 2 || m != Fiala && !(ratio > 1.7 && ratio < 1.9) {
			t.Errorf("%v: twice the load gives %g times the force", m, ratio)
		}
		if math.Abs(one.peak-3200) > 1e-9 {
			t.Errorf("%v: friction 0.8 at the static load gives %g N", m, one.peak)
		}
	}
}

// TestTyreAt_IsLinearBeyondTheLargestLoad: there the models' parabolas would fall again.
func TestTyreAt_IsLinearBeyondTheLargestLoad(t *testing.T) {
	for _, m := range slipping {
		most, twice := tyreAt(m, 4000*maxLoading, 4000, 0.8, 1), tyreAt(m, 2*4000*maxLoading, 4000, 0.8, 1)
		for _, c := range [][2]float64{{most.peak, twice.peak}, {most.slide, twice.slide}, {most.slope, twice.slope}} {
			if math.Abs(c[1]-2*c[0]) > 1e-9*c[1] {
				t.Errorf("%v: %g at the largest load, %g at twice that", m, c[0], c[1])
			}
		}
	}
}

func TestParseTyreModel_KnowsItsNames(t *testing.T) {
	for _, m := range append(slipping, Coulomb) {
		if got, err := ParseTyreModel(m.String()); err != nil || got != m {
			t.Errorf("%v: %v, %v", m, got, err)
		}
	}
	if _, err := ParseTyreModel("brush"); err == nil {
		t.Error("brush is taken for a model")
	}
}
