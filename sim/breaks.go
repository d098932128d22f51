package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Joints and springs that break. Other engines compare the impulse of a joint in a step with the limit times its length:
// what a joint passes on at once, in no time, then counts as a force that is the larger the shorter the step is. Here
// lasting loads are compared with a limit of force, and impulses of impacts with one of impulse, so that the result
// converges with the step.

// hold says how a joint or a spring holds. It is part of the state.
type hold uint8

const (
	holds    hold = iota
	strained      // the load on the joint in the last step was above its limit
	broken        // it is broken; bodies that it let pass through each other still do
	parted        // it is broken, and they have been apart since
)

// joinBreaks prepares the state of what can break. Worlds in which nothing can have none.
func (w *World) joinBreaks() {
	for k := range w.joints {
		w.breakable = w.breakable || w.joints[k].breakForce > 0 || w.joints[k].breakImpulse > 0
	}
	for k := range w.springs {
		w.breakable = w.breakable || w.springs[k].breakForce > 0
	}
	if w.breakable {
		w.state.holds = make([]hold, len(w.joints)+len(w.springs))
	}
}

// isBroken reports whether a joint is broken.
func (w *World) isBroken(joint int) bool { return w.breakable && w.state.holds[joint] >= broken }

// isTorn reports whether a spring is broken.
func (w *World) isTorn(spring int) bool {
	return w.breakable && w.state.holds[len(w.joints)+spring] >= broken
}

// followBreaks derives from the state what follows from which joints and springs hold.
func (w *World) followBreaks() {
	if !w.breakable {
		return
	}
	for i := range w.bodies {
		w.jointsOf[i], w.bodies[i].hung, w.bodies[i].sprung = w.jointsOf[i][:0], false, false
	}
	for k := range w.joints {
		if w.isBroken(k) {
			continue
		}
		for _, i := range w.joints[k].body {
			if i >= 0 {
				w.jointsOf[i] = append(w.jointsOf[i], int32(k))
			}
		}
	}
	for k := range w.springs {
		if w.isTorn(k) {
			continue
		}
		for _, i := range w.springs[k].body {
			if i >= 0 {
				w.bodies[i].sprung = true
			}
		}
	}
	w.markHung()
	w.markLooped()
	w.addTowed()
	w.countCapable()
	w.ignored.again = w.ignored.again[:0]
	for k := range w.joints {
		j := &w.joints[k]
		if w.state.holds[k] != parted || j.collides || j.body[0] < 0 || j.body[1] < 0 {
			continue
		}
		pair := objectPairOf(j.body[0], j.body[1])
		if _, listed := slices.BinarySearchFunc(w.ignored.listed, pair, compareObjectPairs); !listed && !w.passedByJoint(pair) {
			w.ignored.again = append(w.ignored.again, pair)
		}
	}
}

// passedByJoint reports whether a joint lets a pair of bodies pass through each other.
func (w *World) passedByJoint(pair objectPair) bool {
	for k := range w.joints {
		j := &w.joints[k]
		if !j.collides && w.state.holds[k] != parted && j.body[0] >= 0 && j.body[1] >= 0 && objectPairOf(j.body[0], j.body[1]) == pair {
			return true
		}
	}
	return false
}

// breaks breaks a joint, or the spring that follows all joints at that number.
func (w *World) breaks(k int, by [2]int32) {
	w.state.holds[k] = broken
	if k < len(w.joints) {
		w.state.joints[k] = geom.Vec{}
		for n := range w.joints[k].stops {
			w.state.stops[w.joints[k].stops[n].of] = 0
		}
		if n := w.joints[k].turn; n >= 0 {
			w.state.turns[n] = geom.Vec{}
		}
	}
	for _, i := range by {
		if !w.outside(i) {
			w.state.still[i] = 0
		}
	}
}

// brokeEvent adds the event of what has broken between two bodies, of which -1 stands for the world, with what acted on the
// first: a force [N], or an impulse [N s].
func (w *World) brokeEvent(name string, body [2]int32, t float64, p, force, impulse geom.Vec) {
	e := record.Event{Kind: record.Broke, A: body[0], B: body[1], Time: t, N: force, Impulse: impulse, Detail: name}
	if e.A < 0 { // A is what has a body
		e.A, e.B, e.N, e.Impulse = e.B, -1, geom.Vec{}.Sub(force), geom.Vec{}.Sub(impulse)
	}
	told := w.addEvent(e)
	told.Points = append(told.Points, record.Point{P: p, Impulse: told.Impulse})
}

