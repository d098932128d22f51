package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// A wall may stand on the edge of a floor, and cover its side, or the upper part of that. What has sunk into the wall by up to the
// slop is beyond the edge, and the way to it leads into the wall.

// wallEdge is a piece of an edge of a polyhedron, in the axes of the shape: just beyond it, out of side, another shape covers side
// and rises above top.
type wallEdge struct {
	side, top int32
	from, to  geom.Vec
	deep      float64 // how far below top it covers side in the middle of the piece, as far as it matters [m]
}

// walls returns the pieces of the edges of a polyhedron at which one of the covers among those of hiddenFaces is a wall.
func (f *coverFinder) walls(part *placed, hidden []bool) (list []wallEdge) {
	if len(f.among) == 0 {
		return nil
	}
	hull := part.Shape.Hull
	for k := range hull.Edges {
		e := &hull.Edges[k]
		hidesL, hidesR := hidden != nil && hidden[e.Left], hidden != nil && hidden[e.Right]
		if hidesL && hidesR {
			continue
		}
		v, w := hull.Vertices[e.A], hull.Vertices[e.B]
		a, b := part.Pose.Apply(v), part.Pose.Apply(w)
		if f.lookAt(a, b); len(f.at) == 0 {
			continue
		}
		l, r := part.Pose.Q.Rotate(hull.Faces[e.Left].Plane.N), part.Pose.Q.Rotate(hull.Faces[e.Right].Plane.N)
		for _, j := range f.at {
			along := func(d geom.Vec) interval {
				d = d.Scale(float64(2 * f.slop))
				from, to := passage(a.Add(d), b.Add(d), f.list[j].planes)
				return interval{from, to}
			}
			piece := along(l.Add(r))
			if !(piece.from < piece.to) {
				continue
			}
			inL, inR := hidesL, hidesR
			if !hidesL && !hidesR {
				beyondL, beyondR := along(l.Sub(r)), along(r.Sub(l))
				if inL, inR = beyondL.from < beyondL.to, beyondR.from < beyondR.to; inR {
					beyondL = beyondR
				}
				piece = interval{math.Max(piece.from, beyondL.from), math.Min(piece.to, beyondL.to)}
			}
			if inL == inR || !(piece.from < piece.to) {
				continue // it covers neither of the two there, or all around the edge
			}
			wall := wallEdge{side: e.Left, top: e.Right, from: v.AddScaled(w.Sub(v), piece.from), to: v.AddScaled(w.Sub(v), piece.to)}
			out, up := l, r
			if inR {
				wall.side, wall.top, out, up = e.Right, e.Left, r, l
			}
			middle := a.AddScaled(b.Sub(a), float64(0.5*(piece.from+piece.to)))
			beside, most := middle.AddScaled(out, float64(2*f.slop)), float64((hiddenSunk+4)*f.slop)
			_, share := passage(beside, beside.AddScaled(up, -most), f.list[j].planes)
			wall.deep = float64(share * most)
			list = append(list, wall)
		}
	}
	return list
}

// atWall returns the face above the edge at a wall that the nearest points of a manifold of a shape and b are on, if its normal leans
// to the wall: the one that looks out most along that; -1 if there is none.
func (w *World) atWall(part *part, b *narrowphase.Convex, m *narrowphase.Manifold) int {
	if len(part.walls) == 0 {
		return -1
	}
	n, deepest, top := b.Pose.Q.RotateInv(m.N).Neg(), deepestOf(m), -1
	for i := range m.Count {
		q := &m.Points[i]
		if q.Separation > deepest+float64(touching*part.Shape.Extent()) {
			continue // the normal is the way to the nearest ones
		}
		if top = w.topAtWall(part, b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation))), n); top < 0 {
			return -1
		}
	}
	return top
}

// topAtWall is atWall for the place x, and the direction n out of the part, both in the part's axes.
func (w *World) topAtWall(part *part, x, n geom.Vec) int {
	faces, best, most := part.Shape.Hull.Faces, -1, math.Inf(-1)
	for i := range part.walls {
		e := &part.walls[i]
		side, top := &faces[e.side].Plane, &faces[e.top].Plane
		c := top.N.Dot(n)
		if c <= most || !(side.N.Dot(n) > hiddenLean) || side.N.Dot(x)-side.D <= -w.set.Slop {
			continue
		}
		// Where the cover ends, side is seen: there it is the wall, and what covers it a floor.
		if covered := e.deep - math.Min(float64(2*w.set.Slop), float64(0.5*e.deep)); top.N.Dot(x)-top.D <= -math.Min(covered, float64(hiddenSunk*w.set.Slop)) {
			continue
		}
		along := e.to.Sub(e.from)
		if at := along.Dot(x.Sub(e.from)) / along.Len(); at > -float64(2*w.set.Slop) && at < along.Len()+float64(2*w.set.Slop) {
			best, most = int(e.top), c
		}
	}
	return best
}

// over makes a manifold of a and b one of the points over a face of b, and reports whether there are any.
func over(a, b *narrowphase.Convex, face int, margin float64, m *narrowphase.Manifold) bool {
	if a.Shape.Polyhedral() {
		return narrowphase.CollideHullsOver(a, b, face, margin, m)
	}
	return narrowphase.CollideOver(a, b, face, margin, m)
}
