package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rotatingCase is one pair of the data.
type rotatingCase struct{ geomtest.Rotating }

func rotatingVec(v [3]float64) geom.Vec { return geom.Vec{X: v[0], Y: v[1], Z: v[2]} }

// sweep returns the motion of body k.
func (c *rotatingCase) sweep(k int) geom.Sweep {
	x := &c.Pose[k]
	q := geom.Quat{W: x.Q[0], V: geom.Vec{X: x.Q[1], Y: x.Q[2], Z: x.Q[3]}}
	return geom.Sweep{C: rotatingVec(x.P), Q: q.Normalize(), V: rotatingVec(x.V), W: rotatingVec(x.W)}
}

// query returns the case with the hulls' frames moved and turned by at in the bodies'.
func (c *rotatingCase) query(t testing.TB, at geom.Transform) hullQuery {
	q := hullQuery{duration: c.T1}
	for k, verts := range [2][][3]float64{c.A.V, c.B.V} {
		var points []geom.Vec
		for _, v := range verts {
			points = append(points, at.ApplyInv(rotatingVec(v)))
		}
		h, err := geom.NewHull(points)
		if err != nil {
			t.Fatal(err)
		}
		s := geom.HullShape(h)
		if k == 0 {
			q.a, q.sa = Part{&s, at}, c.sweep(0)
		} else {
			q.b, q.sb = Part{&s, at}, c.sweep(1)
		}
	}
	return q
}

func rotatingCases(t testing.TB) (cases []rotatingCase) {
	t.Helper()
	for _, pair := range geomtest.RotatingPairs(t) {
		cases = append(cases, rotatingCase{pair})
	}
	return cases
}

// setDistance returns the farthest that a point of one set is from the nearest of the other.
func setDistance(a, b []geom.Vec) float64 {
	far := 0.0
	for pass := 0; pass < 2; pass++ {
		for _, u := range a {
			near := math.Inf(1)
			for _, v := range b {
				near = math.Min(near, u.Sub(v).Len())
			}
			far = math.Max(far, near)
		}
		a, b = b, a
	}
	return far
}

// exchanged returns the query with A and B exchanged.
func (c hullQuery) exchanged() hullQuery {
	return hullQuery{a: c.b, b: c.a, sa: c.sb, sb: c.sa, duration: c.duration, target: c.target}
}

// All cases, as they are, with A and B exchanged, and as parts that lie elsewhere in their bodies' frames.
func TestFCPF_Rotating(t *testing.T) {
	kinds := map[string]int{}
	worstT, worstP := 0.0, 0.0
	moved := geom.Transform{P: geom.Vec{X: 0.3, Y: -1.2, Z: 0.8}, Q: geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: -0.5}, 1.1)}
	for _, c := range rotatingCases(t) {
		kinds[c.Kind]++
		var want []geom.Vec
		for _, v := range c.Points {
			want = append(want, rotatingVec(v))
		}
		n := rotatingVec(c.Normal)
		plain := c.query(t, geom.Transform{Q: geom.IdentityQuat()})
		for i, q := range []hullQuery{plain, plain.exchanged(), c.query(t, moved)} {
			out := FCPF(&q.a, &q.sa, &q.b, &q.sb, c.T1)
			dt, dp := math.Abs(out.Time-c.TOI), setDistance(out.Set.Points[:out.Set.Count], want)
			worstT, worstP = math.Max(worstT, dt), math.Max(worstP, dp)
			if out.Status != Hit || !(dt <= 1e-9) || !(dp <= 1e-6) || out.Set.Count != len(want) {
				t.Errorf("%s, %d: %+v, %g late, points %g off, want %v", c.ID, i, out.Status, out.Time-c.TOI, dp, want)
			}
			if i == 1 {
				out.N = out.N.Neg()
			}
			// Where vertices and parallel edges meet, many directions separate.
			if unique := c.Kind == "ff" || c.Kind == "fe" || c.Kind == "fv" || c.Kind == "ee"; unique && out.N.Sub(n).Len() > 1e-6 {
				t.Errorf("%s, %d: normal %v, want %v", c.ID, i, out.N, n)
			}
			for _, f := range out.Features[:out.Set.Count] {
				a, b := int(f>>14&3), int(f>>30)
				if i == 1 {
					a, b = b, a
				}
				if !rotatingFeatures[c.Kind][[2]int{a, b}] && !rotatingFeatures[c.Kind][[2]int{b, a}] {
					t.Errorf("%s, %d: features of kinds %d and %d touch", c.ID, i, a, b)
				}
			}
		}
	}
	t.Logf("%v: times within %g s, points within %g m", kinds, worstT, worstP)
	if len(kinds) != 7 {
		t.Errorf("only the kinds %v", kinds)
	}
}

// rotatingFeatures are the kinds of features that the points of each kind of contact may lie on.
var rotatingFeatures = map[string]map[[2]int]bool{
	"ff": {{FeatureVertex, FeatureFace}: true, {FeatureEdge, FeatureEdge}: true, {FeatureVertex, FeatureEdge}: true, {FeatureVertex, FeatureVertex}: true},
	"fe": {{FeatureVertex, FeatureFace}: true, {FeatureEdge, FeatureEdge}: true, {FeatureVertex, FeatureEdge}: true},
	"fv": {{FeatureVertex, FeatureFace}: true},
	"ee": {{FeatureEdge, FeatureEdge}: true},
	"pp": {{FeatureVertex, FeatureEdge}: true, {FeatureVertex, FeatureVertex}: true},
	"ev": {{FeatureVertex, FeatureEdge}: true},
	"vv": {{FeatureVertex, FeatureVertex}: true},
}

// From an edge and a face that cross at t1, deep in each other, the walk back comes to the first contact.
func TestDescend_FromDeepOverlap(t *testing.T) {
	walks, none := 0, 0
	for _, c := range rotatingCases(t) {
		q := c.query(t, geom.Transform{Q: geom.IdentityQuat()})
		p := NewTurningPair(&q.a, &q.sa, &q.b, &q.sb)
		m, ok := p.crossing(&fcpfSpot{near: math.Inf(1)}, c.T1)
		if !ok {
			none++
			continue
		}
		m, _ = p.EdgeFace(m.Body, m.Edge, m.Face, 0, c.T1)
		m = p.Descend(m, 0)
		walks++
		if math.Abs(m.Time-c.TOI) > 1e-9 {
			t.Errorf("%s: %+v, %g late", c.ID, m, m.Time-c.TOI)
		}
	}
	t.Logf("%d walks; %d without edge and face that cross", walks, none)
}
