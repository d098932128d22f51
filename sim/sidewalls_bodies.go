package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// The sidewalls of tyres meet bodies, whichever of the two moves: those of awake vehicles all that are near, those of
// sleeping vehicles what comes near. Vertical faces of boxes and hulls that reach down to the ground are walls as those
// of statics are. Where none is beside the wheel it meets the shape itself, as a cylinder, where the shape is nearest:
// a ball, a log, a box that lies on an edge or flies in. What is above the axle, or beside the tread more than beside
// the side, is no wall to it. Nothing is pushed out: what overlaps a tyre when it is found there, by more than a tyre
// gives way, passes.

// tyreSide is a tyre beside a shape of a body.
type tyreSide struct {
	wheel  int32          // among all wheels
	pose   geom.Transform // of its cylinder, about z, in the frame of its vehicle: x is up and y ahead
	ground geom.Vec       // normal of what the wheel stands on, in the frame of its vehicle
	part   int32          // of the other body
	reach  float64        // how far away it is looked for [m]
}

// besideWays is how much farther than its way in a step a body is looked for beside wheels, over that.
const besideWays = 2

// tyreAttitude turns z to the left, x up and y ahead.
var tyreAttitude = geom.Quat{W: 0.5, V: geom.Vec{X: -0.5, Y: -0.5, Z: -0.5}}

// prepareTyres makes the shapes of all tyres.
func (w *World) prepareTyres() {
	w.tyreShapes = w.tyreShapes[:0]
	for _, v := range w.vehicles {
		for k := range v.Wheels {
			// Lengths of wheels have been checked; the sides of a tyre without a width are its disc.
			shape, _ := geom.NewCylinder(v.Wheels[k].Radius, max(float64(0.5*v.Wheels[k].Width), float64(thinDisc*v.Wheels[k].Radius)))
			w.tyreShapes = append(w.tyreShapes, shape)
		}
	}
}

// findAsleepSidewalls finds what moves beside the sidewalls of the vehicles that sleep.
func (w *World) findAsleepSidewalls(h float64) {
	w.awake = w.awake[:0]
	for k := range w.bodies {
		if !w.flights[k].still && !w.bodies[k].sensor {
			w.awake = append(w.awake, int32(k))
		}
	}
	for _, v := range w.vehicles {
		s := &w.flights[v.Body].s
		near := func(k int32) bool {
			o := &w.flights[k].s
			look := v.Reach() + w.bodies[k].radius + float64((1+besideWays)*float64(o.V.Len()*h)) + float64(2*w.set.Speculative)
			return o.X.Sub(s.X).LenSq() <= float64(look*look)
		}
		if w.flights[v.Body].still && slices.ContainsFunc(w.awake, near) {
			w.findAsleepSidewallsOf(v.Body, h)
		}
	}
}

func (w *World) findAsleepSidewallsOf(i int32, h float64) {
	b, s := &w.bodies[i], &w.flights[i].s
	w.findFootings(i, s.X, h)
	v := w.vehicles[b.vehicle]
	w.grounds = w.grounds[:0]
	for k := range v.Wheels {
		at := int(b.wheels) + k
		g := grip{input: vehicle.Input{Steer: w.state.rolled[at].steer}}
		w.grips[at].input = g.input
		w.grounds = append(w.grounds, w.findGround(&g, k, s.Transform(), &wheelMotion{p: s.X, h: h}, i))
	}
	w.findSidewalls(i)
}

