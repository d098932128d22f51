package sim

import (
	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// carryPlaces moves the points of pair n along with its bodies to the end of the substep: in one arrangement, or each as it rolls
// over their round sides. Of the line on which a cone lies, the tip stays where it is.
func (w *World) carryPlaces(n int32) {
	c := &w.crowd.step
	pair, r := &c.solver.Pairs[n], &c.pairs[n]
	if w.areBalls(pair) {
		w.turnBalls(pair, r)
		return
	}
	var way, turn geom.Vec
	rolls := w.rolls(n)
	if rolls {
		way, turn = w.wayOfRolling(n, pair.First)
		for i := pair.First + 1; i < pair.End; i++ {
			more, _ := w.wayOfRolling(n, i)
			more = more.Sub(way)
			p := &c.solver.Points[i]
			p.X, p.Y = p.X+more.Dot(pair.T1), p.Y+more.Dot(pair.T2)
		}
	} else {
		way = w.wayAlong(pair, geom.Vec{})
	}
	r.place = r.place.Add(way)
	pair.RA = r.place.Sub(w.flights[c.bodies[pair.A-1]].s.X)
	if pair.B > 0 {
		pair.RB = r.place.Sub(w.flights[c.bodies[pair.B-1]].s.X)
	}
	if rolls {
		turnNormal(pair, pair.N.Add(turn).Normalize())
		c.solver.Prepare(pair)
	}
}

// areBalls reports whether both bodies of a pair are balls.
func (w *World) areBalls(pair *response.CrowdPair) bool {
	bodies := w.crowd.step.bodies
	return pair.B > 0 && w.bodies[bodies[pair.A-1]].ball && w.bodies[bodies[pair.B-1]].ball
}

// turnBalls turns the normal of a pair of balls to the end of the substep, and moves its place there, on the line of their
// centres: an impulse with another normal than that of its place would turn them.
func (w *World) turnBalls(pair *response.CrowdPair, r *crowdPairRow) {
	bodies := w.crowd.step.bodies
	xa, xb := w.flights[bodies[pair.A-1]].s.X, w.flights[bodies[pair.B-1]].s.X
	out := pair.RA.Dot(pair.N)
	if n := xb.Sub(xa).Normalize(); n.Dot(pair.N) > 0.5 {
		turnNormal(pair, n)
	}
	r.place = xa.AddScaled(pair.N, out)
	pair.RA, pair.RB = r.place.Sub(xa), r.place.Sub(xb)
	w.crowd.step.solver.Prepare(pair)
}

// turnNormal turns the normal of a pair, and its tangents along with it.
func turnNormal(pair *response.CrowdPair, n geom.Vec) {
	if n == pair.N {
		return
	}
	pair.N = n
	pair.T1 = pair.T1.AddScaled(n, -pair.T1.Dot(n)).Normalize()
	pair.T2 = n.Cross(pair.T1)
}

// rolls reports whether a body of pair n may roll over the other, or over the world.
func (w *World) rolls(n int32) bool {
	c := &w.crowd.step
	pair := &c.solver.Pairs[n]
	if w.mayRoll(c.bodies[pair.A-1]) {
		return true
	}
	if pair.B == 0 {
		return w.onRound(n) != nil
	}
	return w.mayRoll(c.bodies[pair.B-1])
}

// mayRoll reports whether a body has round sides, and is no ball.
func (w *World) mayRoll(i int32) bool { return !w.bodies[i].faceted && !w.bodies[i].ball }

// onRound returns the round part of a static that pair n touches, nil if it touches none.
func (w *World) onRound(n int32) *placed {
	c := &w.crowd.step
	key := &c.rows[c.solver.Pairs[n].First].key
	if c.solver.Pairs[n].B > 0 || key.tri >= 0 {
		return nil
	}
	p := &w.statics[-1-key.b].placed[key.partB]
	if p.Shape.Kind == geom.ShapePlane || p.Shape.Polyhedral() {
		return nil
	}
	return p
}

// wayAlong returns the displacement over the substep of a place of a pair, at an offset from its origin, along with its bodies.
func (w *World) wayAlong(pair *response.CrowdPair, off geom.Vec) geom.Vec {
	way := w.wayOf(pair.A, pair.RA.Add(off))
	if pair.B == 0 {
		return way
	}
	c := &w.crowd.step
	return alongWith(way, w.wayOf(pair.B, pair.RB.Add(off)), w.bodies[c.bodies[pair.A-1]].ball, w.bodies[c.bodies[pair.B-1]].ball)
}

// wayOfRolling returns the displacement over the substep of point i of pair n as it rolls over the round sides of its bodies. Last
// impulses at places that have been left behind drive what rolls: cylinders gained g h²/(1.5 r) of their energy in each step.
// turn is by how much its normal turns over two round sides, else zero.
func (w *World) wayOfRolling(n, i int32) (way, turn geom.Vec) {
	c := &w.crowd.step
	pair := &c.solver.Pairs[n]
	off := pair.Offset(&c.solver.Points[i])
	most := w.rollsBy(pair.A)
	way = w.wayAlong(pair, off)
	if pair.B > 0 {
		most += w.rollsBy(pair.B)
	} else if p := w.onRound(n); p != nil {
		most += float64(rollShare * p.radius)
	}
	sa, sb := w.surfacesOf(n, i, c.pairs[n].place.Add(off))
	rolled, turn, ok := narrowphase.Roll(&sa, &sb, pair.N)
	switch {
	case !ok || !(rolled.Sub(way).LenSq() <= float64(most*most)):
		return way, geom.Vec{}
	case sa.Flat || sb.Flat:
		return rolled, geom.Vec{}
	}
	return rolled, turn
}

// rollsBy returns how far contacts may move over the surface of one of the solver's bodies in a substep, 0 if it has no round sides
// [m].
func (w *World) rollsBy(body int32) float64 {
	b := &w.bodies[w.crowd.step.bodies[body-1]]
	if b.faceted {
		return 0
	}
	return float64(rollShare * b.radius)
}

// surfacesOf returns the surfaces of the bodies of pair n at a place of its point i, and their motions over the substep.
func (w *World) surfacesOf(n, i int32, place geom.Vec) (narrowphase.Surface, narrowphase.Surface) {
	c := &w.crowd.step
	pair, key := &c.solver.Pairs[n], &c.rows[i].key
	kindA, indexA, kindB, indexB := key.feature.Features()
	ends := pair.End-pair.First > 1
	sa := c.partOf(pair.A, key.partA).surface(feature{kindA, indexA, ends}, place, pair.N)
	w.addMotion(&sa, pair.A, place)
	if pair.B > 0 {
		sb := c.partOf(pair.B, key.partB).surface(feature{kindB, indexB, ends}, place, pair.N.Neg())
		w.addMotion(&sb, pair.B, place)
		return sa, sb
	}
	static := &w.statics[-1-key.b]
	if key.tri >= 0 {
		tri := static.mesh.Triangle(key.tri)
		return sa, narrowphase.SurfaceOfTriangle(&tri, kindB, indexB, pair.N.Neg(), ends)
	}
	return sa, static.placed[key.partB].surface(feature{kindB, indexB, ends}, place, pair.N.Neg())
}

// partOf returns a part of one of the solver's bodies at the start of the substep.
func (c *crowdStep) partOf(body, part int32) *placed { return &c.parts[c.first[body-1]+part] }

// addMotion sets the motion of the surface of one of the solver's bodies at a place over the substep.
func (w *World) addMotion(s *narrowphase.Surface, body int32, place geom.Vec) {
	c := &w.crowd.step
	x := c.start[body-1].X
	s.Turn = c.turned[body-1].Scale(c.h)
	s.Way = w.flights[c.bodies[body-1]].s.X.Sub(x).Add(s.Turn.Cross(place.Sub(x)))
}
