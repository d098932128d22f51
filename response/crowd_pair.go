package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The points of a pair share a normal and a plane. A pass over them therefore needs the twist of B relative to A at one
// place only, and gives both bodies one wrench there. Normal impulses change the normal velocity and the rotation about
// the tangents, friction the tangential velocity and the rotation about the normal: each sees three components of the
// twist.
//
// Friction is that of all points together. It acts at the centre of the normal impulses, is opposed to slip and spin,
// and is bounded by |J|² + (M/r)² <= (mu Jn)², where r is the root mean square distance of the normal impulses from
// their centre (Goyal, Ruina, Papadopoulos 1991: an ellipsoid approximates the limit surface of a patch).

// wrench is an impulse on B and its moment about the origin of a pair, both in the frame of the pair: along T1, T2 and N.
type wrench struct{ f, m geom.Vec }

// push adds the normal impulse d at a point.
func (w *wrench) push(p *CrowdPoint, d float64) {
	w.f.Z += d
	w.m.X += float64(p.Y * d)
	w.m.Y -= float64(p.X * d)
}

// wrench returns the wrench of a pair on B.
func (s *CrowdSolver) wrench(pair *CrowdPair) wrench {
	w := wrench{geom.Vec{X: pair.Jt.X, Y: pair.Jt.Y}, geom.Vec{Z: pair.Jt.Z}}
	for i := pair.First; i < pair.End; i++ {
		w.push(&s.Points[i], s.Points[i].Jn)
	}
	return w
}

// Offset returns the position of a point of the pair relative to its origin [m].
func (pair *CrowdPair) Offset(p *CrowdPoint) geom.Vec {
	return pair.T1.Scale(p.X).AddScaled(pair.T2, p.Y)
}

// Wrench returns the impulses of all points of a pair on B, opposite on A: along the normal and along the tangents [N
// s], and the moments of both about the origin of the pair [N m s].
func (s *CrowdSolver) Wrench(pair *CrowdPair) (normal, friction, normalTurn, frictionTurn geom.Vec) {
	w := s.wrench(pair)
	return pair.N.Scale(w.f.Z), pair.T1.Scale(w.f.X).AddScaled(pair.T2, w.f.Y), pair.T1.Scale(w.m.X).AddScaled(pair.T2, w.m.Y), pair.N.Scale(w.m.Z)
}

// give applies a wrench to the bodies of a pair.
func (s *CrowdSolver) give(pair *CrowdPair, w *wrench) {
	a := &s.Bodies[pair.A]
	f := pair.T1.Scale(w.f.X).AddScaled(pair.T2, w.f.Y).AddScaled(pair.N, w.f.Z)
	m := pair.T1.Scale(w.m.X).AddScaled(pair.T2, w.m.Y).AddScaled(pair.N, w.m.Z)
	a.V = a.V.AddScaled(f, -a.InvMass)
	a.W = a.W.Sub(a.InvInertia.Apply(pair.RA.Cross(f).Add(m)))
	if pair.B > 0 {
		b := &s.Bodies[pair.B]
		b.V = b.V.AddScaled(f, b.InvMass)
		b.W = b.W.Add(b.InvInertia.Apply(pair.RB.Cross(f).Add(m)))
	}
}

// Prepare computes the effect of the impulses of a pair: its effective masses.
func (s *CrowdSolver) Prepare(pair *CrowdPair) {
	pair.across, pair.along, pair.both = symmetric{}, symmetric{}, geom.Mat3{}
	pair.respond(&s.Bodies[pair.A], pair.RA)
	if pair.B > 0 {
		pair.respond(&s.Bodies[pair.B], pair.RB)
	}
	k, l := &pair.across, &pair.along
	pair.wide = 0
	for i := pair.First; i < pair.End; i++ {
		p := &s.Points[i]
		x, y := p.X, p.Y
		a := k.apply(geom.Vec{X: 1, Y: y, Z: -x})
		p.massN = a.X + float64(a.Y*y) - float64(a.Z*x)
		first := i - (i-pair.First)%fewPoints
		for m := first; m < i; m++ {
			q := &s.Points[m]
			p.before[m-first] = a.X + float64(a.Y*q.Y) - float64(a.Z*q.X)
		}
		p.invN = 1 / p.massN
		p.sq = float64(x*x) + float64(y*y)
		pair.wide = max(pair.wide, p.sq)
	}
	pair.wide = math.Sqrt(pair.wide)
	pair.massT = max(l.xx, l.yy) + math.Abs(l.xy)
	if pair.End-pair.First == 1 {
		det := 1 / (float64(l.xx*l.yy) - float64(l.xy*l.xy))
		pair.rest = symmetric{xx: float64(l.yy * det), xy: -float64(l.xy * det), yy: float64(l.xx * det)}
		return
	}
	pair.rest = l.inverse()
}

