package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
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
	pile          bool    // it is solved with pileSet, see asPile
	creeps        bool    // it is left out of a crowd, and quiet, and moves by more than quietTravel all the same
	settled       bool    // at rest: its velocities at the end of the step are only the error of the passes
	single        bool    // one substep takes the rest of the step: vehicles that touch only with their tyres
	yields        bool    // its contacts press against each other without bound in the current substep, see wedgedIn
	longest       float64 // the longest substep to try next [s], where longer ones have failed; 0 for any
	solver        response.ContactSolver
	keys          []rowKey // of the solver's points, without the stops of joints after them
	seps          []float64
	warmed        []int32 // of each of the solver's points: the index in scratch.warmRows of its warm start, -1 for none
	points        int32   // of the solver
	repeats       bool    // it repeats the last step, and the solver is empty
	met           bool    // a search has found an event with it
	found         bool    // the passes over its contacts have converged
	joints        []int32 // of the solver's joints
	stops         []stopRow
	turns         []turnRow
	dampers       []int32 // springs of the first of the solver's Dampers
	wheels        []int32 // of the rest of them
	pileSet       response.ContactSettings
	held          []rowKey // of all points that the solver takes, before reduction
	secondImpacts []event  // of its pairs that have crushed and come in again
	centres       []geom.Vec
	start         []rigid.State
}

// newIsland adds an island without members and returns its index.
func (w *World) newIsland(root int32) int32 {
	n := len(w.islands)
	if n < cap(w.islands) {
		w.islands = w.islands[:n+1]
	} else {
		w.islands = append(w.islands, island{})
	}
	isl := &w.islands[n]
	isl.root, isl.dead, isl.members, isl.secondImpacts = root, false, isl.members[:0], isl.secondImpacts[:0]
	isl.repeats, isl.met, isl.creeps, isl.points, isl.longest = false, false, false, 0, 0
	isl.solver.Renew()
	isl.stamp++
	return int32(n)
}

// clearIslands begins the step without islands.
func (w *World) clearIslands() {
	w.islands = w.islands[:0]
	for i := range w.bodies {
		w.parent[i], w.knots[i], w.held[i], w.grounded[i] = int32(i), int32(i), false, false
	}
}

// formIslands groups the bodies in touch at the start of the step, except for crowds.
func (w *World) formIslands() {
	// Waking a sleeper adds pairs: the loop runs to the end of a list that may grow.
	w.linkJoints()
	w.linkWheels()
	w.startLinks()
	for k := 0; k < len(w.pairs); k++ {
		w.linkTouching(int32(k))
	}
	w.linkDampers()
	for i := range w.bodies {
		f := &w.flights[i]
		if f.still || w.bodies[i].driven || w.crowd.moved[i] {
			continue
		}
		if !w.held[i] && !w.onWheels(int32(i)) && len(w.sidewallsOf(int32(i))) == 0 {
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
	if w.boundsTouch(&p) && w.keepsTouch(k) || w.sidewallsTouch(&p) {
		w.noteLink(&p)
		w.wakeAndUnite(&p)
	}
}

// boundsTouch reports whether the bounds of the two bodies of a pair touch; those of a body and a static have been found to.
func (w *World) boundsTouch(p *pair) bool {
	if p.b < 0 {
		return true
	}
	ba, bb := w.bodies[p.a].bounds(&w.flights[p.a].s).Grow(w.set.Slop), w.bodies[p.b].bounds(&w.flights[p.b].s)
	return ba.Overlaps(&bb)
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
// is second-order accurate in the length of a substep, so that they need only one; those whose legs act take more.
func (w *World) onlyWheels(isl *island) bool {
	for _, i := range isl.members {
		if w.bodies[i].vehicle < 0 || len(w.jointsOf[i]) > 0 || len(w.sidewallsOf(i)) > 0 || w.onLegs[w.bodies[i].vehicle] {
			return false
		}
	}
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			p := &w.pairs[k]
			if !p.sensor && (p.b < 0 || w.bodies[p.a].driven || w.bodies[p.b].driven || w.flights[p.a].island == w.flights[p.b].island) && len(w.touchesNow(k, w.set.Speculative)) > 0 {
				return false
			}
		}
	}
	return true
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
