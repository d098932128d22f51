package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Options are the options of Run. None of them changes a result.
type Options struct {
	// Log is the path of the log; directories are made. Empty stands for LogPath of the scenario's name.
	Log string
	// NoLog leaves the log out.
	NoLog bool
	// Progress, when not nil, is told the steps made so far and the largest number there can be: at the start, after each
	// step and at the end.
	Progress func(done, total int64)
	// Observe, when not nil, sees each frame, the start included. It does not keep the frame.
	Observe func(f *record.Frame)
}

// LogPath returns where the log of a scenario goes by default: runs/out/NAME.prang, with spaces as hyphens.
func LogPath(name string) string {
	return filepath.Join("runs", "out", strings.ReplaceAll(name, " ", "-")+".prang")
}

// NewWorld builds the world of a scenario.
func NewWorld(s *Scenario) (*sim.World, error) {
	w, err := sim.New(s.Definition)
	if err != nil {
		return nil, fmt.Errorf("scenario %s: %w", s.Name, err)
	}
	return w, nil
}

// HeaderOf returns the header of the log of a scenario's run.
func HeaderOf(s *Scenario, w *sim.World) (recorder.Header, error) {
	set := w.Settings()
	settings, err := json.Marshal(set)
	if err != nil {
		return recorder.Header{}, fmt.Errorf("scenario %s: settings: %w", s.Name, err)
	}
	return recorder.Header{
		Engine: Engine, Scenario: s.Name, Step: set.Step, Gravity: geom.FromMGL(set.Gravity),
		Objects: w.Objects(), Columns: w.Columns(), Settings: settings,
	}, nil
}

// FailedError is a run that could not go on: a state that is not finite, or a log that cannot be written. The report up to
// there is given with it, and the log holds the steps before.
type FailedError struct {
	Scenario string
	Err      error
}

// Error names the scenario and the cause.
func (e *FailedError) Error() string { return fmt.Sprintf("scenario %s: %v", e.Scenario, e.Err) }

// Unwrap returns the cause.
func (e *FailedError) Unwrap() error { return e.Err }

// Run runs a scenario to its end and writes its log. When ctx is cancelled it stops at the next step boundary, and the log
// is valid. The report is given whenever the run has started, also with an error: ctx's own (wrapped) for an interrupted
// run, a *FailedError for one that failed.
func Run(ctx context.Context, s *Scenario, opts Options) (*Report, error) {
	w, err := NewWorld(s)
	if err != nil {
		return nil, err
	}
	header, err := HeaderOf(s, w)
	if err != nil {
		return nil, err
	}
	r := &run{scenario: s, world: w, reporter: NewReporter(&header), opts: opts}
	if !opts.NoLog {
		if err := r.create(header); err != nil {
			return nil, err
		}
	}
	end, err := r.steps(ctx)
	return r.finish(end, err)
}

// run is one run under way.
type run struct {
	scenario *Scenario
	world    *sim.World
	reporter *Reporter
	opts     Options
	path     string
	log      *recorder.Writer // nil without a log
}

func (r *run) create(h recorder.Header) error {
	r.path = r.opts.Log
	if r.path == "" {
		r.path = LogPath(r.scenario.Name)
	}
	if err := os.MkdirAll(filepath.Dir(r.path), 0o777); err != nil {
		return fmt.Errorf("log %s: its directory cannot be made: %w", r.path, err)
	}
	assets := make([]recorder.Asset, len(r.scenario.Files))
	for i, f := range r.scenario.Files {
		assets[i] = recorder.Asset{Name: f.Name, Data: f.Data}
	}
	log, err := recorder.Create(r.path, h, assets)
	if err != nil {
		return fmt.Errorf("log %s: cannot be made: %w", r.path, err)
	}
	r.log = log
	return nil
}

// steps makes all steps. The error is that which ended the run early.
func (r *run) steps(ctx context.Context) (recorder.Summary, error) {
	total := r.scenario.Steps
	failed := func(err error) (recorder.Summary, error) {
		return recorder.Summary{Ended: recorder.Failed, Message: err.Error()}, &FailedError{r.scenario.Name, err}
	}
	if err := r.frame(); err != nil {
		return failed(err)
	}
	for n := int64(0); n < total; n++ {
		r.progress(n, total)
		if err := ctx.Err(); err != nil {
			message := fmt.Sprintf("interrupted after %d of at most %d steps", n, total)
			return recorder.Summary{Ended: recorder.Interrupted, Message: message}, fmt.Errorf("scenario %s: %s: %w", r.scenario.Name, message, err)
		}
		if err := r.world.Step(); err != nil {
			return failed(err)
		}
		if err := r.frame(); err != nil {
			return failed(err)
		}
		if r.scenario.UntilRest && r.world.AtRest() {
			r.progress(n+1, n+1)
			return recorder.Summary{Ended: recorder.Complete, Message: "everything is at rest"}, nil
		}
	}
	r.progress(total, total)
	message := ""
	if r.scenario.UntilRest {
		message = "the duration ended before everything was at rest"
	}
	return recorder.Summary{Ended: recorder.Complete, Message: message}, nil
}

func (r *run) progress(done, total int64) {
	if r.opts.Progress != nil {
		r.opts.Progress(done, total)
	}
}

// frame hands the world's frame to the log and to who observes.
func (r *run) frame() error {
	f := r.world.Frame()
	if r.log != nil {
		if err := r.log.Write(f); err != nil {
			return fmt.Errorf("log %s: %w", r.path, err)
		}
	}
	r.reporter.Frame(f)
	if r.opts.Observe != nil {
		r.opts.Observe(f)
	}
	return nil
}

// finish closes the log and makes the report.
func (r *run) finish(end recorder.Summary, err error) (*Report, error) {
	if r.log != nil {
		if e := r.log.Close(end); e != nil && err == nil {
			err = &FailedError{r.scenario.Name, fmt.Errorf("log %s: %w", r.path, e)}
			end = recorder.Summary{Ended: recorder.Failed, Message: e.Error()}
		}
	}
	report := r.reporter.Report(end)
	if r.log != nil {
		report.Log = &LogReport{Path: r.path}
		if info, e := os.Stat(r.path); e == nil {
			report.Log.Size = info.Size()
		}
	}
	return report, err
}

// Interrupted reports whether an error of Run is that of a cancelled context.
func Interrupted(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
