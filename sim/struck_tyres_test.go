package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// TestTyres_HoldFromTheImpactOn strikes a car from its left, behind its middle, early and late in a step: while it rolls,
// is driven, or brakes. Its tyres hold against the slip from the impact on: side speed and yaw a moment later are those
// of short steps, while friction makes up to 0.1 m/s of side speed in a step of 1/60 s. The ledger closes.
func TestTyres_HoldFromTheImpactOn(t *testing.T) {
	t.Parallel()
	after := func(m vehicle.TyreModel, in vehicle.Input, hz, gap float64) (side, yaw float64) {
		def := driven(15, m, vehicle.DriverDef{Power: 100e3}, []vehicle.Input{in})
		def.Settings.Step = 1 / hz
		car := &def.Bodies[0]
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: "ram", Half: mgl64.Vec3{0.3, 0.5, 0.15}, Mass: 800,
			Position: car.Position.Add(mgl64.Vec3{-1, car.Half[1] + 0.5 + gap}), Velocity: mgl64.Vec3{15, -12},
		})
		w := mustWorld(t, def)
		balance(t, w, int(0.2*hz))
		_, v := motionOf(w, 0)
		return v[1], yawRate(w, def)
	}
	exact := 3840.0
	if geomtest.Long {
		exact = 7680
	}
	for i, m := range []vehicle.TyreModel{vehicle.Fiala, vehicle.MagicFormula} {
		for k, in := range []vehicle.Input{{}, {Throttle: 1}, {Brake: 0.4}} {
			for n, phase := range []float64{0.05, 0.6} {
				if !geomtest.Long && (i+k+n)%2 > 0 {
					continue
				}
				gap := 12 * (1 + phase) / 60
				side0, yaw0 := after(m, in, exact, gap)
				for _, hz := range []float64{60, 240} {
					side, yaw := after(m, in, hz, gap)
					most := 0.5 / (hz + 60) // [m/s], [rad/s]
					if in.Throttle > 0 {
						most *= 2 // the engine's force is held over the step
					}
					if math.Abs(side-side0) > most || math.Abs(yaw-yaw0) > most {
						t.Errorf("%v, throttle %g, brake %g, %g Hz, at %g of a step: goes aside at %g m/s, not %g, and turns at %g rad/s, not %g",
							m, in.Throttle, in.Brake, hz, phase, side, side0, yaw, yaw0)
					}
				}
			}
		}
	}
}

// TestTyres_HoldBetweenTwoImpacts strikes a braking car twice in a step of 1/60 s, from both sides. The ledger closes, and
// side speed and yaw are those of short steps.
func TestTyres_HoldBetweenTwoImpacts(t *testing.T) {
	t.Parallel()
	after := func(hz float64) (side, yaw float64, first [3]float64) {
		def := onPlane(15, vehicle.Fiala, 1/hz, []vehicle.Input{{Brake: 0.4}})
		car := &def.Bodies[0]
		for k, way := range []float64{1, -1} {
			gap := 12 * (1.2 + 0.5*float64(k)) / 60
			def.Bodies = append(def.Bodies, sim.BodyDef{
				Name: []string{"left", "right"}[k], Half: mgl64.Vec3{0.3, 0.5, 0.15}, Mass: 800 - 400*float64(k),
				Position: car.Position.Add(mgl64.Vec3{-way, way * (car.Half[1] + 0.5 + gap)}), Velocity: mgl64.Vec3{15, -12 * way},
			})
		}
		w := mustWorld(t, def)
		balanceOf(t, w, int(0.2*hz), func() {
			for _, e := range w.Frame().Events {
				if ram := e.A + e.B; e.Kind == record.Impact && (ram == 1 || ram == 2) && first[ram] == 0 { // with the car, 0
					first[ram] = e.Time
				}
			}
		})
		_, v := motionOf(w, 0)
		return v[1], yawRate(w, def), first
	}
	side0, yaw0, _ := after(7680)
	for _, hz := range []float64{60, 240} {
		side, yaw, first := after(hz)
		if hz == 60 && (first[1] == 0 || first[1] == first[2] || math.Floor(60*first[1]) != math.Floor(60*first[2])) {
			t.Errorf("first struck at %g and %g s: not in one step", first[1], first[2])
		}
		if most := 1 / hz; math.Abs(side-side0) > most || math.Abs(yaw-yaw0) > most { // [m/s], [rad/s]
			t.Errorf("%g Hz: goes aside at %g m/s, not %g, and turns at %g rad/s, not %g", hz, side, side0, yaw, yaw0)
		}
	}
}

