package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// Rows of equal ridges or tips, which bodies slide over. Without the tag long, every seventh case.

// row is what bodies slide over along the x axis, at a height of 0: the shapes at each metre.
type row struct {
	name   string
	shapes []sim.ShapeDef
	driven bool
	meshed bool // the tips are of a mesh
}

// tips are the corners of a pointed post, and rows are of beams, bars on edge, teeth of a saw and posts.
var tips = []geom.Vec{{X: -0.1, Y: -0.1, Z: -0.3}, {X: 0.1, Y: -0.1, Z: -0.3}, {Y: 0.1, Z: -0.3}, {}}

func rows() []row {
	bar, post := must(geom.NewBox(geom.Vec{X: 0.1, Y: 2, Z: 0.1})), must(geom.NewConvex(tips))
	beams := []sim.ShapeDef{{Shape: bar, Position: mgl64.Vec3{0, 0, -0.1}}}
	bars := []sim.ShapeDef{{Shape: bar, Position: mgl64.Vec3{0, 0, -0.1 * math.Sqrt2}, Attitude: mgl64.QuatRotate(math.Pi/4, mgl64.Vec3{0, 1, 0})}}
	saw := []sim.ShapeDef{{Shape: must(geom.NewConvex([]geom.Vec{{Y: -2, Z: -0.3}, {Y: 2, Z: -0.3}, {X: 0.3, Y: 2, Z: -0.3}, {X: 0.3, Y: -2, Z: -0.3}, {Y: 2}, {Y: -2}}))}}
	two := []sim.ShapeDef{{Shape: post, Position: mgl64.Vec3{0, -0.4, 0}}, {Shape: post, Position: mgl64.Vec3{0, 0.4, 0}}}
	return []row{{"beams", beams, false, false}, {"bars", bars, false, false}, {"driven bars", bars, true, false}, {"a saw", saw, false, false}, {"posts", two, false, false}, {"posts of a mesh", nil, false, true}}
}

// addTo adds the row to def, turned about the vertical axis at each place, higher by high at x = 0.
func (r *row) addTo(t *testing.T, def *sim.Definition, turn, high float64) {
	t.Helper()
	mesh, q := &geom.Mesh{Name: "posts"}, mgl64.QuatRotate(turn, mgl64.Vec3{0, 0, 1})
	for x := -9.0; x < 9; x++ {
		at := mgl64.Vec3{x}
		if x == 0 {
			at[2] = high
		}
		switch {
		case r.meshed:
			for _, y := range []float64{-0.4, 0.4} {
				k := int32(len(mesh.Vertices))
				for _, v := range tips {
					mesh.Vertices = append(mesh.Vertices, v.Add(geom.Vec{X: x, Y: y, Z: at[2]}))
				}
				mesh.Tris = append(mesh.Tris, geom.Tri{k, k + 1, k + 3}, geom.Tri{k + 1, k + 2, k + 3}, geom.Tri{k + 2, k, k + 3})
			}
		case r.driven:
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(x), Shapes: r.shapes, Position: at, Attitude: q, Drive: []sim.DriveAt{{}}})
		default:
			def.Statics = append(def.Statics, sim.StaticDef{Name: fmt.Sprint(x), Shapes: r.shapes, Position: at, Attitude: q})
		}
	}
	if r.meshed {
		if err := mesh.Finish(); err != nil {
			t.Fatal(err)
		}
		def.Statics = append(def.Statics, sim.StaticDef{Name: "posts", Mesh: mesh, Asset: "posts"})
	}
}

// sledge is a box of 4 m, of one or two parts, at x = -6 on what lies at a height of 0, turned about the vertical axis.
func sledge(parts int, speed, turn float64) sim.BodyDef {
	half := must(geom.NewBox(geom.Vec{X: 2 / float64(parts), Y: 0.7, Z: 0.2}))
	b := sim.BodyDef{Name: "body", Mass: 100, Inertia: mgl64.Diag3(mgl64.Vec3{10, 140, 140}), Position: mgl64.Vec3{-6, 0, 0.2}, Velocity: mgl64.Vec3{speed, 0, 0}, Attitude: mgl64.QuatRotate(turn, mgl64.Vec3{0, 0, 1})}
	for k := range parts {
		b.Shapes = append(b.Shapes, sim.ShapeDef{Shape: half, Position: mgl64.Vec3{float64(2*k+1-parts) * 2 / float64(parts), 0, 0}})
	}
	return b
}

