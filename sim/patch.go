package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// addPatches makes patches of the points of a body, the last of an island's, that are corners of flat areas: of one
// part of the body with one part of another, or with statics in one plane. Only round shapes get an even
// pressure: their points are no real corners, but represent a rim or a line. Faces of polyhedra hold at their corners.
// With an even pressure on their faces and edges, measured tosses of a cube are reproduced less well (package tosses: a
// rotation error of 9.9° instead of 9.3°).
func (w *World) addPatches(isl *island, list []touch) {
	rows := isl.solver.Points[len(isl.solver.Points)-len(list):]
	for i := range list {
		if rows[i].Patch != 0 || rows[i].Friction == 0 || w.roundOf(&list[i].key) == nil {
			continue
		}
		w.area = append(w.area[:0], list[i])
		id := int32(len(isl.solver.Patches) + 1)
		for j := i + 1; j < len(list); j++ {
			if rows[j].Patch == 0 && w.samePatch(&list[i], &list[j]) {
				w.area = append(w.area, list[j])
				rows[j].Patch = id
			}
		}
		if len(w.area) == 1 {
			continue
		}
		rows[i].Patch = id
		isl.solver.Patches = append(isl.solver.Patches, response.Patch{Share: w.patchShare()})
	}
}

// roundOf returns the round shape of a contact that has more than a point in common with a plane, A's first, nil for
// none.
func (w *World) roundOf(key *rowKey) *geom.Shape {
	if s := w.bodies[key.a].parts[key.partA].Shape; round(s) {
		return s
	}
	var s *geom.Shape
	switch {
	case key.tri >= 0:
		return nil
	case key.b >= 0:
		s = w.bodies[key.b].parts[key.partB].Shape
	default:
		s = w.statics[-1-key.b].placed[key.partB].Shape
	}
	if !round(s) {
		return nil
	}
	return s
}

// round reports whether a shape touches a plane in lines or discs.
func round(s *geom.Shape) bool {
	return s.Kind == geom.ShapeCylinder || s.Kind == geom.ShapeCone || s.Kind == geom.ShapeCapsule
}

// samePatch reports whether two points of a body belong to one flat area.
func (w *World) samePatch(x, y *touch) bool {
	if x.near == y.near {
		return true
	}
	return x.key.b < 0 && y.key.b < 0 && x.key.partA == y.key.partA && round(w.bodies[x.key.a].parts[x.key.partA].Shape) && x.n.Sub(y.n).MaxAbs() <= coplanar &&
		math.Abs(x.level(x.n)-y.level(x.n)) <= float64(1e-9*w.bodies[x.key.a].size) && w.alikeGround(x.key.b, y.key.b)
}

// patchShare returns the mean distance of an even pressure on the area with the corners in w.area from its centroid,
// relative to that of the same pressure shared among the corners; 1 if they are one point. Corners on the rim of a cap
// represent its disc.
func (w *World) patchShare() float64 {
	if len(w.area) == 2 {
		return lineShare
	}
	key := w.area[0].key
	w.hull(w.area, w.area[0].n, float64(1e-9*w.bodies[key.a].size))
	switch len(w.chain) {
	case 0, 1:
		return 1
	case 2:
		return lineShare
	}
	x, y, area := centroid(w.chain)
	if !(area > 0) {
		return lineShare
	}

	if w.onRim(&key, area) {
		return discShare
	}
	inside, corners := 0.0, 0.0
	for i := range w.chain {
		a, b := &w.chain[i], &w.chain[(i+1)%len(w.chain)]
		ax, ay, bx, by := a.x-x, a.y-y, b.x-x, b.y-y
		cross := float64(ax*by) - float64(ay*bx)
		// Over the triangle of an edge and the centroid the distance integrates to a third of its mean along the edge,
		// times cross.
		inside += float64(cross*meanDistance(ax, ay, bx, by)) / 3
		corners += float64(0.25 * float64(cross*(geom.Vec{X: ax, Y: ay}.Len()+geom.Vec{X: bx, Y: by}.Len())))
	}
	return math.Min(1, inside/corners)
}

// The shares of areas whose corners are their ends, or points of their rim.
const (
	lineShare = 1.0 / 2
	discShare = 2.0 / 3
)

// centroid returns the centroid and the area of a polygon given by its corners in order, counterclockwise.
func centroid(ring []flatPoint) (x, y, area float64) {
	o := &ring[0]
	for i := 2; i < len(ring); i++ {
		ax, ay, bx, by := ring[i-1].x-o.x, ring[i-1].y-o.y, ring[i].x-o.x, ring[i].y-o.y
		cross := float64(ax*by) - float64(ay*bx)
		x += float64(cross * (ax + bx))
		y += float64(cross * (ay + by))
		area += cross
	}
	return o.x + x/float64(3*area), o.y + y/float64(3*area), float64(0.5 * area)
}

// meanDistance returns the mean distance from the origin of the points from a to b, by Gauss and Legendre's rule of
// five points.
func meanDistance(ax, ay, bx, by float64) float64 {
	sum := 0.0
	for i, t := range gaussAt {
		sum += float64(gaussWeight[i] * geom.Vec{X: ax + float64(t*(bx-ax)), Y: ay + float64(t*(by-ay))}.Len())
	}
	return sum
}

// The points and weights of the rule on 0 to 1.
var (
	gaussAt     = [5]float64{0.046910077030668, 0.230765344947158, 0.5, 0.769234655052842, 0.953089922969332}
	gaussWeight = [5]float64{0.118463442528095, 0.239314335249683, 0.284444444444444, 0.239314335249683, 0.118463442528095}
)

// rimArea is the area of the octagon that represents the rim of a cap in the narrow phase, relative to the square of
// its radius, less a margin for rounding and tilt.
const rimArea = 2.8

// onRim reports whether the corners in w.chain, of a polygon of the given area, lie all around the rim of a cap of a
// cylinder or cone.
func (w *World) onRim(key *rowKey, area float64) bool {
	r := w.roundOf(key).Size.X
	if !(area > float64(rimArea*float64(r*r))) {
		return false
	}
	n := len(w.chain)
	x, y := circumcentre(&w.chain[0], &w.chain[n/3], &w.chain[2*n/3])
	for i := range w.chain {
		d := geom.Vec{X: w.chain[i].x - x, Y: w.chain[i].y - y}.Len()
		if !(math.Abs(d-r) <= float64(1e-3*r)) {
			return false
		}
	}
	return true
}

// circumcentre returns the centre of the circle through three points that are not on a line.
func circumcentre(a, b, c *flatPoint) (x, y float64) {
	bx, by, cx, cy := b.x-a.x, b.y-a.y, c.x-a.x, c.y-a.y
	d := float64(2 * (float64(bx*cy) - float64(by*cx)))
	b2, c2 := float64(bx*bx)+float64(by*by), float64(cx*cx)+float64(cy*cy)
	return a.x + (float64(cy*b2)-float64(by*c2))/d, a.y + (float64(bx*c2)-float64(cx*b2))/d
}
