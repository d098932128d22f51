package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// The points of a round rim that stand for it where it lies on a plane: rimFixed points that are fixed in the shape,
// and the lowest one. A regular octagon holds 90 % of the area of its circle, and points that are fixed keep their
// features and impulses while the shape spins.
const (
	rimFixed  = 8
	rimLowest = 15 // index of the lowest point of a rim among its features
	rimStride = 16 // features of the upper rim come this far behind those of the lower
)

// octagonCos is cos(k·45°); sin(k·45°) is octagonCos[(k+6)%8].
var octagonCos = [rimFixed]float64{1, math.Sqrt2 / 2, 0, -math.Sqrt2 / 2, -1, -math.Sqrt2 / 2, 0, math.Sqrt2 / 2}

// planePoint is a point of a curved shape that may touch a plane.
type planePoint struct {
	x           geom.Vec // in the shape's frame
	kind, index uint8
}

// planePoints are the candidates of a curved shape: first the fixed points of a rim that faces the plane, in order
// around it, then others.
type planePoints struct {
	n, rim int
	p      [rimFixed + 2]planePoint
}

func (c *planePoints) add(x geom.Vec, kind, index int) {
	c.p[c.n] = planePoint{x, uint8(kind), uint8(index)}
	c.n++
}

// collect finds the candidates of a curved shape above a plane with the given direction up, in the shape's frame.
func (c *planePoints) collect(s *geom.Shape, up geom.Vec) {
	down := up.Neg()
	switch s.Kind {
	case geom.ShapeSphere, geom.ShapeEllipsoid:
		c.add(s.Support(down), FeatureFace, 0)
	case geom.ShapeCapsule:
		c.add(geom.Vec{Z: -s.Size.Z}.AddScaled(down, s.Size.X), FeatureVertex, 0)
		c.add(geom.Vec{Z: s.Size.Z}.AddScaled(down, s.Size.X), FeatureVertex, 1)
	case geom.ShapeCylinder:
		side := math.Copysign(1, down.Z)
		first, second := 0, rimStride
		if side > 0 {
			first, second = rimStride, 0
		}
		low := c.rimPoints(s.Size.X, float64(side*s.Size.Z), first, up, true)
		if low.Z = -low.Z; !planeStands(up) {
			c.add(low, FeatureEdge, second+rimLowest)
		}
	case geom.ShapeCone:
		c.rimPoints(s.Size.X, 0, 0, up, up.Z > 0)
		c.add(geom.Vec{Z: s.Size.Z}, FeatureVertex, 0)
	}
}

// planeStands reports whether the axis of a shape of revolution is nearer to the plane's normal than to the plane.
func planeStands(up geom.Vec) bool {
	return float64(up.Z*up.Z) >= float64(up.X*up.X)+float64(up.Y*up.Y)
}

// rimPoints adds the points of a rim at the height z, the fixed ones where it faces the plane, and returns the lowest.
func (c *planePoints) rimPoints(radius, z float64, feature int, up geom.Vec, faces bool) geom.Vec {
	if faces && planeStands(up) {
		for k := range octagonCos {
			x := geom.Vec{X: float64(radius * octagonCos[k]), Y: float64(radius * octagonCos[(k+6)%8]), Z: z}
			c.add(x, FeatureEdge, feature+k)
		}
		c.rim = rimFixed
	}
	low := geom.Vec{X: radius, Z: z}
	if l := math.Sqrt(float64(up.X*up.X) + float64(up.Y*up.Y)); l > 0 {
		low.X, low.Y = float64(-radius*(up.X/l)), float64(-radius*(up.Y/l))
	}
	c.add(low, FeatureEdge, feature+rimLowest)
	return low
}

// boxCorner returns vertex i of the box about the origin with the given half extents.
func boxCorner(half geom.Vec, i int) geom.Vec {
	if i&1 == 0 {
		half.X = -half.X
	}
	if i&2 == 0 {
		half.Y = -half.Y
	}
	if i&4 == 0 {
		half.Z = -half.Z
	}
	return half
}

// polyhedronVertices returns how many vertices a box or a hull has.
func polyhedronVertices(s *geom.Shape) int {
	if s.Kind == geom.ShapeBox {
		return 8
	}
	return len(s.Hull.Vertices)
}

// polyhedronVertex returns vertex i of a box, in the order of geom.OBB.Vertex, or of a hull.
func polyhedronVertex(s *geom.Shape, i int) geom.Vec {
	if s.Kind == geom.ShapeBox {
		return boxCorner(s.Size, i)
	}
	return s.Hull.Vertices[i]
}
