package geom

// BoxInertia returns the inertia [kg m²] of a solid box of constant density about its centre, in the axes of the box.
// mass is in kg, half has the half extents [m]. Nothing is checked: a mass or an extent of zero gives a matrix that has
// no inverse.
func BoxInertia(mass float64, half Vec) Mat3 {
	s := half.Mul(half)
	return Diagonal(Vec{s.Y + s.Z, s.Z + s.X, s.X + s.Y}.Scale(mass / 3))
}

// EllipsoidInertia returns the inertia [kg m²] of a solid ellipsoid of constant density about its centre, in its axes.
// mass is in kg, radii are in m. Three equal radii are a ball. Nothing is checked, as in BoxInertia.
func EllipsoidInertia(mass float64, radii Vec) Mat3 {
	s := radii.Mul(radii)
	return Diagonal(Vec{s.Y + s.Z, s.Z + s.X, s.X + s.Y}.Scale(mass / 5))
}

// ParallelAxis returns the inertia [kg m²] about a point, from the inertia about the centre of mass: d leads from the
// one to the other [m], whichever is first, in the axes of the inertia. mass is in kg; a negative mass undoes the
// shift.
//
// I + m (|d|² 1 - d dᵀ), the theorem of Huygens and Steiner.
func ParallelAxis(inertia Mat3, mass float64, d Vec) Mat3 {
	xx, yy, zz := float64(d.X*d.X), float64(d.Y*d.Y), float64(d.Z*d.Z)
	xy, yz, zx := float64(d.X*d.Y), float64(d.Y*d.Z), float64(d.Z*d.X)
	shift := Mat3{
		Vec{yy + zz, -xy, -zx},
		Vec{-xy, zz + xx, -yz},
		Vec{-zx, -yz, xx + yy},
	}
	shift = shift.Scale(mass)
	return inertia.Add(&shift)
}

// RotateInertia returns R I Rᵀ: the inertia in the axes to which q turns, from the inertia in the axes from which it
// turns. The result is symmetric to the last bit.
func RotateInertia(inertia Mat3, q Quat) Mat3 {
	r := q.Mat3()
	t := r.Transpose()
	m := r.Mul(&inertia)
	m = m.Mul(&t)
	m.Y.X, m.Z.X, m.Z.Y = m.X.Y, m.X.Z, m.Y.Z
	return m
}
