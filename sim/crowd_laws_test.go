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
	"github.com/prang-sim/prang/sim/record"
)

// bystanders returns cubes that drift along y, near each other and touching nothing, and make a crowd of what is near
// the first.
func bystanders(at mgl64.Vec3) []sim.BodyDef {
	var list []sim.BodyDef
	for i := range 24 {
		x := at.Add(mgl64.Vec3{0.7 * float64(i%6), 0.7 * float64(i/6), 0})
		list = append(list, cube(fmt.Sprint("by ", i), 0.25, 1, x, mgl64.Vec3{0, 0.2, 0}))
	}
	return list
}

// TestCrowd_SlidesAsFarAsCoulombSays slides two dozen cubes side by side at 3 m/s: v²/(2 µ g), to a tenth of a
// millimetre, whatever the step.
func TestCrowd_SlidesAsFarAsCoulombSays(t *testing.T) {
	const mu, v = 0.5, 3.0
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		def := &sim.Definition{Settings: sim.Settings{Step: dt, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}}, Statics: []sim.StaticDef{floor(50)}}
		for i := range 24 {
			def.Bodies = append(def.Bodies, cube(fmt.Sprint(i), 0.25, 1+float64(i), mgl64.Vec3{0, 0.7 * float64(i), 0.25}, mgl64.Vec3{v, 0, 0}))
		}
		w := mustWorld(t, def)
		run(t, w, int(math.Round(1/dt)), nil)
		for i := range def.Bodies {
			if x := bodyOf(w, i).X; math.Abs(x.X-v*v/(2*mu*9.81)) > 1e-4 || math.Abs(x.Z-0.25) > 1e-4 {
				t.Fatalf("step %g s: cube %d at %v, want x = %g", dt, i, x, v*v/(2*mu*9.81))
			}
		}
	}
}

// TestCrowd_SpinsDownAsCoulombSays spins two dozen cubes side by side on a floor: their corners, d from the middle,
// bear a quarter of the weight each, so that the spin falls by µ m g d/I, and they stay where they are: the passes of
// the first step, from nothing, leave some mm/s, of which friction takes what it does not take of the spin (0.7 mm
// measured).
func TestCrowd_SpinsDownAsCoulombSays(t *testing.T) {
	const mu, half, spin, steps = 0.5, 0.25, 10.0, 8
	const per = mu * 9.81 * half * math.Sqrt2 / (4 * half * half / 6)
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		def := &sim.Definition{Settings: sim.Settings{Step: dt, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}}, Statics: []sim.StaticDef{floor(50)}}
		for i := range 24 {
			b := cube(fmt.Sprint(i), half, 1+float64(i), mgl64.Vec3{0, 0.8 * float64(i), half}, mgl64.Vec3{})
			b.AngularVelocity = mgl64.Vec3{0, 0, spin * float64(1-2*(i&1))}
			def.Bodies = append(def.Bodies, b)
		}
		w := mustWorld(t, def)
		run(t, w, steps, nil)
		for i := range def.Bodies {
			b := bodyOf(w, i)
			want := float64(1-2*(i&1)) * (spin - per*steps*dt)
			got := b.L.Z / ((1 + float64(i)) * 4 * half * half / 6)
			if math.Abs(got-want) > 1e-3*spin || b.X.Sub(geom.Vec{Y: 0.8 * float64(i), Z: half}).Len() > 1e-3 {
				t.Fatalf("step %g s: cube %d spins at %g rad/s at %v, want %g", dt, i, got, b.X, want)
			}
		}
	}
}

