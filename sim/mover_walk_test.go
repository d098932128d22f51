package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// walker is a mover of 0.3 × 0.3 × 0.9 m that falls, climbs 0.25 m and 40 degrees, and goes along x at v, its centre at
// the given place.
func walker(v float64, at mgl64.Vec3) sim.MoverDef {
	return sim.MoverDef{Name: "walker", Radii: mgl64.Vec3{0.3, 0.3, 0.9}, Position: at, Falls: true, StepHeight: 0.25, Slope: 40 * math.Pi / 180,
		Program: []sim.MoverVelocity{{Velocity: mgl64.Vec3{v, 0, 0}}}}
}

// placeOf returns where the only mover of a world is.
func placeOf(w *sim.World) geom.Vec {
	return geom.Vec{X: value(w, 0, "x", 0), Y: value(w, 0, "x", 1), Z: value(w, 0, "x", 2)}
}

func walks(t *testing.T, dt float64, m sim.MoverDef, ground ...sim.StaticDef) *sim.World {
	return mustWorld(t, &sim.Definition{Settings: sim.Settings{Gravity: tilt(0), Step: dt}, Movers: []sim.MoverDef{m}, Statics: ground})
}

// TestWalker_FallsAndStands drops a mover from 1 m: it falls by g t²/2 and its first order in the step, stands at its
// gap, and on 10⁶ steps over triangles, 1,500 without the tag long, keeps its height.
func TestWalker_FallsAndStands(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		w := walks(t, dt, walker(1.3, mgl64.Vec3{-20, 0.3, 1.9}), grid(t, 60, 1))
		run(t, w, int(math.Round(0.3/dt)), nil)
		near(t, "falls", dt, value(w, 0, "x", 2), 1.9-0.5*9.81*0.09, 9.81*0.3*dt)
		near(t, "speed", dt, value(w, 0, "v", 2), -9.81*0.3, 1e-9)
		run(t, w, int(math.Round(0.5/dt)), nil)
		z := value(w, 0, "x", 2)
		near(t, "stands", dt, z, 0.9, 2e-4)
		steps := 1500
		if geomtest.Long {
			steps = 1000000
		}
		drift, way, last := 0.0, 0.0, value(w, 0, "x", 0)
		run(t, w, steps, func() {
			drift = math.Max(drift, math.Abs(value(w, 0, "x", 2)-z))
			way, last = way+math.Max(0, value(w, 0, "x", 0)-last), value(w, 0, "x", 0)
			if value(w, 0, "x", 0) > 25 {
				w.Reset()
				run(t, w, int(math.Round(0.8/dt)), nil)
				last = value(w, 0, "x", 0)
			}
		})
		t.Logf("step %.4f s: height drifts by %.1e m on %.1f m", dt, drift, way)
		near(t, "drift", dt, drift, 0, 1e-9)
		near(t, "way", dt, way, 1.3*dt*float64(steps), 1e-6)
	}
}

// stairs are five steps of the given rise and 0.6 m from x = 0 on, then a level, then down again.
func stairs(rise float64) []sim.StaticDef {
	list := []sim.StaticDef{floor(50)}
	for i := range 5 {
		h := rise * float64(i+1) / 2
		list = append(list, sim.StaticDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{4 - 0.6*float64(i), 3, h}, Position: mgl64.Vec3{4, 0, h}})
	}
	return list
}

// TestWalker_ClimbsStairs: steps of 0.2 m are climbed and gone down without a fall, steps of 0.3 m are a wall; so for a
// mover that only slides.
func TestWalker_ClimbsStairs(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		w := walks(t, dt, walker(1.5, mgl64.Vec3{-1, 0.1, 0.9}), stairs(0.2)...)
		top := 0.0
		for w.Frame().Time < 7.1 && value(w, 0, "x", 0) < 9.5 {
			run(t, w, 1, nil)
			top = math.Max(top, value(w, 0, "x", 2))
			if v := value(w, 0, "v", 2); v < -1e-9 {
				t.Fatalf("step %g: falls at %g m/s at x = %g", dt, v, value(w, 0, "x", 0))
			}
		}
		near(t, "top", dt, top, 1.9, 2e-4)
		near(t, "down again", dt, value(w, 0, "x", 2), 0.9, 2e-4)
		if x := value(w, 0, "x", 0); x < 9.5 {
			t.Errorf("step %g: comes to %g m in %g s", dt, x, w.Frame().Time)
		}
		w = walks(t, dt, walker(1.5, mgl64.Vec3{-1, 0.1, 0.9}), stairs(0.3)...)
		run(t, w, int(4/dt), nil)
		if x, z := value(w, 0, "x", 0), value(w, 0, "x", 2); x > 0 || math.Abs(z-0.9) > 2e-4 {
			t.Errorf("step %g: goes up a step of 0.3 m to (%g, %g)", dt, x, z)
		}
	}
}

