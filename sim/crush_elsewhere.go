package sim

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// A pair that has crushed and not parted crushes again where it comes in at another place.

// inFrame returns a point of the world in the frame of body i; it is that of a static.
func (w *World) inFrame(i int32, x geom.Vec) geom.Vec {
	if i < 0 {
		return x
	}
	s := &w.flights[i].s
	return s.Q.RotateInv(x.Sub(s.X))
}

// ends returns the two places where the outlines of a struck pair cross, the first one where the two come in faster; both are
// the centroid of the overlap where they do not cross.
func (w *World) ends(c *crush, p *pair, o *overlap) (fast, slow touch) {
	n := o.normal(&w.road, c)
	if !(o.Chord > 0) {
		fast = w.crushPoint(p, o, o.Centroid, n, crushAlong)
		return fast, fast
	}
	fast = w.crushPoint(p, o, o.Middle, n, crushAlong)
	slow = fast
	half := w.road.up.Cross(w.road.along(o.Normal)).Scale(float64(0.5 * o.Chord))
	fast.p, slow.p = fast.p.Add(half), slow.p.Sub(half)
	if w.approach(p, &slow) > w.approach(p, &fast) {
		return slow, fast
	}
	return fast, slow
}

// elsewhere returns how much farther the centroid of a struck pair's overlap is from where it was at the impulse than that
// place reaches [m], and how much faster than an impact the two come in at a crossing [m/s].
func (w *World) elsewhere(c *crush, p *pair, o *overlap) (beyond, faster float64) {
	end, _ := w.ends(c, p, o)
	at := w.crushPoint(p, o, o.Centroid, end.n, crushAlong).p
	beyond = math.Min(w.inFrame(p.a, at).Sub(c.atA).Len(), w.inFrame(p.b, at).Sub(c.atB).Len()) - c.within
	return beyond, w.approach(p, &end) - w.threshold()
}

// turnsIn reports whether a struck pair that would have another impact is turned into each other: one of its crossings comes
// in fast, farther away on one of the two than the overlap was wide at the impulse, and the other is as far away, or comes in
// at most half as fast.
func (w *World) turnsIn(c *crush, p *pair, o *overlap) bool {
	away := func(x geom.Vec) bool {
		return math.Max(w.inFrame(p.a, x).Sub(c.atA).Len(), w.inFrame(p.b, x).Sub(c.atB).Len()) > float64(2*c.within)
	}
	fast, slow := w.ends(c, p, o)
	v := w.approach(p, &fast)
	return v > w.threshold() && away(fast.p) && (away(slow.p) || !(w.approach(p, &slow) > float64(0.5*v)))
}

// crushAgain begins another crush of a struck pair at a time [s], and reports whether it does.
func (w *World) crushAgain(c *crush, p *pair, o *overlap, now float64) bool {
	end, _ := w.ends(c, p, o)
	due, ok := w.crushDue(p, end.p, now)
	if ok {
		c.struck, c.due, c.n, c.planed, c.aside = false, due, end.n, false, geom.Vec{}
	}
	return ok
}

// crushElsewhere begins another crush of a struck pair whose overlap has left the place where it was at the impulse, on
// both of them, and comes in as fast as an impact there: a car that has struck a wall with a corner of its front, and has
// been turned, strikes it with its rear. The front need not have parted by then. The time at which it begins is that at which
// distance and speed, taken as linear in the step, were both reached.
func (w *World) crushElsewhere(c *crush, p *pair, o *overlap) {
	before, fast := c.beyond, c.faster
	c.beyond, c.faster = w.elsewhere(c, p, o)
	if !(c.beyond > 0) || !(c.faster > 0) {
		return
	}
	ago := 1.0 // in steps
	if before < 0 {
		ago = math.Min(ago, c.beyond/(c.beyond-before))
	}
	if fast < 0 {
		ago = math.Min(ago, c.faster/(c.faster-fast))
	}
	late := -float64(ago * w.set.Step)
	if w.crushAgain(c, p, o, w.time()+late) {
		w.newEvent(record.Crush, p, late)
	}
}
