package broadphase

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

func brutePairs(bounds []geom.AABB) []Pair {
	var out []Pair
	for i := range bounds {
		for j := i + 1; j < len(bounds); j++ {
			a, b := &bounds[i], &bounds[j]
			if !isEmpty(a) && !isEmpty(b) && a.Overlaps(b) {
				out = append(out, Pair{int32(i), int32(j)})
			}
		}
	}
	return out
}

// randomBoxes returns boxes on a coarse grid, so that many touch exactly, some of them large, empty, infinite or NaN.
func randomBoxes(r *rand.Rand, n int, stretch geom.Vec) []geom.AABB {
	grid := func(k int) geom.Vec {
		return geom.Vec{X: float64(r.IntN(k)), Y: float64(r.IntN(k)), Z: float64(r.IntN(k))}
	}
	inf := math.Inf(1)
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		at := grid(20).Mul(stretch)
		b := geom.AABB{Min: at, Max: at.Add(grid(4))}
		switch r.IntN(40) {
		case 0:
			b.Max = b.Max.Add(grid(20))
		case 1:
			b = geom.EmptyAABB()
		case 2:
			b.Max.Y = b.Min.Y - 1
		case 3:
			b.Min.Z = math.NaN()
		case 4:
			b.Min.X, b.Max.X = -inf, inf
		case 5:
			b = geom.AABB{Min: geom.Vec{X: -inf, Y: -inf, Z: -inf}, Max: geom.Vec{X: inf, Y: inf, Z: inf}}
		case 6:
			b.Min.Z, b.Max.Z = inf, inf
		}
		boxes[i] = b
	}
	return boxes
}

func TestPairs_EqualBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(51, 52))
	var p Pairs
	var got []Pair
	touching := 0
	for k := range 300 {
		stretch := geom.Vec{X: 1, Y: 1, Z: 1}
		switch k % 4 {
		case 0:
			stretch.X = 3
		case 1:
			stretch.Y = 3
		case 2:
			stretch.Z = 3
		}
		boxes := randomBoxes(r, []int{0, 1, 2, 50, 150, 150, 220}[r.IntN(7)], stretch)
		want := brutePairs(boxes)
		p.trees = k & 1 // the tree and the sweep in turn
		got = p.Find(boxes, got)
		if !slices.Equal(got, want) {
			t.Fatalf("round %d: got %v, want %v", k, got, want)
		}
		for _, q := range want {
			if boxes[q.I].Max.X == boxes[q.J].Min.X {
				touching++
			}
		}
	}
	if touching < 300 {
		t.Errorf("%d touching pairs: too easy", touching)
	}
}

func TestPairs_DoNotDependOnTheLastCall(t *testing.T) {
	r := rand.New(rand.NewPCG(53, 54))
	var kept Pairs
	boxes := randomBoxes(r, 200, geom.Vec{X: 2, Y: 1, Z: 1})
	for range 30 {
		for i := range boxes {
			d := randVec(r, 0.5)
			boxes[i].Min, boxes[i].Max = boxes[i].Min.Add(d), boxes[i].Max.Add(d)
		}
		var fresh Pairs
		if a, b := kept.Find(boxes, nil), fresh.Find(boxes, nil); !slices.Equal(a, b) || len(a) == 0 {
			t.Fatalf("kept scratch gives %d pairs, new scratch %d", len(a), len(b))
		}
	}
}

