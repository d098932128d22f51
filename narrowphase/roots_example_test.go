package narrowphase_test

import (
	"fmt"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// A point falls from a height of 3 to -1 through a triangle at height 0.
func ExampleVertexFace() {
	face := geom.Triangle{A: geom.Vec{X: -1, Y: -1}, B: geom.Vec{X: 3, Y: -1}, C: geom.Vec{X: -1, Y: 3}}
	out := narrowphase.VertexFace(geom.Vec{Z: 3}, &face, geom.Vec{Z: -1}, &face)
	fmt.Printf("%v at %.3f, %.3f of the first side and %.3f of the second\n", out.Status == narrowphase.Hit, out.Time, out.U, out.V)
	// Output: true at 0.750, 0.250 of the first side and 0.250 of the second
}
