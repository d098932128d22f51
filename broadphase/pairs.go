package broadphase

import (
	"cmp"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// Pair is two boxes that overlap, I < J.
type Pair struct{ I, J int32 }

// Pairs finds overlapping boxes by sort and sweep. The zero value is ready; it keeps scratch and the last order, which
// makes the next call faster and changes no result.
type Pairs struct {
	entries []sweepEntry
	keys    []uint64
}

// sweepEntry is a box with its coordinates renamed so that the sweep runs along x.
type sweepEntry struct {
	box   geom.AABB
	index int32
	empty bool // overlaps nothing, whatever its box
}

// Find returns dst[:0] with all pairs i < j of boxes that overlap (touching counts), ordered by I, then J. A box that is
// empty or has a NaN overlaps nothing; infinite bounds are allowed. It does not allocate once the scratch and dst have
// grown.
//
// The sweep runs along the axis on which the centres spread most. Which axis that is changes the time, not the result.
//
// Source: Baraff, "Dynamic simulation of non-penetrating rigid bodies" (1992), section 2.3, "sort and sweep".
func (p *Pairs) Find(bounds []geom.AABB, dst []Pair) []Pair {
	p.fill(bounds, widestAxis(bounds))
	p.sort()
	p.sweep()
	slices.Sort(p.keys)
	dst = dst[:0]
	for _, k := range p.keys {
		dst = append(dst, Pair{int32(k >> 32), int32(k & 0xffffffff)})
	}
	return dst
}

// widestAxis returns the axis, 0 to 2, on which the centres of the finite boxes have the largest variance.
func widestAxis(bounds []geom.AABB) uint8 {
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
func (p *Pairs) fill(bounds []geom.AABB, axis uint8) {
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
		// rename makes the given axis z; the sweep wants it as x.
		b.Min, b.Max = rename(b.Min, axis), rename(b.Max, axis)
		b.Min.X, b.Min.Z = b.Min.Z, b.Min.X
		b.Max.X, b.Max.Z = b.Max.Z, b.Max.X
		e.box = b
	}
}

// sort orders the entries by lower bound, then index: by insertion while they are nearly in order, else from scratch.
func (p *Pairs) sort() {
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

// sweep fills keys with I<<32 | J.
func (p *Pairs) sweep() {
	p.keys = p.keys[:0]
	for i := range p.entries {
		a := &p.entries[i]
		if a.empty {
			continue
		}
		rest := p.entries[i+1:]
		for j := range rest {
			b := &rest[j]
			if b.box.Min.X > a.box.Max.X {
				break
			}
			if a.box.Min.Y > b.box.Max.Y || b.box.Min.Y > a.box.Max.Y ||
				a.box.Min.Z > b.box.Max.Z || b.box.Min.Z > a.box.Max.Z || b.empty {
				continue
			}
			lo, hi := a.index, b.index
			if lo > hi {
				lo, hi = hi, lo
			}
			p.keys = append(p.keys, uint64(lo)<<32|uint64(hi))
		}
	}
}
