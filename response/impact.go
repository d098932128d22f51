package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ImpactBody is one moving body of an impact problem, in world coordinates. A body with InvMass 0 and InvInertia 0
// keeps its velocities whatever strikes it.
type ImpactBody struct {
	InvMass    float64   // [1/kg], >= 0
	InvInertia geom.Mat3 // about the centre of mass, world frame, symmetric [1/(kg m²)]
	X          geom.Vec  // centre of mass [m]
	V, W       geom.Vec  // velocity [m/s] and angular velocity [rad/s]; Solve updates them
}

// ImpactPoint is one point at which two bodies meet. A body index of -1 is the immovable world.
type ImpactPoint struct {
	A, B        int32
	P           geom.Vec // [m]
	N           geom.Vec // unit normal from A to B
	Restitution float64  // e, 0 to 1
	Friction    float64  // mu, >= 0 and finite
	Impulse     geom.Vec // out: what A receives; B receives the opposite [N s]
}

// ImpactModel is a model of restitution.
type ImpactModel uint8

// The models of restitution. Where the energy would grow, each of them lowers e.
const (
	// Newton is the law of ImpactSolver.Solve, for any number of points.
	Newton ImpactModel = iota
	// KudlichSlibar, for one point: the impulse that stops the normal and the tangential motion, times 1 + e, where it
	// lies in the cone of friction; else sliding along the initial slip with 1 + e on the impulse that stops the normal
	// motion. It is the model of PC-Crash and Virtual CRASH.
	KudlichSlibar
	// Brach, for one point: e on the normal motion alone, and no tangential velocity after the impact where the impulse
	// lies in the cone of friction; else sliding along the initial slip. Source: Brach, "Mechanical impact dynamics"
	// (1991).
	Brach
	// PoissonRouth, for one point: the normal impulse grows from zero with friction against the slip of each moment;
	// restitution is e times the normal impulse of compression (Poisson). See impact_poisson.go.
	PoissonRouth
)

// String returns the name of the model, as scenarios write it.
func (m ImpactModel) String() string {
	names := [...]string{"newton", "kudlich-slibar", "brach", "poisson-routh"}
	if int(m) < len(names) {
		return names[m]
	}
	return "unknown"
}

// ImpactOptions are the settings of an impact. The zero value is the default.
type ImpactOptions struct {
	Model ImpactModel
	// MaxIterations limits the work on one system of points; a Newton step and a sweep over the points count as one
	// each. 0 means 10000.
	MaxIterations int32
}

// ImpactStatus says how the solution of an impact ended.
type ImpactStatus uint8

// The ends of the solution of an impact.
const (
	// NothingApproaching: no point approaches; nothing was changed.
	NothingApproaching ImpactStatus = iota
	// Converged: the laws hold to ImpactTolerance.
	Converged
	// OutOfIterations: the laws do not hold to ImpactTolerance, but with the error Residual. The applied impulses are
	// inside the friction cones, conserve momentum and do not add energy.
	OutOfIterations
	// Refused: an index out of range, a number that is not finite, a normal that is not a unit vector, a coefficient
	// out of its range, or a model for one point with several; nothing was changed.
	Refused
)

// String returns the name of the status.
func (s ImpactStatus) String() string {
	names := [...]string{"nothing approaching", "converged", "out of iterations", "refused"}
	if int(s) < len(names) {
		return names[s]
	}
	return "unknown"
}

// ImpactTolerance is the largest residual of a converged impact: the error of a velocity in the laws of impact,
// relative to the largest velocity in the sums. Double precision allows 1e-15 times the number of points; 1e-12 leaves
// room, and is far below what any measurement of a crash resolves.
const ImpactTolerance = 1e-12

// ImpactResult is the outcome of an impact.
type ImpactResult struct {
	Status ImpactStatus
	// EnergyLost is the kinetic energy that the impact took, -Σ J·(u⁻ + u⁺)/2, never below zero [J].
	EnergyLost float64
	// Closing is the approach speed -n·u⁻ of the points, weighted by their normal impulses [m/s].
	Closing float64
	// EnergyLimited reports that the given restitution would have increased the energy, or that no impulses satisfy
	// all points with it. All e were then lowered by one factor, RestitutionFactor.
	EnergyLimited     bool
	RestitutionFactor float64 // 1 but for EnergyLimited
	// Squeezed reports, with OutOfIterations, that no impulses keep all points apart, for instance where a driven body
	// presses another against a wall. The impulses that were applied are those of slightly compliant contacts.
	Squeezed bool
	// Iterations is the number of Newton steps and sweeps; 0 where a closed form gave the result.
	Iterations int32
	// Residual is what ImpactTolerance bounds.
	Residual float64
}

// ImpactSolver computes the impulses of impacts. The zero value is ready for use. It keeps scratch memory, which no
// result depends on.
type ImpactSolver struct {
	rows       []impactRow
	oriented   []ImpactPoint // the points, A and B by the sense of their normal
	order      []int32
	k          []geom.Mat3 // block (i, j) at i·n+j, in the frames of rows i and j
	linear     minNorm
	joints     impactJoints
	net        []netImpulse
	iterations int32 // of this attempt
	total      int32 // of the attempts before it
	most       int32 // iterations of this attempt
	limit      int32
	residual   float64
	rank       int     // of the last linear system
	epsilon    float64 // compliance, see descend
	// Impulses that may be needed again.
	kept, soft, swept, found, sure, nearest, yielding []geom.Vec

	best     float64 // residual of nearest
	squeezed bool    // this attempt has no solution: yielding has impulses that give way
}

// maxImpactIterations is the default limit. Of 40,000 random problems of up to 8 points, friction up to 1.5 and 4
// bodies that are not energy-limited, 91 % need at most 20 iterations and 99.5 % at most 100.
const maxImpactIterations = 10000

