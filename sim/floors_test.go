package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

// plot is a rectangle of a floor.
type plot struct{ x0, y0, x1, y1 float64 }

// plots cuts a rectangle at random, n times, into rectangles of no side below least: with junctions of three edges
// wherever two of unlike cuts meet.
func plots(r *rand.Rand, all plot, n int, least float64) []plot {
	list := []plot{all}
	for range n {
		i := r.IntN(len(list))
		p := list[i]
		q := p
		if at := 0.2 + 0.6*r.Float64(); p.x1-p.x0 > (p.y1-p.y0)*(0.3+1.4*r.Float64()) {
			p.x1 = p.x0 + at*(p.x1-p.x0)
			q.x0 = p.x1
		} else {
			p.y1 = p.y0 + at*(p.y1-p.y0)
			q.y0 = p.y1
		}
		if math.Min(math.Min(p.x1-p.x0, p.y1-p.y0), math.Min(q.x1-q.x0, q.y1-q.y0)) >= least {
			list[i] = p
			list = append(list, q)
		}
	}
	return list
}

// floorPlan is a flat floor of triangles, of one mesh or of several, or of boxes.
type floorPlan struct {
	name   string
	meshes int // that its plots are dealt to, round; 0 for boxes, each a static
	plots  func(r *rand.Rand) []plot
}

var floorPlans = []floorPlan{
	{"grid of 1 m", 1, func(*rand.Rand) []plot { return cells(plot{-12, -12, 60, 12}, 1) }},
	{"grid of 0.31 m", 1, func(*rand.Rand) []plot { return cells(plot{-6, -6, 25, 6}, 0.31) }},
	{"tiles of 3 m, each a mesh", 192, func(*rand.Rand) []plot { return cells(plot{-12, -12, 60, 12}, 3) }},
	{"two meshes in a chequer", 2, func(*rand.Rand) []plot { return cells(plot{-12, -12, 59, 12}, 1) }},
	{"T-junctions, all sizes", 1, func(r *rand.Rand) []plot { return plots(r, plot{-12, -12, 60, 12}, 600, 0.05) }},
	{"boxes", 0, func(*rand.Rand) []plot { return cells(plot{-12, -12, 60, 12}, 3) }},
	{"T-junctions, boxes of all sizes", 0, func(r *rand.Rand) []plot { return plots(r, plot{-12, -12, 60, 12}, 150, 0.2) }},
	{"T-junctions, seven meshes", 7, func(r *rand.Rand) []plot { return plots(r, plot{-12, -12, 60, 12}, 300, 0.2) }},
}

// cells cuts a rectangle into squares.
func cells(all plot, size float64) []plot {
	var list []plot
	for j := 0; float64(j)*size < all.y1-all.y0; j++ {
		for i := 0; float64(i)*size < all.x1-all.x0; i++ {
			list = append(list, plot{all.x0 + float64(i)*size, all.y0 + float64(j)*size, all.x0 + float64(i+1)*size, all.y0 + float64(j+1)*size})
		}
	}
	return list
}

// boxes returns the floor's boxes, turned by q.
func (f *floorPlan) boxes(r *rand.Rand, q mgl64.Quat) (list []sim.StaticDef) {
	for i, p := range f.plots(r) {
		half := mgl64.Vec3{0.5 * (p.x1 - p.x0), 0.5 * (p.y1 - p.y0), 0.5}
		at := mgl64.Vec3{0.5 * (p.x0 + p.x1), 0.5 * (p.y0 + p.y1), -0.5}
		list = append(list, sim.StaticDef{Name: fmt.Sprint("box ", i), Half: half, Position: q.Rotate(at), Attitude: q})
	}
	return list
}

