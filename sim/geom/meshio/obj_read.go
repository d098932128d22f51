package meshio

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/prang-sim/prang/sim/geom"
)

// ReadOBJ reads a mesh in Wavefront's OBJ format. Read are v (with an optional weight of 1 and colours, which are
// ignored) and f, in the forms v, v/vt, v//vn and v/vt/vn with indices from 1 or, negative, from the last vertex back.
// A flat polygon is cut into triangles; one that is not flat, or meets itself, is an error. Skipped are comments,
// o, g, s, usemtl, mtllib, vn, vt, points, lines and display attributes; free-form curves and surfaces are errors. A
// line goes on where it ends in a backslash, unless it has a comment.
//
// name is the mesh's name and stands in the errors, each of which is a *LineError in a joined error: up to 20 of them,
// the rest is counted. Errors of geom.Mesh.Finish come with their lines.
//
// Source: Wavefront Advanced Visualizer, appendix B1, Object files (.obj), version 3.0.
func ReadOBJ(name string, r io.Reader) (*geom.Mesh, error) { return readOBJ(name, r, false) }

// readOBJ is ReadOBJ, or with cloud reads the vertices alone.
func readOBJ(name string, r io.Reader, cloud bool) (*geom.Mesh, error) {
	p := objReader{mesh: &geom.Mesh{Name: name}, faults: faults{name: name}, cloud: cloud}
	in := bufio.NewReaderSize(r, bufferFor(r))
	for {
		text, err := p.nextLine(in)
		if err != nil && err != io.EOF {
			return nil, fmt.Errorf("%s:%d: %w", name, p.line, err)
		}
		p.statement(text)
		if len(p.mesh.Vertices) > maxElements || len(p.mesh.Tris) > maxElements {
			p.add(p.line, "more than %d vertices or triangles: split the mesh", maxElements)
			break
		}
		if err == io.EOF {
			break
		}
	}
	if err := p.result(); err != nil {
		return nil, err
	}
	if cloud && len(p.mesh.Vertices) > 0 {
		return cloudAt(p.mesh, func(i int32) place { return place{line: int(p.vertexLine[i])} })
	}
	return finish(p.mesh, p.vertexLine, p.triangleLine)
}

// bufferFor returns the size of a buffer for what is read from r: that of its data if they are few and in memory.
func bufferFor(r io.Reader) int {
	const most = 64 << 10
	if data, ok := r.(interface{ Len() int }); ok {
		return min(data.Len()+1, most)
	}
	return most
}

// maxElements keeps indices in int32; Finish has the same bound.
const maxElements = 700_000_000

type objReader struct {
	faults
	mesh         *geom.Mesh
	cloud        bool    // faces are looked at, but not cut into triangles
	vertexLine   []int32 // line of each vertex
	triangleLine []int32 // line of each triangle
	lines        int     // read so far
	line         int     // where the statement began
	text         []byte  // scratch: a statement
	fields       [][]byte
	corners      []int32
	points       []geom.Vec
	cutter       cutter
}

// nextLine reads a statement: a line, and those that go on from it. The last one comes with io.EOF.
func (p *objReader) nextLine(in *bufio.Reader) ([]byte, error) {
	p.text = p.text[:0]
	p.line = p.lines + 1
	for {
		part, err := in.ReadSlice('\n')
		p.text = append(p.text, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		p.lines++
		if p.lines == 1 {
			p.text = bytes.TrimPrefix(p.text, []byte("\xef\xbb\xbf"))
		}
		if err != nil {
			return p.text, err
		}
		p.text = bytes.TrimRight(p.text, "\r\n")
		if !bytes.HasSuffix(p.text, []byte{'\\'}) || bytes.IndexByte(p.text, '#') >= 0 {
			return p.text, nil
		}
		p.text[len(p.text)-1] = ' '
	}
}

func (p *objReader) statement(text []byte) {
	if i := bytes.IndexByte(text, '#'); i >= 0 {
		text = text[:i]
	}
	p.fields = splitFields(p.fields[:0], text)
	if len(p.fields) == 0 {
		return
	}
	args := p.fields[1:]
	switch string(p.fields[0]) {
	case "v":
		p.vertex(args)
	case "f", "fo":
		p.face(args)
	case "vn", "vt", "o", "g", "s", "usemtl", "mtllib", "p", "l", "mg", "usemap", "maplib", "lod", "bevel", "c_interp",
		"d_interp", "shadow_obj", "trace_obj":
	case "vp", "cstype", "deg", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end",
		"con", "call", "csh", "ctech", "stech":
		p.add(p.line, "%q belongs to free-form geometry or to scripts, which are not read: export the mesh as triangles", p.fields[0])
	default:
		p.add(p.line, "%q is no statement of an OBJ file: remove the line or comment it out with #", clip(p.fields[0]))
	}
}

// splitFields appends the words of text to dst; they alias text.
func splitFields(dst [][]byte, text []byte) [][]byte {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && text[j] != ' ' && text[j] != '\t' && text[j] != '\r' && text[j] != '\n' {
			j++
		}
		if j > i {
			dst = append(dst, text[i:j])
		}
		i = j + 1
	}
	return dst
}

