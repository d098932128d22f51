package response

import (
	"github.com/prang-sim/prang/sim/geom"
)

// ContactPoint is one point at which two bodies touch or will soon.
type ContactPoint struct {
	A, B       int32
	P          geom.Vec // [m]
	N          geom.Vec // unit normal from A to B
	Separation float64  // at the start of the substep, negative when penetrating [m]
	Friction   float64
	// Rebound is the separating speed that the point is to have after the substep if it carried an impulse [m/s]. It
	// is zero, except where the approach was too fast to leave out restitution and was not resolved as an impact.
	Rebound float64
	Jn      float64    // normal impulse, >= 0 [N s]; on entry the warm start
	Jt      [2]float64 // friction impulse along T1 and T2; on entry the warm start
	Patch   int32      // one more than the index of the patch of which it is a corner, 0 of none
	// MovesWith is the body with which the place of contact moves: 1 for A, 2 for B, 0 for both by their masses.
	// HalfTravel and Travel are its displacement relative to the centre of that body (or of both, by their masses) over
	// half the substep and over all of it [m].
	MovesWith  int8
	HalfTravel geom.Vec
	Travel     geom.Vec
	// EndN is the unit normal at the end of the substep, where N, that in its middle, turns on the way; zero where it does not.
	EndN geom.Vec

	rA, rB             geom.Vec // levers about the centres in the middle of the substep; after Relax at its end
	frictionAt         geom.Vec // from the end of the lever to where friction acts, in the plane of contact
	r0A, r0B           geom.Vec // levers at its start
	share              float64  // of A's motion in the point's
	drift              geom.Vec // slip at the levers for which the slip at the end of the substep is zero
	before             geom.Vec // impulse on B before Relax
	last               geom.Vec // impulses at the last check of progress
	T1, T2             geom.Vec
	invN               float64 // 1/(n·K n)
	pace               float64 // change of the normal impulse in a pass per normal speed that it lacks
	void               bool    // the substep was cut before the point was reached
	stop               bool    // a stop of a joint: the caller gives levers and normal, see AddStop
	began              float64 // Jn at the start of the solution
	sticks             bool    // at its end, see releaseGrips
	grips              float64 // its friction, while that is left out
	friction           disc
	target             float64 // normal speed required by the biased solve
	goal               float64 // least normal speed required by the passes
	massN              float64 // n·K n
	k1n, k2n           float64 // effect of a normal impulse on the slip, if friction acts at the same place
	invMA, invMB       float64
	anAN, anAT1, anAT2 geom.Vec // I⁻¹ (r × direction)
	anBN, anBT1, anBT2 geom.Vec
}

// moveToEnd moves a point to the end of the substep, with bodies displaced by moved. A sliding point keeps the
// direction of its friction of the middle of the substep, where it is opposed to the slip; it does not turn with the
// motion.
func (p *ContactPoint) moveToEnd(moved []geom.Vec) {
	if p.stop {
		return
	}
	if p.EndN != (geom.Vec{}) {
		p.N = p.EndN
		p.T1 = p.T1.AddScaled(p.N, -p.T1.Dot(p.N)).Normalize()
		p.T2 = p.N.Cross(p.T1)
	}
	p.moveAlong(moved)
	p.rA, p.rB = p.rA.Add(p.Travel), p.rB.Add(p.Travel)
	if p.drift == (geom.Vec{}) {
		back := p.HalfTravel.Sub(p.Travel)
		p.frictionAt = p.frictionAt.Add(back.AddScaled(p.N, -back.Dot(p.N)))
	}
	p.drift = geom.Vec{}
}

// moveAlong moves a point along with its bodies, whose centres are displaced by moved since the start of the substep.
func (p *ContactPoint) moveAlong(moved []geom.Vec) {
	if p.A < 0 || p.B < 0 {
		p.rA, p.rB = p.r0A, p.r0B
		return
	}
	d := moved[p.B].Sub(moved[p.A])
	p.rA = p.r0A.AddScaled(d, 1-p.share)
	p.rB = p.r0B.AddScaled(d, -p.share)
}

func (p *ContactPoint) biased() float64 { return p.target }

// relaxed returns the least normal speed of a point after the substep. A speculative point that was not reached, which
// has no impulse before Relax, has none. One that was reached stays a contact, even if it may return all of its
// impulse.
func (p *ContactPoint) relaxed() float64 {
	if p.void || p.Separation > 0 && p.Jn == 0 {
		return unconstrained
	}
	return p.Rebound
}

