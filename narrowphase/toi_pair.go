package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// toiPair is the state of one search: what does not change in it, and the pair at the time last looked at. A is a box;
// B is a box, or a triangle at rest. Everything is relative to A's centre of rotation, in world axes, so that the place
// of the pair in the world costs no digits.
type toiPair struct {
	sa, sb         geom.Sweep // sb is not set for a triangle
	tri            bool
	turns          bool       // A or B turns
	v              geom.Vec   // velocity of B's centre of rotation less that of A's
	wA, wB, wR     geom.Vec   // angular velocities; wR = wB - wA
	magA, magB     float64    // lengths of wA and wB
	magR, magX     float64    // lengths of wR and of wA × wB
	speed          float64    // length of v
	kA, kB         [3]float64 // |wA × axis of A| and |wB × axis of B|, constant; for a triangle |wA × edge|
	hA, hB         [3]float64 // half extents
	offA, offB     geom.Vec   // offsets in the bodies' frames
	reachA, reachB float64    // largest distance of a vertex from its centre of rotation
	spinA, spinB   float64    // bound of |wA × r| of the vertices r of A, and of |wB × r| of those of B
	armA           [3]float64 // bound of |wA × (r × axis)| of the vertices r of A, for each axis of A
	turnA, turnB   float64    // bound of |wR × r| of the vertices r of A, of those of B
	size, tol      float64
	target         float64
	axes           int

	z0, zEnd geom.Vec    // B's centre of rotation, at time 0 and at the end of the search
	end      float64     // end of the search [s]
	y0, yEnd [3]geom.Vec // the triangle's vertices at time 0 and at the end
	edge     [3]geom.Vec // the triangle's unit edges, zero where an edge has no length
	front    geom.Vec    // the triangle's unit normal, zero where it has no area

	left   float64 // time to the end [s]
	ax, bx [3]geom.Vec
	oA, oB geom.Vec // offsets, world axes
	z, d   geom.Vec // B's centre of rotation; B's centre less A's
	y      [3]geom.Vec
	r      [3][3]float64 // ax·bx, or ax·edge
	da, db [3]float64    // ax·d, bx·d
	sep    [15]float64   // separation along each axis; -Inf for what is no axis, or certainly not the best
	side   [15]float64   // the sign that turns the axis from A to B
	best   int           // axis of the largest separation

	dr         [3][3]float64 // rate of r
	dd, ea, eb geom.Vec      // rate of d in the world, in A's frame and in B's
	cA, cB     [3]float64    // bounds of |wR × axis| for the rest of the interval
	zMax       float64       // bound of |z| for the rest of the interval
}

// toiAxes returns the unit axes of a box at attitude q.
func toiAxes(q geom.Quat) [3]geom.Vec {
	m := q.Mat3()
	return [3]geom.Vec{m.Col(0), m.Col(1), m.Col(2)}
}

// toiReach returns the distance of the box's farthest vertex from the origin of its frame.
func toiReach(b *Box) float64 { return b.Offset.Abs().Add(b.Half.Abs()).Len() }

// toiSpin bounds the speed of the box's vertices in turning with w.
func toiSpin(b *Box, axes *[3]geom.Vec, w geom.Vec) float64 {
	u := geom.Vec{X: w.Dot(axes[0]), Y: w.Dot(axes[1]), Z: w.Dot(axes[2])}
	a, h := u.Abs(), b.Half.Abs()
	return u.Cross(b.Offset).Abs().Add(geom.Vec{
		X: float64(a.Y*h.Z) + float64(a.Z*h.Y),
		Y: float64(a.Z*h.X) + float64(a.X*h.Z),
		Z: float64(a.X*h.Y) + float64(a.Y*h.X),
	}).Len()
}

// setA sets what concerns A.
func (p *toiPair) setA(a *Box, sa *geom.Sweep) {
	p.sa = *sa
	p.wA, p.magA = sa.W, sa.W.Len()
	p.offA, p.hA, p.reachA = a.Offset, [3]float64{a.Half.X, a.Half.Y, a.Half.Z}, toiReach(a)
	p.ax = toiAxes(sa.Q)
	p.oA = toiWorld(&p.ax, p.offA)
	p.spinA = toiSpin(a, &p.ax, p.wA)
	p.turns = p.wA != geom.Vec{}
	for k := range p.kA {
		p.kA[k] = p.wA.Cross(p.ax[k]).Len()
	}
	r := a.Offset.Abs().Add(a.Half.Abs())
	arm := [3]float64{r.X, r.Y, r.Z}
	for k := range p.armA {
		k1, k2 := axes1[k], axes2[k]
		p.armA[k] = float64(arm[k2]*p.kA[k1]) + float64(arm[k1]*p.kA[k2])
	}
}

// toiWorld returns the vector of a body's frame with the given axes in world axes.
func toiWorld(axes *[3]geom.Vec, v geom.Vec) geom.Vec {
	return axes[0].Scale(v.X).AddScaled(axes[1], v.Y).AddScaled(axes[2], v.Z)
}

// place moves the pair to time t and finds the separations.
func (p *toiPair) place(t float64) {
	p.left = p.end - t
	if p.magA > 0 {
		p.ax = toiAxes(p.sa.At(t).Q)
		p.oA = toiWorld(&p.ax, p.offA)
	}
	if p.tri {
		for k := range p.y {
			p.y[k] = p.y0[k].AddScaled(p.v, t)
		}
		p.separateTriangle()
		return
	}
	if p.magB > 0 {
		p.bx = toiAxes(p.sb.At(t).Q)
		p.oB = toiWorld(&p.bx, p.offB)
	}
	p.z = p.z0.AddScaled(p.v, t)
	p.d = p.z.Add(p.oB).Sub(p.oA)
	p.separateBoxes()
}

