package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// firstImpact steps until the first impact, at most n times.
func firstImpact(t *testing.T, w *sim.World, n int) record.Event {
	t.Helper()
	for range n {
		if impacts := run(t, w, 1, nil); len(impacts) > 0 {
			return impacts[0]
		}
	}
	t.Fatal("no impact")
	return record.Event{}
}

var ground = sim.StaticDef{Name: "floor", Half: mgl64.Vec3{5, 5, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}}

// diagonal returns a diagonal tensor.
func diagonal(x, y, z float64) mgl64.Mat3 { return mgl64.Diag3(mgl64.Vec3{x, y, z}) }

// TestLaws_TurningRodAndSquareFallOnAPlane compares the time of the first contact with the closed forms of a rod of
// length 1 and a square of side 1, which turn with 7 rad/s from 0.3 rad on and fall from 2 m: to 2e-9 s, whatever the
// step.
func TestLaws_TurningRodAndSquareFallOnAPlane(t *testing.T) {
	const g = 9.81
	for _, c := range []struct {
		name     string
		half     mgl64.Vec3
		v, g     float64
		printed  float64
		atom     float64 // what the thickness of the rod, which has none in the closed form, may change [s]
		lowestAt func(theta float64) float64
	}{
		{"rod falls", mgl64.Vec3{0.5, 0.1, 1e-7}, 0, g, 0.5629715809847862, 5e-8, nil},
		{"square falls", mgl64.Vec3{0.5, 0.5, 0.5}, 0, g, 0.5134817213947417, 0, nil},
		{"rod at constant speed", mgl64.Vec3{0.5, 0.1, 1e-7}, -3, 0, 0.5354416482669, 5e-8, nil},
		{"square at constant speed", mgl64.Vec3{0.5, 0.5, 0.5}, -3, 0, 0.4541900067612, 0, nil},
	} {
		// The lowest point of the box at the angle theta about y.
		gap := func(time float64) float64 {
			s, cs := math.Sincos(0.3 + 7*time)
			return 2 + c.v*time - c.g*time*time/2 - c.half[0]*math.Abs(s) - c.half[2]*math.Abs(cs)
		}
		// The first root, by small steps and bisection.
		exact := 0.0
		for gap(exact) > 0 {
			exact += 1e-5
		}
		lo, hi := exact-1e-5, exact
		for range 60 {
			if m := (lo + hi) / 2; gap(m) > 0 {
				lo = m
			} else {
				hi = m
			}
		}
		if math.Abs(hi-c.printed) > c.atom+1e-12 {
			t.Fatalf("%s: the test's closed form gives %.13f, printed is %.13f", c.name, hi, c.printed)
		}
		for _, step := range []float64{1e-3, 1.0 / 60, 0.7} {
			w := mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Step: step, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -c.g}},
				Statics:  []sim.StaticDef{ground},
				Bodies: []sim.BodyDef{{
					Name: "body", Half: c.half, Mass: 1, Inertia: diagonal(1.0/12, 1.0/12, 1.0/12),
					Position: mgl64.Vec3{0, 0, 2}, Velocity: mgl64.Vec3{0, 0, c.v},
					Attitude: geom.AxisAngle(geom.Vec{Y: 1}, 0.3).MGL(), AngularVelocity: mgl64.Vec3{0, 7, 0},
				}},
			})
			e := firstImpact(t, w, int(1/step)+2)
			// Bodies touch when they are nearer than 2e-9 of the floor's half length of 5 m.
			if d := hi - e.Time; math.Abs(d) > 1.01e-8/e.Closing {
				t.Errorf("%s, step %v s: first contact at %.13f, exact %.13f (%.2g)", c.name, step, e.Time, hi, d)
			}
			closing := -(gap(hi+1e-7) - gap(hi-1e-7)) / 2e-7
			if math.Abs(e.Closing-closing) > 1e-5 {
				t.Errorf("%s: closing at %v m/s, the slope of the gap is %v", c.name, e.Closing, closing)
			}
		}
	}
}

// TestLaws_UnequalChain sends a speed through a chain of bodies each half as heavy as the one before, with small gaps:
// the last one leaves with (4/3)^4.
func TestLaws_UnequalChain(t *testing.T) {
	for _, gap := range []float64{0.01, 1e-5} {
		def := &sim.Definition{Settings: sim.Settings{SleepTime: -1, ImpactSpeed: -1}, Materials: []sim.Material{{Restitution: 1}}}
		for i := range 5 {
			b := sim.BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: math.Ldexp(1, -i), Position: mgl64.Vec3{float64(i) * (0.5 + gap)}}
			if i == 0 {
				b.Velocity = mgl64.Vec3{1}
			}
			def.Bodies = append(def.Bodies, b)
		}
		w := mustWorld(t, def)
		impacts := run(t, w, 40, nil)
		if v := value(w, 4, "v", 0); math.Abs(v-3.1604938271604937) > 1e-14 {
			t.Errorf("gap %v: the last body leaves with %.16f m/s", gap, v)
		}
		if len(impacts) != 4 {
			t.Errorf("gap %v: %d impacts", gap, len(impacts))
		}
	}
}

// TestLaws_RodOnTheFloor drops rods on a tip and compares impulse, spin and energy with the rows for a thin rod. The
// boxes are a micrometre thick.
func TestLaws_RodOnTheFloor(t *testing.T) {
	strike := func(degrees, vx, e, mu float64) (*sim.World, record.Event) {
		angle := degrees * math.Pi / 180
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{SleepTime: -1},
			Materials: []sim.Material{{Restitution: e, Friction: mu}},
			Statics:   []sim.StaticDef{ground},
			Bodies: []sim.BodyDef{{
				Name: "rod", Half: mgl64.Vec3{0.5, 0.01, 1e-6}, Mass: 1, Inertia: diagonal(1.0/12, 1.0/12, 1.0/12),
				// The tip at -x is the lower one.
				Attitude: geom.AxisAngle(geom.Vec{Y: 1}, -angle).MGL(),
				Position: mgl64.Vec3{0, 0, 0.5*math.Sin(angle) + 1e-6*math.Cos(angle) + 0.001}, Velocity: mgl64.Vec3{vx, 0, -1},
			}},
		})
		return w, firstImpact(t, w, 5)
	}
	for _, c := range []struct{ mu, w, jn float64 }{
		{0, -2.398224195, 0.461538462},
		{0.3, -2.252999472, 0.524422611},
		{1, -1.948557159, 0.65625},
	} {
		_, e := strike(30, 0, 0.5, c.mu)
		// The row's spin is about z with the rod in the xy plane; here it is about -y. The thickness changes 1e-6 of
		// it.
		if got := -e.After[0].W.Y; math.Abs(got-c.w) > 1e-5 {
			t.Errorf("mu %v: w = %.9f, want %.9f", c.mu, got, c.w)
		}
		if got := e.Impulse.Z; math.Abs(got-c.jn) > 3e-6 {
			t.Errorf("mu %v: J_n = %.9f, want %.9f", c.mu, got, c.jn)
		}
	}
	_, e := strike(66.191419, 0.06598461, 0.98361490, 0.29448759)
	energy := func(v [2]record.Twist) float64 { return 0.5*v[0].V.LenSq() + 0.5/12*v[0].W.LenSq() }
	if f := energy(e.After) / energy(e.Before); math.Abs(f-0.975) > 0.0005 {
		t.Errorf("energy trap: the energy becomes %.6f of what it was", f)
	}
}
