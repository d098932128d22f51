package vehicle

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// sedan is four wheels, 1.2 m ahead of and 1.3 m behind the centre of mass, 1.5 m apart, the centre 0.5 m high.
func sedan() Def {
	var d Def
	for _, c := range []mgl64.Vec3{{1.2, 0.75, -0.5}, {1.2, -0.75, -0.5}, {-1.3, 0.75, -0.5}, {-1.3, -0.75, -0.5}} {
		d.Wheels = append(d.Wheels, WheelDef{Contact: c, Friction: 0.8})
	}
	return d
}

func mustNew(t *testing.T, d Def) *Vehicle {
	t.Helper()
	v, err := New(&d, 1500, 9.81)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func level(z float64) geom.Transform {
	return geom.Transform{P: geom.Vec{Z: z}, Q: geom.IdentityQuat()}
}

// road is the ground z = 0 as a wheel of a level body finds it.
func road(p Probe) Ground {
	if lift := -p.Origin.Z; lift > -p.Droop {
		return Ground{Hit: true, Lift: lift, P: geom.Vec{X: p.Origin.X, Y: p.Origin.Y}, N: geom.Vec{Z: 1}}
	}
	return Ground{}
}

// TestNew_SharesTheWeight: axle loads are the weight times the other axle's distance over the wheelbase.
func TestNew_SharesTheWeight(t *testing.T) {
	v := mustNew(t, sedan())
	front, rear := 1500*9.81*1.3/2.5/2, 1500*9.81*1.2/2.5/2
	for i, want := range []float64{front, front, rear, rear} {
		if got := v.Wheels[i].Load; math.Abs(got-want) > 1e-9*want {
			t.Errorf("wheel %d carries %.6f N, want %.6f", i, got, want)
		}
	}
}

// TestNew_LeavesTheHitchItsShare: a trailer of one axle 0.5 m behind its centre of mass and a hitch 3 m ahead of it:
// the wheels carry 3/3.5 of the weight.
func TestNew_LeavesTheHitchItsShare(t *testing.T) {
	d := Def{Hitch: &mgl64.Vec3{3, 0, -0.3}}
	for _, y := range []float64{1, -1} {
		d.Wheels = append(d.Wheels, WheelDef{Contact: mgl64.Vec3{-0.5, y, -0.8}, Friction: 0.7})
	}
	v := mustNew(t, d)
	for i := range v.Wheels {
		if want := 1500 * 9.81 * 3 / 3.5 / 2; math.Abs(v.Wheels[i].Load-want) > 1e-9*want {
			t.Errorf("wheel %d carries %g N, want %g", i, v.Wheels[i].Load, want)
		}
	}
}

func TestGrip_StandsInEquilibrium(t *testing.T) {
	v := mustNew(t, sedan())
	pose := level(0.5)
	var force float64
	var moment geom.Vec
	for i := range v.Wheels {
		ground := road(v.Probe(i, pose, 0))
		g, ok := v.Grip(i, pose, &ground, geom.Vec{}, Input{Brake: 1})
		if !ok {
			t.Fatalf("wheel %d finds no ground", i)
		}
		force += g.Load
		moment = moment.Add(g.P.Sub(pose.P).Cross(g.N.Scale(g.Load)))
		if math.Abs(g.Limit-0.8*g.Load) > 1e-9 || g.Braking != g.Limit {
			t.Errorf("wheel %d: limit %g, braking %g at load %g", i, g.Limit, g.Braking, g.Load)
		}
	}
	if math.Abs(force-1500*9.81) > 1e-9*force || moment.Len() > 1e-9*force {
		t.Errorf("force %g N, moment %v N m", force, moment)
	}
}

// TestGrip_SpringPushesBackAndDamperOpposes: 10 mm lower the load is larger by the spring's k·10 mm, sinking at 1 m/s
// by c.
func TestGrip_SpringPushesBackAndDamperOpposes(t *testing.T) {
	v := mustNew(t, sedan())
	at := func(z, speed float64) float64 {
		pose := level(z)
		ground := road(v.Probe(0, pose, 0))
		g, _ := v.Grip(0, pose, &ground, geom.Vec{Z: speed}, Input{})
		return g.Load
	}
	w := &v.Wheels[0]
	if d := at(0.49, 0) - at(0.5, 0); math.Abs(d-0.01*w.Stiffness) > 1e-6 {
		t.Errorf("10 mm lower: %g N more, want %g", d, 0.01*w.Stiffness)
	}
	if d := at(0.5, -1) - at(0.5, 0); math.Abs(d-w.Damping) > 1e-6 {
		t.Errorf("sinking at 1 m/s: %g N more, want %g", d, w.Damping)
	}
	if beyond, want := at(0.5-w.Travel-0.01, 0)-at(0.5-w.Travel, 0), 0.01*w.Stiffness*(1+bumpStiffening); math.Abs(beyond-want) > 1e-6 {
		t.Errorf("10 mm beyond the travel: %g N more, want %g", beyond, want)
	}
	if l := at(0.5+1.01*w.Load/w.Stiffness, 0); l != 0 {
		t.Errorf("a wheel that hangs free carries %g N", l)
	}
}

func TestGrip_SteersToTheLeft(t *testing.T) {
	v := mustNew(t, sedan())
	pose := level(0.5)
	ground := road(v.Probe(0, pose, 0))
	g, _ := v.Grip(0, pose, &ground, geom.Vec{}, Input{Steer: 0.1})
	if !(g.F.Y > 0.09 && g.F.Y < 0.1) || !(g.G.X < 0) || math.Abs(g.F.Dot(g.G)) > 1e-15 {
		t.Errorf("rolling direction %v, left %v", g.F, g.G)
	}
}

func TestInput_HoldsTheLastEntry(t *testing.T) {
	d := sedan()
	d.Wheels[1].Program = []Input{{Time: 1, Brake: 0.5}, {Time: 2, Brake: 1}}
	d.AfterImpact = &Input{Brake: 0.7}
	v := mustNew(t, d)
	for _, c := range []struct {
		t    float64
		hit  bool
		want float64
	}{{0.5, false, 0}, {1, false, 0.5}, {1.99, false, 0.5}, {5, false, 1}, {0.5, true, 0.7}} {
		if got := v.Input(1, c.t, c.hit).Brake; got != c.want {
			t.Errorf("t = %g, hit %v: brake %g, want %g", c.t, c.hit, got, c.want)
		}
	}
	if v.Done(1.5) || !v.Done(2.5) {
		t.Error("the program ends at 2 s")
	}
}

// After an impact the driver's doing is replaced, and the vehicle stays what it is: blown tyres, anti-lock brakes,
// rolling resistance; the wheels stand straight.
func TestInput_KeepsTheVehicleAfterAnImpact(t *testing.T) {
	d := sedan()
	d.Wheels[1].Program = []Input{{Time: 1, Steer: 0.1, Blown: true}}
	d.AfterImpact = &Input{Brake: 1}
	d.Driver = &DriverDef{ABS: true, Rolling: 0.012, SteerLimit: 0.5, SteerRate: 1, Path: []mgl64.Vec2{{0, 0}, {0, 9}}, Speed: []SpeedAt{{Speed: 20}}}
	v := mustNew(t, d)
	for _, hit := range []bool{false, true} {
		v.Decide(2, geom.Transform{Q: geom.IdentityQuat()}, geom.Vec{X: 20}, 0, hit, 0, 0)
		in := v.Input(1, 2, hit)
		if !in.Blown || in.abs != hit || in.rolling != 0.012 || (in.Steer == 0) != hit || hit && (in.Brake != abs || in.drive != 0) {
			t.Errorf("hit %v: %+v", hit, in)
		}
	}
	if v.Input(0, 2, true).Blown {
		t.Error("a sound tyre has blown")
	}
}

func TestNew_NamesWhatIsWrong(t *testing.T) {
	cases := []struct {
		change func(*Def)
		want   string
	}{
		{func(d *Def) { d.Wheels = d.Wheels[:2] }, "three wheels"},
		{func(d *Def) { d.Wheels[2].Friction = -1 }, "wheels[2].friction: -1"},
		{func(d *Def) { d.Wheels[2].Friction = math.Inf(1) }, "wheels[2].friction: +Inf"},
		{func(d *Def) { d.Wheels[2].Frequency = math.Inf(1) }, "wheels[2].frequency: +Inf"},
		{func(d *Def) { d.Wheels[0].Program = []Input{{Time: math.NaN()}} }, "wheels[0].program[0].time: NaN"},
		{func(d *Def) { d.Wheels[0].Program = []Input{{Steer: math.NaN()}} }, "wheels[0].program[0].steer: NaN"},
		{func(d *Def) { d.AfterImpact = &Input{Brake: 2} }, "after_impact.brake: 2"},
		{func(d *Def) { d.AfterImpact = &Input{Steer: math.Inf(1)} }, "after_impact.steer: +Inf"},
		{func(d *Def) { d.Driver = &DriverDef{Speed: []SpeedAt{{Time: math.NaN()}}} }, "driver.speed[0].time: NaN"},
		{func(d *Def) { d.Driver = &DriverDef{React: &ReactionDef{Delay: math.Inf(1)}} }, "driver.react.delay: +Inf"},
		{func(d *Def) { d.Wheels[0].Program = []Input{{Brake: 1.5}} }, "wheels[0].program[0].brake"},
		{func(d *Def) { d.Wheels[0].Program = []Input{{Time: 2}, {Time: 1}} }, "wheels[0].program[1].time"},
		{func(d *Def) { d.Wheels[1].Program = []Input{{Throttle: 1.5}} }, "wheels[1].program[0].throttle: 1.5"},
		{func(d *Def) { d.Wheels[1].Program = []Input{{Handbrake: -0.5}} }, "handbrake: -0.5"},
		{func(d *Def) { d.Wheels[1].Program = []Input{{Handbrake: 1.5}} }, "handbrake: 1.5"},
		{func(d *Def) { d.Driver = &DriverDef{SteerLimit: math.Inf(1)} }, "driver.steer_limit: +Inf"},
		{func(d *Def) { d.Driver = &DriverDef{Rolling: -0.01} }, "driver.rolling: -0.01"},
		{func(d *Def) { d.Driver = &DriverDef{Power: 1000} }, "drives no wheel: give one that is driven"},
		{func(d *Def) { d.Driver = &DriverDef{React: &ReactionDef{Brake: 1.1}} }, "driver.react.brake: 1.1"},
		{func(d *Def) { d.Driver = &DriverDef{Speed: []SpeedAt{{Speed: math.Inf(1)}}} }, "driver.speed[0].speed: +Inf"},
		{func(d *Def) { d.Driver = &DriverDef{Speed: []SpeedAt{{Time: 1, Speed: 2}, {Time: 1, Speed: 3}}} }, "driver.speed[1].time"},
		{func(d *Def) { d.Driver = &DriverDef{Path: []mgl64.Vec2{{0, 0}, {math.NaN(), 1}}} }, "driver.path[1]"},
		{func(d *Def) { d.Driver = &DriverDef{Path: []mgl64.Vec2{{0, 0}, {1, 1}, {1, 1}}} }, "driver.path[2]"},
		{func(d *Def) { d.Driver = &DriverDef{Path: []mgl64.Vec2{{0, 0}}} }, "one point is no path"},
		{func(d *Def) {
			for i := range d.Wheels {
				d.Wheels[i].Contact[0] += 5
			}
		}, "surround"},
	}
	for _, c := range cases {
		d := sedan()
		c.change(&d)
		if _, err := New(&d, 1500, 9.81); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("want an error with %q, got %v", c.want, err)
		}
	}
}

