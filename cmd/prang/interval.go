package main

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs/units"
)

// interval is the distance of the frames that --every chooses: a number of frames, or a time.
type interval struct {
	n    int64   // 0 for a time
	time float64 // [s]
}

// readInterval reads --every: a whole number of frames, or a time.
func readInterval(cmd *cobra.Command, text string) (interval, error) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange):
		return interval{}, usagef(cmd, "--every %s: is too large: give a whole number", text)
	case err == nil && n < 1:
		return interval{}, usagef(cmd, "--every %s: give a whole number above zero", text)
	case err == nil:
		return interval{n: n}, nil
	}
	t, err := units.ParseTime(text)
	if err != nil || !(t > 0) {
		return interval{}, usagef(cmd, "--every %q: give a whole number of frames, or a time above zero, such as 0.1 or 100ms", text)
	}
	if last := text[len(text)-1:]; t == math.Trunc(t) && strings.ContainsAny(last, "0123456789.") {
		whole := strconv.FormatFloat(t, 'f', -1, 64)
		if t >= math.MaxInt64 {
			return interval{}, usagef(cmd, "--every %s: is too large: give a whole number of frames, or a time, such as 0.1 or 100ms", text)
		}
		return interval{}, usagef(cmd, "--every %s: is it frames or seconds? Give %s for frames, or %ss for a time", text, whole, whole)
	}
	return interval{time: t}, nil
}

// frames returns the number of frames of the given step [s], at least 1.
func (i interval) frames(step float64) int64 {
	if i.n > 0 {
		return i.n
	}
	return max(1, int64(math.Round(math.Min(i.time/step, 1e15))))
}

// seconds returns the time with the given step [s].
func (i interval) seconds(step float64) float64 {
	if i.n > 0 {
		return float64(i.n) * step
	}
	return i.time
}
