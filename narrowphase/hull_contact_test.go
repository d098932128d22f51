package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func prismShape(t testing.TB, n int, radius, half float64) *geom.Shape {
	h, err := geom.NewPrism(n, radius, half)
	if err != nil {
		t.Fatal(err)
	}
	s := geom.HullShape(h)
	return &s
}

// commonCorners returns the corners of the intersection of two convex polygons in the plane z = 0, the slow way: of all
// corners and crossings of edges those that are in both.
func commonCorners(p, q []geom.Vec) (out []geom.Vec) {
	in := func(c geom.Vec, f []geom.Vec) bool {
		for i, v := range f {
			e := f[(i+1)%len(f)].Sub(v)
			if e.Cross(c.Sub(v)).Z < -1e-9*e.Len() {
				return false
			}
		}
		return true
	}
	add := func(c geom.Vec) {
		if !in(c, p) || !in(c, q) {
			return
		}
		for _, o := range out {
			if o.Sub(c).Len() < 1e-8 {
				return
			}
		}
		out = append(out, c)
	}
	for _, c := range p {
		add(c)
	}
	for _, c := range q {
		add(c)
	}
	for i, a := range p {
		u := p[(i+1)%len(p)].Sub(a)
		for j, b := range q {
			v := q[(j+1)%len(q)].Sub(b)
			if d := u.Cross(v).Z; math.Abs(d) > 1e-9 {
				add(a.AddScaled(u, b.Sub(a).Cross(v).Z/d))
			}
		}
	}
	return out
}

// TestCollideHulls_PrismsGiveTheCommonPolygon: a prism on another, face to face. The points are the corners of the
// common polygon, found by brute force, each with its own features.
func TestCollideHulls_PrismsGiveTheCommonPolygon(t *testing.T) {
	rng := rand.New(rand.NewPCG(61, 62))
	counts := map[int]int{}
	for i := range 1500 {
		ka, kb := 3+rng.IntN(6), 3+rng.IntN(6)
		a := Convex{Shape: prismShape(t, ka, 0.5+rng.Float64(), 0.5)}
		b := Convex{Shape: prismShape(t, kb, 0.5+rng.Float64(), 0.25)}
		angle := 2 * math.Pi * rng.Float64()
		if i%3 == 0 {
			angle = math.Pi / 12 * float64(rng.IntN(24))
		}
		a.Pose.Q, b.Pose.Q = geom.IdentityQuat(), geom.AxisAngle(geom.Vec{Z: 1}, angle)
		depth := []float64{0, 1e-3, -1e-3}[rng.IntN(3)]
		b.Pose.P = geom.Vec{X: 1.2 * (rng.Float64() - 0.5), Y: 1.2 * (rng.Float64() - 0.5), Z: 0.75 - depth}
		if i%3 == 1 {
			b.Pose.P.X, b.Pose.P.Y = 0, 0
		}
		var pa, pb []geom.Vec
		for k := range ka {
			s, c := geom.SinCos(2 * math.Pi * float64(k) / float64(ka))
			pa = append(pa, geom.Vec{X: c, Y: s}.Scale(a.Shape.Hull.Vertices[len(a.Shape.Hull.Vertices)-1].X))
		}
		for k := range kb {
			s, c := geom.SinCos(2*math.Pi*float64(k)/float64(kb) + angle)
			p := b.Pose.P.AddScaled(geom.Vec{X: c, Y: s}, b.Shape.Hull.Vertices[len(b.Shape.Hull.Vertices)-1].X)
			pb = append(pb, geom.Vec{X: p.X, Y: p.Y})
		}
		want := commonCorners(pa, pb)
		var m Manifold
		if !CollideHulls(&a, &b, 2e-3, &m) || m.N.Sub(geom.Vec{Z: 1}).MaxAbs() > 1e-15 || m.Count != len(want) {
			t.Fatalf("case %d: normal %v, %d points, want %d", i, m.N, m.Count, len(want))
		}
		for _, w := range want {
			found := false
			for _, p := range m.Points[:m.Count] {
				found = found || p.P.Sub(geom.Vec{X: w.X, Y: w.Y, Z: 0.5 - depth/2}).Len() < 1e-6 && math.Abs(p.Separation+depth) < 1e-14
			}
			if !found {
				t.Fatalf("case %d: no point at %v: %+v", i, w, m.Points[:m.Count])
			}
		}
		for k, p := range m.Points[:m.Count] {
			for _, q := range m.Points[:k] {
				if p.Feature == q.Feature {
					t.Fatalf("case %d: two points of features %x", i, p.Feature)
				}
			}
		}
		counts[m.Count]++
	}
	for n := 3; n <= 12; n++ {
		if counts[n] < 3 {
			t.Errorf("%d polygons of %d corners: %v", counts[n], n, counts)
		}
	}
}

