package reconstruct

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: %.12g, want %.12g ± %g", what, got, want, tol)
	}
}

// twoCars has a car of 1500 kg, another of 1200 kg and a wall.
func twoCars(t *testing.T) *Builder {
	t.Helper()
	m, ok := rigid.NewMass(1500, geom.Mat3{X: geom.Vec{X: 2000}, Y: geom.Vec{Y: 2000}, Z: geom.Vec{Z: 2000}})
	if !ok {
		t.Fatal("mass")
	}
	objects := []record.Object{
		{Name: "a", Kind: record.Body, Mass: 1500, Vehicle: true}, {Name: "b", Kind: record.Body, Mass: 1200, Vehicle: true},
		{Name: "wall", Kind: record.Static},
	}
	for i := range 2 {
		objects[i].Wheels = []record.MountedWheel{{Name: "fl"}, {Name: "fr"}}
	}
	return New(objects, []Subject{{Object: 0, At: 0, Mass: m, Radius: 2}, {Object: 1, At: 13, Mass: m, Radius: 2}}, 0.01)
}

func values(x geom.Vec, deg float64, v geom.Vec, yawRate float64) []float64 {
	q := geom.AxisAngle(geom.Vec{Z: 1}, deg*math.Pi/180)
	return []float64{x.X, x.Y, x.Z, q.W, q.V.X, q.V.Y, q.V.Z, v.X, v.Y, v.Z, 0, 0, 2000 * yawRate}
}

