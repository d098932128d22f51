package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// flat is what a shape turns to a direction: a point, a segment, a disc or a polygon. Those of a shape in its own
// frame, those of a pair in the pair's.
type flat struct {
	kind uint8
	n    geom.Vec    // disc, polygon: unit normal, outwards
	c    geom.Vec    // disc: centre; polygon: a corner; point: the point
	u, v geom.Vec    // disc: radii at right angles
	r    float64     // disc: radius
	cap  int         // disc: index of the cap and of its rim
	face int32       // polygon: index of the face
	e    [2]geom.Vec // segment: ends
	ef   [2]feature  // segment: features of the ends
	f    feature     // the feature as a whole; of a disc the face
}

const (
	flatPoint = iota
	flatSegment
	flatDisc
	flatPolygon
)

// flatTilt is the sine of the angle at which a line or a cap is still looked at as a whole: what is farther than the
// margin is left out point by point, and at more than 30 degrees that is all but one point.
const flatTilt = 0.5

// RimPoints is the number of points that stand for a rim.
const RimPoints = 8

// rimCos and rimSin are those of the angles of the points of a rim.
var (
	rimCos = [RimPoints]float64{1, math.Sqrt2 / 2, 0, -math.Sqrt2 / 2, -1, -math.Sqrt2 / 2, 0, math.Sqrt2 / 2}
	rimSin = [RimPoints]float64{0, math.Sqrt2 / 2, 1, math.Sqrt2 / 2, 0, -math.Sqrt2 / 2, -1, -math.Sqrt2 / 2}
)

// curvedFlat returns what a shape that is no polyhedron turns to the unit direction d of its frame.
func curvedFlat(s *geom.Shape, d geom.Vec) flat {
	r, z := s.Size.X, s.Size.Z
	side := geom.Vec{X: d.X, Y: d.Y}
	l := side.Len()
	switch s.Kind {
	case geom.ShapeCapsule:
		if math.Abs(d.Z) > flatTilt {
			break
		}
		o := d.Scale(r)
		return flat{kind: flatSegment, e: [2]geom.Vec{o.Add(geom.Vec{Z: -z}), o.Add(geom.Vec{Z: z})},
			ef: [2]feature{featureOf(FeatureVertex, 0), featureOf(FeatureVertex, 1)}, f: featureOf(FeatureFace, 0)}
	case geom.ShapeCylinder:
		if l <= flatTilt {
			end := 0
			if d.Z > 0 {
				end = 1
			}
			return disc(r, geom.Vec{Z: math.Copysign(z, d.Z)}, end)
		}
		if math.Abs(d.Z) <= flatTilt {
			o := side.Scale(r / l)
			return flat{kind: flatSegment, e: [2]geom.Vec{o.Add(geom.Vec{Z: -z}), o.Add(geom.Vec{Z: z})},
				ef: [2]feature{featureOf(FeatureEdge, 0), featureOf(FeatureEdge, 1)}, f: featureOf(FeatureFace, 2)}
		}
	case geom.ShapeCone:
		// The sine of the angle between d and the side's line below it.
		slant := (float64(l*r) - float64(d.Z*z)) / geom.Vec{X: r, Z: z}.Len()
		if l > 0 && math.Abs(slant) <= flatTilt && d.Z > -l {
			return flat{kind: flatSegment, e: [2]geom.Vec{side.Scale(r / l), {Z: z}},
				ef: [2]feature{featureOf(FeatureEdge, 0), featureOf(FeatureVertex, 8)}, f: featureOf(FeatureFace, 1)}
		}
		if d.Z < 0 && l <= flatTilt {
			return disc(r, geom.Vec{}, 0)
		}
	}
	return flat{kind: flatPoint, c: s.Support(d), f: pointFeature(s, d)}
}

// disc returns a cap of a cylinder or the base of a cone.
func disc(r float64, c geom.Vec, end int) flat {
	f := flat{kind: flatDisc, c: c, u: geom.Vec{X: r}, v: geom.Vec{Y: r}, r: r, cap: end, f: featureOf(FeatureFace, end)}
	f.n = geom.Vec{Z: -1}
	if end == 1 {
		f.n.Z = 1
	}
	return f
}

// pointFeature returns the feature of the point of a shape that is farthest along d.
func pointFeature(s *geom.Shape, d geom.Vec) feature {
	switch s.Kind {
	case geom.ShapeCapsule, geom.ShapeCylinder:
		kind, end := FeatureEdge, 0
		if s.Kind == geom.ShapeCapsule {
			kind = FeatureVertex
		}
		if d.Z > 0 {
			end = 1
		}
		return featureOf(kind, end)
	case geom.ShapeCone:
		if p := s.Support(d); p.Z > 0 {
			return featureOf(FeatureVertex, 8)
		}
		return featureOf(FeatureEdge, 0)
	}
	return featureOf(FeatureFace, 0)
}

