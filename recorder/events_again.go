package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Bodies that are wedged between others are struck again and again, at the same points and at one time. The prediction
// of such an impact has an error due to the rounding of its points, and the next impact has the same error, possibly in
// proportion to its impulse. From codec 6 on the numbers of an impact on its grids are therefore predicted with the
// error of the pair's last impact.

// errorAgain is the prediction error of a vector of the last impact of a pair.
type errorAgain struct {
	lines  [3]int64
	known  bool
	way    uint8    // to predict the next one
	length [3]uint8 // of what was stored of it
}

// impulseError is the error of an impulse at a point, and the impulse that was predicted.
type impulseError struct {
	errorAgain
	by geom.Vec
}

// The ways: no error, that of the last impact, and the same in proportion to the impulse.
const againWays = 3

// integerGrid is the grid of whole numbers.
var integerGrid = newGridStep(0)

// shareOf returns the ratio of an impulse to another one, along the other.
func shareOf(j, of geom.Vec) float64 { return rigid.Predict2Dot(j, of) / rigid.Predict2Dot(of, of) }

// ahead sets the errors that the ways predict for an impact whose impulse is the given share of the last one; they are
// zeros before.
func (a *errorAgain) ahead(share float64, ways *[againWays][3]int64) {
	if !a.known || a.lines == [3]int64{} {
		return
	}
	for k, n := range a.lines {
		ways[1][k], ways[2][k] = n, integerGrid.whole(float64(float64(n)*share))
	}
}

// learn updates the stored error with the actual one, and chooses the way for the next.
func (a *errorAgain) learn(ways *[againWays][3]int64, lines *[3]int64) {
	switch {
	case a.known && a.lines == [3]int64{}:
		a.way = 0 // all are equally good
	case a.known:
		var n [againWays]int
		for k, l := range lines {
			n[0] += bits.Len64(zigzag(l))
			n[1] += bits.Len64(zigzag(l - ways[1][k]))
			n[2] += bits.Len64(zigzag(l - ways[2][k]))
		}
		a.way = 0
		for way := range n {
			if n[way] < n[a.way] {
				a.way = uint8(way)
			}
		}
	}
	a.lines, a.known = *lines, true
}

// The vectors of an event whose errors are kept, and the number of points whose impulse errors are.
const (
	againClosing = iota
	againSpinA
	againSpinB
	againEnergy
	againVectors
	againPoints = 4
)

// comesAgain reports whether the errors of an event are kept.
func (c *eventCoder3) comesAgain(e *record.Event, s *codedEvent) bool {
	return s.grids != nil && e.Kind == record.Impact && c.model.layout.codec > 5
}

// errorOf returns the stored error of the vector of an event that begins with a component, nil for none.
func (c *eventCoder3) errorOf(e *record.Event, s *codedEvent, at int) *errorAgain {
	if !c.comesAgain(e, s) {
		return nil
	}
	m := &c.histories[s.pair]
	switch at {
	case 3:
		return &m.errors[againClosing]
	case 22:
		return &m.errors[againSpinA]
	case 28:
		return &m.errors[againSpinB]
	case 31:
		return &m.errors[againEnergy]
	}
	return nil
}

// weigh compares the impulse of an event, whose points are known, with that of the last one of the pair.
func (c *eventCoder3) weigh(e *record.Event, s *codedEvent) {
	if !c.comesAgain(e, s) {
		return
	}
	sum := geom.Vec{}
	for n := range e.Points {
		sum = rigid.Predict2Add(sum, e.Points[n].Impulse)
	}
	m := &c.histories[s.pair]
	s.share, m.impulse = shareOf(sum, m.impulse), sum
}

// impulseErrorOf returns the stored error of the impulse at point j, which is predicted, and its ratio to the last one.
func (c *eventCoder3) impulseErrorOf(e *record.Event, s *codedEvent, j int, predicted geom.Vec) (a *errorAgain, share float64) {
	if !c.comesAgain(e, s) || j >= againPoints {
		return nil, 0
	}
	p := &c.histories[s.pair].impulseErrors[j]
	share = shareOf(predicted, p.by)
	p.by = predicted
	return &p.errorAgain, share
}

// vector codes the numbers v of a vector. With a stored error a, they are lines less those predicted by the error.
func (c *eventCoder3) vector(kind int, onGrids bool, a *errorAgain, share float64, v []uint64) {
	if a == nil {
		c.numbers.vector(kind, onGrids, v)
		return
	}
	var ways [againWays][3]int64
	a.ahead(share, &ways)
	ahead := &ways[a.way]
	kinds := c.numbers.of(kind, true, len(v))
	for k := range v {
		v[k] = zigzag(unzigzag(v[k]) - ahead[k])
		if a.known {
			kinds[k].last = a.length[k]
		}
	}
	c.numbers.vector(kind, onGrids, v)
	var lines [3]int64
	for k := range v {
		a.length[k] = kinds[k].last
		lines[k] = unzigzag(v[k]) + ahead[k]
		v[k] = zigzag(lines[k])
	}
	a.learn(&ways, &lines)
}
