package view

import (
	"iter"
	"math"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// apart describes how far the centres of mass of two runs are from each other [m], in a series of Count times and as many
// values for each object. A value that cannot be read is not a number.
type apart struct {
	Names []string `json:"names"`
	Count int      `json:"count"`
	// First is the first of the frames shown in which the state of an object differs in any bit, for runs of the same
	// step; nil for none.
	First *difference `json:"first"`
}

type difference struct {
	T    float64 `json:"t"`
	Name string  `json:"name"`
}

// couple is an object that moves in both runs: places of its columns in the values of either's frames.
type couple struct {
	name string
	a, b gauge
}

// distances compares two runs at the times of the frames of the first that are shown, as far as the second goes. It
// returns nil if no object moves in both.
func distances(a, b *Run) (*apart, []byte, error) {
	couples := couplesOf(a, b)
	if len(couples) == 0 {
		return nil, nil, nil
	}
	out := &apart{}
	for _, c := range couples {
		out.Names = append(out.Names, c.name)
	}
	second := newCursor(b.Reader)
	defer second.stop()
	sel := a.Selection
	if sel.Damaged != nil {
		sel.Damaged = func(error) {}
	}
	var times []float32
	rows := make([][]float32, len(couples))
	err := sel.Visit(a.Reader, nil, func(f *record.Frame) error {
		before, after, part := second.at(f.Time)
		if before == nil {
			return nil
		}
		times = append(times, float32(f.Time))
		for i, c := range couples {
			p := vec(before, c.b.x)
			if part > 0 {
				p = p.Add(vec(after, c.b.x).Sub(p).Scale(part))
			}
			rows[i] = append(rows[i], float32(vec(f, c.a.x).Sub(p).Len()))
			if out.First == nil && part == 0 && c.differs(f, before) {
				out.First = &difference{f.Time, c.name}
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	out.Count = len(times)
	return out, series(times, rows), nil
}

// couplesOf returns the objects selected of both runs that have the same name, or that of the second by Run.Other. The name is that in
// the first.
func couplesOf(a, b *Run) []couple {
	ha, hb := a.Reader.Header(), b.Reader.Header()
	first, second := moving(ha, &a.Selection), moving(hb, &b.Selection)
	ga, gb := newMeter(ha, first).bodies, newMeter(hb, second).bodies
	named := map[string]*gauge{}
	for n, i := range second {
		named[hb.Objects[i].Name] = &gb[n]
	}
	var list []couple
	for n, i := range first {
		name := ha.Objects[i].Name
		other := name
		if int(i) < len(a.Other) {
			other = a.Other[i]
		}
		if b := named[other]; b != nil && ga[n].x >= 0 && b.x >= 0 {
			list = append(list, couple{name, ga[n], *b})
		}
	}
	return list
}

// differs reports whether any bit of the states in two frames differs.
func (c *couple) differs(a, b *record.Frame) bool {
	for _, p := range [][3]int{{c.a.x, c.b.x, 3}, {c.a.q, c.b.q, 4}, {c.a.v, c.b.v, 3}, {c.a.l, c.b.l, 3}} {
		if p[0] < 0 || p[1] < 0 {
			continue
		}
		for k := range p[2] {
			if math.Float64bits(a.Values[p[0]+k]) != math.Float64bits(b.Values[p[1]+k]) {
				return true
			}
		}
	}
	return false
}

// cursor goes through the frames of a log forwards.
type cursor struct {
	next          func() (*record.Frame, error, bool)
	stop          func()
	before, after record.Frame // two frames that were read, one behind the other
	has           bool         // there is one before
	ended         bool
}

func newCursor(r *recorder.Reader) *cursor {
	c := &cursor{}
	c.next, c.stop = iter.Pull2(r.Frames(0, r.Steps()))
	c.advance()
	return c
}

// advance reads the next frame that can be read into after; what was there is before.
func (c *cursor) advance() {
	c.before, c.after = c.after, c.before
	for {
		f, err, ok := c.next()
		if !ok {
			c.ended = true
			return
		}
		if err != nil {
			continue
		}
		c.after.Step, c.after.Time, c.after.Values = f.Step, f.Time, append(c.after.Values[:0], f.Values...)
		return
	}
}

// at returns the frame at a time, or the two around it and how far the time is between them; nil beyond the ends and
// where frames are missing. Times must not fall.
func (c *cursor) at(t float64) (before, after *record.Frame, part float64) {
	for !c.ended && c.after.Time < t && !same(c.after.Time, t) {
		c.advance()
		c.has = true
	}
	switch {
	case c.ended:
		return nil, nil, 0
	case same(c.after.Time, t):
		return &c.after, nil, 0
	case !c.has || c.after.Time < t || c.after.Step != c.before.Step+1:
		return nil, nil, 0
	}
	return &c.before, &c.after, (t - c.before.Time) / (c.after.Time - c.before.Time)
}

// same reports whether two times are the same but for rounding.
func same(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }
