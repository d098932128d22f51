package narrowphase_test

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

func ExampleDistance() {
	box, err := geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	ball, err := geom.NewSphere(0.5)
	if err != nil {
		fmt.Println(err)
		return
	}
	a := narrowphase.Convex{Shape: &box, Pose: geom.Transform{Q: geom.IdentityQuat()}}
	b := narrowphase.Convex{Shape: &ball, Pose: geom.Transform{P: geom.Vec{X: 3, Y: 0.5}, Q: geom.IdentityQuat()}}
	d := narrowphase.Distance(&a, &b)
	fmt.Printf("%.2f m along (%.0f, %.0f, %.0f)\n", d.Gap, d.N.X, d.N.Y, d.N.Z)
	fmt.Printf("from (%.1f, %.1f, %.1f) to (%.1f, %.1f, %.1f)\n", d.PA.X, d.PA.Y, d.PA.Z, d.PB.X, d.PB.Y, d.PB.Z)
	// Output:
	// 1.50 m along (1, 0, 0)
	// from (1.0, 0.5, 0.0) to (2.5, 0.5, 0.0)
}

func ExamplePenetration() {
	cylinder, err := geom.NewCylinder(1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	ellipsoid, err := geom.NewEllipsoid(geom.Vec{X: 1, Y: 2, Z: 3})
	if err != nil {
		fmt.Println(err)
		return
	}
	a := narrowphase.Convex{Shape: &cylinder, Pose: geom.Transform{Q: geom.IdentityQuat()}}
	b := narrowphase.Convex{Shape: &ellipsoid, Pose: geom.Transform{P: geom.Vec{X: 1.5}, Q: geom.IdentityQuat()}}
	if m, ok := narrowphase.Penetration(&a, &b); ok {
		fmt.Printf("A must move %.3f m along x\n", -m.Depth*m.N.X)
	}
	// Output:
	// A must move -0.500 m along x
}

func ExampleRaycast() {
	cone, err := geom.NewCone(3, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	s := narrowphase.Convex{Shape: &cone, Pose: geom.Transform{Q: geom.IdentityQuat()}}
	h := narrowphase.Raycast(&s, geom.Vec{X: 5.5, Z: 2}, geom.Vec{X: -1}, math.Inf(1))
	if h.Status == narrowphase.Hit {
		fmt.Printf("after %.1f at (%.1f, %.1f, %.1f), normal (%.1f, %.1f, %.1f)\n", h.Time, h.P.X, h.P.Y, h.P.Z, h.N.X, h.N.Y, h.N.Z)
	}
	// Output:
	// after 4.0 at (1.5, 0.0, 2.0), normal (0.8, 0.0, 0.6)
}

func ExampleCast() {
	table, err := geom.NewBox(geom.Vec{X: 5, Y: 5, Z: 1})
	if err != nil {
		fmt.Println(err)
		return
	}
	roller, err := geom.NewCylinder(1, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	lying := geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)
	a := narrowphase.Convex{Shape: &roller, Pose: geom.Transform{P: geom.Vec{Z: 5}, Q: lying}}
	b := narrowphase.Convex{Shape: &table, Pose: geom.Transform{Q: geom.IdentityQuat()}}
	s := narrowphase.Cast(&a, &b, geom.Vec{Z: -2}, geom.Vec{}, 10, 0)
	fmt.Printf("hit: %v after %.2f s, last contact after %.2f s\n", s.Status == narrowphase.Hit, s.Time, s.Exit)
	for _, p := range s.Set.Points[:s.Set.Count] {
		fmt.Printf("touch at x = %.1f, z = %.1f\n", p.X, p.Z)
	}
	// Output:
	// hit: true after 1.50 s, last contact after 3.50 s
	// touch at x = -2.0, z = 1.0
	// touch at x = 2.0, z = 1.0
}
