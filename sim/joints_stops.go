package sim

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// Stops: the limits of the angles of joints. The angle between u, fixed in the first body of a joint, and v, fixed in the second
// one, grows about n = u×v/|u×v|. A stop is a couple about n that acts against that alone, without restitution and friction. It is
// solved as a contact point without friction between the two bodies, at the place arm·v from the joint, where the second body
// moves along n×v as the angle grows: with the reaction of the joint its impulse is a couple. The sum of both, which does not
// depend on the arm, counts as that of the joint.

// jointStop is a limit of a joint of a run.
type jointStop struct {
	axis  [2]geom.Vec // unit vectors in the body frames, or in the world
	angle float64     // [rad]
	arm   float64     // [m]
	of    int32       // its index in state.stops
}

const (
	// LeastLimit and MostLimit are the range of limits of angles of joints [rad]: 0.1° to 179.9°. Nearer to the ends there
	// is no direction in which the angle grows.
	LeastLimit = math.Pi / 1800
	MostLimit  = math.Pi - LeastLimit
	// beyondLimit is the largest angle beyond its limit at the start [rad].
	beyondLimit = 1e-6
	// stopReach is the largest angle before its limit from which a stop may be reached within a substep [rad]. Bodies turn by
	// maxContactTurn in one, unless contacts turn them.
	stopReach = 0.5
	// stopTolerance is the largest angle beyond its limit after a substep, above what the residual of the passes gives [rad].
	stopTolerance = 1e-7
	// closedStop is the largest angle before its limit at which a stop passes on impacts [rad].
	closedStop = 1e-4
	// mostStopTurn is the largest rotation in a substep of a body that a stop presses on [rad]: the axis of the couple turns with it,
	// and what is found over a substep in which it turns farther may be far from what the body spins at. Of 700,000 such
	// substeps in random scenes none is as far.
	mostStopTurn = 2 * maxContactTurn
	// mostStopSpin is the largest change of that rotation by the substep [rad]. A limit is reached at the end of a substep, up to all
	// of it late, when the axis of the couple has turned on; a link that is thin about its line turns some ten times as far off as that.
	mostStopSpin = 0.1 * maxContactTurn
	// parallel is the sine of an angle below which there is no direction in which it grows.
	parallel = 1e-9
	// sameDirection is the least cosine of the change of the axis of a stop from the middle to the end of a substep. It changes
	// more where the directions pass each other.
	sameDirection = 0.7
)

// addStops checks and adds the limits of a joint.
func (w *World) addStops(j *joint, d *JointDef) error {
	// As far out as the bodies are: what the passes leave there they leave at no other place of them.
	arm, q := 0.0, [2]geom.Quat{geom.IdentityQuat(), geom.IdentityQuat()}
	for e, i := range j.body {
		if i >= 0 {
			q[e] = w.state.bodies[i].Q
		}
		if !w.outside(i) {
			arm = max(arm, j.at[e].Len()+w.bodies[i].size)
		}
	}
	for n := range d.Limits {
		s := jointStop{angle: d.Limits[n].Angle, arm: arm, of: int32(len(w.state.stops))}
		if err := s.setAxes(&d.Limits[n], q); err != nil {
			return &LimitError{n, err}
		}
		j.stops, w.state.stops = append(j.stops, s), append(w.state.stops, 0)
	}
	return nil
}

// setAxes checks a limit and sets the axes of its stop, with the joint's bodies at the attitudes at the start.
func (s *jointStop) setAxes(d *JointLimit, q [2]geom.Quat) error {
	const deg = math.Pi / 180
	if !(d.Angle >= LeastLimit && d.Angle <= MostLimit) {
		return fmt.Errorf("angle: %.6g deg: give one from 0.1 to 179.9 deg", d.Angle/deg)
	}
	for e, given := range [2]geom.Vec{geom.FromMGL(d.AxisA), geom.FromMGL(d.AxisB)} {
		name := fmt.Sprintf("axes[%d]", e)
		if d.InWorld {
			name, given = "axis", geom.FromMGL(d.AxisA)
		}
		largest := given.MaxAbs()
		if !(largest > 0 && largest <= math.MaxFloat64) {
			return fmt.Errorf("%s: (%g, %g, %g) is no direction: give three numbers of which one is not 0", name, given.X, given.Y, given.Z)
		}
		if s.axis[e] = given.Scale(1 / largest).Normalize(); d.InWorld {
			s.axis[e] = q[e].RotateInv(s.axis[e])
		}
	}
	u, v := s.axes(q)
	if angle, _ := angleOf(u, v, geom.Vec{}); angle > d.Angle+beyondLimit {
		return fmt.Errorf("its axes are at %.6g deg at the start, beyond the limit of %.6g deg: turn the bodies or the axes, or give a larger angle", angle/deg, d.Angle/deg)
	}
	return nil
}

// axes returns the directions of a stop in the world, at the attitudes of the joint's bodies.
func (s *jointStop) axes(q [2]geom.Quat) (u, v geom.Vec) {
	return q[0].Rotate(s.axis[0]), q[1].Rotate(s.axis[1])
}

