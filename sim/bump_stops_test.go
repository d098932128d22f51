package sim_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// dropped is a vehicle over a road, the lowest wheel so high above it, whose body does not come down to it.
func dropped(rate, damping, lift, roll, pitch float64) *sim.Definition {
	def := leaning(rate, damping, vehicle.Coulomb)
	def.Vehicles[0].Driver, def.Vehicles[0].Bars[0].Stiffness = nil, 0
	b := &def.Bodies[0]
	b.Half[2] = 0.05
	b.Attitude = mgl64.AnglesToQuat(roll, pitch, 0, mgl64.XYZ)
	least := math.Inf(1)
	for _, d := range def.Vehicles[0].Wheels {
		least = math.Min(least, b.Attitude.Rotate(d.Contact)[2])
	}
	b.Position[2] = lift - least
	return def
}

// energyOn returns the energy of a vehicle of dropped over the road, with that of its springs [J].
func energyOn(w *sim.World, def *sim.Definition) float64 {
	b, l := w.Body(0), value3(w, 0, "L")
	e := bedMass*(9.81*b.Position[2]+b.Velocity.Dot(b.Velocity)/2) + b.AngularVelocity.Dot(l)/2
	const radius, travel = vehicle.DefaultRadius, vehicle.DefaultTravel
	up, side := b.Attitude.Rotate(mgl64.Vec3{0, 0, 1}), b.Attitude.Rotate(mgl64.Vec3{0, 1, 0})
	for k, d := range def.Vehicles[0].Wheels {
		lowest := math.Sqrt(1-side[2]*side[2]) * radius
		lift := (lowest-b.Position.Add(b.Attitude.Rotate(d.Contact))[2])/up[2] - radius
		static := bedMass * 9.81 / 2 * map[bool]float64{true: 1.5, false: 1.2}[k < 2] / 2.7
		stiffness := static / 9.81 * math.Pow(2*math.Pi*d.Frequency, 2)
		if pressed := lift + static/stiffness; pressed > 0 {
			e += stiffness * (pressed*pressed + 20*math.Pow(math.Max(0, lift-travel), 2)) / 2
		}
	}
	return e
}

// longestOf returns the rate of the longest step that New allows for a scene [1/s].
func longestOf(t *testing.T, def *sim.Definition) float64 {
	for rate := 10.0; ; rate += 0.25 {
		def.Settings.Step = 1 / rate
		_, err := sim.New(def)
		var refused *sim.VehicleError
		if err == nil {
			return rate
		}
		if !errors.As(err, &refused) {
			t.Fatal(err)
		}
	}
}

// TestBumpStops_GiveNoEnergy: a vehicle that falls onto its bump stops, flat, on an axle, a side or a wheel, never has more energy than
// at the start, its springs counted, at the longest step that New allows and at shorter ones. Without dampers, and with tyres that
// stick where they stand while they move along the vehicle, up to 0.2 % come from these.
func TestBumpStops_GiveNoEnergy(t *testing.T) {
	t.Parallel()
	longest := longestOf(t, dropped(60, 0.05, 0, 0, 0))
	if longest > 40 {
		t.Fatalf("1/%g s is the longest step", longest)
	}
	rates, lifts := []float64{longest, 60}, []float64{0.1, 0.6, 5}
	if geomtest.Long {
		rates, lifts = append(rates, 1.1*longest, 120, 240), append(lifts, 0.3, 2)
	}
	for _, damping := range []float64{1e-9, 0.02, 0.2} {
		for _, rate := range rates {
			for _, lift := range lifts {
				for _, at := range [][2]float64{{0, 0}, {0.1, 0}, {0, 0.1}, {0.12, 0.08}} {
					if lift > 2 && at != [2]float64{} {
						continue // a wheel comes deeper than its axle, and has no ground there
					}
					def := dropped(rate, damping, lift, at[0], at[1])
					most, higher := 1e-9, 1e-9
					switch {
					case lift == 0.1 && damping < 0.01: // it hardly leaves the line of its springs
						most, higher = 0.04, 0.002
					case lift == 0.1:
						most = 1e-3
					case damping < 0.01:
						most, higher = 2e-3, 2e-3*lift
						if at == [2]float64{} {
							most, higher = 2e-4, 2e-4*lift
						}
					}
					w := mustWorld(t, def)
					start, top := energyOn(w, def), def.Bodies[0].Position[2]
					least, highest, tipped := start-bedMass*9.81*0.55, 0.0, false
					run(t, w, int(4*rate), func() {
						b := w.Body(0)
						tipped = tipped || b.Attitude.Rotate(mgl64.Vec3{0, 0, 1})[2] < 0.8
						if tipped {
							return
						}
						highest = math.Max(highest, b.Position[2])
						if e := energyOn(w, def) - start; e > most*least {
							t.Fatalf("damping %g, 1/%g s, from %g m at %v, step %d: %.3g of its energy more", damping, rate, lift, at, w.Frame().Step, e/least)
						}
					})
					if highest > top+higher {
						t.Errorf("damping %g, 1/%g s, from %g m at %v: up to %g m from %g", damping, rate, lift, at, highest, top)
					}
				}
			}
		}
	}
}

