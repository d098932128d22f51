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

// clipCorners is the room for a polygon's corners: eight, and some that rounding adds.
const clipCorners = 12

// clipPolygon is a convex polygon, its corners in order around it. A face of four corners clipped by four sides has at
// most eight.
type clipPolygon struct {
	n int
	v [clipCorners]clipPoint
}

// push appends a point, field by field: a whole that was only just put together is copied slowly.
func (q *clipPolygon) push(at geom.Vec, id pairID, edge uint8) {
	if q.n < clipCorners {
		p := &q.v[q.n]
		p.P, p.ID, p.Edge = at, id, edge
		q.n++
	}
}

// clipRim is the features of the reference shape around its face, in order: the edge at each side, and the corner at
// which the side begins.
type clipRim struct {
	n            int
	edge, corner [4]uint8
}

// triangleRim is a triangle as the reference face.
var triangleRim = clipRim{3, [4]uint8{0, 1, 2}, [4]uint8{0, 1, 2}}

// boxRims is the faces of a box as reference faces.
var boxRims = rimsOfBox()

// rimsOfBox returns the features of the six faces of a box.
func rimsOfBox() (faces [6]clipRim) {
	for face := range faces {
		f := &faces[face]
		f.n = 4
		for c := range f.edge {
			f.edge[c], f.corner[c] = uint8(boxFaceSide(face, c)), uint8(boxFaceCorner(face, c))
		}
	}
	return faces
}

// meet returns the vertex at which two neighbouring sides meet.
func (f *clipRim) meet(i, j int) uint8 {
	if next := i + 1; next == j || next == f.n && j == 0 {
		return f.corner[j&3]
	}
	return f.corner[i&3]
}

// clipToRectangle cuts q to |X| <= hu, |Y| <= hv by Sutherland and Hodgman's method, with spare as a second buffer, and
// returns the one of the two that holds the result. The sides of the rectangle are those at -Y, +X, +Y and -X. Corners
// outside a side by no more than tol stay, and keep their features: shapes that are flush must not change features by
// rounding. face is the index of the incident face.
func clipToRectangle(q, spare *clipPolygon, hu, hv float64, f *clipRim, face uint8, tol float64) *clipPolygon {
	var d [clipCorners]float64
	for s := 0; s < 4; s++ {
		v := q.v[:q.n]
		switch s {
		case 0:
			for i := range v {
				d[i] = -v[i].P.Y - hv
			}
		case 1:
			for i := range v {
				d[i] = v[i].P.X - hu
			}
		case 2:
			for i := range v {
				d[i] = v[i].P.Y - hv
			}
		case 3:
			for i := range v {
				d[i] = -v[i].P.X - hu
			}
		}
		if q.cut(spare, &d, f, s, face, tol) {
			q, spare = spare, q
		}
	}
	return q
}

// clipToPlanes cuts q to the half spaces N·p <= D of planes as clipToRectangle does.
func clipToPlanes(q, spare *clipPolygon, planes *[3]geom.Plane, f *clipRim, face uint8, tol float64) *clipPolygon {
	var d [clipCorners]float64
	for s := range planes {
		side := &planes[s]
		v := q.v[:q.n]
		for i := range v {
			d[i] = side.N.Dot(v[i].P) - side.D
		}
		if q.cut(spare, &d, f, s, face, tol) {
			q, spare = spare, q
		}
	}
	return q
}

// cut fills dst with the part of q that is inside side s, given the distances d of q's corners from the side, positive
// outside; it returns false, and leaves dst as it is, where that is all of q.
func (q *clipPolygon) cut(dst *clipPolygon, d *[clipCorners]float64, f *clipRim, s int, face uint8, tol float64) bool {
	n := q.n
	outside := 0
	for _, x := range d[:n] {
		if x > tol {
			outside = 1
		}
	}
	if outside == 0 {
		return false
	}
	dst.n = 0
	for i := 0; i < n; i++ {
		next := i + 1
		if next == n {
			next = 0
		}
		cur, dc, dn := &q.v[i], d[i], d[next]
		switch {
		case dc > tol:
			if dn < -tol {
				dst.push(between(q.v[next].P, cur.P, dn/(dn-dc)), cur.cross(f, s, face), cur.Edge)
			}
		case dn <= tol:
			dst.push(cur.P, cur.ID, cur.Edge)
		case dc < -tol:
			dst.push(cur.P, cur.ID, cur.Edge)
			dst.push(between(cur.P, q.v[next].P, dc/(dc-dn)), cur.cross(f, s, face), sideEdge+uint8(s))
		default:
			dst.push(cur.P, cur.ID, sideEdge+uint8(s))
		}
	}
	return true
}

func between(a, b geom.Vec, t float64) geom.Vec { return a.AddScaled(b.Sub(a), t) }

// cross returns the features at the point at which the polygon's edge after p crosses side s.
func (p *clipPoint) cross(f *clipRim, s int, face uint8) pairID {
	if p.Edge < sideEdge {
		return pairID{FeatureEdge, f.edge[s&3], FeatureEdge, p.Edge}
	}
	return pairID{FeatureVertex, f.meet(int(p.Edge-sideEdge), s), FeatureFace, face}
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
	const tie = 1e-9
	x := leading(math.Abs(n.X), boxFace(0, n.X > 0))
	y := x.or(math.Abs(n.Y), boxFace(1, n.Y > 0), tie)
	return y.or(math.Abs(n.Z), boxFace(2, n.Z > 0), tie).k
}
