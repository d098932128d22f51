package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

var planeKinds = []geom.ShapeKind{geom.ShapeBox, geom.ShapeHull, geom.ShapeSphere, geom.ShapeEllipsoid, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone}

// planeShape returns a shape of the kind with lengths from 0.1 to 2.
func (r toiRand) planeShape(t testing.TB, kind geom.ShapeKind) *geom.Shape {
	l := func() float64 { return math.Exp(r.between(math.Log(0.1), math.Log(2))) }
	return shapeOfKind(t, kind, l, func() []geom.Vec {
		points := make([]geom.Vec, 12)
		for i := range points {
			points[i] = r.vec(1)
		}
		return points
	})
}

// planeGround returns a half space somewhere.
func (r toiRand) planeGround() (*geom.Shape, geom.Transform) {
	s := geom.NewPlane()
	return &s, geom.Transform{P: r.vec(5), Q: r.quat()}
}

// surfacePoint returns a random point of the surface of a curved shape, or of the solid of a polyhedron.
func (r toiRand) surfacePoint(s *geom.Shape) geom.Vec {
	d := r.dir()
	switch s.Kind {
	case geom.ShapeBox, geom.ShapeHull:
		v := s.Hull.Vertices
		a, b := v[r.IntN(len(v))], v[r.IntN(len(v))]
		return a.AddScaled(b.Sub(a), math.Max(0, r.between(-0.5, 1)))
	case geom.ShapeCapsule:
		return d.Scale(s.Size.X).Add(geom.Vec{Z: r.between(-1, 1) * s.Size.Z})
	case geom.ShapeCylinder, geom.ShapeCone:
		a := r.between(0, 2*math.Pi)
		p := geom.Vec{X: s.Size.X * math.Cos(a), Y: s.Size.X * math.Sin(a)}
		if s.Kind == geom.ShapeCylinder {
			p.Z = s.Size.Z * float64(2*r.IntN(2)-1)
			return p
		}
		return p.AddScaled(geom.Vec{Z: s.Size.Z}.Sub(p), float64(r.IntN(2)))
	}
	return s.Size.Mul(d)
}

// planeGap is the height of the lowest point of a shape over a plane, in world coordinates and closed form.
func planeGap(s *geom.Shape, t geom.Transform, up, p geom.Vec) float64 {
	h := up.Dot(t.P.Sub(p))
	z := t.Q.Rotate(geom.Vec{Z: 1})
	along, across := up.Dot(z), up.Cross(z).Len()
	switch s.Kind {
	case geom.ShapeSphere:
		return h - s.Size.X
	case geom.ShapeEllipsoid:
		x, y := up.Dot(t.Q.Rotate(geom.Vec{X: s.Size.X})), up.Dot(t.Q.Rotate(geom.Vec{Y: s.Size.Y}))
		return h - math.Sqrt(x*x+y*y+along*along*s.Size.Z*s.Size.Z)
	case geom.ShapeCapsule:
		return h - math.Abs(along)*s.Size.Z - s.Size.X
	case geom.ShapeCylinder:
		return h - math.Abs(along)*s.Size.Z - across*s.Size.X
	case geom.ShapeCone:
		return h + math.Min(along*s.Size.Z, -across*s.Size.X)
	}
	low := math.Inf(1)
	for _, v := range s.Hull.Vertices {
		low = math.Min(low, up.Dot(t.Apply(v).Sub(p)))
	}
	return low
}

