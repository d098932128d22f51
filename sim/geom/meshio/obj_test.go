package meshio

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/prang-sim/prang/sim/geom"
)

const square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"

func TestReadOBJ_EveryFormOfAFace(t *testing.T) {
	one, two := []geom.Tri{{0, 1, 2}}, []geom.Tri{{0, 1, 2}, {0, 2, 3}}
	for _, c := range []struct {
		text string
		want []geom.Tri
	}{
		{square + "f 1 2 3", one},
		{square + "f 1/1 2/2 3/3\n", one},
		{square + "vn 0 0 1\nvt 0 0\nf 1//1 2//1 3//1\n", one},
		{square + "f 1/1/1 2/2/1 3/3/1\n", one},
		{square + "f -4 -3 -2\n", one},
		{square + "f -4/-1/-1 2 -2//-1\n", one},
		{square + "f 1 2 3 4\n", two},
		{square + "f 1 2 3\nf 1 3 4\n", two},
		{square + "f 1 2 \\\n 3\\\n\t4\n", two},
		{"\xef\xbb\xbf# made by hand \\\r\n" + strings.ReplaceAll(square, "\n", " # corner\r\n") + "\r\n  f\t1  2 3 4 \r\n", two},
		{"mtllib a.mtl\no thing\ng a b\ns off\nusemtl #1\nl 1 2\np 1\n" + square + "f 1 2 3\n", one},
		{"v 0 0 0 1\nv 1 0 0 0.5 0.5 0.5\nv 1 1 0 1 0 0 0\nf 1 2 3\n", one},
		{"v +0e0 -0 0.\nv 1E0 .0 0\nv 10e-1 1 0\nf +1 2 3\n", one},
	} {
		m, err := ReadOBJ("a.obj", strings.NewReader(c.text))
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if !slices.Equal(m.Tris, c.want) || m.Vertices[0] != (geom.Vec{}) || m.Vertices[1] != (geom.Vec{X: 1}) || m.Vertices[2] != (geom.Vec{X: 1, Y: 1}) {
			t.Errorf("%q: %v %v", c.text, m.Vertices, m.Tris)
		}
		if len(m.Planes) != len(m.Tris) || m.Planes[0].N != (geom.Vec{Z: 1}) || m.Name != "a.obj" {
			t.Errorf("%q: not finished: %v", c.text, m.Planes)
		}
	}
}

func TestReadOBJ_NamesLineAndRemedy(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"v 0 0\n", "bad.obj:1: a vertex with 2 numbers: give it x, y and z"},
		{"\n\nv 0 0 0 0 0\n", "bad.obj:3: a vertex with 5 numbers"},
		{"v 0 0 0 2\n", "bad.obj:1: a vertex with the weight 2"},
		{"v 0 x 0\n", `bad.obj:1: number 2 of the vertex, "x", is no decimal number: write it like`},
		{"v 0 0 nan\n", `"nan", is no decimal number`},
		{"v 0 0 0x1p3\n", `is no decimal number`},
		{"v 0 0 1_0\n", `is no decimal number`},
		{"v 0 0 1,5\n", `is no decimal number`},
		{"v 0 0 1e999\n", `"1e999", does not fit into double precision`},
		{square + "f 1 2\n", "bad.obj:5: a face with 2 corners: give it at least 3"},
		{square + "f 1 2 5\n", "bad.obj:5: vertex index 5, but only 4 vertices before this line"},
		{square + "f 1 2 -5\n", "bad.obj:5: vertex index -5, but only 4"},
		{square + "f 0 1 2\n", "bad.obj:5: vertex index 0: "},
		{square + "f 1 2 3.0\n", `bad.obj:5: the corner "3.0" is no index`},
		{square + "f 1 2 3/\n", `the corner "3/" is no index`},
		{square + "f 1 2 /3\n", `the corner "/3" is no index`},
		{square + "f 1 2 3//\n", `the corner "3//" is no index`},
		{square + "f 1 2 3/1/1/1\n", `the corner "3/1/1/1" is no index`},
		{square + "f 1 2 99999999999999999999\n", `is no index`},
		{square + "f 1 2 \\\n\\\n 7\n", "bad.obj:5: vertex index 7"},
		{square + "faces 1 2 3\n", `bad.obj:5: "faces" is no statement of an OBJ file`},
		{strings.Repeat("y", 100) + "\n", `bad.obj:1: "` + strings.Repeat("y", 37) + `..." is no statement`},
		{square + "surf 0 1 0 1 1 2 3 4\n", `bad.obj:5: "surf" belongs to free-form`},
		{square + "f 1 2 2\n", "bad.obj:5: the triangle has no area"},
		{square + "v 3e12 0 0\nf 1 2 3\n", "bad.obj:5: a coordinate is not finite or beyond 1e12 m"},
		{square, "bad.obj: the mesh has no triangles"},
		{"", "bad.obj: the mesh has no triangles"},
		{square + "v 0 0.5 0.001\nf 1 2 3 4 5\n", "bad.obj:6: the corners of the polygon are not in a plane"},
		{square + "v 0.5 -0.5 0\nf 1 2 3 5 4\n", "bad.obj:6: the polygon crosses or touches itself: split it into triangles"},
		{square + "v 1e308 0 0\nf 1 2 5 4\nf 1 2 3\n", "bad.obj:5: a coordinate is not finite or beyond 1e12 m: it is (1e+308, 0, 0)"},
		{square + "f 1 3 2 4\n", "bad.obj:5: the polygon has no area"},
		{square + "f 1 2 2 3 4\n", "bad.obj:5: the polygon has the same corner twice in a row"},
		{square + "v 2 0 0\nv 3 0 0\nf 1 2 5 6\n", "bad.obj:7: the polygon has no area"},
	} {
		m, err := ReadOBJ("bad.obj", strings.NewReader(c.text))
		if err == nil || !strings.Contains(err.Error(), c.want) || m != nil {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
		var e *LineError
		if !errors.As(err, &e) || e.Name != "bad.obj" {
			t.Errorf("%q: no LineError in %v", c.text, err)
		}
	}
}

