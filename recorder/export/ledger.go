package export

import "github.com/prang-sim/prang/sim/record"

// rows calls write for each frame that has rows in a table. Those of the ledger have the sums of their intervals as
// values.
func (s *source) rows(t *table, write func(f *record.Frame) error) error {
	if !t.ledger {
		return s.frames(write)
	}
	var sum record.Frame // of the steps of an interval up to Step
	return s.read(s.to, func(f *record.Frame) error {
		first, last := s.interval(f.Step)
		switch {
		case f.Step == first:
			sum.Values = append(sum.Values[:0], f.Values...)
		case f.Step == sum.Step+1:
			t.add(sum.Values, f.Values)
		default: // a step of the interval is missing
			return nil
		}
		if sum.Step, sum.Time = f.Step, f.Time; f.Step < last {
			return nil
		}
		return write(&sum)
	})
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
