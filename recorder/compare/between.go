package compare

import (
	"math"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// moved is an object whose motion between two frames is known: it has a place and a velocity, and maybe an attitude.
type moved struct {
	object     int32
	x, v       int  // where its columns begin in the values of a frame
	q, l       int  // likewise; -1 for one that does not turn
	driven     bool // l is its angular velocity
	inertia    geom.Mat3
	invInertia geom.Mat3
}

// movedOf lists the objects of a log whose motion between frames is known.
func movedOf(h *recorder.Header) (list []moved) {
	p := h.Places()
	for i := range h.Columns {
		c := &h.Columns[i]
		if c.Owner < 0 || c.Name != "x" || c.Count != 3 {
			continue
		}
		o := int(c.Owner)
		m := moved{object: c.Owner, x: p.Of(o, "x", 3), v: p.Of(o, "v", 3), q: -1, l: -1}
		if m.v < 0 {
			continue
		}
		if p.Body(o) == m.x {
			m.q, m.l = m.x+3, m.x+10
			m.inertia, m.driven = h.Objects[o].Inertia, h.Objects[o].Driven
			m.invInertia = rigid.Predict1InvInertia(&m.inertia)
		}
		list = append(list, m)
	}
	return list
}

// moving is the motion of an object at a moment.
type moving struct {
	x, v, w geom.Vec
	q       geom.Quat
}

// of returns the motion of an object in a frame.
func (m *moved) of(values []float64) moving {
	s := moving{x: vectorIn(values, m.x), v: vectorIn(values, m.v), q: geom.IdentityQuat()}
	if m.q < 0 {
		return s
	}
	q := values[m.q : m.q+4]
	s.q = geom.Quat{W: q[0], V: geom.Vec{X: q[1], Y: q[2], Z: q[3]}}
	if m.driven {
		s.w = vectorIn(values, m.l)
	} else {
		s.w = angularVelocity(q, values[m.l:m.l+3], &m.invInertia)
	}
	return s
}

// isFinite reports whether a motion is one; a log of another writer may have any values.
func (s *moving) isFinite() bool {
	return s.x.IsFinite() && s.v.IsFinite() && s.w.IsFinite() && s.q.IsFinite()
}

// set writes a motion to the values of a frame, the angular momentum only where asked.
func (m *moved) set(values []float64, s *moving, momentum bool) {
	setVector(values, m.x, s.x)
	setVector(values, m.v, s.v)
	if m.q < 0 {
		return
	}
	values[m.q], values[m.q+1], values[m.q+2], values[m.q+3] = s.q.W, s.q.V.X, s.q.V.Y, s.q.V.Z
	if momentum && !m.driven {
		setVector(values, m.l, s.q.Rotate(m.inertia.Apply(s.q.RotateInv(s.w))))
	}
}

func vectorIn(values []float64, at int) geom.Vec {
	return geom.Vec{X: values[at], Y: values[at+1], Z: values[at+2]}
}

func setVector(values []float64, at int, v geom.Vec) {
	values[at], values[at+1], values[at+2] = v.X, v.Y, v.Z
}

// advance moves a motion over a time h [s], in which its velocities change at constant rates to v and w.
func (s *moving) advance(v, w geom.Vec, h float64) {
	half := float64(0.5 * h)
	s.x = s.x.AddScaled(s.v.Add(v), half)
	s.q = geom.QuatExp(s.w.Add(w).Scale(half)).Mul(s.q)
	s.v, s.w = v, w
}

// between returns the motion of an object at a share of the step from one frame to the next, h long [s], and whether an
// impact is in between. Velocities are linear in time but for the impacts, and the impulses of joints in them, whose events
// have the velocities before and after; place and attitude are what the velocities make of them. What they miss of the next
// frame is added in proportion to the time.
func (m *moved) between(from, to *record.Frame, h, share float64) (at moving, struck bool) {
	s, end := m.of(from.Values), m.of(to.Values)
	const rounding = 1e-6 // of the step, in the times of frames and events
	now, found := 0.0, false
	piece := func(until float64, v, w geom.Vec) {
		if !found && share <= until {
			at, found = s, true
			if until > now {
				p := (share - now) / (until - now)
				at.advance(s.v.AddScaled(v.Sub(s.v), p), s.w.AddScaled(w.Sub(s.w), p), float64((share-now)*h))
			}
		}
		s.advance(v, w, float64((until-now)*h))
		now = until
	}
	for k := range to.Events {
		e := &to.Events[k]
		if !e.Pushes() || e.A != m.object && e.B != m.object {
			continue
		}
		side := 0
		if e.A != m.object {
			side = 1
		}
		u := (e.Time - from.Time) / h
		if !(u >= now-rounding && u <= 1+rounding) {
			continue
		}
		u = math.Min(math.Max(u, now), 1)
		if !struck || u > now {
			piece(u, e.Before[side].V, e.Before[side].W)
		}
		s.v, s.w, struck = e.After[side].V, e.After[side].W, true
	}
	piece(1, end.v, end.w)
	at.x = at.x.AddScaled(end.x.Sub(s.x), share)
	at.q = geom.QuatExp(geom.QuatLog(end.q.Mul(s.q.Conj())).Scale(share)).Mul(at.q).Normalize()
	return at, struck
}
