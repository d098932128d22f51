package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// curvedAlongX turns a shape's z axis to the x axis.
var curvedAlongX = geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)

func mustBox(t testing.TB, x, y, z float64) *geom.Shape {
	s, err := geom.NewBox(geom.Vec{X: x, Y: y, Z: z})
	return curvedShape(t, s, err)
}

func mustSphere(t testing.TB, r float64) *geom.Shape {
	s, err := geom.NewSphere(r)
	return curvedShape(t, s, err)
}

func mustCapsule(t testing.TB, r, h float64) *geom.Shape {
	s, err := geom.NewCapsule(r, h)
	return curvedShape(t, s, err)
}

func mustCylinder(t testing.TB, r, h float64) *geom.Shape {
	s, err := geom.NewCylinder(r, h)
	return curvedShape(t, s, err)
}

func mustCone(t testing.TB, r, h float64) *geom.Shape {
	s, err := geom.NewCone(r, h)
	return curvedShape(t, s, err)
}

// TestCollideCurved_Table checks manifolds worked out by hand: A stands or lies on B, whose top is z = 0. Every point
// is at half the gap.
func TestCollideCurved_Table(t *testing.T) {
	const gap = 0.01
	sphere, capsule, cylinder := mustSphere(t, 1), mustCapsule(t, 1, 2), mustCylinder(t, 1, 2)
	cone := mustCone(t, 3, 4)
	slab, post := mustBox(t, 10, 10, 1), mustBox(t, 0.5, 0.5, 1)
	slant := geom.AxisAngle(geom.Vec{Y: 1}, -math.Pi/2-math.Atan2(3, 4)) // turns a side of the cone down
	foot := slant.Rotate(geom.Vec{X: -3})
	h := math.Sqrt(0.75)
	tests := []struct {
		name   string
		a, b   *geom.Shape
		at     geom.Vec
		q      geom.Quat
		points []geom.Vec // x and y; z is gap/2
	}{
		{"sphere", sphere, slab, geom.Vec{X: 3, Y: 4, Z: 1}, geom.IdentityQuat(), []geom.Vec{{X: 3, Y: 4}}},
		{"capsule upright", capsule, slab, geom.Vec{X: 3, Y: 4, Z: 3}, geom.IdentityQuat(), []geom.Vec{{X: 3, Y: 4}}},
		{"capsule lies", capsule, slab, geom.Vec{X: 3, Y: 4, Z: 1}, curvedAlongX, []geom.Vec{{X: 1, Y: 4}, {X: 5, Y: 4}}},
		{"capsule sticks out", capsule, slab, geom.Vec{X: 9, Y: 4, Z: 1}, curvedAlongX, []geom.Vec{{X: 7, Y: 4}, {X: 10, Y: 4}}},
		{"capsule across a post", capsule, post, geom.Vec{Z: 1}, curvedAlongX, []geom.Vec{{X: -0.5}, {X: 0.5}}},
		{"cylinder lies", cylinder, slab, geom.Vec{X: 3, Y: 4, Z: 1}, curvedAlongX, []geom.Vec{{X: 1, Y: 4}, {X: 5, Y: 4}}},
		{"cylinder stands", cylinder, slab, geom.Vec{X: 3, Z: 2}, geom.IdentityQuat(), []geom.Vec{
			{X: 4}, {X: 3 + math.Sqrt2/2, Y: math.Sqrt2 / 2}, {X: 3, Y: 1}, {X: 3 - math.Sqrt2/2, Y: math.Sqrt2 / 2},
			{X: 2}, {X: 3 - math.Sqrt2/2, Y: -math.Sqrt2 / 2}, {X: 3, Y: -1}, {X: 3 + math.Sqrt2/2, Y: -math.Sqrt2 / 2}}},
		{"cylinder on a post", cylinder, post, geom.Vec{Z: 2}, geom.IdentityQuat(), []geom.Vec{
			{X: 0.5, Y: 0.5}, {X: -0.5, Y: 0.5}, {X: 0.5, Y: -0.5}, {X: -0.5, Y: -0.5}}},
		// The post's sides y = ±0.5 cut the rim about x = 1 at x = 1 - √0.75, and the rim's point nearest to the axis
		// is over it.
		{"cylinder half on a post", cylinder, post, geom.Vec{X: 1, Z: 2}, geom.IdentityQuat(), []geom.Vec{
			{}, {X: 0.5, Y: 0.5}, {X: 0.5, Y: -0.5}, {X: 1 - h, Y: 0.5}, {X: 1 - h, Y: -0.5}}},
		{"cylinder on a cylinder", mustCylinder(t, 0.5, 2), cylinder, geom.Vec{X: 0.25, Z: 2}, geom.IdentityQuat(), []geom.Vec{
			{X: 0.75}, {X: 0.25 + math.Sqrt2/4, Y: math.Sqrt2 / 4}, {X: 0.25, Y: 0.5}, {X: 0.25 - math.Sqrt2/4, Y: math.Sqrt2 / 4},
			{X: -0.25}, {X: 0.25 - math.Sqrt2/4, Y: -math.Sqrt2 / 4}, {X: 0.25, Y: -0.5}, {X: 0.25 + math.Sqrt2/4, Y: -math.Sqrt2 / 4}}},
		{"cone on its base", cone, slab, geom.Vec{}, geom.IdentityQuat(), []geom.Vec{
			{X: 3}, {X: 3 * math.Sqrt2 / 2, Y: 3 * math.Sqrt2 / 2}, {Y: 3}, {X: -3 * math.Sqrt2 / 2, Y: 3 * math.Sqrt2 / 2},
			{X: -3}, {X: -3 * math.Sqrt2 / 2, Y: -3 * math.Sqrt2 / 2}, {Y: -3}, {X: 3 * math.Sqrt2 / 2, Y: -3 * math.Sqrt2 / 2}}},
		{"cone on its side", cone, slab, geom.Vec{Z: -foot.Z}, slant, []geom.Vec{
			{X: foot.X, Y: foot.Y}, {X: slant.Rotate(geom.Vec{Z: 4}).X}}},
		{"cone on its tip", cone, slab, geom.Vec{X: 1, Z: 4}, geom.AxisAngle(geom.Vec{X: 1}, math.Pi), []geom.Vec{{X: 1}}},
	}
	for _, tt := range tests {
		top := tt.b.Size.Z
		for _, d := range []float64{gap, 0, -gap} {
			a := Convex{tt.a, geom.Transform{P: tt.at.Add(geom.Vec{Z: d}), Q: tt.q}}
			b := Convex{tt.b, geom.Transform{P: geom.Vec{Z: -top}, Q: geom.IdentityQuat()}}
			var m, back Manifold
			if !CollideCurved(&a, &b, 0.02, &m) {
				t.Errorf("%s at %v: no contact", tt.name, d)
				continue
			}
			if m.N.Add(geom.Vec{Z: 1}).Len() > 1e-9 {
				t.Errorf("%s at %v: normal %v", tt.name, d, m.N)
			}
			if m.Count != len(tt.points) {
				t.Errorf("%s at %v: %d points %v, not %d", tt.name, d, m.Count, m.Points[:m.Count], len(tt.points))
				continue
			}
			for _, p := range tt.points {
				p.Z = d / 2
				near := math.Inf(1)
				for i := range m.Count {
					near = math.Min(near, m.Points[i].P.Sub(p).Len())
				}
				if near > 1e-9 {
					t.Errorf("%s at %v: no point %v, but %v", tt.name, d, p, m.Points[:m.Count])
				}
			}
			ids := map[FeatureID]bool{}
			for i := range m.Count {
				ids[m.Points[i].Feature] = true
				if math.Abs(m.Points[i].Separation-d) > 1e-9 {
					t.Errorf("%s at %v: separation %v", tt.name, d, m.Points[i].Separation)
				}
			}
			if len(ids) != m.Count {
				t.Errorf("%s at %v: %d ids for %d points", tt.name, d, len(ids), m.Count)
			}
			if !CollideCurved(&b, &a, 0.02, &back) || back.Count != m.Count || back.N.Add(m.N).Len() > 1e-9 {
				t.Errorf("%s at %v: swapped %v", tt.name, d, back)
			}
			for i := range back.Count {
				f := back.Points[i].Feature
				if !ids[f>>16|f<<16] {
					t.Errorf("%s at %v: swapped has feature %x", tt.name, d, f)
				}
			}
		}
	}
}

