package response

import (
	"cmp"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// cold is the scratch memory of coldStart.
type cold struct {
	order  []int32    // bodies, from the top
	rank   []int32    // of each body in that order
	under  []int32    // the points that hold each body up, body by body
	first  []int32    // of each body, in under
	load   []float64  // of each body, what is to be held up [N s]
	moment []geom.Vec // likewise, about its centre [N m s]
	height []float64
}

// steepest is the least cosine of the angle between the normal of a point and the upward direction for the point to
// support a body.
const steepest = 0.7

// coldStart computes initial impulses for points without any, with which bodies at the centres x rest on each other, if
// all forces on them act in one direction. From the top of the island down, each body passes its load on to the points
// below it, such that they also balance its moment, as evenly as possible. Passes would take hundreds to carry loads
// through an island. The result is an initial value like any other; the passes correct its errors.
func (s *ContactSolver) coldStart(x []geom.Vec) {
	c := &s.cold
	n := len(s.Bodies)
	c.order, c.rank, c.first, c.height = resized(c.order, n), resized(c.rank, n), resized(c.first, n+1), resized(c.height, n)
	c.load, c.moment = resized(c.load, n), resized(c.moment, n)
	var down geom.Vec
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.InvMass > 0 {
			down = down.AddScaled(b.V.Sub(b.V0), 1/b.InvMass)
		}
	}
	up := down.Neg().Normalize()
	for i := range s.Bodies {
		b := &s.Bodies[i]
		c.order[i], c.height[i], c.load[i], c.moment[i] = int32(i), x[i].Dot(up), 0, geom.Vec{}
		if b.InvMass > 0 {
			c.load[i] = -b.V.Sub(b.V0).Dot(up) / b.InvMass
		}
	}
	slices.SortStableFunc(c.order, func(a, b int32) int { return cmp.Compare(c.height[b], c.height[a]) })
	for k, i := range c.order {
		c.rank[i] = int32(k)
	}
	clear(c.first)
	for i := range s.Points {
		if top := s.supportedBody(&s.Points[i], up); top >= 0 {
			c.first[top]++
		}
	}
	for i := range n {
		c.first[i+1] += c.first[i]
	}
	c.under = resized(c.under, int(c.first[n]))
	for i := len(s.Points) - 1; i >= 0; i-- {
		if top := s.supportedBody(&s.Points[i], up); top >= 0 {
			c.first[top]--
			c.under[c.first[top]] = int32(i)
		}
	}
	for _, i := range c.order {
		if under := c.under[c.first[i]:c.first[i+1]]; len(under) > 0 && c.load[i] > 0 {
			s.passLoadDown(i, under, x, up)
		}
	}
}

// supportedBody returns the body that a point supports, -1 for none.
func (s *ContactSolver) supportedBody(p *ContactPoint, up geom.Vec) int32 {
	top, other, n := p.B, p.A, p.N.Dot(up)
	if n < 0 {
		top, other, n = p.A, p.B, -n
	}
	if !(n > steepest) || top < 0 || s.Bodies[top].InvMass == 0 || p.target < 0 {
		return -1
	}
	if other >= 0 && s.Bodies[other].InvMass > 0 && s.cold.rank[other] < s.cold.rank[top] {
		return -1
	}
	return top
}

// normalOn returns the direction in which a point pushes a body, and its lever.
func (p *ContactPoint) normalOn(i int32) (n, lever geom.Vec) {
	if p.B == i {
		return p.N, p.r0B
	}
	return p.N.Neg(), p.r0A
}

// passLoadDown gives the points below a body the least-squares impulses that balance its load and moment, and passes
// the load on to the bodies below. If some of these impulses would pull, the others balance the load alone.
func (s *ContactSolver) passLoadDown(i int32, under []int32, x []geom.Vec, up geom.Vec) {
	c := &s.cold
	e1 := up.Perpendicular()
	frame := geom.Mat3{X: up, Y: e1, Z: up.Cross(e1)}
	row := func(p *ContactPoint) geom.Vec {
		n, r := p.normalOn(i)
		m := frame.Apply(r.Cross(n))
		return geom.Vec{X: n.Dot(up), Y: m.Y, Z: m.Z}
	}
	var g geom.Mat3
	for _, k := range under {
		a := row(&s.Points[k])
		g.X, g.Y, g.Z = g.X.AddScaled(a, a.X), g.Y.AddScaled(a, a.Y), g.Z.AddScaled(a, a.Z)
	}
	// Points on a line, or a single point, balance no moment about it.
	const little = 1e-9
	g.X.X, g.Y.Y, g.Z.Z = float64(g.X.X*(1+little)), g.Y.Y+float64(little*(g.Y.Y+g.Z.Z)), g.Z.Z+float64(little*(g.Y.Y+g.Z.Z))
	m := frame.Apply(c.moment[i])
	y, ok := g.Solve(geom.Vec{X: c.load[i], Y: -m.Y, Z: -m.Z})
	if !ok {
		return
	}
	held := 0.0
	for _, k := range under {
		p := &s.Points[k]
		a := row(p)
		p.Jn = max(0, a.Dot(y))
		held += float64(p.Jn * a.X)
	}
	if !(held > 0) {
		return
	}
	share := c.load[i] / held
	for _, k := range under {
		p := &s.Points[k]
		p.Jn = float64(p.Jn * share)
		n, _ := p.normalOn(i)
		o := p.A + p.B - i
		if p.A < 0 || p.B < 0 || s.Bodies[o].InvMass == 0 {
			continue
		}
		_, r := p.normalOn(o)
		j := n.Scale(p.Jn)
		c.load[o] += j.Dot(up)
		c.moment[o] = c.moment[o].Sub(r.Cross(j))
	}
}
