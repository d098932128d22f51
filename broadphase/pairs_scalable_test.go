package broadphase

import (
	"cmp"
	"encoding/json"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/geom/meshio"
)

// sortedEdges returns the edges of a mesh in the order of their higher vertex, then of the lower, which is that of the
// ids of the data.
func sortedEdges(m *geom.Mesh) [][2]int32 {
	var edges [][2]int32
	for _, t := range m.Tris {
		for k := range 3 {
			a, b := t[k], t[(k+1)%3]
			edges = append(edges, [2]int32{min(a, b), max(a, b)})
		}
	}
	slices.SortFunc(edges, func(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0])) })
	return slices.Compact(edges)
}

// motionBoxes returns the boxes of the motion of every vertex, edge and face between two frames, in the order of the
// ids of the data: vertices, then edges, then faces.
func motionBoxes(from, to *geom.Mesh) []geom.AABB {
	boxes := make([]geom.AABB, 0, 60_000)
	add := func(ids ...int32) {
		b := geom.EmptyAABB()
		for _, i := range ids {
			b = b.Union(geom.AABBOf(from.Vertices[i], to.Vertices[i]))
		}
		boxes = append(boxes, b)
	}
	for i := range from.Vertices {
		add(int32(i))
	}
	for _, e := range sortedEdges(from) {
		add(e[0], e[1])
	}
	for _, f := range from.Tris {
		add(f[0], f[1], f[2])
	}
	return boxes
}

// clothFunnel returns the boxes of the one scene of which there are frames: a cloth that is pulled through a funnel.
func clothFunnel(t *testing.T, dir string) []geom.AABB {
	t.Helper()
	var frames [2]*geom.Mesh
	for k, name := range []string{"227.ply", "228.ply"} {
		m, err := meshio.Load(filepath.Join(dir, "cloth-funnel", "frames", name))
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Vertices) != 9450 || len(m.Tris) != 18484 {
			t.Fatalf("%s: %d vertices and %d faces", name, len(m.Vertices), len(m.Tris))
		}
		frames[k] = m
	}
	return motionBoxes(frames[0], frames[1])
}

func TestPairs_FindTheListsOfScalableCCD(t *testing.T) {
	dir := geomtest.Shared(t, "data", "collision", "scalable-ccd")
	boxes := clothFunnel(t, dir)
	var p Pairs
	all := p.Find(boxes, nil)
	t.Logf("%d boxes, %d pairs", len(boxes), len(all))
	compare := func(a, b Pair) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) }
	if !slices.IsSortedFunc(all, compare) {
		t.Error("the pairs are not in order")
	}
	for name, want := range map[string]int{"227vf.json": 92, "227ee.json": 263} {
		data, err := os.ReadFile(filepath.Join(dir, "cloth-funnel", "boxes", name))
		if err != nil {
			t.Fatal(err)
		}
		var list [][2]int32
		if err := json.Unmarshal(data, &list); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if len(list) != want {
			t.Errorf("%s: %d pairs, want %d", name, len(list), want)
		}
		for _, q := range list {
			q := Pair{min(q[0], q[1]), max(q[0], q[1])}
			if _, ok := slices.BinarySearchFunc(all, q, compare); !ok {
				t.Errorf("%s: pair %v is not found", name, q)
			}
		}
	}
	sampleEqualsBruteForce(t, boxes, all)
	for _, workers := range []int{1, 2, 4, 8} {
		for _, trees := range []int{0, 1} {
			p := Pairs{Workers: workers, trees: trees}
			if got := p.Find(boxes, nil); !slices.Equal(got, all) {
				t.Errorf("%d workers, %d trees: %d pairs, want %d", workers, trees, len(got), len(all))
			}
		}
	}
}

// sampleEqualsBruteForce asks 200 boxes against all.
func sampleEqualsBruteForce(t *testing.T, boxes []geom.AABB, all []Pair) {
	t.Helper()
	r := rand.New(rand.NewPCG(81, 82))
	of := make([][]int32, len(boxes))
	for _, q := range all {
		of[q.I], of[q.J] = append(of[q.I], q.J), append(of[q.J], q.I)
	}
	for range 200 {
		i := r.IntN(len(boxes))
		var want []int32
		for j := range boxes {
			if j != i && boxes[i].Overlaps(&boxes[j]) {
				want = append(want, int32(j))
			}
		}
		slices.Sort(of[i])
		if !slices.Equal(of[i], want) {
			t.Errorf("box %d: %d partners, want %d", i, len(of[i]), len(want))
		}
	}
}
