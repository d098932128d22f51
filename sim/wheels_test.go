package sim_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// wheel returns the speed of a wheel's tread, at a radius of 0.3 m, and the speed at which it slides [m/s].
func wheel(w *sim.World, k int) (tread, slide float64) {
	return 0.3 * value(w, 0, fmt.Sprintf("wheel%d.spin", k), 0), value(w, 0, fmt.Sprintf("wheel%d.slide", k), 0)
}

// TestWheels_TurnWithTheRoadOrAreLocked: free wheels roll at the car's speed, locked ones stand and slide at it, and
// one that is braked with 0.4 of the friction slips by what its force needs while the car slows down by 0.4 mu g m/(m +
// treads).
func TestWheels_TurnWithTheRoadOrAreLocked(t *testing.T) {
	for _, m := range allTyres {
		for _, brake := range []float64{0, 0.4, 1} {
			w := mustWorld(t, onPlane(30, m, 0, []vehicle.Input{{Brake: brake}}))
			if tread, _ := wheel(w, 2); math.Abs(tread-30) > 1e-9 {
				t.Errorf("%v: tread at %g m/s at the start", m, tread)
			}
			run(t, w, 240, nil)
			v := speedOf(w)
			for k := range 4 {
				tread, slide := wheel(w, k)
				slip := (v - tread) / v
				switch {
				case brake == 0 && (math.Abs(slip) > 1e-6 || slide != 0),
					brake == 0.4 && (slip < -1e-3 || slip > 0.03 || m != vehicle.Coulomb && slip < 1e-3 || slide != 0),
					brake == 1 && (tread != 0 || math.Abs(slide-v) > 0.02*v):
					t.Errorf("%v, brake %g, wheel %d: tread at %g m/s, slides at %g, car at %g", m, brake, k, tread, slide, v)
				}
			}
			if want := 30 - 0.4*0.7*9.81*1500/turned(m); brake == 0.4 && math.Abs(v-want) > 0.02*(30-want) {
				t.Errorf("%v: %g m/s after 1 s of braking, want %g", m, v, want)
			}
		}
	}
}

// TestWheels_PushNothingWithoutFriction: full throttle on a road without friction leaves a car as fast as it was.
func TestWheels_PushNothingWithoutFriction(t *testing.T) {
	for _, m := range allTyres {
		def := driven(20, m, vehicle.DriverDef{Power: 90e3}, []vehicle.Input{{Throttle: 1}})
		for i := range def.Vehicles[0].Wheels {
			def.Vehicles[0].Wheels[i].Friction = 0
		}
		w := mustWorld(t, def)
		b := balance(t, w, 240)
		if v := speedOf(w); math.Abs(v-20) > 1e-9 || math.Abs(b.Sums[record.ByTyres].Energy) > 1e-9 {
			t.Errorf("%v: %g m/s, tyres gave %g J", m, v, b.Sums[record.ByTyres].Energy)
		}
	}
}

// TestWheels_SpinWhereTheEngineIsStrongerThanTheRoad: 200 kW from standing on ice: the treads run away from the car,
// which gains what sliding tyres give; a driver who keeps a speed does not spin them.
func TestWheels_SpinWhereTheEngineIsStrongerThanTheRoad(t *testing.T) {
	for _, m := range allTyres[1:] {
		def := driven(0, m, vehicle.DriverDef{Power: 200000}, []vehicle.Input{{Throttle: 1}})
		def.Materials = []sim.Material{{Friction: 0.5, Road: 0.12}}
		w := mustWorld(t, def)
		run(t, w, 480, nil)
		tread, slide := wheel(w, 0)
		v, most := speedOf(w), 0.7*0.12*9.81*2
		if !(tread > 5*v) || !(slide > 0.9*(tread-v)) || v > 1.01*most || v < 0.8*most {
			t.Errorf("%v: tread at %g m/s, slides at %g, car at %g after 2 s, want at most %g", m, tread, slide, v, most)
		}
		def = driven(0, m, vehicle.DriverDef{Power: 200000, Speed: []vehicle.SpeedAt{{Speed: 20}}}, nil)
		def.Materials = []sim.Material{{Friction: 0.5, Road: 0.12}}
		w = mustWorld(t, def)
		run(t, w, 480, nil)
		if tread, _ := wheel(w, 0); tread > 1.2*speedOf(w) || speedOf(w) < 0.9*most {
			t.Errorf("%v: tread at %g m/s, car at %g for one who keeps a speed", m, tread, speedOf(w))
		}
	}
}

