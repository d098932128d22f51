package vehicle

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// settled is the sedan on level road at a velocity, its wheels braked by a share, after Settle; heavy makes it so heavy
// that its tyres do not move it within the step.
func settled(t *testing.T, m TyreModel, vel geom.Vec, brake float64, heavy bool) (*Vehicle, []Grip) {
	t.Helper()
	def := sedan()
	for i := range def.Wheels {
		def.Wheels[i].Tyre = m
	}
	v := mustNew(t, def)
	return v, settle(v, vel, brake, heavy)
}

func settle(v *Vehicle, vel geom.Vec, brake float64, heavy bool) []Grip {
	pose := level(0.5)
	m := Motion{V: vel, InvMass: 1.0 / 1500, Inv: geom.Mat3{X: geom.Vec{X: 1.0 / 600}, Y: geom.Vec{Y: 1.0 / 2400}, Z: geom.Vec{Z: 1.0 / 2400}}, Step: 1.0 / 240}
	if heavy {
		m.InvMass, m.Inv = 1e-12, geom.Mat3{}
	}
	grips := make([]Grip, len(v.Wheels))
	tread := [4]float64{vel.X, vel.X, vel.X, vel.X}
	for range 400 {
		v.StartTyres()
		for i := range v.Wheels {
			ground := road(v.Probe(i, pose, 0))
			grips[i], _ = v.Grip(i, pose, &ground, geom.Vec{}, Input{Brake: brake})
			v.AddTyre(&grips[i], grips[i].P.Sub(pose.P), 0, tread[i], -1, geom.Vec{})
		}
		v.Settle(&m)
		if !heavy {
			break
		}
		for i := range grips {
			tread[i] = grips[i].Tread
		}
	}
	return grips
}

// TestSettle_SharesTheCurveBetweenBothDirections: when a wheel at a side slip of 0.05 is braked with a share q of the
// friction and its spin has settled, the force along it is that of the brake, and both forces are those of one point of
// the tyre's curve, in the direction of its slip: found here by bisection for the slip along the wheel.
func TestSettle_SharesTheCurveBetweenBothDirections(t *testing.T) {
	for _, m := range slipping {
		for _, q := range []float64{0, 0.3, 0.6} {
			for _, sign := range []float64{1, -1} {
				v, grips := settled(t, m, geom.Vec{X: 20, Y: sign}, q, true)
				for i, g := range grips {
					c := tyreAt(m, g.Load, v.Wheels[i].Load, 0.8, 1)
					along := func(x float64) (fx, fy float64) {
						a := 1 + (c.along-1)/(1+math.Hypot(x, 0.05)*c.slope/(3*c.peak))
						joint := math.Hypot(a*x, 0.05)
						return c.force(joint) * a * x / joint, c.force(joint) * 0.05 / joint
					}
					lo, hi := 0.0, 0.1
					for range 60 {
						if fx, _ := along((lo + hi) / 2); fx < q*c.peak {
							lo = (lo + hi) / 2
						} else {
							hi = (lo + hi) / 2
						}
					}
					_, want := along(lo)
					if got := v.tyreForces[i].side; math.Abs(got+sign*want) > 1e-6*want {
						t.Errorf("%v braked %g: side force %g, want %g", m, q, got, -sign*want)
					}
					if got := g.Tread; math.Abs(got-20*(1-lo)) > 1e-6 {
						t.Errorf("%v braked %g: tread at %g m/s, want %g", m, q, got, 20*(1-lo))
					}
					if want = math.Hypot(want, q*c.peak); math.Abs(g.Limit-want) > 1e-6*want || math.Abs(g.Braking-q*c.peak) > 1e-6*want {
						t.Errorf("%v braked %g: limit %g and braking %g, want %g and %g", m, q, g.Limit, g.Braking, want, q*c.peak)
					}
				}
			}
		}
	}
}

