package runs

import (
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// convexKeys are the keys of which a solid shape has one.
var convexKeys = []string{"box", "sphere", "ellipsoid", "capsule", "cylinder", "cone", "hull"}

// shapeRemedy says how to give a shape.
const shapeRemedy = "add box: {size: [length, width, height]}, sphere: {radius: 0.5}, capsule, cylinder, cone, ellipsoid, hull or shapes"

// theShape returns the one key of several that o has. It reports none and more than one.
func theShape(o *object, keys []string, what, remedy string) string {
	found := ""
	for _, k := range keys {
		if !o.has(k) {
			continue
		}
		if found != "" {
			o.fail(k, "the %s has a %s too: keep one of them", what, found)
			return ""
		}
		found = k
	}
	if found == "" && !o.refused {
		o.missing("shape", remedy)
	}
	return found
}

// readConvex reads the shape under a key of convexKeys.
func (r *reader) readConvex(o *object, key string) (geom.Shape, bool) {
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
	} else if c, good := o.object(key, key); good {
		s, err, ok = readCurved(c, key)
	}
	if err == nil && ok {
		err = sim.CheckShape(&s)
	}
	if err != nil {
		o.fail(key, "%v", err)
	}
	return s, ok && err == nil
}

// readCurved reads the sizes of a shape that is no polyhedron.
func readCurved(c *object, key string) (geom.Shape, error, bool) {
	length := func(name string) (float64, bool) {
		if !c.has(name) {
			c.missing(name, fmt.Sprintf(`add %s: "0.5 m"`, name))
			return 0, false
		}
		return c.positive(name, dimLength)
	}
	if key == "ellipsoid" {
		if !c.has("radii") {
			c.missing("radii", "add radii: [x, y, z]")
		}
		radii, ok := c.sizes("radii")
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
func (r *reader) readHull(o *object) (geom.Shape, bool) {
	if n := o.values["hull"]; n.Kind != yaml.MappingNode {
		remedy := "write {points: [[x, y, z], …]} or {file: mesh.obj}"
		if keys := o.outdented("hull"); n.Kind == yaml.ScalarNode && len(keys) > 0 {
			remedy = indentKeys(keys)
		} else if n.Kind == yaml.ScalarNode && n.ShortTag() == "!!str" {
			remedy = fmt.Sprintf("write {file: %s}", clip(n.Value))
		}
		o.fail("hull", "%s where a mapping is needed: %s", describe(n), remedy)
		return geom.Shape{}, false
	}
	h, ok := o.object("hull", "hull")
	if !ok {
		return geom.Shape{}, false
	}
	switch theShape(h, []string{"points", "file"}, "hull", "add points: [[x, y, z], …] or file: mesh.obj, whose convex hull is meant") {
	case "points":
		for _, k := range []string{"unit", "scale", "up"} {
			if h.has(k) {
				h.fail(k, "is of a file, and points have units of their own: write them in the axes of the shape, or remove the key")
				return geom.Shape{}, false
			}
		}
		points, ok := readPoints(h)
		if !ok {
			return geom.Shape{}, false
		}
		s, err := geom.NewConvex(points)
		if err != nil {
			h.fail("points", "%v", err)
		}
		return s, err == nil
	case "file":
		return r.readHullFile(h)
	}
	return geom.Shape{}, false
}

func readPoints(h *object) ([]geom.Vec, bool) {
	nodes, ok := h.list("points")
	var points []geom.Vec
	for i, n := range nodes {
		v, good := h.d.vector(n, at(join(h.path, "points"), i), dimLength)
		points, ok = append(points, geom.FromMGL(v)), ok && good
	}
	return points, ok
}

// readShapes reads shapes: a list of shapes with offset, attitude and density in the frame of the object.
func (r *reader) readShapes(o *object) ([]sim.ShapeDef, bool) {
	nodes, ok := o.list("shapes")
	if ok && len(nodes) == 0 {
		o.fail("shapes", "is an empty list: add a shape such as {sphere: {radius: 0.5}, offset: [0, 0, 1]}")
		return nil, false
	}
	if len(nodes) > sim.MaxParts {
		o.fail("shapes", "is a list of %d: give %d shapes at most", len(nodes), sim.MaxParts)
		return nil, false
	}
	var list []sim.ShapeDef
	for i, n := range nodes {
		e, good := o.d.object(n, at(join(o.path, "shapes"), i), "shape")
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
		d.Position, okOffset = e.vector("offset", dimLength)
		okOffset = okOffset || !e.has("offset")
		d.Attitude, okAttitude = readAttitude(e)
		if e.has("density") {
			var good bool
			d.Density, good = e.number("density", dimDensity)
			if good && d.Density == 0 {
				e.fail("density", "is zero: write a density, below zero for a hole, or remove the key")
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
func readPlane(o *object) (geom.Transform, bool) {
	t := geom.Transform{Q: geom.IdentityQuat()}
	p, ok := o.object("plane", "plane")
	if !ok {
		return t, false
	}
	n := geom.Vec{Z: 1}
	if p.has("normal") {
		v, good := p.vector("normal", dimOne)
		if !good {
			return t, false
		}
		n = geom.FromMGL(v)
		if l := n.Len(); !(l > 1e-9) || l > 1e9 {
			p.fail("normal", "has length %g: write a direction such as [0, 0, 1]", l)
			return t, false
		}
		n = n.Normalize()
	}
	if p.has("height") && p.has("point") {
		p.fail("height", "the plane has a point too: keep one of them")
		return t, false
	}
	if p.has("point") {
		v, good := p.vector("point", dimLength)
		t.P, ok = geom.FromMGL(v), good
	} else if p.has("height") {
		h, good := p.number("height", dimLength)
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
func (r *reader) readHeightField(o *object) *geom.Mesh {
	h, ok := o.object("heightfield", "heightfield")
	if !ok {
		return nil
	}
	origin, okOrigin := h.vector("origin", dimLength)
	okOrigin = okOrigin || !h.has("origin")
	if !h.has("spacing") {
		h.missing("spacing", "add spacing: [1, 1], the distance of its points along x and along y")
	}
	if !h.has("heights") {
		h.missing("heights", "add heights: [[z, z, …], …], each list a row along x")
	}
	spacing, okSpacing := h.pair("spacing", dimLength)
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
		h.fail("heights", "%s", strings.ReplaceAll(err.Error(), "\n", "; "))
		return nil
	}
	return mesh
}

func readHeights(h *object) (heights []float64, columns int, ok bool) {
	rows, ok := h.list("heights")
	for j, row := range rows {
		row = resolve(row)
		path := at(join(h.path, "heights"), j)
		if row.Kind != yaml.SequenceNode {
			h.d.report(row, path, "%s where a row of heights is needed: write [0, 0.5, 1]", describe(row))
			return nil, 0, false
		}
		if j == 0 {
			columns = len(row.Content)
		}
		if len(row.Content) != columns {
			h.d.report(row, path, "a row of %d heights after rows of %d: give every row the same number", len(row.Content), columns)
			return nil, 0, false
		}
		for i, n := range row.Content {
			v, _, good := h.d.quantity(n, at(path, i), dimLength)
			heights, ok = append(heights, v), ok && good
		}
	}
	return heights, columns, ok
}

// pair reads a list of two quantities above zero.
func (o *object) pair(key string, dim dimension) ([2]float64, bool) {
	var v [2]float64
	nodes, ok := o.list(key)
	if !ok {
		return v, false
	}
	if len(nodes) != 2 {
		o.fail(key, "a list of %d where two numbers are needed: write [x, y]", len(nodes))
		return v, false
	}
	for i, n := range nodes {
		x, _, good := o.d.quantity(n, at(join(o.path, key), i), dim)
		if good && !(x > 0) {
			n = resolve(n)
			o.d.wrong(n, at(join(o.path, key), i), "%s is not above zero: write, for example, %s", clip(o.d.written(n)), example[dim])
			good = false
		}
		v[i], ok = x, ok && good
	}
	return v, ok
}
