package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ellipsoidContact is a contact in sphere space, relative to the centre at the start.
type ellipsoidContact struct {
	status      Status
	t           float64
	kind, index int
	f           float64  // place on an edge, 0 to 1
	p           geom.Vec // contact point
	n           geom.Vec // unit vector from the contact point to the centre
	depth       float64  // when Overlapping
}

// ellipsoidTangent is the cosine to the normal, in ulps of the speed, under which a motion from a touching start counts
// as tangential: the error of the projection that made it so.
const ellipsoidTangent = 8 * 0x1p-52

// ellipsoidCentral is the distance of the centre from the triangle, in radii, under which the direction between them is
// rounding noise and the triangle's normal gives the way out.
const ellipsoidCentral = 1e-4

// sweep sets c to the first contact of the sphere of radius r with k.
func (k *ellipsoidTriangle) sweep(s *EllipsoidSweep, r float64, c *ellipsoidContact) {
	c.status = Miss
	vn := 0.0
	if k.plane {
		vn = k.n.Dot(s.v)
		if t0, t1 := ellipsoidPlaneInterval(k.sd, vn, r+k.tol); t0 > 1 || t1 < 0 {
			return
		}
	}
	if !k.plane || k.sd <= r+k.tol {
		k.closest(c)
		d := c.p.Len()
		if d <= r+k.tol {
			k.start(s, r, d, c)
			return
		}
	}
	if k.plane && k.sd >= r && k.face(s, r, vn, c) {
		return
	}
	k.border(s, r, c)
}

// ellipsoidPlaneInterval returns the times at which a sphere of radius r meets a plane from which its centre is sd >= 0
// away and towards which it moves by -vn in a unit of time; the interval is empty, t0 > t1, where a parallel motion
// keeps off, and unlimited where it stays embedded.
//
// Source: 001, section 2, for a plane whose normal points to the side of the centre.
func ellipsoidPlaneInterval(sd, vn, r float64) (t0, t1 float64) {
	if vn == 0 {
		if sd > r {
			return math.Inf(1), math.Inf(-1)
		}
		return math.Inf(-1), math.Inf(1)
	}
	t0, t1 = float64((r-sd)/vn), float64((-r-sd)/vn)
	if t0 > t1 {
		return t1, t0
	}
	return t0, t1
}

// start judges a sphere that touches or overlaps k at the start, its distance being d. c holds the closest point.
func (k *ellipsoidTriangle) start(s *EllipsoidSweep, r, d float64, c *ellipsoidContact) {
	c.t = 0
	if d < ellipsoidCentral {
		c.n = k.anyNormal()
	} else {
		c.n = geom.Vec{X: -float64(c.p.X / d), Y: -float64(c.p.Y / d), Z: -float64(c.p.Z / d)}
	}
	if d < r-k.tol {
		// r - d, had the normal no rounding error: beyond the vertex that reaches farthest, it separates all the same.
		c.status, c.depth = Overlapping, r+max(c.n.Dot(k.p[0]), c.n.Dot(k.p[1]), c.n.Dot(k.p[2]))
		return
	}
	if -s.v.Dot(c.n) > float64(ellipsoidTangent*s.speed) {
		c.status = Hit
	}
}

// anyNormal returns the way out for a centre on the triangle: its front, or any direction across a needle.
func (k *ellipsoidTriangle) anyNormal() geom.Vec {
	if k.plane {
		return k.n
	}
	for i := range k.e {
		if d := k.e[i].Normalize(); d != (geom.Vec{}) {
			return d.Perpendicular()
		}
	}
	return geom.Vec{Z: 1}
}

// closest sets c's point and feature to those of k nearest to the centre at the start.
func (k *ellipsoidTriangle) closest(c *ellipsoidContact) {
	if k.plane {
		c.p = k.n.Scale(-k.sd)
		if k.inside(c.p) {
			c.kind, c.index = FeatureFace, 0
			return
		}
	}
	best := math.Inf(1)
	for i := range k.e {
		f, kind, index := 0.0, FeatureVertex, i
		if h := -k.p[i].Dot(k.e[i]); h >= k.ee[i] && h > 0 {
			f, index = 1, (i+1)%3
		} else if h > 0 {
			f, kind = float64(h/k.ee[i]), FeatureEdge
		}
		q := k.p[index]
		if kind == FeatureEdge {
			q = k.p[i].AddScaled(k.e[i], f)
		}
		if d := q.LenSq(); d < best {
			best = d
			c.p, c.f, c.kind, c.index = q, f, kind, index
		}
	}
}

