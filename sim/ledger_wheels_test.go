package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// treads is the mass that the treads of the sedan's four wheels stand for [kg].
func treads(m vehicle.TyreModel) float64 { return turned(m) - 1500 }

// TestLedger_EnginesGiveTheirPower: 30 kW for 5 s are 150 kJ in the engines' row. What is not in the car and its wheels
// has gone by slip.
func TestLedger_EnginesGiveTheirPower(t *testing.T) {
	for _, m := range allTyres {
		w := mustWorld(t, driven(20, m, vehicle.DriverDef{Power: 60000}, []vehicle.Input{{Throttle: 0.5}}))
		b := balance(t, w, 1200)
		// a h/2v of it: the force is that of one end of a step.
		if got := b.Sums[record.ByEngines].Energy; math.Abs(got-150e3) > 20 {
			t.Errorf("%v: engines gave %g J", m, got)
		}
		if got := b.Sums[record.ByTyres].Energy; got > 1e-6 || got < -0.02*150e3 {
			t.Errorf("%v: tyres gave %g J", m, got)
		}
		if got, want := b.Start.Kinetic, 0.5*(1500+treads(m))*400; math.Abs(got-want) > 1e-9*want {
			t.Errorf("%v: %g J at the start, want %g", m, got, want)
		}
		v := speedOf(w)
		if got, want := b.End.Kinetic, 0.5*(1500+treads(m))*v*v; math.Abs(got-want) > 2e-3*want {
			t.Errorf("%v: %g J at the end, want %g and what slips and pitches", m, got, want)
		}
	}
}

// TestLedger_BrakesTakeWhatTheTyresLeave: a brake takes its force times the speed of the tread, the tyre that times the
// slip; locked at once it takes what the wheels have, and the tyres all else. A wheel without inertia leaves all to the
// tyre's row.
func TestLedger_BrakesTakeWhatTheTyresLeave(t *testing.T) {
	for _, m := range allTyres {
		for _, brake := range []float64{0.4, 1} {
			b := balance(t, mustWorld(t, onPlane(30, m, 0, []vehicle.Input{{Brake: brake}})), 240)
			brakes, tyres := b.Sums[record.ByBrakes].Energy, b.Sums[record.ByTyres].Energy
			if d := b.End.Kinetic - b.Start.Kinetic - brakes - tyres; math.Abs(d-b.Sums[record.BySuspension].Energy-b.Sums[record.ByGravity].Energy) > 1e-6*b.Energy {
				t.Errorf("%v: %g J by something else", m, d)
			}
			switch slip := tyres / (tyres + brakes); {
			case m == vehicle.Coulomb:
				if brakes != 0 {
					t.Errorf("brakes of wheels without inertia took %g J", -brakes)
				}
			case brake == 1:
				if want := -0.5 * treads(m) * 900; math.Abs(brakes-want) > 1e-9*-want {
					t.Errorf("%v: locked wheels lost %g J to the brakes, had %g", m, -brakes, -want)
				}
			case slip < 1e-3 || slip > 0.03:
				t.Errorf("%v: tyres took %g of the energy, brakes %g J", m, slip, -brakes)
			}
		}
	}
}

// TestLedger_ClosesForWheels spins wheels up on ice, drops a spinning car on the road, blocks, lets go and parks it.
func TestLedger_ClosesForWheels(t *testing.T) {
	t.Parallel()
	for _, m := range allTyres[1:] {
		for _, rate := range []int{1000, 240, 60} {
			def := driven(3, m, vehicle.DriverDef{Power: 150000, Rolling: 0.01, ABS: rate == 240},
				[]vehicle.Input{{Throttle: 1}, {Time: 0.7, Brake: 1}, {Time: 1}, {Time: 1.4, Brake: 0.7}, {Time: 3, Handbrake: 1}})
			def.Settings.Step = 1 / float64(rate)
			def.Bodies[0].Position[2] += 0.4
			b := balance(t, mustWorld(t, def), 4*rate)
			caused(t, b, record.ByEngines, 1e3)
			caused(t, b, record.ByBrakes, 1e2)
			if b.Sums[record.ByBrakes].Energy > 0 || b.Sums[record.ByEngines].Energy < 0 {
				t.Errorf("%v, %d/s: brakes gave %g J, engines %g", m, rate, b.Sums[record.ByBrakes].Energy, b.Sums[record.ByEngines].Energy)
			}
		}
	}
}

