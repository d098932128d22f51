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

// wedgeSTL is two triangles of a square of 1 m that share an edge, in an ASCII file.
const wedgeSTL = `solid wedge of two
facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 0 0
    vertex 1 1 0
  endloop
endfacet
facet normal 0 0 1
  outer loop
    vertex 0 0 0
    vertex 1 1 0
    vertex 0 1 0.25
  endloop
endfacet
endsolid wedge of two
`

// binarySTL is a binary file with the given header text and triangles of nine coordinates.
func binarySTL(header string, triangles ...[9]float32) []byte {
	b := append([]byte(header), make([]byte, 80-len(header))...)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(triangles)))
	for _, t := range triangles {
		b = append(b, make([]byte, 12)...)
		for _, x := range t {
			b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
		}
		b = append(b, 0, 0)
	}
	return b
}

var wedge = [][9]float32{{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0.25}}

// wantWedge fails unless m is the wedge, welded and finished.
func wantWedge(t *testing.T, what string, m *geom.Mesh, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return
	}
	if want := []geom.Vec{{}, {X: 1}, {X: 1, Y: 1}, {Y: 1, Z: 0.25}}; !slices.Equal(m.Vertices, want) {
		t.Errorf("%s: vertices %v, want %v", what, m.Vertices, want)
	}
	if want := []geom.Tri{{0, 1, 2}, {0, 2, 3}}; !slices.Equal(m.Tris, want) {
		t.Errorf("%s: triangles %v, want %v", what, m.Tris, want)
	}
	if len(m.Planes) != 2 || m.Planes[0].N != (geom.Vec{Z: 1}) || m.Edges[0][2].Neighbor != 1 {
		t.Errorf("%s: not finished: %v %v", what, m.Planes, m.Edges)
	}
}

