package recorder

import "math/bits"

// rigid3 is rigid2 with a prediction of the lines of x and q: between the substeps of a step the velocity of a body in
// contact does not change evenly, and the effect on its pose is similar from step to step. The errors of the preceding
// rows are continued with an order from 0 to 3, separately for x and q, which is chosen again after a wrong prediction.

// maxOrder is the largest order with which errors of rows on grids are continued.
const maxOrder = 3

// predictLines predicts the lines of x and of the three components of q that have lines, in their slots.
func (b *body1) predictLines(ahead *[bodyValues]int64) {
	b.continueLines(vectorX, b.lines[vectorX], ahead[atX:atQ])
	b.continueLines(vectorQ, b.lines[vectorQ], ahead[atQ:atV-1])
}

func (b *body1) continueLines(which, order int8, ahead []int64) {
	if order == 0 {
		clear(ahead)
		return
	}
	e, k, unit := &b.errors, atX, -1
	if which == vectorQ {
		k, unit = atQ, b.unit()
	}
	g := b.grid.of(which)
	for i := range ahead {
		if k == unit {
			k++
		}
		ahead[i] = g.whole(continued(order, e[0][k], e[1][k], e[2][k], 0))
		k++
	}
}

// follows takes what was predicted from the lines of x and q (sign -1) or adds it (1), and learns.
func (b *body1) follows(lines *[bodyValues]uint64, ahead *[bodyValues]int64, sign int64) {
	var counted [bodyValues]int64
	missX, missQ := false, false
	for k := atX; k < atV-1; k++ {
		n := unzigzag(lines[k])
		miss := n != ahead[k]
		if sign > 0 {
			miss = n != 0
			n += ahead[k]
			counted[k] = n
		} else {
			counted[k] = n
			n -= ahead[k]
		}
		lines[k] = zigzag(n)
		if k < atQ {
			missX = missX || miss
		} else {
			missQ = missQ || miss
		}
	}
	if missX {
		b.chooseOrder(vectorX, counted[atX:atQ])
	}
	if missQ {
		b.chooseOrder(vectorQ, counted[atQ:atV-1])
	}
}

// chooseOrder takes the order whose lines differ in the fewest bits from those of the row.
func (b *body1) chooseOrder(which int8, counted []int64) {
	var room [3]int64
	least := 1 << 30
	for order := range int8(maxOrder + 1) {
		b.continueLines(which, order, room[:])
		n := 0
		for i, k := range counted {
			d := k - room[i]
			n += bits.Len64(zigzag(d))
		}
		if n < least {
			least, b.lines[which] = n, order
		}
	}
}
