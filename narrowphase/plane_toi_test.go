package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// The rotating rod and square of the validation table, as a hull without width to speak of and as a box: the first
// roots of 2 - 3t = |sin(0.3 + 7t)|/2 and 2 - 3t = (|sin| + |cos|)/2. The rod is a bipyramid with a waist of 1e-9; at
// over 3 m/s 1e-9·0.5 m is 2e-10 s. The same rod as a capsule of radius 1e-9.
func TestTimeOfImpactPlane_RodAndSquare(t *testing.T) {
	const thin = 1e-9
	bipyramid, err := geom.NewConvex([]geom.Vec{{X: 0.5}, {X: -0.5}, {Y: thin}, {Y: -thin}, {Z: thin}, {Z: -thin}})
	if err != nil {
		t.Fatal(err)
	}
	square, _ := geom.NewBox(geom.Vec{X: 0.5, Y: 0.5, Z: 0.5})
	capsule, _ := geom.NewCapsule(thin, 0.5)
	plane := geom.NewPlane()
	ground, at := Part{&plane, geom.Transform{Q: geom.IdentityQuat()}}, geom.Transform{Q: geom.IdentityQuat()}
	for _, c := range []struct {
		name string
		s    *geom.Shape
		at   geom.Transform
		want float64
	}{
		{"rod", &bipyramid, at, 0.5354416482669},
		{"capsule", &capsule, geom.Transform{Q: geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)}, 0.5354416482669},
		{"square", &square, at, 0.4541900067612},
	} {
		s := geom.Sweep{C: geom.Vec{Z: 2}, Q: geom.AxisAngle(geom.Vec{Y: 1}, 0.3), V: geom.Vec{Z: -3}, W: geom.Vec{Y: 7}}
		sb := geom.Sweep{Q: geom.IdentityQuat()}
		part := Part{c.s, c.at}
		out := TimeOfImpactPlane(&part, &s, &ground, &sb, 1, 0)
		if early := c.want - out.Time; out.Status != Hit || early < -1e-13 || early > 1e-9 || out.N.Z != -1 {
			t.Errorf("%s: %+v, early by %g", c.name, out, early)
		}
	}
}

// planeQuery is one query of a body and a half space.
type planeQuery struct {
	a, b             Part
	sa, sb           geom.Sweep
	duration, target float64
}

func (q *planeQuery) run() TOI {
	return TimeOfImpactPlane(&q.a, &q.sa, &q.b, &q.sb, q.duration, q.target)
}

// gap is the height at time t by the closed forms.
func (q *planeQuery) gap(t float64) float64 {
	b := q.b.In(geom.Transform{P: q.sb.C.AddScaled(q.sb.V, t), Q: q.sb.Q})
	a := q.a.In(q.sa.At(t))
	return planeGap(a.Shape, a.Pose, planeUp(b.Pose.Q), b.Pose.P)
}

// speed bounds the rate of the gap.
func (q *planeQuery) speed() float64 {
	return q.sa.V.Sub(q.sb.V).Len() + q.sa.W.Len()*q.a.Shape.Reach(q.a.At.ApplyInv(geom.Vec{}))
}

// staysAbove walks from one time to another by steps that cannot pass the target, and returns whether it stayed at or
// above it less slack, and whether it could tell.
func (q *planeQuery) staysAbove(from, to, slack float64) (above, decided bool) {
	speed := q.speed()
	t := from
	for i := 0; i < 50000; i++ {
		g := q.gap(t) - q.target
		switch {
		case g < -slack:
			return false, true
		case t >= to:
			return true, true
		}
		t = math.Min(to, t+(math.Max(g, 0)+slack)/speed)
	}
	return true, false
}

