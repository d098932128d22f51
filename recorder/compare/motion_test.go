package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// impactAt returns an impact of two objects with an impulse of the given size that changes velocities by 1/10 and 1/20
// of it.
func impactAt(time float64, a, b int32, impulse float64) record.Event {
	e := record.Event{Time: time, Kind: record.Impact, A: a, B: b, N: geom.Vec{X: 1}, Closing: 3, Impulse: geom.Vec{X: impulse}}
	e.Before[0].V, e.After[0].V = geom.Vec{X: 2}, geom.Vec{X: 2 - impulse/10}
	e.Before[1].V, e.After[1].V = geom.Vec{X: -1}, geom.Vec{X: -1 + impulse/20}
	return e
}

func withImpacts(frames []record.Frame, impacts ...record.Event) []record.Frame {
	list := cloneFrames(frames)
	for _, e := range impacts {
		f := &list[int(math.Ceil(e.Time/testStep))]
		f.Events = append(f.Events, e)
	}
	return list
}

func TestLogs_MatchesImpacts(t *testing.T) {
	h := bodyHeader(3)
	frames := flight(&h, 3, 240)
	a := withImpacts(frames, impactAt(0.1, 0, 1, 100), impactAt(0.3, 0, 1, 50), impactAt(0.4, 1, 2, 10), impactAt(0.5, 0, -1, 7), impactAt(0.8, 0, 1, 5))
	b := withImpacts(frames, impactAt(0.102, 0, 1, 101), impactAt(0.301, 0, 1, 50), impactAt(0.5, 0, -1, 7), impactAt(0.6, 0, 2, 9), impactAt(0.9, 0, 1, 5))
	c := compareLogs(t, h, a, h, b, Tolerances{Position: 1e-9})
	r := c.Impacts
	if r == nil || r.A != 5 || r.B != 5 || r.Matched != 3 || r.OnlyA != 2 || r.OnlyB != 2 || r.Within {
		t.Fatalf("%+v", r)
	}
	for _, x := range []struct {
		what      string
		got, want float64
	}{{"time", float64(r.Time), 0.002}, {"impulse", float64(r.Impulse), 1}, {"delta-v", float64(r.DeltaV), 0.1}} {
		if math.Abs(x.got-x.want) > 1e-14 {
			t.Errorf("largest difference of %s: %v, want %v", x.what, x.got, x.want)
		}
	}
	var list []string
	for _, i := range r.List {
		s := strings.Join(i.Objects[:], "-")
		if i.A != nil {
			s += fmt.Sprintf(" a %v", i.A.Time)
		}
		if i.B != nil {
			s += fmt.Sprintf(" b %v", i.B.Time)
		}
		list = append(list, s)
	}
	want := "body0-body1 a 0.1 b 0.102; body0-body1 a 0.3 b 0.301; body1-body2 a 0.4; body0-body2 b 0.6; body0-body1 a 0.8; body0-body1 b 0.9"
	if got := strings.Join(list, "; "); got != want {
		t.Errorf("listed %s\nwant   %s", got, want)
	}
	if c.Verdict != WithinTolerance { // impacts are not judged without a tolerance of theirs
		t.Errorf("verdict %v", c.Verdict)
	}
	if c := compareLogs(t, h, a, h, b, Tolerances{Position: 1e-9, Time: 1}); c.Verdict != Different {
		t.Errorf("missing impacts: verdict %v", c.Verdict)
	}

	b = withImpacts(frames, impactAt(0.102, 0, 1, 101), impactAt(0.301, 0, 1, 50), impactAt(0.4, 1, 2, 10), impactAt(0.5, 0, -1, 7), impactAt(0.8, 0, 1, 5))
	for _, x := range []struct {
		tol  Tolerances
		want Verdict
	}{
		{Tolerances{Position: 1e-9, Time: 0.0021}, WithinTolerance}, {Tolerances{Position: 1e-9, Time: 0.0019}, Different},
		{Tolerances{Position: 1e-9, Impulse: 1.1}, WithinTolerance}, {Tolerances{Position: 1e-9, Impulse: 0.9}, Different},
		{Tolerances{Position: 1e-9, DeltaV: 0.11, Impulse: 2}, WithinTolerance}, {Tolerances{Position: 1e-9, DeltaV: 0.09}, Different},
	} {
		if c := compareLogs(t, h, a, h, b, x.tol); c.Verdict != x.want || c.Impacts.Matched != 5 {
			t.Errorf("%+v: verdict %v, want %v; %+v", x.tol, c.Verdict, x.want, c.Impacts)
		}
	}
}

