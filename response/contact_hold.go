package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// heldResiduals is the largest change of a speed by a point, in residuals, for which impulses are kept as they are.
// Passes end when no point changes a speed by more than one, after those before it; evaluated side by side, points that
// share a body all show their common error.
const heldResiduals = 4

// holds reports whether the current impulses balance all bodies: no point by itself would change a speed by more than
// the solver resolves. Passes would change the last bits of the impulses for ever.
func (s *ContactSolver) holds(set *ContactSettings) bool {
	if len(s.Points) == 0 || len(s.Tyres)+len(s.Joints)+len(s.Turns)+len(s.Patches)+len(s.Dampers) > 0 {
		return false
	}
	most := float64(heldResiduals * set.Residual)
	for i := range s.Points {
		p := &s.Points[i]
		p.goal = p.biased()
		u := s.slip(p, geom.Vec{})
		j := max(0, p.Jn+float64((p.goal-p.N.Dot(u))*p.invN))
		if j == 0 && p.Jn == 0 {
			continue
		}
		d := j - p.Jn
		if !(math.Abs(float64(d*p.massN)) < most) {
			return false
		}
		jt := p.friction.solve(p.Jt, p.T1.Dot(u)+float64(p.k1n*d), p.T2.Dot(u)+float64(p.k2n*d), float64(p.Friction*j))
		d1, d2 := jt[0]-p.Jt[0], jt[1]-p.Jt[1]
		if !(float64(frictionShare*float64(math.Sqrt(float64(d1*d1)+float64(d2*d2))*p.friction.large)) < most) {
			return false
		}
	}
	return true
}