// planeQuery returns a query of a body that comes near the plane, or into it, at some time.
func (r toiRand) planeQuery(t testing.TB, kind geom.ShapeKind, spin, duration float64) planeQuery {
	ground, pose := r.planeGround()
	up := planeUp(pose.Q)
	q := planeQuery{a: Part{r.planeShape(t, kind), geom.Transform{Q: geom.IdentityQuat()}}, b: Part{ground, geom.Transform{P: r.vec(1), Q: r.quat()}}, duration: duration}
	q.sb = geom.Sweep{C: pose.Apply(q.b.At.Q.Conj().Rotate(q.b.At.P).Neg()), Q: pose.Q.Mul(q.b.At.Q.Conj())}
	if r.IntN(2) == 0 {
		q.a.At = geom.Transform{P: r.vec(0.5), Q: r.quat()}
	}
	if r.IntN(4) == 0 {
		q.sb.V = r.vec(5)
	}
	w := r.dir().Scale(r.between(0, spin))
	att := r.quat()
	switch r.IntN(5) {
	case 0: // spins about its own axis, lying
		att = pose.Q.Mul(geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2)).Mul(q.a.At.Q.Conj())
		w = att.Mul(q.a.At.Q).Rotate(geom.Vec{Z: 1}).Scale(w.Len())
	case 1: // turns about the plane's normal, standing
		att = pose.Q.Mul(q.a.At.Q.Conj())
		w = up.Scale(w.Len())
	}
	v := r.dir().Scale(r.between(0, 20))
	if r.IntN(6) == 0 {
		v = geom.Vec{}
	}
	q.sa = toiBackFrom(r.vec(2), att, v, w, r.between(0, duration))
	s := r.between(0, duration)
	q.sa.C = q.sa.C.AddScaled(up, r.between(-0.1, 0.1)-q.gap(s))
	return q
}

// The oracle walks along the closed form of the height: never below the target before Time, within 1e-9 of the size
// above it at Time, and for a miss never below it at all.
func TestTimeOfImpactPlane_IsNeverLateNorEarly(t *testing.T) {
	n := 300
	if geomtest.Long {
		n = 600
	}
	for c, class := range []struct{ spin, duration float64 }{{0, 1.0 / 60}, {8, 1.0 / 60}, {200, 1.0 / 60}, {8, 1}} {
		r := newToiRand(uint64(100 + c))
		for _, kind := range planeKinds {
			hits, miss, in, through, undecided := 0, 0, 0, 0, 0
			for k := 0; k < n; k++ {
				q := r.planeQuery(t, kind, class.spin, class.duration)
				tol := 1e-9 * q.a.Shape.Extent()
				if k%4 == 3 {
					q.target = 1e-3 * q.a.Shape.Extent()
				}
				start := q.gap(0)
				out := q.run()
				slack := 1e-6*tol*(1+float64(class.duration*class.spin)) + 1e-14 // rounding of coordinates to 10 m
				switch {
				case start <= q.target+1.25*tol:
					in++
					if start < -1e-5 && out.Status != Overlapping {
						t.Fatalf("%v %+v: starts at %v: %+v", kind, class, start, out)
					}
				case out.Status == Hit:
					hits++
					if g := q.gap(out.Time); !(g > q.target-slack && g <= q.target+tol+slack) || math.Abs(g-out.Separation) > slack {
						t.Fatalf("%v %+v: at %v above the target: %+v", kind, class, g-q.target, out)
					}
					above, decided := q.staysAbove(0, out.Time, tol)
					if !above {
						t.Fatalf("%v %+v: late: %+v", kind, class, out)
					}
					if !decided {
						undecided++
					}
					if q.gap(q.duration) > q.target+tol {
						through++
					}
				case out.Status == Miss:
					miss++
					above, decided := q.staysAbove(0, q.duration, tol)
					if !above {
						t.Fatalf("%v %+v: missed", kind, class)
					}
					if !decided {
						undecided++
					}
				default:
					t.Fatalf("%v %+v: starts at %v: %+v", kind, class, start, out)
				}
			}
			if hits < geomtest.Eighth(30) || miss < geomtest.Eighth(10) || in < geomtest.Eighth(20) || class.spin == 200 && through < geomtest.Eighth(8) && kind != geom.ShapeSphere || undecided > geomtest.Eighth(12) {
				t.Errorf("%v %+v: hits %d, misses %d, starts in contact %d, through %d, undecided %d", kind, class, hits, miss, in, through, undecided)
			}
		}
	}
}

