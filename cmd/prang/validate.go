package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

func (a *app) validateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "validate SCENARIO...",
		Short: "Check scenarios without running them",
		Long: `validate reads scenarios and their meshes and builds their worlds. Each error is a line on stderr with file, line, column,
field and remedy; below it are the line of the file and a mark under the place. What is valid, but hardly meant, such as a
trailer that no joint holds, is told in a line too. Valid scenarios are listed on stdout.`,
		Example:           `  prang validate runs/scenarios/*/scenario.yaml`,
		Args:              arguments(1, 0, "the path of a scenario"),
		ValidArgsFunction: completeFiles("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var bad error
			for _, path := range args {
				s, err := a.load(cmd.Context(), []string{path}, nil, new(runs.Options))
				if runs.Interrupted(err) {
					return err
				}
				if err != nil {
					bad = err
					continue
				}
				d := s[0].Definition
				if _, err := fmt.Fprintf(a.out, "%s: valid: %s, %s, %s, at most %s\n", path, counted(len(d.Bodies), "body", "bodies"),
					counted(len(d.Movers), "mover", "movers"), counted(len(d.Statics), "static", "statics"), counted(int(s[0].Steps), "step", "steps")); err != nil {
					return err
				}
			}
			return bad
		},
	}
}

// counted returns a number with its noun.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
