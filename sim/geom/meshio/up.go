package meshio

import (
	"fmt"
	"path"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
)

// turns take coordinates with an axis up to those with z up.
var turns = map[string]geom.Mat3{
	"x": {X: geom.Vec{Z: -1}, Y: geom.Vec{Y: 1}, Z: geom.Vec{X: 1}},
	"y": {X: geom.Vec{X: 1}, Y: geom.Vec{Z: -1}, Z: geom.Vec{Y: 1}},
	"z": geom.Identity(),
}

// Up returns the axis that is up in a file by its format: "y" of a glTF, else "z".
func Up(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".gltf", ".glb":
		return "y"
	}
	return "z"
}

// Turn returns the rotation that takes coordinates, as Read returns them of the file with that name, to those with z up
// if in the file the axis up is: "x", whose (x, y, z) becomes (-z, y, x), "y", whose becomes (x, -z, y), or "z"; ""
// stands for that of the format.
func Turn(name, up string) (geom.Mat3, error) {
	own := turns[Up(name)]
	if up == "" {
		up = Up(name)
	}
	turn, ok := turns[up]
	if !ok {
		return geom.Mat3{}, fmt.Errorf("%.20q is no axis that can be up: give x, y or z", up)
	}
	back := own.Transpose() // Read has turned the file as its format has it
	return turn.Mul(&back), nil
}

// Placement returns how a mesh that Read has read of the file with that name stands in the world: with the axis up of
// the file, as for Turn, its coordinates multiplied by scale, then in the frame with a pose.
func Placement(name, up string, scale geom.Vec, pose geom.Transform) (geom.Placement, error) {
	turn, err := Turn(name, up)
	return geom.Placement{Turn: turn, Scale: scale, Pose: pose}, err
}
