package response

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// slideOnce slides with all triangles that SlideBounds asks for.
func slideOnce(w *slideWorld, e geom.Ellipsoid, v geom.Vec, dt float64) SlideResult {
	var s Slider
	var out SlideResult
	s.Slide(&e, v, dt, w.near(&e, v, dt, SlideOptions{}), SlideOptions{}, &out)
	return out
}

func slideClose(a, b geom.Vec, tol float64) bool { return a.Sub(b).MaxAbs() <= tol }

func TestSlide_FreeMotionIsExact(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(-9, -9, 0), slideVec(18, 0, 0), slideVec(0, 18, 0), 1, nil)
	e := slideSphere(0, 0, 2, 0.5)
	out := slideOnce(&w, e, slideVec(3, 1, 0.5), 0.25)
	if out.Status != SlideFree || out.Center != slideVec(0.75, 0.25, 2.125) || out.Velocity != slideVec(3, 1, 0.5) || len(out.Contacts) != 0 {
		t.Errorf("%+v", out)
	}
}

// A wall at x = 1 and a motion at 45° to it: up to the wall, the centre at 1 - 0.5 - clearance, then along it with the
// tangential part, 1 m in all.
func TestSlide_Wall45ProjectsExactly(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(1, -9, -9), slideVec(0, 0, 18), slideVec(0, 18, 0), 7, rand.New(rand.NewPCG(1, 1)))
	e := slideSphere(0, 0, 0, 0.5)
	out := slideOnce(&w, e, slideVec(2, 2, 0), 0.5)
	c := slideClear(&e)
	if out.Status != SlideSlid || !slideClose(out.Center, slideVec(0.5-c, 1, 0), 1e-14) || !slideClose(out.Velocity, slideVec(0, 2, 0), 1e-15) {
		t.Errorf("%+v", out)
	}
	if k := out.Contacts; len(k) != 1 || !slideClose(k[0].N, slideVec(1, 0, 0), 1e-15) || math.Abs(k[0].T-(0.5-c)) > 1e-14 {
		t.Errorf("contacts %+v", k)
	}
}

