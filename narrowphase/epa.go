package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	// epaVertices and epaFaces bound the polytope: a closed surface of triangles with n vertices has 2n - 4 faces.
	epaVertices = 96
	epaFaces    = 2*epaVertices - 4

	// epaThin is the thickness below which a difference counts as flat, relative to its scale.
	epaThin = 1e-13

	// epaGap is the difference of the bounds of the depth at which the search ends, relative to the scale.
	epaGap = 1e-13

	// epaNear is how near the bounds at a face must be, relative to the scale, for Newton's method to start from it.
	epaNear = 0.02
)

// epa is the search for the point of the surface of a difference that is nearest to the origin within it.
type epa struct {
	d     *difference
	p     [epaVertices]diffPoint
	np    int32
	f     [epaFaces]epaFace
	nf    int32
	edges [3 * epaFaces][2]int32
	tol   float64
	depth float64  // least height of the difference found in a direction
	n     geom.Vec // that direction, from A to B: against the outward normal
}

// epaFace is a triangle of the polytope, counter-clockwise from outside.
type epaFace struct {
	v    [3]int32
	m    geom.Vec // unit outward normal
	h    float64  // its height above the origin
	done bool     // no less depth lies beyond
}

// search grows a polytope within the difference from four of its points: the face nearest to the origin is replaced by
// others that reach to the farthest point along its normal. The height of that point is an upper bound of the depth, as
// is that of every direction; the height of the nearest face is a lower one. Curved surfaces would need many faces, so
// Newton's method (see gjk.polish) goes on from a face with near bounds; faces from which it leads to the direction
// found before are done. When the polytope is full, from every face that is left. The search begins from a direction n
// with a known depth, infinite for none. It returns false where the difference is flat.
//
// Source: G. van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game Objects", 2001.
func (e *epa) search(n geom.Vec, depth float64) bool {
	e.tol = float64(epaGap * e.d.scale)
	if !e.begin() {
		return false
	}
	if e.depth = depth; !math.IsInf(depth, 1) {
		e.n = n
	}
	e.caps()
	smooth := e.d.smooth()
	for e.np < epaVertices {
		k := e.nearest()
		if k < 0 || e.f[k].h >= e.depth-e.tol {
			break
		}
		f := &e.f[k]
		p := e.d.support(f.m.Neg())
		h := p.w.Dot(f.m)
		e.offer(f.m.Neg(), h)
		if h-f.h <= e.tol {
			break
		}
		if smooth && h-f.h <= float64(epaNear*e.d.scale) && e.descend(f) {
			f.done = true
			continue
		}
		if !e.add(&p) {
			f.done = true
		}
	}
	if smooth && e.np == epaVertices {
		e.sweep()
	}
	return true
}

// sweep goes down from every face that is left when the polytope may not grow any more.
func (e *epa) sweep() {
	for i := int32(0); i < e.nf; i++ {
		if f := &e.f[i]; !f.done && f.h < e.depth-e.tol {
			e.descend(f)
		}
	}
}

// offer takes the direction n with the given depth if it is the least so far.
func (e *epa) offer(n geom.Vec, depth float64) {
	if depth < e.depth {
		e.depth, e.n = depth, n
	}
}

// nearest returns the face nearest to the origin of those that are not done, the first of equals; -1 for none.
func (e *epa) nearest() int32 {
	at, best := int32(-1), math.Inf(1)
	for i := int32(0); i < e.nf; i++ {
		if f := &e.f[i]; !f.done && f.h < best {
			at, best = i, f.h
		}
	}
	return at
}

// caps offers the normals of the caps of cylinders and cones.
func (e *epa) caps() {
	for i := 0; i < 2; i++ {
		s, r := e.d.a, geom.Identity()
		if i == 1 {
			s, r = e.d.b, e.d.r
		}
		if s == nil || s.Kind != geom.ShapeCylinder && s.Kind != geom.ShapeCone {
			continue
		}
		z := r.Col(2)
		for _, n := range [2]geom.Vec{z, z.Neg()} {
			e.offer(n, -e.d.support(n).w.Dot(n))
		}
	}
}

// begin makes a tetrahedron of points of the difference; false where it is flat.
func (e *epa) begin() bool {
	thin := float64(epaThin * e.d.scale)
	axes := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	var a, b diffPoint
	far := -1.0
	for _, n := range axes {
		p, q := e.d.support(n), e.d.support(n.Neg())
		if l := p.w.Sub(q.w).Len(); l > far {
			a, b, far = p, q, l
		}
	}
	along := b.w.Sub(a.w).Normalize()
	e.n = e.sided(along.Perpendicular())
	if far <= thin {
		e.n = e.d.start()
		return false
	}
	u := along.Perpendicular()
	v := along.Cross(u)
	var c diffPoint
	far = -1
	for _, n := range [4]geom.Vec{u, u.Neg(), v, v.Neg()} {
		p := e.d.support(n)
		if l := p.w.Sub(a.w).Cross(along).Len(); l > far {
			c, far = p, l
		}
	}
	if far <= thin {
		return false
	}
	m := c.w.Sub(a.w).Cross(along).Normalize()
	e.n = e.sided(m)
	p, q := e.d.support(m), e.d.support(m.Neg())
	hp, hq := p.w.Sub(a.w).Dot(m), q.w.Sub(a.w).Dot(m)
	if -hp < hq {
		p, hp = q, hq
	}
	if math.Abs(hp) <= thin {
		return false
	}
	e.p[0], e.p[1], e.p[2], e.p[3] = a, b, c, p
	e.np = 4
	for _, v := range [4][3]int32{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}} {
		// m is (c - a) × (b - a): face a b c is seen from where m is negative.
		if hp < 0 {
			v[1], v[2] = v[2], v[1]
		}
		e.face(v)
	}
	return true
}

