package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/reconstruct"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/geom"
	"github.com/prang-sim/prang/sim/record"
)

// Options are the options of Run. None of them changes a result.
type Options struct {
	// Log is the path of the log; directories are made. Empty stands for LogPath of the scenario.
	Log string
	// NoLog leaves the log out.
	NoLog bool
	// Level is the level of the log; empty stands for recorder.LevelFull. The level verify needs the scenario's Files: its
	// log holds no states, and is read by running these again.
	Level string
	// Writing are the options of the writer of the log.
	Writing recorder.Options
	// World, if not nil, is the world to run: NewWorld of the scenario, that has taken no step.
	World *sim.World
	// Workers is the number of goroutines that a step may use; 0 is one.
	Workers int
	// Progress, if not nil, is called with the steps done and the largest possible number: at the start, after each
	// step and at the end.
	Progress func(done, total int64)
	// Observe, if not nil, is called with each frame, including the start. It must not keep the frame.
	Observe func(f *record.Frame)
	// Crash, if not nil, is called with the builder of the run's vehicle report, nil without vehicles.
	Crash func(b *reconstruct.Builder)
}

// CheckLog returns why a log cannot be written at a path: a directory is there, a file that is no log, or a log that
// another run is writing. Run refuses it likewise.
func CheckLog(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil
	case info.IsDir():
		return fmt.Errorf("log %s: is a directory: give the name of a file", path)
	case info.Mode().IsRegular() && info.Size() > 0 && !recorder.IsLog(path):
		return fmt.Errorf("log %s: would overwrite a file that is no log: give another name, or remove it", path)
	case info.Mode().IsRegular() && recorder.Busy(path):
		return busyLog(path)
	}
	return nil
}

// busyLog is the error of beginning a log in place of one that is being written.
func busyLog(path string) error {
	return fmt.Errorf("log %s: %w, or give another name with -o", path, recorder.ErrBusy)
}

// ErrNoScenario is the error of a run without a scenario.
var ErrNoScenario = errors.New("there is no scenario to run")

// NewWorld builds the world of a scenario. Errors that only the world can detect are a *document.InvalidError, with the places of
// those in a spring, joint, vehicle, angular velocity or object.
func NewWorld(s *scenariofile.Scenario) (*sim.World, error) {
	if s == nil {
		return nil, ErrNoScenario
	}
	w, err := sim.New(s.Definition)
	if err != nil {
		return nil, s.Explain(err)
	}
	return w, nil
}

// NewHeader returns the header of a log of a run of a scenario, for a program that steps the scenario's world and writes
// the log itself, to a buffer for instance; Run does both.
func NewHeader(s *scenariofile.Scenario, w *sim.World) (recorder.Header, error) {
	set := w.Settings()
	settings, err := json.Marshal(set)
	if err != nil {
		return recorder.Header{}, fmt.Errorf("scenario %s: settings: %w", s.Name, err)
	}
	h := recorder.Header{
		Engine: Engine(), Scenario: s.Name, Step: set.Step, Gravity: geom.FromMGL(set.Gravity),
		Objects: w.Objects(), Columns: w.Columns(), Contacts: w.ContactForces(), Settings: settings,
	}
	h.Case = s.CaseName()
	for _, v := range s.Settings() {
		h.Set = append(h.Set, recorder.Parameter(v))
	}
	return h, nil
}

// FailedError is a run that could not continue: a *sim.StepError, or a log that cannot be written. The report
// up to there is returned with it, and the log has the steps before.
type FailedError struct {
	Scenario string
	Err      error
}

// Error names the scenario and the cause.
func (e *FailedError) Error() string { return fmt.Sprintf("scenario %s: %v", e.Scenario, e.Err) }

// Unwrap returns the cause.
func (e *FailedError) Unwrap() error { return e.Err }

// Run runs a scenario to its end and writes its log. When ctx is cancelled it stops at the next step boundary, with a
// valid log. It returns a report whenever the run has started, also with an error: ctx's own (wrapped) for an
// interrupted run, a *FailedError for one that failed. A log that another run is writing is refused before the start:
// recorder.ErrBusy, where the system has locks. Where the log was lost meanwhile, the error is recorder.ErrLost too, and
// the report names no log.
func Run(ctx context.Context, s *scenariofile.Scenario, opts Options) (*Report, error) {
	if s == nil {
		return nil, ErrNoScenario
	}
	if opts.Level == recorder.LevelVerify && !opts.NoLog && len(s.Files) == 0 {
		return nil, fmt.Errorf("scenario %s: level %s: its log could never be read, because the scenario was made in code and has no files: use level %s", s.Name, opts.Level, recorder.LevelFull)
	}
	w := opts.World
	if w == nil {
		var err error
		if w, err = NewWorld(s); err != nil {
			return nil, err
		}
	}
	if err := s.Check(w); err != nil {
		return nil, err
	}
	if n := w.Frame().Step; n > 0 {
		return nil, fmt.Errorf("scenario %s: its world has taken %d steps: give one that NewWorld has just made", s.Name, n)
	}
	header, err := NewHeader(s, w)
	if err != nil {
		return nil, err
	}
	w.SetWorkers(opts.Workers)
	defer w.SetWorkers(1)
	r := &run{scenario: s, world: w, reporter: NewReporter(&header), opts: opts, watch: watch{until: s.Until, objects: w.Objects()}}
	r.reporter.Measure(s)
	header.Level = opts.Level
	if !opts.NoLog {
		if err := r.create(header); err != nil {
			return nil, err
		}
	}
	if err := r.frame(); err != nil {
		return r.finish(r.failed(err))
	}
	return r.finish(r.steps(ctx))
}

