package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// satBox returns an axis-aligned box.
func satBox(c, half geom.Vec) geom.OBB { return geom.OBB{C: c, Axes: geom.Identity(), Half: half} }

// satTurned returns a box at an attitude.
func satTurned(c, half geom.Vec, q geom.Quat) geom.OBB {
	return geom.NewOBB(geom.Transform{P: c, Q: q}, half)
}

func satRandomVec(r *rand.Rand, s float64) geom.Vec {
	return geom.Vec{X: s * (2*r.Float64() - 1), Y: s * (2*r.Float64() - 1), Z: s * (2*r.Float64() - 1)}
}

func satRandomQuat(r *rand.Rand) geom.Quat {
	for {
		q := geom.Quat{W: 2*r.Float64() - 1, V: satRandomVec(r, 1)}
		if l := q.Len(); l > 0.1 && l <= 1 {
			return q.Normalize()
		}
	}
}

// satHasPoint reports whether m has a point within tol of p.
func satHasPoint(m *Manifold, p geom.Vec, tol float64) bool {
	for i := 0; i < m.Count; i++ {
		if m.Points[i].P.Sub(p).Len() <= tol {
			return true
		}
	}
	return false
}

// satSwapID exchanges the halves of a feature id.
func satSwapID(f FeatureID) FeatureID { return f>>16 | f<<16 }

// Hand-worked: the exact points of boxes with coordinates that double precision holds.
func TestCollideOBBs_HandWorked(t *testing.T) {
	unit := geom.Vec{X: 1, Y: 1, Z: 1}
	h := math.Sqrt2 / 2
	tests := []struct {
		name   string
		a, b   geom.OBB
		n      geom.Vec
		sep    float64
		points []geom.Vec
	}{
		{"flush stack", satBox(geom.Vec{}, unit), satBox(geom.Vec{Z: 2}, unit), geom.Vec{Z: 1}, 0,
			[]geom.Vec{{X: 1, Y: 1, Z: 1}, {X: -1, Y: 1, Z: 1}, {X: -1, Y: -1, Z: 1}, {X: 1, Y: -1, Z: 1}}},
		// Overlap of [-1,1]² and [-0.5,1.5]×[-0.75,1.25]: 1.5 by 1.75.
		{"offset stack, sunk", satBox(geom.Vec{}, unit), satBox(geom.Vec{X: 0.5, Y: 0.25, Z: 1.75}, unit), geom.Vec{Z: 1}, -0.25,
			[]geom.Vec{{X: 1, Y: 1, Z: 0.875}, {X: -0.5, Y: 1, Z: 0.875}, {X: -0.5, Y: -0.75, Z: 0.875}, {X: 1, Y: -0.75, Z: 0.875}}},
		{"small on large, below", satBox(geom.Vec{X: 3, Z: -1.5}, geom.Vec{X: 0.5, Y: 0.25, Z: 0.5}), satBox(geom.Vec{}, geom.Vec{X: 8, Y: 8, Z: 1}),
			geom.Vec{Z: 1}, 0, []geom.Vec{{X: 3.5, Y: 0.25, Z: -1}, {X: 3.5, Y: -0.25, Z: -1}, {X: 2.5, Y: 0.25, Z: -1}, {X: 2.5, Y: -0.25, Z: -1}}},
		// Flush edges along y at x = z = 1; the common piece is y from 0 to 1.
		{"flush edges", satBox(geom.Vec{}, unit), satBox(geom.Vec{X: 2, Y: 1, Z: 2}, unit), geom.Vec{X: h, Z: h}, 0,
			[]geom.Vec{{X: 1, Y: 0, Z: 1}, {X: 1, Y: 1, Z: 1}}},
		{"vertex on vertex", satBox(geom.Vec{}, unit), satBox(geom.Vec{X: -2, Y: 2, Z: 2}, unit),
			geom.Vec{X: -1 / math.Sqrt(3), Y: 1 / math.Sqrt(3), Z: 1 / math.Sqrt(3)}, 0, []geom.Vec{{X: -1, Y: 1, Z: 1}}},
		// Apart along the diagonal of x and z by (3/8, 1/2): distance 5/8, nearest the ends of the common piece of
		// edge.
		{"parallel edges apart", satBox(geom.Vec{}, unit), satBox(geom.Vec{X: 2.375, Y: 1, Z: 2.5}, unit), geom.Vec{X: 0.6, Z: 0.8}, 0.625,
			[]geom.Vec{{X: 1.1875, Y: 0, Z: 1.25}, {X: 1.1875, Y: 1, Z: 1.25}}},
		{"contained", satBox(geom.Vec{}, geom.Vec{X: 4, Y: 4, Z: 4}), satBox(geom.Vec{X: -2}, geom.Vec{X: 0.5, Y: 1, Z: 1}), geom.Vec{X: -1}, -2.5,
			[]geom.Vec{{X: -2.75, Y: 1, Z: 1}, {X: -2.75, Y: -1, Z: 1}, {X: -2.75, Y: 1, Z: -1}, {X: -2.75, Y: -1, Z: -1}}},
	}
	for _, tt := range tests {
		for _, swap := range []bool{false, true} {
			var m Manifold
			a, b, n := tt.a, tt.b, tt.n
			if swap {
				a, b, n = b, a, n.Neg()
			}
			if !CollideOBBs(&a, &b, 1, &m) {
				t.Errorf("%s: no contact", tt.name)
				continue
			}
			if m.N.Sub(n).Len() > 1e-15 {
				t.Errorf("%s: normal %v, want %v", tt.name, m.N, n)
			}
			if m.Count != len(tt.points) {
				t.Errorf("%s: %d points, want %d: %v", tt.name, m.Count, len(tt.points), m.Points[:m.Count])
			}
			for _, p := range tt.points {
				if !satHasPoint(&m, p, 0) {
					t.Errorf("%s: point %v missing in %v", tt.name, p, m.Points[:m.Count])
				}
			}
			for i := 0; i < m.Count; i++ {
				if m.Points[i].Separation != tt.sep {
					t.Errorf("%s: separation %v, want %v", tt.name, m.Points[i].Separation, tt.sep)
				}
			}
		}
	}
}

