package broadphase

import (
	"slices"
	"sync"

	"github.com/prang-sim/prang/sim/geom"
)

// Pair is two boxes that overlap, I < J.
type Pair struct{ I, J int32 }

// Pairs finds overlapping boxes: by testing every pair if there are few, by sort and sweep if one axis separates them
// well, else by a tree. The zero value is ready for use. It keeps scratch memory and hints from earlier calls, which
// change no result.
type Pairs struct {
	// Workers is the number of goroutines that search; 0 is 1. It changes no result. With more than one each call
	// allocates what starting them takes. Fewer than parallelBoxes boxes are searched by one.
	Workers int

	sweep axisSweep
	tree  pairTree
	trees int        // how many of the next calls take the tree without a look at the sweep
	found [][]uint64 // by worker
	keys  []uint64   // I<<32 | J
	swap  []uint64
	count []int32
}

const (
	// fewBoxes is the number of boxes up to which every pair is asked: measured, 40 of them take 0.5 µs, swept 0.7 µs.
	fewBoxes = 40

	// sweepCost is how many boxes a sweep may ask for each one before the tree is taken: measured, 4 to 7 ns each in a
	// heap, where the tree takes 300 ns a box.
	sweepCost = 48

	// treeCalls is for how many calls the tree is kept, so that the sort that tells the sweep's cost is rare.
	treeCalls = 32

	// parallelBoxes is the number of boxes from which on a search takes long enough, some 50 µs, to be worth a
	// goroutine.
	parallelBoxes = 1000

	// pieceOfBoxes is the number of boxes or nodes that a worker takes at a time.
	pieceOfBoxes = 64
)

// Find returns dst[:0] with all pairs i < j of boxes that overlap (touching counts), ordered by I, then J. A box that
// is empty or has a NaN overlaps nothing; infinite bounds are allowed. It does not allocate once the scratch and dst
// have grown, with one worker. The result depends on the boxes alone.
func (p *Pairs) Find(bounds []geom.AABB, dst []Pair) []Pair {
	dst = dst[:0]
	if len(bounds) <= fewBoxes {
		return everyPair(bounds, dst)
	}
	p.search(bounds)
	p.order(len(bounds))
	for _, k := range p.keys {
		dst = append(dst, Pair{int32(k >> 32), int32(k & 0xffffffff)})
	}
	return dst
}

// everyPair asks all pairs, in order.
func everyPair(bounds []geom.AABB, dst []Pair) []Pair {
	for i := range bounds {
		a := &bounds[i]
		if isEmpty(a) {
			continue
		}
		for j := i + 1; j < len(bounds); j++ {
			if b := &bounds[j]; a.Overlaps(b) && !isEmpty(b) {
				dst = append(dst, Pair{int32(i), int32(j)})
			}
		}
	}
	return dst
}

// pairKey returns I<<32 | J of a pair.
func pairKey(i, j int32) uint64 {
	if i > j {
		i, j = j, i
	}
	return uint64(i)<<32 | uint64(j)
}

// search fills keys, in any order.
func (p *Pairs) search(bounds []geom.AABB) {
	workers := p.Workers
	if len(bounds) < parallelBoxes {
		workers = 1
	}
	if p.trees == 0 {
		p.sweep.build(bounds)
		if p.sweep.cost() <= sweepCost {
			if workers > 1 {
				p.together(workers, p.sweep.search)
			} else {
				p.keys = p.sweep.search(0, 1, p.keys[:0])
			}
			return
		}
		p.trees = treeCalls
	}
	p.trees--
	p.tree.build(bounds)
	if workers > 1 {
		p.together(workers, p.tree.search)
	} else {
		p.keys = p.tree.search(0, 1, p.keys[:0])
	}
}

// together fills keys by several workers. Worker w takes every workers-th piece from piece w on, so that each has a
// share of every region, and writes to a slice of its own.
func (p *Pairs) together(workers int, search func(w, share int, keys []uint64) []uint64) {
	for len(p.found) < workers {
		p.found = append(p.found, nil)
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() { p.found[w] = search(w, workers, p.found[w][:0]) })
	}
	wait.Wait()
	p.keys = p.keys[:0]
	for w := range workers {
		p.keys = append(p.keys, p.found[w]...)
	}
}

// order sorts keys, whose halves are below n: in two stable passes by count, or by comparison where they are few. No
// two keys are equal.
func (p *Pairs) order(n int) {
	if len(p.keys) < n/8 {
		slices.Sort(p.keys)
		return
	}
	p.swap = slices.Grow(p.swap[:0], len(p.keys))[:len(p.keys)]
	p.count = slices.Grow(p.count[:0], n+1)[:n+1]
	p.pass(p.keys, p.swap, 0)
	p.pass(p.swap, p.keys, 32)
}

// pass sorts src into dst by the 32 bits from shift on.
func (p *Pairs) pass(src, dst []uint64, shift int) {
	clear(p.count)
	for _, k := range src {
		p.count[k>>shift&0xffffffff+1]++
	}
	sum := int32(0)
	for i, c := range p.count {
		sum += c
		p.count[i] = sum
	}
	for _, k := range src {
		at := &p.count[k>>shift&0xffffffff]
		dst[*at] = k
		*at++
	}
}