// No point of the surface is below the separation, and of 20,000 of them the lowest is within 2 % of the size of it.
func TestSeparationPlane_IsTheLowestPoint(t *testing.T) {
	r := newToiRand(1)
	for _, kind := range planeKinds {
		for k := 0; k < 6; k++ {
			ground, pose := r.planeGround()
			b := Convex{ground, pose}
			a := Convex{r.planeShape(t, kind), geom.Transform{P: r.vec(6), Q: r.quat()}}
			up := pose.Q.Rotate(geom.Vec{Z: 1})
			sep, n := SeparationPlane(&a, &b)
			if n.Add(up).Len() > 1e-15 || math.Abs(sep-planeGap(a.Shape, a.Pose, up, pose.P)) > 1e-14 {
				t.Fatalf("%v: separation %v along %v", kind, sep, n)
			}
			low := math.Inf(1)
			for i := 0; i < 20000; i++ {
				low = math.Min(low, up.Dot(a.Pose.Apply(r.surfacePoint(a.Shape)).Sub(pose.P)))
			}
			if low < sep-1e-14 || low > sep+0.02*a.Shape.Extent() {
				t.Errorf("%v: lowest sample %v, separation %v", kind, low, sep)
			}
			m, ok := MTVPlane(&a, &b)
			if ok != (sep <= 0) || ok != OverlapPlane(&a, &b) || ok && (m.N != n || m.Depth != -sep) {
				t.Errorf("%v: MTV %+v, %v; separation %v", kind, m, ok, sep)
			}
			if a.Pose.P = a.Pose.P.AddScaled(n, -m.Depth); ok && math.Abs(planeGap(a.Shape, a.Pose, up, pose.P)) > 1e-14 {
				t.Errorf("%v: the MTV does not move it out", kind)
			}
		}
	}
}

// Every point of a manifold is on the shape's surface and midway to the plane, within the margin; the lowest point of
// the shape is among them; and there is one when and only when the shape is within the margin.
func TestCollidePlane_PointsAreOnTheShape(t *testing.T) {
	r := newToiRand(2)
	most := 0
	for _, kind := range planeKinds {
		hits := 0
		for k := 0; k < 400; k++ {
			ground, pose := r.planeGround()
			b, up := Convex{ground, pose}, pose.Q.Rotate(geom.Vec{Z: 1})
			s := r.planeShape(t, kind)
			q := r.quat()
			if k%2 == 0 { // stands or lies, all but exactly
				q = pose.Q.Mul(geom.AxisAngle(geom.Vec{X: 1}, float64(r.IntN(4))*math.Pi/2)).Mul(geom.QuatExp(r.dir().Scale(math.Exp(r.between(-40, -3)))))
			}
			a := Convex{s, geom.Transform{P: r.vec(3), Q: q}}
			gap, margin := r.between(-0.05, 0.1), r.between(0, 0.05)
			a.Pose.P = a.Pose.P.AddScaled(up, gap-planeGap(s, a.Pose, up, pose.P))
			var m Manifold
			ok := CollidePlane(&a, &b, margin, &m)
			if math.Abs(gap-margin) > 1e-12 && ok != (gap < margin) || ok != (m.Count > 0) {
				t.Fatalf("%v: gap %v, margin %v: %v", kind, gap, margin, ok)
			}
			low := math.Inf(1)
			for _, p := range m.Points[:m.Count] {
				low = math.Min(low, p.Separation)
				on := p.P.AddScaled(up, p.Separation/2)
				if math.Abs(up.Dot(on.Sub(pose.P))-p.Separation) > 1e-14 || p.Separation > margin || planeOff(s, a.Pose.ApplyInv(on)) > 1e-12 {
					t.Fatalf("%v: point %+v, off the surface by %v", kind, p, planeOff(s, a.Pose.ApplyInv(on)))
				}
			}
			if ok {
				hits++
				if math.Abs(low-gap) > 1e-13 {
					t.Fatalf("%v: lowest point at %v, gap %v", kind, low, gap)
				}
			}
			most = max(most, m.Count)
		}
		if hits < 150 {
			t.Errorf("%v: only %d in contact", kind, hits)
		}
	}
	if most < 9 {
		t.Errorf("largest manifold %d", most)
	}
}

