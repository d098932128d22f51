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
		Long: `validate reads scenarios and their meshes and builds their worlds. Each error is one line on stderr, with file, line, column,
field and remedy. Valid scenarios are listed on stdout.`,
		Example:           `  prang validate runs/scenarios/*/scenario.yaml`,
		Args:              arguments(1, 0, "the path of a scenario"),
		ValidArgsFunction: completeFiles("yaml", "yml", "json"),
		RunE: func(cmd *cobra.Command, args []string) error {
			var bad error
			for _, path := range args {
				s, err := a.load(cmd.Context(), []string{path}, nil)
				if runs.Interrupted(err) {
					return err
				}
				if err != nil {
					bad = err
					continue
				}
				d := s[0].Definition
				if _, err := fmt.Fprintf(a.out, "%s: valid: %d bodies, %d movers, %d statics, at most %d steps\n",
					path, len(d.Bodies), len(d.Movers), len(d.Statics), s[0].Steps); err != nil {
					return err
				}
			}
			return bad
		},
	}
}
