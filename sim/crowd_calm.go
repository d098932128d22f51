package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// Bodies at rest near a crowd are left out of it: groups of touching bodies of which one rests on a static, and none
// moves noticeably in a step. The contact solver holds them, as elsewhere, and once they are at rest their islands
// repeat the last step. They stay out as long as the crowd does not touch them, and cannot before the step ends. If one
// of them moves by more than the slop, the distance within which bodies count as touching, or a large group is about to
// move at all, the step is restarted with it in the crowd.

// calmWork is the scratch memory of that.
type calmWork struct {
	off     bool    // for tests: nothing is left out
	parent  []int32 // of each body, by what touched at the end of the step before
	stands  []bool  // of each root: something of it touches what stands still
	moves   []bool  // of each root: something of it moves, or is of the crowd for another reason
	turns   []bool  // of each root: something of it resists turning
	seen    []bool  // of each body: what it may touch is known
	carried []bool  // of each body: it touches a driven body that moves
	deep    []bool  // of each root: something of it does not give way to what is driven, or is deep in something
	pressed []bool  // of each root: it touches a driven body, and something of it is deep in something
	size    []int32 // of each root: the number of its awake bodies

	set response.ContactSettings // for islands left out, while they are quiet
}

func (c *calmWork) prepare(n int) {
	c.parent, c.size = make([]int32, n), make([]int32, n)
	c.stands, c.moves, c.turns = make([]bool, n), make([]bool, n), make([]bool, n)
	c.seen, c.carried = make([]bool, n), make([]bool, n)
	c.pressed, c.deep = make([]bool, n), make([]bool, n)
}

// findCalm finds the groups at rest.
func (w *World) findCalm() {
	c := &w.crowd.calm
	clear(c.stands)
	clear(c.moves)
	clear(c.turns)
	clear(c.carried)
	clear(c.deep)
	clear(c.size)
	for i := range c.parent {
		c.parent[i] = int32(i)
	}
	contacts := w.state.contacts
	for n := range contacts {
		if k := &contacts[n].key; !w.outside(k.a) && !w.outside(k.b) {
			unite(c.parent, k.a, k.b)
		}
	}
	for n := range contacts {
		k := &contacts[n]
		if a, b := k.key.a, k.key.b; w.outside(a) || w.outside(b) {
			if w.outside(a) {
				a, b = b, a
			}
			c.stands[rootOf(c.parent, a)] = true
			if b >= 0 && w.drivesOn(b) {
				w.markMoving(a)
				c.carried[a] = true
			}
		}
		if k.fn > 0 && k.sep > float64(response.QuietClosed*w.set.Slop) { // to be closed by the crowd, little by little
			w.markMoving(k.key.a)
		}
	}
	for i := range w.bodies {
		i := int32(i)
		if !w.flights[i].still {
			c.size[rootOf(c.parent, i)]++
		}
		if !w.plain(i) || !w.flights[i].still && w.moves(i) {
			w.markMoving(i)
		}
	}
	if w.crowd.turning {
		w.keepTurning()
	}
	if w.crowd.driven {
		w.markCarried()
		w.markPressed()
	}
	for _, i := range w.crowd.disturbed {
		w.markMoving(i)
	}
	for _, l := range w.crowd.linked {
		w.markMoving(l[0])
		w.markMoving(l[1])
	}
}

// keepTurning marks groups that touch with resistance to turning as not at rest: such crowds remain until they sleep,
// because the contact solver would take thousands of passes for them at rest.
func (w *World) keepTurning() {
	c := &w.crowd.calm
	contacts := w.state.contacts
	for n := range contacts {
		k := &contacts[n].key
		if w.surfaceOf(&pair{a: k.a, b: k.b}).resistsTurning() {
			c.turns[rootOf(c.parent, k.a)] = true
			w.markMoving(k.a)
		}
	}
}

// markMoving marks the group that touches a body as not at rest.
func (w *World) markMoving(i int32) {
	c := &w.crowd.calm
	c.moves[rootOf(c.parent, i)] = true
}

// creeps reports whether an awake body is in a group in touch that is not at rest, and large or one of keepTurning; or
// touches a driven body that moves: what is pressed hard has no accurate solution, and goes on as it began.
func (w *World) creeps(i int32) bool {
	c := &w.crowd.calm
	root := rootOf(c.parent, i)
	return c.moves[root] && (c.carried[i] || c.turns[root] || int(c.size[root]) >= w.set.Crowd)
}

// staysTurning reports whether a body is in a group of keepTurning.
func (w *World) staysTurning(i int32) bool {
	c := &w.crowd.calm
	return c.turns[rootOf(c.parent, i)]
}

