package sim

import (
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
)

// addSupports adds to the impact problem the existing contacts of its bodies with the world and with driven bodies,
// which nothing moves: a floor or a wall reacts to an impact at the same moment. Movable neighbours are struck in turn.
func (w *World) addSupports() {
	t := w.flights[w.members[0]].t0
	for n := 0; n < len(w.impactRows); n++ {
		row := &w.impactRows[n]
		hit := w.pairs[row.pair]
		n := w.impactPoints[row.first].N
		w.addSupportsOf(hit.a, n.Neg(), t)
		if hit.b >= 0 {
			w.addSupportsOf(hit.b, n, t)
		}
	}
}

// addSupportsOf is addSupports for one body, which is struck in the direction push.
func (w *World) addSupportsOf(i int32, push geom.Vec, t float64) {
	for _, k := range w.pairsOf[i] {
		if w.pairs[k].sensor || !w.supports(&w.pairs[k], i, t) || w.inImpact(k) {
			continue
		}
		margin := w.impactMargin(&w.pairs[k])
		touches := w.withoutSeams(&w.pairs[k], w.touchesNow(k, margin))
		if len(touches) > 0 {
			touches = w.withPivot(touches, k, i, push, margin)
		}
		if touches = w.addSidewallsStruck(touches, &w.pairs[k]); len(touches) > 0 {
			w.addImpact(k, touches, false)
		}
	}
}

const (
	// pivotTilt is the tangent of the angle off the way down in which the pivot on a rim is looked for.
	pivotTilt = 1e-3
	// pivotApart is how near it takes the place of another point that touches, over the size of its shape.
	pivotApart = 0.02
)

// withPivot adds to the contacts of pair k the point of a round rim over which body i tips when it is pushed. The points
// that stand for a rim elsewhere are fixed in its shape, so that a barrel would tip sooner by some of its sides. There is
// none where the rim juts out over what is below, nor in a crush, whose points are those of outlines.
func (w *World) withPivot(touches []touch, k, i int32, push geom.Vec, margin float64) []touch {
	p := &w.pairs[k]
	if p.crushes() {
		return touches
	}
	q := touches[0]
	down, own := q.n, q.key.partA
	if p.a != i {
		down, own = down.Neg(), q.key.partB
	}
	part := &w.bodies[i].parts[own]
	if kind := part.Shape.Kind; kind != geom.ShapeCylinder && kind != geom.ShapeCone {
		return touches
	}
	aside := push.AddScaled(down, -push.Dot(down))
	if aside.Len() < 1e-9 {
		return touches
	}
	aside = aside.Normalize()
	pose := part.at(&w.flights[i].s)
	at := pose.Apply(part.Shape.Support(pose.Q.RotateInv(down.AddScaled(aside, pivotTilt))))
	sep := q.p.Sub(at).Dot(down) + float64(0.5*q.sep)
	near := slices.IndexFunc(touches, func(o touch) bool { return o.p.Sub(at).Len() < float64(pivotApart*part.Shape.Extent()) })
	above := float64(pivotApart * part.Shape.Extent())
	within := at.AddScaled(aside, -float64(pivotTilt*part.Shape.Extent())).AddScaled(down, -above)
	if !(sep <= margin) || !w.meetsSide(p.a+p.b-i, within, down, above+float64(2*margin)) {
		return touches
	}
	q.p, q.sep = at.AddScaled(down, float64(0.5*sep)), sep
	if near >= 0 {
		touches[near].p, touches[near].sep = q.p, q.sep
		return touches
	}
	return append(touches, q)
}

// meetsSide reports whether a ray of the given length [m] meets body i, or static -1-i, or starts in it.
func (w *World) meetsSide(i int32, from, dir geom.Vec, length float64) bool {
	if i < 0 {
		st := &w.statics[-1-i]
		if st.tree != nil {
			if _, ok := st.tree.Raycast(from, dir, length); ok {
				return true
			}
		}
		for k := range st.placed {
			if narrowphase.Raycast(&st.placed[k].Convex, from, dir, length).Status != narrowphase.Miss {
				return true
			}
		}
		return false
	}
	b := &w.bodies[i]
	for k := range b.parts {
		c := narrowphase.Convex{Shape: b.parts[k].Shape, Pose: b.parts[k].at(&w.flights[i].s)}
		if narrowphase.Raycast(&c, from, dir, length).Status != narrowphase.Miss {
			return true
		}
	}
	return false
}

// supports reports whether the other side of a pair of body i is the world or a driven body, and moves the latter to
// time t.
func (w *World) supports(p *pair, i int32, t float64) bool {
	if w.bodies[i].driven {
		return false
	}
	if p.b < 0 {
		return true
	}
	other := p.a + p.b - i
	if !w.bodies[other].driven {
		return false
	}
	w.moveDriven(other, t)
	return true
}

func (w *World) inImpact(k int32) bool {
	for i := range w.impactRows {
		if w.impactRows[i].pair == k {
			return true
		}
	}
	return false
}
