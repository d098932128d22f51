package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// curvedHulls returns a polyhedron within a shape and one around it. Balls: the hull of points of the sphere, and the
// same blown up until its nearest face touches the ball from outside; ellipsoids: the image of these. Cylinders and
// cones: prisms and pyramids of 24 sides.
func curvedHulls(t *testing.T, r curvedRand, s *geom.Shape) (in, out *geom.Shape) {
	t.Helper()
	const sides = 24
	grow := 1 / math.Cos(math.Pi/sides)
	var p, q []geom.Vec
	switch s.Kind {
	case geom.ShapeSphere, geom.ShapeEllipsoid:
		for range 60 {
			p = append(p, r.unit())
		}
		h, err := geom.NewHull(p)
		if err != nil {
			t.Fatal(err)
		}
		least := math.Inf(1)
		for _, f := range h.Faces {
			least = math.Min(least, f.Plane.D)
		}
		if least < 0.3 {
			return curvedHulls(t, r, s)
		}
		for i := range p {
			q = append(q, p[i].Scale(1/least).Mul(s.Size))
			p[i] = p[i].Mul(s.Size)
		}
	default:
		for i := range sides {
			sin, cos := geom.SinCos(2 * math.Pi * float64(i) / sides)
			v := geom.Vec{X: s.Size.X * cos, Y: s.Size.X * sin}
			w := v.Scale(grow)
			if s.Kind == geom.ShapeCylinder {
				v.Z, w.Z = s.Size.Z, s.Size.Z
				p, q = append(p, geom.Vec{X: v.X, Y: v.Y, Z: -v.Z}), append(q, geom.Vec{X: w.X, Y: w.Y, Z: -w.Z})
			}
			p, q = append(p, v), append(q, w)
		}
		if s.Kind == geom.ShapeCone {
			p, q = append(p, geom.Vec{Z: s.Size.Z}), append(q, geom.Vec{Z: s.Size.Z})
		}
	}
	a, err := geom.NewConvex(p)
	in = curvedShape(t, a, err)
	b, err := geom.NewConvex(q)
	return in, curvedShape(t, b, err)
}

// TestTimeOfImpactCurved_BetweenPolyhedra checks that a curved shape that turns meets a box no later than the
// polyhedron within it, and no earlier than the one around it, by TimeOfImpactHulls.
func TestTimeOfImpactCurved_BetweenPolyhedra(t *testing.T) {
	r := newCurvedRand(31)
	hits := 0
	spread := 0.0
	for i := range geomtest.Trials(300) {
		kind := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone}[i%4]
		c := curvedMeetings(t, r, kind, geom.ShapeBox)
		c.target = 1e-8 * c.size()
		in, out := curvedHulls(t, r, c.a.Shape)
		inner, outer := *c.a, *c.a
		inner.Shape, outer.Shape = in, out
		late := TimeOfImpactHulls(&inner, &c.sa, c.b, &c.sb, c.duration, c.target)
		early := TimeOfImpactHulls(&outer, &c.sa, c.b, &c.sb, c.duration, c.target)
		got := c.run()
		if got.Status == Hit && early.Status == Hit {
			hits++
			spread = math.Max(spread, got.Time-early.Time)
		}
		if late.Status == Hit && got.Status == Hit && got.Time > late.Time+1e-7 || early.Status == Hit && got.Status == Hit && got.Time < early.Time-1e-7 ||
			late.Status == Hit && got.Status == Miss || early.Status == Miss && got.Status == Hit {
			t.Errorf("case %d: %v: polyhedra within and around: %v %v and %v %v, the shape %v %v",
				i, kind, late.Status, late.Time, early.Status, early.Time, got.Status, got.Time)
		}
	}
	if hits < geomtest.Trials(60) {
		t.Errorf("%d hits: too few", hits)
	}
	t.Logf("%d hits, %g s apart at most", hits, spread)
}

// TestTimeOfImpactCurved_TurningTogether checks that shapes that stand on each other, next to touch, and turn together
// about any axis cost few steps: the bound that turns with them stays.
func TestTimeOfImpactCurved_TurningTogether(t *testing.T) {
	r := newCurvedRand(32)
	for i := range 100 {
		s := []*geom.Shape{mustSphere(t, 1), mustCylinder(t, 1, 2), mustCapsule(t, 1, 2), mustCone(t, 3, 4)}[i%4]
		up := map[geom.ShapeKind]float64{geom.ShapeSphere: 1, geom.ShapeCylinder: 2, geom.ShapeCapsule: 3}[s.Kind]
		slab := mustBox(t, 10, 10, 1)
		w := r.vec().Scale(3)
		q := r.quat()
		a := Part{s, geom.Transform{P: geom.Vec{X: 1, Z: 1 + up + 5e-8}, Q: geom.IdentityQuat()}}
		b := Part{slab, geom.Transform{Q: geom.IdentityQuat()}}
		sa, sb := geom.Sweep{Q: q, W: w}, geom.Sweep{Q: q, W: w}
		if got := TimeOfImpactCurved(&a, &sa, &b, &sb, 1, 0); got.Status != Miss || got.Iterations > 3 {
			t.Errorf("%v, turning with %v: %+v", s.Kind, w, got)
		}
	}
}

// TestTimeOfImpactCurved_MovingFrame checks shapes that turn nearly together, so that the directions that turn with
// them are those that last, by samples: a body next to another that spins, at rest in its frame but for a little.
func TestTimeOfImpactCurved_MovingFrame(t *testing.T) {
	r := newCurvedRand(34)
	hits, misses := 0, 0
	for i := range geomtest.Eighth(400) {
		kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeCylinder, geom.ShapeCone, geom.ShapeEllipsoid}
		c := curvedMeetings(t, r, kinds[i%5], []geom.ShapeKind{geom.ShapeBox, geom.ShapeHull, geom.ShapeCylinder}[i%3])
		c.sa.W = r.unit().Scale(6)
		c.sb.W = c.sa.W.Add(r.vec().Scale(0.3 * r.Float64()))
		// B moves with A's frame at first.
		curvedStart(&c, 0.03*r.Float64()*c.size())
		c.sb.V = c.sa.V.Add(c.sa.W.Cross(c.sb.C.Sub(c.sa.C))).Add(r.vec().Scale(2))
		switch checkMeeting(t, kinds[i%5].String(), &c, 60).Status {
		case Hit:
			hits++
		case Miss:
			misses++
		}
	}
	t.Logf("%d hits, %d misses", hits, misses)
	if hits < geomtest.Eighth(50) || misses < geomtest.Eighth(50) {
		t.Errorf("%d hits, %d misses: too few", hits, misses)
	}
}

// TestTimeOfImpactCurved_NotFinite checks that input that is no number is said to be unresolved.
func TestTimeOfImpactCurved_NotFinite(t *testing.T) {
	nan := math.NaN()
	r := newCurvedRand(33)
	for i := range 40 {
		c := curvedMeetings(t, r, []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCylinder}[i%2], []geom.ShapeKind{geom.ShapeBox, geom.ShapePlane}[i/2%2])
		switch i / 4 {
		case 0:
			c.sa.C.X = nan
		case 1:
			c.sa.W.Y = math.Inf(1)
		case 2:
			c.sa.V.Z = nan
		case 3:
			c.target = nan
		case 4:
			c.duration = math.Inf(1)
		default:
			c.sa.Q.W = nan
		}
		if got := c.run(); got.Status != Unresolved {
			t.Errorf("%d: %+v", i, got)
		}
	}
}
