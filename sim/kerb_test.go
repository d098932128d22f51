package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

// onto is a free rolling car that meets a kerb 0.1 m high across its way, at x = -50.
func onto(speed float64, m vehicle.TyreModel, rate int) *sim.Definition {
	def := onPlane(speed, m, 1/float64(rate), nil)
	def.Statics = append(def.Statics, sim.StaticDef{Name: "kerb", Half: mgl64.Vec3{1000, 100, 0.1}, Position: mgl64.Vec3{950, 0, 0}})
	return def
}

// TestKerb_IsRolledUp: at any step a car comes up a kerb without a jump of its velocity, stands 0.1 m higher on it, and
// is slower by what lifting takes and dampers eat; two steps lead to the same speed.
func TestKerb_IsRolledUp(t *testing.T) {
	t.Parallel()
	for _, m := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.TMeasy} {
		for _, speed := range []float64{3, 12} {
			var end [2]float64
			for i, rate := range []int{240, 1000} {
				w := mustWorld(t, onto(speed, m, rate))
				worst, last := 0.0, 0.0
				run(t, w, int(float64(rate)*(14/speed+2)), func() {
					v := value(w, 0, "v", 2)
					worst, last = math.Max(worst, math.Abs(v-last)*float64(rate)), v
				})
				end[i] = value(w, 0, "v", 0)
				most := math.Sqrt(speed*speed-2*9.81*0.1) + 1e-3
				if z := value(w, 0, "x", 2); math.Abs(z-0.65) > 0.01 || end[i] > most || end[i] < 0.75*most || worst > 120 {
					t.Errorf("%v, %g m/s, %d Hz: %g m high, %g m/s, at most %g; %g m/s² at worst", m, speed, rate, z, end[i], most, worst)
				}
			}
			if math.Abs(end[0]-end[1]) > 0.01*speed {
				t.Errorf("%v, %g m/s: %g m/s at 240 Hz, %g at 1000", m, speed, end[0], end[1])
			}
		}
	}
}

// TestKerb_TakesTheSameWhereverTheStepFindsIt: what a kerb, a hump, a bar and a ramp take of a car's speed, and how high
// they throw it, do not depend on where the steps find the wheels: all are within 7 % and 2 mm of those with steps of
// 1/4,000 s. By the force in the middle of the step alone they are 0 to 3 times that.
func TestKerb_TakesTheSameWhereverTheStepFindsIt(t *testing.T) {
	t.Parallel()
	obstacles := []sim.StaticDef{
		{Name: "kerb", Half: mgl64.Vec3{1000, 100, 0.1}, Position: mgl64.Vec3{954, 0, 0}},
		{Name: "hump", Half: mgl64.Vec3{0.15, 100, 0.05}, Position: mgl64.Vec3{-46, 0, 0}},
		{Name: "bar", Half: mgl64.Vec3{0.02, 100, 0.02}, Position: mgl64.Vec3{-46, 0, 0}},
		{Name: "ramp", Half: mgl64.Vec3{0.5, 100, 0.5}, Position: mgl64.Vec3{-46, 0, -0.5}, Attitude: mgl64.QuatRotate(0.24, mgl64.Vec3{0, 1, 0})},
		{Name: "slanted hump", Half: mgl64.Vec3{0.5, 100, 0.05}, Position: mgl64.Vec3{-46, 0, 0}, Attitude: mgl64.QuatRotate(0.4, mgl64.Vec3{0, 0, 1})},
	}
	every, exact := 0.25, 2000.0
	if geomtest.Long {
		every, exact = 0.125, 4000
	}
	for i, o := range obstacles {
		for j, speed := range []float64{8, 30, 60} {
			if !geomtest.Long && (i+j)%2 > 0 {
				continue
			}
			meet := func(rate, phase float64) (loss, top float64) {
				def := onPlane(speed, vehicle.TMeasy, 1/rate, nil)
				def.Statics = append(def.Statics, o)
				def.Bodies[0].Position[0] += speed / rate * phase
				w := mustWorld(t, def)
				run(t, w, int(rate*(12/speed+0.7)), func() { top = math.Max(top, value(w, 0, "x", 2)) })
				_, v := motionOf(w, 0)
				return speed - math.Hypot(v[0], v[1]), top - 0.55
			}
			loss, top := meet(exact, 0)
			for _, rate := range []float64{60, 240} {
				most := 0.07
				if rate < 2*speed {
					most = 0.15 // steps of a metre, in 128 pieces
				}
				for phase := 0.0; phase < 1; phase += every {
					l, z := meet(rate, phase)
					if math.Abs(l-loss) > most*loss || math.Abs(z-top) > math.Max(2e-3, most*top) {
						t.Errorf("%s, %g m/s, %g Hz, phase %g: %.4f m/s lost, %.4f m up, want %.4f, %.4f", o.Name, speed, rate, phase, l, z, loss, top)
					}
				}
			}
		}
	}
}

