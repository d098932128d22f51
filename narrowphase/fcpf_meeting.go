package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// MeetingCase says how an edge first meets a face.
type MeetingCase uint8

// The cases of 003, theorem 1.
const (
	MeetingInside MeetingCase = iota // an end of the edge meets the inside of the face
	MeetingEdges                     // the edge meets an edge of the face in a point
	MeetingAlong                     // the edge lies in the face along a segment
)

// Meeting is the first meeting of an edge of a body with a face of the other.
type Meeting struct {
	Body   int     // whose edge it is
	Edge   int32   // index of the edge
	Face   int32   // index of the face
	Time   float64 // [s]
	Case   MeetingCase
	Count  int         // of points: two where the edge lies in the face, otherwise one
	Points [2]geom.Vec // relative to A's centre of rotation at Time, world axes [m]
}

// fcpfRim is how far, of the size, a point may lie beyond the rim of a face, or the end of an edge, that it meets.
const fcpfRim = 1e-11

// EdgeFace returns the first meeting in [from, to] of edge e of body k with face f of the other body; a meeting at from
// counts. It returns false when they do not meet. The meeting is one of an end of the edge with the plane of the face,
// at a place in the face, or of the edge with one of the face's, at a place on both: all roots are tried in the order
// of time. Time is the first at which rounding cannot tell the features apart, some 1e-14 of the lengths; places count
// that are up to 1e-11·size beyond the rim of the face or the end of the edge.
//
// Source: 003, theorem 1 and section 3.3.
func (p *TurningPair) EdgeFace(k int, e, f int32, from, to float64) (Meeting, bool) {
	best, found := to, false
	x := p.at(from)
	if p.crosses(&x, k, e, f) {
		best, found = from, true
	} else {
		edge := &p.body[k].hull.Edges[e]
		for _, v := range [2]int32{edge.A, edge.B} {
			if t, ok := p.vertexFace(k, v, f, from, best); ok {
				best, found = t, true
			}
		}
		for _, g := range p.body[1-k].hull.FaceEdges(f) {
			a, b := e, g
			if k == 1 {
				a, b = g, e
			}
			if t, ok := p.EdgeEdge(a, b, from, best); ok {
				best, found = t, true
			}
		}
	}
	if !found {
		return Meeting{}, false
	}
	m := Meeting{Body: k, Edge: e, Face: f, Time: best}
	p.sort(&m)
	return m, true
}

// crosses reports whether edge e of body k passes through face f at the poses x.
func (p *TurningPair) crosses(x *[2]pose, k int, e, f int32) bool {
	u, v := p.edgeIn(x, k, e)
	plane := &p.body[1-k].hull.Faces[f].Plane
	hu, hv := plane.N.Dot(u)-plane.D, plane.N.Dot(v)-plane.D
	if hu > 0 == (hv > 0) {
		return false
	}
	return p.beyond(1-k, f, u.AddScaled(v.Sub(u), hu/(hu-hv))) <= 0
}

// edgeIn returns the ends of edge e of body k in the frame of the other.
func (p *TurningPair) edgeIn(x *[2]pose, k int, e int32) (u, v geom.Vec) {
	h := p.body[k].hull
	return p.in(x, k, h.Edges[e].A), p.in(x, k, h.Edges[e].B)
}

// in returns vertex i of body k in the frame of the other.
func (p *TurningPair) in(x *[2]pose, k int, i int32) geom.Vec {
	o := &x[1-k]
	return o.r.ApplyT(p.vertex(x, k, i).Sub(o.o))
}

// beyond returns how far the point y of body k's frame, in the plane of face f, is beyond the side that it is farthest
// beyond; not more than 0 in the face.
func (p *TurningPair) beyond(k int, f int32, y geom.Vec) float64 {
	h := p.body[k].hull
	n := h.Faces[f].Plane.N
	c := h.Face(f)
	far := math.Inf(-1)
	u := h.Vertices[c[len(c)-1]]
	for _, i := range c {
		v := h.Vertices[i]
		side := v.Sub(u)
		far = math.Max(far, -n.Cross(side).Dot(y.Sub(u))/side.Len())
		u = v
	}
	return far
}

// vertexFace returns the first time in [from, to] at which vertex v of body k is in face f of the other.
func (p *TurningPair) vertexFace(k int, v, f int32, from, to float64) (float64, bool) {
	return p.meeting(&fcpfFunction{k: k, v: v, f: f}, from, to)
}

// EdgeEdge returns the first time in [from, to] at which edge a of A and edge b of B meet, and false when they do not.
// Edges that are on one line meet where an end of one is on the other. Tolerances are those of EdgeFace.
func (p *TurningPair) EdgeEdge(a, b int32, from, to float64) (float64, bool) {
	return p.meeting(&fcpfFunction{edges: true, v: a, f: b}, from, to)
}

// fcpfSegments returns the distance of the segments from u along a, and from v along b.
func fcpfSegments(u, a, v, b geom.Vec) float64 {
	u1, v1 := u.Add(a), v.Add(b)
	least := math.Min(
		math.Min(contactOnSegment(u, v, v1).Sub(u).LenSq(), contactOnSegment(u1, v, v1).Sub(u1).LenSq()),
		math.Min(contactOnSegment(v, u, u1).Sub(v).LenSq(), contactOnSegment(v1, u, u1).Sub(v1).LenSq()))
	n, d := a.Cross(b), v.Sub(u)
	if l := n.LenSq(); l > 0 {
		s, t := d.Cross(b).Dot(n)/l, d.Cross(a).Dot(n)/l
		if s >= 0 && s <= 1 && t >= 0 && t <= 1 {
			least = math.Min(least, d.AddScaled(b, t).AddScaled(a, -s).LenSq())
		}
	}
	return math.Sqrt(least)
}

