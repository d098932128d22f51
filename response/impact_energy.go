package response

import "math"

// factorSteps is the number of bisections for the largest factor of restitution, rootSteps the largest number of trials
// if the gain has a root. lossTolerance is the loss, relative to the energy exchanged, at which a factor is as good as
// the largest: ten times what counts as no gain, so that the factor does not depend on how the root was approached.
const (
	factorSteps   = 14
	rootSteps     = 40
	lossTolerance = 1e-13
)

// energyTolerance is the gain that counts as rounding, relative to the energy exchanged: an elastic impact without
// friction exchanges what it returns, in sums with rounding errors of 1e-16 per term.
const energyTolerance = 1e-14

// wedged is the largest energy exchanged at the points of a solution with restitution, relative to m u² of the heavier
// body of each point. Impacts of two bodies exchange less than twice that. Restitution that bodies wedged between
// others cannot satisfy drives the impulses to infinity near its limit.
const wedged = 100

// squeezing is the energy exchanged, relative to that of the approach, above which there is no solution even without
// restitution: the impulses of compliant contacts grow without bound as these become stiffer. A wedge would have to be
// narrower than 1e-3 rad to need as much.
const squeezing = 1e3

// trialIterations limits the first search for a solution with restitution, which need not exist; promising is the
// residual below which the search continues. With smaller limits, descents in crowds end halfway, and which solution is
// found depends on rounding.
const (
	trialIterations = 192
	promising       = 1e-5
)

// nearTolerance is the residual up to which impulses are used unchanged if ImpactTolerance is not reached. Points whose
// normals differ by some 1e-10 contradict each other by as much, and the difference does not matter.
const nearTolerance = 1e-8

// limitEnergy solves with the given restitution or, if that gains energy or has no solution, with the largest factor of
// it that does not.
func (s *ImpactSolver) limitEnergy(model ImpactModel) ImpactResult {
	if s.try(model, 1) {
		return ImpactResult{Status: Converged, RestitutionFactor: 1}
	}
	if !(s.squeezed && s.hasRestitution()) && s.acceptNear() { // bodies squeezed only with restitution have room without it
		return ImpactResult{Status: OutOfIterations, RestitutionFactor: 1}
	}
	if !s.hasRestitution() {
		s.settle()
		return ImpactResult{Status: OutOfIterations, RestitutionFactor: 1}
	}
	above := s.gain()
	if !s.attempt(model, 0, s.limit) {
		if !s.acceptNear() {
			s.settle()
		}
		return ImpactResult{Status: OutOfIterations, EnergyLimited: true}
	}
	factor := s.largestFactor(model, above)
	return ImpactResult{Status: Converged, EnergyLimited: true, RestitutionFactor: factor}
}

// try attempts a factor of restitution that may have no solution: with few iterations, and with more if these come near
// to one. It reports whether it found one that gains no energy.
func (s *ImpactSolver) try(model ImpactModel, factor float64) bool {
	if !s.hasRestitution() {
		return s.attempt(model, factor, s.limit)
	}
	if s.attempt(model, factor, min(s.limit, trialIterations)) {
		return s.sound()
	}
	return !s.squeezed && s.best <= promising && s.attempt(model, factor, s.limit) && s.sound()
}

// acceptNear restores the best impulses of the last attempt, and reports whether they satisfy the laws to nearTolerance
// and gain no energy.
func (s *ImpactSolver) acceptNear() bool {
	if s.best > nearTolerance {
		return false
	}
	s.restoreImpulses(s.nearest)
	s.residual = s.best
	return s.sound()
}

// largestFactor raises the factor of restitution from 0, whose solution the rows hold, as far as it gains no energy;
// factor 1 gains. If both ends of the interval have a solution, the root of the gain is found until the loss is below
// lossTolerance: by the secant method, halving a weight where it stays on one side (Illinois), and every fourth time by
// bisection. Otherwise the factor is found to 2^-factorSteps by bisection. The rows hold the solution for the factor
// that it returns.
//
// Source: Dowell and Jarratt, "A modified regula falsi method", BIT 11 (1971).
func (s *ImpactSolver) largestFactor(model ImpactModel, above float64) float64 {
	lo, hi, below, side := 0.0, 1.0, s.gain(), 0
	s.sure = s.saveImpulses(s.sure)
	for k := 0; k < rootSteps && (above > 0 || hi-lo > 1.0/(1<<factorSteps)); k++ {
		mid := float64(0.5 * (lo + hi))
		if above > 0 && k%4 != 3 {
			mid = lo + float64((hi-lo)*below/(below-above))
		}
		if !(mid > lo && mid < hi) {
			break
		}
		solved := s.solveFactor(model, mid)
		if solved && s.sound() {
			lo, below = mid, s.gain()
			s.sure = s.saveImpulses(s.sure)
			if -below <= lossTolerance {
				break
			}
			if side < 0 {
				above = float64(0.5 * above)
			}
			side = -1
		} else {
			hi, above = mid, 0
			if solved {
				above = s.gain()
			}
			if side > 0 {
				below = float64(0.5 * below)
			}
			side = 1
		}
	}
	s.setTargets(lo)
	s.restoreImpulses(s.sure)
	s.residual = s.miss()
	return lo
}

