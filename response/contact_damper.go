package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// DamperRow is the damper of a spring between points of two bodies: an impulse along N, on B at RB, opposite on A at RA. A force that
// was held over the step, foreseen without contacts, acts besides; the row makes of it what the damper gives with them. With u0 and u
// the speed at which the ends part at the start and the end of the substep,
//
//	J + Held = -Damping (t u + (1-t) u0), within Least and Most
//
// With t = (1+x)/(2+x), and x the change of u that the damping in the substep gives over u, a speed that only damping changes becomes
// u0/(1 + x + x²/2): as with the force held over a step, and with JointTurn, it decays to second order, is stable with any damping,
// and never turns back.
type DamperRow struct {
	A, B        int32
	N           geom.Vec
	RA, RB      geom.Vec // from the centres to where it acts [m]
	Damping     float64  // over the substep [N s²/m]
	Held        float64  // [N s]
	Least, Most float64  // [N s]
	Weak        bool     // it takes little of what its bodies have, so that Newton's method is not begun early for it
	Parts       float64  // speed at which ends that are not among the bodies move away from the others along N [m/s]
	J           float64  // along N on B, A has the opposite [N s]
	// Leg, if its Time is not 0, is the law of the row in place of that above, with Least as minus Held. Damping counts for other rows.
	Leg Leg

	aw, bw geom.Vec // change of angular velocity of A and B by a unit of J
	k      float64  // change of u by a unit of J [1/kg]
	drag   float64  // t Damping
	fixed  float64  // (1-t) Damping u0 + Held
	forced float64  // speed at which the ends on bodies part before rows act [m/s]
	// Speed at which the ends part at the start of the substep, for a leg [m/s].
	atStart float64
}

// noteForced notes the speeds at which forces alone make the ends of dampers part.
func (s *ContactSolver) noteForced() {
	for i := range s.Dampers {
		d := &s.Dampers[i]
		d.forced = s.partingSpeed(d) - d.Parts
	}
}

// givenByDampers returns the energy that the rows of dampers have given to the bodies, zero if they have taken some [J]. What foresaw
// that a damper stops a light body holds back a force that then moves a heavy one; and a driven body pulls by a damper.
func (s *ContactSolver) givenByDampers() float64 {
	sum := 0.0
	for i := range s.Dampers {
		d := &s.Dampers[i]
		sum += float64(float64(0.5*d.J) * (d.forced + s.partingSpeed(d) - d.Parts))
	}
	return max(0, sum)
}

// prepareDampers computes the effects of the rows, how their damping is shared between the start and the end of the substep, and
// initial impulses, from the speeds at the start.
func (s *ContactSolver) prepareDampers() {
	s.firmDampers = false
	if len(s.Dampers) == 0 {
		return
	}
	s.dampersOf.fill(s)
	for i := range s.Dampers {
		d := &s.Dampers[i]
		d.k, s.firmDampers = 0, s.firmDampers || !d.Weak
		if d.A >= 0 {
			a, turn := &s.Bodies[d.A], d.RA.Cross(d.N)
			d.aw = a.InvInertia.Apply(turn).Neg()
			d.k += a.InvMass - turn.Dot(d.aw)
		}
		if d.B >= 0 {
			b, turn := &s.Bodies[d.B], d.RB.Cross(d.N)
			d.bw = b.InvInertia.Apply(turn)
			d.k += b.InvMass + turn.Dot(d.bw)
		}
	}
	for i := range s.Dampers {
		d := &s.Dampers[i]
		u0 := d.partingSpeed(s.velocities(d, true))
		if d.Leg.Time > 0 {
			d.atStart, d.J = u0, 0
			continue
		}
		all := s.dampingWith(d)               // what damps the bodies at other places, too
		x := math.Min(float64(all*d.k), 1e12) // of which 1 + x is as good as x
		d.drag = float64(d.Damping * ((1 + x) / (2 + x)))
		d.fixed = float64(d.Damping*float64(u0/(2+x))) + d.Held
		d.J = d.within(-float64(d.Damping*u0)) - d.Held
		s.applyDamper(d, d.J)
	}
}

// dampersOf lists the rows of each body that moves, in their order.
type dampersOf struct {
	first []int32 // of each body, in rows; one more at the end
	rows  []int32
}

// fill lists those of a solver.
func (o *dampersOf) fill(s *ContactSolver) {
	o.first = resized(o.first, len(s.Bodies)+1)
	clear(o.first)
	for i := range s.Dampers {
		for _, b := range [2]int32{s.Dampers[i].A, s.Dampers[i].B} {
			if b >= 0 && s.moves(b) {
				o.first[b]++
			}
		}
	}
	sum := int32(0)
	for b, n := range o.first {
		sum += n
		o.first[b] = sum
	}
	o.rows = resized(o.rows, int(sum))
	for i := len(s.Dampers) - 1; i >= 0; i-- {
		for _, b := range [2]int32{s.Dampers[i].A, s.Dampers[i].B} {
			if b >= 0 && s.moves(b) {
				o.first[b]--
				o.rows[o.first[b]] = int32(i)
			}
		}
	}
}

// of returns the rows of a body, none of one that does not move.
func (o *dampersOf) of(b int32) []int32 {
	if b < 0 {
		return nil
	}
	return o.rows[o.first[b]:o.first[b+1]]
}

