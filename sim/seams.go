package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// What lies on a surface overlaps it by up to the slop. Where another shape goes on with the surface, such as the next
// segment of a barrier, slab of a road, plank or part of a body, it would catch on the side of that by those microns. So a
// contact is none if one of the two is all above a face of the other, but for the slop, and slides along it, and the normal of
// the contact is not that of the face: what is above a face is not stopped by what is below it. It cannot sink in by that,
// because as soon as it is deeper the contact is one again. One of the two has to stand still, or the other to have several
// parts. What stands still may be above a face of a body, as the next one of a row of ridges or tips under a box that has sunk in
// by less than the slop. What meets the sharp front of a wedge is above a face of that too, but stops it: of a body it has
// to be the border of a side that is met, not all of the side. Bodies that touch nothing may be struck by as little as nothing:
// for them each contact is one. So it is in crowds, where bodies overlap by more than that.

const (
	// seamDepth is how deep below a face a shape that lies on it may be, in units of the slop.
	seamDepth = 2
	// seamCosine is the largest cosine between the normals of a contact and of a face for which they are not one.
	seamCosine = 0.98
	// seamSine is the sine of the largest angle to a face at which what comes down on it more slowly than an impact slides along
	// it: that of seamCosine.
	seamSine = 0.2
	// seamSide is the height of a side of a body, in units of the slop, up to which a static that meets its border meets it all.
	// Of lower ones a wall may overlap less than seamDepth, on a floor that the body has sunk into by a slop, or a slop above it.
	seamSide = 4
)

// atSeam reports whether the contact of a manifold of two parts of a pair, a and b, is none.
func (w *World) atSeam(p *pair, own, other *part, a, b *narrowphase.Convex, m *narrowphase.Manifold) bool {
	over := func(i, j int32, part *part, a, b *narrowphase.Convex, n geom.Vec) bool {
		return b.Shape.Kind != geom.ShapePlane && w.overAll(i, j, part, a, n, m, func(up geom.Vec) float64 { return lowest(b, up) })
	}
	return w.slidesOver(p.a, p.b) && over(p.a, p.b, other, b, a, m.N.Neg()) || w.slidesOver(p.b, p.a) && over(p.b, p.a, own, a, b, m.N)
}

// overAll reports whether overFace holds at all points of a manifold that are nearest, within a slop: where one end slides along a
// face the other may come down. A manifold with a smaller margin has some of these points, and no others, so that what is no contact
// for the contact solver is none for the search for impacts.
func (w *World) overAll(i, j int32, part *part, a *narrowphase.Convex, n geom.Vec, m *narrowphase.Manifold, low func(up geom.Vec) float64) bool {
	return w.atNearest(i, j, m, func(p, v geom.Vec) bool { return w.overFace(i, j, part, a, p, n, v, low) })
}

// atNearest reports whether something holds at all points p of a manifold that are nearest, within a slop, with the velocities v of i
// relative to j there.
func (w *World) atNearest(i, j int32, m *narrowphase.Manifold, holds func(p, v geom.Vec) bool) bool {
	near := deepestOf(m) + w.set.Slop
	for k := range m.Count {
		q := &m.Points[k]
		if q.Separation <= near && !holds(q.P, w.pointVelocity(i, q.P).Sub(w.pointVelocity(j, q.P))) {
			return false
		}
	}
	return true
}

// slidesOver reports whether body, or static, i may slide over the seams of j: one of the two moves freely, and touches
// something. Where a corner of a static scrapes along a body it is the static that is above a face.
func (w *World) slidesOver(i, j int32) bool {
	free := i
	if w.outside(i) {
		free = j
	}
	return w.mayCatch(free) && (w.outside(i) || w.isSurface(j))
}

// mayCatch reports whether a body, or static, moves freely, and touches something or has been struck in the step; none of a
// crowd does.
func (w *World) mayCatch(i int32) bool {
	return !w.outside(i) && !w.crowd.moving && (w.touching[i] || w.flights[i].island >= 0 || w.flights[i].impacts > 0)
}

// isSurface reports whether others may slide over the seams of a body, or static.
func (w *World) isSurface(i int32) bool { return w.outside(i) || len(w.bodies[i].parts) > 1 }

