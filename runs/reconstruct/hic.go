package reconstruct

import "math"

// hic returns the largest T m^2.5 of a signal, none of it below zero, sampled each T0 seconds: m is the mean from sample i to
// sample j by the trapezoidal rule, T its time, of all pairs of samples 1 to most apart. Of equal ones it is the first. Without
// two samples, or where all are zero, it is 0 at the first.
func hic(a []float64, T0 float64, most int) (value float64, i, j int) {
	sum := make([]float64, len(a)) // integrals from the first sample on, in samples
	for k := 1; k < len(a); k++ {
		sum[k] = sum[k-1] + float64((a[k-1]+a[k])/2)
	}
	tops := blockTops(a, most)
	best := 0.0
	for k := range a {
		last := min(k+most, len(a)-1)
		// No mean of a window that begins here is above the largest sample of its blocks, and no integral above that to
		// the last sample: T m^2.5 is the integral times m^1.5.
		top := tops[k/most]
		if next := k/most + 1; next < len(tops) {
			top = math.Max(top, tops[next])
		}
		if (sum[last]-sum[k])*top*math.Sqrt(top)*(1+1e-9) <= best {
			continue
		}
		for l := k + 1; l <= last; l++ {
			n := float64(l - k)
			m := (sum[l] - sum[k]) / n
			if v := n * m * m * math.Sqrt(m); v > best {
				best, i, j = v, k, l
			}
		}
	}
	return best * T0, i, j
}

// blockTops returns the largest value of each n in a row.
func blockTops(a []float64, n int) []float64 {
	tops := make([]float64, (len(a)+n-1)/n)
	for i, v := range a {
		tops[i/n] = math.Max(tops[i/n], v)
	}
	return tops
}

// clip returns the largest level that a signal, linear between its samples, exceeds for a time in sum, of at most within
// samples in a row, and the first and the last sample at or above it in the first such stretch; times are in samples. False
// where the signal is shorter than that time.
func clip(a []float64, time float64, within int) (level float64, first, last int, ok bool) {
	if float64(len(a)-1) < time {
		return 0, 0, 0, false
	}
	low, high := 0.0, 0.0
	for _, v := range a {
		high = math.Max(high, v)
	}
	above := make([]float64, len(a))
	begin, _ := longest(a, above, low, time, within)
	for range 60 {
		mid := (low + high) / 2
		if b, long := longest(a, above, mid, time, within); long {
			low, begin = mid, b
		} else {
			high = mid
		}
	}
	first, last = begin, begin
	found := false
	for k := begin; k <= min(begin+within, len(a)-1); k++ {
		if a[k] >= low {
			if !found {
				first, found = k, true
			}
			last = k
		}
	}
	return low, first, last, true
}

// longest returns where the first stretch begins in which a signal is above a level for a time; above is scratch. The time has
// an error of some roundings of its own.
func longest(a, above []float64, level, time float64, within int) (begin int, long bool) {
	for k := 1; k < len(a); k++ {
		lo, hi := a[k-1], a[k]
		if lo > hi {
			lo, hi = hi, lo
		}
		part := 0.0
		switch {
		case lo >= level:
			part = 1
		case hi > level:
			part = (hi - level) / (hi - lo)
		}
		above[k] = above[k-1] + part
		if b := max(0, k-within); above[k]-above[b] >= time-1e-9 {
			return b, true
		}
	}
	return 0, false
}
