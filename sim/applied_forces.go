package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// midstep is a body in the predicted middle of the step, with the forces so far.
type midstep struct {
	pose       geom.Transform
	invMass    float64
	inv        geom.Mat3 // inverse inertia, world
	v, w       geom.Vec  // [m/s], [rad/s]
	v0, w0     geom.Vec  // at the start of the step
	drag       geom.Vec  // force so far [N]
	dragTorque geom.Vec  // torque of drag so far [N m]
}

// dampedMean returns the mean over a step of a velocity that decays at the rate x per step, with the initial value
// start and the value free in the middle of the step without decay. With e⁻ˣ as 1/(1 + x + x²/2) it is second-order
// accurate, and correct in the limit of large x, too: a strongly damped velocity reaches the balance of damping and
// drive without ringing.
func dampedMean(start, free, x float64) float64 {
	drive := float64(2 * (free - start))
	top := float64(start*(1+float64(0.5*x))) + float64(drive*float64(0.5*(1+x)))
	return top / (1 + x + float64(0.5*float64(x*x)))
}

// dampingPasses is the number of iterations between velocities and the forces that depend on them. Each force is
// implicit in its own effect, so that none is too strong for the step; the passes settle their effects on each other.
const dampingPasses = 4

// applyForces adds scripted forces, springs, dampers and drag to what gravity and wheels do, at the predicted middle of
// the step; scripted forces with their mean over the step.
func (w *World) applyForces() {
	if len(w.scripts)+len(w.springs)+len(w.dragged) == 0 {
		return
	}
	h := w.set.Step
	half := float64(0.5 * h)
	for _, i := range w.forced {
		w.predict(i, half)
	}
	for k := range w.scripts {
		s := &w.scripts[k]
		if w.flights[s.body].still {
			continue
		}
		f, tau := s.wrench(w.midsteps[s.body].pose.Q, w.time(), w.endTime())
		w.applyHeldForce(s.body, record.ByScripts, f, tau, half)
	}
	for k := range w.springs {
		w.applySpring(k, half)
	}
	for range dampingPasses {
		for k := range w.springs {
			w.updateDamper(k, half)
		}
		for _, i := range w.dragged {
			w.updateDrag(i, half)
		}
	}
	for k := range w.springs {
		p := &w.springForces[k]
		for e, i := range w.springs[k].body {
			f, d := forceOnEnd(e, p.elastic), forceOnEnd(e, p.n.Scale(p.damping))
			switch {
			case i < 0:
			case w.bodies[i].driven:
				v := w.drivenEnd(i, p.r[e])
				w.bookOutside(record.BySprings, float64(h*f.Dot(v)))
				w.bookOutside(record.ByDampers, float64(h*d.Dot(v)))
			default:
				w.bookForce(i, record.BySprings, f, p.r[e].Cross(f))
				w.bookForce(i, record.ByDampers, d, p.r[e].Cross(d))
			}
		}
	}
	for _, i := range w.dragged {
		if m := &w.midsteps[i]; !w.flights[i].still {
			w.bookForce(i, record.ByDrag, m.drag, m.dragTorque)
		}
	}
}

// listForced lists the bodies with forces other than gravity and wheels, and those whose motion springs follow.
func (w *World) listForced() {
	w.forced = append(w.forced, w.dragged...)
	for k := range w.scripts {
		w.forced = append(w.forced, w.scripts[k].body)
	}
	for k := range w.springs {
		for _, i := range w.springs[k].body {
			if i >= 0 {
				w.forced = append(w.forced, i)
			}
		}
	}
	slices.Sort(w.forced)
	w.forced = slices.Compact(w.forced)
}

// forceOnEnd returns a spring's force on its end e for that on its end 1.
func forceOnEnd(e int, f geom.Vec) geom.Vec {
	if e == 0 {
		return f.Neg()
	}
	return f
}

// poseAfter returns the pose that a state leads to in the time p at its velocity and an angular velocity.
func poseAfter(s *rigid.State, turn geom.Vec, p float64) geom.Transform {
	return geom.Transform{P: s.X.AddScaled(s.V, p), Q: geom.QuatExp(turn.Scale(p)).Mul(s.Q).Normalize()}
}

