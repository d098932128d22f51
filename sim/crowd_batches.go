package sim

import "slices"

// What workers share of a crowd's motion. Its islands have no body in common; they are solved in batches, large ones alone and first, so that no
// worker is left with one of them at the end.

const (
	// crowdBatch is the number of pairs from which on an island is a batch of its own, and others are.
	crowdBatch = 32
	// bodiesTogether is the number of bodies that a worker moves in one go.
	bodiesTogether = 64
)

func (l *crowdIsland) pairs() int32 { return l.end - l.first }

// batchIslands divides the islands into batches.
func (c *crowdStep) batchIslands() {
	c.batched, c.batches = c.batched[:0], c.batches[:0]
	for n := range c.islands {
		if c.islands[n].pairs() >= crowdBatch {
			c.batched = append(c.batched, int32(n))
			c.batches = append(c.batches, span{int32(n), int32(n) + 1})
		}
	}
	slices.SortFunc(c.batched, func(x, y int32) int {
		if d := c.islands[y].pairs() - c.islands[x].pairs(); d != 0 {
			return int(d)
		}
		return int(x - y)
	})
	for k := range c.batches {
		c.batches[k] = span{int32(k), int32(k) + 1}
	}
	size := int32(crowdBatch)
	for n := range c.islands {
		pairs := c.islands[n].pairs()
		if pairs >= crowdBatch {
			continue
		}
		if size += pairs; size > crowdBatch {
			c.batches = append(c.batches, span{int32(len(c.batched)), int32(len(c.batched))})
			size = pairs
		}
		c.batched = append(c.batched, int32(n))
		c.batches[len(c.batches)-1].end++
	}
}

// inBatches does something for every island of batches.
func (c *crowdStep) inBatches(first, end int, do func(isl *crowdIsland)) {
	for _, b := range c.batches[first:end] {
		for _, n := range c.batched[b.first:b.end] {
			do(&c.islands[n])
		}
	}
}

// solveBatches finds the impulses at the start of a substep.
func solveBatches(x *worker, first, end int) {
	c := &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		x.w.solveCrowd(isl)
		isl.acts = true
		c.sumImpulses(isl)
	})
}

// pushOutBatches finds the velocities that push out.
func pushOutBatches(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		if isl.pushes {
			c.solver.Push(c.order[isl.first:isl.end], float64(w.set.Slop*w.set.PushRate*0.01), crowdPushes)
		}
	})
}

// turnMembers brings the solver's bodies to the end of a substep.
func turnMembers(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		b, f := &c.solver.Bodies[slot+1], &w.flights[i]
		b.InvInertia = w.bodies[i].mass.WorldInvInertia(f.s.Q)
		b.V, b.W = f.s.V, b.InvInertia.Apply(f.s.L)
	}
}

// relaxBatches finds the impulses that relax, at the end of a substep.
func relaxBatches(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		if !isl.acts {
			return
		}
		order := c.order[isl.first:isl.end]
		for _, k := range order {
			w.carryPair(&c.solver.Pairs[k])
		}
		c.solver.Solve(order, isl.residual, isl.passes)
		for _, k := range order {
			c.takeChange(&c.solver.Pairs[k])
		}
		c.sumImpulses(isl)
	})
}
