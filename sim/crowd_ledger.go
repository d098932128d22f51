package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// sumImpulses adds up the current impulses on the bodies of an island.
func (c *crowdStep) sumImpulses(isl *crowdIsland) {
	for _, k := range c.order[isl.first:isl.end] {
		pair := &c.solver.Pairs[k]
		a, b := &c.push[pair.A], &c.push[pair.B]
		g := &c.pairs[k].given
		g.jn, g.jt, g.mn, g.mt = c.solver.Wrench(pair)
		g.mt = g.mt.Add(c.solver.TurnImpulse(k))
		j, m := g.jn.Add(g.jt), g.mn.Add(g.mt)
		a.p, a.l = a.p.Sub(j), a.l.Sub(pair.RA.Cross(j).Add(m))
		if pair.B > 0 {
			b.p, b.l = b.p.Add(j), b.l.Add(pair.RB.Cross(j).Add(m))
		}
	}
}

// pushMembers applies the current impulses to members, and stores the mean of their velocities before and after.
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

// bookCrowd enters the current impulses in the ledger, and records them for the contact forces.
func (w *World) bookCrowd() {
	c := &w.crowd.step
	for slot := len(c.members) + 1; slot <= len(c.bodies); slot++ {
		b := &c.solver.Bodies[slot]
		c.mean[slot] = record.Twist{V: c.frame.v.Add(b.V), W: b.W}
	}
	for n := range c.islands {
		isl := &c.islands[n]
		for _, k := range c.order[isl.first:isl.end] {
			w.bookCrowdPair(k)
		}
	}
}

// bookCrowdPair enters the impulses of a pair of the solver in the ledger, and records them as contact forces.
func (w *World) bookCrowdPair(k int32) {
	c := &w.crowd.step
	pair, place, g := &c.solver.Pairs[k], c.pairs[k].place, &c.pairs[k].given
	if *g == (crowdGiven{}) {
		return
	}
	a, b := &c.mean[pair.A], record.Twist{}
	ua, ub := a.V.Add(a.W.Cross(pair.RA)), geom.Vec{}
	if pair.B > 0 {
		b = c.mean[pair.B]
		ub = b.V.Add(b.W.Cross(pair.RB))
	}
	w.bookWrench(record.ByContacts, g.jn, g.mn, place, ub.Sub(ua), b.W.Sub(a.W), pair.B == 0)
	w.bookWrench(record.ByFriction, g.jt, g.mt, place, ub.Sub(ua), b.W.Sub(a.W), pair.B == 0)
	if c.frame.used {
		w.bookDriven(k)
	}
	if !w.contactForces {
		return
	}
	p := &w.pairs[c.pairs[k].k]
	l := contactImpulse{a: p.a, b: w.objectOf(p.b), place: place, normal: g.jn, friction: g.jt, angular: g.mn.Add(g.mt)}
	for i := pair.First; i < pair.End; i++ {
		q := &c.solver.Points[i]
		weight := math.Max(0, q.Jn)
		l.weight += weight
		l.offset = l.offset.AddScaled(pair.Offset(q), weight)
	}
	w.contactImpulses = append(w.contactImpulses, l)
}

// bookWrench enters an impulse on B and its moment about a point in the ledger, where B moves relative to A with the
// mean velocity u and angular velocity o.
func (w *World) bookWrench(cause record.Cause, j, m, place, u, o geom.Vec, world bool) {
	w.book(cause, j.Dot(u)+m.Dot(o), geom.Vec{}, geom.Vec{})
	if world {
		w.book(cause, 0, j.Neg(), place.Cross(j).Add(m).Neg())
	}
}

// keepCrowdRows stores the contacts of a finished substep for the next one.
func (w *World) keepCrowdRows() {
	c := &w.crowd.step
	c.oldOf = resized(c.oldOf, len(w.pairs))
	clear(c.oldOf)
	c.old = resized(c.old, len(c.rows))
	w.share(len(c.pairs), bodiesTogether, keepPairs)
}

// settleCrowd sets the members of a crowd to the end of the step, with the contacts of the last substep.
func (w *World) settleCrowd() {
	c := &w.crowd.step
	for _, i := range c.members {
		f := &w.flights[i]
		f.t0, f.t1 = w.set.Step, w.set.Step
		f.stamp++
		w.crowd.moved[i] = true
		for _, k := range w.pairsOf[i] {
			if w.ownsPair(i, k) {
				*w.warmFor(k) = warmRange{}
			}
		}
	}
	for n := range c.pairs {
		k := c.pairs[n].k
		if n > 0 && c.pairs[n-1].k == k {
			continue
		}
		r := c.oldOf[k]
		first := int32(len(w.warmRows))
		touches := false
		for i := r.first; i < r.end; i++ {
			o := &c.old[i]
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
