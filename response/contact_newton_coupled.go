package response

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// In rounds with limits of friction from the round before, the limits of some loads creep or oscillate without end: those of
// crates and barrels that wedge between the walls of a bed are lost by 1e-5 to 1e-3 m/s after any number of rounds, those of a
// person in a heap of limbs by as much. From where the rounds have come so near, Newton's method finds the limits together with
// the velocities: a limit then follows from the normal impulse of the same y, and the matrix, with the derivative of friction on
// its rim by that, is not symmetric. There is no function to minimise, so that a step only has to make the error less; near the
// solution two or three are enough.
//
// Source: Alart, Curnier (see newton), there from any start.
const (
	// coupledFrom is the first round after which this is tried, coupledLoads that where vehicles have a load, and coupledAgain the number
	// of rounds to the next try.
	coupledFrom  = 5
	coupledLoads = 2
	coupledAgain = 8
	// coupledSteps is the largest number of steps of a try, coupledHalves that of halvings of one.
	coupledSteps  = 16
	coupledHalves = 5
)

// coupled is what solveCoupled keeps.
type coupled struct {
	y, from [][6]float64 // at the start of the try, and of the step
	// The matrix is the product of a lower triangle, in h, and an upper one with ones on its diagonal, whose columns are laid out as
	// the rows of h.
	upper  []float64
	had    []geom.Vec // of each row, at the start of the try
	limits [][3]float64
}

// couples reports whether solveCoupled is to be tried after a round: where vehicles have a load or strike what has no wheels, and
// where jointed bodies have tyres or resist turning, as a person whose limbs lie on each other (solveLinked has the others).
// Elsewhere rounds change redundant impulses as little as possible, which stacks need to come to rest.
func (s *ContactSolver) couples(round int) bool {
	due := func(from int) bool { return round >= from && (round-from)%coupledAgain == 0 }
	if len(s.Joints) > 0 {
		return due(coupledFrom) && len(s.Turns)+len(s.Tyres)+len(s.JointTurns) > 0
	}
	return due(coupledLoads) && len(s.Turns) == 0 && s.loaded()
}

// loaded reports whether there are bodies with tyres, and others that impulses move.
func (s *ContactSolver) loaded() bool {
	for i := range s.Bodies {
		i := int32(i)
		if s.moves(i) && !slices.ContainsFunc(s.Tyres, func(t TyreRow) bool { return t.Body == i }) {
			return len(s.Tyres) > 0
		}
	}
	return false
}

// solveCoupled solves for velocities and limits of friction at once, from those of the last round, and reports whether it
// found them, to the residual; else nothing is changed.
func (w *newton) solveCoupled(residual float64) bool {
	c := &w.coupled
	c.y = append(c.y[:0], w.y...)
	c.had, c.limits = c.had[:0], c.limits[:0]
	for i := range w.rows {
		r := &w.rows[i]
		c.had, c.limits = append(c.had, r.had), append(c.limits, [3]float64{r.limit, r.half, r.load})
	}
	if w.findCoupled(residual) {
		return true
	}
	copy(w.y, c.y)
	for i := range w.rows {
		r := &w.rows[i]
		r.had, r.limit, r.half, r.load = c.had[i], c.limits[i][0], c.limits[i][1], c.limits[i][2]
	}
	w.evaluate()
	return false
}

// findCoupled is solveCoupled without what it keeps.
func (w *newton) findCoupled(residual float64) bool {
	w.carryOver()
	missing, size := w.evaluateCoupled()
	for range coupledSteps {
		if missing <= float64(0.1*residual) {
			if off, _ := w.residuals(); off <= residual {
				return true
			}
			w.carryOver()
			_, size = w.evaluateCoupled()
		}
		if !w.stepCoupled() {
			return false
		}
		w.coupled.from = append(w.coupled.from[:0], w.y...)
		before, share := size, 1.0
		for half := 0; ; half++ {
			w.walk(share)
			if missing, size = w.evaluateCoupled(); size < before || missing <= float64(0.1*residual) {
				break
			}
			if half == coupledHalves {
				return false
			}
			share = float64(0.5 * share)
		}
	}
	return false
}

// carryOver makes the impulses on the left those on the right.
func (w *newton) carryOver() {
	for i := range w.rows {
		w.rows[i].had = w.rows[i].p
	}
}

// walk moves y by a share of the step from where it began.
func (w *newton) walk(share float64) {
	for i := range w.y {
		for k := range w.y[i] {
			w.y[i][k] = w.coupled.from[i][k] + float64(share*w.step[i][k])
		}
	}
}

