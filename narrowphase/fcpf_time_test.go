package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// from returns the query as it is at time t.
func (c hullQuery) from(t float64) hullQuery {
	a, b := c.sa.At(t), c.sb.At(t)
	c.sa.C, c.sa.Q, c.sb.C, c.sb.Q = a.P, a.Q, b.P, b.Q
	c.duration -= t
	return c
}

// walked returns the time of first contact by the walk back of algorithm 1, from the bracket.
func (c *hullQuery) walked() float64 {
	toi := TimeOfImpactHulls(&c.a, &c.sa, &c.b, &c.sb, c.duration, 0)
	p := NewTurningPair(&c.a, &c.sa, &c.b, &c.sb)
	var q turnPair
	q.setHulls(&c.a, &c.sa, &c.b, &c.sb, 0)
	q.end = c.duration
	return p.impact(&q, toi.Time, q.end)
}

// The way of a step: the time of impact at a gap, and from there the first contact. It is FCPF's time, and that of the
// walk from an edge and a face that cross back through features, whose meetings begin 1e-11·size early.
func TestFirstContact_EndsTheStepsSearchWhereFCPFDoes(t *testing.T) {
	worst, walk, truth := 0.0, 0.0, 0.0
	for _, c := range rotatingCases(t) {
		plain := c.query(t, geom.Transform{Q: geom.IdentityQuat()})
		for _, q := range []hullQuery{plain, plain.exchanged()} {
			gap := 0.5e-9 * math.Max(q.a.Shape.Extent(), q.b.Shape.Extent())
			hit := TimeOfImpact(&q.a, &q.sa, &q.b, &q.sb, c.T1, gap)
			near := q.from(hit.Time)
			rest, ok := FirstContact(&near.a, &near.sa, &near.b, &near.sb, near.duration)
			whole, found := FirstContact(&q.a, &q.sa, &q.b, &q.sb, c.T1)
			if hit.Status != Hit || !ok || !found {
				t.Fatalf("%s: %+v, %v, %v", c.ID, hit, ok, found)
			}
			want := FCPF(&q.a, &q.sa, &q.b, &q.sb, c.T1).Time
			got := hit.Time + rest
			worst = max(worst, math.Abs(got-want), math.Abs(whole-want))
			walk = max(walk, math.Abs(got-q.walked()))
			truth = max(truth, math.Abs(got-c.TOI))
		}
	}
	t.Logf("within %g s of FCPF, %g of its walk, %g of the data", worst, walk, truth)
	if !(worst <= 1e-12) || !(walk <= 2e-11) || !(truth <= 1e-9) {
		t.Error("too far")
	}
}

