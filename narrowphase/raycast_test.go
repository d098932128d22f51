package narrowphase

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// rayLeast returns the least distance of a shape's surface from the points of a ray, below zero inside: distOff is
// convex along a line for all kinds but the ellipsoid, for which its sign is that of a convex function.
func rayLeast(c *Convex, o, d geom.Vec, maxT float64) float64 {
	f := func(t float64) float64 {
		p := o.AddScaled(d, t)
		if c.Shape.Kind == geom.ShapeEllipsoid {
			return c.Pose.ApplyInv(p).Div(c.Shape.Size).Len() - 1
		}
		return distOff(c, p)
	}
	lo, hi := 0.0, maxT
	for i := 0; i < 70; i++ {
		a, b := lo+(hi-lo)*0.45, lo+(hi-lo)*0.55
		if f(a) < f(b) {
			hi = b
		} else {
			lo = a
		}
	}
	return f(lo)
}

// A hit is proved by a plane: the point is on the ray and the surface, the whole shape is behind the plane through it
// across N, the ray before it in front. A miss is checked by the least distance along the ray.
func TestRaycast_ProvedByPlanes(t *testing.T) {
	hits, overlaps, misses, grazes := 0, 0, 0, 0
	for kind := geom.ShapeBox; kind <= geom.ShapePlane; kind++ {
		r := rand.New(rand.NewPCG(uint64(kind), 11))
		for i := 0; i < geomtest.Trials(6000); i++ {
			aspect := []float64{1.5, 20, 1000}[i%3]
			c := Convex{distShape(t, r, kind, aspect), geom.Transform{P: satRandomVec(r, 5), Q: distTurn(r)}}
			aim := c.Pose.Apply(sweepUnit(r).Mul(c.Shape.Size).Scale(2 * r.Float64()))
			if i%5 == 0 { // close to the surface
				aim = c.Pose.Apply(c.Shape.Support(sweepUnit(r))).Add(sweepUnit(r).Scale(sweepLog(r, 1e-12, 1e-2)))
			}
			d := sweepUnit(r)
			if i%7 == 0 { // along an axis of the shape
				d = c.Pose.Q.Rotate(geom.Vec{Z: 1})
			}
			o := aim.AddScaled(d, -sweepLog(r, 1e-3, 100))
			d = d.Scale(sweepLog(r, 1e-3, 1e5))
			maxT := 300 / d.Len()
			tol := 1e-13
			h := Raycast(&c, o, d, maxT)
			switch h.Status {
			case Hit:
				hits++
				if h.Time < 0 || h.Time > maxT || h.P.Sub(o.AddScaled(d, h.Time)).Len() > tol {
					t.Fatalf("%v %d: %+v is off the ray", kind, i, h)
				}
				if off := distOff(&c, h.P); math.Abs(off) > tol {
					t.Fatalf("%v %d: P off the surface by %g", kind, i, off)
				}
				if behind := distHeight(&c, h.P, h.N); math.Abs(behind) > 1e-12 && kind != geom.ShapePlane {
					t.Fatalf("%v %d: the shape is %g before the plane at P, %+v", kind, i, behind, h)
				}
				if cos := h.N.Dot(d) / d.Len(); cos > 1e-9 || math.Abs(h.N.Len()-1) > 1e-14 {
					t.Fatalf("%v %d: N·dir = %g", kind, i, cos)
				}
			case Overlapping:
				overlaps++
				if off := distOff(&c, o); off > tol || h.P != o || h.Time != 0 || h.N != (geom.Vec{}) {
					t.Fatalf("%v %d: %+v, outside by %g", kind, i, h, off)
				}
			case Miss:
				misses++
				if least := rayLeast(&c, o, d, maxT); least < -tol*10 {
					t.Fatalf("%v %d: missed, but inside by %g", kind, i, least)
				} else if least < 1e-2 {
					grazes++
				}
				if h != (RayHit{}) {
					t.Fatalf("%v %d: a miss with %+v", kind, i, h)
				}
			}
		}
	}
	t.Logf("%d hits, %d starts inside, %d misses, %d of them close", hits, overlaps, misses, grazes)
	if hits < geomtest.Trials(20000) || overlaps < geomtest.Trials(500) || misses < geomtest.Trials(5000) || grazes < geomtest.Trials(300) {
		t.Errorf("too few cases of a kind")
	}
}