func TestReadOBJ_ReportsSeveralFaults(t *testing.T) {
	_, err := ReadOBJ("bad.obj", strings.NewReader(square+"v 1 2 3 4 5\nf 1 2 9\nbolt\nf 1 2 3\n"))
	if n := strings.Count(err.Error(), "bad.obj:"); n != 3 || !errors.Is(err, geom.ErrIndexRange) {
		t.Errorf("%d faults: %v", n, err)
	}
	_, err = ReadOBJ("bad.obj", strings.NewReader("v 0,1 0,2 0\n"+square+"f 1 2 3 4\nf 1 3 4 5\n")) // of the first line alone
	if err.Error() != `bad.obj:1: number 1 of the vertex, "0,1", is no decimal number: write it like -1.5 or 2e-3` {
		t.Errorf("%v", err)
	}
	_, err = ReadOBJ("bad.obj", strings.NewReader(square+strings.Repeat("f 1 2 9\n", 50)))
	if n := strings.Count(err.Error(), "\n"); n != 20 || !strings.HasSuffix(err.Error(), "bad.obj: 30 more faults") {
		t.Errorf("%d lines: %v", n, err)
	}
	_, err = ReadOBJ("bad.obj", strings.NewReader(square+strings.Repeat("f 1 2 2\n", 50)))
	if !errors.Is(err, geom.ErrDegenerate) || !strings.HasSuffix(err.Error(), "bad.obj: 30 more faults") {
		t.Errorf("%v", err)
	}
}

func TestReadOBJ_PassesReadErrorsOn(t *testing.T) {
	_, err := ReadOBJ("a.obj", io.MultiReader(strings.NewReader(square), iotest.ErrReader(io.ErrClosedPipe)))
	if !errors.Is(err, io.ErrClosedPipe) || !strings.HasPrefix(err.Error(), "a.obj:5: ") {
		t.Errorf("%v", err)
	}
}

func TestReadOBJ_LinesLongerThanTheBuffer(t *testing.T) {
	text := square + "#" + strings.Repeat("x", 200_000) + "\nf 1" + strings.Repeat(" ", 200_000) + "2 3\n"
	m, err := ReadOBJ("a.obj", iotest.OneByteReader(strings.NewReader(text)))
	if err != nil || len(m.Tris) != 1 {
		t.Errorf("%v %v", m, err)
	}
}

