package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// keptShapes are shapes of all kinds, thin ones too.
func keptShapes(t *testing.T) []geom.Shape {
	t.Helper()
	must := func(s geom.Shape, err error) geom.Shape {
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	r := rand.New(rand.NewPCG(1, 2))
	var cloud []geom.Vec
	for range 20 {
		cloud = append(cloud, geom.Vec{X: r.NormFloat64(), Y: 0.1 * r.NormFloat64(), Z: 0.3 * r.NormFloat64()})
	}
	return []geom.Shape{
		must(geom.NewBox(geom.Vec{X: 1, Y: 0.2, Z: 0.001})), must(geom.NewConvex(cloud)), must(geom.NewSphere(0.5)),
		must(geom.NewEllipsoid(geom.Vec{X: 1, Y: 0.3, Z: 0.01})), must(geom.NewCapsule(0.1, 1)), must(geom.NewCylinder(1, 0.01)), must(geom.NewCone(0.3, 1)),
	}
}

// TestKeepsApart_IsNeverTooLong: up to the time returned the separation of random pairs, apart, in touch or in each
// other, stays above the floor. A flipped sign of any term would break it: places, velocities, turns of both and the
// acceleration are all of the size that counts.
func TestKeepsApart_IsNeverTooLong(t *testing.T) {
	shapes := keptShapes(t)
	plane := geom.NewPlane()
	r := rand.New(rand.NewPCG(3, 4))
	vec := func(s float64) geom.Vec {
		return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(s)
	}
	turn := func() geom.Quat {
		return geom.Quat{W: r.NormFloat64(), V: vec(1)}.Normalize()
	}
	cut, whole, far := 0, 0, 0.0
	for n := range geomtest.Trials(2000) {
		kind := n % 3 // 0 two shapes, 1 a triangle, 2 a plane
		a := Part{Shape: &shapes[r.IntN(len(shapes))], At: geom.Transform{P: vec(0.3), Q: turn()}}
		b := Part{Shape: &shapes[r.IntN(len(shapes))], At: geom.Transform{P: vec(0.3), Q: turn()}}
		spin, speed := []float64{0, 1, 20}[r.IntN(3)], []float64{0, 1, 20}[r.IntN(3)]
		sa := geom.Sweep{Q: turn(), V: vec(speed), W: vec(spin)}
		sb := geom.Sweep{C: vec(1), Q: turn(), V: vec(speed), W: vec([]float64{0, 1, 20}[r.IntN(3)])}
		tri := geom.Triangle{A: vec(2), B: vec(2), C: vec(2)}
		acc := vec([]float64{0, 100}[r.IntN(2)])
		const duration = 0.02
		if kind == 2 {
			b = Part{Shape: &plane, At: geom.Transform{Q: geom.IdentityQuat()}}
		}
		if kind > 0 {
			sb.V, sb.W = geom.Vec{}, geom.Vec{}
		}
		// The acceleration is given to A, against the axis of B relative to A.
		at := func(s float64) (float64, geom.Vec) {
			pa, pb := sa.At(s), sb.At(s)
			pa.P = pa.P.AddScaled(acc, -0.5*s*s)
			x, y := a.In(pa), b.In(pb)
			if kind == 1 {
				return SeparationTriangle(&x, &tri)
			}
			return Separation(&x, &y)
		}
		sep, axis := at(0)
		// Bring them nearly into touch.
		shift := axis.Scale(sep + 1e-3*r.NormFloat64())
		sa.C = sa.C.Add(shift)
		if sep, axis = at(0); sep < -0.1 {
			continue
		}
		floor := math.Min(sep, 0) - []float64{1e-5, 1e-3, 0.02}[r.IntN(3)]
		var end geom.Vec
		if n%2 == 1 {
			_, end = at(duration)
		}
		var got float64
		if kind == 1 {
			got = KeepsApartTriangle(&a, &sa, &tri, acc, axis, end, floor, duration)
		} else {
			got = KeepsApart(&a, &sa, &b, &sb, acc, axis, end, floor, duration)
		}
		if !(got > 0) || got > duration {
			t.Fatalf("%d: %g s, kind %d %v %v sep %g floor %g", n, got, kind, a.Shape.Kind, b.Shape.Kind, sep, floor)
		}
		for i := range 40 {
			s := got * float64(i+1) / 40
			if now, _ := at(s); now < floor-1e-9 {
				t.Errorf("%d, kind %d, %v on %v: separation %g at %g of %g s, floor %g, %g at the start", n, kind, a.Shape.Kind, b.Shape.Kind, now, s, got, floor, sep)
				break
			}
		}
		if got < duration {
			cut++
			if now, _ := at(got); (now-floor)/(sep-floor) < 0.5 {
				far++
			}
		} else {
			whole++
		}
	}
	t.Logf("%d cut, %g of them near the floor, %d whole", cut, far, whole)
	if cut < geomtest.Trials(500) || whole < geomtest.Trials(200) || far < 0.2*float64(cut) {
		t.Error("too few")
	}
}

// TestKeepsApart_AHeldBarByHand: a bar of length 2 and no width to speak of stands on a plane with one end and turns
// about it with 1 rad/s towards the plane: its far end is down when the angle a is through. The bound along the plane's
// axis is a's to first order, short of it by about its second.
func TestKeepsApart_AHeldBarByHand(t *testing.T) {
	shape, err := geom.NewBox(geom.Vec{X: 1, Y: 0.01, Z: 1e-9})
	if err != nil {
		t.Fatal(err)
	}
	plane := geom.NewPlane()
	const a, floor = 0.1, -1e-5
	w := geom.Vec{Y: 1}
	c := geom.Vec{X: math.Cos(a), Z: math.Sin(a)}
	sa := geom.Sweep{C: c, Q: geom.QuatExp(geom.Vec{Y: -a}), V: w.Cross(c), W: w}
	sb := geom.Sweep{Q: geom.IdentityQuat()}
	at := geom.Transform{Q: geom.IdentityQuat()}
	x, y := Part{&shape, at}, Part{&plane, at}
	got := KeepsApart(&x, &sa, &y, &sb, geom.Vec{}, geom.Vec{Z: -1}, geom.Vec{}, floor, 1)
	// Straight on, the held end would sink by M s²/2 = s²/2.
	if want := math.Sqrt(-2 * floor); math.Abs(got-want) > 0.02*want {
		t.Errorf("%g s, want %g", got, want)
	}
}

// TestKeepsApart_WhatRevolves: shapes of revolution that turn fast about their line, and slowly across it, stay above
// the floor up to the time returned, whatever stands still beside them; without a turn of the line it is the whole time.
func TestKeepsApart_WhatRevolves(t *testing.T) {
	var shapes []geom.Shape
	for _, s := range keptShapes(t) {
		if a := s.Axis(); a >= 0 && a < 3 {
			shapes = append(shapes, s)
		}
	}
	egg, err := geom.NewEllipsoid(geom.Vec{X: 0.2, Y: 0.5, Z: 0.2})
	if err != nil {
		t.Fatal(err)
	}
	shapes = append(shapes, egg)
	plane := geom.NewPlane()
	r := rand.New(rand.NewPCG(5, 6))
	vec := func(s float64) geom.Vec {
		return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Scale(s)
	}
	cut := 0
	for n := range geomtest.Trials(1000) {
		shape := &shapes[n%len(shapes)]
		a := Part{Shape: shape, At: geom.Transform{P: unitVec(shape.Axis(), r.NormFloat64()), Q: geom.IdentityQuat()}}
		sa := geom.Sweep{Q: geom.Quat{W: r.NormFloat64(), V: vec(1)}.Normalize()}
		tilt := []float64{0, 1, 10}[n/len(shapes)%3]
		sa.W = sa.Q.Rotate(unitVec(shape.Axis(), 300)).Add(vec(tilt))
		tri := geom.Triangle{A: vec(2), B: vec(2), C: vec(2)}
		b, sb := Part{Shape: &plane, At: geom.Transform{Q: geom.IdentityQuat()}}, geom.Sweep{Q: geom.IdentityQuat()}
		at := func(s float64) (float64, geom.Vec) {
			x, y := a.In(sa.At(s)), b.In(sb.At(s))
			if n%2 == 0 {
				return SeparationTriangle(&x, &tri)
			}
			return Separation(&x, &y)
		}
		sep, axis := at(0)
		sa.C = axis.Scale(sep - 1e-3)
		sep, axis = at(0)
		if sep < 0 {
			continue
		}
		const duration, floor = 0.02, -1e-5
		var got float64
		if n%2 == 0 {
			got = KeepsApartTriangle(&a, &sa, &tri, geom.Vec{}, axis, geom.Vec{}, floor, duration)
		} else {
			got = KeepsApart(&a, &sa, &b, &sb, geom.Vec{}, axis, geom.Vec{}, floor, duration)
		}
		if tilt == 0 && got < duration {
			t.Errorf("%d, %v: %g s without a tilt", n, shape.Kind, got)
		}
		if got < duration {
			cut++
		}
		for i := range 40 {
			s := got * float64(i+1) / 40
			if now, _ := at(s); now < floor-1e-9 {
				t.Errorf("%d, %v: separation %g at %g of %g s, floor %g", n, shape.Kind, now, s, got, floor)
				break
			}
		}
	}
	if cut < geomtest.Trials(100) {
		t.Errorf("%d cut", cut)
	}
}
