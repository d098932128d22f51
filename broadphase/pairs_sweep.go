package broadphase

import (
	"cmp"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// sweepEntry is a box with its coordinates renamed so that the sweep runs along x.
type sweepEntry struct {
	box   geom.AABB
	index int32
	empty bool // overlaps nothing, whatever its box
}

// axisSweep is sort and sweep: boxes in the order of their lower bounds along one axis, each asked against those that
// begin before it ends. It keeps the last order, which makes the next sort faster and changes no result.
//
// Source: Baraff, "Dynamic simulation of non-penetrating rigid bodies" (1992), section 2.3, "sort and sweep".
type axisSweep struct{ entries []sweepEntry }

// build puts the boxes in order along the axis on which the centres spread most. Which axis that is changes the time,
// not the result.
func (p *axisSweep) build(bounds []geom.AABB) {
	p.fill(bounds, widestAxis(bounds))
	p.sort()
}

// widestAxis returns the axis, 0 to 2, on which the centres of the finite boxes have the largest variance.
func widestAxis(bounds []geom.AABB) int {
	var sum, squares geom.Vec
	n := 0.0
	for i := range bounds {
		b := &bounds[i]
		if isEmpty(b) || !b.Min.IsFinite() || !b.Max.IsFinite() {
			continue
		}
		c := center(b)
		sum = sum.Add(c)
		squares = squares.Add(c.Mul(c))
		n++
	}
	if n == 0 {
		return 0
	}
	v := squares.Sub(sum.Mul(sum).Scale(1 / n))
	if v.X >= v.Y && v.X >= v.Z {
		return 0
	}
	if v.Y >= v.Z {
		return 1
	}
	return 2
}

// fill makes the entries, in the order of the last call where that had as many.
func (p *axisSweep) fill(bounds []geom.AABB, axis int) {
	keep := len(p.entries) == len(bounds)
	if !keep {
		p.entries = slices.Grow(p.entries[:0], len(bounds))[:len(bounds)]
	}
	for i := range p.entries {
		e := &p.entries[i]
		if !keep {
			e.index = int32(i)
		}
		b := bounds[e.index]
		if e.empty = isEmpty(&b); e.empty {
			b = geom.EmptyAABB()
		}
		// Cycle makes the given axis z; the sweep wants it as x.
		b.Min, b.Max = b.Min.Cycle(axis), b.Max.Cycle(axis)
		b.Min.X, b.Min.Z = b.Min.Z, b.Min.X
		b.Max.X, b.Max.Z = b.Max.Z, b.Max.X
		e.box = b
	}
}

// sort orders the entries by lower bound, then index: by insertion while they are nearly in order, else from scratch.
func (p *axisSweep) sort() {
	e := p.entries
	budget := 8 * len(e)
	for i := 1; i < len(e); i++ {
		if compare(e[i-1], e[i]) <= 0 {
			continue
		}
		x := e[i]
		k := i
		for ; k > 0 && compare(e[k-1], x) > 0; k-- {
			e[k] = e[k-1]
		}
		e[k] = x
		if budget -= i - k; budget < 0 {
			slices.SortFunc(e, compare)
			return
		}
	}
}

func compare(a, b sweepEntry) int {
	if a.box.Min.X < b.box.Min.X {
		return -1
	}
	if a.box.Min.X > b.box.Min.X {
		return 1
	}
	return cmp.Compare(a.index, b.index)
}

// sampleStep is how many entries each sample of cost stands for. It is odd, so that no period of two is met.
const sampleStep = 17

// cost returns the approximate number of boxes that the sweep tests for each one.
func (p *axisSweep) cost() int {
	sum, n := 0, 0
	for i := sampleStep / 2; i < len(p.entries); i += sampleStep {
		a := &p.entries[i]
		lo, hi := i+1, len(p.entries)
		for lo < hi {
			mid := lo + (hi-lo)/2
			if p.entries[mid].box.Min.X > a.box.Max.X {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		sum += lo - i - 1
		n++
	}
	if n == 0 {
		return 0
	}
	return sum / n
}

// search appends to keys the pairs of the boxes in every share-th piece of the order, from piece w on, with those after
// them.
func (p *axisSweep) search(w, share int, keys []uint64) []uint64 {
	for lo := w * pieceOfBoxes; lo < len(p.entries); lo += share * pieceOfBoxes {
		for i := lo; i < min(lo+pieceOfBoxes, len(p.entries)); i++ {
			if a := &p.entries[i]; !a.empty {
				keys = a.meet(p.entries[i+1:], keys)
			}
		}
	}
	return keys
}

// meet appends the pairs of a with those of rest that begin before a ends.
func (a *sweepEntry) meet(rest []sweepEntry, keys []uint64) []uint64 {
	for j := range rest {
		b := &rest[j]
		if b.box.Min.X > a.box.Max.X {
			break
		}
		if a.box.Min.Y > b.box.Max.Y || b.box.Min.Y > a.box.Max.Y ||
			a.box.Min.Z > b.box.Max.Z || b.box.Min.Z > a.box.Max.Z || b.empty {
			continue
		}
		keys = append(keys, pairKey(a.index, b.index))
	}
	return keys
}
