package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// TyreRow is the contact of a tyre with the ground: a friction disc of a given radius, cut to a strip along the rolling
// direction. It acts on the body on wheels, and oppositely on the body that is its ground. Friction of a tyre that
// slides too fast to stop in the substep opposes the mean slip over it, which is second-order accurate; else it opposes
// the slip at the end, which lets the tyre stick.
type TyreRow struct {
	Body    int32
	Ground  int32      // the body it stands on, -1 for the immovable world
	P       geom.Vec   // [m]
	F, G    geom.Vec   // unit vectors along the rolling direction and to its left, at right angles
	Limit   float64    // radius of the disc: friction × load × length of the substep [N s]
	Braking float64    // half width of the strip along F, 0 to Limit [N s]
	J       [2]float64 // impulse along F and G on Body; on entry the warm start

	r        geom.Vec
	rG, r0G  geom.Vec // from the ground's centre: where the impulse acts, and P itself
	travel   geom.Vec // of the contact, carried along by the wheel, relative to the ground's centre in the substep [m]
	before   geom.Vec // impulse before Relax
	uf0, ug0 float64  // slip at the start of the substep [m/s]
	slides   bool     // too fast to stop within the substep: friction opposes the mean slip
	anF, anG geom.Vec
	bnF, bnG geom.Vec // of the ground
	side     float64  // K along G
	friction disc
}

// prepareTyre computes the effective masses and the initial slip of a tyre, with the bodies' centres at x, over a
// substep of length h [s].
func (s *ContactSolver) prepareTyre(t *TyreRow, x []geom.Vec, h float64) {
	b := &s.Bodies[t.Body]
	t.r = t.P.Sub(x[t.Body])
	cf, cg := t.r.Cross(t.F), t.r.Cross(t.G)
	t.anF, t.anG = b.InvInertia.Apply(cf), b.InvInertia.Apply(cg)
	t.side = b.InvMass + cg.Dot(t.anG)
	along, cross := b.InvMass+cf.Dot(t.anF), cf.Dot(t.anG)
	u := b.V0.Add(b.W0.Cross(t.r))
	if t.Ground >= 0 {
		g := &s.Bodies[t.Ground]
		t.r0G = t.P.Sub(x[t.Ground])
		t.travel = b.V0.Sub(g.V0).Scale(h)
		t.rG = t.r0G.AddScaled(t.travel, 0.5)
		a, c, d := s.prepareGround(t)
		along, cross, t.side = along+a, cross+c, t.side+d
		u = u.Sub(g.V0.Add(g.W0.Cross(t.rG)))
	}
	t.friction = newDisc(along, cross, t.side)
	t.uf0, t.ug0 = t.F.Dot(u), t.G.Dot(u)
	change := float64(4 * float64(t.Limit*t.friction.large))
	t.slides = float64(t.uf0*t.uf0)+float64(t.ug0*t.ug0) > float64(change*change)
	if t.Braking < t.Limit {
		// It rolls, free or braked, and may stick to the side however fast it is: opposed to the mean slip, that would
		// change its sign in each substep.
		t.slides = math.Abs(t.ug0) > change
	}
	if t.slides {
		// By the mean slip (u0 + u)/2 an impulse changes half of what it changes the slip at the end.
		t.side = float64(0.5 * t.side)
		t.friction.large, t.friction.small = float64(0.5*t.friction.large), float64(0.5*t.friction.small)
	}
}

// prepareGround computes what impulses at a tyre do to the body it stands on, and returns what that adds to the effective
// masses along F, of F and G together, and along G.
func (s *ContactSolver) prepareGround(t *TyreRow) (along, cross, side float64) {
	g := &s.Bodies[t.Ground]
	cf, cg := t.rG.Cross(t.F), t.rG.Cross(t.G)
	t.bnF, t.bnG = g.InvInertia.Apply(cf), g.InvInertia.Apply(cg)
	return g.InvMass + cf.Dot(t.bnF), cf.Dot(t.bnG), g.InvMass + cg.Dot(t.bnG)
}

// moveTyreToEnd moves the impulse of a tyre on the body it stands on to where the tyre is at the end of the substep,
// when the bodies' centres have moved by moved.
func (s *ContactSolver) moveTyreToEnd(t *TyreRow, moved []geom.Vec) {
	if t.Ground >= 0 {
		t.rG = t.r0G.Add(moved[t.Body]).Sub(moved[t.Ground])
		s.prepareGround(t)
	}
}

