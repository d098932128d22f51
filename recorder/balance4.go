package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// In codec 4 the ledger of a row is predicted from the states of the bodies before and after it, and from the impacts.
// For each component, the cause that was hardest to predict in the preceding rows comes last: it is predicted as what
// remains of the bodies' gain.

// cause4 is a column of the ledger.
type cause4 struct {
	at         int // index of its first value in a frame
	lay        int // of its grids
	name       record.Cause
	model      [ledgerValues]float64    // of the current row: the known contribution of the cause
	deviations [2][ledgerValues]float64 // deviations from the model in the preceding rows, the last one first
	// Order of the polynomial that continues them: for energy, momentum, angular momentum.
	order   [3]int8
	length  [ledgerValues]uint8  // of the last numbers
	hard    [ledgerValues]uint16 // how long they are without the balance, 16 times
	history uint8                // whether its last rows were as predicted, 1 for no, that of the last one in bit 0
	off     bool                 // the current row is not on its grids
	quiet   bool                 // the preceding rows had no deviations
	none    bool                 // and the cause contributes nothing to the current row, unless it comes last
	last    uint8                // the components in which it comes last, as bits
}

// balance4 predicts the ledger.
type balance4 struct {
	causes []cause4
	last   [ledgerValues]int // of each component: the cause that comes last
	moved  bool              // it may be another one, because hard has changed
	some   []int             // the causes that contribute to the current row, ascending
	gain   rigid.Predict4Balance
	by     [record.ByFriction + 1]rigid.Predict4Balance
	lay    [3]uint64 // exponents of the last grids, and the grids
	grids  [3]gridStep
	fine   bool
	rest   [ledgerValues]uint8 // lengths of the last numbers of the causes that come last
	still  bool                // the preceding row had nothing in it, and left nothing to learn from another such row
	idle   []*rangecoder.Prob  // of the decisions of such a row, all for 0
	probs  struct {
		as, off   [8]rangecoder.Prob    // a row is as predicted, and not on its grids
		own, last [3]rangecoder.Lengths // numbers of energy, momentum, angular momentum
		bits      rangecoder.Lengths    // of rows not on their grids
	}
}

// start begins a chunk.
func (b *balance4) start() {
	for i := range b.causes {
		c := &b.causes[i]
		*c = cause4{at: c.at, lay: c.lay, name: c.name, quiet: true}
	}
	b.moved, b.still = true, false
	clear(b.rest[:])
	b.lay = [3]uint64{}
	b.grids, b.fine = ledgerGrids(b.lay[:])
	rangecoder.Reset(b.probs.as[:])
	rangecoder.Reset(b.probs.off[:])
	b.probs.bits.Reset()
	for i := range 3 {
		b.probs.own[i].Reset()
		b.probs.last[i].Reset()
	}
}

// gridsOf is ledgerGrids, of one row after the other.
func (b *balance4) gridsOf(rows []uint64, at int) (*[3]gridStep, bool) {
	if lay := (*[3]uint64)(rows[at:]); *lay != b.lay {
		b.lay = *lay
		b.grids, b.fine = ledgerGrids(lay[:])
	}
	return &b.grids, b.fine
}

// findHardest finds for each component the cause that comes last.
func (b *balance4) findHardest() {
	most := b.causes[0].hard
	b.last, b.moved = [ledgerValues]int{}, false
	for i := range b.causes {
		b.causes[i].last = 0
		for k, hard := range &b.causes[i].hard {
			if hard > most[k] {
				most[k], b.last[k] = hard, i
			}
		}
	}
	for k, i := range b.last {
		b.causes[i].last |= 1 << k
	}
}

// code codes the ledger of row s.
func (b *balance4) code(to rangecoder.Coder, rows []uint64, s, values int, m *meter) {
	if len(b.causes) == 0 {
		return
	}
	m.note(to.Out)
	defer m.note(to.Out, "ledger")
	if b.still && to.Out != nil && b.repeats(rows, s, values) {
		to.Out.AllZero(b.idle)
		return
	}
	if b.moved {
		b.findHardest()
	}
	b.some = b.some[:0]
	for i := range b.causes {
		c := &b.causes[i]
		if b.ownNumbers(to, c, rows, s, values); !c.none {
			b.some = append(b.some, i)
		}
	}
	gain := components4(&b.gain)
	for k, i := range b.last {
		c := &b.causes[i]
		if c.off {
			continue
		}
		left := gain[k]
		for _, j := range b.some {
			if j != i {
				left -= math.Float64frombits(rows[s*values+b.causes[j].at+k])
			}
		}
		grids, _ := b.gridsOf(rows, s*values+c.lay)
		v := &rows[s*values+c.at+k]
		g := &grids[gridOf[k]]
		n := codeLines(to, &b.probs.last[gridOf[k]], int(b.rest[k]), g, g.base(bitsOf(left)), v)
		b.rest[k] = uint8(bits.Len64(n))
	}
	for i := range b.causes {
		if c := &b.causes[i]; !c.off {
			row := (*[ledgerValues]uint64)(rows[s*values+c.at:])
			if c.quiet && zeros(row) {
				b.moved = c.learnNothing() || b.moved
				continue
			}
			grids, _ := b.gridsOf(rows, s*values+c.lay)
			c.learn(row[:], grids)
			b.moved = true
		}
	}
	b.still = !b.moved && b.isStill()
}

