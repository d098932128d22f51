package sim

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestIsland_SplitsWhereItParts cuts the island of a tower of eight boxes after the upper four have been given a speed: it is split
// where they part as fast as after an impact, or have come off by more than the slop without having been pressed, and nowhere else.
func TestIsland_SplitsWhereItParts(t *testing.T) {
	for _, c := range []struct {
		name    string
		speed   float64 // of the upper boxes, upwards [m/s]
		pressed bool    // the box under them bears them
		gap     float64 // over the slop, under them before
		split   bool
	}{
		{"parts fast", 0.6, true, 0, true},
		{"parts slowly from what it pressed", 0.4, true, 0, false},
		{"parts slowly from what it pressed across a gap", 0.4, true, 2, false},
		{"presses on", -0.6, true, 0, false},
		{"is apart", 0.02, false, 0, true},
		{"parts, but is not yet apart", 0.005, false, 0, false},
		{"parts, and was nearly apart", 0.005, false, 0.9, true},
		{"comes back", -0.02, false, 0, false},
		{"comes back, and was nearly apart", -0.02, false, 0.9, false},
	} {
		w := tower(t, 8)
		w.repeating.off = true
		steps(t, w, 1)
		isl := &w.islands[0]
		if len(isl.members) != 8 || !w.splits(isl) {
			t.Fatalf("%d members, split: %v", len(isl.members), w.splits(isl))
		}
		borne := 0
		for n := range isl.solver.Points {
			q := &isl.solver.Points[n]
			if q.A == 3 && q.B == 4 {
				borne++
				if !(q.Jn > 0) {
					t.Fatalf("point %d between the boxes bears %g N s", n, q.Jn)
				}
				q.Separation = c.gap * w.set.Slop
				if !c.pressed {
					q.Jn = 0
				}
			}
		}
		if borne != 4 {
			t.Fatalf("%d points between the fourth and the fifth box", borne)
		}
		for i := 4; i < 8; i++ {
			w.flights[i].s.V.Z = c.speed
		}
		isl.t = 1.0 / 120
		w.untie(isl)
		w.tieAgain(isl.t + 1.0/60)
		for i := int32(1); i < 8; i++ {
			together := rootOf(w.knots, i) == rootOf(w.knots, i-1)
			if want := i != 4 || !c.split; together != want {
				t.Errorf("%s: boxes %d and %d in one island: %v, want %v", c.name, i, i-1, together, want)
			}
		}
		if len(w.ties) > 0 {
			t.Errorf("%s: %d ties are left", c.name, len(w.ties))
		}
	}
}

// TestIsland_TiesMoveWithItsBodies: a tower moves by 10 m in a substep, after which its upper half turns at 0.1 rad/s: where it touches the
// lower it parts from that by less than 0.06 m/s, and not by the 1 m/s of a place 10 m off.
func TestIsland_TiesMoveWithItsBodies(t *testing.T) {
	for _, turn := range []float64{0.1, -0.1} {
		w := tower(t, 8)
		w.repeating.off = true
		steps(t, w, 1)
		for i := range w.flights {
			s := &w.flights[i].s
			s.X.X += 10
			if i >= 4 {
				s.L.Y = turn * 1000 / 6
			}
		}
		isl := &w.islands[0]
		w.untie(isl)
		w.tieAgain(isl.t)
		if rootOf(w.knots, 3) != rootOf(w.knots, 4) {
			t.Errorf("turning at %g rad/s: untied", turn)
		}
	}
}

// TestIsland_FewAreNotSplit: seven boxes are not, nor eight beside a driven body.
func TestIsland_FewAreNotSplit(t *testing.T) {
	w := tower(t, 7)
	w.repeating.off = true
	steps(t, w, 1)
	if w.splits(&w.islands[0]) {
		t.Error("an island of seven is split")
	}
	w = tower(t, 8)
	w.repeating.off = true
	steps(t, w, 1)
	isl := &w.islands[0]
	isl.bodies = append(isl.bodies, 0)
	if w.splits(isl) {
		t.Error("an island with a driven body is split")
	}
}

// TestIsland_DampersHoldItTogether: of a row of boxes that fly apart at 5 m/s the two that a damper links stay in one island; with a joint
// between two of them it is not split.
func TestIsland_DampersHoldItTogether(t *testing.T) {
	row := func(change func(def *Definition)) (*World, *island) {
		def := &Definition{
			Settings:  Settings{Step: 1.0 / 60, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []Material{{Friction: 0.5}},
			Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		}
		for i := range 8 {
			def.Bodies = append(def.Bodies, BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1000, Position: mgl64.Vec3{float64(i), 0, 0.5}})
		}
		change(def)
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		steps(t, w, 1)
		return w, &w.islands[0]
	}
	w, isl := row(func(def *Definition) {
		def.Springs = []SpringDef{{Name: "damper", A: 3, B: 4, Damping: 1000, Length: 1}}
	})
	if !w.splits(isl) {
		t.Fatalf("an island of %d is not split", len(isl.members))
	}
	for i := range 8 {
		w.flights[i].s.V.X = 5 * float64(i)
	}
	w.members, isl.dead = append(w.members[:0], isl.members...), true
	w.untie(isl)
	w.cutAtDampers(0)
	w.tieAgain(isl.t1)
	for i := int32(1); i < 8; i++ {
		if together := rootOf(w.knots, i) == rootOf(w.knots, i-1); together != (i == 4) {
			t.Errorf("boxes %d and %d in one island: %v", i, i-1, together)
		}
	}
	w, isl = row(func(def *Definition) {
		def.Joints = []JointDef{{Name: "hook", A: 3, B: 4, AtA: mgl64.Vec3{3.5, 0, 0.5}, InWorld: true}}
	})
	if w.splits(isl) {
		t.Error("an island with a joint is split")
	}
}