// breakByForce breaks, at the end of the step, the joints whose mean force was above its limit in this step and in the one
// before it, and the springs whose force was in this step. What meets slower than an impact stops within one step: a force
// that would be larger the shorter the step is, so that a single step of a joint does not count.
func (w *World) breakByForce() {
	if !w.breakable {
		return
	}
	some := false
	for k := range w.joints {
		j, is := &w.joints[k], &w.state.holds[k]
		force := w.lastingImpulses[k].Scale(1 / w.set.Step)
		switch {
		case *is >= broken || j.breakForce == 0:
		case !(force.Len() > j.breakForce):
			*is = holds
		case *is == holds:
			*is = strained
		default:
			_, p := w.jointPlace(j)
			w.breaks(k, j.body)
			w.brokeEvent(j.name, j.body, w.time(), p, geom.Vec{}.Sub(force), geom.Vec{})
			some = true
		}
	}
	for k := range w.springs {
		s, p := &w.springs[k], &w.springForces[k]
		if w.isTorn(k) || s.breakForce == 0 {
			continue
		}
		if force := p.force(); force.Len() > s.breakForce {
			w.breaks(len(w.joints)+k, s.body)
			w.brokeEvent(s.name, s.body, w.time(), w.endOnBody(s), geom.Vec{}.Sub(force), geom.Vec{})
			some = true
		}
	}
	if w.findParted() || some {
		w.followBreaks()
	}
}

// endOnBody returns where the first end of a spring that is on a body is after the step.
func (w *World) endOnBody(s *spring) geom.Vec {
	e := 0
	if s.body[0] < 0 {
		e = 1
	}
	b := &w.state.bodies[s.body[e]]
	return b.X.Add(b.Q.Rotate(s.at[e]))
}

// findParted finds the broken joints whose bodies no longer overlap, by more than a slop apart: from the next step on they
// meet. It reports whether there are any.
func (w *World) findParted() bool {
	some := false
	for k := range w.joints {
		if j := &w.joints[k]; w.state.holds[k] == broken && (j.collides || j.body[0] < 0 || j.body[1] < 0 || !w.overlap(j.body[0], j.body[1], w.set.Slop)) {
			w.state.holds[k], some = parted, true
		}
	}
	return some
}

// overlap reports whether two bodies are nearer to each other than a distance, after the step.
func (w *World) overlap(a, b int32, margin float64) bool {
	l := &w.toucher
	for i := range w.bodies[a].parts {
		p := &w.bodies[a].parts[i]
		x := narrowphase.Convex{Shape: p.Shape, Pose: p.at(&w.state.bodies[a])}
		near := x.Shape.Bounds(x.Pose).Grow(margin)
		for k := range w.bodies[b].parts {
			q := &w.bodies[b].parts[k]
			y := narrowphase.Convex{Shape: q.Shape, Pose: q.at(&w.state.bodies[b])}
			if box := y.Shape.Bounds(y.Pose); near.Overlaps(&box) && narrowphase.Collide(&x, &y, margin, &l.m) {
				return true
			}
		}
	}
	return false
}

// impactBreak is what a joint of an impact problem may pass on, and has passed on.
type impactBreak struct {
	limit  float64  // [N s], +Inf if it does not break
	passed geom.Vec // in the shares of the impact so far, its stops too [N s]
	joint  geom.Vec // by the joint alone [N s]
	broke  bool
}

// impactShares is scratch for impacts in which joints break: the problem before it, and sums over its shares.
type impactShares struct {
	breaks []impactBreak          // of each of impactJoints
	start  []response.ImpactBody  // the bodies before
	end    []response.ImpactBody  // and after the shares so far
	points []geom.Vec             // impulses of the points in them
	joints []response.ImpactJoint // that still hold
	of     []int32                // of each of these, which of impactJoints it is
}

// startShares notes, before an impact problem is solved, what its joints may pass on, and its bodies. It reports whether one
// of the joints can break.
func (w *World) startShares() bool {
	x := &w.shares
	x.breaks = x.breaks[:0]
	if !w.breakable {
		return false
	}
	time, some := 0.0, false
	for n := range w.impactRows {
		if p := &w.pairs[w.impactRows[n].pair]; p.crushes() {
			time = math.Max(time, w.surfaceOf(p).crush)
		}
	}
	for _, k := range w.impactJointIDs {
		j, limit := &w.joints[k], math.Inf(1)
		if j.breakImpulse > 0 {
			limit = j.breakImpulse
		}
		if j.breakForce > 0 && time > 0 {
			limit = math.Min(limit, float64(j.breakForce*time))
		}
		some = some || limit < math.Inf(1)
		x.breaks = append(x.breaks, impactBreak{limit: limit})
	}
	if some {
		x.start = append(x.start[:0], w.impactBodies...)
	}
	return some
}

