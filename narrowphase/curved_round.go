package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// roundCore is the point or segment that a sphere or a capsule rounds, in the frame of a pair.
type roundCore struct {
	p [2]geom.Vec // equal for a sphere
	d geom.Vec    // from the first to the second
	r float64
}

// coreA returns the core of A.
func (q *curvedPair) coreA() roundCore {
	r := q.a.Size.X
	if q.a.Kind == geom.ShapeSphere {
		return roundCore{p: [2]geom.Vec{q.cA, q.cA}, r: r}
	}
	h := q.rA.Col(2).Scale(q.a.Size.Z)
	return roundCore{[2]geom.Vec{q.cA.Sub(h), q.cA.Add(h)}, h.Scale(2), r}
}

// coreB returns the core of B, a sphere or a capsule.
func (q *curvedPair) coreB() roundCore {
	c := roundCore{r: q.b.Size.X}
	if q.b.Kind == geom.ShapeCapsule {
		z := q.b.Size.Z
		c.p = [2]geom.Vec{{Z: -z}, {Z: z}}
		c.d = geom.Vec{Z: z + z}
	}
	return c
}

// sphere reports whether the core is a point.
func (c *roundCore) sphere() bool { return c.d == geom.Vec{} }

// at returns the point of the core at a fraction of its length.
func (c *roundCore) at(s float64) geom.Vec {
	if s == 1 {
		return c.p[1]
	}
	return c.p[0].AddScaled(c.d, s)
}

// feature returns the feature of the rounded shape at a fraction of its core.
func (c *roundCore) feature(s float64) feature {
	switch {
	case c.sphere() || s > 0 && s < 1:
		return featureOf(FeatureFace, 0)
	case s > 0:
		return featureOf(FeatureVertex, 1)
	}
	return featureOf(FeatureVertex, 0)
}

// set sets the answer from the points p of A's core and b of B that are nearest, with the unit normal n from A to B and
// their distance d along it.
func (q *curvedPair) set(p, b, n geom.Vec, d, r float64, fa, fb feature) {
	q.sep, q.n = d-r, n
	q.pa, q.pb = p.AddScaled(n, r), b
	q.fa, q.fb = fa, fb
}

// coreNear is the distance of two lines, relative to the size, below which the direction at right angles to both is
// rounded less than that of their nearest points.
const coreNear = 1e-4

// roundRound finds the separation of two rounded points or segments.
func (q *curvedPair) roundRound(a *roundCore) {
	b := q.coreB()
	s, t := nearestOnEdges(a.p[0], a.p[1], b.p[0], b.p[1])
	pa, pb := a.at(s), b.at(t)
	d := pb.Sub(pa)
	l := d.Len()
	n := d.Normalize()
	if l == 0 {
		n = crossingNormal(a.d, b.d, d, n, l/q.size)
	}
	if l <= float64(coreNear*q.size) && s > 0 && s < 1 && t > 0 && t < 1 {
		n = crossingNormal(a.d, b.d, d, n, l/q.size)
	}
	q.set(pa, pb.AddScaled(n, -b.r), n, l-b.r, a.r, a.feature(s), b.feature(t))
}

// crossingNormal returns the normal of two lines that pass each other closely: at right angles to both, on the side of
// d. If they are so nearly parallel that this is rounded more than the direction n of their distance, far relative to
// the size, it is n.
func crossingNormal(da, db, d, n geom.Vec, far float64) geom.Vec {
	c := da.Cross(db)
	if sine := math.Max(far, 1e-10); c.LenSq() <= float64(sine*sine*float64(da.LenSq()*db.LenSq())) {
		axis := da
		if db.LenSq() > da.LenSq() {
			axis = db
		}
		switch {
		case n != geom.Vec{}:
			return n
		case axis != geom.Vec{}:
			return axis.Normalize().Perpendicular()
		}
		return geom.Vec{X: 1}
	}
	c = c.Normalize()
	if c.Dot(d) < 0 {
		return c.Neg()
	}
	return c
}

// roundTriangle finds the separation of a rounded point or segment and the triangle.
func (q *curvedPair) roundTriangle(a *roundCore) {
	if !a.sphere() && q.segmentCrosses(a) {
		q.segmentInTriangle(a)
		return
	}
	b, f := q.nearestOnTriangle(a.p[0])
	best, s, crossed := b.Sub(a.p[0]).LenSq(), 0.0, -1
	if !a.sphere() {
		if c, g := q.nearestOnTriangle(a.p[1]); c.Sub(a.p[1]).LenSq() < best {
			best, s, b, f = c.Sub(a.p[1]).LenSq(), 1, c, g
		}
		for k := range q.edge {
			u, v := nearestOnEdges(a.p[0], a.p[1], q.tri[k], q.tri[axes1[k]])
			c := q.tri[k].AddScaled(q.edge[k], v)
			if d := c.Sub(a.at(u)).LenSq(); d < float64(best*(1-1e-12)) {
				best, s, b, f, crossed = d, u, c, q.edgeFeature(k, v), k
			}
		}
	}
	if !a.sphere() && best <= float64(1e-24*float64(q.size*q.size)) && (q.normal != geom.Vec{}) {
		q.segmentInTriangle(a) // the direction from one to the other is rounding
		return
	}
	p := a.at(s)
	n, d := q.normalTo(b.Sub(p), f)
	if crossed >= 0 && d <= float64(coreNear*q.size) && s > 0 && s < 1 && f.kind() == FeatureEdge {
		side := b.Sub(p)
		if d <= float64(1e-12*q.size) {
			side, _ = q.acrossEdge(a, crossed)
		}
		n = crossingNormal(a.d, q.edge[crossed], side, n, d/q.size)
	} else if d <= float64(coreNear*q.size) {
		if s > 0 && s < 1 {
			n = square(n, a.d)
		}
		if f.kind() == FeatureEdge {
			n = square(n, q.edge[f.index()])
		}
	}
	q.set(p, b, n, d, a.r, a.feature(s), f)
}

