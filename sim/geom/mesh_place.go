package geom

import "fmt"

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

// Mesh returns a placed copy of a mesh, finished. It is the mesh that FinishDropping makes of the placed vertices, bit for
// bit: what has been scaled or moved far may have triangles without area, or twice, which are left out, or be too large,
// which is an error.
func (p *Placement) Mesh(m *Mesh) (*Mesh, error) {
	placed := &Mesh{Name: m.Name, Vertices: p.Points(m.Vertices), Tris: append([]Tri(nil), m.Tris...)}
	dropped, err := placed.FinishDropping()
	if err != nil {
		return nil, err
	}
	if n := dropped.Len(); n > 0 {
		first := append(append([]int32(nil), dropped.Flat...), dropped.Twice...)[0]
		placed.Note = fmt.Sprintf("%d triangles have no area, or the same corners as others, in this size and place and are left out, the first triangle %d: remove them from the file", n, first)
	}
	return placed, nil
}