// curvedSurface returns how far p of a shape's frame is from its surface, roughly away from it.
func curvedSurface(s *geom.Shape, p geom.Vec) float64 {
	rho := math.Hypot(p.X, p.Y)
	switch s.Kind {
	case geom.ShapeSphere:
		return math.Abs(p.Len() - s.Size.X)
	case geom.ShapeEllipsoid:
		return math.Abs(p.Div(s.Size).Len()-1) * s.Size.MaxAbs()
	case geom.ShapeCapsule:
		z := math.Max(-s.Size.Z, math.Min(s.Size.Z, p.Z))
		return math.Abs(p.Sub(geom.Vec{Z: z}).Len() - s.Size.X)
	case geom.ShapeCylinder:
		return math.Abs(math.Max(rho-s.Size.X, math.Abs(p.Z)-s.Size.Z))
	case geom.ShapeCone:
		return math.Abs(math.Max(-p.Z, (rho*s.Size.Z+p.Z*s.Size.X-s.Size.X*s.Size.Z)/math.Hypot(s.Size.X, s.Size.Z)))
	}
	d := math.Inf(-1)
	for i := range s.Hull.Faces {
		f := &s.Hull.Faces[i].Plane
		d = math.Max(d, f.N.Dot(p)-f.D)
	}
	return math.Abs(d)
}

