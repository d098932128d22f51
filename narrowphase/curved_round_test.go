package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// curvedRand makes random input.
type curvedRand struct{ *rand.Rand }

func newCurvedRand(seed uint64) curvedRand { return curvedRand{rand.New(rand.NewPCG(seed, 3))} }

func (r curvedRand) sym() float64 { return 2*r.Float64() - 1 }

func (r curvedRand) vec() geom.Vec { return geom.Vec{X: r.sym(), Y: r.sym(), Z: r.sym()} }

func (r curvedRand) unit() geom.Vec {
	for {
		if v := r.vec(); v.LenSq() > 0.01 && v.LenSq() <= 1 {
			return v.Normalize()
		}
	}
}

func (r curvedRand) quat() geom.Quat {
	return geom.Quat{W: r.NormFloat64(), V: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}}.Normalize()
}

// length returns a length between 0.1 and 10 m, evenly in its logarithm.
func (r curvedRand) length() float64 { return math.Ldexp(0.1+0.1*r.Float64(), r.IntN(6)) }

func curvedShape(t testing.TB, s geom.Shape, err error) *geom.Shape {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return &s
}

// shape returns a random shape of a kind.
func (r curvedRand) shape(t testing.TB, kind geom.ShapeKind) *geom.Shape {
	t.Helper()
	var s geom.Shape
	var err error
	switch kind {
	case geom.ShapeBox:
		s, err = geom.NewBox(geom.Vec{X: r.length(), Y: r.length(), Z: r.length()})
	case geom.ShapeHull:
		p := make([]geom.Vec, 0, 24)
		for range 8 + r.IntN(16) {
			p = append(p, r.unit().Scale(1+r.Float64()))
		}
		s, err = geom.NewConvex(p)
	case geom.ShapeSphere:
		s, err = geom.NewSphere(r.length())
	case geom.ShapeEllipsoid:
		s, err = geom.NewEllipsoid(geom.Vec{X: r.length(), Y: r.length(), Z: r.length()})
	case geom.ShapeCapsule:
		s, err = geom.NewCapsule(r.length(), r.length())
	case geom.ShapeCylinder:
		s, err = geom.NewCylinder(r.length(), r.length())
	default:
		s, err = geom.NewCone(r.length(), r.length())
	}
	return curvedShape(t, s, err)
}

// curvedGap is the separation of two shapes along n by their support functions: no more than the separation for any n,
// and equal for the best.
func curvedGap(a, b *Convex, n geom.Vec) float64 {
	pa := a.Pose.Q.Rotate(a.Shape.Support(a.Pose.Q.RotateInv(n)))
	pb := b.Pose.Q.Rotate(b.Shape.Support(b.Pose.Q.RotateInv(n.Neg())))
	return n.Dot(b.Pose.P.Sub(a.Pose.P).Add(pb).Sub(pa))
}

// curvedBest climbs to the direction of the largest separation from the one given.
func curvedBest(r curvedRand, a, b *Convex, n geom.Vec) float64 {
	best := curvedGap(a, b, n)
	for step := 0.3; step > 1e-9; step *= 0.8 {
		for range 12 {
			m := n.AddScaled(r.unit(), step).Normalize()
			if g := curvedGap(a, b, m); g > best {
				best, n = g, m
			}
		}
	}
	return best
}

// TestSeparationCurved_Round checks separation and normal of spheres and capsules by the duality of distance and
// support: the separation along N equals the one returned, and no other direction has a larger one.
func TestSeparationCurved_Round(t *testing.T) {
	r := newCurvedRand(1)
	var apart, deep, cores, through int
	for i := range geomtest.Eighth(3000) {
		kindA := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule}[i%2]
		kindB := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeBox, geom.ShapeHull, geom.ShapePlane}[i/2%5]
		if kindB == geom.ShapePlane {
			if roundAndTriangle(t, r, i, kindA) {
				through++
			}
			continue
		}
		a := Convex{r.shape(t, kindA), geom.Transform{P: r.vec(), Q: r.quat()}}
		b := Convex{r.shape(t, kindB), geom.Transform{P: r.vec(), Q: r.quat()}}
		size := a.Shape.Extent() + b.Shape.Extent()
		a.Pose.P = a.Pose.P.AddScaled(r.unit(), size*2*r.Float64())
		sep, n := SeparationCurved(&a, &b)
		if g := curvedGap(&a, &b, n); math.Abs(g-sep) > 1e-13*size {
			t.Fatalf("case %d: %v and %v: separation %v, along the normal %v (%g)", i, kindA, kindB, sep, g, g-sep)
		}
		if g := curvedBest(r, &a, &b, r.unit()); g > sep+1e-13*size {
			t.Fatalf("case %d: %v and %v: separation %v, another direction has %v", i, kindA, kindB, sep, g)
		}
		if back, m := SeparationCurved(&b, &a); math.Abs(back-sep) > 1e-13*size || sep > -a.Shape.Size.X && m.Add(n).Len() > 1e-9 {
			t.Fatalf("case %d: %v and %v: swapped %v %v, not %v %v", i, kindA, kindB, back, m, sep, n.Neg())
		}
		switch {
		case sep > 0:
			apart++
		case sep < -a.Shape.Radius()-b.Shape.Radius():
			cores++
		default:
			deep++
		}
	}
	if apart < geomtest.Eighth(500) || deep < geomtest.Eighth(300) || cores < geomtest.Eighth(100) || through < geomtest.Eighth(15) {
		t.Fatalf("%d apart, %d overlapping, %d with their cores, %d through a triangle: too few", apart, deep, cores, through)
	}
}

// roundAndTriangle checks a sphere or capsule and a triangle in the same way, and reports whether the core goes through
// it.
func roundAndTriangle(t *testing.T, r curvedRand, i int, kind geom.ShapeKind) bool {
	t.Helper()
	a := Convex{r.shape(t, kind), geom.Transform{P: r.vec().Scale(1 + 2*r.Float64()), Q: r.quat()}}
	tri := geom.Triangle{A: r.vec().Scale(3), B: r.vec().Scale(3), C: r.vec().Scale(3)}
	size := a.Shape.Extent() + 3
	gap := func(n geom.Vec) float64 { return curvedGapTriangle(&a, &tri, n) }
	sep, n := SeparationCurvedTriangle(&a, &tri)
	// The direction of a distance l of the core is rounded by 1e-16·size/l, and the triangle's corners are up to a size
	// away.
	l := math.Abs(sep + a.Shape.Size.X)
	if g := gap(n); math.Abs(g-sep) > 1e-13*size+1e-15*size*size/l {
		t.Fatalf("case %d: %v and triangle: separation %v, along the normal %v (%g)", i, kind, sep, g, g-sep)
	}
	for range 3 {
		if g := curvedClimb(r, gap, r.unit()); g > sep+1e-13*size {
			t.Fatalf("case %d: %v and triangle: separation %v, another direction has %v", i, kind, sep, g)
		}
	}
	return sep < -a.Shape.Size.X*(1+1e-9)
}
