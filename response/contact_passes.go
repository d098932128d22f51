package response

// iterate repeats passes over all rows until none changes a speed by more than the residual.
func (s *ContactSolver) iterate(set *ContactSettings, goal func(*ContactPoint) float64) (int, bool) {
	if len(s.Points)+len(s.Tyres)+len(s.Joints)+len(s.Dampers) == 0 {
		return 0, true
	}
	s.findRuns()
	for i := range s.Points {
		s.Points[i].goal = goal(&s.Points[i])
	}
	residual := set.Residual
	s.residual = residual
	solvable := s.solvable()
	s.conjugate.begin(s, solvable)
	s.ramp.looks = 0
	retry := newtonAfter
	if len(s.Joints) > 0 && len(s.Tyres) == 0 {
		retry = newtonFree
	}
	linkable := s.linkable()
	s.linked.unit, s.linked.large = linkedAfter, false
	for pass := 1; pass <= set.Passes; pass++ {
		if pass&1 == 1 && !s.conjugate.useless {
			s.conjugate.start(s.Points)
		}
		worst := 0.0
		for k := range s.runs {
			// Every other pass goes backwards: measured on a stack of ten, it takes a third to a tenth of the passes.
			i := k
			if pass&1 == 0 {
				i = len(s.runs) - 1 - k
			}
			if d := s.solveRun(&s.runs[i], pass&1 == 0); d > worst {
				worst = d
			}
		}
		for i := range s.Tyres {
			if d := float64(tyreShare * s.solveTyre(&s.Tyres[i])); d > worst {
				worst = d
			}
		}
		if d := float64(frictionShare * s.solveTurns()); d > worst {
			worst = d
		}
		if d := float64(jointShare * s.solveJoints(residual)); d > worst {
			worst = d
		}
		if d := s.solveJointTurns(residual, pass&1 == 0); d > worst {
			worst = d
		}
		if d := s.solveDampers(); d > worst {
			worst = d
		}
		if worst < residual || pass%stallPasses == 0 && !s.followRamp(pass) && !s.progress(residual) {
			return pass, true
		}
		if linkable {
			switch s.lookLinked(pass, residual) {
			case linkedSolved:
				continue
			case linkedJammed:
				return pass, false
			}
		}
		if s.newtonDue(pass, retry) {
			near := s.newtonSolvable() && s.solveByNewton(residual)
			if solvable && pass == newtonAfter && s.solveDirectly(near) { // to rounding
				return pass, true
			}
			if near {
				continue
			}
			// It failed: its next try costs as much as hundreds of passes.
			s.stubborn = pass > newtonAfter && len(s.Tyres) > 0
			retry = 4 * pass
			if len(s.Joints) > 0 {
				retry = 2 * pass
			}
		}
		if s.centring && centringPass(pass) && s.recentre(set) {
			s.conjugate.size = 0
		}
		if pass&1 == 0 && pass < set.Passes && !s.conjugate.useless {
			s.follow(pass / 2)
		}
	}
	return set.Passes, false
}

// newtonFree is the number of passes in an island with joints, but without tyres, after which Newton's method is tried
// first: many islands of chains are solved by the passes until then, faster than by its steps over all links.
const newtonFree = 2 * newtonAfter

// newtonStiff is the number of passes in an island with joints that resist turning, or dampers, after which Newton's method is tried
// first: passes find what a single one bears at once, and carry it through several as through a stack, or from a light body to the
// heavy one behind it by a part of it in each.
const newtonStiff = 2

// newtonDue reports whether Newton's method is to be tried after a pass; in an island with joints or tyres not before
// retry.
func (s *ContactSolver) newtonDue(pass, retry int) bool {
	switch {
	case pass == newtonStiff && (len(s.JointTurns) > 0 || s.firmDampers):
		return true
	case pass%newtonAfter != 0 || s.stubborn:
		return false
	case len(s.Joints)+len(s.Tyres) > 0:
		return pass >= retry
	}
	return pass == newtonAfter || pass == 4*newtonAfter
}

// The residual applies to normal speeds. Tangential speeds count for less: sticking contacts share their forces in ways
// that only rounding decides, in particular locked wheels on different planes, and a slip of 1e-5 m/s is negligible.
const (
	frictionShare = 0.1
	tyreShare     = 0.01
)

// jointShare is the weight of the velocity that contacts leave at joints: joints are solved last in each pass.
const jointShare = 1

// stallPasses is the number of passes between checks of progress.
const stallPasses = 8

// progress reports whether the velocity of any body has changed since the last check by more than a tenth of the
// residual, with rotation taken at a lever of 1 m. If none has, the motion is found: redundant contacts, such as two
// locked wheels on different planes, would only continue to shift impulses among themselves, unless that opens a
// contact.
func (s *ContactSolver) progress(residual float64) bool {
	changed := false
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.V.Sub(b.lastV).MaxAbs() > 0.1*residual || b.W.Sub(b.lastW).MaxAbs() > 0.1*residual {
			changed = true
		}
		b.lastV, b.lastW = b.V, b.W
	}
	changed = changed || s.shift(residual)
	for i := range s.Points {
		s.Points[i].last = s.Points[i].impulses()
	}
	return changed
}

// shift continues the change of impulses since the last check, in which no velocity has changed, until the first point
// opens: of the four points of a face whose targets are inconsistent, one hands its share to the others, pass by pass.
// It reports whether a point opens within farthestShift checks.
func (s *ContactSolver) shift(residual float64) bool {
	far, opens := float64(farthestShift), -1
	for i := range s.Points {
		p := &s.Points[i]
		if less := p.last.X - p.Jn; p.Jn > 0 && float64(less*p.massN) > residual && p.Jn < float64(far*less) {
			far, opens = p.Jn/less, i
		}
	}
	if opens < 0 {
		return false
	}
	for i := range s.Points {
		p := &s.Points[i]
		d := p.impulses().Sub(p.last).Scale(far)
		if d.X < -p.Jn || i == opens {
			d.X = -p.Jn
		}
		p.Jn, p.Jt = p.Jn+d.X, [2]float64{p.Jt[0] + d.Y, p.Jt[1] + d.Z}
		s.applyNormal(p, d.X)
		s.applyTangent(p, d.Y, d.Z)
	}
	s.conjugate.size = 0
	return true
}

// farthestShift is the largest number of checks that shift continues over. The unseen change of velocities until the
// point opens is at most this times a tenth of the residual.
const farthestShift = 1000
