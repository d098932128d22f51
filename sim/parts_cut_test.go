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
)

// cutBox returns a box cut n times, at random, into boxes that lie flush.
func cutBox(r *rand.Rand, half mgl64.Vec3, n int) (shapes []sim.ShapeDef) {
	type piece struct{ low, high mgl64.Vec3 }
	list := []piece{{half.Mul(-1), half}}
	for range n {
		i, axis := r.IntN(len(list)), r.IntN(3)
		a, b := list[i], list[i]
		at := a.low[axis] + (0.25+0.5*r.Float64())*(a.high[axis]-a.low[axis])
		a.high[axis], b.low[axis] = at, at
		list[i] = a
		list = append(list, b)
	}
	for _, p := range list {
		box := must(geom.NewBox(geom.FromMGL(p.high.Sub(p.low).Mul(0.5))))
		shapes = append(shapes, sim.ShapeDef{Shape: box, Position: p.high.Add(p.low).Mul(0.5)})
	}
	return shapes
}

// solidBox returns the inertia of a box.
func solidBox(half mgl64.Vec3, mass float64) mgl64.Mat3 {
	x, y, z := half[0]*half[0], half[1]*half[1], half[2]*half[2]
	return mgl64.Diag3(mgl64.Vec3{y + z, x + z, x + y}.Mul(mass / 3))
}

// twistsOf returns the velocities of all bodies, and their angular velocities.
func twistsOf(w *sim.World, def *sim.Definition) (list []mgl64.Vec3) {
	for i := range def.Bodies {
		list = append(list, w.Body(i).Velocity, w.Body(i).AngularVelocity)
	}
	return list
}

// farthest returns the largest distance of two lists of vectors.
func farthest(a, b []mgl64.Vec3) (off float64) {
	for i := range a {
		off = math.Max(off, a[i].Sub(b[i]).Len())
	}
	return off
}

// TestParts_DeckOfPartsIsOneDeck: what rolls and slides over the deck of a body, free or driven, moves on 24 boxes as on one. Balls
// were thrown up at 0.5 m/s where one ends and the next begins, capsules and cylinders at 0.2.
func TestParts_DeckOfPartsIsOneDeck(t *testing.T) {
	t.Parallel()
	side := mgl64.QuatRotate(math.Pi/2, mgl64.Vec3{0, 1, 0})
	deck := func(parts bool) (list []sim.ShapeDef) {
		if !parts {
			return []sim.ShapeDef{{Shape: must(geom.NewBox(geom.Vec{X: 6, Y: 1.2, Z: 0.2}))}}
		}
		for i := range 12 {
			for j := range 2 {
				list = append(list, sim.ShapeDef{Shape: must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.6, Z: 0.2})), Position: mgl64.Vec3{float64(i) - 5.5, 1.2*float64(j) - 0.6, 0}})
			}
		}
		return list
	}
	for _, c := range []struct {
		name  string
		shape sim.ShapeDef
	}{
		{"box", sim.ShapeDef{Shape: must(geom.NewBox(geom.Vec{X: 0.3, Y: 0.2, Z: 0.1}))}},
		{"ball", sim.ShapeDef{Shape: must(geom.NewSphere(0.1))}},
		{"ellipsoid", sim.ShapeDef{Shape: must(geom.NewEllipsoid(geom.Vec{X: 0.3, Y: 0.2, Z: 0.1}))}},
		{"capsule", sim.ShapeDef{Shape: must(geom.NewCapsule(0.1, 0.4)), Attitude: side}},
		{"cylinder", sim.ShapeDef{Shape: must(geom.NewCylinder(0.1, 0.3)), Attitude: side}},
	} {
		for k, moving := range []string{"free", "driven", "driven at 3 m/s"} {
			if k < 2 && !geomtest.Long && c.name != "ball" {
				continue
			}
			r := rand.New(rand.NewPCG(uint64(k), 1))
			speed, across, y, spin := 4+4*r.Float64(), 0.1*r.Float64()-0.05, 0.3*r.Float64(), 2*r.Float64()
			var end [2][]mgl64.Vec3
			for n, parts := range []bool{false, true} {
				base := sim.BodyDef{Name: "deck", Shapes: deck(parts), Mass: 2000, Inertia: solidBox(mgl64.Vec3{6, 1.2, 0.2}, 2000), Position: mgl64.Vec3{0, 0, 0.2}}
				over := 0.0 // of the deck
				switch moving {
				case "driven":
					base.Drive = []sim.DriveAt{{Time: 0}}
				case "driven at 3 m/s":
					over = 3
					base.Drive = []sim.DriveAt{{Time: 0, Velocity: mgl64.Vec3{3, 0, 0}}}
				}
				def := &sim.Definition{
					Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
					Materials: []sim.Material{{}},
					Statics:   []sim.StaticDef{{Name: "ground", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}},
					Bodies: []sim.BodyDef{base, {
						Name: c.name, Shapes: []sim.ShapeDef{c.shape}, Mass: 10, Inertia: mgl64.Diag3(mgl64.Vec3{0.3, 0.4, 0.5}), Position: mgl64.Vec3{-5, y, 0.5},
						Velocity: mgl64.Vec3{speed + over, across, 0}, AngularVelocity: mgl64.Vec3{0, 0, spin},
					}},
				}
				w := mustWorld(t, def)
				up, seams := 0.0, 0
				run(t, w, 160, func() {
					up = math.Max(up, math.Abs(w.Body(1).Velocity[2]))
					seams = int(w.Body(1).Position[0] - w.Body(0).Position[0] + 5)
				})
				if end[n] = twistsOf(w, def); up > 1e-6 || seams < 1 {
					t.Errorf("%s over a deck that is %s, of parts %v: thrown up at %g m/s; %d seams passed", c.name, moving, parts, up, seams)
				}
			}
			if off := farthest(end[0], end[1]); off > 1e-6 {
				t.Errorf("%s over a deck that is %s: %g m/s off on parts", c.name, moving, off)
			}
		}
	}
}

