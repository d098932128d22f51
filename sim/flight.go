package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// flight is the motion of a body within a step, from its local time t0 to t1: its state at t0, and the acceleration and
// torque held over that piece. Times count from the start of the step.
type flight struct {
	s          rigid.State
	t0, t1     float64  // [s]
	acc, tau   geom.Vec // over the piece: forces, and in an island the contacts' mean wrench
	field      geom.Vec // acceleration by forces alone, held over the step [m/s²]
	torque     geom.Vec // torque of forces alone [N m]
	stamp      int32    // counts the changes of the motion: events of an older one are void
	island     int32    // -1 for a body that flies free
	impacts    int32    // in this step
	lastImpact float64  // time of its last impact in this step, 0 before [s]
	pressed    bool     // a driven body has left it no room for restitution in this step
	still      bool     // asleep: it does not move and is not integrated
	squeezed   bool     // nothing driven touches it for the rest of the step
	foreseen   bool     // logs foresee its turns
	turned     bool     // it has moved through the whole step in one go, and ended as scratch.turned has it

	struckSpeed  float64 // the largest speed of its points after an impact in this step, in worlds with driven bodies [m/s]
	struckEnergy float64 // and its largest energy after one [J]
}

// at returns the state at time t >= t0.
func (f *flight) at(m *rigid.Mass, t float64) rigid.State {
	if t <= f.t0 || f.still {
		return f.s
	}
	return rigid.Advance(&f.s, m, f.acc, f.tau, t-f.t0)
}

// after returns the state the time p [s] after f.s, whatever the time of that.
func (f *flight) after(m *rigid.Mass, p float64) rigid.State {
	if f.still {
		return f.s
	}
	return rigid.Advance(&f.s, m, f.acc, f.tau, p)
}

// advance moves a body's state to time t.
func (w *World) advance(i int32, t float64) {
	f := &w.flights[i]
	if t > f.t0 {
		before := f.s
		f.s = f.at(&w.bodies[i].mass, t)
		if !f.still {
			w.bookMotion(i, &before, &f.s, f.acc, f.tau, t-f.t0)
		}
		f.t0 = t
	}
}

// flightTurn is the largest rotation in a piece of a flight [rad], less for thin bodies in the ratio of
// rigid.Mass.TurnLimit. It is less than the piece size of the integrator, so that the search for impacts and the motion
// agree however fast a body tumbles.
const flightTurn = 10

// maxFlights is the largest number of pieces of a step. A body that turns farther than maxFlights times flightTurn in a
// step, 1000 rad, is searched in longer pieces.
const maxFlights = 100

// fly sets the end of the piece in which the motion of a free body is known, from its local time on: the end of the
// step, unless it tumbles too far for that.
func (w *World) fly(i int32) {
	f := &w.flights[i]
	f.t1 = w.set.Step
	if !(f.t0 < f.t1) || f.still || f.island >= 0 {
		return
	}
	m := &w.bodies[i].mass
	turn, steady := m.Turning(&f.s, f.tau)
	piece := math.Max(flightTurn/rigid.MaxTurn*m.TurnLimit()/turn.Len(), w.set.Step/maxFlights)
	if !steady && f.t0+piece < f.t1 {
		f.t1 = f.t0 + piece
		w.queue.push(event{t: f.t1, kind: pieceEnd, a: i, b: -1, stampA: f.stamp})
	}
}

// flyOn begins the next piece of a flight.
func (w *World) flyOn(i int32, t float64) {
	w.advance(i, t)
	f := &w.flights[i]
	f.stamp++
	w.fly(i)
	w.searchAll(i)
}

// chordMotion is a body's motion over a piece of the step in the form used by the search for impacts: a chord at
// constant velocities, and a bound of the true motion's deviation from it.
type chordMotion struct {
	sweep geom.Sweep
	bulge float64 // of any point of the body, besides that by acceleration [m]
	tilt  float64 // that of its surface: less for a body that revolves [m]
	acc   geom.Vec
}

// pieceLimit returns the longest chord that a body's rotation allows [s]: slightly less than TurnLimit, so that
// rounding does not make two pieces of it.
func pieceLimit(m *rigid.Mass, s *rigid.State, tau geom.Vec) float64 {
	w, steady := m.Turning(s, tau)
	if l := w.Len(); !steady && l > 0 {
		return (1 - 1e-9) * m.TurnLimit() / l
	}
	return math.Inf(1)
}

