package sim_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
)

// bricks are boxes of a wall 24 m long, 1 m thick and 1.2 m high, turned about z by an angle: columns and rows of them,
// with gaps between the columns.
func bricks(columns, rows int, gap, turned float64) []sim.StaticDef {
	q := mgl64.QuatRotate(turned, mgl64.Vec3{0, 0, 1})
	wide, high := (24+gap)/float64(columns)-gap, 1.2/float64(rows)
	var statics []sim.StaticDef
	for c := range columns {
		for r := range rows {
			at := mgl64.Vec3{10, -9 + (float64(c)+0.5)*wide + float64(c)*gap, (float64(r) + 0.5) * high}
			statics = append(statics, sim.StaticDef{Name: string(rune('a' + len(statics))), Half: mgl64.Vec3{0.5, wide / 2, high / 2}, Position: q.Rotate(at), Attitude: q})
		}
	}
	return statics
}

// into is a car that runs into statics ahead of it, which are turned about z by an angle, at an angle to the x axis
// there.
func into(statics []sim.StaticDef, turned, angle float64) *sim.Definition {
	car := tCar("car", 0, 0, turned+angle, 20)
	def := crushing(sim.KudlichSlibar, 0.4, 0.1, car)
	def.Statics = statics
	return def
}

// TestBlock_CrushesAsOne: a car runs into walls of one box and of many, which it scrapes along at the end, and has the
// same impacts and the same end; each wall's crush is of one of its boxes. By themselves the first two boxes would turn it.
func TestBlock_CrushesAsOne(t *testing.T) {
	t.Parallel()
	const steps = 300
	for _, turned := range []float64{0, 0.7} {
		for _, angle := range []float64{0, 0.3, 1, 1.3} {
			one := mustWorld(t, into(bricks(1, 1, 0, turned), turned, angle))
			begun, impacts := crushes(t, one, steps)
			x, v := motionOf(one, 0)
			for _, c := range []struct {
				columns, rows int
				gap           float64
			}{{2, 1, 0}, {2, 1, 0.005}, {3, 2, 0}, {8, 1, 0}, {24, 1, 0.001}, {5, 3, 0}} {
				w := mustWorld(t, into(bricks(c.columns, c.rows, c.gap, turned), turned, angle))
				alsoBegun, also := crushes(t, w, steps)
				if len(alsoBegun) != len(begun) || len(also) != len(impacts) {
					t.Errorf("turned %g, angle %g, %+v: %d crushes, %d impacts, want %d, %d", turned, angle, c, len(alsoBegun), len(also), len(begun), len(impacts))
					continue
				}
				for k := range impacts {
					e, o := &also[k], &impacts[k]
					if d := e.N.Sub(o.N).Len() + e.Points[0].P.Sub(o.Points[0].P).Len(); d > 1e-7 || math.Abs(e.Time-o.Time) > 1e-9 || e.B != alsoBegun[k].B {
						t.Errorf("turned %g, angle %g, %+v: impact at %g s, %v, normal %v, want %g, %v, %v", turned, angle, c, e.Time, e.Points[0].P, e.N, o.Time, o.Points[0].P, o.N)
					}
				}
				if y, u := motionOf(w, 0); y.Sub(x).Len() > 1e-7 || u.Sub(v).Len() > 1e-7 {
					t.Errorf("turned %g, angle %g, %+v: ends at %v, %v, want %v, %v", turned, angle, c, y, u, x, v)
				}
			}
		}
	}
}

// TestBlock_IsConvexAndAlike: statics with a gap, in a bend or a corner, with a step, of different heights, of other materials
// or that other bodies meet crush by themselves: a car that meets two of them has two crushes.
func TestBlock_IsConvexAndAlike(t *testing.T) {
	for name, change := range map[string]func(def *sim.Definition){
		"nothing": nil,
		"gap":     func(def *sim.Definition) { def.Statics[1].Position[1] += 0.2 },
		"bend":    func(def *sim.Definition) { def.Statics[1].Attitude = mgl64.QuatRotate(0.02, mgl64.Vec3{0, 0, 1}) },
		"step":    func(def *sim.Definition) { def.Statics[1].Position[0] += 0.02 },
		"height":  func(def *sim.Definition) { def.Statics[1].Half[2] += 0.02 },
		"corner": func(def *sim.Definition) { // two legs that overlap by more than they leave out
			def.Statics[0].Half, def.Statics[0].Position = mgl64.Vec3{3, 5, 0.6}, mgl64.Vec3{12.5, -5, 0.6}
			def.Statics[1].Half, def.Statics[1].Position = mgl64.Vec3{5, 3, 0.6}, mgl64.Vec3{14.5, -3, 0.6}
		},
		"material": func(def *sim.Definition) { def.Statics[1].Material = 1 },
		"ignored": func(def *sim.Definition) {
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "far", Half: mgl64.Vec3{1, 1, 1}, Mass: 1, Position: mgl64.Vec3{0, 0, 100}, Group: 1})
			def.Statics[1].Group = 2
			def.Ignore = append(def.Ignore, sim.IgnoreDef{GroupA: 1, GroupB: 2})
		},
	} {
		def := into([]sim.StaticDef{
			{Name: "a", Half: mgl64.Vec3{0.5, 5, 0.6}, Position: mgl64.Vec3{10, -5, 0.6}},
			{Name: "b", Half: mgl64.Vec3{0.5, 5, 0.6}, Position: mgl64.Vec3{10, 5, 0.6}},
		}, 0, 0)
		def.Materials = append(def.Materials, def.Materials[0])
		for _, p := range [][2]int{{0, 1}, {1, 1}} {
			pair := def.Pairs[0]
			pair.A, pair.B = p[0], p[1]
			def.Pairs = append(def.Pairs, pair)
		}
		if change != nil {
			change(def)
		}
		begun, _ := crushes(t, mustWorld(t, def), 300)
		if want := map[bool]int{true: 1, false: 2}[change == nil]; len(begun) != want {
			t.Errorf("%s: %d crushes, want %d", name, len(begun), want)
		}
	}
}

// TestBlock_SnapshotsGoOnToTheSameBits restores a snapshot of each step in which a car scrapes along a wall of many boxes,
// away from the one that it touched first.
func TestBlock_SnapshotsGoOnToTheSameBits(t *testing.T) {
	def := into(bricks(24, 1, 0, 0), 0, 1.3)
	w, other := mustWorld(t, def), mustWorld(t, def)
	const steps = 300
	var shots [][]byte
	for range steps {
		shots = append(shots, w.Snapshot(nil))
		run(t, w, 1, nil)
	}
	end := w.Snapshot(nil)
	for k := 0; k < steps; k += 7 {
		if err := other.Restore(shots[k]); err != nil {
			t.Fatal(err)
		}
		run(t, other, steps-k, nil)
		if !bytes.Equal(other.Snapshot(nil), end) {
			t.Fatalf("other bits from the snapshot of step %d", k)
		}
	}
}
