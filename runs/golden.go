package runs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prang-sim/prang/runs/document"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/wording"
	"github.com/prang-sim/prang/sim/record"
)

// GoldenFile is the name of the file next to a scenario with the expected results of its run.
const GoldenFile = "golden.txt"

// ErrNoGolden is the error for a scenario without a golden.
var ErrNoGolden = errors.New("there is no golden: look at the report of prang run, then write the golden with prang test --update")

// TestResult is the result of comparing a scenario's run with its golden: two verdicts, on bits and on physics.
type TestResult struct {
	Scenario string `json:"scenario"`       // path of the scenario file
	Case     string `json:"case,omitempty"` // of the scenario; "" for the scenario as it is
	Passed   bool   `json:"passed"`
	// Kind is what prang test calls a failure by the most severe of what failed; "" where that is not told.
	Kind    string `json:"kind,omitempty"`
	Bits    bool   `json:"bits"`                    // every line is that of the golden, hashes above all
	Physics bool   `json:"physics"`                 // impacts, what enters sensors, what breaks, and last poses are those of the golden, within its tolerances
	Stale   bool   `json:"stale_picture,omitempty"` // the picture beside the scenario is not that of its run
	// Renamed are the names of the golden that others stand for in the run: it is compared under its own.
	Renamed   []Rename `json:"renamed,omitempty"`
	OnlyNames bool     `json:"only_names,omitempty"` // all else is that of the golden
	// StaleGoldens are goldens beside the scenario that are of none of its cases.
	StaleGoldens []string `json:"stale_goldens,omitempty"`
	Updated      bool     `json:"updated,omitempty"` // the golden or the picture was written
	Written      []string `json:"written,omitempty"` // the files that were
	// Replaced says how the golden that was written differs from the one before; "" if in its origin alone, or if there was none.
	// Other says that its physics does.
	Replaced string   `json:"replaced,omitempty"`
	Other    bool     `json:"other_physics,omitempty"`
	Problems []string `json:"problems,omitempty"`
	// Unmatched is how many bodies, movers and events of the golden or the run have no counterpart in the other; Measure is the
	// one of the tolerances that is exceeded most, and Times how many times as much as it allows differs. A tolerance of zero has none.
	// Of a golden that was written they are from the one before.
	Unmatched int     `json:"unmatched,omitempty"`
	Measure   string  `json:"measure,omitempty"`
	Times     float64 `json:"times_tolerance,omitempty"`
	Missing   bool    `json:"no_golden,omitempty"`
	// Invalid and Failed say that nothing was compared: the scenario, its golden or the place of its log is bad input,
	// or the run failed.
	Invalid bool   `json:"bad_input,omitempty"`
	Failed  bool   `json:"run_failed,omitempty"`
	Log     string `json:"log,omitempty"` // of the run that failed
}

// Test returns what was tested.
func (r *TestResult) Test() Test { return Test{r.Scenario, r.Case} }

// OnlyBits reports whether the bits alone are not those of the golden.
func (r *TestResult) OnlyBits() bool {
	return !r.Passed && !r.Invalid && !r.Failed && r.Physics && !r.Stale && len(r.StaleGoldens) == 0
}

// TestOptions are the options of TestScenario.
type TestOptions struct {
	Update bool // write the golden instead of comparing with it: that of the whole run, whatever First is; with Physics see there
	// Case is the case of the scenario that is run; empty for the scenario as it is. TestScenarios runs all.
	Case string
	// Physics makes a run pass whose physics is equal, whatever its bits and names. Of a run that First cuts hashes alone are
	// judged. With Update the goldens of such runs are written, and all others compared as without.
	Physics bool
	// First, if above zero, ends the run after this simulated time [s]; only the hashes up to there are compared, or
	// all of a run that has ended before. It is at least LeastFirst.
	First float64
	// Log is the path of the run's log. Empty stands for runs/out/NAME.test.prang, of a case NAME.CASE.test.prang, or
	// NAME-2 and so on if other scenarios with that name are tested.
	Log      string
	Progress func(done, total int64)
	// Clock, if not nil, tells how long each of several tests took: see Tested. It is called concurrently.
	Clock func() time.Time

	observe  func(f *record.Frame) // if not nil, is called with each frame of the run
	reported func(r *Report)       // if not nil, is called with the report of a run that ends
}

