package sim

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// A crowd is bodies near each other, from Settings.Crowd of them on: a heap, or what falls into one. There impacts
// follow each other so closely that to resolve each at its own time takes far longer than all the rest, and tells
// nothing, because the next one changes what it did. So a crowd is moved in substeps of its own (crowd_step.go), before the rest of the
// step: what may meet in a substep is foreseen at its start, closes its gap at the substep's end, and stays.
//
// A crowd is made of bodies that nothing but forces and contacts moves, and that meet nothing in the step but each other and statics, all without
// restitution. Whatever else comes near makes all of it meet by impacts at their exact times, as everywhere; and so does what goes so far in
// a step that it might pass through something. And what is at rest, every body that touches it with it, is held as everywhere (crowd_calm.go): the contacts of a crowd are
// found with fewer digits. What is near what follows from bounds alone, at the start of a step: those of
// two bodies over the step, each wider by its largest half extent, overlap.
type crowd struct {
	members []int32 // ascending
}

// crowdWork is the scratch of crowds.
type crowdWork struct {
	crowds  []crowd
	moved   []bool      // of each body: a crowd has moved it to the end of the step
	able    int         // number of bodies that may be of a crowd
	around  []geom.AABB // of each body: its bounds, wider by its size on all sides where it is awake
	known   bool        // scratch.near is of these, and of what is awake now
	size    []int32     // of each root of parent, while crowds are formed
	stirs   []bool      // of each root of parent: something of it moves
	crowdAt []int32     // of each root of parent: its crowd, -1 for none
	kept    state       // at the start of the step, where there are crowds
	isKept  bool        // it is that of this step
	moving  bool        // one is being moved: its members have slots
	again   bool        // the step has to begin anew
	tries   int         // how often it has
	barred  []int32     // bodies whose crowds meet by impacts in this step
	linked  [][2]int32  // bodies that came near each other only in the step
	stirred []int32     // sleepers, and what is at rest, that something came near to only in the step
	calm    calmWork
	left    []bool // of each body: it is near what is of a crowd, and at rest

	step   crowdStep
	ground []groundOf // of each body
	grain  float64    // of its places on the grid of groundOf
}

// crowdStirs is the speed of a point of a body from which on it moves [m/s].
const crowdStirs = 0.1

// maxTries is how often a step begins anew before a crowd that asks for it is barred.
const maxTries = 16

// startCrowds begins the step with nothing known of crowds.
func (w *World) startCrowds() {
	c := &w.crowd
	c.again, c.isKept, c.tries = false, false, 0
	clear(c.moved)
	c.barred, c.linked, c.stirred = c.barred[:0], c.linked[:0], c.stirred[:0]
}

// beginAgain asks for a new beginning of the step.
func (w *World) beginAgain() { w.crowd.again = true }

// bar makes the crowd of a body meet by impacts in this step.
func (w *World) bar(i int32) {

	w.crowd.barred = append(w.crowd.barred, i)
	w.beginAgain()
}

// keepState keeps the state at the start of the step, to begin again from, before crowds change it for the first time.
func (w *World) keepState() {
	if c := &w.crowd; !c.isKept {
		c.kept.copyFrom(&w.state)
		c.isKept = true
	}
}

// formCrowds finds the crowds of the step, from its pairs. It leaves parent as it found it: each body for itself.
func (w *World) formCrowds() {
	c := &w.crowd
	c.crowds = c.crowds[:0]
	if !w.mayHaveCrowds() {
		return
	}
	w.findCalm()
	for w.groupCrowds() && w.stirSleepers() {
		c.crowds = c.crowds[:0]
	}
}

// mayHaveCrowds reports whether the step may have crowds, by its bodies alone.
func (w *World) mayHaveCrowds() bool {
	return w.set.Crowd >= 0 && w.set.ImpactSpeed != 0 && w.crowd.able >= w.set.Crowd && w.anyStirs()
}

// boundsOfCrowds returns boxes of which those of awake bodies overlap that are near each other. Those that may meet overlap too.
func (w *World) boundsOfCrowds() []geom.AABB {
	around := w.crowd.around
	for i := range w.bodies {
		if around[i] = w.bounds[i]; !w.flights[i].still {
			around[i] = w.bounds[i].Grow(w.bodies[i].size)
		}
	}
	return around
}

// stirs reports whether some point of a body that is awake may move faster than what makes a crowd.
func (w *World) stirs(i int32) bool {
	return w.flights[i].s.V.Len()+float64(w.turnRate(i)*w.bodies[i].radius) > crowdStirs
}

// anyStirs reports whether anything does that is awake: without it there are no crowds.
func (w *World) anyStirs() bool {
	for i := range w.bodies {
		if !w.flights[i].still && w.stirs(int32(i)) {
			return true
		}
	}
	return false
}

