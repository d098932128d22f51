package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func sweepSetHas(s *ContactSet, want []geom.Vec, tol float64) bool {
	if s.Count != len(want) {
		return false
	}
	for _, p := range want {
		found := false
		for _, q := range s.Points[:s.Count] {
			found = found || q.Sub(p).MaxAbs() <= tol
		}
		if !found {
			return false
		}
	}
	return true
}

// TestContactSet_Tables: features in the plane z = 0, common points worked out by hand.
func TestContactSet_Tables(t *testing.T) {
	p := func(xy ...float64) (v []geom.Vec) {
		for i := 0; i < len(xy); i += 2 {
			v = append(v, geom.Vec{X: xy[i], Y: xy[i+1]})
		}
		return v
	}
	square := p(-1, -1, 1, -1, 1, 1, -1, 1)
	for _, c := range []struct {
		name       string
		a, b, want []geom.Vec
	}{
		{"vertex on vertex", p(1, 2), p(1, 2), p(1, 2)},
		{"vertex in face", p(0.5, 0.25), square, p(0.5, 0.25)},
		{"vertex on rim", p(1, 0.25), square, p(1, 0.25)},
		{"vertex in edge", p(0.5, 0), p(-1, 0, 1, 0), p(0.5, 0)},
		{"edges crossed", p(-1, 0, 2, 0), p(0.5, -1, 0.5, 3), p(0.5, 0)},
		{"edges crossed at an end", p(-1, 0, 2, 0), p(0.5, 0, 0.5, 3), p(0.5, 0)},
		{"edges parallel", p(-1, 0, 2, 0), p(5, 0, 1, 0), p(1, 0, 2, 0)},
		{"edges parallel, one within", p(-1, 0, 2, 0), p(0.5, 0, 0, 0), p(0.5, 0, 0, 0)},
		{"edges end to end", p(-1, 0, 2, 0), p(5, 0, 2, 0), p(2, 0)},
		{"edge through face", p(-3, 0.5, 3, 0.5), square, p(-1, 0.5, 1, 0.5)},
		{"edge within face", p(-0.5, 0.5, 0.5, 0.75), square, p(-0.5, 0.5, 0.5, 0.75)},
		{"edge ends in face", p(-3, 0, 0.5, 0), square, p(-1, 0, 0.5, 0)},
		{"edge on rim", p(-3, 1, 0.5, 1), square, p(-1, 1, 0.5, 1)},
		{"edge cuts corner", p(0, 2, 2, 0), square, p(1, 1)},
		{"faces equal", square, square, square},
		{"faces offset", square, p(0, 0.5, 3, 0.5, 3, 3, 0, 3), p(0, 0.5, 1, 0.5, 1, 1, 0, 1)},
		{"face within face", p(-0.5, 0, 0.5, 0, 0, 0.5), square, p(-0.5, 0, 0.5, 0, 0, 0.5)},
		{"faces share a rim", square, p(1, -3, 2, -3, 2, 0.5, 1, 0.5), p(1, -1, 1, 0.5)},
		{"faces share a corner", square, p(1, 1, 2, 1, 2, 2, 1, 2), p(1, 1)},
		{"star of eight", square, p(-1.5, 0, 0, -1.5, 1.5, 0, 0, 1.5),
			p(-1, -0.5, -1, 0.5, 1, -0.5, 1, 0.5, -0.5, -1, 0.5, -1, -0.5, 1, 0.5, 1)},
		{"apart: nearest points", square, p(3, 0), p(2, 0)},
		{"apart: edges", p(0, 0, 1, 0), p(3, -1, 3, 1), p(2, 0)},
		{"apart: slanted edges", p(0, 0, 1, 0), p(2, -1, 4, 1), p(1.5, -0.5)},
		{"apart: parallel edges", p(0, 0, 1, 0), p(2, 0, 3, 0), p(1.5, 0)},
	} {
		n := geom.Vec{Z: 1}
		for swap := range 2 {
			var s ContactSet
			contactSet(c.a, c.b, n, 1e-9, &s)
			if !sweepSetHas(&s, c.want, 1e-15) {
				t.Errorf("%s, swap %d: %v, want %v", c.name, swap, s.Points[:s.Count], c.want)
			}
			if contactArea(s.Points[:s.Count], n) < 0 {
				t.Errorf("%s: clockwise", c.name)
			}
			c.a, c.b, n = c.b, c.a, n.Neg()
		}
	}
}

