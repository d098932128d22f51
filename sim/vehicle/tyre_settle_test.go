package vehicle

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// settled is the sedan on level road at a velocity, its wheels braked by a share, after Settle; heavy makes it so heavy that its
// tyres do not move it within the step.
func settled(t *testing.T, m TyreModel, vel geom.Vec, brake float64, heavy bool) (*Vehicle, []Grip) {
	t.Helper()
	def := sedan()
	for i := range def.Wheels {
		def.Wheels[i].Tyre = m
	}
	v := mustNew(t, def)
	return v, settle(v, vel, brake, heavy)
}

func settle(v *Vehicle, vel geom.Vec, brake float64, heavy bool) []Grip {
	pose := level(0.5)
	m := Motion{V: vel, InvMass: 1.0 / 1500, Inv: geom.Mat3{X: geom.Vec{X: 1.0 / 600}, Y: geom.Vec{Y: 1.0 / 2400}, Z: geom.Vec{Z: 1.0 / 2400}}, Step: 1.0 / 240}
	if heavy {
		m.InvMass, m.Inv = 1e-12, geom.Mat3{}
	}
	grips := make([]Grip, len(v.Wheels))
	v.OpenHolds()
	for i := range v.Wheels {
		ground := road(v.Probe(i, pose))
		grips[i], _ = v.Grip(i, pose, &ground, geom.Vec{}, Input{Brake: brake})
		v.AddHold(&grips[i], grips[i].P.Sub(pose.P), 0)
	}
	v.Settle(&m)
	return grips
}

// TestSettle_CutsTheSideForceByTheEllipse: at a slip of 0.05 and braked with a share q of the friction the side force is sqrt(1 - q²) of the
// tyre's curve, against the slip, and the limit that of both forces together.
func TestSettle_CutsTheSideForceByTheEllipse(t *testing.T) {
	for _, m := range slipping {
		for _, q := range []float64{0, 0.3, 0.6, 0.9} {
			for _, sign := range []float64{1, -1} {
				v, grips := settled(t, m, geom.Vec{X: 20, Y: sign}, q, true)
				for i, g := range grips {
					c := tyreAt(m, g.Load, v.Wheels[i].Load, 0.8, 1)
					want := math.Sqrt(1-q*q) * c.force(0.05)
					if got := v.holds[i].side; math.Abs(got+sign*want) > 1e-6*want {
						t.Errorf("%v braked %g: side force %g, want %g", m, q, got, -sign*want)
					}
					if want = math.Hypot(want, q*c.peak); math.Abs(g.Limit-want) > 1e-6*want || math.Abs(g.Braking-q*c.peak) > 1e-6*want {
						t.Errorf("%v braked %g: limit %g and braking %g, want %g and %g", m, q, g.Limit, g.Braking, want, q*c.peak)
					}
				}
			}
		}
	}
}

// TestSettle_NeverReversesTheSlip: from crawling to 80 m/s the side forces of a step take the slip down, never beyond zero, however stiff the tyre is for
// the step; standing still every wheel has the whole circle.
func TestSettle_NeverReversesTheSlip(t *testing.T) {
	for _, m := range slipping {
		for _, speed := range []float64{0.6, 1, 3, 10, 80} {
			v, _ := settled(t, m, geom.Vec{X: speed, Y: 0.02 * speed}, 0, false)
			sum := 0.0
			for i := range v.holds {
				sum += v.holds[i].side
			}
			after := 0.02*speed + sum/1500/240
			if !(sum < 0) || after < -1e-9 {
				t.Errorf("%v at %g m/s: side speed %g after the step", m, speed, after)
			}
		}
		_, grips := settled(t, m, geom.Vec{X: 0.1}, 0.2, false)
		for _, g := range grips {
			if math.Abs(g.Limit-0.8*g.Load) > 1e-6*g.Limit {
				t.Errorf("%v standing: limit %g at load %g", m, g.Limit, g.Load)
			}
		}
	}
}

// TestSettle_LockedWheelsSlide with the friction of sliding, whatever their direction.
func TestSettle_LockedWheelsSlide(t *testing.T) {
	for _, m := range slipping {
		for _, vel := range []geom.Vec{{X: 20}, {Y: -5}, {X: -3, Y: 4}} {
			v, grips := settled(t, m, vel, 1, false)
			for i, g := range grips {
				c := tyreAt(m, g.Load, v.Wheels[i].Load, 0.8, 1)
				if g.Limit != g.Braking || math.Abs(g.Limit-c.slide) > 1e-9*c.slide {
					t.Errorf("%v at %v: limit %g, braking %g, sliding %g", m, vel, g.Limit, g.Braking, c.slide)
				}
			}
		}
	}
}

func BenchmarkSettle(b *testing.B) {
	def := sedan()
	for i := range def.Wheels {
		def.Wheels[i].Tyre = TMeasy
	}
	v, err := New(&def, 1500, 9.81)
	if err != nil {
		b.Fatal(err)
	}
	grips := settle(v, geom.Vec{X: 20, Y: 0.5}, 0, false)
	m := Motion{V: geom.Vec{X: 20, Y: 0.5}, InvMass: 1.0 / 1500, Step: 1.0 / 240}
	b.ReportAllocs()
	for b.Loop() {
		v.OpenHolds()
		for i := range grips {
			v.AddHold(&grips[i], geom.Vec{X: 1}, 0)
		}
		v.Settle(&m)
	}
}

func TestSettle_AllocatesNothing(t *testing.T) {
	v, grips := settled(t, TMeasy, geom.Vec{X: 20, Y: 0.5}, 0, false)
	m := Motion{V: geom.Vec{X: 20, Y: 0.5}, InvMass: 1.0 / 1500, Step: 1.0 / 240}
	if n := testing.AllocsPerRun(100, func() {
		v.OpenHolds()
		for i := range grips {
			v.AddHold(&grips[i], geom.Vec{X: 1}, 0)
		}
		v.Settle(&m)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
