package sim_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// slideAndSpin integrates a cube of 1 m that slides on a plane with the friction of its four corners, whose loads are
// linear in the place and balance the tilting moment of the friction: in the plane, by small steps, until it stands. v is
// its velocity and w its spin; the results are where it stands and by how much it has turned.
func slideAndSpin(mu float64, v mgl64.Vec2, w float64) (x mgl64.Vec2, turned float64) {
	const g, half, inertia, h = 9.81, 0.5, 1.0 / 6, 1e-4 // per mass
	for range 200_000 {
		var r, f [4]mgl64.Vec2
		var load [4]float64
		sin, cos := math.Sincos(turned)
		for i, c := range [4][2]float64{{half, half}, {-half, half}, {-half, -half}, {half, -half}} {
			r[i] = mgl64.Vec2{cos*c[0] - sin*c[1], sin*c[0] + cos*c[1]}
			load[i] = g / 4
		}
		for range 30 { // friction by the loads, and the loads by the moment of friction
			sum := mgl64.Vec2{}
			for i := range r {
				u := v.Add(mgl64.Vec2{-w * r[i][1], w * r[i][0]})
				if s := u.Len(); s > 1e-12 {
					f[i] = u.Mul(-mu * load[i] / s)
				}
				sum = sum.Add(f[i])
			}
			for i := range r { // the sum of x² over the corners of a square is 4 half², along any axis
				load[i] = g/4 - half*sum.Dot(r[i])/(4*half*half)
			}
		}
		force, torque := mgl64.Vec2{}, 0.0
		for i := range r {
			force, torque = force.Add(f[i]), torque+r[i][0]*f[i][1]-r[i][1]*f[i][0]
		}
		if v.Len() < 2*h*force.Len() && math.Abs(w) < 2*h*math.Abs(torque)/inertia {
			break
		}
		v, w = v.Add(force.Mul(h)), w+h*torque/inertia
		x, turned = x.Add(v.Mul(h)), turned+h*w
	}
	return x, turned
}

// TestLaws_SlidesAndSpinsAsItsMirrorImage: a cube that slides and spins comes to rest where the loads of its corners, linear
// in the place, take it, and so does its mirror image, on the other side, on a box and on a plane.
func TestLaws_SlidesAndSpinsAsItsMirrorImage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mu   float64
		v    mgl64.Vec2
		spin float64
	}{{0.5, mgl64.Vec2{5, 1}, 3}, {0.5, mgl64.Vec2{4, 0}, 6}, {0.3, mgl64.Vec2{2, -2}, -2}} {
		at, turned := slideAndSpin(c.mu, c.v, c.spin)
		for _, step := range []float64{1. / 240, 1. / 1000} {
			if !geomtest.Long && step < 1./240 {
				continue
			}
			rest := func(side float64, plane bool) (x, y, heading float64) {
				floor := sim.StaticDef{Name: "floor", Half: mgl64.Vec3{50, 50, 1}, Position: mgl64.Vec3{0, 0, -1}}
				if plane {
					floor = sim.StaticDef{Name: "floor", Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}
				}
				w := mustWorld(t, &sim.Definition{
					Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: step}, Materials: []sim.Material{{Friction: c.mu}},
					Statics: []sim.StaticDef{floor},
					Bodies: []sim.BodyDef{{Name: "cube", Half: mgl64.Vec3{0.5, 0.5, 0.5}, Mass: 10, Position: mgl64.Vec3{0, 0, 0.5},
						Velocity: mgl64.Vec3{c.v[0], side * c.v[1], 0}, AngularVelocity: mgl64.Vec3{0, 0, side * c.spin}}},
				})
				last := 0.0
				for range int(3 / step) {
					run(t, w, 1, nil)
					q := w.Body(0).Attitude
					ahead := q.Rotate(mgl64.Vec3{1, 0, 0})
					now := math.Atan2(ahead[1], ahead[0])
					heading += math.Remainder(now-last, 2*math.Pi)
					last = now
				}
				p := w.Body(0).Position
				return p[0], side * p[1], side * heading
			}
			x, y, heading := rest(1, false)
			if math.Abs(x-at[0]) > 0.01 || math.Abs(y-at[1]) > 0.01 || math.Abs(heading-turned) > 0.02 {
				t.Errorf("%+v, step %.4f s: at %.4f, %.4f, turned by %.4f, want %.4f, %.4f, %.4f", c, step, x, y, heading, at[0], at[1], turned)
			}
			for _, plane := range []bool{false, true} {
				for _, side := range []float64{1, -1} {
					if !geomtest.Long && plane == (side > 0) { // on a box the mirror image alone, and not on a plane
						continue
					}
					if mx, my, mh := rest(side, plane); math.Abs(mx-x) > 1e-4 || math.Abs(my-y) > 1e-4 || math.Abs(mh-heading) > 1e-3 {
						t.Errorf("%+v, step %.4f s, side %g, plane %v: at %.6f, %.6f, turned by %.6f, else %.6f, %.6f, %.6f", c, step, side, plane, mx, my, mh, x, y, heading)
					}
				}
			}
		}
	}
}

