package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// What a mover pushes may have a wall behind it, or others and a wall behind those. All of them answer a push at the
// same moment: as impacts in turn, one a step, they would go to and fro between mover and wall without end.
const (
	// mostPushed is the largest number of bodies that answer a push at the same moment.
	mostPushed = 16
	// pushedOn is the least cosine between the push and the normal of a contact through which a body pushes the next.
	pushedOn = 0.5
)

// gatherPushed collects the contacts of a body that a mover pushes in the direction n, and of those that it pushes on,
// as an impact problem without restitution at the end of the step. It reports whether there are any.
func (w *World) gatherPushed(i int32, n geom.Vec) bool {
	w.impactRows = w.impactRows[:0]
	w.pushed = append(w.pushed[:0], i)
	for q := 0; q < len(w.pushed); q++ {
		i := w.pushed[q]
		w.flights[i].s = w.state.bodies[i]
		for _, k := range w.pairsOf[i] {
			if p := &w.pairs[k]; p.sensor || p.crushes() || w.inImpact(k) || p.b >= 0 && !w.pushesOn(p.a+p.b-i) || w.passesSqueezed(p) {
				continue
			}
			w.gatherPushedPair(k, i, n)
		}
	}
	return len(w.impactRows) > 0
}

// pushesOn reports whether a body takes part in a push: nothing moves it, or it is awake and there is room for it.
func (w *World) pushesOn(i int32) bool {
	return w.bodies[i].driven || !w.state.asleep[i] && (len(w.pushed) < mostPushed || slices.Contains(w.pushed, i))
}

// gatherPushedPair adds the contact points of a pair of body i to the problem, if it touches: of one with another
// movable body only if that is ahead.
func (w *World) gatherPushedPair(k, i int32, n geom.Vec) {
	p := &w.pairs[k]
	touches := w.touches(k, math.Max(w.impactMargin(p), w.set.Slop))
	if len(touches) == 0 {
		return
	}
	if p.b >= 0 && !w.bodies[p.a+p.b-i].driven {
		ahead, other := touches[0].n.Dot(n), p.b
		if i == p.b {
			ahead, other = -ahead, p.a
		}
		if ahead < pushedOn {
			return
		}
		if !slices.Contains(w.pushed, other) {
			w.pushed = append(w.pushed, other)
			w.flights[other].s = w.state.bodies[other]
		}
	}
	w.addImpact(k, touches, false)
	w.withoutRebound(&w.impactRows[len(w.impactRows)-1])
}

// pushGathered solves the problem of gatherPushed with the push of a mover that approaches at a speed [m/s] and yields
// along the normal by yield [1/kg]. It gives the bodies their impulses and returns the mover's [N s]. It returns false,
// and gives none, if there is no solution, as between a driven body and a mover that a wall stops.
func (w *World) pushGathered(t *moverTouch, closing, yield float64) (impulse float64, ok bool) {
	b, s := &w.bodies[t.body], &w.state.bodies[t.body]
	before := s.V.Add(b.mass.AngularVelocity(s.Q, s.L).Cross(t.p.Sub(s.X)))
	mover := int32(len(w.impactBodies))
	w.impactPoints = append(w.impactPoints, response.ImpactPoint{A: mover, B: w.impactSlot(t.body), P: t.p, N: t.n})
	w.impactBodies = append(w.impactBodies, response.ImpactBody{InvMass: yield, X: t.p, V: before.AddScaled(t.n, closing)})
	w.impacts.Join(nil)
	result := w.impacts.Solve(w.impactBodies, w.impactPoints, response.ImpactOptions{})
	for _, i := range w.impactMembers[:mover] {
		w.slotOf[i] = -1
	}
	if result.Squeezed {
		return 0, false
	}
	for n := range w.impactPoints {
		q := &w.impactPoints[n]
		if q.A != mover {
			w.applyImpulse(q.A, q.P, q.Impulse)
		}
		w.applyImpulse(q.B, q.P, q.Impulse.Neg())
	}
	for n := range w.impactRows {
		w.bookImpact(&w.impactRows[n])
	}
	for _, i := range w.pushed {
		w.state.bodies[i] = w.flights[i].s
	}
	p := w.impactPoints[len(w.impactPoints)-1].Impulse.Neg()
	after := s.V.Add(b.mass.AngularVelocity(s.Q, s.L).Cross(t.p.Sub(s.X)))
	w.book(record.ByDrives, float64(0.5*p.Dot(before.Add(after))), p, t.p.Cross(p))
	return p.Dot(t.n), true
}

// leastAnswer is the impulse of a contact, over that of the push, below which it is rounding.
const leastAnswer = 1e-6

// outputPushed gives the impulses at the contacts of what a mover has pushed last, with an impulse j [N s], to the log:
// as impacts, if the mover struck it, or as contact forces.
func (w *World) outputPushed(j float64, struck bool) {
	for n := range w.impactRows {
		row := &w.impactRows[n]
		answer := 0.0
		for k := row.first; k < row.end; k++ {
			answer += w.impactPoints[k].Impulse.Len()
		}
		switch {
		case answer < float64(leastAnswer*j):
		case struck:
			w.impactEvent(row, w.set.Step, false) // as that of the mover
		case w.contactForces:
			w.gatherSupport(row)
		}
	}
}

// gatherSupport records the impulses of a support.
func (w *World) gatherSupport(row *impactRow) {
	p := &w.pairs[row.pair]
	for n := row.first; n < row.end; n++ {
		q := &w.impactPoints[n]
		j := q.Impulse.Neg()
		jn := q.N.Scale(j.Dot(q.N))
		w.contactImpulses = append(w.contactImpulses, contactImpulse{
			a: p.a, b: w.objectOf(p.b), place: q.P, normal: jn, friction: j.Sub(jn), weight: jn.Len(),
		})
	}
}