// build returns the floor's statics, turned by q.
func (f *floorPlan) build(t testing.TB, r *rand.Rand, q mgl64.Quat) []sim.StaticDef {
	t.Helper()
	if f.meshes == 0 {
		return f.boxes(r, q)
	}
	meshes := make([]*geom.Mesh, f.meshes)
	for i := range meshes {
		meshes[i] = &geom.Mesh{Name: fmt.Sprint("tile ", i)}
	}
	for i, p := range f.plots(r) {
		m := meshes[i%f.meshes]
		at := int32(len(m.Vertices))
		for _, c := range []mgl64.Vec3{{p.x0, p.y0, 0}, {p.x1, p.y0, 0}, {p.x1, p.y1, 0}, {p.x0, p.y1, 0}} {
			m.Vertices = append(m.Vertices, geom.FromMGL(q.Rotate(c)))
		}
		if r.IntN(2) == 0 {
			m.Tris = append(m.Tris, geom.Tri{at, at + 1, at + 2}, geom.Tri{at, at + 2, at + 3})
		} else {
			m.Tris = append(m.Tris, geom.Tri{at + 1, at + 2, at + 3}, geom.Tri{at + 1, at + 3, at})
		}
	}
	var list []sim.StaticDef
	for _, m := range meshes {
		if err := m.Finish(); err != nil {
			t.Fatal(err)
		}
		list = append(list, sim.StaticDef{Name: m.Name, Mesh: m, Asset: m.Name})
	}
	return list
}

// slider is what slides over a floor: its shape, its lowest point, and whether it slides on a face, so that friction
// does not turn it.
type slider struct {
	name string
	body sim.BodyDef
	low  float64
	flat bool
}

func sliders(r *rand.Rand) []slider {
	prism := must(geom.NewConvex([]geom.Vec{{X: 0.6, Y: 0.1, Z: -0.2}, {X: -0.4, Y: 0.5, Z: -0.2}, {X: -0.5, Y: -0.5, Z: -0.2}, {X: 0.2, Y: -0.6, Z: -0.2}, {X: 0.1, Y: 0.1, Z: 0.4}, {X: -0.2, Z: 0.45}}))
	half := mgl64.Vec3{0.1 + 2*r.Float64(), 0.1 + r.Float64(), 0.05 + 0.3*r.Float64()}
	hull, _, err := sim.Compose([]sim.ShapeDef{{Shape: prism}}, 500)
	if err != nil {
		panic(err)
	}
	low := prism.Bounds(geom.Transform{P: geom.FromMGL(hull.Shapes[0].Position), Q: geom.IdentityQuat()}).Min.Z
	return []slider{
		{"car-sized box", sim.BodyDef{Half: mgl64.Vec3{2.25, 0.9, 0.7}, Mass: 1500}, 0.7, true},
		{"box of any size", sim.BodyDef{Half: half, Mass: 10}, half[2], true},
		{"sphere", ballOf(0.7, 200), 0.7, false},
		{"cylinder on its cap", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: must(geom.NewCylinder(0.5, 0.2))}}, Mass: 30}, 0.2, true},
		{"capsule", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: must(geom.NewCapsule(0.3, 0.5)), Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})}}, Mass: 30}, 0.3, false},
		{"hull", hull, -low, true},
		{"ellipsoid", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: must(geom.NewEllipsoid(geom.Vec{X: 0.5, Y: 0.4, Z: 0.3}))}}, Mass: 30}, 0.3, false},
		{"cylinder on its side", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: must(geom.NewCylinder(0.3, 0.6)), Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})}}, Mass: 30}, 0.3, false},
		{"cone", sim.BodyDef{Shapes: []sim.ShapeDef{{Shape: must(geom.NewCone(0.5, 0.8)), Position: mgl64.Vec3{0, 0, -0.2}}}, Mass: 30}, 0.2, true},
	}
}

