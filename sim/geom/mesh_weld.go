package geom

import "math"

// weld makes vertices at equal positions one vertex: the first of them, and the vertices keep the order of their first
// occurrence. -0 equals +0; no tolerance is applied.
func (m *Mesh) weld() {
	size := 8
	for size < 2*len(m.Vertices) {
		size *= 2
	}
	table := make([]int32, size) // index in kept plus one; zero is free
	kept := make([]Vec, 0, len(m.Vertices))
	index := make([]int32, len(m.Vertices))
	for i, p := range m.Vertices {
		k := hashPosition(p) & uint64(size-1)
		for table[k] != 0 && kept[table[k]-1] != p {
			k = (k + 1) & uint64(size-1)
		}
		if table[k] == 0 {
			kept = append(kept, p)
			table[k] = int32(len(kept))
		}
		index[i] = table[k] - 1
	}
	if len(kept) == len(m.Vertices) {
		return
	}
	m.Vertices = kept
	for i, t := range m.Tris {
		m.Tris[i] = Tri{index[t[0]], index[t[1]], index[t[2]]}
	}
}

// hashPosition mixes the bits of p's components; positions that compare equal have equal hashes.
func hashPosition(p Vec) uint64 {
	h := uint64(0)
	for _, x := range [3]float64{p.X, p.Y, p.Z} {
		if x == 0 {
			x = 0 // -0 becomes +0
		}
		h ^= math.Float64bits(x)
		h *= 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h * 0x9e3779b97f4a7c15 >> 20
}