// Boxes and triangles at random: nothing is left of the gap, whichever algorithm finds the time, and FCPF says the
// same.
func TestFirstContact_RandomBoxes(t *testing.T) {
	contacts, graze := 0, 0
	for i, class := range toiClasses {
		r := newToiRand(uint64(2100 + i))
		for k := range 60 {
			c := r.query(class.triangle, class.spinA, class.spinB, class.duration)
			c.target = 0
			for _, h := range []*geom.Vec{&c.a.Half, &c.b.Half} {
				h.Z = math.Max(h.Z, 1e-3)
			}
			o := c.oracle()
			if c.run().Status != Hit || !(o.separation(0) > 1e-6) {
				continue
			}
			identity := geom.IdentityQuat()
			boxes := [2]Part{boxAsHull(t, c.a.Half.X, c.a.Half.Y, c.a.Half.Z), boxAsHull(t, c.b.Half.X, c.b.Half.Y, c.b.Half.Z)}
			boxes[0].At.P, boxes[1].At.P = c.a.Offset, c.b.Offset
			hulls := [2]Part{hullOf(t, &c.a, identity), hullOf(t, &c.b, identity)}
			var want CollisionPoints
			if class.triangle {
				want = FCPFTriangle(&hulls[0], &c.sa, c.tri, c.duration)
			} else {
				want = FCPF(&hulls[0], &c.sa, &hulls[1], &c.sb, c.duration)
			}
			for _, p := range [][2]Part{boxes, hulls} {
				var got float64
				var ok bool
				if class.triangle {
					got, ok = FirstContactTriangle(&p[0], &c.sa, c.tri, c.duration)
				} else {
					got, ok = FirstContact(&p[0], &c.sa, &p[1], &c.sb, c.duration)
				}
				if !ok {
					// They come within the tolerance at which FCPF speaks of a hit, and stay apart.
					if s := o.separation(got); !(s > 0 && s < 2e-9*c.size()) {
						t.Errorf("%s %d: no contact, separation %g at %v", class.name, k, s, got)
					}
					graze++
					continue
				}
				contacts++
				if s := o.separation(got); math.Abs(s) > 1e-12*c.size() || math.Abs(got-want.Time) > 1e-9 {
					t.Errorf("%s %d: contact at %v, FCPF %v; separation %g", class.name, k, got, want.Time, s)
				}
			}
		}
	}
	t.Logf("%d contacts, %d grazes", contacts, graze)
	if contacts < 500 || graze > contacts/20 {
		t.Error("too few contacts")
	}
}

func TestFirstContact_Edges(t *testing.T) {
	box, floor := boxAsHull(t, 1, 1, 1), boxAsHull(t, 5, 5, 1)
	ball, err := geom.NewSphere(1)
	if err != nil {
		t.Fatal(err)
	}
	round := Part{&ball, geom.Transform{Q: geom.IdentityQuat()}}
	tri := geom.Triangle{A: geom.Vec{X: -9, Y: -9, Z: 1}, B: geom.Vec{X: 9, Y: -9, Z: 1}, C: geom.Vec{Y: 9, Z: 1}}
	rest := geom.Sweep{Q: geom.IdentityQuat()}
	at := func(z, v, w float64) *geom.Sweep {
		return &geom.Sweep{C: geom.Vec{Z: z}, Q: geom.IdentityQuat(), V: geom.Vec{Z: v}, W: geom.Vec{Z: w}}
	}
	for _, c := range []struct {
		name string
		a    *Part
		sa   *geom.Sweep
		time float64
		ok   bool
	}{
		{"falls flat while it turns", &box, at(2.5, -2, 3), 0.25, true},
		{"falls", &box, at(2.5, -2, 0), 0.25, true},
		{"too slow", &box, at(2.5, -0.4, 3), 0, false},
		{"parts", &box, at(2.5, 2, 3), 0, false},
		{"hovers", &box, at(2.5, 0, 3), 0, false},
		{"touches", &box, at(2, -1, 3), 0, false},
		{"overlaps", &box, at(1.9, -1, 3), 0, false},
		{"is round", &round, at(2.5, -2, 3), 0, false},
		{"is nowhere", &box, at(math.NaN(), -2, 3), 0, false},
	} {
		got, ok := FirstContact(c.a, c.sa, &floor, &rest, 1)
		onTri, okTri := FirstContactTriangle(c.a, c.sa, &tri, 1)
		if ok != c.ok || okTri != c.ok || ok && (math.Abs(got-c.time) > 1e-14 || math.Abs(onTri-c.time) > 1e-14) {
			t.Errorf("%s: %v %v, on the triangle %v %v", c.name, got, ok, onTri, okTri)
		}
	}
	hull := hullOf(t, &Box{Half: geom.Vec{X: 1, Y: 1, Z: 1}}, geom.IdentityQuat())
	fall := at(2.5, -2, 3)
	if n := testing.AllocsPerRun(20, func() {
		for _, a := range []*Part{&box, &hull} {
			FirstContact(a, fall, &floor, &rest, 1)
			FirstContactTriangle(a, fall, &tri, 1)
		}
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}
