package narrowphase

import (
	"fmt"
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestCurved_MovedAndTurned checks that a pair that is turned and moved as a whole gives the same separation, time and
// manifold.
func TestCurved_MovedAndTurned(t *testing.T) {
	r := newCurvedRand(51)
	for i := range 400 {
		kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeEllipsoid}
		c := curvedMeetings(t, r, kinds[i%5], []geom.ShapeKind{geom.ShapeBox, geom.ShapePlane, geom.ShapeSphere, geom.ShapeCylinder}[i/5%4])
		move := geom.Transform{P: r.vec().Scale(1024), Q: r.quat()}
		d := c
		turn := func(s *geom.Sweep) {
			s.C, s.V, s.W, s.Q = move.Apply(s.C), move.Q.Rotate(s.V), move.Q.Rotate(s.W), move.Q.Mul(s.Q)
		}
		turn(&d.sa)
		turn(&d.sb)
		d.tri = geom.Triangle{A: move.Apply(c.tri.A), B: move.Apply(c.tri.B), C: move.Apply(c.tri.C)}
		// Coordinates of a thousand metres are rounded by 1e-13.
		size := c.size()
		if s, u := c.separation(0), d.separation(0); math.Abs(s-u) > 1e-11+1e-9*size*math.Max(0, math.Copysign(1, -s)) {
			t.Errorf("%d: separation %v, moved %v", i, s, u)
		}
		x, y := c.run(), d.run()
		if x.Status == Hit && y.Status == Hit {
			at := 1e-6 * x.Time
			speed := math.Max((c.separation(x.Time-at)-c.separation(x.Time))/at, 1e-9)
			if math.Abs(x.Time-y.Time) > 1e-12+(1e-9*size+1e-11)/speed {
				t.Errorf("%d: time %v, moved %v", i, x.Time, y.Time)
			}
			continue
		}
		if x.Status != y.Status {
			t.Errorf("%d: %v, moved %v", i, x, y)
		}
	}
}

// A ball of half a metre falls on the ground from five metres at ten metres a second, while it spins.
func ExampleTimeOfImpactCurvedTriangle() {
	ball, err := geom.NewSphere(0.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	part := Part{Shape: &ball, At: geom.Transform{Q: geom.IdentityQuat()}}
	motion := geom.Sweep{C: geom.Vec{Z: 5.5}, V: geom.Vec{Z: -10}, Q: geom.IdentityQuat(), W: geom.Vec{X: 300}}
	ground := geom.Triangle{A: geom.Vec{X: -9, Y: -9}, B: geom.Vec{X: 9, Y: -9}, C: geom.Vec{Y: 9}}
	hit := TimeOfImpactCurvedTriangle(&part, &motion, &ground, 1, 1e-6)
	fmt.Printf("%.6f s, normal %v\n", hit.Time, hit.N)
	// Output: 0.500000 s, normal {0 0 -1}
}
