package compare

import (
	"errors"
	"math"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// frame compares one step, and returns the step to go on with.
func (c *comparer) frame(step int64) (next int64, err error) {
	for i, f := range [...]*record.Frame{&c.fa, &c.fb} {
		r := c.reader(i)
		if err := r.Frame(step, f); err != nil {
			if !errors.Is(err, recorder.ErrDamaged) {
				return 0, err
			}
			c.unreadable(i, step, err)
			return r.NextChunk(step), nil
		}
	}
	c.values(step)
	c.growth.name(step, c.ha, c.fa.Events)
	c.frameForces(step)
	c.addEvents(0, c.fa.Events)
	c.addEvents(1, c.fb.Events)
	if c.fa.Hash != c.fb.Hash && c.fa.Hash != 0 && c.fb.Hash != 0 {
		c.caches(step)
	}
	if c.result.FirstEvent == nil {
		c.events(step)
	}
	return step + 1, nil
}

// values compares the values of the current frames.
func (c *comparer) values(step int64) {
	c.result.Compared++
	size := 0.0
	for i := range c.pairs {
		if x := c.column(i, step); c.pairs[i].motion && x > size {
			size = x
		}
	}
	for i := range c.spins {
		if x := c.spin(&c.spins[i], step); x > size {
			size = x
		}
	}
	c.growth.add(step, c.fa.Time, size)
}

// column compares one column of the current frames, and returns how far it lies apart.
func (c *comparer) column(i int, step int64) float64 {
	p := &c.pairs[i]
	d := &c.result.Deviations[p.at]
	n := int(p.column.Count)
	va, vb := c.fa.Values[p.atA:p.atA+n], c.fb.Values[p.atB:p.atB+n]
	d.Final = 0
	equal := true
	for k := range va {
		if math.Float64bits(va[k]) != math.Float64bits(vb[k]) {
			equal = false
			if c.result.First == nil {
				c.result.First = &Difference{Step: step, Time: c.fa.Time, Object: d.Object, Quantity: d.Quantity,
					Component: component(p, k), A: recorder.Number(va[k]), B: recorder.Number(vb[k]), Ulps: Ulps(va[k], vb[k])}
			}
		}
	}
	if equal {
		return 0
	}
	x := apart(p.measure, va, vb)
	c.deviate(p.at, step, x)
	return x
}

// deviate adds a difference to a deviation.
func (c *comparer) deviate(i int, step int64, x float64) {
	d := &c.result.Deviations[i]
	d.Final = recorder.Number(x)
	c.sums[i] += float64(x * x)
	if x > float64(d.Max) {
		d.Max, d.Step, d.Time = recorder.Number(x), step, c.fa.Time
	}
}

// apart returns how far two values of a column that are not the same lie apart.
func apart(m measure, a, b []float64) float64 {
	var x float64
	switch m {
	case byLength:
		x = geom.Vec{X: b[0] - a[0], Y: b[1] - a[1], Z: b[2] - a[2]}.Len()
	case byAngle:
		x = angleBetween(a, b)
	default:
		for k := range a {
			if a[k] == b[k] {
				continue
			}
			if d := math.Abs(b[k] - a[k]); !(d <= x) {
				x = d
			}
		}
	}
	if !(x <= math.MaxFloat64) {
		return math.Inf(1)
	}
	return x
}

// angleBetween returns the angle [rad] of the rotation from one attitude to the other; quaternions of opposite sign are
// the same attitude. Half of it is the angle between the quaternions, of which chord and counter-chord are taken, so
// that small angles keep their precision.
func angleBetween(a, b []float64) float64 {
	p := geom.Quat{W: a[0], V: geom.Vec{X: a[1], Y: a[2], Z: a[3]}}
	q := geom.Quat{W: b[0], V: geom.Vec{X: b[1], Y: b[2], Z: b[3]}}
	diff := geom.Quat{W: q.W - p.W, V: q.V.Sub(p.V)}.Len()
	sum := geom.Quat{W: q.W + p.W, V: q.V.Add(p.V)}.Len()
	if diff > sum {
		diff, sum = sum, diff
	}
	return float64(4 * geom.Atan2(diff, sum))
}
