package sim

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/vehicle"
)

// legsBed is a vehicle of 1500 kg whose wheels carry alike, on a plane, with the frequency of 1.5 Hz. In the middle of the first step its
// springs are pressed by lift, at a speed downwards.
func legsBed(rate, damping, lift, down float64) *Definition {
	d := vehicle.Def{}
	for i, c := range []mgl64.Vec3{{1.4, 0.75, -0.55}, {1.4, -0.75, -0.55}, {-1.4, 0.75, -0.55}, {-1.4, -0.75, -0.55}} {
		d.Wheels = append(d.Wheels, vehicle.WheelDef{Name: fmt.Sprint(i), Contact: c, Friction: 0.7, Frequency: 1.5, Damping: damping})
	}
	return &Definition{
		Settings:  Settings{Step: 1 / rate, Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1},
		Materials: []Material{{Friction: 0.5}},
		Bodies: []BodyDef{{Name: "bed", Half: mgl64.Vec3{2.25, 0.9, 0.05}, Mass: 1500,
			Position: mgl64.Vec3{0, 0, 0.55 - lift + down/rate/2}, Velocity: mgl64.Vec3{0, 0, -down}}},
		Vehicles: []vehicle.Def{d},
		Statics:  []StaticDef{{Name: "road", Half: mgl64.Vec3{100, 100, 1}, Position: mgl64.Vec3{0, 0, -1}}},
	}
}

// begun is a world whose first step has its forces.
func begun(t *testing.T, def *Definition) *World {
	t.Helper()
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	w.evaluateForces()
	return w
}

// farthest returns how far what is at x with a speed swings, with a frequency [rad/s] and a damping below the critical.
func farthest(x, speed, omega, damping float64) (most float64) {
	o := omega * math.Sqrt(1-damping*damping)
	for t := 0.0; t < 10/omega; t += 1e-3 / omega {
		s, c := math.Sincos(o * t)
		most = max(most, math.Abs(math.Exp(-damping*omega*t)*(x*c+(speed+damping*omega*x)/o*s)))
	}
	return most
}

// A vehicle that swings by a tenth farther than its wheels can stands on legs, one that swings by a tenth less does not; nor does one on
// ground that moves as it does.
func TestLegs_ActWhereItSwingsFar(t *testing.T) {
	const omega = 2 * math.Pi * 1.5
	for _, c := range []struct{ damping, travel, room, lift, down float64 }{
		{1e-9, 0, 0.1, 0.05, 1}, {1e-9, 0, 0.1, -0.07, 0.5}, {1e-9, 0, 0.1, 0.09, -0.2}, {1e-9, 0, 0.1, 0, -1},
		{1e-9, 0.06, 0.06, 0.03, 0.5}, {1e-9, 0.2, 9.81 / (omega * omega), 0.05, 0.6}, {0.35, 0, 0.1, 0, 1}, {0.7, 0, 0.1, 0, 1},
	} {
		for _, deck := range []float64{0, 2, -3} {
			for _, share := range []float64{0.9, 1.1} {
				by := share * c.room / farthest(c.lift, c.down, omega, c.damping)
				def := legsBed(240, c.damping, by*c.lift, by*c.down)
				for k := range def.Vehicles[0].Wheels {
					def.Vehicles[0].Wheels[k].Travel = c.travel
				}
				if deck != 0 {
					def.Statics = nil
					def.Bodies[0].Velocity[2] += deck
					def.Bodies = append(def.Bodies, BodyDef{Name: "deck", Half: mgl64.Vec3{100, 100, 1}, Position: mgl64.Vec3{0, 0, -1}, Drive: []DriveAt{{Velocity: mgl64.Vec3{0, 0, deck}}}})
				}
				if got := begun(t, def).onLegs[0]; got != (share > 1) {
					t.Errorf("%+v, ground at %g m/s: swings by %g of its room, legs act: %v", c, deck, share, got)
				}
			}
		}
	}
}

// What leaves the line of its spring in the step stands on legs, though it swings less far than that in half of its time.
func TestLegs_ActWhereASpringEndsWithinTheStep(t *testing.T) {
	for _, c := range []struct {
		lift, down float64
		want       bool
	}{{0.09, 0.45, true}, {0.09, 0.35, false}, {0.09, -0.45, true}, {-0.09, 0.45, true}, {-0.09, 0.35, false}} {
		if got := begun(t, legsBed(40, 0.2, c.lift, c.down)).onLegs[0]; got != c.want { // 0.01125 m in the step, or 0.00875
			t.Errorf("at %g m with %g m/s: legs act: %v", c.lift, c.down, got)
		}
	}
}

