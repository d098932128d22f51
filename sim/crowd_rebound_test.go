package sim_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// touchingRow returns 24 cubes side by side that drift along y, and make a crowd of what is near them although it
// rebounds.
func touchingRow(at mgl64.Vec3) []sim.BodyDef {
	var list []sim.BodyDef
	for i := range 24 {
		list = append(list, cube(fmt.Sprint("row ", i), 0.25, 1, at.Add(mgl64.Vec3{0.5 * float64(i), 0, 0}), mgl64.Vec3{0, 0.2, 0}))
	}
	return list
}

// TestCrowd_ReboundsAsNewtonSays: two balls meet head on at some 3 m/s in a crowd, with restitution e, at different
// moments of a step: momentum is conserved, they part at e times that speed, to rounding, so that with e = 1 no energy
// is lost. If they approach no faster than ImpactSpeed, they do not rebound.
func TestCrowd_ReboundsAsNewtonSays(t *testing.T) {
	t.Parallel()
	ball, err := geom.NewSphere(0.25)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []float64{1, 0.5, 0.1} {
		for phase := range 16 {
			slowest := 0.2
			if phase == 0 {
				slowest = 3.1
			}
			gap := 0.06 + 0.05*float64(phase)/16
			ma, mb, va, vb := 2+0.13*float64(phase), 3-0.07*float64(phase), 2+0.03*float64(phase), -1+0.05*float64(phase)
			def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, ImpactSpeed: slowest}, Materials: []sim.Material{{Restitution: e}}}
			def.Bodies = append([]sim.BodyDef{
				{Name: "a", Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: ma, Position: mgl64.Vec3{0, 0.9, 0}, Velocity: mgl64.Vec3{va, 0, 0}},
				{Name: "b", Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: mb, Position: mgl64.Vec3{0.5 + gap, 0.9, 0}, Velocity: mgl64.Vec3{vb, 0, 0}},
			}, touchingRow(mgl64.Vec3{-5, 0, 0})...)
			w := mustWorld(t, def)
			if n := len(run(t, w, 4, nil)); n > 0 {
				t.Fatalf("e %g, phase %d: %d impacts: it is no crowd", e, phase, n)
			}
			a, b := bodyOf(w, 0).V, bodyOf(w, 1).V
			e := e
			if slowest > 3 {
				e = 0
			}
			mean, parting := (ma*va+mb*vb)/(ma+mb), e*(va-vb)/(ma+mb)
			if va, vb := mean-mb*parting, mean+ma*parting; math.Abs(a.X-va) > 1e-12 || math.Abs(b.X-vb) > 1e-12 {
				t.Errorf("e %g, phase %d: they leave at %.15g and %.15g m/s, want %.15g and %.15g", e, phase, a.X, b.X, va, vb)
			}
		}
	}
}

// TestCrowd_BouncesUnderWeight: balls, and cubes, that fall on a floor at 2 to 3 m/s beside a crowd, as part of it, for
// 500 phases of the step, return with e² of the energy that they have there; balls with e = 1 with all of it, to
// rounding, cubes, whose corners the passes solve approximately, with 1 % less speed at least. The place is uncertain by
// the distance that they go in a substep, 0.07 of the radius at most.
func TestCrowd_BouncesUnderWeight(t *testing.T) {
	t.Parallel()
	const g, n = 9.81, 500
	ball, err := geom.NewSphere(0.25)
	if err != nil {
		t.Fatal(err)
	}
	for _, box := range []bool{false, true} {
		for _, e := range []float64{1, 0.5, 0.3} {
			def := &sim.Definition{Settings: sim.Settings{Step: 1.0 / 60, Gravity: tilt(0)}, Materials: []sim.Material{{Restitution: e}}, Statics: []sim.StaticDef{floor(50)}}
			for phase := range n {
				b := sim.BodyDef{Name: fmt.Sprint(phase), Shapes: []sim.ShapeDef{{Shape: ball}}, Mass: 2, Velocity: mgl64.Vec3{0, 0, -2 - 0.1*float64(phase%7)}}
				b.Position = mgl64.Vec3{-5 + 0.7*float64(phase%20), 0.9 + 0.7*float64(phase/20), 0.25 + 0.15 + 0.04*float64(phase)/n}
				if box {
					b.Shapes, b.Half = nil, mgl64.Vec3{0.25, 0.25, 0.25}
				}
				def.Bodies = append(def.Bodies, b)
			}
			def.Bodies = append(def.Bodies, touchingRow(mgl64.Vec3{-5, 0, 0.25})...)
			w := mustWorld(t, def)
			run(t, w, 2, nil)
			if n := len(run(t, w, 6, nil)); n > 0 {
				t.Fatalf("e %g: %d impacts: it is no crowd", e, n)
			}
			for phase := range n {
				s, z, v := bodyOf(w, phase), def.Bodies[phase].Position[2], def.Bodies[phase].Velocity[2]
				has, had := s.V.LenSq()/2+g*(s.X.Z-0.25), v*v/2+g*(z-0.25)
				least, most := e*e*had-1e-12, e*e*had+(1-e*e)*g*0.07*0.25
				switch {
				case box:
					least, most = 0.98*least, most*(1+1e-9)
				case e == 1:
					least, most = had*(1-1e-9), had*(1+1e-9) // states are rounded to about 1e-10 of it
				}
				if s.V.Z < 0 && e > 0.4 || has < least || has > most {
					t.Errorf("box %v, e %g, phase %d: at %g m it goes at %g m/s: %.6g J/kg, want %.6g to %.6g", box, e, phase, s.X.Z, s.V.Z, has, least, most)
				}
			}
		}
	}
}

