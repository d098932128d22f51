package sim

import (
	"errors"
	"fmt"
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// part is one convex shape of a body, or of a static, in its frame.
type part struct {
	narrowphase.Part
	aligned bool             // the shape's axes are those of the body
	radius  float64          // largest distance of its points from the origin of the body frame [m]
	extent  geom.Vec         // largest sizes of their coordinates in the body frame [m]
	ball    narrowphase.Part // of that radius about the origin
	hidden  []bool           // faces that other statics, or other parts of the body, cover; nil for none
	rises   []interval       // of each edge, see levelEdges; nil if hidden is
	walls   []wallEdge       // where others stand on its edges
	seams   []seam           // where its faces go on in others
}

// flattest returns the largest radius of curvature of a shape that is round in all directions, 0 for others [m].
func (p *part) flattest() float64 {
	if p.Shape.Kind != geom.ShapeEllipsoid {
		return 0
	}
	s := p.Shape.Size
	return float64(s.MaxAbs()*s.MaxAbs()) / math.Min(s.X, math.Min(s.Y, s.Z))
}

// maxFeatures is the largest number of vertices, of edges or of faces that a FeatureID can distinguish.
const maxFeatures = 1<<14 - 1

// MaxParts is the largest number of parts of a body or a static. All pairs of parts of two objects are tested.
const MaxParts = 256

// newPart returns the part that d defines.
func newPart(d *ShapeDef) (part, error) {
	s := d.Shape
	p := part{Part: narrowphase.Part{Shape: &s, At: d.pose()}}
	p.aligned = p.At.Q == geom.IdentityQuat()
	if !p.At.P.IsFinite() || !p.At.Q.IsFinite() {
		return p, fmt.Errorf("%v: position or attitude: give finite numbers", s.Kind)
	}
	if err := CheckShape(&s); err != nil {
		return p, err
	}
	p.radius = s.Reach(p.At.Q.RotateInv(p.At.P.Neg()))
	if s.Kind == geom.ShapePlane {
		return p, nil
	}
	box := s.Bounds(p.At)
	p.extent = box.Min.Abs().Max(box.Max.Abs())
	ball, err := geom.NewSphere(p.radius)
	p.ball = narrowphase.Part{Shape: &ball, At: geom.Transform{Q: geom.IdentityQuat()}}
	return p, err
}

// CheckShape returns an error for a shape that a world cannot have: one that was not made by a constructor of package
// geom, or that has more features than a FeatureID can distinguish.
func CheckShape(s *geom.Shape) error {
	if s == nil {
		return errors.New("shape: there is none: make one with a constructor of package geom")
	}
	switch s.Kind {
	case geom.ShapePlane:
		return nil
	case geom.ShapeBox, geom.ShapeHull:
		if s.Hull == nil {
			return fmt.Errorf("%v: has no hull: make it with a constructor of package geom", s.Kind)
		}
		// V - E + F = 2 and a vertex has three edges at least, a face too: the edges are the most.
		if n := len(s.Hull.Edges); n > maxFeatures {
			return fmt.Errorf("%v: its %d vertices have %d edges between them, of which a hull may have %d: reduce it to about %d vertices, or make the body of several shapes",
				s.Kind, len(s.Hull.Vertices), n, maxFeatures, maxFeatures/3)
		}
	}
	if !(s.Size.X > 0 && s.Size.Y > 0 && s.Size.Z > 0) || !s.Size.IsFinite() {
		return fmt.Errorf("%v: size: give lengths above zero", s.Kind)
	}
	return nil
}

// pose returns the shape's frame in that of the body.
func (d *ShapeDef) pose() geom.Transform {
	q := geom.QuatFromMGL(d.Attitude)
	if q == (geom.Quat{}) {
		q = geom.IdentityQuat()
	}
	return geom.Transform{P: geom.FromMGL(d.Position), Q: q.Normalize()}
}

// at returns the pose of the part's shape in the world, of a body in state s.
func (p *part) at(s *rigid.State) geom.Transform {
	if p.aligned {
		return geom.Transform{P: s.X.Add(s.Q.Rotate(p.At.P)), Q: s.Q}
	}
	return s.Transform().Mul(p.At)
}

// placed is a part in the world.
type placed struct {
	narrowphase.Convex
	obb    geom.OBB  // of a box
	bounds geom.AABB // filled by place where asked for
	radius float64
}

// place sets p to where q is in state s.
func (p *placed) place(q *part, s *rigid.State) {
	p.Shape, p.Pose, p.radius = q.Shape, q.at(s), q.radius
	if p.Shape.Kind == geom.ShapeBox {
		p.obb = p.OBB()
	}
}

// fillBounds sets the bounds.
func (p *placed) fillBounds() {
	if p.Shape.Kind == geom.ShapeBox {
		p.bounds = p.obb.Bounds()
		return
	}
	p.bounds = p.Shape.Bounds(p.Pose)
}

// beyond reports whether the shape is farther than margin from a plane, by more than rounding. It may miss that for a
// shape whose origin lies outside of it.
func (p *placed) beyond(plane geom.Plane, margin float64) bool {
	d := plane.N.Dot(p.Pose.P) - plane.D
	n := plane.N
	if d < 0 {
		d, n = -d, n.Neg()
	}
	reach := 0.0 // of the shape, from its origin towards the plane
	switch p.Shape.Kind {
	case geom.ShapeBox:
		reach = p.obb.Radius(n)
	case geom.ShapeSphere:
		reach = p.Shape.Size.X
	default:
		m := p.Pose.Q.RotateInv(n).Neg()
		reach = p.Shape.Support(m).Dot(m)
		if reach < 0 {
			reach = 0
		}
	}
	return d > float64((reach+margin)*(1+1e-9))+float64(1e-12*math.Abs(plane.D))
}
