package sim_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// bodyOf returns the state of body i in the frame.
func bodyOf(w *sim.World, i int) rigid.State {
	v := w.Frame().Values[13*i:]
	vec := func(k int) geom.Vec { return geom.Vec{X: v[k], Y: v[k+1], Z: v[k+2]} }
	return rigid.State{X: vec(0), Q: geom.Quat{W: v[3], V: vec(4)}, V: vec(7), L: vec(10)}
}

// boxOf returns the box of body i, whose centre is its centre of mass.
func boxOf(w *sim.World, i int) geom.OBB {
	s := bodyOf(w, i)
	return geom.NewOBB(geom.Transform{P: s.X, Q: s.Q}, w.Objects()[i].Half)
}

// totals are the sums over all bodies that impacts and contacts between them keep, or never raise.
type totals struct {
	p, l            geom.Vec // momentum, angular momentum about the origin
	kinetic         float64
	pSize, lSize    float64 // sums of the sizes of the terms, which rounding is relative to
	linear, angular float64 // parts of the kinetic energy
}

func totalsOf(w *sim.World, bodies int) totals {
	var t totals
	for i := range bodies {
		s, o := bodyOf(w, i), &w.Objects()[i]
		m, _ := rigid.NewMass(o.Mass, o.Inertia)
		p := s.V.Scale(o.Mass)
		orbit := s.X.Cross(p)
		t.p, t.l = t.p.Add(p), t.l.Add(orbit).Add(s.L)
		t.pSize += p.Len()
		t.lSize += s.X.Len()*p.Len() + s.L.Len()
		t.linear += 0.5 * s.V.Dot(p)
		t.angular += 0.5 * s.L.Dot(m.AngularVelocity(s.Q, s.L))
	}
	t.kinetic = t.linear + t.angular
	return t
}

// deepest returns the largest overlap of two bodies [m].
func deepest(w *sim.World, bodies int) float64 {
	depth := 0.0
	for i := range bodies {
		a := boxOf(w, i)
		for j := range i {
			b := boxOf(w, j)
			if m, ok := narrowphase.MTVOBBs(&a, &b); ok && m.Depth > depth {
				depth = m.Depth
			}
		}
	}
	return depth
}

func randomVec(r *rand.Rand, size float64) mgl64.Vec3 {
	u := func() float64 { return size * (2*r.Float64() - 1) }
	return mgl64.Vec3{u(), u(), u()}
}

func randomTurn(r *rand.Rand) mgl64.Quat {
	v := randomVec(r, 1)
	return mgl64.QuatRotate(math.Pi*r.Float64(), v.Normalize())
}

// swarm is n boxes of random sizes and masses whose centres lie on a grid of points so far apart that none touches
// another, all of them on their way to the origin with a random spin.
func swarm(r *rand.Rand, n int, speed, spin float64) []sim.BodyDef {
	var list []sim.BodyDef
	for i := range n {
		half := mgl64.Vec3{0.1 + 0.4*r.Float64(), 0.1 + 0.4*r.Float64(), 0.1 + 0.4*r.Float64()}
		cell := mgl64.Vec3{float64(i&1) - 0.5, float64(i>>1&1) - 0.5, float64(i>>2&1) - 0.5}
		x := cell.Mul(4).Add(randomVec(r, 0.2))
		list = append(list, sim.BodyDef{
			Name: fmt.Sprint("b", i), Half: half, Mass: 0.5 + 10*r.Float64(), Position: x, Attitude: randomTurn(r),
			Velocity:        x.Mul(-speed / x.Len() * (0.5 + r.Float64())).Add(randomVec(r, 0.1*speed)),
			AngularVelocity: randomVec(r, spin),
		})
	}
	return list
}

func massOf(w *sim.World, i int) *rigid.Mass {
	o := &w.Objects()[i]
	m, _ := rigid.NewMass(o.Mass, o.Inertia)
	return &m
}

// fastest returns the largest turn of a body in a step [rad].
func fastest(w *sim.World, bodies int, dt float64) float64 {
	turn := 0.0
	for i := range bodies {
		s := bodyOf(w, i)
		turn = math.Max(turn, massOf(w, i).AngularVelocity(s.Q, s.L).Len()*dt)
	}
	return turn
}

// integratorError bounds the energy that the integrator adds to a body in a step, relative to its energy of rotation
// and to the fifth power of its turn: the method is of order four. The largest seen in 10,000 steps of swarms is
// 0.0018.
const integratorError = 0.005