// TestCrowd_HeapsThatReboundSettle: heaps of boxes and balls with restitution 0.3, and 0.95, fall into a bin. They gain
// no energy in any step (1e-6 of it; where rebounds are not damped up to 4e-4), the ledger closes, they overlap by a few
// mm, and once two dozen touch others they are a crowd: there are no impacts any more.
func TestCrowd_HeapsThatReboundSettle(t *testing.T) {
	t.Parallel()
	for _, e := range []float64{0.3, 0.95} {
		def := fallingHeap(t, bin(), e)
		w := mustWorld(t, def)
		var b record.Balance
		start := w.Frame().Ledger
		start.Rows = nil
		b.Add(&start)
		before := energyOf(&w.Frame().Ledger)
		first, most, into, gain, late := before, 0.0, 0.0, 0.0, 0
		steps := 240
		if !geomtest.Long {
			steps = 180
			if e < 0.5 {
				steps = 120
			}
		}
		for step := range steps {
			n := len(run(t, w, 1, nil))
			b.Add(&w.Frame().Ledger)
			now := energyOf(&w.Frame().Ledger)
			gain, before = math.Max(gain, now-before), now
			if step%5 == 0 {
				p, s := overlaps(w, def)
				most, into = math.Max(most, p), math.Max(into, s)
			}
			if step > steps-60 {
				late += n
			}
			if n := away(w, def); n > 0 {
				t.Fatalf("e %g, step %d: %d bodies have left", e, step, n)
			}
		}
		open, _, _ := b.Gaps()
		t.Logf("e %g: overlap %.3g m, with statics %.3g m, a step gains %.2g, %d impacts in the last second, open %.2g", e, most, into, gain/first, late, math.Abs(open)/b.Energy)
		if most > 8e-3 || into > 6e-3 || gain > 1e-6*first || late > 0 || math.Abs(open) > 1e-9*b.Energy {
			t.Errorf("e %g: it overlaps, gains energy, or is no crowd", e)
		}
	}
}

// TestCrowd_SameBitsWhereItReboundsAndResists: heaps with restitution, rolling resistance and spin friction have the
// same bits with 2, 4 and 8 workers, and if each step begins from a restored snapshot, as bodies that meet by impacts
// become crowds. Without the tag long, each second step does.
func TestCrowd_SameBitsWhereItReboundsAndResists(t *testing.T) {
	t.Parallel()
	for _, m := range []sim.Material{{Friction: 0.5, Restitution: 0.3, Rolling: 0.02, Spin: 0.01}, {Friction: 0.5, Restitution: 0.95, Rolling: 0.02}} {
		def := fallingHeap(t, bin(), 0)
		if def.Materials[0] = m; m.Restitution > 0.9 {
			def.Statics = bowl(t)
		}
		w, shot := mustWorld(t, def), mustWorld(t, def)
		others := []*sim.World{mustWorld(t, def), mustWorld(t, def), mustWorld(t, def)}
		if !geomtest.Long { // one, whose workers change
			others = others[:1]
		}
		changes, before := 0, false
		steps := 120
		if !geomtest.Long && m.Restitution < 0.9 {
			steps = 90
		}
		for step := range steps {
			restored := geomtest.Long || step%2 == 0
			if restored {
				if err := shot.Restore(w.Snapshot(nil)); err != nil {
					t.Fatal(err)
				}
			}
			if now := len(run(t, w, 1, nil)) > 0; now != before {
				changes, before = changes+1, now
			}
			if restored {
				if run(t, shot, 1, nil); shot.Hash() != w.Hash() {
					t.Fatalf("%+v, step %d: restored, it differs", m, step)
				}
			}
			for k, o := range others {
				workers := 2 << ((k + step) % 3)
				o.SetWorkers(workers)
				if run(t, o, 1, nil); o.Hash() != w.Hash() {
					t.Fatalf("%+v, step %d: %d workers differ", m, step, workers)
				}
			}
		}
		if t.Logf("%+v: %d changes", m, changes); changes < 2 {
			t.Errorf("%+v: only %d changes between impacts and none", m, changes)
		}
	}
}
