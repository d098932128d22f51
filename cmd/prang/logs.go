package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/scenariofile"
)

// open opens a log, and says on stderr when it has no end, or is of a later format.
func (a *app) open(path string) (*recorder.Reader, error) {
	r, err := recorder.Open(path)
	if err != nil {
		return nil, noLog(path, err)
	}
	if m := r.Minor(); m > recorder.Minor {
		a.message("%s: written in log format %d.%d by %s; this program reads up to %d.%d and leaves out what is newer: use a newer prang",
			path, recorder.Major, m, r.Header().Engine, recorder.Major, recorder.Minor)
	}
	if !r.Complete() {
		upTo := "it holds no whole chunk of steps"
		if n := r.Steps(); n > 0 {
			upTo = fmt.Sprintf("it is read up to step %d", n-1)
		}
		a.message("%s: the log is %s; %s", path, unfinished(path), upTo)
	}
	if err := runs.Simulate(r); err != nil {
		a.message("%s: %v", path, err)
	}
	return r, nil
}

// openReadable opens a log of which a command gives what can be read. It names on stderr what opening found damaged, and reports
// whether that is anything: the command then ends as damageKept says.
func (a *app) openReadable(path string) (r *recorder.Reader, damaged bool, err error) {
	if r, err = a.open(path); err != nil {
		return nil, false, err
	}
	found := r.Damage()
	if len(found) == 0 {
		return r, false, nil
	}
	more := ""
	if len(found) > 1 {
		more = fmt.Sprintf("; prang info has %d more", len(found)-1)
	}
	a.problem(fmt.Errorf("%s: the log is damaged: %s%s", path, found[0], more))
	return r, true, nil
}

// damageKept returns the result of a command that gave what can be read of a log, whose damage has been reported: bad
// input, even if nothing else is wrong or the only other result is a difference.
func damageKept(err error, damaged bool) error {
	if damaged && (err == nil || errors.Is(err, errDifferent)) {
		return errReported
	}
	return err
}

// tellDamage returns a function that names a part of a log that cannot be read on stderr, each once, and sets damaged.
func (a *app) tellDamage(path string, damaged *bool) func(error) {
	told := map[string]bool{}
	return func(err error) {
		*damaged = true
		if text := err.Error(); !told[text] {
			told[text] = true
			a.problem(fmt.Errorf("%s: %w", path, err))
		}
	}
}

// unfinished says why a log has no end.
func unfinished(path string) string {
	if recorder.Busy(path) {
		return "incomplete: its run goes on"
	}
	return "incomplete: its writer was stopped"
}

// noLog says what a path names for which opening a log failed, where that is no log.
func noLog(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s: there is no such file: give the path of a log, such as runs/out/NAME.prang", path)
	case isDir(path):
		return fmt.Errorf("%s: is a directory: give the path of a log in it", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%s: cannot be read: %w: make the file readable, or give another log", path, reason(err))
	case errors.Is(err, recorder.ErrNotLog) && scenariofile.IsScenario(path):
		return fmt.Errorf("%s: is a scenario, not a log: prang run %s writes its log", path, path)
	case errors.Is(err, recorder.ErrNotLog) && scenariofile.IsSweep(path):
		return fmt.Errorf("%s: has the results of a sweep, not a run: prang compare takes two such, prang sweep has --csv and --html of one", path)
	case errors.Is(err, recorder.ErrNotLog) && runs.InputKind(path) == "a plan":
		return fmt.Errorf("%s: is a plan, not a log: prang sweep %s makes its runs", path, path)
	case errors.Is(err, recorder.ErrNotLog) && !errors.Is(err, recorder.ErrText):
		return fmt.Errorf("%w: give the path of a log, such as runs/out/NAME.prang", err)
	}
	return err
}

// damaged reads a whole log, names its damage on stderr and returns it.
func (a *app) damaged(path string, r *recorder.Reader) []string {
	problems := r.Problems()
	for _, p := range problems {
		a.problem(fmt.Errorf("%s: %s", path, p))
	}
	return problems
}

// completeBodies completes the names of the bodies and movers of the log that is the first argument.
func completeBodies(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	r, err := recorder.Open(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	defer r.Close()
	return moving(r.Header()), cobra.ShellCompDirectiveNoFileComp
}