// freeSpace runs a swarm without gravity, every contact an impact, and returns the number of impacts and of steps with
// several. Momentum and angular momentum are kept to rounding (sums of at most eight bodies over a hundred impacts),
// kinetic energy never grows by more than the integrator's error, and with e = 1 no two bodies overlap at the end of a
// step, of which deepest returns the largest overlap. Without full restitution bodies stay in touch in the end; from
// then on only momentum is looked at, as the contact solver works in substeps.
func freeSpace(t *testing.T, name string, e, mu float64, list []sim.BodyDef, deepest func(w *sim.World, def *sim.Definition) float64) (hits, crowded int) {
	t.Helper()
	const dt = 1.0 / 240
	def := &sim.Definition{
		Settings:  sim.Settings{Step: dt, SleepTime: -1, ImpactSpeed: -1},
		Materials: []sim.Material{{Friction: mu, Restitution: e}},
		Bodies:    list,
	}
	w := mustWorld(t, def)
	bodies := len(list)
	start := totalsOf(w, bodies)
	last, turn := start, fastest(w, bodies, dt)
	contacts := false
	for step := range 90 {
		fault := func(what string, d float64) {
			t.Errorf("%s (e %g, mu %g) step %d: %s %g", name, e, mu, step, what, d)
		}
		l := run(t, w, 1, nil)
		hits += len(l)
		if len(l) > 1 {
			crowded++
		}
		for _, ev := range w.Frame().Events {
			contacts = contacts || ev.Kind == record.ContactBegin
		}
		now := totalsOf(w, bodies)
		if d := now.p.Sub(start.p).Len() / start.pSize; d > 1e-12 {
			fault("momentum off by", d)
		}
		if contacts {
			continue
		}
		if d := now.l.Sub(start.l).Len() / start.lSize; d > 1e-12 {
			fault("angular momentum off by", d)
		}
		turn = math.Max(turn, fastest(w, bodies, dt))
		if d := now.kinetic - last.kinetic; d > 1e-9*last.kinetic+integratorError*math.Pow(turn, 5)*last.angular {
			fault("kinetic energy grows by", d/last.kinetic)
		}
		if d := deepest(w, def); e == 1 && d > 1e-6 {
			fault("overlap", d)
		}
		last = now
	}
	return hits, crowded
}

// TestProperty_ImpactsInFreeSpace lets swarms of boxes fly into each other.
func TestProperty_ImpactsInFreeSpace(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 1))
	hits, crowded, scenes := 0, 0, geomtest.Trials(90)
	for n := range scenes {
		e, mu := []float64{0, 0.3, 1}[n%3], []float64{0, 0.5}[n/3%2]
		h, c := freeSpace(t, fmt.Sprint("scene ", n), e, mu, swarm(r, 2+n%7, 20, 8), func(w *sim.World, def *sim.Definition) float64 {
			return deepest(w, len(def.Bodies))
		})
		hits, crowded = hits+h, crowded+c
	}
	if 9*hits < 40*scenes || 9*crowded < 5*scenes {
		t.Errorf("only %d impacts, %d steps with several", hits, crowded)
	}
}

// room is a closed room of the inner half extent s around the origin: six static boxes with walls of the given
// thickness, or twelve triangles.
func room(t testing.TB, s, thickness float64, mesh bool) []sim.StaticDef {
	t.Helper()
	if mesh {
		m := &geom.Mesh{Name: "room"}
		for i := range 8 {
			c := func(bit int) float64 { return s * float64(2*(i>>bit&1)-1) }
			m.Vertices = append(m.Vertices, geom.Vec{X: c(0), Y: c(1), Z: c(2)})
		}
		for _, q := range [][4]int32{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}} {
			m.Tris = append(m.Tris, geom.Tri{q[0], q[1], q[2]}, geom.Tri{q[0], q[2], q[3]})
		}
		if err := m.Finish(); err != nil {
			t.Fatal(err)
		}
		return []sim.StaticDef{{Name: "room", Mesh: m, Asset: "room"}}
	}
	var list []sim.StaticDef
	for axis := range 3 {
		for _, side := range []float64{-1, 1} {
			h := mgl64.Vec3{s + thickness, s + thickness, s + thickness}
			h[axis] = thickness / 2
			var x mgl64.Vec3
			x[axis] = side * (s + thickness/2)
			list = append(list, sim.StaticDef{Name: fmt.Sprint("wall", axis, side), Half: h, Position: x})
		}
	}
	return list
}

// beyond returns how far a body reaches out of the room of half extent s [m], negative inside.
func beyond(w *sim.World, body int, s float64) float64 {
	o := boxOf(w, body)
	b := o.Bounds()
	return math.Max(b.Max.MaxAbs(), b.Min.MaxAbs()) - s
}

