package runs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl64"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/recorder/compare"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/runs/scenariofile/scenariotest"
	"github.com/prang-sim/prang/sim"
	"github.com/prang-sim/prang/sim/record"
)

// headOn is two cubes of 100 kg that meet at 20 m/s after 0.1 s, and a square below them that nothing touches.
const headOn = `name: head-on
duration: 0.25 s
gravity: [0, 0, 0]
settings: {impacts: all}
materials: {m: {friction: 0, restitution: 0.3}}
statics: [{name: square, mesh: square.obj}]
bodies:
  - {name: a, box: {size: [1, 1, 1]}, mass: 100 kg, position: [-1.5, 0, 5], velocity: [10, 0, 0], material: m}
  - {name: b, box: {size: [1, 1, 1]}, mass: 100 kg, position: [1.5, 0, 5], velocity: [-10, 0, 0], material: m}
`

func runHeadOn(t *testing.T) (log string, report *Report) {
	t.Helper()
	log = filepath.Join(t.TempDir(), "sub", "head-on.prang")
	report, err := Run(t.Context(), scenariotest.MustParse(t, headOn), Options{Log: log})
	if err != nil {
		t.Fatal(err)
	}
	return log, report
}

// TestRun_TakesAWorld gives a run its world: the log is the same as of a run that makes it, and a world that has taken a
// step, as that run's has in the end, is refused.
func TestRun_TakesAWorld(t *testing.T) {
	s := scenariotest.MustParse(t, headOn)
	want, _ := runHeadOn(t)
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	log := filepath.Join(t.TempDir(), "given.prang")
	if _, err := Run(t.Context(), s, Options{Log: log, World: w}); err != nil {
		t.Fatal(err)
	}
	a, errA := os.ReadFile(want)
	b, errB := os.ReadFile(log)
	if errA != nil || errB != nil || !bytes.Equal(a, b) || w.Frame().Step == 0 {
		t.Errorf("%d and %d bytes of log, %v, %v; the world is at step %d", len(a), len(b), errA, errB, w.Frame().Step)
	}
	if _, err := Run(t.Context(), s, Options{NoLog: true, World: w}); err == nil {
		t.Error("a world at its end runs again")
	}
}

// logOfRun runs a scenario and returns its log.
func logOfRun(t *testing.T, s *scenariofile.Scenario) *recorder.Reader {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.prang")
	if _, err := Run(t.Context(), s, Options{Log: path}); err != nil {
		t.Fatal(err)
	}
	return scenariotest.OpenLog(t, path)
}

// reportOf returns the report of a log.
func reportOf(t *testing.T, r *recorder.Reader) *Report {
	t.Helper()
	reporter := NewReporter(r.Header())
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil {
			t.Fatal(err)
		}
		reporter.Frame(f)
	}
	end, _ := r.Summary()
	return reporter.Report(end)
}

func TestRun_ReplayGivesTheSameReport(t *testing.T) {
	log, want := runHeadOn(t)
	got := reportOf(t, scenariotest.OpenLog(t, log))
	got.Log = want.Log
	if !reflect.DeepEqual(got, want) {
		t.Errorf("from the log %+v\nfrom the run %+v", got, want)
	}
	if i := want.Impacts; len(i) != 1 || math.Abs(i[0].Time-0.1) > 1e-9 || math.Abs(i[0].Sides[0].DeltaVSize-13) > 1e-9 {
		t.Errorf("impacts %+v", i)
	}
	if info, err := os.Stat(log); err != nil || want.Log.Path != log || want.Log.Size != info.Size() {
		t.Errorf("log %+v, %v", want.Log, err)
	}
}

func TestRun_CarriesItsFilesInTheLog(t *testing.T) {
	log, _ := runHeadOn(t)
	s, err := scenariofile.FromLog(scenariotest.OpenLog(t, log))
	if err != nil {
		t.Fatal(err)
	}
	want := scenariotest.MustParse(t, headOn)
	if !reflect.DeepEqual(s.Definition, want.Definition) || !reflect.DeepEqual(s.Files, want.Files) {
		t.Errorf("%+v, want %+v", s, want)
	}
}

func TestRun_StopsAtRestOrAtTheDuration(t *testing.T) {
	text := strings.NewReplacer("duration: 1 s", "duration: 5 s\nuntil: rest\nstatics: [{name: floor, box: {size: [9, 9, 1]}, position: [0, 0, 0]}]").Replace(scenariotest.Minimal)
	report, err := Run(t.Context(), scenariotest.MustParse(t, text), Options{NoLog: true})
	if err != nil || report.Steps >= 1200 || report.Message != "everything is at rest" || report.Bodies[0].Rest == nil || report.Log != nil {
		t.Errorf("%+v, %v", report, err)
	}
	calls, last := 0, int64(0)
	opts := Options{NoLog: true, Progress: func(done, total int64) { calls, last = calls+1, done }}
	report, err = Run(t.Context(), scenariotest.MustParse(t, scenariotest.Minimal+"until: rest\n"), opts)
	if err != nil || report.Steps != 240 || report.Message != "the duration ended before everything was at rest" || calls != 241 || last != 240 {
		t.Errorf("%+v, %v, %d calls, last %d", report, err, calls, last)
	}
}

