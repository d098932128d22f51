package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// Offsets of the vectors of a body in its row.
const (
	atX, atQ, atV, atL = 0, 3, 7, 10
	bodyValues         = 13
)

// The vectors of a body for which there are several predictions, and how many. Where two are equally good, the first is
// taken.
//
//	v    v + g dt, then the last v continued with order 1 to 4
//	L    the last L continued with order 1 to 4
//	x, q what the integrator makes of the last pose and the velocities at both ends, then the same plus the last errors of
//	     it continued with order 1 to 3
const (
	vectorV = iota
	vectorL
	vectorX
	vectorQ
	vectorCount
)

var candidates = [vectorCount]int8{vectorV: 5, vectorL: 4, vectorX: 4, vectorQ: 4}

// body1 predicts the rows of one body in a chunk by predictor rigid1, and by rigid2, which has grids. Encoder and
// decoder use it alike: for each row the vectors, then the pose, each followed by an update from the actual row. The
// update chooses the prediction that would have been best when the last one failed.
type body1 struct {
	rows   []uint64 // of the chunk; those before row s are known, and parts of row s
	stride int      // values of a row
	at     int      // index of the body's first value in a row
	s      int      // row at hand
	fall   *[3]float64
	invI   *geom.Mat3
	step   float64

	grid   *grids // of rigid2, nil of rigid1
	onGrid bool   // the current row is on the grids: its residuals count their lines
	follow bool   // of rigid3: lines of x and q are predicted from those of the rows before

	use    [vectorCount]int8
	lines  [vectorCount]int8 // of x and q on grids, for follow: the order with which their errors are continued
	base   [7]float64        // pose of row s by the integrator
	errors [3][7]float64     // of base in the rows before, the last one first; 0 where there is none
}

// row returns the body's values in the row k before the current one.
func (b *body1) row(k int) []uint64 {
	return b.rows[(b.s-k)*b.stride+b.at:][:bodyValues]
}

// vectors predicts v and L of the current row.
func (b *body1) vectors(predicted *[6]uint64) {
	prev := b.row(1)[atV:bodyValues]
	if (prev[0]|prev[1]|prev[2]|prev[3]|prev[4]|prev[5])<<1 == 0 { // asleep
		copy(predicted[:], prev)
		return
	}
	b.vector(vectorV, b.use[vectorV], predicted[:3])
	b.vector(vectorL, b.use[vectorL], predicted[3:])
	if b.onGrid {
		b.grid.v[0].round(predicted[:3])
		b.grid.l[0].round(predicted[3:])
	}
}

// vector fills p with a prediction of v or L.
func (b *body1) vector(which, candidate int8, p []uint64) {
	at := atV
	if which == vectorL {
		at = atL
		candidate++
	}
	prev := b.row(1)[at : at+3]
	if candidate == 0 {
		for i, v := range prev {
			p[i] = bitsOf(math.Float64frombits(v) + b.fall[i])
		}
		return
	}
	order := candidate
	if int(order) > b.s {
		order = int8(b.s)
	}
	if order == 1 {
		copy(p, prev)
		return
	}
	var last [4]geom.Vec
	for k := range order {
		last[k] = vecAt(b.row(int(k)+1), at)
	}
	p[0] = bitsOf(continued(order, last[0].X, last[1].X, last[2].X, last[3].X))
	p[1] = bitsOf(continued(order, last[0].Y, last[1].Y, last[2].Y, last[3].Y))
	p[2] = bitsOf(continued(order, last[0].Z, last[1].Z, last[2].Z, last[3].Z))
}

// continued continues the values a, b, c, d, the last one first, with a polynomial through the first order of them.
func continued(order int8, a, b, c, d float64) float64 {
	switch order {
	case 0:
		return 0
	case 1:
		return a
	case 2:
		return (a + a) - b
	case 3:
		return float64(3*(a-b)) + c
	}
	return (float64(4*(a+c)) - float64(6*b)) - d
}

