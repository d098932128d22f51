package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CollisionPoints is the first contact of two turning polyhedra.
type CollisionPoints struct {
	Status   Status
	Time     float64           // Tc [s]
	N        geom.Vec          // unit normal from A to B
	Set      ContactSet        // all contact points at Tc, world coordinates [m]
	Features [MaxSet]FeatureID // of each point of Set: the vertices, edges or faces of A and of B that it lies on
}

// fcpfTouch is how far, of the size, what touches may be apart along the normal, for all contact points at one time.
const fcpfTouch = 1e-8

// FCPF returns the time of first contact of two rotating convex polyhedra (boxes or hulls) in [0, duration] (s), and
// all contact points at that time. The motions may have any speed and spin. At duration the polyhedra may penetrate by
// any depth, one may be inside the other, or they may be apart again.
//
// Status is that of TimeOfImpactHulls for a target of zero; polyhedra that touch at the start and separate are followed
// until they are apart. Hit: the features that meet first are found in closed form, and Time is the first at which
// rounding cannot distinguish them: its error is some 1e-14 of the lengths divided by the approach speed. Polyhedra
// that come within 1e-9·size of each other and never meet are a Hit too, at the time of TimeOfImpactHulls. Overlapping:
// Time is 0 and Set is that at 0; it is empty if they penetrate deeper than 1e-6·size. Unresolved: Time is a lower
// bound, 0 for a shape that is no polyhedron. Otherwise Set is empty.
//
// Set is one point, the ends of a segment or the corners of a polygon (see ContactSet), midway between the surfaces, of
// all that is within 1e-8·size along N. Features of boxes are numbered as those of Shape.Hull.
//
// A conservative search brackets the contact, from a time before it, and FirstContact finds its end, as it does in a
// step of the simulation. If rounding hides that, as for needles, FCPF starts from an edge and a face that cross soon
// after, and goes back through adjacent features to ever earlier meetings until there is none; see TurningPair.Descend.
//
// Source: 003, algorithm 1. Its assumption that the polyhedra are apart at t0, overlap at t1 and meet once in between
// holds in the bracket.
func FCPF(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, duration float64) CollisionPoints {
	if !a.Shape.Polyhedral() || !b.Shape.Polyhedral() {
		return CollisionPoints{Status: Unresolved}
	}
	out := CollisionPoints{Time: duration}
	var q turnPair
	flip := q.setOrdered(a, sa, b, sb, 0)
	met := q.bracket(duration, &out)
	if flip {
		out.N = out.N.Neg()
	}
	if out.Status == Miss || out.Status == Unresolved {
		return out
	}
	p := NewTurningPair(a, sa, b, sb)
	q = turnPair{}
	q.setHulls(a, sa, b, sb, 0)
	q.points(&p, duration, !met, &out)
	return out
}

// bracket searches for a contact and takes a bracket to its end. It reports whether out.Time is the time of contact: it
// is before it where the polyhedra come within the tolerance of the search and rounding hides whether they touch.
func (q *turnPair) bracket(duration float64, out *CollisionPoints) bool {
	toi := q.search(duration)
	out.Status, out.Time, out.N = toi.Status, toi.Time, toi.N
	if toi.Status != Hit || !(toi.Separation > 0) {
		return true
	}
	t, met := q.contact(toi.Time, toi.Separation)
	if met {
		out.Time = t
	}
	return met
}

// points finds the contact of a pair that TimeOfImpactHulls has come near at out.Time: the time, if they are still
// apart, and the points.
func (q *turnPair) points(p *TurningPair, duration float64, apart bool, out *CollisionPoints) {
	q.end = math.Max(duration, 0)
	if apart {
		out.Time = p.impact(q, out.Time, q.end)
	}
	q.place(out.Time)
	if q.axes == 0 {
		q.touch()
	}
	if q.sep < -float64(toiDeep*q.size) {
		return
	}
	q.n = q.apartAlong(out.N)
	out.N = q.n
	q.contacts(out)
	for i := range out.Set.Points[:out.Set.Count] {
		out.Set.Points[i] = out.Set.Points[i].Add(q.a.s.C).AddScaled(q.a.s.V, out.Time)
	}
}

