package meshio

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"sort"

	"github.com/qmuntal/gltf"
)

// gltfArray is an accessor, checked: every element below count lies in its bytes.
type gltfArray struct {
	gltfItems
	count   int64
	index   gltfItems // sparse: elements replaced, in ascending order
	value   gltfItems // sparse: what replaces them
	nSparse int
	err     error
	done    bool
}

// gltfItems is elements of n components each, one every stride bytes.
type gltfItems struct {
	data       []byte // empty: all zero
	stride     int
	n          int
	component  int
	size       int // of a component [bytes]
	normalized bool
}

// array returns accessors[i], which must have n components, 1 or 3.
func (p *gltfReader) array(i, n int) (*gltfArray, error) {
	if i < 0 || i >= len(p.arrays) {
		return nil, fmt.Errorf("accessors[%d] is not there, the file has %d: export the mesh again", i, len(p.arrays))
	}
	a := &p.arrays[i]
	if !a.done {
		a.done = true
		if err := p.fill(a, i); err != nil {
			a.err = fmt.Errorf("accessors[%d]: %w", i, err)
		}
	}
	if a.err == nil && a.n != n {
		return nil, fmt.Errorf("accessors[%d] has the wrong type: positions are VEC3, indices SCALAR; export the mesh again", i)
	}
	return a, a.err
}

// fill sets a to accessors[i].
func (p *gltfReader) fill(a *gltfArray, i int) error {
	from, component := p.doc.Accessors[i], p.raw.Accessors[i].ComponentType
	size := sizeOf(component)
	switch {
	case size == 0:
		return fmt.Errorf("componentType %d is unknown: export the mesh again", component)
	case from.Normalized && size == 4:
		return errors.New("only whole numbers of 1 and 2 bytes can be normalized: export the mesh again")
	case from.Count < 1:
		return fmt.Errorf("count is %d: export the mesh again", from.Count)
	}
	switch a.count = int64(from.Count); from.Type {
	case gltf.AccessorScalar:
		a.n = 1
	case gltf.AccessorVec3:
		a.n = 3
	default:
		return nil // of no use, which array reports
	}
	a.gltfItems = gltfItems{n: a.n, component: component, size: size, normalized: from.Normalized, stride: a.n * size}
	if from.BufferView == nil {
		if from.Sparse == nil {
			return errors.New("it has no bufferView: export the mesh without compression")
		}
		return p.fillSparse(a, i)
	}
	data, stride, err := p.view(*from.BufferView, from.ByteOffset)
	switch {
	case err != nil:
		return err
	case stride == 0 && a.n == 3 && a.stride%4 != 0:
		return fmt.Errorf("elements of %d bytes need a byteStride, a multiple of 4, in bufferViews[%d]: export the mesh again", a.stride, *from.BufferView)
	case stride != 0 && stride < a.stride:
		return fmt.Errorf("elements of %d bytes do not fit into the byteStride of bufferViews[%d], %d: export the mesh again", a.stride, *from.BufferView, stride)
	case stride != 0:
		a.stride = stride
	}
	if !a.take(data, a.count) {
		return fmt.Errorf("%d elements do not fit into bufferViews[%d]: export the mesh again", a.count, *from.BufferView)
	}
	if from.Sparse != nil {
		return p.fillSparse(a, i)
	}
	return nil
}

// take sets the bytes of s and reports whether count elements, 1 or more, lie in them.
func (s *gltfItems) take(data []byte, count int64) bool {
	s.data = data
	element := int64(s.n * s.size)
	return int64(len(data)) >= element && count-1 <= (int64(len(data))-element)/int64(s.stride)
}

// fillSparse sets what replaces elements of a.
func (p *gltfReader) fillSparse(a *gltfArray, i int) error {
	from := p.doc.Accessors[i].Sparse
	if from.Count < 1 || int64(from.Count) > a.count || p.raw.Accessors[i].Sparse == nil {
		return fmt.Errorf("sparse.count is %d of %d: export the mesh again", from.Count, a.count)
	}
	a.nSparse = from.Count
	a.index = gltfItems{n: 1, component: p.raw.Accessors[i].Sparse.Indices.ComponentType}
	a.index.size = sizeOf(a.index.component)
	a.index.stride = a.index.size
	if !a.index.isIndex() {
		return fmt.Errorf("sparse.indices.componentType is %d: export the mesh again", a.index.component)
	}
	a.value = a.gltfItems
	a.value.stride = a.n * a.size
	data, _, err := p.view(from.Indices.BufferView, from.Indices.ByteOffset)
	if err != nil {
		return err
	}
	values, _, err := p.view(from.Values.BufferView, from.Values.ByteOffset)
	if err != nil {
		return err
	}
	if !a.index.take(data, int64(from.Count)) || !a.value.take(values, int64(from.Count)) {
		return fmt.Errorf("%d sparse elements do not fit into their bufferViews: export the mesh again", from.Count)
	}
	if !p.spend(int64(from.Count)) {
		return errTooMany
	}
	last := -1.0
	for k := range from.Count {
		x := a.index.component1(int64(k), 0)
		if !(x > last) || !(x < float64(a.count)) {
			return fmt.Errorf("sparse index %d is %v, of %d elements in ascending order: export the mesh again", k, x, a.count)
		}
		last = x
	}
	return nil
}

// isIndex reports whether the type is one of indices.
func (s *gltfItems) isIndex() bool {
	return (s.component == gltfUbyte || s.component == gltfUshort || s.component == gltfUint) && !s.normalized
}

// read returns component c of element k, which is below count.
func (a *gltfArray) read(k int64, c int) float64 {
	if a.nSparse > 0 {
		x := float64(k)
		at := sort.Search(a.nSparse, func(j int) bool { return a.index.component1(int64(j), 0) >= x })
		if at < a.nSparse && a.index.component1(int64(at), 0) == x {
			return a.value.component1(int64(at), c)
		}
	}
	return a.component1(k, c)
}

// component1 returns component c of element k.
func (s *gltfItems) component1(k int64, c int) float64 {
	if len(s.data) == 0 {
		return 0
	}
	b := s.data[k*int64(s.stride)+int64(c*s.size):]
	x, scale := 0.0, 1.0
	switch s.component {
	case gltfByte:
		x, scale = float64(int8(b[0])), 127
	case gltfUbyte:
		x, scale = float64(b[0]), 255
	case gltfShort:
		x, scale = float64(int16(binary.LittleEndian.Uint16(b))), 32767
	case gltfUshort:
		x, scale = float64(binary.LittleEndian.Uint16(b)), 65535
	case gltfUint:
		return float64(binary.LittleEndian.Uint32(b))
	default:
		return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
	}
	if s.normalized {
		return max(float64(x/scale), -1)
	}
	return x
}
