package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// planeCurve is a bound from below of the height of a rim or an ellipsoid, from now on: its points keep their
// rates, and a bound of the second derivative of their heights is taken off. At s seconds from now the bound is
// h + rate·s + min over the points x of (up + s·turn)·x, less m·s²/2: concave, and exact in value and slope
// now. Vectors are in the shape's frame.
type planeCurve struct {
	shape *geom.Shape
	rim   bool    // of the shape, only the rim at height z
	z     float64 // [m]
	spin  bool    // the shape's spin about its axis of revolution is left out
	axis  geom.Vec

	h, rate, m float64
	up, turn   geom.Vec
	lowest     geom.Vec // the point that is lowest now
}

// planeAxis returns the axis of revolution of a shape in its frame, and false where it has none.
func planeAxis(s *geom.Shape) (geom.Vec, bool) {
	switch {
	case s.Kind != geom.ShapeEllipsoid || s.Size.X == s.Size.Y:
		return geom.Vec{Z: 1}, true
	case s.Size.Y == s.Size.Z:
		return geom.Vec{X: 1}, true
	case s.Size.Z == s.Size.X:
		return geom.Vec{Y: 1}, true
	}
	return geom.Vec{}, false
}

// start sets what does not change in a search: the bound of the second derivatives.
//
// A point r from the centre of rotation has u·(w × (w × r)) = (u × w)·(w × r). A shape of revolution can be given any
// spin about its axis z. Without spin, its points turn about its origin with w' = w - (w·z) z, of constant length |w ×
// z|, and w' changes at the rate |w·z| |w × z|. So their second derivative is at most |x| |w × z| (|w·z| + |w × z|).
func (c *planeCurve) start(p *planeTOI) {
	c.shape = p.part.Shape
	w := p.sweep.W
	size := w.Len()
	drive := float64(p.up.Cross(w).Len() * size)
	c.m = float64(drive * c.shape.Reach(p.part.At.ApplyInv(geom.Vec{})))
	axis, ok := planeAxis(c.shape)
	if !ok {
		return
	}
	c.axis = axis
	z := p.sweep.Q.Rotate(p.part.At.Q.Rotate(axis))
	along, across := math.Abs(w.Dot(z)), w.Cross(z).Len()
	m := float64(drive*p.part.At.P.Len()) + float64(c.shape.Reach(geom.Vec{})*across*(along+across))
	if m < c.m {
		c.m, c.spin = m, true
	}
}

// set moves the bound to time t.
func (c *planeCurve) set(p *planeTOI, t float64) {
	q := p.sweep.At(t).Q
	o := q.Rotate(p.part.At.P)
	q = q.Mul(p.part.At.Q)
	w := p.sweep.W
	c.h = p.h + float64(p.v*t) + p.up.Dot(o)
	c.rate = p.v + p.up.Cross(w).Dot(o)
	if c.spin {
		z := q.Rotate(c.axis)
		w = w.AddScaled(z, -w.Dot(z))
	}
	c.up, c.turn = q.RotateInv(p.up), q.RotateInv(p.up.Cross(w))
	c.lowest = c.least(c.up)
}

// least returns the point x with the least d·x.
func (c *planeCurve) least(d geom.Vec) geom.Vec {
	if !c.rim {
		return c.shape.Core(d.Neg())
	}
	x := geom.Vec{X: c.shape.Size.X, Z: c.z}
	if l := math.Sqrt(float64(d.X*d.X) + float64(d.Y*d.Y)); l > 0 {
		x.X, x.Y = float64(-x.X*(d.X/l)), float64(-x.X*(d.Y/l))
	}
	return x
}

// at returns the bound and its slope s from now.
func (c *planeCurve) at(s float64) (h, slope float64) {
	d := c.up.AddScaled(c.turn, s)
	x := c.least(d)
	h = c.h + float64(c.rate*s) + d.Dot(x) - float64(float64(0.5*c.m)*float64(s*s))
	return h, c.rate + c.turn.Dot(x) - float64(c.m*s)
}

// now returns the height.
func (c *planeCurve) now() float64 { return c.h + c.up.Dot(c.lowest) }

// curvePasses bounds Newton's steps on one bound; they double the digits, and the last bracket is safe at any time.
const curvePasses = 40

// keeps returns how long the bound certainly stays above level, limit at most. A concave function lies below its
// tangents, so that Newton's steps from behind stay behind the root, and above its chords, which gives the time that is
// safe.
func (c *planeCurve) keeps(level, limit, tol float64) float64 {
	now, slope := c.at(0)
	now -= level
	if !(now > 0) {
		return 0
	}
	s := math.Min(limit, toiDown(now, slope, float64(0.5*c.m)))
	safe := 0.0
	for i := 0; i < curvePasses; i++ {
		h, slope := c.at(s)
		h -= level
		if h >= 0 {
			return s
		}
		safe = math.Max(safe, float64(s*(now/(now-h))))
		next := s - h/slope
		if h >= -tol || !(next < s) || !(next > safe) {
			break
		}
		s = next
	}
	return safe
}

