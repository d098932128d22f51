package reconstruct

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Runs of all lengths, with impacts and crush times of all sizes, also in their first and last steps and at one time, or with none at
// all: results are finite and agree with each other, mirroring left and right turns their signs alone, and those of occupants
// hardly depend on whether the time before the first touch is looked at.
func TestGauge_CriteriaOfRandomRuns(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 4))
	m, _ := rigid.NewMass(1, geom.Identity())
	struck, long, held, thrown, elsewhere, again := 0, 0, 0, 0, 0, 0
	for trial := range geomtest.Eighth(240) {
		step := []float64{1e-3, 1.0 / 240, 0.02, 0.5}[r.IntN(4)]
		steps := 1 + r.IntN(int(math.Min(2/step, 900))+1)
		if trial == 0 {
			steps = int(9 / step) // a long one
		}
		chance := math.Min(0.6, []float64{0, 1, 3, 40}[r.IntN(4)]/float64(steps)) // of another impact in a step
		pulse := []float64{0, 0.001, 0.02, 0.3}[r.IntN(4)]
		narrow, wide, mirrored := NewGauge(Subject{Mass: m}, "a", "p", geom.Vec{X: 0.2}), NewGauge(Subject{Mass: m}, "a", "p", geom.Vec{X: 0.2}), NewGauge(Subject{Mass: m}, "a", "p", geom.Vec{X: 0.2})
		narrow.Evaluate(Evaluation{Criteria: VehicleCriteria, Pulse: pulse, Step: step})
		for _, g := range []*Gauge{wide, mirrored} {
			g.Evaluate(Evaluation{Criteria: VehicleCriteria | LoadCriteria, Pulse: pulse, Step: step, Driven: false})
		}
		v, heading, w := geom.Vec{X: 30 * r.Float64()}, 0.0, 0.0
		push := geom.Vec{X: -20 * r.Float64(), Y: 20 * r.NormFloat64()}
		frame := func(k int, side float64, events []record.Event) *record.Frame {
			q := geom.AxisAngle(geom.Vec{Z: 1}, side*heading)
			return &record.Frame{Step: int64(k), Time: float64(k) * step, Events: events,
				Values: []float64{0, 0, 0, q.W, 0, 0, q.V.Z, v.X, side * v.Y, 0, 0, 0, side * w}}
		}
		for _, g := range []*Gauge{narrow, wide} {
			g.Frame(frame(0, 1, nil))
		}
		mirrored.Frame(frame(0, -1, nil))
		for k := 1; k <= steps; k++ {
			v, heading = v.AddScaled(push, step), heading+w*step
			var events, others []record.Event
			for r.Float64() < chance {
				time := (float64(k-1) + r.Float64()) * step
				if r.IntN(2) == 0 {
					events = append(events, record.Event{Kind: record.Crush, A: 0, B: 1, Time: math.Max(0, time-0.2*math.Pow(r.Float64(), 6))})
				}
				e := record.Event{Kind: record.Impact, A: 0, B: 1, Time: time}
				e.Before[0] = record.Twist{V: v, W: geom.Vec{Z: w}}
				v, w = v.Add(geom.Vec{X: -9 * r.Float64(), Y: 3 * r.NormFloat64()}), w+2*r.NormFloat64()
				e.After[0] = record.Twist{V: v, W: geom.Vec{Z: w}}
				events = append(events, e)
			}
			for _, e := range events {
				for _, u := range []*record.Twist{&e.Before[0], &e.After[0]} {
					u.V.Y, u.W.Z = -u.V.Y, -u.W.Z
				}
				others = append(others, e)
			}
			for _, g := range []*Gauge{narrow, wide} {
				g.Frame(frame(k, 1, events))
			}
			mirrored.Frame(frame(k, -1, others))
		}
		a, b, c := narrow.Accelerometer(), wide.Accelerometer(), mirrored.Accelerometer()
		l := b.Load
		if l == nil || !(l.CFC1000.Resultant >= 0) || math.IsInf(l.CFC1000.Resultant, 0) {
			t.Fatalf("trial %d: %+v", trial, l)
		}
		if h := l.HIC15; h.Value != nil {
			peak := l.CFC1000.Resultant
			if !(*h.Value >= 0 && *h.Value <= 0.015*math.Pow(peak, 2.5)*(1+1e-9)) || h.Until-h.From > 0.015+1e-9 || h.Until < h.From {
				t.Errorf("trial %d: HIC15 %g from %g to %g s, peak %g g", trial, *h.Value, h.From, h.Until, peak)
			}
			if k := l.HIC36.Value; k != nil && *k < *h.Value*(1-1e-9) || l.Clip != nil && l.Clip.Level != nil && *l.Clip.Level > peak*(1+1e-9) {
				t.Errorf("trial %d: HIC36 %v below HIC15 %g, or %+v above %g", trial, k, *h.Value, l.Clip, peak)
			}
			near(t, "mirrored HIC15", *c.Load.HIC15.Value, *h.Value, 1e-6*(1+*h.Value))
		}
		if (a.Hit == nil) != (len(narrow.kicks) == 0) || (a.Severity == nil) != (a.Hit == nil) {
			t.Fatalf("trial %d: first touch %v", trial, a.Hit)
		}
		if a.Hit == nil {
			continue
		}
		struck++
		// Where pulses are as short as the filter's answer, it matters which sample is the first.
		if !slices.ContainsFunc(narrow.kicks, func(k velocityJump) bool { return k.length < 0.01 }) {
			near(t, "ASI with the time before", b.Severity.ASI, a.Severity.ASI, 0.01*(0.1+a.Severity.ASI))
			long++
		}
		if x, y := a.Collision, c.Collision; x != nil {
			near(t, "mirrored delta-v x", y.DeltaVX, x.DeltaVX, 1e-6)
			near(t, "mirrored delta-v y", y.DeltaVY, -x.DeltaVY, 1e-6)
			if o := x.OLC; o != nil {
				held++
				// Of a collision other than that of the largest pulse, the readings are those from the first sample of all on.
				near(t, "OLC with the time before", b.Collision.OLC.Value, o.Value, 1e-3*o.Value)
				near(t, "mirrored OLC", y.OLC.Value, b.Collision.OLC.Value, 1e-6*o.Value)
				if o.From == x.From {
					near(t, "OLC of the largest pulse with the time before", b.Collision.OLC.Value, o.Value, 1e-12*o.Value)
				}
				if !(o.Value > 0 && o.Free >= o.From && o.Until > o.Free && o.Until <= *a.Until+1e-9) || o.From != x.From && o.From != *a.Hit && !slices.Contains(a.Later, o.From) {
					t.Errorf("trial %d: %+v", trial, o)
				}
				if o.From != x.From {
					elsewhere++
				}
			}
		}
		if x, y := b.THIV, c.THIV; x != nil {
			thrown++
			near(t, "mirrored THIV", y.Value, x.Value, 1e-6*(1+x.Value))
			if !(x.Value > 0 && x.PHD >= 0 && x.Time >= x.From && x.From >= *b.Hit) {
				t.Errorf("trial %d: %+v", trial, x)
			}
			if len(b.Later) > 0 && x.From >= b.Later[0] {
				again++
			}
		}
	}
	if struck < geomtest.Eighth(100) || long < geomtest.Eighth(32) || held < geomtest.Eighth(50) || thrown < geomtest.Eighth(50) || elsewhere == 0 || again == 0 {
		t.Errorf("%d struck, %d of long pulses, %d with OLC, %d of them not of the largest pulse, %d with THIV, %d of them of a later collision",
			struck, long, held, elsewhere, thrown, again)
	}
}
