package sim_test

import (
	"bytes"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// person adds a person of ten links who stands at x, 1.75 m and 77 kg, seen along +x, and returns the first link. Masses are
// shares of the whole by Dempster (1955), lengths by Drillis and Contini (1966), both as in Winter, "Biomechanics and Motor
// Control of Human Movement", tables 4.1 and figure 4.1. Knees bend by 0 to 140°, elbows by 0 to 145°, each by 10° the other
// ways.
func person(def *sim.Definition, x, y float64, turned float64) int {
	const height, mass = 1.75, 77.0
	first := len(def.Bodies)
	q := mgl64.QuatRotate(turned, mgl64.Vec3{0, 0, 1})
	place := func(v mgl64.Vec3) mgl64.Vec3 { return q.Rotate(v).Add(mgl64.Vec3{x, y, 0}) }
	link := func(name string, share, side, top, bottom, radius float64) int {
		half := height * (top - bottom) / 2
		def.Bodies = append(def.Bodies, sim.BodyDef{
			Name: name, Shapes: []sim.ShapeDef{{Shape: must(geom.NewCapsule(radius, half-radius))}}, Mass: share * mass, Group: 7,
			Position: place(mgl64.Vec3{0, side, height * (top + bottom) / 2}), Attitude: q,
		})
		return len(def.Bodies) - 1
	}
	joint := func(name string, a, b int, side, at float64, limits ...sim.JointLimit) {
		def.Joints = append(def.Joints, sim.JointDef{Name: name, A: a, B: b, InWorld: true, AtA: place(mgl64.Vec3{0, side, height * at}), Limits: limits})
	}
	// swings limits a limb, along -z at the start, to a cone about a direction forward of that.
	swings := func(forward, angle float64) sim.JointLimit {
		s, c := math.Sincos(forward * math.Pi / 180)
		return sim.JointLimit{AxisA: mgl64.Vec3{s, 0, -c}, AxisB: mgl64.Vec3{0, 0, -1}, Angle: angle * math.Pi / 180}
	}
	sideways := func(angle float64) sim.JointLimit {
		return sim.JointLimit{AxisA: mgl64.Vec3{0, 1, 0}, AxisB: mgl64.Vec3{0, 1, 0}, Angle: angle * math.Pi / 180}
	}
	torso := link("torso", 0.497, 0, 0.818, 0.53, 0.15)
	head := link("head", 0.081, 0, 1, 0.84, 0.09)
	joint("neck", torso, head, 0, 0.82,
		sim.JointLimit{AxisA: mgl64.Vec3{0, 0, 1}, AxisB: mgl64.Vec3{0, 0, 1}, Angle: math.Pi / 4},
		sim.JointLimit{AxisA: mgl64.Vec3{1, 0, 0}, AxisB: mgl64.Vec3{1, 0, 0}, Angle: math.Pi / 2.5})
	for n, side := range []string{"left ", "right "} {
		at := 1 - 2*float64(n)
		arm := link(side+"arm", 0.028, 0.22*at, 0.818, 0.632, 0.045)
		forearm := link(side+"forearm", 0.022, 0.22*at, 0.63, 0.43, 0.035)
		thigh := link(side+"thigh", 0.1, 0.09*at, 0.53, 0.285, 0.075)
		shin := link(side+"shin", 0.061, 0.09*at, 0.284, 0, 0.05)
		joint(side+"shoulder", torso, arm, 0.22*at, 0.81, swings(60, 110))
		joint(side+"elbow", arm, forearm, 0.22*at, 0.631, swings(72.5, 72.5), sideways(10))
		joint(side+"hip", torso, thigh, 0.09*at, 0.53, swings(45, 75), sideways(45))
		joint(side+"knee", thigh, shin, 0.09*at, 0.285, swings(-70, 70), sideways(10))
	}
	return first
}

// struckPerson is a person whom a car strikes at 40 km/h.
func struckPerson(dt, turned float64) (*sim.Definition, int) {
	def := &sim.Definition{
		Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, Step: dt},
		Materials: []sim.Material{{Friction: 0.6, Restitution: 0.1, Rolling: 0.005}},
		Statics:   []sim.StaticDef{floor(60)},
		Bodies: []sim.BodyDef{{Name: "car", Mass: 1400, Velocity: mgl64.Vec3{40 / 3.6, 0, 0}, Position: mgl64.Vec3{-3, 0, 0.55}, Shapes: []sim.ShapeDef{
			{Shape: must(geom.NewBox(geom.Vec{X: 2, Y: 0.85, Z: 0.25})), Position: mgl64.Vec3{0, 0, 0}},
			{Shape: must(geom.NewBox(geom.Vec{X: 1.2, Y: 0.7, Z: 0.3})), Position: mgl64.Vec3{-0.6, 0, 0.55}},
			{Shape: must(geom.NewBox(geom.Vec{X: 1.5, Y: 0.8, Z: 0.15})), Position: mgl64.Vec3{0, 0, -0.4}},
		}}},
		Ignore: []sim.IgnoreDef{{GroupA: 7, GroupB: 7}},
	}
	return def, person(def, 0, 0.2, turned)
}

