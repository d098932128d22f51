package response

import "math"

// rankTolerance is the size, relative to the largest, below which a pivot is taken for zero. The matrix is scaled to
// entries of order one that carry errors of some 1e-15; a pivot of 1e-11 still has 4 digits.
const rankTolerance = 1e-12

// minNorm solves square systems A x = b in the sense of least squares and, where A is singular, with the x of least
// norm: a complete orthogonal decomposition, Householder with exchange of columns.
//
// Source: Golub and Van Loan, "Matrix computations", sections 5.4 and 5.5.
type minNorm struct {
	n    int
	a    []float64 // by columns
	b    []float64 // on entry the right side, after solve x
	x    []float64
	tau  []float64
	perm []int32
}

// reset makes room for n unknowns. The matrix is not cleared.
func (m *minNorm) reset(n int) {
	m.n = n
	m.a = grown(m.a, n*n)
	m.b = grown(m.b, n)
	m.x = grown(m.x, n)
	m.tau = grown(m.tau, n)
	m.perm = m.perm[:0]
	for i := range n {
		m.perm = append(m.perm, int32(i))
	}
}

func grown(x []float64, n int) []float64 {
	if cap(x) < n {
		return make([]float64, n, 2*n)
	}
	return x[:n]
}

// column returns column j.
func (m *minNorm) column(j int) []float64 { return m.a[j*m.n : (j+1)*m.n] }

// solve replaces b by x and returns the rank. It reports false where the result is not finite.
func (m *minNorm) solve() (rank int, ok bool) {
	rank = m.factor()
	if rank < m.n {
		m.compress(rank)
	}
	m.backSubstitute(rank)
	if rank < m.n {
		m.expand(rank)
	}
	for i, p := range m.perm {
		m.b[p] = m.x[i]
	}
	sum := 0.0
	for _, x := range m.b {
		sum += x
	}
	return rank, math.Abs(sum) <= math.MaxFloat64
}

// factor makes A upper triangular by reflections, which it applies to b, and returns the rank.
func (m *minNorm) factor() int {
	largest := 0.0
	for k := range m.n {
		pivot, size := m.pivot(k)
		if k == 0 {
			largest = size
		}
		if !(size > float64(rankTolerance*largest)) {
			return k
		}
		m.exchange(k, pivot)
		c := m.column(k)
		alpha := c[k]
		beta := -math.Copysign(size, alpha)
		tau := (beta - alpha) / beta
		scale := 1 / (alpha - beta)
		for i := k + 1; i < m.n; i++ {
			c[i] = float64(c[i] * scale)
		}
		c[k] = beta
		j := k + 1
		for ; j+3 < m.n; j += 4 {
			reflectFour(c, [4][]float64{m.column(j), m.column(j + 1), m.column(j + 2), m.column(j + 3)}, k, tau)
		}
		for ; j < m.n; j++ {
			reflect(c, m.column(j), k, tau)
		}
		reflect(c, m.b, k, tau)
	}
	return m.n
}

// pivot returns the column from k on that is longest below row k, and its length there.
func (m *minNorm) pivot(k int) (int, float64) {
	best, at := -1.0, k
	take := func(j int, sum float64) {
		// Columns that are equal but for rounding keep their order.
		if sum > float64(best*(1+1e-12)) {
			best, at = sum, j
		}
	}
	j := k
	for ; j+3 < m.n; j += 4 {
		y0, y1, y2, y3 := m.column(j)[k:], m.column(j + 1)[k:], m.column(j + 2)[k:], m.column(j + 3)[k:]
		y1, y2, y3 = y1[:len(y0)], y2[:len(y0)], y3[:len(y0)]
		var s0, s1, s2, s3 float64
		for i, x := range y0 {
			s0 += float64(x * x)
			s1 += float64(y1[i] * y1[i])
			s2 += float64(y2[i] * y2[i])
			s3 += float64(y3[i] * y3[i])
		}
		take(j, s0)
		take(j+1, s1)
		take(j+2, s2)
		take(j+3, s3)
	}
	for ; j < m.n; j++ {
		sum := 0.0
		for _, x := range m.column(j)[k:] {
			sum += float64(x * x)
		}
		take(j, sum)
	}
	return at, math.Sqrt(best)
}

