package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// codeVector codes a vector of an event by codec 4 and later: kind is that of its first component, p its prediction, g
// its grid, nil for none, and again the stored error, nil for none, for an impulse that is the given share of the last
// one. A decoder sets v. It reports whether nothing but the prediction is needed.
func (c *eventCoder3) codeVector(kind int, v *geom.Vec, p geom.Vec, g *gridStep, again *errorAgain, share float64) bool {
	var stored [3]uint64
	if c.out == nil {
		c.vector(kind, g != nil, again, share, stored[:])
		v.X, v.Y, v.Z = g.restored(stored[0], p.X), g.restored(stored[1], p.Y), g.restored(stored[2], p.Z)
	} else {
		stored = [3]uint64{g.stored(v.X, p.X), g.stored(v.Y, p.Y), g.stored(v.Z, p.Z)}
		c.vector(kind, g != nil, again, share, stored[:])
	}
	return stored[0]|stored[1]|stored[2] == 0
}

// codeNumber is codeVector for a number.
func (c *eventCoder3) codeNumber(kind int, v *float64, p float64, g *gridStep, again *errorAgain, share float64) {
	var stored [1]uint64
	if c.out == nil {
		c.vector(kind, g != nil, again, share, stored[:])
		*v = g.restored(stored[0], p)
		return
	}
	stored[0] = g.stored(*v, p)
	c.vector(kind, g != nil, again, share, stored[:])
}

// stored returns the lines from the prediction p to a value v on the grid, the residual where there is none.
func (g *gridStep) stored(v, p float64) uint64 {
	if g == nil {
		return residual(math.Float64bits(v), bitsOf(p))
	}
	return zigzag(int64((v - g.line(p)) * g.inverse))
}

// line returns what lines are counted from where p is predicted: 0 where that is out of reach, or is no number.
func (g *gridStep) line(p float64) float64 {
	if !(math.Abs(p) <= g.reach) {
		return 0
	}
	return (p + g.grain) - g.grain
}

// restored undoes stored.
func (g *gridStep) restored(n uint64, p float64) float64 {
	if g == nil {
		return math.Float64frombits(restore(n, bitsOf(p)))
	}
	b := g.line(p)
	if n != 0 {
		b = number(b + float64(float64(unzigzag(n))*g.size))
	}
	return b
}
