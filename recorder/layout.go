package recorder

import (
	"errors"
	"fmt"
	"strings"

	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
	"github.com/prang-sim/prang/sim/rigid"
)

// ErrPredictor is the error for a log with a predictor that this program does not know.
var ErrPredictor = errors.New("unknown predictor")

type predictor uint8

// isBody reports whether a predictor is one of the four columns of a body.
func (p predictor) isBody() bool { return p == predictRigid1 || p.knowsGrids() }

// knowsGrids reports whether a predictor is one of bodies that are rounded where contacts hold them.
func (p predictor) knowsGrids() bool { return p == predictRigid2 || p == predictRigid3 }

const (
	predictHold predictor = iota
	predictLinear
	predictRigid1
	predictRigid2
	predictLedger
	predictRigid3
)

var predictorNames = [...]string{predictHold: "hold", predictLinear: "linear", predictRigid1: "rigid1", predictRigid2: "rigid2", predictLedger: "ledger", predictRigid3: "rigid3"}

// group is values side by side that are predicted together and share a bit in the mask of rows: the 13 of a body under
// rigid1, or one column.
type group struct {
	at    int          // index of its first value in a frame
	invI  geom.Mat3    // for rigid1 and rigid2
	grid  *grids       // for rigid2
	lay   int          // for ledger: index of the first of the three exponents of its grids
	spin  float64      // moment of inertia of what its one value is the angular velocity of, else 0
	cause record.Cause // for ledger; record.Causes if it is unknown
}

// class is the groups of one predictor and one number of components, in the order of the columns.
type class struct {
	predictor  predictor
	components int
	groups     []group
}

// streams returns the number of streams of residuals: one a component, and of rigid2 another one for those in lines of
// a grid.
func (c *class) streams() int {
	if c.predictor.knowsGrids() || c.predictor == predictLedger {
		return 2 * c.components
	}
	return c.components
}

// layout is how the values of a frame are coded, from the header alone.
type layout struct {
	verify  bool // only hashes are there
	values  int  // of a frame
	steps   int  // most steps of a chunk
	classes []class
	step    float64
	fall    [3]float64 // what gravity adds to a velocity in a step
	gravity geom.Vec
	codec   int
	bodies  []bodyPlace // of each object
	moving  int         // number of objects up to the last one that is a body
	// contacts says that chunks have contact forces.
	contacts bool
	wheels   []wheelPlace // that chunks have
}

// bodyPlace is what the codec of events knows of an object.
type bodyPlace struct {
	at      int // index of its first value in a frame, -1 where it is no body under rigid2
	mass    float64
	inertia geom.Mat3
	grids   *eventGrids // of codec 3, nil where it has none
	invI    geom.Mat3
	corners []geom.Vec // of codec 3
}

