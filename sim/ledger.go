package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// ledger is the balance of the current step. Every row is computed where it arises, none as a remainder.
type ledger struct {
	rows       [record.Causes]record.LedgerRow
	causes     []record.Cause // those that can arise in the run
	motions    []heldMotion   // of each body
	remainders []remainder    // of each of them, behind the step at hand
	wrenches   []wrench
	before     []record.Twist // of an island's members
}

// heldMotion is the motion of a body in the step under held forces, from which their work follows.
type heldMotion struct {
	time  float64  // moved [s]
	path  geom.Vec // of the centre of mass [m]
	turn  geom.Vec // integral of the angular velocity, by the mean of both ends of each piece [rad]
	place geom.Vec // integral of where a held force acts: of x + v h/2 over each piece of length h [m s]
}

// wrench is a force and a torque about the centre of mass that act on a body all through the step.
type wrench struct {
	body  int32
	cause record.Cause // of the momentum
	works record.Cause // of the energy
	f     geom.Vec     // [N]
	tau   geom.Vec     // [N m]
}

// openLedger starts the balance of a step.
func (w *World) openLedger() {
	l := &w.ledger
	l.clear()
	clear(l.motions)
	l.wrenches = l.wrenches[:0]
}

// clear sets all rows to zero.
func (l *ledger) clear() {
	for c := range l.rows {
		l.rows[c] = record.LedgerRow{Cause: record.Cause(c)}
	}
}

// add adds the rows to others.
func (l *ledger) add(to *[record.Causes]record.LedgerRow) {
	for c := range l.rows {
		r, o := &l.rows[c], &to[c]
		r.Energy, r.P, r.L = o.Energy+r.Energy, o.P.Add(r.P), o.L.Add(r.L)
	}
}

func (w *World) book(c record.Cause, energy float64, p, l geom.Vec) {
	r := &w.ledger.rows[c]
	r.Energy += energy
	r.P, r.L = r.P.Add(p), r.L.Add(l)
}

// bookMotion records the motion of a body from s0 to s1 in the time h under held forces. The work of the torque is
// taken with the mean of the angular velocities at both ends. The rest of the change of the rotational energy L·w/2 is
// (L0·w1
// - L1·w0)/2: without torque, the error of the attitude alone.
func (w *World) bookMotion(i int32, s0, s1 *rigid.State, acc, tau geom.Vec, h float64) {
	if f := w.integratorErrorOf(i, s0, s1, acc, tau, h); !w.bodies[i].driven {
		w.bookIntegratorError(&f)
	}
}

// integratorError is the error of the integrator in a motion: the momentum and angular momentum that it adds, and the
// energy, which without torque is that of the attitude.
type integratorError struct {
	p, l     geom.Vec // [N s], [N m s]
	energy   float64  // [J]
	attitude bool
}

// integratorErrorOf is bookMotion without the parts shared by bodies.
func (w *World) integratorErrorOf(i int32, s0, s1 *rigid.State, acc, tau geom.Vec, h float64) integratorError {
	b := &w.bodies[i]
	if b.driven {
		return integratorError{}
	}
	l := &w.ledger.motions[i]
	w0, w1 := b.mass.AngularVelocity(s0.Q, s0.L), b.mass.AngularVelocity(s1.Q, s1.L)
	half := float64(0.5 * h)
	l.time += h
	l.path = l.path.AddScaled(s0.V.Add(s1.V), half)
	l.turn = l.turn.AddScaled(w0.Add(w1), half)
	at := s0.X.AddScaled(s0.V, half)
	l.place = l.place.AddScaled(at, h)
	// What rounding has added to velocity, angular momentum and position: the same in every step if the force is.
	dv := s1.V.Sub(s0.V).AddScaled(acc, -h).Scale(b.mass.M)
	dl := s1.L.Sub(s0.L).AddScaled(tau, -h)
	dx := s1.X.Sub(s0.X).AddScaled(s0.V.Add(s1.V), -half)
	f := integratorError{p: dv, l: at.Cross(dv).Add(dx.Cross(s1.V).Scale(b.mass.M)).Add(dl), attitude: tau == geom.Vec{}}
	if f.attitude {
		f.energy = float64(0.5 * s0.L.Dot(w1.Sub(w0)))
	} else {
		f.energy = float64(0.5 * (s0.L.Dot(w1) - s1.L.Dot(w0)))
	}
	return f
}

