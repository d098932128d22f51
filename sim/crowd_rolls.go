package sim

import (
	"math"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// crowdRolls is the largest distance over which a contact moves on the surfaces in a substep, as a share of the smallest half
// extent of the bodies, that is known from the radii of curvature at its start: crowdTurn times the radius, and some more.
const crowdRolls = 0.1

// wayOfPlace returns the displacement over the substep of the contact of pair n: along with the bodies, or as it rolls over
// their round sides. Last impulses at places that have been left behind drive what rolls: cylinders gained g h²/(1.5 r) of
// their energy in each step.
func (w *World) wayOfPlace(n int32) geom.Vec {
	c := &w.crowd.step
	pair := &c.solver.Pairs[n]
	a, b := c.bodies[pair.A-1], int32(-1)
	way := w.wayOf(pair.A, pair.RA)
	thin := w.bodies[a].thin
	if pair.B > 0 {
		b = c.bodies[pair.B-1]
		way = alongWith(way, w.wayOf(pair.B, pair.RB), w.bodies[a].ball, w.bodies[b].ball)
		thin = math.Min(thin, w.bodies[b].thin)
	}
	if !w.mayRoll(a) && (b < 0 || !w.mayRoll(b)) {
		return way
	}
	sa, sb := w.surfacesOf(n, b)
	rolled, ok := narrowphase.Roll(&sa, &sb, pair.N)
	if most := float64(crowdRolls * thin); !ok || !(rolled.Sub(way).LenSq() <= float64(most*most)) {
		return way
	}
	return rolled
}

// mayRoll reports whether a body has round sides, and is no ball.
func (w *World) mayRoll(i int32) bool { return !w.bodies[i].faceted && !w.bodies[i].ball }

// surfacesOf returns the surfaces of the bodies of pair n at its origin, and their motions over the substep; body b is the
// second one, negative for the world.
func (w *World) surfacesOf(n, b int32) (narrowphase.Surface, narrowphase.Surface) {
	c := &w.crowd.step
	pair, place := &c.solver.Pairs[n], c.pairs[n].place
	key := &c.rows[pair.First+c.pairs[n].origin].key
	kindA, indexA, kindB, indexB := key.feature.Features()
	ends := pair.End-pair.First > 1
	sa := c.partOf(pair.A, key.partA).surface(kindA, indexA, place, pair.N, ends)
	w.addMotion(&sa, pair.A, place)
	if b >= 0 {
		sb := c.partOf(pair.B, key.partB).surface(kindB, indexB, place, pair.N.Neg(), ends)
		w.addMotion(&sb, pair.B, place)
		return sa, sb
	}
	static := &w.statics[-1-key.b]
	if key.tri >= 0 {
		tri := static.mesh.Triangle(key.tri)
		return sa, narrowphase.SurfaceOfTriangle(&tri, kindB, indexB, pair.N.Neg(), ends)
	}
	return sa, static.placed[key.partB].surface(kindB, indexB, place, pair.N.Neg(), ends)
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

// surface returns the surface of the part in the world frame at a place with the outward normal n, see
// narrowphase.SurfaceOf.
func (p *placed) surface(kind, index int, place, n geom.Vec, ends bool) narrowphase.Surface {
	at := &p.Pose
	s := narrowphase.SurfaceOf(p.Shape, kind, index, at.ApplyInv(place), at.Q.RotateInv(n), ends)
	if !s.Flat {
		turn := at.Q.Mat3()
		back := turn.Transpose()
		radii := s.Radii.Mul(&back)
		s.Radii = turn.Mul(&radii)
	}
	return s
}
