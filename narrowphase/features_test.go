package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The tables of faces, edges and vertices agree with geom.OBB.Vertex and with each other.
func TestFeatures_IndicesAgree(t *testing.T) {
	half := geom.Vec{X: 1, Y: 2, Z: 3}
	b := satBox(geom.Vec{}, half)
	if v := b.Vertex(boxVertex(1, true, false, true)); v != (geom.Vec{X: 1, Y: 2, Z: -3}) {
		t.Errorf("vertex with signs + along y, - along z, + along x: %v", v)
	}
	seen := map[[2]int]bool{}
	for e := 0; e < 12; e++ {
		i, j := boxEdgeEnds(e)
		d := b.Vertex(j).Sub(b.Vertex(i))
		if want := unitVec(e/4, 2).Mul(half); d != want {
			t.Errorf("edge %d runs along %v, want %v", e, d, want)
		}
		seen[[2]int{i, j}] = true
	}
	if len(seen) != 12 {
		t.Errorf("%d edges", len(seen))
	}
	sides := map[int]int{}
	for f := 0; f < 6; f++ {
		out := unitVec(f/2, float64(2*(f&1)-1))
		for c := 0; c < 4; c++ {
			p, q := boxFaceCorner(f, c), boxFaceCorner(f, (c+1)%4)
			if d := b.Vertex(p).Dot(out); d != half.Dot(out.Abs()) {
				t.Errorf("face %d: corner %d at %v", f, c, d)
			}
			e := boxFaceSide(f, c)
			sides[e]++
			if i, j := boxEdgeEnds(e); (i != p || j != q) && (i != q || j != p) {
				t.Errorf("face %d: side %d is edge %d from %d to %d, corners %d and %d", f, c, e, i, j, p, q)
			}
		}
	}
	for e := 0; e < 12; e++ {
		if sides[e] != 2 {
			t.Errorf("edge %d is the side of %d faces", e, sides[e])
		}
	}
}

func TestFeatures_PairIsThatOfTheShapes(t *testing.T) {
	p := pairID{FeatureEdge, 11, FeatureVertex, 7}
	if got, want := p.id(false), MakeFeatureID(FeatureEdge, 11, FeatureVertex, 7); got != want {
		t.Errorf("%x, want %x", got, want)
	}
	if got, want := p.id(true), MakeFeatureID(FeatureVertex, 7, FeatureEdge, 11); got != want {
		t.Errorf("flipped %x, want %x", got, want)
	}
}

// A box sliding, turning and rocking on a larger one keeps the ids of its corners while they stay on it; ids of one
// manifold differ.
func TestFeatures_StableWhileTheSameFeaturesTouch(t *testing.T) {
	base := satBox(geom.Vec{Z: -1}, geom.Vec{X: 5, Y: 5, Z: 1})
	want := map[FeatureID]bool{}
	for v := 0; v < 4; v++ {
		want[MakeFeatureID(FeatureFace, boxFace(2, true), FeatureVertex, v)] = true
	}
	for i := 0; i < 500; i++ {
		s := float64(i)
		q := geom.AxisAngle(geom.Vec{X: s - 250, Y: 100 - s}, 1e-4).Mul(geom.AxisAngle(geom.Vec{Z: 1}, 0.013*s))
		b := satTurned(geom.Vec{X: 0.01*s - 2.5, Y: 1, Z: 1}, geom.Vec{X: 1, Y: 1, Z: 1}, q)
		var m Manifold
		if !CollideOBBs(&base, &b, 1e-3, &m) || m.Count != 4 {
			t.Fatalf("step %d: %d points", i, m.Count)
		}
		got := map[FeatureID]bool{}
		for k := 0; k < m.Count; k++ {
			got[m.Points[k].Feature] = true
		}
		for id := range want {
			if !got[id] {
				t.Fatalf("step %d: feature %x missing in %v", i, id, got)
			}
		}
	}
	r := satRand(41)
	for i := 0; i < 5000; i++ {
		a, b := satPair(r, i%3)
		b.C = a.C.Add(satRandomVec(r, 1.5))
		var m Manifold
		CollideOBBs(&a, &b, 0.05, &m)
		for k := 0; k < m.Count; k++ {
			for l := 0; l < k; l++ {
				if m.Points[k].Feature == m.Points[l].Feature {
					t.Fatalf("case %d: feature %x twice", i, m.Points[k].Feature)
				}
			}
		}
	}
}

// TestFeatureID_PlaceOnBoxes: of boxes that lie on each other, turned about the vertical and next to each other, the
// features of each contact point are where the point is, to half the separation; swapping the boxes changes nothing.
// Points of all three kinds are among them.
func TestFeatureID_PlaceOnBoxes(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	kinds := map[FeatureID]int{}
	for range 500 {
		half := func() geom.Vec {
			return geom.Vec{X: 0.2 + rng.Float64(), Y: 0.2 + rng.Float64(), Z: 0.2 + rng.Float64()}
		}
		a := geom.OBB{Half: half(), Axes: geom.QuatExp(geom.Vec{Z: 7 * rng.Float64()}).Mat3()}
		b := geom.OBB{Half: half(), Axes: geom.QuatExp(geom.Vec{Z: 7 * rng.Float64()}).Mat3()}
		sep := 1e-3 * (rng.Float64() - 0.5)
		b.C = geom.Vec{X: rng.Float64() - 0.5, Y: rng.Float64() - 0.5, Z: a.Half.Z + b.Half.Z + sep}
		for range 2 {
			a, b = b, a
			var m Manifold
			if !CollideOBBs(&a, &b, 2e-3, &m) {
				t.Fatal("they do not touch")
			}
			for _, p := range m.Points[:m.Count] {
				at, ok := p.Feature.PlaceOnBoxes(&a, &b)
				if d := at.Sub(p.P).Len(); !ok || d > 0.5*math.Abs(sep)+1e-12 {
					t.Fatalf("feature %x is at %v (%v), its point at %v", p.Feature, at, ok, p.P)
				}
				kinds[p.Feature&(3<<30|3<<14)]++
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("points of %d kinds, want 3", len(kinds))
	}
	for _, f := range []FeatureID{MakeFeatureID(FeatureFace, 0, FeatureFace, 0), MakeFeatureID(FeatureVertex, 8, FeatureFace, 0), MakeFeatureID(FeatureEdge, 12, FeatureEdge, 0)} {
		if _, ok := f.PlaceOnBoxes(&geom.OBB{}, &geom.OBB{}); ok {
			t.Errorf("feature %x is none of boxes", f)
		}
	}
}
