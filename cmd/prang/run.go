package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/report"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// runOptions are the flags of run.
type runOptions struct {
	json   bool
	html   string
	refine bool
	ofCase string
	set    []string
	vary   []string
	seed   uint64
	write  runs.Options
}

// maxWorkers is more than any machine has cores.
const maxWorkers = 1024

// mostWorkers is the largest default number of workers. Whether a step gains from more cores has been measured on two
// only.
const mostWorkers = 4

// usualWorkers is the number of workers of a run that goes on alone.
func usualWorkers() int { return min(runtime.GOMAXPROCS(0), mostWorkers) }

// workersFlag adds the flag --workers to a command that runs scenarios.
func workersFlag(cmd *cobra.Command, workers *int, usage string) {
	cmd.Flags().IntVar(workers, "workers", usualWorkers(), usage)
	cmd.Flags().Lookup("workers").DefValue = fmt.Sprintf("the cores, %d at most", mostWorkers)
}

// checkWorkers refuses a number of workers that cannot be.
func checkWorkers(cmd *cobra.Command, workers int) error {
	if workers < 1 || workers > maxWorkers {
		return usagef(cmd, "--workers %d: give a number from 1 to %d", workers, maxWorkers)
	}
	return nil
}

// runCommand returns the subcommand run.
func (a *app) runCommand() *cobra.Command {
	var opts runOptions
	cmd := &cobra.Command{
		Use:   "run SCENARIO...",
		Short: "Run scenarios, record them and report what happened",
		Long: `run simulates each scenario, writes its log (runs/out/NAME.prang by default) and reports the impacts, the rest positions, the
limits that were hit and the hash of the final state. An interrupt ends the run at a step boundary and leaves a valid log.
A log that another run is writing is refused, and so are -o and --html in a directory that is not there.

--case runs a scenario with the values of one of its cases, as prang test does; --set on top of it. Its log is
runs/out/NAME.CASE.prang. The report and prang info name the case and the values that were set.

The page of --html is the reconstruction of vehicles, with the impacts of other bodies; without vehicles it tells of bodies,
impacts, joints and springs.

--level verify records a hash of each step, and a snapshot of the engine every 10 chunks, instead of every state. Such a log
takes a few bytes per step. Replaying it needs this version of prang, which runs the scenario again and checks the hashes.

--vary runs the scenario N times (100 unless given), --workers at a time, and reports the spread of delta-v and rest positions;
it writes no logs. It varies parameters from the scenario's "parameters" block:
  name=low..high[:N]          uniform distribution
  name=mean±deviation[:N]     normal distribution, not truncated (also mean+-deviation)
A unit after the second value is that of both. A deviation in % is of the mean, as in 80km/h±2.5%, unless the mean is in %
too, or has no unit and the scenario's value is in %.
A * in a name varies every matching parameter independently. Each run is listed with the --set flags that repeat it alone. A
value that the scenario does not allow makes that run fail without a result. If any run fails, each is told on stderr, the
statistics are of the others, and the exit code is 3. After an interrupt they are of the runs that have ended, and the exit code
is 130; prang sweep, which keeps each run, can go on.`,
		Example: `  prang run runs/scenarios/crossing-90/scenario.yaml
  prang run crash.yaml -o crash.prang --json > crash.json
  prang run crash.yaml --refine --html crash.html
  prang run crash.yaml --set speed_a=51km/h
  prang run crash.yaml --case wet --set speed_a=51km/h
  prang run crash.yaml --vary speed_a=48..52km/h:200 --vary mu=0.7±0.03 --seed 7 --html spread.html
  prang run runs/scenarios/pile-up-fog/scenario.yaml --vary 'delay_*=0.7..1.5s:50'`,
		Args:              arguments(1, 0, "the path of a scenario"),
		ValidArgsFunction: completeFiles("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.write.Log != "" && len(args) > 1 {
				return usagef(cmd, "-o names one log, but there are %d scenarios: leave it out, and each gets runs/out/NAME.prang", len(args))
			}
			if opts.html != "" && len(args) > 1 {
				return usagef(cmd, "--html names one page, but there are %d scenarios: run one at a time", len(args))
			}
			if opts.write.Log == "" && cmd.Flags().Changed("output") {
				return usagef(cmd, "-o: is empty: give the name of a file, or leave it out, for runs/out/NAME.prang")
			}
			if opts.write.Log == "-" {
				return usagef(cmd, "-o -: standard output is not possible here: give the name of a file, or ./- for one of this name")
			}
			if err := checkDirectory(cmd, "output", opts.write.Log); err != nil {
				return err
			}
			if err := checkWorkers(cmd, opts.write.Workers); err != nil {
				return err
			}
			if l := opts.write.Level; l != recorder.LevelFull && l != recorder.LevelVerify {
				return usagef(cmd, "--level %q: the levels are %s and %s", l, recorder.LevelFull, recorder.LevelVerify)
			}
			if err := checkOutput(cmd, "html", opts.html, append(args, opts.write.Log)...); err != nil {
				return err
			}
			if opts.ofCase == "" && cmd.Flags().Changed("case") {
				return usagef(cmd, "--case: is empty: give the name of a case, or leave it out")
			}
			if len(opts.vary) > 0 {
				return a.vary(cmd, args, &opts)
			}
			if cmd.Flags().Changed("seed") {
				return usagef(cmd, "--seed is for --vary: leave it out")
			}
			set, err := settings(cmd, opts.set, parameterExample)
			if err != nil {
				return err
			}
			scenarios, err := a.load(cmd.Context(), args, opts.ofCase, set, &opts.write)
			if err != nil {
				return err
			}
			if opts.write.Log == "" && opts.html != "" {
				if err := checkOutput(cmd, "html", opts.html, scenarios[0].LogPath()); err != nil {
					return err
				}
			}
			a.outlive()
			return a.run(cmd, args, scenarios, &opts)
		},
	}
	cmd.Flags().StringVarP(&opts.write.Log, "output", "o", "", "write the log to this file")
	cmd.Flags().BoolVar(&opts.json, "json", false, "report as JSON, one document per scenario")
	cmd.Flags().StringArrayVar(&opts.set, "set", nil, "set a parameter of the scenario: name=value")
	cmd.Flags().StringVar(&opts.ofCase, "case", "", "set the parameters to the values of this case of the scenario")
	cmd.Flags().StringArrayVar(&opts.vary, "vary", nil, fmt.Sprintf("run N times (default %d) with a random parameter: name=low..high[unit][:N] (uniform) or name=mean±deviation[unit or %%][:N] (normal)", sweep.DefaultVariations))
	cmd.Flags().Uint64Var(&opts.seed, "seed", 1, "seed of the random values of --vary")
	cmd.Flags().BoolVar(&opts.refine, "refine", false, "run again with half the step and report the changes, an estimate of the error due to the step")
	cmd.Flags().StringVar(&opts.html, "html", "", "also write the report to this file as an HTML page: plan, sketches, tables, plots")
	workersFlag(cmd, &opts.write.Workers, "goroutines that a step may use, with --vary runs at a time; they change no result")
	cmd.Flags().Lookup("workers").DefValue += "; with --vary all"
	cmd.Flags().StringVar(&opts.write.Level, "level", recorder.LevelFull, "what the log holds: full (every state) or verify (hashes)")
	writingFlags(cmd, &opts.write.Writing)
	a.detailFlag(cmd, "what is run, and the time that it took")
	_ = cmd.RegisterFlagCompletionFunc("level", cobra.FixedCompletions([]string{recorder.LevelFull, recorder.LevelVerify}, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// writingFlags adds the flags of how a log is written.
func writingFlags(cmd *cobra.Command, o *recorder.Options) {
	cmd.Flags().BoolVar(&o.Sync, "sync", false, "flush each chunk to the disk: a power loss then loses no more than a kill")
	cmd.Flags().BoolVar(&o.Background, "background", false, "encode the log concurrently with the simulation: a kill then loses two chunks at most, not one")
}

// load reads all scenarios, in a case of each unless ofCase is empty, and makes their worlds, so that nothing runs when one
// is bad. Every problem is written. The world of the first of them, whose making may take as long as many of its steps, is
// for its run.
func (a *app) load(ctx context.Context, paths []string, ofCase string, set []scenariofile.Setting, run *runs.Options) (scenarios []*scenariofile.Scenario, bad error) {
	for _, path := range paths {
		var s *scenariofile.Scenario
		load, err := a.read(ctx, path)
		switch {
		case err != nil:
		case ofCase == "":
			s, err = load(set)
		default:
			if s, err = load(nil); err == nil {
				s, err = s.Case(ofCase, set)
			}
		}
		if err == nil && len(set) > 0 {
			a.warnUnits(load, set)
		}
		if err == nil {
			if w, e := runs.NewWorld(s); e != nil {
				err = e
			} else if run.World == nil {
				run.World = w
			}
		}
		if runs.Interrupted(err) {
			return nil, err
		}
		if err != nil {
			a.problem(err)
			bad = errReported
			continue
		}
		a.warnScenario(s)
		scenarios = append(scenarios, s)
	}
	return scenarios, bad
}

// warnUnits says so where a value of a parameter has no unit, but that in the scenario has one: 50 for 50 km/h.
func (a *app) warnUnits(load loader, set []scenariofile.Setting) {
	s, err := load(nil)
	if err != nil {
		return
	}
	for _, v := range set {
		for _, p := range s.Parameters {
			if p.Name == v.Name && p.LacksUnit(v.Value) {
				a.message("%s: has no unit and is taken in SI; the scenario has %s", v, p.Value)
			}
		}
	}
}

// warnScenario says what of a scenario is valid, but hardly meant.
func (a *app) warnScenario(s *scenariofile.Scenario) {
	for _, w := range s.Warnings() {
		a.message("%v", w)
	}
}

// loader makes a scenario of a file that has been read, with values of parameters.
type loader = func([]scenariofile.Setting) (*scenariofile.Scenario, error)

// read is scenariofile.Read for a file that may be a pipe.
func (a *app) read(ctx context.Context, path string) (loader, error) {
	return awaited(ctx, a, path, "scenario", scenariofile.Read)
}

// awaited reads a file that may be a pipe: it says when it waits for input, and an interrupt ends the wait.
func awaited[T any](ctx context.Context, a *app, path, what string, read func(path string) (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := read(path)
		done <- result{value, err}
	}()
	wait := time.NewTimer(time.Second)
	defer wait.Stop()
	for {
		select {
		case r := <-done:
			return r.value, r.err
		case <-wait.C:
			if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
				a.message("%s: waiting for the %s to be written to it", path, what)
			}
		case <-ctx.Done():
			var none T
			return none, fmt.Errorf("%s: interrupted before it was read: %w", path, ctx.Err())
		}
	}
}

// resumeHint says how to continue the run of a log.
const resumeHint = "continue with: prang resume %s"

// printResumeHint writes how to continue a run that was interrupted, or whose log found no room.
func (a *app) printResumeHint(err error, report *runs.Report) {
	if report == nil || report.Log == nil {
		return
	}
	var disk *fs.PathError
	switch {
	case runs.Interrupted(err):
		a.message(resumeHint, report.Log.Path)
	case errors.As(err, &disk) && disk.Op == "write":
		a.message("the log is valid up to there: make room, then continue with: prang resume %s", report.Log.Path)
	}
}

// warnOpen says so where the balance of a run does not close.
func (a *app) warnOpen(name string, l *runs.LedgerReport) {
	if l != nil && !l.Closes {
		a.message("%s: the balance of energy and momentum does not close: %s", name, l.Imbalance())
	}
}

// run runs scenarios one after the other. One that fails does not keep the others from running.
func (a *app) run(cmd *cobra.Command, paths []string, scenarios []*scenariofile.Scenario, o *runOptions) error {
	if err := checkLogs(cmd, paths, scenarios, o.write.Log); err != nil {
		return err
	}
	var first error
	for i, s := range scenarios {
		p := a.progress(s.Name)
		a.log.Debug("run", "scenario", s.Name, "bodies", len(s.Definition.Bodies), "steps", s.Steps)
		started := a.now()
		opts := o.write
		o.write.World = nil
		opts.Progress = p.step()
		var page pageOf
		if o.html != "" {
			if err := page.observe(s, &opts); err != nil {
				return err
			}
		}
		report, err := runs.Run(cmd.Context(), s, opts)
		p.close()
		if err == nil && o.refine {
			p = a.progress(s.Name + ", half the step")
			opts.Progress, opts.World = p.step(), nil
			report.Refinement, err = runs.Refine(cmd.Context(), s, report, opts)
			p.close()
		}
		a.log.Debug("done", "scenario", s.Name, "took", a.now().Sub(started).String())
		if report != nil {
			a.warnOpen(s.Name, report.Ledger)
			if i > 0 && !o.json {
				fmt.Fprintln(a.out)
			}
			write := report.WriteText
			if o.json {
				write = report.WriteJSON
			}
			if e := write(a.out); e != nil {
				return e
			}
			if o.html != "" {
				if e := a.writePage(cmd.Context(), o.html, report, page.crash, page.scene, s.Description); e != nil {
					return e
				}
			}
		}
		if err == nil {
			continue
		}
		a.printResumeHint(err, report)
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

// pageOf collects what the page of a run needs.
type pageOf struct {
	crash *reconstruct.Builder
	scene *report.Scene
}

// observe lets a run fill the page.
func (p *pageOf) observe(s *scenariofile.Scenario, o *runs.Options) error {
	if o.World == nil {
		w, err := runs.NewWorld(s)
		if err != nil {
			return err
		}
		o.World = w
	}
	p.scene = report.NewScene(o.World.Objects(), o.World.Columns(), s.Meshes())
	o.Observe = p.scene.Observe
	o.Crash = func(b *reconstruct.Builder) { p.crash = b }
	return nil
}

// checkLogs refuses, before anything is computed, scenarios whose logs would overwrite each other, and logs that cannot
// be written. A name is that of the only log.
func checkLogs(cmd *cobra.Command, paths []string, scenarios []*scenariofile.Scenario, name string) error {
	seen := map[string]string{}
	for i, s := range scenarios {
		log := s.LogPath()
		if name != "" {
			log = name
		}
		if err := runs.CheckLog(log); err != nil {
			return err
		}
		if before, ok := seen[log]; ok {
			return usagef(cmd, "%s and %s would both write %s: run one at a time with -o", before, paths[i], log)
		}
		seen[log] = paths[i]
	}
	return nil
}
