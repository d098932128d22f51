package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// eventModel predicts the events of a chunk from its rows and from each other. Encoder and decoder use it alike: first
// time and points of all events, then their components, one event after the other. It reads of an event only what is
// already known.
type eventModel struct {
	layout *layout
	rows   []uint64
	first  int64      // step of row 0
	normal []geom.Vec // of the last impact on each object
	// The bodies struck so far in the current step, and the index of each object among them, valid for this step.
	known []struckBody
	slots []int32
}

// maxTogether bounds the number of impacts at one time whose joint effect on a body is predicted.
const maxTogether = 64

// struckBody is a body that an impact of this step has met.
type struckBody struct {
	object        int32
	time          float64
	before, after record.Twist
	x             geom.Vec // assumed position of its centre
}

// start begins a chunk.
func (m *eventModel) start(l *layout, rows []uint64, first int64) {
	m.layout, m.rows, m.first, m.known = l, rows, first, m.known[:0]
	if len(m.normal) != len(l.bodies) {
		m.normal, m.slots = make([]geom.Vec, len(l.bodies)), make([]int32, len(l.bodies))
	}
	clear(m.normal)
	clear(m.slots)
}

// nextRow clears the impacts of a row.
func (m *eventModel) nextRow() {
	for i := range m.known {
		m.slots[m.known[i].object] = 0
	}
	m.known = m.known[:0]
}

// find returns the state of an object after the impacts of this row so far, nil if there were none.
func (m *eventModel) find(object int32) *struckBody {
	if object < 0 || int(object) >= len(m.slots) || m.slots[object] == 0 {
		return nil
	}
	return &m.known[m.slots[object]-1]
}

// time predicts the time of an event of row i, the event last before it in its row or nil: that of the last impact for
// another impact, else the end of the step.
func (m *eventModel) time(e, last *record.Event, i int) float64 {
	if e.Kind == record.Impact && last != nil && last.Kind == record.Impact {
		return last.Time
	}
	return float64(float64(m.first+int64(i)) * m.layout.step)
}

// body returns the layout of an object, nil if it is not a body with a motion of its own.
func (m *eventModel) body(object int32) *bodyPlace {
	if object < 0 || int(object) >= len(m.layout.bodies) || m.layout.bodies[object].at < 0 {
		return nil
	}
	return &m.layout.bodies[object]
}

// row returns the values of a body in the row before i, nil where there is none.
func (m *eventModel) row(b *bodyPlace, i int) []uint64 {
	if i == 0 {
		return nil
	}
	return m.rows[(i-1)*m.layout.values+b.at:][:bodyValues]
}

// place predicts where an impact of row i is: the centre of A in the row before.
func (m *eventModel) place(e *record.Event, i int) geom.Vec {
	b := m.body(e.A)
	if b == nil {
		return geom.Vec{}
	}
	row := m.row(b, i)
	if row == nil {
		return geom.Vec{}
	}
	return vecAt(row, atX)
}

// side predicts the state of a body just before an impact of row i.
func (m *eventModel) side(object int32, e *record.Event, i int) struckBody {
	if s := m.find(object); s != nil {
		r := *s
		if r.time != e.Time {
			r.x = rigid.Predict2Fall(r.x, r.after.V, e.Time-r.time)
			r.before, r.time = r.after, e.Time
		}
		return r
	}
	s := struckBody{object: object, time: e.Time}
	b := m.body(object)
	if b == nil {
		return s
	}
	row := m.row(b, i)
	if row == nil {
		return s
	}
	h := e.Time - float64(float64(m.first+int64(i)-1)*m.layout.step)
	v := vecAt(row, atV)
	s.x = rigid.Predict2Path(vecAt(row, atX), v, m.layout.gravity, h)
	s.before.V = rigid.Predict2Fall(v, m.layout.gravity, h)
	s.before.W = rigid.Predict2Rate(geom.Quat{W: math.Float64frombits(row[atQ]), V: vecAt(row, atQ+1)}, vecAt(row, atL), &b.invI)
	return s
}

