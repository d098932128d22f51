package main

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
)

const folder = "../meshes"

// mesh returns the committed mesh, read from its file.
func mesh(t *testing.T, file string) *geom.Mesh {
	t.Helper()
	m, err := meshio.Load(filepath.Join(folder, file))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestScenes_AreTheCommittedBytes(t *testing.T) {
	for _, s := range scenes {
		text, m, err := s.text()
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join(folder, s.file))
		if err != nil {
			t.Fatalf("%v: write it by go run ./runs/meshgen", err)
		}
		if !bytes.Equal(text, want) {
			t.Errorf("%s differs from what is generated: write it by go run ./runs/meshgen and say in the commit why it moved", s.file)
		}
		for i, v := range m.Vertices {
			if v != (geom.Vec{X: round4(v.X), Y: round4(v.Y), Z: round4(v.Z)}) {
				t.Errorf("%s: vertex %d, %v, has more than four decimals", s.file, i, v)
			}
		}
		if strings.Contains(string(text), "e-") || strings.Contains(string(text), "-0 ") {
			t.Errorf("%s has exponents or minus zeros", s.file)
		}
	}
}

func TestRun_WritesEveryScene(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	if err := run(dir); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadDir(dir); err != nil || len(got) != len(scenes) {
		t.Errorf("%v, %v", got, err)
	}
}

// borders returns the end points of the edges without a neighbour.
func borders(m *geom.Mesh) (ends [][2]geom.Vec) {
	for i, e := range m.Edges {
		for k := range 3 {
			if e[k].Neighbor < 0 {
				ends = append(ends, [2]geom.Vec{m.Vertices[m.Tris[i][k]], m.Vertices[m.Tris[i][(k+1)%3]]})
			}
		}
	}
	return ends
}

// levelArea returns the area of m seen from above; back sides count negative.
func levelArea(m *geom.Mesh) (a float64) {
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		a += t.AreaNormal().Z / 2
	}
	return a
}

// volume returns the volume that a closed m encloses, positive for fronts outwards.
func volume(m *geom.Mesh) (v float64) {
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		v += t.A.Dot(t.B.Cross(t.C)) / 6
	}
	return v
}

// checkGround asserts that m is one sheet with its fronts up over the square of half width half, with borders only
// there: no hole, no T-junction, no overlap.
func checkGround(t *testing.T, m *geom.Mesh, half, leastUp float64) {
	t.Helper()
	for i, p := range m.Planes {
		if p.N.Z < leastUp {
			t.Errorf("triangle %d: normal %v", i, p.N)
		}
	}
	length := 0.0
	for _, e := range borders(m) {
		if !(e[0].X == e[1].X && math.Abs(e[0].X) == half || e[0].Y == e[1].Y && math.Abs(e[0].Y) == half) {
			t.Errorf("border inside the ground at %v", e)
		}
		length += e[0].Sub(geom.Vec{Z: e[0].Z}).Sub(e[1].Sub(geom.Vec{Z: e[1].Z})).Len()
	}
	if math.Abs(length-8*half) > 1e-9*half { // sums of some hundred roundings
		t.Errorf("borders of %v m, want %v", length, 8*half)
	}
	if a := levelArea(m); math.Abs(a-4*half*half) > 1e-9*half*half {
		t.Errorf("area %v m², want %v", a, 4*half*half)
	}
}

func TestCrossing_IsAWholeGround(t *testing.T) {
	m := mesh(t, "crossing.obj")
	if len(m.Tris) != 4032 || len(m.Vertices) != 2105 {
		t.Errorf("%d triangles, %d vertices", len(m.Tris), len(m.Vertices))
	}
	checkGround(t, m, 90, 0.7) // the kerb's chamfer has 0.7071
	if m.Bounds.Min.Z != 0 || m.Bounds.Max.Z != 0.12 {
		t.Errorf("bounds %v", m.Bounds)
	}
	// Carriageway: two roads of 8 m x 180 m less their common 64 m², and at each corner a square of 6 m less the
	// quarter of a regular polygon of 48 corners in a circle of 6 m.
	polygon := 0.0
	sin, _ := geom.SinCos(math.Pi / 24)
	polygon = 12 * 0.5 * 36 * sin
	want, got := 2*8*180-64+4*(36-polygon), 0.0
	kerbs := 0
	for i, p := range m.Planes {
		tr := m.Triangle(int32(i))
		switch {
		case p.N.Z == 1 && p.D == 0:
			got += tr.AreaNormal().Z / 2
		case p.N.Z < 0.8:
			kerbs++
			if c := tr.Centroid(); c.X*p.N.X >= 0 && c.Y*p.N.Y >= 0 {
				t.Errorf("the kerb at %v looks away from the road: %v", c, p.N)
			}
		}
	}
	if math.Abs(got-want) > 0.01 { // four decimals on some 100 m of corners
		t.Errorf("carriageway of %v m², want %v", got, want)
	}
	if kerbs != 4*44*2 {
		t.Errorf("%d triangles of kerbs", kerbs)
	}
}