// A shape that touches and leaves with its spin hits with its other end, or leaves for good; one that closes, rests or
// is too deep is overlapping, in touch above the target a hit at once.
func TestTimeOfImpactPlane_StartsInTouch(t *testing.T) {
	plane := geom.NewPlane()
	ground, sb := Part{&plane, geom.Transform{Q: geom.IdentityQuat()}}, geom.Sweep{Q: geom.IdentityQuat()}
	box, _ := geom.NewBox(geom.Vec{X: 1, Y: 0.1, Z: 0.1})
	cylinder, _ := geom.NewCylinder(0.1, 1)
	ellipsoid, _ := geom.NewEllipsoid(geom.Vec{X: 1, Y: 0.1, Z: 0.2})
	along := geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)
	for _, c := range []struct {
		name string
		part Part
	}{
		{"box", Part{&box, geom.Transform{Q: geom.IdentityQuat()}}},
		{"cylinder", Part{&cylinder, geom.Transform{Q: along}}},
		{"ellipsoid", Part{&ellipsoid, geom.Transform{Q: geom.IdentityQuat()}}},
	} {
		size := c.part.Shape.Extent()
		for _, from := range []float64{-3e-7 * size, 0, 0.5e-9 * size, 1e-9 * size} {
			// Tilted: the end at -x is low; w about +y lowers the end at +x.
			q := geom.AxisAngle(geom.Vec{Y: 1}, -0.3)
			s := geom.Sweep{Q: q}
			query := planeQuery{a: c.part, b: ground, sa: s, sb: sb, duration: 1}
			lift := func(h float64) { query.sa.C.Z += h - query.gap(0) }
			lift(from)

			query.sa.V, query.sa.W = geom.Vec{Z: 0.5}, geom.Vec{Y: 2}
			out := query.run()
			if out.Status != Hit || out.Time < 0.01 || math.Abs(query.gap(out.Time)) > 1.01e-9*size {
				t.Errorf("%s from %g: other end: %+v", c.name, from, out)
			}
			if above, ok := query.staysAbove(1e-3, out.Time, 1e-9*size); !above || !ok {
				t.Errorf("%s from %g: other end: late: %+v", c.name, from, out)
			}
			query.sa.V, query.sa.W = geom.Vec{Z: 5}, geom.Vec{Y: 2}
			if out := query.run(); out.Status != Miss || out.Time != 1 {
				t.Errorf("%s from %g: leaves: %+v", c.name, from, out)
			}
			want := Overlapping
			if query.gap(0) > 0 {
				want = Hit
			}
			for _, v := range []geom.Vec{{Z: -1}, {Z: -1e-6}} {
				query.sa.V, query.sa.W = v, geom.Vec{Y: -0.5}
				if out := query.run(); out.Status != want || out.Time > 2e-9 {
					t.Errorf("%s from %g: closes at %v: %+v", c.name, from, v, out)
				}
			}
			query.sa.V, query.sa.W = geom.Vec{X: 3}, geom.Vec{Z: 4} // slides and yaws: neither nearer nor farther
			if out := query.run(); (out.Status == Overlapping) != (want == Overlapping) {
				t.Errorf("%s from %g: slides: %+v", c.name, from, out)
			}
			query.sa.V, query.sa.W = geom.Vec{Z: 1}, geom.Vec{}
			lift(-3e-6 * size)
			if out := query.run(); out.Status != Overlapping || out.Time != 0 {
				t.Errorf("%s: deep: %+v", c.name, out)
			}
		}
	}
}

// One end starts 3e-7 deep and rises, the other arrives after 1e-7 s, before the first has left: that is a hit, then.
func TestTimeOfImpactPlane_OtherEndArrivesFirst(t *testing.T) {
	plane := geom.NewPlane()
	ground, sb := Part{&plane, geom.Transform{Q: geom.IdentityQuat()}}, geom.Sweep{Q: geom.IdentityQuat()}
	box, _ := geom.NewBox(geom.Vec{X: 1, Y: 0.1, Z: 0.1})
	cylinder, _ := geom.NewCylinder(0.1, 1)
	capsule, _ := geom.NewCapsule(0.1, 1)
	along := geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2)
	for _, part := range []Part{{&box, geom.Transform{Q: geom.IdentityQuat()}}, {&cylinder, geom.Transform{Q: along}}, {&capsule, geom.Transform{Q: along}}} {
		q := planeQuery{a: part, b: ground, sb: sb, duration: 1}
		q.sa = geom.Sweep{Q: geom.AxisAngle(geom.Vec{Y: 1}, -2e-7), W: geom.Vec{Y: 1}}
		q.sa.C.Z = -3e-7 - q.gap(0)
		if out := q.run(); out.Status != Hit || math.Abs(out.Time-1e-7) > 3e-9 || math.Abs(out.Separation+2e-7) > 1e-8 {
			t.Errorf("%v: %+v", part.Shape.Kind, out)
		}
		// The other end all but there at the start, and falling: in contact, since the first is still in.
		q.sa.Q = geom.AxisAngle(geom.Vec{Y: 1}, -(3e-7+0.5e-9)/2)
		q.sa.C.Z += -3e-7 - q.gap(0)
		if out := q.run(); out.Status != Overlapping || out.Time != 0 {
			t.Errorf("%v, other end in touch: %+v", part.Shape.Kind, out)
		}
	}
	// Two sides of one rim are not told apart: a coin that rocks is found late by the depth at the start.
	coin, _ := geom.NewCylinder(1, 0.1)
	q := planeQuery{a: Part{&coin, geom.Transform{Q: geom.IdentityQuat()}}, b: ground, sb: sb, duration: 1}
	q.sa = geom.Sweep{Q: geom.AxisAngle(geom.Vec{Y: 1}, -2e-7), W: geom.Vec{Y: 1}}
	q.sa.C.Z = -3e-7 - q.gap(0)
	if out := q.run(); out.Status != Hit || out.Time < 1e-7 || out.Time > 4e-7 || out.Separation < -3e-7 {
		t.Errorf("coin: %+v", out)
	}
}