// Solve computes the impulses of all points at once, writes them to the points and updates V and W of the bodies. The
// result does not depend on the order of points, on the order of bodies, or on which body of a pair is A.
//
// Conventions. At point P with the unit normal n from A to B let r = P - X for each body and
//
//	u = (v_B + w_B × r_B) - (v_A + w_A × r_A),
//
// so that the point approaches where n·u < 0. B receives the impulse p = p_n n + p_t, A receives -p (which is Impulse):
//
//	v ± p/m,   w ± I⁻¹ (r × p),   u⁺ = u⁻ + Σ K p,   K_ii = (1/m_A + 1/m_B) E - [r_A]× I_A⁻¹ [r_A]× - [r_B]× I_B⁻¹ [r_B]×,
//
// the sum over all points; the block of two points has the terms of the bodies they share. Forces between the bodies
// are equal, opposite and at one point, so that linear and angular momentum are conserved by construction. The laws (⁻
// before, ⁺ after), for every point, all at once:
//
//	p_n >= 0,   n·u⁺ >= -e n·u⁻ where the point approaches, n·u⁺ >= 0 elsewhere,   equality where p_n > 0;
//	|p_t| <= mu p_n, and where u_t⁺ is not zero p_t = -mu p_n u_t⁺/|u_t⁺|: a disc, against the final slip.
//
// With e = 0 these laws never add kinetic energy: p·u⁺ <= 0, and the change is p·(u⁻ + u⁺)/2 = p·u⁺ - p·Kp/2. With e >
// 0 they can, and several points can even contradict each other (a body between two walls). Then all e are lowered by
// one factor, the largest without a gain, and EnergyLimited is set (impact_energy.go). So kinetic energy never grows.
//
// Method. One point has a closed form, except for one scalar root (impact_point.go). Several points of one patch whose
// single impulse at the centroid satisfies all of them get equal shares: a face that falls flat does not turn, to the
// last bit. Otherwise a semi-smooth Newton method finds which points separate, stick and slide. Each step takes the
// minimum-norm solution of a linear system, which makes the impulses of redundant points unique (impact_newton.go). If
// it does not converge, or its choice is one of several, the problem is solved with a compliance that goes to zero. If
// that does not converge either, Gauss–Seidel sweeps with the exact solution of each point lead to a better start
// (impact_sweep.go). The order of the rows, and the signs of their normals, follow from the positions of the points:
// the names of bodies change no bit.
//
// Points between immovable bodies receive nothing. Normals of one pair of bodies that differ by less than 1e-9 count as
// one. Bodies are coupled by their points only. Problems that share no movable body give the same result alone and
// together, except that one factor lowers all e: solve them separately. Where Coulomb's law has several solutions
// (large mu) one of them is taken, always the same.
//
// Source: 004, chapter 3, section 2: Newton's second and third law and Euler's equations; in impulse form ALGORITHMS.md
// E7, which has the normal from body 2 to body 1: its body 1 is B here, its body 2 is A. Coulomb's law at several
// points: Alart and Curnier, CMAME 92 (1991); Jean, CMAME 177 (1999).
func (s *ImpactSolver) Solve(bodies []ImpactBody, points []ImpactPoint, opts ImpactOptions) ImpactResult {
	if !validImpact(bodies, points) || !s.validJoints(len(bodies)) || opts.Model > PoissonRouth || (opts.Model != Newton && len(points) > 1) {
		return ImpactResult{Status: Refused}
	}
	s.startJoints(bodies)
	s.prepare(bodies, points)
	s.reduceByJoints(bodies)
	for i := range points {
		points[i].Impulse = geom.Vec{}
	}
	if !s.approaching() {
		return ImpactResult{Status: NothingApproaching, RestitutionFactor: 1}
	}
	s.iterations, s.total, s.limit = 0, 0, opts.MaxIterations
	if s.limit <= 0 {
		s.limit = maxImpactIterations
	}
	res := s.limitEnergy(opts.Model)
	if res.Status == Converged && s.withoutRoom() { // so large that rounding satisfies the laws
		res.Status, s.squeezed = OutOfIterations, true
		s.clear()
		s.residual = s.miss()
	}
	res.Squeezed = res.Status == OutOfIterations && s.squeezed
	s.removeGain(bodies)
	s.apply(bodies, points)
	s.report(&res)
	return res
}

// attempt solves with every e multiplied by factor in at most limit iterations, and reports whether the laws hold to
// ImpactTolerance.
func (s *ImpactSolver) attempt(model ImpactModel, factor float64, limit int32) bool {
	s.setTargets(factor)
	s.total += s.iterations
	s.iterations, s.most, s.best, s.squeezed = 0, limit, math.Inf(1), false
	switch model {
	case KudlichSlibar:
		return s.kudlichSlibar(factor)
	case Brach:
		return s.brach()
	case PoissonRouth:
		return s.poissonRouth(factor)
	}
	return s.coulomb()
}

// approaching reports whether a point approaches.
func (s *ImpactSolver) approaching() bool {
	for i := range s.rows {
		if s.rows[i].u0.X < 0 {
			return true
		}
	}
	return false
}

// report computes the result from the impulses.
func (s *ImpactSolver) report(res *ImpactResult) {
	change, _ := s.exchange()
	res.EnergyLost = math.Max(0, -change)
	total := 0.0
	for i := range s.rows {
		r := &s.rows[i]
		total += r.p.X
		res.Closing -= float64(r.p.X * r.u0.X)
	}
	if total > 0 {
		res.Closing /= total
	}
	res.Iterations = s.total + s.iterations
	res.Residual = s.residual
}
