package compare

import (
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// meanForces gives the mean contact forces of a log over intervals that are not its steps.
type meanForces struct {
	log   *recorder.Reader
	frame record.Frame
	list  []record.ContactForce // ordered, without points of action and moments
}

// over takes the mean over the time from from to to [s], after the start: a force holds over its step, and where a pair
// is not in contact it has none. The list is that of meanForces until the next call.
func (m *meanForces) over(from, to float64) error {
	const rounding = 1e-6 // of the time: a part of a step as short is one of the step beside it
	m.list = m.list[:0]
	step := m.log.Header().Step
	last := float64(m.log.Steps() - 1)
	for n := math.Max(1, math.Min(math.Floor(from/step), last)); n <= last && float64((n-1)*step) < to; n++ {
		begin, end := math.Max(from, float64((n-1)*step)), math.Min(to, float64(n*step))
		part := (end - begin) / (to - from)
		if !(part > rounding) {
			continue
		}
		if err := m.log.Frame(int64(n), &m.frame); err != nil {
			return err
		}
		for i := range m.frame.Contacts {
			m.add(&m.frame.Contacts[i], part)
		}
	}
	return nil
}

// add adds a part of a force to that of its pair.
func (m *meanForces) add(c *record.ContactForce, part float64) {
	i, found := slices.BinarySearchFunc(m.list, *c, record.CompareContactForces)
	if !found {
		m.list = slices.Insert(m.list, i, record.ContactForce{A: c.A, B: c.B})
	}
	f := &m.list[i]
	for _, v := range [...]struct {
		sum *geom.Vec
		of  geom.Vec
	}{{&f.Normal, c.Normal}, {&f.Friction, c.Friction}} {
		v.sum.X += float64(part * v.of.X)
		v.sum.Y += float64(part * v.of.Y)
		v.sum.Z += float64(part * v.of.Z)
	}
}

// forces brings the contact forces of both logs to a step of the coarse one: of the fine one the mean over it, and of
// both what has a mean.
func (t *timeline) forces(step int64, coarse, fine *record.Frame) error {
	for i := range coarse.Contacts {
		c := &coarse.Contacts[i]
		c.P, c.Moment = geom.Vec{}, geom.Vec{}
	}
	fine.Contacts = fine.Contacts[:0]
	if step == 0 {
		return nil // no step has led to the start
	}
	long := t.coarse.Header().Step
	if err := t.mean.over(float64(float64(step-1)*long), float64(float64(step)*long)); err != nil {
		return err
	}
	fine.Contacts = append(fine.Contacts, t.mean.list...)
	return nil
}
