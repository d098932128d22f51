package main

import (
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/export"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/units"
)

// endOfLog stands for the time of the last frame as a bound of a window.
const endOfLog = "end"

// selectionFlags adds the flags that select what of a log is written, or shown.
func selectionFlags(cmd *cobra.Command, verb string, every *string, bodies *[]string) {
	f := cmd.Flags()
	f.String("from", "", "start of the times to "+verb+"; end is the last frame")
	f.String("until", "", "end of the times to "+verb+"; end is the last frame")
	f.StringVar(every, "every", "", verb+" every Nth frame, such as 2, or one frame per interval, such as 2s, 0.1 or 100ms, rounded to whole steps")
	f.StringArrayVar(bodies, "body", nil, verb+" only this object; repeatable")
	_ = cmd.RegisterFlagCompletionFunc("body", completeBodies)
}

// takeToo lets a command take a flag by the name that it has in other commands, which help does not list.
func takeToo(cmd *cobra.Command, flag, other string) {
	cmd.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == other {
			name = flag
		}
		return pflag.NormalizedName(name)
	})
}

// window is the part of a log between two times, both included: frames and events by their own times. A time that is
// copied from a table may be off by its rounding.
type window struct {
	from, to int64         // steps of the frames: from on, before to; equal where no frame is between the times
	last     bool          // it begins with the last frame, by name
	end      float64       // [s]
	times    *export.Times // of the events; nil for all
}

// readWindow reads the window of a log from the flag from and the flag toFlag, which has its end.
func readWindow(cmd *cobra.Command, r *recorder.Reader, toFlag string) (window, error) {
	step, frames := r.Header().Step, r.Steps()
	last := float64(max(frames-1, 0)) * step
	begin, err := timeFlag(cmd, "from", last, math.Inf(-1))
	if err != nil {
		return window{}, err
	}
	end, err := timeFlag(cmd, toFlag, last, math.Inf(1))
	if err != nil {
		return window{}, err
	}
	slack := math.Min(runs.PrintedTime, step/4)
	w := window{
		from: stepAt(math.Ceil((begin-slack)/step), frames), to: stepAt(math.Floor((end+slack)/step)+1, frames),
		last: flagText(cmd, "from") == endOfLog, end: end,
	}
	if !math.IsInf(begin, 0) || !math.IsInf(end, 0) {
		w.times = &export.Times{From: begin - slack, To: end + slack}
	}
	switch {
	case frames == 0:
	case w.from >= frames:
		return w, usagef(cmd, "--from %s: the log ends at %.9g s", flagText(cmd, "from"), last)
	case end < begin-slack:
		return w, usagef(cmd, "--%s %s is before --from %s", toFlag, flagText(cmd, toFlag), flagText(cmd, "from"))
	}
	return w, nil
}

// checkFrames refuses a window that has no frame, though the log has.
func (w *window) checkFrames(cmd *cobra.Command, r *recorder.Reader, toFlag string) error {
	if w.from < w.to || r.Steps() == 0 {
		return nil
	}
	return usagef(cmd, "--from %s --%s %s: no frame is between them: the frames are %.6g s apart",
		flagText(cmd, "from"), toFlag, flagText(cmd, toFlag), r.Header().Step)
}

// timeFlag returns the time that a flag has, last for the end of the log, otherwise where it is not given.
func timeFlag(cmd *cobra.Command, flag string, last, otherwise float64) (float64, error) {
	if !cmd.Flags().Changed(flag) {
		return otherwise, nil
	}
	text := flagText(cmd, flag)
	if text == endOfLog {
		return last, nil
	}
	t, err := units.ParseTime(text)
	if err != nil {
		return 0, usagef(cmd, "--%s: %v", flag, err)
	}
	if t < 0 {
		return 0, usagef(cmd, "--%s %s is before the start of the log: give a time from 0 on, or %s", flag, text, endOfLog)
	}
	return t, nil
}

func flagText(cmd *cobra.Command, flag string) string { return cmd.Flags().Lookup(flag).Value.String() }

func stepAt(x float64, frames int64) int64 {
	return int64(math.Max(0, math.Min(x, float64(frames))))
}
