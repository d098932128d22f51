package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// curvedOff returns the largest distance of a manifold's points from the shapes [m].
func curvedOff(a, b *Convex, m *Manifold) float64 {
	off := 0.0
	for _, p := range m.Points[:m.Count] {
		for i, c := range []*Convex{a, b} {
			q := p.P.AddScaled(m.N, p.Separation*(float64(i)-0.5))
			if d := DistanceTriangle(c, &geom.Triangle{A: q, B: q, C: q}); d.Status == DistanceApart {
				off = math.Max(off, d.Gap)
			}
		}
	}
	return off
}

// TestCollideCurved_SlopingLines checks a capsule and a cylinder whose lines both slope against the normal: the points
// are opposite to each other along the normal.
func TestCollideCurved_SlopingLines(t *testing.T) {
	capsule, err := geom.NewCapsule(0.0008352922823193551, 0.000590537994825804)
	if err != nil {
		t.Fatal(err)
	}
	cylinder, err := geom.NewCylinder(0.0006169229227296311, 0.00047935084875360827)
	if err != nil {
		t.Fatal(err)
	}
	a := Convex{&capsule, geom.Transform{P: geom.Vec{X: 466204.687063799, Y: 882572.6865259083, Z: -506107.5677434388}, Q: geom.IdentityQuat()}}
	b := Convex{&cylinder, geom.Transform{P: geom.Vec{X: 466204.6869732892, Y: 882572.685177509, Z: -506107.5662788002}, Q: geom.IdentityQuat()}}
	var m Manifold
	if !CollideCurved(&a, &b, 0, &m) {
		t.Fatal("no contact")
	}
	// Coordinates of a million metres are rounded by 1.2e-10.
	if off := curvedOff(&a, &b, &m); off > 2e-9 {
		t.Errorf("points are %g off: %+v", off, m.Points[:m.Count])
	}
}

// TestCollideCurved_CoreThroughCorner checks a small capsule whose core goes through a corner of a box, or an edge, to
// the last digit.
func TestCollideCurved_CoreThroughCorner(t *testing.T) {
	box, err := geom.NewBox(geom.Vec{X: 1, Y: 1, Z: 1})
	if err != nil {
		t.Fatal(err)
	}
	capsule, err := geom.NewCapsule(0.001, 0.001)
	if err != nil {
		t.Fatal(err)
	}
	a := Convex{&box, geom.Transform{Q: geom.IdentityQuat()}}
	for _, at := range []geom.Vec{{X: 1, Y: 1, Z: 1}, {X: 1, Y: 1, Z: -1}, {X: 1, Y: 1, Z: 0.5}, {X: -1, Y: 1, Z: -1}} {
		for k := range 8 {
			for _, u := range []geom.Vec{{X: 1}, {Y: 1}, {X: 1, Y: -1}, {X: 1, Y: 1, Z: 1}} {
				b := Convex{&capsule, geom.Transform{P: at, Q: geom.AxisAngle(u, float64(k)*math.Pi/8)}}
				sep, n := SeparationCurved(&a, &b)
				var m Manifold
				if !(math.Abs(n.Len()-1) < 1e-12 && sep < -0.0009) || !CollideCurved(&a, &b, 0, &m) {
					t.Fatalf("capsule at %v, %d about %v: separation %v, normal %v, %d points", at, k, u, sep, n, m.Count)
				}
				if off := curvedOff(&a, &b, &m); off > 1e-7 {
					t.Errorf("capsule at %v, %d about %v: points are %g off", at, k, u, off)
				}
			}
		}
	}
	corner := Convex{&box, geom.Transform{Q: geom.Quat{W: 0.9852016371664463, V: geom.Vec{X: -0.10799026438035318, Y: 0.042377303252013214, Z: 0.12617448669482367}}}}
	end := Convex{&capsule, geom.Transform{P: geom.Vec{X: 1.165672747673869, Y: -0.9297554760160607, Z: -0.8816296592211506}, Q: geom.Quat{W: 0.6150263973456818, V: geom.Vec{X: -0.510053168958957, Y: 0.5457445015683196, Z: 0.25249006794498646}}}}
	if sep, n := SeparationCurved(&corner, &end); math.Abs(n.Len()-1) > 1e-12 {
		t.Errorf("core through a corner: separation %v, normal %v", sep, n)
	}
}