// rises returns when the bound has risen to out, limit where it is on its way until then, or else when it is highest,
// and false where it does not rise at all, or is below aim and too slow to reach out in the time left, which limit may
// cut.
func (c *planeCurve) rises(aim, out, limit, left float64) (float64, bool) {
	lo, hi, s := 0.0, limit, 0.0
	for i := 0; i < 2*curvePasses; i++ {
		h, slope := c.at(s)
		if h >= out {
			return s, true
		}
		if i == 0 && h < aim && float64(slope*left) < out-h {
			return 0, false
		}
		if slope <= 0 {
			// Past the highest point, or at it.
			hi = s
			if s = lo + float64(0.5*(hi-lo)); !(s > lo && s < hi) {
				break
			}
			continue
		}
		lo = s
		s += float64((1 + 0x1p-20) * ((out - h) / slope))
		if s >= hi {
			if hi == limit && lo < limit {
				if _, slope = c.at(limit); slope > 0 {
					return limit, true
				}
			}
			if s = lo + float64(0.5*(hi-lo)); !(s > lo && s < hi) {
				break
			}
		}
	}
	return lo, lo > 0
}

// curved finds the arrival of the rims of cylinders and cones, a cone's apex, and ellipsoids.
func (p *planeTOI) curved(run *planeArrival) {
	var c planeCurve
	c.start(p)
	switch s := p.part.Shape; s.Kind {
	case geom.ShapeCylinder:
		c.rim = true
		for _, c.z = range [2]float64{-s.Size.Z, s.Size.Z} {
			p.curve(&c, run)
		}
	case geom.ShapeCone:
		f := p.paths()
		w := f.of(geom.Vec{Z: s.Size.Z}, 0)
		p.point(&w, run)
		c.rim = true
		p.curve(&c, run)
	default:
		p.curve(&c, run)
	}
}

// curve adds one rim or ellipsoid.
func (p *planeTOI) curve(c *planeCurve, run *planeArrival) {
	aim, top, leave := p.levels()
	c.set(p, 0)
	if run.low = math.Min(run.low, c.now()); run.low < -float64(toiDeep*p.size) && run.low <= p.target {
		return
	}
	t, end := p.window(top)
	end = math.Min(end, run.first)
	apart, follow := false, 0
	for i := 0; i < toiIterations; i++ {
		if t > end {
			return
		}
		p.count++
		c.set(p, t)
		h, step, ok := c.now(), 0.0, true
		if h > p.target+p.tol {
			apart, follow = true, 0
			step = c.keeps(aim, end-t, float64(0.125*p.tol))
		} else {
			if h > p.target && c.keeps(p.target, end-t, 0) >= end-t {
				return
			}
			apart = apart || h > p.target && t > 0
			step, ok = c.rises(aim, leave, end-t, p.duration-t)
			if follow++; !ok || follow > toiFollow {
				p.arrives(c, run, t, top, apart)
				return
			}
		}
		if step >= end-t {
			return
		}
		if !(t+step > t) {
			break
		}
		t += step
	}
	run.open = math.Min(run.open, t)
}

// arrives notes a rim or an ellipsoid that is in touch at time t and does not leave.
func (p *planeTOI) arrives(c *planeCurve, run *planeArrival, t, top float64, apart bool) {
	switch {
	case apart || p.arrived(c, t, top):
		run.first = math.Min(run.first, t)
	case c.now() > p.target:
		run.arriving = true
	default:
		run.stuck = true
	}
}

// window returns the interval of time in which a ball about the centre of rotation is near enough to touch.
func (p *planeTOI) window(top float64) (from, to float64) {
	reach := p.part.Shape.Reach(p.part.At.ApplyInv(geom.Vec{}))
	gap := p.h - float64(reach*(1+toiRoom)) - top - p.tol - float64(toiRoom*math.Abs(p.h)) // and clear of touching
	switch {
	case gap > 0 && p.v >= 0:
		return 1, 0
	case gap > 0:
		return float64((gap / -p.v) * (1 - toiRoom)), p.duration
	case p.v > 0:
		return 0, math.Min(p.duration, float64((gap/-p.v)*(1+toiRoom)))
	}
	return 0, p.duration
}

// arrived reports whether the point that is lowest at time t did not touch at time 0.
func (p *planeTOI) arrived(c *planeCurve, t, top float64) bool {
	if t == 0 {
		return false
	}
	at := p.part.At.Apply(c.lowest)
	return p.h+p.up.Dot(p.sweep.Q.Rotate(at)) > top
}
