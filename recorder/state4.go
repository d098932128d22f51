package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/recorder/rangecoder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// Codec 4 goes through a chunk row by row: first the events of a row, then its groups, class by class. The prediction
// of a body uses its state after the impacts of the step. Which of several predictions is used is stored only when it
// changes.

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

// body4 predicts one body in a chunk.
type body4 struct {
	body1
	owner  int32
	now    *[bodyValues]uint64 // the current row, and
	prev   *[bodyValues]uint64 // the one before
	hit    *struck3            // the state after the last impact of the current step, nil for none
	after  bool                // an impact of the step before has met the body
	left   float64             // time from the impact to the end of the step [s]
	lTo    geom.Vec            // angular momentum after it
	w0, w1 geom.Vec            // angular velocity in the row before and in the current row
	steady [2]geom.Vec         // what the last row without impacts has added to v and L

	last    [2][vectorCount]int8 // the current predictions, in rows without impacts and with them
	history uint8                // whether rows were as predicted, 1 for no, that of the last one in bit 0
	missed  [vectorCount]uint8   // the same of each vector
	length  [2][bodyValues]uint8 // of the last numbers, of residuals and of lines
	meter   *meter

	wide   [vectorX]uint8 // the coarsest grids that v and L of the current row are on, from codec 5 on
	widest [vectorX]uint8 // of the last row that was stored
	five   bool           // codec 5

	stored plan4
	any    bool // something of the current row is stored
	// Places of its attitudes among those of the row: from the row before, and from the impact; -1 for none.
	turn, struck int32
}

// struckFirst is the initial choice of predictions for rows with impacts.
var struckFirst = [vectorCount]int8{vectorV: fromImpact, vectorL: fromImpact, vectorX: poseImpact, vectorQ: poseImpact}

// probs4 is the probabilities of bodies. States are those of body4.state.
type probs4 struct {
	rest   [2]rangecoder.Prob                          // a body that was at rest stays so
	as     [states4][8]rangecoder.Prob                 // a row is as predicted
	grid   [states4][2]rangecoder.Prob                 // a row is on the grids
	vector [states4][2][vectorCount][4]rangecoder.Prob // a vector is as predicted
	choice [states4][vectorCount][vectorChoices][8]rangecoder.Prob
	wide   [vectorX][coarsenings][8]rangecoder.Prob // the grid of a vector, by the last one
	number [2][2][vectorCount][3]rangecoder.Lengths
}

const states4 = 3

// state is 0 for a row without impacts, 1 for one after a row with impacts, 2 for one with impacts.
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
	rangecoder.Reset(p.rest[:])
	for i := range p.wide {
		for k := range p.wide[i] {
			rangecoder.Reset(p.wide[i][k][:])
		}
	}
	for i := range states4 {
		rangecoder.Reset(p.as[i][:])
		rangecoder.Reset(p.grid[i][:])
		for k := range p.choice[i] {
			for c := range p.choice[i][k] {
				rangecoder.Reset(p.choice[i][k][c][:])
			}
			for grid := range 2 {
				rangecoder.Reset(p.vector[i][grid][k][:])
			}
		}
	}
	for i := range 4 {
		for k := range p.number[i/2][i%2] {
			for c := range p.number[i/2][i%2][k] {
				p.number[i/2][i%2][k][c].Reset()
			}
		}
	}
}

// The components of each vector.
var vectorAt = [vectorCount]struct{ from, to int8 }{vectorX: {atX, atQ}, vectorQ: {atQ, atV}, vectorV: {atV, atL}, vectorL: {atL, bodyValues}}

// The order in which the vectors of a row are coded.
var vectorOrder = [vectorCount]int8{vectorV, vectorL, vectorX, vectorQ}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// start4 begins row s, with the state of the body after the impacts of the step.
func (b *body4) start4(s int, m *eventModel3, end float64) {
	b.goTo(s)
	if b.w0 = b.w1; b.s == 1 {
		b.w0 = b.rate(b.prev)
	}
	b.after = b.hit != nil
	if b.hit = m.struck(b.owner); b.hit == nil {
		return
	}
	b.left = end - b.hit.time
	b.lTo = rigid.Predict2Rate(b.hit.q, b.hit.after.W, &m.layout.bodies[b.owner].inertia)
}

// goTo makes row s the current one.
func (b *body4) goTo(s int) {
	b.s = s
	b.now, b.prev = (*[bodyValues]uint64)(b.row(0)), (*[bodyValues]uint64)(b.row(1))
}

// learn updates the predictor with a row, but for its angular velocity.
func (b *body4) learn() {
	p, any, last := &b.stored, b.any, &b.last[boolToInt(b.hit != nil)]
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
		b.missed[which] = b.missed[which]<<1&3 | uint8(boolToInt(missed))
	}
	lengths := &b.length[boolToInt(p.grid)]
	if !any {
		clear(lengths[:])
	} else {
		for k, v := range p.numbers {
			lengths[k] = uint8(bits.Len64(v))
		}
	}
	if row, prev := b.now[:], b.prev[:]; b.hit == nil {
		b.steady[vectorV] = rigid.Predict2Sub(vecAt(row, atV), vecAt(prev, atV))
		b.steady[vectorL] = rigid.Predict2Sub(vecAt(row, atL), vecAt(prev, atL))
	}
	b.keepErrors(b.now)
}

// rate returns the angular velocity in a row.
func (b *body4) rate(row *[bodyValues]uint64) geom.Vec {
	return rigid.Predict2Rate(quatAt(row[:]), vecAt(row[:], atL), b.invI)
}

// rest4 updates the predictor with a row of a body at rest.
func (b *body4) rest4() {
	b.rest()
	b.w1 = b.w0
	b.history = b.history << 1 & 7
}
