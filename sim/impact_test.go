package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestSlam_SecondEdgeIsAnImpactOfItsOwn: a bar strikes a floor flat on one end while it turns; the first end comes to
// lie, the other slams within the same step. Both are impacts at their time, on a box as on triangles, and nothing
// overlaps.
func TestSlam_SecondEdgeIsAnImpactOfItsOwn(t *testing.T) {
	for _, mesh := range []bool{false, true} {
		for _, spin := range []float64{5, 20, 60} {
			for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
				a := math.Pi / 6
				c := mgl64.Vec3{math.Cos(a) - 0.1*math.Sin(a), 0, math.Sin(a) + 0.1*math.Cos(a)}
				w0 := mgl64.Vec3{0, spin, 0}
				statics := []sim.StaticDef{floor(20)}
				if mesh {
					statics = []sim.StaticDef{grid(t, 2, 20)}
				}
				w := mustWorld(t, &sim.Definition{
					Settings:  sim.Settings{Step: dt, SleepTime: -1, Gravity: tilt(0)},
					Materials: []sim.Material{{Friction: 1}},
					Bodies: []sim.BodyDef{{Name: "bar", Half: mgl64.Vec3{1, 0.3, 0.1}, Mass: 10, Position: c,
						Attitude: mgl64.QuatRotate(-a, mgl64.Vec3{0, 1, 0}), AngularVelocity: w0, Velocity: w0.Cross(c)}},
					Statics: statics,
				})
				depth, hard := 0.0, 0
				for _, e := range run(t, w, int(0.5/dt), func() {
					o := boxOf(w, 0)
					b := o.Bounds()
					depth = math.Max(depth, -b.Min.Z)
				}) {
					if e.Closing > 2 {
						hard++
					}
				}
				if depth > 2e-6 || hard < 2 {
					t.Errorf("mesh %v, %g rad/s, dt %.4f: %g m below the floor, %d hard impacts", mesh, spin, dt, depth, hard)
				}
			}
		}
	}
}

// TestSlam_ThinBarDoesNotPassAThinPlate: a bar 1 mm thick turns about one end that lies on a plate 1 mm thick, static,
// movable or of triangles, and slams on it with the other, which comes several times as far in a substep as both are
// thick: it stays above.
func TestSlam_ThinBarDoesNotPassAThinPlate(t *testing.T) {
	slams := 0
	for n := range 72 {
		spin, phase, kind := []float64{3, 20, 60, 200}[n&3], float64(n/12)/6, n/4%3
		a := 0.3 + 0.1*phase
		const half = 0.0005
		c := mgl64.Vec3{math.Cos(a) - half*math.Sin(a), 0, math.Sin(a) + half*math.Cos(a)}
		w0 := mgl64.Vec3{0, spin, 0}
		def := &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1},
			Materials: []sim.Material{{Friction: 1}},
			Bodies: []sim.BodyDef{{Name: "bar", Half: mgl64.Vec3{1, 0.05, half}, Mass: 1, Position: c,
				Attitude: mgl64.QuatRotate(-a, mgl64.Vec3{0, 1, 0}), AngularVelocity: w0, Velocity: w0.Cross(c)}},
		}
		plate := mgl64.Vec3{0, 0, -half}
		switch kind {
		case 0:
			def.Statics = []sim.StaticDef{{Name: "plate", Half: mgl64.Vec3{3, 3, half}, Position: plate}}
		case 1:
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "plate", Half: mgl64.Vec3{3, 3, half}, Mass: 1e6, Position: plate})
		default:
			def.Statics = []sim.StaticDef{grid(t, 2, 3)}
		}
		w := mustWorld(t, def)
		low := 0.0
		for _, e := range run(t, w, 12, func() {
			o := boxOf(w, 0)
			b := o.Bounds()
			low = math.Max(low, -b.Min.Z)
		}) {
			if e.Closing > 2 {
				slams++
			}
		}
		if low > 1e-4 {
			t.Errorf("%g rad/s, phase %.3f, plate %d: the bar is %g m below its top", spin, phase, kind, low)
		}
	}
	if slams < 72 {
		t.Errorf("only %d slams", slams)
	}
}

