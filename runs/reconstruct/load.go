package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
)

// Load is what loads a head or a chest whose accelerometer is at its centre of mass, in the time that the results are of.
type Load struct {
	CFC1000 *LoadPeak `json:"cfc1000"`                  // the filter of a head
	HIC15   *HIC      `json:"hic15,omitempty"`          // of windows up to 15 ms
	HIC36   *HIC      `json:"hic36,omitempty"`          // up to 36 ms
	Clip    *Clip     `json:"clip3ms,omitempty"`        // by CFC 1000, as of a head
	Chest   *Clip     `json:"clip3ms_cfc180,omitempty"` // by CFC 180, as of a chest
}

// Basis says what a result is made of, besides what was simulated step by step.
type Basis struct {
	// AssumedPulse is the length of the half sine over which the largest impulse in the window was spread [s], where such
	// impulses are more than a twentieth of what the window has; absent elsewhere.
	AssumedPulse *float64 `json:"assumed_pulse,omitempty"`
	// Step is that of the run [s], where the rest is more than a twentieth, and it is longer than a millisecond: forces are
	// means over it. Absent elsewhere.
	Step *float64 `json:"step,omitempty"`
	// Unknown says that blows whose length nothing gives may be harder: in the window, which then has no value, or outside of
	// it, where one of them has more than a fifth of the change of velocity of the window.
	Unknown bool `json:"unknown_blows,omitempty"`

	guessed bool // a part of the pulses is of the length Pulse
}

// LoadPeak is peaks, and what the largest resultant is made of.
type LoadPeak struct {
	Peaks
	Basis
}

// HIC is the head injury criterion: the largest (t2 - t1) a^2.5, with the mean a of the resultant from t1 to t2 in g, of all
// pairs of samples up to a window apart; 0 for a body on which nothing acts. Source: 49 CFR 571.208 S6.2; UN R94, annex 4; SAE
// J1727.
type HIC struct {
	// Value is absent where the basis is a pulse of the length Pulse, which stands in for one that nobody knows: it is that of
	// vehicles, and HIC goes with the length to the power of -1.5.
	Value *float64 `json:"value,omitempty"`
	From  float64  `json:"from"`  // t1 [s]
	Until float64  `json:"until"` // t2 [s]
	Basis
}

// Clip is the largest resultant that is exceeded for 3 ms in sum, linear between samples, in a stretch of clipWithin. Source:
// UN R94, annex 4, of a head, and 49 CFR 571.208 S6.3, of a chest; the first leaves out the rebound, and what is farther apart
// is a blow of its own.
type Clip struct {
	Level *float64 `json:"level_g,omitempty"` // absent as HIC.Value is [g]
	From  float64  `json:"from"`              // where it is first exceeded [s]
	Until float64  `json:"until"`             // and last
	Basis
}

const (
	peakTime   = 1e-3 // before and behind a peak, of what it is made [s]
	clipTime   = 3e-3 // [s]
	clipWithin = 0.2  // [s]
	fineStep   = 1e-3 // of a run whose forces have what 3 ms and 15 ms show [s]
	basisShare = 0.05
	otherShare = 0.2
)

// load returns the load of wide outputs.
func (g *Gauge) load(o *outputs) *Load {
	from := o.from
	fine, mid := o.head()[settlingSamples:], CFC180.filtered(o.raw[:o.n], 1.0/gaugeRate)[settlingSamples:]
	l := &Load{CFC1000: &LoadPeak{Peaks: *peaks(fine, from)}}
	l.CFC1000.Basis = g.basis(l.CFC1000.Time-peakTime, l.CFC1000.Time+peakTime)
	size := resultants(fine)
	index := func(most float64) *HIC {
		v, i, j := hic(size, 1.0/gaugeRate, int(math.Round(most*gaugeRate)))
		h := &HIC{From: sampleTime(from, i), Until: sampleTime(from, j)}
		if h.Basis = g.basis(h.From, h.Until); !h.guessed {
			h.Value = &v
		}
		return h
	}
	if g.asked.Criteria&HIC15 != 0 {
		l.HIC15 = index(0.015)
	}
	if g.asked.Criteria&HIC36 != 0 {
		l.HIC36 = index(0.036)
	}
	level := func(size []float64) *Clip {
		v, i, j, ok := clip(size, clipTime*gaugeRate, int(math.Round(clipWithin*gaugeRate)))
		if !ok {
			return nil
		}
		c := &Clip{From: sampleTime(from, i), Until: sampleTime(from, j)}
		if c.Basis = g.basis(c.From, c.Until); !c.guessed {
			c.Level = &v
		}
		return c
	}
	if g.asked.Criteria&Clip3ms != 0 {
		l.Clip, l.Chest = level(size), level(resultants(mid))
	}
	return l
}

// resultants returns the sizes of accelerations in g.
func resultants(a []geom.Vec) []float64 {
	size := make([]float64, len(a))
	for i, v := range a {
		size[i] = v.Len() / StandardGravity
	}
	return size
}

// basis returns what the signal from one time to another is made of.
func (g *Gauge) basis(from, until float64) (b Basis) {
	var rest, fast, guessed, other, most, length float64 // changes of velocity [m/s]
	begin := 0.0
	for k, end := range g.times {
		if h := math.Min(end, until) - math.Max(begin, from); h > 0 {
			rest += float64(g.slow[k].Len() * h)
		}
		begin = end
	}
	g.pulses(func(p *velocityJump) {
		share := float64(p.dv.Len() * (p.done(until) - p.done(from)))
		fast += share
		if !p.given {
			guessed += share
			other = math.Max(other, p.dv.Len()-share)
		}
		if share > most {
			most, length = share, p.length
		}
	})
	all := rest + fast
	if fast > basisShare*all {
		b.AssumedPulse = &length
		b.guessed = guessed > basisShare*all
	}
	b.Unknown = b.guessed || other > otherShare*all
	if step := g.asked.Step; rest > basisShare*all && step > fineStep*(1+1e-9) {
		b.Step = &step
	}
	return b
}

// done returns the share of the impulse that has acted by a time.
func (p *velocityJump) done(time float64) float64 {
	t := math.Max(0, math.Min(p.length, time-p.time))
	return (1 - geom.Cos(math.Pi*t/p.length)) / 2
}
