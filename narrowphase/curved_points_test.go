package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// TestCollideCurved_PointsAreOnBothShapes checks manifolds of random pairs that touch or overlap a little, in any
// attitude or with a flat side on the other's: every point is half its separation from a point of each surface, the
// deepest is as deep as the separation, ids differ, and exchanging the shapes gives the same points.
func TestCollideCurved_PointsAreOnBothShapes(t *testing.T) {
	r := newCurvedRand(21)
	kinds := []geom.ShapeKind{geom.ShapeSphere, geom.ShapeCapsule, geom.ShapeEllipsoid, geom.ShapeCylinder, geom.ShapeCone,
		geom.ShapeBox, geom.ShapeHull}
	patches := 0
	n := geomtest.Trials(3000)
	if !geomtest.Long {
		n *= 2 // fewer have too few patches
	}
	for i := range n {
		a := Convex{r.shape(t, kinds[i%5]), geom.Transform{P: r.vec(), Q: r.quat()}}
		b := Convex{r.shape(t, kinds[i/5%7]), geom.Transform{P: r.vec(), Q: r.quat()}}
		size := math.Min(a.Shape.Extent(), b.Shape.Extent())
		if i%3 == 0 { // axes parallel, or at right angles
			a.Pose.Q = b.Pose.Q.Mul(geom.AxisAngle(geom.Vec{Z: 1}, r.Float64()))
			if i%2 == 0 {
				a.Pose.Q = b.Pose.Q.Mul(curvedAlongX)
			}
		}
		from := r.unit()
		if i%3 == 0 {
			from = b.Pose.Q.Rotate(geom.Vec{Z: 1}).AddScaled(from, 0.3).Scale(r.sym())
		}
		a.Pose.P = b.Pose.P.AddScaled(from, 2*(a.Shape.Extent()+b.Shape.Extent()))
		s, n := SeparationCurved(&a, &b)
		depth := 0.01 * size * r.sym()
		a.Pose.P = a.Pose.P.AddScaled(n, s-depth)
		sep, n := SeparationCurved(&a, &b)
		var m, back Manifold
		margin := 0.02 * size
		if !CollideCurved(&a, &b, margin, &m) {
			t.Fatalf("case %d: %v and %v: no contact at %v", i, a.Shape.Kind, b.Shape.Kind, sep)
		}
		if m.N.Sub(n).Len() > 2.1e-3 {
			t.Errorf("case %d: %v and %v: normal %v, not %v", i, a.Shape.Kind, b.Shape.Kind, m.N, n)
		}
		low, ids := math.Inf(1), map[FeatureID]bool{}
		for _, p := range m.Points[:m.Count] {
			low = math.Min(low, p.Separation)
			ids[p.Feature] = true
			pa := a.Pose.ApplyInv(p.P.AddScaled(m.N, -p.Separation/2))
			pb := b.Pose.ApplyInv(p.P.AddScaled(m.N, p.Separation/2))
			// A capsule's side is off by the square of its slope; see TestCollideCurvedTriangle_FlatFloor.
			// A face's normal may be 2 mrad from that of the nearest points.
			off := 1e-6*size + 2.1e-3*math.Abs(p.Separation) + 0.6*(slope(&a, m.N)+slope(&b, m.N))
			if tube(a.Shape) && tube(b.Shape) {
				// A point beside the one where their axes cross is midway between points that are not opposite to each other.
				off += 0.5 * besideSine * (a.Shape.Size.X + b.Shape.Size.X + math.Abs(p.Separation))
			} else if tube(a.Shape) && b.Shape.Polyhedral() {
				// It is on the edge, and beside the side's nearest point there.
				off += 0.5 * besideSine * besideSine * (a.Shape.Size.X + math.Abs(p.Separation))
			}
			if da, db := curvedSurface(a.Shape, pa), curvedSurface(b.Shape, pb); da > off || db > off {
				t.Errorf("case %d: %v and %v at %v: point %v is %g and %g off the surfaces", i, a.Shape.Kind, b.Shape.Kind, sep, p, da, db)
			}
		}
		if math.Abs(low-sep) > 3e-6*(a.Shape.Extent()+b.Shape.Extent()) {
			t.Errorf("case %d: %v and %v: deepest %v, separation %v", i, a.Shape.Kind, b.Shape.Kind, low, sep)
		}
		if len(ids) != m.Count {
			t.Errorf("case %d: %v and %v: %d ids for %d points %+v", i, a.Shape.Kind, b.Shape.Kind, len(ids), m.Count, m.Points[:m.Count])
		}
		if m.Count > 2 {
			patches++
		}
		if !CollideCurved(&b, &a, margin, &back) || back.Count != m.Count || back.N.Add(m.N).Len() > 1e-5 {
			x, _ := SeparationCurved(&b, &a)
			t.Errorf("case %d: %v and %v at %v %v: %d points, swapped %d, normals %v %v", i, a.Shape.Kind, b.Shape.Kind, sep, x, m.Count, back.Count, m.N, back.N)
		}
	}
	if patches < geomtest.Trials(40) {
		t.Errorf("%d with more than two points: too few", patches)
	}
}

// slope is by how much the points of the side of a capsule are inside it.
func slope(c *Convex, n geom.Vec) float64 {
	if c.Shape.Kind != geom.ShapeCapsule {
		return 0
	}
	x := c.Pose.Q.Rotate(geom.Vec{Z: 1}).Dot(n)
	return c.Shape.Size.X * x * x
}
