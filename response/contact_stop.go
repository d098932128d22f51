package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// A stop is the limit of an angle of a ball joint: a contact point without friction between the bodies of the joint, off the
// joint by an arm. With the reaction of the joint its impulse is a pure couple. Unlike at other points the caller gives its
// levers, which follow those of the joint; its normal turns with the bodies.

// AddStop adds a stop between two bodies with the unit normal n from A to B, the levers about their centres at which the impulse
// acts, at one place of both [m], the gap at the start of the substep [m], and the initial impulse j >= 0 [N s]. It returns its
// index in Points.
func (s *ContactSolver) AddStop(a, b int32, n, rA, rB geom.Vec, gap, j float64) int {
	s.Points = append(s.Points, ContactPoint{A: a, B: b, N: n, Separation: gap, Jn: j, stop: true, rA: rA, rB: rB, r0A: rA, r0B: rB})
	return len(s.Points) - 1
}

// MoveStop changes the normal and the levers of stop i, with its impulse along.
func (s *ContactSolver) MoveStop(i int, n, rA, rB geom.Vec) {
	p := &s.Points[i]
	j := p.Jn
	s.applyNormal(p, -j)
	p.turnStop(n, rA, rB)
	s.prepareMasses(p)
	s.applyNormal(p, j)
}

// AimStop asks for the normal speed u of stop i at the end of the substep, or more (m/s); ContinueJoints continues from there.
func (s *ContactSolver) AimStop(i int, u float64) {
	p := &s.Points[i]
	if p.target = u; s.Yields {
		p.target = min(p.target, 0)
	}
}

// StopSpeed returns the normal speed of stop i, above zero where it opens (m/s).
func (s *ContactSolver) StopSpeed(i int) float64 {
	p := &s.Points[i]
	return p.N.Dot(s.slip(p, geom.Vec{}))
}

// EndStop moves stop i to the end of the substep, for Relax.
func (s *ContactSolver) EndStop(i int, n, rA, rB geom.Vec) { s.Points[i].turnStop(n, rA, rB) }

// ShortenStop moves stop i by d, relative to its bodies' centres, as ShortenJoint does its joint.
func (s *ContactSolver) ShortenStop(i int, dA, dB geom.Vec) {
	p := &s.Points[i]
	j := p.Impulse()
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		b.DL = b.DL.Sub(dA.Cross(j))
	}
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		b.DL = b.DL.Add(dB.Cross(j))
	}
	p.turnStop(p.N, p.rA.Add(dA), p.rB.Add(dB))
}

// turnStop gives a stop its normal and levers.
func (p *ContactPoint) turnStop(n, rA, rB geom.Vec) {
	p.N, p.T1 = n, n.Perpendicular()
	p.T2 = p.N.Cross(p.T1)
	p.rA, p.rB, p.r0A, p.r0B = rA, rB, rA, rB
}
