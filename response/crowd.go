package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CrowdBody is a body of a crowd at one moment. The first body of a solver stands for the world: nothing moves it, and it is not
// written to, so that what shares nothing but the world may be solved at the same time.
type CrowdBody struct {
	V, W       geom.Vec // [m/s], [rad/s]
	InvMass    float64
	InvInertia geom.Mat3 // world frame
	// OutV and OutW are the velocities at which it is pushed out, which are none of its motion [m/s], [rad/s].
	OutV, OutW geom.Vec
	pushed     int32 // the pass that has last pushed it out by more than the residual
	rough      int32 // the last pass that has changed it by more than what is rough
}

// CrowdPair is the contact points of two bodies: those from First to End of the solver.
type CrowdPair struct {
	A, B       int32
	First, End int32
	Friction   float64
	// Drift is what forces alone will add to the velocity of B relative to A on the mean over the time that follows [m/s].
	Drift geom.Vec

	pushes bool // a point of it is pushed out
}

// CrowdPoint is a point at which two bodies touch, or may within the time that follows.
type CrowdPoint struct {
	N, T1, T2 geom.Vec // unit normal from A to B, and two tangents
	RA, RB    geom.Vec // levers about the centres
	Target    float64  // mean normal speed that is asked for at least, Free for none [m/s]
	Out       float64  // speed at least at which it is pushed out, below zero where it may come nearer [m/s]
	Jn        float64  // normal impulse, >= 0 [N s]; on entry that of the start
	Jt        [2]float64

	massN         float64 // n·K n, and its inverse
	invN          float64
	k1n, k2n      float64 // what a normal impulse does to the slip
	i11, i12, i22 float64 // inverse of K in the plane of contact
	massT, invT   float64 // its larger eigenvalue, and the inverse of that
	shove         float64 // impulse of pushing out [N s]
}

// Free is the target of a point that asks for nothing.
const Free = -1e300

// CrowdSolver finds the impulses at one moment that leave the contacts of a crowd the normal speeds that they ask for, with friction |Jt| <= mu Jn as a
// disc opposed to the slip: the projected Gauss–Seidel method, forth and back in the order of the pairs. It is made for many contacts
// that need not be found to the last digit: what the passes leave open the next moment begins with.
type CrowdSolver struct {
	Bodies []CrowdBody
	Pairs  []CrowdPair
	Points []CrowdPoint

	last, direction []geom.Vec // of each point, see follow
}

// Reset empties the solver but for the world, and keeps its memory.
func (s *CrowdSolver) Reset() {
	s.Bodies, s.Pairs, s.Points = append(s.Bodies[:0], CrowdBody{}), s.Pairs[:0], s.Points[:0]
}

// Resize gives the solver so many bodies, the world among them, pairs and points, for the caller to fill. Those it has stay while there are no more.
func (s *CrowdSolver) Resize(bodies, pairs, points int) {
	s.Bodies, s.Pairs, s.Points = resized(s.Bodies, bodies), resized(s.Pairs, pairs), resized(s.Points, points)
	s.room(points)
}

// room makes room for what Solve notes of so many points.
func (s *CrowdSolver) room(points int) {
	s.last, s.direction = resized(s.last, points), resized(s.direction, points)
}

// resized returns a slice of length n, with what is in list or anything.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}

// Prepare fills what the impulses of the points of a pair do.
func (s *CrowdSolver) Prepare(pair *CrowdPair) {
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	inv := a.InvMass + b.InvMass
	for i := pair.First; i < pair.End; i++ {
		p := &s.Points[i]
		an, bn := p.RA.Cross(p.N), p.RB.Cross(p.N)
		a1, b1 := p.RA.Cross(p.T1), p.RB.Cross(p.T1)
		a2, b2 := p.RA.Cross(p.T2), p.RB.Cross(p.T2)
		ian, ibn := a.InvInertia.Apply(an), b.InvInertia.Apply(bn)
		p.massN = inv + an.Dot(ian) + bn.Dot(ibn)
		p.k1n, p.k2n = a1.Dot(ian)+b1.Dot(ibn), a2.Dot(ian)+b2.Dot(ibn)
		ia1, ib1 := a.InvInertia.Apply(a1), b.InvInertia.Apply(b1)
		k11 := inv + a1.Dot(ia1) + b1.Dot(ib1)
		k12 := a2.Dot(ia1) + b2.Dot(ib1)
		k22 := inv + a2.Dot(a.InvInertia.Apply(a2)) + b2.Dot(b.InvInertia.Apply(b2))
		p.invN = 1 / p.massN
		d, mean := float64(0.5*(k11-k22)), float64(0.5*(k11+k22))
		p.massT = mean + math.Sqrt(float64(d*d)+float64(k12*k12))
		p.invT = 1 / p.massT
		det := 1 / (float64(k11*k22) - float64(k12*k12))
		p.i11, p.i12, p.i22 = float64(k22*det), -float64(k12*det), float64(k11*det)
	}
}

