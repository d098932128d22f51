package narrowphase_test

import (
	"fmt"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// A cube falls at 3 m/s, turning at 7 rad/s, onto a slab.
func ExampleFCPF() {
	cube, _ := geom.NewBox(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
	slab, _ := geom.NewBox(geom.Vec{X: 5, Y: 5, Z: 1})
	at := geom.Transform{Q: geom.IdentityQuat()}
	a, b := narrowphase.Part{Shape: &cube, At: at}, narrowphase.Part{Shape: &slab, At: at}
	fall := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.AxisAngle(geom.Vec{Y: 1}, 0.3), V: geom.Vec{Z: -3}, W: geom.Vec{Y: 7}}
	rest := geom.Sweep{C: geom.Vec{Z: -1}, Q: geom.IdentityQuat()}
	out := narrowphase.FCPF(&a, &fall, &b, &rest, 1)
	fmt.Printf("%.9f s, %d points\n", out.Time, out.Set.Count)
	for _, p := range out.Set.Points[:out.Set.Count] {
		fmt.Printf("x %.6f, y %.1f m\n", p.X, p.Y)
	}
	// Output:
	// 0.454190007 s, 2 points
	// x 0.306077, y -0.5 m
	// x 0.306077, y 0.5 m
}
