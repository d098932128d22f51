package broadphase

import (
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
	touching, axes := 0, [3]int{}
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
		boxes := randomBoxes(r, []int{0, 1, 2, 50, 50, 50, 120}[r.IntN(7)], stretch)
		axes[widestAxis(boxes)]++
		want := brutePairs(boxes)
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
	if touching < 300 || axes[0] < 30 || axes[1] < 30 || axes[2] < 30 {
		t.Errorf("%d touching pairs, axes %v: too easy", touching, axes)
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
	boxes := thousandBoxes()
	r := rand.New(rand.NewPCG(57, 58))
	var p Pairs
	dst := p.Find(boxes, make([]Pair, 0, 2000))
	p.keys = slices.Grow(p.keys, 2000)
	if n := testing.AllocsPerRun(50, func() {
		move(boxes, r)
		dst = p.Find(boxes, dst)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkPairs1000(b *testing.B) {
	boxes := thousandBoxes()
	r := rand.New(rand.NewPCG(57, 58))
	var p Pairs
	var dst []Pair
	b.ReportAllocs()
	for b.Loop() {
		move(boxes, r)
		dst = p.Find(boxes, dst)
	}
	b.ReportMetric(float64(len(dst)), "pairs")
}