// Of impacts in quick succession each finds the one that it was, also where one is missing, whichever log lacks it.
func TestLogs_MatchesTheNearestImpact(t *testing.T) {
	h := bodyHeader(2)
	frames := flight(&h, 2, 240)
	var a, b []record.Event
	for i := range 10 {
		at := 0.1 + 0.02*float64(i)
		a = append(a, impactAt(at, 0, 1, float64(10+i)))
		if i != 4 {
			b = append(b, impactAt(at+1e-3, 0, 1, float64(10+i)))
		}
	}
	for swap := range 2 {
		x, y := withImpacts(frames, a...), withImpacts(frames, b...)
		if swap == 1 {
			x, y = y, x
		}
		r := compareLogs(t, h, x, h, y, Tolerances{}).Impacts
		if r.Matched != 9 || r.OnlyA+r.OnlyB != 1 || r.Impulse != 0 || math.Abs(float64(r.Time)-1e-3) > 1e-15 {
			t.Errorf("swapped %d: %+v", swap, r)
		}
	}
}

// A strong impact and a weak one after it come as late as the weak one came before: they are the same two, not one of
// them with the other, and one missing and one extra. Where the strong one is all that is left, it is that.
func TestLogs_MatchesLateImpacts(t *testing.T) {
	h := bodyHeader(2)
	frames := flight(&h, 2, 240)
	a := withImpacts(frames, impactAt(0.2, 0, 1, 1174), impactAt(0.23, 0, 1, 413))
	b := withImpacts(frames, impactAt(0.231, 0, 1, 1160), impactAt(0.265, 0, 1, 348))
	r := compareLogs(t, h, a, h, b, Tolerances{}).Impacts
	if r.Matched != 2 || r.OnlyA+r.OnlyB != 0 || math.Abs(float64(r.Impulse)-65) > 1e-9 {
		t.Errorf("%+v", r)
	}
	r = compareLogs(t, h, a, h, withImpacts(frames, impactAt(0.221, 0, 1, 1160)), Tolerances{}).Impacts
	if r.Matched != 1 || r.OnlyA != 1 || math.Abs(float64(r.Impulse)-14) > 1e-9 {
		t.Errorf("%+v", r)
	}
}

// The objects of an impact are the same ones whatever their order in each log: the other impulse is the same one.
func TestLogs_ImpactsOfTurnedObjects(t *testing.T) {
	ha, hb := bodyHeader(2), bodyHeader(2)
	hb.Objects[0], hb.Objects[1] = hb.Objects[1], hb.Objects[0]
	a := withImpacts(flight(&ha, 2, 60), impactAt(0.1, 0, 1, 100))
	b := cloneFrames(a)
	for i := range b {
		v := b[i].Values
		b[i].Values = append(append([]float64(nil), v[13:]...), v[:13]...)
		for k := range b[i].Events {
			e := &b[i].Events[k]
			e.A, e.B = 0, 1
			e.N, e.Impulse = e.N.Neg(), e.Impulse.Neg()
			e.Before[0], e.Before[1] = e.Before[1], e.Before[0]
			e.After[0], e.After[1] = e.After[1], e.After[0]
		}
	}
	if r := compareLogs(t, ha, a, hb, b, Tolerances{}).Impacts; r.Matched != 1 || len(r.List) != 0 {
		t.Errorf("%+v", r)
	}
}

