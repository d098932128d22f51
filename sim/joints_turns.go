package sim

import (
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Friction and damping of joints: torques against the relative rotation of both bodies, see response.JointTurn. They act over time,
// and so not in impacts. In the ledger they are under friction and dampers. Joints of the same two bodies resist as one, by the sum of
// their friction and of their damping, and each has its share.

// turnRow is the friction and damping of a joint in a row of an island's solver.
type turnRow struct {
	joint             int32 // in joints
	row               int32 // of the solver's JointTurns
	back              bool  // its ends are the other way round there
	friction, damping float64
}

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
	k := isl.joints[len(s.Joints)-1]
	j, ball := &w.joints[k], &s.Joints[len(s.Joints)-1]
	if j.turn < 0 {
		return
	}
	r := turnRow{joint: k, row: int32(len(s.JointTurns)), friction: j.friction, damping: j.damping}
	for n := range s.JointTurns {
		o := &s.JointTurns[n]
		if o.A == ball.A && o.B == ball.B || o.A == ball.B && o.B == ball.A {
			r.row, r.back = int32(n), o.A != ball.A
			break
		}
	}
	if int(r.row) == len(s.JointTurns) {
		s.JointTurns = append(s.JointTurns, response.JointTurn{A: ball.A, B: ball.B})
	}
	t := &s.JointTurns[r.row]
	t.Friction, t.Damping = t.Friction+float64(j.friction*h), t.Damping+float64(j.damping*h)
	t.J = t.J.Add(r.along(w.state.turns[j.turn].Scale(h)))
	isl.turns = append(isl.turns, r)
}

// along returns a torque on the second body of a joint for that of its row, or the other way round.
func (r *turnRow) along(t geom.Vec) geom.Vec {
	if r.back {
		return t.Neg()
	}
	return t
}

// shareOf returns the share of a joint in the friction and the damping of its row.
func (isl *island) shareOf(r *turnRow, friction, damping geom.Vec) (geom.Vec, geom.Vec) {
	sumF, sumD := 0.0, 0.0
	for n := range isl.turns {
		if o := &isl.turns[n]; o.row == r.row {
			sumF, sumD = sumF+o.friction, sumD+o.damping
		}
	}
	f, d := geom.Vec{}, geom.Vec{}
	if r.friction > 0 {
		f = r.along(friction.Scale(r.friction / sumF))
	}
	if r.damping > 0 {
		d = r.along(damping.Scale(r.damping / sumD))
	}
	return f, d
}

// saveTurns stores the torques of an island's joints by friction and damping.
func (w *World) saveTurns(isl *island, h float64) {
	for n := range isl.turns {
		r := &isl.turns[n]
		friction, damping := isl.solver.JointTurns[r.row].Parts()
		f, d := isl.shareOf(r, friction, damping)
		w.state.turns[w.joints[r.joint].turn] = f.Add(d).Scale(1 / h)
	}
}

// bookJointTurns enters the friction and damping of an island's joints in the ledger, at the mean velocities computed by bookRows,
// and adds them to the lasting torques.
func (w *World) bookJointTurns(isl *island, of func(*response.JointTurn) (friction, damping geom.Vec)) {
	for n := range isl.solver.JointTurns {
		t := &isl.solver.JointTurns[n]
		friction, damping := of(t)
		for e, slot := range [2]int32{t.A, t.B} {
			if slot < 0 {
				continue
			}
			w.bookCouple(isl, record.ByFriction, slot, forceOnEnd(e, friction))
			w.bookCouple(isl, record.ByDampers, slot, forceOnEnd(e, damping))
		}
	}
	for n := range isl.turns {
		r := &isl.turns[n]
		friction, damping := of(&isl.solver.JointTurns[r.row])
		f, d := isl.shareOf(r, friction, damping)
		torque := &w.lastingCouples[w.joints[r.joint].torque]
		*torque = torque.Add(f.Add(d))
	}
}
