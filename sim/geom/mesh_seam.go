package geom

// Seam is a stretch of a triangle's edge and the surface that goes on there beyond the mesh's own adjacency: a triangle
// of another mesh, or one of several along the edge.
type Seam struct {
	Plane  Plane    // of the triangle on the other side; zero for EdgeBorder
	Lo, Hi float64  // where on the edge, from 0 at its first vertex to 1 at its second
	Kind   EdgeKind // shape of the surface there
	More   bool     // the next Seam is of the same edge and begins where this one ends

	bend float64 // how far the surface bends away, as of bendOf
}

// borderBend is the bend of an edge beyond which there is nothing: more than that of any fold.
const borderBend = 4

// Beyond fills edges and planes with what lies beyond the edges of triangle i, as the manifolds of narrowphase take
// them: the kind of edge k and the plane of the triangle on its other side, which is zero for a border. Only what the
// box near can touch [m] counts; nil stands for everything.
//
// Where several triangles lie along an edge within near, the one that bends away most is taken, and a border before
// all: it admits the normals of each of them, so that no contact is lost, and a body over a stretch where all are flat
// meets a flat floor. Where near touches no stretch of the edge, all count. It does not allocate.
func (m *Mesh) Beyond(i int32, near *AABB, edges *[3]EdgeInfo, planes *[3]Plane) {
	*edges = m.Edges[i]
	for k := range edges {
		e := &edges[k]
		switch {
		case e.Neighbor >= 0:
			planes[k] = m.Planes[e.Neighbor]
		case e.Neighbor == -1:
			planes[k] = Plane{}
		default:
			s := m.seamOf(i, k, -2-e.Neighbor, near)
			e.Kind, planes[k] = s.Kind, s.Plane
		}
	}
}

// seamOf returns the stretch of edge k of triangle i that bends away most, of those that near touches; first is the
// first of them.
func (m *Mesh) seamOf(i int32, k int, first int32, near *AABB) *Seam {
	if !m.Seams[first].More {
		return &m.Seams[first]
	}
	t := m.Tris[i]
	a, b := m.Vertices[t[k]], m.Vertices[t[(k+1)%3]]
	e := b.Sub(a)
	var best, most *Seam
	for n := first; ; n++ {
		s := &m.Seams[n]
		if most == nil || s.bend > most.bend {
			most = s
		}
		if best == nil || s.bend > best.bend {
			if near == nil || touchesStretch(near, a.AddScaled(e, s.Lo), a.AddScaled(e, s.Hi)) {
				best = s
			}
		}
		if !s.More {
			break
		}
	}
	if best == nil {
		return most
	}
	return best
}

// touchesStretch reports whether the bounds of the segment from a to b touch the box.
func touchesStretch(box *AABB, a, b Vec) bool {
	s := AABB{a.Min(b), a.Max(b)}
	return s.Overlaps(box)
}

// bendOf returns how far the surface bends away from the triangle with unit normal n to one with unit normal other
// across an edge that runs along e in the first: a rising function of the angle, from -2 for a valley closed upon
// itself by 0, exactly where edgeKind says flat, to 2 for a fold back.
func bendOf(n, other, e Vec) float64 {
	switch edgeKind(n, other, e) {
	case EdgeFlat:
		return 0
	case EdgeConcave:
		return n.Dot(other) - 1
	}
	return 1 - n.Dot(other)
}
