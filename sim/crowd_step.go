package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// The impulses of a substep of a crowd act at its start, and then every body flies through it, exactly, under the forces held over the step. They
// are such that at its end no gap has closed and no penetration grown: a body at rest gets half of what its weight gives it in the substep
// upwards, falls back to where it was, and ends with half of it downwards. So the impulses at the start of a substep are also those at the end of
// the one before, and at the end of the step a last set takes out of the velocities what was there only to hold positions (relax). What is deeper in each
// other than the slop is pushed apart besides, by displacements that are no velocities, so that nothing rebounds from it.

const (
	// crowdThrough is the share of its smallest half extent by which a body of a crowd goes in a substep at most.
	crowdThrough = 0.07
	// crowdTurn is the largest turn of a body of a crowd in a substep [rad]: contacts are held where they are at its start, and of two edges that lie
	// nearly along each other one end touches while the other comes down.
	crowdTurn = 0.05
	// crowdFewer is how many times fewer than Settings.Substeps the substeps of a crowd are where nothing in it is fast, and half of that where something of it has sunk
	// by more than crowdSunk of Settings.Slop: what the passes leave open is made good sooner.
	crowdFewer = 4
	crowdSunk  = 20
	// crowdPieces is the largest number of substeps of a crowd, over Settings.Substeps.
	crowdPieces = 6
	// crowdSlack is the share of Settings.Speculative that a body may go farther than forces take it, before its contacts are looked for again.
	crowdSlack = 0.25
	// crowdLooks is how often contacts are looked for in one substep, each time farther; then the crowd meets by impacts.
	crowdLooks = 5
	// crowdAccuracy is the residual of the contacts of a crowd over the mean of the speeds of the bodies in touch.
	crowdAccuracy = 1e-3
	// crowdStill is the residual of what is slow, over Settings.Residual.
	crowdStill = 300
	// crowdPushes bounds the passes that push out, half of those where something has sunk by more than crowdSunk: what is wedged under what is ten times as heavy is not out of it sooner.
	crowdPushes = 8
	// crowdDeep is how deep bodies are in each other, over Settings.Slop, for what they touch to be pushed out at the end of other substeps than the last.
	crowdDeep = 10
	// crowdPushShare is the share of a step for which bodies are pushed out at its end.
	crowdPushShare = 0.7
	// crowdLift is the share of the energy that a crowd has lost in a step that pushing out may give it back: rounding of states takes or gives some too.
	crowdLift = 0.9
	// crowdPushed is the residual of pushing out, over the speed at which what is deeper by Settings.Slop is.
	crowdPushed = 0.2
	// crowdClosed is the gap, over Settings.Slop, up to which a contact is closed: what the passes leave of a speed opens and closes no contacts.
	crowdClosed = 0.1
	// crowdGentle is the share of a gap that closes in a substep, of the first Settings.Slop of it: passes that end early and gaps that close
	// at once would rock what leans.
	crowdGentle = 0.1
	// crowdPasses bounds the passes over all contacts at one moment, crowdLast those at the end of the step, and crowdFewPasses those over all contacts of
	// crowdFew pairs in touch and fewer.
	crowdPasses    = 8
	crowdLast      = 6
	crowdFewPasses = 20
	crowdFew       = 8
	// crowdMost bounds the passes with those over the contacts where a speed still changes by so much that bodies would come nearer by
	// Settings.Slop in the substep.
	crowdMost = 40
	// crowdMore is how often they are made, each time twice as many, where bodies would gain energy.
	crowdMore = 5
	// crowdMoves is the mean of the speeds of bodies in touch from which on their energy is looked after [m/s].
	crowdMoves = 0.1
)

