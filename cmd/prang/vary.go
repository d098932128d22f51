package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/prang-sim/prang/runs"
	"github.com/prang-sim/prang/runs/report"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/sweep"
)

// parameterExample is a setting of a parameter.
const parameterExample = "speed_a=51km/h"

// settings reads the values of --set; example is one for errors.
func settings(cmd *cobra.Command, list []string, example string) ([]scenariofile.Setting, error) {
	var set []scenariofile.Setting
	for _, text := range list {
		name, value, ok := strings.Cut(text, "=")
		if !ok || name == "" || value == "" {
			return nil, usagef(cmd, "--set %q: write name=value, for example %s", text, example)
		}
		set = append(set, scenariofile.Setting{Name: name, Value: value})
	}
	return set, nil
}

// vary runs the variations of one scenario.
func (a *app) vary(cmd *cobra.Command, args []string, o *runOptions) error {
	if len(args) > 1 {
		return usagef(cmd, "--vary is about one scenario, but there are %d", len(args))
	}
	if o.ofCase != "" {
		return usagef(cmd, "--vary is about the scenario as it is: leave out --case, or give its values with --set")
	}
	if o.refine {
		return usagef(cmd, "--vary runs each variation once: leave out --refine, or refine one variation alone with --set")
	}
	for _, f := range []string{"output", "level", "sync", "background"} {
		if cmd.Flags().Changed(f) {
			return usagef(cmd, "--vary writes no logs: leave out --%s, or run one variation alone with --set", f)
		}
	}
	fixed, err := settings(cmd, o.set, parameterExample)
	if err != nil {
		return err
	}
	ranges, n, err := rangesOf(cmd, o.vary)
	if err != nil {
		return err
	}
	workers := o.write.Workers
	if !cmd.Flags().Changed("workers") {
		workers = runtime.GOMAXPROCS(0)
	}
	read, err := a.read(cmd.Context(), args[0])
	if err != nil {
		return err
	}
	load := func(set []scenariofile.Setting) (*scenariofile.Scenario, error) {
		return read(append(append([]scenariofile.Setting(nil), fixed...), set...))
	}
	first, err := load(nil)
	if err != nil {
		return err
	}
	if _, err := runs.NewWorld(first); err != nil {
		return err
	}
	if ranges, err = sweep.ExpandRanges(first, ranges); err != nil {
		return fmt.Errorf("--vary: %w", err)
	}
	set := append([]scenariofile.Setting(nil), fixed...)
	for _, r := range ranges {
		if i := slices.IndexFunc(fixed, func(s scenariofile.Setting) bool { return s.Name == r.Name }); i >= 0 {
			return usagef(cmd, "--set %s: the parameter is varied by --vary too: leave one of them out", fixed[i])
		}
		set = append(set, scenariofile.Setting{Name: r.Name, Value: strings.TrimSpace(fmt.Sprintf("%g %s", max(r.High, r.Mean), r.Unit))})
	}
	a.warnUnits(read, set)
	a.warnScenario(first)
	p := a.progress(first.Name)
	a.log.Debug("vary", "scenario", first.Name, "variations", n, "workers", workers)
	started := a.now()
	spread, err := sweep.Vary(cmd.Context(), load, ranges, n, o.seed, workers, p.step())
	p.close()
	a.log.Debug("done", "scenario", first.Name, "took", a.now().Sub(started).String())
	if runs.Interrupted(err) {
		a.message("prang sweep writes each run as it ends, and goes on after an interrupt: see prang sweep --help")
	}
	if spread == nil {
		return err
	}
	interrupted := err
	for _, v := range spread.Variations {
		v.Set = append(append([]scenariofile.Setting(nil), fixed...), v.Set...)
	}
	write := spread.WriteText
	if o.json {
		write = spread.WriteJSON
	}
	if err := write(a.out); err != nil {
		return err
	}
	if o.html != "" {
		ctx := context.WithoutCancel(cmd.Context()) // after an interrupt, too; a second one ends the process
		if err := a.writeSpread(ctx, o.html, spread, first, args[0]); err != nil {
			return err
		}
	}
	if err := a.withoutResult(spread); interrupted == nil {
		return err
	}
	return interrupted
}

// writeSpread writes the page of a spread.
func (a *app) writeSpread(ctx context.Context, name string, spread *sweep.Spread, s *scenariofile.Scenario, file string) error {
	colors, err := colorsOf(s)
	if err != nil {
		return err
	}
	return a.writeFile(ctx, "html", name, func(w io.Writer) error { return report.WriteSpread(w, spread, colors, file) })
}

// colorsOf returns the colors of a scenario's objects by their names.
func colorsOf(s *scenariofile.Scenario) (map[string]string, error) {
	w, err := runs.NewWorld(s)
	if err != nil {
		return nil, err
	}
	colors := map[string]string{}
	for i, object := range w.Objects() {
		colors[object.Name] = runs.ColorOf(w.Objects(), int32(i))
	}
	return colors, nil
}

// mostTold is the largest number of variations of which it is told why they have no result.
const mostTold = 20

// withoutResult tells why variations have no result, and returns the error of the command for them: the figures are not
// of all that was asked for, as a script has to know.
func (a *app) withoutResult(s *sweep.Spread) error {
	failed := s.WithoutResult()
	if len(failed) == 0 {
		return nil
	}
	for _, v := range failed[:min(len(failed), mostTold)] {
		a.problem(fmt.Errorf("variation %d (%s): %s", v.Number, v.Command(), v.Failed))
	}
	rest := ""
	if n := len(failed) - mostTold; n > 0 {
		rest = fmt.Sprintf(" (%d more than listed: all are in --json)", n)
	}
	of := "there are no statistics"
	if n := len(s.Variations) - len(failed); n > 0 {
		of = fmt.Sprintf("the statistics are of %d", n)
	}
	return &runs.FailedError{Scenario: s.Scenario, Err: fmt.Errorf("%d of %s without a result%s: %s; narrow the range",
		len(failed), counted(len(s.Variations), "variation", "variations"), rest, of)}
}

// rangesOf reads the ranges of --vary and the number of variations, which one of them may give, or all the same.
func rangesOf(cmd *cobra.Command, list []string) (ranges []sweep.Range, n int, err error) {
	for _, text := range list {
		r, count, err := sweep.ParseRange(text)
		if err != nil {
			return nil, 0, usagef(cmd, "--vary %v", err)
		}
		if count > 0 && n > 0 && count != n {
			return nil, 0, usagef(cmd, "--vary asks for %d and for %s: give one number", n, counted(count, "variation", "variations"))
		}
		n = max(n, count)
		ranges = append(ranges, r)
	}
	if n == 0 {
		n = sweep.DefaultVariations
	}
	return ranges, n, nil
}
