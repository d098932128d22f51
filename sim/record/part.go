package record

import (
	"fmt"

	"github.com/prang-sim/prang/sim/geom"
)

// Part is a convex shape of an object. The frame of a shape and the meaning of Size are those of geom.Shape.
type Part struct {
	Shape string `json:"shape"` // name of a geom.ShapeKind
	// Size holds lengths by shape [m]: half extents of a box; radius, three times, of a sphere; radii of an ellipsoid;
	// radius, radius and half length of a capsule or a cylinder about the z axis; radius, radius and height of a cone
	// on the xy plane. That of a hull and of a plane is zero.
	Size geom.Vec `json:"size"`
	// Position and Attitude are the shape's pose in the frame of the object [m], [1].
	Position geom.Vec  `json:"position"`
	Attitude geom.Quat `json:"attitude"`
	// Points are the vertices of a hull [m], Faces the indices of each face's, counter-clockwise seen from outside.
	Points []geom.Vec `json:"points,omitempty"`
	Faces  [][]int32  `json:"faces,omitempty"`
}

// Convex returns the part's shape. The error is that of a constructor of package geom, or says that the shape is
// unknown.
func (p *Part) Convex() (geom.Shape, error) {
	s := p.Size
	switch p.Shape {
	case geom.ShapeBox.String():
		return geom.NewBox(s)
	case geom.ShapeHull.String():
		return geom.NewConvex(p.Points)
	case geom.ShapeSphere.String():
		return geom.NewSphere(s.X)
	case geom.ShapeEllipsoid.String():
		return geom.NewEllipsoid(s)
	case geom.ShapeCapsule.String():
		return geom.NewCapsule(s.X, s.Z)
	case geom.ShapeCylinder.String():
		return geom.NewCylinder(s.X, s.Z)
	case geom.ShapeCone.String():
		return geom.NewCone(s.X, s.Z)
	case geom.ShapePlane.String():
		return geom.NewPlane(), nil
	}
	return geom.Shape{}, fmt.Errorf("part: shape %q is not known: a newer prang may read this log", p.Shape)
}

// Pose returns the part's pose in the frame of the object.
func (p *Part) Pose() geom.Transform { return geom.Transform{P: p.Position, Q: p.Attitude} }
