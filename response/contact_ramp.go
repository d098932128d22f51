package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Wheels of one vehicle that roll freely, and whose planes disagree a little, push against each other sideways: each
// pass adds the same small impulse to all of them, with hardly any effect on the motion, until one of them slides. That
// may take thousands of passes. So once what eight passes change is a multiple of what the eight before them have
// changed, it is continued at once: to the limit of the geometric series (Aitken's extrapolation), or to where the first
// row reaches a limit of its own. Jointed bodies in contact push against their joints alike, where targets of contacts
// disagree by no more than the residual of the substep before.

const (
	// rampAfter is the number of passes from which on ramps are looked for: what converges needs fewer.
	rampAfter = newtonAfter
	// rampEven is the largest part of the change that is no multiple of the change before, relative to it.
	rampEven = 0.1
	// rampSlow is the least ratio of the two changes: series that fall faster end soon without.
	rampSlow = 0.95
)

// ramp is the memory of followRamp.
type ramp struct {
	last, change []geom.Vec // impulses of tyres, points and joints at the last look, and their change until then
	looks        int
}

// followRamp continues the changes of all impulses, if they have become a ramp, at most until a tyre or contact reaches
// its limit of friction, a brake slips or a contact opens, and reports whether it does. The passes then go on from
// there, and decide as ever.
func (s *ContactSolver) followRamp(pass int) bool {
	if pass < rampAfter || len(s.Tyres)+len(s.Joints) == 0 || len(s.Turns) > 0 {
		return false
	}
	r := &s.ramp
	n := len(s.Tyres) + len(s.Points) + len(s.Joints)
	r.last, r.change = resized(r.last, n), resized(r.change, n)
	size, along, before := 0.0, 0.0, 0.0
	for i := range n {
		j, mass := s.rowImpulse(i)
		d := j.Sub(r.last[i])
		if r.looks >= 2 {
			size += float64(d.LenSq() * mass)
			along += float64(d.Dot(r.change[i]) * mass)
			before += float64(r.change[i].LenSq() * mass)
		}
		r.last[i], r.change[i] = j, d
	}
	even := float64(along*along) >= float64((1-rampEven*rampEven)*float64(size*before))
	if r.looks++; r.looks <= 2 || !even || !(along > float64(rampSlow*before)) {
		return false
	}
	far := float64(farthestShift)
	if q := along / before; q < 1 {
		far = min(far, q/(1-q))
	}
	for i := range s.Tyres {
		far = min(far, s.Tyres[i].room(r.change[i]))
	}
	for i := range s.Points {
		far = min(far, s.Points[i].room(r.change[len(s.Tyres)+i]))
	}
	if far <= 1 {
		return false
	}
	for i := range n {
		s.addImpulse(i, r.change[i].Scale(far))
	}
	r.looks = 0
	return true
}

// rowImpulse returns the impulse of a row, counted over tyres, points and joints, and the size of its effect on the
// relative velocity there [1/kg].
func (s *ContactSolver) rowImpulse(i int) (j geom.Vec, mass float64) {
	if i < len(s.Tyres) {
		t := &s.Tyres[i]
		return geom.Vec{X: t.J[0], Y: t.J[1]}, t.friction.large
	}
	if i -= len(s.Tyres); i < len(s.Points) {
		p := &s.Points[i]
		return p.impulses(), max(p.massN, p.friction.large)
	}
	k := &s.Joints[i-len(s.Points)]
	for _, b := range [2]int32{k.A, k.B} {
		if b >= 0 {
			mass += s.Bodies[b].InvMass
		}
	}
	return k.J, mass
}

// addImpulse adds to the impulse of a row, counted as by rowImpulse, within its limits.
func (s *ContactSolver) addImpulse(i int, d geom.Vec) {
	if i < len(s.Tyres) {
		t := &s.Tyres[i]
		j := [2]float64{t.J[0] + d.X, t.J[1] + d.Y}
		projectStrip(&j, t.Limit, t.Braking)
		s.applyTyre(t, j[0]-t.J[0], j[1]-t.J[1])
		t.J = j
		return
	}
	if i -= len(s.Tyres); i < len(s.Points) {
		p := &s.Points[i]
		n, t := max(0, p.Jn+d.X), [2]float64{p.Jt[0] + d.Y, p.Jt[1] + d.Z}
		clampDisc(&t, float64(p.Friction*n))
		s.applyNormal(p, n-p.Jn)
		s.applyTangent(p, t[0]-p.Jt[0], t[1]-p.Jt[1])
		p.Jn, p.Jt = n, t
		return
	}
	k := &s.Joints[i-len(s.Points)]
	s.applyJoint(k, d)
	k.J = k.J.Add(d)
}

// room returns how many times a tyre's impulse can change by d before it reaches a limit that it is not at.
func (t *TyreRow) room(d geom.Vec) float64 {
	far := roomInDisc(t.J[0], t.J[1], d.X, d.Y, t.Limit, 0)
	if outward := math.Copysign(d.X, d.X*t.J[0]); outward > 0 && math.Abs(t.J[0]) < float64((1-atLimit)*t.Braking) {
		far = min(far, (t.Braking-math.Abs(t.J[0]))/outward)
	}
	return far
}

// room returns how many times a point's impulse can change by d before it opens or reaches its limit of friction.
func (p *ContactPoint) room(d geom.Vec) float64 {
	far := roomInDisc(p.Jt[0], p.Jt[1], d.Y, d.Z, float64(p.Friction*p.Jn), float64(p.Friction*d.X))
	if p.Jn > 0 && d.X < 0 {
		far = min(far, p.Jn/-d.X)
	}
	return far
}

// atLimit is how near to its limit, relative to it, an impulse counts as there.
const atLimit = 1e-9

// roomInDisc returns the least s > 0 with |j + s d| = limit + s widens, infinite where there is none or j is there
// already.
func roomInDisc(j1, j2, d1, d2, limit, widens float64) float64 {
	c := float64(limit*limit) - float64(j1*j1) - float64(j2*j2)
	if c <= float64(atLimit*float64(limit*limit)) {
		return math.Inf(1)
	}
	// c - 2 b s - a s² = 0
	a := float64(d1*d1) + float64(d2*d2) - float64(widens*widens)
	b := float64(j1*d1) + float64(j2*d2) - float64(limit*widens)
	root := float64(b*b) + float64(a*c)
	if root < 0 {
		return math.Inf(1)
	}
	if s := c / (b + math.Sqrt(root)); s > 0 {
		return s
	}
	return math.Inf(1)
}