// pose predicts x and q of the current row, whose v and L are known. Of a row on the grids it gives what lines count
// from.
func (b *body1) pose(predicted *[7]uint64) {
	prev, row := b.row(1), b.row(0)
	v0, v1 := vecAt(prev, atV), vecAt(row, atV)
	if v0 == (geom.Vec{}) && v1 == (geom.Vec{}) {
		copy(predicted[atX:atQ], prev[atX:atQ])
	} else {
		x := rigid.Predict1Position(vecAt(prev, atX), v0, v1, b.step)
		predicted[0], predicted[1], predicted[2] = bitsOf(x.X), bitsOf(x.Y), bitsOf(x.Z)
	}
	l0, l1 := vecAt(prev, atL), vecAt(row, atL)
	if l0 == (geom.Vec{}) && l1 == (geom.Vec{}) {
		copy(predicted[atQ:atV], prev[atQ:atV])
	} else {
		q := geom.Quat{W: math.Float64frombits(prev[atQ]), V: vecAt(prev, atQ+1)}
		q = rigid.Predict1Attitude(q, l0, l1, b.invI, b.step)
		predicted[3], predicted[4], predicted[5], predicted[6] = bitsOf(q.W), bitsOf(q.V.X), bitsOf(q.V.Y), bitsOf(q.V.Z)
	}
	for i, p := range predicted {
		b.base[i] = math.Float64frombits(p)
	}
	if b.onGrid {
		return
	}
	if c := b.use[vectorX]; c != 0 {
		b.corrected(vectorX, c, predicted[atX:atQ])
	}
	if c := b.use[vectorQ]; c != 0 {
		b.corrected(vectorQ, c, predicted[atQ:atV])
	}
}

// corrected fills p with a prediction of x or q that takes the errors of the last rows into account.
func (b *body1) corrected(which, candidate int8, p []uint64) {
	at := atX
	if which == vectorQ {
		at = atQ
	}
	e := &b.errors
	for i := range p {
		k := at + i
		p[i] = bitsOf(b.base[k] + continued(candidate, e[0][k], e[1][k], e[2][k], 0))
	}
}

// learnVectors chooses the predictions of v and L for the rows that follow, where they had residuals in this one.
func (b *body1) learnVectors(missV, missL bool) {
	if missV {
		b.choose(vectorV, b.row(0)[atV:atL])
	}
	if missL {
		b.choose(vectorL, b.row(0)[atL:bodyValues])
	}
}

// learnPose does the same for x and q, and keeps the errors of the integrator.
func (b *body1) learnPose(missX, missQ bool) {
	row := b.row(0)
	if missX {
		b.choose(vectorX, row[atX:atQ])
	}
	if missQ {
		b.choose(vectorQ, row[atQ:atV])
	}
	b.keepErrors((*[bodyValues]uint64)(row))
}

// keepErrors keeps the errors of the integrator in a row.
func (b *body1) keepErrors(row *[bodyValues]uint64) {
	b.errors[2] = b.errors[1]
	b.errors[1] = b.errors[0]
	for i := range b.base {
		b.errors[0][i] = math.Float64frombits(row[i]) - b.base[i]
	}
}

// choose takes the prediction whose residuals in this row have the fewest bits.
func (b *body1) choose(which int8, actual []uint64) {
	var room [4]uint64
	p := room[:len(actual)]
	least := math.MaxInt
	for c := range candidates[which] {
		switch {
		case which == vectorV || which == vectorL:
			b.vector(which, c, p)
		case which == vectorX || which == vectorQ:
			b.corrected(which, c, p)
		}
		n := 0
		if b.onGrid {
			n = b.grid.of(which).distance(actual, p)
		} else {
			for i, a := range actual {
				n += bits.Len64(residual(a, p[i]))
			}
		}
		if n < least {
			least, b.use[which] = n, c
		}
	}
}

func vecAt(row []uint64, i int) geom.Vec {
	r := row[i : i+3]
	return geom.Vec{X: math.Float64frombits(r[0]), Y: math.Float64frombits(r[1]), Z: math.Float64frombits(r[2])}
}

// linear predicts 2a - b from the last value a and the one before, and a itself where both have the same bits.
func linear(a, b uint64) uint64 {
	if a == b {
		return a
	}
	x := math.Float64frombits(a)
	return bitsOf((x + x) - math.Float64frombits(b))
}

// bitsOf returns the bits of a computed prediction. A prediction that is not a number counts as +0: which NaN an
// operation gives depends on the machine.
func bitsOf(x float64) uint64 {
	if x != x {
		return 0
	}
	return math.Float64bits(x)
}
