package recorder

import (
	"fmt"
	"math"
)

// lost is steps that cannot be read: those from from up to but not with to.
type lost struct{ from, to int64 }

// reader returns a or b.
func (c *comparer) reader(which int) *Reader { return [...]*Reader{c.a, c.b}[which] }

// lengths sets how many frames the logs had. One whose writer was stopped would have gone on: it is taken to be as long as
// the other, unless that may be longer.
func (c *comparer) lengths() {
	for which := range c.length {
		r, other := c.reader(which), c.reader(1-which)
		c.length[which] = r.length()
		if r.Complete() {
			continue
		}
		n := other.length()
		if step := r.Header().Step; math.Float64bits(step) != math.Float64bits(other.Header().Step) {
			n = int64(math.Min(math.Round(duration(other, n)/step), math.MaxInt64/2)) + 1
		}
		if n > c.length[which] && float64(float64(n-c.length[which])*r.Header().Step) > float64(c.tolerances.Time*(1+1e-12)) {
			c.length[which] = n
		}
	}
}

// unread notes the steps of a log that have no chunk.
func (c *comparer) unread(which int, r *Reader) {
	next := int64(0)
	for _, chunk := range r.Chunks() {
		if chunk.First > next {
			c.lose(which, lost{next, chunk.First}, fmt.Sprintf("steps %d to %d", next, chunk.First-1))
		}
		next = chunk.First + int64(chunk.Steps)
	}
	if end := r.length(); end > next {
		c.lose(which, lost{next, end}, fmt.Sprintf("steps %d to %d", next, end-1))
		next = end
	}
	if end := c.length[which]; end > next {
		c.lose(which, lost{next, end}, fmt.Sprintf("steps from %d on: its writer was stopped", next))
	}
}

// lose notes steps of a log that cannot be read.
func (c *comparer) lose(which int, l lost, what string) {
	c.lost[which] = append(c.lost[which], l)
	c.result.Unreadable = append(c.result.Unreadable, [...]string{"A: ", "B: "}[which]+what)
}

// unreadable notes that a step of a log cannot be read, and so the steps up to the one that afterFailure gives, once.
func (c *comparer) unreadable(which int, step int64, err error) {
	for _, l := range c.lost[which] {
		if step >= l.from && step < l.to {
			return
		}
	}
	c.lose(which, lost{step, c.reader(which).afterFailure(step)}, err.Error())
}

// mayBeLost reports whether the counterpart of an impact may be in a part of a log that cannot be read.
func (c *comparer) mayBeLost(which int, time float64) bool {
	step := c.reader(which).Header().Step
	for _, l := range c.lost[which] {
		if time >= float64(float64(l.from-1)*step)-c.window && time <= float64(float64(l.to)*step)+c.window {
			return true
		}
	}
	return false
}
