package reconstruct

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// tyreGap is the time without sliding after which renewed sliding of tyres is listed again [s].
const tyreGap = 0.3

// least is the delta-v from which on a collision is listed in text reports [m/s].
const least = 0.5 / 3.6

// standing is the speed of the centre of mass below which a vehicle counts as standing, though it may still rock on its
// springs [m/s]; rocking is the least duration of that for an entry in the time line [s].
const (
	standing = 1 / 3.6
	rocking  = 0.1
)

// Slow ends the entry of the time line from which on a vehicle is slower than that, long before it is at rest.
const Slow = "slower than 1 km/h from here on"

// Notable reports whether a collision is listed in text reports: from a delta-v of 0.5 km/h on.
func (c *Collision) Notable() bool { return c.DeltaV >= least }

// TimeLine returns the time line of the vehicles, in order of time.
func (b *Builder) TimeLine() []Moment {
	var list []Moment
	for i := range b.cars {
		c := &b.cars[i]
		add := func(t float64, format string, args ...any) {
			m := Moment{Time: t, Body: c.vehicle.Body, What: fmt.Sprintf(format, args...)}
			p := c.at(t)
			m.Position, m.Heading, m.Speed = p.Position, p.Heading, p.Speed
			list = append(list, m)
		}
		if len(c.samples) == 0 {
			continue
		}
		turned := c.turns()
		if side := turned[0].side; side == onWheels {
			add(c.samples[0].Time, "start")
		} else {
			add(c.samples[0].Time, "start, on its %s", sides[side])
		}
		for k := range c.vehicle.Collisions {
			r := &c.vehicle.Collisions[k]
			if !r.Notable() {
				continue
			}
			if r.CrushTime > 0 && r.Via == "" {
				add(r.Time-r.CrushTime, "touches %s and crushes", r.With)
				at := c.before(r.Time - r.CrushTime)
				m := &list[len(list)-1]
				m.Position, m.Heading = vecOf(at.Pose.P), heading(at.Pose.Q)
			}
			add(r.Time, "collision with %s, delta-v %.1f km/h", r.Partner(), r.DeltaV*3.6)
			atCollision(&list[len(list)-1], &c.hits[k], r.SpeedBefore)
		}
		for _, d := range c.driven {
			add(d.time, "%s", d.what)
		}
		for _, t := range c.sliding() {
			by := -1 // the collision of the step in which they begin, which made them
			for k := range c.vehicle.Collisions {
				if r := &c.vehicle.Collisions[k]; r.Time >= t && r.Time <= t+c.step+1e-9 {
					t, by = r.Time, k
				}
			}
			add(t, "tyres begin to slide")
			if by >= 0 {
				atCollision(&list[len(list)-1], &c.hits[by], c.vehicle.Collisions[by].SpeedAfter)
			}
		}
		for _, t := range c.lifts {
			add(t, "no wheel on the ground")
		}
		for _, t := range turned[1:] {
			add(t.time, "rolls onto its %s", sides[t.side])
		}
		if stood := c.drove + c.step; c.drove >= 0 && stood+rocking < math.Min(c.moved+c.step, c.time) {
			what := "stands"
			if side := turned[len(turned)-1].side; side != onWheels {
				what = "lies on its " + sides[side]
			}
			add(stood, "%s, %s", what, Slow)
		}
		if c.moved < c.time {
			add(max(c.moved+c.step, 0), "at rest")
		} else {
			add(c.time, "end of the run")
		}
	}
	slices.SortStableFunc(list, func(a, b Moment) int { return cmp.Compare(a.Time, b.Time) })
	return list
}

// deed is what the driver of a vehicle does at a time, or what breaks at it.
type deed struct {
	time float64
	what string
}

// driver notes what a driver does, by an event.
func (b *Builder) driver(e *record.Event) {
	what := "driver " + e.Detail
	if e.B >= 0 && int(e.B) < len(b.objects) {
		what += ": " + b.objects[e.B].Name
	}
	for k := range b.cars {
		if c := &b.cars[k]; c.Object == e.A {
			c.driven = append(c.driven, deed{e.Time, what})
		}
	}
}