// isStill reports whether another row with nothing in it would change nothing but probabilities, where the causes had
// nothing to learn from the current one.
func (b *balance4) isStill() bool {
	for i := range b.causes {
		if c := &b.causes[i]; !c.none || c.history != 0 { // a row that is off its grids is not none
			return false
		}
	}
	if b.rest != ([ledgerValues]uint8{}) {
		return false
	}
	if b.idle == nil {
		for range b.causes {
			b.idle = append(b.idle, &b.probs.off[0], &b.probs.as[0])
		}
		for _, of := range gridOf {
			nothing := b.probs.last[of].Nothing()
			b.idle = append(b.idle, nothing[:]...)
		}
	}
	return true
}

// repeats reports whether row s has nothing in it, and nothing is predicted, after a row like that.
func (b *balance4) repeats(rows []uint64, s, values int) bool {
	if b.by != ([record.ByFriction + 1]rigid.Predict4Balance{}) {
		return false
	}
	for i := range b.causes {
		c := &b.causes[i]
		if !zeros((*[ledgerValues]uint64)(rows[s*values+c.at:])) {
			return false
		}
		if _, ok := b.gridsOf(rows, s*values+c.lay); !ok {
			return false
		}
	}
	if b.gain == (rigid.Predict4Balance{}) {
		return true
	}
	gain := components4(&b.gain)
	for k, i := range b.last {
		grids, _ := b.gridsOf(rows, s*values+b.causes[i].lay)
		if g := &grids[gridOf[k]]; g.lines(0, g.base(bitsOf(gain[k]))) != 0 {
			return false
		}
	}
	return true
}

// codeLines codes a value that is on a grid by its lines from a base there, and returns the number that is stored.
func codeLines(to rangecoder.Coder, t *rangecoder.Lengths, expect int, g *gridStep, base uint64, v *uint64) uint64 {
	if to.Out != nil {
		n := g.lines(*v, base)
		to.Out.Number(t, expect, n)
		return n
	}
	n := to.In.Number(t, expect)
	*v = g.from(n, base)
	return n
}

// ownNumbers codes a cause, except for the components in which it comes last.
func (b *balance4) ownNumbers(to rangecoder.Coder, c *cause4, rows []uint64, s, values int) {
	row := (*[ledgerValues]uint64)(rows[s*values+c.at:])
	grids, ok := b.gridsOf(rows, s*values+c.lay)
	c.none = false
	if c.name <= record.ByFriction { // of the others nothing is known
		c.model = components4(&b.by[c.name])
		c.quiet = c.quiet && c.model == [ledgerValues]float64{}
	}
	if to.Out != nil && c.quiet && ok && c.last == 0 && zeros(row) {
		b.nothing(to.Out, c)
		return
	}
	var bases [ledgerValues]uint64 // what is predicted
	if !c.quiet {
		for k := range bases {
			bases[k] = grids[gridOf[k]].base(bitsOf(c.own(k)))
		}
	}
	off, any := uint32(0), uint32(0)
	if to.Out != nil {
		for k, v := range row {
			if !ok || !grids[gridOf[k]].has(v) {
				off = 1
			} else if c.last>>k&1 == 0 && bases[k] != v {
				any = 1
			}
		}
	}
	if c.off = to.Decide(&b.probs.off[boolToInt(c.off)], off) != 0 || !ok; c.off {
		prev := rows[(s-1)*values+c.at:][:ledgerValues]
		for k := range row {
			n := to.Number(&b.probs.bits, int(c.length[k]), residual(row[k], prev[k]))
			row[k], c.length[k] = restore(n, prev[k]), uint8(bits.Len64(n))
		}
		return
	}
	any = to.Decide(&b.probs.as[c.history], any)
	c.history = c.history<<1&7 | uint8(any)
	c.none = c.quiet && any == 0
	if any == 0 && c.last == 0 {
		*row, c.length = bases, [ledgerValues]uint8{}
		return
	}
	for k := range row {
		switch {
		case c.last>>k&1 != 0:
		case any == 0:
			row[k], c.length[k] = bases[k], 0
		default:
			n := codeLines(to, &b.probs.own[gridOf[k]], int(c.length[k]), &grids[gridOf[k]], bases[k], &row[k])
			c.length[k] = uint8(bits.Len64(n))
		}
	}
}

