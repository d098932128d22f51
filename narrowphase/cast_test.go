package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// castMoved returns both shapes at time t.
func castMoved(a, b *Convex, va, vb geom.Vec, t float64) (Convex, Convex) {
	x, y := *a, *b
	x.Pose.P = a.Pose.P.AddScaled(va, t)
	y.Pose.P = b.Pose.P.AddScaled(vb, t)
	return x, y
}

// castGap is the distance of the shapes at time t, or minus the depth.
func castGap(a, b *Convex, va, vb geom.Vec, t float64) float64 {
	x, y := castMoved(a, b, va, vb, t)
	d := Distance(&x, &y)
	if d.Status == DistanceDeep {
		m, _ := Penetration(&x, &y)
		return -m.Depth
	}
	return d.Gap
}

// The gap is a convex function of time. So a hit is proved by a gap at Time equal to the margin and falling, the last
// contact by one that grows; a miss by the least gap. All pairs of kinds, speeds to 1e5 m/s, durations from 1e-9 s.
func TestCast_ProvedByGaps(t *testing.T) {
	hits, misses, overlaps, grazes, late := 0, 0, 0, 0, 0.0
	for ka := geom.ShapeBox; ka <= geom.ShapeCone; ka++ {
		for kb := geom.ShapeBox; kb <= geom.ShapeCone; kb++ {
			r := rand.New(rand.NewPCG(uint64(ka), 30+uint64(kb)))
			for i := 0; i < geomtest.Trials(60); i++ {
				aspect := []float64{1.5, 5, 50}[i%3]
				a, b := distPair(t, r, ka, kb, aspect)
				if i%4 != 0 {
					b.Pose.P = b.Pose.P.AddScaled(sweepUnit(r), 5)
				}
				size := max(a.Shape.Extent(), b.Shape.Extent())
				aim := a.Pose.P.Add(sweepUnit(r).Scale(1.5 * size * r.Float64())).Sub(b.Pose.P)
				duration := sweepLog(r, 1e-5, 10)
				if i%3 == 1 {
					duration = sweepLog(r, 1e-9, 1e3)
				}
				speed := math.Min(sweepLog(r, 0.8, 10)*aim.Len()/duration, 1e5)
				vb := aim.Normalize().Scale(speed)
				va := geom.Vec{}
				if i%2 == 0 {
					va = sweepUnit(r).Scale(speed * 0.5)
					vb = vb.Add(va)
				}
				margin := 0.0
				// That of polyhedra is not the distance, see SweepHulls.
				if i%5 == 0 && !(a.Shape.Polyhedral() && b.Shape.Polyhedral()) {
					margin = sweepLog(r, 1e-4, 0.1)
				}
				s := Cast(&a, &b, va, vb, duration, margin)
				tol := 1e-9*size + 8*0x1p-52*(a.Pose.P.MaxAbs()+b.Pose.P.MaxAbs()+speed*duration+10)
				gap := func(time float64) float64 { return castGap(&a, &b, va, vb, time) - margin }
				start := gap(0)
				switch s.Status {
				case Hit:
					hits++
					at, before := gap(s.Time), gap(s.Time*(1-1e-6))
					late = math.Max(late, -at/size)
					x, y := castMoved(&a, &b, va, vb, s.Time)
					if s.Time < 0 || s.Time > duration || math.Abs(at) > tol || s.Time > 0 && before < at-tol*1e-3 || start < -tol {
						t.Fatalf("%v %v %d: at 0 %g, before %g, at %v %g, %+v", ka, kb, i, start, before, s.Time, at, s.Status)
					}
					if width := -distHeight(&x, x.Pose.P, s.N) - distHeight(&y, x.Pose.P, s.N.Neg()); math.Abs(width-margin) > 2*tol {
						t.Fatalf("%v %v %d: gap along N %g, margin %g", ka, kb, i, width, margin)
					}
					if s.Set.Count == 0 {
						t.Fatalf("%v %v %d: no contact set", ka, kb, i)
					}
					for _, p := range s.Set.Points[:s.Set.Count] {
						if oa, ob := distOff(&x, p), distOff(&y, p); oa > margin/2+tol || ob > margin/2+tol || oa < -tol || ob < -tol {
							if margin == 0 || oa > margin || ob > margin {
								t.Fatalf("%v %v %d: point off by %g and %g, margin %g, of %d, N %v", ka, kb, i, oa, ob, margin, s.Set.Count, s.N)
							}
						}
					}
				case Overlapping:
					overlaps++
					if start > tol {
						t.Fatalf("%v %v %d: overlapping, but %g apart", ka, kb, i, start)
					}
				case Miss:
					misses++
					if start < -tol {
						t.Fatalf("%v %v %d: missed, but %g in each other", ka, kb, i, start)
					}
					if start < tol {
						break
					}
					lo, hi := 0.0, duration
					for range 80 {
						p, q := lo+(hi-lo)*0.45, lo+(hi-lo)*0.55
						if gap(p) < gap(q) {
							hi = q
						} else {
							lo = p
						}
					}
					if least := gap(lo); least < -tol {
						t.Fatalf("%v %v %d: missed, but %g in each other at %v of %v", ka, kb, i, least, lo, duration)
					} else if least < 0.01 {
						grazes++
					}
				default:
					t.Fatalf("%v %v %d: %v", ka, kb, i, s.Status)
				}
				if s.Status != Miss {
					if x := gap(s.Exit); s.Exit < s.Time || s.Exit > s.Time && math.Abs(x) > tol+8*0x1p-52*speed*s.Exit || gap(s.Exit+1e-5*size/speed) < x-tol {
						t.Fatalf("%v %v %d: exit %v after %v, gap %g, later %g", ka, kb, i, s.Exit, s.Time, x, gap(s.Exit+1e-5*size/speed))
					}
				}
			}
		}
	}
	t.Logf("%d hits, at most %.1e of the size late, %d misses, %d of them near, %d overlap", hits, late, misses, grazes, overlaps)
	if hits < geomtest.Trials(1000) || misses < geomtest.Trials(500) || overlaps < geomtest.Trials(50) || grazes < geomtest.Trials(10) {
		t.Error("too few cases of a kind")
	}
	if late > 1e-12 {
		t.Errorf("late by %g of the size", late)
	}
}

