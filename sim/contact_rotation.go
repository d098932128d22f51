package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// applyContactForces applies to the members of an island the forces found by the contact solver for the substep of
// length h [s].
func (w *World) applyContactForces(isl *island, h float64) {
	isl.solver.SumImpulses()
	for slot, i := range isl.members {
		f, b := &w.flights[i], &isl.solver.Bodies[slot]
		f.acc = f.field.AddScaled(b.DP, b.InvMass/h)
		f.tau = f.torque.AddScaled(b.DL, 1/h)
	}
}

// correctForRotation corrects the contacts of fast bodies for rotation within the substep of length h [s]. The contact
// solver keeps points and normals fixed, but those between round sides; a contact that moves around a curved or turning surface therefore sinks in by
// half of the closing speed that it gains, in every substep. So correctForRotation finds the contacts at the end of the
// substep. Points that will be deeper than now, and deeper than half the slop, get a normal speed that makes up for it.
// If a point would be deeper by more than the slop, either another end slams, which the search for impacts finds, or a
// round flat body's contact runs along it, and the substep is too long: then the share of it that is not too long is
// returned. It also reports whether any points were corrected.
func (w *World) correctForRotation(isl *island, h float64) (some bool, share float64) {
	share = 1
	moved := false
	for n := 0; n < len(isl.keys); {
		end := isl.endOfPair(n)
		if w.mayGainSpeed(isl, n, end, h) {
			if !moved {
				moved = true
				for _, i := range isl.members {
					f := &w.flights[i]
					f.s = f.after(&w.bodies[i].mass, h)
				}
			}
			raised, part := w.raiseTargets(isl, n, end, h)
			some, share = some || raised, min(share, part)
		}
		n = end
	}
	if moved {
		for slot, i := range isl.members {
			w.flights[i].s = isl.start[slot]
		}
	}
	if some && share == 1 {
		if _, ok := isl.solver.Continue(w.contactSettings(isl)); !ok {
			w.passesEvent(isl)
		}
	}
	return some, share
}

// raiseTargets is correctForRotation for the rows of a pair from n to end, with the members' states at the end of the
// substep.
func (w *World) raiseTargets(isl *island, n, end int, h float64) (some bool, share float64) {
	share = 1
	touches := w.touchesAtEnd(isl, n)
	for k := n; k < end; k++ {
		if isl.solver.Points[k].Separation > w.set.Slop {
			continue
		}
		switch deep, held := w.deepening(isl, n, end, k, touches); {
		case deep > 0 && deep <= w.set.Slop:
			isl.solver.RaiseTarget(k, min(deep/h, w.set.MaxPush))
			some = true
		case deep > 0 && held:
			share = min(share, max(0.1, math.Sqrt(float64(0.5*w.set.Slop/deep))))
		}
	}
	return some, share
}

// endOfPair returns the end of the rows of the pair of row n.
func (isl *island) endOfPair(n int) int {
	a, b, end := isl.keys[n].a, isl.keys[n].b, n+1
	for end < len(isl.keys) && isl.keys[end].a == a && isl.keys[end].b == b {
		end++
	}
	return end
}

// mayGainSpeed reports whether a contact of a pair, with the rows from n to end, may gain more normal speed in the time
// h than pushing out would remove at a depth of one slop beyond the slop. It can gain by rotation of its point with its
// body, and by rotation of its normal, with a body or around a round surface while the point slides. The states are
// those at the start of the substep.
func (w *World) mayGainSpeed(isl *island, n, end int, h float64) bool {
	a, b := isl.keys[n].a, isl.keys[n].b
	limit := float64(w.set.Slop*w.set.PushRate) / h
	turn, around := 0.0, 0.0
	for _, i := range [2]int32{a, b} {
		if i >= 0 && !w.bodies[i].ball {
			rate := w.angularSpeed(i)
			turn += rate
			around += float64(float64(rate*rate) * w.bodies[i].roll)
		}
	}
	for k := n; k < end; k++ {
		q := &isl.solver.Points[k]
		if q.Separation > w.set.Slop {
			continue
		}
		u := w.surfaceVelocity(a, q.P).Sub(w.surfaceVelocity(b, q.P))
		slip := u.AddScaled(q.N, -u.Dot(q.N)).Len()
		if around+float64(float64(2*float64(turn*slip))+float64(float64(slip*slip)*w.normalBend(&isl.keys[k]))) > limit {
			return true
		}
	}
	return false
}

