package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// A wall of several boxes is one wall to a car that crushes against it: each by itself would be a wall that ends beside
// the next one, and turn the car away from there. Statics that together fill a convex block, seen along the road and in
// height, crush as that block.

// blockGap is the share of the smaller of two statics that a gap between them, or a bend, may leave out of their block.
const blockGap = 0.01

// block is a block of statics. One without members has been joined to another, or its static never crushes.
type block struct {
	members int
	bounds  geom.AABB
	outline roadOutline
}

// joinBlocks finds the blocks of statics, if there are materials that crush.
func (w *World) joinBlocks() {
	crush := false
	for i := range w.surface {
		crush = crush || w.surface[i].crush > 0
	}
	if !crush {
		return
	}
	w.blocks = make([]block, len(w.statics))
	for s := range w.statics {
		st, i := &w.statics[s], int32(-1-s)
		st.block = int32(s)
		if !st.sensor && w.hasOutline(i) {
			w.blocks[s] = block{members: 1, bounds: st.bounds}
			w.blocks[s].outline.trace(w, i)
		}
	}
	for again := true; again; {
		again = false
		for i := range w.blocks {
			if w.blocks[i].members == 0 {
				continue
			}
			near := w.blocks[i].reach()
			for j := i + 1; j < len(w.blocks); j++ {
				if b := &w.blocks[j]; b.members > 0 && near.Overlaps(&b.bounds) && w.joinBlock(i, j) {
					again, j = true, i
					near = w.blocks[i].reach()
				}
			}
		}
	}
	for s := range w.statics { // a block has been joined to a lower one
		st := &w.statics[s]
		st.block = w.statics[st.block].block
	}
}

// reach returns bounds that those of all blocks that may be joined to a block overlap.
func (b *block) reach() geom.AABB { return b.bounds.Grow(float64(blockGap * b.bounds.Size().Len())) }

// joinBlock joins block j to block i if both are of one material, meet the same bodies and fill the hull of both, and
// reports whether it does.
func (w *World) joinBlock(i, j int) bool {
	a, b := &w.blocks[i], &w.blocks[j]
	near := a.bounds.Grow(float64(blockGap * math.Min(a.bounds.Size().Len(), b.bounds.Size().Len())))
	if !near.Overlaps(&b.bounds) || w.statics[i].material != w.statics[j].material || !w.meetsAll(i, j) || !w.meetsAll(j, i) {
		return false
	}
	p, q := &a.outline, &b.outline
	hull := roadOutline{low: math.Min(p.low, q.low), high: math.Max(p.high, q.high)}
	hull.points = append(append(hull.points, p.corners...), q.corners...)
	hull.corners = narrowphase.AppendOutline(nil, hull.points)
	filled := p.volume() + q.volume()
	if o, ok := w.overlaps.Solve(p.corners, q.corners); ok {
		filled -= float64(o.Area * math.Max(0, math.Min(p.high, q.high)-math.Max(p.low, q.low)))
	}
	if !(hull.volume()-filled <= float64(blockGap*math.Min(p.volume(), q.volume()))) {
		return false
	}
	w.blocks[i] = block{a.members + b.members, a.bounds.Union(b.bounds), hull}
	w.blocks[j] = block{}
	w.statics[j].block = int32(i)
	return true
}

// volume returns the volume between an outline's heights [m³].
func (t *roadOutline) volume() float64 { return float64(t.corners.Area() * (t.high - t.low)) }

// blockOf returns the block that static -1-i is part of with others, nil for a body, or a static by itself.
func (w *World) blockOf(i int32) *block {
	if i >= 0 || len(w.blocks) == 0 {
		return nil
	}
	if b := &w.blocks[w.statics[-1-i].block]; b.members > 1 {
		return b
	}
	return nil
}

// crushesWith reports whether a pair of body a with body or static b is part of the crush c, by itself or by its block.
func (w *World) crushesWith(c *crush, a, b int32) bool {
	return c.a == a && (c.b == b || w.blockOf(b) != nil && w.blockOf(b) == w.blockOf(c.b))
}

// setCrush sets the crush of all pairs that are part of crush i.
func (w *World) setCrush(i, to int32) {
	c := &w.state.crushes[i]
	for _, k := range w.pairsOf[c.a] {
		if p := &w.pairs[k]; w.crushesWith(c, p.a, p.b) {
			p.crush = to
		}
	}
}

// addCrushingPairs adds the pairs of body i with the static by which it crushes against a block, where it is no longer near
// that.
func (w *World) addCrushingPairs(i int32) {
	for n := range w.state.crushes {
		if c := &w.state.crushes[n]; c.a == i && w.blockOf(c.b) != nil && w.findPair(i, c.b) < 0 {
			w.addConvexPair(i, c.b)
		}
	}
}
