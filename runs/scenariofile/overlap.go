package scenariofile

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"
	"go.yaml.in/yaml/v4"

	"github.com/prang-sim/prang/broadphase"
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// startOverlap is the penetration [m] of two shapes at the start that is forgiven: the rounding of authored poses.
const startOverlap = 1e-6

// wayRounding is what a component of a displacement may fall short of the way out [m].
const wayRounding = 1e-9

// meshOverlap is that with a triangle of a mesh, whose vertices are rounded in its file: the default of the slop, up to
// which nothing is pushed out.
const meshOverlap = 1e-4

// moverOverlap is how deep a mover may be in a static at the start [m]. Where it stands on a slope, the lowest point is not
// below the centre, so that an author who reckons its height from there is off by as much. It is pushed out in one step.
const moverOverlap = 1e-3

// placedObject is a body or a static of convex shapes at the start.
type placedObject struct {
	node   *yaml.Node
	path   string
	name   string
	static bool
	shapes []placedShape
	bounds geom.AABB
}

type placedShape struct {
	narrowphase.Convex
	bounds geom.AABB
}

// place remembers where an object is at the start.
func (r *reader) place(o *document.Object, name string, static bool, shapes []sim.ShapeDef, position mgl64.Vec3, q mgl64.Quat) {
	frame := geom.Transform{P: geom.FromMGL(position), Q: geom.QuatFromMGL(q)}
	p := placedObject{node: o.Place("position"), path: o.Path, name: name, static: static, bounds: geom.EmptyAABB()}
	if o.Has("origin") {
		p.node = o.Place("origin")
	}
	for i := range shapes {
		at := geom.Transform{P: geom.FromMGL(shapes[i].Position), Q: geom.IdentityQuat()}
		if q := geom.QuatFromMGL(shapes[i].Attitude); q != (geom.Quat{}) {
			at.Q = q.Normalize()
		}
		s := placedShape{Convex: narrowphase.Convex{Shape: &shapes[i].Shape, Pose: frame.Mul(at)}}
		s.bounds = s.Shape.Bounds(s.Pose)
		p.shapes, p.bounds = append(p.shapes, s), p.bounds.Union(s.bounds)
	}
	r.placed = append(r.placed, p)
}

// overlap returns the deepest overlap of a shape of p with one of o; depth 0 for none.
func (p *placedObject) overlap(o *placedObject) narrowphase.MTV {
	var deepest narrowphase.MTV
	for i := range p.shapes {
		a := &p.shapes[i]
		for k := range o.shapes {
			b := &o.shapes[k]
			if !a.bounds.Overlaps(&b.bounds) {
				continue
			}
			if m, ok := narrowphase.Overlap(&a.Convex, &b.Convex); ok && m.Depth > deepest.Depth {
				deepest = m
			}
		}
	}
	return deepest
}

// wayOut writes a displacement that leads out of an overlap, without what is rounding in its components. They are rounded
// away from zero, so that what is moved as it is written is out.
func wayOut(d geom.Vec) string {
	of := func(x float64) float64 {
		if math.Abs(x) <= float64(1e-9*d.MaxAbs()) {
			return 0
		}
		return awayFromZero(x)
	}
	return fmt.Sprintf("(%.4g, %.4g, %.4g) m", of(d.X), of(d.Y), of(d.Z))
}

// awayFromZero rounds a length [m] to four digits, away from zero, except for rounding of far less than startOverlap.
func awayFromZero(x float64) float64 {
	text := strconv.FormatFloat(x, 'e', 3, 64)
	near, _ := strconv.ParseFloat(text, 64)
	if math.Abs(near) >= math.Abs(x)-wayRounding {
		return near
	}
	digits, power, _ := strings.Cut(text, "e")
	n, _ := strconv.Atoi(strings.Replace(digits, ".", "", 1))
	if n < 0 {
		n--
	} else {
		n++
	}
	p, _ := strconv.Atoi(power)
	next, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", n, p-3), 64)
	return next
}

// checkOverlaps reports each pair of objects of convex shapes, at least one of them a body, that penetrate at the
// start. They are swept along x, so that a scene of many bodies costs little more than its sorting.
func (r *reader) checkOverlaps() {
	order := make([]int, len(r.placed))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := r.placed[i].bounds.Min.X, r.placed[j].bounds.Min.X
		switch {
		case a < b:
			return -1
		case a > b:
			return 1
		}
		return i - j
	})
	reported := 0
	for k, i := range order {
		for _, j := range order[k+1:] {
			a, b := &r.placed[min(i, j)], &r.placed[max(i, j)]
			if r.placed[j].bounds.Min.X > r.placed[i].bounds.Max.X || reported > document.MaxProblems {
				break
			}
			if a.static && b.static || !a.bounds.Overlaps(&b.bounds) {
				continue
			}
			m := a.overlap(b)
			if !(m.Depth > startOverlap) || r.passes(a, b) {
				continue
			}
			reported++
			r.Report(b.node, b.path, "%q overlaps %q by %.4g m at the start: move it by %s or more", b.name, a.name, m.Depth, wayOut(m.N.Scale(m.Depth)))
		}
	}
}

