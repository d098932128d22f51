package narrowphase

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rectangle returns the outline of a box of the given half sides at a place, turned by an angle [rad].
func rectangle(x, y, hx, hy, angle float64) Outline {
	var points []Point2
	s, c := math.Sincos(angle)
	for _, k := range [4][2]float64{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
		u, v := k[0]*hx, k[1]*hy
		points = append(points, Point2{x + c*u - s*v, y + s*u + c*v})
	}
	return AppendOutline(nil, points)
}

// insideOf returns whether a point is in an outline.
func insideOf(o Outline) func(p Point2) bool {
	normals, at := make([]Point2, len(o)), make([]float64, len(o))
	for i := range o {
		normals[i], at[i] = o.outward(i)
	}
	return func(p Point2) bool {
		for i, n := range normals {
			if n.dot(p) > at[i] {
				return false
			}
		}
		return true
	}
}

func nearly(t *testing.T, what string, got, want Point2, tol float64) {
	t.Helper()
	if !(got.sub(want).len() <= tol) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// TestOverlap_ByHand: overlaps with known places, in both orders: what A pushes into B it pushes the other way into A.
func TestOverlap_ByHand(t *testing.T) {
	r := math.Sqrt(0.5)
	for _, c := range []struct {
		name      string
		a, b      Outline
		area      float64
		centroid  Point2
		crossings int
		normal    Point2
		depth     float64
	}{
		{"nose in a side", rectangle(0, 0, 2, 1, 0), rectangle(2.5, 0.2, 1, 3, 0), 1, Point2{1.75, 0}, 2, Point2{1, 0}, 0.5},
		{"corner in a corner", rectangle(0, 0, 2, 1, 0), rectangle(3.5, 1.5, 2, 1, 0), 0.25, Point2{1.75, 0.75}, 2, Point2{r, r}, 0.5},
		{"flush", rectangle(0, 0, 2, 1, 0), rectangle(3, 0, 1.5, 1, 0), 1, Point2{1.75, 0}, 2, Point2{1, 0}, 0.5},
		{"flush on one side", rectangle(0, 0, 2, 1, 0), rectangle(3, -0.5, 1.5, 0.5, 0), 0.5, Point2{1.75, -0.5}, 2, Point2{math.Cos(math.Atan(0.25)), -math.Sin(math.Atan(0.25))}, 0.5},
		{"through", rectangle(0, 0, 3, 1, 0), rectangle(0, 0, 1, 3, 0), 4, Point2{}, 4, Point2{}, 4},
		{"inside", rectangle(0, 0, 3, 2, 0), rectangle(1, 0.5, 0.1, 0.2, 0.3), 0.08, Point2{1, 0.5}, 0, Point2{}, 0},
		{"the same", rectangle(0, 0, 3, 2, 0), rectangle(0, 0, 3, 2, 0), 24, Point2{}, 0, Point2{}, 4},
	} {
		var s OutlineSolver
		for k, pair := range [2][2]Outline{{c.a, c.b}, {c.b, c.a}} {
			o, ok := s.Solve(pair[0], pair[1])
			if !ok {
				t.Fatalf("%s: no overlap", c.name)
			}
			if math.Abs(o.Area-c.area) > 1e-12 || o.Crossings != c.crossings {
				t.Errorf("%s: area %g, %d crossings, want %g, %d", c.name, o.Area, o.Crossings, c.area, c.crossings)
			}
			nearly(t, c.name+": centroid", o.Centroid, c.centroid, 1e-12)
			want := c.normal
			if k == 1 {
				want = Point2{-want.X, -want.Y}
			}
			nearly(t, c.name+": normal", o.Normal, want, 1e-12)
			if d := pair[0].Depth(pair[1]); c.depth > 0 && math.Abs(d-c.depth) > 1e-12 {
				t.Errorf("%s: depth %g, want %g", c.name, d, c.depth)
			}
		}
	}
}

// TestOverlap_Pressed: of two rectangles 2 m wide in line, 1 m deep in each other and offset by a few centimetres, the sides
// count four times the offset; where a side has more before it than a quarter of its length in the overlap, both sums are
// Growth, the normal of the crossings times their distance, as they are where the crossings lie on one side.
func TestOverlap_Pressed(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b Outline
		want [2]Point2 // of A's sides, and of B's
	}{
		{"flush but for rounding", rectangle(0, 0, 2, 1, 0), rectangle(3, 1e-8, 2, 1, 0), [2]Point2{{2 - 1e-8, 4e-8}, {2 - 1e-8, 4e-8}}},
		{"offset by 5 cm", rectangle(0, 0, 2, 1, 0), rectangle(3, 0.05, 2, 1, 0), [2]Point2{{1.95, 0.2}, {1.95, 0.2}}},
		{"offset by 25 cm", rectangle(0, 0, 2, 1, 0), rectangle(3, -0.25, 2, 1, 0), [2]Point2{{1.75, -1}, {1.75, -1}}},
		{"offset by 1 m", rectangle(0, 0, 2, 1, 0), rectangle(3, 1, 2, 1, 0), [2]Point2{{1, 1}, {1, 1}}},
		{"flush on one side", rectangle(0, 0, 2, 1, 0), rectangle(3, -0.5, 1.5, 0.5, 0), [2]Point2{{1, 0}, {1, -0.5}}},
		{"nose in a side", rectangle(0, 0, 2, 1, 0), rectangle(2.5, 0.2, 1, 3, 0), [2]Point2{{2, 0}, {2, 0}}},
		{"out of a side", rectangle(0, 0, 2, 1, 0), rectangle(0.5, 1, 0.2, 0.3, 0), [2]Point2{{0, 0.4}, {0, 0.4}}},
		{"inside", rectangle(0, 0, 3, 2, 0), rectangle(1, 0.5, 0.1, 0.2, 0.3), [2]Point2{}},
	} {
		for k, pair := range [2][2]Outline{{c.a, c.b}, {c.b, c.a}} {
			var s OutlineSolver
			o, ok := s.Solve(pair[0], pair[1])
			if !ok {
				t.Errorf("%s: no overlap", c.name)
			}
			for i, want := range c.want {
				got := o.Pressed[i]
				if k == 1 {
					got = o.Pressed[1-i]
					got = Point2{-got.X, -got.Y}
				}
				nearly(t, c.name, got, want, 1e-12)
			}
		}
	}
}

