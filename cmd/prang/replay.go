package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
)

// replayOptions are the flags of replay.
type replayOptions struct {
	from, to string
	every    int64
	bodies   []string
	events   bool
	report   bool
	json     bool
	verify   bool
}

func (a *app) replayCommand() *cobra.Command {
	var opts replayOptions
	cmd := &cobra.Command{
		Use:   "replay LOG",
		Short: "Play back a log, or verify it",
		Long: `replay prints frames and events from the log alone: a line for each body and frame, and one for each event. Times are
seconds, or have a unit.

--verify runs the scenario that the log carries again and compares every value's bits; exit code 1 when they differ.`,
		Example: `  prang replay crash.prang --from 1.1 --to 1.5 --body fast --every 10
  prang replay crash.prang --events --json
  prang replay crash.prang --report
  prang replay crash.prang --verify`,
		Args:              arguments(1, 1, "the path of one log"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := opts.check(cmd); err != nil {
				return err
			}
			r, err := a.open(args[0])
			if err != nil {
				return err
			}
			defer r.Close()
			switch {
			case opts.verify:
				return a.verify(cmd, args[0], r, opts.json)
			case opts.report:
				return a.replayReport(cmd, args[0], r, opts.json)
			}
			return a.play(cmd, args[0], r, &opts)
		},
	}
	f := cmd.Flags()
	f.StringVar(&opts.from, "from", "", "first time to print")
	f.StringVar(&opts.to, "to", "", "last time to print")
	f.Int64Var(&opts.every, "every", 1, "print each Nth frame")
	f.StringArrayVar(&opts.bodies, "body", nil, "only this body or mover; may be given several times")
	f.BoolVar(&opts.events, "events", false, "print events only")
	f.BoolVar(&opts.report, "report", false, "print the report of the run")
	f.BoolVar(&opts.json, "json", false, "as JSON lines")
	f.BoolVar(&opts.verify, "verify", false, "run the scenario again and compare every bit")
	// Completion of a flag that exists cannot fail.
	_ = cmd.RegisterFlagCompletionFunc("body", completeBodies)
	return cmd
}

// check refuses flags that do not go together.
func (o *replayOptions) check(cmd *cobra.Command) error {
	if o.every < 1 {
		return usagef(cmd, "--every %d: give a whole number above zero", o.every)
	}
	changed := func(names ...string) string {
		for _, n := range names {
			if cmd.Flags().Changed(n) {
				return n
			}
		}
		return ""
	}
	whole := changed("verify", "report")
	if other := changed("from", "to", "every", "body", "events"); whole != "" && other != "" {
		return usagef(cmd, "--%s is about the whole log: leave out --%s", whole, other)
	}
	if o.verify && o.report {
		return usagef(cmd, "--verify and --report are two things: give one of them")
	}
	return nil
}

// window returns the first step and the one after the last that are asked for.
func (o *replayOptions) window(cmd *cobra.Command, step float64, frames int64) (from, to int64, err error) {
	from, to = 0, frames
	if o.from != "" {
		t, err := runs.ParseTime(o.from)
		if err != nil {
			return 0, 0, usagef(cmd, "--from: %v", err)
		}
		from = stepAt(math.Ceil(t/step-1e-6), frames)
	}
	if o.to != "" {
		t, err := runs.ParseTime(o.to)
		if err != nil {
			return 0, 0, usagef(cmd, "--to: %v", err)
		}
		to = stepAt(math.Floor(t/step+1e-6)+1, frames)
	}
	return from, to, nil
}

func stepAt(x float64, frames int64) int64 {
	return int64(math.Max(0, math.Min(x, float64(frames))))
}

// play prints frames and events.
func (a *app) play(cmd *cobra.Command, path string, r *recorder.Reader, o *replayOptions) error {
	from, to, err := o.window(cmd, r.Header().Step, r.Steps())
	if err != nil {
		return err
	}
	p, err := newPlayer(cmd, a.out, r.Header(), o)
	if err != nil {
		return err
	}
	damaged := false
	for f, err := range r.Frames(from, to) {
		if err != nil {
			a.problem(fmt.Errorf("%s: %w", path, err))
			damaged = true
			continue
		}
		if err := cmd.Context().Err(); err != nil {
			p.flush()
			return err
		}
		if err := p.frame(f, from); err != nil {
			return err
		}
	}
	if err := p.flush(); err != nil {
		return err
	}
	if damaged {
		return errReported
	}
	return nil
}

// replayReport prints the report that the run printed.
func (a *app) replayReport(cmd *cobra.Command, path string, r *recorder.Reader, asJSON bool) error {
	reporter := runs.NewReporter(r.Header())
	damaged := false
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil {
			a.problem(fmt.Errorf("%s: %w", path, err))
			damaged = true
			continue
		}
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		reporter.Frame(f)
	}
	end, _ := r.Summary()
	report := reporter.Report(end)
	report.Log = logReport(path)
	write := report.WriteText
	if asJSON {
		write = report.WriteJSON
	}
	if err := write(a.out); err != nil {
		return err
	}
	if damaged {
		return errReported
	}
	return nil
}

// verify runs the scenario of a log again.
func (a *app) verify(cmd *cobra.Command, path string, r *recorder.Reader, asJSON bool) error {
	p := a.progress("verify " + r.Header().Scenario)
	v, err := runs.Verify(cmd.Context(), r, p.step())
	p.close()
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if v.Engine != "" {
		a.message("%s was written by %s, this is %s: a difference is no fault", path, v.Engine, runs.Engine)
	}
	switch {
	case asJSON:
		err = a.json(v)
	case v.Equal:
		_, err = fmt.Fprintf(a.out, "%s: equal: %d frames, every bit of every value\n", path, v.Steps)
	case v.First != nil:
		_, err = fmt.Fprintf(a.out, "%s: different after %d equal frames: %s (log, new run)\n", path, v.Steps, differenceText(v.First))
	default:
		_, err = fmt.Fprintf(a.out, "%s: different after %d equal frames: %s\n", path, v.Steps, v.Other)
	}
	if err == nil && !v.Equal {
		err = errDifferent
	}
	return err
}
