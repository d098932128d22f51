package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// onTable is one body on a floor of z = 0 with the given material.
func onTable(t testing.TB, dt, slope float64, m sim.Material, b sim.BodyDef) *sim.World {
	return mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(slope), Step: dt, SleepTime: -1},
		Materials: []sim.Material{m}, Bodies: []sim.BodyDef{b}, Statics: []sim.StaticDef{floor(50)},
	})
}

// rollingBall is a ball of 2 kg and 0.5 m on the floor.
func rollingBall(v, w mgl64.Vec3) sim.BodyDef {
	b := ballOf(0.5, 2)
	b.Position, b.Velocity, b.AngularVelocity = mgl64.Vec3{0, 0, 0.5}, v, w
	return b
}

// near fails where got is off by more than tol.
func near(t *testing.T, what string, dt, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s, step %.5f s: %.12g, want %.12g ± %.1g", what, dt, got, want, tol)
	}
}

// gridded is 1e-9 and how far the grid of what is in contact, 2⁻³² m/s at most with the default residual, can take a
// velocity in n steps: half a grain in each, and always to the same side where the acceleration is constant.
func gridded(n float64) float64 { return 1e-9 + n*0x1p-33 }

// TestLaws_SlideToRollAndIncline: a ball that slides at 5 m/s with mu 0.2 rolls after 0.728 s and 3.12 m at 5/7 of it;
// on 30° with mu 0.1 it slips at g (sin - mu cos) and spins up at 5/2 mu g cos/R. Errors are of the grid but for the
// substep in which slip ends, measured 3.5e-7 m at 1/60 s and 5e-9 m at 1/240 s.
func TestLaws_SlideToRollAndIncline(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		w := onTable(t, dt, 0, sim.Material{Friction: 0.2}, rollingBall(mgl64.Vec3{5, 0, 0}, mgl64.Vec3{}))
		for w.Frame().Time < 2 {
			run(t, w, 1, nil)
		}
		near(t, "rolling", dt, value(w, 0, "v", 0), 3.5714285714286, gridded(2/dt))
		near(t, "rolling", dt, value(w, 0, "x", 0), 3.1205142607502+(w.Frame().Time-0.7281199941750)*25/7, 1e-6)
		w = onTable(t, dt, math.Pi/6, sim.Material{Friction: 0.1}, rollingBall(mgl64.Vec3{}, mgl64.Vec3{}))
		for w.Frame().Time < 1 {
			run(t, w, 1, nil)
		}
		near(t, "incline, a", dt, value(w, 0, "v", 0)/w.Frame().Time, 4.0554290789, gridded(1/dt))
		near(t, "incline, R w'", dt, 0.5*value(w, 0, "L", 1)/(0.4*2*0.25)/w.Frame().Time, 2.1239273028, gridded(1/dt))
	}
}

// TestLaws_BlockSliding is Potra's block (2006): 0.3 × 0.3 × 0.1 m, 1 kg, mu 0.8, under 8 cos t N. Measured errors of
// x: up to 1.4e-5, 8e-6, 4e-6 m at 1/60, 1/120, 1/240 s, in the end 5e-6, 8e-6, 4e-7: the substep in which it sticks or
// lets go is not cut.
func TestLaws_BlockSliding(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		def := &sim.Definition{Settings: sim.Settings{Gravity: tilt(0), Step: dt, SleepTime: -1}, Materials: []sim.Material{{Friction: 0.8}},
			Bodies:  []sim.BodyDef{{Name: "block", Half: mgl64.Vec3{0.15, 0.15, 0.05}, Mass: 1, Position: mgl64.Vec3{0, 0, 0.05}}},
			Statics: []sim.StaticDef{floor(50)}}
		f := sim.ForceDef{}
		for k := range 2001 {
			at := float64(k) * 0.005
			f.Program = append(f.Program, sim.ForceAt{Time: at, Force: mgl64.Vec3{8 * math.Cos(at), 0, 0}})
		}
		def.Forces = []sim.ForceDef{f}
		w := mustWorld(t, def)
		slips := []float64{} // times from which on it slips and sticks, in turn
		run(t, w, int(math.Round(10/dt)), func() {
			if slow := math.Abs(value(w, 0, "v", 0)) < 1e-5; slow == (len(slips)%2 == 1) {
				slips = append(slips, w.Frame().Time)
			}
		})
		near(t, "x(10)", dt, value(w, 0, "x", 0), -0.008697167, 1e-3*dt)
		// At the end of the step; it takes 3.6 ms to get as fast.
		if len(slips) != 8 {
			t.Fatalf("step %g: it slips and sticks from %v on", dt, slips)
		}
		for k, want := range []float64{0, 0.338608185, 2.946346791, 3.532834609} {
			near(t, "slips or sticks", dt, slips[k], want+dt/2, dt/2+4e-3)
		}
	}
}

