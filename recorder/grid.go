package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// A gridStep is the grid of a vector: multiples of 2^e. Within its reach, adding and subtracting the grain,
// 1.5·2^(e+52), rounds a number to it, to nearest, ties to even.
type gridStep struct {
	size, inverse float64 // 2^e, 2^-e
	grain, reach  float64 // reach 2^(e+51): lines up to there are counted without error
}

// grids are those of a body's vectors.
type grids struct {
	x, q gridStep
	v, l [coarsenings]gridStep // each of four times the step of the one before; up to codec 4 the first one alone
}

// coarsenings is how many grids there are of velocities and angular momenta, from codec 5 on.
const (
	coarsenings  = 4
	coarsestBits = 2 * (coarsenings - 1)
)

// maxGrid bounds the exponents of grids.
const maxGrid = 200

func newGridStep(e int32) gridStep {
	return gridStep{
		math.Ldexp(1, int(e)), math.Ldexp(1, -int(e)), math.Ldexp(1.5, int(e)+52), math.Ldexp(1, int(e)+51),
	}
}

func newGrids(g *record.Grid) *grids {
	all := &grids{x: newGridStep(g.X), q: newGridStep(g.Q)}
	for i := range all.v {
		all.v[i], all.l[i] = newGridStep(g.V+int32(2*i)), newGridStep(g.L+int32(2*i))
	}
	return all
}

func (g *grids) of(which int8) *gridStep {
	switch which {
	case vectorV:
		return &g.v[0]
	case vectorL:
		return &g.l[0]
	case vectorX:
		return &g.x
	}
	return &g.q
}

// coarser returns a grid of v or L.
func (g *grids) coarser(which int8, n uint8) *gridStep {
	if which == vectorV {
		return &g.v[n]
	}
	return &g.l[n]
}

// coarsest returns the number of the coarsest grid that v or L is on; it is on the first one.
func (g *grids) coarsest(which int8, v []uint64) uint8 {
	first, all := g.of(which), uint64(0)
	for _, b := range v {
		all |= uint64(int64(math.Float64frombits(b) * first.inverse))
	}
	if all == 0 {
		return 0
	}
	return uint8(min(bits.TrailingZeros64(all), coarsestBits) / 2)
}

// onto rounds to the grid what is within its reach.
func (g *gridStep) onto(x float64) float64 {
	if math.Abs(x) <= g.reach {
		return (x + g.grain) - g.grain
	}
	return x
}

func (g *gridStep) round(p []uint64) {
	for i, b := range p {
		p[i] = bitsOf(g.onto(math.Float64frombits(b)))
	}
}

// has reports whether a value is one of the grid, with its very bits.
func (g *gridStep) has(b uint64) bool {
	x := math.Float64frombits(b)
	return math.Abs(x) <= g.reach && math.Float64bits((x+g.grain)-g.grain) == b
}

// hasAll reports whether all components of a vector are on the grid.
func (g *gridStep) hasAll(v geom.Vec) bool {
	return g.has(math.Float64bits(v.X)) && g.has(math.Float64bits(v.Y)) && g.has(math.Float64bits(v.Z))
}

// distance sums the significant bits of the distances between values and predictions in lines.
func (g *gridStep) distance(actual, p []uint64) int {
	n := 0
	for i, a := range actual {
		d := math.Abs(math.Float64frombits(a)-math.Float64frombits(p[i])) * g.inverse
		if d < 1<<62 {
			n += bits.Len64(uint64(d))
		} else {
			n += 64
		}
	}
	return n
}

// completed returns the component k that makes a quaternion a unit one, with the sign that the prediction p has there.
func completed(q []uint64, k int, p uint64) uint64 {
	var c [4]float64
	for i := range c {
		c[i] = math.Float64frombits(q[i])
	}
	c[k] = math.Float64frombits(p)
	return bitsOf(rigid.Predict2Unit(&c, k))
}

// asleep reports whether six values of v and L are zeros.
func asleep(p []uint64) bool {
	return (p[0]|p[1]|p[2]|p[3]|p[4]|p[5])<<1 == 0
}

// fits reports whether v and L of a row of a body are on their grids, as they are of a row that is on the grids.
func (g *grids) fits(row []uint64) bool {
	for i := range 3 {
		if !g.v[0].has(row[atV+i]) || !g.l[0].has(row[atL+i]) {
			return false
		}
	}
	return true
}

// countAll finds how many lines each value is from its base, the sign in bit 0. It reports false where a base and so
// many lines are not the value to the last bit.
func (g *gridStep) countAll(lines, actual, base []uint64) bool {
	lines, base = lines[:len(actual)], base[:len(actual)]
	for i, a := range actual {
		var ok bool
		if lines[i], ok = g.count(a, base[i]); !ok {
			return false
		}
	}
	return true
}

// count is countAll for one value.
func (g *gridStep) count(a, base uint64) (lines uint64, ok bool) {
	if a == base {
		return 0, true
	}
	b := math.Float64frombits(base)
	d := math.Float64frombits(a) - b
	on := (d + g.grain) - g.grain // so many lines, without error
	return zigzag(int64(on * g.inverse)), math.Abs(d) <= g.reach && on != 0 && math.Float64bits(b+on) == a
}

// add adds lines to bases.
func (g *gridStep) add(base, lines []uint64) {
	for i, n := range lines {
		if n != 0 {
			base[i] = g.from(n, base[i])
		}
	}
}

// countAttitude counts the lines of q from a base: of all components but the one that is on no grid. For that one it
// gives the residual to the root that makes q a unit quaternion, or to the base if the others have not changed. It
// returns false if a component is not on its grid.
func (g *gridStep) countAttitude(lines, q, base []uint64, largest int) bool {
	slot, moved := 0, uint64(0)
	for k := range q {
		if k == largest {
			continue
		}
		n, ok := g.count(q[k], base[k])
		if !ok {
			return false
		}
		lines[slot] = n
		moved |= n
		slot++
	}
	last := base[largest]
	if moved != 0 {
		last = completed(q, largest, last)
	}
	lines[slot] = residual(q[largest], last)
	return true
}

// from returns what is so many lines from base.
func (g *gridStep) from(lines, base uint64) uint64 {
	return bitsOf(math.Float64frombits(base) + float64(float64(unzigzag(lines))*g.size))
}

// base returns what lines are counted from where p is predicted: 0 where that is out of reach.
func (g *gridStep) base(p uint64) uint64 {
	x := math.Float64frombits(p)
	if !(math.Abs(x) <= g.reach) {
		return 0
	}
	return math.Float64bits((x + g.grain) - g.grain)
}

// lines returns how many lines of the grid a value is from a base, the sign in bit 0. Both are on the grid.
func (g *gridStep) lines(actual, base uint64) uint64 {
	return zigzag(int64((math.Float64frombits(actual) - math.Float64frombits(base)) * g.inverse))
}

// whole returns how many lines of the grid x is nearest to, 0 where that is out of reach.
func (g *gridStep) whole(x float64) int64 {
	if !(math.Abs(x) <= g.reach) {
		return 0
	}
	return int64(((x + g.grain) - g.grain) * g.inverse)
}
