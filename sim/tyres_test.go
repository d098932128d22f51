package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

var allTyres = []vehicle.TyreModel{vehicle.Coulomb, vehicle.Fiala, vehicle.TMeasy, vehicle.MagicFormula}

// onPlane is the sedan at a speed on a plane, with a tyre model and a step.
func onPlane(speed float64, m vehicle.TyreModel, step float64, program []vehicle.Input) *sim.Definition {
	def := sedan(speed, program)
	def.Settings.Step = step
	def.Statics = []sim.StaticDef{flat()}
	for i := range def.Vehicles[0].Wheels {
		def.Vehicles[0].Wheels[i].Tyre = m
	}
	return def
}

// flat is a box of 10 km whose top is the ground z = 0.
func flat() sim.StaticDef {
	return sim.StaticDef{Name: "road", Half: mgl64.Vec3{10000, 10000, 10}, Position: mgl64.Vec3{0, 0, -10}}
}

// steered gives the front wheels an angle from a time on.
func steered(def *sim.Definition, angle, from float64) {
	for i := range 2 {
		def.Vehicles[0].Wheels[i].Program = []vehicle.Input{{Time: from, Steer: angle}}
	}
}

func yawRate(w *sim.World, def *sim.Definition) float64 {
	return value(w, 0, "L", 2) / izz(def)
}

func izz(*sim.Definition) float64 { return 1500.0 / 3 * (2.25*2.25 + 0.9*0.9) }

// TestTyres_StopWithinTheBrakingDistance: v²/(2 mu g) when all wheels lock; the load moves to the front meanwhile.
// Where friction falls with the load the front tyres lose more than the rear win.
func TestTyres_StopWithinTheBrakingDistance(t *testing.T) {
	for _, m := range allTyres {
		def := onPlane(20, m, 0, []vehicle.Input{{Brake: 1}})
		w := mustWorld(t, def)
		run(t, w, 1500, nil)
		d := value(w, 0, "x", 0) + 60
		slide := map[vehicle.TyreModel]float64{vehicle.TMeasy: 4150.0 / 4200, vehicle.MagicFormula: math.Sin(1.3 * math.Pi / 2)}[m]
		if slide == 0 {
			slide = 1
		}
		want := 20 * 20 / (2 * 0.7 * slide * 9.81)
		t.Logf("%v: stops after %.3f m, v²/2 mu g is %.3f", m, d, want)
		if d < 0.99*want || d > 1.03*want {
			t.Errorf("%v: stops after %.3f m, want %.3f", m, d, want)
		}
	}
}

// TestTyres_BrakingMovesTheLoadForward: with axles a ahead and b behind, a deceleration of d has N = m (g b + d h)/(a +
// b) on the front axle and the rest on the rear one. The centre of mass is at its height above the road, where the
// body's pitch has lowered its nose.
func TestTyres_BrakingMovesTheLoadForward(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		for _, brake := range []float64{0.3, 0.6, 1} {
			def := onPlane(30, m, 0, []vehicle.Input{{Brake: brake}})
			w := mustWorld(t, def)
			run(t, w, 480, nil) // the springs have come to rest
			v := speedOf(w)
			run(t, w, 24, nil)
			d := (v - speedOf(w)) * 240 / 24
			var axles [2]float64
			for k, wheel := range w.Wheels(nil) {
				axles[k/2] += wheel.Load
			}
			h := value(w, 0, "x", 2)
			front, rear := 1500*(9.81*1.4+d*h)/2.7, 1500*(9.81*1.3-d*h)/2.7
			t.Logf("%v, brake %g: %.3f m/s², loads %.1f and %.1f N, want %.1f and %.1f", m, brake, d, axles[0], axles[1], front, rear)
			if !(d > 1) || math.Abs(axles[0]-front) > 0.01*front || math.Abs(axles[1]-rear) > 0.01*rear {
				t.Errorf("%v, brake %g: loads %.1f and %.1f N, want %.1f and %.1f", m, brake, axles[0], axles[1], front, rear)
			}
		}
	}
}

// TestTyres_RollCalmlyRoundABend: a car that resists rolling, or is braked a little, turns at the rate v
// tan(angle)/base of its bend in each step. Its yaw rate goes to and fro by no more than what it changes by, though the
// side force of a wheel without slip stops any slip within a substep.
func TestTyres_RollCalmlyRoundABend(t *testing.T) {
	t.Parallel()
	const angle = 0.035
	for _, m := range allTyres {
		for _, brake := range []float64{0, 0.002} {
			for _, step := range []float64{1.0 / 240, 1.0 / 60} {
				def := onPlane(3, m, step, []vehicle.Input{{Brake: brake}})
				for i := range 2 {
					def.Vehicles[0].Wheels[i].Program = []vehicle.Input{{Brake: brake, Steer: angle}}
				}
				if brake == 0 {
					def.Vehicles[0].Driver = &vehicle.DriverDef{Rolling: 0.001}
				}
				w := mustWorld(t, def)
				run(t, w, int(math.Round(1/step)), nil) // the body has leaned over
				from := yawRate(w, def)
				last, sum := from, 0.0
				run(t, w, int(math.Round(4/step)), func() {
					now := yawRate(w, def)
					sum, last = sum+math.Abs(now-last), now
				})
				if change := math.Abs(last - from); sum > 2*change {
					t.Errorf("%v, brake %g, step %g: the yaw rate changes by %g rad/s in all for %g", m, brake, step, sum, change)
				}
				if want := speedOf(w) * math.Tan(angle) / 2.7; math.Abs(last-want) > 0.02*want {
					t.Errorf("%v, brake %g, step %g: yaw rate %g rad/s, want %g", m, brake, step, last, want)
				}
			}
		}
	}
}

