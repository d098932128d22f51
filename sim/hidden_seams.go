package sim

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// Where a face goes on flat in another part of the body, or in another static, nothing begins or ends. A manifold of one of the
// two parts ends there all the same. What comes down flat on both comes down on the ends that it has elsewhere: such a point is no
// impact.

const (
	// seamLevel is the largest step of a face that goes on flat, in units of the slop.
	seamLevel = 0.01
	// seamReach is how far from a seam what comes down on it has to be flat, in units of the slop, and seamBend the largest change
	// of slope that counts as none.
	seamReach = 4
	seamBend  = 1e-3
)

// seam is a piece of an edge of a polyhedron beyond which one of its two faces goes on flat, in the axes of the shape.
type seam struct {
	n, out   geom.Vec // normal of the face, and the direction in it in which it goes on
	from, to geom.Vec
}

// seams returns the seams of a polyhedron with the covers among those of hiddenFaces: for each face at each edge the longest piece.
func (f *coverFinder) seams(part *placed) (list []seam) {
	if len(f.among) == 0 {
		return nil
	}
	hull := part.Shape.Hull
	for i := range hull.Faces {
		face := &hull.Faces[i]
		n := part.Pose.Q.Rotate(face.Plane.N)
		if f.lookFlat(n, part.Pose.Apply(hull.Vertices[hull.Corners[face.First]])); len(f.at) == 0 {
			continue
		}
		for _, k := range hull.Sides[face.First : face.First+face.Count] {
			e := &hull.Edges[k]
			beside := e.Left
			if int(beside) == i {
				beside = e.Right
			}
			out := hull.Faces[beside].Plane.N
			out = out.AddScaled(face.Plane.N, -out.Dot(face.Plane.N)).Normalize()
			a, b := hull.Vertices[e.A], hull.Vertices[e.B]
			if piece := f.flatBeyond(part.Pose.Apply(a), part.Pose.Apply(b), n, part.Pose.Q.Rotate(out)); piece.from < piece.to {
				list = append(list, seam{face.Plane.N, out, a.AddScaled(b.Sub(a), piece.from), a.AddScaled(b.Sub(a), piece.to)})
			}
		}
	}
	return list
}

// lookFlat fills at with the covers that have a face with the normal n level with the place x.
func (f *coverFinder) lookFlat(n, x geom.Vec) {
	f.at = f.at[:0]
	for _, j := range f.among {
		c := &f.list[j]
		k, _ := slices.BinarySearchFunc(c.byX, n.X-coplanar, func(k int32, least float64) int { return cmp.Compare(c.planes[k].N.X, least) })
		for ; k < len(c.byX) && c.planes[c.byX[k]].N.X <= n.X+coplanar; k++ {
			if p := &c.planes[c.byX[k]]; p.N.Sub(n).MaxAbs() <= coplanar && math.Abs(p.N.Dot(x)-p.D) <= float64(seamLevel*f.slop) {
				f.at = append(f.at, j)
				break
			}
		}
	}
}

// flatBeyond returns the longest piece of an edge from a to b, as fractions of its length, beyond which in the direction out the
// covers of lookFlat go on, and nothing rises above the face with the normal n.
func (f *coverFinder) flatBeyond(a, b, n, out geom.Vec) (longest interval) {
	low, high := out.Sub(n).Scale(float64(2*f.slop)), out.Add(n).Scale(float64(2*f.slop))
	var flat []interval
	for _, j := range f.at {
		if from, to := passage(a.Add(low), b.Add(low), f.list[j].planes); from < to {
			flat = append(flat, interval{from, to})
		}
	}
	if len(flat) == 0 {
		return interval{}
	}
	slices.SortFunc(flat, func(x, y interval) int { return cmp.Compare(x.from, y.from) })
	gap := f.slop / b.Sub(a).Len()
	for i, piece := range flat {
		for _, next := range flat[i+1:] {
			if next.from <= piece.to+gap {
				piece.to = math.Max(piece.to, next.to)
			}
		}
		if piece.to-piece.from > longest.to-longest.from {
			longest = piece
		}
	}
	for _, j := range f.among {
		if from, to := passage(a.Add(high), b.Add(high), f.list[j].planes); from < to && from < longest.to && to > longest.from {
			return interval{}
		}
	}
	return longest
}