// Walls at x = 1 and y = 1, then also a floor at z = -1: along the crease only, then nowhere. Both stay as they are.
func TestSlide_CreaseAndCornerDoNotJitter(t *testing.T) {
	var w slideWorld
	r := rand.New(rand.NewPCG(1, 2))
	w.quad(slideVec(1, -9, -9), slideVec(0, 0, 18), slideVec(0, 18, 0), 6, r)
	w.quad(slideVec(-9, 1, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 6, r)
	e := slideSphere(0, 0, 0, 0.5)
	c := slideClear(&e)
	out := slideOnce(&w, e, slideVec(3, 2, 0.25), 1)
	if !slideClose(out.Center, slideVec(0.5-c, 0.5-c, 0.25), 1e-14) || !slideClose(out.Velocity, slideVec(0, 0, 0.25), 1e-15) {
		t.Errorf("crease: %+v", out)
	}
	w.quad(slideVec(-9, -9, -1), slideVec(18, 0, 0), slideVec(0, 18, 0), 6, r)
	e.C = slideOnce(&w, e, slideVec(3, 2, -4), 1).Center
	at := e.C
	if !slideClose(at, slideVec(0.5-c, 0.5-c, -0.5+c), 1e-14) {
		t.Errorf("corner: %v", at)
	}
	for i := range 1000 {
		v := slideVec(3*r.Float64(), 2*r.Float64(), -9*r.Float64())
		out := slideOnce(&w, e, v, 0.02)
		if out.Status != SlideStopped || out.Center != at || out.Velocity != (geom.Vec{}) {
			t.Fatalf("corner, step %d: moved by %v, %+v", i, out.Center.Sub(at), out)
		}
	}
}

// A wedge of 40° around the x axis, its edge along z: the sphere stops where its distance from both planes is r + c, at
// (r + c)/sin 20° from the edge. Without a part along the edge it stops, with one it goes on along the edge only.
func TestSlide_Wedge40(t *testing.T) {
	var w slideWorld
	a := 20 * math.Pi / 180
	up, down := slideVec(-math.Cos(a), math.Sin(a), 0), slideVec(-math.Cos(a), -math.Sin(a), 0)
	z := slideVec(0, 0, 20)
	w.quad(slideVec(0, 0, -10), up.Scale(20), z, 4, nil)
	w.quad(slideVec(0, 0, -10), z, down.Scale(20), 4, nil)
	e := slideSphere(-5, 0.3, 0, 0.5)
	stop := -(0.5 + slideClear(&e)) / math.Sin(a)
	for _, v := range []geom.Vec{slideVec(5, 0, 0), slideVec(5, 1, 0), slideVec(5, -1, 0.5), slideVec(5, 3, -2)} {
		out := slideOnce(&w, e, v, 3)
		want := slideVec(stop, 0, 3*v.Z)
		if !slideClose(out.Center, want, 1e-9) || !slideClose(out.Velocity, slideVec(0, 0, v.Z), 1e-12) {
			t.Errorf("%v: to %v with %v, want %v", v, out.Center, out.Velocity, want)
		}
		if (out.Status == SlideStopped) != (v.Z == 0) {
			t.Errorf("%v: status %d", v, out.Status)
		}
	}
}

// A wedge of 150° holds nothing: a motion aside slides out along one of its planes.
func TestSlide_OpensOutOfWideCrease(t *testing.T) {
	var w slideWorld
	a := 75 * math.Pi / 180
	up, down := slideVec(-math.Cos(a), math.Sin(a), 0), slideVec(-math.Cos(a), -math.Sin(a), 0)
	w.quad(slideVec(0, 0, -10), up.Scale(20), slideVec(0, 0, 20), 4, nil)
	w.quad(slideVec(0, 0, -10), slideVec(0, 0, 20), down.Scale(20), 4, nil)
	e := slideSphere(-3, 0, 0, 0.5)
	out := slideOnce(&w, e, slideVec(4, 2, 0), 2)
	want := up.Scale(up.Dot(slideVec(4, 2, 0))) // up the upper plane
	if out.Status != SlideSlid || !slideClose(out.Velocity, want, 1e-12) || out.Center.Y < 1 {
		t.Errorf("%+v, want velocity %v", out, want)
	}
}

// A ramp of slope 3/4 from x = 0 on; the floor before it. On the ramp the speed is the part along (0.8, 0, 0.6).
func TestSlide_Ramp(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(-9, -9, 0), slideVec(9, 0, 0), slideVec(0, 18, 0), 5, nil)
	w.quad(slideVec(0, -9, 0), slideVec(8, 0, 6), slideVec(0, 18, 0), 5, nil)
	e := slideSphere(-2, 0.1, 0.5, 0.5)
	e.C.Z += slideClear(&e)
	out := slideOnce(&w, e, slideVec(5, 0.5, 0), 0.7)
	if want := slideVec(4*0.8, 0.5, 4*0.6); !slideClose(out.Velocity, want, 1e-12) {
		t.Errorf("velocity %v, want %v", out.Velocity, want)
	}
	// Over the ramp, the distance of the centre from its plane is r + c.
	if d := -0.6*out.Center.X + 0.8*out.Center.Z; math.Abs(d-0.5-slideClear(&e)) > 1e-9 {
		t.Errorf("distance from the ramp %v", d)
	}
}

