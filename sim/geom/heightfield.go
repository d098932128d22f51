package geom

import (
	"errors"
	"fmt"
	"math"
)

// HeightField is a terrain of heights over a grid in x and y, z up: sample (i, j) lies at Origin + (i DX, j DY, h).
// Between samples each cell is two triangles, fronts up.
type HeightField struct {
	Name    string
	NX, NY  int       // samples along x and y, each at least 2
	DX, DY  float64   // their spacing [m], above zero
	Origin  Vec       // where sample (0, 0) is at height 0 [m]
	Heights []float64 // of sample (i, j) at j·NX + i [m]; NaN is a hole
	Cut     CellCut   // along which cells are cut
}

// CellCut is the diagonal along which the cells of a height field are cut into triangles.
type CellCut uint8

// The diagonals of the cell of the samples (i, j) to (i+1, j+1).
const (
	CutRising      CellCut = iota // from (i, j) to (i+1, j+1), in every cell
	CutFalling                    // from (i+1, j) to (i, j+1), in every cell
	CutAlternating                // rising where i + j is even, falling where it is odd: no direction is preferred
)

// ErrHeightField is wrapped by every error of HeightField.Mesh.
var ErrHeightField = errors.New("the height field cannot be made a mesh")

// Mesh returns the finished mesh of a height field. Its vertices are the samples, exactly but for the rounding of
// Origin + (i DX, j DY, h), row by row; without holes cell (i, j) has the triangles 2(j(NX-1) + i), the lower in y, and
// the one after it.
//
// A hole takes away the triangles at its sample. A cell with one hole keeps the triangle of the other three samples,
// whatever its diagonal.
//
// Memory is 160 bytes a sample: 24 for the vertex and 68 for each of two triangles; while it is made, twice that.
//
// The error wraps ErrHeightField and names up to 20 samples (i, j) or cells: a size or spacing out of range, a number
// of heights that is not NX·NY, an infinite height, a coordinate beyond 1e12 m, a triangle without height over its
// longest edge (MeshError), no cell without holes.
func (f *HeightField) Mesh() (*Mesh, error) {
	if err := f.check(); err != nil {
		return nil, err
	}
	m := &Mesh{Name: f.Name}
	index := f.vertices(m)
	cells := f.triangles(m, index)
	if len(m.Tris) == 0 {
		return nil, fmt.Errorf("%s%w: no three samples of a cell are without hole; give more heights", f.label(), ErrHeightField)
	}
	if err := m.Finish(); err != nil {
		return nil, f.nameCells(err, cells)
	}
	return m, nil
}

// label begins an error with the name, if there is one.
func (f *HeightField) label() string {
	if f.Name == "" {
		return ""
	}
	return fmt.Sprintf("height field %q: ", f.Name)
}

// check reports what is wrong with the sizes and heights.
func (f *HeightField) check() error {
	fault := func(format string, args ...any) error {
		return fmt.Errorf("%s%w: "+format, append([]any{f.label(), ErrHeightField}, args...)...)
	}
	switch {
	case f.NX < 2 || f.NY < 2 || f.NX > maxMeshElements/2/f.NY:
		return fault("%d by %d samples; give at least 2 each way and at most %d in all", f.NX, f.NY, maxMeshElements/2)
	case len(f.Heights) != f.NX*f.NY:
		return fault("%d heights for %d by %d samples; give %d", len(f.Heights), f.NX, f.NY, f.NX*f.NY)
	case !(f.DX > 0 && f.DY > 0 && f.DX <= maxCoordinate && f.DY <= maxCoordinate):
		return fault("a spacing of %v m by %v m; give both above zero and up to %g m", f.DX, f.DY, float64(maxCoordinate))
	case !f.Origin.IsFinite():
		return fault("its origin is (%v, %v, %v); give metres", f.Origin.X, f.Origin.Y, f.Origin.Z)
	case f.Cut > CutAlternating:
		return fault("cut %d; give one of 0 to %d", f.Cut, CutAlternating)
	}
	return f.checkHeights(fault)
}

