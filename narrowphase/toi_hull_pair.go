package narrowphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// turnBody is a polyhedron in motion. Positions in the world are relative to A's centre of rotation, so that the place
// of the pair in the world costs no digits.
type turnBody struct {
	hull  *geom.Hull
	s     *geom.Sweep // nil at rest
	q     geom.Quat   // attitude of the shape's frame in the body's
	pivot geom.Vec    // centre of rotation, in the shape's frame
	inner geom.Vec    // a point inside, in the shape's frame
	w     geom.Vec    // angular velocity [rad/s]
	mag   float64     // its length
	reach float64     // largest distance of a vertex from the pivot
	spin  float64     // largest |w × r| of the vertices r from the pivot; constant

	r    geom.Mat3 // from the shape's frame to world axes, at the time last looked at
	o    geom.Vec  // origin of the shape's frame
	hint int32     // the support vertex last found
}

// set sets a body at time 0.
func (b *turnBody) set(part *Part, s *geom.Sweep) {
	b.hull, b.s, b.q = part.Shape.Hull, s, part.At.Q
	b.pivot = part.At.ApplyInv(geom.Vec{})
	b.w, b.mag = s.W, s.W.Len()
	b.r = s.Q.Mul(b.q).Mat3()
	w := b.r.ApplyT(b.w)
	far, spin := 0.0, 0.0
	for _, v := range b.hull.Vertices {
		r := v.Sub(b.pivot)
		far, spin = math.Max(far, r.LenSq()), math.Max(spin, w.Cross(r).LenSq())
		b.inner = b.inner.Add(v)
	}
	b.inner = b.inner.Scale(1 / float64(len(b.hull.Vertices)))
	b.reach, b.spin = math.Sqrt(far), math.Sqrt(spin)
}

// turn sets the attitude at time t.
func (b *turnBody) turn(t float64) {
	if b.mag > 0 {
		b.r = b.s.At(t).Q.Mul(b.q).Mat3()
	}
}

// vertex returns vertex i.
func (b *turnBody) vertex(i int32) geom.Vec { return b.o.Add(b.r.Apply(b.hull.Vertices[i])) }

// support returns the vertex farthest along the direction d of the shape's frame.
func (b *turnBody) support(d geom.Vec) int32 {
	b.hint = b.hull.SupportFrom(d, b.hint)
	return b.hint
}

// turnPair is the state of one search: what does not change in it, and the pair at the time last looked at.
type turnPair struct {
	a, b         turnBody
	tri          bool
	turns        bool // A or B turns
	rest         bool // A turns, B does not
	z0, v        geom.Vec
	wR           geom.Vec // angular velocity of B less that of A
	magR, magX   float64  // lengths of wR and of wA × wB
	speed        float64  // length of v
	turnA, turnB float64  // bounds of |wR × r| of the vertices of A and of B
	size, tol    float64
	target       float64
	end          float64  // end of the search [s]
	zEnd         geom.Vec // B's centre of rotation at the end
	left         float64  // time to the end [s]
	z            geom.Vec // B's centre of rotation
	zMax         float64  // bound of |z| for the rest of the interval
	simplex      turnSimplex
	touching     bool // the origin is in the difference of the shapes, but for rounding
	unsure       bool // n and sep need not be the best
	n            geom.Vec
	sep          float64 // separation along n
	feature      float64 // that along the best axis of faces and edges, of shapes that touch
	// How much less the separation along a face may be where the best axis is that of nearly parallel edges.
	doubt float64
	flush int // axes of edges that are those of faces, too
	axes  int
	axis  [turnAxes]turnAxis // the axes of shapes that touch
}

// setHulls sets the pair to two polyhedra.
func (p *turnPair) setHulls(a *Part, sa *geom.Sweep, b *Part, sb *geom.Sweep, target float64) {
	p.a.set(a, sa)
	p.b.set(b, sb)
	p.z0, p.v = sb.C.Sub(sa.C), sb.V.Sub(sa.V)
	p.size = math.Max(a.Shape.Extent(), b.Shape.Extent())
	p.settle(target)
}

