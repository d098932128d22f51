package reconstruct

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Accelerometer is the output of an accelerometer at a point of a body, in the body's axes, in g. It is zeroed at rest:
// weight is not in it. An instantaneous impulse of the engine is shown as half a sine of the length Pulse from then on,
// or, if the scenario gives a crush time, of that length from first touch on.
type Accelerometer struct {
	Body string `json:"body"`
	Name string `json:"name"`
	At   Vec    `json:"at"` // in the body's axes from the centre of mass [m]
	// Hit is the time from which the body is struck: of the first touch before its first impact where a crush time parts
	// the two, else of that impact. The rest is absent without it [s].
	Hit *float64 `json:"first_touch,omitempty"`
	// Until is the end of the time that the results are of: GaugeTime after Hit, the end of the last impact or of the
	// run, but GaugeMost after Hit at most [s].
	Until    *float64   `json:"until,omitempty"`
	CFC60    *Peaks     `json:"cfc60,omitempty"`
	CFC180   *Peaks     `json:"cfc180,omitempty"`
	Severity *Severity  `json:"severity,omitempty"`
	Curve    []geom.Vec `json:"-"` // by CFC 60, each CurveEvery from CurveFrom on [m/s²]
	From     float64    `json:"-"` // of the curve [s]
}

// CurveEvery is the time between two points of an accelerometer's curve [s].
const CurveEvery = 1e-3

// Peaks are the largest readings from the first impact on [g]; those of an axis with their sign.
type Peaks struct {
	X         float64 `json:"x_g"`
	Y         float64 `json:"y_g"`
	Z         float64 `json:"z_g"`
	Resultant float64 `json:"resultant_g"`
	Time      float64 `json:"time"` // of the largest resultant [s]
}

// gaugeRate is how often a second an accelerometer is sampled, the usual rate of crash tests.
const gaugeRate = 10_000

// What is looked at of a run is the time from a body's first impact on, for GaugeTime or to the end of its last impact,
// and at most GaugeMost [s].
const (
	GaugeTime = 4.0
	GaugeMost = 60.0
)

// Gauge follows an accelerometer.
type Gauge struct {
	subject Subject
	out     Accelerometer
	point   geom.Vec
	last    motion
	times   []float64  // ends of the steps
	slow    []geom.Vec // mean acceleration in each step without its impacts, body axes
	kicks   []velocityJump
	clocks  crushClocks
	crushed float64 // how long the impact before has crushed [s]
	struck  problem // the last that the body was in
}

// problem is what impacts at once, and the joints that answer them, have made of a body.
type problem struct {
	time          float64
	before, after record.Twist
}

type motion struct {
	time float64
	q    geom.Quat
	v, w geom.Vec
}

// velocityJump is a velocity that an impact gives to the point, body axes, from a time on for a time.
type velocityJump struct {
	time, length float64
	dv           geom.Vec
}

// NewGauge returns an accelerometer at a point of a body [m from the centre of mass, body axes].
func NewGauge(s Subject, body, name string, point geom.Vec) *Gauge {
	return &Gauge{subject: s, point: point, out: Accelerometer{Body: body, Name: name, At: vecOf(point)}}
}

// Frame takes in the next frame; frames come in order.
func (g *Gauge) Frame(f *record.Frame) {
	v := f.Values[g.subject.At:]
	now := motion{time: f.Time, q: geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}, v: geom.Vec{X: v[7], Y: v[8], Z: v[9]}}
	now.w = g.subject.Mass.AngularVelocity(now.q, geom.Vec{X: v[10], Y: v[11], Z: v[12]})
	h := now.time - g.last.time
	if f.Step > 0 && h > 0 {
		change := g.velocity(&now).Sub(g.velocity(&g.last))
		for i := range f.Events {
			change = change.Sub(g.jump(f.Events, &f.Events[i]))
		}
		mid := geom.QuatExp(now.w.Add(g.last.w).Scale(float64(0.25 * h))).Mul(g.last.q)
		g.times, g.slow = append(g.times, now.time), append(g.slow, mid.RotateInv(change.Scale(1/h)))
	}
	g.last = now
}

func (g *Gauge) velocity(m *motion) geom.Vec { return m.v.Add(m.w.Cross(m.q.Rotate(g.point))) }

// jump records the velocity that an event, one of a step's, gives to the point, and returns it in world axes. Of several
// impacts at once each has the whole change: it counts once.
func (g *Gauge) jump(events []record.Event, e *record.Event) geom.Vec {
	side := 0
	switch e.Kind {
	case record.Crush:
		g.clocks.touch(e)
		return geom.Vec{}
	case record.Impact:
		g.crushed = g.clocks.since(e)
	case record.Joint:
	default:
		return geom.Vec{}
	}
	switch {
	case e.B == g.subject.Object:
		side = 1
	case e.A != g.subject.Object:
		return geom.Vec{}
	}
	p := problem{e.Time, e.Before[side], e.After[side]}
	if p.time == g.struck.time && p.before.Alike(g.struck.before) && p.after.Alike(g.struck.after) {
		return geom.Vec{}
	}
	g.struck = p
	q := poseAt(geom.Transform{Q: g.last.q}, g.last.time, events, e, side).Q
	dv := e.After[side].V.Sub(e.Before[side].V).Add(e.After[side].W.Sub(e.Before[side].W).Cross(q.Rotate(g.point)))
	if e.Kind == record.Joint && !answers(events, e) {
		return dv
	}
	k := velocityJump{e.Time, Pulse, q.RotateInv(dv)}
	if c := g.crushed; c > 0 {
		k.time, k.length = e.Time-c, c
	}
	g.kicks = append(g.kicks, k)
	return dv
}

