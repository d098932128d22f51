package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Passes over the rows converge fast for bodies of similar mass, and hardly at all if a heavy one rests on a light one.
// After directAfter passes an island of at most directPoints points, without tyres, is therefore solved directly.
const (
	directAfter  = newtonAfter
	directPoints = 24
	// polishSteps is the largest number of Newton's steps from impulses that satisfy the laws to the residual. If
	// impulses are not unique, more steps may lead nowhere.
	polishSteps = 8
)

// solvable reports whether an island is solved directly if passes do not converge: one of few points alone.
func (s *ContactSolver) solvable() bool {
	return len(s.Tyres)+len(s.Joints)+len(s.Turns)+len(s.Dampers) == 0 && len(s.Points) <= directPoints
}

// directTolerance is the residual of the laws up to which the direct solution is accepted, relative to the largest
// velocity.
const directTolerance = 1e-11

// solveDirectly solves for impulses that satisfy the laws of all points at once, by the semi-smooth Newton method of
// impacts, from the current ones. near says that these satisfy the laws to the residual. It reports whether it found
// them; else the impulses are unchanged.
func (s *ContactSolver) solveDirectly(near bool) bool {
	d := &s.direct
	d.rows, s.directOf = d.rows[:0], s.directOf[:0]
	for i := range s.Points {
		p := &s.Points[i]
		target := p.goal
		if target == unconstrained || p.invN == 0 {
			if p.Jn != 0 || p.Jt != [2]float64{} {
				return false
			}
			continue
		}
		d.rows = append(d.rows, s.directRow(p, target))
		s.directOf = append(s.directOf, int32(i))
	}
	n := len(d.rows)
	if n == 0 {
		return false
	}
	d.k = d.k[:0]
	for i := range n {
		for j := range n {
			d.k = append(d.k, s.directBlock(&d.rows[i], &d.rows[j]))
		}
	}
	// The velocities without the impulses: u0 = u - K p.
	for i := range n {
		r := &d.rows[i]
		for j := range n {
			r.u0 = r.u0.Sub(d.k[i*n+j].Apply(d.rows[j].p))
		}
	}
	d.epsilon, d.iterations, d.most, d.best = 0, 0, 200, math.Inf(1)
	if near {
		d.most = polishSteps
	}
	d.velocities()
	found := d.newton(leastShift, directTolerance)
	if !found && !near {
		d.clear()
		found = d.newton(leastNorm, directTolerance) || d.solveByCompliance()
	}
	if !found {
		return false
	}
	for i := range n {
		p, r := &s.Points[s.directOf[i]], &d.rows[i]
		s.applyNormal(p, r.p.X-p.Jn)
		s.applyTangent(p, r.p.Y-p.Jt[0], r.p.Z-p.Jt[1])
		p.Jn, p.Jt = r.p.X, [2]float64{r.p.Y, r.p.Z}
	}
	return true
}

// directRow returns a point as a row of an impact, with its current impulse, and in u0 the velocity with it.
func (s *ContactSolver) directRow(p *ContactPoint, target float64) impactRow {
	r := impactRow{
		a: -1, b: -1, frame: geom.Mat3{X: p.N, Y: p.T1, Z: p.T2}, mu: p.Friction, target: target,
		rA: p.rA, rB: p.rB, p: geom.Vec{X: p.Jn, Y: p.Jt[0], Z: p.Jt[1]},
	}
	inverse := 0.0
	if p.A >= 0 && p.invMA > 0 {
		r.a = p.A
		r.cA.X, r.cA.Y, r.cA.Z = p.arms(p.rA)
		r.iA = geom.Mat3{X: p.anAN, Y: p.anAT1, Z: p.anAT2}
		inverse += p.invMA
	}
	if p.B >= 0 && p.invMB > 0 {
		r.b = p.B
		r.cB.X, r.cB.Y, r.cB.Z = p.arms(p.rB)
		r.iB = geom.Mat3{X: p.anBN, Y: p.anBT1, Z: p.anBT2}
		inverse += p.invMB
	}
	k := s.directBlock(&r, &r)
	r.mass = 3 / (k.X.X + k.Y.Y + k.Z.Z)
	r.rho, r.weight, r.heavy = r.mass, math.Sqrt(r.mass), r.mass
	if inverse > 0 {
		r.weight = math.Sqrt(1 / inverse)
	}
	r.u0 = r.frame.Apply(s.slip(p, p.frictionAt).Sub(p.drift))
	r.u0.X = p.N.Dot(s.slip(p, geom.Vec{}))
	return r
}

// directBlock returns the block of K of two rows.
func (s *ContactSolver) directBlock(i, j *impactRow) geom.Mat3 {
	var k geom.Mat3
	if i.a >= 0 && i.a == j.a {
		addBlock(&k, s.Bodies[i.a].InvMass, 1, i, j, &i.cA, &j.iA)
	}
	if i.b >= 0 && i.b == j.b {
		addBlock(&k, s.Bodies[i.b].InvMass, 1, i, j, &i.cB, &j.iB)
	}
	if i.a >= 0 && i.a == j.b {
		addBlock(&k, s.Bodies[i.a].InvMass, -1, i, j, &i.cA, &j.iB)
	}
	if i.b >= 0 && i.b == j.a {
		addBlock(&k, s.Bodies[i.b].InvMass, -1, i, j, &i.cB, &j.iA)
	}
	return k
}
