package sim_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// tCar is a car of PC-Crash's T-impact: 4.75 × 1.778 m, its centre of mass 1.908 m behind the nose and 0.546 m high.
func tCar(name string, x, y, heading, speed float64) sim.BodyDef {
	q := mgl64.QuatRotate(heading, mgl64.Vec3{0, 0, 1})
	return sim.BodyDef{
		Name: name, Half: mgl64.Vec3{2.375, 0.889, 0.6}, Offset: mgl64.Vec3{1.908 - 2.375, 0, 0.2}, Mass: 1495, Inertia: mgl64.Diag3(mgl64.Vec3{600, 2427, 2427}),
		Position: mgl64.Vec3{x, y, 0.546}, Attitude: q, Velocity: q.Rotate(mgl64.Vec3{speed, 0, 0}),
	}
}

// tImpact is the T-impact without tyres and gravity.
func tImpact(step float64) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Step: step, SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Friction: 0.6, Restitution: 0.1, Model: sim.KudlichSlibar, CrushTime: 0.056}},
		Bodies:    []sim.BodyDef{tCar("V1", 0, 0, 0, 13.41), tCar("V2", 12.192, 3.048, math.Pi/2, 0)},
	}
}

// crushes steps n times and returns the crushes and the impacts.
func crushes(t *testing.T, w *sim.World, n int) (begun, impacts []record.Event) {
	t.Helper()
	impacts = run(t, w, n, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Crush {
				begun = append(begun, e)
			}
		}
	})
	return begun, impacts
}

// TestCrush_TImpactAtAnyPhase: the impulse comes 0.056 s after the first touch, at the centroid of the overlap, on the
// plane through the outlines' crossings, whatever the phase and the length of the step; the speeds are those published.
func TestCrush_TImpactAtAnyPhase(t *testing.T) {
	const front, side, rear = 1.908, 12.192 - 0.889, 3.048 - 2.842
	touch := (side - front) / 13.41
	deep := 0.056 * 13.41 // of the nose in the side
	wide := 0.889 - rear
	n := mgl64.Vec3{wide, deep, 0}.Normalize()
	var first []record.Event
	for phase := range 60 {
		for _, step := range []float64{1.0 / 240, 1.0 / 60} {
			def := tImpact(step)
			shift := step * float64(phase) / 60
			def.Bodies[0].Position[0] -= 13.41 * shift
			w := mustWorld(t, def)
			begun, impacts := crushes(t, w, int(1/step))
			if len(begun) != 1 || len(impacts) != 1 {
				t.Fatalf("phase %d: %d crushes and %d impacts", phase, len(begun), len(impacts))
			}
			e := impacts[0]
			if math.Abs(begun[0].Time-touch-shift) > 1e-9 || math.Abs(e.Time-touch-shift-0.056) > 1e-9 || begun[0].A != 0 || begun[0].B != 1 {
				t.Errorf("phase %d: touch at %.12g, impulse at %.12g s, want %.12g and 0.056 s later", phase, begun[0].Time, e.Time, touch+shift)
			}
			if d := e.Points[0].P.MGL().Sub(mgl64.Vec3{side + deep/2, rear + wide/2, 0.546}).Len(); d > 1e-8 {
				t.Errorf("phase %d: acts at %v", phase, e.Points[0].P)
			}
			if d := e.N.MGL().Sub(n).Len(); d > 1e-8 {
				t.Errorf("phase %d: normal %v, want %v", phase, e.N, n)
			}
			if first == nil {
				first = impacts
				v1, v2 := e.After[0].V.MGL(), e.After[1].V.MGL()
				for _, c := range []struct {
					what           string
					got, want, tol float64
				}{
					{"V1 [m/s]", v1.Len(), 10.80, 0.01 * 10.80}, {"V1 [°]", deg(math.Atan2(v1[1], v1[0])), -5.1, 1.5},
					{"V2 [m/s]", v2.Len(), 2.82, 0.01 * 2.82}, {"V2 [°]", deg(math.Atan2(v2[1], v2[0])), 19.8, 1.5},
					{"V2 [°/s]", deg(e.After[1].W.Z), 215.9, 2}, {"loss [kJ]", e.EnergyLost / 1e3, 24.0, 0.1},
				} {
					if math.Abs(c.got-c.want) > c.tol {
						t.Errorf("%s: %g, want %g", c.what, c.got, c.want)
					}
				}
			}
			for k := range 2 {
				dv, dw := e.After[k].V.Sub(first[0].After[k].V).Len(), e.After[k].W.Sub(first[0].After[k].W).Len()
				if dv > 1e-9*13.41 || dw > 1e-9*13.41 {
					t.Errorf("phase %d, step %g: velocities differ by %g m/s, %g rad/s", phase, step, dv, dw)
				}
			}
		}
	}
}

func deg(a float64) float64 { return a * 180 / math.Pi }

// TestCrush_BalanceCloses: energy, momentum and angular momentum of the T-impact add up, and after the impulse nothing
// but it has acted.
func TestCrush_BalanceCloses(t *testing.T) {
	w := mustWorld(t, tImpact(1.0/240))
	b := balance(t, w, 400)
	if e := b.Sums[record.ByRestitution].Energy + b.Sums[record.ByFriction].Energy; math.Abs(e+24.0e3) > 100 {
		t.Errorf("the impact took %g J", -e)
	}
}

// TestCrush_SnapshotsGoOnToTheSameBits restores a snapshot of each step of a T-impact on a floor, before, in and after
// the crush.
func TestCrush_SnapshotsGoOnToTheSameBits(t *testing.T) {
	w := mustWorld(t, tImpact(1.0/240))
	other := mustWorld(t, tImpact(1.0/240))
	const steps = 260
	var shots [][]byte
	sizes := map[int]int{}
	for range steps {
		shots = append(shots, w.Snapshot(nil))
		sizes[len(shots[len(shots)-1])]++
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
	end := w.Snapshot(nil)
	for k := 150; k < steps; k += 3 {
		if err := other.Restore(shots[k]); err != nil {
			t.Fatal(err)
		}
		run(t, other, steps-k, nil)
		if !bytes.Equal(other.Snapshot(nil), end) {
			t.Fatalf("other bits from the snapshot of step %d", k)
		}
	}
	if len(sizes) < 2 {
		t.Error("no snapshot has a crush")
	}
}

// crushing is a world without gravity whose bodies all have one material, with a crush time of 56 ms.
func crushing(model sim.ImpactModel, friction, e float64, bodies ...sim.BodyDef) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Friction: friction, Restitution: e, Model: model, CrushTime: 0.056}},
		Bodies:    bodies,
	}
}

