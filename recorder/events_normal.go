package recorder

import (
	"math"
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// againPlace is the number of the corner of a point that is where the last impact of the pair had the point with its
// feature.
const againPlace = 255

// pairHistory is what is known from the last impact of a pair in the chunk.
type pairHistory struct {
	points        []record.Point
	normal        geom.Vec
	law           contactLaw
	hasLaw        bool // there is a law
	errors        [againVectors]errorAgain
	impulse       geom.Vec                  // the impulse that they came with
	impulseErrors [againPoints]impulseError // of the impulses at its points
}

// pairOf returns the place of the objects of an event in c.met.
func (c *eventCoder3) pairOf(e *record.Event) int32 {
	key := uint64(uint32(e.A))<<32 | uint64(uint32(e.B))
	at, ok := c.pairs[key]
	if !ok {
		c.histories = append(c.histories, pairHistory{})
		at = int32(len(c.histories) - 1)
		c.pairs[key] = at
	}
	return at
}

// keepPair stores an impact in the history of its pair. The events must stay unchanged while the chunk is coded.
func (c *eventCoder3) keepPair(e *record.Event, s *codedEvent) {
	m := &c.histories[s.pair]
	m.points, m.normal = e.Points, s.n
}

// exact reports whether a normal or place on a grid whose prediction rounds to it stands for the exact prediction: from
// codec 5 on. Predictions that follow from it are then better than its grid.
func (c *eventCoder3) exact() bool { return c.model.layout.codec > 4 }

// speeds codes the velocities before an impact. The fall of a free body gives the time of the impact, for both sides.
func (c *eventCoder3) speeds(e *record.Event, s *codedEvent, motions *[2]motion) {
	fell := [2]bool{}
	for n := range motions {
		a, b := &motions[n], &motions[1-n]
		c.codeVector(7+6*n, &e.Before[n].V, a.to.before.V, s.gridOf(7+6*n), nil, 0)
		if a.done {
			continue
		}
		a.to.before.V, a.timed = e.Before[n].V, true
		h, ok := rigid.Predict4Fallen(a.from.v, e.Before[n].V, a.from.acc, a.h, c.model.layout.step*slackFall)
		if fell[n] = ok; !ok {
			continue
		}
		a.h = h
		if b.done || fell[1-n] {
			continue
		}
		b.h = (a.from.time + h) - b.from.time
		if n == 0 {
			b.to.before.V = rigid.Predict2Fall(b.from.v, b.from.acc, b.h)
		}
	}
}

// In codec 4 the normal of an impact is predicted in several ways: as that of the last impact of the pair, as that of
// the last one whose B is the same object, and by the axes of both bodies, each in both directions.
const normalChoices = 14

func (c *eventCoder3) predictNormal(e *record.Event, s *codedEvent, choice int) geom.Vec {
	switch choice {
	case 0:
		return c.histories[s.pair].normal
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

// chooseNormal returns the prediction of a normal that needs the fewest bits; from codec 5 on it prefers the axes,
// which are exact.
func (c *eventCoder3) chooseNormal(e *record.Event, s *codedEvent) int {
	first := 0
	if c.exact() {
		first = 2
	}
	var g *gridStep
	if s.grids != nil {
		g = &s.grids.n
	}
	actual := [3]uint64{math.Float64bits(e.N.X), math.Float64bits(e.N.Y), math.Float64bits(e.N.Z)}
	var all [normalChoices]geom.Vec
	for i := range all {
		choice := (i + first) % normalChoices
		n := &all[choice]
		if choice > 2 && choice%2 != 0 { // the axis before, the other way
			*n = rigid.Predict2Sub(geom.Vec{}, all[choice-1])
		} else {
			*n = c.predictNormal(e, s, choice)
		}
		if g.equalsPrediction(n.X, actual[0]) && g.equalsPrediction(n.Y, actual[1]) && g.equalsPrediction(n.Z, actual[2]) {
			return choice
		}
	}
	best, least := 0, math.MaxInt
	for i := range all {
		choice := (i + first) % normalChoices
		p := &all[choice]
		n := bits.Len64(g.stored(e.N.X, p.X))
		if n < least {
			n += bits.Len64(g.stored(e.N.Y, p.Y)) + bits.Len64(g.stored(e.N.Z, p.Z))
		}
		if n < least {
			best, least = choice, n
		}
	}
	return best
}

// equalsPrediction reports whether nothing is stored of a value that is predicted as p, on a grid where there is one.
func (g *gridStep) equalsPrediction(p float64, actual uint64) bool {
	if g == nil {
		return bitsOf(p) == actual
	}
	return g.base(bitsOf(p)) == actual
}

// normal codes the normal of an impact, whose bodies' poses are known.
func (c *eventCoder3) normal(e *record.Event, s *codedEvent) {
	best := 0
	if c.out != nil {
		best = c.chooseNormal(e, s)
	}
	best = c.numbers.choose(best)
	p := c.predictNormal(e, s, best)
	asPredicted := c.codeVector(0, &e.N, p, s.gridOf(0), nil, 0)
	if s.n = e.N; c.exact() && asPredicted {
		s.n = p
	}
}

// addImpact adds an impact, whose velocities after it are known, to the balance.
func (c *eventCoder3) addImpact(e *record.Event, s *codedEvent) {
	outside := 0.0
	for n, side := range [2]float64{-1, 1} {
		if b := c.model.body(s.sides[1-n].object); b == nil || !(b.mass > 0) {
			outside = 0 - side
		}
	}
	for k := range e.Points {
		q := &e.Points[k]
		u0, u1 := c.model.relative(&s.sides, &e.Before, s.at[k]), c.model.relative(&s.sides, &e.After, s.at[k])
		c.balance.addImpact(q.Impulse, s.at[k], s.n, rigid.Predict2Fall(geom.Vec{}, rigid.Predict2Add(u0, u1), 0.5), outside)
	}
}

// contactLaw is the restitution e and the friction mu of an impact at one point.
type contactLaw struct{ e, mu float64 }

// learnLaw finds them from an impact that was alone in its group, and at one point: friction only if the point still
// slips.
func (c *eventCoder3) learnLaw(e *record.Event, s *codedEvent) {
	if !c.alone || len(e.Points) != 1 {
		return
	}
	q := &e.Points[0]
	u0, u1 := c.model.relative(&s.sides, &e.Before, s.at[0]), c.model.relative(&s.sides, &e.After, s.at[0])
	l := c.lawOf(s)
	if x := decimal(0 - rigid.Predict2Dot(u1, s.n)/rigid.Predict2Dot(u0, s.n)); x >= 0 && x <= 1 {
		l.e = x
	}
	n := rigid.Predict2Dot(q.Impulse, s.n)
	t := rigid.Predict2Fall(q.Impulse, s.n, 0-n)
	slip := rigid.Predict2Fall(u1, s.n, 0-rigid.Predict2Dot(u1, s.n))
	if rigid.Predict2Dot(slip, slip) > leastSlip {
		if x := decimal(math.Sqrt(rigid.Predict2Dot(t, t)) / math.Abs(n)); x >= 0 && x <= 16 {
			l.mu = x
		}
	}
	m := &c.histories[s.pair]
	m.law, m.hasLaw, c.law = l, true, l
}

// leastSlip is the square of the slip above which a point slides [m²/s²].
const leastSlip = 1e-12

// lawOf returns the contact law of a pair as far as it is known.
func (c *eventCoder3) lawOf(s *codedEvent) contactLaw {
	if m := &c.histories[s.pair]; m.hasLaw {
		return m.law
	}
	return c.law
}

// decimal returns the number with six decimals nearest to x if it is within 1e-7 of x, because people choose such
// numbers, else x.
func decimal(x float64) float64 {
	if r := math.Round(float64(x*1e6)) / 1e6; math.Abs(r-x) < 1e-7 {
		return r
	}
	return x
}

// predictImpulse predicts the impulse at a point, from codec 5 on with the effect of those of its group so far.
func (c *eventCoder3) predictImpulse(e *record.Event, s *codedEvent, p geom.Vec) geom.Vec {
	var sides [2]rigid.Predict4Side
	for n := range sides {
		if b := c.model.body(s.sides[n].object); b != nil {
			sides[n] = rigid.Predict4Side{R: rigid.Predict2Sub(p, s.sides[n].x), Q: s.sides[n].q, M: b.mass, InvI: &b.invI}
		}
	}
	l, u := c.lawOf(s), c.model.relative(&s.sides, &e.Before, p)
	if now := c.model.nowOf(&s.sides, e); now != e.Before {
		u, l.e = rigid.Predict2Fall(c.model.relative(&s.sides, &now, p), s.n, float64(l.e*rigid.Predict2Dot(u, s.n))), 0
	}
	j := rigid.Predict8Impulse(&sides, s.n, u, l.e, l.mu)
	return rigid.Predict2Sub(geom.Vec{}, j)
}

// point codes point j of an event: its place, predicted as p, and its impulse.
func (c *eventCoder3) point(e *record.Event, s *codedEvent, j int, p geom.Vec) {
	q := &e.Points[j]
	impact := e.Kind == record.Impact
	asPredicted := c.codeVector(kindPlace, &q.P, p, s.pointGrid(0), nil, 0)
	place := q.P
	if c.exact() && asPredicted {
		place = geom.Vec{X: number(p.X), Y: number(p.Y), Z: number(p.Z)}
	}
	c.places = append(c.places, place)
	var predicted geom.Vec
	var again *errorAgain
	share := 0.0
	if impact && (c.exact() || c.alone && len(e.Points) == 1) {
		predicted = c.predictImpulse(e, s, place)
		again, share = c.impulseErrorOf(e, s, j, predicted)
	}
	c.codeVector(kindPlace+3, &q.Impulse, predicted, s.pointGrid(3), again, share)
	if impact && c.exact() {
		c.model.push(&s.sides, q.Impulse, place)
	}
}

// number returns a prediction, +0 for what is not a number.
func number(x float64) float64 {
	if x != x {
		return 0
	}
	return x
}