// slipAt returns the velocity of the body at a tyre's contact relative to what it stands on.
func (s *ContactSolver) slipAt(t *TyreRow) geom.Vec {
	b := &s.Bodies[t.Body]
	u := b.V.Add(b.W.Cross(t.r))
	if t.Ground >= 0 {
		g := &s.Bodies[t.Ground]
		u = u.Sub(g.V.Add(g.W.Cross(t.rG)))
	}
	return u
}

// projectStrip moves j to the nearest point of the disc of radius limit cut to |j0| <= half.
func projectStrip(j *[2]float64, limit, half float64) {
	if half > limit {
		half = limit
	}
	d := *j
	clampDisc(&d, limit)
	if math.Abs(d[0]) <= half {
		*j = d
		return
	}
	// The nearest point lies on the strip's edge, within the chord that the disc leaves of it.
	e := [2]float64{math.Copysign(half, j[0]), j[1]}
	g := math.Sqrt(float64(limit*limit) - float64(half*half))
	if math.Abs(e[1]) > g {
		e[1] = math.Copysign(g, j[1])
	}
	*j = e
}

// applyTyre gives the impulses jf and jg along F and G.
func (s *ContactSolver) applyTyre(t *TyreRow, jf, jg float64) {
	b := &s.Bodies[t.Body]
	b.V = b.V.AddScaled(t.F, float64(jf*b.InvMass)).AddScaled(t.G, float64(jg*b.InvMass))
	b.W = b.W.AddScaled(t.anF, jf).AddScaled(t.anG, jg)
	if t.Ground >= 0 {
		g := &s.Bodies[t.Ground]
		g.V = g.V.AddScaled(t.F, -float64(jf*g.InvMass)).AddScaled(t.G, -float64(jg*g.InvMass))
		g.W = g.W.AddScaled(t.bnF, -jf).AddScaled(t.bnG, -jg)
	}
}

// solveTyre solves the slip of a tyre once and returns the size of its change [m/s].
func (s *ContactSolver) solveTyre(t *TyreRow) float64 {
	if t.Limit == 0 && t.J == [2]float64{} {
		return 0
	}
	u := s.slipAt(t)
	uf, ug := t.F.Dot(u), t.G.Dot(u)
	if t.slides {
		uf, ug = float64(0.5*(t.uf0+uf)), float64(0.5*(t.ug0+ug))
	}
	var j [2]float64
	if t.Braking == 0 {
		// A wheel that rolls freely resists only sideways.
		j = [2]float64{0, t.J[1] - ug/t.side}
		if j[1] > t.Limit {
			j[1] = t.Limit
		}
		if j[1] < -t.Limit {
			j[1] = -t.Limit
		}
	} else {
		j = t.friction.solve(t.J, uf, ug, t.Limit)
		if math.Abs(j[0]) > t.Braking {
			// The brake slips: a projected step, whose fixed point is the nearest impulse of disc and strip.
			j = [2]float64{t.J[0] - uf/t.friction.large, t.J[1] - ug/t.friction.large}
			projectStrip(&j, t.Limit, t.Braking)
		}
	}
	d1, d2 := j[0]-t.J[0], j[1]-t.J[1]
	t.J = j
	if d1 == 0 && d2 == 0 {
		return 0
	}
	s.applyTyre(t, d1, d2)
	return float64(math.Sqrt(float64(d1*d1)+float64(d2*d2)) * t.friction.large)
}

// giveTyre adds an impulse of a tyre on its body, opposite on its ground, to the sums DP and DL of the bodies.
func (s *ContactSolver) giveTyre(t *TyreRow, j geom.Vec) {
	s.Bodies[t.Body].add(t.r, j)
	if t.Ground >= 0 {
		s.Bodies[t.Ground].add(t.rG, j.Neg())
	}
}

// Impulse returns what the body has received, and its ground the opposite of [N s].
func (t *TyreRow) Impulse() geom.Vec { return t.F.Scale(t.J[0]).Add(t.G.Scale(t.J[1])) }

// Change returns what Relax has added to the impulse [N s].
func (t *TyreRow) Change() geom.Vec { return t.Impulse().Sub(t.before) }

// Lever returns where the impulse acts, from the centre of mass [m]; GroundLever from that of the ground.
func (t *TyreRow) Lever() geom.Vec { return t.r }

// GroundLever returns where the opposite impulse acts on the body that the tyre stands on, from its centre of mass [m].
func (t *TyreRow) GroundLever() geom.Vec { return t.rG }
