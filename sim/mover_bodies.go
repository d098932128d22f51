package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

const (
	// moverGap is the gap that a mover keeps from bodies, relative to its smallest radius; compare
	// SlideOptions.Clearance for walls.
	moverGap = 1e-4
	// moverStride is the longest distance that a mover moves at once, relative to its smallest radius, so that it
	// passes through nothing on a stride; moverStrides is the largest number of strides in a step.
	moverStride  = 0.5
	moverStrides = 64
	// moverPush is the default push of a mover with mass, per mass [m/s²].
	moverPush = 10
	// moverSlope is the default of the steepest slope on which a mover stands [rad].
	moverSlope = 50 * math.Pi / 180
	// moverStands is the speed up to which a mover stands: gravity gives it more in a step [m/s].
	moverStands = 1e-6
	// moverPasses is the largest number of passes over the bodies around a mover: each may turn it towards another.
	moverPasses = 8
	// leastFree is the least share of a push by which walls must let a mover yield for what is behind the body to
	// answer at the same moment: before a driven body it would slip away at more than escapeFactor times the speed of
	// that, and held by walls it would leave the bodies between no room at all.
	leastFree = 1.0 / (escapeFactor * escapeFactor)
)

// moverTouch is a body near a mover: its nearest point, and the normal from the mover to it.
type moverTouch struct {
	body int32
	p, n geom.Vec
	sep  float64
}

// targetVelocity returns the velocity of a mover in a step before it meets anything: that of its program, or, with a
// mass, the one that its push reaches from the velocity that it has. A falling mover keeps its velocity along the upward
// direction; its program is the motion over what carries it, with the level velocity by.
func (m *mover) targetVelocity(had, by geom.Vec, t, dt float64, up geom.Vec) geom.Vec {
	v := m.velocity(t)
	if m.falls {
		_, v = along(v, up)
		v = v.Add(by).AddScaled(up, had.Dot(up))
	}
	if m.mass == 0 {
		return v
	}
	d := v.Sub(had)
	if most := float64(m.push / m.mass * dt); d.Len() > most {
		d = d.Scale(most / d.Len())
	}
	return had.Add(d)
}

// minRadius returns the smallest radius [m].
func (m *mover) minRadius() float64 { return math.Min(m.radii.X, math.Min(m.radii.Y, m.radii.Z)) }

// strides returns the number of pieces in which a mover takes a step.
func (m *mover) strides(v geom.Vec, dt float64) int {
	pieces := float64(v.Len()*dt) / float64(moverStride*m.minRadius())
	n := 1
	for n < moverStrides && float64(n) < pieces {
		n++
	}
	return n
}

// meetBodies restricts a mover's velocity u by the bodies around it over the time h. The mover takes the normal
// velocity of the body that it reaches, after an impact of both masses without restitution; without a mass, or against
// a driven body, simply that of the body. It returns the velocity to move at, which ends at the gap from each body, and
// the one with which it continues.
func (w *World) meetBodies(m *mover, x, u geom.Vec, h float64) (move, next geom.Vec) {
	w.touchMover(m, x, u, h)
	gap := float64(moverGap * m.minRadius())
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

// touchMover collects the bodies that a mover at x may meet within the time h, at their states at the end of the step.
func (w *World) touchMover(m *mover, x, u geom.Vec, h float64) {
	w.moverTouches = w.moverTouches[:0]
	reach := float64(u.Len()*h) + float64(2*moverGap*m.minRadius())
	self, box := m.within(x, reach)
	for i := range w.bodies {
		b := &w.bodies[i]
		if b.sensor || w.state.bodies[i].X.Sub(x).MaxAbs() > b.radius+reach+m.radii.MaxAbs() {
			continue
		}
		for k := range b.parts {
			if !w.meetsPart(&self, &box, int32(i), k, reach) {
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

// within returns a mover at x as a convex shape, and the bounds of what is within a distance of it.
func (m *mover) within(x geom.Vec, reach float64) (self narrowphase.Convex, box geom.AABB) {
	self = narrowphase.Convex{Shape: &m.shape, Pose: geom.Transform{P: x, Q: geom.IdentityQuat()}}
	return self, self.Shape.Bounds(self.Pose).Grow(reach)
}

// meetsPart reports whether part k of body i, at its state at the end of the step, is within a distance of a mover, and
// leaves their contact in toucher.m; box is from within.
func (w *World) meetsPart(self *narrowphase.Convex, box *geom.AABB, i int32, k int, reach float64) bool {
	q := &w.bodies[i].parts[k]
	other := narrowphase.Convex{Shape: q.Shape, Pose: q.at(&w.state.bodies[i])}
	around := other.Shape.Bounds(other.Pose)
	return around.Overlaps(box) && narrowphase.Collide(self, &other, reach, &w.toucher.m)
}

// pushBody gives a mover that reaches a body at velocity u, and the body, the impulse after which they no longer
// approach. What the body touches of the world and of driven bodies reacts at the same moment: a body at a wall stops a
// mover as the wall would. Walls around the mover at x let it yield only along them: a body that presses it against a
// wall stops there. It returns the mover's velocity.
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
			w.outputPush(&told)
		}
		return next
	}
	way := t.n.Neg()
	if before.Dot(t.n) < 0 {
		way = w.allowedByWalls(m, x, way, float64(math.Max(closing, -before.Dot(t.n))*h))
	}
	free := -way.Dot(t.n)
	if own < 0 {
		if free < 1 { // it does not get away into a wall, only along it
			speed := u.Len()
			own = float64(w.allowedByWalls(m, x, u.Scale(1/speed), float64(speed*h)).Dot(t.n) * speed)
		}
		closing = own - before.Dot(t.n)
	}
	if !(closing > 0) {
		return u
	}
	if w.state.asleep[t.body] {
		w.state.asleep[t.body], w.state.still[t.body] = false, 0
		w.addEvent(record.Event{Kind: record.Wake, A: t.body, B: -1, Time: w.time() + w.set.Step})
	}
	if free >= leastFree && w.gatherPushed(t.body, t.n) {
		if j, ok := w.pushGathered(t, closing, free/m.mass); ok {
			u = u.AddScaled(way, j/m.mass)
			told.impulse, told.after[0], told.after[1].V = t.n.Scale(j), b.twist(s), u
			w.outputPushed(j, w.outputPush(&told))
			return u
		}
	}
	invMass, inv := b.inverse(s.Q)
	turn := r.Cross(t.n)
	j := closing / (free/m.mass + invMass + turn.Dot(inv.Apply(turn)))
	p := t.n.Scale(j)
	s.V, s.L = s.V.AddScaled(p, invMass), s.L.Add(r.Cross(p))
	after := s.V.Add(b.mass.AngularVelocity(s.Q, s.L).Cross(r))
	w.book(record.ByDrives, float64(0.5*p.Dot(before.Add(after))), p, t.p.Cross(p))
	u = u.AddScaled(way, j/m.mass)
	told.impulse, told.after[0], told.after[1].V = p, b.twist(s), u
	w.outputPush(&told)
	return u
}

// allowedByWalls returns the part of the unit velocity v that the walls around a mover at x allow, over a short
// distance.
func (w *World) allowedByWalls(m *mover, x, v geom.Vec, length float64) geom.Vec {
	s := moverState{x: x}
	w.slide(m, &s, v, length)
	return s.v
}