// surfaceVelocity is pointVelocity of the geometry: the surface of a ball does not turn with it.
func (w *World) surfaceVelocity(i int32, x geom.Vec) geom.Vec {
	if i >= 0 && w.bodies[i].ball && !w.flights[i].still {
		return w.flights[i].s.V
	}
	return w.pointVelocity(i, x)
}

// normalBend returns the rotation of the normal per length as a contact slides on a round surface [1/m]: 0 on a flat
// face, else that of spheres as thin as the round sides.
func (w *World) normalBend(key *rowKey) float64 {
	if isSidewall(key.feature) {
		return 0
	}
	kindA, kindB := key.feature>>14&3, key.feature>>30&3
	sum, flat := curvatureOf(w.partsOf(key.a)[key.partA].Shape, kindA)
	if key.tri >= 0 {
		flat = flat || kindB == narrowphase.FeatureFace
	} else {
		more, also := curvatureOf(w.partsOf(key.b)[key.partB].Shape, kindB)
		sum, flat = sum+more, flat || also
	}
	if flat {
		return 0
	}
	return sum
}

// curvatureOf returns the curvature of a sphere as thin as a round shape [1/m], and whether a feature of the shape is a
// flat face.
func curvatureOf(s *geom.Shape, kind narrowphase.FeatureID) (curvature float64, flat bool) {
	switch {
	case s.Kind == geom.ShapePlane:
		return 0, true
	case s.Polyhedral():
		return 0, kind == narrowphase.FeatureFace
	}
	return 1 / min(s.Size.X, min(s.Size.Y, s.Size.Z)), false
}

// ground widens the range of a pair's rows to those of the body with all meshes, which count as one ground: penetration
// in one mesh may continue in the next.
func (isl *island) ground(first, end int) (from, to int) {
	a := isl.keys[first].a
	joins := func(i int) bool { return isl.keys[i].a == a && isl.keys[i].tri >= 0 }
	for joins(first) && first > 0 && joins(first-1) {
		first--
	}
	for joins(end-1) && end < len(isl.keys) && joins(end) {
		end++
	}
	return first, end
}

// isRound reports whether one of the shapes in contact is one without faces.
func (w *World) isRound(key *rowKey) bool {
	if !w.partsOf(key.a)[key.partA].Shape.Polyhedral() {
		return true
	}
	if key.tri >= 0 {
		return false
	}
	s := w.partsOf(key.b)[key.partB].Shape
	return !s.Polyhedral() && s.Kind != geom.ShapePlane
}

// touchesAtEnd returns the contact points of the pair of row n at the current states of its bodies, none if one of them
// is driven.
func (w *World) touchesAtEnd(isl *island, n int) []touch {
	key := &isl.keys[n]
	k := w.findPair(key.a, key.b)
	if k < 0 || w.bodies[key.a].driven || key.b >= 0 && w.bodies[key.b].driven {
		return nil
	}
	return w.touches(k, 0)
}

// alike is the cosine of the largest angle between two normals of a pair that belong to one turning contact.
const alike = 0.99

// deepening returns how much deeper the contact of row k, of a pair with the rows from first to end, is at the touches
// than at the start of the substep and than half the slop [m], and whether the deepest point is one that the solver
// holds. For round shapes, whose contact runs from feature to feature, any point is.
func (w *World) deepening(isl *island, first, end, k int, touches []touch) (deep float64, held bool) {
	n := isl.solver.Points[k].N
	was, now := float64(0.5*w.set.Slop), 0.0
	first, end = isl.ground(first, end)
	for i := first; i < end; i++ {
		if p := &isl.solver.Points[i]; p.N.Dot(n) > alike {
			was = max(was, -p.Separation)
		}
	}
	for i := range touches {
		if q := &touches[i]; -q.sep > now && q.n.Dot(n) > alike && w.candidates[q.near].solved {
			now, held = -q.sep, w.isRound(&q.key) || slices.Contains(isl.held, q.key)
		}
	}
	return now - was, held
}