// LeastFirst is the least time of TestOptions.First [s]: goldens have a hash at the start and at each second.
const LeastFirst = 1

// TestScenario runs a scenario and compares it with its golden, bit for bit through the hashes. If it differs, the
// problems give the first second that does, and what differs in the physics, and by how much; the log of the run is
// kept.
//
// Equal physics means that the impacts, what enters and leaves sensors and when, what breaks, and the final poses are within
// the tolerances. Impacts are matched by their objects, times and impulses, as compare.Logs does, events of sensors and breaks
// by objects and times; one without counterpart differs. The tolerances are those of
// the golden's own lines, such as "tolerance position 0.002", or else time 1e-4 s, position 1 mm, angle 0.1 degrees,
// speed 1 cm/s, spin 0.01 rad/s, rest 0.1 s, and one in a thousand of each impulse and loss of energy, plus one in a
// million of the largest.
//
// A golden of a version that wrote less of an attitude than all, no spin, or the first impacts alone, is compared in
// what it has.
//
// Where bodies, or what else has a name, have another one alone, the physics is equal and the bits are not: see Renamed.
//
// With Update the golden is written instead; its tolerance lines, and comments, which begin with #, stay. A picture
// next to the scenario that says how it was drawn is drawn again; a difference is a problem, or with Update it is
// written. So is one that is no whole SVG. One of another program stays as it is.
//
// A case of the scenario has a golden of its own, and no picture. A golden of a case that the scenario does not have is a
// problem of the scenario as it is; Update leaves it there.
func TestScenario(ctx context.Context, path string, opts TestOptions) (*TestResult, error) {
	s, err := scenariofile.Load(path)
	if err == nil && opts.Case != "" {
		s, err = s.Case(opts.Case, nil)
	}
	if err != nil {
		return nil, err
	}
	return testLoaded(ctx, path, s, opts)
}

func testLoaded(ctx context.Context, path string, s *scenariofile.Scenario, opts TestOptions) (*TestResult, error) {
	if opts.Log != "" {
		return testLogged(ctx, path, s, opts)
	}
	kept, done := reserveLog(s.Name, Test{path, opts.Case})
	defer done()
	return testKept(ctx, path, s, opts, kept)
}

// testKept is testLoaded with a path for the log of a test that fails. While it runs the log has a name that no other
// process uses: several may test a scenario from one directory. That of a test that is interrupted is not kept.
func testKept(ctx context.Context, path string, s *scenariofile.Scenario, opts TestOptions, kept string) (*TestResult, error) {
	opts.Log = fmt.Sprintf("%s.%d", kept, os.Getpid())
	result, err := testLogged(ctx, path, s, opts)
	if Interrupted(err) {
		_ = os.Remove(opts.Log)
		return nil, err
	}
	if moved := os.Rename(opts.Log, kept); errors.Is(moved, fs.ErrNotExist) {
		_ = os.Remove(kept) // of a test that failed before
	}
	if result != nil {
		result.Log = strings.ReplaceAll(result.Log, opts.Log, kept)
		for i := range result.Problems {
			result.Problems[i] = strings.ReplaceAll(result.Problems[i], opts.Log, kept)
		}
	}
	return result, err
}

// testLogged is testLoaded with opts.Log as the path of the log.
func testLogged(ctx context.Context, path string, s *scenariofile.Scenario, opts TestOptions) (*TestResult, error) {
	result, err := testRun(ctx, path, s, opts)
	if err == nil && opts.Case == "" {
		err = result.checkCases(path, s)
	}
	return result, err
}

