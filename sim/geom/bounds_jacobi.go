package geom

import "math"

// jacobiSweeps limits the sweeps of eigenvectors. The off-diagonal falls quadratically: five or six suffice.
const jacobiSweeps = 24

// eigenvectors returns the eigenvectors of the symmetric matrix m as the rows of a right-handed orthonormal matrix, in
// the order of falling eigenvalue. The largest component of the first two is positive, so that the result is unique
// where the eigenvalues differ; equal eigenvalues give any vectors of their plane. Only the upper half of m is read.
//
// Source: cyclic Jacobi rotations; G. Golub, C. Van Loan, "Matrix Computations", section 8.5.
func eigenvectors(m *Mat3) Mat3 {
	a := [3][3]float64{{m.X.X, m.X.Y, m.X.Z}, {m.X.Y, m.Y.Y, m.Y.Z}, {m.X.Z, m.Y.Z, m.Z.Z}}
	v := [3]Vec{{X: 1}, {Y: 1}, {Z: 1}} // rows
	for sweep := 0; sweep < jacobiSweeps; sweep++ {
		off := math.Abs(a[0][1]) + math.Abs(a[0][2]) + math.Abs(a[1][2])
		diag := math.Abs(a[0][0]) + math.Abs(a[1][1]) + math.Abs(a[2][2])
		if off <= float64(diag*0x1p-70) {
			break
		}
		jacobiRotate(&a, &v, 0, 1, 2)
		jacobiRotate(&a, &v, 0, 2, 1)
		jacobiRotate(&a, &v, 1, 2, 0)
	}
	for i := 0; i < 2; i++ { // sort by insertion
		for j := i + 1; j > 0 && a[j][j] > a[j-1][j-1]; j-- {
			a[j][j], a[j-1][j-1] = a[j-1][j-1], a[j][j]
			v[j], v[j-1] = v[j-1], v[j]
		}
	}
	return rightHanded(v[0], v[1])
}

// jacobiRotate makes a[p][q] vanish by a rotation in the plane of p and q; r is the third index.
func jacobiRotate(a *[3][3]float64, v *[3]Vec, p, q, r int) {
	if a[p][q] == 0 {
		return
	}
	theta := float64((a[q][q]-a[p][p])*0.5) / a[p][q]
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1)) // 0 where theta overflows
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(float64(t*t)+1)
	s := float64(t * c)
	d := float64(t * a[p][q])
	a[p][p] -= d
	a[q][q] += d
	a[p][q], a[q][p] = 0, 0
	rp, rq := a[r][p], a[r][q]
	a[r][p] = float64(c*rp) - float64(s*rq)
	a[r][q] = float64(s*rp) + float64(c*rq)
	a[p][r], a[q][r] = a[r][p], a[r][q]
	vp, vq := v[p], v[q]
	v[p] = vp.Scale(c).AddScaled(vq, -s)
	v[q] = vp.Scale(s).AddScaled(vq, c)
}

// rightHanded returns the axes x, y made exactly orthonormal, with their largest component positive, and their cross
// product.
func rightHanded(x, y Vec) Mat3 {
	x = positive(x.Normalize())
	y = positive(y.AddScaled(x, -x.Dot(y)).Normalize())
	return Mat3{x, y, x.Cross(y).Normalize()}
}

// positive returns v or -v, that whose largest component is positive.
func positive(v Vec) Vec {
	m := v.MaxAbs()
	if v.X == -m || (v.Y == -m && v.X != m) || (v.Z == -m && v.X != m && v.Y != m) {
		return v.Neg()
	}
	return v
}
