package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

func (a *app) resumeCommand() *cobra.Command {
	var asJSON bool
	var opts runs.Options
	cmd := &cobra.Command{
		Use:   "resume LOG",
		Short: "Continue a run that was killed or interrupted",
		Long: `resume continues a run whose log is incomplete, from the scenario and the last snapshot in the log. It completes the log in
place, to the same bytes as if the run had never stopped. A damaged log is cut off at the first damage and completed likewise.
A whole log of a complete run, one that a run is writing, and one of another version of the engine are refused (exit code 2)
and left unchanged.`,
		Example:           `  prang resume runs/out/crossing-90.prang`,
		Args:              arguments(1, 1, "the path of one log"),
		ValidArgsFunction: completeFiles("prang"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkWorkers(cmd, opts.Workers); err != nil {
				return err
			}
			p := a.progress(args[0])
			opts.Progress = p.step()
			report, err := runs.Resume(cmd.Context(), args[0], opts)
			p.close()
			if report != nil {
				write := report.WriteText
				if asJSON {
					write = report.WriteJSON
				}
				if e := write(a.out); e != nil {
					return e
				}
			}
			a.printResumeHint(err, report)
			switch {
			case report == nil && errors.Is(err, fs.ErrPermission):
				return fmt.Errorf("%s: cannot be written: %w: make the log writable, or resume a copy of it", args[0], reason(err))
			case err != nil && report == nil:
				return noLog(args[0], err)
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "report as JSON")
	workersFlag(cmd, &opts.Workers, "goroutines that a step may use; they change no result")
	writingFlags(cmd, &opts.Writing)
	return cmd
}
