package geom_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
)

// TestFinishDropping_TellsWhatItTakesOut: triangles whose height is below 1e-12 of the extent go, as do those with the corners of one
// before them, and the others keep their order; numbers are those that the triangles had. Of triangles that all have no area none goes.
func TestFinishDropping_TellsWhatItTakesOut(t *testing.T) {
	const long = 1e3
	mesh := func(tris ...geom.Tri) *geom.Mesh {
		return &geom.Mesh{Name: "m", Tris: slices.Clone(tris), Vertices: []geom.Vec{
			{}, {X: long}, {X: long / 2, Y: 1.5e-12 * long}, {X: long / 2, Y: -0.7e-12 * long}, {X: long, Z: 400}, {Z: 300}}}
	}
	high, flat := geom.Tri{0, 1, 2}, geom.Tri{0, 3, 1}
	a, b := geom.Tri{0, 1, 4}, geom.Tri{0, 4, 5}
	for _, c := range []struct {
		in, out     []geom.Tri
		flat, twice []int32
	}{
		{[]geom.Tri{a, b}, []geom.Tri{a, b}, nil, nil},
		{[]geom.Tri{high, a, flat, b}, []geom.Tri{high, a, b}, []int32{2}, nil},
		{[]geom.Tri{flat, b, a, {4, 1, 0}, flat, {5, 0, 4}, high}, []geom.Tri{b, a, high}, []int32{0, 4}, []int32{3, 5}},
		{[]geom.Tri{a, {1, 4, 0}, {4, 0, 1}}, []geom.Tri{a}, nil, []int32{1, 2}},
	} {
		m := mesh(c.in...)
		d, err := m.FinishDropping()
		if err != nil || !slices.Equal(d.Flat, c.flat) || !slices.Equal(d.Twice, c.twice) || d.Len() != len(c.flat)+len(c.twice) || !slices.Equal(m.Tris, c.out) || len(m.Planes) != len(c.out) {
			t.Errorf("%v: dropped %+v, %v; has %v and %d planes, want %v", c.in, d, err, m.Tris, len(m.Planes), c.out)
		}
	}
	m := mesh(flat, flat)
	if d, err := m.FinishDropping(); !errors.Is(err, geom.ErrDegenerate) || d.Len() != 0 || !slices.Equal(m.Tris, []geom.Tri{flat, flat}) {
		t.Errorf("without area: %+v, %v, %v", d, err, m.Tris)
	}
}