// TestCrush_InLine: a car runs into the back of one of its width, exactly in line. Sides that run along each other
// cross in the middle: the normal is along the cars, v = (1 ∓ e) 13.41/2, and neither turns. With e = 0 they go on
// together, as deep in each other as they were.
func TestCrush_InLine(t *testing.T) {
	for _, model := range []sim.ImpactModel{sim.Newton, sim.KudlichSlibar, sim.Brach, sim.PoissonRouth} {
		for _, e := range []float64{0, 0.1} {
			for _, heading := range []float64{0, 0.3, math.Pi / 2} {
				turn := mgl64.QuatRotate(heading, mgl64.Vec3{0, 0, 1})
				ahead := turn.Rotate(mgl64.Vec3{1, 0, 0})
				place := ahead.Mul(6)
				w := mustWorld(t, crushing(model, 0.6, e, tCar("V1", 0, 0, heading, 13.41), tCar("V2", place[0], place[1], heading, 0)))
				begun, impacts := crushes(t, w, 480)
				if len(begun) != 1 || len(impacts) != 1 {
					t.Fatalf("%v e %g: %d crushes, %d impacts", model, e, len(begun), len(impacts))
				}
				if d := impacts[0].N.MGL().Sub(ahead).Len(); d > 1e-9 {
					t.Errorf("%v e %g heading %g: normal %v", model, e, heading, impacts[0].N)
				}
				var x [2]mgl64.Vec3
				for i, want := range []float64{(1 - e) / 2 * 13.41, (1 + e) / 2 * 13.41} {
					v := mgl64.Vec3{value(w, int32(i), "v", 0), value(w, int32(i), "v", 1), value(w, int32(i), "v", 2)}
					x[i] = mgl64.Vec3{value(w, int32(i), "x", 0), value(w, int32(i), "x", 1), value(w, int32(i), "x", 2)}
					l := mgl64.Vec3{value(w, int32(i), "L", 0), value(w, int32(i), "L", 1), value(w, int32(i), "L", 2)}
					if v.Sub(ahead.Mul(want)).Len() > 1e-8 || l.Len() > 1e-8*2427 {
						t.Errorf("%v e %g heading %g: body %d has %v m/s, L %v, want %g", model, e, heading, i, v, l, want)
					}
				}
				if apart, want := x[1].Sub(x[0]).Dot(ahead), 4.75-0.056*13.41; e == 0 && math.Abs(apart-want) > 1e-7 {
					t.Errorf("%v heading %g: %.9g m apart, want %.9g", model, heading, apart, want)
				}
			}
		}
	}
}

// TestCrush_NearlyInLine: a car runs into the back of one of its width at 25 m/s, nearly in line. The normal is less than
// the angle of friction off the cars' axis, so that both sticking together J = (1+e) m v/2 along it, as exactly in line:
// what they get depends on the offset, or on the angle, no more than by these.
func TestCrush_NearlyInLine(t *testing.T) {
	const v, e = 25.0, 0.1
	for _, c := range [][2]float64{{0, 0}, {1e-9, 0}, {-1e-7, 0}, {1e-4, 0}, {-0.01, 0}, {0.02, 0}, {0, 1e-7}, {0, -1e-4}, {0, 0.002}} {
		struck := tCar("V2", 6, c[0], c[1], 0)
		w := mustWorld(t, crushing(sim.KudlichSlibar, 0.5, e, tCar("V1", 0, 0, 0, v), struck))
		if _, impacts := crushes(t, w, 240); len(impacts) != 1 {
			t.Fatalf("%v: %d impacts", c, len(impacts))
		}
		near := 0.2*math.Abs(c[0])*v + 2*math.Abs(c[1])*v + 1e-8
		if got, want := value(w, 1, "v", 0), (1+e)/2*v; math.Abs(got-want) > near {
			t.Errorf("%v: V2 has %.9g m/s, want %.9g within %.2g", c, got, want, near)
		}
		if turns := math.Abs(value(w, 1, "L", 2)) / 2427; turns > near {
			t.Errorf("%v: V2 turns at %g rad/s", c, turns)
		}
	}
}

// TestCrush_LooksOutOfTheSide: a pole, 0.3 m thick, that a car meets at a lateral distance at which it looks out of the
// car's side once it is 0.3 m deep: the car is stopped 20 ms after first touch as by one just within, or is thrown aside
// if only a part of the pole is in its way, by no more than the exact impact would.
func TestCrush_LooksOutOfTheSide(t *testing.T) {
	const v, e = 15.0, 0.05
	at := func(off, aside, crushTime float64) record.Event {
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
			Materials: []sim.Material{{}},
			Pairs:     []sim.MaterialPair{{Friction: 0.5, Restitution: e, CrushTime: crushTime}},
			Bodies:    []sim.BodyDef{{Name: "car", Half: mgl64.Vec3{2.2, 0.9, 0.7}, Mass: 1400, Position: mgl64.Vec3{-6, 0, 0}, Velocity: mgl64.Vec3{v, aside, 0}}},
			Statics:   []sim.StaticDef{{Name: "pole", Position: mgl64.Vec3{0, off, 0}, Shapes: []sim.ShapeDef{{Shape: mustShape(t, 0.15)}}}},
		}
		_, impacts := crushes(t, mustWorld(t, def), 90)
		if len(impacts) != 1 {
			t.Fatalf("at %g m: %d impacts", off, len(impacts))
		}
		return impacts[0]
	}
	for _, aside := range []float64{0, 0.3} {
		within := at(0.74, aside, 0.02)
		for _, off := range []float64{0.76, 0.8, 0.85, 0.9, 1, 1.04} {
			e, exact := at(off, aside, 0.02), at(off, aside, 0)
			if late := e.Time - exact.Time; math.Abs(late-0.02) > 1e-6 {
				t.Errorf("at %g m, %g m/s aside: the impulse comes %g s after first touch", off, aside, late)
			}
			if off < 0.9 && math.Abs(e.Impulse.Len()/within.Impulse.Len()-1) > 0.02 {
				t.Errorf("at %g m, %g m/s aside: %v N s, %v within", off, aside, e.Impulse, within.Impulse)
			}
			if e.Impulse.X > -0.5*math.Abs(exact.Impulse.X) || e.Impulse.Y*exact.Impulse.Y < 0 {
				t.Errorf("at %g m, %g m/s aside: %v N s, without crush %v", off, aside, e.Impulse, exact.Impulse)
			}
		}
	}
}

// againstBox is the impulse on a car that runs at 15 m/s into a static box of the given half sides, turned by an angle, with
// a crush time of 40 ms, in which it moves by 0.6 m; zero for none. With the sign -1 all is mirrored in y.
func againstBox(t *testing.T, half geom.Vec, y, angle, sign float64) geom.Vec {
	t.Helper()
	box, err := geom.NewBox(half)
	if err != nil {
		t.Fatal(err)
	}
	_, impacts := crushes(t, mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
		Materials: []sim.Material{{}},
		Pairs:     []sim.MaterialPair{{Friction: 0.5, Restitution: 0.05, CrushTime: 0.04}},
		Bodies:    []sim.BodyDef{{Name: "car", Half: mgl64.Vec3{2.2, 0.9, 0.7}, Mass: 1400, Position: mgl64.Vec3{-6, 0, 0}, Velocity: mgl64.Vec3{15, 0, 0}}},
		Statics:   []sim.StaticDef{{Name: "box", Position: mgl64.Vec3{0, sign * y, 0}, Attitude: mgl64.QuatRotate(sign*angle, mgl64.Vec3{0, 0, 1}), Shapes: []sim.ShapeDef{{Shape: box}}}},
	}), 110)
	if len(impacts) == 0 {
		return geom.Vec{}
	}
	return impacts[0].Impulse
}