// A step of height h before a mover of radii 0.4, 0.4, 0.9 on the floor: above its middle it blocks like a wall; the
// edge of a low one lifts it along the gradient there.
func TestSlide_Step(t *testing.T) {
	for _, h := range []float64{0.1, 0.3, 1.2} {
		var w slideWorld
		w.quad(slideVec(-9, -9, 0), slideVec(9, 0, 0), slideVec(0, 18, 0), 3, nil)
		w.quad(slideVec(0, -9, 0), slideVec(0, 0, h), slideVec(0, 18, 0), 3, nil)
		w.quad(slideVec(0, -9, h), slideVec(9, 0, 0), slideVec(0, 18, 0), 3, nil)
		e := geom.Ellipsoid{C: slideVec(-1, 0, 0.9), R: slideVec(0.4, 0.4, 0.9)}
		c := slideClear(&e)
		e.C.Z += c
		out := slideOnce(&w, e, slideVec(2, 0, 0), 1)
		if h > 0.9 {
			if out.Status != SlideStopped || !slideClose(out.Center, slideVec(-0.4-c, 0, 0.9+c), 1e-14) {
				t.Errorf("step %v: %+v", h, out)
			}
			continue
		}
		// The centre is at height 0.9 + c over the floor: (x/a)² + ((h - z)/b)² = 1 with the grown radii.
		a, b := 0.4+c, 0.9+c
		x := a * math.Sqrt(1-(b-h)*(b-h)/(b*b))
		n := slideVec(-x/(a*a), 0, (b-h)/(b*b)).Normalize() // out of the edge
		v := slideVec(2, 0, 0)
		v = v.AddScaled(n, -n.Dot(v))
		if k := out.Contacts; len(k) < 1 || math.Abs(k[0].P.Z-h) > 1e-15 || !slideClose(k[0].N, n.Neg(), 1e-12) {
			t.Errorf("step %v: contacts %+v, want normal %v", h, k, n.Neg())
		}
		if out.Velocity.X <= 0 || !slideClose(out.Velocity, v, 1e-12) {
			t.Errorf("step %v: velocity %v, want %v", h, out.Velocity, v)
		}
	}
}

// A corridor 0.9 wide between solid walls 1 m long: a mover 1 m wide is stopped at its mouth, one 0.8 m wide goes
// through.
func TestSlide_Corridor(t *testing.T) {
	var w slideWorld
	for _, y := range []float64{-5.45, 0.45} {
		low := []geom.Vec{slideVec(0, y, -5), slideVec(1, y, -5), slideVec(1, y+5, -5), slideVec(0, y+5, -5)}
		high := make([]geom.Vec, 4)
		for i := range low {
			high[i] = low[i].Add(slideVec(0, 0, 10))
		}
		w.solid(low, high)
	}
	wide, slim := slideSphere(-2, 0.1, 0, 0.5), slideSphere(-2, 0.01, 0, 0.4)
	out := slideOnce(&w, wide, slideVec(10, 0, 0), 1)
	// Between both edges: the centre is at y = 0, √((r + c)² - 0.45²) before them.
	r := 0.5 + slideClear(&wide)
	if x := -math.Sqrt(r*r - 0.45*0.45); out.Status != SlideStopped || !slideClose(out.Center, slideVec(x, 0, 0), 1e-9) {
		t.Errorf("wide: %+v, want x = %v", out, x)
	}
	if out := slideOnce(&w, slim, slideVec(10, 0, 0), 1); out.Status != SlideFree || out.Center.X != 8 {
		t.Errorf("slim: %+v", out)
	}
}

// Embedded in a floor, in a floor and a wall, and in a wedge: out by the clearance along the normals, then on.
func TestSlide_PushesOutOfOverlap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	var w slideWorld
	w.quad(slideVec(-9, -9, 0), slideVec(18, 0, 0), slideVec(0, 18, 0), 9, r)
	e := slideSphere(0.1, 0.2, 0.2, 0.5)
	c := slideClear(&e)
	out := slideOnce(&w, e, slideVec(1, 0, 0), 1)
	if out.Status != SlideFree || !slideClose(out.Center, slideVec(1.1, 0.2, 0.5+c), 1e-12) || !slideClose(out.PushedOut, slideVec(0, 0, 0.3+c), 1e-12) {
		t.Errorf("floor: %+v", out)
	}
	w.quad(slideVec(1, -9, -9), slideVec(0, 0, 18), slideVec(0, 18, 0), 9, r)
	e = slideSphere(0.7, 0, 0.2, 0.5)
	out = slideOnce(&w, e, slideVec(1, 2, -1), 1)
	if !slideClose(out.Center, slideVec(0.5-c, 2, 0.5+c), 1e-12) || !slideClose(out.Velocity, slideVec(0, 2, 0), 1e-12) || out.Overlap != 0 {
		t.Errorf("floor and wall: %+v", out)
	}
	var v slideWorld
	a := 20 * math.Pi / 180
	v.quad(slideVec(0, 0, -10), slideVec(-math.Cos(a), math.Sin(a), 0).Scale(20), slideVec(0, 0, 20), 1, nil)
	v.quad(slideVec(0, 0, -10), slideVec(0, 0, 20), slideVec(-math.Cos(a), -math.Sin(a), 0).Scale(20), 1, nil)
	e = slideSphere(-1.2, 0.05, 0, 0.5) // needs 0.26 m along x
	out = slideOnce(&v, e, geom.Vec{}, 1)
	if !slideClose(out.Center, slideVec(-(0.5+c)/math.Sin(a), 0, 0), 1e-9) || out.Overlap != 0 {
		t.Errorf("wedge: %+v", out)
	}
}