// TestIsland_WheelsAndCrushesTie: a car on a plate, which fly apart at 5 m/s, stay in one island by the row of a tyre, or by a wheel that has
// stood on the plate, and by a crush between them. With none of these they part.
func TestIsland_WheelsAndCrushesTie(t *testing.T) {
	for _, c := range []struct {
		name                 string
		tyres, stands, crush bool
	}{{"tyres", true, false, false}, {"wheels", false, true, false}, {"crush", false, false, true}, {"nothing", false, false, false}} {
		def := &Definition{
			Settings:  Settings{Step: 1.0 / 240, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []Material{{Friction: 0.5}},
			Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
			Bodies: []BodyDef{
				{Name: "car", Half: mgl64.Vec3{2.25, 0.9, 0.3}, Offset: mgl64.Vec3{0, 0, 0.4}, Mass: 1500, Position: mgl64.Vec3{0, 0, 0.65}},
				{Name: "plate", Half: mgl64.Vec3{5, 5, 0.05}, Mass: 3000, Position: mgl64.Vec3{0, 0, 0.05}},
			},
			Vehicles: []vehicle.Def{{}},
		}
		for _, at := range []mgl64.Vec3{{1.3, 0.75, -0.55}, {1.3, -0.75, -0.55}, {-1.4, 0.75, -0.55}, {-1.4, -0.75, -0.55}} {
			def.Vehicles[0].Wheels = append(def.Vehicles[0].Wheels, vehicle.WheelDef{Contact: at, Friction: 0.7})
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		steps(t, w, 2)
		isl := &w.islands[w.flights[0].island]
		if len(isl.members) != 2 || w.findPair(0, 1) >= 0 {
			t.Fatalf("%s: %d members, pair %d", c.name, len(isl.members), w.findPair(0, 1))
		}
		w.flights[0].s.V.Z = 5
		isl.solver.Points, isl.solver.Tyres = isl.solver.Points[:0], isl.solver.Tyres[:0]
		if c.tyres {
			isl.solver.Tyres = append(isl.solver.Tyres, response.TyreRow{Body: 0, Ground: -1}, response.TyreRow{Body: 0, Ground: 1})
		}
		for i := range w.state.wheels {
			if on := &w.state.wheels[i].on; *on != 1 {
				t.Fatalf("%s: wheel %d stands on %d", c.name, i, *on)
			} else if !c.stands {
				*on = -1
			}
		}
		if c.crush {
			k := int32(len(w.pairs))
			w.pairs = append(w.pairs, pair{a: 0, b: 1, crush: 0})
			w.pairsOf[0], w.pairsOf[1] = append(w.pairsOf[0], k), append(w.pairsOf[1], k)
		}
		w.untie(isl)
		if len(w.ties) > 1 {
			t.Errorf("%s: %d ties", c.name, len(w.ties))
		}
		w.tieAgain(isl.t)
		if together := rootOf(w.knots, 0) == rootOf(w.knots, 1); together != (c.tyres || c.stands || c.crush) {
			t.Errorf("%s: in one island: %v", c.name, together)
		}
	}
}

// TestIsland_ABlowLeavesATowerTogether drops a small cube on a tower at rest. The blow cuts the island of the tower, whose boxes press on each other
// still: all are one island at once, whose parts the search need not find again, one meeting after the other.
func TestIsland_ABlowLeavesATowerTogether(t *testing.T) {
	def := &Definition{
		Settings:  Settings{Step: 1.0 / 60, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []Material{{Friction: 0.5}},
		Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		Bodies:    []BodyDef{{Name: "cube", Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{0, 0, 8.11}, Velocity: mgl64.Vec3{0, 0, -1}}},
	}
	for i := range 8 {
		def.Bodies = append(def.Bodies, BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 0, 0.5 + float64(i)}})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, w, 1)
	if len(w.islands) != 2 || len(w.islands[0].members) != 8 || len(w.islands[1].members) != 9 {
		t.Fatalf("%d islands, want the tower and the tower with the cube", len(w.islands))
	}
	for k := range w.pairs {
		if p := &w.pairs[k]; p.idle > 0 {
			t.Errorf("bodies %d and %d meet %d times without a blow", p.a, p.b, p.idle)
		}
	}
	for i := range w.state.bodies {
		want := float64(i) - 0.5
		if i == 0 {
			want = 8.1
		}
		if b := &w.state.bodies[i]; math.Abs(b.X.Z-want) > 1e-6 || b.V.Len() > 1e-6 {
			t.Errorf("body %d is at %v with %v, want height %g at rest", i, b.X, b.V, want)
		}
	}
}

// TestIsland_WhatIsOnlyNearIsNotTied: boxes that move side by side with gaps between them, no crowd because one has a joint, are not in
// one island, however many; two of them that touch are.
func TestIsland_WhatIsOnlyNearIsNotTied(t *testing.T) {
	def := &Definition{
		Settings:  Settings{Step: 1.0 / 60, Crowd: 6, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []Material{{Friction: 0.5}},
		Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
		Joints:    []JointDef{{A: 0, B: WorldEnd, InWorld: true, AtA: mgl64.Vec3{0, 0, 2}}},
	}
	for i := range 8 {
		x := 0.25 * float64(i)
		if i == 7 {
			x -= 0.05
		}
		def.Bodies = append(def.Bodies, BodyDef{Name: string(rune('a' + i)), Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{x, 0, 0.1}, Velocity: mgl64.Vec3{0, 1}})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, w, 1)
	for i := int32(1); i < 8; i++ {
		if tied := rootOf(w.knots, i) == rootOf(w.knots, i-1); tied != (i == 7) {
			t.Errorf("boxes %d and %d in one island: %v", i-1, i, tied)
		}
	}
}
