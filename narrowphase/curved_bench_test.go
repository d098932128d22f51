package narrowphase

import (
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

var curvedSink float64

var curvedPairs = [][2]geom.ShapeKind{
	{geom.ShapeSphere, geom.ShapeSphere}, {geom.ShapeSphere, geom.ShapePlane}, {geom.ShapeSphere, geom.ShapeBox},
	{geom.ShapeSphere, geom.ShapeHull}, {geom.ShapeCapsule, geom.ShapeCapsule}, {geom.ShapeCapsule, geom.ShapePlane},
	{geom.ShapeCapsule, geom.ShapeBox}, {geom.ShapeCapsule, geom.ShapeHull}, {geom.ShapeCylinder, geom.ShapePlane},
	{geom.ShapeCylinder, geom.ShapeBox}, {geom.ShapeCylinder, geom.ShapeCylinder}, {geom.ShapeCylinder, geom.ShapeSphere},
	{geom.ShapeCone, geom.ShapeBox}, {geom.ShapeEllipsoid, geom.ShapePlane}, {geom.ShapeEllipsoid, geom.ShapeEllipsoid},
	{geom.ShapeEllipsoid, geom.ShapeHull},
}

// curvedStart is a query's shapes at time 0, moved along their normal until they are apart by gap.
func curvedStart(c *curvedMeet, gap float64) (a, b Convex) {
	a = c.a.In(c.sa.At(0))
	var n geom.Vec
	var s float64
	if c.b == nil {
		s, n = SeparationCurvedTriangle(&a, &c.tri)
	} else {
		b = c.b.In(c.sb.At(0))
		s, n = SeparationCurved(&a, &b)
	}
	a.Pose.P = a.Pose.P.AddScaled(n, s-gap)
	c.sa.C = c.sa.C.AddScaled(n, s-gap)
	return a, b
}

func benchCurved(b *testing.B, gap float64, run func(c *curvedMeet, s, o *Convex)) {
	for _, k := range curvedPairs {
		r := newCurvedRand(9)
		var set [64]struct {
			c    curvedMeet
			a, b Convex
		}
		for i := range set {
			x := &set[i]
			x.c = curvedMeetings(b, r, k[0], k[1])
			x.a, x.b = curvedStart(&x.c, gap)
		}
		b.Run(k[0].String()+" "+k[1].String(), func(b *testing.B) {
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				x := &set[i&63]
				run(&x.c, &x.a, &x.b)
				i++
			}
		})
	}
}

func benchSeparation(c *curvedMeet, a, b *Convex) {
	var s float64
	if c.b == nil {
		s, _ = SeparationCurvedTriangle(a, &c.tri)
	} else {
		s, _ = SeparationCurved(a, b)
	}
	curvedSink += s
}

func BenchmarkSeparationCurved_Apart(b *testing.B)   { benchCurved(b, 0.1, benchSeparation) }
func BenchmarkSeparationCurved_Overlap(b *testing.B) { benchCurved(b, -0.001, benchSeparation) }

func BenchmarkCollideCurved(b *testing.B) {
	var m Manifold
	benchCurved(b, 0.001, func(c *curvedMeet, s, o *Convex) {
		if c.b == nil {
			plane := geom.Plane{N: c.tri.Normal()}
			CollideCurvedTriangle(s, &c.tri, plane, nil, nil, 0.01, &m)
		} else {
			CollideCurved(s, o, 0.01, &m)
		}
		curvedSink += float64(m.Count)
	})
}

// BenchmarkCollideCurvedTriangle_Resting is of shapes on a large triangle, a little in it.
func BenchmarkCollideCurvedTriangle_Resting(b *testing.B) {
	floor := geom.Triangle{A: geom.Vec{X: -20, Y: -10}, B: geom.Vec{X: 20, Y: -10}, C: geom.Vec{Y: 30}}
	plane := geom.Plane{N: geom.Vec{Z: 1}}
	var m Manifold
	for _, x := range []struct {
		name string
		s    *geom.Shape
		q    geom.Quat
		z    float64
	}{
		{"sphere", mustSphere(b, 1), geom.IdentityQuat(), 1},
		{"capsule", mustCapsule(b, 1, 2), curvedAlongX, 1},
		{"cylinder stands", mustCylinder(b, 1, 2), geom.IdentityQuat(), 2},
		{"cylinder lies", mustCylinder(b, 1, 2), curvedAlongX, 1},
		{"cone", mustCone(b, 3, 4), geom.IdentityQuat(), 0},
	} {
		a := Convex{x.s, geom.Transform{P: geom.Vec{Z: x.z - 1e-4}, Q: x.q}}
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				CollideCurvedTriangle(&a, &floor, plane, nil, nil, 0.01, &m)
				curvedSink += float64(m.Count)
			}
		})
	}
}

// BenchmarkTimeOfImpactCurved is of shapes 0.1 m apart that turn and close at random.
func BenchmarkTimeOfImpactCurved(b *testing.B) {
	benchCurved(b, 0.1, func(c *curvedMeet, _, _ *Convex) { curvedSink += c.run().Time })
}

// TestCurved_NoAllocations runs all queries, apart and in touch.
func TestCurved_NoAllocations(t *testing.T) {
	r := newCurvedRand(10)
	var m Manifold
	for _, k := range curvedPairs {
		for _, gap := range []float64{0.1, -0.001, -0.2} {
			c := curvedMeetings(t, r, k[0], k[1])
			a, b := curvedStart(&c, gap)
			n := testing.AllocsPerRun(10, func() {
				benchSeparation(&c, &a, &b)
				curvedSink += c.run().Time
				if c.b == nil {
					CollideCurvedTriangle(&a, &c.tri, geom.Plane{N: c.tri.Normal()}, nil, nil, 0.2, &m)
				} else {
					CollideCurved(&a, &b, 0.2, &m)
				}
			})
			if n != 0 {
				t.Errorf("%v and %v at %v: %v allocations", k[0], k[1], gap, n)
			}
		}
	}
}

// BenchmarkTimeOfImpactCurvedTriangle_Resting is of shapes that lie in touch with a large triangle and roll or slide.
func BenchmarkTimeOfImpactCurvedTriangle_Resting(b *testing.B) {
	floor := geom.Triangle{A: geom.Vec{X: -20, Y: -10}, B: geom.Vec{X: 20, Y: -10}, C: geom.Vec{Y: 30}}
	for _, x := range []struct {
		name string
		s    *geom.Shape
		q    geom.Quat
		z    float64
	}{
		{"sphere", mustSphere(b, 1), geom.IdentityQuat(), 1},
		{"cylinder stands", mustCylinder(b, 1, 2), geom.IdentityQuat(), 2},
		{"cylinder lies", mustCylinder(b, 1, 2), curvedAlongX, 1},
	} {
		for i, gap := range []float64{0, -1e-6, 1e-6} {
			name := []string{" in touch", " below", " above"}[i]
			p := Part{x.s, geom.Transform{Q: geom.IdentityQuat()}}
			w := geom.Sweep{C: geom.Vec{Z: x.z + gap}, Q: x.q, V: geom.Vec{Y: -1}, W: geom.Vec{X: 1}}
			if x.name == "cylinder stands" {
				w.W = geom.Vec{Z: 1}
			}
			b.Run(x.name+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					curvedSink += TimeOfImpactCurvedTriangle(&p, &w, &floor, 0.01, 0).Time
				}
			})
		}
	}
}