func TestLogs_DistinguishesChaosFromChange(t *testing.T) {
	h := bodyHeader(1)
	frames := flight(&h, 1, 480)
	differ := func(size func(t float64) float64) *Growth {
		b := cloneFrames(frames)
		for i := range b {
			b[i].Values[0] += size(b[i].Time)
		}
		return compareLogs(t, h, frames, h, b, Tolerances{}).Growth
	}
	if g := differ(func(float64) float64 { return 0 }); g != nil {
		t.Errorf("equal logs: %+v", g)
	}
	// Places of 20 m have an ulp of 3.6e-15 m. From 1e-13 on, at 0.5 s, multiplied by e every 50 ms: 20 1/s.
	exponential := func(s float64) float64 {
		if s < 0.5 {
			return 0
		}
		return math.Min(1e-13*math.Exp(20*(s-0.5)), 0.5)
	}
	g := differ(exponential)
	if g.Kind != GrowthChaos || g.Step != 120 || math.Abs(float64(g.Rate)-20) > 0.4 || g.Largest != 0.5 {
		t.Errorf("chaos: %+v", g)
	}
	g = differ(func(s float64) float64 {
		if s < 1 {
			return 0
		}
		return 1e-3 * s
	})
	if g.Kind != GrowthChange || g.Step != 240 || math.Abs(float64(g.First)-1e-3) > 1e-9 {
		t.Errorf("a change: %+v", g)
	}
	g = differ(func(s float64) float64 {
		x := exponential(s)
		if s >= 1 {
			x = 0.25
		}
		return x
	})
	if g.Kind != GrowthChange || g.Step != 120 || g.LeapStep != 240 || float64(g.Factor) < 1e6 {
		t.Errorf("a leap: %+v", g)
	}
	frames[120].Events = []record.Event{{Kind: record.Wake, A: 0, B: -1}, {Kind: record.Wake, A: 0, B: -1}, {Kind: record.Sleep, A: -1, B: -1}}
	frames[240].Events = []record.Event{{Kind: record.Impact, A: 0, B: 0}}
	g = differ(func(s float64) float64 { return exponential(s) + math.Max(0, math.Floor(s)*0.25) })
	if strings.Join(g.Events, "; ") != "wake body0; sleep" || strings.Join(g.LeapEvents, "; ") != "impact body0 – body0" {
		t.Errorf("events: %q, %q", g.Events, g.LeapEvents)
	}
	g = differ(func(s float64) float64 {
		if s < 0.25 {
			return 0
		}
		return 1e-13 * (1 + s)
	})
	if g.Kind != GrowthRounding || g.Rate != 0 {
		t.Errorf("rounding: %+v", g)
	}
}

// A log at half the step has the same states at the same times, and twice as many frames.
func TestLogs_ByTime(t *testing.T) {
	ha, hb := bodyHeader(2), bodyHeader(2)
	hb.Step /= 2
	b := flight(&hb, 2, 241)
	for i := range b {
		b[i].Time = float64(i) * hb.Step
	}
	var a []record.Frame
	for i := range 121 {
		f := b[2*i]
		f.Step, f.Time = int64(i), float64(i)*ha.Step
		a = append(a, f)
	}
	for swap := range 2 {
		x, hx, y, hy := a, ha, b, hb
		if swap == 1 {
			x, hx, y, hy = b, hb, a, ha
		}
		c := compareLogs(t, hx, x, hy, y, Tolerances{})
		if c.Verdict != WithinTolerance || c.ByTime == nil || c.ByTime.Interpolated != 0 || c.Compared != 121 || c.First != nil || c.Growth != nil {
			t.Errorf("swapped %d: %+v, %+v", swap, c, c.ByTime)
		}
		shifted := cloneFrames(x)
		shifted[len(shifted)-1].Values[13] += 0.25
		c = compareLogs(t, hx, shifted, hy, y, Tolerances{Angle: 1, Velocity: 1, Momentum: 1, Position: 0.2})
		if c.Verdict != Different || math.Abs(c.First.Time-120*testStep) > 1e-12 || c.First.Object != "body1" || math.Abs(float64(c.Growth.Largest)-0.25) > 1e-12 {
			t.Errorf("swapped %d: %+v, first %+v", swap, c, c.First)
		}
		if c.Growth.Kind != GrowthStep {
			t.Errorf("swapped %d: a difference that begins later: %+v", swap, c.Growth)
		}
		shifted = cloneFrames(x)
		shifted[0].Values[13] += 0.25
		if c = compareLogs(t, hx, shifted, hy, y, Tolerances{}); c.Growth.Kind != GrowthChange {
			t.Errorf("swapped %d: a difference at the start: %+v", swap, c.Growth)
		}
		shifted = cloneFrames(x)
		shifted[len(shifted)-1].Values[13] += 1e-12
		if c = compareLogs(t, hx, shifted, hy, y, Tolerances{}); c.Growth.Kind != GrowthRounding {
			t.Errorf("swapped %d: a difference of rounding: %+v", swap, c.Growth)
		}
		c = compareLogs(t, hx, x[:len(x)/2], hy, y, Tolerances{})
		if c.Verdict != Different || c.ByTime.Longer < 0.2 {
			t.Errorf("a shorter log: %+v, %+v", c, c.ByTime)
		}
		if c = compareLogs(t, hx, x[:len(x)/2], hy, y, Tolerances{Time: 1}); c.Verdict != WithinTolerance {
			t.Errorf("a log shorter by less than the tolerance: %+v, %+v", c, c.ByTime)
		}
	}
}

