package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// crashBox is the car-sized box of the standard crash cases: half extents 2.25 × 0.7 × 0.9 m, 1500 kg.
func crashBox(name string, x, v float64) sim.BodyDef {
	return sim.BodyDef{
		Name: name, Half: mgl64.Vec3{2.25, 0.7, 0.9}, Mass: 1500,
		Position: mgl64.Vec3{x, 0, 0}, Velocity: mgl64.Vec3{v, 0, 0},
	}
}

func mustWorld(t testing.TB, def *sim.Definition) *sim.World {
	t.Helper()
	w, err := sim.New(def)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// run steps n times and returns the impacts.
func run(t testing.TB, w *sim.World, n int, each func()) []record.Event {
	t.Helper()
	var impacts []record.Event
	var turns turnCheck
	for range n {
		turns.before(w)
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		turns.after(t, w)
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				e.Points = append([]record.Point(nil), e.Points...)
				impacts = append(impacts, e)
			}
		}
		if each != nil {
			each()
		}
	}
	return impacts
}

// value returns component c of column name of object i in the frame.
func value(w *sim.World, object int32, name string, c int) float64 {
	at := 0
	for _, col := range w.Columns() {
		if col.Owner == object && col.Name == name {
			return w.Frame().Values[at+c]
		}
		at += int(col.Count)
	}
	return math.NaN()
}

// value3 returns a column of three values of the frame; of the world for object -1.
func value3(w *sim.World, object int32, name string) (v mgl64.Vec3) {
	at := 0
	for _, c := range w.Columns() {
		if c.Owner == object && c.Name == name {
			copy(v[:], w.Frame().Values[at:at+3])
		}
		at += int(c.Count)
	}
	return v
}

// TestCrash_HeadOn is E1: two car-sized boxes at ±40 m/s in 60 phases of the step, at two lengths of it. They never
// overlap, and part at e times the speed they came with.
func TestCrash_HeadOn(t *testing.T) {
	t.Parallel()
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, e := range []float64{0, 0.3} {
			for k := range 60 {
				gap := 2 * 40 * dt * (3 + (float64(k)+0.5)/60)
				w := mustWorld(t, &sim.Definition{
					Settings:  sim.Settings{Step: dt, SleepTime: -1},
					Materials: []sim.Material{{Restitution: e}},
					Bodies:    []sim.BodyDef{crashBox("a", -2.25-gap/2, 40), crashBox("b", 2.25+gap/2, -40)},
				})
				overlap := 0.0
				impacts := run(t, w, 60, func() {
					overlap = math.Max(overlap, 4.5-(value(w, 1, "x", 0)-value(w, 0, "x", 0)))
				})
				if len(impacts) != 1 {
					t.Fatalf("dt %g e %g phase %d: %d impacts", dt, e, k, len(impacts))
				}
				if overlap > 1e-6 {
					t.Errorf("dt %g e %g phase %d: overlap %g m", dt, e, k, overlap)
				}
				for i, want := range []float64{-40 * e, 40 * e} {
					if v := value(w, int32(i), "v", 0); math.Abs(v-want) > 1e-9 {
						t.Errorf("dt %g e %g phase %d: body %d has %.17g m/s, want %g", dt, e, k, i, v, want)
					}
				}
				// Never late, and early by no more than the gap at which two bodies count as touching, 1e-9 of their
				// size.
				if at, want := impacts[0].Time, gap/80; at > want+1e-15 || (want-at)*80 > 1e-9*2.25 {
					t.Errorf("dt %g e %g phase %d: impact at %.17g s, want %.17g", dt, e, k, at, want)
				}
			}
		}
	}
}

