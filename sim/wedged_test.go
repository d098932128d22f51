package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestWedged_GainsNothing: a tetrahedron with a corner in that of a floor and a wall, and a stone in the valley between two ridges
// whose feet meet in nothing but a line. They overlap both sides by microns, so that these ask for directions in which friction holds
// them. They were thrown out at 5 m/s, and at 200 m/s, by impulses of 1e10 N s. The stone is told as wedged in, once a step; the floor
// meets the tetrahedron along its normal now, for the wall stands on its edge, so that there is a way out.
func TestWedged_GainsNothing(t *testing.T) {
	floor := must(geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 0.2}))
	wall := must(geom.NewBox(geom.Vec{X: 0.1, Y: 1.0 / 3, Z: 1}))
	room := []sim.ShapeDef{{Shape: floor, Position: mgl64.Vec3{0, 0, -0.2}}}
	for i := range 4 {
		q := mgl64.QuatRotate(math.Pi/2*float64(i), mgl64.Vec3{0, 0, 1})
		for k := range 3 {
			room = append(room, sim.ShapeDef{Shape: wall, Position: q.Rotate(mgl64.Vec3{1.1, 2.0/3*float64(k) - 2.0/3, 0.8}), Attitude: q})
		}
	}
	ridge := must(geom.NewConvex([]geom.Vec{{X: -0.2, Y: -2}, {X: 0.2, Y: -2}, {X: -0.2, Y: 2}, {X: 0.2, Y: 2}, {X: 0.05, Y: -2, Z: 0.2}, {X: 0.05, Y: 2, Z: 0.2}}))
	var ridges []sim.ShapeDef
	for i := range 8 {
		ridges = append(ridges, sim.ShapeDef{Shape: ridge, Position: mgl64.Vec3{0.4*float64(i) - 1.4, 0, 0}})
	}
	for _, c := range []struct {
		name       string
		ground     []sim.ShapeDef
		friction   float64
		gravity    mgl64.Vec3
		hull       []geom.Vec
		x          mgl64.Vec3
		q          mgl64.Quat
		v, turning mgl64.Vec3
	}{
		{"tetrahedron", room, 0.5, mgl64.Vec3{2.943, 0, -9.3195},
			[]geom.Vec{{X: -0.41538476336807567, Y: 0.437967451758583, Z: 0.1696038806199167}, {X: -0.32932209600029766, Y: 0.9241030990950589, Z: 0.0033779208315755814}, {X: 0.0017918423146868088, Y: 0.1933891394449006, Z: 0.7089464710065703}, {X: 0.21069875651378425, Y: 0.23415539408847913, Z: -0.1467504027359436}},
			mgl64.Vec3{0.7757714129822618, 0.7190805012691655, 0.5349185457623171},
			mgl64.Quat{W: 0.011519522094925174, V: mgl64.Vec3{0.6822412179050895, -0.730878707580443, -0.015183412252385134}},
			mgl64.Vec3{-0.08295193314552307, 0.010999485850334167, -0.04844750463962555},
			mgl64.Vec3{0.11112764214617926, -0.24371942596557772, -0.3191989256216491}},
		{"stone", ridges, 0.25, mgl64.Vec3{0, 0, -9.81},
			[]geom.Vec{{X: -0.14293649463948258, Y: 0.2772523292906435, Z: 0.0733091956277583}, {X: 0.007888579261557104, Y: 0.03291853724497953, Z: -0.12394411314079216}, {X: 0.15992788596137092, Y: 0.1147638056758883, Z: -0.08624606856681966}, {X: 0.3126015386579462, Y: -0.18188010204835126, Z: -0.5084476413507977}, {X: 0.33119329484015225, Y: 0.14199666008243808, Z: 0.13380738239767911}},
			mgl64.Vec3{-0.18901362059253501, -0.2007632655616397, 0.23984390589808077},
			mgl64.Quat{W: 0.33039333668812076, V: mgl64.Vec3{0.8199629643193858, -0.25407902323462933, 0.39235803823649706}},
			mgl64.Vec3{-0.3197169601917267, -0.519723117351532, -0.216379776597023},
			mgl64.Vec3{-0.8749534874735392, -0.008229317144586412, 1.2976645937859934}},
	} {
		b, _, err := sim.Compose([]sim.ShapeDef{{Shape: must(geom.NewConvex(c.hull))}}, 500)
		if err != nil {
			t.Fatal(err)
		}
		b.Name, b.Position, b.Attitude, b.Velocity, b.AngularVelocity = c.name, c.x, c.q, c.v, c.turning
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Gravity: c.gravity},
			Materials: []sim.Material{{Friction: c.friction}},
			Statics:   []sim.StaticDef{{Name: "ground", Shapes: c.ground}},
			Bodies:    []sim.BodyDef{b},
		})
		energy := func() float64 {
			s := w.Body(0)
			q := s.Attitude.Conjugate().Rotate(s.AngularVelocity)
			return 0.5*b.Mass*s.Velocity.Dot(s.Velocity) + 0.5*q.Dot(b.Inertia.Mul3x1(q)) - b.Mass*c.gravity.Dot(s.Position)
		}
		last, told := energy(), 0
		run(t, w, 10, func() {
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit && e.Detail == "wedged" && e.A == 0 {
					told++
				}
			}
			now := energy()
			if now > last+1e-3 {
				t.Errorf("%s, step %d: it gains %g J", c.name, w.Frame().Step, now-last)
			}
			last = now
		})
		if wedged := c.name == "stone"; wedged != (told > 0) || told > 10 {
			t.Errorf("%s: told %d times in 10 steps", c.name, told)
		}
	}
}
