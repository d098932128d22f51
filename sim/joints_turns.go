package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Friction and damping of joints: torques against the relative rotation of both bodies, see response.JointTurn. They act over time,
// and so not in impacts. In the ledger they are under friction and dampers.

// addTurn gives a joint a place for the torque of its friction and damping, if it has any.
func (w *World) addTurn(j *joint) {
	if j.turn = -1; j.friction > 0 || j.damping > 0 {
		j.turn = int32(len(w.state.turns))
		w.state.turns = append(w.state.turns, geom.Vec{})
	}
}

// addIslandTurn adds the friction and damping of the joint that has been added last to an island's solver.
func (w *World) addIslandTurn(isl *island, h float64) {
	s := &isl.solver
	k := len(s.Joints) - 1
	j := &w.joints[isl.joints[k]]
	if j.turn < 0 {
		return
	}
	isl.turns = append(isl.turns, int32(k))
	s.JointTurns = append(s.JointTurns, response.JointTurn{
		A: s.Joints[k].A, B: s.Joints[k].B, Friction: float64(j.friction * h), Damping: float64(j.damping * h), J: w.state.turns[j.turn].Scale(h),
	})
}

// saveTurns stores the torques of an island's joints by friction and damping.
func (w *World) saveTurns(isl *island, h float64) {
	for n, k := range isl.turns {
		w.state.turns[w.joints[isl.joints[k]].turn] = isl.solver.JointTurns[n].J.Scale(1 / h)
	}
}

// bookJointTurns enters the friction and damping of an island's joints in the ledger, at the mean velocities computed by bookRows,
// and adds them to the lasting torques.
func (w *World) bookJointTurns(isl *island, of func(*response.JointTurn) (friction, damping geom.Vec)) {
	for n, k := range isl.turns {
		t := &isl.solver.JointTurns[n]
		friction, damping := of(t)
		for e, slot := range [2]int32{t.A, t.B} {
			if slot < 0 {
				continue
			}
			w.bookCouple(isl, record.ByFriction, slot, forceOnEnd(e, friction))
			w.bookCouple(isl, record.ByDampers, slot, forceOnEnd(e, damping))
		}
		torque := &w.lastingCouples[w.joints[isl.joints[k]].torque]
		*torque = torque.Add(friction.Add(damping))
	}
}
