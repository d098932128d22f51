package geom

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

// field returns a height field of nx by ny samples with the given heights by sample.
func field(nx, ny int, height func(i, j int) float64) *HeightField {
	f := &HeightField{Name: "hills", NX: nx, NY: ny, DX: 0.5, DY: 0.25, Origin: Vec{10, -20, 3}}
	for j := range ny {
		for i := range nx {
			f.Heights = append(f.Heights, height(i, j))
		}
	}
	return f
}

func mustMesh(t testing.TB, f *HeightField) *Mesh {
	t.Helper()
	m, err := f.Mesh()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestHeightField_ExactAtTheSamples(t *testing.T) {
	r := rand.New(rand.NewPCG(101, 102))
	f := field(9, 7, func(int, int) float64 { return r.Float64() })
	for d := range CutAlternating + 1 {
		f.Cut = d
		m := mustMesh(t, f)
		if len(m.Vertices) != 63 || len(m.Tris) != 96 {
			t.Fatalf("%d vertices, %d triangles", len(m.Vertices), len(m.Tris))
		}
		for k, v := range m.Vertices {
			i, j := k%9, k/9
			if want := (Vec{10 + 0.5*float64(i), -20 + 0.25*float64(j), 3 + f.Heights[k]}); v != want {
				t.Errorf("sample (%d, %d) is at %v, want %v", i, j, v, want)
			}
		}
		for i := range m.Tris {
			tri := m.Triangle(int32(i))
			cell := AABBOf(tri.A, tri.B, tri.C)
			cell.Min.Z, cell.Max.Z = 0, 0
			x, y := 10+0.5*float64(i/2%8), -20+0.25*float64(i/2/8)
			if cell.Min != (Vec{x, y, 0}) || cell.Max != (Vec{x + 0.5, y + 0.25, 0}) {
				t.Errorf("diagonal %d: triangle %d lies in %v", d, i, cell)
			}
			if m.Planes[i].N.Z <= 0 {
				t.Errorf("diagonal %d: triangle %d faces down", d, i)
			}
			if low := tri.Centroid().Y < y+0.125; low != (i%2 == 0) {
				t.Errorf("diagonal %d: triangle %d is out of order", d, i)
			}
			rising := d == CutRising || d == CutAlternating && (i/2%8+i/2/8)%2 == 0
			if cuts := cutsRising(&tri, x, y); cuts != rising {
				t.Errorf("diagonal %d: cell of triangle %d: rising %v", d, i, cuts)
			}
		}
	}
}

// cutsRising reports whether a triangle has both ends of the rising diagonal of the cell at (x, y).
func cutsRising(t *Triangle, x, y float64) bool {
	ends := 0
	for _, p := range [3]Vec{t.A, t.B, t.C} {
		if p.X == x && p.Y == y || p.X == x+0.5 && p.Y == y+0.25 {
			ends++
		}
	}
	return ends == 2
}

// A field of 3 by 2 points, worked out by hand: two cells, the first flat, the second with its far right corner raised
// by one.
func TestHeightField_HandWorked(t *testing.T) {
	m := mustMesh(t, &HeightField{NX: 3, NY: 2, DX: 2, DY: 3, Origin: Vec{10, 20, 5}, Heights: []float64{0, 0, 0, 0, 0, 1}})
	if want := (AABB{Vec{10, 20, 5}, Vec{14, 23, 6}}); m.Bounds != want || len(m.Tris) != 4 {
		t.Fatalf("bounds %v, want %v; %d triangles, want 4", m.Bounds, want, len(m.Tris))
	}
	// The cell from (12, 20) to (14, 23) is cut from its near left to its far right corner.
	if n := m.Planes[2].N; n.Y >= 0 || n.X != 0 || n.Z <= 0 {
		t.Errorf("the right triangle of the second cell has the normal %v, want one that leans towards -y alone", n)
	}
	if n := m.Planes[3].N; n.X >= 0 || n.Y != 0 || n.Z <= 0 {
		t.Errorf("the left triangle of the second cell has the normal %v, want one that leans towards -x alone", n)
	}
	if n := countKinds(m); n[EdgeBorder] != 6 {
		t.Errorf("kinds of half-edges %v, want 6 borders", n)
	}
}

// Heights that depend on i alone: cells are planar, so that diagonals and edges along x are flat, and the edges along y
// bend as the heights do.
func TestHeightField_AdjacencyFollowsTheHeights(t *testing.T) {
	for _, c := range []struct {
		height func(x float64) float64
		want   EdgeKind
	}{
		{func(x float64) float64 { return x * x }, EdgeConcave},
		{func(x float64) float64 { return -x * x }, EdgeConvex},
		{func(x float64) float64 { return 0.75 * x }, EdgeFlat},
	} {
		f := field(6, 5, func(i, _ int) float64 { return c.height(float64(i)) })
		for d := range CutAlternating + 1 {
			f.Cut = d
			m := mustMesh(t, f)
			borders := 0
			for i, edges := range m.Edges {
				for k, e := range edges {
					a, b := m.Vertices[m.Tris[i][k]], m.Vertices[m.Tris[i][(k+1)%3]]
					want := EdgeFlat
					switch {
					case a.X == b.X && (a.X == 10 || a.X == 12.5), a.Y == b.Y && (a.Y == -20 || a.Y == -19):
						want = EdgeBorder
						borders++
					case a.X == b.X:
						want = c.want
					}
					if e.Kind != want {
						t.Errorf("edge from %v to %v: kind %d, want %d", a, b, e.Kind, want)
					}
				}
			}
			if borders != 18 {
				t.Errorf("%d borders, want 18", borders)
			}
		}
	}
}

func TestHeightField_HolesTakeTheirTriangles(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name  string
		holes [][2]int
		want  int
	}{
		{"none", nil, 18},
		{"corner", [][2]int{{0, 0}}, 17},
		{"other corner", [][2]int{{3, 0}}, 17},
		{"side", [][2]int{{1, 0}}, 16},
		{"inner", [][2]int{{1, 1}}, 14},
		{"two of a cell", [][2]int{{1, 1}, {2, 2}}, 10}, // two whole cells, six with one hole, one with two
	} {
		f := field(4, 4, func(i, j int) float64 { return float64(i * j) })
		for _, h := range c.holes {
			f.Heights[h[1]*4+h[0]] = nan
		}
		for d := range CutAlternating + 1 {
			f.Cut = d
			m := mustMesh(t, f)
			if len(m.Tris) != c.want || len(m.Vertices) != 16-len(c.holes) {
				t.Errorf("%s, diagonal %d: %d triangles of %d vertices, want %d", c.name, d, len(m.Tris), len(m.Vertices), c.want)
			}
			if !m.Bounds.Max.IsFinite() {
				t.Errorf("%s: bounds %v", c.name, m.Bounds)
			}
		}
	}
}

