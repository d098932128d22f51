package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Passes over contacts and joints in turn hardly converge where contacts hold links of a chain against each other: a joint
// takes back nearly all that a contact gives, and friction goes to and fro. The impulses of the joints follow from those of
// the contacts, however many links there are, so that such an island is a problem of its contacts alone, with K as joints
// leave it (see impactJoints). It is solved directly for the points that press or approach, once passes have cost as much.
const (
	// linkedAfter is the number of passes before that, if a direct solution costs no more than these; see linkedUnit.
	linkedAfter = 8
	// linkedPoints is the largest number of points to solve for, and linkedMost that of Newton's steps.
	linkedPoints = 64
	linkedMost   = 120
	// linkedCompliant is the largest number of points to soften for a solution where Newton's method alone finds none.
	linkedCompliant = 16
	// linkedRounds is the largest number of solutions, each with the points that the one before has left approaching.
	linkedRounds = 6
	// linkedAgain is the number of units of passes after which it is tried once more if it has failed, linkedNewton the one
	// after which Newton's method over all bodies is. If that fails too, links are jammed: there is no solution in this substep,
	// and its later solutions, at other levers, end if it fails once. So are they if what it finds is not confirmed until
	// linkedLast.
	linkedAgain  = 4
	linkedNewton = 8
	linkedLast   = 16
)

// linked is the scratch memory of solveLinked.
type linked struct {
	twists []linkedTwist // of each body, by an impulse at a row
	chosen []bool        // of each point: it is among the rows
	unit   int           // of passes
	due    int           // the pass after which it is tried next
	large  bool          // the island is too large for one of the direct solutions: only passes show what has none
	jammed bool          // in this substep there was no solution before
}

// linkedTwist is a velocity and an angular velocity.
type linkedTwist struct{ v, w geom.Vec }

// linkable reports whether solveLinked can solve the island: one with joints, without tyres and resistance to turning, of joints
// either, and without driven bodies, whose pressing without room shows in what the passes make of the impulses.
func (s *ContactSolver) linkable() bool {
	return len(s.Joints) > 0 && len(s.Points) > 0 && s.jointsHold && len(s.Tyres)+len(s.Turns)+len(s.JointTurns)+len(s.Dampers) == 0 && !s.driven()
}

// solveLinked solves for the impulses at points and joints that satisfy the laws of all of them, from the current ones,
// and reports whether it found them. A fast try has one run of Newton's method.
func (s *ContactSolver) solveLinked(fast bool) bool {
	l := &s.linked
	l.chosen = resized(l.chosen, len(s.Points))
	clear(l.chosen)
	for round := range linkedRounds {
		if !s.chooseLinked() {
			return round > 0
		}
		if len(s.directOf) > linkedPoints {
			s.linked.large = true
			return false
		}
		if !s.solveChosen(fast) {
			return false
		}
	}
	return true
}

// chooseLinked adds the points that press, or approach, to those to solve for, and reports whether there were any.
func (s *ContactSolver) chooseLinked() bool {
	l, more := &s.linked, false
	s.directOf = s.directOf[:0]
	for i := range s.Points {
		p := &s.Points[i]
		if p.goal == unconstrained || p.invN == 0 {
			continue
		}
		if !l.chosen[i] && (p.Jn > 0 || p.N.Dot(s.slip(p, geom.Vec{})) < p.goal) {
			l.chosen[i], more = true, true
		}
		if l.chosen[i] {
			s.directOf = append(s.directOf, int32(i))
		}
	}
	return more
}

// fillChosen fills the rows of the chosen points, and K, and reports whether there are any.
func (s *ContactSolver) fillChosen() bool {
	d := &s.direct
	d.rows, d.k = d.rows[:0], d.k[:0]
	for _, i := range s.directOf {
		d.rows = append(d.rows, s.directRow(&s.Points[i], s.Points[i].goal))
	}
	n := len(d.rows)
	d.k = resized(d.k, n*n)
	locked := false
	for c := range n {
		free := d.rows[c].mass
		s.linkedColumn(c)
		r, k := &d.rows[c], &d.k[c*n+c]
		if !(k.X.X > float64(lockedPoint/free)) {
			r.mass, locked = 0, true
			continue
		}
		r.mass = 3 / (k.X.X + k.Y.Y + k.Z.Z)
		r.rho, r.heavy = r.mass, max(r.mass, 1/k.X.X)
	}
	if locked {
		kept := 0
		for i := range d.rows {
			if d.rows[i].mass > 0 {
				s.directOf[kept] = s.directOf[i]
				kept++
			}
		}
		s.directOf = s.directOf[:kept]
		d.dropLocked()
		n = kept
	}
	for i := range n {
		r := &d.rows[i]
		for j := range n {
			r.u0 = r.u0.Sub(d.k[i*n+j].Apply(d.rows[j].p))
		}
	}
	d.epsilon = 0
	d.velocities()
	return n > 0
}

// solveChosen solves for the chosen points, and reports whether it found their impulses; else they are unchanged.
func (s *ContactSolver) solveChosen(fast bool) bool {
	if !s.fillChosen() {
		return false
	}
	d := &s.direct
	d.iterations, d.most, d.best, d.squeezed = 0, linkedMost, math.Inf(1), false
	found := d.newton(leastShift, directTolerance) && !d.tight()
	if !found && !fast && len(d.rows) <= linkedCompliant {
		d.clear()
		found = d.solveByCompliance() && !d.tight()
	}
	if found {
		s.takeLinked()
	}
	return found
}

