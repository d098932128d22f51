package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// Offsets of the components of a body, and of the vectors that have several candidates.
const (
	atX, atQ, atV, atL = 0, 3, 7, 10
	bodyValues         = 13
)

// The candidates of a vector's prediction, in the order in which ties are settled.
const (
	byFall = iota // v + g dt; for L the same as byHold
	byHold
	byLinear
)

// body1 foretells the rows of one body by predictor rigid1. Encoder and decoder drive it alike: vectors, then pose for
// each row; after a miss, settle. The choice of candidates is its only memory beyond the rows themselves.
type body1 struct {
	v, l [3][3]uint64 // candidates of the row at hand
	useV int8
	useL int8
}

// start is called before the second row of a chunk.
func (b *body1) start() { b.useV, b.useL = byFall, byHold }

// vectors foretells v and L of the row after prev. prev2 is the row before prev, nil where the chunk has none. It returns
// the candidates that hold.
func (b *body1) vectors(prev, prev2 []uint64, fall *[3]float64) (v, l *[3]uint64) {
	pv, pl := prev[atV:atL], prev[atL:bodyValues]
	zero := pv[0]<<1 | pv[1]<<1 | pv[2]<<1 | pl[0]<<1 | pl[1]<<1 | pl[2]<<1
	for i := range 3 {
		b.v[byHold][i] = pv[i]
		b.l[byHold][i] = pl[i]
		b.v[byFall][i] = bitsOf(math.Float64frombits(pv[i]) + fall[i])
		if prev2 == nil {
			b.v[byLinear][i], b.l[byLinear][i] = pv[i], pl[i]
			continue
		}
		b.v[byLinear][i] = linear(pv[i], prev2[atV+i])
		b.l[byLinear][i] = linear(pl[i], prev2[atL+i])
	}
	b.l[byFall] = b.l[byHold]
	if zero == 0 { // asleep
		return &b.v[byHold], &b.l[byHold]
	}
	return &b.v[b.useV], &b.l[b.useL]
}

// missed chooses the candidate that would have been best, for the vectors that had a residual.
func (b *body1) missed(row []uint64, missV, missL bool) {
	if missV {
		b.useV = best(&b.v, (*[3]uint64)(row[atV:atL]))
	}
	if missL {
		b.useL = best(&b.l, (*[3]uint64)(row[atL:bodyValues]))
	}
}

func best(candidates *[3][3]uint64, actual *[3]uint64) int8 {
	use, least := int8(0), cost(actual, &candidates[0])
	for i := int8(1); i < 3; i++ {
		if n := cost(actual, &candidates[i]); n < least {
			use, least = i, n
		}
	}
	return use
}

// pose foretells x and q of a row whose v and L are known.
func (b *body1) pose(prev, row []uint64, invI *geom.Mat3, step float64, pose *[7]uint64) {
	v0, v1 := vecAt(prev, atV), vecAt(row, atV)
	if v0 == (geom.Vec{}) && v1 == (geom.Vec{}) {
		copy(pose[atX:atQ], prev[atX:atQ])
	} else {
		x := rigid.Predict1Position(vecAt(prev, atX), v0, v1, step)
		pose[0], pose[1], pose[2] = bitsOf(x.X), bitsOf(x.Y), bitsOf(x.Z)
	}
	l0, l1 := vecAt(prev, atL), vecAt(row, atL)
	if l0 == (geom.Vec{}) && l1 == (geom.Vec{}) {
		copy(pose[atQ:atV], prev[atQ:atV])
		return
	}
	q := geom.Quat{W: math.Float64frombits(prev[atQ]), V: vecAt(prev, atQ+1)}
	q = rigid.Predict1Attitude(q, l0, l1, invI, step)
	pose[3], pose[4], pose[5], pose[6] = bitsOf(q.W), bitsOf(q.V.X), bitsOf(q.V.Y), bitsOf(q.V.Z)
}

func vecAt(row []uint64, i int) geom.Vec {
	r := row[i : i+3]
	return geom.Vec{X: math.Float64frombits(r[0]), Y: math.Float64frombits(r[1]), Z: math.Float64frombits(r[2])}
}

// linear foretells 2a - b from the last value a and the one before, and a itself where both have the same bits.
func linear(a, b uint64) uint64 {
	if a == b {
		return a
	}
	x := math.Float64frombits(a)
	return bitsOf((x + x) - math.Float64frombits(b))
}

// bitsOf returns the bits of a computed prediction. A prediction that is not a number counts as +0: which NaN an operation
// gives depends on the machine.
func bitsOf(x float64) uint64 {
	if x != x {
		return 0
	}
	return math.Float64bits(x)
}
