package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// rowStatus is the state of a point in the linear system.
type rowStatus uint8

const (
	rowOpen   rowStatus = iota // parts: no impulse
	rowSmooth                  // no friction: a normal impulse
	rowStick                   // all three components
	rowSlide                   // a normal impulse with friction mu p_n d, and a correction at right angles to d
)

// newtonSteps is the most steps of one run of Newton's method. From a good start it takes 2 to 8.
const newtonSteps = 20

// newtonStep selects what a step of Newton's method minimises if its linear system is singular.
type newtonStep uint8

const (
	leastNorm  newtonStep = iota // the impulses
	leastShift                   // their change
)

// newton runs the semi-smooth Newton method from the impulses and velocities of the rows until the residual is below
// tolerance, and reports whether it converged. At the end the impulses are in their cones.
//
// Each step decides the state of each point by z = p - rho (u - target): it separates (z_n <= 0), sticks (z_t inside
// the disc of radius mu z_n) or slides along d = z_t/|z_t|. Linearising Alart and Curnier's equations for these states
// leaves the target velocities at sticking points, and at sliding points p = p_n (n + mu d) + p_s s, s at right angles
// to d, with
//
//	n·u = target,   g s·u + (1 - g)/rho p_s = 0,   g = mu z_n/|z_t| < 1:
//
// the second lets d turn. p_s vanishes in the solution.
func (s *ImpactSolver) newton(kind newtonStep, tolerance float64) bool {
	for range newtonSteps {
		if s.iterations++; s.iterations > s.most {
			return false
		}
		floor, still := float64(impulseFloor*s.largestImpulse()), float64(impulseFloor*s.speed())
		for i := range s.rows {
			r := &s.rows[i]
			r.decide(math.Max(floor, float64(still*r.rho)))
		}
		if !s.step(kind) {
			return false
		}
		if s.miss() <= tolerance {
			s.refine(kind)
			break
		}
	}
	s.residual = s.project()
	s.keepBest()
	return s.residual <= tolerance
}

// impulseFloor is the impulse, relative to the largest one or to that of the largest velocity, below which the sign of
// z_n is rounding and the point separates, and within which z_t is on the rim and the point sticks: at the start z_n is
// 0 where nothing approaches. It is well below ImpactTolerance, and above the rounding of 20 terms.
const impulseFloor = 3e-14

// refine takes further steps with the current states of the points while they halve the residual.
func (s *ImpactSolver) refine(kind newtonStep) {
	best := s.miss()
	for range 4 {
		if best < 1e-15 {
			return
		}
		s.kept = s.saveImpulses(s.kept)
		for i := range s.rows {
			s.rows[i].turn()
		}
		ok := s.step(kind)
		now := s.miss()
		if !ok || now > float64(0.5*best) {
			s.restoreImpulses(s.kept)
			return
		}
		best = now
	}
}

func (s *ImpactSolver) largestImpulse() float64 {
	largest := 0.0
	for i := range s.rows {
		largest = math.Max(largest, s.rows[i].p.MaxAbs())
	}
	return largest
}

// speed returns the largest velocity that entered the problem or that the impulses leave.
func (s *ImpactSolver) speed() float64 {
	largest := 0.0
	for i := range s.rows {
		largest = math.Max(largest, math.Max(s.rows[i].u0.MaxAbs(), s.rows[i].u.MaxAbs()))
	}
	return largest
}

// decide sets the status of a row; impulses below floor count as zero.
func (r *impactRow) decide(floor float64) {
	z := r.ahead()
	switch {
	case !(z.X > floor):
		r.status = rowOpen
	case r.mu == 0:
		r.status = rowSmooth
	case math.Sqrt(float64(z.Y*z.Y)+float64(z.Z*z.Z)) <= float64(r.mu*z.X)+floor:
		r.status = rowStick
	default:
		r.status = rowSlide
		r.turn()
	}
}

