package reconstruct

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// A result is told to be of assumed pulses, of steps, or not to be known, from a twentieth of the change of velocity of its window on.
func TestBasis_CountsFromATwentiethOn(t *testing.T) {
	const step = 4e-3
	for _, c := range []struct{ fast, known, guessed float64 }{ // shares of 1 m/s
		{0.049, 1, 0}, {0.051, 1, 0}, {0.949, 1, 0}, {0.951, 1, 0}, {0.049, 0, 1}, {0.051, 0, 1}, {0.5, 0.902, 0.098}, {0.5, 0.898, 0.102},
	} {
		g := &Gauge{asked: Evaluation{Step: step}, times: []float64{0.5, 1}, slow: []geom.Vec{{X: 1 - c.fast}, {Y: c.fast - 1}}}
		for i, share := range []float64{c.known, c.guessed} {
			if share > 0 {
				g.kicks = append(g.kicks, velocityJump{time: 0.2, length: 0.1, dv: geom.Vec{Z: c.fast * share}, given: i == 0})
			}
		}
		b := g.basis(0, 1)
		if (b.AssumedPulse != nil) != (c.fast > 0.05) || (b.Step != nil) != (c.fast < 0.95) || b.guessed != (c.fast*c.guessed > 0.05) || b.Unknown != b.guessed {
			t.Errorf("%+v: %+v", c, b)
		}
	}
}

// What a peak is made of is what acts within a millisecond before and behind it: half a sine of 0.6 ms, which takes something from
// a peak of 20 ms, as an impulse, is or is not.
func TestGauge_PeakIsOfAMillisecondAboutIt(t *testing.T) {
	const h = 1e-4
	for _, c := range []struct {
		after float64 // from the peak to the middle of it [s]
		made  bool
	}{{-0.75e-3, true}, {-1.2e-3, false}, {0.75e-3, true}, {1.2e-3, false}} {
		g := &Gauge{asked: Evaluation{Criteria: LoadCriteria, Step: h}}
		for k := range 1200 {
			g.times, g.slow = append(g.times, float64(k+1)*h), append(g.slow, geom.Vec{X: math.Max(0, 400-10*math.Abs(float64(k)-1000))})
		}
		peak := g.Accelerometer().Load.CFC1000
		if peak.AssumedPulse != nil || math.Abs(peak.Time-0.10005) > 4e-4 {
			t.Fatalf("%+v", peak)
		}
		const length = 0.2e-3
		g.kicks = append(g.kicks, velocityJump{time: peak.Time + c.after - length/2, length: length, dv: geom.Vec{Y: 0.06}, given: true})
		o, _ := g.outputs()
		if l := g.load(&o).CFC1000; (l.AssumedPulse != nil) != c.made {
			t.Errorf("%g s from a peak at %g s: %+v", c.after, peak.Time, l)
		}
	}
}

// Two blows, half sines of 4 ms, count as one in which a level is exceeded for 3 ms in sum, 1.5 ms each, where both are within 0.2 s.
func TestGauge_ClipIsOfAFifthOfASecond(t *testing.T) {
	const T, dv = 4e-3, 1.0
	A := dv * math.Pi / (2 * T) / StandardGravity
	for _, c := range []struct{ apart, share float64 }{{0.197, 1.5}, {0.204, 3}} {
		g := &Gauge{asked: Evaluation{Criteria: LoadCriteria, Step: 1e-3}}
		for k := range 400 {
			g.times, g.slow = append(g.times, float64(k+1)*1e-3), append(g.slow, geom.Vec{})
		}
		for _, at := range []float64{0.05, 0.05 + c.apart} {
			g.kicks = append(g.kicks, velocityJump{time: at, length: T, dv: geom.Vec{Y: dv}, given: true})
		}
		want := A * math.Cos(math.Pi*c.share*1e-3/(2*T))
		near(t, "3 ms", *g.Accelerometer().Load.Clip.Level, want, 0.03*want)
	}
}