// TestOverlap_GrowthIsThatOfTheArea: however often two rectangles cross, their area grows, as one moves or turns a little, at
// the rate Growth times the speed, and at Chord times the speed of Middle along Normal.
func TestOverlap_GrowthIsThatOfTheArea(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 9))
	var s OutlineSolver
	crossings := map[int]int{}
	for range 3000 {
		x, y, angle := 4*random.Float64()-2, 2*random.Float64()-1, math.Pi*random.Float64()
		b := rectangle(x, y, 2.25, 0.9, angle)
		o, ok := s.Solve(rectangle(0, 0, 2.25, 0.9, 0), b)
		if !ok {
			continue
		}
		crossings[o.Crossings]++
		nearly(t, "Growth", Point2{o.Chord * o.Normal.X, o.Chord * o.Normal.Y}, o.Growth, 1e-9)
		const d = 1e-5
		area := func(x, y, turn float64) float64 {
			moved, _ := s.Solve(rectangle(x, y, 2.25, 0.9, turn), b)
			return moved.Area
		}
		// Corners that cross a side within d make the differences wrong by their size.
		for i, c := range [][2]float64{
			{area(d, 0, 0) - area(-d, 0, 0), o.Growth.X}, {area(0, d, 0) - area(0, -d, 0), o.Growth.Y},
			{area(0, 0, d) - area(0, 0, -d), o.Chord * o.Middle.cross(o.Normal)},
		} {
			if i == 2 && o.Chord == 0 { // one that goes through the other: no force at one point does the same
				continue
			}
			if got := c[0] / (2 * d); math.Abs(got-c[1]) > 1e-3 {
				t.Errorf("%d crossings: the area grows by %g, want %g", o.Crossings, got, c[1])
			}
		}
	}
	if crossings[2] < 500 || crossings[4] < 100 {
		t.Errorf("crossings: %v", crossings)
	}
}

// TestOutline_KeepsCornersHoweverTheyRound: seen from above, a car that heads along an axis has several points at its nose,
// and at its tail, with the same place along it but for rounding. Each of its four corners is kept, whichever of these
// points is the farthest.
func TestOutline_KeepsCornersHoweverTheyRound(t *testing.T) {
	for heading := range 8 {
		s, c := math.Sincos(float64(heading) * math.Pi / 4)
		for noise := range 6561 { // 3^8
			var points []Point2
			digits := noise
			for _, q := range [8]Point2{{2, 1}, {2, 0.98}, {2, -0.98}, {2, -1}, {-2, 1}, {-2, 0.98}, {-2, -0.98}, {-2, -1}} {
				q.X += 4e-16 * float64(digits%3)
				digits /= 3
				points = append(points, Point2{c*q.X - s*q.Y, s*q.X + c*q.Y})
			}
			o := AppendOutline(nil, points)
			if len(o) != 4 {
				t.Fatalf("turned by %d degrees: %d corners: %v", 45*heading, len(o), o)
			}
			for i := range o {
				if a, b := o[(i+1)%4].sub(o[i]), o[(i+2)%4].sub(o[(i+1)%4]); math.Abs(a.cross(b)-8) > 1e-9 {
					t.Fatalf("turned by %d degrees: corners %v", 45*heading, o)
				}
			}
		}
	}
}