// TestCrush_CornerGrazes: a car grazes the corner of a box 2 m long that is turned a little away from it, by which both
// crossings come to lie on the car's side. The impulse grows with the overlap, and is no larger than with a box that is
// not turned.
func TestCrush_CornerGrazes(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		straight := againstBox(t, geom.Vec{X: 1, Y: 0.5, Z: 1}, 0.9-0.3+0.5, 0, sign).Len()
		for _, angle := range []float64{0.02, 0.1, 0.3} {
			last := 0.0
			for _, over := range []float64{0.002, 0.01, 0.03, 0.05, 0.06, 0.1, 0.15, 0.2, 0.3} {
				corner := mgl64.QuatRotate(angle, mgl64.Vec3{0, 0, 1}).Rotate(mgl64.Vec3{-1, -0.5, 0})
				j := againstBox(t, geom.Vec{X: 1, Y: 0.5, Z: 1}, 0.9-over-corner[1], angle, sign).Len()
				if j < last || j > straight {
					t.Errorf("turned by %g, overlap %g m: %g N s after %g, %g for 0.3 m of a straight one", sign*angle, over, j, last, straight)
				}
				last = j
			}
		}
	}
}

// TestCrush_LooksOutOfACorner: a wall, 0.2 m thick and 1 m wide, that is nearly swallowed by a corner of the car's nose:
// the crossings, close together, lie on different sides of the car for some of its places, but the car is stopped at each.
func TestCrush_LooksOutOfACorner(t *testing.T) {
	for _, sign := range []float64{1, -1} {
		for y := -0.8; y < -0.3; y += 0.02 {
			if j := againstBox(t, geom.Vec{X: 0.1, Y: 0.5, Z: 1}, y, 0.5, sign); j.X > -0.95*1400*15 {
				t.Errorf("at %g m: %v N s", sign*y, j)
			}
		}
	}
}

// crashOf is the scene of a car, 4.5 × 1.8 m, at 30 m/s along x, and of what it meets: at a lateral distance y [m], turned by
// an angle [rad]; a static if it has no mass. Touches slower than 0.05 m/s are no crashes: there the impulse is no impact's,
// and differs by as much.
func crashOf(shape geom.Shape, mass, y, angle, speed, aside float64) *sim.Definition {
	q := mgl64.QuatRotate(angle, mgl64.Vec3{0, 0, 1})
	def := crushing(sim.Newton, 0.5, 0.1, sim.BodyDef{Name: "car", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1400, Position: mgl64.Vec3{-6, 0, 0}, Velocity: mgl64.Vec3{speed, aside, 0}})
	def.Settings.Step, def.Settings.ImpactSpeed = 1.0/30, 0.05
	at := []sim.ShapeDef{{Shape: shape}}
	if mass > 0 {
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "other", Shapes: at, Mass: mass, Position: mgl64.Vec3{0, y, 0}, Attitude: q})
	} else {
		def.Statics = []sim.StaticDef{{Name: "other", Shapes: at, Position: mgl64.Vec3{0, y, 0}, Attitude: q}}
	}
	return def
}

// firstImpulse is the impulse of the first impact within n steps; zero if there is none.
func firstImpulse(t *testing.T, def *sim.Definition, n int) mgl64.Vec3 {
	t.Helper()
	w := mustWorld(t, def)
	for range n {
		if _, impacts := crushes(t, w, 1); len(impacts) > 0 {
			return impacts[0].Impulse.MGL()
		}
	}
	return mgl64.Vec3{}
}