// atFlatSeam reports whether a point of the manifold of two sides, with the normal n, is on a seam of one of them, or on a flat edge
// of the triangle of g, and the other is flat across it.
func (w *World) atFlatSeam(p *pair, a, b *side, g *target, n geom.Vec, q *narrowphase.ManifoldPoint) bool {
	if q.Separation < -w.set.Slop {
		return false
	}
	half := n.Scale(float64(0.5 * q.Separation))
	if w.crosses(a.part.seams, a.part.at(&a.s), b, w.partsOf(p.b), g, q.P.Sub(half), n, q.Separation) {
		return true
	}
	if g.mesh != nil {
		var edges [3]seam
		x := q.P.Add(half)
		return w.crosses(flatEdges(g, x, w.set.Slop, edges[:0]), geom.Transform{Q: geom.IdentityQuat()}, a, w.partsOf(p.a), &target{}, x, n.Neg(), q.Separation)
	}
	return w.crosses(b.part.seams, b.part.at(&b.s), a, w.partsOf(p.a), g, q.P.Add(half), n.Neg(), q.Separation)
}

// flatEdges appends the edges of the triangle of g that the place x is on, but for the given distance, and beyond which its mesh goes
// on flat.
func flatEdges(g *target, x geom.Vec, near float64, list []seam) []seam {
	corners, n := [3]geom.Vec{g.tri.A, g.tri.B, g.tri.C}, g.mesh.Planes[g.index].N
	for k, e := range g.mesh.Edges[g.index] {
		if e.Kind != geom.EdgeFlat {
			continue
		}
		if s := (seam{n: n, from: corners[k], to: corners[(k+1)%3]}); s.has(x, near) {
			s.out = s.to.Sub(s.from).Cross(n).Normalize()
			list = append(list, s)
		}
	}
	return list
}

// crossesSeam is atFlatSeam for a contact point of a pair.
func (w *World) crossesSeam(p *pair, t *touch) bool {
	a, b, g := w.sideNow(p.a), w.sideNow(p.b), target{}
	a.part = &w.partsOf(p.a)[t.key.partA]
	if g.mesh = w.meshOf(p); g.mesh != nil {
		g.index, g.tri = t.key.tri, g.mesh.Triangle(t.key.tri)
	} else {
		b.part = &w.partsOf(p.b)[t.key.partB]
	}
	q := narrowphase.ManifoldPoint{P: t.p, Separation: t.sep}
	return w.atFlatSeam(p, &a, &b, &g, t.n, &q)
}

// onlySeams reports whether all of the contact points of a pair are at flat seams.
func (w *World) onlySeams(p *pair, touches []touch) bool {
	return !slices.ContainsFunc(touches, func(t touch) bool { return !w.crossesSeam(p, &t) })
}

// withoutSeams removes the contact points of a pair that are at flat seams: an impact acts at the ends, here or with the next static.
func (w *World) withoutSeams(p *pair, touches []touch) []touch {
	return slices.DeleteFunc(touches, func(t touch) bool { return w.crossesSeam(p, &t) })
}

// sideNow returns body i, or static -1-i, in the state of its flight, without its part and what moves it.
func (w *World) sideNow(i int32) side {
	if i < 0 {
		return w.sideOf(i, 0)
	}
	return side{body: &w.bodies[i], s: w.flights[i].s}
}

// crosses reports whether the place x is on a seam of faces that look along n, or of an edge between two of them, and side b, of the
// given parts, which is gap above it, or the triangle of g, is flat from one side of the seam to the other. The seams are in the
// axes of the pose.
func (w *World) crosses(seams []seam, pose geom.Transform, b *side, parts []part, g *target, x, n geom.Vec, gap float64) bool {
	if len(seams) == 0 {
		return false
	}
	at, along := pose.ApplyInv(x), pose.Q.RotateInv(n)
	for i := range seams {
		if !seams[i].has(at, w.set.Slop) {
			continue
		}
		for j := range seams[:i+1] {
			if seams[j].out.Sub(seams[i].out).MaxAbs() <= coplanar && cosineBetween(along, seams[i].n, seams[j].n) > seamCosine && seams[j].has(at, w.set.Slop) &&
				w.goesOn(b, parts, g, x, pose.Q.Rotate(seams[i].out), n, gap) {
				return true
			}
		}
	}
	return false
}