// chord returns the motion over the time p [s] from state s on, for points within radius of the centre of mass.
func (b *body) chord(s *rigid.State, acc, tau geom.Vec, p, radius float64) chordMotion {
	c := chordMotion{acc: acc}
	w, steady := b.mass.Turning(s, tau)
	c.sweep = geom.Sweep{C: s.X, Q: s.Q, V: s.V.AddScaled(acc, float64(0.5*p)), W: w}
	if steady || b.ball {
		return c // a ball's surface is where its centre is, however it turns
	}
	q1 := rigid.StepAttitude(s.Q, s.L, s.L.AddScaled(tau, p), &b.mass.InvInertia, p)
	c.sweep.W = geom.QuatLog(q1.Mul(s.Q.Conj())).Scale(1 / p)
	// |w'| = |I⁻¹ (tau - w × L)|; over the piece w turns by at most rigid.MaxTurn, and L by |tau| p. Euler's equations
	// have |I⁻¹ (w × L)| <= w²/sqrt(3), for the sum of two moments of inertia is no less than the third: thin bodies
	// have no other bound.
	i := &b.mass.InvInertia
	norm := i.X.X + i.Y.Y + i.Z.Z
	l := s.L.Len() + float64(tau.Len()*p)
	turn := math.Min(float64(w.Len()*p), rigid.MaxTurn)
	pulled := b.mass.AngularVelocity(s.Q, tau).Len() + float64(float64(norm*tau.Len())*turn)
	top := float64((w.Len() + float64(pulled*p)) * (1 + float64(2*turn)))
	rate := math.Min(float64(0.58*float64(top*top)), float64(norm*(w.Cross(s.L).Len()+float64(4*rigid.MaxTurn*float64(w.Len()*l))))) + pulled
	c.bulge = float64(float64(radius*rate) * float64(p*p) / 8)
	c.tilt = c.bulge
	if b.axis != (geom.Vec{}) {
		c.tilt = math.Min(c.tilt, float64(float64(radius*b.tiltRate(s, c.sweep.W, tau, p))*float64(p*p)/8))
	}
	return c
}

// tiltRate bounds the difference of the second derivatives of the direction of a revolving body's axis, over the time p
// from state s on, in the true motion and in a chord of angular velocity w with the same ends. The true axis u has u' =
// (L/I) × u, with I the moment of inertia across it.
func (b *body) tiltRate(s *rigid.State, w, tau geom.Vec, p float64) float64 {
	u, inv := s.Q.Rotate(b.axis), b.across
	more := float64(float64(tau.Len()*inv) * p)
	tilt := float64(s.L.Cross(u).Len()*inv) + more
	turn := float64(s.L.Len()*inv) + more
	// Directions that differ by their chord differ by a larger angle.
	return float64(1.01 * (float64(tau.Len()*inv) + float64(turn*tilt) + float64(w.Len()*w.Cross(u).Len())))
}

// axisOf returns the axis, in its frame, about which a body of one part may turn without a change, neither of its surface
// nor of its inertia, to rounding, and the inverse of its moment of inertia across that; zero if there is none.
func axisOf(parts []part, m *rigid.Mass) (axis geom.Vec, across float64) {
	if len(parts) != 1 {
		return geom.Vec{}, 0
	}
	p := &parts[0]
	k := p.Shape.Axis()
	if k < 0 || k == 3 {
		return geom.Vec{}, 0
	}
	const same = 1e-14
	i, at := &m.InvInertia, p.At.Q.Mat3()
	u, x, y := at.Col(k), at.Col((k+1)%3), at.Col((k+2)%3)
	ix, iy := i.Apply(x), i.Apply(y)
	across = float64(0.5 * (ix.Dot(x) + iy.Dot(y)))
	if !(p.At.P.Cross(u).Len() <= float64(same*p.radius)) || !(ix.AddScaled(x, -across).Len() <= float64(same*across)) ||
		!(iy.AddScaled(y, -across).Len() <= float64(same*across)) {
		return geom.Vec{}, 0
	}
	return u, across
}

// bulge returns a bound of the deviation of the true relative motion of two bodies over the time p from that of their
// chords [m].
func bulge(a, b *chordMotion, p float64) float64 {
	rel := a.acc.Sub(b.acc).Len()
	return a.bulge + b.bulge + float64(rel*float64(p*p)/8)
}

// twist returns the linear and angular velocity of the body in a state.
func (b *body) twist(s *rigid.State) record.Twist {
	return record.Twist{V: s.V, W: b.mass.AngularVelocity(s.Q, s.L)}
}

// bounds returns a box around the body in state s.
func (b *body) bounds(s *rigid.State) geom.AABB {
	box := b.parts[0].Shape.Bounds(b.parts[0].at(s))
	for i := 1; i < len(b.parts); i++ {
		box = box.Union(b.parts[i].Shape.Bounds(b.parts[i].at(s)))
	}
	return box
}

// sweptBounds returns a box around all that a body, or a part of it, covers in the time p from state s on: exact for
// its path, a sphere for large rotations. box is around it in state s; radius bounds the distance of its points from
// the centre of mass.
func (b *body) sweptBounds(box geom.AABB, radius float64, s *rigid.State, acc geom.Vec, p float64) geom.AABB {
	return sweptBounds(&box, radius, b.mass.AngularVelocity(s.Q, s.L).Len(), s.V, acc, p)
}

// sweptBounds is body.sweptBounds with the angular speed [rad/s] and the velocity of the body.
func sweptBounds(box *geom.AABB, radius, spin float64, v, acc geom.Vec, p float64) geom.AABB {
	grow := float64(spin * float64(p*radius))
	if grow > 2*radius {
		grow = float64(2 * radius)
	}
	// The path of a constant acceleration lies in the box of its ends and of its middle control point.
	end := v.Scale(p).AddScaled(acc, float64(0.5*float64(p*p)))
	mid := v.Scale(float64(0.5 * p))
	low := box.Min.Min(box.Min.Add(mid)).Min(box.Min.Add(end))
	high := box.Max.Max(box.Max.Add(mid)).Max(box.Max.Add(end))
	return geom.AABB{Min: low, Max: high}.Grow(grow)
}
