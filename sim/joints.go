package sim

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// joint is a ball joint of a run. An end on the world has body -1.
type joint struct {
	name string
	body [2]int32
	at   [2]geom.Vec // in the body frame, or in the world
	size float64     // length scale of its tolerance [m]
	// looped says that joints hold its bodies in more than one way, so that they may say the same thing twice.
	looped bool
	// breakForce [N] and breakImpulse [N s] are what it holds, 0 for any.
	breakForce, breakImpulse float64
	collides                 bool // its bodies meet each other
	stops                    []jointStop
	// friction [N m] and damping [N m s/rad] resist turning.
	friction, damping float64
	turn              int32 // its index in state.turns, -1 for none
	torque            int32 // its index in state.torques, -1 for none
}

const (
	// jointTolerance is the largest distance of the ends of a joint after a substep, relative to its size.
	jointTolerance = 1e-10
	// jointRounds is the largest number of integrations of a substep to reach it. Each reduces the error by a factor
	// of the angle that the bodies turn through: 2 to 4 suffice, unless an impact has left the joint apart.
	jointRounds = 8
	// leverRounds is the number of these integrations in which the levers follow the motion. A body with a lever long
	// compared with its radius of gyration turns far by a change of the impulse, so that following to the end might
	// not converge.
	leverRounds = 2
	// jointStays is the distance of the ends of a joint, relative to its size, below which one that an integration has not
	// halved stays: along the line of a hinge its two joints hold the same, and what they differ by cannot be closed.
	jointStays = 1e-8
	// jointLeft is the distance of the ends of a joint, relative to its size, that the last integration may have found.
	jointLeft = 1e-5
	// jointDiverges is the distance of the ends of a joint, relative to its size, from which on an integration that is
	// ten times as far from the end as another one ends them all.
	jointDiverges = 0.01
	// maxJointClosing is the largest speed at which a separated joint comes together [m/s]. It is separated by
	// rounding, or by 1e-8 m where an impact has cut a substep short, and closing it must not add energy.
	maxJointClosing = 1e-3
	// jointApart is the largest distance of the ends of a joint at the start, relative to its size.
	jointApart = 1e-6
)

// JointError is an error in a joint of a definition.
type JointError struct {
	Index int // in Definition.Joints
	Err   error
}

// Error names the joint and says what is wrong with it, with the remedy.
func (e *JointError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *JointError) Unwrap() error { return e.Err }

// LimitError is an error in a limit of a joint, within its JointError.
type LimitError struct {
	Index int // in JointDef.Limits
	Err   error
}

// Error names the limit and says what is wrong with it, with the remedy.
func (e *LimitError) Error() string { return fmt.Sprintf("limits[%d]: %v", e.Index, e.Err) }

// Unwrap returns the cause.
func (e *LimitError) Unwrap() error { return e.Err }

