package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// JointTurn is the resistance to turning of the ball joints between two bodies, one or those of a hinge: dry friction, a torque of at
// most Friction over the substep in any direction, and damping, a torque in proportion to the angular velocity of B relative to A.
// With w0 and w that at the start and the end of the substep, their angular impulses on B are
//
//	f with |f| <= Friction where w = 0, else f = -Friction w/|w|
//	-Damping (t w + (1-t) w0)
//
// With t = (1+x)/(2+x), and x the damping in the substep over the least inertia that it turns, a velocity that only damping changes
// becomes w0/(1 + x + x²/2), about another axis than that of the least inertia to the same order: it decays to second order, is
// stable with any damping, and never turns back. The inertia is that with what the joints hold.
//
// Source: Coulomb's law over a substep as of contacts (Moreau–Jean time stepping), with a ball for the disc; 1/(1 + x + x²/2) is the
// (0, 2) Padé approximant of e⁻ˣ.
type JointTurn struct {
	A, B              int32
	Friction, Damping float64  // over the substep [N m s], [N m s²/rad]
	J                 geom.Vec // angular impulse on B, A has the opposite [N m s]; on entry the warm start

	axes     geom.Mat3  // eigenvectors of the mobility with all joints, its rows
	mobility [3]float64 // their eigenvalues; 0 where the joints hold [1/(kg m²)]
	linear   float64    // of both bodies [1/kg]
	drag     float64    // t Damping
	held     geom.Vec   // (1-t) Damping w0
	before   geom.Vec   // J before Relax
	rubbed   geom.Vec   // the part of friction in it
}

// prepareJointTurns computes the mobilities of the rows' torques, after factorJoints, and how their damping is shared between the
// start and the end of the substep. Friction and damping below leastLimit count as none, as squares of less cannot be divided by.
func (s *ContactSolver) prepareJointTurns() {
	for i := range s.JointTurns {
		t := &s.JointTurns[i]
		if t.Friction < leastLimit {
			t.Friction = 0
		}
		if t.Damping < leastLimit {
			t.Damping = 0
		}
		t.linear = 0
		free := 0.0
		for _, b := range [2]int32{t.A, t.B} {
			if b >= 0 {
				t.linear += s.Bodies[b].InvMass
				free += trace(&s.Bodies[b].InvInertia)
			}
		}
		k := s.turnMobility(t)
		t.axes, t.mobility = k.Eigen()
		largest := 0.0
		for n := range t.mobility {
			if !(t.mobility[n] > float64(redundant*free)) {
				t.mobility[n] = 0
			}
			largest = max(largest, t.mobility[n])
		}
		t.drag, t.held = 0, geom.Vec{}
		if t.Damping == 0 {
			continue
		}
		all := 0.0 // what damps the bodies at their other joints, too
		for n := range s.JointTurns {
			if o := &s.JointTurns[n]; t.shares(o) {
				all += o.Damping
			}
		}
		x := float64(all * largest)
		later := (1 + x) / (2 + x)
		if math.IsInf(x, 1) {
			later = 1
		}
		t.drag = float64(later * t.Damping)
		start := components(&t.axes, s.turnAtStart(t))
		for n, axis := range [3]geom.Vec{t.axes.X, t.axes.Y, t.axes.Z} {
			if t.mobility[n] > 0 {
				t.held = t.held.AddScaled(axis, float64(start[n]*(t.Damping/(2+x))))
			}
		}
	}
}

// shares reports whether a body that moves is in both rows.
func (t *JointTurn) shares(o *JointTurn) bool {
	return t.A >= 0 && (t.A == o.A || t.A == o.B) || t.B >= 0 && (t.B == o.A || t.B == o.B)
}

// turnMobility returns the change of the relative angular velocity of a row's bodies by an angular impulse between them, with what
// all joints do to it.
func (s *ContactSolver) turnMobility(t *JointTurn) geom.Mat3 {
	var k [3]geom.Vec
	for axis, dir := range [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		twists := resized(s.linked.twists, len(s.Bodies))
		clear(twists)
		s.linked.twists = twists
		if t.A >= 0 {
			twists[t.A].w = s.Bodies[t.A].InvInertia.Apply(dir).Neg()
		}
		if t.B >= 0 {
			twists[t.B].w = s.Bodies[t.B].InvInertia.Apply(dir)
		}
		if s.jointsHold {
			s.holdTwists()
		}
		if t.B >= 0 {
			k[axis] = twists[t.B].w
		}
		if t.A >= 0 {
			k[axis] = k[axis].Sub(twists[t.A].w)
		}
	}
	m := geom.Mat3{X: k[0], Y: k[1], Z: k[2]}
	sum := m.Transpose()
	sum = m.Add(&sum)
	return sum.Scale(0.5)
}