// TestLaws_SlidesAsItsMirrorImageFromTheFirstStep: boxes of any size that slide and spin on a floor do so as their mirror
// images, also in the first steps, in which the loads of their corners are found.
func TestLaws_SlidesAsItsMirrorImageFromTheFirstStep(t *testing.T) {
	t.Parallel()
	worst := 0.0
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 1))
		half := mgl64.Vec3{0.3 + r.Float64(), 0.3 + r.Float64(), 0.2 + 0.4*r.Float64()}
		v := mgl64.Vec2{r.NormFloat64() * 4, r.NormFloat64() * 4}
		spin, yaw, mu := r.NormFloat64()*3, r.Float64()*6, 0.2+0.6*r.Float64()
		var worlds [2]*sim.World
		for n, side := range []float64{1, -1} {
			worlds[n] = mustWorld(t, &sim.Definition{
				Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: mu}},
				Statics: []sim.StaticDef{floor(50)},
				Bodies: []sim.BodyDef{{Name: "box", Half: half, Mass: 10, Position: mgl64.Vec3{0, 0, half[2]}, Attitude: mgl64.QuatRotate(side*yaw, mgl64.Vec3{0, 0, 1}),
					Velocity: mgl64.Vec3{v[0], side * v[1], 0}, AngularVelocity: mgl64.Vec3{0, 0, side * spin}}},
			})
		}
		for range 4 {
			run(t, worlds[0], 1, nil)
			run(t, worlds[1], 1, nil)
			a, b := worlds[0].Body(0).AngularVelocity, worlds[1].Body(0).AngularVelocity
			worst = math.Max(worst, a.Sub(mgl64.Vec3{-b[0], b[1], -b[2]}).Len())
		}
	}
	t.Logf("off by %.3g rad/s", worst)
	if worst > 1e-6 {
		t.Errorf("off by %.3g rad/s: by the order of the corners", worst)
	}
}

// TestLaws_SlidesAsItsMirrorImageBesideOthers: boxes that slide and spin do so as their mirror images, too, where a damper links two of
// them: nothing else decides how their corners share their load.
func TestLaws_SlidesAsItsMirrorImageBesideOthers(t *testing.T) {
	t.Parallel()
	seeds := 4
	if geomtest.Long {
		seeds = 20
	}
	worst, slid := 0.0, 0.0
	for seed := range uint64(seeds) {
		r := rand.New(rand.NewPCG(seed, 2))
		def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}}, Materials: []sim.Material{{Friction: 0.2 + 0.5*r.Float64()}}}
		for i := range 2 {
			half := mgl64.Vec3{0.2 + 0.3*r.Float64(), 0.2 + 0.3*r.Float64(), 0.1 + 0.2*r.Float64()}
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: string(rune('a' + i)), Half: half, Mass: 5 + 10*r.Float64(), Position: mgl64.Vec3{0, 4 * float64(i), half[2]},
				Attitude: mgl64.QuatRotate(6*r.Float64(), mgl64.Vec3{0, 0, 1}), Velocity: mgl64.Vec3{3 * r.NormFloat64(), 0.5 * r.NormFloat64()}, AngularVelocity: mgl64.Vec3{0, 0, 4 * r.NormFloat64()}})
		}
		def.Statics = []sim.StaticDef{floor(50)}
		def.Springs = []sim.SpringDef{{Name: "damper", A: 0, B: 1, AtA: mgl64.Vec3{0.1, 0.05, 0}, AtB: mgl64.Vec3{-0.05, 0.1, 0}, Length: -1, Damping: 30}}
		image := *def
		image.Bodies, image.Springs = nil, nil
		for _, b := range def.Bodies {
			if q := &b.Attitude; *q != (mgl64.Quat{}) {
				q.V[2] = -q.V[2]
			}
			b.Position[1], b.Velocity[1], b.AngularVelocity[2] = -b.Position[1], -b.Velocity[1], -b.AngularVelocity[2]
			image.Bodies = append(image.Bodies, b)
		}
		for _, s := range def.Springs {
			s.AtA[1], s.AtB[1] = -s.AtA[1], -s.AtB[1]
			image.Springs = append(image.Springs, s)
		}
		w, m := mustWorld(t, def), mustWorld(t, &image)
		for range 240 {
			run(t, w, 1, nil)
			run(t, m, 1, nil)
			for i := range 2 {
				p, q := w.Body(i).Position, m.Body(i).Position
				worst = math.Max(worst, p.Sub(mgl64.Vec3{q[0], -q[1], q[2]}).Len())
			}
		}
		for i := range 2 {
			slid += w.Body(i).Position.Sub(def.Bodies[i].Position).Len()
		}
	}
	t.Logf("off by %.2g m, slid %.0f m in all", worst, slid)
	if worst > 2e-5 || slid < 5 {
		t.Errorf("off by %.2g m after %.0f m in all", worst, slid)
	}
}
