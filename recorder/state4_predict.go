package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// predict returns prediction c of v or L, before it is rounded, and false where there is no such prediction.
func (b *body4) predict(which, c int8) (v geom.Vec, ok bool) {
	at, fall := atV, geom.Vec{X: b.fall[0], Y: b.fall[1], Z: b.fall[2]}
	if which == vectorL {
		at, fall = atL, geom.Vec{}
	}
	if c >= fromImpact && c < likeBefore {
		if b.hit == nil {
			return v, false
		}
		if v = b.hit.after.V; which == vectorL {
			v = b.lTo
		}
		if c == fromImpact+1 {
			fall = b.steady[which]
		}
		return rigid.Predict2Fall(v, fall, b.left/b.step), true
	}
	switch v = vecAt(b.prev[:], at); c {
	case 0:
		if which == vectorV {
			v = rigid.Predict2Add(v, fall)
		}
	case 2, 3, 4:
		if b.s < int(c) {
			return v, false
		}
		v2, v3, v4 := vecAt(b.row(2), at), geom.Vec{}, geom.Vec{}
		if c > 2 {
			v3 = vecAt(b.row(3), at)
		}
		if c > 3 {
			v4 = vecAt(b.row(4), at)
		}
		v = geom.Vec{X: continued(c, v.X, v2.X, v3.X, v4.X), Y: continued(c, v.Y, v2.Y, v3.Y, v4.Y), Z: continued(c, v.Z, v2.Z, v3.Z, v4.Z)}
	case likeBefore:
		v = rigid.Predict2Add(v, b.steady[which])
	}
	return v, true
}

// vector4 fills p with prediction c of v or L, on the grid where the row is, and reports false where there is no such
// prediction. Those of what flies, held or with gravity's fall, are made where they stand.
func (b *body4) vector4(which, c int8, p []uint64) bool {
	switch prev := b.prev[vectorAt[which].from:]; {
	case b.onGrid:
	case c == 1 || c == 0 && which == vectorL:
		*(*[3]uint64)(p) = [3]uint64(prev) // NaN included
		return true
	case c == 0:
		for k, fall := range b.fall {
			p[k] = fallen(prev[k], fall)
		}
		return true
	}
	v, ok := b.predict(which, c)
	switch {
	case !ok:
		return false
	case b.onGrid:
		g := b.grid.coarser(which, b.wide[which])
		putVec(p, geom.Vec{X: g.onto(v.X), Y: g.onto(v.Y), Z: g.onto(v.Z)})
	default:
		putVec(p, v)
	}
	return true
}

func putVec(p []uint64, v geom.Vec) { p[0], p[1], p[2] = bitsOf(v.X), bitsOf(v.Y), bitsOf(v.Z) }

// turns4 begins the rotations of the current row, whose L is known, including the one from the impact if there was one
// and it is needed.
func (b *body4) turns4(turns []rigid.Predict5Turn, struck bool) []rigid.Predict5Turn {
	prev, l1 := b.prev[:], vecAt(b.now[:], atL)
	b.turn, b.struck = -1, -1
	if l0 := vecAt(prev, atL); l0 != (geom.Vec{}) || l1 != (geom.Vec{}) {
		b.turn = int32(len(turns))
		turns = addTurn(turns, quatAt(prev), b.w0, l0, l1, b.invI, b.step)
	}
	if b.hit != nil && struck {
		b.struck = int32(len(turns))
		turns = addTurn(turns, b.hit.q, rigid.Predict2Rate(b.hit.q, b.lTo, b.invI), b.lTo, l1, b.invI, b.left)
	}
	return turns
}

// addTurn appends a turn in the room behind turns where there is some.
func addTurn(turns []rigid.Predict5Turn, q geom.Quat, w, l0, l1 geom.Vec, invI *geom.Mat3, h float64) []rigid.Predict5Turn {
	n := len(turns)
	if n == cap(turns) {
		turns = append(turns, rigid.Predict5Turn{})
	}
	turns = turns[:n+1]
	t := &turns[n]
	t.Q, t.W, t.L0, t.L1, t.InvI, t.H = q, w, l0, l1, invI, h
	return turns
}

// base4 finds the base of the pose of the current row, whose v and L are known, and what an impact makes of it, from
// turns that have been gone.
func (b *body4) base4(predicted, struck *[7]uint64, turns []rigid.Predict5Turn) {
	prev, row := b.prev[:], b.now[:]
	v0, v1 := vecAt(prev, atV), vecAt(row, atV)
	if v0 == (geom.Vec{}) && v1 == (geom.Vec{}) {
		copy(predicted[atX:atQ], prev[atX:atQ])
	} else {
		putVec(predicted[atX:atQ], rigid.Predict1Position(vecAt(prev, atX), v0, v1, b.step))
	}
	switch {
	case b.turn == turnKnown:
		copy(predicted[atQ:atV], row[atQ:atV])
	case b.turn < 0:
		copy(predicted[atQ:atV], prev[atQ:atV])
	default:
		putQuat(predicted[atQ:atV], turns[b.turn].Q)
	}
	for i, p := range predicted {
		b.base[i] = math.Float64frombits(p)
	}
	if b.hit == nil {
		return
	}
	putVec(struck[:3], rigid.Predict1Position(b.hit.x, b.hit.after.V, v1, b.left))
	if b.struck >= 0 {
		putQuat(struck[3:], turns[b.struck].Q)
	}
}

// quatValues returns the components of q.
func quatValues(q []uint64) (v [4]float64) {
	for k, b := range q {
		v[k] = math.Float64frombits(b)
	}
	return v
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

// ahead4 is pose4 for a row on the grids: it predicts the lines of x, or of the components of q but the largest.
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
