package sim

import (
	"slices"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/sim/geom"
)

// A crowd is a moving pile: Settings.Crowd or more bodies near each other, or what falls into such a pile. Impacts in
// it follow each other so closely that resolving each at its own time takes far longer than everything else, and says
// nothing, because the next impact changes its result. So a crowd is moved in substeps of its own (crowd_step.go),
// before the rest of the step. Its contacts are speculative: what may meet in a substep is predicted at its start,
// closes its gap at the end of the substep, and stays in contact.
//
// Members are moved by forces and contacts only, and meet nothing in the step but each other, statics and driven bodies
// (crowd_driven.go). Where they may rebound (crowd_rebound.go), a group is a crowd only while Settings.Crowd of its
// bodies touch others: else it is a gas, whose bounces are impacts. If anything else comes near, or a member moves so far
// in a step that it might pass through something, the whole crowd meets by impacts at their exact times instead. Bodies
// at rest, together with all bodies that touch them, stay with the contact solver (crowd_calm.go), because the contacts
// of a crowd are solved less accurately.
//
// Two bodies are near each other if their bounds over the step, each enlarged by the largest half extent, overlap. This
// is decided at the start of a step.
type crowd struct {
	members []int32 // ascending
}

// crowdWork is the scratch memory of crowds.
type crowdWork struct {
	crowds    []crowd
	moved     []bool      // of each body: a crowd has moved it to the end of the step
	turning   bool        // some surfaces resist turning
	driven    bool        // some bodies are driven
	capable   int         // number of bodies that can be members of a crowd
	around    []geom.AABB // of each body: its bounds, if awake enlarged by its size on all sides
	known     bool        // scratch.near belongs to these bounds and the bodies that are awake now
	size      []int32     // of each root of parent, while crowds are formed
	moves     []bool      // of each root of parent: a body of its group moves
	stirs     []bool      // of each root of parent: one of its group moves noticeably in a step, resists turning or is carried
	rebounds  []bool      // of each root of parent: two of its group may rebound from each other, or one from a static
	pressed   []bool      // of each root of parent: a body of its group is deep in something, pressed by what is driven
	touching  []int32     // of each root of parent: the number of bodies of its group that touch others
	crowdAt   []int32     // of each root of parent: its crowd, -1 for none
	kept      state       // the state at the start of the step, if there are crowds
	isKept    bool        // kept is of this step
	moving    bool        // a crowd is being moved: its members have slots
	again     bool        // the step must be restarted
	tries     int         // restarts of this step
	byImpacts []int32     // bodies whose crowds meet by impacts in this step
	linked    [][2]int32  // pairs of bodies that came near each other only during the step
	disturbed []int32     // sleeping and resting bodies that something approached only during the step
	calm      calmWork
	left      []bool // of each body: it is near a crowd, but at rest and left out

	step   crowdStep
	ground []groundOf // of each body
	grain  float64    // of its places on the grid of groundOf
}

// crowdMinSpeed is the speed of a body's fastest point from which on its group moves [m/s]. Groups in touch of
// Settings.Crowd and more bodies move unless they are at rest: the contact solver takes far longer to find how a heap
// settles, and finds the same to less than anyone can know. Slower groups of fewer bodies are left to it.
const crowdMinSpeed = 0.1

// maxTries is the largest number of restarts of a step; after that the crowd that asks for another one meets by
// impacts.
const maxTries = 16

// startCrowds begins the step without crowds.
func (w *World) startCrowds() {
	c := &w.crowd
	c.again, c.isKept, c.tries = false, false, 0
	clear(c.moved)
	c.byImpacts, c.linked, c.disturbed = c.byImpacts[:0], c.linked[:0], c.disturbed[:0]
}

// beginAgain requests a restart of the step.
func (w *World) beginAgain() { w.crowd.again = true }

// resolveByImpacts makes the crowd of body i meet by impacts in this step, and restarts it.
func (w *World) resolveByImpacts(i int32) {
	w.crowd.byImpacts = append(w.crowd.byImpacts, i)
	w.beginAgain()
}

