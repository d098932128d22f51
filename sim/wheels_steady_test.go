package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

// leaning is a vehicle with a driver, whose springs differ from axle to axle, on a road.
func leaning(rate, damping float64, tyre vehicle.TyreModel) *sim.Definition {
	d := vehicle.Def{Driver: &vehicle.DriverDef{Power: 1e9}, Bars: []vehicle.Bar{{Left: 0, Right: 1, Stiffness: 6000}}}
	for i, c := range []mgl64.Vec3{{1.2, 0.75, -0.55}, {1.2, -0.75, -0.55}, {-1.5, 0.75, -0.55}, {-1.5, -0.75, -0.55}} {
		d.Wheels = append(d.Wheels, vehicle.WheelDef{
			Name: fmt.Sprint(i), Contact: c, Friction: 0.9, Frequency: 1.4 + 0.1*float64(i/2), Damping: damping, Tyre: tyre, Driven: i >= 2,
		})
	}
	return &sim.Definition{
		Settings:  sim.Settings{Step: 1 / rate, Gravity: tilt(0), SleepTime: -1, Residual: 1e-12},
		Materials: []sim.Material{{Friction: 0.5}},
		Bodies:    []sim.BodyDef{{Name: "car", Half: mgl64.Vec3{2.25, 0.9, 0.4}, Mass: bedMass, Position: mgl64.Vec3{0, 0, 0.55}}},
		Vehicles:  []vehicle.Def{d},
		Statics:   []sim.StaticDef{flat()},
	}
}

// springTorque returns the torque of the springs and anti-roll bars of leaning about its centre of mass on a level road at height
// zero, and their force upwards, at rest in a pose.
func springTorque(def *sim.Definition, pose *sim.BodyState) (torque mgl64.Vec3, force float64) {
	const radius, travel = vehicle.DefaultRadius, vehicle.DefaultTravel
	d := &def.Vehicles[0]
	up := pose.Attitude.Rotate(mgl64.Vec3{0, 0, 1})
	var lifts, bars [4]float64
	var at [4]mgl64.Vec3
	for k := range d.Wheels {
		steer := 0.0
		if p := d.Wheels[k].Program; len(p) > 0 {
			steer = p[0].Steer
		}
		axle := pose.Attitude.Rotate(mgl64.Vec3{-math.Sin(steer), math.Cos(steer), 0})
		flat := mgl64.Vec3{0, 0, 1}.Sub(axle.Mul(axle[2])) // of the normal, in the plane of the wheel
		lowest := flat.Len() * radius
		o := pose.Position.Add(pose.Attitude.Rotate(d.Wheels[k].Contact))
		lifts[k] = (lowest-o[2])/up[2] - radius
		at[k] = o.Add(up.Mul(radius + lifts[k])).Sub(flat.Normalize().Mul(radius)).Sub(pose.Position)
	}
	bars[0] = d.Bars[0].Stiffness * (lifts[0] - lifts[1])
	bars[1] = -bars[0]
	for k := range d.Wheels {
		static := bedMass * 9.81 / 2 * map[bool]float64{true: 1.5, false: 1.2}[k < 2] / 2.7
		stiffness := static / 9.81 * math.Pow(2*math.Pi*d.Wheels[k].Frequency, 2)
		f := (static + stiffness*lifts[k] + 20*stiffness*math.Max(0, lifts[k]-travel) + bars[k]) / up[2]
		torque, force = torque.Add(at[k].Cross(mgl64.Vec3{0, 0, f})), force+f
	}
	return torque, force
}