// TestBumpStops_TakeTheTimeOfTheirOscillation: a vehicle without dampers falls flat onto its stops, and is as high as it was after the
// time of a fall and a rise, and of half an oscillation on springs and stops that begin where they do, as deep as that is.
func TestBumpStops_TakeTheTimeOfTheirOscillation(t *testing.T) {
	t.Parallel()
	const g, stiffer, travel = 9.81, 20.0, vehicle.DefaultTravel
	for _, lift := range []float64{0.5, 2} {
		for rate, most := range map[float64]float64{32: 0.0015, 60: 4e-4, 240: 3e-5, 960: 5e-6} {
			def := flatbed(rate, 1e-9)
			def.Bodies[0].Half[2], def.Bodies[0].Position[2] = 0.05, 0.55+lift
			w := mustWorld(t, def)
			// y counts downwards from where the vehicle stands.
			o := 2 * math.Pi * bedFrequency
			droop := g / (o * o)
			v0 := math.Sqrt(2 * g * (lift - droop))
			v1 := math.Sqrt(v0*v0 + o*o*(droop*droop-travel*travel))
			onSprings := (math.Atan2(o*travel, v1) - math.Atan2(-o*droop, v0)) / o
			fast, middle := o*math.Sqrt(1+stiffer), travel*stiffer/(1+stiffer)
			onStops := (math.Pi/2 - math.Atan2(fast*(travel-middle), v1)) / fast
			period := 2 * (v0/g + onSprings + onStops)
			deepest := middle + math.Hypot(travel-middle, v1/fast)
			low, back, last, was := 0.0, 0.0, 0.0, 0.0
			run(t, w, int(1.5*period*rate), func() {
				v, time := w.Body(0).Velocity[2], w.Frame().Time
				z := 0.55 - w.Body(0).Position[2]
				if last < 0 && v >= 0 { // a parabola through both ends of the step
					low = max(low, was+last*last/(v-last)/rate/2)
				}
				if last > 0 && v <= 0 && back == 0 {
					back = time + v/g
				}
				last, was = v, z
			})
			if math.Abs(back-period) > most*period || math.Abs(low-deepest) > 5*most*deepest {
				t.Errorf("from %g m, 1/%g s: back after %.5f s, want %.5f (%.2g off); %.5f m deep, want %.5f", lift, rate, back, period, back/period-1, low, deepest)
			}
		}
	}
}

// TestBumpStops_MoveAsWithShortSteps: heights of vehicles that fall onto their stops are those with steps of 1/4000 s.
func TestBumpStops_MoveAsWithShortSteps(t *testing.T) {
	t.Parallel()
	for _, damping := range []float64{0.1, 0.35} {
		for n, c := range [][3]float64{{2, 0, 0}, {0.5, 0.12, 0.08}, {1, 0.1, 0}, {1, 0, 0.1}, {0.5, 0, 0}} {
			if !geomtest.Long && (n > 1 || (n == 1) != (damping == 0.1)) {
				continue
			}
			path := func(rate float64) (list []float64) {
				w := mustWorld(t, dropped(rate, damping, c[0], c[1], c[2]))
				n := 0
				run(t, w, int(2*rate), func() {
					if n++; n%int(rate/40+0.5) == 0 {
						list = append(list, w.Body(0).Position[2])
					}
				})
				return list
			}
			fine := path(4000)
			for rate, most := range map[float64]float64{40: 0.01, 80: 0.01, 240: 0.0015} {
				off := 0.0
				for i, z := range path(rate) {
					off = max(off, math.Abs(z-fine[i]))
				}
				if off > most {
					t.Errorf("damping %g, from %g m at %v, 1/%g s: off by %.4f m", damping, c[0], c[1:], rate, off)
				}
			}
		}
	}
}

// TestBumpStops_AntiRollBarsRightTheVehicle: a vehicle that falls onto the wheels of one side rolls as with steps of 1/4000 s where anti-roll
// bars act, and otherwise than without them.
func TestBumpStops_AntiRollBarsRightTheVehicle(t *testing.T) {
	t.Parallel()
	path := func(rate, stiffness float64) (list []float64) {
		def := dropped(rate, 0.2, 1.5, 0.12, 0)
		v := &def.Vehicles[0]
		v.Bars = []vehicle.Bar{{Left: 0, Right: 1, Stiffness: stiffness}, {Left: 2, Right: 3, Stiffness: stiffness}}
		w := mustWorld(t, def)
		n := 0
		run(t, w, int(1.5*rate), func() {
			if n++; n%int(rate/40+0.5) == 0 {
				list = append(list, w.Body(0).Attitude.Rotate(mgl64.Vec3{0, 1, 0})[2])
			}
		})
		return list
	}
	off := func(a, b []float64) (most float64) {
		for i := range a {
			most = max(most, math.Abs(a[i]-b[i]))
		}
		return most
	}
	fine := path(4000, 3e4)
	without := off(path(4000, 1e-9), fine)
	for rate, most := range map[float64]float64{80: 4e-3, 240: 2e-3} {
		if got := off(path(rate, 3e4), fine); got > most || !(without > 10*most) {
			t.Errorf("1/%g s: its roll is off by %.4f; without bars it is by %.4f", rate, got, without)
		}
	}
}

