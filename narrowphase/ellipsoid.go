package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// EllipsoidHit is the first contact of a swept ellipsoid with a triangle.
type EllipsoidHit struct {
	Status    Status
	T         float64   // first contact as a fraction of the motion, 0 to 1; 0 when Overlapping
	P         geom.Vec  // contact point on the triangle, world coordinates
	N         geom.Vec  // unit normal of the ellipsoid's tangent plane at P, from the ellipsoid to the triangle, world
	Feature   FeatureID // the triangle's vertex, edge or face as B; A's half is 0
	Tri       int32     // index of the triangle in its mesh, -1 for a triangle without a mesh
	Depth     float64   // Overlapping: moving the ellipsoid by -Depth·N brings it out of the triangle [m]
	Distance  float64   // way to the contact, T·|move| [m]
	Tolerance float64   // band in which the triangle counts as touched, as a fraction of the radii
}

// FeatureOf returns the kind and index of the triangle's feature that is hit: edge k runs from vertex k to vertex k+1.
func (h *EllipsoidHit) FeatureOf() (kind, index int) {
	b := h.Feature >> 16
	return int(b >> 14), int(b & 0x3fff)
}

// SweepEllipsoidTriangle returns the first contact of the ellipsoid e, with every radius grown by clearance [m], and
// the triangle t while e moves by move [m]. Growing the radii keeps the clearance along the normal: at contact the gap
// between e and the tangent plane at P is clearance if N is along an axis of e or e is a sphere, and never less than
// 2·√k/(1+k) of it, k the ratio of the largest to the smallest radius.
//
// Both sides of the triangle count. Its distance from the moving centre, in the space where the grown ellipsoid is the
// unit sphere, is a convex function of time. So an ellipsoid that touches at the start and separates, or moves in the
// tangent plane, never hits, and one that touches and approaches hits with T = 0. Touching means a distance from 1 of
// at most Tolerance, a bound of the rounding error. A motion that comes nearer than 1 + Tolerance is a hit, so that
// rounding never loses one, and the depth at T is at most Tolerance.
//
// Overlapping at the start gives the push-out. With q the point of the triangle nearest to the centre in sphere space,
// the plane through q at right angles to q separates the triangle from the side of the centre there; N is that plane's
// normal in the world, and Depth the distance along -N until the ellipsoid is on its own side of it. The direction is
// exact in sphere space; in the world the distance is sufficient, and the shortest for a sphere. A centre on the
// triangle goes to the front.
//
// A triangle without area counts as its edges. Coordinates that are not finite give Miss. Radii are above zero.
//
// Source: 001, sections 2 to 5; 004, section 2.3. Unlike them it solves the quadratics by closest approach, decides
// inside by signed areas, and handles the embedded start; see ALGORITHMS.md B.
func SweepEllipsoidTriangle(e *geom.Ellipsoid, move geom.Vec, t *geom.Triangle, clearance float64) EllipsoidHit {
	var s EllipsoidSweep
	var h EllipsoidHit
	s.Set(e, move, clearance)
	s.Triangle(t, &h)
	return h
}

// SweepEllipsoid returns the first contact over all the candidates, indices of triangles that m has, as
// SweepEllipsoidTriangle does for one. Equal times go to the lowest index. A triangle that overlaps at the start comes
// before any that is hit, the deepest first. The result does not depend on the order of the candidates; an index may
// occur more than once.
//
// Source: 001, sections 1 and 5 (the nearest hit over all triangles).
func SweepEllipsoid(e *geom.Ellipsoid, move geom.Vec, m *geom.Mesh, candidates []int32, clearance float64) EllipsoidHit {
	var s EllipsoidSweep
	var h EllipsoidHit
	best := EllipsoidHit{Tri: -1}
	s.Set(e, move, clearance)
	for _, i := range candidates {
		t := m.Triangle(i)
		s.Triangle(&t, &h)
		if h.Status == Miss {
			continue
		}
		h.Tri = i
		if ellipsoidBefore(&h, &best) {
			best = h
		}
	}
	return best
}

// ellipsoidBefore reports whether a, which is no miss, comes before b.
func ellipsoidBefore(a, b *EllipsoidHit) bool {
	switch {
	case b.Status == Miss:
		return true
	case a.Status != b.Status:
		return a.Status == Overlapping
	case a.Depth != b.Depth:
		return a.Depth > b.Depth
	case a.T != b.T:
		return a.T < b.T
	}
	return a.Tri < b.Tri
}

// EllipsoidNormal returns the outward unit normal, in the world, of the ellipsoid through the world point p that has
// e's centre and the ratios of its radii: the gradient of x²/a² + y²/b² + z²/c² at p. The zero vector at the centre.
//
// Source: 004, section 2.3; ALGORITHMS.md B9.
func EllipsoidNormal(e *geom.Ellipsoid, p geom.Vec) geom.Vec {
	return p.Sub(e.C).Div(e.R).Div(e.R).Normalize()
}
