package response

import "github.com/prang-sim/prang/sim/geom"

const (
	// slides is the slip from which on a point slides [m/s].
	slides = 0.01
	// leastGrip is the share of its friction from which on the grip of a point that sticks is looked at.
	leastGrip = 0.01
	// newLoad is how many times what it began with a point must bear to count as newly loaded.
	newLoad = 2
	// gripPoints is the largest number of points of an island in which grips are released.
	gripPoints = 64
)

// releaseGrips solves again without friction at what sticks, and then with it, in a small island in which some points are newly
// loaded and some slide. How much friction holds what sticks is open where normal impulses can do so as well: of a box that pushes
// another along the floor the face may carry any friction up to its cone, and adds or takes as much load. Passes end where their
// way leads, as they first find the bodies turning, and the next substeps start from there. Released it is no friction, unless it
// is needed.
func (s *ContactSolver) releaseGrips(set *ContactSettings) (passes int, converged, released bool) {
	if s.Quiet || s.Yields || len(s.Points) > gripPoints || len(s.Joints)+len(s.Tyres) > 0 || !s.newlyLoaded() || !s.partSticks() {
		return 0, true, false
	}
	for i := range s.Points {
		if p := &s.Points[i]; p.sticks {
			s.applyTangent(p, -p.Jt[0], -p.Jt[1])
			p.Jt, p.Friction, p.grips = [2]float64{}, 0, p.Friction
		}
	}
	passes, _ = s.Continue(set)
	for i := range s.Points {
		if p := &s.Points[i]; p.sticks {
			p.Friction = p.grips
		}
	}
	more, converged := s.Continue(set)
	return passes + more, converged, true
}

// newlyLoaded reports whether some point bears more than it began with by far.
func (s *ContactSolver) newlyLoaded() bool {
	for i := range s.Points {
		if p := &s.Points[i]; p.Jn > float64(newLoad*p.began) {
			return true
		}
	}
	return false
}

// partSticks notes which points stick at the end of the substep, and reports whether some with noticeable friction do, and others
// slide.
func (s *ContactSolver) partSticks() bool {
	some, others := false, false
	for i := range s.Points {
		p := &s.Points[i]
		u := s.slip(p, p.frictionAt).Sub(p.drift)
		fast := u.AddScaled(p.N, -u.Dot(p.N)).LenSq() > slides*slides
		p.sticks = p.Friction > 0 && !fast
		some = some || p.sticks && geom.Vec{X: p.Jt[0], Y: p.Jt[1]}.Len() > float64(leastGrip*float64(p.Friction*p.Jn))
		others = others || fast && p.Friction > 0 && p.Jn > 0
	}
	return some && others
}
