package sim

import (
	"slices"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/rigid"
)

// The parts of a crowd's motion that workers share. Islands have no body in common. They are solved in batches, large
// islands alone and first, so that no worker is left with a large one at the end.

// crowdBatch is the number of pairs from which on an island is a batch of its own; smaller islands are collected in
// batches of that size.
const crowdBatch = 32

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

// inBatches calls do for every island of the batches from first to end.
func (c *crowdStep) inBatches(first, end int, do func(isl *crowdIsland)) {
	for _, b := range c.batches[first:end] {
		for _, n := range c.batched[b.first:b.end] {
			do(&c.islands[n])
		}
	}
}

// solveBatches solves the impulses at the start of a substep.
func solveBatches(x *worker, first, end int) {
	c := &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		x.w.solveCrowd(isl)
		c.sumImpulses(isl)
	})
}

// solveBatchesAgain solves the islands that have changed since.
func solveBatchesAgain(x *worker, first, end int) {
	c := &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		if !isl.again {
			return
		}
		x.w.solveAgain(isl)
		for _, slot := range c.slots[isl.firstSlot:isl.endSlot] {
			c.push[slot] = twist{}
		}
		c.sumImpulses(isl)
	})
}

// pushOutBatches solves the velocities that push out of overlap.
func pushOutBatches(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		if !w.pushesOut(isl) {
			return
		}
		passes := crowdPushes
		switch {
		case w.sunk(isl) && w.jammed(isl):
			passes *= 2
		case w.sunk(isl):
			passes = crowdFrees
		}
		c.solver.Push(c.order[isl.first:isl.end], float64(w.set.Slop*w.set.PushRate*crowdPushed), passes)
	})
}

// placeMembers places the parts of bodies, for finding contacts.
func placeMembers(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	slack := float64(crowdSlack * w.set.Speculative)
	for slot := first; slot < end; slot++ {
		i := c.bodies[slot]
		f, b := &w.flights[i], &w.bodies[i]
		parts := c.parts[c.first[slot]:c.first[slot+1]]
		for k := range parts {
			parts[k] = placed{}
			parts[k].place(&b.parts[k], &f.s)
		}
		fillBounds(parts)
		box := parts[0].bounds
		for k := 1; k < len(parts); k++ {
			box = box.Union(parts[k].bounds)
		}
		far := w.travelIn(i, c.h, c.frame.v)
		c.boxes[slot], c.start[slot] = box, f.s
		c.travel[slot], c.reach[slot] = far, far+slack
	}
}

// outrunMembers finds the members that exceed the range for which their contacts were looked for, and widens that
// range.
func outrunMembers(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		f, b, o := &w.flights[i], &w.bodies[i], &c.outruns[slot]
		turn := w.angularSpeed(i)
		far := w.travelAt(i, turn, c.h, c.frame.v)
		if o.farther = far > c.reach[slot]; o.farther {
			c.reach[slot] = float64(1.5 * far)
		}
		box := sweptBounds(&c.boxes[slot], b.radius, turn, f.s.V, f.field, c.left)
		bounds := &w.bounds[i]
		o.leaves = !bounds.Contains(box.Min) || !bounds.Contains(box.Max) || len(w.partBounds[i]) > 0
	}
}

// flyMembers moves members through the substep.
func flyMembers(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		f := &w.flights[i]
		c.turned[slot] = c.solver.Bodies[slot+1].InvInertia.Apply(f.s.L)
		before := f.s
		f.s = rigid.Advance(&f.s, &w.bodies[i].mass, f.field, f.torque, c.h)
		c.flown[slot] = w.integratorErrorOf(i, &before, &f.s, f.field, f.torque, c.h)
	}
}

// turnMembers updates the solver's bodies to the end of a substep.
func turnMembers(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	for slot := first; slot < end; slot++ {
		i := c.members[slot]
		b, f := &c.solver.Bodies[slot+1], &w.flights[i]
		b.InvInertia = w.bodies[i].mass.WorldInvInertia(f.s.Q)
		b.V, b.W = f.s.V.Sub(c.frame.v), b.InvInertia.Apply(f.s.L)
	}
}

// relaxBatches solves the relaxing impulses at the end of a substep.
func relaxBatches(x *worker, first, end int) {
	w, c := x.w, &x.w.crowd.step
	c.inBatches(first, end, func(isl *crowdIsland) {
		order := c.order[isl.first:isl.end]
		for _, k := range order {
			w.carryPair(k)
		}
		w.solveLast(isl)
		for _, k := range order {
			c.takeChange(k)
		}
		c.sumImpulses(isl)
	})
}

// keepPairs stores the contacts of pairs for the next substep.
func keepPairs(x *worker, first, end int) {
	c := &x.w.crowd.step
	for n := first; n < end; n++ {
		c.keepPair(n)
		k, last := c.pairs[n].k, n
		if n > 0 && c.pairs[n-1].k == k {
			continue
		}
		for last+1 < len(c.pairs) && c.pairs[last+1].k == k {
			last++
		}
		c.oldOf[k] = warmRange{c.solver.Pairs[n].First, c.solver.Pairs[last].End}
	}
}

// keepPair stores the contacts of a pair of the solver. Each gets a share of the pair's friction: of its impulse in
// proportion to the normal impulse, and of its moment about their centre in proportion to normal impulse and lever.
func (c *crowdStep) keepPair(n int) {
	pair, r := &c.solver.Pairs[n], &c.pairs[n]
	if !c.relaxed {
		r.whole = pair.Jt
		if r.half {
			r.whole = r.whole.AddScaled(r.usual, 0.5)
		}
	}
	points, rows := c.solver.Points[pair.First:pair.End], c.rows[pair.First:pair.End]
	sum, x, y, sq := 0.0, 0.0, 0.0, 0.0
	for i := range points {
		p, q := &points[i], &rows[i]
		if !c.relaxed {
			q.whole = p.Jn
			if r.half {
				q.whole += float64(0.5 * q.usual)
			}
		}
		sum += q.whole
		x += float64(p.X * q.whole)
		y += float64(p.Y * q.whole)
		sq += float64((float64(p.X*p.X) + float64(p.Y*p.Y)) * q.whole)
	}
	along, turn := geom.Vec{}, 0.0
	if sum >= response.Faint {
		x, y = x/sum, y/sum
		along = pair.T1.Scale(r.whole.X).AddScaled(pair.T2, r.whole.Y).Scale(1 / sum)
		if around := sq - float64(sum*(float64(x*x)+float64(y*y))); around > float64(1e-9*sq) {
			turn = (r.whole.Z - float64(x*r.whole.Y) + float64(y*r.whole.X)) / around
		}
	}
	for i := range points {
		p, q := &points[i], &rows[i]
		f := along.AddScaled(pair.T1, -float64(turn*(p.Y-y))).AddScaled(pair.T2, float64(turn*(p.X-x)))
		c.old[pair.First+int32(i)] = contact{q.key, q.whole / c.h, f.Scale(q.whole / c.h), q.sep}
	}
}