// TestSlam_InelasticCubesStayInTheRoom shuts cubes at 100 m/s and 100 rad/s in a room without, and with little,
// restitution. What the contact solver holds may sink in by the slop of 0.1 mm, and a little more where bodies that it
// holds turn fast; 0.27 mm in each other and 0.10 mm in a wall were the most seen in 240 rooms.
func TestSlam_InelasticCubesStayInTheRoom(t *testing.T) {
	t.Parallel()
	rooms := 24
	if geomtest.Long {
		rooms = 240
	}
	mostIn, mostOut := 0.0, 0.0
	for n := range rooms {
		mesh, e, mu, gravity := n&1 == 1, []float64{0, 0.3}[n>>1&1], 0.5*float64(n>>2&1), 9.81*float64(n>>3&1)
		r := rand.New(rand.NewPCG(7, uint64(n)))
		bodies := 2 + n%5
		list := swarm(r, bodies, 100/1.6, 100/math.Sqrt(3))
		for i := range list {
			h := list[i].Half[0]
			list[i].Half = mgl64.Vec3{h, h, h}
		}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -gravity}},
			Materials: []sim.Material{{Friction: mu, Restitution: e}},
			Bodies:    list, Statics: room(t, 4, 1, mesh),
		})
		depth, out := 0.0, 0.0
		steps := 50
		if geomtest.Long {
			steps = 100
		}
		run(t, w, steps, func() {
			depth = math.Max(depth, deepest(w, bodies))
			for i := range bodies {
				out = math.Max(out, beyond(w, i, 4))
			}
		})
		mostIn, mostOut = math.Max(mostIn, depth), math.Max(mostOut, out)
		if depth > 3.5e-4 || out > 2e-4 {
			t.Errorf("mesh %v, e %g, mu %g, g %g, %d cubes: %g m in a wall, %g m in each other", mesh, e, mu, gravity, bodies, out, depth)
		}
	}
	t.Logf("%g m in a wall, %g m in each other at most", mostOut, mostIn)
}

// TestSupports_AnswerAtTheSameMoment: a heavy cube drops on a light one that lies on the floor, and one drives a light
// one against a wall. The floor's answer is part of the impact: a few impacts, not hundreds, no limit is hit, and
// nothing is squeezed flat.
func TestSupports_AnswerAtTheSameMoment(t *testing.T) {
	for _, mu := range []float64{0, 0.5} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, Gravity: tilt(0)},
			Materials: []sim.Material{{Friction: mu}},
			Bodies: []sim.BodyDef{cube("light", 0.5, 1, mgl64.Vec3{0, 0, 0.5}, mgl64.Vec3{}),
				cube("heavy", 0.5, 1000, mgl64.Vec3{0, 0, 2}, mgl64.Vec3{0, 0, -10})},
			Statics: []sim.StaticDef{floor(20)},
		})
		hit, depth := map[string]int{}, 0.0
		impacts := run(t, w, 10, func() { limits(w, hit); depth = math.Max(depth, deepest(w, 2)) })
		if len(impacts) > 10 || hit["impacts"] > 0 || depth > 5e-3 {
			t.Errorf("drop, mu %g: %d impacts, limits %v, overlap %g", mu, len(impacts), hit, depth)
		}
		w = mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1},
			Materials: []sim.Material{{Friction: mu}},
			Bodies: []sim.BodyDef{cube("light", 0.05, 1, mgl64.Vec3{-1, 0.1, 0}, mgl64.Vec3{}),
				cube("heavy", 0.5, 1000, mgl64.Vec3{-4, 0, 0}, mgl64.Vec3{30, 0, 0})},
			Statics: []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{1, 5, 5}, Position: mgl64.Vec3{1, 0, 0}}},
		})
		hit, depth = map[string]int{}, 0.0
		impacts = run(t, w, 20, func() { limits(w, hit); depth = math.Max(depth, deepest(w, 2)) })
		if len(impacts) > 20 || hit["impacts"] > 0 || depth > 5e-3 {
			t.Errorf("squeeze, mu %g: %d impacts, limits %v, overlap %g", mu, len(impacts), hit, depth)
		}
	}
}

