package meshio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/prang-sim/prang/sim/geom"
)

// wedgePLY is the wedge in an ASCII file, with all that is to be skipped.
const wedgePLY = `ply
format ascii 1.0
comment made by hand, end_header
obj_info none
element vertex 4
property float nx
property float x
property float y
property float z
property uchar red
element camera 1
property list uchar float view
property int id
element face 2
property uchar flags
property list uchar int vertex_indices
property list uchar float texcoord
end_header
nan 0 0 0 255
0 1 0 0 255
0 1 1 0 255
0 0 1 0.25 255

3 0.5 inf 0 7
0 3 0 1 2 6 0 0 0 0 0 0
1 3 0 2 3 0
`

// plainPLY returns the header and body of an ASCII file with these lines of vertices and faces.
func plainPLY(vertices, faces int, body string) string {
	return fmt.Sprintf("ply\nformat ascii 1.0\nelement vertex %d\nproperty double x\nproperty double y\nproperty double z\nelement face %d\n"+
		"property list uchar int vertex_index\nend_header\n%s", vertices, faces, body)
}

// squarePLY is the corners of a square.
const squarePLY = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"

// typedPLY is the wedge, scaled by 4, in a binary file with the given types; other values are between.
func typedPLY(order binary.AppendByteOrder, format string, coordinate, count, index int) []byte {
	put := func(b []byte, typ int, x float64) []byte {
		switch t := plyTypes[typ]; {
		case t.size == 8:
			return order.AppendUint64(b, math.Float64bits(x))
		case t.float:
			return order.AppendUint32(b, math.Float32bits(float32(x)))
		case t.size == 1:
			return append(b, byte(int8(x)))
		case t.size == 2:
			return order.AppendUint16(b, uint16(int16(x)))
		default:
			return order.AppendUint32(b, uint32(int32(x)))
		}
	}
	c, n, i := plyTypes[coordinate].names[format[0]&1], plyTypes[count].names[0], plyTypes[index].names[1]
	b := fmt.Appendf(nil, "ply\r\nformat %s 1.0\r\nelement material 2\r\nproperty double shine\r\nelement vertex 4\r\nproperty %s x\r\n"+
		"property list %s %s weights\r\nproperty %s y\r\nproperty %s z\r\nelement note 2\r\nproperty list %s %s words\r\nelement face 2\r\n"+
		"property short group\r\nproperty list %s %s vertex_indices\r\nproperty uchar end\r\nend_header\r\n", format, c, n, i, c, c, n, c, n, i)
	b = append(b, make([]byte, 16)...)
	for k, v := range [][3]float64{{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 1}} {
		b = put(put(b, coordinate, v[0]), count, float64(k))
		for range k {
			b = put(b, index, 100)
		}
		b = put(put(b, coordinate, v[1]), coordinate, v[2])
	}
	b = put(put(put(b, count, 0), count, 1), coordinate, 9)
	for _, f := range [][3]float64{{0, 1, 2}, {0, 2, 3}} {
		b = put(append(b, 1, 2), count, 3)
		for _, v := range f {
			b = put(b, index, v)
		}
		b = append(b, '\n')
	}
	return b
}

func TestReadPLY_Text(t *testing.T) {
	for what, text := range map[string]string{
		"as it is":          wedgePLY,
		"line ends of DOS":  strings.ReplaceAll(wedgePLY, "\n", "\r\n"),
		"line ends of Mac":  strings.ReplaceAll(wedgePLY, "\n", "\r"),
		"no last line":      strings.TrimSpace(wedgePLY),
		"blanks at the end": wedgePLY + "\n \n",
		"one polygon, flat": plainPLY(4, 2, "0 0 0\n1 0 0\n1 1 0\n0 1 0.25\n3 0 1 2\n 3.0\t0 2e0 3\n"),
	} {
		m, err := ReadPLY("a.ply", strings.NewReader(text))
		wantWedge(t, what, m, err)
	}
}