// shallow places b so that it is in a by depth along the direction in which they are least deep.
func shallow(rng *rand.Rand, a, b *Convex, depth float64) bool {
	b.Pose.P = a.Pose.P.Add(randomDir(rng).Scale(0.5))
	for range 50 {
		mtv, ok := MTVHulls(a, b)
		if ok && math.Abs(mtv.Depth-depth) < 1e-6*depth {
			return true
		}
		sep, n := SeparationHulls(a, b)
		b.Pose.P = b.Pose.P.AddScaled(n, -sep-depth)
	}
	return false
}

// TestCollideHulls_PointsLieOnBothSurfaces: shapes that are slightly in each other. Half the separation from each point
// along N, either way, is a point of A's surface and one of B's, but for what the tilt of the incident face adds; the
// deepest point is as deep as the minimum translation; features are those on which the points lie; exchange, a turn by
// 90° and a move give the same.
func TestCollideHulls_PointsLieOnBothSurfaces(t *testing.T) {
	rng := rand.New(rand.NewPCG(63, 64))
	kinds := [3]int{}
	const depth = 1e-4
	world := geom.Transform{P: geom.Vec{X: 1000, Y: -2000, Z: 500}, Q: geom.Quat{W: math.Sqrt(0.5), V: geom.Vec{Z: math.Sqrt(0.5)}}.Normalize()}
	for range geomtest.Trials(600) {
		a := Convex{ball(t, rng, 4+rng.IntN(40), 1), geom.Transform{P: randomDir(rng).Scale(10), Q: randomQuat(rng)}}
		b := Convex{ball(t, rng, 4+rng.IntN(40), 1), geom.Transform{Q: randomQuat(rng)}}
		if !shallow(rng, &a, &b, depth) {
			continue
		}
		var m, w Manifold
		if !CollideHulls(&a, &b, 0, &m) || !CollideHulls(&b, &a, 0, &w) {
			t.Fatal("no contact")
		}
		if math.Abs(m.deepest()+depth) > 1e-9 && nearMTV(&a, &b, &m) {
			t.Fatalf("deepest %v, want %v: %+v", m.deepest(), -depth, m.Points[:m.Count])
		}
		for i := range m.Count {
			p := &m.Points[i]
			onA, onB := p.P.AddScaled(m.N, -0.5*p.Separation), p.P.AddScaled(m.N, 0.5*p.Separation)
			if x, y := outside(onA, &a, geom.Vec{}), outside(onB, &b, geom.Vec{}); math.Abs(x) > 2e-7 || math.Abs(y) > 2e-7 {
				t.Fatalf("point %+v: %v outside A, %v outside B", p, x, y)
			}
			for side, c := range [2]*Convex{&a, &b} {
				on := [2]geom.Vec{onA, onB}[side]
				f := uint32(p.Feature) >> (16 * side)
				if d := offFeature(c, f, on); d > 1e-6 {
					t.Fatalf("point %+v is %v off feature %d %d of shape %d", p, d, f>>14&3, f&0x3fff, side)
				}
			}
			kinds[uint32(p.Feature)>>14&3]++
		}
		var z Manifold
		am, bm := a, b
		am.Pose, bm.Pose = world.Mul(a.Pose), world.Mul(b.Pose)
		if !CollideHulls(&am, &bm, 0, &z) || z.Count != m.Count || world.Q.Rotate(m.N).Sub(z.N).Len() > 1e-9 {
			t.Fatalf("%+v, moved %+v", m.Points[:m.Count], z.Points[:z.Count])
		}
		for _, p := range m.Points[:m.Count] {
			found := false
			for _, q := range z.Points[:z.Count] {
				found = found || q.P.Sub(world.Apply(p.P)).Len() < 1e-8 && math.Abs(q.Separation-p.Separation) < 1e-9 && q.Feature == p.Feature
			}
			if !found {
				t.Fatalf("%+v, moved %+v", m.Points[:m.Count], z.Points[:z.Count])
			}
		}
		if m.N.Add(w.N).Len() > 1e-12 || m.Count != w.Count {
			t.Fatalf("%+v, exchanged %+v", m.Points[:m.Count], w.Points[:w.Count])
		}
		for _, p := range m.Points[:m.Count] {
			found := false
			for _, q := range w.Points[:w.Count] {
				found = found || q.P.Sub(p.P).Len() < 1e-9 && q.Feature == p.Feature>>16|p.Feature<<16
			}
			if !found {
				t.Fatalf("%+v, exchanged %+v", m.Points[:m.Count], w.Points[:w.Count])
			}
		}
	}
	if min(kinds[0], kinds[1], kinds[2]) < geomtest.Trials(50) {
		t.Errorf("kinds of A's features: %v", kinds)
	}
}

