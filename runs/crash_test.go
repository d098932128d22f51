package runs

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// crash loads a scenario crash-NAME, lets change alter it, runs it and returns the world and its impacts. each, when
// not nil, sees the world after each step.
func crash(t *testing.T, name string, change func(d *sim.Definition), each func(w *sim.World)) (*sim.World, []record.Event) {
	t.Helper()
	s, err := scenariofile.Load(filepath.Join("scenarios", "crash-"+name, "scenario.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	length := s.Definition.Settings.Step
	if change != nil {
		change(s.Definition)
	}
	steps := int(math.Round(float64(s.Steps) * length / s.Definition.Settings.Step))
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	var impacts []record.Event
	for range steps {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				e.Points = append([]record.Point(nil), e.Points...)
				impacts = append(impacts, e)
			}
		}
		if each != nil {
			each(w)
		}
	}
	return w, impacts
}

// bothSteps are the lengths of the step that the crash cases are defined for [s].
var bothSteps = []float64{1.0 / 60, 1.0 / 240}

// state returns x, q and v of body i.
func state(w *sim.World, i int) (x geom.Vec, q geom.Quat, v geom.Vec) {
	f := w.Frame().Values[13*i:]
	return geom.Vec{X: f[0], Y: f[1], Z: f[2]}, geom.Quat{W: f[3], V: geom.Vec{X: f[4], Y: f[5], Z: f[6]}}, geom.Vec{X: f[7], Y: f[8], Z: f[9]}
}

// back moves a body back along its velocity by a share of a step, so that it arrives in another phase of it.
func back(d *sim.Definition, i int, share float64) {
	b := &d.Bodies[i]
	b.Position = b.Position.Sub(b.Velocity.Mul(share * d.Settings.Step))
}

// restitution sets that of all materials.
func restitution(d *sim.Definition, e float64) {
	for i := range d.Materials {
		d.Materials[i].Restitution = e
	}
}

func TestCrashScenario_HeadOnInEveryPhase(t *testing.T) {
	for _, dt := range bothSteps {
		for n, e := range []float64{0, 0.3} {
			for k := range 60 {
				if !geomtest.Long && (k+n)%3 > 0 {
					continue
				}
				overlap := 0.0
				w, impacts := crash(t, "head-on", func(d *sim.Definition) {
					d.Settings.Step = dt
					restitution(d, e)
					back(d, 0, float64(k)/60)
					back(d, 1, float64(k)/60)
				}, func(w *sim.World) {
					a, _, _ := state(w, 0)
					b, _, _ := state(w, 1)
					overlap = math.Max(overlap, 4.5-(b.X-a.X))
				})
				_, _, v := state(w, 0)
				if len(impacts) != 1 || math.Abs(v.X+40*e) > 1e-9 || overlap > 1e-6 {
					t.Errorf("dt %g, e %g, phase %d: %d impacts, v = %v, overlap %g", dt, e, k, len(impacts), v, overlap)
				}
			}
		}
	}
}

func TestCrashScenario_CrossingCubesInEveryPhase(t *testing.T) {
	for n, dt := range bothSteps {
		for i, offset := range []float64{0, 0.2, 0.4, 0.6, 0.8} {
			// A corner that only grazes is met by 0.3 m of the other cube with the offset of 0.2 m at most: all of
			// these meet.
			for k := range 100 {
				if !geomtest.Long && (k+n+2*i)%8 > 0 {
					continue
				}
				w, impacts := crash(t, "crossing-cubes", func(d *sim.Definition) {
					d.Settings.Step = dt
					d.Bodies[1].Position[2] += offset - 0.4
					back(d, 0, float64(k)/100)
					back(d, 1, float64(k)/100)
				}, nil)
				if _, _, v := state(w, 0); len(impacts) == 0 || v == (geom.Vec{X: 60}) {
					t.Errorf("dt %g, offset %v, phase %d: they missed each other", dt, offset, k)
				}
			}
		}
	}
}

func TestCrashScenario_BarHitsThePostInEveryPhase(t *testing.T) {
	for n, dt := range bothSteps {
		for i, rate := range []float64{30, 60, 200} {
			for k := range 100 {
				if !geomtest.Long && (k+n+i)%2 > 0 {
					continue
				}
				turn := -math.Min(rate*dt, 1) * (float64(k) + 0.5) / 100
				_, impacts := crash(t, "bar-and-post", func(d *sim.Definition) {
					d.Settings.Step = dt
					d.Bodies[0].Attitude = geom.AxisAngle(geom.Vec{Y: 1}, turn).MGL()
					d.Bodies[0].AngularVelocity[1] = rate
				}, nil)
				if len(impacts) == 0 {
					t.Errorf("dt %g, %v rad/s, phase %d: it missed the post", dt, rate, k)
				}
			}
		}
	}
}

