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
		def.Bodies[n-1].Velocity = mgl64.Vec3{0, fast}
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
		} else if c.want && (set.Passes != crowdPasses || set.Residual < 0.999999*c.residual || set.Residual > 1.000001*c.residual || set.Slop != w.set.Slop) {
			t.Errorf("%+v: settings %+v", c, set)
		}
	}
}
