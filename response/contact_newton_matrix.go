package response

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The matrix of Newton's steps, M + Gᵀ D G in the roots of masses. Its entries are between bodies that touch, so that
// it has a small bandwidth if these have nearby indices.

// placeNewton numbers the moving bodies and lays out the matrix. It reports whether the cost of a step is within the
// limit.
func (s *ContactSolver) placeNewton() bool {
	s.orderNewton()
	w := &s.newton
	m := len(w.order)
	w.y, w.f, w.step, w.last = resized(w.y, m), resized(w.f, m), resized(w.step, m), resized(w.last, m)
	clear(w.last)
	w.roots = resized(w.roots, m)
	for k, i := range w.order {
		if !w.roots[k].take(&s.Bodies[i]) {
			return false
		}
	}
	s.layoutNewton()
	return w.cost <= s.affordable(newtonCost)
}

// joinsTwo reports whether a point, tyre or joint of a and b is between two bodies that impulses move.
func (s *ContactSolver) joinsTwo(a, b int32) bool {
	return a >= 0 && b >= 0 && s.moves(a) && s.moves(b)
}

// touching yields the pairs of moving bodies that a point, a joint, a tyre or a damper is between, once for each of these.
func (s *ContactSolver) touching(yield func(a, b int32) bool) {
	for i := range s.Points {
		if p := &s.Points[i]; s.joinsTwo(p.A, p.B) && !yield(p.A, p.B) {
			return
		}
	}
	for i := range s.Joints {
		if j := &s.Joints[i]; s.joinsTwo(j.A, j.B) && !yield(j.A, j.B) {
			return
		}
	}
	for i := range s.Tyres {
		if t := &s.Tyres[i]; s.joinsTwo(t.Ground, t.Body) && !yield(t.Ground, t.Body) {
			return
		}
	}
	for i := range s.Dampers {
		if d := &s.Dampers[i]; s.joinsTwo(d.A, d.B) && !yield(d.A, d.B) {
			return
		}
	}
}

// The places of bodies that have none in the order yet.
const (
	unplaced = -1
	hub      = -2 // comes after the others
)

