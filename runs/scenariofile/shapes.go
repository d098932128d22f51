package scenariofile

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// convexKeys are the keys of which a solid shape has one.
var convexKeys = []string{"box", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "hull"}

// shapeRemedy says how to give a shape.
const shapeRemedy = "add box: {size: [length, width, height]}, sphere: {radius: 0.5}, capsule, cylinder, cone, ellipsoid, hull or shapes"

// theShape returns the one key of several that o has. It reports none and more than one.
func theShape(o *document.Object, keys []string, what, remedy string) string {
	found := ""
	for _, k := range keys {
		if !o.Has(k) {
			continue
		}
		if found != "" {
			o.Fail(k, "the %s has a %s too: keep one of them", what, found)
			return ""
		}
		found = k
	}
	if found == "" && !o.Refused {
		o.Missing("shape", remedy)
	}
	return found
}

// readConvex reads the shape under a key of convexKeys.
func (r *reader) readConvex(o *document.Object, key string) (geom.Shape, bool) {
	var s geom.Shape
	var err error
	ok := false
	if key == "box" {
		half, good := readBox(o)
		if ok = good; ok {
			s, err = geom.NewBox(geom.FromMGL(half))
		}
	} else if key == "hull" {
		s, ok = r.readHull(o)
	} else if c, good := o.Object(key, key); good {
		s, err, ok = readCurved(c, key)
	}
	if err == nil && ok {
		err = sim.CheckShape(&s)
	}
	if err != nil {
		o.Fail(key, "%v", err)
	}
	return s, ok && err == nil
}

// readCurved reads the sizes of a shape that is no polyhedron.
func readCurved(c *document.Object, key string) (geom.Shape, error, bool) {
	length := func(name string) (float64, bool) {
		if !c.Has(name) {
			c.Missing(name, fmt.Sprintf(`add %s: "0.5 m"`, name))
			return 0, false
		}
		return c.Positive(name, units.Length)
	}
	if key == "ellipsoid" {
		if !c.Has("radii") {
			c.Missing("radii", "add radii: [x, y, z]")
		}
		radii, ok := c.Sizes("radii")
		if !ok {
			return geom.Shape{}, nil, false
		}
		s, err := geom.NewEllipsoid(geom.FromMGL(radii))
		return s, err, true
	}
	radius, ok := length("radius")
	if key == "sphere" {
		if !ok {
			return geom.Shape{}, nil, false
		}
		s, err := geom.NewSphere(radius)
		return s, err, true
	}
	name := "length"
	if key == "cone" {
		name = "height"
	}
	along, okAlong := length(name)
	if !ok || !okAlong {
		return geom.Shape{}, nil, false
	}
	var s geom.Shape
	var err error
	switch key {
	case "capsule":
		s, err = geom.NewCapsule(radius, float64(along/2))
	case "cylinder":
		s, err = geom.NewCylinder(radius, float64(along/2))
	default:
		s, err = geom.NewCone(radius, along)
	}
	return s, err, true
}

// readHull reads hull: {points: […]} or hull: {file: mesh}, with unit, scale and up.
func (r *reader) readHull(o *document.Object) (geom.Shape, bool) {
	if n := o.Values["hull"]; n.Kind != yaml.MappingNode {
		remedy := "write {points: [[x, y, z], …]} or {file: mesh.obj}"
		if keys := o.Outdented("hull"); n.Kind == yaml.ScalarNode && len(keys) > 0 {
			remedy = document.IndentKeys(keys)
		} else if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
			remedy = fmt.Sprintf("write {file: %s}", wording.Clip(n.Value))
		}
		o.Fail("hull", "%s where a mapping is needed: %s", document.Describe(n), remedy)
		return geom.Shape{}, false
	}
	h, ok := o.Object("hull", "hull")
	if !ok {
		return geom.Shape{}, false
	}
	switch theShape(h, []string{"points", "file"}, "hull", "add points: [[x, y, z], …] or file: mesh.obj, whose convex hull is meant") {
	case "points":
		for _, k := range []string{"unit", "scale", "up"} {
			if h.Has(k) {
				h.Fail(k, "is of a file, and points have units of their own: write them in the axes of the shape, or remove the key")
				return geom.Shape{}, false
			}
		}
		points, ok := readPoints(h)
		if !ok {
			return geom.Shape{}, false
		}
		s, err := geom.NewConvex(points)
		if err != nil {
			h.Fail("points", "%v", err)
		}
		return s, err == nil
	case "file":
		return r.readHullFile(h)
	}
	return geom.Shape{}, false
}

func readPoints(h *document.Object) ([]geom.Vec, bool) {
	nodes, ok := h.List("points")
	var points []geom.Vec
	for i, n := range nodes {
		v, good := h.Decoder.Vector(n, document.At(document.Join(h.Path, "points"), i), units.Length)
		points, ok = append(points, geom.FromMGL(v)), ok && good
	}
	return points, ok
}