// Every point lies on both shapes: moved by half its separation along the normal either way it is on the surface of one
// box and in the slab of the other.
func TestCollideOBBs_PointsLieOnBothBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	counts := map[string]int{}
	for i := 0; i < 60000; i++ {
		a := satTurned(satRandomVec(r, 1), geom.Vec{X: 0.2 + r.Float64(), Y: 0.2 + r.Float64(), Z: 0.2 + r.Float64()}, satRandomQuat(r))
		b := satTurned(satRandomVec(r, 1.8), geom.Vec{X: 0.2 + r.Float64(), Y: 0.2 + r.Float64(), Z: 0.2 + r.Float64()}, satRandomQuat(r))
		if i%3 == 0 {
			b.Axes = a.Axes
		}
		margin := 0.2 * r.Float64()
		var m, w Manifold
		got := CollideOBBs(&a, &b, margin, &m)
		if overlap := OverlapOBBs(&a, &b); overlap && !got {
			t.Fatalf("case %d: overlap without contact", i)
		}
		if !got {
			continue
		}
		if swapped := CollideOBBs(&b, &a, margin, &w); !swapped || w.Count != m.Count || w.N.Add(m.N).Len() > 1e-12 {
			t.Fatalf("case %d: swapped: %v\n%v", i, w, m)
		}
		for k := 0; k < m.Count; k++ {
			p := &m.Points[k]
			if p.Separation > margin {
				t.Fatalf("case %d: separation %v beyond margin %v", i, p.Separation, margin)
			}
			pa, pb := p.P.AddScaled(m.N, -0.5*p.Separation), p.P.AddScaled(m.N, 0.5*p.Separation)
			_, da, _, _ := nearestOnOBB(&a, pa, 0)
			_, db, _, _ := nearestOnOBB(&b, pb, 0)
			if da > 2e-7 || db > 2e-7 {
				t.Fatalf("case %d: point %d off by %v and %v, sep %v\n%+v", i, k, da, db, p.Separation, m)
			}
			found := false
			for l := 0; l < w.Count; l++ {
				found = found || w.Points[l].Feature == satSwapID(p.Feature) && w.Points[l].P.Sub(p.P).Len() < 1e-9
			}
			if !found {
				t.Fatalf("case %d: point %d %+v not in swapped %+v", i, k, p, w)
			}
		}
		kind := "face"
		if f := m.Points[0].Feature; m.Count == 1 && f>>14&3 == FeatureEdge && f>>30 == FeatureEdge {
			kind = "edges"
		}
		if m.Points[0].Separation > 0 {
			kind += " apart"
		}
		counts[kind]++
	}
	for _, k := range []string{"face", "edges", "face apart", "edges apart"} {
		if counts[k] < 300 {
			t.Errorf("only %d cases of %q", counts[k], k)
		}
	}
	t.Log(counts)
}

