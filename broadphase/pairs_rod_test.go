package broadphase

import (
	"bufio"
	"encoding/json"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rodQueries returns the vertices of the queries of the twisted rods: vertex and triangle, at the start and at the end.
func rodQueries(t *testing.T, name string) (list [][8]geom.Vec) {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	number := func(num, den string) float64 {
		r, ok := new(big.Rat).SetString(num + "/" + den)
		if !ok {
			t.Fatalf("%s: %s/%s is no number", name, num, den)
		}
		x, _ := r.Float64()
		return x
	}
	var q [8]geom.Vec
	row := 0
	for in := bufio.NewScanner(f); in.Scan(); row++ {
		c := strings.Split(strings.TrimSpace(in.Text()), ",")
		if len(c) < 6 {
			t.Fatalf("%s: row %d: %d columns", name, row, len(c))
		}
		q[row%8] = geom.Vec{X: number(c[0], c[1]), Y: number(c[2], c[3]), Z: number(c[4], c[5])}
		if row%8 == 7 {
			list = append(list, q)
		}
	}
	return list
}

// TestPairs_FindTheListOfTwistedRods: of the rods there are no frames, but the vertices of all vertex-face queries,
// whose order is that of the list of pairs: the swept boxes of a query's vertex and face are those of the pair's ids.
// All pairs are found.
func TestPairs_FindTheListOfTwistedRods(t *testing.T) {
	dir := filepath.Join(geomtest.Shared(t, "data", "collision", "scalable-ccd"), "rod-twist")
	queries := rodQueries(t, filepath.Join(dir, "queries", "3036vf.csv"))
	data, err := os.ReadFile(filepath.Join(dir, "boxes", "3036vf.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list [][2]int
	if err := json.Unmarshal(data, &list); err != nil {
		t.Fatal(err)
	}
	if len(list) != 801 || len(queries) != len(list) {
		t.Fatalf("%d pairs, %d queries, want 801", len(list), len(queries))
	}
	boxOf := map[int]geom.AABB{}
	var ids []int
	add := func(id int, b geom.AABB) {
		if old, ok := boxOf[id]; !ok {
			ids = append(ids, id)
		} else if old != b {
			t.Errorf("id %d has two boxes: the order of the list is not that of the queries", id)
		}
		boxOf[id] = b
	}
	for i, q := range queries {
		add(list[i][0], geom.AABBOf(q[0], q[4]))
		add(list[i][1], geom.AABBOf(q[1], q[2], q[3], q[5], q[6], q[7]))
	}
	if len(ids) > 1500 {
		t.Errorf("%d ids of 1,602: too few come twice to tell the order", len(ids))
	}
	slices.Sort(ids)
	var boxes []geom.AABB
	index := map[int]int32{}
	for i, id := range ids {
		index[id] = int32(i)
		boxes = append(boxes, boxOf[id])
	}
	var p Pairs
	found := map[Pair]bool{}
	for _, q := range p.Find(boxes, nil) {
		found[q] = true
	}
	for _, q := range list {
		i, j := index[q[0]], index[q[1]]
		if !found[Pair{min(i, j), max(i, j)}] {
			t.Errorf("pair %v is not found", q)
		}
	}
}