// nearMTV reports whether a manifold's normal is that of the minimum translation and not one within 2 mrad of it.
func nearMTV(a, b *Convex, m *Manifold) bool {
	mtv, _ := MTVHulls(a, b)
	return mtv.N.Sub(m.N).Len() < 1e-9
}

// offFeature returns the distance of p from a feature of a hull, of a face from its plane.
func offFeature(c *Convex, f uint32, p geom.Vec) float64 {
	h, l := c.Shape.Hull, c.Pose.ApplyInv(p)
	switch i := int32(f & 0x3fff); f >> 14 & 3 {
	case FeatureVertex:
		return h.Vertices[i].Sub(l).Len()
	case FeatureEdge:
		v := h.Vertices[h.Edges[i].A]
		return l.Sub(v).Cross(h.Vertices[h.Edges[i].B].Sub(v).Normalize()).Len()
	default:
		return math.Abs(h.Faces[i].Plane.N.Dot(l) - h.Faces[i].Plane.D)
	}
}

// TestCollideHulls_LargeFacesAreReduced: faces of 64 corners keep MaxManifold points that span nearly all of the patch,
// and the deepest point.
func TestCollideHulls_LargeFacesAreReduced(t *testing.T) {
	for _, n := range []int{17, 33, 64, 100} {
		s := prismShape(t, n, 1, 0.5)
		tilt := geom.AxisAngle(geom.Vec{X: 0.6, Y: 0.8}, 1e-3)
		a, b := Convex{s, geom.Transform{Q: geom.IdentityQuat()}}, Convex{s, geom.Transform{P: geom.Vec{Z: 1 - 2e-3}, Q: tilt}}
		var m Manifold
		if !CollideHulls(&a, &b, 0.01, &m) || m.Count != MaxManifold {
			t.Fatalf("%d corners: %d points", n, m.Count)
		}
		mtv, _ := MTVHulls(&a, &b)
		if math.Abs(m.deepest()+mtv.Depth) > 1e-5 {
			t.Errorf("%d corners: deepest %v, want %v", n, m.deepest(), -mtv.Depth)
		}
		area := 0.0
		for i := 2; i < m.Count; i++ {
			area += m.Points[i-1].P.Sub(m.Points[0].P).Cross(m.Points[i].P.Sub(m.Points[0].P)).Len() / 2
		}
		if whole := float64(n) / 2 * math.Sin(2*math.Pi/float64(n)); area < 0.95*whole {
			t.Errorf("%d corners: area %v of %v", n, area, whole)
		}
	}
}

// TestCollideHulls_NearestWithinMargin: hulls apart. No point is farther than the margin from the other hull, the
// deepest has their distance or, along a face's normal, no more; beyond the margin there is none.
func TestCollideHulls_NearestWithinMargin(t *testing.T) {
	rng := rand.New(rand.NewPCG(65, 66))
	with, beside := 0, 0
	for range 600 {
		a := Convex{ball(t, rng, 4+rng.IntN(12), 1), geom.Transform{Q: randomQuat(rng)}}
		b := Convex{ball(t, rng, 4+rng.IntN(12), 1), geom.Transform{P: randomDir(rng).Scale(1.2 + rng.Float64()), Q: randomQuat(rng)}}
		sep, n := SeparationHulls(&a, &b)
		b.Pose.P = b.Pose.P.AddScaled(n, 0.25*rng.Float64()-sep)
		if sep, _ = SeparationHulls(&a, &b); sep <= 1e-6 {
			continue
		}
		dist := slowDistance(&a, &b)
		const margin = 0.2
		var m Manifold
		hit := CollideHulls(&a, &b, margin, &m)
		if hit != (m.Count > 0) || dist <= margin && !hit || dist > margin+1e-9 && hit {
			t.Fatalf("distance %v: %v, %d points", dist, hit, m.Count)
		}
		if !hit {
			continue
		}
		with++
		if d := m.deepest(); d < sep-1e-9 || d > dist+1e-6 {
			t.Fatalf("deepest %v, separation %v, distance %v", d, sep, dist)
		}
		if dist > sep+1e-4 {
			beside++
		}
		for _, p := range m.Points[:m.Count] {
			onA, onB := p.P.AddScaled(m.N, -0.5*p.Separation), p.P.AddScaled(m.N, 0.5*p.Separation)
			if x, y := outside(onA, &a, geom.Vec{}), outside(onB, &b, geom.Vec{}); x > 3e-7 || y > 3e-7 {
				t.Fatalf("point %+v: %v outside A, %v outside B", p, x, y)
			}
		}
	}
	if with < 100 || beside < 20 {
		t.Errorf("%d within the margin, %d beside", with, beside)
	}
}