// A run up to rest may be longer than another by the tolerance of time, which is that of impacts too: one after the end
// of the shorter log lacks its counterpart.
func TestLogs_RunsOfOtherLength(t *testing.T) {
	h := bodyHeader(2)
	flown := flight(&h, 2, 120)
	for _, c := range []struct {
		name    string
		impact  float64 // of the longer log [s]
		time    float64
		verdict Verdict
	}{
		{"by 24 steps", 0.1, 24 * testStep, WithinTolerance}, {"by more than allowed", 0.1, 23.9 * testStep, Different},
		{"without a tolerance", 0.1, 0, Different}, {"an impact after the end", 0.45, 1, Different},
	} {
		b := withImpacts(flown, impactAt(c.impact, 0, 1, 100))
		a := b[:len(b)-24]
		for swap := range 2 {
			x, y := a, b
			if swap == 1 {
				x, y = y, x
			}
			if r := compareLogs(t, h, x, h, y, Tolerances{Time: c.time}); r.Verdict != c.verdict || r.First != nil || r.Compared != int64(len(a)) {
				t.Errorf("%s, swapped %d: %+v, %+v", c.name, swap, r, r.Impacts)
			}
		}
	}
}

// Where steps do not meet, states are interpolated: exactly for what changes at a constant rate.
func TestLogs_ByTimeInterpolates(t *testing.T) {
	ha, hb := bodyHeader(1), bodyHeader(1)
	hb.Step = 0.005
	spin := geom.Vec{Z: 2}
	motion := func(h *recorder.Header, steps int) []record.Frame {
		var list []record.Frame
		for i := range steps {
			f := newFrame(int64(i))
			f.Time = float64(i) * h.Step
			q := geom.AxisAngle(geom.Vec{Z: 1}, spin.Z*f.Time)
			if i%2 == 1 {
				q = q.Neg() // the same attitude
			}
			f.Values = []float64{3 * f.Time, 1, 2, q.W, q.V.X, q.V.Y, q.V.Z, 3, 0, 0, 0, 0, 5}
			list = append(list, f)
		}
		return list
	}
	c := compareLogs(t, ha, motion(&ha, 241), hb, motion(&hb, 201), Tolerances{Position: 1e-12, Angle: 1e-7, Velocity: 1e-12, Momentum: 1e-12})
	if c.Verdict != WithinTolerance || c.Compared != 201 || c.ByTime.Interpolated != 160 { // 6 steps of a are 5 of b
		t.Errorf("%+v %+v", c, c.ByTime)
	}
	for _, d := range c.Deviations {
		if float64(d.Max) > 1e-13 {
			t.Errorf("%s lies %v apart", d.Quantity, d.Max)
		}
	}
}

// Where steps do not meet, what falls is on its parabola, and what strikes something in between is before or after the
// impact as the event says, which has the velocities of both sides.
func TestLogs_ByTimeFollowsFallsAndImpacts(t *testing.T) {
	ha, hb := bodyHeader(1), bodyHeader(1) // inertia 1, 2, 2.5 about the body's axes
	hb.Step = 0.005
	const g, spin, after, up = 9.81, 2.0, -7.0, 3.0
	struckAt := 0.0
	base, axis, inertia := geom.IdentityQuat(), geom.Vec{Z: 1}, 2.5
	motion := func(h *recorder.Header, steps int, events bool) []record.Frame {
		var list []record.Frame
		for i := range steps {
			f := newFrame(int64(i))
			f.Time = float64(i) * h.Step
			s := math.Min(f.Time, struckAt)
			r := math.Max(0, f.Time-struckAt)
			x, v, w := 1-g*s*s/2, -g*s, spin
			if f.Time > struckAt {
				x, v, w = x+up*r-g*r*r/2, up-g*r, after
			}
			q, l := geom.AxisAngle(axis, spin*s+after*r).Mul(base), axis.Scale(inertia*w)
			f.Values = []float64{3 * f.Time, 1, x, q.W, q.V.X, q.V.Y, q.V.Z, 3, 0, v, l.X, l.Y, l.Z}
			if events && f.Time > struckAt && f.Time-h.Step <= struckAt {
				e := record.Event{Kind: record.Impact, Time: struckAt, A: 0, B: -1, N: geom.Vec{Z: -1}, Points: []record.Point{{}}}
				e.Before[0] = record.Twist{V: geom.Vec{X: 3, Z: -g * struckAt}, W: axis.Scale(spin)}
				e.After[0] = record.Twist{V: geom.Vec{X: 3, Z: up}, W: axis.Scale(after)}
				again := e // another event of the same moment has the same velocities
				f.Events = append(f.Events, e, again)
			}
			list = append(list, f)
		}
		return list
	}
	tolerances := Tolerances{Position: 1e-12, Angle: 1e-12, Velocity: 1e-12, Momentum: 1e-12}
	for k := range 4 { // struck before and after 0.13 s, which is between two frames of a
		struckAt = []float64{0.1295, 0.1315}[k%2]
		if k >= 2 { // the body's y axis is the world's -x, about which it turns
			base, axis, inertia = geom.AxisAngle(geom.Vec{Z: 1}, math.Pi/2), geom.Vec{X: 1}, 2
		}
		for _, events := range []bool{true, false} {
			c := compareLogs(t, ha, motion(&ha, 61, events), hb, motion(&hb, 51, events), tolerances)
			if want := map[bool]Verdict{true: WithinTolerance, false: Different}[events]; c.Verdict != want || c.ByTime.Interpolated != 40 {
				t.Errorf("about %v, struck at %g s, events %v: %v, %+v", axis, struckAt, events, c.Verdict, c.ByTime)
				for _, d := range c.Deviations {
					t.Logf("%s lies %v apart", d.Quantity, d.Max)
				}
			}
		}
	}
}

