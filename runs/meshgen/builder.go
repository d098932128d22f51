package main

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// builder collects triangles. Their vertices are rounded, and Finish makes equal ones one.
type builder struct {
	mesh  geom.Mesh
	turns int // quarter turns about z, counter-clockwise, that everything added is given
}

// tri adds the triangle p q r, its front where it is counter-clockwise.
func (b *builder) tri(p, q, r geom.Vec) {
	n := int32(len(b.mesh.Vertices))
	b.mesh.Vertices = append(b.mesh.Vertices, b.place(p), b.place(q), b.place(r))
	b.mesh.Tris = append(b.mesh.Tris, geom.Tri{n, n + 1, n + 2})
}

// quad adds the triangles p q r and p r s.
func (b *builder) quad(p, q, r, s geom.Vec) {
	b.tri(p, q, r)
	b.tri(p, r, s)
}

func (b *builder) place(p geom.Vec) geom.Vec {
	for range b.turns {
		p.X, p.Y = -p.Y, p.X
	}
	return geom.Vec{X: round4(p.X), Y: round4(p.Y), Z: round4(p.Z)}
}

// round4 returns the double nearest to x rounded to four decimals, halves away from zero, so that mirrored points stay
// mirrored. A zero is +0.
func round4(x float64) float64 {
	r := math.Floor(float64(math.Abs(x)*1e4)+0.5) / 1e4
	if r == 0 {
		return 0
	}
	return math.Copysign(r, x)
}

// span returns n+1 numbers from a to b at equal distances.
func span(a, b float64, n int) []float64 {
	s := make([]float64, n+1)
	for i := range s {
		s[i] = a + float64(float64((b-a)*float64(i))/float64(n))
	}
	return s
}
