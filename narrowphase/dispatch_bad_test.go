package narrowphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// badInput is what the queries are asked: all that is a number in it can be one that no query can answer.
type badInput struct {
	poseA, poseB, atA, atB        geom.Transform
	sweepA, sweepB                geom.Sweep
	va, vb                        geom.Vec
	tri, other                    geom.Triangle
	duration, target, margin, rad float64
}

func drawInput(r *rand.Rand) badInput {
	pose := func() geom.Transform {
		return geom.Transform{P: dispatchVec(r, 0.6), Q: geom.AxisAngle(dispatchVec(r, 1), 3*r.Float64())}
	}
	sweep := func() geom.Sweep {
		p := pose()
		return geom.Sweep{C: p.P.Scale(3), Q: p.Q, V: dispatchVec(r, 4), W: dispatchVec(r, 3)}
	}
	tri := func() geom.Triangle {
		return geom.Triangle{A: dispatchVec(r, 1), B: dispatchVec(r, 1), C: dispatchVec(r, 1)}
	}
	return badInput{
		pose(), pose(), pose(), pose(), sweep(), sweep(), dispatchVec(r, 3), dispatchVec(r, 3), tri(), tri(), 1, 0, 0, 0.4,
	}
}

// numbers returns all numbers of x.
func (x *badInput) numbers() []*float64 {
	var list []*float64
	vec := func(all ...*geom.Vec) {
		for _, v := range all {
			list = append(list, &v.X, &v.Y, &v.Z)
		}
	}
	quat := func(q *geom.Quat) { list = append(list, &q.W); vec(&q.V) }
	for _, p := range []*geom.Transform{&x.poseA, &x.poseB, &x.atA, &x.atB} {
		vec(&p.P)
		quat(&p.Q)
	}
	for _, s := range []*geom.Sweep{&x.sweepA, &x.sweepB} {
		vec(&s.C, &s.V, &s.W)
		quat(&s.Q)
	}
	vec(&x.va, &x.vb, &x.tri.A, &x.tri.B, &x.tri.C, &x.other.A, &x.other.B, &x.other.C)
	return append(list, &x.duration, &x.target, &x.margin, &x.rad)
}

// ask puts x to every public query of a pair of shapes.
func (x *badInput) ask(a, b *geom.Shape, run func(name string, f func())) {
	ca, cb := Convex{a, x.poseA}, Convex{b, x.poseB}
	pa, pb := Part{a, x.atA}, Part{b, x.atB}
	var m Manifold
	run("Distance", func() { Distance(&ca, &cb) })
	run("Penetration", func() { Penetration(&ca, &cb) })
	run("Raycast", func() { Raycast(&ca, x.va, x.vb, x.duration) })
	if a.Kind != geom.ShapePlane || b.Kind != geom.ShapePlane {
		run("Separation", func() { Separation(&ca, &cb) })
		run("Overlap", func() { Overlap(&ca, &cb) })
		run("Collide", func() { Collide(&ca, &cb, x.margin, &m) })
		run("Cast", func() { Cast(&ca, &cb, x.va, x.vb, x.duration, x.margin) })
		run("TimeOfImpact", func() { TimeOfImpact(&pa, &x.sweepA, &pb, &x.sweepB, x.duration, x.target) })
	}
	if a.Polyhedral() && b.Polyhedral() {
		run("OverlapHulls", func() { OverlapHulls(&ca, &cb) })
		run("FCPF", func() { FCPF(&pa, &x.sweepA, &pb, &x.sweepB, x.duration) })
	}
	if a.Kind != geom.ShapePlane && b.Kind == geom.ShapeBox {
		x.askTriangle(a, run)
	}
}