// inverse returns the inverse of a positive definite matrix.
func (m *symmetric) inverse() symmetric {
	a, b, c := float64(m.yy*m.zz)-float64(m.yz*m.yz), float64(m.xz*m.yz)-float64(m.xy*m.zz), float64(m.xy*m.yz)-float64(m.xz*m.yy)
	det := 1 / (float64(m.xx*a) + float64(m.xy*b) + float64(m.xz*c))
	return symmetric{
		xx: float64(a * det), xy: float64(b * det), xz: float64(c * det),
		yy: float64((float64(m.xx*m.zz) - float64(m.xz*m.xz)) * det),
		yz: float64((float64(m.xy*m.xz) - float64(m.xx*m.yz)) * det),
		zz: float64((float64(m.xx*m.yy) - float64(m.xy*m.xy)) * det),
	}
}

// apply returns M v.
func (m *symmetric) apply(v geom.Vec) geom.Vec {
	return geom.Vec{
		X: float64(m.xx*v.X) + float64(m.xy*v.Y) + float64(m.xz*v.Z),
		Y: float64(m.xy*v.X) + float64(m.yy*v.Y) + float64(m.yz*v.Z),
		Z: float64(m.xz*v.X) + float64(m.yz*v.Y) + float64(m.zz*v.Z),
	}
}

// respond adds the response of a body with a lever to wrenches at the origin of the pair.
func (pair *CrowdPair) respond(b *CrowdBody, lever geom.Vec) {
	// The inverse inertia and the lever in the frame of the pair.
	i1, i2, in := b.InvInertia.Apply(pair.T1), b.InvInertia.Apply(pair.T2), b.InvInertia.Apply(pair.N)
	c1 := geom.Vec{X: pair.T1.Dot(i1), Y: pair.T1.Dot(i2), Z: pair.T1.Dot(in)}
	c2 := geom.Vec{X: c1.Y, Y: pair.T2.Dot(i2), Z: pair.T2.Dot(in)}
	cn := geom.Vec{X: c1.Z, Y: c2.Z, Z: pair.N.Dot(in)}
	r1, r2, rn := lever.Dot(pair.T1), lever.Dot(pair.T2), lever.Dot(pair.N)
	// The effect of moments on the velocity: (lever × e)·C for each e.
	m1 := c2.Scale(rn).AddScaled(cn, -r2)
	m2 := cn.Scale(r1).AddScaled(c1, -rn)
	mn := c1.Scale(r2).AddScaled(c2, -r1)
	k, l := &pair.across, &pair.along
	k.xx += b.InvMass + float64(mn.X*r2) - float64(mn.Y*r1)
	k.xy += mn.X
	k.xz += mn.Y
	k.yy += c1.X
	k.yz += c1.Y
	k.zz += c2.Y
	l.xx += b.InvMass + float64(m1.Y*rn) - float64(m1.Z*r2)
	l.xy += float64(m1.Z*r1) - float64(m1.X*rn)
	l.xz += m1.Z
	l.yy += b.InvMass + float64(m2.Z*r1) - float64(m2.X*rn)
	l.yz += m2.Z
	l.zz += cn.Z
	q := geom.Mat3{
		X: geom.Vec{X: float64(m1.X*r2) - float64(m1.Y*r1), Y: m1.X, Z: m1.Y},
		Y: geom.Vec{X: float64(m2.X*r2) - float64(m2.Y*r1), Y: m2.X, Z: m2.Y},
		Z: geom.Vec{X: mn.Z, Y: c1.Z, Z: c2.Z},
	}
	pair.both = pair.both.Add(&q)
}

// toNormal returns the components of a twist of B relative to A at the origin of a pair that normal impulses see: the
// normal speed and the spins about the tangents.
func (pair *CrowdPair) toNormal(u, o geom.Vec) geom.Vec {
	return geom.Vec{X: pair.N.Dot(u), Y: pair.T1.Dot(o), Z: pair.T2.Dot(o)}
}