func TestRaycast_ByHand(t *testing.T) {
	id := geom.IdentityQuat()
	at := func(kind geom.ShapeKind, a, b, c float64) *Convex {
		var s geom.Shape
		var err error
		switch kind {
		case geom.ShapeBox:
			s, err = geom.NewBox(geom.Vec{X: a, Y: b, Z: c})
		case geom.ShapeHull:
			var h *geom.Hull
			h, err = geom.NewBoxHull(geom.Vec{X: a, Y: b, Z: c})
			s = geom.HullShape(h)
		case geom.ShapeSphere:
			s, err = geom.NewSphere(a)
		case geom.ShapeEllipsoid:
			s, err = geom.NewEllipsoid(geom.Vec{X: a, Y: b, Z: c})
		case geom.ShapeCapsule:
			s, err = geom.NewCapsule(a, b)
		case geom.ShapeCylinder:
			s, err = geom.NewCylinder(a, b)
		case geom.ShapeCone:
			s, err = geom.NewCone(a, b)
		case geom.ShapePlane:
			s = geom.NewPlane()
		}
		p := distAt(t, s, err, 0, 0, 0, id)
		return &p
	}
	v := func(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }
	for _, c := range []struct {
		name   string
		s      *Convex
		o, d   geom.Vec
		max    float64
		status Status
		time   float64
		n      geom.Vec
	}{
		{"box, face", at(geom.ShapeBox, 1, 2, 3), v(-5, 0, 0), v(2, 0, 0), 9, Hit, 2, v(-1, 0, 0)},
		{"box, along a face", at(geom.ShapeBox, 1, 2, 3), v(-5, 2, 0), v(1, 0, 0), 9, Hit, 4, v(-1, 0, 0)},
		{"box, beside it", at(geom.ShapeBox, 1, 2, 3), v(-5, 2.5, 0), v(1, 0, 0), 9, Miss, 0, v(0, 0, 0)},
		{"box, behind", at(geom.ShapeBox, 1, 2, 3), v(5, 0, 0), v(1, 0, 0), 9, Miss, 0, v(0, 0, 0)},
		{"box, too late", at(geom.ShapeBox, 1, 2, 3), v(-5, 0, 0), v(1, 0, 0), 3.5, Miss, 0, v(0, 0, 0)},
		{"box, just in time", at(geom.ShapeBox, 1, 2, 3), v(-5, 0, 0), v(1, 0, 0), 4, Hit, 4, v(-1, 0, 0)},
		{"box, from inside", at(geom.ShapeBox, 1, 2, 3), v(0, 1, 0), v(1, 0, 0), 9, Overlapping, 0, v(0, 0, 0)},
		{"box, from the surface outwards", at(geom.ShapeBox, 1, 2, 3), v(1, 0, 0), v(1, 0, 0), 9, Overlapping, 0, v(0, 0, 0)},
		{"box, no direction", at(geom.ShapeBox, 1, 2, 3), v(5, 0, 0), v(0, 0, 0), 9, Miss, 0, v(0, 0, 0)},
		{"hull, face", at(geom.ShapeHull, 1, 2, 3), v(0, 5, 0), v(0, -1, 0), math.Inf(1), Hit, 3, v(0, 1, 0)},
		{"sphere", at(geom.ShapeSphere, 5, 0, 0), v(-10, 3, 0), v(1, 0, 0), 9, Hit, 6, v(-0.8, 0.6, 0)},
		{"sphere, tangent", at(geom.ShapeSphere, 5, 0, 0), v(-10, 5, 0), v(1, 0, 0), 19, Hit, 10, v(0, 1, 0)},
		{"sphere, beside it", at(geom.ShapeSphere, 5, 0, 0), v(-10, 5.1, 0), v(1, 0, 0), 19, Miss, 0, v(0, 0, 0)},
		{"ellipsoid, tip", at(geom.ShapeEllipsoid, 1, 2, 3), v(0, 0, 9), v(0, 0, -2), 9, Hit, 3, v(0, 0, 1)},
		{"capsule, side", at(geom.ShapeCapsule, 1, 2, 0), v(4, 0, 1), v(-1, 0, 0), 9, Hit, 3, v(1, 0, 0)},
		{"capsule, end", at(geom.ShapeCapsule, 5, 2, 0), v(3, 0, -9), v(0, 0, 1), 9, Hit, 3, v(0.6, 0, -0.8)},
		{"capsule, beyond the end", at(geom.ShapeCapsule, 1, 2, 0), v(4, 0, 3.5), v(-1, 0, 0), 9, Miss, 0, v(0, 0, 0)},
		{"cylinder, side", at(geom.ShapeCylinder, 1, 2, 0), v(4, 0, 2), v(-1, 0, 0), 9, Hit, 3, v(1, 0, 0)},
		{"cylinder, cap", at(geom.ShapeCylinder, 1, 2, 0), v(0.5, 0.5, 8), v(0, 0, -2), 9, Hit, 3, v(0, 0, 1)},
		{"cylinder, beside the cap", at(geom.ShapeCylinder, 1, 2, 0), v(0.8, 0.8, 8), v(0, 0, -2), 9, Miss, 0, v(0, 0, 0)},
		{"cone, base", at(geom.ShapeCone, 3, 4, 0), v(1, 1, -2), v(0, 0, 1), 9, Hit, 2, v(0, 0, -1)},
		{"cone, side", at(geom.ShapeCone, 3, 4, 0), v(5.5, 0, 2), v(-1, 0, 0), 9, Hit, 4, v(0.8, 0, 0.6)},
		{"cone, side from above", at(geom.ShapeCone, 3, 4, 0), v(1.5, 0, 9), v(0, 0, -1), 9, Hit, 7, v(0.8, 0, 0.6)},
		{"cone, apex from above", at(geom.ShapeCone, 3, 4, 0), v(0, 0, 9), v(0, 0, -1), 9, Hit, 5, v(0, 0, 1)},
		{"cone, over the apex", at(geom.ShapeCone, 3, 4, 0), v(9, 0, 5), v(-1, 0, 0), 19, Miss, 0, v(0, 0, 0)},
		{"cone, along its side", at(geom.ShapeCone, 3, 4, 0), v(3, 0, 0.5), v(-3, 0, 4), 9, Miss, 0, v(0, 0, 0)},
		{"ground", at(geom.ShapePlane, 0, 0, 0), v(1, 1, 6), v(5, 0, -2), 9, Hit, 3, v(0, 0, 1)},
		{"sky", at(geom.ShapePlane, 0, 0, 0), v(1, 1, 6), v(5, 0, 2), 9, Miss, 0, v(0, 0, 0)},
	} {
		h := Raycast(c.s, c.o, c.d, c.max)
		if h.Status != c.status || math.Abs(h.Time-c.time) > 4e-15 || h.N.Sub(c.n).Len() > 1e-15 {
			t.Errorf("%s: %+v, want %v %v %v", c.name, h, c.status, c.time, c.n)
		}
	}
}

func BenchmarkRaycast(b *testing.B) {
	for kind := geom.ShapeBox; kind <= geom.ShapeCone; kind++ {
		b.Run(kind.String(), func(b *testing.B) {
			r := rand.New(rand.NewPCG(12, 1))
			c := Convex{distShape(b, r, kind, 3), geom.Transform{Q: distTurn(r)}}
			var o, d [64]geom.Vec
			for i := range o {
				o[i] = sweepUnit(r).Scale(5)
				d[i] = sweepUnit(r).Scale(0.4).Sub(o[i])
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				Raycast(&c, o[i&63], d[i&63], 1)
			}
		})
	}
}
