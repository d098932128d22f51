package sim_test

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// Joints that say the same thing twice: hinges of two ball joints, welds of three and more, and loops of hinges.

// apartInWorld returns the largest distance between the ends of joints, which are given in the world, of bodies whose
// attitude at the start is none [m].
func apartInWorld(def *sim.Definition, w *sim.World) float64 {
	framed := *def
	framed.Joints = nil
	for _, j := range def.Joints {
		k := sim.JointDef{A: j.A, B: j.B, AtA: j.AtA, AtB: j.AtA}
		if j.A >= 0 {
			k.AtA = j.AtA.Sub(def.Bodies[j.A].Position)
		}
		if j.B >= 0 {
			k.AtB = j.AtA.Sub(def.Bodies[j.B].Position)
		}
		framed.Joints = append(framed.Joints, k)
	}
	return apartAt(&framed, w)
}

// TestJoint_HingePendulumHasItsPeriod hangs a plate on a hinge, two joints and three in one line, whose axis is level or
// tilted by an angle: its period is 2π √(J / (m g l cos tilt)) (1 + amp²/16), J about the axis; its energy keeps, the ends
// stay together and do not wander along the axis.
func TestJoint_HingePendulumHasItsPeriod(t *testing.T) {
	t.Parallel()
	const m, l, thick, amp, g = 3.0, 1.0, 0.05, 0.1, 9.81
	for _, c := range []struct {
		tilt float64
		at   []float64 // places along the axis
	}{{0, []float64{0.25, -0.25}}, {0.3, []float64{0.25, -0.25}}, {1, []float64{0.1, 0.3}}, {0.3, []float64{0.25, -0.25, 0.1}}, {0, []float64{0.001, -0.001}}} {
		axis := mgl64.Vec3{0, math.Cos(c.tilt), math.Sin(c.tilt)}
		q := mgl64.QuatRotate(c.tilt, mgl64.Vec3{1, 0, 0}).Mul(mgl64.QuatRotate(math.Pi/2-amp, mgl64.Vec3{0, 1, 0}))
		def := &sim.Definition{
			Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -g}, SleepTime: -1},
			Bodies:   []sim.BodyDef{{Name: "plate", Half: mgl64.Vec3{l, 0.3, thick}, Mass: m, Position: q.Rotate(mgl64.Vec3{l, 0, 0}), Attitude: q}},
		}
		for _, s := range c.at {
			def.Joints = append(def.Joints, sim.JointDef{A: 0, B: sim.WorldEnd, InWorld: true, AtA: axis.Mul(s)})
		}
		w := mustWorld(t, def)
		e0 := energyOf(&w.Frame().Ledger)
		first, last, count, before, off := 0.0, 0.0, 0, 0.0, 0.0
		steps := 1700 // three of its turns
		if geomtest.Long || c.tilt == 1 {
			steps = 2400
		}
		run(t, w, steps, func() {
			plate := bodyOf(w, 0)
			turn := w.Body(0).AngularVelocity.Dot(axis)
			if before > 0 && turn <= 0 {
				at := w.Frame().Time - turn/(turn-before)*w.Frame().Time/float64(w.Frame().Step)
				if count == 0 {
					first = at
				}
				last, count = at, count+1
			}
			before = turn
			off = math.Max(off, plate.X.MGL().Add(plate.Q.MGL().Rotate(mgl64.Vec3{-l, 0, 0})).Len())
			if d := math.Abs(energyOf(&w.Frame().Ledger) - e0); d > 1e-9*m*g*l {
				t.Fatalf("%+v: energy off by %g J", c, d)
			}
		})
		j := m*(l*l+thick*thick)/3 + m*l*l
		want := 2 * math.Pi * math.Sqrt(j/(m*g*math.Cos(c.tilt)*l)) * (1 + amp*amp/16)
		got := (last - first) / float64(count-1)
		t.Logf("%+v: period off by %.2g of it, off the axis by %.2g m", c, got/want-1, off)
		if count < 3 || math.Abs(got/want-1) > 3e-6 || off > 1e-9 {
			t.Errorf("%+v: %d periods of %.9f s, want %.9f; off the axis by %g m", c, count, got, want, off)
		}
	}
}

