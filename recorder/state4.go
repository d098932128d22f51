package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// Codec 4 goes through a chunk row by row: first the events of a row, then its groups, class by class. A body is foretold with what the
// impacts of the step have made of it. Which of several predictions holds is stored where it is another one than before.

// The predictions of v and L, of which L has no fall:
//
//	0      the last v and what gravity adds
//	1 to 4 the last values continued with that order
//	5      what the last impact of the step has left, and what gravity adds from then on
//	6      the same with what the last row without impacts has added, in proportion to the time that is left
//	7      the last value, and what the last row without impacts has added
//
// Those of x and q:
//
//	0      what the integrator makes of both ends of the step
//	1 to 3 the same plus its errors continued with that order
//	4      what it makes of the state that the last impact of the step has left, and of the end
const (
	fromImpact = 5
	likeBefore = 7
	poseImpact = 4

	vectorChoices = 8
	poseChoices   = 5
)

// body4 foretells one body in a chunk.
type body4 struct {
	body1
	owner  int32
	hit    *struck3    // what the last impact of the step at hand has left, nil for none
	after  bool        // an impact of the step before has met the body
	left   float64     // time from the impact to the end of the step [s]
	lTo    geom.Vec    // angular momentum after it
	w0, w1 geom.Vec    // angular velocity in the row before and in the row at hand
	steady [2]geom.Vec // what the last row without impacts has added to v and L

	last    [2][vectorCount]int8 // the predictions at hand, in rows without impacts and with them
	history uint8                // whether rows were as foretold, 1 for no, that of the last one in bit 0
	missed  [vectorCount]uint8   // the same of each vector
	length  [2][bodyValues]uint8 // of the last numbers, of residuals and of lines
	meter   *meter

	wide   [vectorX]uint8 // the coarsest grids that v and L of the row at hand are on, from codec 5 on
	widest [vectorX]uint8 // of the last row that was stored
	five   bool           // codec 5
}

// struckFirst is what foretells a row with impacts at first.
var struckFirst = [vectorCount]int8{vectorV: fromImpact, vectorL: fromImpact, vectorX: poseImpact, vectorQ: poseImpact}

// probs4 is the probabilities of bodies. States are those of body4.state.
type probs4 struct {
	rest   [2]prob                          // a body that was at rest stays so
	as     [states4][8]prob                 // a row is as foretold
	grid   [states4][2]prob                 // a row is on the grids
	vector [states4][2][vectorCount][4]prob // a vector is as foretold
	choice [states4][vectorCount][vectorChoices][8]prob
	wide   [vectorX][coarsenings][8]prob // the grid of a vector, by the last one
	number [2][2][vectorCount][3]lengths
}

const states4 = 3

// state tells rows without impacts, behind one with them, and with them.
func (b *body4) state() int {
	switch {
	case b.hit != nil:
		return 2
	case b.after:
		return 1
	}
	return 0
}

func (p *probs4) reset() {
	resetProbs(p.rest[:])
	for i := range p.wide {
		for k := range p.wide[i] {
			resetProbs(p.wide[i][k][:])
		}
	}
	for i := range states4 {
		resetProbs(p.as[i][:])
		resetProbs(p.grid[i][:])
		for k := range p.choice[i] {
			for c := range p.choice[i][k] {
				resetProbs(p.choice[i][k][c][:])
			}
			for grid := range 2 {
				resetProbs(p.vector[i][grid][k][:])
			}
		}
	}
	for i := range 4 {
		for k := range p.number[i/2][i%2] {
			for c := range p.number[i/2][i%2][k] {
				p.number[i/2][i%2][k][c].reset()
			}
		}
	}
}

// The components of each vector.
var vectorAt = [vectorCount]struct{ from, to int8 }{vectorX: {atX, atQ}, vectorQ: {atQ, atV}, vectorV: {atV, atL}, vectorL: {atL, bodyValues}}

// The order in which the vectors of a row are coded.
var vectorOrder = [vectorCount]int8{vectorV, vectorL, vectorX, vectorQ}

func truth(b bool) int {
	if b {
		return 1
	}
	return 0
}

