package sim

import (
	"math"

	"github.com/prang-sim/prang/response"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// impactRow is a pair in an impact problem, with the range of its contact points.
type impactRow struct {
	pair       int32
	first, end int32
	before     [2]record.Twist
	model      ImpactModel
	// For a model of a single point, this one replaces all points.
	point     response.ImpactPoint
	exhausted bool // without restitution, because of a limit
}

// addImpact adds the contact points of a pair to the problem that strike solves. An exhausted pair is struck without
// restitution.
func (w *World) addImpact(k int32, touches []touch, exhausted bool) {
	p := &w.pairs[k]
	if w.manyParted(p) {
		touches = w.reduce(touches, w.size(p))
	}
	if len(w.impactRows) == 0 {
		w.impactPoints, w.impactBodies = w.impactPoints[:0], w.impactBodies[:0]
	}
	s := w.surfaceOf(p)
	e := 0.0
	if !exhausted && !w.pressed(p) {
		closing := 0.0
		for i := range touches {
			closing = math.Max(closing, w.approach(p, &touches[i]))
		}
		e = s.restitution(closing)
	}
	row := impactRow{pair: k, first: int32(len(w.impactPoints)), model: s.model, exhausted: exhausted}
	a, b := w.impactSlot(p.a), int32(-1)
	if p.b >= 0 {
		b = w.impactSlot(p.b)
	}
	side := w.impactOffset(p)
	for i := range touches {
		t := &touches[i]
		t.p = t.p.AddScaled(t.n, float64(side*t.sep))
		w.impactPoints = append(w.impactPoints, response.ImpactPoint{
			A: a, B: b, P: t.p, N: t.n, Restitution: e, Friction: s.friction,
		})
		w.impactFeatures = append(w.impactFeatures[:row.first+int32(i)], uint32(t.key.feature))
	}
	row.end = int32(len(w.impactPoints))
	row.before = w.twists(p)
	if s.model != Newton && len(touches) > 0 {
		row.point = w.impactPoints[row.first]
		row.point.P, row.point.N = w.centroid(touches, float64(1e-9*w.size(p)))
		if !(w.approach(p, &touch{p: row.point.P, n: row.point.N}) > w.threshold()) {
			// It was struck there already, and still approaches with one of its ends.
			row.point.P, row.point.N = w.approaching(p, touches)
		}
	}
	w.impactRows = append(w.impactRows, row)
}

// approaching returns the mean of the contact points that approach as fast as an impact, weighted by their speeds above
// that, and of their normals: points that approach alike, as the upper and the lower corner of an edge, count alike,
// whichever comes first. If there are none, it is the fastest point.
func (w *World) approaching(p *pair, touches []touch) (at, n geom.Vec) {
	o, sum, k := touches[0].p, 0.0, 0
	for i := range touches {
		t := &touches[i]
		v := w.approach(p, t)
		if v > w.approach(p, &touches[k]) {
			k = i
		}
		if more := v - w.threshold(); more > 0 {
			at, n, sum = at.AddScaled(t.p.Sub(o), more), n.AddScaled(t.n, more), sum+more
		}
	}
	if n = n.Normalize(); n == (geom.Vec{}) {
		return touches[k].p, touches[k].n
	}
	return o.AddScaled(at, 1/sum), n
}

// maxPressedImpacts is the number of further impacts that a body may have in a step once it is pressed: impacts would
// go to and fro between it and its neighbours without end. The contact solver takes the rest.
const maxPressedImpacts = 4

// pressed reports whether the sides of a pair have been found to have no room for restitution in this step: a driven
// body presses one of them over others on the world. Later impacts of these bodies in the step have no restitution
// either: a solution with it would be searched for each time, in vain.
func (w *World) pressed(p *pair) bool {
	return !w.bodies[p.a].driven && w.flights[p.a].pressed || p.b >= 0 && !w.bodies[p.b].driven && w.flights[p.b].pressed
}

// impactOffset returns where along the normal an impact acts, relative to the separation: 0, the middle of the
// remaining gap; but if nothing moves one side, the surface of the other side, whose lever arm is that of the point
// that is struck.
func (w *World) impactOffset(p *pair) float64 {
	switch {
	case p.b < 0 || w.bodies[p.b].driven:
		return -0.5
	case w.bodies[p.a].driven:
		return 0.5
	}
	return 0
}

// centroid returns the centroid of the area, or line, that the points span, and the mean of their normals. It changes
// the order of the points.
func (w *World) centroid(touches []touch, tol float64) (c, n geom.Vec) {
	for i := range touches {
		n = n.Add(touches[i].n)
	}
	n = n.Normalize()
	if n == (geom.Vec{}) {
		n = touches[0].n
	}
	corners := touches[:w.hull(touches, n, tol)]
	o := corners[0].p
	var sum geom.Vec
	area, long, ends := 0.0, 0.0, [2]geom.Vec{o, o}
	for i := range corners {
		if i > 1 {
			u, v := corners[i-1].p.Sub(o), corners[i].p.Sub(o)
			a := math.Abs(u.Cross(v).Dot(n))
			area += a
			sum = sum.AddScaled(u.Add(v), a/3)
		}
		for k := range i {
			if d := corners[i].p.Sub(corners[k].p).Len(); d > long {
				long, ends = d, [2]geom.Vec{corners[k].p, corners[i].p}
			}
		}
	}
	// Two triangles of a mesh may both give one end of a line: with the other they are no area.
	if area > float64(tol*long) {
		return o.AddScaled(sum, 1/area), n
	}
	return ends[0].Add(ends[1]).Scale(0.5), n
}

// impactSlot returns the index of body i in the impact problem, and adds it if it is new.
func (w *World) impactSlot(i int32) int32 {
	if w.slotOf[i] >= 0 {
		return w.slotOf[i]
	}
	f, m := &w.flights[i], &w.bodies[i].mass
	w.slotOf[i] = int32(len(w.impactBodies))
	w.impactMembers = append(w.impactMembers[:len(w.impactBodies)], i)
	invMass, inv := w.bodies[i].inverse(f.s.Q)
	w.impactBodies = append(w.impactBodies, response.ImpactBody{
		InvMass: invMass, InvInertia: inv,
		X: f.s.X, V: f.s.V, W: m.AngularVelocity(f.s.Q, f.s.L),
	})
	return w.slotOf[i]
}

// twists returns the velocities of both sides of a pair, zero for a static.
func (w *World) twists(p *pair) [2]record.Twist {
	var t [2]record.Twist
	for n, i := range [2]int32{p.a, p.b} {
		if i >= 0 {
			f := &w.flights[i]
			t[n] = w.bodies[i].twist(&f.s)
		}
	}
	return t
}

// strike solves all collected impacts as one problem and gives each body its impulse. They are reported at time t, or
// at that of the last impact of a body among them if that is later because its gap had to close: what follows from an
// impact is not reported before it.
func (w *World) strike(t float64) {
	if len(w.impactRows) == 0 {
		return
	}
	for n := range w.impactBodies {
		t = math.Max(t, w.flights[w.impactMembers[n]].lastImpact)
	}
	for n := range w.impactBodies {
		w.slotOf[w.impactMembers[n]], w.flights[w.impactMembers[n]].lastImpact = -1, t
	}
	var options response.ImpactOptions
	if row := &w.impactRows[0]; len(w.impactRows) == 1 && len(w.impactStops) == 0 && row.model != Newton {
		options.Model = row.model
		w.impactPoints = append(w.impactPoints[:row.first], row.point)
		row.end = row.first + 1
	}
	w.impacts.Join(w.impactJoints)
	w.noteTwists()
	most, mayBreak := w.topImpactSpeed(), w.startShares()
	result := w.impacts.Solve(w.impactBodies, w.impactPoints, options)
	squeezed := result.Squeezed || w.escapes(&result, most)
	if mayBreak {
		squeezed = w.breakInImpact(&result, options, most, squeezed)
	}
	if squeezed && w.squeezeStruck(t) {
		return
	}
	for n := range w.impactPoints {
		q := &w.impactPoints[n]
		w.applyImpulse(q.A, q.P, q.Impulse)
		w.applyImpulse(q.B, q.P, q.Impulse.Neg())
	}
	w.applyJointImpulses()
	w.bookImpactJoints()
	w.bookImpactStops()
	driven, free := false, 0
	for n := range w.impactBodies {
		if w.bodies[w.impactMembers[n]].driven {
			driven = true
		} else {
			free++
			w.noteStruck(w.impactMembers[n])
		}
	}
	if driven && free > 1 && result.EnergyLimited && result.RestitutionFactor == 0 {
		for n := range w.impactBodies {
			f := &w.flights[w.impactMembers[n]]
			f.pressed = true
			f.impacts = max(f.impacts, int32(w.set.MaxImpacts)-maxPressedImpacts)
		}
	}
	told, rough := false, w.impactOutOfContacts()
	for n := range w.impactRows {
		row := &w.impactRows[n]
		p := &w.pairs[row.pair]
		w.bookImpact(row)
		if w.staysInContact(row) {
			w.unite(p)
		}
		if !w.struck(row) {
			continue // a support without reaction
		}
		w.impactEvent(row, t, rough)
		told = true
		if row.exhausted && driven {
			// It is squeezed through a chain of others, whose impacts would never end.
			w.leaveToSolver(p.a)
			w.leaveToSolver(p.b)
		}
		switch {
		case result.Squeezed:
			w.limitEvent(p, t, "squeezed")
			w.leaveToSolver(p.a)
			w.leaveToSolver(p.b)
		case result.Status == response.OutOfIterations && !(result.Residual <= toldError):
			w.limitEvent(p, t, "impact-iterations")
		}
		if result.EnergyLimited {
			w.limitEvent(p, t, "energy")
		}
		w.markCrashed(p.a)
		w.markCrashed(p.b)
		w.damage(p.a, row)
		w.damage(p.b, row)
	}
	if told {
		w.jointEvents(t, rough, true)
	}
	w.tellBroken(t)
	w.settleStruckTyres()
}

// toldError is the error in the laws of an impact, relative to its largest velocity, above which it is reported. Points
// of a face that has turned by a millionth out of its plane have no impulses with a smaller one; the states after an
// impact of bodies in contact are rounded by more.
const toldError = 1e-9

// struck reports whether a point of a pair has an impulse.
func (w *World) struck(row *impactRow) bool {
	for n := row.first; n < row.end; n++ {
		if (w.impactPoints[n].Impulse != geom.Vec{}) {
			return true
		}
	}
	return false
}

// applyImpulse gives the body in a slot of the impact problem the impulse j at the point x.
func (w *World) applyImpulse(slot int32, x, j geom.Vec) {
	if slot < 0 {
		return
	}
	i := w.impactMembers[slot]
	if w.bodies[i].driven {
		return
	}
	f := &w.flights[i]
	f.s.V = f.s.V.AddScaled(j, w.bodies[i].mass.Inv)
	f.s.L = f.s.L.Add(x.Sub(f.s.X).Cross(j))
}

func (w *World) markCrashed(i int32) {
	if i >= 0 && w.bodies[i].vehicle >= 0 {
		w.state.crashed[w.bodies[i].vehicle] = true
	}
}

// staysInContact reports whether a point of the pair separates too slowly to leave the contact.
func (w *World) staysInContact(row *impactRow) bool {
	p := &w.pairs[row.pair]
	for n := row.first; n < row.end; n++ {
		q := &w.impactPoints[n]
		u := w.pointVelocity(p.b, q.P).Sub(w.pointVelocity(p.a, q.P)).Dot(q.N)
		if u < w.threshold() {
			return true
		}
	}
	return false
}

// impactEvent adds the event of a pair's impact, rounded or to the last bit.
func (w *World) impactEvent(row *impactRow, t float64, rough bool) {
	p := &w.pairs[row.pair]
	e := w.newEvent(record.Impact, p, t)
	e.Before, e.After = row.before, w.twists(p)
	g, ok := w.outputGridsOf(p.a, p.b)
	if rough = rough && ok; rough {
		g.roundTwists(&e.Before)
		g.roundTwists(&e.After)
	}
	var weight, closing, lost float64
	var n geom.Vec
	for k := row.first; k < row.end; k++ {
		q := &w.impactPoints[k]
		at, j := q.P, q.Impulse
		if rough {
			at, j = onGridVec(at, g.x), onGridVec(j, g.j)
		}
		before, after := w.relative(p, &e.Before, q.P), w.relative(p, &e.After, q.P)
		jn := -j.Dot(q.N)
		weight += jn
		closing -= float64(jn * before.Dot(q.N))
		lost += float64(0.5 * j.Dot(before.Add(after)))
		n = n.AddScaled(q.N, jn)
		e.Impulse = e.Impulse.Add(j)
		e.Points = append(e.Points, record.Point{P: at, Impulse: j, Feature: w.impactFeatures[k]})
	}
	e.N = n.Normalize()
	if weight > 0 {
		e.Closing = closing / weight
	}
	e.EnergyLost = lost
	if rough {
		e.N, e.Closing, e.EnergyLost = onGridVec(e.N, g.n), onGrid(e.Closing, g.v), onGrid(lost, g.j)
	}
}

// relative returns the velocity of B's material point at x relative to A's, for the given twists.
func (w *World) relative(p *pair, t *[2]record.Twist, x geom.Vec) geom.Vec {
	u := t[0].V.Add(t[0].W.Cross(x.Sub(w.flights[p.a].s.X))).Neg()
	if p.b >= 0 {
		u = u.Add(t[1].V.Add(t[1].W.Cross(x.Sub(w.flights[p.b].s.X))))
	}
	return u
}

// newEvent adds an event of a pair to the frame; it reuses the memory of points of earlier steps.
func (w *World) newEvent(kind record.EventKind, p *pair, t float64) *record.Event {
	return w.addEvent(record.Event{Kind: kind, A: p.a, B: w.objectOf(p.b), Time: w.time() + t})
}

// addEvent adds an event to the frame; it reuses the memory of points of earlier steps.
func (w *World) addEvent(e record.Event) *record.Event {
	l := w.frame.Events
	if len(l) < cap(l) {
		l = l[:len(l)+1]
		e.Points = l[len(l)-1].Points[:0]
		l[len(l)-1] = e
	} else {
		l = append(l, e)
	}
	w.frame.Events = l
	return &l[len(l)-1]
}

// objectOf returns the index in the table of objects of body i, or of static -1-i.
func (w *World) objectOf(i int32) int32 {
	if i >= 0 {
		return i
	}
	return int32(len(w.bodies)+len(w.movers)) - 1 - i
}

func (w *World) limitEvent(p *pair, t float64, detail string) {
	e := w.newEvent(record.Limit, p, t)
	e.Detail = detail
}