// Start gives the bodies of a pair the impulses that its points have.
func (s *CrowdSolver) Start(pair *CrowdPair) {
	for i := pair.First; i < pair.End; i++ {
		s.Give(pair, i)
	}
}

// Give gives the bodies of a pair the impulse that its point i has.
func (s *CrowdSolver) Give(pair *CrowdPair, i int32) {
	p := &s.Points[i]
	p.apply(&s.Bodies[pair.A], &s.Bodies[pair.B], p.Impulse())
}

// Clear takes the impulses of the points of a pair away, and changes nothing of its bodies.
func (s *CrowdSolver) Clear(pair *CrowdPair) {
	for i := pair.First; i < pair.End; i++ {
		p := &s.Points[i]
		p.Jn, p.Jt = 0, [2]float64{}
	}
}

// Impulse returns what B has received at a point, and A given [N s].
func (p *CrowdPoint) Impulse() geom.Vec {
	return p.N.Scale(p.Jn).AddScaled(p.T1, p.Jt[0]).AddScaled(p.T2, p.Jt[1])
}

func (p *CrowdPoint) apply(a, b *CrowdBody, j geom.Vec) {
	a.V = a.V.AddScaled(j, -a.InvMass)
	a.W = a.W.Sub(a.InvInertia.Apply(p.RA.Cross(j)))
	if b.InvMass > 0 {
		b.V = b.V.AddScaled(j, b.InvMass)
		b.W = b.W.Add(b.InvInertia.Apply(p.RB.Cross(j)))
	}
}

// CrowdTolerances say how far the impulses of a crowd are looked for.
type CrowdTolerances struct {
	// Residual ends the passes where none changes a normal speed by more, or friction a slip by ten times that [m/s].
	Residual float64
	// Rough is what a normal speed may change by at the last pass, where Most allows [m/s].
	Rough  float64
	Passes int // over all pairs, at most
	Most   int // passes at most: those over Passes only where something has changed by more than Rough
}

// Solve repeats passes over the pairs of the given indices until they have changed as little as is asked for, or are as many as may be. After those over all
// pairs come others over those of bodies that the last but one or the last has changed by more than what is rough. Solve
// returns the number of passes and whether the residual was reached.
func (s *CrowdSolver) Solve(pairs []int32, t *CrowdTolerances) (int, bool) {
	size, least, along := 0.0, math.Inf(1), true
	if len(s.last) < len(s.Points) {
		s.room(len(s.Points))
	}
	for _, k := range pairs {
		s.Bodies[s.Pairs[k].A].rough = 0
		if b := s.Pairs[k].B; b > 0 { // the world is of all islands
			s.Bodies[b].rough = 0
		}
	}
	for pass := 1; pass <= t.Passes; pass++ {
		if pass&1 == 1 && along && pass > 1 {
			s.mark(pairs)
		}
		worst := 0.0
		for k := range pairs {
			d := s.visit(pairs, k, pass, t.Rough)
			if d > worst {
				worst = d
			}
		}
		if worst <= t.Residual {
			return pass, true
		}
		if pass&1 == 0 && pass > 2 && pass < t.Passes && along { // what it leads to may pull, and is put right by another pass
			size = s.follow(pairs, size, pass == 4)
			if pass%(2*usefulPairs) == 0 {
				along = size <= float64(0.95*least)
				least = size
			}
		}
	}
	for pass := t.Passes + 1; pass <= t.Most; pass++ {
		rough := false
		for k := range pairs {
			pair := &s.Pairs[at(pairs, k, pass)]
			if last := int32(pass - 1); s.Bodies[pair.A].rough < last && s.Bodies[pair.B].rough < last {
				continue
			}
			rough = s.visit(pairs, k, pass, t.Rough) > t.Rough || rough
		}
		if !rough {
			break
		}
	}
	return t.Passes, false
}