// beyondLimits returns the largest angle beyond a limit of a joint [rad], and the joint's name.
func beyondLimits(def *sim.Definition, w *sim.World) (most float64, name string) {
	most = math.Inf(-1)
	for k := range def.Joints {
		j := &def.Joints[k]
		for _, l := range j.Limits {
			u, v := geom.FromMGL(l.AxisA).Normalize(), geom.FromMGL(l.AxisB).Normalize()
			if l.InWorld { // of bodies that are not turned at the start
				v = u
			}
			if j.A >= 0 {
				u = geom.QuatFromMGL(w.Body(j.A).Attitude).Rotate(u)
			}
			if j.B >= 0 {
				v = geom.QuatFromMGL(w.Body(j.B).Attitude).Rotate(v)
			}
			if a := math.Atan2(u.Cross(v).Len(), u.Dot(v)) - l.Angle; a > most {
				most, name = a, j.Name
			}
		}
	}
	return most, name
}

// partsBy returns the largest distance of the ends of joints that are given by points of the world at the start [m].
func partsBy(def *sim.Definition, w *sim.World) (most float64) {
	for k := range def.Joints {
		j := &def.Joints[k]
		var ends [2]mgl64.Vec3
		for e, i := range [2]int{j.A, j.B} {
			b, now := &def.Bodies[i], w.Body(i)
			ends[e] = now.Position.Add(now.Attitude.Rotate(b.Attitude.Conjugate().Rotate(j.AtA.Sub(b.Position))))
		}
		most = math.Max(most, ends[0].Sub(ends[1]).Len())
	}
	return most
}

