package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// pair is two things that may meet in the step: body a with body b, or with static -1-b.
type pair struct {
	a, b       int32
	first, end int32 // the candidate triangles of a mesh in scratch.tris
	// solved says that the pair's contact is in the hands of the contact solver in the current substep of its island, so
	// that it is not searched for impacts; for a mesh this stands with each triangle.
	solved bool
}

// triangle is a candidate triangle of a pair.
type triangle struct {
	index  int32
	solved bool
}

// findPairs collects the pairs that can meet in the step, from the swept bounds of both, relative to the world; what an
// impact throws out of its bounds is looked up again then.
func (w *World) findPairs() {
	w.pairs, w.tris = w.pairs[:0], w.tris[:0]
	h := w.set.Step
	for i := range w.bodies {
		w.pairsOf[i] = w.pairsOf[i][:0]
		f := &w.flights[i]
		if f.still {
			obb := w.bodies[i].obb(&f.s)
			w.bounds[i] = obb.Bounds().Grow(w.set.Speculative)
			continue
		}
		w.bounds[i] = w.reach(int32(i), h)
	}
	w.near = w.sweeper.Find(w.bounds, w.near[:0])
	for _, p := range w.near {
		if w.flights[p.I].still && w.flights[p.J].still {
			continue
		}
		w.addPair(p.I, p.J)
	}
	for i := range w.bodies {
		if !w.flights[i].still {
			w.addStatics(int32(i))
		}
	}
}

// reach returns the bounds of a body over the time p from now on, with room for what the contact solver foresees.
func (w *World) reach(i int32, p float64) geom.AABB {
	f := &w.flights[i]
	box := w.bodies[i].sweptBounds(&f.s, f.acc, p)
	free := w.bodies[i].sweptBounds(&f.s, f.field, p)
	return box.Union(free).Grow(w.set.Speculative)
}

func (w *World) addPair(a, b int32) int32 {
	k := int32(len(w.pairs))
	w.pairs = append(w.pairs, pair{a: a, b: b, first: int32(len(w.tris)), end: int32(len(w.tris))})
	w.link(a, k)
	if b >= 0 {
		w.link(b, k)
	}
	return k
}

// link keeps the pairs of a body sorted by their other side and own side, whatever the order they were found in.
func (w *World) link(i, k int32) {
	l := append(w.pairsOf[i], k)
	for n := len(l) - 1; n > 0 && w.pairLess(l[n], l[n-1]); n-- {
		l[n], l[n-1] = l[n-1], l[n]
	}
	w.pairsOf[i] = l
}

func (w *World) pairLess(p, q int32) bool {
	x, y := &w.pairs[p], &w.pairs[q]
	if x.a != y.a {
		return x.a < y.a
	}
	return x.b < y.b
}

// addStatics adds the pairs of a body with the statics within its bounds.
func (w *World) addStatics(i int32) {
	for s := range w.statics {
		st := &w.statics[s]
		if !st.bounds.Overlaps(&w.bounds[i]) {
			continue
		}
		if st.mesh == nil {
			w.addPair(i, int32(-1-s))
			continue
		}
		w.found = st.tree.Query(&w.bounds[i], w.found[:0])
		if len(w.found) == 0 {
			continue
		}
		k := w.addPair(i, int32(-1-s))
		w.appendTriangles(k)
	}
}

func (w *World) appendTriangles(k int32) {
	p := &w.pairs[k]
	p.first = int32(len(w.tris))
	for _, t := range w.found {
		w.tris = append(w.tris, triangle{index: t})
	}
	p.end = int32(len(w.tris))
}

// widen finds the pairs of a body whose motion has left the bounds that its pairs were found with.
func (w *World) widen(i int32, left float64) {
	now := w.reach(i, left)
	old := &w.bounds[i]
	if old.Contains(now.Min) && old.Contains(now.Max) {
		return
	}
	*old = old.Union(now)
	for j := range w.bodies {
		if j := int32(j); j != i && w.bounds[j].Overlaps(&w.bounds[i]) && w.findPair(i, j) < 0 {
			a, b := i, j
			if b < a {
				a, b = b, a
			}
			w.addPair(a, b)
		}
	}
	for s := range w.statics {
		st := &w.statics[s]
		if !st.bounds.Overlaps(&w.bounds[i]) {
			continue
		}
		k := w.findPair(i, int32(-1-s))
		if st.mesh == nil {
			if k < 0 {
				w.addPair(i, int32(-1-s))
			}
			continue
		}
		w.found = st.tree.Query(&w.bounds[i], w.found[:0])
		if len(w.found) == 0 {
			continue
		}
		if k < 0 {
			k = w.addPair(i, int32(-1-s))
		}
		w.appendTriangles(k)
	}
}

// findPair returns the index of the pair of body i with body or static j, -1 for none.
func (w *World) findPair(i, j int32) int32 {
	a, b := i, j
	if b >= 0 && b < a {
		a, b = b, a
	}
	for _, k := range w.pairsOf[i] {
		if p := &w.pairs[k]; p.a == a && p.b == b {
			return k
		}
	}
	return -1
}

