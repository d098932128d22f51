package recorder

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"sort"

	"github.com/prang-sim/prang/sim/record"
)

// Frame reads a step into dst. It decodes the step's chunk and keeps it for the next call. Values, Events, Contacts and
// Wheels of dst are overwritten, Turned is emptied; the Points of events are shared with other calls and must not be
// changed. Hash is known for the last step of a chunk and 0 for the others. The error is or wraps ErrNoStep or ErrDamaged,
// or is one of reading the file; for a log of the level verify see Simulate.
func (r *Reader) Frame(step int64, dst *record.Frame) error {
	if r.layout.verify {
		return r.simulated(step, dst)
	}
	if err := r.load(step); err != nil {
		return err
	}
	c := &r.cached
	i := int(step - c.first)
	dst.Step, dst.Time = step, float64(step)*r.header.Step
	values := slices.Grow(dst.Values[:0], r.layout.values)[:r.layout.values]
	row := c.rows[i*r.layout.values:][:len(values)]
	for k, v := range row {
		values[k] = math.Float64frombits(v)
	}
	dst.Values = values
	dst.Events = append(dst.Events[:0], c.events.at(i)...)
	dst.Contacts = append(dst.Contacts[:0], c.contacts.at(i)...)
	dst.Wheels = r.layout.unpackWheels(dst.Wheels[:0], c.wheels, i)
	dst.Turned, dst.Spins = dst.Turned[:0], dst.Spins[:0]
	dst.Hash = 0
	if i == c.steps-1 {
		dst.Hash = c.hashes.state
	}
	return nil
}

// Frames yields the steps in [from, to) that the log has. A chunk that cannot be read yields one error and is skipped; a
// log without states yields ErrNoStates once.
// The frame is valid until the next one.
func (r *Reader) Frames(from, to int64) iter.Seq2[*record.Frame, error] {
	return func(yield func(*record.Frame, error) bool) {
		var f record.Frame
		if from < 0 {
			from = 0
		}
		for step := from; step < to && step < r.Steps(); {
			if err := r.Frame(step, &f); err != nil {
				if !yield(nil, err) || errors.Is(err, ErrNoStates) {
					return
				}
				step = r.NextChunk(step)
				continue
			}
			if !yield(&f, nil) {
				return
			}
			step++
		}
	}
}

// NextChunk returns the first step behind the chunk, or behind the gap, that step is in; behind the last chunk the largest
// integer.
func (r *Reader) NextChunk(step int64) int64 {
	i := r.find(step)
	if i < len(r.chunks) && r.chunks[i].number <= step {
		return r.chunks[i].number + int64(r.chunks[i].count)
	}
	if i < len(r.chunks) {
		return r.chunks[i].number
	}
	return math.MaxInt64
}

// find returns the index of the first chunk that ends behind step.
func (r *Reader) find(step int64) int {
	return sort.Search(len(r.chunks), func(i int) bool { return r.chunks[i].number+int64(r.chunks[i].count) > step })
}

// load makes the chunk of a step the cached one.
func (r *Reader) load(step int64) error {
	if r.valid && step >= r.cached.first && step < r.cached.first+int64(r.cached.steps) {
		return nil
	}
	if r.lostErr != nil && step >= r.lost.number && step < r.lost.number+int64(r.lost.count) {
		return r.lostErr
	}
	err := r.loadChunk(step)
	if err == nil || r.scanned || !errors.Is(err, ErrDamaged) {
		return err
	}
	// The index may be wrong, or what it says may have moved.
	if err := r.scan(); err != nil {
		return err
	}
	return r.loadChunk(step)
}

// loadChunk decodes the chunk of a step into the cache.
func (r *Reader) loadChunk(step int64) error {
	i := r.find(step)
	if i == len(r.chunks) || r.chunks[i].number > step {
		return r.noStep(step, i)
	}
	c := &r.chunks[i]
	r.valid = false
	r.dec.layout, r.dec.log = r.layout, r.log
	payload, err := r.readBlock(&c.block)
	if err == nil {
		err = r.dec.decode(&r.cached, &c.block, payload)
	}
	if err == nil && !r.fits(i) {
		err = errors.New("it is not the block in the index")
	}
	if err != nil {
		if err = damageOf(&c.block, err); r.scanned && errors.Is(err, ErrDamaged) {
			r.failed(err)
			r.lost, r.lostErr = c.block, err
		}
		return err
	}
	r.valid = true
	return nil
}

// damageOf returns an error of a block as one of a damaged log; one of reading the file stays as it is.
func damageOf(b *block, err error) error {
	var ioErr *readError
	if errors.As(err, &ioErr) {
		return err
	}
	return fmt.Errorf("%s: %w: %w", describe(b), ErrDamaged, err)
}

// fits reports whether the decoded chunk is the one that is listed at i.
func (r *Reader) fits(i int) bool {
	h, listed := r.cached.hashes, &r.chunks[i].hashes
	if h.rows != listed.rows || h.events != listed.events || h.state != listed.state || h.chainOut != listed.chainOut {
		return false
	}
	if i == 0 {
		return r.chunks[0].number != 0 || h.chainIn == 0
	}
	before := &r.chunks[i-1]
	return before.number+int64(before.count) != r.chunks[i].number || h.chainIn == before.hashes.chainOut
}

// noStep returns the error for a step that would lie before chunk i: why it cannot be read.
func (r *Reader) noStep(step int64, i int) error {
	total := r.Steps()
	if r.summary != nil && r.summary.Steps > total {
		total = r.summary.Steps
	}
	if step < 0 || step >= total {
		if total == 0 {
			return fmt.Errorf("step %d: %w: it has no steps", step, ErrNoStep)
		}
		return fmt.Errorf("step %d: %w: it has steps 0 to %d", step, ErrNoStep, total-1)
	}
	from, to := int64(0), total-1
	if i > 0 {
		from = r.chunks[i-1].number + int64(r.chunks[i-1].count)
	}
	if i < len(r.chunks) {
		to = r.chunks[i].number - 1
	}
	return fmt.Errorf("step %d: %w: steps %d to %d cannot be read", step, ErrDamaged, from, to)
}

func (r *Reader) failed(err error) {
	s := err.Error()
	if r.seenFailures == nil {
		r.seenFailures = make(map[string]bool)
	}
	if !r.seenFailures[s] {
		r.seenFailures[s] = true
		r.failures = append(r.failures, s)
	}
}
