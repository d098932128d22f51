package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// maxNewton bounds the steps of a polish: they double the digits.
const maxNewton = 10

// polish looks for the nearest points of cores of which one is curved by Newton's method, from the simplex so far, and
// takes them if upper and lower bound then meet.
//
// The nearest point of the difference is g n = sum of l_i w_i(n): a mean of the least points w_i along the unit vector
// n of one to three branches, which all have the same product g with n. Linearised, with x across n and the curvature H
// of the mean: (H + g) x - sum of dl_i (w_i - w_0) = sum of l_i w_i, across n, and (w_i - w_0)·(n + x) = 0. The
// branches are those of the simplex; the step fails where these are not yet the right ones, and the search goes on.
func (g *gjk) polish() bool {
	if g.flat() {
		return true
	}
	var q newton
	q.load(&g.s)
	q.n = g.n
	if q.run(g) {
		return true
	}
	if q.count < 3 {
		return false
	}
	// Three branches in one line, as of parallel axes: two of them have the nearest point between them.
	for drop := 0; drop < 3; drop++ {
		var two newton
		two.load(&g.s)
		two.drop(drop)
		two.n = g.n
		if two.run(g) {
			return true
		}
	}
	return false
}

// newton is the state of Newton's method.
type newton struct {
	count int // of branches
	p     [3]diffPoint
	l     [3]float64
	n     geom.Vec
}

// load takes the branches and weights of a simplex.
func (q *newton) load(s *simplex) {
	for i := 0; i < s.n && q.count < 3; i++ {
		p := &s.p[i]
		k := 0
		for k < q.count && (q.p[k].ba != p.ba || q.p[k].bb != p.bb) {
			k++
		}
		if k == q.count {
			q.p[k].ba, q.p[k].bb = p.ba, p.bb
			q.count++
		}
		q.l[k] += s.l[i]
	}
}

// drop leaves out branch i.
func (q *newton) drop(i int) {
	q.count--
	if i < q.count {
		q.p[i], q.l[i] = q.p[q.count], q.l[q.count]
	}
	sum := 0.0
	for k := 0; k < q.count; k++ {
		sum += q.l[k]
	}
	for k := 0; k < q.count; k++ {
		q.l[k] /= sum
	}
}

// overlapWidth is the width below zero, relative to the scale, from which on run gives up: cores that overlap have no
// distance, and far from them the search as a whole comes nearer.
const overlapWidth = 1e-6

// run iterates as long as the residual falls. It returns true, and makes the result that of the search, when the bounds
// meet.
func (q *newton) run(g *gjk) bool {
	d := g.d
	last, found := math.Inf(1), false
	for i := 0; i < maxNewton; i++ {
		w, rest := q.residual(d)
		width := w.Dot(q.n)
		if !(rest < last) || width < -float64(overlapWidth*d.scale) && rest < -width {
			break
		}
		if w.Len()-width <= g.tol && q.take(g) {
			found = true
			if rest <= g.tol {
				break
			}
		}
		last = rest
		if !q.step(d, w.AddScaled(q.n, -width), w.Len()) {
			break
		}
	}
	return found
}

// residual moves the points of the branches to the direction n and returns their mean and how far it is from the
// solution: its part across n, and how far the branches are from having one product with n.
func (q *newton) residual(d *difference) (w geom.Vec, rest float64) {
	for k := 0; k < q.count; k++ {
		q.p[k] = d.branch(q.p[k].ba, q.p[k].bb, q.n)
		w = w.AddScaled(q.p[k].w, q.l[k])
	}
	rest = w.AddScaled(q.n, -w.Dot(q.n)).Len()
	for k := 1; k < q.count; k++ {
		rest = max(rest, math.Abs(q.p[k].w.Sub(q.p[0].w).Dot(q.n)))
	}
	return w, rest
}

// take makes the state the result of the search if its bounds meet.
func (q *newton) take(g *gjk) bool {
	lower := g.d.support(q.n).w.Dot(q.n)
	var a, b geom.Vec
	for k := 0; k < q.count; k++ {
		if q.l[k] < 0 {
			return false
		}
		a = a.AddScaled(q.p[k].a, q.l[k])
		b = b.AddScaled(q.p[k].b, q.l[k])
	}
	upper := b.Sub(a).Len()
	if upper-lower > g.tol {
		return false
	}
	g.upper, g.lower, g.n, g.a, g.b = upper, lower, q.n, a, b
	return true
}

