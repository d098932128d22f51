package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Passes carry a change from one end of a stack to the other one body at a time, and shift impulses among redundant
// points for hundreds of passes. So islands that newtonAfter passes have not solved are solved for the velocities of
// all bodies at once, by the method of multipliers (augmented Lagrangian). The impulses p with
//
//	p = P(p - rho u)
//
// satisfy the laws, where u is the separating speed of a point beyond its target, and its slip, and P removes pulling
// impulses and projects friction on its disc. Given the impulses on the right, the velocities consistent with those on
// the left minimise a convex, piecewise quadratic function: Newton's method with an exact line search finds them in a
// few steps. The resulting impulses are the next ones on the right. The larger rho, the fewer rounds are needed.
// Redundant impulses change as little as possible.
//
// Resistance to turning has rows with the disc and the range of its torques as P, from the normal impulse of their point on the
// right. In islands with joints these are rows, whose P changes nothing, and so are the tyres there, and in islands in which they
// stand on bodies; their P is the projection on the disc or strip of friction. A joint that tyres or contacts hold nearly
// alone changes with them by a hundredth in a pass.
//
// Source: Alart, Curnier, "A mixed formulation for frictional contact problems prone to Newton like solution methods"
// (1991), with the limit of friction from the impulses on the right (Haslinger), which keeps the matrix symmetric; see
// solveCoupled for where that goes on without end.
const (
	newtonAfter = 64
	// newtonRho is rho, in units of the effective mass of a point by itself.
	newtonRho = 30
	// newtonGrows is the factor by which rho grows in each round, up to newtonSmall times its initial value, and up to
	// newtonLargest times after rounds that leave more than a tenth of the previous error. This happens if the targets
	// of points are slightly inconsistent, and impulses shift until one opens.
	newtonGrows   = 10
	newtonLargest = 1e4
	newtonSmall   = 1e3
	// newtonRounds is the largest number of rounds of the method of multipliers, newtonMost that of Newton's steps in
	// all of them.
	newtonRounds = 60
	newtonMost   = 250
	// newtonInner ends Newton's steps of a round early, when the velocity error is below this share of the change of
	// velocities in the previous round.
	newtonInner = 0.3
	// newtonExtrapolates is the first round in which limits of friction are extrapolated: their deficit, times a
	// factor between the two that follow, is added to them.
	newtonExtrapolates = 3
	newtonLeastShare   = 0.1
	newtonMostShare    = 2
	// newtonLeft is the largest error, and change of velocities, that the last round may leave beside a driven body, in
	// units of the residual, for the passes to go on from it. Where it leaves more there may be no solution, as of what
	// is squeezed.
	newtonLeft = 1000
	// newtonCost is the largest number of multiplications to solve for one step, newtonWork that for all of them, and
	// newtonBodies the largest number of bodies. Steps of solveCoupled, each of twice the cost, are not in newtonWork.
	newtonCost   = 300_000
	newtonWork   = 15_000_000
	newtonBodies = 48
	// newtonLinks is that where joints resist turning, and newtonStiffer the factor on newtonCost and newtonWork there: passes
	// hardly carry what they bear through a chain, and each costs as much as the square of its links.
	newtonLinks   = 4096
	newtonStiffer = 10
)

// newton is the scratch memory of solveByNewton.
type newton struct {
	place  []int32 // of each body: its index among those that move; -1 for none
	order  []int32 // the bodies in the order of place
	degree []int32 // of each body: the number of points with others that move
	near   []bool  // of each body: it is counted by countTouching
	roots  []massRoot
	rows   []newtonRow
	// y is the momentum given by the impulses, divided by the roots of masses; f is its error, and step the change of
	// y.
	y, f, step, last [][6]float64
	share            float64 // of the deficit of the limits of friction that is added to them
	// The lower triangle of the matrix, by rows, each from its first nonzero entry.
	h     []float64
	first []int32 // of each row: its first column
	at    []int32 // of each row: where column 0 would be in h
	// filled is of each moving body the first column of its rows that the points with an impulse fill in the current step.
	filled []int32
	cost   float64 // multiplications to factor it

	coupled coupled
}

