package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/units"
)

const testSchema = "prang.test/1"

// testReport is the JSON output of test.
type testReport struct {
	Schema  string             `json:"schema"`
	Passed  int                `json:"passed"`
	Failed  int                `json:"failed"`
	Physics int                `json:"physics_equal"`           // of those that failed: only bits differ
	Invalid int                `json:"bad_input"`               // of those that failed: nothing was compared
	Ended   int                `json:"run_failed"`              // of those that failed: the run did
	Missing int                `json:"no_golden"`               // of those that failed: there is no golden
	Skipped int                `json:"not_tested,omitempty"`    // after an interrupt
	Written int                `json:"written,omitempty"`       // goldens or pictures of so many tests were
	Other   int                `json:"other_physics,omitempty"` // of these: the golden before had other physics
	Results []*runs.TestResult `json:"results"`
}

// testCommand returns the subcommand test.
func (a *app) testCommand() *cobra.Command {
	var opts struct {
		update  bool
		run     string
		json    bool
		first   string
		junit   string
		workers int
		physics bool
	}
	cmd := &cobra.Command{
		Use:   "test DIR...",
		Short: "Run scenarios and compare them with their goldens",
		Long: `test runs every scenario below the directories (files named scenario.yaml, or ending in .scenario.yaml; JSON too) and
compares it with the file golden.txt next to it (NAME.golden.txt next to NAME.scenario.yaml). It does so in each of the cases of
a scenario, too, whose golden is golden.CASE.txt (NAME.golden.CASE.txt). For a failure it reports the first second that differs,
what differs in the physics, whether the engine, the scenario or a file that it reads has changed since the golden was written,
and the tolerances that would make the physics equal; and it keeps the log in runs/out or, where that cannot be written, in a
directory among the temporary files. --update writes the goldens. A golden of no case of the scenario is a failure until it is
renamed or removed, which --update leaves to you, and so is one without its scenario. A picture.svg (NAME.picture.svg) next to it,
drawn by prang export --to svg, has to be the picture of the run; --update draws it again in the same way, and by the defaults
where it is empty or cut off. A whole picture by another program stays as it is.

There are two verdicts:
  bits      all hashes are equal, and all other lines of the golden
  physics   the impacts, matched by their objects, times and impulses, what enters and leaves sensors and when, what breaks, and
            the final poses are equal within tolerances: place, attitude, speed, spin and time of rest of each body
Lines such as "tolerance position 2 mm" in the golden set the tolerances: time [s], position [m], angle [deg], speed [m/s], spin
[rad/s], rest [s], and relative (of each impulse, force and energy lost, plus a thousandth of the largest one); a plain number is in
the unit in brackets. --update keeps them. With --physics, equal physics is enough to pass; --update --physics writes the goldens
of such runs alone, as after a new version of prang or a change of names, and judges all others as without --update. What has
another name at the same place in the scenario is told as renamed: if nothing else differs, the physics is equal, and the bits are
not. Of many impacts the first 50 are judged, and of those after them the 50 of the largest impulse; the golden says how many are
not. A golden of a version that wrote less is compared in what it has; --update adds the rest.

After ten tests or more a list has those that failed, the most severe first: bad input, failed runs, other physics by what is missing
or new and by how many times its tolerance it differs, no golden, a lone golden, a picture, bits, names. With --update another has
the goldens whose physics was another before. stderr says what to type next. An interrupt leaves the report of the tests that are
done, also that of --junit, and no log of those that are not.

Exit code 0: all passed. 1: the physics of a scenario or its picture differs, or it has no golden, or one of no case, or a golden
has no scenario. 2: bad usage, or a scenario cannot be read or built, or its golden is cut off, not to be read, or has a line that
is none of a golden. 3: the run of a scenario failed. 4: the bits or names differ, but the physics of all scenarios is equal.
Where several scenarios end differently, it is the first that occurs of 2, 3, 1 and 4. 130: interrupted.`,
		Example: `  prang test runs/scenarios
  prang test runs/scenarios --run crossing -j 4 --junit report.xml
  prang test runs/scenarios --run '#wet$'
  prang test runs/scenarios --update`,
		Args: arguments(1, 0, "a directory of scenarios"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if opts.physics && cmd.Flags().Changed("first") {
				return usagef(cmd, "--first compares hashes alone, as impacts and last poses are those of the whole run: leave it out, or --physics")
			}
			filter, err := regexp.Compile(opts.run)
			if err != nil {
				return usagef(cmd, "--run %s: %s: give a regular expression", opts.run, strings.TrimPrefix(err.Error(), "error parsing regexp: "))
			}
			paths, err := runs.FindScenarios(args)
			if err != nil {
				return err
			}
			tests := runs.TestsOf(paths)
			var chosen []runs.Test
			for _, t := range tests {
				if filter.MatchString(filepath.ToSlash(t.String())) {
					chosen = append(chosen, t)
				}
			}
			alone, err := runs.LoneGoldens(args, paths)
			if err != nil {
				return err
			}
			alone = slices.DeleteFunc(alone, func(r *runs.TestResult) bool { return !filter.MatchString(filepath.ToSlash(r.Test().String())) })
			switch below := strings.Join(args, ", "); {
			case len(paths) == 0:
				return noScenarios(args)
			case len(chosen)+len(alone) == 0:
				return fmt.Errorf("--run %s: none of the paths of the %d scenarios and cases below %s matches", opts.run, len(tests), below)
			}
			var files []string
			for _, t := range chosen {
				files = append(files, t.Files()...)
			}
			if err := checkOutput(cmd, "junit", opts.junit, files...); err != nil {
				return err
			}
			if opts.workers < 1 {
				return usagef(cmd, "-j %d: give a number of scenarios above zero", opts.workers)
			}
			test := runs.TestOptions{Update: opts.update, Physics: opts.physics}
			if cmd.Flags().Changed("first") {
				if opts.update {
					return usagef(cmd, "--update writes goldens of whole runs: leave out --first")
				}
				if test.First, err = units.ParseTime(opts.first); err != nil || !(test.First >= runs.LeastFirst) {
					return usagef(cmd, "--first %q: give a time of %ds or more, as a golden has one hash a second", opts.first, runs.LeastFirst)
				}
			}
			a.outlive()
			command := "prang test"
			for _, arg := range args {
				command += " " + quoted(arg)
			}
			if opts.run != "" {
				command += " --run " + quoted(opts.run)
			}
			t := &tester{app: a, json: opts.json, command: command, report: testReport{Schema: testSchema, Results: []*runs.TestResult{}}, suite: junitSuite{Name: "prang test"}}
			return t.test(cmd, chosen, alone, test, opts.workers, opts.junit)
		},
	}
	cmd.Flags().BoolVar(&opts.update, "update", false, "write the goldens; with --physics those whose physics is equal")
	cmd.Flags().StringVar(&opts.run, "run", "", "run only scenarios whose path, with #CASE behind it for a case, matches this regular expression")
	cmd.Flags().StringVar(&opts.first, "first", "", fmt.Sprintf("run only this time, %ds or more, and compare the hashes up to it, one a second", runs.LeastFirst))
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON, of the form that prang schema test prints")
	cmd.Flags().StringVar(&opts.junit, "junit", "", "also write a JUnit report to this file")
	cmd.Flags().IntVarP(&opts.workers, "jobs", "j", 1, "scenarios and cases to run at a time; the order of the output does not change")
	a.detailFlag(cmd, "the time that each scenario took")
	cmd.Flags().BoolVar(&opts.physics, "physics", false, "pass if the physics is equal, whatever the bits")
	return cmd
}

