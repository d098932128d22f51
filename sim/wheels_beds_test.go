package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// carOnBed is the scene of driven, on a body in place of the road.
func carOnBed(speed float64, m vehicle.TyreModel, bed sim.BodyDef, program []vehicle.Input) *sim.Definition {
	def := driven(speed, m, vehicle.DriverDef{Power: 60000}, program)
	def.Statics = nil
	def.Bodies = append(def.Bodies, bed)
	return def
}

// drivenBed is a body of the size of flat that moves at a velocity.
func drivenBed(v mgl64.Vec3) sim.BodyDef {
	return sim.BodyDef{Name: "bed", Half: mgl64.Vec3{10000, 10000, 10}, Position: mgl64.Vec3{0, 0, -10}, Drive: []sim.DriveAt{{Velocity: v}}}
}

func motionOf(w *sim.World, i int) (x, v mgl64.Vec3) {
	b := w.Body(i)
	return b.Position, b.Velocity
}

// TestWheels_OnABedThatStandsIsOnAStatic: the same bits of motion, and of wheels.
func TestWheels_OnABedThatStandsIsOnAStatic(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		road := driven(15, m, vehicle.DriverDef{Power: 60000}, driverWorks)
		a, b := mustWorld(t, road), mustWorld(t, carOnBed(15, m, drivenBed(mgl64.Vec3{}), driverWorks))
		for n := range 900 {
			run(t, a, 1, nil)
			run(t, b, 1, nil)
			xa, va := motionOf(a, 0)
			xb, vb := motionOf(b, 0)
			if d := math.Max(xa.Sub(xb).Len(), va.Sub(vb).Len()); d > 1e-9 {
				t.Fatalf("%v, step %d: %g apart", m, n+1, d)
			}
		}
	}
}

// TestWheels_OnABedThatMovesAreAsOnTheRoad: in a frame that moves with the bed all is as on the road. The car's energy
// is not, but what tyres, engines and brakes take of it is.
func TestWheels_OnABedThatMovesAreAsOnTheRoad(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres {
		bed := mgl64.Vec3{-20, 7, 0}
		a, b := mustWorld(t, driven(15, m, vehicle.DriverDef{Power: 60000}, driverWorks)), carOnBed(15, m, drivenBed(bed), driverWorks)
		b.Bodies[0].Velocity = b.Bodies[0].Velocity.Add(bed)
		moving := mustWorld(t, b)
		onRoad, onBed := balance(t, a, 900), balance(t, moving, 900)
		xa, va := motionOf(a, 0)
		xb, vb := motionOf(moving, 0)
		if d := xb.Sub(bed.Mul(900.0 / 240)).Sub(xa).Len(); d > 1e-6 {
			t.Errorf("%v: places %g m apart", m, d)
		}
		if d := vb.Sub(bed).Sub(va).Len(); d > 1e-6 {
			t.Errorf("%v: velocities %g m/s apart", m, d)
		}
		for _, c := range []record.Cause{record.ByTyres, record.ByEngines, record.ByBrakes, record.BySuspension} {
			if x, y := onRoad.Sums[c].Energy, onBed.Sums[c].Energy; math.Abs(x-y) > 1e-6*onBed.Energy {
				t.Errorf("%v, %v: %g J on the road, %g on the bed", m, c, x, y)
			}
		}
		if onBed.Sums[record.ByDrives].Energy == 0 {
			t.Errorf("%v: the drive of the bed did nothing", m)
		}
	}
}

// TestWheels_StandOnOtherVehicles: a car parked on a lorry's bed stays on it while the lorry brakes, and both have the
// momentum of their brakes alone.
func TestWheels_StandOnOtherVehicles(t *testing.T) {
	def := onPlane(15, vehicle.TMeasy, 0, []vehicle.Input{{}, {Time: 0.5, Brake: 0.5}})
	lorry := def.Bodies[0]
	def.Bodies[0].Half, def.Bodies[0].Offset, def.Bodies[0].Mass, def.Bodies[0].Name = mgl64.Vec3{4, 1.2, 0.2}, mgl64.Vec3{}, 9000, "lorry"
	lorry.Name = "car"
	top := def.Bodies[0].Position[2] + 0.2
	lorry.Position[2] += top
	def.Bodies = append(def.Bodies, lorry)
	parked := onPlane(15, vehicle.TMeasy, 0, []vehicle.Input{{Brake: 1}}).Vehicles[0]
	parked.Body = 1
	def.Vehicles = append(def.Vehicles, parked)
	w := mustWorld(t, def)
	run(t, w, 3*240, func() {
		a, _ := motionOf(w, 0)
		b, _ := motionOf(w, 1)
		if d := b.Sub(a); math.Abs(d[0]) > 0.1 || math.Abs(d[1]) > 0.01 || d[2] < 0.4 {
			t.Fatalf("at %g s the car is at %v from the lorry", w.Frame().Time, d)
		}
	})
	if _, v := motionOf(w, 1); v[0] > 8 {
		t.Errorf("the lorry has not braked: %v", v)
	}
}

