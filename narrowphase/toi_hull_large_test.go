package narrowphase

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
)

// bruteAlong returns the separation along n at the time the pair is at, from all vertices.
func (p *turnPair) bruteAlong(n geom.Vec) float64 {
	far, near := math.Inf(-1), math.Inf(1)
	for i := range p.a.hull.Vertices {
		far = math.Max(far, n.Dot(p.a.vertex(int32(i))))
	}
	for i := range p.b.hull.Vertices {
		near = math.Min(near, n.Dot(p.b.vertex(int32(i))))
	}
	return near - far
}

// Hulls of up to 120 vertices, of sizes from 1 mm to 100 m, thin ones too: at a thousand times before the end the
// direction of the nearest points, with all vertices, shows that they are apart.
func TestTimeOfImpactHulls_LargeAndSmallHulls(t *testing.T) {
	n := 38
	if geomtest.Long {
		n = 5000
	}
	r := newToiRand(1200)
	got, turns, most := map[Status]int{}, 0, 0
	for k := range n {
		size := math.Pow(10, r.between(-3, 2))
		part := func(scale float64) Part {
			radii := geom.Vec{X: r.between(0.3, 1), Y: r.between(0.3, 1), Z: math.Pow(10, r.between(-2, 0))}
			s := hullBall(t, 8+r.IntN(113), radii.Scale(scale))
			return Part{&s, geom.Transform{P: r.vec(0.5 * scale), Q: r.quat()}}
		}
		c := hullQuery{a: part(1), b: part(size), duration: r.between(0.01, 0.3)}
		c.target = 1e-9 * c.size()
		if k%2 == 0 {
			c = c.exchanged()
		}
		at, dir := r.between(0, c.duration), r.dir()
		qa, qb := r.quat(), r.quat()
		d := farthest(&c.a, qa, dir).Sub(farthest(&c.b, qb, dir.Neg())).AddScaled(dir, r.between(-0.2, 0.1))
		spin := []float64{0.1, 10, 100}[r.IntN(3)]
		c.sa = toiBackFrom(geom.Vec{X: 100}, qa, r.vec(1), r.dir().Scale(r.between(0, spin)), at)
		wb := geom.Vec{}
		if r.IntN(2) == 0 {
			wb = r.dir().Scale(r.between(0, spin) / max(1, size))
		}
		c.sb = toiBackFrom(geom.Vec{X: 100}.Add(d), qb, dir.Scale(-r.between(0, 50)), wb, at)
		out := c.run()
		got[out.Status]++
		most = max(most, out.Iterations)
		if out.Status == Overlapping {
			continue
		}
		if out.Status == Unresolved {
			t.Errorf("%d: %+v", k, out)
		}
		var p turnPair
		p.setHulls(&c.a, &c.sa, &c.b, &c.sb, c.target)
		p.end = c.duration
		rounding := 1e-14 * (size + 100)
		for i := range 1000 {
			p.place(out.Time * float64(i) / 1000)
			if s := p.bruteAlong(p.n); !(s > c.target-rounding) {
				t.Errorf("%d: %+v, but %g apart at %d/1000 of it", k, out, s, i)
				break
			}
		}
		if out.Status != Hit {
			continue
		}
		p.place(out.Time)
		if s := p.bruteAlong(out.N); math.Abs(s-out.Separation) > rounding || !(s <= c.target+1.001e-9*c.size()+rounding) {
			t.Errorf("%d: %+v, but %g apart along N", k, out, s)
		}
		// And nothing separates them by much more: the next features meet soon.
		if p.sep > out.Separation+1e-9*c.size() {
			t.Errorf("%d: %+v, but %g apart", k, out, p.sep)
		}
		if c.sa.W.Len()*out.Time > 2*math.Pi {
			turns++
		}
	}
	t.Logf("%v; %d hits after a whole turn, %d iterations at most", got, turns, most)
	if got[Hit] < n/3 || got[Miss] < max(1, n/50) || turns < max(1, n/50) {
		t.Error("too few of a kind")
	}
}

