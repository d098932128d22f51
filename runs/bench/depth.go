package bench

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// solid is a box or a sphere (radius above zero) at a pose.
type solid struct {
	half   geom.Vec
	radius float64
	at     geom.Vec
	axes   [3]geom.Vec
}

func (b *Body) solid(s *State) solid { return place(b.Half, b.Radius, s.Position, s.Attitude) }
func (s *Static) solid() solid       { return place(s.Half, 0, s.Position, s.Attitude) }

func place(half geom.Vec, radius float64, at geom.Vec, q geom.Quat) solid {
	m := q.Normalize().Mat3()
	return solid{half, radius, at, [3]geom.Vec{m.Col(0), m.Col(1), m.Col(2)}}
}

// depth returns the depth by which two solids overlap [m]; if negative, they are at least that far apart. It does not
// use package narrowphase, which it is to judge.
func depth(a, b *solid) float64 {
	switch {
	case a.radius > 0 && b.radius > 0:
		return a.radius + b.radius - a.at.Sub(b.at).Len()
	case a.radius > 0:
		return ballBoxDepth(a, b)
	case b.radius > 0:
		return ballBoxDepth(b, a)
	}
	return boxDepth(a, b)
}

// boxDepth is the smallest overlap along the 15 axes of two boxes.
func boxDepth(a, b *solid) float64 {
	const parallel = 1e-6 // sine of the angle below which two edges give no axis
	d, best := b.at.Sub(a.at), math.Inf(1)
	test := func(axis geom.Vec) {
		l := axis.Len()
		if l < parallel {
			return
		}
		best = math.Min(best, (a.radiusAlong(axis)+b.radiusAlong(axis)-math.Abs(d.Dot(axis)))/l)
	}
	for i := range 3 {
		test(a.axes[i])
		test(b.axes[i])
		for k := range 3 {
			test(a.axes[i].Cross(b.axes[k]))
		}
	}
	return best
}

// radiusAlong returns half the extent of a box along an axis, times the axis's length.
func (s *solid) radiusAlong(axis geom.Vec) float64 {
	return s.half.X*math.Abs(s.axes[0].Dot(axis)) + s.half.Y*math.Abs(s.axes[1].Dot(axis)) + s.half.Z*math.Abs(s.axes[2].Dot(axis))
}

func ballBoxDepth(ball, box *solid) float64 {
	d := ball.at.Sub(box.at)
	l := geom.Vec{X: d.Dot(box.axes[0]), Y: d.Dot(box.axes[1]), Z: d.Dot(box.axes[2])}
	c := l.Max(box.half.Neg()).Min(box.half)
	if c == l {
		in := box.half.Sub(l.Abs())
		return ball.radius + math.Min(in.X, math.Min(in.Y, in.Z))
	}
	return ball.radius - l.Sub(c).Len()
}

// corners returns the corners of a box.
func (s *solid) corners() (out [8]geom.Vec) {
	for k := range out {
		p := s.at
		for i, h := range [3]float64{s.half.X, s.half.Y, s.half.Z} {
			if k>>i&1 == 1 {
				h = -h
			}
			p = p.AddScaled(s.axes[i], h)
		}
		out[k] = p
	}
	return out
}
