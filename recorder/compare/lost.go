package compare

import (
	"fmt"
	"math"

	"github.com/prang-sim/prang/recorder"
)

// lost is steps that cannot be read: those from from up to but not with to.
type lost struct{ from, to int64 }

// reader returns a or b.
func (c *comparer) reader(which int) *recorder.Reader { return [...]*recorder.Reader{c.a, c.b}[which] }

func (c *comparer) header(which int) *recorder.Header {
	return [...]*recorder.Header{c.ha, c.hb}[which]
}

// Extent is how many frames a run has that is not stopped. The zero value says nothing.
type Extent struct {
	Frames int64 // at most; 0 where that is not known
	Fixed  bool  // it has so many: nothing but a failure ends it before
}

// lengths sets how many frames the logs had. One that was stopped would have gone on: it is taken to be as long as the other
// as far as its extent allows, and of its extent where that is fixed and the other ended by itself at another time.
func (c *comparer) lengths(extents [2]Extent) {
	for which := range c.length {
		r, other := c.reader(which), c.reader(1-which)
		c.length[which] = r.Length()
		if r.Stopped() {
			c.length[which] = max(r.Length(), c.wouldHave(which, other.Length(), extents))
		}
	}
}

// wouldHave returns how many frames a log would have that was stopped, where the other has frames.
func (c *comparer) wouldHave(which int, frames int64, extents [2]Extent) int64 {
	own, other := extents[which], c.reader(1-which)
	end, ended := frames, !other.Stopped()
	if s, ok := other.Summary(); ok && s.Ended == recorder.Failed {
		ended = false // so may this one have, at the same step
	}
	if e := extents[1-which]; other.Stopped() && e.Fixed {
		end, ended = e.Frames, true
	}
	if own.Fixed && ended && c.atSteps(which, end) != own.Frames {
		return own.Frames
	}
	n := c.atSteps(which, frames)
	if own.Frames > 0 {
		n = min(n, own.Frames)
	}
	return n
}

// atSteps returns how many frames a log has that is as long as the other with so many.
func (c *comparer) atSteps(which int, frames int64) int64 {
	step, other := c.reader(which).Header().Step, c.reader(1-which)
	if math.Float64bits(step) == math.Float64bits(other.Header().Step) {
		return frames
	}
	return int64(math.Min(math.Round(duration(other, frames)/step), math.MaxInt64/2)) + 1
}

// unread notes the steps of a log that have no chunk.
func (c *comparer) unread(which int, r *recorder.Reader) {
	next := int64(0)
	for _, chunk := range r.Chunks() {
		if chunk.First > next {
			c.lose(which, lost{next, chunk.First}, fmt.Sprintf("steps %d to %d", next, chunk.First-1))
		}
		next = chunk.First + int64(chunk.Steps)
	}
	if end := r.Length(); end > next {
		c.lose(which, lost{next, end}, fmt.Sprintf("steps %d to %d", next, end-1))
		next = end
	}
	if end := c.length[which]; end > next {
		why := "its writer was stopped"
		if r.Complete() {
			why = "its run was interrupted"
		}
		c.lose(which, lost{next, end}, fmt.Sprintf("steps from %d on: %s", next, why))
	}
}

// lose notes steps of a log that cannot be read.
func (c *comparer) lose(which int, l lost, what string) {
	c.lost[which] = append(c.lost[which], l)
	c.result.Unreadable = append(c.result.Unreadable, [...]string{"A: ", "B: "}[which]+what)
}

// unreadable notes that a step of a log cannot be read, and so the steps up to the one that NextChunk gives, once.
func (c *comparer) unreadable(which int, step int64, err error) {
	for _, l := range c.lost[which] {
		if step >= l.from && step < l.to {
			return
		}
	}
	c.lose(which, lost{step, c.reader(which).NextChunk(step)}, err.Error())
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