// TestNew_RefusesMassesAndGravitiesThatCannotBe, of which sim.New gives none.
func TestNew_RefusesMassesAndGravitiesThatCannotBe(t *testing.T) {
	d := sedan()
	for want, c := range map[string][2]float64{
		"mass: 0 kg": {0, 9.81}, "mass: -1 kg": {-1, 9.81}, "mass: NaN kg": {math.NaN(), 9.81}, "mass: +Inf kg": {math.Inf(1), 9.81},
		"gravity: -9.81 m/s²": {1500, -9.81}, "gravity: NaN m/s²": {1500, math.NaN()}, "gravity: +Inf m/s²": {1500, math.Inf(1)},
	} {
		if v, err := New(&d, c[0], c[1]); v != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%g kg, %g m/s²: %v, want %q", c[0], c[1], err, want)
		}
	}
	if v, err := New(&d, 1500, 0); err != nil || v.Wheels[0].Load != 0 {
		t.Errorf("without gravity: %+v, %v", v, err)
	}
	d.Driver, d.Wheels[0].Driven = &DriverDef{Power: 90_000}, true
	if v, err := New(&d, 1500, 0); err != nil || v.Wheels[0].engine != 0 {
		t.Errorf("with an engine, without gravity: %+v, %v", v, err)
	}
}
