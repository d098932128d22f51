package response

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// newtonKind is what a row of Newton's method stands for, and the directions of its u.
type newtonKind int8

const (
	pointRow     newtonKind = iota // of a contact point: along N, T1 and T2
	tyreRow                        // of a tyre: nothing, along F and G; its body is b, and what it stands on a
	ballRow                        // of a ball joint: along the axes of the world
	turnRow                        // of resistance to turning: angular, about N, T1 and T2 of its point
	jointTurnRow                   // of that of a joint: angular, about the axes of the world
	damperRow                      // of a damper: along it
)

// newtonRow is a contact point, its resistance to turning, a tyre or a ball joint. P is the projection on a half line and the
// disc of friction for a point, on the range of spin friction and the disc of rolling resistance for that to turning, on a disc cut
// to a strip for a tyre, and nothing for a joint, which holds whatever its impulse.
type newtonRow struct {
	kind       newtonKind
	of         int32         // index of the point, tyre, joint or TurnRow
	a, b       int32         // places of its bodies, -1 for none
	ga, gb     [3][6]float64 // effect of y of A and of B on u
	u0, u, du  geom.Vec      // u without impulses, now, and its change by step
	rhoN, rhoT float64
	large      float64  // effect of a tangential impulse on the slip
	limit      float64  // of friction, or of rolling resistance; the most of a damper
	half       float64  // half width of a tyre's strip, or the limit of spin friction; the least of a damper
	short      float64  // the deficit of limit from mu times the normal impulse, or of load from that
	had, p     geom.Vec // impulses on the right, and on the left
	mu, spin   float64
	bearer     int32   // of a turnRow: the row of its point
	load       float64 // and the normal impulse that its limits are of
	drag       float64 // of a jointTurnRow or a damperRow, see JointTurn, DamperRow
	held       geom.Vec
}

// project returns P of q, and the length of the tangential part of q if it exceeds the limit of friction, else 0.
func (r *newtonRow) project(q geom.Vec) (p geom.Vec, beyond float64) {
	switch r.kind {
	case ballRow:
		return q, 0
	case jointTurnRow:
		return r.projectTurn(q)
	case damperRow:
		p, _ = r.projectDamper(q)
		return p, 0
	case tyreRow:
		j := [2]float64{q.Y, q.Z}
		projectStrip(&j, r.limit, r.half)
		return geom.Vec{Y: j[0], Z: j[1]}, 0
	case turnRow:
		p.X = max(-r.half, min(r.half, q.X))
	default:
		p.X = max(0, q.X)
	}
	l2 := float64(q.Y*q.Y) + float64(q.Z*q.Z)
	if l2 <= float64(r.limit*r.limit) {
		p.Y, p.Z = q.Y, q.Z
		return p, 0
	}
	l := math.Sqrt(l2)
	p.Y, p.Z = float64(q.Y*(r.limit/l)), float64(q.Z*(r.limit/l))
	return p, l
}

// derivative returns that of P at q times rho: of the normal part, and of the tangential one.
func (r *newtonRow) derivative(q geom.Vec) (dn, d11, d12, d22 float64) {
	switch r.kind {
	case ballRow:
		return r.rhoN, r.rhoT, 0, r.rhoT
	case tyreRow:
		return r.tyreDerivative(q)
	case damperRow:
		return r.damperDerivative(q), 0, 0, 0
	case turnRow:
		if math.Abs(q.X) < r.half {
			dn = r.rhoN
		}
	default:
		if q.X > 0 {
			dn = r.rhoN
		}
	}
	if _, beyond := r.project(q); beyond > 0 {
		d11, d12, d22 = r.onRim(q, beyond)
		return dn, d11, d12, d22
	}
	return dn, r.rhoT, 0, r.rhoT
}

// onRim returns the derivative of the projection on the disc, from a distance beyond its limit, times rho.
func (r *newtonRow) onRim(q geom.Vec, beyond float64) (d11, d12, d22 float64) {
	e1, e2 := q.Y/beyond, q.Z/beyond
	share := float64(r.rhoT * (r.limit / beyond))
	return float64(share * float64(e2*e2)), -float64(share * float64(e1*e2)), float64(share * float64(e1*e1))
}

// tyreDerivative is derivative for a tyre: on the edge of the strip only the part along G varies, in its corners none.
func (r *newtonRow) tyreDerivative(q geom.Vec) (dn, d11, d12, d22 float64) {
	p, _ := r.project(q)
	l := math.Sqrt(float64(q.Y*q.Y) + float64(q.Z*q.Z))
	switch {
	case p == q:
		return 0, r.rhoT, 0, r.rhoT
	case math.Abs(p.Y) < r.half || r.half >= r.limit:
		d11, d12, d22 = r.onRim(q, l)
		return 0, d11, d12, d22
	case p.Z == q.Z:
		return 0, 0, 0, r.rhoT
	}
	return 0, 0, 0, 0
}