// TestWheels_AreCalmAtAnyStep: braked hard from 80 m/s, with and without anti-lock, no wheel turns backwards or faster
// than the car, and none jumps to and fro: the sum of its changes is its change. A snapshot goes on to the same bits.
func TestWheels_AreCalmAtAnyStep(t *testing.T) {
	t.Parallel()
	for n, m := range allTyres[1:] {
		for _, rate := range []int{1000, 240, 60} {
			for k, on := range []bool{false, true} {
				if !geomtest.Long && rate == 1000 && (n+k)%2 > 0 {
					continue
				}
				def := driven(80, m, vehicle.DriverDef{ABS: on}, []vehicle.Input{{Brake: 0.9}})
				def.Settings.Step = 1 / float64(rate)
				w := mustWorld(t, def)
				var snap []byte
				last, sum := 80.0, 0.0
				seconds := 2
				for k := range seconds * rate {
					if k == rate {
						snap = w.Snapshot(snap)
					}
					if err := w.Step(); err != nil {
						t.Fatal(err)
					}
					tread, _ := wheel(w, 0)
					sum, last = sum+math.Abs(tread-last), tread
					if v := speedOf(w); tread < 0 || tread > 1.001*v || on && tread < 0.8*v {
						t.Fatalf("%v, %d Hz, ABS %v: tread at %g m/s, car at %g", m, rate, on, tread, v)
					}
				}
				if sum > 1.02*(80-last) {
					t.Errorf("%v, %d Hz, ABS %v: changes of %g m/s for one of %g", m, rate, on, sum, 80-last)
				}
				hash := w.Hash()
				if err := w.Restore(snap); err != nil {
					t.Fatal(err)
				}
				run(t, w, (seconds-1)*rate, nil)
				if w.Hash() != hash {
					t.Errorf("%v, %d Hz: other bits from the snapshot", m, rate)
				}
			}
		}
	}
}

// TestSuspension_AddsNoEnergyAtTheLongestStep drops a car from many heights and attitudes onto its bump stops at the
// longest step that New allows, as the error of a longer one says: it never comes back higher than it was, and rests on
// its wheels at the end, its springs and dampers having taken what it fell with.
func TestSuspension_AddsNoEnergyAtTheLongestStep(t *testing.T) {
	rate := 1
	at := func(lift, roll, pitch float64) *sim.Definition {
		def := onPlane(0, vehicle.MagicFormula, 1/float64(rate), nil)
		b := &def.Bodies[0]
		b.Position[2] += lift + 0.8*math.Abs(roll) + 1.4*math.Abs(pitch) // all wheels above the road
		b.Attitude = mgl64.AnglesToQuat(roll, pitch, 0, mgl64.XYZ)
		return def
	}
	var refused *sim.VehicleError
	for ; ; rate++ {
		_, err := sim.New(at(0, 0, 0))
		if err == nil {
			break
		}
		if !errors.As(err, &refused) || refused.Index != 0 || !strings.Contains(err.Error(), `body "car": vehicle: wheel`) {
			t.Fatal(err)
		}
	}
	if refused == nil || !strings.Contains(refused.Error(), fmt.Sprintf("at most 1/%d s", rate)) || rate > 60 {
		t.Fatalf("the longest step is 1/%d s, after %v", rate, refused)
	}
	level := mustWorld(t, at(0, 0, 0))
	for _, lift := range []float64{0.05, 0.1, 0.2, 0.5, 1} {
		for _, tilt := range [][2]float64{{0, 0}, {0.15, 0}, {0, 0.15}, {0.2, -0.1}} {
			w := mustWorld(t, at(lift, tilt[0], tilt[1]))
			start, top := value(w, 0, "x", 2), 0.0
			var b record.Balance
			run(t, w, 8*rate, func() {
				top = math.Max(top, value(w, 0, "x", 2))
				b.Add(&w.Frame().Ledger)
			})
			if e := b.Sums[record.BySuspension].Energy; top > start || !(e < 0) {
				t.Errorf("from %g m, tilted by %v: up to %g m from %g, the suspension gives %g J", lift, tilt, top, start, e)
			}
			if z := value(w, 0, "x", 2); math.Abs(z-value(level, 0, "x", 2)) > 0.01 {
				t.Errorf("from %g m, tilted by %v: ends at %g m", lift, tilt, z)
			}
		}
	}
}

// TestWheels_PassThroughWhatTheirBodyIgnores: a slab on the road that the car passes through lifts no wheel; another
// does.
func TestWheels_PassThroughWhatTheirBodyIgnores(t *testing.T) {
	for _, c := range []struct {
		ignore []sim.IgnoreDef
		group  int
		rises  bool
	}{{nil, 0, true}, {[]sim.IgnoreDef{{A: 0, B: -2}}, 0, false}, {[]sim.IgnoreDef{{GroupA: 1, GroupB: 2}}, 2, false}, {[]sim.IgnoreDef{{A: 0, GroupB: 2}}, 2, false}} {
		def := sedan(20, nil)
		def.Statics = []sim.StaticDef{flat(), {Name: "slab", Half: mgl64.Vec3{3, 3, 0.05}, Position: mgl64.Vec3{-40, 0, 0.05}, Group: c.group}}
		def.Bodies[0].Group = 1
		def.Ignore = c.ignore
		w := mustWorld(t, def)
		highest := 0.0
		run(t, w, 480, func() { highest = math.Max(highest, value(w, 0, "x", 2)) })
		if c.rises != (highest > 0.56) || !c.rises && math.Abs(value(w, 0, "v", 0)-20) > 1e-9 {
			t.Errorf("%+v: as high as %g m, at the end %g m/s", c, highest, value(w, 0, "v", 0))
		}
	}
}
