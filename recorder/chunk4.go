package recorder

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"

	"github.com/prang-sim/prang/recorder/parts"
	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// coder4 codes the rows and events of one chunk after the other by codec 4 or a later one.
type coder4 struct {
	layout  *layout
	rows    []uint64
	events  eventCoder3
	numbers eventNumbers
	groups  []group4 // all but the ledger's, class by class
	bodies  []body4
	calm    []uint8              // for how many rows each of them has been at rest, at most still
	slept   []bool               // each of them was at rest in the row before, of an encoder
	steady  []steady4            // of each of them, of an encoder
	turned  []bool               // of an encoder: of each row and object, as in record.Frame; none where nothing is known
	spins   []geom.Vec           // of the same rows and of the objects that move, as in record.Frame
	wrong   *wrongTurn           // the first of them that is not so
	turns   []rigid.Predict5Turn // of the current row
	turner  rigid.Predict5Turner
	balance balance4
	lengths []uint8 // of all their values
	probs   *probs4
	other   [columnKinds]probsOfColumns
	out     rangecoder.Encoder
	in      rangecoder.Decoder
	to      rangecoder.Coder // one of them
	first   firstRow6
	meter   *meter // nil but where a log is measured
}

// group4 is a group of a row.
type group4 struct {
	body      int      // its place among the bodies, and
	owner     int32    // the object, or
	column    *column4 // what is known of it
	at        int      // index of its first value in a row
	spin      float64
	predictor predictor
}

// column4 is what is known of a group that is no body.
type column4 struct {
	history uint8   // whether its last rows were as predicted, 1 for no, that of the last one in bit 0
	length  []uint8 // of the last numbers
}

// Kinds of groups that are no bodies.
const (
	kindHold = iota
	kindLinear
	columnKinds
)

type probsOfColumns struct {
	as     [8]rangecoder.Prob // a row is as predicted
	number rangecoder.Lengths
}

// start begins a chunk.
func (c *coder4) start(l *layout, rows []uint64, first int64) {
	c.rows = rows
	c.events.start(l, rows, first)
	c.events.balance = &c.balance
	if c.layout != l {
		c.layout, c.probs = l, &probs4{}
		c.balance.causes = causes4(l)
		c.lengths = make([]uint8, l.values)
		owner := make(map[int]int32, len(l.bodies))
		for o := range l.bodies {
			owner[l.bodies[o].at] = int32(o)
		}
		c.list(l, owner)
	}
	for i := range c.bodies {
		b := &c.bodies[i]
		fresh := body1{rows: rows, stride: b.stride, at: b.at, fall: b.fall, invI: b.invI, grid: b.grid, step: b.step}
		*b = body4{owner: b.owner, meter: c.meter, five: l.codec > 4, body1: fresh, last: [2][vectorCount]int8{{}, struckFirst}}
	}
	for i := range c.groups {
		if m := c.groups[i].column; m != nil {
			m.history = 0
		}
	}
	clear(c.calm)
	for i := range c.steady {
		t := &c.steady[i]
		*t = steady4{weighs: t.weighs, drifts: t.drifts, body: t.body}
	}
	clear(c.lengths)
	c.balance.start()
	c.probs.reset()
	for i := range c.other {
		o := &c.other[i]
		rangecoder.Reset(o.as[:])
		o.number.Reset()
	}
}

// list lists the groups of a layout.
func (c *coder4) list(l *layout, owner map[int]int32) {
	c.groups, c.bodies, c.steady = nil, nil, nil
	for i := range l.classes {
		cl := &l.classes[i]
		for k := range cl.groups {
			g := &cl.groups[k]
			switch {
			case cl.predictor == predictLedger:
				continue
			case cl.predictor.isBody():
				c.groups = append(c.groups, group4{body: len(c.bodies), owner: owner[g.at], at: g.at})
				t := steady4{weighs: len(c.balance.causes) > 0 && l.bodies[owner[g.at]].mass > 0}
				t.body.Set(l.bodies[owner[g.at]].mass, &g.invI, l.gravity, l.step)
				t.drifts = t.weighs && t.body.Drifts()
				c.steady = append(c.steady, t)
				c.bodies = append(c.bodies, body4{owner: owner[g.at], body1: body1{
					stride: l.values, at: g.at, fall: &l.fall, invI: &g.invI, grid: g.grid, step: l.step,
				}})
			default:
				c.groups = append(c.groups, group4{column: &column4{length: c.lengths[g.at:][:cl.components]}, at: g.at, spin: g.spin, predictor: cl.predictor})
			}
		}
	}
	c.calm, c.slept = make([]uint8, len(c.bodies)), make([]bool, len(c.bodies))
}

