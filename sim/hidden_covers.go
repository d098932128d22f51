package sim

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// hideFaces finds the faces of statics that other statics cover, and those of parts of bodies that other parts cover. A gap of
// the slop counts as none.
func (w *World) hideFaces() {
	w.staticCovers().hide(func(c *cover) *part { return &w.statics[c.of].parts[c.part] })
	var models []int32 // bodies of which each has parts like no other
	for i := range w.bodies {
		b := &w.bodies[i]
		if len(b.parts) == 1 || b.sensor {
			continue
		}
		k := slices.IndexFunc(models, func(m int32) bool { return sameParts(b.parts, w.bodies[m].parts) })
		if k < 0 {
			b.covers(w.set.Slop).hide(func(c *cover) *part { return &b.parts[c.part] })
			models = append(models, int32(i))
			continue
		}
		for n := range b.parts {
			of := &w.bodies[models[k]].parts[n]
			b.parts[n].hidden, b.parts[n].rises, b.parts[n].walls, b.parts[n].seams = of.hidden, of.rises, of.walls, of.seams
		}
	}
}

// sameParts reports whether two bodies have the same parts.
func sameParts(a, b []part) bool {
	return slices.EqualFunc(a, b, func(x, y part) bool {
		if x.At != y.At || x.Shape.Kind != y.Shape.Kind || x.Shape.Size != y.Shape.Size {
			return false
		}
		h, o := x.Shape.Hull, y.Shape.Hull
		return x.Shape.Kind != geom.ShapeHull || h == o ||
			slices.Equal(h.Vertices, o.Vertices) && slices.Equal(h.Edges, o.Edges) && slices.Equal(h.Faces, o.Faces)
	})
}

// cover is a part that may cover faces of others: a polyhedron or a plane.
type cover struct {
	of, part int32 // index of the static or body, and of the part in it
	placed   *placed
	planes   []geom.Plane // of its faces, in the axes of placed
	byX      []int32      // their indices by the X of their normals
}

// coverFinder finds the faces that covers hide. What it allocates grows with the faces and with the pairs that are near each
// other, and not with what is clipped.
type coverFinder struct {
	slop   float64
	may    func(j, i int32) bool // whether static or body j can cover faces of i
	list   []cover               // by static or body, then by part
	near   []int32               // for each cover, those whose bounds are near its own, ascending
	nearAt []int32               // cover k has near[nearAt[k]:nearAt[k+1]]
	among  []int32               // covers for the part at hand
	at     []int32               // those of them at a face of it
	normal geom.Vec
	points []geom.Vec // stack of the polygons at hand
}

// staticCovers returns a finder for the statics of a world.
func (w *World) staticCovers() *coverFinder {
	f := &coverFinder{slop: w.set.Slop, may: func(j, i int32) bool { return w.meetsAll(int(j), int(i)) }}
	for i := range w.statics {
		if st := &w.statics[i]; !st.sensor && st.mesh == nil {
			f.add(int32(i), st.placed)
		}
	}
	f.findNear()
	return f
}

// covers returns a finder for the parts of a body, in its frame.
func (b *body) covers(slop float64) *coverFinder {
	f := &coverFinder{slop: slop, may: func(int32, int32) bool { return true }}
	f.add(0, placeParts(nil, b, &flight{s: rigid.State{Q: geom.IdentityQuat()}}))
	f.findNear()
	return f
}

// add adds the parts of static or body i.
func (f *coverFinder) add(i int32, parts []placed) {
	for k := range parts {
		if p := &parts[k]; p.Shape.Polyhedral() || p.Shape.Kind == geom.ShapePlane {
			p.fillBounds()
			c := cover{of: i, part: int32(k), placed: p, planes: appendPlanes(nil, p)}
			for n := range c.planes {
				c.byX = append(c.byX, int32(n))
			}
			slices.SortStableFunc(c.byX, func(x, y int32) int { return cmp.Compare(c.planes[x].N.X, c.planes[y].N.X) })
			f.list = append(f.list, c)
		}
	}
}

// hide fills the hidden faces of all parts, of which partOf returns that of a cover.
func (f *coverFinder) hide(partOf func(c *cover) *part) {
	for k := range f.list {
		if c := &f.list[k]; c.placed.Shape.Polyhedral() {
			part := partOf(c)
			if part.hidden = f.hiddenFaces(int32(k)); part.hidden != nil {
				part.rises = f.levelEdges(c.placed, part.hidden)
			}
			part.walls, part.seams = f.walls(c.placed, part.hidden), f.seams(c.placed)
		}
	}
}