// checkHeights reports the samples that cannot be vertices.
func (f *HeightField) checkHeights(fault func(format string, args ...any) error) error {
	var list []error
	more := 0
	for k, h := range f.Heights {
		p := f.position(k%f.NX, k/f.NX)
		if h != h || p.Abs().MaxAbs() <= maxCoordinate {
			continue
		}
		if len(list) == maxFaults {
			more++
			continue
		}
		list = append(list, fault("sample (%d, %d), index %d: height %v puts it at (%v, %v, %v), beyond 1e12 m; give metres, or NaN for a hole", k%f.NX, k/f.NX, k, h, p.X, p.Y, p.Z))
	}
	if more > 0 {
		list = append(list, fault("%d more samples", more))
	}
	return errors.Join(list...)
}

// position returns where sample (i, j) is.
func (f *HeightField) position(i, j int) Vec {
	return Vec{
		f.Origin.X + float64(float64(i)*f.DX),
		f.Origin.Y + float64(float64(j)*f.DY),
		f.Origin.Z + f.Heights[j*f.NX+i],
	}
}

// vertices fills the vertices of m and returns the index of the vertex of each sample, -1 for a hole.
func (f *HeightField) vertices(m *Mesh) []int32 {
	index := make([]int32, len(f.Heights))
	m.Vertices = make([]Vec, 0, len(f.Heights))
	for k, h := range f.Heights {
		if math.IsNaN(h) {
			index[k] = -1
			continue
		}
		index[k] = int32(len(m.Vertices))
		m.Vertices = append(m.Vertices, f.position(k%f.NX, k/f.NX))
	}
	return index
}

// triangles fills the triangles of m. Where there are holes it returns the index of the sample (i, j) of each
// triangle's cell, else nil.
func (f *HeightField) triangles(m *Mesh, index []int32) (cells []int32) {
	holes := len(m.Vertices) < len(f.Heights)
	m.Tris = make([]Tri, 0, 2*(f.NX-1)*(f.NY-1))
	for j := range f.NY - 1 {
		for i := range f.NX - 1 {
			k := j*f.NX + i
			// a, b, c, d go round the cell from (i, j) counter-clockwise.
			corners := [4]int32{index[k], index[k+1], index[k+f.NX+1], index[k+f.NX]}
			for _, t := range f.cut(i, j, &corners) {
				if t[0] < 0 || t[1] < 0 || t[2] < 0 {
					continue
				}
				m.Tris = append(m.Tris, t)
				if holes {
					cells = append(cells, int32(k))
				}
			}
		}
	}
	return cells
}

// cut returns the two triangles of a cell, the lower in y first.
func (f *HeightField) cut(i, j int, c *[4]int32) [2]Tri {
	rising := f.Cut == CutRising || f.Cut == CutAlternating && (i+j)%2 == 0
	if (c[0] < 0) != (c[2] < 0) { // the diagonal that keeps away from the one hole
		rising = false
	} else if (c[1] < 0) != (c[3] < 0) {
		rising = true
	}
	if rising {
		return [2]Tri{{c[0], c[1], c[2]}, {c[0], c[2], c[3]}}
	}
	return [2]Tri{{c[0], c[1], c[3]}, {c[1], c[2], c[3]}}
}

// nameCells returns the error of Finish with the cells of its triangles.
func (f *HeightField) nameCells(err error, cells []int32) error {
	var e *MeshError
	if !errors.As(err, &e) {
		return fmt.Errorf("%s%w: %w", f.label(), ErrHeightField, err)
	}
	var list []error
	for n := range e.Faults {
		t := &e.Faults[n]
		i, j := int(t.Triangle/2)%(f.NX-1), int(t.Triangle/2)/(f.NX-1)
		if cells != nil {
			i, j = int(cells[t.Triangle])%f.NX, int(cells[t.Triangle])/f.NX
		}
		list = append(list, fmt.Errorf("%s%w: cell (%d, %d): %w", f.label(), ErrHeightField, i, j, t.Err))
	}
	if e.More > 0 {
		list = append(list, fmt.Errorf("%s%d more faults", f.label(), e.More))
	}
	return errors.Join(list...)
}
