package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rollingPair is a pair that touches at one place, and motions of both.
type rollingPair struct {
	a, b  Convex
	m     Manifold
	turns [2]geom.Vec // [rad]
	ways  [2]geom.Vec // of the material at the place, across the normal [m]
}

// moved returns how far the contact goes by a share of the motions, as collisions find it, and false if it is not one of the same
// features.
func (q *rollingPair) moved(share, size float64) (geom.Vec, bool) {
	place := q.m.Points[0].P
	move := func(c Convex, turn, way geom.Vec) Convex {
		rot := geom.QuatExp(turn.Scale(share))
		return Convex{c.Shape, geom.Transform{P: place.AddScaled(way, share).Add(rot.Rotate(c.Pose.P.Sub(place))), Q: rot.Mul(c.Pose.Q)}}
	}
	a, b := move(q.a, q.turns[0], q.ways[0]), move(q.b, q.turns[1], q.ways[1])
	var m Manifold
	if !CollideCurved(&a, &b, 0.01*size, &m) || m.Count != 1 || m.Points[0].Feature != q.m.Points[0].Feature {
		return geom.Vec{}, false
	}
	return m.Points[0].P.Sub(place).Scale(1 / share), true
}

// rolled returns what Roll says.
func (q *rollingPair) rolled() (geom.Vec, bool) {
	place := q.m.Points[0].P
	kindA, indexA, kindB, indexB := q.m.Points[0].Feature.Features()
	surface := func(c *Convex, kind, index int, n geom.Vec) Surface {
		s := SurfaceOf(c.Shape, kind, index, c.Pose.ApplyInv(place), c.Pose.Q.RotateInv(n), false)
		at := c.Pose.Q.Mat3()
		back := at.Transpose()
		radii := s.Radii.Mul(&back)
		s.Radii = at.Mul(&radii)
		return s
	}
	a, b := surface(&q.a, kindA, indexA, q.m.N), surface(&q.b, kindB, indexB, q.m.N.Neg())
	a.Way, a.Turn, b.Way, b.Turn = q.ways[0], q.turns[0], q.ways[1], q.turns[1]
	return rollBoth(&a, &b, q.m.N)
}

// rollBoth returns what Roll says of two surfaces; NaN if it says something else of them in the other order.
func rollBoth(a, b *Surface, n geom.Vec) (geom.Vec, bool) {
	way, _, ok := Roll(a, b, n)
	if back, _, also := Roll(b, a, n.Neg()); also != ok || ok && back.Sub(way).Len() > 1e-6*(a.Way.Len()+b.Way.Len()+way.Len()) {
		return geom.Vec{X: math.NaN()}, true
	}
	return way, ok
}

// TestRoll_AsCollisionsMove turns and moves random pairs that touch at one place, a little: the place of the contact goes where Roll
// says, to 3 % of the motion. Left out are those that go from an edge or corner to what is next to it: a tenth of the motion
// moves them by another share. One in 200 does so at once.
func TestRoll_AsCollisionsMove(t *testing.T) {
	r := newCurvedRand(77)
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone,
		geom.ShapeBox, geom.ShapeHull}
	looked, wrong, kindsSeen := 0, 0, map[[2]geom.ShapeKind]int{}
	n := geomtest.Trials(20000)
	for i := range n {
		q := rollingPair{
			a: Convex{r.shape(t, kinds[i%5]), geom.Transform{P: r.vec(), Q: r.quat()}},
			b: Convex{r.shape(t, kinds[i/5%7]), geom.Transform{P: r.vec(), Q: r.quat()}},
		}
		size := math.Min(q.a.Shape.Extent(), q.b.Shape.Extent())
		q.a.Pose.P = q.b.Pose.P.AddScaled(r.unit(), 2*(q.a.Shape.Extent()+q.b.Shape.Extent()))
		s, normal := SeparationCurved(&q.a, &q.b)
		q.a.Pose.P = q.a.Pose.P.AddScaled(normal, s)
		if !CollideCurved(&q.a, &q.b, 1e-4*size, &q.m) || q.m.Count != 1 {
			continue
		}
		for k := range 2 {
			q.turns[k], q.ways[k] = r.unit(), r.unit().Scale(size)
			q.ways[k] = q.ways[k].AddScaled(q.m.N, -q.ways[k].Dot(q.m.N))
		}
		want, ok := q.rolled()
		more, ok1 := q.moved(1e-3, size)
		got, ok2 := q.moved(1e-4, size)
		if !ok || !ok1 || !ok2 || want.Len() > 20*size || got.Sub(more).Len() > 0.03*(size+got.Len()) {
			continue
		}
		looked++
		kindsSeen[[2]geom.ShapeKind{q.a.Shape.Kind, q.b.Shape.Kind}]++
		if !(got.Sub(want).Len() <= 0.03*(size+want.Len())) {
			wrong++
			t.Logf("case %d: %v and %v: the contact moves by %v, not %v, for a size of %g m", i, q.a.Shape.Kind, q.b.Shape.Kind, got, want, size)
		}
	}
	t.Logf("%d pairs, %d wrong", looked, wrong)
	if looked < n*3/4 || len(kindsSeen) < 35 || wrong > n/200 {
		t.Errorf("%d pairs of %d kinds looked at, %d wrong", looked, len(kindsSeen), wrong)
	}
}