// TestCrowd_TurnsWhatItStrikesBesideItsCentre: the edge of a cube meets the face of another one d beside its centre,
// without restitution and friction: J = v/(1/mA + 1/mB + d²/I), and B turns at -J d/I about z for an impact along x at
// y = d.
func TestCrowd_TurnsWhatItStrikesBesideItsCentre(t *testing.T) {
	const ma, mb, v, d, half = 10.0, 20.0, 2.0, 0.15, 0.25
	inertia := mb * (2 * half) * (2 * half) / 6
	j := v / (1/ma + 1/mb + d*d/inertia)
	for _, side := range []float64{1, -1} {
		a := cube("a", half, ma, mgl64.Vec3{-half*math.Sqrt2 - half - 0.004, side * d, 0}, mgl64.Vec3{v, 0, 0})
		a.Attitude = mgl64.QuatRotate(math.Pi/4, mgl64.Vec3{0, 0, 1})
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60}, Materials: []sim.Material{{}}}
		def.Bodies = append([]sim.BodyDef{a, cube("b", half, mb, mgl64.Vec3{}, mgl64.Vec3{})}, bystanders(mgl64.Vec3{-1.5, 1, 0})...)
		w := mustWorld(t, def)
		if n := len(run(t, w, 1, nil)); n > 0 {
			t.Fatalf("%d impacts: it is no crowd", n)
		}
		sa, sb := bodyOf(w, 0), bodyOf(w, 1)
		turn := sb.L.Z / inertia
		t.Logf("a %.4f m/s, b %.4f m/s and %.4f rad/s; want %.4f, %.4f, %.4f", sa.V.X, sb.V.X, turn, v-j/ma, j/mb, -side*j*d/inertia)
		if math.Abs(sa.V.X-(v-j/ma)) > 0.02*v || math.Abs(sb.V.X-j/mb) > 0.02*j/mb || math.Abs(turn+side*j*d/inertia) > 0.02*j*d/inertia {
			t.Error("that is not the impulse of the law")
		}
		if math.Abs(sa.L.Z) > 0.01*j*half { // b's face turns by 0.03 rad while a still rests on it
			t.Errorf("a, which is struck in line with its centre, turns: %g", sa.L.Z)
		}
	}
}

// TestCrowd_FliesAsBodiesAlone: boxes that tumble and fall near each other, and touch nothing, are where they would be
// if they were no crowd, to the error of the integrator; and angular momenta are what they were, to the last bit.
func TestCrowd_FliesAsBodiesAlone(t *testing.T) {
	def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{}}}
	for i := range 24 {
		b := cube(fmt.Sprint(i), 0, 2, mgl64.Vec3{0.9 * float64(i%5), 0.9 * float64(i/5), 0}, mgl64.Vec3{0, 0, 3})
		b.Half = mgl64.Vec3{0.05, 0.1, 0.25}
		b.AngularVelocity = mgl64.Vec3{3, 0.2 * float64(i), 1}
		def.Bodies = append(def.Bodies, b)
	}
	alone := *def
	alone.Settings.Crowd = -1
	w, o := mustWorld(t, def), mustWorld(t, &alone)
	start := make([]geom.Vec, len(def.Bodies))
	for i := range start {
		start[i] = bodyOf(w, i).L
	}
	run(t, w, 60, nil)
	run(t, o, 60, nil)
	differ := false
	for i := range def.Bodies {
		a, b := bodyOf(w, i), bodyOf(o, i)
		differ = differ || a != b
		if a.X.Sub(b.X).Len() > 1e-12 || a.V.Sub(b.V).Len() > 1e-12 || math.Abs(math.Abs(a.Q.Dot(b.Q))-1) > 1e-14 || a.L != start[i] {
			t.Fatalf("body %d: %v, alone %v", i, a, b)
		}
	}
	if !differ {
		t.Error("it is no crowd: the same to the last bit")
	}
}

// TestCrowd_NotWhereAllIsAnImpact: what asks for every new contact as an impact at its exact time gets it, in heaps
// too.
func TestCrowd_NotWhereAllIsAnImpact(t *testing.T) {
	for _, speed := range []float64{0, -1} { // the default, and all
		def := fallingHeap(t, bin(), 0)
		def.Settings.ImpactSpeed = speed
		impacts := len(run(t, mustWorld(t, def), 9, nil))
		if (impacts == 0) != (speed == 0) {
			t.Errorf("impact speed %g: %d impacts as the heap lands", speed, impacts)
		}
	}
}