// fillNewton fills the rows, and reports whether there are any. Without joints the tyres stay as they are meanwhile:
// their forces are small beside those that wedge vehicles, so that the passes and Newton's method in turns soon agree.
// A joint is held by the tyres of both of its vehicles, and the passes go to and fro between it and them; and so they do
// between the contacts of a body and the tyres that stand on it.
func (s *ContactSolver) fillNewton() bool {
	w := &s.newton
	w.rows = w.rows[:0]
	clear(w.y)
	for i := range s.Points {
		p := &s.Points[i]
		if p.goal == unconstrained || p.invN == 0 {
			if p.Jn != 0 || p.Jt != [2]float64{} {
				return false
			}
			continue
		}
		r := newtonRow{of: int32(i), a: -1, b: -1, mu: p.Friction, p: p.impulses(), rhoN: newtonRho / p.massN, rhoT: newtonRho / p.friction.large, large: p.friction.large}
		ut := s.slip(p, p.frictionAt).Sub(p.drift)
		r.u = geom.Vec{X: p.N.Dot(s.slip(p, geom.Vec{})) - p.goal, Y: p.T1.Dot(ut), Z: p.T2.Dot(ut)}
		if p.A >= 0 && s.moves(p.A) {
			r.a = w.place[p.A]
			q, grip := &w.roots[r.a], p.rA.Add(p.frictionAt)
			r.ga = [3][6]float64{q.row(p.N, p.rA, -1), q.row(p.T1, grip, -1), q.row(p.T2, grip, -1)}
			addTo(&w.y[r.a], &r.ga, r.p)
		}
		if p.B >= 0 && s.moves(p.B) {
			r.b = w.place[p.B]
			q, grip := &w.roots[r.b], p.rB.Add(p.frictionAt)
			r.gb = [3][6]float64{q.row(p.N, p.rB, 1), q.row(p.T1, grip, 1), q.row(p.T2, grip, 1)}
			addTo(&w.y[r.b], &r.gb, r.p)
		}
		w.rows = append(w.rows, r)
	}
	if !s.fillNewtonTurns() {
		return false
	}
	if len(s.Joints) > 0 || s.tyresJoin() {
		s.fillNewtonTyres()
		s.fillNewtonJoints()
		s.fillNewtonJointTurns()
	}
	s.fillNewtonDampers()
	for i := range w.rows {
		r := &w.rows[i]
		r.u0 = r.u.Sub(w.speeds(r, w.y))
	}
	return len(w.rows) > 0
}

// fillNewtonTurns adds the rows of resistance to turning, after those of the points, which are in the order of Points. It returns
// false if one whose point has none has an impulse.
func (s *ContactSolver) fillNewtonTurns() bool {
	w := &s.newton
	bearer := int32(0)
	for i := range s.Turns {
		t := &s.Turns[i]
		for int(bearer) < len(w.rows) && w.rows[bearer].kind == pointRow && w.rows[bearer].of < t.Point {
			bearer++
		}
		if int(bearer) == len(w.rows) || w.rows[bearer].of != t.Point || w.rows[bearer].kind != pointRow {
			if t.J != (geom.Vec{}) {
				return false
			}
			continue
		}
		p := &s.Points[t.Point]
		r := newtonRow{
			kind: turnRow, of: int32(i), a: w.rows[bearer].a, b: w.rows[bearer].b, bearer: bearer, mu: t.Rolling, spin: t.Spin,
			p: geom.Vec{X: t.J.Z, Y: t.J.X, Z: t.J.Y}, rhoN: float64(newtonRho * t.spin), rhoT: newtonRho / t.rolling.large,
			large: max(float64(t.Rolling*t.rolling.large), t.Spin/t.spin),
		}
		turning := s.turning(p)
		r.u = geom.Vec{X: p.N.Dot(turning), Y: p.T1.Dot(turning), Z: p.T2.Dot(turning)}
		for k, axis := range [3]geom.Vec{p.N, p.T1, p.T2} {
			if r.a >= 0 {
				r.ga[k] = w.roots[r.a].turnRow(axis.Neg())
			}
			if r.b >= 0 {
				r.gb[k] = w.roots[r.b].turnRow(axis)
			}
		}
		if r.a >= 0 {
			addTo(&w.y[r.a], &r.ga, r.p)
		}
		if r.b >= 0 {
			addTo(&w.y[r.b], &r.gb, r.p)
		}
		w.rows = append(w.rows, r)
	}
	return true
}

// tyresJoin reports whether a tyre stands on a body that impulses move.
func (s *ContactSolver) tyresJoin() bool {
	return slices.ContainsFunc(s.Tyres, func(t TyreRow) bool { return t.Ground >= 0 && s.moves(t.Ground) })
}