// TestLaws_Topples: a block of 0.4 × 1 m topples on slopes above atan 0.4, mu 0.9, and stands below.
func TestLaws_Topples(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, deg := range []float64{-0.02, 0.02} {
			w := onTable(t, dt, math.Atan(0.4)+deg*math.Pi/180, sim.Material{Friction: 0.9},
				sim.BodyDef{Name: "block", Half: mgl64.Vec3{0.2, 0.3, 0.5}, Mass: 5, Position: mgl64.Vec3{0, 0, 0.5}})
			run(t, w, int(4/dt), nil)
			if turned := 2 * math.Asin(math.Min(1, bodyOf(w, 0).Q.V.Len())); deg < 0 && turned > 1e-9 || deg > 0 && turned < 0.1 {
				t.Errorf("step %g: %+g° from the angle it has turned by %g rad", dt, deg, turned)
			}
		}
	}
}

// tripSpeed returns the least speed at which a box that slides without friction falls over a curb of the given height,
// between lo and hi, to 2⁻⁹ of their distance, or, without the tag long, 2⁻⁷.
func tripSpeed(t *testing.T, dt, curb float64, half mgl64.Vec3, m, inertia, lo, hi float64) float64 {
	trips := func(v float64) bool {
		w := mustWorld(t, &sim.Definition{
			Settings: sim.Settings{Gravity: tilt(0), Step: dt, SleepTime: -1}, Materials: []sim.Material{{}},
			Bodies: []sim.BodyDef{{Name: "box", Half: half, Mass: m, Inertia: diagonal(inertia, inertia, inertia),
				Position: mgl64.Vec3{-half[0] - 0.3, 0, half[2]}, Velocity: mgl64.Vec3{v, 0, 0}}},
			Statics: []sim.StaticDef{floor(50), {Name: "curb", Half: mgl64.Vec3{0.5, 9, curb / 2}, Position: mgl64.Vec3{0.5, 0, curb / 2}}},
		})
		for w.Frame().Time < 3 {
			run(t, w, 1, nil)
			if s := bodyOf(w, 0); s.X.X > 0 {
				return true
			} else if s.L.Y < -0.01*inertia {
				return false
			}
		}
		return false
	}
	if trips(lo) || !trips(hi) {
		t.Errorf("step %g, curb %g: trips at %g: %v, at %g: %v", dt, curb, lo, trips(lo), hi, trips(hi))
		return math.NaN()
	}
	halves := 7
	if geomtest.Long {
		halves = 9
	}
	for range halves {
		if mid := (lo + hi) / 2; trips(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return (lo + hi) / 2
}

// TestLaws_TripSpeed slides boxes against a curb that holds their lower edge: from w = m h v/I about it, and I w²/2 = m
// g (d - h). The formulas are for a curb of no height: what one of height c does is extrapolated from two. The substeps
// in which the box turns about its edge change its energy: measured 5.3e-4 and 1.5e-4 of the speed at 1/60 and 1/240 s for
// the cube, 8.6e-4 and 5.5e-4 for the other.
func TestLaws_TripSpeed(t *testing.T) {
	t.Parallel()
	for n, c := range []struct {
		half             mgl64.Vec3
		m, inertia, want float64
	}{{mgl64.Vec3{0.5, 0.5, 0.5}, 1, 1.0 / 6, 3.29178170474}, {mgl64.Vec3{0.75, 2, 0.55}, 1500, 500, 5.43498249766}} {
		for l, dt := range []float64{1.0 / 60, 1.0 / 240} {
			if (n+l)%2 == 0 && !geomtest.Long {
				continue
			}
			var v [2]float64
			for k, curb := range []float64{0.004, 0.002} {
				v[k] = tripSpeed(t, dt, curb, c.half, c.m, c.inertia, c.want, 1.012*c.want)
			}
			got := 2*v[1] - v[0]
			t.Logf("step %.5f s: %.6f m/s with 4 mm, %.6f with 2 mm, off by %.2e", dt, v[0], v[1], got/c.want-1)
			near(t, "trip speed", dt, got, c.want, (6e-4+0.03*dt)*c.want)
		}
	}
}

// TestLaws_RollingResistance: a ball of radius R that rolls with a resistance of length e slows by 5/7 e g/R, and one
// that spins about the normal with a friction of length s by s m g/I; both come to a stop that is one, and the balance
// has it under friction.
func TestLaws_RollingResistance(t *testing.T) {
	t.Parallel()
	const e, s, g = 0.01, 0.004, 9.81
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		m := sim.Material{Friction: 0.5, Rolling: e, Spin: s}
		w := onTable(t, dt, 0, m, rollingBall(mgl64.Vec3{0.6, 0.8, 0}, mgl64.Vec3{-1.6, 1.2, 0}))
		a := 5.0 / 7 * e * g / 0.5
		b := balance(t, w, int(math.Round(4/dt)))
		stop := 1 / a
		d := 4 - 0.5*a*16
		near(t, "rolls", dt, math.Hypot(value(w, 0, "x", 0), value(w, 0, "x", 1)), d, 1e-7)
		near(t, "speed", dt, math.Hypot(value(w, 0, "v", 0), value(w, 0, "v", 1)), 1-4*a, 1e-8+gridded(4/dt))
		near(t, "friction", dt, b.Sums[record.ByFriction].Energy, -0.7*2*(1-(1-4*a)*(1-4*a)), 1e-6)
		run(t, w, int((stop-4)/dt)+2, nil)
		near(t, "stops", dt, math.Hypot(value(w, 0, "x", 0), value(w, 0, "x", 1)), 0.5*stop, 1e-6)
		// The passes end at changes of 1e-6 m/s along the surface.
		near(t, "stands", dt, value(w, 0, "v", 0), 0, 1e-6)

		w = onTable(t, dt, 0, m, rollingBall(mgl64.Vec3{}, mgl64.Vec3{0, 0, 2}))
		run(t, w, int(math.Round(2/dt)), nil)
		near(t, "spins", dt, value(w, 0, "L", 2)/0.2, 2-2*s*2*g/0.2, gridded(2/dt))
		run(t, w, int(math.Round(4/dt)), nil)
		near(t, "spin ends", dt, value(w, 0, "L", 2), 0, 1e-12)

		// A ball on a slope below e/R stays, above it rolls.
		w = onTable(t, dt, 0.019, m, rollingBall(mgl64.Vec3{}, mgl64.Vec3{}))
		run(t, w, int(2/dt), nil)
		near(t, "holds", dt, value(w, 0, "x", 0), 0, 2e-6)
		w = onTable(t, dt, 0.021, m, rollingBall(mgl64.Vec3{}, mgl64.Vec3{}))
		run(t, w, int(math.Round(2/dt)), nil)
		near(t, "rolls down", dt, value(w, 0, "x", 0), 0.5*4*5.0/7*g*(math.Sin(0.021)-e/0.5*math.Cos(0.021)), 1e-7)
	}
	for _, m := range []sim.Material{{Rolling: -1}, {Spin: math.NaN()}} {
		if _, err := sim.New(&sim.Definition{Materials: []sim.Material{m}}); err == nil {
			t.Errorf("%+v is taken", m)
		}
	}
}

// TestLaws_RollersKeepMomentum rolls two balls against each other in free space, pushed together by forces, with
// resistance: what one loses of angular momentum the other, or their paths, get.
func TestLaws_RollersKeepMomentum(t *testing.T) {
	a, b := rollingBall(mgl64.Vec3{0, 0.3, 0}, mgl64.Vec3{0, 0, 3}), rollingBall(mgl64.Vec3{}, mgl64.Vec3{1, 0, 2})
	a.Position, b.Position = mgl64.Vec3{-0.5, 0, 0}, mgl64.Vec3{0.5, 0, 0}
	w := mustWorld(t, &sim.Definition{
		Settings: sim.Settings{Step: 1.0 / 120, SleepTime: -1}, Materials: []sim.Material{{Friction: 0.3, Rolling: 0.02, Spin: 0.02}},
		Bodies: []sim.BodyDef{a, b},
		Forces: []sim.ForceDef{{Body: 0, Program: []sim.ForceAt{{Force: mgl64.Vec3{20, 0, 0}}}}, {Body: 1, Program: []sim.ForceAt{{Force: mgl64.Vec3{-20, 0, 0}}}}},
	})
	bal := balance(t, w, 60)
	l := bal.Sums[record.ByFriction].L
	if l.Len() > 1e-12*bal.Angular {
		t.Errorf("friction gave %v N m s", l)
	}
	caused(t, bal, record.ByFriction, 0.1)
}

// TestLaws_SpinsToRest: what is round and spins flat on the floor slows evenly as under a uniform pressure, by mu m g/I
// times the mean distance of its face from the centre: a disk by 2/3 R, so that it stops after 3 R w/(4 mu g), a rod
// that lies by a quarter of its length; a box holds at its corners, at half its diagonal. Measured: off by 4e-7 of the
// spin at most at every step, and by 1e-7 at a tenth of the residual, as the long form has it; the angle turned besides
// by up to an eighth of what it slows by in a substep, a quarter of the step: that in which it stops is not cut. The
// disk on triangles at 240 steps a second is held to the smaller residual alone: what the passes leave adds up to 7e-7
// of its spin.
func TestLaws_SpinsToRest(t *testing.T) {
	t.Parallel()
	const mu, w0 = 0.3, 4.0
	disk, rod := must(geom.NewCylinder(0.5, 0.1)), must(geom.NewCylinder(0.1, 0.8))
	for k, c := range []struct {
		name          string
		body          sim.BodyDef
		lever, radius float64 // mean distance from the centre, radius of inertia [m]
	}{
		{"disk", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: disk}}, Position: mgl64.Vec3{0.1, 0.2, 0.1}}, 2.0 / 3 * 0.5, 0.5 * math.Sqrt(0.5)},
		{"square", sim.BodyDef{Half: mgl64.Vec3{0.4, 0.4, 0.1}, Position: mgl64.Vec3{0.1, 0.2, 0.1}}, 0.4 * math.Sqrt2, 0.4 * math.Sqrt(2.0/3)},
		{"rod", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: rod}}, Position: mgl64.Vec3{0.1, 0.2, 0.1}, Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})},
			0.4, math.Sqrt(0.1*0.1/4 + 0.8*0.8/3)},
	} {
		c.body.Mass, c.body.AngularVelocity = 3, mgl64.Vec3{0, 0, w0}
		slows := mu * 9.81 * c.lever / (c.radius * c.radius)
		for n, ground := range []sim.StaticDef{floor(50), grid(t, 8, 1)} {
			for l, dt := range []float64{1.0 / 60, 1.0 / 240} {
				for residual, tol := range map[float64]float64{0: 5e-7 * w0, 1e-8: 1.5e-7 * w0} {
					fine := ground.Mesh != nil && dt < 1.0/60
					if !geomtest.Long && (fine || residual > 0 || (k+n+l)%2 > 0) || fine && c.name == "disk" && residual == 0 {
						continue
					}
					w := mustWorld(t, &sim.Definition{
						Settings:  sim.Settings{Gravity: tilt(0), Step: dt, SleepTime: -1, Residual: residual},
						Materials: []sim.Material{{Friction: mu}}, Bodies: []sim.BodyDef{c.body}, Statics: []sim.StaticDef{ground},
					})
					turned, before, worst := 0.0, bodyOf(w, 0).Q, 0.0
					for w.Frame().Time < w0/slows+0.1 {
						run(t, w, 1, nil)
						q := bodyOf(w, 0).Q
						turned += 2 * math.Asin(q.Mul(before.Conj()).V.Z)
						before = q
						spin := value(w, 0, "L", 2) / (3 * c.radius * c.radius)
						worst = math.Max(worst, math.Abs(spin-math.Max(0, w0-slows*w.Frame().Time)))
					}
					t.Logf("%s on %s, step %.5f s, residual %g: %.1e rad/s off, turned by %.1e rad more", c.name, ground.Name, dt, residual, worst, turned-w0*w0/(2*slows))
					near(t, c.name+", spin", dt, worst, 0, tol)
					near(t, c.name+", turned by", dt, turned, w0*w0/(2*slows), slows*dt*dt/128+tol*w0/slows)
				}
			}
		}
	}
}

