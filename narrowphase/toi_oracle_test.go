package narrowphase

import (
	"math"
	"math/rand/v2"

	"github.com/prang-sim/prang/sim/geom"
)

// toiBody is a convex polyhedron of the oracle, in its body frame, with its motion.
type toiBody struct {
	v       []geom.Vec // vertices
	normals []geom.Vec
	edges   []geom.Vec // directions
	faces   [][3]int   // triangles of vertices
	lines   [][2]int   // edges, pairs of vertices
	s       geom.Sweep
	reach   float64
}

func toiBoxBody(b *Box, s *geom.Sweep) toiBody {
	o := toiBody{s: *s}
	for i := 0; i < 8; i++ {
		h := b.Half
		if i&1 != 0 {
			h.X = -h.X
		}
		if i&2 != 0 {
			h.Y = -h.Y
		}
		if i&4 != 0 {
			h.Z = -h.Z
		}
		o.v = append(o.v, b.Offset.Add(h))
	}
	o.normals = []geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	o.edges = o.normals
	for i := 0; i < 8; i++ {
		for bit := 1; bit < 8; bit <<= 1 {
			if i&bit != 0 {
				o.lines = append(o.lines, [2]int{i &^ bit, i})
			}
		}
	}
	for bit := 1; bit < 8; bit <<= 1 {
		u, v := bit<<1%7, bit<<2%7
		for _, base := range []int{0, bit} {
			o.faces = append(o.faces, [3]int{base, base | u, base | u | v}, [3]int{base, base | u | v, base | v})
		}
	}
	return o.measured()
}

func toiTriangleBody(t *geom.Triangle) toiBody {
	o := toiBody{s: geom.Sweep{C: t.A, Q: geom.IdentityQuat()}}
	b, c := t.B.Sub(t.A), t.C.Sub(t.A)
	o.v = []geom.Vec{{}, b, c}
	o.normals = []geom.Vec{b.Cross(c).Normalize()}
	o.edges = []geom.Vec{b.Normalize(), c.Sub(b).Normalize(), c.Normalize()}
	o.faces = [][3]int{{0, 1, 2}}
	o.lines = [][2]int{{0, 1}, {1, 2}, {2, 0}}
	return o.measured()
}

func (o toiBody) measured() toiBody {
	for _, v := range o.v {
		o.reach = math.Max(o.reach, v.Len())
	}
	return o
}

// toiPosed is a body at one time.
type toiPosed struct{ v, normals, edges [8]geom.Vec }

// at turns by Rodrigues' formula, with the standard library's sine and cosine.
func (o *toiBody) at(t float64, origin geom.Vec) (p toiPosed) {
	w := o.s.W.Len()
	axis := o.s.W.Normalize()
	sin, cos := math.Sincos(w * t)
	q := o.s.Q
	rot := func(v geom.Vec) geom.Vec {
		// Rotation matrix of the start attitude, then the turn.
		x := q.V.Cross(v)
		v = v.Add(x.Scale(2 * q.W)).Add(q.V.Cross(x).Scale(2))
		return v.Scale(cos).Add(axis.Cross(v).Scale(sin)).Add(axis.Scale(axis.Dot(v) * (1 - cos)))
	}
	c := o.s.C.Sub(origin).Add(o.s.V.Scale(t))
	for i, v := range o.v {
		p.v[i] = c.Add(rot(v))
	}
	for i, v := range o.normals {
		p.normals[i] = rot(v)
	}
	for i, v := range o.edges {
		p.edges[i] = rot(v)
	}
	return p
}

// toiOracle knows the exact motions of a pair: the separation at any time, from the vertices themselves, and how fast
// the distance can change at most.
type toiOracle struct {
	a, b toiBody
	fast float64
	hint geom.Vec // one more axis to look at: any axis bounds the distance
}

func newToiOracle(a, b toiBody) *toiOracle {
	return &toiOracle{a: a, b: b, fast: b.s.V.Sub(a.s.V).Len() + a.s.W.Len()*a.reach + b.s.W.Len()*b.reach}
}

