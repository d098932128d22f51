package geom

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// finish returns the hull whose faces are the regions.
func (b *hullBuilder) finish() (*Hull, error) {
	h := &Hull{
		Vertices:  slices.Clone(b.p),
		Bounds:    AABBOf(b.p...),
		Tolerance: math.Ldexp(hullOutside, -b.unit),
	}
	type face struct {
		plane Plane
		loop  []int32
	}
	faces := make([]face, len(b.regions))
	after := make([]int32, len(b.p))
	for i := range b.regions {
		loop := b.border(int32(i), after)
		faces[i] = face{b.plane(&b.regions[i], loop), loop}
	}
	slices.SortFunc(faces, func(x, y face) int { return slices.Compare(x.loop, y.loop) })
	for _, f := range faces {
		h.Faces = append(h.Faces, HullFace{f.plane, int32(len(h.Corners)), int32(len(f.loop))})
		h.Corners = append(h.Corners, f.loop...)
	}
	if !h.pairEdges() || len(h.Vertices)-len(h.Edges)+len(h.Faces) != 2 || !h.walkRings() {
		return nil, fmt.Errorf("hull: %w: %d faces, %d edges and %d vertices are no polyhedron within %.3g m; leave out points that nearly coincide", ErrHullNear, len(h.Faces), len(h.Edges), len(h.Vertices), h.Tolerance)
	}
	return h, nil
}

// border returns the vertices around a region, the lowest first.
func (b *hullBuilder) border(id int32, after []int32) []int32 {
	lowest, n := int32(math.MaxInt32), 0
	for _, i := range b.regions[id].tris {
		t := &b.tris[i]
		for k := range 3 {
			if b.region[t.adj[k]] != id {
				after[t.v[k]] = t.v[(k+1)%3]
				lowest = min(lowest, t.v[k])
				n++
			}
		}
	}
	loop := make([]int32, n)
	for i := range loop {
		loop[i] = lowest
		lowest = after[lowest]
	}
	return loop
}

// plane returns the plane of a region, moved to the outermost vertex of the loop.
func (b *hullBuilder) plane(r *hullRegion, loop []int32) Plane {
	n := noMinusZero(r.normal)
	d := math.Inf(-1)
	for _, v := range loop {
		d = math.Max(d, n.Dot(b.p[v]))
	}
	return Plane{n, d}
}

// pairEdges fills Edges and Sides and reports whether each pair of neighbouring corners is there once in each
// direction.
func (h *Hull) pairEdges() bool {
	type half struct{ a, b, face, at int32 } // a < b; the corner at, of the face, is one of them and the next the other
	list := make([]half, 0, len(h.Corners))
	for f := range h.Faces {
		p := &h.Faces[f]
		for i := range p.Count {
			u, v := h.Corners[p.First+i], h.Corners[p.First+(i+1)%p.Count]
			list = append(list, half{min(u, v), max(u, v), int32(f), p.First + i})
		}
	}
	slices.SortFunc(list, func(x, y half) int {
		return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b), cmp.Compare(x.at, y.at))
	})
	h.Sides = make([]int32, len(h.Corners))
	if len(list)%2 != 0 {
		return false
	}
	var sharing [][2]int32
	for i := 0; i < len(list); i += 2 {
		x, y := list[i], list[i+1]
		if h.Corners[x.at] != x.a {
			x, y = y, x
		}
		if x.a != y.a || x.b != y.b || h.Corners[x.at] != x.a || h.Corners[y.at] != y.b || x.face == y.face {
			return false
		}
		h.Sides[x.at], h.Sides[y.at] = int32(len(h.Edges)), int32(len(h.Edges))
		h.Edges = append(h.Edges, HullEdge{x.a, x.b, x.face, y.face})
		sharing = append(sharing, [2]int32{min(x.face, y.face), max(x.face, y.face)})
	}
	slices.SortFunc(sharing, func(x, y [2]int32) int { return cmp.Or(cmp.Compare(x[0], y[0]), cmp.Compare(x[1], y[1])) })
	for i := 1; i < len(sharing); i++ {
		if sharing[i] == sharing[i-1] {
			return false
		}
	}
	return true
}

// walkRings fills Rings and RingAt from paired edges and reports whether the edges at each vertex are one ring of three
// or more.
func (h *Hull) walkRings() bool {
	lowest := make([]int32, len(h.Vertices)) // edge, and how many there are
	h.RingAt = make([]int32, len(h.Vertices)+1)
	for e := len(h.Edges) - 1; e >= 0; e-- {
		for _, v := range [2]int32{h.Edges[e].A, h.Edges[e].B} {
			lowest[v] = int32(e)
			h.RingAt[v+1]++
		}
	}
	startsOf(h.RingAt)
	before := make([]int32, 2*len(h.Edges)) // of edge e: the side before it in Left at A, in Right at B
	for f := range h.Faces {
		s := h.FaceEdges(int32(f))
		for i, e := range s {
			k := 2 * e
			if h.Edges[e].Right == int32(f) {
				k++
			}
			before[k] = s[(i+len(s)-1)%len(s)]
		}
	}
	h.Rings = make([]int32, 2*len(h.Edges))
	for v := range h.Vertices {
		ring := h.Ring(int32(v))
		e := lowest[v]
		for i := range ring {
			if i > 0 && e == lowest[v] {
				return false
			}
			ring[i] = e
			k := 2 * e
			if h.Edges[e].B == int32(v) {
				k++
			}
			e = before[k]
		}
		if len(ring) < 3 || e != lowest[v] {
			return false
		}
	}
	return true
}

// checkDropped returns an error if a dropped vertex of the exact hull is outside h by more than the tolerance. All
// other points are in the hull of those and of h's vertices, and these are below its planes by construction.
func (b *hullBuilder) checkDropped(h *Hull) error {
	for _, p := range b.gone {
		for f := range h.Faces {
			plane := &h.Faces[f].Plane
			if d := plane.N.Dot(p) - plane.D; d > h.Tolerance {
				return fmt.Errorf("hull: %w: (%v, %v, %v) would be %.3g m outside, more than %.3g m; leave it out or the points near it", ErrHullNear, p.X, p.Y, p.Z, d, h.Tolerance)
			}
		}
	}
	return nil
}