// TestCrush_JumpsNowhere: what a car meets is moved aside, turned, or met faster or obliquely, in small steps. Where it begins
// to look out of a side or corner, where a corner meets a corner, or where the front has passed it, the impulse may depend
// steeply on that, but does not jump. The steepest dependence on the offset measured is 0.28 of the car's momentum a
// millimetre, at 5 m/s, and less the faster; between two values 2e-6 m, rad or m/s apart the impulse
// differs by less than 0.5 % of the momentum.
func TestCrush_JumpsNowhere(t *testing.T) {
	box := func(x, y float64) geom.Shape {
		s, err := geom.NewBox(geom.Vec{X: x, Y: y, Z: 0.7})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var corners []geom.Vec // of a car with cut corners
	for _, z := range []float64{-0.7, 0.7} {
		for k := range 4 {
			x, y := float64(k%2*2-1), float64(k/2*2-1)
			corners = append(corners, geom.Vec{X: 2.1 * x, Y: 0.55 * y, Z: z}, geom.Vec{X: 1.8 * x, Y: 0.85 * y, Z: z})
		}
	}
	cut, err := geom.NewConvex(corners)
	if err != nil {
		t.Fatal(err)
	}
	const v = 30.0
	type crash struct{ y, angle, speed, aside float64 }
	offset := func(c *crash, x float64) { c.y = x }
	angle := func(c *crash, x float64) { c.angle = x }
	speed := func(c *crash, x float64) { c.speed = x }
	aside := func(c *crash, x float64) { c.aside = x }
	for _, c := range []struct {
		name         string
		shape        geom.Shape
		mass         float64
		at           crash
		vary         func(c *crash, x float64)
		lo, hi, step float64
	}{
		{"pole aside", mustShape(t, 0.15), 0, crash{0, 0, v, 0}, offset, -1.1, 1.1, 0.01},
		{"post aside", box(0.1, 0.1), 0, crash{0, 0, v, 0}, offset, -1.1, 1.1, 0.01},
		{"turned post aside", box(0.1, 0.1), 0, crash{0, 0.5, v, 0}, offset, -1.1, 1.1, 0.01},
		{"end of a wall aside", box(3, 0.15), 0, crash{0, 0.3, v, 0}, offset, -2, 2, 0.02},
		{"end of a barrier aside", box(0.15, 2), 0, crash{0, 0.3, v, 0}, offset, -3, 3, 0.02},
		{"block aside", box(1, 0.5), 0, crash{0, 0.1, v, 0}, offset, -1.6, 1.6, 0.02},
		{"car aside", box(2.1, 0.85), 1200, crash{0, math.Pi, v, 0}, offset, -1.8, 1.8, 0.02},
		{"car across aside", box(2.1, 0.85), 1200, crash{0, math.Pi / 2, v, 0}, offset, -3.1, 3.1, 0.02},
		{"car with cut corners aside", cut, 1200, crash{0, 0.4, v, 0}, offset, -2.6, 2.6, 0.02},
		{"motorcycle aside", box(1.05, 0.25), 250, crash{0, -0.7627, v, 0}, offset, -1.8, 1.8, 0.02},
		{"end of a wall turned", box(3, 0.15), 0, crash{0.3, 0, v, 0}, angle, -1.6, 1.6, 0.02},
		{"barrier turned", box(0.15, 2), 0, crash{2.5, 0, v, 0}, angle, -1.6, 1.6, 0.02},
		{"car turned", box(2.1, 0.85), 1200, crash{0.7, 0, v, 0}, angle, -1.6, 1.6, 0.02},
		{"post faster", box(0.1, 0.1), 0, crash{0.85, 0, v, 0}, speed, 2, 40, 0.1},
		{"pole faster", mustShape(t, 0.25), 0, crash{1, 0, v, 0}, speed, 3, 40, 0.2},
		{"end of a wall obliquely", box(3, 0.15), 0, crash{0.6, 0.05, v, 0}, aside, -6, 6, 0.1},
		{"block obliquely", box(1, 0.5), 0, crash{0.5, 0.3, v, 0}, aside, -6, 6, 0.1},
		{"pole obliquely", mustShape(t, 0.15), 0, crash{0.8, 0, v, 0}, aside, -1.95, 6, 0.1},
	} {
		impulse := func(x float64) mgl64.Vec3 {
			at := c.at
			c.vary(&at, x)
			return firstImpulse(t, crashOf(c.shape, c.mass, at.y, at.angle, at.speed, at.aside), 4+int(math.Ceil(9/at.speed*30))).Mul(1 / (1400 * at.speed))
		}
		hit := 0
		x0, j0 := c.lo, impulse(c.lo)
		for x1 := c.lo + c.step; x1 < c.hi; x1 += c.step {
			j1 := impulse(x1)
			lo, hi, jlo, jhi := x0, x1, j0, j1
			for hi-lo > 2e-6 && jhi.Sub(jlo).Len() > 0.005 {
				mid := 0.5 * (lo + hi)
				if j := impulse(mid); j.Sub(jlo).Len() > j.Sub(jhi).Len() {
					hi, jhi = mid, j
				} else {
					lo, jlo = mid, j
				}
			}
			if jhi.Sub(jlo).Len() > 0.005 {
				t.Errorf("%s: %v of the momentum at %.9g, %v at %.9g", c.name, jlo, lo, jhi, hi)
			}
			if j1.Len() > 0 {
				hit++
			}
			x0, j0 = x1, j1
		}
		if hit < 50 {
			t.Errorf("%s: %d crashes", c.name, hit)
		}
	}
}

// TestCrush_GrazesVanish: the less of a post, a pole, the end of a wall, a barrier or a turned block is in the car's way, the
// less it takes, and of 1 mm next to nothing: 2 % of the car's momentum. A larger graze takes less than a smaller one by no
// more than other lever arms make of one normal, 8 %.
func TestCrush_GrazesVanish(t *testing.T) {
	for _, c := range []struct {
		name  string
		half  geom.Vec // of a box
		angle float64
		full  float64 // what 0.3 m take of the momentum, at least
	}{
		{"post", geom.Vec{X: 0.1, Y: 0.1}, 0, 0.95}, {"turned post", geom.Vec{X: 0.1, Y: 0.1}, 0.5, 0.95}, {"end of a wall", geom.Vec{X: 3, Y: 0.15}, 0, 0},
		{"end of a barrier", geom.Vec{X: 0.15, Y: 2}, 0, 0.95}, {"end of a turned barrier", geom.Vec{X: 0.15, Y: 2}, -0.3, 0.95}, {"end of another", geom.Vec{X: 0.15, Y: 2}, 0.3, 0.95},
		{"turned block", geom.Vec{X: 1, Y: 0.5}, 0.3, 0}, {"far corner of one", geom.Vec{X: 1, Y: 0.5}, -0.3, 0},
	} {
		box, err := geom.NewBox(geom.Vec{X: c.half.X, Y: c.half.Y, Z: 0.7})
		if err != nil {
			t.Fatal(err)
		}
		edge := 0.9 + float64(c.half.X*math.Abs(math.Sin(c.angle))) + float64(c.half.Y*math.Cos(c.angle))
		most := 0.0
		for over := 0.001; over < 0.3; over += 0.004 {
			j := firstImpulse(t, crashOf(box, 0, edge-over, c.angle, 15, 0), 30).Len() / (1400 * 15)
			if over < 0.002 && j > 0.02 {
				t.Errorf("%s: 1 mm takes %g of the momentum", c.name, j)
			}
			if j < most-0.09 {
				t.Errorf("%s: %g m take %g of the momentum, less %g", c.name, over, j, most)
			}
			most = math.Max(most, j)
		}
		if most < c.full {
			t.Errorf("%s: takes %g of the momentum", c.name, most)
		}
	}
}

// TestCrush_ThinWalls: an oblique wall so thin that the nose has gone through it has the normal of one that is thick.
func TestCrush_ThinWalls(t *testing.T) {
	for _, angle := range []float64{0, 0.2, 0.5, 0.8, -0.5} {
		for _, half := range []float64{0.05, 0.1} {
			box, err := geom.NewBox(geom.Vec{X: half, Y: 8, Z: 0.7})
			if err != nil {
				t.Fatal(err)
			}
			def := crashOf(box, 0, 0, angle, 20, 0)
			def.Bodies[0].Position[0] = -12
			begun, impacts := crushes(t, mustWorld(t, def), 30)
			if len(begun) == 0 || len(impacts) == 0 {
				t.Fatalf("%g rad: %d crushes", angle, len(begun))
			}
			if want := (mgl64.Vec3{math.Cos(angle), math.Sin(angle), 0}); impacts[0].N.MGL().Sub(want).Len() > 1e-6 {
				t.Errorf("%g rad, %g m thick: normal %v, want %v", angle, 2*half, impacts[0].N, want)
			}
		}
	}
}

// TestCrush_NoSideIsPreferred: mirrored, turned, or with the bodies in the other order, a crash is the same, also where
// something looks out of a side.
func TestCrush_NoSideIsPreferred(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 3))
	hits := 0
	for range 60 {
		half := mgl64.Vec3{0.1 + 2*random.Float64(), 0.1 + random.Float64(), 0.7}
		y, angle, aside, turn := 3*random.Float64()-1.5, 3*random.Float64(), 6*random.Float64()-3, 6*random.Float64()
		impulse := func(side, turn float64, swapped bool) mgl64.Vec3 {
			q := mgl64.QuatRotate(turn, mgl64.Vec3{0, 0, 1})
			def := crushing(sim.Newton, 0.5, 0.1,
				sim.BodyDef{Name: "car", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1400, Position: q.Rotate(mgl64.Vec3{-6, 0, 0}), Attitude: q, Velocity: q.Rotate(mgl64.Vec3{20, side * aside, 0})},
				sim.BodyDef{Name: "other", Half: half, Mass: 900, Position: q.Rotate(mgl64.Vec3{0, side * y, 0}), Attitude: q.Mul(mgl64.QuatRotate(side*angle, mgl64.Vec3{0, 0, 1}))})
			if swapped {
				def.Bodies[0], def.Bodies[1] = def.Bodies[1], def.Bodies[0]
			}
			j := q.Inverse().Rotate(firstImpulse(t, def, 120))
			if swapped {
				j = j.Mul(-1)
			}
			return mgl64.Vec3{j[0], side * j[1], 0}
		}
		want := impulse(1, 0, false)
		if want.Len() > 0 {
			hits++
		}
		for _, got := range []mgl64.Vec3{impulse(-1, 0, false), impulse(1, turn, false), impulse(1, 0, true)} {
			if got.Sub(want).Len() > 1e-6*want.Len() {
				t.Errorf("%v at %g m, %g rad: %v N s, want %v", half, y, angle, got, want)
			}
		}
	}
	if hits < 40 {
		t.Errorf("%d crashes", hits)
	}
}

