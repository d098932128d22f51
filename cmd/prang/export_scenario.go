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
	dir := filepath.Clean(o.output) // also of DIR/
	switch found, err := os.ReadDir(dir); {
	case errors.Is(err, fs.ErrNotExist):
		if err := checkDirectory(cmd, "output", dir); err != nil {
			return err
		}
	case err != nil:
		return usagef(cmd, "--output %s: %w: give a directory that is empty, or not there", dir, reason(err))
	case len(found) > 0:
		return usagef(cmd, "--output %s: the directory is not empty: give one that is, or is not there", dir)
	}
	r, damaged, err := a.openReadable(path)
	if err != nil {
		return err
	}
	defer r.Close()
	made := os.Mkdir(dir, 0o777)
	if made != nil && !isDir(dir) {
		return fmt.Errorf("--output %s: %w: make its directory writable, or give another name", dir, reason(made))
	}
	scenario, err := runs.Extract(r, dir, a.tellDamage(path, &damaged))
	if err != nil {
		if made == nil {
			_ = os.Remove(dir) // fails where something was written
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			return fmt.Errorf("%s: %w; %s has a part of the files: remove it", path, err, dir)
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	fmt.Fprintln(a.out, filepath.Join(dir, filepath.FromSlash(scenario)))
	return damageKept(nil, damaged)
}
