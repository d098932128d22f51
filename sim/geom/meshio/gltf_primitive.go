package meshio

import (
	"errors"
	"fmt"

	"github.com/qmuntal/gltf"

	"github.com/prang-sim/prang/sim/geom"
)

var errTooMany = errors.New("the file's nodes or accessors give more than 16 triangles for each of its bytes: write instances out as meshes of their own, or leave some out")

// primitive reads the triangles of a primitive, transformed. Each gets three vertices of its own, which Finish welds.
func (p *gltfReader) primitive(from *gltf.Primitive, at *gltfTransform) error {
	switch from.Mode {
	case gltf.PrimitiveTriangles, gltf.PrimitiveTriangleStrip, gltf.PrimitiveTriangleFan:
	default:
		return nil // points and lines
	}
	i, ok := from.Attributes[gltf.POSITION]
	if !ok {
		return errors.New("it has no POSITION: export the mesh with it")
	}
	c := gltfCorners{}
	var err error
	if c.position, err = p.array(i, 3); err != nil {
		return err
	}
	n := c.position.count
	if from.Indices != nil {
		if c.index, err = p.array(*from.Indices, 1); err != nil {
			return err
		}
		if !c.index.isIndex() {
			return fmt.Errorf("accessors[%d]: indices of componentType %d, or normalized: export the mesh again", *from.Indices, c.index.component)
		}
		n = c.index.count
	}
	strip, count := from.Mode != gltf.PrimitiveTriangles, n-2
	if !strip {
		count = n / 3
	}
	switch {
	case n < 3 || !strip && n%3 != 0:
		return fmt.Errorf("%d corners give no whole number of triangles: export the mesh again", n)
	case !p.spend(count):
		return errTooMany
	case int64(len(p.mesh.Vertices))+3*count > maxElements:
		return fmt.Errorf("more than %d triangles: split the mesh: %w", maxElements/3, errTooMany)
	}
	mirrored := at.m.Det() < 0
	for k := range count {
		t, err := c.triangle(cornersOf(from.Mode, k))
		if err != nil {
			return err
		}
		if strip && (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) {
			continue // joins two strips
		}
		if mirrored {
			t[1], t[2] = t[2], t[1]
		}
		v := int32(len(p.mesh.Vertices))
		for _, x := range t {
			p.mesh.Vertices = append(p.mesh.Vertices, at.apply(c.point(x)))
		}
		p.mesh.Tris = append(p.mesh.Tris, geom.Tri{v, v + 1, v + 2})
	}
	return nil
}

// cornersOf returns the corners of triangle k, in order, of a list, strip or fan.
func cornersOf(mode gltf.PrimitiveMode, k int64) [3]int64 {
	switch {
	case mode == gltf.PrimitiveTriangleFan:
		return [3]int64{k + 1, k + 2, 0}
	case mode == gltf.PrimitiveTriangles:
		return [3]int64{3 * k, 3*k + 1, 3*k + 2}
	case k%2 == 1:
		return [3]int64{k, k + 2, k + 1}
	}
	return [3]int64{k, k + 1, k + 2}
}

// gltfCorners is the corners of a primitive.
type gltfCorners struct {
	position, index *gltfArray // index is nil where corners are the positions in order
}

// triangle returns the positions' numbers at three corners.
func (c *gltfCorners) triangle(corners [3]int64) ([3]int64, error) {
	if c.index == nil {
		return corners, nil
	}
	for i, k := range corners {
		corners[i] = int64(c.index.read(k, 0))
		if corners[i] >= c.position.count {
			return corners, fmt.Errorf("index %d is %d: %w: there are %d positions; export the mesh again", k, corners[i], geom.ErrIndexRange, c.position.count)
		}
	}
	return corners, nil
}

func (c *gltfCorners) point(i int64) geom.Vec {
	return geom.Vec{X: c.position.read(i, 0), Y: c.position.read(i, 1), Z: c.position.read(i, 2)}
}
