package sim_test

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// slab is a static box from x to to, 8 m wide, with its top at a height.
func slab(from, to, top float64) sim.StaticDef {
	return sim.StaticDef{Half: mgl64.Vec3{(to - from) / 2, 4, 0.5}, Position: mgl64.Vec3{(from + to) / 2, 0, top - 0.5}}
}

// sheet is a mesh from x to to at the height 0, 8 m wide.
func sheet(t *testing.T, from, to float64) sim.StaticDef {
	m := &geom.Mesh{Name: "sheet", Vertices: []geom.Vec{{X: from, Y: -4}, {X: to, Y: -4}, {X: to, Y: 4}, {X: from, Y: 4}}, Tris: []geom.Tri{{0, 1, 2}, {0, 2, 3}}}
	if err := m.Finish(); err != nil {
		t.Fatal(err)
	}
	return sim.StaticDef{Mesh: m, Asset: "sheet"}
}

// floors are what is one floor for everything that slides, within the slop. The first is one box.
func floors(t *testing.T) map[string]func(def *sim.Definition) {
	statics := func(list ...sim.StaticDef) func(def *sim.Definition) {
		return func(def *sim.Definition) { def.Statics = list }
	}
	box := must(geom.NewBox(geom.Vec{X: 10, Y: 4, Z: 0.5}))
	halves := []sim.ShapeDef{{Shape: box, Position: mgl64.Vec3{-10, 0, -0.5}}, {Shape: box, Position: mgl64.Vec3{10, 0, -0.5}}}
	return map[string]func(def *sim.Definition){
		"one":         statics(slab(-20, 20, 0)),
		"two":         statics(slab(-20, 0, 0), slab(0, 20, 0)),
		"overlapping": statics(slab(-20, 1, 0), slab(-1, 20, 0)),
		"apart":       statics(slab(-20, -4e-4, 0), slab(4e-4, 20, 0)),
		"higher":      statics(slab(-20, 0, 0), slab(0, 20, 2e-5)),
		"lower":       statics(slab(-20, 0, 0), slab(0, 20, -2e-5)),
		"plane":       statics(sim.StaticDef{Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}, slab(0, 20, 0)),
		"parts":       statics(sim.StaticDef{Shapes: halves}),
		"mesh, box":   statics(sheet(t, -20, 0), slab(0, 20, 0)),
		"box, mesh":   statics(slab(-20, 0, 0), sheet(t, 0, 20)),
		"on a mesh":   statics(sheet(t, -20, 5), slab(0, 20, 0)),
		"heavy body": func(def *sim.Definition) {
			def.Statics = []sim.StaticDef{slab(-20, 20, -1)}
			def.Bodies = append(def.Bodies, sim.BodyDef{Shapes: halves, Mass: 1e5})
		},
		"driven": func(def *sim.Definition) {
			def.Bodies = append(def.Bodies, sim.BodyDef{Shapes: halves, Drive: []sim.DriveAt{{}}})
		},
	}
}