// TestCrowd_PushingOutGivesNoEnergy: cubes that are a millimetre in the floor are a crowd with one that slides. Where
// it slides without friction nothing loses energy, and nothing is lifted; what friction takes from it lifts the others,
// and no step gains energy.
func TestCrowd_PushingOutGivesNoEnergy(t *testing.T) {
	const deep = 1e-3
	for _, mu := range []float64{0, 0.5} {
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: mu}}, Statics: []sim.StaticDef{floor(50)}}
		for i := range 25 {
			def.Bodies = append(def.Bodies, cube(fmt.Sprint(i), 0.25, 10, mgl64.Vec3{0.7 * float64(i%5), 0.7 * float64(i/5), 0.25 - deep}, mgl64.Vec3{}))
		}
		slider := cube("slider", 0.25, 100, mgl64.Vec3{1.4, 3.5, 0.25}, mgl64.Vec3{0, 0.3, 0})
		def.Bodies = append(def.Bodies, slider)
		w := mustWorld(t, def)
		before, gain := energyOf(&w.Frame().Ledger), 0.0
		for range 3 { // after which nothing moves, and the contact solver has them
			run(t, w, 1, nil)
			now := energyOf(&w.Frame().Ledger)
			gain, before = math.Max(gain, now-before), now
		}
		z := bodyOf(w, 0).X.Z - 0.25
		t.Logf("mu %g: at %.3g m of the floor, a step gains %.3g J", mu, z, gain)
		if gain > 1e-3 || (mu == 0) != (z < -deep/2) { // the residual of 3e-4 m/s leaves 5e-5 J; without a limit it is 1.9 J
			t.Errorf("mu %g: at %g m, a step gains %g J", mu, z, gain)
		}
	}
}

// TestCrowd_SettlesToRest: heaps of 40 boxes settle and fall asleep as crowds. At most two steps use up the passes of
// the contact solver, when all in it seems to be at rest. If it has what moves at less than 0.1 m/s, dozens do, each a
// second long.
func TestCrowd_SettlesToRest(t *testing.T) {
	t.Parallel()
	heaps := uint64(1)
	if geomtest.Long {
		heaps = 3
	}
	for seed := range heaps {
		r := rand.New(rand.NewPCG(seed, 31))
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.5}}, Statics: bin()}
		for i := range 40 {
			x := mgl64.Vec3{0.88 * float64(i%2), 0.88 * float64(i/2%2), 0.6 + 0.9*float64(i/4)}.Add(randomVec(r, 0.005))
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: fmt.Sprint(i), Half: mgl64.Vec3{0.3, 0.25, 0.2}, Mass: math.Exp(2 * r.Float64()), Position: x,
				Attitude: randomTurn(r), Velocity: mgl64.Vec3{0, 0, -1}, AngularVelocity: randomVec(r, 1),
			})
		}
		w := mustWorld(t, def)
		step, limits := 0, 0
		for ; step < 600 && !w.AtRest(); step++ {
			run(t, w, 1, nil)
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					limits++
				}
			}
		}
		t.Logf("seed %d: asleep after %.1f s", seed, float64(step)/60)
		if !w.AtRest() || limits > 2 {
			t.Errorf("seed %d: at rest %v, %d limits", seed, w.AtRest(), limits)
		}
	}
}

