package reconstruct

import (
	"math"
	"slices"
	"sort"

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
	// Pulse is the length of impulses whose crush time is not given, where the scenario gives one [s].
	Pulse *float64 `json:"pulse,omitempty"`
	// Hit is the time from which the body is struck: of the first touch before its first impact where a crush time parts
	// the two, else of that impact. Severity and THIV are absent without it, but those of a driven body, which are from From on [s].
	Hit *float64 `json:"first_touch,omitempty"`
	// Later is when the later collisions of a vehicle begin, each after CollisionGap without an impulse; absent without any [s].
	Later []float64 `json:"later_collisions,omitempty"`
	// From is the beginning of the time that the results are of, where it is not Hit: of a driven body, and of one with a
	// Load, what loads it without an impact counts, such as a belt. It is GaugeTime before Hit, or the start of the run [s].
	From *float64 `json:"from,omitempty"`
	// Until is the end of the time that the results are of: GaugeTime after Hit, the end of the last impact or of the
	// run, but GaugeMost after Hit at most; without Hit the end of the run, but GaugeMost at most [s]. It and the peaks
	// are absent where neither Hit nor From is there.
	Until    *float64  `json:"until,omitempty"`
	CFC60    *Peaks    `json:"cfc60,omitempty"`
	CFC180   *Peaks    `json:"cfc180,omitempty"`
	Severity *Severity `json:"severity,omitempty"`
	THIV     *THIV     `json:"thiv,omitempty"` // absent as the occupant impact velocity is
	// Collision is the pulse of the largest collision of a vehicle; absent for a body that is none.
	Collision *CrashPulse `json:"collision,omitempty"`
	// Load is what loads a head or a chest; absent for a vehicle.
	Load      *Load      `json:"load,omitempty"`
	Curve     []geom.Vec `json:"-"` // by CFC 60, each CurveEvery from CurveFrom on [m/s²]
	CurveFrom float64    `json:"-"` // [s]
}

// CurveEvery is the time between two points of an accelerometer's curve [s].
const CurveEvery = 1e-3

// Peaks are the largest readings of the time that the results are of [g]; those of an axis with their sign.
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
	asked   Evaluation
	times   []float64  // ends of the steps
	slow    []geom.Vec // mean acceleration in each step without its impacts, body axes
	spins   []float64  // yaw rate at the start of each step, about the body's z axis [rad/s]
	turns   []float64  // mean yaw acceleration in each step without its impacts [rad/s²]
	kicks   []velocityJump
	stops   []velocityJump // withStops has found
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

// velocityJump is a velocity that an impact gives to the point, body axes, and a yaw rate, from a time on for a time.
type velocityJump struct {
	time, length float64
	dv           geom.Vec
	dw           float64 // about the body's z axis [rad/s]
	given        bool    // the scenario gives the length
}

// NewGauge returns an accelerometer at a point of a body [m from the centre of mass, body axes].
func NewGauge(s Subject, body, name string, point geom.Vec) *Gauge {
	return &Gauge{subject: s, point: point, asked: Evaluation{Criteria: ASI | OccupantImpact}, out: Accelerometer{Body: body, Name: name, At: vecOf(point)}}
}

// Evaluation is what an accelerometer is asked for.
type Evaluation struct {
	Criteria Criteria
	Pulse    float64 // how long impulses take of which the scenario gives no crush time; 0 for the Pulse of vehicles [s]
	Step     float64 // of the run [s]
	Driven   bool    // the collision of the body is all that it does from the start on
}

// Evaluate sets what it is asked for; ASI and OIV without it. Call it before the first frame.
func (g *Gauge) Evaluate(e Evaluation) {
	g.asked = e
	if e.Pulse > 0 {
		g.out.Pulse = &e.Pulse
	}
}

// Frame takes in the next frame; frames come in order.
func (g *Gauge) Frame(f *record.Frame) {
	v := f.Values[g.subject.At:]
	now := motion{time: f.Time, q: geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}, v: geom.Vec{X: v[7], Y: v[8], Z: v[9]}}
	now.w = g.subject.Mass.AngularVelocity(now.q, geom.Vec{X: v[10], Y: v[11], Z: v[12]})
	h := now.time - g.last.time
	if f.Step > 0 && h > 0 {
		change, turn := g.velocity(&now).Sub(g.velocity(&g.last)), now.w.Sub(g.last.w)
		for i := range f.Events {
			dv, dw := g.jump(f.Events, &f.Events[i])
			change, turn = change.Sub(dv), turn.Sub(dw)
		}
		mid := geom.QuatExp(now.w.Add(g.last.w).Scale(float64(0.25 * h))).Mul(g.last.q)
		g.times, g.slow = append(g.times, now.time), append(g.slow, mid.RotateInv(change.Scale(1/h)))
		g.spins, g.turns = append(g.spins, g.last.q.RotateInv(g.last.w).Z), append(g.turns, mid.RotateInv(turn.Scale(1/h)).Z)
	}
	g.last = now
}

