package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
)

// crowdIsland is an island of bodies in touch: a range of pairs in crowdStep.order.
type crowdIsland struct {
	first, end int32
	tolerances response.CrowdTolerances
	moves      bool
	again      bool // pairs of it have come to it since its impulses were found
	driven     bool // it touches, or may touch, driven bodies
	// Its bodies that are not driven are crowdStep.slots from firstSlot to endSlot.
	firstSlot, endSlot int32
	deepest            float64 // the least separation in it [m]
}

// groupCrowdRows finds the islands of the substep: the pairs of bodies in touch, in the order of their first bodies.
func (w *World) groupCrowdRows() {
	c := &w.crowd.step
	n := len(c.solver.Bodies)
	c.parent, c.island, c.speeds, c.counts = resized(c.parent, n), resized(c.island, n), resized(c.speeds, n), resized(c.counts, n)
	c.push, c.mean = resized(c.push, n), resized(c.mean, n)
	for i := range c.parent {
		c.parent[i], c.island[i], c.speeds[i], c.counts[i] = int32(i), -1, 0, 0
	}
	pairs := c.solver.Pairs
	for k := range pairs {
		if p := &pairs[k]; p.B > 0 {
			unite(c.parent, p.A, p.B)
		}
	}
	free := len(c.members) + 1 // from here on bodies are driven
	for i := 1; i < free; i++ {
		root := rootOf(c.parent, int32(i))
		c.speeds[root] += c.start[i-1].V.Sub(c.frame.v).LenSq()
		c.counts[root]++
	}
	c.islands = c.islands[:0]
	for k := range pairs {
		root := rootOf(c.parent, pairs[k].A)
		if c.island[root] < 0 {
			c.island[root] = int32(len(c.islands))
			c.islands = append(c.islands, w.newCrowdIsland(math.Sqrt(c.speeds[root]/c.counts[root])))
		}
		isl := &c.islands[c.island[root]]
		isl.end++
		isl.again = isl.again || pairs[k].Changed
		isl.driven = isl.driven || int(max(pairs[k].A, pairs[k].B)) >= free
		isl.deepest = min(isl.deepest, c.pairs[k].deepest)
	}
	for i := 1; i < free; i++ {
		if at := c.island[rootOf(c.parent, int32(i))]; at >= 0 {
			c.islands[at].endSlot++
		}
	}
	at, slot := int32(0), int32(0)
	for i := range c.islands {
		isl := &c.islands[i]
		if isl.end <= crowdFew {
			isl.tolerances.Local = isl.tolerances.Residual
		}
		if w.sunk(isl) && !isl.driven {
			isl.tolerances.Passes = min(crowdFrees, w.set.Passes)
		}
		isl.first, isl.end, at = at, at, at+isl.end
		isl.firstSlot, isl.endSlot, slot = slot, slot, slot+isl.endSlot
	}
	c.slots = resized(c.slots, n)
	for i := 1; i < free; i++ {
		if at := c.island[rootOf(c.parent, int32(i))]; at >= 0 {
			isl := &c.islands[at]
			c.slots[isl.endSlot] = int32(i)
			isl.endSlot++
			c.solver.Bodies[i].Local = w.ownLocal(isl, int32(i))
		}
	}
	c.order = resized(c.order, len(pairs))
	for k := range pairs {
		isl := &c.islands[c.island[rootOf(c.parent, pairs[k].A)]]
		c.order[isl.end] = int32(k)
		isl.end++
	}
	c.batchIslands()
}

// newCrowdIsland returns an island without pairs whose bodies have the given mean speed [m/s].
func (w *World) newCrowdIsland(speed float64) crowdIsland {
	residual := w.crowdResidual(speed)
	closes := w.set.Slop / w.crowd.step.h
	local := math.Max(residual, math.Min(float64(crowdLocal*residual), closes))
	return crowdIsland{moves: speed > crowdMoves, tolerances: response.CrowdTolerances{
		Residual: residual, Local: local, Rough: closes, Passes: min(crowdPasses, w.set.Passes),
	}}
}

