package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// netImpulse is the total of all points on a body: impulse and angular impulse about its centre, and the rounding
// errors of these sums. The impulses on a wedged body can be hundreds of times larger than their sum.
type netImpulse struct {
	j, l, lostJ, lostL geom.Vec
}

func (n *netImpulse) add(r, j geom.Vec) {
	n.j, n.lostJ = geom.AddVecTo(n.j, j, n.lostJ)
	n.l, n.lostL = geom.AddVecTo(n.l, r.Cross(j), n.lostL)
}

// addUp sets the net impulses of the bodies.
func (s *ImpactSolver) addUp(bodies []ImpactBody) {
	s.net = s.net[:0]
	for range bodies {
		s.net = append(s.net, netImpulse{})
	}
	for i := range s.rows {
		r := &s.rows[i]
		j := r.frame.ApplyT(r.p)
		if r.a >= 0 {
			s.net[r.a].add(r.rA, j.Neg())
		}
		if r.b >= 0 {
			s.net[r.b].add(r.rB, j)
		}
	}
	for i := range s.net {
		n := &s.net[i]
		n.j, n.l = n.j.Add(n.lostJ), n.l.Add(n.lostL)
	}
}

// bodyTolerance is the gain of kinetic energy that counts as rounding, relative to the sum of the sizes of its terms in
// the bodies' own motion. These sizes are below 8 times the energy before the impact: |Σ P·v| <= 2 sqrt(E C), C <= 4 E,
// with C the energy that the impulses would give bodies at rest. So no impact gains more than 1e-12 of the energy.
const bodyTolerance = 1e-13

// removeGain scales the impulses down if the bodies would gain energy by them. The limit of restitution is found from
// the velocities of the points. Their rounding is relative to the effect of each impulse, which in wedged bodies is
// hundreds of times the effect of all of them together; that of the bodies' own motion is not. With the impulses
// multiplied by f the change of energy is f B + f² C: zero at f = -B/C, which differs from 1 by rounding. The gain is
// computed, so that an impact without any is not changed.
func (s *ImpactSolver) removeGain(bodies []ImpactBody) {
	if len(s.joints.list) > 0 || len(s.rows) < 2 {
		return
	}
	s.addUp(bodies)
	work, spent, size := 0.0, 0.0, 0.0
	for i := range bodies {
		b, n := &bodies[i], &s.net[i]
		p, q := n.j.Dot(b.V), n.l.Dot(b.W)
		c := float64(0.5*float64(b.InvMass*n.j.LenSq())) + float64(0.5*n.l.Dot(b.InvInertia.Apply(n.l)))
		work += p + q
		spent += c
		size += math.Abs(p) + math.Abs(q) + c
	}
	// A driven body adds or removes energy as well; it counts as at rest.
	for i := range s.rows {
		r := &s.rows[i]
		if d := r.frame.ApplyT(r.p).Dot(r.driven); d != 0 {
			work += d
			size += math.Abs(d)
		}
	}
	if !(work+spent > float64(bodyTolerance*size)) {
		return
	}
	f := math.Max(0, -work/spent)
	for i := range s.rows {
		s.rows[i].p = s.rows[i].p.Scale(f)
	}
	s.velocities()
}

// apply writes the impulses to the points and the velocities to the bodies.
func (s *ImpactSolver) apply(bodies []ImpactBody, points []ImpactPoint) {
	for i := range s.rows {
		r := &s.rows[i]
		j := r.frame.ApplyT(r.p)
		share := geom.Vec{}.Sub(j.Scale(1 / float64(1+r.last-r.first)))
		for _, k := range s.order[r.first : r.last+1] {
			if points[k].A == s.oriented[k].A {
				points[k].Impulse = share
			} else {
				points[k].Impulse = share.Neg()
			}
		}
	}
	s.addUp(bodies)
	for i := range bodies {
		n := &s.net[i]
		bodies[i].V = bodies[i].V.AddScaled(n.j, bodies[i].InvMass)
		bodies[i].W = bodies[i].W.Add(bodies[i].InvInertia.Apply(n.l))
	}
	s.closeJoints(bodies)
}

// receive gives the body an impulse j at X + r.
func (b *ImpactBody) receive(r, j geom.Vec) {
	b.V = b.V.AddScaled(j, b.InvMass)
	b.W = b.W.Add(b.InvInertia.Apply(r.Cross(j)))
}
