package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/record"
)

// maxContactTurn is the largest rotation of a body in a substep [rad], as far as maxSubsteps allows: contacts keep the
// position and normal that they have at its start. A body whose points would deviate from straight paths by more than a
// quarter of the slop turns less.
const (
	maxContactTurn = 0.05
	maxSubsteps    = 16384
)

// substepEnd returns the end of the substep that starts at t. The rest of the step is divided into equal substeps, none
// longer than Step/Substeps, and none in which a member turns too far.
func (w *World) substepEnd(t float64, members []int32) float64 {
	h := w.set.Step
	left := h - t
	n := math.Ceil(float64(left*float64(w.set.Substeps))/h - 1e-9)
	for _, i := range members {
		f := &w.flights[i]
		turn := math.Min(maxContactTurn, math.Sqrt(0.5*w.set.Slop/w.bodies[i].radius))
		piece := turn / w.bodies[i].mass.AngularVelocity(f.s.Q, f.s.L).Len()
		if least := float64(h / maxSubsteps); !(piece > least) {
			piece = least
		}
		if k := math.Ceil(left/piece - 1e-9); k > n {
			n = k
		}
	}
	if n <= 1 {
		return h
	}
	return t + left/n
}

// solveSubstep solves the contacts of island n for the substep that starts at t: the velocities of its bodies at the
// end of the substep. It sets the motion of each body over the substep.
func (w *World) solveSubstep(n int32, t float64) {
	isl := &w.islands[n]
	isl.t, isl.t1 = t, w.set.Step
	w.listSolverBodies(isl)
	w.moveDrivenOf(isl, t)
	if isl.repeats = t == 0 && w.repeats(n); !isl.repeats {
		w.solveIsland(n, t)
	}
	isl.stamp++
	for _, i := range isl.members {
		f := &w.flights[i]
		f.t0, f.t1 = t, isl.t1
		f.stamp++
	}
	w.restoreDriven()
	w.queue.push(event{t: isl.t1, kind: substepEnd, a: n, stampA: isl.stamp})
	w.queueSecondImpacts(isl)
}

// solveIsland solves the contacts of island n for the substep that starts at t, and sets its end: a shorter substep is
// tried when bodies turn too far in it.
func (w *World) solveIsland(n int32, t float64) {
	isl := &w.islands[n]
	isl.yields = false
	isl.single = w.onlyWheels(isl)
	if isl.quiet = !isl.single && w.quiet(isl); !isl.single && !isl.quiet {
		isl.t1 = w.substepEnd(t, isl.bodies)
	}
	if isl.longest > 0 {
		// What has failed once fails again soon: the length grows by and by.
		if isl.t1 > t+isl.longest {
			isl.t1, isl.longest = t+isl.longest, float64(2*isl.longest)
		} else {
			isl.longest = 0
		}
	}
	for {
		if isl.pile = false; !isl.quiet {
			w.asPile(isl)
		}
		share := w.solveGivenSubstep(n, t)
		if isl.quiet && !w.staysQuiet(isl) {
			if w.leftOut(isl) && w.joinsCrowd(isl) {
				return
			}
			isl.quiet, isl.t1 = false, w.substepEnd(t, isl.bodies)
			continue
		}
		if h := float64((isl.t1 - t) * share); share == 1 || !(h > w.set.Step/maxSubsteps) {
			return
		} else {
			isl.t1 = t + h
		}
	}
}

// solveGivenSubstep is solveSubstep for an island whose substep is set. It returns the share of the substep after which
// it should end, usually 1.
func (w *World) solveGivenSubstep(n int32, t float64) (share float64) {
	isl := &w.islands[n]
	h := isl.t1 - t
	s := &isl.solver
	s.Reset()
	s.Quiet, s.Yields, s.Early, isl.found = isl.quiet, isl.yields, isl.pile, true
	w.fillBodies(isl, h)
	w.fillRows(isl, n, t, h)
	isl.points = int32(len(isl.keys))
	if isl.points > settledPoints && w.atRest(isl) {
		s.StartsAtRest, s.Cold = isl.quiet, isl.cold()
	}
	set := w.contactSettings(isl)
	_, ok := s.Solve(isl.centres, h, set)
	if s.Unchanged && !w.settles(isl) {
		_, ok = s.Continue(set)
	}
	if w.squeeze(isl) || w.wedgedIn(isl) {
		return w.solveGivenSubstep(n, t)
	}
	if !ok {
		isl.found = false
		w.passesEvent(isl)
	}
	if (!w.closeJoints(isl, h) || w.stopsTurn(isl, h) || s.Gains(maxJointClosing)) && float64(divergedShare*h) > w.set.Step/maxSubsteps {
		w.leaveSlots(isl)
		isl.longest = float64(2 * divergedShare * h)
		return divergedShare
	}
	w.applyContactForces(isl, h)
	some, share := w.correctForRotation(isl, h)
	if w.squeeze(isl) || some && w.wedgedIn(isl) {
		return w.solveGivenSubstep(n, t)
	}
	if some && share == 1 {
		w.applyContactForces(isl, h)
	}
	if !s.Unchanged && t == 0 && h == w.set.Step {
		s.Unchanged = isl.quiet && isl.found && isl.points <= settledPoints && w.atRest(isl) && w.loadsAsBefore(isl, h)
	}
	w.leaveSlots(isl)
	return share
}

// divergedShare is the share of a substep that is tried where joints do not close over all of it, their stops turn too far, or they give
// energy.
const divergedShare = 0.25