// TestSeams_StopNothing: boxes slide, and balls roll, over the seam of shapes that lie flush as over one of them.
// Without the tag long, each kind of body over every second kind of seam.
func TestSeams_StopNothing(t *testing.T) {
	t.Parallel()
	body := func(kind string) sim.BodyDef {
		b := sim.BodyDef{Name: kind, Half: mgl64.Vec3{0.5, 0.4, 0.3}, Mass: 100, Position: mgl64.Vec3{-1.5, 0.3, 0.3}}
		switch kind {
		case "ball":
			b.Half, b.Shapes = mgl64.Vec3{}, []sim.ShapeDef{{Shape: must(geom.NewSphere(0.3))}}
		case "turned box":
			b.Attitude = mgl64.QuatRotate(0.3, mgl64.Vec3{0, 0, 1})
		case "spinning box":
			b.AngularVelocity = mgl64.Vec3{0, 0, 2}
		case "box of two":
			half := must(geom.NewBox(geom.Vec{X: 0.25, Y: 0.4, Z: 0.3}))
			b.Half, b.Shapes = mgl64.Vec3{}, []sim.ShapeDef{{Shape: half, Position: mgl64.Vec3{-0.25, 0, 0}}, {Shape: half, Position: mgl64.Vec3{0.25, 0, 0}}}
		}
		return b
	}
	frictions := []float64{0.1}
	if geomtest.Long {
		frictions = append(frictions, 0)
	}
	for i, kind := range []string{"box", "turned box", "spinning box", "box of two", "ball"} {
		for j, speed := range []float64{1, 12} {
			if !geomtest.Long && (i+j)%2 > 0 {
				continue
			}
			for _, mu := range frictions {
				slide := func(floor func(def *sim.Definition)) (x, v mgl64.Vec3, met bool) {
					b := body(kind)
					b.Velocity = mgl64.Vec3{speed, 0, 0}
					if kind == "ball" {
						b.AngularVelocity = mgl64.Vec3{0, speed / 0.3, 0}
					}
					def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: mu}}, Bodies: []sim.BodyDef{b}}
					floor(def)
					w := mustWorld(t, def)
					run(t, w, int(240*math.Min(5/speed, 2.5)), func() {
						for _, e := range w.Frame().Events {
							met = met || e.Kind == record.Impact
						}
					})
					x, v = motionOf(w, 0)
					return x, v, met
				}
				list := floors(t)
				want, wantV, _ := slide(list["one"])
				for k, name := range slices.Sorted(maps.Keys(list)) {
					if !geomtest.Long && (i+k)%2 > 0 {
						continue
					}
					x, v, met := slide(list[name])
					most := 1e-4
					switch kind {
					case "spinning box":
						most = 5e-3 // how its corners share the load depends on what they stand on
					case "ball":
						most = 1e-3 // it meets the edge, by a normal that is nearly that of the face
					}
					if kind == "ball" && name == "higher" {
						continue // a step of 20 µm is one for a ball
					}
					if met || x.Sub(want).Len() > most || v.Sub(wantV).Len() > 5*most {
						t.Errorf("%s, %g m/s, friction %g, %s: impact %v, %v at %v, want %v at %v", kind, speed, mu, name, met, x, v, want, wantV)
					}
				}
			}
		}
	}
}

// TestSeams_OfWallsStopNothing: a box scrapes along a wall of segments as along one box.
func TestSeams_OfWallsStopNothing(t *testing.T) {
	t.Parallel()
	for _, angle := range []float64{1, 2, 5, 10} {
		scrape := func(segments int) (mgl64.Vec3, mgl64.Vec3) {
			a := mgl64.DegToRad(angle)
			def := &sim.Definition{
				Materials: []sim.Material{{Friction: 0.3}},
				Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{2, 0.9, 0.7}, Mass: 1500, Position: mgl64.Vec3{-20, -2.2, 0},
					Attitude: mgl64.QuatRotate(a, mgl64.Vec3{0, 0, 1}), Velocity: mgl64.Vec3{25 * math.Cos(a), 25 * math.Sin(a), 0}}},
			}
			length := 120 / float64(segments)
			for k := range segments {
				def.Statics = append(def.Statics, sim.StaticDef{Name: fmt.Sprint(k), Half: mgl64.Vec3{length / 2, 0.3, 1},
					Position: mgl64.Vec3{-30 + length*(float64(k)+0.5), 0.3, 0}})
			}
			w := mustWorld(t, def)
			run(t, w, 480, nil)
			return motionOf(w, 0)
		}
		x, v := scrape(1)
		for _, n := range []int{7, 30} {
			// What is left of the rotation after the blows of both ends is a difference of large numbers.
			if at, u := scrape(n); at.Sub(x).Len() > 5e-3 || u.Sub(v).Len() > 5e-3 {
				t.Errorf("%g°, %d segments: %v at %v, want %v at %v", angle, n, at, u, x, v)
			}
		}
	}
}