// TestWalker_SlopeLimit: a mover walks up 30° and stands there without creeping, does not get up 45°, and slides down
// from there as without friction; wherever up is.
func TestWalker_SlopeLimit(t *testing.T) {
	const dt = 1.0 / 120
	for _, deg := range []float64{30, 45} {
		a := deg * math.Pi / 180
		ramp := sim.StaticDef{Name: "ramp", Half: mgl64.Vec3{40, 5, 1}, Attitude: mgl64.QuatRotate(-a, mgl64.Vec3{0, 1, 0})}
		ramp.Position = mgl64.Vec3{40*math.Cos(a) + math.Sin(a), 0, 40*math.Sin(a) - math.Cos(a)}
		w := walks(t, dt, walker(1, mgl64.Vec3{-1, 0, 0.9001}), floor(50), ramp)
		run(t, w, 480, nil)
		x, z := value(w, 0, "x", 0), value(w, 0, "x", 2)
		if deg == 30 && z < 1.8 || deg == 45 && (z > 0.9003 || x > 0) {
			t.Errorf("%g°: at (%g, %g) after 4 s", deg, x, z)
		}
		m := walker(0, mgl64.Vec3{40, 0, 40*math.Tan(a) + 1.2})
		w = walks(t, dt, m, floor(50), ramp)
		run(t, w, 120, nil)
		at := placeOf(w)
		run(t, w, 240, nil)
		d := placeOf(w).Sub(at)
		if deg == 30 && d.Len() > 1e-9 || deg == 45 && math.Abs(d.X+0.25*9.81*(9-1)) > 0.1 {
			t.Errorf("%g°: standing it moves by %v in 2 s", deg, d)
		}
	}
	// Everything turned: up is y, and then up is nowhere in particular.
	for _, q := range []mgl64.Quat{mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{1, 0, 0}), mgl64.QuatRotate(0.7, mgl64.Vec3{1, 2, -1}.Normalize())} {
		up := q.Rotate(mgl64.Vec3{0, 0, 1})
		m := walker(0, up.Mul(0.9))
		m.Radii = mgl64.Vec3{0.4, 0.4, 0.4}
		m.Program[0].Velocity = q.Rotate(mgl64.Vec3{1, 0, -3})
		ground := floor(50)
		ground.Position, ground.Attitude = q.Rotate(ground.Position), q
		w := mustWorld(t, &sim.Definition{Settings: sim.Settings{Gravity: up.Mul(-9.81), Step: dt}, Movers: []sim.MoverDef{m}, Statics: []sim.StaticDef{ground}})
		run(t, w, 240, nil)
		x := placeOf(w)
		near(t, "height", dt, x.Dot(geom.FromMGL(up)), 0.4, 2e-4)
		near(t, "way", dt, x.Dot(geom.FromMGL(q.Rotate(mgl64.Vec3{1, 0, 0}))), 2, 1e-6)
	}
}

