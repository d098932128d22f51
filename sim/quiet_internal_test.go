package sim

import (
	"math"
	"testing"
)

// TestQuiet_OnlyWhatRests: a tower at rest takes its steps whole; one of which a box moves at 1 mm/s does not, nor one whose foot has lost the floor, though
// nothing moves yet. Both end as with substeps throughout: the box has stopped, the tower falls by ½ g t².
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
	z := w.state.bodies[0].X.Z
	w.statics[0].placed[0].Pose.P.Z -= 10
	w.statics[0].placed[0].obb.C.Z -= 10
	steps(t, w, 6)
	if fall := 0.5 * 9.81 * 0.01; math.Abs(z-w.state.bodies[0].X.Z-fall) > 1e-9 {
		t.Errorf("without the floor it falls by %g m, want %g", z-w.state.bodies[0].X.Z, fall)
	}
}