// There are points exactly when the boxes are within the margin, and the nearest is as near as the boxes are.
func TestCollideOBBs_EqualsDistance(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	contacts, none := 0, 0
	for i := 0; contacts+none < geomtest.Trials(120); i++ {
		a, b := satPair(r, i%3)
		b.C = a.C.Add(satRandomVec(r, 1.6))
		margin := r.Float64()
		if OverlapOBBs(&a, &b) {
			continue
		}
		var points []geom.Vec
		for p := 0; p < 8; p++ {
			for q := 0; q < 8; q++ {
				points = append(points, b.Vertex(q).Sub(a.Vertex(p)))
			}
		}
		d := satDistance(points)
		var m Manifold
		got := CollideOBBs(&a, &b, margin, &m)
		if got != (d <= margin) {
			t.Fatalf("case %d: contact %v at distance %v, margin %v", i, got, d, margin)
		}
		if !got {
			none++
			continue
		}
		contacts++
		if math.Abs(m.deepest()-d) > 1e-6 {
			t.Fatalf("case %d: nearest point at %v, distance %v\n%+v", i, m.deepest(), d, m)
		}
	}
	if contacts < geomtest.Trials(30) || none < geomtest.Trials(30) {
		t.Errorf("%d contacts, %d without", contacts, none)
	}
}

// A box that rests on another, turned, overhanging and tilted by less than 2 mrad, keeps its patch: the normal of one
// face, about as many points as without the tilt, and the same points and features when the boxes change places.
func TestCollideOBBs_TiltedStackKeepsItsPatch(t *testing.T) {
	r := rand.New(rand.NewPCG(45, 46))
	edges := 0
	for i := 0; i < 2000; i++ {
		half := geom.Vec{X: 1, Y: 0.8, Z: 0.5}
		low := satTurned(satRandomVec(r, 1), half, satRandomQuat(r))
		up := half
		if i%3 == 0 {
			up = geom.Vec{X: 0.6 + r.Float64(), Y: 0.6 + r.Float64(), Z: 0.5}
		}
		yaw := geom.AxisAngle(low.Axes.Z, 7*r.Float64())
		across := low.Axes.X.Scale(1.2*r.Float64()-0.6).AddScaled(low.Axes.Y, 1.2*r.Float64()-0.6)
		b := geom.OBB{C: low.C.Add(across).AddScaled(low.Axes.Z, 1-1e-3), Half: up,
			Axes: geom.Mat3{X: yaw.Rotate(low.Axes.X), Y: yaw.Rotate(low.Axes.Y), Z: low.Axes.Z}}
		var flat, m, w Manifold
		CollideOBBs(&low, &b, 1e-2, &flat)
		tilt := geom.AxisAngle(low.Axes.X.AddScaled(low.Axes.Y, 2*r.Float64()-1), 1e-3*r.Float64())
		b.Axes = geom.Mat3{X: tilt.Rotate(b.Axes.X), Y: tilt.Rotate(b.Axes.Y), Z: tilt.Rotate(b.Axes.Z)}
		var s obbAxes
		s.a, s.b, s.d = &low, &b, b.C.Sub(low.C)
		s.collect(low.Size()+b.Size(), 1, 1)
		if x := s.axis(s.best()); x.Kind == axisEdges && x.N.Dot(low.Axes.Z) < 1-1e-9 {
			edges++
		}
		CollideOBBs(&low, &b, 1e-2, &m)
		CollideOBBs(&b, &low, 1e-2, &w)
		ref := low.Axes.Z
		if faceArea(up, 2) > faceArea(half, 2) || up == half && !pointsUp(ref) {
			ref = b.Axes.Z
		}
		if m.N.Sub(ref).Len() > 1e-15 || w.N != m.N.Neg() {
			t.Fatalf("case %d: normal %v, want %v, swapped %v", i, m.N, ref, w.N)
		}
		// The tilt moves the outline by up to 1 mm, by which a corner may come or go.
		if d := m.Count - flat.Count; m.Count < 3 || d < -2 || d > 2 || w.Count != m.Count {
			t.Fatalf("case %d: %d points, flat %d, swapped %d", i, m.Count, flat.Count, w.Count)
		}
		for k := 0; k < m.Count; k++ {
			if w.Points[k].Feature != satSwapID(m.Points[k].Feature) || w.Points[k].P != m.Points[k].P {
				t.Fatalf("case %d: point %d %+v, swapped %+v", i, k, m.Points[k], w.Points[k])
			}
		}
	}
	if edges < 100 {
		t.Errorf("only %d cases in which a pair of edges is the best axis", edges)
	}
}