// TestCrowd_ResistsTurningAsSaid: two dozen balls side by side roll on a floor with rolling resistance c, and are slowed
// by c g/(1.4 r), or spin about the normal with spin friction s, and are slowed by s g/(0.4 r²). Neither takes of the
// other motion.
func TestCrowd_ResistsTurningAsSaid(t *testing.T) {
	const c, s, r, v, spin, seconds = 0.01, 0.004, 0.2, 1.0, 4.0, 0.5
	ball, err := geom.NewSphere(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, m := range []sim.Material{{Friction: 0.5, Rolling: c}, {Friction: 0.5, Spin: s}} {
			def := &sim.Definition{Settings: sim.Settings{Step: dt, Gravity: tilt(0)}, Materials: []sim.Material{m}, Statics: []sim.StaticDef{floor(50)}}
			for i := range 24 {
				b := sim.BodyDef{Name: fmt.Sprint(i), Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: 1 + float64(i), Position: mgl64.Vec3{0, 0.6 * float64(i), r}}
				b.Velocity, b.AngularVelocity = mgl64.Vec3{v, 0, 0}, mgl64.Vec3{0, v / r, spin}
				if i%2 == 1 {
					b.Velocity, b.AngularVelocity = b.Velocity.Mul(-1), b.AngularVelocity.Mul(-1)
				}
				def.Bodies = append(def.Bodies, b)
			}
			w := mustWorld(t, def)
			run(t, w, int(math.Round(seconds/dt)), nil)
			wantV, wantSpin := v-m.Rolling*9.81/(1.4*r)*seconds, spin-m.Spin*9.81/(0.4*r*r)*seconds
			for i := range def.Bodies {
				b, sign := bodyOf(w, i), float64(1-2*(i%2))
				turn := b.L.Scale(1 / (0.4 * def.Bodies[i].Mass * r * r))
				if math.Abs(sign*b.V.X-wantV) > 1e-3 || math.Abs(sign*turn.Z-wantSpin) > 5e-3 || math.Abs(sign*turn.Y*r-wantV) > 1e-3 {
					t.Fatalf("step %g s, %+v: ball %d goes at %g m/s, turns at %v rad/s, want %g, %g", dt, m, i, b.V, turn, wantV, wantSpin)
				}
			}
		}
	}
}

// TestCrowd_OthersChangeNothing: a row of touching cubes lands on a floor and settles as a crowd, to the same bits
// beside a far body that moves, and beside one that rests and resists turning: they end no crowd and keep none. Steps in
// which no body moves have no crowds.
func TestCrowd_OthersChangeNothing(t *testing.T) {
	t.Parallel()
	for n, drop := range []float64{1e-3, 5e-3, 0.02} {
		if !geomtest.Long && n == 1 {
			continue
		}
		def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{Friction: 0.5}}, Statics: []sim.StaticDef{floor(20)}}
		def.Bodies = touchingRow(mgl64.Vec3{-5, 0, 0.25 + drop})
		for i := range def.Bodies {
			def.Bodies[i].Velocity = mgl64.Vec3{}
		}
		moving, turning := *def, *def
		moving.Bodies = append(def.Bodies[:24:24], cube("far", 0.2, 5, mgl64.Vec3{400, 400, 40}, mgl64.Vec3{1, 2, 3}))
		turning.Statics = append(def.Statics[:1:1], sim.StaticDef{Name: "far floor", Half: mgl64.Vec3{1, 1, 1}, Position: mgl64.Vec3{400, 400, -1.2}, Material: 1})
		turning.Bodies = append(def.Bodies[:24:24], cube("far", 0.2, 5, mgl64.Vec3{400, 400, 0}, mgl64.Vec3{}))
		turning.Materials, turning.Bodies[24].Material = append(def.Materials[:1:1], sim.Material{Friction: 0.5, Rolling: 0.02}), 1
		w, others := mustWorld(t, def), []*sim.World{mustWorld(t, &moving), mustWorld(t, &turning)}
		steps := 10
		if geomtest.Long {
			steps = 30
		}
		for step := range steps {
			run(t, w, 1, nil)
			for k, o := range others {
				run(t, o, 1, nil)
				for i := range def.Bodies {
					if bodyOf(w, i) != bodyOf(o, i) {
						t.Fatalf("from %g m, step %d: body %d is at %v, beside far body %d at %v", drop, step, i, bodyOf(w, i), k, bodyOf(o, i))
					}
				}
			}
		}
	}
}
