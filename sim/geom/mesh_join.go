package geom

import (
	"cmp"
	"math"
	"slices"
)

// joinPrecision is the distance within which edges coincide, over the largest coordinate of their ends: two positions
// that were each rounded to single precision, by 2^-24 a coordinate, are at most √3·2^-23 of that apart, and 2^-22 is
// above. At a kilometre from the origin it is 0.24 mm.
const joinPrecision = 1.0 / (1 << 22)

// joinLeast is the least length of an edge, of a common stretch and of a gap over the distance within which edges
// coincide: anything shorter has no direction.
const joinLeast = 8

// Join returns the finished meshes of one scenario with their edges joined, so that a body that slides from one to
// another meets no edge where the surface goes on: edges of different meshes that coincide, and in one mesh as well as
// between several an edge that lies along others (T-junction). A mesh that gains nothing is returned as it is; for the
// others a copy is returned that shares vertices, triangles and planes. The arguments do not change, and a mesh that
// was joined before is taken as it was before that. Nil stands for no mesh and stays nil.
//
// Two edges have a common stretch where they run in opposite directions and are nowhere farther apart than
// joinPrecision of their largest coordinate. An edge without neighbour takes part wherever it is, an edge with a convex
// neighbour where it lies within the bounds of another mesh: the tops of slabs set side by side are one floor. Where
// several surfaces meet along one stretch, the next one before the front of the triangle counts, which is that which
// bends away least. What lies beyond an edge of several stretches see Beyond. Edges that are flat or concave in their
// own mesh stay what they are.
//
// Memory is 24 bytes a triangle of a mesh that gains seams, for its own edges, and 64 bytes a stretch; nothing without
// seams. The result depends on the meshes and their order alone.
func Join(meshes []*Mesh) []*Mesh {
	j := joiner{meshes: make([]*Mesh, len(meshes))}
	for i, m := range meshes {
		if m != nil && m.unjoined != nil {
			m = m.unjoined
		}
		j.meshes[i] = m
	}
	out := slices.Clone(j.meshes)
	j.collect()
	for i := range j.open {
		j.join(&j.open[i], out)
	}
	return out
}

// joiner is what is needed while meshes are joined.
type joiner struct {
	meshes []*Mesh
	open   []openEdge
	tree   boxTree   // of their boxes, grown by the distance within which they coincide
	near   []int32   // edges near the edge at hand, in any order
	along  []cover   // those that lie along it
	covers []Seam    // what is beyond them, by where they begin
	list   []Seam    // its stretches
	cuts   []float64 // where stretches may end
}

// openEdge is an edge that may be joined.
type openEdge struct {
	mesh int32 // index of the mesh
	id   int32 // edge id%3 of triangle id/3
	a, b Vec   // its ends
	tol  float64
}

// cover is the stretch that an edge has in common with another, from 0 to 1.
type cover struct {
	lo, hi float64
	edge   int32 // index in open
}

// collect fills open, by mesh, then by edge, and the tree of their boxes.
func (j *joiner) collect() {
	bounds := make([]AABB, 0, len(j.meshes))
	var of []int32
	for i, m := range j.meshes {
		if m != nil {
			bounds, of = append(bounds, m.Bounds), append(of, int32(i))
		}
	}
	tree := newBoxTree(bounds)
	for n, i := range of {
		for t := range j.meshes[i].Edges {
			for k, e := range j.meshes[i].Edges[t] {
				if e.Neighbor >= 0 && (e.Kind != EdgeConvex || len(of) == 1) {
					continue
				}
				a, b := j.meshes[i].ends(int32(3*t + k))
				x := openEdge{i, int32(3*t + k), a, b, tolerance(a, b)}
				if e.Neighbor >= 0 {
					if box := x.box(); !tree.meets(&box, int32(n)) {
						continue
					}
				}
				j.open = append(j.open, x)
			}
		}
	}
	boxes := make([]AABB, len(j.open))
	for i := range j.open {
		boxes[i] = j.open[i].box()
	}
	j.tree = newBoxTree(boxes)
}

// box returns the bounds of an edge grown by the distance within which it coincides with others.
func (r *openEdge) box() AABB { return AABB{r.a.Min(r.b), r.a.Max(r.b)}.Grow(r.tol) }

// ends returns where edge id%3 of triangle id/3 begins and ends.
func (m *Mesh) ends(id int32) (a, b Vec) {
	t, k := m.Tris[id/3], id%3
	return m.Vertices[t[k]], m.Vertices[t[(k+1)%3]]
}

// tolerance returns the distance within which an edge coincides with others [m].
func tolerance(a, b Vec) float64 {
	return float64(joinPrecision * a.Abs().Max(b.Abs()).MaxAbs())
}

// join gives one edge its stretches.
func (j *joiner) join(r *openEdge, out []*Mesh) {
	j.cover(r)
	m := j.meshes[r.mesh]
	own := m.Edges[r.id/3][r.id%3]
	stretches := j.stretches(r, own)
	if stretches == nil {
		return
	}
	to := out[r.mesh]
	if to == m {
		to = new(Mesh)
		*to = *m
		to.Edges, to.unjoined = slices.Clone(m.Edges), m
		out[r.mesh] = to
	}
	most := slices.MaxFunc(stretches, func(a, b Seam) int { return cmp.Compare(a.bend, b.bend) })
	to.Edges[r.id/3][r.id%3] = EdgeInfo{-2 - int32(len(to.Seams)), most.Kind}
	to.Seams = append(to.Seams, stretches...)
}

