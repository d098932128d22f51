package recorder

import (
	"math/bits"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// Bodies that are wedged between others are struck again and again, at the same places and at one time. What the codec foretells of such an impact
// is off by what the grids leave out of its places, and so is the next one's, in proportion to the impulse or not. From codec 6 on what is stored of
// an impact on its grids is told from what the errors of the pair's last one say.

// errorAgain is the error of a vector of the last impact of a pair.
type errorAgain struct {
	lines  [3]int64
	by     geom.Vec // the impulse that it came with
	known  bool
	way    uint8    // to foretell the next one
	length [3]uint8 // of what was stored of it
}

// The ways: no error, that of the last impact, and the same in proportion to the impulse.
const againWays = 3

// wholes is the grid of whole numbers.
var wholes = newGridStep(0)

// ahead returns what each way says of the error of an impact with an impulse.
func (a *errorAgain) ahead(by geom.Vec) (ways [againWays][3]int64) {
	if !a.known {
		return ways
	}
	ways[1] = a.lines
	share := rigid.Predict2Dot(by, a.by) / rigid.Predict2Dot(a.by, a.by)
	for k, n := range a.lines {
		ways[2][k] = wholes.whole(float64(float64(n) * share))
	}
	return ways
}

// learn takes note of an error.
func (a *errorAgain) learn(ways *[againWays][3]int64, lines *[3]int64, by geom.Vec) {
	if a.known {
		least := 0
		for way := range ways {
			n := 0
			for k, l := range lines {
				n += bits.Len64(zigzag(l - ways[way][k]))
			}
			if way == 0 || n < least {
				least, a.way = n, uint8(way)
			}
		}
	}
	a.lines, a.by, a.known = *lines, by, true
}

func zigzag(n int64) uint64 { return uint64(n<<1 ^ n>>63) }

func unzigzag(n uint64) int64 { return int64(n>>1 ^ -(n & 1)) }

// The vectors of an event whose errors come again, and how many points have impulses whose do.
const (
	againClosing = iota
	againSpinA
	againSpinB
	againEnergy
	againVectors
	againPoints = 4
)

// errorOf returns what is known of the error of the vector of an event that begins with a component, nil where nothing is.
func (c *eventCoder3) errorOf(e *record.Event, s *codedEvent, at int) *errorAgain {
	if s.grids == nil || e.Kind != record.Impact || c.model.layout.codec < 6 {
		return nil
	}
	m := &c.met[s.pair]
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

// errorAt is errorOf for the impulse at point j.
func (c *eventCoder3) errorAt(e *record.Event, s *codedEvent, j int) *errorAgain {
	if s.grids == nil || e.Kind != record.Impact || c.model.layout.codec < 6 || j >= againPoints {
		return nil
	}
	return &c.met[s.pair].pushes[j]
}

// vector codes the numbers v of a vector that came with an impulse, where there is a: lines, of which that is left which the last error does not tell.
func (c *eventCoder3) vector(kind int, onGrids bool, a *errorAgain, by geom.Vec, v []uint64) {
	if a == nil {
		c.numbers.vector(kind, onGrids, v)
		return
	}
	ways := a.ahead(by)
	ahead := &ways[a.way]
	for k := range v {
		v[k] = zigzag(unzigzag(v[k]) - ahead[k])
	}
	if a.known {
		copy(c.numbers.last[1][kind:], a.length[:len(v)])
	}
	c.numbers.vector(kind, onGrids, v)
	copy(a.length[:len(v)], c.numbers.last[1][kind:])
	var lines [3]int64
	for k := range v {
		lines[k] = unzigzag(v[k]) + ahead[k]
		v[k] = zigzag(lines[k])
	}
	a.learn(&ways, &lines, by)
}