// TestParts_ScrapeAsOneBox: cars of four boxes each that scrape along each other, side on side, move as cars of one box, to 0.02 m/s; they lost up to
// 6.5 m/s where the sides of two boxes met, and where they slapped together, seams took the blow that belongs to the ends.
func TestParts_ScrapeAsOneBox(t *testing.T) {
	t.Parallel()
	half := mgl64.Vec3{2, 0.9, 0.5}
	var parts []sim.ShapeDef
	for i := range 4 {
		parts = append(parts, sim.ShapeDef{Shape: must(geom.NewBox(geom.Vec{X: 0.5, Y: 0.9, Z: 0.5})), Position: mgl64.Vec3{float64(i) - 1.5, 0, 0}})
	}
	whole := []sim.ShapeDef{{Shape: must(geom.NewBox(geom.FromMGL(half)))}}
	for _, friction := range []float64{0, 0.4} {
		for _, degrees := range []float64{0, 5, 15} {
			for seed := range geomtest.Trials(20) {
				r := rand.New(rand.NewPCG(uint64(seed), 2))
				x, yaw, angle := -3-r.Float64(), 1e-3*(r.Float64()-0.5), degrees*math.Pi/180
				gap := 1e-6
				if degrees > 0 {
					gap = 0.2 + 2*math.Sin(angle)
				}
				var end [2][]mgl64.Vec3
				for n, shapes := range [][]sim.ShapeDef{whole, parts} {
					about := func(a float64) mgl64.Quat { return mgl64.QuatRotate(a, mgl64.Vec3{0, 0, 1}) }
					car := sim.BodyDef{Shapes: shapes, Mass: 1500, Inertia: solidBox(half, 1500)}
					a, b := car, car
					a.Name, a.Position, a.Velocity, a.Attitude = "a", mgl64.Vec3{x, 0, 0}, mgl64.Vec3{15 * math.Cos(angle), 15*math.Sin(angle) + 0.05, 0}, about(angle)
					b.Name, b.Position, b.Attitude = "b", mgl64.Vec3{0, 1.8 + gap, 0}, about(yaw)
					def := &sim.Definition{Materials: []sim.Material{{Friction: friction}}, Bodies: []sim.BodyDef{a, b}}
					w := mustWorld(t, def)
					run(t, w, 180, nil)
					end[n] = twistsOf(w, def)
				}
				if off := farthest(end[0], end[1]); off > 0.03 {
					t.Errorf("friction %g, %g deg, seed %d: %g off", friction, degrees, seed, off)
				}
			}
		}
	}
}