func TestReadPLY_BinaryOfEveryType(t *testing.T) {
	read := 0
	for coordinate := range plyTypes {
		for count := range plyTypes {
			for index := range plyTypes {
				for format, order := range map[string]binary.AppendByteOrder{"binary_little_endian": binary.LittleEndian, "binary_big_endian": binary.BigEndian} {
					data := typedPLY(order, format, coordinate, count, index)
					m, err := ReadPLY("a.ply", bytes.NewReader(data))
					if err == nil {
						for i, v := range m.Vertices {
							m.Vertices[i] = v.Scale(0.25)
						}
					}
					wantWedge(t, fmt.Sprint(format, coordinate, count, index), m, err)
					read++
				}
			}
		}
	}
	if read != 2*8*8*8 {
		t.Errorf("%d files", read)
	}
}

func TestReadPLY_ExtremesOfEveryType(t *testing.T) {
	for i, c := range []struct {
		bytes string // little-endian
		want  float64
	}{
		{"\x80", -128}, {"\xff", 255}, {"\x00\x80", -32768}, {"\xff\xff", 65535}, {"\x00\x00\x00\x80", -2147483648}, {"\xff\xff\xff\xff", 4294967295},
		{"\x01\x00\x00\x80", -0x1p-149}, {"\x55\x55\x55\x55\x55\x55\xd5\xbf", -1.0 / 3},
	} {
		p := plyReader{order: binary.LittleEndian, data: []byte(c.bytes)}
		if v := p.decode(plyTypes[i].plyType); v != c.want {
			t.Errorf("%v: %v, want %v", plyTypes[i].names, v, c.want)
		}
		slices.Reverse(p.data)
		p.order = binary.BigEndian
		if v, ok := p.number(plyTypes[i].plyType, ""); v != c.want || !ok || len(p.data) != 0 {
			t.Errorf("%v, big-endian: %v, want %v", plyTypes[i].names, v, c.want)
		}
	}
}

func TestReadPLY_CutsPolygonsIntoFans(t *testing.T) {
	m, err := ReadPLY("a.ply", strings.NewReader(plainPLY(5, 2, squarePLY+"0.5 0 1\n4 0 1 2 3\n3 0 1 4\n")))
	if err != nil {
		t.Fatal(err)
	}
	if want := []geom.Tri{{0, 1, 2}, {0, 2, 3}, {0, 1, 4}}; !slices.Equal(m.Tris, want) {
		t.Errorf("%v, want %v", m.Tris, want)
	}
}

func TestReadPLY_FacesBeforeVertices(t *testing.T) {
	text := "ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nelement vertex 4\nproperty int x\nproperty int y\nproperty int z\n" +
		"end_header\n4 0 1 2 3\n" + squarePLY
	m, err := ReadPLY("a.ply", strings.NewReader(text))
	if err != nil || len(m.Tris) != 2 {
		t.Errorf("%v %v", m, err)
	}
}