// slowDistance returns the distance of two hulls that are apart, over all vertices and faces and all pairs of edges.
func slowDistance(a, b *Convex) float64 {
	va, vb := worldVertices(a), worldVertices(b)
	best := math.Inf(1)
	for _, e := range a.Shape.Hull.Edges {
		for _, g := range b.Shape.Hull.Edges {
			s, u := nearestOnEdges(va[e.A], va[e.B], vb[g.A], vb[g.B])
			p, q := va[e.A].AddScaled(va[e.B].Sub(va[e.A]), s), vb[g.A].AddScaled(vb[g.B].Sub(vb[g.A]), u)
			best = min(best, p.Sub(q).Len())
		}
	}
	for i := range 2 {
		if i == 1 {
			a, b, va, vb = b, a, vb, va
		}
		for f, face := range b.Shape.Hull.Faces {
			n := b.Pose.Q.Rotate(face.Plane.N)
			corners := b.Shape.Hull.Face(int32(f))
			for _, p := range va {
				in := true
				for k, c := range corners {
					e := vb[corners[(k+1)%len(corners)]].Sub(vb[c])
					in = in && e.Cross(p.Sub(vb[c])).Dot(n) >= 0
				}
				if in {
					best = min(best, math.Abs(n.Dot(p.Sub(vb[corners[0]]))))
				}
			}
		}
	}
	return best
}

// TestCollideHulls_FeaturesAreStable: a prism that rests on another keeps its points' features while it slides and
// tilts by less than the tolerances, whichever of the two faces is the reference, and after an exchange of A and B.
func TestCollideHulls_FeaturesAreStable(t *testing.T) {
	rng := rand.New(rand.NewPCG(67, 68))
	for range 50 {
		a := Convex{prismShape(t, 3+rng.IntN(6), 1, 0.5), geom.Transform{Q: geom.IdentityQuat()}}
		b := Convex{prismShape(t, 3+rng.IntN(6), 0.8, 0.25), geom.Transform{Q: geom.AxisAngle(geom.Vec{Z: 1}, 6*rng.Float64())}}
		b.Pose.P = geom.Vec{X: 0.5 * rng.Float64(), Y: 0.5 * rng.Float64(), Z: 0.7499}
		ids := func(a, b *Convex, swap bool) map[FeatureID]bool {
			var m Manifold
			CollideHulls(a, b, 0.01, &m)
			set := map[FeatureID]bool{}
			for _, p := range m.Points[:m.Count] {
				if swap {
					p.Feature = p.Feature>>16 | p.Feature<<16
				}
				set[p.Feature] = true
			}
			return set
		}
		first := ids(&a, &b, false)
		if len(first) < 3 {
			t.Fatalf("%d points", len(first))
		}
		for range 20 {
			c := b
			c.Pose.P = c.Pose.P.Add(randomDir(rng).Scale(1e-5))
			c.Pose.Q = geom.QuatExp(randomDir(rng).Scale(1e-5)).Mul(c.Pose.Q)
			for _, again := range []map[FeatureID]bool{ids(&a, &c, false), ids(&c, &a, true)} {
				if len(again) != len(first) {
					t.Fatalf("%d points, then %d", len(first), len(again))
				}
				for id := range first {
					if !again[id] {
						t.Fatalf("features %x are gone", id)
					}
				}
			}
		}
	}
}