// TestCrush_GrazesARim: a car that moves past a pole touches its rim where the rim's outline, a polygon, is not yet reached. That is
// met as without a crush time, by 2 % of the car's momentum harder than where it is; it began crushes without end.
func TestCrush_GrazesARim(t *testing.T) {
	if j := firstImpulse(t, crashOf(mustShape(t, 0.15), 0, 0.8, 0, 30, -2.002343750000005), 13).Len(); !(j > 0) || j > 0.03*1400*30 {
		t.Errorf("%g N s", j)
	}
}

// TestCrush_TurnedScene: a car that strikes a pole, which is looked at in 64 directions, gets the same impulse whatever
// the direction in which the whole scene lies.
func TestCrush_TurnedScene(t *testing.T) {
	var first mgl64.Vec3
	for i := range 20 {
		turn := mgl64.QuatRotate(0.37*float64(i), mgl64.Vec3{0, 0, 1})
		def := crushing(sim.Newton, 0.5, 0.1, sim.BodyDef{Name: "car", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1400, Position: turn.Rotate(mgl64.Vec3{-4, 0, 0}),
			Attitude: turn, Velocity: turn.Rotate(mgl64.Vec3{12, 0, 0})})
		def.Statics = []sim.StaticDef{{Name: "pole", Position: turn.Rotate(mgl64.Vec3{0, 0.93, 0}), Attitude: turn, Shapes: []sim.ShapeDef{{Shape: mustShape(t, 0.15)}}}}
		_, impacts := crushes(t, mustWorld(t, def), 120)
		if len(impacts) == 0 {
			t.Fatal("no impact")
		}
		j := turn.Inverse().Rotate(impacts[0].Impulse.MGL())
		if i == 0 {
			first = j
		}
		if d := j.Sub(first).Len(); d > 1e-6*first.Len() {
			t.Errorf("turned by %g rad: %v N s, want %v", 0.37*float64(i), j, first)
		}
	}
}

// TestCrush_RollAddsNoEnergy: bodies that tumble while they overlap after a crush, so that their outlines grow into each
// other, get no energy from that.
func TestCrush_RollAddsNoEnergy(t *testing.T) {
	box := sim.BodyDef{Name: "a", Half: mgl64.Vec3{0.25, 0.25, 1}, Mass: 100, Position: mgl64.Vec3{-1.5, 0.1, 0},
		Attitude: mgl64.QuatRotate(0.3, mgl64.Vec3{0, 1, 0}), Velocity: mgl64.Vec3{1, 0, 0}, AngularVelocity: mgl64.Vec3{3, 3, 3}}
	def := crushing(sim.Newton, 0, 0, box)
	def.Statics = []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.5, 2, 2}, Position: mgl64.Vec3{0.5, 0, 0}}}
	w := mustWorld(t, def)
	start := energyOf(&w.Frame().Ledger)
	begun, _ := crushes(t, w, 720)
	if end := energyOf(&w.Frame().Ledger); len(begun) == 0 || end > start*(1+1e-6) || end < 0.9*start {
		t.Errorf("%d crushes: %g J at the start, %g J at the end", len(begun), start, end)
	}
}

// TestCrush_AgainstAPole: the pole, 0.3 m thick, is inside the car when the impulse comes: the normal is that of the
// first touch. The corner of the nose in that of a wall, 0.5 m wide and 0.56 m deep: across it. j = (1+e) v n_x / (1/m
// + (r×n)²/I).
func TestCrush_AgainstAPole(t *testing.T) {
	const y, e, v = 0.5, 0.1, 10.0
	car := tCar("car", 0, 0, 0, v)
	for _, c := range []struct {
		name  string
		shape sim.StaticDef
		x     float64 // of the near side
		at    mgl64.Vec3
		n     mgl64.Vec3
	}{
		{"pole", sim.StaticDef{Name: "pole", Position: mgl64.Vec3{5, y, 1}, Shapes: []sim.ShapeDef{{Shape: mustShape(t, 0.15)}}}, 4.85, mgl64.Vec3{5, y, 0}, mgl64.Vec3{1, 0, 0}},
		{"wall", sim.StaticDef{Name: "wall", Position: mgl64.Vec3{6, 0.389 + 1, 1}, Half: mgl64.Vec3{1, 1, 1}}, 5, mgl64.Vec3{5.28, 0.639, 0}, mgl64.Vec3{0.5, 0.56, 0}.Normalize()},
	} {
		def := crushing(sim.KudlichSlibar, 0, e, car)
		def.Statics = []sim.StaticDef{c.shape}
		w := mustWorld(t, def)
		begun, impacts := crushes(t, w, 100)
		if len(begun) != 1 || len(impacts) != 1 {
			t.Fatalf("%s: %d crushes, %d impacts", c.name, len(begun), len(impacts))
		}
		turn := c.at.Sub(mgl64.Vec3{c.x + 0.56 - 1.908, 0, 0}).Cross(c.n)[2]
		j := (1 + e) * v * c.n[0] / (1.0/1495 + turn*turn/2427)
		i := impacts[0]
		if want := (c.x-1.908)/v + 0.056; math.Abs(i.Time-want) > 1e-6 {
			t.Errorf("%s: at %.9g s, want %.9g", c.name, i.Time, want)
		}
		// The rim of the pole is looked at in 64 directions, among them those of its corners of the axes.
		if d := i.Impulse.MGL().Sub(c.n.Mul(-j)).Len(); d > 1e-6*j {
			t.Errorf("%s: impulse %v, want %v", c.name, i.Impulse, c.n.Mul(-j))
		}
		if got, want := i.After[0].W.Z, -turn*j/2427; math.Abs(got-want) > 1e-6*math.Abs(want) {
			t.Errorf("%s: turns at %g rad/s, want %g", c.name, got, want)
		}
	}
}