// separation returns the largest separation over all axes at t.
func (o *toiOracle) separation(t float64) float64 {
	a, b := o.a.at(t, o.a.s.C), o.b.at(t, o.a.s.C)
	best := math.Inf(-1)
	test := func(n geom.Vec) {
		if l := n.Len(); l > 1e-13 {
			n = n.Scale(1 / l)
			best = max(best, o.gap(&a, &b, n), o.gap(&a, &b, n.Neg()))
		}
	}
	test(o.hint)
	for i := range o.a.normals {
		test(a.normals[i])
	}
	for i := range o.b.normals {
		test(b.normals[i])
	}
	for i := range o.a.edges {
		for j := range o.b.edges {
			test(a.edges[i].Cross(b.edges[j]))
		}
	}
	return best
}

// gap returns how far B, along n, begins after A ends.
func (o *toiOracle) gap(a, b *toiPosed, n geom.Vec) float64 {
	far, near := math.Inf(-1), math.Inf(1)
	for _, v := range a.v[:len(o.a.v)] {
		if x := n.X*v.X + n.Y*v.Y + n.Z*v.Z; x > far {
			far = x
		}
	}
	for _, v := range b.v[:len(o.b.v)] {
		if x := n.X*v.X + n.Y*v.Y + n.Z*v.Z; x < near {
			near = x
		}
	}
	return near - far
}

// along returns the separation at t along n.
func (o *toiOracle) along(t float64, n geom.Vec) float64 {
	a, b := o.a.at(t, o.a.s.C), o.b.at(t, o.a.s.C)
	return o.gap(&a, &b, n)
}

// toiLooks ends the oracle's look at shapes that stay as near as rounding for long.
const toiLooks = 20000

// distance returns the distance at t of shapes that are apart: the least over vertices and faces, and over edges.
func (o *toiOracle) distance(t float64) float64 {
	a, b := o.a.at(t, o.a.s.C), o.b.at(t, o.a.s.C)
	least := math.Inf(1)
	for _, v := range o.a.lines {
		for _, w := range o.b.lines {
			least = min(least, toiSegments(a.v[v[0]], a.v[v[1]], b.v[w[0]], b.v[w[1]]))
		}
	}
	for _, f := range o.b.faces {
		for i := range o.a.v {
			least = min(least, toiPointFace(a.v[i], b.v[f[0]], b.v[f[1]], b.v[f[2]]))
		}
	}
	for _, f := range o.a.faces {
		for i := range o.b.v {
			least = min(least, toiPointFace(b.v[i], a.v[f[0]], a.v[f[1]], a.v[f[2]]))
		}
	}
	return least
}

// toiPointFace returns the distance of p from the triangle u, v, w where p lies above or below it, and +Inf elsewhere.
func toiPointFace(p, u, v, w geom.Vec) float64 {
	n := v.Sub(u).Cross(w.Sub(u))
	l := n.Len()
	if l == 0 {
		return math.Inf(1)
	}
	for _, e := range [3][2]geom.Vec{{u, v}, {v, w}, {w, u}} {
		if e[1].Sub(e[0]).Cross(p.Sub(e[0])).Dot(n) < 0 {
			return math.Inf(1)
		}
	}
	return math.Abs(p.Sub(u).Dot(n)) / l
}

// toiSegments returns the distance of two segments: of an end from the other segment, or of their lines.
func toiSegments(p0, p1, q0, q1 geom.Vec) float64 {
	least := min(toiPointSegment(p0, q0, q1), toiPointSegment(p1, q0, q1), toiPointSegment(q0, p0, p1), toiPointSegment(q1, p0, p1))
	u, v, w := p1.Sub(p0), q1.Sub(q0), p0.Sub(q0)
	a, b, c, d, e := u.LenSq(), u.Dot(v), v.LenSq(), u.Dot(w), v.Dot(w)
	if det := a*c - b*b; det > 0 {
		s, t := (b*e-c*d)/det, (a*e-b*d)/det
		if s > 0 && s < 1 && t > 0 && t < 1 {
			least = min(least, w.AddScaled(u, s).AddScaled(v, -t).Len())
		}
	}
	return least
}

// toiPointSegment returns the distance of p from the segment.
func toiPointSegment(p, q0, q1 geom.Vec) float64 {
	d := q1.Sub(q0)
	t := 0.0
	if l := d.LenSq(); l > 0 {
		t = math.Max(0, math.Min(1, p.Sub(q0).Dot(d)/l))
	}
	return p.Sub(q0.AddScaled(d, t)).Len()
}

