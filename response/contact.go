package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ContactBody is a body of a contact island during one substep. In a row, index -1 stands for the immovable world.
type ContactBody struct {
	InvMass    float64
	InvInertia geom.Mat3 // world frame, at the current attitude
	V, W       geom.Vec  // velocity at the end of the substep, solved for [m/s], [rad/s]
	V0, W0     geom.Vec  // velocity at its start
	// DP and DL are the linear and angular impulse of the rows on the body in this substep [N s], [N m s].
	DP, DL geom.Vec

	lastV, lastW     geom.Vec // at the last check of progress
	forcedV, forcedW geom.Vec // by forces alone, in islands whose passes end early
}

// ContactSettings are the settings of the contact solver. All are settings of the scenario: they change results.
type ContactSettings struct {
	Slop     float64 // penetration that is not corrected [m]
	PushRate float64 // share of the rest pushed out per second [1/s]
	MaxPush  float64 // largest push-out speed [m/s]
	Residual float64 // normal velocity change in a pass at which the passes end [m/s]
	Passes   int     // largest number of passes
	Most     int     // largest number of passes of a round, where passes that end early go on
}

// ContactSolver solves the contacts of an island for one substep of length h. It finds velocities at the end of the
// substep whose mean with those at its start closes no gap, and opens penetrations beyond the slop at a bounded speed,
// with friction |Jt| <= mu Jn as a disc, opposed to the slip. Contacts are rigid, without compliance.
//
// Positions must be integrated with the mean of the velocities at both ends, x + h (v0 + v)/2, which is exact for
// constant forces. Relax then removes from the velocities what served only to correct positions.
//
// Source: DESIGN of the contact stage; the scheme is a trapezoidal rule with projected Gauss–Seidel (Moreau–Jean time
// stepping), in the order of the rows.
type ContactSolver struct {
	Bodies  []ContactBody
	Points  []ContactPoint
	Tyres   []TyreRow
	Joints  []BallJoint
	Turns   []TurnRow // of points with rolling resistance or spin friction
	Patches []Patch
	// JointTurns are those of joints with friction or damping.
	JointTurns []JointTurn
	Dampers    []DamperRow

	// Quiet says that almost nothing moves: gaps up to QuietClosed times the slop count as closed.
	Quiet bool
	// StartsAtRest says that no body has a velocity at the start of the substep, so that the initial impulses of the
	// points may already balance all forces.
	StartsAtRest bool
	// Cold says that all bodies start from rest and no point has an initial impulse, as at the start of a scene.
	Cold bool
	// Yields says that the points may ask for so much that no impulses give it, as where a body is wedged in by friction: the points
	// ask for no more than that nothing approaches at the end of the substep, which some impulses always give. None is pushed out, and
	// all begin without impulses.
	Yields bool
	// Early says that the passes may end before the residual is reached. Where those of Relax leave contacts that give energy, they
	// go on.
	Early bool
	// Unchanged is the answer to StartsAtRest: the initial impulses balance all forces, and none was changed.
	Unchanged bool

	joints     jointSystem
	jointsHold bool // the joints join something that can move

	runs      []run        // of Points, in their order
	bearers   []pointRange // of each body: see run.bears
	single    bool         // impulses move one body alone
	direct    ImpactSolver // scratch of solveDirectly
	directOf  []int32      // the point of each of its rows
	linked    linked
	conjugate conjugate
	newton    newton
	cold      cold
	ramp      ramp
	energy0   float64 // of the bodies before contacts act, for rebounds and joints [J]
	kept      keptRows
	centring  bool
	residual  float64 // of the passes under way [m/s]
	relaxing  bool    // they are those of Relax
	dampersOf dampersOf
	// firmDampers says that some of Dampers are not Weak.
	firmDampers bool
	stubborn    bool // Newton's method has failed twice, see Renew
}

// Renew says that what follows is another island, or another step. In an island with tyres in which Newton's method has
// failed twice in a solution it is not tried again until then.
func (s *ContactSolver) Renew() { s.stubborn = false }

// Reset empties the solver and keeps its memory.
func (s *ContactSolver) Reset() {
	s.Quiet, s.StartsAtRest, s.Unchanged, s.Cold, s.Yields, s.Early = false, false, false, false, false, false
	s.Bodies, s.Points, s.Tyres, s.Joints, s.Turns = s.Bodies[:0], s.Points[:0], s.Tyres[:0], s.Joints[:0], s.Turns[:0]
	s.Patches, s.JointTurns, s.Dampers = s.Patches[:0], s.JointTurns[:0], s.Dampers[:0]
}