func mustShape(t *testing.T, radius float64) geom.Shape {
	t.Helper()
	s, err := geom.NewCylinder(radius, 1)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCrush_AClipComesEarlier: at 30 m/s a body 1 m long passes a corner of one 2 m long, 0.1 m deep: after 0.1 s it
// would be past, so the impulse comes after 0.025 s, 0.75 m deep, across the corner; j = (1+e) v n_y / (n·K n).
func TestCrush_AClipComesEarlier(t *testing.T) {
	a := sim.BodyDef{Name: "a", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 100, Position: mgl64.Vec3{-1.4, -4, 0}, Velocity: mgl64.Vec3{0, 30, 0}}
	b := sim.BodyDef{Name: "b", Half: mgl64.Vec3{1, 1, 0.5}, Mass: 300}
	w := mustWorld(t, crushing(sim.Newton, 0, 0.2, a, b))
	begun, impacts := crushes(t, w, 100)
	if len(begun) != 1 || len(impacts) != 1 {
		t.Fatalf("%d crushes, %d impacts", len(begun), len(impacts))
	}
	e := impacts[0]
	if math.Abs(begun[0].Time-2.5/30) > 1e-9 || math.Abs(e.Time-2.5/30-0.025) > 1e-9 {
		t.Errorf("touch at %.9g s, impulse at %.9g", begun[0].Time, e.Time)
	}
	n := mgl64.Vec3{0.75, 0.1, 0}.Normalize()
	at := mgl64.Vec3{-0.95, -0.625, 0}
	k := 1.0/100 + 1.0/300
	for _, s := range []struct {
		centre  mgl64.Vec3
		inertia float64
	}{{mgl64.Vec3{-1.4, -0.75, 0}, 100.0 / 6}, {mgl64.Vec3{}, 300.0 * 8 / 12}} {
		r := at.Sub(s.centre).Cross(n)[2]
		k += r * r / s.inertia
	}
	want := n.Mul(-1.2 * 30 * n[1] / k)
	if e.N.MGL().Sub(n).Len() > 1e-7 || e.Impulse.MGL().Sub(want).Len() > 1e-6*want.Len() {
		t.Errorf("normal %v, impulse %v, want %v, %v", e.N, e.Impulse, n, want)
	}
}

// TestCrush_WhatIsNoCrash: a slow touch, one from above, one of a mesh and one of materials without crush time are
// resolved at their exact time.
func TestCrush_WhatIsNoCrash(t *testing.T) {
	box := func(name string, x, y, z float64, v mgl64.Vec3) sim.BodyDef {
		return sim.BodyDef{Name: name, Half: mgl64.Vec3{1, 1, 1}, Mass: 10, Position: mgl64.Vec3{x, y, z}, Velocity: v}
	}
	steel := box("steel", 0, 0, 0, mgl64.Vec3{})
	steel.Material = 1
	for _, c := range []struct {
		name    string
		def     *sim.Definition
		impacts int
	}{
		{"slow", crushing(sim.Newton, 0.3, 0, box("a", -2.1, 0, 0, mgl64.Vec3{0.4, 0, 0}), box("b", 0, 0, 0, mgl64.Vec3{})), 0},
		{"from above", crushing(sim.Newton, 0.3, 0, box("a", 0.5, 0, 2.2, mgl64.Vec3{0, 0, -4}), box("b", 0, 0, 0, mgl64.Vec3{})), 1},
		{"other materials", crushing(sim.Newton, 0.3, 0, box("a", -2.2, 0, 0, mgl64.Vec3{4, 0, 0}), steel), 1},
	} {
		c.def.Materials = append(c.def.Materials, sim.Material{})
		w := mustWorld(t, c.def)
		begun, impacts := crushes(t, w, 120)
		if len(begun) != 0 || len(impacts) != c.impacts {
			t.Errorf("%s: %d crushes, %d impacts", c.name, len(begun), len(impacts))
		}
	}
}

// TestCrush_AgainstALeaningWall: a wall that leans by less than 45 degrees to either side is run into, one that leans
// more is run up or down.
func TestCrush_AgainstALeaningWall(t *testing.T) {
	for _, lean := range []float64{-50, -40, 0, 40, 50} {
		turn := mgl64.QuatRotate(lean*math.Pi/180, mgl64.Vec3{0, 1, 0})
		def := crushing(sim.Newton, 0.3, 0, sim.BodyDef{Name: "box", Half: mgl64.Vec3{1, 1, 1}, Mass: 10, Position: mgl64.Vec3{-4, 0, 0}, Velocity: mgl64.Vec3{8, 0, 0}})
		def.Statics = []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{1, 3, 3}, Position: turn.Rotate(mgl64.Vec3{1, 0, 0}), Attitude: turn}}
		begun, _ := crushes(t, mustWorld(t, def), 120)
		if crash := math.Abs(lean) < 45; crash != (len(begun) > 0) {
			t.Errorf("leaning by %g degrees: %d crushes", lean, len(begun))
		}
	}
}

// TestCrush_BetweenTwo: a car at rest is struck from both sides at one time: one problem, in which it stays where it
// is, whatever the order of the bodies.
func TestCrush_BetweenTwo(t *testing.T) {
	left, middle, right := tCar("left", -8, 0, 0, 10), tCar("middle", 0, 0, 0, 0), tCar("right", 8, 0, math.Pi, 10)
	// Their centres are before their middles: put the right one as far away as the left one.
	right.Position[0] = 8 - 2*(2.375-1.908)
	left.Position[0] = -8
	for _, order := range [][]sim.BodyDef{{left, middle, right}, {right, left, middle}, {middle, right, left}} {
		w := mustWorld(t, crushing(sim.Newton, 0.6, 0.2, order...))
		_, impacts := crushes(t, w, 200)
		if len(impacts) != 2 || impacts[0].Time != impacts[1].Time {
			t.Fatalf("%d impacts: %+v", len(impacts), impacts)
		}
		for i, b := range order {
			want := -b.Velocity[0] * 0.2
			if v := value(w, int32(i), "v", 0); math.Abs(v-want) > 1e-9 {
				t.Errorf("%s has %g m/s, want %g", b.Name, v, want)
			}
		}
	}
}

// TestCrush_AnotherInBetween: while two cars crush, one of them runs into a crate, at its exact time and without
// overlap; the impulse of the two comes when it would have come anyway, at the speed that is left.
func TestCrush_AnotherInBetween(t *testing.T) {
	for _, shift := range []float64{0, 0.0013} {
		// The crate's face is where the nose is 0.02 s after the first touch, below V2.
		const face = 12.192 - 0.889 + 13.41*0.02
		crate := sim.BodyDef{Name: "crate", Material: 1, Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 50, Position: mgl64.Vec3{face + 0.3, -0.4, 0.546}}
		def := crushing(sim.Newton, 0.6, 0.1, tCar("V1", -13.41*shift, 0, 0, 13.41), tCar("V2", 12.192, 3.048, math.Pi/2, 0), crate)
		def.Materials = append(def.Materials, sim.Material{Restitution: 0.3})
		begun, impacts := crushes(t, mustWorld(t, def), 200)
		if len(begun) != 1 || len(impacts) != 2 || impacts[0].B != 2 || impacts[1].B != 1 {
			t.Fatalf("%+v, %+v", begun, impacts)
		}
		for i, want := range []float64{0.02, 0.056} {
			if got := impacts[i].Time - begun[0].Time; math.Abs(got-want) > 1e-9 {
				t.Errorf("impact %d comes %.12g s after the touch, want %g", i, got, want)
			}
		}
		if v := impacts[1].Before[0].V; v != impacts[0].After[0].V || v.X > 13.41-0.5 {
			t.Errorf("V1 has %v before the second", v)
		}
	}
}

