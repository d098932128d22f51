package geom

// Solid is the mass properties of a closed body of density 1 kg/m³: its volume, which is its mass, its centre of mass
// and its inertia.
type Solid struct {
	Volume  float64 // [m³]
	Center  Vec     // centre of mass in the frame of the body [m]
	Inertia Mat3    // about Center, in the axes of that frame [m⁵]; times the density [kg/m³] it is in kg m²
}

// At returns the solid s in the frame in which its own frame has pose t.
func (s Solid) At(t Transform) Solid {
	return Solid{s.Volume, t.Apply(s.Center), RotateInertia(s.Inertia, t.Q)}
}

// moments are the integrals of 1, r and r rᵀ over a body, r from some point of reference, each times the divisor of
// its polynomial (see add), which is taken out once at the end.
type moments struct {
	v6      float64 // 6 ∫ 1
	first24 Vec     // 24 ∫ r
	diag120 Vec     // 120 ∫ x², y², z²
	off120  Vec     // 120 ∫ yz, zx, xy
}

// add takes in the tetrahedron between the point of reference and the triangle a, b, c, counted with its sign: plus
// where the point of reference lies behind the triangle. The tetrahedra of a closed surface add up to what it encloses,
// wherever the point is.
//
// Over the tetrahedron 0, a, b, c with d = a·(b×c) and s = a + b + c the integrals are d/6, d s/24 and
// d (a aᵀ + b bᵀ + c cᵀ + s sᵀ)/120, exactly.
func (m *moments) add(a, b, c Vec) {
	d := a.Dot(b.Cross(c))
	s := a.Add(b).Add(c)
	m.v6 += d
	m.first24 = m.first24.AddScaled(s, d)
	m.diag120 = m.diag120.AddScaled(a.Mul(a).Add(b.Mul(b)).Add(c.Mul(c)).Add(s.Mul(s)), d)
	m.off120 = m.off120.AddScaled(turned(a).Add(turned(b)).Add(turned(c)).Add(turned(s)), d)
}

// turned returns (yz, zx, xy).
func turned(a Vec) Vec { return Vec{float64(a.Y * a.Z), float64(a.Z * a.X), float64(a.X * a.Y)} }

// leastVolume [m³] is that below which a volume, which is a product of three lengths, has lost its precision.
const leastVolume = 1e-300

// solid returns the solid with moments m about the point of reference, and nothing but that point where the volume
// underflows.
func (m *moments) solid(reference Vec) Solid {
	volume := m.v6 / 6
	if !(volume > leastVolume) {
		return Solid{Center: reference}
	}
	c := m.first24.Scale(1 / (24 * volume))
	q, p := m.diag120.Scale(1.0/120), m.off120.Scale(1.0/120)
	about := Mat3{
		Vec{q.Y + q.Z, -p.Z, -p.Y},
		Vec{-p.Z, q.Z + q.X, -p.X},
		Vec{-p.Y, -p.X, q.X + q.Y},
	}
	return Solid{volume, reference.Add(c), ParallelAxis(about, -volume, c)}
}
