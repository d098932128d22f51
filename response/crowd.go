package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CrowdBody is a body of a crowd at one moment. The first body of a solver stands for the world: nothing moves it, and
// it is never written to, so that islands that share only the world can be solved concurrently.
type CrowdBody struct {
	V, W       geom.Vec // [m/s], [rad/s]
	InvMass    float64
	InvInertia geom.Mat3 // world frame
	// OutV and OutW are the velocities that push it out of overlap, which are no part of its motion [m/s], [rad/s].
	OutV, OutW geom.Vec
	Local      float64 // bounds the local tolerances at this body, Rough too, 0 for no bound [m/s]
	pushed     int32   // the last pass that changed OutV or OutW by more than the residual
}

// CrowdPair is the contact points of two bodies that share a normal and lie on a plane across it: Points[First:End] of
// the solver. Friction is that of all its points together.
type CrowdPair struct {
	A, B       int32
	First, End int32
	Friction   float64
	N, T1, T2  geom.Vec // unit normal from A to B, and two tangents, N = T1 × T2
	RA, RB     geom.Vec // levers of its origin, a place on the plane, about the centres [m]
	// Drift is what forces alone will add to the mean velocity of B relative to A over the time that follows [m/s].
	Drift geom.Vec
	// Changed says that the impulses of the other pairs were found without this one, see Resolve.
	Changed bool
	// Jt is friction: its impulse along T1 and T2 [N s], and as Z its moment about the normal at the origin [N m s];
	// on entry the warm start.
	Jt geom.Vec

	// Effect of a wrench at the origin on the twist of B relative to A there, in the frame T1, T2, N. across: of the
	// impulse along the normal and the moments about the tangents on the velocities of the same components. along: of
	// the impulses along the tangents and the moment about the normal. both: of the first three on the second three.
	across symmetric
	along  symmetric
	both   geom.Mat3
	rest   symmetric // inverse of along; for a single point, of its tangential part
	massT  float64   // approximately the largest effect of a tangential impulse on the slip there
	wide   float64   // the largest distance of a point from the origin [m]
	pushes bool      // at least one of its points is pushed out
}

// symmetric is a symmetric 3×3 matrix.
type symmetric struct{ xx, xy, xz, yy, yz, zz float64 }

// CrowdPoint is a point at which two bodies touch, or may touch within the time that follows.
type CrowdPoint struct {
	Target float64                // least mean normal speed, Free for none [m/s]
	before [fewPoints - 1]float64 // effect of normal impulses at the preceding points of its block on its normal speed
	sq     float64                // X² + Y²
	massN  float64                // n·K n, and its inverse
	invN   float64
	X, Y   float64 // from the origin of its pair along T1 and T2 [m]
	Jn     float64 // normal impulse, >= 0 [N s]; on entry the warm start
}

// CrowdPush is how a point pushes out.
type CrowdPush struct {
	Out   float64 // least push-out speed, negative if the gap may close [m/s]
	shove float64 // impulse of pushing out [N s]
}

// Free is the target of a point without a constraint.
const Free = -1e300

// CrowdSolver finds the impulses at one moment that give the contacts of a crowd their target normal speeds, with
// friction |Jt| <= mu Jn as a disc opposed to the slip. The method is symmetric projected Gauss–Seidel: passes forth
// and back in the order of the pairs. It is made for many contacts that need no high accuracy; the next moment starts
// with the error that is left.
type CrowdSolver struct {
	Bodies []CrowdBody
	Pairs  []CrowdPair
	Points []CrowdPoint
	// Pushes has how each point pushes out. That is apart, as what follow keeps is: passes read less memory so.
	Pushes []CrowdPush
	// Turns has the resistance to turning of each pair, if Turning is set.
	Turning bool
	Turns   []CrowdTurn

	// What says which pairs are active is apart, so that going over inactive ones reads little memory.
	ends    []crowdEnds   // of each pair
	changed []int32       // of each body: the last pass that changed it by more than the local tolerance
	changes []crowdChange // of each body

	pairSteps  []pairStep  // of each pair
	pointSteps []pointStep // of each point
}

// pairStep is the last friction of a pair, Jt, and the direction that it has taken; pointStep that of a point's Jn, see follow.
type pairStep struct{ last, direction geom.Vec }

type pointStep struct{ last, direction float64 }

// crowdEnds is the bodies of a pair.
type crowdEnds struct{ a, b int32 }

