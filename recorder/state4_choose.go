package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// bestVector finds the prediction of v or L that takes the fewest bits to store, trying the current one first.
func (b *body4) bestVector(which int8, actual []uint64, p *plan4) bool {
	if b.wide[which] = 0; b.onGrid && b.five {
		b.wide[which] = b.grid.coarsest(which, actual)
	}
	first, least := b.last[boolToInt(b.hit != nil)][which], math.MaxInt
	best := (*[3]uint64)(p.numbers[vectorAt[which].from:])
	if p.choice[which] = first; b.numbers(which, first, actual, best) {
		least = cost(best[:], false)
	}
	if least <= enough {
		return true
	}
	if b.onGrid {
		return b.others(which, actual, least, p)
	}
	var all [vectorChoices]geom.Vec
	known := b.predictAll(which, &all)
	for i := int8(1); i < vectorChoices; i++ {
		c := (first + i) % vectorChoices
		if known>>c&1 == 0 {
			continue
		}
		numbers := [3]uint64(b.prev[vectorAt[which].from:])
		if c > 1 || c == 0 && which == vectorV { // others repeat the bits, of what is no number, too
			putVec(numbers[:], all[c])
		}
		numbers[0], numbers[1], numbers[2] = residual(actual[0], numbers[0]), residual(actual[1], numbers[1]), residual(actual[2], numbers[2])
		if n := cost(numbers[:], true); n < least {
			least, p.choice[which], *best = n, c, numbers
		}
	}
	return least < math.MaxInt
}

// others looks for a prediction of v or L on its grid that takes fewer bits than p, the current one.
func (b *body4) others(which int8, actual []uint64, least int, p *plan4) bool {
	var all [vectorChoices]geom.Vec
	known := b.predictAll(which, &all)
	g := b.grid.coarser(which, b.wide[which])
	first, best, a := p.choice[which], (*[3]uint64)(p.numbers[vectorAt[which].from:]), vecAt(actual, 0)
	var lines [3]uint64
	for i := int8(1); i < vectorChoices; i++ {
		c := (first + i) % vectorChoices
		if known>>c&1 == 0 {
			continue
		}
		if !g.linesTo(&lines, a, all[c]) {
			continue
		}
		if n := cost(lines[:], true); n < least {
			least, p.choice[which], *best = n, c, lines
		}
	}
	return least < math.MaxInt
}

// predictAll finds all predictions of v or L, before they are rounded, and returns which there are, bit c for
// prediction c. They equal those of predict, computed side by side.
func (b *body4) predictAll(which int8, all *[vectorChoices]geom.Vec) (known uint8) {
	at, fall := atV, geom.Vec{X: b.fall[0], Y: b.fall[1], Z: b.fall[2]}
	v1 := vecAt(b.prev[:], atV)
	all[0] = rigid.Predict2Add(v1, fall)
	if which == vectorL {
		at, fall = atL, geom.Vec{}
		v1 = vecAt(b.prev[:], atL)
		all[0] = v1
	}
	all[1], all[likeBefore] = v1, rigid.Predict2Add(v1, b.steady[which])
	known = 1<<0 | 1<<1 | 1<<likeBefore
	var v2, v3, v4 geom.Vec
	if b.s >= 2 {
		v2, known = vecAt(b.row(2), at), known|1<<2
	}
	if b.s >= 3 {
		v3, known = vecAt(b.row(3), at), known|1<<3
	}
	if b.s >= 4 {
		v4, known = vecAt(b.row(4), at), known|1<<4
	}
	for order := int8(2); order <= 4; order++ {
		all[order] = geom.Vec{
			X: continued(order, v1.X, v2.X, v3.X, v4.X), Y: continued(order, v1.Y, v2.Y, v3.Y, v4.Y), Z: continued(order, v1.Z, v2.Z, v3.Z, v4.Z),
		}
	}
	if b.hit != nil {
		to, share := b.hit.after.V, b.left/b.step
		if which == vectorL {
			to = b.lTo
		}
		all[fromImpact], all[fromImpact+1] = rigid.Predict2Fall(to, fall, share), rigid.Predict2Fall(to, b.steady[which], share)
		known |= 1<<fromImpact | 1<<(fromImpact+1)
	}
	return known
}

// numbers finds the stored numbers of v or L with prediction c, lines or residuals. It returns false if there is no
// such prediction, or a line is out of reach.
func (b *body4) numbers(which, c int8, actual []uint64, numbers *[3]uint64) bool {
	if b.onGrid {
		v, ok := b.predict(which, c)
		return ok && b.grid.coarser(which, b.wide[which]).linesTo(numbers, vecAt(actual, 0), v)
	}
	if !b.vector4(which, c, numbers[:]) {
		return false
	}
	residuals(numbers[:], actual)
	return true
}

// residuals replaces predictions by residuals.
func residuals(v, actual []uint64) {
	for k, a := range actual {
		v[k] = residual(a, v[k])
	}
}

// linesTo finds how many lines a vector on the grid is from a prediction, rounded, the signs in bit 0. It reports false
// where that is out of reach.
func (g *gridStep) linesTo(lines *[3]uint64, actual, p geom.Vec) bool {
	x, y, z := actual.X-((p.X+g.grain)-g.grain), actual.Y-((p.Y+g.grain)-g.grain), actual.Z-((p.Z+g.grain)-g.grain)
	if within := g.reach; math.Abs(p.X) <= within && math.Abs(p.Y) <= within && math.Abs(p.Z) <= within {
		// Lines are counted without error here.
		lines[0], lines[1], lines[2] = zigzag(int64(x*g.inverse)), zigzag(int64(y*g.inverse)), zigzag(int64(z*g.inverse))
		return math.Abs(x) <= within && math.Abs(y) <= within && math.Abs(z) <= within
	}
	var a, base [3]uint64
	putVec(a[:], actual)
	putVec(base[:], p)
	g.round(base[:])
	return g.countAll(lines[:], a[:], base[:])
}