// TestSettle_OnAFootingIsThatOfTheReducedMass: what does not turn and stands on a body that moves is as on the road in
// the frame of that body, with the sum of both inverse masses.
func TestSettle_OnAFootingIsThatOfTheReducedMass(t *testing.T) {
	for _, m := range append([]TyreModel{Coulomb}, slipping...) {
		for _, brake := range []float64{0, 0.4, 1} {
			vel, bed := geom.Vec{X: 20, Y: 1}, geom.Vec{X: -7, Y: 3, Z: 0.5}
			def := sedan()
			for i := range def.Wheels {
				def.Wheels[i].Tyre = m
			}
			var grips [2][4]Grip
			for k, on := range []bool{false, true} {
				v, pose := mustNew(t, def), level(0.5)
				body := Motion{V: vel, A: geom.Vec{X: 2}, InvMass: 1.0/1500 + 1.0/90, Step: 1.0 / 240}
				v.StartTyres()
				footing := -1
				if on {
					body = Motion{V: vel.Add(bed), A: geom.Vec{X: 3}, InvMass: 1.0 / 1500, Step: 1.0 / 240}
					footing = v.AddFooting(&Motion{V: bed, A: geom.Vec{X: 1}, InvMass: 1.0 / 90})
				}
				for i := range v.Wheels {
					ground := road(v.Probe(i, pose, 0.02*float64(i)))
					grips[k][i], _ = v.Grip(i, pose, &ground, geom.Vec{}, Input{Brake: brake, Steer: 0.02 * float64(i)})
					v.AddTyre(&grips[k][i], ground.P.Sub(pose.P), 0, 19.5, footing, geom.Vec{X: 3, Y: 1})
				}
				v.Settle(&body)
			}
			for i := range grips[0] {
				a, b := &grips[0][i], &grips[1][i]
				if math.Abs(a.Limit-b.Limit) > 1e-9*a.Limit || math.Abs(a.Braking-b.Braking) > 1e-9*a.Limit || math.Abs(a.Tread-b.Tread) > 1e-9 || a.Locked != b.Locked {
					t.Errorf("%v, brake %g, wheel %d: limit %g, braking %g, tread %g; on a footing %g, %g, %g", m, brake, i, a.Limit, a.Braking, a.Tread, b.Limit, b.Braking, b.Tread)
				}
			}
		}
	}
}