// predict computes a body's state in the middle of the step, with gravity and wheels.
func (w *World) predict(i int32, half float64) {
	b, f, m := &w.bodies[i], &w.flights[i], &w.midsteps[i]
	s := &f.s
	*m = midstep{pose: s.Transform()}
	if f.still {
		return
	}
	turn := b.mass.AngularVelocity(s.Q, s.L)
	m.pose = poseAfter(s, turn, half)
	m.v0, m.w0 = s.V, turn
	m.v = s.V.AddScaled(f.field, half)
	l := s.L.AddScaled(f.torque, half)
	m.w = b.mass.AngularVelocity(m.pose.Q, l)
	if !b.driven {
		m.invMass, m.inv = b.mass.Inv, b.mass.WorldInvInertia(m.pose.Q)
	}
}

// applyHeldForce applies a force and a torque to a body for the step, and enters them in the ledger.
func (w *World) applyHeldForce(i int32, c record.Cause, f, tau geom.Vec, half float64) {
	w.addMidstepForce(i, f, tau, half)
	w.bookForce(i, c, f, tau)
}

// addMidstepForce adds a force and a torque to those on a body, and their effect to its velocities in the middle of the
// step.
func (w *World) addMidstepForce(i int32, f, tau geom.Vec, half float64) {
	m, fl := &w.midsteps[i], &w.flights[i]
	fl.field = fl.field.AddScaled(f, m.invMass)
	fl.torque = fl.torque.Add(tau)
	m.v = m.v.AddScaled(f, float64(half*m.invMass))
	m.w = m.w.AddScaled(m.inv.Apply(tau), half)
}

func (w *World) bookForce(i int32, c record.Cause, f, tau geom.Vec) {
	if (f != geom.Vec{} || tau != geom.Vec{}) {
		w.ledger.wrenches = append(w.ledger.wrenches, wrench{i, c, c, f, tau})
	}
}

// springEnds returns where the ends of a spring are in the middle of the step, and its levers.
func (w *World) springEnds(s *spring) (p, r [2]geom.Vec) {
	for e, i := range s.body {
		p[e] = s.at[e]
		if i >= 0 {
			pose := &w.midsteps[i].pose
			r[e] = pose.Q.Rotate(s.at[e])
			p[e] = pose.P.Add(r[e])
		}
	}
	return p, r
}

// applySpring applies the elastic force of a spring to its bodies, and prepares its damper.
func (w *World) applySpring(k int, half float64) {
	s, p := &w.springs[k], &w.springForces[k]
	if w.isTorn(k) {
		*p = springForce{}
		return
	}
	ends, r := w.springEnds(s)
	line := ends[1].Sub(ends[0])
	length := line.Len()
	*p = springForce{r: r, n: line.Normalize(), least: math.Inf(-1), most: math.Inf(1)}
	switch s.only {
	case PullOnly:
		p.most = float64(s.stiffness * (length - s.length))
	case PushOnly:
		p.least = float64(s.stiffness * (length - s.length))
	}
	if s.idle(length) {
		p.least, p.most = 0, 0
	} else if s.length == 0 {
		p.elastic = line.Scale(-s.stiffness)
	} else {
		p.elastic = p.n.Scale(float64(s.stiffness * (s.length - length)))
	}
	if p.n == (geom.Vec{}) {
		p.n = w.springEndVelocity(s, p).Normalize()
	}
	for e, i := range s.body {
		if i >= 0 {
			m := &w.midsteps[i]
			p.startRate += forceOnEnd(e, m.v0.Add(m.w0.Cross(r[e]))).Dot(p.n)
		}
	}
	for e, i := range s.body {
		if !w.outside(i) {
			m := &w.midsteps[i]
			turn := r[e].Cross(p.n)
			p.mobility += float64(half * (m.invMass + turn.Dot(m.inv.Apply(turn))))
			w.addMidstepForce(i, forceOnEnd(e, p.elastic), r[e].Cross(forceOnEnd(e, p.elastic)), half)
		}
	}
}