// TestContactSet_LiesMidway: features at different heights meet in the plane between them.
func TestContactSet_LiesMidway(t *testing.T) {
	var s ContactSet
	contactSet([]geom.Vec{{X: -1, Z: 1}, {X: 1, Z: 1}}, []geom.Vec{{Y: -1, Z: 1.5}, {Y: 1, Z: 1.5}}, geom.Vec{Z: 1}, 1e-9, &s)
	if !sweepSetHas(&s, []geom.Vec{{Z: 1.25}}, 1e-15) {
		t.Errorf("%v", s.Points[:s.Count])
	}
}

// TestContactSet_ManyCornersMeetInOne: of features that touch in one corner that corner is the contact, however many
// others there are.
func TestContactSet_ManyCornersMeetInOne(t *testing.T) {
	for k := 3; k <= contactFeature; k++ {
		for at := range k {
			var disc, square []geom.Vec
			for i := range k {
				s, c := math.Sincos(2 * math.Pi * float64(i) / float64(k))
				disc = append(disc, geom.Vec{X: c, Y: s})
			}
			out := disc[at]
			side := geom.Vec{X: -out.Y, Y: out.X}
			for _, p := range [4]geom.Vec{{X: 0, Y: 0}, {X: 1, Y: -1}, {X: 2, Y: 0}, {X: 1, Y: 1}} {
				square = append(square, out.AddScaled(out, p.X).AddScaled(side, p.Y))
			}
			var s ContactSet
			if at%2 == 0 {
				contactSet(disc, square, geom.Vec{Z: 1}, 1e-9, &s)
			} else {
				contactSet(square, disc, geom.Vec{Z: 1}, 1e-9, &s)
			}
			if s.Count != 1 || s.Points[0].Sub(out).Len() > 2e-9 {
				t.Errorf("corner %d of %d at %v: %v", at, k, out, s.Points[:s.Count])
			}
		}
	}
}

// TestContactSet_ManyCorners: features and results with more corners than a set can hold lose those that matter least.
func TestContactSet_ManyCorners(t *testing.T) {
	ring := func(k int, phase float64) (v []geom.Vec) {
		for i := range k {
			s, c := math.Sincos(phase + 2*math.Pi*float64(i)/float64(k))
			v = append(v, geom.Vec{X: c, Y: s})
		}
		return v
	}
	var s ContactSet
	contactSet(ring(40, 0), ring(12, 0.1), geom.Vec{Z: 1}, 1e-9, &s)
	if s.Count != MaxSet {
		t.Fatalf("%d points", s.Count)
	}
	if area := contactArea(s.Points[:s.Count], geom.Vec{Z: 1}) / 2; area < 2.7 || area > math.Pi {
		t.Errorf("area %v", area)
	}
	contactSet(nil, ring(4, 0), geom.Vec{Z: 1}, 1e-9, &s)
	if s.Count != 0 {
		t.Errorf("empty feature: %d points", s.Count)
	}
}

// sweepInside reports whether p is in the convex feature f (a point, a segment or a polygon) of the plane with normal
// n, by distances to all of its lines.
func sweepInside(p geom.Vec, f []geom.Vec, n geom.Vec, tol float64) bool {
	if len(f) == 1 {
		return p.Sub(f[0]).Len() <= tol
	}
	if len(f) == 2 {
		u := f[1].Sub(f[0])
		s := min(max(p.Sub(f[0]).Dot(u)/u.LenSq(), 0), 1)
		return p.Sub(f[0].AddScaled(u, s)).Len() <= tol
	}
	left, right := 0, 0
	for i, q := range f {
		u := f[(i+1)%len(f)].Sub(q)
		d := n.Dot(u.Cross(p.Sub(q))) / u.Len()
		if d < -tol {
			right++
		}
		if d > tol {
			left++
		}
	}
	return left == 0 || right == 0
}

