package response

import "github.com/prang-sim/prang/sim/geom"

// earlyMore is how often the passes of Relax that have ended early are repeated, each time with twice as many, up to Most, and to a
// tenth of the residual, while contacts give energy.
const earlyMore = 5

// keepForced keeps the velocities that forces alone give the bodies.
func (s *ContactSolver) keepForced() {
	for i := range s.Bodies {
		b := &s.Bodies[i]
		b.forcedV, b.forcedW = b.V, b.W
	}
}

// relaxEarly makes the passes of Relax where nothing rebounds. Those that end early have converged if contacts give no energy.
func (s *ContactSolver) relaxEarly(set *ContactSettings) (passes int, converged bool) {
	passes, converged = s.iterate(set, (*ContactPoint).relaxed)
	if !s.Early {
		return passes, converged
	}
	more := *set
	gives := !converged && s.contactsGive()
	for n := 0; n < earlyMore && gives; n++ {
		more.Passes, more.Residual = min(2*more.Passes, set.Most), float64(0.1*more.Residual)
		var k int
		k, converged = s.iterate(&more, (*ContactPoint).relaxed)
		passes += k
		gives = !converged && s.contactsGive()
	}
	return passes, !gives
}

// contactsGive reports whether the impulses at all points together give energy: they do the work of the impulses on the means of
// the velocities of before, by forces alone, and after. What does not rebound and slides against friction only takes some.
func (s *ContactSolver) contactsGive() bool {
	sum := 0.0
	for i := range s.Points {
		if p := &s.Points[i]; p.Jn != 0 || p.Jt != [2]float64{} {
			sum += p.Impulse().Dot(s.slip(p, geom.Vec{}).Add(s.forcedSlip(p)))
		}
	}
	return sum > 0
}

// forcedSlip returns the velocity of B at a point over A's that forces alone give [m/s].
func (s *ContactSolver) forcedSlip(p *ContactPoint) geom.Vec {
	u := geom.Vec{}
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		u = b.forcedV.Add(b.forcedW.Cross(p.rB))
	}
	if p.A >= 0 {
		a := &s.Bodies[p.A]
		u = u.Sub(a.forcedV).Sub(a.forcedW.Cross(p.rA))
	}
	return u
}
