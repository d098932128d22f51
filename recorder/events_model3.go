package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// eventModel3 predicts the events of a chunk for codec 3. It follows each struck body through the step, pose included:
// from the preceding row to the first impact, and on from there. Encoder and decoder use it alike: for each row the
// times of its events, then its groups (impacts at one time). For a group it predicts first what was before the
// impacts, for all of them, and then what was after.
type eventModel3 struct {
	layout *layout
	rows   []uint64
	first  int64 // step of row 0
	normal []geom.Vec
	known  []struck3 // in the current step, one a body
	slots  []int32   // place of each object there, of the step in turn
	recent []int32   // of each object: the row of its last impact, and one
	turns  []rigid.Predict5Turn
	turner rigid.Predict5Turner
}

// struck3 is a body that an impact of the current step has met.
type struck3 struct {
	object        int32
	group         int          // of its last impact
	time          float64      // of that, as far as the motion shows
	before, after record.Twist // of it
	afterKnown    bool         // after is known
	now           record.Twist // with the impulses of its group so far, from codec 5 on
	x             geom.Vec     // its pose at that time
	q             geom.Quat
	acc           geom.Vec // with which it flies on
}

// start begins a chunk.
func (m *eventModel3) start(l *layout, rows []uint64, first int64) {
	m.layout, m.rows, m.first, m.known = l, rows, first, m.known[:0]
	if len(m.normal) != len(l.bodies) {
		m.normal, m.slots, m.recent = make([]geom.Vec, len(l.bodies)), make([]int32, len(l.bodies)), make([]int32, len(l.bodies))
	}
	clear(m.normal)
	clear(m.slots)
	clear(m.recent)
}

// nextRow clears the impacts of a row.
func (m *eventModel3) nextRow() {
	for i := range m.known {
		m.slots[m.known[i].object] = 0
	}
	m.known = m.known[:0]
}

// body returns the layout of an object, nil if it is not a body with a motion of its own.
func (m *eventModel3) body(object int32) *bodyPlace {
	if object < 0 || int(object) >= len(m.layout.bodies) || m.layout.bodies[object].at < 0 {
		return nil
	}
	return &m.layout.bodies[object]
}

// motion is the motion of a body from its last known state to an impact.
type motion struct {
	from  departure
	l, w  geom.Vec // angular momentum there, and angular velocity by it
	h     float64  // [s]
	to    struck3
	done  bool // nothing to predict: another impact of the group has met the body, or the object is not a body
	timed bool // h follows from the free fall
}

// departure is the last known state of a body before an impact.
type departure struct {
	time float64
	x, v geom.Vec
	q    geom.Quat
	w    geom.Vec
	acc  geom.Vec // with which it flies on
}

// startMotion begins the motion of an object to an impact of row i, with its predicted velocity there.
func (m *eventModel3) startMotion(a *motion, object int32, group int, time float64, i int) {
	b := m.body(object)
	a.done, a.timed = b == nil, false
	if b != nil && m.slots[object] != 0 {
		k := &m.known[m.slots[object]-1]
		if k.group == group {
			a.to, a.done = *k, true
			return
		}
		a.from = departure{time: k.time, x: k.x, v: k.after.V, q: k.q, w: k.after.W, acc: k.acc}
	}
	a.to = struck3{object: object, group: group, time: time, q: geom.Quat{W: 1}}
	if a.done {
		return
	}
	if m.slots[object] == 0 {
		m.fromRow(&a.from, b, i)
	}
	a.h = time - a.from.time
	a.to.acc = a.from.acc
	a.to.before.V = rigid.Predict2Fall(a.from.v, a.from.acc, a.h)
}