// tight reports whether the impulses exchange so much energy that they mostly press jammed bodies against each other: at
// other levers, at the end of the substep, they would no longer be in balance.
func (s *ImpactSolver) tight() bool {
	_, size := s.exchange()
	return size > float64(wedged*(s.approachEnergy()+s.targetEnergy()))
}

// takeLinked gives the points the impulses of their rows, and the joints those that follow.
func (s *ContactSolver) takeLinked() {
	d := &s.direct
	for i := range d.rows {
		p, r := &s.Points[s.directOf[i]], &d.rows[i]
		s.applyNormal(p, r.p.X-p.Jn)
		s.applyTangent(p, r.p.Y-p.Jt[0], r.p.Z-p.Jt[1])
		p.Jn, p.Jt = r.p.X, [2]float64{r.p.Y, r.p.Z}
	}
	s.solveJoints(0)
}

// linkedColumn fills the column of K of a row: the effect of an impulse there on the velocities at all rows, with that of
// the joints.
func (s *ContactSolver) linkedColumn(c int) {
	d := &s.direct
	n, r := len(d.rows), &d.rows[c]
	for axis := range 3 {
		t := resized(s.linked.twists, len(s.Bodies))
		clear(t)
		s.linked.twists = t
		dir := [3]geom.Vec{r.frame.X, r.frame.Y, r.frame.Z}[axis]
		if r.a >= 0 {
			t[r.a] = linkedTwist{dir.Scale(-s.Bodies[r.a].InvMass), [3]geom.Vec{r.iA.X, r.iA.Y, r.iA.Z}[axis].Neg()}
		}
		if r.b >= 0 {
			t[r.b] = linkedTwist{dir.Scale(s.Bodies[r.b].InvMass), [3]geom.Vec{r.iB.X, r.iB.Y, r.iB.Z}[axis]}
		}
		s.holdTwists()
		for i := range d.rows {
			o := &d.rows[i]
			var u geom.Vec
			if o.b >= 0 {
				u = o.frame.Apply(t[o.b].v).Add(o.cB.Apply(t[o.b].w))
			}
			if o.a >= 0 {
				u = u.Sub(o.frame.Apply(t[o.a].v).Add(o.cA.Apply(t[o.a].w)))
			}
			setColumn(&d.k[i*n+c], axis, u)
		}
	}
}

// holdTwists adds to the bodies' twists what all joints do to them.
func (s *ContactSolver) holdTwists() {
	y, t := &s.joints, s.linked.twists
	for range 2 { // the second removes the rounding of the first
		y.x = y.x[:0]
		for i := range y.rows {
			q := &y.rows[i]
			var u geom.Vec
			if q.a >= 0 {
				u = t[q.a].at(q.rA)
			}
			if q.b >= 0 {
				u = u.Sub(t[q.b].at(q.rB))
			}
			y.x = append(y.x, u)
		}
		if !(y.largest() > 0) {
			break
		}
		y.solve()
		for i := range y.rows {
			q := &y.rows[i]
			if q.a >= 0 {
				t[q.a].receive(&s.Bodies[q.a], q.rA, y.x[i].Neg())
			}
			if q.b >= 0 {
				t[q.b].receive(&s.Bodies[q.b], q.rB, y.x[i])
			}
		}
	}
}

// at returns the velocity of the point at a lever.
func (t *linkedTwist) at(r geom.Vec) geom.Vec { return t.v.Add(t.w.Cross(r)) }

// receive adds the effect of an impulse j at a lever on a body.
func (t *linkedTwist) receive(b *ContactBody, r, j geom.Vec) {
	t.v = t.v.AddScaled(j, b.InvMass)
	t.w = t.w.Add(b.InvInertia.Apply(r.Cross(j)))
}

// The outcomes of a look at an island with joints after a pass.
type linkedOutcome int8

const (
	linkedOpen   linkedOutcome = iota // go on
	linkedSolved                      // go on: the next pass confirms it
	linkedJammed                      // there is no solution
)

// lookLinked tries to solve an island with joints after a pass. Where there is no solution, as where links are jammed by
// friction, more passes only press them harder against each other: what the first of them have left stays. An island that
// is too large to tell goes on.
func (s *ContactSolver) lookLinked(pass int, residual float64) linkedOutcome {
	l := &s.linked
	if pass == linkedAfter {
		l.unit = s.linkedUnit()
		l.due = l.unit
	}
	if pass == linkedNewton*l.unit && !l.large {
		l.large = !s.newtonSolvable() || !s.placeNewton()
	}
	switch {
	case l.large:
		return linkedOpen
	case pass == linkedLast*l.unit:
		l.jammed = true
		return linkedJammed
	case pass == linkedNewton*l.unit:
		if s.solveByNewton(residual) {
			return linkedSolved
		}
		l.jammed = true
		return linkedJammed
	case pass == l.due:
		if s.solveLinked(l.jammed || pass == linkedAgain*l.unit) {
			l.due = pass + linkedAfter
			return linkedSolved
		}
		if l.due = linkedAgain * l.unit; l.jammed && !l.large {
			return linkedJammed
		}
	}
	return linkedOpen
}

// linkedUnit returns the number of passes that cost about as much as a direct solution: K for the points that press, three
// columns each, and a few of Newton's steps.
func (s *ContactSolver) linkedUnit() int {
	n := 0
	for i := range s.Points {
		if s.Points[i].Jn > 0 {
			n++
		}
	}
	return max(linkedAfter, 2*n+n*n*n/(8*(len(s.Points)+len(s.Joints))))
}