// TestLedger_BrakesOnlyTake: a car that brakes at 5 m/s with its wheels near a standstill is struck from behind and
// goes on at 20. Anti-lock brakes let go of the wheels, and the road spins them up: in no step does a brake give
// energy.
func TestLedger_BrakesOnlyTake(t *testing.T) {
	for _, m := range allTyres[1:] {
		def := driven(6, m, vehicle.DriverDef{ABS: true}, []vehicle.Input{{Brake: 0.9}})
		place := def.Bodies[0].Position
		place[0] -= 5
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: "ram", Half: mgl64.Vec3{0.5, 0.5, 0.2}, Mass: 3000, Position: place, Velocity: mgl64.Vec3{28, 0, 0}})
		w := mustWorld(t, def)
		struck, taken := false, 0.0
		for range 240 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			struck = struck || speedOf(w) > 15
			for _, r := range w.Frame().Ledger.Rows {
				if r.Cause != record.ByBrakes {
					continue
				}
				if taken -= r.Energy; r.Energy > 1e-6 {
					t.Errorf("%v: brakes gave %g J in step %d", m, r.Energy, w.Frame().Step)
				}
			}
		}
		if !struck || taken < 1e4 {
			t.Errorf("%v: struck: %v, brakes took %g J", m, struck, taken)
		}
	}
}

// TestWheels_OfAStandingCarAreTurnedByTheRoad strikes a car from behind or from the front, that stands or rolls at up to
// 0.6 m/s the way it is struck. It is the same crash: the road turns the wheels to the new speed, which takes from the
// car the momentum of the treads' mass at the speed that it gains, and an energy between that of the treads at this
// speed and at the speed of a car that the ram would not go on pushing meanwhile.
func TestWheels_OfAStandingCarAreTurnedByTheRoad(t *testing.T) {
	t.Parallel()
	for _, m := range []vehicle.TyreModel{vehicle.Fiala, vehicle.TMeasy} {
		for _, hz := range []float64{60, 240} {
			for _, way := range []float64{1, -1} {
				last := 0.0
				for _, v0 := range []float64{0.6, 0.3, 0.1, 0} {
					def := onPlane(way*v0, m, 0, []vehicle.Input{{}})
					def.Settings.Step = 1 / hz
					car := &def.Bodies[0]
					def.Bodies = append(def.Bodies, sim.BodyDef{
						Name: "ram", Half: mgl64.Vec3{0.5, 0.6, 0.15}, Mass: car.Mass,
						Position: car.Position.Sub(mgl64.Vec3{way * (car.Half[0] + 1)}), Velocity: mgl64.Vec3{way * (v0 + 20)},
					})
					w := mustWorld(t, def)
					b := balance(t, w, int(0.5*hz))
					_, v := motionOf(w, 0)
					gain := way*v[0] - v0
					if last == 0 {
						last = gain
					}
					tyres, tread := &b.Sums[record.ByTyres], treads(m)
					if got, want := -way*tyres.P.X, tread*gain; math.Abs(got-want) > 1e-3*want {
						t.Errorf("%v, %g Hz, %g m/s: tyres took %g N s, want %g", m, hz, way*v0, got, want)
					}
					if got, least := -tyres.Energy, 0.5*tread*gain*gain; got < least || got > least*(1+tread/car.Mass) {
						t.Errorf("%v, %g Hz, %g m/s: tyres took %g J, want %g or little more", m, hz, way*v0, got, least)
					}
					if math.Abs(gain-last) > 5e-3 {
						t.Errorf("%v, %g Hz, %g m/s: gains %g m/s, %g of one that rolls", m, hz, way*v0, gain, last)
					}
				}
			}
		}
	}
}