func TestFanApex_CoversThePolygonOnce(t *testing.T) {
	v := func(xy ...float64) (p []geom.Vec) {
		for i := 0; i < len(xy); i += 2 {
			p = append(p, geom.Vec{X: xy[i], Y: xy[i+1]})
		}
		return p
	}
	ring := func(n, step int) (p []geom.Vec) {
		for k := range n {
			s, c := geom.SinCos(2 * math.Pi * float64(k*step) / float64(n))
			p = append(p, geom.Vec{X: c, Y: s})
		}
		return p
	}
	spiral := []geom.Vec{{}}
	for k := range 21 { // 400° about the first corner, all turns to the left
		s, c := geom.SinCos(float64(k) * math.Pi / 9)
		spiral = append(spiral, geom.Vec{X: c * (1 + 0.01*float64(k)), Y: s * (1 + 0.01*float64(k))})
	}
	for _, c := range []struct {
		name string
		p    []geom.Vec
		want int
		err  error
	}{
		{"square", v(0, 0, 1, 0, 1, 1, 0, 1), 0, nil},
		{"hexagon", ring(6, 1), 0, nil},
		{"1000 corners", ring(1000, 1), 0, nil},
		{"corner in line beside the apex", v(0, 0, 1, 0, 2, 0, 2, 1, 0, 1), 1, nil},
		{"corners in line on two sides", v(0, 0, 1, 0, 2, 0, 2, 1, 1, 1, 0, 1), 1, nil},
		{"rounded to four decimals", v(0, 0, 0.5, 0.0001, 1, 0, 1, 1, 0, 1), 1, nil},
		{"triangle with a corner in every side", v(0, 0, 1, 0, 2, 0, 1, 1, 0, 2, 0, 1), 1, nil},
		{"long and thin, corners in line", v(0, 0, 0, 0.001, -100, 0.001, -200, 0.001, -200, 0), 0, nil},
		{"a spike", v(0, 0, 1, 0, 1, 1, 1, 2, 1, 1, 0, 1), 0, errConcave},
		{"two corners in every side", v(0, 0, 1, 0, 2, 0, 3, 0, 3, 1, 3, 2, 3, 3, 2, 3, 1, 3, 0, 3, 0, 2, 0, 1), 0, errCollinear},
		{"dart", v(0, 0, 1, 0, 0.2, 0.2, 0, 1), 0, errConcave},
		{"pentagram", ring(5, 2), 0, errConcave},
		{"hexagon twice round", append(ring(6, 1), ring(6, 1)...), 0, errConcave},
		{"spiral", spiral, 0, errConcave},
		{"bow tie", v(0, 0, 1, 1, 1, 0, 0, 1), 0, errNoArea},
		{"uneven bow tie", v(0, 0, 3, 3, 3, 0, 0, 1), 0, errConcave},
	} {
		for _, turn := range []geom.Quat{geom.IdentityQuat(), geom.AxisAngle(geom.Vec{X: 1, Y: 2, Z: 3}, 2)} {
			p := slices.Clone(c.p)
			for i := range p {
				p[i] = turn.Rotate(p[i]).Add(turn.V.Scale(100))
			}
			if got, err := fanApex(p); got != c.want || err != c.err {
				t.Errorf("%s: apex %d, %v; want %d, %v", c.name, got, err, c.want, c.err)
			}
			slices.Reverse(p)
			if _, err := fanApex(p); err != c.err {
				t.Errorf("%s, seen from behind: %v; want %v", c.name, err, c.err)
			}
		}
	}
}

func randomMesh(seed uint64) *geom.Mesh {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &geom.Mesh{Name: "random"}
	for range 300 {
		m.Vertices = append(m.Vertices, geom.Vec{
			X: math.Ldexp(r.Float64(), r.IntN(30)-15), Y: -r.Float64(), Z: float64(r.IntN(1000)) / 1000})
	}
	for i := range int32(200) {
		m.Tris = append(m.Tris, geom.Tri{i, i + 50, i + 100})
	}
	m.Vertices[0].X = math.Copysign(0, -1)
	m.Vertices = append(m.Vertices, geom.Vec{X: math.Copysign(0, -1), Y: 5e-324, Z: -1.2345678901234567e11})
	return m
}

func TestWriteOBJ_ReadsBackToTheSameBits(t *testing.T) {
	m := randomMesh(1)
	var b bytes.Buffer
	if err := WriteOBJ(&b, m); err != nil {
		t.Fatal(err)
	}
	got, err := ReadOBJ("random", &b)
	if err != nil {
		t.Fatal(err)
	}
	wantSameBits(t, got, m)
}

func TestWriteOBJ_HandWorked(t *testing.T) {
	m := &geom.Mesh{Vertices: []geom.Vec{{X: 0.1, Y: -2, Z: 1e-7}, {X: 1000000}, {Y: 1e22}}, Tris: []geom.Tri{{0, 1, 2}}}
	var b strings.Builder
	if err := WriteOBJ(&b, m); err != nil {
		t.Fatal(err)
	}
	if want := "v 0.1 -2 1e-07\nv 1e+06 0 0\nv 0 1e+22 0\nf 1 2 3\n"; b.String() != want {
		t.Errorf("%q, want %q", b.String(), want)
	}
}