// goesOn reports whether side b is flat in the direction out, or along one of its edges that crosses that, on both sides of the place
// that is gap above x.
func (w *World) goesOn(b *side, parts []part, g *target, x, out, n geom.Vec, gap float64) bool {
	near := float64(seamLevel * w.set.Slop)
	flat := func(step geom.Vec) bool {
		ahead, ok := above(b, parts, g, x.Add(step), n, near)
		behind, also := above(b, parts, g, x.Sub(step), n, near)
		return ok && also && math.Abs(ahead+behind-float64(2*gap)) <= float64(seamBend*step.Len())
	}
	reach := float64(seamReach * w.set.Slop)
	if flat(out.Scale(reach)) {
		return true
	}
	if g.mesh != nil || !b.part.Shape.Polyhedral() {
		return false
	}
	pose := b.part.at(&b.s)
	h, at := b.part.Shape.Hull, pose.ApplyInv(x.AddScaled(n, gap))
	for k := range h.Edges {
		e := seam{from: h.Vertices[h.Edges[k].A], to: h.Vertices[h.Edges[k].B]}
		if !e.has(at, w.set.Slop) {
			continue
		}
		d := pose.Q.Rotate(e.to.Sub(e.from)).Normalize()
		if c := math.Abs(d.Dot(out)); c > seamSine && flat(d.Scale(reach/c)) {
			return true
		}
	}
	return false
}

// has reports whether a place is on the seam, but for the given distance.
func (e *seam) has(x geom.Vec, near float64) bool {
	along := e.to.Sub(e.from)
	at := math.Min(1, math.Max(0, along.Dot(x.Sub(e.from))/along.LenSq()))
	return e.from.AddScaled(along, at).Sub(x).Len() <= near
}

// above returns how far above the place x, along n, the lowest of the polyhedra and planes among the parts of side b is, or the
// triangle of g; and whether there is one. Sides of polyhedra are moved out by near: x may be below a border.
func above(b *side, parts []part, g *target, x, n geom.Vec, near float64) (height float64, ok bool) {
	if g.mesh != nil {
		plane, tri := &g.mesh.Planes[g.index], &g.tri
		height = (plane.D - plane.N.Dot(x)) / plane.N.Dot(n)
		x = x.AddScaled(n, height)
		for _, e := range [3][2]geom.Vec{{tri.A, tri.B}, {tri.B, tri.C}, {tri.C, tri.A}} {
			if !(e[1].Sub(e[0]).Cross(x.Sub(e[0])).Dot(plane.N) >= 0) {
				return 0, false
			}
		}
		return height, true
	}
	for k := range parts {
		if h, has := parts[k].above(b, x, n, near); has && (!ok || h < height) {
			height, ok = h, true
		}
	}
	return height, ok
}

// above returns how far above the place x, along n, a polyhedron or plane of side b is, and whether it is.
func (p *part) above(b *side, x, n geom.Vec, near float64) (height float64, ok bool) {
	pose := p.at(&b.s)
	x, n = pose.ApplyInv(x), pose.Q.RotateInv(n)
	if p.Shape.Kind == geom.ShapePlane {
		return x.Z / -n.Z, n.Z < 0
	}
	if !p.Shape.Polyhedral() {
		return 0, false
	}
	from, to := math.Inf(-1), math.Inf(1)
	for f := range p.Shape.Hull.Faces {
		face := &p.Shape.Hull.Faces[f].Plane
		rest, speed := face.D-face.N.Dot(x), face.N.Dot(n)
		if math.Abs(speed) < 0.5 {
			rest += near
		}
		switch {
		case speed < 0:
			from = math.Max(from, rest/speed)
		case speed > 0:
			to = math.Min(to, rest/speed)
		case rest < 0:
			return 0, false
		}
	}
	return from, from <= to
}
