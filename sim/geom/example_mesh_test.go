package geom_test

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// A hill of four by three samples with a hole in one corner.
func ExampleHeightField_Mesh() {
	nan := math.NaN()
	f := geom.HeightField{
		Name: "hill", NX: 4, NY: 3, DX: 10, DY: 10,
		Heights: []float64{
			0, 0, 0, nan,
			0, 5, 5, 0,
			0, 0, 0, 0,
		},
		Cut: geom.CutAlternating,
	}
	m, err := f.Mesh()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(m.Vertices), "vertices,", len(m.Tris), "triangles, up to", m.Bounds.Max)
	f.Heights[5] = 1e13
	_, err = f.Mesh()
	fmt.Println(err)
	// Output:
	// 11 vertices, 11 triangles, up to {30 20 5}
	// height field "hill": the height field cannot be made a mesh: sample (1, 1), index 5: height 1e+13 puts it at (10, 10, 1e+13), beyond 1e12 m; give metres, or NaN for a hole
}

// Two tiles of one floor: a triangle of two by two metres lies along two of one metre each, of another mesh.
func ExampleJoin() {
	tile := func(x, side float64, n int) *geom.Mesh {
		f := geom.HeightField{NX: 2, NY: n + 1, DX: 2, DY: side, Origin: geom.Vec{X: x}, Heights: make([]float64, 2*(n+1))}
		m, err := f.Mesh()
		if err != nil {
			fmt.Println(err)
		}
		return m
	}
	floor := geom.Join([]*geom.Mesh{tile(0, 2, 1), tile(2, 1, 2)})
	var edges [3]geom.EdgeInfo
	var planes [3]geom.Plane
	floor[0].Beyond(0, nil, &edges, &planes)
	fmt.Println(edges[1].Kind == geom.EdgeFlat, planes[1].N)
	// Output: true {0 0 1}
}