// clear reports whether the distance certainly stays above level from t to end: at every time looked at the separation
// bounds the distance from below, and the distance changes by no more than fast a second. It returns the first time at
// which the distance is no more than near above level, and the number of looks; it gives up after toiLooks.
func (o *toiOracle) clear(t, end, level, near float64) (ok bool, at float64, looks int) {
	for {
		s := o.separation(t)
		gap := s - level
		if looks++; gap <= near && s > 1e-12 {
			gap = o.distance(t) - level
		}
		if gap <= near {
			return false, t, looks
		}
		if t += gap / o.fast; t > end || looks > toiLooks {
			return true, math.Min(t, end), looks
		}
	}
}

// toiCase is one query.
type toiCase struct {
	a, b             Box
	sa, sb           geom.Sweep
	tri              *geom.Triangle
	duration, target float64
}

func (c *toiCase) run() TOI {
	if c.tri != nil {
		return TimeOfImpactBoxTriangle(&c.a, &c.sa, c.tri, c.duration, c.target)
	}
	return TimeOfImpactBoxes(&c.a, &c.sa, &c.b, &c.sb, c.duration, c.target)
}

func (c *toiCase) oracle() *toiOracle {
	if c.tri != nil {
		return newToiOracle(toiBoxBody(&c.a, &c.sa), toiTriangleBody(c.tri))
	}
	return newToiOracle(toiBoxBody(&c.a, &c.sa), toiBoxBody(&c.b, &c.sb))
}

func (c *toiCase) size() float64 {
	if c.tri != nil {
		b := c.tri.Bounds()
		return max(c.a.Half.MaxAbs(), b.Max.Sub(b.Min).MaxAbs()/2)
	}
	return max(c.a.Half.MaxAbs(), c.b.Half.MaxAbs())
}

// later returns the query that begins s seconds later.
func (c toiCase) later(s float64) toiCase {
	for _, w := range []*geom.Sweep{&c.sa, &c.sb} {
		x := w.At(s)
		w.C, w.Q = x.P, x.Q
	}
	c.duration -= s
	return c
}

// reversed returns the query with all velocities turned round.
func (c toiCase) reversed() toiCase {
	for _, w := range []*geom.Sweep{&c.sa, &c.sb} {
		w.V, w.W = w.V.Neg(), w.W.Neg()
	}
	return c
}

// toiRand makes random queries.
type toiRand struct{ *rand.Rand }

func newToiRand(seed uint64) toiRand { return toiRand{rand.New(rand.NewPCG(seed, 0x70a1))} }

func (r toiRand) between(lo, hi float64) float64 { return lo + (hi-lo)*r.Float64() }

func (r toiRand) vec(size float64) geom.Vec {
	return geom.Vec{X: r.between(-size, size), Y: r.between(-size, size), Z: r.between(-size, size)}
}

func (r toiRand) dir() geom.Vec {
	return geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}.Normalize()
}

func (r toiRand) quat() geom.Quat {
	return geom.Quat{W: r.NormFloat64(), V: geom.Vec{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64()}}.Normalize()
}

func (r toiRand) box() Box {
	b := Box{Half: geom.Vec{X: r.between(0.05, 1.5), Y: r.between(0.05, 1.5), Z: r.between(0.05, 1.5)}}
	switch r.IntN(8) {
	case 0: // plate or rod
		b.Half.X = 1e-3
		b.Half.Y *= float64(r.IntN(2)) + 1e-3
	case 1: // without thickness
		b.Half.Z = 0
	}
	if r.IntN(2) == 0 {
		b.Offset = r.vec(0.5)
	}
	return b
}

// toiBackFrom returns the motion with velocities v and w that reaches pose c, q at time t.
func toiBackFrom(c geom.Vec, q geom.Quat, v, w geom.Vec, t float64) geom.Sweep {
	return geom.Sweep{C: c.AddScaled(v, -t), Q: geom.QuatExp(w.Scale(-t)).Mul(q).Normalize(), V: v, W: w}
}

