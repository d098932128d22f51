package narrowphase

import "github.com/prang-sim/prang/sim/geom"

// Descend goes back from the meeting m of an edge and a face, through features adjacent to where they meet, to ever
// earlier meetings in [from, m.Time], until none of the neighbours meets earlier, and returns the last. It is the first
// contact of the polyhedra when they are apart at from and meet once until m.Time; otherwise it may be a later one.
//
// Source: 003, theorem 2 and algorithm 1 (FCPF). The neighbours of all cases are tried in every case: edges of either
// body at the place of the meeting with faces of the other there, and the ends of the edges with the other polyhedron
// (PO).
func (p *TurningPair) Descend(m Meeting, from float64) Meeting {
	for {
		next, ok := p.earlier(&m, from)
		if !ok {
			return m
		}
		m = next
	}
}

// around is the features of a body at a point.
type around struct {
	count [3]int
	index [3][64]int32 // by the kinds of features
}

// add adds a feature of a kind, once; those beyond the room are left out.
func (a *around) add(kind int, i int32) {
	for _, j := range a.index[kind][:a.count[kind]] {
		if i == j {
			return
		}
	}
	if n := a.count[kind]; n < len(a.index[kind]) {
		a.index[kind][n] = i
		a.count[kind]++
	}
}

// addVertex adds the features at a vertex.
func (a *around) addVertex(h *geom.Hull, v int32) {
	a.add(FeatureVertex, v)
	for _, e := range h.Ring(v) {
		a.addEdge(h, e)
	}
}

// addEdge adds an edge and its faces.
func (a *around) addEdge(h *geom.Hull, e int32) {
	a.add(FeatureEdge, e)
	a.add(FeatureFace, h.Edges[e].Left)
	a.add(FeatureFace, h.Edges[e].Right)
}

// earlier returns a meeting before m of features adjacent to it.
func (p *TurningPair) earlier(m *Meeting, from float64) (Meeting, bool) {
	var near [2]around
	p.neighbours(m, &near)
	// What is no earlier than rounding is the same.
	before := m.Time - float64(1e-15*m.Time)
	if !(before > from) {
		return Meeting{}, false
	}
	for k := range near {
		for _, e := range near[k].index[FeatureEdge][:near[k].count[FeatureEdge]] {
			for _, f := range near[1-k].index[FeatureFace][:near[1-k].count[FeatureFace]] {
				if next, ok := p.EdgeFace(k, e, f, from, before); ok {
					return next, true
				}
			}
		}
		for _, v := range near[k].index[FeatureVertex][:near[k].count[FeatureVertex]] {
			_, f, ok := p.VertexHull(k, v, from, before)
			if !ok || f < 0 {
				continue
			}
			e := p.body[k].hull.Ring(v)[0]
			if next, ok := p.EdgeFace(k, e, f, from, before); ok {
				return next, true
			}
		}
	}
	return Meeting{}, false
}

// neighbours finds the features at the points of a meeting.
func (p *TurningPair) neighbours(m *Meeting, near *[2]around) {
	k, o := m.Body, 1-m.Body
	hk, ho := p.body[k].hull, p.body[o].hull
	x := p.at(m.Time)
	tol := float64(4 * fcpfFlat * p.size)
	edge := &hk.Edges[m.Edge]
	near[k].addEdge(hk, m.Edge)
	near[k].add(FeatureVertex, edge.A)
	near[k].add(FeatureVertex, edge.B)
	near[o].add(FeatureFace, m.Face)
	for _, y := range m.Points[:m.Count] {
		for _, v := range [2]int32{edge.A, edge.B} {
			if p.vertex(&x, k, v).Sub(y).Len() <= tol {
				near[k].addVertex(hk, v)
			}
		}
		l := x[o].r.ApplyT(y.Sub(x[o].o))
		c := ho.Face(m.Face)
		for i, e := range ho.FaceEdges(m.Face) {
			u, v := ho.Vertices[c[i]], ho.Vertices[c[(i+1)%len(c)]]
			if u.Sub(l).Len() <= tol {
				near[o].addVertex(ho, c[i])
			}
			if contactOnSegment(l, u, v).Sub(l).Len() <= tol {
				near[o].addEdge(ho, e)
			}
		}
	}
}
