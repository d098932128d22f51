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
)

// roundAndRound is n pairs of round bodies of radius 0.5 m without friction that a spring holds together, and that go round each
// other at 1 m/s, one pair above the other.
func roundAndRound(a, b geom.Shape, n int, step float64) *sim.Definition {
	def := &sim.Definition{Settings: sim.Settings{Step: step, SleepTime: -1}, Materials: []sim.Material{{}}}
	for i := range n {
		up := 1.02 * float64(i)
		for side, s := range []geom.Shape{a, b} {
			x := float64(side) - 0.5
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: fmt.Sprint(side, i), Shapes: []sim.ShapeDef{{Shape: s}}, Mass: 1, Position: mgl64.Vec3{x, 0, up}, Velocity: mgl64.Vec3{0, 2 * x, 0},
			})
		}
		def.Springs = append(def.Springs, sim.SpringDef{A: 2 * i, B: 2*i + 1, Stiffness: 10})
	}
	return def
}

// TestRound_SlidesWithoutTurning: of round bodies that slide round each other without friction the normal forces have no
// moment: they do not turn, and keep their speed, alone and in a crowd. The point on a ball that the force acts at, and its
// normal, go along together.
func TestRound_SlidesWithoutTurning(t *testing.T) {
	t.Parallel()
	ball, tube, rod := must(geom.NewSphere(0.5)), must(geom.NewCylinder(0.5, 0.5)), must(geom.NewCapsule(0.5, 0.25))
	for _, c := range []struct {
		name   string
		a, b   geom.Shape
		pairs  int
		error  float64 // of the speed at 1/60 s, and to the square of the step
		linear bool    // to the step
	}{
		{"balls", ball, ball, 1, 3e-4, false},
		{"cylinders", tube, tube, 1, 5e-4, false},
		{"capsules", rod, rod, 1, 5e-4, false},
		{"ball and cylinder", ball, tube, 1, 5e-4, false},
		{"crowd of balls", ball, ball, 13, 2e-3, true},
		{"crowd of cylinders", tube, tube, 13, 2e-3, true},
		{"crowd of balls and cylinders", ball, tube, 13, 2e-3, true},
	} {
		for _, n := range []float64{60, 240, 960} {
			if c.pairs > 1 && n > 240 {
				continue
			}
			w := mustWorld(t, roundAndRound(c.a, c.b, c.pairs, 1/n))
			seconds := 1.0
			if geomtest.Long {
				seconds = 2
			}
			run(t, w, int(seconds*n), nil)
			bound := c.error * math.Pow(60/n, 2)
			if c.linear {
				bound = c.error * 60 / n
			}
			for i := range 2 * c.pairs {
				b := w.Body(i)
				if v, spin := b.Velocity.Len(), b.AngularVelocity.Len(); math.Abs(v-1) > bound+1e-6 || spin > bound+1e-6 {
					t.Errorf("%s, 1/%g s: %g m/s, %g rad/s", c.name, n, v, spin)
				}
			}
		}
	}
}

// TestRound_SlidesOffADome: a ball without friction leaves a dome where cos θ is two thirds of what it was at the start, with
// the horizontal speed of that place, and without spin.
func TestRound_SlidesOffADome(t *testing.T) {
	const radius, ball, start, g = 1.0, 0.25, 0.2, 9.81
	for _, n := range []float64{60, 240, 960} {
		def := &sim.Definition{
			Settings: sim.Settings{Step: 1 / n, Gravity: mgl64.Vec3{0, 0, -g}}, Materials: []sim.Material{{}},
			Statics: []sim.StaticDef{{Name: "dome", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(radius))}}}},
			Bodies: []sim.BodyDef{{Name: "ball", Shapes: []sim.ShapeDef{{Shape: must(geom.NewSphere(ball))}}, Mass: 2,
				Position: mgl64.Vec3{(radius + ball) * math.Sin(start), 0, (radius + ball) * math.Cos(start)}}},
		}
		w := mustWorld(t, def)
		for range int(2 * n) {
			run(t, w, 1, nil)
			if w.Body(0).Position[2] < 0 {
				break
			}
		}
		cos := 2.0 / 3 * math.Cos(start)
		want := math.Sqrt(g*(radius+ball)*cos) * cos
		b := w.Body(0)
		if v := b.Velocity[0]; math.Abs(v-want) > 0.003*math.Pow(60/n, 2)+1e-4 || b.AngularVelocity.Len() > 1e-4 {
			t.Errorf("1/%g s: leaves at %.6f m/s, want %.6f; spin %.2g rad/s", n, v, want, b.AngularVelocity.Len())
		}
	}
}