// bookIntegratorError enters the error of the integrator.
func (w *World) bookIntegratorError(f *integratorError) {
	cause := record.ByNumerical
	if f.attitude {
		cause = record.ByAttitude
	}
	w.book(record.ByNumerical, 0, f.p, f.l)
	w.book(cause, f.energy, geom.Vec{}, geom.Vec{})
}

// closeLedger enters the effect of the held forces, at the end of the step.
func (w *World) closeLedger() {
	for i := range w.bodies {
		l := &w.ledger.motions[i]
		if !(l.time > 0) {
			continue
		}
		g := w.gravity.Scale(w.bodies[i].mass.M)
		w.book(record.ByGravity, g.Dot(l.path), g.Scale(l.time), l.place.Cross(g))
	}
	for i := range w.ledger.wrenches {
		f := &w.ledger.wrenches[i]
		l := &w.ledger.motions[f.body]
		if !(l.time > 0) {
			continue
		}
		w.book(f.works, f.f.Dot(l.path)+f.tau.Dot(l.turn), geom.Vec{}, geom.Vec{})
		w.book(f.cause, 0, f.f.Scale(l.time), l.place.Cross(f.f).AddScaled(f.tau, l.time))
	}
}

// external reports whether a slot of a contact problem is outside of the balance: the world, or a body with prescribed
// motion.
func (w *World) external(bodies []int32, slot int32) bool {
	return slot < 0 || w.bodies[bodies[slot]].driven
}

// bookTwists stores the velocities of an island's members.
func (w *World) bookTwists(isl *island) {
	w.ledger.before = w.ledger.before[:0]
	for _, i := range isl.bodies {
		f := &w.flights[i]
		w.ledger.before = append(w.ledger.before, w.bodies[i].twist(&f.s))
	}
}

// bookSubstep enters the effect of an island's contacts in a completed substep of length h, with the impulses spread
// over it.
func (w *World) bookSubstep(isl *island, h float64) {
	w.ledger.before = w.ledger.before[:0]
	for slot, i := range isl.bodies {
		s := &isl.start[slot]
		w.ledger.before = append(w.ledger.before, w.bodies[i].twist(s))
	}
	half := float64(0.5 * h)
	for slot := range isl.bodies {
		isl.centres[slot] = isl.start[slot].X.AddScaled(isl.start[slot].V, half)
	}
	w.bookRows(isl, (*response.ContactPoint).Impulse, (*response.TyreRow).Impulse)
	w.bookTurns(isl, (*response.ContactSolver).TurnImpulse)
	w.gatherForces(isl, false)
	for k := range isl.solver.Joints {
		j := &isl.solver.Joints[k]
		w.bookJoint(isl.bodies, j, j.J, isl.centres, w.ledger.before)
		w.addLasting(isl.joints[k], j.J)
	}
	w.bookStops(isl, (*response.ContactPoint).Impulse)
	w.bookJointTurns(isl, (*response.JointTurn).Parts)
	w.bookDampers(isl)
}

// bookRelaxed enters the changes by Relax, at one moment.
func (w *World) bookRelaxed(isl *island) {
	for slot, i := range isl.bodies {
		isl.centres[slot] = w.flights[i].s.X
	}
	w.bookRows(isl, (*response.ContactPoint).Change, (*response.TyreRow).Change)
	w.bookTurns(isl, (*response.ContactSolver).TurnChange)
	w.gatherForces(isl, true)
	for k := range isl.solver.Joints {
		j := &isl.solver.Joints[k]
		w.bookJoint(isl.bodies, j, j.Change(), isl.centres, w.ledger.before)
		w.addLasting(isl.joints[k], j.Change())
	}
	w.bookStops(isl, (*response.ContactPoint).Change)
	w.bookJointTurns(isl, (*response.JointTurn).Changes)
}

