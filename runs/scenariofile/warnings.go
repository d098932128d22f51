package scenariofile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/vehicle"
)

// hitchApart is how far from its hitch a joint may hold a trailer [m]: the rounding of measured positions.
const hitchApart = 0.05

// Warnings returns what of a scenario is valid, but hardly meant, with its place and the remedy.
func (s *Scenario) Warnings() []document.Problem {
	list := slices.Clone(s.warned)
	d := s.Definition
	for i := range d.Vehicles {
		v := &d.Vehicles[i]
		p, ok := s.places[document.Join(document.At("bodies", v.Body), "vehicle.hitch")]
		if v.Hitch == nil || !ok {
			continue
		}
		hitch := placeIn(&d.Bodies[v.Body], geom.FromMGL(*v.Hitch))
		near, apart := -1, math.Inf(1)
		for k := range d.Joints {
			if where, holds := jointOf(d, &d.Joints[k], v.Body); holds && where.Sub(hitch).Len() < apart {
				near, apart = k, where.Sub(hitch).Len()
			}
		}
		name, point := d.Bodies[v.Body].Name, fmt.Sprintf("[%g, %g, %g]", millimetres(hitch.X), millimetres(hitch.Y), millimetres(hitch.Z))
		switch {
		case near < 0:
			p.What = fmt.Sprintf("no joint holds %q at its hitch, which bears a part of its weight: add joints: [{between: [name of the vehicle ahead, %s], point: %s}]", name, name, point)
		case apart > hitchApart:
			p.What = fmt.Sprintf("the joint of %q on line %d is %.3g m from its hitch, which bears a part of its weight: give the joint the point %s, or move the hitch",
				name, s.joints[near].Line, apart, point)
		default:
			continue
		}
		list = append(list, p)
	}
	return slices.Concat(list, s.unbreakable(), s.idleLimits(), s.idleResistance())
}

// alongHinge is the sine of the angle from a hinge's line below which an axis is meant to be along it.
const alongHinge = 0.01

// idleLimits warns of limits whose axis is along the line of their hinge: it turns about that, and their angle does not change.
func (s *Scenario) idleLimits() (list []document.Problem) {
	d := s.Definition
	for k := range d.Joints {
		j := &d.Joints[k]
		line, ok := hingeLine(d, j)
		if !ok {
			continue
		}
		for n := range j.Limits {
			l := &j.Limits[n]
			axis := geom.FromMGL(l.AxisA)
			if !l.InWorld && j.A != sim.WorldEnd {
				axis = placeIn(&d.Bodies[j.A], axis).Sub(geom.FromMGL(d.Bodies[j.A].Position))
			}
			largest := axis.MaxAbs()
			if !(largest > 0 && largest <= math.MaxFloat64) {
				continue // an error of the world
			}
			if axis.Scale(1/largest).Normalize().Cross(line).Len() > alongHinge {
				continue
			}
			if p, ok := s.places[document.At(document.Join(document.At("joints", k), "limits"), n)]; ok {
				p.What = "the axis is along the line of the hinge, which turns about it: it limits nothing; give a direction across the line, whose angle it opens by"
				list = append(list, p)
			}
		}
	}
	return list
}

// idleResistance warns of friction and damping of joints whose bodies others hold together, so that they do not turn.
func (s *Scenario) idleResistance() (list []document.Problem) {
	d := s.Definition
	for k := range d.Joints {
		j := &d.Joints[k]
		if j.Friction == 0 && j.Damping == 0 || !isWelded(d, j) {
			continue
		}
		for _, key := range [2]string{"friction", "damping"} {
			if p, ok := s.places[document.Join(document.At("joints", k), key)]; ok {
				p.What = "the joints of these two bodies are not on one line: they hold the bodies together, and nothing turns that it resists; give a ball joint one point, a hinge two"
				list = append(list, p)
			}
		}
	}
	return list
}

// isWelded reports whether the joints that the bodies of a joint share are three or more that are not on one line.
func isWelded(d *sim.Definition, j *sim.JointDef) bool {
	body := max(j.A, j.B)
	from, _ := jointOf(d, j, body)
	var line geom.Vec
	for k := range d.Joints {
		o := &d.Joints[k]
		if o == j || max(o.A, o.B) != body || min(o.A, o.B) != min(j.A, j.B) {
			continue
		}
		point, _ := jointOf(d, o, body)
		to := point.Sub(from)
		switch length := to.Len(); {
		case !(length > 1e-9 && length <= math.MaxFloat64):
		case line == geom.Vec{}:
			line = to.Scale(1 / length)
		case to.Scale(1/length).Cross(line).Len() > alongHinge:
			return true
		}
	}
	return false
}

