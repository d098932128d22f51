package response

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// Between tessellated walls that are nearer than it is wide, a mover that starts off the middle does not jump from
// one to the other, and goes along them undeflected by their inner edges.
func TestSlide_SqueezedMoverStaysAndGoesAlong(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	var w slideWorld
	for _, y := range []float64{-0.4, 0.4} {
		w.quad(slideVec(-9, y, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 30, r)
	}
	e := slideSphere(-4, 0.03, 0, 0.5)
	start := e.C
	for range 50 {
		out := slideOnce(&w, e, geom.Vec{}, 0.02)
		if out.Center != start || out.Overlap < 0.1 {
			t.Fatalf("at rest: %+v", out)
		}
	}
	v := slideVec(2, 0.7, 1)
	for i := range 100 {
		out := slideOnce(&w, e, v, 0.02)
		if !slideClose(out.Velocity, slideVec(2, 0, 1), 1e-12) || math.Abs(out.Center.Y-0.03) > 1e-8 {
			t.Fatalf("step %d: %+v", i, out)
		}
		e.C = out.Center
	}
}

// The push out of the floor is 0.45 m up, but a ceiling 0.25 m above the centre is in the way: the centre stays
// between.
func TestSlide_PushDoesNotPassThrough(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(-9, -9, 0), slideVec(18, 0, 0), slideVec(0, 18, 0), 5, nil)
	w.quad(slideVec(-9, -9, 0.3), slideVec(18, 0, 0), slideVec(0, 18, 0), 7, nil)
	for _, z := range []float64{0.05, 1e-5, 0.15, 0.29} {
		out := slideOnce(&w, slideSphere(0.1, 0.2, z, 0.5), geom.Vec{}, 1)
		if out.Center.Z <= 0 || out.Center.Z >= 0.3 || out.Overlap == 0 {
			t.Errorf("from %v: %+v", z, out)
		}
	}
}

// Started anywhere in the open space of a room, overlapping walls, columns and needles at will, the centre never leaves
// it, and in a few steps the mover is out of overlap wherever there is room.
func TestSlide_PushesOutInRooms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	var s Slider
	var out SlideResult
	starts, freed, deep := 0, 0, 0
	for range 40 {
		w := slideNewRoom(r)
		for range 50 {
			e := w.start(r)
			for {
				e.C = slideVec(8*r.Float64(), 6*r.Float64(), 4*r.Float64())
				if w.open(e.C) && w.slideGap(&e) < -0.01 {
					break
				}
			}
			starts++
			if w.slideGap(&e) < -0.5 {
				deep++
			}
			from := e.C
			for range 5 {
				v := slideUnit(r).Scale(3 * r.Float64())
				s.Slide(&e, v, 0.02, w.near(&e, v, 0.02, SlideOptions{}), SlideOptions{}, &out)
				box := SlideBounds(&e, v, 0.02, SlideOptions{})
				if !w.open(out.Center) || !box.Contains(out.Center.Sub(e.R)) || !box.Contains(out.Center.Add(e.R)) || out.Velocity.LenSq() > v.LenSq() {
					t.Fatalf("from %v (start %v) by %v: %+v", e, from, v, out)
				}
				e.C = out.Center
			}
			if w.slideGap(&e) >= 0 {
				freed++
			}
		}
	}
	t.Logf("%d starts in overlap, %d of them by more than half of the radii; %d freed", starts, deep, freed)
	if deep < 200 || freed < starts*9/10 {
		t.Errorf("of %d starts, %d deep, %d were freed", starts, deep, freed)
	}
}

// slideRays returns directions that generate the cone of directions that enter no plane of p: its creases, the
// directions in its planes across these, and the normals.
func slideRays(p *slidePlanes) []geom.Vec {
	var rays []geom.Vec
	try := func(d geom.Vec) {
		for _, s := range []geom.Vec{d, d.Neg()} {
			in := true
			for i := range p.count {
				in = in && p.list[i].n.Dot(s) >= -1e-13
			}
			if in {
				rays = append(rays, s)
			}
		}
	}
	for i := range p.count {
		n := p.list[i].n
		u := n.Perpendicular()
		try(n)
		try(u)
		try(n.Cross(u))
		for j := range i {
			c := n.Cross(p.list[j].n).Normalize()
			try(c)
			try(n.Cross(c))
			try(p.list[j].n.Cross(c))
		}
	}
	return rays
}

