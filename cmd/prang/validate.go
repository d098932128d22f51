package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

func (a *app) validateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "validate SCENARIO|DIR...",
		Short: "Check scenarios without running them",
		Long: `validate reads scenarios, what they include, meshes and time histories, and builds their worlds, in each case too. Each error
is a line on stderr with file, line, column, field and remedy; below it are the line of the file and a mark under the place. Of a
directory it takes all scenarios that prang test finds there, with a golden or without.
What is valid, but hardly meant, such as a trailer that no joint holds, is told in a line too. Valid scenarios are listed on
stdout.`,
		Example: `  prang validate runs/scenarios/crossing-90/scenario.yaml
  prang validate runs/scenarios`,
		Args:              arguments(1, 0, "the path of a scenario, or a directory of scenarios"),
		ValidArgsFunction: completeFiles("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			paths, err := scenariosIn(args)
			if err != nil {
				return err
			}
			var bad error
			for _, path := range paths {
				s, err := a.load(cmd.Context(), []string{path}, "", nil, new(runs.Options))
				if runs.Interrupted(err) {
					return err
				}
				if err != nil {
					bad = err
					continue
				}
				if err := a.validateCases(s[0]); err != nil {
					bad = err
					continue
				}
				d, joints, cases := s[0].Definition, "", ""
				if n := len(d.Joints); n > 0 {
					joints = ", " + counted(n, "joint", "joints")
				}
				if n := len(s[0].Cases); n > 0 {
					cases = ", " + counted(n, "case", "cases")
				}
				if _, err := fmt.Fprintf(a.out, "%s: valid: %s, %s, %s%s, at most %s%s\n", path, counted(len(d.Bodies), "body", "bodies"),
					counted(len(d.Movers), "mover", "movers"), counted(len(d.Statics), "static", "statics"), joints, counted(int(s[0].Steps), "step", "steps"), cases); err != nil {
					return err
				}
			}
			return bad
		},
	}
}

// scenariosIn returns paths with the scenarios below them in place of directories.
func scenariosIn(paths []string) (files []string, err error) {
	for _, path := range paths {
		if !isDir(path) {
			files = append(files, path)
			continue
		}
		found, err := runs.FindScenarios([]string{path})
		if err != nil {
			return nil, err
		}
		if len(found) == 0 {
			return nil, noScenarios([]string{path})
		}
		files = append(files, found...)
	}
	return files, nil
}

// noScenarios is the error of directories without scenarios.
func noScenarios(dirs []string) error {
	return fmt.Errorf("no scenario is below %s: they are files named scenario.yaml or ending in .scenario.yaml", strings.Join(dirs, ", "))
}

// validateCases checks a valid scenario in each of its cases. It warns of what is not told of the scenario as it is.
func (a *app) validateCases(s *scenariofile.Scenario) (bad error) {
	told := map[string]bool{}
	for _, w := range s.Warnings() {
		told[w.String()] = true
	}
	for _, c := range s.Cases {
		made, err := s.Case(c.Name, nil)
		if err == nil {
			_, err = runs.NewWorld(made)
		}
		if err != nil {
			a.problem(err)
			bad = errReported
			continue
		}
		for _, w := range made.Warnings() {
			if !told[w.String()] {
				a.message("%v (in case %s)", w, c.Name)
			}
		}
	}
	return bad
}

// counted returns a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
