package meshio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ReadSTL reads a mesh in the STL format, binary or ASCII, with one solid or several, which become one mesh. A file is
// binary when its size is what the count of triangles in it asks for, whatever it begins with; one that begins with
// "solid" and has no zero byte near its start is ASCII. The front of a triangle is where its corners go round
// counter-clockwise; the normals of the file, its names and the attributes of the triangles are ignored. A coordinate
// of a binary file is single precision, one of an ASCII file is read in double precision.
//
// name is the mesh's name and stands in the errors, each of which is a *LineError in a joined error: up to 20 of them,
// the rest is counted. Of a binary file they name the triangle, from 0.
//
// Source: 3D Systems, StereoLithography Interface Specification (1989); Burns, Automated Fabrication (1993), section
// 6.5.
func ReadSTL(name string, r io.Reader) (*geom.Mesh, error) { return readSTL(name, r, false) }

// readSTL is ReadSTL, or with cloud reads the vertices alone.
func readSTL(name string, r io.Reader, cloud bool) (*geom.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := stlReader{mesh: &geom.Mesh{Name: name}, faults: faults{name: name}, cloud: cloud}
	if isTextSTL(data) {
		return p.readText(data)
	}
	return p.readBinary(data)
}

const (
	stlHeader   = 84 // bytes before the triangles: 80 of text, then the number of triangles
	stlTriangle = 50 // bytes of a triangle: normal, three corners, attributes
	stlLook     = 1024
)

// isTextSTL reports whether data is meant as an ASCII file. A binary one may begin with "solid" too, but has zero bytes
// near its start, in the header, the count, a normal or the attributes.
func isTextSTL(data []byte) bool {
	if len(data) >= stlHeader && int64(len(data)) == stlHeader+stlTriangle*int64(binary.LittleEndian.Uint32(data[80:])) {
		return false
	}
	start := bytes.TrimPrefix(data[:min(len(data), stlLook)], []byte("\xef\xbb\xbf"))
	start = bytes.TrimLeft(start, " \t\r\n")
	return len(start) >= 5 && bytes.EqualFold(start[:5], []byte("solid")) && bytes.IndexByte(start, 0) < 0
}

// isText reports whether data begins as text does, without control characters other than white space.
func isText(data []byte) bool {
	return bytes.IndexFunc(data[:min(len(data), stlLook)], func(c rune) bool {
		return c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f
	}) < 0
}

type stlReader struct {
	faults
	mesh         *geom.Mesh
	cloud        bool
	vertexLine   []int32 // line of each vertex of an ASCII file
	triangleLine []int32 // line of each triangle of an ASCII file
	line         int
	fields       [][]byte
}

func (p *stlReader) readBinary(data []byte) (*geom.Mesh, error) {
	if len(data) < stlHeader {
		p.add(0, "it has %d bytes and does not begin with the word solid, so it is no STL file: export the mesh again", len(data))
		return nil, p.result()
	}
	n := int64(binary.LittleEndian.Uint32(data[80:]))
	switch rest := int64(len(data)) - stlHeader; {
	case rest != n*stlTriangle && isText(data):
		p.add(0, "it is text that does not begin with the word solid, so it is no STL file: if it is of another format, such as OBJ, name it .obj; else export the mesh again")
	case rest < n*stlTriangle:
		p.add(0, "the header counts %d triangles, but the file ends in triangle %d: it is cut off, copy or export it again", n, rest/stlTriangle)
	case rest > n*stlTriangle:
		p.add(0, "the header counts %d triangles, but %d bytes follow the last of them: correct the count or export the mesh again", n, rest-n*stlTriangle)
	case n > maxElements/3:
		p.add(0, "more than %d triangles: split the mesh", maxElements/3)
	}
	if err := p.result(); err != nil {
		return nil, err
	}
	p.mesh.Vertices, p.mesh.Tris = make([]geom.Vec, 0, 3*n), make([]geom.Tri, 0, n)
	for b := data[stlHeader:]; len(b) > 0; b = b[stlTriangle:] {
		for corner := range 3 {
			x := b[12+12*corner:]
			p.mesh.Vertices = append(p.mesh.Vertices, geom.Vec{X: float32At(x), Y: float32At(x[4:]), Z: float32At(x[8:])})
		}
		p.triangle()
	}
	vertex := func(i int32) place { return place{element: fmt.Sprintf("triangle %d, corner %d", i/3, i%3)} }
	if p.cloud && n > 0 {
		return cloudAt(p.mesh, vertex)
	}
	return finishAt(p.mesh, vertex,
		func(i int32) place { return place{element: fmt.Sprintf("triangle %d", i)} })
}

func float32At(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}

// triangle makes a triangle of the last three vertices.
func (p *stlReader) triangle() {
	v := int32(len(p.mesh.Vertices))
	p.mesh.Tris = append(p.mesh.Tris, geom.Tri{v - 3, v - 2, v - 1})
}
