package geom

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// lattice returns n triangles at random with corners on a lattice of 4 by 4 by 3, in finished meshes of which each has
// at most a given number; many edges lie along others, in every way.
func lattice(t *testing.T, r *rand.Rand, n, most int) (meshes []*Mesh) {
	t.Helper()
	point := func() Vec { return Vec{float64(r.IntN(4)), float64(r.IntN(4)), float64(r.IntN(3)) / 2} }
	seen := map[[3]Vec]bool{}
	for len(seen) < n {
		p := [3]Vec{point(), point(), point()}
		if p[1].Sub(p[0]).Cross(p[2].Sub(p[0])) == (Vec{}) || seen[p] || seen[[3]Vec{p[1], p[2], p[0]}] || seen[[3]Vec{p[2], p[0], p[1]}] ||
			seen[[3]Vec{p[1], p[0], p[2]}] || seen[[3]Vec{p[0], p[2], p[1]}] || seen[[3]Vec{p[2], p[1], p[0]}] {
			continue
		}
		seen[p] = true
		if len(meshes) == 0 || len(meshes[len(meshes)-1].Tris) == most {
			meshes = append(meshes, &Mesh{})
		}
		m := meshes[len(meshes)-1]
		k := int32(len(m.Vertices))
		m.Vertices = append(m.Vertices, p[0], p[1], p[2])
		m.Tris = append(m.Tris, Tri{k, k + 1, k + 2})
	}
	for _, m := range meshes {
		mustFinish(t, m)
	}
	return meshes
}

// joinable reports whether edge k of triangle i takes part.
func joinable(meshes []*Mesh, m *Mesh, i, k int) bool {
	e := m.Edges[i][k]
	if e.Neighbor < 0 || e.Kind != EdgeConvex {
		return e.Neighbor < 0
	}
	box := AABBOf(m.Vertices[m.Tris[i][k]], m.Vertices[m.Tris[i][(k+1)%3]])
	for _, o := range meshes {
		if o != m && o.Bounds.Overlaps(&box) {
			return true
		}
	}
	return false
}

// foldAngle returns the angle by which the surface bends away, from -π to π, a fold by π counting as away.
func foldAngle(n, other, e Vec) float64 {
	a := math.Atan2(n.Cross(other).Dot(e.Normalize()), n.Dot(other))
	if a < -3.14159 {
		a = -a
	}
	return a
}

// leastFold looks at every edge of every mesh: it returns the least angle of those that run against edge k of triangle
// i through the point p of it, which is no end of any, and of what the mesh itself has there; infinite for nothing.
func leastFold(meshes []*Mesh, m *Mesh, i, k int, p Vec) float64 {
	e := m.Vertices[m.Tris[i][(k+1)%3]].Sub(m.Vertices[m.Tris[i][k]])
	least := math.Inf(1)
	if o := m.Edges[i][k].Neighbor; o >= 0 {
		least = foldAngle(m.Planes[i].N, m.Planes[o].N, e)
	}
	for _, o := range meshes {
		for j := range o.Tris {
			for l := range 3 {
				if o == m && j == i || !joinable(meshes, o, j, l) {
					continue
				}
				c, d := o.Vertices[o.Tris[j][l]], o.Vertices[o.Tris[j][(l+1)%3]]
				// Lattice coordinates: these products are exact for edges, and p is on the edge to rounding.
				if (d.Sub(c).Cross(e) != Vec{}) || d.Sub(c).Dot(e) >= 0 || p.Sub(c).Cross(e).MaxAbs() > 1e-12 {
					continue
				}
				if s := p.Sub(c).Dot(d.Sub(c)) / d.Sub(c).LenSq(); s > 0 && s < 1 {
					least = math.Min(least, foldAngle(m.Planes[i].N, o.Planes[j].N, e))
				}
			}
		}
	}
	return least
}

