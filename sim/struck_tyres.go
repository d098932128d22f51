package sim

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// What tyres hold follows from their slip, which an impact changes at once: from it on they hold as they do at the
// velocities after it, for the rest of the step. What presses wheels, and what engines push with, is held over the step.

// settleStruckTyres settles the tyres of the vehicles that have been struck for the rest of the step.
func (w *World) settleStruckTyres() {
	for n, i := range w.impactMembers[:len(w.impactBodies)] {
		b, f, before := &w.bodies[i], &w.flights[i], &w.impactTwists[n]
		if b.vehicle < 0 || !w.vehicles[b.vehicle].Slips() || !(f.t0 < w.set.Step) {
			continue
		}
		if turn := b.mass.AngularVelocity(f.s.Q, f.s.L); f.s.V != before.V || turn != before.W {
			w.settleAgain(i, before.V, before.W, turn)
		}
	}
}

// settleAgain settles the tyres of a vehicle for the rest of the step. Its velocities were vel and spin, and are those of
// its flight, with the angular velocity turn.
func (w *World) settleAgain(i int32, vel, spin, turn geom.Vec) {
	b, f := &w.bodies[i], &w.flights[i]
	v := w.vehicles[b.vehicle]
	rest := w.set.Step - f.t0
	_, inv := b.inverse(f.s.Q)
	acc, torque := f.field, f.torque
	w.footings = w.footings[:0]
	v.StartTyres()
	for k := range v.Wheels {
		at := int(b.wheels) + k
		g := &w.grips[at]
		if !(g.Limit > 0) {
			continue
		}
		u := vel.Add(spin.Cross(g.lever))
		if g.on >= 0 {
			w.listFooting(g.on)
			o, on := &w.bodies[g.on], &w.flights[g.on]
			u = u.Sub(on.s.V.Add(o.mass.AngularVelocity(on.s.Q, on.s.L).Cross(g.under)))
		}
		w.turnTo(&v.Wheels[k], g, g.F.Dot(u), f.t0)
		drive := g.F.Scale(g.Drive)
		acc, torque = acc.AddScaled(drive, -b.mass.Inv), torque.Sub(g.lever.Cross(drive))
		g.drive, g.Grip = g.Drive, g.asked
		v.AddTyre(&g.Grip, g.lever, w.state.tyres[at][1], g.from, w.addFooting(v, g.on), g.under)
	}
	v.Settle(&vehicle.Motion{V: f.s.V, W: turn, A: acc, B: inv.Apply(torque), InvMass: b.mass.Inv, Inv: inv, Step: rest})
	for k := range v.Wheels {
		if g := &w.grips[int(b.wheels)+k]; g.Limit > 0 {
			g.Drive = g.drive
		}
	}
}

// listFooting lists a body that a wheel stands on for addFooting.
func (w *World) listFooting(on int32) {
	if !slices.ContainsFunc(w.footings, func(o footing) bool { return o.body == on }) {
		w.footings = append(w.footings, footing{body: on, settled: -1})
	}
}
