package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// turnLooks ends the search for the nearest points; some 5 suffice, and 2 when the pair has moved little.
const turnLooks = 64

// turnSimplex is up to four points of the difference B - A, with the vertices whose differences they are and the
// weights of the point nearest to the origin.
type turnSimplex struct {
	count  int
	a, b   [4]int32
	w      [4]geom.Vec
	weight [4]float64
}

// nearest finds the direction n between the nearest points and the separation along it, which is computed from all
// vertices and so is a lower bound of the distance whatever became of n. The distance is at most tol/20 and a
// thousandth of what it is above the target more. Where the shapes overlap, or touch but for rounding, touching is set,
// and where rounding has kept the search from its end, unsure.
//
// Source: E. Gilbert, D. Johnson, S. Keerthi, "A fast procedure for computing the distance between complex objects",
// 1988.
func (p *turnPair) nearest() {
	s := &p.simplex
	if s.count == 0 {
		n := p.b.o.Add(p.b.r.Apply(p.b.hull.Vertices[0])).Sub(p.a.vertex(0))
		p.push(s, p.a.support(p.a.r.ApplyT(n)), p.b.support(p.b.r.ApplyT(n.Neg())))
	} else {
		for i := 0; i < s.count; i++ {
			s.w[i] = p.b.vertex(s.b[i]).Sub(p.a.vertex(s.a[i]))
		}
	}
	var best, full turnSimplex
	var i, j int32
	p.sep, p.touching, p.unsure = math.Inf(-1), false, false
	up := math.Inf(1)
	for k := 0; k < turnLooks; k++ {
		full = *s
		n, ok := s.reduce()
		if !ok {
			p.touching = true
			return
		}
		if k > 0 && !s.has(i, j) {
			break
		}
		var w geom.Vec
		i, j, w = p.farthest(n)
		low := n.Dot(w)
		up = n.Dot(s.w[0])
		if low > p.sep || best.count == 0 {
			p.sep, p.n, best = low, n, *s
		}
		if p.close(up) {
			*s = best
			return
		}
		if s.has(i, j) {
			break
		}
		p.push(s, i, j)
	}
	// Rounding keeps the search from its end: where an edge or a point of the simplex is nearest that lies in a face of
	// the difference, its direction may turn about it by rounding alone, and that of the face is exact.
	for _, f := range turnFaces[:1+3*(full.count/4)] {
		if full.count >= 3 {
			p.tryFace(&full, &best, f[0], f[1], f[2])
		}
	}
	*s = best
	p.unsure = !p.close(up)
}

// close reports whether the separation is near enough to up, which the distance is not above.
func (p *turnPair) close(up float64) bool {
	return up-p.sep <= float64(1e-3*math.Max(up-p.target, 0))+float64(0.05*p.tol)
}

// farthest returns the vertices that are nearest to each other along n, that of B less that of A.
func (p *turnPair) farthest(n geom.Vec) (i, j int32, w geom.Vec) {
	i, j = p.a.support(p.a.r.ApplyT(n)), p.b.support(p.b.r.ApplyT(n).Neg())
	return i, j, p.b.vertex(j).Sub(p.a.vertex(i))
}

// tryFace takes the direction of a triangle of the simplex, if it separates better than the best so far.
func (p *turnPair) tryFace(s, best *turnSimplex, i, j, k int) {
	o := *s
	o.keep(3, i, j, k, 0, 0, 0)
	n, ok := o.normal()
	if !ok {
		return
	}
	_, _, w := p.farthest(n)
	if low := n.Dot(w); low > p.sep {
		near := o
		near.reduceFace(0, 1, 2)
		for x := range o.count {
			for y := range near.count {
				if o.a[x] == near.a[y] && o.b[x] == near.b[y] {
					o.weight[x] = near.weight[y]
				}
			}
		}
		p.sep, p.n, *best = low, n, o
	}
}

// push adds the difference of two vertices to a simplex of at most three.
func (p *turnPair) push(s *turnSimplex, i, j int32) {
	k := s.count
	s.a[k], s.b[k], s.w[k] = i, j, p.b.vertex(j).Sub(p.a.vertex(i))
	s.weight[k] = 0
	s.count++
	if s.count == 1 {
		s.weight[0] = 1
	}
}

// has reports whether the difference of vertices i and j is a point of the simplex.
func (s *turnSimplex) has(i, j int32) bool {
	for k := 0; k < s.count; k++ {
		if s.a[k] == i && s.b[k] == j {
			return true
		}
	}
	return false
}

// keep leaves the points i, j, k of the simplex (the first count of them) with the given weights.
func (s *turnSimplex) keep(count, i, j, k int, wi, wj, wk float64) {
	o := *s
	s.count = count
	at, weight := [3]int{i, j, k}, [3]float64{wi, wj, wk}
	for x := 0; x < count; x++ {
		s.a[x], s.b[x], s.w[x], s.weight[x] = o.a[at[x]], o.b[at[x]], o.w[at[x]], weight[x]
	}
}

// reduce leaves of the simplex the points that span the feature nearest to the origin and returns the unit direction
// from the origin to it, at right angles to it: exactly so, also where the distance is all rounding. It returns false
// where the origin is in the simplex or on it.
func (s *turnSimplex) reduce() (geom.Vec, bool) {
	switch s.count {
	case 4:
		if !s.reduceSolid() {
			return geom.Vec{}, false
		}
	case 3:
		s.reduceFace(0, 1, 2)
	case 2:
		s.reduceEdge(0, 1)
	}
	return s.normal()
}

