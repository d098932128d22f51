package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Severity is measures of the effect of a collision on the occupants, from the readings of an accelerometer near the
// centre of mass, from the first impact on.
type Severity struct {
	// ASI is the acceleration severity index: the largest of sqrt((x/12 g)² + (y/9 g)² + (z/10 g)²) with means over 50
	// ms, in which nothing acts after the end of the run. Source: EN 1317-1:1998, section 5; MASH 2016, appendix A.
	ASI     float64 `json:"asi"`
	ASITime float64 `json:"asi_time"` // where the 50 ms begin [s]
	// OIV is the occupant impact velocity of the flail space model, that of the collision in which it is largest; absent where
	// the occupant meets nothing in any.
	OIV *OIV `json:"oiv,omitempty"`
}

// OIV is the occupant impact velocity: that at which a free occupant meets the inside of the vehicle, after 0.6 m along
// or 0.3 m across, whichever comes first, relative to the vehicle, without its rotation; and the largest means of the
// vehicle's acceleration over 10 ms after that (ridedown), until the next collision. Source: NCHRP Report 350 (1993), section 5.3 and appendix F;
// MASH 2016, appendix A.
type OIV struct {
	From         float64 `json:"from"`         // when the collision begins, from which he is free [s]
	Time         float64 `json:"time"`         // of the meeting [s]
	Longitudinal float64 `json:"longitudinal"` // above zero: the occupant moves forward [m/s]
	Lateral      float64 `json:"lateral"`      // above zero: to the left [m/s]
	RidedownX    float64 `json:"ridedown_x_g"` // longitudinal, with its sign [g]
	RidedownY    float64 `json:"ridedown_y_g"` // lateral, with its sign [g]
}

const (
	flailX = 0.6 // [m]
	flailY = 0.3 // [m]
)

// asiSamples is the number of readings whose mean is taken for ASI.
const asiSamples = gaugeRate / 20

// severity returns ASI of readings from the time of the first impact on.
func severity(a []geom.Vec, from float64) *Severity {
	s := &Severity{ASITime: from}
	for i, m := range moving(a, asiSamples) {
		x, y, z := m.X/(12*StandardGravity), m.Y/(9*StandardGravity), m.Z/(10*StandardGravity)
		if v := math.Sqrt(float64(x*x) + float64(y*y) + float64(z*z)); v > s.ASI {
			s.ASI, s.ASITime = v, from+float64(i)/gaugeRate
		}
	}
	return s
}

// oiv returns the velocity of readings from the beginning of a collision on; nil where the occupant meets nothing until they end.
func oiv(a []geom.Vec, from float64) *OIV {
	var vx, vy, x, y float64 // of the occupant, relative
	for i := 1; i < len(a); i++ {
		const h = 1.0 / gaugeRate
		nx, ny := vx-float64((a[i].X+a[i-1].X)/2*h), vy-float64((a[i].Y+a[i-1].Y)/2*h)
		x, y = x+float64((vx+nx)/2*h), y+float64((vy+ny)/2*h)
		vx, vy = nx, ny
		if math.Abs(x) < flailX && math.Abs(y) < flailY {
			continue
		}
		o := &OIV{From: from, Time: from + float64(float64(i)*h), Longitudinal: vx, Lateral: vy}
		for _, m := range moving(a[i:], gaugeRate/100) {
			if v := m.X / StandardGravity; math.Abs(v) > math.Abs(o.RidedownX) {
				o.RidedownX = v
			}
			if v := m.Y / StandardGravity; math.Abs(v) > math.Abs(o.RidedownY) {
				o.RidedownY = v
			}
		}
		return o
	}
	return nil
}
