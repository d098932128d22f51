package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Of statics that lie flush side by side, such as the slabs of a floor, the faces between them are hidden: nothing can
// come to them from outside. What slides from one to the next, or lies across both, does not touch these.

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
		var list [][]geom.Vec
		var corners []geom.Vec
		out := part.Pose.Q.Rotate(face.Plane.N).Scale(w.set.Slop)
		for _, v := range hull.Corners[face.First : face.First+face.Count] {
			corners = append(corners, part.Pose.Apply(hull.Vertices[v]).Add(out))
		}
		list = append(list, corners)
		for _, c := range covers {
			list = w.uncovered(list, c)
		}
		if len(list) == 0 {
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

// uncovered returns what of convex polygons lies outside of a part, by more than the slop.
func (w *World) uncovered(list [][]geom.Vec, part *placed) (rest [][]geom.Vec) {
	planes := []geom.Plane{{N: geom.Vec{Z: 1}}}
	if part.Shape.Polyhedral() {
		planes = planes[:0]
		for f := range part.Shape.Hull.Faces {
			planes = append(planes, part.Shape.Hull.Faces[f].Plane)
		}
	}
	for _, polygon := range list {
		for _, p := range planes {
			n := part.Pose.Q.Rotate(p.N)
			at := n.Dot(part.Pose.P) + p.D + w.set.Slop
			if out := clipped(polygon, n.Neg(), -at); w.isWide(out) {
				rest = append(rest, out)
			}
			if polygon = clipped(polygon, n, at); len(polygon) == 0 {
				break
			}
		}
	}
	return rest
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
// is of a hidden one but both overlap, as a thin body that has sunk in across a seam does, it becomes one of the face that is
// the nearest way out of those that are not.
func (w *World) visible(hidden []bool, a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	if hidden == nil {
		return true
	}
	faces := b.Shape.Hull.Faces
	n, nearest, most := b.Pose.Q.RotateInv(m.N), 0, math.Inf(1)
	for f := range faces {
		if d := faces[f].Plane.N.Dot(n); d < most {
			nearest, most = f, d
		}
	}
	if !hidden[nearest] {
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
		up := b.Pose.Q.Rotate(faces[f].Plane.N)
		if s := lowest(a, up) - up.Dot(b.Pose.P) - faces[f].Plane.D; !hidden[f] && s > sep {
			best, sep = f, s
		}
	}
	if best < 0 {
		return false
	}
	up := b.Pose.Q.Rotate(faces[best].Plane.N)
	m.N, m.Count = up.Neg(), 0
	add := func(p geom.Vec, k int) {
		if s := up.Dot(p.Sub(b.Pose.P)) - faces[best].Plane.D; m.Count < narrowphase.MaxManifold && s <= sep+w.set.Slop {
			m.Points[m.Count] = narrowphase.ManifoldPoint{P: p.AddScaled(up, float64(-0.5*s)), Separation: s, Feature: narrowphase.MakeFeatureID(narrowphase.FeatureVertex, k, narrowphase.FeatureFace, best)}
			m.Count++
		}
	}
	if !a.Shape.Polyhedral() {
		add(a.Pose.Apply(a.Shape.Support(a.Pose.Q.RotateInv(up.Neg()))), 0)
		return true
	}
	for k, v := range a.Shape.Hull.Vertices {
		add(a.Pose.Apply(v), k)
	}
	return true
}