// TestOutline_ConvexHoweverItLeans: seen from above, a box that leans by 1e-10 to 1e-6 rad has its upper corners beside its
// lower ones by about the tolerance of outlines. Whichever is the farther, its outline is convex, has all points in it to a
// few tolerances, and overlaps a post in its middle as deep as a box that does not lean. So does that of a barrel whose
// rim has 64 points.
func TestOutline_ConvexHoweverItLeans(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	const hx, hy, hz = 2.2, 0.9, 0.7
	post := rectangle(0, 0, 0.3, 0.3, 0)
	for n := range 20000 {
		yaw, lean := 2*math.Pi*r.Float64(), math.Pow(10, -10+4*r.Float64())
		if n%4 == 0 {
			yaw = math.Pi / 2 * float64(n/4%4)
		}
		turn := geom.AxisAngle(geom.Vec{Z: 1}, yaw).Mul(geom.AxisAngle(geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64()}.Normalize(), lean))
		var points []Point2
		add := func(v geom.Vec) {
			v = turn.Rotate(v)
			points = append(points, Point2{100 + v.X, -50 + v.Y})
		}
		want := 2*hx + 2*hy // more than it is deep
		if n%10 == 9 {
			for k := range 64 {
				s, c := math.Sincos(2 * math.Pi * float64(k) / 64)
				add(geom.Vec{X: c, Y: s, Z: hz})
				add(geom.Vec{X: c, Y: s, Z: -hz})
			}
		} else {
			for k := range 8 {
				add(geom.Vec{X: hx * float64(2*(k&1)-1), Y: hy * float64(k&2-1), Z: hz * float64(k&4/2-1)})
			}
			// The post moves out through a long side or through one of its own: the axis along which it is least deep.
			s, c := math.Abs(math.Sin(yaw)), math.Abs(math.Cos(yaw))
			want = math.Min(hy+0.3*(s+c), 0.3+math.Min(hx*c+hy*s, hx*s+hy*c))
		}
		o := AppendOutline(nil, slices.Clone(points))
		tol := outlineTolerance * 2 * (hx + hy)
		for i := range o {
			a, b, c := o[i], o[(i+1)%len(o)], o[(i+2)%len(o)]
			if !(b.sub(a).cross(c.sub(b)) > 0) || b.sub(a).len() < tol/10 {
				t.Fatalf("case %d, leaning by %g rad: not convex at %v: %v", n, lean, b, o)
			}
			normal, at := o.outward(i)
			for _, p := range points {
				if d := normal.dot(p) - at; d > 3*tol {
					t.Fatalf("case %d, leaning by %g rad: %v lies %g m outside of %v", n, lean, p, d, o)
				}
			}
		}
		if n%10 == 9 {
			if len(o) != 64 && lean < 1e-9 {
				t.Errorf("case %d: %d corners of 64", n, len(o))
			}
			continue
		}
		there := slices.Clone(post)
		there.Move(Point2{100, -50})
		for k, got := range [2]float64{o.Depth(there), there.Depth(o)} {
			if math.Abs(got-want) > 2*lean+3*tol {
				t.Fatalf("case %d, order %d, leaning by %g rad: %.12f m deep, want %.12f", n, k, lean, got, want)
			}
		}
	}
}

// TestOutline_LeavesOutFlatCorners: of a polygon with corners on its sides but for less than the tolerance, at the start and
// the end of its chains too, the true ones remain.
func TestOutline_LeavesOutFlatCorners(t *testing.T) {
	const e = 1e-10
	for name, points := range map[string][]Point2{
		"left":  {{0, 0}, {-e, 0.5}, {0, 1}, {1, 0}, {1, 1}},
		"right": {{0, 0}, {1 + e, 0.5}, {0, 1}, {1, 0}, {1, 1}},
		"below": {{0, 0}, {0.5, -e}, {0, 1}, {1, 0}, {1, 1}},
		"above": {{0, 0}, {0.3, 1 + e}, {0.6, 1 + e}, {0, 1}, {1, 0}, {1, 1}},
		"twice": {{0, 0}, {e, -e}, {-e, e}, {0, 1}, {1, 0}, {1 + e, 0}, {1, 1}, {1, 1}},
	} {
		o := AppendOutline(nil, points)
		if len(o) != 4 {
			t.Errorf("%s: corners %v, want 4", name, o)
		}
	}
	for _, points := range [][]Point2{{}, {{1, 1}}, {{0, 0}, {1, 1}}, {{0, 0}, {1, 1}, {2, 2 + 1e-10}, {3, 3}}, {{0, 0}, {0, 0}, {0, 0}}} {
		if o := AppendOutline(Outline{{7, 7}}, points); len(o) != 1 {
			t.Errorf("outline %v of a line", o)
		}
	}
}

