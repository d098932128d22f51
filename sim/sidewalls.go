package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
	"github.com/prang-sim/prang/sim/vehicle"
)

// A tyre has a width. What a wheel meets by rolling it rolls onto, as the disc in its middle (probe.go). What it meets
// sideways, such as the face of a kerb, is a wall to its side, as long as its middle is on the near side of it.
// Sidewalls meet flat faces of statics, and bodies (sidewalls_bodies.go), and only while the wheel is on the ground.

// sidewall is the contact of a tyre's sidewall with a wall, at a point on the tyre.
type sidewall struct {
	key   rowKey
	body  int32    // that has the tyre
	other int32    // body that is the wall, or is static -1-other
	local geom.Vec // the point, in the body frame [m]
	wall  geom.Vec // a point of the wall, in the world for a static, else in the frame of the other body [m]
	n     geom.Vec // unit normal into the wall, likewise
	give  float64  // the gap up to which it is struck together with others, see sidewallGive [m]
	// of is 1 + the index in scratch.tyreSides of a tyre beside a shape, whose point and normal follow from where both
	// are; 0 beside a face.
	of int32
}

const (
	// featureSidewall is the kind of feature that a sidewall is, in a FeatureID.
	featureSidewall = 3
	// leastWall is the height of an edge that stops the sidewall of a tyre, over the wheel's radius.
	leastWall = 0.1
	// sidewallGive is the gap up to which the sidewalls of several tyres are struck together, over the wheel's radius:
	// a tyre gives way by more than that. sidewallTouching is that at which they touch, over the former.
	sidewallGive     = 0.05
	sidewallTouching = 1e-4
	// flushWall is how much nearer than the middle of a face its end may be for the face to be flush with the side of the
	// tyre, over what a tyre gives way.
	flushWall = 1e-3
	// mostOverhang is the sine of the angle by which a wall may lean over the ground.
	mostOverhang = 0.7
	// sidewallPressed is how deep in a wall the side of a tyre is pressed out again, over Settings.Slop: what is deeper has
	// come there by rolling.
	sidewallPressed = 10
	// sidewallParts is the speed [m/s] up to which the side of a tyre that parts from a wall has it as one all the same: in
	// lasting contact this is an error of the solver.
	sidewallParts = 0.01
	// sidewallReach is how far a sidewall is looked ahead for, in units of the way that it goes in a step.
	sidewallReach = 1.25
)

// isSidewall reports whether a contact is that of a sidewall, of the first or of the second side. Those of pairs that
// crush have the same kind of feature on both sides.
func isSidewall(f narrowphase.FeatureID) bool {
	return f>>14&3 == featureSidewall && f>>30&3 == narrowphase.FeatureFace || f>>14&3 == narrowphase.FeatureFace && f>>30&3 == featureSidewall
}

// findSidewalls finds what the sidewalls of a vehicle, awake, may meet in the step, from its pose at the start.
func (w *World) findSidewalls(i int32) {
	b, f := &w.bodies[i], &w.flights[i]
	first := int32(len(w.sidewalls))
	v, pose := w.vehicles[b.vehicle], f.s.Transform()
	turn := b.mass.AngularVelocity(f.s.Q, f.s.L)
	for k := range v.Wheels {
		if ground := w.grounds[k]; ground.Hit {
			steer := w.grips[int(b.wheels)+k].input.Steer
			p := v.Probe(k, pose, steer)
			c := sidewallCast{w: w, body: i, wheel: int32(k), pose: pose, p: &p, ground: ground, half: float64(0.5 * v.Wheels[k].Width)}
			c.side, c.foot = p.Up.Cross(p.Ahead), p.Origin.AddScaled(p.Up, ground.Lift)
			c.vel, c.turn = f.s.V, turn
			c.cast()
			if len(w.beside) > 0 {
				c.castBodies(steer)
			}
		}
	}
	w.sidewallSpans[b.vehicle] = span{first, int32(len(w.sidewalls))}
}