// Soups of lattice triangles against a look at every edge, at points all along each edge.
func TestJoin_EqualsALookAtEveryEdge(t *testing.T) {
	r := rand.New(rand.NewPCG(111, 112))
	hit, several := [4]int{}, 0
	for round := range geomtest.Trials(80) {
		meshes := lattice(t, r, 60, []int{60, 25, 7, 1}[round%4])
		for n, m := range Join(meshes) {
			was := meshes[n]
			for i := range m.Tris {
				for k, e := range m.Edges[i] {
					if !joinable(meshes, was, i, k) {
						if e != was.Edges[i][k] {
							t.Fatalf("round %d: an edge that takes no part was changed to %v", round, e)
						}
						continue
					}
					a, b := m.Vertices[m.Tris[i][k]], m.Vertices[m.Tris[i][(k+1)%3]]
					stretches := stretchesOf(t, m, i, k)
					if len(stretches) > 1 {
						several++
					}
					for _, s := range stretches {
						for _, f := range []float64{0.013, 0.5, 0.987} {
							at := s.Lo + f*(s.Hi-s.Lo)
							want := leastFold(meshes, was, i, k, a.AddScaled(b.Sub(a), at))
							got := math.Inf(1)
							if s.Kind != EdgeBorder {
								got = foldAngle(m.Planes[i].N, s.Plane.N, b.Sub(a))
							}
							if got != want && !(math.Abs(got-want) < 1e-7) {
								t.Fatalf("round %d: edge from %v to %v at %v: bends by %v, want %v", round, a, b, at, got, want)
							}
						}
					}
					hit[e.Kind]++
				}
			}
		}
	}
	if hit[EdgeBorder] < geomtest.Trials(500) || hit[EdgeFlat] < geomtest.Trials(20) || hit[EdgeConvex] < geomtest.Trials(300) || hit[EdgeConcave] < geomtest.Trials(100) || several < geomtest.Trials(300) {
		t.Errorf("kinds %v, %d edges of several stretches: too easy", hit, several)
	}
}

// stretchesOf returns what lies beyond an edge, from 0 to 1 without gap, as its seams or as one that stands for its
// neighbour.
func stretchesOf(t *testing.T, m *Mesh, i, k int) []Seam {
	t.Helper()
	e := m.Edges[i][k]
	switch {
	case e.Neighbor >= 0:
		return []Seam{{Plane: m.Planes[e.Neighbor], Hi: 1, Kind: e.Kind}}
	case e.Neighbor == -1:
		return []Seam{{Hi: 1, Kind: EdgeBorder}}
	}
	first := int(-2 - e.Neighbor)
	end := first
	at, most := 0.0, -3.0
	for {
		s := m.Seams[end]
		if s.Lo != at || !(s.Hi > s.Lo) {
			t.Fatalf("stretch from %v to %v after %v", s.Lo, s.Hi, at)
		}
		at, most = s.Hi, math.Max(most, s.bend)
		end++
		if !s.More {
			break
		}
	}
	if at != 1 {
		t.Fatalf("the last stretch ends at %v", at)
	}
	for _, s := range m.Seams[first:end] {
		if s.bend == most && s.Kind != e.Kind {
			t.Fatalf("kind %d, that of the stretch that bends away most is %d", e.Kind, s.Kind)
		}
	}
	return m.Seams[first:end]
}

// plainCovers returns what an edge has in common with others by a look at each of them.
func plainCovers(j *joiner, r *openEdge) (covers []Seam) {
	n := j.meshes[r.mesh].Planes[r.id/3].N
	for i := range j.open {
		o := &j.open[i]
		if o.mesh == r.mesh && o.id/3 == r.id/3 {
			continue
		}
		if lo, hi, ok := plainStretch(r.a, r.b, o.a, o.b); ok {
			p, e := j.meshes[o.mesh].Planes[o.id/3], r.b.Sub(r.a)
			covers = append(covers, Seam{Plane: p, Lo: lo, Hi: hi, Kind: edgeKind(n, p.N, e), bend: bendOf(n, p.N, e)})
		}
	}
	slices.SortStableFunc(covers, func(a, b Seam) int { return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi)) })
	return covers
}

