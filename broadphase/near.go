package broadphase

import "github.com/prang-sim/prang/sim/geom"

// nearMost is the largest number of triangles that a Near keeps: to look through them takes as long as to ask the tree
// for a third of them.
const nearMost = 64

// Near answers queries of an octree for boxes that move little from one to the next: it caches the triangles around the
// last one. The cache changes no result. The zero value is ready for use. It refers to the octree.
type Near struct {
	tree *Octree
	box  geom.AABB // all triangles that it overlaps are kept
	kept []nearTriangle
	many bool // they are too many
}

type nearTriangle struct {
	bounds geom.AABB
	index  int32
}

// Query is o.Query(box, dst). If the box has left the cached surroundings, the triangles around it up to a distance of
// room [m] are cached.
func (n *Near) Query(o *Octree, box *geom.AABB, room float64, dst []int32) []int32 {
	if isEmpty(box) {
		return dst
	}
	if n.tree != o || !n.box.Contains(box.Min) || !n.box.Contains(box.Max) {
		dst = n.keep(o, box.Grow(room), dst)
	}
	if n.many {
		return o.Query(box, dst)
	}
	for k := range n.kept {
		if t := &n.kept[k]; t.bounds.Overlaps(box) {
			dst = append(dst, t.index)
		}
	}
	return dst
}

// keep keeps the triangles that overlap a box. It returns dst with its length as it was.
func (n *Near) keep(o *Octree, box geom.AABB, dst []int32) []int32 {
	n.tree, n.box, n.kept = o, box, n.kept[:0]
	start := len(dst)
	dst = o.Query(&box, dst)
	if n.many = len(dst)-start > nearMost; n.many {
		return dst[:start]
	}
	for _, i := range dst[start:] {
		t := o.mesh.Triangle(i)
		n.kept = append(n.kept, nearTriangle{t.Bounds(), i})
	}
	return dst[:start]
}