// castBodies looks at the bodies near the wheel, which is steered by an angle [rad].
func (c *sidewallCast) castBodies(steer float64) {
	w, vel, turn, ground := c.w, c.vel, c.turn, c.ground
	if w.flights[c.body].still {
		vel, turn = geom.Vec{}, geom.Vec{}
	}
	c.ground.P = ground.P.AddScaled(ground.Vel, -float64(0.5*w.set.Step)) // at the start of the step
	for _, k := range w.beside {
		b, f := &w.bodies[k], &w.flights[k]
		c.vel, c.turn, c.spin = vel, turn, 0
		if !f.still {
			// Seen from the other body, which turns about its own centre.
			spin := b.mass.AngularVelocity(f.s.Q, f.s.L)
			c.vel = vel.Sub(f.s.V.Add(spin.Cross(c.pose.P.Sub(f.s.X))))
			c.turn, c.spin = turn.Sub(spin), spin.Len()
		}
		u := c.speedAt(c.foot)
		far := c.reach(float64(2*math.Abs(u.Dot(c.side))) + float64(2*float64((turn.Len()+c.spin)*c.p.Radius)))
		box := c.p.Bounds().Grow(c.half + far)
		middle := f.s.Q.RotateInv(c.foot.AddScaled(c.p.Up, c.p.Radius).Sub(f.s.X))
		size := c.p.Radius + c.half + far
		for part := range b.parts {
			q := &b.parts[part]
			if most := q.extent; math.Abs(middle.X) > most.X+size || math.Abs(middle.Y) > most.Y+size || math.Abs(middle.Z) > most.Z+size {
				continue
			}
			x := narrowphase.Convex{Shape: q.Shape, Pose: q.at(&f.s)}
			if bounds := x.Shape.Bounds(x.Pose); !bounds.Overlaps(&box) {
				continue
			}
			c.key = rowKey{a: c.body, b: k, partB: int32(part), tri: -1}
			if !c.facesOf(&x, f) {
				c.shapeOf(&x, k, u, far, steer)
			}
		}
	}
	c.vel, c.turn, c.ground = vel, turn, ground
}

// facesOf adds the contacts with the faces of a part of a body that are walls, and reports whether there are any beside
// the wheel.
func (c *sidewallCast) facesOf(x *narrowphase.Convex, f *flight) (beside bool) {
	if !x.Shape.Polyhedral() {
		return false
	}
	w, h, pose := c.w, x.Shape.Hull, f.s.Transform()
	for i := range h.Faces {
		face := &h.Faces[i]
		n := x.Pose.Q.Rotate(h.Faces[i].Plane.N)
		if !c.isSteep(n) {
			continue
		}
		w.faceCorners = w.faceCorners[:0]
		for _, v := range h.Corners[face.First : face.First+face.Count] {
			w.faceCorners = append(w.faceCorners, x.Pose.Apply(h.Vertices[v]))
		}
		first := len(w.sidewalls)
		beside = c.face(n, i) || beside
		for k := first; k < len(w.sidewalls); k++ {
			q := &w.sidewalls[k]
			q.wall, q.n = pose.ApplyInv(q.wall), pose.Q.RotateInv(q.n)
			q.order()
		}
	}
	return beside
}

// order gives a sidewall with a body the key of its pair, whose first side is that of the lower index.
func (q *sidewall) order() {
	if k := &q.key; k.b < k.a {
		k.a, k.b, k.partA, k.partB = k.b, k.a, k.partB, k.partA
		k.feature = k.feature<<16 | k.feature>>16
	}
}

// shapeOf adds the contact with a part of body k itself, where it is as high as a wall and not above the axle, and the
// wheel, with the velocity u over it, does not only roll there. A part of a vehicle is a wall only if it reaches down to
// the ground as walls do: what is higher is the business of both outlines.
func (c *sidewallCast) shapeOf(x *narrowphase.Convex, k int32, u geom.Vec, far, steer float64) {
	w := c.w
	up, low := c.ground.N, float64(leastWall*c.p.Radius)
	height := func(d geom.Vec) float64 {
		return up.Dot(x.Pose.Apply(x.Shape.Support(x.Pose.Q.RotateInv(d))).Sub(c.ground.P))
	}
	if !(height(up) > low) || w.bodies[k].vehicle >= 0 && !(height(up.Neg()) < low) {
		return
	}
	lift := c.ground.Lift
	s, cos := geom.SinCos(float64(0.5 * steer))
	wheel := &w.vehicles[w.bodies[c.body].vehicle].Wheels[c.wheel]
	t := tyreSide{
		wheel: w.bodies[c.body].wheels + c.wheel, part: c.key.partB, reach: far, ground: c.pose.Q.RotateInv(c.ground.N),
		pose: geom.Transform{
			P: wheel.Contact.Add(geom.Vec{Z: wheel.Radius + lift}),
			Q: geom.Quat{W: cos, V: geom.Vec{Z: s}}.Mul(tyreAttitude),
		},
	}
	give := float64(sidewallGive * c.p.Radius)
	at, ok := w.nearestOf(&w.toucher.m, &t, give, c.pose.Mul(t.pose), *x)
	n := at.n.Neg()
	if !ok || !(c.isSteep(n) && slides(n, c.p.Ahead, c.side, c.speedAt(at.x))) && (at.gap <= give || 2*math.Abs(u.Dot(c.side)) < math.Abs(u.Dot(c.p.Ahead))) {
		return
	}
	w.tyreSides = append(w.tyreSides, t)
	key := c.key
	key.feature = narrowphase.MakeFeatureID(featureSidewall, int(c.wheel), narrowphase.FeatureFace, 0)
	w.sidewalls = append(w.sidewalls, sidewall{key: key, body: c.body, other: k, give: give, of: int32(len(w.tyreSides))})
	w.sidewalls[len(w.sidewalls)-1].order()
}