// manifolds is the scratch of contact points of one pair.
type manifolds struct {
	m    narrowphase.Manifold
	list []touch
}

// touch is a contact point of a pair at given poses.
type touch struct {
	p    geom.Vec
	n    geom.Vec // from a to b
	sep  float64
	key  rowKey
	near int32 // index in scratch.tris, -1 for none
}

// rowKey names a contact point for the whole run: who touches what with which features.
type rowKey struct {
	a, b    int32
	tri     int32 // of a mesh, -1 otherwise
	feature narrowphase.FeatureID
}

func (k rowKey) less(o rowKey) bool {
	if k.a != o.a {
		return k.a < o.a
	}
	if k.b != o.b {
		return k.b < o.b
	}
	if k.tri != o.tri {
		return k.tri < o.tri
	}
	return k.feature < o.feature
}

func compareKeys(x, y rowKey) int {
	switch {
	case x.less(y):
		return -1
	case y.less(x):
		return 1
	}
	return 0
}

// touches collects the contact points of pair k, no farther apart than margin, at the states the bodies are in now.
func (w *World) touches(k int32, margin float64) []touch {
	p := &w.pairs[k]
	l := &w.manifold
	l.list = l.list[:0]
	box := w.bodies[p.a].obb(&w.flights[p.a].s)
	if p.b >= 0 {
		other := w.bodies[p.b].obb(&w.flights[p.b].s)
		if narrowphase.CollideOBBs(&box, &other, margin, &l.m) {
			w.gather(p, -1, -1)
		}
		return l.list
	}
	st := &w.statics[-1-p.b]
	if st.mesh == nil {
		other := st.obb()
		if narrowphase.CollideOBBs(&box, &other, margin, &l.m) {
			w.gather(p, -1, -1)
		}
		return l.list
	}
	reach := box.Bounds().Grow(margin)
	for c := p.first; c < p.end; c++ {
		i := w.tris[c].index
		tri := st.mesh.Triangle(i)
		bounds := tri.Bounds()
		if !bounds.Overlaps(&reach) || beyondPlane(&box, st.mesh.Planes[i], margin) {
			continue
		}
		if w.collideTriangle(&box, st.mesh, i, margin) {
			w.gather(p, i, c)
		}
	}
	return l.list
}

// beyondPlane reports whether a box is farther than margin from a plane, by more than rounding.
func beyondPlane(box *geom.OBB, p geom.Plane, margin float64) bool {
	d := math.Abs(p.N.Dot(box.C) - p.D)
	return d > float64((box.Radius(p.N)+margin)*(1+1e-9))+float64(1e-12*math.Abs(p.D))
}

// collideTriangle fills the manifold of a box and triangle i of a mesh, with the mesh's edges taken for what they are.
func (w *World) collideTriangle(box *geom.OBB, m *geom.Mesh, i int32, margin float64) bool {
	tri := m.Triangle(i)
	var beyond [3]geom.Plane
	for e, info := range m.Edges[i] {
		if info.Neighbor >= 0 {
			beyond[e] = m.Planes[info.Neighbor]
		}
	}
	return narrowphase.CollideOBBTriangle(box, &tri, m.Planes[i], &m.Edges[i], &beyond, margin, &w.manifold.m)
}

func (w *World) gather(p *pair, tri, near int32) {
	l := &w.manifold
	for i := 0; i < l.m.Count; i++ {
		q := &l.m.Points[i]
		l.list = append(l.list, touch{
			p: q.P, n: l.m.N, sep: q.Separation, near: near,
			key: rowKey{p.a, p.b, tri, q.Feature},
		})
	}
}

// approach returns the speed at which the two sides of a touch come together [m/s], at the bodies' states now.
func (w *World) approach(p *pair, t *touch) float64 {
	u := w.pointVelocity(p.a, t.p).Sub(w.pointVelocity(p.b, t.p))
	return u.Dot(t.n)
}

// pointVelocity returns the velocity of the material point of body i at x; zero for a static.
func (w *World) pointVelocity(i int32, x geom.Vec) geom.Vec {
	if i < 0 {
		return geom.Vec{}
	}
	f := &w.flights[i]
	if f.still {
		return geom.Vec{}
	}
	return f.s.V.Add(w.bodies[i].mass.AngularVelocity(f.s.Q, f.s.L).Cross(x.Sub(f.s.X)))
}

// size returns the length scale of a pair's tolerances [m].
func (w *World) size(p *pair) float64 {
	s := w.bodies[p.a].size
	o := 0.0
	if p.b >= 0 {
		o = w.bodies[p.b].size
	} else {
		o = w.statics[-1-p.b].size
	}
	if o > s {
		return o
	}
	return s
}

func (w *World) surfaceOf(p *pair) surface {
	a := w.bodies[p.a].material
	b := int32(0)
	if p.b >= 0 {
		b = w.bodies[p.b].material
	} else {
		b = w.statics[-1-p.b].material
	}
	return w.surface[a*w.materials+b]
}

// sortKeys sorts by key.
func sortKeys(k []contact) {
	slices.SortFunc(k, func(x, y contact) int { return compareKeys(x.key, y.key) })
}
