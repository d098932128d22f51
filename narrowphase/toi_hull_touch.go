package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	turnAxes = 32 // axes of shapes that touch that are kept: those that separate best
	// Of these, those of edges along a face's normal, as between faces of many corners that lie on each other.
	turnFlush = 9
	// Of the size: planes of faces no farther than this, and the gap, from the point of touch are looked at.
	turnNear = 4e-6
)

// touch finds the axes of shapes that touch, or overlap slightly: the normals of the faces near the point of touch, and
// the cross products of the edges around them. It sets n and sep to the best. Shapes that overlap deeper have no such
// axis: then sep is that along the best face of all.
func (p *turnPair) touch() {
	at, near := p.spot()
	if p.touching {
		p.sep = math.Inf(-1)
	} else {
		p.offer(turnAxis{kind: turnStill, n: p.n, sep: p.sep})
	}
	p.flush = 0
	p.touchFaces(&p.a, &p.b, turnWithA, 1, at, near)
	p.touchFaces(&p.b, &p.a, turnWithB, -1, at, near)
	p.touchEdges(at, near)
	if p.axes == 0 {
		p.touchFaces(&p.a, &p.b, turnWithA, 1, at, math.Inf(1))
		p.touchFaces(&p.b, &p.a, turnWithB, -1, at, math.Inf(1))
	}
	p.feature = math.Inf(-1)
	for i := range p.axis[:p.axes] {
		x := &p.axis[i]
		if x.kind != turnStill {
			p.feature = math.Max(p.feature, x.sep)
		}
		if x.sep > p.sep {
			p.sep, p.n = x.sep, x.n
		}
	}
	for i := range p.axis[:p.axes] {
		x := &p.axis[i]
		if x.kind != turnWithEdges || x.sep < p.feature {
			continue
		}
		if len2 := x.ea.Cross(x.eb).LenSq(); len2 < toiTurning {
			p.doubt = math.Max(p.doubt, float64(4*p.size*math.Sqrt(len2)))
		}
	}
}

// spot returns a point within rounding and the gap of both shapes, and the distance within which planes are near it;
// all are where no such point is known.
func (p *turnPair) spot() (at geom.Vec, near float64) {
	near = float64(turnNear*p.size) + math.Max(p.sep, 0)
	u, v := p.witness()
	at = u.Add(v).Scale(0.5)
	if p.unsure || p.touching && !(u.Sub(v).MaxAbs() <= float64(0.25*near)) {
		near = math.Inf(1)
	}
	if !at.IsFinite() {
		at, near = p.a.o, math.Inf(1)
	}
	return at, near
}

// offer keeps an axis unless better ones fill the list. Those of edges give way to those of faces.
func (p *turnPair) offer(x turnAxis) {
	worst := -1
	for i := range p.axis[:p.axes] {
		y := &p.axis[i]
		if y.kind != turnWithEdges {
			continue
		}
		if worst < 0 || y.sep < p.axis[worst].sep {
			worst = i
		}
	}
	switch {
	case p.axes < turnAxes:
		p.axis[p.axes] = x
		p.axes++
	case worst >= 0 && (x.kind != turnWithEdges || x.sep > p.axis[worst].sep):
		p.axis[worst] = x
	}
}

// parallel reports whether two unit vectors are parallel to within 1e-6, either way.
func parallel(a, b geom.Vec) bool { return math.Abs(a.Dot(b)) > 1-1e-12 }

// isNear reports whether the plane of face f is near the point l of the shape's frame; that of a triangle without area
// is no plane.
func (b *turnBody) isNear(f int32, l geom.Vec, near float64) bool {
	s := &b.hull.Faces[f].Plane
	return s.N != geom.Vec{} && s.N.Dot(l)-s.D >= -near
}

// touchFaces offers the normals of b's faces near the point of touch; side is 1 where b is A, -1 where it is B.
func (p *turnPair) touchFaces(b, other *turnBody, kind turnKind, side float64, at geom.Vec, near float64) {
	l := b.r.ApplyT(at.Sub(b.o))
	for f := range b.hull.Faces {
		if !b.isNear(int32(f), l, near) {
			continue
		}
		n := b.r.Apply(b.hull.Faces[f].Plane.N)
		own := b.hull.Vertices[b.hull.Corners[b.hull.Faces[f].First]]
		u := b.o.Add(b.r.Apply(own))
		v := other.vertex(other.support(other.r.ApplyT(n.Neg())))
		p.offer(turnAxis{kind: kind, n: n.Scale(side), sep: n.Dot(v.Sub(u))})
	}
}

