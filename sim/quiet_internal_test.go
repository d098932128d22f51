package sim

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// TestQuiet_OnlyWhatRests: a tower at rest takes its steps whole; one of which a box moves at 1 mm/s does not, nor one
// whose foot has lost the floor, though nothing moves yet. Both end as with substeps throughout: the box has stopped,
// the tower falls by ½ g t².
func TestQuiet_OnlyWhatRests(t *testing.T) {
	w := tower(t, 3)
	if len(w.islands) != 1 || !w.islands[0].quiet {
		t.Fatal("a tower at rest is not quiet")
	}
	w.state.bodies[2].V.X = 1e-3
	steps(t, w, 1)
	if w.islands[0].quiet && w.islands[0].t == 0 {
		t.Error("a tower of which a box moves is quiet")
	}
	steps(t, w, 10)
	if v := w.state.bodies[2].V.Len(); v > 1e-6 || !w.islands[0].quiet {
		t.Errorf("the box has not come to rest: %g m/s", v)
	}

	w = tower(t, 3)
	w.repeating.off = true // the floor is none of what may change
	z := w.state.bodies[0].X.Z
	w.statics[0].placed[0].Pose.P.Z -= 10
	w.statics[0].placed[0].obb.C.Z -= 10
	steps(t, w, 6)
	if fall := 0.5 * 9.81 * 0.01; math.Abs(z-w.state.bodies[0].X.Z-fall) > 1e-9 {
		t.Errorf("without the floor it falls by %g m, want %g", z-w.state.bodies[0].X.Z, fall)
	}
}

// TestQuiet_TowersSettle: a tower of eight comes to rest to the last bit, held by its weight, and does not creep;
// without friction, and pulled aside by 1 mm/s², it moves as that says.
func TestQuiet_TowersSettle(t *testing.T) {
	w := tower(t, 8)
	before := append([]rigid.State(nil), w.state.bodies...)
	steps(t, w, 60)
	for i := range before {
		if s := &w.state.bodies[i]; s.V != (geom.Vec{}) || s.L != (geom.Vec{}) || *s != before[i] {
			t.Errorf("box %d moves: %+v, before %+v", i, *s, before[i])
		}
	}
	sum := 0.0
	for i := range w.state.contacts {
		if c := &w.state.contacts[i]; c.key.b < 0 {
			sum += c.fn
		}
	}
	if want := 8 * 9810.0; math.Abs(sum-want) > 1e-5*want {
		t.Errorf("the floor carries %g N, want %g", sum, want)
	}

	w = tower(t, 8)
	for i := range w.surface {
		w.surface[i].friction = 0
	}
	w.gravity.X = 1e-3
	steps(t, w, 60)
	for i := range w.state.bodies {
		if v := w.state.bodies[i].V; math.Abs(v.X-1e-3) > 1e-6 {
			t.Errorf("box %d goes at %v m/s", i, v)
		}
	}
}
