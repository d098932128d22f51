package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// touchSet fills set with the points at which two polyhedra touch whose contact plane has the normal n.
func touchSet(a, b *hullFrame, n geom.Vec, tol float64, set *ContactSet) {
	var fa, fb [hullClipFace]geom.Vec
	na, nb := a.touching(n, tol, &fa), b.touching(n.Neg(), tol, &fb)
	contactSet(fa[:na], fb[:nb], n, tol, set)
}

// touching writes to dst the corners of that vertex, edge or face of a hull that touches a plane with the normal n, and
// returns their number. v being the farthest vertex along n, it is a face at v that drops from there by no more than
// tol; else an edge at v that does not, or the face beside it if that is within sweepTilt of the plane; else a face,
// then an edge, within sweepTilt; else v. A face with more than hullClipFace corners is reduced as in a manifold.
func (f *hullFrame) touching(n geom.Vec, tol float64, dst *[hullClipFace]geom.Vec) int {
	up, h := f.r.ApplyT(n), f.h
	v := h.Support(up)
	if face := levelFace(h, v, up, tol); face >= 0 {
		return f.corners(face, dst)
	}
	level, gentle := levelEdges(h, v, up, tol)
	if level >= 0 {
		e := &h.Edges[level]
		face := e.Left
		if h.Faces[e.Right].Plane.N.Dot(up) > h.Faces[e.Left].Plane.N.Dot(up) {
			face = e.Right
		}
		if nearlyLevel(h, face, up) {
			return f.corners(face, dst)
		}
		dst[0], dst[1] = f.at(e.A), f.at(e.B)
		return 2
	}
	if face := f.facing(n.Neg()); nearlyLevel(h, face, up) {
		return f.corners(face, dst)
	}
	if gentle >= 0 {
		dst[0], dst[1] = f.at(h.Edges[gentle].A), f.at(h.Edges[gentle].B)
		return 2
	}
	dst[0] = f.at(v)
	return 1
}

// nearlyLevel reports whether a face is within sweepTilt of a plane with the normal up.
func nearlyLevel(h *geom.Hull, face int32, up geom.Vec) bool {
	n := h.Faces[face].Plane.N
	return n.Dot(up) > 0 && n.Cross(up).LenSq() < sweepTilt*sweepTilt
}

// levelFace returns the face at vertex v that drops from it along up by the least, if that is no more than tol, or -1.
func levelFace(h *geom.Hull, v int32, up geom.Vec, tol float64) int32 {
	best, least := int32(-1), tol
	top := h.Vertices[v].Dot(up)
	for _, e := range h.Ring(v) {
		for _, face := range [2]int32{h.Edges[e].Left, h.Edges[e].Right} {
			low := math.Inf(1)
			for _, c := range h.Face(face) {
				low = min(low, h.Vertices[c].Dot(up))
			}
			if top-low <= least {
				best, least = face, top-low
			}
		}
	}
	return best
}

// levelEdges returns the longest edge at vertex v that drops from it along up by no more than tol, and the one with the
// least slope if that is no more than sweepTilt; -1 for none.
func levelEdges(h *geom.Hull, v int32, up geom.Vec, tol float64) (level, gentle int32) {
	level, gentle = -1, -1
	long, slope := 0.0, sweepTilt
	for _, e := range h.Ring(v) {
		d := h.Vertices[v].Sub(h.Vertices[h.Far(e, v)])
		l, drop := d.Len(), d.Dot(up)
		if drop <= tol && l > long {
			level, long = e, l
		}
		if drop <= float64(slope*l) {
			gentle, slope = e, drop/l
		}
	}
	return level, gentle
}

// corners writes the corners of a face to dst and returns their number.
func (f *hullFrame) corners(face int32, dst *[hullClipFace]geom.Vec) int {
	corners := f.h.Face(face)
	run := (len(corners) + hullClipFace - 1) / hullClipFace
	n := 0
	for i := 0; i < len(corners); i += run {
		at := i
		if run > 1 {
			at = sticksOut(f.h, corners, i, min(i+run, len(corners)))
		}
		dst[n] = f.at(corners[at])
		n++
	}
	return n
}
