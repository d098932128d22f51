package main

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

const testSchema = "prang.test/1"

// testReport is what test tells as JSON.
type testReport struct {
	Schema  string             `json:"schema"`
	Passed  int                `json:"passed"`
	Failed  int                `json:"failed"`
	Results []*runs.TestResult `json:"results"`
}

func (a *app) testCommand() *cobra.Command {
	var opts struct {
		update bool
		run    string
		json   bool
		first  string
	}
	cmd := &cobra.Command{
		Use:   "test DIR...",
		Short: "Run scenarios and compare them with their goldens",
		Long: `test runs every scenario below the directories (files named scenario.yaml, or ending in .scenario.yaml; JSON too) and
compares it, bit by bit, with the file golden.txt beside it. What fails is told with the first second that differs and with
what differs in the physics, and keeps its log in runs/out. --update writes the goldens.`,
		Example: `  prang test runs/scenarios
  prang test runs/scenarios --run crossing
  prang test runs/scenarios --update`,
		Args: arguments(1, 0, "a directory of scenarios"),
		RunE: func(cmd *cobra.Command, args []string) error {
			filter, err := regexp.Compile(opts.run)
			if err != nil {
				return usagef(cmd, "--run: %v", err)
			}
			paths, err := runs.FindScenarios(args)
			if err != nil {
				return err
			}
			chosen := paths[:0]
			for _, p := range paths {
				if filter.MatchString(p) {
					chosen = append(chosen, p)
				}
			}
			if len(chosen) == 0 {
				return fmt.Errorf("no scenario is below %s that fits: they are files named scenario.yaml or ending in .scenario.yaml", strings.Join(args, ", "))
			}
			test := runs.TestOptions{Update: opts.update}
			if opts.first != "" {
				if test.First, err = runs.ParseTime(opts.first); err != nil || !(test.First > 0) || opts.update {
					return usagef(cmd, "--first %q: give a time above zero, such as 2s, and not with --update", opts.first)
				}
			}
			return a.test(cmd, chosen, test, opts.json)
		},
	}
	cmd.Flags().BoolVar(&opts.update, "update", false, "write the goldens")
	cmd.Flags().StringVar(&opts.run, "run", "", "only scenarios whose path matches this regular expression")
	cmd.Flags().StringVar(&opts.first, "first", "", "run only the first seconds and compare the hashes up to there, such as 2s")
	cmd.Flags().BoolVar(&opts.json, "json", false, "as JSON")
	return cmd
}

func (a *app) test(cmd *cobra.Command, paths []string, opts runs.TestOptions, asJSON bool) error {
	report := testReport{Schema: testSchema, Results: []*runs.TestResult{}}
	var bad error
	for _, path := range paths {
		p := a.progress(path)
		started := a.now()
		opts.Progress = p.step()
		result, err := runs.TestScenario(cmd.Context(), path, opts)
		p.close()
		if runs.Interrupted(err) {
			return err
		}
		if err != nil {
			a.problem(err)
			bad = errReported
			result = &runs.TestResult{Scenario: path, Problems: []string{"the scenario cannot be read"}}
		}
		a.log.Debug("tested", "scenario", path, "took", a.now().Sub(started).String())
		report.Results = append(report.Results, result)
		if result.Passed {
			report.Passed++
		} else {
			report.Failed++
		}
		if !asJSON {
			a.testResult(result)
		}
	}
	if asJSON {
		if err := a.json(report); err != nil {
			return err
		}
	} else {
		fmt.Fprintf(a.out, "%d passed, %d failed\n", report.Passed, report.Failed)
	}
	if bad == nil && report.Failed > 0 {
		bad = errDifferent
	}
	return bad
}

func (a *app) testResult(r *runs.TestResult) {
	switch {
	case r.Updated:
		fmt.Fprintf(a.out, "WROTE %s\n", runs.GoldenPath(r.Scenario))
	case r.Passed:
		fmt.Fprintf(a.out, "PASS  %s\n", r.Scenario)
	default:
		fmt.Fprintf(a.out, "FAIL  %s\n", r.Scenario)
	}
	for _, p := range r.Problems {
		fmt.Fprintf(a.out, "      %s\n", p)
	}
	if r.Log != "" {
		fmt.Fprintf(a.out, "      the log of the run is %s\n", r.Log)
	}
}
