package compare

import (
	"cmp"
	"math"
	"slices"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// ForceDeviation is the difference of the contact forces of a pair of objects between two logs: the size of the
// difference of the total forces on B [N], zero for a pair that is not in contact. For logs with different steps the
// forces are means over the longer step.
type ForceDeviation struct {
	A     string          `json:"a"`
	B     string          `json:"b"`
	Max   recorder.Number `json:"max"` // largest, first reached at Step
	Step  int64           `json:"step"`
	Time  float64         `json:"time"`  // of Step [s]
	RMS   recorder.Number `json:"rms"`   // over the compared steps
	Final recorder.Number `json:"final"` // at the last compared step
	// Alone is the number of compared steps in which only one log has the pair in contact.
	Alone     int64   `json:"alone"`
	Tolerance float64 `json:"tolerance"`
	Within    bool    `json:"within"` // Max is not above Tolerance

	sum      float64 // of squares
	lastStep int64   // at which they differ
}

// forceNames are the four vectors of a contact force.
var forceNames = [...]string{"normal force", "friction", "point of action", "moment"}

// forces compares the contact forces of two logs pair by pair.
type forces struct {
	on         bool // both logs have them
	same       bool // by the hash of all of them: nothing is to be compared
	means      bool // the logs are compared by time: forces are means over steps of the coarse one
	list       []ForceDeviation
	of         map[[2]int32]int // by the objects of a
	b          []record.ContactForce
	objectsInA []int32 // index in a of each object of b, -1 for none
	last       int64   // the last compared step
}

// startForces finds what can be compared.
func (c *comparer) startForces() {
	ha, hb := c.ha, c.hb
	switch {
	case ha.Contacts != hb.Contacts:
		c.result.Headers = append(c.result.Headers, "contact forces are only in "+map[bool]string{true: "A", false: "B"}[ha.Contacts])
		return
	case !ha.Contacts:
		return
	}
	f := &c.forces
	f.on, f.of = true, map[[2]int32]int{}
	f.means = math.Float64bits(ha.Step) != math.Float64bits(hb.Step)
	sa, oka := c.a.Summary()
	sb, okb := c.b.Summary()
	f.same = !f.means && c.tables && oka && okb && sa.Contacts == sb.Contacts && sa.Steps == sb.Steps
	f.objectsInA = make([]int32, len(hb.Objects))
	for i := range f.objectsInA {
		f.objectsInA[i] = -1
	}
	for i, k := range c.objects {
		if k >= 0 {
			f.objectsInA[k] = int32(i)
		}
	}
}

// frameForces compares the contact forces of the current frames. Those of objects that only one log has are left out.
func (c *comparer) frameForces(step int64) {
	f := &c.forces
	if !f.on || f.same {
		return
	}
	f.last = step
	f.b = f.b[:0]
	for _, q := range c.fb.Contacts {
		if q.A, q.B = f.objectsInA[q.A], f.objectsInA[q.B]; q.A < 0 || q.B < 0 {
			continue
		}
		if q.A > q.B { // the objects stand in another order there
			q.A, q.B = q.B, q.A
			q.Normal, q.Friction, q.Moment = q.Normal.Neg(), q.Friction.Neg(), q.Moment.Neg()
		}
		f.b = append(f.b, q)
	}
	slices.SortFunc(f.b, record.CompareContactForces)
	var none record.ContactForce
	a, b := c.fa.Contacts, f.b
	for len(a) > 0 || len(b) > 0 {
		x, y := &none, &none
		switch {
		case len(b) == 0 || len(a) > 0 && record.CompareContactForces(a[0], b[0]) < 0:
			x, a = &a[0], a[1:]
			if c.objects[x.A] < 0 || c.objects[x.B] < 0 {
				continue
			}
		case len(a) == 0 || record.CompareContactForces(a[0], b[0]) > 0:
			y, b = &b[0], b[1:]
		default:
			x, y, a, b = &a[0], &b[0], a[1:], b[1:]
		}
		if x.Bits() != y.Bits() {
			c.differentForce(step, x, y, x == &none || y == &none)
		}
	}
}

// differentForce records two forces that are not the same; with alone, only one log has the pair in contact.
func (c *comparer) differentForce(step int64, x, y *record.ContactForce, alone bool) {
	f, ha := &c.forces, c.ha
	pair := [2]int32{max(x.A, y.A), max(x.B, y.B)} // a missing force has zeros, and B of a contact is not 0
	i, ok := f.of[pair]
	if !ok {
		i = len(f.list)
		f.of[pair] = i
		f.list = append(f.list, ForceDeviation{A: ha.Objects[pair[0]].Name, B: ha.Objects[pair[1]].Name, Step: step, Time: c.fa.Time})
	}
	d := &f.list[i]
	if c.result.First == nil && !f.means {
		p, q := x.Bits(), y.Bits()
		for k := range p {
			if p[k] != q[k] {
				a, b := math.Float64frombits(p[k]), math.Float64frombits(q[k])
				c.result.First = &Difference{Step: step, Time: c.fa.Time, Object: d.A + " – " + d.B, Quantity: forceNames[k/3],
					Component: "xyz"[k%3 : k%3+1], A: recorder.Number(a), B: recorder.Number(b), Ulps: Ulps(a, b)}
				break
			}
		}
	}
	if alone {
		d.Alone++
	}
	size := y.Force().Sub(x.Force()).Len()
	if !(size <= math.MaxFloat64) {
		size = math.Inf(1)
	}
	d.sum += float64(size * size)
	d.Final = recorder.Number(size)
	if size > float64(d.Max) {
		d.Max, d.Step, d.Time = recorder.Number(size), step, c.fa.Time
	}
	d.lastStep = step
}

// concludeForces finishes the deviations, the largest first.
func (c *comparer) concludeForces() {
	f := &c.forces
	for i := range f.list {
		d := &f.list[i]
		if d.lastStep != f.last {
			d.Final = 0
		}
		d.RMS = recorder.Number(math.Sqrt(d.sum / float64(c.result.Compared)))
		d.Tolerance = c.tolerances.Force
		d.Within = float64(d.Max) <= d.Tolerance
	}
	slices.SortStableFunc(f.list, func(x, y ForceDeviation) int { return cmp.Compare(y.Max, x.Max) })
	c.result.Forces = f.list
}