// hingeLine returns the direction of the line through the joints that the bodies of a joint share; false unless they are
// several, on one line.
func hingeLine(d *sim.Definition, j *sim.JointDef) (line geom.Vec, ok bool) {
	body := max(j.A, j.B)
	from, _ := jointOf(d, j, body)
	for k := range d.Joints {
		o := &d.Joints[k]
		if o == j || max(o.A, o.B) != body || min(o.A, o.B) != min(j.A, j.B) {
			continue
		}
		point, _ := jointOf(d, o, body)
		to := point.Sub(from)
		switch length := to.Len(); {
		case !(length > 1e-9 && length <= math.MaxFloat64):
			continue
		case !ok:
			line, ok = to.Scale(1/length), true
		case to.Scale(1/length).Cross(line).Len() > alongHinge:
			return geom.Vec{}, false
		}
	}
	return line, ok
}

// unbreakable warns of joints of vehicles that break by a force alone where no materials have a crush time: by no impact.
func (s *Scenario) unbreakable() (list []document.Problem) {
	d := s.Definition
	if slices.ContainsFunc(d.Pairs, func(p sim.MaterialPair) bool { return p.CrushTime > 0 }) {
		return nil
	}
	for k := range d.Joints {
		j := &d.Joints[k]
		onVehicle := slices.ContainsFunc(d.Vehicles, func(v vehicle.Def) bool { return int(v.Body) == j.A || int(v.Body) == j.B })
		if p, ok := s.places[document.Join(document.At("joints", k), "breaks")]; ok && j.BreakForce > 0 && j.BreakImpulse == 0 && onVehicle {
			p.What = "no impact breaks it, which takes no time: give the impulse too that it passes on in one, {force: \"60 kN\", impulse: \"5 kN s\"}, or the materials a crush_time"
			list = append(list, p)
		}
	}
	return list
}

// millimetres rounds a length to them; what rounds to zero has no sign.
func millimetres(x float64) float64 { return math.Round(x*1e3)/1e3 + 0 }

// jointOf returns where a joint is in the world at the start, and whether one of its ends is on a body.
func jointOf(d *sim.Definition, j *sim.JointDef, body int) (where geom.Vec, holds bool) {
	switch {
	case j.A != body && j.B != body:
		return geom.Vec{}, false
	case j.InWorld:
		return geom.FromMGL(j.AtA), true
	case j.A == body:
		return placeIn(&d.Bodies[body], geom.FromMGL(j.AtA)), true
	}
	return placeIn(&d.Bodies[body], geom.FromMGL(j.AtB)), true
}

// placeIn returns where a point of a body, in its axes from its centre of mass, is in the world at the start.
func placeIn(b *sim.BodyDef, point geom.Vec) geom.Vec {
	q := geom.QuatFromMGL(b.Attitude)
	if q == (geom.Quat{}) {
		q = geom.IdentityQuat()
	}
	return geom.FromMGL(b.Position).Add(q.Rotate(point))
}

// smallestWheel is a radius that no vehicle's wheel has [m]: what is less is given in another unit.
const smallestWheel = 0.01

// What vehicles hardly are, and bodies: those of models are as dense as the vehicles that they are models of.
const (
	lightestVehicle = 10   // [kg/m³] of the box around it; cars have 130
	lightestBody    = 0.01 // likewise; air has 1.2
	mostGrip        = 2    // friction of tyres
)

// warn remembers what of a key is valid, but hardly meant.
func (r *reader) warn(o *document.Object, key, format string, args ...any) {
	p := r.spot(o.Place(key), document.Join(o.Path, key))
	p.What = fmt.Sprintf(format, args...)
	r.scenario.warned = append(r.scenario.warned, p)
}