// sidewallCast looks for walls beside a wheel.
type sidewallCast struct {
	w         *World
	body      int32
	wheel     int32
	pose      geom.Transform // of the body
	p         *vehicle.Probe
	ground    vehicle.Ground // under the wheel: walls are as high as they rise above its plane
	side      geom.Vec       // to the left
	foot      geom.Vec       // lowest point of the disc
	half      float64        // of the width
	vel, turn geom.Vec       // of the body
	spin      float64        // angular speed of the other body [rad/s]

	key rowKey
}

// cast looks at all statics near the wheel.
func (c *sidewallCast) cast() {
	w := c.w
	// It closes no faster than twice as fast as it slides, see isWall, but for its turning.
	far := c.half + c.reach(float64(2*math.Abs(c.speedAt(c.foot).Dot(c.side)))+float64(2*float64(c.turn.Len()*c.p.Radius)))
	box := c.p.Bounds().Grow(far)
	for i := range w.statics {
		st, other := &w.statics[i], int32(-1-i)
		if st.sensor || !st.bounds.Overlaps(&box) || w.ignores(c.body, other) {
			continue
		}
		if st.tree != nil {
			w.roadTriangles = st.tree.Query(&box, w.roadTriangles[:0])
			for _, t := range w.roadTriangles {
				n, v := st.mesh.Planes[t].N, st.mesh.Triangle(t)
				if n.Dot(c.foot.Sub(v.A)) < 0 {
					n = n.Neg()
				}
				if !c.isSteep(n) {
					continue
				}
				c.key = rowKey{a: c.body, b: other, tri: t}
				w.faceCorners = append(w.faceCorners[:0], v.A, v.B, v.C)
				c.face(n, 0)
			}
			continue
		}
		for k := range st.placed {
			part := &st.placed[k]
			if !part.bounds.Overlaps(&box) || !part.Shape.Polyhedral() {
				continue
			}
			h := part.Shape.Hull
			c.key = rowKey{a: c.body, b: other, partB: int32(k), tri: -1}
			for f := range h.Faces {
				face := &h.Faces[f]
				n := part.Pose.Q.Rotate(face.Plane.N)
				if !c.isSteep(n) {
					continue
				}
				w.faceCorners = w.faceCorners[:0]
				for _, v := range h.Corners[face.First : face.First+face.Count] {
					w.faceCorners = append(w.faceCorners, part.Pose.Apply(h.Vertices[v]))
				}
				c.face(n, f)
			}
		}
	}
}

func (c *sidewallCast) speedAt(x geom.Vec) geom.Vec { return c.vel.Add(c.turn.Cross(x.Sub(c.pose.P))) }

// reach returns how far a point with the given closing speed is looked ahead for [m].
func (c *sidewallCast) reach(closing float64) float64 {
	return float64(sidewallReach*max(0, closing)*c.w.set.Step) + float64(2*c.w.set.Speculative)
}

// isSteep reports whether a face with the unit normal n is a wall for the sidewall of the tyre where it is met by sliding:
// it is steep, and no road seen from below.
func (c *sidewallCast) isSteep(n geom.Vec) bool {
	return isSteep(n, c.p.Ahead, c.p.Up, c.side, c.ground.N)
}

// isSteep is as sidewallCast.isSteep, for a wheel with the given directions on ground with the given normal.
func isSteep(n, ahead, up, side, ground geom.Vec) bool {
	return n.Dot(up) < leastRise && n.Dot(ground) >= -mostOverhang && math.Abs(n.Dot(ahead)) <= math.Abs(n.Dot(side))
}

// slides reports whether a wheel with the given directions, whose point at a wall moves over it with the velocity u, meets it
// no less by sliding than by rolling.
func slides(n, ahead, side, u geom.Vec) bool {
	return -float64(u.Dot(ahead)*n.Dot(ahead)) <= -float64(u.Dot(side)*n.Dot(side))+sidewallParts
}

