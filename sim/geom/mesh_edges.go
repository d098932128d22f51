package geom

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// FlatAngle is the angle between two planes [rad] up to which the edge between them is flat. It covers a plane whose
// coordinates went through single precision: rounded by 2^-24 of the distance from the origin, they tilt a cell of a
// hundredth of that distance by 100·2^-24 = 6e-6 at each of two neighbours. A body that slides over such an edge at
// 40 m/s meets it with 0.4 mm/s.
const FlatAngle = 1e-5

// halfEdge is edge id%3 of triangle id/3, with its vertices in order.
type halfEdge struct{ lo, hi, id int32 }

// sortHalfEdges returns all half-edges in the order of (lo, hi, id): two stable counting sorts.
func (m *Mesh) sortHalfEdges() []halfEdge {
	a := make([]halfEdge, 0, 3*len(m.Tris))
	for i, t := range m.Tris {
		for k := range 3 {
			u, v := t[k], t[(k+1)%3]
			a = append(a, halfEdge{min(u, v), max(u, v), int32(3*i + k)})
		}
	}
	b := make([]halfEdge, len(a))
	next := make([]int32, len(m.Vertices)+1)
	for i := range a {
		next[a[i].hi+1]++
	}
	startsOf(next)
	for i := range a {
		k := &next[a[i].hi]
		b[*k] = a[i]
		*k++
	}
	clear(next)
	for i := range b {
		next[b[i].lo+1]++
	}
	startsOf(next)
	for i := range b {
		k := &next[b[i].lo]
		a[*k] = b[i]
		*k++
	}
	return a
}

// startsOf turns the counts of key k, in n[k+1], into the position of the first item with key k, in n[k].
func startsOf(n []int32) {
	sum := int32(0)
	for i := range n {
		sum += n[i]
		n[i] = sum
	}
}

// group returns the half-edges at the start of h that have the same vertices.
func group(h []halfEdge) []halfEdge {
	n := 1
	for n < len(h) && h[n].lo == h[0].lo && h[n].hi == h[0].hi {
		n++
	}
	return h[:n]
}

// opposite returns the vertex of the half-edge's triangle that is not on the edge.
func (m *Mesh) opposite(e halfEdge) int32 { return m.Tris[e.id/3][(e.id%3+2)%3] }

// checkDuplicates reports triangles that have the same three vertices as one before them.
func (m *Mesh) checkDuplicates(h []halfEdge, e *MeshError) {
	for _, p := range m.duplicates(h) {
		e.add(p[0], -1, p[1], fmt.Errorf("%w: remove one", ErrDuplicate))
	}
}

// duplicates returns the triangles that have the same three vertices as one before them, in order, each with the first of
// these. Each is found at its edge between the two lowest vertices. Triangles that name a vertex twice do not count.
func (m *Mesh) duplicates(h []halfEdge) (pairs [][2]int32) {
	type found struct{ third, tri int32 }
	var at []found
	for len(h) > 0 {
		g := group(h)
		h = h[len(g):]
		if len(g) < 2 || g[0].lo == g[0].hi {
			continue
		}
		at = at[:0]
		for _, x := range g {
			if third := m.opposite(x); third > x.hi {
				at = append(at, found{third, x.id / 3})
			}
		}
		slices.SortFunc(at, func(a, b found) int {
			return cmp.Or(cmp.Compare(a.third, b.third), cmp.Compare(a.tri, b.tri))
		})
		first := 0
		for i := 1; i < len(at); i++ {
			if at[i].third != at[first].third {
				first = i
				continue
			}
			pairs = append(pairs, [2]int32{at[i].tri, at[first].tri})
		}
	}
	slices.SortFunc(pairs, func(a, b [2]int32) int { return cmp.Compare(a[0], b[0]) })
	return pairs
}

// fillEdges sets Edges. An edge has a neighbour where exactly two triangles meet that run along it in opposite
// directions. Where more than two meet (non-manifold), or two whose fronts disagree, no surface goes on from front to
// front, and each of them has a border there.
func (m *Mesh) fillEdges(h []halfEdge) {
	m.Edges = make([][3]EdgeInfo, len(m.Tris))
	for i := range m.Edges {
		for k := range 3 {
			m.Edges[i][k] = EdgeInfo{Neighbor: -1}
		}
	}
	for len(h) > 0 {
		g := group(h)
		h = h[len(g):]
		if len(g) != 2 {
			continue
		}
		a, b := g[0].id, g[1].id
		from, to := m.Tris[a/3][a%3], m.Tris[a/3][(a%3+1)%3]
		if m.Tris[b/3][b%3] == from {
			continue
		}
		kind := edgeKind(m.Planes[a/3].N, m.Planes[b/3].N, m.Vertices[to].Sub(m.Vertices[from]))
		m.Edges[a/3][a%3] = EdgeInfo{b / 3, kind}
		m.Edges[b/3][b%3] = EdgeInfo{a / 3, kind}
	}
}

// edgeKind returns how the surface bends from the triangle with unit normal n to its neighbour with unit normal other,
// across the edge that runs along e in the first triangle. A fold back on itself, by π, counts as convex.
func edgeKind(n, other, e Vec) EdgeKind {
	sin := n.Cross(other).Dot(e) / e.Len()
	switch {
	case math.Abs(sin) <= FlatAngle: // the sine is the angle there, or π less it
		if n.Dot(other) > 0 {
			return EdgeFlat
		}
		return EdgeConvex
	case sin > 0:
		return EdgeConvex
	}
	return EdgeConcave
}