// exchange swaps two columns.
func (m *minNorm) exchange(i, j int) {
	if i == j {
		return
	}
	m.perm[i], m.perm[j] = m.perm[j], m.perm[i]
	a, b := m.column(i), m.column(j)
	for k := range a {
		a[k], b[k] = b[k], a[k]
	}
}

// reflect applies I - tau v vᵀ to y, where v is 1 at k and c below.
func reflect(c, y []float64, k int, tau float64) {
	sum := y[k]
	for i := k + 1; i < len(y); i++ {
		sum += float64(c[i] * y[i])
	}
	sum = float64(sum * tau)
	y[k] -= sum
	for i := k + 1; i < len(y); i++ {
		y[i] -= float64(sum * c[i])
	}
}

// reflectFour is reflect for four columns at once, each with the sums of its own: a sum waits for each of its terms,
// four of them wait together.
func reflectFour(c []float64, y [4][]float64, k int, tau float64) {
	v := c[k+1:]
	y0, y1, y2, y3 := y[0][k+1:], y[1][k+1:], y[2][k+1:], y[3][k+1:]
	y0, y1, y2, y3 = y0[:len(v)], y1[:len(v)], y2[:len(v)], y3[:len(v)]
	s0, s1, s2, s3 := y[0][k], y[1][k], y[2][k], y[3][k]
	for i, x := range v {
		s0 += float64(x * y0[i])
		s1 += float64(x * y1[i])
		s2 += float64(x * y2[i])
		s3 += float64(x * y3[i])
	}
	s0, s1, s2, s3 = float64(s0*tau), float64(s1*tau), float64(s2*tau), float64(s3*tau)
	y[0][k] -= s0
	y[1][k] -= s1
	y[2][k] -= s2
	y[3][k] -= s3
	for i, x := range v {
		y0[i] -= float64(s0 * x)
		y1[i] -= float64(s1 * x)
		y2[i] -= float64(s2 * x)
		y3[i] -= float64(s3 * x)
	}
}

// compress removes the columns from rank on by reflections from the right, which stay in those columns and in tau.
func (m *minNorm) compress(rank int) {
	for k := rank - 1; k >= 0; k-- {
		alpha := m.a[k*m.n+k]
		sum := 0.0
		for j := rank; j < m.n; j++ {
			x := m.a[j*m.n+k]
			sum += float64(x * x)
		}
		m.tau[k] = 0
		if sum == 0 {
			continue
		}
		beta := -math.Copysign(math.Sqrt(float64(alpha*alpha)+sum), alpha)
		m.tau[k] = (beta - alpha) / beta
		scale := 1 / (alpha - beta)
		for j := rank; j < m.n; j++ {
			m.a[j*m.n+k] = float64(m.a[j*m.n+k] * scale)
		}
		m.a[k*m.n+k] = beta
		// Row by row, column after column, as they lie in memory: the sums of the rows go on side by side.
		dots := m.x[:k]
		copy(dots, m.column(k)[:k])
		for j := rank; j < m.n; j++ {
			c := m.column(j)
			x := c[k]
			for i := range dots {
				dots[i] += float64(c[i] * x)
			}
		}
		own := m.column(k)
		for i := range dots {
			dots[i] = float64(dots[i] * m.tau[k])
			own[i] -= dots[i]
		}
		for j := rank; j < m.n; j++ {
			c := m.column(j)
			x := c[k]
			for i := range dots {
				c[i] -= float64(dots[i] * x)
			}
		}
	}
}

// backSubstitute solves the triangle of the first rank unknowns into x and clears the others.
func (m *minNorm) backSubstitute(rank int) {
	copy(m.x, m.b[:rank])
	for k := rank - 1; k >= 0; k-- {
		c := m.column(k)
		m.x[k] /= c[k]
		for i := range k {
			m.x[i] -= float64(c[i] * m.x[k])
		}
	}
	for k := rank; k < m.n; k++ {
		m.x[k] = 0
	}
}

// expand applies the reflections of compress to x.
func (m *minNorm) expand(rank int) {
	for k := range rank {
		dot := m.x[k]
		for j := rank; j < m.n; j++ {
			dot += float64(m.a[j*m.n+k] * m.x[j])
		}
		dot = float64(dot * m.tau[k])
		m.x[k] -= dot
		for j := rank; j < m.n; j++ {
			m.x[j] -= float64(dot * m.a[j*m.n+k])
		}
	}
}