// TestBumpStops_GoOnFromSnapshots: from a snapshot of any step a vehicle that falls onto its stops goes on to the same bits, the
// ledger closes, and no step allocates.
func TestBumpStops_GoOnFromSnapshots(t *testing.T) {
	def := dropped(60, 0.1, 0.6, 0.1, 0.05)
	w, again := mustWorld(t, def), mustWorld(t, def)
	for n := range 100 {
		if err := again.Restore(w.Snapshot(nil)); err != nil {
			t.Fatal(err)
		}
		run(t, w, 1, nil)
		run(t, again, 1, nil)
		if w.Hash() != again.Hash() {
			t.Fatalf("other bits from the snapshot of step %d", n)
		}
	}
	w = mustWorld(t, def)
	if e := balanceOf(t, w, 22, nil).Sums[record.BySuspension].Energy; !(e < -100) {
		t.Errorf("the suspension takes %g J", -e)
	}
	if n := geomtest.Allocations(20, func() {}, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations", n)
	}
}

// TestBumpStops_BearALoadAtRest: with so large a load that it rests on its stops, a vehicle is as deep as springs and stops give, whatever
// the dampers and the step are.
func TestBumpStops_BearALoadAtRest(t *testing.T) {
	t.Parallel()
	const heavy = 3500.0
	for _, damping := range []float64{0.35, 1} {
		for _, rate := range []float64{60, 240} {
			if !geomtest.Long && rate > 60 && damping == 1 {
				continue
			}
			def := flatbed(rate, damping)
			loads["box"](def)
			def.Bodies[1].Mass = heavy
			w := mustWorld(t, def)
			run(t, w, int(25*rate), nil)
			want := (heavy*9.81/bedStiffness + 20*vehicle.DefaultTravel) / 21
			if got := 0.55 - value(w, 0, "x", 2); math.Abs(got-want) > 1e-6*want || want < vehicle.DefaultTravel {
				t.Errorf("damping %g, 1/%g s: %.8f m deep, want %.8f", damping, rate, got, want)
			}
			sum := 0.0
			for _, wheel := range w.Wheels(nil) {
				sum += wheel.Load
			}
			if f := (heavy + bedMass) * 9.81; math.Abs(sum-f) > 1e-6*f {
				t.Errorf("damping %g, 1/%g s: wheels bear %.6g N, want %.6g", damping, rate, sum, f)
			}
		}
	}
}

// TestBumpStops_PressWhatBearsThem: a vehicle falls, flat or tilted, on a plate that lies on the road. What its suspension gives it
// the plate has the opposite of.
func TestBumpStops_PressWhatBearsThem(t *testing.T) {
	t.Parallel()
	for _, rate := range []float64{40, 60, 240} {
		for _, at := range [][2]float64{{0, 0}, {0.1, 0}, {0, 0.1}, {0.12, 0.08}} {
			def := dropped(rate, 0.1, 0.6, at[0], at[1])
			def.Bodies[0].Position[2] += 0.3
			def.Bodies = append(def.Bodies, sim.BodyDef{Name: "plate", Half: mgl64.Vec3{4, 3, 0.15}, Mass: 8000, Position: mgl64.Vec3{0, 0, 0.15}})
			w := mustWorld(t, def)
			deepest := 1.0
			b := balanceOf(t, w, int(rate), func() { deepest = min(deepest, value(w, 0, "x", 2)-0.85) })
			if r := b.Sums[record.BySuspension]; r.P.Len() > 1e-6 || !(r.Energy < -1000) || at == [2]float64{} && deepest > -vehicle.DefaultTravel {
				t.Errorf("1/%g s, at %v: the suspension gives %g N s and %g J; %g m deep", rate, at, r.P.Len(), r.Energy, -deepest)
			}
			if e, p, l := b.Gaps(); math.Abs(e) > 1e-9*b.Energy || p.Len() > 1e-9*b.Momentum || l.Len() > 1e-9*b.Angular {
				t.Errorf("1/%g s, at %v: the ledger is open by %g J, %g N s, %g N m s", rate, at, e, p.Len(), l.Len())
			}
		}
	}
}
