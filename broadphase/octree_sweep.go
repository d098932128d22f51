package broadphase

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// QuerySwept appends to dst the triangles whose bounds the box meets on its way along d [m] (touching counts), each
// once, in ascending order of index, and returns the longer slice. It tests the moving box, not the box around start
// and end: a long diagonal sweep misses most of what Query would find there. It does not allocate if dst has room. An
// empty box and a displacement that is not finite find nothing; without displacement it is Query.
//
// No triangle is missed. The distances from the box to the bounds are reduced by two ulps, so that bounds that far from
// the swept box may be reported.
//
// Source: separating axes of a segment and a box: Gottschalk, Lin, Manocha, "OBBTree", SIGGRAPH 1996.
func (o *Octree) QuerySwept(box *geom.AABB, d geom.Vec, dst []int32) []int32 {
	if isEmpty(box) || !d.IsFinite() {
		return dst
	}
	s := sweptBox{*box, d}
	start := len(dst)
	for leaf, next := o.nextLeaf(0, &s); next >= 0; leaf, next = o.nextLeaf(next, &s) {
		for _, t := range leaf {
			tri := o.mesh.Triangle(t)
			b := tri.Bounds()
			if s.meets(&b) {
				dst = append(dst, t)
			}
		}
	}
	slices.Sort(dst[start:])
	return dst
}

// nextLeaf returns the triangles of the first leaf from node i on whose bounds the box meets on its way, and the node
// after it; -1 if there is none.
func (o *Octree) nextLeaf(i int32, s *sweptBox) (leaf []int32, next int32) {
	for i < int32(len(o.nodes))-1 {
		n := &o.nodes[i]
		b := n.bounds()
		if !s.meets(&b) {
			i = n.next
			continue
		}
		i++
		if n.next == i {
			return o.order[n.first:o.nodes[i].first], i
		}
	}
	return nil, -1
}

// QuerySweptEllipsoid appends to dst the triangles whose bounds the ellipsoid meets on its way along d [m] (touching
// counts), each once, in ascending order of index, and returns the longer slice. It does not allocate when dst has
// room. An ellipsoid whose centre is not finite or whose radii are not all finite and above zero, and a displacement
// that is not finite, find nothing.
//
// No triangle is missed. Bounds that the ellipsoid with radii larger by ellipsoidSlack and the way's length in radii
// would meet may be reported.
//
// Source: 001, "Ellipsoid space"; the least distance of a segment and a box by the breakpoints of its derivative.
func (o *Octree) QuerySweptEllipsoid(e *geom.Ellipsoid, d geom.Vec, dst []int32) []int32 {
	if !(e.R.X > 0 && e.R.Y > 0 && e.R.Z > 0) || !e.R.IsFinite() || !e.C.IsFinite() || !d.IsFinite() {
		return dst
	}
	s := newSweptEllipsoid(e, d)
	start := len(dst)
	for leaf, next := o.nextLeaf(0, &s.around); next >= 0; leaf, next = o.nextLeaf(next, &s.around) {
		for _, t := range leaf {
			tri := o.mesh.Triangle(t)
			b := tri.Bounds()
			if s.around.meets(&b) && s.meets(&b) {
				dst = append(dst, t)
			}
		}
	}
	slices.Sort(dst[start:])
	return dst
}

// bounds returns the bounds of a node.
func (n *node) bounds() geom.AABB {
	return geom.AABB{
		Min: geom.Vec{X: float64(n.lo[0]), Y: float64(n.lo[1]), Z: float64(n.lo[2])},
		Max: geom.Vec{X: float64(n.hi[0]), Y: float64(n.hi[1]), Z: float64(n.hi[2])},
	}
}

// sweptBox is a box on its way along d.
type sweptBox struct {
	box geom.AABB
	d   geom.Vec
}

// meets reports whether the box meets b on its way: whether the segment from 0 to d meets the box of all differences of
// a point of b and one of the box, from lo to hi. It is monotonic, rounding included: what meets b meets every box
// around b. A comparison with NaN, of a product of zero and infinity, separates nothing.
func (s *sweptBox) meets(b *geom.AABB) bool {
	lo, hi := below(b.Min.Sub(s.box.Max)), above(b.Max.Sub(s.box.Min))
	d := s.d
	if apart(lo.X, hi.X, d.X) || apart(lo.Y, hi.Y, d.Y) || apart(lo.Z, hi.Z, d.Z) {
		return false
	}
	return !across(lo.X, hi.X, lo.Y, hi.Y, d.X, d.Y) &&
		!across(lo.Y, hi.Y, lo.Z, hi.Z, d.Y, d.Z) &&
		!across(lo.Z, hi.Z, lo.X, hi.X, d.Z, d.X)
}