// encode codes n rows with their events, whose columns are left in g. The streams are those of c.out.
func (c *coder4) encode(l *layout, rows []uint64, n int, first int64, e *chunkEvents, g *eventEncoder) {
	c.out.Reset()
	c.events.begin(g, len(e.events))
	c.events.numbers = &c.numbers
	c.numbers.meter = c.meter
	c.to = rangecoder.Coder{Out: &c.out}
	c.numbers.reset(c.to)
	c.start(l, rows, first)
	if l.codec > 5 {
		c.firstRow()
	}
	for s := range n {
		c.balance.startRow()
		c.events.row(e.at(s), s, nil)
		if s > 0 {
			_ = c.row(s, float64(float64(first+int64(s))*l.step)) // only reading goes wrong
		}
	}
	c.out.Finish()
}

// row codes row s, into c.out or from c.in: what is known of bodies before they are turned, their turns, and the rest.
func (c *coder4) row(s int, time float64) error {
	c.turns = c.turns[:0]
	if c.to.Out != nil {
		c.encodeRow(s, time)
	} else if err := c.decodeRow(s, time); err != nil {
		return err
	}
	c.balance.code(c.to, c.rows, s, c.layout.values, c.meter)
	return nil
}

func (c *coder4) encodeRow(s int, time float64) {
	known := c.turnsOf(s)
	for i := range c.groups {
		g := &c.groups[i]
		if g.column != nil {
			continue
		}
		t := &c.steady[g.body]
		if t.known = c.attitudeKnown(&known, g); !t.known && !c.rests(g, s, time) {
			c.turns = c.begin(g, s, time, nil).turns4(c.turns, true)
		}
	}
	c.turner.Turn(c.turns)
	steady := 0 // bodies in succession that go on as predicted, and are not coded yet
	for i := range c.groups {
		g := &c.groups[i]
		if g.column == nil && c.goesOn(&known, g) {
			steady++
			continue
		}
		c.out.Zeros(&c.probs.as[0][0], steady)
		steady = 0
		if g.column != nil {
			c.column(g, s)
			c.addSpin(g, s)
			continue
		}
		c.body(g, s, time, &known)
	}
	c.out.Zeros(&c.probs.as[0][0], steady)
}

// rests updates the predictor with a row of a body that is at rest, and stays so; it returns false for any other.
func (c *coder4) rests(g *group4, s int, time float64) bool {
	row, prev := c.bodyRows(g, s)
	slept := asleep(prev[atV:])
	c.slept[g.body] = slept
	if !slept || *row != *prev {
		return false
	}
	c.rest(g, s, time)
	return true
}

// begin begins a row of a body that moves, with the given angular velocity, nil where it is not known.
func (c *coder4) begin(g *group4, s int, time float64, spin *geom.Vec) *body4 {
	b := c.move(g, s, time)
	if spin != nil {
		b.w1 = *spin
	} else {
		b.w1 = b.rate(b.now)
	}
	return b
}

// body codes a row of a body.
func (c *coder4) body(g *group4, s int, time float64, known *turned4) {
	b, t := &c.bodies[g.body], &c.steady[g.body]
	if t.known && !c.rests(g, s, time) {
		c.begin(g, s, time, known.spinOf(g))
		if b.turn, b.struck = turnKnown, -1; !finite4((*[4]uint64)(b.now[atQ:])) { // what it is predicted as is finite
			n := len(c.turns)
			c.turns = b.turns4(c.turns, true)
			c.turner.Turn(c.turns[n:])
		}
	}
	moves := c.calm[g.body] == 0
	if c.slept[g.body] {
		c.out.Decide(c.restProb(g), uint32(boolToInt(moves)))
	}
	if !moves {
		return
	}
	if !t.known && c.wrong == nil && known.of(g) {
		if spin := known.spinOf(g); !b.turnsTo(c.turns) || spin != nil && !sameSpin(*spin, b.w1) {
			c.wrong = &wrongTurn{row: s, object: g.owner}
		}
	}
	b.encode4(c.to.Out, c.probs, b.now[:], c.turns)
	c.addBody(b)
	t.learn(b)
}

