package record

import (
	"errors"
	"fmt"

	"github.com/prang-sim/prang/sim/geom"
)

// MinScale and MaxScale bound what the coordinates of a mesh file are multiplied by: nanometres and gigametres are in
// between.
const (
	MinScale = 1e-9
	MaxScale = 1e9
)

// IsScale reports whether the coordinates of a mesh file can be multiplied by a number.
func IsScale(s float64) bool { return s >= MinScale && s <= MaxScale }

// Pose returns the pose of a static's frame: of a mesh, the identity where its file is in world coordinates.
func (o *Object) Pose() geom.Transform {
	if o.Shape == "mesh" && o.Scale == nil {
		return geom.Transform{Q: geom.IdentityQuat()}
	}
	return geom.Transform{P: o.Position, Q: o.Attitude}
}

// CheckPlaced returns an error if how the object's mesh was placed says nothing.
func (o *Object) CheckPlaced() error {
	switch o.Up {
	case "", "x", "y", "z":
	default:
		return fmt.Errorf("up: %.20q is no axis: give \"x\", \"y\" or \"z\"", o.Up)
	}
	if o.Scale == nil {
		if o.Up != "" {
			return errors.New("up: given without a scale: leave it out, or add the scale")
		}
		return nil
	}
	if s := o.Scale; !IsScale(s.X) || !IsScale(s.Y) || !IsScale(s.Z) {
		return fmt.Errorf("scale: (%v, %v, %v): give numbers from %g to %g", s.X, s.Y, s.Z, float64(MinScale), float64(MaxScale))
	}
	if size := o.Attitude.Len(); !o.Position.IsFinite() || !(size > 0.99 && size < 1.01) {
		return errors.New("attitude: a mesh with a scale stands at a finite position with a unit quaternion: give both")
	}
	return nil
}
