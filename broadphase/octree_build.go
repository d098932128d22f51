package broadphase

import (
	"math"
	"math/bits"

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
	nodes   []node
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

// radixSort sorts codes and order together by code, stably, with k2 and v2 as scratch.
func radixSort(k1 []uint64, v1 []int32, k2 []uint64, v2 []int32) {
	const width, mask = 11, 1<<11 - 1
	if len(k1) < 2 {
		return
	}
	varies := uint64(0)
	for _, k := range k1 {
		varies |= k ^ k1[0]
	}
	src, dst, from, to := k1, k2, v1, v2
	for shift := 0; shift < 3*codeBits; shift += width {
		if varies>>shift&mask == 0 {
			continue
		}
		var count [mask + 1]int32
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
	n := int32(len(b.order))
	b.nodes = make([]node, 0, n/3+16)
	root := int32(-1)
	if b.classesInUse() > 1 {
		root = b.open(0)
	}
	lo := int32(0)
	for _, hi := range b.ends {
		if hi > lo {
			b.subtree(lo, hi)
		}
		lo = hi
	}
	if root >= 0 {
		b.close(root)
	}
	b.open(n)
	nodes := make([]node, len(b.nodes))
	copy(nodes, b.nodes)
	return &Octree{mesh: b.mesh, nodes: nodes, order: b.order}
}

func (b *builder) classesInUse() int {
	used := 0
	for k := range b.classes {
		if b.classes[k].count > 0 {
			used++
		}
	}
	return used
}

// open appends a node without bounds for the triangles from first on.
func (b *builder) open(first int32) int32 {
	inf := float32(math.Inf(1))
	b.nodes = append(b.nodes, node{[3]float32{inf, inf, inf}, [3]float32{-inf, -inf, -inf}, first, 0})
	return int32(len(b.nodes)) - 1
}

// close ends the subtree of node i and gives it the bounds of its children.
func (b *builder) close(i int32) {
	p := &b.nodes[i]
	p.next = int32(len(b.nodes))
	for c := i + 1; c < p.next; c = b.nodes[c].next {
		n := &b.nodes[c]
		for k := range p.lo {
			if n.lo[k] < p.lo[k] {
				p.lo[k] = n.lo[k]
			}
			if n.hi[k] > p.hi[k] {
				p.hi[k] = n.hi[k]
			}
		}
	}
}

// subtree makes the nodes of the triangles lo to hi. Its depth is at most codeBits plus the number of divisions by index,
// 32 together for 2³¹ triangles.
func (b *builder) subtree(lo, hi int32) {
	i := b.open(lo)
	if hi-lo <= leafSize {
		b.leaf(i, lo, hi)
		return
	}
	differ := b.codes[lo] ^ b.codes[hi-1]
	if differ == 0 {
		part := max(leafSize, (hi-lo+7)/8)
		for ; lo < hi; lo += part {
			b.subtree(lo, min(lo+part, hi))
		}
		b.close(i)
		return
	}
	shift := (63 - bits.LeadingZeros64(differ)) / 3 * 3
	for lo < hi {
		end := b.endOfOctant(lo, hi, shift)
		b.subtree(lo, end)
		lo = end
	}
	b.close(i)
}

// endOfOctant returns the end of the triangles from lo on that lie in the same octant of the cells that shift divides.
func (b *builder) endOfOctant(lo, hi int32, shift int) int32 {
	octant := b.codes[lo] >> shift
	for hi-lo > 1 {
		mid := lo + (hi-lo)/2
		if b.codes[mid]>>shift == octant {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

func (b *builder) leaf(i, lo, hi int32) {
	box := geom.EmptyAABB()
	for _, t := range b.order[lo:hi] {
		tri := b.mesh.Triangle(t)
		box = box.Union(tri.Bounds())
	}
	n := &b.nodes[i]
	n.lo = [3]float32{roundDown(box.Min.X), roundDown(box.Min.Y), roundDown(box.Min.Z)}
	n.hi = [3]float32{roundUp(box.Max.X), roundUp(box.Max.Y), roundUp(box.Max.Z)}
	n.next = i + 1
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
