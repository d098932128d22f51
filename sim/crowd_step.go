package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Impulses act at the start of a substep; then every body flies through it, exactly, under the forces held over the
// step. The impulses are such that at the end of the substep no gap has closed and no penetration has grown. A body at
// rest thus starts with half of the velocity that its weight gives it in the substep, upwards, falls back to its place,
// and ends with the same velocity downwards. The impulses at the start of a substep therefore also complete those of
// the one before. At the end of the step a last set removes from the velocities what served only to hold positions
// (relax). Penetration beyond the slop is pushed out separately, by displacements without velocity, so that nothing
// rebounds from it.

const (
	// crowdThrough is the largest distance that a body moves in a substep, as a share of its smallest half extent.
	crowdThrough = 0.07
	// crowdTurn is the largest rotation of a body in a substep [rad]. Contacts are those at its start; of two edges
	// that lie nearly along each other one end touches while the other comes down.
	crowdTurn = 0.05
	// crowdFewer is the ratio of Settings.Substeps to the substeps of a crowd in which nothing is fast. It is halved
	// if a body has sunk in by more than crowdSunk times Settings.Slop, so that the error left by the passes is
	// corrected sooner.
	crowdFewer = 4
	crowdSunk  = 20
	// crowdPieces is the largest number of substeps of a crowd, in units of Settings.Substeps; beyond it the crowd meets
	// by impacts. In a heap of a hundred bodies these take as long as some thousand substeps.
	crowdPieces = 32
	// crowdSlack is the distance, as a share of Settings.Speculative, that a body may move farther than forces take it
	// before its contacts are looked for again.
	crowdSlack = 0.25
	// crowdLooks is how often contacts are looked for in one substep, each time farther; after that the crowd meets by
	// impacts.
	crowdLooks = 5
	// crowdAccuracy is the residual of the contacts, relative to the mean speed of the bodies in touch.
	crowdAccuracy = 2e-3
	// crowdStill is the smallest residual, in units of Settings.Residual.
	crowdStill = 100
	// crowdPushes is the largest number of passes that push out. If a body has sunk in by more than crowdSunk it is crowdFrees,
	// and that of the passes over the contacts, too: what lies under a body ten times as heavy sinks further else while others
	// fall on it. Among driven bodies the latter stay, and where these leave no room the former are twice crowdPushes.
	crowdPushes = 8
	crowdFrees  = 120
	// crowdDeep is the penetration, in units of Settings.Slop, above which an island is pushed out at the end of every
	// substep, not only of the last.
	crowdDeep = 10
	// crowdPushShare is the time for which bodies are pushed out at the end of a step, as a share of the step.
	crowdPushShare = 0.7
	// crowdLift is the share of the energy lost by a crowd in a step that pushing out may return. The rest is a margin
	// for the rounding of states, which takes or gives some, too.
	crowdLift = 0.9
	// crowdPushed is the residual of pushing out, relative to the push-out speed at a depth of Settings.Slop beyond
	// the slop.
	crowdPushed = 0.2
	// crowdClosed is the gap, in units of Settings.Slop, up to which a contact counts as closed, so that velocity
	// errors left by the passes do not open and close contacts.
	crowdClosed = 0.1
	// crowdGentle is the share of the first Settings.Slop of a gap that closes in a substep. Closing it at once, with
	// passes that end early, would rock leaning bodies.
	crowdGentle = 0.1
	// crowdLocal is the change of a normal speed, in units of the residual, from which on the contacts next to it are
	// solved again: a pile is mostly at rest, and what moves in it changes little beyond its neighbours. Where bodies are
	// fast it is less: the speed that closes Settings.Slop in the substep, down to the residual. In islands of up to
	// crowdFew pairs it is the residual. The second half of the passes is everywhere over what changes by more than that
	// speed.
	crowdLocal = 20
	crowdFew   = 8
	// At each body that tolerance is no more than it were for an island as fast as the body alone, down to crowdOwn
	// residuals: what rests beside something that moves would creep by the tolerance of both, and no heap come to rest.
	// crowdRest is the least, in units of Settings.Residual: with a tenth of it, heaps count as at rest before the contact
	// solver finds forces that hold them. crowdRaces is the mean speed above which an island has one tolerance [m/s]: little
	// rests there for long.
	crowdOwn   = 5
	crowdRest  = 1000
	crowdRaces = 0.3
	// crowdPasses is the largest number of passes over the contacts at one moment.
	crowdPasses = 40
	// crowdMore is how often the passes are repeated, each time with twice as many, while bodies would gain energy.
	crowdMore = 5
	// crowdSame is the change of the energy by more passes, as a share of what is too much, up to which it counts as none.
	crowdSame = 1e-3
	// crowdMoves is the mean speed of the bodies in touch above which their energy is checked at the warm start [m/s].
	crowdMoves = 0.1
)