// slides runs a body over a floor for a number of steps and checks that from step settle on nothing throws it up, and
// that it is slowed as Coulomb says and by nothing else.
func slides(t *testing.T, what string, w *sim.World, up geom.Vec, mu float64, flat bool, steps, settle int) {
	t.Helper()
	dt := w.Settings().Step
	var rise, speed, at, height, off float64
	last := 0.0
	run(t, w, steps, func() {
		s := bodyOf(w, 0)
		level := s.V.AddScaled(up, -s.V.Dot(up)).Len()
		if int(w.Frame().Step) <= settle {
			speed, at, height, last = level, w.Frame().Time, s.X.Dot(up), s.X.Dot(up)
			return
		}
		rise = math.Max(rise, math.Max(math.Abs(s.V.Dot(up)), math.Abs(s.X.Dot(up)-last)/dt))
		last = s.X.Dot(up)
		want := speed
		if flat {
			want -= mu * 9.81 * (w.Frame().Time - at)
		}
		if flat || mu == 0 {
			off = math.Max(off, math.Abs(level-want)/want)
		}
	})
	limit, sinks := 1e-6, 1e-6
	if !flat && mu > 0 {
		// What rolls and turns on a line sinks in, within the slop: measured 2.5e-5 m/s, 3.4e-6 m.
		limit, sinks = 1e-4, 1e-5
	}
	if rise > limit || off > 1e-6 || math.Abs(last-height) > sinks {
		t.Errorf("%s: thrown up at %.2g m/s, %.2g m; speed off by %.2g of it", what, rise, last-height, off)
	}
}

// TestFloors_AreFlat is E6 in many forms: what slides at 40 to 80 m/s over a flat floor of triangles is not thrown, and
// slowed exactly as Coulomb says, whatever the triangles, the seams between meshes, and the way that is up.
func TestFloors_AreFlat(t *testing.T) {
	t.Parallel()
	rounds := 1
	if geomtest.Long {
		rounds = 4
	}
	for n := range rounds {
		r := rand.New(rand.NewPCG(61, uint64(n)))
		for i := range floorPlans {
			f := &floorPlans[i]
			for k, s := range sliders(r) {
				if !geomtest.Long && (i+k)%7 != 0 {
					continue
				}
				speed, heading, mu := 40+40*r.Float64(), 0.4*r.Float64()-0.2, 0.6*float64(r.IntN(2))
				if topples := s.body.Half != (mgl64.Vec3{}) && mu*s.body.Half[2] > 0.9*math.Min(s.body.Half[0], s.body.Half[1]); topples || s.name == "ellipsoid" {
					mu = 0 // an ellipsoid would roll, on changing radii
				}
				q, g := mgl64.QuatIdent(), "z"
				switch r.IntN(3) {
				case 0:
					q, g = mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{1, 0, 0}), "y"
				case 1:
					q, g = randomTurn(r), "any"
				}
				b := s.body
				b.Name = "body"
				b.Position = q.Rotate(mgl64.Vec3{-3, 0.37, s.low + 0.02*float64(r.IntN(2))})
				b.Attitude = q.Mul(mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{0, 0, 1}))
				b.Velocity = q.Rotate(mgl64.Vec3{speed * math.Cos(heading), speed * math.Sin(heading), 0})
				up := geom.FromMGL(q.Rotate(mgl64.Vec3{0, 0, 1}))
				if g == "y" {
					up = geom.Vec{Y: 1}
				}
				dt := []float64{1.0 / 60, 1.0 / 240}[r.IntN(2)]
				span := 0.6
				if f.name == "grid of 0.31 m" {
					span = 0.3
				}
				w := mustWorld(t, &sim.Definition{
					Settings:  sim.Settings{Gravity: up.MGL().Mul(-9.81), Step: dt},
					Materials: []sim.Material{{Friction: mu}}, Bodies: []sim.BodyDef{b}, Statics: f.build(t, r, q),
				})
				what := fmt.Sprintf("round %d: %s on %s, %.1f m/s, mu %g, %s up, step %.4f s", n, s.name, f.name, speed, mu, g, dt)
				slides(t, what, w, up, mu, s.flat, int(span/dt), int(0.2/dt))
			}
		}
	}
}

