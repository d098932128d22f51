package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// turnKind says what an axis turns with.
type turnKind uint8

const (
	turnWithA turnKind = iota // as a face of A does
	turnWithB
	turnWithEdges // with an edge of A and one of B, at right angles to both
	turnStill
)

// turnAxis is a direction from A to B at the time last examined, and what it turns with.
type turnAxis struct {
	kind   turnKind
	n      geom.Vec // unit
	ea, eb geom.Vec // unit edges of A and of B, ea × eb along n
	sep    float64
}

// step returns the longest time during which one of the axes certainly keeps the pair farther apart than level.
func (p *turnPair) step(level float64) float64 {
	var c turnCurve
	x := turnAxis{kind: turnStill, n: p.n}
	if !p.turns {
		p.curve(&x, &c)
		return p.root(&c, level, p.left)
	}
	longest := 0.0
	for _, kind := range p.order() {
		x.kind = kind
		if kind == turnWithA && p.a.mag == 0 || kind == turnWithB && p.b.mag == 0 || kind == turnWithEdges && !p.edges(&x) {
			continue
		}
		p.curve(&x, &c)
		if longest > 0 && !p.above(&c, level, longest) {
			continue
		}
		longest = math.Max(longest, p.root(&c, level, p.left))
		if longest >= p.left {
			break
		}
	}
	return longest
}

// order returns the kinds of axes, first that of the features that are nearest.
func (p *turnPair) order() [4]turnKind {
	s := &p.simplex
	if s.count == 3 {
		da, db := distinct(&s.a), distinct(&s.b)
		switch {
		case da == 3:
			return [4]turnKind{turnWithA, turnStill, turnWithB, turnWithEdges}
		case db == 3:
			return [4]turnKind{turnWithB, turnStill, turnWithA, turnWithEdges}
		default:
			return [4]turnKind{turnWithEdges, turnStill, turnWithA, turnWithB}
		}
	}
	return [4]turnKind{turnStill, turnWithA, turnWithB, turnWithEdges}
}

// distinct counts the different ones of the first three.
func distinct(v *[4]int32) int {
	n := 3
	if v[1] == v[0] {
		n--
	}
	if v[2] == v[0] || v[2] == v[1] {
		n--
	}
	return n
}

// edges sets the edges of x to those of the simplex, and returns false where it is not one of two edges.
func (p *turnPair) edges(x *turnAxis) bool {
	s := &p.simplex
	if s.count != 3 || distinct(&s.a) != 2 || distinct(&s.b) != 2 {
		return false
	}
	x.ea, x.eb = p.a.along(&s.a), p.b.along(&s.b)
	if x.ea.Cross(x.eb).Dot(x.n) < 0 {
		x.eb = x.eb.Neg()
	}
	return true
}

// along returns the unit direction between the two different of the first three vertices.
func (b *turnBody) along(v *[4]int32) geom.Vec {
	j := v[1]
	if j == v[0] {
		j = v[2]
	}
	h := b.hull.Vertices
	return b.r.Apply(h[j].Sub(h[v[0]]).Normalize())
}
