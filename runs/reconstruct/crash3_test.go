package reconstruct

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// TestStiffness_EnergyIsTheWorkOfTheForce: the energy of a depth is what the force per width A + B C does over it,
// added up in thin pieces, and A²/2B that leaves no crush; the depth of an energy is that depth.
func TestStiffness_EnergyIsTheWorkOfTheForce(t *testing.T) {
	s := Stiffness{A: 55e3, B: 390e3}
	const w, c, n = 1.5, 0.42, 100000
	work := s.A * s.A / (2 * s.B) * w
	for i := range n {
		work += w * (s.A + s.B*c*(float64(i)+0.5)/n) * c / n
	}
	near(t, "energy", s.Energy(c, w), work, 1e-6)
	near(t, "depth", s.Depth(s.Energy(c, w), w), c, 1e-12)
	near(t, "depth of less than leaves any", s.Depth(0.9*w*s.A*s.A/(2*s.B), w), 0, 0)
	near(t, "depth of less than nothing", s.Depth(-1, w), 0, 0)
}

// TestStiffness_OfABarrierCrash: Campbell's law of full frontal crashes into a barrier, V = b0 + b1 C, is A = m b0 b1 /
// w and B = m b1² / w: the energy of the crush is m V²/2.
func TestStiffness_OfABarrierCrash(t *testing.T) {
	const m, w, b0, b1 = 1800.0, 1.9, 3.0, 15.5 // [m/s], [m/s per m]
	s := Stiffness{A: m * b0 * b1 / w, B: m * b1 * b1 / w}
	for _, v := range []float64{5, 13.4, 15.6} {
		near(t, "crush", s.Depth(m*v*v/2, w), (v-b0)/b1, 1e-12)
	}
}

// TestCrashClass_IsConsistent: the table prints G = A²/2B [lb] beside A and B, which were rounded: within 2.5 %, and 2
// lb for the small ones.
func TestCrashClass_IsConsistent(t *testing.T) {
	const pound = 4.4482216152605
	for name, g := range map[string][3]float64{
		"mini": {966, 81, 1755}, "subcompact": {778, 148, 1874}, "compact": {901, 263, 1930}, "intermediate": {1874, 203, 4986},
		"full-size": {1429, 331, 628}, "large": {1429, 331, 628}, "van": {580, 0, 818}, "pickup": {2307, 0, 0},
	} {
		sides, ok := CrashClass(name)
		if !ok {
			t.Fatal(name)
		}
		for k, s := range [3]Stiffness{sides.Front, sides.Side, sides.Rear} {
			if (s.B > 0) != (g[k] > 0) {
				t.Errorf("%s: side %d: %+v", name, k, s)
			} else if s.B > 0 {
				near(t, name, s.A*s.A/(2*s.B)/pound, g[k], 0.025*g[k]+2)
			}
		}
	}
	if len(CrashClasses) != 8 {
		t.Errorf("%d classes", len(CrashClasses))
	}
	for _, n := range CrashClasses {
		if _, ok := CrashClass(n); !ok {
			t.Errorf("there is no class %q", n)
		}
	}
}

// inLine is a rear-end collision: a, heading +x, meets b's back with an overlap of 1.2 of 1.8 m, and both crush for 50
// ms. 40 kJ are lost.
func inLine(t *testing.T) *Builder {
	t.Helper()
	b := twoCars(t)
	for i := range 2 {
		b.objects[i].Half = geom.Vec{X: 2.25, Y: 0.9, Z: 0.6}
		b.objects[i].Offset = geom.Vec{X: -0.1}
	}
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{X: 4.3, Y: 0.6}, 0, geom.Vec{}, 0)...)
	e := record.Event{Time: 0.35, Kind: record.Impact, A: 0, B: 1, Impulse: geom.Vec{X: -9000}, EnergyLost: 40e3, Points: []record.Point{{Impulse: geom.Vec{X: -9000}}}}
	e.Before[0].V, e.After[0].V, e.After[1].V = geom.Vec{X: 10}, geom.Vec{X: 4}, geom.Vec{X: 7.5}
	b.Frame(&record.Frame{Values: v})
	b.Frame(&record.Frame{Step: 1, Time: 0.3, Values: v, Events: []record.Event{{Kind: record.Crush, A: 0, B: 1, Time: 0.3}}})
	b.Frame(&record.Frame{Step: 2, Time: 0.35, Values: v, Events: []record.Event{e}})
	e.Time = 0.8
	b.Frame(&record.Frame{Step: 3, Time: 0.8, Values: v, Events: []record.Event{e}})
	return b
}

// TestBuilder_CrushTime: mean acceleration is over the crush time; an impact half a second later, without a touch
// before it, has none.
func TestBuilder_CrushTime(t *testing.T) {
	for i, dv := range []float64{6, 7.5} {
		v := inLine(t).Vehicles()[i]
		near(t, "crush time", v.Collisions[0].CrushTime, 0.05, 1e-12)
		near(t, "mean acceleration", v.Collisions[0].MeanAcceleration, dv/0.05/StandardGravity, 1e-9)
		near(t, "crush time of the second", v.Collisions[1].CrushTime, 0, 0)
		near(t, "mean acceleration of the second", v.Collisions[1].MeanAcceleration, dv/0.1/StandardGravity, 1e-9)
		if v.Peak != nil {
			near(t, "peak over", v.Peak.Over, 0.05, 1e-12)
		}
	}
}