// crowdChange is the changes of a body by passes that do not count yet.
type crowdChange struct {
	unseen float64 // changes of relative speeds at its pairs since the last pass that counts [m/s]
	most   float64 // the largest local tolerance of the body [m/s]
}

// Reset empties the solver, except for the world, and keeps its memory.
func (s *CrowdSolver) Reset() {
	s.Bodies, s.Pairs, s.Points, s.Pushes = append(s.Bodies[:0], CrowdBody{}), s.Pairs[:0], s.Points[:0], s.Pushes[:0]
}

// Resize sets the numbers of bodies (the world included), pairs and points, for the caller to fill. Existing ones are
// kept as far as they fit.
func (s *CrowdSolver) Resize(bodies, pairs, points int) {
	s.Bodies, s.Pairs = resized(s.Bodies, bodies), resized(s.Pairs, pairs)
	s.Points, s.Pushes = resized(s.Points, points), resized(s.Pushes, points)
	if s.Turning {
		s.Turns = resized(s.Turns, pairs)
	}
	s.resizeChanges()
}

// resizeChanges sizes what the passes need for pairs, points and bodies.
func (s *CrowdSolver) resizeChanges() {
	s.ends, s.changed, s.changes = resized(s.ends, len(s.Pairs)), resized(s.changed, len(s.Bodies)), resized(s.changes, len(s.Bodies))
	s.pairSteps, s.pointSteps = resized(s.pairSteps, len(s.Pairs)), resized(s.pointSteps, len(s.Points))
}

// resized returns a slice of length n, with what is in list or anything.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}

// Start applies the impulses of a pair to its bodies: the warm start.
func (s *CrowdSolver) Start(pair *CrowdPair) {
	w := s.wrench(pair)
	s.give(pair, &w)
}

// Withdraw removes the effect of the impulses of pair k from its bodies.
func (s *CrowdSolver) Withdraw(k int32) {
	pair := &s.Pairs[k]
	if s.Turning {
		s.turn(pair, s.Turns[k].J.Neg())
	}
	w := s.wrench(pair)
	s.give(pair, &wrench{w.f.Neg(), w.m.Neg()})
}

// Clear sets the impulses of a pair to zero, without changing its bodies.
func (s *CrowdSolver) Clear(pair *CrowdPair) {
	pair.Jt = geom.Vec{}
	for i := pair.First; i < pair.End; i++ {
		s.Points[i].Jn = 0
	}
}

// Reduce multiplies the impulses of pair k by a share, and takes the rest from its bodies.
func (s *CrowdSolver) Reduce(k int32, share float64) {
	s.Withdraw(k)
	pair := &s.Pairs[k]
	pair.Jt = pair.Jt.Scale(share)
	for i := pair.First; i < pair.End; i++ {
		s.Points[i].Jn = float64(s.Points[i].Jn * share)
	}
	s.Start(pair)
	if s.Turning {
		s.Turns[k].J = s.Turns[k].J.Scale(share)
		s.turn(pair, s.Turns[k].J)
	}
}

// CrowdTolerances bound the accuracy and the work of a solution.
type CrowdTolerances struct {
	// Residual ends the passes when none changes a normal speed by more than this, or a slip by ten times this [m/s].
	Residual float64
	// Local is the change of a normal speed above which the pairs of its bodies are active in the rest of the pass and
	// in the next one [m/s], see Solve.
	Local float64
	// Rough is that of the second half of the passes, if it is larger.
	Rough  float64
	Passes int // at most
}

// local returns the local tolerance of a pass.
func (t *CrowdTolerances) local(pass int) float64 {
	if 2*pass > t.Passes {
		return max(t.Local, t.Rough)
	}
	return t.Local
}

// Solve repeats passes over the pairs of the given indices until the changes are within the tolerances or the limit of
// passes is reached. Once less than half of the pairs have bodies that were changed by more than the local tolerance in
// this pass so far or the one before, passes are over those pairs only. It returns the number of passes and whether the
// residual was reached at all pairs.
func (s *CrowdSolver) Solve(pairs []int32, t *CrowdTolerances) (int, bool) {
	size, least, along, everywhere := 0.0, math.Inf(1), true, true
	s.beginPasses(pairs)
	for pass := 1; pass <= t.Passes; pass++ {
		if pass == 3 && along {
			s.mark(pairs)
		}
		worst, active := s.pass(pairs, pass, t.local(pass), everywhere)
		if worst <= t.Residual {
			return pass, everywhere || t.local(pass) <= t.Residual
		}
		everywhere = everywhere && 2*active >= len(pairs)
		along = along && everywhere
		if pass&1 == 0 && pass > 2 && pass < t.Passes && along { // what it leads to may pull, and is put right by another pass
			size = s.follow(pairs, size, pass == 4)
			if pass%(2*usefulPairs) == 0 {
				along = size <= float64(0.95*least)
				least = size
			}
		}
	}
	return t.Passes, false
}