// massRoot is a root of the inverse of a body's mass and inertia: S with S Sᵀ = M⁻¹.
type massRoot struct {
	m          float64
	xx, yx, yy float64
	zx, zy, zz float64
}

// argument returns p - rho u.
func (r *newtonRow) argument(u geom.Vec) geom.Vec {
	return geom.Vec{X: r.had.X - float64(r.rhoN*u.X), Y: r.had.Y - float64(r.rhoT*u.Y), Z: r.had.Z - float64(r.rhoT*u.Z)}
}

// newtonSolvable reports whether solveByNewton can solve the island: with few enough bodies.
func (s *ContactSolver) newtonSolvable() bool {
	most := newtonBodies
	if len(s.JointTurns) > 0 {
		most = newtonLinks
	}
	return len(s.Points)+len(s.Joints) > 0 && len(s.Bodies) <= most
}

// affordable returns a bound of cost, larger where joints resist turning.
func (s *ContactSolver) affordable(cost float64) float64 {
	if len(s.JointTurns) > 0 {
		return float64(newtonStiffer * cost)
	}
	return cost
}

// solveByNewton solves for impulses that satisfy the laws of all its rows to the residual, from the current ones. It
// reports whether it found them. If the rounds are used up, because friction still shifts among redundant points, the
// impulses are those of the last round, from which passes go on, unless there are joints, or a driven body and much left; if
// steps are, they are unchanged.
func (s *ContactSolver) solveByNewton(residual float64) bool {
	w := &s.newton
	if !s.placeNewton() || !s.fillNewton() {
		return false
	}
	steps, rests, last, lagged, moved, grown := 0, 0, math.Inf(1), math.Inf(1), math.Inf(1), 1.0
	for round := range newtonRounds {
		w.takeLimits(round >= newtonExtrapolates && rests == 0)
		exact := false
		for began := steps; ; steps++ {
			missing := w.evaluate()
			exact = missing <= float64(0.1*residual)
			if exact || steps > began && missing <= float64(newtonInner*moved) && moved > residual {
				break
			}
			if steps == newtonMost || float64(float64(steps)*w.cost) > s.affordable(newtonWork) || !w.solve() {
				return false
			}
			w.search()
		}
		off, lag := w.residuals()
		if moved = w.moved(); moved > float64(0.1*residual) {
			rests = 0
		} else {
			rests++
		}
		// If velocities do not change, redundant impulses shift, and friction with them: by equal amounts in two
		// rounds without extrapolation.
		settled := lag <= residual || rests > 2 && lag > float64(0.9*lagged)
		lagged = lag
		if exact && (max(off, lag) <= residual || rests > 0 && settled && !w.shift(residual)) {
			s.takeNewton()
			return true
		}
		if s.couples(round) && w.solveCoupled(residual) {
			s.takeNewton()
			return true
		}
		off = max(off, lag)
		if grown < newtonSmall || off > float64(0.1*last) && grown < newtonLargest {
			grown = float64(grown * newtonGrows)
			for i := range w.rows {
				r := &w.rows[i]
				r.rhoN, r.rhoT = float64(r.rhoN*newtonGrows), float64(r.rhoT*newtonGrows)
			}
		}
		last = off
	}
	if len(s.Joints) == 0 && (!s.driven() || max(last, moved) <= float64(newtonLeft*residual)) {
		s.takeNewton()
	}
	return false
}

// residuals returns the difference of the impulses on both sides, as a speed, and the difference of the limits of
// friction from those that follow from the normal impulses [m/s].
func (w *newton) residuals() (off, lag float64) {
	for i := range w.rows {
		r := &w.rows[i]
		d := r.p.Sub(r.had)
		off = max(off, math.Abs(d.X)/r.rhoN)
		off = max(off, max(math.Abs(d.Y), math.Abs(d.Z))/r.rhoT)
		switch r.kind {
		case pointRow:
			lag = max(lag, float64(math.Abs(r.limit-float64(r.mu*r.p.X))*r.large))
		case turnRow:
			lag = max(lag, float64(math.Abs(r.load-w.rows[r.bearer].p.X)*r.large))
		}
	}
	return off, lag
}

