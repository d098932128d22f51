package reconstruct

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// PathEvery is the time between two poses of a path [s].
const PathEvery = 0.1

// sampleEvery is the least time between two samples [s], a tenth of a thousandth less than 4 ms for rounding.
const sampleEvery = 0.0039996

// Subject is a vehicle to follow: its object, and where its values are in a frame.
type Subject struct {
	Object int32
	At     int        // of x; q, v and L follow
	Mass   rigid.Mass // of the body
	Radius float64    // largest distance of its points from the centre of mass [m]
}

// Builder follows the vehicles of a run from frame to frame.
type Builder struct {
	objects []record.Object
	rest    float64
	cars    []car
	clocks  crushClocks
	events  []record.Event // of the frame at hand
}

// car is a vehicle under way.
type car struct {
	Subject
	kg      float64
	stiff   Sides
	pose    geom.Transform // at time
	from    geom.Transform // at the frame before
	v, w    geom.Vec
	time    float64
	moved   float64 // last time at which it was not at rest, -1 for none
	drove   float64 // last time at which its centre of mass was as fast as standing, -1 for none
	step    float64 // time between the last two frames
	vehicle Vehicle
	hits    []hit // of each collision
	samples []Sample
	wheels  []wheel
	off     bool // no wheel is on the ground, since offFrom
	told    bool // and lifts has it
	offFrom float64
	lifts   []float64 // times from which no wheel was on the ground for a while
	driven  []deed    // what its driver did
}

// hit is what a collision adds up.
type hit struct {
	partner int32
	pose    geom.Transform // at its first impact
	before  geom.Vec       // velocity just before that
	impulse geom.Vec
	dv      geom.Vec
	moment  geom.Vec // of the contact points by the sizes of their impulses
	weight  float64
}

// Sample is the motion of a vehicle at a time.
type Sample struct {
	Time    float64
	Pose    geom.Transform
	V       geom.Vec
	YawRate float64 // [rad/s]
}

// New returns a builder for the vehicles among a run's objects; one is at rest when none of its points moves faster
// than rest (m/s).
func New(objects []record.Object, subjects []Subject, rest float64) *Builder {
	b := &Builder{objects: objects, rest: rest}
	for _, s := range subjects {
		o := &objects[s.Object]
		c := car{Subject: s, kg: o.Mass, moved: -1, drove: -1, wheels: newWheels(o.Wheels), vehicle: Vehicle{Body: o.Name, Mass: o.Mass, Collisions: []Collision{}}}
		b.cars = append(b.cars, c)
	}
	return b
}

// Frame takes in the next frame; frames come in order.
func (b *Builder) Frame(f *record.Frame) {
	b.events = f.Events
	for i := range f.Events {
		if e := &f.Events[i]; e.Kind == record.Crush {
			b.clocks.touch(e)
		} else if e.Kind == record.Driver {
			b.driver(e)
		} else if e.Kind == record.Broke {
			b.broke(e)
		} else if e.Kind == record.Impact {
			for k := range b.cars {
				switch b.cars[k].Object {
				case e.A:
					b.cars[k].impact(b, e, 0)
				case e.B:
					b.cars[k].impact(b, e, 1)
				}
			}
		}
	}
	b.couplings(f.Events)
	b.events = nil
	for k := range b.cars {
		c := &b.cars[k]
		c.frame(f, b.rest)
		c.roll(b.objects[c.Object].Wheels, f)
	}
}

func (c *car) frame(f *record.Frame, rest float64) {
	v := f.Values[c.At:]
	x := geom.Vec{X: v[0], Y: v[1], Z: v[2]}
	if f.Step > 0 {
		c.vehicle.Travelled = math.Min(c.vehicle.Travelled+x.Sub(c.pose.P).Len(), math.MaxFloat64)
		c.step = f.Time - c.time
	}
	c.from, c.pose = c.pose, geom.Transform{P: x, Q: geom.Quat{W: v[3], V: geom.Vec{X: v[4], Y: v[5], Z: v[6]}}}
	c.v = geom.Vec{X: v[7], Y: v[8], Z: v[9]}
	c.w = c.Mass.AngularVelocity(c.pose.Q, geom.Vec{X: v[10], Y: v[11], Z: v[12]})
	c.time = f.Time
	if !(c.v.Len()+float64(c.w.Len()*c.Radius) < rest) {
		c.moved = f.Time
	}
	if !(c.v.Len() < standing) {
		c.drove = f.Time
	}
	if n := len(c.samples); n == 0 || f.Time-c.samples[n-1].Time >= sampleEvery {
		c.samples = append(c.samples, Sample{f.Time, c.pose, c.v, c.w.Z})
	}
	if n := len(c.vehicle.Path); n == 0 || f.Time-c.vehicle.Path[n-1].Time >= PathEvery-float64(1e-6*PathEvery) {
		c.vehicle.Path = append(c.vehicle.Path, c.now())
	}
	if f.Step == 0 {
		c.vehicle.Start = c.now()
	}
}

// now returns the pose at the last frame.
func (c *car) now() Pose { return poseOf(c.time, c.pose, c.v, c.w.Z) }