// onFace returns the middle of a face of the part of a body at the attitude q, from the centre of rotation, and its
// normal.
func (r toiRand) onFace(p *Part, q geom.Quat) (at, n geom.Vec) {
	c, h := p.In(geom.Transform{Q: q}), p.Shape.Hull
	f := int32(r.IntN(len(h.Faces)))
	for _, i := range h.Face(f) {
		at = at.AddScaled(h.Vertices[i], 1/float64(len(h.Face(f))))
	}
	return c.Pose.Apply(at), c.Pose.Q.Rotate(h.Faces[f].Plane.N)
}

// onEdge returns the middle of an edge and the direction between the normals of its faces.
func (r toiRand) onEdge(p *Part, q geom.Quat) (at, n geom.Vec) {
	c, h := p.In(geom.Transform{Q: q}), p.Shape.Hull
	e := h.Edges[r.IntN(len(h.Edges))]
	at = h.Vertices[e.A].Add(h.Vertices[e.B]).Scale(0.5)
	n = h.Faces[e.Left].Plane.N.Add(h.Faces[e.Right].Plane.N).Normalize()
	return c.Pose.Apply(at), c.Pose.Q.Rotate(n)
}

// The separation along the direction of the nearest points is the distance, for gaps down to rounding, whatever
// features are nearest; and that of touching shapes is the best of all axes.
func TestNearest_EqualsDistance(t *testing.T) {
	n := 750
	if geomtest.Long {
		n = 100000
	}
	r := newToiRand(1300)
	features, unsure, worst := map[[2]int]int{}, 0, 0.0
	for k := range n {
		c := hullQuery{a: r.hull(t, 1), b: r.hull(t, 1)}
		gap := math.Pow(10, r.between(-12, 0))
		qa, qb, dir := r.quat(), r.quat(), r.dir()
		pa, na := farthest(&c.a, qa, dir), dir
		switch k % 6 {
		case 1, 2: // from the middle of a face
			pa, na = r.onFace(&c.a, qa)
		case 3: // from the middle of an edge
			pa, na = r.onEdge(&c.a, qa)
		}
		pb, nb := farthest(&c.b, qb, na.Neg()), na.Neg()
		switch k % 6 {
		case 2, 4:
			pb, nb = r.onFace(&c.b, qb)
		case 3:
			pb, nb = r.onEdge(&c.b, qb)
		case 5: // the same shape: faces, edges and vertices are parallel
			c.b, qb = c.a, qa
			pb = farthest(&c.b, qb, nb)
		}
		// B is turned to face A.
		face := geom.Quat{W: 1 - nb.Dot(na), V: nb.Cross(na.Neg())}.Normalize()
		qb, pb = face.Mul(qb), face.Rotate(pb)
		d := pa.Sub(pb).AddScaled(na, gap)
		c.sa, c.sb = geom.Sweep{Q: qa}, geom.Sweep{C: d, Q: qb}
		var p turnPair
		p.setHulls(&c.a, &c.sa, &c.b, &c.sb, 0)
		p.nearest()
		if p.unsure {
			unsure++
		}
		// Points of both are gap apart. Of nearly parallel edges the oracle knows less.
		want := min(newHullOracle(&c).distance(0), gap)
		// The search ends within tol/20 and a thousandth; rounding of places is some 1e-15.
		off := want - p.sep
		worst = math.Max(worst, off/want)
		if off < -1e-14 || off > 0.05*p.tol+1.1e-3*want+1e-14 {
			t.Errorf("%d: separation %g at gap %g, distance %g, %+v", k, p.sep, gap, want, p.simplex)
		}
		if got := p.bruteAlong(p.n); math.Abs(got-p.sep) > 1e-14 {
			t.Errorf("%d: separation %g along the direction, %g said", k, got, p.sep)
		}
		s := &p.simplex
		if s.count == 3 {
			features[[2]int{distinct(&s.a), distinct(&s.b)}]++
		} else {
			features[[2]int{s.count, 0}]++
		}
	}
	t.Logf("nearest features %v, %d unsure, at most %g below the distance", features, unsure, worst)
	if unsure > 0 {
		t.Error("rounding kept the search open")
	}
	if features[[2]int{3, 1}] < n/50 || features[[2]int{1, 3}] < n/50 || features[[2]int{2, 2}] < n/50 || features[[2]int{1, 0}] < n/50 || features[[2]int{2, 0}] < n/100 {
		t.Error("too few of a kind of features")
	}
}
