package meshio

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// WriteSTL writes the triangles of m as a binary STL file, with their normals. The mesh need not be finished.
// Coordinates are rounded to single precision; a mesh that must keep its bits is written by WritePLY or WriteOBJ. A
// coordinate that is not finite in single precision, an index out of range and a triangle of which two corners are
// rounded to one position are errors, after which what was written is not for use.
func WriteSTL(w io.Writer, m *geom.Mesh) error {
	if err := checkMesh(m); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	header := make([]byte, stlHeader)
	copy(header, "binary STL, metres") // must not begin with the word solid
	binary.LittleEndian.PutUint32(header[80:], uint32(len(m.Tris)))
	out.Write(header)
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		p := [3]geom.Vec{roundToSingle(t.A), roundToSingle(t.B), roundToSingle(t.C)}
		for _, v := range p {
			if !v.IsFinite() {
				return fmt.Errorf("mesh %q: triangle %d: %w: a coordinate is beyond single precision; write the mesh as PLY", m.Name, i, geom.ErrCoordinate)
			}
		}
		if p[0] == p[1] || p[1] == p[2] || p[2] == p[0] {
			return fmt.Errorf("mesh %q: triangle %d: %w: single precision makes two of its corners one; write the mesh as PLY", m.Name, i, geom.ErrDegenerate)
		}
		n := roundToSingle(p[1].Sub(p[0]).Normalize().Cross(p[2].Sub(p[0]).Normalize()).Normalize())
		var b [stlTriangle]byte
		for k, v := range [4]geom.Vec{n, p[0], p[1], p[2]} {
			for j, x := range [3]float64{v.X, v.Y, v.Z} {
				binary.LittleEndian.PutUint32(b[12*k+4*j:], math.Float32bits(float32(x)))
			}
		}
		out.Write(b[:])
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	return nil
}

func roundToSingle(v geom.Vec) geom.Vec {
	return geom.Vec{X: float64(float32(v.X)), Y: float64(float32(v.Y)), Z: float64(float32(v.Z))}
}

// checkMesh returns an error for a mesh that cannot be written: a coordinate that is not finite, an index out of range.
func checkMesh(m *geom.Mesh) error {
	for i, v := range m.Vertices {
		if !v.IsFinite() {
			return fmt.Errorf("mesh %q: vertex %d: %w: it is (%v, %v, %v)", m.Name, i, geom.ErrCoordinate, v.X, v.Y, v.Z)
		}
	}
	n := int32(len(m.Vertices))
	for i, t := range m.Tris {
		for _, v := range t {
			if v < 0 || v >= n {
				return fmt.Errorf("mesh %q: triangle %d: %w: vertex index %d, but there are %d vertices", m.Name, i, geom.ErrIndexRange, v, n)
			}
		}
	}
	return nil
}