// before predicts the velocities before an impact, and the normal, of an event whose time and points are known.
func (m *eventModel) before(e *record.Event, i int, p *record.Event) (sides [2]struckBody) {
	*p = record.Event{}
	if e.Kind != record.Impact {
		return sides
	}
	sides = [2]struckBody{m.side(e.A, e, i), m.side(e.B, e, i)}
	p.Before = [2]record.Twist{sides[0].before, sides[1].before}
	if e.B >= 0 && int(e.B) < len(m.normal) {
		p.N = m.normal[e.B]
	}
	return sides
}

// after predicts the rest of an event whose velocities before and normal are known. group are this event and those that
// follow it in its row.
func (m *eventModel) after(e *record.Event, i int, group []record.Event, sides *[2]struckBody, p *record.Event) {
	if e.Kind != record.Impact {
		return
	}
	p.After = e.Before
	for k, object := range [2]int32{e.A, e.B} {
		s := &sides[k]
		s.before = e.Before[k]
		if m.was(object, e.Time) {
			p.After[k] = s.after
			continue
		}
		p.After[k] = m.pushed(object, s, i, e, group)
	}
	weight := 0.0
	for k := range e.Points {
		q := &e.Points[k]
		p.Impulse = rigid.Predict2Add(p.Impulse, q.Impulse)
		u0, u1 := m.relative(sides, &e.Before, q.P), m.relative(sides, &p.After, q.P)
		p.EnergyLost = rigid.Predict2Mean(p.EnergyLost, q.Impulse, u0, u1)
		n := rigid.Predict2Dot(q.Impulse, e.N)
		weight += n
		p.Closing += float64(n * rigid.Predict2Dot(u0, e.N))
	}
	if p.Closing = math.Abs(p.Closing / weight); weight == 0 {
		p.Closing = 0
	}
}

// was reports whether an earlier impact of the step met a body at the same time.
func (m *eventModel) was(object int32, time float64) bool {
	s := m.find(object)
	return s != nil && s.time == time
}

// pushed returns the velocities of a body after all impacts of one time.
func (m *eventModel) pushed(object int32, s *struckBody, i int, e *record.Event, group []record.Event) record.Twist {
	t := s.before
	b := m.body(object)
	if b == nil {
		return t
	}
	q := geom.Quat{W: 1}
	if row := m.row(b, i); row != nil {
		q = geom.Quat{W: math.Float64frombits(row[atQ]), V: vecAt(row, atQ+1)}
	}
	for k := range group {
		g := &group[k]
		if k == maxTogether || g.Kind != record.Impact || g.Time != e.Time {
			break
		}
		if g.A != object && g.B != object {
			continue
		}
		for n := range g.Points {
			j := g.Points[n].Impulse
			if g.B == object {
				j = rigid.Predict2Sub(geom.Vec{}, j)
			}
			t.V, t.W = rigid.Predict2Push(q, t.V, t.W, j, rigid.Predict2Sub(g.Points[n].P, s.x), b.mass, &b.invI)
		}
	}
	return t
}

// relative returns the velocity of B at a point minus A's.
func (m *eventModel) relative(sides *[2]struckBody, t *[2]record.Twist, x geom.Vec) geom.Vec {
	a := rigid.Predict2Point(t[0].V, t[0].W, rigid.Predict2Sub(x, sides[0].x))
	b := rigid.Predict2Point(t[1].V, t[1].W, rigid.Predict2Sub(x, sides[1].x))
	return rigid.Predict2Sub(b, a)
}

// learn updates the model with a known event.
func (m *eventModel) learn(e *record.Event, sides *[2]struckBody) {
	if e.Kind != record.Impact {
		return
	}
	if e.B >= 0 && int(e.B) < len(m.normal) {
		m.normal[e.B] = e.N
	}
	for k, object := range [2]int32{e.A, e.B} {
		s := sides[k]
		s.object, s.time, s.before, s.after = object, e.Time, e.Before[k], e.After[k]
		if known := m.find(object); known != nil {
			*known = s
		} else if object >= 0 && int(object) < len(m.slots) {
			m.known = append(m.known, s)
			m.slots[object] = int32(len(m.known))
		}
	}
}