// planeOff returns how far a point is off the surface of a curved shape, or from the nearest vertex of a polyhedron.
func planeOff(s *geom.Shape, x geom.Vec) float64 {
	rho := math.Hypot(x.X, x.Y)
	switch s.Kind {
	case geom.ShapeSphere, geom.ShapeEllipsoid:
		return math.Abs(x.Div(s.Size).Len() - 1)
	case geom.ShapeCapsule:
		x.Z -= math.Copysign(s.Size.Z, x.Z)
		return math.Abs(x.Len() - s.Size.X)
	case geom.ShapeCylinder:
		return math.Max(math.Abs(rho-s.Size.X), math.Abs(math.Abs(x.Z)-s.Size.Z))
	case geom.ShapeCone:
		return math.Min(math.Max(math.Abs(rho-s.Size.X), math.Abs(x.Z)), math.Max(rho, math.Abs(x.Z-s.Size.Z)))
	}
	low := math.Inf(1)
	for _, v := range s.Hull.Vertices {
		low = math.Min(low, v.Sub(x).Len())
	}
	return low
}

// Counts and features by hand: what each shape stands or lies on.
func TestCollidePlane_StandingAndLying(t *testing.T) {
	must := func(s geom.Shape, err error) *geom.Shape {
		if err != nil {
			t.Fatal(err)
		}
		return &s
	}
	flat, side := geom.IdentityQuat(), geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2)
	over := geom.AxisAngle(geom.Vec{X: 1}, math.Pi)
	cone := must(geom.NewCone(1, 2))
	slope := geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2+math.Atan2(1, 2))
	plane := geom.NewPlane()
	prism, err := geom.NewPrism(40, 1, 1)
	if err != nil {
		t.Fatal(err)
	}
	hull := geom.HullShape(prism)
	for _, c := range []struct {
		name  string
		s     *geom.Shape
		q     geom.Quat
		count int
	}{
		{"box on a face", must(geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})), flat, 4},
		{"box on an edge", must(geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})), geom.AxisAngle(geom.Vec{X: 1}, math.Pi/4), 2},
		{"sphere", must(geom.NewSphere(1)), flat, 1},
		{"ellipsoid", must(geom.NewEllipsoid(geom.Vec{X: 1, Y: 2, Z: 3})), side, 1},
		{"capsule upright", must(geom.NewCapsule(1, 1)), flat, 1},
		{"capsule lying", must(geom.NewCapsule(1, 1)), side, 2},
		{"cylinder upright", must(geom.NewCylinder(1, 1)), flat, 8},
		{"cylinder upside down", must(geom.NewCylinder(1, 1)), over, 8},
		{"cylinder lying", must(geom.NewCylinder(1, 1)), side, 2},
		{"cone upright", cone, flat, 8},
		{"cone on its apex", cone, over, 1},
		{"cone lying", cone, slope, 2},
		{"prism of 40 sides", &hull, flat, min(MaxManifold, 40)},
	} {
		a, b := Convex{c.s, geom.Transform{Q: c.q}}, Convex{&plane, geom.Transform{Q: flat}}
		a.Pose.P.Z = -planeGap(c.s, a.Pose, geom.Vec{Z: 1}, geom.Vec{})
		var m Manifold
		many := 0 // the lowest corner may be one of those that span
		if c.count == MaxManifold {
			many = 1
		}
		if !CollidePlane(&a, &b, 1e-3, &m) || m.Count != c.count && m.Count != c.count-many || m.N != (geom.Vec{Z: -1}) {
			t.Errorf("%s: %d points along %v, want %d", c.name, m.Count, m.N, c.count)
			continue
		}
		for i := 0; i < m.Count; i++ {
			for j := 0; j < i; j++ {
				if m.Points[i].Feature == m.Points[j].Feature || m.Points[i].P.Sub(m.Points[j].P).Len() < 1e-3 {
					t.Errorf("%s: points %d and %d are one", c.name, i, j)
				}
			}
		}
		if out := SweepPlane(&a, &b, geom.Vec{X: 3, Z: -2}, geom.Vec{}, 1, 0); out.Status != Hit || out.Time > 1e-9 || out.Set.Count != c.count && out.Set.Count != MaxSet {
			t.Errorf("%s: sweep %+v", c.name, out)
		}
	}
}