func TestReadPLY_NamesPlaceAndRemedy(t *testing.T) {
	le := typedPLY(binary.LittleEndian, "binary_little_endian", 7, 1, 4)
	vertex := func(i int, b string) string { // writes b over the x of vertex i, whose list has i values
		at := bytes.Index(le, []byte("end_header\r\n")) + 12 + 16 + 25*i + 4*i*(i-1)/2
		return string(le[:at]) + b + string(le[at+len(b):])
	}
	last := len(le) - 1
	for _, c := range []struct{ data, want string }{
		{"", "bad.ply:1: the first line is not ply, so it is no PLY file"},
		{"solid\n", "bad.ply:1: the first line is not ply"},
		{"ply\nformat ascii 1.0\n", "bad.ply:2: the file ends before end_header: it is cut off"},
		{"ply\nend_header\n", "bad.ply:2: the header has no format"},
		{"ply\nformat ascii 2.0\nend_header\n", "bad.ply:2: the format is not of version 1.0"},
		{"ply\nformat zip 1.0\nend_header\n", `bad.ply:2: the format "zip" is none of ascii`},
		{"ply\nformat ascii 1.0\nformat ascii 1.0\nend_header\n", "bad.ply:3: the format stands on line 2 already"},
		{"ply\nformat ascii 1.0\nend_header\n", "bad.ply:3: the header has no element vertex with the properties x, y and z: export"},
		{"ply\nvertex 3\n", `bad.ply:2: "vertex" is no statement of a PLY header`},
		{"ply\nelement\n", "bad.ply:2: an element is written as: element name count"},
		{"ply\nelement vertex -1\n", `bad.ply:2: the count "-1" of the element is no whole number from 0`},
		{"ply\nelement vertex 9999999999999999999\n", `bad.ply:2: the count "9999999999999999999"`},
		{"ply\nelement face 700000001\n", "bad.ply:2: more than 700000000 vertices or faces: split the mesh"},
		{"ply\nelement a 1\nelement a 1\n", `bad.ply:3: the element "a" stands on line 2 already`},
		{"ply\nelement tristrips 1\n", "bad.ply:2: strips of triangles are not read: export the mesh with faces"},
		{"ply\nproperty int x\n", "bad.ply:2: a property before the first element"},
		{"ply\nelement a 1\nproperty list int x\n", "bad.ply:3: a property is written as"},
		{"ply\nelement a 1\nproperty long x\n", `bad.ply:3: "long" is no type of a PLY file: write one of char`},
		{"ply\nelement vertex 1\nproperty list int int x\n", `bad.ply:3: the property "x" must be a number in a vertex`},
		{"ply\nelement vertex 1\nproperty int x\nproperty int x\n", `bad.ply:4: the vertex has the property "x" already`},
		{"ply\nelement face 1\nproperty list int int vertex_index\nproperty list int int vertex_indices\n", `bad.ply:4: the face has the property "vertex_index" already`},
		{strings.Replace(wedgePLY, "vertex_indices", "corners", 1), "bad.ply:18: the header has no element face with the list vertex_indices"},
		{plainPLY(4, 1, squarePLY), "bad.ply:13: the header counts 1 of the element face, but the file ends after 0 of them: it is cut off"},
		{plainPLY(5, 0, squarePLY), "bad.ply:13: the header counts 5 of the element vertex, but the file ends after 4"},
		{plainPLY(4, 0, squarePLY), "bad.ply: the mesh has no triangles"},
		{plainPLY(4, 0, squarePLY+"3 0 1 2\n"), "bad.ply:14: a line after the last element: correct the counts"},
		{plainPLY(4, 1, squarePLY+"3 0 1 4\n"), "bad.ply:14: vertex index 4: a vertex index is out of range: the 4 vertices are counted from 0"},
		{plainPLY(4, 1, squarePLY+"3 0 1 -1\n"), "bad.ply:14: vertex index -1"},
		{plainPLY(4, 1, squarePLY+"3 0 1 1.5\n"), "bad.ply:14: vertex index 1.5"},
		{plainPLY(4, 1, squarePLY+"3 0 1 x\n"), `bad.ply:14: "x", of the property vertex_index, is no decimal number`},
		{plainPLY(4, 1, squarePLY+"2 0 1\n"), "bad.ply:14: a face with 2 corners: give it at least 3"},
		{plainPLY(4, 1, squarePLY+"-3 0 1 2\n"), `bad.ply:14: the list "vertex_index" counts -3 values: give it a whole number`},
		{plainPLY(4, 1, squarePLY+"4 0 1 2\n"), "bad.ply:14: the line ends before the face does: put one element on a line"},
		{plainPLY(4, 1, squarePLY+"3 0 1 2 3\n"), "bad.ply:14: 5 words, but the header gives the element face only 4"},
		{plainPLY(4, 1, squarePLY+"4 0 1 3 2\n"), "bad.ply:14: the polygon has no area"},
		{plainPLY(4, 1, squarePLY+"3 0 1 1\n"), "bad.ply:14: the triangle has no area"},
		{plainPLY(4, 1, strings.Replace(squarePLY, "1 1 0", "1 1", 1)+"3 0 1 2\n"), "bad.ply:12: the line ends before the vertex does"},
		{plainPLY(4, 1, strings.Replace(squarePLY, "1 1 0", "1 nan 0", 1)+"3 0 1 2\n"), `bad.ply:12: "nan", of the property y, is no decimal number`},
		{plainPLY(4, 1, strings.Replace(squarePLY, "1 1 0", "2e12 1 0", 1)+"3 0 1 2\n"), "bad.ply:12: a coordinate is not finite or beyond 1e12 m"},
		{string(le) + "\x00\x00", "bad.ply: 2 bytes follow the last element: correct the counts"},
		{string(le[:last]), "bad.ply: face 1: the file ends in it: it is cut off"},
		{string(le[:last-24]), "bad.ply: the header counts 2 of the element face, but the file ends in face 1 or before: it is cut off"},
		{vertex(1, "\x00\x00\x00\x00\x00\x00\xf0\x7f"), "bad.ply: vertex 1: a coordinate is not finite or beyond 1e12 m: it is (+Inf, 0, 0)"},
		{vertex(3, "\x00\x00\x00\x00\x00\x00\xf0\x7e"), "bad.ply: vertex 3: a coordinate is not finite or beyond 1e12 m"},
		{string(le[:last-4]) + "\x07" + string(le[last-3:]), "bad.ply: face 1: vertex index 7: "},
	} {
		m, err := ReadPLY("bad.ply", strings.NewReader(c.data))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || m != nil {
			t.Errorf("%.60q: error %v, want %q", c.data[max(0, len(c.data)-60):], err, c.want)
		}
		var e *LineError
		if !errors.As(err, &e) || e.Name != "bad.ply" {
			t.Errorf("%.40q: no LineError in %v", c.data, err)
		}
	}
}