// setTriangle sets the pair to a polyhedron and the triangle t at rest, whose hull has been set.
func (p *turnPair) setTriangle(a *Part, sa *geom.Sweep, t *geom.Triangle, target float64) {
	p.tri = true
	p.a.set(a, sa)
	p.b.q, p.b.r = geom.IdentityQuat(), geom.Identity()
	for _, v := range p.b.hull.Vertices {
		p.b.reach = math.Max(p.b.reach, v.Len())
	}
	p.z0, p.v = t.A.Sub(sa.C), sa.V.Neg()
	box := t.Bounds()
	p.size = math.Max(a.Shape.Extent(), float64(0.5*box.Max.Sub(box.Min).MaxAbs()))
	p.settle(target)
}

// settle derives what concerns both bodies.
func (p *turnPair) settle(target float64) {
	p.wR = p.b.w.Sub(p.a.w)
	p.magR, p.magX = p.wR.Len(), p.a.w.Cross(p.b.w).Len()
	p.turnA = math.Min(float64(p.magR*p.a.reach), p.a.spin+float64(p.b.mag*p.a.reach))
	p.turnB = math.Min(float64(p.magR*p.b.reach), p.b.spin+float64(p.a.mag*p.b.reach))
	p.speed = p.v.Len()
	p.turns, p.rest = p.a.mag > 0 || p.b.mag > 0, p.a.mag > 0 && p.b.mag == 0
	p.target, p.tol = target, float64(toiTolerance*p.size)
	p.z = p.z0
	p.a.o, p.b.o = p.a.r.Apply(p.a.pivot).Neg(), p.z.Sub(p.b.r.Apply(p.b.pivot))
}

// place moves the pair to time t and finds the separation.
func (p *turnPair) place(t float64) {
	p.move(t)
	p.nearest()
	p.axes, p.doubt = 0, 0
	if p.touching || p.sep <= p.target+p.tol {
		p.touch()
	}
}

// move moves the pair to time t.
func (p *turnPair) move(t float64) {
	p.left = p.end - t
	p.a.turn(t)
	p.b.turn(t)
	p.z = p.z0.AddScaled(p.v, t)
	p.a.o, p.b.o = p.a.r.Apply(p.a.pivot).Neg(), p.z.Sub(p.b.r.Apply(p.b.pivot))
	p.zMax = math.Sqrt(math.Max(p.z.LenSq(), p.zEnd.LenSq()))
}

// window returns when the search begins: the first time at which bounding spheres, or the sphere of a body that turns
// and the bounds of one that does not, can be near enough. It sets the end likewise, and returns false where they never
// are.
func (p *turnPair) window(duration float64) (float64, bool) {
	w := toiWindow{0, duration}
	gap := math.Max(p.target, 0) + p.tol
	if p.tri {
		v, n := p.b.hull.Vertices, p.b.hull.Faces[0].Plane.N
		c := v[1].Add(v[2]).Scale(1.0 / 3)
		far := math.Sqrt(math.Max(c.LenSq(), math.Max(c.Sub(v[1]).LenSq(), c.Sub(v[2]).LenSq())))
		w.slab(n.Dot(p.z0), n.Dot(p.v), p.a.reach+gap, p.z0.MaxAbs())
		w.ball(p.z0.Add(c), p.v, p.a.reach+far+gap)
	} else {
		w.ball(p.z0, p.v, p.a.reach+p.b.reach+gap)
		if p.b.mag == 0 {
			w.bounds(&p.b, p.z0, p.v, p.a.reach+gap)
		}
		if p.a.mag == 0 {
			w.bounds(&p.a, p.z0.Neg(), p.v.Neg(), p.b.reach+gap)
		}
	}
	if !(w.from <= w.to) {
		return 0, false
	}
	p.until(w.to)
	return w.from, true
}

// bounds cuts the window to the times at which a ball of radius r about a point can touch the bounds of the body b,
// which does not turn and whose pivot is at c + v·t from the point.
func (w *toiWindow) bounds(b *turnBody, c, v geom.Vec, r float64) {
	box := &b.hull.Bounds
	half, mid := box.Max.Sub(box.Min).Scale(0.5), box.Max.Add(box.Min).Scale(0.5)
	axes := [3]geom.Vec{b.r.Col(0), b.r.Col(1), b.r.Col(2)}
	w.slabs(c.Add(b.r.Apply(mid.Sub(b.pivot))), v, &axes, &[3]float64{half.X, half.Y, half.Z}, r)
}