// inside reports whether the point p of k's plane is in k: whether no signed area of p with an edge is negative.
func (k *ellipsoidTriangle) inside(p geom.Vec) bool {
	a := k.e[0].Cross(p.Sub(k.p[0]))
	b := k.e[1].Cross(p.Sub(k.p[1]))
	c := k.e[2].Cross(p.Sub(k.p[2]))
	x, y, z := k.n.Dot(a), k.n.Dot(b), k.n.Dot(c)
	return x >= 0 && y >= 0 && z >= 0 || x <= 0 && y <= 0 && z <= 0
}

// face finds the contact with the inside of k of a sphere that starts off its plane: where it touches the plane first.
func (k *ellipsoidTriangle) face(s *EllipsoidSweep, r, vn float64, c *ellipsoidContact) bool {
	if vn >= 0 || k.sd+vn > r+k.tol {
		return false
	}
	t := float64((k.sd - r) / -vn)
	if t > 1 {
		t = 1
	}
	p := s.v.Scale(t).AddScaled(k.n, -r)
	if !k.inside(p) {
		return false
	}
	c.status, c.t, c.kind, c.index, c.p, c.n = Hit, t, FeatureFace, 0, p, k.n
	return true
}

// border finds the first contact with k's edges and vertices.
func (k *ellipsoidTriangle) border(s *EllipsoidSweep, r float64, c *ellipsoidContact) {
	c.t = math.Inf(1)
	for i := range k.e {
		if t, f, ok := k.edge(s, r, i); ok && t < c.t {
			c.t, c.f, c.kind, c.index = t, f, FeatureEdge, i
			c.p = k.p[i].AddScaled(k.e[i], f)
		}
	}
	for i := range k.p {
		if t, ok := k.vertex(s, r, i); ok && t < c.t {
			c.t, c.f, c.kind, c.index = t, 0, FeatureVertex, i
			c.p = k.p[i]
		}
	}
	if c.t > 1 {
		return
	}
	c.status = Hit
	c.n = s.v.Scale(c.t).Sub(c.p).Normalize()
}

// edge returns the time t at which the sphere first touches the line of edge i, and the place f on the edge, or false
// where it does not or f is not in [0, 1]. A start inside the line's cylinder is false too: from there the sphere can
// only touch the ends of the edge.
//
// e × (p - v t) is |e| times the distance from the line. As cross products, and with the discriminant from the distance
// at closest approach, the coefficients of 001 lose no digits where the motion is nearly parallel to the edge or grazes
// it.
func (k *ellipsoidTriangle) edge(s *EllipsoidSweep, r float64, i int) (t, f float64, ok bool) {
	e, p := k.e[i], k.p[i]
	t, ok = ellipsoidApproach(e.Cross(p), e.Cross(s.v), math.Sqrt(k.ee[i]), r, k.tol)
	if !ok {
		return 0, 0, false
	}
	f = float64(s.v.Scale(t).Sub(p).Dot(e) / k.ee[i])
	return t, f, f >= 0 && f <= 1
}

// vertex returns the time at which the sphere first touches vertex i.
func (k *ellipsoidTriangle) vertex(s *EllipsoidSweep, r float64, i int) (float64, bool) {
	return ellipsoidApproach(k.p[i], s.v, 1, r, k.tol)
}

// ellipsoidApproach returns the first time in [0, 1] at which |m - w t| falls to l·r, and the time of closest approach
// where it only comes as near as l·(r + tol). A start nearer than l·r is false.
func ellipsoidApproach(m, w geom.Vec, l, r, tol float64) (float64, bool) {
	h := m.Dot(w)
	if !(h > 0) {
		return 0, false
	}
	a := w.LenSq()
	first := float64(h / a)
	low := first
	if low > 1 {
		low = 1
	}
	g := m.AddScaled(w, -low).Len()
	lr := float64(l * r)
	if !(g <= lr+float64(l*tol)) {
		return 0, false
	}
	d := m.Len()
	if d < lr {
		return 0, false
	}
	c := float64((d - lr) * (d + lr))
	disc := float64(h*h) - float64(a*c)
	if first <= 1 {
		disc = float64(a * float64((lr-g)*(lr+g)))
	}
	if disc < 0 {
		disc = 0
	}
	t := float64(c / (h + math.Sqrt(disc)))
	if !(t < low) {
		t = low
	}
	return t, true
}