// TestFloors_CarRunsLevel drives a car on its wheels over the floors at 40 to 80 m/s: rolling freely it stays level,
// and its speed.
func TestFloors_CarRunsLevel(t *testing.T) {
	for i := range floorPlans {
		f := &floorPlans[i]
		r := rand.New(rand.NewPCG(62, uint64(i)))
		def := sedan(40+40*r.Float64(), []vehicle.Input{{}})
		def.Bodies[0].Position[0] = -3
		def.Bodies[0].Velocity[1] = 0
		def.Statics = f.build(t, r, mgl64.QuatIdent())
		w := mustWorld(t, def)
		speed := def.Bodies[0].Velocity[0]
		v, z := 0.0, 0.0
		run(t, w, 72, func() {
			v = math.Max(v, math.Abs(value(w, 0, "v", 2)))
			z = math.Max(z, math.Abs(value(w, 0, "x", 2)-def.Bodies[0].Position[2]))
		})
		if d := value(w, 0, "v", 0) - speed; math.Abs(d) > 1e-6*speed || v > 1e-6 || z > 1e-6 {
			t.Errorf("%s at %.1f m/s: thrown up at %.2g m/s, %.2g m; speed off by %.2g m/s", f.name, speed, v, z, d)
		}
	}
}

// TestFloors_WallIsSmooth pushes bodies along an upright wall of triangles, on a floor of such: without friction they
// keep their speed along it, and stay at it.
func TestFloors_WallIsSmooth(t *testing.T) {
	t.Parallel()
	for i := range floorPlans {
		f := &floorPlans[i]
		for k, s := range sliders(rand.New(rand.NewPCG(63, uint64(i)))) {
			if !geomtest.Long && (i+k)%4 != 0 {
				continue
			}
			r := rand.New(rand.NewPCG(64, uint64(6*i+k)))
			upright := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
			wall := f.build(t, r, upright) // its points are (x, 0, y), its normal is -y
			for j := range wall {
				wall[j].Name = "wall" + wall[j].Name
				wall[j].Asset = wall[j].Name
			}
			b := s.body
			reach := 0.0
			if b.Shapes == nil {
				reach = b.Half[1]
			} else {
				at := geom.Transform{P: geom.FromMGL(b.Shapes[0].Position), Q: geom.IdentityQuat()}
				if q := b.Shapes[0].Attitude; q != (mgl64.Quat{}) {
					at.Q = geom.QuatFromMGL(q)
				}
				reach = b.Shapes[0].Shape.Bounds(at).Max.Y
			}
			b.Name, b.Position, b.Velocity = "body", mgl64.Vec3{-3, -reach, s.low}, mgl64.Vec3{40 + 30*r.Float64(), 0, 0}
			if s.name == "hull" || s.name == "ellipsoid" || s.name == "cone" {
				// The hull stands off the wall with all but a corner, and turns; the ellipsoid turns its flat side to it; the rim
				// of the cone is a wedge at the seam of boxes at the height of the floor, and sinks in by two slops.
				continue
			}
			w := mustWorld(t, &sim.Definition{
				Settings:  sim.Settings{Gravity: tilt(0), Step: 1.0 / 120},
				Materials: []sim.Material{{}}, Bodies: []sim.BodyDef{b}, Statics: append(wall, sim.StaticDef{Name: "floor", Half: mgl64.Vec3{99, 99, 1}, Position: mgl64.Vec3{0, 0, -1}}),
				Forces: []sim.ForceDef{{Program: []sim.ForceAt{{Force: mgl64.Vec3{0, 20 * b.Mass, 0}}}}},
			})
			run(t, w, 50, nil)
			got := bodyOf(w, 0)
			if d := got.V.Sub(geom.FromMGL(b.Velocity)).Len(); d > 1e-6 || math.Abs(got.X.Y+reach) > 2e-4 || math.Abs(got.X.Z-s.low) > 2e-4 {
				t.Errorf("%s along %s: velocity off by %.2g m/s, place by %.2g and %.2g m", s.name, f.name, d, got.X.Y+reach, got.X.Z-s.low)
			}
		}
	}
}