func TestLogs_AngularVelocity(t *testing.T) {
	h := bodyHeader(1) // inertia 1, 2, 2.5 about the body's axes
	a := flight(&h, 1, 10)
	for i := range a { // turned by 90° about z: the body's x axis is the world's y
		copy(a[i].Values[3:], []float64{math.Sqrt2 / 2, 0, 0, math.Sqrt2 / 2, 0, 0, 0, 0, 6, 0})
	}
	b := cloneFrames(a)
	b[9].Values[11] = 7 // L about the world's y: w by 1 rad/s more
	c := compareLogs(t, h, a, h, b, Tolerances{Spin: 1.001})
	w := c.deviation(t, "body0", "w")
	if math.Abs(float64(w.Max)-1) > 1e-14 || w.Unit != "rad/s" || !w.Within || !c.deviation(t, "body0", "L").Within || c.Verdict != WithinTolerance {
		t.Errorf("%+v", c)
	}
	if c := compareLogs(t, h, a, h, b, Tolerances{Momentum: 1.001}); c.Verdict != WithinTolerance {
		t.Errorf("by momentum: %+v", c)
	}
	for _, tol := range []Tolerances{{Spin: 0.999}, {Momentum: 0.999}, {Spin: 2, Momentum: 0.999}, {Momentum: 2, Spin: 0.999}, {Position: 1}} {
		if c := compareLogs(t, h, a, h, b, tol); c.Verdict != Different {
			t.Errorf("%+v: verdict %v", tol, c.Verdict)
		}
	}
}

// TestLogs_AngularVelocityOfDriven: the L of a driven body is an angular velocity, which the tolerance of spin bounds; in
// logs that give it the unit of an angular momentum, or without that tolerance, that of momentum does.
func TestLogs_AngularVelocityOfDriven(t *testing.T) {
	for _, c := range []struct {
		unit string
		tol  Tolerances
		want Verdict
	}{
		{"rad/s", Tolerances{Spin: 1.001}, WithinTolerance},
		{"rad/s", Tolerances{Spin: 0.999, Momentum: 2}, Different},
		{"rad/s", Tolerances{Momentum: 1.001}, WithinTolerance},
		{"kg m²/s", Tolerances{Spin: 2, Momentum: 0.999}, Different},
		{"kg m²/s", Tolerances{Momentum: 1.001}, WithinTolerance},
	} {
		h := bodyHeader(1)
		h.Objects[0].Driven, h.Objects[0].Mass, h.Columns[3].Unit = true, 0, c.unit
		a := flight(&h, 1, 10)
		b := cloneFrames(a)
		b[9].Values[11]++
		if r := compareLogs(t, h, a, h, b, c.tol); r.Verdict != c.want || r.deviation(t, "body0", "L").Unit != c.unit {
			t.Errorf("%+v: %v", c, r.Verdict)
		}
	}
}