// Whichever wheel leaves the line of its spring, or has no ground, and in whatever order they are listed, legs act, or do not where
// wheels have no springs.
func TestLegs_ActWhateverTheOrderOfWheels(t *testing.T) {
	for first := range 4 {
		for _, weightless := range []bool{false, true} {
			for _, over := range []bool{false, true} {
				def := legsBed(240, 0.3, 0, 0)
				wheels := def.Vehicles[0].Wheels
				def.Vehicles[0].Wheels = append(append([]vehicle.WheelDef{}, wheels[first:]...), wheels[:first]...)
				if weightless {
					def.Settings.Gravity = mgl64.Vec3{}
				}
				if over { // the foremost left wheel has no ground
					def.Bodies[0].Position[2] -= 0.02
					def.Statics[0].Position = mgl64.Vec3{-100.5, 0, -1}
					def.Statics = append(def.Statics, StaticDef{Name: "side", Half: mgl64.Vec3{100, 100, 1}, Position: mgl64.Vec3{0, -100.5, -1}})
				} else { // it is 0.14 m deep, the others 0.07 and 0
					def.Bodies[0].Position[2] -= 0.07
					def.Bodies[0].Attitude = mgl64.AnglesToQuat(-0.035/0.75, 0.035/1.4, 0, mgl64.XYZ)
				}
				w := begun(t, def)
				deep, bare := 0, 0
				for k := range w.grounds {
					if g := &w.grounds[k]; !g.Hit {
						bare++
					} else if g.Lift > vehicle.DefaultTravel {
						deep++
					}
				}
				if over && bare != 1 || !over && deep != 1 {
					t.Fatalf("from %d on, over an edge %v: %d wheels are deep, %d without ground", first, over, deep, bare)
				}
				if got := w.onLegs[0]; got == weightless {
					t.Errorf("from %d on, weightless %v, over an edge %v: legs act: %v", first, weightless, over, got)
				}
			}
		}
	}
}

// A vehicle that falls stands on legs where the ground under each of its wheels is one plane all over the step, and not where one of them
// comes onto a kerb, over an edge or to a slope in the step, at its beginning or its end.
func TestLegs_ActOnPlanes(t *testing.T) {
	const speed, rate = 18.0, 60.0 // 0.3 m in the step
	for _, c := range []struct {
		name string
		at   float64 // how far the wheel's foremost point has to go to what is there
		want bool
	}{
		{"kerb", 0.28, false}, {"kerb", 0.02, false}, {"kerb", 0.5, true}, {"edge", 0.28, false}, {"edge", 0.02, false}, {"edge", 0.5, true},
		{"slope", 0.2, false}, {"slope", 0.6, true},
	} {
		for wheel := range 2 {
			def := legsBed(rate, 0.3, 0.02, 2)
			def.Bodies[0].Velocity[0] = speed
			y := def.Vehicles[0].Wheels[wheel].Contact[1]
			x := 1.4 + c.at
			switch c.name {
			case "kerb": // 0.1 m high, at which the disc is sqrt(0.3² - 0.2²) long
				def.Statics = append(def.Statics, StaticDef{Name: c.name, Half: mgl64.Vec3{2, 0.3, 0.06}, Position: mgl64.Vec3{x + 2 + math.Sqrt(0.05), y, 0.04}})
			case "edge":
				def.Statics[0].Position = mgl64.Vec3{0, 0, -2}
				for k, d := range def.Vehicles[0].Wheels[:2] { // the left and the right
					long := 50.0
					if k == wheel {
						long = 25 + x/2
					}
					def.Statics = append(def.Statics, StaticDef{Name: fmt.Sprint("road ", k), Half: mgl64.Vec3{long, 0.3, 0.5}, Position: mgl64.Vec3{-50 + long, d.Contact[1], -0.5}})
				}
			case "slope":
				q := mgl64.QuatRotate(-0.2, mgl64.Vec3{0, 1, 0})
				def.Statics = append(def.Statics, StaticDef{Name: c.name, Half: mgl64.Vec3{2, 0.3, 0.5}, Attitude: q, Position: mgl64.Vec3{x, y, 0}.Add(q.Rotate(mgl64.Vec3{2, 0, -0.5}))})
			}
			if got := begun(t, def).onLegs[0]; got != c.want {
				t.Errorf("%s %g m before wheel %d: legs act: %v", c.name, c.at, wheel, got)
			}
		}
	}
}

// What a wheel that falls on light ground is foreseen to give is what its spring and damper do while that ground gives way: on plates
// of 20 kg under each wheel, for a vehicle that falls flat, J = F(u0, u + (4/M + 1/m) J).
func TestLegs_ForeseeThatGroundGivesWay(t *testing.T) {
	const rate, mass, light = 60.0, 1500.0, 20.0
	for _, damping := range []float64{1e-9, 0.3} {
		for _, rises := range []float64{0, 1.5} {
			const lift, down = 0.03, 3.0
			def := legsBed(rate, damping, lift, down-rises)
			def.Statics = nil
			for k, d := range def.Vehicles[0].Wheels {
				def.Bodies = append(def.Bodies, BodyDef{Name: fmt.Sprint("plate ", k), Half: mgl64.Vec3{0.6, 0.6, 0.2}, Mass: light,
					Position: mgl64.Vec3{d.Contact[0], d.Contact[1], -0.2 - rises/rate/2}, Velocity: mgl64.Vec3{0, 0, rises}})
			}
			w := begun(t, def)
			h, wheel := 1/rate, &w.vehicles[0].Wheels[0]
			if !w.onLegs[0] {
				t.Fatal("it does not stand on legs")
			}
			leg := response.Leg{Lift: lift - down*h/2, Time: h, Damping: wheel.Damping, Ramps: [3]response.Ramp{{From: -wheel.Droop, Stiffness: wheel.Stiffness}, {From: wheel.Travel, Stiffness: 20 * wheel.Stiffness}}}
			want := leg.Solve(-down, -down-9.81*h, 4/mass+1/light)
			firm := leg.Solve(-down, -down-9.81*h, 4/mass)
			if !(firm > 1.1*want) {
				t.Fatalf("on firm ground %g N s, on plates %g", firm, want)
			}
			for k := range w.vehicles[0].Wheels {
				if got := w.grips[k].Load * h; math.Abs(got-want) > 1e-3*want {
					t.Errorf("damping %g, rising at %g m/s: wheel %d gives %.6g N s, want %.6g", damping, rises, k, got, want)
				}
			}
		}
	}
}