// TestKerb_HasTheFrictionOfItsGround: a car that slides over a hump with locked wheels does so on ground of a factor of 0.3 as
// with tyres that have 0.3 of their friction.
func TestKerb_HasTheFrictionOfItsGround(t *testing.T) {
	slide := func(factor float64) (x, v mgl64.Vec3) {
		def := onPlane(20, vehicle.Coulomb, 0, []vehicle.Input{{Brake: 1}})
		def.Statics = append(def.Statics, sim.StaticDef{Name: "hump", Half: mgl64.Vec3{0.15, 100, 0.05}, Position: mgl64.Vec3{-46, 0, 0}})
		for k := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[k].Friction *= 0.3 / factor
		}
		for k := range def.Materials {
			def.Materials[k].Road = factor
		}
		w := mustWorld(t, def)
		run(t, w, 240, nil)
		return motionOf(w, 0)
	}
	x, v := slide(1)
	if y, u := slide(0.3); y.Sub(x).Len() > 1e-6 || u.Sub(v).Len() > 1e-6 || v[0] > 19 {
		t.Errorf("%v at %v, want %v at %v", y, u, x, v)
	}
}

// TestBars_TakeTheRoll: on a slope across of 2 % a parked car rolls by m g h s/(K - m g h), K = Σ k y² + bars' k (2y)².
func TestBars_TakeTheRoll(t *testing.T) {
	for _, bar := range []float64{0, 15000} {
		def := onPlane(0, vehicle.Coulomb, 0, []vehicle.Input{{Brake: 1}})
		def.Settings.SleepTime = -1
		def.Settings.Gravity = mgl64.Vec3{0, -0.02 * 9.81, -9.81}
		for _, b := range [][2]int{{0, 1}, {2, 3}} {
			if bar > 0 {
				def.Vehicles[0].Bars = append(def.Vehicles[0].Bars, vehicle.Bar{Left: b[0], Right: b[1], Stiffness: bar})
			}
		}
		w := mustWorld(t, def)
		run(t, w, 1200, nil)
		weight := 1500 * 9.81
		k := 1500*math.Pow(2*math.Pi*1.5, 2)*0.75*0.75 + 2*bar*1.5*1.5
		want := weight * 0.55 * 0.02 / (k - weight*0.55)
		if got := 2 * math.Asin(value(w, 0, "q", 1)); math.Abs(got-want) > 1e-4*want {
			t.Errorf("bars of %g N/m: roll %.6f rad, want %.6f", bar, got, want)
		}
	}
}