// TestCrash_CornerAgainstWall is E7: a box yawed 0.8 rad hits a static wall with its corner at 30 m/s, in 60 phases.
// The expected values follow from the impulse of one point: j = (1+e)·30/(1/m + r²/I).
func TestCrash_CornerAgainstWall(t *testing.T) {
	const yaw, m = 0.8, 1500.0
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, e := range []float64{0.2, 0} {
			rz := -2.25*math.Sin(yaw) + 0.9*math.Cos(yaw)
			inertia := 500 * (2.25*2.25 + 0.81)
			j := (1 + e) * 30 / (1/m + rz*rz/inertia)
			wantV, wantW := 30-j/m, math.Abs(rz)*j/inertia
			reach := 2.25*math.Cos(yaw) + 0.9*math.Sin(yaw)
			for k := range 60 {
				gap := 30 * dt * (3 + (float64(k)+0.5)/60)
				b := crashBox("a", -reach-gap, 30)
				b.Attitude = mgl64.QuatRotate(yaw, mgl64.Vec3{0, 1, 0})
				w := mustWorld(t, &sim.Definition{
					Settings:  sim.Settings{Step: dt, SleepTime: -1},
					Materials: []sim.Material{{Restitution: e}},
					Bodies:    []sim.BodyDef{b},
					Statics:   []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{1, 5, 20}, Position: mgl64.Vec3{1, 0, 0}}},
				})
				impacts := run(t, w, 7, nil)
				if len(impacts) == 0 {
					t.Fatalf("dt %g e %g phase %d: no impact", dt, e, k)
				}
				after := impacts[0].After[0]
				if math.Abs(after.V.X-wantV) > 1e-9 || math.Abs(math.Abs(after.W.Y)-wantW) > 1e-9 {
					t.Errorf("dt %g e %g phase %d: v_x %.12f, w_y %.12f, want %.12f, %.12f", dt, e, k, after.V.X, after.W.Y, wantV, wantW)
				}
				if math.Abs(after.V.Z) > 1e-9 || math.Abs(after.W.X)+math.Abs(after.W.Z) > 1e-9 {
					t.Errorf("phase %d: motion out of the plane: %+v", k, after)
				}
			}
		}
	}
}

// TestCrash_PhaseInvariance starts two cars that cross at 90° at 60 phases of a step along their paths, without
// gravity: the impact comes at the same time after the start of their paths, with the same velocities after it.
func TestCrash_PhaseInvariance(t *testing.T) {
	const dt = 1.0 / 240
	var first record.Event
	for k := range 60 {
		shift := dt * float64(k) / 60
		a := sim.BodyDef{Name: "a", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1500,
			Position: mgl64.Vec3{-10 - 25*shift, 0, 0.7}, Velocity: mgl64.Vec3{25, 0, 0}}
		b := sim.BodyDef{Name: "b", Half: mgl64.Vec3{0.85, 2.1, 0.75}, Mass: 1200,
			Position: mgl64.Vec3{3, -5 - 14*shift, 0.75}, Velocity: mgl64.Vec3{0, 14, 0}}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: dt},
			Materials: []sim.Material{{Friction: 0.5, Restitution: 0.1}},
			Bodies:    []sim.BodyDef{a, b},
		})
		impacts := run(t, w, 150, nil)
		if len(impacts) == 0 {
			t.Fatalf("phase %d: no impact", k)
		}
		e := impacts[0]
		e.Time -= shift
		if k == 0 {
			first = e
			continue
		}
		if d := math.Abs(e.Time - first.Time); d > 1e-9*first.Time {
			t.Errorf("phase %d: impact %g s later", k, d)
		}
		for i := range 2 {
			dv := e.After[i].V.Sub(first.After[i].V).Len() / first.After[i].V.Len()
			dw := e.After[i].W.Sub(first.After[i].W).Len() / first.After[i].W.Len()
			if dv > 1e-9 || dw > 1e-9 {
				t.Errorf("phase %d: body %d: velocity off by %g, angular velocity by %g (relative)", k, i, dv, dw)
			}
		}
	}
}

// TestCrash_CrossingCubesAreNeverMissed is E2: two 0.5 m cubes at 60 m/s at right angles, five offsets, 100 phases
// each, or, without the tag long, 20.
func TestCrash_CrossingCubesAreNeverMissed(t *testing.T) {
	t.Parallel()
	cube := func(name string, x, v mgl64.Vec3) sim.BodyDef {
		return sim.BodyDef{Name: name, Half: mgl64.Vec3{0.25, 0.25, 0.25}, Mass: 100, Position: x, Velocity: v}
	}
	for n, offset := range []float64{0, 0.2, 0.4, 0.6, 0.8, 0, 0.2, 0.4, 0.6, 0.8} {
		dt := [2]float64{1.0 / 60, 1.0 / 240}[n/5]
		for k := range 100 {
			if !geomtest.Long && (k+n)%5 > 0 {
				continue
			}
			d := 60 * dt * (3 + (float64(k)+0.5)/100)
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: dt},
				Materials: []sim.Material{{}},
				Bodies: []sim.BodyDef{
					cube("a", mgl64.Vec3{-d, 0, 0}, mgl64.Vec3{60, 0, 0}),
					cube("b", mgl64.Vec3{0, 0, -d + offset}, mgl64.Vec3{0, 0, 60}),
				},
			})
			impacts := run(t, w, 12, nil)
			if v := value(w, 0, "v", 0); len(impacts) == 0 || v == 60 && value(w, 0, "v", 2) == 0 {
				t.Errorf("dt %g offset %g phase %d: missed", dt, offset, k)
			}
		}
	}
}

