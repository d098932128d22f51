package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// coulomb solves the laws of Solve for the targets of the rows and reports whether it converged.
func (s *ImpactSolver) coulomb() bool {
	s.epsilon = 0
	if len(s.rows) == 1 {
		r := &s.rows[0]
		q := r.u0
		q.X -= r.target
		r.p = solvePoint(&s.k[0], q, r.mu)
		s.residual = s.miss()
		return s.residual <= ImpactTolerance
	}
	if s.patch() {
		return true
	}
	s.clear()
	found := s.newton(leastNorm, ImpactTolerance)
	if found && !s.ambiguous() {
		return true
	}
	if found {
		s.found = s.saveImpulses(s.found)
	}
	most := s.most
	s.most -= (s.most - s.iterations) / 4
	descended := s.solveByCompliance()
	s.most = most
	if descended {
		return true
	}
	if found {
		s.restoreImpulses(s.found)
		s.residual = s.miss()
		return true
	}
	if s.squeezed {
		s.restoreImpulses(s.yielding)
		s.residual = s.project()
		return false
	}
	s.clear()
	return s.sweeps(ImpactTolerance)
}

// clear removes all impulses.
func (s *ImpactSolver) clear() {
	for i := range s.rows {
		s.rows[i].p = geom.Vec{}
	}
	s.velocities()
}

// saveImpulses copies the impulses, restoreImpulses brings them back.
func (s *ImpactSolver) saveImpulses(to []geom.Vec) []geom.Vec {
	to = to[:0]
	for i := range s.rows {
		to = append(to, s.rows[i].p)
	}
	return to
}

func (s *ImpactSolver) restoreImpulses(from []geom.Vec) {
	for i := range s.rows {
		s.rows[i].p = from[i]
	}
	s.velocities()
}

// degenerate is the velocity, relative to the largest one, below which a point without impulse counts as touching, and
// a sliding point as sticking.
const degenerate = 1e-9

// ambiguous reports whether the impulses found by Newton's method may be one choice of several: the linear system was
// singular, so that impulses can be exchanged between points, and a point is at the border between two states. (If
// every point clearly separates, sticks or slides, the least norm has made the choice.)
func (s *ImpactSolver) ambiguous() bool {
	if s.rank == s.linear.n {
		return false
	}
	border := float64(degenerate * s.velocities())
	for i := range s.rows {
		r := &s.rows[i]
		slip := math.Sqrt(float64(r.u.Y*r.u.Y) + float64(r.u.Z*r.u.Z))
		if (r.status == rowOpen && r.u.X-r.target < border) || (r.status == rowSlide && slip < border) {
			return true
		}
	}
	return false
}

// softness is the sequence of compliances by which descend approaches the rigid problem, relative to 1/mass of a pair.
// From rigidFrom on each result is a start for the rigid problem. softTolerance is the residual that is sufficient on
// the way.
var softness = [...]float64{1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12}

const (
	rigidFrom     = 2
	softTolerance = 1e-9
)

// solveByCompliance solves the problem with a small compliance at every point, u = u⁻ + K p + eps p/mass, then with
// smaller ones, and tries the rigid problem from there. The compliance makes the impulses unique if rigid points can
// share a load in several ways; as it vanishes they tend to those of least norm, which do not depend on the order of
// the points.
//
// Source: Tikhonov regularisation; for Coulomb's law as NCP: Acary and Brogliato, "Numerical methods for nonsmooth
// dynamical systems" (2008), chapter 13.
func (s *ImpactSolver) solveByCompliance() bool {
	s.clear()
	for k, epsilon := range softness {
		s.soft = s.saveImpulses(s.soft)
		s.epsilon = epsilon
		s.velocities()
		if !s.newton(leastNorm, math.Min(softTolerance, epsilon)) {
			s.restoreImpulses(s.soft)
			if k > rigidFrom || !s.sweeps(softTolerance) {
				break
			}
		}
		if k == 0 {
			s.yielding = s.saveImpulses(s.yielding)
		}
		if s.withoutRoom() {
			s.squeezed = true
			break
		}
		if k < rigidFrom {
			continue
		}
		// The rows keep the velocities with compliance, from which the first step of Newton's method decides the
		// states.
		s.soft = s.saveImpulses(s.soft)
		s.epsilon = 0
		if s.newton(leastNorm, ImpactTolerance) {
			return true
		}
		s.restoreImpulses(s.soft)
		s.residual = s.project()
		s.keepBest()
		if s.newton(leastShift, ImpactTolerance) {
			return true
		}
		s.restoreImpulses(s.soft)
	}
	s.epsilon = 0
	return false
}

// keepBest stores the impulses of the rows if their residual is the least of this attempt.
func (s *ImpactSolver) keepBest() {
	if s.epsilon > 0 || s.residual >= s.best {
		return
	}
	s.best = s.residual
	s.nearest = s.saveImpulses(s.nearest)
}

// patch gives the points equal shares of a single impulse at their centroid and reports whether that satisfies all of
// them. Equal shares have the least norm of all impulses with the same sum. The points must have the same two bodies,
// normal, friction and restitution.
func (s *ImpactSolver) patch() bool {
	n := len(s.rows)
	first := &s.rows[0]
	var k geom.Mat3
	var q geom.Vec
	for i := range s.rows {
		r := &s.rows[i]
		if r.a != first.a || r.b != first.b || r.frame != first.frame || r.mu != first.mu || r.e != first.e {
			return false
		}
		q = q.Add(r.u0)
		q.X -= r.target
		for j := range n {
			k = k.Add(&s.k[i*n+j])
		}
	}
	share := 1 / float64(n)
	k = k.Scale(float64(share * share))
	p := solvePoint(&k, q.Scale(share), first.mu).Scale(share)
	for i := range s.rows {
		s.rows[i].p = p
	}
	s.residual = s.miss()
	return s.residual <= ImpactTolerance
}
