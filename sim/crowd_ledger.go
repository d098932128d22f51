package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// sumImpulses adds up what the bodies of an island get at the moment.
func (c *crowdStep) sumImpulses(isl *crowdIsland) {
	for _, k := range c.order[isl.first:isl.end] {
		pair := &c.solver.Pairs[k]
		a, b := &c.push[pair.A], &c.push[pair.B]
		for i := pair.First; i < pair.End; i++ {
			p := &c.solver.Points[i]
			j := p.Impulse()
			a.p, a.l = a.p.Sub(j), a.l.Sub(p.RA.Cross(j))
			if pair.B > 0 {
				b.p, b.l = b.p.Add(j), b.l.Add(p.RB.Cross(j))
			}
		}
	}
}

// pushMembers gives bodies the impulses of the moment, and keeps the mean of their velocities before and after.
func pushMembers(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		f, push, inv := &w.flights[i], &c.push[slot+1], &c.solver.Bodies[slot+1].InvInertia
		m := &c.mean[slot+1]
		v, l := f.s.V, f.s.L
		f.s.V = f.s.V.AddScaled(push.p, w.bodies[i].mass.Inv)
		f.s.L = f.s.L.Add(push.l)
		*m = record.Twist{V: v.Add(f.s.V).Scale(0.5), W: inv.Apply(l.Add(f.s.L)).Scale(0.5)}
	}
}

// bookCrowd books the impulses of the moment, and notes them for the contact forces.
func (w *World) bookCrowd() {
	c := &w.crowd.step
	for n := range c.islands {
		isl := &c.islands[n]
		for _, k := range c.order[isl.first:isl.end] {
			w.bookCrowdPair(&c.solver.Pairs[k], c.pairs[k])
		}
	}
}

func (w *World) bookCrowdPair(pair *response.CrowdPair, k int32) {
	c := &w.crowd.step
	a, b := &c.mean[pair.A], &c.mean[pair.B]
	if pair.B == 0 {
		*b = record.Twist{}
	}
	l := load{a: w.pairs[k].a, b: w.objectOf(w.pairs[k].b), place: c.rows[pair.First].p}
	for i := pair.First; i < pair.End; i++ {
		p, r := &c.solver.Points[i], &c.rows[i]
		if p.Jn == 0 && p.Jt == [2]float64{} {
			continue
		}
		ua, ub := a.V.Add(a.W.Cross(p.RA)), b.V.Add(b.W.Cross(p.RB))
		jn := p.N.Scale(p.Jn)
		jt := p.T1.Scale(p.Jt[0]).AddScaled(p.T2, p.Jt[1])
		w.bookImpulse(record.ByContacts, jn, r.p, ua, ub, false, pair.B == 0)
		w.bookImpulse(record.ByFriction, jt, r.p, ua, ub, false, pair.B == 0)
		if w.telling {
			off := r.p.Sub(l.place)
			l.weight += math.Max(0, p.Jn)
			l.offset = l.offset.AddScaled(off, math.Max(0, p.Jn))
			l.normal, l.friction = l.normal.Add(jn), l.friction.Add(jt)
			l.turn = l.turn.Add(off.Cross(jn.Add(jt)))
		}
	}
	if w.telling {
		w.loads = append(w.loads, l)
	}
}

// keepCrowdRows keeps the contacts of a substep that is over for the next one.
func (w *World) keepCrowdRows() {
	c := &w.crowd.step
	c.oldOf = resized(c.oldOf, len(w.pairs))
	clear(c.oldOf)
	c.old = resized(c.old, len(c.rows))
	w.share(len(c.pairs), bodiesTogether, keepPairs)
}

// settleCrowd leaves the members of a crowd at the end of the step, with the contacts of the last substep.
func (w *World) settleCrowd() {
	c := &w.crowd.step
	for _, i := range c.members {
		f := &w.flights[i]
		f.t0, f.t1 = w.set.Step, w.set.Step
		f.stamp++
		w.crowd.moved[i] = true
		for _, k := range w.pairsOf[i] {
			if w.pairs[k].a == i {
				*w.warmFor(k) = warmRange{}
			}
		}
	}
	for _, k := range c.pairs {
		r := c.oldOf[k]
		first := int32(len(w.warmRows))
		touches := false
		for i := r.first; i < r.end; i++ {
			o := &c.old[i].contact
			touches = touches || o.fn > 0 || o.sep <= w.set.Slop
			w.warmRows = append(w.warmRows, *o)
		}
		*w.warmFor(k) = warmRange{first, int32(len(w.warmRows))}
		if touches {
			w.unite(&w.pairs[k])
		}
	}
}

// twist is linear and angular momentum.
type twist struct{ p, l geom.Vec }
