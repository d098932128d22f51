package response

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The tests of this file fail on the usual forms of the method of source 001; see ALGORITHMS.md B, known flaws.

// Radii 1 and 5, speed 1: projected in ellipsoid space the speed becomes up to 2.55. In the world it is |v|·sin of the
// angle to the wall's normal, whichever way the wall leans.
func TestSlide_ProjectsInWorldSpace(t *testing.T) {
	for i := range 60 {
		a := (float64(i) + 0.5) * math.Pi / 60
		n, u := slideVec(math.Cos(a), math.Sin(a), 0), slideVec(-math.Sin(a), math.Cos(a), 0)
		var w slideWorld
		w.quad(n.Scale(6).AddScaled(u, -50).Add(slideVec(0, 0, -50)), u.Scale(100), slideVec(0, 0, 100), 1, nil)
		e := geom.Ellipsoid{R: slideVec(1, 5, 1)}
		for j := range 12 {
			b := a + (float64(j)-5.5)*math.Pi/13
			v := slideVec(math.Cos(b), math.Sin(b), 0)
			out := slideOnce(&w, e, v, 60)
			if want := u.Scale(u.Dot(v)); out.Status != SlideSlid || !slideClose(out.Velocity, want, 1e-12) {
				t.Fatalf("wall at %v, motion at %v: velocity %v, want %v", a, b, out.Velocity, want)
			}
		}
	}
}

// A mover between two walls with 1.5 clearances of play on each side, moving almost along them: set back along its way
// by a clearance at a contact, it would go far into what is behind it. Here the back is a third wall, at 1.5 clearances
// too.
func TestSlide_IsNotSetBackAlongWay(t *testing.T) {
	e := slideSphere(0, 0, 0, 0.5)
	c := slideClear(&e)
	gap := 0.5 + 1.5*c
	var w slideWorld
	w.quad(slideVec(-9, gap, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 2, nil)
	w.quad(slideVec(-9, -gap, -9), slideVec(18, 0, 0), slideVec(0, 0, 18), 2, nil)
	w.quad(slideVec(-gap, -9, -9), slideVec(0, 18, 0), slideVec(0, 0, 18), 2, nil)
	for _, v := range []geom.Vec{slideVec(1e-3, 1, 0), slideVec(-1, 1e-3, 0), slideVec(1, 1e-2, 0), slideVec(-1e-3, -1, 0)} {
		out := slideOnce(&w, e, v, 1)
		for name, d := range map[string]float64{
			"upper": gap - out.Center.Y, "lower": gap + out.Center.Y, "back": gap + out.Center.X,
		} {
			if d-0.5 < c*(1-1e-6) {
				t.Errorf("%v: gap to the %s wall is %g clearances", v, name, (d-0.5)/c)
			}
		}
	}
}

// Only one plane at a time, a mover in a crease is thrown from wall to wall and leaks: here it must press into an acute
// crease for 10,000 steps and keep its place across it, while it goes along it.
func TestSlide_DoesNotLeakThroughCrease(t *testing.T) {
	var w slideWorld
	a := 0.2
	up, down := slideVec(-math.Cos(a), math.Sin(a), 0), slideVec(-math.Cos(a), -math.Sin(a), 0)
	w.quad(slideVec(0, 0, -50), up.Scale(9), slideVec(0, 0, 100), 8, nil)
	w.quad(slideVec(0, 0, -50), slideVec(0, 0, 100), down.Scale(9), 7, nil)
	e := slideSphere(-4, 0, 0, 0.3)
	e.C = slideOnce(&w, e, slideVec(9, 0, 0), 1).Center
	at := e.C
	var s Slider
	var out SlideResult
	for i := range 10000 {
		v := slideVec(5, 3*math.Sin(float64(i)), 0.2)
		s.Slide(&e, v, 0.02, w.near(&e, v, 0.02, SlideOptions{}), SlideOptions{}, &out)
		at.Z += 0.2 * 0.02
		if !slideClose(out.Center, at, 1e-9) {
			t.Fatalf("step %d: off by %v", i, out.Center.Sub(at))
		}
		e.C = out.Center
	}
}

// The back of a triangle blocks as its front does.
func TestSlide_BothSidesBlock(t *testing.T) {
	for _, flip := range []bool{false, true} {
		var w slideWorld
		u, v := slideVec(0, 0, 18), slideVec(0, 18, 0)
		if flip {
			u, v = v, u
		}
		w.quad(slideVec(1, -9, -9), u, v, 3, nil)
		e := slideSphere(0, 0, 0, 0.5)
		if out := slideOnce(&w, e, slideVec(5, 1, 0), 1); !slideClose(out.Velocity, slideVec(0, 1, 0), 1e-15) {
			t.Errorf("flipped %v: %+v", flip, out)
		}
	}
}

// Triangles without area, points and needles among the others change nothing and give no NaN.
func TestSlide_DegenerateTrianglesAreHarmless(t *testing.T) {
	var w, x slideWorld
	for _, m := range []*slideWorld{&w, &x} {
		m.quad(slideVec(-9, -9, 0), slideVec(18, 0, 0), slideVec(0, 18, 0), 4, nil)
	}
	for i := range 20 {
		p := slideVec(float64(i)/4-2, 0.3, 0)
		x.tri(p, p, p)
		x.tri(p, p.Add(slideVec(1, 0, 0)), p)
		x.tri(p, p.Add(slideVec(1, 0, 0)), p.Add(slideVec(2, 0, 0)))
		x.tri(p, p.Add(slideVec(1, 0, 0)), p.Add(slideVec(2, 1e-14, 0)))
	}
	e := slideSphere(-1, 0.3, 0.7, 0.5)
	for _, v := range []geom.Vec{slideVec(2, 0, -0.5), slideVec(1, 0.2, -1), slideVec(0, 0, -3)} {
		a, b := slideOnce(&w, e, v, 1), slideOnce(&x, e, v, 1)
		if a.Status != b.Status || !slideClose(a.Center, b.Center, 1e-12) || !slideClose(a.Velocity, b.Velocity, 1e-12) {
			t.Errorf("%v: %+v, with degenerate triangles %+v", v, a, b)
		}
	}
}
