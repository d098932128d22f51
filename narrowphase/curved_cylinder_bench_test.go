package narrowphase

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// BenchmarkSeparationCylinder_Load is of barrels as a load has them, leaning by 1e-4 rad and 0.1 mm in what they touch: on a bed,
// beside a crate, beside each other, and lying on the bed.
func BenchmarkSeparationCylinder_Load(b *testing.B) {
	barrel, bed, crate := mustCylinder(b, 0.29, 0.44), mustBox(b, 4, 1.2, 0.3), mustBox(b, 0.3, 0.3, 0.2)
	lean := geom.QuatExp(geom.Vec{X: 1e-4, Y: 3e-5})
	const in = 1e-4
	for _, x := range []struct {
		name string
		a, b *geom.Shape
		d    geom.Vec
		q    geom.Quat
	}{
		{"stands on box", barrel, bed, geom.Vec{X: 0.7, Y: 0.2, Z: 0.74 - in}, lean},
		{"stands beside box", barrel, crate, geom.Vec{X: 0.59 - in, Y: 0.1, Z: 0.14}, lean},
		{"stands flush beside box", barrel, crate, geom.Vec{X: 0.59 - in, Y: 0.1, Z: 0.24}, lean}, // by the search
		{"stands beside cylinder", barrel, barrel, geom.Vec{X: 0.58 - in, Z: 0.1}, lean},
		{"lies on box", barrel, bed, geom.Vec{X: 0.7, Y: 0.2, Z: 0.59 - in}, lean.Mul(geom.QuatExp(geom.Vec{X: math.Pi / 2}))},
	} {
		a := Convex{x.a, geom.Transform{P: x.d, Q: x.q}}
		o := Convex{x.b, geom.Transform{Q: geom.IdentityQuat()}}
		b.Run(x.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s, _ := SeparationCurved(&a, &o)
				curvedSink += s
			}
		})
	}
}

// BenchmarkSeparationCylinder_Hull is of a barrel at 5 cm from hulls of many corners, and 0.1 mm in them: it takes no longer than the
// search, which the large ones are left to.
func BenchmarkSeparationCylinder_Hull(b *testing.B) {
	barrel := mustCylinder(b, 0.29, 0.44)
	for _, corners := range []int{12, 30, 50, 200} {
		rng := rand.New(rand.NewPCG(1, 2))
		h := ball(b, rng, corners, 0.5)
		o := Convex{h, geom.Transform{Q: geom.IdentityQuat()}}
		for _, gap := range []float64{0.05, -1e-4} {
			var at [50]Convex
			for i := range at {
				p := Convex{barrel, geom.Transform{P: randomDir(rng), Q: randomQuat(rng)}}
				s, n := SeparationCurved(&p, &o)
				p.Pose.P = p.Pose.P.AddScaled(n, s-gap)
				at[i] = p
			}
			b.Run(fmt.Sprintf("%d corners at %v m", corners, gap), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					s, _ := SeparationCurved(&at[i%len(at)], &o)
					curvedSink += s
				}
			})
		}
	}
}