// at returns the pair that comes after k others in a pass, forth or back.
func at(pairs []int32, k, pass int) int32 {
	if pass&1 == 0 {
		k = len(pairs) - 1 - k
	}
	return pairs[k]
}

// visit goes over the points of a pair in a pass, and returns the largest change of a speed.
func (s *CrowdSolver) visit(pairs []int32, k, pass int, rough float64) float64 {
	pair := &s.Pairs[at(pairs, k, pass)]
	d := s.solvePair(pair, pass&1 == 0)
	if d > rough {
		s.Bodies[pair.A].rough = int32(pass)
		if pair.B > 0 {
			s.Bodies[pair.B].rough = int32(pass)
		}
	}
	return d
}

// mark keeps the impulses before a pair of passes.
func (s *CrowdSolver) mark(pairs []int32) {
	for _, k := range pairs {
		for i := s.Pairs[k].First; i < s.Pairs[k].End; i++ {
			p := &s.Points[i]
			s.last[i] = geom.Vec{X: p.Jn, Y: p.Jt[0], Z: p.Jt[1]}
		}
	}
}

// follow goes on along conjugate directions after a pair of passes, as ContactSolver.follow does, and returns the size of what the passes have changed, squared [J];
// before is that of the pair of passes before.
func (s *CrowdSolver) follow(pairs []int32, before float64, first bool) float64 {
	size := 0.0
	for _, k := range pairs {
		for i := s.Pairs[k].First; i < s.Pairs[k].End; i++ {
			p, l := &s.Points[i], &s.last[i]
			*l = geom.Vec{X: p.Jn - l.X, Y: p.Jt[0] - l.Y, Z: p.Jt[1] - l.Z}
			size += float64(float64(l.X*l.X)*p.massN) + float64((float64(l.Y*l.Y)+float64(l.Z*l.Z))*p.massT)
		}
	}
	share := 0.0
	if !first && size <= before && before > 0 {
		share = size / before
	}
	for _, k := range pairs {
		pair := &s.Pairs[k]
		a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
		for i := pair.First; i < pair.End; i++ {
			if share == 0 {
				s.direction[i] = geom.Vec{}
				if first {
					s.direction[i] = s.last[i]
				}
				continue
			}
			d := s.direction[i].Scale(share)
			s.direction[i] = d.Add(s.last[i])
			if d == (geom.Vec{}) {
				continue
			}
			p := &s.Points[i]
			p.Jn += d.X
			p.Jt[0] += d.Y
			p.Jt[1] += d.Z
			p.apply(a, b, p.N.Scale(d.X).AddScaled(p.T1, d.Y).AddScaled(p.T2, d.Z))
		}
	}
	return size
}

