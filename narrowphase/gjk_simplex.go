package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// simplex is up to four points of a difference; the last is the newest. v is the point of their hull nearest to the
// origin and l its weights. A point within touch of the origin counts as the origin.
type simplex struct {
	n     int
	p     [4]diffPoint
	l     [4]float64
	v     geom.Vec
	touch float64
	slack float64 // squared lengths that differ by no more are equal
}

// stallRounding is the rounding of a length as a part of touch, times 2.
const stallRounding = 0.1

// candidate is a point of a face of a simplex: a combination, with weights above zero, of n of its points.
type candidate struct {
	n  int
	at [4]int
	l  [4]float64
	v  geom.Vec
	sq float64 // |v|²
}

// witness returns the points of A and B whose difference is v.
func (s *simplex) witness() (a, b geom.Vec) {
	for i := 0; i < s.n; i++ {
		a = a.AddScaled(s.p[i].a, s.l[i])
		b = b.AddScaled(s.p[i].b, s.l[i])
	}
	return a, b
}

// normal returns the unit vector along v, which is not zero. The rounding errors of v are relative to the points, so
// that those of a short v have no good direction: of an edge it is made perpendicular, of a face it is the normal,
// whose errors are relative to the edges.
func (s *simplex) normal() geom.Vec {
	switch s.n {
	case 2:
		e := s.p[1].w.Sub(s.p[0].w)
		n := s.v.AddScaled(e, -s.v.Dot(e)/e.LenSq()).Normalize()
		return n.AddScaled(e, -n.Dot(e)/e.LenSq()).Normalize()
	case 3:
		n := s.p[1].w.Sub(s.p[0].w).Cross(s.p[2].w.Sub(s.p[0].w)).Normalize()
		if n.Dot(s.v) < 0 {
			n = n.Neg()
		}
		return n
	}
	return s.v.Normalize()
}

// has reports whether p is a point of the simplex already.
func (s *simplex) has(p *diffPoint) bool {
	for i := 0; i < s.n; i++ {
		if s.p[i].w == p.w {
			return true
		}
	}
	return false
}

// reduce moves v to the point of the simplex nearest to the origin and drops the points that it does not need. The
// newest point must be nearer to the origin, along v, than v was: then the nearest point needs it, and only the eight
// faces with that point are looked at. It returns false, and leaves all as it was but the newest point dropped, when
// none of them has a point as near as v.
//
// Each face gives a combination with weights within [0, 1], hence a point of the difference, whatever the rounding
// errors: the nearest of them is chosen by its length alone. So |v| falls from step to step, or stays but for rounding,
// and remains an upper bound of the distance. The face's own equations only decide how good the candidates are; one
// step of iterative refinement makes those of slender faces good as well.
func (s *simplex) reduce() bool {
	best := candidate{sq: s.v.LenSq()}
	s.slack = float64(stallRounding * s.touch * s.v.Len())
	k := s.n - 1
	s.tryVertex(&best, k)
	for i := 0; i < k; i++ {
		s.tryEdge(&best, k, i)
		for j := i + 1; j < k; j++ {
			s.tryFace(&best, k, i, j)
		}
	}
	if k == 3 {
		s.tryInside(&best)
	}
	if best.n == 0 {
		s.n--
		return false
	}
	s.keep(&best)
	return true
}

// keep makes the points of a candidate the simplex.
func (s *simplex) keep(c *candidate) {
	var p [4]diffPoint
	for i := 0; i < c.n; i++ {
		p[i] = s.p[c.at[i]]
	}
	s.p, s.l, s.n, s.v = p, c.l, c.n, c.v
}

// offer takes c for the best candidate if it is nearer to the origin, or as near but for rounding and of more points:
// its normal is nearer to that of the difference.
func (s *simplex) offer(best, c *candidate) {
	c.v = geom.Vec{}
	for i := 0; i < c.n; i++ {
		c.v = c.v.AddScaled(s.p[c.at[i]].w, c.l[i])
	}
	c.sq = c.v.LenSq()
	if c.sq < best.sq || c.n > best.n && c.sq <= best.sq+s.slack {
		*best = *c
	}
}