// groupCrowds groups the bodies that are of crowds and reports whether there are any.
func (w *World) groupCrowds() bool {
	c := &w.crowd
	if !c.known {
		w.near = w.sweeper.Find(w.boundsOfCrowds(), w.near[:0])
		c.known = true
	}
	for _, p := range w.near {
		if !w.flights[p.I].still && !w.flights[p.J].still && w.mayCrowd(&pair{a: p.I, b: p.J, crush: -1}) {
			w.merge(p.I, p.J)
		}
	}
	for _, l := range c.linked {
		w.merge(l[0], l[1])
	}
	clear(c.size)
	clear(c.stirs)
	for i := range w.bodies {
		if f := &w.flights[i]; !f.still {
			root := w.root(int32(i))
			c.size[root]++
			c.stirs[root] = c.stirs[root] || w.stirs(int32(i))
		}
	}
	for k := range w.pairs {
		if p := &w.pairs[k]; !w.mayCrowd(p) {
			w.excludeCrowd(p.a)
			if p.b >= 0 {
				w.excludeCrowd(p.b)
			}
		}
	}
	for _, i := range c.barred {
		w.excludeCrowd(i)
	}
	w.stirNear()
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

// crowded reports whether a body that is awake is near what makes a crowd of them, while they are grouped.
func (w *World) crowded(i int32) bool {
	c, root := &w.crowd, w.root(i)
	return !w.flights[i].still && c.stirs[root] && int(c.size[root]) >= w.set.Crowd
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

// stirSleepers wakes what a crowd touches or may before the step ends, and reports whether there was any.
func (w *World) stirSleepers() bool {
	c, stirred := &w.crowd, false
	w.keepState()
	for _, i := range c.stirred {
		if w.flights[i].still {
			w.wake(i, 0)
			stirred = true
		}
	}
	for n := range c.crowds {
		for _, i := range c.crowds[n].members {
			for m := 0; m < len(w.pairsOf[i]); m++ {
				k := w.pairsOf[i][m]
				p := w.pairs[k]
				o := p.a + p.b - i
				if p.b < 0 || !w.flights[o].still {
					continue
				}
				if len(w.touches(k, w.set.Slop+w.travel(i, w.set.Step))) > 0 {
					w.wake(o, 0)
					stirred = true
				}
			}
		}
	}
	return stirred
}

// mayCrowd reports whether a pair is one of those that make crowds, or one of a crowd with what stands still.
func (w *World) mayCrowd(p *pair) bool {
	return !p.sensor && p.crush < 0 && w.surfaceOf(p).crowds() && w.plain(p.a) && (p.b < 0 || w.plain(p.b))
}

// crowds reports whether what touches by a surface may be of a crowd.
func (s *surface) crowds() bool {
	return s.model == Newton && s.rolling == 0 && s.spin == 0 && !s.rebounds()
}

// plain reports whether nothing but forces and contacts moves a body.
func (w *World) plain(i int32) bool {
	return !w.bodies[i].driven && w.bodies[i].vehicle < 0 && len(w.jointsOf[i]) == 0
}

// travel bounds how far any point of a body goes in the time h, if nothing but forces moves it [m].
func (w *World) travel(i int32, h float64) float64 {
	f := &w.flights[i]
	if f.still {
		return 0
	}
	turn := w.turnRate(i)
	if f.torque != (geom.Vec{}) {
		turn += float64(w.bodies[i].mass.AngularVelocity(f.s.Q, f.torque).Len() * h)
	}
	return float64((f.s.V.Len() + float64(f.field.Len()*h) + float64(turn*w.bodies[i].radius)) * h)
}

// moveCrowds takes all crowds to the end of the step. It reports false where the step has to begin again.
func (w *World) moveCrowds() bool {
	c := &w.crowd
	c.moving = true
	for n := 0; n < len(c.crowds) && !c.again; n++ {
		w.moveCrowd(c.crowds[n].members)
	}
	c.moving = false
	return !c.again
}

// meetsCrowd notes a pair that was found after a crowd has been moved: of it, with what has not. If that may be of a crowd it is of this one, else the
// crowd meets by impacts.
func (w *World) meetsCrowd(a, b int32) {
	c := &w.crowd
	if b < 0 || c.moved[a] == c.moved[b] {
		return
	}
	if !c.moved[a] {
		a, b = b, a
	}
	if w.mayCrowd(&pair{a: min(a, b), b: max(a, b), crush: -1}) && c.tries < maxTries {
		c.linked = append(c.linked, [2]int32{a, b})
		w.beginAgain()
		return
	}
	w.bar(a)
}

// rewind takes the world back to the start of the step. What asked for it stays.
func (w *World) rewind() {
	w.state.copyFrom(&w.crowd.kept)
	w.frame.Events = w.frame.Events[:0]
	w.crowd.again = false
	w.crowd.tries++
	clear(w.crowd.moved)
}

// prepareCrowds makes the scratch of crowds.
func (w *World) prepareCrowds() {
	n := len(w.bodies)
	c := &w.crowd
	c.around = make([]geom.AABB, n)
	c.ground, c.grain = make([]groundOf, n), grainOf(exponent(float64(groundGrid*w.set.Slop)))
	c.left = make([]bool, n)
	c.calm.prepare(n)
	c.moved, c.stirs, c.size, c.crowdAt = make([]bool, n), make([]bool, n), make([]int32, n), make([]int32, n)
	for i := range w.bodies {
		c.crowdAt[i] = -1
		row := w.surface[w.bodies[i].material*w.materials:][:w.materials]
		if w.plain(int32(i)) && slices.ContainsFunc(row, func(s surface) bool { return s.crowds() }) {
			c.able++
		}
	}
}
