package sim

import (
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// sensorHit records that an object has entered a sensor, at the exact time; it has no other effect. An object that
// enters at the very end of the step counts by its position then: rounding may put it outside, and inside again in the
// next step.
func (w *World) sensorHit(e *event) {
	p := &w.pairs[e.pair]
	if p.sensed || e.t > w.set.Step-simultaneous {
		return
	}
	p.sensed = true
	w.sensorEvent(record.SensorBegin, p.a, p.b, w.time()+e.t)
}

// sensorEvent adds the event of a sensor, object A, and the object that enters or leaves it.
func (w *World) sensorEvent(kind record.EventKind, a, b int32, t float64) {
	if !w.bodies[a].sensor {
		a, b = b, a
	}
	w.addEvent(record.Event{Kind: kind, A: w.objectOf(a), B: w.objectOf(b), Time: t})
}

// startSensing marks the pairs whose sensor contained the other object after the last step.
func (w *World) startSensing(k int32) {
	p := &w.pairs[k]
	_, p.sensed = slices.BinarySearchFunc(w.state.sensed, objectPair{p.a, p.b}, compareObjectPairs)
}

// sense updates the list of objects in sensors, at the end of the step. Objects that have passed through a sensor in
// the step leave it at its end.
func (w *World) sense() {
	if !w.sensing {
		return
	}
	w.sensedNow = w.sensedNow[:0]
	for k := range w.pairs {
		p := &w.pairs[k]
		if !p.sensor {
			continue
		}
		inside := w.inside(p)
		if inside && !p.sensed {
			w.sensorEvent(record.SensorBegin, p.a, p.b, w.time())
		}
		if inside {
			w.sensedNow = append(w.sensedNow, objectPair{p.a, p.b})
		} else if p.sensed {
			w.sensorEvent(record.SensorEnd, p.a, p.b, w.time())
		}
	}
	for i := range w.movers {
		w.senseMover(i)
	}
	for _, s := range w.state.sensed {
		if int(s.a) >= len(w.bodies) || w.findPair(s.a, s.b) >= 0 {
			continue
		}
		if w.asleepPair(s.a, s.b) {
			w.sensedNow = append(w.sensedNow, s)
			continue
		}
		w.sensorEvent(record.SensorEnd, s.a, s.b, w.time())
	}
	slices.SortFunc(w.sensedNow, compareObjectPairs)
	w.state.sensed = append(w.state.sensed[:0], w.sensedNow...)
}

// senseMover updates the list for a mover, given by the index of its object. It enters and leaves sensors at the end of
// the step.
func (w *World) senseMover(i int) {
	m, id := &w.movers[i], int32(len(w.bodies)+i)
	self := narrowphase.Convex{Shape: &m.shape, Pose: geom.Transform{P: w.state.movers[i].x, Q: geom.IdentityQuat()}}
	box := self.Shape.Bounds(self.Pose)
	tell := func(sensor int32, inside bool) {
		s := objectPair{id, sensor}
		_, was := slices.BinarySearchFunc(w.state.sensed, s, compareObjectPairs)
		if inside {
			w.sensedNow = append(w.sensedNow, s)
		}
		if inside == was {
			return
		}
		kind := record.SensorBegin
		if was {
			kind = record.SensorEnd
		}
		w.addEvent(record.Event{Kind: kind, A: w.objectOf(sensor), B: id, Time: w.time()})
	}
	for k := range w.bodies {
		b, inside := &w.bodies[k], false
		if !b.sensor {
			continue
		}
		for n := range b.parts {
			other := narrowphase.Convex{Shape: b.parts[n].Shape, Pose: b.parts[n].at(&w.state.bodies[k])}
			inside = inside || haveCommon(&self, &other, &box)
		}
		tell(int32(k), inside)
	}
	for k := range w.statics {
		s, inside := &w.statics[k], false
		if !s.sensor {
			continue
		}
		for n := range s.placed {
			inside = inside || haveCommon(&self, &s.placed[n].Convex, &box)
		}
		tell(int32(-1-k), inside)
	}
}

// haveCommon reports whether two shapes have a point in common; box bounds the first.
func haveCommon(a, b *narrowphase.Convex, box *geom.AABB) bool {
	if b.Shape.Kind != geom.ShapePlane {
		if around := b.Shape.Bounds(b.Pose); !around.Overlaps(box) {
			return false
		}
	}
	_, in := narrowphase.Overlap(a, b)
	return in
}

// inside reports whether the two sides of a pair overlap at the states after the step.
func (w *World) inside(p *pair) bool {
	a, b := w.sideOf(p.a, w.set.Step), w.sideOf(p.b, w.set.Step)
	mesh := w.meshOf(p)
	partsA, partsB := w.partsOf(p.a), w.partsOf(p.b)
	for k := p.first; k < p.end; k++ {
		c := &w.candidates[k]
		a.part = &partsA[c.part]
		g := target{c: c, mesh: mesh, index: c.other}
		boxA := a.bounds(0)
		var boxB geom.AABB
		if mesh != nil {
			g.tri = mesh.Triangle(c.other)
			boxB = g.tri.Bounds()
		} else {
			b.part = &partsB[c.other]
			boxB = b.bounds(0)
		}
		if boxA.Overlaps(&boxB) && gap(&a, &b, &g) <= 0 {
			return true
		}
	}
	return false
}