// plainStretch is commonStretch of the edges from a to b and from c to d.
func plainStretch(a, b, c, d Vec) (lo, hi float64, ok bool) {
	tol := math.Max(tolerance(a, b), tolerance(c, d))
	least := float64(joinLeast * tol)
	e := b.Sub(a)
	l := e.Len()
	if !(l > least) {
		return 0, 0, false
	}
	u := e.Scale(1 / l)
	from, to := d.Sub(a).Dot(u), c.Sub(a).Dot(u)
	lo, hi = math.Max(0, from), math.Min(l, to)
	if !(hi-lo > least) {
		return 0, 0, false
	}
	back := c.Sub(d).Scale(1 / (to - from))
	p, q := d.AddScaled(back, lo-from), d.AddScaled(back, hi-from)
	if !(a.AddScaled(u, lo).Sub(p).Len() <= tol && a.AddScaled(u, hi).Sub(q).Len() <= tol) {
		return 0, 0, false
	}
	lo, hi = lo/l, hi/l
	if float64(lo*l) <= least {
		lo = 0
	}
	if float64((1-hi)*l) <= least {
		hi = 1
	}
	return lo, hi, true
}

// TestJoin_CoversEqualALookAtEveryEdge: soups of lattice triangles, near the origin and far from it, with vertices and
// edges off by about the distance within which they coincide, and edges about as short as one may be.
func TestJoin_CoversEqualALookAtEveryEdge(t *testing.T) {
	r := rand.New(rand.NewPCG(16, 4))
	count, nearby := 0, 0
	for round := range geomtest.Trials(160) {
		far := Vec{math.Ldexp(r.Float64(), r.IntN(12)), math.Ldexp(r.Float64(), r.IntN(12)), 0}
		if round%2 == 0 {
			far = Vec{}
		}
		tol := float64(joinPrecision * (far.MaxAbs() + 3))
		var meshes []*Mesh
		for range 4 + 4*(round%5) {
			m := &Mesh{}
			for range 12 {
				size := 1.0
				if r.IntN(3) == 0 {
					size = tol * (2 + 12*r.Float64())
				}
				at := far.Add(Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2))})
				for range 3 {
					p := at.Add(Vec{float64(r.IntN(3)), float64(r.IntN(3)), float64(r.IntN(2))}.Scale(size))
					if r.IntN(4) == 0 {
						p = p.Add(Vec{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(0.4 * tol))
					}
					m.Vertices = append(m.Vertices, p)
				}
				n := int32(len(m.Vertices))
				if tri := (Triangle{m.Vertices[n-3], m.Vertices[n-2], m.Vertices[n-1]}); tri.AreaNormal().Len() < float64(0.1*size*size) {
					m.Vertices = m.Vertices[:n-3]
					continue
				}
				m.Tris = append(m.Tris, Tri{n - 3, n - 2, n - 1})
			}
			if m.Finish() == nil {
				meshes = append(meshes, m)
			}
		}
		j := joiner{meshes: meshes}
		j.collect()
		for i := range j.open {
			e := &j.open[i]
			j.cover(e)
			want := plainCovers(&j, e)
			if !slices.Equal(j.covers, want) {
				t.Fatalf("round %d: edge from %v to %v: %v, want %v", round, e.a, e.b, j.covers, want)
			}
			count += len(want)
			if e.b.Sub(e.a).Len() < float64(30*e.tol) {
				nearby += len(want)
			}
		}
	}
	if count < geomtest.Trials(5000) || nearby < geomtest.Trials(100) {
		t.Errorf("%d stretches, %d of short edges: too easy", count, nearby)
	}
}