// TestStop_PersonIsStruck: a person of ten links whom a car strikes at 40 km/h is thrown and comes to rest on the ground. In no
// step is a limit passed by more than 2 mrad, which impacts that cut substeps leave, nor by more than 0.1 mrad in more than one
// of fifty steps, and none goes further beyond by more than 0.1 mrad in a step without impacts (67 µrad, where a new contact
// cuts a substep, 15 where a new point of one does, else 3); no joint parts, and no step gains energy but by rounding. Joints
// have no friction: what swings in one keeps some mJ for long. By default it is the first 1.2 s, without the rest.
func TestStop_PersonIsStruck(t *testing.T) {
	t.Parallel()
	headings, most := []float64{200}, 288
	if geomtest.Long {
		most = 10 * 240
		headings = []float64{0, 45, 90, 135, 180, 200, 270, 315}
	}
	for _, heading := range headings {
		def, first := struckPerson(1.0/240, heading*math.Pi/180)
		w := mustWorld(t, def)
		energy := energyOf(&w.Frame().Ledger)
		start := energy
		beyond, where, gain, apart, some := math.Inf(-1), "", math.Inf(-1), 0.0, 0
		asleep, steps, kinetic, before, quietly := 0, 0, start, 0.0, 0.0
		for ; asleep < len(def.Bodies) && steps < most; steps++ {
			if err := w.Step(); err != nil {
				t.Fatal(err)
			}
			most, name := beyondLimits(def, w)
			if most > beyond {
				beyond, where = most, name
			}
			if most > 1e-4 {
				some++
			}
			now := energyOf(&w.Frame().Ledger)
			gain, energy, kinetic = math.Max(gain, now-energy), now, w.Frame().Ledger.Kinetic
			apart = math.Max(apart, partsBy(def, w))
			struck := false
			for _, e := range w.Frame().Events {
				switch e.Kind {
				case record.Impact:
					struck = true
				case record.Sleep:
					asleep++
				case record.Wake:
					asleep--
				}
			}
			if most = math.Max(0, most); !struck {
				quietly = math.Max(quietly, most-before)
			}
			before = most
		}
		thrown := w.Body(first).Position.Sub(def.Bodies[first].Position)
		t.Logf("heading %g: at rest after %.2f s, thrown %.2f m; beyond by %.2g rad (%s), in %d steps by more than 0.1 mrad; largest gain %.2g J of %.4g; joints apart by %.2g m",
			heading, w.Frame().Time, thrown[0], beyond, where, some, gain, start, apart)
		if rests := geomtest.Long; rests && (heading == 200 && asleep < len(def.Bodies) || kinetic > 0.01) || thrown[0] < 3 {
			t.Errorf("heading %g: %d of %d bodies sleep after %g s, %g m on; %g J left", heading, asleep, len(def.Bodies), w.Frame().Time, thrown[0], kinetic)
		}
		if beyond > 2e-3 || 50*some > steps || quietly > 1e-4 {
			t.Errorf("heading %g: %s is %g rad beyond its limit, in %d of %d steps by more than 0.1 mrad; without impacts by %g rad in a step", heading, where, beyond, some, steps, quietly)
		}
		if gain > 2e-9*start || apart > 1e-5 {
			t.Errorf("heading %g: a step adds %g J to %g; joints part by %g m", heading, gain, start, apart)
		}
	}
}

// TestStop_PersonHasTheSameBits steps a person who is struck with one, two and four workers, and from a snapshot at every step:
// all bits are the same. Once it has been there, no step allocates.
func TestStop_PersonHasTheSameBits(t *testing.T) {
	def, _ := struckPerson(1.0/240, 1.5)
	w, two, four, again := mustWorld(t, def), mustWorld(t, def), mustWorld(t, def), mustWorld(t, def)
	two.SetWorkers(2)
	four.SetWorkers(4)
	before := w.Snapshot(nil)
	start := bytes.Clone(before)
	var now []byte
	steps, others := 80, []*sim.World{two, again}
	if geomtest.Long {
		steps, others = 200, append(others, four)
	}
	for n := range steps {
		run(t, w, 1, nil)
		now = w.Snapshot(now[:0])
		for k, o := range others {
			if o == again {
				if err := o.Restore(before); err != nil {
					t.Fatal(err)
				}
			}
			run(t, o, 1, nil)
			if !bytes.Equal(o.Snapshot(nil), now) {
				t.Fatalf("step %d: world %d has other bits", n, k)
			}
		}
		before = append(before[:0], now...)
	}
	if most, _ := beyondLimits(def, w); most < -0.3 {
		t.Errorf("no joint is near its limit: %g rad", most)
	}
	restart := func() {
		if err := w.Restore(start); err != nil {
			t.Fatal(err)
		}
	}
	if n := geomtest.Allocations(steps, restart, func() { _ = w.Step() }); n != 0 {
		t.Errorf("%d allocations in %d steps", n, steps)
	}
}