// apartAlong returns, of n, the pair's normal and its axes, the direction along which the pair is farthest apart: the
// direction between points that touch is no normal to the last bit, which needles would need.
func (q *turnPair) apartAlong(n geom.Vec) geom.Vec {
	best, most := q.n, q.along(q.n)
	if d := q.along(n); d > most {
		best, most = n, d
	}
	for i := range q.axis[:q.axes] {
		if d := q.along(q.axis[i].n); d > most {
			best, most = q.axis[i].n, d
		}
	}
	return best
}

// along returns the separation along n.
func (q *turnPair) along(n geom.Vec) float64 {
	u, v := q.a.hull.Support(q.a.r.ApplyT(n)), q.b.hull.Support(q.b.r.ApplyT(n).Neg())
	return n.Dot(q.b.vertex(v).Sub(q.a.vertex(u)))
}

// impact returns the time of contact after from, at which the pair is hardly apart; from where they never meet.
func (p *TurningPair) impact(q *turnPair, from, end float64) float64 {
	q.place(from)
	at, near := q.spot()
	spot := fcpfSpot{at: [2]geom.Vec{q.a.r.ApplyT(at.Sub(q.a.o)), q.b.r.ApplyT(at.Sub(q.b.o))}}
	// The time by which the pair has moved by its tolerance, and ever later ones, until an edge crosses a face, or they
	// part.
	for s := q.tol / p.fast; ; s = float64(4 * s) {
		t := from + s
		last := !(t < end)
		if last {
			t = end
		}
		spot.near = near + float64(2*p.fast*(t-from))
		if m, ok := p.crossing(&spot, t); ok {
			if m, ok = p.EdgeFace(m.Body, m.Edge, m.Face, from, t); ok {
				t = p.Descend(m, from).Time
			}
			first, _ := p.nearby(&spot, from, t)
			return first
		}
		later := *q
		if later.place(t); last || later.sep > float64(2*q.tol) {
			// They may have touched without crossing.
			if first, ok := p.nearby(&spot, from, t); ok {
				return first
			}
			return from
		}
	}
}

// fcpfSpot is the point of touch at the start of the bracket, in both shapes' frames, and the distance from it within
// which planes and edges of faces are near.
type fcpfSpot struct {
	at   [2]geom.Vec
	near float64
}

// nearby returns the first time in [from, to] at which features near the spot meet; false when they do not. It finds
// what a walk from one meeting cannot: contacts that end at once, and contacts before that elsewhere.
func (p *TurningPair) nearby(spot *fcpfSpot, from, to float64) (float64, bool) {
	l, near := &spot.at, spot.near
	found := false
	for k := range p.body {
		own, other := &p.body[k], &p.body[1-k]
		for v := range own.hull.Vertices {
			if !own.vertexNear(int32(v), l[k], near) {
				continue
			}
			for f := range other.hull.Faces {
				if !other.isNear(int32(f), l[1-k], near) {
					continue
				}
				if t, ok := p.vertexFace(k, int32(v), int32(f), from, to); ok {
					to, found = t, true
				}
			}
		}
	}
	for e := range p.body[0].hull.Edges {
		if !p.body[0].edgeNear(int32(e), l[0], near) {
			continue
		}
		for f := range p.body[1].hull.Edges {
			if !p.body[1].edgeNear(int32(f), l[1], near) {
				continue
			}
			if t, ok := p.EdgeEdge(int32(e), int32(f), from, to); ok {
				to, found = t, true
			}
		}
	}
	return to, found
}

// vertexNear reports whether vertex v has a face near the point l.
func (b *turnBody) vertexNear(v int32, l geom.Vec, near float64) bool {
	for _, e := range b.hull.Ring(v) {
		if b.edgeNear(e, l, near) {
			return true
		}
	}
	return false
}

