package runs

import (
	"bufio"
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// kills is how often each test kills.
var kills = flag.Int("kills", max(2, geomtest.Trials(4)), "number of processes that each test of killed writers kills")

// chunkSteps is the longest chunk of a log, which is what a writer that dies may take with it.
const chunkSteps = 240

// TestMain is that of all tests; in the process that TestKilledWriter_LosesAtMostOneChunk kills it records, and says
// every step that it has handed to the recorder.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400) // a tenth less time
	path := os.Getenv("PRANG_KILLED_LOG")
	if path == "" {
		os.Exit(m.Run())
	}
	s, err := endless()
	if scenario := os.Getenv("PRANG_KILLED_SCENARIO"); scenario != "" {
		s, err = scenariofile.Load(scenario)
	}
	if err == nil {
		var writing recorder.Options
		writing.Background = os.Getenv("PRANG_KILLED_BACKGROUND") != ""
		_, err = Run(context.Background(), s, Options{Log: path, Writing: writing, Observe: func(f *record.Frame) {
			fmt.Printf("step %d\n", f.Step)
		}})
	}
	fmt.Fprintln(os.Stderr, "the run has ended:", err)
	os.Exit(1)
}

// endless is a scenario that does not end by itself while a test lasts.
func endless() (*scenariofile.Scenario, error) {
	s, err := scenariofile.Load("scenarios/box-drop/scenario.yaml")
	if err != nil {
		return nil, err
	}
	s.Steps, s.UntilRest = 1_000_000, false
	s.Definition.Settings.SleepTime = -1
	return s, nil
}

// TestKilledWriter_LosesAtMostOneChunk kills a recording process outright at random steps. The log opens, ends at most
// one chunk, or two of a writer in the background, before the step the process had come to, and holds no wrong bit.
func TestKilledWriter_LosesAtMostOneChunk(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	s, err := endless()
	if err != nil {
		t.Fatal(err)
	}
	reference := newPlayback(t, s)
	for n := range *kills {
		lost := int64(chunkSteps)
		if n%2 == 1 {
			t.Setenv("PRANG_KILLED_BACKGROUND", "1")
			lost *= 2 // the one being written, and the one being filled
		} else {
			t.Setenv("PRANG_KILLED_BACKGROUND", "")
		}
		path := filepath.Join(t.TempDir(), "killed.prang")
		killAt := 100 + rng.Int64N(400)
		last := killRecorder(t, path, killAt)
		r, err := recorder.Open(path)
		if err != nil {
			t.Fatalf("killed at step %d: %v", last, err)
		}
		steps := r.Steps()
		if r.Complete() || steps+lost < last || steps > last+1 {
			t.Errorf("kill %d: at step %d the log has %d frames, complete: %v", n, last, steps, r.Complete())
		}
		for f, err := range r.Frames(0, steps) {
			if err != nil {
				t.Fatalf("kill %d: %v", n, err)
			}
			reference.compare(t, f)
		}
		r.Close()
	}
}

// TestKilledWriter_ResumesToTheSameBytes kills a recording process outright at random steps and goes on with its log.
func TestKilledWriter_ResumesToTheSameBytes(t *testing.T) {
	scenario, whole := undisturbed(t)
	t.Setenv("PRANG_KILLED_SCENARIO", scenario)
	rng := rand.New(rand.NewPCG(5, 6))
	late := 0
	for n := range *kills {
		path := filepath.Join(t.TempDir(), "killed.prang")
		killAt := 1 + rng.Int64N(2900)
		last := killRecorder(t, path, killAt)
		if complete(t, path) { // it was quicker than the blow
			late++
		} else if _, err := Resume(context.Background(), path, Options{}); err != nil {
			t.Fatalf("kill %d at step %d: %v", n, last, err)
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, whole) {
			t.Errorf("kill %d at step %d: the log differs from that of a run that was not killed", n, last)
		}
	}
	if late > *kills/5 {
		t.Errorf("%d of %d came to their end before they were killed", late, *kills)
	}
}

// complete reports whether a log has been closed.
func complete(t *testing.T, path string) bool {
	t.Helper()
	r, err := recorder.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	return r.Complete()
}

// killRecorder starts the child and kills it when it has reported the step. It returns the last step reported.
func killRecorder(t *testing.T, path string, killAt int64) int64 {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "PRANG_KILLED_LOG="+path)
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	last := int64(-1)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		text, ok := strings.CutPrefix(lines.Text(), "step ")
		if !ok {
			continue
		}
		if last, err = strconv.ParseInt(text, 10, 64); err != nil {
			t.Fatal(err)
		}
		if last == killAt {
			if err := c.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	_ = c.Wait() // it was killed: the error is what was wanted
	if last < killAt {
		t.Fatalf("the child ended at step %d by itself", last)
	}
	return last
}

// playback is a run that is simulated as far as somebody asks.
type playback struct {
	frames [][]float64
	step   func() []float64
}

func newPlayback(t *testing.T, s *scenariofile.Scenario) *playback {
	t.Helper()
	w, err := NewWorld(s)
	if err != nil {
		t.Fatal(err)
	}
	p := &playback{frames: [][]float64{append([]float64(nil), w.Frame().Values...)}}
	p.step = func() []float64 {
		if err := w.Step(); err != nil {
			t.Fatal(err)
		}
		return append([]float64(nil), w.Frame().Values...)
	}
	return p
}

func (p *playback) compare(t *testing.T, f *record.Frame) {
	t.Helper()
	for int64(len(p.frames)) <= f.Step {
		p.frames = append(p.frames, p.step())
	}
	for i, v := range f.Values {
		if math.Float64bits(v) != math.Float64bits(p.frames[f.Step][i]) {
			t.Fatalf("step %d: value %d is %v in the log, %v in the run", f.Step, i, v, p.frames[f.Step][i])
		}
	}
}
