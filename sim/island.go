package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// island is a set of bodies that touch each other, or stand on their wheels, and take substeps together.
type island struct {
	root          int32
	members       []int32 // ascending
	bodies        []int32 // members, then the driven bodies that they may touch: the bodies of the solver, by slot
	dead          bool    // cut by an event; its members are in another island
	stamp         int32
	t, t1         float64 // the current substep
	quiet         bool    // almost nothing moves in it: one substep takes the rest of the step
	settled       bool    // at rest: its velocities at the end of the step are only the error of the passes
	single        bool    // one substep takes the rest of the step: vehicles that touch only with their tyres
	solver        response.ContactSolver
	keys          []rowKey // of the solver's points
	seps          []float64
	warmed        []int32  // of each of the solver's points: the index in scratch.warmRows of its warm start, -1 for none
	points        int32    // of the solver
	repeats       bool     // it repeats the last step, and the solver is empty
	met           bool     // a search has found an event with it
	found         bool     // the passes over its contacts have converged
	joints        []int32  // of the solver's joints
	held          []rowKey // of all points that the solver takes, before reduction
	secondImpacts []event  // of its pairs that have crushed and come in again
	centres       []geom.Vec
	start         []rigid.State
}

func (w *World) newIsland(root int32) int32 {
	n := len(w.islands)
	if n < cap(w.islands) {
		w.islands = w.islands[:n+1]
	} else {
		w.islands = append(w.islands, island{})
	}
	isl := &w.islands[n]
	isl.root, isl.dead, isl.members, isl.secondImpacts = root, false, isl.members[:0], isl.secondImpacts[:0]
	isl.repeats, isl.met, isl.points = false, false, 0
	isl.stamp++
	return int32(n)
}

// clearIslands begins the step without islands.
func (w *World) clearIslands() {
	w.islands = w.islands[:0]
	for i := range w.bodies {
		w.parent[i], w.held[i], w.grounded[i] = int32(i), false, false
	}
}

// formIslands groups the bodies in touch at the start of the step, except for crowds.
func (w *World) formIslands() {
	// Waking a sleeper adds pairs: the loop runs to the end of a list that may grow.
	w.linkJoints()
	w.startLinks()
	for k := 0; k < len(w.pairs); k++ {
		w.linkTouching(int32(k))
	}
	for i := range w.bodies {
		f := &w.flights[i]
		if f.still || w.bodies[i].driven || w.crowd.moved[i] {
			continue
		}
		if !w.held[i] && !w.onWheels(int32(i)) {
			continue
		}
		w.held[i] = true
		f.island = w.islandOf(w.root(int32(i)), 0)
		isl := &w.islands[f.island]
		isl.members = append(isl.members, int32(i))
	}
}

// linkTouching unites the two sides of pair k if they touch, and approach too slowly for an impact, and do not separate
// fast. This wakes a sleeping side.
func (w *World) linkTouching(k int32) {
	p := w.pairs[k]
	if p.sensor || w.crowd.moved[p.a] || p.b >= 0 && w.crowd.moved[p.b] {
		return
	}
	if w.united(&p) {
		return
	}
	if w.linkedBefore(&p) {
		w.noteLink(&p)
		w.unite(&p)
		return
	}
	if p.b >= 0 {
		ba, bb := w.bodies[p.a].bounds(&w.flights[p.a].s).Grow(w.set.Slop), w.bodies[p.b].bounds(&w.flights[p.b].s)
		if !ba.Overlaps(&bb) {
			return
		}
	}
	if w.keepsTouch(k) {
		w.noteLink(&p)
		w.wakeAndUnite(&p)
	}
}

// keepsTouch reports whether the sides of pair k touch at a point where they neither approach nor separate as fast as
// in an impact. Of a mesh it looks at no more triangles than needed.
func (w *World) keepsTouch(k int32) bool {
	p, l := &w.pairs[k], &w.toucher
	mesh := w.meshOf(p)
	if mesh == nil || p.crushes() {
		return w.anySlow(p, w.touchesNow(k, w.set.Slop))
	}
	l.own = placeParts(l.own, &w.bodies[p.a], &w.flights[p.a])
	fillBounds(l.own)
	for c := l.nextOnMesh(p, p.first, mesh, w.set.Slop, l.own); c < p.end; c = l.nextOnMesh(p, c+1, mesh, w.set.Slop, l.own) {
		l.list = l.list[:0]
		l.gather(p, c)
		if w.anySlow(p, l.list) {
			return true
		}
	}
	return false
}

