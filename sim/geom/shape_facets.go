package geom

import (
	"math"
	"slices"
)

// Facets returns the surface of a shape as triangles in its frame, counter-clockwise seen from outside, without Finish: the faces of a
// polyhedron, none of a plane. Of a round shape all corners are on it, this many (at least 4) around its axis, fewer where it is
// thinner, and half as many from end to end of what is round along that. With a largest radius R the triangles are up to
// R (pi/around)² inside of it: two chords deep.
func (s *Shape) Facets(around int) *Mesh {
	m := &Mesh{}
	switch {
	case s.Kind == ShapePlane:
	case s.Polyhedral():
		m.Vertices = slices.Clone(s.Hull.Vertices)
		for f := range s.Hull.Faces {
			loop := s.Hull.Face(int32(f))
			for k := 2; k < len(loop); k++ {
				m.Tris = append(m.Tris, Tri{loop[0], loop[k-1], loop[k]})
			}
		}
	default:
		m.revolve(s, around)
	}
	return m
}

// revolve adds the surface of a round shape.
func (m *Mesh) revolve(s *Shape, around int) {
	profile := s.profile((around + 1) / 2)
	scale := Vec{1, 1, 1}
	if s.Kind == ShapeEllipsoid {
		scale = s.Size
	}
	widest := 0.0
	for _, p := range profile {
		widest = math.Max(widest, p.X)
	}
	var last []int32 // corners of the ring below
	for i, p := range profile {
		n := 1
		if p.X > 0 {
			for n = 4; n < around && float64(n) < float64(float64(around)*(p.X/widest)); n++ {
			}
		}
		ring := m.addRing(p, n, scale)
		if i > 0 {
			m.addBand(last, ring)
		} else {
			m.addCap(ring, true)
		}
		last = ring
	}
	m.addCap(last, false)
}

// addRing adds n corners around the z axis, at the radius X and height Z of p, times a scale.
func (m *Mesh) addRing(p Vec, n int, scale Vec) []int32 {
	var ring []int32
	for k := range n {
		sin, cos := SinCos(float64(2*math.Pi*float64(k)) / float64(n))
		ring = append(ring, int32(len(m.Vertices)))
		m.Vertices = append(m.Vertices, Vec{float64(p.X * cos), float64(p.X * sin), p.Z}.Mul(scale))
	}
	return ring
}

// addBand adds the triangles between two rings of corners, the first one below: on each edge one, to the corner of the other ring
// that has come in turn by its angle.
func (m *Mesh) addBand(low, high []int32) {
	a, b := len(low), len(high)
	edgesA, edgesB := a, b // a ring of one corner has none
	if a == 1 {
		edgesA = 0
	}
	if b == 1 {
		edgesB = 0
	}
	for i, k := 0, 0; i < edgesA || k < edgesB; {
		if k == edgesB || i < edgesA && (2*i+1)*edgesB <= (2*k+1)*edgesA {
			m.Tris = append(m.Tris, Tri{low[i], low[(i+1)%a], high[k%b]})
			i++
		} else {
			m.Tris = append(m.Tris, Tri{low[i%a], high[(k+1)%b], high[k]})
			k++
		}
	}
}

// addCap adds the triangles across a ring of corners, in strips, so that few meet at a place; none for a single corner. They face down
// or up.
func (m *Mesh) addCap(ring []int32, down bool) {
	for i, k, low := 0, len(ring)-1, true; k-i > 1; low = !low {
		t := Tri{ring[i], ring[i+1], ring[k]}
		if low {
			i++
		} else {
			t[1] = ring[k-1]
			k--
		}
		if down {
			t[1], t[2] = t[2], t[1]
		}
		m.Tris = append(m.Tris, t)
	}
}

// profile returns the outline of a shape of revolution from its lower end to its upper, radius and height as X and Z; that of an
// ellipsoid in units of its radii. Half a circle has this many pieces. At a flat end it ends on its rim.
func (s *Shape) profile(pieces int) []Vec {
	arc := func(list []Vec, radius, z float64, from, to int) []Vec {
		for k := from; k <= to; k++ {
			sin, cos := SinCos(float64(math.Pi*float64(k)) / float64(pieces))
			if k == 0 || k == pieces {
				sin = 0
			}
			list = append(list, Vec{X: float64(radius * sin), Z: z - float64(radius*cos)})
		}
		return list
	}
	r, z := s.Size.X, s.Size.Z
	switch s.Kind {
	case ShapeSphere:
		return arc(nil, r, 0, 0, pieces)
	case ShapeEllipsoid:
		return arc(nil, 1, 0, 0, pieces)
	case ShapeCapsule:
		pieces += pieces & 1
		return arc(arc(nil, r, -z, 0, pieces/2), r, z, pieces/2, pieces)
	case ShapeCylinder:
		return []Vec{{X: r, Z: -z}, {X: r, Z: z}}
	}
	return []Vec{{X: r}, {Z: z}} // a cone
}