// angleOf returns the angle from u to v, and the unit axis about which it grows, zero where u and v are parallel. With the axis
// that it had before it goes on beyond half a turn.
func angleOf(u, v, before geom.Vec) (angle float64, n geom.Vec) {
	c := u.Cross(v)
	size, cosine := c.Len(), u.Dot(v)
	angle = geom.Atan2(size, cosine)
	if size > parallel {
		n = c.Scale(1 / size)
	}
	if cosine < 0 && n.Dot(before) < 0 {
		return float64(2*math.Pi) - angle, n.Neg()
	}
	return angle, n
}

// stopRow is a stop among the points of an island's solver.
type stopRow struct {
	joint int32 // of the solver's joints
	limit int32 // of the joint's stops
	point int32 // of the solver's points
	axis  geom.Vec
}

// stopMotion is the motion of a stop in a substep: its gap at the end less the gap that it is to have there [m], and the axis
// about which the angle grows, and v, in the middle.
type stopMotion struct {
	off  float64
	axis geom.Vec
	v    geom.Vec
}

// addIslandStops adds the stops of the joint that has been added last to an island's solver.
func (w *World) addIslandStops(isl *island, h float64) {
	s := &isl.solver
	k := len(s.Joints) - 1
	j, row := &w.joints[isl.joints[k]], &s.Joints[k]
	for n := range j.stops {
		l := &j.stops[n]
		var turn geom.Vec // of B relative to A
		q, half := [2]geom.Quat{geom.IdentityQuat(), geom.IdentityQuat()}, [2]geom.Quat{geom.IdentityQuat(), geom.IdentityQuat()}
		for e, slot := range [2]int32{row.A, row.B} {
			if slot >= 0 {
				b := &s.Bodies[slot]
				q[e] = w.flights[j.body[e]].s.Q
				half[e] = geom.QuatExp(b.W0.Scale(float64(0.5 * h))).Mul(q[e])
				turn = turn.Add(forceOnEnd(e, b.W0))
			}
		}
		u, v := l.axes(q)
		angle, axis := angleOf(u, v, geom.Vec{})
		if l.angle-angle > stopReach {
			continue
		}
		if axis == (geom.Vec{}) {
			if axis = turn.AddScaled(u, -turn.Dot(u)).Normalize(); axis == (geom.Vec{}) {
				axis = u.Perpendicular()
			}
		}
		mid := axis
		u, v = l.axes(half)
		if _, a := angleOf(u, v, axis); a.Dot(axis) >= sameDirection {
			mid = a
		}
		normal := stopNormal(mid, v)
		arm := v.Scale(l.arm)
		jn := float64(w.state.stops[l.of]*h) / l.arm
		row.J = row.J.AddScaled(normal, -jn)
		point := s.AddStop(row.A, row.B, normal, row.RA.Add(arm), row.RB.Add(arm), float64(l.arm*(l.angle-angle)), jn)
		isl.stops = append(isl.stops, stopRow{joint: int32(k), limit: int32(n), point: int32(point), axis: axis})
	}
}

// stopNormal returns the unit normal of the point of a stop at v, whose angle grows about the axis: along it the second body is
// pushed back.
func stopNormal(axis, v geom.Vec) geom.Vec { return v.Cross(axis).Normalize() }

// stopOf returns the stop of a row.
func (w *World) stopOf(isl *island, r *stopRow) *jointStop {
	return &w.joints[isl.joints[r.joint]].stops[r.limit]
}

// stopsOff computes the motion of an island's stops, from that of its joints in w.motions, and returns the largest error of a gap
// at the end of the substep, in units of its tolerance. A stop that presses has none there; nor has one whose gap has closed. An
// angle that is beyond its limit goes back as contacts are pushed apart, without a slop.
func (w *World) stopsOff(isl *island, h float64) float64 {
	w.stopMotions = w.stopMotions[:0]
	worst := 0.0
	for k := range isl.stops {
		r := &isl.stops[k]
		l, p, m := w.stopOf(isl, r), &isl.solver.Points[r.point], &w.motions[r.joint]
		u, v := l.axes(m.turn)
		angle, last := angleOf(u, v, r.axis)
		u, v = l.axes(m.half)
		_, axis := angleOf(u, v, r.axis)
		switch {
		case axis.Dot(last) >= sameDirection:
		case angle > math.Pi/2 || last == geom.Vec{}:
			axis = r.axis
		default: // they pass each other
			axis = last
		}
		aim := 0.0
		if p.Separation < 0 {
			back := max(maxJointClosing, min(w.set.MaxPush, float64(w.set.PushRate*-p.Separation)))
			aim = min(0, p.Separation+float64(back*h))
		}
		off := float64(l.arm*(l.angle-angle)) - aim
		w.stopMotions = append(w.stopMotions, stopMotion{off: off, axis: axis, v: v})
		if off < 0 || p.Jn > 0 {
			worst = max(worst, math.Abs(off)/(float64(stopTolerance*l.arm)+float64(w.set.Residual*h)))
		}
	}
	return worst
}