// Car a heads along +y and is struck from its left front in two impacts 60 ms apart by b, which heads along +x; half a
// second later b strikes it again, and then a hits the wall. Worked by hand: an impulse (dx, dy) of the world is (dy,
// -dx) in a's axes.
func TestBuilder_SumsImpactsToCollisions(t *testing.T) {
	b := twoCars(t)
	up := geom.Vec{Z: 1}
	hit := func(time float64, to int32, j geom.Vec, before, after, turn float64, lost float64) record.Event {
		e := record.Event{Time: time, Kind: record.Impact, A: 0, B: to, Impulse: j, EnergyLost: lost}
		e.Before[0] = record.Twist{V: geom.Vec{Y: before}, W: up.Scale(turn)}
		e.After[0] = record.Twist{V: e.Before[0].V.AddScaled(j, 1.0/1500), W: up.Scale(after)}
		e.After[1] = record.Twist{V: j.Scale(-1.0 / 1200)}
		e.Points = []record.Point{{P: geom.Vec{X: time}, Impulse: j}, {P: geom.Vec{X: time + 2}, Impulse: j}}
		return e
	}
	frame := func(step int64, events ...record.Event) {
		v := append(values(geom.Vec{Y: 10 * float64(step) / 10}, 90, geom.Vec{Y: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
		b.Frame(&record.Frame{Step: step, Time: float64(step) / 10, Values: v, Events: events})
	}
	frame(0)
	frame(1, hit(0.05, 1, geom.Vec{X: 3000, Y: -1500}, 10, 1, 0, 40e3))
	frame(2, hit(0.11, 1, geom.Vec{X: 1500, Y: -1500}, 9, 2, 1, 20e3))
	frame(7, hit(0.61, 1, geom.Vec{X: 150}, 8, 0, 0, 1), hit(0.62, 2, geom.Vec{Y: -6000}, 8, -0.5, 0, 120e3))
	list := b.Vehicles()
	got := list[0].Collisions
	if len(got) != 3 || got[0].Impacts != 2 || got[0].With != "b" || got[1].With != "b" || got[2].With != "wall" {
		t.Fatalf("collisions %+v", got)
	}
	c := got[0] // delta-v (3, -2) of the world
	near(t, "size", c.DeltaV, math.Sqrt(13), 1e-12)
	near(t, "longitudinal", c.Longitudinal, -2, 1e-12)
	near(t, "lateral", c.Lateral, -3, 1e-12)
	near(t, "PDOF", *c.PDOF, 360-math.Atan2(3, 2)*180/math.Pi, 1e-9) // from the left front
	near(t, "EES", c.EES, math.Sqrt(2*30e3/1500), 1e-12)
	near(t, "before", c.SpeedBefore, 10, 0)
	near(t, "yaw before", c.YawBefore, 0, 0)
	near(t, "yaw after", c.YawAfter, 2*180/math.Pi, 1e-12)
	near(t, "mean acceleration", c.MeanAcceleration, math.Sqrt(13)/0.1/9.80665, 1e-12)
	s1, s2 := math.Sqrt(3000*3000+1500*1500), math.Sqrt(1500*1500*2)
	near(t, "point", c.Point[0], (s1*(0.05+2.05)+s2*(0.11+2.11))/(2*(s1+s2)), 1e-12)
	near(t, "frontal", *got[2].PDOF, 0, 1e-9)
	near(t, "EES at the wall", got[2].EES, math.Sqrt(2*120e3/1500), 1e-12)
	other := list[1].Collisions[0] // heads along +x, receives (-4500, 3000)
	near(t, "b longitudinal", other.Longitudinal, -4500.0/1200, 1e-12)
	near(t, "b lateral", other.Lateral, 3000.0/1200, 1e-12)
	near(t, "b PDOF", *other.PDOF, math.Atan2(3000, 4500)*180/math.Pi, 1e-9) // from the right front
	near(t, "b EES", other.EES, math.Sqrt(2*30e3/1200), 1e-12)
}

// Car a heads along +x at 10 m/s. At 0.02 s the wall turns it at 5 rad/s and stops it; at 0.08 s, in the same step, b
// pushes it along +x. So it has turned by 0.3 rad, not by 0.4, and has gone 0.2 m.
func TestBuilder_MovesOnFromImpactToImpactWithinAStep(t *testing.T) {
	b := twoCars(t)
	wall := record.Event{Time: 0.02, Kind: record.Impact, A: 0, B: 2, Impulse: geom.Vec{X: -15000}}
	wall.Before[0], wall.After[0] = record.Twist{V: geom.Vec{X: 10}}, record.Twist{W: geom.Vec{Z: 5}}
	push := record.Event{Time: 0.08, Kind: record.Impact, A: 1, B: 0, Impulse: geom.Vec{X: -3000}}
	push.Before[1], push.After[1] = wall.After[0], record.Twist{V: geom.Vec{X: 2}, W: geom.Vec{Z: 5}}
	for k, events := range [][]record.Event{nil, {wall, push}} {
		v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
		b.Frame(&record.Frame{Step: int64(k), Time: float64(k) / 10, Values: v, Events: events})
	}
	c := b.Vehicles()[0].Collisions[1]
	near(t, "PDOF", *c.PDOF, 180+0.3*180/math.Pi, 1e-9)
	near(t, "longitudinal", c.Longitudinal, 2*math.Cos(0.3), 1e-12)
	near(t, "lateral", c.Lateral, -2*math.Sin(0.3), 1e-12)
	for _, m := range b.TimeLine() {
		if m.Body == "a" && m.Time == 0.08 {
			near(t, "place", m.Position[0], 0.2, 1e-12)
			near(t, "heading", *m.Heading, 0.3*180/math.Pi, 1e-9)
			return
		}
	}
	t.Error("the time line lacks the second collision")
}

// Between a wall and another car that strike it at once, a car has one change of velocity, (-6, 3) m/s; each of both
// collisions has the part of it that its own impulse makes, and its own direction.
func TestBuilder_SharesTheDeltaVOfImpactsAtOnce(t *testing.T) {
	b := twoCars(t)
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
	b.Frame(&record.Frame{Values: v})
	hit := func(a, to int32, j geom.Vec) record.Event {
		e := record.Event{Time: 0.05, Kind: record.Impact, A: a, B: to, Impulse: j, Points: []record.Point{{Impulse: j}}}
		own := 0
		if a == 1 {
			own = 1 // car b is on side A
		}
		e.Before[own] = record.Twist{V: geom.Vec{X: 10}}
		e.After[own] = record.Twist{V: geom.Vec{X: 4, Y: 3}}
		e.After[1-own] = record.Twist{V: j.Scale(1.0 / 1200)}
		return e
	}
	// The wall gives (-9000, 0), b, on whose side the impulse is its opposite, (0, 4500).
	b.Frame(&record.Frame{Step: 1, Time: 0.1, Values: v, Events: []record.Event{hit(0, 2, geom.Vec{X: -9000}), hit(1, 0, geom.Vec{Y: -4500})}})
	got := b.Vehicles()[0].Collisions
	if len(got) != 2 || got[0].With != "wall" || got[1].With != "b" {
		t.Fatalf("%+v", got)
	}
	near(t, "wall, longitudinal", got[0].Longitudinal, -6, 1e-12)
	near(t, "wall, lateral", got[0].Lateral, 0, 1e-12)
	near(t, "wall, PDOF", *got[0].PDOF, 0, 1e-9)
	near(t, "b, longitudinal", got[1].Longitudinal, 0, 1e-12)
	near(t, "b, lateral", got[1].Lateral, 3, 1e-12)
	near(t, "b, PDOF", *got[1].PDOF, 90, 1e-9)
}

// A trailer of 1500 kg is struck from behind with 18 kN s while its wheels' axle scrapes over the road with 0.3 kN s;
// its drawbar takes 9 kN s of that, so that it gains 6 m/s along. The scrape has made a sixtieth of it, not minus what
// the drawbar took.
func TestBuilder_SharesWhatJointsAnswer(t *testing.T) {
	b := twoCars(t)
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
	b.Frame(&record.Frame{Values: v})
	before, after := record.Twist{V: geom.Vec{X: 10}}, record.Twist{V: geom.Vec{X: 16, Z: 0.2}}
	hit := func(to int32, j geom.Vec) record.Event {
		return record.Event{
			Time: 0.05, Kind: record.Impact, A: 0, B: to, Impulse: j, Before: [2]record.Twist{before}, After: [2]record.Twist{after, {V: j.Scale(-1.0 / 1200)}},
			Points: []record.Point{{Impulse: j}},
		}
	}
	b.Frame(&record.Frame{Step: 1, Time: 0.1, Values: v, Events: []record.Event{hit(1, geom.Vec{X: 18000}), hit(2, geom.Vec{Z: 300})}})
	got := b.Vehicles()[0].Collisions
	if len(got) != 2 || got[0].With != "b" || got[1].With != "wall" {
		t.Fatalf("%+v", got)
	}
	near(t, "b, longitudinal", got[0].Longitudinal, 12-6*18000/18300.0, 1e-12)
	near(t, "b, vertical", got[0].Vertical, 0, 1e-12)
	near(t, "wall, longitudinal", got[1].Longitudinal, -6*300/18300.0, 1e-12)
	near(t, "wall, vertical", got[1].Vertical, 0.2, 1e-12)
}

// A car brakes at 7 m/s² from t = 1 s on; at t = 1.5 s an impact takes 12 m/s off it within the step.
func TestPeak_IsTheLargestMeanOverThePulse(t *testing.T) {
	for _, c := range []struct{ impact, want float64 }{{0, 7}, {12, 7 + 120}} {
		b := twoCars(t)
		for step := range int64(481) {
			time := float64(step) / 240
			v := 30.0
			if time > 1 {
				v -= 7 * (time - 1)
			}
			if time > 1.5 {
				v -= c.impact
			}
			f := append(values(geom.Vec{}, 40, geom.Vec{X: v}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
			b.Frame(&record.Frame{Step: step, Time: time, Values: f})
		}
		p := b.Vehicles()[0].Peak
		near(t, "peak", p.Size, c.want/9.80665, 1e-9)
		if c.impact > 0 && !(p.Time > 1.39 && p.Time <= 1.501) {
			t.Errorf("it begins at %g s", p.Time)
		}
		a := MeanAcceleration(b.Samples(0))
		// Midway through the braking, in the axes of a car that heads 40° to the left of its motion.
		near(t, "along", a[300].X, -7*math.Cos(40*math.Pi/180), 1e-9)
		near(t, "across", a[300].Y, 7*math.Sin(40*math.Pi/180), 1e-9)
	}
}

// A tyre slides along +x at 10 m/s for 1 s, holds for 20 ms, which is drawn over, slides 0.5 s more, holds for a second
// and slides for 5 ms, too short to be seen.
func TestMarks_JoinAcrossShortGaps(t *testing.T) {
	b := twoCars(t)
	slides := func(k int) bool { return k <= 200 || k > 204 && k <= 304 || k > 504 && k <= 505 }
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
	for k := range 600 {
		time := float64(k) / 200
		f := record.Frame{Step: int64(k), Time: time, Values: v}
		if k > 0 {
			f.Wheels = []record.WheelState{{Body: 0, Ground: true, On: -1, P: geom.Vec{X: 10 * time}, Slides: slides(k)}}
		}
		b.Frame(&f)
	}
	got := b.Vehicles()[0].Marks
	if len(got) != 1 || got[0].Wheel != "fl" {
		t.Fatalf("marks %+v", got)
	}
	near(t, "length", got[0].Length, 15.2-0.05, 1e-9) // the body stands: the first step is no way
	near(t, "from", got[0].From, 0, 1e-12)
	near(t, "to", got[0].To, 304.0/200, 1e-12)
	near(t, "end", got[0].Points[len(got[0].Points)-1][0], 15.2, 1e-12)
	if n := len(b.Vehicles()[1].Marks); n != 0 {
		t.Errorf("the other car has %d marks", n)
	}
}

// A tyre slides for a second, the last half of it on another body, where it leaves no mark.
func TestMarks_AreOnWhatStandsStill(t *testing.T) {
	b := twoCars(t)
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)
	for k := range 201 {
		time, on := float64(k)/200, int32(-1)
		if k > 100 {
			on = 1
		}
		f := record.Frame{Step: int64(k), Time: time, Values: v}
		if k > 0 {
			f.Wheels = []record.WheelState{{Body: 0, Ground: true, On: on, P: geom.Vec{X: 10 * time}, Slides: true}}
		}
		b.Frame(&f)
	}
	got := b.Vehicles()[0].Marks
	if len(got) != 1 {
		t.Fatalf("marks %+v", got)
	}
	near(t, "to", got[0].To, 0.5, 1e-12)
	near(t, "end", got[0].Points[len(got[0].Points)-1][0], 5, 1e-12)
}

// A car whose wheels are known and did not slide has an empty list of marks in JSON; one whose wheels are not known has
// none.
func TestMarks_NoneDifferFromUnknownInJSON(t *testing.T) {
	for _, known := range []bool{false, true} {
		b := twoCars(t)
		if !known {
			b.cars[0].wheels = nil
		}
		b.Frame(&record.Frame{Values: append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)})
		text, err := json.Marshal(b.Vehicles()[0])
		if err != nil {
			t.Fatal(err)
		}
		if has := strings.Contains(string(text), `"skid_marks":[]`); has != known || !known && strings.Contains(string(text), "skid_marks") {
			t.Errorf("wheels known %v: %s", known, text)
		}
	}
}

// The wheels of a car leave the ground for 0.1 s and, from 0.5 s on, for good: the second time is reported, at its
// beginning.
func TestTimeLine_ReportsACarWithoutGround(t *testing.T) {
	b := twoCars(t)
	for step := range int64(11) {
		time := float64(step) / 10
		off := step == 3 || step > 5
		f := record.Frame{Step: step, Time: time, Values: append(values(geom.Vec{X: time}, 0, geom.Vec{X: 1}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)}
		if step > 0 {
			f.Wheels = []record.WheelState{{Body: 0, Ground: !off}, {Body: 0, Wheel: 1, Ground: !off && step%2 == 0}, {Body: 1, Ground: true}}
		}
		b.Frame(&f)
	}
	var told []Moment
	for _, m := range b.TimeLine() {
		if m.What == "no wheel on the ground" {
			told = append(told, m)
		}
	}
	if len(told) != 1 || told[0].Body != "a" || math.Abs(told[0].Time-0.5) > 1e-9 {
		t.Errorf("%+v", told)
	}
}

// A car that falls from the start on has left the ground at 0, not a step before: at the start no wheel has touched it
// yet.
func TestTimeLine_BeginsAtTheStart(t *testing.T) {
	b := twoCars(t)
	for step := range int64(11) {
		time := float64(step) / 10
		b.Frame(&record.Frame{Step: step, Time: time, Wheels: []record.WheelState{{Body: 0}, {Body: 1, Ground: step > 0}}, Values: append(values(geom.Vec{}, 0, geom.Vec{Z: -time}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)})
	}
	told := 0
	for _, m := range b.TimeLine() {
		if m.Time < 0 {
			t.Errorf("before the start: %+v", m)
		}
		if m.What == "no wheel on the ground" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("told %d times", told)
	}
}

// Car a tows b over a drawbar. A wall strikes b with 12 kN s, of which the bar passes 5 kN s on to a, whose bumper
// scrapes over the wall with 60 N s in the same instant: a's change of velocity is that of the bar, with what the wall
// has done to b, and the scrape's own, no more. 60 ms later the bar passes on 1 kN s of another impact, which is of the
// same collision.
func TestBuilder_FollowsTheCoupling(t *testing.T) {
	b := twoCars(t)
	v := append(values(geom.Vec{}, 0, geom.Vec{X: 10}, 0), values(geom.Vec{X: -5}, 0, geom.Vec{X: 10}, 0)...)
	b.Frame(&record.Frame{Values: v})
	push := func(kind record.EventKind, time float64, a, to int32, j geom.Vec) record.Event {
		return record.Event{Kind: kind, Time: time, A: a, B: to, Impulse: j, Detail: "bar", Points: []record.Point{{P: geom.Vec{X: -2.5}, Impulse: j}}}
	}
	// A receives the impulse of an event.
	blow, scrape := push(record.Impact, 0.05, 1, 2, geom.Vec{X: -12000}), push(record.Impact, 0.05, 0, 2, geom.Vec{Z: 60})
	bar := push(record.Joint, 0.05, 1, 0, geom.Vec{X: 5000, Y: 300})
	before := record.Twist{V: geom.Vec{X: 10}}
	towing := record.Twist{V: geom.Vec{X: 10 - 5000.0/1500, Y: -300.0 / 1500, Z: 60.0 / 1500}, W: geom.Vec{Z: 0.1}}
	towed := record.Twist{V: geom.Vec{X: 10 - 7000.0/1200, Y: 300.0 / 1200}}
	scrape.Before[0], scrape.After[0], bar.Before[1], bar.After[1] = before, towing, before, towing
	blow.Before[0], blow.After[0], bar.Before[0], bar.After[0] = before, towed, before, towed
	bar.Before[1].V.X += 4e-8 // an engine rounded the velocities of impacts, and not those of joints
	bar.After[1].V.X += 4e-8
	b.Frame(&record.Frame{Step: 1, Time: 0.1, Values: v, Events: []record.Event{blow, scrape, bar}})
	blow, bar = push(record.Impact, 0.11, 2, 1, geom.Vec{X: 2000}), push(record.Joint, 0.11, 0, 1, geom.Vec{X: -1000})
	bar.Before[0], bar.After[0] = towing, record.Twist{V: towing.V.Sub(geom.Vec{X: 1000.0 / 1500})}
	bar.Before[1], bar.After[1] = towed, record.Twist{V: towed.V.Sub(geom.Vec{X: 1000.0 / 1200})}
	blow.Before[1], blow.After[1] = bar.Before[1], bar.After[1]
	b.Frame(&record.Frame{Step: 2, Time: 0.2, Values: v, Events: []record.Event{blow, bar}})
	list := b.Vehicles()
	got := list[0].Collisions
	if len(got) != 2 || got[0].Via != "" || got[1].Via != "bar" || got[1].With != "wall" || got[1].Impacts != 2 || len(list[1].Collisions) != 1 {
		t.Fatalf("%+v", list)
	}
	c := got[1]
	near(t, "longitudinal", c.Longitudinal, -6000.0/1500, 1e-12)
	near(t, "lateral", c.Lateral, -300.0/1500, 1e-12)
	near(t, "vertical", c.Vertical, 0, 1e-12)
	near(t, "impulse", c.Impulse[0], -6000, 1e-9)
	near(t, "PDOF", *c.PDOF, 360-math.Atan2(300, 6000)*180/math.Pi, 1e-9)
	near(t, "point", c.Point[0], -2.5, 1e-12)
	near(t, "energy", c.EnergyLost, 0, 0)
	near(t, "yaw after", c.YawAfter, 0, 0)
	near(t, "scrape", got[0].DeltaV, 60.0/1500, 1e-12)
	towedHit := list[1].Collisions[0]
	near(t, "towed", towedHit.Longitudinal, -8000.0/1200, 1e-12)
	near(t, "momentum", 1500*c.Longitudinal+1200*towedHit.Longitudinal, -14000, 1e-9)
}