// nothing codes a row of zeros of a quiet cause that comes last nowhere.
func (b *balance4) nothing(out *rangecoder.Encoder, c *cause4) {
	out.Decide(&b.probs.off[boolToInt(c.off)], 0)
	out.Decide(&b.probs.as[c.history], 0)
	c.off, c.history, c.length, c.none = false, c.history<<1&7, [ledgerValues]uint8{}, true
}

// addSpin adds the gain of a wheel.
func (b *balance4) addSpin(inertia float64, prev, row uint64) {
	w0, w1 := math.Float64frombits(prev), math.Float64frombits(row)
	b.gain.Energy += float64(0.5 * float64(inertia*float64((w1-w0)*(w1+w0))))
}

func components4(b *rigid.Predict4Balance) [ledgerValues]float64 {
	return [ledgerValues]float64{b.Energy, b.P.X, b.P.Y, b.P.Z, b.L.X, b.L.Y, b.L.Z}
}

// startRow clears the contributions of the preceding row.
func (b *balance4) startRow() {
	b.gain = rigid.Predict4Balance{}
	clear(b.by[:])
}

// substeps is the assumed number of substeps of bodies in contact.
const substeps = 4

// addBody adds the gain of a body in the current row.
func (b *balance4) addBody(l *layout, body *body4, g *bodyPlace) {
	if !(g.mass > 0) {
		return
	}
	row, prev := body.now[:], body.prev[:]
	if asleep(prev[atV:]) && same(row, prev) {
		return
	}
	n := 1.0
	if body.onGrid {
		n = substeps
	}
	rigid.Predict6Move(&b.gain, &b.by[record.ByGravity], g.mass, l.gravity, body.prev, body.now, body.w0, body.w1, l.step, n)
}

func quatAt(row []uint64) geom.Quat {
	return geom.Quat{W: math.Float64frombits(row[atQ]), V: vecAt(row, atQ+1)}
}

// addImpact adds the contribution of the impulse at a point p of an impact: j on A, u the mean velocity of B's point
// relative to A's.
func (b *balance4) addImpact(j, p, n, u geom.Vec, outside float64) {
	push := rigid.Predict2Dot(j, n)
	jn := rigid.Predict2Fall(geom.Vec{}, n, push)
	jt := rigid.Predict2Sub(j, jn)
	b.by[record.ByRestitution].Predict4Push(0-rigid.Predict2Dot(jn, u), jn, p, outside)
	b.by[record.ByFriction].Predict4Push(0-rigid.Predict2Dot(jt, u), jt, p, outside)
}

// causes4 lists the columns of the ledger.
func causes4(l *layout) (list []cause4) {
	for i := range l.classes {
		if c := &l.classes[i]; c.predictor == predictLedger {
			for k := range c.groups {
				g := &c.groups[k]
				list = append(list, cause4{at: g.at, lay: g.lay, name: g.cause})
			}
		}
	}
	return list
}

// own predicts component k of a row: the model plus its deviations in the preceding rows, continued.
func (c *cause4) own(k int) float64 {
	p := c.model[k] + continued(c.order[gridOf[k]], c.deviations[0][k], c.deviations[1][k], 0, 0)
	if p != p {
		return 0
	}
	return p
}

// learnNothing is learn for a quiet cause of which all values are 0. It reports whether that changes anything.
func (c *cause4) learnNothing() bool {
	any := uint16(0)
	for k, hard := range &c.hard { // all lengths are 0, of whatever order
		c.hard[k] = hard - hard>>4
		any |= hard >> 4
	}
	return any != 0
}

// learn updates the predictor with the values of a row.
func (c *cause4) learn(row []uint64, grids *[3]gridStep) {
	var cost [3][3]int
	for k := range row {
		of := gridOf[k]
		g := &grids[of]
		d, e := math.Float64frombits(row[k])-c.model[k], [3]float64{0, c.deviations[0][k], (c.deviations[0][k] + c.deviations[0][k]) - c.deviations[1][k]}
		own := 0
		for order, ahead := range e {
			n := lengthOf(float64((d - ahead) * g.inverse))
			cost[of][order] += n
			if int8(order) == c.order[of] {
				own = n
			}
		}
		c.hard[k] += uint16(own) - c.hard[k]>>4
		c.deviations[1][k], c.deviations[0][k] = c.deviations[0][k], d
	}
	for i := range cost {
		best := c.order[i]
		for order := range int8(3) {
			if cost[i][order] < cost[i][best] {
				best = order
			}
		}
		c.order[i] = best
	}
	c.quiet = c.deviations == [2][ledgerValues]float64{}
}

// zeros reports whether all values of a row are +0.
func zeros(row *[ledgerValues]uint64) bool {
	return row[0]|row[1]|row[2]|row[3]|row[4]|row[5]|row[6] == 0
}

// lengthOf returns the significant bits of a number of lines.
func lengthOf(x float64) int {
	x = math.Abs(x)
	if !(x < 1<<62) {
		return 63
	}
	return bits.Len64(uint64(x))
}