// Just above the plane, what rolls without sliding stays there: a cylinder, a sphere and an ellipsoid of revolution
// never come nearer.
func TestTimeOfImpactPlane_RollingIsNoImpact(t *testing.T) {
	plane := geom.NewPlane()
	ground, sb := Part{&plane, geom.Transform{Q: geom.IdentityQuat()}}, geom.Sweep{Q: geom.IdentityQuat()}
	cylinder, _ := geom.NewCylinder(0.5, 1)
	sphere, _ := geom.NewSphere(0.5)
	ellipsoid, _ := geom.NewEllipsoid(geom.Vec{X: 0.5, Y: 0.5, Z: 2})
	for _, s := range []*geom.Shape{&cylinder, &sphere, &ellipsoid} {
		q := planeQuery{a: Part{s, geom.Transform{Q: geom.IdentityQuat()}}, b: ground, sb: sb, duration: 10}
		q.sa = geom.Sweep{C: geom.Vec{Z: 0.5 + 1e-6}, Q: geom.AxisAngle(geom.Vec{X: 1}, math.Pi/2), V: geom.Vec{X: 10}, W: geom.Vec{Y: 20}}
		if out := q.run(); out.Status != Miss || out.Iterations > 2 {
			t.Errorf("%v: %+v", s.Kind, out)
		}
	}
}

// A vertex that spins fast over a slowly sinking body: the root is in a turn far away, and is the first.
func TestTimeOfImpactPlane_ManyTurns(t *testing.T) {
	plane := geom.NewPlane()
	ground, sb := Part{&plane, geom.Transform{Q: geom.IdentityQuat()}}, geom.Sweep{Q: geom.IdentityQuat()}
	sphere, _ := geom.NewSphere(0.1)
	r := newToiRand(9)
	for k := 0; k < 2000; k++ {
		// The centre is at (1, 0, 0) in the body: its height is z + v·t - sin(w·t + f), least at w·t + f = π/2 + 2πk.
		w, v, f := r.between(1, 1000), -math.Exp(r.between(-8, 1)), r.between(0, 6)
		q := planeQuery{a: Part{&sphere, geom.Transform{P: geom.Vec{X: 1}, Q: geom.IdentityQuat()}}, b: ground, sb: sb, duration: 1e6}
		q.sa = geom.Sweep{C: geom.Vec{Z: r.between(1.2, 5)}, Q: geom.AxisAngle(geom.Vec{Y: 1}, f), V: geom.Vec{Z: v}, W: geom.Vec{Y: w}}
		out := q.run()
		height := func(t float64) float64 { return q.sa.C.Z - 0.1 + v*t - math.Sin(w*t+f) }
		if out.Status != Hit || math.Abs(height(out.Time)) > 1e-9*0.1+1e-12*w*out.Time {
			t.Fatalf("w %v, v %v: %+v, height %v", w, v, out, height(out.Time))
		}
		// Heights one turn earlier are larger by -2πv/w, and within the last turn it falls.
		period := 2 * math.Pi / w
		for i := 1; i <= 64; i++ {
			if s := out.Time - period*float64(i)/64; s > 0 && height(s) < 0 {
				t.Fatalf("w %v, v %v: below the plane at %v, %v turns before %+v", w, v, s, (out.Time-s)/period, out)
			}
		}
	}
}

func TestTimeOfImpactPlane_NotFinite(t *testing.T) {
	r := newToiRand(5)
	for _, kind := range planeKinds {
		for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
			q := r.planeQuery(t, kind, 8, 1)
			for i, p := range []*float64{&q.sa.C.X, &q.sa.V.Y, &q.sa.W.Z, &q.duration, &q.target} {
				keep := *p
				*p = bad
				if out := q.run(); out.Status != Unresolved && !(i == 3 && bad < 0) || math.IsNaN(out.Time) && i < 3 {
					t.Errorf("%v: input %d is %v: %+v", kind, i, bad, out)
				}
				*p = keep
			}
		}
	}
}