// TestCollideCurved_Lines checks lines on lines: two capsules, or a capsule and a cylinder or an edge of a box, side by
// side along z and moved by 1, or crossed.
func TestCollideCurved_Lines(t *testing.T) {
	capsule := mustCapsule(t, 1, 2)
	diamond := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4)
	tests := []struct {
		name   string
		b      *geom.Shape
		q      geom.Quat
		reach  float64 // of b along x
		lo, hi float64 // of the common piece
	}{
		{"capsule", capsule, geom.IdentityQuat(), 1, -1, 2},
		{"cylinder", mustCylinder(t, 1, 2), geom.IdentityQuat(), 1, -1, 2},
		{"cylinder around", mustCylinder(t, 1, 5), geom.IdentityQuat(), 1, -1, 3},
		{"box", mustBox(t, 1, 1, 2), diamond, math.Sqrt2, -1, 2},
		{"crossed capsule", capsule, geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2), 1, 0, 0},
	}
	for _, tt := range tests {
		for _, gap := range []float64{0.01, 0, -0.01} {
			a := Convex{capsule, geom.Transform{P: geom.Vec{X: -1 - tt.reach - gap, Z: 1}, Q: geom.IdentityQuat()}}
			b := Convex{tt.b, geom.Transform{Q: tt.q}}
			var m Manifold
			want := 2
			if tt.lo == tt.hi {
				want = 1
			}
			if !CollideCurved(&a, &b, 0.02, &m) || m.Count != want || m.N.Sub(geom.Vec{X: 1}).Len() > 1e-9 {
				t.Errorf("%s at %v: %+v", tt.name, gap, m)
				continue
			}
			lo, hi := math.Inf(1), math.Inf(-1)
			for _, p := range m.Points[:m.Count] {
				lo, hi = math.Min(lo, p.P.Z), math.Max(hi, p.P.Z)
				if math.Abs(p.Separation-gap) > 1e-9 || math.Abs(p.P.X+tt.reach+gap/2) > 1e-9 || math.Abs(p.P.Y) > 1e-9 {
					t.Errorf("%s at %v: %+v", tt.name, gap, p)
				}
			}
			if math.Abs(lo-tt.lo) > 1e-9 || math.Abs(hi-tt.hi) > 1e-9 {
				t.Errorf("%s at %v: from %v to %v", tt.name, gap, lo, hi)
			}
		}
	}
}