// flatOfA returns what A turns to B.
func (q *curvedPair) flatOfA() flat {
	f := curvedFlat(q.a, q.rA.ApplyT(q.n))
	f.n = q.rA.Apply(f.n)
	f.c = q.cA.Add(q.rA.Apply(f.c))
	f.u, f.v = q.rA.Apply(f.u), q.rA.Apply(f.v)
	f.e[0], f.e[1] = q.cA.Add(q.rA.Apply(f.e[0])), q.cA.Add(q.rA.Apply(f.e[1]))
	return f
}

// flatOfB returns what B turns to A: a face of a polyhedron where its normal is within 2 mrad of the direction, else an
// edge that is so nearly at right angles to it.
func (q *curvedPair) flatOfB() flat {
	d := q.n.Neg()
	switch {
	case q.b == nil:
		return q.flatOfTriangle(d)
	case !q.b.Polyhedral():
		return curvedFlat(q.b, d)
	}
	h := q.b.Hull
	best, face := math.Inf(-1), int32(0)
	for i := range h.Faces {
		if x := h.Faces[i].Plane.N.Dot(d); x > best {
			best, face = x, int32(i)
		}
	}
	if p := &h.Faces[face].Plane; nearlyParallel(p.N, d) {
		return flat{kind: flatPolygon, n: p.N, c: h.Vertices[h.Face(face)[0]], face: face, f: featureOf(FeatureFace, int(face))}
	}
	v := h.Support(d)
	out := flat{kind: flatPoint, c: h.Vertices[v], f: featureOf(FeatureVertex, int(v))}
	slope := float64(parallelSine)
	for _, i := range h.Ring(v) {
		e := &h.Edges[i]
		x := h.Vertices[e.B].Sub(h.Vertices[e.A])
		if s := math.Abs(x.Dot(d)) / x.Len(); s < slope {
			slope = s
			out = flat{kind: flatSegment, e: [2]geom.Vec{h.Vertices[e.A], h.Vertices[e.B]},
				ef: [2]feature{featureOf(FeatureVertex, int(e.A)), featureOf(FeatureVertex, int(e.B))}, f: featureOf(FeatureEdge, int(i))}
		}
	}
	return out
}

// flatOfTriangle returns what the triangle turns to the direction d.
func (q *curvedPair) flatOfTriangle(d geom.Vec) flat {
	for side := triangleFront; side <= triangleBack; side++ {
		n := q.normal
		if side == triangleBack {
			n = n.Neg()
		}
		if nearlyParallel(n, d) {
			return flat{kind: flatPolygon, n: n, c: q.tri[0], face: int32(side), f: featureOf(FeatureFace, side)}
		}
	}
	v, top := 0, math.Inf(-1)
	for k, p := range q.tri {
		if x := p.Dot(d); x > top {
			v, top = k, x
		}
	}
	out := flat{kind: flatPoint, c: q.tri[v], f: featureOf(FeatureVertex, v)}
	slope := float64(parallelSine)
	for _, k := range [2]int{v, axes2[v]} {
		if l := q.edge[k].Len(); l > 0 && math.Abs(q.edge[k].Dot(d))/l < slope {
			slope = math.Abs(q.edge[k].Dot(d)) / l
			out = flat{kind: flatSegment, e: [2]geom.Vec{q.tri[k], q.tri[axes1[k]]},
				ef: [2]feature{featureOf(FeatureVertex, k), featureOf(FeatureVertex, axes1[k])}, f: featureOf(FeatureEdge, k)}
		}
	}
	return out
}

// corners returns the number of corners of B's polygon.
func (q *curvedPair) corners(f *flat) int {
	if q.b == nil {
		return 3
	}
	return int(q.b.Hull.Faces[f.face].Count)
}

// corner returns corner i of B's polygon and the features of it and of the edge that begins there.
func (q *curvedPair) corner(f *flat, i int) (geom.Vec, feature, feature) {
	if q.b == nil {
		return q.tri[i], featureOf(FeatureVertex, i), featureOf(FeatureEdge, i)
	}
	h := q.b.Hull
	v := h.Face(f.face)[i]
	return h.Vertices[v], featureOf(FeatureVertex, int(v)), featureOf(FeatureEdge, int(h.FaceEdges(f.face)[i]))
}