// Worked out by hand: status, first and last time, normal and the points of touch. A ball that goes along an edge,
// beside it by 3 and 4, or leaves one at right angles has a gap that is quadratic in time: 1e-5 s are 1e-11 m.
func TestCast_ByHand(t *testing.T) {
	id, turned := geom.IdentityQuat(), geom.AxisAngle(geom.Vec{Y: 1}, math.Pi/2) // z to x
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	box := func(hx, hy, hz float64, p geom.Vec) Convex {
		s, err := geom.NewBox(v(hx, hy, hz))
		return distAt(t, s, err, p.X, p.Y, p.Z, id)
	}
	sphere := func(r float64, p geom.Vec) Convex {
		s, err := geom.NewSphere(r)
		return distAt(t, s, err, p.X, p.Y, p.Z, id)
	}
	cylinder := func(r, h float64, p geom.Vec, q geom.Quat) Convex {
		s, err := geom.NewCylinder(r, h)
		return distAt(t, s, err, p.X, p.Y, p.Z, q)
	}
	capsule := func(r, h float64, p geom.Vec, q geom.Quat) Convex {
		s, err := geom.NewCapsule(r, h)
		return distAt(t, s, err, p.X, p.Y, p.Z, q)
	}
	ground := Convex{distShape(t, nil, geom.ShapePlane, 1), geom.Transform{Q: id}}
	for _, c := range []struct {
		name       string
		a, b       Convex
		vb         geom.Vec
		duration   float64
		margin     float64
		status     Status
		time, exit float64
		n          geom.Vec
		points     []geom.Vec // nil: not looked at
	}{
		{"ball on a box", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0.5, 0, 6)), v(0, 0, -2), 9, 0, Hit, 2, 4, v(0, 0, 1), []geom.Vec{v(0.5, 0, 1)}},
		{"ball within a margin", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0.5, 0, 6)), v(0, 0, -2), 9, 1, Hit, 1.5, 4.5, v(0, 0, 1), []geom.Vec{v(0.5, 0, 1.5)}},
		{"ball too late", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0.5, 0, 6)), v(0, 0, -2), 1.9, 0, Miss, 0, 0, v(0, 0, 0), nil},
		{"ball passing by", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(6, 0, 2.1)), v(-2, 0, 0), 9, 0, Miss, 0, 0, v(0, 0, 0), nil},
		{"ball on an edge", box(1, 1, 1, v(0, 0, 0)), sphere(5, v(4, 9, 5)), v(0, -1, 0), 9, 0, Hit, 8, 10, v(0.6, 0, 0.8), []geom.Vec{v(1, 1, 1)}},
		{"balls", sphere(1, v(0, 0, 0)), sphere(2, v(8, 0, 0)), v(-1, 0, 0), 9, 0, Hit, 5, 11, v(1, 0, 0), []geom.Vec{v(1, 0, 0)}},
		{"cylinder on its side", box(5, 5, 1, v(0, 0, 0)), cylinder(1, 2, v(0, 1, 5), turned), v(0, 0, -1), 9, 0, Hit, 3, 7, v(0, 0, 1), []geom.Vec{v(-2, 1, 1), v(2, 1, 1)}},
		{"capsule over an edge", box(1, 5, 1, v(0, 0, 0)), capsule(1, 2, v(1, 0, 5), turned), v(0, 0, -1), 9, 0, Hit, 3, 7, v(0, 0, 1), []geom.Vec{v(-1, 0, 1), v(1, 0, 1)}},
		{"capsules crossed", capsule(1, 3, v(0, 0, 0), id), capsule(1, 3, v(0, 6, 1), turned), v(0, -2, 0), 9, 0, Hit, 2, 4, v(0, 1, 0), []geom.Vec{v(0, 1, 1)}},
		{"ball leaving", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0, 0, 2)), v(0, 0, 1), 9, 0, Miss, 0, 0, v(0, 0, 0), nil},
		{"ball landing at 0", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0, 0, 2)), v(0, 0, -1), 9, 0, Hit, 0, 4, v(0, 0, 1), []geom.Vec{v(0, 0, 1)}},
		{"ball at rest", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0, 0, 2)), v(0, 0, 0), 9, 0, Overlapping, 0, math.Inf(1), v(0, 0, 1), []geom.Vec{v(0, 0, 1)}},
		{"ball sliding off", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0, 0, 2)), v(1, 0, 0), 9, 0, Overlapping, 0, 1, v(0, 0, 1), []geom.Vec{v(0, 0, 1)}},
		{"ball in it", box(1, 1, 1, v(0, 0, 0)), sphere(1, v(0, 0, 1.5)), v(0, 0, 1), 9, 0, Overlapping, 0, 0.5, v(0, 0, 1), []geom.Vec{}},
		{"cylinder on the ground", cylinder(1, 2, v(0, 0, 5), turned), ground, v(0, 0, 1), 9, 0, Hit, 4, math.Inf(1), v(0, 0, -1), []geom.Vec{v(-2, 0, 4), v(2, 0, 4)}},
	} {
		s := Cast(&c.a, &c.b, geom.Vec{}, c.vb, c.duration, c.margin)
		if s.Status != c.status || math.Abs(s.Time-c.time) > 1e-5 || math.Abs(s.Exit-c.exit) > 1e-5 && s.Exit != c.exit || s.N.Sub(c.n).Len() > 1e-6 {
			t.Errorf("%s: %v at %v to %v, N %v, want %v at %v to %v, %v", c.name, s.Status, s.Time, s.Exit, s.N, c.status, c.time, c.exit, c.n)
		}
		if c.points != nil && (s.Set.Count != len(c.points) || s.Set.Count > 0 && !sweepSetHas(&s.Set, c.points, 1e-5)) {
			t.Errorf("%s: %d points %v, want %v", c.name, s.Set.Count, s.Set.Points[:s.Set.Count], c.points)
		}
	}
}