// appendPlanes appends the planes of a polyhedron, or a plane, in world axes.
func appendPlanes(planes []geom.Plane, part *placed) []geom.Plane {
	add := func(p geom.Plane) {
		p.N = part.Pose.Q.Rotate(p.N)
		p.D += p.N.Dot(part.Pose.P)
		planes = append(planes, p)
	}
	if !part.Shape.Polyhedral() {
		add(geom.Plane{N: geom.Vec{Z: 1}})
		return planes
	}
	for f := range part.Shape.Hull.Faces {
		add(part.Shape.Hull.Faces[f].Plane)
	}
	return planes
}

// findNear fills near and nearAt. Both of a pair are grown by the slop, so that it has all whose bounds overlap those of one
// of them when only these are.
func (f *coverFinder) findNear() {
	bounds := make([]geom.AABB, len(f.list))
	for k := range f.list {
		bounds[k] = f.list[k].placed.bounds.Grow(f.slop)
	}
	var search broadphase.Pairs
	pairs := search.Find(bounds, nil)
	f.nearAt = make([]int32, len(f.list)+1)
	for _, p := range pairs {
		f.nearAt[p.I+1]++
		f.nearAt[p.J+1]++
	}
	for k := range f.list {
		f.nearAt[k+1] += f.nearAt[k]
	}
	// By I, then by J: each gets the lower ones first.
	f.near = make([]int32, 2*len(pairs))
	at := append([]int32(nil), f.nearAt[:len(f.list)]...)
	for _, p := range pairs {
		f.near[at[p.I]], f.near[at[p.J]] = p.J, p.I
		at[p.I]++
		at[p.J]++
	}
}

// hiddenFaces returns which faces of a polyhedron others cover, nil if none is.
func (f *coverFinder) hiddenFaces(k int32) (hidden []bool) {
	part := f.list[k].placed
	near := part.bounds.Grow(f.slop)
	f.among = f.among[:0]
	for _, j := range f.near[f.nearAt[k]:f.nearAt[k+1]] {
		if c := &f.list[j]; c.placed.bounds.Overlaps(&near) && f.may(c.of, f.list[k].of) {
			f.among = append(f.among, j)
		}
	}
	if len(f.among) == 0 {
		return nil
	}
	hull := part.Shape.Hull
	for i := range hull.Faces {
		f.normal, f.points = part.Pose.Q.Rotate(hull.Faces[i].Plane.N), f.points[:0]
		for _, v := range hull.Face(int32(i)) {
			f.points = append(f.points, part.Pose.Apply(hull.Vertices[v]).AddScaled(f.normal, f.slop))
		}
		f.lookAt(f.points...)
		if f.covered(f.points, f.at) {
			if hidden == nil {
				hidden = make([]bool, len(hull.Faces))
			}
			hidden[i] = true
		}
	}
	return hidden
}

// lookAt fills at with the covers whose bounds come to those of some points, but for the slop.
func (f *coverFinder) lookAt(points ...geom.Vec) {
	box := geom.AABBOf(points...)
	box = box.Grow(float64(2 * f.slop))
	f.at = f.at[:0]
	for _, j := range f.among {
		if f.list[j].placed.bounds.Overlaps(&box) {
			f.at = append(f.at, j)
		}
	}
}

// interval is a piece of an edge, from its first vertex on [m]; empty if it ends before it begins.
type interval struct{ from, to float64 }

// levelEdges returns for each edge of a polyhedron between a hidden face and one that is not the interval that has all places where
// covers among those of hiddenFaces rise by twice the slop above the latter, just beyond the edge. Elsewhere they go on level, or
// fall. Of other edges, and of hidden faces so narrow that they need no cover, it returns the whole edge.
func (f *coverFinder) levelEdges(part *placed, hidden []bool) []interval {
	hull := part.Shape.Hull
	rises := make([]interval, len(hull.Edges))
	wide := make([]bool, len(hull.Faces))
	for i := range hull.Faces {
		f.points = f.points[:0]
		for _, v := range hull.Face(int32(i)) {
			f.points = append(f.points, hull.Vertices[v])
		}
		wide[i] = isWide(f.points, f.slop)
	}
	for k := range hull.Edges {
		e, r := &hull.Edges[k], &rises[k]
		along := hull.Vertices[e.B].Sub(hull.Vertices[e.A])
		*r = interval{0, along.Len()}
		if hidden[e.Left] == hidden[e.Right] || !wide[e.Left] || !wide[e.Right] {
			continue
		}
		*r = interval{math.Inf(1), math.Inf(-1)}
		out := hull.Faces[e.Left].Plane.N.Add(hull.Faces[e.Right].Plane.N)
		out = part.Pose.Q.Rotate(out).Scale(float64(2 * f.slop))
		a, b := part.Pose.Apply(hull.Vertices[e.A]).Add(out), part.Pose.Apply(hull.Vertices[e.B]).Add(out)
		for _, j := range f.among {
			if from, to := passage(a, b, f.list[j].planes); from < to {
				r.from, r.to = math.Min(r.from, float64(from*along.Len())), math.Max(r.to, float64(to*along.Len()))
			}
		}
	}
	return rises
}

