package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// clipPoint is a corner of an incident face while it is clipped by a reference face: where it is, which features cross
// there, and along what the polygon goes on from it: an edge of the incident shape, or a side of the reference face.
type clipPoint struct {
	P    geom.Vec
	ID   pairID
	Edge uint8 // index of the incident shape's edge, or sideEdge + side of the reference face
}

const sideEdge = 0x80

// clipPolygon is a convex polygon, its corners in order around it. A face of four corners clipped by four sides has at
// most eight.
type clipPolygon struct {
	n int
	v [MaxManifold]clipPoint
}

func (q *clipPolygon) push(p clipPoint) {
	if q.n < MaxManifold {
		q.v[q.n] = p
		q.n++
	}
}

// clipSide is the half-space N·p <= D in which the reference face lies, with the features of the reference shape on its
// boundary: the edge, and the corner at which the side begins.
type clipSide struct {
	N            geom.Vec
	D            float64
	Edge, Corner uint8
}

// clipFace is a reference face: its sides in order around it.
type clipFace struct {
	n     int
	sides [4]clipSide
}

// corner returns the vertex at which two neighbouring sides meet.
func (f *clipFace) corner(i, j int) uint8 {
	if next := i + 1; next == j || next == f.n && j == 0 {
		return f.sides[j].Corner
	}
	return f.sides[i].Corner
}

// clip cuts q to the reference face by Sutherland and Hodgman's method. Corners outside a side by no more than tol stay,
// and keep their features: shapes that are flush must not change features by rounding. face is the index of the incident
// face.
func (q *clipPolygon) clip(f *clipFace, face uint8, tol float64) {
	var other clipPolygon
	src, dst := q, &other
	for s := 0; s < f.n && src.n > 0; s++ {
		src.clipSide(dst, f, s, face, tol)
		src, dst = dst, src
	}
	if src != q {
		*q = *src
	}
}

func (q *clipPolygon) clipSide(dst *clipPolygon, f *clipFace, s int, face uint8, tol float64) {
	dst.n = 0
	side := &f.sides[s]
	first := side.N.Dot(q.v[0].P) - side.D
	d := first
	for i := 0; i < q.n; i++ {
		cur, next, dn := &q.v[i], &q.v[0], first
		if i+1 < q.n {
			next = &q.v[i+1]
			dn = side.N.Dot(next.P) - side.D
		}
		switch {
		case d <= tol && dn <= tol:
			dst.push(*cur)
		case d <= tol:
			p := *cur
			if d >= -tol {
				p.Edge = sideEdge + uint8(s)
				dst.push(p)
				break
			}
			dst.push(p)
			p = crossing(f, s, cur, face)
			p.P = cur.P.AddScaled(next.P.Sub(cur.P), d/(d-dn))
			p.Edge = sideEdge + uint8(s)
			dst.push(p)
		case dn < -tol:
			p := crossing(f, s, cur, face)
			p.P = next.P.AddScaled(cur.P.Sub(next.P), dn/(dn-d))
			p.Edge = cur.Edge
			dst.push(p)
		}
		d = dn
	}
}

// crossing returns the features of the point at which the polygon's edge after p crosses side s.
func crossing(f *clipFace, s int, p *clipPoint, face uint8) clipPoint {
	if p.Edge < sideEdge {
		return clipPoint{ID: pairID{FeatureEdge, f.sides[s].Edge, FeatureEdge, p.Edge}}
	}
	return clipPoint{ID: pairID{FeatureVertex, f.corner(int(p.Edge-sideEdge), s), FeatureFace, face}}
}

// boxClipFace fills f with the sides of a face of a box of half extents h, in the box's frame.
func boxClipFace(f *clipFace, face int, h [3]float64) {
	a := face >> 1
	u, v := axes1[a], axes2[a]
	f.n = 4
	for c := 0; c < 4; c++ {
		side := &f.sides[c]
		side.Edge, side.Corner = uint8(boxFaceSide(face, c)), uint8(boxFaceCorner(face, c))
		switch c {
		case 0:
			side.N, side.D = unitVec(v, -1), h[v]
		case 1:
			side.N, side.D = unitVec(u, 1), h[u]
		case 2:
			side.N, side.D = unitVec(v, 1), h[v]
		case 3:
			side.N, side.D = unitVec(u, -1), h[u]
		}
	}
}

// unitVec returns s times the unit vector along an axis.
func unitVec(axis int, s float64) geom.Vec {
	switch axis {
	case 0:
		return geom.Vec{X: s}
	case 1:
		return geom.Vec{Y: s}
	}
	return geom.Vec{Z: s}
}

// faceMost returns the face of a box whose outward normal has the largest component along the direction n, given in the
// box's frame. Of faces that are equal within 1e-9 it is the one with the lower axis.
func faceMost(n geom.Vec) int {
	c := [3]float64{n.X, n.Y, n.Z}
	axis, best := 0, math.Abs(n.X)
	for i := 1; i < 3; i++ {
		if v := math.Abs(c[i]); v > best+1e-9 {
			axis, best = i, v
		}
	}
	return boxFace(axis, c[axis] > 0)
}

// facePolygon fills q with the corners of a face of a box given by its centre c, axes and half extents. The features are
// those of a corner that lies within face ref of the reference shape.
func facePolygon(q *clipPolygon, c geom.Vec, axes *[3]geom.Vec, half [3]float64, face, ref int) {
	a := face >> 1
	u, v := axes1[a], axes2[a]
	s := half[a]
	if face&1 == 0 {
		s = -s
	}
	mid := c.AddScaled(axes[a], s)
	eu, ev := axes[u].Scale(half[u]), axes[v].Scale(half[v])
	q.n = 4
	for k := 0; k < 4; k++ {
		p := mid
		plusU, plusV := cornerSigns(k)
		if plusU {
			p = p.Add(eu)
		} else {
			p = p.Sub(eu)
		}
		if plusV {
			p = p.Add(ev)
		} else {
			p = p.Sub(ev)
		}
		q.v[k] = clipPoint{p, pairID{FeatureFace, uint8(ref), FeatureVertex, uint8(boxFaceCorner(face, k))},
			uint8(boxFaceSide(face, k))}
	}
}
