package response

import (
	"cmp"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// impactRow is one point in its own frame: X along the normal, Y and Z in the tangent plane.
type impactRow struct {
	first, last  int32 // in the order of the points: equal points are one row and share its impulse equally
	pairA, pairB int32
	a, b         int32 // bodies, -1 for the world and for what is immovable
	status       rowStatus
	at           int32 // first unknown in the linear system

	frame  geom.Mat3 // rows N, T1, T2
	rA, rB geom.Vec
	cA, cB geom.Mat3 // rows r × axis
	iA, iB geom.Mat3 // rows I⁻¹ (r × axis)

	e, mu  float64
	target float64 // target normal velocity
	mass   float64 // 3/trace K_ii [kg]
	rho    float64 // impulse for a velocity in the natural map, mass but for trials [kg]
	heavy  float64 // mass of the heavier movable body [kg]
	weight float64 // square root of the mass of the pair, by which impulses are compared [kg^½]

	driven geom.Vec // the part of u0 that bodies have that nothing moves, in world axes
	u0, u  geom.Vec // velocity of B against A before and after
	p      geom.Vec // impulse on B
	// Of a sliding point in the linear system: the direction of friction, and how stiffly it is held.
	dY, dZ, grip float64
}

// validImpact reports whether all input is in range.
func validImpact(bodies []ImpactBody, points []ImpactPoint) bool {
	for i := range bodies {
		b := &bodies[i]
		if !(b.InvMass >= 0 && b.InvMass <= math.MaxFloat64) || !b.InvInertia.IsFinite() ||
			!b.X.IsFinite() || !b.V.IsFinite() || !b.W.IsFinite() {
			return false
		}
	}
	n := int32(len(bodies))
	for i := range points {
		p := &points[i]
		if p.A < -1 || p.A >= n || p.B < -1 || p.B >= n || !p.P.IsFinite() || !(math.Abs(p.N.LenSq()-1) < 1e-6) {
			return false
		}
		if !(p.Restitution >= 0 && p.Restitution <= 1 && p.Friction >= 0 && p.Friction <= math.MaxFloat64) {
			return false
		}
	}
	return true
}

// prepare computes the rows and K. The order of the rows, and the signs of their normals, depend on the positions of
// points and bodies and not on their numbering, so that problems that differ only in the latter have the same solution
// to the last bit.
func (s *ImpactSolver) prepare(bodies []ImpactBody, points []ImpactPoint) {
	s.orient(points)
	s.sort(bodies)
	s.rows = s.rows[:0]
	for k, i := range s.order {
		q := &s.oriented[i]
		if n := len(s.rows); n > 0 && samePoint(q, &s.oriented[s.order[k-1]]) && s.rows[n-1].last == int32(k-1) {
			s.rows[n-1].last = int32(k)
			continue
		}
		r := newRow(bodies, q, s.normal(q))
		r.first, r.last = int32(k), int32(k)
		if r.mass > 0 {
			s.rows = append(s.rows, r)
		}
	}
	n := len(s.rows)
	s.k = s.k[:0]
	for i := range n {
		for j := range n {
			s.k = append(s.k, block(bodies, &s.rows[i], &s.rows[j]))
		}
	}
}

// upward is the direction that the normals of all rows have a positive component along; no normal is likely to be at
// right angles to it.
var upward = geom.Vec{X: 1, Y: 0.7548776662466927, Z: 0.5698402909980532}

// orient fills oriented: the points with normals to the side of upward, A and B exchanged if necessary.
func (s *ImpactSolver) orient(points []ImpactPoint) {
	s.oriented = append(s.oriented[:0], points...)
	for i := range s.oriented {
		if p := &s.oriented[i]; p.N.Dot(upward) < 0 {
			p.A, p.B, p.N = p.B, p.A, p.N.Neg()
		}
	}
}

// sort fills order. Few points are sorted, so that insertion is fast enough.
func (s *ImpactSolver) sort(bodies []ImpactBody) {
	s.order = s.order[:0]
	for i := range s.oriented {
		k := len(s.order)
		s.order = append(s.order, int32(i))
		for ; k > 0 && comparePoints(bodies, &s.oriented[i], &s.oriented[s.order[k-1]]) < 0; k-- {
			s.order[k] = s.order[k-1]
		}
		s.order[k] = int32(i)
	}
}

// comparePoints orders points by place, normal, coefficients and bodies. Points equal in all of them are
// interchangeable.
func comparePoints(bodies []ImpactBody, a, b *ImpactPoint) int {
	return cmp.Or(compareVec(a.P, b.P), compareVec(a.N, b.N), cmp.Compare(a.Friction, b.Friction),
		cmp.Compare(a.Restitution, b.Restitution), compareBodies(bodies, a.A, b.A), compareBodies(bodies, a.B, b.B))
}

// compareBodies orders bodies by place, velocity and mass, the world before all.
func compareBodies(bodies []ImpactBody, i, j int32) int {
	if i == j || i < 0 || j < 0 {
		return cmp.Compare(min(i, 0), min(j, 0))
	}
	a, b := &bodies[i], &bodies[j]
	return cmp.Or(compareVec(a.X, b.X), compareVec(a.V, b.V), compareVec(a.W, b.W), cmp.Compare(a.InvMass, b.InvMass))
}

func compareVec(a, b geom.Vec) int {
	return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y), cmp.Compare(a.Z, b.Z))
}