// larger returns the larger of |x| and the number with the given bits, as bits: those of non-negative numbers are
// ordered like the numbers. The larger one varies at random from point to point, so that a branch would be predicted
// badly.
func larger(bits uint64, x float64) uint64 {
	return max(bits, math.Float64bits(x)&^(1<<63))
}

// solvePair solves the points of a pair once, then its friction, and returns the largest change of a speed. It is most of
// the work of a pass: what it needs is written out, where a call would pass what is in registers through memory.
func (s *CrowdSolver) solvePair(pair *CrowdPair, back bool) float64 {
	points := s.Points[pair.First:pair.End]
	if len(points) == 1 && points[0].sq == 0 {
		return s.solvePoint(pair, &points[0])
	}
	// The velocity of B relative to A at the origin, including half of what forces will add, and the spin.
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	u, o := pair.Drift.Sub(a.V.Add(a.W.Cross(pair.RA))), a.W.Neg()
	if pair.B > 0 {
		u, o = u.Add(b.V.Add(b.W.Cross(pair.RB))), b.W.Add(o)
	}
	t := pair.toNormal(u, o)
	slip := geom.Vec{X: pair.T1.Dot(u), Y: pair.T2.Dot(u), Z: pair.N.Dot(o)}
	var w geom.Vec // what is added: normal impulse, moments about the tangents
	var load patch
	var size uint64 // of the largest change of a normal speed, see larger
	if len(points) == fewPoints {
		w, load, size = solveFour(&points[0], &points[1], &points[2], &points[3], t, back)
	} else {
		w, load, size = pair.solveBlocks(points, t, back)
	}
	if load.jn == 0 && size == 0 && pair.Jt == (geom.Vec{}) {
		return 0
	}
	k := &pair.both
	slip = geom.Vec{
		X: slip.X + float64(k.X.X*w.X) + float64(k.X.Y*w.Y) + float64(k.X.Z*w.Z),
		Y: slip.Y + float64(k.Y.X*w.X) + float64(k.Y.Y*w.Y) + float64(k.Y.Z*w.Z),
		Z: slip.Z + float64(k.Z.X*w.X) + float64(k.Z.Y*w.Y) + float64(k.Z.Z*w.Z),
	}
	jt := pair.grip(slip, load, float64(pair.Friction*bears(load.jn, w.X)))
	d := jt.Sub(pair.Jt)
	pair.Jt = jt
	f := pair.T1.Scale(d.X).AddScaled(pair.T2, d.Y).AddScaled(pair.N, w.X) // as give does
	m := pair.T1.Scale(w.Y).AddScaled(pair.T2, w.Z).AddScaled(pair.N, d.Z)
	a.V = a.V.AddScaled(f, -a.InvMass)
	a.W = a.W.Sub(a.InvInertia.Apply(pair.RA.Cross(f).Add(m)))
	if pair.B > 0 {
		b.V = b.V.AddScaled(f, b.InvMass)
		b.W = b.W.Add(b.InvInertia.Apply(pair.RB.Cross(f).Add(m)))
	}
	slips := float64(frictionShare * (float64((math.Abs(d.X)+math.Abs(d.Y))*pair.massT) + float64(math.Abs(d.Z)*float64(pair.wide*pair.along.zz))))
	return math.Float64frombits(larger(size, slips))
}

// bears returns the part of the normal impulse jn of a pair that bounds friction, of which d is new. Of an increase
// only half counts yet, because friction that changes the normal impulse could oscillate with it.
func bears(jn, d float64) float64 {
	rise := max(int64(math.Float64bits(d)), 0) // the sign varies at random, see larger
	return jn - float64(0.5*math.Float64frombits(uint64(rise)))
}

