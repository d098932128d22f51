package sim

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/narrowphase"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
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

// sense updates the list of objects in sensors, at the end of the step.
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
		if !p.sensed && w.movesPast(p) {
			if t, ok := w.meetsOnChords(p, false); ok {
				p.sensed = true
				w.sensorEvent(record.SensorBegin, p.a, p.b, w.time()-w.set.Step+t)
			}
		}
		inside := w.inside(p)
		if inside && !p.sensed {
			w.sensorEvent(record.SensorBegin, p.a, p.b, w.time())
		}
		if inside {
			w.sensedNow = append(w.sensedNow, objectPair{p.a, p.b})
		} else if p.sensed {
			w.sensorEvent(record.SensorEnd, p.a, p.b, w.time()-w.sinceLeft(int32(k)))
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

// sinceLeft returns how long before the end of the step the sides of a pair came apart [s]: the time at which they would
// meet again if all went back. What stopped or drove them in the step is not undone: if they do not meet since the last
// impact of either, they came apart at the end.
func (w *World) sinceLeft(k int32) float64 {
	p := &w.pairs[k]
	if w.movesPast(p) {
		if t, ok := w.meetsOnChords(p, true); ok {
			return t
		}
		return 0
	}
	span := w.set.Step
	for _, i := range [2]int32{p.a, p.b} {
		if i >= 0 {
			span = math.Min(span, w.set.Step-w.flights[i].lastImpact)
		}
	}
	t, ok := w.meetsOn(p, span, func(i int32) flight {
		f := w.flights[i]
		s := f.at(&w.bodies[i].mass, w.set.Step)
		s.V, s.L = s.V.Neg(), s.L.Neg()
		f.s, f.t0, f.t1 = s, 0, w.set.Step
		return f
	})
	if !ok {
		return 0
	}
	return t
}

// meetsOn returns the first time within a span at which the sides of a pair meet on other flights than those of the step,
// which of gives for each body [s].
func (w *World) meetsOn(p *pair, span float64, of func(i int32) flight) (t float64, ok bool) {
	ends := [2]int32{p.a, p.b}
	var kept [2]flight
	for n, i := range ends {
		if i >= 0 {
			kept[n] = w.flights[i]
			w.flights[i] = of(i)
		}
	}
	t, _, ok = w.workers[0].firstMeeting(p, 0, span)
	for n, i := range ends {
		if i >= 0 {
			w.flights[i] = kept[n]
		}
	}
	return t, ok
}

// movesPast reports whether a pair is that of a sensor with a member of a crowd that has moved.
func (w *World) movesPast(p *pair) bool {
	return p.sensor && (w.crowd.moved[p.a] || p.b >= 0 && w.crowd.moved[p.b])
}

// meetsOnChords returns the time from the start of the step at which the sides of a pair of which one is of a crowd first
// meet, if both go steadily from where they were to where they are after it [s]; or back, from its end.
func (w *World) meetsOnChords(p *pair, back bool) (t float64, ok bool) {
	h := w.set.Step
	return w.meetsOn(p, h, func(i int32) flight {
		f, from, to := &w.flights[i], &w.crowd.kept.bodies[i], &w.state.bodies[i]
		if back {
			from, to = to, from
		}
		turn := geom.QuatLog(to.Q.Mul(from.Q.Conj())).Scale(1 / h)
		s := rigid.State{X: from.X, Q: from.Q, V: to.X.Sub(from.X).Scale(1 / h), L: w.bodies[i].mass.AngularMomentum(from.Q, turn)}
		return flight{s: s, t1: h, stamp: f.stamp, island: -1, still: f.still}
	})
}

// senseMover updates the list for a mover, given by the index of its object. It enters and leaves sensors on the straight
// line of its way in the step, if it is in them at an end of that.
func (w *World) senseMover(i int) {
	id, now := int32(len(w.bodies)+i), w.state.movers[i].x
	for k := range len(w.bodies) + len(w.statics) {
		sensor := int32(k)
		if k >= len(w.bodies) {
			sensor = int32(len(w.bodies) - 1 - k)
		}
		if sensor >= 0 && !w.bodies[sensor].sensor || sensor < 0 && !w.statics[-1-sensor].sensor {
			continue
		}
		s := objectPair{id, sensor}
		_, was := slices.BinarySearchFunc(w.state.sensed, s, compareObjectPairs)
		inside := w.moverInside(i, now, sensor)
		if inside {
			w.sensedNow = append(w.sensedNow, s)
		}
		if inside == was {
			continue
		}
		kind := record.SensorBegin
		if was {
			kind = record.SensorEnd
		}
		since := 0.0 // the share of the step since it did
		if from := w.moversWere[i]; w.moverInside(i, from, sensor) == was {
			for low, high := 0.0, 1.0; since != 0.5*(low+high); {
				since = float64(0.5 * (low + high))
				if at := now.AddScaled(from.Sub(now), since); w.moverInside(i, at, sensor) == inside {
					low = since
				} else {
					high = since
				}
			}
		}
		w.addEvent(record.Event{Kind: kind, A: w.objectOf(sensor), B: id, Time: w.time() - float64(since*w.set.Step)})
	}
}

// moverInside reports whether a mover at x overlaps a sensor as it is after the step: body i, or static -1-i.
func (w *World) moverInside(mover int, x geom.Vec, i int32) bool {
	self := narrowphase.Convex{Shape: &w.movers[mover].shape, Pose: geom.Transform{P: x, Q: geom.IdentityQuat()}}
	box := self.Shape.Bounds(self.Pose)
	if i < 0 {
		for n := range w.statics[-1-i].placed {
			if haveCommon(&self, &w.statics[-1-i].placed[n].Convex, &box) {
				return true
			}
		}
		return false
	}
	for n := range w.bodies[i].parts {
		q := &w.bodies[i].parts[n]
		if haveCommon(&self, &narrowphase.Convex{Shape: q.Shape, Pose: q.at(&w.state.bodies[i])}, &box) {
			return true
		}
	}
	return false
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
		if boxA.Overlaps(&boxB) && w.workers[0].gap(&a, &b, &g) <= 0 {
			return true
		}
	}
	return false
}
