package reconstruct

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// A joint at its limit stops a head from 3 m/s within one step, without an impact. Whatever the step is, it has the criterion of
// half a sine as long as the accelerometer's pulse, and without one none; what only a vehicle's accelerometer reads stays as it is.
func TestGauge_StopsWithinAStepAreImpulses(t *testing.T) {
	const T, dv = 0.012, 3.0
	A := dv * math.Pi / (2 * T) / StandardGravity
	want := 0.4146 * math.Pow(A, 2.5) * T
	for _, step := range []float64{1.0 / 240, 1e-3, 1.0 / 4000} {
		at := math.Round(0.2/step)*step + step/2
		move := func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
			if time < at {
				return geom.IdentityQuat(), geom.Vec{Y: dv}, geom.Vec{}
			}
			return geom.IdentityQuat(), geom.Vec{}, geom.Vec{}
		}
		l := evaluated(t, T, step, 0.5, move, nil)
		near(t, "HIC15", *l.Load.HIC15.Value, want, 0.01*want)
		near(t, "begins", l.Load.HIC15.From, at-step/2+T/6, 4e-4)
		near(t, "assumed", *l.Load.HIC15.AssumedPulse, T, 0)
		if l.Hit != nil || l.Load.HIC15.Step != nil || l.Severity != nil {
			t.Errorf("step %g s: %+v", step, l.Load)
		}
		if l := evaluated(t, 0, step, 0.5, move, nil).Load; l.HIC15.Value != nil || !l.HIC15.Unknown || l.Clip.Level != nil {
			t.Errorf("step %g s: %+v of a stop whose length nobody knows", step, l.HIC15)
		}
		g := gauge(t, geom.Vec{}, step, 0.5, move, nil)
		g.Evaluate(Evaluation{Criteria: VehicleCriteria, Pulse: T, Step: step})
		if h := g.withStops(); h != g {
			t.Error("stops of a vehicle")
		}
	}
}

// What springs do is left as it is: half a sine of five steps and more, and a force that begins and ends at once but stays
// for three.
func TestGauge_PulsesOfSeveralStepsAreNoStops(t *testing.T) {
	const step = 1e-3
	for _, n := range []float64{5, 12, 40} {
		g := gauge(t, geom.Vec{}, step, 0.4, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
			x := math.Max(0, math.Min(1, (time-0.1003)/(n*step)))
			return geom.IdentityQuat(), geom.Vec{Z: 4 * (1 - math.Cos(math.Pi*x))}, geom.Vec{}
		}, nil)
		g.Evaluate(Evaluation{Criteria: LoadCriteria, Step: step})
		if s := g.withStops().stops; len(s) != 0 {
			t.Errorf("half a sine of %g steps: %+v", n, s)
		}
	}
	for n := 1; n <= 4; n++ {
		g := gauge(t, geom.Vec{}, step, 0.4, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
			return geom.IdentityQuat(), geom.Vec{X: 800 * math.Max(0, math.Min(float64(n)*step, time-0.1))}, geom.Vec{}
		}, nil)
		g.Evaluate(Evaluation{Criteria: LoadCriteria, Step: step})
		sum := geom.Vec{}
		s := g.withStops()
		for _, p := range s.stops {
			sum = sum.Add(p.dv)
		}
		switch {
		case n < 3 && math.Abs(sum.X-0.8*float64(n)) > 1e-9:
			t.Errorf("%d steps: stops of %v", n, sum)
		case n >= 3 && len(s.stops) > 0:
			t.Errorf("%d steps: %+v", n, s.stops)
		}
	}
}

// A step is a stop from three times the median on, and from 50 mm/s on, in any direction.
func TestGauge_StopsFromTheirBoundsOn(t *testing.T) {
	const h = 1e-3
	for _, c := range []struct {
		usual, step float64 // accelerations [m/s²]
		stop        bool
	}{
		{100, 295, false}, {100, 305, true}, {100, -95, false}, {100, -105, true}, {-100, -305, true}, {-100, -295, false},
		{0, 49, false}, {0, 51, true}, {0, -49, false}, {0, -51, true},
	} {
		g := &Gauge{asked: Evaluation{Criteria: LoadCriteria, Step: h}}
		for k := range 9 {
			a := geom.Vec{Y: c.usual}
			if k == 4 {
				a.Y = c.step
			}
			g.times, g.slow = append(g.times, float64(k+1)*h), append(g.slow, a)
		}
		switch s := g.withStops(); {
		case (len(s.stops) == 1) != c.stop || len(s.stops) > 1:
			t.Errorf("%g m/s² among %g: %+v", c.step, c.usual, s.stops)
		case c.stop:
			near(t, "stop", s.stops[0].dv.Y, (c.step-c.usual)*h, 1e-9)
			near(t, "when", s.stops[0].time, 4*h, 1e-12)
			near(t, "left", s.slow[4].Y, c.usual, 1e-12)
		}
	}
}