// testRun runs a scenario and compares it with its golden.
func testRun(ctx context.Context, path string, s *scenariofile.Scenario, opts TestOptions) (*TestResult, error) {
	result := &TestResult{Scenario: path, Case: opts.Case}
	cut := opts.cut(s)
	var picture *scenePicture
	if !cut && opts.Case == "" {
		var err error
		if picture, err = pictureOf(path, s); err != nil {
			return nil, err
		}
	}
	text, err := goldenRun(ctx, s, &opts, picture)
	var invalid *document.InvalidError
	if Interrupted(err) || errors.As(err, &invalid) {
		return nil, err
	}
	if err != nil {
		var failed *FailedError
		result.Failed = errors.As(err, &failed)
		result.Invalid = !result.Failed
		result.Problems = []string{err.Error()}
		if _, missing := os.Stat(opts.Log); missing == nil {
			result.Log = opts.Log
		}
		return result, nil
	}
	golden := goldenPath(path, opts.Case)
	file, err := readGolden(golden)
	old := file.text
	if bad := badLines(golden, old); len(bad) > 0 { // also with --update, which would keep tolerances, and drop what is none
		result.Invalid, result.Problems, result.Log = true, bad, opts.Log
		return result, nil
	}
	var was TestResult // what is compared where the golden is written
	readable := checkFormat(old) == nil && cutOff(old, text) == 0
	if opts.Update && readable {
		was.compare(golden, old, text, namesOf(s.Definition))
	}
	if opts.Update && (err == nil || errors.Is(err, fs.ErrNotExist)) && (!opts.Physics || was.Physics) {
		if err := result.update(golden, &file, listedGolden(text, nil)); err != nil {
			return result, err
		}
		if len(was.Problems) > 0 {
			result.Replaced, result.Other, result.Renamed = was.Problems[0], !was.Physics, was.Renamed
			result.Unmatched, result.Measure, result.Times = was.Unmatched, was.Measure, was.Times
		}
		return result, errors.Join(picture.compare(result, true), removeLog(opts.Log))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err, result.Missing = ErrNoGolden, true
	case err == nil:
		err = checkFormat(old)
		result.Invalid = err != nil
	default:
		result.Invalid = true
	}
	if err != nil {
		result.Problems, result.Log = []string{fmt.Sprintf("%s: %v", golden, wording.WithoutPath(err))}, opts.Log
		return result, nil
	}
	if line := cutOff(old, text); line > 0 {
		result.Invalid, result.Log = true, opts.Log
		result.Problems = []string{fmt.Sprintf("%s:%d: is cut off: restore it, or write it anew with prang test --update", golden, line)}
		return result, nil
	}
	if cut && !sameSteps(old, text) {
		result.Problems = compareBeginnings(golden, old, text)
		result.Bits = len(result.Problems) == 0
		result.Physics = result.Bits
	} else {
		result.compare(golden, old, text, namesOf(s.Definition))
	}
	result.Passed = result.Bits || opts.Physics && result.Physics
	if err := picture.compare(result, false); err != nil {
		return nil, err
	}
	if !result.Passed {
		result.Log = opts.Log
		return result, nil
	}
	return result, removeLog(opts.Log)
}

// removeLog removes the log of a test that passed, if it is a regular file, not a device.
func removeLog(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil
	}
	return os.Remove(path)
}

// update writes the golden, unless it is there already, of whatever engine, and of these files, if it names any. Tolerances
// and comments of the old one stay.
func (r *TestResult) update(golden string, old *goldenFile, text []byte) error {
	r.Passed, r.Bits, r.Physics = true, true, true
	rest, _ := splitGolden(old.text)
	from, was := cutOrigin(rest)
	if run, is := cutOrigin(text); bytes.Equal(was, is) && from.engine != "" && from.changedFiles(&run) == "" {
		return nil
	}
	return r.write(golden, old.with(text))
}

// write writes a file that goes with the scenario.
func (r *TestResult) write(path string, data []byte) error {
	if err := os.WriteFile(path, data, 0o666); err != nil {
		return fmt.Errorf("%s: cannot be written: %w: make it, or its directory, writable", path, wording.WithoutPath(err))
	}
	r.Updated, r.Written = true, append(r.Written, path)
	return nil
}

