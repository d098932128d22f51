package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// CrashPulse is the pulse of a collision at an accelerometer, of that of the largest impulse in the plane: all impacts whose
// pulses overlap. Of a driven body it is all that it does.
type CrashPulse struct {
	From  float64 `json:"from"`  // [s]
	Until float64 `json:"until"` // [s]
	// DeltaVX and DeltaVY are the integrals of the readings by CFC 180 in that time, forward and to the left, in the body's
	// axes as they turn [m/s].
	DeltaVX float64 `json:"delta_v_x"`
	DeltaVY float64 `json:"delta_v_y"`
	// OLC is that of the collision in which it is largest, that of the pulse or one at another time. It is absent where the body
	// does not lose so much speed, forward, that an occupant moves as far as that; and of what is struck from behind.
	OLC *OLC `json:"olc,omitempty"`
	// AssumedPulse is that of Basis, in this time.
	AssumedPulse *float64 `json:"assumed_pulse,omitempty"`
}

// OLC is the occupant load criterion: the constant deceleration that holds an occupant who has moved forward freely by 65 mm in
// the vehicle, within 235 mm more, so that then he is as fast as the vehicle. Its longitudinal velocity is the integral of the
// readings by CFC 180 from the beginning of the collision on. Source: Euro NCAP TB 027, "Compatibility Assessment".
type OLC struct {
	From  float64 `json:"from"` // when the collision begins, from which he is free [s]
	Value float64 `json:"olc_g"`
	Free  float64 `json:"free_until"` // when he has moved 65 mm [s]
	Until float64 `json:"until"`      // when he is as fast as the vehicle [s]
}

const (
	olcFree = 0.065 // [m]
	olcHeld = 0.235 // [m]
)

// collision returns the pulse of the largest collision, nil without one, of a gauge with outputs and their episodes.
func (g *Gauge) collision(list []episode) *CrashPulse {
	c := &CrashPulse{}
	var end float64
	if g.asked.Driven {
		c.From, end = g.recording()
		c.Until = end
	} else {
		if c.From, c.Until = g.largest(); c.From == c.Until {
			return nil
		}
		_, end = g.span()
	}
	n := int((end-c.From)*gaugeRate) + 1
	if n < 2 {
		return nil
	}
	a := CFC180.filtered(g.signal(c.From-settling, settlingSamples+n), 1.0/gaugeRate)[settlingSamples:]
	held := int((c.Until - c.From) * gaugeRate)
	for i := 1; i <= held; i++ {
		c.DeltaVX += float64((a[i].X + a[i-1].X) / 2 / gaugeRate)
		c.DeltaVY += float64((a[i].Y + a[i-1].Y) / 2 / gaugeRate)
	}
	c.OLC, c.AssumedPulse = worstOLC(list, a, c.From), g.basis(c.From, c.Until).AssumedPulse
	return c
}

// largest returns the time of the impacts with overlapping pulses of which the sum of impulses is the largest in the plane;
// equal times without any. Those beyond what the results are of are left out.
func (g *Gauge) largest() (from, until float64) {
	if len(g.kicks) == 0 {
		return 0, 0
	}
	_, end := g.span()
	most := 0.0
	for _, c := range g.clusters(0) {
		if size := float64(c.dv.X*c.dv.X) + float64(c.dv.Y*c.dv.Y); size > most && c.from < end {
			most, from, until = size, c.from, math.Min(c.until, end)
		}
	}
	return from, until
}

// olc returns the criterion of readings from a time on, nil where the occupant is not held until their end.
func olc(a []geom.Vec, from float64) *OLC {
	const h = 1.0 / gaugeRate
	var lost, moved float64 // of the vehicle: speed; of a free occupant in it: way
	var free float64        // when he had moved olcFree
	for i := 1; i < len(a); i++ {
		before, way := lost, moved
		lost -= float64((a[i].X + a[i-1].X) / 2 * h)
		moved += float64((before + lost) / 2 * h)
		t := float64(float64(i) * h)
		if free == 0 {
			if moved < olcFree {
				continue
			}
			part := (olcFree - way) / (moved - way)
			free = t - h + float64(part*h)
		}
		// Held, he loses speed evenly, and as much as the vehicle by then.
		if held := moved - olcFree - float64(lost*(t-free)/2); held >= olcHeld && lost > 0 {
			earlier := way - olcFree - float64(before*(t-h-free)/2)
			part := 1.0
			if t-h > free && earlier < olcHeld {
				part = (olcHeld - earlier) / (held - earlier)
			}
			end := t - h + float64(part*h)
			return &OLC{from, (before + float64(part*(lost-before))) / (end - free) / StandardGravity, from + free, from + end}
		}
	}
	return nil
}