// orderNewton numbers the moving bodies so that touching ones have nearby indices, by levels from a body that touches
// few others (Cuthill, McKee). A hub, which touches more than half of the others, such as a vehicle with a load on it,
// would be near all of them: hubs come last, where only their own rows are long.
func (s *ContactSolver) orderNewton() {
	w := &s.newton
	w.place, w.degree = resized(w.place, len(s.Bodies)), resized(w.degree, len(s.Bodies))
	for i := range s.Bodies {
		w.place[i], w.degree[i] = unplaced, 0
	}
	for a, b := range s.touching {
		w.degree[a]++
		w.degree[b]++
	}
	s.findHubs()
	order := w.order[:0]
	for {
		next := int32(-1)
		for i := range s.Bodies {
			if i := int32(i); w.place[i] == unplaced && s.moves(i) && (next < 0 || w.degree[i] < w.degree[next]) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		done := len(order)
		w.place[next] = int32(done)
		order = append(order, next)
		for ; done < len(order); done++ {
			order = s.appendTouching(order, order[done])
		}
	}
	for i := range s.Bodies {
		if w.place[i] == hub {
			w.place[i] = int32(len(order))
			order = append(order, int32(i))
		}
	}
	w.order = order
}

// hubsAmong is the least number of moving bodies of which one may be a hub.
const hubsAmong = 8

// findHubs marks the hubs among the bodies.
func (s *ContactSolver) findHubs() {
	w := &s.newton
	moving := 0
	for i := range s.Bodies {
		if s.moves(int32(i)) {
			moving++
		}
	}
	if moving < hubsAmong {
		return
	}
	w.near = resized(w.near, len(s.Bodies))
	for i := range s.Bodies {
		if i := int32(i); int(w.degree[i]) > moving/2 && 2*s.countTouching(i) > moving {
			w.place[i] = hub
		}
	}
}

// countTouching returns the number of bodies that touch body i or are jointed to it.
func (s *ContactSolver) countTouching(i int32) int {
	near := s.newton.near
	clear(near)
	count := 0
	for a, b := range s.touching {
		if o := a + b - i; (a == i || b == i) && !near[o] {
			near[o] = true
			count++
		}
	}
	return count
}

// appendTouching numbers the bodies that touch body i or are jointed to it and have no number yet, and appends them to
// the order.
func (s *ContactSolver) appendTouching(order []int32, i int32) []int32 {
	place := s.newton.place
	for a, b := range s.touching {
		if o := a + b - i; (a == i || b == i) && place[o] == unplaced {
			place[o] = int32(len(order))
			order = append(order, o)
		}
	}
	return order
}

// layoutNewton lays out the lower triangle of the matrix by rows, each from its first entry that may be nonzero, and
// estimates the cost of factoring it.
func (s *ContactSolver) layoutNewton() {
	w := &s.newton
	m := len(w.order)
	w.first, w.at = resized(w.first, 6*m), resized(w.at, 6*m)
	for i := range w.first {
		w.first[i] = int32(i / 6 * 6)
	}
	for a, b := range s.touching {
		a, b := w.place[a], w.place[b]
		for k := range int32(6) {
			row := 6*max(a, b) + k
			w.first[row] = min(w.first[row], 6*min(a, b))
		}
	}
	size := int32(0)
	w.cost = 0
	for i := range w.first {
		first := w.first[i]
		w.at[i] = size - first
		size += int32(i) + 1 - first
		for j := first; j <= int32(i); j++ {
			w.cost += float64(j + 1 - max(first, w.first[j]))
		}
	}
	w.h = resized(w.h, int(size))
}

// solve computes Newton's step. It returns false if rounding has made the matrix not positive definite.
func (w *newton) solve() bool {
	w.clearMatrix()
	for i := range w.rows {
		w.addRow(&w.rows[i])
	}
	return w.factor() && w.substitute()
}

// clearMatrix makes the matrix that of the masses alone.
func (w *newton) clearMatrix() {
	clear(w.h)
	for i := range w.first {
		w.h[w.at[i]+int32(i)] = 1
	}
	w.filled = resized(w.filled, len(w.order))
	for i := range w.filled {
		w.filled[i] = int32(6 * i)
	}
}

// addRow adds the contribution of a row to the matrix: gᵀ D g, where D is the derivative of p with respect to u.
func (w *newton) addRow(r *newtonRow) {
	q := r.argument(r.u)
	if r.kind == jointTurnRow {
		w.addTurnRow(r, q, w.h, nil)
		return
	}
	dn, d11, d12, d22 := r.derivative(q)
	if dn == 0 && d11 == 0 && d22 == 0 {
		return
	}
	da, db := weigh(&r.ga, dn, d11, d12, d22), weigh(&r.gb, dn, d11, d12, d22)
	w.addBlocks(w.h, r, [2]*[3][6]float64{&r.ga, &r.gb}, [2]*[3][6]float64{&da, &db})
}

// addTurnRow is addRow for the resistance of a joint, to one triangle or to both.
func (w *newton) addTurnRow(r *newtonRow, q geom.Vec, lower, upper []float64) {
	d := r.turnDerivative(q)
	da, db := weighAll(&r.ga, &d), weighAll(&r.gb, &d)
	w.addBlocks(lower, r, [2]*[3][6]float64{&r.ga, &r.gb}, [2]*[3][6]float64{&da, &db})
	if upper != nil {
		w.addBlocks(upper, r, [2]*[3][6]float64{&da, &db}, [2]*[3][6]float64{&r.ga, &r.gb})
	}
}

// addBlocks adds what the bodies of a row do to themselves and each other to a triangle: leftᵀ right, each of A and B.
func (w *newton) addBlocks(to []float64, r *newtonRow, left, right [2]*[3][6]float64) {
	if r.a >= 0 {
		w.addBlock(to, r.a, r.a, left[0], right[0])
	}
	if r.b >= 0 {
		w.addBlock(to, r.b, r.b, left[1], right[1])
	}
	switch {
	case r.a < 0 || r.b < 0:
	case r.a > r.b:
		w.addBlock(to, r.a, r.b, left[0], right[1])
	default:
		w.addBlock(to, r.b, r.a, left[1], right[0])
	}
}

// weigh returns D g.
func weigh(g *[3][6]float64, dn, d11, d12, d22 float64) (d [3][6]float64) {
	for k := range d[0] {
		d[0][k] = float64(dn * g[0][k])
		d[1][k] = float64(d11*g[1][k]) + float64(d12*g[2][k])
		d[2][k] = float64(d12*g[1][k]) + float64(d22*g[2][k])
	}
	return d
}

// addBlock adds giᵀ dj to the rows of body i and the columns of body j <= i of a triangle, up to the diagonal.
func (w *newton) addBlock(to []float64, i, j int32, gi, dj *[3][6]float64) {
	w.filled[i] = min(w.filled[i], 6*j)
	for k := range 6 {
		a, b, c := gi[0][k], gi[1][k], gi[2][k]
		row := 6*i + int32(k)
		columns := 6
		if i == j {
			columns = k + 1
		}
		from := w.at[row] + 6*j
		h := to[from : from+int32(columns)]
		for m := range h {
			h[m] += float64(a*dj[0][m]) + float64(b*dj[1][m]) + float64(c*dj[2][m])
		}
	}
}

// nonzero returns the first column of row i of the matrix that is not zero: in most steps few of the points that are near have an
// impulse, and the others add nothing.
func (w *newton) nonzero(i int32) int32 { return w.filled[i/6] }

// skip moves the start of a sum over columns on to where the terms begin that are not zero, by steps that leave each term in
// its place among the four sums of dot: the result is the same to the last bit.
func skip(from, nonzero int32) int32 { return from + (nonzero-from)&^3 }

// factor replaces the matrix by its Cholesky factor.
func (w *newton) factor() bool {
	for i := range w.first {
		nonzero := w.nonzero(int32(i))
		first := w.first[i]
		row := w.h[w.at[i]+first : w.at[i]+int32(i)+1] // columns first to i
		for j := nonzero; j < int32(i); j++ {
			from := skip(max(first, w.first[j]), max(nonzero, w.nonzero(j)))
			x, y := row[from-first:j-first], w.h[w.at[j]+from:w.at[j]+j]
			row[j-first] = (row[j-first] - dot(x, y)) / w.h[w.at[j]+j]
		}
		last := len(row) - 1
		x := row[skip(first, nonzero)-first : last]
		d := row[last] - dot(x, x)
		if !(d > 0) {
			return false
		}
		row[last] = math.Sqrt(d)
	}
	return true
}

// dot returns the sum of the products of x and y, which are of one length.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	var s0, s1, s2, s3 float64
	k := 0
	for ; k+4 <= len(x); k += 4 {
		s0 += float64(x[k] * y[k])
		s1 += float64(x[k+1] * y[k+1])
		s2 += float64(x[k+2] * y[k+2])
		s3 += float64(x[k+3] * y[k+3])
	}
	for ; k < len(x); k++ {
		s0 += float64(x[k] * y[k])
	}
	return s0 + s1 + (s2 + s3)
}

// substituteRows computes from f what the lower triangle, in h, makes of the step.
func (w *newton) substituteRows() {
	for i := range w.first {
		first := w.nonzero(int32(i))
		sum := w.f[i/6][i%6]
		row := w.h[w.at[i]+first : w.at[i]+int32(i)]
		for k := range row {
			j := int(first) + k
			sum -= float64(row[k] * w.step[j/6][j%6])
		}
		w.step[i/6][i%6] = sum / w.h[w.at[i]+int32(i)]
	}
}

// substitute computes the step from f and the factor.
func (w *newton) substitute() bool {
	w.substituteRows()
	for i := len(w.first) - 1; i >= 0; i-- {
		first := w.nonzero(int32(i))
		x := w.step[i/6][i%6] / w.h[w.at[i]+int32(i)]
		if x != x {
			return false
		}
		w.step[i/6][i%6] = x
		row := w.h[w.at[i]+first : w.at[i]+int32(i)]
		for k := range row {
			j := int(first) + k
			w.step[j/6][j%6] -= float64(row[k] * x)
		}
	}
	return true
}
