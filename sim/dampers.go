package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// The force of a damper that is held over a step is foreseen without what touches its bodies or is jointed to them. In an island the
// solver makes of it what it is with them, see response.DamperRow: a light plate before a damper goes as fast as the car behind it.
// Large islands that are quiet, so that what they do at rest can be found again, go on without.

// listDampers lists the springs with dampers of each body.
func (w *World) listDampers() {
	for k := range w.springs {
		for _, i := range w.springs[k].body {
			if i >= 0 && w.springs[k].damping > 0 {
				if w.dampersOf == nil {
					w.dampersOf = make([][]int32, len(w.bodies))
				}
				w.dampersOf[i] = append(w.dampersOf[i], int32(k))
			}
		}
	}
}

// linkDampers unites the two bodies of each damper of which one is in an island.
func (w *World) linkDampers() {
	if w.dampersOf == nil {
		return
	}
	w.linking = w.linking[:0]
	for i := range w.bodies {
		if len(w.dampersOf[i]) > 0 && w.inIsland(int32(i)) {
			w.linking = append(w.linking, int32(i))
		}
	}
	for len(w.linking) > 0 {
		i := w.nextLinking()
		for _, k := range w.dampersOf[i] {
			if !w.links(int(k)) {
				continue
			}
			o := w.acrossSpring(k, i)
			if !w.inIsland(o) {
				w.linking = append(w.linking, o)
			}
			w.held[i], w.held[o] = true, true
			w.merge(i, o)
		}
	}
}

// nextLinking takes a body from the list of those whose dampers are to be followed.
func (w *World) nextLinking() int32 {
	last := len(w.linking) - 1
	i := w.linking[last]
	w.linking = w.linking[:last]
	return i
}

// acrossSpring returns the body at the other end of spring k than body i.
func (w *World) acrossSpring(k, i int32) int32 {
	return w.springs[k].body[0] + w.springs[k].body[1] - i
}

// cutAtDampers adds to the members of the group that is being settled at time t what dampers link to those that are to be in islands.
func (w *World) cutAtDampers(t float64) {
	if w.dampersOf == nil || !(t < w.set.Step) {
		return
	}
	w.linking = w.linking[:0]
	for n := 0; n < len(w.members); n++ { // their number may grow
		w.linking = append(w.linking, w.members[n])
		for len(w.linking) > 0 {
			i := w.nextLinking()
			for _, k := range w.dampersOf[i] {
				o := w.acrossSpring(k, i)
				if !w.links(int(k)) {
					continue
				}
				inI, inO := w.inIsland(i), w.inIsland(o)
				if !inI && !inO {
					continue
				}
				w.cut(o, t)
				w.held[i], w.held[o] = true, true
				w.merge(i, o)
				if !inI { // what its other dampers link comes in with it
					w.linking = append(w.linking, i)
				}
				if !inO {
					w.linking = append(w.linking, o)
				}
			}
		}
	}
}

// links reports whether a spring has a damper between two bodies that move freely, so that they take substeps together if either does.
func (w *World) links(k int) bool {
	s := &w.springs[k]
	a, b := s.body[0], s.body[1]
	return s.damping > 0 && !w.outside(a) && !w.outside(b) && !w.isTorn(k) && !w.flights[a].still && !w.flights[b].still && !w.crowd.moved[a] && !w.crowd.moved[b]
}

// inIsland reports whether a body that moves freely is to be in an island.
func (w *World) inIsland(i int32) bool {
	return w.held[i] || w.onWheels(i) || len(w.sidewallsOf(i)) > 0
}

// addIslandDampers adds the dampers of an island's members to its solver, but those to a body that is in another island, or in none.
func (w *World) addIslandDampers(isl *island, h float64) {
	isl.dampers, isl.wheels = isl.dampers[:0], isl.wheels[:0]
	if w.dampersOf == nil || isl.quiet && len(isl.keys) > settledPoints {
		return
	}
	for _, i := range isl.members {
		for _, k := range w.dampersOf[i] {
			s, p := &w.springs[k], &w.springForces[k]
			if w.isTorn(int(k)) || p.n == (geom.Vec{}) || s.body[1] == i && w.slotIn(s.body[0]) >= 0 && !w.outside(s.body[0]) {
				continue // it is counted with the other body
			}
			row := response.DamperRow{
				A: w.slotIn(s.body[0]), B: w.slotIn(s.body[1]), N: p.n, RA: p.r[0], RB: p.r[1],
				Damping: float64(s.damping * h), Held: float64(p.damping * h), Least: float64(p.least * h), Most: float64(p.most * h),
			}
			if !w.endsAreThere(s, &row) {
				continue
			}
			isl.solver.Dampers, isl.dampers = append(isl.solver.Dampers, row), append(isl.dampers, k)
		}
	}
}

// endsAreThere reports whether the ends of a spring are in a solver's problem or outside, and sets the speed of what is outside.
func (w *World) endsAreThere(s *spring, row *response.DamperRow) bool {
	for e, i := range s.body {
		switch {
		case i < 0 || w.slotIn(i) >= 0:
		case w.bodies[i].driven:
			row.Parts += forceOnEnd(e, w.drivenEnd(i, [2]geom.Vec{row.RA, row.RB}[e])).Dot(row.N)
		default:
			return false
		}
	}
	return true
}

// drivenEnd returns the velocity of an end of a spring on a driven body at a lever, in the middle of the step.
func (w *World) drivenEnd(i int32, lever geom.Vec) geom.Vec {
	m := &w.midsteps[i]
	return m.v.Add(m.w.Cross(lever))
}

// bookDampers enters what the rows of an island's dampers give, at the mean velocities computed by bookRows, and adds it to their
// forces.
func (w *World) bookDampers(isl *island) {
	for n := range isl.wheels {
		w.bookWheelDamper(isl, &isl.solver.Dampers[len(isl.dampers)+n], isl.wheels[n])
	}
	for n, k := range isl.dampers {
		d := &isl.solver.Dampers[n]
		p := &w.springForces[k]
		p.more += float64(d.J / w.set.Step)
		for e, slot := range [2]int32{d.A, d.B} {
			q, r := forceOnEnd(e, d.N.Scale(d.J)), [2]geom.Vec{d.RA, d.RB}[e]
			if slot < 0 {
				if i := w.springs[k].body[e]; i >= 0 {
					w.bookOutside(record.ByDampers, q.Dot(w.drivenEnd(i, r)))
				}
				continue
			}
			m := &w.ledger.before[slot]
			work := q.Dot(m.V.Add(m.W.Cross(r)))
			if w.external(isl.bodies, slot) {
				w.bookOutside(record.ByDampers, work)
				continue
			}
			w.book(record.ByDampers, work, q, isl.centres[slot].Add(r).Cross(q))
		}
	}
}

// force returns the force of a spring in the step, on its end 1 [N].
func (p *springForce) force() geom.Vec { return p.elastic.AddScaled(p.n, p.damping+p.more) }