// addJoint checks and adds joint n of a definition.
func (w *World) addJoint(n int, d *JointDef) error {
	object := named("joint", d.Name, "joints", n)
	var c checks
	c.length("at_a", d.AtA)
	c.length("at_b", d.AtB)
	c.body("a", d.A, WorldEnd, len(w.bodies))
	c.body("b", d.B, WorldEnd, len(w.bodies))
	c.all("break_force", " N", 0, MaxForce, d.BreakForce)
	c.all("break_impulse", " N s", 0, MaxForce, d.BreakImpulse)
	c.all("friction", " N m", 0, MaxForce, d.Friction)
	c.all("damping", " N m s/rad", 0, MaxDamping, d.Damping)
	if err := c.error(object); err != nil {
		return err
	}
	j := joint{name: d.Name, body: [2]int32{int32(d.A), int32(d.B)}, at: [2]geom.Vec{geom.FromMGL(d.AtA), geom.FromMGL(d.AtB)},
		breakForce: d.BreakForce, breakImpulse: d.BreakImpulse, collides: d.Collide, friction: d.Friction, damping: d.Damping}
	if j.name == "" {
		j.name = object
	}
	for _, i := range j.body {
		if i >= 0 && w.bodies[i].sensor {
			return fmt.Errorf("%s: %q is a sensor, which nothing holds: name another body", object, w.bodies[i].name)
		}
	}
	if j.body[0] == j.body[1] && j.body[0] >= 0 {
		return fmt.Errorf("%s: both ends are on %q, so that it holds nothing: name another body or the world for one", object, w.bodies[j.body[0]].name)
	}
	if j.body[0] == j.body[1] || w.outside(j.body[0]) && w.outside(j.body[1]) {
		return fmt.Errorf("%s: it holds nothing: give it two ends, one of them on a body that is free to move", object)
	}
	var ends [2]geom.Vec
	for e, i := range j.body {
		if i >= 0 {
			b := &w.state.bodies[i]
			if d.InWorld {
				j.at[e] = b.Q.RotateInv(geom.FromMGL(d.AtA).Sub(b.X))
			}
			ends[e] = b.X.Add(b.Q.Rotate(j.at[e]))
			j.size = max(j.size, w.bodies[i].size)
			w.jointsOf[i] = append(w.jointsOf[i], int32(n))
			continue
		}
		if d.InWorld {
			j.at[e] = geom.FromMGL(d.AtA)
		}
		ends[e] = j.at[e]
	}
	if apart := ends[1].Sub(ends[0]).Len(); apart > float64(jointApart*j.size) {
		return fmt.Errorf("%s: its two points are %.6g m apart at the start: give one point of the world, or points that meet", object, apart)
	}
	w.addTurn(&j)
	if err := w.addStops(&j, d); err != nil {
		return fmt.Errorf("%s: %w", object, err)
	}
	w.addTorque(&j)
	if !d.Collide && j.body[0] >= 0 && j.body[1] >= 0 {
		w.ignored.pairs = append(w.ignored.pairs, objectPairOf(j.body[0], j.body[1]))
	}
	w.joints = append(w.joints, j)
	w.state.joints, w.state.loads = append(w.state.joints, geom.Vec{}), append(w.state.loads, geom.Vec{})
	w.lastingImpulses, w.sleptImpulses = append(w.lastingImpulses, geom.Vec{}), append(w.sleptImpulses, geom.Vec{})
	return nil
}

// addJoints adds all joints of a definition. Pairs that pass through each other because of joints are sorted by
// addIgnored.
func (w *World) addJoints(def *Definition) (errs []error) {
	w.jointsOf, w.reachedBefore = make([][]int32, len(w.bodies)), make([]bool, len(w.bodies))
	for i := range def.Joints {
		if err := w.addJoint(i, &def.Joints[i]); err != nil {
			errs = append(errs, &JointError{i, err})
		}
	}
	if errs == nil {
		w.markHung()
		w.markLooped()
		w.addTowed()
	}
	return errs
}

// linkJoints unites jointed bodies at the start of a step: they take substeps together. A body that an awake one holds
// is woken.
func (w *World) linkJoints() {
	for k := range w.joints {
		j := &w.joints[k]
		if w.isBroken(k) {
			continue
		}
		for e, i := range j.body {
			other := j.body[1-e]
			if i >= 0 && other >= 0 && w.flights[i].still && !w.flights[other].still && !w.bodies[i].driven {
				w.wake(i, 0)
			}
		}
	}
	for k := range w.joints {
		if !w.isBroken(k) {
			w.uniteJoint(int32(k))
		}
	}
}

// uniteJoint unites the ends of an awake joint.
func (w *World) uniteJoint(k int32) {
	j := &w.joints[k]
	free := [2]bool{!w.outside(j.body[0]), !w.outside(j.body[1])}
	for e, i := range j.body {
		if free[e] && !w.flights[i].still {
			w.held[i] = true
		}
	}
	if free[0] && free[1] && !w.flights[j.body[0]].still && !w.flights[j.body[1]].still {
		w.merge(j.body[0], j.body[1])
	}
}