// TestParts_CollideAsOneBox: two boxes that fly together, cut at random into up to seven parts each, move as if they were whole, and
// come no deeper: all but one in twelve to 1e-3 m/s, and by less than 0.1 in the mean. A blow at an end of a side struck the seam that came next to it: a quarter of the pairs moved otherwise, by 0.3 m/s
// in the mean of all. What is left are blows within nanometres of each other, told apart by rounding.
func TestParts_CollideAsOneBox(t *testing.T) {
	t.Parallel()
	trials := geomtest.Trials(160)
	for _, cuts := range []int{1, 3, 6} {
		sum, others := 0.0, 0
		for seed := range trials {
			r := rand.New(rand.NewPCG(uint64(seed), 3))
			vec := func(s float64) mgl64.Vec3 {
				return mgl64.Vec3{s * r.NormFloat64(), s * r.NormFloat64(), s * r.NormFloat64()}
			}
			turned := func() mgl64.Quat {
				v := vec(1)
				if r.IntN(2) == 0 {
					return mgl64.QuatIdent()
				}
				return mgl64.QuatRotate(v.Len(), v.Normalize())
			}
			def := sim.Definition{Materials: []sim.Material{{Friction: 0.3 * float64(r.IntN(3)), Restitution: 0.3 * float64(r.IntN(2))}}}
			var halves []mgl64.Vec3
			for n := range 2 {
				half, mass := mgl64.Vec3{0.1 + 0.4*r.Float64(), 0.1 + 0.4*r.Float64(), 0.1 + 0.3*r.Float64()}, 10+90*r.Float64()
				b := sim.BodyDef{Name: fmt.Sprint(n), Mass: mass, Inertia: solidBox(half, mass), Attitude: turned(), AngularVelocity: vec(3 * float64(r.IntN(3)))}
				if b.Position, b.Velocity = (mgl64.Vec3{-1.5, 0, 0}), (mgl64.Vec3{8 * r.Float64(), 0, 0}); n == 1 {
					b.Position, b.Velocity = mgl64.Vec3{1, 0, 0}.Add(vec(0.3)), mgl64.Vec3{-2, 0, 0}
				}
				def.Bodies, halves = append(def.Bodies, b), append(halves, half)
			}
			var end [2][]mgl64.Vec3
			for n, cut := range []int{0, cuts} {
				var shapes []geom.Shape
				for i, half := range halves {
					def.Bodies[i].Shapes = cutBox(rand.New(rand.NewPCG(uint64(seed), uint64(i))), half, cut)
					shapes = append(shapes, must(geom.NewBox(geom.FromMGL(half))))
				}
				w, deepest := mustWorld(t, &def), 0.0
				run(t, w, 120, func() {
					a, b := bodyOf(w, 0), bodyOf(w, 1)
					deepest = math.Max(deepest, overlap([]narrowphase.Convex{{Shape: &shapes[0], Pose: a.Transform()}}, []narrowphase.Convex{{Shape: &shapes[1], Pose: b.Transform()}}))
				})
				if end[n] = twistsOf(w, &def); deepest > 2e-4 {
					t.Errorf("%d cuts, seed %d: %g m deep", cut, seed, deepest)
				}
			}
			off := farthest(end[0], end[1])
			if sum += off; off > 1e-3 {
				others++
			}
		}
		if mean := sum / float64(trials); mean > 0.1 || others > trials/10 {
			t.Errorf("%d cuts: %d of %d move otherwise, by %g in the mean of all", cuts, others, trials, mean)
		}
	}
}
