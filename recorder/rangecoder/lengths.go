package rangecoder

// Lengths is the probabilities of the bit lengths of the numbers of one kind, by the expected length. A length within 3
// above or below that takes three decisions; any other seven more. Of many tables few may be used: each is filled when its
// first number comes. Reset one before its first use.
type Lengths struct {
	near [65][8]Prob
	far  [128]Prob
	used bool // else all decisions are equally likely
}

// nearest returns the least length of those near the expected one.
func nearest(expect int) int { return min(max(expect-3, 0), 64-6) }

// Reset makes all decisions equally likely.
func (l *Lengths) Reset() { l.used = false }

// evenLengths is the state before the first number.
var evenLengths = func() (l Lengths) {
	for i := range l.near {
		Reset(l.near[i][:])
	}
	Reset(l.far[:])
	l.used = true
	return l
}()

// Nothing returns the probabilities of the decisions of a number 0 where one of no bits is expected, all for 0. The table must
// have had a number since it was reset.
func (l *Lengths) Nothing() [3]*Prob {
	p := &l.near[0]
	return [3]*Prob{&p[1], &p[2], &p[4]}
}
