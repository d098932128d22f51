package bench

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// ground is the triangles of a mesh that is a height over x and y, by cells of 1 m.
type ground struct {
	tris  []geom.Triangle
	cells map[[2]int][]int32
}

func cellOf(p geom.Vec) [2]int { return [2]int{int(math.Floor(p.X)), int(math.Floor(p.Y))} }

func (sc *Scene) ground() *ground {
	g := &ground{cells: map[[2]int][]int32{}}
	for i := range sc.Statics {
		m := sc.Statics[i].Mesh
		if m == nil {
			continue
		}
		for _, t := range m.Tris {
			a, b, c := m.Vertices[t[0]], m.Vertices[t[1]], m.Vertices[t[2]]
			lo, hi := cellOf(a.Min(b).Min(c)), cellOf(a.Max(b).Max(c))
			for x := lo[0]; x <= hi[0]; x++ {
				for y := lo[1]; y <= hi[1]; y++ {
					g.cells[[2]int{x, y}] = append(g.cells[[2]int{x, y}], int32(len(g.tris)))
				}
			}
			g.tris = append(g.tris, geom.Triangle{A: a, B: b, C: c})
		}
	}
	return g
}

// below returns the depth of p below the plane of the triangle under or over it [m]; false if there is none.
func (g *ground) below(p geom.Vec) (float64, bool) {
	const onEdge = -1e-9 // [m²]
	for _, i := range g.cells[cellOf(p)] {
		t := corners(&g.tris[i])
		left := func(u, v geom.Vec) bool { return (v.X-u.X)*(p.Y-u.Y)-(v.Y-u.Y)*(p.X-u.X) >= onEdge }
		if left(t[0], t[1]) && left(t[1], t[2]) && left(t[2], t[0]) {
			n := t[1].Sub(t[0]).Cross(t[2].Sub(t[0])).Normalize()
			return -p.Sub(t[0]).Dot(n), true
		}
	}
	return 0, false
}

func corners(t *geom.Triangle) [3]geom.Vec { return [3]geom.Vec{t.A, t.B, t.C} }

// distance returns the distance of p from the triangles in its cell and the cells around it [m], +Inf if there are
// none.
func (g *ground) distance(p geom.Vec) float64 {
	best, c := math.Inf(1), cellOf(p)
	for x := c[0] - 1; x <= c[0]+1; x++ {
		for y := c[1] - 1; y <= c[1]+1; y++ {
			for _, i := range g.cells[[2]int{x, y}] {
				best = math.Min(best, distanceToTriangle(p, &g.tris[i]))
			}
		}
	}
	return best
}

// distanceToTriangle returns the distance of p from a triangle [m]: from its plane if p is over its inside, else from
// the nearest edge.
func distanceToTriangle(p geom.Vec, tri *geom.Triangle) float64 {
	t := corners(tri)
	n := t[1].Sub(t[0]).Cross(t[2].Sub(t[0]))
	inside, best := true, math.Inf(1)
	for k := range 3 {
		a, e := t[k], t[(k+1)%3].Sub(t[k])
		inside = inside && n.Dot(e.Cross(p.Sub(a))) >= 0
		at := math.Max(0, math.Min(1, p.Sub(a).Dot(e)/e.LenSq()))
		best = math.Min(best, p.Sub(a.AddScaled(e, at)).Len())
	}
	if inside {
		return math.Abs(p.Sub(t[0]).Dot(n)) / n.Len()
	}
	return best
}