// crowdResidual returns the speed at which the passes over bodies with the given mean speed end [m/s].
func (w *World) crowdResidual(speed float64) float64 {
	return math.Max(float64(crowdStill*w.set.Residual), float64(crowdAccuracy*speed))
}

// sunk reports whether something in an island has sunk in deep.
func (w *World) sunk(isl *crowdIsland) bool { return isl.deepest < -crowdSunk*w.set.Slop }

// ownLocal returns the local tolerance of the member of an island in a slot, by its own speed at the start of the step
// [m/s]; 0, for none, where the island is fast.
func (w *World) ownLocal(isl *crowdIsland, slot int32) float64 {
	c := &w.crowd.step
	if isl.tolerances.Residual > float64(crowdAccuracy*crowdRaces) {
		return 0
	}
	i := c.bodies[slot-1]
	s := &w.state.bodies[i]
	speed := s.V.Sub(c.frame.v).Len() + float64(c.solver.Bodies[slot].InvInertia.Apply(s.L).Len()*w.bodies[i].radius)
	least := math.Max(float64(crowdRest*w.set.Residual), float64(crowdOwn*isl.tolerances.Residual))
	return math.Max(least, float64(crowdLocal*float64(crowdAccuracy*speed)))
}

// solveCrowd solves the impulses of an island at the start of a substep. The warm start may be far off, as after a
// blow: if it would give the bodies more than twice the energy that they have and gain by falling through the substep,
// they start from zero impulses. So they do if driven bodies would do far more work than moves and carries such bodies:
// they may have no room. The bodies may end up with no more energy than at the start of the step, plus what
// they have gained by falling since, plus a quarter of fallEnergy: that of the upward velocity of a body at rest.
func (w *World) solveCrowd(isl *crowdIsland) {
	c := &w.crowd.step
	order := c.order[isl.first:isl.end]
	fall, most := w.fallEnergy(isl), 0.0
	if isl.moves || isl.driven {
		most = w.kineticEnergy(isl) + fall
	}
	for _, k := range order {
		c.solver.Start(&c.solver.Pairs[k])
	}
	switch {
	case w.overdriven(isl, most):
		c.forgetImpulses(isl)
		w.startCold(isl)
		if w.jammed(isl) {
			w.solveJammed(isl)
			return
		}
	case isl.moves && w.crowdEnergy(isl) > 2*most:
		w.startCold(isl)
	}
	w.solveWithin(isl, w.energyAtStart(isl)+float64(0.25*fall), isl.tolerances)
}

// startCold makes the bodies of an island start from zero impulses.
func (w *World) startCold(isl *crowdIsland) {
	c := &w.crowd.step
	for _, k := range c.order[isl.first:isl.end] {
		c.solver.Clear(&c.solver.Pairs[k])
	}
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		b, s := &c.solver.Bodies[slot], &c.start[slot-1]
		b.V, b.W = s.V.Sub(c.frame.v), b.InvInertia.Apply(s.L)
	}
}

// solveAgain solves the impulses of an island with changed pairs, from those found without these.
func (w *World) solveAgain(isl *crowdIsland) {
	c := &w.crowd.step
	fall := w.fallEnergy(isl)
	most := w.energyAtStart(isl) + float64(0.25*fall)
	if isl.driven && w.overdriven(isl, w.kineticAtStart(isl)+fall) {
		c.forgetImpulses(isl)
		w.startCold(isl)
		if w.jammed(isl) {
			w.solveJammed(isl)
			return
		}
		w.solveWithin(isl, most, isl.tolerances)
		return
	}
	c.solver.Resolve(c.order[isl.first:isl.end], &isl.tolerances)
	if w.crowdEnergy(isl) <= most {
		return
	}
	w.solveWithin(isl, most, isl.tolerances)
}

