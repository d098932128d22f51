package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// Bodies of a crowd rebound at the start of the substep in which they would meet: at the speed that they have there, so
// that a rebound without loss conserves energy. Restitution is that of each contact point on its own (Newton); where
// this would give an island energy, as it can with friction or with several contacts at a time, all of its rebounds are
// damped by response.ReboundDamping.

// crowdRebound returns the normal speed with which the bodies of a pair leave a point at the start of the substep
// [m/s], 0 if they do not meet there in the substep, or approach by no more than Settings.ImpactSpeed and the speed that
// forces give them in the substep. They meet if they approach faster than the contact lets them: least is its least mean
// normal speed, which stops them somewhat before their gap is closed.
func (w *World) crowdRebound(p *pair, q *touch, least float64) float64 {
	c := &w.crowd.step
	s := w.surfaceOf(p)
	if !s.rebounds() {
		return 0
	}
	closing, field := w.crowdVelocity(p.a, q.p).Dot(q.n), w.flights[p.a].field.Dot(q.n)
	if p.b >= 0 {
		closing -= w.crowdVelocity(p.b, q.p).Dot(q.n)
		field -= w.flights[p.b].field.Dot(q.n)
	}
	if closing+float64(0.5*float64(field*c.h)) <= -least || closing <= w.threshold()+math.Abs(float64(field*c.h)) {
		return 0
	}
	return float64(s.restitution(closing) * closing)
}

// crowdVelocity returns the velocity of a point of a body at the start of the substep [m/s].
func (w *World) crowdVelocity(i int32, x geom.Vec) geom.Vec {
	c := &w.crowd.step
	slot := w.slotOf[i]
	s := &c.start[slot-1]
	turn := s.L // of a driven body
	if !w.bodies[i].driven {
		turn = c.solver.Bodies[slot].InvInertia.Apply(s.L)
	}
	return s.V.Add(turn.Cross(x.Sub(s.X)))
}

// aim sets the least mean normal speed of a point to that of its gap, or of its rebound if it is higher. fall is what
// forces add to that mean, along the normal [m/s].
func (r *crowdRow) aim(p *response.CrowdPoint, fall float64) {
	p.Target = r.least
	if r.rebound > 0 {
		p.Target = math.Max(r.least, r.rebound+fall)
	}
}

// dampRebounds multiplies the rebounds in an island by a factor, and reports whether there were any.
func (c *crowdStep) dampRebounds(isl *crowdIsland, factor float64) bool {
	some := false
	for _, k := range c.order[isl.first:isl.end] {
		pair := &c.solver.Pairs[k]
		for i := pair.First; i < pair.End; i++ {
			r := &c.rows[i]
			if r.rebound == 0 {
				continue
			}
			some = true
			r.rebound = float64(factor * r.rebound)
			r.aim(&c.solver.Points[i], c.pairs[k].fall)
		}
	}
	return some
}

// anyRebounds reports whether there are rebounds in an island.
func (c *crowdStep) anyRebounds(isl *crowdIsland) bool {
	for _, k := range c.order[isl.first:isl.end] {
		pair := &c.solver.Pairs[k]
		for i := pair.First; i < pair.End; i++ {
			if c.rows[i].rebound > 0 {
				return true
			}
		}
	}
	return false
}
