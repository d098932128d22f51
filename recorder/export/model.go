package export

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/meshio"
	"github.com/prang-sim/prang/sim/record"
)

// model is the surface of an object as triangles in the object's frame: that of the world for a mesh that is not placed.
type model struct {
	vertices  []geom.Vec
	triangles [][3]uint32 // counter-clockwise seen from outside
}

// modelOf returns the surface of an object, with no triangles for one that this version cannot draw. The error is that
// of a mesh in the log that cannot be read, unless damage is left out.
func (s *source) modelOf(object int) (model, error) {
	o := &s.h.Objects[object]
	var m model
	switch {
	case len(o.Parts) > 0:
		for i := range o.Parts {
			shape, err := o.Parts[i].Convex()
			switch at := o.Parts[i].Pose(); {
			case err != nil:
			case shape.Kind == geom.ShapePlane:
				m.addSquare(at, s.planeHalf(object, at))
			default:
				m.addShape(&shape, at)
			}
		}
	case o.Shape == "box":
		if s, err := geom.NewBox(o.Half); err == nil {
			m.addShape(&s, geom.Transform{P: o.Offset, Q: geom.IdentityQuat()})
		}
	case o.Shape == "ellipsoid":
		if s, err := geom.NewEllipsoid(o.Half); err == nil {
			m.addShape(&s, geom.Transform{P: o.Offset, Q: geom.IdentityQuat()})
		}
	case o.Asset != "":
		m, err := meshModel(s.r, o)
		if err != nil && s.leavesOut(err) {
			return model{}, nil
		}
		return m, err
	case s.meshes[int32(object)] != nil:
		return modelOfMesh(s.meshes[int32(object)]), nil
	}
	return m, nil
}

// meshModel returns the mesh of an object that a log carries, in the object's frame.
func meshModel(r *recorder.Reader, o *record.Object) (model, error) {
	data, err := r.Asset(o.Asset)
	if err != nil {
		return model{}, err
	}
	mesh, err := meshio.Read(o.Asset, bytes.NewReader(data), r.Asset)
	if err != nil {
		return model{}, err
	}
	m := modelOfMesh(mesh)
	if o.Scale != nil {
		at, err := meshio.Placement(o.Asset, o.Up, *o.Scale, geom.Transform{Q: geom.IdentityQuat()})
		if err != nil {
			return model{}, err
		}
		m.vertices = at.Points(m.vertices)
	}
	return m, nil
}

func modelOfMesh(mesh *geom.Mesh) model {
	m := model{vertices: mesh.Vertices}
	for _, t := range mesh.Tris {
		m.triangles = append(m.triangles, [3]uint32{uint32(t[0]), uint32(t[1]), uint32(t[2])})
	}
	return m
}

// facetsAround is how many facets a curved shape is drawn with around its axis.
const facetsAround = 32

// addShape adds a convex shape: a polyhedron as it is, a curved one by facets.
func (m *model) addShape(s *geom.Shape, at geom.Transform) {
	base := uint32(len(m.vertices))
	mesh := s.Facets(facetsAround)
	for _, v := range mesh.Vertices {
		m.vertices = append(m.vertices, at.Apply(v))
	}
	for _, t := range mesh.Tris {
		m.triangles = append(m.triangles, [3]uint32{base + uint32(t[0]), base + uint32(t[1]), base + uint32(t[2])})
	}
}

// addSquare adds a square in the plane z = 0 of a frame, with a half length [m].
func (m *model) addSquare(at geom.Transform, half float64) {
	base := uint32(len(m.vertices))
	for _, c := range [4][2]float64{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		m.vertices = append(m.vertices, at.Apply(geom.Vec{X: half * c[0], Y: half * c[1]}))
	}
	m.triangles = append(m.triangles, [3]uint32{base, base + 1, base + 2}, [3]uint32{base, base + 2, base + 3})
}

// facets returns the triangles with vertices and normals of their own, so that edges look sharp.
func (m *model) facets() (points, normals []geom.Vec) {
	for _, t := range m.triangles {
		tri := geom.Triangle{A: m.vertices[t[0]], B: m.vertices[t[1]], C: m.vertices[t[2]]}
		n := tri.Normal()
		points = append(points, tri.A, tri.B, tri.C)
		normals = append(normals, n, n, n)
	}
	return points, normals
}

// farOff is how far from the origin the middle of a surface may be, over its size, so that single precision keeps its shape
// to a millionth.
const farOff = 16

// centre moves a surface that is farther off to the origin, and returns where its middle was.
func (m *model) centre() geom.Vec {
	b := geom.AABBOf(m.vertices...)
	c := b.Min.Add(b.Max).Scale(0.5)
	if !(c.Abs().MaxAbs() > float64(farOff*b.Size().MaxAbs())) {
		return geom.Vec{}
	}
	moved := make([]geom.Vec, len(m.vertices)) // the vertices may be those of a mesh in use
	for i, v := range m.vertices {
		moved[i] = v.Sub(c)
	}
	m.vertices = moved
	return c
}

// colorOf returns red, green and blue of an object, 0 to 1 as sRGB; a grey for an object without color.
func colorOf(o *record.Object) [3]float64 {
	v, err := strconv.ParseUint(strings.TrimPrefix(o.Color, "#"), 16, 32)
	if !record.IsColor(o.Color) || err != nil {
		return [3]float64{0.6, 0.6, 0.6}
	}
	return [3]float64{float64(v>>16&255) / 255, float64(v>>8&255) / 255, float64(v&255) / 255}
}

// alphaOf returns the opacity of an object, 0 to 1: sensors do not hide what is in them.
func alphaOf(o *record.Object) float64 {
	if o.Sensor {
		return 0.3
	}
	return 1
}

// linear converts an sRGB component to a linear one.
func linear(c float64) float64 {
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}

// poses returns the pose of an object in a frame: that of its columns x and q, else that of the table.
type poses struct{ x, q []int } // place of x and q of each object, -1

func (s *source) poses() poses { return posesOf(s.h) }

func posesOf(h *recorder.Header) poses {
	places := h.Places()
	p := poses{make([]int, len(h.Objects)), make([]int, len(h.Objects))}
	for i := range p.x {
		p.x[i], p.q[i] = places.Of(i, "x", 3), places.Of(i, "q", 4)
	}
	return p
}

func (p *poses) at(h *recorder.Header, object int, f *record.Frame) geom.Transform {
	o := &h.Objects[object]
	t := o.Pose()
	if t.Q == (geom.Quat{}) {
		t.Q = geom.IdentityQuat()
	}
	if k := p.x[object]; k >= 0 && f != nil {
		v := f.Values[k:]
		t.P = geom.Vec{X: v[0], Y: v[1], Z: v[2]}
	}
	if k := p.q[object]; k >= 0 && f != nil {
		v := f.Values[k:]
		t.Q = geom.Quat{W: v[0], V: geom.Vec{X: v[1], Y: v[2], Z: v[3]}}
	}
	return t
}
