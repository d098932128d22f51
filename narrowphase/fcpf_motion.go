package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// TurningPair is two convex polyhedra, boxes or hulls, that move and rotate at constant velocities, for exact queries
// about when their features meet. Bodies are numbered 0 (A) and 1 (B), and features by the indices of Shape.Hull. Times
// are in seconds from the start of the sweeps; positions are relative to A's centre of rotation, in fixed world axes,
// unless said otherwise. It is read-only once made, and may be copied.
//
// Source: 003, section 3.1 to 3.4. The positions of vertices are in closed form; the paper integrates w × r.
type TurningPair struct {
	body       [2]turnBody
	z0, v      geom.Vec // B's centre of rotation less A's, and its velocity
	magR, magX float64  // lengths of wB - wA and of wA × wB
	fast       float64  // bound of the speed of two points of the bodies relative to each other
	size       float64
	zero       float64 // what rounding leaves of a distance that is zero [m]
}

// NewTurningPair returns the pair of two parts of bodies with the motions sa and sb.
func NewTurningPair(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep) TurningPair {
	var p TurningPair
	p.body[0].set(a, sa)
	p.body[1].set(b, sb)
	p.z0, p.v = sb.C.Sub(sa.C), sb.V.Sub(sa.V)
	p.magR, p.magX = sb.W.Sub(sa.W).Len(), sa.W.Cross(sb.W).Len()
	p.size = math.Max(a.Shape.Extent(), b.Shape.Extent())
	p.settle()
	return p
}

// settle derives what concerns both bodies.
func (p *TurningPair) settle() {
	p.fast = p.v.Len()
	for k := range p.body {
		p.zero += p.body[k].reach
		p.fast += float64(p.body[k].mag * p.body[k].reach)
	}
}

// fcpfRounding is a bound of the relative error of the positions of vertices, some ulp, and of results computed from
// them.
const fcpfRounding = 8e-15

// zeroAt returns the distance that counts as zero until the time t.
func (p *TurningPair) zeroAt(t float64) float64 {
	return float64(fcpfRounding * (p.zero + p.z0.MaxAbs() + float64(p.v.MaxAbs()*math.Abs(t))))
}

// pose is where a body is at one time.
type pose struct {
	r geom.Mat3 // from the shape's frame to world axes
	c geom.Vec  // centre of rotation
	o geom.Vec  // origin of the shape's frame
}

// at returns the poses of both bodies at time t.
func (p *TurningPair) at(t float64) (x [2]pose) {
	for k := range x {
		b := p.body[k]
		b.turn(t)
		x[k].r = b.r
		if k == 1 {
			x[k].c = p.z0.AddScaled(p.v, t)
		}
		x[k].o = x[k].c.Sub(b.r.Apply(b.pivot))
	}
	return x
}

// vertex returns vertex i of body k at the poses x.
func (p *TurningPair) vertex(x *[2]pose, k int, i int32) geom.Vec {
	return x[k].o.Add(x[k].r.Apply(p.body[k].hull.Vertices[i]))
}

// rate returns the velocity of a point of body k that is at y.
func (p *TurningPair) rate(x *[2]pose, k int, y geom.Vec) geom.Vec {
	u := p.body[k].w.Cross(y.Sub(x[k].c))
	if k == 1 {
		u = u.Add(p.v)
	}
	return u
}

// VertexPath returns the place of vertex i of body k at time t in the shape frame of the other body, which moves and
// turns with it [m], and its velocity there (m/s).
//
// Source: 003, formula (2): exp(-w₂t) (O₂P(0) + (v₁ - v₂) t + (exp(w₁t) - 1) O₁P(0)), turned to the frame at time 0.
func (p *TurningPair) VertexPath(k int, i int32, t float64) (place, rate geom.Vec) {
	x := p.at(t)
	y := p.vertex(&x, k, i)
	o := &x[1-k]
	return o.r.ApplyT(y.Sub(o.o)), o.r.ApplyT(p.rate(&x, k, y).Sub(p.rate(&x, 1-k, y)))
}

// fcpfFunction is a function of time that is zero where two features can meet: the height of vertex v of body k above
// the plane of face f of the other, or, with edges set, the triple product of edge v of A, edge f of B and what is
// between them.
type fcpfFunction struct {
	edges bool
	k     int
	v, f  int32
}

// eval returns value [m] and rate [m/s] of the function at time t, and a bound of its second derivative until end.
func (p *TurningPair) eval(g *fcpfFunction, t, end float64) (f, df, m float64) {
	x := p.at(t)
	z := math.Sqrt(math.Max(x[1].c.LenSq(), p.z0.AddScaled(p.v, end).LenSq()))
	if g.edges {
		return p.evalEdges(g, &x, z, end-t)
	}
	y := p.vertex(&x, g.k, g.v)
	own, other := &p.body[g.k], &p.body[1-g.k]
	plane := &other.hull.Faces[g.f].Plane
	o := &x[1-g.k]
	n := o.r.Apply(plane.N)
	f = plane.N.Dot(o.r.ApplyT(y.Sub(o.o))) - plane.D
	df = n.Dot(p.rate(&x, g.k, y).Sub(p.rate(&x, 1-g.k, y)))
	// See turnPair.curve.
	r := y.Sub(x[g.k].c)
	reach := r.Len()
	wR := own.w.Sub(other.w)
	turn := math.Min(n.Cross(wR).Len()+float64(p.magX*(end-t)), p.magR)
	spin := math.Min(float64(p.magR*reach), own.w.Cross(r).Len()+float64(other.mag*reach))
	m = float64(other.w.Cross(n).Len()*(float64(other.mag*z)+float64(2*p.v.Len()))) + float64(p.magX*reach) + float64(turn*spin)
	return f, df, m
}

// evalEdges is eval for two edges; see turnPair.curveEdges.
func (p *TurningPair) evalEdges(g *fcpfFunction, x *[2]pose, z, left float64) (f, df, m float64) {
	a, b := &p.body[0], &p.body[1]
	u, ea := p.edge(x, 0, g.v)
	v, eb := p.edge(x, 1, g.f)
	ea, eb = ea.Normalize(), eb.Normalize()
	n, d := ea.Cross(eb), v.Sub(u)
	dn := a.w.Cross(ea).Cross(eb).Add(ea.Cross(b.w.Cross(eb)))
	f = n.Dot(d)
	df = dn.Dot(d) + n.Dot(p.rate(x, 1, v).Sub(p.rate(x, 0, u)))
	wR := b.w.Sub(a.w)
	turn := float64(p.magX * left)
	cA, cB := math.Min(ea.Cross(wR).Len()+turn, p.magR), math.Min(eb.Cross(wR).Len()+turn, p.magR)
	w, e := a.mag, cB
	if b.mag < w {
		w, e = b.mag, cA
	}
	speed := p.v.Len()
	m = float64((p.magX+float64(p.magR*e))*z) + float64(2*e*(speed+float64(w*z))) + float64(w*(float64(w*z)+float64(2*speed)))
	m += float64((p.magX+float64(cA*p.magR))*eb.Cross(v.Sub(x[1].c)).Len()) + float64((p.magX+float64(cB*p.magR))*ea.Cross(u.Sub(x[0].c)).Len())
	return f, df, m
}

// edge returns the first end of edge e of body k and the vector to the other.
func (p *TurningPair) edge(x *[2]pose, k int, e int32) (from, along geom.Vec) {
	h := p.body[k].hull
	from = p.vertex(x, k, h.Edges[e].A)
	return from, x[k].r.Apply(h.Vertices[h.Edges[e].B].Sub(h.Vertices[h.Edges[e].A]))
}