// Boxes by the cast of any shapes against the separating axes.
func TestCast_OfBoxesEqualsSweepOBBs(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 1))
	hits, misses := 0, 0
	for i := range 1500 {
		a, b := distPair(t, r, geom.ShapeBox, geom.ShapeBox, 20)
		b.Pose.P = b.Pose.P.AddScaled(sweepUnit(r), 3)
		v := a.Pose.P.Add(sweepUnit(r)).Sub(b.Pose.P).Scale(sweepLog(r, 0.1, 10))
		oa, ob := geom.NewOBB(a.Pose, a.Shape.Size), geom.NewOBB(b.Pose, b.Shape.Size)
		want := SweepOBBs(&oa, &ob, geom.Vec{}, v, 1, 0)
		c := cast{d: newDifference(&a, &b), duration: 1}
		c.set(1, 0, geom.Vec{}, v, 0)
		c.reach += b.Shape.Reach(geom.Vec{})
		got := c.run()
		switch {
		case want.Status != got.Status:
			if x := castGap(&a, &b, geom.Vec{}, v, max(want.Time, got.Time)); math.Abs(x) > 2e-9 {
				t.Fatalf("%d: %v, want %v", i, got.Status, want.Status)
			}
		case got.Status == Hit:
			hits++
			closing := math.Abs(want.N.Dot(v)) + 1e-300
			if math.Abs(got.Time-want.Time)*closing > 1e-11 || math.Abs(got.Exit-want.Exit) > 1e-9*(1+1/v.Len()) && math.Abs(castGap(&a, &b, geom.Vec{}, v, got.Exit)) > 1e-11 {
				t.Fatalf("%d: %v to %v, want %v to %v", i, got.Time, got.Exit, want.Time, want.Exit)
			}
		case got.Status == Miss:
			misses++
		}
	}
	if hits < 400 || misses < 200 {
		t.Errorf("%d hits, %d misses", hits, misses)
	}
}