// Resolve continues from impulses that were found for all pairs but those that have changed. Its first pass is over the
// pairs of bodies that have a changed pair; the others are over active pairs, as in Solve. It reports whether the
// residual was reached there.
func (s *CrowdSolver) Resolve(pairs []int32, t *CrowdTolerances) bool {
	s.beginPasses(pairs)
	for _, k := range pairs {
		if pair := &s.Pairs[k]; pair.Changed {
			pair.Changed = false
			s.changed[pair.A] = 2
			if pair.B > 0 { // the world is of all islands
				s.changed[pair.B] = 2
			}
		}
	}
	for pass := 3; pass <= t.Passes+2; pass++ {
		if worst, _ := s.pass(pairs, pass, t.local(pass), false); worst <= t.Residual {
			return true
		}
	}
	return false
}

// pass makes a pass, forth or back, everywhere or over the active pairs only: those of bodies that it or the one before
// has changed by more than the local tolerance, in the first two passes all. It returns the largest change of a speed,
// and the number of active pairs.
func (s *CrowdSolver) pass(pairs []int32, pass int, local float64, everywhere bool) (worst float64, active int) {
	last, back := int32(pass-1), pass&1 == 0
	n, step := 0, 1
	if back {
		n, step = len(pairs)-1, -1
	}
	for ; ; n += step {
		if !everywhere && last >= 2 {
			n = s.nextActive(pairs, n, step, last)
		}
		if uint(n) >= uint(len(pairs)) {
			return worst, active
		}
		k := pairs[n]
		ends := s.ends[k]
		if !everywhere || last < 2 || s.changed[ends.a] >= last || s.changed[ends.b] >= last {
			active++
		}
		d := s.solvePair(&s.Pairs[k], back)
		if s.Turning {
			d = max(d, s.turnPair(k))
		}
		if !(d > 0) {
			continue
		}
		if d > worst {
			worst = d
		}
		if s.changes[ends.a].add(d, local) {
			s.changed[ends.a] = int32(pass)
		}
		if ends.b > 0 && s.changes[ends.b].add(d, local) { // the world is of all islands
			s.changed[ends.b] = int32(pass)
		}
	}
}

// nextActive returns the index of the first pair from n on, by steps of 1 or -1, with a body that was changed by the
// last pass or since; outside of pairs if there is none. Most pairs of a pile that comes to rest are not active.
func (s *CrowdSolver) nextActive(pairs []int32, n, step int, last int32) int {
	ends, changed := s.ends, s.changed
	for uint(n) < uint(len(pairs)) {
		e := ends[pairs[n]]
		if changed[e.a] >= last || changed[e.b] >= last {
			break
		}
		n += step
	}
	return n
}

// add adds up the changes of a body's velocity by a pass, and reports whether they count: once they exceed the local
// tolerance.
func (c *crowdChange) add(d, local float64) bool {
	c.unseen += d
	if c.unseen > local || c.unseen > c.most {
		c.unseen = 0
		return true
	}
	return false
}

// beginPasses records that no pass has changed the bodies of the pairs yet.
func (s *CrowdSolver) beginPasses(pairs []int32) {
	if len(s.ends) != len(s.Pairs) || len(s.changes) != len(s.Bodies) || len(s.pointSteps) != len(s.Points) {
		s.resizeChanges()
	}
	for _, k := range pairs {
		pair := &s.Pairs[k]
		s.ends[k] = crowdEnds{pair.A, pair.B}
		s.changed[pair.A], s.changes[pair.A] = 0, s.Bodies[pair.A].unchanged()
		if pair.B > 0 { // the world is of all islands
			s.changed[pair.B], s.changes[pair.B] = 0, s.Bodies[pair.B].unchanged()
		}
	}
}

// unchanged returns the changes of a body that no pass has changed yet.
func (b *CrowdBody) unchanged() crowdChange {
	if b.Local > 0 {
		return crowdChange{most: b.Local}
	}
	return crowdChange{most: math.Inf(1)}
}

