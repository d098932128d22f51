package sim

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// tumbling is a motorcycle of 190 kg, two narrow axles with stiff bars, on a plane.
func tumbling() *Definition {
	def := &Definition{
		Settings:  Settings{Step: 1. / 240, Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1},
		Materials: []Material{{Friction: 0.7}},
		Bodies: []BodyDef{{
			Name: "bike", Half: mgl64.Vec3{0.5, 0.1, 0.25}, Offset: mgl64.Vec3{0, 0, 0.05}, Mass: 190, Position: mgl64.Vec3{0, 0, 0.5},
			Inertia: mgl64.Diag3(mgl64.Vec3{15, 32, 24}),
		}},
		Statics: []StaticDef{{Name: "road", Shapes: []ShapeDef{{Shape: geom.NewPlane()}}}},
	}
	v := vehicle.Def{Bars: []vehicle.Bar{{Left: 0, Right: 1, Stiffness: 3e5}, {Left: 2, Right: 3, Stiffness: 3e5}}}
	for _, at := range []mgl64.Vec3{{0.7, 0.05, -0.5}, {0.7, -0.05, -0.5}, {-0.7, 0.05, -0.5}, {-0.7, -0.05, -0.5}} {
		v.Wheels = append(v.Wheels, vehicle.WheelDef{Contact: at, Friction: 0.7})
	}
	def.Vehicles = []vehicle.Def{v}
	return def
}

// TestSunk_GiveNoEnergy: motorcycles fall in all attitudes, and tumble. Nothing holds the wheels of one that lies out of the road: those
// that are in it when it comes up again give it no more than what its springs hold where it stands, 110 J. Without being sunk they gave
// 2.1 to 4.6 kJ. A snapshot in which wheels are sunk goes on with the same bits.
func TestSunk_GiveNoEnergy(t *testing.T) {
	sunk, restored := 0, 0
	for _, seed := range []uint64{26, 34, 37, 53, 63} {
		r := rand.New(rand.NewPCG(seed, 52))
		u := func(most float64) float64 { return most * (2*r.Float64() - 1) }
		def := tumbling()
		b := &def.Bodies[0]
		b.Position[2] = 1.5
		b.Attitude = mgl64.QuatRotate(u(3), mgl64.Vec3{1, 0, 0}).Mul(mgl64.QuatRotate(u(0.5), mgl64.Vec3{0, 1, 0}))
		b.Velocity, b.AngularVelocity = mgl64.Vec3{u(10), u(5), 0}, mgl64.Vec3{u(6), u(4), u(4)}
		w, err := New(def)
		if err != nil {
			t.Fatal(err)
		}
		var again *World
		gave := 0.0
		for range 600 {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			gave += w.ledger.rows[record.BySuspension].Energy
			deep := false
			for k := range w.state.wheels {
				s := &w.state.wheels[k]
				deep = deep || s.on < 0 && s.lift > 0 && s.lift < sunkAll
			}
			if deep {
				sunk++
			}
			switch {
			case again != nil:
				if err := again.Step(); err != nil {
					t.Fatal(err)
				}
			case deep && restored < 3:
				if again, err = New(def); err != nil {
					t.Fatal(err)
				}
				if err := again.Restore(w.Snapshot(nil)); err != nil {
					t.Fatal(err)
				}
				restored++
			}
		}
		if again != nil && !bytes.Equal(again.Snapshot(nil), w.Snapshot(nil)) {
			t.Errorf("seed %d: from a snapshot it moves otherwise", seed)
		}
		if gave > 110 {
			t.Errorf("seed %d: the suspension gave %.0f J", seed, gave)
		}
	}
	if sunk < 20 || restored < 3 {
		t.Errorf("wheels are sunk in %d steps, of which %d are begun from", sunk, restored)
	}
}

// TestSunk_AreLiftedSlowly: a motorcycle whose wheels are sunk by 0.15 m stands that much lower, comes up at 0.1 m/s as soon as it is
// upright, and then stands as ever.
func TestSunk_AreLiftedSlowly(t *testing.T) {
	def := tumbling()
	def.Bodies[0].Position[2] -= 0.15
	w, err := New(def)
	if err != nil {
		t.Fatal(err)
	}
	for k := range w.state.wheels {
		w.state.wheels[k].lift = 0.15
	}
	for n := 1; n <= 960; n++ {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		s := &w.state.bodies[0]
		want := math.Min(0.5, 0.35+sunkRises*float64(n)/240)
		if math.Abs(s.X.Z-want) > 0.02 || s.V.Z > 1.6*sunkRises {
			t.Fatalf("step %d: at %.4f m, %.3f m/s, want %.4f", n, s.X.Z, s.V.Z, want)
		}
	}
	if z := w.state.bodies[0].X.Z; math.Abs(z-0.5) > 1e-4 || w.state.wheels[0].lift != 0 {
		t.Errorf("it stands at %g m, its wheels sunk by %g m", z, w.state.wheels[0].lift)
	}
}