func (c *coder4) decodeRow(s int, time float64) error {
	for i := range c.groups {
		g := &c.groups[i]
		if g.column != nil {
			c.column(g, s)
			continue
		}
		row, prev := c.bodyRows(g, s)
		if asleep(prev[atV:]) && c.in.Decide(c.restProb(g)) == 0 {
			*row = *prev
			c.rest(g, s, time)
			continue
		}
		b := c.move(g, s, time)
		if !b.decode4(c.to.In, c.probs, row[:]) {
			return noPrediction(b)
		}
		c.turns = b.turns4(c.turns, b.stored.choice[vectorQ] == poseImpact)
	}
	c.turner.Turn(c.turns)
	for i := range c.groups {
		g := &c.groups[i]
		if g.column != nil {
			c.addSpin(g, s)
			continue
		}
		if c.calm[g.body] > 0 {
			continue
		}
		b := &c.bodies[g.body]
		if !b.decodePose4(b.now[:], c.turns) {
			return noPrediction(b)
		}
		b.w1 = b.rate(b.now)
		c.addBody(b)
	}
	return nil
}

// bodyRows returns the values of a body in row s and in the one before.
func (c *coder4) bodyRows(g *group4, s int) (row, prev *[bodyValues]uint64) {
	values := c.layout.values
	return (*[bodyValues]uint64)(c.rows[s*values+g.at:]), (*[bodyValues]uint64)(c.rows[(s-1)*values+g.at:])
}

// restProb is the probability that a body that was at rest stays so, by whether an impact of the step has met it.
func (c *coder4) restProb(g *group4) *rangecoder.Prob {
	return &c.probs.rest[boolToInt(c.events.model.struck(g.owner) != nil)]
}

// still is the number of rows at rest after which the predictor of a body no longer changes, unless an impact meets it:
// its errors, and its history of hits, are those of three rows.
const still = 4

// rest updates the predictor with a row of a body at rest, which repeats the preceding row.
func (c *coder4) rest(g *group4, s int, time float64) {
	calm := &c.calm[g.body]
	struck := c.events.model.struck(g.owner) != nil
	if struck {
		*calm = 0
	}
	c.steady[g.body].rows = 0
	if *calm = min(*calm+1, still); *calm < still {
		b := &c.bodies[g.body]
		b.catchUp(&c.steady[g.body], s)
		b.start4(s, &c.events.model, time)
		b.rest4()
	}
}

// move begins a row of a body that does not rest.
func (c *coder4) move(g *group4, s int, time float64) *body4 {
	c.calm[g.body] = 0
	b := &c.bodies[g.body]
	b.catchUp(&c.steady[g.body], s)
	b.start4(s, &c.events.model, time)
	return b
}

func noPrediction(b *body4) error {
	return fmt.Errorf("row %d of object %d names a prediction that there is none of", b.s, b.owner)
}

// addBody adds the gain of a body to the balance.
func (c *coder4) addBody(b *body4) {
	if len(c.balance.causes) > 0 {
		c.balance.addBody(c.layout, b, &c.layout.bodies[b.owner])
	}
}

// threeRows returns the values of a group in row s and in the two before, nil where there is none.
func (c *coder4) threeRows(s, at, n int) (row, prev, prev2 []uint64) {
	values := c.layout.values
	if s > 1 {
		prev2 = c.rows[(s-2)*values+at:][:n]
	}
	return c.rows[s*values+at:][:n], c.rows[(s-1)*values+at:][:n], prev2
}