// askTriangle puts x to the queries of a shape and a triangle, and to those of boxes, triangles, spheres and
// ellipsoids.
func (x *badInput) askTriangle(a *geom.Shape, run func(name string, f func())) {
	ca := Convex{a, x.poseA}
	pa := Part{a, x.atA}
	var m Manifold
	n := x.tri.Normal()
	plane := geom.Plane{N: n, D: n.Dot(x.tri.A)}
	run("SeparationTriangle", func() { SeparationTriangle(&ca, &x.tri) })
	run("DistanceTriangle", func() { DistanceTriangle(&ca, &x.tri) })
	run("PenetrationTriangle", func() { PenetrationTriangle(&ca, &x.tri) })
	run("CastTriangle", func() { CastTriangle(&ca, &x.tri, x.va, x.vb, x.duration, x.margin) })
	run("TimeOfImpactTriangle", func() { TimeOfImpactTriangle(&pa, &x.sweepA, &x.tri, x.duration, x.target) })
	run("CollideTriangle", func() { CollideTriangle(&ca, &x.tri, plane, nil, nil, x.margin, &m) })
	if a.Kind != geom.ShapeBox {
		return
	}
	box, far := ca.OBB(), geom.NewOBB(x.poseB, x.va.Abs())
	s, o := geom.Sphere{C: x.va, R: x.rad}, geom.Sphere{C: x.vb, R: 0.3}
	e := geom.Ellipsoid{C: x.va, R: geom.Vec{X: x.rad, Y: 0.2, Z: 1}}
	run("OverlapOBBs", func() { OverlapOBBs(&box, &far) })
	run("MTVOBBs", func() { MTVOBBs(&box, &far) })
	run("CollideOBBs", func() { CollideOBBs(&box, &far, x.margin, &m) })
	run("SweepOBBs", func() { SweepOBBs(&box, &far, x.va, x.vb, x.duration, x.margin) })
	run("OverlapOBBTriangle", func() { OverlapOBBTriangle(&far, &x.tri) })
	run("MTVOBBTriangle", func() { MTVOBBTriangle(&far, &x.tri) })
	run("SweepOBBTriangle", func() { SweepOBBTriangle(&far, &x.tri, x.va, x.vb, x.duration, x.margin) })
	run("OverlapTriangles", func() { OverlapTriangles(&x.tri, &x.other) })
	run("MTVTriangles", func() { MTVTriangles(&x.tri, &x.other) })
	run("SweepTriangles", func() { SweepTriangles(&x.tri, &x.other, x.va, x.vb, x.duration, x.margin) })
	run("OverlapSpheres", func() { OverlapSpheres(&s, &o) })
	run("MTVSpheres", func() { MTVSpheres(&s, &o) })
	run("SweepSpheres", func() { SweepSpheres(&s, &o, x.vb, x.va, x.duration, x.margin) })
	run("SweepEllipsoidTriangle", func() { SweepEllipsoidTriangle(&e, x.vb, &x.tri, x.margin) })
	run("EllipsoidNormal", func() { EllipsoidNormal(&e, x.vb) })
	run("VertexFace", func() { VertexFace(x.va, &x.tri, x.vb, &x.other) })
	run("EdgeEdge", func() {
		EdgeEdge(&[2]geom.Vec{x.va, x.vb}, &[2]geom.Vec{x.tri.A, x.tri.B}, &[2]geom.Vec{x.other.A, x.other.B}, &[2]geom.Vec{x.tri.C, x.va})
	})
}

// TestQueries_EndOnBadInput asks every query of every pair of kinds with one number, and sometimes a second, that is
// not finite, or so large or small that its square is not. None panics, and all end soon.
func TestQueries_EndOnBadInput(t *testing.T) {
	bad := []float64{
		math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64, 1e300, 1e160, 1e100, 1e-300, math.SmallestNonzeroFloat64, 0,
	}
	r := rand.New(rand.NewPCG(3, 67))
	kinds := oneOfEach(t)
	var x badInput
	run := func(name string, f func()) {
		start := time.Now()
		defer func() {
			if e := recover(); e != nil {
				t.Fatalf("%s: %v\n%s\n%s", name, e, fmt.Sprintf("%+v", x), strings.TrimSpace(string(debug.Stack())))
			}
			if d := time.Since(start); d > 2*time.Second {
				t.Errorf("%s took %v: %+v", name, d, x)
			}
		}()
		f()
	}
	for i := range kinds {
		for j := range kinds {
			n := len(x.numbers())
			for k := range n {
				for range geomtest.Trials(4) {
					x = drawInput(r)
					*x.numbers()[k] = bad[r.IntN(len(bad))]
					if r.IntN(3) == 0 {
						*x.numbers()[r.IntN(n)] = bad[r.IntN(len(bad))]
					}
					x.ask(&kinds[i], &kinds[j], run)
				}
			}
		}
	}
}

// TestSweepHulls_NotFinite sweeps a box at a box and a triangle with numbers that are none.
func TestSweepHulls_NotFinite(t *testing.T) {
	box := boxAsHull(t, 0.5, 0.5, 0.5)
	for name, change := range map[string]func(b *Convex, v *geom.Vec, duration, margin *float64){
		"place":    func(b *Convex, _ *geom.Vec, _, _ *float64) { b.Pose.P.X = math.NaN() },
		"far":      func(b *Convex, _ *geom.Vec, _, _ *float64) { b.Pose.P.Y = math.Inf(1) },
		"attitude": func(b *Convex, _ *geom.Vec, _, _ *float64) { b.Pose.Q.V.Z = math.NaN() },
		"velocity": func(_ *Convex, v *geom.Vec, _, _ *float64) { v.Z = math.Inf(-1) },
		"duration": func(_ *Convex, _ *geom.Vec, d, _ *float64) { *d = math.NaN() },
		"margin":   func(_ *Convex, _ *geom.Vec, _, m *float64) { *m = math.Inf(1) },
	} {
		a := Convex{box.Shape, geom.Transform{P: geom.Vec{Z: 3}, Q: geom.IdentityQuat()}}
		b := Convex{box.Shape, geom.Transform{Q: geom.IdentityQuat()}}
		v, duration, margin := geom.Vec{Z: -1}, 5.0, 0.0
		change(&b, &v, &duration, &margin)
		for _, s := range []Sweep{SweepHulls(&a, &b, v, geom.Vec{}, duration, margin), SweepHulls(&b, &a, v, geom.Vec{}, duration, margin)} {
			if s != (Sweep{Status: Unresolved}) {
				t.Errorf("%s: %+v", name, s)
			}
		}
		tri := geom.Triangle{A: geom.Vec{X: -9, Y: -9}, B: geom.Vec{X: 9, Y: -9}, C: geom.Vec{Y: 9}}
		if s := SweepHullTriangle(&b, &tri, v, geom.Vec{}, duration, margin); s != (Sweep{Status: Unresolved}) {
			t.Errorf("%s, triangle: %+v", name, s)
		}
	}
}

