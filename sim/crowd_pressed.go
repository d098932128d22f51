package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Driven bodies press with whatever it takes. A crowd that has no room sinks into them, and into what does not give way:
// such an island starts every substep from zero impulses, since those that are enough do not exist, and its bodies count
// as squeezed. So do fewer bodies than make a crowd else, because the contact solver would look for these impulses.

// crowdJammed is the penetration, in units of Settings.Slop, above which what touches a driven body is taken to have no
// room. Crowds on driven bodies that do not press them against others overlap by some tenths of a millimetre.
const crowdJammed = 50

// crowdPressed is the penetration, in the same units, from which on a group of fewer than Settings.Crowd bodies is taken
// to have no room. The contact solver holds bodies that have some within a few times the slop.
const crowdPressed = 10

// crowdForced is the largest work of driven bodies at the warm start, in units of the energy that an island has and gains
// by falling through the substep. What carries or pushes it without wedging does about that.
const crowdForced = 10

// crowdHolds is the largest number of times that impulses of an island without room are reduced in part. After that, what
// is still too fast gets none, member by member.
const crowdHolds = 16

// markPressed marks groups that touch a driven body, and of which something does not give way, or is so deep in
// something that it has no room. The contact solver would look for impulses that do not exist.
func (w *World) markPressed() {
	c := &w.crowd.calm
	clear(c.pressed)
	contacts := w.state.contacts
	for n := range contacts {
		k := &contacts[n]
		a, b := k.key.a, k.key.b
		if w.bodies[a].driven {
			a, b = b, a
		}
		root := rootOf(c.parent, a)
		c.pressed[root] = c.pressed[root] || b >= 0 && w.bodies[b].driven
		c.deep[root] = c.deep[root] || k.sep < -crowdPressed*w.set.Slop
	}
	for i := range c.pressed {
		c.pressed[i] = c.pressed[i] && c.deep[i]
	}
}

// isPressed reports whether an awake body is in a group of markPressed.
func (w *World) isPressed(i int32) bool {
	c := &w.crowd.calm
	return c.pressed[rootOf(c.parent, i)]
}

// jammed reports whether an island that touches driven bodies is so deep in something that it has no room.
func (w *World) jammed(isl *crowdIsland) bool {
	return isl.driven && isl.deepest < -crowdJammed*w.set.Slop && !w.mayGoAlong(isl)
}

// mayGoAlong reports whether nothing holds an island between what does not give way: as a whole it may go along with one
// of the driven bodies, or stay in its place, and come nearer to none of the others. It has room, however deep the blow of
// a bed that brakes has pressed its bodies into each other.
func (w *World) mayGoAlong(isl *crowdIsland) bool {
	c := &w.crowd.step
	if w.roomAlong(isl, -1) {
		return true
	}
	for _, i := range c.bodies[len(c.members):] {
		if w.roomAlong(isl, i) {
			return true
		}
	}
	return false
}

// roomAlong reports whether an island comes nearer to nothing that does not give way if it goes along with the driven
// body i, or if that is -1 stays in its place.
func (w *World) roomAlong(isl *crowdIsland, i int32) bool {
	c := &w.crowd.step
	for _, k := range c.order[isl.first:isl.end] {
		pair, place := &c.solver.Pairs[k], c.pairs[k].place
		slot, n := pair.B, pair.N // from the island
		if int(pair.A) > len(c.members) {
			slot, n = pair.A, n.Neg()
		}
		on := int32(-1)
		if slot > 0 {
			on = c.bodies[slot-1]
		}
		if on >= 0 && !w.bodies[on].driven {
			continue
		}
		d := w.pointVelocity(i, place).Sub(w.pointVelocity(on, place))
		if d.Dot(n) > float64(nearsBy*d.Len()) {
			return false
		}
	}
	return true
}

// nearsBy is the sine of the angle of a motion to a surface up to which it is along it.
const nearsBy = 1e-6

// overdriven reports whether an island has no room, or driven bodies do far more work by its current impulses than its
// energy, most [J], says.
func (w *World) overdriven(isl *crowdIsland, most float64) bool {
	return isl.driven && (w.jammed(isl) || math.Abs(w.drivesWork(isl)) > float64(crowdForced*most))
}