// touchesOthers reports whether an awake body touches others that are awake.
func (w *World) touchesOthers(i int32) bool {
	c := &w.crowd.calm
	return c.size[rootOf(c.parent, i)] > 1
}

// isCalm reports whether an awake body is at rest, with all that touches it.
func (w *World) isCalm(i int32) bool {
	c := &w.crowd.calm
	root := rootOf(c.parent, i)
	return !c.off && !w.flights[i].still && c.stands[root] && !c.moves[root]
}

// markApproached marks groups as not at rest if a crowd touches them, or may before the step ends, or if such a group
// does. Members of crowds are found by the roots of the union of bodies near each other.
func (w *World) markApproached() {
	c := &w.crowd.calm
	clear(c.seen)
	for changed := true; changed; { // a group that is marked may reach the next one
		changed = false
		for i := range w.bodies {
			i := int32(i)
			if c.seen[i] || !w.crowded(i) || w.isCalm(i) {
				continue
			}
			c.seen[i] = true
			for _, k := range w.pairsOf[i] {
				if p := &w.pairs[k]; p.b >= 0 && w.isCalm(p.a+p.b-i) && w.mayTouch(k, i, calmRoom) {
					w.markMoving(p.a + p.b - i)
					changed = true
				}
			}
		}
	}
}

// calmRoom is the factor on the travel of a member in the step at its start, within which a body at rest joins its
// crowd: contacts may speed the member up.
const calmRoom = 2

// mayTouch reports whether body i touches the other body of pair k, which is at rest, or may before the step ends, if
// it moves farther (a factor) than forces alone take it.
func (w *World) mayTouch(k, i int32, farther float64) bool {
	p := &w.pairs[k]
	margin := w.set.Slop + float64(farther*w.travel(i, w.set.Step))
	a, b := w.bodies[p.a].bounds(&w.flights[p.a].s).Grow(margin), w.bodies[p.b].bounds(&w.flights[p.b].s)
	return a.Overlaps(&b) && len(w.touches(k, margin)) > 0
}

// A crowd holds contacts across gaps that count as closed, and bodies a little too deep. The contact solver takes an
// island left out as quiet, and does so, too, but not in several substeps: the bodies fall through the gaps, rock, and
// move by more than the slop, and the passes hardly converge. The step would be restarted, and the next one, in which the
// crowd has left them where they were, would do the same again. So such an island remains quiet if it is pushed out by a
// small part of the slop, and where the passes do not converge but nothing moves: the passes of a crowd leave more.
const (
	// calmTravel is the largest travel of its bodies in a step, in units of Settings.Slop.
	calmTravel = 0.1
	// calmPasses is the largest number of passes: by then Newton's method has been tried twice, and what has not
	// converged hardly ever does.
	calmPasses = 320
)

// leftOut reports whether all bodies of an island are left out of a crowd, and can still join it in this step.
func (w *World) leftOut(isl *island) bool {
	c := &w.crowd
	if len(c.crowds) == 0 || c.tries >= maxTries {
		return false
	}
	for _, i := range isl.members {
		if c.moved[i] || !c.left[i] {
			return false
		}
	}
	return true
}

// staysLeftOut is staysQuiet for an island left out of a crowd.
func (w *World) staysLeftOut(isl *island) bool {
	isl.creeps = !w.movesWithin(isl, quietTravel)
	return !isl.creeps || isl.found && w.movesWithin(isl, calmTravel)
}

// joinsCrowd restarts the step with an island in the crowd that it was left out of and that is no longer quiet, and
// returns true, if the contact solver would take long for it: it is large, or the passes have not converged. Otherwise it
// takes substeps.
func (w *World) joinsCrowd(isl *island) bool {
	if isl.found && len(isl.members) < w.set.Crowd {
		return false
	}
	w.crowd.disturbed = append(w.crowd.disturbed, isl.members...)
	w.beginAgain()
	return true
}

// staysCalm returns false, and restarts the step, if a body left out of a crowd has moved by more than the slop, the
// distance within which bodies count as touching.
func (w *World) staysCalm() bool {
	c := &w.crowd
	if len(c.crowds) == 0 {
		return true
	}
	for i := range w.bodies {
		i := int32(i)
		if c.moved[i] || !c.left[i] {
			continue
		}
		s, end := &w.state.bodies[i], &w.flights[i].s
		far := end.X.Sub(s.X).Len() + float64(geom.QuatLog(end.Q.Mul(s.Q.Conj())).Len()*w.bodies[i].radius)
		if far <= w.set.Slop {
			continue
		}
		if c.tries >= maxTries {
			w.resolveByImpacts(i)
		} else {
			c.disturbed = append(c.disturbed, i)
			w.beginAgain()
		}
	}
	return !c.again
}