// TestCollideCurved_SkewedTubes checks tubes that cross at an angle: at some mrad they touch where they cross, and at the
// ends of what they have in common, with the separation of the surfaces there; at 0.5 rad where they cross alone.
func TestCollideCurved_SkewedTubes(t *testing.T) {
	const r1, z, at = 0.15, 1.1, 0.2
	capsule, cylinder := mustCapsule(t, r1, z), mustCylinder(t, 0.1, z)
	for _, s := range []*geom.Shape{capsule, cylinder} {
		r2 := s.Size.X
		for _, angle := range []float64{0.003, 0.02, 0.03, -0.02, 0.5} {
			for _, gap := range []float64{-0.004, 0, 0.001} {
				apart, turn := r1+r2+gap, geom.AxisAngle(geom.Vec{X: 1}, angle)
				a := Convex{capsule, geom.Transform{Q: geom.IdentityQuat()}}
				b := Convex{s, geom.Transform{P: geom.Vec{X: apart, Z: at}.Sub(turn.Rotate(geom.Vec{Z: at})), Q: turn}}
				var m Manifold
				if !CollideCurved(&a, &b, 0.02, &m) || m.N.Sub(geom.Vec{X: 1}).Len() > 1e-9 {
					t.Fatalf("%v at %g rad, %g m: %+v", s.Kind, angle, gap, m)
				}
				lo, hi, least := math.Inf(1), math.Inf(-1), math.Inf(1)
				for _, p := range m.Points[:m.Count] {
					lo, hi, least = math.Min(lo, p.P.Z), math.Max(hi, p.P.Z), math.Min(least, p.Separation)
					want := math.Hypot(apart, (p.P.Z-at)*2*math.Tan(angle/2)) - r1 - r2
					if math.Abs(p.Separation-want) > 0.02*math.Abs(want-gap)+1e-9 {
						t.Errorf("%v at %g rad, %g m: %g m apart at %g, want %g", s.Kind, angle, gap, p.Separation, p.P.Z, want)
					}
				}
				if math.Abs(least-gap) > 1e-9 {
					t.Errorf("%v at %g rad, %g m: %g m apart at least", s.Kind, angle, gap, least)
				}
				if angle == 0.5 && m.Count != 1 || angle < 0.5 && (m.Count != 3 || math.Abs(lo+z) > 0.01 || math.Abs(hi-z) > 0.01) {
					t.Errorf("%v at %g rad, %g m: %d points from %g to %g", s.Kind, angle, gap, m.Count, lo, hi)
				}
			}
		}
	}
}

// TestCollideCurved_TubeAlongEdge checks a capsule and a cylinder that cross an edge of a box at an angle: at some mrad they touch
// where they cross, and at the ends of what they have in common, with the distance of the edge from the side there.
func TestCollideCurved_TubeAlongEdge(t *testing.T) {
	const r, z, half, at = 0.15, 0.9, 0.3, 0.2
	box := mustBox(t, half, half, 1.1)
	edgeUp := geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/4)
	for _, s := range []*geom.Shape{mustCapsule(t, r, z), mustCylinder(t, r, z)} {
		for _, angle := range []float64{0.003, 0.02, -0.02, 0.5} {
			for _, gap := range []float64{-0.004, 0, 0.001} {
				apart, turn := r+gap+half*math.Sqrt2, geom.AxisAngle(geom.Vec{X: 1}, angle)
				a := Convex{s, geom.Transform{Q: geom.IdentityQuat()}}
				b := Convex{box, geom.Transform{P: geom.Vec{X: apart, Z: at}.Sub(turn.Rotate(geom.Vec{Z: at})), Q: turn.Mul(edgeUp)}}
				var m Manifold
				if !CollideCurved(&a, &b, 0.02, &m) || m.N.Sub(geom.Vec{X: 1}).Len() > 1e-9 {
					t.Fatalf("%v at %g rad, %g m: %+v", s.Kind, angle, gap, m)
				}
				lo, hi, least, ids := math.Inf(1), math.Inf(-1), math.Inf(1), map[FeatureID]bool{}
				for _, p := range m.Points[:m.Count] {
					ids[p.Feature] = true
					lo, hi, least = math.Min(lo, p.P.Z), math.Max(hi, p.P.Z), math.Min(least, p.Separation)
					aside := (p.P.Z - at) * math.Tan(angle)
					want := math.Hypot(r+gap, aside) - r
					if math.Abs(p.Separation-want) > 0.02*math.Abs(want-gap)+1e-9 || math.Abs(p.P.Y+aside) > 1e-9 {
						t.Errorf("%v at %g rad, %g m: %g m apart at %v, want %g", s.Kind, angle, gap, p.Separation, p.P, want)
					}
				}
				if math.Abs(least-gap) > 1e-9 || len(ids) != m.Count {
					t.Errorf("%v at %g rad, %g m: %g m apart at least, %d features", s.Kind, angle, gap, least, len(ids))
				}
				if angle == 0.5 && m.Count != 1 || angle < 0.5 && (m.Count != 3 || math.Abs(lo+z) > 0.01 || math.Abs(hi-z) > 0.01) {
					t.Errorf("%v at %g rad, %g m: %d points from %g to %g", s.Kind, angle, gap, m.Count, lo, hi)
				}
			}
		}
	}
}
