package geom

import (
	"fmt"
	"math"
)

const (
	hullBits = 53 // coordinates are integers below 2^53

	// hullMerge is the tolerance in units of those integers, 2^-44 of the size: a vertex up to so far below the plane
	// of a neighbouring face belongs to that face. Turning and moving a point in double precision costs a few units;
	// the plane through three such points is off by a hundred times that where it is a hundred times wider than they
	// are apart.
	hullMerge = 1 << (hullBits - 44)

	hullOutside = 4 * hullMerge  // points that are dropped may be so far outside: Hull.Tolerance
	hullFlat    = 64 * hullMerge // thickness from which on points are a solid
)

// hullBuilder is the state of NewHull.
type hullBuilder struct {
	unit     int // coordinates times 2^unit are those of the grid
	distinct int // number of points given, without repetitions
	p        []Vec
	q        []gridPoint // p in the grid, rounded
	gone     []Vec       // vertices of the exact hull that were dropped

	tris    []hullTri
	next    []int32 // list of the points outside a triangle
	ends    []hullEnd
	seen    []int32
	region  []int32 // of each triangle
	regions []hullRegion
}

// hullTri is a triangle of the exact hull, counter-clockwise from outside; several may lie in one plane.
type hullTri struct {
	v, adj [3]int32 // adj[k] is across the edge from v[k] to v[k+1]
	n      Vec      // normal, rounded
	limit  Vec      // the sizes of the terms of n
	first  int32    // point outside, -1 for none
	far    int32    // the farthest of them
	depth  float64  // its distance times the length of n
	dead   bool
	mark   int32 // point for which sight is known
	sight  bool
}

// hullEnd is the edge of the horizon that begins at a vertex: its end and the triangle beyond.
type hullEnd struct{ v, beyond int32 }

// quickhull fills tris with the exact hull of the points, and nothing else: dead triangles are removed.
func (b *hullBuilder) quickhull() error {
	n := len(b.p)
	b.tris = b.tris[:0]
	b.next, b.ends = make([]int32, n), make([]hullEnd, n)
	if err := b.simplex(); err != nil {
		return err
	}
	for p := range int32(n) {
		b.assign(p, 0)
	}
	for i := int32(0); i < int32(len(b.tris)); i++ {
		if t := &b.tris[i]; !t.dead && t.first >= 0 {
			b.addPoint(i)
		}
	}
	b.compact()
	return nil
}

// simplex starts the hull with four points far from each other.
func (b *hullBuilder) simplex() error {
	farthest := func(f func(w gridPoint) float64) (at int32, most float64) {
		for i := range b.q {
			if x := f(b.q[i].sub(b.q[0])); x > most {
				at, most = int32(i), x
			}
		}
		return at, most
	}
	i, length := farthest(func(w gridPoint) float64 { return w.vec().LenSq() })
	u := b.q[i].sub(b.q[0])
	j, width := farthest(func(w gridPoint) float64 { return crossVec(u, w).LenSq() })
	if width = math.Sqrt(width / length); !(width > hullFlat) {
		return fmt.Errorf("hull: %w: %d distinct points are on one line within %.3g m; add points beside it", ErrHullFlat, b.distinct, math.Ldexp(width, -b.unit))
	}
	normal := crossVec(u, b.q[j].sub(b.q[0])).Normalize()
	k, height := farthest(func(w gridPoint) float64 { return math.Abs(normal.Dot(w.vec())) })
	if !(height > hullFlat) {
		return fmt.Errorf("hull: %w: %d distinct points are within %.3g m of it; add points above or below, more than %.3g m away", ErrHullFlat, b.distinct, math.Ldexp(height, -b.unit), math.Ldexp(hullFlat, -b.unit))
	}
	if normal.Dot(b.q[k].sub(b.q[0]).vec()) > 0 {
		i, j = j, i
	}
	// Now 0, i, j is counter-clockwise seen from the side away from k.
	b.addTri([3]int32{0, i, j}, [3]int32{1, 2, 3})
	b.addTri([3]int32{i, 0, k}, [3]int32{0, 3, 2})
	b.addTri([3]int32{j, i, k}, [3]int32{0, 1, 3})
	b.addTri([3]int32{0, j, k}, [3]int32{0, 2, 1})
	return nil
}