// besideShape is sidewallNow for a tyre beside a shape.
func (w *World) besideShape(m *narrowphase.Manifold, q *sidewall, s, o *rigid.State) (c sidewallContact, ok bool) {
	t := &w.tyreSides[q.of-1]
	body := s.Transform()
	part := &w.bodies[q.other].parts[t.part]
	pose := body.Mul(t.pose)
	if c, ok = w.nearestOf(m, t, q.give, pose, narrowphase.Convex{Shape: part.Shape, Pose: part.at(o)}); !ok {
		return c, false
	}
	up, ahead, side := pose.Q.Rotate(geom.Vec{X: 1}), pose.Q.Rotate(geom.Vec{Y: 1}), pose.Q.Rotate(geom.Vec{Z: 1})
	u, n := w.velocityIn(q.body, s, c.x).Sub(w.velocityIn(q.other, o, c.x)), c.n.Neg()
	c.wall = isSteep(n, ahead, up, side, body.Q.Rotate(t.ground)) && slides(n, ahead, side, u)
	return c, true
}

// nearestOf returns where the cylinder of a tyre, in a pose, and a shape are nearest, up to the axle: the mean of the
// points, by how much nearer they are than what a tyre gives way. It reports false where they are too far from each
// other, or overlap by more than a tyre gives way.
func (w *World) nearestOf(m *narrowphase.Manifold, t *tyreSide, give float64, pose geom.Transform, x narrowphase.Convex) (c sidewallContact, ok bool) {
	a := narrowphase.Convex{Shape: &w.tyreShapes[t.wheel], Pose: pose}
	if !narrowphase.Collide(&a, &x, t.reach, m) || m.Count == 0 {
		return c, false
	}
	up, axle := pose.Q.Rotate(geom.Vec{X: 1}), pose.P
	least, below := math.Inf(1), false
	for i := range m.Count {
		p := &m.Points[i]
		least, below = min(least, p.Separation), below || up.Dot(p.P.Sub(axle)) <= 0
	}
	if !below || !(least >= -give) {
		return c, false
	}
	sum, at := 0.0, geom.Vec{}
	for i := range m.Count {
		p := &m.Points[i]
		if weight := 1 - (p.Separation-least)/give; weight > 0 {
			down := max(0, up.Dot(p.P.Sub(axle)))
			at, sum = at.AddScaled(p.P.Sub(axle).AddScaled(up, -down), weight), sum+weight
		}
	}
	c.n, c.gap = m.N, least
	c.x = axle.AddScaled(at, 1/sum).AddScaled(m.N, -float64(0.5*least))
	return c, true
}

// velocityIn returns the velocity of the material point of a body at x, where the body is in the state s [m/s].
func (w *World) velocityIn(i int32, s *rigid.State, x geom.Vec) geom.Vec {
	if w.flights[i].still {
		return geom.Vec{}
	}
	return s.V.Add(w.bodies[i].mass.AngularVelocity(s.Q, s.L).Cross(x.Sub(s.X)))
}

// sidewallsTouch reports whether the sidewalls of a pair of bodies touch without approaching, or parting, as fast as in
// an impact.
func (w *World) sidewallsTouch(p *pair) bool {
	if p.b < 0 || !w.sidewallsMeet(p) {
		return false
	}
	w.sidewallTouches = w.addSidewallTouches(w.sidewallTouches[:0], p)
	for i := range w.sidewallTouches {
		if q := &w.sidewallTouches[i]; q.sep <= w.set.Slop && !(math.Abs(w.approach(p, q)) > w.threshold()) {
			return true
		}
	}
	return false
}