// crowdStep is the scratch memory for moving one crowd. A slot is the index of one of its bodies.
type crowdStep struct {
	solver  response.CrowdSolver
	members []int32
	bodies  []int32 // the members, then the driven bodies that they may touch: those of the slots
	frame   crowdFrame
	time    float64     // since the start of the step [s]
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
	turned  []geom.Vec        // of each slot: its angular velocity in the substep [rad/s]
	flown   []integratorError // of each slot, see bookMotion
	outruns []outrun          // of each slot
	turns   []float64         // of each slot: how far rotation moves a point of it in the substep [m]
	left    float64           // of the step [s]
	moved   []record.Twist    // of each of the solver's bodies: how far it has gone in the substep [m], [rad]
	went    []float64         // and any point of it at most [m]
}

// outrun says how a body exceeds the range for which the contacts of a substep were looked for.
type outrun struct {
	farther bool // it goes farther in the substep
	leaves  bool // it leaves the bounds that its pairs were found with
}

// crowdRow is the data of a contact point beyond the solver's.
type crowdRow struct {
	key   rowKey
	sep   float64 // [m]
	usual float64 // normal impulse over the substep before [N s]
	at    float64 // that at the start of the substep
	whole float64 // that over the substep, once it is over
	// least is the least mean normal speed without a rebound, and rebound the normal speed with which its bodies leave
	// it at the start of the substep, 0 if they do not [m/s].
	least, rebound float64
}

// crowdPairRow is the data of a solver's pair beyond the solver's own.
type crowdPairRow struct {
	k                int32    // the pair of the world
	place            geom.Vec // of its origin [m]
	atWork           float64  // of the impulses at the start of the substep at the velocities at its end, see drivesWork [J]
	usual, at, whole geom.Vec // of its friction, as in crowdRow
	atTurn           geom.Vec // resistance to turning at the start of the substep, along the axes of the pair [N m s]
	given            crowdGiven
	fall             float64 // that forces add to the normal speed that its points aim at [m/s]
	deepest          float64 // the least separation of its points [m]
	half             bool    // the velocities at its start were relaxed: the impulse there is half of one over a substep
}

// crowdGiven is the impulses of a pair on B at a moment, opposite on A: along the normal and the tangents [N s], and
// the moments of both about the origin of the pair [N m s].
type crowdGiven struct{ jn, jt, mn, mt geom.Vec }

// moveCrowd moves a crowd to the end of the step, in substeps, unless the step must be restarted.
func (w *World) moveCrowd(members []int32) {
	c := &w.crowd.step
	c.members = members
	w.listCrowdBodies()
	n := w.crowdSubsteps(members)
	ok := n > 0
	if !ok {
		w.resolveByImpacts(members[0])
	}
	c.h, c.time = w.set.Step/float64(n), 0
	c.began = false
	c.prepareFound(len(w.pairs))
	energy := w.crowdEnergies()
	for k := 0; k < n && ok; k++ {
		c.relaxed = k == n-1
		c.time = float64(float64(k) * c.h)
		if ok = w.meetCrowd(c.time); !ok {
			break
		}
		c.time = float64(float64(k+1) * c.h)
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
	for _, i := range c.bodies {
		w.slotOf[i] = -1
	}
	w.restoreDriven()
	if ok {
		w.squeezedEvents()
		w.settleCrowd()
	}
}

// crowdSubsteps returns the number of equal substeps for a crowd, 0 if too many would be needed.
func (w *World) crowdSubsteps(members []int32) int {
	least, h := (w.set.Substeps+crowdFewer-1)/crowdFewer, w.set.Step
	if w.hasSunk() {
		least = (2*w.set.Substeps + crowdFewer - 1) / crowdFewer
	}
	n := float64(least)
	for _, i := range members {
		f, b := &w.flights[i], &w.bodies[i]
		far := float64((f.s.V.Sub(w.crowd.step.frame.v).Len() + float64(f.field.Len()*h)) * h)
		n = math.Max(n, math.Ceil(far/float64(crowdThrough*b.thin)))
		if !b.ball {
			n = math.Max(n, math.Ceil(float64(w.angularSpeed(i)*h)/crowdTurn))
		}
	}
	n = math.Max(n, w.drivenSubsteps())
	most := crowdPieces * w.set.Substeps
	for k := least; k <= most; k++ {
		if float64(k) >= n {
			return k
		}
	}
	return 0
}

// hasSunk reports whether a member of the current crowd was deep in what it touched at the end of the last step.
func (w *World) hasSunk() bool {
	contacts := w.state.contacts
	for n := range contacts {
		if k := &contacts[n]; k.sep < -crowdSunk*w.set.Slop && (w.slotOf[k.key.a] > 0 || k.key.b >= 0 && w.slotOf[k.key.b] > 0) {
			return true
		}
	}
	return false
}

// meetCrowd finds the contacts of the substep that starts at t, solves the impulses at its start and applies them. It
// returns false if the step must be restarted.
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
			w.resolveByImpacts(c.members[0])
			return false
		}
		w.stopCrowd()
	}
}

