package main

import (
	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenarios, for editors",
		Example: `  prang schema > scenario.schema.json
  # and in the first line of a scenario, for editors with a YAML language server:
  # yaml-language-server: $schema=scenario.schema.json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := a.out.Write(runs.Schema)
			return err
		},
	}
}