// addTri adds a triangle with its corners, its neighbours across their edges, and its normal.
func (b *hullBuilder) addTri(v, adj [3]int32) {
	o := b.q[v[0]]
	u, w := b.q[v[1]].sub(o).vec(), b.q[v[2]].sub(o).vec()
	b.tris = append(b.tris, hullTri{
		v: v, adj: adj, first: -1, mark: -1,
		n: u.Cross(w),
		limit: Vec{
			math.Abs(float64(u.Y*w.Z)) + math.Abs(float64(u.Z*w.Y)),
			math.Abs(float64(u.Z*w.X)) + math.Abs(float64(u.X*w.Z)),
			math.Abs(float64(u.X*w.Y)) + math.Abs(float64(u.Y*w.X)),
		},
	})
}

// above reports whether point p is above the plane of t, exactly, and returns its distance times the length of t.n,
// rounded.
func (b *hullBuilder) above(t *hullTri, p int32) (float64, bool) {
	w := b.q[p].sub(b.q[t.v[0]]).vec()
	d := t.n.Dot(w)
	// Each term of the sum is a product of three differences, rounded three times, in two products, a difference and
	// two sums: eight half ulps of the sum of the terms' sizes, 8.9e-16.
	if math.Abs(d) > float64(1e-15*t.limit.Dot(w.Abs())) {
		return d, d > 0
	}
	return d, orientExact(b.q[t.v[0]], b.q[t.v[1]], b.q[t.v[2]], b.q[p]) > 0
}

// assign puts p on the list of the first triangle from the given one on that p is above.
func (b *hullBuilder) assign(p, from int32) {
	for i := from; i < int32(len(b.tris)); i++ {
		t := &b.tris[i]
		d, above := b.above(t, p)
		if !above {
			continue
		}
		if t.first < 0 || d > t.depth {
			t.far, t.depth = p, d
		}
		b.next[p], t.first = t.first, p
		return
	}
}

// addPoint replaces the triangles that the farthest point above triangle i sees by the cone from it to their border,
// the horizon. Triangles in whose plane it lies stay, and the cone continues them: that is the hull with the point
// moved inwards by less than anything, so that the horizon is one simple loop, and no triangle of the cone is without
// area.
func (b *hullBuilder) addPoint(i int32) {
	p := b.tris[i].far
	b.tris[i].mark, b.tris[i].sight = p, true
	b.seen = append(b.seen[:0], i)
	start, count := int32(-1), int32(0)
	for s := 0; s < len(b.seen); s++ {
		t := &b.tris[b.seen[s]]
		for k, a := range t.adj {
			other := &b.tris[a]
			if other.mark != p {
				other.mark = p
				if _, other.sight = b.above(other, p); other.sight {
					b.seen = append(b.seen, a)
				}
			}
			if !other.sight {
				b.ends[t.v[k]] = hullEnd{t.v[(k+1)%3], a}
				start = t.v[k]
				count++
			}
		}
	}
	base := int32(len(b.tris))
	u := start
	for j := range count {
		e := b.ends[u]
		b.addTri([3]int32{u, e.v, p}, [3]int32{e.beyond, base + (j+1)%count, base + (j+count-1)%count})
		beyond := &b.tris[e.beyond]
		for k := range 3 {
			if beyond.v[k] == e.v && beyond.v[(k+1)%3] == u {
				beyond.adj[k] = base + j
			}
		}
		u = e.v
	}
	for _, s := range b.seen {
		b.tris[s].dead = true
		for x := b.tris[s].first; x >= 0; {
			after := b.next[x]
			if x != p {
				b.assign(x, base)
			}
			x = after
		}
	}
}

// compact removes the dead triangles.
func (b *hullBuilder) compact() {
	index := make([]int32, len(b.tris))
	n := int32(0)
	for i := range b.tris {
		index[i] = n
		if !b.tris[i].dead {
			b.tris[n] = b.tris[i]
			n++
		}
	}
	b.tris = b.tris[:n]
	for i := range b.tris {
		for k, a := range b.tris[i].adj {
			b.tris[i].adj[k] = index[a]
		}
	}
}
