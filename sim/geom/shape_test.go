package geom

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"
)

func shapeMust(t testing.TB) func(s Shape, err error) Shape {
	return func(s Shape, err error) Shape {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
}

func shapeUnit(r *rand.Rand) Vec {
	for {
		if v := (Vec{2*r.Float64() - 1, 2*r.Float64() - 1, 2*r.Float64() - 1}); v.LenSq() > 0.01 && v.LenSq() < 1 {
			return v.Normalize()
		}
	}
}

// shapeRandom returns a shape of each kind with a surface.
func shapeRandom(t testing.TB, r *rand.Rand, kind ShapeKind) Shape {
	l := func() float64 { return math.Pow(100, -r.Float64()) }
	must := shapeMust(t)
	switch kind {
	case ShapeBox:
		return must(NewBox(Vec{l(), l(), l()}))
	case ShapeHull:
		points := make([]Vec, 30)
		for i := range points {
			points[i] = shapeUnit(r).Mul(Vec{l(), l(), l()}).Add(Vec{0.3, 0.2, 0.1})
		}
		return must(NewConvex(points))
	case ShapeSphere:
		return must(NewSphere(l()))
	case ShapeEllipsoid:
		return must(NewEllipsoid(Vec{l(), l(), l()}))
	case ShapeCapsule:
		return must(NewCapsule(l(), l()))
	case ShapeCylinder:
		return must(NewCylinder(l(), l()))
	}
	return must(NewCone(l(), l()))
}

// shapeHas reports whether p is in the shape grown by tol: by definition of the kinds.
func shapeHas(s *Shape, p Vec, tol float64) bool {
	rho, a := math.Hypot(p.X, p.Y), s.Size
	switch s.Kind {
	case ShapeBox:
		q := p.Abs().Sub(a)
		return math.Max(q.X, math.Max(q.Y, q.Z)) <= tol
	case ShapeHull:
		for i := range s.Hull.Faces {
			if f := &s.Hull.Faces[i].Plane; f.N.Dot(p) > f.D+tol {
				return false
			}
		}
		return true
	case ShapeSphere:
		return p.Len() <= a.X+tol
	case ShapeEllipsoid:
		return p.Div(a.Add(Vec{tol, tol, tol})).Len() <= 1
	case ShapeCapsule:
		return Vec{p.X, p.Y, math.Max(math.Abs(p.Z)-a.Z, 0)}.Len() <= a.X+tol
	case ShapeCylinder:
		return rho <= a.X+tol && math.Abs(p.Z) <= a.Z+tol
	case ShapeCone:
		side := (rho*a.Z + p.Z*a.X - a.X*a.Z) / math.Hypot(a.X, a.Z)
		return p.Z >= -tol && side <= tol
	}
	return p.Z <= tol
}

// A support point is in the shape, no point of the shape is farther along the direction, and the core's is it less the
// radius. Points of the shape are drawn from its bounds, and from its surface as support points of others.
func TestShape_SupportIsFarthest(t *testing.T) {
	axes := []Vec{{X: 1}, {X: -1}, {Y: 1}, {Y: -1}, {Z: 1}, {Z: -1}}
	for kind := ShapeBox; kind <= ShapeCone; kind++ {
		r := rand.New(rand.NewPCG(61, uint64(kind)))
		inside := 0
		for range 60 {
			s := shapeRandom(t, r, kind)
			b := s.Bounds(Transform{Q: IdentityQuat()})
			for i := range 40 {
				d := shapeUnit(r)
				if i < len(axes) {
					d = axes[i]
				}
				p := s.Support(d.Scale(math.Pow(10, 6*r.Float64()-3)))
				if !shapeHas(&s, p, 1e-15) {
					t.Fatalf("%v: support %v outside", kind, p)
				}
				if c := s.Core(d).AddScaled(d, s.Radius()); c.Sub(p).Len() > 1e-15 {
					t.Fatalf("%v: core %v, support %v", kind, c, p)
				}
				for range 40 {
					q := b.Min.Add(b.Size().Mul(Vec{r.Float64(), r.Float64(), r.Float64()}))
					if !shapeHas(&s, q, 0) {
						q = s.Support(shapeUnit(r))
					} else {
						inside++
					}
					if q.Dot(d) > p.Dot(d)+1e-15 {
						t.Fatalf("%v: %v is farther along %v than %v", kind, q, d, p)
					}
				}
			}
		}
		if inside < 5000 {
			t.Errorf("%v: only %d points inside", kind, inside)
		}
	}
}

// The bounds at a pose hold the support points along the world's axes on their faces; those of a plane are open but on
// an axis.
func TestShape_BoundsTouchOnAllSides(t *testing.T) {
	for kind := ShapeBox; kind <= ShapeCone; kind++ {
		r := rand.New(rand.NewPCG(62, uint64(kind)))
		for range 200 {
			s := shapeRandom(t, r, kind)
			pose := Transform{shapeUnit(r).Scale(5), AxisAngle(shapeUnit(r), 6*r.Float64())}
			b := s.Bounds(pose)
			reach := func(d Vec) float64 { return pose.Apply(s.Support(pose.Q.RotateInv(d))).Dot(d) }
			lo := Vec{-reach(Vec{X: -1}), -reach(Vec{Y: -1}), -reach(Vec{Z: -1})}
			hi := Vec{reach(Vec{X: 1}), reach(Vec{Y: 1}), reach(Vec{Z: 1})}
			if b.Min.Sub(lo).MaxAbs() > 4e-15 || b.Max.Sub(hi).MaxAbs() > 4e-15 {
				t.Fatalf("%v: bounds %v, want %v %v", kind, b, lo, hi)
			}
		}
	}
	inf := math.Inf(1)
	plane := NewPlane()
	for _, c := range []struct {
		q    Quat
		want AABB
	}{
		{IdentityQuat(), AABB{Vec{-inf, -inf, -inf}, Vec{inf, inf, 3}}},
		{Quat{V: Vec{X: 1}}, AABB{Vec{-inf, -inf, 3}, Vec{inf, inf, inf}}},
		{AxisAngle(Vec{X: 1}, 1), AABB{Vec{-inf, -inf, -inf}, Vec{inf, inf, inf}}},
	} {
		if got := plane.Bounds(Transform{Vec{1, 2, 3}, c.q}); got != c.want {
			t.Errorf("plane: %v, want %v", got, c.want)
		}
	}
}

// Worked out by hand: extent, reach from the origin and from (3, 4, 0), volume, centre of mass, and inertia about z
// with density 1.
func TestShape_ByHand(t *testing.T) {
	must := shapeMust(t)
	const pi = math.Pi
	o := Vec{3, 4, 0}
	for _, c := range []struct {
		s                   Shape
		extent, reach, from float64
		volume              float64
		centre              Vec
		zz                  float64 // of the solid about its centre, over its volume
	}{
		{must(NewBox(Vec{2, 3, 6})), 6, 7, math.Sqrt(25 + 49 + 36), 288, Vec{}, (4. + 9) / 3},
		{must(NewConvex([]Vec{{0, 0, 0}, {6, 0, 0}, {0, 6, 0}, {0, 0, 6}})), 3, 6, math.Sqrt(9 + 16 + 36), 36, Vec{1.5, 1.5, 1.5}, 2.7},
		{must(NewSphere(2)), 2, 2, 7, 32 * pi / 3, Vec{}, 1.6},
		{must(NewEllipsoid(Vec{1, 2, 3})), 3, 3, 8, 8 * pi, Vec{}, 1},
		{must(NewCapsule(1, 3)), 4, 4, math.Sqrt(25+9) + 1, 6*pi + 4*pi/3, Vec{}, (6*0.5 + 4./3*0.4) / (6 + 4./3)},
		{must(NewCylinder(2, 3)), 3, math.Sqrt(13), math.Sqrt(49 + 9), 24 * pi, Vec{}, 2},
		{must(NewCone(3, 4)), 3, 4, 8, 12 * pi, Vec{0, 0, 1}, 2.7},
		{must(NewCone(3, 8)), 4, 8, math.Sqrt(25 + 64), 24 * pi, Vec{0, 0, 2}, 2.7},
	} {
		k := c.s.Kind
		solid := c.s.Solid()
		if got := c.s.Extent(); got != c.extent {
			t.Errorf("%v: extent %v, want %v", k, got, c.extent)
		}
		if got := c.s.Reach(Vec{}); math.Abs(got-c.reach) > 1e-15*c.reach {
			t.Errorf("%v: reach %v, want %v", k, got, c.reach)
		}
		if got := c.s.Reach(o); math.Abs(got-c.from) > 1e-15*c.from {
			t.Errorf("%v: reach from %v is %v, want %v", k, o, got, c.from)
		}
		if math.Abs(solid.Volume-c.volume) > 1e-13*c.volume || solid.Center.Sub(c.centre).Len() > 1e-13 {
			t.Errorf("%v: solid %+v, want %v %v", k, solid, c.volume, c.centre)
		}
		if got := solid.Inertia.Z.Z / solid.Volume; math.Abs(got-c.zz) > 1e-13 {
			t.Errorf("%v: inertia about z %v of the volume, want %v", k, got, c.zz)
		}
	}
	plane := NewPlane()
	if plane.Extent() != 0 || !math.IsInf(plane.Reach(o), 1) || plane.Solid() != (Solid{}) || plane.Core(o) != (Vec{}) {
		t.Error("a plane has an extent, a finite reach, a volume or a core")
	}
}

// No support point is farther from any point than the reach, and some come near it.
func TestShape_ReachBoundsAllPoints(t *testing.T) {
	for kind := ShapeBox; kind <= ShapeCone; kind++ {
		r := rand.New(rand.NewPCG(63, uint64(kind)))
		for range 100 {
			s := shapeRandom(t, r, kind)
			o := shapeUnit(r).Scale(2 * r.Float64())
			reach, far := s.Reach(o), 0.0
			for range 300 {
				far = math.Max(far, s.Support(shapeUnit(r)).Sub(o).Len())
			}
			if far > reach+1e-15 || kind != ShapeEllipsoid && far < 0.75*reach {
				t.Fatalf("%v %v: reach %v from %v, a point at %v", kind, s.Size, reach, o, far)
			}
		}
	}
}

// Ties have one answer: signs of zero, directions along an axis, and none at all.
func TestShape_CoreOfTies(t *testing.T) {
	must := shapeMust(t)
	cylinder, cone := must(NewCylinder(1, 2)), must(NewCone(3, 4))
	box, ellipsoid := must(NewBox(Vec{1, 2, 3})), must(NewEllipsoid(Vec{1, 2, 3}))
	for _, c := range []struct {
		s    *Shape
		d, p Vec
	}{
		{&cylinder, Vec{Z: 1}, Vec{1, 0, 2}},
		{&cylinder, Vec{X: 5}, Vec{1, 0, 2}},
		{&cone, Vec{Z: -1}, Vec{3, 0, 0}},
		{&cone, Vec{Z: 1}, Vec{0, 0, 4}},
		{&cone, Vec{4, 0, 3}, Vec{3, 0, 0}}, // across the side: the rim
		{&box, Vec{}, Vec{1, 2, 3}},
		{&ellipsoid, Vec{}, Vec{0, 0, 3}},
	} {
		if got := c.s.Core(c.d); got != c.p {
			t.Errorf("%v along %v: %v, want %v", c.s.Kind, c.d, got, c.p)
		}
	}
}

func TestShape_RejectsLengthsOutOfRange(t *testing.T) {
	for _, x := range []float64{0, -1, math.NaN(), math.Inf(1), 1e13, 1e-13} {
		_, box := NewBox(Vec{1, x, 1})
		_, sphere := NewSphere(x)
		_, ellipsoid := NewEllipsoid(Vec{1, 1, x})
		_, capsule := NewCapsule(1, x)
		_, cylinder := NewCylinder(x, 1)
		_, cone := NewCone(1, x)
		for _, err := range []error{box, sphere, ellipsoid, capsule, cylinder, cone} {
			if !errors.Is(err, ErrShape) {
				t.Errorf("%v m: %v", x, err)
			}
		}
	}
	if _, err := NewConvex([]Vec{{}, {X: 1}, {Y: 1}}); !errors.Is(err, ErrHullPoints) {
		t.Errorf("three points: %v", err)
	}
}

func TestShapeKind_HasANameEach(t *testing.T) {
	seen := map[string]bool{}
	for k := ShapeBox; k <= ShapePlane+1; k++ {
		if seen[k.String()] {
			t.Errorf("%d: %v again", k, k)
		}
		seen[k.String()] = true
	}
	if ShapeCone.String() != "cone" || ShapeKind(99).String() != "ShapeKind(99)" {
		t.Error("names are out of step with the kinds")
	}
}
