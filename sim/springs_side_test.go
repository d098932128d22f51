package sim_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// sided is a body of 2 kg that moves at 3 m/s from 0.5 m on along a spring of 1 m to the world, with the natural frequency omega.
// The rope is reached from within, the buffer from 1.5 m on.
func sided(only sim.SpringSide, omega, zeta, step float64) *sim.Definition {
	b := dice(2)
	b.Position, b.Velocity = mgl64.Vec3{0.5, 2, 1}, mgl64.Vec3{3, 0, 0}
	if only == sim.PushOnly {
		b.Position[0], b.Velocity[0] = 1.5, -3
	}
	return &sim.Definition{
		Settings: sim.Settings{Step: step, SleepTime: -1}, Bodies: []sim.BodyDef{b},
		Springs: []sim.SpringDef{{A: sim.WorldEnd, B: 0, AtA: mgl64.Vec3{0, 2, 1}, Length: 1, Stiffness: 2 * omega * omega, Damping: 2 * 2 * zeta * omega, Only: only}},
	}
}

// TestSprings_ActToOneSide: a rope leaves a body alone until it is taut, a buffer until it is reached; half a swing later the
// body leaves as fast as it came, at the time of the closed form. With a damper it leaves when the force would turn round,
// with the speed that a damped swing has there.
func TestSprings_ActToOneSide(t *testing.T) {
	const omega, v0 = 20.0, 3.0
	for _, only := range []sim.SpringSide{sim.PullOnly, sim.PushOnly} {
		for _, zeta := range []float64{0, 0.2, 0.6} {
			d := omega * math.Sqrt(1-zeta*zeta)
			swing := func(t float64) (x, v float64) {
				e := v0 * math.Exp(-zeta*omega*t)
				return e / d * math.Sin(d*t), e * (math.Cos(d*t) - zeta*omega/d*math.Sin(d*t))
			}
			from, to := 0.0, math.Pi/d
			for range 60 { // until omega² x + 2 zeta omega v is zero
				mid := 0.5 * (from + to)
				if x, v := swing(mid); omega*omega*x+2*zeta*omega*v > 0 || v > 0 {
					from = mid
				} else {
					to = mid
				}
			}
			x1, v1 := swing(from)
			for _, n := range []int{240, 251, 977, 4000} { // steps in the second: several phases of the step at which it is taut
				w := mustWorld(t, sided(only, omega, zeta, 1/float64(n)))
				if e := w.Frame().Ledger.Potential; e != 0 {
					t.Errorf("only %v: %g J in a spring that is free", only, e)
				}
				steps := n * 8 / 10 // before the rope is taut beyond its other end
				balance(t, w, steps)
				x, v := value(w, 0, "x", 0)-1, value(w, 0, "v", 0)
				if only == sim.PushOnly {
					x, v = -x, -v
				}
				want := x1 + v1*(float64(steps)/float64(n)-0.5/v0-from)
				// A step acts whole or not at all: half a step of the damper's force, c v0, where the rope becomes taut; the spring's
				// force is of first order there, and the phase of the scheme of second.
				h := omega / float64(n)
				if bound := (zeta*h + h*h) * v0; math.Abs(v-v1) > bound || math.Abs(x-want) > bound*(1-0.5/v0) {
					t.Errorf("only %v, zeta %g, %d steps: %g m/s and %g m, want %g and %g", only, zeta, n, v, x, v1, want)
				}
			}
		}
	}
}

// TestSprings_DamperOfARopeOnlyPulls: a damper without stiffness slows what parts, and lets come what comes; that of a buffer
// the other way round.
func TestSprings_DamperOfARopeOnlyPulls(t *testing.T) {
	for _, only := range []sim.SpringSide{sim.PullOnly, sim.PushOnly} {
		for _, v := range []float64{3, -3} {
			def := sided(only, 0, 0, 1.0/240)
			def.Bodies[0].Position[0], def.Bodies[0].Velocity[0] = 5, v
			def.Springs[0].Length, def.Springs[0].Damping = 1, 4
			if only == sim.PushOnly {
				def.Springs[0].Length = 9
			}
			w := mustWorld(t, def)
			run(t, w, 120, nil)
			want := v
			if (v > 0) == (only == sim.PullOnly) {
				want = v * math.Exp(-2*0.5)
			}
			if got := value(w, 0, "v", 0); math.Abs(got-want) > 1e-4 {
				t.Errorf("only %v: from %g to %g m/s, want %g", only, v, got, want)
			}
		}
	}
}

func TestNew_RefusesSidesOfSprings(t *testing.T) {
	def := sided(sim.PushOnly, 1, 0, 0.01)
	def.Springs[0].Length = 0
	if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), "it would never push") {
		t.Error(err)
	}
	def.Springs[0].AtA, def.Springs[0].Length = def.Bodies[0].Position, -1 // that at the start
	if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), "it would never push") {
		t.Error(err)
	}
	def.Springs[0].Only, def.Springs[0].Length = 7, 1
	if _, err := sim.New(def); err == nil || !strings.Contains(err.Error(), "only: there is no side 7") {
		t.Error(err)
	}
}
