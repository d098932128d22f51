package geom

import (
	"errors"
	"fmt"
	"math"
)

// Part is a solid of one density somewhere in a body.
type Part struct {
	Solid   Solid
	Pose    Transform // of the solid's frame in the body's
	Density float64   // [kg/m³]; below zero takes material away: a hole
}

// Inertial is the mass properties of a rigid body.
type Inertial struct {
	Mass    float64 // [kg]
	Center  Vec     // centre of mass in the frame of the body [m]
	Inertia Mat3    // about Center, in the axes of that frame [kg m²]
}

// ErrPart is wrapped by every error of CombineSolids.
var ErrPart = errors.New("the parts make no body")

// CombineSolids returns mass, centre of mass and inertia of the body that consists of the parts. Where parts overlap
// both count. The error names the first part whose density is zero or not finite, whose volume is not above zero, or
// whose pose is not finite or not of a unit quaternion (within 1e-9); or the whole if the mass or a moment of inertia
// is not above zero.
func CombineSolids(parts []Part) (Inertial, error) {
	var b Inertial
	var first Vec
	for i := range parts {
		p := &parts[i]
		if err := p.check(); err != nil {
			return Inertial{}, fmt.Errorf("part %d: %w: %w", i, ErrPart, err)
		}
		mass := float64(p.Density * p.Solid.Volume)
		b.Mass += mass
		first = first.AddScaled(p.Pose.Apply(p.Solid.Center), mass)
	}
	if !(b.Mass > 0) || !isFinite(b.Mass) {
		return Inertial{}, fmt.Errorf("%w: their mass is %.4g kg; give parts with densities that add up to more than the holes", ErrPart, b.Mass)
	}
	b.Center = first.Scale(1 / b.Mass)
	for i := range parts {
		p := &parts[i]
		s := p.Solid.At(p.Pose)
		about := ParallelAxis(s.Inertia, s.Volume, s.Center.Sub(b.Center))
		about = about.Scale(p.Density)
		b.Inertia = b.Inertia.Add(&about)
	}
	j := &b.Inertia
	if !(j.X.X > 0 && j.Y.Y > 0 && j.Z.Z > 0 && j.Det() > 0) || !j.IsFinite() || !b.Center.IsFinite() {
		_, m := j.Eigen()
		return Inertial{}, fmt.Errorf("%w: their principal moments of inertia, %.4g, %.4g and %.4g kg m², are not all above zero; keep holes inside of the material", ErrPart, m[0], m[1], m[2])
	}
	return b, nil
}

func (p *Part) check() error {
	q := p.Pose.Q
	switch {
	case p.Density == 0 || !isFinite(p.Density):
		return fmt.Errorf("its density is %v kg/m³; give a finite one, below zero for a hole", p.Density)
	case !(p.Solid.Volume > 0) || !isFinite(p.Solid.Volume) || !p.Solid.Center.IsFinite() || !p.Solid.Inertia.IsFinite():
		return fmt.Errorf("its volume is %v m³ with centre %v and inertia %v; give a solid with a finite volume above zero", p.Solid.Volume, p.Solid.Center, p.Solid.Inertia)
	case !p.Pose.P.IsFinite() || !(math.Abs(q.Dot(q)-1) <= 1e-9):
		return fmt.Errorf("its pose is %v; give a finite position and a unit quaternion", p.Pose)
	}
	return nil
}