func TestBarrier_IsClosedAndStandsOnTheVerge(t *testing.T) {
	m := mesh(t, "barrier.obj")
	if len(m.Tris) != 108 || len(borders(m)) != 0 {
		t.Errorf("%d triangles, borders %v", len(m.Tris), borders(m))
	}
	// Profile: 0.4 x 0.08, (0.4 + 0.24)/2 x 0.24, (0.24 + 0.15)/2 x 0.58 m², by 12 m.
	if v, want := volume(m), 12*(0.4*0.08+0.32*0.24+0.195*0.58); math.Abs(v-want) > 1e-9 {
		t.Errorf("volume %v m³, want %v", v, want)
	}
	if c := m.Bounds.Center(); c.Sub(geom.Vec{X: 16, Y: 12, Z: 0.57}).MaxAbs() > 1e-12 {
		t.Errorf("centre %v", c)
	}
	if m.Bounds.Min.Z != 0.12 || m.Bounds.Max.Z != 1.02 {
		t.Errorf("bounds %v", m.Bounds)
	}
	// Beyond the pavement, which ends 4 + 0.12 + 2.5 m from a road's middle, all along.
	if m.Bounds.Min.X <= 6.62 || m.Bounds.Min.Y <= 6.62 {
		t.Errorf("bounds %v reach the pavement", m.Bounds)
	}
	// Seen from the origin, its foot is a wall across (0.8, 0.6) at 20 - 0.2 m.
	found := false
	for _, p := range m.Planes {
		found = found || p.N.Sub(geom.Vec{X: -0.8, Y: -0.6}).MaxAbs() < 1e-12 && math.Abs(p.D+19.8) < 1e-12
	}
	if !found {
		t.Error("no face across the direction from the crossing")
	}
}

func TestTerrain_HillsAndBowl(t *testing.T) {
	m := mesh(t, "terrain.obj")
	if len(m.Tris) != 20000 || len(m.Vertices) != 101*101 {
		t.Errorf("%d triangles, %d vertices", len(m.Tris), len(m.Vertices))
	}
	checkGround(t, m, 20, 0.8)
	steepest, flattest, hills := 1.0, 1.0, 0
	for i, p := range m.Planes {
		tr := m.Triangle(int32(i))
		c := tr.Centroid()
		steepest = min(steepest, p.N.Z)
		if c.X*c.X+c.Y*c.Y < 9 {
			flattest = min(flattest, p.N.Z)
		}
		if p.N.Z < 0.966 { // 15°
			hills++
		}
	}
	deg := func(c float64) float64 { return geom.Acos(c) * 180 / math.Pi }
	t.Logf("slope to %.1f°, within 3 m to %.2f°; heights %v to %v m; %d triangles above 15°", deg(steepest), deg(flattest), m.Bounds.Min.Z, m.Bounds.Max.Z, hills)
	if d := deg(steepest); d < 22 || d > 28 {
		t.Errorf("slope up to %v°", d)
	}
	if deg(flattest) > 2 || hills < 2000 {
		t.Errorf("slope within 3 m up to %v°, %d triangles above 15°", deg(flattest), hills)
	}
	// A bowl: every point 12 m to 14 m from the middle lies above the middle, on average by more than 0.3 m.
	sum, n := 0.0, 0
	for _, v := range m.Vertices {
		if r := math.Sqrt(v.X*v.X + v.Y*v.Y); r > 12 && r < 14 {
			sum, n = sum+v.Z-hillHeight(0, 0), n+1
		}
	}
	if sum/float64(n) < 0.3 {
		t.Errorf("the rim is %v m above the middle", sum/float64(n))
	}
}