// takeLimits begins a round with the impulses of the previous one, and with limits of friction from them. Plain
// iteration of these may creep or oscillate without end, so they are extrapolated from two rounds.
//
// Source: Irons, Tuck, "A version of the Aitken accelerator for computer iteration" (1969).
func (w *newton) takeLimits(extrapolates bool) {
	along, size := 0.0, 0.0
	for i := range w.rows {
		r := &w.rows[i]
		before := r.short
		switch r.kind {
		case pointRow:
			r.short = float64(r.mu*r.p.X) - r.limit
		case turnRow:
			r.short = w.rows[r.bearer].p.X - r.load
		default:
			continue
		}
		d := float64((r.short - before) * r.large)
		along += float64(float64(before*r.large) * d)
		size += float64(d * d)
	}
	w.share = float64(-w.share * (along / size))
	if !extrapolates || !(w.share > newtonLeastShare) { // or they do not come nearer to each other
		w.share = 1
	}
	w.share = min(w.share, newtonMostShare)
	for i := range w.rows {
		r := &w.rows[i]
		r.had = r.p
		switch r.kind {
		case pointRow:
			r.limit = max(0, r.limit+float64(w.share*r.short))
		case turnRow:
			r.load = max(0, r.load+float64(w.share*r.short))
			r.limit, r.half = float64(r.mu*r.load), float64(r.spin*r.load)
		}
	}
}

// moves reports whether impulses move a body.
func (s *ContactSolver) moves(i int32) bool { return s.Bodies[i].InvMass > 0 }

// take computes the root of a body's inverse mass and inertia, and reports whether it exists.
func (q *massRoot) take(b *ContactBody) bool {
	i := &b.InvInertia
	q.m = math.Sqrt(b.InvMass)
	q.xx = math.Sqrt(i.X.X)
	q.yx, q.zx = i.Y.X/q.xx, i.Z.X/q.xx
	q.yy = math.Sqrt(i.Y.Y - float64(q.yx*q.yx))
	q.zy = (i.Z.Y - float64(q.zx*q.yx)) / q.yy
	q.zz = math.Sqrt(i.Z.Z - float64(q.zx*q.zx) - float64(q.zy*q.zy))
	return q.xx > 0 && q.yy > 0 && q.zz > 0 // not where it is not a number
}

// row returns the effect of y of a body on the speed along a direction at a lever.
func (q *massRoot) row(direction, lever geom.Vec, sign float64) [6]float64 {
	d, r := direction.Scale(float64(sign*q.m)), lever.Cross(direction).Scale(sign)
	row := q.turnRow(r)
	row[0], row[1], row[2] = d.X, d.Y, d.Z
	return row
}

// turnRow returns the effect of y of a body on the angular velocity about an axis, times its length.
func (q *massRoot) turnRow(axis geom.Vec) [6]float64 {
	return [6]float64{
		3: float64(q.xx*axis.X) + float64(q.yx*axis.Y) + float64(q.zx*axis.Z), 4: float64(q.yy*axis.Y) + float64(q.zy*axis.Z), 5: float64(q.zz * axis.Z),
	}
}

// addTo adds gᵀ p.
func addTo(y *[6]float64, g *[3][6]float64, p geom.Vec) {
	for k := range y {
		y[k] += float64(g[0][k]*p.X) + float64(g[1][k]*p.Y) + float64(g[2][k]*p.Z)
	}
}

// speeds returns u of a row for y.
func (w *newton) speeds(r *newtonRow, y [][6]float64) geom.Vec {
	var u geom.Vec
	if r.a >= 0 {
		u = apply36(&r.ga, &y[r.a])
	}
	if r.b >= 0 {
		u = u.Add(apply36(&r.gb, &y[r.b]))
	}
	return u
}

// apply36 returns g y.
func apply36(g *[3][6]float64, y *[6]float64) geom.Vec {
	var u [3]float64
	for k := range u {
		r := &g[k]
		u[k] = float64(r[0]*y[0]) + float64(r[1]*y[1]) + float64(r[2]*y[2]) + (float64(r[3]*y[3]) + float64(r[4]*y[4]) + float64(r[5]*y[5]))
	}
	return geom.Vec{X: u[0], Y: u[1], Z: u[2]}
}