// turn predicts how the bodies of an impact turn on their motions; their velocities at the end are known. The time
// follows from free fall, where a body falls freely.
func (m *eventModel3) turn(motions *[2]motion) {
	m.turns = m.turns[:0]
	for n := range motions {
		a := &motions[n]
		if a.done {
			continue
		}
		b := m.body(a.to.object)
		if !a.timed {
			a.h = rigid.Predict3Fallen(a.from.v, a.to.before.V, a.from.acc, a.h, m.layout.step*slackFall)
		}
		a.to.time = a.from.time + a.h
		a.l = rigid.Predict2Rate(a.from.q, a.from.w, &b.inertia)
		a.w = rigid.Predict2Rate(a.from.q, a.l, &b.invI)
		m.turns = addTurn(m.turns, a.from.q, a.w, a.l, a.l, &b.invI, a.h)
	}
	m.turner.Turn(m.turns)
	for n, k := 0, 0; n < len(motions); n++ {
		a := &motions[n]
		if a.done {
			continue
		}
		a.to.q = m.turns[k].Q
		k++
		a.to.before.W = rigid.Predict2Rate(a.to.q, a.l, &m.body(a.to.object).invI)
		a.to.x = rigid.Predict1Position(a.from.x, a.from.v, a.to.before.V, a.h)
	}
}

// slackFall is by how much of a step the times of an impact and of the motion of its bodies may differ: an impact has
// the time of touch, but its bodies are moved to the last time that the search has looked at.
const slackFall = 0x1p-12

// fromRow sets s to the state of a body at the end of the row before i.
func (m *eventModel3) fromRow(s *departure, b *bodyPlace, i int) {
	*s = departure{time: float64(float64(m.first+int64(i)-1) * m.layout.step), q: geom.Quat{W: 1}, acc: m.layout.gravity}
	if i == 0 {
		s.time = float64(float64(m.first) * m.layout.step)
		return
	}
	row := m.rows[(i-1)*m.layout.values+b.at:][:bodyValues]
	s.x, s.q = vecAt(row, atX), quatAt(row)
	s.v = vecAt(row, atV)
	s.w = rigid.Predict2Rate(s.q, vecAt(row, atL), &b.invI)
}

// arrive stores the bodies at the end of their motions, where their velocities are known. If one did not turn as
// predicted, its attitude is that under a steady torque.
func (m *eventModel3) arrive(motions *[2]motion, e *record.Event) {
	m.turns = m.turns[:0]
	var turned [2]bool
	for n := range motions {
		a, w := &motions[n], e.Before[n].W
		if turned[n] = !a.done && w != a.to.before.W; turned[n] {
			b := m.body(a.to.object)
			a.to.before.W = w
			m.turns = addTurn(m.turns, a.from.q, a.w, a.l, rigid.Predict2Rate(a.to.q, w, &b.inertia), &b.invI, a.h)
		}
	}
	m.turner.Turn(m.turns)
	k := 0
	for n := range motions {
		a := &motions[n]
		if turned[n] {
			a.to.q = m.turns[k].Q
			k++
		}
		if !a.done {
			a.to.now = a.to.before
			m.keep(&a.to)
		}
	}
}

// keep stores the state of a body at an impact.
func (m *eventModel3) keep(s *struck3) {
	if s.object < 0 || int(s.object) >= len(m.slots) {
		return
	}
	if slot := m.slots[s.object]; slot != 0 {
		m.known[slot-1] = *s
		return
	}
	m.known = append(m.known, *s)
	m.slots[s.object] = int32(len(m.known))
}

// struck returns the state of an object after the impacts of the step so far, nil if there were none.
func (m *eventModel3) struck(object int32) *struck3 {
	if slot := m.slots[object]; slot != 0 && m.known[slot-1].afterKnown {
		return &m.known[slot-1]
	}
	return nil
}

// latest updates the velocities of a body of an impact with those after the impacts of its group so far.
func (m *eventModel3) latest(s *struck3) {
	if s.object >= 0 && int(s.object) < len(m.slots) && m.slots[s.object] != 0 {
		k := &m.known[m.slots[s.object]-1]
		s.after, s.afterKnown, s.now = k.after, k.afterKnown, k.now
	}
}

// keepAfter stores the velocities of a body after an impact; all else is stored.
func (m *eventModel3) keepAfter(s *struck3) {
	if s.object >= 0 && int(s.object) < len(m.slots) && m.slots[s.object] != 0 {
		k := &m.known[m.slots[s.object]-1]
		k.after, k.afterKnown = s.after, true
		return
	}
	m.keep(s)
}