// face adds the contact of the sidewall with a wall, with the unit normal n out of the wall. It is half as high as the
// wall reaches up the side, and in the middle of what of the side is opposite to it. Where one end is nearer to the
// wall it moves towards that end, and is there where the difference is what a tyre gives way. It reports whether the
// face is beside the wheel, however far away.
func (c *sidewallCast) face(n geom.Vec, index int) (beside bool) {
	p := c.p
	cut, ok := c.slice()
	first, t, length, top := cut.first, cut.t, cut.length, cut.top
	middle := cut.raised(p.Up, c.foot)
	if !ok || !(n.Dot(middle.Sub(first)) > 0) {
		return false
	}
	out := c.half
	if n.Dot(c.side) > 0 {
		out = -out
	}
	middle = cut.raised(p.Up, c.foot.AddScaled(c.side, out))
	ahead := p.Ahead.Scale(math.Sqrt(float64(top * (p.Radius + (p.Radius - top)))))
	from, per := t.Dot(middle.Sub(first)), t.Dot(ahead)
	if per < 0 {
		ahead, per = ahead.Neg(), -per
	}
	lo, hi := max(-1, -from/per), min(1, (length-from)/per)
	if !(lo < hi) {
		return false
	}
	half, give := float64(0.5*(hi-lo)), float64(sidewallGive*p.Radius)
	if c.key.b >= 0 {
		// An end of the face that is nearer than the tyre's is a corner of the body before the side of the tyre.
		toward := n.Dot(ahead)
		if corner := toward > 0 && lo > -1 || toward < 0 && hi < 1; corner && float64(half*math.Abs(toward)) > float64(flushWall*give) {
			return false
		}
	}
	nearer := max(-1, min(1, -float64(half*n.Dot(ahead))/give))
	x := middle.AddScaled(ahead, float64(0.5*(lo+hi))+float64(half*nearer))
	if u := c.speedAt(x); !slides(n, p.Ahead, c.side, u) || n.Dot(x.Sub(first)) > c.reach(-n.Dot(u)) {
		return true
	}
	key := c.key
	key.feature = narrowphase.MakeFeatureID(featureSidewall, int(c.wheel), narrowphase.FeatureFace, index)
	c.w.sidewalls = append(c.w.sidewalls, sidewall{key: key, body: c.body, other: key.b, local: c.pose.ApplyInv(x), wall: first, n: n.Neg(), give: give})
	return true
}

// wallCut is the cut of a face just above the ground.
type wallCut struct {
	at, up geom.Vec // heights are above this point along up
	first  geom.Vec // end of the cut
	t      geom.Vec // direction from there
	length float64  // [m]
	top    float64  // how high the face reaches beside the wheel, at most to the axle [m]
}

// raised returns the point half as high as the wall on the line through x along the wheel's upward direction.
func (c *wallCut) raised(wheelUp, x geom.Vec) geom.Vec {
	return x.AddScaled(wheelUp, (float64(0.5*c.top)-c.up.Dot(x.Sub(c.at)))/max(leastRise, c.up.Dot(wheelUp)))
}

// slice cuts the face just above the ground under the wheel, and reports whether it reaches there. Heights are above the
// plane of the ground or, as seen from the wheel, above the lowest point of the disc, by whichever the face is lower: that
// plane is none of the road where the disc stands on an edge, and a flush edge ahead of a car that leans towards it is as
// high as a kerb, seen from the wheel.
func (c *sidewallCast) slice() (wallCut, bool) {
	road := c.cut(c.ground.P, c.ground.N)
	if !(road.length > 0) {
		return road, false
	}
	if wheel := c.cut(c.foot, c.p.Up); wheel.top < road.top {
		return wheel, wheel.length > 0
	}
	return road, true
}

