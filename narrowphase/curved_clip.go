package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// noFeature stands for an end of a segment that was not cut.
const noFeature = feature(0xffff)

// cut is the piece of a segment, as fractions of its length, that lies over a disc or a polygon, seen along the normal
// of a pair, and the features at which it begins and ends.
type cut struct {
	from, to   float64
	fFrom, fTo feature
}

// clip cuts the segment from p to r to a disc or polygon; ends outside by no more than tol stay.
func (q *curvedPair) clip(f *flat, p, r geom.Vec, tol float64) (cut, bool) {
	c := cut{0, 1, noFeature, noFeature}
	if f.kind == flatDisc {
		return c, c.toDisc(f, q.onto(f, p), q.onto(f, r), tol)
	}
	n := q.corners(f)
	u, _, _ := q.corner(f, 0)
	for i := 0; i < n; i++ {
		next := i + 1
		if next == n {
			next = 0
		}
		v, _, _ := q.corner(f, next)
		_, _, e := q.corner(f, i)
		out := q.outwards(f, u, v)
		if !c.toSide(out.Dot(p.Sub(u)), out.Dot(r.Sub(u)), e, tol) {
			return c, false
		}
		u = v
	}
	return c, true
}

// outwards returns the unit direction at right angles to an edge of the polygon, away from its inside.
func (q *curvedPair) outwards(f *flat, u, v geom.Vec) geom.Vec {
	out := v.Sub(u).Cross(f.n).Normalize()
	if q.b == nil && f.face == triangleBack {
		return out.Neg()
	}
	return out
}

// toSide cuts c to where a value that is x at 0 and y at 1 is not above 0.
func (c *cut) toSide(x, y float64, f feature, tol float64) bool {
	switch {
	case x > tol && y > tol:
		return false
	case x > tol:
		if s := x / (x - y); s > c.from {
			c.from, c.fFrom = math.Min(s, 1), f
		}
	case y > tol:
		if s := x / (x - y); s < c.to {
			c.to, c.fTo = math.Max(s, 0), f
		}
	}
	return c.from <= c.to
}

// toDisc cuts c to a disc, in whose plane p and r lie.
func (c *cut) toDisc(f *flat, p, r geom.Vec, tol float64) bool {
	inP, inR := p.Sub(f.c).Len() <= f.r+tol, r.Sub(f.c).Len() <= f.r+tol
	if inP && inR {
		return true
	}
	d, o := r.Sub(p), p.Sub(f.c)
	a, b, e := d.LenSq(), d.Dot(o), o.LenSq()-float64(f.r*f.r)
	disc := float64(b*b) - float64(a*e)
	if !inP && !inR && (disc < 0 || b >= 0 || -b >= a) {
		return false // passes by, or its nearest point is an end
	}
	s := math.Sqrt(math.Max(disc, 0))
	if !inP {
		c.from, c.fFrom = clamp01((-b-s)/a), featureOf(FeatureEdge, f.cap+2)
	}
	if !inR {
		c.to, c.fTo = clamp01((-b+s)/a), featureOf(FeatureEdge, f.cap+4)
	}
	return c.from <= c.to
}

// onto returns the point of the plane of f that lies on p along the pair's normal.
func (q *curvedPair) onto(f *flat, p geom.Vec) geom.Vec {
	return p.AddScaled(q.n, f.n.Dot(f.c.Sub(p))/f.n.Dot(q.n))
}

// over reports whether p lies over a disc or a polygon, or no farther outside than tol.
func (q *curvedPair) over(f *flat, p geom.Vec, tol float64) bool {
	if f.kind == flatDisc {
		return q.onto(f, p).Sub(f.c).Len() <= f.r+tol
	}
	n := q.corners(f)
	u, _, _ := q.corner(f, n-1)
	for i := 0; i < n; i++ {
		v, _, _ := q.corner(f, i)
		if q.outwards(f, u, v).Dot(p.Sub(u)) > tol {
			return false
		}
		u = v
	}
	return true
}

// meet adds the points at which the flats of A and B are opposite to each other.
func (s *curvedContact) meet(a, b *flat) {
	switch {
	case a.kind >= flatDisc && b.kind >= flatDisc:
		s.meetAreas(a, b)
	case a.kind == flatSegment && b.kind >= flatDisc:
		s.meetSegmentArea(a, b, true)
	case a.kind >= flatDisc && b.kind == flatSegment:
		s.meetSegmentArea(b, a, false)
	case a.kind == flatSegment && b.kind == flatSegment:
		s.meetSegments(a, b)
	case a.kind == flatPoint && b.kind >= flatDisc:
		if s.over(b, a.c, s.tol.tie) {
			s.add(a.c, s.onto(b, a.c), a.f, b.f)
		}
	}
}

