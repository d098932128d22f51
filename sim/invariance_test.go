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

// storm is bodies of all kinds that fly into each other and fall on a floor of the kind given.
func storm(t testing.TB, r *rand.Rand, n, kind int) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 120, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []sim.Material{{Friction: 0.5 * float64(r.IntN(2)), Restitution: []float64{0, 0.3, 1}[r.IntN(3)]}},
	}
	for i, b := range mixedSwarm(r, n, 15, 5) {
		if name := b.Name; def.Materials[0].Restitution == 0 {
			// What rolls over onto a rim has contact points that depend on rounding.
			k := []int{0, 1, 2, 5, 6, 7}[r.IntN(6)]
			c := bodyOfKind(k, b.Mass)
			c.Name, c.Position, c.Attitude, c.Velocity, c.AngularVelocity = name, b.Position, b.Attitude, b.Velocity, b.AngularVelocity
			b = c
		}
		b.Name = fmt.Sprint("b", i)
		b.Position[2] += 4
		def.Bodies = append(def.Bodies, b)
	}
	switch kind {
	case 0:
		def.Statics = []sim.StaticDef{floor(50)}
	case 1:
		def.Statics = []sim.StaticDef{{Name: "plane", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}}
	case 2:
		def.Statics = []sim.StaticDef{grid(t, 50, 1)}
	}
	return def
}

// placedScene returns a scene turned by q, which is a turn by 90° about an axis given as a map, and then moved.
func placedScene(def *sim.Definition, q mgl64.Quat, turn func(mgl64.Vec3) mgl64.Vec3, by mgl64.Vec3) *sim.Definition {
	d := *def
	d.Settings.Gravity = turn(d.Settings.Gravity)
	d.Bodies = append([]sim.BodyDef(nil), def.Bodies...)
	for i := range d.Bodies {
		b := &d.Bodies[i]
		if b.Attitude == (mgl64.Quat{}) {
			b.Attitude = mgl64.QuatIdent()
		}
		b.Position, b.Attitude = turn(b.Position).Add(by), q.Mul(b.Attitude)
		b.Velocity, b.AngularVelocity = turn(b.Velocity), turn(b.AngularVelocity)
	}
	d.Statics = append([]sim.StaticDef(nil), def.Statics...)
	for i := range d.Statics {
		s := &d.Statics[i]
		if s.Mesh != nil {
			m := &geom.Mesh{Name: s.Mesh.Name, Tris: append([]geom.Tri(nil), s.Mesh.Tris...)}
			for _, v := range s.Mesh.Vertices {
				m.Vertices = append(m.Vertices, geom.FromMGL(turn(v.MGL()).Add(by)))
			}
			if err := m.Finish(); err != nil {
				panic(err)
			}
			s.Mesh = m
			continue
		}
		if s.Attitude == (mgl64.Quat{}) {
			s.Attitude = mgl64.QuatIdent()
		}
		s.Position, s.Attitude = turn(s.Position).Add(by), q.Mul(s.Attitude)
	}
	return &d
}

// quarters are turns by 90° about the axes, exact but for the quaternion.
var quarters = []struct {
	axis mgl64.Vec3
	turn func(mgl64.Vec3) mgl64.Vec3
}{
	{mgl64.Vec3{1, 0, 0}, func(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{v[0], -v[2], v[1]} }},
	{mgl64.Vec3{0, 1, 0}, func(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{v[2], v[1], -v[0]} }},
	{mgl64.Vec3{0, 0, 1}, func(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{-v[1], v[0], v[2]} }},
}

// TestInvariance_PlaceHeadingAndNames runs random crashes of bodies of all kinds, on a box, a plane and triangles and
// in free space, moved by (1000, -2000, 500) m, turned by 90° about each axis, and renamed and reordered: the same
// impacts at the same times within 1e-9 s, up to each body's third.
func TestInvariance_PlaceHeadingAndNames(t *testing.T) {
	t.Parallel()
	scenes := 5
	if geomtest.Long {
		scenes = 900
	}
	same := func(v mgl64.Vec3) mgl64.Vec3 { return v }
	worst := map[string]difference{}
	odd := map[int]bool{}
	for n := range scenes {
		r := rand.New(rand.NewPCG(41, uint64(n)))
		def := storm(t, r, 3+n%7, n%4)
		if deepestOf(mustWorld(t, def), def) > 0 {
			continue // what overlaps at the start is no scene: rounding says how it parts
		}
		const steps = 100
		want := early(t, def, steps)
		check := func(what string, got map[string][]record.Event, turn func(geom.Vec) geom.Vec) {
			d := apart(got, want, 0, turn)
			if d.missing != "" || d.time > 1e-9 {
				t.Logf("scene %d (%d bodies, ground %d, %+v) %s: %+v", n, len(def.Bodies), n%4, def.Materials, what, d)
				odd[n] = true
				return
			}
			all := worst[what]
			all.larger(d)
			worst[what] = all
		}
		check("moved", early(t, placedScene(def, mgl64.QuatIdent(), same, mgl64.Vec3{1000, -2000, 500}), steps), unturned)
		q := quarters[n%3]
		check("turned", early(t, placedScene(def, mgl64.QuatRotate(math.Pi/2, q.axis), q.turn, mgl64.Vec3{}), steps),
			func(v geom.Vec) geom.Vec { return geom.FromMGL(q.turn(v.MGL())) })
		mixed := *def
		mixed.Bodies = nil
		for _, i := range r.Perm(len(def.Bodies)) {
			mixed.Bodies = append(mixed.Bodies, def.Bodies[i])
		}
		check("reordered", early(t, &mixed, steps), unturned)
	}
	if len(odd) > 0 {
		t.Errorf("%d of %d scenes are not the same", len(odd), scenes)
	}
	for what, d := range worst {
		t.Logf("%s: %+v", what, d)
		if 3*d.impacts < 10*scenes {
			t.Errorf("%s: only %d impacts compared", what, d.impacts)
		}
	}
}

// TestInvariance_WhatIsFarChangesNoBit adds a tumbling capsule far away, first or last, to random crashes of bodies of
// all kinds: the others keep every bit.
func TestInvariance_WhatIsFarChangesNoBit(t *testing.T) {
	t.Parallel()
	far := bodyOfKind(2, 3)
	steps := 40
	if geomtest.Long {
		steps = 100
	}
	far.Name, far.Position, far.Velocity, far.AngularVelocity = "far", mgl64.Vec3{20, 20, 20}, mgl64.Vec3{1, 2, 3}, mgl64.Vec3{20, 2, 3}
	for n := range geomtest.Trials(24) {
		def := storm(t, rand.New(rand.NewPCG(42, uint64(n))), 3+n%6, n%4)
		first, last := *def, *def
		first.Bodies = append([]sim.BodyDef{far}, def.Bodies...)
		last.Bodies = append(append([]sim.BodyDef(nil), def.Bodies...), far)
		w, a, b := mustWorld(t, def), mustWorld(t, &first), mustWorld(t, &last)
		for step := range steps {
			for _, x := range []*sim.World{w, a, b} {
				run(t, x, 1, nil)
			}
			v := w.Frame().Values
			for i := range 13 * len(def.Bodies) {
				if v[i] != a.Frame().Values[13+i] || v[i] != b.Frame().Values[i] {
					t.Fatalf("scene %d step %d: value %d is %v, with a far body first %v, last %v", n, step, i, v[i], a.Frame().Values[13+i], b.Frame().Values[i])
				}
			}
		}
	}
}
