package recorder

import (
	"fmt"
	"math"
	"slices"

	"github.com/prang-sim/prang/sim/record"
)

// In codec 2 the columns of the events hold residuals to what an eventModel predicts.

// encodeResiduals makes the columns of residuals of the events of a chunk.
func (g *eventEncoder) encodeResiduals(m *eventModel, c *chunkEvents) {
	g.reset()
	for i := range len(c.starts) - 1 {
		events := c.at(i)
		m.nextRow()
		for k := range events {
			g.addResiduals(m, events, k, i)
		}
	}
}

func (g *eventEncoder) addResiduals(m *eventModel, events []record.Event, k, i int) {
	e := &events[k]
	var last *record.Event
	if k > 0 {
		last = &events[k-1]
	}
	g.addHead(uint32(i), e, residual(math.Float64bits(e.Time), bitsOf(m.time(e, last, i))))
	place := record.Point{P: m.place(e, i)}
	for j := range e.Points {
		v, p := e.Points[j].Bits(), place.Bits()
		for n := range v {
			v[n] = residual(v[n], finite(p[n]))
		}
		g.addPoint(&v, e.Points[j].Feature)
	}
	var p record.Event
	var actual, predicted [record.EventValues]uint64
	e.Bits(&actual)
	sides := m.before(e, i, &p)
	m.after(e, i, events[k:], &sides, &p)
	p.Bits(&predicted)
	for n := range actual {
		actual[n] = residual(actual[n], finite(predicted[n]))
	}
	g.addComponents(&actual)
	m.learn(e, &sides)
}

// finite returns the bits of a prediction, +0 for what is not a number.
func finite(b uint64) uint64 { return bitsOf(math.Float64frombits(b)) }

// restoreEvents undoes encodeResiduals: c has the events as they were decoded from columns of residuals, times
// included.
func restoreEvents(m *eventModel, c *chunkEvents, times []uint64) {
	for i := range len(c.starts) - 1 {
		m.nextRow()
		events := c.at(i)
		for k := range events {
			e := &events[k]
			var last *record.Event
			if k > 0 {
				last = &events[k-1]
			}
			e.Time = math.Float64frombits(restore(times[int(c.starts[i])+k], bitsOf(m.time(e, last, i))))
			place := record.Point{P: m.place(e, i)}
			for j := range e.Points {
				restorePoint(&e.Points[j], &place)
			}
		}
		for k := range events {
			restoreComponents(m, events, k, i)
		}
	}
}

func restorePoint(q, place *record.Point) {
	v, p := q.Bits(), place.Bits()
	for n := range v {
		v[n] = restore(v[n], finite(p[n]))
	}
	q.SetBits(&v)
}

func restoreComponents(m *eventModel, events []record.Event, k, i int) {
	e := &events[k]
	var p record.Event
	var v, predicted [record.EventValues]uint64
	e.Bits(&v)
	sides := m.before(e, i, &p)
	p.Bits(&predicted)
	restored := v
	for n := range restored {
		restored[n] = restore(v[n], finite(predicted[n]))
	}
	e.SetBits(&restored) // normal and velocities before are right now
	m.after(e, i, events[k:], &sides, &p)
	p.Bits(&predicted)
	for n := range restored {
		restored[n] = restore(v[n], finite(predicted[n]))
	}
	e.SetBits(&restored)
	m.learn(e, &sides)
}

// gather makes g the columns of events as codec 1 has them: those that the hash is of. It refuses events that are too
// large.
func (g *eventEncoder) gather(c *chunkEvents, first int64, step float64) error {
	g.reset()
	if n := eventsSize(c.events); n > maxEventsSize {
		return fmt.Errorf("events: %d bytes, at most %d fit", n, maxEventsSize)
	}
	points := 0
	for i := range c.events {
		points += len(c.events[i].Points)
	}
	g.grow(len(c.events), points)
	for i := range len(c.starts) - 1 {
		g.add(uint32(i), float64(float64(first+int64(i))*step), c.at(i))
	}
	return nil
}

// checkEvents returns the columns of events as codec 1 has them.
func checkEvents(g *eventEncoder, c *chunkEvents, first int64, step float64, scratch []byte) ([]byte, error) {
	if err := g.gather(c, first, step); err != nil {
		return scratch, err
	}
	return g.appendRaw(slices.Grow(scratch[:0], eventsSize(c.events)+4)), nil
}