// bookRows enters impulses of an island's rows: j·(u before + u after)/2, u the velocity of B's point relative to A's.
func (w *World) bookRows(isl *island, ofPoint func(*response.ContactPoint) geom.Vec, ofTyre func(*response.TyreRow) geom.Vec) {
	mean := w.ledger.before
	for slot, i := range isl.bodies {
		f := &w.flights[i]
		m := &mean[slot]
		m.V = m.V.Add(f.s.V).Scale(0.5)
		m.W = m.W.Add(w.bodies[i].mass.AngularVelocity(f.s.Q, f.s.L)).Scale(0.5)
	}
	for n := range isl.keys {
		p := &isl.solver.Points[n]
		j := ofPoint(p)
		if j == (geom.Vec{}) {
			continue
		}
		ra, rb := p.Levers()
		var ua, ub geom.Vec
		if p.A >= 0 {
			ua = mean[p.A].V.Add(mean[p.A].W.Cross(ra))
		}
		if p.B >= 0 {
			ub = mean[p.B].V.Add(mean[p.B].W.Cross(rb))
		}
		at := w.pointOfAction(isl, p)
		normal := record.ByContacts
		if p.Separation < -w.set.Slop {
			normal = record.ByCorrection
		}
		jn := p.N.Scale(j.Dot(p.N))
		outA, outB := w.external(isl.bodies, p.A), w.external(isl.bodies, p.B)
		w.bookImpulse(normal, jn, at, ua, ub, outA, outB)
		if grip := p.FrictionOffset(); grip != (geom.Vec{}) {
			at = at.Add(grip)
			if p.A >= 0 {
				ua = ua.Add(mean[p.A].W.Cross(grip))
			}
			if p.B >= 0 {
				ub = ub.Add(mean[p.B].W.Cross(grip))
			}
		}
		w.bookImpulse(record.ByFriction, j.Sub(jn), at, ua, ub, outA, outB)
	}
	for n := range isl.solver.Tyres {
		t := &isl.solver.Tyres[n]
		j, r := ofTyre(t), t.Lever()
		m, ground := &mean[t.Body], geom.Vec{}
		if t.Ground >= 0 {
			o := &mean[t.Ground]
			ground = o.V.Add(o.W.Cross(t.GroundLever()))
		}
		w.bookImpulse(record.ByTyres, j, isl.centres[t.Body].Add(r), ground, m.V.Add(m.W.Cross(r)), w.external(isl.bodies, t.Ground), false)
	}
}

// bookTurns enters angular impulses of an island's contacts, at the mean velocities computed by bookRows.
func (w *World) bookTurns(isl *island, of func(*response.ContactSolver, *response.TurnRow) geom.Vec) {
	for n := range isl.solver.Turns {
		t := &isl.solver.Turns[n]
		l, p := of(&isl.solver, t), &isl.solver.Points[t.Point]
		for e, slot := range [2]int32{p.A, p.B} {
			if slot < 0 {
				continue
			}
			w.bookCouple(isl, record.ByFriction, slot, forceOnEnd(e, l))
		}
	}
}

// bookCouple enters an angular impulse q on a body of an island, at the mean velocities computed by bookRows.
func (w *World) bookCouple(isl *island, c record.Cause, slot int32, q geom.Vec) {
	work := q.Dot(w.ledger.before[slot].W)
	if w.external(isl.bodies, slot) {
		w.bookOutside(c, work)
		return
	}
	w.book(c, work, geom.Vec{}, q)
}

// bookOutside enters the work of a cause on a body with a prescribed motion: what such a body takes, it gives by moving.
func (w *World) bookOutside(c record.Cause, work float64) {
	w.book(c, work, geom.Vec{}, geom.Vec{})
	w.book(record.ByDrives, 0-work, geom.Vec{}, geom.Vec{})
}

// bookImpulse enters the impulse j on B, opposite on A, at a place where their mean velocities are ua and ub. Momentum
// is entered if one of them is outside of the balance, and the work of an outside body's motion.
func (w *World) bookImpulse(c record.Cause, j, at, ua, ub geom.Vec, outA, outB bool) {
	w.book(c, j.Dot(ub.Sub(ua)), geom.Vec{}, geom.Vec{})
	switch {
	case outA && outB:
	case outA:
		w.book(c, 0, j, at.Cross(j))
		w.book(record.ByDrives, j.Dot(ua), geom.Vec{}, geom.Vec{})
	case outB:
		w.book(c, 0, j.Neg(), at.Cross(j).Neg())
		w.book(record.ByDrives, 0-j.Dot(ub), geom.Vec{}, geom.Vec{})
	}
}