// Parallel walls 0.8 m apart around a mover 1 m wide: there is no way out across them; it is reported, and along them
// the mover is free.
func TestSlide_ReportsOverlapWithoutWayOut(t *testing.T) {
	var w slideWorld
	for _, y := range []float64{-0.4, 0.4} {
		w.quad(slideVec(-9, y, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 1, nil)
	}
	e := slideSphere(0, 0, 0, 0.5)
	out := slideOnce(&w, e, slideVec(3, 1, 0), 1)
	if math.Abs(out.Overlap-0.1-slideClear(&e)) > 0.05 || !slideClose(out.Velocity, slideVec(3, 0, 0), 1e-12) || math.Abs(out.Center.Y) > 0.4 {
		t.Errorf("%+v", out)
	}
}

// slideHeight runs a mover over the plane through o with normal n, driven into the plane at some steps as by gravity,
// and turned back at the rim, and checks height, speed and direction at each step.
func slideHeight(t *testing.T, w *slideWorld, e geom.Ellipsoid, o, n, v geom.Vec, steps int, rim float64) {
	t.Helper()
	var s Slider
	var out SlideResult
	const dt = 1.0 / 60
	c := slideClear(&e)
	h := e.R.Add(slideVec(c, c, c)).Mul(n).Len() // the support of the grown ellipsoid
	speed := v.Len()
	e.C = o.AddScaled(n, h)
	worst := 0.0
	for i := range steps {
		into := v.AddScaled(n, -9.81*dt*float64(i%3))
		s.Slide(&e, into, dt, w.near(&e, into, dt, SlideOptions{}), SlideOptions{}, &out)
		d := n.Dot(out.Center.Sub(o)) - h
		worst = max(worst, math.Abs(d))
		if math.Abs(d) > 1e-9 {
			t.Fatalf("step %d: height off by %g", i, d)
		}
		if d := out.Velocity.Sub(v); d.Len() > 1e-12*speed {
			t.Fatalf("step %d: velocity off by %v, contacts %+v", i, d, out.Contacts)
		}
		v, e.C = out.Velocity, out.Center
		// Towards the middle again, in the plane.
		u := e.C.Sub(o)
		u = u.AddScaled(n, -n.Dot(u))
		if u.Len() > rim && v.Dot(u) > 0 {
			u = u.Normalize()
			v = v.AddScaled(u, -2*u.Dot(v))
			v = v.AddScaled(n, -n.Dot(v))
		}
	}
	if d := v.Len() - speed; math.Abs(d) > 1e-12*speed {
		t.Errorf("speed off by %g after %d steps", d, steps)
	}
	t.Logf("height within %.2g m", worst)
}

// Flat ground of many triangles, with T-junctions (a second tessellation in the same plane): level, tilted (where no
// vertex lies exactly in the plane), far from the origin, along edges, and under an elongated mover. Over 10,000 steps
// (a quarter of them without the tag long) the height stays within 1e-9 m and the speed within 1e-12.
func TestSlide_FlatGroundDoesNotDeflect(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for _, c := range []struct {
		name   string
		o, n   geom.Vec
		radii  geom.Vec
		jitter *rand.Rand
	}{
		{"level", geom.Vec{}, slideVec(0, 0, 1), slideVec(0.4, 0.4, 0.4), r},
		{"level, along edges", geom.Vec{}, slideVec(0, 0, 1), slideVec(0.4, 0.4, 0.4), nil},
		{"tilted", geom.Vec{}, slideVec(0.3, -0.2, 0.9), slideVec(0.4, 0.4, 0.4), r},
		{"tilted, elongated", geom.Vec{}, slideVec(0.3, -0.2, 0.9), slideVec(0.2, 0.6, 1), r},
		{"level, far", slideVec(1000.1, -700.3, 23.7), slideVec(0, 0, 1), slideVec(0.3, 0.3, 0.9), r},
		{"wall", geom.Vec{}, slideVec(-1, 0, 0), slideVec(0.3, 0.3, 0.9), r},
	} {
		n := c.n.Normalize()
		u := slideVec(n.Z, 0, -n.X).Normalize()
		v := n.Cross(u)
		var w slideWorld
		o := c.o.AddScaled(u, -6).AddScaled(v, -6)
		w.quad(o, u.Scale(12), v.Scale(12), 24, c.jitter)
		w.quad(o, u.Scale(12), v.Scale(12), 5, c.jitter)
		dir := u.Scale(3.7).AddScaled(v, 1.9)
		if c.jitter == nil {
			dir = u.Scale(3)
		}
		t.Run(c.name, func(t *testing.T) {
			slideHeight(t, &w, geom.Ellipsoid{R: c.radii}, c.o, n, dir, geomtest.Trials(10000), 5)
		})
	}
}

// Starts just beside edges, down to 1e-12 m, with motions from steep to shallower than a graze. The edge's own normal
// would turn the velocity.
func TestSlide_EdgesInFlatGroundDoNotDeflect(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 5))
	var w slideWorld
	w.quad(slideVec(-4, -4, 0), slideVec(8, 0, 0), slideVec(0, 8, 0), 8, nil)
	var s Slider
	var out SlideResult
	for range geomtest.Trials(20000) {
		e := slideSphere(math.Pow(10, -12*r.Float64())*float64(1-2*r.IntN(2)), r.Float64(), 0, 0.5)
		e.C.Z = 0.5 + slideClear(&e) + math.Pow(10, -13+4*r.Float64())*float64(1-2*r.IntN(2))
		v := slideVec(2*r.Float64()-1, 2*r.Float64()-1, -math.Pow(10, -12*r.Float64()))
		s.Slide(&e, v, 1, w.near(&e, v, 1, SlideOptions{}), SlideOptions{}, &out)
		// A motion within a graze keeps its part into the ground.
		into := 0.0
		if len(out.Contacts) == 0 {
			into = v.Z
		}
		if !slideClose(out.Velocity, slideVec(v.X, v.Y, into), 1e-12) || math.Abs(out.Center.Z-0.5-slideClear(&e)) > 1.1e-9 {
			t.Fatalf("from %v at %v: %+v", e.C, v, out)
		}
	}
}