// A triangle, and the same as a cast of a thin prism would see it: the gap at Time is none, and it falls.
func TestCastTriangle_ProvedByGaps(t *testing.T) {
	r := rand.New(rand.NewPCG(42, 1))
	hits := 0
	for i := range 1500 {
		a := Convex{distShape(t, r, geom.ShapeKind(i%7), 20), geom.Transform{P: satRandomVec(r, 5), Q: distTurn(r)}}
		tri := satTriangle(r, &geom.OBB{Axes: geom.Identity(), Half: geom.Vec{X: 1, Y: 1, Z: 1}}, i%3)
		va := tri.Centroid().Add(sweepUnit(r).Scale(0.5)).Sub(a.Pose.P).Scale(sweepLog(r, 0.5, 100))
		s := CastTriangle(&a, &tri, va, geom.Vec{}, 2, 0)
		gap := func(time float64) float64 {
			c := a
			c.Pose.P = a.Pose.P.AddScaled(va, time)
			d := DistanceTriangle(&c, &tri)
			return d.Gap
		}
		switch s.Status {
		case Hit:
			hits++
			if x := gap(s.Time); math.Abs(x) > 2e-9 || s.Time > 0 && gap(s.Time*(1-1e-6)) <= 0 {
				t.Fatalf("%d %v: gap %g, before %g", i, a.Shape.Kind, x, gap(s.Time*(1-1e-6)))
			}
			c := a
			c.Pose.P = a.Pose.P.AddScaled(va, s.Time)
			for _, p := range s.Set.Points[:s.Set.Count] {
				if off := distOriginTriangle(tri.A.Sub(p), tri.B.Sub(p), tri.C.Sub(p)); off > 5e-9 || math.Abs(distOff(&c, p)) > 5e-9 {
					t.Fatalf("%d %v: point off by %g, %g", i, a.Shape.Kind, off, distOff(&c, p))
				}
			}
			if s.Set.Count == 0 {
				t.Fatalf("%d: no points", i)
			}
		case Miss:
			for k := range 50 {
				if x := gap(float64(k) / 25); x <= -1e-9 {
					t.Fatalf("%d %v: missed, but in touch", i, a.Shape.Kind)
				}
			}
		}
	}
	if hits < 500 {
		t.Errorf("only %d hits", hits)
	}
}

func TestCast_DoesNotAllocate(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 1))
	for ka := geom.ShapeBox; ka <= geom.ShapePlane; ka++ {
		a, b := distPair(t, r, ka, geom.ShapeKind(r.IntN(7)), 5)
		v := a.Pose.P.Sub(b.Pose.P)
		n := testing.AllocsPerRun(10, func() {
			Cast(&a, &b, geom.Vec{}, v, 2, 0)
			Penetration(&a, &b)
			Raycast(&a, geom.Vec{X: 9}, v, 9)
		})
		if n != 0 {
			t.Errorf("%v %v: %v allocations", ka, b.Shape.Kind, n)
		}
	}
}

func BenchmarkCast(b *testing.B) {
	for _, k := range [][2]geom.ShapeKind{
		{geom.ShapeBox, geom.ShapeBox}, {geom.ShapeSphere, geom.ShapeBox}, {geom.ShapeCapsule, geom.ShapeHull},
		{geom.ShapeEllipsoid, geom.ShapeEllipsoid}, {geom.ShapeCylinder, geom.ShapeBox}, {geom.ShapeCone, geom.ShapeCylinder},
	} {
		b.Run(k[0].String()+"-"+k[1].String(), func(b *testing.B) {
			r := rand.New(rand.NewPCG(44, 1))
			var pairs [64][2]Convex
			var v [64]geom.Vec
			for i := range pairs {
				p := &pairs[i]
				*p = [2]Convex{{distShape(b, r, k[0], 3), geom.Transform{Q: distTurn(r)}}, {distShape(b, r, k[1], 3), geom.Transform{Q: distTurn(r)}}}
				p[1].Pose.P = sweepUnit(r).Scale(5)
				v[i] = p[1].Pose.P.Neg().Add(sweepUnit(r).Scale(0.5))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				Cast(&pairs[i&63][0], &pairs[i&63][1], geom.Vec{}, v[i&63], 1, 0)
			}
		})
	}
}
