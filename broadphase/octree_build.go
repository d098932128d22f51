package broadphase

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

const (
	codeBits   = 21 // bits an axis of a Morton code
	maxClasses = 12 // classes of size; the last one also holds all that is smaller
	classBits  = 3  // a class spans sizes within a factor of 2^classBits
)

// builder holds what is needed only while an octree is built.
type builder struct {
	mesh    *geom.Mesh
	order   []int32           // triangles, by class, then by code, then by index
	codes   []uint64          // Morton code of order[i]
	classes [maxClasses]size  // what each class holds
	ends    [maxClasses]int32 // end of each class in order
	class   []uint8           // by triangle; maxClasses for one that is left out
}

// size is the extent of the centres of one class.
type size struct {
	bounds geom.AABB
	count  int32
}

func newBuilder(m *geom.Mesh) *builder {
	b := &builder{mesh: m, class: make([]uint8, len(m.Tris))}
	for i := range b.classes {
		b.classes[i].bounds = geom.EmptyAABB()
	}
	return b
}

// classify gives each triangle its class of size and each class the bounds of its centres. Sizes are relative to the
// largest triangle.
func (b *builder) classify() {
	largest := 0.0
	for i := range b.mesh.Tris {
		box, ok := b.bounds(int32(i))
		if !ok {
			b.class[i] = maxClasses
			continue
		}
		if s := extent(&box); s > largest {
			largest = s
		}
	}
	_, top := math.Frexp(largest)
	for i := range b.mesh.Tris {
		if b.class[i] == maxClasses {
			continue
		}
		box, _ := b.bounds(int32(i))
		k := maxClasses - 1
		if s := extent(&box); s > 0 {
			_, e := math.Frexp(s)
			if d := (top - e) / classBits; d < k {
				k = d
			}
		}
		b.class[i] = uint8(k)
		c := center(&box)
		g := &b.classes[k]
		g.bounds.Min, g.bounds.Max = g.bounds.Min.Min(c), g.bounds.Max.Max(c)
		g.count++
	}
}

// bounds returns the bounds of a triangle, and false when it has none.
func (b *builder) bounds(i int32) (geom.AABB, bool) {
	t := b.mesh.Tris[i]
	n := uint32(len(b.mesh.Vertices))
	if uint32(t[0]) >= n || uint32(t[1]) >= n || uint32(t[2]) >= n {
		return geom.AABB{}, false
	}
	tri := b.mesh.Triangle(i)
	return tri.Bounds(), tri.A.IsFinite() && tri.B.IsFinite() && tri.C.IsFinite()
}

// extent returns the longest edge of a box, without overflow to infinity.
func extent(b *geom.AABB) float64 {
	return math.Min(b.Size().MaxAbs(), math.MaxFloat64)
}

// center returns the middle of a box, without overflow.
func center(b *geom.AABB) geom.Vec { return b.Min.Scale(0.5).Add(b.Max.Scale(0.5)) }

// sort fills order and codes.
func (b *builder) sort() {
	var at [maxClasses]int32
	total := int32(0)
	for k := range b.classes {
		at[k] = total
		total += b.classes[k].count
		b.ends[k] = total
	}
	b.order = make([]int32, total)
	b.codes = make([]uint64, total)
	var grids [maxClasses]grid
	for k := range grids {
		grids[k] = newGrid(&b.classes[k].bounds)
	}
	for i, k := range b.class {
		if k == maxClasses {
			continue
		}
		box, _ := b.bounds(int32(i))
		b.order[at[k]] = int32(i)
		b.codes[at[k]] = grids[k].code(center(&box))
		at[k]++
	}
	order, codes := make([]int32, total), make([]uint64, total)
	lo := int32(0)
	for _, hi := range b.ends {
		radixSort(b.codes[lo:hi], b.order[lo:hi], codes[lo:hi], order[lo:hi])
		lo = hi
	}
}

// grid divides the cube around the centres of a class.
type grid struct {
	min   geom.Vec
	scale float64 // cells a metre
}

// newGrid returns the grid of the cube at the lower corner of b with its longest edge.
func newGrid(b *geom.AABB) grid {
	g := grid{min: b.Min}
	if s := extent(b); s > 0 {
		g.scale = (1 << codeBits) / s
	}
	if !(g.scale <= math.MaxFloat64) {
		g.scale = 0
	}
	return g
}

// code returns the Morton code of the cell of p: bit 3k of it is bit k of x.
func (g *grid) code(p geom.Vec) uint64 {
	d := p.Sub(g.min).Scale(g.scale)
	return spread(cell(d.X)) | spread(cell(d.Y))<<1 | spread(cell(d.Z))<<2
}