// evaluateCoupled is evaluate with limits of friction from the normal impulses at y. It also returns the square of f.
func (w *newton) evaluateCoupled() (missing, size float64) {
	for i := range w.rows {
		r := &w.rows[i]
		switch r.kind {
		case pointRow:
			u := r.u0.Add(w.speeds(r, w.y))
			r.load = max(0, r.argument(u).X)
			r.limit = float64(r.mu * r.load)
		case turnRow: // after its point
			r.load = w.rows[r.bearer].load
			r.limit, r.half = float64(r.mu*r.load), float64(r.spin*r.load)
		}
	}
	missing = w.evaluate()
	for i := range w.f {
		for _, x := range w.f[i] {
			size += float64(x * x)
		}
	}
	return missing, size
}

// stepCoupled computes Newton's step. It returns false if the matrix is singular.
func (w *newton) stepCoupled() bool {
	c := &w.coupled
	w.clearMatrix()
	c.upper = resized(c.upper, len(w.h))
	clear(c.upper)
	for i := range w.rows {
		w.addCoupledRow(&w.rows[i])
	}
	return w.factorCoupled() && w.substituteCoupled()
}

// addCoupledRow adds gᵀ D g of a row, to both triangles: of the upper one the columns are laid out as rows.
func (w *newton) addCoupledRow(r *newtonRow) {
	q := r.argument(r.u)
	if r.kind == jointTurnRow {
		w.addTurnRow(r, q, w.h, w.coupled.upper)
		return
	}
	dn, d11, d12, d22 := r.derivative(q)
	c := w.gripOf(r, q)
	if dn == 0 && d11 == 0 && d22 == 0 && c == (geom.Vec{}) {
		return
	}
	da, db := weigh(&r.ga, dn, d11, d12, d22), weigh(&r.gb, dn, d11, d12, d22)
	if c != (geom.Vec{}) {
		bearer := r
		if r.kind == turnRow {
			bearer = &w.rows[r.bearer]
		}
		addGrip(&da, &bearer.ga[0], c)
		addGrip(&db, &bearer.gb[0], c)
	}
	g, d := [2]*[3][6]float64{&r.ga, &r.gb}, [2]*[3][6]float64{&da, &db}
	w.addBlocks(w.h, r, g, d)
	w.addBlocks(w.coupled.upper, r, d, g)
}

// gripOf returns the derivative of P at q by the normal speed that its limits are of: where friction, or resistance to turning, is
// on its rim.
func (w *newton) gripOf(r *newtonRow, q geom.Vec) (c geom.Vec) {
	bearer, load := r, q.X
	switch r.kind {
	case pointRow:
	case turnRow:
		bearer = &w.rows[r.bearer]
		load = bearer.argument(bearer.u).X
	default:
		return c
	}
	if !(load > 0) {
		return c
	}
	if _, beyond := r.project(q); beyond > 0 {
		grip := float64(r.mu * bearer.rhoN)
		c.Y, c.Z = float64(grip*(q.Y/beyond)), float64(grip*(q.Z/beyond))
	}
	if r.kind == turnRow && math.Abs(q.X) >= r.half {
		c.X = math.Copysign(float64(r.spin*bearer.rhoN), q.X)
	}
	return c
}

// addGrip adds to D g what changes with the normal part of the row that the limits are of.
func addGrip(d *[3][6]float64, normal *[6]float64, c geom.Vec) {
	for k, g := range normal {
		d[0][k] += float64(c.X * g)
		d[1][k] += float64(c.Y * g)
		d[2][k] += float64(c.Z * g)
	}
}

// factorCoupled replaces the matrix by its factors. Without pivots: the steps are tried, and what rounding makes of them
// does not bring the error down.
//
// Source: Crout, "A short method for evaluating determinants and solving systems of linear equations" (1941).
func (w *newton) factorCoupled() bool {
	upper := w.coupled.upper
	for i := range w.first {
		nonzero := w.nonzero(int32(i))
		first := w.first[i]
		row := w.h[w.at[i]+first : w.at[i]+int32(i)+1] // columns first to i
		col := upper[w.at[i]+first : w.at[i]+int32(i)] // rows first to i - 1
		for j := nonzero; j < int32(i); j++ {
			from := skip(max(first, w.first[j]), max(nonzero, w.nonzero(j)))
			a, b := w.at[j]+from, w.at[j]+j
			row[j-first] -= dot(row[from-first:j-first], upper[a:b])
			col[j-first] = (col[j-first] - dot(col[from-first:j-first], w.h[a:b])) / w.h[b]
		}
		last := len(row) - 1
		from := skip(first, nonzero) - first
		row[last] -= dot(row[from:last], col[from:])
		if !(math.Abs(row[last]) > 0) {
			return false
		}
	}
	return true
}

// substituteCoupled computes the step from f and the factors.
func (w *newton) substituteCoupled() bool {
	w.substituteRows()
	for i := len(w.first) - 1; i >= 0; i-- {
		x := w.step[i/6][i%6]
		if x != x {
			return false
		}
		first := w.nonzero(int32(i))
		col := w.coupled.upper[w.at[i]+first : w.at[i]+int32(i)]
		for k := range col {
			j := int(first) + k
			w.step[j/6][j%6] -= float64(col[k] * x)
		}
	}
	return true
}
