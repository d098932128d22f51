package sim

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// contactImpulse is the impulse of some contact points of a pair in one substep.
type contactImpulse struct {
	a, b             int32    // objects
	normal, friction geom.Vec // impulses on B [N s]
	angular          geom.Vec // angular impulse on B about the place [N m s]
	place            geom.Vec // [m]
	weight           float64  // of the points: their normal impulses [N s]
	pressed          float64  // sum of the sizes of those, and of what Relax has changed of them [N s]
	offset           geom.Vec // sum of their offsets from the place, times their weights [m N s]
}

// gatherForces records the impulses of an island's rows, or what Relax has changed, at the places where the ledger has
// them. The points are weighted where they are in the middle of the substep, changes as well: those are nothing together
// where the motion is steady, and at the end of the substep would move what they are a share of.
func (w *World) gatherForces(isl *island, relaxed bool) {
	if !w.contactForces {
		return
	}
	s := &isl.solver
	if !relaxed {
		w.actedAt = w.actedAt[:0]
		for n := range isl.keys {
			w.actedAt = append(w.actedAt, w.pointOfAction(isl, &s.Points[n]))
		}
	}
	for n := 0; n < len(isl.keys); {
		l := contactImpulse{a: isl.keys[n].a, b: w.objectOf(isl.keys[n].b), place: w.pointOfAction(isl, &s.Points[n])}
		for a, b := isl.keys[n].a, isl.keys[n].b; n < len(isl.keys) && isl.keys[n].a == a && isl.keys[n].b == b; n++ {
			p := &s.Points[n]
			j := p.Impulse()
			off := w.pointOfAction(isl, p).Sub(l.place)
			if relaxed {
				j = p.Change()
			}
			along := j.Dot(p.N)
			l.weight += along
			l.pressed += math.Abs(along)
			l.offset = l.offset.AddScaled(w.actedAt[n].Sub(l.place), along)
			jn := p.N.Scale(along)
			l.normal, l.friction = l.normal.Add(jn), l.friction.Add(j.Sub(jn))
			l.angular = l.angular.Add(off.Cross(j)).Add(p.FrictionOffset().Cross(j.Sub(jn)))
		}
		w.contactImpulses = append(w.contactImpulses, l)
	}
	for n := range s.Turns {
		t := &s.Turns[n]
		turn := s.TurnImpulse(t)
		if relaxed {
			turn = s.TurnChange(t)
		}
		k := &isl.keys[t.Point]
		w.contactImpulses = append(w.contactImpulses, contactImpulse{a: k.a, b: w.objectOf(k.b), angular: turn, place: w.pointOfAction(isl, &s.Points[t.Point])})
	}
}

// pointOfAction returns the place at which a point's impulse acts [m], with the bodies' centres in isl.centres.
func (w *World) pointOfAction(isl *island, p *response.ContactPoint) geom.Vec {
	a, b := p.Levers()
	if p.A < 0 || p.B >= 0 && w.external(isl.bodies, p.A) {
		return isl.centres[p.B].Add(b)
	}
	return isl.centres[p.A].Add(a)
}

// compareContactImpulses orders contact impulses by their pairs.
func compareContactImpulses(x, y contactImpulse) int {
	return cmp.Or(cmp.Compare(x.a, y.a), cmp.Compare(x.b, y.b))
}

// add adds another load of the same pair.
func (l *contactImpulse) add(o *contactImpulse) {
	d := o.place.Sub(l.place)
	l.normal, l.friction = l.normal.Add(o.normal), l.friction.Add(o.friction)
	l.angular = l.angular.Add(o.angular).Add(d.Cross(o.normal.Add(o.friction)))
	l.weight += o.weight
	l.pressed += o.pressed
	l.offset = l.offset.Add(o.offset).AddScaled(d, o.weight)
}

