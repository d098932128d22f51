package broadphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func TestNear_EqualsTheOctree(t *testing.T) {
	all := meshes()
	for name, m := range all {
		r := rand.New(rand.NewPCG(71, 72))
		o, other := NewOctree(m), NewOctree(all["soup"])
		var n Near
		small := geom.AABB{Max: geom.Vec{X: 1, Y: 1, Z: 1}}
		kept, asked, found := 0, 0, 0
		ask := func(o *Octree, box geom.AABB, room float64) {
			was, tree := n.box, n.tree
			got, want := n.Query(o, &box, room, []int32{-7}), o.Query(&box, nil)
			if !slices.Equal(got[1:], want) || got[0] != -7 {
				t.Fatalf("%s: box %v: got %v, want %v", name, box, got[1:], want)
			}
			if asked++; tree == o && was == n.box && !n.many {
				kept++
				found += len(want)
			}
		}
		size := 1.0
		for k := range 300 { // it wanders by less than the room, from one triangle to another
			if k%30 == 0 && len(m.Tris) > 0 {
				tri := m.Triangle(int32(r.IntN(len(m.Tris))))
				small = tri.Bounds()
				size = small.Size().MaxAbs()
				small = small.Grow(0.5 * size)
			}
			d := randVec(r, 0.1*size)
			small = geom.AABB{Min: small.Min.Add(d), Max: small.Max.Add(d)}
			ask(o, small, float64(0.3*size))
			if r.IntN(20) == 0 {
				ask(other, small, 1)
			}
		}
		// Far from all, or near too many.
		if far := name == "points" || name == "cluster"; !far && len(m.Tris) > 1 && (kept < asked/2 || found < kept) {
			t.Errorf("%s: %d of %d answers were kept, with %d triangles", name, kept, asked, found)
		}
		for _, box := range queryBoxes(r, m, 200) { // on faces and corners of bounds, with no room too
			ask(o, box, 0)
			ask(o, box, 0.1)
			ask(o, box, 0.1)
		}
		nan := geom.Vec{X: math.NaN(), Y: 1, Z: 1}
		ask(o, geom.EmptyAABB(), 1)
		ask(o, geom.AABB{Min: nan, Max: geom.Vec{X: 50, Y: 50, Z: 50}}, 1)
		ask(o, geom.AABB{Min: small.Max, Max: small.Min}, 1)
	}
}

func TestNear_DoesNotAllocate(t *testing.T) {
	m := meshes()["terrain"]
	o := NewOctree(m)
	box := geom.AABB{Min: geom.Vec{X: 3, Y: 3, Z: -1}, Max: geom.Vec{X: 4, Y: 4, Z: 5}}
	dst := make([]int32, 0, len(m.Tris))
	var n Near
	hits, step := 0, 0
	if allocs := testing.AllocsPerRun(100, func() {
		step++
		at := geom.AABB{Min: box.Min.Add(geom.Vec{X: float64(step%7) * 3}), Max: box.Max.Add(geom.Vec{X: float64(step%7) * 3})}
		hits = len(n.Query(o, &at, 0.5, dst))
		hits = min(hits, len(n.Query(o, &at, 0.5, dst)))
	}); allocs > 0.2 || hits == 0 {
		t.Errorf("%v allocations, %d hits", allocs, hits)
	}
}