// TestSeams_WallsStandOnFloors: what rises above a surface by more than some slops stops what comes along it, however
// thin the wall and however low both are, and however little of the body meets it.
func TestSeams_WallsStandOnFloors(t *testing.T) {
	t.Parallel()
	for _, height := range []float64{5e-4, 0.01, 1} {
		for _, thick := range []float64{1e-4, 0.2} {
			for _, tall := range []float64{4e-4, 0.3} {
				for _, c := range []struct {
					name, of     string
					pitch, aside float64
				}{
					{"a wedge", "", 0, 0}, {"a wedge", "mesh", 0, 0}, {"a wedge", "plane", 0, 0}, {"a wedge", "wall of a mesh", 0, 0}, {"a wedge", "sheet as a wall", 0, 0},
					{"on its front edge", "bridge", 0.2, 0},
					{"flat", "", 0, 0}, {"on its front edge", "", 0.2, 0}, {"turned", "", 0, 0.5}, {"flat", "mesh", 0, 0}, {"turned", "mesh", 0, 0.5},
					{"flat", "plane", 0, 0}, {"on its front edge", "plane", 0.2, 0}, {"flat", "wall of a mesh", 0, 0}, {"turned", "wall of a mesh", 0, 0.5},
					{"flat", "sheet as a wall", 0, 0}, {"on its front edge", "sheet as a wall", 0.2, 0}, {"turned", "sheet as a wall", 0, 0.5},
					{"a wedge", "back of a sheet", 0, 0}, {"flat", "back of a sheet", 0, 0}, {"turned", "back of a sheet", 0, 0.5},
				} {
					half := mgl64.Vec3{0.4, 0.4, tall}
					up := half[0]*math.Sin(c.pitch) + half[2]*math.Cos(c.pitch)
					def := &sim.Definition{
						Materials: []sim.Material{{}},
						Bodies: []sim.BodyDef{{Name: "box", Half: half, Mass: 10, Position: mgl64.Vec3{-1, 0, up},
							Attitude: mgl64.QuatRotate(c.aside, mgl64.Vec3{0, 0, 1}).Mul(mgl64.QuatRotate(c.pitch, mgl64.Vec3{0, 1, 0})), Velocity: mgl64.Vec3{6, 0, 0}}},
					}
					if c.name == "a wedge" { // nothing but its front edge, on the floor, meets the wall
						x, z := half[0], half[2]
						wedge := must(geom.NewConvex([]geom.Vec{{X: x, Y: -x, Z: -z}, {X: x, Y: x, Z: -z}, {X: -x, Y: -x, Z: -z}, {X: -x, Y: x, Z: -z}, {X: -x, Y: -x, Z: z}, {X: -x, Y: x, Z: z}}))
						b := &def.Bodies[0]
						b.Half, b.Shapes = mgl64.Vec3{}, []sim.ShapeDef{{Shape: wedge}}
					}
					floor, wall := slab(-20, 20, 0), sim.StaticDef{Half: mgl64.Vec3{thick / 2, 4, height / 2}, Position: mgl64.Vec3{thick / 2, 0, height / 2}}
					switch c.of {
					case "mesh":
						floor = sheet(t, -20, 20)
					case "plane":
						floor = sim.StaticDef{Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}
					case "wall of a mesh":
						wall = sim.StaticDef{Mesh: meshOfBox(t, &wall), Asset: "wall"}
					case "sheet as a wall", "back of a sheet":
						m := &geom.Mesh{Name: "wall", Vertices: []geom.Vec{{Y: -4}, {Y: 4}, {Y: 4, Z: height}, {Y: -4, Z: height}}, Tris: []geom.Tri{{0, 2, 1}, {0, 3, 2}}}
						if c.of == "back of a sheet" {
							m.Tris = []geom.Tri{{0, 1, 2}, {0, 2, 3}}
						}
						if err := m.Finish(); err != nil {
							t.Fatal(err)
						}
						wall = sim.StaticDef{Mesh: m, Asset: "wall"}
					}
					def.Statics = []sim.StaticDef{floor, wall}
					if c.of == "bridge" {
						bridge := sheet(t, -5, 5)
						for k := range bridge.Mesh.Vertices {
							bridge.Mesh.Vertices[k].Z = 3
						}
						if err := bridge.Mesh.Finish(); err != nil {
							t.Fatal(err)
						}
						def.Statics = append(def.Statics, bridge)
					}
					w := mustWorld(t, def)
					hit := 0.0
					for n := 0; n < 60 && hit == 0; n++ {
						for _, e := range run(t, w, 1, nil) {
							if e.B == 2 && hit == 0 {
								hit = e.Closing
							}
						}
					}
					if !(hit > 1) {
						t.Errorf("%s wall %g m high, %g thick, box %g high, %s: closing speed %g m/s", c.of, height, thick, tall, c.name, hit)
					}
				}
			}
		}
	}
}

