package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
)

// gatherCrowd fills the solver with the contacts that may be in the substep. It reports false where the step has to begin again, because a
// crowd has come near to something that is not of it.
func (w *World) gatherCrowd() bool {
	c := &w.crowd.step
	c.solver.Reset()
	c.rows, c.pairs = c.rows[:0], c.pairs[:0]
	for _, i := range c.members {
		f := &w.flights[i]
		invMass, inv := w.bodies[i].inverse(f.s.Q)
		c.solver.Bodies = append(c.solver.Bodies, response.CrowdBody{V: f.s.V, W: inv.Apply(f.s.L), InvMass: invMass, InvInertia: inv})
	}
	for slot, i := range c.members {
		onMeshes := false
		for m := 0; m < len(w.pairsOf[i]); m++ {
			k := w.pairsOf[i][m]
			p := &w.pairs[k]
			if w.meshOf(p) != nil {
				onMeshes = true
				continue
			}
			if p.a == i && !w.gatherPair(k, slot) || p.a != i && w.slotOf[p.a] < 0 && !w.strangerToCrowd(k, i, p.a) {
				return false
			}
		}
		if onMeshes {
			w.addMeshCrowdRows(slot)
		}
	}
	return true
}

// strangerToCrowd asks for a new beginning of the step where a body of a crowd has come near to one that is not of it.
func (w *World) strangerToCrowd(k, i, o int32) bool {
	c := &w.crowd
	switch p := &w.pairs[k]; {
	case !w.mayCrowd(p) || c.tries >= maxTries:
		w.bar(i)
	case w.flights[o].still:
		if len(w.touches(k, w.set.Slop+w.travel(i, w.set.Step))) == 0 {
			return true
		}
		c.stirred = append(c.stirred, o)
		w.beginAgain()
	default:
		c.linked = append(c.linked, [2]int32{i, o})
		w.beginAgain()
	}
	return false
}

// gatherPair adds the contacts of a pair of the member of a slot that is none with a mesh.
func (w *World) gatherPair(k int32, slot int) bool {
	c := &w.crowd.step
	p := &w.pairs[k]
	margin := w.set.Slop + c.reach[slot]
	near := c.boxes[slot].Grow(margin)
	if p.b < 0 {
		if s := &w.statics[-1-p.b]; near.Overlaps(&s.bounds) {
			w.addCrowdRows(k, w.pairTouches(k, margin, slot, -1, s.placed))
		}
		return true
	}
	other := int(w.slotOf[p.b]) - 1
	if other < 0 {
		return w.strangerToCrowd(k, p.a, p.b)
	}
	margin += c.reach[other]
	near = c.boxes[slot].Grow(margin)
	if near.Overlaps(&c.boxes[other]) {
		w.addCrowdRows(k, w.pairTouches(k, margin, slot, other, c.parts[c.first[other]:c.first[other+1]]))
	}
	return true
}

// addMeshCrowdRows adds the contacts of the member of a slot with all meshes.
func (w *World) addMeshCrowdRows(slot int) {
	w.groundTouches(w.set.Slop+w.crowd.step.reach[slot], slot)
	for i := 0; i < len(w.onMeshes); {
		k, end := w.pairOnMeshes(i)
		w.addCrowdRows(k, w.onMeshes[i:end])
		i = end
	}
}

// addCrowdRows adds the contact points of a pair.
func (w *World) addCrowdRows(k int32, touches []touch) {
	if len(touches) == 0 {
		return
	}
	c := &w.crowd.step
	p := &w.pairs[k]
	first := int32(len(c.rows))
	pair := response.CrowdPair{A: w.slotOf[p.a], First: first, End: first + int32(len(touches)), Friction: w.surfaceOf(p).friction}
	fa := &w.flights[p.a]
	pair.Drift = fa.field.Scale(-float64(0.5 * c.h))
	var xb geom.Vec
	if p.b >= 0 {
		pair.B = w.slotOf[p.b]
		fb := &w.flights[p.b]
		pair.Drift = pair.Drift.AddScaled(fb.field, float64(0.5*c.h))
		xb = fb.s.X
	}
	for i := range touches {
		q := &touches[i]
		row := crowdRow{key: q.key, p: q.p, sep: q.sep, half: true}
		point := response.CrowdPoint{N: q.n, RA: q.p.Sub(fa.s.X)}
		if i > 0 && touches[i-1].n == q.n {
			last := &c.solver.Points[len(c.solver.Points)-1]
			point.T1, point.T2 = last.T1, last.T2
		} else {
			point.T1 = q.n.Perpendicular()
			point.T2 = q.n.Cross(point.T1)
		}
		if p.b >= 0 {
			point.RB = q.p.Sub(xb)
		}
		switch closed := float64(crowdClosed * w.set.Slop); {
		case q.sep > closed:
			gap := q.sep - closed
			if gap < w.set.Slop {
				gap = float64(crowdGentle * gap)
			} else {
				gap -= float64((1 - crowdGentle) * w.set.Slop)
			}
			point.Target = -gap / c.h
			point.Out = point.Target
		case q.sep < -w.set.Slop:
			point.Out = math.Min(float64(w.set.PushRate*(-q.sep-w.set.Slop)), w.set.MaxPush)
		}
		w.warmCrowd(k, &row, &point)
		c.rows = append(c.rows, row)
		c.solver.Points = append(c.solver.Points, point)
	}
	c.solver.Pairs = append(c.solver.Pairs, pair)
	c.pairs = append(c.pairs, k)
}

// crowdOld is a contact point of the substep before.
type crowdOld struct {
	contact
	relaxed bool // the velocities at its end were
}

// warmCrowd gives a point what it had in the substep before.
func (w *World) warmCrowd(k int32, row *crowdRow, point *response.CrowdPoint) {
	c := &w.crowd.step
	if !c.began {
		r := w.warmFor(k)
		for i := r.first; i < r.end; i++ {
			if o := &w.warmRows[i]; o.key == row.key || row.key.tri >= 0 && sameCorner(&o.key, &row.key) {
				c.startPoint(o, true, row, point)
				return
			}
		}
		return
	}
	if int(k) >= len(c.oldOf) {
		return
	}
	r := c.oldOf[k]
	for i := r.first; i < r.end; i++ {
		if o := &c.old[i]; o.key == row.key || row.key.tri >= 0 && sameCorner(&o.key, &row.key) {
			c.startPoint(&o.contact, o.relaxed, row, point)
			return
		}
	}
	if r.first < r.end {
		row.half = c.old[r.first].relaxed
	}
}

func (c *crowdStep) startPoint(o *contact, relaxed bool, row *crowdRow, point *response.CrowdPoint) {
	f := o.ft.Scale(c.h)
	row.usual = geom.Vec{X: float64(o.fn * c.h), Y: f.Dot(point.T1), Z: f.Dot(point.T2)}
	share := 1.0
	if row.half = relaxed; relaxed {
		share = 0.5
	}
	point.Jn, point.Jt = float64(share*row.usual.X), [2]float64{float64(share * row.usual.Y), float64(share * row.usual.Z)}
}
