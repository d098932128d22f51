package geom

import (
	"errors"
	"reflect"
	"testing"
)

// TestPlacement_TurnsScalesAndMoves: each of the three by numbers worked out by hand, in that order.
func TestPlacement_TurnsScalesAndMoves(t *testing.T) {
	p := Placement{
		Turn:  Mat3{X: Vec{X: 1}, Y: Vec{Z: -1}, Z: Vec{Y: 1}}, // (1, 2, 3) to (1, -3, 2)
		Scale: Vec{2, 3, 5},                                    // to (2, -9, 10)
		Pose:  Transform{P: Vec{100, 200, 300}, Q: Quat{W: 0, V: Vec{Z: 1}}},
	}
	if got, want := p.Apply(Vec{1, 2, 3}), (Vec{98, 209, 310}); got != want {
		t.Errorf("half a turn about z: %v, want %v", got, want)
	}
	p.Pose.Q = Quat{0.5, Vec{0.5, 0.5, 0.5}} // takes x to y, y to z, z to x
	if got, want := p.Apply(Vec{1, 2, 3}), (Vec{110, 202, 291}); got != want {
		t.Errorf("a third of a turn: %v, want %v", got, want)
	}
}

// TestPlacement_MeshIsThatOfPlacedVertices: planes, edges and bounds are those that Finish makes of vertices that were
// placed before, and the mesh that was placed does not change.
func TestPlacement_MeshIsThatOfPlacedVertices(t *testing.T) {
	p := Placement{Turn: Identity(), Scale: Vec{0.1, 0.3, 0.7}, Pose: Transform{P: Vec{5, -3, 1}, Q: AxisAngle(Vec{1, 2, 3}, 0.7).Normalize()}}
	m, same, want := cube(), cube(), cube()
	want.Vertices = p.Points(want.Vertices)
	for _, x := range []*Mesh{m, same, want} {
		if err := x.Finish(); err != nil {
			t.Fatal(err)
		}
	}
	got, err := p.Mesh(m)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v: %+v, want %+v", err, got, want)
	}
	if !reflect.DeepEqual(m, same) {
		t.Error("the mesh that was placed has changed")
	}
	for _, plane := range got.Planes { // fronts stay fronts: all face away from the middle
		if d := plane.N.Dot(p.Apply(Vec{0.5, 0.5, 0.5})) - plane.D; !(d < 0) {
			t.Errorf("%v faces inwards, %g", plane, d)
		}
	}
	p.Pose.P = Vec{1e11, 1e11, 1e11} // where doubles are 15 µm apart
	p.Scale = Vec{1e-6, 1e-6, 1e-6}
	if _, err := p.Mesh(m); !errors.Is(err, ErrDegenerate) {
		t.Errorf("a cube of a micrometre, far away: %v", err)
	}
}
