package sim

import "github.com/prang-sim/prang/sim/geom"

// In a step in which many impacts follow each other, as where a vehicle drives into a pile, each of them has the island of its bodies cut and
// solved anew. Bodies that have touched in the step, or have been near each other, but have come apart since, need not be solved together:
// an island that an event cuts is split into those parts that its contacts still tie. What meets between them is found by the search, as
// between any islands, and makes one island of them again.

// splitFrom is the least number of bodies of an island that is split. Smaller ones are solved so fast that it would gain nothing.
const splitFrom = 8

// tie is what may keep two bodies of an island that an event has cut in one island: a contact at p with the normal n from a to b, or,
// where n is zero, something that holds them whatever they do.
type tie struct {
	a, b    int32
	p, n    geom.Vec
	gap     float64 // at the start of the substep [m]
	since   float64 // that time [s]
	presses bool    // it has an impulse
}

// splits reports whether the members of an island that an event cuts may be in several islands from then on. What something driven touches
// may be squeezed, which is told by the island as a whole; and joints hold most of what they are in together.
func (w *World) splits(isl *island) bool {
	return len(isl.members) >= splitFrom && len(isl.bodies) == len(isl.members) && len(isl.solver.Joints) == 0
}

// untie begins with each member of an island that has been cut by itself, and lists what ties them. The contact solver still has the
// impulses of the whole substep. What dampers link is united by cutAtDampers.
func (w *World) untie(isl *island) {
	for _, i := range isl.members {
		w.knots[i] = i
	}
	s := &isl.solver
	for n := range s.Points {
		if q := &s.Points[n]; q.Jn > 0 || q.Separation <= w.set.Slop {
			w.tieByContact(isl, n)
		}
	}
	for n := range s.Tyres {
		w.tieFirmly(isl, s.Tyres[n].Body, s.Tyres[n].Ground)
	}
	for _, i := range isl.members {
		w.uniteWheels(i)
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; p.a == i && p.b >= 0 && p.crushes() && w.flights[p.b].island == w.flights[i].island {
				w.ties = append(w.ties, tie{a: p.a, b: p.b})
			}
		}
	}
}

// tieFirmly adds a tie of the bodies in two slots of the solver of an island, if both are bodies.
func (w *World) tieFirmly(isl *island, a, b int32) {
	if a >= 0 && b >= 0 {
		w.ties = append(w.ties, tie{a: isl.members[a], b: isl.members[b]})
	}
}

// tieByContact adds a tie by a point of the solver of an island, if it is between two bodies, at the place to which it has moved with them.
func (w *World) tieByContact(isl *island, n int) {
	q := &isl.solver.Points[n]
	if q.A < 0 || q.B < 0 {
		return
	}
	a, b := isl.members[q.A], isl.members[q.B]
	moved := w.flights[a].s.X.Sub(isl.start[q.A].X).Add(w.flights[b].s.X.Sub(isl.start[q.B].X))
	w.ties = append(w.ties, tie{a: a, b: b, p: q.P.AddScaled(moved, 0.5), n: q.N, gap: q.Separation, since: isl.t, presses: q.Jn > 0})
}

// tieAgain unites what is still tied at time t of the islands that have been cut.
func (w *World) tieAgain(t float64) {
	for n := range w.ties {
		if x := &w.ties[n]; w.stillTied(x, t) {
			unite(w.knots, x.a, x.b)
		}
	}
	w.ties = w.ties[:0]
}

// stillTied reports whether a tie holds at time t: what parts as fast as after an impact is untied, and so is what parts and has come apart
// by more than the slop without having been pressed.
func (w *World) stillTied(x *tie, t float64) bool {
	if x.n == (geom.Vec{}) {
		return true
	}
	parts := w.pointVelocity(x.b, x.p).Sub(w.pointVelocity(x.a, x.p)).Dot(x.n)
	if parts > w.threshold() {
		return false
	}
	return x.presses || x.gap+float64(parts*(t-x.since)) <= w.set.Slop
}