// compare sets both verdicts and the problems that explain them, from the golden, that of a run, and the names in its scenario.
func (r *TestResult) compare(golden string, want, got []byte, names []namedThing) {
	bits, kept := splitGolden(want)
	from, bits := cutOrigin(bits)
	origin, got := cutOrigin(got)
	r.Renamed = renames(bits, got, names)
	bits = withNames(bits, r.Renamed)
	want = slices.Concat(bits, kept)
	r.Problems = compareGoldens(golden, bits, got)
	switch equal := len(r.Problems) == 0; {
	case equal && len(r.Renamed) == 0:
		r.Bits, r.Physics = true, true
		return
	case equal:
		r.Physics, r.OnlyNames = true, true
		verdict := "names differ, all else is equal: " + renamesText(r.Renamed)
		if change := from.change(&origin); change != "" {
			verdict += " (" + change + ")"
		}
		r.Problems = []string{verdict, "prang test --update writes the new names"}
		return
	}
	beyond, needed := comparedPhysics(want, got)
	r.Physics = len(beyond) == 0
	r.measure(want, beyond, needed)
	first := "the bits differ"
	if r.Problems[0] == equalHashes { // but not what is in no hash, such as what enters sensors
		first = "lines of the golden differ"
	}
	verdict := first + ", the physics is equal: no impact, no sensor and no last pose is beyond its tolerance"
	if !r.Physics {
		verdict = first + ", and the physics: " + firstFigures(beyond[0])
		if len(beyond) > 1 {
			verdict += fmt.Sprintf("; and %d more", len(beyond)-1)
		}
	}
	if change := from.change(&origin); change != "" {
		verdict += " (" + change + ")"
	}
	lead := []string{verdict}
	if len(r.Renamed) > 0 {
		lead = append(lead, "taken as renamed, by their places in the scenario: "+renamesText(r.Renamed))
	}
	r.Problems = append(lead, r.Problems...)
	if r.Physics {
		return
	}
	if lines := neededTolerances(want, got); lines != nil {
		r.Problems = append(r.Problems, "equal physics needs these lines in the golden: "+strings.Join(lines, "; ")+"; if the new results are right, prang test --update writes them")
	}
}

// firstFigures returns what is said of a difference with the first two of many figures that differ: the list below a verdict has all.
func firstFigures(problem string) string {
	const most, between = 2, "; "
	parts := strings.Split(problem, between)
	if more := len(parts) - most; more > 1 {
		return fmt.Sprintf("%s%s%d more figures", strings.Join(parts[:most], between), between, more)
	}
	return problem
}

// measure says how far beyond its tolerances the physics of a run is, from what differs and the tolerances that this needs.
func (r *TestResult) measure(golden []byte, beyond []string, needed map[string]float64) {
	for _, problem := range beyond {
		if strings.Contains(problem, ": "+inRunAlone) || strings.Contains(problem, ": "+inGoldenAlone) {
			r.Unmatched++
		}
	}
	p, _ := newPhysics(goldenLines(golden))
	for _, t := range goldenTolerances() {
		if times := needed[t.name] / p.allowed[t.name]; times > r.Times && times < math.MaxFloat64 {
			r.Measure, r.Times = t.name, times
		}
	}
}

// cut shortens a scenario to its first seconds if the options ask for it, and reports whether it did.
func (o *TestOptions) cut(s *scenariofile.Scenario) bool {
	if o.Update || !(o.First > 0) {
		return false
	}
	steps := math.Ceil(o.First / s.Definition.Settings.Step)
	if steps >= float64(s.Steps) {
		return false
	}
	s.Steps = int64(steps)
	return true
}

// testLogs are the logs that tests of this process are writing or have written, by path, with their tests.
var testLogs = struct {
	sync.Mutex
	of      map[string]string
	running map[string]bool
	made    []string // directories that were not there before these tests, each before the one that holds it
}{of: map[string]string{}, running: map[string]bool{}}

// reserveLog returns the default path of the log of a test that no other one has, nor a test that runs: several may run at a
// time, and have scenarios of one name. done releases it.
func reserveLog(name string, test Test) (path string, done func()) {
	if test.Case != "" {
		name += "." + test.Case
	}
	testLogs.Lock()
	defer testLogs.Unlock()
	absolute := func(path string) string {
		if full, err := filepath.Abs(path); err == nil {
			return full
		}
		return path
	}
	for n := 1; ; n++ {
		path := testLog(name, n)
		key, own := absolute(path), Test{absolute(test.Path), test.Case}.String()
		if of, taken := testLogs.of[key]; testLogs.running[key] || taken && of != own {
			continue
		}
		for dir := filepath.Dir(key); len(testLogs.running) == 0; dir = filepath.Dir(dir) {
			if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
				break
			}
			testLogs.made = append(testLogs.made, dir)
		}
		testLogs.of[key], testLogs.running[key] = own, true
		return path, func() { releaseLog(key) }
	}
}

// releaseLog releases the path of a log. The last one removes the directories that the tests made, where nothing is in
// them.
func releaseLog(key string) {
	testLogs.Lock()
	defer testLogs.Unlock()
	delete(testLogs.running, key)
	if len(testLogs.running) > 0 {
		return
	}
	for _, dir := range testLogs.made {
		_ = os.Remove(dir) // fails where a log has been kept
	}
	testLogs.made = nil
}