// query returns a random query of two boxes, or of a box and a triangle, that come close to each other, or into each
// other, at some time of the interval. spin is the largest angular speed of A and of B.
func (r toiRand) query(triangle bool, spinA, spinB, duration float64) toiCase {
	c := toiCase{a: r.box(), b: r.box(), duration: duration}
	wa, wb := r.dir().Scale(r.between(0, spinA)), r.dir().Scale(r.between(0, spinB))
	qa, qb := r.quat(), r.quat()
	up := geom.Vec{}
	switch r.IntN(6) {
	case 0: // parallel edges, or all but parallel, at the time of contact
		qb = qa
		if r.IntN(2) == 0 {
			qb = geom.QuatExp(r.dir().Scale(math.Exp(r.between(-25, -3)))).Mul(qa).Normalize()
		}
	case 1: // both yaw about one axis of theirs, and all but parallel stays so
		up = geom.Vec{Z: 1}
		tilt := r.vec(math.Exp(r.between(-40, -3)))
		qa, qb = geom.AxisAngle(up, r.between(0, 7)), geom.QuatExp(tilt).Mul(geom.AxisAngle(up, r.between(0, 7)))
		wa, wb = up.Scale(r.between(-spinA, spinA)), up.Scale(r.between(-spinB, spinB))
	}
	at := r.vec(20)
	speed := r.between(0, 40)
	if r.IntN(10) == 0 {
		speed = 0
	}
	va, vb := r.dir().Scale(r.between(0, speed)), r.dir().Scale(r.between(0, speed))
	sa := geom.Sweep{C: at, Q: qa}
	a := toiBoxBody(&c.a, &sa)
	var b toiBody
	if triangle {
		tri := r.triangle()
		c.tri, vb = &tri, geom.Vec{}
		b = toiTriangleBody(c.tri)
	} else {
		if r.IntN(4) == 0 { // a static body that is large
			c.b.Half, wb = geom.Vec{X: r.between(5, 100), Y: r.between(5, 100), Z: r.between(0.1, 5)}, geom.Vec{}
		}
		b = toiBoxBody(&c.b, &geom.Sweep{Q: qb})
	}
	pa, pb := a.at(0, geom.Vec{}), b.at(0, geom.Vec{})
	var n geom.Vec
	switch r.IntN(4) {
	case 0:
		n = pa.normals[r.IntN(len(a.normals))]
	case 1:
		n = pb.normals[r.IntN(len(b.normals))]
	case 2:
		n = pa.edges[r.IntN(len(a.edges))].Cross(pb.edges[r.IntN(len(b.edges))]).Normalize()
	}
	if n == up && r.IntN(2) == 0 || n.Len() < 0.5 {
		n = r.dir()
	}
	if r.IntN(2) == 0 {
		n = n.Neg()
	}
	near := r.between(-0.2, 0.2)
	switch r.IntN(4) {
	case 0:
		near = r.between(-0.01, 0.01)
	case 1:
		near = r.between(-1, 1) * math.Exp(r.between(-25, -4))
	}
	move := r.onFeature(pa.v[:len(a.v)], n).AddScaled(n, near).Sub(r.onFeature(pb.v[:len(b.v)], n.Neg()))
	t := r.between(0, duration)
	c.sa = toiBackFrom(at, qa, va, wa, t)
	if triangle {
		move = move.Add(c.tri.A)
		*c.tri = geom.Triangle{A: move, B: move.Add(b.v[1]), C: move.Add(b.v[2])}
	} else {
		c.sb = toiBackFrom(move, qb, vb, wb, t)
	}
	c.target = 0.5e-9 * c.size()
	return c
}

// triangle returns a random triangle of size 2, or a large one, or a sliver.
func (r toiRand) triangle() geom.Triangle {
	t := geom.Triangle{A: r.vec(2), B: r.vec(2), C: r.vec(2)}
	switch r.IntN(4) {
	case 0:
		t = geom.Triangle{A: r.vec(100), B: r.vec(100), C: r.vec(100)}
	case 1:
		t.C = t.A.Add(t.B.Sub(t.A).Scale(0.4)).Add(r.vec(1e-4))
	}
	return t
}

// onFeature returns a random point of the convex hull of the vertices that lie farthest along n.
func (r toiRand) onFeature(v []geom.Vec, n geom.Vec) geom.Vec {
	far := math.Inf(-1)
	for _, p := range v {
		far = max(far, n.Dot(p))
	}
	var sum geom.Vec
	weight := 0.0
	for _, p := range v {
		if n.Dot(p) > far-1e-9 {
			w := r.Float64()
			sum, weight = sum.AddScaled(p, w), weight+w
		}
	}
	return sum.Scale(1 / weight)
}

// toiSupport returns how far the box at attitude q reaches along n.
func toiSupport(b *Box, q geom.Quat, n geom.Vec) float64 {
	d := q.RotateInv(n)
	return d.Dot(b.Offset) + d.Abs().Dot(b.Half)
}