// solveJammed makes a few passes over an island that has no room, from zero impulses. In the frame of the crowd no
// member gets faster by them, or spins faster, than the fastest was, or a quarter more than what presses it, or than it
// was: else the impulses of its pairs are reduced, but not those of others, which may bear what only stands by. There are
// none at the end of the step, since nothing would come to rest by them.
func (w *World) solveJammed(isl *crowdIsland) {
	c := &w.crowd.step
	t := isl.tolerances
	t.Passes = min(t.Passes, crowdPushes)
	c.solver.Solve(c.order[isl.first:isl.end], &t)
	most := 0.0
	for _, i := range c.bodies[len(c.members):] {
		s := &w.flights[i].s
		most = math.Max(most, float64(1.25*w.topSpeed(i, s.V.Sub(c.frame.v), s.L)))
	}
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		v, spin := w.speedsAtStart(slot)
		most = math.Max(most, math.Max(v, spin))
	}
	for round := 0; round < crowdHolds+int(isl.endSlot-isl.firstSlot) && w.holdBack(isl, most, round < crowdHolds); round++ {
	}
}

// speedsAtStart returns the speed of a member at the start of the substep, in the frame of the crowd, and that of its
// surface by its spin [m/s].
func (w *World) speedsAtStart(slot int32) (v, spin float64) {
	c := &w.crowd.step
	s := &c.start[slot-1]
	return s.V.Sub(c.frame.v).Len(), float64(c.solver.Bodies[slot].InvInertia.Apply(s.L).Len() * w.bodies[c.members[slot-1]].radius)
}

// holdBack reduces the impulses of the pairs of members that get faster than most [m/s], in the frame of the crowd, and
// than they were: to what they may have, or to none. It reports whether there were such members.
func (w *World) holdBack(isl *crowdIsland, most float64, partly bool) bool {
	c := &w.crowd.step
	held := false
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		b, share := &c.solver.Bodies[slot], 1.0
		v, spin := w.speedsAtStart(slot)
		for _, speeds := range [2][2]float64{{v, b.V.Len()}, {spin, float64(b.W.Len() * w.bodies[c.members[slot-1]].radius)}} {
			had, has := speeds[0], speeds[1]
			if may := math.Max(had, most); has > float64(may*(1+response.ReboundRounding)) {
				share = math.Min(share, (may-had)/(has-had))
			}
		}
		if held = held || share < 1; share < 1 && !partly {
			share = 0
		}
		c.frame.share[slot] = share
	}
	if !held {
		return false
	}
	for _, k := range c.order[isl.first:isl.end] {
		pair := &c.solver.Pairs[k]
		share := math.Min(c.shareOf(pair.A), c.shareOf(pair.B))
		if share < 1 {
			c.solver.Reduce(k, share)
		}
	}
	return true
}

// shareOf returns the share of their impulses that the pairs of a body keep in holdBack: all of one that is no member.
func (c *crowdStep) shareOf(slot int32) float64 {
	if slot == 0 || int(slot) > len(c.members) {
		return 1
	}
	return c.frame.share[slot]
}

// kineticAtStart returns the kinetic energy of an island's bodies at the start of the substep [J].
func (w *World) kineticAtStart(isl *crowdIsland) float64 {
	c := &w.crowd.step
	sum := 0.0
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		s, m := &c.start[slot-1], &w.bodies[c.members[slot-1]].mass
		sum += float64(m.M*s.V.Sub(c.frame.v).LenSq()) + m.AngularVelocity(s.Q, s.L).Dot(s.L)
	}
	return float64(0.5 * sum)
}

// forgetImpulses removes what the impulses of an island usually are, from which those of the end of the step start.
func (c *crowdStep) forgetImpulses(isl *crowdIsland) {
	for _, k := range c.order[isl.first:isl.end] {
		pair := &c.solver.Pairs[k]
		c.pairs[k].usual = geom.Vec{}
		for i := pair.First; i < pair.End; i++ {
			c.rows[i].usual = 0
		}
	}
}

// squeezedEvents raises the limit events of the step for members of the current crowd that have no room.
func (w *World) squeezedEvents() {
	c := &w.crowd.step
	if !c.frame.used {
		return
	}
	clear(c.frame.work) // is over
	for n := range c.islands {
		isl := &c.islands[n]
		if !w.jammed(isl) {
			continue
		}
		for _, k := range c.order[isl.first:isl.end] {
			pair := &c.solver.Pairs[k]
			for i := pair.First; i < pair.End; i++ {
				if c.rows[i].sep >= -crowdJammed*w.set.Slop {
					continue
				}
				for _, b := range [2]int32{pair.A, pair.B} {
					if slot := int(b) - 1; slot >= 0 && slot < len(c.members) && c.frame.work[slot] == 0 {
						c.frame.work[slot] = 1
						w.addEvent(record.Event{Kind: record.Limit, A: c.members[slot], B: -1, Time: w.time() + c.time, Detail: "squeezed"})
					}
				}
			}
		}
	}
}
