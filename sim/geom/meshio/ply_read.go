package meshio

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ReadPLY reads a mesh in the PLY format: ASCII, binary little-endian or binary big-endian. Read are the properties x,
// y and z of the element vertex, each of any type, and the list vertex_indices or vertex_index of the element face,
// with counts and indices of any type. A flat polygon is cut into triangles; one that is not flat, or meets
// itself, is an error. Other properties and elements are skipped; strips of triangles are errors. A number of an ASCII file
// is read in double precision, whatever its type.
//
// name is the mesh's name and stands in the errors, each of which is a *LineError in a joined error: up to 20 of them,
// the rest is counted. Of a binary file they name the vertex or face, from 0.
//
// Source: Turk, The PLY Polygon File Format (1994).
func ReadPLY(name string, r io.Reader) (*geom.Mesh, error) { return readPLY(name, r, false) }

// readPLY is ReadPLY, or with cloud reads the vertices alone.
func readPLY(name string, r io.Reader, cloud bool) (*geom.Mesh, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := plyReader{mesh: &geom.Mesh{Name: name}, faults: faults{name: name}, data: data, cloud: cloud}
	p.header()
	if len(p.list) == 0 {
		p.body()
	}
	cloud = cloud && len(p.mesh.Vertices) > 0
	if len(p.list) == 0 && !cloud {
		p.triangulate()
	}
	if err := p.result(); err != nil {
		return nil, err
	}
	vertex := func(i int32) place { return p.place("vertex", p.vertexLine, i) }
	if cloud {
		return cloudAt(p.mesh, vertex)
	}
	return finishAt(p.mesh, vertex,
		func(i int32) place { return p.place("face", p.faceLine, p.triangleFace[i]) })
}

type plyReader struct {
	faults
	mesh         *geom.Mesh
	data         []byte // what is not read yet
	cloud        bool   // there may be no faces
	lineEnd      byte   // of the header and of an ASCII file
	line         int    // of the last line read
	formatLine   int    // of the header
	ascii        bool
	order        binary.ByteOrder // of a binary file
	elements     []plyElement
	vertices     int64   // as the header counts them
	vertexLine   []int32 // line of each vertex of an ASCII file
	faceLine     []int32 // line of each face of an ASCII file
	faceEnd      []int32 // end of each face in corners
	corners      []int32 // vertices of the faces
	triangleFace []int32 // face of each triangle

	element *plyElement // that is being read
	row     int64       // its number, from 0
	fields  [][]byte    // words of the last line read
	at      int         // words of it that are used up
}

// nextLine splits the next line into fields; false at the end of the file.
func (p *plyReader) nextLine() bool {
	p.fields, p.at = p.fields[:0], 0
	if len(p.data) == 0 {
		return false
	}
	var text []byte
	text, p.data, _ = bytes.Cut(p.data, []byte{p.lineEnd})
	p.fields = splitFields(p.fields, text)
	p.line++
	return true
}

// nextWords splits the next line that is not blank into fields; false at the end of the file.
func (p *plyReader) nextWords() bool {
	for p.nextLine() {
		if len(p.fields) > 0 {
			return true
		}
	}
	return false
}

// place returns where vertex or face i came from.
func (p *plyReader) place(element string, line []int32, i int32) place {
	if p.ascii {
		return place{line: int(line[i])}
	}
	return place{element: fmt.Sprintf("%s %d", element, i)}
}

// fault reports something wrong with the row that is being read.
func (p *plyReader) fault(format string, args ...any) {
	at := place{line: p.line}
	if !p.ascii {
		at = place{element: fmt.Sprintf("%s %d", p.element.name, p.row)}
	}
	p.addAt(at, fmt.Errorf(format, args...), nil)
}

// body reads all elements.
func (p *plyReader) body() {
	for i := range p.elements {
		p.element = &p.elements[i]
		if !p.rows() {
			return
		}
	}
	switch {
	case p.ascii && p.nextWords():
		p.add(p.line, "a line after the last element: correct the counts in the header or remove the line")
	case !p.ascii && len(p.data) > 0:
		p.add(0, "%d bytes follow the last element: correct the counts in the header or export the mesh again", len(p.data))
	}
}

