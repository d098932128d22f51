package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// hullFrame is a hull placed in the frame of a pair: its point v is at p + r v.
type hullFrame struct {
	h *geom.Hull
	r geom.Mat3
	p geom.Vec
}

func (f *hullFrame) at(vertex int32) geom.Vec { return f.r.Apply(f.h.Vertices[vertex]).Add(f.p) }

// plane returns the plane of a face.
func (f *hullFrame) plane(face int32) geom.Plane {
	pl := &f.h.Faces[face].Plane
	n := f.r.Apply(pl.N)
	return geom.Plane{N: n, D: pl.D + n.Dot(f.p)}
}

// facing returns, of the faces at the vertex farthest along -n, the one that looks against n most; of faces equal
// within 1e-9 the lowest.
func (f *hullFrame) facing(n geom.Vec) int32 {
	down := f.r.ApplyT(n).Neg()
	v := f.h.SupportFrom(down, 0)
	best, most := int32(-1), math.Inf(-1)
	for _, e := range f.h.Ring(v) {
		for _, face := range [2]int32{f.h.Edges[e].Left, f.h.Edges[e].Right} {
			d := down.Dot(f.h.Faces[face].Plane.N)
			if d > most+1e-9 || d >= most-1e-9 && face < best {
				best, most = face, d
			}
		}
	}
	return max(best, 0) // a normal that is not a number is along none
}

const (
	hullClipCorners = 48 // of a polygon while it is clipped
	hullClipFace    = 32 // of a face before it is
)

// hullCorner is a corner of an incident face while it is clipped by a reference face: where it is, which features cross
// there, and along what the polygon goes on from it: an edge of the incident shape, or for negative numbers side
// -1-edge of the reference face.
type hullCorner struct {
	p              geom.Vec
	kindR, kindI   uint8
	indexR, indexI int32
	edge           int32
	sep            float64
}

// hullPolygon is a convex polygon, its corners in order around it. One with more corners than it can hold loses those
// that span the least with their neighbours.
type hullPolygon struct {
	n int
	v [hullClipCorners]hullCorner
}

func (q *hullPolygon) push(p *hullCorner) {
	if q.n == hullClipCorners {
		q.dropLeast(-1)
	}
	q.v[q.n] = *p
	q.n++
}

// dropLeast takes out the corner, but not corner keep and those beside it, that spans the smallest triangle with its
// neighbours. Of triangles that are equal within a millionth it is the first, so that rounding does not choose.
func (q *hullPolygon) dropLeast(keep int) int {
	least, at := math.Inf(1), 0
	for i := range q.n {
		if keep >= 0 && (i-keep+1+q.n)%q.n <= 2 {
			continue
		}
		prev, next := &q.v[q.n-1], &q.v[0]
		if i > 0 {
			prev = &q.v[i-1]
		}
		if i+1 < q.n {
			next = &q.v[i+1]
		}
		if area := q.v[i].p.Sub(prev.p).Cross(next.p.Sub(prev.p)).LenSq(); area < float64(least*(1-2e-6)) {
			least, at = area, i
		}
	}
	copy(q.v[at:q.n-1], q.v[at+1:q.n])
	q.n--
	return at
}

// load fills q with the corners of a face of the incident shape that lies within face ref of the reference shape, whose
// normal is n. Of a face with more than hullClipFace corners it takes the deepest and those beside it, and from each run
// of neighbours the one that sticks out most.
func (q *hullPolygon) load(f *hullFrame, face, ref int32, n geom.Vec) {
	corners, sides := f.h.Face(face), f.h.FaceEdges(face)
	run := (len(corners) + hullClipFace - 1) / hullClipFace
	deepest := 0
	if run > 1 {
		up := f.r.ApplyT(n)
		for i, v := range corners {
			if f.h.Vertices[v].Dot(up) < f.h.Vertices[corners[deepest]].Dot(up) {
				deepest = i
			}
		}
	}
	q.n = 0
	for i := 0; i < len(corners); i += run {
		end, at := min(i+run, len(corners)), i
		if run > 1 {
			at = sticksOut(f.h, corners, i, end)
		}
		for j := i; j < end; j++ {
			from := (j - deepest + 1 + len(corners)) % len(corners)
			if j == at || run > 1 && from <= 2 {
				v := corners[j]
				q.push(&hullCorner{p: f.at(v), kindR: FeatureFace, indexR: ref, kindI: FeatureVertex, indexI: v, edge: sides[j]})
			}
		}
	}
}