// apart reports whether [lo, hi] has no point between 0 and d.
func apart(lo, hi, d float64) bool {
	if d > 0 {
		return lo > d || hi < 0
	}
	return lo > 0 || hi < d
}

// across reports whether the rectangle from (lx, ly) to (hx, hy) lies on one side of the line along (dx, dy) through 0.
// Rounding is monotonic: a difference of rounded products has the right sign or is zero.
func across(lx, hx, ly, hy, dx, dy float64) bool {
	if dx < 0 {
		ly, hy = hy, ly
	}
	if dy < 0 {
		lx, hx = hx, lx
	}
	// dx·y - dy·x is least at (hx, ly) and most at (lx, hy).
	return float64(dx*ly) > float64(dy*hx) || float64(dx*hy) < float64(dy*lx)
}

// ulps is more than the relative error of one difference.
const ulps = 1.0 / (1 << 52)

func below(v geom.Vec) geom.Vec { return v.Sub(v.Abs().Scale(ulps)) }
func above(v geom.Vec) geom.Vec { return v.Add(v.Abs().Scale(ulps)) }

// ellipsoidSlack is more than the error of a distance in radii, over one and the way in radii: each residual has 3
// roundings of 2^-53, the time is wrong by 9 of them and that counts by its square, which leaves a factor of 8.
const ellipsoidSlack = 1.0 / (1 << 47)

// sweptEllipsoid is an ellipsoid on its way, in its own space: radii are 1, the centre starts at 0.
type sweptEllipsoid struct {
	around sweptBox // around the ellipsoid, grown by the error of meets
	c, r   geom.Vec
	d      geom.Vec // in radii
	limit  float64  // of the squared distance
}

func newSweptEllipsoid(e *geom.Ellipsoid, d geom.Vec) sweptEllipsoid {
	s := sweptEllipsoid{c: e.C, r: e.R, d: d.Div(e.R)}
	slack := float64(ellipsoidSlack * (1 + s.d.MaxAbs()))
	s.limit = float64((1 + slack) * (1 + slack))
	r := e.R.Scale(1 + float64(4*slack))
	s.around = sweptBox{geom.AABB{Min: e.C.Sub(r), Max: e.C.Add(r)}, d}
	s.around.box.Min, s.around.box.Max = below(s.around.box.Min), above(s.around.box.Max)
	return s
}

// meets reports whether the ellipsoid meets b on its way.
func (s *sweptEllipsoid) meets(b *geom.AABB) bool {
	lo, hi := b.Min.Sub(s.c).Div(s.r), b.Max.Sub(s.c).Div(s.r)
	t := s.nearest(lo, hi)
	r := s.residual(t, lo, hi)
	return !(r.LenSq() > s.limit)
}

// residual returns the vector from the nearest point of the box to the centre at time t.
func (s *sweptEllipsoid) residual(t float64, lo, hi geom.Vec) geom.Vec {
	p := s.d.Scale(t)
	return geom.Vec{X: beyond(p.X, lo.X, hi.X), Y: beyond(p.Y, lo.Y, hi.Y), Z: beyond(p.Z, lo.Z, hi.Z)}
}

// beyond returns how far x lies above hi, or below lo as a negative number; zero between them.
func beyond(x, lo, hi float64) float64 {
	if x < lo {
		return x - lo
	}
	if x > hi {
		return x - hi
	}
	return 0
}

// nearest returns the time in [0, 1] at which the centre is nearest to the box. Half the derivative of the squared
// distance, d·residual, rises, and is linear between the times at which the centre crosses a plane of the box.
func (s *sweptEllipsoid) nearest(lo, hi geom.Vec) float64 {
	a, b := 0.0, 1.0
	fa := s.d.Dot(s.residual(a, lo, hi))
	if !(fa < 0) {
		return a
	}
	fb := s.d.Dot(s.residual(b, lo, hi))
	if !(fb > 0) {
		return b
	}
	for _, t := range [6]float64{lo.X / s.d.X, lo.Y / s.d.Y, lo.Z / s.d.Z, hi.X / s.d.X, hi.Y / s.d.Y, hi.Z / s.d.Z} {
		if !(t > a && t < b) {
			continue
		}
		if f := s.d.Dot(s.residual(t, lo, hi)); f < 0 {
			a, fa = t, f
		} else {
			b, fb = t, f
		}
	}
	return math.Min(b, a+float64((b-a)*(fa/(fa-fb))))
}
