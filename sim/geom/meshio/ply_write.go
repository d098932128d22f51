package meshio

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// WritePLY writes the vertices and triangles of m as a PLY file, binary little-endian, with coordinates in double
// precision, so that they read back to the same bits. The mesh need not be finished. A coordinate that is not finite
// and an index out of range are errors, after which what was written is not for use.
func WritePLY(w io.Writer, m *geom.Mesh) error {
	if err := checkMesh(m); err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 64<<10)
	fmt.Fprintf(out, "ply\nformat binary_little_endian 1.0\ncomment metres\nelement vertex %d\nproperty double x\nproperty double y\n"+
		"property double z\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n", len(m.Vertices), len(m.Tris))
	var b []byte
	for _, v := range m.Vertices {
		b = b[:0]
		for _, x := range [3]float64{v.X, v.Y, v.Z} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		out.Write(b)
	}
	for _, t := range m.Tris {
		b = append(b[:0], 3)
		for _, v := range t {
			b = binary.LittleEndian.AppendUint32(b, uint32(v))
		}
		out.Write(b)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("mesh %q: %w", m.Name, err)
	}
	return nil
}
