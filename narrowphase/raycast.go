package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// RayHit is where a ray first meets a shape.
type RayHit struct {
	Status Status   // Miss, Hit, Overlapping: the ray starts in the shape, or Unresolved: the input is not finite
	Time   float64  // origin + dir·Time is the point: in seconds if dir is a velocity, in metres if it is of unit length
	P      geom.Vec // the point, in the world [m]
	N      geom.Vec // unit outward normal of the surface there; zero for Overlapping
}

// Raycast returns the first point in common of the ray origin + dir·t, t from 0 to maxT (which may be +Inf), and a
// convex shape, a half space included. Dir need not be of unit length; the zero vector gives Overlapping or Miss.
//
// Shapes are closed, and a ray that starts in one or on its surface, whichever way it goes, is Overlapping with Time 0,
// P the origin and N zero. On an edge or a corner N is the normal of the face that the ray enters last, of equals the
// first of the shape; at the apex of a cone it points along the axis.
//
// All kinds are solved in closed form: boxes by slabs, hulls by their faces' planes, the others by quadratic equations
// whose discriminant is a difference of squares of cross products and whose roots are taken without cancellation. P is
// on the surface within 16 ulp of the largest of the shape's size, the distance of its origin from the ray's and the
// travel; a ray that passes the surface within that may hit or miss. Unresolved, all other fields zero: origin, dir or
// pose is not finite, or maxT is not a number.
//
// Source: 004, rays and boxes; the slabs and the quadratic forms are classical.
func Raycast(s *Convex, origin, dir geom.Vec, maxT float64) RayHit {
	if !origin.IsFinite() || !dir.IsFinite() || !s.Pose.P.IsFinite() || !s.Pose.Q.IsFinite() || math.IsNaN(maxT) {
		return RayHit{Status: Unresolved}
	}
	r := ray{o: s.Pose.Q.RotateInv(origin.Sub(s.Pose.P)), d: s.Pose.Q.RotateInv(dir), in: math.Inf(-1), out: maxT}
	start := r.approach(s.Shape)
	if !r.meets(s.Shape) || r.in > r.out {
		return RayHit{}
	}
	if math.IsInf(r.in, -1) {
		if start == 0 {
			return RayHit{Status: Overlapping, P: origin}
		}
		r.in, r.n = 0, r.d.Neg()
	}
	t := min(start+r.in, maxT)
	return RayHit{Hit, t, origin.AddScaled(dir, t), s.Pose.Q.Rotate(r.n).Normalize()}
}

// approach moves the start of a ray towards a curved shape, to where it is about to enter the ball around it, and
// returns the time that takes: squares of large distances would cost digits.
func (r *ray) approach(s *geom.Shape) float64 {
	v := r.d.Len()
	if s.Kind < geom.ShapeSphere || s.Kind == geom.ShapePlane || v == 0 {
		return 0
	}
	reach := s.Size.X + max(s.Size.Y, s.Size.Z)
	t := -r.o.Dot(r.d)/float64(v*v) - float64(2*reach)/v
	if !(t > 0) {
		return 0
	}
	r.o = r.o.AddScaled(r.d, t)
	r.out -= t
	return t
}

// ray is a ray in the frame of a shape and the times that it spends in it, as far as they are known: shapes are
// intersections of half spaces and quadrics, which shorten the time one by one.
type ray struct {
	o, d geom.Vec
	in   float64  // -Inf while the origin is within all
	out  float64  // at most maxT
	n    geom.Vec // outward normal where the ray enters at in; not of unit length
}

// meets clips the ray by the shape and returns false if it is outside at all times from 0 on. The result may also be a
// time in later than out.
func (r *ray) meets(s *geom.Shape) bool {
	switch s.Kind {
	case geom.ShapeBox:
		return r.slab(r.o.X, r.d.X, s.Size.X, geom.Vec{X: 1}) && r.slab(r.o.Y, r.d.Y, s.Size.Y, geom.Vec{Y: 1}) &&
			r.slab(r.o.Z, r.d.Z, s.Size.Z, geom.Vec{Z: 1})
	case geom.ShapeHull:
		for i := range s.Hull.Faces {
			p := &s.Hull.Faces[i].Plane
			if !r.below(p.N.Dot(r.o)-p.D, p.N.Dot(r.d), p.N) {
				return false
			}
		}
		return true
	case geom.ShapeSphere, geom.ShapeEllipsoid:
		return r.ellipsoid(s.Size)
	case geom.ShapeCapsule:
		return r.capsule(s.Size.X, s.Size.Z)
	case geom.ShapeCylinder:
		return r.slab(r.o.Z, r.d.Z, s.Size.Z, geom.Vec{Z: 1}) && r.tube(s.Size.X)
	case geom.ShapeCone:
		return r.below(-r.o.Z, -r.d.Z, geom.Vec{Z: -1}) && r.cone(s.Size.X, s.Size.Z)
	}
	return r.below(r.o.Z, r.d.Z, geom.Vec{Z: 1})
}

// below clips by the half space of height <= 0 with the outward normal n, where the ray is at height h and climbs at
// speed v.
func (r *ray) below(h, v float64, n geom.Vec) bool {
	if h > 0 {
		if !(v < 0) {
			return false
		}
		if t := h / -v; t > r.in {
			r.in, r.n = t, n
		}
	} else if v > 0 {
		r.out = min(r.out, -h/v)
	}
	return true
}

// slab clips by the layer of heights from -half to half along n.
func (r *ray) slab(h, v, half float64, n geom.Vec) bool {
	return r.below(h-half, v, n) && r.below(-h-half, -v, n.Neg())
}