// breakInImpact lets the joints of a solved impact problem break. All impulses of the impact grow in proportion until a joint
// has passed on all that it can. From there on the rest of the impact is that of the bodies without that joint, from the same
// velocities before, until another joint breaks, or it is over. Each share is the solution of a problem by the laws of impact, so
// that the sum has its impulses within the cones of friction, keeps momentum, adds no energy (which is convex in the impulses), and
// separates the points by at least e times the speed of approach. It has no jump at a limit: a joint that is just about to break
// passes on what it does if it holds. It reports whether bodies are squeezed, as they are before, once what breaks has broken.
func (w *World) breakInImpact(result *response.ImpactResult, options response.ImpactOptions, most float64, squeezed bool) bool {
	x := &w.shares
	x.joints, x.of = append(x.joints[:0], w.impactJoints...), x.of[:0]
	for n := range x.joints {
		x.of = append(x.of, int32(n))
	}
	x.end, x.points = append(x.end[:0], x.start...), x.points[:0]
	for range w.impactPoints {
		x.points = append(x.points, geom.Vec{})
	}
	for left := 1.0; ; {
		share, first := left, -1
		for n := range x.joints {
			b := &x.breaks[x.of[n]]
			if s := shareToLimit(b.passed, w.passedOn(x.of[n], x.joints[n].Impulse), b.limit); s < share {
				share, first = s, n
			}
		}
		x.add(w, share)
		if first < 0 {
			break
		}
		x.breaks[x.of[first]].broke = true
		w.detachStops(x.of[first])
		x.joints, x.of = slices.Delete(x.joints, first, first+1), slices.Delete(x.of, first, first+1)
		left -= share
		copy(w.impactBodies, x.start)
		w.impacts.Join(x.joints)
		next := w.impacts.Solve(w.impactBodies, w.impactPoints, options)
		squeezed, result.Squeezed = next.Squeezed || w.escapes(&next, most), next.Squeezed
		result.EnergyLimited = result.EnergyLimited || next.EnergyLimited
		result.RestitutionFactor = math.Min(result.RestitutionFactor, next.RestitutionFactor)
		if result.Residual = math.Max(result.Residual, next.Residual); next.Status == response.OutOfIterations {
			result.Status = next.Status
		}
	}
	w.attachStops()
	if !slices.ContainsFunc(x.breaks, func(b impactBreak) bool { return b.broke }) {
		return squeezed // and to the last bit what was solved
	}
	copy(w.impactBodies, x.end)
	for n := range w.impactPoints {
		w.impactPoints[n].Impulse = x.points[n]
	}
	for n := range w.impactJoints {
		w.impactJoints[n].Impulse = x.breaks[n].joint
	}
	return squeezed
}

// add adds a share of the current solution to the sums.
func (x *impactShares) add(w *World, share float64) {
	for n := range x.end {
		from, to, sum := &x.start[n], &w.impactBodies[n], &x.end[n]
		sum.V, sum.W = sum.V.AddScaled(to.V.Sub(from.V), share), sum.W.AddScaled(to.W.Sub(from.W), share)
	}
	for n := range x.points {
		x.points[n] = x.points[n].AddScaled(w.impactPoints[n].Impulse, share)
	}
	for n := range x.joints {
		b := &x.breaks[x.of[n]]
		b.joint = b.joint.AddScaled(x.joints[n].Impulse, share)
		b.passed = b.passed.AddScaled(w.passedOn(x.of[n], x.joints[n].Impulse), share)
	}
}

// shareToLimit returns the least s >= 0 at which |p + s j| reaches a limit, +Inf if it does not.
func shareToLimit(p, j geom.Vec, limit float64) float64 {
	a := j.Dot(j)
	if !(a > 0) || math.IsInf(limit, 1) {
		return math.Inf(1)
	}
	b, c := p.Dot(j), float64(limit*limit)-p.Dot(p) // a s² + 2 b s - c = 0
	if !(c > 0) {
		if b > 0 {
			return 0
		}
		c = 0 // rounding: it is at its limit, and is relieved first
	}
	root := math.Sqrt(float64(b*b) + float64(a*c))
	if b > 0 {
		return c / (b + root)
	}
	return (root - b) / a
}

// tellBroken breaks the joints that have broken in an impact at time t of the step, with their events.
func (w *World) tellBroken(t float64) {
	some := false
	for n := range w.shares.breaks {
		if !w.shares.breaks[n].broke {
			continue
		}
		k, q := w.impactJointIDs[n], &w.impactJoints[n]
		j := &w.joints[k]
		w.breaks(int(k), j.body)
		w.brokeEvent(j.name, j.body, w.time()+t, q.P, geom.Vec{}, w.passedOn(int32(n), q.Impulse))
		some = true
	}
	if some {
		w.followBreaks()
	}
}
