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
	"github.com/prang-sim/prang/sim/record"
)

// disguises are other ways to say a box: each takes a body that is a box about its centre and returns the same solid.
var disguises = []struct {
	name string
	as   func(b sim.BodyDef) sim.BodyDef
}{
	{"a shape in a turned frame", func(b sim.BodyDef) sim.BodyDef {
		q := mgl64.QuatRotate(0.7, mgl64.Vec3{1, 2, 3}.Normalize())
		b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewBox(geom.FromMGL(b.Half))), Attitude: q}}
		b.Attitude = b.Attitude.Mul(q.Inverse())
		return b
	}},
	{"a hull", func(b sim.BodyDef) sim.BodyDef {
		box := geom.OBB{Axes: geom.Identity(), Half: geom.FromMGL(b.Half)}
		var p []geom.Vec
		for i := range 8 {
			p = append(p, box.Vertex(i))
		}
		b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewConvex(p))}}
		return b
	}},
	{"two halves", func(b sim.BodyDef) sim.BodyDef {
		h := b.Half
		h[0] /= 2
		half := must(geom.NewBox(geom.FromMGL(h)))
		b.Shapes = []sim.ShapeDef{{Shape: half, Position: mgl64.Vec3{-h[0], 0, 0}}, {Shape: half, Position: mgl64.Vec3{h[0], 0, 0}}}
		return b
	}},
	{"a box in a box", func(b sim.BodyDef) sim.BodyDef {
		h := geom.FromMGL(b.Half).Mul(geom.FromMGL(b.Half))
		b.Inertia = mgl64.Diag3(mgl64.Vec3{h.Y + h.Z, h.Z + h.X, h.X + h.Y}.Mul(b.Mass / 3))
		b.Shapes = []sim.ShapeDef{{Shape: must(geom.NewBox(geom.FromMGL(b.Half)))}, {Shape: must(geom.NewBox(geom.FromMGL(b.Half.Mul(0.5))))}}
		return b
	}},
}

// TestShapes_ABoxInDisguiseIsABox runs random crashes of boxes on a floor, and the same with every box said otherwise:
// the same bodies meet at the same times within 1e-9 s until one has had its third impact, and the first impact of all
// gives the same velocities.
func TestShapes_ABoxInDisguiseIsABox(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(31, 5))
	same := func(i int32) int32 { return i }
	compared, scenes := 0, 5
	if geomtest.Long {
		scenes = 8
	}
	for n := range scenes {
		def := crowd(t, r, 3+n%5, n%2 == 1)
		want := firstImpacts(t, def, 120, same)
		compared += len(want)
		for _, d := range disguises {
			other := *def
			other.Bodies = nil
			for _, b := range def.Bodies {
				other.Bodies = append(other.Bodies, d.as(b))
			}
			got := firstImpacts(t, &other, 120, same)
			compareImpacts(t, fmt.Sprint("scene ", n, " as ", d.name), got, want)
			if len(want) == 0 || len(got) == 0 {
				continue
			}
			for i := range 2 {
				dv := got[0].After[i].V.Sub(want[0].After[i].V).Len()
				dw := got[0].After[i].W.Sub(want[0].After[i].W).Len()
				if dv > 1e-7 || dw > 1e-6 {
					t.Errorf("scene %d as %s: after the first impact body %d differs by %g m/s, %g rad/s", n, d.name, i, dv, dw)
				}
			}
		}
	}
	if 2*compared < 5*scenes {
		t.Errorf("only %d impacts compared", compared)
	}
}

// TestShapes_AStaticInDisguiseIsABox is the same for a wall that a box hits, as a hull, as two halves, as a mesh, and
// for a floor as a plane.
func TestShapes_AStaticInDisguiseIsABox(t *testing.T) {
	wall := sim.StaticDef{Name: "wall", Half: mgl64.Vec3{0.5, 4, 4}, Position: mgl64.Vec3{3, 0, 0}, Attitude: mgl64.QuatRotate(0.3, mgl64.Vec3{0, 0, 1})}
	hull := disguises[1].as(sim.BodyDef{Half: wall.Half})
	halves := disguises[2].as(sim.BodyDef{Half: wall.Half})
	r := rand.New(rand.NewPCG(32, 1))
	for n := range 40 {
		b := cube("c", 0.3, 2, mgl64.Vec3{-1, 0, 0}.Add(randomVec(r, 0.5)), mgl64.Vec3{40, 0, 0}.Add(randomVec(r, 5)))
		b.Attitude, b.AngularVelocity = randomTurn(r), randomVec(r, 20)
		first := func(s sim.StaticDef) record.Event {
			t.Helper()
			l := run(t, mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Step: 1.0 / 60}, Materials: []sim.Material{{Restitution: 0.5, Friction: 0.3}},
				Bodies: []sim.BodyDef{b}, Statics: []sim.StaticDef{s},
			}), 12, nil)
			if len(l) == 0 {
				t.Fatalf("case %d: no impact", n)
			}
			return l[0]
		}
		want := first(wall)
		compare := func(name string, got record.Event) {
			t.Helper()
			dv := got.After[0].V.Sub(want.After[0].V).Len() + got.After[0].W.Sub(want.After[0].W).Len()
			// Gaps of 1e-9 of 4 m, over a lever of 0.3 m, at 40 m/s.
			if math.Abs(got.Time-want.Time) > 1e-9 || dv > 3e-6 {
				t.Errorf("case %d as %s: %g s later, velocities off by %g", n, name, got.Time-want.Time, dv)
			}
		}
		other := wall
		other.Shapes = hull.Shapes
		compare("a hull", first(other))
		other.Shapes = halves.Shapes
		compare("two halves", first(other))
		up := wall.Attitude.Mul(mgl64.QuatRotate(-math.Pi/2, mgl64.Vec3{0, 1, 0}))
		compare("a plane", first(sim.StaticDef{
			Name: "wall", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}, Attitude: up,
			Position: wall.Position.Add(wall.Attitude.Rotate(mgl64.Vec3{-0.5, 0, 0})),
		}))
		box := geom.NewOBB(geom.Transform{P: geom.FromMGL(wall.Position), Q: geom.QuatFromMGL(wall.Attitude)}, geom.FromMGL(wall.Half))
		m := &geom.Mesh{Name: "wall"}
		for i := range 8 {
			m.Vertices = append(m.Vertices, box.Vertex(i))
		}
		for _, q := range [][4]int32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
			m.Tris = append(m.Tris, geom.Tri{q[0], q[2], q[1]}, geom.Tri{q[0], q[3], q[2]})
		}
		if err := m.Finish(); err != nil {
			t.Fatal(err)
		}
		compare("a mesh", first(sim.StaticDef{Name: "wall", Mesh: m, Asset: "wall"}))
	}
}