// newLayout validates the columns and groups them by predictor.
func newLayout(h *Header) (*layout, error) {
	l := &layout{step: h.Step, verify: h.Level == LevelVerify, gravity: h.Gravity, codec: h.Codec, contacts: h.Contacts}
	l.bodies = make([]bodyPlace, len(h.Objects))
	for i := range l.bodies {
		l.bodies[i].at = -1
	}
	g := h.Gravity
	l.fall = [3]float64{float64(g.X * h.Step), float64(g.Y * h.Step), float64(g.Z * h.Step)}
	lay := -1
	for i := 0; i < len(h.Columns); {
		c := &h.Columns[i]
		if err := checkColumn(h, i); err != nil {
			return nil, err
		}
		p, err := predictorOf(h, i)
		if err != nil {
			return nil, err
		}
		g, components, columns := group{at: l.values, lay: lay, spin: c.Inertia}, int(c.Count), 1
		if c.Owner < 0 && c.Name == record.LedgerGrid && c.Count == 3 && p == predictHold {
			lay = l.values
		}
		if p == predictLedger && (lay < 0 || components != record.LedgerValues) {
			return nil, fmt.Errorf("column %d (%q of %s): predictor ledger needs %d components, and the column %s 3 of the world before",
				i, c.Name, h.ownerName(c.Owner), record.LedgerValues, record.LedgerGrid)
		}
		if p == predictLedger {
			g.cause = record.Causes
			if name, ok := strings.CutPrefix(c.Name, record.LedgerPrefix); ok {
				if cause, ok := record.CauseNamed(name); ok {
					g.cause = cause
				}
			}
		}
		if p.isBody() {
			if err := checkBody(h, i, p); err != nil {
				return nil, err
			}
			if p.knowsGrids() {
				g.grid = newGrids(h.Objects[c.Owner].Grid)
			}
			g.invI = rigid.Predict1InvInertia(&h.Objects[c.Owner].Inertia)
			o := &h.Objects[c.Owner]
			l.moving = max(l.moving, int(c.Owner)+1)
			l.bodies[c.Owner] = bodyPlace{at: l.values, mass: o.Mass, inertia: o.Inertia, invI: g.invI}
			if p.knowsGrids() {
				l.bodies[c.Owner].grids = newEventGrids(o.Grid, o.Mass, &g.invI, l.codec)
				l.bodies[c.Owner].corners = cornersOf(o)
			}
			components, columns = record.BodyValues, record.BodyColumns
		}
		if l.values += components; l.values > maxValues {
			return nil, fmt.Errorf("columns: more than %d values a frame", maxValues)
		}
		l.add(p, components, g)
		i += columns
	}
	l.steps = stepsPerChunk(l.values, l.codec)
	var err error
	if l.wheels, err = wheelsOf(h); err != nil {
		return nil, err
	}
	if len(l.wheels) > l.values/2 {
		return nil, fmt.Errorf("objects: %d wheels with frames of %d values: there may be half as many", len(l.wheels), l.values)
	}
	return l, nil
}

// add adds a group to the class of its predictor and number of components.
func (l *layout) add(p predictor, components int, g group) {
	for i := range l.classes {
		if c := &l.classes[i]; c.predictor == p && c.components == components {
			c.groups = append(c.groups, g)
			return
		}
	}
	l.classes = append(l.classes, class{p, components, []group{g}})
}

// checkColumn returns an error for a column of a header that is invalid by itself.
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
	if !(c.Inertia >= 0) || c.Inertia > 0 && c.Count != 1 {
		return fmt.Errorf("column %d (%q of %s): inertia %g with %d components, must be of one that spins, and not below zero", i, c.Name, h.ownerName(c.Owner), c.Inertia, c.Count)
	}
	return nil
}

// predictorOf returns the predictor that column i names, or an error that wraps ErrPredictor.
func predictorOf(h *Header, i int) (predictor, error) {
	c := &h.Columns[i]
	for p, name := range predictorNames {
		if c.Predictor == name {
			return predictor(p), nil
		}
	}
	return 0, fmt.Errorf("column %d (%q of %s): %w %q; known are hold, linear, rigid1, rigid2, rigid3 and ledger; a newer prang may read this log",
		i, c.Name, h.ownerName(c.Owner), ErrPredictor, c.Predictor)
}

// checkBody checks that column i and the three behind it are x, q, v, L of one body.
func checkBody(h *Header, i int, p predictor) error {
	want := [record.BodyColumns]struct {
		name  string
		count int32
	}{{"x", 3}, {"q", 4}, {"v", 3}, {"L", 3}}
	owner := h.Columns[i].Owner
	for k, w := range want {
		ok := owner >= 0 && i+k < len(h.Columns)
		if ok {
			c := &h.Columns[i+k]
			ok = c.Owner == owner && c.Name == w.name && c.Count == w.count && c.Predictor == predictorNames[p]
		}
		if !ok {
			return fmt.Errorf("column %d (%q of %s): predictor %s needs the columns x 3, q 4, v 3, L 3 of one body side by side",
				i, h.Columns[i].Name, h.ownerName(owner), predictorNames[p])
		}
	}
	if p.knowsGrids() {
		g := h.Objects[owner].Grid
		if g == nil {
			return fmt.Errorf("%s: predictor %s needs the object's grid", h.ownerName(owner), predictorNames[p])
		}
		for _, e := range [...]int32{g.X, g.Q, g.V, g.L} {
			if e < -maxGrid || e > maxGrid {
				return fmt.Errorf("%s: grid of 2^%d, must be within 2^-%d to 2^%d", h.ownerName(owner), e, maxGrid, maxGrid)
			}
		}
	}
	return nil
}
