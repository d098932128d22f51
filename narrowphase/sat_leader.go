package narrowphase

import "math"

// leader is the largest number of several and its index, or an earlier one where a later is not larger by more than
// rounding. The number is kept as its bits, because integers are chosen without a jump, and which is the largest cannot
// be predicted.
type leader struct {
	bits uint64
	k    int
}

func leading(x float64, k int) leader { return leader{math.Float64bits(x), k} }

func (l leader) value() float64 { return math.Float64frombits(l.bits) }

// or returns x with its index k where it exceeds l by more than tol, and else l.
func (l leader) or(x float64, k int, tol float64) leader {
	bits := math.Float64bits(x)
	if x > l.value()+tol {
		l.bits, l.k = bits, k
	}
	return l
}

// edgeCut is a separation below which a pair of edges does not matter, and its square with the sign turned, by which
// that is seen without a root.
type edgeCut struct{ value, square float64 }

// cutAt returns the cut at a separation. Its square holds where that is negative, far from underflow, and passed by
// more than the rounding of squares, 4 ulp; where it does not hold it is -Inf.
func cutAt(value float64) edgeCut {
	square := -float64(float64(value*value) * (1 + 1e-12))
	if value >= 0 || square > -1e-200 {
		square = math.Inf(-1)
	}
	return edgeCut{value, square}
}

// leavesOut reports whether gap, a separation times a length of which the square is given, is clearly below the cut.
func (c *edgeCut) leavesOut(gap, length2 float64) bool {
	return float64(gap*math.Abs(gap)) < float64(c.square*length2)
}