// sweepCommon returns points whose hull is the intersection of two features: corners of each in the other, and
// crossings of all edges.
func sweepCommon(a, b []geom.Vec, n geom.Vec, tol float64) (c []geom.Vec) {
	for _, p := range a {
		if sweepInside(p, b, n, tol) {
			c = append(c, p)
		}
	}
	for _, p := range b {
		if sweepInside(p, a, n, tol) {
			c = append(c, p)
		}
	}
	for i, p := range a {
		for j, q := range b {
			u, v, w := a[(i+1)%len(a)].Sub(p), b[(j+1)%len(b)].Sub(q), q.Sub(p)
			den := n.Dot(u.Cross(v))
			if math.Abs(den) <= 1e-12*u.Len()*v.Len() {
				continue // parallel: the ends are among the corners
			}
			s, t := n.Dot(w.Cross(v))/den, n.Dot(w.Cross(u))/den
			if s >= 0 && s <= 1 && t >= 0 && t <= 1 {
				c = append(c, p.AddScaled(u, s))
			}
		}
	}
	return c
}

// TestContactSet_EqualsBruteForce: in random planes the set has the same extent in every direction as the corners and
// crossings found by trying all pairs, and lies in both features.
func TestContactSet_EqualsBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var seen [9][9]int
	var counts [MaxSet + 1]int
	const tol = 1e-9
	for range 20000 {
		q := randomQuat(rng)
		n := q.Rotate(geom.Vec{Z: 1})
		feature := func() (f []geom.Vec) {
			k := rng.IntN(8) + 1
			c := geom.Vec{X: rng.Float64(), Y: rng.Float64()}
			r := sweepLog(rng, 0.1, 2)
			at := rng.Float64()
			for range k {
				s, co := math.Sincos(at)
				f = append(f, q.Rotate(c.Add(geom.Vec{X: r * co, Y: r * s})))
				at += (0.3 + rng.Float64()) / (1.3 * float64(k)) * 2 * math.Pi
			}
			return f
		}
		a, b := feature(), feature()
		switch rng.IntN(4) {
		case 0: // share a line
			if len(a) > 1 && len(b) == 2 {
				u := a[1].Sub(a[0])
				b[0], b[1] = a[0].AddScaled(u, 4*rng.Float64()-2), a[0].AddScaled(u, 4*rng.Float64()-2)
			}
		case 1: // share a point
			if len(b) == 1 {
				b[0] = a[0]
				if len(a) > 1 {
					b[0] = a[0].Add(a[1]).Scale(0.5)
				}
			}
		}
		if b[0].Sub(b[len(b)-1]).Len() < 1e-3 && len(b) == 2 {
			continue
		}
		var s ContactSet
		contactSet(a, b, n, tol, &s)
		got := s.Points[:s.Count]
		want := sweepCommon(a, b, n, 1e-12)
		if len(want) == 0 {
			counts[0]++
			if s.Count != 1 {
				t.Fatalf("apart: %d points", s.Count)
			}
			continue
		}
		counts[s.Count]++
		seen[len(a)][len(b)]++
		for _, p := range got {
			if !sweepInside(p, a, n, 2*tol) || !sweepInside(p, b, n, 2*tol) {
				t.Fatalf("%v is not in %v and %v", p, a, b)
			}
		}
		for range 16 {
			u := sweepUnit(rng)
			g, w := math.Inf(-1), math.Inf(-1)
			for _, p := range got {
				g = max(g, u.Dot(p))
			}
			for _, p := range want {
				w = max(w, u.Dot(p))
			}
			if math.Abs(g-w) > 4*tol {
				t.Fatalf("extent along %v: %v, want %v; set %v, features %v and %v", u, g, w, got, a, b)
			}
		}
		if contactArea(got, n) < 0 {
			t.Fatal("clockwise")
		}
	}
	for _, k := range [][2]int{{1, 1}, {2, 1}, {2, 2}, {2, 4}, {4, 4}, {3, 4}, {8, 8}, {8, 1}} {
		if seen[k[0]][k[1]] == 0 {
			t.Errorf("no contact of %d and %d corners", k[0], k[1])
		}
	}
	for k, c := range counts {
		if c == 0 && k <= 8 {
			t.Errorf("no set of %d points", k)
		}
	}
}

func BenchmarkContactSet(b *testing.B) {
	square := []geom.Vec{{X: -1, Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}}
	star := []geom.Vec{{X: -1.5}, {Y: -1.5}, {X: 1.5}, {Y: 1.5}}
	var s ContactSet
	b.ReportAllocs()
	for b.Loop() {
		contactSet(square, star, geom.Vec{Z: 1}, 1e-9, &s)
	}
}
