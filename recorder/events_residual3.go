package recorder

import (
	"math"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// In codec 3 the columns of events hold residuals to what an eventModel3 predicts, or lines. The marks of an event:
const (
	markOnGrids = 1 << 0 // its numbers are on the grids of its objects, and lines are stored
	markBegins  = 1 << 1 // it begins another group at the time of the one before
)

// eventCoder3 codes the events of a chunk, group by group; impacts at one time are a group. It replaces stored values
// by actual ones, or, with out, leaves the events unchanged and writes the stored values there.
type eventCoder3 struct {
	model     eventModel3
	out       *eventEncoder
	next      int    // event
	groups    int    // so far in the chunk
	marks     []byte // of the events of the chunk
	corners   []byte // of a decoder, those of the points that follow
	coded     [maxTogether]codedEvent
	numbers   *eventNumbers    // of codec 4, which stores them elsewhere
	pairs     map[uint64]int32 // of codec 4: the place of a pair in met
	histories []pairHistory
	balance   *balance4  // of codec 4
	alone     bool       // the current group has one event
	law       contactLaw // from the last impact of any pair
	places    []geom.Vec // of the points of the current group
	motions   [2]motion  // of the bodies of the current impact
}

// codedEvent is an event under way.
type codedEvent struct {
	values [record.EventValues]uint64 // as they are stored
	actual [record.EventValues]uint64 // as they are
	grids  *eventGrids                // nil where it is not on them
	room   eventGrids
	sides  [2]struck3
	pair   int32      // its pair's place among those that have met, of codec 4
	n      geom.Vec   // normal, and
	at     []geom.Vec // places of the points, from codec 5 on the exact predictions where these round to them
	share  float64    // its impulse, of the last one of the pair
}

// encode makes the columns of residuals of the events of a chunk.
func (c *eventCoder3) encode(g *eventEncoder, l *layout, rows []uint64, first int64, e *chunkEvents) {
	c.begin(g, len(e.events))
	c.run(l, rows, first, e, nil)
}

// begin makes room for the columns of n events.
func (c *eventCoder3) begin(g *eventEncoder, n int) {
	g.reset()
	g.marks = append(g.marks, make([]byte, n)...)
	c.out, c.marks = g, g.marks
}

// restore undoes encode: e has the events as they were decoded from columns of residuals.
func (c *eventCoder3) restore(l *layout, rows []uint64, first int64, e *chunkEvents) {
	c.resume(e)
	c.run(l, rows, first, e, e.times)
}

// resume begins to restore events.
func (c *eventCoder3) resume(e *chunkEvents) {
	c.out, c.marks, c.corners = nil, e.marks, e.corners
}

func (c *eventCoder3) run(l *layout, rows []uint64, first int64, e *chunkEvents, times []uint64) {
	c.start(l, rows, first)
	for i := range len(e.starts) - 1 {
		times = c.row(e.at(i), i, times)
	}
}

// start begins a chunk.
func (c *eventCoder3) start(l *layout, rows []uint64, first int64) {
	c.model.start(l, rows, first)
	c.next, c.groups = 0, 0
	if c.pairs == nil {
		c.pairs = map[uint64]int32{}
	}
	clear(c.pairs)
	c.histories, c.law = c.histories[:0], contactLaw{}
}

// row goes through the events of row i; times are those that are left, of a decoder.
func (c *eventCoder3) row(events []record.Event, i int, times []uint64) []uint64 {
	c.model.nextRow()
	if len(events) == 0 {
		return times
	}
	c.heads(events, i, times)
	if times != nil {
		times = times[len(events):]
	}
	for k := 0; k < len(events); {
		end := c.groupEnd(events, k)
		c.groups++
		c.group(events[k:end], i)
		k = end
	}
	return times
}

// groupEnd returns the end of the group that begins with event k, the next one: impacts of one problem, else one event.
func (c *eventCoder3) groupEnd(events []record.Event, k int) int {
	end := k + 1
	for end < len(events) && end-k < maxTogether && events[k].Kind == record.Impact && events[end].Kind == record.Impact &&
		events[end].Time == events[k].Time {
		if c.out != nil && begins(events[k:end], &events[end]) {
			c.marks[c.next+end-k] |= markBegins
		}
		if c.marks[c.next+end-k]&markBegins != 0 {
			break
		}
		end++
	}
	return end
}

// begins reports whether an impact at the time of the preceding group belongs to another problem: its velocities before
// are then not those of the group for some body.
func begins(group []record.Event, e *record.Event) bool {
	for i := range group {
		for n, object := range [2]int32{group[i].A, group[i].B} {
			if object == e.A && group[i].Before[n] != e.Before[0] || object == e.B && group[i].Before[n] != e.Before[1] {
				return true
			}
		}
	}
	return false
}

// heads codes what does not need the motion of bodies.
func (c *eventCoder3) heads(events []record.Event, i int, times []uint64) {
	for k := range events {
		e := &events[k]
		p := float64(float64(c.model.first+int64(i)) * c.model.layout.step)
		if k > 0 && e.Kind == record.Impact && events[k-1].Kind == record.Impact {
			p = events[k-1].Time
		}
		var time uint64
		switch {
		case c.out != nil:
			time = residual(math.Float64bits(e.Time), bitsOf(p))
			c.out.addHead(uint32(i), e, time)
		case c.numbers == nil:
			time = times[k]
		}
		if c.numbers != nil {
			c.numbers.run(kindTime, &time)
		}
		if c.out == nil {
			e.Time = math.Float64frombits(restore(time, bitsOf(p)))
		}
	}
}

// onGrids reports whether all numbers of an impact are on its grids.
func (c *eventCoder3) onGrids(e *record.Event) bool {
	if e.Kind != record.Impact {
		return false
	}
	var room eventGrids
	g := c.model.layout.eventGrids(e.A, e.B, &room)
	if g == nil {
		return false
	}
	ok := g.j.has(math.Float64bits(e.EnergyLost)) && g.u.has(math.Float64bits(e.Closing)) && g.j.hasAll(e.Impulse) && g.n.hasAll(e.N)
	for n := 0; ok && n < len(g.w); n++ {
		b, a := &e.Before[n], &e.After[n]
		ok = g.u.hasAll(b.V) && g.w[n].hasAll(b.W) && g.u.hasAll(a.V) && g.w[n].hasAll(a.W)
	}
	for j := 0; ok && j < len(e.Points); j++ {
		p := &e.Points[j]
		ok = g.x.hasAll(p.P) && g.j.hasAll(p.Impulse)
	}
	return ok
}

// group codes the events of a group of row i.
func (c *eventCoder3) group(events []record.Event, i int) {
	c.alone = len(events) == 1
	c.places = c.places[:0]
	for k := range events {
		c.before(&events[k], &c.coded[k], i)
	}
	for k := range events {
		c.after(events, k)
	}
}

// before codes the velocities before an impact, its normal and its points; of any other event, everything.
func (c *eventCoder3) before(e *record.Event, s *codedEvent, i int) {
	m := &c.model
	s.grids = nil
	if c.out != nil && c.onGrids(e) {
		c.marks[c.next] |= markOnGrids
	}
	if c.marks[c.next]&markOnGrids != 0 {
		s.grids = m.layout.eventGrids(e.A, e.B, &s.room)
	}
	c.next++
	if c.numbers == nil || c.out != nil && e.Kind != record.Impact {
		e.Bits(&s.values)
		s.actual = s.values
	}
	if c.numbers != nil {
		s.pair = c.pairOf(e)
	}
	if e.Kind != record.Impact {
		c.code(e, s, &record.Event{}, 0, record.EventValues)
		s.sides = [2]struck3{{object: -1, x: m.place(e.A, i)}, {object: -1}}
		c.points(e, s)
		return
	}
	motions := &c.motions
	for n, object := range [2]int32{e.A, e.B} {
		m.startMotion(&motions[n], object, c.groups, e.Time, i)
	}
	c.codeBefore(e, s, motions)
	m.arrive(motions, e)
	for n := range motions {
		s.sides[n] = motions[n].to
		if motions[n].done && m.body(motions[n].to.object) == nil {
			s.sides[n].before = e.Before[n]
		}
	}
	if s.n = e.N; c.numbers != nil {
		c.normal(e, s)
	}
	m.keepNormal(e.B, s.n)
	c.points(e, s)
	if c.numbers != nil {
		c.keepPair(e, s)
	}
}

// codeBefore codes the velocities before an impact; up to codec 3 first its normal.
func (c *eventCoder3) codeBefore(e *record.Event, s *codedEvent, motions *[2]motion) {
	if c.numbers != nil {
		c.speeds(e, s, motions)
		c.model.turn(motions)
		for n := range motions {
			c.codeVector(10+6*n, &e.Before[n].W, motions[n].to.before.W, s.gridOf(10+6*n), nil, 0)
		}
		return
	}
	p := record.Event{N: c.model.normalOf(e.B)}
	for n := range motions {
		p.Before[n] = motions[n].to.before
	}
	c.code(e, s, &p, 0, 3)
	c.code(e, s, &p, 7, 10)
	c.code(e, s, &p, 13, 16)
	for n := range motions {
		if !motions[n].done {
			motions[n].to.before.V = e.Before[n].V
		}
	}
	c.model.turn(motions)
	for n := range motions {
		p.Before[n].W = motions[n].to.before.W
	}
	c.code(e, s, &p, 10, 13)
	c.code(e, s, &p, 16, 19)
}

// gridOf returns the grid of the component of an event, nil where there is none.
func (s *codedEvent) gridOf(component int) *gridStep {
	if s.grids == nil {
		return nil
	}
	return s.grids.of(component)
}

// after codes the rest of impact k of a group.
func (c *eventCoder3) after(events []record.Event, k int) {
	e, s, m := &events[k], &c.coded[k], &c.model
	if e.Kind == record.Impact {
		for n := range s.sides {
			m.latest(&s.sides[n])
		}
		c.weigh(e, s)
		m.after(events, c.coded[:len(events)], &s.sides)
		c.codeAfter(e, s)
		for n := range s.sides {
			s.sides[n].after, s.sides[n].afterKnown = e.After[n], true
			m.keepAfter(&s.sides[n])
		}
	}
	if c.out != nil && c.numbers == nil {
		c.out.addComponents(&s.values)
	}
}

// codeAfter codes the velocities after an impact, its closing speed, impulse and energy.
func (c *eventCoder3) codeAfter(e *record.Event, s *codedEvent) {
	if c.numbers == nil {
		p := record.Event{After: [2]record.Twist{s.sides[0].after, s.sides[1].after}}
		c.code(e, s, &p, 19, 31)
		p.Impulse, p.Closing, p.EnergyLost = c.model.work(e, s, &p.After)
		c.code(e, s, &p, 3, 7)
		c.code(e, s, &p, 31, 32)
		return
	}
	for n := range s.sides {
		v, w := 19+6*n, 22+6*n
		c.codeVector(v, &e.After[n].V, s.sides[n].after.V, s.gridOf(v), nil, 0)
		c.codeVector(w, &e.After[n].W, s.sides[n].after.W, s.gridOf(w), c.errorOf(e, s, w), s.share)
	}
	after := e.After
	if !c.exact() {
		after = [2]record.Twist{s.sides[0].after, s.sides[1].after}
	}
	impulse, closing, energy := c.model.work(e, s, &after)
	c.codeNumber(3, &e.Closing, closing, s.gridOf(3), c.errorOf(e, s, 3), s.share)
	c.codeVector(4, &e.Impulse, impulse, s.gridOf(4), nil, 0)
	c.codeNumber(31, &e.EnergyLost, energy, s.gridOf(31), c.errorOf(e, s, 31), s.share)
	c.addImpact(e, s)
	c.learnLaw(e, s)
}

// code codes the components from up to but not with to of an event, whole vectors: its own numbers become those that
// are stored, or the other way round.
func (c *eventCoder3) code(e *record.Event, s *codedEvent, p *record.Event, from, to int) {
	for at, end := from, 0; at < to; at = end {
		if end = at + 3; at == 3 || at == 31 {
			end = at + 1
		}
		v, actual := s.values[at:end], s.actual[at:end]
		var predicted [3]uint64
		partBits(p, at, &predicted)
		var g *gridStep
		if s.grids != nil {
			g = s.grids.of(at)
		}
		again := c.errorOf(e, s, at)
		if c.numbers != nil && c.out == nil {
			c.vector(at, g != nil, again, s.share, v)
		}
		c.values(actual, v, predicted[:], g)
		if c.out == nil {
			setPartBits(e, at, actual)
		} else if c.numbers != nil {
			c.vector(at, g != nil, again, s.share, v)
		}
	}
}

// points codes the points of an event, each from the centre of A or from a corner.
func (c *eventCoder3) points(e *record.Event, s *codedEvent) {
	first := len(c.places)
	for j := range e.Points {
		corner := 0
		if c.out == nil {
			corner, c.corners = int(c.corners[0]), c.corners[1:]
		} else {
			corner = c.corner(e, s, j)
			c.out.corners = append(c.out.corners, byte(corner))
		}
		place := c.placeOf(e, s, j, corner)
		if c.numbers != nil {
			c.point(e, s, j, place)
			if c.out != nil {
				c.out.features = append(c.out.features, e.Points[j].Feature)
			}
			continue
		}
		v, p := e.Points[j].Bits(), (&record.Point{P: place}).Bits()
		actual := v
		for _, at := range [2]int{0, 3} {
			c.values(actual[at:at+3], v[at:at+3], p[at:at+3], s.pointGrid(at))
		}
		if c.out != nil {
			c.out.addPoint(&v, e.Points[j].Feature)
		} else {
			e.Points[j].SetBits(&actual)
		}
		c.places = append(c.places, e.Points[j].P)
	}
	s.at = c.places[first:]
}

// pointGrid returns the grid of the component of a point, nil where there is none.
func (s *codedEvent) pointGrid(component int) *gridStep {
	if s.grids == nil {
		return nil
	}
	return s.grids.ofPoint(component)
}

// corner returns the number of the corner from which point j of an event is predicted, againPlace if the last impact of
// the pair had the point.
func (c *eventCoder3) corner(e *record.Event, s *codedEvent, j int) int {
	if c.numbers != nil && c.placeOf(e, s, j, againPlace) == e.Points[j].P {
		return againPlace
	}
	return c.model.nearest(&s.sides, e.Points[j].P)
}

// placeOf returns where a point is predicted.
func (c *eventCoder3) placeOf(e *record.Event, s *codedEvent, j, corner int) geom.Vec {
	if corner == againPlace && c.numbers != nil {
		for _, q := range c.histories[s.pair].points {
			if q.Feature == e.Points[j].Feature {
				return q.P
			}
		}
	}
	return c.model.cornerAt(&s.sides, corner)
}

// values codes numbers, predicted as p, on a grid where there is one.
func (c *eventCoder3) values(actual, stored, p []uint64, g *gridStep) {
	stored, p = stored[:len(actual)], p[:len(actual)]
	switch {
	case g == nil && c.out != nil:
		for k, v := range actual {
			stored[k] = residual(v, finite(p[k]))
		}
	case g == nil:
		for k := range actual {
			actual[k] = restore(stored[k], finite(p[k]))
		}
	case c.out != nil:
		for k, v := range actual {
			stored[k] = g.lines(v, g.base(p[k])) // the base of NaN is 0, too
		}
	default:
		for k := range actual {
			if actual[k] = g.base(p[k]); stored[k] != 0 {
				actual[k] = g.from(stored[k], actual[k])
			}
		}
	}
}