// anySlow reports whether the sides of a pair approach or separate at one of the touching points too slowly for an
// impact. For a pair that crushes any point counts.
func (w *World) anySlow(p *pair, touches []touch) bool {
	for i := range touches {
		if p.crushes() || !(math.Abs(w.approach(p, &touches[i])) > w.threshold()) {
			return true
		}
	}
	return false
}

// united reports whether contact of a pair would change nothing: both sides are awake and already in one island, by
// other contacts.
func (w *World) united(p *pair) bool {
	if !w.held[p.a] || w.flights[p.a].still || w.bodies[p.a].driven {
		return false
	}
	if p.b < 0 {
		return w.grounded[p.a]
	}
	return w.held[p.b] && !w.flights[p.b].still && !w.bodies[p.b].driven && w.root(p.a) == w.root(p.b)
}

// wakeAndUnite unites the two sides of a pair, and wakes a sleeping side.
func (w *World) wakeAndUnite(p *pair) {
	for _, side := range [2]int32{p.a, p.b} {
		if side >= 0 && w.flights[side].still && !w.bodies[side].driven {
			w.wake(side, 0)
		}
	}
	w.unite(p)
}

// onlyWheels reports whether an island consists of vehicles that touch only the road, with their tyres. Tyre friction
// is second-order accurate in the length of a substep, so that they need only one.
func (w *World) onlyWheels(isl *island) bool {
	for _, i := range isl.members {
		if w.bodies[i].vehicle < 0 || len(w.jointsOf[i]) > 0 {
			return false
		}
	}
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			p := &w.pairs[k]
			if !p.sensor && (p.b < 0 || w.bodies[p.a].driven || w.bodies[p.b].driven || w.flights[p.b].island == w.flights[i].island) && len(w.touchesNow(k, w.set.Speculative)) > 0 {
				return false
			}
		}
	}
	return true
}

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
		w.solvePiece(n, t)
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