// Solve prepares the rows, with the bodies' centres at x, and solves them with bias over a substep of length h [s]. It
// returns the number of passes and whether the residual was reached.
//
// An impulse that is spread over the substep acts at x + h V0/2, the mean place of a centre under a constant force. Its
// point is carried along with the bodies to the middle of the substep, at one place for both. Angular momentum of two
// bodies about a point of the world is therefore conserved to rounding.
func (s *ContactSolver) Solve(x []geom.Vec, h float64, set *ContactSettings) (passes int, converged bool) {
	s.relaxing = false
	s.noteForced()
	if s.Early {
		s.keepForced()
	}
	if s.rebounds() || len(s.Joints) > 0 {
		s.energy0 = s.energyAtStart()
	}
	s.centrePatches()
	for i := range s.Points {
		s.preparePoint(&s.Points[i], x, h, set)
	}
	for i := range s.Tyres {
		s.prepareTyre(&s.Tyres[i], x, h)
	}
	s.factorJoints()
	s.reconcileGoals(s.reach())
	s.prepareTurns()
	s.prepareJointTurns()
	if s.Cold {
		s.coldStart(x)
	}
	s.warmStart()
	s.prepareDampers()
	if s.Unchanged = s.Quiet && s.StartsAtRest && s.holds(set); s.Unchanged {
		return 0, true
	}
	passes, converged = s.Continue(set)
	if more, ok, released := s.releaseGrips(set); released {
		return passes + more, ok
	}
	return passes, converged
}

// RaiseTarget raises the mean normal speed that Solve required of point i over the substep by mean (m/s); Continue
// continues from where Solve ended. It is for the part of a gap that the rotation of the bodies closes, while normal
// and point stand still in the solver.
func (s *ContactSolver) RaiseTarget(i int, mean float64) {
	p := &s.Points[i]
	if p.target += float64(2 * mean); s.Yields {
		p.target = min(p.target, 0)
	}
}

// Continue continues the solution with bias after RaiseTarget.
func (s *ContactSolver) Continue(set *ContactSettings) (passes int, converged bool) {
	s.Unchanged, s.linked.jammed = false, false
	// Small islands find the centres of pressure to the residual, by solving again; others during the passes.
	few := len(s.Points) <= directPoints
	s.centring = !few
	passes, converged = s.iterate(set, (*ContactPoint).biased)
	s.centring = false
	for n := 0; few && n < centrings && s.recentre(set); n++ {
		var more int
		more, converged = s.iterate(set, (*ContactPoint).biased)
		passes += more
	}
	return passes, converged
}

// Relax solves again at the current velocities, without bias: touching points do not approach, those with a Rebound get
// it, and joints reach their goals. The centres have moved by moved since Solve; InvInertia of the bodies may have been
// updated to the new attitude, and changes of impulses act there. In a quiet island without bias there is nothing to
// remove.
func (s *ContactSolver) Relax(moved []geom.Vec, set *ContactSettings) (passes int, converged bool) {
	s.relaxing = true
	rests := s.Quiet && s.unbiased(set.Residual)
	for i := range s.Points {
		p := &s.Points[i]
		p.moveToEnd(moved)
		p.before = p.Impulse() // with the normal there, along which it changes
		if !rests {
			s.prepareMasses(p)
		}
	}
	for i := range s.Tyres {
		s.Tyres[i].before = s.Tyres[i].Impulse()
		s.moveTyreToEnd(&s.Tyres[i], moved)
	}
	for i := range s.Joints {
		s.Joints[i].before = s.Joints[i].J
	}
	for i := range s.Turns {
		s.Turns[i].before = s.TurnImpulse(&s.Turns[i])
	}
	for i := range s.JointTurns {
		t := &s.JointTurns[i]
		t.before = t.J
		t.rubbed, _ = t.Parts()
	}
	if rests {
		return 0, true
	}
	s.Unchanged = false
	s.prepareTurns()
	s.factorJoints()
	s.reconcileGoals(math.Inf(1))
	s.prepareJointTurns()
	if !s.rebounds() || s.driven() { // what drives gives energy
		return s.relaxEarly(set)
	}
	return s.rebound(set)
}

// unbiased reports whether no contact was required to have a speed, above the residual, that Relax would remove.
func (s *ContactSolver) unbiased(residual float64) bool {
	for i := range s.Points {
		if p := &s.Points[i]; (p.Jn > 0 || p.Separation <= 0) && math.Abs(p.target) > residual {
			return false
		}
	}
	return len(s.Tyres)+len(s.Joints) == 0
}

// Wedged returns what the impulses at the points of a body give to its angular momentum with the change of their levers
// from the start to the middle of the substep [N m s]; zero if all their normals are on one line, as in a press.
func (s *ContactSolver) Wedged(body int32) (l geom.Vec) {
	first, wedge := geom.Vec{}, false
	for i := range s.Points {
		p := &s.Points[i]
		if p.A != body && p.B != body || p.Jn == 0 {
			continue
		}
		if first == (geom.Vec{}) {
			first = p.N
		}
		wedge = wedge || p.N.Cross(first).Len() > leastWedge
		if p.A == body {
			l = l.Add(p.rA.Sub(p.r0A).Cross(p.Impulse()))
		} else {
			l = l.Sub(p.rB.Sub(p.r0B).Cross(p.Impulse()))
		}
	}
	if !wedge {
		return geom.Vec{}
	}
	return l
}

