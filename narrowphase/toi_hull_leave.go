package narrowphase

import "math"

// leave follows the vertices that touch, along the axis that lets them go farthest of those along which the pair is
// apart by floor at least; see leaveAlong.
func (p *turnPair) leave(floor, aim, top float64) (s float64, arrival, ok bool) {
	var c turnCurve
	// What is at top but for rounding touches.
	top += float64(0.125 * p.tol)
	out := top + float64(0.125*p.tol)
	for k := 0; k < p.axes; k++ {
		x := &p.axis[k]
		if x.sep < floor {
			continue
		}
		p.curve(x, &c)
		t, a, o := p.leaveAlong(&c, aim, top, out)
		if o && (!ok || t > s) {
			s, arrival, ok = t, a, true
		}
		if o && !a && p.clearAt(&c, top, t) {
			return t, false, true
		}
		if x.kind == turnWithEdges && c.len2 >= toiTurning && p.turns {
			// A pair of edges that turn about their common normal keeps its distance, which only an axis at rest shows.
			still := turnAxis{kind: turnStill, n: x.n}
			p.curve(&still, &c)
			if t, a, o := p.leaveAlong(&c, aim, top, out); o && float64(fixedAxisShare*t) > s {
				s, arrival, ok = t, a, true
			}
		}
	}
	return s, arrival, ok
}

// clearAt reports whether all vertices are above top along c at s.
func (p *turnPair) clearAt(c *turnCurve, top, s float64) bool {
	return s <= p.left && p.above(c, top, s)
}

// leaveAlong returns how long the vertices that are no higher than top along c can be followed on their way up, to out
// > top at most, and whether a vertex that was higher, or has been in between, falls to aim by then. It returns false
// when one of the first is not on its way up, or is below aim and too slow to reach out before the end.
func (p *turnPair) leaveAlong(c *turnCurve, aim, top, out float64) (s float64, arrival, ok bool) {
	last, turn, fall := 0.0, math.Inf(1), math.Inf(1)
	g, dg, m0 := c.level(aim)
	gTop, _, _ := c.level(top)
	highest := c.nA.Dot(p.a.hull.Vertices[p.a.support(c.nA)])
	for j := range p.b.hull.Vertices {
		if c.g+c.nB.Dot(p.b.hull.Vertices[j])-highest > gTop {
			continue
		}
		for i := range p.a.hull.Vertices {
			f, df, m := p.pair(c, int32(i), int32(j))
			if f > gTop {
				continue
			}
			// On its way up means that its separation grows, whatever becomes of the length of the axis.
			_, dgOwn, mOwn := c.level(f / c.scale)
			own := df - dgOwn
			rise := float64(out*c.scale) - f
			if !(own > 0) || f < g && float64(own*p.left) < rise {
				return 0, false, false
			}
			down := toiDown(f-g, df-dg, float64(0.5*(m+m0)))
			up, back := toiUp(rise, own, m+mOwn)
			last, turn = math.Max(last, up), math.Min(turn, back)
			if down > up {
				fall = math.Min(fall, down)
			}
		}
	}
	s = math.Min(last, turn)
	fall = math.Min(fall, p.falls(c, aim, top, s))
	if fall <= s {
		return fall, true, true
	}
	return s, false, s > 0
}

// falls returns the first time up to s at which a pair of vertices that is higher than top now may fall to aim; +Inf
// for none.
func (p *turnPair) falls(c *turnCurve, aim, top, s float64) float64 {
	fall := math.Inf(1)
	g, dg, m0 := c.level(aim)
	gTop, _, _ := c.level(top)
	highest := math.Max(p.reachAt(c, 0), p.reachAt(c, s))
	for j, v := range p.b.hull.Vertices {
		m := p.bend(c, v)
		f0, df := c.g+c.nB.Dot(v), c.dg+c.qB.Dot(v)
		curve := float64(float64(0.5*(m+m0)) * s)
		low := math.Min(f0-g, f0-g+float64((df-dg-curve)*s))
		if low > highest {
			continue
		}
		for i, u := range p.a.hull.Vertices {
			if h := c.nA.Dot(u); low > h && low > h+float64(c.qA.Dot(u)*s) {
				continue
			}
			f, df, m := p.pair(c, int32(i), int32(j))
			if f > gTop {
				fall = math.Min(fall, toiDown(f-g, df-dg, float64(0.5*(m+m0))))
			}
		}
	}
	return fall
}

// reachAt returns how high A reaches at s.
func (p *turnPair) reachAt(c *turnCurve, s float64) float64 {
	d := c.nA.AddScaled(c.qA, s)
	return d.Dot(p.a.hull.Vertices[p.a.support(d)])
}
