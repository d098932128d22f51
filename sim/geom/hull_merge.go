package geom

import (
	"cmp"
	"slices"
)

// hullRegion is what becomes a face: triangles that are coplanar within the tolerance. Together they are a disc: their
// border is one loop that no vertex is on twice.
type hullRegion struct {
	seed   int32 // triangle whose plane is the face's: no point is above it
	normal Vec   // of that plane, a unit vector
	tris   []int32
}

// growRegions divides the triangles into regions: from the largest triangle that has none it takes in neighbours as
// long as their vertices are within the tolerance below its plane. Triangles too thin to have a plane come last, and go
// to any neighbour's region, the one across their longest edge if that may be.
func (b *hullBuilder) growRegions() {
	n := int32(len(b.tris))
	b.region, b.regions = make([]int32, n), b.regions[:0]
	size, thin, order := make([]float64, n), make([]bool, n), make([]int32, n)
	for i := range n {
		b.region[i], order[i] = -1, i
		size[i] = b.area(i).Len()
		e := b.longest(i)
		thin[i] = size[i] <= float64(2*hullMerge*e[0].length)
	}
	slices.SortFunc(order, func(x, y int32) int { return cmp.Or(cmp.Compare(size[y], size[x]), cmp.Compare(x, y)) })
	in := make([]int32, len(b.p)) // the vertex is in region in - 1
	for _, i := range order {
		if b.region[i] < 0 && !thin[i] {
			b.grow(i, thin, in)
		}
	}
	for {
		left := int32(-1)
		progress := false
		for _, i := range order {
			if b.region[i] >= 0 {
				continue
			}
			if b.attach(i) {
				progress = true
			} else if left < 0 {
				left = i
			}
		}
		if left < 0 {
			return
		}
		if !progress {
			b.grow(left, thin, in)
		}
	}
}

// area returns twice the area of triangle i, along its normal, in units of the grid.
func (b *hullBuilder) area(i int32) Vec {
	v := &b.tris[i].v
	return crossVec(b.q[v[1]].sub(b.q[v[0]]), b.q[v[2]].sub(b.q[v[0]]))
}

type hullSide struct {
	k      int
	length float64
}

// longest returns the sides of triangle i, the longest first.
func (b *hullBuilder) longest(i int32) [3]hullSide {
	var e [3]hullSide
	v := &b.tris[i].v
	for k := range 3 {
		e[k] = hullSide{k, b.q[v[(k+1)%3]].sub(b.q[v[k]]).vec().Len()}
	}
	slices.SortFunc(e[:], func(x, y hullSide) int { return cmp.Or(cmp.Compare(y.length, x.length), cmp.Compare(x.k, y.k)) })
	return e
}

// grow makes a region of triangle seed and what may join it.
func (b *hullBuilder) grow(seed int32, thin []bool, in []int32) {
	id := int32(len(b.regions))
	r := hullRegion{seed: seed, normal: b.area(seed).Normalize()}
	o := b.q[b.tris[seed].v[0]]
	join := func(i int32) {
		b.region[i] = id
		r.tris = append(r.tris, i)
		for _, v := range b.tris[i].v {
			in[v] = id + 1
		}
	}
	join(seed)
	for s := 0; s < len(r.tris); s++ {
		for _, i := range b.tris[r.tris[s]].adj {
			if b.region[i] >= 0 || !thin[i] && !(b.area(i).Dot(r.normal) > 0) {
				continue
			}
			apex, shared := b.contact(i, id)
			if shared > 2 || shared == 1 && in[apex] == id+1 {
				continue
			}
			if r.normal.Dot(b.q[apex].sub(o).vec()) >= -hullMerge {
				join(i)
			}
		}
	}
	b.regions = append(b.regions, r)
}

// contact returns how many edges triangle i shares with the region, and the vertex that is not on the last of them.
func (b *hullBuilder) contact(i, id int32) (apex int32, shared int) {
	t := &b.tris[i]
	for k := range 3 {
		if b.region[t.adj[k]] == id {
			apex = t.v[(k+2)%3]
			shared++
		}
	}
	return apex, shared
}

// attach lets the thin triangle i join the region of a neighbour, whichever side it faces, and reports whether one
// could take it. Its vertices may be deeper than those that grow takes in, by the height of a thin triangle.
func (b *hullBuilder) attach(i int32) bool {
	for _, e := range b.longest(i) {
		id := b.region[b.tris[i].adj[e.k]]
		if id < 0 {
			continue
		}
		apex, shared := b.contact(i, id)
		if shared > 2 || shared == 1 && b.touches(i, apex, id) {
			continue
		}
		r := &b.regions[id]
		if r.normal.Dot(b.q[apex].sub(b.q[b.tris[r.seed].v[0]]).vec()) < -3*hullMerge {
			continue
		}
		b.region[i] = id
		r.tris = append(r.tris, i)
		return true
	}
	return false
}

// around calls f for the triangles at vertex v, from triangle i on, clockwise from outside.
func (b *hullBuilder) around(i, v int32, f func(i int32)) {
	for j := i; ; {
		f(j)
		t := &b.tris[j]
		k := 0
		for t.v[k] != v {
			k++
		}
		if j = t.adj[k]; j == i {
			return
		}
	}
}

func (b *hullBuilder) touches(i, v, id int32) (yes bool) {
	b.around(i, v, func(j int32) { yes = yes || b.region[j] == id })
	return yes
}

// dropVertices keeps of the points the vertices at which three regions meet, and of two that nearly coincide one. It
// reports whether a vertex of the exact hull was dropped; if not, points keep their indices but those inside are
// removed.
func (b *hullBuilder) dropVertices() bool {
	const inside, kept, dropped = 0, 1, 2
	state := make([]uint8, len(b.p))
	for i := range b.tris {
		for _, v := range b.tris[i].v {
			if state[v] != inside {
				continue
			}
			changes, last := 0, int32(-1)
			b.around(int32(i), v, func(j int32) {
				if last >= 0 && b.region[j] != last {
					changes++
				}
				last = b.region[j]
			})
			if last != b.region[i] {
				changes++
			}
			state[v] = kept
			if changes < 3 {
				state[v] = dropped
			}
		}
	}
	for i := range b.tris {
		t := &b.tris[i]
		for k := range 3 {
			u, v := t.v[k], t.v[(k+1)%3]
			if u < v && state[u] == kept && state[v] == kept && b.q[v].sub(b.q[u]).vec().Len() <= hullMerge {
				state[v] = dropped
			}
		}
	}
	index := make([]int32, len(b.p))
	any := false
	n := int32(0)
	for v, s := range state {
		index[v] = n
		switch s {
		case kept:
			b.p[n], b.q[n] = b.p[v], b.q[v]
			n++
		case dropped:
			b.gone = append(b.gone, b.p[v])
			any = true
		}
	}
	b.p, b.q = b.p[:n], b.q[:n]
	for i := range b.tris {
		for k, v := range b.tris[i].v {
			b.tris[i].v[k] = index[v]
		}
	}
	return any
}