func (g *Gauge) velocity(m *motion) geom.Vec { return m.v.Add(m.w.Cross(m.q.Rotate(g.point))) }

// jump records the velocity that an event, one of a step's, gives to the point, and returns it and the change of the
// angular velocity in world axes. Of several impacts at once each has the whole change: it counts once.
func (g *Gauge) jump(events []record.Event, e *record.Event) (dv, dw geom.Vec) {
	side := 0
	switch e.Kind {
	case record.Crush:
		g.clocks.touch(e)
		return geom.Vec{}, geom.Vec{}
	case record.Impact:
		g.crushed = g.clocks.since(e)
	case record.Joint:
	default:
		return geom.Vec{}, geom.Vec{}
	}
	switch {
	case e.B == g.subject.Object:
		side = 1
	case e.A != g.subject.Object:
		return geom.Vec{}, geom.Vec{}
	}
	p := problem{e.Time, e.Before[side], e.After[side]}
	if p.time == g.struck.time && p.before.Alike(g.struck.before) && p.after.Alike(g.struck.after) {
		return geom.Vec{}, geom.Vec{}
	}
	g.struck = p
	q := poseAt(geom.Transform{Q: g.last.q}, g.last.time, events, e, side).Q
	dw = e.After[side].W.Sub(e.Before[side].W)
	dv = e.After[side].V.Sub(e.Before[side].V).Add(dw.Cross(q.Rotate(g.point)))
	if e.Kind == record.Joint && !answers(events, e) {
		return dv, dw
	}
	k := velocityJump{time: e.Time, length: Pulse, dv: q.RotateInv(dv), dw: q.RotateInv(dw).Z}
	if c := g.crushed; c > 0 {
		k.time, k.length, k.given = e.Time-c, c, true
	} else if g.asked.Pulse > 0 {
		k.length, k.given = g.asked.Pulse, true
	}
	g.kicks = append(g.kicks, k)
	return dv, dw
}

// answers reports whether the impulse of a joint, one of a step's events, answers impacts. At the start joints give what
// they hold a common velocity: nothing was struck.
func answers(events []record.Event, joint *record.Event) bool {
	return slices.ContainsFunc(events, func(o record.Event) bool { return o.Kind == record.Impact && o.Time == joint.Time })
}

// signal returns the acceleration at gaugeRate from a time on, n samples.
func (g *Gauge) signal(from float64, n int) []geom.Vec {
	out := make([]geom.Vec, n)
	g.sample(from, n, func(i, step int) { out[i] = g.slow[step] }, func(i int, p *velocityJump, shape float64) { out[i] = out[i].AddScaled(p.dv, shape) })
	return out
}

// yawing returns the yaw acceleration at gaugeRate from a time on, n samples, as signal does [rad/s²].
func (g *Gauge) yawing(from float64, n int) []float64 {
	out := make([]float64, n)
	g.sample(from, n, func(i, step int) { out[i] = g.turns[step] }, func(i int, p *velocityJump, shape float64) { out[i] += float64(p.dw * shape) })
	return out
}

// yawRate returns the yaw rate at a time that no impact is before in its step [rad/s].
func (g *Gauge) yawRate(time float64) float64 {
	k := min(sort.SearchFloat64s(g.times, time), len(g.times)-1)
	begin := 0.0
	if k > 0 {
		begin = g.times[k-1]
	}
	return g.spins[k] + float64(g.turns[k]*math.Max(time-begin, 0))
}

// sample calls slow for each sample of the run with its step, and fast for each of the impulses with their share of it [1/s].
func (g *Gauge) sample(from float64, n int, slow func(i, step int), fast func(i int, p *velocityJump, shape float64)) {
	k := 0
	for i := range n {
		t := from + float64(i)/gaugeRate
		for k < len(g.times)-1 && g.times[k] < t {
			k++
		}
		if t <= g.times[k] {
			slow(i, k)
		}
	}
	// A sample is the mean of a pulse over the interval around it, so that one that is shorter has its whole impulse, too.
	g.pulses(func(p *velocityJump) {
		first := int(math.Ceil(float64((p.time-from)*gaugeRate) - 0.5))
		last := int(math.Floor(float64((p.time+p.length-from)*gaugeRate) + 0.5))
		for i := max(first, 0); i <= min(last, n-1); i++ {
			t := from + float64(i)/gaugeRate
			fast(i, p, (p.done(t+0.5/gaugeRate)-p.done(t-0.5/gaugeRate))*gaugeRate)
		}
	})
}

// outputs are the filtered signals of an accelerometer, from settling before the time on that the results are of.
type outputs struct {
	from, end    float64    // that time
	raw          []geom.Vec // as it is
	coarse, fine []geom.Vec // by CFC 60 and CFC 180
	n            int        // of samples until the end; others are behind it
	struck       bool
	first        int // sample from which on occupants are free: that at which the body is struck, of a driven one the first
}

