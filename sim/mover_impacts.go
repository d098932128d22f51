package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// A mover that meets a body has an impact with it if they approach faster than Settings.ImpactSpeed, not counting what
// the mover's own push and gravity add in that step. A slower or continuing contact is a push. The event is at the end
// of the step, where movers meet bodies, once per pair: further contacts in the step, with other parts of the body or
// after a corner, are part of it.

// moverImpactSteps is the least speed of a mover's impact, in units of the speed that gravity gives in a step: friction
// slows what it pushes by that much in each step.
const moverImpactSteps = 2

// activeMover is the mover being moved.
type activeMover struct {
	object int32    // its index in the table of objects
	gain   geom.Vec // velocity that push and gravity have given it in the step [m/s]
}

// moverImpact is the impulse of a mover on a body.
type moverImpact struct {
	touch         *moverTouch
	impulse       geom.Vec        // on the body [N s]
	before, after [2]record.Twist // of the body and of the mover
}

// outputPush gives the impulse of the active mover on a body to the log, as an impact or as a contact force, and reports whether it
// is an impact.
func (w *World) outputPush(m *moverImpact) (struck bool) {
	w.starts.pressed[m.touch.body] = true
	struck = w.addMoverImpact(m)
	if !struck {
		w.gatherPush(m.touch, m.impulse)
	}
	return struck
}

// addMoverImpact adds the event of an impact of a mover and a body, or adds to an existing one, and reports whether it
// did.
func (w *World) addMoverImpact(m *moverImpact) bool {
	t, size, mover := m.touch, m.impulse.Len(), w.activeMover.object
	r := t.p.Sub(w.state.bodies[t.body].X)
	// The mover's velocity at the point, less the body's.
	meet := func(u *[2]record.Twist) geom.Vec { return u[1].V.Sub(u[0].V).Sub(u[0].W.Cross(r)) }
	from, to := meet(&m.before), meet(&m.after)
	closing := from.Dot(t.n) // the normal is from the mover to the body
	e := w.moverImpactEvent(t.body, mover)
	if e == nil {
		least := math.Max(w.threshold(), float64(moverImpactSteps*float64(w.gravity.Len()*w.set.Step)))
		if !(closing-math.Max(w.activeMover.gain.Dot(t.n), 0) > least) {
			return false
		}
		e = w.addEvent(record.Event{Kind: record.Impact, A: t.body, B: mover, Time: w.time() + w.set.Step, Before: m.before})
		w.markCrashed(t.body)
	}
	weight := 0.0
	for i := range e.Points {
		weight += e.Points[i].Impulse.Len()
	}
	e.Closing = float64(float64(e.Closing*weight)+float64(closing*size)) / (weight + size)
	e.Impulse, e.After = e.Impulse.Add(m.impulse), m.after
	if e.Impulse != (geom.Vec{}) {
		e.N = e.Impulse.Neg().Normalize() // pushes are along their normals: the mean of these, weighted by the impulses
	}
	e.EnergyLost += float64(0.5 * m.impulse.Dot(from.Add(to)))
	for i := range e.Points {
		if q := &e.Points[i]; q.P == t.p {
			q.Impulse = q.Impulse.Add(m.impulse)
			return true
		}
	}
	e.Points = append(e.Points, record.Point{P: t.p, Impulse: m.impulse})
	return true
}

// damageByMover applies the damage by the impacts of the active mover, with all their pushes, to the wheels near them.
// The place of an impact is the mean of its points, weighted by their impulses.
func (w *World) damageByMover() {
	for i := range w.frame.Events {
		e := &w.frame.Events[i]
		if e.Kind != record.Impact || e.B != w.activeMover.object {
			continue
		}
		at, weight := geom.Vec{}, 0.0
		for k := range e.Points {
			q := &e.Points[k]
			size := q.Impulse.Len()
			at, weight = at.AddScaled(q.P, size), weight+size
		}
		if weight > 0 {
			w.damageAt(e.A, &w.state.bodies[e.A], e.Impulse, at.Scale(1/weight))
		}
	}
}

// moverImpactEvent returns the impact event of a body and a mover in this step, nil for none.
func (w *World) moverImpactEvent(body, mover int32) *record.Event {
	for i := range w.frame.Events {
		if e := &w.frame.Events[i]; e.Kind == record.Impact && e.A == body && e.B == mover {
			return e
		}
	}
	return nil
}