// A cylinder that stands and spins keeps its features, and each of its points moves no farther than the rim; a hull
// with more corners than a manifold keeps the same ones, and they hold 90 % of the area of its face.
func TestCollidePlane_SpinningShapeKeepsItsFeatures(t *testing.T) {
	plane := geom.NewPlane()
	b := Convex{&plane, geom.Transform{Q: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}.Normalize(), 1)}}
	up := planeUp(b.Pose.Q)
	cylinder, _ := geom.NewCylinder(1, 0.5)
	prism, _ := geom.NewPrism(40, 1, 0.5)
	hull := geom.HullShape(prism)
	for _, s := range []*geom.Shape{&cylinder, &hull} {
		for _, tilt := range []float64{0, 1e-12, 1e-4} {
			// A fixed tilt of the axis; the spin is about the axis.
			axis := geom.QuatExp(geom.Vec{X: tilt, Y: tilt / 2}).Rotate(geom.Vec{Z: 1})
			var last Manifold
			for k := 0; k < 500; k++ {
				q := b.Pose.Q.Mul(geom.AxisAngle(axis, 0.01*float64(k))).Mul(geom.QuatExp(geom.Vec{X: tilt, Y: tilt / 2}))
				a := Convex{s, geom.Transform{P: up.Scale(0.5), Q: q}}
				var m Manifold
				if !CollidePlane(&a, &b, 0.01, &m) {
					t.Fatal("no contact")
				}
				fixed := 0
				for i, p := range m.Points[:m.Count] {
					if s.Kind == geom.ShapeCylinder && p.Feature&0xf == rimLowest {
						continue
					}
					fixed++
					for j := 0; k > 0 && j < last.Count; j++ {
						if last.Points[j].Feature == p.Feature && last.Points[j].P.Sub(p.P).Len() > 0.0101 {
							t.Fatalf("tilt %g: point %d jumps", tilt, i)
						}
					}
				}
				if s.Kind == geom.ShapeCylinder && fixed < 7 || s.Kind == geom.ShapeHull && tilt == 0 && fixed < 10 {
					t.Fatalf("%v: tilt %g: only %d fixed points", s.Kind, tilt, fixed)
				}
				last = m
			}
		}
	}
}

// Fall times in closed form, margin and parting; the set lies on the plane.
func TestSweepPlane_ClosedForms(t *testing.T) {
	r := newToiRand(3)
	for _, kind := range planeKinds {
		for k := 0; k < 300; k++ {
			ground, pose := r.planeGround()
			b, up := Convex{ground, pose}, pose.Q.Rotate(geom.Vec{Z: 1})
			a := Convex{r.planeShape(t, kind), geom.Transform{P: r.vec(3), Q: r.quat()}}
			gap, margin := r.between(0.01, 2), r.between(0, 0.005)
			a.Pose.P = a.Pose.P.AddScaled(up, gap-planeGap(a.Shape, a.Pose, up, pose.P))
			va, vb := r.vec(20), r.vec(20)
			rate := up.Dot(va.Sub(vb))
			want := (gap - margin) / -rate
			out := SweepPlane(&a, &b, va, vb, 1, margin)
			switch {
			case rate < 0 && want < 1:
				if out.Status != Hit || math.Abs(out.Time-want) > 1e-13*(1+20/-rate) || !math.IsInf(out.Exit, 1) || out.Set.Count < 1 {
					t.Fatalf("%v: %+v, want a hit at %v", kind, out, want)
				}
				for _, p := range out.Set.Points[:out.Set.Count] {
					if h := up.Dot(p.Sub(pose.P.AddScaled(vb, out.Time))); math.Abs(h-margin/2) > 1e-11 {
						t.Fatalf("%v: contact at height %v, margin %v", kind, h, margin)
					}
				}
			case out.Status != Miss:
				t.Fatalf("%v: %+v, want a miss", kind, out)
			}
			a.Pose.P = a.Pose.P.AddScaled(up, -gap-0.01)
			if out := SweepPlane(&a, &b, va, vb, 1, 0); out.Status != Overlapping || rate > 0 && math.Abs(out.Exit-0.01/rate) > 1e-12*(1+20/rate) {
				t.Fatalf("%v: %+v, want overlap until %v", kind, out, 0.01/rate)
			}
		}
	}
}