// TestJoint_StruckDoor strikes a door on a hinge with a ball of speed v, r from the hinge: the impulse is (1+e) v / (1/m +
// r²/J), J about the hinge, the door turns at that times r/J, whose sign is that of r × v, and goes on turning, on two
// joints and on three in one line.
func TestJoint_StruckDoor(t *testing.T) {
	t.Parallel()
	const big, m, r, v, e = 20.0, 2.0, 0.8, 6.0, 0.7
	for _, side := range []float64{1, -1} {
		for _, at := range [][]float64{{0.8, -0.8}, {0.8, -0.8, 0.1}} {
			ball := ballOf(0.1, m)
			ball.Position, ball.Velocity = mgl64.Vec3{-0.5 + r, -0.5 * side, 0.43}, mgl64.Vec3{0, v * side, 0}
			def := &sim.Definition{
				Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1},
				Materials: []sim.Material{{Restitution: e}},
				Bodies:    []sim.BodyDef{{Name: "door", Half: mgl64.Vec3{0.5, 0.02, 1}, Mass: big}, ball},
			}
			for _, z := range at {
				def.Joints = append(def.Joints, sim.JointDef{A: 0, B: sim.WorldEnd, InWorld: true, AtA: mgl64.Vec3{-0.5, 0, z}})
			}
			w := mustWorld(t, def)
			hit := firstImpact(t, w, 60)
			j := big*(0.25+0.0004)/3 + big*0.25
			want := (1 + e) * v / (1/m + r*r/j)
			if got := math.Abs(hit.Impulse.Y); math.Abs(got/want-1) > 1e-9 {
				t.Errorf("%d joints: impulse %.12f N s, want %.12f", len(at), got, want)
			}
			run(t, w, 600, nil)
			if got := value(w, 0, "w", 2); math.Abs(got-side*want*r/j) > 1e-6 {
				t.Errorf("%d joints: the door turns at %.9f rad/s, want %.9f", len(at), got, side*want*r/j)
			}
			if d := apartInWorld(def, w); d > 1e-9 {
				t.Errorf("%d joints: the hinge is off by %g m", len(at), d)
			}
		}
	}
}

// welded is two boxes, joined at the points, that fall on a plane as they turn, and as one box of both.
func welded(points []mgl64.Vec3, ground bool) (two, one *sim.Definition) {
	spin := mgl64.Vec3{1, 2, 3}
	half := mgl64.Vec3{0.5, 0.3, 0.2}
	base := sim.Definition{Settings: sim.Settings{SleepTime: 0.5}, Materials: []sim.Material{{Friction: 0.5, Restitution: 0}}}
	z := 0.0
	if ground {
		z = 1.5
		base.Settings.Gravity = mgl64.Vec3{0, 0, -9.81}
		base.Statics = []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}}}
	}
	a, b := base, base
	for k, x := range []float64{-0.5, 0.5} {
		a.Bodies = append(a.Bodies, sim.BodyDef{Name: fmt.Sprint(k), Half: half, Mass: 3, Position: mgl64.Vec3{x, 0, z}, AngularVelocity: spin, Velocity: spin.Cross(mgl64.Vec3{x, 0, 0})})
	}
	b.Bodies = []sim.BodyDef{{Name: "both", Half: mgl64.Vec3{1, 0.3, 0.2}, Mass: 6, Position: mgl64.Vec3{0, 0, z}, AngularVelocity: spin}}
	for _, p := range points {
		a.Joints = append(a.Joints, sim.JointDef{A: 0, B: 1, InWorld: true, AtA: p.Add(mgl64.Vec3{0, 0, z})})
	}
	return &a, &b
}

var weldPoints = []mgl64.Vec3{{0, 0.3, -0.2}, {0, -0.3, -0.2}, {0, 0, 0.2}, {0, 0.2, 0.2}}