// square returns the unit vector n turned to be at right angles to d. The direction between points that are very near
// is all rounding, that of a line on which one of them lies is not. It leaves n where it is far from that.
func square(n, d geom.Vec) geom.Vec {
	l := d.LenSq()
	if l == 0 {
		return n
	}
	x := n.AddScaled(d, -n.Dot(d)/l)
	if x.Sub(n).LenSq() > 0.25 {
		return n
	}
	return x.Normalize()
}

// normalTo returns the direction of d, which leads to feature f of the triangle, and its length. Over the face it is
// the face's.
func (q *curvedPair) normalTo(d geom.Vec, f feature) (geom.Vec, float64) {
	l := d.Len()
	if f.kind() == FeatureFace || l <= float64(1e-12*q.size) {
		n := q.normal.Neg()
		if f == featureOf(FeatureFace, triangleBack) {
			n = q.normal
		}
		if (n != geom.Vec{}) {
			return n, l
		}
	}
	if l == 0 {
		return geom.Vec{X: 1}, 0
	}
	return d.Scale(1 / l), l
}

// edgeFeature returns the feature of the triangle at a fraction of edge k.
func (q *curvedPair) edgeFeature(k int, f float64) feature {
	switch f {
	case 0:
		return featureOf(FeatureVertex, k)
	case 1:
		return featureOf(FeatureVertex, axes1[k])
	}
	return featureOf(FeatureEdge, k)
}

// nearestOnTriangle returns the point of the triangle that is nearest to p, and the feature it lies in.
func (q *curvedPair) nearestOnTriangle(p geom.Vec) (geom.Vec, feature) {
	inside := q.normal != geom.Vec{}
	for k := range q.edge {
		if q.edge[k].Cross(q.normal).Dot(p.Sub(q.tri[k])) > 0 {
			inside = false
		}
	}
	if inside {
		h := q.normal.Dot(p.Sub(q.tri[0]))
		side := triangleFront
		if h < 0 {
			side = triangleBack
		}
		return p.AddScaled(q.normal, -h), featureOf(FeatureFace, side)
	}
	best, at, f := math.Inf(1), geom.Vec{}, feature(0)
	for k := range q.edge {
		s := 0.0
		if l2 := q.edge[k].LenSq(); l2 > 0 {
			s = clamp01(q.edge[k].Dot(p.Sub(q.tri[k])) / l2)
		}
		c := q.tri[k].AddScaled(q.edge[k], s)
		if s == 1 {
			c = q.tri[axes1[k]]
		}
		if d := c.Sub(p).LenSq(); d < best {
			best, at, f = d, c, q.edgeFeature(k, s)
		}
	}
	return at, f
}

// segmentCrosses reports whether the core, a segment, goes through the triangle.
func (q *curvedPair) segmentCrosses(a *roundCore) bool {
	if (q.normal == geom.Vec{}) {
		return false
	}
	h0, h1 := q.normal.Dot(a.p[0].Sub(q.tri[0])), q.normal.Dot(a.p[1].Sub(q.tri[0]))
	if h0 > 0 == (h1 > 0) || h0 == h1 {
		return false
	}
	x := a.p[0].AddScaled(a.d, h0/(h0-h1))
	for k := range q.edge {
		if q.edge[k].Cross(q.normal).Dot(x.Sub(q.tri[k])) > 0 {
			return false
		}
	}
	return true
}

// segmentInTriangle finds the least translation of a core that goes through the triangle: along the triangle's normal,
// or at right angles to the core and an edge.
func (q *curvedPair) segmentInTriangle(a *roundCore) {
	h0, h1 := q.normal.Dot(a.p[0].Sub(q.tri[0])), q.normal.Dot(a.p[1].Sub(q.tri[0]))
	i, h, n := 0, h0, q.normal.Neg() // out at the front
	if h1 < h0 {
		i, h = 1, h1
	}
	f := featureOf(FeatureFace, triangleFront)
	if -math.Max(h0, h1) > h {
		n, f = q.normal, featureOf(FeatureFace, triangleBack)
		i, h = 1-i, -math.Max(h0, h1)
	}
	p := a.p[i]
	s, b := float64(i), p.AddScaled(n, h)
	for k := range q.edge {
		c, ok := q.acrossEdge(a, k)
		if !ok {
			continue
		}
		d := c.Dot(q.tri[k].Sub(a.p[0]))
		if d > h {
			h, n, f = d, c, featureOf(FeatureEdge, k)
			u, v := nearestOnEdges(a.p[0], a.p[1], q.tri[k], q.tri[axes1[k]])
			s, p, b = u, a.at(u), q.tri[k].AddScaled(q.edge[k], v)
		}
	}
	q.set(p, b, n, h, a.r, a.feature(s), f)
}

// acrossEdge returns the unit direction at right angles to a core and edge k that leads into the triangle.
func (q *curvedPair) acrossEdge(a *roundCore, k int) (geom.Vec, bool) {
	c := a.d.Cross(q.edge[k])
	if c.LenSq() <= float64(1e-20*float64(a.d.LenSq()*q.edge[k].LenSq())) {
		return geom.Vec{}, false
	}
	c = c.Normalize()
	if c.Dot(q.edge[axes1[k]]) < 0 {
		c = c.Neg()
	}
	return c, true
}
