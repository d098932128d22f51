package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Driven bodies that a crowd may touch are bodies of its solver that nothing moves: at the start of each substep they
// are where their programs have them then, and they move through it with their velocity there and half of what their
// acceleration adds in the substep, as members do. What they give to the crowd, their work, is known from the impulses.

// crowdFrame is the frame of the velocities in the solver of a crowd. Its speed relative to the world is constant over
// the step: that of the largest of the driven bodies, if no static is near, such as the deck of a truck with its cargo;
// else 0. Speeds that say how fast a crowd is, and its energies, are those in this frame, so that a crowd at rest on a
// fast truck is treated as one at rest, also while something else that is driven, such as a tailgate, comes near it.
type crowdFrame struct {
	used bool      // the crowd may touch driven bodies
	v    geom.Vec  // [m/s]
	work []float64 // of each member: what driven bodies have done on it in the step so far, in this frame [J]
	// share is that of their impulses that the pairs of each slot keep, in an island without room.
	share []float64
}

// passes returns how far the world moves in this frame in a time [m].
func (f *crowdFrame) passes(h float64) float64 { return float64(f.v.Len() * h) }

// mergeCrowd unites the groups of two bodies near each other, which need not touch. A driven body unites nothing.
func (w *World) mergeCrowd(i, j int32) {
	if !w.bodies[i].driven && !w.bodies[j].driven {
		unite(w.parent, i, j)
	}
}

// drivesOn reports whether a driven body moves in the step.
func (w *World) drivesOn(i int32) bool {
	f := &w.flights[i]
	return !f.still && (f.s.V != geom.Vec{} || f.s.L != geom.Vec{} || f.field != geom.Vec{} || f.torque != geom.Vec{})
}

// markCarried looks at awake bodies near driven bodies that move. Those that such a body touches, or approaches slower
// than what counts as an impact and may touch in the step, are carried by it. If it comes nearer than it may, although
// it touches, the body has not given way: it is pressed.
func (w *World) markCarried() {
	c := &w.crowd.calm
	for k := range w.pairs {
		p := &w.pairs[k]
		if p.b < 0 || w.bodies[p.a].driven == w.bodies[p.b].driven || p.sensor {
			continue
		}
		i, d, side := p.a, p.b, 1.0
		if w.bodies[i].driven {
			i, d, side = d, i, -1
		}
		if w.flights[i].still || !w.drivesOn(d) {
			continue
		}
		f, g := &w.flights[i], &w.flights[d]
		turn := w.angularVelocity(i)
		slow := f.s.V.Sub(g.s.V).Len()+float64(turn.Len()*w.bodies[i].radius)+float64(g.s.L.Len()*w.bodies[d].radius) <= w.set.ImpactSpeed
		if !c.carried[i] && !slow {
			continue
		}
		touches := w.touches(int32(k), w.set.Slop+w.travelIn(i, w.set.Step, g.s.V)+w.travelIn(d, w.set.Step, g.s.V))
		if slow && len(touches) > 0 {
			w.markMoving(i)
			c.carried[i] = true
		}
		for n := range touches {
			q := &touches[n]
			v := f.s.V.Add(turn.Cross(q.p.Sub(f.s.X))).Sub(g.s.V.Add(g.s.L.Cross(q.p.Sub(g.s.X))))
			if q.sep <= w.set.Slop && float64(float64(side*v.Dot(q.n))*w.set.Step) > w.set.Slop {
				c.deep[rootOf(c.parent, i)] = true
			}
		}
	}
}

// listCrowdBodies gives the members of the current crowd their slots, then the driven bodies that they may touch, and
// chooses the frame.
func (w *World) listCrowdBodies() {
	c := &w.crowd.step
	c.bodies = append(c.bodies[:0], c.members...)
	for slot, i := range c.members {
		w.slotOf[i] = int32(slot + 1)
	}
	free := true // of statics
	for _, i := range c.members {
		for _, k := range w.pairsOf[i] {
			p := &w.pairs[k]
			if free = free && p.b >= 0; p.b >= 0 {
				w.addCrowdDriven(p.a + p.b - i)
			}
		}
	}
	for _, l := range w.crowd.linked {
		for side, i := range l {
			if slot := w.slotOf[l[1-side]]; slot > 0 && int(slot) <= len(c.members) {
				w.addCrowdDriven(i)
			}
		}
	}
	drives := c.bodies[len(c.members):]
	if c.frame.used, c.frame.v = len(drives) > 0, (geom.Vec{}); !c.frame.used {
		return
	}
	c.frame.work = resized(c.frame.work, len(c.members))
	clear(c.frame.work)
	c.frame.share = resized(c.frame.share, len(c.members)+1)
	if !free {
		return
	}
	largest := drives[0]
	for _, i := range drives {
		if w.bodies[i].radius > w.bodies[largest].radius {
			largest = i
		}
	}
	if f := &w.flights[largest]; w.drivesOn(largest) {
		c.frame.v = f.s.V.AddScaled(f.field, float64(0.5*w.set.Step))
	}
}

// addCrowdDriven gives a body a slot in the current crowd if it is driven and has none.
func (w *World) addCrowdDriven(i int32) {
	c := &w.crowd.step
	if w.bodies[i].driven && w.slotOf[i] < 0 {
		c.bodies = append(c.bodies, i)
		w.slotOf[i] = int32(len(c.bodies))
	}
}