// TestTimeLine_HasTheFirstTouch: of the collision that crushed, at its time, and not of the other.
func TestTimeLine_HasTheFirstTouch(t *testing.T) {
	n := 0
	for _, m := range inLine(t).TimeLine() {
		if m.What == "touches b and crushes" || m.What == "touches a and crushes" {
			n++
			near(t, "touch", m.Time, 0.3, 1e-12)
		}
	}
	if n != 2 {
		t.Errorf("%d touches", n)
	}
}

// TestBuilder_CrushByEqualForces: a's front of 1 on b's rear of 2: the forces w (A + B C) are equal, the energies add
// up to what is lost, and the EES is that of each one's energy. With one stiffness alone that one has half; neither has
// a crush without.
func TestBuilder_CrushByEqualForces(t *testing.T) {
	front, rear := Stiffness{A: 50e3, B: 400e3}, Stiffness{A: 60e3, B: 250e3}
	b := inLine(t)
	b.Stiffen("a", Sides{Front: front})
	b.Stiffen("b", Sides{Rear: rear})
	list := b.Vehicles()
	one, two := list[0].Collisions[0].Crush, list[1].Collisions[0].Crush
	if one == nil || two == nil || one.Side != "front" || two.Side != "rear" {
		t.Fatalf("%+v, %+v", one, two)
	}
	near(t, "width of a", one.Width, 1.2, 1e-12)
	near(t, "width of b", two.Width, 1.2, 1e-12)
	near(t, "energies", one.Energy+two.Energy, 40e3, 1e-9)
	near(t, "a's energy", front.Energy(one.Depth, 1.2), one.Energy, 1e-8)
	near(t, "b's energy", rear.Energy(two.Depth, 1.2), two.Energy, 1e-8)
	near(t, "force", one.Width*(front.A+front.B*one.Depth), two.Width*(rear.A+rear.B*two.Depth), 1e-8)
	near(t, "a's part", one.Energy, 40e3*250/650, 1e-8)
	near(t, "a's EES", list[0].Collisions[0].EES, math.Sqrt(2*one.Energy/1500), 1e-12)
	if !(two.Depth > one.Depth) {
		t.Errorf("the softer one is crushed by %g m, the other by %g", two.Depth, one.Depth)
	}

	b = inLine(t)
	b.Stiffen("a", Sides{Front: front})
	list = b.Vehicles()
	near(t, "half", list[0].Collisions[0].Crush.Energy, 20e3, 1e-9)
	if list[1].Collisions[0].Crush != nil {
		t.Error("b has a crush without a stiffness")
	}
	near(t, "EES of half", list[0].Collisions[0].EES, math.Sqrt(40e3/1500), 1e-12)
}

// TestBuilder_CrushAgainstAWall: an oblique force, 30° off the front, into a wall as wide as half of the car: all of
// the energy, by cos² 30° = 3/4.
func TestBuilder_CrushAgainstAWall(t *testing.T) {
	b := twoCars(t)
	b.objects[0].Half = geom.Vec{X: 2.25, Y: 0.9, Z: 0.6}
	b.objects[2].Half, b.objects[2].Position, b.objects[2].Attitude = geom.Vec{X: 1, Y: 5, Z: 1}, geom.Vec{X: 3, Y: 5}, geom.IdentityQuat()
	s := Stiffness{A: 40e3, B: 500e3}
	b.Stiffen("a", Sides{Front: s})
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{Y: 50}, 0, geom.Vec{}, 0)...)
	j := geom.Vec{X: -1000 * math.Cos(math.Pi/6), Y: 500}
	e := record.Event{Time: 0.05, Kind: record.Impact, A: 0, B: 2, Impulse: j, EnergyLost: 60e3, Points: []record.Point{{Impulse: j}}}
	b.Frame(&record.Frame{Values: v})
	b.Frame(&record.Frame{Step: 1, Time: 0.1, Values: v, Events: []record.Event{e}})
	c := b.Vehicles()[0].Collisions[0].Crush
	if c == nil || c.Side != "front" {
		t.Fatalf("%+v", c)
	}
	near(t, "width", c.Width, 0.9, 1e-12)
	near(t, "energy", c.Energy, 60e3, 1e-9)
	near(t, "depth", s.Energy(c.Depth, 0.9), 0.75*60e3, 1e-6)
}

// TestGauge_CrushTime: the half sine begins with the touch and is as long as the crush time; its area is the velocity
// of the impact.
func TestGauge_CrushTime(t *testing.T) {
	hit := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.5}
	hit.Before[0].V, hit.After[0].V = geom.Vec{X: 20}, geom.Vec{X: 10}
	g := gauge(t, geom.Vec{}, 1.0/240, 2, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		v := 20.0
		if time >= 0.5 {
			v = 10
		}
		return geom.IdentityQuat(), geom.Vec{X: v}, geom.Vec{}
	}, map[int][]record.Event{106: {{Kind: record.Crush, A: 0, B: 1, Time: 0.44}}, 120: {hit}})
	a := g.Accelerometer()
	near(t, "touch", *a.Hit, 0.44, 1e-12)
	peak := 10 * math.Pi / (2 * 0.06) / StandardGravity
	near(t, "CFC 180", a.CFC180.X, -peak, 0.01*peak)
	near(t, "when", a.CFC180.Time, 0.47, 3e-4)
	near(t, "OIV", a.Severity.OIV.Longitudinal, 10, 1e-3)
}
