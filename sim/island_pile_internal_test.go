package sim

import (
	"fmt"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// TestAsPile tells which islands are piles that move: those with enough bodies without joints of which one is fast; and the accuracy of
// their passes, by the mean speed of these.
func TestAsPile(t *testing.T) {
	const crowd = 6
	row := func(n, joined int, fast float64) *World {
		def := &Definition{Settings: Settings{Crowd: crowd}, Materials: []Material{{}}}
		for i := range n {
			def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{float64(i)}})
			if i < joined {
				def.Bodies[i].Velocity = mgl64.Vec3{50}
				def.Joints = append(def.Joints, JointDef{A: i, B: WorldEnd, InWorld: true, AtA: mgl64.Vec3{float64(i), 5}})
			}
		}
		def.Bodies[n-2].Velocity = mgl64.Vec3{0, fast}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w.flights {
			w.flights[i].s = w.state.bodies[i]
		}
		return w
	}
	for _, c := range []struct {
		n, joined int
		fast      float64
		crowd     int
		want      bool
		residual  float64
	}{
		{crowd, 0, 0.11, crowd, true, 2e-3 * 0.11 / 2.449489742783178},
		{crowd, 0, 0.09, crowd, false, 0},
		{crowd - 1, 0, 3, crowd, false, 0},
		{crowd + 1, 1, 3, crowd, true, 2e-3 * 3 / 2.449489742783178},
		{crowd + 1, 2, 3, crowd, false, 0},
		{crowd + 1, 1, 0.09, crowd, false, 0},
		{crowd, 0, 3, -1, false, 0},
		{36, 0, 0.11, crowd, true, 2e-3 * 0.11 / 6},
		{900, 0, 0.11, crowd, true, 1e-5},
	} {
		w := row(c.n, c.joined, c.fast)
		w.set.Crowd = c.crowd
		var isl island
		for i := range w.bodies {
			isl.members = append(isl.members, int32(i))
		}
		isl.pile = !c.want
		if w.asPile(&isl); isl.pile != c.want {
			t.Errorf("%+v: a pile: %v", c, isl.pile)
			continue
		}
		if set := w.contactSettings(&isl); !c.want && set != &w.contactSet {
			t.Errorf("%+v: settings %+v", c, set)
		} else if c.want && (set.Passes != crowdPasses || set.Most != w.set.Passes || set.Residual < 0.999999*c.residual || set.Residual > 1.000001*c.residual || set.Slop != w.set.Slop) {
			t.Errorf("%+v: settings %+v", c, set)
		}
		if w.set.Passes = 10; c.want {
			if w.asPile(&isl); isl.pileSet.Passes != 10 {
				t.Errorf("%+v: %d passes, of 10 at most", c, isl.pileSet.Passes)
			}
		}
	}
}

// TestAsPile_InAStep: boxes that slide side by side on a floor, two of them joined, are an island that is a pile, whose
// passes may end early, and do not count as used up. Without Crowd they do.
func TestAsPile_InAStep(t *testing.T) {
	for _, crowd := range []int{6, -1} {
		def := &Definition{
			Settings:  Settings{Step: 1.0 / 60, Crowd: crowd, Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []Material{{Friction: 0.5}},
			Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
			Joints:    []JointDef{{A: 0, B: 1, InWorld: true, AtA: mgl64.Vec3{0.1, 0, 0.1}}},
		}
		for i := range 8 {
			def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{0.2 * float64(i), 0, 0.1}, Velocity: mgl64.Vec3{0, 1}})
		}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		steps(t, w, 1)
		if len(w.islands) == 0 {
			t.Fatalf("crowd %d: no island", crowd)
		}
		isl := &w.islands[w.flights[7].island]
		if pile := crowd > 0; len(isl.members) != 8 || isl.pile != pile || isl.solver.Early != pile {
			t.Errorf("crowd %d: %d members, a pile: %v, passes may end early: %v", crowd, len(isl.members), isl.pile, isl.solver.Early)
		}
		w.passesReported = false
		if w.passesEvent(isl); w.passesReported != (crowd < 0) {
			t.Errorf("crowd %d: passes used up: %v", crowd, w.passesReported)
		}
	}
}
