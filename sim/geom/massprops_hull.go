package geom

// Solid returns volume, centre of mass and inertia of the hull: exact integrals over the tetrahedra between the middle
// of its bounds and the fans of its faces, rounded. If the volume is below 1e-300 m³, both volume and inertia are zero.
//
// Source: as MeshSolid.
func (h *Hull) Solid() Solid {
	var sum moments
	o := h.Bounds.Center()
	for f := range h.Faces {
		loop := h.Face(int32(f))
		a, b := h.Vertices[loop[0]].Sub(o), h.Vertices[loop[1]].Sub(o)
		for _, v := range loop[2:] {
			c := h.Vertices[v].Sub(o)
			sum.add(a, b, c)
			b = c
		}
	}
	return sum.solid(o)
}
