package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func caseConvex(t *testing.T, s geom.Shape, err error, p geom.Vec, q geom.Quat) Convex {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return Convex{&s, geom.Transform{P: p, Q: q}}
}

// A cone of 1 m deep in one of 447 m: the least depth lies on the seam of the large one's side, between the faces of
// the polytope, which ended at 0.3669 m.
func TestPenetration_SmallConeInLarge(t *testing.T) {
	s, err := geom.NewCone(0.9808793440834909, 0.47074218044024346)
	a := caseConvex(t, s, err, geom.Vec{X: 0.2759661303746155, Y: 0.4835143070421417, Z: -0.8743950737635342},
		geom.Quat{W: 0.38268343236508984, V: geom.Vec{X: 0.9238795325112867}})
	s, err = geom.NewCone(446.8899339988085, 637.7396815241178)
	b := caseConvex(t, s, err, geom.Vec{X: 0.2759661303746155, Y: 1.177100742769391, Z: -638.8607730996098}, geom.IdentityQuat())
	m, ok := Penetration(&a, &b)
	along := penetrationDepth(&a, &b, m.N)
	// The width along the direction that the ascent of Overlap found is the bound; 1e-9 of the size is the promise.
	least := penetrationDepth(&a, &b, geom.Vec{X: 3.992256569479175e-06, Y: 0.8189469732123935, Z: -0.5738691968125849}.Normalize())
	if tol := 1e-9 * b.Shape.Extent(); !ok || m.Depth > least+tol || math.Abs(m.Depth-along) > tol {
		t.Errorf("%v %v, along N %v, least %v", m, ok, along, least)
	}
}

// The core of a capsule on an edge or a corner of a box, to rounding: the depth is the radius, and N parts the shapes.
// Places along the edge and turns of the capsule differ; where the distance of the cores is rounding it has no
// direction.
func TestPenetration_CoreOnTheSurface(t *testing.T) {
	box, err := geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})
	turn := geom.Quat{W: 0.9852016371664463, V: geom.Vec{X: -0.10799026438035318, Y: 0.042377303252013214, Z: 0.12617448669482367}}
	a := caseConvex(t, box, err, geom.Vec{}, turn)
	capsule, err := geom.NewCapsule(0.001, 0.001)
	if err != nil {
		t.Fatal(err)
	}
	place := func(q geom.Quat, p geom.Vec) {
		b := Convex{&capsule, geom.Transform{P: p, Q: q}}
		m, ok := Penetration(&a, &b)
		if !ok {
			t.Fatalf("%v: no contact", b.Pose)
		}
		if x := penetrationDepth(&a, &b, m.N); math.Abs(m.Depth-0.001) > 1e-12 || math.Abs(x-m.Depth) > 1e-11 || math.Abs(m.N.Len()-1) > 1e-14 {
			t.Errorf("%v: %v, along N %v", b.Pose, m, x)
		}
	}
	place(geom.Quat{W: 0.6150263973456818, V: geom.Vec{X: -0.510053168958957, Y: 0.5457445015683196, Z: 0.25249006794498646}},
		geom.Vec{X: 1.165672747673869, Y: -0.9297554760160607, Z: -0.8816296592211506})
	placed := 0
	for i := range 60 {
		q := geom.AxisAngle(geom.Vec{X: 1, Y: 0.3 * float64(i%7), Z: 0.2}, 0.4+0.03*float64(i%20))
		end := q.Rotate(geom.Vec{Z: 0.001})
		corner := turn.Rotate(geom.Vec{X: 1, Y: -1, Z: 1 - 2*float64(i/20)/2})
		out := turn.Rotate(geom.Vec{X: 1, Y: -1, Z: 1 - 2*float64(i/20)/2}).Normalize()
		if end.Dot(out) < 0 {
			end = end.Neg()
		}
		// The end that is nearer to the box lies on its edge; the core points away from the corner when it does from
		// both faces.
		x, y := turn.RotateInv(end).X, turn.RotateInv(end).Y
		if x < 0 || y > 0 {
			continue
		}
		place(q, corner.Add(end))
		placed++
	}
	if placed < 10 {
		t.Errorf("only %d placed", placed)
	}
}