// touchEdge is an edge near the point of touch.
type touchEdge struct{ from, along geom.Vec }

// touchEdges offers the cross products of the edges of the faces near the point of touch.
func (p *turnPair) touchEdges(at geom.Vec, near float64) {
	la, lb := p.a.r.ApplyT(at.Sub(p.a.o)), p.b.r.ApplyT(at.Sub(p.b.o))
	var list [64]touchEdge
	for j := int32(0); int(j) < len(p.b.hull.Edges); {
		n := 0
		j, n = p.b.nearEdges(j, lb, near, &list)
		for i := range p.a.hull.Edges {
			if p.a.edgeNear(int32(i), la, near) {
				p.touchPairs(p.a.edge(int32(i)), list[:n])
			}
		}
	}
}

// nearEdges lists edges near the point l from edge j on, and returns the edge after the last examined one.
func (b *turnBody) nearEdges(j int32, l geom.Vec, near float64, list *[64]touchEdge) (next int32, n int) {
	for ; int(j) < len(b.hull.Edges) && n < len(list); j++ {
		if b.edgeNear(j, l, near) {
			list[n] = b.edge(j)
			n++
		}
	}
	return j, n
}

// edge returns an edge as its first end and its unit direction.
func (b *turnBody) edge(i int32) touchEdge {
	h := b.hull
	u := h.Vertices[h.Edges[i].A]
	return touchEdge{b.o.Add(b.r.Apply(u)), b.r.Apply(h.Vertices[h.Edges[i].B].Sub(u).Normalize())}
}

// touchPairs offers the cross products of an edge of A and edges of B.
func (p *turnPair) touchPairs(a touchEdge, list []touchEdge) {
	deep := -float64(2 * toiDeep * p.size)
	out := a.from.Sub(p.a.o.Add(p.a.r.Apply(p.a.inner)))
	for _, b := range list {
		n := a.along.Cross(b.along)
		if n.Dot(out) < 0 {
			n, b.along = n.Neg(), b.along.Neg()
		}
		l2 := n.LenSq()
		if l2 < toiParallel || n.Dot(b.from.Sub(a.from)) < float64(deep*math.Sqrt(l2)) {
			continue
		}
		x := turnAxis{kind: turnWithEdges, n: n.Normalize(), ea: a.along, eb: b.along}
		if known, flush := p.isKnown(&x); known || flush && p.flush >= turnFlush {
			continue
		} else if flush {
			p.flush++
		}
		p.offerEdges(x)
	}
}

// isKnown reports whether edges of the same directions have given the axis already, and whether it is that of a face,
// too.
func (p *turnPair) isKnown(x *turnAxis) (known, flush bool) {
	for i := range p.axis[:p.axes] {
		y := &p.axis[i]
		switch {
		case y.kind != turnWithEdges:
			flush = flush || y.n.Dot(x.n) > 1-1e-12
		case parallel(x.ea, y.ea) && parallel(x.eb, y.eb) && x.n.Dot(y.n) > 0:
			return true, flush
		}
	}
	return false, flush
}

// offerEdges offers an axis of edges unless it separates too little to be one of shapes that touch.
func (p *turnPair) offerEdges(x turnAxis) {
	i, j := p.a.support(p.a.r.ApplyT(x.n)), p.b.support(p.b.r.ApplyT(x.n).Neg())
	x.sep = x.n.Dot(p.b.vertex(j).Sub(p.a.vertex(i)))
	if x.sep >= -float64(2*toiDeep*p.size) {
		p.offer(x)
	}
}

// edgeNear reports whether edge e has a face near the point l; all edges of a triangle are.
func (b *turnBody) edgeNear(e int32, l geom.Vec, near float64) bool {
	x := &b.hull.Edges[e]
	return len(b.hull.Faces) == 2 || b.isNear(x.Left, l, near) || b.isNear(x.Right, l, near)
}
