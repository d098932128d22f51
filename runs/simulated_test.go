package runs

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/prang-sim/prang/recorder"
	"github.com/prang-sim/prang/runs/scenariofile"
	"github.com/prang-sim/prang/sim/record"
)

// hashLog runs the tumbling boxes, once, into a log of the level verify.
var hashLog = sync.OnceValues(func() ([]byte, error) {
	s, err := scenariofile.Parse("tumbling.yaml", []byte(tumbling), nil)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "prang")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "verify.prang")
	if _, err := Run(context.Background(), s, Options{Log: out, Level: recorder.LevelVerify}); err != nil {
		return nil, err
	}
	return os.ReadFile(out)
})

func verifying(t *testing.T) []byte {
	t.Helper()
	b, err := hashLog()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func logOf(t *testing.T, b []byte) *recorder.Reader {
	t.Helper()
	r, err := recorder.NewReader(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The frames of a log of the level verify are those of the log of all states: in their order, and at random.
func TestSimulate_GivesTheFramesOfTheFullLog(t *testing.T) {
	_, whole := undisturbed(t)
	small := verifying(t)
	if len(small)*3 > len(whole) {
		t.Errorf("%d bytes, the log of all states has %d", len(small), len(whole))
	}
	full, r := logOf(t, whole), logOf(t, small)
	if err := Simulate(r); err != nil {
		t.Fatal(err)
	}
	if full.Chain() != r.Chain() || full.Steps() != r.Steps() {
		t.Error("the chains differ")
	}
	var want, got record.Frame
	check := func(step int64) {
		t.Helper()
		if err := full.Frame(step, &want); err != nil {
			t.Fatal(err)
		}
		if err := r.Frame(step, &got); err != nil {
			t.Fatal(err)
		}
		for i := range want.Values {
			if math.Float64bits(got.Values[i]) != math.Float64bits(want.Values[i]) {
				t.Fatalf("step %d: value %d is %v, want %v", step, i, got.Values[i], want.Values[i])
			}
		}
		if got.Step != step || got.Time != want.Time || got.Hash != want.Hash || len(got.Events) != len(want.Events) ||
			len(got.Events) > 0 && !reflect.DeepEqual(got.Events, want.Events) {
			t.Fatalf("step %d: %+v, want %+v", step, got, want)
		}
	}
	for step := range full.Steps() {
		check(step)
	}
	rng := rand.New(rand.NewPCG(6, 6))
	for _, step := range []int64{0, 2398, 2399, 2400, 2401, 2399, 5, 2999, 0} {
		check(step)
	}
	for range 6 {
		check(rng.Int64N(full.Steps()))
	}
}

func TestVerify_OfALogOfHashes(t *testing.T) {
	small := verifying(t)
	v, err := Verify(context.Background(), logOf(t, small), VerifyOptions{})
	if err != nil || !v.Equal || v.Frames != 3001 || v.From != 0 {
		t.Errorf("%+v, %v", v, err)
	}
	v, err = VerifySteps(context.Background(), logOf(t, small), 2900, 2950, VerifyOptions{})
	if err != nil || !v.Equal || v.From != 2399 || v.Frames != 2950-2399 {
		t.Errorf("%+v, %v", v, err)
	}
}

func TestVerifySteps_BeginsAtASnapshot(t *testing.T) {
	_, whole := undisturbed(t)
	for _, c := range []struct{ from, to, begin int64 }{{0, 100, 0}, {2398, 2500, 0}, {2399, 2500, 2399}, {2990, 9999, 2399}} {
		v, err := VerifySteps(context.Background(), logOf(t, whole), c.from, c.to, VerifyOptions{Workers: 2})
		if err != nil || !v.Equal || v.From != c.begin || v.Frames != min(c.to, 3001)-c.begin {
			t.Errorf("from %d to %d: %+v, %v", c.from, c.to, v, err)
		}
	}
}

func TestResume_OfALogOfHashes(t *testing.T) {
	small := verifying(t)
	chunks := logOf(t, small).Chunks()
	for _, cut := range []int64{chunks[0].Offset, chunks[3].Offset + 5, chunks[11].Offset, int64(len(small)) - 1} {
		got, report, err := resume(t, small[:cut])
		if err != nil || !bytes.Equal(got, small) || report.Ended != recorder.Complete {
			t.Errorf("cut at byte %d: %d bytes, must be %d; %v", cut, len(got), len(small), err)
		}
	}
}

func TestSimulate_RefusesAnotherEngine(t *testing.T) {
	var b bytes.Buffer
	w, err := recorder.NewWriter(&b, recorder.Header{Engine: "prang 0.0.1", Step: 0.1, Level: recorder.LevelVerify}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(recorder.Summary{Ended: recorder.Complete}); err != nil {
		t.Fatal(err)
	}
	if err := Simulate(logOf(t, b.Bytes())); err == nil || !strings.Contains(err.Error(), "of prang 0.0.1, this is "+Engine()) {
		t.Errorf("%v", err)
	}
}
