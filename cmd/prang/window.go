package main

import (
	"math"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
)

// endOfLog stands for the time of the last frame as a bound of a window.
const endOfLog = "end"

// window is the part of a log between two times.
type window struct {
	from, to int64 // steps of the frames: from on, before to
	last     bool  // it begins with the last frame, by name
}

// readWindow reads the window of a log from the flag from and the flag toFlag, which has its end.
func readWindow(cmd *cobra.Command, r *recorder.Reader, toFlag string) (window, error) {
	step, frames := r.Header().Step, r.Steps()
	last := float64(max(frames-1, 0)) * step
	begin, err := timeFlag(cmd, "from", last, 0)
	if err != nil {
		return window{}, err
	}
	end, err := timeFlag(cmd, toFlag, last, math.Inf(1))
	if err != nil {
		return window{}, err
	}
	text := func(flag string) string { return cmd.Flags().Lookup(flag).Value.String() }
	w := window{
		from: stepAt(math.Ceil(begin/step-1e-6), frames), to: stepAt(math.Floor(end/step+1e-6)+1, frames),
		last: text("from") == endOfLog,
	}
	switch {
	case frames == 0:
	case w.from >= frames:
		return w, usagef(cmd, "--from %s: the log ends at %.9g s", text("from"), last)
	case w.to <= w.from:
		return w, usagef(cmd, "--%s %s is before --from %s", toFlag, text(toFlag), text("from"))
	}
	return w, nil
}

// timeFlag returns the time that a flag has, last for the end of the log, otherwise where it is not given.
func timeFlag(cmd *cobra.Command, flag string, last, otherwise float64) (float64, error) {
	if !cmd.Flags().Changed(flag) {
		return otherwise, nil
	}
	text := cmd.Flags().Lookup(flag).Value.String()
	if text == endOfLog {
		return last, nil
	}
	t, err := runs.ParseTime(text)
	if err != nil {
		return 0, usagef(cmd, "--%s: %v", flag, err)
	}
	if t < 0 {
		return 0, usagef(cmd, "--%s %s is before the start of the log: give a time from 0 on, or %s", flag, text, endOfLog)
	}
	return t, nil
}

func stepAt(x float64, frames int64) int64 {
	return int64(math.Max(0, math.Min(x, float64(frames))))
}