// TestCrush_NamesDoNotMatter: with the cars in the other order the same happens.
func TestCrush_NamesDoNotMatter(t *testing.T) {
	def := tImpact(1.0 / 240)
	_, want := crushes(t, mustWorld(t, def), 240)
	def.Bodies[0], def.Bodies[1] = def.Bodies[1], def.Bodies[0]
	_, got := crushes(t, mustWorld(t, def), 240)
	if len(got) != 1 || len(want) != 1 {
		t.Fatalf("%d and %d impacts", len(got), len(want))
	}
	if d := got[0].Impulse.Add(want[0].Impulse).Len(); math.Abs(got[0].Time-want[0].Time) > 1e-12 || d > 1e-9*want[0].Impulse.Len() {
		t.Errorf("%+v, %+v", got[0], want[0])
	}
}

// TestCrush_OnAnyRoad: turned by any rotation, with gravity across the road, and moved, the same happens: outlines are
// seen along the road's normal. The cars fall side by side.
func TestCrush_OnAnyRoad(t *testing.T) {
	_, want := crushes(t, mustWorld(t, tImpact(1.0/240)), 240)
	for _, turn := range []mgl64.Quat{
		mgl64.QuatIdent(), mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{1, 0, 0}), mgl64.QuatRotate(2, mgl64.Vec3{0.6, 0, 0.8}), mgl64.QuatRotate(3, mgl64.Vec3{0, 0.8, -0.6}),
	} {
		def := tImpact(1.0 / 240)
		def.Settings.Gravity = turn.Rotate(mgl64.Vec3{0, 0, -9.81})
		for i := range def.Bodies {
			b := &def.Bodies[i]
			b.Position = turn.Rotate(b.Position).Add(mgl64.Vec3{100, -200, 50})
			b.Attitude, b.Velocity = turn.Mul(b.Attitude), turn.Rotate(b.Velocity)
		}
		_, got := crushes(t, mustWorld(t, def), 240)
		if len(got) != 1 || len(want) != 1 {
			t.Fatalf("%d and %d impacts", len(got), len(want))
		}
		d := got[0].Impulse.MGL().Sub(turn.Rotate(want[0].Impulse.MGL())).Len()
		n := got[0].N.MGL().Sub(turn.Rotate(want[0].N.MGL())).Len()
		if math.Abs(got[0].Time-want[0].Time) > 1e-9 || d > 1e-7*want[0].Impulse.Len() || n > 1e-7 {
			t.Errorf("turned by %v: at %.12g s, want %.12g; impulse off by %g N s, normal by %g", turn, got[0].Time, want[0].Time, d, n)
		}
	}
}

// TestCrush_AFarBodyChangesNothing: with another body far away, the cars' rows have the same bits.
func TestCrush_AFarBodyChangesNothing(t *testing.T) {
	far := tImpact(1.0 / 240)
	far.Bodies = append(far.Bodies, sim.BodyDef{Name: "far", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0, 500, 0}, AngularVelocity: mgl64.Vec3{1, 2, 3}})
	w, o := mustWorld(t, tImpact(1.0/240)), mustWorld(t, far)
	for range 300 {
		run(t, w, 1, nil)
		run(t, o, 1, nil)
		for i := range int32(2) {
			for _, name := range []string{"x", "q", "v", "L"} {
				for c := range 3 {
					if value(w, i, name, c) != value(o, i, name, c) {
						t.Fatalf("step %d: %s of body %d differs", w.Frame().Step, name, i)
					}
				}
			}
		}
	}
}

// TestCrush_AllocatesNothing: a second run of a world that crushes allocates nothing in its steps.
func TestCrush_AllocatesNothing(t *testing.T) {
	w := mustWorld(t, tImpact(1.0/240))
	run(t, w, 260, nil)
	w.Reset()
	if n := testing.AllocsPerRun(200, func() {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%g allocations a step", n)
	}
}

// TestCrush_NothingPassesThrough: E2 with a crush time that is far longer than the cubes overlap, crossing along the
// road and across it, in height: none is missed, at any offset and phase.
func TestCrush_NothingPassesThrough(t *testing.T) {
	const dt = 1.0 / 60
	for _, side := range []mgl64.Vec3{{0, 1, 0}, {0, 0, 1}} {
		for _, offset := range []float64{0, 0.1, 0.2, 0.3, 0.4} {
			missed := 0
			for k := range 20 {
				d := 60 * dt * (3 + (float64(k)+0.5)/20)
				cube := func(name string, x, v mgl64.Vec3) sim.BodyDef {
					return sim.BodyDef{Name: name, Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: 100, Position: x, Velocity: v}
				}
				def := crushing(sim.Newton, 0, 0, cube("a", mgl64.Vec3{-d, 0, 0}, mgl64.Vec3{60, 0, 0}), cube("b", side.Mul(offset-d), side.Mul(60)))
				def.Settings.Step = dt
				w := mustWorld(t, def)
				run(t, w, 12, nil)
				if value(w, 0, "v", 0) == 60 && value(w, 0, "v", 1) == 0 && value(w, 0, "v", 2) == 0 {
					missed++
				}
			}
			if missed > 0 {
				t.Errorf("along %v, offset %g m: %d of 20 missed", side, offset, missed)
			}
		}
	}
}

// TestCrush_AMovingBarrier: a driven barrier of 10 m/s runs into a box that comes at 3 m/s: the impulse comes 0.056 s
// after the touch, the box leaves with 10 + e 13 m/s; with e = 0 it goes on with the barrier as deep in it as it was,
// and is free of it when that slows down.
func TestCrush_AMovingBarrier(t *testing.T) {
	for _, e := range []float64{0, 0.25} {
		def := crushing(sim.Newton, 0, e,
			sim.BodyDef{Name: "barrier", Half: mgl64.Vec3{0.5, 2, 2}, Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{10, 0, 0}}, {Time: 0.5, Velocity: mgl64.Vec3{10, 0, 0}}, {Time: 0.6, Velocity: mgl64.Vec3{4, 0, 0}}}},
			crashBox("box", 4, -3))
		w := mustWorld(t, def)
		begun, impacts := crushes(t, w, 110)
		if len(begun) != 1 || len(impacts) != 1 {
			t.Fatalf("e %g: %d crushes, %d impacts", e, len(begun), len(impacts))
		}
		if touch := 1.25 / 13; math.Abs(begun[0].Time-touch) > 1e-9 || math.Abs(impacts[0].Time-touch-0.056) > 1e-9 {
			t.Errorf("e %g: touch at %g, impulse at %g s", e, begun[0].Time, impacts[0].Time)
		}
		if v := value(w, 1, "v", 0); math.Abs(v-(10+e*13)) > 1e-9 {
			t.Errorf("e %g: the box has %.12g m/s", e, v)
		}
		if d, want := value(w, 1, "x", 0)-value(w, 0, "x", 0), 2.75-0.056*13; e == 0 && math.Abs(d-want) > 1e-6 {
			t.Errorf("%g m apart, want %g", d, want)
		}
		crushes(t, w, 200)
		if v := value(w, 1, "v", 0); math.Abs(v-(10+e*13)) > 1e-9 {
			t.Errorf("e %g: the box has %.12g m/s in the end", e, v)
		}
	}
}