// TestRoll_LinesRollAcross: tubes that lie along each other, and along edges, with any small motions of both
// that keep them so: across their line the contact stays between the axes, as the radii divide their distance; along it its ends move
// by the mean of both, or with the corner that ends the line. Edges along each other have no such place.
func TestRoll_LinesRollAcross(t *testing.T) {
	r := newCurvedRand(78)
	for range 1000 {
		pose := geom.Transform{P: r.vec(), Q: r.quat()} // of the frame in which the line is along z, and the normal along x
		n, line, across := pose.Q.Rotate(geom.Vec{X: 1}), pose.Q.Rotate(geom.Vec{Z: 1}), pose.Q.Rotate(geom.Vec{Y: -1})
		ra, rb := 0.1+math.Abs(r.vec().X), 0.1+math.Abs(r.vec().X)
		tube := func(radius float64) Surface {
			var radii geom.Mat3
			for i, row := range [3]*geom.Vec{&radii.X, &radii.Y, &radii.Z} {
				*row = across.Scale(radius * [3]float64{across.X, across.Y, across.Z}[i])
			}
			return Surface{Radii: radii, Line: line, Way: r.vec(), Turn: r.vec()}
		}
		a, b := tube(ra), tube(rb)
		a.Turn, b.Turn = a.Turn.AddScaled(across, -a.Turn.Dot(across)), b.Turn.AddScaled(across, -b.Turn.Dot(across))
		check := func(what string, rb float64, along geom.Vec) {
			centreA := a.Way.Sub(a.Turn.Cross(n.Scale(ra))).Dot(across) // of its axis
			centreB := b.Way.Add(b.Turn.Cross(n.Scale(rb))).Dot(across)
			want := (rb*centreA + ra*centreB) / (ra + rb)
			got, ok := rollBoth(&a, &b, n)
			if !ok || !(math.Abs(got.Dot(across)-want) <= 1e-12*(1+math.Abs(want))) || !(math.Abs(got.Sub(along).Dot(line)) <= 1e-12) {
				t.Fatalf("%s of radii %g and %g: rolls by %v, %v: want %v across, %v along", what, ra, rb, got.Dot(across), got.Dot(line), want, along.Dot(line))
			}
		}
		mean := a.Way.Add(b.Way).Scale(0.5)
		check("tubes", rb, mean)
		b.Radii = geom.Mat3{}
		check("tube and edge", 0, mean)
		b.Line = geom.Vec{}
		check("tube and corner", 0, b.Way)
		b.Line, a.Radii = line, geom.Mat3{}
		if got, _, ok := Roll(&a, &b, n); ok {
			t.Fatalf("edges along each other: %v", got)
		}
	}
}