func TestPairs_TableByHand(t *testing.T) {
	box := func(x0, y0, z0, x1, y1, z1 float64) geom.AABB {
		return geom.AABB{Min: geom.Vec{X: x0, Y: y0, Z: z0}, Max: geom.Vec{X: x1, Y: y1, Z: z1}}
	}
	var p Pairs
	got := p.Find([]geom.AABB{
		box(2, 2, 2, 3, 3, 3),
		box(0, 0, 0, 1, 1, 1),
		box(1, 1, 1, 2, 2, 2),                      // touches both in a corner
		box(1, 1, math.Nextafter(1, 2), 2, 2, 1.5), // one ulp off box 1, inside box 2's range
		box(5, 0, 0, 4, 9, 9),                      // empty
		box(math.NaN(), 0, 0, 9, 9, 9),
	}, nil)
	if want := []Pair{{0, 2}, {1, 2}, {2, 3}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPairs_EqualBruteForceInEveryArrangement(t *testing.T) {
	for _, a := range arrangements {
		boxes := a.make(2000)
		want := brutePairs(boxes)
		for _, calls := range []int{0, treeCalls} {
			p := Pairs{trees: calls}
			if got := p.Find(boxes, nil); !slices.Equal(got, want) || len(want) < 20 {
				t.Errorf("%s, %d calls by the tree: %d pairs, want %d", a.name, calls, len(got), len(want))
			}
		}
	}
}

func TestPairs_OrderDoesNotDependOnWorkers(t *testing.T) {
	r := rand.New(rand.NewPCG(71, 72))
	random := randomBoxes(r, 3000, geom.Vec{X: 9, Y: 5, Z: 1})
	all := [][]geom.AABB{random, random[:parallelBoxes]}
	for _, a := range arrangements {
		all = append(all, a.make(5000))
	}
	trees := 0
	for k, boxes := range all {
		var one Pairs
		want := one.Find(boxes, nil)
		if len(want) < 50 {
			t.Errorf("%d: %d pairs: too easy", k, len(want))
		}
		if one.trees > 0 {
			trees++
		}
		for _, workers := range []int{2, 4, 8} {
			p := Pairs{Workers: workers}
			for range 2 {
				if got := p.Find(boxes, nil); !slices.Equal(got, want) {
					t.Fatalf("%d: %d workers: %d pairs, want %d", k, workers, len(got), len(want))
				}
			}
			if busy := slices.IndexFunc(p.found, func(f []uint64) bool { return len(f) == 0 }); len(boxes) >= parallelBoxes && len(want) > 500 && (busy >= 0 || len(p.found) != workers) {
				t.Errorf("%d: worker %d of %d found nothing", k, busy, workers)
			}
		}
	}
	if trees == 0 || trees == len(all) {
		t.Errorf("%d of %d took the tree", trees, len(all))
	}
}

// Boxes in another order, and turned by a third of a turn about the diagonal, have the same pairs.
func TestPairs_FollowTheBoxes(t *testing.T) {
	r := rand.New(rand.NewPCG(73, 74))
	boxes := randomBoxes(r, 400, geom.Vec{X: 5, Y: 1, Z: 1})
	var p Pairs
	want := p.Find(boxes, nil)
	to := r.Perm(len(boxes))
	moved := make([]geom.AABB, len(boxes))
	for i, k := range to {
		moved[k] = geom.AABB{Min: boxes[i].Min.Cycle(0), Max: boxes[i].Max.Cycle(0)}
	}
	for i, q := range want {
		a, b := int32(to[q.I]), int32(to[q.J])
		want[i] = Pair{min(a, b), max(a, b)}
	}
	slices.SortFunc(want, func(a, b Pair) int { return cmp.Or(cmp.Compare(a.I, b.I), cmp.Compare(a.J, b.J)) })
	if got := p.Find(moved, nil); !slices.Equal(got, want) || len(got) < 400 {
		t.Errorf("%d pairs, want %d", len(got), len(want))
	}
}

// thousandBoxes is a crowd of cars: 1,000 boxes on 200 m × 200 m.
func thousandBoxes() []geom.AABB {
	r := rand.New(rand.NewPCG(55, 56))
	boxes := make([]geom.AABB, 1000)
	for i := range boxes {
		at := geom.Vec{X: 200 * r.Float64(), Y: 200 * r.Float64(), Z: r.Float64()}
		boxes[i] = geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 4.5, Y: 1.8, Z: 1.4})}
	}
	return boxes
}

func move(boxes []geom.AABB, r *rand.Rand) {
	for i := range boxes {
		d := randVec(r, 0.3)
		boxes[i].Min, boxes[i].Max = boxes[i].Min.Add(d), boxes[i].Max.Add(d)
	}
}