// crowdStep is the scratch of the motion of one crowd.
type crowdStep struct {
	solver  response.CrowdSolver
	members []int32
	h       float64     // length of a substep [s]
	parts   []placed    // of all members
	first   []int32     // of each slot: its first part
	boxes   []geom.AABB // of each slot, at the start of the substep
	reach   []float64   // of each slot: how far it may go in the substep [m]
	start   []rigid.State
	travel  []float64 // of each slot: how far forces take it in the substep [m]
	found   []crowdFound
	before  crowdBefore
	keptOf  []keptTouches // of each pair
	keptOn  []keptTouches // of each slot: with meshes
	rows    []crowdRow    // of the solver's points
	old     []contact     // those of the substep before, and where those of each pair are
	oldOf   []warmRange
	relaxed bool           // the velocities at the end of the substep are
	began   bool           // old is of a substep of this step
	pairs   []crowdPairRow // of the solver's pairs; those of one of the world's pairs follow each other
	parent  []int32        // of each slot
	slots   []int32        // by island
	island  []int32
	islands []crowdIsland
	batched []int32 // the islands by batch
	batches []span  // of batched: what is solved in one go
	order   []int32 // the solver's pairs by island
	speeds  []float64
	counts  []float64
	push    []twist // of each slot: momentum given
	mean    []record.Twist
	turned  []geom.Vec     // of each slot: its angular velocity in the substep [rad/s]
	flown   []flown        // of each slot, see bookLeg
	outruns []outrun       // of each slot
	left    float64        // of the step [s]
	moved   []record.Twist // of each of the solver's bodies: how far it has gone in the substep [m], [rad]
	went    []float64      // and any point of it at most [m]
}

// outrun is what a body does beyond what its contacts of a substep were looked for.
type outrun struct {
	farther bool // it goes farther in the substep
	leaves  bool // it leaves the bounds that its pairs were found with
}

// crowdRow is what belongs to a contact point besides what the solver has.
type crowdRow struct {
	key   rowKey
	sep   float64 // [m]
	usual float64 // normal impulse over the substep before [N s]
	at    float64 // that at the start of the substep
	whole float64 // that over the substep, once it is over
}

// crowdPairRow is what belongs to a pair of the solver besides what the solver has.
type crowdPairRow struct {
	k                int32    // the pair of the world
	place            geom.Vec // of its origin [m]
	usual, at, whole geom.Vec // of its friction, as in crowdRow
	given            crowdGiven
	half             bool // the velocities at its start were relaxed: the impulse there is half of one over a substep
}

// crowdGiven is what B has received of a pair at a moment, and A given: along the normal and along the tangents [N s], and the moments of both about the origin of
// the pair [N m s].
type crowdGiven struct{ jn, jt, mn, mt geom.Vec }

// moveCrowd takes a crowd to the end of the step, in substeps, unless the step has to begin again.
func (w *World) moveCrowd(members []int32) {
	c := &w.crowd.step
	c.members = members
	for slot, i := range members {
		w.slotOf[i] = int32(slot + 1)
	}
	n := w.crowdSubsteps(members)
	ok := n > 0
	if !ok {
		w.bar(members[0])
	}
	c.h = w.set.Step / float64(n)
	c.began = false
	c.prepareFound(len(w.pairs))
	energy := w.crowdEnergies()
	for k := 0; k < n && ok; k++ {
		c.relaxed = k == n-1
		t := float64(float64(k) * c.h)
		if ok = w.meetCrowd(t); !ok {
			break
		}
		w.flyCrowd()
		out := c.h
		if c.relaxed {
			w.relaxCrowd()
			out = float64(crowdPushShare * w.set.Step)
		}
		w.pushOutCrowd(out, energy)
		w.keepCrowdRows()
		if k < n-1 {
			w.carryTouches()
		}
		c.began = true
	}
	for _, i := range members {
		w.slotOf[i] = -1
	}
	if ok {
		w.settleCrowd()
	}
}