// cover fills covers with the stretches that an edge has in common with others, by where they begin.
func (j *joiner) cover(r *openEdge) {
	j.covers, j.along = j.covers[:0], j.along[:0]
	l := r.b.Sub(r.a).Len()
	if !(l > float64(joinLeast*r.tol)) {
		return
	}
	u := r.b.Sub(r.a).Scale(1 / l)
	// The middle of a common stretch is at least half of joinLeast away from the ends. So most of the edges that only
	// meet this one there are left out.
	end := u.Scale(float64((joinLeast/2 - 1) * r.tol))
	middle := openEdge{a: r.a.Add(end), b: r.b.Sub(end), tol: r.tol}
	box := middle.box()
	j.near = j.tree.query(&box, j.near[:0])
	for _, i := range j.near {
		o := &j.open[i]
		if o.mesh == r.mesh && o.id/3 == r.id/3 {
			continue
		}
		if lo, hi, ok := r.commonStretch(u, l, o); ok {
			j.along = append(j.along, cover{lo, hi, i})
		}
	}
	slices.SortFunc(j.along, func(a, b cover) int {
		return cmp.Or(cmp.Compare(a.lo, b.lo), cmp.Compare(a.hi, b.hi), cmp.Compare(a.edge, b.edge))
	})
	n, e := j.meshes[r.mesh].Planes[r.id/3].N, r.b.Sub(r.a)
	for _, c := range j.along {
		o := &j.open[c.edge]
		p := j.meshes[o.mesh].Planes[o.id/3]
		j.covers = append(j.covers, Seam{Plane: p, Lo: c.lo, Hi: c.hi, Kind: edgeKind(n, p.N, e), bend: bendOf(n, p.N, e)})
	}
}

// commonStretch returns the part of the edge r, of direction u and length l, from 0 to 1, along which the edge o runs the
// other way, and whether there is any.
func (r *openEdge) commonStretch(u Vec, l float64, o *openEdge) (lo, hi float64, ok bool) {
	a, c, d := r.a, o.a, o.b
	from, to := d.Sub(a).Dot(u), c.Sub(a).Dot(u)
	lo, hi = math.Max(0, from), math.Min(l, to)
	tol := math.Max(r.tol, o.tol)
	least := float64(joinLeast * tol)
	if !(hi-lo > least && l > least) {
		return 0, 0, false
	}
	// The points of the other edge beside lo and hi; between them the distance is convex.
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

// stretches returns what lies beyond an edge from its begin to its end, of the covers and of what its own mesh has
// there; nil where that is all.
func (j *joiner) stretches(r *openEdge, own EdgeInfo) []Seam {
	if len(j.covers) == 0 {
		return nil
	}
	least := float64(joinLeast*r.tol) / r.b.Sub(r.a).Len()
	j.cuts = append(j.cuts[:0], 0, 1)
	for i := range j.covers {
		j.cuts = append(j.cuts, j.covers[i].Lo, j.covers[i].Hi)
	}
	slices.Sort(j.cuts)
	list := j.list[:0]
	at, first, gain := 0.0, 0, false
	for _, x := range j.cuts[1:] {
		if x-at <= least {
			if x == 1 && len(list) > 0 {
				list[len(list)-1].Hi = 1
			}
			continue
		}
		s := j.ownSeam(r, own)
		mid := at + float64(0.5*(x-at))
		for first < len(j.covers) && j.covers[first].Hi < at {
			first++
		}
		for k := first; k < len(j.covers) && j.covers[k].Lo <= mid; k++ {
			if c := &j.covers[k]; c.Hi >= mid && c.bend < s.bend {
				s = *c
				gain = true
			}
		}
		s.Lo, s.Hi = at, x
		list = appendStretch(list, s)
		at = x
	}
	j.list = list
	if !gain {
		return nil
	}
	return list
}

// ownSeam returns what the mesh itself has beyond an edge.
func (j *joiner) ownSeam(r *openEdge, own EdgeInfo) Seam {
	if own.Neighbor < 0 {
		return Seam{Kind: EdgeBorder, bend: borderBend}
	}
	m := j.meshes[r.mesh]
	p := m.Planes[own.Neighbor]
	return Seam{Plane: p, Kind: own.Kind, bend: bendOf(m.Planes[r.id/3].N, p.N, r.b.Sub(r.a))}
}

// appendStretch appends s, or makes the last stretch longer where the surface is the same.
func appendStretch(list []Seam, s Seam) []Seam {
	if len(list) > 0 {
		last := &list[len(list)-1]
		if last.Kind == s.Kind && (s.Kind == EdgeFlat || last.Plane == s.Plane) {
			last.Hi = s.Hi
			return list
		}
		last.More = true
	}
	return append(list, s)
}