// sourceMesh reads an OBJ file of the standard runs.
func sourceMesh(t testing.TB, file string) *geom.Mesh {
	t.Helper()
	m, err := Load(filepath.Join("..", "..", "..", "runs", "meshes", file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// wantTriangles fails unless got has the triangles of want, corner by corner, after round has been applied to those.
func wantTriangles(t *testing.T, got, want *geom.Mesh, round func(geom.Vec) geom.Vec) {
	t.Helper()
	if len(got.Tris) != len(want.Tris) {
		t.Fatalf("%d triangles, want %d", len(got.Tris), len(want.Tris))
	}
	for i := range want.Tris {
		g, w := got.Triangle(int32(i)), want.Triangle(int32(i))
		if g != (geom.Triangle{A: round(w.A), B: round(w.B), C: round(w.C)}) {
			t.Fatalf("triangle %d is %v, want %v", i, g, w)
		}
	}
}

func keep(v geom.Vec) geom.Vec { return v }

func TestReadSTL_DistinguishesBinaryFromText(t *testing.T) {
	text := []byte(wedgeSTL)
	for what, data := range map[string][]byte{
		"text":                        text,
		"text with a BOM":             append([]byte("\xef\xbb\xbf"), text...),
		"text, upper case":            bytes.ToUpper(text),
		"text, line ends of DOS":      bytes.ReplaceAll(text, []byte("\n"), []byte(" \r\n")),
		"text, no name, no last line": []byte(strings.TrimSpace(strings.ReplaceAll(wedgeSTL, " wedge of two", ""))),
		"text, two solids":            []byte(strings.Replace(wedgeSTL, "endfacet\nfacet", "endfacet\nendsolid wedge of two\n\n\tsolid facet\nfacet", 1)),
		"text, normals of any kind":   bytes.ReplaceAll(text, []byte("facet normal 0 0 1"), []byte("facet normal nan -1e999 0")),
		"binary":                      binarySTL("", wedge...),
		"binary, solid":               binarySTL("solid made by an exporter", wedge...),
		"binary, solid and blanks":    binarySTL("solid"+strings.Repeat(" ", 75), wedge...),
		"binary, text for a header":   binarySTL(wedgeSTL[:80], wedge...),
	} {
		m, err := ReadSTL("a.stl", bytes.NewReader(data))
		wantWedge(t, what, m, err)
	}
}

func TestReadSTL_IgnoresNormalsAndAttributes(t *testing.T) {
	data := binarySTL("", wedge...)
	for i := range wedge {
		for k := range 12 {
			data[stlHeader+stlTriangle*i+k] = 0xff
		}
		data[stlHeader+stlTriangle*i+48] = 0x7f
	}
	m, err := ReadSTL("a.stl", bytes.NewReader(data))
	wantWedge(t, "normals that are not finite", m, err)
}

func TestReadSTL_NamesPlaceAndRemedy(t *testing.T) {
	nan := wedge[1]
	nan[4] = float32(math.NaN())
	whole := binarySTL("solid", wedge...)
	for _, c := range []struct{ data, want string }{
		{"", "bad.stl: it has 0 bytes and does not begin with the word solid"},
		{"v 0 0 0\n", "bad.stl: it has 8 bytes and does not begin with the word solid, so it is no STL file: export"},
		{string(whole[:len(whole)-1]), "bad.stl: the header counts 2 triangles, but the file ends in triangle 1: it is cut off, copy or"},
		{string(whole[:84]), "bad.stl: the header counts 2 triangles, but the file ends in triangle 0"},
		{string(whole) + "\n", "bad.stl: the header counts 2 triangles, but 1 bytes follow the last of them: correct the count"},
		{string(binarySTL("")), "bad.stl: the mesh has no triangles: give it at least one"},
		{string(binarySTL("", wedge[0], nan)), "bad.stl: triangle 1, corner 1: a coordinate is not finite or beyond 1e12 m: it is"},
		{string(binarySTL("", [9]float32{})), "bad.stl: triangle 0: the triangle has no area"},
		{"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n" + strings.Repeat("# of another format\n", 9), "bad.stl: it is text that does not begin with the word solid, so it is no STL file: if it is of another format, such as OBJ, name it .obj"},
		{"solid\n", "bad.stl:1: the file ends where facet or endsolid is due: it is cut off"},
		{"solid\nendsolid\n", "bad.stl: the mesh has no triangles"},
		{"solid\nv 0 0 0\n", `bad.stl:2: "v" where facet or endsolid is due: put one statement on a line`},
		{"solid\nfacet\nouter circle\n", `bad.stl:3: "outer" where outer loop is due`},
		{strings.Replace(wedgeSTL, "    vertex 1 1 0\n", "", 1), `bad.stl:6: "endloop" where vertex is due`},
		{strings.Replace(wedgeSTL, "  endloop\n", "vertex 0 1 0\n", 1), "bad.stl:7: a facet with more than 3 vertices: split it into triangles"},
		{strings.Replace(wedgeSTL, "endfacet\n", "", 1), `bad.stl:8: "facet" where endfacet is due`},
		{wedgeSTL + "endsolid\n", `bad.stl:17: "endsolid" where solid is due`},
		{strings.Replace(wedgeSTL, "1 1 0", "1 1", 1), "bad.stl:6: a vertex with 2 numbers: give it x, y and z"},
		{strings.Replace(wedgeSTL, "1 1 0", "1 one 0", 1), `bad.stl:6: number 2 of the vertex, "one", is no decimal number: write it like`},
		{strings.Replace(wedgeSTL, "1 1 0", "1 nan 0", 1), `bad.stl:6: number 2 of the vertex, "nan", is no`},
		{strings.Replace(wedgeSTL, "1 1 0", "2e12 1 0", 1), "bad.stl:6: a coordinate is not finite or beyond 1e12 m"},
	} {
		m, err := ReadSTL("bad.stl", strings.NewReader(c.data))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) || m != nil {
			t.Errorf("%.40q: error %v, want %q", c.data, err, c.want)
		}
		var e *LineError
		if !errors.As(err, &e) || e.Name != "bad.stl" {
			t.Errorf("%.40q: no LineError in %v", c.data, err)
		}
	}
}

func TestReadSTL_ReportsSeveralFaults(t *testing.T) {
	text := strings.NewReplacer("vertex 1 1 0", "vertex a b 0", "0.25", "x").Replace(wedgeSTL)
	_, err := ReadSTL("bad.stl", strings.NewReader(text))
	if n := strings.Count(err.Error(), "bad.stl:"); n != 3 { // one of each line
		t.Errorf("%d faults: %v", n, err)
	}
	_, err = ReadSTL("bad.stl", bytes.NewReader(binarySTL("", make([][9]float32, 50)...)))
	if !errors.Is(err, geom.ErrDegenerate) || !strings.HasSuffix(err.Error(), " more faults") {
		t.Errorf("%v", err)
	}
}

// wantNoPanic reads what remains of data cut off at every byte. Each is an error, or a mesh of up to the triangles of
// the whole.
func wantNoPanic(t *testing.T, data []byte, triangles int, read func(io.Reader) (*geom.Mesh, error)) (meshes int) {
	t.Helper()
	for n := range data {
		m, err := read(bytes.NewReader(data[:n]))
		if (m == nil) == (err == nil) {
			t.Fatalf("%d bytes: %v with the error %v", n, m, err)
		}
		if err == nil {
			meshes++
			if len(m.Tris) > triangles {
				t.Fatalf("%d bytes: %d triangles", n, len(m.Tris))
			}
		} else if !strings.HasPrefix(err.Error(), "cut") {
			t.Fatalf("%d bytes: the error %v does not name the file", n, err)
		}
	}
	return meshes
}

func TestReadSTL_CutOffAtEveryByte(t *testing.T) {
	read := func(r io.Reader) (*geom.Mesh, error) { return ReadSTL("cut", r) }
	// Only the name after the last endsolid and the line's end may be missing.
	if n := wantNoPanic(t, []byte(wedgeSTL), 2, read); n != len(" wedge of two\n") {
		t.Errorf("%d pieces of a text file are meshes", n)
	}
	for _, header := range []string{"", "solid"} {
		if n := wantNoPanic(t, binarySTL(header, wedge...), 2, read); n != 0 {
			t.Errorf("%d pieces of a binary file are meshes", n)
		}
	}
}

func TestReadSTL_PassesReadErrorsOn(t *testing.T) {
	_, err := ReadSTL("a.stl", io.MultiReader(strings.NewReader("solid\n"), iotest.ErrReader(io.ErrClosedPipe)))
	if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "a.stl: ") {
		t.Errorf("%v", err)
	}
}

func TestWriteSTL_ReadsBackAsSinglePrecision(t *testing.T) {
	for _, file := range []string{"room.obj", "terrain.obj"} {
		m := sourceMesh(t, file)
		var b bytes.Buffer
		if err := WriteSTL(&b, m); err != nil {
			t.Fatal(err)
		}
		got, err := ReadSTL(file, &b)
		if err != nil {
			t.Fatal(err)
		}
		wantTriangles(t, got, m, roundToSingle)
		if len(got.Vertices) != len(m.Vertices) {
			t.Errorf("%s: %d vertices, want %d", file, len(got.Vertices), len(m.Vertices))
		}
	}
}

func TestReadSTL_TextKeepsTheBits(t *testing.T) {
	m := sourceMesh(t, "room.obj")
	var b strings.Builder
	b.WriteString("solid room\n")
	for i := range m.Tris {
		c := m.Triangle(int32(i))
		b.WriteString("facet normal 0 0 0\nouter loop\n")
		for _, v := range [3]geom.Vec{c.A, c.B, c.C} {
			fmt.Fprintln(&b, "vertex", v.X, v.Y, v.Z)
		}
		b.WriteString("endloop\nendfacet\n")
	}
	b.WriteString("endsolid room\n")
	got, err := ReadSTL("room", strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	wantTriangles(t, got, m, keep)
}

func TestWriteSTL_HandWorked(t *testing.T) {
	m := &geom.Mesh{Vertices: []geom.Vec{{}, {X: 2}, {Y: 3}}, Tris: []geom.Tri{{0, 1, 2}}}
	var b bytes.Buffer
	if err := WriteSTL(&b, m); err != nil {
		t.Fatal(err)
	}
	want := binarySTL("binary STL, metres", [9]float32{0, 0, 0, 2, 0, 0, 0, 3, 0})
	binary.LittleEndian.PutUint32(want[stlHeader+8:], math.Float32bits(1)) // the normal is z
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%x, want %x", b.Bytes(), want)
	}
}

func TestWriteSTL_RefusesWhatCannotBeRead(t *testing.T) {
	corner := []geom.Vec{{}, {X: 1}, {Y: 1}}
	for _, c := range []struct {
		m    geom.Mesh
		err  error
		want string
	}{
		{geom.Mesh{Vertices: []geom.Vec{{X: math.Inf(1)}}}, geom.ErrCoordinate, "vertex 0"},
		{geom.Mesh{Vertices: corner, Tris: []geom.Tri{{0, 1, 2}, {0, 1, 3}}}, geom.ErrIndexRange, "triangle 1"},
		{geom.Mesh{Vertices: []geom.Vec{{}, {X: 1e39}, {Y: 1}}, Tris: []geom.Tri{{0, 1, 2}}}, geom.ErrCoordinate, "triangle 0"},
		{geom.Mesh{Vertices: []geom.Vec{{X: 1}, {X: 1 + 1e-9}, {Y: 1}}, Tris: []geom.Tri{{0, 1, 2}}}, geom.ErrDegenerate, "write the mesh as PLY"},
	} {
		err := WriteSTL(io.Discard, &c.m)
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %q", err, c.want)
		}
	}
	if err := WriteSTL(errWriter{}, &geom.Mesh{Vertices: corner, Tris: []geom.Tri{{0, 1, 2}}}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%v", err)
	}
}