// TestJoint_WeldMovesAsOne compares two boxes held by three or four joints, as they tumble freely, with one box of the same
// mass and inertia: after a second they are in the same place and attitude, to the order of the step.
func TestJoint_WeldMovesAsOne(t *testing.T) {
	t.Parallel()
	for n := 3; n <= 4; n++ {
		var errs []float64
		for _, dt := range []float64{1.0 / 240, 1.0 / 480} {
			two, one := welded(weldPoints[:n], false)
			two.Settings.Step, one.Settings.Step = dt, dt
			a, b := mustWorld(t, two), mustWorld(t, one)
			e0 := a.Frame().Ledger.Kinetic
			bal := balance(t, a, int(1/dt))
			run(t, b, int(1/dt), nil)
			left, right, both := bodyOf(a, 0), bodyOf(a, 1), bodyOf(b, 0)
			if d := left.Q.Conj().Mul(right.Q).MGL().V.Len(); d > 1e-10 {
				t.Errorf("%d joints: the boxes have turned by %g against each other", n, 2*d)
			}
			errs = append(errs, left.Q.Conj().Mul(both.Q).MGL().V.Len()*2)
			if d := left.X.Add(right.X).Len() / 2; d > 1e-12 {
				t.Errorf("%d joints: the centre of mass has moved by %g m", n, d)
			}
			if d := math.Abs(bal.End.Kinetic/e0 - 1); d > 1e-5 || math.Abs(e0/b.Frame().Ledger.Kinetic-1) > 1e-9 {
				t.Errorf("%d joints: the energy has changed by %g of it", n, d)
			}
		}
		t.Logf("%d joints: attitude off by %.2g and %.2g rad", n, errs[0], errs[1])
		if errs[0] > 1e-3 || errs[0] < 3*errs[1] {
			t.Errorf("%d joints: attitude off by %v rad for half the step", n, errs)
		}
	}
}

// TestJoint_WeldAndHingeLand drops two boxes on the floor, held by two to four joints: energy does not rise, no step runs
// out of passes, the balance closes, they come to rest asleep with ends together, and a run that is restored on the way
// goes on with the same bits.
func TestJoint_WeldAndHingeLand(t *testing.T) {
	t.Parallel()
	for n := 2; n <= 4; n++ {
		def, _ := welded(weldPoints[:n], true)
		w := mustWorld(t, def)
		energy := math.Inf(1)
		limits := 0
		watch := func() {
			now := energyOf(&w.Frame().Ledger)
			if now > energy+1e-6 {
				t.Errorf("%d joints, step %d: energy rises from %g to %g J", n, w.Frame().Step, energy, now)
			}
			energy = now
			for _, e := range w.Frame().Events {
				if e.Kind == record.Limit {
					limits++
				}
			}
		}
		run(t, w, 120, watch)
		shot := w.Snapshot(nil)
		run(t, w, 720, watch)
		if d := apartInWorld(def, w); d > 1e-8 {
			t.Errorf("%d joints are apart by %g m", n, d)
		}
		if !w.AtRest() || limits > 0 {
			t.Errorf("%d joints: at rest %v, %d limits", n, w.AtRest(), limits)
		}
		other := mustWorld(t, def)
		if err := other.Restore(shot); err != nil {
			t.Fatal(err)
		}
		run(t, other, 720, nil)
		if !bytes.Equal(other.Snapshot(nil), w.Snapshot(nil)) {
			t.Errorf("%d joints: the rest of the run is another after Restore", n)
		}
		balance(t, mustWorld(t, def), 400)
	}
}

// linkage is a ring of n links, each pair on a hinge along the axis of the ring, the first on the world.
func linkage(n int, tilt float64) *sim.Definition {
	def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1}, Materials: []sim.Material{{Friction: 0.5}}, Ignore: []sim.IgnoreDef{{GroupA: 1, GroupB: 1}}}
	q := mgl64.QuatRotate(tilt, mgl64.Vec3{1, 0, 0})
	corner := func(i int) mgl64.Vec3 {
		a := 2 * math.Pi * float64(i) / float64(n)
		return mgl64.Vec3{math.Cos(a) * 0.8, math.Sin(a), 0}
	}
	for i := range n {
		from, to := corner(i), corner(i+1)
		d := to.Sub(from)
		def.Bodies = append(def.Bodies, sim.BodyDef{Name: fmt.Sprint(i), Half: mgl64.Vec3{0.45 * d.Len(), 0.05, 0.1}, Mass: 1 + float64(i%3), Group: 1,
			Position: q.Rotate(from.Add(to).Mul(0.5)).Add(mgl64.Vec3{0, 0, 2}), Attitude: q.Mul(mgl64.QuatRotate(math.Atan2(d[1], d[0]), mgl64.Vec3{0, 0, 1}))})
		for _, z := range []float64{0.1, -0.1} {
			p := q.Rotate(from.Add(mgl64.Vec3{0, 0, z})).Add(mgl64.Vec3{0, 0, 2})
			def.Joints = append(def.Joints, sim.JointDef{A: (i + n - 1) % n, B: i, InWorld: true, AtA: p})
		}
	}
	return def
}

