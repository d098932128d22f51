package sim

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/sim/geom"
)

// Compose returns the body made of shapes, and its centre of mass in the frame that the shapes are given in [m]. The
// shapes of the body are those given, moved so that the centre of mass is the origin; the axes stay.
//
// With a mass above zero [kg] the shapes have that mass together. It is shared in proportion to their densities, or
// evenly by volume if they have none. With a mass of zero every shape needs a density [kg/m³], negative for a hole.
// Where shapes overlap both count.
//
// The error names the shape that has no density or that no constructor of package geom has made, or the hole that is
// outside of the material, or wraps that of geom.CombineSolids.
func Compose(shapes []ShapeDef, mass float64) (BodyDef, mgl64.Vec3, error) {
	var none mgl64.Vec3
	if len(shapes) == 0 {
		return BodyDef{}, none, errors.New("a body needs a shape")
	}
	for i := range shapes {
		if err := CheckShape(&shapes[i].Shape); err != nil {
			return BodyDef{}, none, fmt.Errorf("shapes[%d]: %w", i, err)
		}
	}
	whole, err := weigh(shapes, mass)
	if err != nil {
		return BodyDef{}, none, err
	}
	b := BodyDef{Mass: whole.Mass, Inertia: toMGL(&whole.Inertia)}
	for i := range shapes {
		s := shapes[i]
		s.Position = geom.FromMGL(s.Position).Sub(whole.Center).MGL()
		b.Shapes = append(b.Shapes, s)
	}
	return b, whole.Center.MGL(), nil
}

// weigh returns mass, centre and inertia of shapes; see Compose.
func weigh(shapes []ShapeDef, mass float64) (geom.Inertial, error) {
	if mass < 0 || math.IsNaN(mass) || math.IsInf(mass, 0) {
		return geom.Inertial{}, fmt.Errorf("mass %g kg: give a mass above zero", mass)
	}
	dense := 0
	for i := range shapes {
		if shapes[i].Density != 0 {
			dense++
		}
	}
	if dense < len(shapes) && (dense > 0 || mass == 0) {
		for i := range shapes {
			if shapes[i].Density == 0 {
				return geom.Inertial{}, fmt.Errorf("shapes[%d]: has no density: give each shape one, or the body a mass and no shape a density", i)
			}
		}
	}
	parts := make([]geom.Part, len(shapes))
	total := 0.0
	for i := range shapes {
		s := &shapes[i]
		parts[i] = geom.Part{Solid: s.Shape.Solid(), Pose: s.pose(), Density: s.Density}
		if dense == 0 {
			parts[i].Density = 1
		}
		total += float64(parts[i].Density * parts[i].Solid.Volume)
	}
	if mass > 0 && total > 0 {
		for i := range parts {
			parts[i].Density = float64(parts[i].Density * (mass / total))
		}
	}
	whole, err := geom.CombineSolids(parts)
	if i := outlyingHole(shapes); err != nil && total > 0 && i >= 0 {
		err = fmt.Errorf("shapes[%d]: a hole, of %g kg/m³, has its centre outside of the other shapes: move it inside", i, shapes[i].Density)
	}
	if mass > 0 {
		whole.Mass = mass
	}
	return whole, err
}

// outlyingHole returns the first hole whose centre of volume is in the bounds of no shape that is material; -1 for none.
func outlyingHole(shapes []ShapeDef) int {
	return slices.IndexFunc(shapes, func(hole ShapeDef) bool {
		center := hole.pose().Apply(hole.Shape.Solid().Center)
		return hole.Density < 0 && !slices.ContainsFunc(shapes, func(s ShapeDef) bool {
			bounds := s.Shape.Bounds(s.pose())
			return s.Density > 0 && bounds.Contains(center)
		})
	})
}

// inertiaOf returns the inertia of a body of the given shapes and mass about the origin of their frame [kg m²].
func inertiaOf(d *BodyDef) (geom.Mat3, error) {
	if len(d.Shapes) == 0 {
		return geom.ParallelAxis(geom.BoxInertia(d.Mass, geom.FromMGL(d.Half)), d.Mass, geom.FromMGL(d.Offset)), nil
	}
	whole, err := weigh(d.Shapes, d.Mass)
	return geom.ParallelAxis(whole.Inertia, whole.Mass, whole.Center), err
}

// newParts returns the parts that shapes define, or the box that stands for none.
func newParts(shapes []ShapeDef, half, offset mgl64.Vec3) ([]part, error) {
	if len(shapes) == 0 {
		h, o := geom.FromMGL(half), geom.FromMGL(offset)
		if !(h.X > 0 && h.Y > 0 && h.Z > 0) || !h.IsFinite() || !o.IsFinite() {
			return nil, errors.New("size: give three lengths above zero")
		}
		box, err := geom.NewBox(h)
		if err != nil {
			return nil, err
		}
		shapes = []ShapeDef{{Shape: box, Position: offset}}
	}
	if len(shapes) > MaxParts {
		return nil, fmt.Errorf("has %d shapes: give %d at most", len(shapes), MaxParts)
	}
	list := make([]part, len(shapes))
	for i := range shapes {
		p, err := newPart(&shapes[i])
		if err != nil {
			return nil, fmt.Errorf("shapes[%d]: %w", i, err)
		}
		list[i] = p
	}
	return list, nil
}

// toMGL returns m column by column.
func toMGL(m *geom.Mat3) mgl64.Mat3 {
	return mgl64.Mat3{m.X.X, m.Y.X, m.Z.X, m.X.Y, m.Y.Y, m.Z.Y, m.X.Z, m.Y.Z, m.Z.Z}
}
