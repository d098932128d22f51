package geom

import (
	"fmt"
	"math"
	"slices"
	"sync"
)

// NewBoxHull returns the box with the given half extents [m] about the origin. The error wraps ErrHullSize for an
// extent that is not above zero, otherwise as NewHull.
func NewBoxHull(half Vec) (*Hull, error) {
	if !(half.X > 0 && half.Y > 0 && half.Z > 0) {
		return nil, fmt.Errorf("box: %w: half extents (%v, %v, %v) m; give lengths above zero", ErrHullSize, half.X, half.Y, half.Z)
	}
	if isPlainBox(half) {
		return sizedBox(half), nil
	}
	h, err := NewHull(boxCorners(half))
	if err != nil {
		return nil, fmt.Errorf("box: %w", err)
	}
	return h, nil
}

// boxCorners returns the corners of a box in the order of OBB.Vertex.
func boxCorners(half Vec) []Vec {
	box := OBB{Axes: Identity(), Half: half}
	var p [8]Vec
	for i := range p {
		p[i] = box.Vertex(i)
	}
	return p[:]
}

// plainBox is the least ratio of two extents of a box from which on its hull is sure to have six faces: 2^14 times that
// at which NewHull takes it for flat.
const plainBox = 1.0 / (1 << 24)

// isPlainBox reports whether NewHull gives a box six faces, twelve edges and eight vertices, and no coordinate is too
// large for it, or near the least numbers.
func isPlainBox(half Vec) bool {
	least, most := math.Min(half.X, math.Min(half.Y, half.Z)), half.MaxAbs()
	return least >= float64(plainBox*most) && least >= minShape && most <= maxCoordinate
}

// unitBox is the cube of half extents 1: every plain box has its faces, edges and order of vertices.
var unitBox = sync.OnceValues(func() (*Hull, error) { return NewHull(boxCorners(Vec{1, 1, 1})) })

// sizedBox returns the hull of a plain box, with the bits that NewHull gives it: the normals are along the axes. It
// shares with all others what no size changes.
func sizedBox(half Vec) *Hull {
	unit, err := unitBox()
	if err != nil {
		panic(err) // a cube has a hull
	}
	h := *unit
	h.Vertices, h.Faces = slices.Clone(unit.Vertices), slices.Clone(unit.Faces)
	for i, v := range unit.Vertices {
		h.Vertices[i] = v.Mul(half)
	}
	for i := range h.Faces {
		p := &h.Faces[i].Plane
		p.D = p.N.Abs().Dot(half)
	}
	h.Bounds = AABB{half.Neg(), half}
	h.Tolerance = math.Ldexp(hullOutside, exponentOf(half.MaxAbs())-hullBits)
	return &h
}

// exponentOf returns the power of two above x.
func exponentOf(x float64) int {
	_, exponent := math.Frexp(x)
	return exponent
}