// keepState saves the state at the start of the step for a restart, before crowds change it for the first time.
func (w *World) keepState() {
	if c := &w.crowd; !c.isKept {
		c.kept.copyFrom(&w.state)
		c.isKept = true
	}
}

// formCrowds finds the crowds of the step from its pairs. On entry and return, parent has each body as its own root.
func (w *World) formCrowds() {
	c := &w.crowd
	c.crowds = c.crowds[:0]
	if !w.mayHaveCrowds() {
		return
	}
	w.findCalm()
	for w.groupCrowds() && w.wakeApproached() {
		c.crowds = c.crowds[:0]
	}
}

// mayHaveCrowds reports whether the step may have crowds, by its bodies alone.
func (w *World) mayHaveCrowds() bool {
	return w.set.Crowd >= 0 && w.set.ImpactSpeed != 0 && (w.crowd.capable >= w.set.Crowd || w.crowd.driven && w.crowd.capable > 0) && (w.crowd.turning || w.anyMoves())
}

// boundsOfCrowds returns boxes that overlap for awake bodies that are near each other, and for bodies that may meet.
func (w *World) boundsOfCrowds() []geom.AABB {
	around := w.crowd.around
	for i := range w.bodies {
		if around[i] = w.bounds[i]; !w.flights[i].still {
			around[i] = w.bounds[i].Grow(w.bodies[i].size)
		}
	}
	return around
}

// movesFast reports whether a point of an awake body may move faster than crowdMinSpeed.
func (w *World) movesFast(i int32) bool {
	return w.flights[i].s.V.Len()+float64(w.angularSpeed(i)*w.bodies[i].radius) > crowdMinSpeed
}

// moves reports whether an awake body moves noticeably in a step.
func (w *World) moves(i int32) bool {
	return !w.hardlyMoves(i, w.flights[i].s.V.Len(), w.angularSpeed(i))
}

// anyMoves reports whether any awake body does; otherwise there are no crowds.
func (w *World) anyMoves() bool {
	for i := range w.bodies {
		if !w.flights[i].still && w.moves(int32(i)) {
			return true
		}
	}
	return false
}

// groupCrowds groups the members of crowds and reports whether there are any.
func (w *World) groupCrowds() bool {
	c := &w.crowd
	if !c.known {
		w.near = w.sweeper.Find(w.boundsOfCrowds(), w.near[:0])
		c.known = true
	}
	w.near = slices.DeleteFunc(w.near, func(p broadphase.Pair) bool { return w.bodies[p.I].sensor || w.bodies[p.J].sensor })
	for _, p := range w.near {
		if !w.flights[p.I].still && !w.flights[p.J].still && w.mayCrowdWith(p.I, p.J) {
			w.mergeCrowd(p.I, p.J)
		}
	}
	for _, l := range c.linked {
		w.mergeCrowd(l[0], l[1])
	}
	clear(c.size)
	clear(c.moves)
	clear(c.stirs)
	clear(c.rebounds)
	clear(c.touching)
	clear(c.pressed)
	for i := range w.bodies {
		if f := &w.flights[i]; !f.still {
			root := w.root(int32(i))
			c.size[root]++
			c.pressed[root] = c.pressed[root] || w.isPressed(int32(i))
			c.moves[root] = c.moves[root] || w.movesFast(int32(i)) || w.creeps(int32(i))
			c.stirs[root] = c.stirs[root] || w.moves(int32(i)) || w.staysTurning(int32(i)) || c.calm.carried[i]
			if w.touchesOthers(int32(i)) {
				c.touching[root]++
			}
		}
	}
	for k := range w.pairs {
		p := &w.pairs[k]
		if p.sensor {
			continue
		}
		if !w.mayCrowd(p) {
			w.excludeCrowd(p.a)
			if p.b >= 0 {
				w.excludeCrowd(p.b)
			}
		}
		w.markRebounds(p.a, p.b)
	}
	for _, p := range w.near {
		w.markRebounds(p.I, p.J)
	}
	for _, i := range c.byImpacts {
		w.excludeCrowd(i)
	}
	for i := range w.treads {
		if on := w.treads[i].on; !w.bodies[on].driven {
			w.excludeCrowd(on)
		}
	}
	w.markApproached()
	for i := range w.bodies {
		root := w.root(int32(i))
		if c.left[i] = false; !w.crowded(int32(i)) {
			continue
		}
		if c.left[i] = w.isCalm(int32(i)); c.left[i] {
			continue
		}
		if int(root) == i || c.crowdAt[root] < 0 {
			c.crowdAt[root] = w.newCrowd()
		}
		q := &c.crowds[c.crowdAt[root]]
		q.members = append(q.members, int32(i))
	}
	for i := range w.bodies {
		w.parent[i], c.crowdAt[i] = int32(i), -1
	}
	return len(c.crowds) > 0
}