// wakeJointed wakes the sleeping bodies jointed to body n, at time t of the step, and puts them on the stack.
func (w *World) wakeJointed(n int32, t float64) {
	for _, k := range w.jointsOf[n] {
		o := w.otherEnd(k, n)
		if o >= 0 && w.flights[o].still && !w.bodies[o].driven {
			w.wakeBody(o, t)
			w.stack = append(w.stack, o)
		}
	}
}

// otherEnd returns the body at the other end of a joint of body i, -1 for the world.
func (w *World) otherEnd(k, i int32) int32 {
	b := &w.joints[k].body
	if b[0] == i {
		return b[1]
	}
	return b[0]
}

// ownsJoint reports whether body i, which is free to move, is the one that adds joint k: its first end, or its only
// free one.
func (w *World) ownsJoint(i, k int32) bool {
	b := &w.joints[k].body
	return b[0] == i || w.outside(b[0])
}

// markAnchoredByJoints marks the islands that joints hold to the world, or to a driven body at rest: they may fall
// asleep.
func (w *World) markAnchoredByJoints() {
	for k := range w.joints {
		b := &w.joints[k].body
		if w.isBroken(k) {
			continue
		}
		for e, i := range b {
			if o := b[1-e]; !w.outside(i) && (o < 0 || w.standsStill(o)) {
				w.calm[w.root(i)] = true
			}
		}
	}
}

// bookJoint enters in the ledger the impulse p of a joint that acts at its levers from the given centres, at mean
// velocities. The angular momentum that it gives both bodies together is entered as it is: zero, to the order of the
// integrator.
func (w *World) bookJoint(bodies []int32, j *response.BallJoint, p geom.Vec, centres []geom.Vec, mean []record.Twist) {
	slots, levers := [2]int32{j.A, j.B}, [2]geom.Vec{j.RA, j.RB}
	for e, slot := range slots {
		if slot < 0 {
			continue
		}
		q := forceOnEnd(e, p)
		m := &mean[slot]
		work := q.Dot(m.V.Add(m.W.Cross(levers[e])))
		if w.external(bodies, slot) {
			w.bookOutside(record.ByJoints, work)
			continue
		}
		w.book(record.ByJoints, work, q, centres[slot].Add(levers[e]).Cross(q))
	}
}

// addIslandJoints adds the joints of an island's members to its solver, with a first guess of their goals.
func (w *World) addIslandJoints(isl *island, h float64) {
	isl.joints, isl.stops, isl.turns = isl.joints[:0], isl.stops[:0], isl.turns[:0]
	if len(w.joints) == 0 {
		return
	}
	s := &isl.solver
	for _, i := range isl.members {
		for _, k := range w.jointsOf[i] {
			if !w.ownsJoint(i, k) {
				continue
			}
			isl.joints = append(isl.joints, k)
			j := &w.joints[k]
			row := response.BallJoint{A: w.slotIn(j.body[0]), B: w.slotIn(j.body[1]), J: w.state.joints[k].Scale(h), Looped: j.looped}
			var levers, places [2]geom.Vec
			var inverse [2]float64
			for e, slot := range [2]int32{row.A, row.B} {
				if slot < 0 {
					places[e] = j.at[e]
					continue
				}
				b, f := &s.Bodies[slot], &w.flights[j.body[e]]
				levers[e] = geom.QuatExp(b.W0.Scale(float64(0.5 * h))).Rotate(f.s.Q.Rotate(j.at[e]))
				places[e] = f.s.X.AddScaled(b.V0, float64(0.5*h)).Add(levers[e])
				inverse[e] = b.InvMass
			}
			row.RA, row.RB = levers[0], levers[1]
			if j.looped {
				row.RA, row.RB = atOnePlace(levers, places[1].Sub(places[0]), inverse)
			}
			var u geom.Vec
			for e, slot := range [2]int32{row.A, row.B} {
				if slot >= 0 {
					b := &s.Bodies[slot]
					u = u.Add(forceOnEnd(e, b.V0.Add(b.W0.Cross([2]geom.Vec{row.RA, row.RB}[e]))))
				}
			}
			row.Goal = u.Neg()
			s.Joints = append(s.Joints, row)
			w.addIslandTurn(isl, h)
			w.addIslandStops(isl, h)
		}
	}
}

