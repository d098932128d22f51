package reconstruct

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// gainOf returns the gain of a filter for a sine of a frequency [Hz], by the transfer function of its two passes.
func gainOf(c CFC, frequency, T float64) float64 {
	q := math.Tan(math.Pi*frequency*T) / math.Tan(math.Pi*float64(c)*2.0775*T)
	return 1 / (1 + q*q*q*q)
}

// A sine goes through with the gain of a four-pole Butterworth filter, by the definition of the standard: -3 dB at 5/3
// of the class, and within the corridor of J211 up to the class (+0.5 to -1 dB). It is not shifted.
func TestCFC_GainIsThatOfTheStandard(t *testing.T) {
	const T = 1e-4
	for _, c := range []CFC{CFC60, CFC180} {
		for _, ratio := range []float64{0.01, 0.1, 0.5, 1, 5.0 / 3, 3, 6} {
			f := ratio * float64(c)
			x := make([]float64, 40_000)
			for i := range x {
				x[i] = math.Sin(2 * math.Pi * f * T * float64(i))
			}
			y := append([]float64(nil), x...)
			c.Filter(y, T)
			var in, out float64 // projections in the middle, far from the ends
			for i := 10_000; i < 30_000; i++ {
				in += x[i] * x[i]
				out += x[i] * y[i]
			}
			gain := out / in
			if want := gainOf(c, f, T); math.Abs(gain-want) > 2e-3 {
				t.Errorf("CFC %g at %g Hz: %g, want %g", c, f, gain, want)
			}
			db := 20 * math.Log10(gain)
			if ratio <= 1 && !(db < 0.5 && db > -1) {
				t.Errorf("CFC %g at %g Hz: %g dB is outside the corridor", c, f, db)
			}
			if ratio > 1.6 && ratio < 1.7 && math.Abs(db+3.01) > 0.05 {
				t.Errorf("CFC %g at %g Hz: %g dB", c, f, db)
			}
			if ratio == 6 && db > -35 {
				t.Errorf("CFC %g at %g Hz: %g dB", c, f, db)
			}
		}
		flat := []float64{3, 3, 3, 3, 3}
		c.Filter(flat, T)
		for _, v := range flat {
			near(t, "level", v, 3, 1e-12)
		}
		pulse := make([]float64, 4001)
		pulse[2000] = 1
		c.Filter(pulse, T)
		for i := range 300 {
			near(t, "symmetry", pulse[2000+i], pulse[2000-i], 1e-12)
		}
	}
}

// gauge follows a body of unit inertia that moves with v and w at a time; hits are at given times.
func gauge(t *testing.T, point geom.Vec, step, end float64, at func(time float64) (q geom.Quat, v, w geom.Vec), hits map[int][]record.Event) *Gauge {
	t.Helper()
	m, ok := rigid.NewMass(1, geom.Identity())
	if !ok {
		t.Fatal("mass")
	}
	g := NewGauge(Subject{Object: 0, Mass: m}, "a", "p", point)
	for k := 0; float64(k)*step <= end; k++ {
		q, v, w := at(float64(k) * step)
		f := &record.Frame{Step: int64(k), Time: float64(k) * step, Values: []float64{0, 0, 0, q.W, q.V.X, q.V.Y, q.V.Z, v.X, v.Y, v.Z, w.X, w.Y, w.Z}}
		f.Events = hits[k]
		g.Frame(f)
	}
	return g
}