// Push finds velocities that push out of each other what asks for it, besides those of the motion: impulses along the normals, none of which pulls, so that
// no point comes nearer than it may.
func (s *CrowdSolver) Push(pairs []int32, residual float64, passes int) {
	for _, k := range pairs {
		pair := &s.Pairs[k]
		pair.pushes = false
		for i := pair.First; i < pair.End; i++ {
			pair.pushes = pair.pushes || s.Points[i].Out > 0
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

// pushPair goes over the points of a pair once to push it out, and returns the largest change of a speed.
func (s *CrowdSolver) pushPair(pair *CrowdPair) float64 {
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	worst := 0.0
	for n := pair.First; n < pair.End; n++ {
		p := &s.Points[n]
		u := p.N.Dot(b.OutV.Add(b.OutW.Cross(p.RB)).Sub(a.OutV.Add(a.OutW.Cross(p.RA))))
		j := p.shove + float64((p.Out-u)*p.invN)
		if j < 0 {
			j = 0
		}
		d := j - p.shove
		if d == 0 {
			continue
		}
		p.shove = j
		if c := math.Abs(float64(d * p.massN)); c > worst {
			worst = c
		}
		q := p.N.Scale(d)
		a.OutV = a.OutV.AddScaled(q, -a.InvMass)
		a.OutW = a.OutW.Sub(a.InvInertia.Apply(p.RA.Cross(q)))
		if pair.B > 0 {
			b.OutV = b.OutV.AddScaled(q, b.InvMass)
			b.OutW = b.OutW.Add(b.InvInertia.Apply(p.RB.Cross(q)))
		}
	}
	return worst
}

// solvePair goes over the points of a pair once and returns the largest change of a speed.
func (s *CrowdSolver) solvePair(pair *CrowdPair, back bool) float64 {
	if pair.B == 0 {
		return s.solveOnWorld(pair, back)
	}
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	va, wa, vb, wb := a.V, a.W, b.V, b.W
	ma, mb := a.InvMass, b.InvMass
	worst := 0.0
	points := s.Points[pair.First:pair.End]
	for k := range points {
		i := k
		if back {
			i = len(points) - 1 - k
		}
		p := &points[i]
		u := vb.Add(wb.Cross(p.RB)).Sub(va.Add(wa.Cross(p.RA))).Add(pair.Drift)
		d := p.push(p.N.Dot(u))
		if p.idle(d) {
			continue
		}
		d1, d2, c := p.grip(p.T1.Dot(u), p.T2.Dot(u), d, pair.Friction)
		if c > worst {
			worst = c
		}
		q := p.N.Scale(d).AddScaled(p.T1, d1).AddScaled(p.T2, d2)
		va, vb = va.AddScaled(q, -ma), vb.AddScaled(q, mb)
		wa, wb = wa.Sub(a.InvInertia.Apply(p.RA.Cross(q))), wb.Add(b.InvInertia.Apply(p.RB.Cross(q)))
	}
	a.V, a.W, b.V, b.W = va, wa, vb, wb
	return worst
}

// solveOnWorld is solvePair for a body on the world.
func (s *CrowdSolver) solveOnWorld(pair *CrowdPair, back bool) float64 {
	a := &s.Bodies[pair.A]
	va, wa, ma := a.V, a.W, a.InvMass
	worst := 0.0
	points := s.Points[pair.First:pair.End]
	for k := range points {
		i := k
		if back {
			i = len(points) - 1 - k
		}
		p := &points[i]
		u := pair.Drift.Sub(va.Add(wa.Cross(p.RA)))
		d := p.push(p.N.Dot(u))
		if p.idle(d) {
			continue
		}
		d1, d2, c := p.grip(p.T1.Dot(u), p.T2.Dot(u), d, pair.Friction)
		if c > worst {
			worst = c
		}
		q := p.N.Scale(d).AddScaled(p.T1, d1).AddScaled(p.T2, d2)
		va, wa = va.AddScaled(q, -ma), wa.Sub(a.InvInertia.Apply(p.RA.Cross(q)))
	}
	a.V, a.W = va, wa
	return worst
}

// push gives a point with the normal speed u the impulse that leaves what is asked for, none that pulls, and returns the change.
func (p *CrowdPoint) push(u float64) float64 {
	j := p.Jn + float64((p.Target-u)*p.invN)
	if j < 0 {
		j = 0
	}
	d := j - p.Jn
	p.Jn = j
	return d
}

// idle reports whether a point whose normal impulse has changed by d has no impulse, nor had one.
func (p *CrowdPoint) idle(d float64) bool {
	return d == 0 && p.Jn == 0 && p.Jt[0] == 0 && p.Jt[1] == 0
}

// grip gives a point with the slip u1, u2 the friction that takes the slip away, or, where that is more than the disc allows, what a step against the slip leads to on
// its rim, and returns the change. There is rest only where the slip is opposed to the friction. dn is a change of the normal impulse that the slip is without; the largest change of
// a speed comes last.
func (p *CrowdPoint) grip(u1, u2, dn, friction float64) (d1, d2, change float64) {
	u1 += float64(p.k1n * dn)
	u2 += float64(p.k2n * dn)
	t1, t2 := p.Jt[0], p.Jt[1]
	j1 := t1 - float64(p.i11*u1) - float64(p.i12*u2)
	j2 := t2 - float64(p.i12*u1) - float64(p.i22*u2)
	limit := float64(friction * p.Jn)
	sq := float64(limit * limit)
	if float64(j1*j1)+float64(j2*j2) > sq {
		j1, j2 = t1-float64(p.invT*u1), t2-float64(p.invT*u2)
		if l := float64(j1*j1) + float64(j2*j2); l > sq {
			f := limit / math.Sqrt(l)
			j1, j2 = float64(j1*f), float64(j2*f)
		}
	}
	p.Jt[0], p.Jt[1] = j1, j2
	d1, d2 = j1-t1, j2-t2
	change = math.Abs(float64(dn * p.massN))
	if c := float64(frictionShare * float64((math.Abs(d1)+math.Abs(d2))*p.massT)); c > change {
		change = c
	}
	return d1, d2, change
}