func (w *World) slotIn(i int32) int32 {
	if i < 0 {
		return -1
	}
	return w.slotOf[i]
}

// closeJoints brings the ends of an island's joints together at the end of the substep, after its solver has found a
// first solution: it integrates the bodies and lets the solver correct the rest, repeatedly. It returns false if they come
// apart instead, as those of a light body that is held by long levers between heavy ones and turns far: the substep is
// too long for it then.
func (w *World) closeJoints(isl *island, h float64) bool {
	s := &isl.solver
	if len(s.Joints) == 0 {
		return true
	}
	best, last, lastOff := math.Inf(1), math.Inf(1), math.Inf(1)
	set := w.contactSettings(isl)
	for round := range jointRounds {
		s.SumImpulses()
		apart := false
		w.motions = w.motions[:0]
		for k := range s.Joints {
			m := w.jointMotion(isl, k, h, true)
			if size := m.start.Len(); size > float64(maxJointClosing*h) {
				m.end = m.end.AddScaled(m.start, float64(maxJointClosing*h)/size-1)
			}
			apart = apart || m.end.MaxAbs() > float64(jointTolerance*w.joints[isl.joints[k]].size)
			w.motions = append(w.motions, m)
		}
		off := w.stopsOff(isl, h)
		if round > 0 && !apart && (off <= 1 || round > leverRounds && off > float64(0.5*lastOff)) {
			return true
		}
		far := 0.0
		for k := range w.motions {
			far = max(far, w.motions[k].end.MaxAbs()/w.joints[isl.joints[k]].size)
		}
		best = min(best, far)
		if round >= leverRounds && far > jointDiverges && far > float64(10*best) {
			return false
		}
		if round > leverRounds && far > float64(0.5*last) && far < jointStays && (off <= 1 || off > float64(0.5*lastOff)) {
			return true
		}
		last, lastOff = far, off
		if round < leverRounds {
			w.moveStops(isl)
		}
		for k := range s.Joints {
			m := &w.motions[k]
			if round < leverRounds {
				s.SetLevers(k, m.rA, m.rB)
			}
			s.Joints[k].Goal = s.JointSlip(k).AddScaled(m.end, -2/h)
		}
		w.aimStops(isl, h)
		if _, ok := s.ContinueJoints(set); !ok {
			w.passesEvent(isl)
		}
	}
	return last <= jointLeft
}

// jointMotion is the motion of a joint in a substep: the distance of B's point from A's at its start and end, and the
// levers at which an impulse spread over it acts.
type jointMotion struct {
	start, end geom.Vec
	rA, rB     geom.Vec
	half, turn [2]geom.Quat // attitudes of both bodies in the middle of the substep and at its end
}

// jointMotion follows the ends of joint k of an island's solver over the time h from the start of its substep. The
// levers are the means over that time, so that the work of the impulse equals that of the forces, which is zero while
// the ends stay together. The remaining distance between the mean places of the two ends is added to the heavier body's
// lever: both impulses act at one place.
func (w *World) jointMotion(isl *island, k int, h float64, solved bool) jointMotion {
	row, j := &isl.solver.Joints[k], &w.joints[isl.joints[k]]
	var from, to, mean, lever [2]geom.Vec
	var inverse [2]float64
	var m jointMotion
	for e, i := range j.body {
		if i < 0 {
			m.half[e], m.turn[e] = geom.IdentityQuat(), geom.IdentityQuat()
			from[e], to[e], mean[e] = j.at[e], j.at[e], j.at[e]
			continue
		}
		slot := [2]int32{row.A, row.B}[e]
		b, s, f := &isl.solver.Bodies[slot], &isl.start[slot], &w.flights[i]
		acc, tau := f.acc, f.tau
		if solved && !w.bodies[i].driven {
			whole := isl.t1 - isl.t
			acc = f.field.AddScaled(b.DP, b.InvMass/whole)
			tau = f.torque.AddScaled(b.DL, 1/whole)
		}
		end := rigid.Advance(s, &w.bodies[i].mass, acc, tau, h)
		r0, r1 := s.Q.Rotate(j.at[e]), end.Q.Rotate(j.at[e])
		turn := geom.QuatExp(geom.QuatLog(end.Q.Mul(s.Q.Conj())).Scale(0.5))
		m.half[e], m.turn[e] = turn.Mul(s.Q), end.Q
		half := turn.Rotate(r0)
		lever[e] = r0.Add(r1).AddScaled(half, 4).Scale(1.0 / 6)
		from[e], to[e] = s.X.Add(r0), end.X.Add(r1)
		mean[e] = s.X.AddScaled(s.V, float64(0.5*h)).AddScaled(acc, float64(h*h)/6).Add(lever[e])
		inverse[e] = b.InvMass
	}
	m.start, m.end = from[1].Sub(from[0]), to[1].Sub(to[0])
	m.rA, m.rB = atOnePlace(lever, mean[1].Sub(mean[0]), inverse)
	return m
}

