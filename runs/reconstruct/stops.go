package reconstruct

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
)

// stopSpeed is the least change of velocity of a step that is taken for a stop [m/s].
const stopSpeed = 0.05

// withStops returns the gauge of a head or a chest with what stops it within one step or two, such as a joint at its limit or a
// contact slower than an impact, as impulses. The shorter the step the larger such a force is: it takes no time of its own, as
// an impact of the engine. They are no impacts: nothing begins with them.
//
// A step has one where its acceleration is more than three times the median of its own and those of the two before and
// behind, axis by axis, which a pulse of three steps and more has for itself.
func (g *Gauge) withStops() *Gauge {
	if g.asked.Criteria&LoadCriteria == 0 || g.asked.Driven {
		return g
	}
	h := *g
	h.slow, h.turns, h.stops = slices.Clone(g.slow), slices.Clone(g.turns), nil
	begin := 0.0
	for k, end := range g.times {
		usual := medianAbout(g.slow, k)
		excess := g.slow[k].Sub(usual)
		if dv := excess.Scale(end - begin); excess.Len() > 2*usual.Len() && dv.Len() > stopSpeed {
			p := velocityJump{time: begin, length: Pulse, dv: dv}
			if g.asked.Pulse > 0 {
				p.length, p.given = g.asked.Pulse, true
			}
			h.slow[k], h.stops = usual, append(h.stops, p)
		}
		begin = end
	}
	return &h
}

// medianAbout returns the median of each axis of five in a row, k in the middle; beyond the ends are the last ones.
func medianAbout(a []geom.Vec, k int) geom.Vec {
	var x, y, z [5]float64
	for i := range 5 {
		v := a[max(0, min(len(a)-1, k+i-2))]
		x[i], y[i], z[i] = v.X, v.Y, v.Z
	}
	for _, s := range [...]*[5]float64{&x, &y, &z} {
		slices.Sort(s[:])
	}
	return geom.Vec{X: x[2], Y: y[2], Z: z[2]}
}

// pulses calls do for each impulse, of impacts and of stops.
func (g *Gauge) pulses(do func(p *velocityJump)) {
	for _, list := range [...][]velocityJump{g.kicks, g.stops} {
		for i := range list {
			do(&list[i])
		}
	}
}

// lastPulse returns when the last impulse has acted; 0 without any [s].
func (g *Gauge) lastPulse() (end float64) {
	g.pulses(func(p *velocityJump) { end = math.Max(end, p.time+p.length) })
	return end
}