// stopCrowd removes the impulses at the start of the substep from the bodies.
func (w *World) stopCrowd() {
	c := &w.crowd.step
	for slot, i := range c.members {
		w.flights[i].s = c.start[slot]
	}
}

// placeCrowd computes the placed parts and bounds of the bodies at the start of a substep, with which contacts are
// found.
func (w *World) placeCrowd() {
	c := &w.crowd.step
	n := len(c.bodies)
	c.first = resized(c.first, n+1)
	at := int32(0)
	for slot, i := range c.bodies {
		c.first[slot] = at
		at += int32(len(w.bodies[i].parts))
	}
	c.first[n] = at
	c.parts, c.boxes, c.start = resized(c.parts, int(at)), resized(c.boxes, n), resized(c.start, n)
	c.travel, c.reach = resized(c.travel, n), resized(c.reach, n)
	w.share(n, bodiesTogether, placeMembers)
}

// outrunsCrowd reports whether a body moves farther in the substep than its contacts were looked for. For bodies that
// leave the bounds of their pairs it finds the pairs for the rest of the step.
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
	c.turned, c.flown = resized(c.turned, len(c.bodies)), resized(c.flown, n)
	w.share(n, bodiesTogether, flyMembers)
	w.flyCrowdDriven()
	for slot := range c.flown {
		w.bookIntegratorError(&c.flown[slot])
	}
}

// crowdEnergies returns the energy of the members in the frame of the crowd: kinetic, and potential in the forces held
// over the step; without the work of what is driven in the step so far [J].
func (w *World) crowdEnergies() float64 {
	c := &w.crowd.step
	sum := 0.0
	for slot, i := range c.members {
		f, m := &w.flights[i], &w.bodies[i].mass
		v, x := f.s.V.Sub(c.frame.v), f.s.X.Sub(c.frame.v.Scale(c.time))
		sum += float64(0.5*(float64(m.M*v.LenSq())+m.AngularVelocity(f.s.Q, f.s.L).Dot(f.s.L))) - float64(m.M*f.field.Dot(x))
		if c.frame.used {
			sum -= c.frame.work[slot]
		}
	}
	return sum
}

// pushesOut reports whether an island is so deep that it is pushed out at the end of the substep.
func (w *World) pushesOut(isl *crowdIsland) bool {
	deep := w.set.Slop
	if !w.crowd.step.relaxed {
		deep = float64(crowdDeep * deep)
	}
	return isl.deepest < -deep
}

// pushOutCrowd separates bodies that penetrate too deep, at the end of a substep, by the push-out velocities over the
// given duration [s]. It changes no velocity, and returns less energy to the crowd than it has lost in the step so far;
// energy is that at the start of the step [J]. Two displacements add energy: lifting, and turning a spinning body to an
// attitude where its angular momentum has more of it. Turning is left out if it would take more than half of what is
// allowed.
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

// turnGain returns the initial rate at which turning out adds energy to the member in a slot at constant angular
// momentum [W].
func (w *World) turnGain(slot int) float64 {
	c := &w.crowd.step
	i := c.members[slot]
	s := &w.flights[i].s
	return c.solver.Bodies[slot+1].OutW.Dot(w.bodies[i].mass.AngularVelocity(s.Q, s.L).Cross(s.L))
}