// TestSettle_IsTheSameSeenFromTheFooting: body and footing, each with its mass, its inertia and its levers, change places
// when all velocities and accelerations change signs: what one tyre gives the body it takes from the footing.
func TestSettle_IsTheSameSeenFromTheFooting(t *testing.T) {
	one := Motion{
		V: geom.Vec{X: 20, Y: 1}, W: geom.Vec{X: 0.02, Y: -0.03, Z: 0.1}, A: geom.Vec{X: 1, Y: -2}, B: geom.Vec{X: 0.1, Y: 0.2, Z: -0.5},
		InvMass: 1.0 / 1500, Inv: geom.Mat3{X: geom.Vec{X: 1.0 / 600, Y: 1e-4}, Y: geom.Vec{X: 1e-4, Y: 1.0 / 2400}, Z: geom.Vec{Z: 1.0 / 2400}}, Step: 1.0 / 240,
	}
	two := Motion{
		V: geom.Vec{X: -3, Y: 0.5}, W: geom.Vec{Y: 0.05, Z: -0.2}, A: geom.Vec{Y: 1}, B: geom.Vec{Z: 0.3},
		InvMass: 1.0 / 200, Inv: geom.Mat3{X: geom.Vec{X: 1.0 / 90}, Y: geom.Vec{Y: 1.0 / 50, Z: -2e-3}, Z: geom.Vec{Y: -2e-3, Z: 1.0 / 140}}, Step: 1.0 / 240,
	}
	turned := func(m Motion) Motion {
		m.V, m.W, m.A, m.B = m.V.Neg(), m.W.Neg(), m.A.Neg(), m.B.Neg()
		return m
	}
	far := geom.Vec{X: 1.5, Y: -0.4, Z: 0.7} // from the footing's centre to the vehicle's
	for _, m := range append([]TyreModel{Coulomb}, slipping...) {
		for _, brake := range []float64{0, 0.4, 1} {
			def := sedan()
			for i := range def.Wheels {
				def.Wheels[i].Tyre = m
			}
			var grips [2][4]Grip
			for k := range 2 {
				v, pose := mustNew(t, def), level(0.5)
				body, under := one, two
				if k == 1 {
					body, under = turned(two), turned(one)
				}
				v.StartTyres()
				on := v.AddFooting(&under)
				for i := range v.Wheels {
					in := Input{Brake: brake, Steer: 0.02 * float64(i)}
					ground := road(v.Probe(i, pose, in.Steer))
					grips[k][i], _ = v.Grip(i, pose, &ground, geom.Vec{}, in)
					levers := [2]geom.Vec{ground.P.Sub(pose.P), ground.P.Sub(pose.P).Add(far)}
					v.AddTyre(&grips[k][i], levers[k], 0, 22, on, levers[1-k])
				}
				v.Settle(&body)
			}
			for i := range grips[0] {
				a, b := &grips[0][i], &grips[1][i]
				if math.Abs(a.Limit-b.Limit) > 1e-9*a.Limit || math.Abs(a.Braking-b.Braking) > 1e-9*a.Limit || math.Abs(a.Tread-b.Tread) > 1e-9 {
					t.Errorf("%v, brake %g, wheel %d: limit %g, braking %g, tread %g; seen from the footing %g, %g, %g", m, brake, i, a.Limit, a.Braking, a.Tread, b.Limit, b.Braking, b.Tread)
				}
			}
		}
	}
}

// TestSettle_WheelsWithoutInertiaKeepTheFrictionCircle: a Coulomb wheel that slides to the side has what a force along
// it leaves of the circle; one that rolls may use all of that. The engine's force is one of the world, so that the
// limit of the contact is the rest of it, also where the car stands; that of a brake is within the limit.
func TestSettle_WheelsWithoutInertiaKeepTheFrictionCircle(t *testing.T) {
	for _, vel := range []geom.Vec{{X: 20, Y: 1}, {X: 20, Y: -1}, {X: 20}, {}} {
		for _, q := range []float64{0, 0.3, 0.6, -0.3, -0.6} { // of a brake, or of the engine
			v := mustNew(t, sedan())
			pose := level(0.5)
			v.StartTyres()
			grips := make([]Grip, len(v.Wheels))
			for i := range v.Wheels {
				ground := road(v.Probe(i, pose, 0))
				w := &v.Wheels[i]
				in := Input{Brake: math.Max(q, 0), drive: math.Max(-q, 0) * w.Friction * w.Load, power: 1e9}
				grips[i], _ = v.Grip(i, pose, &ground, geom.Vec{}, in)
				v.AddTyre(&grips[i], grips[i].P.Sub(pose.P), 0, 0, -1, geom.Vec{})
			}
			v.Settle(&Motion{V: vel, InvMass: 1e-12, Step: 1.0 / 240})
			for i, g := range grips {
				peak := 0.8 * g.Load
				if want := math.Sqrt(1-q*q) * peak; math.Abs(math.Abs(v.tyreForces[i].side)-math.Abs(vel.Y)*want) > 1e-6*peak || v.tyreForces[i].side*vel.Y > 0 {
					t.Errorf("%v, %g: side force %g, want %g", vel, q, v.tyreForces[i].side, -vel.Y*want)
				}
				if want := math.Sqrt(peak*peak - g.Drive*g.Drive); math.Abs(g.Limit-want) > 1e-9*peak || q < 0 && math.Abs(g.Drive+q*peak) > 1e-9*peak {
					t.Errorf("%v, %g: limit %g with %g of the engine, want %g", vel, q, g.Limit, g.Drive, want)
				}
			}
		}
	}
}

