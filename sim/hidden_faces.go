package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Of statics that lie flush side by side, such as the slabs of a floor, the faces between them are hidden: nothing can
// come to them from outside. What slides from one to the next, or lies across both, does not touch these.

// hiddenSunk is how much deeper than into a hidden face a body may be in the one beside it, in units of the slop.
const hiddenSunk = 20

// hideFaces finds the faces of statics that other statics cover. A gap of the slop counts as none.
func (w *World) hideFaces() {
	for i := range w.statics {
		st := &w.statics[i]
		if st.sensor || st.mesh != nil {
			continue
		}
		for k := range st.parts {
			if part := &st.placed[k]; part.Shape.Polyhedral() {
				st.parts[k].hidden = w.hiddenFaces(i, part)
			}
		}
	}
}

// hiddenFaces returns which faces of a part of static i others cover, nil if none is.
func (w *World) hiddenFaces(i int, part *placed) (hidden []bool) {
	near := part.bounds.Grow(w.set.Slop)
	var covers []*placed
	for j := range w.statics {
		st := &w.statics[j]
		if st.sensor || st.mesh != nil || !st.bounds.Overlaps(&near) || !w.meetsAll(j, i) {
			continue
		}
		for k := range st.placed {
			if c := &st.placed[k]; c != part && (c.Shape.Polyhedral() || c.Shape.Kind == geom.ShapePlane) && c.bounds.Overlaps(&near) {
				covers = append(covers, c)
			}
		}
	}
	if len(covers) == 0 {
		return nil
	}
	hull := part.Shape.Hull
	for f := range hull.Faces {
		face := &hull.Faces[f]
		n := part.Pose.Q.Rotate(face.Plane.N)
		var corners []geom.Vec
		for _, v := range hull.Corners[face.First : face.First+face.Count] {
			corners = append(corners, part.Pose.Apply(hull.Vertices[v]).AddScaled(n, w.set.Slop))
		}
		if w.covered(corners, n, covers) {
			if hidden == nil {
				hidden = make([]bool, len(hull.Faces))
			}
			hidden[f] = true
		}
	}
	return hidden
}

// meetsAll reports whether static j meets all bodies that static i meets.
func (w *World) meetsAll(j, i int) bool {
	for k := range w.bodies {
		if w.ignores(int32(k), int32(-1-j)) && !w.ignores(int32(k), int32(-1-i)) {
			return false
		}
	}
	return true
}

// covered reports whether a convex polygon, which is a face with the normal n moved out by the slop, is within parts, by no
// less than minus the slop. Of faces that lie on each other and look the same way neither covers the other.
func (w *World) covered(polygon []geom.Vec, n geom.Vec, parts []*placed) bool {
	if !w.isWide(polygon) {
		return true
	}
	for k, part := range parts {
		planes := w.coverPlanes(part, n)
		if slices.ContainsFunc(planes, func(p geom.Plane) bool { return len(clipped(polygon, p.N, p.D)) == 0 }) {
			continue // beside it
		}
		for _, p := range planes {
			if out := clipped(polygon, p.N.Neg(), -p.D); len(out) > 0 && !w.covered(out, n, parts[k+1:]) {
				return false
			}
			if polygon = clipped(polygon, p.N, p.D); len(polygon) == 0 {
				break
			}
		}
		return true
	}
	return false
}

// coverPlanes returns the planes of a part in world axes, moved out by the slop but for those that look along n.
func (w *World) coverPlanes(part *placed, n geom.Vec) (planes []geom.Plane) {
	add := func(p geom.Plane) {
		p.N = part.Pose.Q.Rotate(p.N)
		p.D += p.N.Dot(part.Pose.P)
		if p.N.Dot(n) < 0.5 {
			p.D += w.set.Slop
		}
		planes = append(planes, p)
	}
	if !part.Shape.Polyhedral() {
		add(geom.Plane{N: geom.Vec{Z: 1}})
		return planes
	}
	for f := range part.Shape.Hull.Faces {
		add(part.Shape.Hull.Faces[f].Plane)
	}
	return planes
}

// clipped returns the part of a convex polygon up to the plane n·x = at.
func clipped(polygon []geom.Vec, n geom.Vec, at float64) (in []geom.Vec) {
	for i, a := range polygon {
		b := polygon[(i+1)%len(polygon)]
		ha, hb := n.Dot(a)-at, n.Dot(b)-at
		if ha <= 0 {
			in = append(in, a)
		}
		if (ha <= 0) != (hb <= 0) {
			in = append(in, a.AddScaled(b.Sub(a), ha/(ha-hb)))
		}
	}
	return in
}

// isWide reports whether a convex polygon is wider than the slop.
func (w *World) isWide(polygon []geom.Vec) bool {
	var area geom.Vec
	around := 0.0
	for i := range polygon {
		b := polygon[(i+1)%len(polygon)]
		area = area.Add(polygon[i].Sub(polygon[0]).Cross(b.Sub(polygon[0])))
		around += b.Sub(polygon[i]).Len()
	}
	return area.Len() > float64(around*w.set.Slop)
}

// visible reports whether the manifold of shape a and a part of a static, b, is one of faces that are not hidden. Where it
// is of a hidden one but corners of a have come into b, as those of a body that has sunk in beside a seam do when it slides
// over that, it becomes one of those corners and the face that is the nearest way out for them. Where none have, or they are
// deeper than a body may have sunk in, it stays.
func (w *World) visible(hidden []bool, a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	if hidden == nil {
		return true
	}
	faces := b.Shape.Hull.Faces
	if f := w.faceOf(b, m); f < 0 || !hidden[f] {
		return true
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
		return true
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
