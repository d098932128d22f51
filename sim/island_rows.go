package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// addTyres adds the rows of a vehicle's wheels.
func (w *World) addTyres(isl *island, i int32, h float64) {
	b := &w.bodies[i]
	if b.vehicle < 0 {
		return
	}
	pose := w.flights[i].s.Transform()
	listed, foreseen := w.foreseeSubstep(i, h)
	for k := range w.vehicles[b.vehicle].Wheels {
		at := int(b.wheels) + k
		g := &w.grips[at]
		if !(g.Limit > 0) {
			w.state.tyres[at] = [2]float64{}
			continue
		}
		j := w.state.tyres[at]
		where := pose.Apply(g.local)
		if isl.single {
			where = pose.P.Add(g.lever)
		}
		load := h // over that of the step
		if foreseen {
			load = w.legRows[k].J / g.Load
		}
		if listed && w.legRows[k].Leg.Time > 0 {
			where = pose.P.Add(w.legRows[k].RB)
		}
		isl.solver.Tyres = append(isl.solver.Tyres, response.TyreRow{
			Body: w.slotOf[i], Ground: w.slotIn(g.on), P: where, F: g.F, G: g.G,
			Limit: float64(g.Limit * load), Braking: float64(g.Braking * load),
			J: [2]float64{float64(j[0] * h), float64(j[1] * h)},
		})
	}
}

// addRows adds the contact points of a pair whose sides both belong to the island. For each candidate of the pair (two
// parts, or a part and a triangle) it decides whether the solver takes it or whether it is searched for impacts. It is
// searched if a point of it approaches fast and none of its points rests.
func (w *World) addRows(isl *island, n, k int32, t, h float64) {
	p := &w.pairs[k]
	if p.b >= 0 && !w.bodies[p.a].driven && !w.bodies[p.b].driven && w.flights[p.b].island != n {
		for c := p.first; c < p.end; c++ {
			w.candidates[c].solved = false
		}
		p.lookedTo = 0
		return
	}
	if w.passesSqueezed(p) {
		for c := p.first; c < p.end; c++ {
			w.candidates[c].solved, w.candidates[c].far = true, false
		}
		p.lookedTo, p.held.first, p.held.end = w.set.Speculative, int32(len(isl.held)), int32(len(isl.held))
		return
	}
	if p.b >= 0 || p.crushes() {
		w.addGroundRows(isl, h)
	}
	if p.crushes() {
		w.addCrushRows(isl, k, t, h)
		return
	}
	p.lookedTo = w.set.Speculative
	touches := w.touches(k, p.lookedTo)
	p = &w.pairs[k]
	spent, deep := w.impactsUsedUp(p), -float64(2*touching*w.size(p))
	w.accepted = w.accepted[:0]
	for c := p.first; c < p.end; c++ {
		w.candidates[c].solved, w.candidates[c].far = false, true
	}
	for _, c := range w.toucher.unseen {
		w.candidates[c].far = false
	}
	p.held.first = int32(len(isl.held))
	for i := 0; i < len(touches); {
		w.candidates[touches[i].near].far = false
		end := i + 1
		for end < len(touches) && touches[end].near == touches[i].near {
			end++
		}
		if part := touches[i:end]; spent || w.solverTakes(p, part, h) {
			w.candidates[part[0].near].solved = true
			for j := range part {
				// What comes in fast and is not there yet is an impact when it arrives.
				if q := &part[j]; spent || q.sep <= deep || w.isPersistent(p, q, w.approach(p, q), h) {
					if !w.besideLowest(part, q, h) && !w.passesSeam(p, q) {
						w.accepted = append(w.accepted, *q)
					}
					isl.held = append(isl.held, q.key)
				}
			}
		}
		i = end
	}
	p.held.end = int32(len(isl.held))
	if w.meshOf(p) != nil {
		w.onMeshes = append(w.onMeshes, w.accepted...)
		return
	}
	if p.b < 0 {
		w.slabs = append(w.slabs, slabPair{k, int32(len(w.onSlabs))})
		w.onSlabs = append(w.onSlabs, w.accepted...)
		return
	}
	w.addPairRows(isl, k, w.accepted, h)
}

// passesSeam reports whether a point of a pair comes down faster than what the solver holds, at a seam that the other side is flat
// across: it will not get there before the ends.
func (w *World) passesSeam(p *pair, q *touch) bool {
	return w.approach(p, q) > float64(slowSink*w.threshold()) && w.crossesSeam(p, q)
}

// addPairRows adds the contact points of a pair.
func (w *World) addPairRows(isl *island, k int32, list []touch, h float64) {
	if p := &w.pairs[k]; w.manyParted(p) {
		list = w.reduce(list, w.size(p))
	}
	w.addPart(isl, k, list, h)
	w.addPatches(isl, list)
	w.addSidewallRows(isl, k, h)
}

// slabPair is a pair of a body and a static without a mesh, and the first of its points in scratch.onSlabs.
type slabPair struct{ k, first int32 }

// addGroundRows adds the contact points of a body with statics but meshes. Where points with two of them are in one plane, all
// count as one ground, as meshes do: what slides and spins on tiles meets the same points as on one slab.
func (w *World) addGroundRows(isl *island, h float64) {
	if w.inOnePlane() {
		list := w.reduce(w.onSlabs, w.size(&w.pairs[w.slabs[0].k]))
		for n := 0; n < len(list); {
			k, end := w.pairOf(list, n)
			w.addPart(isl, k, list[n:end], h)
			n = end
		}
		w.addPatches(isl, list)
		for _, g := range w.slabs {
			w.addSidewallRows(isl, g.k, h)
		}
	} else {
		for n, g := range w.slabs {
			end := int32(len(w.onSlabs))
			if n+1 < len(w.slabs) {
				end = w.slabs[n+1].first
			}
			w.addPairRows(isl, g.k, w.onSlabs[g.first:end], h)
		}
	}
	w.slabs, w.onSlabs = w.slabs[:0], w.onSlabs[:0]
}

