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

// rowBefore is pusher with boxes of one mass in a row, the first 1 m ahead of the mover, and a wall a gap behind the
// last.
func rowBefore(dt, mass float64, boxes int, gap float64) *sim.Definition {
	def := pusher(dt, 80, 800, mass, 0)
	for i := 1; i < boxes; i++ {
		b := def.Bodies[0]
		b.Name, b.Position = fmt.Sprint("box ", i), b.Position.Add(mgl64.Vec3{float64(i), 0, 0})
		def.Bodies = append(def.Bodies, b)
	}
	end := 1.3 + float64(boxes) + gap
	def.Statics = append(def.Statics, sim.StaticDef{Name: "wall", Half: mgl64.Vec3{1, 5, 2}, Position: mgl64.Vec3{end + 1, 0, 2}})
	def.ContactForces, def.Settings.SleepTime = true, -1 // what sleeps is struck first, and its wall a step later
	return def
}

// TestMover_IsStoppedByAWallBehindWhatItPushes: a mover of 80 kg runs at 2 m/s into a row of boxes with a wall behind
// it, light or heavy. The wall takes its 160 N s at once, through each contact of the row, and no box moves. Then it
// stands, and its push of 800 N is the force of each contact.
func TestMover_IsStoppedByAWallBehindWhatItPushes(t *testing.T) {
	t.Parallel()
	for n, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for k, mass := range []float64{1, 80, 2000} {
			for l, boxes := range []int{1, 2, 5} {
				if !geomtest.Long && (n+k+l)%2 > 0 {
					continue
				}
				w := mustWorld(t, rowBefore(dt, mass, boxes, 0))
				var blows []record.Event
				run(t, w, int(math.Round(1/dt)), func() {
					for _, e := range w.Frame().Events {
						if e.Kind == record.Impact {
							blows = append(blows, e)
						}
					}
				})
				if len(blows) != boxes+1 {
					t.Fatalf("step %g, %d boxes of %g kg: %d impacts, want one of the mover and of each box", dt, boxes, mass, len(blows))
				}
				for i := range blows {
					e := &blows[i]
					if math.Abs(e.Impulse.Len()-160) > 1e-3 || math.Abs(e.Time-blows[0].Time) > 1e-12 {
						t.Errorf("step %g, %d boxes of %g kg: %g N s at %g s between %d and %d, want 160", dt, boxes, mass, e.Impulse.Len(), e.Time, e.A, e.B)
					}
				}
				for i := range boxes {
					if moved := value(w, int32(i), "x", 0) - 1.8 - float64(i); math.Abs(moved) > 1e-6 {
						t.Errorf("step %g, %d boxes of %g kg: box %d has moved by %g m", dt, boxes, mass, i, moved)
					}
				}
				if v := value(w, int32(boxes), "v", 0); math.Abs(v) > 1e-9 {
					t.Errorf("step %g, %d boxes of %g kg: the mover goes on at %g m/s", dt, boxes, mass, v)
				}
				along := 0
				for _, c := range w.Frame().Contacts {
					if math.Abs(c.Normal.X) < 1 {
						continue
					}
					along++
					if math.Abs(math.Abs(c.Normal.X)-800) > 1 {
						t.Errorf("step %g, %d boxes of %g kg: a force of %g N between %d and %d, want 800", dt, boxes, mass, c.Normal.X, c.A, c.B)
					}
				}
				if along != boxes+1 { // between mover and box, boxes, box and wall
					t.Errorf("step %g, %d boxes of %g kg: %d contacts of the row have a force", dt, boxes, mass, along)
				}
			}
		}
	}
	def := rowBefore(1.0/240, 5, 2, 0.3)
	def.Materials[0].Friction = 0.3
	caused(t, balance(t, mustWorld(t, def), 480), record.ByDrives, 1)
}

// TestMover_SettlesAgainstAWall: where the row has half a metre to go, the blows are few, and the mover stands in the
// end.
func TestMover_SettlesAgainstAWall(t *testing.T) {
	t.Parallel()
	for k, mass := range []float64{1, 5, 80} {
		for boxes := 1; boxes <= 3; boxes++ {
			if !geomtest.Long && (k+boxes)%2 > 0 {
				continue
			}
			w := mustWorld(t, rowBefore(1.0/240, mass, boxes, 0.5))
			blows, late := 0, 0
			run(t, w, 480, func() {
				for _, e := range w.Frame().Events {
					if e.Kind == record.Impact && (e.A == int32(boxes) || e.B == int32(boxes)) {
						blows++
						if w.Frame().Time > 1.5 {
							late++
						}
					}
				}
			})
			if v := value(w, int32(boxes), "v", 0); blows == 0 || blows > 8 || late > 0 || math.Abs(v) > 0.05 {
				t.Errorf("%d boxes of %g kg: %d blows, %d of them late, and %g m/s in the end", boxes, mass, blows, late, v)
			}
		}
	}
}

