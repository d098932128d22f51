package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// What is at rest near a crowd is left out of it: all that touch each other, of whom one rests on what stands still, and no one
// goes anywhere in a step. The contact solver holds them, as everywhere, and once they stand they do again what they did in the step before. They are at rest as
// long as nothing of the crowd touches them or may before the step ends; and where one of them goes as far as what touches it may be away, the step begins anew with it in the
// crowd.

// calmWork is the scratch of that.
type calmWork struct {
	off    bool    // for tests: nothing is left out
	parent []int32 // of each body, by what touched at the end of the step before
	stands []bool  // of each root: something of it touches what stands still
	stirs  []bool  // of each root: something of it moves, or is of the crowd for another reason
	seen   []bool  // of each body: what it may touch is known
}

func (c *calmWork) prepare(n int) {
	c.parent, c.stands, c.stirs, c.seen = make([]int32, n), make([]bool, n), make([]bool, n), make([]bool, n)
}

// findCalm finds what is at rest.
func (w *World) findCalm() {
	c := &w.crowd.calm
	clear(c.stands)
	clear(c.stirs)
	for i := range c.parent {
		c.parent[i] = int32(i)
	}
	contacts := w.state.contacts
	for n := range contacts {
		if k := &contacts[n].key; k.b >= 0 {
			unite(c.parent, k.a, k.b)
		}
	}
	for n := range contacts {
		k := &contacts[n]
		if k.key.b < 0 {
			c.stands[rootOf(c.parent, k.key.a)] = true
		}
		if k.fn > 0 && k.sep > float64(response.QuietClosed*w.set.Slop) { // to be closed by the crowd, little by little
			w.stirCalm(k.key.a)
		}
	}
	for i := range w.bodies {
		if f := &w.flights[i]; !w.plain(int32(i)) || !f.still && !w.hardlyMoves(int32(i), f.s.V.Len(), w.turnRate(int32(i))) {
			w.stirCalm(int32(i))
		}
	}
	for _, i := range w.crowd.stirred {
		w.stirCalm(i)
	}
	for _, l := range w.crowd.linked {
		w.stirCalm(l[0])
		w.stirCalm(l[1])
	}
}

// stirCalm notes that what touches a body is not at rest.
func (w *World) stirCalm(i int32) {
	c := &w.crowd.calm
	c.stirs[rootOf(c.parent, i)] = true
}

// isCalm reports whether a body that is awake is at rest with all that touches it.
func (w *World) isCalm(i int32) bool {
	c := &w.crowd.calm
	root := rootOf(c.parent, i)
	return !c.off && !w.flights[i].still && c.stands[root] && !c.stirs[root]
}

// stirNear notes what is not at rest because a crowd touches it, or may before the step ends, or because such bodies do. Members of crowds are those whose
// roots of the union of what is near say so.
func (w *World) stirNear() {
	c := &w.crowd.calm
	clear(c.seen)
	for stirred := true; stirred; { // what is stirred may stir what is next to it
		stirred = false
		for i := range w.bodies {
			i := int32(i)
			if c.seen[i] || !w.crowded(i) || w.isCalm(i) {
				continue
			}
			c.seen[i] = true
			for _, k := range w.pairsOf[i] {
				if p := &w.pairs[k]; p.b >= 0 && w.isCalm(p.a+p.b-i) && w.mayTouch(k, i, calmRoom) {
					w.stirCalm(p.a + p.b - i)
					stirred = true
				}
			}
		}
	}
}

// calmRoom is how much farther than a body goes in the step at its start something may be that is at rest, for the two to be of one crowd: contacts may give it some speed.
const calmRoom = 2

// mayTouch reports whether body i touches the other one of pair k, which is at rest, or may before the step ends, if it goes so much farther than nothing but forces takes it.
func (w *World) mayTouch(k, i int32, farther float64) bool {
	p := &w.pairs[k]
	margin := w.set.Slop + float64(farther*w.travel(i, w.set.Step))
	a, b := w.bodies[p.a].bounds(&w.flights[p.a].s).Grow(margin), w.bodies[p.b].bounds(&w.flights[p.b].s)
	return a.Overlaps(&b) && len(w.touches(k, margin)) > 0
}

// staysCalm asks for a new beginning of the step, and reports false, where what was left out of a crowd has gone farther than what touches it may be away.
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
			w.bar(i)
		} else {
			c.stirred = append(c.stirred, i)
			w.beginAgain()
		}
	}
	return !c.again
}
