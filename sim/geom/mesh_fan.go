package geom

// Fan appends to dst the triangles round corner k of triangle i, as far as they are neighbours within the mesh, and
// returns the longer slice and whether they close the round. They stand in counter-clockwise order seen from the front:
// from triangle i on where they close, else from the end of the open fan. It does not allocate when dst has room, and
// depends on the mesh alone. The mesh is finished.
func (m *Mesh) Fan(i int32, k int, dst []int32) ([]int32, bool) {
	v := m.Tris[i][k]
	start, closed := i, false
	for {
		next := m.Edges[start][m.corner(start, v)].Neighbor
		if next < 0 {
			break
		}
		start = next
		if start == i {
			closed = true
			break
		}
	}
	for t := start; ; {
		dst = append(dst, t)
		t = m.Edges[t][(m.corner(t, v)+2)%3].Neighbor
		if t < 0 || t == start {
			return dst, closed
		}
	}
}

// Spokes appends to dst the directions from corner k of triangle i along the edges that the triangles of Fan have
// there, in the order of the fan, and whether they close the round; an open fan has one more of them than triangles.
// Lengths are those of the edges [m]. A direction d lies in the Voronoi region of the vertex, as far as the fan knows
// the surface, where d·s <= 0 for each s of them.
func (m *Mesh) Spokes(i int32, k int, dst []Vec) ([]Vec, bool) {
	var room [16]int32
	fan, closed := m.Fan(i, k, room[:0])
	v := m.Tris[i][k]
	p := m.Vertices[v]
	for n, t := range fan {
		c := m.corner(t, v)
		dst = append(dst, m.Vertices[m.Tris[t][(c+1)%3]].Sub(p))
		if n == len(fan)-1 && !closed {
			dst = append(dst, m.Vertices[m.Tris[t][(c+2)%3]].Sub(p))
		}
	}
	return dst, closed
}

// corner returns which corner of triangle t vertex v is.
func (m *Mesh) corner(t, v int32) int {
	for k := range 2 {
		if m.Tris[t][k] == v {
			return k
		}
	}
	return 2
}