// TestShapes_WhatTopplesSlams stands tall bodies on the rim of their foot, a little beyond the balance, on a plane and
// on a mesh: they fall over, and what hits the ground then is an impact: from three leans at least of four, for the
// contact solver has a point that is within the slop when a substep begins, as one slam in some 70 is. Without the tag
// long, on a plane or a mesh in turn, and from two leans, of which one must.
func TestShapes_WhatTopplesSlams(t *testing.T) {
	t.Parallel()
	on, leans := grounds(t)[1:3], []float64{0.1, 0.114, 0.13, 0.146}
	for k, c := range []struct {
		name  string
		shape geom.Shape
		foot  mgl64.Vec3 // the point to stand on, in the shape's frame
	}{
		{"box", must(geom.NewBox(geom.Vec{X: 0.2, Y: 0.2, Z: 1})), mgl64.Vec3{0.2, 0, -1}},
		{"cylinder", must(geom.NewCylinder(0.2, 1)), mgl64.Vec3{0.2, 0, -1}},
		{"cone", must(geom.NewCone(0.3, 2)), mgl64.Vec3{0.3, 0, 0}},
		{"capsule", must(geom.NewCapsule(0.2, 0.8)), mgl64.Vec3{0, 0, -1}},
		{"hull", must(geom.NewConvex([]geom.Vec{{X: 0.2, Z: -1}, {X: -0.2, Y: 0.3, Z: -1}, {X: -0.2, Y: -0.3, Z: -1}, {X: 0.1, Z: 1}, {X: -0.1, Y: 0.1, Z: 1}, {X: -0.1, Y: -0.1, Z: 1}})), mgl64.Vec3{0.2, 0, -1}},
	} {
		for n, ground := range on {
			if !geomtest.Long && (k+n)%2 > 0 {
				continue
			}
			slams, depth, tried := 0, 0.0, 0
			for l, lean := range leans {
				if !geomtest.Long && (k/2+l)%2 > 0 {
					continue
				}
				tried++
				w, def := toppling(t, c.name, c.shape, c.foot, lean, ground)
				slam, last := false, 960
				for step := 0; step < last; step++ {
					for _, e := range run(t, w, 1, nil) {
						if e.Closing > 2 && !slam {
							slam, last = true, step+60
						}
					}
					for _, p := range placedOf(w, def, 0) {
						depth = math.Max(depth, -p.Shape.Bounds(p.Pose).Min.Z)
					}
				}
				if slam {
					slams++
				}
			}
			if slams < 3*tried/4 || depth > 2e-3 {
				t.Errorf("%s on %s: an impact above 2 m/s from %d leans of %d, penetration %g m", c.name, ground.Name, slams, tried, depth)
			}
		}
	}
}

// toppling is a body that stands on a point of its foot and leans beyond the balance by an angle [rad].
func toppling(t *testing.T, name string, shape geom.Shape, foot mgl64.Vec3, lean float64, ground sim.StaticDef) (*sim.World, *sim.Definition) {
	t.Helper()
	b, center, err := sim.Compose([]sim.ShapeDef{{Shape: shape}}, 10)
	if err != nil {
		t.Fatal(err)
	}
	lever := center.Sub(foot)
	b.Name, b.Attitude = name, mgl64.QuatRotate(lean+math.Atan2(-lever[0], lever[2]), mgl64.Vec3{0, 1, 0})
	b.Position = b.Attitude.Rotate(lever).Add(mgl64.Vec3{0, 0.15, 0})
	at := geom.Transform{P: geom.FromMGL(b.Attitude.Rotate(b.Shapes[0].Position).Add(b.Position)), Q: geom.QuatFromMGL(b.Attitude)}
	b.Position[2] -= shape.Bounds(at).Min.Z
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.8}},
		Bodies:    []sim.BodyDef{b}, Statics: []sim.StaticDef{ground},
	}
	return mustWorld(t, def), def
}