// TestSurfaceOf_FacesEdgesAndEnds: the faces, edges, tips, rims and lines of shapes, where one point touches or several.
func TestSurfaceOf_FacesEdgesAndEnds(t *testing.T) {
	at := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	box, plane := mustBox(t, 1, 1, 1), geom.NewPlane()
	egg, err := geom.NewEllipsoid(at(1, 4, 2))
	if err != nil {
		t.Fatal(err)
	}
	edge := -1 // of the box, along x at y = z = 1
	for i, e := range box.Hull.Edges {
		if m := box.Hull.Vertices[e.A].Add(box.Hull.Vertices[e.B]); m == at(0, 2, 2) {
			edge = i
		}
	}
	tri := geom.Triangle{A: at(0, 0, 0), B: at(1, 0, 0), C: at(0, 1, 0)}
	slant := at(2, 0, 1).Normalize() // outward normal of the side of a cone of radius 1 and height 2, at +x
	const any = 12345
	for name, c := range map[string]struct {
		s          Surface
		flat       bool
		xx, yy, zz float64 // of Radii; any for large
	}{
		"plane":                           {SurfaceOf(&plane, FeatureFace, 0, at(0, 0, 0), at(0, 0, 1), false), true, 0, 0, 0},
		"edge of a box":                   {SurfaceOf(box, FeatureEdge, edge, at(0, 1, 1), at(0, 0.6, 0.8), false), false, any, 0, 0},
		"end on an edge":                  {SurfaceOf(box, FeatureEdge, edge, at(0, 1, 1), at(0, 0.6, 0.8), true), false, 0, 0, 0},
		"border of a face":                {SurfaceOf(box, FeatureEdge, edge, at(0, 1, 1), at(0, 0, 1), true), true, 0, 0, 0},
		"corner of a face":                {SurfaceOf(box, FeatureVertex, 0, box.Hull.Vertices[0], box.Hull.Faces[box.Hull.Edges[box.Hull.Ring(0)[0]].Left].Plane.N, false), true, 0, 0, 0},
		"corner":                          {SurfaceOf(box, FeatureVertex, 0, box.Hull.Vertices[0], box.Hull.Vertices[0].Normalize(), false), false, 0, 0, 0},
		"triangle":                        {SurfaceOfTriangle(&tri, FeatureEdge, 0, at(0, 0, -1), true), true, 0, 0, 0},
		"edge of a triangle":              {SurfaceOfTriangle(&tri, FeatureEdge, 0, at(0, -0.6, 0.8), false), false, any, 0, 0},
		"corner of a triangle":            {SurfaceOfTriangle(&tri, FeatureVertex, 2, at(0, 0.6, 0.8), false), false, 0, 0, 0},
		"side of a cylinder":              {SurfaceOf(mustCylinder(t, 2, 3), FeatureFace, 2, at(2, 0, 1), at(1, 0, 0), false), false, 0, 2, any},
		"end of its line":                 {SurfaceOf(mustCylinder(t, 2, 3), FeatureEdge, 0, at(2, 0, 3), at(1, 0, 0), true), false, 0, 2, 0},
		"rim, leaning":                    {SurfaceOf(mustCylinder(t, 2, 3), FeatureEdge, 1, at(2, 0, 3), at(0.6, 0, 0.8), false), false, 0, 2 / 0.6, 0},
		"cap":                             {SurfaceOf(mustCylinder(t, 2, 3), FeatureFace, 1, at(1, 0, 3), at(0, 0, 1), false), true, 0, 0, 0},
		"rim all around":                  {SurfaceOf(mustCylinder(t, 2, 3), FeatureVertex, 0, at(2, 0, 3), at(1e-5, 0, 1), true), true, 0, 0, 0},
		"side of a capsule":               {SurfaceOf(mustCapsule(t, 2, 3), FeatureFace, 0, at(2, 0, 1), at(1, 0, 0), false), false, 0, 2, any},
		"cap of a capsule":                {SurfaceOf(mustCapsule(t, 2, 3), FeatureVertex, 1, at(0, 0, 5), at(0, 0, 1), false), false, 2, 2, 0},
		"base of a cone":                  {SurfaceOf(mustCone(t, 1, 2), FeatureFace, 0, at(0.5, 0, 0), at(0, 0, -1), false), true, 0, 0, 0},
		"tip of a cone":                   {SurfaceOf(mustCone(t, 1, 2), FeatureVertex, 8, at(0, 0, 2), at(0, 0, 1), false), false, 0, 0, 0},
		"line of a cone at its base":      {SurfaceOf(mustCone(t, 1, 2), FeatureEdge, 0, at(1, 0, 0), slant, true), false, 0, 1 / slant.X, 0},
		"line of a wide cone, a bit off":  {SurfaceOf(mustCone(t, 2, 1), FeatureEdge, 0, at(2, 0, 0), at(0.447, 0, 0.8945), true), false, 0, 2 / 0.447, 0},
		"ellipsoid at its end, 1 4 and 2": {SurfaceOf(&egg, FeatureFace, 0, at(0, 4, 0), at(0, 1, 0), false), false, 0.25, 0, 1},
	} {
		got := [3]float64{c.s.Radii.X.X, c.s.Radii.Y.Y, c.s.Radii.Z.Z}
		for i, want := range [3]float64{c.xx, c.yy, c.zz} {
			if want == any && !(got[i] > 100) || want != any && !(math.Abs(got[i]-want) < 1e-9*(1+want)) {
				t.Errorf("%s: radii %v, want %v %v %v", name, got, c.xx, c.yy, c.zz)
				break
			}
		}
		if c.s.Flat != c.flat {
			t.Errorf("%s: flat %v", name, c.s.Flat)
		}
	}
}
