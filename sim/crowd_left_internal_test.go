package sim

import (
	"math"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// besideCrowd returns hills in which a body moves in a crowd, near at least 20 others that are left out.
func besideCrowd(t *testing.T) *World {
	t.Helper()
	w := hills(t)
	w.set.SleepTime = -1
	for step := range 240 {
		if step%40 == 0 {
			w.state.bodies[0].V.X, w.state.bodies[0].V.Y = 3, 3
		}
		steps(t, w, 1)
		if step > 40 && len(w.crowd.crowds) > 0 && len(leftOut(w)) >= 20 {
			return w
		}
	}
	t.Fatal("nothing rests beside a crowd")
	return nil
}

// leftOut returns the bodies left out of the crowds of the last step.
func leftOut(w *World) (list []int32) {
	for i := range w.bodies {
		if w.crowd.left[i] && !w.crowd.moved[i] {
			list = append(list, int32(i))
		}
	}
	return list
}

// sink lowers a body until it is deep in what it rests on by the given depth [m].
func sink(w *World, i int32, depth float64) {
	s := &w.state.bodies[i]
	for range 4 { // the ground is not level
		w.flights[i].s = *s
		deepest := 0.0
		for _, k := range w.pairsOf[i] {
			for _, q := range w.touches(k, 0) {
				deepest = max(deepest, -q.sep)
			}
		}
		s.X.Z -= depth - deepest
	}
}

// TestCrowd_LeavesOutWhatHardlyMoves: a body left out of a crowd takes one substep if the passes over its contacts end
// before they are found, and if it is pushed out of what it has sunk into, by far less than the slop. Shorter substeps
// would let it fall through gaps that count as closed, and the step would have to be restarted.
func TestCrowd_LeavesOutWhatHardlyMoves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		passes int
		deeper float64 // [Settings.Slop]
	}{{"not found", 1, 0}, {"pushed out", 1000, 0.03}} {
		t.Run(c.name, func(t *testing.T) {
			w := besideCrowd(t)
			w.contactSet.Passes, w.crowd.calm.set.Passes = c.passes, min(c.passes, calmPasses)
			for _, i := range leftOut(w) {
				if c.deeper == 0 { // else it repeats the last step
					w.state.bodies[i].V.Z = -2e-5
					continue
				}
				sink(w, i, float64((1+c.deeper)*w.set.Slop))
			}
			was := slices.Clone(w.state.bodies)
			steps(t, w, 1)
			tested := 0
			for _, i := range leftOut(w) {
				isl := &w.islands[w.flights[i].island]
				if !isl.quiet {
					t.Errorf("body %d has several substeps", i)
				}
				if c.deeper == 0 && !isl.found || c.deeper > 0 && w.state.bodies[i].X.Z-was[i].X.Z > float64(quietTravel*w.set.Slop) {
					tested++
				}
			}
			t.Logf("%d left out, %d tested, %d restarts for %d bodies", len(leftOut(w)), tested, w.crowd.tries, len(w.crowd.disturbed))
			if tested < 10 {
				t.Errorf("%d bodies tested, want 10 at least", tested)
			}
		})
	}
}

// TestCrowd_TakesWhatMovesAtOnce: if what was left out of a crowd is about to move, the step is restarted with it in the
// crowd, without substeps of its own: where its motion was not found, and in a group that is large enough for a crowd.
func TestCrowd_TakesWhatMovesAtOnce(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name          string
		passes, crowd int
	}{{"not found", 1, 24}, {"large", 1000, 1}} {
		t.Run(c.name, func(t *testing.T) {
			w := besideCrowd(t)
			w.contactSet.Passes, w.crowd.calm.set.Passes = c.passes, min(c.passes, calmPasses)
			w.set.Crowd = c.crowd
			w.gravity = geom.Vec{X: 10, Z: -9.81} // steeper than friction
			w.frame.Events = w.frame.Events[:0]
			w.startCrowds()
			w.startRepeats()
			if w.moveBodies() {
				t.Fatal("the step is not restarted")
			}
			list := leftOut(w)
			for _, i := range list {
				if isl := &w.islands[w.flights[i].island]; !isl.quiet || isl.t > 0 {
					t.Errorf("body %d has several substeps", i)
				}
			}
			if len(list) < 10 {
				t.Errorf("%d bodies were left out, want 10 at least", len(list))
			}
			w.rewind()
			for !w.moveBodies() {
				w.rewind()
			}
			for _, i := range list {
				if !w.crowd.moved[i] {
					t.Errorf("body %d is not of the crowd", i)
				}
			}
		})
	}
}

// TestCrowd_KeptContactsOfBallsTurn: a contact of two balls that is carried along is the one that they have where they are.
func TestCrowd_KeptContactsOfBallsTurn(t *testing.T) {
	at := func(a, b geom.Vec) touch {
		d := b.Sub(a)
		n := d.Normalize()
		sep := d.Len() - 0.5
		return touch{p: a.AddScaled(n, 0.3+float64(0.5*sep)), n: n, sep: sep}
	}
	a, b := geom.Vec{X: 1, Y: 2, Z: 3}, geom.Vec{X: 1.4, Y: 2.3, Z: 3.01}
	toA, toB := geom.Vec{X: 1.01, Y: 2.02, Z: 2.99}, geom.Vec{X: 1.37, Y: 2.36, Z: 3.04}
	q, want := at(a, b), at(toA, toB)
	q.turnBalls(toA, toB, a, b)
	if q.n.Sub(want.n).Len() > 1e-15 || math.Abs(q.sep-want.sep) > 1e-15 || q.p.Sub(want.p).Len() > 1e-15 {
		t.Errorf("%+v, want %+v", q, want)
	}
}