// drivenSubsteps returns the least number of substeps for the motion of the driven bodies: no point of them may go
// farther in one than a member may, nor leave the tangent of its path by more than the surface of a member may by
// crowdTurn.
func (w *World) drivenSubsteps() float64 {
	c := &w.crowd.step
	drives := c.bodies[len(c.members):]
	if len(drives) == 0 {
		return 0
	}
	thin := math.Inf(1)
	for _, i := range c.members {
		thin = min(thin, w.bodies[i].thin)
	}
	n := 0.0
	for _, i := range drives {
		f, radius := &w.flights[i], w.bodies[i].radius
		if f.still {
			continue
		}
		turn := float64((f.s.L.Len() + float64(f.torque.Len()*w.set.Step)) * w.set.Step)
		n = math.Max(n, math.Ceil(w.travelIn(i, w.set.Step, c.frame.v)/float64(crowdThrough*thin)))
		n = math.Max(n, math.Ceil(turn/float64(crowdTurn*math.Sqrt(math.Min(1, thin/radius)))))
	}
	return n
}

// flyCrowdDriven moves the driven bodies of the current crowd to the end of its substep, until restoreDriven.
func (w *World) flyCrowdDriven() {
	c := &w.crowd.step
	for slot := len(c.members); slot < len(c.bodies); slot++ {
		w.moveDriven(c.bodies[slot], c.time)
		c.turned[slot] = c.start[slot].L.Add(w.flights[c.bodies[slot]].s.L).Scale(0.5)
	}
}

// turnCrowdDriven updates the driven bodies of the current crowd in its solver to the end of the substep.
func (w *World) turnCrowdDriven() {
	c := &w.crowd.step
	for slot := len(c.members); slot < len(c.bodies); slot++ {
		s, b := &w.flights[c.bodies[slot]].s, &c.solver.Bodies[slot+1]
		b.V, b.W = s.V.Sub(c.frame.v), s.L
	}
}

// crowdBody returns the body of the solver for a body of the current crowd.
func (w *World) crowdBody(i int32, invMass float64, inv *geom.Mat3) response.CrowdBody {
	s := &w.flights[i].s
	b := response.CrowdBody{V: s.V.Sub(w.crowd.step.frame.v), W: inv.Apply(s.L), InvMass: invMass, InvInertia: *inv}
	if w.bodies[i].driven {
		b.W = s.L
	}
	return b
}

// fallSq returns the square of the acceleration of a member of an island by forces alone, relative to that of the points
// of a driven body if it may touch one and that is more [m²/s⁴].
func (w *World) fallSq(isl *crowdIsland, i int32) float64 {
	c, field := &w.crowd.step, w.flights[i].field
	most := field.LenSq()
	if !isl.driven {
		return most
	}
	for _, d := range c.bodies[len(c.members):] {
		f := &w.flights[d]
		turns := float64((f.torque.Len() + f.s.L.LenSq()) * w.bodies[d].radius)
		a := field.Sub(f.field).Len() + turns
		most = max(most, float64(a*a))
	}
	return most
}

// workOn returns the work that an impulse on B and its moment about the origin of a pair do on the member of the pair
// at the velocity of what is driven on its other side, in the frame of the crowd [J]; and the slot of the member. The
// world is driven if the frame moves. The work is 0 for a pair of members.
func (c *crowdStep) workOn(pair *response.CrowdPair, j, m geom.Vec) (work float64, slot int) {
	free := int32(len(c.members))
	switch {
	case pair.A > free:
		a := &c.solver.Bodies[pair.A]
		return j.Dot(a.V.Add(a.W.Cross(pair.RA))) + m.Dot(a.W), int(pair.B) - 1
	case pair.B > free:
		b := &c.solver.Bodies[pair.B]
		return -(j.Dot(b.V.Add(b.W.Cross(pair.RB))) + m.Dot(b.W)), int(pair.A) - 1
	case pair.B == 0:
		return j.Dot(c.frame.v), int(pair.A) - 1
	}
	return 0, int(pair.A) - 1
}

// workOnDriven returns the work on the member of a pair of the current impulses of the solver, as workOn.
func (w *World) workOnDriven(k int32) float64 {
	c := &w.crowd.step
	pair := &c.solver.Pairs[k]
	free := int32(len(c.members))
	if pair.A <= free && pair.B <= free && pair.B > 0 {
		return 0
	}
	jn, jt, mn, mt := c.solver.Wrench(pair)
	work, _ := c.workOn(pair, jn.Add(jt), mn.Add(mt).Add(c.solver.TurnImpulse(k)))
	return work
}

// drivesWork returns the work that what is driven does on an island by the impulses of this moment [J].
func (w *World) drivesWork(isl *crowdIsland) float64 {
	c := &w.crowd.step
	sum := 0.0
	for _, k := range c.order[isl.first:isl.end] {
		sum += w.workOnDriven(k) - c.pairs[k].atWork
	}
	return sum
}

// bookDriven enters what driven bodies give in a pair of the solver, and adds up their work.
func (w *World) bookDriven(k int32) {
	c := &w.crowd.step
	pair, place, g := &c.solver.Pairs[k], c.pairs[k].place, &c.pairs[k].given
	work, slot := c.workOn(pair, g.jn.Add(g.jt), g.mn.Add(g.mt))
	c.frame.work[slot] += work
	d, lever, sign := pair.A, pair.RA, 1.0
	if free := int32(len(c.members)); pair.A <= free {
		if pair.B <= free {
			return
		}
		d, lever, sign = pair.B, pair.RB, -1
	}
	b := &c.solver.Bodies[d]
	v := c.frame.v.Add(b.V).Add(b.W.Cross(lever))
	for cause, jm := range [2][2]geom.Vec{{g.jn, g.mn}, {g.jt, g.mt}} {
		j, m := jm[0].Scale(sign), jm[1].Scale(sign)
		w.book([2]record.Cause{record.ByContacts, record.ByFriction}[cause], 0, j, place.Cross(j).Add(m))
		w.book(record.ByDrives, j.Dot(v)+m.Dot(b.W), geom.Vec{}, geom.Vec{})
	}
}