// warnVehicles warns of wheels that do not fit their vehicle, and of vehicles that nothing stands under.
func (r *reader) warnVehicles() {
	def := r.scenario.Definition
	for i := range def.Vehicles {
		v, w := &def.Vehicles[i], &r.wheeled[i]
		bounds := extentOf(&def.Bodies[v.Body])
		r.warnMass(w.body, &def.Bodies[v.Body], lightestVehicle)
		radius, track := map[*document.Object]bool{}, map[*document.Object]bool{} // what has been looked at, for axles may share that of the vehicle
		for k := range w.axles {
			left := &v.Wheels[2*k]
			if o, key, given := w.of(k, "wheel_radius", "wheel_radius"); given && !radius[o] {
				radius[o] = true
				r.warnRadius(o, key, left.Radius, bounds.Max.Z-left.Contact[2])
			}
			if o, key, given := w.of(k, "track", "track"); given && !track[o] {
				track[o] = true
				r.warnTrack(o, key, left, bounds.Max.Y-bounds.Min.Y)
			}
		}
		r.warnAxles(w, v.Wheels, bounds)
	}
	r.warnGroundless()
}

// warnMass warns of the mass of a body that is less dense than a least [kg/m³].
func (r *reader) warnMass(o *document.Object, b *sim.BodyDef, least float64) {
	bounds := extentOf(b)
	size := bounds.Max.Sub(bounds.Min)
	if o.Has("mass") && b.Mass < float64(least*float64(size.X*float64(size.Y*size.Z))) {
		r.warn(o, "mass", "%.4g kg is very little for %.4g m by %.4g m by %.4g m: write masses in kg and lengths in m, or with their units, such as \"1.5 t\", \"4500 mm\"",
			b.Mass, size.X, size.Y, size.Z)
	}
}

// crushing is a pair of materials with a crush time.
type crushing struct {
	o    *document.Object
	pair [2]int
}

// warnMeshes warns of crush times that meshes make nothing of.
func (r *reader) warnMeshes() {
	def := r.scenario.Definition
	for _, c := range r.crushing {
		for i := range def.Statics {
			s := &def.Statics[i]
			if s.Mesh == nil || s.Material != c.pair[0] && s.Material != c.pair[1] {
				continue
			}
			other := c.pair[0] + c.pair[1] - s.Material
			if slices.ContainsFunc(def.Bodies, func(b sim.BodyDef) bool { return b.Material == other }) {
				r.warn(c.o, "crush_time", "does nothing with %q, a mesh, whose impacts come at first touch: make it of boxes, or give the mesh a material of its own", s.Name)
			}
		}
	}
}

// What makes a mesh look as if its file were in another unit than metres.
const (
	largestBody = 100  // [m]: what moves is not that large, unless a file's unit is given
	largestPart = 1000 // [m]: a closed surface, as that of a part or a building, is not that large, while a terrain is open
	smallBody   = 0.01 // of its size: what is smaller than that is small
	nearby      = 1000 // [m]; what is farther from all that moves,
	fastest     = 1000 // [m/s], and out of the reach of what moves so fast all the time, is far
)

// warnSizes warns of meshes whose file is taken in metres, and which are larger than what is made, and of meshes far from
// all that moves.
func (r *reader) warnSizes() {
	def := r.scenario.Definition
	var moving []geom.AABB
	for i := range r.placed {
		if p := &r.placed[i]; !p.static {
			moving = append(moving, p.bounds)
		}
	}
	for i := range def.Movers {
		at, radii := geom.FromMGL(def.Movers[i].Position), geom.FromMGL(def.Movers[i].Radii)
		moving = append(moving, geom.AABB{Min: at.Sub(radii), Max: at.Add(radii)})
	}
	for _, m := range r.sized {
		given := m.o.Kind == "mesh" && (m.o.Has("unit") || m.o.Has("scale"))
		s := &def.Statics[m.static]
		size, largest, apart := s.Mesh.Bounds.Size().MaxAbs(), 0.0, math.Inf(1)
		for k := range moving {
			largest = math.Max(largest, moving[k].Size().MaxAbs())
			gap := moving[k].Min.Sub(s.Mesh.Bounds.Max).Max(s.Mesh.Bounds.Min.Sub(moving[k].Max)).Max(geom.Vec{})
			apart = math.Min(apart, gap.Len())
		}
		switch reach := nearby + float64(fastest*float64(float64(r.scenario.Steps)*def.Settings.Step)); {
		case !given && size > largestPart && largest < float64(smallBody*size) && isClosed(s.Mesh):
			r.warn(m.o, m.key, "%q is %.4g m large, and what moves at most %.4g m: if its file is in millimetres, write mesh: {file: %s, unit: mm}", s.Name, size, largest, s.Asset)
		case given && apart > reach:
			r.warn(m.o, m.key, "%q is %.4g m from all that moves, out of its reach, and %.4g m large: correct its position, or the unit or scale of its file", s.Name, apart, size)
		case apart > reach:
			r.warn(m.o, m.key, "%q is %.4g m from all that moves, out of its reach: correct its position, or, if its file is not in metres, write mesh: {file: %s, unit: mm}", s.Name, apart, s.Asset)
		}
	}
}

