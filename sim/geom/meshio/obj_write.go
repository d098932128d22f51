package meshio

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"github.com/prang-sim/prang/sim/geom"
)

// WriteOBJ writes the vertices and triangles of m in Wavefront's OBJ format, each coordinate in the fewest decimals
// that read back to the same bits. The mesh need not be finished. A coordinate that is not finite and an index out of
// range are errors, after which what was written is not for use.
func WriteOBJ(w io.Writer, m *geom.Mesh) error {
	out := bufio.NewWriterSize(w, 64<<10)
	var b []byte
	for i, v := range m.Vertices {
		if !v.IsFinite() {
			return fmt.Errorf("mesh %q: vertex %d: %w: it is (%v, %v, %v)", m.Name, i, geom.ErrCoordinate, v.X, v.Y, v.Z)
		}
		b = append(b[:0], 'v')
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			b = strconv.AppendFloat(append(b, ' '), x, 'g', -1, 64)
		}
		out.Write(append(b, '\n'))
	}
	n := int32(len(m.Vertices))
	for i, t := range m.Tris {
		b = append(b[:0], 'f')
		for _, v := range t {
			if v < 0 || v >= n {
				return fmt.Errorf("mesh %q: triangle %d: %w: vertex index %d, but there are %d vertices", m.Name, i, geom.ErrIndexRange, v, n)
			}
			b = strconv.AppendInt(append(b, ' '), int64(v)+1, 10)
		}
		out.Write(append(b, '\n'))
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	return nil
}