// TestLaws_SlidesWithoutYaw: a body whose weight is off the middle of its face slides straight on, wherever it goes:
// the friction of a face acts at the centre of its pressure. Measured: it turns by 1e-9 rad.
func TestLaws_SlidesWithoutYaw(t *testing.T) {
	b := sim.BodyDef{Half: mgl64.Vec3{0.5, 0.4, 0.1}, Offset: mgl64.Vec3{0.15, 0.1, 0.02}, Mass: 3, Position: mgl64.Vec3{0, 0, 0.08}, Velocity: mgl64.Vec3{3, 4, 0}, Inertia: diagonal(0.2, 0.3, 0.4)}
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		w := onTable(t, dt, 0, sim.Material{Friction: 0.5}, b)
		run(t, w, int(math.Round(0.8/dt)), nil)
		near(t, "speed", dt, math.Hypot(value(w, 0, "v", 0), value(w, 0, "v", 1)), 5-0.5*9.81*0.8, gridded(0.8/dt))
		near(t, "heading", dt, math.Atan2(value(w, 0, "v", 1), value(w, 0, "v", 0)), math.Atan2(4, 3), 1e-8)
		near(t, "yaw", dt, 2*bodyOf(w, 0).Q.V.Z, 0, 1e-8)
	}
}

// TestLaws_StrongFriction lets rods lean on the floor with friction above 4/3, which may lift or jam them: they slide,
// topple and turn without sinking in.
func TestLaws_StrongFriction(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(65, 1))
	shapes := []geom.Shape{must(geom.NewBox(geom.Vec{X: 0.05, Y: 0.05, Z: 1})), must(geom.NewCapsule(0.1, 0.9)), must(geom.NewCylinder(0.1, 1))}
	for n := range geomtest.Trials(36) {
		shape, dt := shapes[n%3], []float64{1.0 / 60, 1.0 / 240}[n%2]
		q := mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{0, 0, 1}).Mul(mgl64.QuatRotate(0.1+1.1*r.Float64(), mgl64.Vec3{0, 1, 0}))
		low := shape.Bounds(geom.Transform{Q: geom.QuatFromMGL(q)}).Min.Z
		mu := 1.5 + 1.5*r.Float64()
		b := sim.BodyDef{Name: "rod", Shapes: []sim.ShapeDef{{Shape: shape}}, Mass: 5, Position: mgl64.Vec3{0, 0, -low}, Attitude: q,
			Velocity: mgl64.Vec3{6*r.Float64() - 3, 6*r.Float64() - 3, 0}, AngularVelocity: mgl64.Vec3{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}}
		w := onTable(t, dt, 0, sim.Material{Friction: mu}, b)
		deep := 0.0
		run(t, w, int(math.Round(1.5/dt)), func() {
			s := bodyOf(w, 0)
			deep = math.Max(deep, -shape.Bounds(geom.Transform{P: s.X, Q: s.Q}).Min.Z)
		})
		if deep > 1.1e-4 {
			t.Errorf("%v, mu %.2f, step %.4f s: sinks in by %.2g m", shape.Kind, mu, dt, deep)
		}
	}
}
