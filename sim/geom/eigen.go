package geom

// Eigen returns the unit eigenvectors of the symmetric matrix m, as rows, and its eigenvalues, in falling order but for
// rounding.
func (m *Mat3) Eigen() (axes Mat3, values [3]float64) {
	axes = eigenvectors(m)
	for k, v := range [3]Vec{axes.X, axes.Y, axes.Z} {
		values[k] = v.Dot(m.Apply(v))
	}
	return axes, values
}