// testLog returns the default path of the log of a test, the nth of a scenario of this name.
func testLog(name string, n int) string {
	path := strings.TrimSuffix(scenariofile.LogPath(name), ".prang")
	if n > 1 {
		path += fmt.Sprintf("-%d", n)
	}
	return path + ".test.prang"
}

// goldenRun runs a scenario and returns the golden of the run, with more events than a golden lists: see listedGolden. picture, if
// not nil, observes the run.
func goldenRun(ctx context.Context, s *scenariofile.Scenario, opts *TestOptions, picture *scenePicture) ([]byte, error) {
	g := goldenWriter{step: s.Definition.Settings.Step, files: digestsOf(s.Files), sensors: hasSensors(s.Definition), breaks: canBreak(s.Definition)}
	observe := func(f *record.Frame) {
		g.frame(f)
		if picture != nil {
			picture.view.Observe(f)
		}
		if opts.observe != nil {
			opts.observe(f)
		}
	}
	report, err := Run(ctx, s, Options{Log: opts.Log, Progress: opts.Progress, Observe: observe})
	if err != nil {
		return nil, err
	}
	if opts.reported != nil {
		opts.reported(report)
	}
	return g.text(report), nil
}

// goldenWriter collects the hash at each second.
type goldenWriter struct {
	step    float64
	files   []fileDigest
	sensors bool // the scenario has some
	breaks  bool // something in it can break
	seconds []uint64
}

// frame keeps the hash of the first frame at or after each whole second.
func (g *goldenWriter) frame(f *record.Frame) {
	const rounding = 1e-6 // of a step
	if f.Time+float64(rounding*g.step) >= float64(len(g.seconds)) {
		g.seconds = append(g.seconds, f.Hash)
	}
}

// goldenFormat is the first line of a golden.
const goldenFormat = "prang-golden 1"

// text returns the golden: lines of a key and values, SI, with angles in degrees. Hashes compare bits; the other numbers are
// there so that a difference can be described in terms of physics. What enters and leaves sensors is in no hash: the lines about it
// compare it. It has more events than a golden lists: see comparedEvents.
func (g *goldenWriter) text(r *Report) []byte {
	var b bytes.Buffer
	origin := goldenOrigin{r.Engine, g.files}
	fmt.Fprintf(&b, "%s\n%sscenario %s\nended %s\nsteps %d\n", goldenFormat, origin.line(), r.Scenario, r.Ended, r.Steps)
	for i, h := range g.seconds {
		fmt.Fprintf(&b, "hash %d s %016x\n", i, h)
	}
	fmt.Fprintf(&b, "final %s\nimpacts %d\nlimits %d\n", r.FinalHash, len(r.Impacts), len(r.Limits))
	if g.sensors {
		fmt.Fprintf(&b, "sensors %d\n", len(r.Sensors))
	}
	if g.breaks {
		fmt.Fprintf(&b, "breaks %d\n", len(r.Breaks))
	}
	for _, i := range comparedImpacts(r.Impacts) {
		e := &r.Impacts[i]
		fmt.Fprintf(&b, "impact %d %q %q: time %s closing %s impulse %s lost %s points %d", i+1, e.A, e.B,
			number(e.Time), number(e.Closing), number(e.Size), number(e.EnergyLost), len(e.Points))
		for _, s := range e.Sides {
			fmt.Fprintf(&b, " delta-v %s", number(s.DeltaVSize))
			if s.PDOF != nil {
				fmt.Fprintf(&b, " pdof %s", number(*s.PDOF))
			}
		}
		b.WriteByte('\n')
	}
	sensorLines(&b, r.Sensors)
	breakLines(&b, r.Breaks)
	for i := range r.Bodies {
		o := &r.Bodies[i]
		fmt.Fprintf(&b, "body %q: %s", o.Name, poseText(o))
		if o.Rest != nil {
			fmt.Fprintf(&b, " rest %s", number(*o.Rest))
		}
		b.WriteByte('\n')
	}
	for _, m := range r.Movers {
		fmt.Fprintf(&b, "mover %q: x %s y %s z %s path %s\n", m.Name, number(m.Position[0]), number(m.Position[1]), number(m.Position[2]), number(m.Path))
	}
	return b.Bytes()
}

// number writes nine significant digits; zero has no sign.
func number(v float64) string { return fmt.Sprintf("%.9g", v+0) }
