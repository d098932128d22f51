package geom

import "math"

// The closed forms below check nothing: lengths are in m and above zero, and a length of zero gives a solid without
// volume. Source of the moments: D. Eberly, "Polyhedral Mass Properties (Revisited)", and integration by hand.

// BoxSolid returns the box with the given half extents about the origin.
func BoxSolid(half Vec) Solid {
	v := float64(8 * half.X * half.Y * half.Z)
	return Solid{Volume: v, Inertia: BoxInertia(v, half)}
}

// SphereSolid returns the ball about the origin.
func SphereSolid(radius float64) Solid { return EllipsoidSolid(Vec{radius, radius, radius}) }

// EllipsoidSolid returns the ellipsoid about the origin with the given radii along the axes.
func EllipsoidSolid(radii Vec) Solid {
	v := float64(4 * math.Pi / 3 * radii.X * radii.Y * radii.Z)
	return Solid{Volume: v, Inertia: EllipsoidInertia(v, radii)}
}

// CylinderSolid returns the cylinder about the z axis from -half to half.
func CylinderSolid(radius, half float64) Solid {
	v := float64(2 * math.Pi * radius * radius * half)
	r, h := float64(radius*radius), float64(half*half)
	side := float64(r/4) + h/3
	return Solid{Volume: v, Inertia: Diagonal(Vec{side, side, float64(r / 2)}.Scale(v))}
}

// CapsuleSolid returns the points no farther than radius from the segment of the z axis from -half to half: a cylinder
// between two half balls. A half of zero is a ball.
func CapsuleSolid(radius, half float64) Solid {
	s := CylinderSolid(radius, half)
	ball := float64(4 * math.Pi / 3 * radius * radius * radius)
	r, h := float64(radius*radius), float64(half*half)
	// Each half ball has half the second moment of the ball about its flat side, 3/8 radius from its centre of mass.
	side := float64(r*0.4) + h + float64(radius*half*0.75)
	i := Diagonal(Vec{side, side, float64(r * 0.4)}.Scale(ball))
	return Solid{Volume: s.Volume + ball, Inertia: s.Inertia.Add(&i)}
}

// ConeSolid returns the cone about the z axis with its base, of the given radius, at z = 0 and its apex at z = height.
func ConeSolid(radius, height float64) Solid {
	v := float64(math.Pi / 3 * radius * radius * height)
	r, h := float64(radius*radius), float64(height*height)
	side := float64(r*0.15) + float64(h*0.0375)
	return Solid{v, Vec{0, 0, float64(height / 4)}, Diagonal(Vec{side, side, float64(r * 0.3)}.Scale(v))}
}