// TestJoint_LoopOfHinges swings rings of four and six links on hinges from the world, whose joints say far more than they
// must: the links stay in their plane, energy keeps, the balance closes and joints hold.
func TestJoint_LoopOfHinges(t *testing.T) {
	t.Parallel()
	for _, n := range []int{4, 6} {
		def := linkage(n, 1.2)
		axis := mgl64.QuatRotate(1.2, mgl64.Vec3{1, 0, 0}).Rotate(mgl64.Vec3{0, 0, 1})
		b0 := &def.Bodies[0]
		for _, z := range []float64{0.05, -0.05} {
			def.Joints = append(def.Joints, sim.JointDef{A: sim.WorldEnd, B: 0, InWorld: true, AtA: b0.Position.Add(axis.Mul(z))})
		}
		w := mustWorld(t, def)
		b := balance(t, w, 480)
		for i := range n {
			if d := bodyOf(w, i).X.MGL().Sub(b0.Position).Dot(axis); math.Abs(d) > 1e-7 {
				t.Errorf("%d links: link %d is %g m out of the plane", n, i, d)
			}
		}
		d := energyOf(&b.End) - energyOf(&b.Start)
		t.Logf("%d links: energy changed by %.2g of %.3g J", n, d, b.Energy)
		if math.Abs(d) > 2e-3*b.Energy {
			t.Errorf("%d links: energy changed by %g of %g J", n, d, b.Energy)
		}
	}
}

// TestJoint_LoopOfHingesFalls drops such rings on the floor and throws a ball at them: nothing flies off, energy does not
// rise after the ball, and the balance closes.
func TestJoint_LoopOfHingesFalls(t *testing.T) {
	t.Parallel()
	links, tilts := []int{4}, []float64{0.3}
	if geomtest.Long {
		links, tilts = []int{4, 6}, []float64{0, 0.3, 0.8, 1.5}
	}
	for _, n := range links {
		for _, tilt := range tilts {
			def := linkage(n, tilt)
			def.Statics = []sim.StaticDef{{Name: "floor", Half: mgl64.Vec3{20, 20, 1}, Position: mgl64.Vec3{0, 0, -1}}}
			ball := ballOf(0.2, 3)
			ball.Position, ball.Velocity = mgl64.Vec3{-4, 0, 1}, mgl64.Vec3{12, 0, 3}
			def.Bodies = append(def.Bodies, ball)
			w := mustWorld(t, def)
			start := energyOf(&w.Frame().Ledger)
			balance(t, w, 360)
			if now := energyOf(&w.Frame().Ledger); now > start {
				t.Errorf("%d links, tilt %g: energy rises from %g to %g J", n, tilt, start, now)
			}
		}
	}
}

// TestJoint_HingeMirrored swings a hinge between two bodies, thrown spinning, and its image in the plane y = 0: the images
// stay images to rounding.
func TestJoint_HingeMirrored(t *testing.T) {
	var worlds [2]*sim.World
	for k, s := range []float64{1, -1} {
		v := func(x, y, z float64) mgl64.Vec3 { return mgl64.Vec3{x, s * y, z} }
		spin := func(x, y, z float64) mgl64.Vec3 { return mgl64.Vec3{s * x, y, s * z} }
		worlds[k] = mustWorld(t, &sim.Definition{
			Settings: sim.Settings{SleepTime: -1},
			Bodies: []sim.BodyDef{
				{Name: "a", Half: mgl64.Vec3{0.5, 0.3, 0.1}, Mass: 3, Position: v(-0.5, 0, 0), AngularVelocity: spin(2, -5, 3), Velocity: v(1, 2, 0)},
				{Name: "b", Half: mgl64.Vec3{0.5, 0.2, 0.1}, Mass: 1, Position: v(0.5, 0, 0), AngularVelocity: spin(-4, 1, 6)},
			},
			Joints: []sim.JointDef{{A: 0, B: 1, InWorld: true, AtA: v(0, 0.2, 0.05)}, {A: 0, B: 1, InWorld: true, AtA: v(0, -0.15, 0.05)}},
		})
		run(t, worlds[k], 1, nil) // which brings the velocities into line
		b := balance(t, worlds[k], 240)
		if d := math.Abs(b.End.Kinetic/b.Start.Kinetic - 1); d > 1e-3 {
			t.Errorf("the energy has changed by %g of it", d)
		}
	}
	for i := range 2 {
		a, b := bodyOf(worlds[0], i), bodyOf(worlds[1], i)
		if d := math.Max(math.Abs(a.X.X-b.X.X), math.Max(math.Abs(a.X.Y+b.X.Y), math.Abs(a.X.Z-b.X.Z))); d > 1e-10 {
			t.Errorf("body %d and its image are apart by %g m", i, d)
		}
	}
}

