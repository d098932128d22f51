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
	sums := s.ledgerSums()
	return s.read(s.to, func(f *record.Frame) error {
		if sum := sums.Add(f); sum != nil {
			return write(sum)
		}
		return nil
	})
}

// LedgerSums adds up the ledger over the steps of intervals, as LedgerCSV does.
type LedgerSums struct {
	from, to, every int64
	places          []int        // of the values of the ledger in a frame
	sum             record.Frame // of the steps of an interval up to Step
}

// NewLedgerSums returns the sums over the frames from from on and before to of a log, with every, 1 or more, in an interval.
func NewLedgerSums(h *recorder.Header, from, to, every int64) *LedgerSums {
	l := &LedgerSums{from: from, to: to, every: every}
	at := 0
	for i := range h.Columns {
		c := &h.Columns[i]
		for k := range int(c.Count) {
			if isLedger(c) {
				l.places = append(l.places, at+k)
			}
		}
		at += int(c.Count)
	}
	return l
}

// ledgerSums returns the sums over what is selected.
func (s *source) ledgerSums() *LedgerSums { return NewLedgerSums(s.h, s.from, s.to, s.every) }

// Add takes in the next frame that can be read. It returns the sums of the interval that the frame ends, in place of the
// ledger's values, valid until the next call; nil for another one, and where a step of the interval is missing.
func (l *LedgerSums) Add(f *record.Frame) *record.Frame {
	first, last := l.interval(f.Step)
	switch {
	case f.Step == first:
		l.sum.Values = append(l.sum.Values[:0], f.Values...)
		if f.Step == l.from { // its step is before what is selected
			clear(l.sum.Values)
		}
	case f.Step == l.sum.Step+1:
		for _, k := range l.places {
			l.sum.Values[k] += f.Values[k]
		}
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
func (l *LedgerSums) interval(step int64) (first, last int64) {
	if step == l.from {
		return step, step
	}
	first = step - (step-l.from-1)%l.every
	return first, min(first+l.every, l.to) - 1
}
