package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// relaxCrowd removes from the velocities, at the end of the step, what served only to hold positions.
func (w *World) relaxCrowd() {
	c := &w.crowd.step
	w.share(len(c.members), bodiesTogether, turnMembers)
	w.turnCrowdDriven()
	clear(c.push)
	w.share(len(c.batches), 1, relaxBatches)
	w.share(len(c.members), bodiesTogether, pushMembers)
	w.bookCrowd()
}

// carryPair moves the points of a pair to the end of the substep; the initial values of the last impulses are half of
// the usual ones.
func (w *World) carryPair(n int32) {
	c := &w.crowd.step
	pair := &c.solver.Pairs[n]
	r := &c.pairs[n]
	w.carryPlaces(n)
	pair.Drift, r.fall = geom.Vec{}, float64(2*r.fall)
	if pair.B == 0 {
		pair.Drift = c.frame.v.Neg()
	}
	if c.frame.used {
		r.atWork = w.workOnDriven(n)
	}
	r.at, pair.Jt = pair.Jt, r.usual.Scale(0.5)
	for i := pair.First; i < pair.End; i++ {
		p, row := &c.solver.Points[i], &c.rows[i]
		row.least = 0
		row.at, p.Jn = p.Jn, float64(0.5*row.usual)
		if row.sep > crowdClosed*w.set.Slop && row.at == 0 {
			row.least, row.rebound, p.Jn = response.Free, 0, 0 // it was not reached
		}
		row.aim(p, r.fall)
	}
	c.solver.Start(pair)
	pair.Jt = pair.Jt.Add(r.at)
	if c.solver.Turning {
		r.atTurn = c.solver.Turns[n].J
	}
	for i := pair.First; i < pair.End; i++ {
		c.solver.Points[i].Jn += c.rows[i].at
	}
}

// wayOf returns the displacement over the substep of the point at a lever on one of the solver's bodies; for a ball
// that of the contact point.
func (w *World) wayOf(k int32, lever geom.Vec) geom.Vec {
	c := &w.crowd.step
	i := c.bodies[k-1]
	way := w.flights[i].s.X.Sub(c.start[k-1].X)
	if w.bodies[i].ball {
		return way
	}
	return way.Add(c.turned[k-1].Cross(lever).Scale(c.h))
}

// takeChange sets the impulses of a pair's points to the last ones alone, and stores the total of both ends of the
// substep.
func (c *crowdStep) takeChange(n int32) {
	pair, r := &c.solver.Pairs[n], &c.pairs[n]
	share := 0.5
	if r.half {
		share = 1
	}
	pair.Jt = pair.Jt.Sub(r.at)
	if c.solver.Turning {
		t := &c.solver.Turns[n]
		t.J = t.J.Sub(r.atTurn)
	}
	r.whole = pair.Jt.AddScaled(r.at, share)
	for i := pair.First; i < pair.End; i++ {
		p, r := &c.solver.Points[i], &c.rows[i]
		p.Jn -= r.at
		r.whole = math.Max(0, p.Jn+float64(share*r.at))
	}
}