// TestWalker_StaysOnItsSide walks movers at random over random ground within walls, steps and slopes of all sizes: at
// every step they are above the ground, no nearer to it than nothing, and no faster than their program and the fall
// from the highest place let them be.
func TestWalker_StaysOnItsSide(t *testing.T) {
	t.Parallel()
	rounds := 6
	if geomtest.Long {
		rounds = 100
	}
	r := rand.New(rand.NewPCG(71, 1))
	for n := range rounds {
		const cells = 14
		f := geom.HeightField{Name: "ground", NX: cells + 1, NY: cells + 1, DX: 1, DY: 1, Heights: make([]float64, (cells+1)*(cells+1))}
		for i := range f.Heights {
			x, y := i%(cells+1), i/(cells+1)
			f.Heights[i] = []float64{0, 0, 0.15, 0.3, 1, 2 * r.Float64()}[r.IntN(6)]
			if min(x, y, cells-x, cells-y) == 0 {
				f.Heights[i] = 40
			}
		}
		m, err := f.Mesh()
		if err != nil {
			t.Fatal(err)
		}
		def := walker(0, mgl64.Vec3{7, 7, 4})
		def.Radii = mgl64.Vec3{0.1 + 0.3*r.Float64(), 0.1 + 0.3*r.Float64(), 0.3 + 0.6*r.Float64()}
		def.StepHeight, def.Slope = 0.4*r.Float64(), 1.5*r.Float64()
		def.Program = nil
		for k := range 80 {
			def.Program = append(def.Program, sim.MoverVelocity{Time: 0.1 * float64(k), Velocity: mgl64.Vec3{8*r.Float64() - 4, 8*r.Float64() - 4, 5 * r.Float64()}})
		}
		w := walks(t, 1.0/120, def, sim.StaticDef{Name: "ground", Mesh: m, Asset: "ground"})
		shape := must(geom.NewEllipsoid(geom.FromMGL(def.Radii)))
		low := math.Inf(1)
		run(t, w, 960, func() {
			x := placeOf(w)
			self := narrowphase.Convex{Shape: &shape, Pose: geom.Transform{P: x, Q: geom.IdentityQuat()}}
			box := shape.Bounds(self.Pose)
			for i := range m.Tris {
				tri := m.Triangle(int32(i))
				if b := tri.Bounds(); b.Overlaps(&box) {
					sep, _ := narrowphase.SeparationTriangle(&self, &tri)
					low = math.Min(low, sep)
				}
			}
			v := geom.Vec{X: value(w, 0, "v", 0), Y: value(w, 0, "v", 1), Z: value(w, 0, "v", 2)}
			if x.X < 0 || x.Y < 0 || x.X > cells || x.Y > cells || x.Z < 0 || v.Len() > math.Sqrt(32+2*9.81*5) {
				t.Fatalf("round %d, t = %g: at %v with %v", n, w.Frame().Time, x, v)
			}
		})
		if low < 0 {
			t.Errorf("round %d: overlaps by %g m", n, -low)
		}
	}
}

// TestAtRest_WaitsUntilMoversStand: a mover without a program that falls is not at rest before it stands on a floor, on a
// ramp that it can stand on, or in a groove of two steep walls, and is then; one that slides down a steep ramp is never.
func TestAtRest_WaitsUntilMoversStand(t *testing.T) {
	slab := func(name string, x, angle float64) sim.StaticDef {
		return sim.StaticDef{Name: name, Half: mgl64.Vec3{40, 40, 1}, Position: mgl64.Vec3{x, 0, 0}, Attitude: mgl64.QuatRotate(angle, mgl64.Vec3{0, 1, 0})}
	}
	deg := math.Pi / 180
	for name, c := range map[string]struct {
		ground []sim.StaticDef
		rests  bool
	}{
		"floor":      {[]sim.StaticDef{slab("a", 0, 0)}, true},
		"ramp":       {[]sim.StaticDef{slab("a", 0, 30*deg)}, true},
		"groove":     {[]sim.StaticDef{slab("a", -4, 60*deg), slab("b", 4, -60*deg)}, true},
		"steep ramp": {[]sim.StaticDef{slab("a", 0, 50*deg)}, false},
	} {
		for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
			m := walker(0, mgl64.Vec3{0.01, 0.02, 8})
			m.Program = nil
			w := walks(t, dt, m, c.ground...)
			fell := 0.0
			for w.Frame().Time < 3 {
				run(t, w, 1, nil)
				speed := math.Sqrt(value(w, 0, "v", 0)*value(w, 0, "v", 0) + value(w, 0, "v", 2)*value(w, 0, "v", 2))
				if w.AtRest() && speed > 1e-6 {
					t.Fatalf("%s, step %.4f s: at rest after %g s at %g m/s", name, dt, w.Frame().Time, speed)
				}
				fell = math.Max(fell, speed)
			}
			if w.AtRest() != c.rests || fell < 5 {
				t.Errorf("%s, step %.4f s: at rest %v at %g m/s after falling at up to %g m/s", name, dt, w.AtRest(), value(w, 0, "v", 2), fell)
			}
		}
	}
}