// checkWheels reports each vehicle whose shape reaches below its tyres on level ground, if there is ground that it would
// lie on.
func (r *reader) checkWheels() {
	def := r.scenario.Definition
	for i := range def.Vehicles {
		body := &def.Bodies[def.Vehicles[i].Body]
		k := slices.IndexFunc(r.placed, func(p placedObject) bool { return p.name == body.Name })
		if k < 0 || !slices.ContainsFunc(def.Statics, func(s sim.StaticDef) bool {
			return !r.passes(&r.placed[k], &placedObject{name: s.Name})
		}) {
			continue
		}
		height := 0.0
		for _, w := range def.Vehicles[i].Wheels {
			height = max(height, 0-w.Contact[2])
		}
		up := geom.QuatFromMGL(body.Attitude).Rotate(geom.Vec{Z: 1})
		below := up.Dot(geom.FromMGL(body.Position)) - r.placed[k].lowest(up) - height
		if below > startOverlap {
			r.Report(r.wheeled[i].o.Node, r.placed[k].path+".vehicle", "the shape of the body reaches %.4g m below the tyres, which touch the road %.4g m below the centre of mass: add a center_of_mass that is lower in the shape, or write an outline, which has its own",
				below, height)
		}
	}
}

// checkMovers reports each mover that cannot be where it starts: in a body or a static, or cut by a mesh or height field. It
// would be pushed out in a step, like a jump; with its centre inside, it could not leave, or would fall through.
func (r *reader) checkMovers() {
	def := r.scenario.Definition
	for i := range def.Movers {
		m := &def.Movers[i]
		shape, err := geom.NewEllipsoid(geom.FromMGL(m.Radii))
		if err != nil {
			continue
		}
		body := narrowphase.Convex{Shape: &shape, Pose: geom.Transform{P: geom.FromMGL(m.Position), Q: geom.IdentityQuat()}}
		bounds := shape.Bounds(body.Pose)
		p := placedObject{node: r.movers[i], path: document.At("movers", i), name: m.Name, shapes: []placedShape{{body, bounds}}, bounds: bounds}
		if !r.moverInSolid(&p) && !(m.Falls && r.moverInGround(&p)) {
			r.moverInSurface(&p)
		}
	}
}

// moverInSolid reports if a mover overlaps a body or a static of convex shapes.
func (r *reader) moverInSolid(p *placedObject) bool {
	point, _ := geom.NewSphere(startOverlap)
	centre := placedObject{shapes: []placedShape{{narrowphase.Convex{Shape: &point, Pose: p.shapes[0].Pose}, p.bounds}}}
	for k := range r.placed {
		o := &r.placed[k]
		if !p.bounds.Overlaps(&o.bounds) || o.isPlane() || slices.Contains(r.sensorNames(), o.name) {
			continue
		}
		m := o.overlap(p)
		way := wayOut(m.N.Scale(m.Depth))
		switch {
		case !(m.Depth > startOverlap):
		case !o.static:
			r.Report(p.node, p.path, "%q overlaps %q by %.4g m at the start: move it by %s or more", p.name, o.name, m.Depth, way)
			return true
		case o.overlap(&centre).Depth > startOverlap:
			r.Report(p.node, p.path, "the centre of %q is in %q, which it could not leave: move it by %s or more", p.name, o.name, way)
			return true
		case m.Depth > moverOverlap:
			r.Report(p.node, p.path, moverOverlaps+"move it by %s or more", p.name, o.name, m.Depth, way)
			return true
		}
	}
	return false
}

// moverOverlaps says of a mover that it is in a static.
const moverOverlaps = "%q overlaps %q by %.4g m at the start, and would jump out of it: "

// isPlane reports whether an object is a single plane.
func (p *placedObject) isPlane() bool {
	return len(p.shapes) == 1 && p.shapes[0].Shape.Kind == geom.ShapePlane
}

// moverInGround reports if planes, meshes and height fields below a falling mover cut it above its centre.
func (r *reader) moverInGround(p *placedObject) bool {
	def := r.scenario.Definition
	up := geom.FromMGL(def.Settings.Gravity).Neg().Normalize()
	for k := range def.Statics {
		n, d, ok := r.ground(p, &def.Statics[k])
		if below := d - n.Dot(p.shapes[0].Pose.P); ok && below > 0 && n.Dot(up) >= 0.5 {
			r.Report(p.node, p.path, "the centre of %q is %.4g m below the surface of %q, through which it would fall: raise it by %.4g m or more; position is that of the centre",
				p.name, below, def.Statics[k].Name, awayFromZero((d-p.lowest(n))/n.Dot(up)))
			return true
		}
	}
	return false
}

