package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// The index conventions of features in a FeatureID.
//
// Box: face 2a is the one at -axis a and face 2a+1 the one at +axis a, so 0 to 5 are -X, +X, -Y, +Y, -Z, +Z. Vertices
// are those of geom.OBB.Vertex: bit 0, 1, 2 of the index chooses the sign along X, Y, Z. Edge 4a+s runs along axis a;
// bit 0 of s chooses the sign along axis a+1, bit 1 that along axis a+2 (axes counted modulo 3, a set bit is plus).
//
// Triangle: vertices 0, 1, 2 are A, B, C; edge k runs from vertex k to vertex k+1 (modulo 3); face 0 is the front and
// face 1 the back.
//
// A pair of features is the pair that is in contact: a vertex of one within a face of the other (vertex, face), two
// edges that cross (edge, edge). It depends neither on the order of the two shapes, up to exchanging the two halves,
// nor on which of the two faces was the reference when one was clipped by the other.

// The faces of a triangle.
const (
	triangleFront = 0
	triangleBack  = 1
)

// axes1 and axes2 give axis a+1 and a+2 modulo 3.
var (
	axes1 = [3]int{1, 2, 0}
	axes2 = [3]int{2, 0, 1}
)

// pairID is a pair of features while it is not yet settled which of the two shapes is A: that of the reference shape
// and that of the incident one.
type pairID struct{ kindR, indexR, kindI, indexI uint8 }

// id returns the pair as a FeatureID; flip says that the incident shape is A.
func (p pairID) id(flip bool) FeatureID {
	if flip {
		return MakeFeatureID(int(p.kindI), int(p.indexI), int(p.kindR), int(p.indexR))
	}
	return MakeFeatureID(int(p.kindR), int(p.indexR), int(p.kindI), int(p.indexI))
}

// boxFace returns the index of the face at the positive or negative end of an axis.
func boxFace(axis int, plus bool) int {
	if plus {
		return 2*axis + 1
	}
	return 2 * axis
}

// boxEdge returns the index of the edge along an axis with the given signs along the two following axes.
func boxEdge(axis int, plus1, plus2 bool) int {
	e := 4 * axis
	if plus1 {
		e |= 1
	}
	if plus2 {
		e |= 2
	}
	return e
}

// boxVertex returns the index of the vertex with the given signs along axis a and the two axes that follow it.
func boxVertex(axis int, plus, plus1, plus2 bool) int {
	v := 0
	if plus {
		v |= 1 << axis
	}
	if plus1 {
		v |= 1 << axes1[axis]
	}
	if plus2 {
		v |= 1 << axes2[axis]
	}
	return v
}

// boxEdgeEnds returns the vertices at the negative and the positive end of an edge.
func boxEdgeEnds(edge int) (int, int) {
	a := edge >> 2
	v := boxVertex(a, false, edge&1 != 0, edge&2 != 0)
	return v, v | 1<<a
}

// The corners of a box face in order around it, as signs along the two axes that follow the face's axis: corner c has
// (c is 1 or 2, c >= 2). Side c of the face runs from corner c to corner c+1 modulo 4: the sides at -v, +u, +v, -u.

func cornerSigns(c int) (plusU, plusV bool) { return c == 1 || c == 2, c >= 2 }

// boxFaceCorner returns the vertex at corner c of a face.
func boxFaceCorner(face, c int) int {
	u, v := cornerSigns(c)
	return boxVertex(face>>1, face&1 != 0, u, v)
}

// boxFaceSide returns the edge at side c of a face.
func boxFaceSide(face, c int) int {
	a, plus := face>>1, face&1 != 0
	switch c {
	case 0: // along u at -v
		return boxEdge(axes1[a], false, plus)
	case 1: // along v at +u
		return boxEdge(axes2[a], plus, true)
	case 2: // along u at +v
		return boxEdge(axes1[a], true, plus)
	}
	return boxEdge(axes2[a], plus, false) // along v at -u
}

// RimOfA returns the cap of a cylinder or cone, the first shape of a manifold, that has a point with this id as one of the
// eight fixed points of its rim; false for other points.
func (f FeatureID) RimOfA() (cap int, ok bool) {
	kind, index := int(f>>14&3), int(f&0x3fff)
	return index / RimPoints, kind == FeatureVertex && index < 2*RimPoints
}

// PlaceOnBoxes returns where the features of f are in touch at the poses of two boxes, or would be where they are
// apart: a vertex itself, of two edges the middle between their nearest points. It returns false for what is no pair of
// features of boxes.
func (f FeatureID) PlaceOnBoxes(a, b *geom.OBB) (geom.Vec, bool) {
	kindA, indexA, kindB, indexB := f.Features()
	switch {
	case kindA == FeatureVertex && indexA < 8:
		return a.Vertex(indexA), true
	case kindB == FeatureVertex && indexB < 8:
		return b.Vertex(indexB), true
	case kindA != FeatureEdge || kindB != FeatureEdge || indexA >= 12 || indexB >= 12:
		return geom.Vec{}, false
	}
	a0, a1 := edgeOf(a, a.C, indexA)
	b0, b1 := edgeOf(b, b.C, indexB)
	s, t := nearestOnEdges(a0, a1, b0, b1)
	return a0.AddScaled(a1.Sub(a0), s).Add(b0.AddScaled(b1.Sub(b0), t)).Scale(0.5), true
}
