package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// wake wakes a sleeping body and all that it touches, with wheels too, from time t of the step on, and finds their pairs.
func (w *World) wake(i int32, t float64) {
	w.woken = w.woken[:0]
	if !w.flights[i].still {
		return
	}
	w.wakeBody(i, t)
	w.stack = append(w.stack[:0], i)
	for len(w.stack) > 0 {
		n := w.stack[len(w.stack)-1]
		w.stack = w.stack[:len(w.stack)-1]
		for c := range w.state.contacts {
			k := &w.state.contacts[c].key
			if k.b < 0 || k.a != n && k.b != n {
				continue
			}
			o := k.a
			if o == n {
				o = k.b
			}
			if w.flights[o].still && !w.bodies[o].driven {
				w.wakeBody(o, t)
				w.stack = append(w.stack, o)
			}
		}
		w.wakeJointed(n, t)
		w.wakeRidden(n, t)
	}
	w.gatherAsleep(t)
	w.addAsleep(t)
	w.applyTreads(t)
	// What they rested on holds them from now on.
	for c := range w.state.contacts {
		k := &w.state.contacts[c].key
		if !w.touchesWoken(k.a) || !w.touchesWoken(k.b) {
			continue
		}
		if p := w.findPair(k.a, k.b); p >= 0 {
			w.unite(&w.pairs[p])
		}
	}
	for _, i := range w.woken {
		for _, k := range w.jointsOf[i] {
			w.uniteJoint(k)
		}
		w.uniteWheels(i)
	}
}

// touchesWoken reports whether a body or static is part of contacts of the bodies just woken.
func (w *World) touchesWoken(i int32) bool {
	return i < 0 || w.bodies[i].driven || slices.Contains(w.woken, i)
}

// wakeBody wakes one body at time t of the step, with an event, and finds its pairs.
func (w *World) wakeBody(i int32, t float64) {
	f := &w.flights[i]
	f.still, f.t0, f.t1, f.stamp = false, t, w.set.Step, f.stamp+1
	w.state.asleep[i], w.state.still[i] = false, 0
	w.forcesOnWoken(i)
	f.acc, f.tau = f.field, f.torque
	w.bounds[i] = geom.EmptyAABB()
	w.widen(i, w.set.Step-t)
	w.woken = append(w.woken, i)
	w.crowd.known = false
	w.addEvent(record.Event{Kind: record.Wake, A: i, B: -1, Time: w.time() + t})
}

// standsStill reports whether a body is driven and its program is over.
func (w *World) standsStill(i int32) bool {
	b := &w.bodies[i]
	return b.driven && b.drive.standsFrom(w.time())
}

// fallAsleep puts islands to sleep in which every body has been slow for long enough, and that move evenly, if at all. Free
// bodies do not sleep. What springs hold or movers press on does not, nor what it touches, but counts as slow for the sleep time
// only if it would.
func (w *World) fallAsleep() {
	if w.set.SleepTime < 0 {
		return
	}
	for i := range w.bodies {
		b, s := &w.bodies[i], &w.state.bodies[i]
		if w.flights[i].still {
			continue
		}
		speed := s.V.Len() + float64(b.mass.AngularVelocity(s.Q, s.L).Len()*b.radius)
		rests := (w.held[i] || b.sprung) && speed < w.set.SleepSpeed && !(b.restless > w.time())
		if b.driven {
			rests = b.drive.standsFrom(w.time())
		} else if w.crowd.moved[i] && w.crowd.calm.carried[i] {
			rests = false // held between what moves on
		}
		if rests {
			w.state.still[i] += w.set.Step
		} else {
			w.state.still[i] = 0
		}
		// Only bodies that rest on the world can sleep: an island of movable bodies alone drifts on.
		w.calm[i] = false
	}
	for i := range w.state.contacts {
		k := &w.state.contacts[i].key
		if k.b < 0 || w.standsStill(k.b) {
			w.calm[w.root(k.a)] = true
		} else if w.standsStill(k.a) {
			w.calm[w.root(k.b)] = true
		}
	}
	w.markAnchoredByJoints()
	clear(w.starts.loaded)
	for i := range w.bodies {
		if w.standsOnWorld(int32(i)) || w.standsStill(int32(i)) {
			w.calm[w.root(int32(i))] = true
		}
		b, r := &w.bodies[i], w.root(int32(i))
		if b.sprung && !b.driven {
			w.calm[r] = true
		}
		if (b.sprung || w.starts.pressed[i]) && !b.driven {
			w.starts.loaded[r] = true
		}
	}
	w.keepDriven()
	for i := range w.bodies {
		if !w.flights[i].still && w.state.still[i] < w.set.SleepTime {
			w.calm[w.root(int32(i))] = false
		}
	}
	w.keepMoving()
	for i := range w.bodies {
		r := w.root(int32(i))
		switch {
		case w.flights[i].still:
			continue
		case w.starts.loaded[r]:
			if !w.calm[r] { // AtRest asks for the time
				w.state.still[i] = math.Min(w.state.still[i], math.Max(0, w.set.SleepTime-float64(0.5*w.set.Step)))
			}
			continue
		case !w.calm[r]:
			continue
		}
		s := &w.state.bodies[i]
		w.bookAsleep(i)
		s.V, s.L = geom.Vec{}, geom.Vec{}
		w.state.asleep[i] = true
		w.addEvent(record.Event{Kind: record.Sleep, A: int32(i), B: -1, Time: w.time()})
	}
}