// BenchmarkAppendOutline is the outline of a rim of 64 points, seen from above, twice.
func BenchmarkAppendOutline(b *testing.B) {
	var rim, points []Point2
	for k := range 64 {
		s, c := math.Sincos(2 * math.Pi * float64(k) / 64)
		rim = append(rim, Point2{c, s}, Point2{c + 1e-10, s})
	}
	var o Outline
	b.ReportAllocs()
	for b.Loop() {
		points = append(points[:0], rim...)
		o = AppendOutline(o[:0], points)
	}
}

// TestOverlap_FlushWithinRounding: two cars of one width, in line, turned by any angle: rounding puts a side of one now
// within, now outside of the other's; the normal is along the cars all the same.
func TestOverlap_FlushWithinRounding(t *testing.T) {
	var s OutlineSolver
	for k := range 1000 {
		angle := 0.00637 * float64(k)
		sin, cos := math.Sincos(angle)
		a := rectangle(100, -50, 2.3, 0.9, angle)
		b := rectangle(100+4*cos, -50+4*sin, 2.3, 0.9, angle)
		o, ok := s.Solve(a, b)
		if !ok || o.Crossings != 2 {
			t.Fatalf("%g rad: %+v, %v", angle, o, ok)
		}
		nearly(t, "normal", o.Normal, Point2{cos, sin}, 1e-8)
		nearly(t, "centroid", o.Centroid, Point2{100 + 2*cos, -50 + 2*sin}, 1e-9)
	}
}

// TestOverlap_EqualsSampling compares area and centroid of random hulls with those of a fine grid of points, and checks
// that moving one by the depth, in the direction of the least, parts them.
func TestOverlap_EqualsSampling(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	hull := func(x float64) Outline {
		var points []Point2
		for range 3 + random.IntN(9) {
			points = append(points, Point2{x + random.Float64(), random.Float64()})
		}
		return AppendOutline(nil, points)
	}
	var s OutlineSolver
	hits, crossings := 0, map[int]int{}
	trials := geomtest.Eighth(300)
	if !geomtest.Long {
		trials *= 2 // fewer have too few crossings
	}
	for range trials {
		a, b := hull(0), hull(0.7*random.Float64())
		inA, inB := insideOf(a), insideOf(b)
		const n = 200
		count := 0.0
		var sum Point2
		for i := range 2 * n {
			for k := range n {
				p := Point2{(float64(i) + 0.5) / n, (float64(k) + 0.5) / n}
				if inA(p) && inB(p) {
					count++
					sum.X += p.X
					sum.Y += p.Y
				}
			}
		}
		o, ok := s.Solve(a, b)
		if !ok {
			if count > 20 {
				t.Fatalf("no overlap of %v and %v, but %g points", a, b, count)
			}
			continue
		}
		hits++
		crossings[o.Crossings]++
		if o.Crossings%2 != 0 {
			t.Errorf("%d crossings", o.Crossings)
		}
		// Each of the n rows of points is off by one spacing at each end at most.
		if math.Abs(o.Area-count/(n*n)) > 2.0/n {
			t.Errorf("area %g, want %g", o.Area, count/(n*n))
		}
		if count > 1000 {
			nearly(t, "centroid", o.Centroid, Point2{sum.X / count, sum.Y / count}, 0.01)
		}
	}
	if hits < geomtest.Eighth(200) || crossings[0] == 0 || crossings[2] < geomtest.Eighth(100) || crossings[4] < geomtest.Eighth(20) {
		t.Errorf("only %d overlaps, crossings %v", hits, crossings)
	}
}

// TestOutline_Leaves: a nose that crosses a side, and one that is pulled out.
func TestOutline_Leaves(t *testing.T) {
	a, b := rectangle(0, 0, 2, 1, 0), rectangle(3, 0.5, 1, 3, 0)
	for _, c := range []struct {
		v    Point2
		want float64
	}{
		{Point2{2, 0}, 3},  // 4 m of A and 2 of B
		{Point2{0, 5}, .9}, // until A's lower side, at -1, has passed B's upper, at 3.5
		{Point2{2, 5}, .9},
		{Point2{}, math.Inf(1)},
	} {
		if got := a.Leaves(b, c.v); got != c.want && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("at %v: %g s, want %g", c.v, got, c.want)
		}
		if got := b.Leaves(a, Point2{-c.v.X, -c.v.Y}); got != c.want && math.Abs(got-c.want) > 1e-12 {
			t.Errorf("the other way at %v: %g s, want %g", c.v, got, c.want)
		}
	}
}