// warnHull warns of a body whose file of a hull is taken in metres, and which is larger than what moves.
func (r *reader) warnHull(h *document.Object, name string, s *geom.Shape) {
	if h.Has("unit") || h.Has("scale") || !strings.HasPrefix(h.Path, "bodies[") {
		return
	}
	bounds := s.Bounds(geom.Transform{Q: geom.IdentityQuat()})
	size := bounds.Size()
	if largest := size.MaxAbs(); largest > largestBody {
		r.warn(h, "file", "it is %.4g m large: if the file is in millimetres, write hull: {file: %s, unit: mm}, and if it is in metres, unit: m", largest, name)
	}
}

// mostWinding bounds the triangles that warnInside looks at for all bodies.
const mostWinding = 10_000_000

// warnInside warns of bodies that start in a closed mesh whose fronts are outside: where its surface winds round the
// middle of each of their shapes once. No surface cuts them, which is an error. In a hollow mesh, whose inner wall has its
// fronts inside, it does so not at all, nor in a room, where it winds the other way round.
func (r *reader) warnInside() {
	left := mostWinding
	for i := range r.scenario.Definition.Statics {
		s := &r.scenario.Definition.Statics[i]
		if s.Mesh == nil || s.Sensor {
			continue
		}
		static, closed := placedObject{name: s.Name}, false
		for k := range r.placed {
			p := &r.placed[k]
			if p.static || !s.Mesh.Bounds.Contains(p.bounds.Min) || !s.Mesh.Bounds.Contains(p.bounds.Max) || r.passes(p, &static) {
				continue
			}
			if left -= len(s.Mesh.Tris) * len(p.shapes); left < 0 {
				return
			}
			if !closed {
				if closed = isClosed(s.Mesh); !closed {
					break
				}
			}
			if !slices.ContainsFunc(p.shapes, func(c placedShape) bool { return !(windings(s.Mesh, c.middle()) > 0.5) }) {
				w := r.spot(p.node, p.path)
				w.What = fmt.Sprintf("%q starts inside of %q, a closed mesh whose fronts are outside, and nothing in it holds it: move it out, or give the mesh an inner wall with its fronts inside", p.name, s.Name)
				r.scenario.warned = append(r.scenario.warned, w)
			}
		}
	}
}

// middle returns a point of a shape: the mean of those farthest along its axes and against them.
func (s *placedShape) middle() geom.Vec {
	var sum geom.Vec
	for _, d := range [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}} {
		sum = sum.Add(s.Shape.Support(d)).Add(s.Shape.Support(d.Neg()))
	}
	return s.Pose.Apply(sum.Scale(1.0 / 6))
}

// windings returns how often a closed mesh winds round a point that is not on it: the sum of the solid angles of its
// triangles over 4π, above zero where the point is behind their fronts.
//
// Source: Van Oosterom, Strackee, The Solid Angle of a Plane Triangle (1983).
func windings(m *geom.Mesh, at geom.Vec) float64 {
	sum := 0.0
	for i := range m.Tris {
		t := m.Triangle(int32(i))
		a, b, c := t.A.Sub(at), t.B.Sub(at), t.C.Sub(at)
		la, lb, lc := a.Len(), b.Len(), c.Len()
		y := a.Dot(b.Cross(c))
		x := float64(float64(la*lb)*lc) + float64(a.Dot(b)*lc) + float64(b.Dot(c)*la) + float64(c.Dot(a)*lb)
		sum += 2 * math.Atan2(y, x)
	}
	return sum / (4 * math.Pi)
}

// isClosed reports whether a mesh has no border.
func isClosed(m *geom.Mesh) bool {
	for i := range m.Edges {
		for _, e := range m.Edges[i] {
			if e.Kind == geom.EdgeBorder {
				return false
			}
		}
	}
	return true
}