// TestSeams_WallsStopFlatFronts: a wall that stands on a floor stops a body of one or two parts whose front is a flat wedge,
// though it is all above the wedge's upper side and comes down on it slowly, and by its lower edge, which the floor hides.
// So it does one that comes more slowly than an impact, which comes into it by no more than contacts overlap.
// Without the tag long, every seventh case.
func TestSeams_WallsStopFlatFronts(t *testing.T) {
	t.Parallel()
	cases := 0
	for _, high := range []float64{4e-4, 0.004, 0.01, 0.02, 0.05, 0.1} {
		for _, front := range []float64{0, 2e-4} {
			for parts := 1; parts <= 2; parts++ {
				for _, speed := range []float64{0.2, 0.4, 1, 6, 30} {
					for _, meshed := range []bool{false, true} {
						if cases++; !geomtest.Long && cases%7 != 0 {
							continue
						}
						wedge := must(geom.NewConvex([]geom.Vec{{X: 0.4, Y: -0.4, Z: -high}, {X: 0.4, Y: 0.4, Z: -high}, {X: 0.4, Y: -0.4, Z: front - high}, {X: 0.4, Y: 0.4, Z: front - high},
							{X: -0.4, Y: -0.4, Z: -high}, {X: -0.4, Y: 0.4, Z: -high}, {X: -0.4, Y: -0.4, Z: high}, {X: -0.4, Y: 0.4, Z: high}}))
						rear := must(geom.NewBox(geom.Vec{X: 0.2, Y: 0.4, Z: high}))
						wall := sim.StaticDef{Half: mgl64.Vec3{0.1, 4, 0.5}, Position: mgl64.Vec3{0.1, 0, 0.5}}
						if meshed {
							wall = sim.StaticDef{Mesh: meshOfBox(t, &wall), Asset: "wall"}
						}
						w := mustWorld(t, &sim.Definition{
							Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
							Materials: []sim.Material{{}},
							Bodies: []sim.BodyDef{{Name: "body", Mass: 10, Inertia: mgl64.Diag3(mgl64.Vec3{1, 1, 1}), Position: mgl64.Vec3{-0.5, 0, high}, Velocity: mgl64.Vec3{speed, 0, 0},
								Shapes: []sim.ShapeDef{{Shape: wedge}, {Shape: rear, Position: mgl64.Vec3{-0.6, 0, 0}}}[:parts]}},
							Statics: []sim.StaticDef{slab(-20, 20, 0), wall},
						})
						hit, deep, slow := 0.0, 0.0, speed < 0.5
						for n := 0; n < 240 && hit == 0; n++ {
							for _, e := range run(t, w, 1, nil) {
								if e.B == 2 && hit == 0 {
									hit = e.Closing
								}
							}
							x, _ := motionOf(w, 0)
							deep = math.Max(deep, x[0]+0.4)
						}
						if !slow && !(hit > speed/2) || slow && deep > 4e-4 || deep > 0.01 {
							t.Errorf("%g m high, %g at the front, %d parts, %g m/s, mesh %v: closing speed %g m/s, %g m deep", high, front, parts, speed, meshed, hit, deep)
						}
					}
				}
			}
		}
	}
}

// TestSeams_OfEdgesStopNothing: a body that slides with two edges of its own along the edge of a kerb, across that, does not
// catch where the next stone of the kerb begins.
func TestSeams_OfEdgesStopNothing(t *testing.T) {
	along, out := geom.Vec{Y: 0.3, Z: 0.3}, geom.Vec{Y: -0.3, Z: 0.3}
	wedge := must(geom.NewConvex([]geom.Vec{along, along.Neg(), out.Add(along).Add(geom.Vec{X: 0.3}), out.Sub(along).Add(geom.Vec{X: 0.3}), out.Add(along).Sub(geom.Vec{X: 0.3}), out.Sub(along).Sub(geom.Vec{X: 0.3})}))
	for _, stones := range []int{1, 4, 40} {
		for _, speed := range []float64{2, 10} {
			def := &sim.Definition{
				Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 7, -7}},
				Materials: []sim.Material{{}},
				Bodies: []sim.BodyDef{{
					Name: "body", Mass: 10, Inertia: mgl64.Diag3(mgl64.Vec3{10, 10, 10}), Position: mgl64.Vec3{-1, 0, 0}, Velocity: mgl64.Vec3{speed, 0, 0},
					Shapes: []sim.ShapeDef{{Shape: wedge, Position: mgl64.Vec3{-0.5, 0, 0}}, {Shape: wedge, Position: mgl64.Vec3{0.5, 0, 0}}},
				}},
			}
			length := 8 / float64(stones)
			for k := range stones {
				def.Statics = append(def.Statics, sim.StaticDef{Name: fmt.Sprint(k), Half: mgl64.Vec3{length / 2, 0.5, 0.5}, Position: mgl64.Vec3{-4 + length*(float64(k)+0.5), 0.5, -0.5}})
			}
			w, impacts := mustWorld(t, def), 0
			run(t, w, 60, func() {
				for _, e := range w.Frame().Events {
					if e.Kind == record.Impact {
						impacts++
					}
				}
			})
			if _, v := motionOf(w, 0); math.Abs(v[0]-speed) > 1e-6 || impacts > 0 {
				t.Errorf("%d stones, %g m/s: %v, with %d impacts", stones, speed, v, impacts)
			}
		}
	}
}