func TestHeightField_NamesWhatIsWrong(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	zero := func(int, int) float64 { return 0 }
	for _, c := range []struct {
		name   string
		change func(f *HeightField)
		says   string
	}{
		{"one row", func(f *HeightField) { f.NY = 1 }, "5 by 1 samples"},
		{"negative", func(f *HeightField) { f.NX = -1 }, "-1 by 4 samples"},
		{"overflow", func(f *HeightField) { f.NX, f.NY = math.MaxInt/2, math.MaxInt/2 }, "at most"},
		{"short", func(f *HeightField) { f.Heights = f.Heights[1:] }, "19 heights for 5 by 4 samples; give 20"},
		{"spacing", func(f *HeightField) { f.DY = 0 }, "0.5 m by 0 m"},
		{"spacing NaN", func(f *HeightField) { f.DX = nan }, "NaN m by 0.25 m"},
		{"spacing infinite", func(f *HeightField) { f.DX = inf }, "+Inf m"},
		{"origin", func(f *HeightField) { f.Origin.Y = nan }, "its origin is"},
		{"cut", func(f *HeightField) { f.Cut = 3 }, "cut 3"},
		{"infinite", func(f *HeightField) { f.Heights[5*2+3] = -inf }, "sample (3, 2), index 13: height -Inf"},
		{"far", func(f *HeightField) { f.Heights[5*1+4] = 2e12 }, "sample (4, 1), index 9"},
		{"far origin", func(f *HeightField) { f.Origin.X = 1e12 }, "sample (1, 0), index 1"},
		{"needle", func(f *HeightField) { f.Heights[5*1+2] = 9e11 }, "cell (1, 0): the triangle has no area"},
		{"needle and hole", func(f *HeightField) { f.Heights[5*1+2], f.Heights[0] = 9e11, nan }, "cell (1, 0): the triangle has no area"},
		{"no spacing left", func(f *HeightField) { f.Origin.X, f.DX = 1e11, 1e-9 }, "cell (0, 0)"},
		{"all holes", func(f *HeightField) {
			for k := range f.Heights {
				f.Heights[k] = nan
			}
		}, "no three samples"},
	} {
		f := field(5, 4, zero)
		c.change(f)
		m, err := f.Mesh()
		if m != nil || !errors.Is(err, ErrHeightField) || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), `height field "hills": `) {
			t.Errorf("%s: %v, want %q", c.name, err, c.says)
		}
	}
	f := field(10, 10, func(int, int) float64 { return inf })
	if _, err := f.Mesh(); strings.Count(err.Error(), "\n") != 20 || !strings.HasSuffix(err.Error(), "80 more samples") {
		t.Errorf("a hundred faults: %v", err)
	}
}

// A field cut into two that share a row is joined to the one field.
func TestHeightField_TilesJoin(t *testing.T) {
	r := rand.New(rand.NewPCG(103, 104))
	whole := field(9, 9, func(int, int) float64 { return r.Float64() })
	low, high := *whole, *whole
	low.NY, low.Heights = 5, whole.Heights[:45]
	high.NY, high.Heights, high.Origin.Y = 5, whole.Heights[36:], whole.Origin.Y+4*whole.DY
	m := mustMesh(t, whole)
	joined := Join([]*Mesh{mustMesh(t, &low), mustMesh(t, &high)})
	at := int32(0)
	for _, p := range joined {
		for i := range p.Tris {
			want, wantPlanes := beyondOf(m, at, nil)
			got, gotPlanes := beyondOf(p, int32(i), nil)
			for k := range got {
				if got[k].Kind != want[k].Kind || !reflect.DeepEqual(gotPlanes[k], wantPlanes[k]) {
					t.Errorf("triangle %d edge %d: %v %v, want %v %v", at, k, got[k], gotPlanes[k], want[k], wantPlanes[k])
				}
			}
			at++
		}
	}
	if at != int32(len(m.Tris)) || len(joined[0].Seams) != 8 {
		t.Errorf("%d triangles, %d seams", at, len(joined[0].Seams))
	}
}

func BenchmarkHeightField1M(b *testing.B) {
	r := rand.New(rand.NewPCG(105, 106))
	f := field(708, 708, func(int, int) float64 { return r.Float64() })
	b.ReportAllocs()
	for b.Loop() {
		mustMesh(b, f)
	}
}