// Shallow overlaps of curved shapes that were placed so that the width along a direction is the given bound: the
// polytope's faces were larger than the depth, and the search ended in another hollow, by 2e-6 to 4e-5 of the size too
// deep.
func TestPenetration_ShallowIsLeast(t *testing.T) {
	for i, c := range []struct {
		kinds [2]geom.ShapeKind
		sizes [2]geom.Vec
		at    [2]geom.Transform
		n     geom.Vec
	}{
		{[2]geom.ShapeKind{geom.ShapeCylinder, geom.ShapeCylinder},
			[2]geom.Vec{{X: 1, Z: 1}, {X: 0.001, Z: 0.001}},
			[2]geom.Transform{
				{Q: geom.Quat{W: 0.1642492233116926, V: geom.Vec{X: -0.7291429314426205, Y: -0.5746625241933173, Z: -0.3333703068009102}}},
				{P: geom.Vec{X: 1.0705074073587786, Y: 0.9110742421620661, Z: -0.15846244711584992}, Q: geom.Quat{W: 0.7071067811865476, V: geom.Vec{X: 0.7071067811865475}}}},
			geom.Vec{X: 0.7146502950632173, Y: 0.6663291686446758, Z: -0.21279190487269845}},
		{[2]geom.ShapeKind{geom.ShapeEllipsoid, geom.ShapeCylinder},
			[2]geom.Vec{{X: 1.5430634076825102e-07, Y: 3.7211012065297334e-09, Z: 3.4104822110957726e-08}, {X: 8.980570929501623e-09, Z: 7.485142990501958e-09}},
			[2]geom.Transform{
				{Q: geom.Quat{W: -0.7071067811865475, V: geom.Vec{X: 0.7071067811865476}}},
				{P: geom.Vec{X: 1.582623736884503e-07, Y: -1.2147612059432202e-08, Z: 7.478369417109938e-09}, Q: geom.IdentityQuat()}},
			geom.Vec{X: 0.6180098715405787, Y: -0.5318817866110873, Z: 0.57893485276825}},
		{[2]geom.ShapeKind{geom.ShapeCylinder, geom.ShapeEllipsoid},
			[2]geom.Vec{{X: 541482.5385667091, Z: 910049.3382042814}, {X: 352.9552926128286, Y: 736.9349296891799, Z: 535.0866625959387}},
			[2]geom.Transform{
				{P: geom.Vec{X: 603365.8593804731, Y: -869379.2131516917, Z: 754289.4102082234}, Q: geom.Quat{W: 0.2864212923688746, V: geom.Vec{X: -0.9166833143686492, Y: -0.14236014462540442, Z: -0.2395582051570888}}},
				{P: geom.Vec{X: 1.2921290812737928e+06, Y: -708445.669394973, Z: -33070.4073949007}, Q: geom.Quat{W: 0.9238795325112867, V: geom.Vec{Y: 0.3826834323650898}}}},
			geom.Vec{X: 0.7071067811865475, Z: -0.7071067811865476}},
	} {
		var p [2]Convex
		for k, s := range c.sizes {
			if c.kinds[k] == geom.ShapeCylinder {
				x, err := geom.NewCylinder(s.X, s.Z)
				p[k] = caseConvex(t, x, err, c.at[k].P, c.at[k].Q)
			} else {
				x, err := geom.NewEllipsoid(s)
				p[k] = caseConvex(t, x, err, c.at[k].P, c.at[k].Q)
			}
		}
		a, b := &p[0], &p[1]
		tol := 1e-9 * math.Max(a.Shape.Extent(), b.Shape.Extent())
		least := penetrationDepth(a, b, c.n)
		m, ok := Penetration(a, b)
		s, in := Overlap(a, b)
		if !ok || !in || m.Depth > least+tol || s.Depth > least+tol {
			t.Errorf("%d: Penetration %+v, Overlap %+v, least %v", i, m, s, least)
		}
		if x := penetrationDepth(a, b, m.N); math.Abs(x-m.Depth) > tol {
			t.Errorf("%d: %+v, along N %v", i, m, x)
		}
	}
}