// TestSunk_IsWhatTheWheelHasNotComeSince: the point under a wheel nears it by 2 m/s, and by 0.5 m/s more by the turning of the vehicle.
// Its leg leans by 60 degrees: along it, what it may have come is twice as long as across the ground.
func TestSunk_IsWhatTheWheelHasNotComeSince(t *testing.T) {
	const h, later, droop = 0.01, 0.002, 0.1
	s, c := math.Sqrt(0.75), 0.5
	p := &vehicle.Probe{Ahead: geom.Vec{X: 1}, Up: geom.Vec{Y: s, Z: c}, Radius: 0.3}
	const came = 2 * rollBack * (h + later) * 2.5
	for _, x := range []struct{ was, deep, want float64 }{
		{sunkAll, 0.99 * came, 0}, {sunkAll, 1.01 * came, 1.01 * came}, {sunkAll, -0.01, 0},
		{0.05, 0.2, 0.05}, {0.05, 0.02, 0.02}, {0.05, -0.02, 0},
	} {
		m := wheelMotion{p: geom.Vec{Y: 1}, v: geom.Vec{X: 7, Z: -2}, w: geom.Vec{X: 0.5}, h: h, t: later, was: &wheelState{on: -1, lift: x.was}}
		at := vehicle.Ground{Hit: true, Lift: x.deep - droop, N: geom.Vec{Z: 1}}
		if got := m.sunk(&at, p, droop); math.Abs(got-x.want) > 1e-12 {
			t.Errorf("%g m deep, sunk by %g m before: sunk by %g m, want %g", x.deep, x.was, got, x.want)
		}
		sinkInto(&at, p, droop, &m)
		if by := p.Up.Scale(-x.want); math.Abs(at.Lift-(x.deep-droop-x.want)) > 1e-12 || at.P.Sub(by).Len() > 1e-12 {
			t.Errorf("%g m deep, sunk by %g m before: the ground is at %g m, %v", x.deep, x.was, at.Lift, at.P)
		}
		m.was.on = 0
		at = vehicle.Ground{Hit: true, Lift: x.deep, N: geom.Vec{Z: 1}}
		if sinkInto(&at, p, droop, &m); at.Lift != x.deep {
			t.Errorf("the lift of a wheel on a body became %g m, from %g", at.Lift, x.deep)
		}
	}
}

// TestSunk_TellsByTheTilt: a wheel that finds no ground, or what is too high to stand on, may come to be sunk where the cosine of its
// vehicle's tilt is below 0.6; one that is sunk is lifted where that is above 0.8, and passes through what is too high until nothing is.
func TestSunk_TellsByTheTilt(t *testing.T) {
	w, err := New(tumbling())
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Step(); err != nil {
		t.Fatal(err)
	}
	droop := w.vehicles[0].Wheels[0].Droop
	const h = 0.01
	for _, x := range []struct {
		cos, z, was float64 // of the tilt; height of the wheel's lowest point [m]
		hit         bool
		want        float64
	}{
		{0.62, 0.5, 0, false, 0}, {0.58, 0.5, 0, false, sunkAll}, {0.58, 0.5, 0, true, 0}, {0.58, -0.1, sunkAll, false, 0.1/0.58 + droop},
		{0.78, -0.01, 0.05, false, 0.05}, {0.82, -0.01, 0.05, false, 0.05 - sunkRises*h}, {0.82, -0.01, 5e-4, false, 0},
		{0.58, -0.6, 0, false, sunkAll}, {0.62, -0.6, 0, false, 0}, {0.9, -0.6, 0.05, false, sunkAll},
		{0.9, 0.5, 0.05, false, 0}, {0.58, 0.5, 0.05, false, sunkAll},
	} {
		mid := geom.Transform{Q: geom.Quat{W: math.Sqrt((1 + x.cos) / 2), V: geom.Vec{X: math.Sqrt((1 - x.cos) / 2)}}}
		mid.P.Z = x.z - mid.Q.Rotate(w.vehicles[0].Wheels[0].Contact).Z
		w.grounds[0] = vehicle.Ground{Hit: x.hit}
		w.state.wheels[0].on, w.state.wheels[0].lift = -1, x.was
		if got := w.wheelSunk(0, 0, mid, wheelMotion{p: mid.P, h: h}); math.Abs(got-x.want) > 1e-9 {
			t.Errorf("%+v: sunk by %g m, want %g", x, got, x.want)
		}
	}
	w.state.wheels[0].on, w.state.wheels[0].lift = 0, 0.05
	w.grounds[0] = vehicle.Ground{}
	mid := geom.Transform{P: geom.Vec{Z: 0.4}, Q: geom.IdentityQuat()}
	if got := w.wheelSunk(0, 0, mid, wheelMotion{p: mid.P, h: h}); got != 0 {
		t.Errorf("a wheel that stood on a body is sunk by %g m", got)
	}
}