// TestTyres_ParkedCarDoesNotCreep: 60 s on 10 %, not sleeping.
func TestTyres_ParkedCarDoesNotCreep(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		for _, step := range []float64{1.0 / 1000, 1.0 / 60} {
			def := onPlane(0, m, step, []vehicle.Input{{Brake: 1}})
			def.Settings.Gravity = tilt(math.Atan(0.1))
			def.Settings.SleepTime = -1
			w := mustWorld(t, def)
			run(t, w, int(math.Round(5/step)), nil)
			x, y := value(w, 0, "x", 0), value(w, 0, "x", 1)
			n := 60.0
			if testing.Short() || step < 1.0/500 {
				n = 10
			}
			if !geomtest.Long {
				n = 30
				if step < 1.0/500 {
					n = 2
				}
			}
			run(t, w, int(math.Round(n/step)), nil)
			d := math.Hypot(value(w, 0, "x", 0)-x, value(w, 0, "x", 1)-y) * 60 / n
			if d > 1e-3 {
				t.Errorf("%v, step %g: creeps %g m in 60 s", m, step, d)
			}
			t.Logf("%v, step %g: creeps %g m in 60 s", m, step, d)
		}
	}
}

// TestTyres_StayBoundedAtAnyStep: at 80 m/s with a jerk at the wheel and the brake, down to rest; no speed or turn
// grows beyond what the car came with.
func TestTyres_StayBoundedAtAnyStep(t *testing.T) {
	t.Parallel()
	for n, m := range allTyres {
		for k, step := range []float64{1.0 / 1000, 1.0 / 240, 1.0 / 100, 1.0 / 60} {
			if !geomtest.Long && (n+k)%2 > 0 {
				continue
			}
			def := onPlane(80, m, step, nil)
			for i := range def.Vehicles[0].Wheels {
				steer := 0.0
				if i < 2 {
					steer = 0.02
				}
				def.Vehicles[0].Wheels[i].Program = []vehicle.Input{{Time: 0.5, Steer: steer}, {Time: 1.5, Steer: -steer}, {Time: 2.5, Brake: 0.9}}
			}
			w := mustWorld(t, def)
			seconds := 6.0
			if !geomtest.Long {
				seconds = 4
			}
			if step > 1.0/500 {
				seconds = 16
			}
			for range int(seconds / step) {
				if err := w.Step(); err != nil {
					t.Fatal(err)
				}
				v := math.Hypot(value(w, 0, "v", 0), value(w, 0, "v", 1))
				if v > 80.2 || math.Abs(yawRate(w, def)) > 3 || math.Abs(value(w, 0, "x", 2)-0.55) > 0.4 {
					t.Fatalf("%v, step %g: speed %g, yaw rate %g, height %g", m, step, v, yawRate(w, def), value(w, 0, "x", 2))
				}
			}
			v := math.Hypot(value(w, 0, "v", 0), value(w, 0, "v", 1))
			if seconds > 10 && v > 0.01 {
				t.Errorf("%v, step %g: still at %g m/s after %g s", m, step, v, seconds)
			}
		}
	}
}

// bicycle is the linear bicycle model: cornering stiffness of an axle [N/rad], its distance from the centre of mass
// [m].
type bicycle struct{ m, i, cf, cr, a, b, v float64 }

// gain is the steady yaw rate over the steering angle.
func (c bicycle) gain() float64 {
	l := c.a + c.b
	return c.v / (l + c.m*c.v*c.v*(c.b*c.cr-c.a*c.cf)/(c.cf*c.cr*l))
}

// response is the yaw rate at time t after a step of the steering angle, by the solution of the 2 × 2 linear system.
func (c bicycle) response(t float64) float64 {
	// x' = A x + B, x = (lateral speed, yaw rate): x = A⁻¹(e^{At} - 1) B.
	a11, a12 := -(c.cf+c.cr)/(c.m*c.v), (c.b*c.cr-c.a*c.cf)/(c.m*c.v)-c.v
	a21, a22 := (c.b*c.cr-c.a*c.cf)/(c.i*c.v), -(c.a*c.a*c.cf+c.b*c.b*c.cr)/(c.i*c.v)
	b1, b2 := c.cf/c.m, c.a*c.cf/c.i
	trace, det := a11+a22, a11*a22-a12*a21
	// e^{At} = e^{st} (cosh(qt) 1 + sinh(qt)/q (A - s 1)), s = trace/2, q² = s² - det.
	s := trace / 2
	q2 := s*s - det
	ch, sh := 0.0, 0.0
	if q := math.Sqrt(math.Abs(q2)); q2 < 0 {
		ch, sh = math.Cos(q*t), math.Sin(q*t)/q
	} else {
		ch, sh = math.Cosh(q*t), math.Sinh(q*t)/q
	}
	steady1, steady2 := -(a22*b1-a12*b2)/det, -(a11*b2-a21*b1)/det
	return steady2 - math.Exp(s*t)*(ch*steady2+sh*(a21*steady1+(a22-s)*steady2))
}