// answers reports whether the impulse of a joint, one of a step's events, answers impacts. At the start joints give what
// they hold a common velocity: nothing was struck.
func answers(events []record.Event, joint *record.Event) bool {
	return slices.ContainsFunc(events, func(o record.Event) bool { return o.Kind == record.Impact && o.Time == joint.Time })
}

// signal returns the acceleration at gaugeRate from a time on, n samples.
func (g *Gauge) signal(from float64, n int) []geom.Vec {
	out := make([]geom.Vec, n)
	k := 0
	for i := range out {
		t := from + float64(i)/gaugeRate
		for k < len(g.times)-1 && g.times[k] < t {
			k++
		}
		if t <= g.times[k] {
			out[i] = g.slow[k]
		}
	}
	for _, p := range g.kicks {
		first := int(math.Ceil((p.time - from) * gaugeRate))
		last := int(math.Floor((p.time + p.length - from) * gaugeRate))
		for i := max(first, 0); i <= min(last, n-1); i++ {
			t := from + float64(i)/gaugeRate - p.time
			out[i] = out[i].AddScaled(p.dv, math.Pi/(2*p.length)*math.Sin(math.Pi*t/p.length))
		}
	}
	return out
}

// outputs are the filtered signals of an accelerometer, from settling before it is struck.
type outputs struct {
	hit, end     float64    // Accelerometer.Hit and Until
	coarse, fine []geom.Vec // by CFC 60 and CFC 180
	n            int        // of samples until the end; others are behind it
}

// settling is a time before the first impact, in which filters settle [s].
const settling = 0.02

// settlingSamples is the number of samples in it.
const settlingSamples = int(settling * gaugeRate)

// outputs returns the signals of the frames so far; false without an impact.
func (g *Gauge) outputs() (o outputs, struck bool) {
	if len(g.kicks) == 0 || len(g.times) == 0 {
		return o, false
	}
	hit, last := math.Inf(1), 0.0
	for _, k := range g.kicks {
		hit, last = math.Min(hit, k.time), math.Max(last, k.time+k.length)
	}
	end := math.Max(last, math.Min(g.times[len(g.times)-1], hit+GaugeTime))
	end = math.Min(end, hit+GaugeMost)
	n := int((end-hit)*gaugeRate) + settlingSamples + 1
	raw := g.signal(hit-settling, max(n, settlingSamples+asiSamples)) // nothing acts after the end of the run
	return outputs{hit, end, CFC60.filtered(raw, 1.0/gaugeRate), CFC180.filtered(raw, 1.0/gaugeRate), n}, true
}

// Accelerometer returns its output so far.
func (g *Gauge) Accelerometer() Accelerometer {
	a := g.out
	o, struck := g.outputs()
	if !struck {
		return a
	}
	a.Hit, a.Until = &o.hit, &o.end
	a.CFC60, a.CFC180 = peaks(o.coarse[settlingSamples:o.n], o.hit), peaks(o.fine[settlingSamples:o.n], o.hit)
	a.Severity = severity(o.fine[settlingSamples:], o.n-settlingSamples, o.hit)
	a.From = o.hit - settling
	for i := 0; i < o.n; i += gaugeRate / 1000 {
		a.Curve = append(a.Curve, o.coarse[i])
	}
	return a
}

// Reading is a sample of an accelerometer's filtered signals, in the body's axes [g].
type Reading struct {
	Time          float64 // [s]
	CFC60, CFC180 geom.Vec
}

// Readings calls read for each sample of the time that the results are of, Hit to Until, 10,000 a second, in order: Peaks are
// the largest of them, bit for bit. Without an impact there are none. It ends with the error of read.
func (g *Gauge) Readings(read func(Reading) error) error {
	o, _ := g.outputs()
	for i := settlingSamples; i < o.n; i++ {
		if err := read(Reading{sampleTime(o.hit, i-settlingSamples), inG(o.coarse[i]), inG(o.fine[i])}); err != nil {
			return err
		}
	}
	return nil
}

// Point returns the body and the name of the accelerometer.
func (g *Gauge) Point() (body, name string) { return g.out.Body, g.out.Name }

// sampleTime returns the time of sample i from a time on [s].
func sampleTime(from float64, i int) float64 { return from + float64(i)/gaugeRate }

func inG(a geom.Vec) geom.Vec {
	return geom.Vec{X: a.X / StandardGravity, Y: a.Y / StandardGravity, Z: a.Z / StandardGravity}
}

func peaks(a []geom.Vec, from float64) *Peaks {
	p := &Peaks{}
	larger := func(to *float64, v float64) {
		if v /= StandardGravity; math.Abs(v) > math.Abs(*to) {
			*to = v
		}
	}
	for i, v := range a {
		larger(&p.X, v.X)
		larger(&p.Y, v.Y)
		larger(&p.Z, v.Z)
		if r := v.Len() / StandardGravity; r > p.Resultant {
			p.Resultant, p.Time = r, sampleTime(from, i)
		}
	}
	return p
}