// run is one run under way.
type run struct {
	scenario *scenariofile.Scenario
	world    *sim.World
	reporter *Reporter
	opts     Options
	path     string
	log      *recorder.Writer // nil without a log
	snapshot []byte
	watch    watch
}

func (r *run) create(h recorder.Header) error {
	r.path = r.opts.Log
	if r.path == "" {
		r.path = r.scenario.LogPath()
	}
	if err := os.MkdirAll(filepath.Dir(r.path), 0o777); err != nil {
		return wording.NoFile("log "+r.path+": its directory cannot be made", err)
	}
	if err := CheckLog(r.path); err != nil {
		return err
	}
	assets := make([]recorder.Asset, len(r.scenario.Files))
	for i, f := range r.scenario.Files {
		assets[i] = recorder.Asset{Name: f.Name, Data: f.Data}
	}
	log, err := recorder.Create(r.path, h, assets)
	for try := 0; errors.Is(err, fs.ErrNotExist) && try < 3; try++ { // a test of another process has just removed the directory
		if err = os.MkdirAll(filepath.Dir(r.path), 0o777); err == nil {
			log, err = recorder.Create(r.path, h, assets)
		}
	}
	if errors.Is(err, recorder.ErrBusy) {
		return busyLog(r.path)
	}
	if err != nil {
		return wording.NoFile("log "+r.path+": cannot be made", err)
	}
	log.Use(r.opts.Writing)
	r.log = log
	return nil
}

// steps makes all steps from the world's on. The error is that which ended the run early.
func (r *run) steps(ctx context.Context) (recorder.Summary, error) {
	total := r.scenario.Steps
	for n := r.world.Frame().Step; ; n++ {
		if r.scenario.UntilRest && n > 0 && r.world.AtRest() {
			r.progress(n, n)
			return recorder.Summary{Ended: recorder.Complete, Message: "everything is at rest"}, nil
		}
		if r.watch.over(r.world.Frame().Time, r.world.Settings().Step) {
			r.progress(n, n)
			return recorder.Summary{Ended: recorder.Complete, Message: r.watch.message}, nil
		}
		r.progress(n, total)
		if n >= total {
			break
		}
		if err := ctx.Err(); err != nil {
			message := fmt.Sprintf("interrupted after %d of at most %d steps", n, total)
			return recorder.Summary{Ended: recorder.Interrupted, Message: message}, fmt.Errorf("scenario %s: %s: %w", r.scenario.Name, message, err)
		}
		if err := r.world.Step(); err != nil {
			return r.failed(err)
		}
		if err := r.frame(); err != nil {
			return r.failed(err)
		}
	}
	message := ""
	if r.scenario.UntilRest {
		message = "the duration ended before everything was at rest"
	}
	if (r.scenario.Until != scenariofile.Until{}) {
		message = "the duration ended before the event to stop at"
	}
	return recorder.Summary{Ended: recorder.Complete, Message: message}, nil
}

func (r *run) failed(err error) (recorder.Summary, error) {
	return recorder.Summary{Ended: recorder.Failed, Message: err.Error()}, &FailedError{r.scenario.Name, err}
}

func (r *run) progress(done, total int64) {
	if r.opts.Progress != nil {
		r.opts.Progress(done, total)
	}
}

// frame passes the world's frame to the log, the reporter and the observer.
func (r *run) frame() error {
	f := r.world.Frame()
	if r.log != nil {
		if err := r.log.Write(f); err != nil {
			return fmt.Errorf("log %s: %w", r.path, err)
		}
		if err := r.keepState(); err != nil {
			return err
		}
	}
	r.reporter.Frame(f)
	r.watch.frame(f)
	if r.opts.Observe != nil {
		r.opts.Observe(f)
	}
	return nil
}

// keepState gives the log a snapshot if one is due.
func (r *run) keepState() error {
	if !r.log.SnapshotDue() {
		return nil
	}
	r.snapshot = r.world.Snapshot(r.snapshot[:0])
	if err := r.log.Snapshot(r.snapshot); err != nil {
		return fmt.Errorf("log %s: %w", r.path, err)
	}
	return nil
}

// closeLog closes the log, if there is one. Its error names it.
func (r *run) closeLog(end recorder.Summary) error {
	if r.log == nil {
		return nil
	}
	err := r.log.Close(end)
	switch {
	case errors.Is(err, recorder.ErrLost):
		return fmt.Errorf("log %w", err)
	case err != nil:
		return fmt.Errorf("log %s: %w", r.path, err)
	}
	return nil
}

// finish closes the log and makes the report.
func (r *run) finish(end recorder.Summary, err error) (*Report, error) {
	e := r.closeLog(end)
	lost := errors.Is(e, recorder.ErrLost)
	switch {
	case e != nil && err == nil:
		err = &FailedError{r.scenario.Name, e}
		end = recorder.Summary{Ended: recorder.Failed, Message: e.Error()}
	case lost:
		err = fmt.Errorf("%w; %w", e, err)
	}
	report := r.reporter.Report(end)
	if r.opts.Crash != nil {
		r.opts.Crash(r.reporter.Crash())
	}
	if r.log != nil && !lost {
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