func TestReadPLY_ReportsSeveralFaults(t *testing.T) {
	_, err := ReadPLY("bad.ply", strings.NewReader(plainPLY(4, 30, "a 0 0\n0 b 0\n1 1\n0 0 0\n"+strings.Repeat("3 0 1 9\n", 30))))
	if n := strings.Count(err.Error(), "\n"); n != 20 || !errors.Is(err, geom.ErrIndexRange) || !strings.HasSuffix(err.Error(), "bad.ply: 13 more faults") {
		t.Errorf("%d lines: %v", n, err)
	}
}

func TestReadPLY_CutOffAtEveryByte(t *testing.T) {
	read := func(r io.Reader) (*geom.Mesh, error) { return ReadPLY("cut", r) }
	if n := wantNoPanic(t, []byte(wedgePLY), 2, read); n != 1 { // the line's end may be missing
		t.Errorf("%d pieces of a text file are meshes", n)
	}
	for coordinate := range plyTypes {
		data := typedPLY(binary.BigEndian, "binary_big_endian", coordinate, 7-coordinate, coordinate)
		if n := wantNoPanic(t, data, 2, read); n != 0 {
			t.Errorf("%d pieces of a binary file are meshes", n)
		}
	}
}

func TestReadPLY_TakesNoMemoryForACount(t *testing.T) {
	const header = "ply\nformat %s 1.0\nelement vertex 600000000\nproperty uchar x\nproperty uchar y\nproperty uchar z\nelement face 600000000\n" +
		"property list uint uchar vertex_index\nelement none 9000000000000000000\nend_header\n"
	for _, format := range []string{"ascii", "binary_big_endian"} {
		data := []byte(fmt.Sprintf(header, format) + "1 1 1\n")
		if n := testing.AllocsPerRun(1, func() {
			if _, err := ReadPLY("a", bytes.NewReader(data)); err == nil {
				t.Error("no error")
			}
		}); n > 200 {
			t.Errorf("%s: %v allocations", format, n)
		}
	}
}

func TestReadPLY_PassesReadErrorsOn(t *testing.T) {
	_, err := ReadPLY("a.ply", io.MultiReader(strings.NewReader("ply\n"), iotest.ErrReader(io.ErrClosedPipe)))
	if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "a.ply: ") {
		t.Errorf("%v", err)
	}
}

// wantSameBits fails unless got has the triangles of want and vertices of the same bits.
func wantSameBits(t *testing.T, got, want *geom.Mesh) {
	t.Helper()
	if !slices.Equal(got.Tris, want.Tris) || len(got.Vertices) != len(want.Vertices) {
		t.Fatal("triangles differ")
	}
	for i, v := range want.Vertices {
		g := got.Vertices[i]
		for _, c := range [][2]float64{{v.X, g.X}, {v.Y, g.Y}, {v.Z, g.Z}} {
			if math.Float64bits(c[0]) != math.Float64bits(c[1]) {
				t.Fatalf("vertex %d: %v, want %v", i, g, v)
			}
		}
	}
}