// atBorder reports whether the contact of a manifold of a part of a body and triangle t of the mesh of a static is none: one at the
// border of the mesh, or at a seam of the body.
func (w *World) atBorder(p *pair, own *part, a *narrowphase.Convex, mesh *geom.Mesh, t int32, m *narrowphase.Manifold) bool {
	if w.slidesOver(p.b, p.a) && w.overAll(p.b, p.a, own, a, m.N, m, func(up geom.Vec) float64 {
		v, tri := mesh.Vertices, &mesh.Tris[t]
		return math.Min(up.Dot(v[tri[0]]), math.Min(up.Dot(v[tri[1]]), up.Dot(v[tri[2]])))
	}) {
		return true
	}
	border := func(e geom.EdgeInfo) bool { return e.Kind == geom.EdgeBorder }
	plane, deep := &mesh.Planes[t], float64(seamDepth*w.set.Slop)
	if math.Abs(plane.N.Dot(m.N)) > seamCosine || !slices.ContainsFunc(mesh.Edges[t][:], border) || !w.mayCatch(p.a) {
		return false
	}
	over := func(up geom.Vec, d float64) bool {
		return lowest(a, up)-d >= -deep && w.atNearest(p.a, p.b, m, func(_, v geom.Vec) bool { return v.Dot(up) >= -w.descent(v) })
	}
	return over(plane.N, plane.D) || over(plane.N.Neg(), -plane.D)
}

// overFace reports whether all of a shape or triangle of body, or static, i is above a face of a part of j, a, that is not hidden, but
// for the slop, does not come down on it by its velocity v relative to a, nor by what forces add to that in a step, and the normal of
// the face is not n, that of a contact of both at p, out of a; and, if i does not move freely, whether it meets but the border of a
// side of a. low returns how far it is along a direction, at least.
func (w *World) overFace(i, j int32, part *part, a *narrowphase.Convex, p, n, v geom.Vec, low func(up geom.Vec) float64) bool {
	if !a.Shape.Polyhedral() {
		return false
	}
	if w.outside(i) && v.Len() <= w.settledSpeed() {
		return false // it may rest on a tip
	}
	n, at, least, down := a.Pose.Q.RotateInv(n), a.Pose.ApplyInv(p), -float64(seamDepth*w.set.Slop), -w.descent(v)
	v = v.AddScaled(w.fieldOf(i).Sub(w.fieldOf(j)), w.set.Step)
	for f := range a.Shape.Hull.Faces {
		face := &a.Shape.Hull.Faces[f].Plane
		if part.hidden != nil && part.hidden[f] || face.N.Dot(at)-face.D < least || math.Abs(face.N.Dot(n)) > seamCosine {
			continue
		}
		up := a.Pose.Q.Rotate(face.N)
		if v.Dot(up) < down || w.outside(i) && sideBelow(a.Shape, face, n) <= float64(seamSide*w.set.Slop) {
			continue
		}
		if low(up)-up.Dot(a.Pose.P)-face.D >= least {
			return true
		}
	}
	return false
}

// fieldOf returns the acceleration of body, or static, i by forces alone [m/s²].
func (w *World) fieldOf(i int32) geom.Vec {
	if w.outside(i) || w.flights[i].still {
		return geom.Vec{}
	}
	return w.flights[i].field
}

// descent returns the largest speed at which what moves at v relative to a face comes down on it and slides along it.
func (w *World) descent(v geom.Vec) float64 {
	return math.Min(w.threshold(), math.Max(float64(seamSine*v.Len()), w.settledSpeed()))
}

// sideBelow returns how far below the plane of a face the side of a shape beside it that n points out of reaches; sides that
// are less than 45 degrees steep count as none.
func sideBelow(s *geom.Shape, face *geom.Plane, n geom.Vec) float64 {
	along := n.AddScaled(face.N, -n.Dot(face.N))
	return face.D - face.N.Dot(s.Support(along.AddScaled(face.N, -along.Len())))
}

// lowest returns how far a shape is along the unit vector up, at least.
func lowest(c *narrowphase.Convex, up geom.Vec) float64 {
	return up.Dot(c.Pose.Apply(c.Shape.Support(c.Pose.Q.RotateInv(up.Neg()))))
}