// samePoint reports whether two points are one.
func samePoint(a, b *ImpactPoint) bool {
	return a.A == b.A && a.B == b.B && a.P == b.P && a.N == b.N && a.Restitution == b.Restitution && a.Friction == b.Friction
}

// sameNormal is the largest component of the difference of two normals of a pair of bodies that count as one. Normals
// of flush triangles differ by rounding; as different normals they would prevent the points of one rigid face from
// sticking together.
const sameNormal = 1e-9

// normal returns the normal of a point as a unit vector: that of an earlier row of the same pair where they are the
// same.
func (s *ImpactSolver) normal(p *ImpactPoint) geom.Vec {
	n := p.N.Normalize()
	for i := range s.rows {
		r := &s.rows[i]
		if r.pairA == p.A && r.pairB == p.B && r.frame.X.Sub(n).MaxAbs() < sameNormal {
			return r.frame.X
		}
	}
	return n
}

// newRow returns the row of a point with the normal n; its mass is 0 where the point's bodies cannot move along the
// normal.
func newRow(bodies []ImpactBody, p *ImpactPoint, n geom.Vec) impactRow {
	t := n.Perpendicular()
	r := impactRow{
		pairA: p.A, pairB: p.B, a: movable(bodies, p.A), b: movable(bodies, p.B),
		frame: geom.Mat3{X: n, Y: t, Z: n.Cross(t)}, e: p.Restitution, mu: p.Friction,
	}
	var u geom.Vec
	inverse, least := 0.0, math.Inf(1) // sum and least of the inverse masses
	if r.a >= 0 {
		b := &bodies[r.a]
		r.rA = p.P.Sub(b.X)
		r.cA, r.iA = arms(b, r.rA, &r.frame)
		u = u.Sub(b.V.Add(b.W.Cross(r.rA)))
		inverse += b.InvMass
		if b.InvMass > 0 {
			least = math.Min(least, b.InvMass)
		}
	}
	if r.b >= 0 {
		b := &bodies[r.b]
		r.rB = p.P.Sub(b.X)
		r.cB, r.iB = arms(b, r.rB, &r.frame)
		u = u.Add(b.V.Add(b.W.Cross(r.rB)))
		inverse += b.InvMass
		if b.InvMass > 0 {
			least = math.Min(least, b.InvMass)
		}
	}
	// What nothing moves may move by itself.
	if p.A >= 0 && r.a < 0 {
		b := &bodies[p.A]
		r.driven = r.driven.Sub(b.V.Add(b.W.Cross(p.P.Sub(b.X))))
	}
	if p.B >= 0 && r.b < 0 {
		b := &bodies[p.B]
		r.driven = r.driven.Add(b.V.Add(b.W.Cross(p.P.Sub(b.X))))
	}
	r.u0 = r.frame.Apply(u.Add(r.driven))
	k := block(bodies, &r, &r)
	trace := k.X.X + k.Y.Y + k.Z.Z
	if r.a == r.b || !(k.X.X > float64(1e-14*trace)) || !(trace <= math.MaxFloat64) {
		return r
	}
	r.mass = 3 / trace
	r.rho = r.mass
	r.weight, r.heavy = math.Sqrt(r.mass), r.mass
	if inverse > 0 {
		r.weight = math.Sqrt(1 / inverse)
		r.heavy = 1 / least
	}
	return r
}

// movable returns -1 for what nothing moves, else i.
func movable(bodies []ImpactBody, i int32) int32 {
	if i < 0 || (bodies[i].InvMass == 0 && bodies[i].InvInertia == geom.Mat3{}) {
		return -1
	}
	return i
}

