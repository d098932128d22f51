package sim

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
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

// TestRollTravel_OfWhatHardlyMoves: the ends of a capsule that lies on the ground stay where they are as it turns by next to nothing,
// on a plane, which has no end, as on a box; as it spins they go around its centre.
func TestRollTravel_OfWhatHardlyMoves(t *testing.T) {
	capsule, err := geom.NewCapsule(0.2, 0.5)
	if err != nil {
		t.Fatal(err)
	}
	for _, ground := range []StaticDef{
		{Name: "plane", Shapes: []ShapeDef{{Shape: geom.NewPlane()}}},
		{Name: "box", Half: mgl64.Vec3{5, 5, 1}, Position: mgl64.Vec3{0, 0, -1}},
	} {
		for _, spin := range []float64{1e-6, 0.5} {
			w, err := New(&Definition{
				Materials: []Material{{}}, Statics: []StaticDef{ground},
				Bodies: []BodyDef{{Name: "tube", Shapes: []ShapeDef{{Shape: capsule}}, Mass: 1, Position: mgl64.Vec3{0, 0, 0.2},
					Attitude: mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0}), AngularVelocity: mgl64.Vec3{0, 0, spin}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			w.evaluateForces()
			q := touch{p: geom.Vec{Y: 0.5}, n: geom.Vec{Z: -1}, key: rowKey{a: 0, b: -1, tri: -1, feature: narrowphase.MakeFeatureID(narrowphase.FeatureEdge, 0, narrowphase.FeatureFace, 0)}}
			_, whole, _ := w.rollTravel(&q, &w.partsOf(0)[0], &w.partsOf(-1)[0], true, 0.01)
			want := geom.Vec{}
			if spin > 0.1 {
				want = geom.Vec{X: -0.5 * math.Sin(0.01*spin), Y: 0.5 * (math.Cos(0.01*spin) - 1)}
			}
			if whole.Sub(want).Len() > 1e-12 {
				t.Errorf("on a %s, at %g rad/s: moves by %v, want %v", ground.Name, spin, whole, want)
			}
		}
	}
}