// moverInSurface reports if a mover is in a plane, or cut by a mesh or height field.
func (r *reader) moverInSurface(p *placedObject) {
	for k := range r.scenario.Definition.Statics {
		s := &r.scenario.Definition.Statics[k]
		n, d, ok := r.ground(p, s)
		depth := d - p.lowest(n)
		if !ok || !(depth > moverOverlap) {
			continue
		}
		front := wayOut(n.Scale(depth))
		if s.Mesh == nil {
			r.Report(p.node, p.path, moverOverlaps+"move it by %s or more; position is that of the centre", p.name, s.Name, depth, front)
			return
		}
		if cut, _ := p.cut(s.Mesh, r.octree(s)); cut > moverOverlap {
			r.Report(p.node, p.path, "%q is cut by the surface of %q at the start, and would jump out of it: move it by %s or more, or to its back by %s; position is that of the centre",
				p.name, s.Name, front, wayOut(n.Scale(d+p.lowest(n.Neg()))))
			return
		}
	}
}

// ground returns the plane n·x = d of the surface of a plane, or of the triangle that cuts p deepest of a mesh that cuts
// it; false for another static.
func (r *reader) ground(p *placedObject, s *sim.StaticDef) (n geom.Vec, d float64, ok bool) {
	switch {
	case s.Sensor:
	case s.Mesh != nil:
		if !p.bounds.Overlaps(&s.Mesh.Bounds) {
			break
		}
		if depth, t := p.cut(s.Mesh, r.octree(s)); depth > meshOverlap {
			return s.Mesh.Planes[t].N, s.Mesh.Planes[t].D, true
		}
	case len(s.Shapes) == 1 && s.Shapes[0].Shape.Kind == geom.ShapePlane:
		n = geom.QuatFromMGL(s.Attitude).Rotate(geom.Vec{Z: 1})
		return n, n.Dot(geom.FromMGL(s.Position)), true
	}
	return geom.Vec{}, 0, false
}

// checkMeshOverlaps reports each body that a mesh or height field cuts at the start. The engine pushes such a body out to
// the side of its centre: one that is more than half below a floor falls.
func (r *reader) checkMeshOverlaps() {
	reported := 0
	for i := range r.scenario.Definition.Statics {
		s := &r.scenario.Definition.Statics[i]
		if s.Mesh == nil {
			continue
		}
		static := placedObject{name: s.Name}
		for k := range r.placed {
			p := &r.placed[k]
			if p.static || reported > document.MaxProblems || !p.bounds.Overlaps(&s.Mesh.Bounds) || r.passes(p, &static) {
				continue
			}
			depth, deepest := p.cut(s.Mesh, r.octree(s))
			if !(depth > meshOverlap) {
				continue
			}
			reported++
			n, d := s.Mesh.Planes[deepest].N, s.Mesh.Planes[deepest].D
			front, back := wayOut(n.Scale(d-p.lowest(n))), wayOut(n.Scale(d+p.lowest(n.Neg())))
			r.Report(p.node, p.path, "%q is cut by the surface of %q at the start: move it by %s or more, or to its back by %s", p.name, s.Name, front, back)
		}
	}
}

// octree returns the octree over the mesh of a static, which is built once.
func (r *reader) octree(s *sim.StaticDef) *broadphase.Octree {
	if s.Tree != nil {
		return s.Tree
	}
	m := s.Mesh
	if r.octrees[m] == nil {
		if r.octrees == nil {
			r.octrees = map[*geom.Mesh]*broadphase.Octree{}
		}
		r.octrees[m] = broadphase.NewOctree(m)
	}
	return r.octrees[m]
}

// cut returns how deep p overlaps the triangle of a mesh that cuts it deepest, and that triangle; depth 0 for none.
func (p *placedObject) cut(m *geom.Mesh, tree *broadphase.Octree) (depth float64, deepest int32) {
	var near []int32
	for i := range p.shapes {
		s := &p.shapes[i]
		near = tree.Query(&s.bounds, near[:0])
		for _, id := range near {
			t := m.Triangle(id)
			if v, ok := narrowphase.PenetrationTriangle(&s.Convex, &t); ok && v.Depth > depth {
				depth, deepest = v.Depth, id
			}
		}
	}
	return depth, deepest
}

// lowest returns the least coordinate of p along n.
func (p *placedObject) lowest(n geom.Vec) float64 {
	low := math.Inf(1)
	for i := range p.shapes {
		s := &p.shapes[i]
		q := s.Pose.Apply(s.Shape.Support(s.Pose.Q.RotateInv(n.Neg())))
		low = math.Min(low, q.Dot(n))
	}
	return low
}
