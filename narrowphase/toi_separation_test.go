package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The separation is the largest over the axes, by the projection of all vertices, and the gap from A to B along N.
func TestSeparation_EqualsProjectionOfVertices(t *testing.T) {
	r := newToiRand(600)
	apart, nearly := 0, 0
	for k := 0; k < 6000; k++ {
		c := r.query(k%2 == 0, 0, 0, 1)
		o := c.oracle()
		vb := o.b.at(0, c.sa.C).v
		boxA := geom.NewOBB(geom.Transform{P: c.sa.Q.Rotate(c.a.Offset), Q: c.sa.Q}, c.a.Half)
		var sep float64
		var n geom.Vec
		sine := 1.0
		if c.tri != nil {
			tri := geom.Triangle{A: vb[0], B: vb[1], C: vb[2]}
			sep, n = SeparationOBBTriangle(&boxA, &tri)
			for _, x := range []geom.Vec{boxA.Axes.X, boxA.Axes.Y, boxA.Axes.Z} {
				for _, e := range []geom.Vec{tri.B.Sub(tri.A), tri.C.Sub(tri.B), tri.A.Sub(tri.C)} {
					sine = min(sine, x.Cross(e.Normalize()).Len())
				}
				sine = min(sine, tri.AreaNormal().Len()/tri.B.Sub(tri.A).LenSq())
			}
		} else {
			boxB := geom.NewOBB(geom.Transform{P: c.sb.C.Sub(c.sa.C).Add(c.sb.Q.Rotate(c.b.Offset)), Q: c.sb.Q}, c.b.Half)
			sep, n = SeparationOBBs(&boxA, &boxB)
			nearest := toiLeastSine(&boxA, &boxB)
			if sine = nearest; nearest < 1e-3 {
				nearly++
			}
		}
		// Rounding turns the cross product of edges by 2e-16 over their sine.
		scale := c.size() + vb[0].Len()
		if want := o.separation(0); sine > 1e-6 && math.Abs(sep-want) > float64((1e-14+2e-15/sine)*scale) {
			t.Errorf("%d: separation %g, want %g", k, sep, want)
		}
		if got := o.along(0, n); math.Abs(got-sep) > 1e-14*scale {
			t.Errorf("%d: separation %g, along the normal %g", k, sep, got)
		}
		if math.Abs(n.Len()-1) > 1e-14 {
			t.Errorf("%d: normal of length %g", k, n.Len())
		}
		if sep > 0 {
			apart++
		}
	}
	if apart < 1000 || apart > 5990 || nearly < 50 {
		t.Errorf("%d apart, %d with all but parallel edges", apart, nearly)
	}
}

// toiLeastSine returns the least sine of two edges that is not rounding of zero.
func toiLeastSine(a, b *geom.OBB) float64 {
	least := 1.0
	for _, x := range []geom.Vec{a.Axes.X, a.Axes.Y, a.Axes.Z} {
		for _, y := range []geom.Vec{b.Axes.X, b.Axes.Y, b.Axes.Z} {
			if s := x.Cross(y).Len(); s > 1e-15 {
				least = min(least, s)
			}
		}
	}
	return least
}

// Worked by hand: cubes of half extent 1, and a triangle.
func TestSeparation_Table(t *testing.T) {
	half := geom.Vec{X: 1, Y: 1, Z: 1}
	one := geom.IdentityQuat()
	a := geom.NewOBB(geom.Transform{Q: one}, half)
	turned := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4)
	// Edges cross at right angles: A's along (1, 1, 0) turned to the top, B's likewise to the bottom.
	roof, keel := geom.AxisAngle(geom.Vec{X: 1}, math.Pi/4), geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/4)
	top := geom.NewOBB(geom.Transform{Q: roof}, half)
	for _, c := range []struct {
		name string
		a    geom.OBB
		b    geom.OBB
		sep  float64
		n    geom.Vec
	}{
		{"faces apart", a, geom.NewOBB(geom.Transform{P: geom.Vec{X: 2.5}, Q: one}, half), 0.5, geom.Vec{X: 1}},
		{"faces overlap", a, geom.NewOBB(geom.Transform{P: geom.Vec{Y: -1.75}, Q: one}, half), -0.25, geom.Vec{Y: -1}},
		{"edge to face", a, geom.NewOBB(geom.Transform{P: geom.Vec{X: 3}, Q: turned}, half), 2 - math.Sqrt2, geom.Vec{X: 1}},
		{"crossed edges", top, geom.NewOBB(geom.Transform{P: geom.Vec{Z: -3}, Q: keel}, half), 3 - 2*math.Sqrt2, geom.Vec{Z: -1}},
	} {
		if sep, n := SeparationOBBs(&c.a, &c.b); math.Abs(sep-c.sep) > 1e-15*8 || n.Sub(c.n).Len() > 1e-15*8 {
			t.Errorf("%s: %g along %v, want %g along %v", c.name, sep, n, c.sep, c.n)
		}
	}
	for _, c := range []struct {
		name string
		t    geom.Triangle
		sep  float64
		n    geom.Vec
	}{
		{"above", geom.Triangle{A: geom.Vec{Z: 1.5}, B: geom.Vec{X: 3, Z: 1.5}, C: geom.Vec{Y: 3, Z: 1.5}}, 0.5, geom.Vec{Z: 1}},
		{"below, other way round", geom.Triangle{A: geom.Vec{Z: -1.5}, B: geom.Vec{Y: 3, Z: -1.5}, C: geom.Vec{X: 3, Z: -1.5}}, 0.5, geom.Vec{Z: -1}},
		{"vertex inside", geom.Triangle{A: geom.Vec{Z: 0.75}, B: geom.Vec{X: 1, Z: 4}, C: geom.Vec{X: -1, Z: 4}}, -0.25, geom.Vec{Z: 1}},
		{"point", geom.Triangle{A: geom.Vec{Y: 1.5}, B: geom.Vec{Y: 1.5}, C: geom.Vec{Y: 1.5}}, 0.5, geom.Vec{Y: 1}},
		{"segment past an edge", geom.Triangle{A: geom.Vec{X: 3, Y: 0}, B: geom.Vec{X: 0, Y: 3}, C: geom.Vec{X: 3, Y: 0}}, 0.5 * math.Sqrt2, geom.Vec{X: math.Sqrt2 / 2, Y: math.Sqrt2 / 2}},
		{"contains a corner's shadow", geom.Triangle{A: geom.Vec{X: 4}, B: geom.Vec{Y: 4}, C: geom.Vec{Z: 4}}, 1 / math.Sqrt(3), geom.Vec{X: 1, Y: 1, Z: 1}.Normalize()},
	} {
		if sep, n := SeparationOBBTriangle(&a, &c.t); math.Abs(sep-c.sep) > 1e-15*8 || n.Sub(c.n).Len() > 1e-15*8 {
			t.Errorf("%s: %g along %v, want %g along %v", c.name, sep, n, c.sep, c.n)
		}
	}
}
