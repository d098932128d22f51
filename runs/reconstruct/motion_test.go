package reconstruct

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// drive moves car a of twoCars along with position, velocity [m/s] and yaw rate [rad/s] at a time, by n steps of h [s];
// b stands still. Events are by the step that they are in, wheels says whether a's tyre slides in a step.
func drive(t *testing.T, h float64, n int, at func(time float64) (x, v geom.Vec, yawRate float64), events map[int][]record.Event, slides func(step int) bool) *Builder {
	t.Helper()
	b := twoCars(t)
	for k := range n + 1 {
		time := float64(k) * h
		x, v, w := at(time)
		f := record.Frame{Step: int64(k), Time: time, Events: events[k]}
		f.Values = append(values(x, 0, v, w), values(geom.Vec{Y: 50}, 0, geom.Vec{}, 0)...)
		if slides != nil && k > 0 {
			f.Wheels = []record.WheelState{{Body: 0, Ground: true, On: -1, Slides: slides(k)}}
		}
		b.Frame(&f)
	}
	return b
}

// wallAt is an impact of a on the wall at a time, from a velocity to another.
func wallAt(time float64, before, after geom.Vec) record.Event {
	e := record.Event{Time: time, Kind: record.Impact, A: 0, B: 2, Impulse: after.Sub(before).Scale(1500)}
	e.Before[0].V, e.After[0].V = before, after
	e.Points = []record.Point{{Impulse: e.Impulse}}
	return e
}

// An impact takes 6 m/s off a car, which then gathers speed across at 2 m/s²: 0.1 s later it has 0.2 m/s of it, also
// between two frames. Where that time ends with the run, or in the frame of the impact, the velocity is that of the next
// frame: it is not drawn on through the impact.
func TestBuilder_VelocityAPulseAfterTheImpact(t *testing.T) {
	for _, c := range []struct{ h, hit, end, after float64 }{{0.01, 0.507, 1, 0.1}, {0.01, 0.507, 0.55, 0.043}, {0.25, 0.3, 1, 0.2}} {
		fast, slow := geom.Vec{X: 10}, geom.Vec{X: 4}
		at := func(time float64) (x, v geom.Vec, yawRate float64) {
			if time < c.hit {
				return x, fast, 0
			}
			return x, slow.Add(geom.Vec{Y: 2 * (time - c.hit)}), 0
		}
		b := drive(t, c.h, int(math.Round(c.end/c.h)), at, map[int][]record.Event{int(math.Ceil(c.hit / c.h)): {wallAt(c.hit, fast, slow)}}, nil)
		near(t, "delta-v in the pulse", b.Vehicles()[0].Collisions[0].InPulse, math.Hypot(6, 2*c.after), 1e-12)
	}
}

// Within 50 ms before and after a time, a velocity of c t²/2 has changed by c t in the mean; in the first samples, where
// only a part of that lies within the run, by c (t + 0.05)/2.
func TestMeanAcceleration_OfASteadyJerk(t *testing.T) {
	const c = 30.0
	b := drive(t, 0.005, 200, func(time float64) (x, v geom.Vec, yawRate float64) { return x, geom.Vec{X: c * time * time / 2}, 0 }, nil, nil)
	a := MeanAcceleration(b.Samples(0))
	for k := range a {
		time := float64(k) * 0.005
		from, to := math.Max(time-0.05, 0), math.Min(time+0.05, 1)
		near(t, "mean", a[k].X, c*(from+to)/2, 1e-9)
	}
}

// Just before an impact a car is where its last frame before it leads: the frame at the time of the impact is behind it.
func TestBuilder_BeforeAnImpact(t *testing.T) {
	at := func(time float64) (x, v geom.Vec, yawRate float64) {
		return geom.Vec{X: 10 * time}, geom.Vec{X: 10, Y: 1}, 0.5
	}
	b := drive(t, 0.01, 100, at, nil, nil)
	for _, c := range []struct{ time, since float64 }{{0.507, 0.007}, {0.5, 0.01}, {0, 0}} {
		s := b.Before(0, c.time)
		near(t, "time", s.Time, c.time, 1e-12)
		near(t, "along", s.Pose.P.X, 10*c.time, 1e-12)
		near(t, "across", s.Pose.P.Y, c.since, 1e-12)
		near(t, "heading", *heading(s.Pose.Q), 0.5*c.since*180/math.Pi, 1e-9)
	}
}

// A car brakes at 5 m/s² from 3 m/s, is slower than 1 km/h after 0.5444 s, rocks until 2 s and is at rest then. One that
// has never moved is at rest from the start, and does not come to stand.
func TestTimeLine_TellsStandingFromRest(t *testing.T) {
	b := drive(t, 0.01, 300, func(time float64) (x, v geom.Vec, yawRate float64) {
		v.X = math.Max(3-5*time, 0.1)
		if time > 1.995 {
			v.X = 0
		}
		return x, v, 0
	}, nil, nil)
	got := map[string]float64{}
	for _, m := range b.TimeLine() {
		got[m.Body+" "+m.What] = m.Time
	}
	stands := "stands, slower than 1 km/h from here on"
	near(t, "a stands", got["a "+stands], 0.55, 1e-9)
	near(t, "a rests", got["a at rest"], 2, 1e-9)
	rests, ok := got["b at rest"]
	if _, stood := got["b "+stands]; stood || !ok || rests != 0 || len(got) != 5 {
		t.Errorf("%v", got)
	}
	if list := b.Vehicles(); !list[0].AtRest || !list[1].AtRest {
		t.Error("not at rest")
	}
}

