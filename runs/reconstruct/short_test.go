package reconstruct

import (
	"math"
	"testing"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Runs that end with their impact, or begin with sliding tyres, have results as others do.

// An impact in the last step, 1 ms after the last sample, counts in the largest mean acceleration.
func TestPeak_HasTheEndOfTheRun(t *testing.T) {
	b := twoCars(t)
	hit := record.Event{Time: 0.3005, Kind: record.Impact, A: 0, B: 1}
	hit.Before[0].V, hit.After[0].V = geom.Vec{X: 10}, geom.Vec{X: 4}
	for k := range 302 {
		speed := 10.0
		f := record.Frame{Step: int64(k), Time: float64(k) / 1000}
		if k == 301 {
			speed, f.Events = 4, []record.Event{hit}
		}
		f.Values = append(values(geom.Vec{X: 10 * f.Time}, 0, geom.Vec{X: speed}, 0), values(geom.Vec{X: 6}, 0, geom.Vec{}, 0)...)
		b.Frame(&f)
	}
	v := b.Vehicles()[0]
	near(t, "peak", v.Peak.Size, 6/v.Peak.Over/StandardGravity, 1e-9)
	near(t, "from", v.Peak.Time, 0.301-v.Peak.Over, 1e-9)
}

// A crush of 30 ms at whose impulse the run ends: nothing acts after it, so that ASI is the mean over 50 ms of what has
// acted. No free occupant has met anything by then; within those 50 ms he would.
func TestGauge_RunEndsWithTheImpulse(t *testing.T) {
	hit := record.Event{Kind: record.Impact, A: 0, B: 1, Time: 0.13}
	hit.Before[0].V, hit.After[0].V = geom.Vec{X: 27}, geom.Vec{X: -1}
	g := gauge(t, geom.Vec{}, 1e-3, 0.131, func(time float64) (geom.Quat, geom.Vec, geom.Vec) {
		v := 27.0
		if time >= 0.13 {
			v = -1
		}
		return geom.IdentityQuat(), geom.Vec{X: v}, geom.Vec{}
	}, map[int][]record.Event{100: {{Kind: record.Crush, A: 0, B: 1, Time: 0.1}}, 130: {hit}})
	a := g.Accelerometer()
	near(t, "ASI", a.Severity.ASI, 28/0.05/StandardGravity/12, 0.01)
	near(t, "CFC 180", a.CFC180.X, -28*math.Pi/2/0.03/StandardGravity, 0.01*28*math.Pi/2/0.03/StandardGravity)
	if a.Severity.OIV != nil || *a.Until > 0.131+1e-9 {
		t.Errorf("OIV %+v, until %g s", a.Severity.OIV, *a.Until)
	}
}

// The first touch is between two samples: the vehicle is where it has got to by then.
func TestTimeLine_TouchIsWhereItIs(t *testing.T) {
	b := twoCars(t)
	hit := record.Event{Time: 0.1135, Kind: record.Impact, A: 0, B: 1, Impulse: geom.Vec{X: -9000}}
	hit.Before[0].V, hit.After[0].V, hit.After[1].V = geom.Vec{X: 15}, geom.Vec{X: 9}, geom.Vec{X: 7}
	for k := range 20 {
		f := record.Frame{Step: int64(k), Time: float64(k) / 60}
		speed := 15.0
		switch k {
		case 4:
			f.Events = []record.Event{{Kind: record.Crush, A: 0, B: 1, Time: 0.0635}}
		case 7:
			f.Events = []record.Event{hit}
		}
		if k > 6 {
			speed = 9
		}
		f.Values = append(values(geom.Vec{X: 15 * f.Time}, 0, geom.Vec{X: speed}, 0), values(geom.Vec{X: 6}, 0, geom.Vec{}, 0)...)
		b.Frame(&f)
	}
	for _, m := range b.TimeLine() {
		if m.What == "touches b and crushes" {
			near(t, "time", m.Time, 0.0635, 1e-12)
			near(t, "x", m.Position[0], 15*0.0635, 1e-9)
			return
		}
	}
	t.Error("no touch")
}

// Tyres that slide from the start on draw from where they stood there.
func TestMarks_BeginAtTheStart(t *testing.T) {
	b := twoCars(t)
	for k := range 61 {
		time := float64(k) / 60
		f := record.Frame{Step: int64(k), Time: time, Values: append(values(geom.Vec{X: 30 * time}, 0, geom.Vec{X: 30}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)}
		if k > 0 {
			f.Wheels = []record.WheelState{{Body: 0, Ground: true, On: -1, Slides: true}}
		}
		b.Frame(&f)
	}
	m := b.Vehicles()[0].Marks[0]
	near(t, "length", m.Length, 30, 1e-9)
	near(t, "from", m.From, 0, 0)
	// Where the first frame is left out it is not known where they stood.
	s := NewSkidMarks(b.objects, 0)
	for k := 1; k < 61; k++ {
		s.Frame(&record.Frame{Step: int64(k), Time: float64(k) / 60, Wheels: []record.WheelState{{Body: 0, Ground: true, On: -1, Slides: true}}},
			geom.Transform{P: geom.Vec{X: 100 + float64(k)/2}, Q: geom.IdentityQuat()})
	}
	near(t, "length without the first frame", s.Marks()[0].Length, 29.5, 1e-9)
}

// A car that rolls at 30 m/s is struck at 0.5083 s, in the middle of a step, and slides from there on.
func TestMarks_BeginWithTheImpact(t *testing.T) {
	b := twoCars(t)
	const struck = 30.5 / 60
	for k := range 61 {
		time := float64(k) / 60
		f := record.Frame{Step: int64(k), Time: time, Values: append(values(geom.Vec{X: 30 * time}, 0, geom.Vec{X: 30}, 0), values(geom.Vec{}, 0, geom.Vec{}, 0)...)}
		if k > 0 {
			f.Wheels = []record.WheelState{{Body: 0, Ground: true, On: -1, Slides: k > 30}}
		}
		if k == 31 {
			f.Events = []record.Event{{Kind: record.Impact, A: 1, B: 0, Time: struck, Impulse: geom.Vec{Y: 1}}}
		}
		b.Frame(&f)
	}
	m := b.Vehicles()[0].Marks[0]
	near(t, "from", m.From, struck, 1e-12)
	near(t, "length", m.Length, 30*(1-struck), 1e-9)
	near(t, "begins", m.Points[0][0], 30*struck, 1e-9)
}