// leastWedge is the sine of the least angle of two normals of a wedge.
const leastWedge = 1e-3

// Shorten moves the levers of a substep of which only a share (0 to 1) has passed to the middle of that share, and adds
// the difference in angular impulse to the bodies' DL. Call it after Cut.
func (s *ContactSolver) Shorten(share float64) {
	for i := range s.Bodies {
		s.Bodies[i].DL = geom.Vec{}
	}
	for i := range s.Points {
		p := &s.Points[i]
		j := p.Impulse()
		if p.A >= 0 {
			a, b := p.r0A.AddScaled(p.rA.Sub(p.r0A), share), &s.Bodies[p.A]
			b.DL = b.DL.Sub(a.Sub(p.rA).Cross(j))
			p.rA = a
		}
		if p.B >= 0 {
			a, b := p.r0B.AddScaled(p.rB.Sub(p.r0B), share), &s.Bodies[p.B]
			b.DL = b.DL.Add(a.Sub(p.rB).Cross(j))
			p.rB = a
		}
	}
	for i := range s.Tyres {
		t := &s.Tyres[i]
		if t.Ground >= 0 {
			a, b := t.r0G.AddScaled(t.travel, float64(0.5*share)), &s.Bodies[t.Ground]
			b.DL = b.DL.Sub(a.Sub(t.rG).Cross(t.Impulse()))
			t.rG = a
		}
	}
}

// Cut scales the impulses to a share (0 to 1) of the substep, before Relax. Points with a gap above slop have not been
// reached and lose their impulse.
func (s *ContactSolver) Cut(share, slop float64) {
	for i := range s.Points {
		p := &s.Points[i]
		p.void = p.Separation > slop
		p.HalfTravel, p.Travel = p.HalfTravel.Scale(share), p.Travel.Scale(share)
		if p.EndN != (geom.Vec{}) { // N is that in the middle of the whole
			p.EndN = p.N.AddScaled(p.EndN.Sub(p.N), float64(2*share)-1).Normalize()
		}
		p.Jn, p.Jt = float64(p.Jn*share), [2]float64{float64(p.Jt[0] * share), float64(p.Jt[1] * share)}
	}
	for i := range s.Tyres {
		t := &s.Tyres[i]
		t.J = [2]float64{float64(t.J[0] * share), float64(t.J[1] * share)}
		t.Limit, t.Braking = float64(t.Limit*share), float64(t.Braking*share)
	}
	for i := range s.Joints {
		s.Joints[i].J = s.Joints[i].J.Scale(share)
	}
	for i := range s.Turns {
		s.Turns[i].J = s.Turns[i].J.Scale(share)
	}
	for i := range s.JointTurns {
		t := &s.JointTurns[i]
		t.J, t.held = t.J.Scale(share), t.held.Scale(share)
		t.Friction, t.Damping = float64(t.Friction*share), float64(t.Damping*share)
	}
	for i := range s.Dampers {
		s.Dampers[i].J = float64(s.Dampers[i].J * share)
	}
}

// QuietClosed is the gap, in units of the slop, up to which contacts count as closed where almost nothing moves.
const QuietClosed = 0.2

// warmStart applies the initial impulses of all rows to the bodies.
func (s *ContactSolver) warmStart() {
	for i := range s.Points {
		p := &s.Points[i]
		if p.Jn == 0 {
			p.Jt = [2]float64{}
			continue
		}
		clampDisc(&p.Jt, float64(p.Friction*p.Jn))
		s.applyNormal(p, p.Jn)
		s.applyTangent(p, p.Jt[0], p.Jt[1])
	}
	for i := range s.Tyres {
		t := &s.Tyres[i]
		projectStrip(&t.J, t.Limit, t.Braking)
		s.applyTyre(t, t.J[0], t.J[1])
	}
	s.rebaseJoints()
	for i := range s.Joints {
		s.applyJoint(&s.Joints[i], s.Joints[i].J)
	}
	for i := range s.JointTurns {
		t := &s.JointTurns[i]
		s.turn(t.A, t.B, t.J)
	}
}

// clampDisc shortens j to the length limit.
func clampDisc(j *[2]float64, limit float64) {
	l2 := float64(j[0]*j[0]) + float64(j[1]*j[1])
	if l2 > float64(limit*limit) {
		f := limit / math.Sqrt(l2)
		j[0], j[1] = float64(j[0]*f), float64(j[1]*f)
	}
}
