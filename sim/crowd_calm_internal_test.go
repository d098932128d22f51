package sim

import "testing"

// TestCrowd_LeavesOutWhatRests: what is at rest near a crowd comes to stand still to the last bit, and repeats its
// steps, while others move; nothing of the crowd gets deeper into it than a contact of a crowd is; and with a body that
// comes at it it is of the crowd again.
func TestCrowd_LeavesOutWhatRests(t *testing.T) {
	t.Parallel()
	w := hills(t)
	w.set.SleepTime = -1
	left, repeats, again := 0, 0, 0
	was := make([]bool, len(w.bodies))
	for step := range 240 {
		if step%40 == 0 { // it is thrown at its neighbours
			w.state.bodies[0].V.X, w.state.bodies[0].V.Y = 3, 3
		}
		steps(t, w, 1)
		if len(w.crowd.crowds) == 0 {
			continue
		}
		for i := range w.bodies {
			if !w.crowd.left[i] {
				if was[i] {
					again++
				}
				was[i] = false
				continue
			}
			was[i] = true
			left++
			if n := w.flights[i].island; n < 0 || w.crowd.moved[i] {
				t.Fatalf("step %d: body %d is left out and not held", step, i)
			} else if w.islands[n].repeats {
				repeats++
			}
			for _, k := range w.pairsOf[i] {
				p := &w.pairs[k]
				if p.b < 0 || !w.crowd.moved[p.a] && !w.crowd.moved[p.b] {
					continue
				}
				for _, q := range w.touches(k, 0) {
					if q.sep < -w.set.Slop {
						t.Errorf("step %d: bodies %d and %d are %g m deep in each other", step, p.a, p.b, -q.sep)
					}
				}
			}
		}
	}
	t.Logf("left out %d times, %d repeated, %d again of the crowd", left, repeats, again)
	if left < 1000 || repeats < left/2 || again == 0 {
		t.Errorf("left out %d times, %d of them repeated, %d again of the crowd: the scene tests next to nothing", left, repeats, again)
	}
}