// dampingWith returns the sum of the damping of a row and of all others of its bodies that move, in the order of the rows.
func (s *ContactSolver) dampingWith(d *DamperRow) float64 {
	all := 0.0
	a, b := s.dampersOf.of(d.A), s.dampersOf.of(d.B)
	for len(a)+len(b) > 0 {
		var n int32
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			n, a = a[0], a[1:]
		case len(a) == 0 || b[0] < a[0]:
			n, b = b[0], b[1:]
		default: // between the same bodies
			n, a, b = a[0], a[1:], b[1:]
		}
		all += s.Dampers[n].Damping
	}
	return all
}

// within returns an impulse within the bounds of the row.
func (d *DamperRow) within(j float64) float64 { return math.Max(d.Least, math.Min(j, d.Most)) }

// partingSpeed returns the speed at which the ends of a damper part [m/s].
func (s *ContactSolver) partingSpeed(d *DamperRow) float64 {
	return d.partingSpeed(s.velocities(d, false))
}

// velocities returns those of the ends of a damper on A and B, at the start of the substep or as they are now; zero of what is not among
// the bodies [m/s].
func (s *ContactSolver) velocities(d *DamperRow, atStart bool) (a, b geom.Vec) {
	of := func(i int32, r geom.Vec) geom.Vec {
		if i < 0 {
			return geom.Vec{}
		}
		if p := &s.Bodies[i]; !atStart {
			return p.V.Add(p.W.Cross(r))
		} else {
			return p.V0.Add(p.W0.Cross(r))
		}
	}
	return of(d.A, d.RA), of(d.B, d.RB)
}

// partingSpeed returns the speed at which ends with the velocities a and b part [m/s].
func (d *DamperRow) partingSpeed(a, b geom.Vec) float64 {
	return d.Parts + d.N.Dot(b) - d.N.Dot(a)
}

// applyDamper gives an impulse along a damper.
func (s *ContactSolver) applyDamper(d *DamperRow, j float64) {
	if d.A >= 0 {
		a := &s.Bodies[d.A]
		a.V, a.W = a.V.AddScaled(d.N, -float64(j*a.InvMass)), a.W.AddScaled(d.aw, j)
	}
	if d.B >= 0 {
		b := &s.Bodies[d.B]
		b.V, b.W = b.V.AddScaled(d.N, float64(j*b.InvMass)), b.W.AddScaled(d.bw, j)
	}
}

// solveDampers solves each damper once, and returns the largest change of a parting speed [m/s]. In Relax, where only what served
// positions is taken back, they stay as they are.
func (s *ContactSolver) solveDampers() float64 {
	if s.relaxing {
		return 0
	}
	worst := 0.0
	for i := range s.Dampers {
		d := &s.Dampers[i]
		free := s.partingSpeed(d) - float64(d.k*d.J)
		var j float64
		if d.Leg.Time > 0 {
			j = d.Leg.Solve(d.atStart, free-float64(d.k*d.Held), d.k) - d.Held
		} else {
			j = -(float64(d.drag*free) + d.fixed) / (1 + float64(d.drag*d.k))
			j = d.within(j+d.Held) - d.Held
		}
		if change := j - d.J; change != 0 {
			d.J = j
			s.applyDamper(d, change)
			worst = math.Max(worst, math.Abs(float64(change*d.k)))
		}
	}
	return worst
}

// giveDampers adds the impulses of the rows to the sums DP and DL of the bodies.
func (s *ContactSolver) giveDampers() {
	for i := range s.Dampers {
		d := &s.Dampers[i]
		j := d.N.Scale(d.J)
		if d.A >= 0 {
			s.Bodies[d.A].add(d.RA, j.Neg())
		}
		if d.B >= 0 {
			s.Bodies[d.B].add(d.RB, j)
		}
	}
}

// fillNewtonDampers adds the rows to those of Newton's method.
func (s *ContactSolver) fillNewtonDampers() {
	if s.relaxing {
		return
	}
	w := &s.newton
	for i := range s.Dampers {
		d := &s.Dampers[i]
		if d.Leg.Time > 0 {
			d.legAt(s.partingSpeed(d))
		}
		if !(d.k > 0) || !(d.drag > 0) {
			continue
		}
		r := newtonRow{kind: damperRow, of: int32(i), a: -1, b: -1, p: geom.Vec{X: d.J}, u: geom.Vec{X: s.partingSpeed(d)}, drag: d.drag, held: geom.Vec{X: d.fixed}}
		r.half, r.limit = d.Least-d.Held, d.Most-d.Held
		if d.A >= 0 && s.moves(d.A) {
			r.a = w.place[d.A]
			r.ga[0] = w.roots[r.a].row(d.N, d.RA, -1)
			addTo(&w.y[r.a], &r.ga, r.p)
		}
		if d.B >= 0 && s.moves(d.B) {
			r.b = w.place[d.B]
			r.gb[0] = w.roots[r.b].row(d.N, d.RB, 1)
			addTo(&w.y[r.b], &r.gb, r.p)
		}
		r.rhoN = newtonRho / d.k
		r.rhoT = r.rhoN
		w.rows = append(w.rows, r)
	}
}

// projectDamper is project for a damper: p = P(p - rho u) is its law. It reports whether that is within its bounds.
func (r *newtonRow) projectDamper(q geom.Vec) (p geom.Vec, within bool) {
	k := r.rhoN / r.drag
	j := (q.X - float64(k*r.held.X)) / (1 + k)
	p.X = math.Max(r.half, math.Min(j, r.limit))
	return p, p.X == j
}

// damperDerivative returns that of P at q times rho.
func (r *newtonRow) damperDerivative(q geom.Vec) float64 {
	if _, within := r.projectDamper(q); !within {
		return 0
	}
	return r.rhoN / (1 + r.rhoN/r.drag)
}
