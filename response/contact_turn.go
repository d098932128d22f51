package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// TurnRow is the resistance of a contact point to turning: a torque against rolling, about axes in the tangent plane,
// of at most Rolling times the normal force, as a disc; and one against spinning about the normal, of at most Spin
// times the normal force. Within these bounds there is no relative turning at the end of the substep; at a bound the
// torque opposes it. It only dissipates energy.
//
// Source: Leine and Glocker, "A set-valued force law for spatial Coulomb–Contensou friction", European Journal of
// Mechanics A 22 (2003), with separate bounds of both torques and of the slip.
type TurnRow struct {
	Point         int32    // in Points: its normal impulse bounds the torques
	Rolling, Spin float64  // [m], >= 0
	J             geom.Vec // angular impulse on B along T1, T2 and N of the point [N m s]; A has the opposite

	before  geom.Vec // angular impulse on B before Relax, world axes
	rolling disc
	spin    float64 // 1/K about the normal
}

// prepareTurns computes the effect of the rows' impulses on their bodies.
func (s *ContactSolver) prepareTurns() {
	for i := range s.Turns {
		t := &s.Turns[i]
		p := &s.Points[t.Point]
		var k geom.Mat3
		for _, b := range [2]int32{p.A, p.B} {
			if b >= 0 {
				k = k.Add(&s.Bodies[b].InvInertia)
			}
		}
		k1, k2 := k.Apply(p.T1), k.Apply(p.T2)
		t.rolling = newDisc(p.T1.Dot(k1), p.T1.Dot(k2), p.T2.Dot(k2))
		t.spin = 0
		if kn := p.N.Dot(k.Apply(p.N)); kn > 0 {
			t.spin = 1 / kn
		}
	}
}

// solveTurns solves each row once and returns the largest change of an angular velocity [rad/s].
func (s *ContactSolver) solveTurns() float64 {
	worst := 0.0
	for i := range s.Turns {
		t := &s.Turns[i]
		p := &s.Points[t.Point]
		w := s.turning(p)
		limit := float64(t.Rolling * p.Jn)
		j := t.rolling.solve([2]float64{t.J.X, t.J.Y}, p.T1.Dot(w), p.T2.Dot(w), limit)
		bound := float64(t.Spin * p.Jn)
		n := max(-bound, min(bound, t.J.Z-float64(t.spin*p.N.Dot(w))))
		d := geom.Vec{X: j[0], Y: j[1], Z: n}.Sub(t.J)
		if d == (geom.Vec{}) {
			continue
		}
		t.J = t.J.Add(d)
		s.turn(p.A, p.B, p.world(d))
		worst = max(worst, s.turning(p).Sub(w).MaxAbs())
	}
	return worst
}

// turning returns the angular velocity of a point's B relative to its A.
func (s *ContactSolver) turning(p *ContactPoint) geom.Vec {
	var w geom.Vec
	if p.B >= 0 {
		w = s.Bodies[p.B].W
	}
	if p.A >= 0 {
		w = w.Sub(s.Bodies[p.A].W)
	}
	return w
}

// world returns a vector given along T1, T2 and N in world axes.
func (p *ContactPoint) world(d geom.Vec) geom.Vec {
	return p.T1.Scale(d.X).AddScaled(p.T2, d.Y).AddScaled(p.N, d.Z)
}

// turn gives the angular impulse l to body b, and its opposite to body a; -1 is none.
func (s *ContactSolver) turn(a, b int32, l geom.Vec) {
	if a >= 0 {
		body := &s.Bodies[a]
		body.W = body.W.Sub(body.InvInertia.Apply(l))
	}
	if b >= 0 {
		body := &s.Bodies[b]
		body.W = body.W.Add(body.InvInertia.Apply(l))
	}
}

// TurnImpulse returns the angular impulse that B of the row's point has received [N m s]; A has received its opposite.
func (s *ContactSolver) TurnImpulse(t *TurnRow) geom.Vec { return s.Points[t.Point].world(t.J) }

// TurnChange returns what Relax has added to it [N m s].
func (s *ContactSolver) TurnChange(t *TurnRow) geom.Vec { return s.TurnImpulse(t).Sub(t.before) }

// giveTurns adds the angular impulses of the rows to the bodies' DL.
func (s *ContactSolver) giveTurns(of func(*ContactSolver, *TurnRow) geom.Vec) {
	for i := range s.Turns {
		t := &s.Turns[i]
		p, l := &s.Points[t.Point], of(s, t)
		if p.A >= 0 {
			s.Bodies[p.A].DL = s.Bodies[p.A].DL.Sub(l)
		}
		if p.B >= 0 {
			s.Bodies[p.B].DL = s.Bodies[p.B].DL.Add(l)
		}
	}
}