// loadsHold reports whether each body that is awake is held by springs or bears a mover, or touches or is jointed to one that is or does.
func (w *World) loadsHold() bool {
	held := w.starts.held
	for i := range w.bodies {
		held[i] = !w.bodies[i].driven && (w.bodies[i].sprung || !w.state.asleep[i] && w.bearsMover(int32(i)))
	}
	for more := true; more; {
		more = false
		spread := func(a, b int32) {
			if a >= 0 && b >= 0 && held[a] != held[b] && !w.bodies[a].driven && !w.bodies[b].driven {
				held[a], held[b], more = true, true, true
			}
		}
		for i := range w.state.contacts {
			spread(w.state.contacts[i].key.a, w.state.contacts[i].key.b)
		}
		for i := range w.joints {
			if !w.isBroken(i) {
				spread(w.joints[i].body[0], w.joints[i].body[1])
			}
		}
	}
	for i := range w.bodies {
		if !held[i] && !w.state.asleep[i] {
			return false
		}
	}
	return true
}

// bearsMover reports whether a mover with mass touches a body.
func (w *World) bearsMover(i int32) bool {
	for k := range w.movers {
		m := &w.movers[k]
		if m.mass == 0 {
			continue
		}
		reach := float64(walkReach * moverGap * m.minRadius())
		self, box := m.within(w.state.movers[k].x, reach)
		for part := range w.bodies[i].parts {
			if w.meetsPart(&self, &box, i, part, reach) {
				return true
			}
		}
	}
	return false
}

// keepDriven keeps bodies awake that a driven body touches, or holds by a joint, until it has stood still for long enough: it
// would wake them in the next step.
func (w *World) keepDriven() {
	keep := func(a, b int32) {
		if a >= 0 && b >= 0 && w.bodies[a].driven && !w.flights[b].still && (w.state.bodies[a].V != geom.Vec{} || w.state.bodies[a].L != geom.Vec{}) {
			w.state.still[b] = 0
		}
	}
	for i := range w.state.contacts {
		k := &w.state.contacts[i].key
		keep(k.a, k.b)
		keep(k.b, k.a)
	}
	for i := range w.joints {
		if b := &w.joints[i].body; !w.isBroken(i) {
			keep(b[0], b[1])
			keep(b[1], b[0])
		}
	}
}

// sleepStarts are the states of bodies that may fall asleep at the start of the step, what their island, of which it is
// the root, gains in kinetic energy in the step, and the least gain that counts [J]; and whether a spring holds one of it, or a
// mover presses on one. In pressed are the bodies that movers press on in the step, in held those that loadsHold finds.
type sleepStarts struct {
	states                []rigid.State
	gain, least           []float64
	loaded, pressed, held []bool
}

func (e *sleepStarts) prepare(n int) {
	e.states, e.gain, e.least = make([]rigid.State, n), make([]float64, n), make([]float64, n)
	e.loaded, e.pressed, e.held = make([]bool, n), make([]bool, n), make([]bool, n)
}

// noteStarts notes the states at the start of the step.
func (w *World) noteStarts() {
	for i := range w.bodies {
		if !w.flights[i].still && !w.bodies[i].driven {
			w.starts.states[i] = w.state.bodies[i]
		}
	}
}

// sleepAhead is the number of sleep times for which what falls asleep would have to stay slower than the sleep speed, at its
// acceleration in the step. A long pendulum at its turning point would not, though it is slow there for longer than one.
// By default this is 1 mm/s²: of a length of 100 m pendulums stay awake that reach 1.05 times the sleep speed, of 1,000 m
// those that reach 1.5 times.
const sleepAhead = 20

// keepMoving keeps calm islands awake that do not move evenly: those that have gained kinetic energy in the step, more than
// that of the threshold of motion, which begin to slide, roll or topple, slowly at first; and those in which a body slows
// down or turns back, by more than sleepAhead allows. What has moved as a crowd does not count, and for the latter not what
// stands on wheels, whose dampers bring it to rest.
func (w *World) keepMoving() {
	e := &w.starts
	clear(e.gain)
	clear(e.least)
	threshold := w.settledSpeed()
	steady := math.Max(threshold, w.set.SleepSpeed*w.set.Step/(sleepAhead*w.set.SleepTime))
	for i := range w.bodies {
		r := w.root(int32(i))
		if !w.calm[r] || w.flights[i].still || w.bodies[i].driven || w.crowd.moved[i] {
			continue
		}
		m, from, to := &w.bodies[i].mass, &e.states[i], &w.state.bodies[i]
		e.gain[r] += m.KineticEnergy(to) - m.KineticEnergy(from)
		e.least[r] += float64(0.5 * m.M * float64(threshold*threshold))
		turn := m.AngularVelocity(to.Q, to.L).Sub(m.AngularVelocity(from.Q, from.L))
		if to.V.Sub(from.V).Len()+float64(turn.Len()*w.bodies[i].radius) > steady && !w.onWheels(int32(i)) {
			w.calm[r] = false
		}
	}
	for i := range w.calm {
		w.calm[i] = w.calm[i] && !(e.gain[i] > e.least[i])
	}
}