// solveLast solves the last impulses of an island in a step. They leave it no more energy than it had at the start,
// plus what it has gained by falling since.
func (w *World) solveLast(isl *crowdIsland) {
	if w.jammed(isl) {
		return
	}
	w.solveWithin(isl, w.energyAtStart(isl), isl.tolerances)
}

// solveWithin makes the passes over an island. If they leave its bodies more energy than most [J], rebounds are damped;
// without any the passes ended too early and continue, each time with twice as many and to a tenth of the residual, until
// that changes nothing. Impulses at both ends of a step that differ leave it more, or less, than it had: with positions as they
// are at its start the energy of what rolls over a hill, or begins to fall, is right on the mean only.
func (w *World) solveWithin(isl *crowdIsland, most float64, t response.CrowdTolerances) {
	c := &w.crowd.step
	damped, was := 0, math.Inf(1)
	for n := 0; n < crowdMore; {
		c.solver.Solve(c.order[isl.first:isl.end], &t)
		energy := w.crowdEnergy(isl)
		if energy <= most || energy <= float64((1+response.ReboundRounding)*most) && c.anyRebounds(isl) {
			return
		}
		if damped < len(response.ReboundDamping) && c.dampRebounds(isl, response.ReboundDamping[damped]) {
			damped++
			continue
		}
		if math.Abs(energy-was) <= float64(crowdSame*(energy-most)) {
			return
		}
		was = energy
		n++
		t.Passes = min(2*t.Passes, w.set.Passes)
		t.Residual = float64(0.1 * t.Residual)
		t.Local, t.Rough = t.Residual, t.Residual
	}
}

// crowdEnergy returns the kinetic energy of an island's bodies at the solver's velocities, without the work that driven
// bodies do on them by the impulses of this moment [J].
func (w *World) crowdEnergy(isl *crowdIsland) float64 {
	if !w.crowd.step.frame.used {
		return w.kineticEnergy(isl)
	}
	return w.kineticEnergy(isl) - w.drivesWork(isl)
}

// kineticEnergy returns the kinetic energy of an island's bodies at the solver's velocities [J].
func (w *World) kineticEnergy(isl *crowdIsland) float64 {
	c := &w.crowd.step
	sum := 0.0
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		i := c.members[slot-1]
		b, f, m := &c.solver.Bodies[slot], &w.flights[i], &w.bodies[i].mass
		sum += float64(m.M*b.V.LenSq()) + b.W.Dot(m.AngularMomentum(f.s.Q, b.W))
	}
	return float64(0.5 * sum)
}

// fallEnergy returns the kinetic energy of the velocities that forces alone give an island's bodies in a substep,
// relative to what is driven if that is more [J].
func (w *World) fallEnergy(isl *crowdIsland) float64 {
	c := &w.crowd.step
	sum := 0.0
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		i := c.members[slot-1]
		sum += float64(w.bodies[i].mass.M * w.fallSq(isl, i))
	}
	return float64(float64(0.5*sum) * float64(c.h*c.h))
}

// energyAtStart returns the kinetic energy of an island's bodies at the start of the step, plus the work that the
// forces held over the step, and what is driven, have done on them up to where they are, in the frame of the crowd [J].
func (w *World) energyAtStart(isl *crowdIsland) float64 {
	c := &w.crowd.step
	sum := 0.0
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		i := c.members[slot-1]
		s, f, m := &w.state.bodies[i], &w.flights[i], &w.bodies[i].mass
		v, x := s.V.Sub(c.frame.v), f.s.X.Sub(s.X).Sub(c.frame.v.Scale(c.time))
		sum += float64(m.M*v.LenSq()) + m.AngularVelocity(s.Q, s.L).Dot(s.L) + float64(2*float64(m.M*f.field.Dot(x)))
		if c.frame.used {
			sum += float64(2 * c.frame.work[slot-1])
		}
	}
	return float64(0.5 * sum)
}

// resized returns a slice of length n that reuses list; its content is arbitrary.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}
