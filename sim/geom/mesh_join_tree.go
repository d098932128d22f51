package geom

import (
	"math"
	"slices"
)

// boxFan is the number of boxes under one box of the tree.
const boxFan = 4

// boxTree finds boxes that overlap one: in the order of the Morton codes of their centres, and above them levels of
// boxes, each around boxFan of the level below.
type boxTree struct {
	order  []int32 // indices of the boxes
	levels [][]AABB
}

// newBoxTree returns the tree of the boxes, which are finite and not empty.
func newBoxTree(list []AABB) boxTree {
	all := EmptyAABB()
	for i := range list {
		all = all.Union(list[i])
	}
	scale := 0.0
	if s := all.Size(); s.MaxAbs() > 0 {
		scale = 1023 / s.MaxAbs()
	}
	keys := make([]uint64, len(list)) // code, then index
	for i := range list {
		c := list[i].Center().Sub(all.Min).Scale(scale)
		keys[i] = uint64(spread3(c.X)|spread3(c.Y)<<1|spread3(c.Z)<<2)<<32 | uint64(i)
	}
	slices.Sort(keys)
	t := boxTree{order: make([]int32, len(list))}
	boxes := make([]AABB, len(list))
	for i, k := range keys {
		t.order[i] = int32(k & 0xffffffff)
		boxes[i] = list[t.order[i]]
	}
	for len(boxes) > 0 {
		t.levels = append(t.levels, boxes)
		if len(boxes) <= boxFan {
			break
		}
		up := make([]AABB, (len(boxes)+boxFan-1)/boxFan)
		for i := range up {
			up[i] = EmptyAABB()
			for _, b := range boxes[i*boxFan : min(len(boxes), (i+1)*boxFan)] {
				up[i] = up[i].Union(b)
			}
		}
		boxes = up
	}
	return t
}

// spread3 returns x, rounded to an integer from 0 to 1023, with two zero bits between each of its ten.
func spread3(x float64) uint32 {
	if !(x > 0) {
		return 0
	}
	if x > 1023 {
		x = 1023
	}
	n := uint32(math.Float64bits(x+(1<<52)) & 1023) // the sum's last bit is worth one
	n = (n | n<<16) & 0x030000ff
	n = (n | n<<8) & 0x0300f00f
	n = (n | n<<4) & 0x030c30c3
	return (n | n<<2) & 0x09249249
}

// query appends the indices of the boxes that overlap box, in an order that depends on the boxes of the tree alone.
func (t *boxTree) query(box *AABB, dst []int32) []int32 {
	if len(t.levels) > 0 {
		top := len(t.levels) - 1
		return t.visit(top, 0, len(t.levels[top]), box, dst)
	}
	return dst
}

// visit appends the boxes below the boxes lo to hi of a level. Its depth is the number of levels, at most 16.
func (t *boxTree) visit(level, lo, hi int, box *AABB, dst []int32) []int32 {
	for i := lo; i < hi; i++ {
		switch {
		case !t.levels[level][i].Overlaps(box):
		case level == 0:
			dst = append(dst, t.order[i])
		default:
			dst = t.visit(level-1, i*boxFan, min(len(t.levels[level-1]), (i+1)*boxFan), box, dst)
		}
	}
	return dst
}

// meets reports whether box overlaps a box other than the given one.
func (t *boxTree) meets(box *AABB, other int32) bool {
	top := len(t.levels) - 1
	return top >= 0 && t.anyBelow(top, 0, len(t.levels[top]), box, other)
}

// anyBelow is meets for the boxes below the boxes lo to hi of a level.
func (t *boxTree) anyBelow(level, lo, hi int, box *AABB, other int32) bool {
	for i := lo; i < hi; i++ {
		switch {
		case !t.levels[level][i].Overlaps(box):
		case level == 0:
			if t.order[i] != other {
				return true
			}
		case t.anyBelow(level-1, i*boxFan, min(len(t.levels[level-1]), (i+1)*boxFan), box, other):
			return true
		}
	}
	return false
}
