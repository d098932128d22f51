package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

func (a *app) runCommand() *cobra.Command {
	var opts struct {
		log  string
		json bool
	}
	cmd := &cobra.Command{
		Use:   "run SCENARIO...",
		Short: "Run scenarios, record them and report what happened",
		Long: `run simulates each scenario, writes its log (runs/out/NAME.prang by default) and reports the impacts, where everything
came to rest, limits that were hit and the hash of the final state. An interrupt ends the run at a step boundary and leaves a
valid log.`,
		Example: `  prang run runs/scenarios/crossing-90/scenario.yaml
  prang run crash.yaml -o crash.prang --json > crash.json`,
		Args:              arguments(1, 0, "the path of a scenario"),
		ValidArgsFunction: completeFiles("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.log != "" && len(args) > 1 {
				return usagef(cmd, "-o names one log, but there are %d scenarios: leave it out, and each gets runs/out/NAME.prang", len(args))
			}
			scenarios, err := a.load(args)
			if err != nil {
				return err
			}
			return a.run(cmd, args, scenarios, opts.log, opts.json)
		},
	}
	cmd.Flags().StringVarP(&opts.log, "output", "o", "", "write the log to this file")
	cmd.Flags().BoolVar(&opts.json, "json", false, "report as JSON, one document a scenario")
	return cmd
}

// load reads all scenarios, so that nothing runs when one is bad. Every problem is written.
func (a *app) load(paths []string) ([]*runs.Scenario, error) {
	var scenarios []*runs.Scenario
	var bad error
	for _, path := range paths {
		s, err := runs.Load(path)
		if err == nil {
			_, err = runs.NewWorld(s)
		}
		if err != nil {
			a.problem(err)
			bad = errReported
			continue
		}
		scenarios = append(scenarios, s)
	}
	return scenarios, bad
}

// run runs scenarios one after the other. One that fails does not keep the others from running.
func (a *app) run(cmd *cobra.Command, paths []string, scenarios []*runs.Scenario, log string, asJSON bool) error {
	if err := distinctLogs(cmd, paths, scenarios); err != nil {
		return err
	}
	var first error
	for i, s := range scenarios {
		p := a.progress(s.Name)
		a.log.Debug("run", "scenario", s.Name, "bodies", len(s.Definition.Bodies), "steps", s.Steps)
		started := a.now()
		report, err := runs.Run(cmd.Context(), s, runs.Options{Log: log, Progress: p.step()})
		p.close()
		a.log.Debug("done", "scenario", s.Name, "took", a.now().Sub(started).String())
		if report != nil {
			if i > 0 && !asJSON {
				fmt.Fprintln(a.out)
			}
			write := report.WriteText
			if asJSON {
				write = report.WriteJSON
			}
			if e := write(a.out); e != nil {
				return e
			}
		}
		if err == nil {
			continue
		}
		var failed *runs.FailedError
		if !errors.As(err, &failed) {
			return err
		}
		if first != nil {
			a.problem(first)
		}
		first = err
	}
	return first
}

// distinctLogs refuses scenarios whose logs would overwrite each other.
func distinctLogs(cmd *cobra.Command, paths []string, scenarios []*runs.Scenario) error {
	seen := map[string]string{}
	for i, s := range scenarios {
		log := runs.LogPath(s.Name)
		if before, ok := seen[log]; ok {
			return usagef(cmd, "%s and %s would both write %s: run one at a time with -o", before, paths[i], log)
		}
		seen[log] = paths[i]
	}
	return nil
}