// TestRound_PlankOnRollersSwingsStraight: a plank on two rollers that turn against each other swings with the frequency
// sqrt(μ g / (a - μ c)), c half its thickness, and keeps its heading: how the four points share its load is open, and none of
// them is preferred. So on two belts.
func TestRound_PlankOnRollersSwingsStraight(t *testing.T) {
	t.Parallel()
	const mu, a, c, from = 0.3, 0.5, 0.02, 0.2
	roller := must(geom.NewCylinder(0.1, 0.3))
	across := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{1, 0, 0})
	for _, belts := range []bool{false, true} {
		for order := range 3 {
			for k, n := range []float64{60, 240} {
				if !belts && !geomtest.Long && (order+k)%2 > 0 {
					continue
				}
				def := &sim.Definition{Settings: sim.Settings{Step: 1 / n, Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1}, Materials: []sim.Material{{Friction: mu}}}
				for side := range 2 {
					x := a * float64(2*side-1)
					b := sim.BodyDef{Name: fmt.Sprint("roller", side), Position: mgl64.Vec3{x, 0, 0}, Attitude: across, Shapes: []sim.ShapeDef{{Shape: roller}},
						Drive: []sim.DriveAt{{AngularVelocity: mgl64.Vec3{0, -60 * x / a, 0}}}}
					if belts {
						b.Attitude, b.Shapes, b.Half = mgl64.QuatIdent(), nil, mgl64.Vec3{0.01, 0.3, 0.1}
						b.Drive = []sim.DriveAt{{Velocity: mgl64.Vec3{-6 * x / a, 0, 0}}}
					}
					def.Bodies = append(def.Bodies, b)
				}
				plank := sim.BodyDef{Name: "plank", Half: mgl64.Vec3{1.5, 0.2, c}, Mass: 2, Position: mgl64.Vec3{from, 0, 0.1 + c}}
				def.Bodies = append(def.Bodies[:order:order], append([]sim.BodyDef{plank}, def.Bodies[order:]...)...)
				w := mustWorld(t, def)
				seconds := 1.5
				if geomtest.Long {
					seconds = 2.25
				}
				if belts {
					seconds = 0.02 // until they have gone
				}
				run(t, w, int(seconds*n), nil)
				b := w.Body(order)
				q := geom.QuatFromMGL(b.Attitude)
				if yaw := 2 * math.Atan2(q.V.Z, q.W); math.Abs(yaw) > 1e-4 || math.Abs(b.AngularVelocity[2]) > 1e-3 {
					t.Errorf("belts %v, the plank is number %d, 1/%g s: turned by %g rad, at %g rad/s", belts, order, n, yaw, b.AngularVelocity[2])
				}
				if want := from * math.Cos(math.Sqrt(mu*9.81/(a-mu*c))*float64(int(seconds*n))/n); !belts && math.Abs(b.Position[0]-want) > 1e-3*from {
					t.Errorf("the plank is number %d, 1/%g s: at %g m, want %g", order, n, b.Position[0], want)
				}
			}
		}
	}
}

// TestRound_SlidesInASlotAsOnTheFloor: a box that slides between a floor and a ceiling that nearly touch it goes as far as
// without the ceiling: what presses from above shares no load with what bears from below.
func TestRound_SlidesInASlotAsOnTheFloor(t *testing.T) {
	var ends []mgl64.Vec3
	for _, ceiling := range []float64{1, 0.2 - 1e-4} { // narrower than the box by its slop
		def := &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1}, Materials: []sim.Material{{Friction: 0.3}},
			Statics: []sim.StaticDef{
				{Name: "floor", Half: mgl64.Vec3{5, 5, 0.5}, Position: mgl64.Vec3{0, 0, -0.5}},
				{Name: "ceiling", Half: mgl64.Vec3{5, 5, 0.5}, Position: mgl64.Vec3{0, 0, ceiling + 0.5}},
			},
			Bodies: []sim.BodyDef{{Name: "box", Half: mgl64.Vec3{0.2, 0.2, 0.1}, Mass: 2, Position: mgl64.Vec3{0, 0, 0.1}, Velocity: mgl64.Vec3{3, 0, 0}}},
		}
		w := mustWorld(t, def)
		run(t, w, 60, nil)
		ends = append(ends, w.Body(0).Position)
	}
	if want := 3*0.25 - 0.5*0.3*9.81*0.0625; math.Abs(ends[0][0]-want) > 0.01 || math.Abs(ends[1][0]-want) > 0.03 {
		t.Errorf("at %.4f m on the floor, %.4f m in the slot, want %.4f", ends[0][0], ends[1][0], want)
	}
}

// TestRound_CutSubstepsTurnLess: what a ball that flies into a row of balls leaves of its energy, without restitution and
// friction, does not depend on the step: its impacts cut substeps, and the normals turn as far as they last.
func TestRound_CutSubstepsTurnLess(t *testing.T) {
	t.Parallel()
	ball := must(geom.NewSphere(0.1))
	left := func(step float64) (energy float64) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 12 {
			def := &sim.Definition{Settings: sim.Settings{Step: step, SleepTime: -1}, Materials: []sim.Material{{}}}
			for i := range 6 {
				def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(i), Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: 1,
					Position: mgl64.Vec3{0.20002 * float64(i), 0.01 * r.Float64(), 0.01 * r.Float64()}})
			}
			def.Bodies[0].Position[0], def.Bodies[0].Velocity = -2-r.Float64(), mgl64.Vec3{60, 0, 0}
			w := mustWorld(t, def)
			run(t, w, int(0.5/step), nil)
			for i := range def.Bodies {
				energy += w.Body(i).Velocity.LenSqr() / (60 * 60 * 12)
			}
		}
		return energy
	}
	want := left(1.0 / 960)
	for _, step := range []float64{1.0 / 60, 1.0 / 240} {
		if got := left(step); math.Abs(got-want) > 1e-5 {
			t.Errorf("%.6f of the energy at %g s, %.6f at 1/960 s", got, step, want)
		}
	}
}