// at returns the pair that comes after k others in a pass, forth or back.
func at(pairs []int32, k, pass int) int32 {
	if pass&1 == 0 {
		k = len(pairs) - 1 - k
	}
	return pairs[k]
}

// mark saves the impulses before the first pair of passes that follow looks at.
func (s *CrowdSolver) mark(pairs []int32) {
	for _, k := range pairs {
		pair := &s.Pairs[k]
		s.pairSteps[k].last = pair.Jt
		for i := pair.First; i < pair.End; i++ {
			s.pointSteps[i].last = s.Points[i].Jn
		}
	}
}

// follow adds a conjugate direction after a pair of passes, as ContactSolver.follow does, saves the impulses for the
// next one, and returns the size of the change by the passes, squared [J]; before is that of the last pair of passes.
func (s *CrowdSolver) follow(pairs []int32, before float64, first bool) float64 {
	size := 0.0
	for _, k := range pairs {
		pair, step := &s.Pairs[k], &s.pairSteps[k]
		l := pair.Jt.Sub(step.last)
		step.last = l
		size += float64((float64(l.X*l.X)+float64(l.Y*l.Y))*pair.massT) + float64(float64(l.Z*l.Z)*pair.along.zz)
		points, steps := s.Points[pair.First:pair.End], s.pointSteps[pair.First:pair.End]
		for i := range steps {
			p, step := &points[i], &steps[i]
			d := p.Jn - step.last
			step.last = d
			size += float64(float64(d*d) * p.massN)
		}
	}
	share := 0.0
	if !first && size <= before && before > 0 {
		share = size / before
	}
	if share == 0 {
		s.followAnew(pairs, first)
		return size
	}
	for _, k := range pairs {
		pair, step := &s.Pairs[k], &s.pairSteps[k]
		d := step.direction.Scale(share)
		step.direction = d.Add(step.last)
		pair.Jt = pair.Jt.Add(d)
		step.last = pair.Jt
		var w geom.Vec // normal impulse, moments about the tangents
		points, steps := s.Points[pair.First:pair.End], s.pointSteps[pair.First:pair.End]
		for i := range steps {
			p, step := &points[i], &steps[i]
			d := float64(step.direction * share)
			step.direction = d + step.last
			p.Jn += d
			step.last = p.Jn
			w = geom.Vec{X: w.X + d, Y: w.Y + float64(p.Y*d), Z: w.Z - float64(p.X*d)}
		}
		if w != (geom.Vec{}) || d != (geom.Vec{}) {
			s.give(pair, &wrench{geom.Vec{X: d.X, Y: d.Y, Z: w.X}, geom.Vec{X: w.Y, Y: w.Z, Z: d.Z}})
		}
	}
	return size
}

// followAnew is follow without directions of before: from the first pair of passes that of the change by it is taken along, else
// none.
func (s *CrowdSolver) followAnew(pairs []int32, first bool) {
	for _, k := range pairs {
		pair, step := &s.Pairs[k], &s.pairSteps[k]
		step.direction = geom.Vec{}
		if first {
			step.direction = step.last
		}
		step.last = pair.Jt
		points, steps := s.Points[pair.First:pair.End], s.pointSteps[pair.First:pair.End]
		for i := range steps {
			step := &steps[i]
			step.direction = 0
			if first {
				step.direction = step.last
			}
			step.last = points[i].Jn
		}
	}
}

// Push finds velocities, separate from the motion, that push bodies out of overlap: by impulses along the normals, none
// of which pulls, such that every point reaches its speed Out at least.
func (s *CrowdSolver) Push(pairs []int32, residual float64, passes int) {
	for _, k := range pairs {
		pair := &s.Pairs[k]
		pair.pushes = false
		for i := pair.First; i < pair.End; i++ {
			pair.pushes = pair.pushes || s.Pushes[i].Out > 0
		}
	}
	for pass := 1; pass <= passes; pass++ {
		some := false
		for k := range pairs {
			pair := &s.Pairs[at(pairs, k, pass)]
			a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
			if last := int32(pass - 1); (last > 0 || !pair.pushes) && max(a.pushed, b.pushed) < max(last, 1) {
				continue
			}
			if s.pushPair(pair) > residual {
				some = true
				a.pushed = int32(pass)
				if pair.B > 0 {
					b.pushed = int32(pass)
				}
			}
		}
		if !some {
			return
		}
	}
}