// arms returns r × axis and I⁻¹ (r × axis) for the axes of a frame.
func arms(b *ImpactBody, r geom.Vec, f *geom.Mat3) (c, i geom.Mat3) {
	c = geom.Mat3{X: r.Cross(f.X), Y: r.Cross(f.Y), Z: r.Cross(f.Z)}
	i = geom.Mat3{X: b.InvInertia.Apply(c.X), Y: b.InvInertia.Apply(c.Y), Z: b.InvInertia.Apply(c.Z)}
	return c, i
}

// block returns the block of K that takes an impulse at row j to a velocity at row i.
func block(bodies []ImpactBody, i, j *impactRow) geom.Mat3 {
	var k geom.Mat3
	if i.a >= 0 && i.a == j.a {
		addBlock(&k, bodies[i.a].InvMass, 1, i, j, &i.cA, &j.iA)
	}
	if i.b >= 0 && i.b == j.b {
		addBlock(&k, bodies[i.b].InvMass, 1, i, j, &i.cB, &j.iB)
	}
	if i.a >= 0 && i.a == j.b {
		addBlock(&k, bodies[i.a].InvMass, -1, i, j, &i.cA, &j.iB)
	}
	if i.b >= 0 && i.b == j.a {
		addBlock(&k, bodies[i.b].InvMass, -1, i, j, &i.cB, &j.iA)
	}
	return k
}

func addBlock(k *geom.Mat3, invMass, sign float64, i, j *impactRow, c, inv *geom.Mat3) {
	line := func(axis, arm geom.Vec) geom.Vec {
		return j.frame.Apply(axis).Scale(invMass).Add(inv.Apply(arm)).Scale(sign)
	}
	k.X = k.X.Add(line(i.frame.X, c.X))
	k.Y = k.Y.Add(line(i.frame.Y, c.Y))
	k.Z = k.Z.Add(line(i.frame.Z, c.Z))
}

// velocities sets u = u⁻ + K p (+ epsilon p/mass, see descend) of all rows and returns the largest term of these sums:
// what rounding is relative to.
func (s *ImpactSolver) velocities() float64 {
	n := len(s.rows)
	largest := 0.0
	for i := range s.rows {
		r := &s.rows[i]
		r.u = r.u0
		size := r.u0.MaxAbs()
		for j := range s.rows {
			p := s.rows[j].p
			if p == (geom.Vec{}) {
				continue
			}
			d := s.k[i*n+j].Apply(p)
			r.u = r.u.Add(d)
			size += d.MaxAbs()
		}
		if s.epsilon > 0 {
			r.u = r.u.AddScaled(r.p, s.epsilon/float64(r.weight*r.weight))
		}
		if size > largest {
			largest = size
		}
	}
	return largest
}

// miss returns the residual of the laws, relative to the largest velocity in the sums: for each row the distance of its
// impulse from the projection of p - rho (u - target) on the cone, as a velocity (Alart and Curnier's natural map).
func (s *ImpactSolver) miss() float64 {
	scale := s.velocities()
	worst := 0.0
	for i := range s.rows {
		r := &s.rows[i]
		d := float64(r.p.Sub(projectCone(r.ahead(), r.mu)).MaxAbs() / r.rho)
		if !(d <= worst) {
			worst = d
		}
	}
	if worst == 0 {
		return 0
	}
	return worst / scale
}

// ahead returns p - rho (u - target).
func (r *impactRow) ahead() geom.Vec {
	return r.p.AddScaled(geom.Vec{X: r.u.X - r.target, Y: r.u.Y, Z: r.u.Z}, -r.rho)
}

// projectCone returns z with its normal part cut to >= 0 and its tangential part to the disc that belongs to it.
func projectCone(z geom.Vec, mu float64) geom.Vec {
	if !(z.X > 0) {
		return geom.Vec{}
	}
	limit := float64(mu * z.X)
	size := math.Sqrt(float64(z.Y*z.Y) + float64(z.Z*z.Z))
	if size > limit {
		f := limit / size
		z.Y, z.Z = float64(z.Y*f), float64(z.Z*f)
	}
	return z
}

// project brings all impulses into their cones and returns the residual.
func (s *ImpactSolver) project() float64 {
	for i := range s.rows {
		r := &s.rows[i]
		r.p = projectCone(r.p, r.mu)
	}
	return s.miss()
}