// crowdSubsteps returns the number of equal substeps that a crowd takes, 0 where they would be too many.
func (w *World) crowdSubsteps(members []int32) int {
	least, h := (w.set.Substeps+crowdFewer-1)/crowdFewer, w.set.Step
	if w.hasSunk() {
		least = (2*w.set.Substeps + crowdFewer - 1) / crowdFewer
	}
	n := float64(least)
	for _, i := range members {
		f, b := &w.flights[i], &w.bodies[i]
		far := float64((f.s.V.Len() + float64(f.field.Len()*h)) * h)
		n = math.Max(n, math.Ceil(far/float64(crowdThrough*b.thin)))
		if !b.ball {
			n = math.Max(n, math.Ceil(float64(w.turnRate(i)*h)/crowdTurn))
		}
	}
	most := crowdPieces * w.set.Substeps
	for k := least; k <= most; k++ {
		if float64(k) >= n {
			return k
		}
	}
	return 0
}

// hasSunk reports whether a body of the crowd that is moved was deep in what it touched at the end of the step before.
func (w *World) hasSunk() bool {
	contacts := w.state.contacts
	for n := range contacts {
		if k := &contacts[n]; k.sep < -crowdSunk*w.set.Slop && (w.slotOf[k.key.a] > 0 || k.key.b >= 0 && w.slotOf[k.key.b] > 0) {
			return true
		}
	}
	return false
}

// meetCrowd finds the contacts of the substep that starts at t and the impulses at its start, and gives them to the bodies. It reports
// false where the step has to begin again.
func (w *World) meetCrowd(t float64) bool {
	c := &w.crowd.step
	w.placeCrowd()
	c.forgetAhead()
	looked := false
	for farther := 0; ; farther++ {
		if !w.gatherCrowd() {
			return false
		}
		w.groupCrowdRows()
		clear(c.push)
		w.share(len(c.batches), 1, solveBatches)
		w.share(len(c.members), bodiesTogether, pushMembers)
		out := w.outrunsCrowd(t)
		if !out && !looked && w.lookAhead() {
			looked = true
			w.stopCrowd()
			w.meetAhead()
			w.share(len(c.members), bodiesTogether, pushMembers)
			out = w.outrunsCrowd(t)
		}
		if !out {
			w.bookCrowd()
			return true
		}
		if farther == crowdLooks {
			w.bar(c.members[0])
			return false
		}
		w.stopCrowd()
	}
}

// stopCrowd takes the impulses at the start of the substep away from the bodies.
func (w *World) stopCrowd() {
	c := &w.crowd.step
	for slot, i := range c.members {
		w.flights[i].s = c.start[slot]
	}
}

// placeCrowd fills what the contacts of a substep are found with, at its start.
func (w *World) placeCrowd() {
	c := &w.crowd.step
	n := len(c.members)
	c.first = resized(c.first, n+1)
	at := int32(0)
	for slot, i := range c.members {
		c.first[slot] = at
		at += int32(len(w.bodies[i].parts))
	}
	c.first[n] = at
	c.parts, c.boxes, c.start = resized(c.parts, int(at)), resized(c.boxes, n), resized(c.start, n)
	c.travel, c.reach = resized(c.travel, n), resized(c.reach, n)
	w.share(n, bodiesTogether, placeMembers)
}

// outrunsCrowd reports whether a body goes farther in the substep than its contacts were looked for, and finds the pairs of what leaves its bounds
// in the rest of the step.
func (w *World) outrunsCrowd(t float64) bool {
	c := &w.crowd.step
	c.left = w.set.Step - t
	c.outruns = resized(c.outruns, len(c.members))
	w.share(len(c.members), bodiesTogether, outrunMembers)
	out := false
	for slot, i := range c.members {
		o := c.outruns[slot]
		out = out || o.farther
		if !o.leaves {
			continue
		}
		pairs, candidates := len(w.pairs), len(w.candidates)
		w.widen(i, c.left)
		if len(w.pairs) == pairs && len(w.candidates) == candidates {
			continue
		}
		w.forgetTouches(slot)
		out = true
	}
	return out
}