// TestCrash_SpinningBarHitsThePost is E3: a 3 m bar spins at up to 200 rad/s against a post 0.1 m wide, 100 phases, or,
// without the tag long, 20.
func TestCrash_SpinningBarHitsThePost(t *testing.T) {
	t.Parallel()
	for n, spin := range []float64{30, 60, 200, 30, 60, 200} {
		dt := [2]float64{1.0 / 60, 1.0 / 240}[n/3]
		for k := range 100 {
			if !geomtest.Long && (k+n)%5 > 0 {
				continue
			}
			angle := -math.Min(spin*dt, 1) * (float64(k) + 0.5) / 100
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: dt},
				Materials: []sim.Material{{}},
				Bodies: []sim.BodyDef{{
					Name: "bar", Half: mgl64.Vec3{1.5, 0.05, 0.05}, Mass: 50,
					Attitude:        mgl64.QuatRotate(angle, mgl64.Vec3{0, 1, 0}),
					AngularVelocity: mgl64.Vec3{0, spin, 0},
				}},
				Statics: []sim.StaticDef{{Name: "post", Half: mgl64.Vec3{0.05, 1, 0.05}, Position: mgl64.Vec3{0, 0, -1.2}}},
			})
			impacts := run(t, w, int(math.Ceil(2.6/(spin*dt))), nil)
			if len(impacts) == 0 {
				t.Errorf("dt %g, %g rad/s, phase %d: missed", dt, spin, k)
			}
		}
	}
}

// TestWorld_SecondRunAllocatesNothing runs a crash twice in one world: the second run repeats the first to the last bit
// and allocates nothing.
func TestWorld_SecondRunAllocatesNothing(t *testing.T) {
	w := mustWorld(t, crossing(0))
	var hashes []uint64
	for range 200 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, w.Hash())
	}
	n := 0
	again := func() {
		w.Reset()
		n = 0
	}
	allocs := geomtest.Allocations(200, again, func() {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		if w.Hash() != hashes[n] {
			t.Fatalf("step %d of the second run has another hash", n+1)
		}
		n++
	})
	if allocs != 0 {
		t.Errorf("%d allocations", allocs)
	}
}

// restoring returns what sets a world back to a snapshot.
func restoring(t testing.TB, w *sim.World, shot []byte) func() {
	return func() {
		if err := w.Restore(shot); err != nil {
			t.Fatal(err)
		}
	}
}

// crossing is two cars at right angles on a floor, one of them a phase late.
func crossing(phase float64) *sim.Definition {
	return &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5, Restitution: 0.1}},
		Bodies: []sim.BodyDef{
			{Name: "a", Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1500, Position: mgl64.Vec3{-8 - phase, 0, 0.7}, Velocity: mgl64.Vec3{25, 0, 0}},
			{Name: "b", Half: mgl64.Vec3{0.85, 2.1, 0.75}, Mass: 1200, Position: mgl64.Vec3{2, -4, 0.75}, Velocity: mgl64.Vec3{0, 14, 0}},
		},
		Statics: []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
}

// TestWorld_RestoreGoesOnWithTheSameBits takes a snapshot at every step and runs on from each.
func TestWorld_RestoreGoesOnWithTheSameBits(t *testing.T) { restoresAtEveryStep(t, crossing(0), 150) }

// restoresAtEveryStep fails if a run that goes on from the snapshot of one of its steps has other bits.
func restoresAtEveryStep(t *testing.T, def *sim.Definition, steps int) {
	t.Helper()
	w, other := mustWorld(t, def), mustWorld(t, def)
	const further = 5
	var shots [][]byte
	var hashes []uint64
	for range steps {
		shots = append(shots, w.Snapshot(nil))
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		hashes = append(hashes, w.Hash())
	}
	for k := 0; k+further < steps; k++ {
		if err := other.Restore(shots[k]); err != nil {
			t.Fatal(err)
		}
		for n := range further {
			if err := other.Step(); err != nil {
				t.Fatal(err)
			}
			if other.Hash() != hashes[k+n] {
				t.Fatalf("restored at step %d: step %d has another hash", k, k+n+1)
			}
		}
	}
}

func ExampleWorld() {
	w, err := sim.New(&sim.Definition{
		Bodies: []sim.BodyDef{
			{Name: "a", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Velocity: mgl64.Vec3{3, 0, 0}},
			{Name: "b", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1, Position: mgl64.Vec3{2, 0, 0}},
		},
		Materials: []sim.Material{{Restitution: 1}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 120 {
		if err := w.Step(); err != nil {
			fmt.Println(err)
			return
		}
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				fmt.Printf("impact at %.6f s, closing at %.3f m/s\n", e.Time, e.Closing)
			}
		}
	}
	// Output: impact at 0.333333 s, closing at 3.000 m/s
}