// TestVehicle_LeansAsTheStaticBalanceSays: a vehicle that gets faster, brakes or goes round a bend, without a load, pitches and rolls in
// the steady state until the torque of its springs balances that of the tyres, their force times the height of the centre of mass, but
// for what turns the angular momentum, whatever the dampers and the step are.
func TestVehicle_LeansAsTheStaticBalanceSays(t *testing.T) {
	t.Parallel()
	ways := map[string]struct {
		leans float64 // pitch, or in the bend roll, at which the springs are in balance, to the side that it must have
		of    func(*sim.Definition)
	}{
		"gets faster": {-1, func(def *sim.Definition) {
			def.Bodies[0].Velocity = mgl64.Vec3{5, 0, 0}
			def.Vehicles[0].Driver.Speed = []vehicle.SpeedAt{{Speed: 5}, {Time: 20, Speed: 65}}
		}},
		"brakes": {1, func(def *sim.Definition) {
			def.Bodies[0].Velocity = mgl64.Vec3{60, 0, 0}
			for k := range def.Vehicles[0].Wheels {
				def.Vehicles[0].Wheels[k].Program = []vehicle.Input{{Brake: 0.4}}
			}
		}},
		"in a bend to the left": {1, func(def *sim.Definition) {
			def.Bodies[0].Velocity = mgl64.Vec3{14, 0, 0}
			def.Vehicles[0].Driver.Speed = []vehicle.SpeedAt{{Speed: 14}}
			for k := range 2 {
				def.Vehicles[0].Wheels[k].Program = []vehicle.Input{{Steer: 0.06}}
			}
		}},
	}
	rates := []float64{60, 240}
	if geomtest.Long {
		rates = append(rates, 960)
	}
	for name, way := range ways {
		for _, tyre := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.TMeasy} {
			for _, damping := range []float64{0.1, 0.35, 1} {
				for _, rate := range rates {
					if !geomtest.Long && rate > 60 && damping != 0.35 {
						continue
					}
					def := leaning(rate, damping, tyre)
					way.of(def)
					w := mustWorld(t, def)
					seconds := 8.0
					if damping == 0.1 {
						seconds = 16
					}
					if name == "brakes" {
						seconds = min(seconds, 14)
					}
					run(t, w, int(seconds*rate), nil)
					a, la := w.Body(0), value3(w, 0, "L")
					run(t, w, 1, nil)
					b, lb := w.Body(0), value3(w, 0, "L")
					heading := func(q mgl64.Quat) float64 {
						x := q.Rotate(mgl64.Vec3{1, 0, 0})
						return math.Atan2(x[1], x[0])
					}
					start, end := heading(a.Attitude), heading(b.Attitude)
					back := mgl64.QuatRotate(-(start + math.Remainder(end-start, 2*math.Pi)/2), mgl64.Vec3{0, 0, 1})
					push := back.Rotate(b.Velocity.Sub(a.Velocity).Mul(bedMass * rate))
					turns := back.Rotate(lb.Sub(la).Mul(rate))
					torque, force := springTorque(def, &a)
					torque = mgl64.QuatRotate(-start, mgl64.Vec3{0, 0, 1}).Rotate(torque)
					want := turns.Sub(mgl64.Vec3{a.Position[2] * push[1], -a.Position[2] * push[0], 0})
					size := a.Position[2] * math.Hypot(push[0], push[1])
					ahead, left := a.Attitude.Rotate(mgl64.Vec3{1, 0, 0}), a.Attitude.Rotate(mgl64.Vec3{0, 1, 0})
					lean := math.Asin(-ahead[2]) // down with the nose
					if name == "in a bend to the left" {
						lean = math.Asin(left[2]) // to the right
					}
					if off := math.Hypot(torque[0]-want[0], torque[1]-want[1]) / size; off > 1e-6 || math.Abs(force/(bedMass*9.81)-1) > 1e-6 {
						t.Errorf("%s, %v, damping %g, 1/%g s: springs give %.6g N m, want %.6g (%.3g off), and %.9g of the weight", name, tyre, damping, rate, torque.Vec2(), want.Vec2(), off, force/(bedMass*9.81))
					}
					if size < 1000 || lean*way.leans < 0.005 {
						t.Errorf("%s, %v, damping %g, 1/%g s: leans by %g for %g N m", name, tyre, damping, rate, lean, size)
					}
				}
			}
		}
	}
}

// TestVehicle_PushedByItsEngineGoesOnFromSnapshots: from a snapshot of any step a vehicle that gets faster goes on to the same bits.
func TestVehicle_PushedByItsEngineGoesOnFromSnapshots(t *testing.T) {
	t.Parallel()
	for _, tyre := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.TMeasy} {
		def := leaning(60, 0.35, tyre)
		def.Vehicles[0].Driver.Speed = []vehicle.SpeedAt{{Speed: 5}, {Time: 0.5, Speed: 8}, {Time: 1, Speed: 4}}
		w, again := mustWorld(t, def), mustWorld(t, def)
		for n := range 80 {
			if err := again.Restore(w.Snapshot(nil)); err != nil {
				t.Fatal(err)
			}
			run(t, w, 1, nil)
			run(t, again, 1, nil)
			if w.Hash() != again.Hash() {
				t.Fatalf("%v: other bits from the snapshot of step %d", tyre, n)
			}
		}
	}
}
