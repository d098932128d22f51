package geom

// Placement is where a mesh stands in the world, and how large: its vertex v is at Pose.Apply(Scale ∘ Turn v), with the
// product of each component.
type Placement struct {
	Turn  Mat3 // a rotation by right angles, whose entries are 0, 1 and -1: it is exact
	Scale Vec  // above zero
	Pose  Transform
}

// Apply returns where a vertex is in the world.
func (p *Placement) Apply(v Vec) Vec { return p.Pose.Apply(p.Scale.Mul(p.Turn.Apply(v))) }

// Points returns where vertices are in the world.
func (p *Placement) Points(list []Vec) []Vec {
	placed := make([]Vec, len(list))
	for i, v := range list {
		placed[i] = p.Apply(v)
	}
	return placed
}

// Mesh returns a placed copy of a mesh, finished. It is the mesh that Finish makes of the placed vertices, bit for bit.
// The error is that of Finish: what has been scaled or moved far may be too large, or have triangles without area.
func (p *Placement) Mesh(m *Mesh) (*Mesh, error) {
	placed := &Mesh{Name: m.Name, Vertices: p.Points(m.Vertices), Tris: append([]Tri(nil), m.Tris...)}
	if err := placed.Finish(); err != nil {
		return nil, err
	}
	return placed, nil
}