// TestMover_PushIsAFunctionOfTheState: snapshots of a mover that presses a row against a wall, one a few steps, go on
// to the same bits in another world, with several workers.
func TestMover_PushIsAFunctionOfTheState(t *testing.T) {
	t.Parallel()
	def := rowBefore(1.0/240, 5, 3, 0.3)
	def.Materials[0].Friction, def.Settings.SleepTime = 0.3, 0.1
	w, other := mustWorld(t, def), mustWorld(t, def)
	other.SetWorkers(3)
	var snap []byte
	for step := range 360 {
		snap = w.Snapshot(snap[:0])
		run(t, w, 1, nil)
		if step%5 != 0 {
			continue
		}
		if err := other.Restore(snap); err != nil {
			t.Fatal(err)
		}
		run(t, other, 1, nil)
		if w.Hash() != other.Hash() {
			t.Fatalf("step %d: other bits from the snapshot before it", step)
		}
	}
}

// TestMover_WeighsOnAStack: a mover of 80 kg drops by 0.1 m onto two crates: one blow, of mass times speed, through
// both to the floor, and then each contact bears what is above it, the mover's its weight.
func TestMover_WeighsOnAStack(t *testing.T) {
	crate := func(name string, z float64) sim.BodyDef {
		return sim.BodyDef{Name: name, Half: mgl64.Vec3{0.5, 0.5, 0.25}, Mass: 20, Position: mgl64.Vec3{0, 0, z}}
	}
	w := mustWorld(t, &sim.Definition{
		Settings:      sim.Settings{Gravity: tilt(0), SleepTime: -1},
		Materials:     []sim.Material{{Friction: 0.5}},
		Bodies:        []sim.BodyDef{crate("lower", 0.25), crate("upper", 0.75)},
		Statics:       []sim.StaticDef{floor(9)},
		Movers:        []sim.MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.25, 0.25, 0.9}, Position: mgl64.Vec3{0.1, 0, 2}, Mass: 80, Falls: true}},
		ContactForces: true,
	})
	var blows []record.Event
	run(t, w, 480, func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact {
				blows = append(blows, e)
			}
		}
	})
	if len(blows) != 3 {
		t.Fatalf("%d impacts, want those of the mover, the crates and the floor", len(blows))
	}
	want := 80 * math.Sqrt(2*9.81*0.1)
	for _, e := range blows {
		if j := math.Abs(e.Impulse.Z); math.Abs(j-want) > 80*9.81/240 { // gravity's in one step
			t.Errorf("%d and %d: %g N s, want %g", e.A, e.B, j, want)
		}
	}
	forces := map[int32]float64{1: 100 * 9.81, 2: 80 * 9.81, 3: 120 * 9.81}
	for _, c := range w.Frame().Contacts {
		if f := math.Abs(c.Normal.Z); math.Abs(f-forces[c.B]) > 1e-3 {
			t.Errorf("%d and %d: %g N, want %g", c.A, c.B, f, forces[c.B])
		}
	}
	if n := len(w.Frame().Contacts); n != 3 {
		t.Errorf("%d contacts", n)
	}
}

// TestMover_LeavesNoRoomBeforeAPlate: a driven plate presses boxes, and these a mover, against the wall behind it. Where
// cannot yield there is no room for the boxes: the plate passes through them, and they are never much faster than it.
func TestMover_LeavesNoRoomBeforeAPlate(t *testing.T) {
	t.Parallel()
	for _, mass := range []float64{1, 80} {
		for _, boxes := range []int{1, 2} {
			def := rowBefore(1.0/60, mass, boxes, 0)
			def.Statics[1].Position = mgl64.Vec3{-1.5, 0, 2}
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: "plate", Half: mgl64.Vec3{0.2, 2, 1}, Position: mgl64.Vec3{2.8 + float64(boxes), 0, 1.1},
				Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{-1, 0, 0}}},
			})
			w := mustWorld(t, def)
			fastest, pressed := 0.0, 0
			run(t, w, 165, func() {
				for i := range boxes {
					fastest = math.Max(fastest, bodyOf(w, i).V.Len())
				}
				if value(w, int32(boxes+1), "x", 0) < -0.1999 {
					pressed++
				}
			})
			if pressed == 0 || fastest > 4 { // the mover and the plate approach at 3 m/s
				t.Errorf("%d boxes of %g kg: pressed in %d steps, a box at up to %g m/s", boxes, mass, pressed, fastest)
			}
		}
	}
}