// column codes a row of a group that is no body.
func (c *coder4) column(g *group4, s int) {
	m, kind := g.column, kindHold
	row, prev, prev2 := c.threeRows(s, g.at, len(m.length))
	if g.predictor == predictLinear {
		kind = kindLinear
	}
	predicted := func(k int) uint64 {
		if kind == kindHold || prev2 == nil {
			return prev[k]
		}
		return linear(prev[k], prev2[k])
	}
	any := uint32(0)
	if c.to.Out != nil {
		c.meter.note(c.to.Out)
		for k, v := range row {
			if v != predicted(k) {
				any = 1
			}
		}
	}
	t := &c.other[kind]
	any = c.to.Decide(&t.as[m.history], any)
	m.history = m.history<<1&7 | uint8(any)
	for k := range row {
		p := predicted(k)
		if any == 0 {
			row[k], m.length[k] = p, 0
			continue
		}
		n := c.to.Number(&t.number, int(m.length[k]), residual(row[k], p))
		row[k], m.length[k] = restore(n, p), uint8(bits.Len64(n))
	}
	if c.meter != nil {
		c.meter.note(c.to.Out, predictorNames[g.predictor])
	}
}

// addSpin adds the gain of the wheel whose angular velocity is in a column to the balance.
func (c *coder4) addSpin(g *group4, s int) {
	if g.spin > 0 {
		row, prev, _ := c.threeRows(s, g.at, 1)
		c.balance.addSpin(g.spin, prev[0], row[0])
	}
}

var errStreams = errors.New("the numbers of its rows do not end where their streams do")

// bare stands for the size of the first stream where the rows follow as they are.
const bare = math.MaxUint32

// bareSize returns how many bytes appendBare takes for n values.
func bareSize(n int) int { return 4 + 8*n }

// appendBare appends rows as they are, in place of the two streams.
func appendBare(dst []byte, rows []uint64) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, bare)
	for _, v := range rows {
		dst = binary.LittleEndian.AppendUint64(dst, v)
	}
	return dst
}

// isBare reports whether rows as they are follow in b.
func isBare(b []byte) bool { return len(b) >= 4 && binary.LittleEndian.Uint32(b) == bare }

// readBare undoes appendBare and returns what follows.
func readBare(rows []uint64, b []byte) (rest []byte, err error) {
	if len(b) < bareSize(len(rows)) {
		return nil, parts.ErrCut
	}
	for i := range rows {
		rows[i] = binary.LittleEndian.Uint64(b[4+8*i:])
	}
	return b[bareSize(len(rows)):], nil
}

// streamsSize returns how many bytes appendStreams takes.
func streamsSize(c *rangecoder.Encoder) int {
	decisions, plain := c.Streams()
	return 8 + len(decisions) + len(plain)
}

// appendStreams appends the two streams, each behind its size.
func appendStreams(dst []byte, c *rangecoder.Encoder) []byte {
	decisions, plain := c.Streams()
	for _, b := range [2][]byte{decisions, plain} {
		dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b)))
		dst = append(dst, b...)
	}
	return dst
}

// readStreams undoes appendStreams and returns what follows.
func readStreams(b []byte) (in, plain, rest []byte, err error) {
	for _, s := range [2]*[]byte{&in, &plain} {
		if len(b) < 4 || int64(binary.LittleEndian.Uint32(b)) > int64(len(b)-4) {
			return nil, nil, nil, parts.ErrCut
		}
		n := 4 + binary.LittleEndian.Uint32(b)
		*s, b = b[4:n], b[n:]
	}
	return in, plain, b, nil
}

// decode undoes encode: rows has, up to codec 5, its first row, and e the events as they stand in their columns.
func (c *coder4) decode(l *layout, rows []uint64, n int, first int64, e *chunkEvents, in, plain []byte) error {
	c.events.resume(e)
	c.start(l, rows, first)
	c.in.Reset(in, plain)
	c.events.numbers = &c.numbers
	c.to = rangecoder.Coder{In: &c.in}
	c.numbers.reset(c.to)
	if l.codec > 5 {
		c.firstRow()
	}
	for s := range n {
		c.balance.startRow()
		c.events.row(e.at(s), s, nil)
		if s > 0 {
			if err := c.row(s, float64(float64(first+int64(s))*l.step)); err != nil {
				return err
			}
		}
		if c.in.Overrun {
			return errStreams
		}
	}
	if !c.in.Whole() {
		return errStreams
	}
	return nil
}