// moveStops moves the stops of an island to the middle of the substep, as the levers of its joints.
func (w *World) moveStops(isl *island) {
	for k := range isl.stops {
		r, m := &isl.stops[k], &w.stopMotions[k]
		joint, arm := &w.motions[r.joint], m.v.Scale(w.stopOf(isl, r).arm)
		isl.solver.MoveStop(int(r.point), stopNormal(m.axis, m.v), joint.rA.Add(arm), joint.rB.Add(arm))
	}
}

// aimStops asks for the normal speeds at the end of the substep that close the gaps there.
func (w *World) aimStops(isl *island, h float64) {
	for k := range isl.stops {
		p := int(isl.stops[k].point)
		isl.solver.AimStop(p, isl.solver.StopSpeed(p)-float64(2*w.stopMotions[k].off)/h)
	}
}

// stopsTurn reports whether a stop of an island presses on a body that turns too far in the substep: one that was slower before,
// such as a thin link that its stop spins about its line; or, where no contact presses and no joint resists turning, whether one that is
// reached in it changes that rotation by too much. Passes over short substeps may not end with contacts, and cost much where joints resist.
func (w *World) stopsTurn(isl *island, h float64) bool {
	s := &isl.solver
	swings := len(s.JointTurns) == 0
	for i := range isl.keys {
		swings = swings && !(s.Points[i].Jn > 0)
	}
	for k := range isl.stops {
		r := &isl.stops[k]
		p, l := &s.Points[r.point], w.stopOf(isl, r)
		if !(p.Jn > 0) {
			continue
		}
		reached := swings && w.state.stops[l.of] == 0 && p.Separation > float64(stopTolerance*l.arm)
		for _, slot := range [2]int32{p.A, p.B} {
			if slot < 0 {
				continue
			}
			b := &s.Bodies[slot]
			if float64(b.W.Len()*h) > mostStopTurn || reached && float64(b.W.Sub(b.W0).Len()*h) > mostStopSpin {
				return true
			}
		}
	}
	return false
}

// endStops moves the stops of an island to the end of its substep, after its joints.
func (w *World) endStops(isl *island) {
	for k := range isl.stops {
		r := &isl.stops[k]
		j, l, row := &w.joints[isl.joints[r.joint]], w.stopOf(isl, r), &isl.solver.Joints[r.joint]
		u, v := l.axes(w.attitudes(j))
		_, axis := angleOf(u, v, r.axis)
		if axis == (geom.Vec{}) {
			axis = r.axis.AddScaled(v, -r.axis.Dot(v))
		}
		arm := v.Scale(l.arm)
		isl.solver.EndStop(int(r.point), stopNormal(axis, v), row.RA.Add(arm), row.RB.Add(arm))
	}
}

// attitudes returns the current attitudes of a joint's bodies.
func (w *World) attitudes(j *joint) [2]geom.Quat {
	q := [2]geom.Quat{geom.IdentityQuat(), geom.IdentityQuat()}
	for e, i := range j.body {
		if i >= 0 {
			q[e] = w.flights[i].s.Q
		}
	}
	return q
}

// shortenStops moves the stops of joint k of an island's solver along with its levers, in a substep that is cut.
func (w *World) shortenStops(isl *island, k int32, dA, dB geom.Vec) {
	for n := range isl.stops {
		if r := &isl.stops[n]; r.joint == k {
			isl.solver.ShortenStop(int(r.point), dA, dB)
		}
	}
}

// saveStops stores the couples of an island's stops, and adds their forces to those of its joints.
func (w *World) saveStops(isl *island, h float64) {
	for _, k := range isl.joints {
		for n := range w.joints[k].stops {
			w.state.stops[w.joints[k].stops[n].of] = 0
		}
	}
	for n := range isl.stops {
		r := &isl.stops[n]
		l, p, k := w.stopOf(isl, r), &isl.solver.Points[r.point], isl.joints[r.joint]
		w.state.stops[l.of] = float64(l.arm*p.Jn) / h
		w.state.joints[k] = w.state.joints[k].AddScaled(p.N, p.Jn/h)
	}
}

// bookStops enters the impulses of an island's stops in the ledger as its joints', and adds them to the lasting loads of these.
func (w *World) bookStops(isl *island, of func(*response.ContactPoint) geom.Vec) {
	for n := range isl.stops {
		r := &isl.stops[n]
		p := &isl.solver.Points[r.point]
		j := of(p)
		if j == (geom.Vec{}) {
			continue
		}
		row, ball := response.BallJoint{A: p.A, B: p.B}, &isl.solver.Joints[r.joint]
		row.RA, row.RB = p.Levers()
		w.bookJoint(isl.bodies, &row, j, isl.centres, w.ledger.before)
		w.addLasting(isl.joints[r.joint], j)
		arm := row.RB.Sub(ball.RB)
		if p.B < 0 {
			arm = row.RA.Sub(ball.RA)
		}
		torque := &w.lastingCouples[w.joints[isl.joints[r.joint]].torque]
		*torque = torque.Add(arm.Cross(j))
	}
}
