package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// PDOF returns the principal direction of force of an impulse (world frame) on a body with attitude q: the direction
// from which it comes, clockwise from the body's x axis seen along -z of the body, in degrees from 0 to 360. It is
// false where less than a thousandth of the impulse is at right angles to the body's z axis.
//
// The force comes from d = -J; in body axes, x forward and y left, an angle counts positive towards -y: atan2(-d_y,
// d_x).
func PDOF(impulse geom.Vec, q geom.Quat) (deg float64, ok bool) {
	d := q.RotateInv(impulse.Neg())
	if !(float64(d.X*d.X)+float64(d.Y*d.Y) > float64(1e-6*d.LenSq())) {
		return 0, false
	}
	deg = degrees(geom.Atan2(0-d.Y, d.X))
	if deg < 0 {
		deg += 360
	}
	if deg >= 360 {
		deg = 0
	}
	return deg, true
}

// peak returns the largest mean acceleration over a time: the largest change of velocity between two samples that far
// apart.
func peak(s []Sample, over float64) *Peak {
	var best *Peak
	k := 0
	for i := range s {
		for k < len(s) && s[k].Time-s[i].Time < over-sampleEvery/2 {
			k++
		}
		if k == len(s) {
			break
		}
		a := size(s[k].V.Sub(s[i].V)) / (float64((s[k].Time - s[i].Time) * StandardGravity))
		if best == nil || a > best.Size {
			best = &Peak{s[i].Time, a, over}
		}
	}
	return best
}

// MeanAcceleration returns the mean acceleration at each sample, between the samples within Pulse/2 before and after
// it, in the vehicle's axes there [m/s²]; at the ends of the run, over the part that exists.
func MeanAcceleration(s []Sample) []geom.Vec {
	out := make([]geom.Vec, len(s))
	lo, hi := 0, 0
	for i := range s {
		for s[i].Time-s[lo].Time > Pulse/2+1e-6 {
			lo++
		}
		for hi < len(s)-1 && s[hi+1].Time-s[i].Time <= Pulse/2+1e-6 {
			hi++
		}
		if h := s[hi].Time - s[lo].Time; h > 0 {
			out[i] = s[i].Pose.Q.RotateInv(s[hi].V.Sub(s[lo].V).Scale(1 / h))
		}
	}
	return out
}

func heading(q geom.Quat) float64 {
	nose := q.Rotate(geom.Vec{X: 1})
	return degrees(geom.Atan2(nose.Y, nose.X))
}

func degrees(rad float64) float64 { return float64(rad * (180 / math.Pi)) }

// size returns |v|, at most the largest double: a report holds finite numbers only, also of a run that failed for its
// large ones.
func size(v geom.Vec) float64 { return math.Min(v.Len(), math.MaxFloat64) }

func vecOf(v geom.Vec) Vec { return Vec{v.X, v.Y, v.Z} }

// alike reports whether two velocities of a body in events of one time are those of one problem. They are equal in the
// bits, but in logs of earlier engines, which rounded those of impacts to 1e-7 m/s and not those of joints.
func alike(a, b record.Twist) bool {
	const rounding = 1e-6 // m/s, rad/s, of the size where that is above 1
	return a == b || a.V.Sub(b.V).Len() <= rounding*math.Max(1, b.V.Len()) && a.W.Sub(b.W).Len() <= rounding*math.Max(1, b.W.Len())
}

// DeltaV returns the velocity change by an impact, one of a frame's events, of the body on a side of it, with that mass
// [kg]; [m/s]. Simultaneous impacts of a body are one problem, with one velocity before and after it. The share of an
// impact is the effect of its own impulse, plus a part of the reaction of joints in proportion to its impulse. For a
// body that was moved only by joints, their impulses belong to no impact. The shares of a problem add up to its
// velocity change without those.
func DeltaV(events []record.Event, e *record.Event, side int, mass float64) geom.Vec {
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
			if o.Object(k) != e.Object(side) || !alike(o.Before[k], e.Before[side]) || !alike(o.After[k], e.After[side]) {
				continue
			}
			if o.Kind == record.Joint {
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
	if passed != (geom.Vec{}) && !struckItself(whole, passed) {
		return own
	}
	if !(part < whole) { // it was the only one
		return dv
	}
	return own.AddScaled(rest, part/whole)
}
