package record

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// struckShare is the least sum of a body's own impacts, relative to the impulses of its joints, for the body to count
// as struck itself. A support that it scrapes over while an impact comes through its coupling does not count.
const struckShare = 0.1

// StruckItself reports whether a body moves by impacts of its own, with the sum of sizes contact, or by the impulses
// passed on by joints [N s].
func StruckItself(contact float64, passed geom.Vec) bool {
	return contact > 0 && contact >= float64(struckShare*passed.Len())
}

// Alike reports whether the velocities of a body in events of one time are those of one problem. They are equal in the
// bits, but in logs of earlier engines, which rounded those of impacts to 1e-7 m/s and not those of joints.
func (a Twist) Alike(b Twist) bool {
	const rounding = 1e-6 // m/s, rad/s, of the size where that is above 1
	return a == b || a.V.Sub(b.V).Len() <= rounding*math.Max(1, b.V.Len()) && a.W.Sub(b.W).Len() <= rounding*math.Max(1, b.W.Len())
}

// DeltaV returns the velocity change by an impact, one of a frame's events, of the body on a side of it, with that mass
// [kg]; (m/s). Simultaneous impacts of a body are one problem, with one velocity before and after it. The share of an
// impact is the effect of its own impulse, plus a part of the reaction of joints in proportion to its impulse. For a
// body that was moved only by joints, their impulses belong to no impact. The shares of a problem add up to its
// velocity change without those.
func DeltaV(events []Event, e *Event, side int, mass float64) geom.Vec {
	dv := e.After[side].V.Sub(e.Before[side].V)
	if !(mass > 0) {
		return dv
	}
	var own, passed geom.Vec
	rest, part, whole := dv, 0.0, 0.0
	for i := range events {
		o := &events[i]
		if !o.Pushes() {
			continue
		}
		for k, sign := range [2]float64{1, -1} {
			if o.Object(k) != e.Object(side) || !o.Before[k].Alike(e.Before[side]) || !o.After[k].Alike(e.After[side]) {
				continue
			}
			if o.Kind == Joint {
				passed = passed.AddScaled(o.Impulse, sign)
				continue
			}
			given := o.Impulse.Scale(sign / mass)
			rest, whole = rest.Sub(given), whole+o.Impulse.Len()
			if o == e {
				own, part = given, o.Impulse.Len()
			}
		}
	}
	if passed != (geom.Vec{}) && !StruckItself(whole, passed) {
		return own
	}
	if !(part < whole) { // it was the only one
		return dv
	}
	return own.AddScaled(rest, part/whole)
}