// clear resets the separations.
func (p *toiPair) clear(axes int) {
	p.axes, p.best = axes, 0
	for k := 0; k < axes; k++ {
		p.sep[k] = math.Inf(-1)
	}
}

// setAxis sets the separation of axis k on the given side.
func (p *toiPair) setAxis(k int, sep, side float64) {
	p.sep[k], p.side[k] = sep, side
	if !(sep <= p.sep[p.best]) {
		p.best = k
	}
}

// normal returns axis k, unit, from A to B.
func (p *toiPair) normal(k int) geom.Vec {
	if p.tri {
		return p.axisTriangle(k).Scale(p.side[k])
	}
	return p.axisBoxes(k).Scale(p.side[k])
}

// curveStill sets c to the bound along the unit axis n, from A to B, standing still.
func (p *toiPair) curveStill(n geom.Vec, c *toiCurve) {
	if p.tri {
		p.curveStillTriangle(n, c)
	} else {
		p.curveStillBoxes(n, c)
	}
}

// curve sets c to the bound of the separation along axis k.
func (p *toiPair) curve(k int, c *toiCurve) {
	c.reset()
	if p.tri {
		p.curveTriangle(k, c)
	} else {
		p.curveBoxes(k, c)
	}
}

// fixedAxisShare is how much shorter a step must be than the rest of the interval, or than the step with an axis at
// rest, for the latter to be tried, or taken. An axis at rest bounds the distance, but not the separation along the
// axes of the shapes at a later time.
const fixedAxisShare = 0.25

// step returns the longest time during which one of the axes certainly keeps the pair farther apart than level.
func (p *toiPair) step(level float64) float64 {
	var c toiCurve
	p.rates()
	longest := p.keeps(p.best, level, 0, &c)
	for k := 0; k < p.axes && longest < p.left; k++ {
		if k != p.best && p.sep[k] > level {
			longest = math.Max(longest, p.keeps(k, level, longest, &c))
		}
	}
	// A pair of edges that turn about their common normal keeps its distance, which only an axis at rest shows.
	if p.turns && p.best >= p.axes-9 && longest < float64(fixedAxisShare*p.left) {
		c.reset()
		p.curveStill(p.normal(p.best), &c)
		if s := c.root(level, p.left); float64(fixedAxisShare*s) > longest {
			return s
		}
	}
	return longest
}

// keeps returns how long axis k certainly keeps the pair farther apart than level; 0 where that is less than longest.
func (p *toiPair) keeps(k int, level, longest float64, c *toiCurve) float64 {
	p.curve(k, c)
	if c.loose || !c.above(level, longest) {
		return 0
	}
	return c.root(level, p.left)
}

// doubt bounds how much less than the best the separation along a face may be, where the best axis is that of two edges
// too nearly parallel to be followed: then the face's vertices are those to look at.
func (p *toiPair) doubt() float64 {
	if p.best < p.axes-9 {
		return 0
	}
	k, l := (p.best+9-p.axes)/3, (p.best+9-p.axes)%3
	c1, c2 := p.r[axes1[k]][l], p.r[axes2[k]][l]
	len2 := float64(c1*c1) + float64(c2*c2)
	if len2 >= toiTurning {
		return 0
	}
	return float64(4 * p.size * math.Sqrt(len2))
}

// leave follows the vertices that touch, along the axis that lets them go farthest of those along which the pair is
// apart by floor at least; see toiCurve.leave. An axis at rest is tried for edges, as in step.
func (p *toiPair) leave(floor, aim, top float64) (s float64, arrival, ok bool) {
	var c toiCurve
	// What is at top but for rounding touches.
	top += float64(0.125 * p.tol)
	out := top + float64(0.125*p.tol)
	p.rates()
	for k := 0; k < p.axes; k++ {
		if p.sep[k] < floor {
			continue
		}
		p.curve(k, &c)
		if t, a, o := c.leave(aim, top, out, p.left); o && (!ok || t > s) {
			s, arrival, ok = t, a, true
		}
	}
	if p.turns && p.best >= p.axes-9 && s < float64(fixedAxisShare*p.left) {
		c.reset()
		p.curveStill(p.normal(p.best), &c)
		if t, a, o := c.leave(aim, top, out, p.left); o && float64(fixedAxisShare*t) > s {
			s, arrival, ok = t, a, true
		}
	}
	return s, arrival, ok
}

// back returns a hit between from, where the pair was farther apart than the target, and to, where it is not: an axis
// that stands still has shown that it did not meet, but the separation along the shapes' own axes is less.
func (p *toiPair) back(from, to float64, out TOI) TOI {
	return bisectHit(from, to, p.target, p.tol, out, func(t float64) (geom.Vec, float64) {
		p.place(t)
		return p.normal(p.best), p.sep[p.best]
	})
}

// bisectHit returns a hit at a time between from, where a pair is farther apart than target + tol, and to, where it is
// not farther than target. at moves the pair to a time and returns its normal and separation.
func bisectHit(from, to, target, tol float64, out TOI, at func(t float64) (geom.Vec, float64)) TOI {
	for {
		mid := from + float64(0.5*(to-from))
		out.Iterations++
		out.Time = mid
		out.N, out.Separation = at(mid)
		switch {
		case !(mid > from && mid < to):
			return out
		case out.Separation > target+tol:
			from = mid
		case out.Separation <= target:
			to = mid
		default:
			return out
		}
	}
}