// sided returns n or -n, whichever is along the way from A's origin to B's.
func (e *epa) sided(n geom.Vec) geom.Vec {
	if n.Dot(e.d.t) < 0 {
		return n.Neg()
	}
	return n
}

// face appends a face. One without area is done: it cannot be nearest but for rounding.
func (e *epa) face(v [3]int32) {
	a, b, c := e.p[v[0]].w, e.p[v[1]].w, e.p[v[2]].w
	f := epaFace{v: v, m: b.Sub(a).Cross(c.Sub(a)).Normalize()}
	f.h = max(f.m.Dot(a), f.m.Dot(b), f.m.Dot(c))
	f.done = f.m == geom.Vec{}
	e.f[e.nf] = f
	e.nf++
}

// add replaces the faces that p is above by those from p to their border. It returns false when there are none.
func (e *epa) add(p *diffPoint) bool {
	ne, kept := 0, int32(0)
	limit := float64(0.01 * e.tol)
	for i := int32(0); i < e.nf; i++ {
		f := &e.f[i]
		if f.m.Dot(p.w)-f.h <= limit {
			e.f[kept] = *f
			kept++
			continue
		}
		for k := 0; k < 3; k++ {
			ne = e.border([2]int32{f.v[k], f.v[axes1[k]]}, ne)
		}
	}
	if ne == 0 || kept+int32(ne) > epaFaces {
		e.nf = max(kept, e.nf)
		return false
	}
	e.nf = kept
	e.p[e.np] = *p
	for _, d := range e.edges[:ne] {
		e.face([3]int32{d[0], d[1], e.np})
	}
	e.np++
	return true
}

// border adds an edge to those found, or takes out the same edge the other way.
func (e *epa) border(d [2]int32, n int) int {
	for i := 0; i < n; i++ {
		if e.edges[i][0] == d[1] && e.edges[i][1] == d[0] {
			e.edges[i] = e.edges[n-1]
			return n - 1
		}
	}
	e.edges[n] = d
	return n + 1
}

// descend goes from a face down to a direction of least depth by Newton's method, and offers it. It returns true when
// that is the least found, from this face or before.
func (e *epa) descend(f *epaFace) bool {
	var s simplex
	s.n = 3
	for k := range f.v {
		s.p[k] = e.p[f.v[k]]
	}
	s.weigh(f.m.Scale(f.h))
	var q newton
	q.load(&s)
	q.n = f.m.Neg()
	if !q.descend(e.d) {
		return false
	}
	depth := -e.d.support(q.n).w.Dot(q.n)
	e.offer(q.n, depth)
	if depth > -q.p[0].w.Dot(q.n)+e.tol {
		return false // other branches are farther along n
	}
	for k := 0; k < q.count; k++ {
		if q.l[k] < 0 {
			return false
		}
	}
	return depth <= e.depth+e.tol && q.n.Dot(f.m) < -epaBasin
}

// epaBasin is the cosine of how far from a face Newton's method may lead and the face still count as of the same basin.
const epaBasin = 0.98

// weigh sets the weights of a triangle's point nearest to x, within its edges.
func (s *simplex) weigh(x geom.Vec) {
	o := s.p[0].w
	e, f, r := s.p[1].w.Sub(o), s.p[2].w.Sub(o), o.Sub(x)
	n := e.Cross(f)
	area := n.LenSq()
	y, z := clamp01(-r.Cross(f).Dot(n)/area), clamp01(-e.Cross(r).Dot(n)/area)
	if sum := y + z; sum > 1 {
		y, z = y/sum, z/sum
	}
	s.l = [4]float64{1 - y - z, y, z}
}

// descend iterates towards a direction of least depth and reports whether it has reached one.
func (q *newton) descend(d *difference) bool {
	last := math.Inf(1)
	for i := 0; i < maxNewton; i++ {
		w, rest := q.residual(d)
		width := w.Dot(q.n)
		if rest <= float64(gjkGap*d.scale) {
			return width <= 0
		}
		if !(rest < last) {
			return width <= 0 && last <= float64(descendRest*d.scale)
		}
		last = rest
		if !q.step(d, w.AddScaled(q.n, -width), -w.Len()) {
			return false
		}
	}
	return false
}

// descendRest is the residual, relative to the scale, at which Newton's method that comes no nearer has come to the
// end: the depth is off by its square over the curvature.
const descendRest = 1e-9
