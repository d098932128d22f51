package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Of statics that lie flush side by side, such as the slabs of a floor, the faces between them are hidden: nothing can
// come to them from outside. What slides from one to the next, or lies across both, does not touch these.

// hiddenSunk is how much deeper than into a hidden face a body may be in the one beside it, in units of the slop.
const hiddenSunk = 20

// visible reports whether the manifold of shape a and a part of a static, b, is one of faces that are not hidden. Where it
// is of a hidden one but corners of a have come into b, as those of a body that has sunk in beside a seam do when it slides
// over that, it becomes one of those corners and the face that is the nearest way out for them. Where none have, or they are
// deeper than a body may have sunk in, it stays. One of the end of an edge that goes on beside b is none.
func (w *World) visible(hidden []bool, a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	if hidden == nil {
		return true
	}
	faces := b.Shape.Hull.Faces
	if f := w.faceOf(b, m); f < 0 || !hidden[f] {
		return !w.atHiddenEnd(hidden, b, m)
	}
	deepest := math.Inf(1)
	for i := range m.Count {
		deepest = math.Min(deepest, m.Points[i].Separation)
	}
	if !(deepest < 0) {
		return false
	}
	best, sep := -1, math.Inf(-1)
	for f := range faces {
		if s := deepestWithin(a, b, faces[f].Plane); !hidden[f] && s < 0 && s > sep && s > deepest-float64(hiddenSunk*w.set.Slop) {
			best, sep = f, s
		}
	}
	if best < 0 {
		return !w.atHiddenEnd(hidden, b, m)
	}
	m.N, m.Count = b.Pose.Q.Rotate(faces[best].Plane.N).Neg(), 0
	corners(a, func(k int, p geom.Vec) {
		s := heightWithin(b, faces[best].Plane, p)
		if !(s <= math.Min(0, sep+w.set.Slop)) || m.Count == narrowphase.MaxManifold {
			return
		}
		feature := narrowphase.MakeFeatureID(narrowphase.FeatureVertex, k, narrowphase.FeatureFace, best)
		m.Points[m.Count] = narrowphase.ManifoldPoint{P: p.AddScaled(m.N, float64(0.5*s)), Separation: s, Feature: feature}
		m.Count++
	})
	return true
}

// atHiddenEnd reports whether a point of a manifold of a shape and b is the end of an edge of b at a hidden face, and all are
// on the borders of such faces, and its normal is none of that edge or its sides: it would be one if these did not go on. As
// it is, what slides along them has sunk in by up to some slops, and would catch on the end.
func (w *World) atHiddenEnd(hidden []bool, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	n, corner := b.Pose.Q.RotateInv(m.N).Neg(), false
	for i := range m.Count {
		q := &m.Points[i]
		x := b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation)))
		var sides [2]geom.Vec
		count, ends := 0, false
		for f := range b.Shape.Hull.Faces {
			face := &b.Shape.Hull.Faces[f].Plane
			switch {
			case face.N.Dot(x)-face.D <= -w.set.Slop:
			case hidden[f]:
				ends = ends || face.N.Dot(n) > 0
			case count == len(sides):
				return false // a corner of more sides than an edge has
			default:
				sides[count] = face.N
				count++
			}
		}
		if !ends || count == 0 || q.Separation < -float64(seamDepth*w.set.Slop) || cosineBetween(n, sides[0], sides[count-1]) > seamCosine {
			return false
		}
		corner = corner || count == len(sides)
	}
	return corner
}

// cosineBetween returns the cosine of the angle between n and the nearest direction between a and b; all are unit vectors.
func cosineBetween(n, a, b geom.Vec) float64 {
	c, x, y := a.Dot(b), n.Dot(a), n.Dot(b)
	if s := 1 - float64(c*c); s > 1e-9 && x > float64(c*y) && y > float64(c*x) {
		return math.Sqrt(math.Max(0, (float64(x*x)+float64(y*y)-float64(2*c*x*y))/s))
	}
	return math.Max(x, y)
}

// faceOf returns the face of shape b of a manifold: of those that one of its points is on, the one that looks most against its
// normal; -1 if there is none.
func (w *World) faceOf(b *narrowphase.Convex, m *narrowphase.Manifold) int {
	n, nearest, most := b.Pose.Q.RotateInv(m.N), -1, math.Inf(1)
	for f := range b.Shape.Hull.Faces {
		face := &b.Shape.Hull.Faces[f].Plane
		d := face.N.Dot(n)
		for i := 0; i < m.Count && d < most; i++ {
			q := &m.Points[i]
			if x := b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation))); face.N.Dot(x)-face.D > -w.set.Slop {
				nearest, most = f, d
			}
		}
	}
	return nearest
}

// corners calls each for the corners of a shape, with their index. Round shapes have none.
func corners(a *narrowphase.Convex, each func(k int, p geom.Vec)) {
	if !a.Shape.Polyhedral() {
		return
	}
	for k, v := range a.Shape.Hull.Vertices {
		each(k, a.Pose.Apply(v))
	}
}

// deepestWithin returns how high the lowest of the corners of a that are in b is above a plane of b, +Inf if there is none.
func deepestWithin(a, b *narrowphase.Convex, p geom.Plane) float64 {
	low := math.Inf(1)
	corners(a, func(_ int, x geom.Vec) { low = math.Min(low, heightWithin(b, p, x)) })
	return low
}

// heightWithin returns how high a point is above a plane of b, +Inf for one that is not in b.
func heightWithin(b *narrowphase.Convex, p geom.Plane, x geom.Vec) float64 {
	x = b.Pose.ApplyInv(x)
	for f := range b.Shape.Hull.Faces {
		if q := &b.Shape.Hull.Faces[f].Plane; q.N.Dot(x) > q.D {
			return math.Inf(1)
		}
	}
	return p.N.Dot(x) - p.D
}
