package sim

import (
	"math"
	"slices"
)

// wrench gives the members of an island the forces that the contact solver has found for the substep of length h [s].
func (w *World) wrench(isl *island, h float64) {
	isl.solver.Wrenches()
	for slot, i := range isl.members {
		f, b := &w.flights[i], &isl.solver.Bodies[slot]
		f.acc = f.field.AddScaled(b.DP, b.InvMass/h)
		f.tau = f.torque.AddScaled(b.DL, 1/h)
	}
}

// lift looks where the contacts of an island will be at the end of the substep, of length h [s], where bodies turn so fast that points
// leave their straight paths: the contact solver holds points and normals still, and what turns in its contact sinks in by half
// the closing speed that it gains, in every substep anew. Points that will be deeper than they are, and than half the slop, are asked
// for the speed that makes up for it. What would be deeper by more than the slop is no bulge but another end that slams, and the search
// for impacts finds it; or it is round and flat, and its contact runs along it: then the substep is too long, and the share of it that is not is
// returned. It reports whether there are any points to be lifted.
func (w *World) lift(isl *island, h float64) (some bool, share float64) {
	s := &isl.solver
	share = 1
	if len(s.Points) == 0 || !w.spins(isl) {
		return false, share
	}
	for _, i := range isl.members {
		f := &w.flights[i]
		f.s = f.after(&w.bodies[i].mass, h)
	}
	for n := 0; n < len(s.Points); {
		a, b := isl.keys[n].a, isl.keys[n].b
		end := n + 1
		for end < len(s.Points) && isl.keys[end].a == a && isl.keys[end].b == b {
			end++
		}
		touches := w.later(isl, n)
		for k := n; k < end; k++ {
			if q := &s.Points[k]; q.Separation <= w.set.Slop {
				switch deep, held := w.deepens(isl, n, end, k, touches); {
				case deep > 0 && deep <= w.set.Slop:
					s.Lift(k, math.Min(deep/h, w.set.MaxPush))
					some = true
				case deep > 0 && held:
					share = math.Min(share, math.Max(0.1, math.Sqrt(float64(0.5*w.set.Slop/deep))))
				}
			}
		}
		n = end
	}
	for slot, i := range isl.members {
		w.flights[i].s = isl.start[slot]
	}
	if some && share == 1 {
		if _, ok := s.Again(&w.contactSet); !ok {
			w.passesEvent(isl)
		}
	}
	return some, share
}

// spinsFrom is the bulge of a point's path in an ordinary substep, over the slop, from which on an island is looked after: below, what
// turns is in few more substeps than others and sinks in by no more than about the slop.
const spinsFrom = 10

// spins reports whether some member turns so fast that a point of it would leave its straight path by much more than the slop in an
// ordinary substep.
func (w *World) spins(isl *island) bool {
	if w.isCrowd(isl.members) {
		return false
	}
	h := w.set.Step / float64(w.set.Substeps)
	for _, i := range isl.members {
		turn := float64(w.turnRate(i) * h)
		if float64(0.5*float64(float64(turn*turn)*w.bodies[i].roll)) > float64(spinsFrom*w.set.Slop) {
			return true
		}
	}
	return false
}

// later returns the contact points of the pair of row n at the states of its bodies now, none where one of them is driven.
func (w *World) later(isl *island, n int) []touch {
	key := &isl.keys[n]
	k := w.findPair(key.a, key.b)
	if k < 0 || w.bodies[key.a].driven || key.b >= 0 && w.bodies[key.b].driven {
		return nil
	}
	return w.touches(k, 0)
}

// alike is the cosine of the angle up to which two normals of a pair are those of one contact that turns.
const alike = 0.99

// deepens returns by how much the contact of row k of a pair, whose rows are those from first to end, is deeper at the touches
// than at the start of the substep and than half the slop [m], and whether it is a point in the solver's hands by which it is.
func (w *World) deepens(isl *island, first, end, k int, touches []touch) (deep float64, held bool) {
	n := isl.solver.Points[k].N
	was, now := float64(0.5*w.set.Slop), 0.0
	for i := first; i < end; i++ {
		if p := &isl.solver.Points[i]; p.N.Dot(n) > alike {
			was = math.Max(was, -p.Separation)
		}
	}
	for i := range touches {
		if q := &touches[i]; -q.sep > now && q.n.Dot(n) > alike && w.candidates[q.near].solved {
			now, held = -q.sep, slices.Contains(isl.held, q.key)
		}
	}
	return now - was, held
}