// TestTimeOfImpact_OfWhatIsNotFinite: it is Unresolved at time 0 whichever number is none, of shapes near each other and
// of such as can never meet. But a half space has no spin, and what is round need not look at an attitude.
func TestTimeOfImpact_OfWhatIsNotFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 24))
	kinds := oneOfEach(t)
	var x badInput
	for i := range kinds {
		for j := range kinds {
			a, b := &kinds[i], &kinds[j]
			flat := a.Kind == geom.ShapePlane || b.Kind == geom.ShapePlane
			round := a.Kind == geom.ShapeSphere || b.Kind == geom.ShapeSphere
			n := len(x.numbers())
			for k := range n {
				for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
					for _, far := range []float64{1, 100} {
						x = drawInput(r)
						x.sweepA.C, x.tri = x.sweepA.C.Scale(far), geom.Triangle{A: x.tri.A.Scale(far), B: x.tri.B.Scale(far), C: x.tri.C.Scale(far)}
						*x.numbers()[k] = bad
						sum := func(s *geom.Sweep, at *geom.Transform) float64 {
							all := s.C.Add(s.V).Add(at.P)
							if !flat {
								all = all.Add(s.W)
							}
							if !round && !flat {
								all = all.Add(s.Q.V).Add(at.Q.V).AddScaled(geom.Vec{X: 1}, s.Q.W+at.Q.W)
							}
							return all.X + all.Y + all.Z
						}
						pa, pb := Part{a, x.atA}, Part{b, x.atB}
						number := sum(&x.sweepA, &x.atA) + sum(&x.sweepB, &x.atB) + x.target
						if !math.IsInf(x.duration, -1) {
							number += x.duration
						}
						if math.Abs(number) <= math.MaxFloat64 {
							continue
						}
						out := TimeOfImpact(&pa, &x.sweepA, &pb, &x.sweepB, x.duration, x.target)
						if out.Status != Unresolved || out.Time != 0 {
							t.Fatalf("%v and %v, number %d is %g, %g apart: %+v", a.Kind, b.Kind, k, bad, far, out)
						}
						if c := FCPF(&pa, &x.sweepA, &pb, &x.sweepB, x.duration); x.target == 0 && (c.Status != Unresolved || c.Time != 0) {
							t.Fatalf("%v and %v, number %d is %g, %g apart: FCPF %+v", a.Kind, b.Kind, k, bad, far, c)
						}
					}
				}
			}
		}
	}
}

// TestTimeOfImpact_NegativeDurationIsZero for all kinds, near and far.
func TestTimeOfImpact_NegativeDurationIsZero(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 25))
	kinds := oneOfEach(t)
	tri := geom.Triangle{B: geom.Vec{X: 1}, C: geom.Vec{Y: 1}}
	for i := range kinds {
		for j := range kinds {
			a, b := &kinds[i], &kinds[j]
			for _, far := range []float64{1, 3, 100} {
				x := drawInput(r)
				x.sweepA.C = x.sweepA.C.Scale(far)
				pa, pb := Part{a, x.atA}, Part{b, x.atB}
				for _, d := range []float64{-1, math.Inf(-1)} {
					if got, want := TimeOfImpact(&pa, &x.sweepA, &pb, &x.sweepB, d, 0), TimeOfImpact(&pa, &x.sweepA, &pb, &x.sweepB, 0, 0); got != want || want.Time != 0 {
						t.Errorf("%v and %v, duration %g: %+v, want %+v", a.Kind, b.Kind, d, got, want)
					}
					if got, want := TimeOfImpactTriangle(&pa, &x.sweepA, &tri, d, 0), TimeOfImpactTriangle(&pa, &x.sweepA, &tri, 0, 0); got != want || want.Time != 0 {
						t.Errorf("%v and a triangle, duration %g: %+v, want %+v", a.Kind, d, got, want)
					}
					if a.Polyhedral() && b.Polyhedral() {
						if got, want := FCPF(&pa, &x.sweepA, &pb, &x.sweepB, d), FCPF(&pa, &x.sweepA, &pb, &x.sweepB, 0); got != want || want.Time != 0 {
							t.Errorf("FCPF of %v and %v, duration %g: %+v, want %+v", a.Kind, b.Kind, d, got, want)
						}
					}
				}
			}
		}
	}
}
