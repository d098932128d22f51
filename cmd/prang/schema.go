package main

import (
	_ "embed"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// testResultsSchema is the JSON Schema of what prang test --json prints.
//
//go:embed test_schema.json
var testResultsSchema []byte

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema [scenario|plan|included|test]",
		Short: "Print the JSON Schema of scenarios, of plans of prang sweep, of files that scenarios include, or of prang test --json",
		Example: `  prang schema > scenario.schema.json
  # and in the first line of a scenario, for editors with a YAML language server:
  # yaml-language-server: $schema=scenario.schema.json`,
		Args:      arguments(0, 1, "scenario, plan, included or test"),
		ValidArgs: []string{"scenario", "plan", "included", "test"},
		RunE: func(cmd *cobra.Command, args []string) error {
			schema := scenariofile.Schema
			switch {
			case len(args) == 0 || args[0] == "scenario":
			case args[0] == "plan":
				schema = sweep.PlanSchema
			case args[0] == "included":
				schema = scenariofile.IncludedSchema()
			case args[0] == "test":
				schema = testResultsSchema
			default:
				return usagef(cmd, "there is no schema of %q: there are scenario, plan, included and test", args[0])
			}
			_, err := a.out.Write(schema)
			return err
		},
	}
}
