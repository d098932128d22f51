package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// EllipsoidSweep is one motion of one ellipsoid, prepared for many triangles: what SweepEllipsoidTriangle does, without
// preparing it again for each. The zero value is no sweep; Set makes one.
type EllipsoidSweep struct {
	c, move  geom.Vec
	r, inv   geom.Vec // the grown radii and their inverses
	v        geom.Vec // the motion in sphere space
	speed    float64  // |v|
	min, max geom.Vec // box of the moving unit sphere, relative to the start, with room for rounding
}

// Set prepares the motion of e by move [m] with every radius grown by clearance [m].
func (s *EllipsoidSweep) Set(e *geom.Ellipsoid, move geom.Vec, clearance float64) {
	s.c, s.move = e.C, move
	s.r = e.R.Add(geom.Vec{X: clearance, Y: clearance, Z: clearance})
	s.inv = geom.Vec{X: 1, Y: 1, Z: 1}.Div(s.r)
	s.v = move.Mul(s.inv)
	s.speed = s.v.Len()
	room := 1 + ellipsoidBoxRoom + float64(s.speed*ellipsoidBoxRoom)
	one := geom.Vec{X: room, Y: room, Z: room}
	s.min = s.v.Min(geom.Vec{}).Sub(one)
	s.max = s.v.Max(geom.Vec{}).Add(one)
}

// Triangle sets h to the first contact with t; see SweepEllipsoidTriangle. h.Tri becomes -1.
func (s *EllipsoidSweep) Triangle(t *geom.Triangle, h *EllipsoidHit) {
	*h = EllipsoidHit{Tri: -1}
	var k ellipsoidTriangle
	if !k.set(s, t) {
		return
	}
	var c ellipsoidContact
	k.sweep(s, 1, &c)
	if c.status == Miss {
		return
	}
	h.Status, h.T, h.Tolerance = c.status, c.t, k.tol
	h.Feature = MakeFeatureID(0, 0, c.kind, c.index)
	h.Distance = float64(c.t * s.move.Len())
	// The normal is a covector: it goes to the world with the inverse of the transpose of the map to sphere space.
	g := c.n.Mul(s.inv)
	l := g.Len()
	h.N = geom.Vec{X: -float64(g.X / l), Y: -float64(g.Y / l), Z: -float64(g.Z / l)}
	h.P = ellipsoidPoint(s, t, &c)
	if c.status == Overlapping {
		h.Depth = float64(c.depth / l)
	}
}

// Sinks reports whether the motion takes the ellipsoid deeper than depth into t, depth as a fraction of the grown
// radii: whether the ellipsoid shrunk by that fraction overlaps t at the start or meets it on the way. What an
// ellipsoid does not sink into, it at most grazes.
func (s *EllipsoidSweep) Sinks(t *geom.Triangle, depth float64) bool {
	var k ellipsoidTriangle
	if !k.set(s, t) {
		return false
	}
	var c ellipsoidContact
	k.sweep(s, 1-depth, &c)
	return c.status != Miss
}

// ellipsoidPoint returns the contact point in the world; vertices exactly.
func ellipsoidPoint(s *EllipsoidSweep, t *geom.Triangle, c *ellipsoidContact) geom.Vec {
	v := [3]geom.Vec{t.A, t.B, t.C}
	switch c.kind {
	case FeatureVertex:
		return v[c.index]
	case FeatureEdge:
		a := v[c.index]
		return a.AddScaled(v[(c.index+1)%3].Sub(a), c.f)
	}
	return s.c.Add(c.p.Mul(s.r))
}

// ellipsoidBoxRoom is the room, relative to the radii and the motion, that the box test leaves to rounding: above
// ellipsoidRounding, which needs no more than coordinates of the size of the box there.
const ellipsoidBoxRoom = 1e-12

// ellipsoidRounding bounds the rounding error of a distance from the centre, in radii, relative to the largest
// coordinate that enters it: a coordinate goes through a difference, a product and, for an edge, a cross product, a sum
// and a quotient, each half an ulp of a number of that size: under 16 half ulps. TestSweepEllipsoid_EqualsExact allows
// a quarter of it (0.17 in 1.5 million sweeps).
const ellipsoidRounding = 0x1p-48

// ellipsoidNeedle is the height, in radii, under which a triangle has no face of its own: between two edges h apart the
// unit sphere sags below them by h²/8 = 1e-15.
const ellipsoidNeedle = 1e-7

// ellipsoidTriangle is a triangle in sphere space, relative to the centre at the start.
type ellipsoidTriangle struct {
	p     [3]geom.Vec // vertices
	e     [3]geom.Vec // edges, e[k] from p[k] to p[k+1]
	ee    [3]float64  // |e|²
	n     geom.Vec    // unit normal, to the side of the centre; the front where the centre lies in the plane
	sd    float64     // distance of the centre from the plane, >= 0
	plane bool        // false: a needle or a point, which has no face
	tol   float64     // the band of touching
}

// set takes t to sphere space and reports whether it meets the box of the motion.
func (k *ellipsoidTriangle) set(s *EllipsoidSweep, t *geom.Triangle) bool {
	a, b, c := t.A.Sub(s.c).Mul(s.inv), t.B.Sub(s.c).Mul(s.inv), t.C.Sub(s.c).Mul(s.inv)
	lo, hi := a.Min(b).Min(c), a.Max(b).Max(c)
	if !(lo.X <= s.max.X && lo.Y <= s.max.Y && lo.Z <= s.max.Z &&
		hi.X >= s.min.X && hi.Y >= s.min.Y && hi.Z >= s.min.Z) {
		return false
	}
	size := 1 + hi.Max(lo.Neg()).MaxAbs() + s.speed
	if !(size <= math.MaxFloat64) {
		return false
	}
	k.tol = float64(size * ellipsoidRounding)
	k.p = [3]geom.Vec{a, b, c}
	// From the world's differences, which have no error of the size of the distance to the centre.
	k.e = [3]geom.Vec{t.B.Sub(t.A).Mul(s.inv), t.C.Sub(t.B).Mul(s.inv), t.A.Sub(t.C).Mul(s.inv)}
	for i := range k.e {
		k.ee[i] = k.e[i].LenSq()
	}
	k.setPlane()
	return true
}

// setPlane finds the plane from the two shorter edges, whose cross product has the smallest error. The normal of a
// needle keeps an error of rounding·length/height. Set at right angles to the long edge, it only turns the plane about
// that edge, which moves no point of the triangle by more than the rounding error of its coordinates: so even then a
// distance from the plane is no larger than that from the triangle, and may rule out a contact.
func (k *ellipsoidTriangle) setPlane() {
	l := 0
	if k.ee[1] > k.ee[l] {
		l = 1
	}
	if k.ee[2] > k.ee[l] {
		l = 2
	}
	i, j := (l+1)%3, (l+2)%3
	n := k.e[i].Cross(k.e[j])
	area := n.Len()
	k.plane = area > float64(ellipsoidNeedle*math.Sqrt(k.ee[l]))
	if !k.plane {
		return
	}
	n = geom.Vec{X: float64(n.X / area), Y: float64(n.Y / area), Z: float64(n.Z / area)}
	k.n = n.AddScaled(k.e[l], -float64(n.Dot(k.e[l])/k.ee[l])).Normalize()
	k.sd = -k.n.Dot(k.p[0])
	if k.sd < 0 {
		k.n, k.sd = k.n.Neg(), -k.sd
	}
}