// preparePoint computes tangents, levers, effective masses and the required normal speed of a point.
func (s *ContactSolver) preparePoint(p *ContactPoint, x []geom.Vec, h float64, set *ContactSettings) {
	p.T1 = p.N.Perpendicular()
	p.T2 = p.N.Cross(p.T1)
	p.began = p.Jn
	if !p.stop {
		s.placeLevers(p, x, h)
		p.applyTravel(s)
	}
	s.prepareMasses(p)
	un0 := 0.0
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		un0 -= p.N.Dot(b.V0.Add(b.W0.Cross(p.rA)))
	}
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		un0 += p.N.Dot(b.V0.Add(b.W0.Cross(p.rB)))
	}
	// The mean of the normal speeds at both ends, (un0 + un)/2, must not be below the speed that closes the gap.
	mean, closed := 0.0, 0.0
	if s.Quiet {
		closed = float64(QuietClosed * set.Slop)
	}
	switch {
	case p.Separation > float64(closedPerSlop*set.Slop)+closed:
		mean = -(p.Separation - closed) / h
	case p.Separation < -set.Slop:
		mean = float64(set.PushRate * (-p.Separation - set.Slop))
		if mean > set.MaxPush {
			mean = set.MaxPush
		}
	}
	p.target = float64(2*mean) - un0
	if un0 < 0 && -un0 < float64(stillPerResidual*set.Residual) {
		p.target = float64(2 * mean)
	}
	if s.Yields {
		p.target = min(p.target, 0)
		p.Jn, p.Jt = 0, [2]float64{}
	}
}

// placeLevers computes the levers of a point in the middle of the substep, before applyTravel.
func (s *ContactSolver) placeLevers(p *ContactPoint, x []geom.Vec, h float64) {
	p.share = 1
	if p.A >= 0 && p.B >= 0 {
		a, b := &s.Bodies[p.A], &s.Bodies[p.B]
		p.r0A, p.r0B = p.P.Sub(x[p.A]), p.P.Sub(x[p.B])
		// The lever of the lighter body is kept: against a heavy body the contact acts as against the world.
		if sum := a.InvMass + b.InvMass; sum > 0 {
			p.share = a.InvMass / sum
		}
		switch p.MovesWith {
		case 1:
			p.share = 1
		case 2:
			p.share = 0
		}
		d := b.V0.Sub(a.V0).Scale(float64(0.5 * h))
		p.rA = p.r0A.AddScaled(d, 1-p.share)
		p.rB = p.r0B.AddScaled(d, -p.share)
	} else if p.A >= 0 {
		p.r0A = p.P.Sub(x[p.A])
		p.rA = p.r0A
	} else if p.B >= 0 {
		p.r0B = p.P.Sub(x[p.B])
		p.rB = p.r0B
	}
}

// applyTravel moves the levers of a rolling contact to where its point is over the substep. A sticking point acts at
// its mean place, so that the rotation of its body closes no gap, with zero slip at its place at the end. A sliding
// point acts at its place in the middle of the substep, at the radius at which friction resists turning.
func (p *ContactPoint) applyTravel(s *ContactSolver) {
	p.drift = geom.Vec{}
	if p.Travel == (geom.Vec{}) {
		return
	}
	var w, u geom.Vec
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		w, u = b.W0, b.V0.Add(b.W0.Cross(p.r0B))
	}
	if p.A >= 0 {
		a := &s.Bodies[p.A]
		w, u = w.Sub(a.W0), u.Sub(a.V0.Add(a.W0.Cross(p.r0A)))
	}
	slip := u.AddScaled(p.N, -u.Dot(p.N)).Len()
	mean := p.HalfTravel.Scale(2.0/3).AddScaled(p.Travel, 1.0/6)
	drift := p.Travel.Sub(mean).Cross(w)
	run := p.HalfTravel
	if most := drift.Len(); slip < most {
		holds := 1 - slip/most
		run, p.drift = run.Add(mean.Sub(run).Scale(holds)), drift.Scale(holds)
	}
	p.rA, p.rB = p.rA.Add(run), p.rB.Add(run)
}

// arms returns the lever r of a point times the directions of its impulses.
func (p *ContactPoint) arms(r geom.Vec) (n, t1, t2 geom.Vec) {
	t := r.Add(p.frictionAt)
	return r.Cross(p.N), t.Cross(p.T1), t.Cross(p.T2)
}