// solveFactor solves for another factor of restitution: from the stored solution, near which the next one is, or, if
// rounding keeps Newton's method from the tolerance there, as try does.
func (s *ImpactSolver) solveFactor(model ImpactModel, factor float64) bool {
	if model != Newton || len(s.rows) == 1 {
		return s.attempt(model, factor, s.limit)
	}
	s.setTargets(factor)
	s.total += s.iterations
	s.iterations, s.epsilon = 0, 0
	s.restoreImpulses(s.sure)
	if s.newton(leastNorm, ImpactTolerance) {
		return true
	}
	s.restoreImpulses(s.sure)
	return s.newton(leastShift, ImpactTolerance) || s.attempt(model, factor, min(s.limit, trialIterations))
}

// setTargets sets the target normal velocities of the rows.
func (s *ImpactSolver) setTargets(factor float64) {
	for i := range s.rows {
		r := &s.rows[i]
		r.target = 0
		if r.u0.X < 0 {
			r.target = -float64(float64(factor*r.e) * r.u0.X)
		}
	}
}

// hasRestitution reports whether a point has restitution.
func (s *ImpactSolver) hasRestitution() bool {
	for i := range s.rows {
		if s.rows[i].u0.X < 0 && s.rows[i].e > 0 {
			return true
		}
	}
	return false
}

// exchange returns the change of kinetic energy by the impulses and the sum of the sizes of its terms [J].
func (s *ImpactSolver) exchange() (change, size float64) {
	for i := range s.rows {
		r := &s.rows[i]
		change += float64(0.5 * r.p.Dot(r.u0.Add(r.u)))
		size += float64(0.5 * (r.p.Abs().Dot(r.u0.Abs()) + r.p.Abs().Dot(r.u.Abs())))
	}
	return change, size
}

// sound reports whether the impulses add no kinetic energy beyond rounding, and are not so large against each other, at
// the border of solvability, that rounding decides the result.
func (s *ImpactSolver) sound() bool {
	_, size := s.exchange()
	return s.gain() <= energyTolerance && size <= float64(wedged*s.approachEnergy())
}

// withoutRoom reports whether the impulses exchange more energy than any that keep the points apart, see squeezing.
func (s *ImpactSolver) withoutRoom() bool {
	_, size := s.exchange()
	return size > float64(squeezing*(s.approachEnergy()+s.targetEnergy()))
}

// approachEnergy returns the sum of m u² of the heavier body of each point [J].
func (s *ImpactSolver) approachEnergy() float64 {
	sum := 0.0
	for i := range s.rows {
		r := &s.rows[i]
		sum += float64(r.heavy * r.u0.LenSq())
	}
	return sum
}

// targetEnergy returns the sum of m u² of the target normal velocities of the points [J].
func (s *ImpactSolver) targetEnergy() float64 {
	sum := 0.0
	for i := range s.rows {
		r := &s.rows[i]
		sum += float64(r.heavy * float64(r.target*r.target))
	}
	return sum
}

// gain returns the change of energy relative to the energy exchanged.
func (s *ImpactSolver) gain() float64 {
	change, size := s.exchange()
	if size == 0 {
		return 0
	}
	return change / size
}

// settle makes the impulses of a system that did not converge harmless: inside their cones, and scaled to take the most
// energy possible along their direction, or zero if they would add some.
func (s *ImpactSolver) settle() {
	s.project()
	work, spent := 0.0, 0.0
	for i := range s.rows {
		r := &s.rows[i]
		work += r.p.Dot(r.u0)
		spent += r.p.Dot(r.u.Sub(r.u0))
	}
	scale := 0.0
	if work < 0 && spent > 0 {
		scale = math.Min(1, -work/spent)
	}
	for i := range s.rows {
		s.rows[i].p = s.rows[i].p.Scale(scale)
	}
	s.velocities()
}