// A wheel that is above the ground in the middle of the step gives nothing where the vehicle does not stand on legs, however fast it
// comes down: here the left wheels are beside a kerb, and what one of them stands on ends within the step.
func TestLegs_WheelsInTheAirGiveNothing(t *testing.T) {
	const rate, roll, speed, lift, air = 60.0, 3.0, 18.0, 0.02, 0.005
	for _, even := range []bool{true, false} {
		def := legsBed(rate, 1, 0, 0)
		b := &def.Bodies[0]
		// In the middle the left wheels are pressed, the right ones hang, and are not down yet.
		hang := 9.81/math.Pow(2*math.Pi*1.5, 2) + air
		b.Attitude = mgl64.QuatRotate(-(hang+lift)/1.5-roll/rate/2, mgl64.Vec3{1, 0, 0})
		b.Position[2] = 0.55 + (hang-lift)/2 + 0.75*roll/rate/2
		b.Velocity, b.AngularVelocity = mgl64.Vec3{speed, 0, -0.75 * roll}, mgl64.Vec3{roll, 0, 0}
		def.Statics = append(def.Statics, StaticDef{Name: "kerb", Half: mgl64.Vec3{100, 1, 0.1}, Position: mgl64.Vec3{0, 0.82 + 1, 0}})
		if !even {
			def.Statics = append(def.Statics, StaticDef{Name: "plate", Half: mgl64.Vec3{2, 0.05, 0.01}, Position: mgl64.Vec3{1.4 + speed/rate/2 - 2, 0.7, 0}})
		}
		w := begun(t, def)
		if len(w.sidewalls) == 0 || w.onLegs[0] != even {
			t.Fatalf("even %v: legs act: %v; %d sides of tyres are beside the kerb", even, w.onLegs[0], len(w.sidewalls))
		}
		for k := range w.grips {
			load, left := w.grips[k].Load, k%2 == 0
			if left && !(load > 100) || !left && (load > 100) != even {
				t.Errorf("even %v: wheel %d has %g N", even, k, load)
			}
		}
	}
}

// The tyres of a vehicle that slides sideways while it falls onto a deck hold it by friction times what its legs give, also where the
// deck rises and turns.
func TestLegs_TyresHoldByWhatLegsGive(t *testing.T) {
	const rate, mu, slip = 120.0, 0.05, 12.0
	for _, deck := range []BodyDef{{}, {Velocity: mgl64.Vec3{3, 0, 2}}, {AngularVelocity: mgl64.Vec3{0, 0.6, 0}}} {
		def := legsBed(rate, 0.2, -0.12, 3)
		for k := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[k].Friction, def.Vehicles[0].Wheels[k].Program = mu, []vehicle.Input{{Brake: 1}}
		}
		deck.Name, deck.Half, deck.Position = "deck", mgl64.Vec3{30, 30, 1}, mgl64.Vec3{0, 0, -1}
		deck.Drive = []DriveAt{{Velocity: deck.Velocity, AngularVelocity: deck.AngularVelocity}}
		def.Statics = nil
		def.Bodies[0].Velocity = def.Bodies[0].Velocity.Add(deck.Velocity).Add(mgl64.Vec3{0, slip, 0})
		def.Bodies = append(def.Bodies, deck)
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		pressed := 0
		for n := range 25 {
			was := w.state.bodies[0].V.Y
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for k := range w.grips {
				sum += w.grips[k].more
			}
			if !w.onLegs[0] || sum < 5000 {
				continue
			}
			pressed++
			if got := (was - w.state.bodies[0].V.Y) * 1500 * rate; math.Abs(got-mu*sum) > 0.01*mu*sum {
				t.Errorf("deck at %v, %v, step %d: %.1f N hold it, its legs give %.1f N: %.4f of friction", deck.Velocity, deck.AngularVelocity, n, got, sum, got/sum/mu)
			}
		}
		if pressed < 15 {
			t.Errorf("deck at %v, %v: pressed in %d steps", deck.Velocity, deck.AngularVelocity, pressed)
		}
	}
}
