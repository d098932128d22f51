package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
)

// crowdIsland is the pairs of what touches, in crowdStep.order.
type crowdIsland struct {
	first, end int32
	tolerances response.CrowdTolerances
	last       int // tolerances.Passes at the end of the step
	moves      bool
	// Its bodies are crowdStep.slots from firstSlot to endSlot.
	firstSlot, endSlot int32
	deepest            float64 // the least separation in it [m]
}

// groupCrowdRows finds the islands of the substep: the pairs of bodies in touch, in the order of their first bodies.
func (w *World) groupCrowdRows() {
	c := &w.crowd.step
	n := len(c.solver.Bodies)
	c.parent, c.island, c.speeds, c.counts = resized(c.parent, n), resized(c.island, n), resized(c.speeds, n), resized(c.counts, n)
	c.push, c.mean = resized(c.push, n), resized(c.mean, n)
	for i := range c.parent {
		c.parent[i], c.island[i], c.speeds[i], c.counts[i] = int32(i), -1, 0, 0
	}
	pairs := c.solver.Pairs
	for k := range pairs {
		if p := &pairs[k]; p.B > 0 {
			if a, b := rootOf(c.parent, p.A), rootOf(c.parent, p.B); a < b {
				c.parent[b] = a
			} else {
				c.parent[a] = b
			}
		}
	}
	for i := 1; i < n; i++ {
		root := rootOf(c.parent, int32(i))
		c.speeds[root] += c.solver.Bodies[i].V.LenSq()
		c.counts[root]++
	}
	c.islands = c.islands[:0]
	for k := range pairs {
		root := rootOf(c.parent, pairs[k].A)
		if c.island[root] < 0 {
			c.island[root] = int32(len(c.islands))
			c.islands = append(c.islands, w.newCrowdIsland(math.Sqrt(c.speeds[root]/c.counts[root])))
		}
		isl := &c.islands[c.island[root]]
		isl.end++
		for i := pairs[k].First; i < pairs[k].End; i++ {
			isl.deepest = math.Min(isl.deepest, c.rows[i].sep)
		}
	}
	for i := 1; i < n; i++ {
		if at := c.island[rootOf(c.parent, int32(i))]; at >= 0 {
			c.islands[at].endSlot++
		}
	}
	at, slot := int32(0), int32(0)
	for i := range c.islands {
		isl := &c.islands[i]
		if isl.end <= crowdFew {
			isl.last = min(crowdFewPasses, w.set.Passes)
			isl.tolerances.Passes = isl.last
		}
		isl.first, isl.end, at = at, at, at+isl.end
		isl.firstSlot, isl.endSlot, slot = slot, slot, slot+isl.endSlot
	}
	c.slots = resized(c.slots, n)
	for i := 1; i < n; i++ {
		if at := c.island[rootOf(c.parent, int32(i))]; at >= 0 {
			isl := &c.islands[at]
			c.slots[isl.endSlot] = int32(i)
			isl.endSlot++
		}
	}
	c.order = resized(c.order, len(pairs))
	for k := range pairs {
		isl := &c.islands[c.island[rootOf(c.parent, pairs[k].A)]]
		c.order[isl.end] = int32(k)
		isl.end++
	}
	c.batchIslands()
}

// newCrowdIsland returns an island of no pairs, whose bodies have speeds of the given mean [m/s].
func (w *World) newCrowdIsland(speed float64) crowdIsland {
	residual := math.Max(float64(crowdStill*w.set.Residual), float64(crowdAccuracy*speed))
	return crowdIsland{moves: speed > crowdMoves, last: min(crowdLast, w.set.Passes), tolerances: response.CrowdTolerances{
		Residual: residual, Rough: math.Max(residual, w.set.Slop/w.crowd.step.h), Passes: min(crowdPasses, w.set.Passes), Most: min(crowdMost, w.set.Passes),
	}}
}

// solveCrowd finds the impulses of an island at the start of a substep. What its contacts had in the substep before may be far off, of a blow: where that
// would give the bodies much more energy than they have and than falling through the substep gives, they start from nothing; and where the passes
// have left them more than that, they go on.
func (w *World) solveCrowd(isl *crowdIsland) {
	c := &w.crowd.step
	order := c.order[isl.first:isl.end]
	most := 0.0
	if isl.moves {
		most = w.crowdEnergy(isl, true)
	}
	for _, k := range order {
		c.solver.Start(&c.solver.Pairs[k])
	}
	if isl.moves && w.crowdEnergy(isl, false) > 2*most {
		for _, k := range order {
			c.solver.Clear(&c.solver.Pairs[k])
		}
		for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
			b, s := &c.solver.Bodies[slot], &c.start[slot-1]
			b.V, b.W = s.V, b.InvInertia.Apply(s.L)
		}
	}
	for n := 0; n < crowdMore; n++ {
		if _, ok := c.solver.Solve(order, &isl.tolerances); ok || !isl.moves || w.crowdEnergy(isl, false) <= most {
			return
		}
	}
}

// crowdEnergy returns the kinetic energy of the bodies of an island with the velocities that the solver has [J]; falling adds that of what they fall
// by in a substep.
func (w *World) crowdEnergy(isl *crowdIsland, falling bool) float64 {
	c := &w.crowd.step
	sum := 0.0
	for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
		i := c.members[slot-1]
		b, f, m := &c.solver.Bodies[slot], &w.flights[i], &w.bodies[i].mass
		sum += float64(m.M*b.V.LenSq()) + b.W.Dot(m.AngularMomentum(f.s.Q, b.W))
		if falling {
			sum += float64(m.M * float64(f.field.LenSq()*float64(c.h*c.h)))
		}
	}
	return float64(0.5 * sum)
}

func rootOf(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

// resized returns a slice of length n, with what is in list or anything.
func resized[T any](list []T, n int) []T {
	if cap(list) < n {
		return make([]T, n, n+n/4)
	}
	return list[:n]
}
