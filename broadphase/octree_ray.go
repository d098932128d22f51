package broadphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// RayHit is where a ray meets a mesh.
type RayHit struct {
	Tri  int32    // index of the triangle
	T    float64  // parameter along the ray, in units of its direction
	P, N geom.Vec // the point, and the unit normal of the triangle's front
}

// rayStack is the size of the traversal's stack: at most 7 siblings wait at each of the 32 levels below the root, which
// has maxClasses children.
const rayStack = 7*32 + maxClasses

// Raycast returns the first triangle that the points origin + t dir, 0 <= t <= maxT, meet; of triangles at equal t the
// one of lowest index. dir need not be of unit length. Both sides of a triangle count. A triangle that the ray sees
// exactly edge-on, or that has no area, is not hit. A zero or non-finite direction or origin hits nothing.
//
// No ray slips through a shared edge or vertex: each vertex is sheared into the ray's frame by an arithmetic that
// depends on the vertex and the ray alone, and whether the ray passes the closed triangle of the sheared vertices is
// decided exactly, so that neighbours agree on their common edge to the last bit. Boxes are tested with the error bound
// of that arithmetic added. (Exact while the products of coordinates neither overflow nor fall below 1e-290.)
//
// Source: Woop, Benthin, Wald, "Watertight ray/triangle intersection", JCGT 2 (2013); exact product: Dekker, Numer.
// Math. 18 (1971).
func (o *Octree) Raycast(origin, dir geom.Vec, maxT float64) (RayHit, bool) {
	r := newRay(origin, dir)
	best := RayHit{Tri: -1, T: maxT}
	if !origin.IsFinite() || !dir.IsFinite() || dir == (geom.Vec{}) || !(maxT >= 0) || len(o.nodes) < 2 {
		return RayHit{}, false
	}
	type entry struct {
		node  int32
		enter float64
	}
	var stack [rayStack]entry
	top := 1
	for top > 0 {
		top--
		e := stack[top]
		if e.enter > best.T {
			continue
		}
		n := &o.nodes[e.node]
		if n.next == e.node+1 {
			o.castLeaf(&r, o.order[n.first:o.nodes[n.next].first], &best)
			continue
		}
		base := top
		for c := e.node + 1; c < n.next; c = o.nodes[c].next {
			enter, ok := r.enters(&o.nodes[c], best.T)
			if !ok {
				continue
			}
			k := top
			for ; k > base && stack[k-1].enter < enter; k-- {
				stack[k] = stack[k-1]
			}
			stack[k] = entry{c, enter}
			top++
		}
	}
	if best.Tri < 0 {
		return RayHit{}, false
	}
	best.P = origin.AddScaled(dir, best.T)
	tri := o.mesh.Triangle(best.Tri)
	best.N = tri.Normal()
	return best, true
}

// castLeaf tests the triangles of a leaf and keeps the best hit.
func (o *Octree) castLeaf(r *ray, leaf []int32, best *RayHit) {
	for _, t := range leaf {
		tri := o.mesh.Triangle(t)
		at, ok := r.hits(&tri)
		if !ok || at < 0 || at > best.T || tri.Normal() == (geom.Vec{}) {
			continue
		}
		if at < best.T || best.Tri < 0 || t < best.Tri {
			best.Tri, best.T = t, at
		}
	}
}

// ray is a ray with its coordinates permuted so that its direction is longest along z, and sheared so that it runs
// along z.
type ray struct {
	origin, inv geom.Vec // permuted
	sx, sy      float64  // shear
	axis        int      // which coordinate is z
}

// newRay prepares a ray, whose direction is not zero.
func newRay(origin, dir geom.Vec) ray {
	a := dir.Abs()
	axis := 2
	if a.X >= a.Y && a.X >= a.Z {
		axis = 0
	} else if a.Y >= a.Z {
		axis = 1
	}
	d := dir.Cycle(axis)
	return ray{
		origin: origin.Cycle(axis),
		inv:    geom.Vec{X: 1 / d.X, Y: 1 / d.Y, Z: 1 / d.Z},
		sx:     d.X / d.Z,
		sy:     d.Y / d.Z,
		axis:   axis,
	}
}

