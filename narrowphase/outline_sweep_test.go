package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestSwept_ByHand: a car 4 by 2 m whose nose is at x = 2, and what it meets on a way of 1 m along x.
func TestSwept_ByHand(t *testing.T) {
	car := rectangle(0, 0, 2, 1, 0)
	for _, c := range []struct {
		name    string
		b       Outline
		area    [2]float64
		pressed Point2
	}{
		{"a side", rectangle(2, 0, 1, 3, 0), [2]float64{2, 2}, Point2{2, 0}},
		{"the corner of a block", rectangle(3, 1.5, 2, 1, 0), [2]float64{0.5, 0.5}, Point2{0.5, 1}},
		// A post 0.2 m thick is swept whole, and has left a lane of 0.2 by 1 m. The lane is 0.2 m wide.
		{"a post inside", rectangle(1.1, 0, 0.1, 0.1, 0), [2]float64{0.2, 0.04}, Point2{0.2, 0}},
		// Of one that looks out by half, the lane is 0.1 m wide; the side of 1 m counts as four times 0.1 m, that
		// of the post, which has nothing along the way, is 0.2 m long.
		{"a post that looks out", rectangle(1.1, 1, 0.1, 0.1, 0), [2]float64{0.1, 0.02}, Point2{0.1 - 0.25*0.1*0.2/0.4, 0.4}},
	} {
		for k := range 2 {
			var s OutlineSolver
			a, b, way := car, c.b, Point2{1, 0}
			want := c
			if k == 1 {
				a, b, way = b, a, Point2{-1, 0}
				want.area[0], want.area[1] = c.area[1], c.area[0]
				want.pressed = Point2{-c.pressed.X, -c.pressed.Y}
			}
			swept, ok := s.SolveSwept(a, b, way)
			if !ok || math.Abs(swept.Area[0]-want.area[0]) > 1e-12 || math.Abs(swept.Area[1]-want.area[1]) > 1e-12 {
				t.Errorf("%s: %+v", c.name, swept)
			}
			nearly(t, c.name, swept.Pressed, want.pressed, 1e-12)
		}
	}
	var s OutlineSolver
	if _, ok := s.SolveSwept(car, rectangle(5, 0, 1, 1, 0), Point2{1, 0}); ok {
		t.Error("what is apart has swept something")
	}
	if _, ok := s.SolveSwept(car, car, Point2{}); ok {
		t.Error("no way has swept something")
	}
}

// TestSwept_EqualsSampling compares the swept areas of random rectangles with those of a grid of points, each of which is
// looked at in 200 places on the way, and EndsAhead with the most of points of the outline. Mirrored, the pressure is mirrored;
// with A and B in the other order it is turned round.
func TestSwept_EqualsSampling(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 2))
	mirrored := func(o Outline) Outline {
		var points []Point2
		for _, p := range o {
			points = append(points, Point2{p.X, -p.Y})
		}
		return AppendOutline(nil, points)
	}
	var s OutlineSolver
	passed := 0
	for range 60 {
		a := rectangle(0, 0, 0.5, 0.3, 0)
		b := rectangle(random.Float64()-0.2, 0.8*random.Float64()-0.4, 0.05+0.3*random.Float64(), 0.05+0.3*random.Float64(), 3*random.Float64())
		way := Point2{0.2 + 0.5*random.Float64(), 0.4*random.Float64() - 0.2}
		swept, ok := s.SolveSwept(a, b, way)
		if !ok {
			continue
		}
		o, _ := s.Solve(a, b)
		if swept.Area[0] > 1.1*o.Area {
			passed++
		}
		inA, inB := insideOf(a), insideOf(b)
		const n = 50
		var count [2]int
		for i := range n {
			for k := range n {
				p := Point2{-0.6 + 1.8*(float64(i)+0.5)/n, -0.9 + 1.8*(float64(k)+0.5)/n}
				var in [2]bool
				open := [2]bool{inA(p), inB(p)} // only what is in one outline can be swept by the other
				for j := 0; j <= 200 && (open[0] && !in[0] || open[1] && !in[1]); j++ {
					d := Point2{way.X * float64(j) / 200, way.Y * float64(j) / 200}
					in[0] = in[0] || open[0] && inB(p.sub(d))
					in[1] = in[1] || open[1] && inA(p.add(d, 1))
				}
				for j := range in {
					if in[j] {
						count[j]++
					}
				}
			}
		}
		for j, c := range count {
			if got := float64(c) * 1.8 * 1.8 / (n * n); math.Abs(got-swept.Area[j]) > 0.03 {
				t.Errorf("area %d: %g, want %g", j, swept.Area[j], got)
			}
		}
		u := Point2{way.X / way.len(), way.Y / way.len()}
		most, left := math.Inf(-1), Point2{-u.Y, u.X}
		for i := range b {
			for j := range 1000 {
				p := b[i].between(b[(i+1)%len(b)], float64(j)/1000)
				beside := math.Max(0, math.Max(a.least(left)-left.dot(p), left.dot(p)-a.Most(left)))
				most = math.Max(most, u.dot(p)-beside-a.Most(u))
			}
		}
		if got := b.EndsAhead(a, u); got < most-1e-12 || got > most+1e-3 {
			t.Errorf("ends ahead by %g, want %g", got, most)
		}
		turned, _ := s.SolveSwept(b, a, Point2{-way.X, -way.Y})
		nearly(t, "the other order", turned.Pressed, Point2{-swept.Pressed.X, -swept.Pressed.Y}, 1e-12)
		mirror, _ := s.SolveSwept(mirrored(a), mirrored(b), Point2{way.X, -way.Y})
		nearly(t, "mirrored", mirror.Pressed, Point2{swept.Pressed.X, -swept.Pressed.Y}, 1e-12)
	}
	if passed < 20 {
		t.Errorf("%d passed something", passed)
	}
}
