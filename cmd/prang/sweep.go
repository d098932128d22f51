package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs/remote"
	"github.com/prang-sim/prang/runs/report"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// sweepOptions are the flags of sweep.
type sweepOptions struct {
	output, csv, html, listen string
	json, check               bool
	workers                   int
}

func (a *app) sweepCommand() *cobra.Command {
	var opts sweepOptions
	cmd := &cobra.Command{
		Use:   "sweep PLAN",
		Short: "Run many variants of scenarios: grids and random values, on one machine or on many",
		Long: `sweep makes the runs of a plan and writes their results, a line of JSON for each run, to runs/out/NAME.jsonl. It reports
the means and standard deviations of delta-v and of the position at the end, for each combination of values, and how many of its
runs ended before the body was at rest ("moving at the end").

A plan is a file:
  name: night
  scenarios: [crash.yaml]             # relative to the plan; each has "parameters"
  set: {mu: 0.7}                      # values of all runs
  grid:                               # every combination
    speed_a: [48 km/h, 50 km/h, 52 km/h]
    speed_b: 40..60 km/h:5            # 5 values, evenly from 40 to 60 km/h
  vary:                               # random: evenly distributed, or normally with ±, as in prang run --vary
    offset: 0±5 cm
    mass_a: 1.4 t±3%                  # a deviation of 3 % of the mean
  repeats: 20                         # of each combination, or in each round; with vary
  seed: 7                             # of the random values (1 unless given)
  measured:                           # of the real crash, with standard deviations
    car: {x: 31.2±0.5 m, y: -3.4±0.5 m, heading: 84±5 deg, delta_v: 42±3 km/h}   # also pdof, ees, impact_speed
  rounds: 6                           # with vary and measured, without a grid: look for what fits
Runs are counted with the repeat changing fastest, then the last parameter of the grid, and so on. A repeat has the same random
values with each combination.

Of what was "measured" the summary lists the runs that come nearest, and means and standard deviations of the parameters, and
of what happened to the bodies, each run weighted by the likelihood of the measurements: which speeds explain where the cars
came to rest, and what delta-v follows. Positions are those of centres of mass at the end, headings are counter-clockwise from
the x axis; delta_v, ees and pdof, clockwise from the nose, are of a vehicle's largest collision, or the largest impact of
another body; impact_speed is a vehicle's just before that, such as that at which one whose driver braked still struck. Of n
measurements a run has the weight exp(-n misfit²/2). Where few runs count, let "rounds" look for them. Without these what was
measured changes no result: once the runs are made it can be corrected, and the same command gives the new summary at once.
Misfits of all runs are in --csv, and so are the criteria of accelerometers, in columns such as head.centre.hic15, and impact
speeds, as car.impact_speed; the summary has these too, where the plan has measured one.

With "rounds" each draws its values near those that fit in the rounds before, one in ten anywhere in what "vary" says, and so
closes in on what was measured: with 20 or more repeats for each parameter, six to ten rounds mostly do, where one random run in
thousands would be near. Weights make up for how values were drawn: means, deviations and correlations are those that the
measurements and "vary" give. A round waits for the one before it; with more rounds in the plan, the same command goes on from
what is there. Where two quite different sets of values explain the same, rounds of few runs may follow one of them alone; other
seeds tell.

A value that a scenario cannot have, whatever the others are (of a wrong unit, or a friction below zero), is an error in the plan.
What depends on the combination, such as objects that overlap, is told of each run that cannot be made, and the others are made;
a plan of up to 20 runs of a scenario, none of which can be made, is refused.

Lines are written as runs end, and are in order once all are there. An interrupted or killed sweep goes on where it was: give
the same command again. The results are then the same, byte for byte, however often that happens, and whoever makes the runs.

--listen serves the runs to other machines: on each of them, prang worker http://HOST:PORT makes some; where they do not know
this machine by its name, an address of it does. A worker that is lost costs time only. There is no password and no encryption:
whoever reaches the address reads the scenarios.

Runs without a result are told on stderr, and the exit code is then 3. prang run SCENARIO --set …, as listed there, repeats
one alone, with its log.`,
		Example: `  prang sweep runs/scenarios/pile-up-fog/delays.plan.yaml
  prang sweep runs/scenarios/crossing-90-vehicles/speeds.plan.yaml --html speeds.html
  prang sweep night.yaml --csv night.csv --html night.html
  prang sweep night.yaml --listen :7070 --workers 4`,
		Args:              arguments(1, 1, "the path of a plan"),
		ValidArgsFunction: completeFiles("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.sweep(cmd, args[0], &opts)
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opts.output, "output", "o", "", "write the results to this file, or go on with it (default runs/out/NAME.jsonl)")
	f.StringVar(&opts.csv, "csv", "", "also write a table with a line for each run to this file; a parameter named like another of its columns (run, scenario, point, repeat, failed, final_hash, misfit, and with rounds round and weight) is there as parameter.NAME")
	f.StringVar(&opts.html, "html", "", "also write the summary to this file as an HTML page: positions at the end, distributions, delta-v and misfit over each parameter, measured places and the nearest runs, tables")
	f.BoolVar(&opts.json, "json", false, "print the summary as JSON")
	f.BoolVar(&opts.check, "check", false, "check the plan and count its runs, without making them")
	f.StringVar(&opts.listen, "listen", "", "let other machines make runs too: address to serve them at, such as :7070")
	allWorkersFlag(cmd, &opts.workers, "runs at a time on this machine; with --listen 0 is possible")
	a.detailFlag(cmd, "the time that it took")
	return cmd
}

// allWorkersFlag adds the flag --workers to a command that makes many runs at a time.
func allWorkersFlag(cmd *cobra.Command, workers *int, usage string) {
	cmd.Flags().IntVar(workers, "workers", runtime.GOMAXPROCS(0), usage)
	cmd.Flags().Lookup("workers").DefValue = "the cores"
}

func (a *app) sweep(cmd *cobra.Command, path string, o *sweepOptions) error {
	if !(o.workers == 0 && o.listen != "") {
		if err := checkWorkers(cmd, o.workers); err != nil {
			return err
		}
	}
	if o.check {
		for _, name := range []string{"output", "csv", "html", "json", "listen", "workers"} {
			if cmd.Flags().Changed(name) {
				return usagef(cmd, "--check makes no runs: leave out --%s, or --check", name)
			}
		}
	}
	plan, err := awaited(cmd.Context(), a, path, "plan", sweep.ReadPlan)
	if err != nil {
		return err
	}
	a.warnPlan(plan)
	if o.check {
		each := counted(plan.Points(), "combination", "combinations")
		if plan.Rounds > 1 {
			each = counted(plan.Rounds, "round", "rounds")
		}
		_, err := fmt.Fprintf(a.out, "%s: valid: %s of %s, %s each\n", path, counted(plan.Runs(), "run", "runs"), counted(len(plan.Scenarios), "scenario", "scenarios"), each)
		return err
	}
	output := o.output
	if output == "" {
		output = strings.TrimSuffix(scenariofile.LogPath(plan.Name), ".prang") + ".jsonl"
	}
	files := []string{path}
	for _, s := range plan.Scenarios {
		files = append(files, s.Path)
		for _, f := range s.Files[1:] { // such as a time history, which --csv could be called as
			files = append(files, filepath.Join(filepath.Dir(s.Path), filepath.FromSlash(f.Name)))
		}
	}
	if err := checkPlace(cmd, "output", o.output, files...); err != nil {
		return err
	}
	if err := checkOutput(cmd, "csv", o.csv, append(files, output, o.html)...); err != nil {
		return err
	}
	if err := checkOutput(cmd, "html", o.html, append(files, output)...); err != nil {
		return err
	}
	if o.output == "" {
		if err := os.MkdirAll(filepath.Dir(output), 0o777); err != nil {
			return err
		}
	}
	p := a.progress(plan.Name)
	started := a.now()
	s, err := sweep.Open(plan, output, p.step())
	if err != nil {
		return err
	}
	if n := s.Results(); n > 0 {
		a.message("%s: has the results of %d of %s", output, n, counted(plan.Runs(), "run", "runs"))
	}
	served := a.makeRuns(cmd, s, o)
	p.close()
	sum, err := s.Close()
	a.log.Debug("done", "plan", plan.Name, "took", a.now().Sub(started).String())
	if err := errors.Join(served, err); err != nil {
		return err
	}
	if sum.Done < sum.Runs {
		return fmt.Errorf("%s: interrupted after %d of %s, which %s has: the same command goes on: %w", plan.Name, sum.Done, counted(sum.Runs, "run", "runs"), output, context.Canceled)
	}
	write := sum.WriteText
	if o.json {
		write = sum.WriteJSON
	}
	if err := write(a.out); err != nil {
		return err
	}
	if o.csv != "" {
		if err := a.writeFile(cmd.Context(), "csv", o.csv, sum.WriteCSV); err != nil {
			return err
		}
	}
	if o.html != "" {
		if err := a.writeFile(cmd.Context(), "html", o.html, func(w io.Writer) error { return report.WriteSweep(w, sum, colorsIn(plan)) }); err != nil {
			return err
		}
	}
	return a.failedRuns(sum)
}

// colorsIn returns a function that gives the colors of the bodies of a scenario of a plan, as in its first run.
func colorsIn(p *sweep.Plan) func(scenario string) map[string]string {
	return func(scenario string) map[string]string {
		for i := range p.Scenarios {
			if p.Scenarios[i].Name != scenario {
				continue
			}
			first := p.First(i)
			load := p.Scenarios[i].Loader()
			s, err := load(first.Set)
			if err != nil { // this run cannot be made
				s, err = load(nil)
			}
			if err == nil {
				if colors, err := colorsOf(s); err == nil {
					return colors
				}
			}
		}
		return nil
	}
}

// warnPlan tells of values without a unit where the scenario has one.
func (a *app) warnPlan(p *sweep.Plan) {
	for i := range p.Scenarios {
		set := slices.Clone(p.Set)
		for _, axis := range p.Grid {
			for _, v := range axis.Values {
				set = append(set, scenariofile.Setting{Name: axis.Name, Value: v})
			}
		}
		for _, r := range p.Scenarios[i].Ranges {
			set = append(set, scenariofile.Setting{Name: r.Name, Value: strings.TrimSpace(fmt.Sprintf("%g %s", max(r.High, r.Mean), r.Unit))})
		}
		a.warnUnits(p.Scenarios[i].Loader(), set)
	}
}

// makeRuns makes the runs of a sweep, and serves them where that is asked for, until it is done or interrupted. The error
// is of serving.
func (a *app) makeRuns(cmd *cobra.Command, s *sweep.Sweep, o *sweepOptions) error {
	ctx := cmd.Context()
	if o.listen == "" {
		s.Work(ctx, o.workers)
		return nil
	}
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return usagef(cmd, "--listen %s: %w: give an address of this machine and a port that is free, such as :7070", o.listen, err)
	}
	h, err := remote.NewServer(s, func(worker string) { a.message("a worker has come: %s", worker) })
	if err != nil {
		return err
	}
	server := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(l) }()
	a.message("runs are served: prang worker http://%s", reachable(l.Addr(), thisMachine()))
	s.Work(ctx, o.workers)
	select {
	case <-s.Done():
	case <-ctx.Done():
	case err = <-failed:
		return fmt.Errorf("--listen %s: %w", o.listen, err)
	}
	h.Farewell(ctx, 3*time.Second)
	rest, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if server.Shutdown(rest) != nil { // after the answers that are under way
		return server.Close()
	}
	return nil
}

// failedRuns tells which runs have no result, and why; the error of the command is then errRunFailed.
func (a *app) failedRuns(s *sweep.Summary) error {
	if s.Failed == 0 {
		return nil
	}
	told := 0
	s.Failures(func(r *sweep.Row) bool {
		a.problem(fmt.Errorf("run %d (%s %s): %s", r.Number, r.Scenario, r.Command(), r.Failed))
		told++
		return told < mostTold
	})
	rest := ""
	if n := s.Failed - told; n > 0 {
		rest = fmt.Sprintf(" (%d more than listed: all are in the results)", n)
	}
	a.problem(fmt.Errorf("%s: %d of %s without a result%s", s.Name, s.Failed, counted(s.Runs, "run", "runs"), rest))
	return errRunFailed
}