// fcpfFlat is how far, of the size, the ends of an edge that lies in a face may be from its plane.
const fcpfFlat = 1e-9

// fcpfSpan is the part of an edge between two fractions of its length.
type fcpfSpan struct{ from, to float64 }

// cut leaves the part at which what is a at the start of the edge and b at its end, and linear in between, is no more
// than limit.
func (c *fcpfSpan) cut(a, b, limit float64) {
	switch {
	case a > limit && b < a:
		c.from = math.Max(c.from, (a-limit)/(a-b))
	case b > limit && a < b:
		c.to = math.Min(c.to, (limit-a)/(b-a))
	}
}

// sort finds the case and the points of a meeting: what of the edge is in the face at its time.
func (p *TurningPair) sort(m *Meeting) {
	x := p.at(m.Time)
	u, v := p.edgeIn(&x, m.Body, m.Edge)
	along := v.Sub(u)
	o := 1 - m.Body
	plane := &p.body[o].hull.Faces[m.Face].Plane
	hu, hv := plane.N.Dot(u)-plane.D, plane.N.Dot(v)-plane.D
	flat := float64(fcpfFlat * p.size)
	span := p.within(o, m.Face, u, v)
	span.cut(hu, hv, flat)
	span.cut(-hu, -hv, flat)
	out := func(s float64) geom.Vec { return x[o].o.Add(x[o].r.Apply(u.AddScaled(along, s))) }
	if math.Max(math.Abs(hu), math.Abs(hv)) <= float64(2*flat) && float64((span.to-span.from)*along.Len()) > float64(4*flat) {
		m.Count, m.Case = 2, MeetingAlong
		m.Points = [2]geom.Vec{out(span.from), out(span.to)}
		return
	}
	// Of what is left, the point nearest to the plane.
	s := span.from
	if hu != hv {
		s = math.Min(math.Max(hu/(hu-hv), math.Min(span.from, span.to)), math.Max(span.from, span.to))
	}
	m.Count, m.Case = 1, MeetingInside
	m.Points[0] = out(s)
	if p.beyond(o, m.Face, u.AddScaled(along, s)) >= -flat {
		m.Case = MeetingEdges
	}
}

// within returns the part of the edge from u to v, in body k's frame, that is between the sides of face f, and a little
// more.
func (p *TurningPair) within(k int, f int32, u, v geom.Vec) fcpfSpan {
	span := fcpfSpan{0, 1}
	h := p.body[k].hull
	c := h.Face(f)
	q := h.Vertices[c[len(c)-1]]
	for _, i := range c {
		w := h.Vertices[i]
		outward := w.Sub(q).Cross(h.Faces[f].Plane.N).Normalize()
		span.cut(outward.Dot(u.Sub(q)), outward.Dot(v.Sub(q)), float64(fcpfRim*p.size))
		q = w
	}
	return span
}

// VertexPlane returns the first time in [from, to] at which vertex v of body k is in the plane of face f of the other,
// and false when it is at no time.
//
// Source: 003, section 3.4.
func (p *TurningPair) VertexPlane(k int, v, f int32, from, to float64) (float64, bool) {
	return p.firstRoot(&fcpfFunction{k: k, v: v, f: f}, from, to, p.zeroAt(to))
}

// VertexHull returns the first time in [from, to] at which vertex v of body k is in the other body, and the face that
// it enters by: PO. It walks from a face that the vertex is in front of: at the time at which the vertex comes to the
// face's plane, at a place beyond one of its sides, it is in front of the face on the other side, and the walk goes on
// from there. So no time is passed at which the vertex is inside. A vertex inside at from enters by face -1 at from.
//
// Source: 003, section 1.4. Unlike it, times grow from face to face: the paper looks for a time before that at which
// the vertex was found beyond a side, when it is outside.
func (p *TurningPair) VertexHull(k int, v int32, from, to float64) (t float64, face int32, ok bool) {
	zero := p.zeroAt(to)
	t, face = from, -1
	for i := 0; i < fcpfTries; i++ {
		x := p.at(t)
		next := p.outside(1-k, face, p.in(&x, k, v), zero)
		if next < 0 {
			break
		}
		if t, ok = p.firstRoot(&fcpfFunction{k: k, v: v, f: next}, t, to, zero); !ok {
			return to, -1, false
		}
		face = next
	}
	return t, face, true
}

// outside returns a face of body k that the point y of its frame is in front of by more than zero, and -1 when it is
// inside: of the neighbours of the given face, or, when it is in front of none, of all, the one it is highest above.
func (p *TurningPair) outside(k int, face int32, y geom.Vec, zero float64) int32 {
	h := p.body[k].hull
	best, at := zero, int32(-1)
	look := func(f int32) {
		if x := h.Faces[f].Plane.N.Dot(y) - h.Faces[f].Plane.D; x > best {
			best, at = x, f
		}
	}
	if face >= 0 {
		for _, e := range h.FaceEdges(face) {
			look(h.Across(e, face))
		}
	}
	if at < 0 {
		for f := range h.Faces {
			look(int32(f))
		}
	}
	return at
}