// cut cuts the face just above a point along up.
func (c *sidewallCast) cut(at, up geom.Vec) (w wallCut) {
	w.at, w.up = at, up
	low, r := float64(leastWall*c.p.Radius), c.p.Radius
	var ends [2]geom.Vec
	n := 0
	corners := c.w.faceCorners
	last := corners[len(corners)-1]
	xl, zl := c.p.Ahead.Dot(last.Sub(c.foot)), up.Dot(last.Sub(at))
	for _, v := range corners {
		x, z := c.p.Ahead.Dot(v.Sub(c.foot)), up.Dot(v.Sub(at))
		if (z > low) != (zl > low) && n < 2 {
			ends[n] = last.AddScaled(v.Sub(last), (zl-low)/(zl-z))
			n++
		}
		if from, to := max(xl, x), min(xl, x); from >= -r && to <= r {
			for _, x0 := range [2]float64{min(from, r), max(to, -r)} {
				if d := x - xl; d != 0 {
					w.top = max(w.top, zl+float64((z-zl)*((x0-xl)/d)))
				} else {
					w.top = max(w.top, max(z, zl))
				}
			}
		}
		last, xl, zl = v, x, z
	}
	w.top = min(w.top, r)
	if n == 2 {
		w.first, w.t = ends[0], ends[1].Sub(ends[0])
		w.length = w.t.Len()
		w.t = w.t.Normalize()
	}
	return w
}

// sidewallsOf returns the sidewalls of a vehicle that may meet something in this step, none for other bodies.
func (w *World) sidewallsOf(i int32) []sidewall {
	if i < 0 || w.bodies[i].vehicle < 0 {
		return nil
	}
	s := w.sidewallSpans[w.bodies[i].vehicle]
	return w.sidewalls[s.first:s.end]
}

// sidewallsMeet reports whether the sidewalls of the vehicles of a pair may meet its other side in this step.
func (w *World) sidewallsMeet(p *pair) bool {
	for _, side := range [2]int32{p.a, p.b} {
		list := w.sidewallsOf(side)
		for k := range list {
			if list[k].other == p.a+p.b-side {
				return true
			}
		}
	}
	return false
}

// addSidewallTouches appends the contacts of the sidewalls of a pair to dst, at the current states of its sides.
func (w *World) addSidewallTouches(dst []touch, p *pair) []touch {
	for _, side := range [2]int32{p.a, p.b} {
		list := w.sidewallsOf(side)
		for k := range list {
			s := &list[k]
			if s.other != p.a+p.b-side {
				continue
			}
			at, ok := w.sidewallNow(&w.toucher.m, s, &w.flights[side].s, w.stateOf(s.other))
			if !ok || !at.wall {
				continue
			}
			q := touch{p: at.x.AddScaled(at.n, float64(0.5*at.gap)), n: at.n, sep: at.gap, key: s.key, near: -1}
			if q.sep < -float64(sidewallPressed*w.set.Slop) {
				q.sep = 0
			}
			if side == p.b {
				q.n = q.n.Neg()
			}
			dst = append(dst, q)
		}
	}
	return dst
}

// stateOf returns the current state of a body, nil for a static.
func (w *World) stateOf(i int32) *rigid.State {
	if i < 0 {
		return nil
	}
	return &w.flights[i].s
}

// sidewallContact is where a sidewall is, and where its wall.
type sidewallContact struct {
	x, n geom.Vec // the point on the tyre, and the unit normal into the wall
	gap  float64  // [m]
	wall bool     // what is there is a wall
}

// sidewallNow returns the contact of a sidewall where its vehicle is in the state s, and the other body in the state o,
// nil for a static. It reports false where nothing is near.
func (w *World) sidewallNow(m *narrowphase.Manifold, q *sidewall, s, o *rigid.State) (c sidewallContact, ok bool) {
	if q.of > 0 {
		return w.besideShape(m, q, s, o)
	}
	c.x, c.n, c.wall = s.Transform().Apply(q.local), q.n, true
	wall := q.wall
	if o != nil {
		pose := o.Transform()
		wall, c.n = pose.Apply(q.wall), pose.Q.Rotate(q.n)
	}
	c.gap = c.n.Dot(wall.Sub(c.x))
	return c, true
}