// crowded reports whether an awake body is in a group that is large enough and moves, and of which enough bodies touch
// others if it rebounds; or in one of any size that is pressed; while groups are formed. It asks the group alone, also
// for what mayHaveCrowds asks all bodies: others change nothing.
func (w *World) crowded(i int32) bool {
	c, root := &w.crowd, w.root(i)
	if w.flights[i].still || w.bodies[i].driven || !c.moves[root] {
		return false
	}
	if c.pressed[root] {
		return c.size[root] > 0
	}
	return c.stirs[root] && int(c.size[root]) >= w.set.Crowd && !(c.rebounds[root] && int(c.touching[root]) < w.set.Crowd)
}

// markRebounds records if a body and a body, or static -1-b, may rebound from each other.
func (w *World) markRebounds(a, b int32) {
	if !w.surfaceBetween(a, b).rebounds() {
		return
	}
	w.crowd.rebounds[w.root(a)] = true
	if b >= 0 {
		w.crowd.rebounds[w.root(b)] = true
	}
}

// excludeCrowd keeps the group of a body from being a crowd.
func (w *World) excludeCrowd(i int32) { w.crowd.size[w.root(i)] = -int32(len(w.bodies)) - 1 }

func (w *World) newCrowd() int32 {
	c := &w.crowd
	n := len(c.crowds)
	if n < cap(c.crowds) {
		c.crowds = c.crowds[:n+1]
	} else {
		c.crowds = append(c.crowds, crowd{})
	}
	c.crowds[n].members = c.crowds[n].members[:0]
	return int32(n)
}

// wakeApproached wakes sleeping bodies that a crowd touches or may touch before the step ends, and reports whether
// there were any.
func (w *World) wakeApproached() bool {
	c, woken := &w.crowd, false
	w.keepState()
	for _, i := range c.disturbed {
		if w.flights[i].still {
			w.wake(i, 0)
			woken = true
		}
	}
	for n := range c.crowds {
		for _, i := range c.crowds[n].members {
			for m := 0; m < len(w.pairsOf[i]); m++ {
				k := w.pairsOf[i][m]
				p := w.pairs[k]
				o := p.a + p.b - i
				if p.b < 0 || !w.flights[o].still || w.bodies[o].driven {
					continue
				}
				if len(w.touches(k, w.set.Slop+w.travel(i, w.set.Step))) > 0 {
					w.wake(o, 0)
					woken = true
				}
			}
		}
	}
	return woken
}

// mayCrowd reports whether a crowd can contain a pair: two bodies, or a body and a static or driven body.
func (w *World) mayCrowd(p *pair) bool { return p.crush < 0 && w.mayCrowdWith(p.a, p.b) }

// mayCrowdWith is mayCrowd for a body and a body, or static -1-b, that do not crush.
func (w *World) mayCrowdWith(a, b int32) bool {
	return w.surfaceBetween(a, b).crowds() && w.crowds(a) && (b < 0 || w.crowds(b))
}

// crowds reports whether contacts with this surface can be part of a crowd.
func (s *surface) crowds() bool {
	return s.model == Newton
}

// resistsTurning reports whether contacts with this surface resist rolling or spinning.
func (s *surface) resistsTurning() bool { return s.rolling > 0 || s.spin > 0 }

