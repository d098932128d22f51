package narrowphase

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// limitBound is what a time may be off by, times the speed: 1e-9 of the size and 8 ulp of the largest coordinate or
// travel.
func limitBound(size, coordinate, travel float64) float64 {
	return 1e-9*size + 8*0x1p-52*max(coordinate, travel)
}

// exitIsExact checks the last time of contact of a hit or an overlap. Travel is that until then.
func exitIsExact(t *testing.T, got *Sweep, r *sweepTruth, size, coordinate, speed float64) bool {
	t.Helper()
	exit, _ := r.exit.Float64()
	if math.IsInf(exit, 1) != math.IsInf(got.Exit, 1) {
		t.Fatalf("exit %v, want %v", got.Exit, exit)
	}
	if math.IsInf(exit, 1) {
		return false
	}
	if e := math.Abs(exit-got.Exit) * r.leave; e > limitBound(size, coordinate, speed*exit) {
		t.Fatalf("exit %v, want %v: off by %g m, bound %g", got.Exit, exit, e, limitBound(size, coordinate, speed*exit))
	}
	return true
}

// TestSweeps_LastTimeIsExact: the last time of contact of boxes and of a box and a triangle, with speeds to 1e5 m/s and
// durations from 1e-9 to 1e3 s.
func TestSweeps_LastTimeIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(101, 102))
	var o sweepExact
	boxes, triangles, fast := 0, 0, 0
	for i := range geomtest.Trials(3000) {
		kind := i % sweepKinds
		if kind == sweepNearAxes || kind == sweepAcrossEdge {
			kind = sweepGeneric // nearly parallel edges give no axis to leave by
		}
		p := sweepRandomPair(rng, kind)
		got := SweepOBBs(&p.a, &p.b, p.va, p.vb, p.duration, 0)
		o.used = 0
		speed := p.vb.Sub(p.va).Len()
		if got.Status != Miss {
			r := o.sweep(o.box(&p.a), o.box(&p.b), p.va, p.vb, p.duration, 0)
			if r.status == got.Status && exitIsExact(t, &got, r, max(p.a.Size(), p.b.Size()), p.a.C.MaxAbs()+p.b.C.MaxAbs(), speed) {
				boxes++
				if speed > 1e4 {
					fast++
				}
			}
		}
		q := sweepRandomTriangle(rng, [3]int{sweepAnyTriangle, sweepFlatTriangle, sweepGridTriangle}[i%3])
		got = SweepOBBTriangle(&q.a, &q.t, q.va, q.vb, q.duration, 0)
		if got.Status == Miss {
			continue
		}
		r := o.sweep(o.box(&q.a), o.triangle(&q.t), q.va, q.vb, q.duration, 0)
		bounds := q.t.Bounds()
		if r.status == got.Status && exitIsExact(t, &got, r, max(q.a.Size(), bounds.Size().MaxAbs()/2), q.a.C.MaxAbs()+max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs()), q.vb.Sub(q.va).Len()) {
			triangles++
		}
	}
	if boxes < geomtest.Trials(500) || triangles < geomtest.Trials(500) || fast < geomtest.Trials(50) {
		t.Errorf("%d boxes, %d of them fast, %d triangles", boxes, fast, triangles)
	}
}

// TestSweepTriangles_FastAndLong: generic triangles with speeds to 1e5 m/s and durations from 1e-9 to 1e3 s, against
// separating axes in 320 bits: status, first and last time, normal, and points on both.
func TestSweepTriangles_FastAndLong(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(103, 104))
	var o sweepExact
	var status [3]int
	fast, brief, undecided := 0, 0, 0
	for range geomtest.Trials(4000) {
		var p sweepPair
		size := sweepLog(rng, 0.05, 20)
		point := func() geom.Vec { return sweepUnit(rng).Scale(size * rng.Float64()) }
		p.a.C = sweepUnit(rng).Scale(100 * rng.Float64())
		a := geom.Triangle{A: p.a.C.Add(point()), B: p.a.C.Add(point()), C: p.a.C.Add(point())}
		c := sweepMotion(rng, &p, point(), size)
		b := geom.Triangle{A: c.Add(point()), B: c.Add(point()), C: c.Add(point())}
		got := SweepTriangles(&a, &b, p.va, p.vb, p.duration, 0)
		o.used = 0
		r := o.sweep(o.triangle(&a), o.triangle(&b), p.va, p.vb, p.duration, 0)
		ba, bb := a.Bounds(), b.Bounds()
		half := max(ba.Size().MaxAbs(), bb.Size().MaxAbs()) / 2
		coordinate := max(ba.Min.MaxAbs(), ba.Max.MaxAbs()) + max(bb.Min.MaxAbs(), bb.Max.MaxAbs())
		speed := p.vb.Sub(p.va).Len()
		if !sweepCheck(t, &o, &got, r, half, max(coordinate, speed*got.Time), p.duration) {
			undecided++
			continue
		}
		status[got.Status]++
		if got.Status == Miss {
			continue
		}
		exitIsExact(t, &got, r, half, coordinate, speed)
		if got.Status != Hit {
			continue
		}
		if speed > 1e4 {
			fast++
		}
		if p.duration < 1e-4 {
			brief++
		}
		tol := 1e-9*half + 16*0x1p-52*(coordinate+(p.va.MaxAbs()+p.vb.MaxAbs())*got.Time)
		if r.second < -4*tol && math.Abs(r.speed) > 1e-6*speed && got.N.Sub(r.n).MaxAbs() > 1e-9 {
			t.Fatalf("normal %v, want %v", got.N, r.n)
		}
		for _, q := range got.Set.Points[:got.Set.Count] {
			if e := max(o.offTriangle(q, &a, p.va, got.Time), o.offTriangle(q, &b, p.vb, got.Time)); e > tol {
				t.Fatalf("point %v is %g off, bound %g", q, e, tol)
			}
		}
	}
	if min(status[0], status[1], status[2]) < geomtest.Trials(15) || fast < geomtest.Trials(50) || brief < geomtest.Trials(20) || undecided > geomtest.Trials(40) {
		t.Errorf("miss, hit, overlapping: %v; %d fast, %d brief, %d undecided", status, fast, brief, undecided)
	}
}