// TestSlam_WithinTheSlopIsAnImpact: a bar lies on the floor with one end, the other is less than the slop above it at
// the start of the step and comes in fast. It is an impact like one from farther off, with its restitution: both ends
// at rest have the bar spin about the lying end, so that w after is -e times that before.
func TestSlam_WithinTheSlopIsAnImpact(t *testing.T) {
	for _, e := range []float64{0, 0.5, 1} {
		for _, gap := range []float64{1e-7, 1e-5, 9e-5, 2e-4} {
			const spin = 10.0
			a := math.Asin(gap / 2)
			w0 := mgl64.Vec3{0, spin, 0}
			c := mgl64.Vec3{math.Cos(a) - 0.1*math.Sin(a), 0, math.Sin(a) + 0.1*math.Cos(a)}
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Step: 1.0 / 240, SleepTime: -1},
				Materials: []sim.Material{{Restitution: e, Friction: 1}},
				Bodies: []sim.BodyDef{{Name: "bar", Half: mgl64.Vec3{1, 0.3, 0.1}, Mass: 10, Position: c,
					Attitude: mgl64.QuatRotate(-a, mgl64.Vec3{0, 1, 0}), AngularVelocity: w0, Velocity: w0.Cross(c)}},
				Statics: []sim.StaticDef{floor(20)},
			})
			impacts := run(t, w, 1, nil)
			if len(impacts) != 1 {
				t.Errorf("e %g, gap %g: %d impacts", e, gap, len(impacts))
				continue
			}
			// The far end comes by the gap at some 20 m/s; its arm is 2 m.
			if at := gap / 20; math.Abs(impacts[0].Time-at) > 1e-3*at+1e-8 {
				t.Errorf("e %g, gap %g: impact at %g s, want %g", e, gap, impacts[0].Time, at)
			}
			if after := impacts[0].After[0].W.Y; math.Abs(after+e*spin) > 1e-3 {
				t.Errorf("e %g, gap %g: %g rad/s after the impact, want %g", e, gap, after, -e*spin)
			}
		}
	}
}

// TestImpact_ModelsOfOnePointKeepALevelCrashLevel: a box slides flush, beside its middle, into the end of a wall. What is
// struck at the centroid of the contact turns, so that the far edge still approaches: its upper and lower corner are
// struck alike, and the box neither rolls nor rises.
func TestImpact_ModelsOfOnePointKeepALevelCrashLevel(t *testing.T) {
	for _, model := range []sim.ImpactModel{sim.KudlichSlibar, sim.Brach, sim.PoissonRouth} {
		for _, mirrored := range []float64{1, -1} {
			for _, up := range []float64{1, -1} {
				def := &sim.Definition{
					Settings:  sim.Settings{SleepTime: -1},
					Materials: []sim.Material{{}},
					Pairs:     []sim.MaterialPair{{Friction: 0.3, Restitution: 0.1, Model: model}},
					Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.9, 2.25, 0.7}, Mass: 225, Position: mgl64.Vec3{-2, 0, up}, Velocity: mgl64.Vec3{18, 4 * mirrored, 0}}},
					Statics:   []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{1, 4, 4}, Position: mgl64.Vec3{1, 3.2 * mirrored, up}}},
				}
				w := mustWorld(t, def)
				impacts := run(t, w, 30, func() {})
				if len(impacts) < 2 {
					t.Fatalf("%v: %d impacts", model, len(impacts))
				}
				b := w.Body(0)
				if v, turn := b.Velocity[2], math.Hypot(b.AngularVelocity[0], b.AngularVelocity[1]); math.Abs(v) > 1e-6 || turn > 1e-6 {
					t.Errorf("%v, mirrored %g: the box rises at %g m/s and rolls at %g rad/s after %d impacts", model, mirrored, v, turn, len(impacts))
				}
			}
		}
	}
}