// crowds reports whether a crowd can have a body, or touch it.
func (w *World) crowds(i int32) bool { return w.bodies[i].driven || w.plain(i) }

// plain reports whether only forces and contacts move a body.
func (w *World) plain(i int32) bool {
	return !w.bodies[i].driven && w.bodies[i].vehicle < 0 && len(w.jointsOf[i]) == 0
}

// travel returns a bound of the distance that any point of a body moves in the time h if only forces act on it [m].
func (w *World) travel(i int32, h float64) float64 { return w.travelIn(i, h, geom.Vec{}) }

// travelIn is travel in a frame that moves with the velocity v [m/s].
func (w *World) travelIn(i int32, h float64, v geom.Vec) float64 {
	return w.travelAt(i, w.angularSpeed(i), h, v)
}

// travelAt is travelIn with the angular speed of the body [rad/s].
func (w *World) travelAt(i int32, turn, h float64, v geom.Vec) float64 {
	f := &w.flights[i]
	if f.still {
		return 0
	}
	if f.torque != (geom.Vec{}) {
		turn += float64(w.bodies[i].mass.AngularVelocity(f.s.Q, f.torque).Len() * h)
	}
	return float64((f.s.V.Sub(v).Len() + float64(f.field.Len()*h) + float64(turn*w.bodies[i].radius)) * h)
}

// moveCrowds moves all crowds to the end of the step. It returns false if the step must be restarted.
func (w *World) moveCrowds() bool {
	c := &w.crowd
	c.moving = true
	for n := 0; n < len(c.crowds) && !c.again; n++ {
		w.moveCrowd(c.crowds[n].members)
	}
	c.moving = false
	return !c.again
}

// meetsCrowd handles a pair, found after a crowd has been moved, of a member and a body that has not been moved. If the
// other body can be a member it joins the crowd, else the crowd meets by impacts; the step is restarted.
func (w *World) meetsCrowd(a, b int32) {
	c := &w.crowd
	if b < 0 || c.moved[a] == c.moved[b] {
		return
	}
	if !c.moved[a] {
		a, b = b, a
	}
	if w.mayCrowdWith(min(a, b), max(a, b)) && c.tries < maxTries {
		c.linked = append(c.linked, [2]int32{a, b})
		w.beginAgain()
		return
	}
	w.resolveByImpacts(a)
}

// rewind restores the state at the start of the step, but keeps what has been recorded for the restart.
func (w *World) rewind() {
	w.state.copyFrom(&w.crowd.kept)
	w.followBreaks()
	w.frame.Events = w.frame.Events[:0]
	w.crowd.again = false
	w.crowd.tries++
	clear(w.crowd.moved)
}

// countCapable counts the bodies that can be members of a crowd.
func (w *World) countCapable() {
	w.crowd.capable = 0
	for i := range w.bodies {
		row := w.surface[w.bodies[i].material*w.materials:][:w.materials]
		if w.plain(int32(i)) && slices.ContainsFunc(row, func(s surface) bool { return s.crowds() }) {
			w.crowd.capable++
		}
	}
}

// prepareCrowds allocates the scratch memory of crowds.
func (w *World) prepareCrowds() {
	n := len(w.bodies)
	c := &w.crowd
	c.around = make([]geom.AABB, n)
	c.ground, c.grain = make([]groundOf, n), grainOf(exponent(float64(groundGrid*w.set.Slop)))
	c.left = make([]bool, n)
	c.calm.prepare(n)
	c.moved, c.moves, c.stirs = make([]bool, n), make([]bool, n), make([]bool, n)
	c.rebounds, c.pressed = make([]bool, n), make([]bool, n)
	c.size, c.touching, c.crowdAt = make([]int32, n), make([]int32, n), make([]int32, n)
	for i := range w.bodies {
		c.crowdAt[i] = -1
		c.driven = c.driven || w.bodies[i].driven
	}
	w.countCapable()
	c.turning = slices.ContainsFunc(w.surface, func(s surface) bool { return s.resistsTurning() })
}
