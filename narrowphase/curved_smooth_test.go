package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// curvedGapTriangle is curvedGap for a triangle.
func curvedGapTriangle(a *Convex, tri *geom.Triangle, n geom.Vec) float64 {
	pa := a.Pose.Q.Rotate(a.Shape.Support(a.Pose.Q.RotateInv(n)))
	b := math.Min(tri.A.Sub(a.Pose.P).Dot(n), math.Min(tri.B.Sub(a.Pose.P).Dot(n), tri.C.Sub(a.Pose.P).Dot(n)))
	return b - pa.Dot(n)
}

// curvedClimb climbs to the direction of the largest separation near n.
func curvedClimb(r curvedRand, gap func(geom.Vec) float64, n geom.Vec) float64 {
	best := gap(n)
	for step := 0.5; step > 1e-9; step *= 0.7 {
		for range 10 {
			m := n.AddScaled(r.unit(), step).Normalize()
			if g := gap(m); g > best {
				best, n = g, m
			}
		}
	}
	return best
}

// TestSeparationCurved_Smooth checks all pairs with an ellipsoid, a cylinder or a cone, and triangles, as
// TestSeparationCurved_Round: the separation is that of the supports along N, and climbing from many directions finds
// no larger one.
func TestSeparationCurved_Smooth(t *testing.T) {
	r := newCurvedRand(7)
	kinds := []geom.ShapeKind{geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeSphere, geom.ShapeCapsule,
		geom.ShapeBox, geom.ShapeHull, geom.ShapePlane}
	var apart, touch, deep int
	worst := 0.0
	for i := range geomtest.Trials(1600) {
		a := Convex{r.shape(t, kinds[i%3]), geom.Transform{P: r.vec(), Q: r.quat()}}
		kind := kinds[i/3%len(kinds)]
		var b Convex
		var tri geom.Triangle
		size := a.Shape.Extent()
		if kind == geom.ShapePlane {
			tri = geom.Triangle{A: r.vec().Scale(3), B: r.vec().Scale(3), C: r.vec().Scale(3)}
			size += 3
		} else {
			b = Convex{r.shape(t, kind), geom.Transform{Q: r.quat()}}
			size += b.Shape.Extent()
		}
		gap := func(n geom.Vec) float64 {
			if kind == geom.ShapePlane {
				return curvedGapTriangle(&a, &tri, n)
			}
			return curvedGap(&a, &b, n)
		}
		query := func() (float64, geom.Vec) {
			if kind == geom.ShapePlane {
				return SeparationCurvedTriangle(&a, &tri)
			}
			return SeparationCurved(&a, &b)
		}
		a.Pose.P = a.Pose.P.AddScaled(r.unit(), size*2*r.Float64())
		shallow := i%2 == 1
		if shallow { // to within a millionth of touch, on either side
			s, n := query()
			a.Pose.P = a.Pose.P.AddScaled(n, s-1e-6*size*r.sym())
		}
		sep, n := query()
		if math.Abs(n.Len()-1) > 1e-12 {
			t.Fatalf("case %d: %v and %v: normal %v", i, a.Shape.Kind, kind, n)
		}
		if g := gap(n); math.Abs(g-sep) > 1e-12*size {
			t.Errorf("case %d: %v and %v: separation %v, along the normal %v (%g)", i, a.Shape.Kind, kind, sep, g, g-sep)
		}
		for k := range 8 {
			m := n
			if k > 0 {
				m = r.unit()
			}
			if g := curvedClimb(r, gap, m); g > sep+1e-9*size {
				t.Errorf("case %d: %v and %v: separation %v, another direction has %v", i, a.Shape.Kind, kind, sep, g)
				break
			} else {
				worst = math.Max(worst, (g-sep)/size)
			}
		}
		if kind != geom.ShapePlane {
			if back, m := SeparationCurved(&b, &a); math.Abs(back-sep) > 1e-9*size || sep > -1e-3*size && m.Add(n).Len() > 1e-5 {
				t.Errorf("case %d: %v and %v: swapped %v %v, not %v %v", i, a.Shape.Kind, kind, back, m, sep, n.Neg())
			}
		}
		switch {
		case math.Abs(sep) < 2e-6*size:
			touch++
		case sep > 0:
			apart++
		default:
			deep++
		}
	}
	t.Logf("%d apart, %d near touch, %d deep, worst %g", apart, touch, deep, worst)
}
