package sim_test

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/vehicle"
)

// moverImpacts runs a world and returns the impacts of object 1, the mover of pusher.
func moverImpacts(t *testing.T, def *sim.Definition, seconds float64) (list []record.Event) {
	t.Helper()
	w := mustWorld(t, def)
	run(t, w, int(math.Round(seconds/def.Settings.Step)), func() {
		for _, e := range w.Frame().Events {
			if e.Kind == record.Impact && (e.A == 1 || e.B == 1) {
				e.Points = append([]record.Point(nil), e.Points...)
				list = append(list, e)
			}
		}
	})
	return list
}

// TestMover_ReportsItsImpacts walks a mover of 80 kg at 2 m/s into boxes, and throws boxes at one that stands: one
// impact, at the end of the step in which they meet, without restitution, J = u m M/(m + M), what it takes is J u/2;
// and that they go on pushing, over friction, with impacts at any speed as well, is none.
func TestMover_ReportsItsImpacts(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, c := range []struct{ box, mu, all, u, meet float64 }{
			{20, 0, 0, 2, 1.0/2 + 0.1}, {20, 0.3, 0, 2, 1.0/2 + 0.1}, {320, 0.1, -1, 2, 1.0/2 + 0.1}, {20, 0, 0, -3, 1.0 / 3},
		} {
			def := pusher(dt, 80, 800, c.box, c.mu)
			def.Settings.ImpactSpeed = c.all
			mover, box := c.u, 0.0
			if c.u < 0 {
				def.Movers[0].Program, def.Bodies[0].Velocity = nil, mgl64.Vec3{c.u, 0, 0}
				mover, box = 0, c.u
			}
			list := moverImpacts(t, def, 1)
			if len(list) != 1 {
				t.Errorf("step %g, %+v: %d impacts: %+v", dt, c, len(list), list)
				continue
			}
			e := &list[0]
			near := func(what string, got, want, tol float64) {
				if !(math.Abs(got-want) <= tol) {
					t.Errorf("step %g, %+v: %s %.9g, want %.9g", dt, c, what, got, want)
				}
			}
			u := mover - box
			j := u * 80 * c.box / (80 + c.box)
			near("closing", e.Closing, u, 1e-6)
			near("impulse on the box", e.Impulse.X, j, 1e-5)
			near("of its point", e.Points[0].Impulse.X, j, 1e-5)
			near("normal", e.N.X, -1, 1e-9)
			near("energy lost", e.EnergyLost, j*u/2, 1e-4)
			near("box before", e.Before[0].V.X, box, 1e-9)
			near("box after", e.After[0].V.X, box+j/c.box, 1e-6)
			near("mover before", e.Before[1].V.X, mover, 1e-9)
			near("mover after", e.After[1].V.X, mover-j/80, 1e-6)
			near("height", e.Points[0].P.Z, 0.95, 1e-3)
			near("time", e.Time, c.meet+dt/2, 0.51*dt)
			near("at the end of a step", math.Remainder(e.Time, dt), 0, 1e-12)
			if e.A != 0 || e.B != 1 || len(e.Points) != 1 {
				t.Errorf("step %g, %+v: %+v", dt, c, e)
			}
		}
	}
}

// TestMover_ReportsNoPushing: what comes together below the speed of impacts, what a push of 20 g sets off from touch,
// and a mover without mass, which moves nothing.
func TestMover_ReportsNoPushing(t *testing.T) {
	slow := pusher(1.0/60, 80, 800, 20, 0.3)
	slow.Movers[0].Program = []sim.MoverVelocity{{Velocity: mgl64.Vec3{0.45, 0, 0}}}
	strong := pusher(1.0/60, 80, 80*200, 2000, 0)
	strong.Movers[0].Position = mgl64.Vec3{0.9999, 0, 0.95}
	for i, def := range []*sim.Definition{slow, strong, pusher(1.0/60, 0, 0, 20, 0)} {
		seconds := 3.0
		if i == 1 {
			seconds = 0.1
		}
		if list := moverImpacts(t, def, seconds); len(list) > 0 {
			t.Errorf("%d: %+v", i, list)
		}
	}
}