// normal returns the unit direction from the origin at right angles to the simplex, of three points at most.
func (s *turnSimplex) normal() (geom.Vec, bool) {
	switch s.count {
	case 3:
		n := s.w[1].Sub(s.w[0]).Cross(s.w[2].Sub(s.w[0])).Normalize()
		d := n.Dot(s.w[0])
		if d < 0 {
			return n.Neg(), true
		}
		return n, d > 0
	case 2:
		e := s.w[1].Sub(s.w[0]).Normalize()
		n := s.w[0].AddScaled(e, -e.Dot(s.w[0])).Normalize()
		n = n.AddScaled(e, -e.Dot(n)).Normalize()
		return n, n.Dot(s.w[0]) > 0
	}
	n := s.w[0].Normalize()
	return n, n != geom.Vec{}
}

// reduceEdge leaves the nearest of the edge from i to j and its ends.
func (s *turnSimplex) reduceEdge(i, j int) {
	e := s.w[j].Sub(s.w[i])
	l, x := e.LenSq(), -e.Dot(s.w[i])
	switch {
	case x <= 0:
		s.keep(1, i, 0, 0, 1, 0, 0)
	case x >= l:
		s.keep(1, j, 0, 0, 1, 0, 0)
	default:
		s.keep(2, i, j, 0, 1-x/l, x/l, 0)
	}
}

// reduceFace leaves the nearest of the triangle i, j, k and its edges and corners.
//
// Source: C. Ericson, "Real-Time Collision Detection", 2005, 5.1.5.
func (s *turnSimplex) reduceFace(i, j, k int) {
	a, b, c := s.w[i], s.w[j], s.w[k]
	ab, ac := b.Sub(a), c.Sub(a)
	d1, d2 := -ab.Dot(a), -ac.Dot(a)
	d3, d4 := -ab.Dot(b), -ac.Dot(b)
	d5, d6 := -ab.Dot(c), -ac.Dot(c)
	vc := float64(d1*d4) - float64(d3*d2)
	vb := float64(d5*d2) - float64(d1*d6)
	va := float64(d3*d6) - float64(d5*d4)
	switch {
	case d1 <= 0 && d2 <= 0:
		s.keep(1, i, 0, 0, 1, 0, 0)
	case d3 >= 0 && d4 <= d3:
		s.keep(1, j, 0, 0, 1, 0, 0)
	case d6 >= 0 && d5 <= d6:
		s.keep(1, k, 0, 0, 1, 0, 0)
	case vc <= 0 && d1 >= 0 && d3 <= 0:
		s.reduceEdge(i, j)
	case vb <= 0 && d2 >= 0 && d6 <= 0:
		s.reduceEdge(i, k)
	case va <= 0 && d4 >= d3 && d5 >= d6:
		s.reduceEdge(j, k)
	default:
		sum := va + vb + vc
		s.keep(3, i, j, k, va/sum, vb/sum, vc/sum)
	}
}

// turnFaces are the faces of a tetrahedron, and the corner opposite to each.
var turnFaces = [4][4]int{{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}}

// turnFlat is how far the weights of a point in a tetrahedron may be off, of its size.
const turnFlat = 1e-9

// reduceSolid leaves the nearest feature of the tetrahedron, and returns false where the origin is in it; the weights
// are then those of the origin.
func (s *turnSimplex) reduceSolid() bool {
	var best turnSimplex
	least := math.Inf(1)
	var weight [4]float64
	for _, f := range turnFaces {
		a := s.w[f[0]]
		n := s.w[f[1]].Sub(a).Cross(s.w[f[2]].Sub(a))
		own, far := n.Dot(s.w[f[3]].Sub(a)), -n.Dot(a)
		if own > 0 && far >= 0 || own < 0 && far <= 0 {
			weight[f[3]] = far / own
			continue
		}
		o := *s
		o.reduceFace(f[0], f[1], f[2])
		if d := o.point().LenSq(); d < least {
			least, best = d, o
		}
	}
	if least < math.Inf(1) {
		*s = best
		return true
	}
	s.weight = weight
	if far := s.point().MaxAbs(); far > float64(turnFlat*s.w[0].MaxAbs()) {
		// The tetrahedron is too flat for the weights.
		for _, f := range turnFaces {
			o := *s
			o.reduceFace(f[0], f[1], f[2])
			if d := o.point().LenSq(); d < least {
				least, best = d, o
			}
		}
		*s = best
	}
	return false
}

// point returns the point of the difference that the weights say.
func (s *turnSimplex) point() (v geom.Vec) {
	for i := 0; i < s.count; i++ {
		v = v.AddScaled(s.w[i], s.weight[i])
	}
	return v
}

// witness returns the points of A and of B that the weights say.
func (p *turnPair) witness() (a, b geom.Vec) {
	s := &p.simplex
	sum := 0.0
	for i := 0; i < s.count; i++ {
		a = a.AddScaled(p.a.vertex(s.a[i]), s.weight[i])
		b = b.AddScaled(p.b.vertex(s.b[i]), s.weight[i])
		sum += s.weight[i]
	}
	return a.Scale(1 / sum), b.Scale(1 / sum)
}