// prepareMasses computes the effect of a point's impulses on its bodies, from its levers and their inertia.
func (s *ContactSolver) prepareMasses(p *ContactPoint) {
	var kn, k11, k12, k22 float64
	p.k1n, p.k2n = 0, 0
	p.anAN, p.anAT1, p.anAT2 = geom.Vec{}, geom.Vec{}, geom.Vec{}
	p.anBN, p.anBT1, p.anBT2 = geom.Vec{}, geom.Vec{}, geom.Vec{}
	p.invMA, p.invMB = 0, 0
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		p.invMA = b.InvMass
		cn, c1, c2 := p.arms(p.rA)
		p.anAN, p.anAT1, p.anAT2 = b.InvInertia.Apply(cn), b.InvInertia.Apply(c1), b.InvInertia.Apply(c2)
		kn += b.InvMass + cn.Dot(p.anAN)
		p.k1n, p.k2n = p.k1n+c1.Dot(p.anAN), p.k2n+c2.Dot(p.anAN)
		k11 += b.InvMass + c1.Dot(p.anAT1)
		k22 += b.InvMass + c2.Dot(p.anAT2)
		k12 += c1.Dot(p.anAT2)
	}
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		p.invMB = b.InvMass
		cn, c1, c2 := p.arms(p.rB)
		p.anBN, p.anBT1, p.anBT2 = b.InvInertia.Apply(cn), b.InvInertia.Apply(c1), b.InvInertia.Apply(c2)
		kn += b.InvMass + cn.Dot(p.anBN)
		p.k1n, p.k2n = p.k1n+c1.Dot(p.anBN), p.k2n+c2.Dot(p.anBN)
		k11 += b.InvMass + c1.Dot(p.anBT1)
		k22 += b.InvMass + c2.Dot(p.anBT2)
		k12 += c1.Dot(p.anBT2)
	}
	p.invN, p.massN = 0, kn
	p.pace = 0
	if kn > 0 {
		p.invN = 1 / kn
		p.pace = p.invN
		// Friction that changes the normal speed by more than the normal impulse itself would have the passes swing
		// between none and twice the impulse for ever.
		if more := float64(p.Friction * geom.Vec{X: p.k1n, Y: p.k2n}.Len()); more > kn {
			p.pace = 1 / (kn + more)
		}
	}
	p.friction = newDisc(k11, k12, k22)
}

// applyNormal gives the impulse j along N: B along +N, A along -N.
func (s *ContactSolver) applyNormal(p *ContactPoint, j float64) {
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		b.V = b.V.AddScaled(p.N, -float64(j*p.invMA))
		b.W = b.W.AddScaled(p.anAN, -j)
	}
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		b.V = b.V.AddScaled(p.N, float64(j*p.invMB))
		b.W = b.W.AddScaled(p.anBN, j)
	}
}

// applyTangent gives the impulses j1 and j2 along T1 and T2, at the place of friction.
func (s *ContactSolver) applyTangent(p *ContactPoint, j1, j2 float64) {
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		b.V = b.V.AddScaled(p.T1, -float64(j1*p.invMA)).AddScaled(p.T2, -float64(j2*p.invMA))
		b.W = b.W.AddScaled(p.anAT1, -j1).AddScaled(p.anAT2, -j2)
	}
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		b.V = b.V.AddScaled(p.T1, float64(j1*p.invMB)).AddScaled(p.T2, float64(j2*p.invMB))
		b.W = b.W.AddScaled(p.anBT1, j1).AddScaled(p.anBT2, j2)
	}
}

// slip returns the tangential velocity of B's point relative to A's, at the given offset in the plane of contact.
func (s *ContactSolver) slip(p *ContactPoint, off geom.Vec) geom.Vec {
	var u geom.Vec
	if p.B >= 0 {
		b := &s.Bodies[p.B]
		u = b.V.Add(b.W.Cross(p.rB.Add(off)))
	}
	if p.A >= 0 {
		b := &s.Bodies[p.A]
		u = u.Sub(b.V.Add(b.W.Cross(p.rA.Add(off))))
	}
	return u
}

// unconstrained is a normal speed that every point exceeds.
const unconstrained = -1e18

// A mean normal speed of zero mirrors the approach speed that the passes leave, in every substep; a gap of that size is
// closed by a speed that must be removed again. Neither decays, and the passes of each substep would have to find both
// again. So approach speeds up to stillPerResidual times the residual count as none (by default 0.1 mm/s: 0.2 µm in a
// substep, once), and gaps up to closedPerSlop times the slop (0.1 µm) as closed. A separating speed is mirrored
// whatever its size; else the point would be lifted.
const (
	stillPerResidual = 1000
	closedPerSlop    = 0.001
)