// TestSweepSpheres_FastAndLong: first and last time with speeds to 1e5 m/s and durations from 1e-9 to 1e3 s, against
// the roots in 320 bits, and the point on both spheres.
func TestSweepSpheres_FastAndLong(t *testing.T) {
	rng := rand.New(rand.NewPCG(105, 106))
	var o sweepExact
	hits, late, fast, brief := 0, 0, 0, 0
	for range 6000 {
		var p sweepPair
		size := sweepLog(rng, 0.01, 100)
		a := geom.Sphere{C: sweepUnit(rng).Scale(100 * rng.Float64()), R: size * rng.Float64()}
		b := geom.Sphere{R: size}
		p.a.C = a.C
		b.C = sweepMotion(rng, &p, sweepUnit(rng).Scale((a.R+b.R)*0.99*rng.Float64()), a.R+b.R)
		got := SweepSpheres(&a, &b, p.va, p.vb, p.duration, 0)
		o.used = 0
		d, v := o.sub(o.vec(b.C), o.vec(a.C)), o.sub(o.vec(p.vb), o.vec(p.va))
		r := o.op().Add(o.float(a.R), o.float(b.R))
		dd, dv, vv := o.dot(d, d), o.dot(d, v), o.dot(v, v)
		c := o.op().Sub(dd, o.op().Mul(r, r))
		disc := o.op().Sub(o.op().Mul(dv, dv), o.op().Mul(vv, c))
		if c.Sign() <= 0 || dv.Sign() >= 0 || disc.Sign() <= 0 {
			continue
		}
		root := o.op().Sqrt(disc)
		first := o.op().Quo(o.op().Sub(o.op().Neg(dv), root), vv)
		last := o.op().Quo(o.op().Add(o.op().Neg(dv), root), vv)
		coordinate := a.C.MaxAbs() + b.C.MaxAbs()
		speed := p.vb.Sub(p.va).Len()
		diff := func(t float64, want *big.Float) float64 {
			e, _ := o.op().Sub(want, o.float(t)).Float64()
			return math.Abs(e)
		}
		lf, _ := last.Float64()
		ff, _ := first.Float64()
		// The speed at which the gap closes is sqrt(disc)/r.
		rf, _ := root.Float64()
		closing := rf / (a.R + b.R)
		if got.Status != Hit {
			if over := p.duration - ff; over*closing > limitBound(size, coordinate, speed*ff) {
				t.Fatalf("%v, first contact at %v of %v", got.Status, ff, p.duration)
			}
			late++
			continue
		}
		hits++
		if speed > 1e4 {
			fast++
		}
		if p.duration < 1e-4 {
			brief++
		}
		if e := diff(got.Time, first) * closing; e > limitBound(size, coordinate, speed*got.Time) {
			t.Fatalf("time %v, want %v: off by %g m", got.Time, ff, e)
		}
		if e := diff(got.Exit, last) * closing; e > limitBound(size, coordinate, speed*lf) {
			t.Fatalf("exit %v, want %v: off by %g m", got.Exit, lf, e)
		}
		tol := 1e-9*size + 16*0x1p-52*(coordinate+(p.va.MaxAbs()+p.vb.MaxAbs())*got.Time)
		at := o.vec(got.Set.Points[0])
		for i, s := range []geom.Sphere{a, b} {
			w := [2]geom.Vec{p.va, p.vb}[i]
			e := o.sub(o.sub(at, o.vec(s.C)), o.scale(o.vec(w), got.Time))
			l, _ := o.op().Sqrt(o.dot(e, e)).Float64()
			if got.Set.Count != 1 || math.Abs(l-s.R) > tol {
				t.Fatalf("the point is %g off sphere %d", l-s.R, i)
			}
		}
	}
	if hits < 500 || late < 500 || fast < 100 || brief < 100 {
		t.Errorf("%d hits, %d of them fast, %d brief, %d late", hits, fast, brief, late)
	}
}