// passage returns the piece of a segment that is inside a polyhedron with the given planes, as fractions of its length; the end is
// not behind the beginning if there is none.
func passage(a, b geom.Vec, planes []geom.Plane) (from, to float64) {
	to = 1
	for i := range planes {
		x, y := planes[i].N.Dot(a)-planes[i].D, planes[i].N.Dot(b)-planes[i].D
		switch {
		case x >= 0 && y >= 0:
			return 0, 0
		case x > 0:
			from = math.Max(from, x/(x-y))
		case y > 0:
			to = math.Min(to, x/(x-y))
		}
	}
	return from, to
}

// covered reports whether a convex polygon, which is part of the face at hand moved out by the slop, is within covers, by no
// less than minus the slop. Of faces that lie on each other and look the same way neither covers the other.
func (f *coverFinder) covered(polygon []geom.Vec, covers []int32) bool {
	if !isWide(polygon, f.slop) {
		return true
	}
	for k, c := range covers {
		planes := f.list[c].planes
		if f.beside(polygon, planes) {
			continue
		}
		top := len(f.points)
		for i := range planes {
			p := f.movedOut(&planes[i])
			out := f.clip(polygon, geom.Plane{N: p.N.Neg(), D: -p.D})
			if len(out) > 0 && !f.covered(out, covers[k+1:]) {
				return false
			}
			if polygon = f.clip(polygon, p); len(polygon) == 0 {
				break
			}
		}
		f.points = f.points[:top]
		return true
	}
	return false
}

// movedOut returns a plane of a cover moved out by the slop, unless it looks along the face at hand.
func (f *coverFinder) movedOut(p *geom.Plane) geom.Plane {
	if p.N.Dot(f.normal) < 0.5 {
		return geom.Plane{N: p.N, D: p.D + f.slop}
	}
	return *p
}

// beside reports whether a polygon is all above one of the planes of a cover.
func (f *coverFinder) beside(polygon []geom.Vec, planes []geom.Plane) bool {
planes:
	for i := range planes {
		p := f.movedOut(&planes[i])
		for _, a := range polygon {
			if p.N.Dot(a)-p.D <= 0 {
				continue planes
			}
		}
		return true
	}
	return false
}

// clip returns the part of a convex polygon up to a plane: itself, or what it leaves on the stack of points.
func (f *coverFinder) clip(polygon []geom.Vec, p geom.Plane) []geom.Vec {
	from, whole := len(f.points), true
	first := p.N.Dot(polygon[0]) - p.D
	ha := first
	for i, a := range polygon {
		b, hb := polygon[0], first
		if i+1 < len(polygon) {
			b = polygon[i+1]
			hb = p.N.Dot(b) - p.D
		}
		if ha <= 0 {
			f.points = append(f.points, a)
		}
		if (ha <= 0) != (hb <= 0) {
			f.points = append(f.points, a.AddScaled(b.Sub(a), ha/(ha-hb)))
		}
		whole = whole && ha <= 0
		ha = hb
	}
	if whole {
		f.points = f.points[:from]
		return polygon
	}
	return f.points[from:]
}

// isWide reports whether a convex polygon is wider than the slop.
func isWide(polygon []geom.Vec, slop float64) bool {
	var area geom.Vec
	around := 0.0
	for i := range polygon {
		b := polygon[(i+1)%len(polygon)]
		area = area.Add(polygon[i].Sub(polygon[0]).Cross(b.Sub(polygon[0])))
		around += b.Sub(polygon[i]).Len()
	}
	return area.Len() > float64(around*slop)
}
