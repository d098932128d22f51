package main

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// The room is cut by lines along x and y into cells, so that floors and walls share all their vertices. A cell is
// floor, with a height at each corner, or solid up to the walls' height; one cell is both, cut by the wall of the 40°
// corner.
const wallHeight = 3.0

// wedgeY is where the wall of the 40° corner, which starts at (10, -10), meets x = 4.
func wedgeY() float64 {
	sin, cos := geom.SinCos(40 * math.Pi / 180)
	return round4(-10 + float64(6*sin)/cos)
}

// floorHeight returns the height of the floor in the cell with the given middle, at its corner at x: a ramp from x = -5
// up to a platform of 0.6 m, and two steps down from it, along the wall y = 10.
func floorHeight(middleX, middleY, x float64) float64 {
	switch {
	case middleY < 6 || middleX < -5 || middleX > 0:
		return 0
	case middleX < -3:
		return float64(0.3 * (x + 5))
	case middleX < -1:
		return 0.6
	}
	return 0.3
}

type roomGrid struct {
	x, y    []float64
	heights [][]float64 // per grid point: the heights at which a floor or a wall has a vertex, ascending
}

// side is what a cell shows at one of its edges: its heights at the two ends, or a solid.
type side struct {
	solid  bool
	h0, h1 float64
}

func room(b *builder) {
	g := roomGrid{
		x: []float64{-10, -7.5, -5, -4, -3, -2, -1, 0, 1.5, 2.5, 4, 10},
		y: []float64{-10, wedgeY(), -3, -1, 0, 2, 4, 6, 8, 10},
	}
	g.heights = make([][]float64, len(g.x)*len(g.y))
	for _, add := range []bool{false, true} { // first the heights, which the walls need, then the triangles
		for i := range len(g.x) - 1 {
			for j := range len(g.y) - 1 {
				g.floor(b, i, j, add)
			}
		}
		for i := range g.x {
			for j := range g.y {
				g.walls(b, i, j, add)
			}
		}
		for k := range g.heights {
			slices.Sort(g.heights[k])
			g.heights[k] = slices.Compact(g.heights[k])
		}
	}
	n := len(g.x) - 1
	g.face(b, n-1, 1, n, 0, side{h0: 0, h1: 0}, side{solid: true}, true)
}

func (g *roomGrid) isWedge(i, j int) bool { return i == len(g.x)-2 && j == 0 }

func (g *roomGrid) isSolid(i, j int) bool {
	if i < 0 || j < 0 || i >= len(g.x)-1 || j >= len(g.y)-1 {
		return true
	}
	return g.x[i] == 1.5 && g.y[j] == -1 // the column
}

// corner returns the point of cell (i, j) at grid point (p, q).
func (g *roomGrid) corner(i, j, p, q int) geom.Vec {
	h := floorHeight(float64(0.5*(g.x[i]+g.x[i+1])), float64(0.5*(g.y[j]+g.y[j+1])), g.x[p])
	return geom.Vec{X: g.x[p], Y: g.y[q], Z: round4(h)}
}

func (g *roomGrid) at(p, q int) *[]float64 { return &g.heights[p*len(g.y)+q] }

// floor notes the heights of cell (i, j), or adds its triangles.
func (g *roomGrid) floor(b *builder, i, j int, add bool) {
	if g.isSolid(i, j) {
		return
	}
	c := [4]geom.Vec{g.corner(i, j, i, j), g.corner(i, j, i+1, j), g.corner(i, j, i+1, j+1), g.corner(i, j, i, j+1)}
	switch {
	case !add:
		for k, p := range [4]*[]float64{g.at(i, j), g.at(i+1, j), g.at(i+1, j+1), g.at(i, j+1)} {
			*p = append(*p, c[k].Z)
		}
	case g.isWedge(i, j):
		b.tri(c[0], c[1], c[3])
	default:
		b.quad(c[0], c[1], c[2], c[3])
	}
}

// cellSide returns what cell (i, j) shows between the grid points (p, q) and (r, s) on its edge.
func (g *roomGrid) cellSide(i, j, p, q, r, s int) side {
	if g.isSolid(i, j) || g.isWedge(i, j) && (p == i+1 || q == j+1) {
		return side{solid: true}
	}
	return side{h0: g.corner(i, j, p, q).Z, h1: g.corner(i, j, r, s).Z}
}

// walls adds the vertical faces over the edges from grid point (i, j) along x and along y.
func (g *roomGrid) walls(b *builder, i, j int, add bool) {
	if i < len(g.x)-1 {
		below, above := g.cellSide(i, j-1, i, j, i+1, j), g.cellSide(i, j, i, j, i+1, j)
		g.face(b, i, j, i+1, j, below, above, add)
	}
	if j < len(g.y)-1 {
		left, right := g.cellSide(i-1, j, i, j, i, j+1), g.cellSide(i, j, i, j, i, j+1)
		g.face(b, i, j, i, j+1, right, left, add)
	}
}

// face adds the vertical face over the edge from grid point (p, q) to (r, s), where right and left are what lies on
// either side of it. Its front looks to the lower side.
func (g *roomGrid) face(b *builder, p, q, r, s int, right, left side, add bool) {
	if right.solid && left.solid {
		return
	}
	for _, x := range [2]*side{&right, &left} {
		if x.solid {
			x.h0, x.h1 = wallHeight, wallHeight
		}
	}
	switch {
	case right.h0 == left.h0 && right.h1 == left.h1:
		return
	case !add:
		*g.at(p, q) = append(*g.at(p, q), right.h0, left.h0)
		*g.at(r, s) = append(*g.at(r, s), right.h1, left.h1)
		return
	case right.h0 > left.h0 || right.h1 > left.h1:
		p, q, r, s = r, s, p, q
		right, left = side{h0: left.h1, h1: left.h0}, side{h0: right.h1, h1: right.h0}
	}
	zip(b, g.chain(p, q, right.h0, left.h0), g.chain(r, s, right.h1, left.h1))
}

// chain returns the vertices at grid point (p, q) from low to high.
func (g *roomGrid) chain(p, q int, low, high float64) (c []geom.Vec) {
	for _, h := range *g.at(p, q) {
		if h >= low && h <= high {
			c = append(c, geom.Vec{X: g.x[p], Y: g.y[q], Z: h})
		}
	}
	return c
}

// zip adds the triangles between two upright chains, a on the left seen from the front.
func zip(b *builder, a, c []geom.Vec) {
	for i, j := 0, 0; i < len(a)-1 || j < len(c)-1; {
		if j < len(c)-1 && (i == len(a)-1 || c[j+1].Z <= a[i+1].Z) {
			b.tri(a[i], c[j], c[j+1])
			j++
		} else {
			b.tri(a[i], c[j], a[i+1])
			i++
		}
	}
}
