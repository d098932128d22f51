package runs

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/geom/geomtest"
	"github.com/prang-sim/prang/sim/record"
)

// tumbling is a scenario that is never at rest in its 3000 steps: boxes fall on a slab and slide off. It has several
// chunks and a snapshot.
const tumbling = `
name: tumbling
step: 1/240 s
duration: 12.5 s
gravity: [0, 0, -9.81]
settings: {sleep_time: never}
record: {contacts: true}
statics:
  - {name: slab, box: {size: [4, 4, 1]}, position: [0, 0, -0.5], attitude: {pitch: 9 deg}, material: ice}
  - {name: ground, box: {size: [200, 200, 1]}, position: [0, 0, -5.5]}
materials:
  ice: {friction: 0.02, restitution: 0.4}
  default: {friction: 0.4, restitution: 0.6}
bodies:
  - {name: a, box: {size: [1, 0.7, 0.5]}, mass: 3, position: [0, 0, 1], velocity: [1, 0.2, 0], angular_velocity: [1, 2, 3]}
  - {name: b, box: {size: [0.6, 0.6, 0.6]}, mass: 2, position: [0.1, 0.3, 2.5], velocity: [-1, 0, 0], angular_velocity: [-5, 0, 1]}
  - {name: c, box: {size: [0.4, 0.8, 0.3]}, mass: 1, position: [-0.5, -0.3, 3.5]}
`

// undisturbed returns the path of the scenario and the bytes of the log of a whole run.
func undisturbed(t *testing.T) (path string, log []byte) {
	t.Helper()
	dir := t.TempDir()
	path = filepath.Join(dir, "tumbling.yaml")
	if err := os.WriteFile(path, []byte(tumbling), 0o666); err != nil {
		t.Fatal(err)
	}
	s, err := scenariofile.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	wholeLog.Do(func() {
		out := filepath.Join(dir, "whole.prang")
		if _, err := Run(context.Background(), s, Options{Log: out}); err != nil {
			t.Fatal(err)
		}
		if wholeLog.bytes, err = os.ReadFile(out); err != nil {
			t.Fatal(err)
		}
	})
	return path, bytes.Clone(wholeLog.bytes)
}

// wholeLog is the log of a whole run, which is made once.
var wholeLog struct {
	sync.Once
	bytes []byte
}

// resume goes on with a log of the given bytes and returns what it has become.
func resume(t *testing.T, log []byte) ([]byte, *Report, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cut.prang")
	if err := os.WriteFile(path, log, 0o666); err != nil {
		t.Fatal(err)
	}
	report, err := Resume(context.Background(), path, Options{})
	after, e := os.ReadFile(path)
	if e != nil {
		t.Fatal(e)
	}
	return after, report, err
}

// undisturbedLog returns the log of the undisturbed run, open, and its bytes.
func undisturbedLog(t *testing.T) (*recorder.Reader, []byte) {
	t.Helper()
	_, whole := undisturbed(t)
	r, err := recorder.NewReader(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	return r, whole
}

func TestResume_CutAnywhereEndsWithTheSameBytes(t *testing.T) {
	r, whole := undisturbedLog(t)
	chunks := r.Chunks()
	if at, _, err := r.Snapshot(1 << 40); err != nil || at != 2399 {
		t.Fatalf("a snapshot of step %d, %v", at, err)
	}
	first := chunks[0].Offset
	cuts := []int64{first, first + 1, chunks[1].Offset, chunks[len(chunks)-1].Offset, int64(len(whole)) - 1}
	// Just before, in the middle of and just behind the snapshot, which lies behind chunk 10.
	snap := chunks[9].Offset + chunks[9].Size
	cuts = append(cuts, snap, snap+40, chunks[10].Offset, chunks[10].Offset+10)
	rng := rand.New(rand.NewPCG(8, 1))
	for range geomtest.Trials(8) {
		cuts = append(cuts, first+rng.Int64N(int64(len(whole))-first))
	}
	for _, cut := range cuts {
		got, report, err := resume(t, whole[:cut])
		if err != nil {
			t.Errorf("cut at byte %d: %v", cut, err)
			continue
		}
		if !bytes.Equal(got, whole) {
			t.Errorf("cut at byte %d: %d bytes, must be %d", cut, len(got), len(whole))
		}
		if len(report.Impacts) == 0 || report.Ended != recorder.Complete {
			t.Errorf("cut at byte %d: report %+v", cut, report)
		}
	}
}

func TestResume_AfterAnInterruptAndAgain(t *testing.T) {
	path, whole := undisturbed(t)
	for _, stops := range [][]int64{{1}, {119}, {120}, {700, 2399}, {2400, 2990, 2999}, {1500, 1501}} {
		s, err := scenariofile.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "log.prang")
		stopAt := func(step int64) (context.Context, Options) {
			ctx, cancel := context.WithCancel(context.Background())
			return ctx, Options{Log: out, Observe: func(f *record.Frame) {
				if f.Step == step {
					cancel()
				}
			}}
		}
		ctx, opts := stopAt(stops[0])
		if _, err := Run(ctx, s, opts); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		for _, step := range stops[1:] {
			ctx, opts := stopAt(step)
			if _, err := Resume(ctx, out, opts); !errors.Is(err, context.Canceled) {
				t.Fatalf("stop at %d: %v", step, err)
			}
		}
		if _, err := Resume(context.Background(), out, Options{}); err != nil {
			t.Fatalf("stops %v: %v", stops, err)
		}
		got, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, whole) {
			t.Errorf("stops %v: the logs differ", stops)
		}
		if _, err := Resume(context.Background(), out, Options{}); !errors.Is(err, recorder.ErrComplete) {
			t.Errorf("a complete log: %v", err)
		}
	}
}