// solvePoint is solvePair for a pair of one point, its origin.
func (s *CrowdSolver) solvePoint(pair *CrowdPair, p *CrowdPoint) float64 {
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	u := pair.Drift.Sub(a.V.Add(a.W.Cross(pair.RA)))
	if pair.B > 0 {
		u = u.Add(b.V.Add(b.W.Cross(pair.RB)))
	}
	d := float64((p.Target - pair.N.Dot(u)) * p.invN)
	if d < -p.Jn {
		d = -p.Jn
	}
	p.Jn += d
	if p.Jn == 0 && d == 0 && pair.Jt == (geom.Vec{}) {
		return 0
	}
	k := &pair.both
	slip := geom.Vec{X: pair.T1.Dot(u) + float64(k.X.X*d), Y: pair.T2.Dot(u) + float64(k.Y.X*d)}
	jt := pair.gripPoint(slip, p.Jn, float64(pair.Friction*bears(p.Jn, d)))
	dx, dy := jt.X-pair.Jt.X, jt.Y-pair.Jt.Y
	pair.Jt = jt
	f := pair.T1.Scale(dx).AddScaled(pair.T2, dy).AddScaled(pair.N, d)
	a.V = a.V.AddScaled(f, -a.InvMass)
	a.W = a.W.Sub(a.InvInertia.Apply(pair.RA.Cross(f)))
	if pair.B > 0 {
		b.V = b.V.AddScaled(f, b.InvMass)
		b.W = b.W.Add(b.InvInertia.Apply(pair.RB.Cross(f)))
	}
	return max(math.Abs(float64(d*p.massN)), float64(frictionShare*float64((math.Abs(dx)+math.Abs(dy))*pair.massT)))
}

// fewPoints is the size of a block of points that are solved together: one after the other, but with the effect on each
// other's speeds computed in advance, so that little has to wait.
const fewPoints = 4

// solveBlocks solves the points of a pair once, block by block, forth or back; t is the twist that they see. It returns what that
// adds, normal impulse and moments about the tangents; the sums over the normal impulses; and the size of the largest change
// of a normal speed, see larger.
func (pair *CrowdPair) solveBlocks(points []CrowdPoint, t geom.Vec, back bool) (w geom.Vec, load patch, size uint64) {
	last := (len(points) - 1) &^ (fewPoints - 1) // the first point of the last block
	for n := 0; n <= last; n += fewPoints {
		first := n
		if back {
			first = last - n
		}
		var add geom.Vec
		var sum patch
		var most uint64
		var none CrowdPoint // its impulse stays zero
		switch p := points[first:]; len(p) {
		case 1:
			add, sum, most = solveTwo(&p[0], &none, t, back)
		case 2:
			add, sum, most = solveTwo(&p[0], &p[1], t, back)
		case 3:
			add, sum, most = solveFour(&p[0], &p[1], &p[2], &none, t, back)
		default:
			add, sum, most = solveFour(&p[0], &p[1], &p[2], &p[3], t, back)
		}
		had := w
		w, load, size = w.Add(add), load.add(sum), max(size, most)
		if n < last {
			t = t.Add(pair.across.apply(w.Sub(had)))
		}
	}
	return w, load, size
}

// solveFour is solveBlocks for four points; zero points have no constraint. No sum is -0, as if it had begun with 0.
func solveFour(p0, p1, p2, p3 *CrowdPoint, t geom.Vec, back bool) (add geom.Vec, sum patch, size uint64) {
	r0 := p0.Target - t.X + (float64(p0.X*t.Z) - float64(p0.Y*t.Y))
	r1 := p1.Target - t.X + (float64(p1.X*t.Z) - float64(p1.Y*t.Y))
	r2 := p2.Target - t.X + (float64(p2.X*t.Z) - float64(p2.Y*t.Y))
	r3 := p3.Target - t.X + (float64(p3.X*t.Z) - float64(p3.Y*t.Y))
	var d0, d1, d2, d3 float64
	if back {
		d3 = p3.change(r3)
		d2 = p2.change(r2 - float64(p3.before[2]*d3))
		d1 = p1.change(r1 - float64(p3.before[1]*d3) - float64(p2.before[1]*d2))
		d0 = p0.change(r0 - float64(p3.before[0]*d3) - float64(p2.before[0]*d2) - float64(p1.before[0]*d1))
	} else {
		d0 = p0.change(r0)
		d1 = p1.change(r1 - float64(p1.before[0]*d0))
		d2 = p2.change(r2 - float64(p2.before[0]*d0) - float64(p2.before[1]*d1))
		d3 = p3.change(r3 - float64(p3.before[0]*d0) - float64(p3.before[1]*d1) - float64(p3.before[2]*d2))
	}
	j0, j1, j2, j3 := p0.Jn+d0, p1.Jn+d1, p2.Jn+d2, p3.Jn+d3
	p0.Jn, p1.Jn, p2.Jn, p3.Jn = j0, j1, j2, j3
	add = geom.Vec{
		X: 0 + (d0 + d1 + (d2 + d3)),
		Y: 0 + (float64(p0.Y*d0) + float64(p1.Y*d1) + (float64(p2.Y*d2) + float64(p3.Y*d3))),
		Z: 0 - (float64(p0.X*d0) + float64(p1.X*d1) + (float64(p2.X*d2) + float64(p3.X*d3))),
	}
	sum = patch{
		jn: j0 + j1 + (j2 + j3),
		x:  0 + (float64(p0.X*j0) + float64(p1.X*j1) + (float64(p2.X*j2) + float64(p3.X*j3))),
		y:  0 + (float64(p0.Y*j0) + float64(p1.Y*j1) + (float64(p2.Y*j2) + float64(p3.Y*j3))),
		sq: float64(p0.sq*j0) + float64(p1.sq*j1) + (float64(p2.sq*j2) + float64(p3.sq*j3)),
	}
	size = larger(larger(0, float64(d0*p0.massN)), float64(d1*p1.massN))
	return add, sum, larger(larger(size, float64(d2*p2.massN)), float64(d3*p3.massN))
}

