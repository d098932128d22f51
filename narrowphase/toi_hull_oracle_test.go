package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// hullOracle knows a query of small hulls, or of one and a triangle, by itself: it turns by Rodrigues' formula with the
// standard library's sine and cosine and looks at all axes and all pairs of features. It is slow.
type hullOracle struct {
	h    [2]*geom.Hull
	at   [2]geom.Transform
	s    [2]geom.Sweep
	fast float64 // how fast the distance can change at most
}

func newHullOracle(c *hullQuery) *hullOracle {
	o := &hullOracle{h: [2]*geom.Hull{c.a.Shape.Hull, nil}, at: [2]geom.Transform{c.a.At, {Q: geom.IdentityQuat()}}, s: [2]geom.Sweep{c.sa, {Q: geom.IdentityQuat()}}}
	if c.tri != nil {
		v, f := flatHull(c.tri)
		o.h[1] = &geom.Hull{Vertices: v[:], Faces: f[:], Edges: triangleEdges, Corners: triangleCorners}
		o.s[1].C = c.tri.A
	} else {
		o.h[1], o.at[1], o.s[1] = c.b.Shape.Hull, c.b.At, c.sb
	}
	o.fast = o.s[1].V.Sub(o.s[0].V).Len()
	for k, h := range o.h {
		far := 0.0
		for _, v := range h.Vertices {
			far = math.Max(far, o.at[k].Apply(v).Len())
		}
		o.fast += far * o.s[k].W.Len()
	}
	return o
}

// turn turns the vector v of shape k's frame to world axes at t.
func (o *hullOracle) turn(k int, v geom.Vec, t float64) geom.Vec {
	for _, q := range [2]geom.Quat{o.at[k].Q, o.s[k].Q} {
		x := q.V.Cross(v)
		v = v.Add(x.Scale(2 * q.W)).Add(q.V.Cross(x).Scale(2))
	}
	w := o.s[k].W.Len()
	axis := o.s[k].W.Normalize()
	sin, cos := math.Sincos(w * t)
	return v.Scale(cos).Add(axis.Cross(v).Scale(sin)).Add(axis.Scale(axis.Dot(v) * (1 - cos)))
}

// vertices returns the vertices of both at t, relative to A's centre of rotation.
func (o *hullOracle) vertices(t float64) (v [2][]geom.Vec) {
	for k, h := range o.h {
		c := o.s[k].C.Sub(o.s[0].C).Add(o.s[k].V.Sub(o.s[0].V).Scale(t))
		off := o.at[k].Q.RotateInv(o.at[k].P)
		for _, u := range h.Vertices {
			v[k] = append(v[k], c.Add(o.turn(k, u.Add(off), t)))
		}
	}
	return v
}

// separation returns the largest separation at t over the faces, and, where that is less than enough, over all pairs of
// edges.
func (o *hullOracle) separation(t, enough float64) float64 {
	v := o.vertices(t)
	best := math.Inf(-1)
	test := func(n geom.Vec) {
		if n.LenSq() < 1e-26 {
			return
		}
		n = n.Normalize()
		lo, hi := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for k := range v {
			for _, u := range v[k] {
				x := n.Dot(u)
				lo[k], hi[k] = min(lo[k], x), max(hi[k], x)
			}
		}
		best = max(best, lo[1]-hi[0], lo[0]-hi[1])
	}
	for k, h := range o.h {
		for f := range h.Faces {
			test(o.turn(k, h.Faces[f].Plane.N, t))
		}
	}
	if best >= enough {
		return best
	}
	for _, e := range o.h[0].Edges {
		a := v[0][e.B].Sub(v[0][e.A]).Normalize()
		for _, f := range o.h[1].Edges {
			test(a.Cross(v[1][f.B].Sub(v[1][f.A]).Normalize()))
		}
	}
	return best
}

