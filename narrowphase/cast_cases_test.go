package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// Casts that end where the normal is rounded: points of the set were off the shapes by 4e-6 of the size, the last
// contact was before the first, or 64 steps did not do.
func TestCast_WhereTheNormalIsRounded(t *testing.T) {
	shape := func(s geom.Shape, err error) func(geom.Vec, geom.Quat) Convex {
		return func(p geom.Vec, q geom.Quat) Convex { return caseConvex(t, s, err, p, q) }
	}
	check := func(name string, a, b Convex, va, vb geom.Vec, duration, at float64) {
		s := Cast(&a, &b, va, vb, duration, 0)
		if s.Status != Hit || math.Abs(s.Time-at) > 1e-8*at || s.Exit < s.Time || s.Set.Count == 0 {
			t.Fatalf("%s: %+v", name, s)
		}
		x, y := castMoved(&a, &b, va, vb, s.Time)
		tol := 1e-9*max(a.Shape.Extent(), b.Shape.Extent()) + 16*0x1p-52*(x.Pose.P.MaxAbs()+y.Pose.P.MaxAbs())
		for _, p := range s.Set.Points[:s.Set.Count] {
			if oa, ob := distOff(&x, p), distOff(&y, p); math.Abs(oa) > tol || math.Abs(ob) > tol {
				t.Errorf("%s: point %v off by %g and %g, at most %g", name, p, oa, ob, tol)
			}
		}
	}
	check("point",
		shape(geom.NewCylinder(446664.7597304571, 668143.3836105203))(
			geom.Vec{X: -88864.8889042678, Y: -9775.905007856923, Z: -33310.573862616715},
			geom.Quat{W: 0.590468974425655, V: geom.Vec{X: 0.5308978269654413, Y: -0.6003253548129639, Z: -0.09541150838749224}}),
		shape(geom.NewCone(587444.0799930186, 441375.7897895176))(
			geom.Vec{X: 800788.0539624357, Y: 876451.9893867985, Z: 262133.36441328644},
			geom.Quat{W: 0.9227516421770457, V: geom.Vec{X: 0.2847648332980282, Y: -0.2353871662766711, Z: 0.10968718488752548}}),
		geom.Vec{X: 177729.7778085356, Y: 19551.810015713847, Z: 66621.14772523343},
		geom.Vec{X: 96704.32599882706, Y: -31688.339541712485, Z: 38172.5408636457}, 1, 0.5)
	check("exit",
		shape(geom.NewCone(9475.449452695706, 66665.51262292694))(
			geom.Vec{X: -9.05021534413352e-05, Y: 3.463240777566261e-05, Z: -2.428922712111776e-05},
			geom.Quat{W: 0.753488944344716, V: geom.Vec{X: 0.5179268125169028, Y: 0.13919459640791468, Z: -0.3803039468072929}}),
		shape(geom.NewCone(12607.480637595989, 1954.2288402154152))(
			geom.Vec{X: -15303.427171195246, Y: -71327.8676387605, Z: 28093.379730521734},
			geom.Quat{W: 0.5338680644713589, V: geom.Vec{X: -0.5799265042443581, Y: -0.43842292198851945, Z: 0.4318049106802422}}),
		geom.Vec{X: 90592.74618752272, Y: -34667.07485051313, Z: 24313.54066177954}, geom.Vec{}, 1e-9, 9.99e-10)
	check("steps",
		shape(geom.NewBox(geom.Vec{X: 0.4616462664896863, Y: 0.8241264394995864, Z: 0.6591567160240939}))(
			geom.Vec{X: -20646.999860079726, Y: -515787.7339320429, Z: 316087.314167621},
			geom.Quat{W: 0.9769149852929293, V: geom.Vec{X: 0.12041558687959798, Y: -0.10922727324655389, Z: 0.1385878808759277}}),
		shape(geom.NewCone(0.8877860248114622, 0.7024013213448217))(
			geom.Vec{X: -20589.713785561944, Y: -515788.214605205, Z: 316086.6348402919}, geom.IdentityQuat()),
		geom.Vec{X: 0.05565754354332843}, geom.Vec{}, 1000, 999)
}