// solveTwo is solveBlocks for two points.
func solveTwo(p0, p1 *CrowdPoint, t geom.Vec, back bool) (add geom.Vec, sum patch, size uint64) {
	r0 := p0.Target - t.X + (float64(p0.X*t.Z) - float64(p0.Y*t.Y))
	r1 := p1.Target - t.X + (float64(p1.X*t.Z) - float64(p1.Y*t.Y))
	var d0, d1 float64
	if back {
		d1 = p1.change(r1)
		d0 = p0.change(r0 - float64(p1.before[0]*d1))
	} else {
		d0 = p0.change(r0)
		d1 = p1.change(r1 - float64(p1.before[0]*d0))
	}
	j0, j1 := p0.Jn+d0, p1.Jn+d1
	p0.Jn, p1.Jn = j0, j1
	add = geom.Vec{X: d0 + d1, Y: float64(p0.Y*d0) + float64(p1.Y*d1), Z: 0 - (float64(p0.X*d0) + float64(p1.X*d1))}
	sum = patch{
		jn: j0 + j1,
		x:  float64(p0.X*j0) + float64(p1.X*j1),
		y:  float64(p0.Y*j0) + float64(p1.Y*j1),
		sq: float64(p0.sq*j0) + float64(p1.sq*j1),
	}
	return add, sum, larger(larger(0, float64(d0*p0.massN)), float64(d1*p1.massN))
}

// change returns the change of the normal impulse of a point that raises its normal speed by r, as far as it does not
// pull.
func (p *CrowdPoint) change(r float64) float64 {
	d := float64(r * p.invN)
	if d < -p.Jn {
		d = -p.Jn
	}
	return d
}

// Faint is the normal impulse of a pair below which it has no friction [N s]: the inverse of much smaller numbers is
// infinite.
const Faint = 1e-150

// patch is the sum of the normal impulses of a pair, and the sums of their products with x, y and x² + y².
type patch struct{ jn, x, y, sq float64 }

// add returns the sums over the normal impulses of both.
func (p patch) add(q patch) patch { return patch{p.jn + q.jn, p.x + q.x, p.y + q.y, p.sq + q.sq} }

// grip returns the friction that makes the slip of a pair zero, or, if that exceeds the bound by the normal impulses,
// the result of a step against the slip, projected on the bound. The fixed point is where the slip is opposed to the
// friction.
func (pair *CrowdPair) grip(slip geom.Vec, load patch, limit float64) geom.Vec {
	if load.jn < Faint {
		return geom.Vec{}
	}
	j := pair.Jt.Sub(pair.rest.apply(slip))
	most := float64(limit * limit)
	inv := 1 / load.jn
	x, y := float64(load.x*inv), float64(load.y*inv)
	sq := float64(load.sq*inv) - float64(x*x) - float64(y*y)
	if sq < 0 || pair.End-pair.First == 1 {
		sq = 0
	}
	f := float64(j.X*j.X) + float64(j.Y*j.Y)
	m := j.Z - float64(x*j.Y) + float64(y*j.X)
	if f <= most && float64(f*sq)+float64(m*m) <= float64(most*sq) {
		return j
	}
	return pair.slide(slip, x, y, sq, limit)
}