// TestMover_ReportsDrivenBodies drives a box at 5 m/s into a mover of 80 kg that stands: it takes on its speed, by 400
// N s of a body that does not feel them.
func TestMover_ReportsDrivenBodies(t *testing.T) {
	def := pusher(1.0/240, 80, 1, 0, 0)
	def.Movers[0].Program = nil
	def.Bodies[0].Drive = []sim.DriveAt{{Velocity: mgl64.Vec3{-5, 0, 0}}}
	list := moverImpacts(t, def, 0.5)
	if len(list) != 1 {
		t.Fatalf("%d impacts: %+v", len(list), list)
	}
	e := &list[0]
	if math.Abs(e.Impulse.X-400) > 1e-9 || math.Abs(e.After[1].V.X+5) > 1e-9 || e.Before != [2]record.Twist{e.After[0], {}} || math.Abs(e.EnergyLost-1000) > 1e-6 {
		t.Errorf("%+v", e)
	}
}

// TestMover_ReportsACornerOnce walks a mover into the corner of an angle iron: both sides are struck, one after the
// other, and are one impact, with the momentum of the body and the energy that both have lost.
func TestMover_ReportsACornerOnce(t *testing.T) {
	def := pusher(1.0/240, 80, 800, 40, 0)
	def.Settings.Gravity = mgl64.Vec3{}
	def.Bodies[0] = sim.BodyDef{Name: "angle", Mass: 40, Position: mgl64.Vec3{1.5, 1, 0.95}, Shapes: []sim.ShapeDef{
		{Shape: must(geom.NewBox(geom.Vec{X: 0.1, Y: 1, Z: 0.9})), Position: mgl64.Vec3{0.5, 0, 0}},
		{Shape: must(geom.NewBox(geom.Vec{X: 1, Y: 0.1, Z: 0.9})), Position: mgl64.Vec3{0, 0.68, 0}},
	}}
	def.Movers[0].Program = []sim.MoverVelocity{{Velocity: mgl64.Vec3{2, 1.6, 0}}}
	list := moverImpacts(t, def, 1.5)
	both := 0
	for i := range list {
		e := &list[i]
		m := mustWorld(t, def).Objects()[0]
		if len(e.Points) == 2 {
			both++
		}
		var sum geom.Vec
		for _, p := range e.Points {
			sum = sum.Add(p.Impulse)
		}
		dv, own := e.After[0].V.Sub(e.Before[0].V).Scale(m.Mass), e.After[1].V.Sub(e.Before[1].V).Scale(80)
		if d := math.Max(dv.Sub(e.Impulse).Len(), math.Max(sum.Sub(e.Impulse).Len(), own.Add(e.Impulse).Len())); d > 1e-9 {
			t.Errorf("impulse %v, points %v, the body gains %v, the mover %v", e.Impulse, sum, dv, own)
		}
		kinetic := func(u *[2]record.Twist) float64 { // nothing has turned about another axis than z yet
			return m.Mass*u[0].V.LenSq()/2 + 80*u[1].V.LenSq()/2 + m.Inertia.Z.Z*u[0].W.Z*u[0].W.Z/2
		}
		if d := e.N.Add(e.Impulse.Normalize()).Len(); d > 1e-15 {
			t.Errorf("normal %v, impulse %v", e.N, e.Impulse)
		}
		if lost := kinetic(&e.Before) - kinetic(&e.After); math.Abs(lost-e.EnergyLost) > 1e-6 {
			t.Errorf("energy lost %g J, told %g", lost, e.EnergyLost)
		}
	}
	if both == 0 {
		t.Errorf("no impact of both sides among %+v", list)
	}
}

// TestMover_ReportsFromTwiceTheSpeedOfAStepOn walks a mover into a box with impacts at any speed: they are reported
// above twice the speed that gravity gives in a step.
func TestMover_ReportsFromTwiceTheSpeedOfAStepOn(t *testing.T) {
	for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
		for _, c := range []struct {
			share float64
			want  int
		}{{0.99, 0}, {1.01, 1}} {
			def := pusher(dt, 80, 800, 20, 0)
			def.Settings.ImpactSpeed = -1
			u := c.share * 2 * 9.81 * dt
			def.Movers[0].Program[0].Velocity, def.Movers[0].Position = mgl64.Vec3{u, 0, 0}, mgl64.Vec3{0.99, 0, 0.95}
			if list := moverImpacts(t, def, 0.5); len(list) != c.want {
				t.Errorf("step %g, %g m/s: %+v", dt, u, list)
			}
		}
	}
}