// place returns where the centre of an object is in the row before i, zeros where it is no body or there is no such
// row.
func (m *eventModel3) place(object int32, i int) geom.Vec {
	b := m.body(object)
	if b == nil || i == 0 {
		return geom.Vec{}
	}
	return vecAt(m.rows[(i-1)*m.layout.values+b.at:][:bodyValues], atX)
}

func (m *eventModel3) normalOf(object int32) geom.Vec {
	if object < 0 || int(object) >= len(m.normal) {
		return geom.Vec{}
	}
	return m.normal[object]
}

func (m *eventModel3) keepNormal(object int32, n geom.Vec) {
	if object >= 0 && int(object) < len(m.normal) {
		m.normal[object] = n
	}
}

// nowOf returns the velocities of the objects of an impact with the impulses of its group so far.
func (m *eventModel3) nowOf(sides *[2]struck3, e *record.Event) [2]record.Twist {
	now := e.Before
	if m.layout.codec > 4 {
		for n := range sides {
			if m.body(sides[n].object) != nil {
				now[n] = m.known[m.slots[sides[n].object]-1].now
			}
		}
	}
	return now
}

// push applies an impulse j on A at a place p to the known velocities.
func (m *eventModel3) push(sides *[2]struck3, j, p geom.Vec) {
	for n := range sides {
		if b := m.body(sides[n].object); b != nil {
			s := &m.known[m.slots[sides[n].object]-1]
			s.now.V, s.now.W = rigid.Predict2Push(s.q, s.now.V, s.now.W, j, rigid.Predict2Sub(p, s.x), b.mass, &b.invI)
		}
		j = rigid.Predict2Sub(geom.Vec{}, j)
	}
}

// pushed returns the velocities of a body after all impacts of a group.
func (m *eventModel3) pushed(s *struck3, group []record.Event, coded []codedEvent) record.Twist {
	t := s.before
	b := m.body(s.object)
	if b == nil {
		return t
	}
	if m.layout.codec > 4 {
		return s.now
	}
	for k := range group {
		g := &group[k]
		if g.A != s.object && g.B != s.object {
			continue
		}
		for n := range g.Points {
			j := g.Points[n].Impulse
			if g.B == s.object {
				j = rigid.Predict2Sub(geom.Vec{}, j)
			}
			t.V, t.W = rigid.Predict2Push(s.q, t.V, t.W, j, rigid.Predict2Sub(coded[k].at[n], s.x), b.mass, &b.invI)
		}
	}
	return t
}

// after predicts the velocities after an event of a group.
func (m *eventModel3) after(group []record.Event, coded []codedEvent, sides *[2]struck3) {
	for k := range sides {
		if s := &sides[k]; !s.afterKnown {
			s.after = m.pushed(s, group, coded)
		}
	}
}

// work predicts the impulse of an event, its closing speed and its energy, from the velocities after it.
func (m *eventModel3) work(e *record.Event, c *codedEvent, after *[2]record.Twist) (impulse geom.Vec, closing, energy float64) {
	weight := 0.0
	for k := range e.Points {
		q := &e.Points[k]
		impulse = rigid.Predict2Add(impulse, q.Impulse)
		u0, u1 := m.relative(&c.sides, &e.Before, c.at[k]), m.relative(&c.sides, after, c.at[k])
		energy = rigid.Predict2Mean(energy, q.Impulse, u0, u1)
		n := rigid.Predict2Dot(q.Impulse, c.n)
		weight += n
		closing += float64(n * rigid.Predict2Dot(u0, c.n))
	}
	if closing = math.Abs(closing / weight); weight == 0 {
		closing = 0
	}
	return impulse, closing, energy
}

// relative returns the velocity of B at a point minus A's.
func (m *eventModel3) relative(sides *[2]struck3, t *[2]record.Twist, x geom.Vec) geom.Vec {
	a := rigid.Predict2Point(t[0].V, t[0].W, rigid.Predict2Sub(x, sides[0].x))
	b := rigid.Predict2Point(t[1].V, t[1].W, rigid.Predict2Sub(x, sides[1].x))
	return rigid.Predict2Sub(b, a)
}