// A body that heads along +y at 20 m/s loses 10 m/s in an instant: half a sine of 0.1 s, whose peak is 10 π / 0.2 m/s²,
// whose mean over the middle 50 ms is 10 cos(π/4) / 0.05; the occupant has gone 0.6 m when 10 (t/2 - T/(2π) sin(π t/T))
// is that, within the pulse or behind it.
func TestGauge_SpreadsAnImpact(t *testing.T) {
	hit := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.5}
	hit.Before[0].V, hit.After[0].V = geom.Vec{Y: 20}, geom.Vec{Y: 10}
	// Impacts at the same time, with a wall that it scrapes and through a drawbar that reacts, report the same change,
	// which counts once: also where the impacts were rounded, and the drawbar was not.
	also, bar := hit, hit
	also.B, bar.B, bar.Kind = 2, 3, record.Joint
	bar.Before[0].V.Y, bar.After[0].V.X, bar.After[0].W.Z = 20+6e-8, 5e-8, 4e-8
	north := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/2)
	g := gauge(t, geom.Vec{X: 1}, 1.0/240, 2, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		v := 20.0
		if time >= 0.5 {
			v = 10
		}
		return north, geom.Vec{Y: v}, geom.Vec{}
	}, map[int][]record.Event{120: {hit, also, bar}})
	a := g.Accelerometer()
	near(t, "first impact", *a.Hit, 0.5, 0)
	peak := 10 * math.Pi / 0.2 / StandardGravity
	near(t, "CFC 60", a.CFC60.X, -peak, 0.01*peak)
	near(t, "CFC 180", a.CFC180.X, -peak, 0.003*peak)
	near(t, "across", a.CFC180.Y, 0, 1e-9)
	near(t, "when", a.CFC60.Time, 0.55, 2e-4)
	near(t, "ASI", a.Severity.ASI, 10*math.Cos(math.Pi/4)/0.05/StandardGravity/12, 2e-3)
	near(t, "ASI from", a.Severity.ASITime, 0.525, 3e-4)
	// After the pulse the occupant moves at 10 m/s; in it he has gone 0.5 m. So he meets the front at 0.11 s.
	near(t, "OIV", a.Severity.OIV.Longitudinal, 10, 1e-3)
	near(t, "OIV at", a.Severity.OIV.Time, 0.61, 3e-4)
	near(t, "lateral", a.Severity.OIV.Lateral, 0, 1e-9)
	near(t, "ridedown", a.Severity.OIV.RidedownX, 0, 0.01)
}

// A steady push of the world along -y on a body that heads along +x, that is from its left, 100 m/s²: the occupant
// meets the left side after 0.3 m, at sqrt(2 · 0.3 · 100), and is ridden down by 100 m/s². A hit of nothing starts the
// clock.
func TestGauge_OIVOfASteadyAcceleration(t *testing.T) {
	g := gauge(t, geom.Vec{}, 1e-3, 0.5, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		return geom.IdentityQuat(), geom.Vec{Y: -100 * time}, geom.Vec{}
	}, map[int][]record.Event{100: {{Kind: record.Impact, A: 1, B: 0, Time: 0.1}}})
	a := g.Accelerometer()
	near(t, "OIV", a.Severity.OIV.Lateral, math.Sqrt(60), 0.02)
	near(t, "time", a.Severity.OIV.Time, 0.1+math.Sqrt(0.6/100), 2e-4)
	near(t, "ridedown", a.Severity.OIV.RidedownY, -100/StandardGravity, 1e-6)
	near(t, "ASI", a.Severity.ASI, 100/StandardGravity/9, 1e-6)
}