// TestBars_GiveNoEnergyToWhatTips: a car that rolls onto the wheels of one side, and back, never has more energy than at the start, and
// what its springs hold there: the weight, over half of how deep it stands in them. Its bars, twisted by how far the other wheels are
// above the road, would give it twice as much.
func TestBars_GiveNoEnergyToWhatTips(t *testing.T) {
	const weight, bar = 1500 * 9.81, 2e5
	def := onPlane(0, vehicle.Coulomb, 1./120, []vehicle.Input{{Brake: 1}})
	def.Bodies[0].AngularVelocity = mgl64.Vec3{3, 0, 0}
	def.Vehicles[0].Bars = []vehicle.Bar{{Left: 0, Right: 1, Stiffness: bar}, {Left: 2, Right: 3, Stiffness: bar}}
	w := mustWorld(t, def)
	start := w.Frame().Ledger.Kinetic + w.Frame().Ledger.Potential
	most, rolled := 0.0, 0.0
	run(t, w, 240, func() {
		l := &w.Frame().Ledger
		most = math.Max(most, l.Kinetic+l.Potential-start)
		rolled = math.Max(rolled, 2*math.Abs(value(w, 0, "q", 1)))
	})
	springs := weight / 2 * 9.81 / math.Pow(2*math.Pi*1.5, 2)
	if most > springs || rolled < 0.15 {
		t.Errorf("up to %.0f J more, its springs held %.0f J; it rolled by %.2f rad", most, springs, rolled)
	}
}

// TestRebound_EndsBeforeTheSpring: on a slope across of 80 % the upper springs would come out by more than 60 mm; with
// a rebound of 20 mm they come out by no more than that. The wheels' loads balance the weight and its moment in both
// cases.
func TestRebound_EndsBeforeTheSpring(t *testing.T) {
	for _, rebound := range []float64{0, 0.02} {
		def := onPlane(0, vehicle.Coulomb, 0, []vehicle.Input{{Brake: 1}})
		def.Settings.SleepTime = -1
		def.Settings.Gravity = mgl64.Vec3{0, -0.8 * 9.81, -9.81}
		for i := range def.Vehicles[0].Wheels {
			wheel := &def.Vehicles[0].Wheels[i]
			wheel.Rebound, wheel.Friction = rebound, 1.5
			wheel.Contact[1] *= 0.9
		}
		w := mustWorld(t, def)
		run(t, w, 1200, nil)
		roll := 2 * math.Asin(value(w, 0, "q", 1))
		out := value(w, 0, "x", 2) + 0.675*math.Sin(roll) - 0.55*math.Cos(roll)
		if rebound == 0 && out < 0.06 || rebound > 0 && !(out > 0.015 && out < rebound) {
			t.Errorf("rebound %g: the springs are out by %g m", rebound, out)
		}
		load, moment := 0.0, 0.0
		for _, r := range w.Wheels(nil) {
			load, moment = load+r.Load, moment+r.Load*(r.P.Y-value(w, 0, "x", 1))
		}
		weight := 1500 * 9.81
		if want := -0.8 * weight * value(w, 0, "x", 2); math.Abs(load-weight) > 1e-3*weight || math.Abs(moment-want) > 1e-3*weight {
			t.Errorf("rebound %g: the wheels carry %g N with %g N m, want %g and %g", rebound, load, moment, weight, want)
		}
	}
}

// TestKerb_LandsOnAPlaneAsOnABox: a car that falls on its wheels, even and with one side first, does so on any flat ground.
func TestKerb_LandsOnAPlaneAsOnABox(t *testing.T) {
	for _, rate := range []float64{60, 240} {
		for _, roll := range []float64{0, 0.1} {
			land := func(ground sim.StaticDef) (x, v mgl64.Vec3) {
				def := onPlane(20, vehicle.TMeasy, 1/rate, nil)
				def.Statics = []sim.StaticDef{ground}
				def.Bodies[0].Position[2] += 0.4
				def.Bodies[0].Attitude = mgl64.QuatRotate(roll, mgl64.Vec3{1, 0, 0})
				w := mustWorld(t, def)
				run(t, w, int(rate), nil)
				return motionOf(w, 0)
			}
			x, v := land(flat())
			if y, u := land(sim.StaticDef{Shapes: []sim.ShapeDef{{Shape: geom.NewPlane()}}}); y.Sub(x).Len() > 1e-7 || u.Sub(v).Len() > 1e-6 {
				t.Errorf("%g Hz, roll %g: %v at %v, want %v at %v", rate, roll, y, u, x, v)
			}
		}
	}
}