// inOnePlane reports whether contact points of a body with two statics are on faces of these in one plane; tips in one plane are
// no ground.
func (w *World) inOnePlane() bool {
	for n := 1; n < len(w.slabs); n++ {
		for i := w.slabs[n].first; int(i) < len(w.onSlabs) && (n+1 == len(w.slabs) || i < w.slabs[n+1].first); i++ {
			x := &w.onSlabs[i]
			if !w.onFace(x) {
				continue
			}
			tol := float64(1e-9 * w.size(&w.pairs[w.slabs[n].k]))
			for j := range w.slabs[n].first {
				y := &w.onSlabs[j]
				if x.n.Sub(y.n).MaxAbs() <= coplanar && math.Abs(x.level(x.n)-y.level(x.n)) <= tol && w.alikeGround(x.key.b, y.key.b) && w.onFace(y) {
					return true
				}
			}
		}
	}
	return false
}

// addMeshRows adds the contact points of body i with all meshes. They count as one ground: the joint of two meshes in a
// plane is like that of two triangles.
func (w *World) addMeshRows(isl *island, i int32, h float64) {
	w.reduceMeshes()
	for n := 0; n < len(w.onMeshes); {
		k, end := w.pairOf(w.onMeshes, n)
		w.addPart(isl, k, w.onMeshes[n:end], h)
		w.addSidewallRows(isl, k, h)
		n = end
	}
	w.addPatches(isl, w.onMeshes)
	if len(w.sidewallsOf(i)) == 0 {
		return
	}
	for _, k := range w.pairsOf[i] {
		p := &w.pairs[k]
		has := func(q touch) bool { return q.key.b == p.b }
		if w.meshOf(p) != nil && !p.sensor && !slices.ContainsFunc(w.onMeshes, has) {
			w.addSidewallRows(isl, k, h)
		}
	}
}

// solverTakes reports whether the contact solver takes a candidate of a pair, given its points.
func (w *World) solverTakes(p *pair, part []touch, h float64) bool {
	fast := false
	for i := range part {
		a := w.approach(p, &part[i])
		if w.isPersistent(p, &part[i], a, h) {
			if part[i].sep <= w.set.Slop {
				return true
			}
			continue
		}
		if part[i].sep <= float64(2*float64(a*h)) {
			fast = true
		}
	}
	return !fast
}

// isPersistent reports whether a point with the given approach speed is a persistent contact.
func (w *World) isPersistent(p *pair, q *touch, approach, h float64) bool {
	return approach <= w.threshold() || approach <= w.persistentSpeed(p, q, h)
}

// persistentSpeed returns the approach speed up to which a point is a persistent contact [m/s]: the threshold, plus the
// approach of a point that enters the contact patch within the time h because bodies turn while they slide on each
// other.
func (w *World) persistentSpeed(p *pair, q *touch, h float64) float64 {
	u := w.pointVelocity(p.a, q.p).Sub(w.pointVelocity(p.b, q.p))
	slide := u.AddScaled(q.n, -u.Dot(q.n)).Len()
	turn := w.angularSpeed(p.a)
	if p.b >= 0 {
		turn += w.angularSpeed(p.b)
	}
	return w.threshold() + float64(float64(turn*slide)*h)
}

// onFace reports whether a contact point with a static is on a face of it.
func (w *World) onFace(t *touch) bool {
	c := &w.statics[-1-t.key.b].placed[t.key.partB]
	if c.Shape.Kind == geom.ShapePlane {
		return true
	}
	if !c.Shape.Polyhedral() {
		return false
	}
	out := c.Pose.Q.RotateInv(t.n.Neg())
	for f := range c.Shape.Hull.Faces {
		if c.Shape.Hull.Faces[f].Plane.N.Sub(out).MaxAbs() <= coplanar {
			return true
		}
	}
	return false
}

// isOneOfSeveral reports whether a contact point is one of several of its two parts.
func isOneOfSeveral(list []touch, i int) bool {
	near := list[i].near
	return i > 0 && list[i-1].near == near || i+1 < len(list) && list[i+1].near == near
}

// addPart adds rows for contact points of a pair.
func (w *World) addPart(isl *island, k int32, part []touch, h float64) {
	p := &w.pairs[k]
	s := w.surfaceOf(p)
	a, b := w.slotOf[p.a], int32(-1)
	if p.b >= 0 {
		b = w.slotOf[p.b]
	}
	for i := range part {
		q := &part[i]
		row := response.ContactPoint{A: a, B: b, P: q.p, N: q.n, Separation: q.sep, Friction: s.friction}
		row.MovesWith, row.HalfTravel, row.Travel, row.EndN = w.contactTravel(q, isOneOfSeveral(part, i), h)
		if row.EndN != (geom.Vec{}) {
			row.N = row.N.Add(row.EndN).Normalize()
		}
		if v := w.approach(p, q); !w.isPersistent(p, q, v, h) && !p.crushes() {
			row.Rebound = float64(s.restitution(v) * v)
		}
		isl.warmed = append(isl.warmed, w.warm(k, part, q, &row, h))
		if s.rolling > 0 || s.spin > 0 {
			isl.solver.Turns = append(isl.solver.Turns, response.TurnRow{Point: int32(len(isl.solver.Points)), Rolling: s.rolling, Spin: s.spin})
		}
		isl.solver.Points = append(isl.solver.Points, row)
		isl.keys = append(isl.keys, q.key)
		isl.seps = append(isl.seps, q.sep)
	}
}
