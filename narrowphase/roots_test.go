package narrowphase

import (
	"container/heap"
	"math"
	"math/big"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

func v3(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

// Hand-worked meetings of a vertex with the triangle (0,0,0) (4,0,0) (0,4,0), or another, at rest unless moved by move.
func TestVertexFace_HandWorked(t *testing.T) {
	flat := geom.Triangle{A: v3(0, 0, 0), B: v3(4, 0, 0), C: v3(0, 4, 0)}
	needle := geom.Triangle{A: v3(0, 0, 0), B: v3(4, 0, 0), C: v3(2, 0, 0)} // a segment
	point := geom.Triangle{A: v3(1, 1, 1), B: v3(1, 1, 1), C: v3(1, 1, 1)}
	eps := math.Nextafter(1, 2) - 1
	for _, c := range []struct {
		name   string
		p0, p1 geom.Vec
		t0, t1 geom.Triangle
		status Status
		time   float64
	}{
		{"through the face", v3(1, 1, 1), v3(1, 1, -3), flat, flat, Hit, 0.25},
		{"through an edge", v3(1, 0, 1), v3(1, 0, -1), flat, flat, Hit, 0.5},
		{"just outside that edge", v3(1, -eps, 1), v3(1, -eps, -1), flat, flat, Miss, 1},
		{"through the slanted edge", v3(2, 2, 1), v3(2, 2, -1), flat, flat, Hit, 0.5},
		{"just outside the slanted edge", v3(2, 2*(1+eps), 1), v3(2, 2*(1+eps), -1), flat, flat, Miss, 1},
		{"through a vertex", v3(4, 0, 1), v3(4, 0, -1), flat, flat, Hit, 0.5},
		{"beside a vertex", v3(4*(1+eps), 0, 1), v3(4*(1+eps), 0, -1), flat, flat, Miss, 1},
		{"in the last instant", v3(1, 1, 1), v3(1, 1, 0), flat, flat, Hit, 1},
		{"not quite", v3(1, 1, 1), v3(1, 1, 1e-300), flat, flat, Miss, 1},
		{"touches at 0 and leaves", v3(1, 1, 0), v3(1, 1, 1), flat, flat, Overlapping, 0},
		{"rests in the face", v3(1, 1, 0), v3(1, 1, 0), flat, flat, Overlapping, 0},
		{"rests above", v3(1, 1, 1), v3(1, 1, 1), flat, flat, Miss, 1},
		{"in the plane, enters by an edge", v3(-1, 1, 0), v3(3, 1, 0), flat, flat, Hit, 0.25},
		{"in the plane, enters by a vertex", v3(-1, 0, 0), v3(3, 0, 0), flat, flat, Hit, 0.25},
		{"in the plane, passes", v3(-1, -1, 0), v3(5, -1, 0), flat, flat, Miss, 1},
		{"in the plane, ends at the edge", v3(-1, 1, 0), v3(0, 1, 0), flat, flat, Hit, 1},
		{"along the line of an edge", v3(5, 0, 0), v3(1, 0, 0), flat, flat, Hit, 0.25},
		{"along the line of an edge, short", v3(6, 0, 0), v3(5, 0, 0), flat, flat, Miss, 1},
		{"on a triangle that is a segment", v3(1, 0, 1), v3(1, 0, -1), needle, needle, Hit, 0.5},
		{"past a triangle that is a segment", v3(1, 1, 1), v3(1, 1, -1), needle, needle, Miss, 1},
		{"along a triangle that is a segment", v3(-1, 0, 0), v3(3, 0, 0), needle, needle, Hit, 0.25},
		{"on a triangle that is a point", v3(0, 0, 0), v3(2, 2, 2), point, point, Hit, 0.5},
		{"past a triangle that is a point", v3(0, 0, 0.5), v3(2, 2, 2), point, point, Miss, 1},
		// The plane z = x·(1 - 2t) turns over; the vertex at height 0 above (1, 1) meets it at 0.5.
		{"the face turns through", v3(1, 1, 0), v3(1, 1, 0), geom.Triangle{A: v3(0, 0, 0), B: v3(4, 0, 4), C: v3(0, 4, 0)}, geom.Triangle{A: v3(0, 0, 0), B: v3(4, 0, -4), C: v3(0, 4, 0)}, Hit, 0.5},
		{"the triangle shrinks to nothing", v3(0, 0, 1), v3(0, 0, -1), geom.Triangle{A: v3(-1, -1, 0), B: v3(1, -1, 0), C: v3(0, 1, 0)}, geom.Triangle{A: v3(1, 1, 0), B: v3(-1, 1, 0), C: v3(0, -1, 0)}, Hit, 0.5},
	} {
		out := VertexFace(c.p0, &c.t0, c.p1, &c.t1)
		if out.Status != c.status || out.Time > c.time || out.Time < c.time-1e-9 {
			t.Errorf("%s: %+v, want %v at %v", c.name, out, c.status, c.time)
		}
	}
}

func TestEdgeEdge_HandWorked(t *testing.T) {
	type edge = [2]geom.Vec
	x := edge{v3(-1, 0, 0), v3(1, 0, 0)}
	for _, c := range []struct {
		name           string
		a0, b0, a1, b1 edge
		status         Status
		time           float64
	}{
		{"cross", x, edge{v3(0, -1, 1), v3(0, 1, 1)}, x, edge{v3(0, -1, -1), v3(0, 1, -1)}, Hit, 0.5},
		{"end on the middle", x, edge{v3(0, 0, 1), v3(0, 1, 1)}, x, edge{v3(0, 0, -1), v3(0, 1, -1)}, Hit, 0.5},
		{"end on end", x, edge{v3(1, 0, 1), v3(1, 1, 1)}, x, edge{v3(1, 0, -1), v3(1, 1, -1)}, Hit, 0.5},
		{"past the end", x, edge{v3(math.Nextafter(1, 2), 0, 1), v3(1, 1, 1)}, x, edge{v3(math.Nextafter(1, 2), 0, -1), v3(1, 1, -1)}, Miss, 1},
		{"parallel, side on side", x, edge{v3(0, 0, 1), v3(2, 0, 1)}, x, edge{v3(0, 0, -3), v3(2, 0, -3)}, Hit, 0.25},
		{"parallel, end on end", x, edge{v3(1, 0, 1), v3(2, 0, 1)}, x, edge{v3(1, 0, -3), v3(2, 0, -3)}, Hit, 0.25},
		{"parallel, beside", x, edge{v3(1.5, 0, 1), v3(2, 0, 1)}, x, edge{v3(1.5, 0, -3), v3(2, 0, -3)}, Miss, 1},
		{"in one line", x, edge{v3(3, 0, 0), v3(4, 0, 0)}, x, edge{v3(-1, 0, 0), v3(0, 0, 0)}, Hit, 0.5},
		{"in one line, apart", x, edge{v3(3, 0, 0), v3(4, 0, 0)}, x, edge{v3(2, 0, 0), v3(3, 0, 0)}, Miss, 1},
		{"in one plane, end on the middle", x, edge{v3(0, 1, 0), v3(0, 2, 0)}, x, edge{v3(0, -1, 0), v3(0, 0, 0)}, Hit, 0.5},
		{"in one plane, turning", x, edge{v3(2, -1, 0), v3(2, 1, 0)}, x, edge{v3(0, -1, 0), v3(2, 1, 0)}, Hit, 1},
		{"touch at 0", x, edge{v3(0, -1, 0), v3(0, 1, 0)}, x, edge{v3(0, -1, 1), v3(0, 1, 1)}, Overlapping, 0},
		{"overlap in a line at 0", x, edge{v3(0, 0, 0), v3(2, 0, 0)}, x, edge{v3(0, 0, 1), v3(2, 0, 1)}, Overlapping, 0},
		{"no length, on the middle", x, edge{v3(0, 0, 1), v3(0, 0, 1)}, x, edge{v3(0, 0, -1), v3(0, 0, -1)}, Hit, 0.5},
		{"no length, past", x, edge{v3(0, 0.5, 1), v3(0, 0.5, 1)}, x, edge{v3(0, 0.5, -1), v3(0, 0.5, -1)}, Miss, 1},
		{"both without length", edge{}, edge{v3(1, 1, 1), v3(1, 1, 1)}, edge{v3(2, 2, 2), v3(2, 2, 2)}, edge{v3(1, 1, 1), v3(1, 1, 1)}, Hit, 0.5},
		{"both without length, past", edge{}, edge{v3(1, 1, 0), v3(1, 1, 0)}, edge{v3(2, 2, 2), v3(2, 2, 2)}, edge{v3(1, 1, 0), v3(1, 1, 0)}, Miss, 1},
		{"shrinks to a point that is met", x, edge{v3(0, 0, 1), v3(0, 0, 1)}, edge{}, edge{}, Hit, 1},
		// a is the line y = t·x, b is upright at x = 2t - 1, y = 1/4: 2t² - t - 1/4 = 0.
		{"crosses an edge that turns", edge{v3(0, 0, 0), v3(1, 0, 0)}, edge{v3(-1, 0.25, -1), v3(-1, 0.25, 1)}, edge{v3(0, 0, 0), v3(1, 1, 0)}, edge{v3(1, 0.25, -1), v3(1, 0.25, 1)}, Hit, (1 + math.Sqrt(3)) / 4},
	} {
		out := EdgeEdge(&c.a0, &c.b0, &c.a1, &c.b1)
		if out.Status != c.status || out.Time > c.time || out.Time < c.time-1e-9 {
			t.Errorf("%s: %+v, want %v at %v", c.name, out, c.status, c.time)
		}
		if back := EdgeEdge(&c.b0, &c.a0, &c.b1, &c.a1); back.Status != out.Status || math.Abs(back.Time-out.Time) > rootWidth {
			t.Errorf("%s: exchanged %+v", c.name, back)
		}
		turned := [4]edge{c.a0, c.b0, c.a1, c.b1}
		for i := range turned {
			turned[i][0], turned[i][1] = turned[i][1], turned[i][0]
		}
		if back := EdgeEdge(&turned[0], &turned[1], &turned[2], &turned[3]); back.Status != out.Status || math.Abs(back.Time-out.Time) > rootWidth {
			t.Errorf("%s: turned round %+v", c.name, back)
		}
	}
}

// A vertex grazes a triangle: the height of the plane over it is 2(t - 1/2)² - z, z down to the least double.
func TestVertexFace_GrazesByOneBit(t *testing.T) {
	// The triangle's plane is z = (1-2t)·x; the vertex is at x = 1/2 - t, where the plane has the height 2(t - 1/2)².
	face := func(s float64) geom.Triangle {
		return geom.Triangle{A: v3(-4, -4, -4*s), B: v3(4, -4, 4*s), C: v3(0, 8, 0)}
	}
	t0, t1 := face(1), face(-1)
	for _, c := range []struct {
		z      float64
		status Status
		time   float64
	}{
		{0, Hit, 0.5},
		{-0x1p-1074, Miss, 1},
		{-1e-30, Miss, 1},
		{0x1p-21, Hit, 0.5 - 0x1p-11}, // 2s² = z
		{0x1p-61, Hit, 0.5 - 0x1p-31},
	} {
		out := VertexFace(v3(0.5, 0, c.z), &t0, v3(-0.5, 0, c.z), &t1)
		if out.Status != c.status || out.Time > c.time || out.Time < c.time-1e-15 {
			t.Errorf("height %g: %+v, want %v at %v", c.z, out, c.status, c.time)
		}
	}
}

// randomRoots returns a query of one of several kinds: free, on a coarse grid, all in one plane or nearly so, and with
// a meeting put in.
func (r toiRand) randomRoots(k int) rootsCase {
	c := rootsCase{q: rootQuery{edges: k%2 == 0}}
	for e := range c.q.at {
		for i := range c.q.at[e] {
			p := r.vec(1)
			switch k / 2 % 4 {
			case 1:
				p = v3(float64(r.IntN(5)-2), float64(r.IntN(5)-2), float64(r.IntN(3)-1))
			case 2:
				p.Z *= 1e-6 * float64(k/8%2)
			case 3:
				if e == 1 {
					p = c.q.at[0][i].Add(r.vec(0.2))
				}
			}
			c.q.at[e][i] = p
		}
	}
	if k/2%4 == 3 { // the motion of one brings it through the other
		s := r.Float64()
		var p [4]geom.Vec
		for i := range p {
			p[i] = c.q.at[0][i].Scale(1-s).AddScaled(c.q.at[1][i], s)
		}
		u, v := r.Float64(), r.Float64()
		d := c.q.differences(&p)
		shift := d[2].AddScaled(d[0], -u).AddScaled(d[1], v)
		move := []int{2, 3}
		if !c.q.edges {
			if u+v > 1 {
				u, v = 1-u, 1-v
			}
			shift, move = d[2].AddScaled(d[0], -u).AddScaled(d[1], -v), []int{0}
		}
		for _, i := range move {
			c.q.at[0][i], c.q.at[1][i] = c.q.at[0][i].Sub(shift), c.q.at[1][i].Sub(shift)
		}
	}
	return c
}

// What the fast test decides, exact arithmetic decides likewise; its time is never late, and early as documented.
func TestRoots_FastEqualsExact(t *testing.T) {
	r := newToiRand(41)
	decided, hits, open := 0, 0, 0
	for k := 0; k < geomtest.Trials(6000); k++ {
		c := r.randomRoots(k)
		if c.q.bounds() {
			continue
		}
		got, ok := c.q.fast()
		if !ok {
			open++
			continue
		}
		want := c.q.exact()
		decided++
		if got.Status != want.Status || got.Status == Hit && !(got.Time <= want.Time+1e-16 && got.Time >= want.Time-1.01*rootWidth) {
			t.Fatalf("query %d: %+v, exact %+v\n%v", k, got, want, c.q.at)
		}
		if got.Status == Hit {
			hits++
		}
	}
	if hits < geomtest.Trials(1000) || decided-hits < geomtest.Trials(1000) || open < geomtest.Trials(300) {
		t.Errorf("%d decided, %d hits, %d open", decided, hits, open)
	}
}

// The oracle knows nothing of cubics: it cuts (t, u, v) into boxes, whose images lie within the bounds of the images of
// their corners, and takes the earliest that holds the origin and is no wider than a tolerance. It never misses a
// meeting.
func TestRoots_AgainstInclusion(t *testing.T) {
	const tol = 1e-5
	r := newToiRand(42)
	hits, misses, near, open := 0, 0, 0, 0
	for k := 0; k < geomtest.Trials(1500); k++ {
		c := r.randomRoots(k)
		out := c.run()
		first, found, sure := c.inclusion(tol, 20000)
		hit := out.Status != Miss
		switch {
		case hit && sure && !found:
			t.Fatalf("query %d: %+v, but there is no meeting\n%v", k, out, c.q.at)
		case hit && out.Time < first-rootWidth:
			t.Fatalf("query %d: %+v, but not before %v\n%v", k, out, first, c.q.at)
		case !sure:
			open++
		case !hit && found:
			near++ // within the tolerance
		case hit:
			hits++
			if c.distance(out) > 2*rootWidth*c.speed()+1e-14 {
				t.Fatalf("query %d: %+v: apart by %g", k, out, c.distance(out))
			}
			if out.Time > first+0.02 {
				near++ // a near miss before
			}
		default:
			misses++
		}
	}
	if hits < geomtest.Trials(300) || misses < geomtest.Trials(300) || near > geomtest.Trials(30) || open > geomtest.Trials(150) {
		t.Errorf("%d hits, %d misses, %d within the tolerance, %d open", hits, misses, near, open)
	}
}

type inclusionBox struct{ lo, hi [3]float64 }

type inclusionHeap []inclusionBox

func (h inclusionHeap) Len() int           { return len(h) }
func (h inclusionHeap) Less(i, j int) bool { return h[i].lo[0] < h[j].lo[0] }
func (h inclusionHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *inclusionHeap) Push(x any)        { *h = append(*h, x.(inclusionBox)) }
func (h *inclusionHeap) Pop() any {
	x := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return x
}

func (c *rootsCase) inclusion(tol float64, limit int) (first float64, found, sure bool) {
	h := inclusionHeap{{hi: [3]float64{1, 1, 1}}}
	for ; limit > 0 && len(h) > 0; limit-- {
		b := heap.Pop(&h).(inclusionBox)
		first = b.lo[0]
		if !c.q.edges && b.lo[1]+b.lo[2] > 1 {
			continue
		}
		lo, hi := v3(math.Inf(1), math.Inf(1), math.Inf(1)), v3(math.Inf(-1), math.Inf(-1), math.Inf(-1))
		for i := 0; i < 8; i++ {
			x := b.lo
			for k := range x {
				if i>>k&1 == 1 {
					x[k] = b.hi[k]
				}
			}
			var p [4]geom.Vec
			for k := range p {
				p[k] = c.q.at[0][k].Scale(1-x[0]).AddScaled(c.q.at[1][k], x[0])
			}
			d := c.q.differences(&p)
			f := d[2].AddScaled(d[0], -x[1])
			if c.q.edges {
				f = f.AddScaled(d[1], x[2])
			} else {
				f = f.AddScaled(d[1], -x[2])
			}
			lo, hi = lo.Min(f), hi.Max(f)
		}
		const room = 1e-13
		if lo.X > room || lo.Y > room || lo.Z > room || hi.X < -room || hi.Y < -room || hi.Z < -room {
			continue
		}
		if hi.Sub(lo).MaxAbs() < tol {
			return first, true, true
		}
		wide := 0
		for k := range b.lo {
			if b.hi[k]-b.lo[k] > b.hi[wide]-b.lo[wide] {
				wide = k
			}
		}
		left, right := b, b
		mid := (b.lo[wide] + b.hi[wide]) / 2
		left.hi[wide], right.lo[wide] = mid, mid
		heap.Push(&h, left)
		heap.Push(&h, right)
	}
	return first, len(h) > 0, len(h) == 0
}

// The decision is exact, and so the same with time reversed, corners permuted, axes exchanged, all moved by whole units
// on a coarse grid, and mirrored.
func TestRoots_Metamorphic(t *testing.T) {
	r := newToiRand(45)
	met, touch := 0, 0
	for k := 0; k < geomtest.Eighth(3000); k++ {
		c := r.randomRoots(k)
		grid := k/2%4 == 1
		out := c.run()
		for name, change := range map[string]func(*rootsCase){
			"reversed": func(c *rootsCase) { c.q.at[0], c.q.at[1] = c.q.at[1], c.q.at[0] },
			"permuted": func(c *rootsCase) {
				for e := range c.q.at {
					p := &c.q.at[e]
					if c.q.edges {
						p[0], p[1], p[2], p[3] = p[3], p[2], p[0], p[1]
					} else {
						p[1], p[2], p[3] = p[3], p[1], p[2]
					}
				}
			},
			"turned":   func(c *rootsCase) { c.each(func(p geom.Vec) geom.Vec { return v3(p.Y, p.Z, p.X) }) },
			"mirrored": func(c *rootsCase) { c.each(func(p geom.Vec) geom.Vec { return v3(p.X, -p.Y, p.Z) }) },
			"doubled":  func(c *rootsCase) { c.each(func(p geom.Vec) geom.Vec { return p.Scale(2) }) },
			"moved": func(c *rootsCase) {
				if grid {
					c.each(func(p geom.Vec) geom.Vec { return p.Add(v3(1000, -3, 0x1p40)) })
				}
			},
		} {
			other := c
			change(&other)
			got := other.run()
			if (got.Status == Miss) != (out.Status == Miss) || name != "reversed" && (got.Status != out.Status || math.Abs(got.Time-out.Time) > rootWidth) {
				t.Fatalf("query %d: %+v, %s %+v\n%v", k, out, name, got, c.q.at)
			}
		}
		switch out.Status {
		case Hit:
			met++
		case Overlapping:
			touch++
		}
	}
	if met < geomtest.Eighth(800) || touch < geomtest.Eighth(50) {
		t.Errorf("%d hits, %d in touch", met, touch)
	}
}

func (c *rootsCase) each(f func(geom.Vec) geom.Vec) {
	for e := range c.q.at {
		for i := range c.q.at[e] {
			c.q.at[e][i] = f(c.q.at[e][i])
		}
	}
}

// Roots of products of linear factors, where they are known: simple and double ones, at both ends, outside, at the
// place where an interval is halved, and the signs of other polynomials there.
func TestPoly_RootsInUnit(t *testing.T) {
	line := func(a, b int64) poly { return polyOf(-a, b) } // root a/b
	product := func(factors ...poly) poly {
		p := polyOf(1)
		for _, f := range factors {
			p = p.mul(f)
		}
		return p
	}
	half, tenths := line(1, 2), line(8, 10)
	for _, c := range []struct {
		p    poly
		want []float64
	}{
		{product(half, tenths), []float64{0.5, 0.8}},
		{product(half, half, tenths, tenths, tenths), []float64{0.5, 0.8}},
		{product(line(0, 1), line(0, 1), line(1, 3), line(1, 1), line(-1, 2), line(5, 4)), []float64{1.0 / 3, 1}},
		{product(line(1, 3), polyOf(2, -2, 1)), []float64{1.0 / 3}},
		{product(polyOf(-1, 0, 2), line(3, 4)), []float64{math.Sqrt(0.5), 0.75}},
		{product(line(1, 1000), line(1, 1001), line(1, 1002)), []float64{1.0 / 1002, 1.0 / 1001, 1.0 / 1000}},
		{polyOf(7), nil},
	} {
		k := 0
		c.p.rootsInUnit(func(x *exactTime) bool {
			if x.sign(c.p) != 0 {
				t.Errorf("root %d of %v is none", k, c.p)
			}
			for _, f := range []poly{half, tenths, line(1, 3), line(999, 1000), line(1, 1001)} {
				at, _ := new(big.Rat).SetFrac(new(big.Int).Neg(f[0]), f[1]).Float64()
				want := 0
				if math.Abs(c.want[k]-at) > 1e-12 {
					want = int(math.Copysign(1, c.want[k]-at))
				}
				y := *x
				if got := y.sign(f); got != want {
					t.Errorf("sign of %v at %v: %d", f, c.want[k], got)
				}
			}
			if got := x.below(); got > c.want[k] || got < c.want[k]-1e-15 {
				t.Errorf("root %v, want %v", got, c.want[k])
			}
			k++
			return false
		})
		if k != len(c.want) {
			t.Errorf("%v: %d roots", c.p, k)
		}
	}
}

// Coordinates of any size, and those that are not finite.
func TestRoots_AnySizeAndNotFinite(t *testing.T) {
	flat := func(s float64) *geom.Triangle {
		return &geom.Triangle{A: v3(-s, -s, 0), B: v3(s, -s, 0), C: v3(0, s, 0)}
	}
	for _, s := range []float64{0x1p-1074, 0x1p-1000, 1e-100, 1, 1e100, 0x1p1000} {
		for _, h := range []float64{0x1p-1074, 1e-100, 1, 0x1p1000} {
			if out := VertexFace(v3(0, 0, h), flat(s), v3(0, 0, -h), flat(s)); out.Status != Hit || math.Abs(out.Time-0.5) > 1e-9 || out.Time > 0.5 {
				t.Errorf("size %g, height %g: %+v", s, h, out)
			}
		}
	}
	for _, bad := range []float64{math.NaN(), math.Inf(1)} {
		if out := VertexFace(v3(0, 0, 1), flat(1), v3(0, bad, -1), flat(1)); out.Status != Unresolved {
			t.Errorf("%v: %+v", bad, out)
		}
	}
}

func TestRoots_DoNotAllocate(t *testing.T) {
	r := newToiRand(43)
	for k := 0; k < 400; k++ {
		c := r.randomRoots(k &^ 6) // free motions
		if _, ok := c.q.fast(); !ok {
			continue
		}
		if n := testing.AllocsPerRun(5, func() { c.run() }); n != 0 {
			t.Fatalf("%v allocations", n)
		}
	}
}

func benchmarkRoots(b *testing.B, edges, exact bool) {
	r := newToiRand(44)
	var cases []rootsCase
	for k := 0; len(cases) < 256; k++ {
		c := r.randomRoots(6 + k%2) // a meeting, or close to one
		if _, ok := c.q.fast(); c.q.edges == edges && ok {
			cases = append(cases, c)
		}
	}
	b.ReportAllocs()
	k := 0
	for b.Loop() {
		if c := &cases[k%len(cases)]; exact {
			c.q.exact()
		} else {
			c.run()
		}
		k++
	}
}

func BenchmarkVertexFace(b *testing.B)      { benchmarkRoots(b, false, false) }
func BenchmarkEdgeEdge(b *testing.B)        { benchmarkRoots(b, true, false) }
func BenchmarkVertexFaceExact(b *testing.B) { benchmarkRoots(b, false, true) }
func BenchmarkEdgeEdgeExact(b *testing.B)   { benchmarkRoots(b, true, true) }