// sticksOut returns which of corners from to to-1 spans the largest triangle with its neighbours.
func sticksOut(h *geom.Hull, corners []int32, from, to int) int {
	most, at := -1.0, from
	for i := from; i < to; i++ {
		prev, next := h.Vertices[corners[(i+len(corners)-1)%len(corners)]], h.Vertices[corners[(i+1)%len(corners)]]
		if area := h.Vertices[corners[i]].Sub(prev).Cross(next.Sub(prev)).LenSq(); area > float64(most*(1+2e-6)) {
			most, at = area, i
		}
	}
	return at
}

// clip cuts q to a reference face, whose plane's normal is n, by Sutherland and Hodgman's method. Corners outside a
// side by no more than tol stay, and keep their features: shapes that are flush must not change features by rounding.
// face is the index of the incident face.
func (q *hullPolygon) clip(f *hullFrame, ref int32, n geom.Vec, face int32, tol float64) {
	var other hullPolygon
	src, dst := q, &other
	corners := f.h.Face(ref)
	p := f.at(corners[0])
	for s := range corners {
		next := f.at(corners[(s+1)%len(corners)])
		m := next.Sub(p).Cross(n).Normalize()
		c := hullCut{f.h, ref, s, face, m, m.Dot(p), tol}
		if c.cut(src, dst) {
			src, dst = dst, src
		}
		p = next
	}
	if src != q {
		*q = *src
	}
}

// hullCut is one side of a reference face: the half-space n·p <= d.
type hullCut struct {
	h    *geom.Hull
	ref  int32
	side int
	face int32
	n    geom.Vec
	d    float64
	tol  float64
}

// cut writes to dst what of src lies on the inner side, and returns false where that is all of it.
func (c *hullCut) cut(src, dst *hullPolygon) bool {
	var d [hullClipCorners]float64
	out := false
	for i := range src.n {
		d[i] = c.n.Dot(src.v[i].p) - c.d
		out = out || d[i] > c.tol
	}
	if !out {
		return false
	}
	dst.n = 0
	for i := range src.n {
		j := i + 1
		if j == src.n {
			j = 0
		}
		cur, next := &src.v[i], &src.v[j]
		switch {
		case d[i] <= c.tol && d[j] <= c.tol:
			dst.push(cur)
		case d[i] <= c.tol:
			p := *cur
			if d[i] >= -c.tol {
				p.edge = int32(-1 - c.side)
				dst.push(&p)
				break
			}
			dst.push(&p)
			p = c.crossing(cur)
			p.p = cur.p.AddScaled(next.p.Sub(cur.p), d[i]/(d[i]-d[j]))
			p.edge = int32(-1 - c.side)
			dst.push(&p)
		case d[j] < -c.tol:
			p := c.crossing(cur)
			p.p = next.p.AddScaled(cur.p.Sub(next.p), d[j]/(d[j]-d[i]))
			p.edge = cur.edge
			dst.push(&p)
		}
	}
	return true
}

// crossing returns the features of the point at which the polygon's edge after p crosses the side.
func (c *hullCut) crossing(p *hullCorner) hullCorner {
	if p.edge >= 0 {
		return hullCorner{kindR: FeatureEdge, indexR: c.h.FaceEdges(c.ref)[c.side], kindI: FeatureEdge, indexI: p.edge}
	}
	corners, from := c.h.Face(c.ref), int(-1-p.edge)
	at := corners[from]
	if from+1 == c.side || from+1 == len(corners) && c.side == 0 {
		at = corners[c.side]
	}
	return hullCorner{kindR: FeatureVertex, indexR: at, kindI: FeatureFace, indexI: c.face}
}

// id returns the features of the corner; flip says that the incident shape is A.
func (p *hullCorner) id(flip bool) FeatureID {
	if flip {
		return MakeFeatureID(int(p.kindI), int(p.indexI), int(p.kindR), int(p.indexR))
	}
	return MakeFeatureID(int(p.kindR), int(p.indexR), int(p.kindI), int(p.indexI))
}