// fillNewtonTyres adds the rows of the tyres.
func (s *ContactSolver) fillNewtonTyres() {
	w := &s.newton
	for i := range s.Tyres {
		t := &s.Tyres[i]
		if t.Limit == 0 && t.J == [2]float64{} || !s.moves(t.Body) {
			continue
		}
		r := newtonRow{
			kind: tyreRow, of: int32(i), a: -1, b: w.place[t.Body], limit: t.Limit, half: t.Braking,
			p: geom.Vec{Y: t.J[0], Z: t.J[1]}, large: t.friction.large, rhoN: 1, rhoT: newtonRho / t.friction.large,
		}
		u := s.slipAt(t)
		r.u.Y, r.u.Z = t.F.Dot(u), t.G.Dot(u)
		if t.slides { // against the mean of both slips
			r.u.Y, r.u.Z = r.u.Y+t.uf0, r.u.Z+t.ug0
		}
		q := &w.roots[r.b]
		r.gb[1], r.gb[2] = q.row(t.F, t.r, 1), q.row(t.G, t.r, 1)
		addTo(&w.y[r.b], &r.gb, r.p)
		if t.Ground >= 0 && s.moves(t.Ground) {
			r.a = w.place[t.Ground]
			q := &w.roots[r.a]
			r.ga[1], r.ga[2] = q.row(t.F, t.rG, -1), q.row(t.G, t.rG, -1)
			addTo(&w.y[r.a], &r.ga, r.p)
		}
		w.rows = append(w.rows, r)
	}
}

// fillNewtonJoints adds the rows of the joints.
func (s *ContactSolver) fillNewtonJoints() {
	w := &s.newton
	axes := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	for i := range s.Joints {
		j := &s.Joints[i]
		r := newtonRow{kind: ballRow, of: int32(i), a: -1, b: -1, p: j.J, u: s.JointSlip(i).Sub(j.Goal)}
		mass := 0.0
		if j.A >= 0 && s.moves(j.A) {
			r.a = w.place[j.A]
			for k := range axes {
				r.ga[k] = w.roots[r.a].row(axes[k], j.RA, -1)
			}
			mass += sumOfSquares(&r.ga)
			addTo(&w.y[r.a], &r.ga, r.p)
		}
		if j.B >= 0 && s.moves(j.B) {
			r.b = w.place[j.B]
			for k := range axes {
				r.gb[k] = w.roots[r.b].row(axes[k], j.RB, 1)
			}
			mass += sumOfSquares(&r.gb)
			addTo(&w.y[r.b], &r.gb, r.p)
		}
		if !(mass > 0) {
			continue
		}
		r.rhoN = newtonRho / mass
		r.rhoT = r.rhoN
		w.rows = append(w.rows, r)
	}
}

// sumOfSquares returns the trace of g gᵀ: the effect of an impulse on u, over all directions.
func sumOfSquares(g *[3][6]float64) float64 {
	sum := 0.0
	for k := range g {
		for _, x := range g[k] {
			sum += float64(x * x)
		}
	}
	return sum
}

// takeNewton stores the solution in the points, their resistance to turning, tyres and joints.
func (s *ContactSolver) takeNewton() {
	s.conjugate.size = 0 // it follows passes
	for i := range s.newton.rows {
		r := &s.newton.rows[i]
		switch r.kind {
		case tyreRow:
			t := &s.Tyres[r.of]
			s.applyTyre(t, r.p.Y-t.J[0], r.p.Z-t.J[1])
			t.J = [2]float64{r.p.Y, r.p.Z}
			continue
		case ballRow:
			j := &s.Joints[r.of]
			s.applyJoint(j, r.p.Sub(j.J))
			j.J = r.p
			continue
		case jointTurnRow:
			t := &s.JointTurns[r.of]
			s.turn(t.A, t.B, r.p.Sub(t.J))
			t.J = r.p
			continue
		case damperRow:
			d := &s.Dampers[r.of]
			s.applyDamper(d, r.p.X-d.J)
			d.J = r.p.X
			continue
		case turnRow:
			t := &s.Turns[r.of]
			p, j := &s.Points[t.Point], geom.Vec{X: r.p.Y, Y: r.p.Z, Z: r.p.X}
			s.turn(p.A, p.B, p.world(j.Sub(t.J)))
			t.J = j
			continue
		}
		p := &s.Points[r.of]
		s.applyNormal(p, r.p.X-p.Jn)
		s.applyTangent(p, r.p.Y-p.Jt[0], r.p.Z-p.Jt[1])
		p.Jn, p.Jt = r.p.X, [2]float64{r.p.Y, r.p.Z}
	}
}