// Headers may say any step: times that overflow end in an answer, not in a panic.
func TestLogs_ByTimeOfAnyStep(t *testing.T) {
	for _, steps := range [][2]float64{{1e308, 1e-308}, {1e308, 9e307}, {5e-324, 1}, {1, math.MaxFloat64}} {
		var logs [2][]byte
		for k, step := range steps {
			h := recorder.Header{Step: step}
			addColumn(&h, -1, "energy", "linear", 1)
			var frames []record.Frame
			for i := range 4 {
				frames = append(frames, record.Frame{Step: int64(i), Time: float64(float64(i) * step), Values: []float64{float64(i)}})
			}
			logs[k] = encodeLog(t, h, nil, frames)
		}
		for swap := range 2 {
			c, err := Logs(mustOpen(t, logs[swap]), mustOpen(t, logs[1-swap]), Options{})
			if err != nil || c.ByTime == nil || c.Verdict != Different {
				t.Errorf("%v: %+v, %v", steps, c, err)
			}
		}
	}
}

func TestReadTolerances(t *testing.T) {
	got, err := ReadTolerances("t.txt", "# of the goldens\nposition = 1e-3 # mm\n\ntime=2e-4\ndelta-v=0.1\nspin=5", nil)
	if want := (Tolerances{Position: 1e-3, Time: 2e-4, DeltaV: 0.1, Spin: 5}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if marked, err := ReadTolerances("t.txt", "\ufeffposition = 1e-3\r\ntime=2e-4\r\ndelta-v=0.1\r\nspin=5\r\n", nil); err != nil || marked != got {
		t.Errorf("as an editor on Windows writes it: %+v, %v", marked, err)
	}
	if got, err = got.With([]string{"time=1", "other=2"}, nil); err != nil || got.Time != 1 || got.Other != 2 || got.Position != 1e-3 {
		t.Errorf("%+v, %v", got, err)
	}
	for text, want := range map[string]string{
		"position=1\nposition=2": "t.txt:2: position is already given on line 1: leave one of them out",
		"\n\nweight=1":           `t.txt:3: tolerance "weight=1": no quantity`,
		"position 1":             "t.txt:1: tolerance",
	} {
		if _, err := ReadTolerances("t.txt", text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// The logs of 200 bodies over 20 s: opened and found equal by the hashes in the index.
func BenchmarkLogs_OpenEqualLogs(b *testing.B) {
	h := bodyHeader(200)
	r := rand.New(rand.NewPCG(1, 9))
	frames := make([]record.Frame, 240)
	for s := range frames {
		frames[s] = newFrame(int64(s))
		for range 13 * 200 {
			frames[s].Values = append(frames[s].Values, math.Float64frombits(r.Uint64()))
		}
	}
	for len(frames) < 4800 {
		f := frames[len(frames)%240]
		f.Step, f.Time = int64(len(frames)), float64(len(frames))*testStep
		frames = append(frames, f)
	}
	file := encodeLog(b, h, nil, frames)
	b.ReportAllocs()
	for b.Loop() {
		x, y := mustOpen(b, file), mustOpen(b, file)
		if c, err := Logs(x, y, Options{}); err != nil || c.Verdict != Equal || !c.ByHash {
			b.Fatal(c, err)
		}
	}
}

// TestMoved_Between: an event at the end of the step, but for rounding, is in it, and so is the impulse of a joint.
func TestMoved_Between(t *testing.T) {
	m := moved{object: 0, x: 0, v: 3, q: -1, l: -1}
	const h = 0.005
	for _, c := range []struct {
		from, at float64 // times of the frame and of the event
		kind     record.EventKind
	}{
		{0.85, 0.85 + h, record.Impact}, {0.85, math.Nextafter(0.85+h, 2), record.Impact}, {0.1, 0.1 + 0.7*h, record.Joint}, {3, math.Nextafter(3, 0), record.Impact},
	} {
		from, to := newFrame(0), newFrame(1)
		from.Time, from.Values = c.from, []float64{0, 0, 0, 3, 0, 0}
		u := math.Min(math.Max((c.at-c.from)/h, 0), 1)
		to.Values = []float64{3*u*h + 7*(1-u)*h, 0, 0, 7, 0, 0}
		e := record.Event{Kind: c.kind, Time: c.at, A: 4, B: 0}
		e.Before[1].V.X, e.After[1].V.X = 3, 7
		to.Events = append(to.Events, e)
		want, x := 3.0, 1.5*h
		if u < 0.5 {
			want, x = 7, 3.5*h
		}
		got, struck := m.between(&from, &to, h, 0.5)
		if !struck || got.v.X != want || math.Abs(got.x.X-x) > 1e-12 {
			t.Errorf("event at %v, frame at %v: v %g, x %g, struck %v; want %g, %g", c.at, c.from, got.v.X, got.x.X, struck, want, x)
		}
	}
}