// TestWheels_OnABedThatSpeedsUpAreAsOnASlope: the frame of a bed that gains a speed of 2 m/s in each second has a gravity
// of 2 m/s² more backwards, however the car rolls, turns and brakes. Half of it is forwards where the bed moves, so that
// gravity has the same size, for which the springs are made.
func TestWheels_OnABedThatSpeedsUpAreAsOnASlope(t *testing.T) {
	t.Parallel()
	const a = 2.0
	program := []vehicle.Input{{Steer: 0.03}, {Time: 1, Brake: 0.3}, {Time: 2, Brake: 1}}
	for _, m := range allTyres {
		bed := drivenBed(mgl64.Vec3{})
		bed.Drive = append(bed.Drive, sim.DriveAt{Time: 10, Velocity: mgl64.Vec3{10 * a}})
		road := driven(15, m, vehicle.DriverDef{}, program)
		onBed := carOnBed(15, m, bed, program)
		road.Settings.Gravity[0], onBed.Settings.Gravity[0] = -0.5*a, 0.5*a
		x, y := mustWorld(t, road), mustWorld(t, onBed)
		worst := 0.0
		for range 900 {
			run(t, x, 1, nil)
			run(t, y, 1, nil)
			xa, va := motionOf(x, 0)
			xb, vb := motionOf(y, 0)
			time := x.Frame().Time
			worst = math.Max(worst, xb.Sub(mgl64.Vec3{0.5 * a * time * time}).Sub(xa).Len()+vb.Sub(mgl64.Vec3{a * time}).Sub(va).Len())
		}
		t.Logf("%v: %.3g apart", m, worst)
		if worst > 1e-6 {
			t.Errorf("%v: %g apart", m, worst)
		}
	}
}

// TestWheels_RollUpAStepThatMoves: bed and step that move, also under a car that stands, do to it what they do where they
// stand, seen from them.
func TestWheels_RollUpAStepThatMoves(t *testing.T) {
	drive := func(bed mgl64.Vec3) (x, v mgl64.Vec3) {
		def := carOnBed(12, vehicle.Fiala, drivenBed(bed), nil)
		def.Bodies[0].Velocity = def.Bodies[0].Velocity.Add(bed)
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "step", Half: mgl64.Vec3{20, 10, 0.5}, Position: mgl64.Vec3{22, 0, -0.4}, Drive: []sim.DriveAt{{Velocity: bed}}})
		def.Bodies[0].Position[0] = -3
		w := mustWorld(t, def)
		run(t, w, 240, nil)
		x, v = motionOf(w, 0)
		return x.Sub(bed), v.Sub(bed)
	}
	x, v := drive(mgl64.Vec3{})
	for _, bed := range []mgl64.Vec3{{7, 0, 0}, {-12, 0, 0}} {
		if y, u := drive(bed); y.Sub(x).Len() > 1e-6 || u.Sub(v).Len() > 1e-6 || x[2] < 0.6 {
			t.Errorf("%v: %v at %v, want %v at %v", bed, y, u, x, v)
		}
	}
}

// TestWheels_SlipOverABedIsRelativeToIt: a car that brakes on a bed reports the slip that it has on the road.
func TestWheels_SlipOverABedIsRelativeToIt(t *testing.T) {
	bed := mgl64.Vec3{-20, 7, 0}
	program := []vehicle.Input{{Brake: 0.5, Steer: 0.05}}
	def := carOnBed(15, vehicle.Fiala, drivenBed(bed), program)
	def.Bodies[0].Velocity = def.Bodies[0].Velocity.Add(bed)
	a, b := mustWorld(t, driven(15, vehicle.Fiala, vehicle.DriverDef{Power: 60000}, program)), mustWorld(t, def)
	run(t, a, 60, nil)
	run(t, b, 60, nil)
	for k, x := range a.Wheels(nil) {
		y := b.Wheels(nil)[k]
		if math.Abs(x.Along-y.Along) > 1e-6 || math.Abs(x.Across-y.Across) > 1e-6 || x.On != -1 || y.On != 1 {
			t.Errorf("wheel %d: %+v on the road, %+v on the bed", k, x, y)
		}
		if x.Along < 5 || math.Abs(x.Across) < 0.1 {
			t.Errorf("wheel %d: %+v says too little", k, x)
		}
	}
}

// TestWheels_DoNotSleepOnABedThatCreeps: a bed slower than what counts as rest carries a parked car along.
func TestWheels_DoNotSleepOnABedThatCreeps(t *testing.T) {
	creep := mgl64.Vec3{0, 0.002, 0}
	def := carOnBed(0, vehicle.TMeasy, drivenBed(creep), []vehicle.Input{{Brake: 1}})
	def.Bodies[0].Velocity = creep
	w := mustWorld(t, def)
	x0, _ := motionOf(w, 0)
	run(t, w, 6*240, nil)
	if x, _ := motionOf(w, 0); math.Abs(x[1]-x0[1]-6*creep[1]) > 1e-6 {
		t.Errorf("it went %g m with the bed, which went %g", x[1]-x0[1], 6*creep[1])
	}
}