// bookImpact enters the impulses of a pair of a solved impact problem.
func (w *World) bookImpact(row *impactRow) {
	p := &w.pairs[row.pair]
	after := w.twists(p)
	normal := record.ByRestitution
	if row.exhausted {
		normal = record.ByLimits
	}
	outA, outB := w.bodies[p.a].driven, p.b < 0 || w.bodies[p.b].driven
	for n := row.first; n < row.end; n++ {
		q := &w.impactPoints[n]
		j := q.Impulse.Neg()
		if j == (geom.Vec{}) {
			continue
		}
		ua := w.meanVelocity(p.a, &row.before[0], &after[0], q.P)
		ub := geom.Vec{}
		if p.b >= 0 {
			ub = w.meanVelocity(p.b, &row.before[1], &after[1], q.P)
		}
		jn := q.N.Scale(j.Dot(q.N))
		w.bookImpulse(normal, jn, q.P, ua, ub, outA, outB)
		w.bookImpulse(record.ByFriction, j.Sub(jn), q.P, ua, ub, outA, outB)
	}
}

// meanVelocity returns the mean of the velocities of body i's material point at x before and after.
func (w *World) meanVelocity(i int32, before, after *record.Twist, x geom.Vec) geom.Vec {
	r := x.Sub(w.flights[i].s.X)
	return before.V.Add(after.V).Add(before.W.Add(after.W).Cross(r)).Scale(0.5)
}

// bookTurning enters what changes the tread speed of a wheel with inertia from one value to another in a time [s], [m/s].
func (w *World) bookTurning(by *vehicle.Turning, time, from, to float64) {
	way := float64(0.5 * float64(time*(from+to)))
	w.book(record.ByEngines, float64(by.Engine*way), geom.Vec{}, geom.Vec{})
	w.book(record.ByBrakes, float64(by.Brake*way), geom.Vec{}, geom.Vec{})
	w.book(record.ByTyres, float64(by.Road*way), geom.Vec{}, geom.Vec{})
}

// bookSpin enters what turns a wheel on the road up to time t of the step: engine, brake and tyre as settled, and, below
// the speeds at which tyres slip, the road on which it rolls without slip.
func (w *World) bookSpin(wheel *vehicle.Wheel, g *grip, settled, to, t float64) {
	if !(wheel.Tread > 0) {
		return
	}
	w.bookTurning(&g.Turning, t-g.since, g.from, settled)
	rolls := float64(wheel.Tread * (to - settled))
	w.book(record.ByTyres, float64(0.5*float64(rolls*(to+settled))), geom.Vec{}, geom.Vec{})
}

// bookAsleep enters the motion that a body loses when it falls asleep.
func (w *World) bookAsleep(i int) {
	b, s := &w.bodies[i], &w.state.bodies[i]
	if b.driven {
		return
	}
	p := s.V.Scale(b.mass.M)
	w.book(record.BySleep, 0-b.mass.KineticEnergy(s), p.Neg(), s.X.Cross(p).Add(s.L).Neg())
}

// shorten corrects the angular momentum of an island's bodies if only a share of a substep has passed, whose impulses
// were given at the levers of the whole, before the substep is entered at the right levers. The integrator's energy was
// entered without the impulses.
func (w *World) shorten(isl *island, share float64) {
	isl.solver.Shorten(share)
	w.shortenJoints(isl, float64(share*(isl.t1-isl.t)))
	for slot, i := range isl.members {
		dl := isl.solver.Bodies[slot].DL
		if b := &w.bodies[i]; dl != (geom.Vec{}) {
			f, s := &w.flights[i], &isl.start[slot]
			before := b.mass.AngularVelocity(f.s.Q, f.s.L)
			f.s.L = f.s.L.Add(dl)
			after := b.mass.AngularVelocity(f.s.Q, f.s.L)
			energy := s.L.Dot(after.Sub(before)) - dl.Dot(b.mass.AngularVelocity(s.Q, s.L))
			w.book(record.ByNumerical, float64(0.5*energy), geom.Vec{}, geom.Vec{})
			// The held torques have worked along the mean of the angular velocities at both ends.
			l := &w.ledger.motions[i]
			l.turn = l.turn.AddScaled(after.Sub(before), float64(float64(0.5*share)*(isl.t1-isl.t)))
		}
	}
}