func TestWriteOBJ_RefusesWhatCannotBeRead(t *testing.T) {
	m := &geom.Mesh{Name: "bad", Vertices: []geom.Vec{{X: math.NaN()}}}
	if err := WriteOBJ(io.Discard, m); !errors.Is(err, geom.ErrCoordinate) || !strings.Contains(err.Error(), "vertex 0") {
		t.Errorf("%v", err)
	}
	m = &geom.Mesh{Name: "bad", Vertices: []geom.Vec{{}, {}, {}}, Tris: []geom.Tri{{0, 1, 2}, {0, 3, 1}}}
	if err := WriteOBJ(io.Discard, m); !errors.Is(err, geom.ErrIndexRange) || !strings.Contains(err.Error(), "triangle 1") {
		t.Errorf("%v", err)
	}
	m = randomMesh(2)
	if err := WriteOBJ(iotest.TruncateWriter(errWriter{}, 10), m); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("%v", err)
	}
}

type errWriter struct{}

func (errWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

func TestLoad_ChoosesByExtension(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.obj", "B.OBJ"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(square+"f 1 2 3 4\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		m, err := Load(path)
		if err != nil || len(m.Tris) != 2 || m.Name != path {
			t.Errorf("%s: %v %v", name, m, err)
		}
	}
	for _, name := range []string{"a.step", "noextension", "a.obj.gz"} {
		if _, err := Load(filepath.Join(dir, name)); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "convert the file to one of .obj") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Load(filepath.Join(dir, "none.obj")); !errors.Is(err, os.ErrNotExist) || !strings.Contains(err.Error(), "none.obj") {
		t.Errorf("%v", err)
	}
}

// A read function makes a mesh of bytes, a write function bytes of a mesh.
type (
	readFunc  func(name string, r io.Reader) (*geom.Mesh, error)
	writeFunc func(w io.Writer, m *geom.Mesh) error
)

// fuzzRead reads data and returns the mesh, nil where there is an error. What write makes of it reads as the same mesh.
func fuzzRead(t *testing.T, data []byte, read readFunc, write writeFunc, back readFunc) *geom.Mesh {
	m, err := read("fuzz", bytes.NewReader(data))
	if err != nil {
		if m != nil {
			t.Fatal("a mesh with an error")
		}
		return nil
	}
	var b bytes.Buffer
	if err := write(&b, m); err != nil {
		t.Fatal(err)
	}
	again, err := back("fuzz", &b)
	if err != nil {
		t.Fatalf("what was written is not read: %v", err)
	}
	if !slices.Equal(m.Tris, again.Tris) || !slices.Equal(m.Vertices, again.Vertices) || !slices.Equal(m.Planes, again.Planes) {
		t.Fatal("what was written reads differently")
	}
	return m
}

func FuzzReadOBJ(f *testing.F) {
	for _, s := range []string{
		square + "f 1 2 3 4\n", square + "f -4//1 -3/2/1 \\\n -2\n", "\xef\xbb\xbfv 1 2 3\r\n", "v 1e308 -1e308 0\nf 1 1 1 1\n",
		"f\nv\nv 1\nf 0 0 0\n", square + "v 0.5 0 0\nf 1 5 2 3 4\n", "\\\n\\\n\\", "f 1/2/3/4 // /\n", "#\\\nv 0 0 0",
		"v 1e200 0 0\nv 0 1e200 0\nv 0 0 1e200\nv 1e200 1e200 1e200\nf 1 2 3 4\nf 1 2 3\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) { fuzzRead(t, data, ReadOBJ, WriteOBJ, ReadOBJ) })
}

func BenchmarkReadOBJ(b *testing.B) {
	var text bytes.Buffer
	m := &geom.Mesh{}
	for i := range 101 {
		for j := range 101 {
			m.Vertices = append(m.Vertices, geom.Vec{X: float64(i) * 0.4, Y: float64(j) * 0.4, Z: float64((i*i+j*7)%13) * 0.0123})
		}
	}
	for i := range int32(100) {
		for j := range int32(100) {
			k := i*101 + j
			m.Tris = append(m.Tris, geom.Tri{k, k + 101, k + 102}, geom.Tri{k, k + 102, k + 1})
		}
	}
	if err := WriteOBJ(&text, m); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadOBJ("a", bytes.NewReader(text.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}