// flyCrowd moves the bodies through the substep.
func (w *World) flyCrowd() {
	c := &w.crowd.step
	n := len(c.members)
	c.turned, c.flown = resized(c.turned, n), resized(c.flown, n)
	w.share(n, bodiesTogether, flyMembers)
	for slot := range c.flown {
		w.bookFlown(&c.flown[slot])
	}
}

// crowdEnergies returns the energy of the members of a crowd, the potential that of the forces held over the step [J].
func (w *World) crowdEnergies() float64 {
	sum := 0.0
	for _, i := range w.crowd.step.members {
		f, m := &w.flights[i], &w.bodies[i].mass
		sum += float64(0.5*(float64(m.M*f.s.V.LenSq())+m.AngularVelocity(f.s.Q, f.s.L).Dot(f.s.L))) - float64(m.M*f.field.Dot(f.s.X))
	}
	return sum
}

// pushesOut reports whether something of an island is so deep that it is pushed out at the end of the substep.
func (w *World) pushesOut(isl *crowdIsland) bool {
	deep := w.set.Slop
	if !w.crowd.step.relaxed {
		deep = float64(crowdDeep * deep)
	}
	return isl.deepest < -deep
}

// pushOutCrowd moves what is too deep in each other apart, at the end of a substep, as far as it is pushed in the time given [s]. No velocity comes of it, and it gives
// the crowd less energy than it has lost in the step so far; energy is that at its start [J]. What lifts does, and what turns a spinning body to where its
// angular momentum takes more: that is left where it would take half of it.
func (w *World) pushOutCrowd(duration, energy float64) {
	c := &w.crowd.step
	if !slices.ContainsFunc(c.islands, func(isl crowdIsland) bool { return w.pushesOut(&isl) }) {
		return
	}
	w.share(len(c.batches), 1, pushOutBatches)
	lift, turns, most := 0.0, 0.0, math.Max(0, float64(crowdLift*(energy-w.crowdEnergies())))
	for slot, i := range c.members {
		lift -= float64(w.bodies[i].mass.M * w.flights[i].field.Dot(c.solver.Bodies[slot+1].OutV))
		turns += math.Max(0, w.turnGain(slot))
	}
	lift, turns = math.Max(0, float64(lift*duration)), float64(turns*duration)
	if turns > float64(0.5*most) {
		for slot := range c.members {
			if w.turnGain(slot) > 0 {
				c.solver.Bodies[slot+1].OutW = geom.Vec{}
			}
		}
		turns = 0
	}
	if gain := lift + turns; gain > most {
		duration = float64(duration * (most / gain))
	}
	for slot, i := range c.members {
		b, out := &w.bodies[i], &c.solver.Bodies[slot+1]
		if out.OutV == (geom.Vec{}) && out.OutW == (geom.Vec{}) {
			continue
		}
		f := &w.flights[i]
		w0 := b.mass.AngularVelocity(f.s.Q, f.s.L)
		dx, turn := out.OutV.Scale(duration), out.OutW.Scale(duration)
		f.s.X = f.s.X.Add(dx)
		f.s.Q = geom.QuatExp(turn).Mul(f.s.Q).Normalize()
		c.turned[slot] = c.turned[slot].Add(turn.Scale(1 / c.h))
		w1 := b.mass.AngularVelocity(f.s.Q, f.s.L)
		w.book(record.ByCorrection, float64(0.5*f.s.L.Dot(w1.Sub(w0))), geom.Vec{}, dx.Cross(f.s.V).Scale(b.mass.M))
	}
}

// turnGain returns what turning out gives the member of a slot of energy, at first, because its angular momentum stays [W].
func (w *World) turnGain(slot int) float64 {
	c := &w.crowd.step
	i := c.members[slot]
	s := &w.flights[i].s
	return c.solver.Bodies[slot+1].OutW.Dot(w.bodies[i].mass.AngularVelocity(s.Q, s.L).Cross(s.L))
}
