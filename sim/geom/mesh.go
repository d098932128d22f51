package geom

// Mesh is a static triangle mesh in world coordinates, as the loaders give it and the stages use it. A loader fills
// Name, Vertices and Tris and calls Finish, which checks them, welds the vertices (equal positions become one vertex)
// and fills the rest. Join connects the meshes of one scenario with each other.
type Mesh struct {
	Name     string
	Vertices []Vec         // [m]
	Tris     []Tri         // indices into Vertices, counter-clockwise seen from the front
	Planes   []Plane       // per triangle, filled by Finish
	Edges    [][3]EdgeInfo // per triangle: edge k runs from vertex k to vertex k+1, filled by Finish
	Bounds   AABB          // of the triangles' vertices, filled by Finish
	// What lies beyond edges that have no neighbour in the mesh but others along them, filled by Join.
	Seams []Seam

	Note string // what a loader changed, and the remedy; empty for nothing

	unjoined *Mesh // what Join made this of
}

// Finished reports whether the mesh has triangles, and what Finish fills in for each.
func (m *Mesh) Finished() bool {
	return len(m.Tris) > 0 && len(m.Planes) == len(m.Tris) && len(m.Edges) == len(m.Tris)
}

// Tri is three indices into a mesh's vertices.
type Tri [3]int32

// Plane is the set of points p with N·p = D; N is a unit vector.
type Plane struct {
	N Vec
	D float64
}

// EdgeInfo describes the surface on the other side of a triangle's edge.
type EdgeInfo struct {
	Neighbor int32    // index of the triangle on the other side, -1 where there is none, -2-s where Seams[s] is the first
	Kind     EdgeKind // shape of the surface there
}

// EdgeKind is how the surface bends at an edge, seen from the front.
type EdgeKind uint8

// The kinds of edges.
const (
	EdgeBorder  EdgeKind = iota // one triangle, or more than two, or two whose fronts disagree
	EdgeFlat                    // the neighbour is coplanar within FlatAngle
	EdgeConvex                  // the surface bends away: a ridge
	EdgeConcave                 // the surface bends towards the front: a valley
)

// Beside reports whether triangle i is Beside a box.
func (m *Mesh) Beside(i int32, b *AABB) bool {
	t := &m.Tris[i]
	u, v, w := &m.Vertices[t[0]], &m.Vertices[t[1]], &m.Vertices[t[2]]
	return u.X < b.Min.X && v.X < b.Min.X && w.X < b.Min.X || u.X > b.Max.X && v.X > b.Max.X && w.X > b.Max.X ||
		u.Y < b.Min.Y && v.Y < b.Min.Y && w.Y < b.Min.Y || u.Y > b.Max.Y && v.Y > b.Max.Y && w.Y > b.Max.Y ||
		u.Z < b.Min.Z && v.Z < b.Min.Z && w.Z < b.Min.Z || u.Z > b.Max.Z && v.Z > b.Max.Z && w.Z > b.Max.Z
}

// Triangle returns triangle i in world coordinates.
func (m *Mesh) Triangle(i int32) Triangle {
	t := m.Tris[i]
	return Triangle{m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]}
}