// vector4 fills p with prediction c of v or L, on the grid where the row is, and reports false where there is no such prediction.
func (b *body4) vector4(which, c int8, p []uint64) bool {
	at, fall, to := atV, geom.Vec{X: b.fall[0], Y: b.fall[1], Z: b.fall[2]}, geom.Vec{}
	if which == vectorL {
		at, fall = atL, geom.Vec{}
	}
	if c >= fromImpact && c < likeBefore {
		if b.hit == nil {
			return false
		}
		if to = b.hit.after.V; which == vectorL {
			to = b.lTo
		}
	}
	switch share := b.left / b.step; c {
	case 0, 1:
		if c == 1 || which == vectorL {
			copy(p, b.row(1)[at:at+3])
			break
		}
		b.vector(vectorV, 0, p)
	case 2, 3, 4:
		if b.s < int(c) {
			return false
		}
		if which == vectorL {
			c--
		}
		b.vector(which, c, p)
	case fromImpact:
		putVec(p, rigid.Predict2Fall(to, fall, share))
	case fromImpact + 1:
		putVec(p, rigid.Predict2Fall(to, b.steady[which], share))
	case likeBefore:
		putVec(p, rigid.Predict2Add(vecAt(b.row(1), at), b.steady[which]))
	}
	if b.onGrid {
		b.grid.coarser(which, b.wide[which]).round(p)
	}
	return true
}

func putVec(p []uint64, v geom.Vec) { p[0], p[1], p[2] = bitsOf(v.X), bitsOf(v.Y), bitsOf(v.Z) }

// start4 takes note of what the impacts of the step have made of the body.
func (b *body4) start4(m *eventModel3, end float64) {
	if b.w0 = b.w1; b.s == 1 {
		b.w0 = b.rate(b.row(1))
	}
	b.after = b.hit != nil
	if b.hit = m.struck(b.owner); b.hit == nil {
		return
	}
	b.left = end - b.hit.time
	b.lTo = rigid.Predict2Rate(b.hit.q, b.hit.after.W, &m.layout.bodies[b.owner].inertia)
}

// base4 finds the base of the pose of the row at hand, whose v and L are known, and what an impact makes of it.
func (b *body4) base4(predicted, struck *[7]uint64) {
	prev, row := b.row(1), b.row(0)
	v0, l0, v1, l1 := vecAt(prev, atV), vecAt(prev, atL), vecAt(row, atV), vecAt(row, atL)
	if v0 == (geom.Vec{}) && v1 == (geom.Vec{}) {
		copy(predicted[atX:atQ], prev[atX:atQ])
	} else {
		putVec(predicted[atX:atQ], rigid.Predict1Position(vecAt(prev, atX), v0, v1, b.step))
	}
	if l0 == (geom.Vec{}) && l1 == (geom.Vec{}) {
		copy(predicted[atQ:atV], prev[atQ:atV])
	} else {
		putQuat(predicted[atQ:atV], rigid.Predict4Attitude(quatAt(prev), b.w0, l0, l1, b.invI, b.step))
	}
	for i, p := range predicted {
		b.base[i] = math.Float64frombits(p)
	}
	if b.hit == nil {
		return
	}
	putVec(struck[:3], rigid.Predict1Position(b.hit.x, b.hit.after.V, v1, b.left))
	w := rigid.Predict2Rate(b.hit.q, b.lTo, b.invI)
	putQuat(struck[3:], rigid.Predict4Attitude(b.hit.q, w, b.lTo, l1, b.invI, b.left))
}

func putQuat(p []uint64, q geom.Quat) {
	p[0] = bitsOf(q.W)
	putVec(p[1:], q.V)
}

// pose4 fills p, from the bases that base4 has found, with prediction c of x or q of a row that is not on the grids.
func (b *body4) pose4(which, c int8, base, struck *[7]uint64, p []uint64) bool {
	at := vectorAt[which].from
	switch {
	case c == 0:
		copy(p, base[at:])
	case c == poseImpact:
		if b.hit == nil {
			return false
		}
		copy(p, struck[at:])
	default:
		if b.s <= int(c) {
			return false
		}
		b.corrected(which, c, p)
	}
	return true
}