// solvePiece is solveSubstep for the island alone.
func (w *World) solvePiece(n int32, t float64) {
	isl := &w.islands[n]
	isl.single = w.onlyWheels(isl)
	if isl.quiet = !isl.single && w.quiet(isl); !isl.single && !isl.quiet {
		isl.t1 = w.substepEnd(t, isl.bodies)
	}
	for {
		share := w.solveOver(n, t)
		if isl.quiet && !w.staysQuiet(isl) {
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

// solveOver is solveSubstep for an island whose substep is set. It returns the share of the substep after which it
// should end, usually 1.
func (w *World) solveOver(n int32, t float64) (share float64) {
	isl := &w.islands[n]
	h := isl.t1 - t
	s := &isl.solver
	s.Reset()
	s.Quiet, isl.found = isl.quiet, true
	isl.keys, isl.seps, isl.warmed, isl.held = isl.keys[:0], isl.seps[:0], isl.warmed[:0], isl.held[:0]
	isl.secondImpacts = isl.secondImpacts[:0]
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
		s.Bodies = append(s.Bodies, b)
		isl.centres = append(isl.centres, f.s.X)
		isl.start = append(isl.start, f.s)
	}
	for _, i := range isl.members {
		w.addTyres(isl, i, h)
		w.onMeshes = w.onMeshes[:0]
		for k := 0; k < len(w.pairsOf[i]); k++ {
			if p := w.pairsOf[i][k]; w.ownsPair(i, p) && !w.pairs[p].sensor {
				w.addRows(isl, n, p, t, h)
			}
		}
		w.addMeshRows(isl, h)
	}
	w.addIslandJoints(isl, h)
	isl.points = int32(len(s.Points))
	if isl.points > settledPoints && w.atRest(isl) {
		s.Stands, s.Cold = isl.quiet, isl.cold()
	}
	_, ok := s.Solve(isl.centres, h, &w.contactSet)
	if s.Held && !w.settles(isl) {
		_, ok = s.Again(&w.contactSet)
	}
	if w.squeeze(isl) {
		return w.solveOver(n, t)
	}
	if !ok {
		isl.found = false
		w.passesEvent(isl)
	}
	w.closeJoints(isl, h)
	w.applyContactForces(isl, h)
	some, share := w.correctForRotation(isl, h)
	if w.squeeze(isl) {
		return w.solveOver(n, t)
	}
	if some && share == 1 {
		w.applyContactForces(isl, h)
	}
	if !s.Held && t == 0 && h == w.set.Step {
		s.Held = isl.quiet && isl.found && isl.points <= settledPoints && w.atRest(isl) && w.loadsAsBefore(isl, h)
	}
	for _, i := range isl.bodies {
		w.slotOf[i] = -1
	}
	return share
}

// endSubstep moves an island to the end of its substep, removes the bias from its velocities, and starts the next
// substep.
func (w *World) endSubstep(n int32) {
	isl := &w.islands[n]
	if isl.repeats || isl.solver.Held {
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
	_, ok := s.Relax(isl.centres, &w.contactSet)
	if w.squeeze(isl) {
		return
	}
	if !ok {
		w.passesEvent(isl)
	}
	s.Changes()
	for slot, i := range isl.members {
		f, b := &w.flights[i], &s.Bodies[slot]
		f.s.V = f.s.V.AddScaled(b.DP, b.InvMass)
		f.s.L = f.s.L.Add(b.DL)
	}
	w.bookRelaxed(isl)
}

// passesEvent raises a limit event, once per step, because the contact solver has used up its passes.
func (w *World) passesEvent(isl *island) {
	if w.passesReported || isl.quiet {
		return
	}
	w.passesReported = true
	w.addEvent(record.Event{Kind: record.Limit, A: isl.members[0], B: -1, Time: w.time() + isl.t, Detail: "contact-passes"})
}

// addTyres adds the rows of a vehicle's wheels.
func (w *World) addTyres(isl *island, i int32, h float64) {
	b := &w.bodies[i]
	if b.vehicle < 0 {
		return
	}
	pose := w.flights[i].s.Transform()
	for k := range w.vehicles[b.vehicle].Wheels {
		at := int(b.wheels) + k
		g := &w.grips[at]
		if !(g.Limit > 0) {
			w.state.tyres[at] = [2]float64{}
			continue
		}
		j := w.state.tyres[at]
		where := pose.Apply(g.local)
		if isl.single {
			where = pose.P.Add(g.lever)
		}
		isl.solver.Tyres = append(isl.solver.Tyres, response.TyreRow{
			Body: w.slotOf[i], P: where, F: g.F, G: g.G,
			Limit: float64(g.Limit * h), Braking: float64(g.Braking * h),
			J: [2]float64{float64(j[0] * h), float64(j[1] * h)},
		})
	}
}

// addRows adds the contact points of a pair whose sides both belong to the island. For each candidate of the pair (two
// parts, or a part and a triangle) it decides whether the solver takes it or whether it is searched for impacts. It is
// searched if a point of it approaches fast and none of its points rests.
func (w *World) addRows(isl *island, n, k int32, t, h float64) {
	p := &w.pairs[k]
	if p.b >= 0 && !w.bodies[p.a].driven && !w.bodies[p.b].driven && w.flights[p.b].island != n {
		for c := p.first; c < p.end; c++ {
			w.candidates[c].solved = false
		}
		p.lookedTo = 0
		return
	}
	if w.passesSqueezed(p) {
		for c := p.first; c < p.end; c++ {
			w.candidates[c].solved, w.candidates[c].far = true, false
		}
		p.lookedTo, p.held.first, p.held.end = w.set.Speculative, int32(len(isl.held)), int32(len(isl.held))
		return
	}
	if p.crushes() {
		w.addCrushRows(isl, k, t, h)
		return
	}
	p.lookedTo = w.set.Speculative
	touches := w.touches(k, p.lookedTo)
	p = &w.pairs[k]
	spent, deep := w.impactsUsedUp(p), -float64(2*touching*w.size(p))
	w.accepted = w.accepted[:0]
	for c := p.first; c < p.end; c++ {
		w.candidates[c].solved, w.candidates[c].far = false, true
	}
	p.held.first = int32(len(isl.held))
	for i := 0; i < len(touches); {
		w.candidates[touches[i].near].far = false
		end := i + 1
		for end < len(touches) && touches[end].near == touches[i].near {
			end++
		}
		if part := touches[i:end]; spent || w.solverTakes(p, part, h) {
			w.candidates[part[0].near].solved = true
			for j := range part {
				// What comes in fast and is not there yet is an impact when it arrives.
				if q := &part[j]; spent || q.sep <= deep || w.isPersistent(p, q, w.approach(p, q), h) {
					if !w.besideLowest(part, q, h) {
						w.accepted = append(w.accepted, *q)
					}
					isl.held = append(isl.held, q.key)
				}
			}
		}
		i = end
	}
	p.held.end = int32(len(isl.held))
	if w.meshOf(p) != nil {
		w.onMeshes = append(w.onMeshes, w.accepted...)
		return
	}
	if w.manyParted(p) {
		w.accepted = w.reduce(w.accepted, w.size(p))
	}
	w.addPart(isl, k, w.accepted, h)
	w.addPatches(isl, w.accepted)
}

// addMeshRows adds the contact points of a body with all meshes. They count as one ground: the joint of two meshes in a
// plane is like that of two triangles.
func (w *World) addMeshRows(isl *island, h float64) {
	w.reduceMeshes()
	for i := 0; i < len(w.onMeshes); {
		k, end := w.pairOnMeshes(i)
		w.addPart(isl, k, w.onMeshes[i:end], h)
		i = end
	}
	w.addPatches(isl, w.onMeshes)
}

// solverTakes reports whether the contact solver takes a candidate of a pair, given its points.
func (w *World) solverTakes(p *pair, part []touch, h float64) bool {
	fast := false
	for i := range part {
		a := w.approach(p, &part[i])
		if w.isPersistent(p, &part[i], a, h) {
			if part[i].sep <= w.set.Slop {
				return true
			}
			continue
		}
		if part[i].sep <= float64(2*float64(a*h)) {
			fast = true
		}
	}
	return !fast
}

// isPersistent reports whether a point with the given approach speed is a persistent contact.
func (w *World) isPersistent(p *pair, q *touch, approach, h float64) bool {
	return approach <= w.threshold() || approach <= w.persistentSpeed(p, q, h)
}

// persistentSpeed returns the approach speed up to which a point is a persistent contact [m/s]: the threshold, plus the
// approach of a point that enters the contact patch within the time h because bodies turn while they slide on each
// other.
func (w *World) persistentSpeed(p *pair, q *touch, h float64) float64 {
	u := w.pointVelocity(p.a, q.p).Sub(w.pointVelocity(p.b, q.p))
	slide := u.AddScaled(q.n, -u.Dot(q.n)).Len()
	turn := w.angularSpeed(p.a)
	if p.b >= 0 {
		turn += w.angularSpeed(p.b)
	}
	return w.threshold() + float64(float64(turn*slide)*h)
}

// angularSpeed returns the angular speed of a body [rad/s].
func (w *World) angularSpeed(i int32) float64 { return w.angularVelocity(i).Len() }

// angularVelocity returns the angular velocity of a body [rad/s].
func (w *World) angularVelocity(i int32) geom.Vec {
	f := &w.flights[i]
	if f.still {
		return geom.Vec{}
	}
	return w.bodies[i].mass.AngularVelocity(f.s.Q, f.s.L)
}

// addPart adds rows for contact points of a pair.
func (w *World) addPart(isl *island, k int32, part []touch, h float64) {
	p := &w.pairs[k]
	s := w.surfaceOf(p)
	a, b := w.slotOf[p.a], int32(-1)
	if p.b >= 0 {
		b = w.slotOf[p.b]
	}
	for i := range part {
		q := &part[i]
		row := response.ContactPoint{A: a, B: b, P: q.p, N: q.n, Separation: q.sep, Friction: s.friction}
		row.Rolls, row.Midway, row.Ahead = w.contactTravel(q, h)
		if v := w.approach(p, q); !w.isPersistent(p, q, v, h) && !p.crushes() {
			row.Rebound = float64(s.restitution(v) * v)
		}
		isl.warmed = append(isl.warmed, w.warm(k, part, q, &row, h))
		if s.rolling > 0 || s.spin > 0 {
			isl.solver.Turns = append(isl.solver.Turns, response.TurnRow{Point: int32(len(isl.solver.Points)), Rolling: s.rolling, Spin: s.spin})
		}
		isl.solver.Points = append(isl.solver.Points, row)
		isl.keys = append(isl.keys, q.key)
		isl.seps = append(isl.seps, q.sep)
	}
}
