package sim

import (
	"testing"

	"github.com/go-gl/mathgl/mgl64"
)

// TestDampers_LinkInAnyOrder: dampers lead from a body in an island along a chain of five, whatever the order of bodies and springs: at
// the start of a step, and in a step at whose event three of them are members, and only the last of these is in an island.
func TestDampers_LinkInAnyOrder(t *testing.T) {
	for _, springs := range [][]int{{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}} {
		for _, members := range [][]int32{{2, 1, 0}, {1, 2, 0}, {0, 1, 2}} {
			def := &Definition{Settings: Settings{Step: 1.0 / 60}}
			for i := range 5 {
				def.Bodies = append(def.Bodies, BodyDef{Half: mgl64.Vec3{0.1, 0.1, 0.1}, Mass: 1, Position: mgl64.Vec3{float64(i), 0, 0}})
			}
			for _, k := range springs {
				def.Springs = append(def.Springs, SpringDef{A: k, B: k + 1, Length: -1, Damping: 5})
			}
			w, err := New(def)
			if err != nil {
				t.Fatal(err)
			}
			for _, cuts := range []bool{false, true} {
				w.evaluateForces()
				w.findPairs()
				w.clearIslands()
				w.held[members[2]] = true
				if w.members = append(w.members[:0], members...); cuts {
					w.cutAtDampers(0.001)
				} else {
					w.linkDampers()
				}
				for i := range int32(5) {
					if w.root(i) != 0 || !w.held[i] {
						t.Errorf("springs %v, members %v, cut %v: body %d is left out", springs, members, cuts, i)
					}
				}
				if cuts && len(w.members) != 5 {
					t.Errorf("springs %v, members %v: members %v", springs, members, w.members)
				}
			}
		}
	}
}