// boxError bounds what rounding moves a sheared vertex, and a box's times, by, relative to the largest coordinate
// relative to the origin: each takes fewer than 8 roundings of 2^-53; four times that is left.
const boxError = 1.0 / (1 << 48)

// enters returns the parameter at which the ray comes to the slab of the box along z, a lower bound of every hit in the
// box, and whether the ray's line passes the box and some of it lies within [0, limit].
func (r *ray) enters(n *node, limit float64) (float64, bool) {
	lo := geom.Vec{X: float64(n.lo[0]), Y: float64(n.lo[1]), Z: float64(n.lo[2])}.Cycle(r.axis).Sub(r.origin)
	hi := geom.Vec{X: float64(n.hi[0]), Y: float64(n.hi[1]), Z: float64(n.hi[2])}.Cycle(r.axis).Sub(r.origin)
	pad := float64(math.Max(lo.MaxAbs(), hi.MaxAbs()) * boxError)
	lo.X, lo.Y, lo.Z = lo.X-pad, lo.Y-pad, lo.Z-pad
	hi.X, hi.Y, hi.Z = hi.X+pad, hi.Y+pad, hi.Z+pad
	enter, exit := slab(lo.Z, hi.Z, r.inv.Z)
	if enter > limit || exit < 0 {
		return 0, false
	}
	x0, x1 := slab(lo.X, hi.X, r.inv.X)
	y0, y1 := slab(lo.Y, hi.Y, r.inv.Y)
	// A comparison with NaN (a zero direction in a box of no thickness) is false: the box is taken.
	if x0 > exit || enter > x1 || y0 > exit || enter > y1 || x0 > y1 || y0 > x1 {
		return 0, false
	}
	return enter, true
}

func slab(lo, hi, inv float64) (enter, exit float64) {
	if inv < 0 {
		lo, hi = hi, lo
	}
	return float64(lo * inv), float64(hi * inv)
}

// hits returns the parameter at which the line of the ray passes the closed triangle, and false when it does not.
func (r *ray) hits(t *geom.Triangle) (float64, bool) {
	a, b, c := r.shear(t.A), r.shear(t.B), r.shear(t.C)
	u := float64(c.X*b.Y) - float64(c.Y*b.X)
	v := float64(a.X*c.Y) - float64(a.Y*c.X)
	w := float64(b.X*a.Y) - float64(b.Y*a.X)
	if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) {
		return 0, false
	}
	// Rounding is monotonic, so that a difference of rounded products has the right sign or is zero.
	if u == 0 || v == 0 || w == 0 {
		u, v, w = area(c, b), area(a, c), area(b, a)
		if (u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0) {
			return 0, false
		}
	}
	det := u + v + w
	if det == 0 {
		return 0, false
	}
	z := (float64(u*a.Z) + float64(v*b.Z) + float64(w*c.Z)) / det
	z = math.Max(z, math.Min(a.Z, math.Min(b.Z, c.Z)))
	z = math.Min(z, math.Max(a.Z, math.Max(b.Z, c.Z)))
	return z, true
}

// shear returns a vertex in the frame of the ray: x and y at right angles, z the parameter along it.
func (r *ray) shear(p geom.Vec) geom.Vec {
	p = p.Cycle(r.axis).Sub(r.origin)
	return geom.Vec{
		X: p.X - float64(r.sx*p.Z),
		Y: p.Y - float64(r.sy*p.Z),
		Z: float64(p.Z * r.inv.Z),
	}
}

// area returns p.X q.Y - p.Y q.X with its exact sign.
func area(p, q geom.Vec) float64 {
	a, b := float64(p.X*q.Y), float64(p.Y*q.X)
	if a != b {
		return a - b
	}
	return productError(p.X, q.Y, a) - productError(p.Y, q.X, b)
}

// productError returns a·b - p exactly, where p is a·b rounded.
func productError(a, b, p float64) float64 {
	ah, al := split(a)
	bh, bl := split(b)
	e := float64(ah*bh) - p
	e += float64(ah * bl)
	e += float64(al * bh)
	return e + float64(al*bl)
}

// split returns a as a sum of two numbers of 26 bits each.
func split(a float64) (hi, lo float64) {
	c := float64(134217729 * a)
	hi = c - (c - a)
	return hi, a - hi
}