// leaveSlots ends the use of the bodies of an island by its solver.
func (w *World) leaveSlots(isl *island) {
	for _, i := range isl.bodies {
		w.slotOf[i] = -1
	}
}

// fillBodies gives an island's solver its bodies, with the velocities that forces alone lead to in a substep of length
// h.
func (w *World) fillBodies(isl *island, h float64) {
	isl.centres, isl.start = isl.centres[:0], isl.start[:0]
	for slot, i := range isl.bodies {
		f, m := &w.flights[i], &w.bodies[i].mass
		w.slotOf[i] = int32(slot)
		invMass, inv := w.bodies[i].inverse(f.s.Q)
		l := f.s.L.AddScaled(f.torque, h)
		w0 := inv.Apply(f.s.L)
		b := response.ContactBody{
			InvMass: invMass, InvInertia: inv,
			V: f.s.V.AddScaled(f.field, h), W: w.turnedOn(i, &inv, w0, l, h),
			V0: f.s.V, W0: w0,
		}
		if w.bodies[i].driven {
			b.W, b.W0 = m.AngularVelocity(f.s.Q, l), m.AngularVelocity(f.s.Q, f.s.L)
		}
		isl.solver.Bodies = append(isl.solver.Bodies, b)
		isl.centres = append(isl.centres, f.s.X)
		isl.start = append(isl.start, f.s)
	}
}

// fillRows gives the solver of island n its rows for the substep of length h from t on: tyres, contacts and joints.
func (w *World) fillRows(isl *island, n int32, t, h float64) {
	isl.keys, isl.seps, isl.warmed, isl.held = isl.keys[:0], isl.seps[:0], isl.warmed[:0], isl.held[:0]
	isl.secondImpacts = isl.secondImpacts[:0]
	for _, i := range isl.members {
		w.addTyres(isl, i, h)
		w.onMeshes = w.onMeshes[:0]
		for k := 0; k < len(w.pairsOf[i]); k++ {
			if p := w.pairsOf[i][k]; w.ownsPair(i, p) && !w.pairs[p].sensor {
				w.addRows(isl, n, p, t, h)
			}
		}
		w.addGroundRows(isl, h)
		w.addMeshRows(isl, i, h)
	}
	w.addIslandJoints(isl, h)
	w.addIslandDampers(isl, h)
	w.addIslandWheels(isl, h)
}

// endSubstep moves an island to the end of its substep, removes the bias from its velocities, and starts the next
// substep.
func (w *World) endSubstep(n int32) {
	isl := &w.islands[n]
	if isl.repeats || isl.solver.Unchanged {
		w.endAtRest(n)
		return
	}
	w.endPiece(isl)
	w.saveWarm(isl)
	w.nextSubstep(n)
}

// endPiece moves the members of an island to the end of its substep.
func (w *World) endPiece(isl *island) {
	for _, i := range isl.members {
		w.advance(i, isl.t1)
	}
	w.moveDrivenOf(isl, isl.t1)
	w.bookSubstep(isl, isl.t1-isl.t)
	w.relax(isl)
	w.restoreDriven()
}

// nextSubstep starts the next substep, unless the step is over.
func (w *World) nextSubstep(n int32) {
	isl := &w.islands[n]
	if !(isl.t1 < w.set.Step) {
		return
	}
	w.solveSubstep(n, isl.t1)
	isl = &w.islands[n]
	for _, i := range isl.members {
		w.widen(i, w.set.Step-isl.t)
	}
	for _, i := range isl.members {
		for k := 0; k < len(w.pairsOf[i]); k++ {
			p := &w.pairs[w.pairsOf[i][k]]
			if p.a != i && p.b >= 0 && w.flights[p.a].island == n {
				continue
			}
			w.search(w.pairsOf[i][k])
		}
	}
}

// relax removes the bias from the velocities of an island whose bodies have moved through a substep. If only tyres hold
// them nothing was biased, and the state remains as integrated.
func (w *World) relax(isl *island) {
	s := &isl.solver
	if len(s.Points)+len(s.Joints) == 0 {
		return
	}
	w.bookTwists(isl)
	for slot, i := range isl.bodies {
		f, b := &w.flights[i], &s.Bodies[slot]
		_, b.InvInertia = w.bodies[i].inverse(f.s.Q)
		b.V, b.W = f.s.V, b.InvInertia.Apply(f.s.L)
		if w.bodies[i].driven {
			b.W = f.s.L
		}
		isl.centres[slot] = f.s.X.Sub(isl.start[slot].X)
	}
	w.setJointGoals(isl)
	_, ok := s.Relax(isl.centres, w.contactSettings(isl))
	if w.squeeze(isl) {
		return
	}
	if !ok {
		w.usedPasses(isl)
	}
	s.SumChanges()
	for slot, i := range isl.members {
		f, b := &w.flights[i], &s.Bodies[slot]
		f.s.V = f.s.V.AddScaled(b.DP, b.InvMass)
		f.s.L = f.s.L.Add(b.DL)
	}
	w.bookRelaxed(isl)
}

// passesEvent raises a limit event because the contact solver has used up its passes, where these are not to end early anyway.
func (w *World) passesEvent(isl *island) {
	if !isl.pile {
		w.usedPasses(isl)
	}
}

// usedPasses raises a limit event, once per step, because the contact solver has used up its passes.
func (w *World) usedPasses(isl *island) {
	if w.passesReported || isl.quiet {
		return
	}
	w.passesReported = true
	w.addEvent(record.Event{Kind: record.Limit, A: isl.members[0], B: -1, Time: w.time() + isl.t, Detail: "contact-passes"})
}