// TestSeams_OfWhatSlidesOverBeams: a body of one or two boxes slides over beams, and over the edges of bars and the tips of
// posts, which stand still or are driven, with no loss but by friction: they catch neither on the front of the first, which has
// sunk in by less than a slop, nor on the side of the second, which is inside the body.
func TestSeams_OfWhatSlidesOverBeams(t *testing.T) {
	t.Parallel()
	cases := 0
	for _, r := range rows() {
		for _, c := range []struct {
			parts      int
			turn, slew float64 // of the body, of the row
		}{{1, 0, 0}, {2, 0, 0}, {1, 0.3, 0}, {1, math.Pi / 4, 0}, {1, 0, 0.4}} {
			for _, at := range []struct{ speed, friction float64 }{{3, 0}, {8, 0.1}, {12, 0.1}, {30, 0}} {
				if cases++; !geomtest.Long && cases%13 != 0 {
					continue
				}
				def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: at.friction}}, Bodies: []sim.BodyDef{sledge(c.parts, at.speed, c.turn)}}
				r.addTo(t, def, c.slew, 0)
				w, n := mustWorld(t, def), int(240*8/at.speed)
				impacts := len(run(t, w, n, nil))
				want := mgl64.Vec3{at.speed - 9.81*at.friction*float64(n)/240, 0, 0} // by friction alone
				// The height of a slop is worth 1e-3 m/s at 1 m/s.
				if x, v := motionOf(w, 0); v.Sub(want).Len() > 1e-3 || math.Abs(x[2]-0.2) > 1e-4 || impacts > 0 {
					t.Errorf("%s, %+v, %+v: %v at %v after %d impacts, want %v", r.name, c, at, v, x, impacts, want)
				}
			}
		}
	}
}

// TestSeams_RidgesThatRiseCatch: a ridge or tip that is higher than the others by more than seams hide stops the front of a
// body, which does not come into it; so does a wall across the row, also one whose lower edge is just below the body's top.
func TestSeams_RidgesThatRiseCatch(t *testing.T) {
	t.Parallel()
	cases := 0
	for _, r := range rows() {
		for _, c := range []struct {
			parts      int
			turn, slew float64 // of the body, of the row
		}{{1, 0, 0}, {2, 0, 0}, {1, 0.3, 0}, {1, 0, 0.4}} {
			for _, high := range []float64{3e-4, 0.02, 0, 0.3997} { // the last two of the wall's lower edge
				for _, speed := range []float64{6, 30} {
					if cases++; !geomtest.Long && cases%13 != 0 {
						continue
					}
					def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{}}, Bodies: []sim.BodyDef{sledge(c.parts, speed, c.turn)}}
					wall := high == 0 || high > 0.1
					if wall {
						def.Statics = []sim.StaticDef{{Name: "wall", Half: mgl64.Vec3{0.1, 4, 0.5}, Position: mgl64.Vec3{0.1, 0, high + 0.5}}}
						r.addTo(t, def, c.slew, 0)
					} else {
						r.addTo(t, def, c.slew, high)
					}
					w, closing, deep := mustWorld(t, def), 0.0, 0.0
					for _, e := range run(t, w, int(240*5/speed), func() {
						b := w.Body(0)
						for k := range 8 {
							corner := b.Position.Add(b.Attitude.Rotate(mgl64.Vec3{2 * float64(k&1*2-1), 0.7 * float64(k>>1&1*2-1), 0.2 * float64(k>>2&1*2-1)}))
							if wall {
								deep = math.Max(deep, math.Min(corner[0], corner[2]-high))
							}
						}
						ridge := b.Attitude.Inverse().Rotate(mgl64.Vec3{0, 0, high}.Sub(b.Position))
						if !wall && len(r.shapes) == 1 {
							deep = math.Max(deep, math.Min(math.Min(2-math.Abs(ridge[0]), 0.7-math.Abs(ridge[1])), 0.2+ridge[2]))
						}
					}) {
						if closing == 0 {
							closing = e.Closing
						}
					}
					if !(closing > speed/2) || deep > 2e-4 {
						t.Errorf("%s, %+v, %g m high, %g m/s: closing speed %g m/s, %g m deep", r.name, c, high, speed, closing, deep)
					}
				}
			}
		}
	}
}
