package export

import (
	"math"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim/record"
)

// LedgerRowSchema is the form of a row of the ledger as a line of JSON.
const LedgerRowSchema = "prang.ledger_row/1"

// LedgerRowLine is what a cause gave all bodies together in the steps of an interval, in JSON.
type LedgerRowLine struct {
	Schema          string             `json:"schema"`
	Step            int64              `json:"step"` // that ends the interval
	Time            float64            `json:"time"`
	Cause           string             `json:"cause"`
	Energy          recorder.Number    `json:"energy"`
	Momentum        [3]recorder.Number `json:"momentum"`
	AngularMomentum [3]recorder.Number `json:"angular_momentum"`
}

// ledgerLines returns the lines of the sums of an interval, without those that are zero.
func (s *source) ledgerLines(sum *record.Frame) (lines []LedgerRowLine) {
	for i := range s.columns {
		c := &s.columns[i]
		if !isLedger(&c.Column) {
			continue
		}
		var v [record.LedgerValues]recorder.Number
		zero := true
		for k, x := range sum.Values[c.at:][:record.LedgerValues] {
			v[k], zero = recorder.Number(x), zero && math.Float64bits(x) == 0
		}
		if !zero {
			cause := strings.TrimPrefix(c.Name, record.LedgerPrefix)
			lines = append(lines, LedgerRowLine{
				LedgerRowSchema, sum.Step, sum.Time, cause, v[0], [3]recorder.Number(v[1:4]), [3]recorder.Number(v[4:]),
			})
		}
	}
	return lines
}

// rows calls write for each frame that has rows in a table. Those of the ledger have the sums of their intervals as
// values.
func (s *source) rows(t *table, write func(f *record.Frame) error) error {
	if !t.ledger {
		return s.frames(write)
	}
	sums := ledgerSums{s: s, t: t}
	return s.read(s.to, func(f *record.Frame) error {
		if sum := sums.add(f); sum != nil {
			return write(sum)
		}
		return nil
	})
}

// ledgerSums adds up the ledger over the steps of intervals.
type ledgerSums struct {
	s   *source
	t   *table
	sum record.Frame // of the steps of an interval up to Step
}

// add takes in the next frame that can be read. It returns the sums of the interval that the frame ends, valid until the
// next call; nil for another one, and where a step of the interval is missing.
func (l *ledgerSums) add(f *record.Frame) *record.Frame {
	first, last := l.s.interval(f.Step)
	switch {
	case f.Step == first:
		l.sum.Values = append(l.sum.Values[:0], f.Values...)
		if f.Step == l.s.from { // its step is before what is selected
			clear(l.sum.Values)
		}
	case f.Step == l.sum.Step+1:
		l.t.add(l.sum.Values, f.Values)
	default:
		return nil
	}
	if l.sum.Step, l.sum.Time = f.Step, f.Time; f.Step < last {
		return nil
	}
	return &l.sum
}

// interval returns the first and the last step of the interval that a step is in. The first of the selection is one by
// itself.
func (s *source) interval(step int64) (first, last int64) {
	if step == s.from {
		return step, step
	}
	first = step - (step-s.from-1)%s.every
	return first, min(first+s.every, s.to) - 1
}

// add adds the values of a frame that are in the table to a sum.
func (t *table) add(sum, values []float64) {
	for _, cells := range t.of {
		for _, c := range cells {
			sum[c.from] += values[c.from]
		}
	}
}
