package broadphase

import (
	"math"
	"math/bits"
)

// node is one cell of a tree over things sorted by Morton code. Nodes stand in depth-first order: the children of node
// i follow it at i+1, and next is the node that follows when the subtree of i is left out, so that a query walks
// forward without a stack. The things of the subtree are those from first to nodes[next].first. A leaf has next = i+1.
type node struct {
	lo, hi [3]float32 // bounds of what is in the subtree, rounded outwards
	first  int32
	next   int32
}

// overlaps reports whether the bounds of two nodes have a point in common.
func (n *node) overlaps(m *node) bool {
	return n.lo[0] <= m.hi[0] && m.lo[0] <= n.hi[0] &&
		n.lo[1] <= m.hi[1] && m.lo[1] <= n.hi[1] &&
		n.lo[2] <= m.hi[2] && m.lo[2] <= n.hi[2]
}

// cells divides a sorted sequence of codes into nodes. It ends with a sentinel whose first is the number of codes.
type cells struct {
	nodes []node
	codes []uint64
	leaf  int32 // the largest number of things of a leaf whose cell can still be divided
}

// divide makes the nodes, without bounds: a root where several classes are in use, and a tree for each class, whose
// codes end at ends.
func (c *cells) divide(ends []int32) {
	used, lo := 0, int32(0)
	for _, hi := range ends {
		if hi > lo {
			used++
		}
		lo = hi
	}
	root := int32(-1)
	if used > 1 {
		root = c.open(0)
	}
	lo = 0
	for _, hi := range ends {
		if hi > lo {
			c.subtree(lo, hi)
		}
		lo = hi
	}
	if root >= 0 {
		c.nodes[root].next = int32(len(c.nodes))
	}
	c.open(lo)
}

// open appends a node without bounds for the things from first on.
func (c *cells) open(first int32) int32 {
	inf := float32(math.Inf(1))
	c.nodes = append(c.nodes, node{[3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}, first, 0})
	return int32(len(c.nodes)) - 1
}

// subtree makes the nodes of the codes lo to hi. Its depth is at most codeBits plus the number of divisions by index,
// 32 together for 2³¹ things.
func (c *cells) subtree(lo, hi int32) {
	i := c.open(lo)
	if hi-lo <= c.leaf {
		c.nodes[i].next = i + 1
		return
	}
	differ := c.codes[lo] ^ c.codes[hi-1]
	if differ == 0 {
		part := max(c.leaf, (hi-lo+7)/8)
		for ; lo < hi; lo += part {
			c.subtree(lo, min(lo+part, hi))
		}
	} else {
		shift := (63 - bits.LeadingZeros64(differ)) / 3 * 3
		for lo < hi {
			end := c.endOfOctant(lo, hi, shift)
			c.subtree(lo, end)
			lo = end
		}
	}
	c.nodes[i].next = int32(len(c.nodes))
}

// endOfOctant returns the end of the codes from lo on that lie in the same octant of the cells that shift divides.
func (c *cells) endOfOctant(lo, hi int32, shift int) int32 {
	octant := c.codes[lo] >> shift
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		if c.codes[mid]>>shift == octant {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// fit gives each node that is no leaf the bounds of its children. The leaves have theirs.
func (c *cells) fit() {
	for i := int32(len(c.nodes)) - 2; i >= 0; i-- {
		p := &c.nodes[i]
		if p.next == i+1 {
			continue
		}
		for k := i + 1; k < p.next; k = c.nodes[k].next {
			n := &c.nodes[k]
			for a := range p.lo {
				if n.lo[a] < p.lo[a] {
					p.lo[a] = n.lo[a]
				}
				if n.hi[a] > p.hi[a] {
					p.hi[a] = n.hi[a]
				}
			}
		}
	}
}
