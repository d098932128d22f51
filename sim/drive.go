package sim

import (
	"fmt"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// drivenMass is the mass of a driven body: zero, with an inertia of 1 kg m², so that its angular momentum equals its
// angular velocity.
func drivenMass() rigid.Mass {
	one := geom.Mat3{X: geom.Vec{X: 1}, Y: geom.Vec{Y: 1}, Z: geom.Vec{Z: 1}}
	return rigid.Mass{Inertia: one, InvInertia: one}
}

// newDrive checks the program of a driven body, the velocities of its prescribed (kinematic) motion. For everything that
// touches it a driven body is part of the world.
func newDrive(object string, d []DriveAt) (program, error) {
	var p program
	for i := range d {
		at := programAt{d[i].Time, geom.FromMGL(d[i].Velocity), geom.FromMGL(d[i].AngularVelocity)}
		if !p.takes(&at) {
			return nil, fmt.Errorf("%s: drive[%d]: give finite velocities at ascending times", object, i)
		}
		p = append(p, at)
	}
	return p, nil
}

// standsFrom reports whether the velocities of a driven body are zero from time t on.
func (p program) standsFrom(t float64) bool {
	last := &p[len(p)-1]
	return last.t <= t && last.lin == geom.Vec{} && last.ang == geom.Vec{}
}

// accelerateDriven gives a driven body the accelerations that lead to its program's velocities at the end of the step.
// Where the program bends within the step, a constant acceleration from its velocity at the start would miss its path:
// the velocities within the step are then other ones of the same mean, so that the body ends the step where it should.
func (w *World) accelerateDriven(i int32) {
	p, f := w.bodies[i].drive, &w.flights[i]
	t0, t1 := w.time(), w.endTime()
	v, turn := p.at(t1)
	if p.bends(t0, t1) {
		meanV, meanTurn := p.mean(t0, t1)
		inV, inTurn := p.bounds(t0, t1)
		f.s.V, v = rampOf(meanV, v, &inV)
		f.s.L, turn = rampOf(meanTurn, turn, &inTurn)
	}
	f.field = v.Sub(f.s.V).Scale(1 / w.set.Step)
	f.torque = turn.Sub(f.s.L).Scale(1 / w.set.Step)
}

// rampOf returns the ends of a linear change that has the given mean, and stays in bounds that the mean is in: it ends
// at the given value, unless its start would then be out of bounds.
func rampOf(mean, end geom.Vec, in *geom.AABB) (from, to geom.Vec) {
	twice := mean.Add(mean)
	from = twice.Sub(end).Max(in.Min).Min(in.Max)
	return from, twice.Sub(from)
}

// settleDriven gives a driven body the velocities of its program at the end of the step.
func (w *World) settleDriven(i int32) {
	if f := &w.flights[i]; !f.still {
		f.s.V, f.s.L = w.bodies[i].drive.at(w.endTime())
	}
}

// displaced is a driven body moved to another time, with its previous state.
type displaced struct {
	body int32
	s    rigid.State
	t0   float64
}

// moveDriven moves a driven body temporarily to time t, until restoreDriven: objects that it meets do not cut its
// motion into pieces.
func (w *World) moveDriven(i int32, t float64) {
	f := &w.flights[i]
	at := -1
	for k := range w.displaced {
		if w.displaced[k].body == i {
			at = k
			f.s, f.t0 = w.displaced[k].s, w.displaced[k].t0
		}
	}
	if at < 0 {
		w.displaced = append(w.displaced, displaced{i, f.s, f.t0})
	}
	if f.still || !(t > f.t0) {
		return
	}
	f.s = f.at(&w.bodies[i].mass, t)
	f.t0 = t
}

// restoreDriven returns all driven bodies to their previous states.
func (w *World) restoreDriven() {
	for k := range w.displaced {
		l := &w.displaced[k]
		w.flights[l.body].s, w.flights[l.body].t0 = l.s, l.t0
	}
	w.displaced = w.displaced[:0]
}

// listSolverBodies lists the bodies of an island's solver: its members, and the driven bodies that they may touch.
func (w *World) listSolverBodies(isl *island) {
	isl.bodies = append(isl.bodies[:0], isl.members...)
	for _, i := range isl.members {
		for _, k := range w.pairsOf[i] {
			p := &w.pairs[k]
			other := p.a + p.b - i
			if p.b >= 0 && !p.sensor && w.bodies[other].driven && !slices.Contains(isl.bodies[len(isl.members):], other) {
				isl.bodies = append(isl.bodies, other)
			}
		}
	}
	w.addJointedDriven(isl)
	w.addRiddenDriven(isl)
}

func (w *World) moveDrivenOf(isl *island, t float64) {
	for _, i := range isl.bodies[len(isl.members):] {
		w.moveDriven(i, t)
	}
}

// ownsPair reports whether body i is the one that adds the rows of pair k: the first of the pair, or the one that is
// not driven.
func (w *World) ownsPair(i, k int32) bool {
	p := &w.pairs[k]
	return p.a == i || w.bodies[p.a].driven
}

// islandWith returns the island that has the contacts of a pair: that of the side that is not driven.
func (w *World) islandWith(p *pair) *island {
	if w.bodies[p.a].driven {
		return &w.islands[w.flights[p.b].island]
	}
	return &w.islands[w.flights[p.a].island]
}

// inverse returns a body's inverse mass and inertia in contacts and impacts, in the world frame: zero for a driven one.
func (b *body) inverse(q geom.Quat) (float64, geom.Mat3) {
	if b.driven {
		return 0, geom.Mat3{}
	}
	return b.mass.Inv, b.mass.WorldInvInertia(q)
}