// readShapes reads shapes: a list of shapes with offset, attitude and density in the frame of the object.
func (r *reader) readShapes(o *document.Object) ([]sim.ShapeDef, bool) {
	nodes, ok := o.List("shapes")
	if ok && len(nodes) == 0 {
		o.Fail("shapes", "is an empty list: add a shape such as {sphere: {radius: 0.5}, offset: [0, 0, 1]}")
		return nil, false
	}
	if len(nodes) > sim.MaxParts {
		o.Fail("shapes", "is a list of %d: give %d shapes at most", len(nodes), sim.MaxParts)
		return nil, false
	}
	var list []sim.ShapeDef
	for i, n := range nodes {
		e, good := o.Decoder.Object(n, document.At(document.Join(o.Path, "shapes"), i), "shape")
		if ok = ok && good; !good {
			continue
		}
		var d sim.ShapeDef
		key := theShape(e, convexKeys, "shape", shapeRemedy)
		if key == "" {
			ok = false
			continue
		}
		var okShape, okOffset, okAttitude bool
		d.Shape, okShape = r.readConvex(e, key)
		d.Position, okOffset = e.Vector("offset", units.Length)
		okOffset = okOffset || !e.Has("offset")
		d.Attitude, okAttitude = readAttitude(e)
		if e.Has("density") {
			var good bool
			d.Density, good = e.Number("density", units.Density)
			if good && d.Density == 0 {
				e.Fail("density", "is zero: write a density, below zero for a hole, or remove the key")
				good = false
			}
			ok = ok && good
		}
		ok = ok && okShape && okOffset && okAttitude
		list = append(list, d)
	}
	return list, ok
}

// readPlane reads plane: {normal, point} or {normal, height}, and returns the pose of a half space whose surface faces
// up z.
func readPlane(o *document.Object) (geom.Transform, bool) {
	t := geom.Transform{Q: geom.IdentityQuat()}
	p, ok := o.Object("plane", "plane")
	if !ok {
		return t, false
	}
	n := geom.Vec{Z: 1}
	if p.Has("normal") {
		v, good := p.Vector("normal", units.One)
		if !good {
			return t, false
		}
		n = geom.FromMGL(v)
		if l := n.Len(); !(l > 1e-9) || l > 1e9 {
			p.Fail("normal", "has length %g: write a direction such as [0, 0, 1]", l)
			return t, false
		}
		n = n.Normalize()
	}
	if p.Has("height") && p.Has("point") {
		p.Fail("height", "the plane has a point too: keep one of them")
		return t, false
	}
	if p.Has("point") {
		v, good := p.Vector("point", units.Length)
		t.P, ok = geom.FromMGL(v), good
	} else if p.Has("height") {
		h, good := p.Number("height", units.Length)
		t.P, ok = n.Scale(h), good
	}
	t.Q = facing(n)
	return t, ok
}

// facing returns the shortest rotation that turns z to the unit vector n.
func facing(n geom.Vec) geom.Quat {
	if n.X == 0 && n.Y == 0 {
		if n.Z > 0 {
			return geom.IdentityQuat()
		}
		return geom.Quat{V: geom.Vec{X: 1}}
	}
	z := geom.Vec{Z: 1}
	if n.Z < 0 {
		// By way of -z, so that half the angle stays well away from a right one.
		q := geom.Quat{W: 1 - n.Z, V: z.Neg().Cross(n)}
		return q.Normalize().Mul(geom.Quat{V: geom.Vec{X: 1}}).Normalize()
	}
	return geom.Quat{W: 1 + n.Z, V: z.Cross(n)}.Normalize()
}

// readHeightField reads heightfield: {spacing: [dx, dy], heights: [[…], …], origin: [x, y, z]}.
func (r *reader) readHeightField(o *document.Object) *geom.Mesh {
	h, ok := o.Object("heightfield", "heightfield")
	if !ok {
		return nil
	}
	origin, okOrigin := h.Vector("origin", units.Length)
	okOrigin = okOrigin || !h.Has("origin")
	if !h.Has("spacing") {
		h.Missing("spacing", "add spacing: [1, 1], the distance of its points along x and along y")
	}
	if !h.Has("heights") {
		h.Missing("heights", "add heights: [[z, z, …], …], each list a row along x")
	}
	spacing, okSpacing := h.Pair("spacing", units.Length)
	heights, columns, okHeights := readHeights(h)
	if !okOrigin || !okSpacing || !okHeights {
		return nil
	}
	rows := 0
	if columns > 0 {
		rows = len(heights) / columns
	}
	field := geom.HeightField{
		NX: columns, NY: rows, DX: spacing[0], DY: spacing[1], Origin: geom.FromMGL(origin), Heights: heights,
	}
	mesh, err := field.Mesh()
	if err != nil {
		h.Fail("heights", "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
		return nil
	}
	return mesh
}

func readHeights(h *document.Object) (heights []float64, columns int, ok bool) {
	rows, ok := h.List("heights")
	for j, row := range rows {
		row = document.Resolve(row)
		path := document.At(document.Join(h.Path, "heights"), j)
		if row.Kind != yaml.SequenceNode {
			h.Decoder.Report(row, path, "%s where a row of heights is needed: write [0, 0.5, 1]", document.Describe(row))
			return nil, 0, false
		}
		if j == 0 {
			columns = len(row.Content)
		}
		if len(row.Content) != columns {
			h.Decoder.Report(row, path, "a row of %d heights after rows of %d: give every row the same number", len(row.Content), columns)
			return nil, 0, false
		}
		for i, n := range row.Content {
			v, _, good := h.Decoder.Quantity(n, document.At(path, i), units.Length)
			heights, ok = append(heights, v), ok && good
		}
	}
	return heights, columns, ok
}