// TestJoint_LightLinkHoldsAHeavyLoad hangs a million times its mass on a link, between two joints in line with the load: it
// is no direction along which joints say the same thing twice.
func TestJoint_LightLinkHoldsAHeavyLoad(t *testing.T) {
	def := &sim.Definition{Settings: sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}, SleepTime: -1}, Ignore: []sim.IgnoreDef{{GroupA: 1, GroupB: 1}}}
	def.Bodies = []sim.BodyDef{
		{Name: "load", Half: mgl64.Vec3{1, 1, 1}, Mass: 1e4, Position: mgl64.Vec3{0, 0, -1.2}, Group: 1},
		{Name: "link", Half: mgl64.Vec3{0.01, 0.01, 0.1}, Mass: 0.01, Position: mgl64.Vec3{0, 0, -0.1}, Group: 1},
	}
	def.Joints = []sim.JointDef{{A: sim.WorldEnd, B: 1, InWorld: true}, {A: 1, B: 0, InWorld: true, AtA: mgl64.Vec3{0, 0, -0.2}}}
	w := mustWorld(t, def)
	run(t, w, 240, nil)
	if z := value(w, 0, "x", 2); math.Abs(z+1.2) > 1e-8 {
		t.Errorf("the load is at %.9f m, want -1.2", z)
	}
	if f := value(w, -1, "joint.joints[0].force", 2); math.Abs(math.Abs(f)-9.81*(1e4+0.01)) > 1e-3 {
		t.Errorf("the joint carries %g N", f)
	}
}

// TestJoint_LightBodyOnLongLevers hinges a cube of 0.5 kg, by points 0.25 m and more away, to a box of 500 kg that falls
// on a floor. Over a whole substep its integrations diverged: energies of 1e10 to 1e27 J, and steps of 20 s.
func TestJoint_LightBodyOnLongLevers(t *testing.T) {
	t.Parallel()
	for n, c := range []struct{ x, v, k mgl64.Vec3 }{
		{mgl64.Vec3{1.39, 0.16, 1.7}, mgl64.Vec3{-1.42, -1.55, -3.13}, mgl64.Vec3{0.72, 0, 1.16}},
		{mgl64.Vec3{1.3, 0.02, 1.73}, mgl64.Vec3{0.51, 1.48, -2.97}, mgl64.Vec3{0.87, 0.06, 1.04}},
	} {
		w := mustWorld(t, &sim.Definition{
			Settings:  sim.Settings{Gravity: mgl64.Vec3{0, 0, -9.81}},
			Materials: []sim.Material{{Friction: 0.5}},
			Bodies: []sim.BodyDef{
				{Name: "light", Half: mgl64.Vec3{0.05, 0.05, 0.05}, Mass: 0.5, Position: mgl64.Vec3{0.5, 0, 1.2}, Velocity: mgl64.Vec3{0, 0, -3}},
				{Name: "heavy", Half: mgl64.Vec3{0.4, 0.3, 0.3}, Mass: 500, Position: c.x, Velocity: c.v},
			},
			Statics: []sim.StaticDef{floor(20)},
			Joints: []sim.JointDef{
				{Name: "j", A: 0, B: 1, AtA: mgl64.Vec3{0.75, 0, 1.2}, InWorld: true, Collide: true},
				{Name: "k", A: 0, B: 1, AtA: c.k, InWorld: true, Collide: true},
			},
		})
		start, most := 0.0, 0.0
		run(t, w, 300, func() {
			l := w.Frame().Ledger
			if start == 0 {
				start = l.Kinetic + l.Potential
			}
			most = math.Max(most, l.Kinetic+l.Potential)
		})
		if most > 1.001*start {
			t.Errorf("case %d: up to %g J of %g", n, most, start)
		}
	}
}