func TestPairs_DoNotAllocate(t *testing.T) {
	for _, boxes := range [][]geom.AABB{thousandBoxes(), heap(1000)} {
		r := rand.New(rand.NewPCG(57, 58))
		var p Pairs
		dst := p.Find(boxes, make([]Pair, 0, 9000))
		p.keys, p.swap = slices.Grow(p.keys, 9000), slices.Grow(p.swap, 9000)
		p.tree.nodes = slices.Grow(p.tree.nodes, 2000)
		if n := testing.AllocsPerRun(50, func() {
			move(boxes, r)
			dst = p.Find(boxes, dst)
		}); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// crowd is n boxes of cars, 25 on each hectare, whatever n.
func crowd(n int) []geom.AABB {
	r := rand.New(rand.NewPCG(55, 56))
	side := 20 * math.Sqrt(float64(n))
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		at := geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: r.Float64()}
		boxes[i] = geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 4.5, Y: 1.8, Z: 1.4})}
	}
	return boxes
}

// heap is n boxes of 1 m in a cube, each with some six neighbours.
func heap(n int) []geom.AABB {
	r := rand.New(rand.NewPCG(57, 56))
	side := 1.1 * math.Cbrt(float64(n))
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		at := geom.Vec{X: side * r.Float64(), Y: side * r.Float64(), Z: side * r.Float64()}
		boxes[i] = geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 1, Y: 1, Z: 1})}
	}
	return boxes
}

// onFloor is a crowd on one box that is under all of them; onFloors has a hundred such.
func onFloor(n int) []geom.AABB { return onFloors(n, 1) }

func onFloors(n, floors int) []geom.AABB {
	boxes := crowd(n)
	all := geom.EmptyAABB()
	for i := range boxes {
		all = all.Union(boxes[i])
	}
	for k := range floors {
		f := all
		f.Max.Z = f.Min.Z + 0.5
		if floors > 1 { // strips that do not overlap
			w := (all.Max.X - all.Min.X) / float64(floors)
			f.Min.X += w * float64(k)
			f.Max.X = f.Min.X + w*(1-1e-9)
		}
		boxes[(k*7919+n/2)%n] = f
	}
	return boxes
}

// onLine is n boxes on one axis, each overlapping its neighbours; column has them on the axis z.
func onLine(n int) []geom.AABB {
	boxes := make([]geom.AABB, n)
	for i := range boxes {
		at := geom.Vec{X: float64((i * 7919) % n)}
		boxes[i] = geom.AABB{Min: at, Max: at.Add(geom.Vec{X: 1.5, Y: 1, Z: 1})}
	}
	return boxes
}

// sizes is n boxes of sizes from 1 cm to 100 m, as many of each decade, and few enough of the large ones to be apart.
func sizes(n int) []geom.AABB {
	r := rand.New(rand.NewPCG(58, 56))
	boxes := crowd(n)
	for i := range boxes {
		s := math.Pow(10, 4*r.Float64()*r.Float64()-2)
		boxes[i].Max = boxes[i].Min.Add(geom.Vec{X: s, Y: s, Z: s})
	}
	return boxes
}

var arrangements = []struct {
	name string
	make func(n int) []geom.AABB
}{
	{"crowd", crowd}, {"heap", heap}, {"floor", onFloor}, {"floors", func(n int) []geom.AABB { return onFloors(n, 100) }}, {"line", onLine}, {"sizes", sizes},
}

// framesOf returns eight frames in which every box trembles by 15 cm.
func framesOf(boxes []geom.AABB) (frames [8][]geom.AABB) {
	r := rand.New(rand.NewPCG(57, 58))
	for k := range frames {
		frames[k] = slices.Clone(boxes)
		move(frames[k], r)
	}
	return frames
}

func BenchmarkPairs(b *testing.B) {
	for _, a := range arrangements {
		for _, n := range []int{1000, 4000, 16000} {
			frames := framesOf(a.make(n))
			for _, workers := range []int{1, 2} {
				b.Run(fmt.Sprintf("%s/%d/workers%d", a.name, n, workers), func(b *testing.B) {
					p := Pairs{Workers: workers}
					var dst []Pair
					b.ReportAllocs()
					k := 0
					for b.Loop() {
						dst = p.Find(frames[k&7], dst)
						k++
					}
					b.ReportMetric(float64(len(dst)), "pairs")
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/box")
				})
			}
		}
	}
}

func BenchmarkPairsFew(b *testing.B) {
	for _, n := range []int{2, 10, 40, 100, 128, 129, 200} {
		frames := framesOf(crowd(n))
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var p Pairs
			var dst []Pair
			b.ReportAllocs()
			k := 0
			for b.Loop() {
				dst = p.Find(frames[k&7], dst)
				k++
			}
		})
	}
}
