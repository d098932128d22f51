package rigid

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestIsSolid: principal moments of a solid are above zero, and none exceeds the sum of the others, by more than rounding; a
// lamina has them equal. A tensor is judged in any axes, and is symmetric.
func TestIsSolid(t *testing.T) {
	q := geom.Quat{W: 0.5, V: geom.Vec{X: 0.7, Y: -0.3, Z: 0.4}}.Normalize().Mat3()
	back := q.Transpose()
	for _, c := range []struct {
		moments geom.Vec
		want    bool
	}{
		{geom.Vec{X: 1, Y: 1, Z: 1}, true},
		{geom.Vec{X: 500, Y: 2000, Z: 2400}, true},
		{geom.Vec{X: 1, Y: 1, Z: 1e-9}, true}, // a rod
		{geom.Vec{X: 1, Y: 2, Z: 3}, true},    // a lamina
		{geom.Vec{X: 1, Y: 2, Z: 3.0001}, false},
		{geom.Vec{X: 3.0001, Y: 2, Z: 1}, false},
		{geom.Vec{X: 1, Y: 3.0001, Z: 2}, false},
		{geom.Vec{X: 1, Y: 1, Z: 2.5}, false},
		{geom.Vec{X: 1, Y: 1, Z: -0.1}, false},
		{geom.Vec{X: -1, Y: 2, Z: 2}, false},
		{geom.Vec{X: 2, Y: -1, Z: 2}, false},
		{geom.Vec{X: -1, Y: -1, Z: 3}, false}, // a product above zero
		{geom.Vec{X: -1, Y: -1, Z: -1}, false},
		{geom.Vec{}, false},
		{geom.Vec{X: math.Inf(1), Y: 1, Z: 1}, false},
		{geom.Vec{X: math.NaN(), Y: 1, Z: 1}, false},
	} {
		for _, size := range []float64{1e-6, 1, 1e9} {
			d := geom.Mat3{X: geom.Vec{X: c.moments.X * size}, Y: geom.Vec{Y: c.moments.Y * size}, Z: geom.Vec{Z: c.moments.Z * size}}
			if IsSolid(&d) != c.want {
				t.Errorf("principal moments %v times %g: %v", c.moments, size, !c.want)
			}
			turned := q.Mul(&d)
			turned = turned.Mul(&back)
			if IsSolid(&turned) != c.want {
				t.Errorf("the same, turned: %v", !c.want)
			}
		}
	}
	// One entry that has no equal across the diagonal, either way.
	for k := range 6 {
		m := geom.Mat3{X: geom.Vec{X: 3}, Y: geom.Vec{Y: 3}, Z: geom.Vec{Z: 3}}
		*[]*float64{&m.X.Y, &m.X.Z, &m.Y.Z, &m.Y.X, &m.Z.X, &m.Z.Y}[k] = 1e-3
		if IsSolid(&m) {
			t.Errorf("a tensor that is not symmetric, %+v, is one", m)
		}
		*[]*float64{&m.X.Y, &m.X.Z, &m.Y.Z, &m.Y.X, &m.Z.X, &m.Z.Y}[k] = -1e-3
		if IsSolid(&m) {
			t.Errorf("a tensor that is not symmetric, %+v, is one", m)
		}
	}
}