func poseOf(t float64, p geom.Transform, v geom.Vec, yaw float64) Pose {
	return Pose{Time: t, Position: vecOf(p.P), Heading: heading(p.Q), Speed: size(v), YawRate: degrees(yaw)}
}

// impact adds an impact, one of the frame's events, with the vehicle on one side.
func (c *car) impact(b *Builder, e *record.Event, side int) {
	h, r := c.collision(b, e, side, e.Object(1-side), "")
	h.impulse = h.impulse.Add(received(e, c.Object))
	h.dv = h.dv.Add(record.DeltaV(b.events, e, side, c.kg))
	for _, p := range e.Points {
		s := p.Impulse.Len()
		h.moment, h.weight = h.moment.AddScaled(p.P, s), h.weight+s
	}
	if h.weight == 0 && len(e.Points) > 0 {
		r.Point = vecOf(e.Points[0].P)
	}
	if r.Impacts == 0 {
		r.CrushTime = b.clocks.since(e)
	}
	r.EnergyLost += e.EnergyLost
	c.struck(b, h, r, e, side)
}

// collision returns the collision with a partner, via a joint or "", to which an event with the vehicle on one side
// belongs, or a new one.
func (c *car) collision(b *Builder, e *record.Event, side int, partner int32, via string) (*hit, *Collision) {
	k := len(c.hits) - 1
	for ; k >= 0; k-- {
		if r := &c.vehicle.Collisions[k]; c.hits[k].partner == partner && r.Via == via && !(e.Time-r.Last > Pulse) {
			return &c.hits[k], r
		}
	}
	c.hits = append(c.hits, hit{partner: partner, pose: poseAt(c.pose, c.time, b.events, e, side), before: e.Before[side].V})
	c.vehicle.Collisions = append(c.vehicle.Collisions, Collision{
		Time: e.Time, With: name(b.objects, partner), Via: via, SpeedBefore: size(e.Before[side].V), YawBefore: degrees(e.Before[side].W.Z),
	})
	return &c.hits[len(c.hits)-1], &c.vehicle.Collisions[len(c.hits)-1]
}

// struck ends what an event adds to a collision.
func (c *car) struck(b *Builder, h *hit, r *Collision, e *record.Event, side int) {
	r.Last, r.Impacts = e.Time, r.Impacts+1
	r.SpeedAfter, r.YawAfter = size(e.After[side].V), degrees(e.After[side].W.Z)
	h.close(r, c.kg, b.share(h.partner))
}

// close works out what follows from the sums.
func (h *hit) close(r *Collision, kg, share float64) {
	if h.weight > 0 {
		r.Point = vecOf(h.moment.Scale(1 / h.weight))
	}
	r.Impulse = vecOf(h.impulse)
	d := h.pose.Q.RotateInv(h.dv)
	r.DeltaV, r.Longitudinal, r.Lateral, r.Vertical = size(d), d.X, d.Y, d.Z
	if deg, ok := PDOF(h.impulse, h.pose.Q); ok {
		r.PDOF = &deg
	}
	if kg > 0 {
		r.EES = math.Sqrt(math.Max(0, float64(2*share*r.EnergyLost)/kg))
	}
	r.MeanAcceleration = r.DeltaV / float64(r.pulse()*StandardGravity)
}

// share returns what part of the energy lost against an object goes into the vehicle.
func (b *Builder) share(partner int32) float64 {
	if partner >= 0 && int(partner) < len(b.objects) {
		if o := &b.objects[partner]; o.Kind == record.Body && !o.Driven || o.Kind == record.Mover {
			return 0.5
		}
	}
	return 1
}

func name(objects []record.Object, i int32) string {
	if i < 0 || int(i) >= len(objects) {
		return ""
	}
	return objects[i].Name
}

// Samples returns the motion of a vehicle, at most 250 times a second.
func (b *Builder) Samples(i int) []Sample { return b.cars[i].samples }

// motion returns the samples of a vehicle, and its motion at the last frame.
func (c *car) motion() []Sample {
	n := len(c.samples)
	if n == 0 || c.samples[n-1].Time == c.time {
		return c.samples
	}
	return append(c.samples[:n:n], Sample{c.time, c.pose, c.v, c.w.Z})
}

// Objects returns the index of the object of each vehicle.
func (b *Builder) Objects() []int32 {
	var list []int32
	for i := range b.cars {
		list = append(list, b.cars[i].Object)
	}
	return list
}

// Vehicles returns the results so far. The list belongs to the caller; what it points to does not.
func (b *Builder) Vehicles() []Vehicle {
	var list []Vehicle
	for i := range b.cars {
		c := &b.cars[i]
		v := c.vehicle
		v.End = c.now()
		v.AtRest = c.moved < c.time
		v.Peak = peak(c.motion(), v.pulse())
		v.Path = append([]Pose(nil), v.Path...)
		for n := range v.Collisions {
			b.crush(c, n)
			r := &v.Collisions[n]
			r.InPulse = size(c.velocity(r.Time, r.Time+Pulse).Sub(c.hits[n].before))
		}
		if n := len(v.Path); n > 0 && v.Path[n-1].Time < c.time {
			v.Path = append(v.Path, v.End)
		}
		if len(c.wheels) > 0 {
			v.Marks = marksOf(c.wheels)
		}
		list = append(list, v)
	}
	return list
}