// TestMover_PushesWhatPlatesSqueeze: two driven plates close on the box that a mover pushes between them, and pass
// through it. It is as slow as the mover.
func TestMover_PushesWhatPlatesSqueeze(t *testing.T) {
	for _, mass := range []float64{1, 80} {
		def := pusher(1.0/60, 80, 800, mass, 0)
		for _, y := range []float64{-1, 1} {
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: fmt.Sprint("plate ", y), Half: mgl64.Vec3{2, 0.2, 1}, Position: mgl64.Vec3{2.5, 1.2*y + 0.001, 1.1},
				Drive: []sim.DriveAt{{Velocity: mgl64.Vec3{0, -0.5 * y, 0}}},
			})
		}
		w := mustWorld(t, def)
		fastest := 0.0
		run(t, w, 120, func() { fastest = math.Max(fastest, bodyOf(w, 0).V.Len()) })
		if fastest > 2.5*1.002 { // the mover has 2 m/s, a plate 0.5; and 2e-3 of it is what passes leave
			t.Errorf("box of %g kg: up to %g m/s", mass, fastest)
		}
	}
}

// TestMover_KeepsAwakeWhatItStandsOn: the crate under a mover that stands, and the one under that, neither fall asleep nor are they
// woken and struck again and again: the velocities stay those of rest. The world is at rest all the same, also when it is restored
// from a snapshot. When the mover has stepped off, they sleep.
func TestMover_KeepsAwakeWhatItStandsOn(t *testing.T) {
	t.Parallel()
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies:    []sim.BodyDef{cube("lower", 0.5, 30, mgl64.Vec3{0, 0, 0.5}, mgl64.Vec3{}), cube("upper", 0.5, 30, mgl64.Vec3{0, 0, 1.5}, mgl64.Vec3{})},
		Statics:   []sim.StaticDef{floor(9)},
		Movers: []sim.MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.2, 0.2, 0.9}, Position: mgl64.Vec3{0.2, 0, 2.9001}, Mass: 80, Falls: true,
			Program: []sim.MoverVelocity{{Time: 3, Velocity: mgl64.Vec3{0, 1, 0}}, {Time: 4.5}}}},
	}
	w := mustWorld(t, def)
	last := func() *sim.Definition { // without what is left of the program, which keeps a world from being at rest
		d := *def
		d.Movers = []sim.MoverDef{def.Movers[0]}
		d.Movers[0].Program = nil
		return &d
	}()
	standing := mustWorld(t, last)
	for range 480 {
		for _, w := range []*sim.World{w, standing} {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			for _, e := range w.Frame().Events {
				if e.Kind == record.Sleep || e.Kind == record.Wake {
					t.Fatalf("%g s: %v of body %d", e.Time, e.Kind, e.A)
				}
			}
			for i := range int32(2) {
				if v := value(w, i, "v", 2); w.Frame().Step > 60 && math.Abs(v) > 1e-6 {
					t.Fatalf("step %d: body %d at %g m/s", w.Frame().Step, i, v)
				}
			}
		}
	}
	other := mustWorld(t, last)
	if err := other.Restore(standing.Snapshot(nil)); err != nil {
		t.Fatal(err)
	}
	if w.AtRest() || !standing.AtRest() || !other.AtRest() {
		t.Errorf("at rest: %v before the mover walks, %v where it stands, %v there restored", w.AtRest(), standing.AtRest(), other.AtRest())
	}
	run(t, w, 960, nil)
	if w.Body(0).Position[2] < 0.499 || !w.AtRest() || value(w, 2, "x", 2) > 1 {
		t.Errorf("at rest when the mover has left: %v; it is %g m high", w.AtRest(), value(w, 2, "x", 2))
	}
}