// A mover that crosses a convex ridge of two faces goes on free of the first.
func TestSlide_LeavesRidge(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(-9, -9, 0), slideVec(9, 0, 0), slideVec(0, 18, 0), 3, nil)
	w.quad(slideVec(0, -9, 0), slideVec(8, 0, -6), slideVec(0, 18, 0), 3, nil)
	e := slideSphere(-1, 0, 0.5, 0.5)
	e.C.Z += slideClear(&e)
	out := slideOnce(&w, e, slideVec(2, 0, -1), 1)
	// Level on the first face until past the ridge, then down: the second face is reached, with the part along it.
	if out.Velocity.Z != 0 || out.Velocity.X != 2 {
		t.Errorf("%+v: the projected motion does not fall any more in this step", out)
	}
	e.C = out.Center
	v := slideVec(2, 0, -3)
	out = slideOnce(&w, e, v, 1)
	along := slideVec(0.8, 0, -0.6)
	if want := along.Scale(along.Dot(v)); !slideClose(out.Velocity, want, 1e-12) {
		t.Errorf("velocity %v, want %v", out.Velocity, want)
	}
}

func TestSlide_SeveralMeshesAndAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	var a, b slideWorld
	a.quad(slideVec(1, -9, -9), slideVec(0, 0, 18), slideVec(0, 18, 0), 6, r)
	b.quad(slideVec(-9, 2, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 6, r)
	e := geom.Ellipsoid{C: slideVec(0, 0, 0), R: slideVec(0.3, 0.6, 0.2)}
	v := slideVec(3, 4, 0.1)
	var s Slider
	var first SlideResult
	for i := range 20 {
		w := []SlideMesh{a.near(&e, v, 1, SlideOptions{})[0], b.near(&e, v, 1, SlideOptions{})[0]}
		for _, m := range w {
			r.Shuffle(len(m.Candidates), func(i, j int) { m.Candidates[i], m.Candidates[j] = m.Candidates[j], m.Candidates[i] })
		}
		var out SlideResult
		s.Slide(&e, v, 1, w, SlideOptions{}, &out)
		if i == 0 {
			first = out
			if len(out.Contacts) != 2 || out.Contacts[0].Mesh != 0 || out.Contacts[1].Mesh != 1 {
				t.Fatalf("contacts %+v", out.Contacts)
			}
		}
		if out.Center != first.Center || out.Velocity != first.Velocity || out.Contacts[1] != first.Contacts[1] {
			t.Fatalf("order of candidates matters: %+v and %+v", out, first)
		}
	}
}