// tester collects the results of tests.
type tester struct {
	app     *app
	json    bool
	command string // to the tests that were chosen
	report  testReport
	suite   junitSuite
	stop    error // an interrupt
}

// test runs tests, and adds the results of goldens alone.
func (t *tester) test(cmd *cobra.Command, tests []runs.Test, alone []*runs.TestResult, opts runs.TestOptions, workers int, junit string) error {
	p := t.app.progress("test")
	opts.Progress = p.step()
	opts.Clock = t.app.now
	dir, err := runs.TestLogsElsewhere()
	if err != nil {
		return err
	}
	if dir != "" {
		defer os.Remove(dir) // fails where a log has been kept
	}
	runs.TestAll(cmd.Context(), dir, tests, opts, workers, func(test runs.Test, tested runs.Tested) {
		p.close()
		t.add(test, tested)
	})
	for _, r := range alone {
		t.add(r.Test(), runs.Tested{Result: r})
	}
	ctx := context.WithoutCancel(cmd.Context()) // an interrupt leaves the report of what was tested
	if err := t.app.writeSuite(ctx, junit, &t.suite); err != nil {
		return errors.Join(t.stop, err)
	}
	if t.json {
		if err := t.app.json(t.report); err != nil {
			return err
		}
	} else {
		fmt.Fprint(t.app.out, t.report.worst())
		fmt.Fprintln(t.app.out, t.report.summary())
		for _, line := range t.report.next(t.command, opts.Update) {
			t.app.message("%s", line)
		}
	}
	if t.stop != nil {
		return fmt.Errorf("interrupted: %d of %d tests are not done: %w", t.report.Skipped, len(t.suite.Cases), t.stop)
	}
	return t.report.verdict()
}

