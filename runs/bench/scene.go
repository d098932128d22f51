package bench

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Scene is a world of boxes and spheres over boxes and triangles, all of one material. World coordinates, SI.
type Scene struct {
	Name        string
	Gravity     geom.Vec
	Duration    float64 // [s]
	Friction    float64
	Restitution float64
	Statics     []Static
	Bodies      []Body
}

// Static is an object that never moves: a box, or a mesh if Mesh is not nil.
type Static struct {
	Half     geom.Vec // half extents of the box [m]
	Position geom.Vec // of its centre [m]
	Attitude geom.Quat
	Mesh     *Mesh
}

// Mesh is a grid of cells of two triangles each.
type Mesh struct {
	Vertices []geom.Vec
	Tris     []geom.Tri
	Cells    [2]int
	// Regular says that the grid is a height function over equal cells from Origin on; Cell is their size [m].
	Regular bool
	Origin  [2]float64
	Cell    float64
}

// Body is a box, or a sphere where Radius is above zero.
type Body struct {
	Half            geom.Vec // half extents of the box [m]
	Radius          float64  // of the sphere [m]
	Density         float64  // [kg/m³]
	Position        geom.Vec // of the centre of mass [m]
	Attitude        geom.Quat
	Velocity        geom.Vec // [m/s]
	AngularVelocity geom.Vec // world axes [rad/s]
	Fast            bool     // engines that need to know which bodies to sweep are told to sweep it
}

// Sphere reports whether b is a sphere.
func (b *Body) Sphere() bool { return b.Radius > 0 }

// Mass returns the mass [kg].
func (b *Body) Mass() float64 {
	if b.Sphere() {
		return b.Density * 4 / 3 * math.Pi * b.Radius * b.Radius * b.Radius
	}
	return b.Density * 8 * b.Half.X * b.Half.Y * b.Half.Z
}

// Inertia returns the principal moments of inertia, along the body's axes [kg m²].
func (b *Body) Inertia() geom.Vec {
	m := b.Mass()
	if b.Sphere() {
		i := 0.4 * m * b.Radius * b.Radius
		return geom.Vec{X: i, Y: i, Z: i}
	}
	x, y, z := b.Half.X*b.Half.X, b.Half.Y*b.Half.Y, b.Half.Z*b.Half.Z
	return geom.Vec{X: m / 3 * (y + z), Y: m / 3 * (x + z), Z: m / 3 * (x + y)}
}

// State is the pose and the velocity of a body. World coordinates, SI.
type State struct {
	Position        geom.Vec // of the centre of mass
	Attitude        geom.Quat
	Velocity        geom.Vec
	AngularVelocity geom.Vec
}

// reach is the largest distance of a point of the body from its centre [m].
func (b *Body) reach() float64 {
	if b.Sphere() {
		return b.Radius
	}
	return b.Half.Len()
}

// energy returns the kinetic energy plus the potential energy of gravity, zero at the origin [J].
func (b *Body) energy(s *State, gravity geom.Vec) float64 {
	w, i, m := s.Attitude.RotateInv(s.AngularVelocity), b.Inertia(), b.Mass()
	return 0.5*m*s.Velocity.LenSq() + 0.5*w.Dot(i.Mul(w)) - m*gravity.Dot(s.Position)
}

// energy returns the energy of all bodies [J].
func (sc *Scene) energy(f *Frame) float64 {
	e := 0.0
	for i := range sc.Bodies {
		e += sc.Bodies[i].energy(&f.Bodies[i], sc.Gravity)
	}
	return e
}

// Triangles returns the number of triangles of the meshes.
func (sc *Scene) Triangles() int {
	n := 0
	for i := range sc.Statics {
		if m := sc.Statics[i].Mesh; m != nil {
			n += len(m.Tris)
		}
	}
	return n
}