// rows reads all of p.element; false where nothing can be read after it.
func (p *plyReader) rows() bool {
	e := p.element
	least, fixed := e.leastRow()
	switch {
	case len(e.props) == 0:
		return true
	case p.ascii:
	case e.count > int64(len(p.data))/least:
		p.add(0, "the header counts %d of the element %s, but the file ends in %s %d or before: it is cut off, copy or export it again",
			e.count, clip([]byte(e.name)), clip([]byte(e.name)), int64(len(p.data))/least)
		return false
	case fixed && e.name != "vertex" && e.name != "face":
		p.data = p.data[e.count*least:]
		return true
	}
	for p.row = 0; p.row < e.count; p.row++ {
		if p.ascii && !p.nextWords() {
			p.add(p.line, "the header counts %d of the element %s, but the file ends after %d of them: it is cut off, copy or export it again",
				e.count, clip([]byte(e.name)), p.row)
			return false
		}
		if !p.readRow() && !p.ascii {
			return false
		}
	}
	return true
}

// readRow reads one vertex, face or other element; false after a fault.
func (p *plyReader) readRow() bool {
	var v geom.Vec
	ok := true
	for i := 0; ok && i < len(p.element.props); i++ {
		switch q := &p.element.props[i]; {
		case q.role == plyCorners:
			ok = p.face(q)
		case q.list:
			n, counted := p.listLen(q)
			ok = counted && p.skip(n, q.value.size)
		case q.role == plyX:
			v.X, ok = p.number(q.value, q.name)
		case q.role == plyY:
			v.Y, ok = p.number(q.value, q.name)
		case q.role == plyZ:
			v.Z, ok = p.number(q.value, q.name)
		default:
			ok = p.skip(1, q.value.size)
		}
	}
	if ok && p.ascii && p.at < len(p.fields) {
		p.fault("%d words, but the header gives the element %s only %d: put one element on a line", len(p.fields), clip([]byte(p.element.name)), p.at)
		ok = false
	}
	if ok && p.element.name == "vertex" {
		if err := geom.CheckCoordinates(v); !v.IsFinite() {
			p.fault("%w: it is (%v, %v, %v); export the mesh again", geom.ErrCoordinate, v.X, v.Y, v.Z)
		} else if err != nil {
			p.fault("%w", err)
		}
		p.mesh.Vertices = append(p.mesh.Vertices, v)
		p.vertexLine = p.appendLine(p.vertexLine)
	}
	return ok
}

func (p *plyReader) appendLine(lines []int32) []int32 {
	if p.ascii {
		return append(lines, int32(p.line))
	}
	return lines
}

// face reads the corners of a face.
func (p *plyReader) face(q *plyProperty) bool {
	n, ok := p.listLen(q)
	if !ok {
		return false
	}
	bad := n < 3
	if bad {
		p.fault("a face with %d corners: give it at least 3", n)
	}
	for range n {
		v, ok := p.number(q.value, q.name)
		if !ok {
			return false
		}
		if !(v >= 0 && v < float64(p.vertices)) || v != math.Trunc(v) {
			if !bad {
				p.fault("vertex index %v: %w: the %d vertices are counted from 0; correct it", v, geom.ErrIndexRange, p.vertices)
			}
			bad = true
			continue
		}
		p.corners = append(p.corners, int32(v))
	}
	if len(p.corners) > maxElements {
		p.fault("more than %d corners: split the mesh", maxElements)
		return false
	}
	p.faceEnd = append(p.faceEnd, int32(len(p.corners)))
	p.faceLine = p.appendLine(p.faceLine)
	return true
}

// listLen reads the count of a list.
func (p *plyReader) listLen(q *plyProperty) (int64, bool) {
	v, ok := p.number(q.count, q.name)
	if ok && !(v >= 0 && v <= maxElements && v == math.Trunc(v)) {
		p.fault("the list %q counts %v values: give it a whole number from 0", clip([]byte(q.name)), v)
		return 0, false
	}
	return int64(v), ok
}

// triangulate cuts the faces into triangles.
func (p *plyReader) triangulate() {
	var points []geom.Vec
	var cutter cutter
	start := int32(0)
	for i, end := range p.faceEnd {
		c := p.corners[start:end]
		start = end
		points = points[:0]
		for _, v := range c {
			points = append(points, p.mesh.Vertices[v])
		}
		cut, err := cutter.cut(points)
		if err != nil {
			p.addAt(p.place("face", p.faceLine, int32(i)), err, nil)
			continue
		}
		for _, t := range cut {
			p.mesh.Tris = append(p.mesh.Tris, geom.Tri{c[t[0]], c[t[1]], c[t[2]]})
			p.triangleFace = append(p.triangleFace, int32(i))
		}
	}
}