func TestLoad_ReadsSTL(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.STL")
	if err := os.WriteFile(path, binarySTL("solid", wedge...), 0o644); err != nil {
		t.Fatal(err)
	}
	m, err := Load(path)
	wantWedge(t, path, m, err)
}

func FuzzReadSTL(f *testing.F) {
	f.Add([]byte(wedgeSTL))
	f.Add([]byte(strings.ToUpper(wedgeSTL)))
	f.Add([]byte("solid\nfacet\nouter loop\nvertex 1e308 0 0\nvertex 0 0\nvertex\nendloop\nendfacet\nendsolid"))
	f.Add(binarySTL("", wedge...))
	f.Add(binarySTL("solid", wedge...))
	f.Add(binarySTL("solid", wedge...)[:120])
	f.Add(append(make([]byte, 80), 0xff, 0xff, 0xff, 0xff, 0, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := fuzzRead(t, data, ReadSTL, WritePLY, ReadPLY)
		if m == nil {
			return
		}
		var b bytes.Buffer
		if WriteSTL(&b, m) != nil {
			return // not for single precision
		}
		if again, err := ReadSTL("fuzz", &b); err == nil && len(again.Tris) != len(m.Tris) {
			t.Fatalf("%d triangles, want %d", len(again.Tris), len(m.Tris))
		}
	})
}

func BenchmarkReadSTL(b *testing.B) {
	var data bytes.Buffer
	if err := WriteSTL(&data, sourceMesh(b, "terrain.obj")); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(data.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadSTL("a", bytes.NewReader(data.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
