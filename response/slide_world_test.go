package response

import (
	"math"
	"math/rand/v2"

	"github.com/prang-sim/prang/sim/geom"
)

// slideWorld builds a mesh from quadrilaterals and gives candidates by brute force.
type slideWorld struct {
	mesh  geom.Mesh
	box   []geom.AABB
	cand  []int32
	world []SlideMesh
}

func (w *slideWorld) tri(a, b, c geom.Vec) {
	i := int32(len(w.mesh.Vertices))
	w.mesh.Vertices = append(w.mesh.Vertices, a, b, c)
	w.mesh.Tris = append(w.mesh.Tris, geom.Tri{i, i + 1, i + 2})
	t := geom.Triangle{A: a, B: b, C: c}
	w.box = append(w.box, t.Bounds())
}

// quad adds the quadrilateral o, o+u, o+u+v, o+v, front along u × v, as n by n cells. r, unless nil, moves the inner
// vertices within the plane and chooses the diagonals.
func (w *slideWorld) quad(o, u, v geom.Vec, n int, r *rand.Rand) {
	grid := make([]geom.Vec, (n+1)*(n+1))
	for i := range n + 1 {
		for j := range n + 1 {
			x, y := float64(i)/float64(n), float64(j)/float64(n)
			if r != nil && i > 0 && i < n && j > 0 && j < n {
				x += 0.6 * (r.Float64() - 0.5) / float64(n)
				y += 0.6 * (r.Float64() - 0.5) / float64(n)
			}
			grid[i*(n+1)+j] = o.AddScaled(u, x).AddScaled(v, y)
		}
	}
	for i := range n {
		for j := range n {
			k := i*(n+1) + j
			a, b, c, d := grid[k], grid[k+n+1], grid[k+n+2], grid[k+1]
			if r != nil && r.IntN(2) == 0 {
				w.tri(a, b, d)
				w.tri(b, c, d)
			} else {
				w.tri(a, b, c)
				w.tri(a, c, d)
			}
		}
	}
}

// solid adds the prism from the polygon (counter-clockwise in x, y) at z0 up to the polygon at z1, fronts outwards.
func (w *slideWorld) solid(low, high []geom.Vec) {
	n := len(low)
	for i := range n {
		j := (i + 1) % n
		w.tri(low[i], low[j], high[j])
		w.tri(low[i], high[j], high[i])
	}
	for i := 2; i < n; i++ {
		w.tri(high[0], high[i-1], high[i])
		w.tri(low[0], low[i], low[i-1])
	}
}

// near returns the world with the candidates of a slide.
func (w *slideWorld) near(e *geom.Ellipsoid, v geom.Vec, dt float64, o SlideOptions) []SlideMesh {
	b := SlideBounds(e, v, dt, o)
	w.cand = w.cand[:0]
	for i := range w.box {
		if w.box[i].Overlaps(&b) {
			w.cand = append(w.cand, int32(i))
		}
	}
	w.world = append(w.world[:0], SlideMesh{&w.mesh, w.cand})
	return w.world
}

// slideGap returns the distance, in radii, of the ellipsoid's centre from the nearest triangle, less 1: an independent
// check by the corners, edges and face of each, without sweeps.
func (w *slideWorld) slideGap(e *geom.Ellipsoid) float64 {
	best := math.Inf(1)
	reach := geom.AABB{Min: e.C.Sub(e.R), Max: e.C.Add(e.R)}
	for i := range w.box {
		if w.box[i].Overlaps(&reach) {
			t := w.mesh.Triangle(int32(i))
			best = min(best, slideDistance(t.A.Sub(e.C).Div(e.R), t.B.Sub(e.C).Div(e.R), t.C.Sub(e.C).Div(e.R)))
		}
	}
	return best - 1
}

// slideDistance returns the distance of the origin from a triangle.
func slideDistance(a, b, c geom.Vec) float64 {
	n := b.Sub(a).Cross(c.Sub(a))
	inside := n.LenSq() > 0
	best := math.Inf(1)
	for _, s := range [3][2]geom.Vec{{a, b}, {b, c}, {c, a}} {
		d := s[1].Sub(s[0])
		inside = inside && n.Dot(s[0].Cross(s[1])) >= 0
		f := max(0, min(1, -s[0].Dot(d)/d.LenSq()))
		best = min(best, s[0].AddScaled(d, f).Len())
	}
	if inside {
		best = min(best, math.Abs(n.Normalize().Dot(a)))
	}
	return best
}

func slideVec(x, y, z float64) geom.Vec { return geom.Vec{X: x, Y: y, Z: z} }

func slideSphere(x, y, z, r float64) geom.Ellipsoid {
	return geom.Ellipsoid{C: slideVec(x, y, z), R: slideVec(r, r, r)}
}

func slideUnit(r *rand.Rand) geom.Vec {
	for {
		v := slideVec(2*r.Float64()-1, 2*r.Float64()-1, 2*r.Float64()-1)
		if l := v.LenSq(); l > 0.01 && l < 1 {
			return v.Normalize()
		}
	}
}

// slideClear is the default clearance of a mover.
func slideClear(e *geom.Ellipsoid) float64 { return 1e-4 * min(e.R.X, e.R.Y, e.R.Z) }
