package sim

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// crush is a pair that crushes. From its first touch on nothing keeps it apart; when its time has come it gets its impulse, and from
// then on it comes no deeper than it is, until it has parted. It is part of the state.
type crush struct {
	a, b   int32    // as in pair; a is -1 for one that is over, within a step
	struck bool     // it has had its impulse
	due    float64  // when the impulse comes, or came [s]
	n      geom.Vec // normal of the first touch, in the plane of the road
	// allowed is the area of overlap that it may have once it is struck [m²]: that of its impulse, and never more than it has had since.
	allowed float64
}

// A first touch crushes where its normal is nearer to the plane of the road than to its normal. What falls on a car is no crash.
const maxCrushSlope = 0.7071067811865476

// crushes reports whether the contacts of a pair are not the search's and the contact manifolds'.
func (p *pair) crushes() bool { return p.crush >= 0 }

// startCrushing finds the crush that a new pair is in.
func (w *World) startCrushing(k int32) {
	p := &w.pairs[k]
	p.crush = -1
	for i := range w.state.crushes {
		if c := &w.state.crushes[i]; c.a == p.a && c.b == p.b {
			p.crush = int32(i)
		}
	}
}

// beginCrush makes a pair that first touches at time t of the step one that crushes, if its materials ask for that and its touches are
// those of a crash; reports whether it does. Where the two would part, along the road or in height, before four times the crush time is over, at the velocities of
// their first touch, the impulse comes after a quarter of the way: half-way they would be beside each other.
func (w *World) beginCrush(k int32, touches []touch, t float64) bool {
	p := &w.pairs[k]
	time := w.surfaceOf(p).crush
	if !(time > 0) || len(touches) == 0 || !w.hasOutline(p.b) {
		return false
	}
	var n, at geom.Vec
	for i := range touches {
		n, at = n.Add(touches[i].n), at.Add(touches[i].p)
	}
	n, at = n.Normalize(), at.Scale(1/float64(len(touches)))
	flat := n.AddScaled(w.road.up, -n.Dot(w.road.up))
	if !(flat.Len() > maxCrushSlope) {
		return false
	}
	w.outlines[0].trace(w, p.a)
	w.outlines[1].trace(w, p.b)
	v := w.pointVelocity(p.a, at).Sub(w.pointVelocity(p.b, at))
	time = math.Min(time, float64(0.25*overlapsFor(&w.outlines[0], &w.outlines[1], w.road.flat(v), v.Dot(w.road.up))))
	p.crush = int32(len(w.state.crushes))
	w.state.crushes = append(w.state.crushes, crush{a: p.a, b: p.b, due: w.time() + t + time, n: flat.Normalize()})
	w.newEvent(record.Crush, p, t)
	w.queueImpulse(k)
	return true
}

// hasOutline reports whether body i, or static -1-i, ends somewhere: it is neither a mesh nor a plane.
func (w *World) hasOutline(i int32) bool {
	if i >= 0 {
		return true
	}
	st := &w.statics[-1-i]
	if st.mesh != nil {
		return false
	}
	for k := range st.parts {
		if st.parts[k].Shape.Kind == geom.ShapePlane {
			return false
		}
	}
	return true
}

// queueImpulses queues the impulses that come in the step.
func (w *World) queueImpulses() {
	for i := range w.state.crushes {
		c := &w.state.crushes[i]
		if k := w.findPair(c.a, c.b); k >= 0 {
			w.queueImpulse(k)
		}
	}
}

// queueImpulse queues the impulse of a pair that crushes, if it comes in the step.
func (w *World) queueImpulse(k int32) {
	p := &w.pairs[k]
	c := &w.state.crushes[p.crush]
	t := math.Max(0, c.due-w.time())
	if !c.struck && t < w.set.Step {
		w.queue.push(event{t: t, at: t, kind: impulse, a: p.a, b: p.b, pair: k})
	}
}

// awaits reports whether a pair crushes and has not had its impulse yet.
func (w *World) awaits(p *pair) bool { return p.crushes() && !w.state.crushes[p.crush].struck }

// crushImpulse puts the impact of a pair that has crushed on the list of those to strike together. Where the two have parted before, as a third
// body may make them, there is none.
func (w *World) crushImpulse(k int32) {
	p := &w.pairs[k]
	c := &w.state.crushes[p.crush]
	o, ok := w.overlapOf(p)
	if !ok {
		c.a, p.crush = -1, -1
		return
	}
	c.struck, c.allowed = true, o.Area
	w.unite(p)
	w.crushed = append(w.crushed[:0], w.crushPoint(p, &o, o.Centroid, o.normal(&w.road, c), crushAlong))
	if w.approach(p, &w.crushed[0]) > 0 {
		w.countImpact(p)
		w.addImpact(k, w.crushed, false)
	}
}

// shrinkCrushes takes note, at the end of the step, of how far struck pairs have come apart.
func (w *World) shrinkCrushes() {
	l := w.state.crushes
	kept := l[:0]
	for i := range l {
		c := l[i]
		if c.a < 0 {
			continue
		}
		if !w.asleepPair(c.a, c.b) {
			k := w.findPair(c.a, c.b)
			if k < 0 {
				continue
			}
			if c.struck {
				o, ok := w.overlapOf(&w.pairs[k])
				if !ok {
					continue
				}
				c.allowed = math.Min(c.allowed, o.Area)
			}
		}
		kept = append(kept, c)
	}
	w.state.crushes = kept
	slices.SortFunc(kept, func(x, y crush) int {
		if x.a != y.a {
			return cmp.Compare(x.a, y.a)
		}
		return cmp.Compare(x.b, y.b)
	})
}

// touchesNow returns the contact points of pair k, no farther apart than margin: none while it crushes, and then those of its outlines.
func (w *World) touchesNow(k int32, margin float64) []touch {
	if p := &w.pairs[k]; p.crushes() {
		return w.struckTouches(p)
	}
	return w.touches(k, margin)
}

// addCrushRows adds the contact points of a struck pair to an island. They come no deeper than is allowed, and do not rebound.
func (w *World) addCrushRows(isl *island, k int32, h float64) {
	p := &w.pairs[k]
	for c := p.first; c < p.end; c++ {
		w.candidates[c].solved = false
	}
	w.addPart(isl, k, w.struckTouches(p), h)
}

func putCrush(b []byte, c *crush) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(c.a))
	b = binary.LittleEndian.AppendUint32(b, uint32(c.b))
	b = putBool(b, c.struck)
	b = putFloat(b, c.due)
	b = putVec(b, c.n)
	return putFloat(b, c.allowed)
}

func (r *reader) crush() crush {
	return crush{a: int32(r.u32()), b: int32(r.u32()), struck: r.byte() != 0, due: r.float(), n: r.vec(), allowed: r.float()}
}
