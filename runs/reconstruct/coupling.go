package reconstruct

import (
	"slices"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// An impact on a trailer acts on the towing vehicle through the coupling, at the same instant. The events of joints
// follow the impacts that they belong to and give the impulse of each joint. A vehicle that was moved only by a joint
// has a collision of its own, with the object that struck the other vehicle, via the joint.

// received returns the impulse of an event on a body [N s], zero if the body is not part of it.
func received(e *record.Event, object int32) geom.Vec {
	switch object {
	case e.A:
		return e.Impulse
	case e.B:
		return e.Impulse.Neg()
	}
	return geom.Vec{}
}

// couplings adds the impulses of joints in a frame to the vehicles.
func (b *Builder) couplings(events []record.Event) {
	for i := 0; i < len(events); {
		if events[i].Kind != record.Joint {
			i++
			continue
		}
		first, end := i, i
		for first > 0 && events[first-1].Kind != record.Joint && events[first-1].Time == events[i].Time {
			first--
		}
		for end < len(events) && events[end].Kind == record.Joint && events[end].Time == events[i].Time {
			end++
		}
		b.passOn(events[first:i], events[i:end])
		i = end
	}
}

// reached is a body that an impact has reached: the impact that it comes from, and its struck side.
type reached struct {
	body   int32
	source *record.Event
	side   int
}

// passOn follows the impacts of one problem from the bodies that were struck over the joints to all others.
func (b *Builder) passOn(impacts, joints []record.Event) {
	var list []reached
	for i := range joints {
		for side := range 2 {
			o := joints[i].Object(side)
			if o < 0 || slices.ContainsFunc(list, func(r reached) bool { return r.body == o }) {
				continue
			}
			if r, ok := struckBody(impacts, joints, o); ok {
				list = append(list, r)
			}
		}
	}
	for n := 0; n < len(list); n++ {
		for i := range joints {
			e, side := &joints[i], 0
			if e.A == list[n].body {
				side = 1
			} else if e.B != list[n].body {
				continue
			}
			o := e.Object(side)
			if o < 0 || slices.ContainsFunc(list, func(r reached) bool { return r.body == o }) {
				continue
			}
			list = append(list, reached{o, list[n].source, list[n].side})
			for k := range b.cars {
				if b.cars[k].Object == o {
					b.cars[k].passed(b, impacts, joints, e, side, list[n])
				}
			}
		}
	}
}

// struckBody returns the largest impact of a body, if impacts are what moves it.
func struckBody(impacts, joints []record.Event, body int32) (r reached, ok bool) {
	r.body = body
	contact, most := 0.0, 0.0
	for i := range impacts {
		e := &impacts[i]
		if e.Kind != record.Impact || e.A != body && e.B != body {
			continue
		}
		size := e.Impulse.Len()
		if contact += size; size > most {
			r.source, r.side, most = e, 0, size
			if e.B == body {
				r.side = 1
			}
		}
	}
	var passed geom.Vec
	for i := range joints {
		passed = passed.Add(received(&joints[i], body))
	}
	return r, r.source != nil && record.StruckItself(contact, passed)
}

// passed adds the impulses of joints on the vehicle, on one side of the joint that the impact came through, from a body
// that was struck.
func (c *car) passed(b *Builder, impacts, joints []record.Event, via *record.Event, side int, from reached) {
	dv, impulse := via.After[side].V.Sub(via.Before[side].V), geom.Vec{}
	for i := range impacts {
		if e := &impacts[i]; e.Kind == record.Impact && c.kg > 0 {
			dv = dv.AddScaled(received(e, c.Object), -1/c.kg)
		}
	}
	h, r := c.collision(b, via, side, from.source.Object(1-from.side), via.Detail)
	for i := range joints {
		j := received(&joints[i], c.Object)
		impulse = impulse.Add(j)
		if size := j.Len(); size > 0 && len(joints[i].Points) > 0 {
			h.moment, h.weight = h.moment.AddScaled(joints[i].Points[0].P, size), h.weight+size
		}
	}
	h.impulse, h.dv = h.impulse.Add(impulse), h.dv.Add(dv)
	if r.Impacts == 0 {
		r.CrushTime = b.clocks.since(from.source)
	}
	c.struck(b, h, r, via, side)
}