// distance returns the distance at t of hulls that are apart.
func (o *hullOracle) distance(t float64) float64 {
	v := o.vertices(t)
	least := math.Inf(1)
	for _, e := range o.h[0].Edges {
		for _, f := range o.h[1].Edges {
			least = min(least, toiSegments(v[0][e.A], v[0][e.B], v[1][f.A], v[1][f.B]))
		}
	}
	for k, h := range o.h {
		for f := range h.Faces {
			c := h.Corners[h.Faces[f].First : h.Faces[f].First+h.Faces[f].Count]
			for i := 2; i < len(c); i++ {
				for _, u := range v[1-k] {
					least = min(least, toiPointFace(u, v[k][c[0]], v[k][c[i-1]], v[k][c[i]]))
				}
			}
		}
	}
	return least
}

// clear reports whether the hulls certainly stay farther apart than level from t to end, the time at which they are
// not, and the number of looks; it gives up after toiLooks.
func (o *hullOracle) clear(t, end, level float64) (ok bool, at float64, looks int) {
	for {
		gap := o.separation(t, 0.05) - level
		if looks++; gap <= 0 && o.separation(t, math.Inf(1)) > 1e-12 {
			gap = o.distance(t) - level
		}
		if gap <= 0 {
			return false, t, looks
		}
		if t += gap / o.fast; t > end || looks > toiLooks {
			return true, math.Min(t, end), looks
		}
	}
}

// hullClass is a kind of queries.
type hullClass struct {
	name         string
	triangle     bool
	spinA, spinB float64 // rad/s
	speed        float64 // m/s
	duration     float64
}

var hullClasses = []hullClass{
	{"both turn", false, 8, 8, 20, 1.0 / 60},
	{"into", false, 8, 20, 60, 1.0 / 60},
	{"one turns", false, 8, 0, 20, 1.0 / 60},
	{"other turns", false, 0, 8, 20, 1.0 / 60},
	{"none turns", false, 0, 0, 20, 1.0 / 60},
	{"both spin", false, 200, 200, 20, 1.0 / 60},
	{"pass through", false, 50, 50, 2000, 1.0 / 60},
	{"long", false, 8, 8, 5, 1},
	{"hundreds of radians", false, 300, 300, 0.3, 1},
	{"triangle", true, 8, 0, 20, 1.0 / 60},
	{"triangle, spin", true, 300, 0, 2, 0.5},
}

// hull returns a hull of 4 to 10 points of a size of some 1 m times scale, and where it lies in its body.
func (r toiRand) hull(t testing.TB, scale float64) Part {
	radii := geom.Vec{X: r.between(0.2, 1.2), Y: r.between(0.2, 1.2), Z: r.between(0.2, 1.2)}.Scale(scale)
	if r.IntN(6) == 0 {
		radii.X *= 0.02
	}
	for {
		var points []geom.Vec
		for range 4 + r.IntN(7) {
			points = append(points, r.dir().Mul(radii))
		}
		h, err := geom.NewHull(points)
		if err != nil {
			continue
		}
		s := geom.HullShape(h)
		p := Part{&s, geom.Transform{Q: geom.IdentityQuat()}}
		if r.IntN(2) == 0 {
			p.At = geom.Transform{P: r.vec(0.6), Q: r.quat()}
		}
		return p
	}
}

// farthest returns the point of the part of a body at the attitude q that is farthest along n, from the centre of
// rotation.
func farthest(p *Part, q geom.Quat, n geom.Vec) geom.Vec {
	c := p.In(geom.Transform{Q: q})
	return c.Pose.Apply(c.Shape.Support(c.Pose.Q.RotateInv(n)))
}

