package geom

import "math"

// AddTo returns sum + x, and lost plus the rounding error of this addition. Sums of many numbers, or of numbers that
// cancel, are correct to rounding when lost is added at the end.
//
// Source: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen", ZAMM 54 (1974).
func AddTo(sum, x, lost float64) (float64, float64) {
	t := sum + x
	if math.Abs(sum) >= math.Abs(x) {
		return t, lost + (sum - t + x)
	}
	return t, lost + (x - t + sum)
}

// AddVecTo is AddTo of each component.
func AddVecTo(sum, v, lost Vec) (s, o Vec) {
	s.X, o.X = AddTo(sum.X, v.X, lost.X)
	s.Y, o.Y = AddTo(sum.Y, v.Y, lost.Y)
	s.Z, o.Z = AddTo(sum.Z, v.Z, lost.Z)
	return s, o
}