// cell returns the index of a cell, clamped to the cube.
func cell(x float64) uint64 {
	const last = 1<<codeBits - 1
	if !(x > 0) {
		return 0
	}
	if x >= last {
		return last
	}
	return uint64(x)
}

// spread puts two zero bits between the lowest 21 bits of x.
func spread(x uint64) uint64 {
	x = (x | x<<32) & 0x1f00000000ffff
	x = (x | x<<16) & 0x1f0000ff0000ff
	x = (x | x<<8) & 0x100f00f00f00f00f
	x = (x | x<<4) & 0x10c30c30c30c30c3
	x = (x | x<<2) & 0x1249249249249249
	return x
}

// fewCodes is the number of codes up to which they are sorted by insertion: measured, clearing the counters takes longer.
const fewCodes = 48

// insertionSort sorts codes and order together by code, stably.
func insertionSort(codes []uint64, order []int32) {
	for i := 1; i < len(codes); i++ {
		c, o, k := codes[i], order[i], i
		for ; k > 0 && codes[k-1] > c; k-- {
			codes[k], order[k] = codes[k-1], order[k-1]
		}
		codes[k], order[k] = c, o
	}
}

// radixSort sorts codes and order together by code, stably, with k2 and v2 as scratch.
func radixSort(k1 []uint64, v1 []int32, k2 []uint64, v2 []int32) {
	if len(k1) <= fewCodes {
		insertionSort(k1, v1)
		return
	}
	width := 11
	if len(k1) < 2000 {
		width = 8 // fewer counters than keys
	}
	mask := uint64(1)<<width - 1
	k2, v2 = k2[:len(k1)], v2[:len(k1)]
	varies := uint64(0)
	for _, k := range k1 {
		varies |= k ^ k1[0]
	}
	src, dst, from, to := k1, k2, v1, v2
	for shift := 0; shift < 3*codeBits; shift += width {
		if varies>>shift&mask == 0 {
			continue
		}
		var counts [1 << 11]int32
		count := counts[:mask+1]
		for _, k := range src {
			count[k>>shift&mask]++
		}
		sum := int32(0)
		for d, c := range count {
			count[d] = sum
			sum += c
		}
		for i, k := range src {
			d := k >> shift & mask
			dst[count[d]], to[count[d]] = k, from[i]
			count[d]++
		}
		src, dst, from, to = dst, src, to, from
	}
	if &src[0] != &k1[0] {
		copy(k1, src)
		copy(v1, from)
	}
}

// tree makes the nodes.
func (b *builder) tree() *Octree {
	c := cells{nodes: make([]node, 0, len(b.order)/3+16), codes: b.codes, leaf: leafSize}
	c.divide(b.ends[:])
	for i := range c.nodes[:len(c.nodes)-1] {
		if n := &c.nodes[i]; n.next == int32(i)+1 {
			b.fitLeaf(n, c.nodes[i+1].first)
		}
	}
	c.fit()
	nodes := make([]node, len(c.nodes))
	copy(nodes, c.nodes)
	return &Octree{mesh: b.mesh, nodes: nodes, order: b.order}
}

// fitLeaf gives a leaf, whose triangles end before end, its bounds.
func (b *builder) fitLeaf(n *node, end int32) {
	box := geom.EmptyAABB()
	for _, t := range b.order[n.first:end] {
		tri := b.mesh.Triangle(t)
		box = box.Union(tri.Bounds())
	}
	n.setBounds(&box)
}

// setBounds gives a node the bounds of box, rounded outwards.
func (n *node) setBounds(box *geom.AABB) {
	n.lo = [3]float32{roundDown(box.Min.X), roundDown(box.Min.Y), roundDown(box.Min.Z)}
	n.hi = [3]float32{roundUp(box.Max.X), roundUp(box.Max.Y), roundUp(box.Max.Z)}
}

// roundDown returns the largest float32 that is not above x.
func roundDown(x float64) float32 {
	if x > math.MaxFloat32 {
		if x > math.MaxFloat64 {
			return float32(math.Inf(1))
		}
		return math.MaxFloat32
	}
	if x < -math.MaxFloat32 {
		return float32(math.Inf(-1))
	}
	f := float32(x)
	if float64(f) > x {
		return math.Nextafter32(f, float32(math.Inf(-1)))
	}
	return f
}

// roundUp returns the smallest float32 that is not below x.
func roundUp(x float64) float32 { return -roundDown(-x) }
