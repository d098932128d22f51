package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// A wall may stand on the edge of a floor and cover no more of its side than the upper part, so that the side is not hidden. What has
// sunk into the wall by up to the slop is beyond the edge all the same, and the way to it leads into the wall.

// wallEdge is a piece of an edge of a polyhedron between two faces that are not hidden, in the axes of the shape: just beyond it, out
// of side, another shape covers side and rises above top.
type wallEdge struct {
	side, top int32
	from, to  geom.Vec
}

// walls returns the pieces of the edges of a polyhedron at which one of the covers among those of hiddenFaces is a wall.
func (f *coverFinder) walls(part *placed, hidden []bool) (list []wallEdge) {
	if len(f.among) == 0 {
		return nil
	}
	hull := part.Shape.Hull
	for k := range hull.Edges {
		e := &hull.Edges[k]
		if hidden != nil && (hidden[e.Left] || hidden[e.Right]) {
			continue
		}
		v, w := hull.Vertices[e.A], hull.Vertices[e.B]
		a, b := part.Pose.Apply(v), part.Pose.Apply(w)
		if f.lookAt(a, b); len(f.at) == 0 {
			continue
		}
		l, r := part.Pose.Q.Rotate(hull.Faces[e.Left].Plane.N), part.Pose.Q.Rotate(hull.Faces[e.Right].Plane.N)
		for _, j := range f.at {
			along := func(d geom.Vec) (from, to float64, some bool) {
				d = d.Scale(float64(2 * f.slop))
				from, to = passage(a.Add(d), b.Add(d), f.list[j].planes)
				return from, to, from < to
			}
			from, to, rises := along(l.Add(r))
			if !rises {
				continue
			}
			wall := wallEdge{side: e.Left, top: e.Right}
			beyond, end, left := along(l.Sub(r))
			other, otherEnd, right := along(r.Sub(l))
			if left == right {
				continue // it is above neither of the two, or around the edge
			}
			if right {
				wall, beyond, end = wallEdge{side: e.Right, top: e.Left}, other, otherEnd
			}
			if from, to = math.Max(from, beyond), math.Min(to, end); from < to {
				wall.from, wall.to = v.AddScaled(w.Sub(v), from), v.AddScaled(w.Sub(v), to)
				list = append(list, wall)
			}
		}
	}
	return list
}

// atWall returns the face above the edge at a wall that the nearest point of a manifold of a shape and b is on, if its normal leans to
// the wall; -1 if there is none.
func (w *World) atWall(part *part, b *narrowphase.Convex, m *narrowphase.Manifold) int {
	if len(part.walls) == 0 {
		return -1
	}
	near := 0
	for i := range m.Count {
		if m.Points[i].Separation < m.Points[near].Separation {
			near = i
		}
	}
	q, n := &m.Points[near], b.Pose.Q.RotateInv(m.N).Neg()
	x := b.Pose.ApplyInv(q.P.AddScaled(m.N, float64(0.5*q.Separation)))
	for i := range part.walls {
		e := &part.walls[i]
		side, top := &part.Shape.Hull.Faces[e.side].Plane, &part.Shape.Hull.Faces[e.top].Plane
		if !(side.N.Dot(n) > hiddenLean) || side.N.Dot(x)-side.D <= -w.set.Slop || top.N.Dot(x)-top.D <= -float64(hiddenSunk*w.set.Slop) {
			continue
		}
		along := e.to.Sub(e.from)
		if at := along.Dot(x.Sub(e.from)) / along.Len(); at > -float64(2*w.set.Slop) && at < along.Len()+float64(2*w.set.Slop) {
			return int(e.top)
		}
	}
	return -1
}

// over makes a manifold of a and b one of the points over a face of b, and reports whether there are any.
func over(a, b *narrowphase.Convex, face int, margin float64, m *narrowphase.Manifold) bool {
	if a.Shape.Polyhedral() {
		return narrowphase.CollideHullsOver(a, b, face, margin, m)
	}
	return narrowphase.CollideOver(a, b, face, margin, m)
}