// atOnePlace returns the levers of both ends with the distance d of the second from the first added to the heavier body's,
// by their inverse masses.
func atOnePlace(lever [2]geom.Vec, d geom.Vec, inverse [2]float64) (rA, rB geom.Vec) {
	share := 1.0
	if sum := inverse[0] + inverse[1]; sum > 0 {
		share = inverse[0] / sum
	}
	return lever[0].AddScaled(d, 1-share), lever[1].AddScaled(d, -share)
}

// setJointGoals moves the joints of an island to the end of its substep, where the ends must have equal velocities.
func (w *World) setJointGoals(isl *island) {
	for k := range isl.solver.Joints {
		row, j := &isl.solver.Joints[k], &w.joints[isl.joints[k]]
		x, p := w.jointPlace(j)
		row.RA, row.RB, row.Goal = p.Sub(x[0]), p.Sub(x[1]), geom.Vec{}
	}
	w.endStops(isl)
}

// jointPlace returns the current centres of a joint's bodies, zero for the world, and the place of the joint: its end
// on what does not move, else the middle of both ends.
func (w *World) jointPlace(j *joint) (x [2]geom.Vec, p geom.Vec) {
	var ends [2]geom.Vec
	for e, i := range j.body {
		ends[e] = j.at[e]
		if i >= 0 {
			s := &w.flights[i].s
			x[e] = s.X
			ends[e] = s.X.Add(s.Q.Rotate(j.at[e]))
		}
	}
	switch {
	case w.outside(j.body[0]):
		return x, ends[1]
	case w.outside(j.body[1]):
		return x, ends[0]
	}
	return x, ends[0].Add(ends[1]).Scale(0.5)
}

// shortenJoints moves the levers of an island's joints to those of a substep of which only the time h has passed.
func (w *World) shortenJoints(isl *island, h float64) {
	for k := range isl.solver.Joints {
		m, row := w.jointMotion(isl, k, h, false), &isl.solver.Joints[k]
		w.shortenStops(isl, int32(k), m.rA.Sub(row.RA), m.rB.Sub(row.RB))
		isl.solver.ShortenJoint(k, m.rA, m.rB)
	}
}

// saveJoints stores the forces of an island's joints.
func (w *World) saveJoints(isl *island, h float64) {
	for n, k := range isl.joints {
		w.state.joints[k] = isl.solver.Joints[n].J.Scale(1 / h)
	}
	w.saveTurns(isl, h)
	w.saveStops(isl, h)
}

// addJointedDriven adds the driven bodies jointed to an island's members to the bodies of its solver.
func (w *World) addJointedDriven(isl *island) {
	for _, i := range isl.members {
		for _, k := range w.jointsOf[i] {
			o := w.otherEnd(k, i)
			if o >= 0 && w.bodies[o].driven && !slices.Contains(isl.bodies[len(isl.members):], o) {
				isl.bodies = append(isl.bodies, o)
			}
		}
	}
}
