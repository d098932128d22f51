package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// roller is a world with an ellipsoid of 10 kg on a floor that it rolls on with the angular velocity w, and what measures its energy: kinetic, and
// potential above the lowest place [J].
func roller(t *testing.T, radii geom.Vec, w mgl64.Vec3, dt float64) (*sim.World, func() float64) {
	t.Helper()
	b, _, err := sim.Compose([]sim.ShapeDef{{Shape: must(geom.NewEllipsoid(radii))}}, 10)
	if err != nil {
		t.Fatal(err)
	}
	b.Name, b.Position, b.AngularVelocity = "ellipsoid", mgl64.Vec3{0, 0, radii.Z}, w
	b.Velocity = w.Cross(b.Position)
	world := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: dt, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 1}}, Bodies: []sim.BodyDef{b}, Statics: []sim.StaticDef{floor(50)},
	})
	in := b.Inertia
	m, ok := rigid.NewMass(b.Mass, geom.Mat3{X: geom.Vec{X: in.At(0, 0)}, Y: geom.Vec{Y: in.At(1, 1)}, Z: geom.Vec{Z: in.At(2, 2)}})
	if !ok {
		t.Fatal("no mass")
	}
	return world, func() float64 {
		s := bodyOf(world, 0)
		return 0.5*b.Mass*s.V.LenSq() + 0.5*m.AngularVelocity(s.Q, s.L).Dot(s.L) + 9.81*b.Mass*(s.X.Z-radii.Z)
	}
}

// TestRoll_EllipsoidsKeepTheirEnergy: of what rolls on a changing radius, straight on or wobbling, no more than 0.3 % of the energy is lost a second at 60 steps a
// second, and 0.15 % at 240, nor 0.1 % gained; measured 0.26 %, 0.12 % and 0.04 %, straight on 0.006 %. With the point of contact at its place of the start of a substep
// they gained up to 2 %.
func TestRoll_EllipsoidsKeepTheirEnergy(t *testing.T) {
	t.Parallel()
	for _, radii := range []geom.Vec{{X: 0.5, Y: 0.4, Z: 0.3}, {X: 0.3, Y: 0.3, Z: 0.25}, {X: 0.6, Y: 0.3, Z: 0.3}} {
		for _, spin := range []mgl64.Vec3{{0, 3, 0}, {0.5, 4, 1}, {3, 0.3, 2}} {
			for dt, loss := range map[float64]float64{1.0 / 60: 0.003, 1.0 / 240: 0.0015} {
				if dt < 0.01 && !long && radii.X != 0.6 {
					continue
				}
				const seconds = 2
				w, energy := roller(t, radii, spin, dt)
				start := energy()
				if n := len(run(t, w, int(math.Round(seconds/dt)), nil)); n > 0 {
					t.Errorf("%v, %v: %d impacts", radii, spin, n)
				}
				if rate := (energy()/start - 1) / seconds; rate < -loss || rate > 0.001 {
					t.Errorf("radii %v, %v rad/s, dt 1/%.0f: energy grows by %.3g of it a second", radii, spin, 1/dt, rate)
				}
			}
		}
	}
}

// TestRoll_EllipseRocksAsLagrangeSays: an ellipsoid that rolls about a principal axis is an ellipse on a line, whose centre is h = sqrt(a² sin² + c² cos²) high and dh/dθ
// beside its contact, so that its kinetic energy is (m (h² + (dh/dθ)²) + I) ω²/2 and the potential m g h. Without enough energy for its long end it
// rocks. Measured: 6e-5 and 7e-6 rad off after 3 s, of the second order in the step.
func TestRoll_EllipseRocksAsLagrangeSays(t *testing.T) {
	const a, c, spin, seconds = 0.5, 0.3, 3.0, 3.0
	accel := func(th, w float64) float64 {
		s, k := math.Sincos(th)
		h := math.Sqrt(a*a*s*s + c*c*k*k)
		h1 := (a*a - c*c) * s * k / h
		h2 := ((a*a-c*c)*(k*k-s*s) - h1*h1) / h
		return -(h1*(h+h2)*w*w + 9.81*h1) / (h*h + h1*h1 + (a*a+c*c)/5)
	}
	// Runge and Kutta's fourth order, at 0.1 ms.
	th, om := 0.0, spin
	const step = 1e-4
	for range int(math.Round(seconds / step)) {
		k1, l1 := om, accel(th, om)
		k2, l2 := om+0.5*step*l1, accel(th+0.5*step*k1, om+0.5*step*l1)
		k3, l3 := om+0.5*step*l2, accel(th+0.5*step*k2, om+0.5*step*l2)
		k4, l4 := om+step*l3, accel(th+step*k3, om+step*l3)
		th, om = th+step/6*(k1+2*k2+2*k3+k4), om+step/6*(l1+2*l2+2*l3+l4)
	}
	var off [2]float64
	for i, dt := range []float64{1.0 / 60, 1.0 / 240} {
		w, _ := roller(t, geom.Vec{X: a, Y: 0.4, Z: c}, mgl64.Vec3{0, spin, 0}, dt)
		run(t, w, int(math.Round(seconds/dt)), nil)
		q := bodyOf(w, 0).Q
		off[i] = math.Abs(2*math.Atan2(q.V.Y, q.W) - th)
		t.Logf("dt 1/%.0f: off by %.3g rad of %.4g, %.4g rad/s", 1/dt, off[i], th, om)
	}
	if off[0] > 1.5e-4 || off[1] > 2e-5 {
		t.Errorf("off by %g and %g rad", off[0], off[1])
	}
}