func TestCrashScenario_TumbleKeepsItsInvariants(t *testing.T) {
	half := geom.Vec{X: 0.1, Y: 0.4, Z: 0.9}
	inertia := geom.BoxInertia(10, half)
	energyOf := func(w *sim.World) (e float64, l geom.Vec) {
		_, q, _ := state(w, 0)
		f := w.Frame().Values
		l = geom.Vec{X: f[10], Y: f[11], Z: f[12]}
		m := q.RotateInv(l)
		return 0.5 * (m.X*m.X/inertia.X.X + m.Y*m.Y/inertia.Y.Y + m.Z*m.Z/inertia.Z.Z), l
	}
	l0 := geom.Vec{X: 0.01 * inertia.X.X, Y: 5 * inertia.Y.Y, Z: 0.01 * inertia.Z.Z}
	e0 := 0.5 * (0.01*l0.X + 5*l0.Y + 0.01*l0.Z)
	flips := 0
	worst := 0.0
	before := 1.0
	for _, dt := range bothSteps {
		crash(t, "tumble", func(d *sim.Definition) { d.Settings.Step = dt }, func(w *sim.World) {
			e, l := energyOf(w)
			worst = math.Max(worst, math.Abs(e/e0-1))
			if d := l.Sub(l0).Len() / l0.Len(); d > 1e-12 {
				t.Fatalf("angular momentum is off by %g", d)
			}
			_, q, _ := state(w, 0)
			if y := q.Rotate(geom.Vec{Y: 1}).Y; y*before < 0 {
				flips, before = flips+1, y
			}
		})
	}
	if worst > 1e-6 {
		t.Errorf("the energy is off by %g", worst)
	}
	// The middle axis is unstable: it turns over.
	if flips < 6 {
		t.Errorf("it turned over %d times", flips)
	}
}

func TestCrashScenario_CornerInEveryPhase(t *testing.T) {
	rz := -2.25*math.Sin(0.8) + 0.9*math.Cos(0.8)
	inertia := 500 * (2.25*2.25 + 0.81)
	for k := range 240 {
		if !geomtest.Long && k/4%3 > 0 {
			continue
		}
		dt, k := bothSteps[k%2], k/4
		for _, e := range []float64{0, 0.2} {
			_, impacts := crash(t, "corner", func(d *sim.Definition) {
				d.Settings.Step = dt
				back(d, 0, float64(k)/60)
				restitution(d, e)
			}, nil)
			j := (1 + e) * 30 / (1/1500.0 + rz*rz/inertia)
			after := impacts[0].After[0]
			if math.Abs(after.V.X-(30-j/1500)) > 1e-9 || math.Abs(math.Abs(after.W.Y)-math.Abs(rz)*j/inertia) > 1e-9 {
				t.Errorf("phase %d, e %v: v = %v, w = %v", k, e, after.V, after.W)
			}
		}
	}
}

func TestCrashScenario_BounceKeepsItsHeight(t *testing.T) {
	for k := range 14 {
		top := 0.0
		crash(t, "bounce", func(d *sim.Definition) {
			d.Settings.Step = bothSteps[k%2] * (1 - 0.05*float64(k/2)/7)
		}, func(w *sim.World) {
			x, _, v := state(w, 0)
			if w.Frame().Time > 25 {
				top = math.Max(top, x.Z-0.5+v.Z*v.Z/(2*9.81))
			}
			if x.Z < 0.5-1e-6 {
				t.Fatalf("the ball is %g m in the slab", 0.5-x.Z)
			}
		})
		if math.Abs(top-5) > 1e-4 {
			t.Errorf("length of step %d: it comes up to %.9f m", k, top)
		}
		t.Logf("%.3g", top-5)
	}
}

// farthest returns the largest coordinate of a corner of the unit cube in the state of body i.
func farthest(w *sim.World, i int, n geom.Vec) float64 {
	x, q, _ := state(w, i)
	box := geom.NewOBB(geom.Transform{P: x, Q: q}, geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
	return x.Dot(n) + box.Radius(n)
}

func TestCrashScenario_TunnelingStaysOnItsSide(t *testing.T) {
	for _, speed := range []float64{100, 1e3, 1e4, 1e5} {
		for k := range 10 {
			_, impacts := crash(t, "tunneling", func(d *sim.Definition) {
				d.Bodies[0].Velocity[0] = speed
				d.Bodies[0].Position[0] -= speed * d.Settings.Step * float64(k) / 10
			}, func(w *sim.World) {
				if far := farthest(w, 0, geom.Vec{X: 1}); far > 1e-6 {
					t.Fatalf("%v m/s, phase %d: %g m beyond the wall", speed, k, far)
				}
			})
			if len(impacts) == 0 {
				t.Errorf("%v m/s, phase %d: no impact", speed, k)
			}
		}
	}
}

func TestCrashScenario_TunnelIsPassed(t *testing.T) {
	w, impacts := crash(t, "tunnel", nil, func(w *sim.World) {
		x, _, v := state(w, 0)
		if v != (geom.Vec{X: 100}) || x.Y != 0 || x.Z != 0 {
			t.Fatalf("the straight cube is at %v with %v", x, v)
		}
		if x, _, _ := state(w, 1); math.Abs(x.X) < 5.5 {
			for _, n := range []geom.Vec{{Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}} {
				// Contacts that stay may sink in by the slop of 0.1 mm.
				if far := farthest(w, 1, n); far > 0.5001+1.1e-4 {
					t.Fatalf("the skew cube reaches %g m at x = %v", far, x.X)
				}
			}
		}
	})
	if len(impacts) != 0 {
		t.Errorf("%d impacts, the walls are touched at 5 mm/s", len(impacts))
	}
	if x, _, v := state(w, 1); x.X < 12.99 || math.Abs(v.X-100) > 1e-6 {
		t.Errorf("the skew cube ends at %v with %v", x, v)
	}
}