// gripPoint is grip for a pair of one point with the normal impulse jn.
func (pair *CrowdPair) gripPoint(slip geom.Vec, jn, limit float64) geom.Vec {
	if jn < Faint {
		return geom.Vec{}
	}
	r := &pair.rest
	j := geom.Vec{
		X: pair.Jt.X - (float64(r.xx*slip.X) + float64(r.xy*slip.Y)),
		Y: pair.Jt.Y - (float64(r.xy*slip.X) + float64(r.yy*slip.Y)),
	}
	if float64(j.X*j.X)+float64(j.Y*j.Y) <= float64(limit*limit) {
		return j
	}
	return pair.slide(slip, 0, 0, 0, limit)
}

// slide returns the result of a step against the slip, where x, y is the centre of the normal impulses, and sq the mean
// square of their distance from it.
func (pair *CrowdPair) slide(slip geom.Vec, x, y, sq, limit float64) geom.Vec {
	l := &pair.along
	b1, b2 := l.xz-float64(y*l.zz), l.yz+float64(x*l.zz)
	k1 := l.xx - float64(y*(l.xz+b1))
	k2 := l.yy + float64(x*(l.yz+b2))
	k12 := l.xy - float64(y*l.yz) + float64(x*b1)
	move, turns := max(k1, k2)+math.Abs(k12), float64(sq*l.zz)
	d := float64(0.5 * (move - turns))
	step := 1 / (float64(0.5*(move+turns)) + math.Sqrt(float64(d*d)+float64(sq*(float64(b1*b1)+float64(b2*b2)))))
	j, r := pair.Jt, math.Sqrt(sq)
	turn := 0.0
	if r > 0 { // the moment of an earlier, wider pressure may be too large
		turn = (j.Z - float64(x*j.Y) + float64(y*j.X)) / r
		turn = max(-limit, min(limit, turn)) - float64(step*float64(r*slip.Z))
	}
	j.X -= float64(step * (slip.X - float64(y*slip.Z)))
	j.Y -= float64(step * (slip.Y + float64(x*slip.Z)))
	if size := float64(j.X*j.X) + float64(j.Y*j.Y) + float64(turn*turn); size > float64(limit*limit) {
		f := limit / math.Sqrt(size)
		j.X, j.Y, turn = float64(j.X*f), float64(j.Y*f), float64(turn*f)
	}
	j.Z = float64(r*turn) + float64(x*j.Y) - float64(y*j.X)
	return j
}

// pushPair solves the points of a pair once to push it out, and returns the largest change of a speed.
func (s *CrowdSolver) pushPair(pair *CrowdPair) float64 {
	a, b := &s.Bodies[pair.A], &s.Bodies[pair.B]
	u, o := b.OutV.Add(b.OutW.Cross(pair.RB)).Sub(a.OutV.Add(a.OutW.Cross(pair.RA))), b.OutW.Sub(a.OutW)
	t := pair.toNormal(u, o)
	size := uint64(0) // of the largest change, see larger
	var w geom.Vec    // normal impulse, moments about the tangents
	points, pushes := s.Points[pair.First:pair.End], s.Pushes[pair.First:pair.End]
	for len(points) > 0 {
		var d [fewPoints]float64
		had, n := w, min(fewPoints, len(points))
		for i := range n {
			p, push := &points[i], &pushes[i]
			r := push.Out - t.X - float64(p.Y*t.Y) + float64(p.X*t.Z)
			for k := range min(i, fewPoints-1) {
				r -= float64(p.before[k] * d[k])
			}
			j := max(0, push.shove+float64(r*p.invN))
			di := j - push.shove
			d[i&(fewPoints-1)], push.shove = di, j
			w = geom.Vec{X: w.X + di, Y: w.Y + float64(p.Y*di), Z: w.Z - float64(p.X*di)}
			size = larger(size, float64(di*p.massN))
		}
		if len(points) > fewPoints {
			t = t.Add(pair.across.apply(w.Sub(had)))
		}
		points, pushes = points[n:], pushes[n:]
	}
	if size == 0 {
		return 0
	}
	f, m := pair.N.Scale(w.X), pair.T1.Scale(w.Y).AddScaled(pair.T2, w.Z)
	a.OutV = a.OutV.AddScaled(f, -a.InvMass)
	a.OutW = a.OutW.Sub(a.InvInertia.Apply(pair.RA.Cross(f).Add(m)))
	if pair.B > 0 {
		b.OutV = b.OutV.AddScaled(f, b.InvMass)
		b.OutW = b.OutW.Add(b.InvInertia.Apply(pair.RB.Cross(f).Add(m)))
	}
	return math.Float64frombits(size)
}