// TestSettle_BrakeBeyondTheTyreLocksAndEngineBeyondItSpins: what the tyre cannot take slows or speeds up the wheel
// alone, by (brake - force)/mass, and the force is never beyond the peak.
func TestSettle_BrakeBeyondTheTyreLocksAndEngineBeyondItSpins(t *testing.T) {
	for _, m := range slipping {
		for _, surface := range []float64{1, 0.2} {
			def := sedan()
			for i := range def.Wheels {
				def.Wheels[i].Tyre = m
			}
			v := mustNew(t, def)
			c := tyreAt(m, v.Wheels[0].Load, v.Wheels[0].Load, 0.8*surface, 1)
			brake, push := 1.3*c.peak, 2*c.peak
			d := tyreForce{grip: &Grip{power: 1e9}, curve: c, uf0: 10}
			d.spin = wheelSpin{mass: v.Wheels[0].Tread, before: 10, now: 10, brake: brake}
			seen := 0
			for d.spin.now > 0 {
				for range settlePasses {
					d.turn(0, 0, 1e-3)
				}
				if -d.spin.force > c.peak*(1+1e-9) {
					t.Fatalf("%v: %g N of %g", m, -d.spin.force, c.peak)
				}
				d.spin.before = d.spin.now
				if seen++; seen > 1000 {
					t.Fatalf("%v: does not lock", m)
				}
			}
			// A tyre that gave nothing would lock in t = mass v / brake, one that gave all in mass v / (brake - peak).
			least, most := d.spin.mass*10/brake, d.spin.mass*10/(brake-c.peak)
			if at := float64(seen) * 1e-3; at < least-1e-3 || at > most+1e-3 {
				t.Errorf("%v: locks after %g s, want %g to %g", m, at, least, most)
			}
			d.spin = wheelSpin{mass: v.Wheels[0].Tread, before: 10, now: 10, drive: push}
			for range 500 {
				for range settlePasses {
					d.turn(0, 0, 1e-3)
				}
				d.spin.before = d.spin.now
			}
			if want := 10 + (push-c.slide)/d.spin.mass*0.5; math.Abs(d.spin.now-want) > 0.05*want {
				t.Errorf("%v: spins at %g m/s after 0.5 s, want %g", m, d.spin.now, want)
			}
		}
	}
}

// TestFreeSpin_IsThatOfATurningWheel: P t = mass (w² - w0²)/2 by the engine, a steady fall by the brake, and a brake
// that locks.
func TestFreeSpin_IsThatOfATurningWheel(t *testing.T) {
	def := sedan()
	def.Wheels[0].Tyre, def.Wheels[0].Inertia, def.Wheels[0].Radius = TMeasy, 1.2, 0.32
	v := mustNew(t, def)
	mass, w := 1.2/(0.32*0.32), 5.0
	for range 1000 {
		w, _ = v.FreeSpin(0, Input{drive: 1e6, power: 4000}, w, 1e-3)
	}
	if want := math.Sqrt(25 + 2*4000/mass); math.Abs(w-want) > 0.01*want {
		t.Errorf("%g m/s after 1 s with 4 kW, want %g", w, want)
	}
	brake, from := 0.1*0.8*v.Wheels[0].Load, w
	for range 50 {
		w, _ = v.FreeSpin(0, Input{Brake: 0.1}, w, 1e-3)
	}
	if want := from - brake/mass*0.05; math.Abs(w-want) > 1e-9 {
		t.Errorf("braked to %g m/s, want %g", w, want)
	}
	for _, c := range []struct {
		in       Input
		at, h, u float64
	}{{Input{Brake: 1}, w, 1e-3, 0}, {Input{Brake: 0.9}, 0.1, 1, 0}, {Input{}, -3, 1e-3, -3}, {Input{drive: 300, power: 1e5}, 2, 1e-3, 2 + 0.3/mass}} {
		u, by := v.FreeSpin(0, c.in, c.at, c.h)
		if math.Abs(u-c.u) > 1e-12 {
			t.Errorf("a brake locks a wheel, and does not turn it; without one it goes on: %+v from %g m/s: %g", c.in, c.at, u)
		}
		if got, want := (by.Engine+by.Brake+by.Road)*c.h, mass*(u-c.at); math.Abs(got-want) > 1e-12*mass {
			t.Errorf("%+v: the impulses are %g N s, the wheel has got %g", c.in, got, want)
		}
	}
}