// crossing returns an edge and a face near the spot that cross at time t; false when there are none, as of polyhedra
// that are apart, or one inside the other.
func (p *TurningPair) crossing(spot *fcpfSpot, t float64) (Meeting, bool) {
	x := p.at(t)
	for k := range p.body {
		own, other := &p.body[k], &p.body[1-k]
		h, o := own.hull, other.hull
		for f := range o.Faces {
			if !other.isNear(int32(f), spot.at[1-k], spot.near) {
				continue
			}
			plane := &o.Faces[f].Plane
			n := x[1-k].r.Apply(plane.N)
			d := plane.D + n.Dot(x[1-k].o.Sub(x[k].o))
			n = x[k].r.ApplyT(n)
			for e := range h.Edges {
				u, v := n.Dot(h.Vertices[h.Edges[e].A]), n.Dot(h.Vertices[h.Edges[e].B])
				if u > d != (v > d) && p.crosses(&x, k, int32(e), int32(f)) {
					return Meeting{Body: k, Edge: int32(e), Face: int32(f), Time: t}, true
				}
			}
		}
	}
	return Meeting{}, false
}

// contacts finds the contact points at the time the pair is at, relative to A's centre of rotation, and their features.
func (q *turnPair) contacts(out *CollisionPoints) {
	tol := float64(fcpfTouch * q.size)
	var a, b [fcpfCorners]geom.Vec
	na, nb := q.a.extreme(q.n, tol, &a), q.b.extreme(q.n.Neg(), tol, &b)
	contactSet(a[:na], b[:nb], q.n, tol, &out.Set)
	for i := range out.Set.Points[:out.Set.Count] {
		y := out.Set.Points[i]
		ka, ia := q.a.feature(y, float64(2*tol))
		kb, ib := q.b.feature(y, float64(2*tol))
		out.Features[i] = MakeFeatureID(ka, int(ia), kb, int(ib))
	}
}

// fcpfCorners is the largest number of corners of a face that touches; of more, those that span it best.
const fcpfCorners = 64

// extreme sets dst to the vertices no farther than tol behind the one farthest along n, in order around them: those of
// a face, an edge, or one, and returns their number.
func (b *turnBody) extreme(n geom.Vec, tol float64, dst *[fcpfCorners]geom.Vec) (count int) {
	d := b.r.ApplyT(n)
	h := b.hull
	top := d.Dot(h.Vertices[h.Support(d)]) - tol
	best, face := 0, int32(0)
	for f := range h.Faces {
		high := 0
		for _, i := range h.Face(int32(f)) {
			if d.Dot(h.Vertices[i]) >= top {
				high++
			}
		}
		if high > best {
			best, face = high, int32(f)
		}
	}
	for _, i := range h.Face(face) {
		if d.Dot(h.Vertices[i]) < top {
			continue
		}
		if count == fcpfCorners {
			count = len(contactDropLeast(dst[:]))
		}
		dst[count] = b.vertex(i)
		count++
	}
	return count
}

// feature returns kind and index of the feature that the point y lies on, to within tol: a vertex, an edge, or the
// nearest face.
func (b *turnBody) feature(y geom.Vec, tol float64) (kind int, index int32) {
	l := b.r.ApplyT(y.Sub(b.o))
	h := b.hull
	for i, v := range h.Vertices {
		if v.Sub(l).LenSq() <= float64(tol*tol) {
			return FeatureVertex, int32(i)
		}
	}
	for i := range h.Edges {
		u, v := h.Vertices[h.Edges[i].A], h.Vertices[h.Edges[i].B]
		if contactOnSegment(l, u, v).Sub(l).LenSq() <= float64(tol*tol) {
			return FeatureEdge, int32(i)
		}
	}
	best := math.Inf(-1)
	for f := range h.Faces {
		if d := h.Faces[f].Plane.N.Dot(l) - h.Faces[f].Plane.D; d > best {
			best, index = d, int32(f)
		}
	}
	return FeatureFace, index
}
