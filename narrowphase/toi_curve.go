package narrowphase

import "math"

// toiCurve is a bound from below of the separation of two turning shapes along one axis, from now on for the rest of
// the interval: the least over k of g + dg·s - m·s²/2, less the sum over j of |p + dp·s|, at s seconds from now. Each
// choice of k and of signs is one pair of vertices, whose values and rates are exact and whose second derivative is at
// least -m in the whole interval. All is scaled by the length of the axis, which is scale now, and at s no more than
// scale + grow·s + bend·s²/2 and no less than scale - rate·s.
type toiCurve struct {
	count int
	g     [8]float64 // [m]
	dg    [8]float64 // [m/s]
	m     [8]float64 // [m/s²]
	parts int
	p     [6]float64 // [m]
	dp    [6]float64 // [m/s]
	scale float64
	grow  float64 // [1/s]
	bend  float64 // [1/s²]
	rate  float64 // [1/s]
	loose bool    // the axis stands still while the axis of the shapes turns: a bound of the distance only
}

// toiPasses is one more than the number of signs that can change between two roots.
const toiPasses = 8

// reset empties c, for an axis of unit length.
func (c *toiCurve) reset() {
	c.count, c.parts, c.scale, c.grow, c.bend, c.rate, c.loose = 0, 0, 1, 0, 0, 0, false
}

// lead appends one leading term.
func (c *toiCurve) lead(g, dg, m float64) {
	c.g[c.count], c.dg[c.count], c.m[c.count] = g, dg, m
	c.count++
}

// part appends one term under the absolute value.
func (c *toiCurve) part(p, dp float64) {
	c.p[c.parts], c.dp[c.parts] = p, dp
	c.parts++
}

// shrink gives every leading term a second derivative of at least -m.
func (c *toiCurve) shrink(m float64) {
	for k := 0; k < c.count; k++ {
		c.m[k] += m
	}
}

// level returns a bound from above of the length of the axis times a separation: now, its rate, and its bend.
func (c *toiCurve) level(sep float64) (g, dg, m float64) {
	if sep < 0 {
		return float64(sep * c.scale), float64(-sep * c.rate), 0
	}
	return float64(sep * c.scale), float64(sep * c.grow), float64(sep * c.bend)
}

// above reports whether the bound is above level at s.
func (c *toiCurve) above(level, s float64) bool {
	g, dg, m := c.level(level)
	sum := g + float64((dg+float64(float64(0.5*m)*s))*s)
	for j := 0; j < c.parts; j++ {
		sum += math.Abs(c.p[j] + float64(c.dp[j]*s))
	}
	for k := 0; k < c.count; k++ {
		if !(c.g[k]+float64((c.dg[k]-float64(float64(0.5*c.m[k])*s))*s) > sum) {
			return false
		}
	}
	return true
}

// root returns the first s in [0, limit] at which the bound may fall to level, limit where it stays above, and 0 where
// it is below now. The bound is the least of parabolas open below: starting from limit, the first root of the one that
// is lowest at s is again at or after the root sought, and the next s.
func (c *toiCurve) root(level, limit float64) float64 {
	s := limit
	g0, dg0, m0 := c.level(level)
	for k := 0; k < c.count; k++ {
		g, dg, h := c.g[k]-g0, c.dg[k]-dg0, float64(0.5*(c.m[k]+m0))
		for i := 0; i < toiPasses; i++ {
			a, b := g, dg
			for j := 0; j < c.parts; j++ {
				if c.p[j]+float64(c.dp[j]*s) >= 0 {
					a -= c.p[j]
					b -= c.dp[j]
				} else {
					a += c.p[j]
					b += c.dp[j]
				}
			}
			if a+float64((b-float64(h*s))*s) >= 0 {
				break
			}
			if a < 0 {
				return 0
			}
			r := toiDown(a, b, h)
			if r >= s {
				break
			}
			s = r // not a number where the input was not finite
		}
	}
	return s
}

// toiDown returns the last root of a + b·s - h·s², with h >= 0: +Inf where it does not fall, and 0 where it is below 0
// now and does not rise above.
func toiDown(a, b, h float64) float64 {
	d := float64(b*b) + float64(4*h*a)
	if a < 0 && (b <= 0 || d < 0) {
		return 0
	}
	w := math.Sqrt(d)
	if b <= 0 {
		return float64(a+a) / (w - b)
	}
	return (b + w) / float64(h+h)
}

// leave returns how long the vertices that are no higher than top can be followed on their way up, to out > top at
// most, and whether a vertex that was higher, or has been in between, falls to aim by then. It returns false when one
// of the first is not on its way up, or is below aim and too slow to reach out within limit.
func (c *toiCurve) leave(aim, top, out, limit float64) (s float64, arrival, ok bool) {
	last, turn, fall := 0.0, math.Inf(1), math.Inf(1)
	g, dg, m := c.level(aim)
	gTop, _, _ := c.level(top)
	for k := 0; k < c.count; k++ {
		for mask := 0; mask < 1<<c.parts; mask++ {
			f, df := c.vertex(k, mask)
			down := toiDown(f-g, df-dg, float64(0.5*(c.m[k]+m)))
			if f > gTop {
				fall = math.Min(fall, down)
				continue
			}
			// On its way up means that its separation grows, whatever becomes of the length of the axis.
			_, dgOwn, mOwn := c.level(f / c.scale)
			df -= dgOwn
			rise := float64(out*c.scale) - f
			if !(df > 0) || f < g && float64(df*limit) < rise {
				return 0, false, false
			}
			up, back := toiUp(rise, df, c.m[k]+mOwn)
			last, turn = math.Max(last, up), math.Min(turn, back)
			if down > up {
				fall = math.Min(fall, down)
			}
		}
	}
	s = math.Min(last, turn)
	if fall <= s {
		return fall, true, true
	}
	return s, false, s > 0
}

// vertex returns value and rate of one pair of vertices.
func (c *toiCurve) vertex(k, mask int) (f, df float64) {
	f, df = c.g[k], c.dg[k]
	for j := 0; j < c.parts; j++ {
		if mask>>j&1 == 0 {
			f -= c.p[j]
			df -= c.dp[j]
		} else {
			f += c.p[j]
			df += c.dp[j]
		}
	}
	return f, df
}

// toiUp returns when df·s - m·s²/2 has risen to rise, or when it is highest if it never does, and when it is 0 again.
func toiUp(rise, df, m float64) (up, back float64) {
	back = float64(df+df) / m
	if d := float64(df*df) - float64(2*m*rise); d >= 0 {
		return float64(rise+rise) / (df + math.Sqrt(d)), back
	}
	return df / m, back
}