func TestWritePLY_ReadsBackToTheSameBits(t *testing.T) {
	for _, m := range []*geom.Mesh{randomMesh(1), sourceMesh(t, "room.obj"), sourceMesh(t, "terrain.obj")} {
		var b bytes.Buffer
		if err := WritePLY(&b, m); err != nil {
			t.Fatal(err)
		}
		got, err := ReadPLY("again", &b)
		if err != nil {
			t.Fatal(err)
		}
		wantSameBits(t, got, m)
		if m.Planes != nil && !slices.Equal(got.Planes, m.Planes) {
			t.Error("planes differ")
		}
	}
}

func TestReadPLY_TextKeepsTheBits(t *testing.T) {
	m := sourceMesh(t, "terrain.obj")
	var b strings.Builder
	for _, v := range m.Vertices {
		fmt.Fprintln(&b, v.X, v.Y, v.Z)
	}
	for _, c := range m.Tris {
		fmt.Fprintln(&b, 3, c[0], c[1], c[2])
	}
	got, err := ReadPLY("again", strings.NewReader(plainPLY(len(m.Vertices), len(m.Tris), b.String())))
	if err != nil {
		t.Fatal(err)
	}
	wantSameBits(t, got, m)
}

func TestWritePLY_HandWorked(t *testing.T) {
	m := &geom.Mesh{Vertices: []geom.Vec{{X: 1, Y: -2, Z: 0.5}, {}, {Y: 3}}, Tris: []geom.Tri{{2, 0, 1}}}
	var b strings.Builder
	if err := WritePLY(&b, m); err != nil {
		t.Fatal(err)
	}
	zero := strings.Repeat("\x00", 8)
	want := "ply\nformat binary_little_endian 1.0\ncomment metres\nelement vertex 3\nproperty double x\nproperty double y\nproperty double z\n" +
		"element face 1\nproperty list uchar int vertex_indices\nend_header\n" +
		"\x00\x00\x00\x00\x00\x00\xf0\x3f" + "\x00\x00\x00\x00\x00\x00\x00\xc0" + "\x00\x00\x00\x00\x00\x00\xe0\x3f" +
		zero + zero + zero + zero + "\x00\x00\x00\x00\x00\x00\x08\x40" + zero + "\x03\x02\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00"
	if b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestWritePLY_RefusesWhatCannotBeRead(t *testing.T) {
	if err := WritePLY(io.Discard, &geom.Mesh{Vertices: []geom.Vec{{Z: math.NaN()}}}); !errors.Is(err, geom.ErrCoordinate) || !strings.Contains(err.Error(), "vertex 0") {
		t.Errorf("%v", err)
	}
	m := &geom.Mesh{Vertices: []geom.Vec{{}, {}, {}}, Tris: []geom.Tri{{0, 1, 2}, {0, -1, 1}}}
	if err := WritePLY(io.Discard, m); !errors.Is(err, geom.ErrIndexRange) || !strings.Contains(err.Error(), "triangle 1") {
		t.Errorf("%v", err)
	}
	if err := WritePLY(errWriter{}, randomMesh(2)); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%v", err)
	}
}

func TestLoad_ReadsPLY(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.Ply")
	if err := os.WriteFile(path, []byte(wedgePLY), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := Load(path)
	wantWedge(t, path, m, err)
}

func FuzzReadPLY(f *testing.F) {
	f.Add([]byte(wedgePLY))
	f.Add([]byte(strings.ReplaceAll(wedgePLY, "\n", "\r")))
	f.Add([]byte(plainPLY(4, 2, squarePLY+"4 0 1 2 3\n3 0 1 9\n")))
	f.Add([]byte("ply\nformat ascii 1.0\nelement\nelement\nelement vertex 1\nproperty list float double x\nend_header\n"))
	for i := range plyTypes {
		f.Add(typedPLY(binary.LittleEndian, "binary_little_endian", i, 7-i, i))
		f.Add(typedPLY(binary.BigEndian, "binary_big_endian", 7-i, i, 7-i))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzRead(t, data, ReadPLY, WritePLY, ReadPLY) })
}

func BenchmarkReadPLY(b *testing.B) {
	var data bytes.Buffer
	if err := WritePLY(&data, sourceMesh(b, "terrain.obj")); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(data.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadPLY("a", bytes.NewReader(data.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
