package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// planeTriangle is a triangle seen from a half space A: the heights of its corners above the plane.
type planeTriangle struct {
	up     geom.Vec // out of the half space: the normal from A to B
	corner [3]geom.Vec
	height [3]float64
	low    float64 // least height
	size   float64 // half the longest side of the triangle's bounds [m]
	reach  float64 // sum of the largest coordinates of both [m]
}

func viewTriangle(a *Convex, t *geom.Triangle) planeTriangle {
	bounds := t.Bounds()
	v := planeTriangle{
		up: planeUp(a.Pose.Q), corner: [3]geom.Vec{t.A, t.B, t.C},
		size:  float64(0.5 * bounds.Size().MaxAbs()),
		reach: a.Pose.P.MaxAbs() + max(bounds.Min.MaxAbs(), bounds.Max.MaxAbs()),
	}
	for i := range v.corner {
		v.height[i] = v.up.Dot(v.corner[i].Sub(a.Pose.P))
	}
	v.low = min(v.height[0], v.height[1], v.height[2])
	return v
}

// castPlaneTriangle is CastTriangle for a half space a.
func castPlaneTriangle(a *Convex, t *geom.Triangle, va, vb geom.Vec, duration, margin float64) Sweep {
	v := viewTriangle(a, t)
	var s Sweep
	var w sweepAxes
	w.start(v.size, v.reach, va, vb, duration)
	if !w.isFinite(margin) || !a.Pose.Q.IsFinite() {
		return Sweep{Status: Unresolved}
	}
	if !w.test(v.up, v.low-margin, math.Inf(1), v.up.Dot(vb.Sub(va))) || !w.result(&s) {
		return s
	}
	var buf [3]geom.Vec
	p := buf[:0]
	for i, x := range v.corner {
		if v.height[i] <= v.low+w.tol {
			p = append(p, x.AddScaled(v.up, float64(-0.5*margin)))
		}
	}
	p = contactReduce(p, w.tol, float64(4*w.tol))
	contactOrient(p, v.up)
	s.Set.Count = copy(s.Set.Points[:], p)
	s.Set.move(vb.Scale(s.Time))
	return s
}

// collidePlaneTriangle is CollideTriangle for a half space a: the corners of the triangle within margin.
func collidePlaneTriangle(a *Convex, t *geom.Triangle, margin float64, m *Manifold) bool {
	v := viewTriangle(a, t)
	m.Count, m.N = 0, v.up
	for i, h := range v.height {
		if h <= margin {
			m.Points[m.Count] = ManifoldPoint{v.corner[i].AddScaled(v.up, float64(-0.5*h)), h, MakeFeatureID(FeatureFace, 0, FeatureVertex, i)}
			m.Count++
		}
	}
	return m.Count > 0
}

// impactPlaneTriangle is TimeOfImpactTriangle for a half space a, which does not turn.
func impactPlaneTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, duration, target float64) TOI {
	c := a.In(geom.Transform{P: sa.C, Q: sa.Q})
	v := viewTriangle(&c, t)
	closing := v.up.Dot(sa.V)
	tol := float64(toiTolerance * v.size)
	aim := target + min(float64(0.5*tol), float64(0.5*(v.low-target)))
	out := TOI{N: v.up, Separation: v.low}
	switch end := max(duration, 0); {
	case !sweepFinite(v.low+v.size, sa.V.MaxAbs(), duration, target) || math.IsInf(duration, 1):
		return TOI{Status: Unresolved}
	case v.low <= target:
		out.Status = Overlapping
		if closing < 0 && v.low >= -float64(toiDeep*v.size) { // they touch, and part
			return TOI{Time: end}
		}
	case !(closing > 0) || float64(closing*end) < v.low-aim:
		return TOI{Time: end}
	default:
		out.Status, out.Time = Hit, min((v.low-aim)/closing, end)
		out.Separation = v.low - float64(closing*out.Time)
	}
	return out
}