// turn sets the direction of friction of a row that slides.
func (r *impactRow) turn() {
	if r.status != rowSlide {
		return
	}
	z := r.ahead()
	size := math.Sqrt(float64(z.Y*z.Y) + float64(z.Z*z.Z))
	limit := float64(r.mu * z.X)
	if size > limit && limit > 0 {
		r.dY, r.dZ = z.Y/size, z.Z/size
		r.grip = limit / size
	}
}

// unknowns returns the number of unknowns of a status.
func (t rowStatus) unknowns() int32 {
	return [...]int32{rowOpen: 0, rowSmooth: 1, rowStick: 3, rowSlide: 2}[t]
}

// basis returns the impulse of unknown k of a row, and the direction along which its equation measures the velocity.
func (r *impactRow) basis(k int32) (impulse, measure geom.Vec) {
	switch {
	case k == 0 && r.status == rowSlide:
		return geom.Vec{X: 1, Y: float64(r.mu * r.dY), Z: float64(r.mu * r.dZ)}, geom.Vec{X: 1}
	case k == 0:
		return geom.Vec{X: 1}, geom.Vec{X: 1}
	case r.status == rowSlide:
		side := geom.Vec{Y: -r.dZ, Z: r.dY}
		return side, side.Scale(r.grip)
	case k == 1:
		return geom.Vec{Y: 1}, geom.Vec{Y: 1}
	}
	return geom.Vec{Z: 1}, geom.Vec{Z: 1}
}

// step sets the impulses to the solution of the linear system for the statuses of the rows, that of least norm or the
// one that is nearest to the impulses that the rows have.
func (s *ImpactSolver) step(kind newtonStep) bool {
	nearest := kind == leastShift
	m := int32(0)
	for i := range s.rows {
		s.rows[i].at = m
		m += s.rows[i].status.unknowns()
	}
	s.linear.reset(int(m))
	n := len(s.rows)
	for j := range s.rows {
		cj := &s.rows[j]
		for l := range cj.status.unknowns() {
			impulse, _ := cj.basis(l)
			column := s.linear.column(int(cj.at + l))
			for i := range s.rows {
				ri := &s.rows[i]
				if ri.status == rowOpen {
					continue
				}
				u := s.k[i*n+j].Apply(impulse).Scale(float64(ri.weight * cj.weight))
				if i == j {
					u = u.AddScaled(impulse, s.epsilon)
				}
				for k := range ri.status.unknowns() {
					_, measure := ri.basis(k)
					column[ri.at+k] = measure.Dot(u)
				}
			}
			if cj.status == rowSlide && l == 1 {
				column[cj.at+1] += float64(float64((1-cj.grip)/cj.rho) * float64(cj.weight*cj.weight))
			}
		}
	}
	if nearest {
		for i := range s.rows {
			s.rows[i].hold()
		}
		s.velocities()
	}
	for i := range s.rows {
		r := &s.rows[i]
		u := r.u0
		if nearest {
			u = r.u
		}
		missing := geom.Vec{X: r.target - u.X, Y: -u.Y, Z: -u.Z}.Scale(r.weight)
		for k := range r.status.unknowns() {
			_, measure := r.basis(k)
			s.linear.b[r.at+k] = measure.Dot(missing)
		}
	}
	rank, ok := s.linear.solve()
	if !ok {
		return false
	}
	s.rank = rank
	for i := range s.rows {
		r := &s.rows[i]
		if !nearest {
			r.p = geom.Vec{}
		}
		for k := range r.status.unknowns() {
			impulse, _ := r.basis(k)
			r.p = r.p.AddScaled(impulse, float64(s.linear.b[r.at+k]*r.weight))
		}
	}
	return true
}

// hold restricts the impulse of a row to the form of its state, without a part at right angles to friction.
func (r *impactRow) hold() {
	switch r.status {
	case rowOpen:
		r.p = geom.Vec{}
	case rowSmooth:
		r.p.Y, r.p.Z = 0, 0
	case rowSlide:
		r.p.Y, r.p.Z = float64(float64(r.mu*r.dY)*r.p.X), float64(float64(r.mu*r.dZ)*r.p.X)
	}
}
