package main

import (
	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [scenario|plan]",
		Short: "Print the JSON Schema of scenarios, or of plans of prang sweep, for editors",
		Example: `  prang schema > scenario.schema.json
  # and in the first line of a scenario, for editors with a YAML language server:
  # yaml-language-server: $schema=scenario.schema.json`,
		Args:      arguments(0, 1, "scenario or plan"),
		ValidArgs: []string{"scenario", "plan"},
		RunE: func(cmd *cobra.Command, args []string) error {
			schema := runs.Schema
			switch {
			case len(args) == 0 || args[0] == "scenario":
			case args[0] == "plan":
				schema = runs.PlanSchema
			default:
				return usagef(cmd, "there is no schema of %q: there are scenario and plan", args[0])
			}
			_, err := a.out.Write(schema)
			return err
		},
	}
}