func TestRoom_IsOpenAtTheTopOnly(t *testing.T) {
	m := mesh(t, "room.obj")
	if len(m.Tris) != 305 {
		t.Errorf("%d triangles", len(m.Tris))
	}
	for _, e := range borders(m) {
		if e[0].Z != 3 || e[1].Z != 3 {
			t.Errorf("border at %v", e)
		}
	}
	// Floor seen from above: 400 m² less the column of 1 m² and the wedge's solid of 6 m x 6 tan 40° / 2.
	sin, cos := geom.SinCos(40 * math.Pi / 180)
	if a, want := levelArea(m), 400-1-18*sin/cos; math.Abs(a-want) > 1e-3 {
		t.Errorf("floor of %v m², want %v", a, want)
	}
	for i, p := range m.Planes {
		tr := m.Triangle(int32(i))
		c := tr.Centroid()
		switch {
		case c.X == -10 && p.N != geom.Vec{X: 1}, c.Y == -10 && p.N != geom.Vec{Y: 1},
			c.X == 10 && p.N != geom.Vec{X: -1}, c.Y == 10 && p.N != geom.Vec{Y: -1}:
			t.Errorf("the wall at %v looks to %v", c, p.N)
		case p.N.Z < 0:
			t.Errorf("triangle at %v looks down", c)
		case p.N.Z > 0 && p.N.Z < 1 && math.Abs(p.N.Z-1/math.Sqrt(1.09)) > 1e-12: // the ramp rises 0.3 m per m
			t.Errorf("floor at %v has the normal %v", c, p.N)
		}
	}
}

// Upright edges where two walls meet: the column's four, the tip of the wedge's solid, and the block's outer corners
// are convex; the room's own corners, one of them of 40°, are concave.
func TestRoom_CornersBendAsTheyShould(t *testing.T) {
	m := mesh(t, "room.obj")
	want := map[[2]float64]geom.EdgeKind{
		{1.5, -1}: geom.EdgeConvex, {2.5, -1}: geom.EdgeConvex, {1.5, 0}: geom.EdgeConvex, {2.5, 0}: geom.EdgeConvex,
		{4, wedgeY()}: geom.EdgeConvex, {-1, 6}: geom.EdgeConvex, {0, 6}: geom.EdgeConvex,
		{-10, -10}: geom.EdgeConcave, {10, -10}: geom.EdgeConcave, {10, wedgeY()}: geom.EdgeConcave,
		{10, 10}: geom.EdgeConcave, {-10, 10}: geom.EdgeConcave, {-1, 10}: geom.EdgeConcave, {0, 10}: geom.EdgeConcave,
	}
	seen := map[[2]float64]bool{}
	for i, e := range m.Edges {
		for k := range 3 {
			a, b := m.Vertices[m.Tris[i][k]], m.Vertices[m.Tris[i][(k+1)%3]]
			if e[k].Kind == geom.EdgeFlat || a.X != b.X || a.Y != b.Y {
				continue
			}
			at := [2]float64{a.X, a.Y}
			seen[at] = true
			if w, ok := want[at]; !ok || w != e[k].Kind {
				t.Errorf("upright edge at %v has kind %d, want %d", at, e[k].Kind, w)
			}
			if dot := m.Planes[i].N.Dot(m.Planes[e[k].Neighbor].N); at == [2]float64{10, -10} {
				if angle := 180 - geom.Acos(dot)*180/math.Pi; math.Abs(angle-40) > 0.001 {
					t.Errorf("the wedge has %v°", angle)
				}
			}
		}
	}
	if len(seen) != len(want) {
		t.Errorf("upright edges at %v", seen)
	}
	// Steps: level edges of 0.3 m height at x = -1 and x = 0.
	heights := map[float64]float64{}
	for _, v := range m.Vertices {
		if v.Y == 8 {
			heights[v.X] = max(heights[v.X], v.Z)
		}
	}
	for x, z := range map[float64]float64{-7.5: 0, -5: 0, -4: 0.3, -3: 0.6, -2: 0.6, -1: 0.6, 0: 0.3, 1.5: 0} {
		if heights[x] != z {
			t.Errorf("height %v at x = %v, want %v", heights[x], x, z)
		}
	}
}