// gatherAsleep records what the pairs of the bodies just woken, at time t of the step, pressed while they slept.
func (w *World) gatherAsleep(t float64) {
	if !w.contactForces || t == 0 {
		return
	}
	for n := range w.state.forces {
		c := &w.state.forces[n]
		a, b := slices.Contains(w.woken, c.A), slices.Contains(w.woken, c.B)
		if !(a || b) || !(a || w.flights[c.A].still) || !(b || w.keepsForce(c.B)) {
			continue
		}
		size := float64(c.Normal.Len() * t)
		w.contactImpulses = append(w.contactImpulses, contactImpulse{
			a: c.A, b: c.B, place: c.P, normal: c.Normal.Scale(t), friction: c.Friction.Scale(t), angular: c.Moment.Scale(t), weight: size, pressed: size,
		})
	}
}

// gatherPush records the push of the active mover on a body [N s].
func (w *World) gatherPush(t *moverTouch, impulse geom.Vec) {
	if !w.contactForces {
		return
	}
	size := impulse.Len()
	w.contactImpulses = append(w.contactImpulses, contactImpulse{
		a: t.body, b: w.activeMover.object, place: t.p, normal: impulse.Neg(), weight: size, pressed: size,
	})
}

// keepsForce reports whether what an object presses on a sleeping body lasts: a static's, or that of another one asleep.
func (w *World) keepsForce(object int32) bool {
	if int(object) < len(w.bodies) {
		return w.flights[object].still
	}
	return int(object) >= len(w.bodies)+len(w.movers)
}

// outputForces sums the step's contact impulses, pair by pair, to the forces that the frame holds. Sleeping pairs keep
// the forces of their last step.
func (w *World) outputForces() {
	if !w.contactForces {
		return
	}
	slices.SortStableFunc(w.contactImpulses, compareContactImpulses)
	w.nextForces = w.nextForces[:0]
	for n := 0; n < len(w.contactImpulses); {
		l := w.contactImpulses[n]
		for n++; n < len(w.contactImpulses) && w.contactImpulses[n].a == l.a && w.contactImpulses[n].b == l.b; n++ {
			l.add(&w.contactImpulses[n])
		}
		if l.weighs() || l.angular != (geom.Vec{}) {
			w.nextForces = append(w.nextForces, l.force(w.set.Step))
		}
	}
	w.contactImpulses = w.contactImpulses[:0]
	for i := range w.state.forces {
		c := &w.state.forces[i]
		if w.flights[c.A].still && w.keepsForce(c.B) {
			w.nextForces = append(w.nextForces, *c)
		}
	}
	slices.SortFunc(w.nextForces, record.CompareContactForces)
	w.state.forces = append(w.state.forces[:0], w.nextForces...)
}

// Contact forces are rounded: forces to 2⁻²⁴ to 2⁻²³ of the normal force, points of action to 2⁻²⁴ m, moments to 2⁻¹⁰ m
// times the grid of the forces. The residual of the contact solver leaves an error of some 1e-5 of a weight; logs would
// have to store finer digits.
const (
	forceBits  = 24
	placeGrid  = -24
	momentGrid = -10
)

// weighs reports whether the normal impulses of a load are more than what rounding leaves of those that cancel.
func (l *contactImpulse) weighs() bool { return l.weight > float64(0x1p-40*l.pressed) }

// force returns the force of a load over a step of length h [s]. For a pair whose impulses cancel, but at different
// places, a couple remains.
func (l *contactImpulse) force(h float64) record.ContactForce {
	if !l.weighs() {
		c := record.ContactForce{A: l.a, B: l.b, P: onGridVec(l.place, grainOf(placeGrid)), Moment: l.angular.Scale(1 / h)}
		c.Moment = onGridVec(c.Moment, grainOf(exponentOf(c.Moment.Len(), forceBits)))
		return c
	}
	offset := l.offset.Scale(1 / l.weight)
	c := record.ContactForce{A: l.a, B: l.b, Normal: l.normal.Scale(1 / h), Friction: l.friction.Scale(1 / h), P: onGridVec(l.place.Add(offset), grainOf(placeGrid))}
	c.Moment = l.angular.Sub(c.P.Sub(l.place).Cross(l.normal.Add(l.friction))).Scale(1 / h)
	e := exponentOf(math.Max(c.Normal.Len(), c.Friction.Len()), forceBits)
	force, moment := grainOf(e), grainOf(e+momentGrid)
	c.Normal, c.Friction, c.Moment = onGridVec(c.Normal, force), onGridVec(c.Friction, force), onGridVec(c.Moment, moment)
	return c
}
