package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const (
	// moverGap is the gap that a mover keeps from bodies, in its smallest radius: as SlideOptions.Clearance from walls.
	moverGap = 1e-4
	// moverStride is the longest way of a mover at once, in its smallest radius, and moverStrides how many of them a step may have: what
	// it meets on a stride it cannot pass.
	moverStride  = 0.5
	moverStrides = 64
	// moverPush is the push of a mover that has a mass and no other, over its mass [m/s²].
	moverPush = 10
	// moverSlope is the steepest slope on which a mover stands that has no other [rad].
	moverSlope = 50 * math.Pi / 180
	// moverPasses bounds how often the bodies around a mover are gone through: each may turn it towards another.
	moverPasses = 8
)

// moverTouch is a body near a mover: its nearest point, and the normal from the mover to it.
type moverTouch struct {
	body int32
	p, n geom.Vec
	sep  float64
}

// wanted returns the velocity that a mover has in a step before it meets anything: that of its program, or, where it has a mass, what
// its push brings it to from the velocity that it has. One that falls keeps what it has along up.
func (m *mover) wanted(s *moverState, t, dt float64, up geom.Vec) geom.Vec {
	v := m.velocity(t)
	if m.falls {
		_, v = along(v, up)
		v = v.AddScaled(up, s.v.Dot(up))
	}
	if m.mass == 0 {
		return v
	}
	d := v.Sub(s.v)
	if most := float64(m.push / m.mass * dt); d.Len() > most {
		d = d.Scale(most / d.Len())
	}
	return s.v.Add(d)
}

// small returns the smallest radius [m].
func (m *mover) small() float64 { return math.Min(m.radii.X, math.Min(m.radii.Y, m.radii.Z)) }

// strides returns in how many pieces a mover goes through a step.
func (m *mover) strides(v geom.Vec, dt float64) int {
	pieces := float64(v.Len()*dt) / float64(moverStride*m.small())
	n := 1
	for n < moverStrides && float64(n) < pieces {
		n++
	}
	return n
}

// meetBodies takes out of a mover's velocity u what the bodies around it do not let it have over the time h: it takes the normal
// velocity of the body that it comes to, after an impact without restitution of its mass with that of the body; without a mass, or with a driven
// body, that of the body. It returns the velocity to move at, which ends the way at the gap from each body, and the one that it goes on with.
func (w *World) meetBodies(m *mover, x, u geom.Vec, h float64) (move, next geom.Vec) {
	w.touchMover(m, x, u, h)
	gap := float64(moverGap * m.small())
	move = u
	for range moverPasses {
		changed := false
		for i := range w.moverTouches {
			t := &w.moverTouches[i]
			room := (t.sep - gap) / h
			if over := move.Dot(t.n) - room; over > float64(1e-12*(1+math.Abs(room))) {
				move, changed = move.AddScaled(t.n, -over), true
				u = w.pushBody(m, t, x, u, h)
			}
		}
		if !changed {
			break
		}
	}
	return move, u
}

// touchMover collects the bodies that a mover at x may meet within the time h, by the ends of the step.
func (w *World) touchMover(m *mover, x, u geom.Vec, h float64) {
	w.moverTouches = w.moverTouches[:0]
	reach := float64(u.Len()*h) + float64(2*moverGap*m.small())
	self := narrowphase.Convex{Shape: &m.shape, Pose: geom.Transform{P: x, Q: geom.IdentityQuat()}}
	box := self.Shape.Bounds(self.Pose).Grow(reach)
	for i := range w.bodies {
		b, s := &w.bodies[i], &w.state.bodies[i]
		if b.sensor || s.X.Sub(x).MaxAbs() > b.radius+reach+m.radii.MaxAbs() {
			continue
		}
		for k := range b.parts {
			other := narrowphase.Convex{Shape: b.parts[k].Shape, Pose: b.parts[k].at(s)}
			around := other.Shape.Bounds(other.Pose)
			if !around.Overlaps(&box) || !narrowphase.Collide(&self, &other, reach, &w.toucher.m) {
				continue
			}
			n := &w.toucher.m
			near := 0
			for q := 1; q < n.Count; q++ {
				if n.Points[q].Separation < n.Points[near].Separation {
					near = q
				}
			}
			w.moverTouches = append(w.moverTouches, moverTouch{int32(i), n.Points[near].P, n.N, n.Points[near].Separation})
		}
	}
}

// pushBody gives a mover that comes to a body at velocity u, and the body, the impulse after which they no longer approach. Walls around the mover at x
// let it give way along them only: a body that presses it against one comes to a stop there. It returns the mover's velocity.
func (w *World) pushBody(m *mover, t *moverTouch, x, u geom.Vec, h float64) geom.Vec {
	b, s := &w.bodies[t.body], &w.state.bodies[t.body]
	r := t.p.Sub(s.X)
	before := s.V.Add(b.mass.AngularVelocity(s.Q, s.L).Cross(r))
	own := u.Dot(t.n)
	closing := own - before.Dot(t.n)
	told := moverImpact{touch: t}
	told.before[0], told.before[1].V = b.twist(s), u
	if m.mass == 0 || b.driven {
		next := u.AddScaled(t.n, -math.Max(closing, 0))
		if m.mass > 0 && closing > 0 {
			told.impulse, told.after = t.n.Scale(float64(m.mass*closing)), told.before
			told.after[1].V = next
			w.tellMover(&told)
		}
		return next
	}
	way := t.n.Neg()
	if before.Dot(t.n) < 0 {
		way = w.givesWay(m, x, way, float64(math.Max(closing, -before.Dot(t.n))*h))
	}
	free := -way.Dot(t.n)
	if own < 0 {
		closing = float64(own*free) - before.Dot(t.n) // it does not get away into a wall
	}
	if !(closing > 0) {
		return u
	}
	invMass, inv := b.inverse(s.Q)
	turn := r.Cross(t.n)
	j := closing / (free/m.mass + invMass + turn.Dot(inv.Apply(turn)))
	p := t.n.Scale(j)
	if w.state.asleep[t.body] {
		w.state.asleep[t.body], w.state.still[t.body] = false, 0
		w.addEvent(record.Event{Kind: record.Wake, A: t.body, B: -1, Time: w.time() + w.set.Step})
	}
	s.V, s.L = s.V.AddScaled(p, invMass), s.L.Add(r.Cross(p))
	after := s.V.Add(b.mass.AngularVelocity(s.Q, s.L).Cross(r))
	w.book(record.ByDrives, float64(0.5*p.Dot(before.Add(after))), p, t.p.Cross(p))
	u = u.AddScaled(way, j/m.mass)
	told.impulse, told.after[0], told.after[1].V = p, b.twist(s), u
	w.tellMover(&told)
	return u
}

// givesWay returns what the walls around a mover at x let it have of the unit velocity v, over a way of some length.
func (w *World) givesWay(m *mover, x, v geom.Vec, length float64) geom.Vec {
	s := moverState{x: x}
	w.slide(m, &s, v, length)
	return s.v
}
