package runs

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
)

// hitchApart is how far from its hitch a joint may hold a trailer [m]: the rounding of measured positions.
const hitchApart = 0.05

// Warnings returns what of a scenario is valid, but hardly meant, with its place and the remedy.
func (s *Scenario) Warnings() []Problem {
	var list []Problem
	d := s.Definition
	for i := range d.Vehicles {
		v := &d.Vehicles[i]
		p, ok := s.places[join(at("bodies", v.Body), "vehicle.hitch")]
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