// TestSettle_NeverReversesTheSlip: from crawling to 80 m/s the side forces of a step take the slip down, never beyond
// zero, however stiff the tyre is for the step; standing still every wheel has the whole circle.
func TestSettle_NeverReversesTheSlip(t *testing.T) {
	for _, m := range slipping {
		for _, speed := range []float64{0.6, 1, 3, 10, 80} {
			v, _ := settled(t, m, geom.Vec{X: speed, Y: 0.02 * speed}, 0, false)
			sum := 0.0
			for i := range v.tyreForces {
				sum += v.tyreForces[i].side
			}
			after := 0.02*speed + sum/1500/240
			if !(sum < 0) || after < -1e-9 {
				t.Errorf("%v at %g m/s: side speed %g after the step", m, speed, after)
			}
		}
		_, grips := settled(t, m, geom.Vec{X: 0.1}, 0.2, false)
		for _, g := range grips {
			if math.Abs(g.Limit-0.8*g.Load) > 1e-6*g.Limit {
				t.Errorf("%v standing: limit %g at load %g", m, g.Limit, g.Load)
			}
		}
	}
}

// TestSettle_LockedWheelsSlide with the friction of sliding, whatever their direction.
func TestSettle_LockedWheelsSlide(t *testing.T) {
	for _, m := range slipping {
		for _, vel := range []geom.Vec{{X: 20}, {Y: -5}, {X: -3, Y: 4}} {
			v, grips := settled(t, m, vel, 1, false)
			for i, g := range grips {
				c := tyreAt(m, g.Load, v.Wheels[i].Load, 0.8, 1)
				if g.Limit != g.Braking || math.Abs(g.Limit-c.slide) > 1e-9*c.slide {
					t.Errorf("%v at %v: limit %g, braking %g, sliding %g", m, vel, g.Limit, g.Braking, c.slide)
				}
			}
		}
	}
}

func BenchmarkSettle(b *testing.B) {
	def := sedan()
	for i := range def.Wheels {
		def.Wheels[i].Tyre = TMeasy
	}
	v, err := New(&def, 1500, 9.81)
	if err != nil {
		b.Fatal(err)
	}
	grips := settle(v, geom.Vec{X: 20, Y: 0.5}, 0, false)
	m := Motion{V: geom.Vec{X: 20, Y: 0.5}, InvMass: 1.0 / 1500, Step: 1.0 / 240}
	b.ReportAllocs()
	for b.Loop() {
		v.StartTyres()
		for i := range grips {
			v.AddTyre(&grips[i], geom.Vec{X: 1}, 0, 20, -1, geom.Vec{})
		}
		v.Settle(&m)
	}
}

func TestSettle_AllocatesNothing(t *testing.T) {
	v, grips := settled(t, TMeasy, geom.Vec{X: 20, Y: 0.5}, 0, false)
	m := Motion{V: geom.Vec{X: 20, Y: 0.5}, InvMass: 1.0 / 1500, Step: 1.0 / 240}
	if n := testing.AllocsPerRun(100, func() {
		v.StartTyres()
		for i := range grips {
			v.AddTyre(&grips[i], geom.Vec{X: 1}, 0, 20, -1, geom.Vec{})
		}
		v.Settle(&m)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