func TestSlide_DepthLimitKeepsRest(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(1, -9, -9), slideVec(0, 0, 18), slideVec(0, 18, 0), 1, nil)
	w.quad(slideVec(-9, 1, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 1, nil)
	e := slideSphere(0, 0, 0, 0.5)
	v := slideVec(2, 1, 1)
	var s Slider
	var out SlideResult
	o := SlideOptions{MaxDepth: 1}
	s.Slide(&e, v, 1, w.near(&e, v, 1, o), o, &out)
	c := slideClear(&e)
	// At the second wall one contact is spent: the rest of the time, 0.5 + c, was to be done along z and y.
	if out.Status != SlideDepthLimit || len(out.Contacts) != 1 || math.Abs(out.Center.X-0.5+c) > 1e-14 || out.Remaining.X != 0 || out.Remaining.Y < 0.4 {
		t.Errorf("%+v", out)
	}
}

func TestSlide_RejectsBadArguments(t *testing.T) {
	good := slideSphere(0, 0, 0, 1)
	for i, c := range []struct {
		e  geom.Ellipsoid
		v  geom.Vec
		dt float64
		o  SlideOptions
	}{
		{slideSphere(math.NaN(), 0, 0, 1), geom.Vec{}, 1, SlideOptions{}},
		{slideSphere(0, 0, 0, 0), geom.Vec{}, 1, SlideOptions{}},
		{slideSphere(0, 0, 0, math.Inf(1)), geom.Vec{}, 1, SlideOptions{}},
		{good, slideVec(math.Inf(1), 0, 0), 1, SlideOptions{}},
		{good, slideVec(1, 0, 0), -1, SlideOptions{}},
		{good, slideVec(1, 0, 0), math.NaN(), SlideOptions{}},
		{good, slideVec(1, 0, 0), 1, SlideOptions{Clearance: -1}},
		{good, slideVec(1, 0, 0), 1, SlideOptions{Clearance: math.NaN()}},
		{good, slideVec(1, 0, 0), 1, SlideOptions{MaxDepth: -1}},
		{good, slideVec(1, 0, 0), 1, SlideOptions{MaxPush: math.Inf(1)}},
	} {
		var s Slider
		var out SlideResult
		s.Slide(&c.e, c.v, c.dt, nil, c.o, &out)
		if out.Status != SlideInvalid {
			t.Errorf("%d: status %d", i, out.Status)
		}
	}
	if err := (&SlideOptions{Clearance: -1}).Validate(); err == nil {
		t.Error("a negative clearance passes")
	}
	if err := (&SlideOptions{}).Validate(); err != nil {
		t.Error(err)
	}
}

func TestSlide_ContactIsOnTriangle(t *testing.T) {
	var w slideWorld
	w.quad(slideVec(1, -9, -9), slideVec(0, 0, 18), slideVec(0, 18, 0), 3, nil)
	e := geom.Ellipsoid{R: slideVec(0.4, 0.7, 1.1)}
	out := slideOnce(&w, e, slideVec(2, 1, 0.5), 1)
	k := out.Contacts[0]
	if kind := k.Feature >> 30; math.Abs(k.P.X-1) > 1e-15 || kind != narrowphase.FeatureFace {
		t.Errorf("%+v", k)
	}
}