// hullQuery returns a random query whose shapes come near each other, or into each other, at some time.
func (r toiRand) hullQuery(t testing.TB, class *hullClass) hullQuery {
	c := hullQuery{duration: class.duration, target: 1e-9}
	if class.name == "into" {
		c.a = r.hull(t, 2.5)
	} else {
		c.a = r.hull(t, 1)
	}
	if r.IntN(4) == 0 {
		c.target = 1e-3
	}
	at := r.between(0, class.duration)
	qa, n := r.quat(), r.dir()
	wa, wb := r.dir().Scale(class.spinA*r.Float64()), r.dir().Scale(class.spinB*r.Float64())
	origin := r.vec(20)
	depth := r.between(-0.05, 0.5)
	side := r.vec(0.4)
	side = side.AddScaled(n, -n.Dot(side))
	v := n.Scale(-class.speed * r.Float64()).Add(r.vec(class.speed / 3))
	if class.triangle {
		x := r.vec(1)
		tri := geom.Triangle{A: x.Add(r.vec(2)), B: x.Add(r.vec(2)), C: x.Add(r.vec(2))}
		near := tri.A
		for _, v := range [2]geom.Vec{tri.B, tri.C} {
			if n.Dot(v) < n.Dot(near) {
				near = v
			}
		}
		d := farthest(&c.a, qa, n).Sub(near).Add(side).AddScaled(n, -depth)
		c.tri = &geom.Triangle{A: origin.Add(d).Add(tri.A), B: origin.Add(d).Add(tri.B), C: origin.Add(d).Add(tri.C)}
		c.sa = toiBackFrom(origin, qa, v.Neg(), wa, at)
		return c
	}
	c.b = r.hull(t, 1)
	if class.name == "into" {
		c.b = r.hull(t, 0.2)
	}
	qb := r.quat()
	d := farthest(&c.a, qa, n).Sub(farthest(&c.b, qb, n.Neg())).Add(side).AddScaled(n, -depth)
	va := r.vec(class.speed)
	c.sa = toiBackFrom(origin, qa, va, wa, at)
	c.sb = toiBackFrom(origin.Add(d), qb, va.Add(v), wb, at)
	return c
}

func (c *hullQuery) size() float64 {
	if c.tri != nil {
		b := c.tri.Bounds()
		return max(c.a.Shape.Extent(), b.Max.Sub(b.Min).MaxAbs()/2)
	}
	return max(c.a.Shape.Extent(), c.b.Shape.Extent())
}

// Against an oracle that steps through the motion by the distance and its greatest rate: never late, and no hit is
// missed.
func TestTimeOfImpactHulls_NeverLateNeverMissed(t *testing.T) {
	n := 38
	if geomtest.Long {
		n = 2000
	}
	total, turns, apart, undecided, most := map[Status]int{}, 0, 0, 0, 0
	for i := range hullClasses {
		class := &hullClasses[i]
		r := newToiRand(uint64(500 + i))
		got := map[Status]int{}
		for k := 0; k < n; k++ {
			c := r.hullQuery(t, class)
			o := newHullOracle(&c)
			out := c.run()
			got[out.Status]++
			most = max(most, out.Iterations)
			tol := 1e-9 * c.size()
			slack := 1e-3*tol + 1e-13*(10+o.fast*class.duration)
			from := 0.0
			if start := o.separation(0, math.Inf(1)); start <= c.target+tol {
				if out.Status == Overlapping || out.Status == Hit && out.Time == 0 {
					continue
				}
				for from < out.Time && o.separation(from, math.Inf(1)) <= c.target+tol {
					from += 1e-7 + 0.05*from
				}
			}
			if out.Status == Overlapping || out.Status == Unresolved {
				t.Errorf("%s %d: %+v", class.name, k, out)
				continue
			}
			ok, at, looks := o.clear(from, out.Time, c.target-slack)
			if looks > toiLooks {
				undecided++
			}
			if !ok {
				t.Errorf("%s %d: %+v; but contact at %g, separation %g", class.name, k, out, at, o.separation(at, math.Inf(1)))
			}
			if out.Status != Hit {
				continue
			}
			if d := o.distance(out.Time); out.Time > 0 && !(d > c.target-slack && d <= c.target+tol+slack) {
				t.Errorf("%s %d: %+v; distance %g", class.name, k, out, d)
			}
			if out.Time*c.sa.W.Len() > 2*math.Pi {
				turns++
			}
			if o.separation(c.duration, math.Inf(1)) > c.target+tol {
				apart++
			}
		}
		for s, k := range got {
			total[s] += k
		}
		t.Logf("%s: %d hits, %d misses, %d overlapping", class.name, got[Hit], got[Miss], got[Overlapping])
	}
	t.Logf("%v; %d hits after a whole turn, %d apart again at the end; %d undecided, %d iterations at most", total, turns, apart, undecided, most)
	if total[Hit] < 2*n || total[Miss] < n || turns < n/4 || apart < n || undecided > n/50 {
		t.Error("too few hard cases")
	}
}