// step moves n and the weights by the solution of the linear equations; false if they have none, or not one of a least
// width. For g it takes the length of w, below zero for shapes that overlap: g is its cosine, so this changes the step
// in the third order only, and keeps the matrix positive for shapes that are apart.
func (q *newton) step(d *difference, across geom.Vec, far float64) bool {
	u := q.n.Perpendicular()
	v := q.n.Cross(u)
	var a, b, c float64
	for k := 0; k < q.count; k++ {
		h := d.curvature(q.p[k].ba, q.p[k].bb, q.n)
		hu, hv := h.Apply(u), h.Apply(v)
		a += float64(q.l[k] * hu.Dot(u))
		b += float64(q.l[k] * hu.Dot(v))
		c += float64(q.l[k] * hv.Dot(v))
	}
	a, c = a+far, c+far
	rx, ry := across.Dot(u), across.Dot(v)
	var x, y float64
	switch q.count {
	case 1:
		det := float64(a*c) - float64(b*b)
		if !(det > 0 && a > 0) {
			return false
		}
		x = (float64(c*rx) - float64(b*ry)) / det
		y = (float64(a*ry) - float64(b*rx)) / det
	case 2:
		e := q.p[1].w.Sub(q.p[0].w)
		ex, ey, t := e.Dot(u), e.Dot(v), -e.Dot(q.n)
		// x = t e/e² + s e', s from the equation along e' across e, then dl from that along e.
		ee := float64(ex*ex) + float64(ey*ey)
		fx, fy := -ey, ex
		mx, my := float64(a*fx)+float64(b*fy), float64(b*fx)+float64(c*fy)
		kk := float64(mx*fx) + float64(my*fy)
		if !(ee > 0 && kk > 0) {
			return false
		}
		t /= ee
		s := (float64(rx*fx) + float64(ry*fy) - float64(t*(float64(mx*ex)+float64(my*ey)))) / kk
		x, y = float64(t*ex)+float64(s*fx), float64(t*ey)+float64(s*fy)
		gx, gy := float64(a*x)+float64(b*y)-rx, float64(b*x)+float64(c*y)-ry
		dl := (float64(gx*ex) + float64(gy*ey)) / ee
		q.l[1] += dl
		q.l[0] = 1 - q.l[1]
	case 3:
		e, f := q.p[1].w.Sub(q.p[0].w), q.p[2].w.Sub(q.p[0].w)
		ex, ey, et := e.Dot(u), e.Dot(v), -e.Dot(q.n)
		fx, fy, ft := f.Dot(u), f.Dot(v), -f.Dot(q.n)
		det := float64(ex*fy) - float64(ey*fx)
		if !(math.Abs(det) > parallelBranches*e.Len()*f.Len()) {
			return false
		}
		x = (float64(et*fy) - float64(ft*ey)) / det
		y = (float64(ft*ex) - float64(et*fx)) / det
		gx, gy := float64(a*x)+float64(b*y)-rx, float64(b*x)+float64(c*y)-ry
		de := (float64(gx*fy) - float64(gy*fx)) / det
		df := (float64(gy*ex) - float64(gx*ey)) / det
		q.l[1] += de
		q.l[2] += df
		q.l[0] = 1 - q.l[1] - q.l[2]
	}
	n := q.n.AddScaled(u, x).AddScaled(v, y).Normalize()
	if !n.IsFinite() || n == (geom.Vec{}) {
		return false
	}
	q.n = n
	return true
}

// parallelBranches is the sine below which three branches count as in one line.
const parallelBranches = 1e-7

// flat tries the normals of the flat ends of cylinders and cones: a rim has no curvature there. It returns true when
// the bounds meet.
func (g *gjk) flat() bool {
	d := g.d
	if d.a.Kind == geom.ShapeCylinder || d.a.Kind == geom.ShapeCone {
		if n, ok := capNormal(d.a, g.n); ok && g.flatAlong(n, true) {
			return true
		}
	}
	if d.b != nil && (d.b.Kind == geom.ShapeCylinder || d.b.Kind == geom.ShapeCone) {
		if n, ok := capNormal(d.b, d.r.ApplyT(g.n.Neg())); ok && g.flatAlong(d.r.Apply(n).Neg(), false) {
			return true
		}
	}
	return false
}

// capNormal returns the outward normal of the cap of a shape on the side of n. All such caps are tried, however far
// from n: beside the rim of a cap, points as near as their distance from its plane have all directions.
func capNormal(s *geom.Shape, n geom.Vec) (geom.Vec, bool) {
	if s.Kind == geom.ShapeCone && n.Z > 0 {
		return geom.Vec{}, false
	}
	return geom.Vec{Z: math.Copysign(1, n.Z)}, true
}

// flatAlong takes n for the direction if the width along it is as large as any so far, and the point opposite to that
// of the other shape for the nearest if it is on the cap, of A or of B.
func (g *gjk) flatAlong(n geom.Vec, ofA bool) bool {
	d := g.d
	p := d.support(n)
	width := p.w.Dot(n)
	if width < g.lower {
		return false
	}
	g.lower, g.n = width, n
	var a, b geom.Vec
	var on bool
	if ofA {
		a, b = p.b.AddScaled(n, -width), p.b
		on = onCap(d.a, a)
	} else {
		a, b = p.a, p.a.AddScaled(n, width)
		on = onCap(d.b, d.r.ApplyT(b.Sub(d.t)))
	}
	if !on {
		a, b = g.s.witness()
	}
	upper := b.Sub(a).Len()
	if upper-width > g.tol {
		return false
	}
	g.upper, g.a, g.b = upper, a, b
	return true
}

// onCap reports whether a point in the plane of a cap is on it.
func onCap(s *geom.Shape, p geom.Vec) bool {
	p.Z = 0
	return p.Len() <= s.Size.X
}
