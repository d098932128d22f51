package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CrowdTurn is the resistance of a pair to turning, as in TurnRow, bounded by the normal impulse of all of its points.
type CrowdTurn struct {
	Rolling, Spin float64 // [m], >= 0
	// J is the angular impulse on B along T1, T2 and N of the pair [N m s]; A has the opposite. It has no warm start.
	J geom.Vec

	rolling disc
	spin    float64 // effect of a moment about the normal on the spin, and its inverse
	invSpin float64
	lever   float64 // of a point of its bodies about their centres: what a change of spin is worth as a speed [m]
}

// PrepareTurn sets the resistance of pair k to turning, after Prepare.
func (s *CrowdSolver) PrepareTurn(k int32, rolling, spin float64) {
	t, pair := &s.Turns[k], &s.Pairs[k]
	if *t = (CrowdTurn{Rolling: rolling, Spin: spin}); rolling == 0 && spin == 0 {
		return
	}
	t.rolling = newDisc(pair.across.yy, pair.across.yz, pair.across.zz)
	t.spin, t.invSpin = pair.along.zz, 0
	if t.spin > 0 {
		t.invSpin = 1 / t.spin
	}
	t.lever = max(pair.RA.Len(), pair.RB.Len())
}

// turnPair solves the resistance of a pair to turning once, and returns the largest change of a speed, as solvePair.
func (s *CrowdSolver) turnPair(k int32) float64 {
	t, pair := &s.Turns[k], &s.Pairs[k]
	if t.Rolling == 0 && t.Spin == 0 {
		return 0
	}
	load := 0.0
	for i := pair.First; i < pair.End; i++ {
		load += s.Points[i].Jn
	}
	if load < Faint && t.J == (geom.Vec{}) {
		return 0
	}
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	o := b.W.Sub(a.W)
	j := t.rolling.solve([2]float64{t.J.X, t.J.Y}, pair.T1.Dot(o), pair.T2.Dot(o), float64(t.Rolling*load))
	bound := float64(t.Spin * load)
	n := max(-bound, min(bound, t.J.Z-float64(t.invSpin*pair.N.Dot(o))))
	d := geom.Vec{X: j[0], Y: j[1], Z: n}.Sub(t.J)
	if d == (geom.Vec{}) {
		return 0
	}
	t.J = t.J.Add(d)
	s.turn(pair, d)
	change := max(float64((math.Abs(d.X)+math.Abs(d.Y))*t.rolling.large), float64(math.Abs(d.Z)*t.spin))
	return float64(frictionShare * float64(change*t.lever))
}

// turn gives an angular impulse, along the axes of a pair, to its B, and the opposite to its A.
func (s *CrowdSolver) turn(pair *CrowdPair, d geom.Vec) {
	m := pair.fromAxes(d)
	a := &s.Bodies[pair.A]
	a.W = a.W.Sub(a.InvInertia.Apply(m))
	if pair.B > 0 {
		b := &s.Bodies[pair.B]
		b.W = b.W.Add(b.InvInertia.Apply(m))
	}
}

// fromAxes returns a vector along T1, T2 and N in world axes.
func (pair *CrowdPair) fromAxes(d geom.Vec) geom.Vec {
	return pair.T1.Scale(d.X).AddScaled(pair.T2, d.Y).AddScaled(pair.N, d.Z)
}

// TurnImpulse returns the angular impulse that resistance to turning has given B of pair k [N m s].
func (s *CrowdSolver) TurnImpulse(k int32) geom.Vec {
	if !s.Turning {
		return geom.Vec{}
	}
	return s.Pairs[k].fromAxes(s.Turns[k].J)
}