// springEndVelocity returns the velocity of a spring's end 1 relative to its end 0 in the middle of the step.
func (w *World) springEndVelocity(s *spring, p *springForce) geom.Vec {
	var u [2]geom.Vec
	for e, i := range s.body {
		if i >= 0 {
			m := &w.midsteps[i]
			u[e] = m.v.Add(m.w.Cross(p.r[e]))
		}
	}
	return u[1].Sub(u[0])
}

// updateDamper updates a damper's force for the current velocities.
func (w *World) updateDamper(k int, half float64) {
	s, p := &w.springs[k], &w.springForces[k]
	if s.damping == 0 || w.isTorn(k) {
		return
	}
	free := w.springEndVelocity(s, p).Dot(p.n) - float64(p.mobility*p.damping)
	f := -float64(s.damping * dampedMean(p.startRate, free, float64(2*float64(s.damping*p.mobility))))
	f = math.Max(p.least, math.Min(f, p.most))
	change := p.n.Scale(f - p.damping)
	p.damping = f
	for e, i := range s.body {
		if !w.outside(i) {
			w.addMidstepForce(i, forceOnEnd(e, change), p.r[e].Cross(forceOnEnd(e, change)), half)
		}
	}
}

// updateDrag updates a body's drag for its current velocities. Without drag its centre would have the velocity u in the
// middle of the step. Quadratic drag is taken at the speed s that approximately solves s (1 + k (linear + quadratic s))
// = |u|, where k = h/(2 m).
func (w *World) updateDrag(i int32, half float64) {
	m, d := &w.midsteps[i], &w.bodies[i].drag
	if w.flights[i].still {
		return
	}
	k := float64(half * m.invMass)
	u := m.v.AddScaled(m.drag, -k)
	size := u.Len()
	b := 1 + float64(k*d.Linear)
	speed := 2 * size / (b + math.Sqrt(float64(b*b)+float64(4*float64(float64(k*d.Quadratic)*size))))
	var f, tau geom.Vec
	c := d.Linear + float64(d.Quadratic*speed)
	x := float64(2 * float64(k*c))
	f = geom.Vec{X: dampedMean(m.v0.X, u.X, x), Y: dampedMean(m.v0.Y, u.Y, x), Z: dampedMean(m.v0.Z, u.Z, x)}.Scale(-c)
	if d.Angular > 0 {
		free := m.w.Sub(m.inv.Apply(m.dragTorque).Scale(half))
		tau = dampedMeanSpin(m.w0, free, m.inv.Scale(float64(2*float64(half*d.Angular)))).Scale(-d.Angular)
	}
	df, dtau := f.Sub(m.drag), tau.Sub(m.dragTorque)
	m.drag, m.dragTorque = f, tau
	w.addMidstepForce(i, df, dtau, half)
}

// dampedMeanSpin is dampedMean for an angular velocity, whose rate of decay is a matrix.
func dampedMeanSpin(start, free geom.Vec, x geom.Mat3) geom.Vec {
	drive := free.Sub(start)
	top := start.AddScaled(x.Apply(start), 0.5).Add(drive).Add(x.Apply(drive))
	sq := x.Mul(&x)
	sq = sq.Scale(0.5)
	a := x.Add(&sq)
	a.X.X++
	a.Y.Y++
	a.Z.Z++
	w, ok := a.Solve(top)
	if !ok {
		return geom.Vec{}
	}
	return w
}

// forcesOnWoken applies the scripted forces to a body that wakes in the middle of a step.
func (w *World) forcesOnWoken(i int32) {
	f := &w.flights[i]
	f.field, f.torque = w.gravity, geom.Vec{}
	if w.bodies[i].vehicle >= 0 {
		w.wheelForces(i, w.set.Step)
	}
	for k := range w.scripts {
		s := &w.scripts[k]
		if s.body != i {
			continue
		}
		force, tau := s.wrench(f.s.Q, w.time(), w.endTime())
		f.field = f.field.AddScaled(force, w.bodies[i].mass.Inv)
		f.torque = f.torque.Add(tau)
		w.bookForce(i, record.ByScripts, force, tau)
	}
}