// Tyres that begin to slide in the step of an impact do so by the impact: from its time on, at the speed that it leaves.
func TestTimeLine_TyresSlideByAnImpact(t *testing.T) {
	fast, slow := geom.Vec{X: 10}, geom.Vec{X: 4}
	b := drive(t, 0.01, 100, func(time float64) (x, v geom.Vec, yawRate float64) {
		if time < 0.505 {
			return geom.Vec{X: 10 * time}, fast, 0
		}
		return geom.Vec{X: 5.05 + 4*(time-0.505)}, slow, 0
	}, map[int][]record.Event{51: {wallAt(0.505, fast, slow)}}, func(step int) bool { return step > 50 })
	for _, m := range b.TimeLine() {
		if m.What == "tyres begin to slide" {
			near(t, "time", m.Time, 0.505, 1e-12)
			near(t, "speed", m.Speed, 4, 1e-12)
			near(t, "place", m.Position[0], 5.05, 1e-9)
			return
		}
	}
	t.Error("no tyre slides")
}

// Tyres that slide again after 0.2 s have not stopped to slide; after 0.4 s they begin anew.
func TestTimeLine_SlidingGoesOnOverShortGaps(t *testing.T) {
	b := drive(t, 0.01, 150, func(time float64) (x, v geom.Vec, yawRate float64) {
		return geom.Vec{X: 12.5 * time}, geom.Vec{X: 12.5}, 0
	}, nil, func(step int) bool { return step > 10 && step <= 20 || step > 40 && step <= 50 || step > 90 })
	var times []float64
	for _, m := range b.TimeLine() {
		if m.What == "tyres begin to slide" {
			times = append(times, m.Time)
		}
	}
	if len(times) != 2 {
		t.Fatalf("at %v", times)
	}
	near(t, "first", times[0], 0.1, 1e-9)
	near(t, "second", times[1], 0.9, 1e-9)
}

// The peak is over the shortest crush of the collisions that count: a touch of 0.4 km/h, which crushes for 20 ms, does
// not shorten that of a crash without a crush time.
func TestPeak_IsNotOverThePulseOfATouch(t *testing.T) {
	for _, c := range []struct{ dv, over float64 }{{0.4 / 3.6, Pulse}, {0.6 / 3.6, 0.02}} {
		touch, crash := wallAt(0.2, geom.Vec{X: c.dv}, geom.Vec{}), wallAt(0.5, geom.Vec{X: 5}, geom.Vec{})
		b := drive(t, 0.01, 100, func(float64) (x, v geom.Vec, yawRate float64) { return }, map[int][]record.Event{
			18: {{Kind: record.Crush, A: 0, B: 2, Time: 0.18}}, 20: {touch}, 50: {crash}}, nil)
		near(t, "over", b.Vehicles()[0].Peak.Over, c.over, 1e-12)
	}
}

// A tyre slides 0.125 m a step, twice, with 0.2 s between: each point of its marks is 0.125 m from the one before.
func TestMarks_HaveNoPointTwice(t *testing.T) {
	b := drive(t, 0.01, 100, func(time float64) (x, v geom.Vec, yawRate float64) {
		return geom.Vec{X: 12.5 * time}, geom.Vec{X: 12.5}, 0
	}, nil, func(step int) bool { return step > 10 && step <= 20 || step > 40 && step <= 50 })
	marks := b.Vehicles()[0].Marks
	if len(marks) != 2 {
		t.Fatalf("%d marks", len(marks))
	}
	for _, m := range marks {
		if len(m.Points) != 11 {
			t.Errorf("%d points", len(m.Points))
		}
		for i := 1; i < len(m.Points); i++ {
			near(t, "step", m.Points[i][0]-m.Points[i-1][0], 0.125, 1e-12)
		}
	}
}

// b, which a meets with an overlap of 1.2 m, has struck a wall from another place before: the width of a's crush is that
// of where they met.
func TestBuilder_CrushIsWhereTheyMet(t *testing.T) {
	b := twoCars(t)
	for i := range 2 {
		b.objects[i].Half = geom.Vec{X: 2.25, Y: 0.9, Z: 0.6}
	}
	b.Stiffen("a", Sides{Front: Stiffness{A: 50e3, B: 400e3}})
	hit := func(time float64, other int32, j geom.Vec) record.Event {
		return record.Event{Time: time, Kind: record.Impact, A: other, B: 1, Impulse: j, EnergyLost: 40e3, Points: []record.Point{{Impulse: j}}}
	}
	for k, f := range []struct {
		y      float64 // of b after the step
		events []record.Event
	}{{-0.3, nil}, {0.6, []record.Event{hit(0.1, 2, geom.Vec{Y: 100})}}, {0.6, []record.Event{hit(0.2, 0, geom.Vec{X: -9000})}}} {
		v := append(values(geom.Vec{}, 0, geom.Vec{}, 0), values(geom.Vec{X: 4.4, Y: f.y}, 0, geom.Vec{}, 0)...)
		b.Frame(&record.Frame{Step: int64(k), Time: float64(k) / 10, Values: v, Events: f.events})
	}
	c := b.Vehicles()[0].Collisions[0].Crush
	if c == nil {
		t.Fatal("no crush")
	}
	near(t, "width", c.Width, 1.2, 1e-12)
}
