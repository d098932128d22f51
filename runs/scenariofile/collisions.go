package scenariofile

import (
	"slices"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/units"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// readCollisions reads what is known of the first collision of two.
func (r *reader) readCollisions(o *document.Object) {
	const remedy = "write between: [name, name], of a body and of another body or a static"
	each(o, "collisions", "collision", func(e *document.Object) {
		names, ok := readTwoNames(e, "between", remedy)
		d := sim.CollisionDef{}
		if ok {
			ok = r.readColliding(e, names, &d)
		}
		if !e.Has("plane") && !e.Has("point") {
			e.Missing("plane", `add plane: "80 deg", the angle of the contact plane from the x axis of the first, or point: [x, y, z], where the impulse acts, or both`)
			return
		}
		if e.Has("plane") {
			angle, good := e.Number("plane", units.Angle)
			sin, cos := geom.SinCos(angle)
			d.Normal, ok = mgl64.Vec3{-sin, cos, 0}, ok && good
		}
		if d.PointGiven = e.Has("point"); d.PointGiven {
			v, good := e.Vector("point", units.Length)
			if d.Point, ok = v, ok && good; ok {
				r.warnPoint(e, &r.scenario.Definition.Bodies[d.First], v)
			}
		}
		if ok {
			r.scenario.collisions = append(r.scenario.collisions, r.spot(e.Place("between"), document.Join(e.Path, "between")))
			r.scenario.Definition.Collisions = append(r.scenario.Definition.Collisions, d)
		}
	})
}

// readColliding sets the two of a collision.
func (r *reader) readColliding(e *document.Object, names [2]string, d *sim.CollisionDef) bool {
	def := r.scenario.Definition
	for i, name := range names {
		body, static := r.bodyIndex(name), r.staticIndex(name)
		switch {
		case r.isMover(name):
			e.Fail("between", "%q is a mover, which does not crush: name a body or a static", name)
			return false
		case body < 0 && static < 0:
			r.mustName(e, "between", name, r.objectNames(true))
			return false
		case i == 0 && body < 0:
			e.Fail("between", "%q is a static: write the body first, in whose axes plane and point are", name)
			return false
		case i == 0:
			d.First = body
		case body >= 0:
			d.Second = sim.Object(body)
		default:
			d.Second = sim.Object(-1 - static)
		}
	}
	if names[0] == names[1] {
		e.Fail("between", "both are %q, which does not meet itself: name another object for one", names[0])
		return false
	}
	a, b := def.Bodies[d.First].Material, 0
	if d.Second >= 0 {
		b = def.Bodies[d.Second].Material
	} else {
		b = def.Statics[-1-d.Second].Material
	}
	crushes := slices.ContainsFunc(def.Pairs, func(p sim.MaterialPair) bool {
		return p.CrushTime > 0 && (p.A == a && p.B == b || p.A == b && p.B == a)
	})
	if !crushes {
		e.Fail("between", "the materials of the two have no crush time: give their pair one, as in pairs: [{between: [%s, %s], friction: 0.6, restitution: 0.1, crush_time: 50 ms}]", r.materialName(a), r.materialName(b))
	}
	return crushes
}

// materialName returns the name by which a scenario refers to a material.
func (r *reader) materialName(i int) string {
	if m := r.scenario.Definition.Materials; i < len(m) {
		return m[i].Name
	}
	return "default"
}

// outsidePoint is how far from a body the point of its impulse is that can hardly be meant [m].
const outsidePoint = 0.2

// warnPoint warns of the point of an impulse that is outside of its body.
func (r *reader) warnPoint(e *document.Object, b *sim.BodyDef, at mgl64.Vec3) {
	box, p := extentOf(b), geom.FromMGL(at)
	if d := p.Max(box.Min).Min(box.Max).Sub(p).Len(); d > outsidePoint {
		r.warn(e, "point", "is %.3g m outside of %q: give it from the centre of mass, in the axes of the first", d, b.Name)
	}
}
