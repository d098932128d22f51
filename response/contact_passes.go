package response

import "math"

// iterate repeats passes over all rows until none changes a speed by more than the residual.
func (s *ContactSolver) iterate(set *ContactSettings, goal func(*ContactPoint) float64) (int, bool) {
	if len(s.Points)+len(s.Tyres)+len(s.Joints) == 0 {
		return 0, true
	}
	s.findRuns()
	for i := range s.Points {
		s.Points[i].goal = goal(&s.Points[i])
	}
	residual := math.Max(set.Residual, s.Coarse)
	solvable := s.solvable()
	s.conjugate.begin(s, solvable)
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
		if worst < residual || pass%stallPasses == 0 && !s.progress(residual) {
			return pass, true
		}
		if pass == directAfter && solvable && s.solveDirectly() {
			return pass, true
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

// The residual is one of normal speeds. Tangential ones count for less: several contacts that stick hold each other in
// ways that only rounding decides, most of all locked wheels on planes that differ, and a slip of 1e-5 m/s is none.
const (
	frictionShare = 0.1
	tyreShare     = 0.01
)

// jointShare is by how much the velocity that contacts leave at joints counts: joints are solved last in each pass.
const jointShare = 1

// stallPasses is after how many passes each the bodies are looked at for progress.
const stallPasses = 8

// progress reports whether some body's velocity has changed since the last look by more than a tenth of the residual,
// turning taken at a lever of 1 m. Where none has, the motion is found: contacts that hold each other, such as two locked
// wheels on planes that differ, would go on to shift impulses among themselves.
func (s *ContactSolver) progress(residual float64) bool {
	changed := false
	for i := range s.Bodies {
		b := &s.Bodies[i]
		if b.V.Sub(b.lastV).MaxAbs() > 0.1*residual || b.W.Sub(b.lastW).MaxAbs() > 0.1*residual {
			changed = true
		}
		b.lastV, b.lastW = b.V, b.W
	}
	return changed
}
