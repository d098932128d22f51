package geom

// Mat3 is a 3×3 matrix stored as its rows: (M v)_x = X·v.
type Mat3 struct{ X, Y, Z Vec }

// Identity is the unit matrix.
func Identity() Mat3 { return Mat3{Vec{1, 0, 0}, Vec{0, 1, 0}, Vec{0, 0, 1}} }

// Diagonal returns the matrix with d on its diagonal.
func Diagonal(d Vec) Mat3 { return Mat3{Vec{d.X, 0, 0}, Vec{0, d.Y, 0}, Vec{0, 0, d.Z}} }

// Apply returns M v.
func (m *Mat3) Apply(v Vec) Vec { return Vec{m.X.Dot(v), m.Y.Dot(v), m.Z.Dot(v)} }

// ApplyT returns Mᵀ v.
func (m *Mat3) ApplyT(v Vec) Vec {
	return m.X.Scale(v.X).Add(m.Y.Scale(v.Y)).Add(m.Z.Scale(v.Z))
}

// Transpose returns Mᵀ.
func (m *Mat3) Transpose() Mat3 { return Mat3{m.Col(0), m.Col(1), m.Col(2)} }

// Col returns column i, 0 to 2.
func (m *Mat3) Col(i int) Vec {
	switch i {
	case 0:
		return Vec{m.X.X, m.Y.X, m.Z.X}
	case 1:
		return Vec{m.X.Y, m.Y.Y, m.Z.Y}
	}
	return Vec{m.X.Z, m.Y.Z, m.Z.Z}
}

// Mul returns M N.
func (m *Mat3) Mul(n *Mat3) Mat3 {
	return Mat3{n.ApplyT(m.X), n.ApplyT(m.Y), n.ApplyT(m.Z)}
}

// Add returns M + N.
func (m *Mat3) Add(n *Mat3) Mat3 { return Mat3{m.X.Add(n.X), m.Y.Add(n.Y), m.Z.Add(n.Z)} }

// Scale returns M·s.
func (m *Mat3) Scale(s float64) Mat3 { return Mat3{m.X.Scale(s), m.Y.Scale(s), m.Z.Scale(s)} }

// Det returns the determinant.
func (m *Mat3) Det() float64 { return m.X.Dot(m.Y.Cross(m.Z)) }

// Inverse returns M⁻¹ and whether M has one in double precision (its determinant and the determinant's inverse are
// finite).
func (m *Mat3) Inverse() (Mat3, bool) {
	a, b, c := m.Y.Cross(m.Z), m.Z.Cross(m.X), m.X.Cross(m.Y)
	det := m.X.Dot(a)
	s := 1 / det
	if !isFinite(det) || !isFinite(s) {
		return Mat3{}, false
	}
	t := Mat3{a, b, c}
	inv := t.Transpose()
	return inv.Scale(s), true
}

// Solve returns the x of M x = b, and false where M is singular (Cramer's rule).
func (m *Mat3) Solve(b Vec) (Vec, bool) {
	inv, ok := m.Inverse()
	return inv.Apply(b), ok
}

// Skew returns the matrix [a]× with [a]× v = a × v.
func Skew(a Vec) Mat3 { return Mat3{Vec{0, -a.Z, a.Y}, Vec{a.Z, 0, -a.X}, Vec{-a.Y, a.X, 0}} }

// IsFinite reports whether no entry is infinite or not a number.
func (m *Mat3) IsFinite() bool { return m.X.IsFinite() && m.Y.IsFinite() && m.Z.IsFinite() }
