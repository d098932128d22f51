package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// Points rebound when they are relaxed, each at its own speed (Newton). Where this would give the bodies of an island
// energy, as it can with friction, or where several rebounds of a body contradict each other (of one that jams in a
// hole, what meets them all may take any energy), all of its rebounds are damped.

// ReboundDamping is the factors on all rebounds of an island, one after the other as long as it would gain energy: little
// at first, because without loss what the passes leave may be a gain; none at last.
var ReboundDamping = [...]float64{0.99, 0.9, 0.5, 0.5, 0}

// ReboundRounding is the share of its energy that an island with rebounds may gain: the rounding of states takes or gives
// some 1e-10.
const ReboundRounding = 1e-9

// rebound solves as Relax does, with rebounds that give no energy. Each try starts from the state before.
func (s *ContactSolver) rebound(set *ContactSettings) (passes int, converged bool) {
	most := s.energy0 + s.givenByDampers()
	if len(s.Tyres) > 0 { // engines may have driven them in the substep
		most = max(most, s.energy())
	}
	most = float64(most * (1 + ReboundRounding))
	s.kept.take(s)
	for try := 0; ; try++ {
		n, ok := s.iterate(set, (*ContactPoint).relaxed)
		passes += n
		if try == len(ReboundDamping) || s.energy() <= most {
			return passes, ok || s.Early && s.energy() <= most
		}
		s.kept.giveBack(s)
		for i := range s.Points {
			s.Points[i].Rebound = float64(ReboundDamping[try] * s.Points[i].Rebound)
		}
	}
}

// rebounds reports whether a point is to have a separating speed.
func (s *ContactSolver) rebounds() bool {
	for i := range s.Points {
		if s.Points[i].Rebound > 0 {
			return true
		}
	}
	return false
}

// driven reports whether a body moves that impulses do not move.
func (s *ContactSolver) driven() bool {
	for i := range s.Bodies {
		if b := &s.Bodies[i]; !(b.InvMass > 0) && (b.V != geom.Vec{} || b.W != geom.Vec{}) {
			return true
		}
	}
	return false
}

// drives reports whether a point or a joint holds a body that moves and that impulses do not move.
func (s *ContactSolver) drives() bool {
	driven := func(i int32) bool {
		return i >= 0 && !(s.Bodies[i].InvMass > 0) && (s.Bodies[i].V != geom.Vec{} || s.Bodies[i].W != geom.Vec{})
	}
	for i := range s.Points {
		if p := &s.Points[i]; driven(p.A) || driven(p.B) {
			return true
		}
	}
	for i := range s.Joints {
		if j := &s.Joints[i]; driven(j.A) || driven(j.B) {
			return true
		}
	}
	return false
}

// energyAtStart returns the kinetic energy of the bodies before contacts act: at the start of the substep, or with what
// forces give them, if that is more [J].
func (s *ContactSolver) energyAtStart() float64 {
	sum := 0.0
	for i := range s.Bodies {
		b := &s.Bodies[i]
		sum += max(b.energy(b.V0, b.W0), b.energy(b.V, b.W))
	}
	return sum
}

// mostGain is the factor on the energy of an island with joints from which on it counts as a gain. Other substeps of chains
// that crash gain less than a thousandth of that.
const mostGain = 1.01

// Gains reports whether the bodies of Solve, held by joints, have more energy than they had before contacts acted, than
// points have given by pushing out, and dampers, and than they have at a speed v (m/s) by which joints are closed. Contacts and joints give
// none else, but over a substep in which levers and normals turn too far, as where links are jammed. It does not look at
// islands with tyres, or that driven bodies touch, which may give more.
func (s *ContactSolver) Gains(v float64) bool {
	if len(s.Joints) == 0 || len(s.Tyres) > 0 || s.drives() {
		return false
	}
	most := float64(mostGain*s.energy0) + s.givenByDampers()
	for i := range s.Points {
		if p := &s.Points[i]; p.goal > 0 {
			most += float64(0.5 * p.Jn * p.goal)
		}
	}
	for i := range s.Bodies {
		if b := &s.Bodies[i]; b.InvMass > 0 {
			most += float64(v*v) / b.InvMass
		}
	}
	return s.energy() > most
}

// energy returns the kinetic energy of the bodies [J].
func (s *ContactSolver) energy() float64 {
	sum := 0.0
	for i := range s.Bodies {
		b := &s.Bodies[i]
		sum += b.energy(b.V, b.W)
	}
	return sum
}

// energy returns the kinetic energy of a body at a velocity and an angular velocity, zero of one that impulses do not
// move [J].
func (b *ContactBody) energy(v, w geom.Vec) float64 {
	if !(b.InvMass > 0) {
		return 0
	}
	l, _ := b.InvInertia.Solve(w)
	return float64(0.5 * (v.LenSq()/b.InvMass + w.Dot(l)))
}

// keptRows is the impulses of the rows of an island and the velocities of its bodies.
type keptRows struct {
	v, w          []geom.Vec
	points        []geom.Vec // along N, T1 and T2
	tyres         [][2]float64
	joints, turns []geom.Vec
	jointTurns    []geom.Vec
}

// take keeps those of a solver.
func (k *keptRows) take(s *ContactSolver) {
	k.v, k.w, k.points = k.v[:0], k.w[:0], k.points[:0]
	k.tyres, k.joints, k.turns, k.jointTurns = k.tyres[:0], k.joints[:0], k.turns[:0], k.jointTurns[:0]
	for i := range s.Bodies {
		k.v, k.w = append(k.v, s.Bodies[i].V), append(k.w, s.Bodies[i].W)
	}
	for i := range s.Points {
		k.points = append(k.points, s.Points[i].impulses())
	}
	for i := range s.Tyres {
		k.tyres = append(k.tyres, s.Tyres[i].J)
	}
	for i := range s.Joints {
		k.joints = append(k.joints, s.Joints[i].J)
	}
	for i := range s.Turns {
		k.turns = append(k.turns, s.Turns[i].J)
	}
	for i := range s.JointTurns {
		k.jointTurns = append(k.jointTurns, s.JointTurns[i].J)
	}
}

// giveBack gives a solver what was taken of it.
func (k *keptRows) giveBack(s *ContactSolver) {
	for i := range s.Bodies {
		s.Bodies[i].V, s.Bodies[i].W = k.v[i], k.w[i]
	}
	for i := range s.Points {
		j := k.points[i]
		s.Points[i].Jn, s.Points[i].Jt = j.X, [2]float64{j.Y, j.Z}
	}
	for i := range s.Tyres {
		s.Tyres[i].J = k.tyres[i]
	}
	for i := range s.Joints {
		s.Joints[i].J = k.joints[i]
	}
	for i := range s.Turns {
		s.Turns[i].J = k.turns[i]
	}
	for i := range s.JointTurns {
		s.JointTurns[i].J = k.jointTurns[i]
	}
}