// turnOf returns the angular velocity of a row's B relative to its A.
func (s *ContactSolver) turnOf(t *JointTurn) (w geom.Vec) {
	if t.B >= 0 {
		w = s.Bodies[t.B].W
	}
	if t.A >= 0 {
		w = w.Sub(s.Bodies[t.A].W)
	}
	return w
}

// turnAtStart is turnOf at the start of the substep.
func (s *ContactSolver) turnAtStart(t *JointTurn) (w geom.Vec) {
	if t.B >= 0 {
		w = s.Bodies[t.B].W0
	}
	if t.A >= 0 {
		w = w.Sub(s.Bodies[t.A].W0)
	}
	return w
}

// solveJointTurns solves each row once, and the joints after each, which follow it. It returns the largest change, as a speed at the
// radius of gyration of what turns [m/s].
func (s *ContactSolver) solveJointTurns(residual float64, back bool) float64 {
	worst := 0.0
	for i := range s.JointTurns {
		if back {
			i = len(s.JointTurns) - 1 - i
		}
		t := &s.JointTurns[i]
		d := t.solve(s.turnOf(t)).Sub(t.J)
		if d == (geom.Vec{}) {
			continue
		}
		t.J = t.J.Add(d)
		s.turn(t.A, t.B, d)
		s.solveJoints(residual)
		energy, along := 0.0, t.axes.Apply(d)
		for n, x := range [3]float64{along.X, along.Y, along.Z} {
			energy += float64(t.mobility[n] * float64(x*x))
		}
		worst = max(worst, math.Sqrt(float64(t.linear*energy)))
	}
	return worst
}

// solve returns the angular impulse that satisfies the row's law, where w is the relative angular velocity with the current one.
func (t *JointTurn) solve(w geom.Vec) geom.Vec {
	u, j, held := components(&t.axes, w), components(&t.axes, t.J), components(&t.axes, t.held)
	// Without friction damping leaves the velocity turn, at the mobility soft of its end of the substep.
	var turn, soft, f [3]float64
	size := 0.0
	for n, k := range t.mobility {
		if k == 0 {
			continue
		}
		free := u[n] - float64(k*(j[n]+held[n]))
		damped := 1 + float64(k*t.drag)
		turn[n], soft[n] = free/damped, k/damped
		if t.Friction > 0 {
			f[n] = -free / k
			size += float64(f[n] * f[n])
		}
	}
	sticks := t.Friction > 0
	if size > float64(t.Friction*t.Friction) {
		sticks = false
		shift := ballShift(&soft, &turn, t.Friction)
		size = 0
		for n, k := range soft {
			if f[n] = 0; k > 0 {
				f[n] = -turn[n] / (k + shift)
				size += float64(f[n] * f[n])
			}
		}
		onto := t.Friction / math.Sqrt(size) // which the iteration reaches to rounding
		for n := range f {
			f[n] = float64(f[n] * onto)
		}
	}
	var out geom.Vec
	for n, axis := range [3]geom.Vec{t.axes.X, t.axes.Y, t.axes.Z} {
		if t.mobility[n] == 0 {
			continue
		}
		p := f[n] - held[n]
		if !sticks {
			p -= float64(t.drag * (turn[n] + float64(soft[n]*f[n])))
		}
		out = out.AddScaled(axis, p)
	}
	return out
}

// components returns a vector along the rows of a rotation.
func components(axes *geom.Mat3, v geom.Vec) [3]float64 {
	c := axes.Apply(v)
	return [3]float64{c.X, c.Y, c.Z}
}

// ballShift returns the s >= 0 at which the vector of b/(k+s), without those whose k is 0, has the length limit, see disc.shift.
func ballShift(k, b *[3]float64, limit float64) float64 {
	s := 0.0
	for range 40 {
		sq, slope := 0.0, 0.0
		for n := range k {
			if k[n] > 0 {
				g := b[n] / (k[n] + s)
				sq += float64(g * g)
				slope += float64(g*g) / (k[n] + s)
			}
		}
		if sq <= float64(limit*limit) {
			return s
		}
		next := s + float64(float64(sq/slope)*((math.Sqrt(sq)-limit)/limit))
		if !(next > s) {
			return s
		}
		s = next
	}
	return s
}

// Parts returns the angular impulses of friction and of damping on B [N m s].
func (t *JointTurn) Parts() (friction, damping geom.Vec) {
	friction = t.J.Add(t.held)
	if size := friction.Len(); size > t.Friction {
		friction = friction.Scale(t.Friction / size)
	}
	return friction, t.J.Sub(friction)
}