// ahead4 is pose4 for a row on the grids: it foretells the lines of x, or of the components of q but the largest.
func (b *body4) ahead4(which, c int8, struck *[7]uint64, ahead []int64) bool {
	switch {
	case c < poseImpact:
		if c > 0 && b.s <= int(c) {
			return false
		}
		b.continueLines(which, c, ahead)
		return true
	case b.hit == nil:
		return false
	}
	k, unit, sign := atX, -1, 1.0
	if which == vectorQ {
		k, unit = atQ, b.unit()
		if math.Float64frombits(struck[unit])*b.base[unit] < 0 {
			sign = -1
		}
	}
	g := b.grid.of(which)
	for i := range ahead {
		if k == unit {
			k++
		}
		ahead[i] = g.whole(float64(sign*math.Float64frombits(struck[k])) - b.base[k])
		k++
	}
	return true
}

// plan4 is a row of a body before it is stored: for each vector the prediction and the numbers.
type plan4 struct {
	choice  [vectorCount]int8
	numbers [bodyValues]uint64
	grid    bool
	missed  [vectorCount]bool
}

// cost is what numbers take, and another prediction than the last one.
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

// plan finds how to store the row at hand: on the grids where it is on them.
func (b *body4) plan(row []uint64, p *plan4) {
	p.grid = b.grid != nil && b.grid.fits(row)
	if p.grid {
		b.onGrid = true
		if b.fill(row, p) {
			return
		}
		p.grid = false
	}
	b.onGrid = false
	b.fill(row, p)
}

// fill plans the row, on the grids or not. It reports false where the row is not on the grids.
func (b *body4) fill(row []uint64, p *plan4) bool {
	var base, struck [7]uint64
	for _, which := range vectorOrder {
		if which == vectorX {
			b.base4(&base, &struck)
		}
		if !b.best(which, row, &base, &struck, p) {
			return false
		}
		at := vectorAt[which]
		last := b.last[truth(b.hit != nil)][which]
		p.missed[which] = p.choice[which] != last || cost(p.numbers[at.from:at.to], false) > 0
		if which < vectorX && b.wide[which] > 0 && !p.missed[which] {
			p.missed[which] = !b.foretold(which, last, row[at.from:at.to])
		}
	}
	return true
}

// foretold reports whether v or L is as prediction c says, on its finest grid, and leaves that as the row's if it is.
func (b *body4) foretold(which, c int8, v []uint64) bool {
	wide := b.wide[which]
	b.wide[which] = 0
	var p [3]uint64
	if b.vector4(which, c, p[:]) && same(p[:], v) {
		return true
	}
	b.wide[which] = wide
	return false
}

// enough is how many bits the numbers of a vector may take for no other prediction to be tried than the last one.
const enough = 6

// best finds the prediction of a vector that is stored in the fewest bits.
func (b *body4) best(which int8, row []uint64, base, struck *[7]uint64, p *plan4) bool {
	at := vectorAt[which]
	actual, best := row[at.from:at.to], p.numbers[at.from:at.to]
	var room, counted [4]uint64
	if which < vectorX {
		if b.wide[which] = 0; b.onGrid && b.five {
			b.wide[which] = b.grid.coarsest(which, actual)
		}
	}
	if b.onGrid && which >= vectorX {
		if !b.countPose(which, row, base, counted[:len(actual)]) {
			return false
		}
	}
	least, n, at0 := math.MaxInt, int8(vectorChoices), b.last[truth(b.hit != nil)][which]
	if which >= vectorX {
		n = poseChoices
	}
	for i := range n {
		c := (at0 + i) % n // the one at hand first
		v := room[:len(actual)]
		switch {
		case which < vectorX:
			if !b.vector4(which, c, v) || !b.numbers(which, actual, v) {
				continue
			}
		case b.onGrid:
			var ahead [4]int64
			if !b.ahead4(which, c, struck, ahead[:3]) {
				continue
			}
			for k, l := range counted[:len(actual)] {
				if v[k] = l; k < 3 {
					d := int64(l>>1^-(l&1)) - ahead[k]
					v[k] = uint64(d<<1 ^ d>>63)
				}
			}
		default:
			if !b.pose4(which, c, base, struck, v) {
				continue
			}
			b.numbers(which, actual, v)
		}
		if bits := cost(v, i > 0); bits < least {
			least, p.choice[which] = bits, c
			copy(best, v)
			if i == 0 && bits <= enough {
				break
			}
		}
	}
	return least < math.MaxInt
}

// numbers replaces predictions by what is stored of values: lines or residuals.
func (b *body4) numbers(which int8, actual, v []uint64) bool {
	if b.onGrid {
		return b.grid.coarser(which, b.wide[which]).countAll(v, actual, v)
	}
	for k, a := range actual {
		v[k] = residual(a, v[k])
	}
	return true
}

