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

// poseAt returns the pose of the body on a side of an event, one of a step's: from its pose at the frame before it moves
// on to each of its impacts and joints with the velocities that it has until then.
func poseAt(from geom.Transform, time float64, events []record.Event, e *record.Event, side int) geom.Transform {
	object := e.Object(side)
	for i := range events {
		o := &events[i]
		if o.Pushes() && (o.A == object || o.B == object) {
			u := &o.Before[0]
			if o.A != object {
				u = &o.Before[1]
			}
			if h := o.Time - time; h > 0 {
				from = geom.Transform{P: from.P.AddScaled(u.V, h), Q: geom.QuatExp(u.W.Scale(h)).Mul(from.Q).Normalize()}
				time = o.Time
			}
		}
		if o == e {
			break
		}
	}
	return from
}

// peak returns the largest mean acceleration over a time: the largest change of velocity between two times that far apart,
// one of which is that of a sample; between samples the velocity is linear.
func peak(s []Sample, over float64) *Peak {
	var best *Peak
	try := func(from float64, change geom.Vec) {
		if a := size(change) / float64(over*StandardGravity); best == nil || a > best.Size {
			best = &Peak{from, a, over}
		}
	}
	before, after := 0, 0 // the last samples no later than over before, and over after
	for i := range s {
		for from := s[i].Time - over; before+1 < len(s) && s[before+1].Time <= from; {
			before++
		}
		for to := s[i].Time + over; after+1 < len(s) && s[after+1].Time <= to; {
			after++
		}
		if v, ok := velocityAt(s, before, s[i].Time-over); ok {
			try(s[i].Time-over, s[i].V.Sub(v))
		}
		if v, ok := velocityAt(s, after, s[i].Time+over); ok {
			try(s[i].Time, v.Sub(s[i].V))
		}
	}
	return best
}

// velocityAt returns the velocity at a time that is no earlier than sample k and no later than the next one, and whether
// there are samples on both sides of it. A time beside a sample by rounding is that of the sample.
func velocityAt(s []Sample, k int, time float64) (v geom.Vec, ok bool) {
	const rounding = 1e-9
	switch past := time - s[k].Time; {
	case past < -rounding:
		return v, false
	case past <= rounding:
		return s[k].V, true
	case k+1 == len(s):
		return v, false
	}
	part := (time - s[k].Time) / (s[k+1].Time - s[k].Time)
	return s[k].V.AddScaled(s[k+1].V.Sub(s[k].V), part), true
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

// level is the least horizontal part of the x axis of a body that has a heading: it is vertical to 0.6° below that.
const level = 0.01

// Heading returns the heading of a body with attitude q, that of its x axis [°], -180 to 180; false where that is so near
// vertical that the heading says nothing.
func Heading(q geom.Quat) (deg float64, ok bool) {
	nose := q.Rotate(geom.Vec{X: 1})
	return degrees(geom.Atan2(nose.Y, nose.X)), !(float64(nose.X*nose.X)+float64(nose.Y*nose.Y) < level*level)
}

// heading returns the heading of a body with attitude q [°], nil where it has none.
func heading(q geom.Quat) *float64 {
	if deg, ok := Heading(q); ok {
		return &deg
	}
	return nil
}

func degrees(rad float64) float64 { return float64(rad * (180 / math.Pi)) }

// size returns |v|, at most the largest double: a report holds finite numbers only, also of a run that failed for its
// large ones.
func size(v geom.Vec) float64 { return math.Min(v.Len(), math.MaxFloat64) }

func vecOf(v geom.Vec) Vec { return Vec{v.X, v.Y, v.Z} }