// TestProperty_NothingLeavesAClosedRoom shuts cubes at up to 100 m/s and 100 rad/s, with e = 1, in a room of six boxes
// and in one of twelve triangles: after every one of 500 steps none reaches into a wall or into another. Cubes turn
// evenly, so that nothing of this is the integrator's.
func TestProperty_NothingLeavesAClosedRoom(t *testing.T) {
	t.Parallel()
	hits := 0
	for n := range 8 {
		mesh, mu, gravity := n&1 == 1, 0.5*float64(n>>1&1), 9.81*float64(n>>2&1)
		r := rand.New(rand.NewPCG(7, uint64(n)))
		bodies := 2 + n/2
		list := swarm(r, bodies, 100/1.6, 100/math.Sqrt(3))
		for i := range list {
			h := list[i].Half[0]
			list[i].Half = mgl64.Vec3{h, h, h}
		}
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, ImpactSpeed: -1, Gravity: mgl64.Vec3{0, 0, -gravity}},
			Materials: []sim.Material{{Friction: mu, Restitution: 1}},
			Bodies:    list, Statics: room(t, 4, 1, mesh),
		})
		for step := range 500 {
			hits += len(run(t, w, 1, nil))
			if d := deepest(w, bodies); d > 1e-6 {
				t.Errorf("scene %d step %d: overlap %g", n, step, d)
			}
			for i := range bodies {
				if d := beyond(w, i, 4); d > 1e-6 {
					t.Fatalf("scene %d step %d: body %d is %g m in a wall", n, step, i, d)
				}
			}
		}
	}
	if hits < 1000 {
		t.Errorf("only %d impacts", hits)
	}
}

// TestProperty_NothingPassesThinWalls shoots a spinning cube at 1e2 to 1e5 m/s in a room with walls of 1 mm: at the
// fastest it crosses the room 200 times a step. It never gets out; where it hits more often than the setting allows, it
// says so.
func TestProperty_NothingPassesThinWalls(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	shots := 16
	if geomtest.Long {
		shots = 96
	}
	for n := range shots {
		mesh, e, speed := n&1 == 1, []float64{0.5, 1}[n>>1&1], math.Pow(10, float64(2+n>>2&3))
		b := cube("c", 0.02+0.2*r.Float64(), 1, randomVec(r, 2), mgl64.Vec3{})
		b.Attitude, b.AngularVelocity = randomTurn(r), randomVec(r, 20)
		d := randomVec(r, 1)
		b.Velocity = d.Mul(speed / d.Len())
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Step: 1.0 / 60, SleepTime: -1, MaxImpacts: 1000},
			Materials: []sim.Material{{Friction: 0, Restitution: e}},
			Bodies:    []sim.BodyDef{b}, Statics: room(t, 4, 0.001, mesh),
		})
		hits := 0
		for step := range 10 {
			hits += len(run(t, w, 1, nil))
			if d := beyond(w, 0, 4); d > 1e-6 {
				t.Fatalf("mesh %v, e %g, %g m/s, step %d: %g m in a wall", mesh, e, speed, step, d)
			}
		}
		if hits == 0 && speed > 100 {
			t.Errorf("mesh %v, e %g, %g m/s: no impact", mesh, e, speed)
		}
	}
}

// crowd is a random crash on a floor, of boxes or of triangles: boxes that fly into each other and fall.
func crowd(t testing.TB, r *rand.Rand, bodies int, mesh bool) *sim.Definition {
	def := &sim.Definition{
		Settings:  sim.Settings{Step: 1.0 / 120, Gravity: tilt(0)},
		Materials: []sim.Material{{Friction: 0.5 * float64(r.IntN(2)), Restitution: []float64{0, 0.3, 1}[r.IntN(3)]}},
		Statics:   []sim.StaticDef{floor(50)},
	}
	if mesh {
		def.Statics = []sim.StaticDef{grid(t, 50, 1)}
	}
	for _, b := range swarm(r, bodies, 15, 5) {
		b.Position[2] += 4
		def.Bodies = append(def.Bodies, b)
	}
	return def
}

// firstImpacts returns the impacts of a run until a body has its fourth; name gives the number that a body has in the
// original scene.
func firstImpacts(t testing.TB, def *sim.Definition, steps int, name func(int32) int32) []record.Event {
	var list []record.Event
	count := make([]int, len(def.Bodies)+len(def.Statics))
	for _, e := range run(t, mustWorld(t, def), steps, nil) {
		e.A, e.B = name(e.A), name(e.B)
		if e.B < e.A {
			e.A, e.B = e.B, e.A
		}
		count[e.A]++
		count[e.B]++
		if count[e.A] > 3 || int(e.B) < len(def.Bodies) && count[e.B] > 3 {
			break
		}
		list = append(list, e)
	}
	return list
}