// warnRadius warns of wheels [m] that a vehicle of a height above the road [m] hardly has.
func (r *reader) warnRadius(o *document.Object, key string, radius, height float64) {
	switch {
	case radius < smallestWheel:
		r.warn(o, key, "%.4g m is less than %g m: write it in metres, or with its unit, such as 0.3 or \"300 mm\"", radius, smallestWheel)
	case radius > float64(0.5*height):
		r.warn(o, key, "%.4g m is more than half the height of the vehicle above the road, %.4g m: give the radius, not the diameter", radius, height)
	}
}

// warnTrack warns of the wheels of an axle that stand beside a body of a width [m], with half a tyre between on each side.
func (r *reader) warnTrack(o *document.Object, key string, left *vehicle.WheelDef, width float64) {
	tyre := orElse(left.Width, float64(vehicle.DefaultWidth*orElse(left.Radius, vehicle.DefaultRadius)))
	if track := float64(2 * left.Contact[1]); track > width+float64(2*tyre) {
		r.warn(o, key, "%.4g m is more than the width of the body, %.4g m, and two tyres: give the distance of the left from the right wheels", track, width)
	}
}

// warnAxles warns of axles that are ahead of the body or behind it: those that are given, or else the first that follows from
// them. One off an outline is refused.
func (r *reader) warnAxles(w *wheeled, wheels []vehicle.WheelDef, bounds geom.AABB) {
	off := false
	for _, given := range [2]bool{true, false} {
		for k := range w.axles {
			own, x := axleKeys[min(k, 1)], wheels[2*k].Contact[0]
			if has := w.axles[k].o != nil || w.o.Has(own); has != given || !given && off || x <= bounds.Max.X+startOverlap && x >= bounds.Min.X-startOverlap {
				continue
			}
			switch {
			case given:
			case w.o.Has("wheelbase"):
				own = "wheelbase"
			default:
				own = axleFrom(w.o, own)
			}
			off = true
			o, key, _ := w.of(k, "position", own)
			r.warn(o, key, "an axle is at %.6g m, off the body, which is from %.6g m to %.6g m: places are along x from the centre of mass", x, bounds.Min.X, bounds.Max.X)
		}
	}
}

// warnGroundless warns of vehicles that have nothing to stand on: no static, and no body but vehicles that have nothing
// either.
func (r *reader) warnGroundless() {
	def := r.scenario.Definition
	if r.weightless {
		return
	}
	named := func(name string) *placedObject { return &placedObject{name: name} }
	standing := make([]bool, len(def.Bodies))
	for i := range standing {
		standing[i] = true
	}
	for i := range def.Vehicles {
		standing[def.Vehicles[i].Body] = false
	}
	stands := func(b *sim.BodyDef) bool {
		for i := range def.Statics {
			if !r.passes(named(b.Name), named(def.Statics[i].Name)) {
				return true
			}
		}
		for i := range def.Bodies {
			if o := &def.Bodies[i]; o.Name != b.Name && standing[i] && !r.passes(named(b.Name), named(o.Name)) {
				return true
			}
		}
		return false
	}
	for more := true; more; {
		more = false
		for i := range def.Vehicles {
			if body := def.Vehicles[i].Body; !standing[body] && stands(&def.Bodies[body]) {
				standing[body], more = true, true
			}
		}
	}
	for i := range def.Vehicles {
		if body := &def.Bodies[def.Vehicles[i].Body]; !standing[def.Vehicles[i].Body] {
			p := r.spot(r.wheeled[i].o.Node, r.wheeled[i].o.Path)
			p.What = fmt.Sprintf("there is no static and no body that the wheels of %q could stand on: add statics: [{name: road, plane: {height: 0}}]", body.Name)
			r.scenario.warned = append(r.scenario.warned, p)
		}
	}
}

// extentOf returns the bounds of a body in its axes, from its centre of mass.
func extentOf(b *sim.BodyDef) geom.AABB {
	if len(b.Shapes) == 0 {
		at, half := geom.FromMGL(b.Offset), geom.FromMGL(b.Half)
		return geom.AABB{Min: at.Sub(half), Max: at.Add(half)}
	}
	bounds := geom.EmptyAABB()
	for i := range b.Shapes {
		at := geom.Transform{P: geom.FromMGL(b.Shapes[i].Position), Q: geom.QuatFromMGL(b.Shapes[i].Attitude)}
		if at.Q == (geom.Quat{}) {
			at.Q = geom.IdentityQuat()
		}
		bounds = bounds.Union(b.Shapes[i].Shape.Bounds(at))
	}
	return bounds
}
