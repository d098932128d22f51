package runs

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// A limit of a joint may be reached and left within one step, so that no frame has it there. Two things in a log tell it. The torque
// of the joint, a mean over the step, is more than friction and damping give only if a limit pressed; of several that may have been
// reached, those that the torque needs did. And an impact acts on what is at its limit: of when it struck, the velocities before
// and after are in its events, and the attitudes follow.

// jointMotion is the motion of the ends of a joint at the end of a step.
type jointMotion struct {
	q [2]geom.Quat
	w [2]geom.Vec // [rad/s]
}

// spin returns the relative angular velocity [rad/s].
func (m *jointMotion) spin() float64 { return m.w[1].Sub(m.w[0]).Len() }

// ends returns the motion of the ends of a limit's joint in the values of a frame.
func (l *JointLimits) ends(i int, values []float64) jointMotion {
	m := jointMotion{q: [2]geom.Quat{geom.IdentityQuat(), geom.IdentityQuat()}}
	for k, at := range l.at[i] {
		if at >= 0 {
			v := values[at:]
			m.q[k] = geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}
			m.w[k] = l.masses[i][k].AngularVelocity(m.q[k], geom.Vec{X: v[10], Y: v[11], Z: v[12]})
		}
	}
	return m
}

// angle returns the angle that a limit is of at attitudes of its ends [rad], and the unit axis about which it grows, as the second
// turns against the first; zero where there is none.
func (l *JointLimits) angle(i int, q [2]geom.Quat) (float64, geom.Vec) {
	u, v := q[0].Rotate(l.axes[i][0]), q[1].Rotate(l.axes[i][1])
	n := u.Cross(v)
	return geom.Atan2(n.Len(), u.Dot(v)), n.Normalize()
}

// jointStep is a step of a joint with limits, from one frame to the next.
type jointStep struct {
	from, to jointMotion
	start    float64 // time of its start [s]
	frame    *record.Frame
	objects  [2]int32 // of its ends, -1 for the world
	torque   geom.Vec // on its second end [N m]
	resists  float64  // the most of it that friction and damping give [N m]
	travel   float64  // the most that its ends turn against each other, but for what contacts push in the step [rad]
}

// pushOf returns the side of an event with an impulse on which an end of the joint is, -1 for none.
func (s *jointStep) pushOf(e *record.Event, end int) int {
	if o := s.objects[end]; o >= 0 && e.Pushes() {
		for side := range 2 {
			if e.Object(side) == o {
				return side
			}
		}
	}
	return -1
}

// struck returns the sum of the changes of the angular velocities of both ends by impacts in the step [rad/s].
func (s *jointStep) struck() float64 {
	sum := 0.0
	for end := range 2 {
		last := math.Inf(-1)
		for i := range s.frame.Events {
			e := &s.frame.Events[i]
			if side := s.pushOf(e, end); side >= 0 && e.Time != last { // those of one time are one change
				last = e.Time
				sum += e.After[side].W.Sub(e.Before[side].W).Len()
			}
		}
	}
	return sum
}

// attitudes returns those of both ends at a time in the step, once from its start and once back from its end. Where something
// else than an even force and impacts turned them in the step the two differ.
func (s *jointStep) attitudes(time float64) (forth, back [2]geom.Quat) {
	events := s.frame.Events
	for end := range 2 {
		q, w, t := s.from.q[end], s.from.w[end], s.start
		for i := range events {
			if side := s.pushOf(&events[i], end); side >= 0 && events[i].Time <= time {
				q = turned(q, w, events[i].Before[side].W, events[i].Time-t)
				w, t = events[i].After[side].W, events[i].Time
			}
		}
		forth[end] = turned(q, w, w, time-t)
		q, w, t = s.to.q[end], s.to.w[end], s.frame.Time
		for i := len(events) - 1; i >= 0; i-- {
			if side := s.pushOf(&events[i], end); side >= 0 && events[i].Time >= time {
				q = turned(q, w, events[i].After[side].W, events[i].Time-t)
				w, t = events[i].Before[side].W, events[i].Time
			}
		}
		back[end] = turned(q, w, w, time-t)
	}
	return forth, back
}

// turned returns an attitude after a time with the mean of two angular velocities.
func turned(q geom.Quat, w0, w1 geom.Vec, h float64) geom.Quat {
	return geom.QuatExp(w0.Add(w1).Scale(h / 2)).Mul(q)
}

// struckAt returns the largest angle of a limit at which its joint passed on an impact in the step, or broke by one, by what both
// ends of the step say; 0 without any [rad].
func (l *jointLoads) struckAt(i int, s *jointStep) float64 {
	name, largest := l.loads[l.limits.joints[i]].Joint, 0.0
	for n := range s.frame.Events {
		e := &s.frame.Events[n]
		if e.Detail != name || !(e.Kind == record.Joint && answersImpact(s.frame.Events, n) || e.Kind == record.Broke && e.Impulse.Len() > 0) {
			continue
		}
		forth, back := s.attitudes(e.Time)
		a, _ := l.limits.angle(i, forth)
		b, _ := l.limits.angle(i, back)
		largest = math.Max(largest, math.Min(a, b))
	}
	return largest
}

// pressed returns the limits, of n from the first on, all those of a joint, that pressed in a step.
func (l *jointLoads) pressed(first, n int, s *jointStep) (list []int) {
	if s.torque.Len() <= s.resists+noLoad {
		return nil
	}
	var near []int
	var axes []geom.Vec // of those near, in the mean over the step
	turn := 1e-3        // by which they turn in it, or more
	for i := first; i < first+n; i++ {
		a, u := l.limits.angle(i, s.from.q)
		b, v := l.limits.angle(i, s.to.q)
		if n == 1 {
			return []int{i}
		}
		if u == (geom.Vec{}) {
			u = v
		} else if v == (geom.Vec{}) {
			v = u
		}
		axis := u.Add(v).Normalize()
		if axis != (geom.Vec{}) && math.Max(a, b)+s.travel >= l.limits.most[i]-atLimit {
			near, axes = append(near, i), append(axes, axis)
			turn = math.Max(turn, u.Sub(v).Len())
		}
	}
	if len(near) < 2 {
		return near
	}
	left := s.resists + math.Max(turn, s.travel)*s.torque.Len()
	for k, i := range near {
		if unpressed(s.torque, axes, k) > left {
			list = append(list, i)
		}
	}
	if list != nil || slices.ContainsFunc(near, func(i int) bool { b, _ := l.limits.angle(i, s.to.q); return b >= l.limits.most[i]-atLimit }) {
		return list
	}
	// Any of several does: that which takes most of it.
	most := 0
	for k := range axes {
		if s.torque.Dot(axes[k]) < s.torque.Dot(axes[most]) {
			most = k
		}
	}
	return near[most : most+1]
}

// unpressed returns what couples about axes, each against its own, leave of a torque, without that of number k.
func unpressed(torque geom.Vec, axes []geom.Vec, k int) float64 {
	const sweeps = 30 // by then what is left has two digits where axes are 30° apart
	couples := make([]float64, len(axes))
	left := torque
	for range sweeps {
		for i, n := range axes {
			if i != k {
				c := math.Max(0, couples[i]-left.Dot(n))
				left = left.AddScaled(n, c-couples[i])
				couples[i] = c
			}
		}
	}
	return left.Len()
}