// A point 2 m ahead of the centre of a body that spins at 3 rad/s about z feels w² r towards the centre, and what an
// impact adds to the spin.
func TestGauge_FeelsTheSpin(t *testing.T) {
	hit := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.1}
	hit.Before[0].W, hit.After[0].W = geom.Vec{Z: 3}, geom.Vec{Z: 5}
	g := gauge(t, geom.Vec{X: 2}, 1.0/480, 1, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		w, angle := 3.0, 3*time
		if time >= 0.1 {
			w, angle = 5, 0.3+5*(time-0.1)
		}
		return geom.AxisAngle(geom.Vec{Z: 1}, angle), geom.Vec{}, geom.Vec{Z: w}
	}, map[int][]record.Event{48: {hit}})
	late := g.signal(0.5, 100)
	for _, v := range late {
		near(t, "towards the centre", v.X, -25*2, 0.001)
		near(t, "along", v.Y, 0, 1e-6)
	}
	a := g.Accelerometer()
	near(t, "the kick", a.CFC180.Y, 4*math.Pi/0.2/StandardGravity, 0.05)
	if g.Accelerometer().Severity == nil || len(g.kicks) != 1 {
		t.Error("no severity")
	}
	if b := gauge(t, geom.Vec{}, 0.01, 1, func(float64) (geom.Quat, geom.Vec, geom.Vec) { return geom.IdentityQuat(), geom.Vec{}, geom.Vec{} }, nil).Accelerometer(); b.Hit != nil || b.CFC60 != nil {
		t.Error("readings without impact")
	}
}

// A body is set spinning at 5 rad/s at 0.502 s, and pushed along +x at 0.506 s, in a step of 10 ms from 0.5 s on: it has
// turned by 0.02 rad, not by 0.03.
func TestGauge_TurnsFromImpactToImpactWithinAStep(t *testing.T) {
	spin, push := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.502}, record.Event{Kind: record.Impact, A: 2, B: 0, Time: 0.506}
	spin.After[0].W = geom.Vec{Z: 5}
	push.Before[1], push.After[1] = spin.After[0], record.Twist{V: geom.Vec{X: 3}, W: geom.Vec{Z: 5}}
	g := gauge(t, geom.Vec{}, 0.01, 1, func(float64) (geom.Quat, geom.Vec, geom.Vec) {
		return geom.IdentityQuat(), geom.Vec{}, geom.Vec{}
	}, map[int][]record.Event{51: {spin, push}})
	near(t, "forward", g.kicks[1].dv.X, 3*math.Cos(0.02), 1e-12)
	near(t, "to the right", g.kicks[1].dv.Y, -3*math.Sin(0.02), 1e-12)
}

// A pebble is met at 0.1 s, and a wall, which stops the body from 8 m/s, 6 s later: the larger impact counts, too. One a
// minute and more after the first is beyond what is looked at, and the result says so.
func TestGauge_LooksAtLaterImpacts(t *testing.T) {
	for _, c := range []struct {
		at          int // step of the wall
		until, peak float64
	}{{61, 6.2, -8 * math.Pi / 0.2 / StandardGravity}, {701, 60.1, 0}} {
		pebble, wall := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.1}, record.Event{Kind: record.Impact, A: 0, B: 2, Time: float64(c.at) / 10}
		pebble.Before[0].V, pebble.After[0].V = geom.Vec{X: 8.01}, geom.Vec{X: 8}
		wall.Before[0].V = geom.Vec{X: 8}
		g := gauge(t, geom.Vec{}, 0.1, 80, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
			v := 8.0
			if time < 0.05 {
				v = 8.01
			} else if time > float64(c.at)/10-0.05 {
				v = 0
			}
			return geom.IdentityQuat(), geom.Vec{X: v}, geom.Vec{}
		}, map[int][]record.Event{1: {pebble}, c.at: {wall}})
		a := g.Accelerometer()
		near(t, "until", *a.Until, c.until, 1e-9)
		near(t, "peak", a.CFC60.X, c.peak, 0.2)
	}
}

// A body is pushed along all three of its axes at once: the index adds up the squares of each by its own limit.
func TestGauge_ASIOfThreeAxes(t *testing.T) {
	push := geom.Vec{X: 60, Y: 45, Z: 80}
	g := gauge(t, geom.Vec{}, 1e-3, 0.5, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		return geom.IdentityQuat(), push.Scale(time), geom.Vec{}
	}, map[int][]record.Event{100: {{Kind: record.Impact, A: 1, B: 0, Time: 0.1}}})
	want := math.Hypot(math.Hypot(60.0/12, 45.0/9), 80.0/10) / StandardGravity
	near(t, "ASI", g.Accelerometer().Severity.ASI, want, 1e-6)
}