// tryVertex, tryEdge and tryFace offer the point nearest to the origin of a vertex, an edge or a face, if that lies in
// its inside.
func (s *simplex) tryVertex(best *candidate, k int) {
	c := candidate{n: 1, at: [4]int{k}, l: [4]float64{1}}
	s.offer(best, &c)
}

func (s *simplex) tryEdge(best *candidate, k, i int) {
	o := s.p[k].w
	e := s.p[i].w.Sub(o)
	t := -o.Dot(e) / e.LenSq()
	if !(t > -edgeWeight && t < 1+edgeWeight) {
		return
	}
	t = clamp01(t - o.AddScaled(e, t).Dot(e)/e.LenSq())
	c := candidate{n: 2, at: [4]int{k, i}, l: [4]float64{1 - t, t}}
	s.offer(best, &c)
}

func (s *simplex) tryFace(best *candidate, k, i, j int) {
	o := s.p[k].w
	e, f := s.p[i].w.Sub(o), s.p[j].w.Sub(o)
	n := e.Cross(f)
	area := n.LenSq()
	if area == 0 {
		return
	}
	x, y := -o.Cross(f).Dot(n)/area, -e.Cross(o).Dot(n)/area
	if !(x > -edgeWeight && y > -edgeWeight && x+y < 1+edgeWeight) {
		return
	}
	r := o.AddScaled(e, x).AddScaled(f, y)
	x, y = x-r.Cross(f).Dot(n)/area, y-e.Cross(r).Dot(n)/area
	z := 1 - x - y
	if !(x > -edgeWeight && y > -edgeWeight && z > -edgeWeight) {
		return
	}
	x, y, z = max(x, 0), max(y, 0), max(z, 0)
	sum := x + y + z
	x, y, z = x/sum, y/sum, z/sum
	c := candidate{n: 3, at: [4]int{k, i, j}, l: [4]float64{z, x, y}}
	s.offer(best, &c)
}

// edgeWeight is the size of a weight that is none but for rounding: the point is then on an edge of the face or an end
// of the edge, whose normal may all the same be that of the difference.
const edgeWeight = 1e-12

// tryInside offers the origin itself when it is within the tetrahedron and the weights found, refined, give it: those
// of a tetrahedron that is nearly flat may not, and then a face is as good.
func (s *simplex) tryInside(best *candidate) {
	o := s.p[3].w
	e, f, g := s.p[0].w.Sub(o), s.p[1].w.Sub(o), s.p[2].w.Sub(o)
	fg := f.Cross(g)
	det := e.Dot(fg)
	if math.Abs(det) < minNormal {
		return
	}
	c := candidate{n: 4, at: [4]int{3, 0, 1, 2}}
	r := o
	for i := 0; i < maxRefine && r.Len() > s.touch; i++ {
		c.l[1] -= r.Dot(fg) / det
		c.l[2] -= e.Dot(r.Cross(g)) / det
		c.l[3] -= e.Dot(f.Cross(r)) / det
		r = o.AddScaled(e, c.l[1]).AddScaled(f, c.l[2]).AddScaled(g, c.l[3])
	}
	c.l[0] = 1 - c.l[1] - c.l[2] - c.l[3]
	if !(c.l[0] > 0 && c.l[1] > 0 && c.l[2] > 0 && c.l[3] > 0) {
		return
	}
	if r.Len() <= s.touch {
		s.offer(best, &c)
	}
}

// maxRefine bounds the steps of refinement of a tetrahedron's weights: slender ones gain three digits a step.
const maxRefine = 8

// minNormal is the least number of full precision.
const minNormal = 0x1p-1022
