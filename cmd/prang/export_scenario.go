package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
)

// exportScenario writes the scenario in the log at path, and its files, below a directory, and prints where the scenario is.
func (a *app) exportScenario(cmd *cobra.Command, path string, o *exportOptions) error {
	for _, flag := range []string{"table", "every", "from", "until", "body"} {
		if cmd.Flags().Changed(flag) {
			return usagef(cmd, "--to scenario writes the files that were run: leave out --%s", flag)
		}
	}
	if o.output == "" || o.output == "-" {
		return usagef(cmd, "--to scenario writes several files: give -o DIR, a directory for them")
	}
	switch found, err := os.ReadDir(o.output); {
	case errors.Is(err, fs.ErrNotExist):
		if err := checkDirectory(cmd, "output", o.output); err != nil {
			return err
		}
	case err != nil:
		return usagef(cmd, "--output %s: %w: give a directory that is empty, or not there", o.output, reason(err))
	case len(found) > 0:
		return usagef(cmd, "--output %s: the directory is not empty: give one that is, or is not there", o.output)
	}
	r, damaged, err := a.openReadable(path)
	if err != nil {
		return err
	}
	defer r.Close()
	if err := os.Mkdir(o.output, 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("--output %s: %w: make its directory writable, or give another name", o.output, reason(err))
	}
	scenario, err := runs.Extract(r, o.output, a.tellDamage(path, &damaged))
	if err != nil {
		_ = os.Remove(o.output) // fails where something was written
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Fprintln(a.out, filepath.Join(o.output, filepath.FromSlash(scenario)))
	return damageKept(nil, damaged)
}