// slopes gives the front tyres less stiffness than the published ones, and returns the bicycle model of the car.
func slopes(def *sim.Definition, m vehicle.TyreModel, v float64) bicycle {
	per := 55000.0 / 4000
	if m == vehicle.MagicFormula {
		per = 1078 * 180 / math.Pi * math.Sin(1.82*math.Atan(0.832)) / 4000
	}
	for i := range 2 {
		def.Vehicles[0].Wheels[i].Stiffening = 0.8
	}
	weight := 1500 * 9.81
	return bicycle{m: 1500, i: izz(def), cf: 0.8 * per * weight * 1.4 / 2.7, cr: per * weight * 1.3 / 2.7, a: 1.3, b: 1.4, v: v}
}

// TestTyres_SteadyCircleIsThatOfTheBicycleModel at 0.2 to 0.5 m/s² of lateral acceleration.
func TestTyres_SteadyCircleIsThatOfTheBicycleModel(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres[1:] {
		for _, v := range []float64{8, 20, 35} {
			def := onPlane(v, m, 0, nil)
			car := slopes(def, m, v)
			angle := 0.3 / (v * car.gain())
			steered(def, angle, 0)
			w := mustWorld(t, def)
			run(t, w, 4*240, nil)
			speed := math.Hypot(value(w, 0, "v", 0), value(w, 0, "v", 1))
			car.v = speed
			got, want := yawRate(w, def), angle*car.gain()
			t.Logf("%v at %.3f m/s: yaw rate %.6f, bicycle %.6f (%+.2f %%)", m, speed, got, want, 100*(got/want-1))
			if math.Abs(got-want) > 0.01*want {
				t.Errorf("%v at %g m/s: yaw rate %g, want %g", m, v, got, want)
			}
		}
	}
}

// TestTyres_StepSteerIsThatOfTheBicycleModel: the yaw rate over the first 1.5 s, within 2 % of its steady value, and
// the less the shorter the step.
func TestTyres_StepSteerIsThatOfTheBicycleModel(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres[1:] {
		for _, v := range []float64{15, 30} {
			worst := map[int]float64{}
			for _, rate := range []int{60, 240, 1000} {
				def := onPlane(v, m, 1/float64(rate), nil)
				car := slopes(def, m, v)
				angle := 0.2 / (v * car.gain())
				steered(def, angle, 0)
				w := mustWorld(t, def)
				for k := 1; k <= 3*rate/2; k++ {
					if err := w.Step(); err != nil {
						t.Fatal(err)
					}
					want := angle * car.response(float64(k)/float64(rate))
					worst[rate] = math.Max(worst[rate], math.Abs(yawRate(w, def)-want)/(angle*car.gain()))
				}
			}
			t.Logf("%v at %g m/s: off by at most %.2f %%, %.2f %% and %.2f %% at 60, 240 and 1000 Hz", m, v, 100*worst[60], 100*worst[240], 100*worst[1000])
			if worst[240] > 0.02 || worst[1000] > 0.02 || worst[60] > 0.05 {
				t.Errorf("%v at %g m/s: %v", m, v, worst)
			}
		}
	}
}

// TestTyres_FrictionIsThatOfTheRoadUnderTheWheel: half on ice, half on dry road, a car that brakes turns to the dry
// side, left; on ice alone it needs 1/0.12 of the distance.
func TestTyres_FrictionIsThatOfTheRoadUnderTheWheel(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		def := onPlane(10, m, 0, []vehicle.Input{{Brake: 0.9}})
		def.Materials = []sim.Material{{Friction: 0.5}, {Friction: 0.5, Road: 0.12}}
		def.Statics[0].Material = 1
		w := mustWorld(t, def)
		run(t, w, 5*240, nil)
		d, want := value(w, 0, "x", 0)+60, 10*5-0.5*0.9*0.7*0.12*9.81*25
		if math.Abs(d-want) > 0.01*want {
			t.Errorf("%v: %g m on ice in 5 s, want %g", m, d, want)
		}
		def.Statics[0].Half, def.Statics[0].Position = mgl64.Vec3{1000, 1000, 10}, mgl64.Vec3{0, -1000, -10}
		dry := flat()
		dry.Name, dry.Half, dry.Position = "dry", mgl64.Vec3{1000, 1000, 10}, mgl64.Vec3{0, 1000, -10}
		def.Statics = append(def.Statics, dry)
		w = mustWorld(t, def)
		run(t, w, 120, nil)
		if r := yawRate(w, def); !(r > 0.02) {
			t.Errorf("%v: yaw rate %g towards the dry side", m, r)
		}
	}
}
