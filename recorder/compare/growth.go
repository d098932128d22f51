package compare

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// Kinds of growth of the difference between two logs.
const (
	GrowthRounding = "rounding" // it stays below 1e-9
	GrowthChaos    = "chaos"    // it begins as rounding and is magnified step by step
	GrowthChange   = "change"   // it is there at once, or leaps in one step: another input or another decision
	// GrowthStep is that of logs with different steps that are equal at the start: whatever they differ by after it may
	// come from the steps.
	GrowthStep = "step"
)

const (
	// roundingSize bounds what rounding alone makes in a step: an ulp of a position of 1 km is 1e-13 m, and a contact
	// solver magnifies it by some thousands.
	roundingSize = 1e-9
	// leapFactor is what a difference is at least multiplied by in a step that leaps. An impact multiplies a difference
	// of places by the speed over the size of what meets, 1e3 1/s at most in a crash, or divides it by the cosine of a
	// grazing angle.
	leapFactor = 1e6
)

// Growth describes how the difference between two logs grows from its beginning. Its size is the largest, over all
// bodies and movers, of the distance of positions [m], the angle between attitudes [rad] and the differences of
// velocities (m/s) and angular velocities (rad/s).
type Growth struct {
	Kind  string          `json:"kind"`
	Step  int64           `json:"step"` // of the first difference
	Time  float64         `json:"time"` // [s]
	First recorder.Number `json:"first"`

	Largest     recorder.Number `json:"largest"`
	LargestTime float64         `json:"largest_time"` // [s]
	// Rate is the growth rate of the largest size so far, from the first difference until it is within a factor of 8
	// of its largest: it grows by a factor of e in 1/Rate. 0 if that takes fewer than three steps.
	Rate recorder.Number `json:"rate"` // [1/s]
	// LeapStep is the step with the largest growth, by Factor; the first difference does not count.
	LeapStep int64   `json:"leap_step,omitempty"`
	LeapTime float64 `json:"leap_time,omitempty"` // [s]
	// Events and LeapEvents are the first events of a in the step of the first difference and in that of the leap,
	// such as "impact car – pole": possible causes. They are empty for logs that are compared by time.
	Events     []string        `json:"events,omitempty"`
	LeapEvents []string        `json:"leap_events,omitempty"`
	Factor     recorder.Number `json:"factor"`
}

// growthTracker follows the size of the difference over the steps. Its memory is bounded: it keeps the times at which
// the largest size so far reached another power of two.
type growthTracker struct {
	growth    Growth
	begun     bool
	largest   float64
	crossings []crossing
}

type crossing struct{ time, log2 float64 }

// add takes in the size at a step.
func (g *growthTracker) add(step int64, time, size float64) {
	if size == 0 || size <= g.largest {
		return
	}
	r := &g.growth
	if !g.begun {
		g.begun = true
		r.Step, r.Time, r.First = step, time, recorder.Number(size)
	} else if f := size / g.largest; f > float64(r.Factor) {
		r.LeapStep, r.LeapTime, r.Factor = step, time, recorder.Number(f)
	}
	_, before := math.Frexp(g.largest)
	_, now := math.Frexp(size)
	if len(g.crossings) == 0 || now > before {
		g.crossings = append(g.crossings, crossing{time, log2(size)})
	}
	g.largest = size
	r.LargestTime = time
}

// name notes the events of a step that begins the difference, or multiplies it more than any before.
func (g *growthTracker) name(step int64, h *recorder.Header, events []record.Event) {
	const most = 4
	r := &g.growth
	list := &r.Events
	switch {
	case g.begun && r.Step == step:
	case r.LeapStep == step && r.Factor > 0:
		list = &r.LeapEvents
	default:
		return
	}
	*list = nil
	for i := range events {
		if name := eventName(h, &events[i]); len(*list) < most && !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
}

// log2 returns the logarithm of a positive number, linear between powers of two: at most 0.09 too small.
func log2(x float64) float64 {
	if math.IsInf(x, 1) {
		return 1024
	}
	f, e := math.Frexp(x)
	return float64(e-1) + (float64(2*f) - 1)
}

// result returns the growth, nil where nothing differs. byTime tells that the logs have different steps.
func (g *growthTracker) result(byTime bool) *Growth {
	if !g.begun {
		return nil
	}
	r := g.growth
	r.Largest = recorder.Number(g.largest)
	r.Rate = recorder.Number(g.rate())
	switch {
	case byTime && g.largest >= roundingSize && (r.Step > 0 || float64(r.First) < roundingSize):
		r.Kind = GrowthStep
	case float64(r.First) >= roundingSize || float64(r.Factor) >= leapFactor && g.largest >= roundingSize:
		r.Kind = GrowthChange
	case g.largest < roundingSize:
		r.Kind = GrowthRounding
	default:
		r.Kind = GrowthChaos
	}
	return &r
}

// rate fits a line to the logarithm of the size over time, by least squares.
func (g *growthTracker) rate() float64 {
	const saturated = 3 // powers of two below the largest size
	end := log2(g.largest) - saturated
	n, sumT, sumY := 0.0, 0.0, 0.0
	for _, c := range g.crossings {
		if c.log2 <= end {
			n++
			sumT += c.time
			sumY += c.log2
		}
	}
	if n < 3 {
		return 0
	}
	meanT, meanY := sumT/n, sumY/n
	tt, ty := 0.0, 0.0
	for _, c := range g.crossings {
		if c.log2 <= end {
			dt := c.time - meanT
			tt += float64(dt * dt)
			ty += float64(dt * (c.log2 - meanY))
		}
	}
	if !(tt > 0) {
		return 0
	}
	return float64(math.Ln2 * (ty / tt))
}