// A push that grows by 40 m/s³: between the impacts, the signal at a time is the mean of the step around it.
func TestGauge_FollowsASlowAcceleration(t *testing.T) {
	g := gauge(t, geom.Vec{}, 0.01, 1, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		return geom.IdentityQuat(), geom.Vec{X: 20 * time * time}, geom.Vec{}
	}, nil)
	for i, v := range g.signal(0.2, 5000) {
		near(t, "signal", v.X, 40*(0.2+float64(i)/gaugeRate), 40*0.0051)
	}
}

// Half a sine of 3 ms of 1 m/s is short for the filters. Their output at its middle is the integral of its spectrum
// (2T/π cos(π f T) / (1 - (2 f T)²), times the peak π/2T) times their gain.
func TestGauge_FiltersAtItsRate(t *testing.T) {
	hit := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.51}
	hit.Before[0].V = geom.Vec{X: 1}
	g := gauge(t, geom.Vec{}, 0.01, 1, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		v := 1.0
		if time > 0.505 {
			v = 0
		}
		return geom.IdentityQuat(), geom.Vec{X: v}, geom.Vec{}
	}, map[int][]record.Event{50: {{Kind: record.Crush, A: 0, B: 1, Time: 0.507}}, 51: {hit}})
	a := g.Accelerometer()
	for _, c := range []struct {
		class CFC
		got   float64
	}{{CFC60, a.CFC60.X}, {CFC180, a.CFC180.X}} {
		const T, df = 0.003, 0.05
		want := 0.0
		for f := df / 2; f < 5000; f += df {
			want += 2 * df * math.Cos(math.Pi*f*T) / (1 - 4*f*f*T*T) * gainOf(c.class, f, 1.0/gaugeRate)
		}
		want /= StandardGravity
		near(t, "peak", c.got, -want, 0.002*want)
	}
}

// At the start a drawbar gives a car and a trailer a common velocity: that is no impact, and no acceleration. The impact
// that follows is the first, also where it comes through the drawbar alone.
func TestGauge_LeavesOutTheStartOfJoints(t *testing.T) {
	start := record.Event{Kind: record.Joint, A: 0, B: 1}
	start.Before[0].V, start.After[0].V = geom.Vec{X: 20}, geom.Vec{X: 19.5}
	blow := record.Event{Kind: record.Impact, A: 1, B: 2, Time: 0.5}
	bar := record.Event{Kind: record.Joint, A: 0, B: 1, Time: 0.5}
	bar.Before[0].V, bar.After[0].V = geom.Vec{X: 19.5}, geom.Vec{X: 9.5}
	g := gauge(t, geom.Vec{}, 1.0/240, 1, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		v := 20.0
		switch {
		case time >= 0.5:
			v = 9.5
		case time > 0:
			v = 19.5
		}
		return geom.IdentityQuat(), geom.Vec{X: v}, geom.Vec{}
	}, map[int][]record.Event{1: {start}, 120: {blow, bar}})
	a := g.Accelerometer()
	if a.Hit == nil || *a.Hit != 0.5 {
		t.Fatalf("first impact at %v", a.Hit)
	}
	peak := 10 * math.Pi / 0.2 / StandardGravity
	near(t, "CFC 180", a.CFC180.X, -peak, 0.003*peak)
	near(t, "OIV", a.Severity.OIV.Longitudinal, 10, 1e-3)
	still := gauge(t, geom.Vec{}, 1.0/240, 1, func(float64) (geom.Quat, geom.Vec, geom.Vec) {
		return geom.IdentityQuat(), geom.Vec{X: 19.5}, geom.Vec{}
	}, map[int][]record.Event{1: {start}})
	if a := still.Accelerometer(); a.Hit != nil {
		t.Errorf("without an impact the first is at %v", *a.Hit)
	}
}
