package recorder

import (
	"errors"
	"fmt"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// ErrPredictor is the error of a log with a predictor that this program does not know.
var ErrPredictor = errors.New("unknown predictor")

type predictor uint8

const (
	predictHold predictor = iota
	predictLinear
	predictRigid1
)

var predictorNames = [...]string{predictHold: "hold", predictLinear: "linear", predictRigid1: "rigid1"}

// group is values side by side that are predicted together and share a bit in the mask of rows: the 13 of a body under
// rigid1, or one column.
type group struct {
	at   int       // index of its first value in a frame
	invI geom.Mat3 // for rigid1
}

// class is the groups of one predictor and one number of components, in the order of the columns.
type class struct {
	predictor  predictor
	components int
	groups     []group
}

// layout is how the values of a frame are coded, from the header alone.
type layout struct {
	verify  bool // only hashes are there
	values  int  // of a frame
	steps   int  // most steps of a chunk
	classes []class
	step    float64
	fall    [3]float64 // what gravity adds to a velocity in a step
}

// newLayout validates the columns and groups them.
func newLayout(h *Header) (*layout, error) {
	l := &layout{step: h.Step, verify: h.Level == LevelVerify}
	g := h.Gravity
	l.fall = [3]float64{float64(g.X * h.Step), float64(g.Y * h.Step), float64(g.Z * h.Step)}
	for i := 0; i < len(h.Columns); {
		c := &h.Columns[i]
		if err := checkColumn(h, i); err != nil {
			return nil, err
		}
		p, err := predictorOf(h, i)
		if err != nil {
			return nil, err
		}
		g, components, columns := group{at: l.values}, int(c.Count), 1
		if p == predictRigid1 {
			if err := checkBody(h, i); err != nil {
				return nil, err
			}
			g.invI = rigid.Predict1InvInertia(&h.Objects[c.Owner].Inertia)
			components, columns = record.BodyValues, record.BodyColumns
		}
		if l.values += components; l.values > maxValues {
			return nil, fmt.Errorf("columns: more than %d values a frame", maxValues)
		}
		l.add(p, components, g)
		i += columns
	}
	l.steps = stepsPerChunk(l.values)
	return l, nil
}

func (l *layout) add(p predictor, components int, g group) {
	for i := range l.classes {
		if c := &l.classes[i]; c.predictor == p && c.components == components {
			c.groups = append(c.groups, g)
			return
		}
	}
	l.classes = append(l.classes, class{p, components, []group{g}})
}

func checkColumn(h *Header, i int) error {
	c := &h.Columns[i]
	if c.Owner < -1 || int(c.Owner) >= len(h.Objects) {
		return fmt.Errorf("column %d (%q): owner %d, but there are %d objects", i, c.Name, c.Owner, len(h.Objects))
	}
	if c.Name == "" {
		return fmt.Errorf("column %d of %s: no name", i, h.ownerName(c.Owner))
	}
	if c.Count < 1 || c.Count > maxValues {
		return fmt.Errorf("column %d (%q of %s): %d components, must be 1 to %d", i, c.Name, h.ownerName(c.Owner), c.Count, maxValues)
	}
	return nil
}

func predictorOf(h *Header, i int) (predictor, error) {
	c := &h.Columns[i]
	for p, name := range predictorNames {
		if c.Predictor == name {
			return predictor(p), nil
		}
	}
	return 0, fmt.Errorf("column %d (%q of %s): %w %q; known are hold, linear and rigid1; a newer prang may read this log",
		i, c.Name, h.ownerName(c.Owner), ErrPredictor, c.Predictor)
}

// checkBody checks that column i and the three behind it are x, q, v, L of one body.
func checkBody(h *Header, i int) error {
	want := [record.BodyColumns]struct {
		name  string
		count int32
	}{{"x", 3}, {"q", 4}, {"v", 3}, {"L", 3}}
	owner := h.Columns[i].Owner
	for k, w := range want {
		ok := owner >= 0 && i+k < len(h.Columns)
		if ok {
			c := &h.Columns[i+k]
			ok = c.Owner == owner && c.Name == w.name && c.Count == w.count && c.Predictor == "rigid1"
		}
		if !ok {
			return fmt.Errorf("column %d (%q of %s): predictor rigid1 needs the columns x 3, q 4, v 3, L 3 of one body side by side",
				i, h.Columns[i].Name, h.ownerName(owner))
		}
	}
	return nil
}
