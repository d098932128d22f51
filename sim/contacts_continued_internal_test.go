package sim

import (
	"testing"

	"github.com/prang-sim/prang/narrowphase"
)

// TestContinued_OneImpulseIsTakenOverOnce: a round part, or a corner, that lies on one triangle of a mesh and comes near
// another has the impulse of the first one only, until it has left that; then its lowest point has it.
func TestContinued_OneImpulseIsTakenOverOnce(t *testing.T) {
	on := func(tri int32) rowKey {
		return rowKey{a: 0, b: -1, tri: tri, feature: narrowphase.FeatureID(narrowphase.FeatureFace) << 30}
	}
	at := func(tri int32, sep float64) touch { return touch{key: on(tri), sep: sep} }
	old := func(tri int32, fn float64) contact { return contact{key: on(tri), fn: fn} }
	for _, c := range []struct {
		name string
		old  []contact
		now  []touch
		want []int // of each of now: the index of the old one
	}{
		{"stays and comes near another", []contact{old(7, 100)}, []touch{at(5, 0.01), at(7, 0)}, []int{-1, 0}},
		{"stays, lower on another", []contact{old(7, 100)}, []touch{at(5, -1e-5), at(7, 0)}, []int{-1, 0}},
		{"on both", []contact{old(5, 40), old(7, 60)}, []touch{at(5, 0), at(7, 0)}, []int{0, 1}},
		{"moves on", []contact{old(7, 100)}, []touch{at(5, 0)}, []int{0}},
		{"moves on to where it was near", []contact{old(5, 0), old(7, 100)}, []touch{at(5, 0)}, []int{1}},
		{"moves on between two", []contact{old(7, 100)}, []touch{at(4, 0.01), at(5, 0)}, []int{-1, 0}},
		{"moves on between two, as low", []contact{old(7, 100)}, []touch{at(4, 0), at(5, 0)}, []int{0, -1}},
		{"lies on one of two and leaves the other", []contact{old(5, 50), old(7, 50)}, []touch{at(5, 0)}, []int{0}},
		{"no impulse to take over", []contact{old(7, 0)}, []touch{at(5, 0)}, []int{-1}},
	} {
		for i := range c.now {
			if got := continued(c.old, c.now, &c.now[i]); got != c.want[i] {
				t.Errorf("%s: point %d continues %d, not %d", c.name, i, got, c.want[i])
			}
		}
	}
	convex := rowKey{a: 0, b: -1, tri: -1, feature: 3}
	if got := continued([]contact{{key: rowKey{a: 0, b: -1, tri: -1, feature: 2}, fn: 1}}, nil, &touch{key: convex}); got != -1 {
		t.Errorf("a corner of a convex pair continues another one: %d", got)
	}
}
