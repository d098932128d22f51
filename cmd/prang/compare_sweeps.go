package main

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// compareSweeps compares the results of two sweeps.
func (a *app) compareSweeps(cmd *cobra.Command, args []string, o *compareFlags, tol compare.Tolerances) error {
	if o.window != "" {
		return usagef(cmd, "--impact-window is for logs: leave it out, for results of a sweep have no impacts")
	}
	if len(o.renames) > 0 {
		return usagef(cmd, "--rename is for logs: leave it out")
	}
	for _, path := range args {
		if err := checkReadable(path); err != nil {
			return err
		}
		if !scenariofile.IsSweep(path) {
			return usagef(cmd, "%s has no results of a sweep, or is no regular file: compare two logs, or two results", path)
		}
	}
	x, err := sweep.ReadResults(args[0])
	if err != nil {
		return err
	}
	y, err := sweep.ReadResults(args[1])
	if err != nil {
		return err
	}
	for _, r := range []*sweep.Results{x, y} {
		if len(r.Rows) < r.Header.Runs {
			a.message("%s: has %d of %s", r.Path, len(r.Rows), counted(r.Header.Runs, "run", "runs"))
		}
	}
	c, err := sweep.Compare(x, y, tol)
	if err != nil {
		return usagef(cmd, "%w", err)
	}
	var text strings.Builder
	if err := c.WriteText(&text); err != nil {
		return err
	}
	test := junitCase{Class: "prang", Name: args[0] + " and " + args[1]}
	if c.Verdict == "different" {
		test.Failure = newProblem(strings.Split(strings.TrimSuffix(text.String(), "\n"), "\n"))
	} else {
		test.Out = text.String()
	}
	s := &junitSuite{Name: "prang compare"}
	s.add(test, 0)
	if err := a.writeSuite(cmd.Context(), o.junit, s); err != nil {
		return err
	}
	if o.json {
		err = c.WriteJSON(a.out)
	} else {
		_, err = a.out.Write([]byte(text.String()))
	}
	if err == nil && c.Verdict == "different" {
		return errDifferent
	}
	return err
}

// checkReadable refuses a regular file that is not there or cannot be opened, whatever it holds.
func checkReadable(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() {
		var f *os.File
		if f, err = os.Open(path); err == nil {
			return f.Close()
		}
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be read: %w: compare two logs, or two results of sweeps", path, reason(err))
	}
	return nil
}
