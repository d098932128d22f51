package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestSeparationHullTriangle_UnitNormalOfNeedles checks triangles whose corners are in line in the world but, by
// rounding, not in the shape's frame: the normal is of unit length, and the one along which the separation is.
func TestSeparationHullTriangle_UnitNormalOfNeedles(t *testing.T) {
	box, err := geom.NewBox(geom.Vec{X: 1205.445755420606, Y: 4825.714819812159, Z: 122785.0894938456})
	if err != nil {
		t.Fatal(err)
	}
	a := Convex{&box, geom.Transform{Q: geom.Quat{W: 0.38268343236508984, V: geom.Vec{X: 0.9238795325112867}}}}
	needles, faces := []geom.Triangle{{
		A: geom.Vec{X: 1324.5647891227336, Y: 90264.24484128249, Z: 83409.87373653373},
		B: geom.Vec{X: 1096.6448872963347, Y: 91178.87873879884, Z: 83225.71909381867},
		C: geom.Vec{X: 1210.6048382095341, Y: 90721.56179004067, Z: 83317.7964151762},
	}}, 0
	r := newCurvedRand(71)
	for range 20000 {
		x := geom.Triangle{A: r.vec(), B: r.vec()}
		x.C = x.A.Add(x.B).Scale(0.5)
		move := r.vec().Scale(1e5)
		needles = append(needles, geom.Triangle{A: x.A.Scale(900).Add(move), B: x.B.Scale(900).Add(move), C: x.C.Scale(900).Add(move)})
	}
	for i, x := range needles {
		var f triangleHull
		f.set(&x, a.Pose)
		if !f.thin && x.Normal() == (geom.Vec{}) {
			faces++
		}
		sep, n := SeparationHullTriangle(&a, &x)
		if math.Abs(n.Len()-1) > 1e-14 {
			t.Errorf("%d: normal %v", i, n)
		}
		pa := a.Pose.Apply(box.Support(a.Pose.Q.RotateInv(n)))
		// Normals within 1e-10 rad are one.
		if s := math.Min(x.A.Dot(n), math.Min(x.B.Dot(n), x.C.Dot(n))) - pa.Dot(n); math.Abs(s-sep) > 1e-10*2e5 {
			t.Errorf("%d: separation %v, along the normal %v", i, sep, s)
		}
	}
	if faces == 0 {
		t.Error("no needle with a face in the frame of the shape alone")
	}
}