// Changes returns what Relax has added to them [N m s].
func (t *JointTurn) Changes() (friction, damping geom.Vec) {
	friction, damping = t.Parts()
	return friction.Sub(t.rubbed), damping.Sub(t.before.Sub(t.rubbed))
}

// giveJointTurns adds angular impulses of the rows to the bodies' DL: all, or what Relax has added.
func (s *ContactSolver) giveJointTurns(added bool) {
	for i := range s.JointTurns {
		t := &s.JointTurns[i]
		l := t.J
		if added {
			l = l.Sub(t.before)
		}
		if t.A >= 0 {
			s.Bodies[t.A].DL = s.Bodies[t.A].DL.Sub(l)
		}
		if t.B >= 0 {
			s.Bodies[t.B].DL = s.Bodies[t.B].DL.Add(l)
		}
	}
}

// fillNewtonJointTurns adds the rows to those of Newton's method.
func (s *ContactSolver) fillNewtonJointTurns() {
	w := &s.newton
	axes := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	for i := range s.JointTurns {
		t := &s.JointTurns[i]
		largest := max(t.mobility[0], max(t.mobility[1], t.mobility[2]))
		if !(largest > 0) {
			continue
		}
		r := newtonRow{kind: jointTurnRow, of: int32(i), a: -1, b: -1, p: t.J, u: s.turnOf(t), limit: t.Friction, drag: t.drag, held: t.held}
		if t.A >= 0 && s.moves(t.A) {
			r.a = w.place[t.A]
			for k := range axes {
				r.ga[k] = w.roots[r.a].turnRow(axes[k].Neg())
			}
			addTo(&w.y[r.a], &r.ga, r.p)
		}
		if t.B >= 0 && s.moves(t.B) {
			r.b = w.place[t.B]
			for k := range axes {
				r.gb[k] = w.roots[r.b].turnRow(axes[k])
			}
			addTo(&w.y[r.b], &r.gb, r.p)
		}
		r.rhoN = newtonRho / largest
		r.rhoT = r.rhoN
		w.rows = append(w.rows, r)
	}
}

// projectTurn is project for the resistance of a joint: p = P(p - rho w) is its law. It returns |q + held| if friction slides.
func (r *newtonRow) projectTurn(q geom.Vec) (p geom.Vec, beyond float64) {
	a := q.Add(r.held)
	size := a.Len()
	if size <= r.limit {
		return q, 0
	}
	return a.Scale(r.slidingTurn(size) / size).Sub(r.held), size
}

// slidingTurn returns the size of P(q) + held for that of q + held.
func (r *newtonRow) slidingTurn(size float64) float64 {
	if r.drag == 0 {
		return r.limit
	}
	k := r.rhoN / r.drag
	return (size + float64(k*r.limit)) / (1 + k)
}

// turnDerivative returns that of P at q times rho.
func (r *newtonRow) turnDerivative(q geom.Vec) geom.Mat3 {
	_, beyond := r.projectTurn(q)
	if beyond == 0 {
		return geom.Mat3{X: geom.Vec{X: r.rhoN}, Y: geom.Vec{Y: r.rhoN}, Z: geom.Vec{Z: r.rhoN}}
	}
	e := q.Add(r.held).Scale(1 / beyond)
	across := float64(r.rhoN * (r.slidingTurn(beyond) / beyond))
	more := 0 - across
	if r.drag > 0 {
		more += r.rhoN / (1 + r.rhoN/r.drag)
	}
	return geom.Mat3{
		X: geom.Vec{X: across}.AddScaled(e, float64(more*e.X)),
		Y: geom.Vec{Y: across}.AddScaled(e, float64(more*e.Y)),
		Z: geom.Vec{Z: across}.AddScaled(e, float64(more*e.Z)),
	}
}

// shiftTurn continues a change of p, in which no velocity has changed, within friction.
func (r *newtonRow) shiftTurn(to geom.Vec) {
	if r.p.Add(r.held).Len() > r.limit {
		return // it follows from the velocity
	}
	to = to.Add(r.held)
	if size := to.Len(); size > r.limit {
		to = to.Scale(r.limit / size)
	}
	r.p = to.Sub(r.held)
}

// weighAll returns D g.
func weighAll(g *[3][6]float64, d *geom.Mat3) (out [3][6]float64) {
	for k := range out[0] {
		v := d.Apply(geom.Vec{X: g[0][k], Y: g[1][k], Z: g[2][k]})
		out[0][k], out[1][k], out[2][k] = v.X, v.Y, v.Z
	}
	return out
}