// meetSegmentArea adds the ends of the piece of a segment over a disc or polygon. ofA says that the segment is A's.
func (s *curvedContact) meetSegmentArea(l, f *flat, ofA bool) {
	c, ok := s.clip(f, l.e[0], l.e[1], s.tol.touch)
	if !ok {
		return
	}
	s.cutPoint(l, f, c.from, c.fFrom, 0, ofA)
	if c.to > c.from {
		s.cutPoint(l, f, c.to, c.fTo, 1, ofA)
	}
}

// cutPoint adds one end of a piece of a segment.
func (s *curvedContact) cutPoint(l, f *flat, at float64, side feature, end int, ofA bool) {
	p := l.e[0].AddScaled(l.e[1].Sub(l.e[0]), at)
	fl, ff := l.f, side
	if side == noFeature {
		p, fl, ff = l.e[end], l.ef[end], f.f
	}
	if ofA {
		s.add(p, s.onto(f, p), fl, ff)
	} else {
		s.add(s.onto(f, p), p, ff, fl)
	}
}

// meetSegments adds the ends of the common piece of two segments that are nearly parallel, seen along the normal: both
// may slope against it. Of tubes, and of a tube and an edge, they may be less so, see meetSkewed.
func (s *curvedContact) meetSegments(a, b *flat) {
	da, db := a.e[1].Sub(a.e[0]), b.e[1].Sub(b.e[0])
	la, lb := da.LenSq(), db.LenSq()
	if c := da.Cross(db).Dot(s.n); la == 0 || lb == 0 || float64(c*c) > float64(parallelSine*parallelSine*float64(la*lb)) {
		s.meetSkewed(a, b)
		return
	}
	// Seen along the normal.
	ua, ub := da.AddScaled(s.n, -da.Dot(s.n)), db.AddScaled(s.n, -db.Dot(s.n))
	la, lb = ua.LenSq(), ub.LenSq()
	if la == 0 || lb == 0 {
		return
	}
	for i, p := range a.e {
		if t := ub.Dot(p.Sub(b.e[0])) / lb; t >= 0 && t <= 1 {
			s.add(p, b.e[0].AddScaled(db, t), a.ef[i], b.f)
		}
	}
	for i, p := range b.e {
		if t := ua.Dot(p.Sub(a.e[0])) / la; t >= 0 && t <= 1 {
			s.add(a.e[0].AddScaled(da, t), p, a.f, b.ef[i])
		}
	}
}

// meetAreas adds the corners of what a disc of A and a disc or polygon of B have in common.
func (s *curvedContact) meetAreas(a, b *flat) {
	for k := 0; k < RimPoints; k++ {
		p := a.rim(k)
		if s.over(b, p, s.tol.touch) {
			s.add(p, s.onto(b, p), featureOf(FeatureVertex, RimPoints*a.cap+k), b.f)
		}
	}
	if b.kind == flatDisc {
		for k := 0; k < RimPoints; k++ {
			p := b.rim(k)
			if s.over(a, p, s.tol.touch) {
				s.add(s.onto(a, p), p, a.f, featureOf(FeatureVertex, RimPoints*b.cap+k))
			}
		}
		if nearlyParallel(a.n, b.n.Neg()) {
			s.crossRims(a, b)
		}
		return
	}
	n := s.corners(b)
	for i := 0; i < n; i++ {
		next := i + 1
		if next == n {
			next = 0
		}
		u, fu, fe := s.corner(b, i)
		v, _, _ := s.corner(b, next)
		c, ok := s.clip(a, u, v, s.tol.touch)
		if !ok {
			continue
		}
		if c.fFrom == noFeature {
			s.add(s.onto(a, u), u, a.f, fu)
		} else {
			p := u.AddScaled(v.Sub(u), c.from)
			s.add(s.onto(a, p), p, c.fFrom, fe)
		}
		if c.fTo != noFeature {
			p := u.AddScaled(v.Sub(u), c.to)
			s.add(s.onto(a, p), p, c.fTo, fe)
		}
	}
}

// rim returns point k of the rim of a disc.
func (f *flat) rim(k int) geom.Vec {
	return f.c.AddScaled(f.u, rimCos[k]).AddScaled(f.v, rimSin[k])
}

// crossRims adds the points at which the rims of two discs cross, seen along the normal.
func (s *curvedContact) crossRims(a, b *flat) {
	d := s.onto(a, b.c).Sub(a.c)
	l := d.Len()
	if l <= s.tol.touch || l >= a.r+b.r || l <= math.Abs(a.r-b.r) {
		return
	}
	x := (float64(l*l) + float64(a.r*a.r) - float64(b.r*b.r)) / float64(2*l)
	h := math.Sqrt(math.Max(float64(a.r*a.r)-float64(x*x), 0))
	u := d.Scale(1 / l)
	w := a.n.Cross(u)
	for i := 0; i < 2; i++ {
		p := a.c.AddScaled(u, x).AddScaled(w, h)
		s.add(p, s.onto(b, p), featureOf(FeatureEdge, a.cap+2+2*i), featureOf(FeatureEdge, b.cap+2+2*i))
		h = -h
	}
}
