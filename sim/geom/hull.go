package geom

import (
	"errors"
	"fmt"
	"math"
)

// Hull is a convex polyhedron with the adjacency of its faces, edges and vertices. It is read only.
//
// It is in canonical form: vertices are sorted by (x, y, z); a face begins at its lowest vertex and runs
// counter-clockwise seen from outside; faces are sorted by their vertices, edges by theirs. So equal sets of points, in
// any order and with any repetition, give the same bits. V - E + F = 2, each vertex has three faces at least, two faces
// share one edge at most.
type Hull struct {
	Vertices []Vec // [m], points that were given, unchanged
	Faces    []HullFace
	Edges    []HullEdge

	Corners []int32 // vertices of all faces, one face after the other: see Face
	Sides   []int32 // edges of all faces: Sides[i] runs from Corners[i] to the next corner of the face
	Rings   []int32 // edges at all vertices, one vertex after the other: see Ring
	RingAt  []int32 // vertex v has Rings[RingAt[v]:RingAt[v+1]]

	Bounds AABB // of Vertices

	// Tolerance [m] is 2^-42 times the power of two above the largest coordinate. No given point is farther than that
	// outside the plane of a face, and no vertex of a face farther than that from its plane.
	Tolerance float64
}

// HullFace is a polygon, as a range of Corners and Sides.
type HullFace struct {
	Plane Plane // N points outwards; no vertex of the face is above the plane
	First int32
	Count int32
}

// HullEdge is an edge between two vertices and two faces.
type HullEdge struct {
	A, B  int32 // vertices, A < B
	Left  int32 // face that runs from A to B: on the left when walking that way outside
	Right int32 // face that runs from B to A
}

// Errors of hulls. Every error of NewHull wraps one of these or ErrCoordinate.
var (
	ErrHullPoints = errors.New("a convex hull needs at least 4 distinct points")
	ErrHullFlat   = errors.New("the points of a convex hull lie in one plane")
	ErrHullNear   = errors.New("the points of a convex hull are too nearly degenerate")
	ErrHullSize   = errors.New("a size of a convex hull is out of range")
)

// NewHull returns the convex hull of the points [m]. They may repeat, and many may lie on one line, in one plane or
// nearly so: faces whose vertices are within a quarter of the Tolerance of one plane are one face, and a point that far
// or less from a face, an edge or a vertex of the hull is no vertex of it.
//
// Signs of volumes are exact: coordinates are rounded once to integers below 2^53, and a sign that double precision
// leaves open is computed in 192 bits. So the hull of the integers is right, whatever the points; the tolerance serves
// only to simplify it afterwards, and each plane stays that of a face of the exact hull.
//
// The error wraps ErrCoordinate (not finite, or beyond 1e12 m), ErrHullPoints (fewer than 4 distinct points),
// ErrHullFlat (all within 16 Tolerances of one plane or line) or ErrHullNear (the simplified hull is no polyhedron, or
// a point is outside by more than the Tolerance; no input is known to do it). Time is n log n for usual points.
//
// Source: C. Barber, D. Dobkin, H. Huhdanpaa, "The Quickhull Algorithm for Convex Hulls", 1996; the polyhedra of 000
// and 003 (ALGORITHMS.md A2, C4, D3).
func NewHull(points []Vec) (*Hull, error) {
	var b hullBuilder
	if err := b.load(points); err != nil {
		return nil, err
	}
	for {
		if err := b.quickhull(); err != nil {
			return nil, err
		}
		b.growRegions()
		if !b.dropVertices() {
			break
		}
	}
	h, err := b.finish()
	if err != nil {
		return nil, err
	}
	if err := b.checkDropped(h); err != nil {
		return nil, err
	}
	return h, nil
}

// Face returns the vertices of face f, counter-clockwise from outside, the lowest first.
func (h *Hull) Face(f int32) []int32 {
	p := &h.Faces[f]
	return h.Corners[p.First : p.First+p.Count]
}

// FaceEdges returns the edges of face f: edge i runs from vertex i of Face(f) to the next.
func (h *Hull) FaceEdges(f int32) []int32 {
	p := &h.Faces[f]
	return h.Sides[p.First : p.First+p.Count]
}

// Ring returns the edges at vertex v, counter-clockwise from outside, the lowest first.
func (h *Hull) Ring(v int32) []int32 { return h.Rings[h.RingAt[v]:h.RingAt[v+1]] }

// Across returns the face on the other side of edge e, seen from face f, which must be one of the two.
func (h *Hull) Across(e, f int32) int32 {
	p := &h.Edges[e]
	if p.Left == f {
		return p.Right
	}
	return p.Left
}

// Far returns the other end of edge e, seen from vertex v, which must be one of the two.
func (h *Hull) Far(e, v int32) int32 {
	p := &h.Edges[e]
	if p.A == v {
		return p.B
	}
	return p.A
}

// Support returns the vertex farthest along d, which need not be of unit length: the lowest of equals, 0 for the zero
// vector.
func (h *Hull) Support(d Vec) int32 {
	best, at := h.Vertices[0].Dot(d), int32(0)
	for i := 1; i < len(h.Vertices); i++ {
		if x := h.Vertices[i].Dot(d); x > best {
			best, at = x, int32(i)
		}
	}
	return at
}

// maxPrism is the number of sides of a prism up to which its neighbouring sides stay apart by a thousand times the
// tolerance, however long it is within reason.
const maxPrism = 1024

// NewPrism returns the prism about the z axis from -half to half [m] whose base is the regular polygon of n corners, 3
// to 1024, on the circle of the given radius [m], the first on the x axis. The error wraps ErrHullSize for sizes out of
// range, otherwise as NewHull.
func NewPrism(n int, radius, half float64) (*Hull, error) {
	if n < 3 || n > maxPrism || !(radius > 0) || !(half > 0) {
		return nil, fmt.Errorf("prism: %w: %d sides, radius %v m, half length %v m; give 3 to %d sides and lengths above zero", ErrHullSize, n, radius, half, maxPrism)
	}
	p := make([]Vec, 0, 2*n)
	for i := range n {
		s, c := SinCos(2 * math.Pi * float64(i) / float64(n))
		v := Vec{float64(radius * c), float64(radius * s), half}
		p = append(p, v, Vec{v.X, v.Y, -half})
	}
	h, err := NewHull(p)
	if err != nil {
		return nil, fmt.Errorf("prism: %w", err)
	}
	return h, nil
}