func TestRun_InterruptedAtAStepBoundary(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	log := filepath.Join(t.TempDir(), "x.prang")
	report, err := Run(ctx, scenariotest.MustParse(t, headOn), Options{Log: log, Observe: func(f *record.Frame) {
		if f.Step == 7 {
			cancel()
		}
	}})
	if !Interrupted(err) || report == nil || report.Steps != 7 || report.Ended != recorder.Interrupted {
		t.Fatalf("%+v, %v", report, err)
	}
	r := scenariotest.OpenLog(t, log)
	s, _ := r.Summary()
	if !r.Complete() || r.Steps() != 8 || s.Ended != recorder.Interrupted || len(r.Problems()) > 0 {
		t.Errorf("%d frames, %+v, %v", r.Steps(), s, r.Problems())
	}
	if v, err := Verify(t.Context(), r, VerifyOptions{}); err != nil || !v.Equal || v.Frames != 8 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestRun_StateThatCannotGoOnFailsWithTheLogUpToIt(t *testing.T) {
	// A force that makes a body faster than light within a few steps.
	scenario := scenariotest.MustParse(t, strings.Replace(scenariotest.Minimal, "duration: 1 s", "duration: 60 s\nstep: 1 s", 1))
	scenario.Definition.Forces = []sim.ForceDef{{Program: []sim.ForceAt{{Force: mgl64.Vec3{2e8 * scenario.Definition.Bodies[0].Mass}}}}}
	log := filepath.Join(t.TempDir(), "x.prang")
	report, err := Run(t.Context(), scenario, Options{Log: log})
	var failed *FailedError
	if !errors.As(err, &failed) || report == nil || report.Ended != recorder.Failed || !strings.Contains(err.Error(), `velocity of "a" makes it more than twice as fast as light`) || report.Steps < 2 {
		t.Fatalf("%+v, %v", report, err)
	}
	if err := report.WriteJSON(io.Discard); err != nil {
		t.Errorf("the report as JSON: %v", err)
	}
	r := scenariotest.OpenLog(t, log)
	if s, ok := r.Summary(); !ok || s.Ended != recorder.Failed || r.Steps() != report.Steps+1 || len(r.Problems()) > 0 {
		t.Errorf("%+v, %d frames, %v", s, r.Steps(), r.Problems())
	}
}

// tamper opens the log of a run that is written again with frames changed.
func tamper(t *testing.T, log string, change func(f *record.Frame)) *recorder.Reader {
	t.Helper()
	return scenariotest.OpenLog(t, tampered(t, log, change))
}

// tampered writes the log of a run again with frames changed, and returns its path.
func tampered(t *testing.T, log string, change func(f *record.Frame)) string {
	t.Helper()
	r := scenariotest.OpenLog(t, log)
	assets, err := r.Assets()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "tampered.prang")
	w, err := recorder.Create(path, *r.Header(), assets)
	if err != nil {
		t.Fatal(err)
	}
	for f, err := range r.Frames(0, r.Steps()) {
		if err != nil {
			t.Fatal(err)
		}
		change(f)
		if err := w.Write(f); err != nil {
			t.Fatal(err)
		}
	}
	end, _ := r.Summary()
	if err := w.Close(end); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestVerify_FindsEveryKindOfDifference(t *testing.T) {
	log, _ := runHeadOn(t)
	v, err := Verify(t.Context(), scenariotest.OpenLog(t, log), VerifyOptions{})
	if err != nil || !v.Equal || v.Frames != 61 || v.First != nil || v.Other != "" {
		t.Fatalf("%+v, %v", v, err)
	}
	const yOfB = 13 + 1
	for _, c := range []struct {
		name   string
		change func(f *record.Frame)
		steps  int64
		first  *compare.Difference
		other  string
	}{
		{"a last bit", func(f *record.Frame) {
			if f.Step == 30 {
				f.Values[yOfB+6] = math.Nextafter(f.Values[yOfB+6], 1)
			}
		}, 30, &compare.Difference{Step: 30, Time: 0.125, Object: "b", Quantity: "v", Component: "x", Ulps: 1}, ""},
		{"the sign of a zero", func(f *record.Frame) {
			if f.Step == 59 {
				f.Values[yOfB] = math.Copysign(0, -1)
			}
		}, 59, &compare.Difference{Step: 59, Time: 59.0 / 240, Object: "b", Quantity: "x", Component: "y"}, ""},
		{"the start", func(f *record.Frame) {
			if f.Step == 0 {
				f.Values[3] = 0.5
			}
		}, 0, &compare.Difference{Object: "a", Quantity: "q", Component: "w"}, ""},
		{"an event less", func(f *record.Frame) { f.Events = nil }, 24, nil, "step 24: 0 events in the log, "},
		{"an event's number", func(f *record.Frame) {
			for i := range f.Events {
				f.Events[i].Closing += 1e-12
			}
		}, 24, nil, "step 24: event 0 (impact at 0.1 s in the log) is not that of the run"},
		{"the sign of a zero of an event", func(f *record.Frame) {
			for i := range f.Events {
				if w := &f.Events[i].Before[0].W.X; *w == 0 {
					*w = math.Copysign(0, -1)
				}
			}
		}, 24, nil, "step 24: event 0 (impact at 0.1 s in the log) is not that of the run"},
		{"the caches", func(f *record.Frame) { f.Hash ^= 1 }, 60, nil, "all values are equal, but not the engine's caches"},
	} {
		v, err := Verify(t.Context(), tamper(t, log, c.change), VerifyOptions{})
		if err != nil || v.Equal || v.Frames != c.steps || !strings.Contains(v.Other, c.other) || (c.first == nil) != (v.First == nil) {
			t.Errorf("%s: %+v, %v", c.name, v, err)
			continue
		}
		if c.first == nil {
			continue
		}
		got := *v.First
		got.A, got.B = 0, 0
		if c.first.Ulps == 0 {
			got.Ulps = 0
		}
		if got != *c.first {
			t.Errorf("%s: %+v, want %+v", c.name, got, *c.first)
		}
	}
}

// TestVerify_LogsWithoutDrivers: a log of a format before 1.11 has no events of drivers, one of 1.11 must have them.
func TestVerify_LogsWithoutDrivers(t *testing.T) {
	_, log := runText(t, reacts)
	path := tampered(t, log, func(f *record.Frame) {
		f.Events = slices.DeleteFunc(f.Events, func(e record.Event) bool { return e.Kind == record.Driver })
	})
	v, err := Verify(t.Context(), scenariotest.OpenLog(t, path), VerifyOptions{})
	if err != nil || v.Equal || !strings.Contains(v.Other, "0 events in the log, 1 in the run") {
		t.Errorf("%+v, %v", v, err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	binary.LittleEndian.PutUint16(data[12:], recorder.MinorDrivers-1)
	binary.LittleEndian.PutUint32(data[16:], crc32.Checksum(data[:16], crc32.MakeTable(crc32.Castagnoli)))
	older, err := recorder.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if v, err := Verify(t.Context(), older, VerifyOptions{}); err != nil || !v.Equal {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestVerify_ReportsLogsThatCannotBeRunAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.prang")
	w, err := recorder.Create(path, recorder.Header{Engine: "other 1", Scenario: "x", Step: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), scenariotest.OpenLog(t, path), VerifyOptions{}); err == nil || !strings.Contains(err.Error(), "carries no scenario") {
		t.Errorf("%v", err)
	}
}

// TestRun_RefusesALogThatCannotBeRead: a log of the level verify holds no states, and is read by running the files of its
// scenario.
func TestRun_RefusesALogThatCannotBeRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.prang")
	s := &scenariofile.Scenario{Name: "in code", Steps: 1, Definition: &sim.Definition{}}
	_, err := Run(t.Context(), s, Options{Log: path, Level: recorder.LevelVerify})
	if err == nil || !strings.Contains(err.Error(), "scenario in code: level verify: ") {
		t.Errorf("%v", err)
	}
	if _, err := Run(t.Context(), s, Options{Log: path}); err != nil {
		t.Error(err)
	}
}

// TestRun_WithoutAScenario is an error.
func TestRun_WithoutAScenario(t *testing.T) {
	if r, err := Run(t.Context(), nil, Options{NoLog: true}); r != nil || err == nil {
		t.Errorf("%v, %v", r, err)
	}
	if w, err := NewWorld(nil); w != nil || err == nil {
		t.Errorf("%v, %v", w, err)
	}
}

// TestRun_RefusesALogOfObjectsOfOneName: of a scenario made in code, which runs without a log.
func TestRun_RefusesALogOfObjectsOfOneName(t *testing.T) {
	one := mgl64.Vec3{1, 1, 1}
	for want, d := range map[string]*sim.Definition{
		`both called "a"`: {
			Bodies:  []sim.BodyDef{{Name: "a", Half: one, Mass: 1}},
			Statics: []sim.StaticDef{{Name: "a", Half: one, Position: mgl64.Vec3{9}}},
		},
		`called "world"`: {Bodies: []sim.BodyDef{{Name: "world", Half: one, Mass: 1}}},
	} {
		s, log := &scenariofile.Scenario{Name: "code", Steps: 3, Definition: d}, filepath.Join(t.TempDir(), "log.prang")
		_, err := Run(t.Context(), s, Options{Log: log})
		if _, e := os.Stat(log); err == nil || !strings.Contains(err.Error(), want) || e == nil {
			t.Errorf("%v, want %q and no log", err, want)
		}
		if _, err := Run(t.Context(), s, Options{NoLog: true}); err != nil {
			t.Errorf("without a log: %v", err)
		}
	}
}