// TestSeams_NotOfWhatIsIgnored: what passes through a slab is stopped by the side of the next one.
func TestSeams_NotOfWhatIsIgnored(t *testing.T) {
	for _, next := range []sim.StaticDef{slab(-20, 0, 0), sheet(t, -20, 0)} {
		next.Name = "passed"
		end := slab(0, 20, 0)
		end.Name = "end"
		def := &sim.Definition{
			Materials: []sim.Material{{}},
			Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 1, Position: mgl64.Vec3{-1, 0, -0.29995}, Velocity: mgl64.Vec3{5, 0, 0}}},
			Statics:   []sim.StaticDef{next, end},
			Ignore:    []sim.IgnoreDef{{A: 0, B: -1}},
		}
		w := mustWorld(t, def)
		run(t, w, 120, nil)
		if x, v := motionOf(w, 0); x[0] > -0.29 || v[0] > 0 {
			t.Errorf("it is at %v, with %v", x, v)
		}
	}
}

// TestSeams_HideNoEdges: what falls on the common edge of shapes beside each other, or strikes it, at their seam or anywhere
// else, does not sink in.
func TestSeams_HideNoEdges(t *testing.T) {
	t.Parallel()
	turn := func(angle float64, axis mgl64.Vec3) mgl64.Quat { return mgl64.QuatRotate(angle, axis) }
	hull := func(low, high float64, corners ...[2]float64) geom.Shape { // upright
		var list []geom.Vec
		for _, c := range corners {
			list = append(list, geom.Vec{X: c[0], Y: c[1], Z: low}, geom.Vec{X: c[0], Y: c[1], Z: high})
		}
		return must(geom.NewConvex(list))
	}
	of := func(list ...geom.Shape) (shapes []sim.ShapeDef) {
		for _, s := range list {
			shapes = append(shapes, sim.ShapeDef{Shape: s})
		}
		return shapes
	}
	static := func(s geom.Shape) sim.StaticDef { return sim.StaticDef{Shapes: of(s)} }
	ball, box, half := must(geom.NewSphere(0.3)), must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.4, Z: 0.3})), must(geom.NewBox(geom.Vec{X: 0.25, Y: 0.4, Z: 0.3}))
	two := []sim.ShapeDef{{Shape: half, Position: mgl64.Vec3{-0.25, 0, 0}}, {Shape: half, Position: mgl64.Vec3{0.25, 0, 0}}}
	var golden []geom.Vec
	for k := range 12 {
		a, b := float64(k&1*2-1), (1+math.Sqrt(5))/2*float64(k>>1&1*2-1)
		v := [3]float64{0, a, b}
		golden = append(golden, geom.Vec{X: 0.26 * v[k>>2], Y: 0.26 * v[(k>>2+1)%3], Z: 0.26 * v[(k>>2+2)%3]})
	}
	wallA := static(hull(-1, 2, [2]float64{0, 0}, [2]float64{-3, 0}, [2]float64{-3, 1}, [2]float64{-1, 1}))
	wallB := static(hull(-1, 2, [2]float64{0, 0}, [2]float64{0, 3}, [2]float64{-1, 3}, [2]float64{-1, 1}))
	left, right := slab(-2, 0, 0), slab(0, 2, 0)
	beam := func(from, to float64) sim.StaticDef {
		return sim.StaticDef{Half: mgl64.Vec3{(to - from) / 2, 0.2, 0.5}, Position: mgl64.Vec3{(from + to) / 2, 0, -0.5}}
	}
	for _, c := range []struct {
		name     string
		shapes   []sim.ShapeDef
		attitude mgl64.Quat
		x, v     mgl64.Vec3
		statics  []sim.StaticDef
	}{
		{"box of two on a bar", two, turn(math.Pi/4, mgl64.Vec3{1, 0, 0}), mgl64.Vec3{0, 0, 0.8}, mgl64.Vec3{0, 0, -1}, []sim.StaticDef{{Half: mgl64.Vec3{0.2, 2, 0.2}, Attitude: turn(math.Pi/4, mgl64.Vec3{0, 1, 0})}}},
		{"bar on two beams", of(must(geom.NewBox(geom.Vec{X: 0.2, Y: 2, Z: 0.2}))), turn(math.Pi/4, mgl64.Vec3{0, 1, 0}), mgl64.Vec3{0, 0, 0.6}, mgl64.Vec3{0, 0, -1}, []sim.StaticDef{
			{Half: mgl64.Vec3{1, 0.2, 0.2}, Position: mgl64.Vec3{-1, 0, 0}, Attitude: turn(math.Pi/4, mgl64.Vec3{1, 0, 0})},
			{Half: mgl64.Vec3{1, 0.2, 0.2}, Position: mgl64.Vec3{1, 0, 0}, Attitude: turn(math.Pi/4, mgl64.Vec3{1, 0, 0})},
		}},
		{"ball on a corner of walls", of(ball), mgl64.QuatIdent(), mgl64.Vec3{1, -1, 0.5}, mgl64.Vec3{-5, 5, 0}, []sim.StaticDef{wallA, wallB}},
		{"box on a corner of walls", of(box), turn(math.Pi/4, mgl64.Vec3{0, 0, 1}), mgl64.Vec3{1, -1, 0.5}, mgl64.Vec3{-5, 5, 0}, []sim.StaticDef{wallA, wallB}},
		{"ball on an edge at a seam", of(ball), mgl64.QuatIdent(), mgl64.Vec3{0, -0.4, 0.4}, mgl64.Vec3{0, 2, -2}, []sim.StaticDef{beam(-2, 0), beam(0, 2)}},
		{"ball on an edge beside a seam", of(ball), mgl64.QuatIdent(), mgl64.Vec3{5e-4, -0.4, 0.4}, mgl64.Vec3{0, 2, -2}, []sim.StaticDef{beam(-2, 0), beam(0, 2)}},
		{"icosahedron on a seam", of(must(geom.NewConvex(golden))), mgl64.QuatIdent(), mgl64.Vec3{0, 0, 0.8}, mgl64.Vec3{0, 0, -2}, []sim.StaticDef{left, right}},
		{"box on a ridge", of(box), mgl64.QuatIdent(), mgl64.Vec3{0, 0, 0.6}, mgl64.Vec3{0, 0, -1}, []sim.StaticDef{
			static(must(geom.NewConvex([]geom.Vec{{Y: -3}, {Y: 3}, {X: -3, Y: -3, Z: -0.1}, {X: -3, Y: 3, Z: -0.1}, {Y: -3, Z: -1}, {Y: 3, Z: -1}}))),
			static(must(geom.NewConvex([]geom.Vec{{Y: -3}, {Y: 3}, {X: 3, Y: -3, Z: -0.1}, {X: 3, Y: 3, Z: -0.1}, {Y: -3, Z: -1}, {Y: 3, Z: -1}}))),
		}},
	} {
		b, _, err := sim.Compose(c.shapes, 10)
		if err != nil {
			t.Fatal(err)
		}
		b.Name, b.Position, b.Attitude, b.Velocity = "body", c.x, c.attitude, c.v
		def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: 0.3}}, Bodies: []sim.BodyDef{b}, Statics: c.statics}
		w := mustWorld(t, def)
		deepest := 0.0
		run(t, w, 100, func() {
			for k := range def.Statics {
				d := &def.Statics[k]
				at := geom.Transform{P: geom.FromMGL(d.Position), Q: geom.IdentityQuat()}
				if d.Attitude != (mgl64.Quat{}) {
					at.Q = geom.QuatFromMGL(d.Attitude)
				}
				deepest = math.Max(deepest, overlap(placedOf(w, def, 0), placedIn(d.Shapes, d.Half, at)))
			}
		})
		if deepest > 3e-4 {
			t.Errorf("%s: %g m deep", c.name, deepest)
		}
	}
}

// TestSeams_StrikeWhatFlies: of what touches nothing each overlap counts: a box that flies past the edge of another, which is
// a tenth of the slop in its way, strikes it.
func TestSeams_StrikeWhatFlies(t *testing.T) {
	def := &sim.Definition{
		Materials: []sim.Material{{Restitution: 1}},
		Bodies:    []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.3, 0.3, 0.3}, Mass: 1, Position: mgl64.Vec3{-2, 0, 0.3 - 1e-5}, Velocity: mgl64.Vec3{20, 0, 0}}},
		Statics:   []sim.StaticDef{slab(0, 20, 0)},
	}
	w := mustWorld(t, def)
	run(t, w, 60, nil)
	// The blow at its lower edge turns it; the edge comes back as fast.
	if _, v := motionOf(w, 0); v[0] > 19 {
		t.Errorf("it flies on at %v", v)
	}
}