// broke notes that a joint or spring of vehicles has broken, by an event.
func (b *Builder) broke(e *record.Event) {
	what := fmt.Sprintf("%s breaks, by %.4g kN", e.Detail, e.Force().Len()/1e3)
	if j := e.Impulse.Len(); j > 0 {
		what = fmt.Sprintf("%s breaks, by %.4g kN s", e.Detail, j/1e3)
	}
	for k := range b.cars {
		if c := &b.cars[k]; c.Object == e.A || c.Object == e.B {
			c.driven = append(c.driven, deed{e.Time, what})
		}
	}
}

// atCollision puts a moment to where the vehicle is at a collision.
func atCollision(m *Moment, h *hit, speed float64) {
	m.Position, m.Heading, m.Speed = vecOf(h.pose.P), heading(h.pose.Q), speed
}

// sliding returns the times at which tyres of the vehicle begin to slide.
func (c *car) sliding() []float64 {
	marks := marksOf(c.wheels)
	slices.SortStableFunc(marks, func(a, b Mark) int { return cmp.Compare(a.From, b.From) })
	var times []float64
	until := 0.0
	for i, m := range marks {
		if i == 0 || m.From > until+tyreGap {
			times = append(times, m.From)
		}
		until = max(until, m.To)
	}
	return times
}

// The sides that a vehicle can lie on.
const (
	onWheels = iota
	onRoof
	onRight
	onLeft
	onRear
	onNose
)

var sides = [...]string{"wheels", "roof", "right side", "left side", "rear", "nose"}

// turn is a time from which a vehicle is nearer to lying on a side than on any other.
type turn struct {
	time float64
	side int
}

// turns returns the side on which a vehicle starts, and the times at which it rolls onto another, quarter turn by quarter
// turn. Another side counts from 42 degrees off it on, so that one that balances on an edge makes no more.
func (c *car) turns() []turn {
	const near = 0.743 // cos 42°
	list := []turn{{c.samples[0].Time, onWheels}}
	for i := range c.samples {
		s := &c.samples[i]
		up := s.Pose.Q.RotateInv(geom.Vec{Z: 1})
		for k, of := range [...]float64{up.Z, -up.Z, up.Y, -up.Y, up.X, -up.X} {
			switch last := &list[len(list)-1]; {
			case !(of > near) || k == last.side:
			case i == 0:
				last.side = k
			default:
				list = append(list, turn{s.Time, k})
			}
		}
	}
	return list
}

// at returns the pose at the last sample up to a time.
func (c *car) at(t float64) Pose {
	k := max(0, sort.Search(len(c.samples), func(i int) bool { return c.samples[i].Time > t+1e-9 })-1)
	s := &c.samples[k]
	return poseOf(s.Time, s.Pose, s.V, s.YawRate)
}

// velocity returns the velocity at a time after another one at which it may have leapt, or at the end of the run.
func (c *car) velocity(leap, t float64) geom.Vec {
	s := c.samples
	k := sort.Search(len(s), func(k int) bool { return s[k].Time >= t-1e-9 })
	if k == len(s) {
		return c.v
	}
	if k == 0 || s[k-1].Time < leap {
		return s[k].V
	}
	a, b := &s[k-1], &s[k]
	return a.V.AddScaled(b.V.Sub(a.V), (t-a.Time)/(b.Time-a.Time))
}

// Before returns a vehicle's motion at a time within the run, just before an impact at that time.
func (b *Builder) Before(i int, t float64) Sample { return b.cars[i].before(t) }

func (c *car) before(t float64) Sample {
	k := max(0, sort.Search(len(c.samples), func(k int) bool { return c.samples[k].Time >= t-1e-9 })-1)
	m := c.samples[k]
	h := t - m.Time
	if h > 0 && h < Pulse {
		m.Pose.P = m.Pose.P.AddScaled(m.V, h)
		m.Pose.Q = geom.QuatExp(geom.Vec{Z: float64(m.YawRate * h)}).Mul(m.Pose.Q).Normalize()
		m.Time = t
	}
	return m
}