// TestCrush_ComesInAgain: a runs into b, both crush, and with e = 0.1 they part so slowly that they are in each other
// yet when b runs into a wall: a has a second impact with b, without rebound, as soon as they are as deep as before.
// The impact events account for all changes of velocity. A car that is already struck is struck again by a third one in
// the same way. Without friction the second impact takes half of J times the closing speed, so that nothing rebounds.
func TestCrush_ComesInAgain(t *testing.T) {
	for _, c := range []struct {
		wall  bool
		mu    float64
		model sim.ImpactModel
	}{{true, 0.3, sim.Newton}, {false, 0.3, sim.Newton}, {false, 0, sim.Newton}, {false, 0, sim.KudlichSlibar}} {
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
			Materials: []sim.Material{{Friction: 0.3}, {Friction: 0.3}},
			Pairs:     []sim.MaterialPair{{Friction: c.mu, Restitution: 0.1, Model: c.model, CrushTime: 0.05}},
			Bodies: []sim.BodyDef{
				{Name: "a", Half: mgl64.Vec3{2, 0.8, 0.5}, Mass: 1500, Position: mgl64.Vec3{-6, 0.1, 0}, Velocity: mgl64.Vec3{20, 0, 0}},
				{Name: "b", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000},
				{Name: "c", Material: 1, Half: mgl64.Vec3{1, 1, 0.5}, Mass: 4000, Position: mgl64.Vec3{4.2, 0, 0}, Velocity: mgl64.Vec3{-2, 0, 0}},
			},
		}
		if c.wall {
			c := def.Bodies[2]
			def.Bodies = def.Bodies[:2]
			def.Statics = []sim.StaticDef{{Name: "wall", Material: 1, Half: mgl64.Vec3{1, 4, 1}, Position: mgl64.Vec3{c.Position[0], 0, 0}}}
		}
		w := mustWorld(t, def)
		var gained [3]geom.Vec
		var blows []float64
		run(t, w, 120, func() {
			for _, e := range w.Frame().Events {
				if e.Kind != record.Impact {
					continue
				}
				gained[e.A] = gained[e.A].Add(e.Impulse)
				if int(e.B) < len(def.Bodies) {
					gained[e.B] = gained[e.B].Sub(e.Impulse)
				}
				if e.A == 0 && e.B == 1 {
					if blows = append(blows, e.Closing); len(blows) > 1 && c.mu == 0 && math.Abs(2*e.EnergyLost/(e.Impulse.Len()*e.Closing)-1) > 1e-6 {
						t.Errorf("%+v: %g J of an impulse of %g N s at %g m/s", c, e.EnergyLost, e.Impulse.Len(), e.Closing)
					}
				}
			}
		})
		if len(blows) < 2 || blows[1] < 5 {
			t.Errorf("%+v: a meets b at %v m/s", c, blows)
		}
		for i := range def.Bodies {
			d := bodyOf(w, i).V.Sub(geom.FromMGL(def.Bodies[i].Velocity)).Sub(gained[i].Scale(1 / def.Bodies[i].Mass))
			if c.mu > 0 && d.Len() > 0.5 {
				t.Errorf("%+v: impacts leave %v m/s of body %d untold", c, d, i)
			}
		}
		if a, b := bodyOf(w, 0), bodyOf(w, 1); b.X.X-a.X.X < 2 {
			t.Errorf("%+v: b is %g m ahead of a", c, b.X.X-a.X.X)
		}
	}
}

// TestCrush_ComesInAgainBesideWhatRests lets a second impact happen beside boxes that rest. Later one of two that slide
// along each other parts from the other, so that there is one group of bodies in touch more and the last box, which
// repeats its step, takes the place of the cars' at that impact: nothing is struck again.
func TestCrush_ComesInAgainBesideWhatRests(t *testing.T) {
	box := func(name string, material int, x, v mgl64.Vec3) sim.BodyDef {
		return sim.BodyDef{Name: name, Material: material, Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: x, Velocity: v}
	}
	w := mustWorld(t, &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.3}, {Friction: 0.3}, {}},
		Pairs:     []sim.MaterialPair{{A: 2, B: 2}, {A: 1, B: 2}, {Friction: 0.3, Restitution: 0.1, CrushTime: 0.05}},
		Bodies: []sim.BodyDef{
			box("slides", 2, mgl64.Vec3{0, 20, 0.5}, mgl64.Vec3{2, 0, 0}),
			box("beside", 2, mgl64.Vec3{0, 21, 0.5}, mgl64.Vec3{}),
			{Name: "a", Half: mgl64.Vec3{2, 0.8, 0.5}, Mass: 1500, Position: mgl64.Vec3{-6, 0.1, 0.5}, Velocity: mgl64.Vec3{20, 0, 0}},
			{Name: "b", Half: mgl64.Vec3{2, 1, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 0, 0.5}},
			box("c", 1, mgl64.Vec3{0, -20, 0.5}, mgl64.Vec3{}),
			box("d", 1, mgl64.Vec3{0, -23, 0.5}, mgl64.Vec3{}),
			box("e", 1, mgl64.Vec3{0, -26, 0.5}, mgl64.Vec3{}),
		},
		Statics: []sim.StaticDef{
			{Name: "wall", Material: 1, Half: mgl64.Vec3{1, 4, 1}, Position: mgl64.Vec3{4.2, 0, 1.1}},
			{Name: "floor", Material: 1, Half: mgl64.Vec3{90, 90, 1}, Position: mgl64.Vec3{0, 0, -1}},
		},
	})
	blows := 0
	run(t, w, 240, func() {
		for _, e := range w.Frame().Events {
			if e.Kind != record.Impact {
				continue
			}
			if e.Time > 0.4 {
				t.Errorf("an impact of %d and %d at %g s", e.A, e.B, e.Time)
			}
			if e.A == 2 && e.B == 3 {
				blows++
			}
		}
	})
	if blows < 2 {
		t.Errorf("%d impacts of the cars", blows)
	}
}
