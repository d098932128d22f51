package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// conjugate is the memory of a nonlinear conjugate gradient method over pairs of passes, forth and back.
type conjugate struct {
	last      []geom.Vec // impulses (Jn, Jt) before the pair of passes, then what it has changed of them
	direction []geom.Vec
	size      float64    // of the last pair's change, squared [J]
	mark      float64    // size at the last look at whether the directions help
	useless   bool       // they do not
	impulses  []geom.Vec // before the first pass
	twists    []geom.Vec // of the bodies then, V and W
}

// usefulPairs is the number of pairs of passes after which the directions are checked. If the size has decreased by
// less than a twentieth, the passes start again without them: friction has no energy to minimise, and where contacts
// wedge a body the directions lead along impulses that balance each other.
const usefulPairs = 64

// begin saves the state before the first pass. Islands with tyres, joints or resistance to turning, and those that can
// be solved directly, do without directions.
func (c *conjugate) begin(s *ContactSolver, solvable bool) {
	c.useless, c.mark = len(s.Tyres)+len(s.Joints)+len(s.Turns)+len(s.Dampers) > 0 || solvable, math.Inf(1)
	c.impulses, c.twists = c.impulses[:0], c.twists[:0]
	for i := range s.Points {
		c.impulses = append(c.impulses, s.Points[i].impulses())
	}
	for i := range s.Bodies {
		c.twists = append(c.twists, s.Bodies[i].V, s.Bodies[i].W)
	}
}

// restore returns to the saved state.
func (c *conjugate) restore(s *ContactSolver) {
	for i := range s.Points {
		j := &c.impulses[i]
		s.Points[i].Jn, s.Points[i].Jt = j.X, [2]float64{j.Y, j.Z}
	}
	for i := range s.Bodies {
		s.Bodies[i].V, s.Bodies[i].W = c.twists[2*i], c.twists[2*i+1]
	}
}

// impulses returns the impulses of a point along N, T1 and T2 [N s].
func (p *ContactPoint) impulses() geom.Vec { return geom.Vec{X: p.Jn, Y: p.Jt[0], Z: p.Jt[1]} }

// start saves the impulses of the points before a pair of passes.
func (c *conjugate) start(points []ContactPoint) {
	c.last = c.last[:0]
	for i := range points {
		c.last = append(c.last, points[i].impulses())
	}
}

// follow adds, after a pair of passes, a share of the previous direction. A pair of passes changes the impulses by the
// gradient of the contact problem's energy, preconditioned and projected. The share is the ratio of its size in that
// metric to that of the last pair (Fletcher–Reeves). If the size grows, contacts open, close or begin to slip, and the
// direction starts again. The next pass corrects what the addition violates, so that the solution is that of the passes
// alone; stacks need a tenth of them.
//
// Source: Silcowitz-Hansen, Niebe, Erleben, "A nonsmooth nonlinear conjugate gradient method for interactive contact
// force problems" (2010), there with the plain norm and single passes.
func (s *ContactSolver) follow(pair int) {
	c := &s.conjugate
	before := c.size
	c.size = c.change(s.Points)
	if pair%usefulPairs == 0 {
		if !(c.size <= float64(0.95*c.mark)) {
			c.useless = true
			c.restore(s)
			return
		}
		c.mark = c.size
	}
	switch {
	case pair == 1:
		c.direction = append(c.direction[:0], c.last...)
		return
	case !(c.size <= before) || before == 0:
		clear(c.direction)
		return
	}
	share := c.size / before
	for i := range s.Points {
		d := c.direction[i].Scale(share)
		c.direction[i] = d.Add(c.last[i])
		if d == (geom.Vec{}) {
			continue
		}
		p := &s.Points[i]
		p.Jn += d.X
		p.Jt[0] += d.Y
		p.Jt[1] += d.Z
		s.applyNormal(p, d.X)
		s.applyTangent(p, d.Y, d.Z)
	}
}

// change stores the change of the impulses by a pair of passes in last, and returns its size, squared [J].
func (c *conjugate) change(points []ContactPoint) float64 {
	size := 0.0
	for i := range points {
		p := &points[i]
		g := p.impulses().Sub(c.last[i])
		c.last[i] = g
		if p.invN > 0 {
			size += float64(g.X*g.X)/p.invN + float64((float64(g.Y*g.Y)+float64(g.Z*g.Z))*p.friction.large)
		}
	}
	return size
}
