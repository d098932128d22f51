package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// againPlace is the number of the corner of a point that is where the last impact of the pair had the point with its feature.
const againPlace = 255

// pairOf returns a number for the objects of an event.
func pairOf(e *record.Event) uint64 { return uint64(uint32(e.A))<<32 | uint64(uint32(e.B)) }

// keepPair takes note of an impact of a pair. The events stay as they are while the chunk is coded.
func (c *eventCoder3) keepPair(e *record.Event) {
	c.pairs[pairOf(e)], c.normals[pairOf(e)] = e.Points, e.N
}

// In codec 4 the normal of an impact is foretold in several ways: as that of the last impact of the pair, as that of the last one whose
// B is the same object, and by the axes of both bodies, each in both directions.
const normalChoices = 14

func (c *eventCoder3) foretellNormal(e *record.Event, s *codedEvent, choice int) geom.Vec {
	switch choice {
	case 0:
		return c.normals[pairOf(e)]
	case 1:
		return c.model.normalOf(e.B)
	}
	axes := [3]geom.Vec{{X: 1}, {Y: 1}, {Z: 1}}
	choice -= 2
	n := rigid.Predict3Corner(geom.Vec{}, s.sides[choice/6].q, axes[choice%6/2])
	if choice%2 != 0 {
		return rigid.Predict2Sub(geom.Vec{}, n)
	}
	return n
}

// normal codes the normal of an impact, whose bodies' poses are known.
func (c *eventCoder3) normal(e *record.Event, s *codedEvent) {
	best, least := 0, math.MaxInt
	if c.out != nil {
		for choice := range normalChoices {
			p := [3]uint64{}
			putVec(p[:], c.foretellNormal(e, s, choice))
			n := 0
			for k := range p {
				var g *gridStep
				if s.grids != nil {
					g = s.grids.of(k)
				}
				var stored uint64
				c.value(&s.actual[k], &stored, p[k], g)
				n += bits.Len64(stored)
			}
			if n < least {
				best, least = choice, n
			}
		}
	}
	best = c.numbers.choose(best)
	p := record.Event{N: c.foretellNormal(e, s, best)}
	c.code(e, s, &p, 0, 3)
}

// addImpact tells the balance of an impact, whose velocities after it are known.
func (c *eventCoder3) addImpact(e *record.Event, s *codedEvent) {
	outside := 0.0
	for n, side := range [2]float64{-1, 1} {
		if b := c.model.body(s.sides[1-n].object); b == nil || !(b.mass > 0) {
			outside = 0 - side
		}
	}
	for k := range e.Points {
		q := &e.Points[k]
		u0, u1 := c.model.relative(&s.sides, &e.Before, q.P), c.model.relative(&s.sides, &e.After, q.P)
		c.balance.addImpact(q, e.N, rigid.Predict2Fall(geom.Vec{}, rigid.Predict2Add(u0, u1), 0.5), outside)
	}
}