func TestResume_DamageInTheMiddleIsSimulatedAgain(t *testing.T) {
	r, whole := undisturbedLog(t)
	c := r.Chunks()
	log := bytes.Clone(whole[:c[11].Offset+5])
	log[c[3].Offset+200] ^= 4
	got, _, err := resume(t, log)
	if err != nil || !bytes.Equal(got, whole) {
		t.Errorf("%v, equal: %v", err, bytes.Equal(got, whole))
	}
}

// TestResume_DamagedLogOfACompleteRun: a log that is damaged anywhere is completed to the bytes that it had.
func TestResume_DamagedLogOfACompleteRun(t *testing.T) {
	r, whole := undisturbedLog(t)
	c := r.Chunks()
	flipped := bytes.Clone(whole)
	flipped[c[3].Offset+200] ^= 4
	index := bytes.Clone(whole)
	index[len(index)-40] ^= 1
	preamble, header, both := bytes.Clone(whole), bytes.Clone(whole), bytes.Clone(whole[:c[6].Offset+7])
	preamble[12] ^= 1
	header[100] ^= 1
	both = append(both, whole[c[6].Offset+8:]...)
	both[21] ^= 0x80
	for name, log := range map[string][]byte{
		"chunk flipped":     flipped,
		"chunk removed":     append(bytes.Clone(whole[:c[3].Offset]), whole[c[4].Offset:]...),
		"index flipped":     index,
		"preamble flipped":  preamble,
		"header flipped":    header,
		"head and chunk":    both,
		"bytes at the end":  append(bytes.Clone(whole), "rest"...),
		"last byte missing": whole[:len(whole)-1],
	} {
		if got, _, err := resume(t, log); err != nil || !bytes.Equal(got, whole) {
			t.Errorf("%s: %v, equal: %v", name, err, bytes.Equal(got, whole))
		}
	}
}

func TestResume_RefusesAndLeavesTheLog(t *testing.T) {
	r, whole := undisturbedLog(t)
	assets, err := r.Assets()
	if err != nil {
		t.Fatal(err)
	}
	// rewrite writes the first 260 steps anew, with a header and values that may be others.
	rewrite := func(change func(h *recorder.Header, f *record.Frame)) []byte {
		h := *r.Header()
		change(&h, nil)
		var b bytes.Buffer
		w, err := recorder.NewWriter(&b, h, assets)
		if err != nil {
			t.Fatal(err)
		}
		for f, err := range r.Frames(0, 260) {
			if err != nil {
				t.Fatal(err)
			}
			change(&h, f)
			if err := w.Write(f); err != nil {
				t.Fatal(err)
			}
		}
		return b.Bytes()
	}
	same := rewrite(func(*recorder.Header, *record.Frame) {})
	if got, _, err := resume(t, same); err != nil || !bytes.Equal(got, whole) {
		t.Fatalf("rewritten without a change: %v", err)
	}
	damaged := bytes.Clone(whole)
	damaged[r.Chunks()[0].Offset-10] ^= 1 // in the scenario
	for name, c := range map[string]struct {
		log  []byte
		want string
	}{
		"engine": {rewrite(func(h *recorder.Header, f *record.Frame) { h.Engine = "prang 0.0.1" }), "the log is of prang 0.0.1, this is " + Engine()},
		"value": {rewrite(func(h *recorder.Header, f *record.Frame) {
			if f != nil && f.Step == 77 {
				f.Values[1] += 1e-9
			}
		}), "step 77: x of a is"},
		"scenario":  {whole[:r.Chunks()[0].Offset-10], "it ends before its first step"},
		"damaged":   {damaged, "the header or an asset cannot be read"},
		"not a log": {[]byte("hello"), "not a prang log"},
	} {
		got, _, err := resume(t, c.log)
		if err == nil || !bytes.Contains([]byte(err.Error()), []byte(c.want)) {
			t.Errorf("%s: %v", name, err)
		}
		if !bytes.Equal(got, c.log) {
			t.Errorf("%s: the log was changed", name)
		}
	}
	if _, err := Resume(context.Background(), filepath.Join(t.TempDir(), "none.prang"), Options{}); !os.IsNotExist(errors.Unwrap(err)) && !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a log that does not exist: %v", err)
	}
}
