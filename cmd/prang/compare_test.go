package main

import (
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
)

// TestComparison_SaysWhatWasComparedByTime: the first line of a comparison by time, also where steps cannot be read.
func TestComparison_SaysWhatWasComparedByTime(t *testing.T) {
	for _, c := range []struct {
		readable recorder.Verdict
		want     string
	}{
		{"", "within tolerance: 7 frames compared by time, A has steps of 0.1 s, B of 0.05 s, 3 states are interpolated\n"},
		{recorder.WithinTolerance, "undecided: 7 frames compared by time and within tolerance, others cannot be read, A has steps of 0.1 s, B of 0.05 s, 3 states are interpolated\n"},
	} {
		r := &recorder.Comparison{Verdict: recorder.WithinTolerance, Readable: c.readable, Compared: 7, ByTime: &recorder.ByTime{StepA: 0.1, StepB: 0.05, Interpolated: 3}}
		if c.readable != "" {
			r.Verdict = recorder.Undecided
		}
		var b strings.Builder
		comparison(&b, r)
		if !strings.HasPrefix(b.String(), c.want) {
			t.Errorf("%q, want %q", b.String(), c.want)
		}
	}
}
