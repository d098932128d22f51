package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/rigid"
)

// plan4 is a row of a body before it is stored: for each vector the prediction and the numbers.
type plan4 struct {
	choice  [vectorCount]int8
	numbers [bodyValues]uint64
	grid    bool
	missed  [vectorCount]bool
}

// cost estimates the bits for numbers, and for a change of the prediction.
func cost(numbers []uint64, other bool) int {
	n := 0
	for _, v := range numbers {
		n += bits.Len64(v)
	}
	if other {
		n += 3
	}
	return n
}

// rowEqualsPrediction reports whether the current row, on the grids or not as the one before, equals the current
// predictions to the last bit, with the integrator's pose. Nothing is stored then; plan would store nothing either.
// Most rows of bodies that fly or slide are so.
func (b *body4) rowEqualsPrediction(row []uint64, turns []rigid.Predict5Turn) bool {
	p, last := &b.stored, &b.last[boolToInt(b.hit != nil)]
	if last[vectorX] != 0 || last[vectorQ] != 0 {
		return false
	}
	b.wide = [vectorX]uint8{}
	if !b.vectorIs(vectorV, last[vectorV], (*[3]uint64)(row[atV:])) || !b.vectorIs(vectorL, last[vectorL], (*[3]uint64)(row[atL:])) {
		return false
	}
	var base, struck [7]uint64
	b.base4(&base, &struck, turns)
	p.grid, p.choice, p.missed = b.onGrid, *last, [vectorCount]bool{}
	different := uint64(0)
	for k, v := range row[atX:atV] {
		different |= v ^ base[k]
	}
	return different == 0
}

// vectorIs reports whether v or L is as prediction c says, to the last bit: vector4 without a place for the prediction
// where that is the last vector, or has fallen.
func (b *body4) vectorIs(which, c int8, v *[3]uint64) bool {
	prev := (*[3]uint64)(b.prev[vectorAt[which].from:])
	switch {
	case b.onGrid || c > 1:
		var p [3]uint64
		return b.vector4(which, c, p[:]) && *v == p
	case c == 0 && which == vectorV:
		f := b.fall
		return (v[0]^fallen(prev[0], f[0]))|(v[1]^fallen(prev[1], f[1]))|(v[2]^fallen(prev[2], f[2])) == 0
	}
	return (v[0]^prev[0])|(v[1]^prev[1])|(v[2]^prev[2]) == 0
}

// fallen predicts a component of v that gravity has changed.
func fallen(v uint64, fall float64) uint64 { return bitsOf(math.Float64frombits(v) + fall) }

// plan finds how to store the current row: on the grids where it fits them.
func (b *body4) plan(fits bool, row []uint64, turns []rigid.Predict5Turn) {
	p := &b.stored
	b.onGrid, p.grid = fits, fits
	if fits && !b.fill(row, p, turns) {
		b.onGrid, p.grid = false, false
	}
	if !b.onGrid {
		b.fill(row, p, turns)
	}
}

// fill plans the row, on the grids or not. It reports false where the row is not on the grids.
func (b *body4) fill(row []uint64, p *plan4, turns []rigid.Predict5Turn) bool {
	var base, struck [7]uint64
	for _, which := range vectorOrder {
		at := vectorAt[which]
		if which < vectorX {
			if !b.bestVector(which, row[at.from:at.to], p) {
				return false
			}
		} else {
			if which == vectorX {
				b.base4(&base, &struck, turns)
			}
			if !b.bestPose(which, row, &base, &struck, p) {
				return false
			}
		}
		last := b.last[boolToInt(b.hit != nil)][which]
		p.missed[which] = p.choice[which] != last || cost(p.numbers[at.from:at.to], false) > 0
		if which < vectorX && b.wide[which] > 0 && !p.missed[which] {
			p.missed[which] = !b.equalsPrediction(which, last, row[at.from:at.to])
		}
	}
	return true
}

// equalsPrediction reports whether v or L is as prediction c says, on its finest grid, and leaves that as the row's if
// it is.
func (b *body4) equalsPrediction(which, c int8, v []uint64) bool {
	wide := b.wide[which]
	b.wide[which] = 0
	var p [3]uint64
	if b.vector4(which, c, p[:]) && same(p[:], v) {
		return true
	}
	b.wide[which] = wide
	return false
}

// enough is the number of bits of a vector up to which no other prediction than the last one is tried.
const enough = 6

// bestPose finds the prediction of x or q that takes the fewest bits to store, trying the current one first.
func (b *body4) bestPose(which int8, row []uint64, base, struck *[7]uint64, p *plan4) bool {
	at, first := vectorAt[which], b.last[boolToInt(b.hit != nil)][which]
	actual, best := row[at.from:at.to], p.numbers[at.from:at.to]
	var room, counted [4]uint64
	if b.onGrid && !b.countPose(which, row, base, counted[:len(actual)]) {
		return false
	}
	least, v := math.MaxInt, room[:len(actual)]
	for i := range int8(poseChoices) {
		c := (first + i) % poseChoices
		if b.onGrid {
			var ahead [3]int64
			if !b.ahead4(which, c, struck, ahead[:]) {
				continue
			}
			room = counted
			for k, l := range ahead {
				room[k] = zigzag(unzigzag(counted[k]) - l)
			}
		} else {
			if !b.pose4(which, c, base, struck, v) {
				continue
			}
			residuals(v, actual)
		}
		if bits := cost(v, i > 0); bits < least {
			least, p.choice[which] = bits, c
			copy(best, v)
		}
		if i == 0 && least <= enough {
			break
		}
	}
	return least < math.MaxInt
}

// countPose counts the lines of x or q from their base, in q those of the three components but the largest, and then
// its residual.
func (b *body4) countPose(which int8, row []uint64, base *[7]uint64, lines []uint64) bool {
	if which == vectorX {
		return b.grid.x.countAll(lines, row[atX:atQ], base[atX:atQ])
	}
	return b.grid.q.countAttitude(lines, row[atQ:atV], base[atQ:atV], b.unit()-atQ)
}
