package narrowphase

// firstRoot returns the first time in [from, to] at which the function is zero, to within zero, and false when there is
// none. No root is missed, and none of a pair: from each time looked at, the value, the rate and a bound of the second
// derivative until to bound the first time at which the function can be zero, which is looked at next. So it comes to a
// root from before, quadratically; a double root, where the function only touches zero, in steps of a constant ratio.
func (p *TurningPair) firstRoot(g *fcpfFunction, from, to, zero float64) (float64, bool) {
	for t := from; ; {
		f, df, m := p.eval(g, t, to)
		if f < 0 {
			f, df = -f, -df
		}
		if f <= zero {
			return t, true
		}
		s := toiDown(f, df, float64(0.5*m))
		switch {
		case !(s < to-t):
			return to, false
		case !(t+s > t):
			return t, true
		}
		t += s
	}
}

// fcpfTries ends the search for a meeting among roots: features that stay in one plane or on one line for long, and
// nearly touch there, would take ever smaller steps.
const fcpfTries = 1000

// meeting returns the first root in [from, to] at which the features are no farther than rim from each other, by gap.
// Features that are apart there are left alone for as long as it takes to cover the gap. After fcpfTries such times the
// last counts as a meeting; it is never late.
func (p *TurningPair) meeting(g *fcpfFunction, from, to float64) (float64, bool) {
	zero := p.zeroAt(to)
	rim := float64(fcpfRim*p.size) + float64(4*zero)
	t, ok := p.firstRoot(g, from, to, zero)
	for k := 0; ok && k < fcpfTries; k++ {
		x := p.at(t)
		d := p.gap(g, &x)
		if d <= rim {
			return t, true
		}
		if t += d / p.fast; !(t < to) {
			return to, false
		}
		t, ok = p.firstRoot(g, t, to, zero)
	}
	return t, ok
}

// gap bounds from below the distance of the features of g at poses at which the function is zero.
func (p *TurningPair) gap(g *fcpfFunction, x *[2]pose) float64 {
	if !g.edges {
		return p.beyond(1-g.k, g.f, p.in(x, g.k, g.v))
	}
	u, a := p.edge(x, 0, g.v)
	v, b := p.edge(x, 1, g.f)
	return fcpfSegments(u, a, v, b)
}