func TestPlane_DoesNotAllocate(t *testing.T) {
	r := newToiRand(6)
	for _, kind := range planeKinds {
		q := r.planeQuery(t, kind, 8, 1)
		a, b := q.a.In(q.sa.At(0)), q.b.In(q.sb.At(0))
		var m Manifold
		if n := testing.AllocsPerRun(20, func() {
			q.run()
			SeparationPlane(&a, &b)
			MTVPlane(&a, &b)
			CollidePlane(&a, &b, 10, &m)
			SweepPlane(&a, &b, q.sa.V, q.sb.V, 1, 0)
		}); n != 0 {
			t.Errorf("%v: %v allocations", kind, n)
		}
	}
}

func BenchmarkTimeOfImpactPlane(b *testing.B) {
	for _, kind := range planeKinds {
		b.Run(kind.String(), func(b *testing.B) {
			r := newToiRand(7)
			var queries []planeQuery
			for len(queries) < 64 {
				if q := r.planeQuery(b, kind, 8, 1.0/60); q.run().Status != Overlapping {
					queries = append(queries, q)
				}
			}
			b.ReportAllocs()
			k, its := 0, 0
			for b.Loop() {
				its += queries[k%64].run().Iterations
				k++
			}
			b.ReportMetric(float64(its)/float64(k), "iterations/op")
		})
	}
}

func BenchmarkCollidePlane(b *testing.B) {
	for _, kind := range planeKinds {
		b.Run(kind.String(), func(b *testing.B) {
			r := newToiRand(8)
			ground, pose := r.planeGround()
			plane, shape := Convex{ground, pose}, Convex{r.planeShape(b, kind), pose}
			var m Manifold
			b.ReportAllocs()
			for b.Loop() {
				CollidePlane(&shape, &plane, 0.02, &m)
			}
		})
	}
}

// Whatever starts in touch: until Time it is never deeper than at the start or the target; and what rises fast enough
// to be seen is followed, what sinks is in contact at once.
func TestTimeOfImpactPlane_StartsInTouchAtRandom(t *testing.T) {
	n := 120
	if geomtest.Long {
		n = 400
	}
	for c, class := range []struct{ spin, duration float64 }{{0, 1.0 / 60}, {8, 1.0 / 60}, {200, 1.0 / 60}, {8, 1}} {
		r := newToiRand(uint64(200 + c))
		for _, kind := range planeKinds {
			hits, miss, over, undecided := 0, 0, 0, 0
			for k := 0; k < n; k++ {
				q := r.planeQuery(t, kind, class.spin, class.duration)
				size := q.a.Shape.Extent()
				tol := 1e-9 * size
				up := planeUp(q.b.In(geom.Transform{Q: q.sb.Q}).Pose.Q)
				start := []float64{0, 0.5 * tol, -tol, -5e-7 * size}[r.IntN(4)]
				q.sa.C = q.sa.C.AddScaled(up, start-q.gap(0))
				if r.IntN(3) > 0 { // rather up than down
					q.sa.V = q.sa.V.AddScaled(up, 10)
				}
				const dt = 1e-7
				rate := (q.gap(dt) - q.gap(0)) / dt
				out := q.run()
				if rate > 0.5 && out.Status == Overlapping || rate < -0.5 && out.Status == Miss || rate < -0.5 && out.Time > 1e-8 {
					t.Fatalf("%v %+v: rate %v from %g: %+v", kind, class, rate, start, out)
				}
				switch out.Status {
				case Hit:
					hits++
				case Miss:
					miss++
				case Overlapping:
					over++
				default:
					t.Fatalf("%v %+v: %+v", kind, class, out)
				}
				floor := q
				floor.target = math.Min(start, 0)
				above, decided := floor.staysAbove(0, out.Time, 2*tol)
				if !above {
					t.Fatalf("%v %+v: rate %v from %g: late: %+v", kind, class, rate, start, out)
				}
				if !decided {
					undecided++
				}
			}
			if hits < geomtest.Eighth(4) || miss < geomtest.Eighth(100) || over < geomtest.Eighth(30) || undecided > geomtest.Eighth(20) {
				t.Errorf("%v %+v: %d hits, %d misses, %d in contact, %d undecided", kind, class, hits, miss, over, undecided)
			}
		}
	}
}