// compareImpacts reports impacts that are not of the same pair at the same time within 1e-9 s.
func compareImpacts(t *testing.T, what string, got, want []record.Event) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d impacts, want %d", what, len(got), len(want))
		return
	}
	for i := range got {
		if got[i].A != want[i].A || got[i].B != want[i].B || math.Abs(got[i].Time-want[i].Time) > 1e-9 {
			t.Errorf("%s: impact %d of %d and %d at %.12f s, want %d and %d at %.12f s", what, i,
				got[i].A, got[i].B, got[i].Time, want[i].A, want[i].B, want[i].Time)
			return
		}
	}
}

// TestProperty_WhatTouchesNothingChangesNothing adds a far tumbling body, first and last, to random crashes: the others
// keep every bit.
func TestProperty_WhatTouchesNothingChangesNothing(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 3))
	far := sim.BodyDef{Name: "far", Half: mgl64.Vec3{0.3, 0.2, 0.1}, Mass: 2, Position: mgl64.Vec3{20, 20, 20},
		Velocity: mgl64.Vec3{1, 2, 3}, AngularVelocity: mgl64.Vec3{40, 2, 3}}
	for n := range geomtest.Trials(24) {
		def := crowd(t, r, 3+n%5, n%2 == 1)
		first, last := *def, *def
		first.Bodies = append([]sim.BodyDef{far}, def.Bodies...)
		last.Bodies = append(append([]sim.BodyDef(nil), def.Bodies...), far)
		w, a, b := mustWorld(t, def), mustWorld(t, &first), mustWorld(t, &last)
		for step := range 150 {
			for _, x := range []*sim.World{w, a, b} {
				if err := x.Step(); err != nil {
					t.Fatal(err)
				}
			}
			v := w.Frame().Values // behind the bodies' stands the ledger of all of them
			for i := range 13 * len(def.Bodies) {
				if v[i] != a.Frame().Values[13+i] || v[i] != b.Frame().Values[i] {
					t.Fatalf("scene %d step %d: value %d is %v, with a far body first %v, last %v", n, step, i, v[i], a.Frame().Values[13+i], b.Frame().Values[i])
				}
			}
		}
	}
}

// TestProperty_OrderPlaceAndHeadingDoNotMatter runs random crashes with the bodies in reverse order, moved by a vector
// that costs two bits, and turned by 90° about the vertical: the same bodies meet at the same times within 1e-9 s until
// one has had its third impact.
func TestProperty_OrderPlaceAndHeadingDoNotMatter(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(3, 5))
	same := func(i int32) int32 { return i }
	compared, scenes := 0, geomtest.Trials(24)
	for n := range scenes {
		def := crowd(t, r, 3+n%5, n%2 == 1)
		const steps = 120
		want := firstImpacts(t, def, steps, same)
		compared += len(want)

		reversed := *def
		reversed.Bodies = nil
		bodies := len(def.Bodies)
		for i := range bodies {
			reversed.Bodies = append(reversed.Bodies, def.Bodies[bodies-1-i])
		}
		compareImpacts(t, fmt.Sprint("reversed scene ", n), firstImpacts(t, &reversed, steps, func(i int32) int32 {
			if int(i) < bodies {
				return int32(bodies-1) - i
			}
			return i
		}), want)

		turned := *def
		turned.Bodies = append([]sim.BodyDef(nil), def.Bodies...)
		q := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 0, 1})
		turn := func(v mgl64.Vec3) mgl64.Vec3 { return mgl64.Vec3{-v[1], v[0], v[2]} }
		for i := range turned.Bodies {
			b := &turned.Bodies[i]
			b.Position, b.Velocity, b.AngularVelocity, b.Attitude = turn(b.Position), turn(b.Velocity), turn(b.AngularVelocity), q.Mul(b.Attitude)
		}
		compareImpacts(t, fmt.Sprint("turned scene ", n), firstImpacts(t, &turned, steps, same), want)

		if n%2 == 1 {
			continue // a mesh has its vertices where they are
		}
		moved := *def
		moved.Bodies = append([]sim.BodyDef(nil), def.Bodies...)
		moved.Statics = append([]sim.StaticDef(nil), def.Statics...)
		by := mgl64.Vec3{8, -16, 4}
		for i := range moved.Bodies {
			moved.Bodies[i].Position = moved.Bodies[i].Position.Add(by)
		}
		moved.Statics[0].Position = moved.Statics[0].Position.Add(by)
		compareImpacts(t, fmt.Sprint("moved scene ", n), firstImpacts(t, &moved, steps, same), want)
	}
	if 2*compared < 5*scenes {
		t.Errorf("only %d impacts compared", compared)
	}
}
