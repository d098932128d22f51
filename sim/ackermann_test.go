package sim_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/vehicle"
)

// circling is a vehicle on its circle from the first step on: wheels 1.5 m apart at the places of axles, of which some
// are steered. What is steered takes the middle of the others on a circle of radius base/tan(angle) to the left.
func circling(m vehicle.TyreModel, axles []float64, steered []bool, angle, ackermann, speed float64) *sim.Definition {
	def := onPlane(0, m, 0, nil)
	v := &vehicle.Def{Driver: &vehicle.DriverDef{Ackermann: ackermann}}
	middle := [2]float64{}
	count := [2]float64{}
	for i, x := range axles {
		k := 0
		w := vehicle.WheelDef{Friction: 0.7, Tyre: m, Steered: steered[i]}
		if steered[i] {
			w.Program, k = []vehicle.Input{{Steer: angle}}, 1
		}
		middle[k], count[k] = middle[k]+x, count[k]+1
		for _, y := range [2]float64{0.75, -0.75} {
			w.Name, w.Contact = string(rune('a'+len(v.Wheels))), mgl64.Vec3{x, y, -0.55}
			v.Wheels = append(v.Wheels, w)
		}
	}
	def.Vehicles[0] = *v
	rear := middle[0] / count[0]
	turn := speed * math.Tan(angle) / (middle[1]/count[1] - rear)
	b := &def.Bodies[0]
	b.Velocity, b.AngularVelocity = mgl64.Vec3{speed, turn * -rear, 0}, mgl64.Vec3{0, 0, turn}
	return def
}

// TestAckermann_RollsAboutOnePoint: a vehicle in a slow tight turn loses nothing, and the middle of the axles that are
// not steered keeps its circle, to the left and to the right, whichever axles steer; where one angle steers all of them
// it loses much of its speed. A tyre with slip needs some of it, for the centripetal force.
func TestAckermann_RollsAboutOnePoint(t *testing.T) {
	t.Parallel()
	for i, c := range []struct {
		name    string
		axles   []float64
		steered []bool
	}{
		{"a car", []float64{1.3, -1.4}, []bool{true, false}},
		{"two axles in front", []float64{2.2, 1.1, -1.4}, []bool{true, true, false}},
		{"by the rear", []float64{1.3, -1.4}, []bool{false, true}},
	} {
		for k, m := range []vehicle.TyreModel{vehicle.Coulomb, vehicle.TMeasy} {
			for n, angle := range []float64{0.45, -0.45} {
				if !geomtest.Long && (i+k+n)%2 > 0 {
					continue
				}
				speed, seconds := 1.0, 4.0
				kept := [2]float64{}
				for share := range 2 {
					def := circling(m, c.axles, c.steered, angle, float64(share), speed)
					w := mustWorld(t, def)
					run(t, w, int(240*seconds), nil)
					kept[share] = speedOf(w) / math.Hypot(def.Bodies[0].Velocity[0], def.Bodies[0].Velocity[1])
					turned, whole := w.Body(0).AngularVelocity[2], def.Bodies[0].AngularVelocity[2]
					if share == 1 && !(math.Abs(turned/whole-1) <= 0.02) {
						t.Errorf("%s, %v, %g rad: turns by %.6g rad/s, want %.6g", c.name, m, angle, turned, whole)
					}
				}
				most := 1e-3 // the wheel's direction is that of the beginning of the step: some 3e-4
				if m != vehicle.Coulomb {
					most = 5e-3 // slips, for the centripetal force
				}
				if !(math.Abs(kept[1]-1) <= most) || !(kept[0] < 0.6) {
					t.Errorf("%s, %v, %g rad: keeps %.6f of its speed, %.4f without", c.name, m, angle, kept[1], kept[0])
				}
				t.Logf("%s, %v, %g rad: keeps %.6f of its speed, %.4f without", c.name, m, angle, kept[1], kept[0])
			}
		}
	}
}

// TestAckermann_TurnsTheWheelsByTheirCircles: cot(right) - cot(left) = track/base in full, half of the difference from
// one angle with a half, nothing without.
func TestAckermann_TurnsTheWheelsByTheirCircles(t *testing.T) {
	for _, angle := range []float64{0.5, -0.3} {
		for _, share := range []float64{0, 0.5, 1} {
			w := mustWorld(t, circling(vehicle.Coulomb, []float64{1.3, -1.4}, []bool{true, false}, angle, share, 1))
			run(t, w, 1, nil)
			for i, s := range w.Frame().Wheels {
				want, y := 0.0, [2]float64{0.75, -0.75}[i%2]
				if i < 2 {
					full := math.Atan(1 / (1/math.Tan(angle) - y/2.7))
					want = angle + share*(full-angle)
				}
				if math.Abs(s.Steer-want) > 0x1p-15 {
					t.Errorf("%g rad, share %g: wheel %d turns by %.6g, want %.6g", angle, share, i, s.Steer, want)
				}
			}
		}
	}
}