// add takes in the result of a test.
func (t *tester) add(test runs.Test, tested runs.Tested) {
	r := tested.Result
	c := junitCase{Class: "prang", Name: filepath.ToSlash(test.String()), File: filepath.ToSlash(test.Path)}
	switch err := tested.Err; {
	case runs.Interrupted(err):
		t.stop = err
		t.report.Skipped++
		c.Skipped = newProblem([]string{"interrupted before it was done"})
		t.suite.add(c, 0)
		return
	case err != nil:
		t.app.problem(err)
		if r == nil {
			r = &runs.TestResult{Scenario: test.Path, Case: test.Case}
		}
		r.Passed, r.Invalid, r.Problems = false, true, append(r.Problems, "the scenario cannot be tested: "+err.Error())
		c.Error = newProblem(r.Problems)
	case r.Invalid || r.Failed:
		c.Error = newProblem(r.Problems)
	case !r.Passed:
		c.Failure = newProblem(r.Problems)
	}
	if r.Log != "" {
		c.Out = "the log of the run is " + r.Log
	}
	if !r.Passed {
		r.Kind = kindOf(r).name
	}
	for _, p := range []*junitProblem{c.Error, c.Failure} {
		if p != nil {
			p.Type = r.Kind
		}
	}
	t.suite.add(c, tested.Took)
	t.app.log.Debug("tested", "scenario", test.String(), "took", tested.Took.String())
	t.report.count(r)
	if !t.json {
		t.app.testResult(r)
	}
}

func (a *app) testResult(r *runs.TestResult) {
	for _, path := range r.Written {
		fmt.Fprintf(a.out, "WROTE %s\n", path)
	}
	if r.Replaced != "" {
		fmt.Fprintf(a.out, "      %s\n", r.Replaced)
	}
	switch {
	case r.Passed && r.Updated:
	case r.Passed:
		fmt.Fprintf(a.out, "PASS  %s\n", r.Test())
	case r.OnlyBits():
		fmt.Fprintf(a.out, "BITS  %s\n", r.Test())
	default:
		fmt.Fprintf(a.out, "FAIL  %s\n", r.Test())
	}
	for _, p := range r.Problems {
		fmt.Fprintf(a.out, "      %s\n", p)
	}
	if r.Log != "" {
		fmt.Fprintf(a.out, "      the log of the run is %s\n", r.Log)
	}
}
