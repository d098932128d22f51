package geom

import (
	"errors"
	"fmt"
)

// Errors of solids. Every error of MeshSolid wraps one of these.
var (
	ErrNotFinished = errors.New("the mesh is not finished")
	ErrOpenMesh    = errors.New("the mesh is open")
	ErrWinding     = errors.New("two triangles at an edge disagree which side is the front")
	ErrInsideOut   = errors.New("the mesh is inside out")
	ErrNoVolume    = errors.New("the mesh encloses no volume")
)

const (
	// solidError is the error of the sum of the tetrahedra over the volume of the bounds: some 1e-16 for each triangle
	// of the largest size, of which there are few.
	solidError = 1e-14

	// solidFlat is the volume over that of the bounds below which a mesh is said to enclose none. A body that fills
	// less has a thickness near the precision of its coordinates.
	solidFlat = 100 * solidError
)

// MeshSolid returns the volume, centre of mass and inertia of what the finished mesh encloses: exact integrals over the
// tetrahedra between the middle of the bounds and the triangles, rounded. A cavity is a shell with its fronts to the
// inside. Several shells may touch or share edges; where they overlap the common part counts twice, which is not
// noticed.
//
// The mesh must be closed: each edge is run along as often in one direction as in the other. The error wraps
// ErrOpenMesh or ErrWinding and names such an edge, ErrInsideOut for a volume below zero or second moments that no body
// has, ErrNoVolume, ErrNotFinished for a mesh whose Finish did not succeed. T-junctions are open edges.
//
// Source: B. Mirtich, "Fast and Accurate Computation of Polyhedral Mass Properties", 1996; D. Eberly, "Polyhedral Mass
// Properties (Revisited)".
func MeshSolid(m *Mesh) (Solid, error) {
	if m == nil {
		return Solid{}, fmt.Errorf("mesh: there is none: %w", ErrNotFinished)
	}
	if !m.Finished() {
		return Solid{}, fmt.Errorf("mesh %q: %w: call Finish and heed its error", m.Name, ErrNotFinished)
	}
	if err := m.checkClosed(); err != nil {
		return Solid{}, err
	}
	var sum moments
	o := m.Bounds.Center()
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		sum.add(t.A.Sub(o), t.B.Sub(o), t.C.Sub(o))
	}
	size := m.Bounds.Size()
	least := float64(solidFlat * size.X * size.Y * size.Z)
	v := sum.v6 / 6
	switch {
	case v < -least:
		return Solid{}, fmt.Errorf("mesh %q: %w: its volume is %.6g m³; reverse the order of the vertices of every triangle", m.Name, ErrInsideOut, v)
	case !(v > least):
		return Solid{}, fmt.Errorf("mesh %q: %w: %.3g m³ in bounds of %.3g m by %.3g m by %.3g m; give it thickness, or make it a static mesh", m.Name, ErrNoVolume, v, size.X, size.Y, size.Z)
	}
	s := sum.solid(o)
	if !s.possible(float64(8 * solidError * size.X * size.Y * size.Z / v)) {
		return Solid{}, fmt.Errorf("mesh %q: %w in part: no body has its moments of inertia; reverse the order of the vertices of the triangles of the shell that is inside out", m.Name, ErrInsideOut)
	}
	return s, nil
}

// checkClosed names the first edge, in the order of its vertices, that is not run along equally often both ways.
func (m *Mesh) checkClosed() error {
	h := m.sortHalfEdges()
	for len(h) > 0 {
		g := group(h)
		h = h[len(g):]
		up := 0
		for _, e := range g {
			if m.Tris[e.id/3][e.id%3] == e.lo {
				up++
			}
		}
		if 2*up == len(g) {
			continue
		}
		a, b := m.Vertices[g[0].lo], m.Vertices[g[0].hi]
		where := fmt.Sprintf("edge from vertex %d (%v, %v, %v) to vertex %d (%v, %v, %v)", g[0].lo, a.X, a.Y, a.Z, g[0].hi, b.X, b.Y, b.Z)
		if len(g)%2 == 0 {
			i, j := m.sameWay(g, 2*up > len(g))
			return fmt.Errorf("mesh %q: %w: %s, triangles %d and %d; reverse the order of the vertices of one", m.Name, ErrWinding, where, i, j)
		}
		return fmt.Errorf("mesh %q: %w: %s, triangle %d and %d more, an odd number in all; close the hole or weld the vertices along it", m.Name, ErrOpenMesh, where, g[0].id/3, len(g)-1)
	}
	return nil
}

// sameWay returns the first two triangles of g that run from lo to hi, or that run from hi to lo.
func (m *Mesh) sameWay(g []halfEdge, up bool) (i, j int32) {
	i = -1
	for _, e := range g {
		switch {
		case (m.Tris[e.id/3][e.id%3] == e.lo) != up:
		case i < 0:
			i = e.id / 3
		default:
			return i, e.id / 3
		}
	}
	return i, -1
}

// possible reports whether a body of positive density can have the inertia: the integrals of the squares of the
// distances from every plane through the centre are not below zero, but for rounding, which is given in relation to
// their sum.
func (s *Solid) possible(rounding float64) bool {
	i := &s.Inertia
	trace := i.X.X + i.Y.Y + i.Z.Z
	if !(trace > 0) {
		return false
	}
	unit := i.Scale(-1 / trace)
	q := Diagonal(Vec{0.5, 0.5, 0.5}) // ∫ r rᵀ, divided by the trace of the inertia
	q = q.Add(&unit)
	slack := -rounding
	return q.X.X >= slack && q.Y.Y >= slack && q.Z.Z >= slack &&
		float64(q.X.X*q.Y.Y)-float64(q.X.Y*q.X.Y) >= slack &&
		float64(q.Y.Y*q.Z.Z)-float64(q.Y.Z*q.Y.Z) >= slack &&
		float64(q.Z.Z*q.X.X)-float64(q.Z.X*q.Z.X) >= slack &&
		q.Det() >= slack
}