// The projection x of v on a convex cone is the one vector of the cone for which v - x is at right angles to x and
// makes no acute angle with any direction of the cone (Moreau).
func TestSlidePlanes_ProjectIsNearest(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	kinds := [4]int{}
	for range 5000 {
		var p slidePlanes
		for range 1 + r.IntN(5) {
			p.add(slideUnit(r), 0)
		}
		v := slideUnit(r)
		x := p.project(v, 1e-13)
		y := v.Sub(x)
		if d := y.Dot(x); math.Abs(d) > 1e-14 {
			t.Fatalf("%v on %v: %v is no projection: %g", v, p.list[:p.count], x, d)
		}
		for _, d := range slideRays(&p) {
			if y.Dot(d) > 1e-12 {
				t.Fatalf("%v on %v: %v, but %v is free and goes on", v, p.list[:p.count], x, d)
			}
		}
		on := 0
		for i := range p.count {
			d := p.list[i].n.Dot(x)
			if d < -1e-12 {
				t.Fatalf("%v enters plane %v", x, p.list[i])
			}
			if math.Abs(d) < 1e-12 {
				on++
			}
		}
		switch x {
		case v:
			kinds[0]++
		case geom.Vec{}:
			kinds[3]++
		default:
			kinds[min(on, 2)]++
		}
	}
	for k, n := range kinds {
		if n < 100 {
			t.Errorf("only %d projections of kind %d (free, plane, crease, corner): %v", n, k, kinds)
		}
	}
}

// Nearly parallel planes keep an exact crease: their normals are met to the last bits, though they differ by 1e-9 only.
func TestSlideCrease_NearlyParallel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 1000 {
		n := slideUnit(r)
		m := n.AddScaled(slideUnit(r), math.Pow(10, -9*r.Float64())).Normalize()
		if r.IntN(2) == 0 {
			m = m.Neg()
		}
		u, ok := slideCrease(n, m)
		if !ok {
			continue
		}
		if a, b := slideExactDot(u, n), slideExactDot(u, m); math.Abs(a) > 1e-15 || math.Abs(b) > 1e-15 || math.Abs(u.Len()-1) > 1e-15 {
			t.Fatalf("%v and %v: crease %v, off by %g and %g", n, m, u, a, b)
		}
	}
}

func slideExactDot(a, b geom.Vec) float64 {
	s := new(big.Float).SetPrec(200)
	for _, p := range [3][2]float64{{a.X, b.X}, {a.Y, b.Y}, {a.Z, b.Z}} {
		s.Add(s, new(big.Float).SetPrec(200).Mul(big.NewFloat(p[0]), big.NewFloat(p[1])))
	}
	f, _ := s.Float64()
	return f
}

func TestSlideSlower_NeverFaster(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 5))
	for range 10000 {
		w := slideUnit(r).Scale(r.Float64())
		v := slideUnit(r).Scale(float64(w.Len() * (1 + 2e-15*r.Float64())))
		x := slideSlower(v, w)
		if x.LenSq() > w.LenSq() || x.Len() < v.Len()*(1-3e-15) {
			t.Fatalf("%v from %v: %v", v, w, x)
		}
	}
}

// By hand: floor and wall ask for 3 and 4, so the way out is 5 long; a third plane at 45° that asks for more than these
// give takes over where it can.
func TestSlidePlanes_ShortestWayOut(t *testing.T) {
	var p slidePlanes
	p.add(slideVec(0, 0, 1), 3)
	p.add(slideVec(1, 0, 0), 4)
	if x, ok := p.shortest(); !ok || !slideClose(x, slideVec(4, 0, 3), 1e-15) {
		t.Errorf("two planes: %v %v", x, ok)
	}
	h := math.Sqrt(0.5)
	p.add(slideVec(h, 0, h), 8*h) // x + z >= 8: the foot from (4, 3) on it is (4.5, 3.5)
	if x, ok := p.shortest(); !ok || !slideClose(x, slideVec(4.5, 0, 3.5), 1e-14) && math.Abs(x.Len()-math.Hypot(4, 4)) > 1e-14 {
		t.Errorf("three planes: %v %v", x, ok)
	}
	p.add(slideVec(-1, 0, 0), -3)
	if x, ok := p.shortest(); ok {
		t.Errorf("x >= 4 and x <= 3: %v", x)
	}
}

// The shortest way out is the projection of the origin onto what the planes leave, here by Dykstra's alternating
// projections. Corners of three planes are among those found.
func TestSlidePlanes_ShortestIsTheProjection(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 12))
	corners := 0
	for range 300 {
		var p slidePlanes
		up := slideVec(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Normalize()
		for p.count < 4 { // all planes leave what is far enough along up
			n := slideVec(r.NormFloat64(), r.NormFloat64(), r.NormFloat64()).Normalize()
			if n.Dot(up) > 0.2 {
				p.add(n, r.Float64())
			}
		}
		var x geom.Vec
		var last [4]geom.Vec
		for range 5000 {
			for i := range last {
				y, a := x.Sub(last[i]), &p.list[i]
				x = y.AddScaled(a.n, math.Max(0, a.b-a.n.Dot(y)))
				last[i] = x.Sub(y)
			}
		}
		got, ok := p.shortest()
		if !ok || got.Sub(x).Len() > 1e-6 {
			t.Fatalf("%v %v, want %v", got, ok, x)
		}
		active := 0
		for i := range last {
			if last[i].Len() > 1e-3 {
				active++
			}
		}
		if active == 3 {
			corners++
		}
	}
	if corners < 20 {
		t.Errorf("only %d corners", corners)
	}
}
