package geom

import (
	"errors"
	"fmt"
	"math"
)

const (
	maxMeshElements = 700_000_000 // three half-edges a triangle are counted in int32

	// maxCoordinate keeps fourth powers of lengths, which the check of areas takes, far from overflow; positions beyond
	// it have steps of 0.1 mm and are of no use.
	maxCoordinate = 1e12

	// minHeight is the least height of a triangle over the extent of its mesh. The vector product that gives the height
	// is wrong by about 4·2^-53 of the square of the longest edge, 4e-16 of the extent; a height 2000 times that has a
	// plane worth the name.
	minHeight = 1e-12
)

// Finish checks the mesh, welds vertices at equal positions into the first of them, and fills Planes, Edges and Bounds.
// Triangles keep their order and their first vertex. Vertices that no triangle uses stay; they do not count for Bounds.
//
// The error is a *MeshError with up to 20 faults: a coordinate that is not finite or beyond 1e12 m, a vertex index out
// of range, a triangle whose height is not above 1e-12 of the mesh's extent (which includes a repeated vertex), two
// triangles with the same three vertices, whatever their winding. A mesh with an error is not for use. Finish of a
// finished mesh changes nothing.
func (m *Mesh) Finish() error {
	m.Planes, m.Edges, m.Seams, m.unjoined, m.Bounds = nil, nil, nil, nil, EmptyAABB()
	e := &MeshError{Name: m.Name}
	m.checkIndices(e)
	if len(e.Faults) > 0 {
		return e
	}
	m.weld()
	for _, t := range m.Tris {
		for _, v := range t {
			p := m.Vertices[v]
			m.Bounds.Min, m.Bounds.Max = m.Bounds.Min.Min(p), m.Bounds.Max.Max(p)
		}
	}
	m.fillPlanes(e)
	h := m.sortHalfEdges()
	m.checkDuplicates(h, e)
	if len(e.Faults) > 0 {
		return e
	}
	m.fillEdges(h)
	return nil
}

// checkIndices reports what would make the later passes fail: sizes, coordinates, indices.
func (m *Mesh) checkIndices(e *MeshError) {
	switch {
	case len(m.Tris) == 0:
		e.add(-1, -1, -1, fmt.Errorf("%w: give it at least one", ErrNoTriangles))
		return
	case len(m.Tris) > maxMeshElements || len(m.Vertices) > maxMeshElements:
		e.add(-1, -1, -1, fmt.Errorf("%w: split it", ErrTooLarge))
		return
	}
	m.checkVertices(e)
	n := int32(len(m.Vertices))
	for i, t := range m.Tris {
		for _, v := range t {
			if v < 0 || v >= n {
				e.add(int32(i), -1, -1, fmt.Errorf("%w: vertex index %d, but there are %d vertices; correct the index", ErrIndexRange, v, n))
				break
			}
		}
	}
}

func (m *Mesh) checkVertices(e *MeshError) {
	for i, p := range m.Vertices {
		if err := CheckCoordinates(p); err != nil {
			e.add(-1, int32(i), -1, err)
		}
	}
}

// CheckCoordinates returns an error that wraps ErrCoordinate for a vertex that Finish refuses.
func CheckCoordinates(p Vec) error {
	if !(p.Abs().MaxAbs() <= maxCoordinate) || !p.IsFinite() {
		return fmt.Errorf("%w: it is (%v, %v, %v); give metres from an origin near the mesh", ErrCoordinate, p.X, p.Y, p.Z)
	}
	return nil
}

// CheckVertices returns a *MeshError for coordinates that Finish refuses. It is for what has vertices alone.
func (m *Mesh) CheckVertices() error {
	e := &MeshError{Name: m.Name}
	if m.checkVertices(e); len(e.Faults) > 0 {
		return e
	}
	return nil
}

// fillPlanes computes the plane of every triangle and reports those that have none.
func (m *Mesh) fillPlanes(e *MeshError) {
	least := m.leastHeight()
	m.Planes = make([]Plane, len(m.Tris))
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		plane, height := planeOf(&t)
		if !(height > least) {
			e.add(int32(i), -1, -1, fmt.Errorf("%w: its height is not above 1e-12 of the mesh's extent; remove it", ErrDegenerate))
		}
		m.Planes[i] = plane
	}
}

// leastHeight returns the height that a triangle of the mesh, whose Bounds are known, has to be above [m].
func (m *Mesh) leastHeight() float64 {
	size := m.Bounds.Size()
	return float64(minHeight * size.MaxAbs())
}

// Dropped are the numbers of triangles that FinishDropping has taken out, in order.
type Dropped struct {
	Flat  []int32 // without area
	Twice []int32 // with the same three vertices as one before them that stays
}

// Len returns the number of triangles.
func (d *Dropped) Len() int { return len(d.Flat) + len(d.Twice) }

// FinishDropping is Finish that takes triangles whose height is not above 1e-12 of the mesh's extent out of the mesh, unless
// there is no other, and those that have the same three vertices as one before them, whatever their winding: a triangle is
// met from both sides. The others keep their order. The error is that of Finish.
func (m *Mesh) FinishDropping() (d Dropped, err error) {
	if err = m.Finish(); !errors.Is(err, ErrDegenerate) && !errors.Is(err, ErrDuplicate) {
		return Dropped{}, err
	}
	number := make([]int32, len(m.Tris))
	for i := range number {
		number[i] = int32(i)
	}
	least := m.leastHeight()
	number, d.Flat = m.drop(number, func(i int32) bool {
		t := m.Triangle(i)
		_, height := planeOf(&t)
		return !(height > least)
	})
	if len(number) == 0 {
		return Dropped{}, err
	}
	twice := make([]bool, len(number))
	for _, p := range m.duplicates(m.sortHalfEdges()) {
		twice[p[0]] = true
	}
	_, d.Twice = m.drop(number, func(i int32) bool { return twice[i] })
	return d, m.Finish()
}

// drop takes triangles out of the mesh, unless all are to go, and divides their numbers into those kept and dropped.
func (m *Mesh) drop(number []int32, gone func(i int32) bool) (kept, dropped []int32) {
	tris := m.Tris[:0:0]
	for i := range m.Tris {
		if gone(int32(i)) {
			dropped = append(dropped, number[i])
			continue
		}
		kept, tris = append(kept, number[i]), append(tris, m.Tris[i])
	}
	if len(kept) > 0 {
		m.Tris = tris
	}
	return kept, dropped
}

// planeOf returns the plane of t and its height, twice the area over the longest edge [m]. The normal comes from the
// two shorter edges, whose product is the least wrong, whichever corner is called A. Zero for a triangle without area.
func planeOf(t *Triangle) (Plane, float64) {
	a, b, c := t.A, t.B, t.C
	ab, bc, ca := b.Sub(a), c.Sub(b), a.Sub(c)
	lab, lbc, lca := ab.LenSq(), bc.LenSq(), ca.LenSq()
	var n Vec
	at, longest := b, lca
	switch {
	case lbc > lab && lbc >= lca:
		n, at, longest = ca.Cross(ab), a, lbc
	case lab >= lca:
		n, at, longest = bc.Cross(ca), c, lab
	default:
		n = ab.Cross(bc)
	}
	l := n.Len()
	if l == 0 {
		return Plane{}, 0
	}
	n = Vec{n.X / l, n.Y / l, n.Z / l}
	return Plane{n, n.Dot(at)}, l / math.Sqrt(longest)
}