// TestTyres_HoldOnADeckThatMoves strikes a car that stands on a deck, and one on a deck that moves with it along x, across
// or both: it is the same crash.
func TestTyres_HoldOnADeckThatMoves(t *testing.T) {
	after := func(deck mgl64.Vec3) (v mgl64.Vec3, yaw float64) {
		def := onPlane(0, vehicle.TMeasy, 1.0/60, []vehicle.Input{{}})
		def.Statics = nil
		car := &def.Bodies[0]
		at := car.Position
		car.Velocity = car.Velocity.Add(deck)
		def.Bodies = append(def.Bodies,
			sim.BodyDef{Name: "deck", Half: mgl64.Vec3{30, 30, 1}, Position: mgl64.Vec3{at[0], at[1], -1}, Drive: []sim.DriveAt{{Velocity: deck}}},
			sim.BodyDef{Name: "ram", Half: mgl64.Vec3{0.3, 0.5, 0.15}, Mass: 800,
				Position: at.Add(mgl64.Vec3{-1, car.Half[1] + 0.5 + 0.25}), Velocity: deck.Add(mgl64.Vec3{3, -12})})
		w := mustWorld(t, def)
		balance(t, w, 12)
		_, v = motionOf(w, 0)
		return v.Sub(deck), yawRate(w, def)
	}
	v0, yaw0 := after(mgl64.Vec3{})
	if v0.Len() < 1 {
		t.Fatal("it is not struck")
	}
	for _, deck := range []mgl64.Vec3{{10, 0, 0}, {-8, 0, 0}, {0.1, 0, 0}, {0, 7, 0}, {5, -6, 0}} {
		// States in contact are rounded, to 2.5e-8 m/s a step.
		if v, yaw := after(deck); v.Sub(v0).Len() > 1e-7 || math.Abs(yaw-yaw0) > 1e-7 {
			t.Errorf("deck at %v: %v m/s and %g rad/s, not %v and %g", deck, v, yaw, v0, yaw0)
		}
	}
}

// TestTyres_HoldWhenFlicked: a pebble of a gram strikes a car that accelerates or brakes, in the middle of a step. The car
// goes on, and its wheels turn, as without it.
func TestTyres_HoldWhenFlicked(t *testing.T) {
	for _, in := range []vehicle.Input{{Throttle: 1}, {Brake: 0.4}} {
		after := func(pebble bool) (speed, tread float64, struck bool) {
			def := driven(15, vehicle.Fiala, vehicle.DriverDef{Power: 100e3}, []vehicle.Input{in})
			def.Settings.Step = 1.0 / 60
			car := &def.Bodies[0]
			if pebble {
				def.Bodies = append(def.Bodies, sim.BodyDef{
					Name: "pebble", Half: mgl64.Vec3{0.01, 0.01, 0.01}, Mass: 1e-3,
					Position: car.Position.Add(mgl64.Vec3{0, car.Half[1] + 0.01 + 20*10.5/60}), Velocity: mgl64.Vec3{15, -20},
				})
			}
			w := mustWorld(t, def)
			struck = len(run(t, w, 11, nil)) > 0
			tread, _ = wheel(w, 0)
			return speedOf(w), tread, struck
		}
		v0, tread0, _ := after(false)
		v, tread, struck := after(true)
		// A tyre is stiff for a step: settled in two parts of it its tread differs by 0.006 m/s.
		if !struck || math.Abs(v-v0) > 3e-4 || math.Abs(tread-tread0) > 0.0075 {
			t.Errorf("throttle %g, brake %g: struck %v, %g m/s, want %g, its tread at %g m/s, want %g", in.Throttle, in.Brake, struck, v, v0, tread, tread0)
		}
	}
}
