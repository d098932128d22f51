package sim

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// tower returns a world of boxes of 1 m on each other, which has run for half a second without sleep.
func tower(t *testing.T, n int) *World {
	t.Helper()
	def := &Definition{
		Settings:  Settings{Step: 1.0 / 60, SleepTime: -1, Gravity: mgl64.Vec3{0, 0, -9.81}},
		Materials: []Material{{Friction: 0.5}},
		Statics:   []StaticDef{{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
	for i := range n {
		def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 1000, Position: mgl64.Vec3{0, 0, 0.5 + float64(i)}})
	}
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, w, 30)
	return w
}

func steps(t *testing.T, w *World, n int) {
	t.Helper()
	for range n {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWarm_FollowsCorners moves the upper of two boxes with flush sides by 1 µm, from a little to one side to a little
// to the other: corners of the area of contact that were vertices of one box are vertices of the other, or crossings of
// edges, then. Each carries on the force that it had.
func TestWarm_FollowsCorners(t *testing.T) {
	w := tower(t, 2)
	corners := func() (force [4]float64, features map[rowKey]bool) {
		features = map[rowKey]bool{}
		a, b := w.boxOf(0, 0), w.boxOf(1, 0)
		for i := range w.state.contacts {
			c := &w.state.contacts[i]
			at, ok := c.key.feature.PlaceOnBoxes(&a, &b)
			if c.key.b < 0 || !ok {
				continue
			}
			k := 0
			if at.X > 0 {
				k++
			}
			if at.Y > 0 {
				k += 2
			}
			force[k] += c.fn
			features[c.key] = true
		}
		return force, features
	}
	seen := 0
	for _, off := range [][2]float64{{5e-7, 5e-7}, {-5e-7, 5e-7}, {-5e-7, -5e-7}, {5e-7, -5e-7}, {0, 5e-7}, {5e-7, 0}} {
		was, before := corners()
		up := &w.state.bodies[1]
		up.X.X, up.X.Y = w.state.bodies[0].X.X+off[0], w.state.bodies[0].X.Y+off[1]
		steps(t, w, 1)
		is, after := corners()
		for key := range after {
			if !before[key] {
				seen++
			}
		}
		for k := range is {
			if math.Abs(is[k]-was[k]) > 1e-4*9810 {
				t.Errorf("off by %g: corner %d carries %g N, before %g", off, k, is[k], was[k])
			}
		}
	}
	if seen < 12 {
		t.Errorf("only %d corners have changed their features", seen)
	}
}
