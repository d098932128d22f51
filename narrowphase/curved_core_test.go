package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// The core of a capsule touches an edge or a corner of a box to the last digit, so that the direction from one to the
// other is rounding: the depth is the radius, and the capsule moved out by it touches the box.
func TestOverlap_CoreOnTheSurfaceOfABox(t *testing.T) {
	for i, c := range []struct {
		radius, half float64
		box          geom.Vec
		a, b         geom.Transform // of the capsule and the box
	}{
		{1, 1, geom.Vec{X: 1000, Y: 1000, Z: 1000},
			geom.Transform{P: geom.Vec{X: -828.6421366989347, Y: -1518.4528583080607, Z: -88.48214893968012}, Q: geom.IdentityQuat()},
			geom.Transform{Q: geom.Quat{W: 0.9462460509162863, V: geom.Vec{X: -0.189773512634175, Y: 0.2108289861064368, Z: 0.15542060238318295}}}},
		{1000, 1000, geom.Vec{X: 1e6, Y: 1e6, Z: 1e6},
			geom.Transform{Q: geom.Quat{W: 0.855757487895912, V: geom.Vec{X: -0.4927794502696787, Y: 0.09054357933615269, Z: 0.1290325367610403}}},
			geom.Transform{P: geom.Vec{X: 1.464824212761726e+06, Y: -924449.6673275884, Z: 34189.3984533986}, Q: geom.Quat{W: 0.2276287227955882, V: geom.Vec{X: -0.28710332117216425, Y: 0.6813834837151328, Z: 0.6336192828904372}}}},
		{0.001, 0.001, geom.Vec{X: 1, Y: 1, Z: 1},
			geom.Transform{Q: geom.Quat{W: 0.38395060303584083, V: geom.Vec{X: 0.4928047861769489, Y: 0.34786837063918646, Z: 0.6990800911614801}}},
			geom.Transform{P: geom.Vec{X: 0.0009561485710585905, Y: -1.4141056120582411, Z: 1.0002722620788598}, Q: geom.Quat{W: 0.38268343236508984, V: geom.Vec{Z: 0.9238795325112867}}}},
		{0.001, 0.001, geom.Vec{X: 1, Y: 1, Z: 1},
			geom.Transform{P: geom.Vec{X: -1.3517500111375147, Y: -0.9870222340194277, Z: -0.444064214591276}, Q: geom.Quat{W: 0.8159354039084482, V: geom.Vec{X: 0.4188449146275846, Y: 0.10318517653245525, Z: -0.38493008908545306}}},
			geom.Transform{Q: geom.Quat{W: 0.1688910971797268, V: geom.Vec{X: 0.1785555095936614, Y: -0.6989534713197523, Z: 0.6716083473403561}}}},
	} {
		s, err := geom.NewCapsule(c.radius, c.half)
		a := caseConvex(t, s, err, c.a.P, c.a.Q)
		s, err = geom.NewBox(c.box)
		b := caseConvex(t, s, err, c.b.P, c.b.Q)
		// Moving by the radius in a wrong direction left up to 0.3 of it; rounding is 1e-15 of the box.
		tol := float64(1e-12 * c.box.X)
		for k, p := range [2][2]*Convex{{&a, &b}, {&b, &a}} {
			m, ok := Overlap(p[0], p[1])
			if x := penetrationDepth(p[0], p[1], m.N); !ok || math.Abs(m.Depth-c.radius) > tol || math.Abs(x-c.radius) > tol || math.Abs(m.N.Len()-1) > 1e-14 {
				t.Errorf("%d, order %d: %+v %v, depth along N %v", i, k, m, ok, x)
			}
		}
	}
}