// countPose counts the lines of x or q from their base, in q those of the three components but the largest, and then its residual.
func (b *body4) countPose(which int8, row []uint64, base *[7]uint64, lines []uint64) bool {
	if which == vectorX {
		return b.grid.x.countAll(lines, row[atX:atQ], base[atX:atQ])
	}
	unit, slot, moved := b.unit(), 0, uint64(0)
	for k := atQ; k < atV; k++ {
		if k == unit {
			continue
		}
		if !b.grid.q.countAll(lines[slot:slot+1], row[k:k+1], base[k:k+1]) {
			return false
		}
		moved |= lines[slot]
		slot++
	}
	last := base[unit]
	if moved != 0 {
		last = completed(row[atQ:atV], unit-atQ, last)
	}
	lines[slot] = residual(row[unit], last)
	return true
}

// learn takes note of a row.
func (b *body4) learn(p *plan4, any bool) {
	last := &b.last[truth(b.hit != nil)]
	if !any {
		for which := range b.missed {
			b.missed[which] = b.missed[which] << 1 & 3
		}
	}
	for which, missed := range p.missed {
		if !any {
			break
		}
		last[which] = p.choice[which]
		b.missed[which] = b.missed[which]<<1&3 | uint8(truth(missed))
	}
	lengths := &b.length[truth(p.grid)]
	if !any {
		clear(lengths[:])
	} else {
		for k, v := range p.numbers {
			lengths[k] = uint8(bits.Len64(v))
		}
	}
	if row, prev := b.row(0), b.row(1); b.hit == nil {
		b.steady = [2]geom.Vec{rigid.Predict2Sub(vecAt(row, atV), vecAt(prev, atV)), rigid.Predict2Sub(vecAt(row, atL), vecAt(prev, atL))}
	}
	b.w1 = b.rate(b.row(0))
	b.learnPose(false, false)
}

// rate returns the angular velocity in a row.
func (b *body4) rate(row []uint64) geom.Vec {
	return rigid.Predict2Rate(quatAt(row), vecAt(row, atL), b.invI)
}

// rest4 takes note of a row of a body at rest.
func (b *body4) rest4() {
	b.rest()
	b.w1 = b.w0
	b.history = b.history << 1 & 7
}

// expect returns the length to expect of number k of a vector, by that of the last row and those of the vector so far, and the kind of
// the number.
func (b *body4) expect(grid, k, from int, numbers *[bodyValues]uint64) (n, kind int) {
	last := int(b.length[grid][k])
	switch {
	case k == from:
		return last, 0
	case k == atQ+3 && grid == 1:
		return last, 2
	}
	return (last + bits.Len64(numbers[k-1]) + 1) / 2, 1
}

// encode4 codes the row at hand.
func (b *body4) encode4(c *arithEncoder, t *probs4, row []uint64) {
	prev := b.row(1)
	if asleep(prev[atV:]) {
		stays := same(row, prev)
		c.decide(&t.rest[truth(b.hit != nil)], uint32(truth(!stays)))
		if stays {
			b.rest4()
			return
		}
	}
	was, state := b.onGrid, b.state()
	var p plan4
	b.plan(row, &p)
	any := p.grid != was
	for _, missed := range p.missed {
		any = any || missed
	}
	b.meter.note(c)
	c.decide(&t.as[state][b.history], uint32(truth(any)))
	b.history = b.history<<1&7 | uint8(truth(any))
	b.meter.note(c, "rows as foretold")
	if any {
		grid := truth(p.grid)
		c.decide(&t.grid[state][truth(was)], uint32(grid))
		for _, which := range vectorOrder {
			missed := p.missed[which]
			c.decide(&t.vector[state][grid][which][b.missed[which]], uint32(truth(missed)))
			if !missed {
				continue
			}
			b.meter.note(c, "flags of vectors")
			c.tree(t.choice[state][which][b.last[truth(b.hit != nil)][which]][:], 3, uint32(p.choice[which]))
			b.meter.note(c, "choices")
			if grid == 1 && which < vectorX && b.five {
				c.tree(t.wide[which][b.widest[which]][:], 3, uint32(b.wide[which]))
				b.widest[which] = b.wide[which]
				b.meter.note(c, "coarser grids")
			}
			at := vectorAt[which]
			for k := int(at.from); k < int(at.to); k++ {
				n, kind := b.expect(grid, k, int(at.from), &p.numbers)
				c.number(&t.number[grid][truth(b.hit != nil)][which][kind], n, p.numbers[k])
			}
			if b.meter != nil {
				b.meter.note(c, vectorNames[which], gridNames[grid], stateNames[state])
			}
		}
	}
	b.learn(&p, any)
}

