package response

import "math"

// Leg makes a DamperRow the spring and damper of a wheel, whose force on a body grows with the lift of the wheel: a sum of ramps,
// each of which begins at a lift, and a damper between the lift of the first of them and any higher one. Over a substep the force is
// the mean over the lifts that it goes through, which the speed at its end decides,
//
//	J + Held = Time mean(F) + Damping (max(l1, r) - max(l0, r)),  at least 0,  l1 = l0 - Time (u0 + u)/2
//
// with l0 the lift at the start and r the lift of the first ramp. Springs so give in a substep what they have taken before, to rounding,
// however stiff they are for its length, and dampers take energy.
//
// Source: the mean over the way is the discrete gradient of Harten, Lax and van Leer (1983), the average vector field of Quispel and
// McLaren, J. Phys. A 41 (2008) 045206.
type Leg struct {
	Lift    float64 // at the start of the substep [m]
	Time    float64 // how far a unit of the parting speed lowers the wheel in the substep [s]; 0 for no leg
	Damping float64 // [N s/m]
	Ramps   [3]Ramp // in ascending order; those without a stiffness come last
}

// Ramp is a force that grows with the lift from a lift on; with a stiffness below zero it takes from the others.
type Ramp struct{ From, Stiffness float64 } // [m], [N/m]

// Impulse returns what the leg gives in the substep to a body that is lifted at u0 at its start and at u at its end, and how that
// changes with u [N s], [kg].
func (l *Leg) Impulse(u0, u float64) (j, slope float64) {
	end := l.Lift - float64(l.Time*float64(0.5*(u0+u)))
	mean, rise := 0.0, 0.0
	for _, r := range l.Ramps {
		m, d := meanRamp(l.Lift-r.From, end-r.From)
		mean, rise = mean+float64(r.Stiffness*m), rise+float64(r.Stiffness*d)
	}
	least := l.Ramps[0].From
	j = float64(l.Time*mean) + float64(l.Damping*(max(end, least)-max(l.Lift, least)))
	slope = float64(l.Time * rise)
	if end > least {
		slope += l.Damping
	}
	if !(j > 0) {
		return 0, 0
	}
	return j, float64(slope * float64(-0.5*l.Time))
}

// meanRamp returns the mean of max(0, x) over x from a to b, and its derivative by b.
func meanRamp(a, b float64) (mean, slope float64) {
	switch {
	case a >= 0 && b >= 0:
		return float64(0.5 * (a + b)), 0.5
	case a <= 0 && b <= 0:
		return 0, 0
	case b > 0:
		d := b - a
		return float64(0.5*float64(b*b)) / d, float64(0.5*float64(b*(d-a))) / float64(d*d)
	}
	d := a - b
	return float64(0.5*float64(a*a)) / d, float64(0.5*float64(a*a)) / float64(d*d)
}

// legPasses bounds the search for the impulse of a leg by Newton's method, and that by halves where it creeps: where a leg is pressed,
// or lifts off, at the end of its way alone.
const legPasses = 100

// Solve returns the impulse of the leg on what is lifted at u0 at the start, at free at the end without it, and by k more for a unit of
// it: J = Impulse(u0, free + k J). It falls with the speed, so that there is one.
func (l *Leg) Solve(u0, free, k float64) float64 {
	most, _ := l.Impulse(u0, free)
	least := 0.0
	j := most
	for range legPasses {
		got, slope := l.Impulse(u0, free+float64(k*j))
		off := got - j
		if off > 0 {
			least = j
		} else {
			most = j
		}
		next := j + off/(1-float64(k*slope))
		if !(next > least && next < most) {
			next = float64(0.5 * (least + most))
		}
		if next == j || math.Abs(next-j) <= float64(1e-15*most) {
			return next
		}
		j = next
	}
	if got, _ := l.Impulse(u0, free+float64(k*j)); math.Abs(got-j) <= float64(1e-9*(got+j)) {
		return j
	}
	for range legPasses {
		j = float64(0.5 * (least + most))
		if got, _ := l.Impulse(u0, free+float64(k*j)); got > j {
			least = j
		} else {
			most = j
		}
	}
	return j
}

// legAt sets the law of a row with a leg to what it is near the speed u, for Newton's method.
func (d *DamperRow) legAt(u float64) {
	j, slope := d.Leg.Impulse(d.atStart, u)
	d.drag = 0 - slope
	d.fixed = d.Held - j - float64(d.drag*u)
}