// TestMover_DamagesWheels drives a car at 15 m/s with its left front corner into a mover of 100 t: it is an impact of
// the car, after which the input for that holds, and locks the wheel that is near.
func TestMover_DamagesWheels(t *testing.T) {
	for _, after := range []bool{false, true} {
		def := onPlane(15, vehicle.TMeasy, 0, nil)
		def.Movers = []sim.MoverDef{{Name: "mover", Radii: mgl64.Vec3{0.3, 0.3, 0.5}, Position: mgl64.Vec3{-55, 0.8, 0.55}, Mass: 1e5}}
		if after {
			def.Vehicles[0].AfterImpact = &vehicle.Input{Brake: 1}
		} else {
			def.Vehicles[0].Damage = &vehicle.DamageDef{Above: 5, Reach: 1.2}
		}
		w := mustWorld(t, def)
		list := run(t, w, 100, nil)
		for k := range 4 {
			if tread, _ := wheel(w, k); (tread == 0) != (after || k == 0) {
				t.Errorf("after %v: wheel %d: tread at %g m/s, car at %g", after, k, tread, speedOf(w))
			}
		}
		if len(list) == 0 || slices.ContainsFunc(list, func(e record.Event) bool { return e.B != 1 }) {
			t.Errorf("impacts %+v", list)
		}
	}
}

// TestMover_TurnsWhatItMeetsBesideItsCentre walks a mover of 80 kg at 2 m/s into a box of 20 kg, 0.3 m beside its
// centre: J = u/(1/M + 1/m + y²/I), and it takes J u/2.
func TestMover_TurnsWhatItMeetsBesideItsCentre(t *testing.T) {
	def := pusher(1.0/240, 80, 800, 20, 0)
	def.Settings.Gravity = mgl64.Vec3{}
	def.Movers[0].Position[1] = 0.3
	list := moverImpacts(t, def, 0.7)
	if len(list) == 0 {
		t.Fatal("no impact")
	}
	e, inertia := &list[0], 20*(1.0+1.0)/12
	j := 2 / (1.0/80 + 1.0/20 + 0.3*0.3/inertia)
	if math.Abs(e.Impulse.X-j) > 1e-4 || math.Abs(e.EnergyLost-j) > 1e-3 || math.Abs(e.After[0].W.Z+0.3*j/inertia) > 1e-4 {
		t.Errorf("%+v, want %g N s", e, j)
	}
}

// TestMover_IsNotThrownByASlope drives a wedge of 1,000 t at 6 m/s, which leans over, into a mover that stands on a floor,
// without gravity: the mover takes on its speed, by one impact without restitution, and keeps it.
func TestMover_IsNotThrownByASlope(t *testing.T) {
	for _, lean := range []float64{0.1, 0.3, 0.5, 0.8} {
		for _, dt := range []float64{1.0 / 60, 1.0 / 240} {
			def := pusher(dt, 80, 1e-6, 1e6, 0)
			def.Settings.Gravity = mgl64.Vec3{}
			def.Settings.ImpactSpeed = 0.01
			def.Bodies[0].Attitude = mgl64.QuatRotate(-lean, mgl64.Vec3{0, 1, 0})
			def.Bodies[0].Position = mgl64.Vec3{2.5, 0, 2.5}
			def.Bodies[0].Half[2] = 2
			def.Bodies[0].Velocity = mgl64.Vec3{-6, 0, 0}
			def.Movers[0].Program, def.Movers[0].Position = nil, mgl64.Vec3{0, 0, 0.9001}
			w := mustWorld(t, def)
			met, impacts := false, 0
			run(t, w, int(math.Round(1/dt)), func() {
				for _, e := range w.Frame().Events {
					if e.Kind == record.Impact {
						impacts++
						if e.EnergyLost < 0 {
							t.Errorf("lean %g, step %g: an impact takes %g J", lean, dt, e.EnergyLost)
						}
					}
				}
				u := value(w, 1, "v", 0)
				met = met || u != 0
				if met && math.Abs(u+6) > 2e-3 {
					t.Errorf("lean %g, step %g, at %.3f s: the mover has %g m/s", lean, dt, w.Frame().Time, u)
				}
			})
			if !met || impacts != 1 {
				t.Errorf("lean %g, step %g: met %v, %d impacts", lean, dt, met, impacts)
			}
		}
	}
}
