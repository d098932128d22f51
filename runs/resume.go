package runs

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// Resume continues the killed or interrupted run whose log is at path, with the scenario stored in the log. It cuts off a
// damaged log at the damage, and continues that. The completed log has the same bytes as that of a run that was never
// stopped. The world starts from the last snapshot in the log and must reproduce the steps that follow it there, bit for
// bit.
//
// The log is not changed until it is certain that the run can be continued; then the part after the last whole chunk is
// cut off. Errors: recorder.ErrComplete for the whole log of a run that has ended; recorder.ErrBusy for one that is
// being written; an error with both versions for a log of another engine; one with step and quantity if the engine does
// not reproduce the log; else as Run. opts.Log, opts.NoLog and opts.Level are ignored; opts.Observe sees only the new
// frames.
func Resume(ctx context.Context, path string, opts Options) (*Report, error) {
	r, steps, err := resumed(path, opts)
	if err != nil {
		return nil, err
	}
	defer r.world.SetWorkers(1)
	var kept int64
	if r.log, kept, err = recorder.Resume(path); err != nil {
		return nil, err
	}
	if kept != steps {
		return nil, fmt.Errorf("%s: another process has written the log meanwhile: resume it again", path)
	}
	r.log.Use(opts.Writing)
	err = r.keepState()
	if steps == 0 {
		err = r.frame()
	}
	if err != nil {
		return r.finish(r.failed(err))
	}
	return r.finish(r.steps(ctx))
}

// resumed returns the run in the state after the last step that the log will keep, and how many steps that are.
func resumed(path string, opts Options) (*run, int64, error) {
	old, err := recorder.Open(path)
	if err != nil {
		return nil, 0, err // it names the path
	}
	defer old.Close()
	if recorder.Busy(path) {
		return nil, 0, fmt.Errorf("%s: %w", path, recorder.ErrBusy)
	}
	r, steps, err := resumedFrom(old, path, opts)
	if err != nil {
		return nil, 0, fmt.Errorf("%s: %w", path, err)
	}
	return r, steps, nil
}

// resumedFrom is resumed for an open log.
func resumedFrom(old *recorder.Reader, path string, opts Options) (*run, int64, error) {
	steps, err := recorder.Kept(old)
	if err != nil {
		return nil, 0, err
	}
	if e := old.Header().Engine; e != MeasuredEngine() {
		return nil, 0, fmt.Errorf("the log is of %s, this is %s: resume it with that version, or run the scenario that prang export --to scenario gives", e, MeasuredEngine())
	}
	if err := Simulate(old); err != nil {
		return nil, 0, err
	}
	s, err := scenariofile.FromLog(old)
	if err != nil {
		return nil, 0, err
	}
	w, err := NewWorld(s)
	if err != nil {
		return nil, 0, err
	}
	if d := differentTables(old.Header(), w); d != "" {
		return nil, 0, errors.New(d)
	}
	if !slices.Equal(old.Header().Columns, w.Columns()) {
		return nil, 0, errors.New("its columns have an encoding that this version does not write: run the scenario again")
	}
	header, err := NewHeader(s, w)
	if err != nil {
		return nil, 0, err
	}
	header.Case, header.Set = old.Header().Case, old.Header().Set // which the scenario in the log does not tell
	w.SetWorkers(opts.Workers)
	r := &run{scenario: s, world: w, reporter: NewReporter(&header), opts: opts, path: path, watch: watch{until: s.Until, objects: w.Objects()}}
	r.reporter.Measure(s)
	return r, steps, r.catchUp(old, steps)
}

// catchUp gives the first steps of a log to the reporter, and brings the world to the last of them: from the last
// snapshot on by simulation, whose frames must be those of the log.
func (r *run) catchUp(old *recorder.Reader, steps int64) error {
	if steps == 0 {
		return nil
	}
	from, data, err := old.Snapshot(steps - 1)
	if err != nil {
		return err
	}
	if from >= 0 {
		if err := r.world.Restore(data); err != nil {
			return fmt.Errorf("step %d: %w", from, err)
		}
	}
	for f, err := range old.Frames(0, steps) {
		if err != nil {
			return err
		}
		if f.Step >= max(from, 0) {
			if f.Step > max(from, 0) {
				if err := r.world.Step(); err != nil {
					return fmt.Errorf("the run ended before the log does: %w", err)
				}
			}
			if err := sameFrame(f, r.world.Frame(), r.world, f.Step == from); err != nil {
				return err
			}
		}
		r.reporter.Frame(f)
		r.watch.frame(f)
		r.progress(f.Step, r.scenario.Steps)
	}
	return nil
}

// sameFrame compares a frame of a log with that of a world, bit by bit. A world just restored has no ledger of its last
// step, so the ledger is left out.
func sameFrame(log, run *record.Frame, w *sim.World, restored bool) error {
	at := 0
	objects := w.Objects()
	for _, c := range w.Columns() {
		if restored && c.Owner < 0 && strings.HasPrefix(c.Name, record.LedgerPrefix) {
			at += int(c.Count)
			continue
		}
		for k := range int(c.Count) {
			if a, b := log.Values[at+k], run.Values[at+k]; math.Float64bits(a) != math.Float64bits(b) {
				owner := "the world"
				if c.Owner >= 0 {
					owner = objects[c.Owner].Name
				}
				return fmt.Errorf("step %d: %s of %s is %v in the log and %v when simulated: the run cannot be continued; run the scenario again",
					log.Step, c.Name, owner, a, b)
			}
		}
		at += int(c.Count)
	}
	if d := differentOutput(log, run, objects); d != "" {
		return fmt.Errorf("%s: the run cannot be continued; run the scenario again", d)
	}
	if log.Hash != 0 && log.Hash != run.Hash {
		return fmt.Errorf("step %d: the engine's caches differ from those in the log: the run cannot be continued; run the scenario again", log.Step)
	}
	return nil
}