// evaluate computes the impulses on the left, and f. It returns the largest velocity error, approximately [m/s].
func (w *newton) evaluate() float64 {
	for i := range w.y {
		for k := range w.y[i] {
			w.f[i][k] = -w.y[i][k]
		}
	}
	for i := range w.rows {
		r := &w.rows[i]
		r.u = r.u0.Add(w.speeds(r, w.y))
		r.p, _ = r.project(r.argument(r.u))
		if r.p == (geom.Vec{}) {
			continue
		}
		if r.a >= 0 {
			addTo(&w.f[r.a], &r.ga, r.p)
		}
		if r.b >= 0 {
			addTo(&w.f[r.b], &r.gb, r.p)
		}
	}
	off := 0.0
	for i := range w.f {
		f := &w.f[i]
		for k := range f {
			off = max(off, float64(math.Abs(f[k])*w.roots[i].m))
		}
	}
	return off
}

// search moves along the step to the minimum of the function.
func (w *newton) search() {
	for i := range w.rows {
		r := &w.rows[i]
		r.du = w.speeds(r, w.step)
	}
	share := w.least()
	for i := range w.y {
		for k := range w.y[i] {
			w.y[i][k] += float64(share * w.step[i][k])
		}
	}
}

// least returns the share of the step, up to 1, at which the function is least: the zero of its slope, which is
// increasing, by false position (Illinois).
func (w *newton) least() float64 {
	low, high := 0.0, 1.0
	falls, rises := w.slope(low), w.slope(high)
	if rises <= 0 {
		return high
	}
	side, enough := 0, float64(-0.1*falls)
	for range 30 {
		share := high - float64(rises*((high-low)/(rises-falls)))
		switch s := w.slope(share); {
		case math.Abs(s) <= enough:
			return share
		case s > 0:
			high, rises = share, s
			if side > 0 {
				falls = float64(0.5 * falls)
			}
			side = 1
		default:
			low, falls = share, s
			if side < 0 {
				rises = float64(0.5 * rises)
			}
			side = -1
		}
	}
	return low
}

// slope returns the slope of the function along the step, at a share of it.
func (w *newton) slope(share float64) float64 {
	sum := 0.0
	for i := range w.y {
		for k, d := range w.step[i] {
			sum += float64(d * (w.y[i][k] + float64(share*d)))
		}
	}
	for i := range w.rows {
		r := &w.rows[i]
		p, _ := r.project(r.argument(r.u.AddScaled(r.du, share)))
		sum -= p.Dot(r.du)
	}
	return sum
}

// moved returns the change of velocities in the round, approximately [m/s].
func (w *newton) moved() float64 {
	most := 0.0
	for i := range w.y {
		for k, y := range w.y[i] {
			most = max(most, float64(math.Abs(y-w.last[i][k])*w.roots[i].m))
		}
	}
	copy(w.last, w.y)
	return most
}

// shift continues the change of impulses in a round in which no velocity has changed, until the first point opens (see
// ContactSolver.shift), and reports whether one does.
func (w *newton) shift(residual float64) bool {
	far, opens := float64(farthestShift), -1
	for i := range w.rows {
		r := &w.rows[i]
		if less := r.had.X - r.p.X; r.kind == pointRow && r.p.X > 0 && less > float64(residual*r.rhoN) && r.p.X < float64(far*less) {
			far, opens = r.p.X/less, i
		}
	}
	if opens < 0 {
		return false
	}
	for i := range w.rows {
		r := &w.rows[i]
		before, to := r.p, r.p.AddScaled(r.p.Sub(r.had), far)
		r.p = to
		switch {
		case r.kind == jointTurnRow:
			r.p = before
			r.shiftTurn(to)
		case r.kind == damperRow:
			r.p = before // it follows from the velocity
		case r.kind == tyreRow || r.kind == turnRow:
			r.p, _ = r.project(r.p)
		case r.kind == pointRow && (r.p.X < 0 || i == opens):
			r.p.X = 0
		}
	}
	return true
}