// addSidewallsStruck appends the contacts of the sidewalls of a pair that are struck now: all within what a tyre gives
// way, if one of them touches.
func (w *World) addSidewallsStruck(dst []touch, p *pair) []touch {
	w.sidewallTouches = w.addSidewallTouches(w.sidewallTouches[:0], p)
	give, touches := 0.0, false
	for _, side := range [2]int32{p.a, p.b} {
		for _, s := range w.sidewallsOf(side) {
			give = max(give, s.give)
		}
	}
	for i := range w.sidewallTouches {
		touches = touches || w.sidewallTouches[i].sep <= float64(2*float64(sidewallTouching*give))
	}
	for i := range w.sidewallTouches {
		if q := &w.sidewallTouches[i]; touches && q.sep <= give {
			dst = append(dst, *q)
		}
	}
	return dst
}

// addSidewallRows adds the contacts of the sidewalls of pair k that approach too slowly for an impact.
func (w *World) addSidewallRows(isl *island, k int32, h float64) {
	p := &w.pairs[k]
	w.sidewallTouches = w.addSidewallTouches(w.sidewallTouches[:0], p)
	kept, spent := w.sidewallTouches[:0], w.impactsUsedUp(p)
	for _, q := range w.sidewallTouches {
		if spent || w.approach(p, &q) <= w.threshold() {
			kept = append(kept, q)
		}
	}
	w.addPart(isl, k, kept, h)
}

// sidewallTime returns the first time from the given one on, and before to, at which the sidewall of a tyre of a pair
// meets a wall as fast as in an impact; or, a wall that is a body in no contact with it, at any speed.
func (w *World) sidewallTime(m *narrowphase.Manifold, p *pair, from, to float64) (at float64, ok bool) {
	least, known := 0.0, false
	for _, side := range [2]int32{p.a, p.b} {
		list := w.sidewallsOf(side)
		for k := range list {
			if list[k].other != p.a+p.b-side {
				continue
			}
			if !known {
				if w.impactsUsedUp(p) {
					return 0, false
				}
				if known = true; p.b < 0 || w.bodies[p.a].driven || w.bodies[p.b].driven || w.joined(p.a, p.b) {
					least = w.threshold()
				}
			}
			if t := w.sidewallMeets(m, &list[k], from, to, least); t < to {
				at, to, ok = t, t, true
			}
		}
	}
	return at, ok
}

// sidewallSteps is the largest number of Newton's steps to the time at which the sidewall of a tyre meets a wall.
// Forces change its speed by little in a step.
const sidewallSteps = 8

// sidewallMeets returns the time, from the given one on, at which the sidewall of a tyre meets its wall faster than the
// given speed, or to.
func (w *World) sidewallMeets(m *narrowphase.Manifold, q *sidewall, from, to, least float64) float64 {
	b, f := &w.bodies[q.body], &w.flights[q.body]
	tol := float64(sidewallTouching * q.give)
	for t, n := from, 0; n < sidewallSteps && t < to; n++ {
		s := f.at(&b.mass, t)
		var o *rigid.State
		var other rigid.State
		if q.other >= 0 {
			other = w.flights[q.other].at(&w.bodies[q.other].mass, t)
			o = &other
		}
		at, ok := w.sidewallNow(m, q, &s, o)
		if !ok {
			return to
		}
		u := w.velocityIn(q.body, &s, at.x)
		if o != nil {
			u = u.Sub(w.velocityIn(q.other, o, at.x))
		}
		closing := at.n.Dot(u)
		if !(closing > least) {
			return to
		}
		if at.gap <= tol {
			if !at.wall {
				return to
			}
			return t + max(0, at.gap)/closing
		}
		t += at.gap / closing
	}
	return to
}

// addSidewallPairs adds the pairs of a vehicle with what its sidewalls may meet outside its own bounds.
func (w *World) addSidewallPairs(i int32) {
	list := w.sidewallsOf(i)
	for k := range list {
		b := list[k].other
		switch {
		case w.findPair(i, b) >= 0:
		case b >= 0:
			w.addConvexPair(min(i, b), max(i, b))
		case w.statics[-1-b].mesh == nil:
			w.addConvexPair(i, b)
		default:
			w.addPair(i, b) // its triangles follow where the vehicle comes near them
		}
	}
}