// decode4 decodes the row at hand into row. It reports false where a prediction is named that there is none of.
func (b *body4) decode4(c *arithDecoder, t *probs4, row []uint64) bool {
	prev := b.row(1)
	if asleep(prev[atV:]) && c.decide(&t.rest[truth(b.hit != nil)]) == 0 {
		*(*[bodyValues]uint64)(row) = [bodyValues]uint64(prev)
		b.rest4()
		return true
	}
	hit, state := truth(b.hit != nil), b.state()
	p := plan4{choice: b.last[hit], grid: b.onGrid}
	any := c.decide(&t.as[state][b.history]) != 0
	b.history = b.history<<1&7 | uint8(truth(any))
	if any {
		p.grid = c.decide(&t.grid[state][truth(p.grid)]) != 0
		if p.grid && b.grid == nil {
			return false
		}
	}
	b.onGrid = p.grid
	grid := truth(p.grid)
	var base, struck [7]uint64
	for _, which := range vectorOrder {
		if which == vectorX {
			b.base4(&base, &struck)
		} else if which < vectorX {
			b.wide[which] = 0
		}
		if any && c.decide(&t.vector[state][grid][which][b.missed[which]]) != 0 {
			p.missed[which] = true
			p.choice[which] = int8(c.tree(t.choice[state][which][p.choice[which]][:], 3))
			if grid == 1 && which < vectorX && b.five {
				wide := c.tree3(&t.wide[which][b.widest[which]])
				if wide >= coarsenings {
					return false
				}
				b.wide[which], b.widest[which] = uint8(wide), uint8(wide)
			}
			at := vectorAt[which]
			for k := int(at.from); k < int(at.to); k++ {
				n, kind := b.expect(grid, k, int(at.from), &p.numbers)
				p.numbers[k] = c.number(&t.number[grid][hit][which][kind], n)
			}
		}
		if !b.put(which, &p, &base, &struck, row) {
			return false
		}
	}
	b.learn(&p, any)
	return true
}

// put fills a vector of the row from what was stored of it.
func (b *body4) put(which int8, p *plan4, base, struck *[7]uint64, row []uint64) bool {
	at := vectorAt[which]
	v, numbers := row[at.from:at.to], p.numbers[at.from:at.to]
	switch {
	case which >= vectorX && p.choice[which] >= poseChoices:
		return false
	case which < vectorX:
		if !b.vector4(which, p.choice[which], v) {
			return false
		}
	case b.onGrid:
		return b.putLines(which, p, base, struck, row)
	default:
		if !b.pose4(which, p.choice[which], base, struck, v) {
			return false
		}
	}
	if b.onGrid {
		b.grid.coarser(which, b.wide[which]).add(v, numbers)
		return true
	}
	for k, n := range numbers {
		v[k] = restore(n, v[k])
	}
	return true
}

// putLines fills x or q of a row on the grids.
func (b *body4) putLines(which int8, p *plan4, base, struck *[7]uint64, row []uint64) bool {
	at := vectorAt[which]
	var ahead [3]int64
	if !b.ahead4(which, p.choice[which], struck, ahead[:]) {
		return false
	}
	copy(row[at.from:at.to], base[at.from:at.to])
	g, unit, slot, moved := b.grid.of(which), -1, 0, false
	if which == vectorQ {
		unit = b.unit()
	}
	for k := int(at.from); k < int(at.to); k++ {
		if k == unit {
			continue
		}
		n := p.numbers[int(at.from)+slot]
		l := int64(n>>1^-(n&1)) + ahead[slot]
		if l != 0 {
			moved = true
			row[k] = g.from(uint64(l<<1^l>>63), row[k])
		}
		slot++
	}
	if which == vectorQ {
		if moved {
			row[unit] = completed(row[atQ:atV], unit-atQ, row[unit])
		}
		row[unit] = restore(p.numbers[atQ+3], row[unit])
	}
	return true
}