func (p *objReader) vertex(args [][]byte) {
	n := len(args)
	if n != 3 && n != 4 && n != 6 && n != 7 {
		p.add(p.line, "a vertex with %d numbers: give it x, y and z", n)
		args = nil
	}
	var x [7]float64
	faulty := args == nil
	for i, a := range args {
		v, err := parseNumber(a)
		if err != nil {
			p.add(p.line, "number %d of the vertex, %q, %w", i+1, clip(a), err)
			faulty = true
		}
		x[i] = v
	}
	if (len(args) == 4 || len(args) == 7) && x[3] != 1 {
		p.add(p.line, "a vertex with the weight %v: divide x, y and z by it and leave it out", x[3])
	}
	v := geom.Vec{X: x[0], Y: x[1], Z: x[2]}
	if err := geom.CheckCoordinates(v); err != nil {
		p.add(p.line, "%w", err)
		faulty = true
	}
	// A vertex with a fault counts too, so that later indices mean what they meant; its faces are not looked at.
	if faulty {
		v.X = math.NaN()
	}
	p.mesh.Vertices = append(p.mesh.Vertices, v)
	p.vertexLine = append(p.vertexLine, int32(p.line))
}

var (
	errNoNumber = errors.New("is no decimal number: write it like -1.5 or 2e-3")
	errTooBig   = errors.New("does not fit into double precision: write a smaller one")
)

func parseNumber(b []byte) (float64, error) {
	for _, c := range b {
		if (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, errNoNumber
		}
	}
	v, err := strconv.ParseFloat(string(b), 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, errTooBig
	case err != nil:
		return 0, errNoNumber
	}
	return v, nil
}

func (p *objReader) face(args [][]byte) {
	if len(args) < 3 {
		p.add(p.line, "a face with %d corners: give it at least 3", len(args))
		return
	}
	p.corners, p.points = p.corners[:0], p.points[:0]
	for _, a := range args {
		v, ok := p.corner(a)
		if !ok {
			return
		}
		p.corners = append(p.corners, v)
		p.points = append(p.points, p.mesh.Vertices[v])
	}
	if p.cloud || slices.ContainsFunc(p.points, func(v geom.Vec) bool { return math.IsNaN(v.X) }) {
		return
	}
	cut, err := p.cutter.cut(p.points)
	if err != nil {
		p.add(p.line, "%w", err)
		return
	}
	for _, t := range cut {
		p.mesh.Tris = append(p.mesh.Tris, geom.Tri{p.corners[t[0]], p.corners[t[1]], p.corners[t[2]]})
		p.triangleLine = append(p.triangleLine, int32(p.line))
	}
}

// corner returns the index from 0 of the vertex of one corner of a face.
func (p *objReader) corner(a []byte) (int32, bool) {
	head, rest, more := bytes.Cut(a, []byte{'/'})
	n := int64(len(p.mesh.Vertices))
	v, err := strconv.ParseInt(string(head), 10, 64)
	for i := 1; more && err == nil; i++ {
		head, rest, more = bytes.Cut(rest, []byte{'/'})
		if i == 1 && more && len(head) == 0 {
			continue // v//vn
		}
		if _, err = strconv.ParseInt(string(head), 10, 64); i > 2 {
			err = strconv.ErrSyntax
		}
	}
	switch {
	case err != nil:
		p.add(p.line, "the corner %q is no index: write v, v/vt, v//vn or v/vt/vn with whole numbers", clip(a))
		return 0, false
	case v > 0 && v <= n:
		return int32(v - 1), true
	case v < 0 && v >= -n:
		return int32(n + v), true
	case v == 0:
		p.add(p.line, "vertex index 0: %w: the first vertex has the index 1", geom.ErrIndexRange)
	default:
		p.add(p.line, "vertex index %d, but only %d vertices before this line: %w: correct it or move the face down", v, n, geom.ErrIndexRange)
	}
	return 0, false
}

// clip returns the start of b, for messages.
func clip(b []byte) []byte {
	if len(b) > 40 {
		return append(b[:37:37], "..."...)
	}
	return b
}