// settling is a time before the first impact, in which filters settle [s].
const settling = 0.02

// settlingSamples is the number of samples in it.
const settlingSamples = int(settling * gaugeRate)

// outputs returns the signals of the frames so far; false where there are no results.
func (g *Gauge) outputs() (o outputs, ok bool) {
	o.struck = len(g.kicks) > 0
	if len(g.times) == 0 || !o.struck && !g.wide() {
		return o, false
	}
	hit := 0.0
	if o.struck {
		hit, o.end = g.span()
		o.from = hit
	}
	if g.wide() {
		o.from, o.end = g.recording()
	}
	before := 0 // samples
	if o.struck && !g.asked.Driven {
		before = int(math.Ceil((hit - o.from) * gaugeRate))
	}
	o.n = int((o.end-o.from)*gaugeRate) + settlingSamples + 1
	o.first = min(before+settlingSamples, o.n-1)
	o.raw = g.signal(o.from-settling, max(o.n, o.first+asiSamples)) // nothing acts after the end of the run
	o.coarse, o.fine = CFC60.filtered(o.raw, 1.0/gaugeRate), CFC180.filtered(o.raw, 1.0/gaugeRate)
	return o, true
}

// head returns the signal by CFC 1000, as of a head, until the end.
func (o *outputs) head() []geom.Vec { return CFC1000.filtered(o.raw[:o.n], 1.0/gaugeRate) }

// wide reports whether the results are of more than what comes after the first touch.
func (g *Gauge) wide() bool { return g.asked.Driven || g.asked.Criteria&LoadCriteria != 0 }

// span returns the time from which the body is struck, and the end of the time that the results are of; it has impacts.
func (g *Gauge) span() (hit, end float64) {
	hit, last := math.Inf(1), 0.0
	for _, k := range g.kicks {
		hit, last = math.Min(hit, k.time), math.Max(last, k.time+k.length)
	}
	end = math.Max(last, math.Min(g.times[len(g.times)-1], hit+GaugeTime))
	return hit, math.Min(end, hit+GaugeMost)
}

// recording returns the time that criteria are of which need no impact: from GaugeTime before the body is struck, or from the
// start of the run, on; without an impact to the end of the run, but GaugeMost at most.
func (g *Gauge) recording() (from, end float64) {
	if len(g.kicks) == 0 {
		return 0, math.Min(math.Max(g.times[len(g.times)-1], g.lastPulse()), GaugeMost)
	}
	hit, end := g.span()
	return math.Max(0, hit-GaugeTime), end
}

// Accelerometer returns its output so far.
func (g *Gauge) Accelerometer() Accelerometer {
	g = g.withStops()
	a := g.out
	o, ok := g.outputs()
	if !ok {
		return a
	}
	list := g.episodes(&o)
	if g.asked.Criteria&OccupantLoad != 0 {
		a.Collision = g.collision(list)
	}
	a.Until = &o.end
	if g.wide() {
		a.From = &o.from
	}
	a.CFC60, a.CFC180 = peaks(o.coarse[settlingSamples:o.n], o.from), peaks(o.fine[settlingSamples:o.n], o.from)
	if g.asked.Criteria&LoadCriteria != 0 {
		a.Load = g.load(&o)
	}
	if o.struck {
		hit, _ := g.span()
		a.Hit = &hit
	}
	if o.struck || g.asked.Driven {
		for _, e := range list[1:] {
			a.Later = append(a.Later, e.from)
		}
		if g.asked.Criteria&(ASI|OccupantImpact) != 0 {
			a.Severity = severity(o.fine[o.first:], list[0].from)
			a.Severity.OIV = worstOIV(list)
		}
		if g.asked.Criteria&HeadImpact != 0 {
			a.THIV = worstTHIV(list)
		}
	}
	a.CurveFrom = o.from - settling
	for i := 0; i < o.n; i += gaugeRate / 1000 {
		a.Curve = append(a.Curve, o.coarse[i])
	}
	return a
}

// Reading is a sample of an accelerometer's filtered signals, in the body's axes [g].
type Reading struct {
	Time                   float64 // [s]
	CFC60, CFC180, CFC1000 geom.Vec
}

// Readings calls read for each sample of the time that the results are of, From or Hit to Until, 10,000 a second, in order: Peaks
// are the largest of them, bit for bit. Without either there are none. It ends with the error of read.
func (g *Gauge) Readings(read func(Reading) error) error {
	o, _ := g.withStops().outputs()
	head := o.head()
	for i := settlingSamples; i < o.n; i++ {
		if err := read(Reading{sampleTime(o.from, i-settlingSamples), inG(o.coarse[i]), inG(o.fine[i]), inG(head[i])}); err != nil {
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
